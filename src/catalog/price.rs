//! Prices, read from the ledger, which has a row for every price that was ever in force.

use std::collections::HashMap;

use anyhow::Context;
use jiff::Timestamp;
use serde::Deserialize;

use crate::db::{Tx, by_ids, group_by};
use crate::domain::money::{Amount, Currency, Money};
use crate::domain::price_history::{PriceRow, in_force, lowest_before_reduction};
use crate::domain::store_view::Lang;
use crate::domain::unit_price::{Content, ContentUnit, UnitPrice, unit_price};
use crate::error::Result;
use crate::region;
use crate::vals;

/// The price of an item at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    pub price: Money,
    /// The regular price while the item is reduced.
    pub market_price: Option<Money>,
    /// The lowest price of the 30 days before the reduction (Directive 98/6/EC art. 6a).
    pub lowest_30d: Option<Money>,
    /// End of the reduction, if it has one.
    pub reduced_until: Option<Timestamp>,
}

impl Price {
    /// The last day of the reduction, in UTC, for structured data.
    pub fn last_reduced_day(&self) -> Option<String> {
        // The end is exclusive.
        let last = self.reduced_until?.checked_sub(jiff::SignedDuration::from_millis(1)).ok()?;
        Some(last.to_zoned(jiff::tz::TimeZone::UTC).date().to_string())
    }
}

#[derive(Debug, Deserialize)]
struct LedgerRow {
    product_id: i64,
    valid_from: i64,
    valid_to: Option<i64>,
    amount: i64,
    regular: Option<i64>,
}

impl LedgerRow {
    fn read(&self, currency: Currency) -> Result<PriceRow> {
        let moment = |at: i64| Timestamp::from_millisecond(at).context("a moment of the price ledger");
        Ok(PriceRow {
            from: moment(self.valid_from)?,
            until: self.valid_to.map(moment).transpose()?,
            price: Money::new(self.amount, currency),
            market_price: self.regular.map(|regular| Money::new(regular, currency)),
        })
    }
}

/// The prices of items at a time; items without one are left out.
pub fn prices(tx: &mut dyn Tx, ids: &[i64], currency: Currency, now: Timestamp) -> Result<HashMap<i64, Price>> {
    let rows: Vec<LedgerRow> = by_ids(
        tx,
        "SELECT product_id, valid_from, valid_to, amount, regular FROM price
         WHERE product_id IN ($ids) AND currency = $25 AND valid_from <= $26",
        ids,
        vals![currency.code(), now.as_millisecond()],
    )?;
    let mut prices = HashMap::new();
    for (id, rows) in group_by(rows.into_iter().map(|row| (row.product_id, row))) {
        let ledger = rows.iter().map(|row| row.read(currency)).collect::<Result<Vec<_>>>()?;
        if let Some(row) = in_force(&ledger, now) {
            let market_price = row.market_price.filter(|_| row.is_reduced());
            let lowest_30d = lowest_before_reduction(&ledger, now);
            let reduced_until = market_price.and(row.until);
            prices.insert(id, Price { price: row.price, market_price, lowest_30d, reduced_until });
        }
    }
    Ok(prices)
}

/// The price per litre or kilogram; none without a content.
pub fn per_unit(price: Money, amount: Option<u32>, unit: Option<ContentUnit>) -> Option<UnitPrice> {
    unit_price(price, Content { amount: amount?, unit: unit? })
}

/// Bounds of the price facet in whole units, of similar value in each currency.
const fn bounds(currency: Currency) -> [i64; 5] {
    match currency {
        Currency::Eur | Currency::Chf | Currency::Gbp => [50, 100, 250, 500, 1000],
        Currency::Pln | Currency::Aed => [200, 400, 1000, 2000, 4000],
        Currency::Ron => [250, 500, 1250, 2500, 5000],
        Currency::Cny => [400, 800, 2000, 4000, 8000],
    }
}

