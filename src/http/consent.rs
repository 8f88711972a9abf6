//! The plain form of the page of cookies. A choice concerns the browser alone: it begins no session, and no row is written.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};

use crate::app::App;
use crate::consent::{CHOICE_SECONDS, Choice};
use crate::domain::store_view::Lang;
use crate::http::layers::Lines;
use crate::http::plain_form::{see_other, turned_away};
use crate::http::response::plain;
use crate::http::visitor;

/// `GET /{lang}/do/common/consent`: somebody has opened the address of the form.
pub async fn look(State(app): State<Arc<App>>, Path(lang): Path<String>) -> Response<Body> {
    page(&app, &lang).map_or_else(missing, |page| see_other(&page))
}

/// `POST /{lang}/do/common/consent`: keeps the choice in the browser for half a year, and deletes cookies that it refuses.
pub async fn choose(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(lang): Path<String>,
    headers: HeaderMap,
    Lines(body): Lines,
) -> Response<Body> {
    if let Some(turned_away) = turned_away(&app, peer, &headers, false) {
        return turned_away;
    }
    let Some(page) = page(&app, &lang) else { return missing() };
    let fields: Vec<(String, String)> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let field = |name: &str| visitor::value(&fields, name);
    let answer = field("choice").unwrap_or_default();
    let Some(choice) = Choice::of_form(answer, |name| field(name).is_some()) else { return see_other(&page) };
    let config = app.config();
    let refused = visitor::cookie_names(&headers).filter(|name| choice.refuses(name));
    // Third parties set theirs on the domains above the shop's host, too.
    let domains = parents(&config.public_url());
    let mut cookies: Vec<String> = refused
        .map(|name| visitor::lasting_cookie(name, "", 0, &config))
        .flat_map(|gone| {
            let elsewhere: Vec<String> = domains.iter().map(|domain| format!("{gone}; Domain={domain}")).collect();
            std::iter::once(gone).chain(elsewhere)
        })
        .collect();
    cookies.push(visitor::lasting_cookie("cookieConsent", &choice.record(), CHOICE_SECONDS, &config));
    let captcha = if choice.captcha { "1" } else { "0" };
    cookies.push(visitor::lasting_cookie("allowRecaptcha", captcha, CHOICE_SECONDS, &config));
    let mut response = see_other(&format!("{page}?done=saved"));
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}

/// The host of an address, and the domains above it.
fn parents(url: &str) -> Vec<String> {
    let host = url.split("://").nth(1).unwrap_or_default().split(['/', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let is_name = labels.last().is_some_and(|last| last.chars().any(char::is_alphabetic));
    let count = if is_name { labels.len().saturating_sub(1) } else { 0 };
    (0..count).map(|at| labels[at..].join(".")).collect()
}

/// The page of cookies in a language of the shop.
fn page(app: &App, code: &str) -> Option<String> {
    let stores = app.store_views.get();
    let lang: Lang = stores.languages().iter().copied().find(|lang| lang.code() == code)?;
    Some(format!("/{lang}/cookies"))
}

fn missing() -> Response<Body> {
    plain(StatusCode::NOT_FOUND, "not found\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_of_parent_domains_are_known() {
        assert_eq!(parents("https://shop.valmere.example:8443/x"), ["shop.valmere.example", "valmere.example"]);
        assert!(parents("http://127.0.0.1:8080").is_empty() && parents("http://localhost").is_empty());
    }
}
