//! All SQL of deeds.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::types::{Deed, DeedAuthor, Failure};
use crate::audit::Change;
use crate::call::StaffMember;
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::error::{Result, refuse};
use crate::{message, vals};

#[derive(Debug, Deserialize)]
struct DeedRow {
    id: i64,
    call: String,
    permission: String,
    noun: String,
    thing: String,
    staff_id: i64,
    staff_name: String,
    token_id: Option<i64>,
    due_at: i64,
    failure: Option<String>,
    run_id: Option<i64>,
}

const DEED: &str =
    "SELECT id, call, permission, noun, thing, staff_id, staff_name, token_id, due_at, failure, run_id FROM deed";

impl DeedRow {
    fn deed(self) -> Result<Deed> {
        let due_at = Timestamp::from_millisecond(self.due_at).map_err(anyhow::Error::from)?;
        let failure = self.failure.as_deref().map(serde_json::from_str::<Failure>).transpose();
        Ok(Deed {
            id: self.id,
            call: self.call,
            noun: self.noun,
            thing: self.thing,
            by: DeedAuthor { id: self.staff_id, name: self.staff_name, token_id: self.token_id },
            due_at: due_at.to_string(),
            failure: failure.map_err(anyhow::Error::from)?,
            run_id: self.run_id,
        })
    }
}

/// Saves a pending deed; answers its id.
pub(super) fn save(
    tx: &mut dyn Tx,
    member: &StaffMember,
    call: &str,
    permission: Permission,
    args: &Value,
    change: &Change,
    due_at: Timestamp,
) -> Result<i64> {
    tx.one(
        "INSERT INTO deed (call, args, permission, noun, thing, also_noun, also_thing, staff_id, staff_name, is_proved,
             network, due_at, token_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id",
        vals![
            call,
            args.to_string(),
            permission.code(),
            change.noun,
            &change.thing,
            change.also.as_ref().map(|(noun, _)| *noun),
            change.also.as_ref().map(|(_, thing)| thing),
            member.who.staff_id,
            &member.who.name,
            member.is_proved(),
            &member.client.network_hash,
            due_at.as_millisecond(),
            member.who.token_id,
        ],
    )
}

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Deed>> {
    let row: Option<DeedRow> = tx.find(&format!("{DEED} WHERE id = $1"), vals![id])?;
    row.map(DeedRow::deed).transpose()
}

/// The deed that is about to change a thing.
pub fn find_pending(tx: &mut dyn Tx, noun: &str, thing: &str) -> Result<Option<Deed>> {
    let sql = format!(
        "{DEED} WHERE failure IS NULL AND (noun = $1 AND thing = $2 OR also_noun = $1 AND also_thing = $2) LIMIT 1"
    );
    let row: Option<DeedRow> = tx.find(&sql, vals![noun, thing])?;
    row.map(DeedRow::deed).transpose()
}

/// Who is about to change things of a noun, by thing.
pub fn list_pending_authors(tx: &mut dyn Tx, noun: &str) -> Result<HashMap<String, DeedAuthor>> {
    type Row = (String, i64, String, Option<i64>);
    let rows: Vec<Row> = tx.all(
        "SELECT thing, staff_id, staff_name, token_id FROM deed WHERE failure IS NULL AND noun = $1
         UNION ALL
         SELECT also_thing, staff_id, staff_name, token_id FROM deed WHERE failure IS NULL AND also_noun = $1",
        vals![noun],
    )?;
    Ok(rows.into_iter().map(|(thing, id, name, token_id)| (thing, DeedAuthor { id, name, token_id })).collect())
}

/// Deeds whose permission is among these; the pending ones first.
pub(super) fn list(tx: &mut dyn Tx, permissions: &Permissions) -> Result<Vec<Deed>> {
    // A handful: those of the last seconds, and failed ones that nobody has dismissed.
    let rows: Vec<DeedRow> = tx.all(&format!("{DEED} ORDER BY failure IS NOT NULL, due_at, id LIMIT 500"), vals![])?;
    let is_own = |row: &DeedRow| Permission::from_code(&row.permission).is_some_and(|of| permissions.contains(&of));
    rows.into_iter().filter(is_own).map(DeedRow::deed).collect()
}

