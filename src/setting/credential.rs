//! What the house has entered for mail and payment: sealed, so that neither the database nor a copy of it tells it, and laid over the
//! configuration where it can be opened.
//!
//! The key is derived from two halves that are never in one place outside the house: the shop's secret, which is in the database, and a
//! file of the data folder, which is in no copy. A copy that comes to another machine cannot be opened there: the shop opens without.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use ring::{aead, hkdf};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call_context::{SHOP, find_secret};
use crate::config::{Config, ConfigError, Mail, Settings, Source, Without, is_test_key};
use crate::data_dir::DataFolder;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// What belongs together, and is entered and replaced as a whole: a password is never sent to another server than it was entered for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CredentialName")]
pub enum Name {
    Mail,
    Stripe,
    Wechat,
}

impl Name {
    pub const ALL: [Name; 3] = [Name::Mail, Name::Stripe, Name::Wechat];

    /// As in the rows.
    pub const fn code(self) -> &'static str {
        match self {
            Name::Mail => "mail",
            Name::Stripe => "stripe",
            Name::Wechat => "wechat",
        }
    }

    pub fn from_code(code: &str) -> Option<Name> {
        Name::ALL.into_iter().find(|name| name.code() == code)
    }

    /// The keys of the configuration over which it is laid.
    const fn keys(self) -> &'static [&'static str] {
        match self {
            Name::Mail => &["mail.host", "mail.port", "mail.encryption", "mail.user", "mail.password"],
            Name::Stripe => &[STRIPE_KEY, "payment.stripe.webhook_secret", "payment.card_gateway"],
            Name::Wechat => &[
                WECHAT_MERCHANT,
                "payment.wechat.app_id",
                "payment.wechat.certificate_serial",
                "payment.wechat.private_key",
                "payment.wechat.private_key_file",
                "payment.wechat.public_key_id",
                "payment.wechat.public_key",
                "payment.wechat.public_key_file",
                "payment.wechat.api_v3_key",
                "payment.wechat_gateway",
            ],
        }
    }

    /// The line of the file, or the variable, by which the machine gives any part of it: then all of it is the machine's, so that no
    /// password of the one is sent to a server of the other.
    pub fn held_by(self, source: &Source) -> Option<String> {
        self.keys().iter().find_map(|key| source.given(key)).map(str::to_owned)
    }

    /// Whether the machine gives a part of it without the one that all depends on.
    fn is_held_in_part(self, source: &Source) -> bool {
        let main = match self {
            Name::Mail => "mail.host",
            Name::Stripe => STRIPE_KEY,
            Name::Wechat => WECHAT_MERCHANT,
        };
        self.held_by(source).is_some() && source.text(main).is_empty()
    }
}

const STRIPE_KEY: &str = "payment.stripe.secret_key";
const WECHAT_MERCHANT: &str = "payment.wechat.merchant_id";

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What is known of a credential without opening it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    pub name: String,
    pub sealed: Vec<u8>,
    pub hint: String,
    /// Unix milliseconds.
    pub set_at: i64,
    pub actor: String,
}

/// All of them: a handful.
pub fn list(tx: &mut dyn Tx) -> Result<Vec<Row>> {
    tx.all("SELECT name, sealed, hint, set_at, actor FROM credential ORDER BY name", vals![])
}

/// When it was entered; none: it was not.
pub fn set_at(tx: &mut dyn Tx, name: Name) -> Result<Option<i64>> {
    tx.find("SELECT set_at FROM credential WHERE name = $1", vals![name.code()])
}

pub fn delete(tx: &mut dyn Tx, name: Name) -> Result<()> {
    tx.exec("DELETE FROM credential WHERE name = $1", vals![name.code()])?;
    Ok(())
}

