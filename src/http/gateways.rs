//! Routes of payment gateways: their webhooks, and customers' returns from a payment page.
//!
//! A webhook is authenticated by a signature over its raw body. A customer's return is not: the gateway is queried.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderMap, Response, StatusCode};

use crate::app::App;
use crate::error::Error;
use crate::http::response::{plain, with_location};
use crate::http::visitor;
use crate::limits::RateClass;
use crate::settlement::processor::WebhookOutcome;

/// Largest webhook body in bytes; Stripe's and WeChat's have a few thousand.
const LARGEST: usize = 256 << 10;
/// How long a webhook body may take to arrive.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// `POST /webhooks/{gateway}`.
pub async fn handle_webhook(
    State(app): State<Arc<App>>,
    Path(gateway): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    if !visitor::is_admitted(&app, &parts.headers, peer, RateClass::Standard) {
        return plain(StatusCode::TOO_MANY_REQUESTS, "too many requests");
    }
    let body = match tokio::time::timeout(REQUEST_TIMEOUT, to_bytes(body, LARGEST)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return plain(StatusCode::PAYLOAD_TOO_LARGE, "too large"),
        Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "too slow"),
    };
    let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let count = |what: &'static str| metrics::counter!("shop_payment_notices_total", "outcome" => what).increment(1);
    match app.payments.handle_webhook(&gateway, &header, &body).await {
        Ok(WebhookOutcome::Processed) => {
            count("taken");
            plain(StatusCode::OK, "ok")
        }
        Ok(WebhookOutcome::Duplicate) => {
            count("again");
            plain(StatusCode::OK, "ok")
        }
        // Valid but of no payment here: a repetition would not help.
        Ok(WebhookOutcome::Unknown) if app.payments.has(&gateway) => {
            count("unknown");
            plain(StatusCode::OK, "ok")
        }
        Ok(WebhookOutcome::Unknown) => plain(StatusCode::NOT_FOUND, "not found"),
        Ok(WebhookOutcome::Rejected(why)) => {
            count("unbelieved");
            tracing::warn!(gateway, %why, "a notice was not believed");
            plain(StatusCode::BAD_REQUEST, "not believed")
        }
        Err(error) => {
            tracing::error!(gateway, %error, "a notice could not be taken in");
            plain(StatusCode::INTERNAL_SERVER_ERROR, "try again")
        }
    }
}

/// `GET /payment/return`: a customer returns from a payment page, paid or not.
pub async fn returned(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    request: Request,
) -> Response<Body> {
    if !visitor::is_admitted(&app, &headers, peer, RateClass::Tight) {
        return plain(StatusCode::TOO_MANY_REQUESTS, "too many requests");
    }
    let query = visitor::query(request.uri().query());
    let token = visitor::value(&query, "token").unwrap_or_default();
    let gave_up = visitor::value(&query, "canceled") == Some("1");
    let lang = visitor::detected_language(&headers, &app.store_views.get());
    let to = match app.payments.returned(token, gave_up).await {
        Ok(to) => to,
        // The result screen handles a token without an order.
        Err(Error::Refused(_) | Error::Malformed(_)) => format!("/{lang}/ordersuccess?token="),
        Err(error) => {
            tracing::error!(%error, "a shopper's return could not be taken in");
            let token = percent_encoding::utf8_percent_encode(token, percent_encoding::NON_ALPHANUMERIC);
            format!("/{lang}/ordersuccess?token={token}")
        }
    };
    with_location(plain(StatusCode::SEE_OTHER, ""), &to)
}
