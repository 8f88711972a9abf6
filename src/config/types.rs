//! One type per section of the configuration. Types only: rules are in `validate` and `ranges`.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

use super::Source;
use crate::domain::look::Look;
use crate::domain::money::{Amount, Currency};
use crate::domain::payment_type::PaymentType;
use crate::domain::store_view::Lang;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Key → `file:line` or environment variable that set it; keys with their default are absent.
    #[serde(skip)]
    pub origins: BTreeMap<String, String>,
    /// What the machine says, on top of which settings come.
    #[serde(skip)]
    pub source: Arc<Source>,
    /// How the shop looks: published in the console, with the settings.
    #[serde(skip)]
    pub look: Look,
    /// When customer service answers in the chat, as the house has set it; none where the chat is off.
    #[serde(skip)]
    pub service_hours: Option<ServiceHours>,
    /// The keys of the payment service were entered, and cannot be used here: cards are not offered.
    #[serde(skip)]
    pub is_card_out: bool,
    /// The keys of WeChat Pay were entered, and cannot be used here: it is not offered.
    #[serde(skip)]
    pub is_wechat_out: bool,
    /// The mail server was entered, and cannot be used here: letters wait.
    #[serde(skip)]
    pub is_mail_out: bool,
    /// Languages whose store views are on, whatever the rows say: those that the machine pins, and those that its file names and that
    /// were not taken in yet. None: as the rows say.
    #[serde(skip)]
    pub pinned_languages: Vec<Lang>,
    pub mode: Mode,
    /// Languages that a shop begins with.
    pub languages: Vec<Lang>,
    pub brand: Brand,
    pub company: Company,
    pub imprint: Imprint,
    pub epr: Epr,
    pub invoice: Invoice,
    pub accounting: Accounting,
    pub server: Server,
    pub data: Data,
    pub api: Api,
    pub console: Console,
    pub chat: Chat,
    pub limits: Limits,
    pub session: Session,
    pub accounts: Accounts,
    pub security: Security,
    pub captcha: Captcha,
    pub mail: Mail,
    pub render: Render,
    pub money: MoneyRules,
    pub shipping: Shipping,
    pub pickup: Pickup,
    pub payment: Payment,
    pub newsletter: Newsletter,
    pub region: Region,
    pub analytics: Analytics,
    pub backup: Backup,
    pub log: Log,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Demo,
    Production,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Brand {
    pub name: String,
    pub key: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Company {
    pub name: String,
    pub address: Vec<String>,
    pub phone: String,
    pub email: String,
    /// Seat of the company, in the machine-readable part of invoices; country in ISO 3166-1 alpha-2.
    pub postcode: String,
    pub city: String,
    pub country: String,
    /// Zone of working days, deadlines, document years, printed times and the backup.
    #[serde(with = "jiff::fmt::serde::tz::required")]
    pub time_zone: TimeZone,
    /// Legal form with capital, and register with number, as printed on invoices.
    pub legal_form: String,
    pub register: String,
    pub siren: String,
    pub vat_id: String,
    pub siret: String,
    pub activity_code: String,
    /// Director of publication (loi n° 2004-575 art. 1-1).
    pub director: String,
    pub safety_email: String,
}

/// Third parties named in the legal notice, and the folder with the harmonised notice of the legal guarantee.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Imprint {
    pub host: Vec<String>,
    pub mediator: Vec<String>,
    /// Empty: none.
    pub guarantee_notice: PathBuf,
}

impl Imprint {
    /// The file of the harmonised notice in a language, if the operator has provided one. The Commission publishes it in
    /// the languages of the Union only; Chinese falls back to English.
    pub fn notice_file(&self, lang: Lang) -> Option<PathBuf> {
        if self.guarantee_notice.as_os_str().is_empty() {
            return None;
        }
        let find = |lang: Lang| {
            let named = |extension: &str| self.guarantee_notice.join(format!("{lang}.{extension}"));
            ["svg", "png"].into_iter().map(named).find(|file| file.is_file())
        };
        find(lang).or_else(|| (lang == Lang::Zh).then(|| find(Lang::En)).flatten())
    }
}

/// Unique identifiers of extended producer responsibility (Code de l'environnement art. L541-10-13 and the like).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Epr {
    pub fr_packaging: String,
    pub fr_furniture: String,
    pub fr_textiles: String,
    pub de_packaging: String,
    pub es_packaging: String,
}

