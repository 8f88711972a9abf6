//! How much waits of a kind.

use serde::Deserialize;

/// Things that wait, counted by a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Backlog {
    pub count: i64,
    /// The earliest of the times that its deadlines follow from, in Unix milliseconds; none where nothing waits.
    pub first: Option<i64>,
    /// How many have a time before the one that was asked about.
    pub late: i64,
}
