//! All SQL of the captcha: used answers, and links in their place.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::vals;

/// Marks an answer as used, by its challenge's signature; answers whether it was unused.
pub fn use_up(tx: &mut dyn Tx, signature: &str, expires_at: i64) -> Result<bool> {
    let used = tx.exec(
        "INSERT INTO used_captcha (signature, expires_at) VALUES ($1, $2) ON CONFLICT (signature) DO NOTHING",
        vals![signature, expires_at],
    )?;
    Ok(used == 1)
}

/// Deletes used answers that have expired, at most `limit`; answers how many.
pub fn delete_expired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM used_captcha WHERE signature IN
             (SELECT signature FROM used_captcha WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

/// A link to be mailed.
#[derive(Debug)]
pub struct NewLink<'a> {
    pub call: &'a str,
    /// JSON.
    pub typed: &'a str,
    pub email_key: &'a str,
    pub expires_at: Timestamp,
}

pub fn save_link(tx: &mut dyn Tx, hash: [u8; 32], link: &NewLink<'_>) -> Result<()> {
    tx.exec(
        "INSERT INTO form_link (token_hash, call, typed, email_key, expires_at) VALUES ($1, $2, $3, $4, $5)",
        vals![hash, link.call, link.typed, link.email_key, link.expires_at.as_millisecond()],
    )?;
    Ok(())
}

/// Call and typed values of a link that has not expired.
pub fn find_link(tx: &mut dyn Tx, hash: [u8; 32], now: Timestamp) -> Result<Option<(String, String)>> {
    tx.find(
        "SELECT call, typed FROM form_link WHERE token_hash = $1 AND expires_at > $2",
        vals![hash, now.as_millisecond()],
    )
}

/// Deletes the link of a call and a mailbox; answers whether it was valid.
pub fn use_up_link(tx: &mut dyn Tx, hash: [u8; 32], call: &str, email_key: &str, now: Timestamp) -> Result<bool> {
    let used = tx.exec(
        "DELETE FROM form_link WHERE token_hash = $1 AND call = $2 AND email_key = $3 AND expires_at > $4",
        vals![hash, call, email_key, now.as_millisecond()],
    )?;
    Ok(used == 1)
}

/// Deletes links that have expired, at most `limit`; answers how many.
pub fn delete_expired_links(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM form_link WHERE token_hash IN
             (SELECT token_hash FROM form_link WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

/// What was typed into forms that wait for their link: kept for two hours at most.
pub const LINKS: PersonalDataStore = PersonalDataStore { name: "form_links", export: export_links, erase: erase_links };

fn export_links(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let rows: Vec<(String, String)> = tx.all(
        "SELECT call, typed FROM form_link WHERE email_key = $1 ORDER BY expires_at",
        vals![email_key(subject.proved_email())],
    )?;
    let typed = |text: &str| serde_json::from_str::<Value>(text).map_err(anyhow::Error::from);
    rows.iter().map(|(call, text)| Ok(json!({ "form": call, "typed": typed(text)? }))).collect()
}

fn erase_links(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    tx.exec("DELETE FROM form_link WHERE email_key = $1", vals![email_key(subject.proved_email())])?;
    Ok(())
}
