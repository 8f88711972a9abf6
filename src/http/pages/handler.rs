//! The handler of pages: language, redirects, access, the choice between cached and private, failures.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use jiff::Timestamp;
use tokio::sync::Semaphore;
use tracing::Instrument as _;

use super::form_link;
use super::preview;
use super::prime::{self, Moved};
use super::query::{self, Route};
use super::redirects::{clean_query, located, raw_query, without_language};
use super::render::{Failed, render};
use super::request::{FormReturn, PageRequest};
use super::response::{redirect, send_page, send_private, with_cookie};
use super::routes::{self, Access, First, NOT_FOUND};
use crate::app::App;
use crate::call::{Caller, Shown, View, Visitor};
use crate::catalog;
use crate::config::Mode;
use crate::consent::Choice;
use crate::domain::store_view::Lang;
use crate::http::envelope::RETRY_AFTER;
use crate::http::layers::{self, RequestId};
use crate::http::response::plain;
use crate::http::{follow, promo_guard, visitor};
use crate::limits::RateClass;
use crate::session::{self, Session};
use crate::ssr::cache::{Depends, Found, Page};
use crate::ssr::document;
use crate::visit::Step;

/// Answers every path that no other route takes.
pub async fn handle(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(id): Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    let cookie = language_cookie(&app, &request);
    let response = answer(&app, peer, id, request).await;
    // Redirects, refusals and missing pages are nobody's choice.
    let is_shown = [StatusCode::OK, StatusCode::NOT_MODIFIED].contains(&response.status());
    with_cookie(response, cookie.filter(|_| is_shown))
}

async fn answer(app: &Arc<App>, peer: SocketAddr, id: RequestId, request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Pages are read with GET.\n");
    }
    let headers = request.headers();
    if !visitor::is_admitted(app, headers, peer, RateClass::Standard) {
        return plain(StatusCode::TOO_MANY_REQUESTS, "Too many requests in a short time. Please wait a minute.\n");
    }
    let path = request.uri().path();
    let query = visitor::query(request.uri().query());
    let mut segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    if segments.len() > 1 && segments.last() == Some(&"") {
        let to = format!("/{}{}", segments[..segments.len() - 1].join("/"), raw_query(&request));
        return redirect(StatusCode::PERMANENT_REDIRECT, &to);
    }
    let head = segments.remove(0);
    let stores = app.store_views.get();
    let lang = match routes::first(head, stores.languages()) {
        First::Language(lang) => lang,
        First::Alias(lang) => {
            return redirect(StatusCode::MOVED_PERMANENTLY, &located(lang, &segments, &raw_query(&request)));
        }
        First::Page => return without_language(&stores, &request, &[&[head], &segments[..]].concat()),
        First::Unknown => return without_language(&stores, &request, &segments),
    };
    if let Some(response) = clean_query(app, &stores, lang, &segments, &query) {
        return response;
    }
    let decoded: Vec<Cow<'_, str>> =
        segments.iter().map(|s| percent_encoding::percent_decode_str(s).decode_utf8_lossy()).collect();
    let decoded: Vec<&str> = decoded.iter().map(Cow::as_ref).collect();
    let mut route = query::route(&decoded, &query, stores.languages())
        .filter(|route| !route.page.demo_only || app.config().mode == Mode::Demo)
        .filter(|route| !route.page.chinese_only || stores.languages().contains(&Lang::Zh));
    let is_of_today = route.as_mut().is_some_and(Route::take_today);
    follow::catch_up(app).await;
    let country = visitor::country(app, headers, peer);
    let currency = visitor::currency(None, headers, country.as_deref(), &stores, lang);
    let view = View { for_cache: true, ..View::new(&stores, lang, currency, app.clock.now(), &app.config()) };
    // There is one not-found page a language; it holds nothing of the address.
    let location = if route.is_some() { located(lang, &segments, "") } else { located(lang, &["404"], "") };
    let is_mobile = is_mobile(headers);
    let mut page = PageRequest { app: Arc::clone(app), view, location, is_mobile, route, logged_in: None, form: None };
    if let Some(response) = preview::exchange(&page, &query) {
        return response;
    }
    page.narrow().await;
    let is_one_visitors =
        |route: &Route| route.page.access != Access::Public || is_of_today || form_link::is_one_visitors(route);
    let is_private = page.route.as_ref().is_some_and(is_one_visitors);
    let key = page.key();
    if let Some(secret) = preview::secret(&page, headers) {
        let span = layers::span(id, request.method(), path);
        match preview::page(&page, secret).instrument(span).await {
            Ok(Some(preview::Seen::Page(html))) => {
                return preview::kept_out(send_private(200, html, headers).await);
            }
            Ok(Some(preview::Seen::Elsewhere(to))) => {
                return preview::kept_out(redirect(StatusCode::SEE_OTHER, &to));
            }
            Ok(None) => {}
            Err(error) => tracing::error!(path = layers::loggable(path), error = %error.0, "preview failed"),
        }
    }
    if !is_private && page.route.is_some() && is_arrival(headers) {
        app.visits.count(Step::Visit, page.view.now);
    }
    if !is_private {
        match app.pages.find(&key, page.view.now).await {
            Some(Found::Current(kept)) => return send_page(kept, headers).await,
            Some(Found::Behind(kept)) => {
                renew(page, key, &kept);
                return send_page(kept, headers).await;
            }
            None => {}
        }
    }
    let span = layers::span(id, request.method(), path);
    let outcome = async {
        match is_private {
            true if is_of_today => of_today(page, headers, peer).await,
            true => private(page, headers, peer).await,
            false => public(page, key).await,
        }
    };
    match outcome.instrument(span).await {
        Ok(Outcome::Public(page)) => send_page(page, headers).await,
        Ok(Outcome::Private { status, html, cookie }) => with_cookie(send_private(status, html, headers).await, cookie),
        Ok(Outcome::Guarded { to, cookie }) => {
            let mut response = with_cookie(redirect(StatusCode::SEE_OTHER, &to), cookie);
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Ok(Outcome::Moved(Moved { to, permanent })) => {
            redirect(if permanent { StatusCode::MOVED_PERMANENTLY } else { StatusCode::SEE_OTHER }, &to)
        }
        Err(error) => failed(app, lang, headers, &layers::loggable(path), &error).await,
    }
}

