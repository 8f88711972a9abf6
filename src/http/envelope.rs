//! The envelope of every answer, and the only place where errors become HTTP statuses (decisions §5).

use std::collections::BTreeMap;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::json;
use serde_json::value::RawValue;

use crate::error::{Error, Refusal};
use crate::message::{self, MessageDef};

/// `code` 1 with the call's answer.
pub fn success(data: &RawValue) -> Response<Body> {
    json_response(StatusCode::OK, success_body(data).into())
}

/// The body of [`success`].
pub fn success_body(data: &RawValue) -> String {
    let data = data.get();
    let mut body = String::with_capacity(data.len() + 40);
    body.push_str("{\"code\":\"1\",\"message\":\"\",\"data\":");
    body.push_str(data);
    body.push('}');
    body
}

/// A body of [`success`] that was kept.
pub fn kept(body: Bytes) -> Response<Body> {
    json_response(StatusCode::OK, body)
}

/// `code` 0 with the reason. Refusals are HTTP 200; internal errors reveal nothing.
pub fn failure(error: &Error, path: &str) -> Response<Body> {
    match error {
        Error::Refused(refusal) => {
            tracing::info!(path, message = refusal.message.id, "refused");
            refused(StatusCode::OK, refusal, None)
        }
        Error::Malformed(reason) => {
            // The reason may quote input, so it goes to the client only.
            tracing::info!(path, "malformed");
            refused(StatusCode::BAD_REQUEST, &Refusal::new(message::MALFORMED), Some(reason))
        }
        Error::Unavailable(cause) => {
            tracing::warn!(path, error = format!("{cause:#}"), "unavailable");
            metrics::counter!("shop_unavailable_total").increment(1);
            let mut response = refused(StatusCode::SERVICE_UNAVAILABLE, &Refusal::new(message::TRY_LATER), None);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
            response
        }
        Error::Internal(cause) => {
            tracing::error!(path, error = format!("{cause:#}"), "internal error");
            metrics::counter!("shop_internal_errors_total").increment(1);
            refused(StatusCode::INTERNAL_SERVER_ERROR, &Refusal::new(message::TRY_LATER), None)
        }
    }
}

/// Seconds after which a client may repeat a request that found the database unavailable.
pub const RETRY_AFTER: &str = "5";

/// The response after a panic.
pub fn fault() -> Response<Body> {
    tracing::error!("a request ended in a panic");
    metrics::counter!("shop_internal_errors_total").increment(1);
    refused(StatusCode::INTERNAL_SERVER_ERROR, &Refusal::new(message::TRY_LATER), None)
}

/// A refusal before any call runs. The body may be unread, so the connection is closed and says so (RFC 9112 §9.6).
pub fn turned_away(status: StatusCode, message: MessageDef) -> Response<Body> {
    let mut response = refused(status, &Refusal::new(message), None);
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// A refusal of a client beyond the limits of requests.
pub fn throttled() -> Response<Body> {
    let mut response = turned_away(StatusCode::TOO_MANY_REQUESTS, message::THROTTLED);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
    response
}

fn refused(status: StatusCode, refusal: &Refusal, detail: Option<&str>) -> Response<Body> {
    let texts: BTreeMap<&str, String> =
        refusal.fields.iter().map(|(field, message)| (field.as_str(), message.rendered())).collect();
    let body = json!({
        "code": "0",
        "message": refusal.message.rendered(),
        "data": null,
        "error": {
            "id": refusal.message.id,
            "params": refusal.message.params,
            "fields": texts,
            // The same with ids and parameters, by which clients translate.
            "field_messages": refusal.fields,
            // For client developers: what could not be read.
            "detail": detail,
        },
    });
    json_response(status, body.to_string().into())
}

fn json_response(status: StatusCode, body: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
