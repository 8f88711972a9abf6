//! What ends in a database that comes back from a copy: it would otherwise go on where the copy was made, although somebody has
//! ended, undone or used it since.

use jiff::Timestamp;

use super::store;
use crate::call_context::{SHOP, find_secret};
use crate::db::Tx;
use crate::error::Result;
use crate::staff::passkey;
use crate::{bulk, customer, deed, session, staff, token};

/// Who and what may come in by the database that is left behind. A copy from before knows nothing of whom it was taken from since.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Access {
    /// The shop's secret: a copy that comes to another machine, where another shop was begun, is not that one's.
    secret: Option<[u8; 32]>,
    people: Vec<i64>,
    passkeys: Vec<i64>,
    /// Of customers.
    keys: Vec<i64>,
    tokens: Vec<i64>,
}

impl Access {
    pub fn read(tx: &mut dyn Tx, now: Timestamp) -> Result<Access> {
        Ok(Access {
            secret: find_secret(tx, SHOP)?,
            people: staff::list_enabled(tx)?,
            passkeys: passkey::list_ids(tx)?,
            keys: customer::passkey::list_ids(tx)?,
            tokens: token::list_in_force(tx, now)?,
        })
    }

    /// Takes from people, customers and tokens of the copy what they have lost since.
    fn take(&self, tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
        staff::disable_others(tx, &self.people, now)?;
        passkey::delete_others(tx, &self.passkeys)?;
        customer::passkey::delete_others(tx, &self.keys)?;
        token::revoke_others(tx, &self.tokens, now)
    }
}

/// Ends sessions, links that let somebody in, deeds and work that were pending, and restores that were scheduled; and takes from
/// people and programs what they have lost since. `access`: none where the former database cannot be read. Then, and where it was
/// another shop's, people are as the copy has them, and every token is revoked.
pub fn settle(tx: &mut dyn Tx, access: Option<&Access>, now: Timestamp) -> Result<()> {
    let secret = find_secret(tx, SHOP)?;
    match access.filter(|access| access.secret == secret) {
        Some(access) => access.take(tx, now)?,
        None => token::revoke_others(tx, &[], now)?,
    }
    store::end_open(tx, now)?;
    staff::end_all(tx)?;
    session::end_all_of_customers(tx)?;
    customer::delete_all_links(tx)?;
    bulk::stop_all(tx, now)?;
    deed::undo_all(tx)
}
