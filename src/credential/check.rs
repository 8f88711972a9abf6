//! What may be entered: a password goes to nobody on the way, and a test key is none for a shop that sells.

use std::collections::BTreeMap;

use serde_json::json;

use super::types::{MailServer, StripeKeys, WechatKeys};
use crate::config::{
    Config, Mail, Mode, Secret, Settings, Stripe, Wechat, WechatGateway, is_mail_host, is_test_key, tells_password,
};
use crate::error::{FieldMessages, Result, check_fields};
use crate::message::{self, Message, MessageDef};
use crate::payment::gateway::wechat as gateway;

/// Characters of a value.
const LONGEST: usize = 300;
/// Characters of a payment key that may be shown.
const SHOWN: usize = 4;

fn is_too_long(text: &str) -> Option<Message> {
    (text.chars().count() > LONGEST).then(|| message::FIELD_TOO_LONG.with("max", LONGEST))
}

/// # Errors
///
/// Refused by field.
pub fn mail(server: &MailServer) -> Result<()> {
    let MailServer { host, encryption, user, password, .. } = server;
    let mut fields = FieldMessages::new();
    let mut fault = |field: &str, why: Message| {
        fields.entry(field.to_owned()).or_insert(why);
    };
    if host.is_empty() {
        fault("host", message::FIELD_REQUIRED.into());
    } else if !is_mail_host(host) {
        fault("host", message::CREDENTIAL_HOST.into());
    }
    if user.is_empty() != password.is_empty() {
        fault(if user.is_empty() { "user" } else { "password" }, message::CREDENTIAL_BOTH.into());
    }
    if tells_password(*encryption, host, user) {
        fault("encryption", message::CREDENTIAL_PLAIN.into());
    }
    for (field, text) in [("host", host.as_str()), ("user", user), ("password", password.reveal())] {
        if text.chars().any(char::is_control) {
            fault(field, message::SETTING_WRONG.into());
        }
        is_too_long(text).into_iter().for_each(|why| fault(field, why));
    }
    check_fields(fields)
}

