//! All SQL of the newsletter.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::types::Letters;
use crate::db::{Tx, by_keys};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::session;
use crate::vals;

/// State of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NewsletterStatus")]
pub enum Status {
    /// Not confirmed yet.
    Pending,
    Subscribed,
    Unsubscribed,
}

impl Status {
    const fn code(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Subscribed => "subscribed",
            Self::Unsubscribed => "unsubscribed",
        }
    }
}

/// Purpose of a mailed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Confirm,
    Unsubscribe,
}

impl Purpose {
    const fn code(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Unsubscribe => "unsubscribe",
        }
    }
}

/// An event of a subscription, as proof of consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A confirmation link was mailed.
    Asked,
    /// The address was subscribed already, and a mail said so.
    Reminded,
    Confirmed,
    Changed,
    UnsubscribeAsked,
    Unsubscribed,
}

impl Event {
    const fn code(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Reminded => "reminded",
            Self::Confirmed => "confirmed",
            Self::Changed => "changed",
            Self::UnsubscribeAsked => "unsubscribe_asked",
            Self::Unsubscribed => "unsubscribed",
        }
    }
}

/// An address with the state of its subscription. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Subscriber {
    pub id: i64,
    pub email: String,
    pub status: Status,
    pub lang: Lang,
    pub source: String,
    #[serde(flatten)]
    pub letters: Letters,
    /// The session that subscribed or confirmed last.
    pub session_id: Option<i64>,
    /// The account that asked for it, or confirmed it while logged in; none once another visitor asks anew.
    pub customer_id: Option<i64>,
    pub confirmed_at: Option<i64>,
    pub unsubscribe_due_at: Option<i64>,
}

const SUBSCRIBER: &str =
    "SELECT id, email, status, lang, source, hah_subscribe, brand, all_subscribe_status, session_id,
    customer_id, confirmed_at, unsubscribe_due_at FROM newsletter";

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Subscriber>> {
    tx.find(&format!("{SUBSCRIBER} WHERE id = $1"), vals![id])
}

pub fn find_by_email(tx: &mut dyn Tx, email_key: &str) -> Result<Option<Subscriber>> {
    tx.find(&format!("{SUBSCRIBER} WHERE email_key = $1"), vals![email_key])
}

/// A subscription before its confirmation.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub email: &'a str,
    pub email_key: &'a str,
    pub lang: Lang,
    pub source: &'a str,
    pub session_id: Option<i64>,
    /// The account with this address that asks.
    pub customer_id: Option<i64>,
}

/// Saves an unconfirmed subscription; answers its id.
pub fn save_pending(tx: &mut dyn Tx, asked: Asked<'_>, now: Timestamp) -> Result<i64> {
    tx.one(
        "INSERT INTO newsletter (email, email_key, status, lang, source, hah_subscribe, brand, all_subscribe_status,
             session_id, requested_at, customer_id)
         VALUES ($1, $2, 'pending', $3, $4, 0, 0, 0, $5, $6, $7)
         ON CONFLICT (email_key) DO UPDATE SET email = $1, status = 'pending', lang = $3, source = $4, session_id = $5,
             requested_at = $6, unsubscribe_requested_at = NULL, unsubscribe_due_at = NULL,
             customer_id = CASE WHEN newsletter.customer_id = $7 THEN $7 END
         RETURNING id",
        vals![
            asked.email,
            asked.email_key,
            asked.lang.code(),
            asked.source,
            asked.session_id,
            now.as_millisecond(),
            asked.customer_id,
        ],
    )
}

/// A subscription without its address.
#[derive(Debug, Clone, Copy)]
pub struct Subscribed<'a> {
    pub letters: Letters,
    pub lang: Lang,
    pub source: &'a str,
    pub session_id: Option<i64>,
    /// The account that confirms it; none: whose it was.
    pub customer_id: Option<i64>,
}

/// Subscribes an address to exactly these newsletters; cancels a queued unsubscription.
pub fn save_subscribed(tx: &mut dyn Tx, id: i64, new: Subscribed<'_>, now: Timestamp) -> Result<()> {
    let [hah, brand, all] = new.letters.choices();
    tx.exec(
        "UPDATE newsletter SET status = 'subscribed', hah_subscribe = $2, brand = $3, all_subscribe_status = $4,
             lang = $5, source = $6, session_id = $7, confirmed_at = $8,
             customer_id = coalesce($9, customer_id), unsubscribe_requested_at = NULL, unsubscribe_due_at = NULL, unsubscribed_at = NULL
         WHERE id = $1",
        vals![
            id,
            hah,
            brand,
            all,
            new.lang.code(),
            new.source,
            new.session_id,
            now.as_millisecond(),
            new.customer_id,
        ],
    )?;
    Ok(())
}

