//! Pages: redirects of language and currency, the choice between cached and private, 404.
//!
//! A page is rendered from primed answers: one read transaction runs its calls through the same table as the API. This
//! file knows which answers say "moved" or "not here"; what a page looks like is the bundle's affair.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use jiff::Timestamp;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tracing::Instrument as _;

use crate::app::App;
use crate::call::{Caller, Consents, Input, View, Visitor};
use crate::catalog::media;
use crate::cms::types::Vacancy;
use crate::config::Mode;
use crate::db::Tx;
use crate::domain::store_view::{Lang, StoreViews};
use crate::error::{Error, Result};
use crate::http::assets;
use crate::http::layers::{self, RequestId};
use crate::http::{promo_guard, visitor};
use crate::limits::RateClass;
use crate::session::{self, Session};
use crate::ssr::cache::{Choices, Encoding, Page};
use crate::ssr::document::{self, Rendered};
use crate::ssr::engine::Entry;
use crate::visitor_country;

pub mod feed;
pub mod routes;
pub mod sitemap;

use routes::{First, Guard, Route};

/// The picture that stands for pages without one where a link to them is shown.
const CARD: &str = "og-card";

/// Answers that every page shows: the menu and the announcement.
const SHELL: &[&str] = &["page/topmenu", "page/promo"];

/// What the checkout of a customer shows beside a guest's.
const CUSTOMERS_CHECKOUT: &[&str] = &["account/info", "address/index"];

/// Answers any path that is nothing else's.
pub async fn handle(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(id): Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Pages are read with GET.\n");
    }
    let headers = request.headers();
    if !visitor::is_admitted(&app, headers, peer, RateClass::Standard) {
        return plain(StatusCode::TOO_MANY_REQUESTS, "Too many requests in a short time. Please wait a minute.\n");
    }
    let path = request.uri().path();
    let query = visitor::query(request.uri().query());
    let mut segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    // A slash at the end is a slip of the hand.
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
        other => return without_language(&stores, &request, head, &segments, other),
    };
    if let Some(response) = clean_query(&app, &stores, lang, &segments, &query) {
        return response;
    }
    let variant = if is_mobile(headers) { "mobile" } else { "desktop" };
    let decoded: Vec<Cow<'_, str>> =
        segments.iter().map(|s| percent_encoding::percent_decode_str(s).decode_utf8_lossy()).collect();
    let decoded: Vec<&str> = decoded.iter().map(Cow::as_ref).collect();
    let mut route = routes::route(&decoded, &query, variant == "mobile");
    if app.config.mode != Mode::Demo && route.as_ref().is_some_and(|route| route.page == routes::STYLEGUIDE) {
        route = None;
    }
    if let Some(route) = &mut route {
        route.query.retain(|(name, path)| name != "return" || routes::is_return_path(path, stores.languages()));
        // Where nobody reads Chinese there is no fapiao to ask for.
        route.calls.retain(|(path, _)| *path != "fapiao/view" || stores.speaks(Lang::Zh));
    }
    let country = visitor_country::country(app.countries.as_ref(), headers, peer, &app.config);
    let currency = visitor::currency(None, headers, country.as_deref(), &stores, lang);
    let view = View { for_cache: true, ..View::new(&stores, lang, currency, app.clock.now(), &app.config) };
    // Whatever was asked for, the page that says it is not here is one page, and holds nothing of the address.
    let location = if route.is_some() { located(lang, &segments, "") } else { located(lang, &["404"], "") };
    let mut asked = Asked { app: Arc::clone(&app), view, location, variant, route, logged_in: None };
    asked.narrow().await;
    let is_private = asked.route.as_ref().is_some_and(|route| route.private);
    let key = asked.key();
    if !is_private && let Some(page) = app.pages.find(&key, asked.view.now).await {
        return send(&page, headers);
    }
    let span = layers::span(id, request.method(), path);
    let shown = async { if is_private { private(asked, headers, peer).await } else { public(asked, key).await } };
    match shown.instrument(span).await {
        Ok(Shown::Public(page)) => send(&page, headers),
        Ok(Shown::Private { status, html, cookie }) => with_cookie(send_private(status, &html, headers), cookie),
        Ok(Shown::Guarded { to, cookie }) => {
            let mut response = with_cookie(redirect(StatusCode::SEE_OTHER, &to), cookie);
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Ok(Shown::Moved(to, forever)) => {
            redirect(if forever { StatusCode::MOVED_PERMANENTLY } else { StatusCode::SEE_OTHER }, &to)
        }
        Err(error) => {
            tracing::error!(path, error = %error.0, "page failed");
            metrics::counter!("shop_page_failures_total").increment(1);
            let wordless = || document::fallback(lang.code(), &app.config.brand.name);
            let prepared = app.fallbacks.read().unwrap_or_else(PoisonError::into_inner).get(&lang).cloned();
            let mut response = send_private(503, &prepared.unwrap_or_else(wordless), headers);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
            response
        }
    }
}

