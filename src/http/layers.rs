//! What every answer carries: the security headers, a request id, and a log line without personal data.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Response, header};
use axum::middleware::Next;
use tracing::Instrument as _;

use crate::app::App;

/// No script, style or picture but our own; no frame around us (decisions §7: providers extend it by configuration).
const CONTENT_SECURITY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Adds the headers and logs the request: method, path without its query, status and time.
pub async fn outermost(State(app): State<Arc<App>>, request: Request, next: Next) -> Response<Body> {
    let started = Instant::now();
    let id = request_id();
    let method = request.method().clone();
    let path = loggable(request.uri().path());
    let span = tracing::info_span!("request", id, %method, path);
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY);
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if app.config.is_https() {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains");
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", id);
    }
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::debug!(status, micros, "answered"));
    metrics::counter!("shop_responses_total", "status" => status_class(status)).increment(1);
    response
}

fn status_class(status: u16) -> &'static str {
    match status {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

/// Paths that end in a key to somebody's order or payment are cut before it.
fn loggable(path: &str) -> String {
    let cut = ["/invoice/", "/demo/pay/"].into_iter().find_map(|part| Some(path.find(part)? + part.len()));
    cut.map_or_else(|| path.to_owned(), |at| format!("{}…", &path[..at]))
}

fn request_id() -> String {
    let mut bytes = [0_u8; 8];
    // Without randomness the id is no use for telling requests apart, but the request is still served.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