/// Seals values and keeps them in place of the former ones. `nonce`: fresh.
///
/// # Errors
///
/// The data folder has no key: the server makes it at its start.
pub fn save(
    tx: &mut dyn Tx,
    source: &Source,
    (name, values, hint): (Name, &Settings, &str),
    nonce: [u8; aead::NONCE_LEN],
    (actor, now): (&str, Timestamp),
) -> Result<()> {
    let key =
        key(tx, source)?.ok_or_else(|| anyhow!("the data folder has no key for credentials; start the server"))?;
    let plain = serde_json::to_vec(values).context("credentials")?;
    let sealed = seal(&key, name, nonce, plain)?;
    tx.exec(
        "INSERT INTO credential (name, sealed, hint, set_at, actor) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (name) DO UPDATE SET sealed = $2, hint = $3, set_at = $4, actor = $5",
        vals![name.code(), sealed, hint, now.as_millisecond(), actor],
    )?;
    Ok(())
}

// ── Letters about a change ──────────────────────────────────────────────────────────────────────────────────────────

/// Keeps for a queued letter the mail server that was entered and is in force now, whatever is entered later.
pub fn keep_server(tx: &mut dyn Tx, source: &Source, mail_id: i64) -> Result<()> {
    if Name::Mail.held_by(source).is_none() {
        tx.exec(
            "INSERT INTO credential_letter (mail_id, sealed) SELECT $1, sealed FROM credential WHERE name = $2",
            vals![mail_id, Name::Mail.code()],
        )?;
    }
    Ok(())
}

/// The mail server that was kept for a letter; none was, or it cannot be read: the one in force.
pub fn kept_server(tx: &mut dyn Tx, config: &Config, mail_id: i64) -> Result<Option<Mail>> {
    let sealed: Option<Vec<u8>> = tx.find("SELECT sealed FROM credential_letter WHERE mail_id = $1", vals![mail_id])?;
    let (Some(sealed), Some(key)) = (sealed, key(tx, &config.source)?) else { return Ok(None) };
    Ok(open(&key, Name::Mail, &sealed).and_then(|values| server(&values, &config.mail)))
}

/// The server of these values, with what is no part of a credential.
fn server(values: &Settings, besides: &Mail) -> Option<Mail> {
    let value = |key: &str| values.get(key).cloned();
    Some(Mail {
        host: serde_json::from_value(value("mail.host")?).ok()?,
        port: serde_json::from_value(value("mail.port")?).ok()?,
        encryption: serde_json::from_value(value("mail.encryption")?).ok()?,
        user: serde_json::from_value(value("mail.user")?).ok()?,
        password: serde_json::from_value(value("mail.password")?).ok()?,
        ..besides.clone()
    })
}

// ── Sealing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// None without one of the two halves.
fn key(tx: &mut dyn Tx, source: &Source) -> Result<Option<aead::LessSafeKey>> {
    let Some(secret) = find_secret(tx, SHOP)? else { return Ok(None) };
    let Some(file) = DataFolder::credentials_key(&source.data_directory())? else { return Ok(None) };
    Ok(Some(derived(&secret, &file)?))
}

fn derived(secret: &[u8; 32], file: &[u8; 32]) -> anyhow::Result<aead::LessSafeKey> {
    let pseudorandom = hkdf::Salt::new(hkdf::HKDF_SHA256, file).extract(secret);
    let expanded = pseudorandom.expand(&[b"credentials"], &aead::AES_256_GCM);
    let expanded = expanded.map_err(|_| anyhow!("a key for credentials could not be derived"))?;
    Ok(aead::LessSafeKey::new(aead::UnboundKey::from(expanded)))
}

fn beside(name: Name) -> aead::Aad<String> {
    aead::Aad::from(format!("credential {}", name.code()))
}

fn seal(
    key: &aead::LessSafeKey,
    name: Name,
    nonce: [u8; aead::NONCE_LEN],
    mut text: Vec<u8>,
) -> anyhow::Result<Vec<u8>> {
    let unique = aead::Nonce::assume_unique_for_key(nonce);
    let sealed = key.seal_in_place_append_tag(unique, beside(name), &mut text);
    sealed.map_err(|_| anyhow!("credentials could not be sealed"))?;
    Ok([&nonce[..], &text].concat())
}

