//! VAT classes of goods: rows of rates and nothing else. One is made with the rates of another, so that none is ever without a rate
//! anywhere, and goes once no goods have it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::editing::Log;
use super::types::{AddVatClassArgs, Kind, RemoveVatClassArgs, VatClass};
use crate::audit::{By, Change};
use crate::catalog;
use crate::db::Tx;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result, refuse};
use crate::message;
use crate::region::{self, VatRow};

/// Characters of a key.
const KEY: usize = 40;

/// The classes by key, with how many goods have each.
pub fn list(tx: &mut dyn Tx) -> Result<Vec<VatClass>> {
    let mut rows: BTreeMap<String, Vec<VatRow>> = BTreeMap::new();
    for row in region::list_vat(tx)? {
        rows.entry(row.class.clone()).or_default().push(row);
    }
    let keys: Vec<String> = rows.keys().cloned().collect();
    let goods = catalog::count_by_vat_class(tx, &keys)?;
    let class = |(key, rows): (String, Vec<VatRow>)| VatClass {
        goods: goods.get(&key).copied().unwrap_or_default(),
        version: version(&rows),
        key,
    };
    Ok(rows.into_iter().map(class).collect())
}

/// What somebody has seen of a class: another one as soon as any rate is.
fn version(rows: &[VatRow]) -> String {
    hex::encode(&Sha256::digest(told(rows).to_string())[..8])
}

/// Rates by country and first day.
fn told(rows: &[VatRow]) -> Value {
    rows.iter().map(|row| (format!("{} {}", row.country, row.valid_from), json!(row.rate))).collect()
}

fn rows_of(tx: &mut dyn Tx, class: &str) -> Result<Vec<VatRow>> {
    Ok(region::list_vat(tx)?.into_iter().filter(|row| row.class == class).collect())
}

