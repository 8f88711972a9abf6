//! The one handler of `/hah_api`: checks the request, decodes arguments, runs the call in its transaction, answers.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use subtle::ConstantTimeEq;
use tracing::Instrument as _;

use crate::app::App;
use crate::call::{
    AfterCommit, Answer, Api, Call, Caller, ClaimedTag, Consents, Input, Mode, Reply, SessionChange, Style, View,
    Visitor,
};
use crate::cart;
use crate::cms;
use crate::config::Config;
use crate::customer::device;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::promotion::normalise;
use crate::error::{Error, Result};
use crate::http::layers::{self, RequestId};
use crate::http::{answers, envelope, promo_guard, visitor};
use crate::limits::RateClass;
use crate::message;
use crate::session::{self, Session};
use crate::setting;
use crate::store_view;

/// The call that shows the checkout.
const CHECKOUT: &str = "checkout/index";
/// How long a request body may take to arrive.
pub(super) const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// Answers any request below `/hah_api`.
pub async fn handle(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(id): Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    let started = Instant::now();
    // Not decoded: a path that is not UTF-8 is answered as unknown, in the envelope.
    let path = request.uri().path();
    let path = path.strip_prefix("/hah_api").unwrap_or(path).trim_matches('/').to_owned();
    if path == "openapi.json" && matches!(*request.method(), Method::GET | Method::HEAD) {
        return openapi(&app, &app.api, request.headers(), peer);
    }
    let known = app.api.find(&path).map(|call| call.path);
    let span = layers::span(id, request.method(), request.uri().path());
    let response = answer(&app, &path, peer, id, request).instrument(span).await;
    // Unknown paths share one label: clients must not create time series.
    metrics::histogram!("shop_call_seconds", "path" => known.unwrap_or("unknown"))
        .record(started.elapsed().as_secs_f64());
    response
}

/// The OpenAPI document of a table of calls.
pub fn openapi(app: &App, table: &Api, headers: &HeaderMap, peer: SocketAddr) -> Response<Body> {
    if !visitor::is_admitted(app, headers, peer, RateClass::Standard) {
        return envelope::throttled();
    }
    let mut response = Response::new(Body::from(table.openapi_text()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

async fn answer(app: &Arc<App>, path: &str, peer: SocketAddr, id: RequestId, request: Request) -> Response<Body> {
    let Some(call) = app.api.find(path) else {
        return envelope::turned_away(StatusCode::NOT_FOUND, message::UNKNOWN_CALL);
    };
    if request.method() != Method::POST {
        let mut response = envelope::turned_away(StatusCode::METHOD_NOT_ALLOWED, message::WRONG_METHOD);
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
        return response;
    }
    let (parts, body) = request.into_parts();
    // Before any check, so that failed attempts count too.
    if !visitor::is_admitted(app, &parts.headers, peer, call.rate) {
        return envelope::throttled();
    }
    if !has_services_header(&parts.headers, app) {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::SERVICES_HEADER);
    }
    if !is_same_origin(&parts.headers, &app.config()) {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::FOREIGN_ORIGIN);
    }
    let body = match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, app.config().server.max_body)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return envelope::turned_away(StatusCode::PAYLOAD_TOO_LARGE, message::TOO_LARGE),
        Err(_) => return envelope::turned_away(StatusCode::REQUEST_TIMEOUT, message::MALFORMED),
    };
    let query = visitor::query(parts.uri.query());
    let args = match decode(call, &query, &body, &app.api.schemas) {
        Ok(args) => args,
        Err(error) => return envelope::failure(&error, path),
    };
    if call.is_kept {
        return answers::answer(app, call, &query, &parts.headers, peer, args).await;
    }
    let api_request = match ApiRequest::new(app, &parts.headers, &query, peer, id) {
        Ok(api_request) => api_request.claim(visitor::promo_tag(&query, &parts.headers)).await,
        Err(error) => Err(error),
    };
    match api_request {
        Ok(api_request) => api_request.run(call.path, args).await,
        Err(error) => envelope::failure(&error, path),
    }
}