/// The page of a form that was refused, with what was typed and why. It is one visitor's, whatever the page.
pub async fn again(
    app: &Arc<App>,
    headers: &HeaderMap,
    peer: SocketAddr,
    lang: Lang,
    form: FormReturn,
    status: StatusCode,
) -> Response<Body> {
    let from = form.from.clone();
    let (path, search) = from.split_once('?').map_or((from.as_str(), None), |(path, search)| (path, Some(search)));
    let decoded: Vec<Cow<'_, str>> = path
        .trim_matches('/')
        .split('/')
        .skip(1)
        .map(|segment| percent_encoding::percent_decode_str(segment).decode_utf8_lossy())
        .collect();
    let segments: Vec<&str> = decoded.iter().map(Cow::as_ref).collect();
    let stores = app.store_views.get();
    let route = query::route(&segments, &visitor::query(search), stores.languages())
        .filter(|route| !route.page.demo_only || app.config().mode == Mode::Demo)
        .filter(|route| !route.page.chinese_only || stores.languages().contains(&Lang::Zh));
    let country = visitor::country(app, headers, peer);
    let currency = visitor::currency(None, headers, country.as_deref(), &stores, lang);
    let request = PageRequest {
        app: Arc::clone(app),
        view: View::new(&stores, lang, currency, app.clock.now(), &app.config()),
        location: path.to_owned(),
        is_mobile: is_mobile(headers),
        route,
        logged_in: None,
        form: Some(Arc::new(form)),
    };
    match private(request, headers, peer).await {
        Ok(Outcome::Private { html, cookie, .. }) => {
            with_cookie(send_private(status.as_u16(), html, headers).await, cookie)
        }
        Ok(Outcome::Guarded { to, cookie }) => with_cookie(redirect(StatusCode::SEE_OTHER, &to), cookie),
        Ok(Outcome::Moved(Moved { to, .. })) => redirect(StatusCode::SEE_OTHER, &to),
        Ok(Outcome::Public(page)) => send_page(page, headers).await,
        Err(error) => failed(app, lang, headers, &layers::loggable(path), &error).await,
    }
}

