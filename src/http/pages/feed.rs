//! The product feed: every item for sale in one language, as RSS 2.0 with Google Merchant Center's namespace, which
//! other price comparisons read too. `?currency=` and `?country=` choose what prices and delivery refer to; by default
//! EUR, as crawlers without cookies see on the pages, and the store's country. It is streamed, a portion of the
//! catalogue at a time, so memory does not grow with the catalogue.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

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
use crate::catalog::{self, media};
use crate::domain::money::{Amount, Currency};
use crate::domain::shipping::ShippingMethod;
use crate::domain::unit_price::ContentUnit;
use crate::error::{Error, Result};
use crate::http::layers::{self, RequestId};
use crate::http::{etag, visitor};
use crate::limits::RateClass;
use crate::ssr::cache::Encoding;
use crate::xml::Xml;

/// Products in a portion: a bed has a hundred variants, each with the whole description, so a portion may be megabytes.
const PORTION: i64 = 40;
/// Limits all feeds together to one portion at a time: pages come first.
static RENDERING: Semaphore = Semaphore::const_new(1);
/// Merchant Center's limits: characters of a title and of a description, further pictures.
const TITLE: usize = 150;
const DESCRIPTION: usize = 5_000;
const FURTHER_PICTURES: usize = 10;
const MERCHANT: &str = "http://base.google.com/ns/1.0";
const ATOM: &str = "http://www.w3.org/2005/Atom";