/// Why a page could not be shown, in a form that several waiting requests can share.
#[derive(Debug, Clone)]
struct Failed(Arc<str>);

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed(error.to_string().into())
    }
}

impl From<anyhow::Error> for Failed {
    fn from(error: anyhow::Error) -> Self {
        Failed(format!("{error:#}").into())
    }
}

/// What goes out.
#[derive(Debug)]
enum Shown {
    Public(Arc<Page>),
    /// `cookie`: a correction of `isLogin`, where it said something else than the session.
    Private {
        status: u16,
        html: String,
        cookie: Option<String>,
    },
    /// Not for this visitor: where to instead.
    Guarded {
        to: String,
        cookie: Option<String>,
    },
    /// Where to, and whether for good.
    Moved(String, bool),
}

/// A page on its way.
#[derive(Debug, Clone)]
struct Asked {
    app: Arc<App>,
    view: View,
    /// The path as asked for, without its query.
    location: String,
    variant: &'static str,
    route: Option<Route>,
    /// Whether a customer asks; unknown where the page is the same for everybody.
    logged_in: Option<bool>,
}

impl Asked {
    fn url(&self) -> String {
        let query = self.route.as_ref().map(|route| routes::query_string(&route.query)).unwrap_or_default();
        format!("{}{query}", self.location)
    }

    /// Only the home page has two contents; all others are one.
    fn variant(&self) -> &'static str {
        if self.route.as_ref().is_some_and(|route| route.page == "home") { self.variant } else { "desktop" }
    }

    /// Where a product's page is, whatever its address chooses.
    fn place(&self) -> String {
        format!("{} {}", self.app.catalogue_version.load(Ordering::Relaxed), self.location)
    }

    /// Leaves of a product's address nothing but its choice, if the product has been seen: whatever an advertisement hangs on
    /// it, the page is found in the cache.
    async fn narrow(&mut self) {
        if self.route.as_ref().is_some_and(|route| route.page == "product" && !route.query.is_empty())
            && let Some(choices) = self.app.pages.choices(&self.place()).await
            && let Some(route) = &mut self.route
        {
            route.query = routes::choice(&route.query, &choices);
        }
    }

    /// What a cached page depends on.
    fn key(&self) -> String {
        // With every request, so without a format for each part; the address begins with the language.
        let mut key = self.app.catalogue_version.load(Ordering::Relaxed).to_string();
        for part in [self.view.stores.fingerprint(), self.view.currency.code(), self.variant(), &self.url()] {
            key.push(' ');
            key.push_str(part);
        }
        key
    }
}

/// Answers by their primed name, and refusals likewise.
#[derive(Debug, Default)]
struct Primed {
    calls: BTreeMap<String, Box<RawValue>>,
    errors: BTreeMap<String, Value>,
    status: u16,
    page: &'static str,
    /// The address that this page really has, where that is another.
    moved: Option<(String, bool)>,
    /// What the address of a product's page may choose.
    choices: Option<Choices>,
    alternates: Value,
    /// What the page shows a picture of, having nothing else.
    vacancy: Option<Vacancy>,
}

impl Primed {
    fn lead_nowhere(&mut self) {
        (self.status, self.page, self.vacancy) = (404, "notfound", Some(Vacancy::NotFound));
    }
}

/// Why there is no page at an address.
#[derive(Debug, Clone)]
enum Elsewhere {
    /// Where it is, and whether for good.
    Moved(String, bool),
    /// At the same path, with this query.
    Narrowed(Vec<(String, String)>),
    /// Nowhere.
    Unknown,
    Failed(Failed),
}

