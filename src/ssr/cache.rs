//! The page cache: public pages, rendered once and stored compressed. Knows no route.
//!
//! The key contains everything that a page depends on, the catalogue's version included, so nothing is invalidated: pages of
//! old versions are evicted by size. One render at a time per key. Bounded in bytes.

use std::future::Future;
use std::io::{Read as _, Write as _};
use std::sync::{Arc, LazyLock, OnceLock};

use axum::body::Bytes;
use axum::http::HeaderValue;
use jiff::Timestamp;
use sha2::{Digest, Sha256};

/// A page is compressed once and read often, but the first reader waits for it.
const BROTLI_QUALITY: i32 = 5;
const BROTLI_WINDOW: u32 = 22;

/// A rendered page, compressed.
#[derive(Debug)]
pub struct Page {
    pub status: u16,
    /// Quoted, strong.
    pub etag: HeaderValue,
    brotli: Bytes,
    gzip: OnceLock<Bytes>,
    /// When a price on it changes.
    expires: Option<Timestamp>,
}

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The coding for an `Accept-Encoding` header, of those that pages are stored in. By hand: `headers` has no type
    /// for it.
    pub fn accepted(header: &str) -> Encoding {
        Encoding::negotiated(header, &[Encoding::Brotli, Encoding::Gzip])
    }

    /// The client's preference among `offered`, which is in the server's order; identity when it accepts none of them
    /// (RFC 9110 §12.5.3).
    pub fn negotiated(header: &str, offered: &[Encoding]) -> Encoding {
        let (mut any, mut plain, mut named) = (None, None, [None; 2]);
        for (token, weight) in header.split(',').map(entry) {
            let place = offered.iter().zip(&mut named).find(|(one, _)| one.name().is_some_and(|name| is(token, name)));
            let kept = match place {
                Some((_, kept)) => kept,
                None if token == "*" => &mut any,
                None if is(token, "identity") => &mut plain,
                None => continue,
            };
            // Of a repeated coding the first counts.
            kept.get_or_insert(weight);
        }
        // `max_by_key` takes the last of equals: the first offered.
        let wanted = offered.iter().zip(named).rev().map(|(one, weight)| (weight.or(any).unwrap_or(0), *one));
        let best =
            wanted.max_by_key(|(weight, _)| *weight).filter(|(weight, _)| *weight > 0 && *weight >= plain.unwrap_or(0));
        best.map_or(Encoding::Identity, |(_, one)| one)
    }

    pub fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Identity => None,
        }
    }
}

fn is(token: &str, name: &str) -> bool {
    token.eq_ignore_ascii_case(name)
}

/// An entry of the header: coding and weight in thousandths; 0 for a malformed weight.
fn entry(text: &str) -> (&str, u16) {
    let Some((token, rest)) = text.split_once(';') else { return (text.trim(), 1_000) };
    let weight =
        rest.split(';').map(str::trim).find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    (token.trim(), weight.map_or(1_000, |weight| thousandths(weight).unwrap_or(0)))
}

/// A weight (RFC 9110 §12.4.2): 0 to 1 with at most three decimals.
fn thousandths(weight: &str) -> Option<u16> {
    let (whole, decimals) = weight.split_once('.').unwrap_or((weight, ""));
    let is_written_so = decimals.len() <= 3 && decimals.bytes().all(|b| b.is_ascii_digit());
    match whole {
        "0" if is_written_so => format!("{decimals:0<3}").parse().ok(),
        "1" if is_written_so && decimals.bytes().all(|b| b == b'0') => Some(1_000),
        _ => None,
    }
}

impl Page {
    /// Compresses a page. Takes milliseconds: call it on a blocking thread.
    pub fn new(status: u16, html: &str, expires: Option<Timestamp>) -> Page {
        let digest = Sha256::digest(html.as_bytes());
        let etag = format!("\"{}\"", hex::encode(&digest[..9]));
        let etag = HeaderValue::from_str(&etag).expect("quotes and digits");
        let brotli = compress_brotli(html.as_bytes()).into();
        Page { status, etag, brotli, gzip: OnceLock::new(), expires }
    }

    /// Whether the bytes in an encoding are there already. The uncompressed ones are decompressed each time, which is
    /// cheap.
    pub fn has(&self, encoding: Encoding) -> bool {
        encoding != Encoding::Gzip || self.gzip.get().is_some()
    }

    /// The bytes in an encoding. The first in gzip take milliseconds: call it on a blocking thread.
    pub fn bytes(&self, encoding: Encoding) -> Bytes {
        match encoding {
            Encoding::Brotli => self.brotli.clone(),
            Encoding::Gzip => self.gzip.get_or_init(|| compress_gzip(&self.identity()).into()).clone(),
            Encoding::Identity => self.identity().into(),
        }
    }

    fn identity(&self) -> Vec<u8> {
        let mut html = Vec::new();
        let read = brotli::Decompressor::new(&self.brotli[..], 1 << 14).read_to_end(&mut html);
        debug_assert!(read.is_ok(), "what was compressed here reads back");
        html
    }

    pub fn is_fresh(&self, now: Timestamp) -> bool {
        self.expires.is_none_or(|expires| now < expires)
    }
}

