//! The payment page of the demo gateway, marked as such; absent in production.
//!
//! It is rendered by the engine of the pages and works without script. Its URL is the only credential; it accepts one choice.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::config::Mode;
use crate::domain::money::Amount;
use crate::error::Result;
use crate::http::api::is_same_origin;
use crate::http::layers::Lines;
use crate::http::response::{plain, with_location};
use crate::payment::gateway::demo::{self, Choice, DemoPayment};
use crate::ssr::engine::Entry;

/// The page's own style sheet.
const STYLE: &str = include_str!("../../ui/src/demo/demo.css");
const CONTENT_SECURITY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

#[derive(Debug, Deserialize)]
struct Written {
    html: String,
}

/// `GET /demo/pay/{reference}`.
pub async fn page(State(app): State<Arc<App>>, Path(reference): Path<String>) -> Response<Body> {
    if app.config().mode != Mode::Demo {
        return plain(StatusCode::NOT_FOUND, "not found");
    }
    if reference == "style.css" {
        return style();
    }
    match find(&app, &reference).await {
        Ok(Some(payment)) => match write(&app, &payment).await {
            Ok(html) => page_of(html),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "the demonstration's payment page failed");
                plain(StatusCode::INTERNAL_SERVER_ERROR, "try again")
            }
        },
        Ok(None) => plain(StatusCode::NOT_FOUND, "not found"),
        Err(error) => {
            tracing::error!(%error, "the demonstration's payment page failed");
            plain(StatusCode::INTERNAL_SERVER_ERROR, "try again")
        }
    }
}

/// `POST /demo/pay/{reference}` with `choice=…`: records the choice and sends the shopper back.
pub async fn choose(
    State(app): State<Arc<App>>,
    Path(reference): Path<String>,
    headers: HeaderMap,
    Lines(body): Lines,
) -> Response<Body> {
    if app.config().mode != Mode::Demo {
        return plain(StatusCode::NOT_FOUND, "not found");
    }
    if !is_same_origin(&headers, &app.config()) {
        return plain(StatusCode::FORBIDDEN, "from another site");
    }
    let fields = crate::http::visitor::query(Some(&body));
    let choice = crate::http::visitor::value(&fields, "choice").and_then(Choice::from_code);
    let Some(choice) = choice else { return plain(StatusCode::BAD_REQUEST, "no such choice") };
    let payment = match find(&app, &reference).await {
        Ok(Some(payment)) => payment,
        Ok(None) => return plain(StatusCode::NOT_FOUND, "not found"),
        Err(_) => return plain(StatusCode::INTERNAL_SERVER_ERROR, "try again"),
    };
    let now = app.clock.now();
    let chosen = app.db.write(move |tx| demo::choose(tx, &reference, choice, now)).await;
    if let Err(error) = chosen {
        tracing::error!(%error, "the demonstration's payment could not be made");
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "try again");
    }
    // A second click gets the same redirect; the first choice counts.
    let to = if choice == Choice::Cancel { payment.cancel_url } else { payment.return_url };
    with_location(plain(StatusCode::SEE_OTHER, ""), &to)
}

async fn find(app: &App, reference: &str) -> Result<Option<DemoPayment>> {
    let reference = reference.to_owned();
    app.db.read(move |tx| demo::find(tx, &reference)).await
}

async fn write(app: &App, payment: &DemoPayment) -> anyhow::Result<String> {
    let input = json!({
        "lang": payment.lang,
        "brand": app.config().brand.name,
        "payment": {
            "reference": payment.reference,
            "label": payment.label,
            "amount": Amount::from_minor(payment.amount),
            "currency": payment.currency,
            "is_open": payment.is_open(app.clock.now()),
            "return_url": payment.return_url,
        },
    });
    let output = app.engine.run(Entry::Demo, input.to_string(), true).await?;
    let written: Written = serde_json::from_str(&output)?;
    Ok(written.html)
}

fn page_of(html: String) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}

fn style() -> Response<Body> {
    let mut response = plain(StatusCode::OK, STYLE);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/css; charset=utf-8"));
    response
}
