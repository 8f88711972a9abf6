//! The outbox: mails queued in the transaction that causes them, so that both commit or neither.
//!
//! It knows rows, not delivery: the job `deliver_mail` renders and sends what is due.

use std::collections::HashMap;

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::db::{Tx, by_ids};
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::vals;

/// Attempts before a mail is given up: about three days with the backoff between them.
pub const ATTEMPTS: u32 = 20;
/// A mail that has waited for so long is told: its server does not take it.
const LATE_AFTER: SignedDuration = SignedDuration::from_mins(30);
/// The longest backoff.
const MAX_BACKOFF: SignedDuration = SignedDuration::from_hours(6);
/// How long a run has a mail for itself: longer than a dead run keeps the lease of its job.
const CLAIM: SignedDuration = SignedDuration::from_mins(15);
/// Characters kept of an error.
const MAX_REASON: usize = 500;

/// A mail to be queued.
#[derive(Debug, Clone, Copy)]
pub struct NewMail<'a, T> {
    /// Name of a template in `ui/src/mail`.
    pub template: &'a str,
    pub lang: Lang,
    /// An address that passed `validate::email`.
    pub recipient: &'a str,
    /// The template's input.
    pub data: &'a T,
}

/// A mail that is due.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Mail {
    pub id: i64,
    pub template: String,
    pub lang: Lang,
    pub recipient: String,
    /// JSON.
    pub data: String,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Attempts that failed before this one.
    pub attempts: u32,
    /// Whether the recipient's data has been erased: no copy of the mail may stay behind.
    pub is_erased: bool,
}

/// Queues a mail; answers its id. An erased recipient, which is empty, gets none.
pub fn enqueue<T: Serialize>(tx: &mut dyn Tx, mail: NewMail<'_, T>, now: Timestamp) -> Result<i64> {
    save(tx, mail, None, now)
}

/// Queues a mail about an account to its owner; answers its id.
pub fn enqueue_to_account<T: Serialize>(
    tx: &mut dyn Tx,
    customer_id: i64,
    mail: NewMail<'_, T>,
    now: Timestamp,
) -> Result<i64> {
    save(tx, mail, Some(customer_id), now)
}

/// What a mail is about.
#[derive(Debug, Clone, Copy)]
pub struct About {
    pub order_id: i64,
    /// Which of the order's parcels, refunds or changes; none: the order itself.
    pub part_id: Option<i64>,
}

/// Queues a mail about an order; answers its id.
pub fn enqueue_about<T: Serialize>(tx: &mut dyn Tx, about: About, mail: NewMail<'_, T>, now: Timestamp) -> Result<i64> {
    let id = save(tx, mail, None, now)?;
    tx.exec("UPDATE mail SET order_id = $2, part_id = $3 WHERE id = $1", vals![id, about.order_id, about.part_id])?;
    Ok(id)
}

/// Queues the last mail to an erased account; its row is emptied once it is delivered.
pub fn enqueue_last<T: Serialize>(tx: &mut dyn Tx, mail: NewMail<'_, T>, now: Timestamp) -> Result<()> {
    let id = save(tx, mail, None, now)?;
    tx.exec("UPDATE mail SET is_erased = 1 WHERE id = $1", vals![id])?;
    Ok(())
}

fn save<T: Serialize>(tx: &mut dyn Tx, mail: NewMail<'_, T>, customer_id: Option<i64>, now: Timestamp) -> Result<i64> {
    let is_erased = mail.recipient.is_empty();
    let data = if is_erased { String::new() } else { serde_json::to_string(mail.data).context("data of a mail")? };
    let due_at = (!is_erased).then(|| now.as_millisecond());
    tx.one(
        "INSERT INTO mail (template, lang, recipient, data, customer_id, created_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
        vals![mail.template, mail.lang.code(), mail.recipient, data, customer_id, now.as_millisecond(), due_at],
    )
}

