//! The page cache: public pages, rendered once and stored compressed. Knows no route.
//!
//! The key contains everything that a page depends on, the catalogue's version included, so nothing is invalidated: pages of
//! old versions are evicted by size. Availability alone is no part of it: each page knows what it shows of that, and is made
//! anew when that has changed ([`Availability`]). One render at a time per key. Bounded in bytes.

use std::future::Future;
use std::io::{Read as _, Write as _};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use axum::body::Bytes;
use axum::http::HeaderValue;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::availability::{Age, Availability};
use crate::call::Shows;

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
    /// When a price on it changes; at once where each visit is to be counted.
    expires: Option<Timestamp>,
    /// The version of availability up to which it is known to say what is so.
    availability: AtomicI64,
    shows: Box<[Shows]>,
    /// Held by whoever makes it anew.
    turn: Arc<Mutex<()>>,
}

/// What a page depends on beside its key.
#[derive(Debug, Default)]
pub struct Depends {
    /// When a price on it changes; at once where each visit is to be counted.
    pub expires: Option<Timestamp>,
    /// The version of availability that it was read at, and what it shows of that.
    pub availability: i64,
    pub shows: Box<[Shows]>,
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
    pub fn new(status: u16, html: &str, depends: Depends) -> Page {
        let digest = Sha256::digest(html.as_bytes());
        let etag = format!("\"{}\"", hex::encode(&digest[..9]));
        let etag = HeaderValue::from_str(&etag).expect("quotes and digits");
        let brotli = compress_brotli(html.as_bytes()).into();
        let Depends { expires, availability, shows } = depends;
        let (availability, turn) = (AtomicI64::new(availability), Arc::default());
        Page { status, etag, brotli, gzip: OnceLock::new(), expires, availability, shows, turn }
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

    /// Its age, by prices and availability.
    fn age(&self, availability: &Availability, now: Timestamp) -> Age {
        if self.expires.is_some_and(|expires| now >= expires) {
            return Age::Outdated;
        }
        let (known, version) = (self.availability.load(Ordering::Relaxed), availability.version());
        if known >= version {
            return Age::Current;
        }
        let age = availability.age(known, &self.shows, now);
        if age == Age::Current {
            self.availability.fetch_max(version, Ordering::Relaxed);
        }
        age
    }

    /// The right to make it anew; none while somebody else does.
    pub fn take_turn(&self) -> Option<OwnedMutexGuard<()>> {
        Arc::clone(&self.turn).try_lock_owned().ok()
    }
}

/// A page of the cache.
#[derive(Debug)]
pub enum Found {
    Current(Arc<Page>),
    /// To be sent, and to be made anew meanwhile: only what it says of availability is some seconds old.
    Behind(Arc<Page>),
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
    pub availability: Arc<Availability>,
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
                let shown = std::mem::size_of_val(&*page.shows);
                u32::try_from(key.len() + 2 * page.brotli.len() + shown + 512).unwrap_or(u32::MAX)
            })
            .build();
        let choices = moka::future::Cache::builder()
            .max_capacity(MOST_CHOICES)
            .weigher(|_: &String, choices: &Arc<Choices>| choices.weight())
            .build();
        PageCache { pages, choices, availability: Arc::default() }
    }

    /// The choices of a product whose page has been rendered before.
    pub async fn choices(&self, place: &str) -> Option<Arc<Choices>> {
        self.choices.get(place).await
    }

    pub async fn keep_choices(&self, place: String, choices: Choices) {
        self.choices.insert(place, Arc::new(choices)).await;
    }

    /// A cached page, unless it is outdated.
    pub async fn find(&self, key: &str, now: Timestamp) -> Option<Found> {
        let page = self.pages.get(key).await?;
        let found = match page.age(&self.availability, now) {
            Age::Current => Found::Current(page),
            Age::Behind => Found::Behind(page),
            Age::Outdated => return None,
        };
        HITS.increment(1);
        Some(found)
    }

    async fn find_current(&self, key: &str, now: Timestamp) -> Option<Arc<Page>> {
        let page = self.pages.get(key).await?;
        (page.age(&self.availability, now) == Age::Current).then_some(page)
    }

    /// Renders a page that was not found, once for all requests that wait for it. Failures are not cached.
    pub async fn get<E: Clone + Send + Sync + 'static>(
        &self,
        key: String,
        now: Timestamp,
        render: impl Future<Output = Result<Arc<Page>, E>>,
    ) -> Result<Arc<Page>, E> {
        metrics::counter!("shop_page_cache_misses_total").increment(1);
        let Some(outdated) =
            self.pages.get(&key).await.filter(|page| page.age(&self.availability, now) != Age::Current)
        else {
            return self.pages.try_get_with(key, render).await.map_err(|e| E::clone(&e));
        };
        let _turn = outdated.turn.lock().await;
        // Whoever had the turn before has made it.
        if let Some(page) = self.find_current(&key, now).await {
            return Ok(page);
        }
        let page = render.await?;
        self.pages.insert(key, Arc::clone(&page)).await;
        Ok(page)
    }

    /// Puts a page in the place of one that was behind.
    pub async fn replace(&self, key: String, page: Arc<Page>) {
        self.pages.insert(key, page).await;
    }

    /// Removes a page that was behind and is none any more.
    pub async fn remove(&self, key: &str) {
        self.pages.invalidate(key).await;
    }
}

