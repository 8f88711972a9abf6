//! What every response gets: security headers, a request id, and a log line without personal data.

use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Method, Response, StatusCode, Version, header};
use futures_util::FutureExt as _;
use hyper::Request;
use hyper::body::Incoming;
use tower::Service as _;
use tracing::Span;

use crate::app::App;
use crate::captcha;
use crate::config::Config;
use crate::http::{console, envelope, maintenance, visitor};
use crate::limits::RateClass;
use crate::message;

/// The Content-Security-Policy: scripts, styles and pictures of this origin only, and no framing. Configured providers
/// extend it: reCAPTCHA by Google's hosts, analytics by one host; both load only with the visitor's consent.
pub fn content_security(config: &Config) -> HeaderValue {
    let mut scripts = vec!["'self'"];
    let mut connections = vec!["'self'"];
    let mut pictures = vec!["'self'", "data:"];
    let mut frames = "";
    if config.captcha.provider == captcha::Provider::Recaptcha {
        scripts.extend(["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"]);
        connections.push("https://www.google.com/recaptcha/");
        frames = "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/; ";
    }
    for host in config.analytics.hosts() {
        scripts.push(host);
        connections.push(host);
        pictures.push(host);
    }
    let own = |name: &str, sources: &[&str]| {
        if sources.len() == 1 { String::new() } else { format!("{name} {}; ", sources.join(" ")) }
    };
    let policy = format!(
        "default-src 'self'; {}{frames}{}img-src {}; object-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'",
        own("script-src", &scripts),
        own("connect-src", &connections),
        pictures.join(" "),
    );
    HeaderValue::from_str(&policy).expect("the configuration allows letters, digits and few signs in hosts")
}

/// Routes a request, catches a panic, adds the headers, and logs method, path without query, status and duration. One
/// whose head is not strict is refused: its line endings (`is_strict`), or its `Host`.
pub async fn answer(
    app: Arc<App>,
    mut router: Router,
    peer: SocketAddr,
    request: Request<Incoming>,
    is_strict: bool,
) -> Response<Body> {
    let id = RequestId::next();
    let mut request = request.map(Body::new);
    let span_and_start = tracing::enabled!(tracing::Level::DEBUG)
        .then(|| (span(id, request.method(), request.uri().path()), Instant::now()));
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(id);
    let is_chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
    let closed = console::closed(&app.config(), request.headers(), request.uri().path());
    // A restore that begins waits for the requests that hold this.
    let answering = app.requests.try_read();
    let is_restoring = answering.is_err() || app.restoring.load(Ordering::SeqCst);
    let mut response = if let Some(closed) = closed {
        closed
    } else if is_restoring && !maintenance::is_open(request.uri().path()) {
        maintenance::answer(&app, &request)
    } else if is_strict && names_its_host(&request) {
        match AssertUnwindSafe(router.call(request)).catch_unwind().await {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(_) => envelope::fault(),
        }
    } else {
        envelope::turned_away(StatusCode::BAD_REQUEST, message::MALFORMED)
    };
    let status = response.status().as_u16();
    let headers = response.headers_mut();
    headers.reserve(SECURITY.len() + 3);
    for (name, value) in SECURITY {
        headers.entry(name).or_insert_with(|| HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| app.content_security.clone());
    if app.config().is_https() {
        headers
            .entry(header::STRICT_TRANSPORT_SECURITY)
            .or_insert(HeaderValue::from_static("max-age=31536000; includeSubDomains"));
    }
    if is_chunked {
        // The line endings of a head behind chunks are not followed (`HeadScanner`), so none may come.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    headers.insert(X_REQUEST_ID, id.header());
    if let Some((span, started)) = span_and_start {
        let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        span.in_scope(|| tracing::debug!(status, micros, "answered"));
    }
    if let Some(counter) = RESPONSES.get(usize::from(status / 100).saturating_sub(1)) {
        counter.increment(1);
    }
    response
}

/// Whether a request names its host once, as a host with or without a port; before HTTP/1.1 it need not (RFC 9112
/// §3.2).
fn names_its_host(request: &Request<Body>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() < Version::HTTP_11,
        (Some(host), None) => !host.as_bytes().contains(&b'@') && Authority::try_from(host.as_bytes()).is_ok(),
        (Some(_), Some(_)) => false,
    }
}

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Headers of every response that does not set them itself.
const SECURITY: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The span of a request in the log. A page from the cache has none: nothing is logged on its way.
pub fn span(id: RequestId, method: &Method, path: &str) -> Span {
    tracing::info_span!("request", id = %id, %method, path = loggable(path))
}

/// Extractor that rejects requests above the limits of their address.
#[derive(Debug)]
pub struct Admitted;

impl FromRequestParts<Arc<App>> for Admitted {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Admitted, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
        // Without a peer address there is nothing to count by.
        match peer.is_some_and(|peer| visitor::is_admitted(app, &parts.headers, peer, RateClass::Standard)) {
            true => Ok(Admitted),
            false => Err(too_many()),
        }
    }
}

