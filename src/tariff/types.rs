//! Arguments and answers of the calls about carriers' rates, VAT, closing days and currencies.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::shipping::CarrierCode;
use crate::domain::store_view::Lang;

// ── Shipping ────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ShippingBand")]
pub struct Band {
    /// Heaviest order, in grams.
    pub up_to_g: u32,
    /// In EUR, VAT included.
    pub price: Amount,
}

/// What a carrier offers in a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ShippingTerms")]
pub struct Terms {
    /// Working days from the order to the door.
    pub min_days: u8,
    pub max_days: u8,
    /// The lightest first.
    pub bands: Vec<Band>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ShippingOffer")]
pub struct Offer {
    pub carrier: String,
    pub zone: String,
    pub terms: Terms,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ZoneCountry")]
pub struct ZoneCountry {
    /// ISO 3166-1 alpha-2.
    pub id: String,
    /// In the reader's language.
    pub name: String,
    pub is_delivered: bool,
}

/// Where a country is delivered to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CountryPlace")]
pub struct Place {
    pub zone: String,
    pub is_delivered: bool,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveCountry")]
pub struct SaveCountryArgs {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// What was seen.
    pub seen: Place,
    pub place: Place,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ShippingZone")]
pub struct Zone {
    pub key: String,
    /// By name.
    pub countries: Vec<ZoneCountry>,
}

/// What a carrier is called, and whether shoppers are offered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CarrierTerms {
    /// In languages without one of their own.
    pub name: String,
    /// Names of single languages.
    pub names: BTreeMap<Lang, String>,
    /// What shoppers read below its name at checkout, by language.
    pub notes: BTreeMap<Lang, String>,
    /// The page that shows where a parcel is, with `{number}` where its number goes; empty: none.
    pub tracking: String,
    pub is_offered: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Carrier {
    pub code: CarrierCode,
    /// In the reader's language.
    pub name: String,
    pub terms: CarrierTerms,
    /// Null: the tracking page of its terms is in force.
    pub pinned: Option<PinnedPage>,
}

/// A tracking page that is fixed on the machine; that of the terms counts when it no longer is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PinnedPage {
    /// Empty: no link.
    pub tracking: String,
    /// The file and line, or the variable.
    pub place: String,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveCarrier")]
pub struct SaveCarrierArgs {
    /// Null: a new one, whose code is made from its name.
    pub code: Option<CarrierCode>,
    /// What was seen; null of a new one.
    pub seen: Option<CarrierTerms>,
    pub terms: CarrierTerms,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "OrderCarriers")]
pub struct OrderCarriersArgs {
    /// The order that was seen.
    pub seen: Vec<CarrierCode>,
    pub codes: Vec<CarrierCode>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ShippingTable")]
pub struct ShippingTable {
    /// Standard first, the others in the order in which they are offered.
    pub carriers: Vec<Carrier>,
    pub zones: Vec<Zone>,
    pub offers: Vec<Offer>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "ShippingEdit")]
pub struct OfferEdit {
    pub carrier: String,
    pub zone: String,
    /// What was seen; null: the carrier took nothing there.
    pub seen: Option<Terms>,
    /// What it becomes; null: the carrier takes nothing there any more.
    pub terms: Option<Terms>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveShipping")]
pub struct SaveShippingArgs {
    pub edits: Vec<OfferEdit>,
}

// ── VAT ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "VatEntry")]
pub struct VatEntry {
    /// ISO 8601.
    pub valid_from: String,
    pub rate: Percent,
    /// It does not apply yet, and can be changed or taken back.
    pub is_planned: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "VatCountry")]
pub struct VatCountry {
    /// ISO 3166-1 alpha-2; `*`: every country without rates of its own.
    pub country: String,
    /// Its name in the reader's language; empty for `*`.
    pub name: String,
    pub class: String,
    /// Today's rate.
    pub rate: Option<Percent>,
    /// The newest first.
    pub entries: Vec<VatEntry>,
}

/// A class of goods that are taxed alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VatClass {
    pub key: String,
    /// Products, variants and sets that have it.
    pub goods: i64,
    /// Names its rates as they are.
    pub version: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "VatTable")]
pub struct VatTable {
    pub rows: Vec<VatCountry>,
    /// By key.
    pub classes: Vec<VatClass>,
    /// Countries that follow `*`: id and name.
    pub others: Vec<(String, String)>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveVat")]
pub struct SaveVatArgs {
    pub country: String,
    pub class: String,
    #[schemars(with = "String")]
    pub valid_from: Date,
    /// The rate from that day on that was seen; null: none.
    pub seen: Option<Percent>,
    /// Null: what was planned for that day is taken back.
    pub rate: Option<Percent>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "AddVatClass")]
pub struct AddVatClassArgs {
    /// Its key: a small letter, then small letters, digits, `-` and `_`.
    pub class: String,
    /// The key of the class with whose rates it begins.
    pub like: String,
    /// That class’s version, as it was seen.
    pub version: String,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "RemoveVatClass")]
pub struct RemoveVatClassArgs {
    pub class: String,
    /// As it was seen.
    pub version: String,
}

// ── Closing days ────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ClosingDay")]
pub struct ClosingDay {
    #[schemars(with = "String")]
    pub date: Date,
    pub name: String,
}

