//! The configuration: `config.toml` in the binary, overlaid by the operator's file and the environment.
//!
//! Every key has its default in the embedded file, so this file only says what each one may be. What is wrong is
//! refused at start with file, line and mend.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::domain::money::Amount;
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::{Lang, is_eu};

/// The defaults, as the operator reads them.
pub const DEFAULT: &str = include_str!("../config.toml");

/// Ways to pay that an operator may name.
const METHODS: &[&str] = &["card", "bank_transfer", "cheque", "wechat"];

/// Tables whose keys the operator chooses.
const OPEN_TABLES: &[&str] = &["region.sites", "shipping.collection"];

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub mode: Mode,
    pub languages: Vec<Lang>,
    pub brand: Brand,
    pub company: Company,
    pub imprint: Imprint,
    pub epr: Epr,
    pub invoice: Invoice,
    pub server: Server,
    pub data: Data,
    pub api: Api,
    pub chat: Chat,
    pub limits: Limits,
    pub session: Session,
    pub accounts: Accounts,
    pub captcha: Captcha,
    pub mail: Mail,
    pub render: Render,
    pub money: MoneyRules,
    pub shipping: Shipping,
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
    /// Where it sits, as invoices tell it to machines; the country by ISO 3166-1 alpha-2.
    pub postcode: String,
    pub city: String,
    pub country: String,
    /// Legal form and capital, register and number: printed on invoices.
    pub legal_form: String,
    pub register: String,
    pub siren: String,
    pub vat_id: String,
    pub siret: String,
    pub activity_code: String,
    /// Of publication (loi n° 2004-575 art. 1-1).
    pub director: String,
    pub safety_email: String,
}

impl Company {
    /// Whether the numbers that invoices tell to machines can be some: an empty one is left out.
    fn validate(&self) -> Result<(), (&'static str, String)> {
        let has_digits =
            |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
        for (key, number, digits) in [("company.siren", &self.siren, 9), ("company.siret", &self.siret, 14)] {
            if self.country == "FR" && !number.is_empty() && !has_digits(number, digits) {
                return Err((
                    key,
                    format!("is \"{number}\"; give its {digits} digits without blanks, or leave it empty"),
                ));
            }
        }
        // Directive 2006/112/EC art. 215: the country's letters (EL: Greece, XI: Northern Ireland), then what it chooses.
        let id = &self.vat_id;
        let (prefix, rest) = id.split_at_checked(2).unwrap_or_default();
        let is_vat_id = (is_eu(prefix) || ["EL", "XI"].contains(&prefix))
            && (2..=13).contains(&rest.len())
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && rest.bytes().any(|byte| byte.is_ascii_digit());
        if is_eu(&self.country) && !id.is_empty() && !is_vat_id {
            let what = "the country's two letters and 2 to 13 letters or digits without blanks, e.g. \"FR40303265045\"";
            return Err(("company.vat_id", format!("is \"{id}\"; give {what}, or leave it empty")));
        }
        Ok(())
    }
}

/// Who else the legal notice names, and where the notice of the legal guarantee lies.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Imprint {
    pub host: Vec<String>,
    pub mediator: Vec<String>,
    /// Empty: none.
    pub guarantee_notice: PathBuf,
}