/// The page in the place of one that cannot be shown.
async fn failed(app: &App, lang: Lang, headers: &HeaderMap, path: &str, error: &Failed) -> Response<Body> {
    tracing::error!(path, error = %error.0, "page failed");
    metrics::counter!("shop_page_failures_total").increment(1);
    let bare = || document::fallback(lang.code(), &app.config().brand.name);
    let prepared = app.fallbacks.read().unwrap_or_else(PoisonError::into_inner).get(&lang).cloned();
    let mut response = send_private(503, prepared.unwrap_or_else(bare), headers).await;
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    response
}

/// The page that shows the checkout.
const CHECKOUT: &str = "checkout";
/// The page of cookies.
const COOKIES: &str = "cookies";

/// Whether a person opens a page from outside of the shop: not by a link of its own, not by reloading, not ahead of time. Programs
/// that read pages send no such headers.
fn is_arrival(headers: &HeaderMap) -> bool {
    let is = |name: &str, values: &[&str]| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| values.contains(&value))
    };
    is("sec-fetch-mode", &["navigate"])
        && is("sec-fetch-dest", &["document"])
        && is("sec-fetch-site", &["none", "cross-site"])
        && !headers.contains_key("sec-purpose")
        && !headers.contains_key(header::CACHE_CONTROL)
}

/// How a page was answered.
#[derive(Debug)]
enum Outcome {
    Public(Arc<Page>),
    /// `cookie`: corrects `isLogin` where it differs from the session.
    Private {
        status: u16,
        html: String,
        cookie: Option<String>,
    },
    /// Redirected by the page's access, or because too many ask for it at once.
    Guarded {
        to: String,
        cookie: Option<String>,
    },
    Moved(Moved),
}

/// Why a public page was not rendered for the cache.
#[derive(Debug, Clone)]
enum NotCached {
    Moved(Moved),
    /// The page is cached under this query.
    Narrowed(Vec<(String, String)>),
    NotFound,
    Failed(Failed),
}

/// Renders a public page for the cache.
async fn fresh(task: PageRequest) -> Result<Arc<Page>, NotCached> {
    // Before anything is read: what is read later may be newer than this version, never older.
    let choices_key = task.choices_key();
    let shown = Shown::default();
    let mut read = task.clone();
    read.view.shown = Some(shown.clone());
    if let Some(route) = read.route.as_ref().filter(|route| route.page.has_choice) {
        read.view.choice.clone_from(&route.query);
    }
    let primed = task.app.db.read(move |tx| {
        let availability = catalog::availability_version(tx)?;
        Ok((availability, prime::prime(tx, &read, Caller::View(&read.view))?))
    });
    let (availability, mut primed) = primed.await.map_err(|error| NotCached::Failed(error.into()))?;
    let missed = shown.take_missed();
    if let Some(term) = &missed {
        task.app.misses.note(task.view.lang(), term);
    }
    // Neither redirects nor missing pages are cached: anybody can make up endless addresses.
    if let Some(moved) = primed.moved {
        return Err(NotCached::Moved(moved));
    }
    if primed.page == NOT_FOUND && task.route.is_some() {
        return Err(NotCached::NotFound);
    }
    if let (Some(choices), Some(route)) = (primed.choices.take(), &task.route) {
        let query = query::choice(&route.query, &choices);
        task.app.pages.keep_choices(choices_key, choices).await;
        if query != route.query {
            return Err(NotCached::Narrowed(query));
        }
    }
    let status = primed.status;
    metrics::counter!("shop_pages_rendered_total").increment(1);
    let html = render(&task, primed, false).await.map_err(NotCached::Failed)?;
    let boundary = task.app.price_boundary.load(Ordering::Relaxed);
    let price_change = (boundary > 0).then(|| Timestamp::from_millisecond(boundary).ok()).flatten();
    // Each visit of a page that has found nothing is counted, so that the page is made anew for each.
    let expires = if missed.is_some() { Some(task.view.now) } else { price_change };
    let depends = Depends { expires, availability, shows: shown.take() };
    tokio::task::spawn_blocking(move || Arc::new(Page::new(status, &html, depends)))
        .await
        .map_err(|e| NotCached::Failed(Failed(e.to_string().into())))
}

/// Renders a page that is behind in the background, unless somebody does already.
fn renew(request: PageRequest, key: String, kept: &Page) {
    let Some(turn) = kept.take_turn() else { return };
    let app = Arc::clone(&request.app);
    tokio::spawn(async move {
        match fresh(request).await {
            Ok(page) => app.pages.replace(key, page).await,
            Err(NotCached::Failed(error)) => tracing::error!(error = %error.0, "a page could not be rendered anew"),
            Err(NotCached::Moved(_) | NotCached::Narrowed(_) | NotCached::NotFound) => app.pages.remove(&key).await,
        }
        drop(turn);
    });
}

