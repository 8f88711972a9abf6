//! Deletes the accounts whose owners asked for it a working day ago.

use jiff::Timestamp;

use crate::config::Config;
use crate::customer;
use crate::db::Tx;
use crate::error::Result;

/// Accounts of one run; the rest comes with the next.
const BATCH: i64 = 50;

/// One transaction: an account is deleted with everything about it, or not at all. Run again, it finds none.
pub fn run(tx: &mut dyn Tx, config: &Config, now: Timestamp) -> Result<String> {
    Ok(format!("{} accounts", customer::carry_out(tx, config, now, BATCH)?))
}
