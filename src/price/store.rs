//! All SQL of what people have set. The prices themselves are the catalogue's.

use jiff::Timestamp;
use serde::Deserialize;

use crate::audit::By;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::price_ledger::Offer;
use crate::error::Result;
use crate::vals;

/// Notes who has set a price, or has taken one back (`None`), and why.
pub fn save_change(
    tx: &mut dyn Tx,
    by: &By,
    (product_id, currency): (i64, Currency),
    from: Timestamp,
    offer: Option<Offer>,
    note: &str,
) -> Result<()> {
    tx.exec(
        "INSERT INTO price_change (product_id, currency, at, valid_from, amount, regular, note, actor)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        vals![
            product_id,
            currency.code(),
            by.now.as_millisecond(),
            from.as_millisecond(),
            offer.map(|offer| offer.amount.minor()),
            offer.and_then(|offer| offer.regular).map(Amount::minor),
            note,
            by.actor.to_string()
        ],
    )?;
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Change {
    /// Unix milliseconds, as the next but one.
    pub at: i64,
    pub currency: Currency,
    pub valid_from: i64,
    /// Minor units.
    pub amount: Option<i64>,
    pub regular: Option<i64>,
    pub note: String,
    pub actor: String,
}

/// What was set of an item, the newest first.
pub fn list_changes(tx: &mut dyn Tx, product_id: i64, limit: i64) -> Result<Vec<Change>> {
    tx.all(
        "SELECT at, currency, valid_from, amount, regular, note, actor FROM price_change WHERE product_id = $1
         ORDER BY id DESC LIMIT $2",
        vals![product_id, limit],
    )
}