/// `GET /{lang}/feed.xml`.
pub async fn handle(
    state: State<Arc<App>>,
    peer: ConnectInfo<SocketAddr>,
    id: Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    let app = Arc::clone(&state);
    let first = request.uri().path().trim_start_matches('/').split('/').next().unwrap_or_default();
    let stores = app.store_views.get();
    let First::Language(lang) = routes::first(first, stores.languages()) else {
        return super::handle(state, peer, id, request).await;
    };
    let headers = request.headers();
    if !visitor::is_admitted(&app, headers, peer.0, RateClass::Standard) {
        return layers::too_many();
    }
    let query = visitor::query(request.uri().query());
    let currency = visitor::value(&query, "currency").and_then(|code| code.parse::<Currency>().ok());
    let store = stores.of(lang);
    let currency = currency.filter(|one| stores.currencies().contains(one)).unwrap_or(store.default_currency);
    let country = visitor::value(&query, "country").unwrap_or(&store.default_country).to_ascii_uppercase();
    let now = app.clock.now();
    let view = View { for_cache: true, ..View::new(&stores, lang, currency, now, &app.config()) };

    let asked = view.clone();
    let begun = app.db.read(move |tx| {
        let terms = feed::terms(tx, &asked, &country)?;
        let service = catalog::shipping_name(tx, asked.lang(), ShippingMethod::STANDARD)?;
        let (content, availability) = catalog::versions(tx)?;
        // Both only grow, so their sum changes with each.
        Ok((Arc::new(terms), service, content + availability))
    });
    let Ok((terms, service, version)) = begun.await else {
        return (StatusCode::SERVICE_UNAVAILABLE, "try again later\n").into_response();
    };
    let feed = Feed { app, view, terms, service, after: Some(0), begun: false, packed: None };
    let tag = HeaderValue::from_str(&feed.tag(version)).ok();
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    // Streamed text is compressed as a stream; every crawler knows gzip.
    let packs = Encoding::negotiated(accepted, &[Encoding::Gzip]) == Encoding::Gzip;
    let mut response = if tag.as_ref().is_some_and(|tag| etag::is_known(headers, tag)) {
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
    if let Some(tag) = tag {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A feed being streamed.
struct Feed {
    app: Arc<App>,
    view: View,
    terms: Arc<Terms>,
    /// The standard carrier's name in the feed's language.
    service: String,
    /// The last product written; `None` after the last one.
    after: Option<i64>,
    begun: bool,
    packed: Option<Packed>,
}

impl Feed {
    /// The ETag: the catalogue's version, and a hash of what the configuration contributes, which may change with a
    /// restart.
    fn tag(&self, version: i64) -> String {
        let (lang, currency, country) = (self.view.lang(), self.view.currency.code(), self.terms.country());
        let told = format!("{}{} {:?}", self.head().take(), self.service, self.terms.delivery());
        let digest = Sha256::digest(told.as_bytes());
        let told = hex::encode(&digest[..6]);
        format!("W/\"feed-{version}-{lang}-{currency}-{country}-{told}\"")
    }

    /// The next piece of the feed. A client that disconnects ends it; a slow one holds one portion in memory, but no
    /// database reader and no permit.
    async fn next(self) -> Result<Option<(Bytes, Feed)>, Error> {
        let Some(after) = self.after else { return Ok(None) };
        let _turn = RENDERING.acquire().await;
        let (view, terms) = (self.view.clone(), Arc::clone(&self.terms));
        let found = self.app.db.read(move |tx| feed::items(tx, &view, &terms, after, PORTION)).await;
        let found = found.inspect_err(|error| tracing::error!(%error, "the feed failed"))?;
        // Off the async threads: writing and compressing a portion takes milliseconds.
        let written = tokio::task::spawn_blocking(move || self.written(found.as_ref())).await;
        written.map(Some).map_err(|error| anyhow::anyhow!("writing the feed: {error}").into())
    }

    fn written(mut self, found: Option<&(i64, Vec<PublishedItem>)>) -> (Bytes, Feed) {
        let mut xml = if self.begun { Xml::fragment() } else { self.head() };
        self.begun = true;
        match found {
            Some((_, items)) => items.iter().for_each(|item| self.write(&mut xml, item)),
            None => {
                xml.end("channel");
                xml.end("rss");
                xml.raw("\n");
            }
        }
        self.after = found.map(|(last, _)| *last);
        let text = xml.take();
        let bytes = match &mut self.packed {
            Some(packed) => packed.pack(text.as_bytes(), found.is_none()),
            None => text.into(),
        };
        (bytes, self)
    }

    fn head(&self) -> Xml {
        let config = &self.view.config;
        let home = format!("{}/{}", config.public_url(), self.view.lang());
        let this = format!("{home}/feed.xml");
        let mut xml = Xml::document();
        xml.start("rss", &[("version", "2.0"), ("xmlns:g", MERCHANT), ("xmlns:atom", ATOM)]);
        xml.start("channel", &[]);
        xml.leaf("title", &[], &config.brand.name);
        xml.leaf("link", &[], &home);
        xml.leaf("description", &[], &format!("{} · {}", config.brand.name, config.company.name));
        xml.leaf("language", &[], self.view.lang().locale());
        xml.empty("atom:link", &[("rel", "self"), ("type", "application/rss+xml"), ("href", &this)]);
        xml
    }

    /// One item. The price struck through is that of its page: the lowest price of the 30 days before the reduction
    /// (Directive 98/6/EC art. 6a), or none.
    fn write(&self, xml: &mut Xml, item: &PublishedItem) {
        let config = &self.view.config;
        let base = config.public_url();
        let currency = self.view.currency;
        let money = |amount: Amount| format!("{amount} {}", currency.code());
        let description = cut(&format!("{}\n\n{}", item.short, text_of(&item.long_html)), DESCRIPTION);
        xml.start("item", &[]);
        let mut put = |name: &str, value: &str| xml.leaf(name, &[], value);
        // These three are elements of RSS itself.
        put("title", &cut(&item.name, TITLE));
        put("link", &self.link(&base, &item.url));
        put("description", &description);
        put("g:id", &item.sku);
        if let Some(group) = &item.group {
            put("g:item_group_id", group);
        }
        let mut pictures = item.pictures.iter().filter_map(|name| media::image(name, "")).map(|image| image.src);
        if let Some(first) = pictures.next() {
            put("g:image_link", &format!("{base}{first}"));
            for further in pictures.filter(|src| *src != first).take(FURTHER_PICTURES) {
                put("g:additional_image_link", &format!("{base}{further}"));
            }
        }
        put("g:availability", if item.in_stock { "in_stock" } else { "out_of_stock" });
        let price = item.price.price.amount();
        match item.price.lowest_30d.map(|low| low.amount()).filter(|low| *low > price) {
            Some(struck) => {
                put("g:price", &money(struck));
                put("g:sale_price", &money(price));
            }
            None => put("g:price", &money(price)),
        }
        if let Some((amount, unit)) = item.content {
            let (small, large) = match unit {
                ContentUnit::Ml => ("ml", "l"),
                ContentUnit::G => ("g", "kg"),
            };
            put("g:unit_pricing_measure", &format!("{amount} {small}"));
            put("g:unit_pricing_base_measure", &format!("1 {large}"));
        }
        put("g:brand", &config.brand.name);
        // A SKU is the manufacturer's part number only where the shop is the manufacturer.
        if item.maker == config.company.name {
            put("g:mpn", &item.sku);
        } else {
            put("g:identifier_exists", "no");
        }
        put("g:condition", "new");
        for (name, value) in [("g:color", &item.colour), ("g:size", &item.size), ("g:material", &item.material)] {
            if let Some(value) = value {
                put(name, value);
            }
        }
        if !item.categories.is_empty() {
            put("g:product_type", &item.categories.join(" > "));
        }
        if item.weight_g > 0 {
            put("g:shipping_weight", &format!("{} g", item.weight_g));
        }
        if let Some(offer) = &item.shipping {
            xml.start("g:shipping", &[]);
            xml.leaf("g:country", &[], &offer.country);
            xml.leaf("g:service", &[], &self.service);
            xml.leaf("g:price", &[], &money(offer.amount));
            xml.end("g:shipping");
        }
        xml.end("item");
    }

    /// The address of an item's page, which shows the feed's currency.
    fn link(&self, base: &str, url: &str) -> String {
        if self.view.currency == self.view.store.default_currency {
            return format!("{base}{url}");
        }
        let joined = if url.contains('?') { '&' } else { '?' };
        format!("{base}{url}{joined}currency={}", self.view.currency.code())
    }
}

/// A gzip stream, flushed after each portion.
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

/// The first `most` characters of a trimmed text.
fn cut(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}

/// Plain text of the shop's own HTML, a line for each block. By hand: Markdown yields only these tags and entities.
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
    fn html_becomes_plain_text() {
        assert_eq!(
            text_of("<p>Soft &amp; warm.</p>\n<ul><li>One</li><li>1 &lt; 2</li></ul>"),
            "Soft & warm.\nOne\n1 < 2"
        );
        assert_eq!(text_of("plain"), "plain");
        assert_eq!(cut(" häl ", 2), "hä");
    }

    #[test]
    fn portions_compressed_one_by_one_are_one_gzip_stream() {
        let mut packed = Packed::new();
        let pieces = [packed.pack(b"one ", false), packed.pack(b"two", true)].concat();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&pieces[..]).read_to_string(&mut text).expect("gzip");
        assert_eq!(text, "one two");
    }
}
