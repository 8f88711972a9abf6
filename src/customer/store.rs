//! All SQL of customers.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Deserialize;

use super::terms;
use crate::db::{Tx, by_keys};
use crate::domain::full_name;
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::session;
use crate::vals;

/// A customer whose account is not deleted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Customer {
    pub id: i64,
    /// As typed.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub member_card: Option<String>,
    pub lang: Lang,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub logged_in_at: Option<i64>,
}

impl Customer {
    /// Salutation in mails.
    pub fn salutation(&self) -> String {
        full_name::salutation(&self.first_name, &self.last_name)
    }
}

/// The credentials of an account.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct Login {
    pub id: i64,
    /// None until a password is set.
    pub password_hash: Option<String>,
}

/// An account to be created.
#[derive(Clone)]
pub struct NewCustomer<'a> {
    pub email: &'a str,
    pub password_hash: Option<&'a str>,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub member_card: Option<&'a str>,
    pub lang: Lang,
}

const CUSTOMER: &str =
    "SELECT id, email, first_name, last_name, member_card, lang, created_at, logged_in_at FROM customer";

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Customer>> {
    tx.find(&format!("{CUSTOMER} WHERE id = $1 AND erased_at IS NULL"), vals![id])
}

pub fn find_by_email(tx: &mut dyn Tx, email: &str) -> Result<Option<Customer>> {
    tx.find(&format!("{CUSTOMER} WHERE email_key = $1 AND erased_at IS NULL"), vals![email_key(email)])
}

/// The credentials of the account with this address.
pub fn find_login(tx: &mut dyn Tx, email: &str) -> Result<Option<Login>> {
    tx.find(
        "SELECT id, password_hash FROM customer WHERE email_key = $1 AND erased_at IS NULL",
        vals![email_key(email)],
    )
}

pub fn find_login_of(tx: &mut dyn Tx, id: i64) -> Result<Option<Login>> {
    tx.find("SELECT id, password_hash FROM customer WHERE id = $1 AND erased_at IS NULL", vals![id])
}

/// Creates an account; answers its id, none if the address has one.
pub fn save(tx: &mut dyn Tx, new: &NewCustomer<'_>, now: Timestamp) -> Result<Option<i64>> {
    let id: Option<i64> = tx.find(
        "INSERT INTO customer (email, email_key, password_hash, first_name, last_name, member_card, lang, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (email_key) DO NOTHING RETURNING id",
        vals![
            new.email,
            email_key(new.email),
            new.password_hash,
            new.first_name,
            new.last_name,
            new.member_card,
            new.lang.code(),
            now.as_millisecond(),
        ],
    )?;
    if let Some(id) = id {
        terms::write_terms(tx, id)?;
    }
    Ok(id)
}

/// Saves e-mail address, names and member card. A new address is not verified.
pub fn save_details(tx: &mut dyn Tx, customer: &Customer) -> Result<()> {
    tx.exec(
        "UPDATE customer SET email = $2, email_key = $3, first_name = $4, last_name = $5, member_card = $6,
             email_verified_at = CASE WHEN email_key = $3 THEN email_verified_at END
         WHERE id = $1",
        vals![
            customer.id,
            &customer.email,
            email_key(&customer.email),
            &customer.first_name,
            &customer.last_name,
            customer.member_card.as_deref(),
        ],
    )?;
    terms::write_terms(tx, customer.id)
}

pub fn save_password(tx: &mut dyn Tx, id: i64, hash: &str) -> Result<()> {
    tx.exec("UPDATE customer SET password_hash = $2 WHERE id = $1", vals![id, hash])?;
    Ok(())
}

/// Marks the e-mail address as verified.
pub fn save_proof(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    tx.exec("UPDATE customer SET email_verified_at = $2 WHERE id = $1", vals![id, now.as_millisecond()])?;
    Ok(())
}

/// How many accounts get their letters in a language.
pub fn count_reading(tx: &mut dyn Tx, lang: Lang) -> Result<i64> {
    tx.one("SELECT count(*) FROM customer WHERE lang = $1 AND erased_at IS NULL", vals![lang.code()])
}

/// Saves time and language of a login.
pub fn save_visit(tx: &mut dyn Tx, id: i64, lang: Lang, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE customer SET logged_in_at = $3, lang = $2 WHERE id = $1",
        vals![id, lang.code(), now.as_millisecond()],
    )?;
    Ok(())
}

