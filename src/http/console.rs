//! The console: the one handler of `/console_api`, and the shell page of `/console`.
//!
//! A call is answered on the console's host only, to a page of the same origin or to a program with a token, and reads person and
//! role in its own transaction. Nothing here is shared with shoppers' sessions.

use std::io::{BufWriter, Read as _, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use cookie::time::Duration as CookieDuration;
use cookie::{Cookie, SameSite};
use futures_util::Stream;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tracing::Instrument as _;

use crate::app::App;
use crate::audit::{self, Actor};
use crate::call::{self, Call, Caller, Client, ConsoleCookie, Input, Mode as CallMode, Reply, SignedIn, View};
use crate::config::{Config, Mode, is_loopback};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::permission::Permission;
use crate::domain::store_view::{Lang, StoreViews};
use crate::error::{Error, Result, refuse};
use crate::figures;
use crate::http::layers::{self, RequestId};
use crate::http::response::{plain, with_location};
use crate::http::{api, changes, envelope, visitor};
use crate::limits::{self, RateClass};
use crate::message::{self, MessageDef};
use crate::session;
use crate::setting;
use crate::ssr::document;
use crate::staff;
use crate::staging;
use crate::throttle::{self, Key, RateLimit};
use crate::token;

/// How long a request body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);
/// Digits of a network's keyed hash.
const NETWORK_DIGITS: usize = 8;
/// Sent with a request that the page makes by itself.
const UNATTENDED: &str = "x-unattended";
/// Refusals that the audit records beside those of sign-in: somebody tried what their role does not give.
const RECORDED: [MessageDef; 4] =
    [message::STAFF_NOT_ALLOWED, message::STAFF_GRANTS_MORE, message::STAFF_LAST_OWNER, message::TOKEN_CALL_CLOSED];

/// A wrong token is recorded once in this time for each network, so that a flood fills no table.
const WRONG_RECORDED: RateLimit = RateLimit { attempts: 1, window: jiff::SignedDuration::from_mins(15) };

/// The Content-Security-Policy of the console, whatever third parties shoppers' pages load.
const CONTENT_SECURITY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                                form-action 'self'; frame-ancestors 'none'";

// ── Host and origin ─────────────────────────────────────────────────────────────────────────────────────────────────

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether the console answers on this host. With `console.host` on that alone, and in demo mode on this machine too; without
/// it on any host of a demonstration, and in production only where a request comes from this machine, as through a tunnel, and
/// shoppers' pages there load nobody else's scripts.
fn answers_on(config: &Config, host: &str, is_local: bool) -> bool {
    let is_demo = config.mode == Mode::Demo;
    if config.console.host.is_empty() {
        is_demo || (is_loopback(host) && is_local && !config.is_console_closed())
    } else {
        host.eq_ignore_ascii_case(&config.console.host) || (is_demo && is_loopback(host))
    }
}

/// What a request has to say who it is.
enum Credentials {
    Nobody,
    /// The token of a session, from its cookie.
    Session(String),
    /// The secret of a program's token, as it was sent.
    Program(String),
}

/// What follows `Authorization: Bearer`, if a request names one: a program calls. Other schemes may belong to a web server before
/// the shop. Several cannot be told apart, and are as good as a wrong one.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut claims = headers.get_all(header::AUTHORIZATION).iter().filter_map(|value| {
        let value = value.to_str().ok()?;
        let (scheme, secret) = value.split_once(' ').unwrap_or((value, ""));
        scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim())
    });
    let first = claims.next()?;
    Some(if claims.next().is_none() { first } else { "" })
}

/// The host of a request, if the console answers on it.
fn own_host<'h>(app: &App, headers: &'h HeaderMap, peer: SocketAddr) -> Option<&'h str> {
    let is_local = visitor::is_local(headers, peer.ip().to_canonical());
    text(headers, "host").filter(|host| answers_on(&app.config(), host, is_local))
}

/// The scheme of the console's page that a call comes from; none if it comes from elsewhere, or does not say.
fn own_scheme<'h>(config: &Config, headers: &'h HeaderMap, host: &str) -> Option<&'h str> {
    let scheme = origin_scheme(config, headers, host)?;
    (text(headers, "sec-fetch-site") == Some("same-origin")).then_some(scheme)
}

/// The scheme of `Origin`, if that is the console's.
fn origin_scheme<'h>(config: &Config, headers: &'h HeaderMap, host: &str) -> Option<&'h str> {
    let (scheme, from) = text(headers, "origin")?.split_once("://")?;
    let is_scheme = scheme == "https" || (scheme == "http" && (!config.is_https() || is_loopback(host)));
    (is_scheme && from.eq_ignore_ascii_case(host)).then_some(scheme)
}

