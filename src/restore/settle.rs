//! What ends in a database that comes back from a copy: it would otherwise go on where the copy was made, although somebody has
//! ended, undone or used it since.

use jiff::Timestamp;

use super::store;
use crate::db::Tx;
use crate::error::Result;
use crate::{bulk, customer, deed, session, staff};

/// Ends sessions, links that let somebody in, deeds and work that were pending, and restores that were scheduled.
pub fn settle(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    store::end_open(tx, now)?;
    staff::end_all(tx)?;
    session::end_all_of_customers(tx)?;
    customer::delete_all_links(tx)?;
    bulk::stop_all(tx, now)?;
    deed::undo_all(tx)
}
