//! What is answered while a copy of the database is put back: that the shop is closed for a moment.

use std::sync::PoisonError;

use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};

use crate::app::App;
use crate::http::response::plain;
use crate::http::{envelope, visitor};
use crate::message;
use crate::ssr::document;

/// Seconds after which a client may come again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("30");

/// Whether a path is answered as always: what needs no database, and with which the console tells what is going on.
pub fn is_open(path: &str) -> bool {
    path == "/healthz"
        || path == "/readyz"
        || path == "/favicon.ico"
        || path == "/console"
        || ["/console/", "/assets/", "/media/", "/brand/colours-"].iter().any(|folder| path.starts_with(folder))
}

/// The answer to everything else.
pub fn answer(app: &App, request: &Request<Body>) -> Response<Body> {
    let path = request.uri().path();
    let is_below =
        |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let mut response = if is_below("/console_api") {
        envelope::turned_away(StatusCode::SERVICE_UNAVAILABLE, message::SYSTEM_RESTORING)
    } else if is_below("/hah_api") {
        envelope::turned_away(StatusCode::SERVICE_UNAVAILABLE, message::TRY_LATER)
    } else if is_below("/webhooks") || is_below("/metrics") {
        plain(StatusCode::SERVICE_UNAVAILABLE, "closed for a moment; try again\n")
    } else {
        page(app, request)
    };
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, RETRY_AFTER);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // What was sent is not read.
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The shop's page for such moments, in the language of the address, else of the browser.
fn page(app: &App, request: &Request<Body>) -> Response<Body> {
    let stores = app.store_views.get();
    let first = request.uri().path().trim_start_matches('/').split('/').next().unwrap_or_default();
    let named = stores.languages().iter().copied().find(|lang| lang.code() == first);
    let lang = named.unwrap_or_else(|| visitor::detected_language(request.headers(), &stores));
    let prepared = app.fallbacks.read().unwrap_or_else(PoisonError::into_inner).get(&lang).cloned();
    let html = prepared.unwrap_or_else(|| document::fallback(lang.code(), &app.config().brand.name));
    let mut response = plain(StatusCode::SERVICE_UNAVAILABLE, "");
    *response.body_mut() = Body::from(html);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}
