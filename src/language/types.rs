//! Arguments and answers of the calls about languages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::Currency;
use crate::domain::store_view::Lang;

/// What the house decides of a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LanguageTerms")]
pub struct Terms {
    pub lang: Lang,
    /// Whether shoppers are offered it.
    pub is_on: bool,
    /// The destination of an order until an address is known; ISO 3166-1 alpha-2.
    pub country: String,
    /// Of visitors whose country has none and who have chosen none.
    pub currency: Currency,
}

/// All that the house decides of languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Languages {
    /// In the order in which shoppers see them.
    pub terms: Vec<Terms>,
    /// Of visitors whose path, cookie and browser name none that is on.
    pub default: Lang,
}

/// What no one decides of a language.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "LanguageFacts")]
pub struct Facts {
    pub lang: Lang,
    /// The store view’s id and code, as programs know it.
    pub store_id: u32,
    pub store_code: String,
    /// What the currency can be.
    pub currencies: Vec<Currency>,
    /// Always on: what every other language falls back to.
    pub stays_on: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "DeliveredCountry")]
pub struct Country {
    /// ISO 3166-1 alpha-2.
    pub id: String,
    /// In the reader's language.
    pub name: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "LanguageTable")]
pub struct Table {
    pub languages: Languages,
    pub facts: Vec<Facts>,
    /// Where parcels go, by name.
    pub countries: Vec<Country>,
    /// The line of the file, or the variable, that says which are on and in which order.
    pub pinned_by: Option<String>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveLanguages")]
pub struct SaveArgs {
    /// What was seen.
    pub seen: Languages,
    pub languages: Languages,
}

/// A language that would be offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LanguageComing")]
pub struct Coming {
    pub lang: Lang,
    /// Products on sale without texts in it, which are not shown there.
    pub untold_products: i64,
}

/// A language that would be offered no more, and whom that concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LanguageLeaving")]
pub struct Leaving {
    pub lang: Lang,
    /// Accounts that read it.
    pub customers: i64,
    /// Those of them with goods in their bag.
    pub bags: i64,
    pub subscribers: i64,
    /// Orders that are not finished.
    pub orders: i64,
    /// Letters that have not been sent.
    pub letters: i64,
}

/// What saving would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LanguagePlan")]
pub struct Planned {
    /// Whether it would change anything.
    pub is_change: bool,
    pub coming: Vec<Coming>,
    pub leaving: Vec<Leaving>,
    /// The language of letters and visitors whose own is off; null: as before.
    pub default: Option<Lang>,
    /// Currencies that come with a language, and that go with one.
    pub currencies_coming: Vec<Currency>,
    pub currencies_leaving: Vec<Currency>,
    /// Whether WeChat Pay is offered then; null: as before.
    pub wechat: Option<bool>,
}
