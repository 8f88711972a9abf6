//! Primed answers: runs a page's calls in one transaction through the table of calls, and reads off their answers whether
//! the page is here, moved or missing. Knows no HTTP and nothing of what a page looks like.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::query::{self, Route};
use super::request::PageRequest;
use super::routes::{NOT_FOUND, SHELL, When};
use crate::call::{Caller, Input};
use crate::cms::types::Vacancy;
use crate::consent::Choice;
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::ssr::cache::Choices;

/// Answers by their primed name, refusals likewise, and what they say of the page.
#[derive(Debug)]
pub struct Primed {
    pub calls: BTreeMap<String, Box<RawValue>>,
    /// Answers that only the server renders.
    pub aside: BTreeMap<String, Box<RawValue>>,
    pub errors: BTreeMap<String, Value>,
    pub status: u16,
    pub page: &'static str,
    pub moved: Option<Moved>,
    /// What the query of a product's page may choose.
    pub choices: Option<Choices>,
    /// The page's path by language; null where only the language differs.
    pub alternates: Value,
    /// What the page shows a picture of, having nothing else.
    pub vacancy: Option<Vacancy>,
    /// Whether the shop is closed for some minutes.
    pub is_maintenance: bool,
    /// Idempotency key of the order that the page's form places.
    pub attempt: Option<String>,
    /// What the visitor allows; read for the page of cookies alone.
    pub consent: Option<Choice>,
    /// What the checkout was counted with, of a form that was sent.
    pub asked: Option<Value>,
}

/// The address that a page really has.
#[derive(Debug, Clone)]
pub struct Moved {
    pub to: String,
    pub permanent: bool,
}

impl Primed {
    fn set_not_found(&mut self) {
        (self.status, self.page, self.vacancy) = (404, NOT_FOUND, Some(Vacancy::NotFound));
    }
}

/// Runs the page's calls in one transaction.
pub fn prime(tx: &mut dyn Tx, request: &PageRequest, caller: Caller<'_>) -> Result<Primed> {
    let mut primed = shell(tx, request, caller)?;
    match &request.route {
        Some(route) => prime_route(tx, request, route, caller, &mut primed)?,
        None => primed.set_not_found(),
    }
    if let Some(vacancy) = primed.vacancy {
        run(tx, request, caller, "page/picture", &json!({ "of": vacancy }), &mut primed)?;
    }
    Ok(primed)
}

/// Runs the calls that every page shows.
pub fn shell(tx: &mut dyn Tx, request: &PageRequest, caller: Caller<'_>) -> Result<Primed> {
    let mut primed = Primed {
        calls: BTreeMap::new(),
        aside: BTreeMap::new(),
        errors: BTreeMap::new(),
        status: 200,
        page: NOT_FOUND,
        moved: None,
        choices: None,
        alternates: Value::Null,
        vacancy: None,
        is_maintenance: false,
        attempt: None,
        consent: None,
        asked: None,
    };
    for call in SHELL {
        run(tx, request, caller, call.path, &json!({}), &mut primed)?;
    }
    Ok(primed)
}

fn prime_route(
    tx: &mut dyn Tx,
    request: &PageRequest,
    route: &Route,
    caller: Caller<'_>,
    primed: &mut Primed,
) -> Result<()> {
    primed.page = route.page.name;
    for (path, args) in route.calls(request.is_mobile, request.view.stores.languages()) {
        let asked = as_sent(request, path);
        let mut answer = run(tx, request, caller, path, asked.unwrap_or(&args), primed)?;
        if asked.is_some() && answer.is_none() {
            // What was sent cannot be counted with.
            primed.errors.clear();
            answer = run(tx, request, caller, path, &args, primed)?;
        } else {
            primed.asked = asked.cloned().or(primed.asked.take());
        }
        let Some(answer) = answer else {
            // The result screen itself says that an order is missing; other pages are replaced.
            if route.page.name == "result" {
                primed.status = 404;
            } else {
                primed.set_not_found();
                primed.errors.clear();
            }
            continue;
        };
        primed.choices = route.page.has_choice.then(|| query::choices(&answer));
        primed.moved = moved(request, route, primed.choices.as_ref(), &answer);
        if primed.moved.is_some() {
            break;
        }
        if let Some(alternates) = answer.get("alternates") {
            primed.alternates = alternates.clone();
        }
        if route.page.name == "cart" && has_no_items(&answer) {
            primed.vacancy = Some(Vacancy::EmptyBag);
        }
    }
    if primed.moved.is_none() && primed.vacancy.is_none() {
        for (path, args) in route.calls_when(When::Document) {
            run(tx, request, caller, path, &args, primed)?;
        }
        for (path, args) in route.calls_when(When::Scriptless) {
            run(tx, request, caller, path, &args, primed)?;
            let key = key(path, &args);
            primed.aside.extend(primed.calls.remove(&key).map(|answer| (key, answer)));
        }
    }
    Ok(())
}

