//! The merchants' feed: every item for sale in one language, as RSS 2.0 with Google Merchant Center's namespace, which other
//! programs of price comparison read too. `?currency=` and `?country=` choose what prices and delivery refer to; EUR, which is
//! what robots without cookies see on the pages too, and the store's country otherwise. It is written while it is sent, a
//! portion of the catalogue at a time, so that a hundred thousand products take no more memory than a hundred.

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse as _;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use super::routes::{self, First};
use crate::app::App;
use crate::call::View;
use crate::catalog::feed::{self, PublishedItem, Terms};
use crate::catalog::{label, media};
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::offered_currencies;
use crate::domain::unit_price::ContentUnit;
use crate::error::{Error, Result};
use crate::http::layers::{self, RequestId};
use crate::http::visitor;
use crate::ssr::cache::Encoding;

/// Products in a portion: a bed has a hundred variants, each told with the whole description, so these few may be megabytes.
const PORTION: i64 = 40;
/// Portions made at once, for all who read a feed: pages come first.
static MAKING: Semaphore = Semaphore::const_new(1);
/// Characters of a title and of a description, and further pictures, that Merchant Center takes.
const TITLE: usize = 150;
const DESCRIPTION: usize = 5_000;
const FURTHER_PICTURES: usize = 10;

/// `GET /{lang}/feed.xml`.
pub async fn handle(
    state: State<Arc<App>>,
    peer: ConnectInfo<SocketAddr>,
    id: Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    let app = Arc::clone(&state);
    let first = request.uri().path().trim_start_matches('/').split('/').next().unwrap_or_default();
    let First::Language(lang) = routes::first(first, &app.config.languages) else {
        return super::handle(state, peer, id, request).await;
    };
    let headers = request.headers();
    if !visitor::is_admitted(&app, headers, peer.0, "") {
        return layers::too_many();
    }
    let query = visitor::query(request.uri().query());
    let currency = visitor::value(&query, "currency").and_then(|code| code.parse::<Currency>().ok());
    let currency = currency.filter(|one| offered_currencies(&app.config.languages).contains(one)).unwrap_or_default();
    let country = visitor::value(&query, "country").unwrap_or(lang.store_view().default_country).to_ascii_uppercase();
    let now = app.clock.now();
    let view = View { for_cache: true, ..View::new(lang.store_view(), currency, now, &app.config) };

    let asked = view.clone();
    let begun = app.db.read(move |tx| {
        let terms = feed::terms(tx, &asked, &country)?;
        let service = label(tx, asked.lang(), "shipping_method", "standard")?;
        Ok((Arc::new(terms), service))
    });
    let Ok((terms, service)) = begun.await else {
        return (StatusCode::SERVICE_UNAVAILABLE, "try again later\n").into_response();
    };
    let version = app.catalogue_version.load(Ordering::Relaxed);
    let feed = Feed { app, view, terms, service, after: Some(0), begun: false, packed: None };
    let tag = feed.tag(version);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    // What is written on the way is packed on the way: gzip is what robots know.
    let packs = Encoding::negotiated(accepted, &[Encoding::Gzip]) == Encoding::Gzip;
    let mut response = if known.split(',').any(|one| one.trim() == tag) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let feed = Feed { packed: packs.then(Packed::new), ..feed };
        let mut response = Response::new(Body::from_stream(stream::try_unfold(feed, Feed::next)));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/rss+xml; charset=utf-8"));
        if packs {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A feed on its way.
struct Feed {
    app: Arc<App>,
    view: View,
    terms: Arc<Terms>,
    /// The standard carrier's name in the feed's language.
    service: String,
    /// The last product that has been written; `None`: all have.
    after: Option<i64>,
    begun: bool,
    packed: Option<Packed>,
}

impl Feed {
    /// Names what a robot would get now: what the catalogue holds by its version, and what stands in the configuration, where
    /// a restart may have changed it, by its words.
    fn tag(&self, version: i64) -> String {
        let (lang, currency, country) = (self.view.lang(), self.view.currency.code(), self.terms.country());
        let mut told = String::new();
        self.head(&mut told);
        let _ = write!(told, "{} {:?}", self.service, self.terms.delivery());
        let digest = Sha256::digest(told.as_bytes());
        let told = digest[..6].iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        format!("W/\"feed-{version}-{lang}-{currency}-{country}-{told}\"")
    }

    /// The next piece of the feed. Who stops reading stops the writing; who reads slowly holds one portion, and neither a
    /// reader of the database nor anybody's turn.
    async fn next(self) -> Result<Option<(Bytes, Feed)>, Error> {
        let Some(after) = self.after else { return Ok(None) };
        let _turn = MAKING.acquire().await;
        let (view, terms) = (self.view.clone(), Arc::clone(&self.terms));
        let found = self.app.db.read(move |tx| feed::items(tx, &view, &terms, after, PORTION)).await;
        let found = found.inspect_err(|error| tracing::error!(%error, "the feed failed"))?;
        // Writing and packing hundreds of items is not for a thread that serves others.
        let written = tokio::task::spawn_blocking(move || self.written(found.as_ref())).await;
        written.map(Some).map_err(|error| anyhow::anyhow!("writing the feed: {error}").into())
    }

    fn written(mut self, found: Option<&(i64, Vec<PublishedItem>)>) -> (Bytes, Feed) {
        let mut xml = String::new();
        if !self.begun {
            self.begun = true;
            self.head(&mut xml);
        }
        match found {
            Some((_, items)) => items.iter().for_each(|item| self.write(&mut xml, item)),
            None => xml.push_str("</channel></rss>\n"),
        }
        self.after = found.map(|(last, _)| *last);
        let bytes = match &mut self.packed {
            Some(packed) => packed.pack(xml.as_bytes(), found.is_none()),
            None => xml.into(),
        };
        (bytes, self)
    }

    fn head(&self, xml: &mut String) {
        let config = &self.view.config;
        let (base, lang) = (config.public_url(), self.view.lang());
        let _ = write!(
            xml,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\" \
             xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel><title>{}</title><link>{base}/{lang}</link>\
             <description>{}</description><language>{}</language>\
             <atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{base}/{lang}/feed.xml\"/>",
            Xml(&config.brand.name),
            Xml(&format!("{} · {}", config.brand.name, config.company.name)),
            lang.locale(),
        );
    }

    /// One item. What is struck through beside its price is what its page strikes through: the lowest price of the 30 days
    /// before the reduction (Directive 98/6/EC art. 6a), or nothing.
    fn write(&self, xml: &mut String, item: &PublishedItem) {
        let config = &self.view.config;
        let base = config.public_url();
        let currency = self.view.currency;
        let money = |amount: Amount| format!("{amount} {}", currency.code());
        let description = cut(&format!("{}\n\n{}", item.short, text_of(&item.long_html)), DESCRIPTION);
        // RSS has words of its own for these three.
        let _ = write!(
            xml,
            "<item><title>{}</title><link>{}</link><description>{}</description>",
            Xml(&cut(&item.name, TITLE)),
            Xml(&self.link(&base, &item.url)),
            Xml(&description),
        );
        let mut put = |name: &str, value: &str| write_field(xml, name, value);
        put("id", &item.sku);
        if let Some(group) = &item.group {
            put("item_group_id", group);
        }
        let mut pictures = item.pictures.iter().filter_map(|name| media::image(name, "")).map(|image| image.src);
        if let Some(first) = pictures.next() {
            put("image_link", &format!("{base}{first}"));
            for further in pictures.filter(|src| *src != first).take(FURTHER_PICTURES) {
                put("additional_image_link", &format!("{base}{further}"));
            }
        }
        put("availability", if item.in_stock { "in_stock" } else { "out_of_stock" });
        let price = item.price.price.amount();
        match item.price.lowest_30d.map(|low| low.amount()).filter(|low| *low > price) {
            Some(struck) => {
                put("price", &money(struck));
                put("sale_price", &money(price));
            }
            None => put("price", &money(price)),
        }
        if let Some((amount, unit)) = item.content {
            let (small, large) = match unit {
                ContentUnit::Ml => ("ml", "l"),
                ContentUnit::G => ("g", "kg"),
            };
            put("unit_pricing_measure", &format!("{amount} {small}"));
            put("unit_pricing_base_measure", &format!("1 {large}"));
        }
        put("brand", &config.brand.name);
        // The number of an article is its maker's only where the house is the maker.
        if item.maker == config.company.name {
            put("mpn", &item.sku);
        } else {
            put("identifier_exists", "no");
        }
        put("condition", "new");
        for (name, value) in [("color", &item.colour), ("size", &item.size), ("material", &item.material)] {
            if let Some(value) = value {
                put(name, value);
            }
        }
        if !item.categories.is_empty() {
            put("product_type", &item.categories.join(" > "));
        }
        if item.weight_g > 0 {
            put("shipping_weight", &format!("{} g", item.weight_g));
        }
        if let Some(offer) = &item.shipping {
            xml.push_str("<g:shipping>");
            write_field(xml, "country", &offer.country);
            write_field(xml, "service", &self.service);
            write_field(xml, "price", &money(offer.amount));
            xml.push_str("</g:shipping>");
        }
        xml.push_str("</item>");
    }

    /// The address of an item's page, which shows the feed's currency.
    fn link(&self, base: &str, url: &str) -> String {
        if self.view.currency == Currency::default() {
            return format!("{base}{url}");
        }
        let joined = if url.contains('?') { '&' } else { '?' };
        format!("{base}{url}{joined}currency={}", self.view.currency.code())
    }
}

fn write_field(xml: &mut String, name: &str, value: &str) {
    let _ = write!(xml, "<g:{name}>{}</g:{name}>", Xml(value));
}

/// What is packed as it is written.
struct Packed(GzEncoder<Vec<u8>>);

impl Packed {
    fn new() -> Packed {
        Packed(GzEncoder::new(Vec::new(), Compression::fast()))
    }

    fn pack(&mut self, text: &[u8], ends: bool) -> Bytes {
        // Writing to memory does not fail.
        drop(self.0.write_all(text));
        if ends {
            drop(self.0.try_finish());
        } else {
            drop(self.0.flush());
        }
        std::mem::take(self.0.get_mut()).into()
    }
}

/// Text as XML holds it.
struct Xml<'t>(&'t str);

impl std::fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                // XML 1.0 has no other control characters, nor these two.
                c if c.is_control() && !matches!(c, '\n' | '\t') => {}
                '\u{fffe}' | '\u{ffff}' => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A text of at most so many characters.
fn cut(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}

/// What the shop's own HTML says, without its tags: blocks are lines.
fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let (name, after) = tag.split_once('>').unwrap_or((tag, ""));
        if matches!(name, "/p" | "/li" | "/h2" | "/h3" | "br" | "br /") {
            text.push('\n');
        }
        rest = after;
    }
    text.push_str(rest);
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    let text = text.replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn html_is_told_in_words() {
        assert_eq!(
            text_of("<p>Soft &amp; warm.</p>\n<ul><li>One</li><li>1 &lt; 2</li></ul>"),
            "Soft & warm.\nOne\n1 < 2"
        );
        assert_eq!(text_of("plain"), "plain");
        assert_eq!(Xml("a<b>&\u{7}\u{fffe}c").to_string(), "a&lt;b&gt;&amp;c");
        assert_eq!(cut(" häl ", 2), "hä");
    }

    #[test]
    fn what_is_packed_piece_by_piece_reads_as_one() {
        let mut packed = Packed::new();
        let pieces = [packed.pack(b"one ", false), packed.pack(b"two", true)].concat();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&pieces[..]).read_to_string(&mut text).expect("gzip");
        assert_eq!(text, "one two");
    }
}