/// A page that depends on nobody and is not in the cache yet.
async fn public(asked: Asked, key: String) -> std::result::Result<Shown, Failed> {
    let task = asked.clone();
    let render = async move {
        // Before anything is read: what is read later may be newer than its version says, never older.
        let place = task.place();
        let mut read = task.clone();
        if let Some(route) = read.route.as_ref().filter(|route| route.page == "product") {
            read.view.choice.clone_from(&route.query);
        }
        let primed = task.app.db.read(move |tx| prime(tx, &read, Caller::View(&read.view))).await;
        let mut primed = primed.map_err(|error| Elsewhere::Failed(error.into()))?;
        // Neither a redirect nor what is not here is kept: anybody can make up addresses without end.
        if let Some((to, forever)) = primed.moved {
            return Err(Elsewhere::Moved(to, forever));
        }
        if primed.page == "notfound" && task.route.is_some() {
            return Err(Elsewhere::Unknown);
        }
        if let (Some(choices), Some(route)) = (primed.choices.take(), &task.route) {
            let query = routes::choice(&route.query, &choices);
            task.app.pages.keep_choices(place, choices).await;
            if query != route.query {
                return Err(Elsewhere::Narrowed(query));
            }
        }
        let status = primed.status;
        let html = render(&task, primed, false).await.map_err(Elsewhere::Failed)?;
        let boundary = task.app.price_boundary.load(Ordering::Relaxed);
        let expires = (boundary > 0).then(|| Timestamp::from_millisecond(boundary).ok()).flatten();
        tokio::task::spawn_blocking(move || Arc::new(Page::new(status, &html, expires)))
            .await
            .map_err(|e| Elsewhere::Failed(Failed(e.to_string().into())))
    };
    match asked.app.pages.get(key, asked.view.now, render).await {
        Ok(page) => Ok(Shown::Public(page)),
        Err(Elsewhere::Moved(to, forever)) => Ok(Shown::Moved(to, forever)),
        // One page for all addresses that ask for the same.
        Err(Elsewhere::Narrowed(query)) => {
            let route = asked.route.map(|route| Route { query, ..route });
            let asked = Asked { route, ..asked };
            let key = asked.key();
            match asked.app.pages.find(&key, asked.view.now).await {
                Some(page) => Ok(Shown::Public(page)),
                None => Box::pin(public(asked, key)).await,
            }
        }
        // The page that says so is one for all, and holds nothing of the address.
        Err(Elsewhere::Unknown) => {
            let location = located(asked.view.lang(), &["404"], "");
            let asked = Asked { location, route: None, ..asked };
            let key = asked.key();
            Box::pin(public(asked, key)).await
        }
        Err(Elsewhere::Failed(failed)) => Err(failed),
    }
}

/// Renders the error page of each language in the background, for the time when rendering fails.
pub fn prepare_fallbacks(app: &Arc<App>) {
    let app = Arc::clone(app);
    tokio::spawn(async move {
        match fallbacks(&app).await {
            Ok(pages) => *app.fallbacks.write().unwrap_or_else(PoisonError::into_inner) = pages,
            Err(error) => tracing::error!(error = %error.0, "the error page cannot be shown"),
        }
    });
}

/// All at once, in one runtime of their own: the render threads stay as small as they are until somebody visits.
async fn fallbacks(app: &Arc<App>) -> std::result::Result<BTreeMap<Lang, String>, Failed> {
    let stores = app.store_views.get();
    let mut inputs = Vec::new();
    for store in stores.iter() {
        let lang = store.lang;
        let view = View::new(&stores, lang, store.default_currency, app.clock.now(), &app.config);
        let asked = Asked {
            app: Arc::clone(app),
            view: View { for_cache: true, ..view },
            location: located(lang, &["error"], ""),
            variant: "desktop",
            route: None,
            logged_in: None,
        };
        let read = asked.clone();
        let primed = app.db.read(move |tx| shell(tx, &read, Caller::View(&read.view))).await?;
        inputs.push(input(&asked, &Primed { page: "error", status: 503, ..primed })?);
    }
    let outputs = app.engine.run_all(Entry::Page, inputs.clone()).await?;
    let pages = stores.languages().iter().zip(inputs.iter().zip(outputs));
    pages.map(|(lang, (input, output))| Ok((*lang, page(app, *lang, "error", input, &output)?))).collect()
}

