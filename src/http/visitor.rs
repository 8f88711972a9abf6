//! Reads cookies, query and headers of a request, and writes the shop's cookies. What a client sends is a claim, not a proof.

use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use axum::http::{HeaderMap, HeaderName, header};
use cookie::time::Duration;
use cookie::{Cookie, CookieBuilder, SameSite};
use jiff::SignedDuration;

use crate::app::App;
use crate::call::{Consents, Greeting};
use crate::config::{Config, Mode};
use crate::customer::device;
use crate::domain::money::Currency;
use crate::domain::store_view::{self, Lang, StoreViews};
use crate::limits::{self, RateClass};
use crate::session;
use crate::visitor_country::known_form;

/// Name of the session's cookie.
pub const SESSION: &str = "PHPSESSID";
/// Name of the readable handle beside it.
pub const HANDLE: &str = "SID";
/// Name of the readable cookie by which clients choose their routes; it proves nothing.
pub const IS_LOGIN: &str = "isLogin";
/// Name of the cookie of a device on which a customer has logged in.
pub const DEVICE: &str = "device";
/// Name of the functional cookie with a customer's first name, percent-encoded.
pub const FIRST_NAME: &str = "firstName";
/// Name of the functional cookie that says whether a customer is subscribed to the newsletter: 0 or 1.
pub const SUBSCRIBED: &str = "isSubscribed";

/// A cookie for all paths of the site.
fn site_cookie<'c>(name: &'c str, value: &'c str, config: &Config) -> CookieBuilder<'c> {
    Cookie::build((name, value)).path("/").same_site(SameSite::Lax).secure(config.is_https())
}

/// A `Set-Cookie` that scripts can read and that lasts for so many seconds; 0 deletes it.
pub fn lasting_cookie(name: &str, value: &str, seconds: i64, config: &Config) -> String {
    site_cookie(name, value, config).max_age(Duration::seconds(seconds)).to_string()
}

/// The cookie that opens the page of one path before it is in the shop.
pub fn preview_cookie(secret: &str, path: &str, valid: SignedDuration, config: &Config) -> String {
    let cookie = site_cookie("preview", secret, config).path(path).http_only(true);
    cookie.max_age(Duration::seconds(valid.as_secs())).to_string()
}

fn session_seconds(config: &Config) -> i64 {
    config.session.days * 86_400
}

/// The cookie that says whether a customer is logged in; it lasts as long as a session (decisions §4).
pub fn login_cookie(logged_in: bool, config: &Config) -> String {
    lasting_cookie(IS_LOGIN, if logged_in { "1" } else { "0" }, session_seconds(config), config)
}

/// The cookie by which a later login recognises the device (see [`device`]); calls alone send it.
pub fn device_cookie(value: &str, config: &Config) -> String {
    let cookie = site_cookie(DEVICE, value, config).path("/").http_only(true);
    cookie.max_age(Duration::days(device::DAYS)).to_string()
}

/// The cookies of a session: the token, its readable handle, and the flag of the specification.
pub fn session_cookies(token: &str, config: &Config) -> [String; 3] {
    let seconds = session_seconds(config);
    [
        site_cookie(SESSION, token, config).max_age(Duration::seconds(seconds)).http_only(true).to_string(),
        lasting_cookie(HANDLE, &session::public_handle(token), seconds, config),
        site_cookie("rwflag", "1", config).to_string(),
    ]
}

/// The functional cookies of a customer, first name and newsletter flag, or their deletion (decisions §4).
pub fn greeting_cookies(greeting: Option<&Greeting>, config: &Config) -> [String; 2] {
    let seconds = greeting.map_or(0, |_| session_seconds(config));
    let name = greeting.map(|greeting| greeting.first_name.as_str()).unwrap_or_default();
    let name = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC).to_string();
    let subscribed = greeting.map_or("", |greeting| if greeting.subscribed { "1" } else { "0" });
    [lasting_cookie(FIRST_NAME, &name, seconds, config), lasting_cookie(SUBSCRIBED, subscribed, seconds, config)]
}

/// The consents that cookies record. `cookieConsent` names the accepted categories.
pub fn consents(headers: &HeaderMap) -> Consents {
    let record = cookie(headers, "cookieConsent").map(decode).unwrap_or_default();
    let functional = record.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word == "functional");
    Consents { functional, captcha: cookie(headers, "allowRecaptcha") == Some("1") }
}

/// A short name of browser and system, by which people recognise their sessions; empty where none is known.
pub fn browser(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
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
    let separator = if program.is_empty() || system.is_empty() { "" } else { ", " };
    format!("{program}{separator}{system}")
}

/// The value of a cookie, as sent.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(Cookie::split_parse).flatten().find(|cookie| cookie.name() == name)?.value_raw()
}

/// The names of all cookies, as sent.
pub fn cookie_names(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| Some(pair.split_once('=')?.0.trim()))
}

