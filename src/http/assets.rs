//! Files in the binary: the UI's build and the pictures. Names carry a hash, so browsers keep them for good.

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use rust_embed::RustEmbed;

use crate::catalog::media;
use crate::ssr::cache::Encoding;

const FOREVER: &str = "public, max-age=31536000, immutable";
const AN_HOUR: &str = "public, max-age=3600";

/// The built UI.
#[derive(RustEmbed)]
#[folder = "ui/dist"]
#[allow_missing = true]
pub struct Ui;

/// A file of the UI's build, compressed beforehand.
pub async fn ui(Path(path): Path<String>, headers: HeaderMap) -> Response<Body> {
    let name = format!("client/assets/{path}");
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let encoding = Encoding::accepted(accepted);
    let packed = match encoding {
        Encoding::Brotli => Ui::get(&format!("{name}.br")),
        Encoding::Gzip => Ui::get(&format!("{name}.gz")),
        Encoding::Identity => None,
    };
    let encoding = packed.as_ref().and(encoding.name());
    let Some(file) = packed.or_else(|| Ui::get(&name)) else { return not_found() };
    let mut response = found(file.data, mime(&path), FOREVER);
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// A picture.
pub async fn media(Path(path): Path<String>) -> Response<Body> {
    match media::file(&path) {
        // Icons are linked by their plain names and may change with a release.
        Some((bytes, mime, _)) => {
            found(bytes, mime, if path.starts_with("icon") || path.starts_with("apple") { AN_HOUR } else { FOREVER })
        }
        None => not_found(),
    }
}

/// Browsers ask for it whatever the page says.
pub async fn favicon() -> Response<Body> {
    media(Path("icon.svg".to_owned())).await
}

fn found(data: std::borrow::Cow<'static, [u8]>, mime: &'static str, cache: &'static str) -> Response<Body> {
    let bytes = match data {
        std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        std::borrow::Cow::Owned(bytes) => Bytes::from(bytes),
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

fn not_found() -> Response<Body> {
    let mut response = Response::new(Body::from("not found\n"));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("woff2") => "font/woff2",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
