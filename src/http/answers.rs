//! Answers of public calls, kept as bytes under the versions of what they show. They depend on the view alone, so no session is
//! looked up or started for them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use jiff::Timestamp;
use serde_json::Value;

use crate::app::App;
use crate::call::{Call, Caller, Input, Reply, Shown, Shows, View};
use crate::error::Result;
use crate::http::{envelope, follow, visitor};
use crate::ssr::cache::{Encoding, Kept};

/// Bytes of the longest key that is kept: anybody can make up long arguments.
const LONGEST_KEY: usize = 1_000;

/// Answers a public call.
pub async fn answer(
    app: &Arc<App>,
    call: &Call,
    query: &[(String, String)],
    headers: &HeaderMap,
    peer: SocketAddr,
    args: Value,
) -> Response<Body> {
    follow::catch_up(app).await;
    let stores = app.store_views.get();
    let lang = visitor::language_of_call(query, headers, &stores, &app.config());
    let country = visitor::country(app, headers, peer);
    let currency = visitor::currency(visitor::value(query, "currency"), headers, country.as_deref(), &stores, lang);
    let view = View::new(&stores, lang, currency, app.clock.now(), &app.config());
    // Before anything is read: what is read later may be newer, never older.
    let (commits, now) = (app.db.commit_count(), view.now);
    let key = key(app, call, &view, &args);
    let accepts_brotli = accepts_brotli(headers);
    if let Some(kept) = app.answers.find(&key, commits, now).await {
        return send(kept, accepts_brotli, true).await;
    }
    match make(app, call.path, view, args, commits).await {
        Ok(kept) => {
            if key.len() <= LONGEST_KEY {
                app.answers.keep(key, Arc::clone(&kept)).await;
            }
            send(kept, accepts_brotli, false).await
        }
        Err(error) => envelope::failure(&error, call.path),
    }
}

/// All that an answer depends on, exact stocks, dates and prices of other times apart.
fn key(app: &App, call: &Call, view: &View, args: &Value) -> String {
    let content = app.catalogue_version.load(Ordering::Relaxed);
    let (availability, search) = (app.pages.availability.version(), app.search.version());
    let (stores, lang, currency) = (view.stores.fingerprint(), view.lang(), view.currency.code());
    format!("{} {content} {availability} {search} {stores} {lang} {currency} {args}", call.path)
}

async fn make(app: &Arc<App>, path: &'static str, mut view: View, args: Value, commits: u64) -> Result<Arc<Kept>> {
    let (shown, now, lang) = (Shown::default(), view.now, view.lang());
    view.shown = Some(shown.clone());
    let (input, run) = (Input::Args(args), Arc::clone(app));
    let read = app.db.read(move |tx| {
        let call = run.api.find(path).ok_or_else(|| anyhow::anyhow!("{path} left the table"))?;
        call.run(tx, Caller::View(&view), &input).and_then(Reply::written)
    });
    let body = envelope::success_body(&read.await?.data);
    if let Some(term) = shown.take_missed() {
        app.misses.note(lang, &term);
    }
    let boundary = app.price_boundary.load(Ordering::Relaxed);
    let expires = (boundary > 0).then(|| Timestamp::from_millisecond(boundary).ok()).flatten();
    let is_of_moment = shown.take().contains(&Shows::Moment);
    Ok(Arc::new(Kept::new(body, expires, is_of_moment.then_some((commits, now)))))
}

/// The answer, compressed once it is asked for again. What is compressed holds no secret (RFC 7457 §2.6).
async fn send(kept: Arc<Kept>, accepts_brotli: bool, is_repeated: bool) -> Response<Body> {
    let compressed = match kept.brotli() {
        _ if !accepts_brotli => None,
        None if is_repeated && kept.is_to_compress() => {
            let kept = Arc::clone(&kept);
            tokio::task::spawn_blocking(move || kept.compress()).await.ok()
        }
        compressed => compressed,
    };
    let Some(compressed) = compressed else { return envelope::kept(kept.body.clone()) };
    let mut response = envelope::kept(compressed);
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    response
}

fn accepts_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    Encoding::negotiated(accepted, &[Encoding::Brotli]) == Encoding::Brotli
}
