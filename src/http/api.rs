//! The one handler of `/hah_api`: checks the door, decodes, opens a transaction, runs the call, answers.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use subtle::ConstantTimeEq;

use crate::app::App;
use crate::call::{Call, Caller, Mode, Style, Then, Visitor};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::{envelope, limit, visitor};
use crate::message;
use crate::session::{self, Session};

/// How long a body of some kilobytes may take to arrive.
const BODY_PATIENCE: Duration = Duration::from_secs(20);

/// Answers any request below `/hah_api`.
pub async fn handle(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response<Body> {
    let started = Instant::now();
    let path = path.trim_matches('/').to_owned();
    if path == "openapi.json" && matches!(*request.method(), Method::GET | Method::HEAD) {
        return openapi(&app);
    }
    let known = app.api.find(&path).map(|call| call.path);
    let response = answer(&app, &path, peer, request).await;
    // Unknown paths share one label: a client must not be able to make labels.
    metrics::histogram!("shop_call_seconds", "path" => known.unwrap_or("unknown"))
        .record(started.elapsed().as_secs_f64());
    response
}

/// The contract, for clients and people.
fn openapi(app: &App) -> Response<Body> {
    let mut response = Response::new(Body::from(app.api.openapi().to_string()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

async fn answer(app: &Arc<App>, path: &str, peer: SocketAddr, request: Request) -> Response<Body> {
    let Some(call) = app.api.find(path) else {
        return envelope::turned_away(StatusCode::NOT_FOUND, message::UNKNOWN_CALL);
    };
    if request.method() != Method::POST {
        let mut response = envelope::turned_away(StatusCode::METHOD_NOT_ALLOWED, message::WRONG_METHOD);
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
        return response;
    }
    let (parts, body) = request.into_parts();
    if !has_services_header(&parts.headers, app) {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::SERVICES_HEADER);
    }
    if !is_same_origin(&parts.headers, &app.config.public_url()) {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::FOREIGN_ORIGIN);
    }
    let address = visitor::address(&parts.headers, peer, &app.config);
    if visitor::is_limited(&parts.headers, address) && !app.limits.admit(address, limit::is_weighty(path)) {
        let mut response = envelope::turned_away(StatusCode::TOO_MANY_REQUESTS, message::THROTTLED);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
        return response;
    }
    let body = match tokio::time::timeout(BODY_PATIENCE, to_bytes(body, app.config.server.max_body)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return envelope::turned_away(StatusCode::PAYLOAD_TOO_LARGE, message::TOO_LARGE),
        Err(_) => return envelope::turned_away(StatusCode::REQUEST_TIMEOUT, message::MALFORMED),
    };
    let query = visitor::query(parts.uri.query());
    let args = match decode(call, &query, &body, &app.api.schemas) {
        Ok(args) => args,
        Err(error) => return envelope::failure(&error, path),
    };
    match Asking::new(app, &parts.headers, &query, peer) {
        Ok(asking) => asking.run(call.path, args).await,
        Err(error) => envelope::failure(&error, path),
    }
}

/// The fixed `Services` header, which a foreign page cannot send without a preflight that is refused.
fn has_services_header(headers: &HeaderMap, app: &App) -> bool {
    let sent = headers.get("services").map(HeaderValue::as_bytes).unwrap_or_default();
    sent.ct_eq(app.config.api.services.as_bytes()).into()
}

/// Whether browser and page are of this origin. Clients that are no browsers send neither header.
pub fn is_same_origin(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some("same-origin" | "none") => true,
        Some(_) => false,
        None => match text("origin") {
            None => true,
            Some(origin) => {
                // A server without a configured address is reached under whatever name leads to it.
                let host = origin.split_once("://").map(|(_, host)| host);
                origin == public_url || (host.is_some() && host == text("host"))
            }
        },
    }
}

fn decode(call: &Call, query: &[(String, String)], body: &[u8], schemas: &Map<String, Value>) -> Result<Value> {
    let body = if body.is_empty() || call.style == Style::Form {
        None
    } else {
        let value: Value = serde_json::from_slice(body).map_err(|e| Error::Malformed(format!("body: {e}")))?;
        Some(value)
    };
    match body {
        Some(Value::Object(fields)) => Ok(Value::Object(fields)),
        Some(_) => Err(Error::Malformed("body: expected an object".into())),
        None if call.style == Style::Json => Ok(Value::Object(Map::new())),
        None => Ok(call.args_from_query(query, schemas)),
    }
}

/// A request on its way to its call.
struct Asking {
    app: Arc<App>,
    view: crate::call::View,
    token: Option<String>,
    promo_tag: Option<String>,
    country: Option<String>,
    network: Option<IpAddr>,
    random: [u8; 32],
    fresh: String,
}

impl Asking {
    fn new(app: &Arc<App>, headers: &HeaderMap, query: &[(String, String)], peer: SocketAddr) -> Result<Asking> {
        let mut random = [0_u8; 32];
        let mut fresh = [0_u8; 32];
        getrandom::fill(&mut random).and_then(|()| getrandom::fill(&mut fresh)).map_err(anyhow::Error::from)?;
        let country = visitor::country(headers, peer.ip(), &app.config);
        let currency = visitor::currency(visitor::value(query, "currency"), headers, country.as_deref(), &app.config);
        let store = visitor::store_of_call(query, headers, &app.config);
        let address = visitor::address(headers, peer, &app.config);
        Ok(Asking {
            app: Arc::clone(app),
            view: visitor::view(store, currency, app.clock.now(), &app.config),
            token: visitor::session_token(headers).map(str::to_owned),
            promo_tag: visitor::promo_tag(query, headers),
            country,
            network: visitor::is_limited(headers, address).then(|| limit::network(address)),
            random,
            fresh: session::new_token(&fresh),
        })
    }

    async fn run(self, path: &'static str, args: Value) -> Response<Body> {
        let app = Arc::clone(&self.app);
        let is_write = app.api.find(path).is_some_and(|call| call.mode == Mode::Write);
        let asking = Arc::new(self);
        let (outcome, is_new) =
            if is_write { asking.clone().write(path, args).await } else { asking.clone().read(path, args).await };
        let then = app.api.find(path).and_then(|call| call.then);
        let outcome = match (then, outcome) {
            (Some(then), Ok(data)) => asking.at_gateway(then, &data).await,
            (_, outcome) => outcome,
        };
        let mut response = match &outcome {
            Ok(data) => envelope::success(data),
            Err(error) => envelope::failure(error, path),
        };
        if is_new {
            asking.set_session_cookies(response.headers_mut());
        }
        response
    }

    /// What a call leaves to be done at a payment gateway, after its transaction; answers what the call answers then. The
    /// order stands whatever comes of it: who asks again is answered from where this was left.
    async fn at_gateway(self: &Arc<Self>, then: Then, data: &RawValue) -> Result<Box<RawValue>> {
        let mut answer: Value = serde_json::from_str(data.get()).map_err(anyhow::Error::from)?;
        let token = answer["token"].as_str().unwrap_or_default().to_owned();
        match then {
            // Instructions are complete as they are: nothing is opened for a transfer or a cheque.
            Then::Pay if answer["payment"]["instructions"].is_null() || answer["payment"]["method"] == "wechat" => {
                answer["payment"] = json!(self.app.desk.begin(&token).await?);
            }
            Then::Pay => {}
            Then::Ask => {
                self.app.desk.refresh(&token).await?;
                let args = json!({ "token": token });
                return Arc::clone(self).read("payment/index", args).await.0;
            }
        }
        Ok(serde_json::value::to_raw_value(&answer).map_err(anyhow::Error::from)?)
    }

    /// A call that changes nothing runs on a reader; only a missing or ageing session needs the writer first.
    async fn read(self: Arc<Self>, path: &'static str, args: Value) -> (Result<Box<RawValue>>, bool) {
        let db = self.app.db.clone();
        let asking = Arc::clone(&self);
        let early = args.clone();
        let first = db
            .read(move |tx| {
                let Some(session) = asking.find_session(tx)? else { return Ok(None) };
                Ok(Some(asking.call(tx, path, &early, session)))
            })
            .await;
        match first {
            Ok(Some(result)) => return (result, false),
            Ok(None) => {}
            Err(error) => return (Err(error), false),
        }
        let asking = Arc::clone(&self);
        let (session, is_new) = match db.write(move |tx| asking.ensure_session(tx)).await {
            Ok(made) => made,
            Err(error) => return (Err(error), false),
        };
        let result = db.read(move |tx| self.call(tx, path, &args, session.clone())).await;
        (result, is_new)
    }

    /// A call that changes something: session and change are one transaction, so a refusal leaves neither.
    async fn write(self: Arc<Self>, path: &'static str, args: Value) -> (Result<Box<RawValue>>, bool) {
        let db = self.app.db.clone();
        let outcome = db
            .write(move |tx| {
                let (session, is_new) = self.ensure_session(tx)?;
                Ok((self.call(tx, path, &args, session)?, is_new))
            })
            .await;
        match outcome {
            Ok((data, is_new)) => (Ok(data), is_new),
            Err(error) => (Err(error), false),
        }
    }

    /// The session of the request, unless it is missing or due to slide.
    fn find_session(&self, tx: &mut dyn Tx) -> Result<Option<Session>> {
        let Some(token) = &self.token else { return Ok(None) };
        let session = session::find(tx, token, self.view.now)?;
        Ok(session.filter(|s| !session::is_due_to_slide(s, self.view.now, self.app.config.session.days)))
    }

    /// The session of the request, made or moved on as needed, and whether it is new.
    fn ensure_session(&self, tx: &mut dyn Tx) -> Result<(Session, bool)> {
        let now = self.view.now;
        let days = self.app.config.session.days;
        let known = match &self.token {
            Some(token) => session::find(tx, token, now)?,
            None => None,
        };
        let Some(session) = known else { return Ok((session::start(tx, &self.fresh, now, days)?, true)) };
        if session::is_due_to_slide(&session, now, days) {
            session::slide(tx, &session, now, days)?;
        }
        Ok((session, false))
    }

    fn call(&self, tx: &mut dyn Tx, path: &str, args: &Value, session: Session) -> Result<Box<RawValue>> {
        let visitor = Visitor {
            view: self.view.clone(),
            session,
            promo_tag: self.promo_tag.clone(),
            country: self.country.clone(),
            random: self.random,
            network: self.network,
        };
        let call = self.app.api.find(path).ok_or_else(|| anyhow::anyhow!("{path} left the table"))?;
        call.run(tx, Caller::Visitor(&visitor), args.clone())
    }

    fn set_session_cookies(&self, headers: &mut HeaderMap) {
        let secure = if self.app.config.is_https() { "; Secure" } else { "" };
        let age = self.app.config.session.days * 86_400;
        let cookies = [
            format!("{}={}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}", visitor::SESSION, self.fresh),
            format!(
                "{}={}; Path=/; Max-Age={age}; SameSite=Lax{secure}",
                visitor::HANDLE,
                session::public_handle(&self.fresh)
            ),
            format!("rwflag=1; Path=/; SameSite=Lax{secure}"),
        ];
        for cookie in cookies {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                headers.append(header::SET_COOKIE, value);
            }
        }
    }
}
