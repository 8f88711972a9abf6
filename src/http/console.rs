//! The console: the one handler of `/console_api`, and the shell page of `/console`.
//!
//! A call is answered on the console's host only, to a page of the same origin only, and reads person and role in its own
//! transaction. Nothing here is shared with shoppers' sessions.

use std::io::Read as _;
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
use tracing::Instrument as _;

use crate::app::App;
use crate::audit::{self, Actor};
use crate::call::{self, Call, Caller, Client, ConsoleCookie, Input, Mode as CallMode, Reply, SignedIn, View};
use crate::config::{Config, Mode, is_loopback};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::permission::Permission;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result, refuse};
use crate::http::layers::{self, RequestId};
use crate::http::response::{plain, with_location};
use crate::http::{api, changes, envelope, visitor};
use crate::limits::{self, RateClass};
use crate::message::{self, MessageDef};
use crate::session;
use crate::ssr::document;
use crate::staff;
use crate::staging;
use crate::throttle::Key;

/// How long a request body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);
/// Digits of a network's keyed hash.
const NETWORK_DIGITS: usize = 8;
/// Sent with a request that the page makes by itself.
const UNATTENDED: &str = "x-unattended";
/// Refusals that the audit records beside those of sign-in: somebody tried what their role does not give.
const RECORDED: [MessageDef; 3] = [message::STAFF_NOT_ALLOWED, message::STAFF_GRANTS_MORE, message::STAFF_LAST_OWNER];

/// The Content-Security-Policy of the console, whatever third parties shoppers' pages load.
const CONTENT_SECURITY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                                form-action 'self'; frame-ancestors 'none'";

// ── Host and origin ─────────────────────────────────────────────────────────────────────────────────────────────────

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether the console answers on this host. With `console.host` on that alone, and in demo mode on this machine too; without
/// it on any host of a demonstration, and in production only where a request comes from this machine, as through a tunnel.
fn answers_on(config: &Config, host: &str, is_local: bool) -> bool {
    let is_demo = config.mode == Mode::Demo;
    if config.console.host.is_empty() {
        is_demo || (is_loopback(host) && is_local)
    } else {
        host.eq_ignore_ascii_case(&config.console.host) || (is_demo && is_loopback(host))
    }
}

/// The host of a request, if the console answers on it.
fn own_host<'h>(app: &App, headers: &'h HeaderMap, peer: SocketAddr) -> Option<&'h str> {
    let is_local = visitor::is_local(headers, peer.ip().to_canonical());
    text(headers, "host").filter(|host| answers_on(&app.config, host, is_local))
}

/// The scheme of the console's page that a call comes from; none if it comes from elsewhere, or does not say.
fn own_scheme<'h>(config: &Config, headers: &'h HeaderMap, host: &str) -> Option<&'h str> {
    let (scheme, from) = text(headers, "origin")?.split_once("://")?;
    let is_scheme = scheme == "https" || (scheme == "http" && (!config.is_https() || is_loopback(host)));
    let is_own = is_scheme && from.eq_ignore_ascii_case(host) && text(headers, "sec-fetch-site") == Some("same-origin");
    is_own.then_some(scheme)
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
    let is_https = app.config.is_https() || text(&headers, "x-forwarded-proto") == Some("https");
    let text = if is_https || is_loopback(host) {
        document::console(&app.assets, &app.config.brand.name)
    } else {
        document::console_notice(&app.config.brand.name, NEEDS_HTTPS)
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
    let Some(scheme) = own_scheme(&app.config, headers, host) else {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::CONSOLE_FOREIGN_ORIGIN);
    };
    // A form of another site can send other types without asking.
    let media = text(headers, "content-type").and_then(|value| value.split(';').next()).unwrap_or_default();
    if !media.trim().eq_ignore_ascii_case("application/json") {
        return envelope::turned_away(StatusCode::UNSUPPORTED_MEDIA_TYPE, message::MALFORMED);
    }
    let request = match ConsoleRequest::new(app, headers, peer, scheme == "https") {
        Ok(request) => Arc::new(request),
        Err(error) => return envelope::failure(&error, path),
    };
    // Megabytes are read from those only who may send them.
    if call.max_body.is_some()
        && let Err(error) = request.admit(call).await
    {
        request.record_refusal(call.path, &error).await;
        return envelope::failure(&error, path);
    }
    let body =
        match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, call.max_body.unwrap_or(app.config.server.max_body)))
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

/// The stream of changes.
async fn stream(app: &Arc<App>, headers: &HeaderMap, query: &str, host: &str, peer: SocketAddr) -> Response<Body> {
    if !visitor::is_admitted(app, headers, peer, RateClass::Standard) {
        return envelope::throttled();
    }
    let Some(is_https) = reads_by_https(&app.config, headers, host) else {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::CONSOLE_FOREIGN_ORIGIN);
    };
    let opened = async {
        let request = Arc::new(ConsoleRequest::new(app, headers, peer, is_https)?);
        let asking = Arc::clone(&request);
        let who = app.db.read(move |tx| asking.identify(tx)).await?;
        changes::open(&app.live, &app.config, headers, query, request.token.clone(), who)
    };
    opened.await.unwrap_or_else(|error| envelope::failure(&error, "changes"))
}

