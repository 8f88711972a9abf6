//! Redirects that need no page: a missing or misspelt language, `?currency=` and promo tags.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, StatusCode, header};

use super::query::query_string;
use super::response::redirect;
use crate::app::App;
use crate::domain::store_view::{Lang, StoreViews};
use crate::http::response::plain;
use crate::http::visitor;

/// A path whose first segment is no language: browsers are redirected to the detected one, others get 404 (decisions §1).
/// `segments`: of the path to redirect to.
pub fn without_language(stores: &StoreViews, request: &Request, segments: &[&str]) -> Response<Body> {
    let headers = request.headers();
    let accept = headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()).unwrap_or("*/*");
    if !accept.contains("text/html") && !accept.contains("*/*") {
        let mut response = plain(StatusCode::NOT_FOUND, "not found\n");
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
        return response;
    }
    let lang = visitor::detected_language(headers, stores);
    let to = located(lang, segments, &raw_query(request));
    let mut response = redirect(StatusCode::FOUND, &to);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept, Accept-Language, Cookie"));
    response
}

/// Moves `?currency=` and a promo tag from the URL into cookies.
pub fn clean_query(
    app: &App,
    stores: &StoreViews,
    lang: Lang,
    segments: &[&str],
    query: &[(String, String)],
) -> Option<Response<Body>> {
    let (special, rest): (Vec<_>, Vec<_>) =
        query.iter().cloned().partition(|(key, _)| key == "currency" || key == "promo-tag");
    if special.is_empty() {
        return None;
    }
    let mut response = redirect(StatusCode::SEE_OTHER, &located(lang, segments, &query_string(&rest)));
    for (key, value) in special {
        let cookie = if key == "currency" {
            // An unsupported value is ignored, never an error (decisions §2).
            let Some(currency) = stores.currencies().iter().find(|c| c.code().eq_ignore_ascii_case(&value)) else {
                continue;
            };
            visitor::lasting_cookie("currency", currency.code(), 365 * 86_400, &app.config())
        } else {
            let tag: String = value.trim().chars().take(40).collect();
            let tag = percent_encoding::utf8_percent_encode(&tag, percent_encoding::NON_ALPHANUMERIC).to_string();
            let age = if tag.is_empty() { 0 } else { 30 * 86_400 };
            visitor::lasting_cookie("employcode", &tag, age, &app.config())
        };
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    Some(response)
}

/// A path in a language.
pub fn located(lang: Lang, segments: &[&str], query: &str) -> String {
    // On the path of each request: one allocation.
    let long = segments.iter().map(|segment| segment.len() + 1).sum::<usize>();
    let mut path = String::with_capacity(1 + lang.code().len() + long + query.len());
    for part in [lang.code()].iter().chain(segments).filter(|part| !part.is_empty()) {
        path.push('/');
        path.push_str(part);
    }
    path.push_str(query);
    path
}

pub fn raw_query(request: &Request) -> String {
    request.uri().query().map(|query| format!("?{query}")).unwrap_or_default()
}
