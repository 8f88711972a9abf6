//! Static files: the built UI and the pictures in the binary, and the operator's pictures in the data folder. Most names
//! contain a hash of the contents, so browsers may keep them for ever.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::catalog::media::{self, File};
use crate::domain::hazard;
use crate::domain::store_view::Lang;
use crate::http::response::with_location;
use crate::http::{etag, layers, visitor};
use crate::limits::RateClass;
use crate::look;
use crate::ssr::cache::Encoding;

const FOREVER: &str = "public, max-age=31536000, immutable";
const AN_HOUR: &str = "public, max-age=3600";

/// The built UI.
#[derive(RustEmbed)]
#[folder = "ui/dist"]
#[allow_missing = true]
pub struct Ui;

/// A file of the built UI, compressed at build time.
pub async fn ui(Path(path): Path<String>, headers: HeaderMap) -> Response<Body> {
    // Names contain a hash: no two builds share one.
    let name = ["client", "console"].map(|build| format!("{build}/assets/{path}"));
    let [shop, console] = &name;
    let name = if Ui::get(shop).is_some() { shop } else { console };
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let encoding = Encoding::accepted(accepted);
    let packed = match encoding {
        Encoding::Brotli => Ui::get(&format!("{name}.br")),
        Encoding::Gzip => Ui::get(&format!("{name}.gz")),
        Encoding::Identity => None,
    };
    let encoding = packed.as_ref().and(encoding.name());
    let Some(file) = packed.or_else(|| Ui::get(name)) else { return not_found() };
    let mut response = found(file.data, mime(&path), FOREVER);
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// A picture. The URL of an earlier version redirects to the current one.
pub async fn media(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let folder = app.config().data.directory.join(media::FOLDER);
    // Icons have plain names and may change with a release.
    let is_plain = path.split('.').count() < 4;
    let cache = if is_plain { AN_HOUR } else { FOREVER };
    let (bytes, mime) = match media::file(&path) {
        Some(File::Embedded(bytes, mime)) => (bytes, mime),
        Some(File::Own(name, mime)) => match read(folder.join(name)).await {
            // An empty file is left from a full disk: it must not be cached for a year.
            Some(bytes) if !bytes.is_empty() => (bytes.into(), mime),
            _ => return not_found(),
        },
        // Encoding costs as much as a hundred pages.
        Some(File::Jpeg(_)) if !visitor::is_admitted(&app, &headers, peer, RateClass::Tight) => {
            return layers::too_many();
        }
        Some(File::Jpeg(of)) => match jpeg(folder, of).await {
            Some(bytes) => (bytes.into(), "image/jpeg"),
            None => return not_found(),
        },
        Some(File::Moved(to)) => return moved(&to),
        None => return not_found(),
    };
    // A URL with a hash in it identifies the bytes.
    let name = if is_plain { hex::encode(&Sha256::digest(&bytes)[..8]) } else { path };
    let tag = HeaderValue::from_str(&format!("\"{name}\"")).ok();
    let mut response = if tag.as_ref().is_some_and(|tag| etag::is_known(&headers, tag)) {
        let mut response = found(Cow::Borrowed(&[]), mime, cache);
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response.headers_mut().remove(header::CONTENT_TYPE);
        response
    } else {
        found(bytes, mime, cache)
    };
    if let Some(tag) = tag {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

async fn read(path: PathBuf) -> Option<Vec<u8>> {
    let read = tokio::task::spawn_blocking(move || std::fs::read(&path)).await.ok()?;
    read.inspect_err(|error| tracing::error!(%error, "a picture of the shop's own cannot be read")).ok()
}

/// One picture at a time is converted to JPEG: only link previews ask for them, and they can wait.
static CONVERTING: Semaphore = Semaphore::const_new(1);
const JPEG_QUALITY: u8 = 86;

/// A WebP file converted to JPEG, the format that link previews understand.
async fn jpeg(folder: PathBuf, address: String) -> Option<Vec<u8>> {
    let _turn = CONVERTING.acquire().await.ok()?;
    let turned = tokio::task::spawn_blocking(move || {
        let bytes = match media::file(address.strip_prefix("/media/")?)? {
            File::Embedded(bytes, _) => bytes,
            File::Own(name, _) => std::fs::read(folder.join(name)).ok()?.into(),
            File::Jpeg(_) | File::Moved(_) => return None,
        };
        let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::WebP).ok()?.into_rgb8();
        let mut made = Vec::new();
        image::codecs::jpeg::JpegEncoder::new_with_quality(&mut made, JPEG_QUALITY).encode_image(&picture).ok()?;
        Some(made)
    });
    turned.await.ok()?
}

fn moved(to: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    with_location(response, to)
}

/// The hazard pictograms of Annex V to Regulation (EC) No 1272/2008.
const PICTOGRAMS: [(&str, &[u8]); hazard::PICTOGRAMS.len()] = [
    ("GHS01.svg", include_bytes!("pictograms/GHS01.svg")),
    ("GHS02.svg", include_bytes!("pictograms/GHS02.svg")),
    ("GHS03.svg", include_bytes!("pictograms/GHS03.svg")),
    ("GHS04.svg", include_bytes!("pictograms/GHS04.svg")),
    ("GHS05.svg", include_bytes!("pictograms/GHS05.svg")),
    ("GHS06.svg", include_bytes!("pictograms/GHS06.svg")),
    ("GHS07.svg", include_bytes!("pictograms/GHS07.svg")),
    ("GHS08.svg", include_bytes!("pictograms/GHS08.svg")),
    ("GHS09.svg", include_bytes!("pictograms/GHS09.svg")),
];

/// A hazard pictogram.
pub async fn pictogram(Path(file): Path<String>) -> Response<Body> {
    match PICTOGRAMS.iter().find(|(name, _)| *name == file) {
        Some((_, drawing)) => found(Cow::Borrowed(*drawing), "image/svg+xml", AN_HOUR),
        None => not_found(),
    }
}

/// URL of the harmonised notice of the legal guarantee in a language.
pub fn notice_url(lang: Lang) -> String {
    format!("/notices/guarantee/{lang}")
}

/// The harmonised notice of the legal guarantee: the operator's file, unchanged (`imprint.guarantee_notice`).
pub async fn notice(State(app): State<Arc<App>>, Path(lang): Path<String>) -> Response<Body> {
    let lang = Lang::from_code(&lang).filter(|lang| app.store_views.get().speaks(*lang));
    let Some(file) = lang.and_then(|lang| app.config().imprint.notice_file(lang)) else { return not_found() };
    let mime = if file.extension().is_some_and(|end| end == "svg") { "image/svg+xml" } else { "image/png" };
    match read(file).await {
        Some(bytes) => found(bytes.into(), mime, AN_HOUR),
        None => not_found(),
    }
}

/// The icon that browsers request by default.
pub async fn favicon(state: State<Arc<App>>, peer: ConnectInfo<SocketAddr>, headers: HeaderMap) -> Response<Body> {
    match &state.config().look.icon {
        Some(icon) => moved(&format!("/brand/{}", icon.file)),
        None => media(state, peer, Path("icon.svg".to_owned()), headers).await,
    }
}

/// Files of the brand: its drawings, and its colours as a style sheet.
pub async fn brand(State(app): State<Arc<App>>, Path(file): Path<String>, headers: HeaderMap) -> Response<Body> {
    let palette = app.config().look.palette;
    if file.starts_with("colours-")
        && let Some(sheet) = look::stylesheet::sheet(&palette)
    {
        // A page that was open before may ask for former colours: it gets those in force, and keeps them under no name.
        let is_current = look::stylesheet::path(&palette).is_some_and(|path| path.ends_with(&format!("/{file}")));
        let cache = if is_current { FOREVER } else { "no-cache" };
        return found(Cow::Owned(sheet.into_bytes()), "text/css; charset=utf-8", cache);
    }
    let mime = match file.rsplit_once('.') {
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        _ => return not_found(),
    };
    // Its name is made of its content.
    let tag = HeaderValue::from_str(&format!("\"{file}\"")).ok();
    let content = app.db.read(move |tx| look::find_file(tx, &file)).await;
    let mut response = match content {
        Ok(Some(_)) if tag.as_ref().is_some_and(|tag| etag::is_known(&headers, tag)) => {
            let mut response = found(Cow::Borrowed(&[]), mime, FOREVER);
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response.headers_mut().remove(header::CONTENT_TYPE);
            response
        }
        Ok(Some(content)) => found(Cow::Owned(content), mime, FOREVER),
        Ok(None) => return not_found(),
        Err(error) => {
            tracing::error!(%error, "a drawing of the brand cannot be read");
            return not_found();
        }
    };
    if let Some(tag) = tag {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn found(data: Cow<'static, [u8]>, mime: &'static str, cache: &'static str) -> Response<Body> {
    let bytes = match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
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
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
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
