//! Synthetic products for scale tests: copies of the seeded ones, each with its own number, price and stock.

use crate::db::{Connection, Tx};
use anyhow::{Context as _, bail};
use jiff::{SignedDuration, Timestamp};

use super::Progress;
use super::ledger::{self, ListPrice, days_before};
use crate::catalog::import::{self, NewProduct, NewProductText};
use crate::catalog::listing;
use crate::catalog::template::{self, Template};
use crate::domain::money::Amount;
use crate::domain::unit_price::Content;
use crate::error::Result;
use crate::region;

/// Most products of one run.
pub const MOST: u32 = 1_000_000;
/// Products of one commit: bounds how long a running shop waits to write.
const BATCH: u32 = 1000;
/// Page cache during the run, in KiB.
const CACHE_KIB: i64 = 256 << 10;

/// Inserts `count` synthetic products, spread over the categories, with prices in every currency and stock.
///
/// Their numbers continue those of an earlier run. The read models are rebuilt at the end.
pub fn synthetic(connection: &Connection, count: u32, now: Timestamp, progress: Progress<'_>) -> anyhow::Result<()> {
    let total = u64::from(count) + u64::from(count).div_ceil(10).max(listing::STEPS);
    // Inserts touch a dozen B-trees: the small page cache of a server's connection would thrash.
    connection.execute_batch(&format!("PRAGMA cache_size = -{CACHE_KIB}")).context("the cache")?;
    let (templates, first, position) = connection.write(|tx| {
        let templates = template::templates(tx)?;
        let (last, position) = template::last_synthetic(tx)?;
        Ok((templates, last + 1, position))
    })?;
    if templates.is_empty() {
        bail!("there is no product to vary; run `shop seed` first");
    }
    let mut done = 0;
    while done < count {
        let batch = BATCH.min(count - done);
        connection.write(|tx| {
            let exchanges = region::exchanges(tx)?;
            for number in first + done..first + done + batch {
                let place = position + i64::from(number - first + 1) * 10;
                let template = &templates[number as usize % templates.len()];
                let id = write(tx, template, number, place, now)?;
                let list = price(template, number, now);
                ledger::write(tx, id, &list, |_| None, &exchanges)?;
                import::add_stock(tx, id, pieces(number))?;
            }
            Ok(())
        })?;
        done += batch;
        progress(u64::from(done), total, "products");
    }
    connection.write(|tx| {
        let step = (total - u64::from(count)) / listing::STEPS;
        listing::rebuild_with(tx, now, &|steps| progress(u64::from(count) + steps * step, total, "lists"))
    })?;
    // The planner's statistics are from sixty products.
    connection.execute_batch("ANALYZE")?;
    progress(total, total, "done");
    Ok(())
}

/// A number that looks like chance and is the same in every run.
fn scatter(number: u32, salt: u64) -> u64 {
    // SplitMix64 (Steele, Lea, Flood).
    let mut z = u64::from(number).wrapping_add(salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Stock: every twelfth is sold out, some are nearly so.
fn pieces(number: u32) -> u32 {
    match scatter(number, 1) % 12 {
        0 => 0,
        1 => 1 + (scatter(number, 2) % 5) as u32,
        _ => 6 + (scatter(number, 2) % 90) as u32,
    }
}

/// Half to twice the price of the original, in whole euros; every tenth is reduced.
fn price(template: &Template, number: u32, now: Timestamp) -> ListPrice {
    let factor = 50 + (scatter(number, 3) % 151) as i64;
    let price = (template.row.low * factor / 100 / 100).max(2) * 100;
    let is_reduced = scatter(number, 4).is_multiple_of(10);
    ListPrice {
        price: Amount::from_minor(price),
        market: is_reduced.then(|| Amount::from_minor(price * 5 / 4)),
        surcharge: Amount::ZERO,
        since: since(number, now),
        reduced_since: days_before(now, 1 + (scatter(number, 5) % 20) as u32),
    }
}

/// Two to twenty-six months ago, to the second.
fn since(number: u32, now: Timestamp) -> Timestamp {
    let seconds = 60 * 86_400 + (scatter(number, 6) % (730 * 86_400)) as i64;
    now.checked_sub(SignedDuration::from_secs(seconds)).unwrap_or(now)
}

fn write(tx: &mut dyn Tx, template: &Template, number: u32, position: i64, now: Timestamp) -> Result<i64> {
    let row = &template.row;
    let sku = format!("SYN-{number:07}");
    let content = row.content_amount.zip(row.content_unit);
    let (id, _) = import::add_product(
        tx,
        &NewProduct {
            sku: &sku,
            parent_id: None,
            kind: "simple",
            product_type: &row.product_type,
            category_id: row.category_id,
            position,
            created_at: since(number, now).as_millisecond(),
            manufacturer: row.manufacturer.as_deref(),
            vat_class: &row.vat_class,
            weight_g: row.weight_g,
            max_qty: row.max_qty,
            promotion_category: &row.promotion_category,
            bed_terms: row.bed_terms,
            content: content.map(|(amount, unit)| Content { amount, unit }),
            eco_participation: None,
            inci: &row.inci,
            hazard: &row.hazard,
            ship_group: &row.ship_group,
            picture: "",
        },
    )?;
    for text in &template.texts {
        let name = format!("{} {number}", text.name);
        import::add_product_text(
            tx,
            id,
            text.lang,
            &NewProductText {
                name: &name,
                url_key: &format!("{}-{number}", text.url_key),
                short: &text.short,
                long_html: &format!("<p>{}</p>", text.short.replace('&', "&amp;").replace('<', "&lt;")),
                // Texts in all languages would only fill the disk.
                details: "",
                material: &text.material,
                care: "",
                dimensions: "",
                safety: "",
                meta_description: &text.meta_description,
            },
        )?;
    }
    if !template.picture.is_empty() {
        // Without an own alternative text a picture has the product's name.
        import::add_pictures(tx, id, 0, &[(&template.picture, Vec::new())])?;
    }
    for category in &template.categories {
        import::add_to_category(tx, id, *category)?;
    }
    for (place, (facet, value)) in (10_u64..).zip(&template.attributes) {
        // Two of three, so that facets differ within a category.
        if !scatter(number, place).is_multiple_of(3) {
            import::add_attribute(tx, id, facet, value)?;
        }
    }
    Ok(id)
}