/// The response to a throttled request where neither an envelope nor a page is expected.
pub fn too_many() -> Response<Body> {
    let mut response = Response::new(Body::from("too many requests; try again in a minute\n"));
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
    response
}

/// The body of a plain form, read within `server.head_seconds` so that a slow client holds no
/// connection.
#[derive(Debug)]
pub struct Lines(pub String);

impl FromRequest<Arc<App>> for Lines {
    type Rejection = (StatusCode, &'static str);

    async fn from_request(request: Request<Body>, app: &Arc<App>) -> Result<Lines, Self::Rejection> {
        let timeout = Duration::from_secs(app.config().server.head_seconds);
        let bytes = match tokio::time::timeout(timeout, to_bytes(request.into_body(), LINES_LARGEST)).await {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(_)) => return Err((StatusCode::PAYLOAD_TOO_LARGE, "too large\n")),
            Err(_) => return Err((StatusCode::REQUEST_TIMEOUT, "too slow\n")),
        };
        let text = String::from_utf8(bytes.into()).map_err(|_| (StatusCode::BAD_REQUEST, "no text\n"))?;
        Ok(Lines(text))
    }
}

/// Bytes; the longest form has one short field.
const LINES_LARGEST: usize = 16 << 10;

/// Identifies a request in the log and in `X-Request-Id`: a random number per process and a counter.
#[derive(Debug, Clone, Copy)]
pub struct RequestId {
    process: u32,
    number: u32,
}

impl RequestId {
    fn next() -> RequestId {
        static PROCESS: OnceLock<u32> = OnceLock::new();
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let process = *PROCESS.get_or_init(|| getrandom::u32().unwrap_or_default());
        RequestId { process, number: NUMBER.fetch_add(1, Ordering::Relaxed) }
    }

    fn header(self) -> HeaderValue {
        let whole = u64::from(self.process) << 32 | u64::from(self.number);
        let mut text = [0; 16];
        let written = hex::encode_to_slice(whole.to_be_bytes(), &mut text);
        written.ok().and_then(|()| HeaderValue::from_bytes(&text).ok()).unwrap_or(HeaderValue::from_static("-"))
    }
}

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x}{:08x}", self.process, self.number)
    }
}

/// Counters of responses by status class, looked up once.
static RESPONSES: LazyLock<[metrics::Counter; 5]> = LazyLock::new(|| {
    ["1xx", "2xx", "3xx", "4xx", "5xx"].map(|class| metrics::counter!("shop_responses_total", "status" => class))
});

/// A path without secrets: cut before the key to an order, payment or subscription in which it ends, and without segments
/// that have the form of a token, whatever route they belong to.
pub fn loggable(path: &str) -> String {
    for key in ["/invoice/", "/demo/pay/", "/newsletter/unsubscribe/", "/newsletter/confirm/"] {
        if let Some(at) = path.find(key) {
            return format!("{}{key}…", &path[..at]);
        }
    }
    let is_secret = |segment: &str| segment.len() >= 32 && segment.bytes().all(|byte| byte.is_ascii_hexdigit());
    path.split('/').map(|segment| if is_secret(segment) { "…" } else { segment }).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logged_paths_hold_no_token() {
        let token = "0123456789abcdef".repeat(4);
        for (path, logged) in [
            (format!("/en/invoice/{token}/2026-000001"), "/en/invoice/…".to_owned()),
            (format!("/newsletter/confirm/{token}"), "/newsletter/confirm/…".to_owned()),
            (format!("/en/elsewhere/{token}/x"), "/en/elsewhere/…/x".to_owned()),
            (
                "/en/p/bedding/the-very-long-name-of-a-duvet-cover".to_owned(),
                "/en/p/bedding/the-very-long-name-of-a-duvet-cover".to_owned(),
            ),
            ("/".to_owned(), "/".to_owned()),
        ] {
            assert_eq!(loggable(&path), logged);
        }
    }

    #[test]
    fn response_header_has_the_request_id_of_the_log() {
        let id = RequestId { process: 0x00ab_cdef, number: 42 };
        assert_eq!(id.header(), id.to_string(), "both encodings agree");
        assert_eq!(id.to_string(), "00abcdef0000002a");
    }

    #[test]
    fn content_security_policy_has_only_configured_hosts() {
        let mut config = Config::load(None, std::iter::empty()).expect("the defaults");
        let policy = |config: &Config| content_security(config).to_str().expect("plain").to_owned();
        let closed = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";
        assert_eq!(policy(&config), closed);
        config.analytics.matomo_url = "https://stats.example.com".into();
        let open = policy(&config);
        for part in ["script-src", "connect-src", "img-src"] {
            let sources = open.split("; ").find(|one| one.starts_with(part)).expect("named");
            assert!(sources.ends_with(" https://stats.example.com"), "{open}");
        }
        assert!(!open.contains("googletagmanager"), "{open}");
        config.captcha.provider = captcha::Provider::Recaptcha;
        assert!(policy(&config).contains("frame-src https://www.google.com/recaptcha/"));
    }
}
