//! The plain form of a waiting order's page: confirms the order without script. A GET changes nothing, so a mail scanner that
//! follows the link confirms nothing.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse as _;

use crate::app::App;
use crate::error::{Error, Result};
use crate::http::api::is_same_origin;
use crate::http::response::{plain, with_location};
use crate::http::{layers, visitor};
use crate::limits::RateClass;
use crate::order::{Actor, Command};
use crate::session;

/// `POST /order/confirm/{token}`: leads back to the order's page, which says what the order waits for.
pub async fn confirm(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    if !visitor::is_admitted(&app, &headers, peer, RateClass::Tight) {
        return layers::too_many();
    }
    if !is_same_origin(&headers, &app.config) {
        return plain(StatusCode::FORBIDDEN, "from another site");
    }
    if !session::is_token(&token) {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    }
    let lang = visitor::detected_language(&headers, &app.store_views.get());
    match follow(&app, token.clone()).await {
        Ok(lang) => see_other(&format!("/{lang}/ordersuccess?token={token}")),
        Err(Error::Refused(_)) => see_other(&format!("/{lang}/ordersuccess?token={token}&refused=1")),
        Err(error) => {
            tracing::error!(%error, "the link of a waiting order could not be followed");
            (StatusCode::INTERNAL_SERVER_ERROR, "error while processing, try later\n").into_response()
        }
    }
}

async fn follow(app: &App, token: String) -> Result<crate::domain::store_view::Lang> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
    let config = Arc::clone(&app.config);
    let command = Command { config, actor: Actor::Customer, now: app.clock.now(), random };
    app.db.write(move |tx| Ok(crate::settlement::confirm_waiting(tx, &command, &token)?.lang)).await
}

fn see_other(to: &str) -> Response<Body> {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // The URL contains a token, which must not leak as a referrer.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    with_location(response, to)
}