/// Kind of an attachment: an invoice or credit note, by its id.
pub const INVOICE: &str = "invoice";

/// An attachment, kept by reference and rendered when the mail is sent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Attachment {
    /// [`INVOICE`].
    pub kind: String,
    pub reference: i64,
}

/// Adds an attachment to a queued mail.
pub fn attach(tx: &mut dyn Tx, mail_id: i64, kind: &str, reference: i64) -> Result<()> {
    tx.exec(
        "INSERT INTO mail_attachment (mail_id, position, kind, reference)
         SELECT $1, COUNT(*), $2, $3 FROM mail_attachment WHERE mail_id = $1",
        vals![mail_id, kind, reference],
    )?;
    Ok(())
}

/// The attachments of a mail.
pub fn attachments(tx: &mut dyn Tx, mail_id: i64) -> Result<Vec<Attachment>> {
    tx.all("SELECT kind, reference FROM mail_attachment WHERE mail_id = $1 ORDER BY position", vals![mail_id])
}

/// Mails to be delivered now, the longest due first: ids, so that a row that cannot be read is its own failure.
pub fn list_due(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM mail WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2", vals![now.as_millisecond(), limit])
}

/// Claims a mail that is due for one attempt; false if another run has it. A claim outlasts the lease of the job, so a run that
/// takes the job over sends what is left. An attempt whose outcome cannot be recorded, as on a full disk, counts all the same.
pub fn claim(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<bool> {
    let made: Option<u32> = tx.find(
        "SELECT attempts + unrecorded FROM mail WHERE id = $1 AND due_at <= $2",
        vals![id, now.as_millisecond()],
    )?;
    let Some(made) = made else { return Ok(false) };
    if made >= ATTEMPTS {
        given_up(tx, id, "the outcome of the last attempts is not known")?;
        return Ok(false);
    }
    let due_at = (now + CLAIM.max(backoff(made + 1))).as_millisecond();
    tx.exec("UPDATE mail SET due_at = $2, unrecorded = unrecorded + 1 WHERE id = $1", vals![id, due_at])?;
    Ok(true)
}

/// Makes the mails due that a server which no longer runs has claimed.
pub fn end_claims(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    tx.exec("UPDATE mail SET due_at = $1 WHERE unrecorded > 0 AND due_at > $1", vals![now.as_millisecond()])?;
    Ok(())
}

/// A mail that is still to be delivered.
pub fn find_due(tx: &mut dyn Tx, id: i64) -> Result<Option<Mail>> {
    tx.find(
        "SELECT id, template, lang, recipient, data, created_at, attempts, is_erased FROM mail
         WHERE id = $1 AND due_at IS NOT NULL",
        vals![id],
    )
}

/// Records a delivery. The data is deleted, as it may contain tokens of orders and accounts.
pub fn sent(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE mail SET sent_at = $2, due_at = NULL, data = '', error = '', attempts = attempts + 1, unrecorded = 0,
             recipient = CASE WHEN is_erased = 1 THEN '' ELSE recipient END
         WHERE id = $1 AND sent_at IS NULL",
        vals![id, now.as_millisecond()],
    )?;
    Ok(())
}

/// Records a failed attempt: retried after 1, 2, 4 … minutes, at most 6 hours, [`ATTEMPTS`] times in all.
pub fn failed(tx: &mut dyn Tx, id: i64, reason: &str, now: Timestamp) -> Result<()> {
    let attempts: Option<u32> = tx.find("SELECT attempts FROM mail WHERE id = $1 AND sent_at IS NULL", vals![id])?;
    let Some(attempts) = attempts.map(|before| before + 1) else { return Ok(()) };
    let due_at = (attempts < ATTEMPTS).then(|| (now + backoff(attempts)).as_millisecond());
    let reason: String = reason.chars().take(MAX_REASON).collect();
    tx.exec(
        "UPDATE mail SET attempts = $2, due_at = $3, error = $4, unrecorded = 0 WHERE id = $1",
        vals![id, attempts, due_at, reason],
    )?;
    empty_erased(tx, id)
}