/// Anonymises the row. It stays, because orders refer to it; the address becomes free.
pub fn erase(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE customer SET email = '', email_key = $2, password_hash = NULL, first_name = '', last_name = '',
             member_card = NULL, logged_in_at = NULL, email_verified_at = NULL, erased_at = $3
         WHERE id = $1",
        // No address contains a space.
        vals![id, format!("erased {id}"), now.as_millisecond()],
    )?;
    terms::write_terms(tx, id)
}

/// What the house sees of an account beside its details. Times are Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Account {
    pub has_password: bool,
    /// Since when a mailed link has shown that the address is the owner's.
    pub email_verified_at: Option<i64>,
    /// Until when the last password link leads somewhere.
    pub link_until: Option<i64>,
}

pub fn account_of(tx: &mut dyn Tx, id: i64) -> Result<Account> {
    tx.one(
        "SELECT password_hash IS NOT NULL AS has_password, email_verified_at,
             (SELECT MAX(expires_at) FROM password_token WHERE customer_id = $1) AS link_until
         FROM customer WHERE id = $1",
        vals![id],
    )
}

/// The accounts with these keys of addresses.
pub fn ids_of_mailboxes(tx: &mut dyn Tx, keys: &[String]) -> Result<HashMap<String, i64>> {
    const SQL: &str = "SELECT email_key, id FROM customer WHERE email_key IN ($ids) AND erased_at IS NULL";
    Ok(by_keys::<(String, i64)>(tx, SQL, keys)?.into_iter().collect())
}

/// The keys of all addresses.
pub fn mailboxes(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT email_key FROM customer WHERE erased_at IS NULL", vals![])
}

/// How many there are, without those erased.
pub fn count(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT count(*) FROM customer WHERE erased_at IS NULL", vals![])
}

/// Deletes the links by which a password can be set anew.
pub fn delete_all_links(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("DELETE FROM password_token", vals![])?;
    Ok(())
}

/// Accounts erased since a time, in the order of their ids from `after` on, at most `limit`.
pub fn list_erased(tx: &mut dyn Tx, since: Timestamp, after: i64, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM customer WHERE id > $2 AND erased_at > $1 ORDER BY id LIMIT $3",
        vals![since.as_millisecond(), after, limit],
    )
}

// ── Links to a new password ─────────────────────────────────────────────────────────────────────────────────────────

/// A password link.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Link {
    pub customer_id: i64,
    /// Unix milliseconds.
    pub expires_at: i64,
}

pub fn find_link(tx: &mut dyn Tx, token: &str) -> Result<Option<Link>> {
    tx.find("SELECT customer_id, expires_at FROM password_token WHERE token_hash = $1", vals![session::hash(token)])
}

pub fn save_link(tx: &mut dyn Tx, customer_id: i64, token: &str, expires_at: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO password_token (token_hash, customer_id, expires_at) VALUES ($1, $2, $3)",
        vals![session::hash(token), customer_id, expires_at.as_millisecond()],
    )?;
    Ok(())
}

pub fn delete_links(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    tx.exec("DELETE FROM password_token WHERE customer_id = $1", vals![customer_id])?;
    Ok(())
}

/// Deletes links that expired before `before`, at most `limit`; answers how many.
pub fn delete_old_links(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM password_token WHERE token_hash IN
             (SELECT token_hash FROM password_token WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}

// ── Deletion ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A requested deletion; times in Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct DeletionRow {
    pub customer_id: i64,
    pub requested_at: i64,
    pub due_at: i64,
}

pub fn find_deletion(tx: &mut dyn Tx, customer_id: i64) -> Result<Option<DeletionRow>> {
    tx.find("SELECT customer_id, requested_at, due_at FROM deletion_request WHERE customer_id = $1", vals![customer_id])
}

/// Queues a deletion; answers whether none was queued before.
pub fn save_deletion(tx: &mut dyn Tx, row: DeletionRow) -> Result<bool> {
    let saved = tx.exec(
        "INSERT INTO deletion_request (customer_id, requested_at, due_at) VALUES ($1, $2, $3)
         ON CONFLICT (customer_id) DO NOTHING",
        vals![row.customer_id, row.requested_at, row.due_at],
    )?;
    Ok(saved == 1)
}

/// Removes a deletion from the queue; answers whether there was one.
pub fn delete_deletion(tx: &mut dyn Tx, customer_id: i64) -> Result<bool> {
    Ok(tx.exec("DELETE FROM deletion_request WHERE customer_id = $1", vals![customer_id])? == 1)
}

/// Customers whose deletion is due.
pub fn list_due_deletions(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT customer_id FROM deletion_request WHERE due_at <= $1 ORDER BY due_at, customer_id LIMIT $2",
        vals![now.as_millisecond(), limit],
    )
}