/// A public page that is not in the cache yet.
async fn public(request: PageRequest, key: String) -> Result<Outcome, Failed> {
    let make = fresh(request.clone());
    match request.app.pages.get(key, request.view.now, make).await {
        Ok(page) => Ok(Outcome::Public(page)),
        Err(NotCached::Moved(moved)) => Ok(Outcome::Moved(moved)),
        Err(NotCached::Narrowed(query)) => {
            let route = request.route.map(|route| Route { query, ..route });
            let request = PageRequest { route, ..request };
            let key = request.key();
            match request.app.pages.find(&key, request.view.now).await {
                Some(Found::Current(page) | Found::Behind(page)) => Ok(Outcome::Public(page)),
                None => Box::pin(public(request, key)).await,
            }
        }
        Err(NotCached::NotFound) => {
            let request = missing(request);
            let key = request.key();
            Box::pin(public(request, key)).await
        }
        Err(NotCached::Failed(failed)) => Err(failed),
    }
}

/// The request for the page in the place of one that is not there.
fn missing(request: PageRequest) -> PageRequest {
    let location = located(request.view.lang(), &["404"], "");
    PageRequest { location, route: None, ..request }
}

/// Limits how many pages as of today are rendered at a time. A link to one stands on every product's page, so that whoever
/// follows them all would fill the queue in which the public pages wait.
static OF_TODAY: Semaphore = Semaphore::const_new(2);

/// A product's page as of this moment; while too many are asked for, the public one.
async fn of_today(request: PageRequest, headers: &HeaderMap, peer: SocketAddr) -> Result<Outcome, Failed> {
    let Ok(_turn) = OF_TODAY.try_acquire() else {
        return Ok(Outcome::Guarded { to: request.url(), cookie: None });
    };
    private(request, headers, peer).await
}

/// A private page: rendered for this request alone, in a fresh runtime, never cached.
async fn private(mut request: PageRequest, headers: &HeaderMap, peer: SocketAddr) -> Result<Outcome, Failed> {
    request.view.for_cache = false;
    let app = Arc::clone(&request.app);
    let token = visitor::session_token(headers).map(str::to_owned);
    let network = visitor::network(headers, visitor::address(headers, peer, &app.config()), &app.config());
    let code = visitor::promo_tag(&[], headers);
    let promo_tag = promo_guard::claimed(&app, code, token.as_deref(), network, request.view.now).await?;
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
    let attempt = uuid::Builder::from_random_bytes(random).into_uuid();
    let cookie_text = |name: &str| visitor::cookie(headers, name).unwrap_or_default();
    let choice = Choice::of_cookies(cookie_text("cookieConsent"), cookie_text("allowRecaptcha"));
    let read = request.clone();
    let (seen, logged_in) = app
        .db
        .read(move |tx| {
            let now = read.view.now;
            let session = token.as_deref().map(|token| session::find(tx, token, now)).transpose()?.flatten();
            // Pages never start a session.
            let session = session.unwrap_or(Session::nobodys());
            let (session_id, logged_in) = (session.id, session.customer_id.is_some());
            if !may_see(&read, logged_in) {
                return Ok((None, logged_in));
            }
            let mut read = read.clone();
            if let Some(route) = read.route.as_ref().filter(|_| read.form.is_none()) {
                read.form = form_link::followed(tx, route, &read.url(), read.view.now)?.map(Arc::new);
            }
            if let Some(route) = read.route.as_ref().filter(|route| route.page.has_choice) {
                read.view.choice.clone_from(&route.query);
            }
            let mut visitor = Visitor::new(read.view.clone(), session, [0; 32]);
            visitor.promo_tag = promo_tag.clone();
            let mut primed = prime::prime(tx, &read, Caller::Visitor(&visitor))?;
            if let (Some(choices), Some(route)) = (primed.choices.take(), &mut read.route) {
                let query = query::choice(&route.query, &choices);
                // Nothing else is in the address of a product, here as on its public page.
                if query != route.query {
                    visitor.view.choice.clone_from(&query);
                    route.query = query;
                    primed = prime::prime(tx, &read, Caller::Visitor(&visitor))?;
                }
            }
            if primed.page == COOKIES {
                primed.consent = Some(choice);
            }
            if primed.page == CHECKOUT && primed.moved.is_none() {
                let kept = read.form.as_ref().and_then(|form| form.key.clone());
                primed.attempt = Some(kept.unwrap_or_else(|| attempt.to_string()));
                if read.form.is_none() {
                    read.app.visits.count_checkout(session_id, read.view.now);
                }
            }
            if logged_in && let Some(route) = read.route.as_ref().filter(|route| route.page.name == primed.page) {
                for (path, args) in route.customer_calls() {
                    prime::run(tx, &read, Caller::Visitor(&visitor), path, &args, &mut primed)?;
                }
            }
            Ok((Some((primed, read.route, read.form)), logged_in))
        })
        .await?;
    let cookie = login_cookie(headers, logged_in, &app);
    let Some((primed, route, form)) = seen else { return Ok(Outcome::Guarded { to: elsewhere(&request), cookie }) };
    if let Some(moved) = primed.moved {
        return Ok(Outcome::Moved(moved));
    }
    // A product that is not there is not there for anybody: its page is in the cache.
    if primed.page == NOT_FOUND && form.is_none() && route.as_ref().is_some_and(|route| route.page.has_choice) {
        request.view.for_cache = true;
        let request = missing(request);
        let key = request.key();
        return Box::pin(public(request, key)).await;
    }
    (request.logged_in, request.route, request.form) = (Some(logged_in), route, form);
    let status = primed.status;
    Ok(Outcome::Private { status, html: render(&request, primed, true).await?, cookie })
}

