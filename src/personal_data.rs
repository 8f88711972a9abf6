//! Personal data: what slices export of a data subject, and what they erase.
//!
//! A slice that keeps personal data offers a [`PersonalDataStore`], listed in `privacy::PERSONAL_DATA_STORES`: the
//! export of an account (Regulation 2016/679 art. 15 and 20) and its deletion (art. 17) then include it.

use jiff::Timestamp;
use serde_json::Value;

use crate::db::Tx;
use crate::error::Result;

/// The customer whose data is exported or erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSubject {
    pub customer_id: i64,
    /// The account's address as typed; slices without a customer id find their rows by its key.
    pub email: String,
    /// Whether the customer has proved that the address is theirs. Until then rows found by address alone may belong to
    /// somebody else and are neither exported nor erased.
    pub is_proved: bool,
}

impl DataSubject {
    /// The address if it is proved, else an empty text, which matches no row.
    pub fn proved_email(&self) -> &str {
        if self.is_proved { &self.email } else { "" }
    }
}

/// The personal data of one slice.
#[derive(Debug, Clone, Copy)]
pub struct PersonalDataStore {
    /// The name of its part in an export.
    pub name: &'static str,
    /// All data of a subject, without hashes of secrets.
    pub export: fn(&mut dyn Tx, &DataSubject) -> Result<Value>,
    /// Deletes what may be deleted and pseudonymizes what must be kept (invoices and their orders: ten years in France,
    /// Code de commerce art. L123-22). Idempotent.
    pub erase: fn(&mut dyn Tx, &DataSubject, Timestamp) -> Result<()>,
}
