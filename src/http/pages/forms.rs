//! `POST /{lang}/do/<call>`: the calls of `/hah_api` for a browser without script.
//!
//! A form of a page is sent here by the browser itself, runs the same call with the same arguments, and leads on to where the
//! shopper belongs. What is refused comes back as the page that it was sent from, with what was typed and its errors.
//! Beside the call's arguments a form has fields of its own: [`FROM`], [`THEN`] and [`WISH`].

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use cookie::Cookie;
use cookie::time::Duration;
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tracing::Instrument as _;

use super::form_link::{self, Instead};
use super::handler::again;
use super::query::{is_own_path, query_string};
use super::request::FormReturn;
use crate::app::App;
use crate::call::{Call, Mode};
use crate::captcha::link;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Error, Refusal};
use crate::http::api::{ApiRequest, BODY_TIMEOUT, Outcome, is_same_origin};
use crate::http::envelope::RETRY_AFTER;
use crate::http::layers::{self, RequestId};
use crate::http::plain_form::see_other;
use crate::http::response::plain;
use crate::http::visitor;
use crate::limits::RateClass;
use crate::message::{self, MessageDef};

/// The address that the form stands at.
pub const FROM: &str = "_from";
/// Where the shopper goes on, where the call does not say it.
pub const THEN: &str = "_then";
/// Of what is put into the bag: the entry of the wishlist that it leaves.
pub const WISH: &str = "_wish";
/// Fields that never come back, beside passwords.
const SECRET: [&str; 7] = ["token", "captcha", "code", "idempotency_key", "proof", "credential", "ceremony"];
/// Refusals that are shown as success (specification §8).
const SILENT: [MessageDef; 2] = [message::NEWSLETTER_ALREADY_SUBSCRIBED, message::NEWSLETTER_OTHER_USER];
/// The call whose answer is a file.
const EXPORT: &str = "account/export";
const SUBSCRIBE: &str = "newsletter/subscribe";
/// The call of hearts, which stand on cached pages: the wishlist shows what it has done, or what is wrong.
const HEART: &str = "wishlist/add";
/// The page of the wishlist, below the language.
const WISHLIST: &str = "mywishlist";
const ADD_TO_BAG: &str = "cart/add";
const REORDER: &str = "order/reorder";
/// Calls behind which a guest's heart is joined (decisions §10).
const LOGINS: [&str; 2] = ["customer/login", "customer/create"];
/// Calls whose answer is shown in place of their form: a statement to be read once more, and its receipt.
const SHOWN: [&str; 1] = ["order/withdraw"];
/// Longest field that comes back, in bytes.
const LONGEST: usize = 10_000;

/// `GET`: somebody has opened the address of a form.
pub async fn look(State(app): State<Arc<App>>, Path((lang, _)): Path<(String, String)>) -> Response<Body> {
    match language(&app, &lang) {
        Some(lang) => see_other(&format!("/{lang}")),
        None => plain(StatusCode::NOT_FOUND, "not found\n"),
    }
}

/// `POST`: makes the call.
pub async fn handle(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(id): Extension<RequestId>,
    Path((lang, path)): Path<(String, String)>,
    request: Request,
) -> Response<Body> {
    let started = Instant::now();
    let call = app.api.find(&path).filter(|call| call.mode == Mode::Write);
    let (Some(lang), Some(call)) = (language(&app, &lang), call) else {
        return plain(StatusCode::NOT_FOUND, "not found\n");
    };
    let span = layers::span(id, request.method(), request.uri().path());
    let response = answer(&app, lang, call, peer, id, request).instrument(span).await;
    metrics::histogram!("shop_call_seconds", "path" => call.path).record(started.elapsed().as_secs_f64());
    response
}

/// The language of the path, if the shop speaks it.
fn language(app: &App, code: &str) -> Option<Lang> {
    app.store_views.get().languages().iter().copied().find(|lang| lang.code() == code)
}