/// Compresses a page or a large answer with brotli.
pub fn compress_brotli(bytes: &[u8]) -> Vec<u8> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 1 << 14, BROTLI_QUALITY as u32, BROTLI_WINDOW);
    // Writing to memory does not fail.
    drop(writer.write_all(bytes));
    writer.into_inner()
}

fn compress_gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    // Writing to memory does not fail.
    drop(writer.write_all(bytes));
    writer.finish().unwrap_or_default()
}

/// Looked up once: a look-up would add a tenth to the cost of a hit.
static HITS: LazyLock<metrics::Counter> = LazyLock::new(|| metrics::counter!("shop_page_cache_hits_total"));

/// What the query of a product's page may choose.
#[derive(Debug)]
pub struct Choices {
    /// Option codes, in their order.
    pub options: Vec<String>,
    /// Values by option, for each variant.
    pub variants: Vec<Vec<String>>,
}

impl Choices {
    /// Approximate bytes.
    fn weight(&self) -> u32 {
        let values = self.options.len() * (1 + self.variants.len());
        u32::try_from(256 + values * 40).unwrap_or(u32::MAX)
    }
}

/// Capacity for choices, in bytes.
const MOST_CHOICES: u64 = 16 << 20;

/// Cached pages, and choices of products.
#[derive(Clone)]
pub struct PageCache {
    pages: moka::future::Cache<String, Arc<Page>>,
    choices: moka::future::Cache<String, Arc<Choices>>,
}

impl std::fmt::Debug for PageCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageCache").field("pages", &self.pages.entry_count()).finish()
    }
}

impl PageCache {
    pub fn new(megabytes: u64) -> PageCache {
        let pages = moka::future::Cache::builder()
            .max_capacity(megabytes << 20)
            // Twice the brotli bytes: a gzip form may be added later.
            .weigher(|key: &String, page: &Arc<Page>| {
                u32::try_from(key.len() + 2 * page.brotli.len() + 256).unwrap_or(u32::MAX)
            })
            .build();
        let choices = moka::future::Cache::builder()
            .max_capacity(MOST_CHOICES)
            .weigher(|_: &String, choices: &Arc<Choices>| choices.weight())
            .build();
        PageCache { pages, choices }
    }

    /// The choices of a product whose page has been rendered before.
    pub async fn choices(&self, place: &str) -> Option<Arc<Choices>> {
        self.choices.get(place).await
    }

    pub async fn keep_choices(&self, place: String, choices: Choices) {
        self.choices.insert(place, Arc::new(choices)).await;
    }

    /// A cached page, unless a price on it has changed.
    pub async fn find(&self, key: &str, now: Timestamp) -> Option<Arc<Page>> {
        let page = self.pages.get(key).await.filter(|page| page.is_fresh(now))?;
        HITS.increment(1);
        Some(page)
    }

    /// Renders a page that was not found, once for all requests that wait for it. Failures are not cached.
    pub async fn get<E: Clone + Send + Sync + 'static>(
        &self,
        key: String,
        now: Timestamp,
        render: impl Future<Output = Result<Arc<Page>, E>>,
    ) -> Result<Arc<Page>, E> {
        if self.pages.get(&key).await.is_some_and(|page| !page.is_fresh(now)) {
            self.pages.invalidate(&key).await;
        }
        metrics::counter!("shop_page_cache_misses_total").increment(1);
        self.pages.try_get_with(key, render).await.map_err(|e| E::clone(&e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_round_trips() {
        let html = "<p>Valmère</p>".repeat(100);
        let page = Page::new(200, &html, None);
        assert_eq!(page.bytes(Encoding::Identity), html.as_bytes());
        let mut text = String::new();
        flate2::read::GzDecoder::new(&page.bytes(Encoding::Gzip)[..]).read_to_string(&mut text).expect("gzip");
        assert_eq!(text, html);
        assert!(page.bytes(Encoding::Brotli).len() < 100);
    }

    #[test]
    fn negotiation_prefers_the_clients_weights() {
        use Encoding::{Brotli, Gzip, Identity};
        for (header, of_both, of_gzip) in [
            ("gzip, deflate, br", Brotli, Gzip),
            ("gzip;q=0.8, br;q=0", Gzip, Gzip),
            ("br", Brotli, Identity),
            // The client's weights win over ours.
            ("br;q=0.5, gzip;q=0.9", Gzip, Gzip),
            ("BR ; Q=1.000 , GZIP;q=1", Brotli, Gzip),
            ("*", Brotli, Gzip),
            ("*;q=0.1, br;q=0", Gzip, Gzip),
            ("gzip;q=0, *", Brotli, Identity),
            ("gzip;q=0.5, identity", Identity, Identity),
            ("gzip, identity;q=0.5", Gzip, Gzip),
            ("", Identity, Identity),
            // Similar names and invalid weights.
            ("brotli, x-gzip2", Identity, Identity),
            ("gzip;q=2, br;q=0.0001", Identity, Identity),
            ("gzip;q=high", Identity, Identity),
        ] {
            assert_eq!(Encoding::accepted(header), of_both, "{header}");
            assert_eq!(Encoding::negotiated(header, &[Gzip]), of_gzip, "{header}");
        }
    }
}