/// Empties a row that was given up, if its recipient's data has been erased.
fn empty_erased(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec(
        "UPDATE mail SET recipient = '', data = '', error = '' WHERE id = $1 AND is_erased = 1 AND due_at IS NULL",
        vals![id],
    )?;
    Ok(())
}

/// The mails sent to a customer, without their contents. An unproved address may have received somebody else's mails: then
/// only those about the account.
fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let rows: Vec<(String, i64, Option<i64>)> = tx.all(
        &format!("SELECT template, created_at, sent_at FROM mail WHERE {OF_SUBJECT} ORDER BY id"),
        vals![subject.customer_id, email_key(subject.proved_email())],
    )?;
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).ok();
    let row = |(template, created_at, sent_at): (String, i64, Option<i64>)| json!({ "mail": template, "written_at": time(created_at), "sent_at": sent_at.and_then(time) });
    Ok(rows.into_iter().map(row).collect())
}

/// The mails about an account and, if not empty, to an address.
const OF_SUBJECT: &str = "(customer_id = $1 OR (lower(recipient) = $2 AND $2 <> ''))";

/// Erases address, data and error (which may quote the address) of mails delivered or given up. Queued ones are delivered
/// first. Files of mails are deleted by `privacy::journal`.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    tx.exec(
        &format!(
            "UPDATE mail SET is_erased = 1, recipient = CASE WHEN due_at IS NULL THEN '' ELSE recipient END,
                 data = CASE WHEN due_at IS NULL THEN '' ELSE data END, error = ''
             WHERE {OF_SUBJECT}"
        ),
        vals![subject.customer_id, email_key(subject.proved_email())],
    )?;
    Ok(())
}

/// Gives up the queued mails of a data subject.
pub fn give_up(tx: &mut dyn Tx, subject: &DataSubject) -> Result<()> {
    tx.exec(
        &format!("UPDATE mail SET due_at = NULL WHERE {OF_SUBJECT}"),
        vals![subject.customer_id, email_key(subject.proved_email())],
    )?;
    Ok(())
}

/// The keys of all recipients.
pub fn mailboxes(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT lower(recipient) FROM mail WHERE recipient <> ''", vals![])
}

/// Of these mails, those that exist and whose recipient is kept.
pub fn list_kept(tx: &mut dyn Tx, ids: &[i64]) -> Result<Vec<i64>> {
    by_ids(tx, "SELECT id FROM mail WHERE id IN ($ids) AND recipient <> ''", ids, &[])
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "mails", export, erase };

/// Deletes mails delivered or given up before a time, at most `limit`; answers how many.
pub fn delete_old(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM mail WHERE id IN
             (SELECT id FROM mail WHERE due_at IS NULL AND created_at < $1 ORDER BY id LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}

/// Records that a mail can never be delivered.
pub fn given_up(tx: &mut dyn Tx, id: i64, reason: &str) -> Result<()> {
    let reason: String = reason.chars().take(MAX_REASON).collect();
    tx.exec(
        "UPDATE mail SET attempts = attempts + 1, due_at = NULL, error = $2, unrecorded = 0
         WHERE id = $1 AND sent_at IS NULL",
        vals![id, reason],
    )?;
    empty_erased(tx, id)
}

/// A mail as an operator sees it. It has data only while it is queued.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Entry {
    pub id: i64,
    pub template: String,
    pub lang: Lang,
    pub recipient: String,
    pub data: String,
    /// This and the other times: Unix milliseconds.
    pub created_at: i64,
    pub due_at: Option<i64>,
    pub attempts: u32,
    pub error: String,
    pub sent_at: Option<i64>,
}

/// The state of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Waiting,
    Sent,
    GivenUp,
}