async fn answer(
    app: &Arc<App>,
    lang: Lang,
    call: &Call,
    peer: SocketAddr,
    id: RequestId,
    request: Request,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    // Before any check, so that failed attempts count too.
    if !visitor::is_admitted(app, &parts.headers, peer, call.rate) {
        return layers::too_many();
    }
    if !is_same_origin(&parts.headers, &app.config()) {
        return plain(StatusCode::FORBIDDEN, "from another site\n");
    }
    let body = match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, app.config().server.max_body)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return plain(StatusCode::PAYLOAD_TOO_LARGE, "too large\n"),
        Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "too slow\n"),
    };
    let form = Form::read(app, lang, call.path, &body);
    let mut args = call.args_from_form(&form.fields, &app.api.schemas);
    complete(call.path, &form, &mut args);
    let mut cookies = HeaderMap::new();
    let made = match begin(app, lang, &parts.headers, peer, id).await {
        Ok(api_request) => {
            let api_request = Arc::new(api_request);
            let (outcome, made) = make(app, lang, &api_request, call, &form, &args).await;
            api_request.set_cookies(&mut cookies, &outcome);
            // Who has no session has no list.
            let has_session = visitor::session_token(&parts.headers).is_some();
            if let Some(id) = form.wish.filter(|_| has_session && call.path == ADD_TO_BAG && outcome.reply.is_ok()) {
                // It is in the bag even if it stays on the list.
                drop(api_request.outcome("wishlist/remove", json!({ "id": id })).await);
            }
            made.unwrap_or_else(|| outcome.reply.map_or_else(Made::Refused, |reply| Made::Answer(reply.data)))
        }
        Err(error) => Made::Refused(error),
    };
    let mut response = match made {
        Made::Answer(answer) if SHOWN.contains(&call.path) => {
            let typed = form.typed();
            let form = FormReturn { refusal: None, answer: Some(answer), ..form.back(call.path, typed) };
            again(app, &parts.headers, peer, lang, form, StatusCode::OK).await
        }
        Made::Answer(answer) if call.path == EXPORT => file(&answer, app.clock.now()),
        Made::Answer(answer) => match form.heart(call.path) {
            Some(heart) => joined(app, lang, &following(&parts.headers, &cookies), peer, id, heart).await,
            None => see_other(&next(call.path, &form, lang, &app.config().public_url(), &answer)),
        },
        Made::Mailed(page) => see_other(&form_link::on_its_way(&page)),
        Made::Refused(error) => refused(app, lang, call, &parts.headers, peer, (form, &args), &error).await,
    };
    response.headers_mut().extend(cookies);
    response
}

/// The headers of the visitor's next request: with the cookies of this one, and those that an answer has set in their place.
fn following(headers: &HeaderMap, set: &HeaderMap) -> HeaderMap {
    let lines = |headers: &HeaderMap, name: HeaderName| -> Vec<String> {
        headers.get_all(name).iter().filter_map(|line| line.to_str().ok()).map(str::to_owned).collect()
    };
    let set = lines(set, header::SET_COOKIE);
    let set: Vec<Cookie<'_>> = set.iter().filter_map(|line| Cookie::parse(line.as_str()).ok()).collect();
    let is_set = |pair: &str| set.iter().any(|cookie| pair.split('=').next() == Some(cookie.name()));
    let own = lines(headers, header::COOKIE);
    let own = own.iter().flat_map(|line| line.split(';')).map(str::trim).filter(|pair| !is_set(pair));
    // One without time left is deleted.
    let lasting = set.iter().filter(|cookie| cookie.max_age().is_none_or(|left| left > Duration::ZERO));
    let lasting = lasting.map(|cookie| format!("{}={}", cookie.name(), cookie.value()));
    let cookies: Vec<String> = own.map(str::to_owned).chain(lasting).collect();
    let mut headers = headers.clone();
    headers.remove(header::COOKIE);
    if let Ok(cookies) = HeaderValue::from_str(&cookies.join("; ")) {
        headers.insert(header::COOKIE, cookies);
    }
    headers
}

/// Saves what a guest wanted to save before the login.
async fn joined(
    app: &Arc<App>,
    lang: Lang,
    headers: &HeaderMap,
    peer: SocketAddr,
    id: RequestId,
    heart: Form,
) -> Response<Body> {
    let Some(call) = app.api.find(HEART) else { return see_other(&heart.from) };
    let args = call.args_from_form(&heart.fields, &app.api.schemas);
    let saved = match begin(app, lang, headers, peer, id).await {
        Ok(api_request) => Arc::new(api_request).outcome(call.path, args.clone()).await.reply,
        Err(error) => Err(error),
    };
    match saved {
        Ok(_) => see_other(&added(&heart)),
        Err(error) => refused(app, lang, call, headers, peer, (heart, &args), &error).await,
    }
}

