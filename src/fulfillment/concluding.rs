//! Statements of withdrawal that are dealt with once their last return has ended.

use std::collections::BTreeSet;

use crate::audit;
use crate::db::Tx;
use crate::error::Result;
use crate::order::{self, Actor, Command, Order};
use crate::returns::types::{GoodsReturn, Step};
use crate::shipment::minus;
use crate::withdrawal::types::{Withdrawal, WithdrawnItem};
use crate::{returns, shipment, withdrawal};

/// Notes of each statement about an order that is dealt with now: all its returns have ended, one of them with the money decided, and
/// nothing that it names is still to be sent. The note names the returns and what was refunded. Later statements about the same goods are dealt with, too.
pub(super) fn conclude_withdrawals(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<()> {
    let actor = actor(command);
    let all = returns::list_of_order(tx, order.id)?;
    let numbers: BTreeSet<&str> = all.iter().filter_map(|of| of.withdrawal.as_deref()).collect();
    for number in numbers {
        let own: Vec<&GoodsReturn> = all.iter().filter(|of| of.withdrawal.as_deref() == Some(number)).collect();
        let closed: Vec<&GoodsReturn> = own.iter().filter(|of| of.step == Step::Closed).copied().collect();
        if closed.is_empty() || own.iter().any(|of| of.ended_at.is_none()) {
            continue;
        }
        let Some(statement) = withdrawal::find(tx, number)? else { continue };
        if !names_unsent(tx, order, &statement)? {
            let note = closed.iter().map(|of| of.noted(order.totals.currency)).collect::<Vec<_>>().join(", ");
            withdrawal::conclude(tx, &statement, &note, &actor, command.now)?;
        }
    }
    withdrawal::conclude_repeated(tx, order, &actor, command.now)
}

/// Whether a statement is also about pieces that are still to be sent: those are taken out of the order by hand.
fn names_unsent(tx: &mut dyn Tx, order: &Order, statement: &Withdrawal) -> Result<bool> {
    let sent = shipment::list_shipped(tx, order.id)?;
    let unsent = minus(&order::quantities(tx, order.id)?, &sent);
    let items: Vec<WithdrawnItem> = serde_json::from_str(&statement.items).unwrap_or_default();
    if items.is_empty() || unsent.is_empty() {
        return Ok(!unsent.is_empty());
    }
    let lines = order::lines(tx, order.id)?;
    let of_sku = |sku: &str, pieces: &shipment::Quantities| -> u32 {
        let of_line = lines.iter().zip(0_i64..).filter(|(line, _)| line.sku == sku);
        of_line.filter_map(|(_, position)| pieces.get(&position)).sum()
    };
    Ok(items.iter().any(|item| of_sku(&item.sku, &unsent) > 0 && item.qty > of_sku(&item.sku, &sent)))
}

/// As threads keep it.
fn actor(command: &Command) -> String {
    match command.actor {
        Actor::Operator => audit::Actor::Command(audit::system_user()).to_string(),
        other => other.code(),
    }
}