/// The body of a public call's answer.
#[derive(Debug)]
pub struct Kept {
    pub body: Bytes,
    brotli: OnceLock<Bytes>,
    /// When a price in it changes.
    expires: Option<Timestamp>,
    /// What holds an exact stock or a date is good until something is written, and for a moment only, as another process
    /// may write too: the commits of this process, and the time, when it was read.
    read_at: Option<(u64, Timestamp)>,
}

/// How long an exact stock is repeated while this process writes nothing.
const MOMENT: SignedDuration = SignedDuration::from_secs(1);
/// Shorter answers fit into one packet anyway.
const WORTH_COMPRESSING: usize = 1_400;

impl Kept {
    pub fn new(body: String, expires: Option<Timestamp>, read_at: Option<(u64, Timestamp)>) -> Kept {
        Kept { body: body.into(), brotli: OnceLock::new(), expires, read_at }
    }

    fn is_good(&self, commits: u64, now: Timestamp) -> bool {
        let is_of_moment =
            |(read, at): (u64, Timestamp)| read == commits && at <= now && now.duration_since(at) < MOMENT;
        self.expires.is_none_or(|expires| now < expires) && self.read_at.is_none_or(is_of_moment)
    }

    /// The bytes in brotli, once they have been compressed.
    pub fn brotli(&self) -> Option<Bytes> {
        self.brotli.get().cloned()
    }

    /// Whether it is worth being compressed: it is long, and lasts.
    pub fn is_to_compress(&self) -> bool {
        self.read_at.is_none() && self.body.len() >= WORTH_COMPRESSING && self.brotli.get().is_none()
    }

    /// Takes milliseconds: call it on a blocking thread.
    pub fn compress(&self) -> Bytes {
        self.brotli.get_or_init(|| compress_brotli(&self.body).into()).clone()
    }
}

/// Kept answers. Like pages, their key contains everything that they depend on, and availability too: they are cheap.
#[derive(Clone)]
pub struct AnswerCache(moka::future::Cache<String, Arc<Kept>>);

impl std::fmt::Debug for AnswerCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnswerCache").field("answers", &self.0.entry_count()).finish()
    }
}

impl AnswerCache {
    /// Bounded by a quarter of what pages may take.
    pub fn new(megabytes: u64) -> AnswerCache {
        let answers = moka::future::Cache::builder()
            .max_capacity((megabytes << 20) / 4)
            .weigher(|key: &String, kept: &Arc<Kept>| {
                u32::try_from(key.len() + kept.body.len() + kept.body.len() / 4 + 256).unwrap_or(u32::MAX)
            })
            .build();
        AnswerCache(answers)
    }

    /// An answer that is as good as one made now, after so many commits of this process.
    pub async fn find(&self, key: &str, commits: u64, now: Timestamp) -> Option<Arc<Kept>> {
        self.0.get(key).await.filter(|kept| kept.is_good(commits, now))
    }