/// An answer as a download.
fn file(answer: &RawValue, now: Timestamp) -> Response<Body> {
    let mut response = Response::new(Body::from(answer.get().to_owned()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let day = in_shop_zone(now).date();
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"personal-data-{day}.json\"")) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// What became of a form.
enum Made {
    Answer(Box<RawValue>),
    /// It waits for the link that was mailed in place of the proof of work; its page.
    Mailed(String),
    Refused(Error),
}

/// Makes the call. None: as its outcome says.
async fn make(
    app: &Arc<App>,
    lang: Lang,
    api_request: &Arc<ApiRequest>,
    call: &Call,
    form: &Form,
    args: &Value,
) -> (Outcome, Option<Made>) {
    let outcome = api_request.outcome(call.path, args.clone()).await;
    let instead = outcome.reply.as_ref().err().and_then(|error| form_link::instead(call.path, error));
    let Some(instead) = instead else { return (outcome, None) };
    let page = form_link::page(call.path, lang, &form.from, app.store_views.get().languages());
    let sent = form_link::sent(call, args, form.typed(), page.clone(), &app.api.schemas);
    let visitor = api_request.nobody();
    match instead {
        Instead::Mail => {
            let mailed = app.db.write(move |tx| link::send(tx, &visitor, &sent)).await;
            (outcome, Some(mailed.map_or_else(Made::Refused, |()| Made::Mailed(page))))
        }
        Instead::Make => match app.db.write(move |tx| link::grant(tx, &visitor, &sent)).await {
            Ok(answer) => {
                let mut args = args.clone();
                if let Value::Object(fields) = &mut args {
                    fields.insert("captcha".to_owned(), answer.into());
                }
                (api_request.outcome(call.path, args).await, None)
            }
            Err(error) => (outcome, Some(Made::Refused(error))),
        },
    }
}

async fn begin(
    app: &Arc<App>,
    lang: Lang,
    headers: &HeaderMap,
    peer: SocketAddr,
    id: RequestId,
) -> crate::error::Result<ApiRequest> {
    let store = app.store_views.get().of(lang).code(&app.config().brand.key);
    let query = [("___store".to_owned(), store)];
    ApiRequest::new(app, headers, &query, peer, id)?.claim(visitor::promo_tag(&[], headers)).await
}

/// What a browser has sent.
struct Form {
    /// Without those of the form itself.
    fields: Vec<(String, String)>,
    from: String,
    then: Option<String>,
    wish: Option<i64>,
}

impl Form {
    fn read(app: &App, lang: Lang, call: &str, body: &[u8]) -> Form {
        let all: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
        let stores = app.store_views.get();
        let own = |name: &str| {
            visitor::value(&all, name).filter(|path| is_own_path(path, stores.languages())).map(str::to_owned)
        };
        let home = format!("/{lang}");
        // In the language of the form.
        let is_here = |path: &String| {
            path.strip_prefix(&home).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
        };
        // The footer's form is on cached pages: its own page shows what is wrong.
        let page = if call == SUBSCRIBE { format!("{home}/newsletter") } else { home.clone() };
        let (from, then) = match call {
            HEART => (format!("{home}/{WISHLIST}"), None),
            _ => (own(FROM).filter(is_here).map_or(page, |from| form_link::bare(&from)), own(THEN)),
        };
        let wish = visitor::value(&all, WISH).and_then(|id| id.parse().ok());
        let fields = all.into_iter().filter(|(name, _)| ![FROM, THEN, WISH].contains(&name.as_str())).collect();
        Form { fields, from, then, wish }
    }

    /// The heart that has led to a login, and stands in the address that this one leads to. A link of somebody else's may name
    /// one as well, which does no harm: it is one more entry of a list that nobody else sees, and the customer is led to that
    /// list, which says so and has its button to remove it.
    fn heart(&self, call: &str) -> Option<Form> {
        let (page, search) = self.then.as_deref().filter(|_| LOGINS.contains(&call))?.split_once('?')?;
        let (_, name) = page.strip_prefix('/')?.split_once('/')?;
        let fields: Vec<(String, String)> = form_urlencoded::parse(search.as_bytes()).into_owned().collect();
        let heart = Form { fields, from: page.to_owned(), then: None, wish: None };
        (name == WISHLIST && heart.has("sku")).then_some(heart)
    }

    /// Where a guest comes back to after the login; with a heart, what it was about.
    fn way_back(&self, call: &Call, schemas: &Map<String, Value>) -> String {
        if call.path != HEART {
            return self.from.clone();
        }
        let known = self.fields.iter().filter(|(name, _)| call.has_field(name, schemas)).cloned();
        format!("{}{}", self.from, query_string(&known.collect::<Vec<_>>()))
    }

    fn has(&self, name: &str) -> bool {
        visitor::value(&self.fields, name).is_some()
    }

    /// What comes back with the page: never passwords, codes or keys.
    fn typed(&self) -> Map<String, Value> {
        let is_secret = |name: &str| name.contains("password") || SECRET.contains(&name) || name.contains("_saved.");
        // The link has come by mail, and lasts until the form is taken.
        let is_link = |name: &str, text: &str| name == "captcha" && text.starts_with(link::PREFIX);
        let is_kept = |name: &str, text: &str| (!is_secret(name) || is_link(name, text)) && text.len() <= LONGEST;
        let mut typed = Map::new();
        for (name, text) in self.fields.iter().filter(|(name, text)| is_kept(name, text)) {
            // Of two the first counts, as for the call's arguments.
            typed.entry(name.clone()).or_insert_with(|| text.as_str().into());
        }
        typed
    }

    /// The form for its page, without refusal or answer.
    fn back(self, call: &'static str, values: Map<String, Value>) -> FormReturn {
        FormReturn { call, values, refusal: None, answer: None, from: self.from, key: None, asked: None }
    }
}

/// The wishlist, which says that something was added.
fn added(heart: &Form) -> String {
    format!("{}?done=added", heart.from)
}

/// What a form says otherwise than the call's arguments.
fn complete(path: &str, form: &Form, args: &mut Value) {
    let Value::Object(args) = args else { return };
    if path == SUBSCRIBE {
        args.entry("source").or_insert_with(|| "footer".into());
    }
    if path != "checkout/place" {
        return;
    }
    for kind in ["shipping", "billing"] {
        address(kind, form, args);
    }
    if form.has("same_billing") {
        args.remove("billing_address");
    } else {
        args.entry("billing_address").or_insert_with(|| Value::Object(Map::new()));
    }
    // One phone number serves both addresses.
    let telephone = args.get("shipping_address").and_then(|address| address.get("telephone")).cloned();
    if let (Some(telephone), Some(Value::Object(billing))) = (telephone, args.get_mut("billing_address")) {
        billing.insert("telephone".to_owned(), telephone);
    }
}

/// An address of the customer's book, which the form holds with it, and whether a typed one is saved there.
fn address(kind: &str, form: &Form, args: &mut Map<String, Value>) {
    let of = |name: &str| visitor::value(&form.fields, &format!("{kind}_{name}"));
    let choice = of("choice").unwrap_or_default();
    let prefix = format!("{kind}_saved.{choice}.");
    let saved: Map<String, Value> = form
        .fields
        .iter()
        .filter_map(|(name, text)| Some((name.strip_prefix(&prefix)?.to_owned(), text.as_str().into())))
        .collect();
    let name = format!("{kind}_address");
    if !saved.is_empty() {
        args.insert(name, Value::Object(saved));
    } else if let Some(Value::Object(typed)) = args.get_mut(&name) {
        typed.insert("save_in_address_book".to_owned(), form.has(&format!("{kind}_save")).into());
    }
}

/// Where the shopper goes on.
fn next(path: &str, form: &Form, lang: Lang, public_url: &str, data: &RawValue) -> String {
    #[derive(Deserialize)]
    struct Placed {
        token: String,
        payment: Payment,
    }
    #[derive(Deserialize)]
    struct Payment {
        method: String,
        redirect_url: Option<String>,
    }
    let placed =
        ["checkout/place", "payment/retry"].contains(&path).then(|| serde_json::from_str::<Placed>(data.get()));
    match placed {
        // The page of the order leads to a gateway elsewhere: a form may be sent to this shop alone, and browsers hold
        // redirects to that as well (`form-action`).
        Some(Ok(Placed { token, payment })) => {
            let path = payment.redirect_url.map(|url| url.strip_prefix(public_url).unwrap_or(&url).to_owned());
            let own = path.filter(|path| path.starts_with('/') && !path.starts_with("//"));
            let page = if payment.method == "wechat" { "wechatpay" } else { "ordersuccess" };
            own.unwrap_or_else(|| format!("/{lang}/{page}?token={token}"))
        }
        _ if path == SUBSCRIBE && form.then.is_none() => subscribed(lang, data),
        _ if path == HEART => added(form),
        _ if path == REORDER => reordered(lang, data),
        _ => form.then.clone().unwrap_or_else(|| form_link::without(&form.from, &["confirm"])),
    }
}

/// The page that says how a subscription stands.
fn subscribed(lang: Lang, answer: &RawValue) -> String {
    #[derive(Deserialize)]
    struct Asked {
        confirmation_required: bool,
    }
    let is_asked = serde_json::from_str::<Asked>(answer.get()).is_ok_and(|asked| asked.confirmation_required);
    format!("/{lang}/newsletter?done={}", if is_asked { "asked" } else { "subscribed" })
}

/// The bag, which says whether all of the order is in it.
fn reordered(lang: Lang, answer: &RawValue) -> String {
    #[derive(Deserialize)]
    struct Filled {
        notices: Vec<IgnoredAny>,
    }
    let is_whole = serde_json::from_str::<Filled>(answer.get()).is_ok_and(|filled| filled.notices.is_empty());
    format!("/{lang}/cart?done={}", if is_whole { "reordered" } else { "reordered-partly" })
}

async fn refused(
    app: &Arc<App>,
    lang: Lang,
    call: &Call,
    headers: &HeaderMap,
    peer: SocketAddr,
    (form, args): (Form, &Value),
    error: &Error,
) -> Response<Body> {
    let (status, refusal) = match error {
        Error::Refused(refusal) => {
            tracing::info!(path = call.path, message = refusal.message.id, "refused");
            if refusal.message == message::LOGIN_REQUIRED {
                let back = form.way_back(call, &app.api.schemas);
                let query: String =
                    form_urlencoded::Serializer::new(String::new()).append_pair("return", &back).finish();
                return see_other(&format!("/{lang}/login?{query}"));
            }
            // Whose an address is, is nobody's business, nor whether an account is locked (specification §8).
            if SILENT.iter().any(|silent| refusal.message == *silent) {
                let page = format!("/{lang}/newsletter?done=subscribed");
                return see_other(form.then.as_deref().unwrap_or(&page));
            }
            let is_locked = refusal.message == message::LOGIN_DISABLED;
            let shown = if is_locked { Refusal::new(message::LOGIN_INCORRECT) } else { refusal.clone() };
            (StatusCode::UNPROCESSABLE_ENTITY, shown)
        }
        Error::Malformed(reason) => {
            tracing::info!(path = call.path, "malformed");
            let field = reason.split(':').next().unwrap_or_default();
            (StatusCode::UNPROCESSABLE_ENTITY, Refusal::of_field(field, message::MALFORMED))
        }
        Error::Unavailable(cause) => {
            tracing::warn!(path = call.path, error = format!("{cause:#}"), "unavailable");
            (StatusCode::SERVICE_UNAVAILABLE, Refusal::new(message::TRY_LATER))
        }
        Error::Internal(cause) => {
            tracing::error!(path = call.path, error = format!("{cause:#}"), "internal error");
            metrics::counter!("shop_internal_errors_total").increment(1);
            (StatusCode::INTERNAL_SERVER_ERROR, Refusal::new(message::TRY_LATER))
        }
    };
    // The page is made for this visitor alone, and takes longer than most calls.
    if !visitor::is_admitted(app, headers, peer, RateClass::Standard) {
        return layers::too_many();
    }
    // What was not refused may have been done: the same attempt, sent again, does nothing twice.
    let is_open = !matches!(error, Error::Refused(_) | Error::Malformed(_));
    let key = visitor::value(&form.fields, "idempotency_key").filter(|_| is_open).map(str::to_owned);
    let asked = (call.path == "checkout/place").then(|| asked(args, &refusal));
    let typed = form.typed();
    let form = FormReturn { refusal: Some(refusal), key, asked, ..form.back(call.path, typed) };
    let mut response = again(app, headers, peer, lang, form, status).await;
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}

/// What the checkout is calculated with again: what was chosen, as far as it can be.
fn asked(args: &Value, refusal: &Refusal) -> Value {
    let of = |name: &str| {
        let value = name.split('.').try_fold(args, |value, part| value.get(part)).and_then(Value::as_str);
        value.filter(|_| !refusal.fields.contains_key(name)).unwrap_or_default()
    };
    json!({
        "country": of("shipping_address.country"),
        "shipping_method": of("shipping_method"),
        "member_card": of("member_card"),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    static API: LazyLock<crate::call::Api> = LazyLock::new(crate::app::api);

    #[test]
    fn next_request_has_the_cookies_of_this_one_and_of_its_answer() {
        let headers = |name: HeaderName, lines: &[&'static str]| -> HeaderMap {
            lines.iter().map(|line| (name.clone(), HeaderValue::from_static(line))).collect()
        };
        let mut sent = headers(header::COOKIE, &["PHPSESSID=old; currency=CHF; firstName=Ada", "employcode=A%2DB"]);
        sent.insert(header::USER_AGENT, HeaderValue::from_static("Mozilla"));
        let set = ["PHPSESSID=new; HttpOnly; Path=/; Max-Age=60", "rwflag=1; Path=/", "firstName=; Path=/; Max-Age=0"];
        let next = following(&sent, &headers(header::SET_COOKIE, &set));
        assert_eq!(next.get_all(header::COOKIE).iter().count(), 1);
        assert_eq!(next[header::COOKIE], "currency=CHF; employcode=A%2DB; PHPSESSID=new; rwflag=1");
        assert_eq!(next[header::USER_AGENT], "Mozilla");
        assert_eq!(
            following(&sent, &HeaderMap::new())[header::COOKIE],
            "PHPSESSID=old; currency=CHF; firstName=Ada; employcode=A%2DB"
        );
    }

    /// Names as pages have them, as they must not be, and any.
    fn name() -> impl Strategy<Value = String> {
        let known = [
            "email",
            "qty",
            "item_ids",
            "options.colour",
            "shipping_address.city",
            "shipping_address.",
            "..",
            "terms",
            "newsletter",
            "items",
            "items.sku",
            "filters.colour.blue",
            "id",
        ];
        prop_oneof![prop::sample::select(known.to_vec()).prop_map(str::to_owned), "[a-z_.]{0,24}", any::<String>()]
    }

    proptest! {
        /// Whatever is sent becomes arguments that its call knows, and its type reads or finds malformed.
        #[test]
        fn any_form_becomes_arguments_of_its_call(
            path in prop::sample::select(vec![
                "cart/add", "cart/update", "cart/delete", "checkout/place", "customer/create", "address/update",
                "newsletter/subscribe", "order/withdraw", "contact/post", "payment/retry",
            ]),
            fields in prop::collection::vec((name(), prop_oneof!["on", "[0-9]{1,20}", any::<String>()]), 0..24),
        ) {
            let Some(call) = API.find(path) else { return Err(TestCaseError::fail(path)) };
            let mut args = call.args_from_form(&fields, &API.schemas);
            let form = Form { fields, from: "/en".to_owned(), then: None, wish: None };
            complete(path, &form, &mut args);
            let Value::Object(args) = &args else { return Err(TestCaseError::fail("no arguments")) };
            for name in args.keys() {
                prop_assert!(call.has_field(name, &API.schemas), "{path} knows no {name}");
            }
            // What comes back is what was typed, once and without secrets.
            for (name, text) in form.typed() {
                let first = form.fields.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str());
                prop_assert_eq!(text.as_str(), first);
                prop_assert!(!name.contains("password") && name != "token" && name != "idempotency_key");
            }
        }
    }
}
