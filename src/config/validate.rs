//! Rules for values that are not plain ranges, and rules across keys.

use std::sync::LazyLock;

use toml::Value;

use super::load::{defaults, get};
use super::{CaptchaProvider, CardGateway, Config, Encryption, InvalidKey, Mode, WechatGateway, Why};
use crate::domain::payment_type::PaymentType;
use crate::domain::shipping::{NUMBER, is_tracking_page};
use crate::domain::store_view::{Lang, is_eu};
use crate::domain::validate::email;
use crate::message;

/// Payment methods that may be enabled.
const METHODS: &[&str] = &["card", "bank_transfer", "cheque", "wechat"];

type Result = std::result::Result<(), InvalidKey>;

/// Refuses `key` unless `condition` holds.
fn require(condition: bool, key: &'static str, otherwise: impl Into<Why>) -> Result {
    if condition { Ok(()) } else { Err((key, otherwise.into())) }
}

impl Config {
    pub(super) fn validate(&self) -> Result {
        self.validate_languages()?;
        self.validate_shop()?;
        self.validate_company()?;
        self.validate_captcha()?;
        self.validate_mail()?;
        self.validate_payment()?;
        self.validate_gateways()?;
        self.validate_shipping()?;
        self.validate_analytics()?;
        self.validate_console()?;
        self.validate_countries()?;
        // English is on wherever the rows of store views decide, which are not read yet.
        self.validate_for(if self.pinned_languages.is_empty() { &[Lang::En] } else { &self.pinned_languages })?;
        // A filter reads any other word as a module of that name, and silences everything else.
        let is_level = |word: &str| {
            ["off", "error", "warn", "info", "debug", "trace"]
                .iter()
                .any(|level| level.eq_ignore_ascii_case(word.trim()))
        };
        if let Some(bad) = self.log.level.split(',').find(|part| !part.contains('=') && !is_level(part)) {
            return Err(("log.level", format!("has \"{}\"; give error, warn, info or debug", bad.trim()).into()));
        }
        Ok(())
    }

    /// Rules that depend on the languages that are on.
    pub(super) fn validate_for(&self, languages: &[Lang]) -> Result {
        self.validate_wechat(languages)?;
        self.validate_guarantee_notice(languages)
    }

    fn validate_languages(&self) -> Result {
        require(
            self.languages.is_empty() || self.languages.contains(&Lang::En),
            "languages",
            "lacks \"en\"; English is the language that every other falls back to",
        )?;
        require(!has_duplicates(&self.languages), "languages", "names a language twice; name each once")
    }

