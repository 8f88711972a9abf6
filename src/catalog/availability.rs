//! `catalog/availability`: what of items moves with each sale and each day, for pages that hold neither.

use std::collections::HashMap;

use serde::Deserialize;

use super::delivery::Standard;
use super::store;
use super::types::{AvailabilityArgs, AvailabilityPage, ItemAvailability};
use crate::call::{Shows, View};
use crate::db::{Tx, by_keys};
use crate::domain::stock::Availability;
use crate::error::{Error, Result};
use crate::region;

/// Most items of one question: the variants of the largest product, and more.
const MOST_SKUS: usize = 200;
/// A larger stock is nobody's business.
const MOST_TOLD: u32 = 10;

#[derive(Debug, Deserialize)]
struct ItemRow {
    sku: String,
    quantity: u32,
    weight_g: u32,
    ship_group: String,
}

/// Availability of items on sale, in the order of their SKUs in the question; unknown ones are left out.
pub fn availability(tx: &mut dyn Tx, view: &View, args: AvailabilityArgs) -> Result<AvailabilityPage> {
    if args.skus.len() > MOST_SKUS {
        return Err(Error::Malformed(format!("skus: at most {MOST_SKUS}")));
    }
    let country = match args.country.trim() {
        "" => view.store.default_country.clone(),
        country => country.to_ascii_uppercase(),
    };
    view.shows([Shows::Moment]);
    let rows: Vec<ItemRow> = by_keys(
        tx,
        "SELECT p.sku, coalesce(s.quantity, l.quantity, 0) AS quantity, p.weight_g, o.ship_group
         FROM product p JOIN product o ON o.id = coalesce(p.parent_id, p.id)
         LEFT JOIN stock s ON s.product_id = p.id AND p.kind IN ('simple', 'variant')
         LEFT JOIN listing_stock l ON l.product_id = p.id AND p.kind NOT IN ('simple', 'variant')
         WHERE p.sku IN ($ids) AND p.enabled = 1 AND o.enabled = 1",
        &args.skus,
    )?;
    let mut groups: Vec<&str> = rows.iter().map(|row| row.ship_group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let ship_to = store::ship_to(tx, &groups)?;
    let exchange = region::exchange(tx, view.currency)?;
    let standard = Standard::read(tx, view, &country, &exchange)?;
    let calendar = region::calendar(tx)?;
    let mut items = HashMap::new();
    for row in rows {
        let ships = ship_to.get(&row.ship_group).is_some_and(|countries| countries.contains(&country));
        let item = ItemAvailability {
            availability: Availability::of(row.quantity),
            stock: (row.quantity <= MOST_TOLD).then_some(row.quantity),
            ships,
            delivery: if ships { standard.window(&calendar, view, row.weight_g) } else { None },
            sku: row.sku.clone(),
        };
        items.insert(row.sku, item);
    }
    Ok(AvailabilityPage { items: args.skus.iter().filter_map(|sku| items.remove(sku)).collect(), country })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::set_stock;
    use crate::domain::money::Currency;
    use crate::domain::store_view::Lang;
    use crate::testing::{assert_indexed, seeded, view, with};

    #[test]
    fn availability_tells_small_stocks_dates_and_where_it_goes() {
        let shop = seeded();
        let fr = view(Lang::Fr, Currency::Eur);
        let ask = |skus: &[&str], country: &str| {
            let skus = skus.iter().map(|sku| (*sku).to_owned()).collect();
            with(&shop, |tx| availability(tx, &fr, AvailabilityArgs { skus, country: country.to_owned() }))
        };
        with(&shop, |tx| set_stock(tx, "BMA-LAC", 10));
        with(&shop, |tx| set_stock(tx, "TOW-GAN", 11));
        let told = ask(&["TOW-GAN", "NO-SUCH", "BMA-LAC", "KIT-BAIN", "BED-LAC"], "");
        assert_eq!(told.country, "FR");
        let shown: Vec<_> = told.items.iter().map(|item| (item.sku.as_str(), item.availability, item.stock)).collect();
        assert_eq!(
            shown[..2],
            [("TOW-GAN", Availability::InStock, None), ("BMA-LAC", Availability::InStock, Some(10)),]
        );
        assert_eq!(shown[2].0, "KIT-BAIN");
        assert!(told.items.iter().all(|item| item.ships && item.delivery.is_some()));

        with(&shop, |tx| set_stock(tx, "BMA-LAC", 0));
        let told = ask(&["BMA-LAC", "KIT-BAIN"], "");
        assert!(told.items.iter().all(|item| item.stock == Some(0)), "the kit lacks a part: {told:?}");
        let abroad = ask(&["BED-LAC", "TOW-GAN"], "gb");
        assert_eq!(abroad.items.iter().map(|item| item.ships).collect::<Vec<_>>(), [false, true]);
        assert!(abroad.items[0].delivery.is_none(), "no date where it does not go");
        let many = vec!["TOW-GAN".to_owned(); MOST_SKUS + 1];
        let refused =
            shop.read(|tx| availability(tx, &fr, AvailabilityArgs { skus: many.clone(), country: String::new() }));
        assert!(matches!(refused, Err(Error::Malformed(_))));
        let skus = vec!["BED-LAC".to_owned(), "TOW-GAN".to_owned()];
        assert_indexed(&shop, |tx| {
            availability(tx, &fr, AvailabilityArgs { skus: skus.clone(), country: "GB".to_owned() })
        });
    }
}
