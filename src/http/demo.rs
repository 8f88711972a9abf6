//! Sets the clock in demo mode, so that days can pass in a test; absent in production.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::app::App;
use crate::config::Mode;
use crate::http::layers::Lines;
use crate::http::visitor;
use crate::jobs;

/// `POST /demo/clock` with an RFC 3339 time: sets the clock and runs the jobs that have come due.
pub async fn clock(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Lines(body): Lines,
) -> impl IntoResponse {
    // From this machine only: neither through a proxy nor from a page in a browser.
    let is_here = visitor::is_local(&headers, peer.ip().to_canonical());
    let is_page = headers.contains_key("origin") || headers.contains_key("sec-fetch-site");
    if app.config().mode != Mode::Demo || !is_here || is_page {
        return (StatusCode::NOT_FOUND, "not found\n".to_owned());
    }
    match body.trim().parse::<Timestamp>() {
        Ok(now) if !(2000..2100).contains(&now.to_zoned(TimeZone::UTC).year()) => {
            (StatusCode::BAD_REQUEST, "not a year of this century\n".to_owned())
        }
        Ok(now) => {
            app.clock.set(now);
            jobs::run_due(&app).await;
            (StatusCode::OK, format!("{now}\n"))
        }
        Err(error) => (StatusCode::BAD_REQUEST, format!("not an RFC 3339 time: {error}\n")),
    }
}
