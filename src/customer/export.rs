//! Export and erasure of an account's own data.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::account::{known, time};
use super::passkey;
use super::store::{self, Customer};
use crate::db::Tx;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::session;

/// Sessions in an export.
const SESSIONS: i64 = 1_000;

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let Customer { email, first_name, last_name, member_card, lang, created_at, logged_in_at, id } =
        known(tx, subject.customer_id)?;
    let deletion = store::find_deletion(tx, id)?;
    let sessions = session::list_of(tx, id, Timestamp::UNIX_EPOCH, SESSIONS)?;
    let session = |open: session::Open| {
        let session::Open { browser, begun_at, seen_at, .. } = open;
        Ok::<_, anyhow::Error>(
            json!({ "browser": browser, "logged_in_at": time(begun_at)?, "last_seen_at": time(seen_at)? }),
        )
    };
    let passkey = |key: passkey::store::Key| {
        let passkey::store::Key { name, rp_id, created_at, used_at, .. } = key;
        let used_at = used_at.map(time).transpose()?;
        Ok::<_, anyhow::Error>(
            json!({ "name": name, "host": rp_id, "added_at": time(created_at)?, "last_used_at": used_at }),
        )
    };
    let passkeys = passkey::store::list_keys(tx, id)?.into_iter().map(passkey).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({
        "email": email,
        "first_name": first_name,
        "last_name": last_name,
        "member_card": member_card,
        "language": lang,
        "created_at": time(created_at)?,
        "last_login_at": logged_in_at.map(time).transpose()?,
        "passkeys": passkeys,
        "sessions": sessions.into_iter().map(session).collect::<Result<Vec<_>, _>>()?,
        "deletion_due_at": deletion.map(|row| time(row.due_at)).transpose()?,
    }))
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<()> {
    let id = subject.customer_id;
    session::end_all_of(tx, id)?;
    store::delete_links(tx, id)?;
    passkey::store::delete_keys(tx, id)?;
    store::delete_deletion(tx, id)?;
    store::erase(tx, id, now)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "account", export, erase };
