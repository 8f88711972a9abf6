//! A product's page before it is on sale, for who holds a link of the console: the secret leaves the address for a cookie of that
//! path, and what it opens is rendered for this request alone.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};

use super::prime::{self, Primed};
use super::query::{self, Route};
use super::render::{Failed, render};
use super::request::PageRequest;
use super::response::{redirect, with_cookie};
use crate::call::Caller;
use crate::http::visitor;
use crate::product::preview;
use crate::session;

/// Of the query and the cookie.
pub const PREVIEW: &str = "preview";

/// Whether a route can be seen before it is in the shop.
fn can_be(route: Option<&Route>) -> bool {
    route.is_some_and(|route| route.page.name == "product")
}

/// Takes the secret of a link out of the address. Any other query stays; whether the secret opens anything is not said here.
pub fn exchange(page: &PageRequest, query: &[(String, String)]) -> Option<Response<Body>> {
    let secret = query::value(query, PREVIEW).filter(|_| can_be(page.route.as_ref()))?;
    let rest: Vec<(String, String)> = query.iter().filter(|(name, _)| name != PREVIEW).cloned().collect();
    let to = format!("{}{}", page.location, query::query_string(&rest));
    // Addresses of products hold nothing else: a path with more would write attributes of its own.
    let is_plain = page.location.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_".contains(&b));
    let cookie = (is_plain && session::is_token(secret))
        .then(|| visitor::preview_cookie(secret, &page.location, preview::VALID, &page.app.config()));
    Some(kept_out(with_cookie(redirect(StatusCode::SEE_OTHER, &to), cookie)))
}

/// The secret that a request for a product's page brings.
pub fn secret<'h>(page: &PageRequest, headers: &'h HeaderMap) -> Option<&'h str> {
    let secret = || visitor::cookie(headers, PREVIEW).filter(|secret| session::is_token(secret));
    can_be(page.route.as_ref()).then(secret).flatten()
}

/// What a secret opens.
#[derive(Debug)]
pub enum Seen {
    /// The document.
    Page(String),
    /// The address that the page really has.
    Elsewhere(String),
}

/// The page of a product that is not on sale. None: the secret opens nothing, or the page is in the shop like any other.
pub async fn page(request: &PageRequest, secret: &str) -> Result<Option<Seen>, Failed> {
    let mut request = request.clone();
    request.view.for_cache = false;
    let (read, secret) = (request.clone(), secret.to_owned());
    let found = request
        .app
        .db
        .read(move |tx| {
            let mut read = read.clone();
            read.view.preview = preview::find(tx, &secret, read.view.lang(), read.view.now)?;
            if read.view.preview.is_none() {
                return Ok(None);
            }
            if let Some(route) = &read.route {
                read.view.choice.clone_from(&route.query);
            }
            let primed = prime::prime(tx, &read, Caller::View(&read.view))?;
            Ok(shows(&primed).then_some((read, primed)))
        })
        .await?;
    let Some((read, primed)) = found else { return Ok(None) };
    if let Some(moved) = primed.moved {
        return Ok(Some(Seen::Elsewhere(moved.to)));
    }
    Ok(Some(Seen::Page(render(&read, primed, true).await?)))
}

/// Whether a product was read that shoppers do not see.
fn shows(primed: &Primed) -> bool {
    let is_preview = |text: &str| {
        let product: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        product.get("is_preview").and_then(serde_json::Value::as_bool) == Some(true)
    };
    primed.status == 200 && primed.calls.values().any(|answer| is_preview(answer.get()))
}

/// Keeps an answer out of caches, indexes, and the addresses that other sites are told.
pub fn kept_out(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}
