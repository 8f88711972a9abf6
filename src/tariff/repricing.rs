//! What a changed rate does to prices: those that are what the former rate made of the price in EUR become what the new one makes of it
//! (decisions §2). A price that was set for its currency stays, and so does what has been in force until now.

use std::collections::BTreeSet;

use anyhow::Context as _;
use jiff::Timestamp;

use crate::catalog;
use crate::db::Tx;
use crate::domain::money::{Currency, MoneyError};
use crate::domain::price_ledger::{Ledger, LedgerRow, Offer};
use crate::error::Result;
use crate::region::Exchange;

/// Items at a time.
const PORTION: i64 = 500;

/// Sets the prices anew that follow a rate; answers of how many items.
pub fn follow(tx: &mut dyn Tx, [before, after]: [&Exchange; 2], now: Timestamp) -> Result<u32> {
    let now = Timestamp::from_millisecond(now.as_millisecond()).context("a moment")?;
    let (mut changed, mut last) = (Vec::new(), 0);
    loop {
        let ids = catalog::list_priced_in(tx, before.currency, now, last, PORTION)?;
        let Some(id) = ids.last() else { break };
        last = *id;
        for (id, mut of) in catalog::ledgers(tx, &ids)? {
            let (Some(euro), Some(own)) = (of.remove(&Currency::Eur), of.remove(&before.currency)) else { continue };
            let new = followed(&euro, &own, [before, after], now)?;
            if new != own {
                catalog::save_ledger(tx, id, before.currency, [&own, &new], now)?;
                changed.push(id);
            }
        }
    }
    if !changed.is_empty() {
        catalog::follow_prices(tx, &changed, now)?;
    }
    Ok(u32::try_from(changed.len()).unwrap_or(u32::MAX))
}

/// The ledger of an item with the prices that follow the rate set anew, now and wherever a change of the base price is planned.
/// Campaigns go on where they are still the lower price.
fn followed(
    euro: &Ledger,
    own: &Ledger,
    [before, after]: [&Exchange; 2],
    now: Timestamp,
) -> Result<Ledger, MoneyError> {
    let planned = [euro, own].into_iter().flat_map(Ledger::rows).map(|row| row.from).filter(|from| *from > now);
    let moments: BTreeSet<Timestamp> = planned.chain([now]).collect();
    let mut new = own.clone();
    for moment in moments {
        let base = |ledger: &Ledger| ledger.at(moment).map(LedgerRow::base);
        let (Some(leading), Some(offer)) = (base(euro), base(own)) else { continue };
        if offer == converted(leading, before)? {
            new.set(moment, converted(leading, after)?, now);
        }
    }
    Ok(new)
}

fn converted(offer: Offer, exchange: &Exchange) -> Result<Offer, MoneyError> {
    let amount = exchange.of_eur(offer.amount)?.amount();
    let regular = offer.regular.map(|regular| exchange.of_eur(regular)).transpose()?;
    // Rounding up to a step can make the two equal.
    Ok(Offer { amount, regular: regular.map(|regular| regular.amount()).filter(|regular| *regular > amount) })
}