/// Queues an unsubscription; answers whether none was queued.
pub fn save_unsubscribe_asked(tx: &mut dyn Tx, id: i64, due: Timestamp, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE newsletter SET unsubscribe_requested_at = $2, unsubscribe_due_at = $3
         WHERE id = $1 AND status = 'subscribed' AND unsubscribe_due_at IS NULL",
        vals![id, now.as_millisecond(), due.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// Ids of the subscriptions whose end is due, earliest first.
pub fn list_due(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM newsletter WHERE unsubscribe_due_at <= $1 ORDER BY unsubscribe_due_at, id LIMIT $2",
        vals![now.as_millisecond(), limit],
    )
}

/// Carries out a queued unsubscription; answers whether it was still queued.
pub fn save_unsubscribed(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE newsletter SET status = 'unsubscribed', hah_subscribe = 0, brand = 0, all_subscribe_status = 0,
             unsubscribe_due_at = NULL, unsubscribed_at = $2
         WHERE id = $1 AND unsubscribe_due_at <= $2",
        vals![id, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// How many have subscribed in a language.
pub fn count_reading(tx: &mut dyn Tx, lang: Lang) -> Result<i64> {
    tx.one("SELECT count(*) FROM newsletter WHERE lang = $1 AND status = 'subscribed'", vals![lang.code()])
}

/// Ends a subscription at once.
pub fn end_at_once(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE newsletter SET status = 'unsubscribed', hah_subscribe = 0, brand = 0, all_subscribe_status = 0,
             unsubscribe_due_at = NULL, unsubscribed_at = $2
         WHERE id = $1 AND status = 'subscribed'",
        vals![id, now.as_millisecond()],
    )?;
    Ok(())
}

/// Ends an unconfirmed subscription. If the address was subscribed before, its row stays as proof of consent.
pub fn drop_pending(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM newsletter WHERE id = $1 AND status = 'pending' AND confirmed_at IS NULL", vals![id])?;
    tx.exec("UPDATE newsletter SET status = 'unsubscribed' WHERE id = $1 AND status = 'pending'", vals![id])?;
    Ok(())
}

/// Deletes the subscriptions of an account and, if not empty, of an address, with their links and events.
pub fn delete_of(tx: &mut dyn Tx, customer_id: i64, email_key: &str) -> Result<()> {
    tx.exec(
        "DELETE FROM newsletter WHERE customer_id = $1 OR (email_key = $2 AND $2 <> '')",
        vals![customer_id, email_key],
    )?;
    Ok(())
}

/// Of these keys of addresses, those that are subscribed.
pub fn subscribed(tx: &mut dyn Tx, keys: &[String]) -> Result<HashSet<String>> {
    const SQL: &str = "SELECT email_key FROM newsletter WHERE email_key IN ($ids) AND status = 'subscribed'";
    Ok(by_keys::<String>(tx, SQL, keys)?.into_iter().collect())
}

/// The keys of all addresses.
pub fn mailboxes(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT email_key FROM newsletter", vals![])
}

// ── Links ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A link to be mailed.
#[derive(Debug, Clone, Copy)]
pub struct NewLink<'a> {
    pub token: &'a str,
    pub newsletter_id: i64,
    pub purpose: Purpose,
    pub letters: Letters,
    pub source: &'a str,
    pub lang: Lang,
    pub expires_at: Timestamp,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Link {
    pub newsletter_id: i64,
    #[serde(flatten)]
    pub letters: Letters,
    pub source: String,
    pub lang: Lang,
    pub used_at: Option<i64>,
}

pub fn save_link(tx: &mut dyn Tx, link: NewLink<'_>, now: Timestamp) -> Result<()> {
    let [hah, brand, all] = link.letters.choices();
    tx.exec(
        "INSERT INTO newsletter_token (token_hash, newsletter_id, purpose, hah_subscribe, brand, all_subscribe_status,
             source, lang, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        vals![
            session::hash(link.token),
            link.newsletter_id,
            link.purpose.code(),
            hah,
            brand,
            all,
            link.source,
            link.lang.code(),
            now.as_millisecond(),
            link.expires_at.as_millisecond()
        ],
    )?;
    Ok(())
}

/// The link with this token, while it is valid.
pub fn find_link(tx: &mut dyn Tx, token: &str, purpose: Purpose, now: Timestamp) -> Result<Option<Link>> {
    tx.find(
        "SELECT newsletter_id, hah_subscribe, brand, all_subscribe_status, source, lang, used_at FROM newsletter_token
         WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3",
        vals![session::hash(token), purpose.code(), now.as_millisecond()],
    )
}

pub fn save_link_used(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE newsletter_token SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL",
        vals![session::hash(token), now.as_millisecond()],
    )?;
    Ok(())
}

/// Deletes the confirmation links of an address.
pub fn delete_confirm_links(tx: &mut dyn Tx, newsletter_id: i64) -> Result<()> {
    tx.exec("DELETE FROM newsletter_token WHERE newsletter_id = $1 AND purpose = 'confirm'", vals![newsletter_id])?;
    Ok(())
}

// ── Events ──────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn save_event(
    tx: &mut dyn Tx,
    newsletter_id: i64,
    event: Event,
    letters: Letters,
    source: &str,
    now: Timestamp,
) -> Result<()> {
    let [hah, brand, all] = letters.choices();
    tx.exec(
        "INSERT INTO newsletter_event (newsletter_id, position, what, hah_subscribe, brand, all_subscribe_status, source,
             at)
         SELECT $1, COUNT(*), $2, $3, $4, $5, $6, $7 FROM newsletter_event WHERE newsletter_id = $1",
        vals![newsletter_id, event.code(), hah, brand, all, source, now.as_millisecond()],
    )?;
    Ok(())
}