/// The session token, if the cookie has the form of one.
pub fn session_token(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, SESSION).filter(|token| session::is_token(token))
}

/// Longest promo tag in characters. A longer one is cut to one character more, so that it is answered as unknown.
pub const PROMO_TAG_MAX: usize = 40;

/// The promo tag of the query, else of the cookie; bounded but unchecked.
pub fn promo_tag(query: &[(String, String)], headers: &HeaderMap) -> Option<String> {
    let tag = match value(query, "promo-tag") {
        Some(tag) => tag.to_owned(),
        // The query is decoded already.
        None => decode(cookie(headers, "employcode")?),
    };
    let tag = tag.trim();
    (!tag.is_empty()).then(|| tag.chars().take(PROMO_TAG_MAX + 1).collect())
}

fn decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The first value of a query parameter.
pub fn value<'q>(query: &'q [(String, String)], name: &str) -> Option<&'q str> {
    query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// The parameters of a query string, decoded.
pub fn query(text: Option<&str>) -> Vec<(String, String)> {
    form_urlencoded::parse(text.unwrap_or_default().as_bytes()).into_owned().collect()
}

/// The language where the URL names none: by cookie, then browser, then the shop's default (specification §2).
pub fn detected_language(headers: &HeaderMap, stores: &StoreViews) -> Lang {
    let browser = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let detected = store_view::detect_language(cookie(headers, "lang"), browser, stores.languages());
    detected.unwrap_or_else(|| stores.default_language())
}

/// The language of the store view of an API call: by code, by id, else by cookie and browser.
pub fn language_of_call(query: &[(String, String)], headers: &HeaderMap, stores: &StoreViews, config: &Config) -> Lang {
    let by_code = || stores.by_code(value(query, "___store")?, &config.brand.key);
    let by_id = || stores.by_client_id(value(query, "store_id")?.parse().ok()?);
    by_code().or_else(by_id).map_or_else(|| detected_language(headers, stores), |store| store.lang)
}

/// The currency of a request in a language: query, cookie, region, default (decisions §2).
pub fn currency(
    query: Option<&str>,
    headers: &HeaderMap,
    country: Option<&str>,
    stores: &StoreViews,
    lang: Lang,
) -> Currency {
    stores.currency(&stores.of(lang), [query, cookie(headers, "currency")], country)
}

/// The visitor's country, where it is known: by the header of a trusted proxy, else by the address.
pub fn country(app: &App, headers: &HeaderMap, peer: SocketAddr) -> Option<String> {
    let (config, name) = (&app.config(), &app.config().region.country_header);
    let is_trusted = !name.is_empty() && config.server.trusted_proxies.contains(&peer.ip().to_canonical());
    let by_header =
        headers.get(name.as_str()).filter(|_| is_trusted).and_then(|value| known_form(value.to_str().ok()?));
    by_header.or_else(|| app.countries.as_ref()?.find(address(headers, peer, config)))
}

/// The client address. `X-Forwarded-For` counts from trusted proxies only, right to left.
pub fn address(headers: &HeaderMap, peer: SocketAddr, config: &Config) -> IpAddr {
    let trusted = &config.server.trusted_proxies;
    let mut address = peer.ip().to_canonical();
    if !trusted.contains(&address) {
        return address;
    }
    // As bytes: what the client itself has written before the proxies' entries need not be text.
    let forwarded: Vec<&[u8]> =
        headers.get_all(X_FORWARDED_FOR).iter().flat_map(|v| v.as_bytes().split(|byte| *byte == b',')).collect();
    for hop in forwarded.iter().rev() {
        let Some(hop) = std::str::from_utf8(hop).ok().and_then(|hop| hop_address(hop.trim())) else { break };
        address = hop.to_canonical();
        if !trusted.contains(&address) {
            break;
        }
    }
    address
}

/// An address of `X-Forwarded-For`; some proxies append the port.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    bare.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Headers that proxies add to a request.
static PROXIED: [HeaderName; 6] = [
    X_FORWARDED_FOR,
    header::FORWARDED,
    header::VIA,
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-proto"),
    HeaderName::from_static("x-forwarded-host"),
];

/// Whether a request comes from this machine and not through a proxy that says so.
pub fn is_local(headers: &HeaderMap, address: IpAddr) -> bool {
    address.is_loopback() && !PROXIED.iter().any(|name| headers.contains_key(name))
}

/// Whether no limit applies to a client: one on this machine, in demo mode (decisions §9). In production a proxy that names no
/// client would lift the limits for everybody.
fn is_unlimited(headers: &HeaderMap, address: IpAddr, config: &Config) -> bool {
    config.mode == Mode::Demo && is_local(headers, address)
}