impl Imprint {
    /// The file of the harmonised notice in a language, where the operator has put one. The Commission draws it in the
    /// Union's languages; readers of Chinese get it in English.
    pub fn notice_file(&self, lang: Lang) -> Option<PathBuf> {
        if self.guarantee_notice.as_os_str().is_empty() {
            return None;
        }
        let drawn = |lang: Lang| {
            let named = |extension: &str| self.guarantee_notice.join(format!("{lang}.{extension}"));
            ["svg", "png"].into_iter().map(named).find(|file| file.is_file())
        };
        drawn(lang).or_else(|| (lang == Lang::Zh).then(|| drawn(Lang::En)).flatten())
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

/// How invoices are numbered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Invoice {
    /// What numbers begin with, of invoices and of credit notes.
    pub series: String,
    pub credit_series: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Server {
    pub listen: SocketAddr,
    pub public_url: String,
    pub trusted_proxies: Vec<IpAddr>,
    pub metrics_from: Vec<IpAddr>,
    pub shutdown_seconds: u64,
    pub max_body: usize,
    pub max_connections: u32,
    pub head_seconds: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Data {
    pub directory: PathBuf,
    pub readers: usize,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Api {
    pub services: String,
    pub catalogue_id: String,
    pub analytics_site_id: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Chat {
    pub en: u32,
    pub fr: u32,
    pub de: u32,
    pub es: u32,
    pub zh: u32,
    /// Wall time in Europe/Paris, `HH:MM`.
    pub opens: jiff::civil::Time,
    pub closes: jiff::civil::Time,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Limits {
    pub requests_per_minute: u32,
    pub writes_per_minute: u32,
    pub unpaid_orders: u32,
    pub orders_per_hour: u32,
    pub unknown_tags_per_hour: u32,
    pub connections: u32,
    pub payments: PaymentLimits,
}

/// Tries to pay online within an hour: whoever tests stolen cards tries often and is declined often.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PaymentLimits {
    pub per_session: u32,
    pub per_network: u32,
    pub per_email: u32,
    pub declined_per_session: u32,
    pub declined_per_network: u32,
    pub declined_per_email: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Session {
    pub days: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Accounts {
    pub hash_threads: usize,
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
pub struct Captcha {
    pub provider: CaptchaProvider,
    pub minutes: u32,
    pub cost: u32,
    pub tries: u32,
    pub recaptcha_site_key: String,
    pub recaptcha_secret: Secret,
    pub recaptcha_url: String,
}

/// Who counts visits and purchases, once the visitor has allowed it.
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

    /// The hosts that pages may load from and send to.
    pub fn hosts(&self) -> Vec<&str> {
        let tags = self.has_tag_manager().then_some(self.tag_manager_url.as_str());
        let matomo = self.has_matomo().then_some(self.matomo_url.as_str());
        tags.into_iter().chain(matomo).collect()
    }

    fn validate(&self) -> Result<(), (&'static str, String)> {
        let id = &self.tag_manager_id;
        let of_container = id.strip_prefix("GTM-").unwrap_or_default();
        let is_id = !of_container.is_empty() && of_container.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if self.has_tag_manager() && !is_id {
            return Err((
                "analytics.tag_manager_id",
                "is no container's id; give one that begins with GTM-, e.g. \"GTM-AB12CD\"".into(),
            ));
        }
        let fault = "must be an origin that begins with https://, without a path";
        for (key, url) in
            [("analytics.tag_manager_url", &self.tag_manager_url), ("analytics.matomo_url", &self.matomo_url)]
        {
            if !url.is_empty() && !is_origin(url) {
                return Err((key, fault.into()));
            }
        }
        if self.has_tag_manager() && self.tag_manager_url.is_empty() {
            return Err(("analytics.tag_manager_url", fault.into()));
        }
        Ok(())
    }
}

/// Whether this is an origin and nothing else: scheme and host, which a policy can name. On this machine without TLS.
fn is_origin(url: &str) -> bool {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://127.0.0.1:"));
    host.is_some_and(|host| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:".contains(&byte))
    })
}

/// Whether an address leads to the machine that asks for it.
fn is_here(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"].contains(&name) || name.ends_with(".localhost")
}

/// Who tells people from machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptchaProvider {
    /// ALTCHA proof of work by this shop itself: no cookies, no third party, nothing to read or to click.
    Builtin,
    /// Google reCAPTCHA v2, whose cookies need consent.
    Recaptcha,
    /// Every answer is right: for tests.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encryption {
    Starttls,
    Tls,
    None,
}

/// A value that is never printed.
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

    fn masked(&self) -> &'static str {
        if self.is_empty() { "" } else { "(set)" }
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
    /// Product type → EUR with VAT: what collecting a return costs.
    pub collection: BTreeMap<String, Amount>,
    pub tracking: Tracking,
}

/// A carrier's page for a parcel, with `{number}` in it; empty: none.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tracking {
    pub standard: String,
    pub dhl: String,
    pub ups: String,
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

/// Who takes card payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardGateway {
    Demo,
    Stripe,
}

/// Who takes WeChat payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WechatGateway {
    Demo,
    Wechat,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Stripe {
    pub api_url: String,
    pub secret_key: Secret,
    pub webhook_secret: Secret,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Wechat {
    pub api_url: String,
    pub app_id: String,
    pub merchant_id: String,
    pub certificate_serial: String,
    pub private_key_file: PathBuf,
    pub public_key_id: String,
    pub public_key_file: PathBuf,
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

/// What is wrong with the configuration: where, what, and the mend, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{at}: {what}")]
pub struct ConfigError {
    /// `file:line` or the variable's name.
    at: String,
    what: String,
}

impl Config {
    /// Reads the defaults, then `file`, then the environment.
    pub fn load(file: Option<&Path>, env: impl Iterator<Item = (String, String)>) -> Result<Config, ConfigError> {
        let defaults: Table =
            DEFAULT.parse().map_err(|e| ConfigError { at: "built-in config.toml".into(), what: one_line(&e) })?;
        let mut merged = defaults.clone();
        // Where each key got its value, to name it when the value is bad.
        let mut origins = Origins::new();
        if let Some(path) = file {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|e| ConfigError { at: name.clone(), what: format!("cannot be read: {e}; check --config") })?;
            let table: Table = text.parse().map_err(|e: toml::de::Error| {
                let line = e.span().map_or(1, |span| line_at(&text, span.start));
                ConfigError { at: format!("{name}:{line}"), what: format!("{}; mend the syntax", one_line(&e)) }
            })?;
            let lines = Lines { name: &name, text: &text };
            overlay(&mut merged, &defaults, &table, "", &lines, &mut origins)?;
        }
        for (variable, value) in env.filter(|(name, _)| name.starts_with("SHOP__")) {
            let path = key_path(&variable["SHOP__".len()..]);
            set(&mut merged, &defaults, &path, &value).map_err(|what| ConfigError { at: variable.clone(), what })?;
            origins.insert(path, variable);
        }
        let config = Config::deserialize(Value::Table(merged.clone()))
            .map_err(|e| Self::blame(&merged, &origins, &one_line(&e)))?;
        config.validate().map_err(|(key, what)| ConfigError {
            at: origins.get(key).cloned().unwrap_or_else(|| "configuration".into()),
            what: format!("{key} {what}"),
        })?;
        Ok(config)
    }

    /// Finds the key whose value cannot be read, by putting each changed value alone into the defaults.
    fn blame(merged: &Table, origins: &Origins, reason: &str) -> ConfigError {
        for (key, origin) in origins {
            let Ok(mut table) = DEFAULT.parse::<Table>() else { break };
            if let Some(value) = get(merged, key) {
                put(&mut table, key, value.clone());
                if let Err(error) = Config::deserialize(Value::Table(table)) {
                    return ConfigError {
                        at: origin.clone(),
                        what: format!("{key}: {}", mended(key, &one_line(&error))),
                    };
                }
            }
        }
        ConfigError { at: "configuration".into(), what: reason.to_owned() }
    }

    fn validate(&self) -> Result<(), (&'static str, String)> {
        let range = |key, value: u64, min: u64, max: u64| {
            if (min..=max).contains(&value) {
                Ok(())
            } else {
                Err((key, format!("is {value}; give a number from {min} to {max}")))
            }
        };
        range("server.shutdown_seconds", self.server.shutdown_seconds, 1, 600)?;
        range("server.max_body", self.server.max_body as u64, 4096, 16 << 20)?;
        range("server.max_connections", self.server.max_connections.into(), 16, 1_000_000)?;
        range("server.head_seconds", self.server.head_seconds, 1, 600)?;
        range("data.readers", self.data.readers as u64, 1, 64)?;
        range("limits.requests_per_minute", self.limits.requests_per_minute.into(), 1, 1_000_000)?;
        range("limits.writes_per_minute", self.limits.writes_per_minute.into(), 1, 1_000_000)?;
        range("limits.unpaid_orders", self.limits.unpaid_orders.into(), 1, 1000)?;
        range("limits.orders_per_hour", self.limits.orders_per_hour.into(), 1, 1_000_000)?;
        range("limits.unknown_tags_per_hour", self.limits.unknown_tags_per_hour.into(), 1, 1_000_000)?;
        range("limits.connections", self.limits.connections.into(), 1, 1_000_000)?;
        range("session.days", self.session.days.unsigned_abs(), 1, 400)?;
        range("accounts.hash_threads", self.accounts.hash_threads as u64, 1, 64)?;
        range("accounts.failures_per_account", self.accounts.failures_per_account.into(), 1, 1000)?;
        range("accounts.failures_per_network", self.accounts.failures_per_network.into(), 1, 1_000_000)?;
        range("accounts.failure_window_minutes", self.accounts.failure_window_minutes.into(), 1, 1440)?;
        range("accounts.resets_per_account", self.accounts.resets_per_account.into(), 1, 1000)?;
        range("accounts.resets_per_network", self.accounts.resets_per_network.into(), 1, 1_000_000)?;
        range("accounts.reset_minutes", self.accounts.reset_minutes.into(), 5, 1440)?;
        range("accounts.first_password_days", self.accounts.first_password_days.into(), 1, 60)?;
        range("accounts.deletion_days", self.accounts.deletion_days.into(), 1, 30)?;
        range("accounts.addresses", self.accounts.addresses.into(), 1, 1000)?;
        range("captcha.minutes", self.captcha.minutes.into(), 1, 1440)?;
        range("captcha.cost", self.captcha.cost.into(), 1, 1_000_000)?;
        range("captcha.tries", self.captcha.tries.into(), 3, 10_000_000)?;
        range("mail.timeout_seconds", self.mail.timeout_seconds, 1, 300)?;
        range("render.threads", self.render.threads as u64, 0, 64)?;
        range("render.budget_ms", self.render.budget_ms, 50, 60_000)?;
        range("render.cache_mb", self.render.cache_mb, 1, 4096)?;
        range("payment.hold_days", self.payment.hold_days.into(), 1, 60)?;
        range("newsletter.confirm_days", self.newsletter.confirm_days.into(), 1, 60)?;
        range("newsletter.unsubscribe_days", self.newsletter.unsubscribe_days.into(), 1, 10)?;
        range("money.points_per_euro", self.money.points_per_euro.unsigned_abs(), 0, 1000)?;
        if self.session.days < 1 {
            return Err(("session.days", "is negative; give a number from 1 to 400".into()));
        }
        if !self.languages.contains(&Lang::En) {
            return Err(("languages", "lacks \"en\"; English is the language that every other falls back to".into()));
        }
        if is_any_twice(&self.languages) {
            return Err(("languages", "names a language twice; name each once".into()));
        }
        if self.brand.name.trim().is_empty() {
            return Err(("brand.name", "is empty; give the name that shoppers know".into()));
        }
        if self.brand.key.is_empty() || !self.brand.key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
            return Err(("brand.key", "must be lower-case letters and digits, e.g. \"valmere\"".into()));
        }
        if self.api.services.len() < 16 || !self.api.services.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(("api.services", "must be at least 16 letters and digits".into()));
        }
        let url = &self.server.public_url;
        let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
        // The shop's paths begin at the root of its host.
        if !url.is_empty() && (host.is_empty() || host.contains(['/', '?', '#', ' '])) {
            return Err((
                "server.public_url",
                "must be http:// or https:// and a host, without a path or a slash at the end".into(),
            ));
        }
        let captcha = &self.captcha;
        if captcha.provider == CaptchaProvider::Recaptcha
            && (captcha.recaptcha_site_key.is_empty() || captcha.recaptcha_secret.is_empty())
        {
            return Err((
                "captcha.provider",
                "is \"recaptcha\"; give captcha.recaptcha_site_key and recaptcha_secret".into(),
            ));
        }
        if captcha.provider == CaptchaProvider::None && self.mode == Mode::Production {
            return Err((
                "captcha.provider",
                "is \"none\", which is for tests; give \"builtin\" or \"recaptcha\"".into(),
            ));
        }
        let is_email = |text: &str| crate::domain::validate::email(text).is_ok();
        if !self.mail.from.is_empty() && !is_email(&self.mail.from) {
            return Err(("mail.from", "is no e-mail address; give one, or leave it empty for company.email".into()));
        }
        if !["", "none"].contains(&self.mail.notices.as_str()) && !is_email(&self.mail.notices) {
            let mend = "is no e-mail address; give one, \"none\", or leave it empty for company.email";
            return Err(("mail.notices", mend.into()));
        }
        for (key, address) in
            [("company.email", &self.company.email), ("company.safety_email", &self.company.safety_email)]
        {
            if !is_email(address) {
                return Err((key, "is no e-mail address; give one".into()));
            }
        }
        if self.mail.host.contains(|c: char| c.is_whitespace() || c == '/') {
            return Err(("mail.host", "is no host's name; give it alone, e.g. \"smtp.example.com\"".into()));
        }
        let is_here = ["localhost", "127.0.0.1", "::1"].contains(&self.mail.host.as_str());
        if self.mail.encryption == Encryption::None && !self.mail.user.is_empty() && !is_here {
            return Err((
                "mail.encryption",
                "is \"none\", which would tell the password to everybody on the way; give \"starttls\" or \"tls\""
                    .into(),
            ));
        }
        if self.mail.user.is_empty() != self.mail.password.is_empty() {
            return Err(("mail.user", "and mail.password belong together; give both or neither".into()));
        }
        if self.payment.methods.is_empty() {
            return Err(("payment.methods", format!("is empty; name at least one of {}", METHODS.join(", "))));
        }
        if let Some(unknown) = self.payment.methods.iter().find(|m| !METHODS.contains(&m.as_str())) {
            return Err(("payment.methods", format!("names \"{unknown}\"; name {}", METHODS.join(", "))));
        }
        if is_any_twice(&self.payment.methods) {
            return Err(("payment.methods", "names a method twice; name each once".into()));
        }
        if self.payment.methods.iter().any(|method| method == "bank_transfer")
            && !is_iban(&self.payment.bank_transfer.iban)
        {
            return Err(("payment.bank_transfer.iban", "is no IBAN: its check digits do not fit; look it up".into()));
        }
        if self.money.points_per_euro < 0 {
            return Err(("money.points_per_euro", "is negative; give a number from 0 to 1000".into()));
        }
        if self.shipping.free_from.minor() < 0 {
            return Err(("shipping.free_from", "is negative; give an amount such as \"150.00\"".into()));
        }
        let tracking = &self.shipping.tracking;
        for (key, page) in [
            ("shipping.tracking.standard", &tracking.standard),
            ("shipping.tracking.dhl", &tracking.dhl),
            ("shipping.tracking.ups", &tracking.ups),
        ] {
            let leads_there = page.starts_with("https://") && page.contains("{number}");
            if !page.is_empty() && !leads_there {
                return Err((key, "must begin with https:// and hold {number}; leave it empty for none".into()));
            }
        }
        self.validate_gateways()?;
        self.analytics.validate()?;
        let limits = &self.limits.payments;
        range("limits.payments.per_session", limits.per_session.into(), 1, 1_000_000)?;
        range("limits.payments.per_network", limits.per_network.into(), 1, 1_000_000)?;
        range("limits.payments.per_email", limits.per_email.into(), 1, 1_000_000)?;
        range("limits.payments.declined_per_session", limits.declined_per_session.into(), 1, 1_000_000)?;
        range("limits.payments.declined_per_network", limits.declined_per_network.into(), 1, 1_000_000)?;
        range("limits.payments.declined_per_email", limits.declined_per_email.into(), 1, 1_000_000)?;
        range("backup.hour", self.backup.hour.into(), 0, 23)?;
        range("backup.keep", self.backup.keep as u64, 1, 1000)?;
        let is_country = |code: &String| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase());
        if let Some(bad) = self.newsletter.single_opt_in.iter().find(|code| !is_country(code)) {
            return Err(("newsletter.single_opt_in", format!("names \"{bad}\"; give ISO codes such as \"CA\"")));
        }
        if !is_country(&self.company.country) {
            return Err(("company.country", "is no ISO code; give two capital letters, e.g. \"FR\"".into()));
        }
        self.company.validate()?;
        let is_series = |name: &str| (1..=8).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric());
        for (key, name) in
            [("invoice.series", &self.invoice.series), ("invoice.credit_series", &self.invoice.credit_series)]
        {
            if !is_series(name) {
                return Err((key, "must be one to eight letters and digits, e.g. \"INV\"".into()));
            }
        }
        if self.invoice.series == self.invoice.credit_series {
            return Err(("invoice.credit_series", "is invoice.series; give credit notes a series of their own".into()));
        }
        if !self.imprint.guarantee_notice.as_os_str().is_empty()
            && let Some(lang) = self.languages.iter().find(|lang| self.imprint.notice_file(**lang).is_none())
        {
            return Err(("imprint.guarantee_notice", format!("holds neither {lang}.svg nor {lang}.png; put it there")));
        }
        if self.chat.opens >= self.chat.closes {
            return Err(("chat.opens", "must be before chat.closes".into()));
        }
        let is_site = |url: &str| url.starts_with("https://") || url.starts_with("http://");
        if let Some((country, url)) = self.region.sites.iter().find(|(code, url)| !is_country(code) || !is_site(url)) {
            let what =
                format!("has {country} = \"{url}\"; give a country in capitals, as GB, and an address with https://");
            return Err(("region.sites", what));
        }
        // A filter takes any other word for the name of a part of the program, and would keep silent about all.
        let is_level = |word: &str| {
            ["off", "error", "warn", "info", "debug", "trace"]
                .iter()
                .any(|level| level.eq_ignore_ascii_case(word.trim()))
        };
        if let Some(bad) = self.log.level.split(',').find(|part| !part.contains('=') && !is_level(part)) {
            return Err(("log.level", format!("has \"{}\"; give error, warn, info or debug", bad.trim())));
        }
        if self.data.directory.as_os_str().is_empty() {
            return Err(("data.directory", "is empty; name a folder".into()));
        }
        Ok(())
    }

