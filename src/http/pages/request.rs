//! A parsed request for a page: view, address and route. Knows no answer.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::query::{self, Route};
use crate::app::App;
use crate::call::View;
use crate::error::Refusal;

/// A form that was sent without script: its page is shown again, with what was typed and why it was refused, or with its answer.
#[derive(Debug, Clone)]
pub struct FormReturn {
    pub call: &'static str,
    /// By the names of its fields, without what is secret.
    pub values: Map<String, Value>,
    /// None for a form that has an answer, or whose mailed link was followed.
    pub refusal: Option<Refusal>,
    /// What its page shows, of a call whose answer leads nowhere else.
    pub answer: Option<Box<RawValue>>,
    /// The address that it stands at.
    pub from: String,
    /// The idempotency key of an attempt whose outcome is open.
    pub key: Option<String>,
    /// Of the checkout: the arguments that it is calculated with.
    pub asked: Option<Value>,
}

impl FormReturn {
    /// As the user interface reads it: `SentForm` where it was refused. `asked`: what the checkout was counted with.
    pub fn refused(&self, asked: Option<&Value>) -> Option<Value> {
        let Refusal { message, fields } = self.refusal.as_ref()?;
        Some(json!({
            "call": self.call,
            "values": self.values,
            "asked": asked,
            "error": { "id": message.id, "params": message.params, "message": message.rendered(), "fields": fields },
        }))
    }

    /// `KeptForm` where it was not.
    pub fn kept(&self) -> Option<Value> {
        self.refusal.is_none().then(|| json!({ "call": self.call, "values": self.values, "answer": self.answer }))
    }
}

/// A request for a page.
#[derive(Debug, Clone)]
pub struct PageRequest {
    pub app: Arc<App>,
    pub view: View,
    /// Path as requested, without its query; that of the not-found page where there is no route.
    pub location: String,
    pub is_mobile: bool,
    pub route: Option<Route>,
    /// Whether a customer is logged in; unknown on public pages.
    pub logged_in: Option<bool>,
    pub form: Option<Arc<FormReturn>>,
}

impl PageRequest {
    pub fn url(&self) -> String {
        let query = self.route.as_ref().map(|route| query::query_string(&route.query)).unwrap_or_default();
        format!("{}{query}", self.location)
    }

    /// Variant of the page; `desktop` where all devices get the same.
    pub fn variant(&self) -> &'static str {
        let varies = self.route.as_ref().is_some_and(|route| route.page.varies_by_device());
        if varies && self.is_mobile { "mobile" } else { "desktop" }
    }

    /// Cache key of a product's choices: the same for each of them.
    pub fn choices_key(&self) -> String {
        format!("{} {}", self.app.catalogue_version.load(Ordering::Relaxed), self.location)
    }

    /// Reduces a product's query to its choice, if the choices are cached, so that advertising parameters do not miss the
    /// page cache.
    pub async fn narrow(&mut self) {
        if self.route.as_ref().is_some_and(|route| route.page.has_choice && !route.query.is_empty())
            && let Some(choices) = self.app.pages.choices(&self.choices_key()).await
            && let Some(route) = &mut self.route
        {
            route.query = query::choice(&route.query, &choices);
        }
    }

    /// Key of a public page in the cache.
    pub fn key(&self) -> String {
        // On the path of each request: no formatting. The URL begins with the language.
        let mut key = self.app.catalogue_version.load(Ordering::Relaxed).to_string();
        if self.route.as_ref().is_some_and(|route| route.page.name == "search") {
            // The index follows the catalogue some moments later.
            key.push('.');
            key.push_str(&self.app.search.version().to_string());
        }
        for part in [self.view.stores.fingerprint(), self.view.currency.code(), self.variant(), &self.url()] {
            key.push(' ');
            key.push_str(part);
        }
        key
    }
}