/// Makes a class with the rates that another has today. They count from the day before, for it is that day still in some countries, and
/// can be changed from today on.
///
/// # Errors
///
/// Refused by field: a key that is none or is taken, and a class with which some country would be without a rate; refused as a whole
/// where the other class was changed since it was seen.
pub fn add(tx: &mut dyn Tx, by: &By, args: &AddVatClassArgs) -> Result<Change> {
    let AddVatClassArgs { class, like, version: seen } = args;
    let class = class.trim();
    let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !class.starts_with(|c: char| c.is_ascii_lowercase()) || class.len() > KEY || !class.chars().all(is_key) {
        return Err(Refusal::of_field("class", message::TARIFF_VAT_CLASS_KEY.with("most", KEY)).into());
    }
    if region::vat_classes(tx)?.iter().any(|one| one == class) {
        return Err(Refusal::of_field("class", message::TARIFF_VAT_CLASS_THERE.with("class", class)).into());
    }
    let from = rows_of(tx, like)?;
    if from.is_empty() {
        return Err(refuse(message::TARIFF_UNKNOWN));
    }
    if version(&from) != *seen {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    let today = in_shop_zone(by.now).date();
    let since = today.saturating_sub(1.day());
    // Of each country the newest comes first.
    let mut begun: Vec<&VatRow> = Vec::new();
    for row in &from {
        let day: Date = row.valid_from.parse().map_err(anyhow::Error::from)?;
        if day <= today && begun.last().is_none_or(|last| last.country != row.country) {
            begun.push(row);
        }
    }
    for row in begun {
        let rate = row.rate.parse().map_err(anyhow::Error::from)?;
        region::save_vat(tx, (&row.country, class, since), Some(rate))?;
    }
    if let Some(gap) = region::vat_gaps(tx, &BTreeSet::from([class.to_owned()]), by.now)?.into_iter().next() {
        let refusal = message::TARIFF_VAT_CLASS_GAP.with("class", like).with("countries", gap.countries.join(", "));
        return Err(Refusal::of_field("like", refusal).into());
    }
    let made = rows_of(tx, class)?;
    let mut log = Log::of(by, Kind::Vat);
    log.note(tx, &format!("class {class}"), None, Some(told(&made)))?;
    Ok(log.change())
}

/// Takes a class away that no goods have. What it was stands in the history.
///
/// # Errors
///
/// Refused where goods have it, where it is the last one, and where it was changed since it was seen.
pub fn remove(tx: &mut dyn Tx, by: &By, args: &RemoveVatClassArgs) -> Result<Change> {
    let RemoveVatClassArgs { class, version: seen } = args;
    let classes = list(tx)?;
    let found = classes.iter().find(|one| one.key == *class).ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
    if found.version != *seen {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    if found.goods > 0 {
        return Err(refuse(message::TARIFF_VAT_CLASS_USED.with("class", class).with("count", found.goods)));
    }
    if classes.len() == 1 {
        return Err(refuse(message::TARIFF_VAT_CLASS_LAST));
    }
    let before = told(&rows_of(tx, class)?);
    region::delete_vat_class(tx, class)?;
    let mut log = Log::of(by, Kind::Vat);
    log.note(tx, &format!("class {class}"), Some(before), None)?;
    Ok(log.change())
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;
    use crate::audit::Actor;
    use crate::db::Connection;
    use crate::domain::money::Percent;
    use crate::domain::tax;
    use crate::error::Error;
    use crate::tariff::types::SaveVatArgs;
    use crate::tariff::{editing, store};
    use crate::testing::{assert_indexed, now, seeded, with, with_statistics};
    use crate::vals;

    fn by_at(now: Timestamp) -> By {
        By { actor: Actor::Staff(1), now }
    }

    fn by() -> By {
        by_at(now())
    }

    fn class(shop: &Connection, key: &str) -> VatClass {
        with(shop, list).into_iter().find(|one| one.key == key).expect("a class")
    }

    fn like_standard(shop: &Connection, key: &str) -> AddVatClassArgs {
        let version = class(shop, "standard").version;
        AddVatClassArgs { class: key.into(), like: "standard".into(), version }
    }

    fn removal(shop: &Connection, key: &str) -> RemoveVatClassArgs {
        RemoveVatClassArgs { class: key.into(), version: class(shop, key).version }
    }

    fn make(shop: &Connection, key: &str) -> Change {
        let args = like_standard(shop, key);
        with(shop, |tx| add(tx, &by(), &args))
    }

    fn take_away(shop: &Connection, key: &str) -> Change {
        let args = removal(shop, key);
        with(shop, |tx| remove(tx, &by(), &args))
    }

    /// Field and id of a refusal.
    fn refused(result: Result<Change>) -> (String, &'static str) {
        match result {
            Err(Error::Refused(refusal)) => match refusal.fields.into_iter().next() {
                Some((field, why)) => (field, why.id),
                None => (String::new(), refusal.message.id),
            },
            other => panic!("{other:?}"),
        }
    }

    fn of(field: &str, id: &'static str) -> (String, &'static str) {
        (field.to_owned(), id)
    }

    fn rate(shop: &Connection, country: &str, class: &str, at: Timestamp) -> String {
        let rates = with(shop, |tx| region::vat_rates(tx, country));
        tax::rate(&rates, country, class, at).expect("a rate").to_string()
    }

    #[test]
    fn a_class_has_a_rate_everywhere_from_its_first_moment() {
        let shop = seeded();
        // What is only planned of the other is not its own.
        let planned = |class: &str, from: Date, rate| SaveVatArgs {
            country: "FR".into(),
            class: class.into(),
            valid_from: from,
            seen: None,
            rate: Some(Percent::whole(rate)),
        };
        with(&shop, |tx| editing::save_vat(tx, &by(), &planned("standard", date(2027, 1, 1), 21)));
        // Half past midnight in Paris: yesterday in London still, and today in Helsinki for long.
        let midnight: Timestamp = "2026-11-21T23:30:00Z".parse().expect("a moment");
        let args = AddVatClassArgs { class: " reduced ".into(), ..like_standard(&shop, "") };
        let change = with(&shop, |tx| add(tx, &by_at(midnight), &args));
        assert_eq!(change.after.expect("told")["class reduced"]["FR 2026-11-21"], json!("20"));
        let countries = with(&shop, region::country_ids);
        for country in countries.iter().map(String::as_str) {
            assert_eq!(
                rate(&shop, country, "reduced", midnight),
                rate(&shop, country, "standard", midnight),
                "{country}"
            );
        }
        let new_year: Timestamp = "2027-01-02T12:00:00Z".parse().expect("a moment");
        assert_eq!([rate(&shop, "FR", "standard", new_year), rate(&shop, "FR", "reduced", new_year)], ["21", "20"]);
        // From today on it has rates of its own, and the other keeps its own.
        with(&shop, |tx| editing::save_vat(tx, &by_at(midnight), &planned("reduced", date(2026, 11, 22), 5)));
        let noon: Timestamp = "2026-11-22T11:00:00Z".parse().expect("a moment");
        assert_eq!([rate(&shop, "FR", "standard", noon), rate(&shop, "FR", "reduced", noon)], ["20", "5"]);
        let history = with(&shop, |tx| store::list_changes(tx, Some(Kind::Vat), i64::MAX, 9));
        let things: Vec<&str> = history.iter().map(|one| one.thing.as_str()).collect();
        assert_eq!(things, ["FR reduced 2026-11-22", "class reduced", "FR standard 2027-01-01"]);
    }

    #[test]
    fn keys_that_are_none_and_classes_that_would_lack_a_rate_are_refused() {
        let shop = seeded();
        let try_add = |args: &AddVatClassArgs| refused(shop.write(|tx| add(tx, &by(), args)));
        let long = "x".repeat(41);
        for key in ["", " ", "Reduced", "5", "-x", "a b", "réduit", "*", long.as_str()] {
            assert_eq!(try_add(&like_standard(&shop, key)), of("class", "tariff.vat_class_key"), "{key:?}");
        }
        assert_eq!(try_add(&like_standard(&shop, "standard")), of("class", "tariff.vat_class_there"));
        let ghost = AddVatClassArgs { like: "ghost".into(), ..like_standard(&shop, "books") };
        assert_eq!(try_add(&ghost), of("", "tariff.unknown"));
        // Two people: the rates that it would begin with are others now.
        let seen = like_standard(&shop, "books");
        with(&shop, |tx| tx.exec("UPDATE vat_rate SET rate = '21' WHERE country = 'FR'", vals![]));
        assert_eq!(try_add(&seen), of("", "tariff.changed_meanwhile"));
        // Without a row for elsewhere some country would have none.
        with(&shop, |tx| tx.exec("DELETE FROM vat_rate WHERE country IN ('*', 'US')", vals![]));
        let args = like_standard(&shop, "books");
        let gap = shop.write(|tx| add(tx, &by(), &args)).expect_err("refused");
        let text = gap.refusal().expect("a refusal").fields["like"].to_string();
        assert!(text.starts_with("VAT class standard has no rate in ") && text.contains("US"), "{text}");
        assert_eq!(shop.one::<i64>("SELECT count(*) FROM vat_rate WHERE class = 'books'", vals![]).expect("none"), 0);
        assert_eq!(with(&shop, |tx| store::list_changes(tx, Some(Kind::Vat), i64::MAX, 9)).len(), 0);
    }

    #[test]
    fn only_a_class_that_no_goods_have_is_taken_away() {
        let shop = seeded();
        let try_remove = |args: &RemoveVatClassArgs| refused(shop.write(|tx| remove(tx, &by(), args)));
        let goods: i64 = shop.one("SELECT count(*) FROM product", vals![]).expect("goods");
        assert_eq!(class(&shop, "standard").goods, goods);
        assert_eq!(try_remove(&removal(&shop, "standard")), of("", "tariff.vat_class_used"));
        make(&shop, "books");
        with(&shop, |tx| tx.exec("UPDATE product SET vat_class = 'books' WHERE sku = 'TOW-GAN'", vals![]));
        let args = removal(&shop, "books");
        let error = shop.write(|tx| remove(tx, &by(), &args)).expect_err("refused");
        assert!(error.refusal().expect("a refusal").message.to_string().contains("class books: 1."), "{error}");
        with(&shop, |tx| tx.exec("UPDATE product SET vat_class = 'standard'", vals![]));
        // Two people.
        let seen = removal(&shop, "books");
        with(&shop, |tx| tx.exec("UPDATE vat_rate SET rate = '7' WHERE country = 'DE' AND class = 'books'", vals![]));
        assert_eq!(try_remove(&seen), of("", "tariff.changed_meanwhile"));
        let change = take_away(&shop, "books");
        assert_eq!(change.before.expect("told")["class books"]["DE 2026-11-20"], json!("7"), "the history keeps it");
        assert_eq!(try_remove(&seen), of("", "tariff.unknown"));
        assert_eq!(with(&shop, list).into_iter().map(|one| one.key).collect::<Vec<_>>(), ["standard"]);
        make(&shop, "books");
        with(&shop, |tx| tx.exec("UPDATE product SET vat_class = 'books'", vals![]));
        take_away(&shop, "standard");
        assert_eq!(try_remove(&removal(&shop, "books")), of("", "tariff.vat_class_used"));
        with(&shop, |tx| tx.exec("UPDATE product SET vat_class = 'none'", vals![]));
        assert_eq!(try_remove(&removal(&shop, "books")), of("", "tariff.vat_class_last"));
    }

    #[test]
    fn classes_are_counted_by_an_index() {
        let shop = seeded();
        assert_indexed(&shop, list);
        with_statistics(&shop);
        assert_indexed(&shop, list);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// Whatever is tried, no goods are without a rate in any country, and there is a class.
        #[test]
        fn whatever_is_tried_all_goods_have_a_rate_everywhere(tries in prop::collection::vec((0_u8..3, 0_usize..3, 0_usize..3), 1..16)) {
            const KEYS: [&str; 3] = ["standard", "books", "food"];
            let shop = seeded();
            for (deed, key, like) in tries {
                let (key, like) = (KEYS[key], KEYS[like]);
                let version = |of: &str| {
                    with(&shop, list).into_iter().find(|one| one.key == of).map(|one| one.version).unwrap_or_default()
                };
                match deed {
                    0 => {
                        let args = AddVatClassArgs { class: key.into(), like: like.into(), version: version(like) };
                        drop(shop.write(|tx| add(tx, &by(), &args)));
                    }
                    1 => {
                        let args = RemoveVatClassArgs { class: key.into(), version: version(key) };
                        drop(shop.write(|tx| remove(tx, &by(), &args)));
                    }
                    // As a product is saved: only with a class that is there.
                    _ => drop(with(&shop, |tx| {
                        tx.exec(
                            "UPDATE product SET vat_class = $1 WHERE EXISTS (SELECT 1 FROM vat_rate WHERE class = $1)",
                            vals![key],
                        )
                    })),
                }
                let classes = with(&shop, catalog::product_vat_classes);
                prop_assert_eq!(with(&shop, |tx| region::vat_gaps(tx, &classes, now())), vec![]);
            }
        }
    }
}