    /// Whether each way to pay that is offered has a gateway that this mode allows, with its keys.
    fn validate_gateways(&self) -> Result<(), (&'static str, String)> {
        let payment = &self.payment;
        let offers = |method: &str| payment.methods.iter().any(|m| m == method);
        let is_production = self.mode == Mode::Production;
        let is_address = |url: &str| {
            url.starts_with("https://") || (url.starts_with("http://127.0.0.1:") || url.starts_with("http://[::1]:"))
        };
        if offers("card") {
            if payment.card_gateway == CardGateway::Demo && is_production {
                return Err((
                    "payment.card_gateway",
                    "is \"demo\", which production refuses; set \"stripe\" with its keys, or take card out of payment.methods"
                        .into(),
                ));
            }
            if payment.card_gateway == CardGateway::Stripe {
                let stripe = &payment.stripe;
                if stripe.secret_key.is_empty() {
                    return Err((
                        "payment.stripe.secret_key",
                        "is missing; set SHOP__PAYMENT__STRIPE__SECRET_KEY".into(),
                    ));
                }
                if stripe.webhook_secret.is_empty() {
                    return Err((
                        "payment.stripe.webhook_secret",
                        "is missing; set SHOP__PAYMENT__STRIPE__WEBHOOK_SECRET".into(),
                    ));
                }
                if !is_address(&stripe.api_url) {
                    return Err(("payment.stripe.api_url", "must begin with https://".into()));
                }
            }
        }
        // Without Chinese the method is not offered at all, so nothing of it need be set.
        if offers("wechat") && self.languages.contains(&Lang::Zh) {
            if payment.wechat_gateway == WechatGateway::Demo && is_production {
                return Err((
                    "payment.wechat_gateway",
                    "is \"demo\", which production refuses; set \"wechat\" with its keys, or take wechat out of payment.methods"
                        .into(),
                ));
            }
            if payment.wechat_gateway == WechatGateway::Wechat {
                let wechat = &payment.wechat;
                let missing = [
                    ("payment.wechat.app_id", wechat.app_id.is_empty()),
                    ("payment.wechat.merchant_id", wechat.merchant_id.is_empty()),
                    ("payment.wechat.certificate_serial", wechat.certificate_serial.is_empty()),
                    ("payment.wechat.private_key_file", wechat.private_key_file.as_os_str().is_empty()),
                    ("payment.wechat.public_key_id", wechat.public_key_id.is_empty()),
                    ("payment.wechat.public_key_file", wechat.public_key_file.as_os_str().is_empty()),
                ];
                if let Some((key, _)) = missing.iter().find(|(_, is_missing)| *is_missing) {
                    return Err((key, "is missing; the merchant platform of WeChat Pay shows it".into()));
                }
                if wechat.api_v3_key.reveal().len() != 32 {
                    return Err((
                        "payment.wechat.api_v3_key",
                        "must have 32 characters; set SHOP__PAYMENT__WECHAT__API_V3_KEY".into(),
                    ));
                }
                if !is_address(&wechat.api_url) {
                    return Err(("payment.wechat.api_url", "must begin with https://".into()));
                }
            }
        }
        Ok(())
    }

