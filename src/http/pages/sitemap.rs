//! `robots.txt`, `llms.txt` and the sitemaps: an index, and parts of a few hundred products or categories, each page
//! with its alternates and its images. Sitemaps are cached like pages, until the catalogue changes, and generated one
//! at a time.

use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use tokio::sync::Semaphore;

use super::response::send_file;
use super::routes::plain_paths;
use crate::app::App;
use crate::catalog::feed::{self, PageAddress, Pictures};
use crate::catalog::{self, media};
use crate::cms;
use crate::cms::house::PageGroup;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::http::layers::Admitted;
use crate::ssr::cache::{Depends, Found, Page};
use crate::xml::Xml;

/// Images listed for one page; the protocol allows a thousand.
const PICTURES: i64 = 6;
/// Limits generation to one part at a time: each is megabytes of text.
static RENDERING: Semaphore = Semaphore::const_new(1);

/// Crawlers may read every page: those that belong in no index carry `noindex`, which only a crawler that may fetch
/// them sees. Disallowed is what is not a page, links that only redirect, and products as of today, which are the public
/// pages again, rendered for each request.
pub async fn robots(State(app): State<Arc<App>>) -> Response<Body> {
    let mut text = String::from("User-agent: *\n");
    let paths = ["/hah_api/", "/demo/", "/payment/", "/newsletter/", "/*/invoice/"];
    let queries = ["/*?*promo-tag=", "/*?*return=", "/*?*today="];
    for closed in paths.iter().chain(&queries) {
        let _ = writeln!(text, "Disallow: {closed}");
    }
    let _ = write!(text, "\nSitemap: {}/sitemap.xml\n", app.config().public_url());
    answer("text/plain; charset=utf-8", text)
}

/// A summary of the shop for language models: languages, departments, policies, feed and sitemap (llmstxt.org). In
/// English, as the format is.
pub async fn llms(State(app): State<Arc<App>>, _: Admitted) -> Response<Body> {
    let (config, stores) = (app.config(), app.store_views.get());
    let text = app.db.read(move |tx| {
        let base = config.public_url();
        let brand = &config.brand.name;
        let about = config.look.words_in(Lang::En).about.replace("{brand}", brand);
        let about = if about.trim().is_empty() { format!("The online shop of {brand}.") } else { about };
        let mut text = format!(
            "# {brand}\n\n> {about} Sold and sent by {}, {}.\n\n",
            config.company.name,
            config.company.address.join(", "),
        );
        let lang = stores.default_language();
        let currencies: Vec<&str> = stores.currencies().iter().map(|one| one.code()).collect();
        let _ = write!(
            text,
            "Prices include VAT. They are in {} unless `?currency=` names another of {}. Customer service: {}, {}.\n\n\
             ## Languages\n\n",
            stores.of(lang).default_currency.code(),
            currencies.join(", "),
            config.company.email,
            config.company.phone,
        );
        for lang in stores.languages() {
            let _ = writeln!(text, "- [{}]({base}/{lang}): `{}`", lang.native_name(), lang.locale());
        }
        text.push_str("\n## Departments\n\n");
        let tree = catalog::tree(tx, lang)?;
        for node in tree.children(None) {
            let below: Vec<&str> = tree.children(Some(node.id)).map(|child| child.name.as_str()).collect();
            let below = if below.is_empty() { String::new() } else { format!(": {}", below.join(", ")) };
            let _ = writeln!(text, "- [{}]({base}{}){below}", node.name, tree.url(node));
        }
        text.push_str("\n## Policies\n\n");
        let (help, house): (Vec<_>, Vec<_>) =
            cms::store::list_cms(tx, lang)?.into_iter().partition(|(key, _)| PageGroup::of(key).is_help());
        for (key, title) in help {
            let _ = writeln!(text, "- [{title}]({base}/{lang}/help/{key})");
        }
        let _ = writeln!(text, "- [Contact]({base}/{lang}/contact-us)");
        if !house.is_empty() {
            text.push_str("\n## The house\n\n");
        }
        for (key, title) in house {
            let _ = writeln!(text, "- [{title}]({base}/{lang}/help/{key})");
        }
        text.push_str("\n## Data\n\n");
        let _ =
            writeln!(text, "- [Sitemap]({base}/sitemap.xml): every page, with its other languages and its pictures");
        for lang in stores.languages() {
            let name = lang.native_name();
            let _ = writeln!(text, "- [Product feed, {name}]({base}/{lang}/feed.xml): every item for sale (RSS 2.0)");
        }
        Ok(text)
    });
    match text.await {
        Ok(text) => answer("text/plain; charset=utf-8", text),
        Err(_) => unavailable(),
    }
}

