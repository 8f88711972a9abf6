//! All SQL of saved views.

use serde::Deserialize;

use super::types::ViewedList;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// A view as stored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    pub id: i64,
    /// None: everybody's.
    pub staff_id: Option<i64>,
    pub list: ViewedList,
    pub name: String,
    pub query: String,
    pub position: i64,
}

const VIEW: &str = "SELECT id, staff_id, list, name, query, position FROM saved_view";

/// The views of a list for all (`None`) or of a person, in their order.
pub fn list(tx: &mut dyn Tx, staff_id: Option<i64>, of: ViewedList) -> Result<Vec<Row>> {
    match staff_id {
        Some(staff_id) => tx.all(
            &format!("{VIEW} WHERE staff_id = $1 AND list = $2 ORDER BY position, id"),
            vals![staff_id, of.code()],
        ),
        None => tx.all(&format!("{VIEW} WHERE staff_id IS NULL AND list = $1 ORDER BY position, id"), vals![of.code()]),
    }
}

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Row>> {
    tx.find(&format!("{VIEW} WHERE id = $1"), vals![id])
}

/// The view with which a person opens a list.
pub fn find_default(tx: &mut dyn Tx, staff_id: i64, of: ViewedList) -> Result<Option<i64>> {
    tx.find("SELECT view_id FROM default_view WHERE staff_id = $1 AND list = $2", vals![staff_id, of.code()])
}

pub fn save_default(tx: &mut dyn Tx, staff_id: i64, of: ViewedList, id: Option<i64>) -> Result<()> {
    match id {
        Some(id) => tx.exec(
            "INSERT INTO default_view (staff_id, list, view_id) VALUES ($1, $2, $3)
             ON CONFLICT (staff_id, list) DO UPDATE SET view_id = excluded.view_id",
            vals![staff_id, of.code(), id],
        )?,
        None => tx.exec("DELETE FROM default_view WHERE staff_id = $1 AND list = $2", vals![staff_id, of.code()])?,
    };
    Ok(())
}

/// Saves a new view behind the others; answers its id.
pub fn save(tx: &mut dyn Tx, staff_id: Option<i64>, of: ViewedList, name: &str, query: &str) -> Result<i64> {
    let last = list(tx, staff_id, of)?.last().map_or(0, |row| row.position);
    tx.one(
        "INSERT INTO saved_view (staff_id, list, name, query, position) VALUES ($1, $2, $3, $4, $5) RETURNING id",
        vals![staff_id, of.code(), name, query, last + 1],
    )
}

pub fn save_changed(tx: &mut dyn Tx, id: i64, staff_id: Option<i64>, name: &str, query: &str) -> Result<()> {
    tx.exec(
        "UPDATE saved_view SET staff_id = $2, name = $3, query = $4 WHERE id = $1",
        vals![id, staff_id, name, query],
    )?;
    Ok(())
}

pub fn save_position(tx: &mut dyn Tx, id: i64, position: i64) -> Result<()> {
    tx.exec("UPDATE saved_view SET position = $2 WHERE id = $1", vals![id, position])?;
    Ok(())
}

pub fn delete(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM saved_view WHERE id = $1", vals![id])?;
    Ok(())
}

/// Forgets that others open a list with a view, which is theirs no more.
pub fn delete_defaults_of_others(tx: &mut dyn Tx, id: i64, staff_id: i64) -> Result<()> {
    tx.exec("DELETE FROM default_view WHERE view_id = $1 AND staff_id <> $2", vals![id, staff_id])?;
    Ok(())
}

/// Views that look for a mail address: id and query. None for an empty address.
pub fn list_searching(tx: &mut dyn Tx, email: &str) -> Result<Vec<(i64, String)>> {
    if email.is_empty() {
        return Ok(Vec::new());
    }
    // As many as people have saved: some dozens.
    let rows: Vec<(i64, String)> = tx.all("SELECT id, query FROM saved_view WHERE id > 0 ORDER BY id", vals![])?;
    let email = email.to_lowercase();
    let searches =
        |query: &str| form_urlencoded::parse(query.as_bytes()).any(|(_, value)| value.to_lowercase().contains(&email));
    Ok(rows.into_iter().filter(|(_, query)| searches(query)).collect())
}