/// A closing day of each year: by month and day, or by days after Easter Sunday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "YearlyClosingDay")]
pub struct Yearly {
    pub id: i64,
    pub name: String,
    pub month: Option<i8>,
    pub day: Option<i8>,
    pub easter: Option<i16>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "NewYearlyClosingDay")]
pub struct NewYearly {
    pub name: String,
    /// With `day`.
    pub month: Option<i8>,
    pub day: Option<i8>,
    /// Days after Easter Sunday, instead of the two above.
    pub easter: Option<i16>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ClosingDays")]
pub struct ClosingDays {
    /// Single days from today on.
    pub days: Vec<ClosingDay>,
    pub yearly: Vec<Yearly>,
    /// Neither is there: the days count on which banks in the euro area are closed (TARGET2).
    pub is_target2: bool,
    /// All closing days of the next two years besides Saturdays and Sundays, ISO 8601.
    pub ahead: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SaveClosingDays")]
pub struct SaveClosingDaysArgs {
    pub add: Vec<ClosingDay>,
    #[schemars(with = "Vec<String>")]
    pub remove: Vec<Date>,
    pub add_yearly: Vec<NewYearly>,
    /// Ids.
    pub remove_yearly: Vec<i64>,
}

// ── Currencies ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// On which terms a currency is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurrencyTerms")]
pub struct CurrencyTerms {
    pub is_offered: bool,
    /// Units for 1 EUR, with at most six decimals.
    pub rate: String,
    /// Prices that are converted are rounded up to a multiple of this.
    pub step: Amount,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "CurrencyEntry")]
pub struct CurrencyEntry {
    pub currency: Currency,
    pub terms: CurrencyTerms,
    /// The day from which the rate applies, ISO 8601.
    pub since: String,
    /// Whether it can be changed: the euro is what all others follow.
    pub is_leading: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "DefaultCurrency")]
pub struct DefaultCurrency {
    pub lang: Lang,
    /// Of visitors whose country has none and who have chosen none.
    pub currency: Currency,
    /// What it can be.
    pub choices: Vec<Currency>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "CurrencyTable")]
pub struct CurrencyTable {
    pub currencies: Vec<CurrencyEntry>,
    /// By language.
    pub defaults: Vec<DefaultCurrency>,
    /// Steps to which prices can be rounded.
    pub steps: Vec<Amount>,
    /// Percent by which a rate may move without being confirmed.
    pub far_percent: u32,
    /// Items whose prices the change set anew that this answers.
    pub repriced: u32,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveCurrency")]
pub struct SaveCurrencyArgs {
    pub currency: Currency,
    /// What was seen.
    pub seen: CurrencyTerms,
    pub terms: CurrencyTerms,
    /// A rate far from the one in force is meant.
    #[serde(default)]
    pub is_confirmed: bool,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveDefaultCurrency")]
pub struct SaveDefaultCurrencyArgs {
    pub lang: Lang,
    /// What was seen.
    pub seen: Currency,
    pub currency: Currency,
}

// ── History ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TariffKind")]
pub enum Kind {
    Shipping,
    Vat,
    ClosingDay,
    Currency,
    /// Languages and store views, which [`crate::language`] changes.
    Language,
}

impl Kind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Shipping => "shipping",
            Self::Vat => "vat",
            Self::ClosingDay => "closing_day",
            Self::Currency => "currency",
            Self::Language => "language",
        }
    }
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "TariffHistoryArgs")]
pub struct HistoryArgs {
    pub kind: Kind,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TariffChange")]
pub struct PastChange {
    pub id: i64,
    /// RFC 3339.
    pub at: String,
    /// `staff:ID` or `cli:USER`.
    pub actor: String,
    /// The person's name, if it is known.
    pub by: Option<String>,
    /// `dhl ch`, `carrier dhl`, `carriers`, `FR standard 2027-01-01`, `class reduced`, `country FR`, `2026-12-24`, `yearly 12-24`, `yearly easter 1`, `CHF`, `default fr`.
    pub thing: String,
    /// Null: it was not there; likewise of the next.
    pub before: Option<Value>,
    pub after: Option<Value>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TariffHistory")]
pub struct TariffHistory {
    pub changes: Vec<PastChange>,
}

// ── Rates of the European Central Bank ──────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "EcbRatesArgs")]
pub struct EcbRatesArgs {
    /// E.g. `2026-Q3`.
    pub quarter: String,
}

/// At which rates a quarter is declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EcbQuarter {
    pub quarter: String,
    /// The day whose rates count: the last of the quarter, else the next one of publication.
    #[schemars(with = "String")]
    pub day: Date,
    /// Whether that day has come.
    pub is_published: bool,
    pub rates: Vec<EcbRate>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EcbRate {
    pub currency: Currency,
    /// Units for one euro, with a point; null where nobody has entered it.
    pub rate: Option<String>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveEcbRates")]
pub struct SaveEcbRatesArgs {
    pub quarter: String,
    pub edits: Vec<EcbRateEdit>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "EcbRateEdit")]
pub struct EcbRateEdit {
    pub currency: Currency,
    /// What was seen.
    pub seen: Option<String>,
    /// With a point; null or empty takes it out.
    pub rate: Option<String>,
}
