//! Invoices as PDF: `GET /{lang}/invoice/{key}` is an order's invoice, the last of several, `/{lang}/invoice/{key}/{number}` any document of it.
//! The key is one of the order's tokens, or its number for the customer who owns it (decisions §7). Any other token leads to
//! the page that mails a new one, whether it has ended or never was; all else is the same not-found page.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse as _;
use jiff::Timestamp;

use crate::app::App;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::http::layers::RequestId;
use crate::http::response::with_location;
use crate::http::visitor;
use crate::invoice::{self, Document, InvoiceKind};
use crate::limits::RateClass;
use crate::ssr::print;
use crate::{order, session};

/// What a key leads to.
enum Found {
    Document(Box<Document>),
    Nothing,
    /// An order number without a login.
    Nobody,
    /// A token of no order.
    Ended,
}

pub async fn handle(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    id: Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    let headers = request.headers();
    if !visitor::is_admitted(&app, headers, peer, RateClass::Standard) {
        return (StatusCode::TOO_MANY_REQUESTS, "Too many requests in a short time. Please wait a minute.\n")
            .into_response();
    }
    let path = request.uri().path().to_owned();
    let mut segments = path.trim_start_matches('/').split('/');
    let lang = segments.next().and_then(Lang::from_code).filter(|lang| app.store_views.get().speaks(*lang));
    let (key, number) = (segments.nth(1).unwrap_or_default().to_owned(), segments.next().map(str::to_owned));
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let Some(lang) = lang.filter(|_| is_read) else {
        return super::handle(State(app), ConnectInfo(peer), id, request).await;
    };
    let token = visitor::session_token(headers).map(str::to_owned);
    let now = app.clock.now();
    let wanted = key.clone();
    let found = app.db.read(move |tx| find(tx, &wanted, number.as_deref(), token.as_deref(), now)).await;
    match found {
        Ok(Found::Document(document)) => {
            let name = document.number.clone();
            match print::invoice(&app.engine, *document).await {
                Ok(pdf) => file(pdf, &name),
                Err(error) => failed(&error),
            }
        }
        Ok(Found::Nobody) => {
            let to = format!("/{lang}/login?return=%2F{lang}%2Forder%2Fdetail%3Forder_number%3D{key}");
            see_other(&to)
        }
        Ok(Found::Ended) => see_other(&format!("/{lang}/paysuccess?token={key}")),
        Ok(Found::Nothing) => super::handle(State(app), ConnectInfo(peer), id, request).await,
        Err(error) => failed(&anyhow::anyhow!("{error}")),
    }
}

/// `GET /{lang}/withdrawal-form.pdf`: the model form of withdrawal, to be printed and filled in by hand.
pub async fn withdrawal_form(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    id: Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    if !visitor::is_admitted(&app, request.headers(), peer, RateClass::Standard) {
        return (StatusCode::TOO_MANY_REQUESTS, "Too many requests in a short time. Please wait a minute.\n")
            .into_response();
    }
    let lang = request.uri().path().trim_start_matches('/').split('/').next().and_then(Lang::from_code);
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let Some(lang) = lang.filter(|lang| is_read && app.store_views.get().speaks(*lang)) else {
        return super::handle(State(app), ConnectInfo(peer), id, request).await;
    };
    match print::withdrawal_form(&app.db, &app.config(), app.clock.now(), lang).await {
        Ok(Some(pdf)) => file(pdf, &print::form_name(lang)),
        Ok(None) => super::handle(State(app), ConnectInfo(peer), id, request).await,
        Err(error) => failed(&error),
    }
}

fn find(
    tx: &mut dyn Tx,
    key: &str,
    number: Option<&str>,
    session_token: Option<&str>,
    now: Timestamp,
) -> Result<Found> {
    let order = if is_order_number(key) {
        let session = session_token.map(|token| session::find(tx, token, now)).transpose()?.flatten();
        let Some(customer_id) = session.and_then(|session| session.customer_id) else { return Ok(Found::Nobody) };
        order::find_own(tx, customer_id, key)?
    } else {
        order::find_by_token(tx, key)?
    };
    let Some(order) = order else {
        return Ok(if session::is_token(key) { Found::Ended } else { Found::Nothing });
    };
    let mut documents = invoice::list_of_order(tx, order.id)?.into_iter().map(|issued| issued.document);
    let document = match number {
        Some(number) => documents.find(|document| document.number == number),
        None => documents.rfind(|document| document.kind == InvoiceKind::Invoice),
    };
    Ok(document.map_or(Found::Nothing, |document| Found::Document(Box::new(document))))
}

fn see_other(to: &str) -> Response<Body> {
    let mut response = with_location(StatusCode::SEE_OTHER.into_response(), to);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether a key is an order number such as `2026-000123`, not a token.
fn is_order_number(key: &str) -> bool {
    key.len() <= 20
        && key.split_once('-').is_some_and(|(year, rest)| {
            [year, rest].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        })
}

fn file(pdf: Vec<u8>, number: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(pdf));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"{number}.pdf\"")) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

fn failed(error: &anyhow::Error) -> Response<Body> {
    tracing::error!(error = format!("{error:#}"), "an invoice could not be printed");
    let mut response =
        (StatusCode::SERVICE_UNAVAILABLE, "The document cannot be made now. Please try again.\n").into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    response
}