/// None for what another key has sealed, or what was changed since.
fn open(key: &aead::LessSafeKey, name: Name, sealed: &[u8]) -> Option<Settings> {
    let (nonce, text) = sealed.split_at_checked(aead::NONCE_LEN)?;
    let nonce = aead::Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut text = text.to_vec();
    let plain = key.open_in_place(nonce, beside(name), &mut text).ok()?;
    serde_json::from_slice(plain).ok()
}

// ── In force ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Why the shop does without what was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is sealed with a key that this machine does not have.
    Unreadable,
    /// With it no money arrives, in a shop that sells.
    TestKey,
    /// The machine gives a part of it, so that it counts no more, and not the part that all depends on.
    HeldInPart,
}

/// What has been entered.
#[derive(Clone, Default)]
pub struct Entered {
    /// Key to value, of what is to be laid over the configuration.
    values: BTreeMap<Name, Settings>,
    pub faults: BTreeMap<Name, Fault>,
}

impl fmt::Debug for Entered {
    /// Without values: secrets are among them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entered").field("faults", &self.faults).finish_non_exhaustive()
    }
}

/// What has been entered and is not the machine's to say.
pub fn entered(tx: &mut dyn Tx, source: &Source) -> Result<Entered> {
    let rows = list(tx)?;
    let mut entered = Entered::default();
    if rows.is_empty() {
        return Ok(entered);
    }
    let key = key(tx, source)?;
    for row in rows {
        let Some(name) = Name::from_code(&row.name) else { continue };
        if name.held_by(source).is_some() {
            if name.is_held_in_part(source) {
                entered.faults.insert(name, Fault::HeldInPart);
            }
            continue;
        }
        let fault = match key.as_ref().and_then(|key| open(key, name, &row.sealed)) {
            None => Fault::Unreadable,
            Some(values) if source.is_production() && has_test_key(&values) => Fault::TestKey,
            Some(values) => {
                entered.values.insert(name, values);
                continue;
            }
        };
        entered.faults.insert(name, fault);
    }
    Ok(entered)
}

fn has_test_key(values: &Settings) -> bool {
    values.get(STRIPE_KEY).and_then(|key| key.as_str()).is_some_and(is_test_key)
}

impl Entered {
    /// The configuration with these settings and what was entered. Where that cannot be used nobody is offered to pay by it, and letters
    /// wait.
    pub fn config(&self, source: &Source, settings: &Settings) -> std::result::Result<Config, ConfigError> {
        let is_out = |name| self.faults.contains_key(&name);
        let without = Without { cards: is_out(Name::Stripe), wechat: is_out(Name::Wechat), mail: is_out(Name::Mail) };
        let layers = self.values.iter().map(|(name, values)| (name.code(), values));
        source.with_entered(settings, layers, without)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values(text: &str) -> Settings {
        Settings::from([("mail.password".to_owned(), serde_json::json!(text))])
    }

    proptest! {
        #[test]
        fn what_is_sealed_is_opened_by_its_key_under_its_name_alone(
            secret: [u8; 32], file: [u8; 32], other: [u8; 32], nonce: [u8; 12], text in ".{0,80}", at: prop::sample::Index
        ) {
            prop_assume!(file != other && secret != other);
            let key = derived(&secret, &file).expect("a key");
            let plain = serde_json::to_vec(&values(&text)).expect("JSON");
            let sealed = seal(&key, Name::Mail, nonce, plain).expect("sealed");
            prop_assert_eq!(open(&key, Name::Mail, &sealed), Some(values(&text)));
            prop_assert_eq!(open(&key, Name::Stripe, &sealed), None);
            for wrong in [derived(&other, &file), derived(&secret, &other)] {
                prop_assert_eq!(open(&wrong.expect("a key"), Name::Mail, &sealed), None);
            }
            let mut changed = sealed.clone();
            let at = at.index(changed.len());
            changed[at] ^= 1;
            prop_assert_eq!(open(&key, Name::Mail, &changed), None);
            prop_assert_eq!(open(&key, Name::Mail, &sealed[..at]), None);
            let whole = String::from_utf8_lossy(&sealed).into_owned();
            prop_assert!(!whole.contains("mail.password"));
        }
    }
}
