//! The first rows of the price ledger: a list price in EUR becomes prices in every currency, with the history that a
//! reduction needs (decisions §2).

use jiff::{SignedDuration, Timestamp};

use crate::catalog::import;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency, Money, MoneyError};
use crate::domain::price_history::PriceRow;
use crate::error::Result;
use crate::region::Exchange;

/// The prices of an item.
#[derive(Debug, Clone, Copy)]
pub struct ListPrice {
    /// EUR, VAT included.
    pub price: Amount,
    /// The regular price while the item is reduced.
    pub market: Option<Amount>,
    /// The option's surcharge, included in both.
    pub surcharge: Amount,
    /// Start of sale.
    pub since: Timestamp,
    /// Start of the reduction.
    pub reduced_since: Timestamp,
}

/// The ledger rows of an item in a currency. `explicit`: a price set for this currency, before surcharges.
pub fn rows(list: &ListPrice, explicit: Option<Amount>, exchange: &Exchange) -> Result<Vec<PriceRow>, MoneyError> {
    let convert = |eur: Amount| match exchange.currency {
        Currency::Eur => Ok(eur.in_currency(Currency::Eur)),
        _ => exchange.of_eur(eur),
    };
    let price = match explicit {
        Some(base) => base.in_currency(exchange.currency).plus(convert(list.surcharge)?)?,
        None => convert(list.price)?,
    };
    let market = list.market.map(convert).transpose()?;
    let Some(market) = market.filter(|market| market.minor > price.minor) else {
        return Ok(vec![PriceRow { from: list.since, until: None, price, market_price: None }]);
    };
    Ok(vec![
        PriceRow { from: list.since, until: Some(list.reduced_since), price: market, market_price: None },
        PriceRow { from: list.reduced_since, until: None, price, market_price: Some(market) },
    ])
}

/// Inserts an item's prices in the currencies in which it has none; answers the number of rows.
pub fn write(
    tx: &mut dyn Tx,
    item: i64,
    list: &ListPrice,
    explicit: impl Fn(Currency) -> Option<Amount>,
    exchanges: &[Exchange],
) -> Result<u64> {
    let mut added = 0;
    for exchange in exchanges {
        if import::has_price(tx, item, exchange.currency)? {
            continue;
        }
        for row in rows(list, explicit(exchange.currency), exchange)? {
            added += import::add_price(tx, item, &row)?;
        }
    }
    Ok(added)
}

/// The moment a number of days earlier.
pub fn days_before(now: Timestamp, days: u32) -> Timestamp {
    now.checked_sub(SignedDuration::from_hours(24 * i64::from(days))).unwrap_or(now)
}

/// Whether the market price stays above the price in a currency; rounding could make the reduction vanish.
pub fn is_reduced(rows: &[PriceRow]) -> bool {
    rows.last().is_some_and(|row| row.market_price.is_some_and(|market: Money| market.minor > row.price.minor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    fn amount(text: &str) -> Amount {
        text.parse().expect("an amount")
    }

    #[test]
    fn reduced_item_has_a_price_history() {
        let now: Timestamp = "2026-11-21T09:00:00Z".parse().expect("a moment");
        let list = ListPrice {
            price: amount("232.00"),
            market: Some(amount("290.00")),
            surcharge: Amount::ZERO,
            since: days_before(now, 90),
            reduced_since: days_before(now, 20),
        };
        let pound = Exchange { currency: Currency::Gbp, rate: Decimal::new(875, 3), step: amount("0.50") };
        let rows = rows(&list, None, &pound).expect("rows");
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].price.minor, rows[0].until), (25_400, Some(rows[1].from)));
        // 232 × 0.875 = 203.00; 290 × 0.875 = 253.75, rounded up to 0.50.
        assert_eq!((rows[1].price.minor, rows[1].market_price.map(|m| m.minor)), (20_300, Some(25_400)));
        assert!(is_reduced(&rows));
    }

    #[test]
    fn surcharge_is_added_to_an_explicit_price() {
        let now = Timestamp::UNIX_EPOCH;
        let list = ListPrice {
            price: amount("30.00"),
            market: None,
            surcharge: amount("10.00"),
            since: now,
            reduced_since: now,
        };
        let franc = Exchange { currency: Currency::Chf, rate: Decimal::new(935, 3), step: amount("1.00") };
        let rows = rows(&list, Some(amount("18.00")), &franc).expect("rows");
        assert_eq!(rows[0].price.minor, 2800);
    }
}
