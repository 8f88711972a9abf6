//! From cookies, query and headers to a [`View`](crate::call::View): what a request claims, and how little of it is believed.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, header};

use crate::app::App;
use crate::call::{Consents, Greeting};
use crate::config::Config;
use crate::domain::money::Currency;
use crate::domain::store_view::{self, Lang, StoreViews};
use crate::limits::{self, RateClass};
use crate::session;

/// Name of the session's cookie.
pub const SESSION: &str = "PHPSESSID";
/// Name of the readable handle beside it.
pub const HANDLE: &str = "SID";
/// Name of the readable cookie by which clients choose their routes; it proves nothing.
pub const IS_LOGIN: &str = "isLogin";
/// Name of the functional cookie with a customer's first name, percent-encoded.
pub const FIRST_NAME: &str = "firstName";
/// Name of the functional cookie that says whether a customer is subscribed to the newsletter: 0 or 1.
pub const SUBSCRIBED: &str = "isSubscribed";

/// What `; Secure` a cookie gets.
fn secure(config: &Config) -> &'static str {
    if config.is_https() { "; Secure" } else { "" }
}

/// The cookie that says whether somebody is logged in: it lives as long as a session (decisions §4).
pub fn login_cookie(logged_in: bool, config: &Config) -> String {
    let (value, age) = (u8::from(logged_in), config.session.days * 86_400);
    format!("{IS_LOGIN}={value}; Path=/; Max-Age={age}; SameSite=Lax{}", secure(config))
}

/// The cookies of a session: the token, its readable handle, and the flag of the specification.
pub fn session_cookies(token: &str, config: &Config) -> [String; 3] {
    let age = config.session.days * 86_400;
    let secure = secure(config);
    [
        format!("{SESSION}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"),
        format!("{HANDLE}={}; Path=/; Max-Age={age}; SameSite=Lax{secure}", session::public_handle(token)),
        format!("rwflag=1; Path=/; SameSite=Lax{secure}"),
    ]
}

/// The functional cookies of a customer, or their end: first name and whether letters are wanted (decisions §4).
pub fn greeting_cookies(greeting: Option<&Greeting>, config: &Config) -> [String; 2] {
    let age = greeting.map_or(0, |_| config.session.days * 86_400);
    let name = greeting.map(|greeting| greeting.first_name.as_str()).unwrap_or_default();
    let name = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
    let subscribed = greeting.map(|greeting| u8::from(greeting.subscribed).to_string()).unwrap_or_default();
    let secure = secure(config);
    [
        format!("{FIRST_NAME}={name}; Path=/; Max-Age={age}; SameSite=Lax{secure}"),
        format!("{SUBSCRIBED}={subscribed}; Path=/; Max-Age={age}; SameSite=Lax{secure}"),
    ]
}

/// What the visitor has agreed to, by the records of the choice. `cookieConsent` names the accepted categories.
pub fn consents(headers: &HeaderMap) -> Consents {
    let record = cookie(headers, "cookieConsent").map(decode).unwrap_or_default();
    let functional = record.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word == "functional");
    Consents { functional, captcha: cookie(headers, "allowRecaptcha") == Some("1") }
}

/// The value of a cookie.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).find_map(|line| {
        line.split(';').find_map(|pair| {
            let (key, value) = pair.trim().split_once('=')?;
            (key == name).then_some(value)
        })
    })
}

/// A session token as this server makes them; anything else is not even looked up.
pub fn session_token(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, SESSION).filter(|token| token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Longest promo tag, in characters; what is longer is cut one beyond, so that it is told to be unknown.
pub const PROMO_TAG_MAX: usize = 40;

/// The promo tag: of the query, else of the cookie. Unchecked, but bounded.
pub fn promo_tag(query: &[(String, String)], headers: &HeaderMap) -> Option<String> {
    let tag = match value(query, "promo-tag") {
        Some(tag) => tag.to_owned(),
        // A query has been decoded already, a cookie has not.
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

/// Reads a query string.
pub fn query(text: Option<&str>) -> Vec<(String, String)> {
    let decode = |part: &str| decode(&part.replace('+', " "));
    text.unwrap_or_default()
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key), decode(value))
        })
        .collect()
}

/// The language a visitor gets where the address names none: cookie, then browser, then English (specification §2).
pub fn detected_language(headers: &HeaderMap, stores: &StoreViews) -> Lang {
    let browser = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    store_view::detect_language(cookie(headers, "lang"), browser, stores.languages())
}

/// The language of the store view that a call names: by code, by id, else by cookie and browser.
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
    stores.currency(&stores.of(lang), query, cookie(headers, "currency"), country)
}

/// The address a request comes from. `X-Forwarded-For` is believed from trusted proxies alone, right to left.
pub fn address(headers: &HeaderMap, peer: SocketAddr, config: &Config) -> IpAddr {
    let trusted = &config.server.trusted_proxies;
    let mut address = peer.ip().to_canonical();
    if !trusted.contains(&address) {
        return address;
    }
    let forwarded: Vec<&str> =
        headers.get_all(X_FORWARDED_FOR).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(',')).collect();
    for hop in forwarded.iter().rev() {
        let Some(hop) = hop_address(hop.trim()) else { break };
        address = hop.to_canonical();
        if !trusted.contains(&address) {
            break;
        }
    }
    address
}

/// An address of `X-Forwarded-For`; some gateways write the port with it.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    bare.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// What proxies add to a request, whichever of it they are told to.
static PROXIED: [HeaderName; 6] = [
    X_FORWARDED_FOR,
    header::FORWARDED,
    header::VIA,
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-proto"),
    HeaderName::from_static("x-forwarded-host"),
];

/// Whether a request comes from this machine itself, not through a proxy on it.
pub fn is_local(headers: &HeaderMap, address: IpAddr) -> bool {
    address.is_loopback() && !PROXIED.iter().any(|name| headers.contains_key(name))
}

/// The network by which attempts are counted; none on this machine, where no limit applies.
pub fn network(headers: &HeaderMap, address: IpAddr) -> Option<IpAddr> {
    (!is_local(headers, address)).then(|| limits::network(address))
}

/// Whether a request is within the limits of its class. A client on this machine that comes without a proxy is not limited.
pub fn is_admitted(app: &App, headers: &HeaderMap, peer: SocketAddr, class: RateClass) -> bool {
    let address = address(headers, peer, &app.config);
    is_local(headers, address) || app.limits.admit(address, class)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.parse().expect("name"), value.parse().expect("value"))).collect()
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
    fn promo_tag_is_decoded_once_and_cut_to_41_characters() {
        let query = |tag: &str| vec![("promo-tag".to_owned(), tag.to_owned())];
        assert_eq!(promo_tag(&query("A%2542"), &headers(&[])).as_deref(), Some("A%2542"));
        assert_eq!(promo_tag(&[], &headers(&[("cookie", "employcode=VALM%C3%88RE")])).as_deref(), Some("VALMÈRE"));
        assert_eq!(promo_tag(&query(&"é".repeat(60)), &headers(&[])).map(|tag| tag.chars().count()), Some(41));
        assert_eq!(promo_tag(&query("  "), &headers(&[])), None);
    }
}
