//! What the plain forms outside `/hah_api` share, which work without script.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse as _;

use crate::app::App;
use crate::error::Error;
use crate::http::api::is_same_origin;
use crate::http::envelope::RETRY_AFTER;
use crate::http::response::{plain, with_location};
use crate::http::{layers, visitor};
use crate::limits::RateClass;

/// Limits guesses at tokens, and refuses forms of other sites (decisions §4) unless they may come from anywhere.
pub fn turned_away(app: &App, peer: SocketAddr, headers: &HeaderMap, from_anywhere: bool) -> Option<Response<Body>> {
    if !visitor::is_admitted(app, headers, peer, RateClass::Tight) {
        return Some(layers::too_many());
    }
    let is_foreign = !from_anywhere && !is_same_origin(headers, &app.config());
    is_foreign.then(|| plain(StatusCode::FORBIDDEN, "from another site\n"))
}

/// Leads to a page whose URL contains a token, which must not leak as a referrer.
pub fn see_other(to: &str) -> Response<Body> {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    with_location(response, to)
}

/// The response to a failure that is no refusal; logs it under the form's name.
pub fn failed(error: &Error, form: &str) -> Response<Body> {
    tracing::error!(form, error = format!("{error:#}"), "a plain form could not be processed");
    if !matches!(error, Error::Unavailable(_)) {
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "error while processing, try later\n");
    }
    let mut response = plain(StatusCode::SERVICE_UNAVAILABLE, "error while processing, try later\n");
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    response
}