/// Numbers of accounts in the journal (`src/figures`).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Accounting {
    pub customers: String,
    pub sales: String,
    pub shipping: String,
    pub vat: String,
    /// VAT that is declared to the One-Stop-Shop.
    pub vat_oss: String,
    /// VAT of countries outside of the European Union.
    pub vat_abroad: String,
    pub bank: String,
    /// What payment services owe the house.
    pub online: String,
    pub cheque: String,
    pub cash: String,
    /// Empty: no file for DATEV.
    pub datev_consultant: String,
    pub datev_client: String,
}

/// Numbering of invoices.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Invoice {
    /// Prefixes of the numbers of invoices and of credit notes.
    pub series: String,
    pub credit_series: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Server {
    pub listen: SocketAddr,
    pub public_url: String,
    pub trusted_proxies: Vec<IpAddr>,
    pub metrics_from: Vec<IpAddr>,
    pub metrics_token: Secret,
    pub shutdown_seconds: u64,
    pub max_body: usize,
    pub max_connections: u32,
    pub head_seconds: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Data {
    pub directory: PathBuf,
    pub readers: usize,
    pub queue: usize,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Api {
    pub services: String,
    pub catalogue_id: String,
    pub analytics_site_id: u32,
}

/// The operators' console.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Console {
    /// With a port where it is not that of the scheme; empty: none of its own.
    pub host: String,
    /// Refunds above it need fresh proof; in EUR.
    pub refund_limit: Amount,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Chat {
    pub en: u32,
    pub fr: u32,
    pub de: u32,
    pub es: u32,
    pub zh: u32,
    /// Wall time in the shop's zone, `HH:MM`.
    pub opens: jiff::civil::Time,
    pub closes: jiff::civil::Time,
}

/// Monday to Friday except closing days, on the shop's clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceHours {
    pub opens: jiff::civil::Time,
    pub closes: jiff::civil::Time,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Limits {
    pub requests_per_minute: u32,
    pub writes_per_minute: u32,
    pub token_requests_per_minute: u32,
    pub unpaid_orders: u32,
    pub unpaid_orders_per_network: u32,
    pub unpaid_pieces: u32,
    pub unpaid_pieces_per_network: u32,
    pub unpaid_value: u64,
    pub unpaid_value_per_network: u64,
    pub unpaid_share: u32,
    pub unpaid_link_hours: u32,
    pub online_pieces_per_network: u32,
    pub max_qty: u32,
    pub orders_per_hour: u32,
    pub unknown_tags_per_hour: u32,
    pub connections: u32,
    pub payments: PaymentLimits,
    pub withdrawals: WithdrawalLimits,
}

/// Statements of withdrawal that match no order, per network.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WithdrawalLimits {
    pub receipts_per_hour: u32,
    pub kilobytes_per_day: u32,
}

/// Online payment attempts per hour, against card testing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PaymentLimits {
    pub per_session: u32,
    pub per_network: u32,
    /// Per customer account: an address alone counts for nobody.
    pub per_email: u32,
    pub declined_per_session: u32,
    pub declined_per_network: u32,
    pub declined_per_email: u32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Session {
    pub days: i64,
    pub most_days: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Accounts {
    pub hash_threads: usize,
    pub hash_queue: usize,
    pub failures_per_account: u32,
    pub failures_per_network: u32,
    pub failure_window_minutes: u32,
    pub resets_per_account: u32,
    pub resets_per_network: u32,
    pub reset_minutes: u32,
    pub first_password_days: u32,
    pub deletion_days: u32,
    pub addresses: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Security {
    pub keep_days: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Captcha {
    pub provider: CaptchaProvider,
    pub minutes: u32,
    pub cost: u32,
    pub tries: u32,
    pub recaptcha_site_key: String,
    pub recaptcha_secret: Secret,
    pub recaptcha_url: String,
}

/// Analytics providers, loaded after the visitor's consent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Analytics {
    pub tag_manager_id: String,
    pub tag_manager_url: String,
    pub matomo_url: String,
}

impl Analytics {
    pub fn has_tag_manager(&self) -> bool {
        !self.tag_manager_id.is_empty()
    }

    pub fn has_matomo(&self) -> bool {
        !self.matomo_url.is_empty()
    }

    /// Origins for the content security policy.
    pub fn hosts(&self) -> Vec<&str> {
        let tags = self.has_tag_manager().then_some(self.tag_manager_url.as_str());
        let matomo = self.has_matomo().then_some(self.matomo_url.as_str());
        tags.into_iter().chain(matomo).collect()
    }
}

/// Provider of the captcha.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptchaProvider {
    /// ALTCHA proof of work, self-hosted: no cookies and no third party.
    Builtin,
    /// Google reCAPTCHA v2, whose cookies need consent.
    Recaptcha,
    /// Accepts every answer; for tests.
    None,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mail {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub user: String,
    pub password: Secret,
    pub from: String,
    pub notices: String,
    pub timeout_seconds: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MailEncryption")]
pub enum Encryption {
    Starttls,
    Tls,
    None,
}

/// A value that is masked wherever it is printed or serialized.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Compares in constant time; an empty secret equals nothing.
    pub fn is(&self, given: &str) -> bool {
        !self.is_empty() && bool::from(self.0.as_bytes().ct_eq(given.as_bytes()))
    }

    fn masked(&self) -> &'static str {
        if self.is_empty() { "" } else { "(set)" }
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Secret {
        Secret(text.to_owned())
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.masked())
    }
}

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.masked())
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Render {
    pub threads: usize,
    pub budget_ms: u64,
    pub cache_mb: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MoneyRules {
    pub points_per_euro: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Shipping {
    pub free_from: Amount,
    /// Cost of collecting a return by product type, in EUR with VAT.
    pub collection: BTreeMap<String, Amount>,
    /// Carrier → the page that shows where a parcel is: taken in at start, see [`crate::tariff::take_in_tracking`].
    #[serde(default)]
    pub tracking: BTreeMap<String, String>,
}

/// Collection at the house.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pickup {
    /// Offered to people of the house who take an order by telephone.
    pub enabled: bool,
    /// Offered to shoppers at checkout, too.
    pub at_checkout: bool,
    /// Where the goods are handed over. VAT is that of `country` (ISO 3166-1 alpha-2).
    pub address: String,
    pub postcode: String,
    pub city: String,
    pub country: String,
    /// Days on which the house is open, 1 (Monday) to 7.
    pub from_day: u8,
    pub to_day: u8,
    /// Wall time in the shop's zone, `HH:MM`.
    pub opens: jiff::civil::Time,
    pub closes: jiff::civil::Time,
    /// Working days until the goods are ready.
    pub min_days: u8,
    pub max_days: u8,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Payment {
    pub methods: Vec<String>,
    pub hold_days: u32,
    pub card_gateway: CardGateway,
    pub wechat_gateway: WechatGateway,
    pub bank_transfer: BankTransfer,
    pub cheque: Cheque,
    pub stripe: Stripe,
    pub wechat: Wechat,
}

impl Payment {
    /// What the page for cards offers in a currency beside cards, in the configured order.
    pub fn beside_cards(&self, currency: Currency) -> impl Iterator<Item = PaymentType> {
        let is_stripe = self.card_gateway == CardGateway::Stripe;
        self.stripe.types(currency).filter(move |one| is_stripe && *one != PaymentType::Card)
    }
}

/// Gateway of card payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardGateway {
    Demo,
    Stripe,
}

/// Gateway of WeChat payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WechatGateway {
    Demo,
    Wechat,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stripe {
    pub api_url: String,
    pub secret_key: Secret,
    pub webhook_secret: Secret,
    /// What its page offers, as in `domain::payment_type`.
    pub payment_method_types: Vec<String>,
}

impl Stripe {
    /// What its page offers in a currency, in the configured order.
    pub fn types(&self, currency: Currency) -> impl Iterator<Item = PaymentType> {
        let known = self.payment_method_types.iter().filter_map(|code| PaymentType::from_code(code));
        known.filter(move |one| one.takes(currency))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wechat {
    pub api_url: String,
    pub app_id: String,
    pub merchant_id: String,
    pub certificate_serial: String,
    pub private_key_file: PathBuf,
    /// In place of its file.
    pub private_key: Secret,
    pub public_key_id: String,
    pub public_key_file: PathBuf,
    /// In place of its file.
    pub public_key: String,
    pub api_v3_key: Secret,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BankTransfer {
    pub account_holder: String,
    pub iban: String,
    pub bic: String,
    pub bank_name: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Cheque {
    pub payee: String,
    pub address: Vec<String>,
    /// Countries of delivery (ISO 3166-1 alpha-2) where cheques are taken; empty: everywhere.
    pub countries: Vec<String>,
}

impl Cheque {
    pub fn is_taken_in(&self, country: &str) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|one| one == country)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Newsletter {
    pub double_opt_in: bool,
    pub single_opt_in: Vec<String>,
    pub confirm_days: u32,
    pub unsubscribe_days: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Region {
    pub eu: bool,
    pub country_header: String,
    pub database: PathBuf,
    pub sites: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Backup {
    pub nightly: bool,
    pub directory: PathBuf,
    pub hour: u32,
    pub keep: usize,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Log {
    pub level: String,
    pub format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Text,
    Json,
}