impl State {
    const fn of(sent_at: Option<i64>, due_at: Option<i64>) -> State {
        match (sent_at, due_at) {
            (Some(_), _) => State::Sent,
            (None, Some(_)) => State::Waiting,
            (None, None) => State::GivenUp,
        }
    }
}

impl Entry {
    pub fn state(&self) -> State {
        State::of(self.sent_at, self.due_at)
    }
}

const ENTRY: &str =
    "SELECT id, template, lang, recipient, data, created_at, due_at, attempts, error, sent_at FROM mail";

/// A mail about an order, without its data.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OrderMailRow {
    pub id: i64,
    pub template: String,
    /// Empty once its data has been erased.
    pub recipient: String,
    /// This and the other times: Unix milliseconds.
    pub created_at: i64,
    pub due_at: Option<i64>,
    pub error: String,
    pub sent_at: Option<i64>,
    pub part_id: Option<i64>,
}

impl OrderMailRow {
    pub fn state(&self) -> State {
        State::of(self.sent_at, self.due_at)
    }
}

/// The mails about an order that are kept, oldest first.
pub fn list_of_order(tx: &mut dyn Tx, order_id: i64) -> Result<Vec<OrderMailRow>> {
    tx.all(
        "SELECT id, template, recipient, created_at, due_at, error, sent_at, part_id FROM mail
         WHERE order_id = $1 ORDER BY id",
        vals![order_id],
    )
}

/// The mails about an account and to an address that are kept, the latest first.
pub fn list_of_customer(tx: &mut dyn Tx, customer_id: i64, email: &str, limit: i64) -> Result<Vec<OrderMailRow>> {
    tx.all(
        &format!(
            "SELECT id, template, recipient, created_at, due_at, error, sent_at, part_id FROM mail
             WHERE {OF_SUBJECT} ORDER BY id DESC LIMIT $3"
        ),
        vals![customer_id, email_key(email), limit],
    )
}

/// Where the address of a mail is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Addressee {
    pub order_id: Option<i64>,
    /// Of the account to whose owner it goes.
    pub customer_id: Option<i64>,
}

/// Where the addresses of mails are kept, by mail; of those whose address is kept nowhere, nothing.
pub fn addressees(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, Addressee>> {
    type Row = (i64, Option<i64>, Option<i64>);
    let sql = "SELECT id, order_id, customer_id FROM mail
        WHERE id IN ($ids) AND (order_id IS NOT NULL OR customer_id IS NOT NULL)";
    let rows: Vec<Row> = by_ids(tx, sql, ids, &[])?;
    Ok(rows.into_iter().map(|(id, order_id, customer_id)| (id, Addressee { order_id, customer_id })).collect())
}

/// Id and template of the mails to the owner of an account at an address that have not left.
pub fn list_unsent_to_account(tx: &mut dyn Tx, customer_id: i64, email: &str) -> Result<Vec<(i64, String)>> {
    tx.all(
        "SELECT id, template FROM mail WHERE customer_id = $1 AND lower(recipient) = $2 AND sent_at IS NULL ORDER BY id",
        vals![customer_id, email_key(email)],
    )
}

/// Gives a mail that has not left another recipient, and sends it as soon as possible. One that is being delivered at this moment
/// may still leave for the former.
pub fn readdress(tx: &mut dyn Tx, id: i64, recipient: &str, now: Timestamp) -> Result<()> {
    tx.exec("UPDATE mail SET recipient = $2 WHERE id = $1 AND sent_at IS NULL", vals![id, recipient])?;
    retry(tx, id, now)?;
    Ok(())
}

/// Mails that were given up and could be sent again, oldest first.
pub fn list_given_up(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Entry>> {
    tx.all(
        &format!(
            "{ENTRY} WHERE sent_at IS NULL AND due_at IS NULL AND recipient <> '' AND id > 0 ORDER BY id LIMIT $1"
        ),
        vals![limit],
    )
}

/// How many of those there are.
pub fn count_given_up(tx: &mut dyn Tx) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM mail WHERE sent_at IS NULL AND due_at IS NULL AND recipient <> '' AND id > 0";
    tx.one(sql, vals![])
}

/// Mails that have waited for half an hour, the next to be tried first: the mail server does not take them.
pub fn list_late(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<Entry>> {
    let before = (now - LATE_AFTER).as_millisecond();
    tx.all(&format!("{ENTRY} WHERE {LATE} ORDER BY due_at LIMIT $2"), vals![before, limit])
}

/// How many of those there are.
pub fn count_late(tx: &mut dyn Tx, now: Timestamp) -> Result<i64> {
    let before = (now - LATE_AFTER).as_millisecond();
    tx.one(&format!("SELECT COUNT(*) FROM mail WHERE {LATE}"), vals![before])
}

const LATE: &str = "due_at IS NOT NULL AND due_at >= 0 AND recipient <> '' AND created_at < $1";

/// Mails that wait for their next attempt, the next to leave first. Erased ones wait for nothing.
pub fn list_waiting(tx: &mut dyn Tx, limit: i64) -> Result<Vec<Entry>> {
    tx.all(
        &format!("{ENTRY} WHERE due_at IS NOT NULL AND due_at >= 0 AND recipient <> '' ORDER BY due_at LIMIT $1"),
        vals![limit],
    )
}

/// How many of those there are.
pub fn count_waiting(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT COUNT(*) FROM mail WHERE due_at IS NOT NULL AND due_at >= 0 AND recipient <> ''", vals![])
}

/// How many of those are in a language.
pub fn count_waiting_in(tx: &mut dyn Tx, lang: Lang) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM mail WHERE due_at IS NOT NULL AND due_at >= 0 AND recipient <> '' AND lang = $1",
        vals![lang.code()],
    )
}