    /// What is allowed and cannot be meant where there are shoppers: key, consequence and mend, a line each.
    pub fn warnings(&self) -> Vec<String> {
        let mut told = Vec::new();
        if self.mode == Mode::Demo {
            return told;
        }
        if self.mail.host.is_empty() {
            told.push(
                "mail.host is empty, so letters to customers only become files under mail/ in the data folder; name an \
                 SMTP server"
                    .into(),
            );
        }
        if self.server.public_url.is_empty() {
            told.push(format!(
                "server.public_url is empty, so links in letters and sitemaps begin with {}, and cookies go out without \
                 Secure; give the address that shoppers use, with https://",
                self.public_url()
            ));
        } else if !self.is_https() && !is_here(&self.server.public_url) {
            told.push(format!(
                "server.public_url is {}, so cookies go out without Secure; give the address with https://",
                self.server.public_url
            ));
        }
        told
    }

    /// The address shoppers use, without a slash at the end.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.clone()
        }
    }

    /// Whether the shop takes a method of payment in any currency: named by the operator, in the reading that has it.
    pub fn takes(&self, method: PaymentMethod) -> bool {
        self.payment.methods.iter().any(|code| code == method.code())
            && (method != PaymentMethod::Wechat || self.languages.contains(&Lang::Zh))
    }

    /// The address that mail comes from.
    pub fn mail_from(&self) -> &str {
        if self.mail.from.is_empty() { &self.company.email } else { &self.mail.from }
    }

    /// The address to which the shop tells what has come in; none where nobody wants to be told.
    pub fn notices_to(&self) -> Option<&str> {
        match self.mail.notices.as_str() {
            "none" => None,
            "" => Some(&self.company.email),
            named => Some(named),
        }
    }

    /// Whether shoppers come over HTTPS: decides `Secure` on cookies.
    pub fn is_https(&self) -> bool {
        self.server.public_url.starts_with("https://")
    }

    /// The carrier's page for a parcel; none without a number or a page.
    pub fn tracking_url(&self, carrier: &str, number: &str) -> Option<String> {
        let tracking = &self.shipping.tracking;
        let page = match carrier {
            "dhl" => &tracking.dhl,
            "ups" => &tracking.ups,
            _ => &tracking.standard,
        };
        let number = percent_encoding::utf8_percent_encode(number, percent_encoding::NON_ALPHANUMERIC).to_string();
        (!page.is_empty() && !number.is_empty()).then(|| page.replace("{number}", &number))
    }

    /// The service desk's chat id of a language.
    pub fn chat_id(&self, lang: Lang) -> u32 {
        match lang {
            Lang::En => self.chat.en,
            Lang::Fr => self.chat.fr,
            Lang::De => self.chat.de,
            Lang::Es => self.chat.es,
            Lang::Zh => self.chat.zh,
        }
    }
}

