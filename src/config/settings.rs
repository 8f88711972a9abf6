//! The keys that a house may also set in its console: they describe the house and its terms. All others belong to the machine (addresses,
//! folders, threads, secrets) and are set in its file alone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of the screen of settings, in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SettingGroup")]
pub enum Group {
    Company,
    Imprint,
    Documents,
    Accounting,
    Delivery,
    Pickup,
    Payment,
    Customers,
    Newsletter,
    Mail,
    Limits,
}

/// What the value of a setting is, as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "of")]
#[schemars(rename = "SettingKind")]
pub enum Kind {
    /// A text of one line.
    Text,
    /// An array of texts, one for each line.
    Lines,
    Switch,
    /// A whole number within bounds, both of which are allowed.
    Number {
        least: i64,
        most: i64,
    },
    /// An amount in EUR, as the text `"12.50"`.
    Amount,
    /// A time of the day on the shop's clocks, as the text `"08:00"`.
    Time,
    /// A day of the week: 1 (Monday) to 7.
    Weekday,
    /// Ways to pay, in the order in which shoppers see them.
    Methods,
    /// Codes of countries (ISO 3166-1 alpha-2).
    Countries,
    /// An object: the code of a country to an address.
    Sites,
    /// An object: a type of product to an amount in EUR.
    Collection,
}

/// A key that may be set in the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    pub key: &'static str,
    pub group: Group,
    pub kind: Kind,
    /// Whether a change waits for a day, or for a second owner: it decides where money goes.
    pub waits: bool,
}

const fn setting(key: &'static str, group: Group, kind: Kind) -> Setting {
    Setting { key, group, kind, waits: false }
}

const fn waiting(key: &'static str, group: Group, kind: Kind) -> Setting {
    Setting { waits: true, ..setting(key, group, kind) }
}

const fn number(key: &'static str, group: Group, least: i64, most: i64) -> Setting {
    setting(key, group, Kind::Number { least, most })
}

/// A limit that keeps strangers from holding goods or trying cards.
const fn limit(key: &'static str) -> Setting {
    number(key, Group::Limits, 1, 1_000_000)
}