/// A page of one visitor: rendered afresh, in a runtime of its own, kept nowhere.
async fn private(mut asked: Asked, headers: &HeaderMap, peer: SocketAddr) -> std::result::Result<Shown, Failed> {
    asked.view.for_cache = false;
    let app = Arc::clone(&asked.app);
    let token = visitor::session_token(headers).map(str::to_owned);
    let network = visitor::network(headers, visitor::address(headers, peer, &app.config));
    let code = visitor::promo_tag(&[], headers);
    let promo_tag = promo_guard::claimed(&app, code, token.as_deref(), network, asked.view.now).await?;
    let read = asked.clone();
    let (primed, logged_in) = app
        .db
        .read(move |tx| {
            let now = read.view.now;
            let session = match &token {
                Some(token) => session::find(tx, token, now)?,
                None => None,
            };
            // Pages never start a session: without one, the visitor is nobody and owns nothing.
            let session = session.unwrap_or(Session::nobodys());
            let logged_in = session.customer_id.is_some();
            if !may_see(&read, logged_in) {
                return Ok((None, logged_in));
            }
            let visitor = Visitor {
                view: read.view.clone(),
                session,
                promo_tag: promo_tag.clone(),
                country: None,
                random: [0; 32],
                network: None,
                consents: Consents::default(),
            };
            let mut primed = prime(tx, &read, Caller::Visitor(&visitor))?;
            if logged_in && primed.page == "checkout" {
                for path in CUSTOMERS_CHECKOUT {
                    run(tx, &read, Caller::Visitor(&visitor), path, &json!({}), &mut primed)?;
                }
            }
            Ok((Some(primed), logged_in))
        })
        .await?;
    let cookie = login_cookie(headers, logged_in, &app);
    let Some(primed) = primed else { return Ok(Shown::Guarded { to: elsewhere(&asked), cookie }) };
    if let Some((to, forever)) = primed.moved {
        return Ok(Shown::Moved(to, forever));
    }
    asked.logged_in = Some(logged_in);
    let status = primed.status;
    Ok(Shown::Private { status, html: render(&asked, primed, true).await?, cookie })
}

fn may_see(asked: &Asked, logged_in: bool) -> bool {
    match asked.route.as_ref().map_or(Guard::Open, |route| route.guard) {
        Guard::Open => true,
        Guard::Member => logged_in,
        Guard::Guest => !logged_in,
    }
}

/// Where a visitor goes who may not see the page: guests to the login, whence they come back; customers where they were
/// going, else to their orders.
fn elsewhere(asked: &Asked) -> String {
    let lang = asked.view.lang().code();
    let Some(route) = asked.route.as_ref().filter(|route| route.guard == Guard::Guest) else {
        return format!("/{lang}/login{}", routes::query_string(&[("return".to_owned(), asked.url())]));
    };
    let wanted = route.query.iter().find(|(name, _)| name == "return").map(|(_, path)| path.clone());
    wanted.unwrap_or_else(|| format!("/{lang}/order"))
}

/// The cookie that sets `isLogin` right, where it says something else than the session (decisions §4).
fn login_cookie(headers: &HeaderMap, logged_in: bool, app: &App) -> Option<String> {
    let says = visitor::cookie(headers, visitor::IS_LOGIN) == Some("1");
    (says != logged_in).then(|| visitor::login_cookie(logged_in, &app.config))
}