fn may_see(request: &PageRequest, logged_in: bool) -> bool {
    match request.route.as_ref().map(|route| route.page.access) {
        Some(Access::Member) => logged_in,
        Some(Access::Guest) => !logged_in,
        Some(Access::Public | Access::Private) | None => true,
    }
}

/// Where visitors are redirected who may not see the page: guests to the login, with the way back; customers where they
/// were going, else to their orders.
fn elsewhere(request: &PageRequest) -> String {
    let lang = request.view.lang().code();
    let Some(route) = request.route.as_ref().filter(|route| route.page.access == Access::Guest) else {
        return format!("/{lang}/login{}", query::query_string(&[("return".to_owned(), request.url())]));
    };
    query::value(&route.query, "return").map_or_else(|| format!("/{lang}/order"), str::to_owned)
}

/// The cookie that corrects `isLogin` where it differs from the session (decisions §4).
fn login_cookie(headers: &HeaderMap, logged_in: bool, app: &App) -> Option<String> {
    let says = visitor::cookie(headers, visitor::IS_LOGIN) == Some("1");
    (says != logged_in).then(|| visitor::login_cookie(logged_in, &app.config()))
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The cookie of a language that was chosen (specification §2): a page of another one has led to this document. Scripts write
/// it themselves.
fn language_cookie(app: &App, request: &Request) -> Option<String> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if *request.method() != Method::GET || text(SEC_FETCH_DEST).is_some_and(|dest| dest != "document") {
        return None;
    }
    let (_, address) = text(header::REFERER)?.split_once("://")?;
    let (host, from) = address.split_once('/')?;
    let is_own = match text(SEC_FETCH_SITE) {
        Some(site) => site == "same-origin",
        None => text(header::HOST) == Some(host),
    };
    let stores = app.store_views.get();
    let of = |path: &str| match routes::first(path.split(['/', '?']).next()?, stores.languages()) {
        First::Language(lang) => Some(lang),
        First::Alias(_) | First::Page | First::Unknown => None,
    };
    let lang = of(request.uri().path().trim_start_matches('/'))?;
    let is_chosen = is_own && of(from).is_some_and(|from| from != lang) && !headers.contains_key("sec-purpose");
    (is_chosen && visitor::cookie(headers, "lang") != Some(lang.code()))
        .then(|| visitor::lasting_cookie("lang", lang.code(), 365 * 86_400, &app.config()))
}

const SEC_CH_UA_MOBILE: HeaderName = HeaderName::from_static("sec-ch-ua-mobile");

/// Whether the browser says it is a phone.
fn is_mobile(headers: &HeaderMap) -> bool {
    match headers.get(SEC_CH_UA_MOBILE) {
        Some(hint) => hint == "?1",
        None => {
            headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok()).is_some_and(|agent| agent.contains("Mobi"))
        }
    }
}