/// Whether a program may call: from no page, or from the console's own.
fn is_page_foreign(config: &Config, headers: &HeaderMap, host: &str) -> bool {
    let is_foreign_site = text(headers, "sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site));
    is_foreign_site || (headers.contains_key(header::ORIGIN) && origin_scheme(config, headers, host).is_none())
}

/// Whether the console's page reads a stream over https; none if a request comes from elsewhere, or does not say. Browsers send
/// no `Origin` when a page reads from its own.
fn reads_by_https(config: &Config, headers: &HeaderMap, host: &str) -> Option<bool> {
    if headers.contains_key(header::ORIGIN) {
        return own_scheme(config, headers, host).map(|scheme| scheme == "https");
    }
    let is_forwarded = text(headers, "x-forwarded-proto") == Some("https");
    let is_https = is_forwarded || (config.is_https() && !is_loopback(host));
    (text(headers, "sec-fetch-site") == Some("same-origin")).then_some(is_https)
}

/// What answers a request on the console's own host that is not the console's: shoppers' pages could load third parties'
/// scripts in its origin. None if the request may pass.
pub fn closed(config: &Config, headers: &HeaderMap, path: &str) -> Option<Response<Body>> {
    let own = &config.console.host;
    let shops = config.server.public_url.split_once("://").map(|(_, host)| host);
    let is_own = !own.is_empty() && text(headers, "host").is_some_and(|host| host.eq_ignore_ascii_case(own));
    if !is_own || shops.is_some_and(|host| host.eq_ignore_ascii_case(own)) {
        return None;
    }
    let is_open = ["/console", "/console_api", "/favicon.ico", "/healthz", "/readyz"].contains(&path)
        || ["/console/", "/console_api/", "/assets/", "/media/"].iter().any(|folder| path.starts_with(folder));
    match path {
        "/" => {
            let mut response = plain(StatusCode::FOUND, "");
            response.headers_mut().remove(header::CONTENT_TYPE);
            Some(with_location(response, "/console"))
        }
        _ => (!is_open).then(|| plain(StatusCode::NOT_FOUND, "not found\n")),
    }
}

fn secured(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

// ── The shell page ──────────────────────────────────────────────────────────────────────────────────────────────────

/// `GET /console` and everything below it: a page that loads the console.
pub async fn page(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response<Body> {
    let Some(host) = own_host(&app, &headers, peer) else { return plain(StatusCode::NOT_FOUND, "not found\n") };
    if !visitor::is_admitted(&app, &headers, peer, RateClass::Standard) {
        return layers::too_many();
    }
    // Browsers tell where a call comes from, and keep its cookie, on such origins only.
    let is_https = app.config().is_https() || text(&headers, "x-forwarded-proto") == Some("https");
    let text = if is_https || is_loopback(host) {
        document::console(&app.assets, &app.config().brand.name)
    } else {
        document::console_notice(&app.config().brand.name, NEEDS_HTTPS)
    };
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    secured(response)
}

const NEEDS_HTTPS: &str = "The console opens over https:// or as http://localhost with the shop’s port only; from another machine, \
                           through a tunnel: ssh -L 8080:localhost:8080 SERVER.";

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Answers any request below `/console_api`.
pub async fn handle(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(id): Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    let started = Instant::now();
    let path = request.uri().path();
    let path = path.strip_prefix("/console_api").unwrap_or(path).trim_matches('/').to_owned();
    let known = app.console_api.find(&path).map(|call| call.path);
    let span = layers::span(id, request.method(), request.uri().path());
    let response = answer(&app, &path, peer, request).instrument(span).await;
    metrics::histogram!("shop_console_call_seconds", "path" => known.unwrap_or("unknown"))
        .record(started.elapsed().as_secs_f64());
    secured(response)
}

async fn answer(app: &Arc<App>, path: &str, peer: SocketAddr, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let headers = &parts.headers;
    let Some(host) = own_host(app, headers, peer) else {
        return envelope::turned_away(StatusCode::NOT_FOUND, message::UNKNOWN_CALL);
    };
    if path == "openapi.json" && matches!(parts.method, Method::GET | Method::HEAD) {
        return api::openapi(app, &app.console_api, headers, peer);
    }
    if path == "changes" && parts.method == Method::GET {
        return stream(app, headers, parts.uri.query().unwrap_or_default(), host, peer).await;
    }
    if path == FILE && parts.method == Method::GET {
        return anonymised_file(app, headers, host, peer).await;
    }
    if path == ARCHIVE && parts.method == Method::GET {
        return month_archive(app, headers, parts.uri.query(), host, peer).await;
    }
    let Some(call) = app.console_api.find(path) else {
        return envelope::turned_away(StatusCode::NOT_FOUND, message::UNKNOWN_CALL);
    };
    if parts.method != Method::POST {
        let mut response = envelope::turned_away(StatusCode::METHOD_NOT_ALLOWED, message::WRONG_METHOD);
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
        return response;
    }
    // Before any check, so that failed attempts count too.
    if !visitor::is_admitted(app, headers, peer, call.rate) {
        return envelope::throttled();
    }
    let Some(is_https) = is_from_own(&app.config(), headers, host) else {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::CONSOLE_FOREIGN_ORIGIN);
    };
    if bearer(headers).is_some() && has_session_cookie(headers) {
        return envelope::turned_away(StatusCode::BAD_REQUEST, message::TOKEN_WITH_COOKIE);
    }
    // A form of another site can send other types without asking.
    let media = text(headers, "content-type").and_then(|value| value.split(';').next()).unwrap_or_default();
    if !media.trim().eq_ignore_ascii_case("application/json") {
        return envelope::turned_away(StatusCode::UNSUPPORTED_MEDIA_TYPE, message::MALFORMED);
    }
    let request = match ConsoleRequest::new(app, headers, peer, is_https) {
        Ok(request) => Arc::new(request),
        Err(error) => return envelope::failure(&error, path),
    };
    if let Credentials::Program(secret) = &request.credentials
        && let Some(response) = request.turn_away_program(call, secret).await
    {
        return response;
    }
    // Megabytes are read from those only who may send them.
    if call.max_body.is_some()
        && let Err(error) = request.admit(call).await
    {
        request.record_refusal(call.path, &error).await;
        return envelope::failure(&error, path);
    }
    let body =
        match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, call.max_body.unwrap_or(app.config().server.max_body)))
            .await
        {
            Ok(Ok(body)) => body,
            Ok(Err(_)) => return envelope::turned_away(StatusCode::PAYLOAD_TOO_LARGE, message::TOO_LARGE),
            Err(_) => return envelope::turned_away(StatusCode::REQUEST_TIMEOUT, message::MALFORMED),
        };
    match decode(&body) {
        Ok(args) => request.run(call, args).await,
        Err(error) => envelope::failure(&error, path),
    }
}