/// A part of the sitemap; displayed as its file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Pages with the same path in every language.
    Pages,
    Categories(i64),
    Products(i64),
}

impl Part {
    fn of(file: &str) -> Option<Part> {
        let name = file.strip_suffix(".xml")?;
        let number = |text: &str| text.parse().ok().filter(|number| (0..1_000_000).contains(number));
        match name.split_once('-') {
            None if name == "pages" => Some(Part::Pages),
            Some(("categories", portion)) => number(portion).map(Part::Categories),
            Some(("products", portion)) => number(portion).map(Part::Products),
            _ => None,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Pages => f.write_str("pages.xml"),
            Part::Categories(portion) => write!(f, "categories-{portion}.xml"),
            Part::Products(portion) => write!(f, "products-{portion}.xml"),
        }
    }
}

/// The index: one part for plain pages, as many as needed for categories and for products.
pub async fn index(State(app): State<Arc<App>>, _: Admitted, headers: HeaderMap) -> Response<Body> {
    let base = app.config().public_url();
    let read = |tx: &mut dyn Tx| {
        let mut parts = vec![Part::Pages];
        parts.extend(feed::category_portions(tx)?.into_iter().map(Part::Categories));
        parts.extend(feed::product_portions(tx)?.into_iter().map(Part::Products));
        Ok(Some(parts))
    };
    let write = move |parts: Vec<Part>| {
        let mut xml = Xml::document();
        xml.start("sitemapindex", &[("xmlns", SITEMAP)]);
        for part in parts {
            xml.start("sitemap", &[]);
            xml.leaf("loc", &[], &format!("{base}/sitemap/{part}"));
            xml.end("sitemap");
        }
        xml.end("sitemapindex");
        xml.take()
    };
    reply(kept(&app, "index", read, write).await, &headers).await
}

const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const XHTML: &str = "http://www.w3.org/1999/xhtml";
const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";

/// One part.
pub async fn part(
    State(app): State<Arc<App>>,
    _: Admitted,
    headers: HeaderMap,
    Path(file): Path<String>,
) -> Response<Body> {
    let Some(part) = Part::of(&file) else { return not_found() };
    let stores = app.store_views.get();
    let (base, languages) = (app.config().public_url(), stores.languages().to_vec());
    let (spoken, default) = (languages.clone(), stores.default_language());
    let read = move |tx: &mut dyn Tx| {
        let (addresses, pictures) = match part {
            Part::Pages => (plain_pages(tx, &spoken)?, Pictures::new()),
            Part::Categories(portion) => feed::category_addresses(tx, portion)?,
            Part::Products(portion) => {
                let addresses = feed::product_addresses(tx, portion)?;
                (addresses, feed::product_pictures(tx, portion, PICTURES)?)
            }
        };
        Ok((!addresses.is_empty()).then_some((addresses, pictures)))
    };
    let write = move |(addresses, pictures): (Vec<PageAddress>, Pictures)| {
        urlset(&base, (&languages, default), &addresses, &pictures)
    };
    let name = format!("{} {part}", stores.fingerprint());
    reply(kept(&app, &name, read, write).await, &headers).await
}

/// Pages whose path is the same in every language: home, contact, help.
fn plain_pages(tx: &mut dyn Tx, languages: &[Lang]) -> Result<Vec<PageAddress>> {
    let help = cms::store::list_cms(tx, Lang::default())?.into_iter().map(|(key, _)| format!("/help/{key}"));
    let paths = plain_paths().map(|path| path.trim_end_matches('/').to_owned()).chain(help);
    let addresses = paths.zip(1_i64..).flat_map(|(path, at)| {
        languages.iter().map(move |lang| PageAddress { id: -at, lang: *lang, path: format!("/{lang}{path}") })
    });
    Ok(addresses.collect())
}