/// Key path → where its value came from.
type Origins = BTreeMap<String, String>;

struct Lines<'a> {
    name: &'a str,
    text: &'a str,
}

impl Lines<'_> {
    /// `file:line` of a key. Tables are looked up by their header, keys below it.
    fn of(&self, path: &str) -> String {
        let (table, key) = path.rsplit_once('.').unwrap_or(("", path));
        let mut current = String::new();
        for (number, line) in self.text.lines().enumerate() {
            let line = line.trim();
            if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
                current = header.trim().to_owned();
                if current == path {
                    return format!("{}:{}", self.name, number + 1);
                }
            } else if let Some((name, _)) = line.split_once('=') {
                let name = name.trim().trim_matches('"');
                let full = if current.is_empty() { name.to_owned() } else { format!("{current}.{name}") };
                if (current == table && name == key) || full == path || path.starts_with(&format!("{full}.")) {
                    return format!("{}:{}", self.name, number + 1);
                }
            }
        }
        self.name.to_owned()
    }
}

fn overlay(
    merged: &mut Table,
    defaults: &Table,
    table: &Table,
    prefix: &str,
    lines: &Lines<'_>,
    origins: &mut Origins,
) -> Result<(), ConfigError> {
    for (key, value) in table {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        let open = OPEN_TABLES.contains(&prefix);
        let Some(default) = defaults.get(key).or(open.then_some(value)) else {
            let known: Vec<&str> = defaults.keys().map(String::as_str).collect();
            let near = known
                .iter()
                .filter(|name| strsim::damerau_levenshtein(name, key) <= 2)
                .min_by_key(|name| strsim::damerau_levenshtein(name, key));
            let mend =
                near.map_or_else(|| format!("known here: {}", known.join(", ")), |n| format!("did you mean {n}?"));
            return Err(ConfigError { at: lines.of(&path), what: format!("unknown key {path}; {mend}") });
        };
        match (default, value) {
            (Value::Table(default), Value::Table(inner)) => {
                let slot = merged.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()));
                if let Value::Table(slot) = slot {
                    overlay(slot, default, inner, &path, lines, origins)?;
                }
            }
            (default, value) if default.same_type(value) => {
                merged.insert(key.clone(), value.clone());
                origins.insert(path.clone(), lines.of(&path));
            }
            (default, value) => {
                let what = format!("{path} is {}; give {}", kind(value), kind(default));
                return Err(ConfigError { at: lines.of(&path), what });
            }
        }
    }
    Ok(())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text in quotes",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number with a fraction",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list in [ ]",
        Value::Table(_) => "a section",
    }
}