/// The path of the anonymised copy, which a link of the console's page leads to.
const FILE: &str = "staging/file";

/// The anonymised copy, streamed: it may be larger than memory. As a call with fresh proof.
async fn anonymised_file(app: &Arc<App>, headers: &HeaderMap, host: &str, peer: SocketAddr) -> Response<Body> {
    if !visitor::is_admitted(app, headers, peer, RateClass::Tight) {
        return envelope::throttled();
    }
    let Some(is_https) = reads_by_https(&app.config, headers, host) else {
        return envelope::turned_away(StatusCode::FORBIDDEN, message::CONSOLE_FOREIGN_ORIGIN);
    };
    let request = match ConsoleRequest::new(app, headers, peer, is_https) {
        Ok(request) => Arc::new(request),
        Err(error) => return envelope::failure(&error, FILE),
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
        let path = staging::file(&app.config);
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
    let mut response = Response::new(Body::from_stream(portions(file)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/vnd.sqlite3"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes));
    headers
        .insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"shop-anonymised.db\""));
    response
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

/// A request of the console's page.
struct ConsoleRequest {
    app: Arc<App>,
    now: jiff::Timestamp,
    token: Option<String>,
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
        let token = visitor::cookie(headers, cookie_name(is_https)).filter(|token| session::is_token(token));
        Ok(ConsoleRequest {
            app: Arc::clone(app),
            now: app.clock.now(),
            token: token.map(str::to_owned),
            is_https,
            network: limits::network(visitor::address(headers, peer, &app.config)),
            browser: browser(text(headers, "user-agent").unwrap_or_default()),
            lang: visitor::detected_language(headers, &app.store_views.get()),
            is_unattended: headers.contains_key(UNATTENDED),
            random,
        })
    }

    /// Refuses a person who may not make a call.
    async fn admit(self: &Arc<Self>, call: &Call) -> Result<()> {
        let request = Arc::clone(self);
        let signed_in = self.app.db.read(move |tx| request.identify(tx)).await?;
        call.check_console(&self.client(signed_in))
    }

    async fn run(self: Arc<Self>, call: &Call, args: Value) -> Response<Body> {
        let reply = Arc::clone(&self).outcome(call, args).await;
        let mut response = match &reply {
            Ok(reply) => envelope::success(&reply.data),
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
                    staff::touch(tx, who, self.now)?;
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
            && let Err(error) = db.write(move |tx| staff::touch(tx, &who, now)).await
        {
            // A database that cannot be written keeps nobody from reading.
            tracing::error!(error = format!("{error:#}"), "a session of the console could not be extended");
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
        call.run(tx, Caller::Console(&self.client(signed_in)), input)
    }

    fn identify(&self, tx: &mut dyn Tx) -> Result<Option<SignedIn>> {
        match &self.token {
            Some(token) => staff::identify(tx, token, self.now),
            None => Ok(None),
        }
    }

    fn client(&self, signed_in: Option<SignedIn>) -> Client {
        let app = &self.app;
        let lang = signed_in.as_ref().and_then(|who| Lang::from_code(&who.lang)).unwrap_or(self.lang);
        let network_hash = Key::new(&app.context.secret, "console network", &self.network.to_string()).handle();
        Client {
            view: View::new(&app.store_views.get(), lang, Currency::Eur, self.now, &app.config),
            signed_in,
            network: self.network,
            network_hash: network_hash.chars().take(NETWORK_DIGITS).collect(),
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
            let id = who.staff_id;
            let origin = request.client(Some(who)).audit_origin();
            audit::record_refusal(tx, &Actor::Staff(id), &origin, path, Some(id), reason, request.now)
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

/// The session's cookie. The prefix lets browsers refuse one that another host or an unprotected connection has set
/// (RFC 6265bis §4.1.3.2); it needs https.
fn cookie_name(is_https: bool) -> &'static str {
    if is_https { "__Host-console" } else { "console" }
}

/// A short name of browser and system, by which people recognise their sessions.
fn browser(agent: &str) -> String {
    // The order counts: most name the browsers that they want to be taken for.
    let first = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map_or("", |(_, name)| *name)
    };
    let program = first(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]);
    let system = first(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    match (program, system) {
        ("", "") => "unknown".to_owned(),
        (program, "") => program.to_owned(),
        ("", system) => system.to_owned(),
        (program, system) => format!("{program}, {system}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let named = config(|config| {
            config.mode = Mode::Production;
            config.console.host = "console.shop.example".into();
        });
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

    #[test]
    fn browsers_have_short_names() {
        for (agent, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari, iPad"),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge, Windows"),
            ("curl/8.0", "curl"),
            ("", "unknown"),
        ] {
            assert_eq!(browser(agent), name);
        }
    }
}
