//! Export and erasure of an account's own data.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::account::{known, time};
use super::store::{self, Customer};
use crate::db::Tx;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::session;

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let Customer { email, first_name, last_name, member_card, lang, created_at, logged_in_at, id } =
        known(tx, subject.customer_id)?;
    let deletion = store::find_deletion(tx, id)?;
    Ok(json!({
        "email": email,
        "first_name": first_name,
        "last_name": last_name,
        "member_card": member_card,
        "language": lang,
        "created_at": time(created_at)?,
        "last_login_at": logged_in_at.map(time).transpose()?,
        "deletion_due_at": deletion.map(|row| time(row.due_at)).transpose()?,
    }))
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<()> {
    let id = subject.customer_id;
    session::end_all_of(tx, id)?;
    store::delete_links(tx, id)?;
    store::delete_deletion(tx, id)?;
    store::erase(tx, id, now)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "account", export, erase };
