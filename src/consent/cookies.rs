//! The table of cookies and browser storage (boutique.md §9; decisions.md §4).
//!
//! The cookie dialog shows it. A test compares it with the contents of a real browser after a tour of the shop.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::{self, MessageDef};

/// Categories of consent (boutique.md §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CookieCategory")]
pub enum Category {
    /// Required for the shop to work; needs no consent.
    Essential,
    Functional,
    Marketing,
}

/// Where an entry is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CookieType")]
pub enum Kind {
    /// A cookie, sent with requests.
    Cookie,
    /// `localStorage`, never sent.
    LocalStorage,
    /// `sessionStorage`, never sent.
    SessionStorage,
}

/// When an entry expires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "after", rename_all = "snake_case")]
#[schemars(rename = "CookieExpiry")]
pub enum Expiry {
    /// When the browser closes.
    Session,
    /// When the tab closes.
    Tab,
    /// At logout, or with the session.
    Logout,
    /// When the visitor deletes it.
    Deletion,
    Days {
        number: u16,
    },
    Months {
        number: u16,
    },
    Years {
        number: u16,
    },
}

/// Who sets an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provider {
    /// The shop itself; shown under the brand's name.
    Shop,
    Third(&'static str),
}

/// A line of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cookie {
    pub name: &'static str,
    pub category: Category,
    pub kind: Kind,
    pub provider: Provider,
    pub purpose: MessageDef,
    pub expiry: Expiry,
    /// Only set where this feature is enabled.
    pub only_with: Option<Feature>,
}

/// Optional features with cookies of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    Recaptcha,
    TagManager,
}

const fn own(name: &'static str, category: Category, kind: Kind, purpose: MessageDef, expiry: Expiry) -> Cookie {
    Cookie { name, category, kind, provider: Provider::Shop, purpose, expiry, only_with: None }
}

/// A marketing cookie of Google.
const fn google(name: &'static str, purpose: MessageDef, expiry: Expiry, feature: Feature) -> Cookie {
    let cookie = own(name, Category::Marketing, Kind::Cookie, purpose, expiry);
    Cookie { provider: Provider::Third("Google"), only_with: Some(feature), ..cookie }
}

const DAYS_30: Expiry = Expiry::Days { number: 30 };
const YEAR: Expiry = Expiry::Years { number: 1 };
const TWO_YEARS: Expiry = Expiry::Years { number: 2 };
const HALF_YEAR: Expiry = Expiry::Months { number: 6 };

/// All entries, by category.
pub const ALL: &[Cookie] = &[
    own("PHPSESSID", Category::Essential, Kind::Cookie, message::COOKIE_SESSION, DAYS_30),
    own("SID", Category::Essential, Kind::Cookie, message::COOKIE_HANDLE, DAYS_30),
    own("isLogin", Category::Essential, Kind::Cookie, message::COOKIE_LOGIN, DAYS_30),
    own("device", Category::Essential, Kind::Cookie, message::COOKIE_DEVICE, YEAR),
    own("rwflag", Category::Essential, Kind::Cookie, message::COOKIE_MARK, Expiry::Session),
    own("lang", Category::Essential, Kind::Cookie, message::COOKIE_LANGUAGE, YEAR),
    own("currency", Category::Essential, Kind::Cookie, message::COOKIE_CURRENCY, YEAR),
    own("employcode", Category::Essential, Kind::Cookie, message::COOKIE_PROMO, DAYS_30),
    own("cookieConsent", Category::Essential, Kind::Cookie, message::COOKIE_CONSENT, HALF_YEAR),
    own("allowRecaptcha", Category::Essential, Kind::Cookie, message::COOKIE_CAPTCHA, HALF_YEAR),
    own("invitationSeen", Category::Essential, Kind::Cookie, message::COOKIE_INVITATION, Expiry::Session),
    own("fromStoreId", Category::Essential, Kind::SessionStorage, message::COOKIE_FROM_STORE, Expiry::Tab),
    own("checkout", Category::Essential, Kind::SessionStorage, message::COOKIE_DRAFT, Expiry::Tab),
    own("checkout-sent", Category::Essential, Kind::SessionStorage, message::COOKIE_SENT, Expiry::Tab),
    own("wish", Category::Essential, Kind::SessionStorage, message::COOKIE_WISH, Expiry::Tab),
    own("kept-input", Category::Essential, Kind::SessionStorage, message::COOKIE_KEPT, Expiry::Tab),
    own("firstVisit", Category::Functional, Kind::Cookie, message::COOKIE_FIRST_VISIT, YEAR),
    own("firstName", Category::Functional, Kind::Cookie, message::COOKIE_FIRST_NAME, Expiry::Logout),
    own("lastViewed", Category::Functional, Kind::LocalStorage, message::COOKIE_VIEWED, DAYS_30),
    own("isSubscribed", Category::Functional, Kind::Cookie, message::COOKIE_SUBSCRIBED, Expiry::Logout),
    google("_GRECAPTCHA", message::COOKIE_RECAPTCHA, HALF_YEAR, Feature::Recaptcha),
    google("_ga", message::COOKIE_TAGS, TWO_YEARS, Feature::TagManager),
    google("_ga_*", message::COOKIE_TAGS, TWO_YEARS, Feature::TagManager),
];

/// The entries of a shop with these features.
pub fn table(features: &[Feature]) -> impl Iterator<Item = &'static Cookie> {
    ALL.iter().filter(move |cookie| cookie.only_with.is_none_or(|feature| features.contains(&feature)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_grouped_by_category() {
        let names: BTreeSet<_> = ALL.iter().map(|cookie| cookie.name).collect();
        assert_eq!(names.len(), ALL.len());
        assert!(ALL.is_sorted_by_key(|cookie| cookie.category));
    }

    #[test]
    fn third_party_cookies_are_optional_and_listed_only_when_used() {
        for cookie in ALL.iter().filter(|cookie| cookie.provider != Provider::Shop) {
            assert_ne!(cookie.category, Category::Essential, "{}", cookie.name);
            assert!(cookie.only_with.is_some(), "{}", cookie.name);
        }
        assert!(table(&[]).all(|cookie| cookie.provider == Provider::Shop));
        assert_eq!(table(&[Feature::Recaptcha]).count(), table(&[]).count() + 1);
    }
}
