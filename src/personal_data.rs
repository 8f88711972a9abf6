//! People, as far as slices keep something about them: what is told to them when they ask, and what goes when they go.
//!
//! A slice that keeps personal data offers a [`PersonalDataStore`] and stands in `customer::PERSONAL_DATA_STORES`: from then on the export of an
//! account (Regulation 2016/679 art. 15 and 20) and its deletion (art. 17) include it.

use jiff::Timestamp;
use serde_json::Value;

use crate::db::Tx;
use crate::error::Result;

/// A customer as the slices know one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSubject {
    pub customer_id: i64,
    /// The address of the account, as it was typed; slices that know no customer find their rows by its key.
    pub email: String,
    /// Whether the address is known to be theirs. Anybody can register under anybody's: what somebody else has written,
    /// bought or been sent under an address that was only typed is nobody's to take along or to delete.
    pub is_proved: bool,
}

impl DataSubject {
    /// The address, where it is known to be theirs; empty elsewhere, which no row has for a key.
    pub fn proved_email(&self) -> &str {
        if self.is_proved { &self.email } else { "" }
    }
}

/// One who keeps something about people.
#[derive(Debug, Clone, Copy)]
pub struct PersonalDataStore {
    /// Under which its part stands in an export.
    pub name: &'static str,
    /// Everything that is kept of a person. No hashes of secrets.
    pub export: fn(&mut dyn Tx, &DataSubject) -> Result<Value>,
    /// Deletes what may be deleted and takes the person out of what must stay (invoices and their orders: ten years in
    /// France, Code de commerce art. L123-22). Run again, it finds nothing.
    pub erase: fn(&mut dyn Tx, &DataSubject, Timestamp) -> Result<()>,
}