/// All of them, in the order in which they are shown.
pub const SETTINGS: &[Setting] = &[
    setting("brand.name", Group::Company, Kind::Text),
    setting("company.name", Group::Company, Kind::Text),
    setting("company.address", Group::Company, Kind::Lines),
    setting("company.postcode", Group::Company, Kind::Text),
    setting("company.city", Group::Company, Kind::Text),
    setting("company.country", Group::Company, Kind::Text),
    setting("company.phone", Group::Company, Kind::Text),
    setting("company.email", Group::Company, Kind::Text),
    setting("company.safety_email", Group::Company, Kind::Text),
    setting("company.legal_form", Group::Imprint, Kind::Text),
    setting("company.register", Group::Imprint, Kind::Text),
    setting("company.siren", Group::Imprint, Kind::Text),
    setting("company.siret", Group::Imprint, Kind::Text),
    setting("company.activity_code", Group::Imprint, Kind::Text),
    setting("company.vat_id", Group::Imprint, Kind::Text),
    setting("company.director", Group::Imprint, Kind::Text),
    setting("imprint.host", Group::Imprint, Kind::Lines),
    setting("imprint.mediator", Group::Imprint, Kind::Lines),
    setting("epr.fr_packaging", Group::Imprint, Kind::Text),
    setting("epr.fr_furniture", Group::Imprint, Kind::Text),
    setting("epr.fr_textiles", Group::Imprint, Kind::Text),
    setting("epr.de_packaging", Group::Imprint, Kind::Text),
    setting("epr.es_packaging", Group::Imprint, Kind::Text),
    setting("invoice.series", Group::Documents, Kind::Text),
    setting("invoice.credit_series", Group::Documents, Kind::Text),
    setting("accounting.customers", Group::Accounting, Kind::Text),
    setting("accounting.sales", Group::Accounting, Kind::Text),
    setting("accounting.shipping", Group::Accounting, Kind::Text),
    setting("accounting.vat", Group::Accounting, Kind::Text),
    setting("accounting.vat_oss", Group::Accounting, Kind::Text),
    setting("accounting.vat_abroad", Group::Accounting, Kind::Text),
    setting("accounting.bank", Group::Accounting, Kind::Text),
    setting("accounting.online", Group::Accounting, Kind::Text),
    setting("accounting.cheque", Group::Accounting, Kind::Text),
    setting("accounting.cash", Group::Accounting, Kind::Text),
    setting("accounting.datev_consultant", Group::Accounting, Kind::Text),
    setting("accounting.datev_client", Group::Accounting, Kind::Text),
    setting("shipping.free_from", Group::Delivery, Kind::Amount),
    setting("shipping.collection", Group::Delivery, Kind::Collection),
    setting("pickup.enabled", Group::Pickup, Kind::Switch),
    setting("pickup.at_checkout", Group::Pickup, Kind::Switch),
    setting("pickup.address", Group::Pickup, Kind::Text),
    setting("pickup.postcode", Group::Pickup, Kind::Text),
    setting("pickup.city", Group::Pickup, Kind::Text),
    setting("pickup.country", Group::Pickup, Kind::Text),
    setting("pickup.from_day", Group::Pickup, Kind::Weekday),
    setting("pickup.to_day", Group::Pickup, Kind::Weekday),
    setting("pickup.opens", Group::Pickup, Kind::Time),
    setting("pickup.closes", Group::Pickup, Kind::Time),
    number("pickup.min_days", Group::Pickup, 1, 60),
    number("pickup.max_days", Group::Pickup, 1, 60),
    setting("payment.methods", Group::Payment, Kind::Methods),
    number("payment.hold_days", Group::Payment, 1, 60),
    waiting("payment.bank_transfer.account_holder", Group::Payment, Kind::Text),
    waiting("payment.bank_transfer.iban", Group::Payment, Kind::Text),
    waiting("payment.bank_transfer.bic", Group::Payment, Kind::Text),
    waiting("payment.bank_transfer.bank_name", Group::Payment, Kind::Text),
    waiting("payment.cheque.payee", Group::Payment, Kind::Text),
    waiting("payment.cheque.address", Group::Payment, Kind::Lines),
    setting("payment.cheque.countries", Group::Payment, Kind::Countries),
    setting("payment.stripe.payment_method_types", Group::Payment, Kind::Lines),
    setting("console.refund_limit", Group::Payment, Kind::Amount),
    number("money.points_per_euro", Group::Customers, 0, 1000),
    number("accounts.addresses", Group::Customers, 1, 1000),
    number("accounts.deletion_days", Group::Customers, 1, 30),
    number("accounts.reset_minutes", Group::Customers, 5, 1440),
    number("accounts.first_password_days", Group::Customers, 1, 60),
    number("session.days", Group::Customers, 1, 400),
    number("session.most_days", Group::Customers, 1, 3650),
    number("security.keep_days", Group::Customers, 1, 3650),
    setting("region.sites", Group::Customers, Kind::Sites),
    setting("newsletter.double_opt_in", Group::Newsletter, Kind::Switch),
    setting("newsletter.single_opt_in", Group::Newsletter, Kind::Countries),
    number("newsletter.confirm_days", Group::Newsletter, 1, 60),
    number("newsletter.unsubscribe_days", Group::Newsletter, 1, 10),
    setting("region.eu", Group::Newsletter, Kind::Switch),
    setting("mail.from", Group::Mail, Kind::Text),
    setting("mail.notices", Group::Mail, Kind::Text),
    limit("limits.max_qty"),
    number("limits.unpaid_orders", Group::Limits, 1, 1000),
    limit("limits.unpaid_orders_per_network"),
    limit("limits.unpaid_pieces"),
    limit("limits.unpaid_pieces_per_network"),
    number("limits.unpaid_value", Group::Limits, 1, 1_000_000_000),
    number("limits.unpaid_value_per_network", Group::Limits, 1, 1_000_000_000),
    number("limits.unpaid_share", Group::Limits, 1, 100),
    number("limits.unpaid_link_hours", Group::Limits, 1, 120),
    limit("limits.online_pieces_per_network"),
    limit("limits.unknown_tags_per_hour"),
    limit("limits.payments.per_session"),
    limit("limits.payments.per_network"),
    limit("limits.payments.per_email"),
    limit("limits.payments.declined_per_session"),
    limit("limits.payments.declined_per_network"),
    limit("limits.payments.declined_per_email"),
    limit("limits.withdrawals.receipts_per_hour"),
    number("limits.withdrawals.kilobytes_per_day", Group::Limits, 32, 1_000_000),
    number("accounts.failures_per_account", Group::Limits, 1, 1000),
    limit("accounts.failures_per_network"),
    number("accounts.failure_window_minutes", Group::Limits, 1, 1440),
    number("accounts.resets_per_account", Group::Limits, 1, 1000),
    limit("accounts.resets_per_network"),
];

/// The setting with this key; none for what the machine's file alone may set.
pub fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}