/// Whether the fixed `Services` header is sent: another site cannot send it without a preflight, which is refused.
fn has_services_header(headers: &HeaderMap, app: &App) -> bool {
    let sent = headers.get("services").map(HeaderValue::as_bytes).unwrap_or_default();
    sent.ct_eq(app.config().api.services.as_bytes()).into()
}

/// Whether the request comes from a page of this origin, or from a client that is no browser and sends neither header.
pub fn is_same_origin(headers: &HeaderMap, config: &Config) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some("same-origin" | "none") => true,
        Some(_) => false,
        None => match text("origin") {
            None => true,
            Some(origin) if !config.server.public_url.is_empty() => origin == config.public_url(),
            // Without a configured URL, any host name that reaches the shop is its own.
            Some(origin) => {
                let host = origin.split_once("://").map(|(_, host)| host);
                host.is_some() && host == text("host")
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

/// A decoded request.
pub(super) struct ApiRequest {
    app: Arc<App>,
    view: crate::call::View,
    /// The currencies that query and cookie ask for.
    currencies: [Option<String>; 2],
    token: Option<String>,
    promo_tag: Option<ClaimedTag>,
    country: Option<String>,
    network: Option<IpAddr>,
    device: Option<String>,
    browser: String,
    id: RequestId,
    consents: Consents,
    /// Whether the cookie `isLogin` says that a customer is logged in.
    says_logged_in: bool,
    random: [u8; 32],
    fresh: String,
}

/// The result of a call and its effects on cookies.
pub(super) struct Outcome {
    pub(super) reply: Result<Reply<Box<RawValue>>>,
    /// The session token to set, if it is new or its cookie is extended.
    token: Option<String>,
    /// Whether a customer is logged in now, if known.
    logged_in: Option<bool>,
}

impl Outcome {
    pub(super) fn failed(error: Error) -> Outcome {
        // This refusal precedes all other checks (decisions §5), so it says that nobody is logged in.
        let is_nobody = error.refusal().is_some_and(|refusal| refusal.message == message::LOGIN_REQUIRED);
        Outcome { reply: Err(error), token: None, logged_in: is_nobody.then_some(false) }
    }
}

/// The session of a request's token.
enum Known {
    Session(Session),
    /// Replaced by a login just now: a late request gets no session and no cookie.
    Retired,
    Unknown,
}

impl ApiRequest {
    pub(super) fn new(
        app: &Arc<App>,
        headers: &HeaderMap,
        query: &[(String, String)],
        peer: SocketAddr,
        id: RequestId,
    ) -> Result<ApiRequest> {
        let mut random = [[0_u8; 32]; 2];
        getrandom::fill(random.as_flattened_mut()).map_err(anyhow::Error::from)?;
        let [random, fresh] = random;
        let country = visitor::country(app, headers, peer);
        let stores = app.store_views.get();
        let lang = visitor::language_of_call(query, headers, &stores, &app.config());
        let currencies = [visitor::value(query, "currency"), visitor::cookie(headers, "currency")];
        let currency = stores.currency(&stores.of(lang), currencies, country.as_deref());
        let address = visitor::address(headers, peer, &app.config());
        Ok(ApiRequest {
            app: Arc::clone(app),
            view: View::new(&stores, lang, currency, app.clock.now(), &app.config()),
            currencies: currencies.map(|code| code.map(str::to_owned)),
            token: visitor::session_token(headers).map(str::to_owned),
            promo_tag: None,
            country,
            network: visitor::network(headers, address, &app.config()),
            device: visitor::cookie(headers, visitor::DEVICE).map(str::to_owned),
            browser: visitor::browser(headers),
            id,
            consents: visitor::consents(headers),
            says_logged_in: visitor::cookie(headers, visitor::IS_LOGIN) == Some("1"),
            random,
            fresh: session::new_token(&fresh),
        })
    }

    /// Adds the promo tag of the request.
    pub(super) async fn claim(self, code: Option<String>) -> Result<ApiRequest> {
        let promo_tag =
            promo_guard::claimed(&self.app, code, self.token.as_deref(), self.network, self.view.now).await?;
        Ok(ApiRequest { promo_tag, ..self })
    }

    async fn run(self, path: &'static str, args: Value) -> Response<Body> {
        let api_request = Arc::new(self);
        let outcome = api_request.outcome(path, args).await;
        let mut response = match &outcome.reply {
            Ok(reply) => envelope::success(&reply.data),
            Err(error) => envelope::failure(error, path),
        };
        api_request.set_cookies(response.headers_mut(), &outcome);
        response
    }

    /// Makes the call, with all that belongs before and behind its transaction.
    pub(super) async fn outcome(self: &Arc<Self>, path: &'static str, args: Value) -> Outcome {
        let outcome = match self.app.api.find(path) {
            Some(call) => match self.prepare(call, args).await {
                Ok(input) if call.mode == Mode::Write => Arc::clone(self).write(path, Arc::new(input)).await,
                Ok(input) => Arc::clone(self).read(path, Arc::new(input)).await,
                Err(error) => Outcome::failed(error),
            },
            None => Outcome::failed(anyhow::anyhow!("{path} left the table").into()),
        };
        Outcome { reply: self.follow_up(outcome.reply).await, ..outcome }
    }

    /// Does at the payment gateway what a reply leaves to be done after the commit, and reads its answer again. The order
    /// stands even if this fails: a client that asks again goes on from where this was left.
    async fn follow_up(&self, reply: Result<Reply<Box<RawValue>>>) -> Result<Reply<Box<RawValue>>> {
        let mut reply = reply?;
        let Some(rest) = reply.follow_up.take() else { return Ok(reply) };
        match rest.step {
            AfterCommit::OpenPayment => self.app.payments.begin(&rest.token).await?,
            AfterCommit::AskPayment => self.app.payments.refresh(&rest.token).await?,
        }
        let view = View { now: self.app.clock.now(), ..self.view.clone() };
        let data = self.app.db.read(move |tx| rest.reread(tx, &view)).await?.to_json()?;
        Ok(Reply { data, ..reply })
    }

    /// Runs the step before the transaction, if the call has one.
    async fn prepare(self: &Arc<Self>, call: &Call, args: Value) -> Result<Input> {
        if !call.is_prepared() {
            return Ok(Input::Args(args));
        }
        let api_request = Arc::clone(self);
        let known = self.app.db.read(move |tx| api_request.known(tx)).await?;
        let session = match known {
            Known::Session(session) => session,
            Known::Retired | Known::Unknown => Session::nobodys(),
        };
        call.prepare(&self.app.context, self.visitor(self.view.clone(), session), args).await
    }

    /// Runs a read call on a reader connection. It starts no session (decisions §4), unless its visitor has a promo tag, which is
    /// kept by one (`promo_guard`); that and an ageing one need the writer first.
    async fn read(self: Arc<Self>, path: &'static str, input: Arc<Input>) -> Outcome {
        let db = self.app.db.clone();
        let (api_request, early) = (Arc::clone(&self), Arc::clone(&input));
        let first = db
            .read(move |tx| {
                let (session, logged_in) = match api_request.known(tx)? {
                    Known::Session(session) if !api_request.is_due_to_slide(&session) => {
                        let logged_in = session.customer_id.is_some();
                        (session, Some(logged_in))
                    }
                    Known::Session(_) => return Ok(None),
                    Known::Unknown if api_request.has_accepted_tag(tx)? => return Ok(None),
                    Known::Retired => (Session::nobodys(), None),
                    Known::Unknown => (Session::nobodys(), Some(false)),
                };
                Ok(Some((api_request.call(tx, path, &early, session).and_then(Reply::written), logged_in)))
            })
            .await;
        match first {
            Ok(Some((reply, logged_in))) => return Outcome { reply, token: None, logged_in },
            Ok(None) => {}
            Err(error) => return Outcome::failed(error),
        }
        let api_request = Arc::clone(&self);
        let (session, token) = match db.write(move |tx| api_request.ensure_session(tx)).await {
            Ok(made) => made,
            Err(error @ Error::Refused(_)) => return Outcome::failed(error),
            // A full disk, or a database that cannot be written for another reason, keeps nobody from reading.
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "no session could be started or extended");
                let reply = db.read(move |tx| {
                    let session = match self.known(tx)? {
                        Known::Session(session) => session,
                        Known::Retired | Known::Unknown => Session::nobodys(),
                    };
                    self.call(tx, path, &input, session)?.written()
                });
                return Outcome { reply: reply.await, token: None, logged_in: None };
            }
        };
        let logged_in = Some(session.customer_id.is_some());
        let reply = db.read(move |tx| self.call(tx, path, &input, session.clone())?.written()).await;
        Outcome { reply, token, logged_in }
    }

    /// Runs a write call. Session and change are one transaction, so a refusal leaves neither.
    async fn write(self: Arc<Self>, path: &'static str, input: Arc<Input>) -> Outcome {
        let db = self.app.db.clone();
        let done = db
            .write(move |tx| {
                let (session, token) = self.ensure_session(tx)?;
                let reply = self.call(tx, path, &input, session.clone())?;
                let token = self.change_session(tx, &session, reply.session)?.or(token);
                let logged_in = match reply.session {
                    SessionChange::Keep => session.customer_id.is_some(),
                    SessionChange::LogIn(_) => true,
                    SessionChange::LogOut => false,
                };
                Ok((reply, token, logged_in))
            })
            .await;
        match done {
            Ok((reply, token, logged_in)) => Outcome { reply: reply.written(), token, logged_in: Some(logged_in) },
            Err(error) => Outcome::failed(error),
        }
    }

    fn known(&self, tx: &mut dyn Tx) -> Result<Known> {
        let Some(token) = &self.token else { return Ok(Known::Unknown) };
        Ok(match session::find(tx, token, self.view.now)? {
            Some(session) => Known::Session(session),
            None if session::is_retired(tx, token, self.view.now)? => Known::Retired,
            None => Known::Unknown,
        })
    }

    /// Whether the request has a tag that counts.
    fn has_accepted_tag(&self, tx: &mut dyn Tx) -> Result<bool> {
        match &self.promo_tag {
            Some(tag) if !tag.is_hidden => cms::is_known_tag(tx, &normalise(&tag.code), self.view.now),
            _ => Ok(false),
        }
    }

    fn is_due_to_slide(&self, session: &Session) -> bool {
        session::is_due_to_slide(session, self.view.now, self.app.config().session)
    }

    /// The session of the request, started or extended as needed, and then the token to set.
    fn ensure_session(&self, tx: &mut dyn Tx) -> Result<(Session, Option<String>)> {
        let now = self.view.now;
        let life = self.app.config().session;
        match self.known(tx)? {
            Known::Session(session) if self.is_due_to_slide(&session) => {
                session::slide(tx, &session, now, life)?;
                // The cookie is extended together with the session.
                Ok((session, self.token.clone()))
            }
            Known::Session(session) => Ok((session, None)),
            // Sent before the login was answered: the client retries with the new token.
            Known::Retired => Err(message::TRY_LATER.into()),
            Known::Unknown => Ok((session::start(tx, &self.fresh, now, life.days)?, Some(self.fresh.clone()))),
        }
    }

    /// Applies the session change of a reply; returns the new token, if there is one.
    fn change_session(&self, tx: &mut dyn Tx, session: &Session, change: SessionChange) -> Result<Option<String>> {
        let (now, days) = (self.view.now, self.app.config().session.days);
        match change {
            SessionChange::Keep => return Ok(None),
            SessionChange::LogIn(customer_id) => {
                session::log_in(tx, session, customer_id, &self.fresh, now, days, &self.browser)?;
            }
            SessionChange::LogOut => {
                session::end(tx, session.id)?;
                session::start(tx, &self.fresh, now, days)?;
            }
        }
        Ok(Some(self.fresh.clone()))
    }

    /// The visitor without their session.
    pub(super) fn nobody(&self) -> Visitor {
        self.visitor(self.view.clone(), Session::nobodys())
    }

    fn visitor(&self, view: View, session: Session) -> Visitor {
        Visitor {
            view,
            session,
            promo_tag: self.promo_tag.clone(),
            country: self.country.clone(),
            random: self.random,
            network: self.network,
            device: self.device.clone(),
            request_id: Some(self.id.to_string()),
            consents: self.consents,
        }
    }

    /// The view in another currency where the house has switched its own off a moment ago.
    fn in_offered_currency(&self, tx: &mut dyn Tx, view: View) -> Result<View> {
        if view.currency == Currency::Eur || !store_view::is_currency_off(tx, view.currency)? {
            return Ok(view);
        }
        let stores = Arc::new(store_view::load(tx, &view.config)?);
        let asked = self.currencies.each_ref().map(Option::as_deref);
        let currency = stores.currency(&stores.of(view.lang()), asked, self.country.as_deref());
        Ok(View::new(&stores, view.lang(), currency, view.now, &view.config))
    }

    fn call(&self, tx: &mut dyn Tx, path: &str, input: &Input, session: Session) -> Result<Reply<Box<dyn Answer>>> {
        let call = self.app.api.find(path).ok_or_else(|| anyhow::anyhow!("{path} left the table"))?;
        // What decides money is read in the transaction.
        let config = setting::current(tx, &self.app.in_force)?;
        let view = self.in_offered_currency(tx, View { config, ..self.view.clone() })?;
        let (session_id, now) = (session.id, view.now);
        let visitor = self.visitor(view, session);
        let reply = call.run(tx, Caller::Visitor(&visitor), input)?;
        if path == CHECKOUT && cart::has_items(tx, &visitor)? {
            self.app.visits.count_checkout(session_id, now);
        }
        Ok(reply)
    }

    pub(super) fn set_cookies(&self, headers: &mut HeaderMap, outcome: &Outcome) {
        let config = &self.app.config();
        let mut cookies = Vec::new();
        cookies.extend(outcome.token.iter().flat_map(|token| visitor::session_cookies(token, config)));
        // `isLogin` follows the session and lasts as long (decisions §4).
        if let Some(logged_in) = outcome.logged_in
            && (logged_in != self.says_logged_in || (logged_in && outcome.token.is_some()))
        {
            cookies.push(visitor::login_cookie(logged_in, config));
        }
        if let Ok(Reply { session: SessionChange::LogIn(customer_id), .. }) = &outcome.reply {
            // The session's own token stays out of it: the nonce is derived one way.
            let nonce = session::hash(&format!("device {}", self.fresh));
            let value = device::cookie(&self.app.context.secret, *customer_id, nonce, self.view.now);
            cookies.push(visitor::device_cookie(&value, config));
        }
        match &outcome.reply {
            Ok(reply) if reply.session == SessionChange::LogOut => {
                cookies.extend(visitor::greeting_cookies(None, config))
            }
            Ok(Reply { greeting: Some(greeting), .. }) if self.consents.functional => {
                cookies.extend(visitor::greeting_cookies(Some(greeting), config));
            }
            _ => {}
        }
        for cookie in cookies {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                headers.append(header::SET_COOKIE, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::fixture::{self, Shop};
    use crate::testing::fuzz;

    static API: LazyLock<crate::call::Api> = LazyLock::new(crate::app::api);

    thread_local! {
        static SHOP: Shop = fixture::shop();
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        /// Whatever the body, a call answers, refuses or finds it malformed; it is never a fault of the shop.
        #[test]
        fn any_body_is_decoded_or_malformed(
            body in fuzz::mutated("json"),
            path in prop::sample::select(vec!["cart/add", "cart/update", "order/cancel", "catalog/category"]),
        ) {
            let Some(call) = API.find(path) else { return Err(TestCaseError::fail(path)) };
            match decode(call, &[], &body, &API.schemas) {
                Ok(args) => {
                    prop_assert!(args.is_object());
                    let done = SHOP.with(|shop| {
                        let visitor = shop.visitor();
                        shop.attempt(|tx| call.run(tx, Caller::Visitor(&visitor), &Input::Args(args)).map(|_| ()))
                    });
                    prop_assert!(!matches!(done, Err(Error::Internal(_))), "{path} {done:?}");
                }
                Err(error) => prop_assert!(matches!(error, Error::Malformed(_)), "{error}"),
            }
        }
    }
}
