//! Responses that several routes share.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

/// A short text that is not stored.
pub fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The response with a `Location` header.
pub fn with_location(mut response: Response<Body>, to: &str) -> Response<Body> {
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}
