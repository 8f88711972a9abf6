//! Health checks and metrics.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::app::App;
use crate::catalog;
use crate::http::visitor;

/// Liveness: the process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Readiness: the database answers and requests are accepted.
pub async fn readyz(State(app): State<Arc<App>>) -> impl IntoResponse {
    let reads = app.db.read(catalog::version).await.is_ok();
    if reads && app.ready.load(Ordering::Relaxed) {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}

/// Metrics in Prometheus text format, for this machine or configured addresses only.
pub async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    handle: PrometheusHandle,
) -> impl IntoResponse + use<> {
    let address = visitor::address(&headers, peer, &app.config);
    if visitor::is_local(&headers, address) || app.config.server.metrics_from.contains(&address) {
        (StatusCode::OK, handle.render())
    } else {
        (StatusCode::NOT_FOUND, "not found\n".to_owned())
    }
}