fn get<'t>(table: &'t Table, path: &str) -> Option<&'t Value> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    match (table.get(first)?, rest) {
        (value, None) => Some(value),
        (Value::Table(inner), Some(rest)) => get(inner, rest),
        _ => None,
    }
}

fn put(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            table.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            if let Value::Table(inner) = table.entry(first.to_owned()).or_insert_with(|| Value::Table(Table::new())) {
                put(inner, rest, value);
            }
        }
    }
}

/// `SECTION__KEY` as a key's path. Keys are lower case, but for countries: `REGION__SITES__GB`.
fn key_path(name: &str) -> String {
    let path = name.replace("__", ".");
    let lower = path.to_ascii_lowercase();
    match (path.rsplit_once('.'), lower.rsplit_once('.')) {
        (Some((_, own)), Some((table @ "region.sites", _))) => format!("{table}.{own}"),
        _ => lower,
    }
}

/// Sets a key from the environment: a text where the default is one, else anything TOML reads.
fn set(merged: &mut Table, defaults: &Table, path: &str, text: &str) -> Result<(), String> {
    let open = path.rsplit_once('.').is_some_and(|(table, _)| OPEN_TABLES.contains(&table));
    let default = get(defaults, path).cloned().or(open.then(|| Value::String(String::new())));
    let default = default.ok_or_else(|| format!("unknown key {path}; `shop config --defaults` lists them all"))?;
    let value = match &default {
        Value::String(_) => Value::String(text.to_owned()),
        _ => format!("v = {text}")
            .parse::<Table>()
            .ok()
            .and_then(|table| table.get("v").cloned())
            .filter(|value| value.same_type(&default))
            .ok_or_else(|| format!("{path} is \"{text}\"; give {}", kind(&default)))?,
    };
    put(merged, path, value);
    Ok(())
}

fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

fn one_line(error: &toml::de::Error) -> String {
    error.message().lines().collect::<Vec<_>>().join(" ")
}

/// Why a value cannot be read, with the mend where the reason does not name it.
fn mended(key: &str, reason: &str) -> String {
    let mend = match key {
        "server.listen" => "give an address and a port, e.g. \"127.0.0.1:8080\"",
        "server.trusted_proxies" | "server.metrics_from" => "give single addresses, e.g. [\"127.0.0.1\"]",
        "chat.opens" | "chat.closes" => "give hours and minutes, e.g. \"08:00\"",
        _ if key.starts_with("shipping.") => "give an amount such as \"150.00\"",
        _ if reason.ends_with("expected u16") => "give a number from 0 to 65535",
        _ if reason.contains("invalid value: integer") => "give a whole number in its range",
        _ => return reason.to_owned(),
    };
    format!("{reason}; {mend}")
}