    fn validate_shop(&self) -> Result {
        require(!self.brand.name.trim().is_empty(), "brand.name", message::SETTING_EMPTY)?;
        let key = &self.brand.key;
        require(
            !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()),
            "brand.key",
            "must be lower-case letters and digits, e.g. \"valmere\"",
        )?;
        require(
            self.api.services.len() >= 16 && is_alphanumeric(&self.api.services),
            "api.services",
            "must be at least 16 letters and digits",
        )?;
        require(
            self.session.most_days >= self.session.days,
            "session.most_days",
            message::SETTING_MOST_DAYS.with("days", self.session.days),
        )?;
        let url = &self.server.public_url;
        let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
        // The shop's paths begin at the root of its host.
        require(
            url.is_empty() || (!host.is_empty() && !host.contains(['/', '?', '#', ' '])),
            "server.public_url",
            "must be http:// or https:// and a host, without a path or a slash at the end",
        )?;
        let token = self.server.metrics_token.reveal();
        require(
            token.is_empty() || (token.len() >= 16 && token.bytes().all(|byte| byte.is_ascii_graphic())),
            "server.metrics_token",
            "must be at least 16 printable ASCII characters without spaces, or empty",
        )?;
        require(self.chat.opens < self.chat.closes, "chat.opens", "must be before chat.closes")?;
        self.validate_pickup()?;
        require(!self.data.directory.as_os_str().is_empty(), "data.directory", "is empty; name a folder")
    }

    fn validate_pickup(&self) -> Result {
        let pickup = &self.pickup;
        if !pickup.enabled {
            return require(!pickup.at_checkout, "pickup.at_checkout", message::SETTING_PICKUP);
        }
        for (key, text) in
            [("pickup.address", &pickup.address), ("pickup.postcode", &pickup.postcode), ("pickup.city", &pickup.city)]
        {
            require(!text.trim().is_empty(), key, message::SETTING_EMPTY)?;
        }
        require(is_country(&pickup.country), "pickup.country", message::SETTING_COUNTRY)?;
        let days = 1..=7;
        require(days.contains(&pickup.from_day), "pickup.from_day", message::SETTING_WRONG)?;
        require(
            days.contains(&pickup.to_day) && pickup.from_day <= pickup.to_day,
            "pickup.to_day",
            message::SETTING_WEEKDAYS,
        )?;
        require(pickup.opens < pickup.closes, "pickup.opens", message::SETTING_HOURS)?;
        require(pickup.min_days <= pickup.max_days, "pickup.max_days", message::SETTING_PICKUP_DAYS)
    }

    fn validate_company(&self) -> Result {
        let company = &self.company;
        for (key, address) in [("company.email", &company.email), ("company.safety_email", &company.safety_email)] {
            require(is_email(address), key, message::SETTING_EMAIL)?;
        }
        require(is_country(&company.country), "company.country", message::SETTING_COUNTRY)?;
        require(
            company.time_zone.iana_name().is_some() && !company.time_zone.is_unknown(),
            "company.time_zone",
            "is no zone of the IANA database; give one, e.g. \"Europe/Paris\"",
        )?;
        let has_digits =
            |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
        for (key, number, digits) in [("company.siren", &company.siren, 9), ("company.siret", &company.siret, 14)] {
            require(
                company.country != "FR" || number.is_empty() || has_digits(number, digits),
                key,
                message::SETTING_DIGITS.with("digits", digits),
            )?;
        }
        // Directive 2006/112/EC art. 215: a country prefix (EL: Greece, XI: Northern Ireland), then a national part.
        let id = &company.vat_id;
        let (prefix, rest) = id.split_at_checked(2).unwrap_or_default();
        let is_vat_id = (is_eu(prefix) || ["EL", "XI"].contains(&prefix))
            && (2..=13).contains(&rest.len())
            && is_alphanumeric(rest)
            && rest.bytes().any(|byte| byte.is_ascii_digit());
        require(!is_eu(&company.country) || id.is_empty() || is_vat_id, "company.vat_id", message::SETTING_VAT_ID)?;
        let (series, credit_series) = (&self.invoice.series, &self.invoice.credit_series);
        for (key, name) in [("invoice.series", series), ("invoice.credit_series", credit_series)] {
            require((1..=8).contains(&name.len()) && is_alphanumeric(name), key, message::SETTING_SERIES)?;
        }
        require(series != credit_series, "invoice.credit_series", message::SETTING_SERIES_SAME)?;
        self.validate_accounting()
    }

    fn validate_accounting(&self) -> Result {
        let accounting = &self.accounting;
        let accounts = [
            ("accounting.customers", &accounting.customers),
            ("accounting.sales", &accounting.sales),
            ("accounting.shipping", &accounting.shipping),
            ("accounting.vat", &accounting.vat),
            ("accounting.vat_oss", &accounting.vat_oss),
            ("accounting.vat_abroad", &accounting.vat_abroad),
            ("accounting.bank", &accounting.bank),
            ("accounting.online", &accounting.online),
            ("accounting.cheque", &accounting.cheque),
            ("accounting.cash", &accounting.cash),
        ];
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        for (key, number) in accounts {
            require((3..=9).contains(&number.len()) && is_digits(number), key, message::SETTING_ACCOUNT)?;
        }
        let datev = [
            ("accounting.datev_consultant", &accounting.datev_consultant),
            ("accounting.datev_client", &accounting.datev_client),
        ];
        for (key, number) in datev {
            require(number.len() <= 7 && is_digits(number), key, message::SETTING_DATEV)?;
        }
        // The header of a file for DATEV names one length.
        if datev.iter().all(|(_, number)| !number.is_empty()) {
            let length = accounting.customers.len();
            for (key, number) in accounts {
                let is_one = (4..=8).contains(&length) && number.len() == length;
                require(is_one, key, message::SETTING_ACCOUNT_LENGTHS)?;
            }
        }
        Ok(())
    }

    fn validate_captcha(&self) -> Result {
        let captcha = &self.captcha;
        require(
            captcha.provider != CaptchaProvider::Recaptcha
                || !(captcha.recaptcha_site_key.is_empty() || captcha.recaptcha_secret.is_empty()),
            "captcha.provider",
            "is \"recaptcha\"; give captcha.recaptcha_site_key and recaptcha_secret",
        )?;
        require(
            captcha.provider != CaptchaProvider::None || self.mode == Mode::Demo,
            "captcha.provider",
            "is \"none\", which is for tests; give \"builtin\" or \"recaptcha\"",
        )
    }

    fn validate_mail(&self) -> Result {
        let mail = &self.mail;
        require(mail.from.is_empty() || is_email(&mail.from), "mail.from", message::SETTING_EMAIL)?;
        require(
            ["", "none"].contains(&mail.notices.as_str()) || is_email(&mail.notices),
            "mail.notices",
            message::SETTING_NOTICES,
        )?;
        require(is_mail_host(&mail.host), "mail.host", "is no host's name; give it alone, e.g. \"smtp.example.com\"")?;
        require(
            !tells_password(mail.encryption, &mail.host, &mail.user),
            "mail.encryption",
            "is \"none\", which would tell the password to everybody on the way; give \"starttls\" or \"tls\"",
        )?;
        require(
            mail.user.is_empty() == mail.password.is_empty(),
            "mail.user",
            "and mail.password belong together; give both or neither",
        )
    }

    fn validate_payment(&self) -> Result {
        let methods = &self.payment.methods;
        require(!methods.is_empty(), "payment.methods", message::SETTING_NO_METHOD)?;
        if let Some(unknown) = methods.iter().find(|method| !METHODS.contains(&method.as_str())) {
            let known = METHODS.join(", ");
            return Err((
                "payment.methods",
                message::SETTING_METHOD.with("value", unknown).with("known", known).into(),
            ));
        }
        require(!has_duplicates(methods), "payment.methods", message::SETTING_TWICE)?;
        self.validate_payment_types()?;
        if let Some(bad) = self.payment.cheque.countries.iter().find(|code| !is_country(code)) {
            return Err(("payment.cheque.countries", message::SETTING_COUNTRIES.with("value", bad).into()));
        }
        require(
            !self.offers("bank_transfer") || is_iban(&self.payment.bank_transfer.iban),
            "payment.bank_transfer.iban",
            message::SETTING_IBAN,
        )
    }

    fn validate_payment_types(&self) -> Result {
        const KEY: &str = "payment.stripe.payment_method_types";
        let types = &self.payment.stripe.payment_method_types;
        if let Some(unknown) = types.iter().find(|code| PaymentType::from_code(code).is_none()) {
            let known = PaymentType::ALL.map(PaymentType::code).join(", ");
            return Err((KEY, message::SETTING_METHOD.with("value", unknown).with("known", known).into()));
        }
        require(types.iter().any(|code| code == PaymentType::Card.code()), KEY, message::SETTING_NO_CARD)?;
        require(!has_duplicates(types), KEY, message::SETTING_TWICE)
    }

    fn offers(&self, method: &str) -> bool {
        self.payment.methods.iter().any(|code| code == method)
    }

    /// Whether each enabled online method has a gateway that this mode allows, with its keys.
    fn validate_gateways(&self) -> Result {
        let payment = &self.payment;
        let is_production = self.mode == Mode::Production;
        if self.offers("card") && !self.is_card_out {
            require(
                payment.card_gateway != CardGateway::Demo || !is_production,
                "payment.card_gateway",
                "is \"demo\", which production refuses; set \"stripe\" with its keys, or take card out of payment.methods",
            )?;
            if payment.card_gateway == CardGateway::Stripe {
                let stripe = &payment.stripe;
                for (key, secret, variable) in [
                    ("payment.stripe.secret_key", &stripe.secret_key, "SHOP__PAYMENT__STRIPE__SECRET_KEY"),
                    ("payment.stripe.webhook_secret", &stripe.webhook_secret, "SHOP__PAYMENT__STRIPE__WEBHOOK_SECRET"),
                ] {
                    require(!secret.is_empty(), key, format!("is missing; set {variable}"))?;
                }
                require(is_api_url(&stripe.api_url), "payment.stripe.api_url", "must begin with https://")?;
            }
        }
        require(
            !is_production || !self.offers("bank_transfer") || !is_demonstrations(&payment.bank_transfer.iban),
            "payment.bank_transfer.iban",
            message::SETTING_IBAN_DEMONSTRATION,
        )
    }

    /// Whether WeChat Pay, which is only offered together with Chinese, has a gateway that this mode allows, with its keys.
    fn validate_wechat(&self, languages: &[Lang]) -> Result {
        let payment = &self.payment;
        if !self.offers("wechat") || !languages.contains(&Lang::Zh) || self.is_wechat_out {
            return Ok(());
        }
        require(
            payment.wechat_gateway != WechatGateway::Demo || self.mode != Mode::Production,
            "payment.wechat_gateway",
            "is \"demo\", which production refuses; set \"wechat\" with its keys, or take wechat out of payment.methods",
        )?;
        if payment.wechat_gateway == WechatGateway::Wechat {
            let wechat = &payment.wechat;
            for (key, is_missing) in [
                ("payment.wechat.app_id", wechat.app_id.is_empty()),
                ("payment.wechat.merchant_id", wechat.merchant_id.is_empty()),
                ("payment.wechat.certificate_serial", wechat.certificate_serial.is_empty()),
                (
                    "payment.wechat.private_key_file",
                    wechat.private_key_file.as_os_str().is_empty() && wechat.private_key.is_empty(),
                ),
                ("payment.wechat.public_key_id", wechat.public_key_id.is_empty()),
                (
                    "payment.wechat.public_key_file",
                    wechat.public_key_file.as_os_str().is_empty() && wechat.public_key.is_empty(),
                ),
            ] {
                require(!is_missing, key, "is missing; the merchant platform of WeChat Pay shows it")?;
            }
            require(
                wechat.api_v3_key.reveal().len() == 32,
                "payment.wechat.api_v3_key",
                "must have 32 characters; set SHOP__PAYMENT__WECHAT__API_V3_KEY",
            )?;
            require(is_api_url(&wechat.api_url), "payment.wechat.api_url", "must begin with https://")?;
        }
        Ok(())
    }

    fn validate_shipping(&self) -> Result {
        let free_from = self.shipping.free_from;
        require(free_from.minor() >= 0, "shipping.free_from", message::SETTING_NEGATIVE)?;
        let is_charged = self.shipping.collection.values().all(|cost| cost.minor() >= 0);
        require(is_charged, "shipping.collection", message::SETTING_NEGATIVE)?;
        for (carrier, page) in &self.shipping.tracking {
            let why = format!(
                "has \"{page}\" for {carrier}; begin with https:// and write {NUMBER} where the parcel's number goes"
            );
            require(is_tracking_page(page), "shipping.tracking", why)?;
        }
        Ok(())
    }

    fn validate_analytics(&self) -> Result {
        let analytics = &self.analytics;
        let container = analytics.tag_manager_id.strip_prefix("GTM-").unwrap_or_default();
        require(
            !analytics.has_tag_manager() || (!container.is_empty() && is_alphanumeric(container)),
            "analytics.tag_manager_id",
            "is no container's id; give one that begins with GTM-, e.g. \"GTM-AB12CD\"",
        )?;
        for (key, url, is_required) in [
            ("analytics.tag_manager_url", &analytics.tag_manager_url, analytics.has_tag_manager()),
            ("analytics.matomo_url", &analytics.matomo_url, false),
        ] {
            require(
                is_origin(url) || (url.is_empty() && !is_required),
                key,
                "must be an origin that begins with https://, without a path",
            )?;
        }
        Ok(())
    }

    /// On the shop's host, third parties' scripts would run with the rights of whoever is signed in.
    fn validate_console(&self) -> Result {
        let limit = self.console.refund_limit;
        require(limit.minor() >= 0, "console.refund_limit", message::SETTING_NEGATIVE)?;
        let host = &self.console.host;
        let (name, port) = host.split_once(':').unwrap_or((host, "1"));
        let is_name = !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.".contains(&b))
            && port.parse::<u16>().is_ok();
        require(
            host.is_empty() || is_name,
            "console.host",
            "is no host's name; give it alone in lower case, e.g. \"console.shop.example\"",
        )?;
        let shops = self.server.public_url.split_once("://").map(|(_, host)| host);
        require(
            self.mode == Mode::Demo || host.is_empty() || !self.loads_foreign_scripts() || shops != Some(host),
            "console.host",
            "is the shop's own, whose pages load scripts of a tag manager, Matomo or reCAPTCHA; give the console another",
        )
    }

    fn validate_countries(&self) -> Result {
        if let Some(bad) = self.newsletter.single_opt_in.iter().find(|code| !is_country(code)) {
            return Err(("newsletter.single_opt_in", message::SETTING_COUNTRIES.with("value", bad).into()));
        }
        let is_site = |url: &str| url.starts_with("https://") || url.starts_with("http://");
        match self.region.sites.iter().find(|(code, url)| !is_country(code) || !is_site(url)) {
            Some((country, url)) => {
                Err(("region.sites", message::SETTING_SITE.with("country", country).with("url", url).into()))
            }
            None => Ok(()),
        }
    }

    fn validate_guarantee_notice(&self, languages: &[Lang]) -> Result {
        if self.imprint.guarantee_notice.as_os_str().is_empty() {
            return Ok(());
        }
        match languages.iter().find(|lang| self.imprint.notice_file(**lang).is_none()) {
            Some(lang) => {
                let what = format!("holds neither {lang}.svg nor {lang}.png; put it there");
                Err(("imprint.guarantee_notice", what.into()))
            }
            None => Ok(()),
        }
    }
}

