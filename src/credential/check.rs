//! What may be entered: a password goes to nobody on the way, and a test key is none for a shop that sells.

use std::collections::BTreeMap;

use serde_json::json;

use super::types::{MailServer, StripeKeys};
use crate::config::{Config, Mail, Mode, Secret, Settings, Stripe, is_mail_host, is_test_key, tells_password};
use crate::error::{FieldMessages, Result, check_fields};
use crate::message::{self, Message};

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

/// A server without blanks around what has none.
pub fn tidy_mail(server: MailServer) -> MailServer {
    MailServer { host: server.host.trim().to_owned(), user: server.user.trim().to_owned(), ..server }
}

pub fn tidy_stripe(keys: &StripeKeys) -> StripeKeys {
    let trimmed = |secret: &Secret| Secret::from(secret.reveal().trim());
    StripeKeys { secret_key: trimmed(&keys.secret_key), webhook_secret: trimmed(&keys.webhook_secret) }
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