/// Whether a call of the console's page, or of a program, came by https; none if it comes from another page, or does not say where
/// from.
fn is_from_own(config: &Config, headers: &HeaderMap, host: &str) -> Option<bool> {
    match bearer(headers) {
        // No cookie is set or read: the scheme does not matter.
        Some(_) => (!is_page_foreign(config, headers, host)).then_some(false),
        None => own_scheme(config, headers, host).map(|scheme| scheme == "https"),
    }
}

/// Whether a request carries the cookie of a session, under either name.
fn has_session_cookie(headers: &HeaderMap) -> bool {
    [true, false].into_iter().any(|is_https| visitor::cookie(headers, cookie_name(is_https)).is_some())
}

/// The stream of changes. A page that somebody looks at reads it; programs ask when they want to know.
async fn stream(app: &Arc<App>, headers: &HeaderMap, query: &str, host: &str, peer: SocketAddr) -> Response<Body> {
    if !visitor::is_admitted(app, headers, peer, RateClass::Standard) {
        return envelope::throttled();
    }
    if bearer(headers).is_some() {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::TOKEN_CALL_CLOSED);
    }
    let Some(is_https) = reads_by_https(&app.config(), headers, host) else {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::CONSOLE_FOREIGN_ORIGIN);
    };
    let opened = async {
        let request = Arc::new(ConsoleRequest::new(app, headers, peer, is_https)?);
        let asking = Arc::clone(&request);
        let who = app.db.read(move |tx| asking.identify(tx)).await?;
        let session = match &request.credentials {
            Credentials::Session(token) => Some(token.clone()),
            Credentials::Nobody | Credentials::Program(_) => None,
        };
        changes::open(&app.live, &app.config(), headers, query, session, who)
    };
    opened.await.unwrap_or_else(|error| envelope::failure(&error, "changes"))
}

/// The paths of files that a link of the console's page leads to: the anonymised copy, and the archive of a month.
const FILE: &str = "staging/file";
const ARCHIVE: &str = "figures/archive";

/// The request behind a link to a file: as a call with fresh proof.
fn file_request(
    app: &Arc<App>,
    path: &str,
    headers: &HeaderMap,
    host: &str,
    peer: SocketAddr,
) -> Result<Arc<ConsoleRequest>, Box<Response<Body>>> {
    if !visitor::is_admitted(app, headers, peer, RateClass::Tight) {
        return Err(Box::new(envelope::throttled()));
    }
    let Some(is_https) = reads_by_https(&app.config(), headers, host) else {
        return Err(Box::new(envelope::turned_away(StatusCode::FORBIDDEN, message::CONSOLE_FOREIGN_ORIGIN)));
    };
    match ConsoleRequest::new(app, headers, peer, is_https) {
        Ok(request) => Ok(Arc::new(request)),
        Err(error) => Err(Box::new(envelope::failure(&error, path))),
    }
}

