//! Name and address of the customer behind a session.
//!
//! `customer` owns these rows and alone writes them. Earlier slices read the logged-in customer's address and name
//! here.

use serde::Deserialize;

use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::vals;

/// Name and address of a customer, for mails.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Identity {
    pub id: i64,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
}

impl Identity {
    pub fn name(&self) -> String {
        full_name(&self.first_name, &self.last_name)
    }

    /// Whether this is the customer's own address, ignoring case.
    pub fn has_email(&self, email: &str) -> bool {
        email_key(&self.email) == email_key(email)
    }
}

const IDENTITY: &str = "SELECT id, email, first_name, last_name FROM customer WHERE erased_at IS NULL";

pub fn find(tx: &mut dyn Tx, customer_id: i64) -> Result<Option<Identity>> {
    tx.find(&format!("{IDENTITY} AND id = $1"), vals![customer_id])
}

pub fn find_by_email(tx: &mut dyn Tx, email: &str) -> Result<Option<Identity>> {
    tx.find(&format!("{IDENTITY} AND email_key = $1"), vals![email_key(email)])
}

/// A customer's e-mail address, if it is verified: the password was set by a mailed link (decisions §2, promo tags with
/// domains).
pub fn proved_email(tx: &mut dyn Tx, customer_id: i64) -> Result<Option<String>> {
    tx.find(
        "SELECT email FROM customer WHERE id = $1 AND erased_at IS NULL AND email_verified_at IS NOT NULL",
        vals![customer_id],
    )
}

/// Whether the logged-in customer's address is verified; false without a login.
pub fn is_proved(tx: &mut dyn Tx, customer_id: Option<i64>) -> Result<bool> {
    let Some(id) = customer_id else { return Ok(false) };
    Ok(proved_email(tx, id)?.is_some())
}