/// A file of the catalogue's version, generated once for concurrent requests. Writing and compressing run on a blocking
/// thread, after the database reader is released: they take longer than the query.
async fn kept<T: Send + 'static>(
    app: &Arc<App>,
    name: &str,
    read: impl Fn(&mut dyn Tx) -> Result<Option<T>> + Send + 'static,
    write: impl FnOnce(T) -> String + Send + 'static,
) -> std::result::Result<Arc<Page>, Missing> {
    let version = app.catalogue_version.load(Ordering::Relaxed);
    let key = format!("{version} sitemap {name}");
    let now = app.clock.now();
    if let Some(Found::Current(page) | Found::Behind(page)) = app.pages.find(&key, now).await {
        return Ok(page);
    }
    let db = app.db.clone();
    let make = async move {
        let _turn = RENDERING.acquire().await;
        let found = db.read(read).await.map_err(|error: Error| {
            tracing::error!(%error, "a sitemap failed");
            Missing::Failed
        })?;
        let found = found.ok_or(Missing::Nowhere)?;
        let page =
            tokio::task::spawn_blocking(move || Arc::new(Page::new(200, &write(found), Depends::default()))).await;
        page.map_err(|_| Missing::Failed)
    };
    app.pages.get(key, now, make).await
}

/// Why there is no file to send.
#[derive(Debug, Clone, Copy)]
enum Missing {
    Nowhere,
    Failed,
}

async fn reply(made: std::result::Result<Arc<Page>, Missing>, headers: &HeaderMap) -> Response<Body> {
    match made {
        Ok(page) => send_file(page, headers, "application/xml").await.unwrap_or_else(unavailable),
        Err(Missing::Nowhere) => not_found(),
        Err(Missing::Failed) => unavailable(),
    }
}

fn urlset(base: &str, (languages, default): (&[Lang], Lang), addresses: &[PageAddress], pictures: &Pictures) -> String {
    let mut xml = Xml::document();
    xml.start("urlset", &[("xmlns", SITEMAP), ("xmlns:xhtml", XHTML), ("xmlns:image", IMAGE)]);
    let mut offered: Vec<&PageAddress> = addresses.iter().filter(|page| languages.contains(&page.lang)).collect();
    offered.sort_by_key(|page| (page.id, page.lang));
    for page in offered.chunk_by(|a, b| a.id == b.id) {
        // The same for each language of a page, so written once.
        let mut shared = Xml::fragment();
        let default = page.iter().find(|address| address.lang == default).map(|address| ("x-default", address));
        for (hreflang, address) in page.iter().map(|address| (address.lang.hreflang(), address)).chain(default) {
            let href = format!("{base}{}", encoded(&address.path));
            shared.empty("xhtml:link", &[("rel", "alternate"), ("hreflang", hreflang), ("href", &href)]);
        }
        let shown = page.first().and_then(|address| pictures.get(&address.id)).into_iter().flatten();
        for image in shown.filter_map(|name| media::image(name, "")) {
            shared.start("image:image", &[]);
            shared.leaf("image:loc", &[], &format!("{base}{}", image.src));
            shared.end("image:image");
        }
        let shared = shared.take();
        for address in page {
            xml.start("url", &[]);
            xml.leaf("loc", &[], &format!("{base}{}", encoded(&address.path)));
            xml.raw(&shared);
            xml.end("url");
        }
    }
    xml.end("urlset");
    xml.take()
}

/// A path, percent-encoded: its keys come from the operator's sheets.
fn encoded(path: &str) -> String {
    const KEPT: &percent_encoding::AsciiSet =
        &percent_encoding::NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');
    percent_encoding::utf8_percent_encode(path, KEPT).to_string()
}

fn answer(mime: &'static str, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

fn not_found() -> Response<Body> {
    line(StatusCode::NOT_FOUND, "not found\n")
}

fn unavailable() -> Response<Body> {
    line(StatusCode::SERVICE_UNAVAILABLE, "try again later\n")
}

fn line(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_parsed_from_their_file_names() {
        for part in [Part::Pages, Part::Categories(0), Part::Products(417)] {
            assert_eq!(Part::of(&part.to_string()), Some(part));
        }
        for none in
            ["pages", "pages-0.xml", "products.xml", "products--1.xml", "products-1000000.xml", "other-1.xml", ""]
        {
            assert_eq!(Part::of(none), None, "{none}");
        }
    }
}
