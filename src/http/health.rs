//! Health checks.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};

use crate::app::App;
use crate::http::visitor;
use crate::{catalog, outbox};

/// Liveness: the process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Readiness: requests are accepted, the database answers, its files are where they were opened, and no damage is
/// known. A failing job and a wrong clock do not close the shop: a copy that cannot be made is no reason to sell nothing.
/// Reasons are named to those who may read the metrics.
pub async fn readyz(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> (StatusCode, String) {
    let reason = if !app.ready.load(Ordering::Relaxed) {
        Some("starting or stopping")
    } else if app.db.check_files().is_err() {
        Some("a file of the database was removed or replaced")
    } else if app.health.damage().is_some() {
        Some("the database is damaged")
    } else if app.db.read(catalog::version).await.is_err() {
        Some("the database does not answer")
    } else {
        None
    };
    let address = visitor::address(&headers, peer, &app.config());
    if !visitor::may_read_metrics(&headers, address, &app.config()) {
        let is_ready = reason.is_none();
        let status = if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        return (status, if is_ready { "ready\n" } else { "not ready\n" }.to_owned());
    }
    if let Some(reason) = reason {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {reason}\n"));
    }
    let failing: String = app.health.failing_jobs().iter().map(|job| format!("failing job: {job}\n")).collect();
    let held = app.health.clock_fault().map(|fault| format!("jobs are held: {fault}\n")).unwrap_or_default();
    let now = app.clock.now();
    let late = match app.db.read(move |tx| outbox::count_late(tx, now)).await {
        Ok(0) | Err(_) => String::new(),
        Ok(count) => format!("the mail server takes no mail: {count} have waited for half an hour\n"),
    };
    (StatusCode::OK, format!("ready\n{failing}{held}{late}"))
}
