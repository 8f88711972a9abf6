//! The calls about the copy for staging, one function a path.

use jiff::Timestamp;
use serde_json::json;

use super::store::{self, State};
use super::types::Copy;
use super::{KEPT, NAME};
use crate::audit::{self, Change};
use crate::call::{Changed, NoArgs, StaffMember};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;

fn moment(at: i64) -> Result<Timestamp> {
    Ok(Timestamp::from_millisecond(at).map_err(anyhow::Error::from)?)
}

/// The copy that is there, is being made, or could not be made.
pub fn find(tx: &mut dyn Tx) -> Result<Option<Copy>> {
    let Some(row) = store::find_row(tx)? else { return Ok(None) };
    let made_at = row.made_at.map(moment).transpose()?;
    Ok(Some(Copy {
        state: row.state,
        requested_at: moment(row.requested_at)?.to_string(),
        percent: row.percent,
        made_at: made_at.map(|at| at.to_string()),
        bytes: row.bytes,
        until: made_at.map(|at| (at + KEPT).to_string()),
        failure: row.failure,
    }))
}

/// Asks for a copy, which is made in the background.
pub fn make(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Changed<Option<Copy>>> {
    if store::find_row(tx)?.is_some_and(|row| row.state == State::Making) {
        return Err(refuse(message::STAGING_BUSY));
    }
    store::save_requested(tx, member.client.now())?;
    Ok(Changed::new(find(tx)?, Change::new("backup", NAME)))
}

/// Deletes the copy, or stops it from being made; its file goes within seconds.
pub fn delete(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<Changed<Option<Copy>>> {
    if store::find_row(tx)?.is_none() {
        return Err(refuse(message::STAGING_NONE));
    }
    store::delete(tx)?;
    Ok(Changed::new(None, Change::new("backup", NAME).after(json!({ "deleted": true }))))
}

/// Tells whether the copy can be taken away: for the console, which asks for proof before the browser asks for the file.
pub fn take(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<Copy> {
    find(tx)?.filter(|copy| copy.state == State::Ready).ok_or_else(|| refuse(message::STAGING_NONE))
}

/// Records who takes the copy away; refuses where there is none.
pub fn downloaded(tx: &mut dyn Tx, member: &StaffMember) -> Result<()> {
    let ready = store::find_row(tx)?.filter(|row| row.state == State::Ready);
    let ready = ready.ok_or_else(|| refuse(message::STAGING_NONE))?;
    let change = Change::new("backup", NAME).after(json!({ "downloaded": true, "bytes": ready.bytes }));
    let (actor, origin) = (member.who.actor(), member.client.audit_origin());
    audit::record(tx, &actor, &origin, "staging/file", &change, member.client.now())
}
