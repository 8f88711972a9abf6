//! HTTP responses of pages and of files cached like pages: bodies, encodings, cache headers.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};

use crate::http::etag;
use crate::http::response::{plain, with_location};
use crate::ssr::cache::{self, Encoding, Page};

/// A cached page, or 304 where the client has it. The first client that takes it in gzip has it compressed, on a
/// blocking thread.
pub async fn send_page(page: Arc<Page>, headers: &HeaderMap) -> Response<Body> {
    if page.has(accepted(headers)) {
        return send(&page, headers);
    }
    let headers = headers.clone();
    let sent = tokio::task::spawn_blocking(move || send(&page, &headers)).await;
    sent.unwrap_or_else(|_| plain(StatusCode::SERVICE_UNAVAILABLE, "try again\n"))
}

fn accepted(headers: &HeaderMap) -> Encoding {
    Encoding::accepted(headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default())
}

/// May compress, which takes milliseconds.
fn send(page: &Page, headers: &HeaderMap) -> Response<Body> {
    let encoding = accepted(headers);
    // With room for the headers that every response gets.
    let mut head = HeaderMap::with_capacity(16);
    let mut response = if page.status == 200 && etag::is_known(headers, &page.etag) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let mut response = Response::new(Body::from(page.bytes(encoding)));
        *response.status_mut() = StatusCode::from_u16(page.status).unwrap_or(StatusCode::OK);
        head.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        if let Some(name) = encoding.name() {
            head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    };
    // Stored by the browser but revalidated each time: prices may have changed.
    head.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    head.insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
    head.insert(header::ETAG, page.etag.clone());
    *response.headers_mut() = head;
    response
}

/// A cached file that is no page; robots may cache it for an hour. It may be megabytes, so it is decompressed on a blocking
/// thread; none where that thread has panicked.
pub async fn send_file(page: Arc<Page>, headers: &HeaderMap, mime: &'static str) -> Option<Response<Body>> {
    let asked = headers.clone();
    let mut response = tokio::task::spawn_blocking(move || send(&page, &asked)).await.ok()?;
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_TYPE) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Some(response)
}

/// A page of one visitor: never stored. Compressed on a blocking thread; uncompressed where that has panicked.
pub async fn send_private(status: u16, html: String, headers: &HeaderMap) -> Response<Body> {
    let html = axum::body::Bytes::from(html);
    let compressed = match accepted(headers) {
        Encoding::Brotli => {
            let html = html.clone();
            tokio::task::spawn_blocking(move || cache::compress_brotli(&html)).await.ok()
        }
        Encoding::Gzip | Encoding::Identity => None,
    };
    let is_brotli = compressed.is_some();
    let mut response = Response::new(compressed.map_or_else(|| Body::from(html), Body::from));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
    if is_brotli {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

/// A redirect to a path of this shop.
pub fn redirect(status: StatusCode, to: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    // `//host` would be an open redirect: exactly one slash in front.
    let to = format!("/{}", to.trim_start_matches(['/', '\\']));
    with_location(response, &to)
}

/// The response with a `Set-Cookie` header.
pub fn with_cookie(mut response: Response<Body>, cookie: Option<String>) -> Response<Body> {
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    /// A future that compresses while it is polled is finished when that returns.
    #[tokio::test]
    async fn nothing_is_compressed_on_the_threads_of_the_runtime() {
        let html = "<p>Valmère</p>".repeat(200_000);
        let page = Arc::new(Page::new(200, &html, cache::Depends::default()));
        for encoding in ["br", "gzip"] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding))]);
            let mut private = Box::pin(send_private(200, html.clone(), &headers));
            assert_eq!((&mut private).now_or_never().is_some(), encoding == "gzip", "private pages have no gzip form");
            let mut public = Box::pin(send_page(Arc::clone(&page), &headers));
            assert_eq!((&mut public).now_or_never().is_some(), encoding == "br", "pages are cached in brotli");
        }
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("br"))]);
        let response = send_private(200, html, &headers).await;
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "br");
    }
}