/// The arguments of a call as the page's form was sent: the checkout counts with what was chosen.
fn as_sent<'r>(request: &'r PageRequest, path: &str) -> Option<&'r Value> {
    request.form.as_ref().and_then(|form| form.asked.as_ref()).filter(|_| path == "checkout/index")
}

fn has_no_items(answer: &Value) -> bool {
    answer.get("items").and_then(Value::as_array).is_some_and(Vec::is_empty)
}

/// Where the page really is: under this language's key, or the bag when there is nothing to check out.
fn moved(request: &PageRequest, route: &Route, choices: Option<&Choices>, answer: &Value) -> Option<Moved> {
    match route.page.name {
        "category" | "product" => {
            let url = answer.get("url")?.as_str()?;
            let location = percent_encoding::percent_decode_str(&request.location).decode_utf8_lossy();
            // A product is served under its own category's path and under none; any other redirects, or one product would
            // have endless addresses.
            let without_category = || {
                let (_, key) = url.rsplit_once('/')?;
                Some(format!("/{}/p/{key}", request.view.lang().code()))
            };
            let is_at_home =
                location == url || (route.page.has_choice && Some(&*location) == without_category().as_deref());
            let query =
                || choices.map_or(Cow::Borrowed(&route.query), |all| Cow::Owned(query::choice(&route.query, all)));
            (!is_at_home).then(|| Moved { to: format!("{url}{}", query::query_string(&query())), permanent: true })
        }
        "checkout" => has_no_items(answer)
            .then(|| Moved { to: format!("/{}/cart", request.view.lang().code()), permanent: false }),
        _ => None,
    }
}

/// Runs one call; its answer, or nothing when it was refused.
pub fn run(
    tx: &mut dyn Tx,
    request: &PageRequest,
    caller: Caller<'_>,
    path: &str,
    args: &Value,
    primed: &mut Primed,
) -> Result<Option<Value>> {
    let call = request.app.api.find(path).ok_or_else(|| anyhow::anyhow!("{path} is not in the table"))?;
    let key = key(path, args);
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

/// The name under which an answer is primed: path and arguments with their keys sorted, empty ones left out. The client
/// makes the same name (`ui/src/api/key.ts`).
fn key(path: &str, args: &Value) -> String {
    format!("{path}?{}", canonical(args))
}

fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().filter(|(_, v)| !is_absent(v)).collect();
            fields.sort_by_key(|(name, _)| *name);
            let parts: Vec<String> =
                fields.iter().map(|(name, value)| format!("{}:{}", json!(name), canonical(value))).collect();
            format!("{{{}}}", parts.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        scalar => scalar.to_string(),
    }
}

fn is_absent(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_absent),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::store_view::Lang;
    use crate::http::visitor;

    #[test]
    fn keys_match_those_of_the_client() {
        let args = json!({ "url_key": "bed", "page": null, "filters": { "b": ["x"], "a": [] }, "q": "" });
        assert_eq!(key("catalog/category", &args), r#"catalog/category?{"filters":{"b":["x"]},"url_key":"bed"}"#);
    }

    #[test]
    fn routes_prime_the_calls_that_the_client_expects() {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Case {
            url: String,
            #[serde(default)]
            mobile: bool,
            #[serde(default)]
            languages: Vec<Lang>,
            page: Option<String>,
            calls: Vec<String>,
        }
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../tests/cases/primed_calls.json")).expect("readable cases");
        for Case { url, mobile, languages, page, calls } in cases {
            let (path, search) = url.split_once('?').unwrap_or((&url, ""));
            let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
            let segments: Vec<&str> = path.split('/').skip(2).collect();
            let route = query::route(&segments, &visitor::query(Some(search)), &languages);
            assert_eq!(route.as_ref().map(|route| route.page.name), page.as_deref(), "{url}");
            let primed = route.map(|route| route.calls(mobile, &languages)).unwrap_or_default();
            let keys: Vec<String> = primed.iter().map(|(path, args)| key(path, args)).collect();
            assert_eq!(keys, calls, "{url}");
        }
    }
}
