//! `robots.txt` and the sitemaps: an index, and parts of at most a few thousand addresses, each with its alternates.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use serde::Deserialize;

use crate::app::App;
use crate::error::Result;
use crate::http::visitor;
use crate::vals;

/// Addresses in one part: the protocol allows 50 000, small parts are quicker to make.
const PART: i64 = 2_000;

const HELP: &[&str] = &[
    "privacy-statement",
    "shipping-and-returns",
    "terms-and-conditions",
    "terms-of-use",
    "returns",
    "bed-terms",
    "legal-notice",
    "accessibility",
];

/// What crawlers may read: everything public, one form of each list.
pub async fn robots(State(app): State<Arc<App>>) -> Response<Body> {
    let mut text = String::from("User-agent: *\n");
    for lang in &app.config.languages {
        for screen in ["cart", "checkout", "search", "ordersuccess"] {
            let _ = writeln!(text, "Disallow: /{lang}/{screen}");
        }
    }
    let _ = write!(text, "Disallow: /hah_api/\nDisallow: /*?*f.\n\nSitemap: {}/sitemap.xml\n", app.config.public_url());
    answer("text/plain; charset=utf-8", text)
}

/// The index: one part for pages and categories, as many as needed for products.
pub async fn index(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response<Body> {
    if !visitor::is_admitted(&app, &headers, peer, "") {
        return too_many();
    }
    let count = app
        .db
        .read(|tx| tx.one::<i64>("SELECT count(*) FROM product WHERE parent_id IS NULL AND enabled = 1", &[]))
        .await;
    let Ok(count) = count else { return unavailable() };
    let mut xml = String::from(HEAD);
    xml.push_str("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">");
    let base = app.config.public_url();
    let _ = write!(xml, "<sitemap><loc>{base}/sitemap/pages.xml</loc></sitemap>");
    for part in 0..(count + PART - 1) / PART {
        let _ = write!(xml, "<sitemap><loc>{base}/sitemap/products-{part}.xml</loc></sitemap>");
    }
    xml.push_str("</sitemapindex>");
    answer("application/xml", xml)
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// A path in one language.
#[derive(Debug, Clone, Deserialize)]
struct Address {
    id: i64,
    lang: String,
    path: String,
}

/// One part.
pub async fn part(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Path(file): Path<String>,
) -> Response<Body> {
    if !visitor::is_admitted(&app, &headers, peer, "") {
        return too_many();
    }
    let number = file.strip_prefix("products-").and_then(|rest| rest.strip_suffix(".xml")?.parse::<i64>().ok());
    let addresses = match (file.as_str(), number) {
        ("pages.xml", _) => app.db.read(categories).await,
        (_, Some(number)) if (0..100_000).contains(&number) => app.db.read(move |tx| products(tx, number)).await,
        _ => return not_found(),
    };
    let Ok(mut addresses) = addresses else { return unavailable() };
    if addresses.is_empty() && file != "pages.xml" {
        return not_found();
    }
    if file == "pages.xml" {
        for (at, path) in [String::new()].into_iter().chain(HELP.iter().map(|key| format!("/help/{key}"))).enumerate() {
            let id = -1 - i64::try_from(at).unwrap_or_default();
            addresses.extend(app.config.languages.iter().map(|lang| Address {
                id,
                lang: lang.code().to_owned(),
                path: format!("/{lang}{path}"),
            }));
        }
    }
    answer("application/xml", urlset(&app, &addresses))
}

fn categories(tx: &mut dyn crate::db::Tx) -> Result<Vec<Address>> {
    tx.all(
        "SELECT category_id AS id, lang, '/' || lang || '/c/' || url_key AS path FROM category_text ORDER BY category_id",
        &[],
    )
}

fn products(tx: &mut dyn crate::db::Tx, number: i64) -> Result<Vec<Address>> {
    tx.all(
        "SELECT p.id AS id, t.lang AS lang, '/' || t.lang || '/p/' || c.url_key || '/' || t.url_key AS path
         FROM (SELECT id, category_id FROM product WHERE parent_id IS NULL AND enabled = 1
               ORDER BY id LIMIT $1 OFFSET $2) p
         JOIN product_text t ON t.product_id = p.id
         JOIN category_text c ON c.category_id = p.category_id AND c.lang = t.lang
         ORDER BY p.id",
        vals![PART, number * PART],
    )
}

fn urlset(app: &App, addresses: &[Address]) -> String {
    let base = app.config.public_url();
    let mut xml = String::from(HEAD);
    xml.push_str(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">",
    );
    let mut sorted: Vec<&Address> = addresses.iter().collect();
    sorted.sort_by_key(|address| address.id);
    for page in sorted.chunk_by(|a, b| a.id == b.id) {
        let offered: Vec<(&&Address, &str)> = page
            .iter()
            .filter_map(|address| {
                let lang = app.config.languages.iter().find(|lang| lang.code() == address.lang)?;
                Some((address, lang.hreflang()))
            })
            .collect();
        for (address, _) in &offered {
            let _ = write!(xml, "<url><loc>{base}{}</loc>", address.path);
            for (other, hreflang) in &offered {
                let _ = write!(
                    xml,
                    "<xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{base}{}\"/>",
                    other.path
                );
            }
            if let Some((default, _)) = offered.iter().find(|(a, _)| a.lang == "en") {
                let _ = write!(
                    xml,
                    "<xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"{base}{}\"/>",
                    default.path
                );
            }
            xml.push_str("</url>");
        }
    }
    xml.push_str("</urlset>");
    xml
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

fn too_many() -> Response<Body> {
    line(StatusCode::TOO_MANY_REQUESTS, "too many requests; try again in a minute\n")
}

fn line(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
}