fn with_cookie(mut response: Response<Body>, cookie: Option<String>) -> Response<Body> {
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Runs the page's calls in one transaction, and reads off their answers whether the page is here, moved or nowhere.
fn prime(tx: &mut dyn Tx, asked: &Asked, caller: Caller<'_>) -> Result<Primed> {
    let mut primed = shell(tx, asked, caller)?;
    match &asked.route {
        Some(route) => prime_route(tx, asked, route, caller, &mut primed)?,
        None => primed.lead_nowhere(),
    }
    if let Some(vacancy) = primed.vacancy {
        run(tx, asked, caller, "page/picture", &json!({ "of": vacancy }), &mut primed)?;
    }
    Ok(primed)
}

/// What every page shows, of a page that is nothing yet.
fn shell(tx: &mut dyn Tx, asked: &Asked, caller: Caller<'_>) -> Result<Primed> {
    let mut primed = Primed { status: 200, page: "notfound", ..Primed::default() };
    for path in SHELL {
        run(tx, asked, caller, path, &json!({}), &mut primed)?;
    }
    Ok(primed)
}

fn prime_route(tx: &mut dyn Tx, asked: &Asked, route: &Route, caller: Caller<'_>, primed: &mut Primed) -> Result<()> {
    primed.page = route.page;
    for (path, args) in &route.calls {
        let Some(answer) = run(tx, asked, caller, path, args, primed)? else {
            // A lost order gets its own screen; everything else that is not there gets the common one.
            if route.page == "result" {
                primed.status = 404;
            } else {
                primed.lead_nowhere();
                primed.errors.clear();
            }
            continue;
        };
        primed.choices = (route.page == "product").then(|| routes::choices(&answer));
        primed.moved = moved(asked, route, primed.choices.as_ref(), &answer);
        if primed.moved.is_some() {
            break;
        }
        if let Some(alternates) = answer.get("alternates") {
            primed.alternates = alternates.clone();
        }
        if route.page == "cart" && has_no_items(&answer) {
            primed.vacancy = Some(Vacancy::EmptyBag);
        }
    }
    Ok(())
}

fn has_no_items(answer: &Value) -> bool {
    answer.get("items").and_then(Value::as_array).is_some_and(Vec::is_empty)
}

/// Where the page really is: under this language's key, or in the bag when there is nothing to check out.
fn moved(asked: &Asked, route: &Route, choices: Option<&Choices>, answer: &Value) -> Option<(String, bool)> {
    match route.page {
        "category" | "product" => {
            let url = answer.get("url")?.as_str()?;
            let location = percent_encoding::percent_decode_str(&asked.location).decode_utf8_lossy();
            // A product is at home under its own category's words and under none; other words, of which there is no end,
            // lead there.
            let without = || {
                let (_, key) = url.rsplit_once('/')?;
                Some(format!("/{}/p/{key}", asked.view.lang().code()))
            };
            let wrong = location != url && (route.page != "product" || Some(&*location) != without().as_deref());
            let query =
                || choices.map_or(Cow::Borrowed(&route.query), |all| Cow::Owned(routes::choice(&route.query, all)));
            wrong.then(|| (format!("{url}{}", routes::query_string(&query())), true))
        }
        "checkout" => has_no_items(answer).then(|| (format!("/{}/cart", asked.view.lang().code()), false)),
        _ => None,
    }
}

/// Runs one call; its answer, or nothing when it was refused.
fn run(
    tx: &mut dyn Tx,
    asked: &Asked,
    caller: Caller<'_>,
    path: &str,
    args: &Value,
    primed: &mut Primed,
) -> Result<Option<Value>> {
    let call = asked.app.api.find(path).ok_or_else(|| anyhow::anyhow!("{path} is not in the table"))?;
    let key = routes::key(path, args);
    match call.run(tx, caller, &Input::Args(args.clone())) {
        Ok(reply) => {
            let data = reply.data.to_json()?;
            let answer = serde_json::from_str(data.get()).map_err(anyhow::Error::from)?;
            primed.calls.insert(key, data);
            Ok(Some(answer))
        }
        Err(Error::Refused(refusal)) => {
            let error = json!({ "id": refusal.message.id, "params": refusal.message.params, "message": refusal.message.rendered() });
            primed.errors.insert(key, error);
            Ok(None)
        }
        Err(Error::Malformed(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Runs the bundle and writes the document.
async fn render(asked: &Asked, primed: Primed, is_private: bool) -> std::result::Result<String, Failed> {
    let input = input(asked, &primed)?;
    let output = asked.app.engine.run(Entry::Page, input.clone(), is_private).await?;
    page(&asked.app, asked.view.lang(), primed.page, &input, &output)
}

/// What the bundle is given for a page, as JSON.
fn input(asked: &Asked, primed: &Primed) -> std::result::Result<String, Failed> {
    let shared = json!({
        "url": asked.url(),
        "lang": asked.view.lang().code(),
        "page": primed.page,
        "status": primed.status,
        "variant": asked.variant(),
        "site": site(asked, primed),
        "errors": primed.errors,
    });
    let calls = serde_json::to_string(&primed.calls).map_err(anyhow::Error::from)?;
    // The answers are spliced in as text: they are JSON already.
    let shared = shared.to_string();
    Ok(format!("{},\"calls\":{calls}}}", &shared[..shared.len() - 1]))
}

/// The document around what the bundle made of its input.
fn page(app: &App, lang: Lang, name: &str, input: &str, output: &str) -> std::result::Result<String, Failed> {
    let rendered: Rendered = serde_json::from_str(output).map_err(anyhow::Error::from)?;
    if rendered.html.is_empty() {
        return Err(Failed("the bundle rendered nothing".into()));
    }
    Ok(document::write(&app.assets, name, lang.code(), &rendered, input))
}

/// What every page knows of the shop.
fn site(asked: &Asked, primed: &Primed) -> Value {
    let config = &asked.app.config;
    let view = &asked.view;
    let key = &config.brand.key;
    let languages: Vec<Value> = view
        .stores
        .iter()
        .map(|store| {
            json!({
                "lang": store.lang.code(),
                "name": store.lang.native_name(),
                "locale": store.lang.locale(),
                "hreflang": store.lang.hreflang(),
                "store_id": store.id,
                "store_code": store.code(key),
            })
        })
        .collect();
    let alternates = if primed.alternates.is_object() { primed.alternates.clone() } else { same_path(asked) };
    let canonical = alternates.get(view.lang().code()).and_then(Value::as_str).unwrap_or(&asked.location).to_owned();
    json!({
        "brand": config.brand.name,
        "lang": view.lang().code(),
        "languages": languages,
        "store_id": view.store.id,
        "store_code": view.store.code(key),
        "currency": view.currency,
        "currencies": view.stores.currencies(),
        "services": config.api.services,
        "phone": config.company.phone,
        "email": config.company.email,
        "chat_id": config.chat_id(view.lang()),
        "analytics_site_id": config.api.analytics_site_id,
        "analytics": config.analytics.hosts().first().map(|_| &config.analytics),
        "catalogue_id": config.api.catalogue_id,
        "mode": if config.mode == Mode::Demo { "demo" } else { "production" },
        "public_url": config.public_url(),
        // Locality is always treated as the EU's (specification §9), unless the operator says otherwise.
        "eu": config.region.eu,
        // What the shop offers beside its goods.
        "newsletter": true,
        "accounts": true,
        // Null on pages that are the same for everybody: there the cookie `isLogin` has to do.
        "login": asked.logged_in,
        "free_from": config.shipping.free_from,
        "points_per_euro": config.money.points_per_euro,
        "company": { "name": config.company.name, "address": config.company.address },
        "seat": { "postcode": config.company.postcode, "city": config.company.city, "country": config.company.country },
        "default_country": view.store.default_country,
        "guarantee_notice": config.imprint.notice_file(view.lang()).map(|_| assets::notice_url(view.lang())).unwrap_or_default(),
        "alternates": alternates,
        "canonical": canonical,
        "card": media::image(CARD, &config.brand.name).map(|image| json!({
            "src": image.src, "width": image.width, "height": image.height, "alt": image.alt,
        })),
    })
}

/// Pages whose path is the same in every language but for the prefix.
fn same_path(asked: &Asked) -> Value {
    let rest = asked.location.splitn(3, '/').nth(2).map(|rest| format!("/{rest}")).unwrap_or_default();
    let rest = if asked.route.is_some() { rest } else { String::new() };
    asked
        .view
        .stores
        .languages()
        .iter()
        .map(|lang| (lang.code().to_owned(), json!(format!("/{}{rest}", lang.code()))))
        .collect()
}

/// A path whose first segment is no language: to the detected one in a browser, 404 elsewhere.
fn without_language(
    stores: &StoreViews,
    request: &Request,
    head: &str,
    rest: &[&str],
    first: First<'_>,
) -> Response<Body> {
    let headers = request.headers();
    let accept = headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()).unwrap_or("*/*");
    if !accept.contains("text/html") && !accept.contains("*/*") {
        let mut response = plain(StatusCode::NOT_FOUND, "not found\n");
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
        return response;
    }
    let lang = visitor::detected_language(headers, stores);
    let query = raw_query(request);
    let to = match first {
        First::Screen | First::WechatPay => located(lang, &[&[head], rest].concat(), &query),
        // The root, or something in the language's place: the rest of the path is kept.
        _ => located(lang, rest, &query),
    };
    let mut response = redirect(StatusCode::FOUND, &to);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept, Accept-Language, Cookie"));
    response
}

/// `?currency=` and a promo tag are put into cookies and taken off the address.
fn clean_query(
    app: &App,
    stores: &StoreViews,
    lang: Lang,
    segments: &[&str],
    query: &[(String, String)],
) -> Option<Response<Body>> {
    let (special, rest): (Vec<_>, Vec<_>) =
        query.iter().cloned().partition(|(key, _)| key == "currency" || key == "promo-tag");
    if special.is_empty() {
        return None;
    }
    let mut response = redirect(StatusCode::SEE_OTHER, &located(lang, segments, &routes::query_string(&rest)));
    let secure = if app.config.is_https() { "; Secure" } else { "" };
    for (key, value) in special {
        let cookie = if key == "currency" {
            // An unsupported value is ignored, never an error (decisions §2).
            let Some(currency) = stores.currencies().iter().find(|c| c.code().eq_ignore_ascii_case(&value)) else {
                continue;
            };
            format!("currency={}; Path=/; Max-Age=31536000; SameSite=Lax{secure}", currency.code())
        } else {
            let tag: String = value.trim().chars().take(40).collect();
            let tag = percent_encoding::utf8_percent_encode(&tag, percent_encoding::NON_ALPHANUMERIC).to_string();
            let age = if tag.is_empty() { 0 } else { 30 * 86_400 };
            format!("employcode={tag}; Path=/; Max-Age={age}; SameSite=Lax{secure}")
        };
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    Some(response)
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

fn located(lang: Lang, segments: &[&str], query: &str) -> String {
    // Made anew for each page that is asked for: put together in one piece.
    let long = segments.iter().map(|segment| segment.len() + 1).sum::<usize>();
    let mut path = String::with_capacity(1 + lang.code().len() + long + query.len());
    for part in [lang.code()].iter().chain(segments).filter(|part| !part.is_empty()) {
        path.push('/');
        path.push_str(part);
    }
    path.push_str(query);
    path
}

fn raw_query(request: &Request) -> String {
    request.uri().query().map(|query| format!("?{query}")).unwrap_or_default()
}

fn send(page: &Page, headers: &HeaderMap) -> Response<Body> {
    let text = |name| headers.get(name).and_then(|v: &HeaderValue| v.to_str().ok()).unwrap_or_default();
    let encoding = Encoding::accepted(text(header::ACCEPT_ENCODING));
    let known = text(header::IF_NONE_MATCH).split(',').any(|tag| page.etag == tag.trim().trim_start_matches("W/"));
    // Room for those of every answer, too.
    let mut head = HeaderMap::with_capacity(16);
    let mut response = if known && page.status == 200 {
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
    // Kept by the browser but asked about each time: the bag is not in it, the prices are.
    head.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    head.insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
    head.insert(header::ETAG, page.etag.clone());
    *response.headers_mut() = head;
    response
}

/// Sends a kept file that is no page: a robot may keep it for an hour. Such a file may be megabytes, which are not unpacked
/// on a thread that serves others; none where that thread has died.
async fn send_file(page: Arc<Page>, headers: &HeaderMap, mime: &'static str) -> Option<Response<Body>> {
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

fn send_private(status: u16, html: &str, headers: &HeaderMap) -> Response<Body> {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let is_brotli = Encoding::accepted(accepted) == Encoding::Brotli;
    let body = if is_brotli {
        Body::from(crate::ssr::cache::compress_brotli(html.as_bytes()))
    } else {
        Body::from(html.to_owned())
    };
    let mut response = Response::new(body);
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

fn redirect(status: StatusCode, to: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    // `//host` would lead away: a location of ours has one slash in front.
    let to = format!("/{}", to.trim_start_matches(['/', '\\']));
    if let Ok(to) = HeaderValue::from_str(&to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
