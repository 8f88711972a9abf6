//! All SQL of changes and of who is where.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::Deserialize;

use crate::db::{Tx, by_keys};
use crate::error::Result;
use crate::vals;

/// Changes that are kept: what a browser can have missed and still be told.
pub const KEPT: i64 = 10_000;

/// A place in the sequence of changes, as browsers name it: the change's number, and its time, by which a number of another
/// database is recognised (a restored one counts on from an earlier number).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Position {
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.id, self.at)
    }
}

impl FromStr for Position {
    type Err = ();

    fn from_str(text: &str) -> Result<Position, ()> {
        let (id, at) = text.split_once('-').ok_or(())?;
        Ok(Position { id: id.parse().map_err(drop)?, at: at.parse().map_err(drop)? })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    pub id: i64,
    pub at: i64,
    pub noun: String,
    pub thing: String,
}

/// The position of the newest change. There is always one.
pub fn newest(tx: &mut dyn Tx) -> Result<Position> {
    tx.one("SELECT id, at FROM change ORDER BY id DESC LIMIT 1", vals![])
}

/// Whether a position is one of this database, and every change after it is still there.
pub fn is_known(tx: &mut dyn Tx, Position { id, at }: Position) -> Result<bool> {
    Ok(tx.find::<i64>("SELECT id FROM change WHERE id = $1 AND at = $2", vals![id, at])?.is_some())
}

/// At most `limit` changes after a number, oldest first.
pub fn list_after(tx: &mut dyn Tx, id: i64, limit: i64) -> Result<Vec<Row>> {
    tx.all("SELECT id, at, noun, thing FROM change WHERE id > $1 ORDER BY id LIMIT $2", vals![id, limit])
}

/// Deletes changes but the newest [`KEPT`], at most `limit`, oldest first; answers how many.
pub fn delete_old(tx: &mut dyn Tx, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM change WHERE id IN
             (SELECT id FROM change WHERE id <= (SELECT max(id) FROM change) - $1 ORDER BY id LIMIT $2)",
        vals![KEPT, limit],
    )
}

// ── Who is where ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Records that a person has a thing open, or goes on having it open, until `until`.
pub fn save_presence(tx: &mut dyn Tx, stream: &str, thing: &str, staff_id: i64, until: Timestamp) -> Result<()> {
    tx.exec(
        "INSERT INTO presence (stream, thing, staff_id, until_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (stream, thing) DO UPDATE SET until_at = $4",
        vals![stream, thing, staff_id, until.as_millisecond()],
    )?;
    Ok(())
}

pub fn delete_presence(tx: &mut dyn Tx, stream: &str) -> Result<()> {
    tx.exec("DELETE FROM presence WHERE stream = $1", vals![stream])?;
    Ok(())
}

/// Deletes what nobody has renewed: rows of a process that died.
pub fn delete_lapsed_presence(tx: &mut dyn Tx, now: Timestamp) -> Result<u64> {
    tx.exec("DELETE FROM presence WHERE until_at <= $1", vals![now.as_millisecond()])
}

/// Ids of the people who have things open, by thing.
pub fn present(tx: &mut dyn Tx, things: &[String]) -> Result<BTreeMap<String, Vec<i64>>> {
    let mut found: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let sql = "SELECT DISTINCT thing, staff_id FROM presence WHERE thing IN ($ids) ORDER BY thing, staff_id";
    for (thing, staff_id) in by_keys::<(String, i64)>(tx, sql, things)? {
        found.entry(thing).or_default().push(staff_id);
    }
    Ok(found)
}

/// What everybody has open who may answer customers and has the console open.
pub(super) const DESK: &str = "desk";

/// Whether somebody who may answer customers has the console open.
pub fn is_desk_staffed(tx: &mut dyn Tx, now: Timestamp) -> Result<bool> {
    let sql = "SELECT 1 FROM presence WHERE thing = $1 AND until_at > $2 LIMIT 1";
    Ok(tx.find::<i64>(sql, vals![DESK, now.as_millisecond()])?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{empty, with};

    #[test]
    fn newest_changes_are_kept_and_numbers_rise_on() {
        let shop = empty();
        shop.exec(
            "WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 10050)
             INSERT INTO change (noun, thing) SELECT 'order', n FROM one",
            vals![],
        )
        .expect("changes");
        let first = with(&shop, |tx| list_after(tx, 0, 1)).remove(0);
        let first = Position { id: first.id, at: first.at };
        let newest = with(&shop, newest);
        assert!(with(&shop, |tx| is_known(tx, first)) && with(&shop, |tx| is_known(tx, newest)));
        assert_eq!(with(&shop, |tx| delete_old(tx, 20)), 20);
        assert!(with(&shop, |tx| delete_old(tx, 1000)) > 20);
        assert_eq!(with(&shop, |tx| delete_old(tx, 1000)), 0);
        assert_eq!(with(&shop, |tx| list_after(tx, 0, 20_000)).len(), usize::try_from(KEPT).expect("a count"));
        assert!(!with(&shop, |tx| is_known(tx, first)), "too old");
        assert!(!with(&shop, |tx| is_known(tx, Position { at: newest.at + 1, ..newest })), "of another database");
        shop.exec("INSERT INTO change (noun, thing) VALUES ('order', 'x')", vals![]).expect("a change");
        assert_eq!(with(&shop, super::newest).id, newest.id + 1);
    }

    #[test]
    fn positions_are_read_as_they_are_written() {
        let position = Position { id: 7, at: 1_763_800_000_000 };
        assert_eq!(position.to_string().parse(), Ok(position));
        for text in ["", "7", "7-", "-", "a-1", "7-1-2", "99999999999999999999-1"] {
            assert_eq!(text.parse::<Position>(), Err(()), "{text}");
        }
    }
}
