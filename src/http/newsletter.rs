//! Newsletter routes outside `/hah_api`: one-click unsubscription by mail clients (RFC 8058), and the plain forms of the pages
//! that links in mails open. The token in the path is the only proof; the forms are taken from the shop's own pages only.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::response::IntoResponse as _;

use crate::app::App;
use crate::call::{View, Visitor};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::http::layers::Lines;
use crate::http::plain_form::{failed, see_other, turned_away};
use crate::http::visitor;
use crate::newsletter;
use crate::session::{self, Session};

/// The body that a mail client sends (RFC 8058 §3.2).
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

/// `GET /newsletter/unsubscribe/{token}`: mail clients without one-click open the URL in a browser. A GET changes nothing; it
/// leads to the page with the form.
pub async fn look_unsubscribe(app: State<Arc<App>>, token: Path<String>, headers: HeaderMap) -> Response<Body> {
    look(&app, "unsubscribe", &token, &headers)
}

/// `GET /newsletter/confirm/{token}`: the same for the confirmation.
pub async fn look_confirm(app: State<Arc<App>>, token: Path<String>, headers: HeaderMap) -> Response<Body> {
    look(&app, "confirm", &token, &headers)
}

fn look(app: &App, page: &str, token: &str, headers: &HeaderMap) -> Response<Body> {
    // Only a token goes into a URL.
    if !session::is_token(token) {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    }
    let lang = visitor::detected_language(headers, &app.store_views.get());
    see_other(&format!("/{lang}/newsletter/{page}?token={token}"))
}

/// `POST /newsletter/unsubscribe/{token}`: answers a mail client with 200, which must not be redirected, and redirects a
/// browser to the result page.
pub async fn unsubscribe(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Lines(body): Lines,
) -> Response<Body> {
    let is_one_click = body.trim() == ONE_CLICK;
    // Mail providers post the one-click form from anywhere.
    if let Some(turned_away) = turned_away(&app, peer, &headers, is_one_click) {
        return turned_away;
    }
    let now = app.clock.now();
    let (config, key) = (app.config(), token);
    let followed = app.db.write(move |tx| newsletter::unsubscribe_by_link(tx, &config, &key, now)).await;
    let lang = match &followed {
        Ok(Some((lang, _))) => *lang,
        _ => visitor::detected_language(&headers, &app.store_views.get()),
    };
    answer(followed.map(|done| done.is_some()), lang, "unsubscribe", is_one_click)
}

/// `POST /newsletter/confirm/{token}`: the plain form of the confirmation page.
pub async fn confirm(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    if let Some(turned_away) = turned_away(&app, peer, &headers, false) {
        return turned_away;
    }
    let lang = visitor::detected_language(&headers, &app.store_views.get());
    let confirmed = follow_confirmation(&app, &headers, lang, token).await;
    answer(confirmed, lang, "confirm", false)
}

async fn follow_confirmation(app: &App, headers: &HeaderMap, lang: Lang, token: String) -> Result<bool> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
    let stores = app.store_views.get();
    let currency = visitor::currency(None, headers, None, &stores, lang);
    let view = View::new(&stores, lang, currency, app.clock.now(), &app.config());
    let cookie = visitor::session_token(headers).map(str::to_owned);
    app.db
        .write(move |tx| {
            let session = cookie.as_deref().map(|cookie| session::find(tx, cookie, view.now)).transpose()?.flatten();
            let visitor = Visitor::new(view.clone(), session.unwrap_or(Session::nobodys()), random);
            newsletter::confirm_by_link(tx, &visitor, &token)
        })
        .await
}

fn answer(followed: Result<bool>, lang: Lang, page: &str, is_program: bool) -> Response<Body> {
    match followed {
        Ok(true) if is_program => (StatusCode::OK, "").into_response(),
        Ok(false) if is_program => (StatusCode::NOT_FOUND, "not found\n").into_response(),
        Ok(done) => see_other(&format!("/{lang}/newsletter/{page}?done={}", u8::from(done))),
        Err(error) => failed(&error, page),
    }
}