/// Whether a text may be a mail server's name; empty: there is none.
pub fn is_mail_host(host: &str) -> bool {
    host.chars().all(|c| c.is_alphanumeric() || "-._:[]".contains(c))
}

/// Whether a password would be read by everybody on the way.
pub fn tells_password(encryption: Encryption, host: &str, user: &str) -> bool {
    encryption == Encryption::None && !user.is_empty() && !["localhost", "127.0.0.1", "::1"].contains(&host)
}

/// Whether a key of Stripe moves no real money.
pub fn is_test_key(key: &str) -> bool {
    key.starts_with("sk_test_") || key.starts_with("rk_test_")
}

/// Whether a gateway's address keeps what is sent from others' eyes; plain HTTP on loopback only, for tests.
fn is_api_url(url: &str) -> bool {
    ["https://", "http://127.0.0.1:", "http://[::1]:"].iter().any(|prefix| url.starts_with(prefix))
}

fn is_email(text: &str) -> bool {
    email(text).is_ok()
}

fn is_alphanumeric(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a text has the form of an ISO 3166-1 alpha-2 code.
fn is_country(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether a URL is an HTTPS origin without a path, as content security policies name them. Plain HTTP on loopback only.
fn is_origin(url: &str) -> bool {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://127.0.0.1:"));
    host.is_some_and(|host| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:".contains(&byte))
    })
}

fn has_duplicates<T: PartialEq>(list: &[T]) -> bool {
    list.iter().enumerate().any(|(at, one)| list[..at].contains(one))
}

/// An IBAN without the spaces that people write in it, and in capitals.
fn plain(iban: &str) -> String {
    iban.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect()
}

/// Whether the check digits of an IBAN are right (ISO 13616).
fn is_iban(text: &str) -> bool {
    plain(text).parse::<iban::BaseIban>().is_ok()
}

/// Whether an IBAN is that of the built-in configuration.
fn is_demonstrations(iban: &str) -> bool {
    static IBAN: LazyLock<String> = LazyLock::new(|| {
        let built_in = defaults().ok();
        let found = built_in.as_ref().and_then(|table| get(table, "payment.bank_transfer.iban"));
        plain(found.and_then(Value::as_str).unwrap_or_default())
    });
    plain(iban) == *IBAN
}
