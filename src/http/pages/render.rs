//! From primed answers to a document: the bundle's input, what every page knows of the shop, and the error pages.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use serde_json::{Map, Value, json};

use super::prime::{self, Primed};
use super::query::Route;
use super::redirects::located;
use super::request::PageRequest;
use super::routes::ERROR;
use crate::app::App;
use crate::call::{Caller, View};
use crate::catalog::media;
use crate::chat::types::Hours;
use crate::config::{Config, Mode};
use crate::domain::look::Look;
use crate::domain::store_view::Lang;
use crate::domain::working_days;
use crate::error::Error;
use crate::http::assets;
use crate::look;
use crate::passkey;
use crate::ssr::document::{self, Rendered};
use crate::ssr::engine::Entry;

/// Open Graph picture of pages without one of their own.
const CARD: &str = "og-card";

/// Why a page could not be shown, in a form that several waiting requests can share.
#[derive(Debug, Clone)]
pub struct Failed(pub Arc<str>);

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

/// Runs the bundle and writes the document.
pub async fn render(request: &PageRequest, primed: Primed, is_private: bool) -> std::result::Result<String, Failed> {
    let document = input(request, &primed, false)?;
    let input = if primed.aside.is_empty() { document.clone() } else { input(request, &primed, true)? };
    let output = request.app.engine.run(Entry::Page, input, is_private).await?;
    page(&request.app, request.view.lang(), primed.page, &document, &output)
}

/// The bundle's input, as JSON; `is_whole`: with what is not in the document.
fn input(request: &PageRequest, primed: &Primed, is_whole: bool) -> std::result::Result<String, Failed> {
    let shared = json!({
        "url": request.url(),
        "lang": request.view.lang().code(),
        "page": primed.page,
        "route": route(request.route.as_ref()),
        "status": primed.status,
        "variant": request.variant(),
        "site": site(request, primed),
        "errors": primed.errors,
        "form": request.form.as_ref().and_then(|form| form.refused(primed.asked.as_ref())),
        "kept": request.form.as_ref().and_then(|form| form.kept()),
        "attempt": primed.attempt,
        "consent": primed.consent,
    });
    let aside = primed.aside.iter().filter(|_| is_whole);
    let calls: BTreeMap<_, _> = primed.calls.iter().chain(aside).collect();
    let calls = serde_json::to_string(&calls).map_err(anyhow::Error::from)?;
    // Answers are JSON already: spliced in as text.
    let shared = shared.to_string();
    Ok(format!("{},\"calls\":{calls}}}", &shared[..shared.len() - 1]))
}

/// What the route table says of the address, so that the bundle need not look it up.
fn route(route: Option<&Route>) -> Value {
    let params: Map<String, Value> =
        route.iter().flat_map(|route| &route.params).map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    let page = route.map(|route| route.page);
    let mut facts = json!({ "params": params });
    if let Some(page) = page.filter(|page| !page.access.is_open()) {
        facts["access"] = json!(page.access);
    }
    if page.is_some_and(|page| page.no_return) {
        facts["no_return"] = true.into();
    }
    facts
}

/// The document around the bundle's output.
fn page(app: &App, lang: Lang, name: &str, input: &str, output: &str) -> std::result::Result<String, Failed> {
    let rendered: Rendered = serde_json::from_str(output).map_err(anyhow::Error::from)?;
    if rendered.html.is_empty() {
        return Err(Failed("the bundle rendered nothing".into()));
    }
    let hearts = hearts(lang, &rendered.html);
    Ok(document::write(&app.assets, &app.config().look, name, lang.code(), &rendered, &hearts, input))
}

/// The form that sends the hearts of lists while no script does: one for all of a page (`WishlistButton` of the user interface).
fn hearts(lang: Lang, html: &str) -> String {
    if !html.contains(" form=\"wish\"") {
        return String::new();
    }
    format!("<form id=\"wish\" method=\"post\" action=\"/{lang}/do/wishlist/add\" hidden></form>")
}