/// The network by which attempts are counted; `None` where no limit applies.
pub fn network(headers: &HeaderMap, address: IpAddr, config: &Config) -> Option<IpAddr> {
    (!is_unlimited(headers, address, config)).then(|| limits::network(address))
}

/// Whether a client may read `/metrics`: from this machine in demo mode; else from an address of `server.metrics_from`, or
/// with `server.metrics_token` (decisions §9). A proxy on this machine is not taken for a listed loopback address.
pub fn may_read_metrics(headers: &HeaderMap, address: IpAddr, config: &Config) -> bool {
    // A proxy that names no readable client stands for anybody.
    let is_proxied = config.server.trusted_proxies.contains(&address) && headers.contains_key(X_FORWARDED_FOR);
    let is_listed = config.server.metrics_from.contains(&address) && !is_proxied;
    is_unlimited(headers, address, config)
        || (is_listed && (!address.is_loopback() || is_local(headers, address)))
        || bearer_token(headers).is_some_and(|token| config.server.metrics_token.is(token))
}

/// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Whether a request is within the limits of its class.
pub fn is_admitted(app: &App, headers: &HeaderMap, peer: SocketAddr, class: RateClass) -> bool {
    let address = address(headers, peer, &app.config());
    if app.config().mode == Mode::Production && names_no_client(headers, peer, &app.config()) {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            tracing::warn!(
                proxy = %peer.ip(),
                "the trusted proxy sends no X-Forwarded-For, so all shoppers count as its own address; let it set the header"
            );
        });
    }
    is_unlimited(headers, address, &app.config()) || app.limits.admit(address, class)
}

