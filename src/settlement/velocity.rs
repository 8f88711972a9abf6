//! Velocity limits against card testing, which shows as many attempts and many declines.
//!
//! Attempts are counted by session, network and customer account within an hour, from their rows: a restart loses nothing, and
//! every path to a gateway is counted, since each records an attempt first. An e-mail address counts for nobody: anyone can
//! type it, and so keep its owner from paying.

use jiff::SignedDuration;

use super::attempt::Payer;
use crate::db::{Tx, Val};
use crate::error::{Result, refuse};
use crate::message;
use crate::order::Command;
use crate::payment::store::{self, Tries};

const WINDOW: SignedDuration = SignedDuration::from_hours(1);
/// Maximum number of attempts per order.
const PER_ORDER: u32 = 12;

/// Refuses an attempt when there have been too many.
pub fn check(tx: &mut dyn Tx, command: &Command, payer: Payer, order_id: Option<i64>) -> Result<()> {
    let limits = &command.config.limits.payments;
    let since = command.now - WINDOW;
    let network = payer.network_handle(tx)?;
    let mut has_room = |column, key: Option<Val>, all: u32, declined: u32| -> Result<bool> {
        let Some(key) = key else { return Ok(true) };
        let Tries { all: tried, declined: failed } = store::count_tries(tx, column, key, since)?;
        Ok(tried < all && failed < declined)
    };
    let is_free =
        has_room("session_id", payer.session_id.map(Val::from), limits.per_session, limits.declined_per_session)?
            && has_room("network", network.map(Val::from), limits.per_network, limits.declined_per_network)?
            && has_room("customer_id", payer.customer_id.map(Val::from), limits.per_email, limits.declined_per_email)?;
    let of_order = order_id.map_or(Ok(0), |id| store::count_attempts(tx, id))?;
    if is_free && of_order < PER_ORDER {
        return Ok(());
    }
    metrics::counter!("shop_payment_throttled_total").increment(1);
    Err(refuse(message::PAYMENT_THROTTLED))
}