    pub async fn keep(&self, key: String, kept: Arc<Kept>) {
        self.0.insert(key, kept).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::AvailabilityChanges;

    #[test]
    fn every_encoding_round_trips() {
        let html = "<p>Valmère</p>".repeat(100);
        let page = Page::new(200, &html, Depends::default());
        assert_eq!(page.bytes(Encoding::Identity), html.as_bytes());
        let mut text = String::new();
        flate2::read::GzDecoder::new(&page.bytes(Encoding::Gzip)[..]).read_to_string(&mut text).expect("gzip");
        assert_eq!(text, html);
        assert!(page.bytes(Encoding::Brotli).len() < 100);
    }

    /// A page that shows product 1, made at a version.
    fn page(version: i64) -> Arc<Page> {
        let depends = Depends { expires: None, availability: version, shows: Box::new([Shows::Product(1)]) };
        Arc::new(Page::new(200, "<p>Valmère</p>", depends))
    }

    fn sells(pages: &PageCache, version: i64, product: i64, now: Timestamp) {
        let products = vec![(product, version)];
        pages.availability.note(version, AvailabilityChanges { products, categories: Vec::new() }, now);
    }

    #[tokio::test]
    async fn page_that_is_behind_is_rendered_once_and_sent_meanwhile() {
        let pages = PageCache::new(1);
        let at = |seconds: i64| Timestamp::from_second(1_800_000_000 + seconds).expect("a time");
        let first = pages.get("key".into(), at(0), async { Ok::<_, ()>(page(0)) }).await.expect("rendered");
        sells(&pages, 1, 2, at(1));
        assert!(matches!(pages.find("key", at(1)).await, Some(Found::Current(_))), "another product");
        sells(&pages, 2, 1, at(2));
        let Some(Found::Behind(behind)) = pages.find("key", at(3)).await else { panic!("sent while it is rendered") };
        assert!(Arc::ptr_eq(&first, &behind));
        let turn = behind.take_turn().expect("free");
        assert!(behind.take_turn().is_none(), "nobody else renders it");

        // Whoever comes later than that waits for the same render.
        assert!(pages.find("key", at(7)).await.is_none(), "outdated");
        let late = pages.get("key".into(), at(7), async { panic!("a second render") as Result<Arc<Page>, ()> });
        let mut late = Box::pin(late);
        assert!(futures_util::poll!(&mut late).is_pending());
        pages.replace("key".into(), page(2)).await;
        drop(turn);
        let made = late.await.expect("made by the other");
        assert!(!Arc::ptr_eq(&made, &first));
        assert!(matches!(pages.find("key", at(99)).await, Some(Found::Current(page)) if Arc::ptr_eq(&page, &made)));
    }

    #[tokio::test]
    async fn outdated_page_is_rendered_by_whoever_asks_for_it() {
        let pages = PageCache::new(1);
        let at = |seconds: i64| Timestamp::from_second(1_800_000_000 + seconds).expect("a time");
        let expires = Depends { expires: Some(at(10)), ..Depends::default() };
        let first = Arc::new(Page::new(200, "10 EUR", expires));
        let put = Arc::clone(&first);
        pages.get("key".into(), at(0), async { Ok::<_, ()>(put) }).await.expect("rendered");
        assert!(matches!(pages.find("key", at(9)).await, Some(Found::Current(_))));
        assert!(pages.find("key", at(10)).await.is_none(), "another price: not even for a moment");
        let failed = pages.get("key".into(), at(10), async { Err("no") }).await;
        assert_eq!(failed.err(), Some("no"));
        let made = pages.get("key".into(), at(10), async { Ok::<_, ()>(page(0)) }).await.expect("rendered");
        assert!(!Arc::ptr_eq(&made, &first));
    }

    #[tokio::test]
    async fn exact_stock_is_repeated_until_something_is_written_and_for_a_moment() {
        let answers = AnswerCache::new(4);
        let at = |millis: i64| Timestamp::from_millisecond(1_800_000_000_000 + millis).expect("a time");
        answers.keep("lasts".into(), Arc::new(Kept::new("{}".into(), Some(at(9_000)), None))).await;
        answers.keep("stock".into(), Arc::new(Kept::new("{}".into(), None, Some((7, at(0)))))).await;
        let has = async |key, commits, millis| answers.find(key, commits, at(millis)).await.is_some();
        assert!(has("lasts", 99, 8_999).await && !has("lasts", 7, 9_000).await, "until a price changes");
        assert!(has("stock", 7, 999).await);
        assert!(!has("stock", 8, 0).await, "something was written");
        assert!(!has("stock", 7, 1_000).await, "another process may have written");
        assert!(!has("stock", 7, -1).await, "the clock was set back");
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