fn is_any_twice<T: PartialEq>(list: &[T]) -> bool {
    list.iter().enumerate().any(|(at, one)| list[..at].contains(one))
}

/// Whether this is an account's number whose check digits fit (ISO 13616).
fn is_iban(text: &str) -> bool {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if !(15..=34).contains(&plain.len()) || !plain.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) {
        return false;
    }
    let (head, rest) = plain.split_at(4);
    let value = rest.bytes().chain(head.bytes()).fold(0_u32, |sum, byte| match byte {
        b'0'..=b'9' => (sum * 10 + u32::from(byte - b'0')) % 97,
        letter => (sum * 100 + u32::from(letter - b'A') + 10) % 97,
    });
    value == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("my.toml");
        std::fs::write(&path, text).expect("write");
        Config::load(Some(&path), std::iter::empty())
            .map_err(|e| e.to_string().replace(&format!("{}/", folder.path().display()), ""))
    }

    #[test]
    fn the_defaults_are_complete() {
        assert!(Config::load(None, std::iter::empty()).is_ok());
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line_and_the_mend() {
        let error = load("[server]\n\nlissten = \"127.0.0.1:1\"\n").expect_err("refused");
        assert_eq!(error, "my.toml:3: unknown key server.lissten; did you mean listen?");
    }

    #[test]
    fn a_wrong_type_is_named() {
        let error = load("[limits]\nunpaid_orders = \"three\"\n").expect_err("refused");
        assert_eq!(error, "my.toml:2: limits.unpaid_orders is a text in quotes; give a whole number");
    }

    #[test]
    fn a_value_out_of_range_is_named() {
        let error = load("[render]\nbudget_ms = 1\n").expect_err("refused");
        assert_eq!(error, "my.toml:2: render.budget_ms is 1; give a number from 50 to 60000");
    }

    #[test]
    fn a_bad_value_is_named() {
        let error = load("mode = \"fun\"\n").expect_err("refused");
        assert!(error.starts_with("my.toml:1: mode: unknown variant `fun`"), "{error}");
    }

    #[test]
    fn what_would_only_be_noticed_by_customers_is_refused() {
        for (text, told) in [
            ("languages = [\"en\", \"fr\", \"en\"]\n", "my.toml:1: languages names a language twice"),
            ("[server]\npublic_url = \"https://shop.example/boutique\"\n", "without a path"),
            ("[server]\npublic_url = \"https://\"\n", "server.public_url must be"),
            ("[server]\nlisten = \"8080\"\n", "my.toml:2: server.listen: "),
            ("[server]\nlisten = \"8080\"\n", "e.g. \"127.0.0.1:8080\""),
            ("[server]\ntrusted_proxies = [\"10.0.0.0/8\"]\n", "give single addresses"),
            ("[company]\nemail = \"nobody\"\n", "company.email is no e-mail address"),
            ("[mail]\nnotices = \"off\"\n", "mail.notices is no e-mail address; give one, \"none\", or"),
            ("[payment]\nmethods = [\"card\", \"card\"]\n", "names a method twice"),
            (
                "[payment.bank_transfer]\niban = \"FR7630006000011234567890188\"\n",
                "my.toml:2: payment.bank_transfer.iban is no IBAN",
            ),
            ("[money]\npoints_per_euro = -3\n", "money.points_per_euro is negative"),
            ("[shipping]\nfree_from = \"-1.00\"\n", "shipping.free_from is negative"),
            ("[shipping.tracking]\ndhl = \"https://dhl.example\"\n", "my.toml:2: shipping.tracking.dhl must"),
            ("[region.sites]\ngb = \"https://uk.example\"\n", "give a country in capitals"),
            ("[region.sites]\nGB = \"uk.example\"\n", "and an address with https://"),
            ("[log]\nlevel = \"loud\"\n", "my.toml:2: log.level has \"loud\"; give error, warn, info or debug"),
            ("[chat]\nopens = \"8:00\"\n", "give hours and minutes"),
            ("[mail]\nport = 99999\n", "give a number from 0 to 65535"),
            ("[mail]\nhost = \"no such host\"\n", "my.toml:2: mail.host is no host's name; give it alone"),
            ("[brand]\nname = \" \"\n", "my.toml:2: brand.name is empty; give the name"),
            ("[company]\nsiren = \"12\"\n", "my.toml:2: company.siren is \"12\"; give its 9 digits without blanks"),
            ("[company]\nsiret = \"552 100 554 00013\"\n", "give its 14 digits without blanks"),
            ("[company]\nvat_id = \"nonsense\"\n", "my.toml:2: company.vat_id is \"nonsense\"; give the"),
            ("[company]\nvat_id = \"FRANCE\"\n", "company.vat_id is"),
            ("[company]\nvat_id = \"FR 40303265045\"\n", "company.vat_id is"),
            ("[analytics]\ntag_manager_id = \"UA-1\"\n", "my.toml:2: analytics.tag_manager_id is no container's id"),
        ] {
            let error = load(text).expect_err(text);
            assert!(error.contains(told) && error.lines().count() == 1, "{text}: {error}");
        }
        assert!(load("[payment.bank_transfer]\niban = \"DE89 3704 0044 0532 0130 00\"\n").is_ok());
        let numbers = "siren = \"303265045\"\nsiret = \"30326504500013\"\nvat_id = \"FR40303265045\"\n";
        let swiss = "country = \"CH\"\nsiren = \"\"\nvat_id = \"CHE-116.281.710 MWST\"\n";
        for company in [numbers, swiss, "vat_id = \"\"\n"] {
            assert!(load(&format!("[company]\n{company}")).is_ok(), "{company}");
        }
        assert!(load("[log]\nlevel = \"info,shop::http=debug\"\n").is_ok());
        assert!(load("[region.sites]\nGB = \"https://uk.example/en\"\n").is_ok());
    }

    #[test]
    fn production_takes_no_pretended_money() {
        let error = load("mode = \"production\"\n").expect_err("refused");
        assert!(error.contains("payment.card_gateway is \"demo\", which production refuses"), "{error}");
        assert!(load("mode = \"production\"\n[payment]\nmethods = [\"bank_transfer\"]\n").is_ok());
        let stripe = "mode = \"production\"\n[payment]\ncard_gateway = \"stripe\"\n";
        let error = load(stripe).expect_err("refused");
        assert!(error.contains("payment.stripe.secret_key is missing"), "{error}");
        let keys = "[payment.stripe]\nsecret_key = \"sk_test_x\"\nwebhook_secret = \"whsec_x\"\n";
        assert!(load(&format!("{stripe}{keys}")).is_ok());
        let plain = format!("{stripe}{keys}api_url = \"http://gateway.example\"\n");
        assert_eq!(load(&plain).expect_err("refused"), "my.toml:7: payment.stripe.api_url must begin with https://");
        let chinese = "languages = [\"en\", \"zh\"]\n[payment]\nwechat_gateway = \"wechat\"\n";
        let error = load(chinese).expect_err("refused");
        assert!(error.contains("payment.wechat.app_id is missing"), "{error}");
    }

    #[test]
    fn what_no_shopper_should_meet_is_told() {
        let told = |text: &str| {
            let keys = "mode = \"production\"\n[payment]\nmethods = [\"cheque\"]\n";
            load(&format!("{keys}{text}")).expect("config").warnings()
        };
        let both = told("");
        assert_eq!(both.len(), 2, "{both:?}");
        assert!(both[0].starts_with("mail.host is empty"), "{both:?}");
        assert!(both[1].contains("links in letters and sitemaps begin with http://127.0.0.1:8080"), "{both:?}");
        let mail = "[mail]\nhost = \"mail.example.com\"\n";
        for (url, count) in [
            ("https://shop.example.com", 0),
            ("http://localhost:8080", 0),
            ("http://[::1]", 0),
            ("http://shop.example.com", 1),
            ("http://localhost.example.com:80", 1),
        ] {
            assert_eq!(told(&format!("{mail}[server]\npublic_url = \"{url}\"\n")).len(), count, "{url}");
        }
        assert!(load("").expect("config").warnings().is_empty(), "a demonstration is nobody's shop");
    }

    #[test]
    fn who_counts_is_named_by_an_origin() {
        for (key, value) in [
            ("matomo_url", "https://stats.example.com/path"),
            ("matomo_url", "http://stats.example.com"),
            ("matomo_url", "https://a.example; script-src *"),
            ("tag_manager_url", ""),
        ] {
            let error = load(&format!("[analytics]\ntag_manager_id = \"GTM-1\"\n{key} = \"{value}\"\n"));
            assert!(error.expect_err(value).contains(&format!("analytics.{key} must be an origin")), "{value}");
        }
        assert!(load("[analytics]\ntag_manager_id = \"GTM-1';\"\n").is_err());
        assert!(load("[analytics]\nmatomo_url = \"https://stats.example.com\"\n").is_ok());
    }

    #[test]
    fn the_notice_of_the_guarantee_lies_there_in_every_language() {
        let folder = tempfile::tempdir().expect("folder");
        let key = format!("[imprint]\nguarantee_notice = {:?}\n", folder.path().display().to_string());
        for lang in ["en", "fr", "de"] {
            std::fs::write(folder.path().join(format!("{lang}.svg")), "<svg/>").expect("write");
        }
        let error = load(&key).expect_err("refused");
        assert_eq!(error, "my.toml:2: imprint.guarantee_notice holds neither es.svg nor es.png; put it there");
        std::fs::write(folder.path().join("es.png"), "").expect("write");
        let config = load(&key).expect("config");
        assert!(config.imprint.notice_file(Lang::Es).is_some_and(|file| file.ends_with("es.png")));
        // The Commission draws none in Chinese.
        let five = load(&format!("languages = [\"en\", \"fr\", \"de\", \"es\", \"zh\"]\n{key}")).expect("config");
        assert!(five.imprint.notice_file(Lang::Zh).is_some_and(|file| file.ends_with("en.svg")));
        assert_eq!(load("").expect("config").imprint.notice_file(Lang::En), None);
    }

    #[test]
    fn secrets_are_never_shown() {
        let env = [("SHOP__PAYMENT__STRIPE__SECRET_KEY".to_owned(), "sk_live_hush".to_owned())];
        let config = Config::load(None, env.into_iter()).expect("config");
        assert_eq!(config.payment.stripe.secret_key.reveal(), "sk_live_hush");
        let shown = format!("{config:?}{}", toml::to_string_pretty(&config).expect("TOML"));
        assert!(!shown.contains("hush") && shown.contains("(set)"), "{shown}");
    }

    #[test]
    fn the_environment_wins() {
        let env = [("SHOP__LIMITS__UNPAID_ORDERS".to_owned(), "7".to_owned())];
        let config = Config::load(None, env.into_iter()).expect("config");
        assert_eq!(config.limits.unpaid_orders, 7);
        let env = [("SHOP__LIMITS__NOPE".to_owned(), "7".to_owned())];
        let error = Config::load(None, env.into_iter()).expect_err("refused").to_string();
        assert_eq!(error, "SHOP__LIMITS__NOPE: unknown key limits.nope; `shop config --defaults` lists them all");
    }
}