/// Facts about the shop that every page carries: `Site` of the user interface.
fn site(request: &PageRequest, primed: &Primed) -> Value {
    let config = &request.app.config();
    let view = &request.view;
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
    let alternates = if primed.alternates.is_object() { primed.alternates.clone() } else { same_path(request) };
    let canonical = alternates.get(view.lang().code()).and_then(Value::as_str).unwrap_or(&request.location).to_owned();
    json!({
        "brand": config.brand.name,
        "look": {
            "typeface": config.look.typeface,
            "logo": config.look.logo,
            "logo_on_dark": config.look.logo_on_dark,
            "words": config.look.words_in(view.lang()),
        },
        "lang": view.lang().code(),
        "languages": languages,
        "default_lang": view.stores.default_language(),
        "store_id": view.store.id,
        "store_code": view.store.code(key),
        "currency": view.currency,
        "currencies": view.stores.currencies(),
        "services": config.api.services,
        "phone": config.company.phone,
        "email": config.company.email,
        "chat_id": config.chat_id(view.lang()),
        "service_hours": config.service_hours.map(Hours::from),
        "analytics_site_id": config.api.analytics_site_id,
        // What is not on sale is nobody's visit.
        "analytics": config.analytics.hosts().first().filter(|_| view.preview.is_none()).map(|_| &config.analytics),
        "catalogue_id": config.api.catalogue_id,
        "mode": if config.mode == Mode::Demo { "demo" } else { "production" },
        "public_url": config.public_url(),
        "time_zone": working_days::zone_offsets(request.app.clock.now()),
        // Locality is always treated as the EU's (specification §9), unless the operator says otherwise.
        "eu": config.region.eu,
        "newsletter": true,
        "accounts": true,
        // Not where the shop has no host name.
        "passkeys": passkey::host(&config.public_url()).is_some(),
        // Null on public pages: there the client reads the cookie `isLogin`.
        "login": request.logged_in,
        "free_from": config.shipping.free_from,
        "points_per_euro": config.money.points_per_euro,
        "company": { "name": config.company.name, "address": config.company.address },
        "seat": { "postcode": config.company.postcode, "city": config.company.city, "country": config.company.country },
        "default_country": view.store.default_country,
        "guarantee_notice": config.imprint.notice_file(view.lang()).map(|_| assets::notice_url(view.lang())).unwrap_or_default(),
        "maintenance": primed.is_maintenance,
        "alternates": alternates,
        "canonical": canonical,
        "icon": icon(&config.look),
        // The one that the shop comes with shows the demonstration's name.
        "card": media::image(CARD, &config.brand.name).filter(|_| is_demonstrations(config) || media::is_own(CARD)).map(|image| json!({
            "src": image.src, "width": image.width, "height": image.height, "alt": image.alt,
        })),
    })
}

/// Whether the shop has the name that it comes with.
fn is_demonstrations(config: &Config) -> bool {
    !config.origins.contains_key("brand.name")
}

/// The path of the icon for home screens.
fn icon(look: &Look) -> String {
    let own = look.icon.as_ref().and_then(|icon| look::files::touch_icon(&icon.file));
    own.map_or_else(|| "/media/apple-touch-icon.180.png".to_owned(), |file| format!("/brand/{file}"))
}

/// Alternates of a page whose path differs only in the language.
fn same_path(request: &PageRequest) -> Value {
    let rest = request.location.splitn(3, '/').nth(2).map(|rest| format!("/{rest}")).unwrap_or_default();
    let rest = if request.route.is_some() { rest } else { String::new() };
    request
        .view
        .stores
        .languages()
        .iter()
        .map(|lang| (lang.code().to_owned(), json!(format!("/{}{rest}", lang.code()))))
        .collect()
}

/// Renders the error page of each language in the background, for when rendering fails.
pub fn prepare_fallbacks(app: &Arc<App>) {
    let app = Arc::clone(app);
    tokio::spawn(async move {
        match fallbacks(&app, false).await {
            Ok(pages) => *app.fallbacks.write().unwrap_or_else(PoisonError::into_inner) = pages,
            Err(error) => tracing::error!(error = %error.0, "the error page cannot be shown"),
        }
    });
}

/// Puts a page in their place that says that the shop is closed for some minutes.
pub async fn prepare_maintenance(app: &Arc<App>) {
    match fallbacks(app, true).await {
        Ok(pages) => *app.fallbacks.write().unwrap_or_else(PoisonError::into_inner) = pages,
        Err(error) => tracing::error!(error = %error.0, "the page for the time of the restore cannot be shown"),
    }
}

/// All in one runtime of its own: the render threads stay small until the first visit.
async fn fallbacks(app: &Arc<App>, is_maintenance: bool) -> std::result::Result<BTreeMap<Lang, String>, Failed> {
    let stores = app.store_views.get();
    let mut inputs = Vec::new();
    for store in stores.iter() {
        let lang = store.lang;
        let view = View::new(&stores, lang, store.default_currency, app.clock.now(), &app.config());
        let request = PageRequest {
            app: Arc::clone(app),
            view: View { for_cache: true, ..view },
            location: located(lang, &["error"], ""),
            is_mobile: false,
            route: None,
            logged_in: None,
            form: None,
        };
        let read = request.clone();
        let primed = app.db.read(move |tx| prime::shell(tx, &read, Caller::View(&read.view))).await?;
        let primed = Primed { page: ERROR, status: 503, is_maintenance, ..primed };
        inputs.push(input(&request, &primed, false)?);
    }
    let outputs = app.engine.run_all(Entry::Page, inputs.clone()).await?;
    let pages = stores.languages().iter().zip(inputs.iter().zip(outputs));
    pages.map(|(lang, (input, output))| Ok((*lang, page(app, *lang, ERROR, input, &output)?))).collect()
}