/// A step of the price facet: prices from `from` up to, but not including, `below`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub from: Amount,
    /// `None`: no upper bound.
    pub below: Option<Amount>,
}

impl Step {
    /// The steps of a currency, lowest first.
    pub fn all(currency: Currency) -> impl Iterator<Item = Step> {
        let bounds = bounds(currency).map(|units| Amount::from_minor(units * 100));
        let from = [Amount::ZERO].into_iter().chain(bounds);
        from.zip(bounds.map(Some).into_iter().chain([None])).map(|(from, below)| Step { from, below })
    }

    /// Its value in filters: `50-100`, and `1000-` for the last.
    pub fn code(self) -> String {
        let units = |amount: Amount| amount.minor() / 100;
        let below = self.below.map(|below| units(below).to_string()).unwrap_or_default();
        format!("{}-{below}", units(self.from))
    }

    pub fn contains(self, price: Amount) -> bool {
        price >= self.from && self.below.is_none_or(|below| price < below)
    }
}

/// The code of the step that a price lies in.
pub fn step_of(currency: Currency, price: Amount) -> Option<String> {
    Step::all(currency).find(|step| step.contains(price)).map(Step::code)
}

/// The price of the cheapest of several items and that of the dearest. Of equal prices the lowest id's is taken.
pub fn range(prices: &HashMap<i64, Price>) -> Option<(Price, Money)> {
    let (_, low) = prices.iter().min_by_key(|(id, price)| (price.price.minor, **id))?;
    let high = prices.values().max_by_key(|price| price.price.minor)?;
    Some((*low, high.price))
}

/// An amount in running text: without decimals if they are zero, with the symbol where the language puts it. `€150`,
/// `CHF 150`, `150 €`.
pub fn mentioned(amount: Amount, symbol: &str, lang: Lang) -> String {
    let grouped = amount.grouped(lang.separators());
    let number = if amount.minor() % 100 == 0 { &grouped[..grouped.len() - 3] } else { &grouped };
    with_symbol(number, symbol, lang)
}

/// A number with a currency's symbol on the side where the language puts it.
pub fn with_symbol(number: &str, symbol: &str, lang: Lang) -> String {
    match lang {
        Lang::En | Lang::Zh if symbol.chars().all(char::is_alphabetic) => format!("{symbol}\u{a0}{number}"),
        Lang::En | Lang::Zh => format!("{symbol}{number}"),
        Lang::Fr | Lang::De | Lang::Es => format!("{number}\u{a0}{symbol}"),
    }
}

/// The symbol of a currency; its code in an empty shop.
pub fn symbol(tx: &mut dyn Tx, currency: Currency) -> Result<String> {
    Ok(region::currency_symbol(tx, currency)?.unwrap_or_else(|| currency.code().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_steps_cover_every_price_once() {
        for currency in Currency::ALL {
            for price in [0, 1, 4999, 5000, 99_999, 100_000, 12_345_678] {
                let price = Amount::from_minor(price);
                assert_eq!(Step::all(currency).filter(|step| step.contains(price)).count(), 1, "{currency} {price}");
            }
        }
        let codes: Vec<_> = Step::all(Currency::Eur).map(Step::code).collect();
        assert_eq!(codes, ["0-50", "50-100", "100-250", "250-500", "500-1000", "1000-"]);
        assert_eq!(step_of(Currency::Eur, Amount::from_minor(5000)).as_deref(), Some("50-100"));
    }

    #[test]
    fn amounts_in_text_are_localised() {
        let amount = Amount::from_minor(123_400);
        assert_eq!(mentioned(amount, "€", Lang::En), "€1,234");
        assert_eq!(mentioned(amount, "CHF", Lang::En), "CHF\u{a0}1,234");
        assert_eq!(mentioned(amount, "€", Lang::De), "1.234\u{a0}€");
        assert_eq!(mentioned(Amount::from_minor(1250), "€", Lang::Fr), "12,50\u{a0}€");
    }
}