/// A file as it is saved.
fn attachment(body: Body, media_type: &'static str, name: &str) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

/// The anonymised copy, streamed: it may be larger than memory.
async fn anonymised_file(app: &Arc<App>, headers: &HeaderMap, host: &str, peer: SocketAddr) -> Response<Body> {
    let request = match file_request(app, FILE, headers, host, peer) {
        Ok(request) => request,
        Err(response) => return *response,
    };
    let opened = async {
        let asking = Arc::clone(&request);
        app.db
            .write(move |tx| {
                let client = asking.client(asking.identify(tx)?);
                let member = call::admitted(&client, Permission::System)?;
                staging::downloaded(tx, &member)
            })
            .await?;
        let path = staging::file(&app.config());
        let file = tokio::task::spawn_blocking(move || std::fs::File::open(path)).await.map_err(anyhow::Error::from)?;
        let file = file.map_err(|_| refuse(message::STAGING_NONE))?;
        let bytes = file.metadata().map_err(anyhow::Error::from)?.len();
        Ok::<_, Error>((file, bytes))
    };
    let (file, bytes) = match opened.await {
        Ok(opened) => opened,
        Err(error) => {
            request.record_refusal(FILE, &error).await;
            return envelope::failure(&error, FILE);
        }
    };
    let mut response = attachment(Body::from_stream(portions(file)), "application/vnd.sqlite3", staging::NAME);
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(bytes));
    response
}

/// The accountant's archive of a month, written while it is sent. One is made at a time.
async fn month_archive(
    app: &Arc<App>,
    headers: &HeaderMap,
    query: Option<&str>,
    host: &str,
    peer: SocketAddr,
) -> Response<Body> {
    let request = match file_request(app, ARCHIVE, headers, host, peer) {
        Ok(request) => request,
        Err(response) => return *response,
    };
    let query = visitor::query(query);
    let month = query.iter().find(|(name, _)| name == "month").map(|(_, value)| value.clone()).unwrap_or_default();
    let opened = async {
        let asking = Arc::clone(&request);
        let allowed = move |tx: &mut dyn Tx| {
            let config = setting::current(tx, &asking.app.in_force)?;
            let stores = asking.app.store_views.current(tx, &config)?;
            let client = asking.client_under(&config, &stores, asking.identify(tx)?);
            call::admitted(&client, Permission::FiguresRead)
        };
        // Nobody else holds up those who may.
        app.db.read(allowed.clone()).await?;
        let span = figures::parse_month(&month, request.now)?;
        let turn = Arc::clone(&app.archive_turn).try_lock_owned().map_err(|_| refuse(message::FIGURES_BUSY))?;
        let view = app
            .db
            .write(move |tx| {
                let member = allowed(tx)?;
                figures::downloaded(tx, &member, span)?;
                Ok(member.client.view)
            })
            .await?;
        Ok::<_, Error>((figures::Archive { view, span }, turn))
    };
    let (archive, turn) = match opened.await {
        Ok(opened) => opened,
        Err(error) => {
            request.record_refusal(ARCHIVE, &error).await;
            return envelope::failure(&error, ARCHIVE);
        }
    };
    let (sender, receiver) = tokio::sync::mpsc::channel(PORTIONS_AHEAD);
    let (span, context, runtime) = (tracing::Span::current(), Arc::clone(&app.context), Handle::current());
    tokio::task::spawn_blocking(move || {
        let _held = turn;
        let _entered = span.entered();
        let mut body =
            ToBody { sender, runtime: runtime.clone(), until: Instant::now() + ARCHIVE_TIME, is_whole: false };
        let out = BufWriter::with_capacity(PORTION, &mut body);
        match figures::write_archive(&archive, figures::Source::of(&context), out, &runtime) {
            Ok(()) => body.is_whole = true,
            // A reader who has gone is nobody's fault.
            Err(_) if body.sender.is_closed() => {}
            Err(error) => tracing::error!(error = format!("{error:#}"), "an archive could not be written"),
        }
    });
    let body = Body::from_stream(futures_util::stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|portion| (portion, receiver))
    }));
    attachment(body, "application/zip", &format!("shop-{month}.zip"))
}

/// Portions that are written before the first of them is sent.
const PORTIONS_AHEAD: usize = 4;

/// The longest that an archive may take, so that a reader who has stopped reading holds up nobody.
const ARCHIVE_TIME: Duration = Duration::from_secs(30 * 60);

/// Sends what is written as the body of a response; fails once nobody reads it.
struct ToBody {
    sender: tokio::sync::mpsc::Sender<std::io::Result<Vec<u8>>>,
    runtime: Handle,
    until: Instant,
    is_whole: bool,
}

