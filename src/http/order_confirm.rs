//! The plain form of a waiting order's page: confirms the order without script. A GET changes nothing, so a mail scanner that
//! follows the link confirms nothing.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::response::IntoResponse as _;

use crate::app::App;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::http::plain_form::{failed, see_other, turned_away};
use crate::http::visitor;
use crate::order::{Actor, Command};
use crate::{session, settlement};

/// `POST /order/confirm/{token}`: leads back to the order's page, which says what the order waits for.
pub async fn confirm(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    if let Some(turned_away) = turned_away(&app, peer, &headers, false) {
        return turned_away;
    }
    if !session::is_token(&token) {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    }
    let lang = visitor::detected_language(&headers, &app.store_views.get());
    match follow(&app, token.clone()).await {
        Ok(lang) => see_other(&format!("/{lang}/ordersuccess?token={token}")),
        Err(Error::Refused(_)) => see_other(&format!("/{lang}/ordersuccess?token={token}&refused=1")),
        Err(error) => failed(&error, "order/confirm"),
    }
}

async fn follow(app: &App, token: String) -> Result<Lang> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
    let config = app.config();
    let command = Command { config, actor: Actor::Customer, now: app.clock.now(), random };
    app.db.write(move |tx| Ok(settlement::confirm_waiting(tx, &command, &token)?.lang)).await
}
