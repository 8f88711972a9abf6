//! The demonstration's own door: sets the clock, so that days can pass in a test. Not there in production.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use jiff::Timestamp;

use crate::app::App;
use crate::config::Mode;
use crate::jobs;

/// `POST /demo/clock` with an RFC 3339 time: sets the clock and runs the jobs that have come due.
pub async fn clock(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    body: String,
) -> impl IntoResponse {
    if app.config.mode != Mode::Demo || !peer.ip().is_loopback() {
        return (StatusCode::NOT_FOUND, "not found\n".to_owned());
    }
    match body.trim().parse::<Timestamp>() {
        Ok(now) => {
            app.clock.set(now);
            jobs::run_due(&app).await;
            (StatusCode::OK, format!("{now}\n"))
        }
        Err(error) => (StatusCode::BAD_REQUEST, format!("not an RFC 3339 time: {error}\n")),
    }
}