impl Write for ToBody {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let sent = tokio::time::timeout_at(self.until.into(), self.sender.send(Ok(bytes.to_vec())));
        match self.runtime.block_on(sent) {
            Ok(Ok(())) => Ok(bytes.len()),
            Ok(Err(_)) => Err(std::io::ErrorKind::BrokenPipe.into()),
            Err(_) => Err(std::io::ErrorKind::TimedOut.into()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Drop for ToBody {
    /// What is not whole ends as a failure, however its writing ended.
    fn drop(&mut self) {
        if !self.is_whole {
            drop(self.sender.try_send(Err(std::io::Error::other("the archive could not be written"))));
        }
    }
}

/// Bytes of a file that are read at a time.
const PORTION: usize = 256 << 10;

fn portions(file: std::fs::File) -> impl Stream<Item = std::io::Result<Vec<u8>>> {
    futures_util::stream::try_unfold(file, |mut file| async move {
        let read = tokio::task::spawn_blocking(move || {
            let mut portion = vec![0; PORTION];
            let count = file.read(&mut portion)?;
            portion.truncate(count);
            Ok::<_, std::io::Error>((portion, file))
        });
        let (portion, file) = read.await.map_err(std::io::Error::other)??;
        Ok(if portion.is_empty() { None } else { Some((portion, file)) })
    })
}

/// The arguments: a JSON object, or nothing.
fn decode(body: &[u8]) -> Result<Value> {
    if body.is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    match serde_json::from_slice(body) {
        Ok(Value::Object(fields)) => Ok(Value::Object(fields)),
        Ok(_) => Err(Error::Malformed("body: expected an object".into())),
        Err(error) => Err(Error::Malformed(format!("body: {error}"))),
    }
}

/// A request of the console's page, or of a program.
struct ConsoleRequest {
    app: Arc<App>,
    now: jiff::Timestamp,
    credentials: Credentials,
    is_https: bool,
    network: IpAddr,
    browser: String,
    /// Where nobody is signed in.
    lang: Lang,
    /// The page reads again what has changed, and nobody has touched it for a while: such a request keeps no session open.
    is_unattended: bool,
    random: [u8; 32],
}

impl ConsoleRequest {
    fn new(app: &Arc<App>, headers: &HeaderMap, peer: SocketAddr, is_https: bool) -> Result<ConsoleRequest> {
        let mut random = [0_u8; 32];
        getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
        let cookie = || visitor::cookie(headers, cookie_name(is_https)).filter(|token| session::is_token(token));
        let credentials = match bearer(headers) {
            Some(secret) => Credentials::Program(secret.to_owned()),
            None => cookie().map_or(Credentials::Nobody, |token| Credentials::Session(token.to_owned())),
        };
        Ok(ConsoleRequest {
            app: Arc::clone(app),
            now: app.clock.now(),
            credentials,
            is_https,
            network: limits::network(visitor::address(headers, peer, &app.config())),
            browser: visitor::browser(headers),
            lang: visitor::detected_language(headers, &app.store_views.get()),
            is_unattended: headers.contains_key(UNATTENDED),
            random,
        })
    }

    /// What answers a program whose token is wrong, or makes too many requests; none if it may go on. Wrong ones are answered alike,
    /// whatever is wrong with them, and recorded now and then.
    async fn turn_away_program(self: &Arc<Self>, call: &Call, secret: &str) -> Option<Response<Body>> {
        let found = if token::is_secret(secret) {
            let request = Arc::clone(self);
            self.app.db.read(move |tx| request.identify(tx)).await
        } else {
            Err(message::TOKEN_WRONG.into())
        };
        match found {
            Ok(who) => match who.and_then(|who| who.token_id) {
                Some(id) if !self.app.limits.admit_token(id) => Some(envelope::throttled()),
                _ => None,
            },
            Err(error) if is_wrong_token(&error) => Some(self.wrong_token(call.path).await),
            Err(error) => Some(envelope::failure(&error, call.path)),
        }
    }

    /// The answer to a wrong token.
    async fn wrong_token(self: &Arc<Self>, path: &'static str) -> Response<Body> {
        if !self.app.limits.admit_wrong_token(self.network) {
            return envelope::throttled();
        }
        let request = Arc::clone(self);
        let recorded = self.app.db.write(move |tx| {
            let key = Key::new(&request.app.context.secret, "console token", &request.network.to_string());
            if !throttle::attempt(tx, key, WRONG_RECORDED, request.now)? {
                return Ok(());
            }
            // Of one that was good once it is told which.
            let known = match &request.credentials {
                Credentials::Program(secret) if token::is_secret(secret) => token::find_claimed(tx, secret)?,
                _ => None,
            };
            let actor = known.map_or(Actor::Anybody, Actor::Token);
            let origin = request.client(None).audit_origin();
            audit::record_refusal(tx, &actor, &origin, path, None, message::TOKEN_WRONG.id, request.now)
        });
        if let Err(error) = recorded.await {
            tracing::error!(path, error = format!("{error:#}"), "a wrong token could not be recorded");
        }
        let mut response = envelope::turned_away(StatusCode::UNAUTHORIZED, message::TOKEN_WRONG);
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        response
    }

    /// Refuses a client that may not make a call.
    async fn admit(self: &Arc<Self>, call: &Call) -> Result<()> {
        let request = Arc::clone(self);
        let signed_in = self.app.db.read(move |tx| request.identify(tx)).await?;
        call.check_console(&self.client(signed_in))
    }

    async fn run(self: Arc<Self>, call: &Call, args: Value) -> Response<Body> {
        let reply = Arc::clone(&self).outcome(call, args).await;
        let mut response = match &reply {
            Ok(reply) => envelope::success(&reply.data),
            // Revoked, or its maker disabled, since the request began.
            Err(error) if is_wrong_token(error) => self.wrong_token(call.path).await,
            Err(error) => envelope::failure(error, call.path),
        };
        match &reply {
            Ok(Reply { console_cookie: Some(change), .. }) => self.set_cookie(response.headers_mut(), change),
            Ok(_) => {}
            Err(error) => self.record_refusal(call.path, error).await,
        }
        response
    }

    async fn outcome(self: Arc<Self>, call: &Call, args: Value) -> Result<Reply<Box<RawValue>>> {
        let (db, path, mode) = (self.app.db.clone(), call.path, call.mode);
        let input = if call.is_prepared() {
            let request = Arc::clone(&self);
            let signed_in = db.read(move |tx| request.identify(tx)).await?;
            call.prepare_console(&self.app.context, self.client(signed_in), args).await?
        } else {
            Input::Args(args)
        };
        if mode == CallMode::Write {
            let done = db.write(move |tx| {
                let signed_in = self.identify(tx)?;
                if let Some(who) = &signed_in {
                    self.touch(tx, who)?;
                }
                self.call(tx, path, &input, signed_in)
            });
            return done.await?.written();
        }
        let request = Arc::clone(&self);
        let (reply, who) = db
            .read(move |tx| {
                let signed_in = request.identify(tx)?;
                let reply = request.call(tx, path, &input, signed_in.clone())?.written()?;
                Ok((reply, signed_in))
            })
            .await?;
        let (now, is_attended) = (self.now, !self.is_unattended);
        if let Some(who) = who.filter(|who| is_attended && staff::is_due_to_touch(who, now))
            && let Err(error) = db.write(move |tx| self.touch(tx, &who)).await
        {
            // A database that cannot be written keeps nobody from reading.
            tracing::error!(error = format!("{error:#}"), "a request of the console could not be recorded");
        }
        Ok(reply)
    }

    fn call(
        &self,
        tx: &mut dyn Tx,
        path: &str,
        input: &Input,
        signed_in: Option<SignedIn>,
    ) -> Result<Reply<Box<dyn crate::call::Answer>>> {
        let call = self.app.console_api.find(path).ok_or_else(|| anyhow::anyhow!("{path} left the table"))?;
        let config = setting::current(tx, &self.app.in_force)?;
        let stores = self.app.store_views.current(tx, &config)?;
        call.run(tx, Caller::Console(&self.client_under(&config, &stores, signed_in)), input)
    }

    /// Who calls.
    ///
    /// # Errors
    ///
    /// Refused with a token that is not in force.
    fn identify(&self, tx: &mut dyn Tx) -> Result<Option<SignedIn>> {
        match &self.credentials {
            Credentials::Nobody => Ok(None),
            Credentials::Session(token) => staff::identify(tx, token, self.now),
            Credentials::Program(secret) => match token::identify(tx, secret, self.now)? {
                Some(program) => Ok(Some(program)),
                None => Err(message::TOKEN_WRONG.into()),
            },
        }
    }

    /// Records the request of a session, or of a token, if that is due.
    fn touch(&self, tx: &mut dyn Tx, who: &SignedIn) -> Result<()> {
        match who.token_id {
            Some(id) if staff::is_due_to_touch(who, self.now) => token::touch(tx, id, &self.network_hash(), self.now),
            Some(_) => Ok(()),
            None => staff::touch(tx, who, self.now),
        }
    }

    /// Keyed hash of the network, as lists show it.
    fn network_hash(&self) -> String {
        let key = Key::new(&self.app.context.secret, "console network", &self.network.to_string());
        key.handle().chars().take(NETWORK_DIGITS).collect()
    }

    fn client(&self, signed_in: Option<SignedIn>) -> Client {
        self.client_under(&self.app.config(), &self.app.store_views.get(), signed_in)
    }

    fn client_under(&self, config: &Arc<Config>, stores: &Arc<StoreViews>, signed_in: Option<SignedIn>) -> Client {
        let lang = signed_in.as_ref().and_then(|who| Lang::from_code(&who.lang)).unwrap_or(self.lang);
        Client {
            view: View::new(stores, lang, Currency::Eur, self.now, config),
            signed_in,
            network: self.network,
            network_hash: self.network_hash(),
            browser: self.browser.clone(),
            random: self.random,
        }
    }

    /// Records a refusal in a transaction of its own, as the call's is undone.
    async fn record_refusal(self: &Arc<Self>, path: &'static str, error: &Error) {
        let Some(refusal) = error.refusal().filter(|it| RECORDED.iter().any(|def| it.message == *def)) else { return };
        let (request, reason) = (Arc::clone(self), refusal.message.id);
        let recorded = self.app.db.write(move |tx| {
            let Some(who) = request.identify(tx)? else { return Ok(()) };
            let (actor, id) = (who.actor(), who.staff_id);
            let origin = request.client(Some(who)).audit_origin();
            audit::record_refusal(tx, &actor, &origin, path, Some(id), reason, request.now)
        });
        if let Err(error) = recorded.await {
            tracing::error!(path, error = format!("{error:#}"), "a refusal could not be recorded");
        }
    }

    fn set_cookie(&self, headers: &mut HeaderMap, change: &ConsoleCookie) {
        let (token, age) = match change {
            ConsoleCookie::Set(token) => (token.as_str(), staff::LONGEST.as_secs()),
            ConsoleCookie::Clear => ("", 0),
        };
        let cookie = Cookie::build((cookie_name(self.is_https), token))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(self.is_https)
            .max_age(CookieDuration::seconds(age));
        if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
            headers.append(header::SET_COOKIE, value);
        }
    }
}

fn is_wrong_token(error: &Error) -> bool {
    error.refusal().is_some_and(|refusal| refusal.message == message::TOKEN_WRONG)
}

/// The session's cookie. The prefix lets browsers refuse one that another host or an unprotected connection has set
/// (RFC 6265bis §4.1.3.2); it needs https.
fn cookie_name(is_https: bool) -> &'static str {
    if is_https { "__Host-console" } else { "console" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::CaptchaProvider;

    fn config(change: impl Fn(&mut Config)) -> Config {
        let mut config = Config::load(None, std::iter::empty()).expect("the defaults");
        change(&mut config);
        config
    }

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.parse().expect("name"), value.parse().expect("value"))).collect()
    }

    #[test]
    fn production_answers_on_its_host_or_to_this_machine_only() {
        let demo = config(|_| {});
        assert!(answers_on(&demo, "shop.example", false) && answers_on(&demo, "localhost:8080", true));
        let production = config(|config| config.mode = Mode::Production);
        assert!(answers_on(&production, "localhost:8080", true) && answers_on(&production, "[::1]:8080", true));
        assert!(!answers_on(&production, "localhost:8080", false), "a name that a client has made up");
        assert!(!answers_on(&production, "shop.example", true) && !answers_on(&production, "shop.example", false));
        for change in [
            |config: &mut Config| config.analytics.tag_manager_id = "GTM-1".into(),
            |config: &mut Config| config.analytics.matomo_url = "https://stats.example".into(),
            |config: &mut Config| config.captcha.provider = CaptchaProvider::Recaptcha,
        ] {
            let scripted = config(|config| {
                config.mode = Mode::Production;
                change(config);
            });
            assert!(!answers_on(&scripted, "localhost:8080", true), "beside scripts of others");
            assert!(scripted.warnings().iter().any(|warning| warning.key == "console.host"));
        }
        let named = config(|config| {
            config.mode = Mode::Production;
            config.console.host = "console.shop.example".into();
            config.captcha.provider = CaptchaProvider::Recaptcha;
        });
        assert!(named.warnings().iter().all(|warning| warning.key != "console.host"));
        assert!(answers_on(&named, "Console.shop.example", false));
        assert!(!answers_on(&named, "shop.example", false) && !answers_on(&named, "localhost:8080", true));
    }

    #[test]
    fn calls_come_from_the_console_s_own_page_only() {
        let demo = config(|_| {});
        let from = |config: &Config, origin: &str, site: &str, host: &str| {
            own_scheme(config, &headers(&[("origin", origin), ("sec-fetch-site", site)]), host).map(str::to_owned)
        };
        assert_eq!(from(&demo, "http://localhost:80", "same-origin", "localhost:80").as_deref(), Some("http"));
        assert_eq!(from(&demo, "https://a.example", "same-origin", "a.example").as_deref(), Some("https"));
        for (origin, site) in [
            ("http://localhost:81", "same-origin"),
            ("http://localhost:80", "same-site"),
            ("http://localhost:80", "cross-site"),
            ("http://localhost:80", "none"),
            ("ftp://localhost:80", "same-origin"),
            ("null", "same-origin"),
        ] {
            assert_eq!(from(&demo, origin, site, "localhost:80"), None, "{origin} {site}");
        }
        assert_eq!(own_scheme(&demo, &headers(&[("origin", "http://localhost:80")]), "localhost:80"), None);
        assert_eq!(own_scheme(&demo, &headers(&[("sec-fetch-site", "same-origin")]), "localhost:80"), None);
        let https = config(|config| config.server.public_url = "https://a.example".into());
        assert_eq!(from(&https, "http://a.example", "same-origin", "a.example"), None);
        assert_eq!(from(&https, "http://localhost:80", "same-origin", "localhost:80").as_deref(), Some("http"));
    }

    #[test]
    fn streams_are_read_by_the_console_s_own_page_only() {
        let demo = config(|_| {});
        let https = config(|config| config.server.public_url = "https://a.example".into());
        let by =
            |config: &Config, list: &[(&'static str, &str)], host: &str| reads_by_https(config, &headers(list), host);
        let own = [("sec-fetch-site", "same-origin")];
        assert_eq!(by(&demo, &own, "localhost:80"), Some(false));
        assert_eq!(by(&https, &own, "a.example"), Some(true));
        assert_eq!(by(&https, &own, "localhost:80"), Some(false), "through a tunnel");
        assert_eq!(by(&demo, &[own[0], ("x-forwarded-proto", "https")], "a.example"), Some(true));
        assert_eq!(by(&demo, &[own[0], ("origin", "https://a.example")], "a.example"), Some(true));
        assert_eq!(by(&demo, &[own[0], ("origin", "https://b.example")], "a.example"), None);
        for site in ["cross-site", "same-site", "none"] {
            assert_eq!(by(&demo, &[("sec-fetch-site", site)], "localhost:80"), None, "{site}");
        }
        assert_eq!(by(&demo, &[], "localhost:80"), None);
    }

    #[test]
    fn programs_call_from_no_page_but_the_console_s_own() {
        let demo = config(|_| {});
        let by = |list: &[(&'static str, &str)]| is_from_own(&demo, &headers(list), "localhost:80");
        let token = ("authorization", "bearer hah_x");
        assert_eq!(by(&[token]), Some(false));
        assert_eq!(by(&[token, ("origin", "http://localhost:80")]), Some(false));
        assert_eq!(by(&[token, ("sec-fetch-site", "none")]), Some(false));
        for (name, value) in [
            ("origin", "http://localhost:81"),
            ("origin", "https://evil.example"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert_eq!(by(&[token, (name, value)]), None, "{name}: {value}");
        }
        assert_eq!(by(&[("authorization", "Basic YTpi")]), None, "of a web server before the shop");
    }

    #[test]
    fn one_bearer_is_read_and_several_are_as_good_as_none() {
        let claim = |list: &[(&'static str, &str)]| bearer(&headers(list)).map(str::to_owned);
        assert_eq!(claim(&[("authorization", "Bearer  a ")]).as_deref(), Some("a"));
        assert_eq!(claim(&[("authorization", "Basic a")]), None);
        assert_eq!(claim(&[("authorization", "Bearer")]).as_deref(), Some(""));
        let mut two = HeaderMap::new();
        for value in ["Bearer a", "Bearer b"] {
            two.append(header::AUTHORIZATION, HeaderValue::from_static(value));
        }
        assert_eq!(bearer(&two), Some(""));
        for name in ["console", "__Host-console"] {
            assert!(has_session_cookie(&headers(&[("cookie", &format!("a=b; {name}=c"))])), "{name}");
        }
        assert!(!has_session_cookie(&headers(&[("cookie", "consoles=c")])));
    }

    #[test]
    fn own_host_serves_nothing_but_the_console() {
        let named = config(|config| {
            config.server.public_url = "https://shop.example".into();
            config.console.host = "console.shop.example".into();
        });
        let status = |host: &str, path: &str| {
            closed(&named, &headers(&[("host", host)]), path).map(|response| response.status().as_u16())
        };
        for path in ["/console", "/console/orders", "/console_api/staff/session", "/assets/a.js", "/media/icon.svg"] {
            assert_eq!(status("console.shop.example", path), None, "{path}");
        }
        for path in ["/en", "/hah_api/cart/add", "/consoles", "/en/p/x", "/robots.txt", "/newsletter/confirm/x"] {
            assert_eq!(status("console.shop.example", path), Some(404), "{path}");
        }
        assert_eq!(status("console.shop.example", "/"), Some(302));
        assert_eq!(status("shop.example", "/en"), None);
        assert!(closed(&config(|_| {}), &headers(&[("host", "localhost")]), "/en").is_none());
    }
}