/// Whether a trusted proxy passes a request on without the address of its client.
fn names_no_client(headers: &HeaderMap, peer: SocketAddr, config: &Config) -> bool {
    config.server.trusted_proxies.contains(&peer.ip().to_canonical()) && !headers.contains_key(X_FORWARDED_FOR)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::fuzz;

    proptest! {
        #![proptest_config(fuzz::config())]

        #[test]
        fn any_cookies_are_read_or_ignored(bytes in fuzz::mutated("cookies")) {
            let Ok(value) = HeaderValue::from_bytes(&bytes) else { return Ok(()) };
            let headers = HeaderMap::from_iter([(header::COOKIE, value)]);
            prop_assert!(session_token(&headers).is_none_or(session::is_token));
            prop_assert!(promo_tag(&[], &headers).is_none_or(|tag| tag.chars().count() <= PROMO_TAG_MAX + 1));
            consents(&headers);
            cookie(&headers, "lang");
        }

        /// Every call reads every query as an object, whose names it knows.
        #[test]
        fn any_query_becomes_the_arguments_of_any_call(
            text in fuzz::mutated_text("query"),
            at in any::<proptest::sample::Index>(),
        ) {
            static API: std::sync::LazyLock<crate::call::Api> = std::sync::LazyLock::new(crate::app::api);
            let calls: Vec<_> = API.paths().collect();
            let args = at.get(&calls).args_from_query(&query(Some(&text)), &API.schemas);
            prop_assert!(args.is_object());
        }
    }

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.parse().expect("name"), value.parse().expect("value"))).collect()
    }

    #[test]
    fn first_of_repeated_parameters_counts() {
        assert_eq!(value(&query(Some("b=0&a=1&a=2")), "a"), Some("1"));
    }

    #[test]
    fn client_address_comes_from_trusted_proxies_only() {
        let mut config = Config::load(None, std::iter::empty()).expect("defaults");
        config.server.trusted_proxies = vec!["127.0.0.1".parse().expect("address")];
        let of = |peer: &str, forwarded: &str| {
            address(&headers(&[("x-forwarded-for", forwarded)]), peer.parse().expect("peer"), &config).to_string()
        };
        assert_eq!(of("127.0.0.1:9", "6.6.6.6, 7.7.7.7"), "7.7.7.7", "hops added by the client are ignored");
        assert_eq!(of("127.0.0.1:9", "7.7.7.7:123"), "7.7.7.7");
        assert_eq!(of("127.0.0.1:9", "[2001:db8::1]:443"), "2001:db8::1");
        assert_eq!(of("127.0.0.1:9", "[2001:db8::1]"), "2001:db8::1");
        assert_eq!(of("127.0.0.1:9", "unknown"), "127.0.0.1");
        let bytes =
            HeaderMap::from_iter([(X_FORWARDED_FOR, HeaderValue::from_bytes(b"\xff, 7.7.7.7").expect("value"))]);
        assert_eq!(address(&bytes, "127.0.0.1:9".parse().expect("peer"), &config).to_string(), "7.7.7.7");
        assert_eq!(of("8.8.8.8:9", "7.7.7.7"), "8.8.8.8");
    }

    #[test]
    fn proxied_requests_are_not_local() {
        let here: IpAddr = "127.0.0.1".parse().expect("address");
        assert!(is_local(&headers(&[]), here));
        for name in &PROXIED {
            assert!(!is_local(&headers(&[(name.as_str(), "x")]), here), "{name}");
        }
    }

    #[test]
    fn loopback_is_unlimited_and_reads_metrics_in_demo_mode_only() {
        let mut config = Config::load(None, std::iter::empty()).expect("defaults");
        let (here, other): (IpAddr, IpAddr) =
            ("127.0.0.1".parse().expect("here"), "203.0.113.7".parse().expect("other"));
        let proxied = headers(&[("x-forwarded-proto", "https")]);
        assert_eq!(network(&headers(&[]), here, &config), None);
        assert_eq!(network(&proxied, here, &config), Some(here));
        assert!(may_read_metrics(&headers(&[]), here, &config) && !may_read_metrics(&proxied, here, &config));
        config.mode = Mode::Production;
        assert_eq!(network(&headers(&[]), here, &config), Some(here));
        assert!(!may_read_metrics(&headers(&[]), here, &config) && !may_read_metrics(&headers(&[]), other, &config));
        config.server.metrics_from = vec![here, other];
        assert!(may_read_metrics(&headers(&[]), here, &config) && may_read_metrics(&proxied, other, &config));
        assert!(!may_read_metrics(&proxied, here, &config), "a proxy on this machine");
        config.server.trusted_proxies = vec![other];
        let unreadable = headers(&[("x-forwarded-for", "unknown")]);
        assert!(!may_read_metrics(&unreadable, other, &config), "a listed proxy that names no readable client");
        assert!(may_read_metrics(&headers(&[]), other, &config), "its own request");
    }

    #[test]
    fn metrics_token_is_a_bearer_token() {
        let mut config = Config::load(None, std::iter::empty()).expect("defaults");
        config.mode = Mode::Production;
        let other: IpAddr = "203.0.113.7".parse().expect("address");
        let reads =
            |config: &Config, value: &str| may_read_metrics(&headers(&[("authorization", value)]), other, config);
        assert!(!reads(&config, "Bearer ") && !reads(&config, "Bearer"), "no token is configured");
        config.server.metrics_token = "0123456789abcdef".into();
        assert!(reads(&config, "Bearer 0123456789abcdef") && reads(&config, "bearer 0123456789abcdef"));
        for wrong in [
            "Bearer 0123456789abcdeg",
            "Bearer 0123456789abcde",
            "Bearer ",
            "Basic 0123456789abcdef",
            "0123456789abcdef",
        ] {
            assert!(!reads(&config, wrong), "{wrong}");
        }
    }

    #[test]
    fn promo_tag_is_decoded_once_and_cut_to_41_characters() {
        let query = |tag: &str| vec![("promo-tag".to_owned(), tag.to_owned())];
        assert_eq!(promo_tag(&query("A%2542"), &headers(&[])).as_deref(), Some("A%2542"));
        assert_eq!(promo_tag(&[], &headers(&[("cookie", "employcode=VALM%C3%88RE")])).as_deref(), Some("VALMÈRE"));
        assert_eq!(promo_tag(&query(&"é".repeat(60)), &headers(&[])).map(|tag| tag.chars().count()), Some(41));
        assert_eq!(promo_tag(&query("  "), &headers(&[])), None);
    }

    #[test]
    fn cookie_is_found_among_others_and_in_a_second_header() {
        let list = headers(&[("cookie", "a=1; broken; lang=fr;b=x=y"), ("cookie", "currency=CHF")]);
        let sent = |name| cookie(&list, name);
        assert_eq!([sent("a"), sent("lang"), sent("b"), sent("currency")], ["1", "fr", "x=y", "CHF"].map(Some));
        assert_eq!([sent("broken"), sent("c"), sent("")], [None; 3]);
    }

    #[test]
    fn cookies_are_limited_to_the_site_and_secure_over_https() {
        let mut config = Config::load(None, std::iter::empty()).expect("defaults");
        let token = "0".repeat(64);
        let [session, handle, flag] = session_cookies(&token, &config);
        assert_eq!(session, format!("PHPSESSID={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000"));
        assert!(handle.ends_with("; SameSite=Lax; Path=/; Max-Age=2592000") && !handle.contains("HttpOnly"));
        assert_eq!(flag, "rwflag=1; SameSite=Lax; Path=/");
        config.server.public_url = "https://shop.example".into();
        assert!(session_cookies(&token, &config).iter().all(|cookie| cookie.contains("; Secure;")));
        assert_eq!(device_cookie("1", &config), "device=1; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=31536000");
    }

    #[test]
    fn browsers_have_short_names() {
        for (agent, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari, iPad"),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge, Windows"),
            ("curl/8.0", "curl"),
            ("", ""),
        ] {
            assert_eq!(browser(&headers(&[("user-agent", agent)])), name);
        }
    }
}