/// # Errors
///
/// Refused by field.
pub fn stripe(keys: &StripeKeys, mode: Mode) -> Result<()> {
    let mut fields = FieldMessages::new();
    let is_of = |key: &str, beginnings: &[&str]| {
        beginnings.iter().any(|beginning| key.len() > beginning.len() + SHOWN && key.starts_with(beginning))
            && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let (key, webhook) = (keys.secret_key.reveal(), keys.webhook_secret.reveal());
    if !is_of(key, &["sk_", "rk_"]) {
        fields.insert("secret_key".into(), message::CREDENTIAL_STRIPE_KEY.into());
    } else if mode == Mode::Production && is_test_key(key) {
        fields.insert("secret_key".into(), message::CREDENTIAL_TEST_KEY.into());
    }
    // Its signature is checked over the bytes as they are entered.
    if !is_of(webhook, &["whsec_"]) {
        fields.insert("webhook_secret".into(), message::CREDENTIAL_STRIPE_WEBHOOK.into());
    }
    for (field, text) in [("secret_key", key), ("webhook_secret", webhook)] {
        is_too_long(text).into_iter().for_each(|why| {
            fields.insert(field.into(), why);
        });
    }
    check_fields(fields)
}

/// Characters of a key as PEM.
const LONGEST_PEM: usize = 8_000;

/// # Errors
///
/// Refused by field.
pub fn wechat(keys: &WechatKeys) -> Result<()> {
    let mut fields = FieldMessages::new();
    let mut check = |field: &str, is_right: bool, why: MessageDef| {
        if !is_right {
            fields.insert(field.to_owned(), why.into());
        }
    };
    let is_within = |text: &str, most: usize| text.len() <= most;
    let is_of =
        |text: &str, of: fn(&u8) -> bool| !text.is_empty() && is_within(text, LONGEST) && text.bytes().all(|b| of(&b));
    let app = keys.app_id.strip_prefix("wx").unwrap_or_default();
    check("app_id", is_of(app, u8::is_ascii_alphanumeric), message::CREDENTIAL_WECHAT_APP);
    check("merchant_id", is_of(&keys.merchant_id, u8::is_ascii_digit), message::CREDENTIAL_WECHAT_MERCHANT);
    let serial = &keys.certificate_serial;
    check("certificate_serial", is_of(serial, u8::is_ascii_hexdigit), message::CREDENTIAL_WECHAT_SERIAL);
    let private = keys.private_key.reveal();
    let is_key = is_within(private, LONGEST_PEM) && gateway::private_key(private.as_bytes()).is_ok();
    check("private_key", is_key, message::CREDENTIAL_WECHAT_PRIVATE_KEY);
    let id = keys.public_key_id.strip_prefix("PUB_KEY_ID_").unwrap_or_default();
    check("public_key_id", is_of(id, u8::is_ascii_alphanumeric), message::CREDENTIAL_WECHAT_KEY_ID);
    let public = &keys.public_key;
    let is_key = is_within(public, LONGEST_PEM) && gateway::public_key(public.as_bytes()).is_ok();
    check("public_key", is_key, message::CREDENTIAL_WECHAT_PUBLIC_KEY);
    let secret = keys.api_v3_key.reveal();
    check(
        "api_v3_key",
        secret.len() == 32 && is_of(secret, u8::is_ascii_alphanumeric),
        message::CREDENTIAL_WECHAT_API_KEY,
    );
    check_fields(fields)
}

/// A server without blanks around what has none.
pub fn tidy_mail(server: MailServer) -> MailServer {
    MailServer { host: server.host.trim().to_owned(), user: server.user.trim().to_owned(), ..server }
}

pub fn tidy_stripe(keys: &StripeKeys) -> StripeKeys {
    let trimmed = |secret: &Secret| Secret::from(secret.reveal().trim());
    StripeKeys { secret_key: trimmed(&keys.secret_key), webhook_secret: trimmed(&keys.webhook_secret) }
}

pub fn tidy_wechat(keys: &WechatKeys) -> WechatKeys {
    let trimmed = |secret: &Secret| Secret::from(secret.reveal().trim());
    WechatKeys {
        app_id: keys.app_id.trim().to_owned(),
        merchant_id: keys.merchant_id.trim().to_owned(),
        certificate_serial: keys.certificate_serial.trim().to_owned(),
        private_key: trimmed(&keys.private_key),
        public_key_id: keys.public_key_id.trim().to_owned(),
        public_key: keys.public_key.trim().to_owned(),
        api_v3_key: trimmed(&keys.api_v3_key),
    }
}

/// As it is kept, by the keys of the configuration.
pub fn mail_values(server: &MailServer) -> Settings {
    BTreeMap::from([
        ("mail.host".to_owned(), json!(server.host)),
        ("mail.port".to_owned(), json!(server.port)),
        ("mail.encryption".to_owned(), json!(server.encryption)),
        ("mail.user".to_owned(), json!(server.user)),
        ("mail.password".to_owned(), json!(server.password.reveal())),
    ])
}

pub fn stripe_values(keys: &StripeKeys) -> Settings {
    BTreeMap::from([
        ("payment.card_gateway".to_owned(), json!("stripe")),
        ("payment.stripe.secret_key".to_owned(), json!(keys.secret_key.reveal())),
        ("payment.stripe.webhook_secret".to_owned(), json!(keys.webhook_secret.reveal())),
    ])
}

pub fn wechat_values(keys: &WechatKeys) -> Settings {
    let value = |key: &str, text: &str| (format!("payment.wechat.{key}"), json!(text));
    BTreeMap::from([
        ("payment.wechat_gateway".to_owned(), json!(WechatGateway::Wechat)),
        value("app_id", &keys.app_id),
        value("merchant_id", &keys.merchant_id),
        value("certificate_serial", &keys.certificate_serial),
        value("private_key", keys.private_key.reveal()),
        value("public_key_id", &keys.public_key_id),
        value("public_key", &keys.public_key),
        value("api_v3_key", keys.api_v3_key.reveal()),
    ])
}

/// The end of a key, by which somebody knows it.
pub fn end_of(keys: &StripeKeys) -> String {
    let key = keys.secret_key.reveal();
    key.get(key.len().saturating_sub(SHOWN)..).unwrap_or_default().to_owned()
}

/// The server under test, with what the configuration says besides.
pub fn under_test(config: &Config, server: &MailServer) -> Mail {
    Mail {
        host: server.host.clone(),
        port: server.port,
        encryption: server.encryption,
        user: server.user.clone(),
        password: server.password.clone(),
        ..config.mail.clone()
    }
}

pub fn keys_under_test(config: &Config, keys: &StripeKeys) -> Stripe {
    Stripe {
        secret_key: keys.secret_key.clone(),
        webhook_secret: keys.webhook_secret.clone(),
        ..config.payment.stripe.clone()
    }
}

pub fn wechat_under_test(config: &Config, keys: &WechatKeys) -> Wechat {
    Wechat {
        app_id: keys.app_id.clone(),
        merchant_id: keys.merchant_id.clone(),
        certificate_serial: keys.certificate_serial.clone(),
        private_key: keys.private_key.clone(),
        public_key_id: keys.public_key_id.clone(),
        public_key: keys.public_key.clone(),
        api_v3_key: keys.api_v3_key.clone(),
        ..config.payment.wechat.clone()
    }
}