/// Number of mails to an address since `since` that requests caused.
pub fn count_mailed(tx: &mut dyn Tx, newsletter_id: i64, since: Timestamp) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM newsletter_event
         WHERE newsletter_id = $1 AND at > $2 AND what IN ('asked', 'reminded')",
        vals![newsletter_id, since.as_millisecond()],
    )
}

#[derive(Debug, Clone, Deserialize)]
pub struct EventRow {
    pub what: String,
    #[serde(flatten)]
    pub letters: Letters,
    pub source: String,
    pub at: i64,
}

/// The events of an address in chronological order.
pub fn events(tx: &mut dyn Tx, newsletter_id: i64) -> Result<Vec<EventRow>> {
    tx.all(
        "SELECT what, hah_subscribe, brand, all_subscribe_status, source, at FROM newsletter_event
         WHERE newsletter_id = $1 ORDER BY position",
        vals![newsletter_id],
    )
}

// ── For the operator ────────────────────────────────────────────────────────────────────────────────────────────────

/// Addresses after the id `after`, in order of ids; with `confirmed` only those that may be mailed, without queued
/// unsubscriptions.
pub fn list_subscribers(tx: &mut dyn Tx, confirmed: bool, after: i64, limit: i64) -> Result<Vec<Subscriber>> {
    const PAGE: &str =
        "WHERE id > $2 AND ($1 = 0 OR (status = 'subscribed' AND unsubscribe_due_at IS NULL)) ORDER BY id LIMIT $3";
    tx.all(&format!("{SUBSCRIBER} {PAGE}"), vals![confirmed, after, limit])
}

/// Addresses that begin with `prefix`, in lower case, after the key `after`, in order of their keys; with `status` only those of it.
pub fn browse(
    tx: &mut dyn Tx,
    status: Option<Status>,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<Subscriber>> {
    let end = format!("{prefix}{}", char::MAX);
    match status {
        Some(status) => tx.all(
            &format!(
                "{SUBSCRIBER} WHERE status = $1 AND email_key > $2 AND email_key >= $3 AND email_key < $4
                 ORDER BY email_key LIMIT $5"
            ),
            vals![status.code(), after, prefix, end, limit],
        ),
        None => tx.all(
            &format!(
                "{SUBSCRIBER} WHERE email_key > $1 AND email_key >= $2 AND email_key < $3 ORDER BY email_key LIMIT $4"
            ),
            vals![after, prefix, end, limit],
        ),
    }
}

/// How many may be mailed, counted up to `most`.
pub fn count_confirmed(tx: &mut dyn Tx, most: i64) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM
             (SELECT 1 FROM newsletter WHERE status = 'subscribed' AND unsubscribe_due_at IS NULL LIMIT $1)",
        vals![most],
    )
}

// ── Deletion ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Deletes expired links, unconfirmed addresses and outdated proofs of consent; answers how many rows.
pub fn delete_old(
    tx: &mut dyn Tx,
    now: Timestamp,
    unconfirmed_for: SignedDuration,
    proof_for: SignedDuration,
    limit: i64,
) -> Result<u64> {
    let links = tx.exec(
        "DELETE FROM newsletter_token WHERE token_hash IN
             (SELECT token_hash FROM newsletter_token WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )?;
    let asked_before = (now - unconfirmed_for).as_millisecond();
    let pending = tx.exec(
        "DELETE FROM newsletter WHERE id IN
             (SELECT id FROM newsletter WHERE status = 'pending' AND confirmed_at IS NULL AND requested_at <= $1
              ORDER BY id LIMIT $2)",
        vals![asked_before, limit],
    )?;
    tx.exec(
        "UPDATE newsletter SET status = 'unsubscribed' WHERE id IN
             (SELECT id FROM newsletter WHERE status = 'pending' AND requested_at <= $1 ORDER BY id LIMIT $2)",
        vals![asked_before, limit],
    )?;
    let proofs = tx.exec(
        "DELETE FROM newsletter WHERE id IN
             (SELECT id FROM newsletter WHERE status = 'unsubscribed' AND coalesce(unsubscribed_at, requested_at) <= $1
              ORDER BY id LIMIT $2)",
        vals![(now - proof_for).as_millisecond(), limit],
    )?;
    Ok(links + pending + proofs)
}
