//! Prices that are set beside campaigns, and that their lists use indexes.

use jiff::SignedDuration;

use super::setting;
use super::types::{PriceLine, SetArgs};
use crate::audit::{Actor, By};
use crate::catalog::{self, PricedOf};
use crate::db::Connection;
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::testing::{assert_indexed, now, seeded, with, with_statistics};

const SKU: &str = "TOW-GAN";

fn by() -> By {
    By { actor: Actor::Staff(1), now: now() }
}

fn args(amount: &str, follow: bool) -> SetArgs {
    let amount: Amount = amount.parse().expect("an amount");
    let line = PriceLine { sku: SKU.into(), currency: Currency::Eur, amount, ..PriceLine::default() };
    SetArgs { lines: vec![line], follow, ..SetArgs::default() }
}

/// The number of rows of the ledger of the item in a currency.
fn rows(shop: &Connection, currency: Currency) -> usize {
    with(shop, |tx| {
        let id = setting::find(tx, SKU)?;
        Ok(catalog::ledgers(tx, &[id])?[&id][&currency].rows().len())
    })
}

#[test]
fn price_in_euros_alone_leaves_other_currencies_and_the_same_one_changes_nothing() {
    let shop = seeded();
    with(&shop, |tx| setting::set(tx, &by(), &args("21.00", false)));
    assert_eq!((rows(&shop, Currency::Eur), rows(&shop, Currency::Chf)), (2, 1));
    let version = |shop: &Connection| {
        with(shop, |tx| {
            let id = setting::find(tx, SKU)?;
            Ok(setting::version(&catalog::ledgers(tx, &[id])?[&id]))
        })
    };
    let before = version(&shop);
    let plan = with(&shop, |tx| setting::set(tx, &by(), &args("21.00", false)));
    assert!(plan.lines.iter().all(|line| !line.changes()));
    assert_eq!(version(&shop), before);
    with(&shop, |tx| setting::set(tx, &by(), &args("22.00", true)));
    assert_eq!(rows(&shop, Currency::Eur), 2, "a price of no length is replaced");
    assert_eq!(rows(&shop, Currency::Chf), 2);
    assert_ne!(version(&shop), before);
}

#[test]
fn lists_of_prices_use_indexes() {
    let shop = seeded();
    with_statistics(&shop);
    assert_indexed(&shop, |tx| {
        let found = catalog::browse_priced(tx, Lang::De, PricedOf::All, "TOW", "", 51)?;
        let ids: Vec<i64> = found.iter().map(|item| item.id).collect();
        catalog::ledgers(tx, &ids)
    });
    assert_indexed(&shop, |tx| setting::set(tx, &by(), &args("21.00", true)));
    let later = now() + SignedDuration::from_hours(1);
    assert_indexed(&shop, |tx| {
        let id = setting::find(tx, SKU)?;
        super::detail(tx, Lang::En, later, id)
    });
}