/// Deeds that have failed and need one of these permissions, oldest first, with the time at which they were due.
pub fn list_failed(tx: &mut dyn Tx, permissions: &Permissions) -> Result<Vec<Deed>> {
    Ok(list(tx, permissions)?.into_iter().filter(|deed| deed.failure.is_some()).collect())
}

/// Deletes a pending (or a failed) deed; answers it, or none if there is none such. Refused without the permission that it needs.
pub(super) fn delete(
    tx: &mut dyn Tx,
    id: i64,
    has_failed: bool,
    permissions: &Permissions,
) -> Result<Option<(String, String, String)>> {
    let sql = "SELECT permission FROM deed WHERE id = $1 AND (failure IS NOT NULL) = $2";
    let Some(code) = tx.find::<String>(sql, vals![id, has_failed])? else { return Ok(None) };
    if !Permission::from_code(&code).is_some_and(|permission| permissions.contains(&permission)) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    tx.find("DELETE FROM deed WHERE id = $1 RETURNING call, noun, thing", vals![id])
}

/// A deed that is to be carried out now.
#[derive(Debug, Deserialize)]
pub struct Pending {
    pub call: String,
    /// JSON.
    pub args: String,
    pub staff_id: i64,
    /// The token of the program that has asked; none: a person.
    pub token_id: Option<i64>,
    /// Whether password and code had been asked just before.
    pub is_proved: bool,
    /// Keyed hash of the network from which it was asked for.
    pub network: String,
    pub thing: String,
    /// The work on many that has asked for it.
    pub run_id: Option<i64>,
}

/// Deeds that are due, the longest due first.
pub fn list_due(tx: &mut dyn Tx, now: Timestamp) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM deed WHERE failure IS NULL AND due_at <= $1 ORDER BY due_at, id LIMIT 500",
        vals![now.as_millisecond()],
    )
}

/// Deletes and answers a deed that is due; none if it was undone or carried out meanwhile.
pub fn take(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<Option<Pending>> {
    tx.find(
        "DELETE FROM deed WHERE id = $1 AND failure IS NULL AND due_at <= $2
         RETURNING call, args, staff_id, token_id, is_proved, network, thing, run_id",
        vals![id, now.as_millisecond()],
    )
}

// ── Work on many ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Names the work on many that has asked for a deed.
pub fn save_run(tx: &mut dyn Tx, id: i64, run_id: i64) -> Result<()> {
    tx.exec("UPDATE deed SET run_id = $2 WHERE id = $1", vals![id, run_id])?;
    Ok(())
}

/// The things that pending deeds of a work on many are about to change.
pub fn list_things_of_run(tx: &mut dyn Tx, run_id: i64) -> Result<Vec<String>> {
    tx.all("SELECT thing FROM deed WHERE run_id = $1 AND failure IS NULL", vals![run_id])
}

/// Deletes the pending deeds of a work on many.
pub fn undo_of_run(tx: &mut dyn Tx, run_id: i64) -> Result<()> {
    tx.exec("DELETE FROM deed WHERE run_id = $1 AND failure IS NULL", vals![run_id])?;
    Ok(())
}

/// Deletes all pending deeds.
pub fn undo_all(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("DELETE FROM deed WHERE failure IS NULL", vals![])?;
    Ok(())
}

/// Deletes a deed that has failed, where the work that has asked for it tells why.
pub fn delete_failed(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM deed WHERE id = $1", vals![id])?;
    Ok(())
}

pub(super) fn save_failure(tx: &mut dyn Tx, id: i64, failure: &Failure) -> Result<()> {
    let text = serde_json::to_string(failure).map_err(anyhow::Error::from)?;
    tx.exec("UPDATE deed SET failure = $2, args = '' WHERE id = $1", vals![id, text])?;
    Ok(())
}