/// Mails, newest first; with `before` only those with a lower id. Erased ones are none that were given up.
pub fn list(tx: &mut dyn Tx, state: Option<State>, before: Option<i64>, limit: i64) -> Result<Vec<Entry>> {
    let wanted = match state {
        None => "1 = 1",
        Some(State::Waiting) => "due_at IS NOT NULL",
        Some(State::Sent) => "sent_at IS NOT NULL",
        Some(State::GivenUp) => "sent_at IS NULL AND due_at IS NULL AND recipient <> ''",
    };
    tx.all(
        &format!("{ENTRY} WHERE {wanted} AND id < $1 ORDER BY id DESC LIMIT $2"),
        vals![before.unwrap_or(i64::MAX), limit],
    )
}

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Entry>> {
    tx.find(&format!("{ENTRY} WHERE id = $1"), vals![id])
}

/// The states of mails, by id.
pub fn states(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, State>> {
    let rows = by_ids::<(i64, Option<i64>, Option<i64>)>(
        tx,
        "SELECT id, sent_at, due_at FROM mail WHERE id IN ($ids)",
        ids,
        &[],
    )?;
    Ok(rows.into_iter().map(|(id, sent_at, due_at)| (id, State::of(sent_at, due_at))).collect())
}

/// Makes an undelivered mail due now, with its attempts reset; false if there is none. Erased ones are not sent.
pub fn retry(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<bool> {
    let changed = tx.exec(
        "UPDATE mail SET due_at = $2, attempts = 0, unrecorded = 0 WHERE id = $1 AND sent_at IS NULL AND recipient <> ''",
        vals![id, now.as_millisecond()],
    )?;
    Ok(changed == 1)
}

/// Deletes a mail that has not left. One that is being delivered at this moment may still leave.
pub fn delete_unsent(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec(
        "DELETE FROM mail_attachment WHERE mail_id = $1 AND $1 IN (SELECT id FROM mail WHERE sent_at IS NULL)",
        vals![id],
    )?;
    tx.exec("DELETE FROM mail WHERE id = $1 AND sent_at IS NULL", vals![id])?;
    Ok(())
}

/// Deletes a mail that has not left; false if it has, or is being delivered at this moment.
pub fn stop(tx: &mut dyn Tx, id: i64) -> Result<bool> {
    let waits: Option<i64> =
        tx.find("SELECT id FROM mail WHERE id = $1 AND sent_at IS NULL AND unrecorded = 0", vals![id])?;
    if waits.is_some() {
        delete_unsent(tx, id)?;
    }
    Ok(waits.is_some())
}

/// [`retry`] for all that were given up; answers how many.
pub fn retry_given_up(tx: &mut dyn Tx, now: Timestamp) -> Result<u64> {
    tx.exec(
        "UPDATE mail SET due_at = $1, attempts = 0, unrecorded = 0 WHERE sent_at IS NULL AND due_at IS NULL AND recipient <> ''",
        vals![now.as_millisecond()],
    )
}

fn backoff(attempts: u32) -> SignedDuration {
    // Beyond the tenth attempt the cap applies.
    let minutes = 1_i64 << attempts.saturating_sub(1).min(10);
    SignedDuration::from_mins(minutes).min(MAX_BACKOFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, at};

    fn queue(tx: &mut dyn Tx, now: Timestamp) -> i64 {
        let mail =
            NewMail { template: "order_received", lang: Lang::Fr, recipient: "ada@example.com", data: &"secret" };
        enqueue(tx, mail, now).expect("queued")
    }

    #[test]
    fn sent_mail_is_not_due_and_loses_its_data() {
        let shop = fixture::shop();
        let now = at("2026-11-21T10:00:00Z");
        shop.write(|tx| {
            let id = queue(tx, now);
            assert!(list_due(tx, now - SignedDuration::from_secs(1), 10)?.is_empty());
            assert_eq!(list_due(tx, now, 10)?, [id]);
            let waiting = find_due(tx, id)?.expect("due");
            assert_eq!((waiting.lang, waiting.data.as_str()), (Lang::Fr, "\"secret\""));
            sent(tx, id, now)?;
            // A run after a crash records the same again.
            sent(tx, id, now)?;
            failed(tx, id, "too late", now)?;
            assert!(list_due(tx, now, 10)?.is_empty());
            assert_eq!(find_due(tx, id)?, None);
            let kept: (String, i64) = tx.one("SELECT data, attempts FROM mail WHERE id = $1", vals![id])?;
            assert_eq!(kept, (String::new(), 1));
            Ok(())
        });
    }

    #[test]
    fn claimed_mail_is_due_again_when_its_run_must_be_dead() {
        let shop = fixture::shop();
        let now = at("2026-11-21T10:00:00Z");
        shop.write(|tx| {
            let id = queue(tx, now);
            assert!(claim(tx, id, now)? && !claim(tx, id, now)?, "of two runs, one");
            assert!(!claim(tx, id, now + CLAIM - SignedDuration::from_millis(1))?);
            assert!(claim(tx, id, now + CLAIM)?, "its run was killed");
            end_claims(tx, now + CLAIM)?;
            assert!(claim(tx, id, now + CLAIM)?, "no server runs that could have claimed it");
            failed(tx, id, "no route to host", now + CLAIM)?;
            let minute = SignedDuration::from_mins(1);
            end_claims(tx, now)?;
            assert!(
                list_due(tx, now + CLAIM + minute - SignedDuration::from_millis(1), 10)?.is_empty(),
                "a delay is no claim"
            );
            assert!(claim(tx, id, now + CLAIM + minute)?);
            sent(tx, id, now)?;
            assert!(!claim(tx, id, now + SignedDuration::from_hours(99))?);
            Ok(())
        });
    }

    #[test]
    fn attempts_whose_outcome_is_never_recorded_come_to_an_end() {
        let shop = fixture::shop();
        let mut now = at("2026-11-21T10:00:00Z");
        shop.write(|tx| {
            let id = queue(tx, now);
            for _ in 0..ATTEMPTS {
                assert!(claim(tx, id, now)?);
                now += SignedDuration::from_hours(7);
            }
            assert!(!claim(tx, id, now)?);
            assert_eq!(find(tx, id)?.map(|entry| entry.state()), Some(State::GivenUp));
            Ok(())
        });
    }

    #[test]
    fn erasing_removes_the_address_from_failed_mails() {
        let shop = fixture::shop();
        let now = at("2026-11-21T10:00:00Z");
        let ada = DataSubject { customer_id: 1, email: "ada@example.com".into(), is_proved: true };
        shop.write(|tx| {
            let (lost, waiting) = (queue(tx, now), queue(tx, now));
            given_up(tx, lost, "550 no such user: ada@example.com")?;
            erase(tx, &ada, now)?;
            let row = |tx: &mut dyn Tx, id: i64| -> Result<(String, String, String)> {
                tx.one("SELECT recipient, data, error FROM mail WHERE id = $1", vals![id])
            };
            assert_eq!(row(tx, lost)?, (String::new(), String::new(), String::new()));
            assert_eq!(
                row(tx, waiting)?,
                (ada.email.clone(), "\"secret\"".to_owned(), String::new()),
                "to be delivered"
            );
            assert!(!retry(tx, lost, now)? && retry_given_up(tx, now)? == 0, "there is nothing to send");
            Ok(())
        });
    }

    #[test]
    fn another_spelling_of_the_mailbox_is_exported_and_erased() {
        let shop = fixture::shop();
        let now = at("2026-11-21T10:00:00Z");
        let subject = |email: &str| DataSubject { customer_id: 1, email: email.into(), is_proved: true };
        shop.write(|tx| {
            let mails = ["ada@example.com", "Ada@Example.com", "bob@example.com"].map(|recipient| {
                let mail = NewMail { template: "order_received", lang: Lang::Fr, recipient, data: &"secret" };
                enqueue(tx, mail, now).expect("queued")
            });
            for id in mails {
                given_up(tx, id, "550")?;
            }
            for spelling in ["ada@example.com", "ADA@example.com"] {
                let exported = export(tx, &subject(spelling))?;
                assert_eq!(exported.as_array().map(Vec::len), Some(2), "{spelling}");
            }
            erase(tx, &subject("ADA@example.com"), now)?;
            let left: Vec<String> = tx.all("SELECT recipient FROM mail WHERE recipient <> ''", vals![])?;
            assert_eq!(left, ["bob@example.com"]);
            Ok(())
        });
    }

    #[test]
    fn failed_mail_is_retried_with_backoff_and_given_up() {
        let shop = fixture::shop();
        let start = at("2026-11-21T10:00:00Z");
        shop.write(|tx| {
            let id = queue(tx, start);
            let mut now = start;
            let mut waits = Vec::new();
            for _ in 1..ATTEMPTS {
                failed(tx, id, "no route to host", now)?;
                assert!(list_due(tx, now, 10)?.is_empty());
                let due_at: i64 = tx.one("SELECT due_at FROM mail WHERE id = $1", vals![id])?;
                waits.push((due_at - now.as_millisecond()) / 60_000);
                now = Timestamp::from_millisecond(due_at).expect("in range");
                assert_eq!(list_due(tx, now, 10)?.len(), 1);
            }
            assert_eq!(waits[..11], [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
            let days = (now - start).total(jiff::Unit::Hour).expect("hours") / 24.0;
            assert!((2.5..3.5).contains(&days), "{days}");
            failed(tx, id, &"x".repeat(2_000), now)?;
            assert!(list_due(tx, now + SignedDuration::from_hours(9_000), 10)?.is_empty());
            let row: (String, i64) = tx.one("SELECT error, attempts FROM mail WHERE id = $1", vals![id])?;
            assert_eq!((row.0.len(), row.1), (MAX_REASON, i64::from(ATTEMPTS)));
            Ok(())
        });
    }
}
