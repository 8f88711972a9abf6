//! All SQL of the common calls.

use jiff::Timestamp;

use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// The latest conversation that a session opened since `since`.
pub fn find_conversation(tx: &mut dyn Tx, session_id: i64, since: Timestamp) -> Result<Option<String>> {
    tx.find(
        "SELECT session_id FROM conversation WHERE visitor = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT 1",
        vals![session_id, since.as_millisecond()],
    )
}

pub fn save_conversation(tx: &mut dyn Tx, handle: &str, session_id: i64, lang: Lang, now: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO conversation (session_id, visitor, lang, created_at) VALUES ($1, $2, $3, $4)",
        vals![handle, session_id, lang.code(), now.as_millisecond()],
    )?;
    Ok(())
}
