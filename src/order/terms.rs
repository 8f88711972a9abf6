//! Words by which an order is found in the console ([`crate::search::terms`]): its number, names, mail, telephone, SKUs, amount,
//! tracking numbers, references.

use std::collections::BTreeSet;

use super::store;
use super::types::{Address, Order, OrderLine};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::OrderStatus;
use crate::domain::totals::Totals;
use crate::error::Result;
use crate::search;
use crate::search::terms::{of_name, of_number, of_value, shortened};
use crate::vals;

/// What an order is found by.
#[derive(Debug, Clone, Copy)]
pub struct Searchable<'a> {
    pub number: &'a str,
    pub email: &'a str,
    pub addresses: [&'a Address; 2],
    pub skus: &'a [&'a str],
    pub totals: &'a Totals,
}

impl Searchable<'_> {
    /// `is_erased`: without what names a person.
    fn terms(&self, is_erased: bool) -> BTreeSet<String> {
        let mut terms: BTreeSet<String> = of_number(self.number).into_iter().collect();
        terms.insert(of_amount(self.totals.total));
        terms.extend(self.skus.iter().flat_map(|sku| of_value(sku)));
        if !is_erased {
            terms.extend(of_value(self.email));
            for address in self.addresses {
                let Address { first_name, last_name, company, .. } = address;
                terms.extend(of_name(first_name, last_name));
                terms.extend(of_value(company));
                let digits: String = address.telephone.chars().filter(char::is_ascii_digit).collect();
                terms.extend(telephone_endings(&digits, true).map(str::to_owned));
            }
        }
        terms
    }
}

/// What a telephone number is found by: all its digits, and where it may begin with the code of a country, which has one to three, also
/// those behind it. Numbers are given, and typed, with the code or without.
pub fn telephone_endings(digits: &str, may_have_code: bool) -> impl Iterator<Item = &str> {
    let code = if may_have_code { 3 } else { 0 };
    (0..=code).filter_map(|from| digits.get(from..)).filter(|rest| rest.len() >= TELEPHONE)
}

/// Digits of a telephone number by which it is told from others.
const TELEPHONE: usize = 6;

/// An amount is typed as a whole, whatever separates its cents.
fn of_amount(amount: Amount) -> String {
    search::words(&amount.to_string()).concat()
}

/// Saves the terms of a new order.
pub(super) fn save(tx: &mut dyn Tx, order_id: i64, order: &Searchable<'_>) -> Result<()> {
    insert(tx, order_id, shortened(order.terms(false)))?;
    tx.exec("UPDATE sales_order SET terms_state = 'whole' WHERE id = $1", vals![order_id])?;
    Ok(())
}

/// Adds terms of values that came later: a tracking number, the reference of a payment. An order whose personal data is erased
/// gets none, as a bank's reference may hold a name.
pub fn add_terms(tx: &mut dyn Tx, order_id: i64, values: &[&str]) -> Result<()> {
    let terms: BTreeSet<String> = values.iter().flat_map(|value| of_value(value)).collect();
    if terms.is_empty() {
        return Ok(());
    }
    if find_state(tx, order_id)?.as_deref() == Some("erased") { Ok(()) } else { insert(tx, order_id, shortened(terms)) }
}

fn find_state(tx: &mut dyn Tx, order_id: i64) -> Result<Option<String>> {
    tx.find("SELECT terms_state FROM sales_order WHERE id = $1", vals![order_id])
}

/// Marks the terms of an order as due, as something that it was found by has changed. What is erased stays so.
pub(super) fn rewrite(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    let sql = "UPDATE sales_order SET terms_state = 'due' WHERE id = $1 AND terms_state <> 'erased'";
    if tx.exec(sql, vals![order_id])? == 1 {
        tx.exec("DELETE FROM order_term WHERE order_id = $1", vals![order_id])?;
    }
    Ok(())
}

/// Replaces all terms of an order by those that name nobody.
pub(super) fn erase(tx: &mut dyn Tx, order_id: i64) -> Result<()> {
    tx.exec("DELETE FROM order_term WHERE order_id = $1", vals![order_id])?;
    tx.exec("UPDATE sales_order SET terms_state = 'erased' WHERE id = $1", vals![order_id])?;
    match Kept::read(tx, order_id)? {
        Some(kept) => insert(tx, order_id, shortened(kept.searchable(&kept.skus()).terms(true))),
        None => Ok(()),
    }
}

fn insert(tx: &mut dyn Tx, order_id: i64, terms: Vec<String>) -> Result<()> {
    for term in terms {
        tx.exec(
            "INSERT INTO order_term (term, order_id) VALUES ($1, $2) ON CONFLICT (term, order_id) DO NOTHING",
            vals![term, order_id],
        )?;
    }
    Ok(())
}

/// Orders whose terms are still to be written, the newest first: those are looked for most.
pub fn list_terms_due(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM sales_order WHERE terms_state = 'due' AND id > 0 ORDER BY id DESC LIMIT $1", vals![limit])
}

/// Writes all terms of an order if they are due; `values`: what [`add_terms`] would have got.
pub fn write_terms(tx: &mut dyn Tx, order_id: i64, values: &[&str]) -> Result<()> {
    if find_state(tx, order_id)?.as_deref() != Some("due") {
        return Ok(());
    }
    let Some(kept) = Kept::read(tx, order_id)? else { return Ok(()) };
    if kept.is_erased() {
        return erase(tx, order_id);
    }
    save(tx, order_id, &kept.searchable(&kept.skus()))?;
    add_terms(tx, order_id, values)
}

/// A stored order, as far as it is searched.
struct Kept {
    order: Order,
    shipping: Address,
    billing: Address,
    lines: Vec<OrderLine>,
}

impl Kept {
    fn read(tx: &mut dyn Tx, order_id: i64) -> Result<Option<Kept>> {
        let Some(order) = store::find(tx, order_id)? else { return Ok(None) };
        let (shipping, billing) = store::addresses(tx, order_id)?;
        Ok(Some(Kept { order, shipping, billing, lines: store::lines(tx, order_id)? }))
    }

    /// Erasure takes mail address and telephone from orders that have ended. Who orders without an address has a telephone.
    fn is_erased(&self) -> bool {
        let has_ended = self.order.status.is_final() || self.order.status == OrderStatus::Complete;
        has_ended && self.order.email.is_empty() && self.shipping.telephone.is_empty()
    }

    fn skus(&self) -> Vec<&str> {
        self.lines.iter().map(|line| line.sku.as_str()).collect()
    }

    fn searchable<'a>(&'a self, skus: &'a [&'a str]) -> Searchable<'a> {
        Searchable {
            number: &self.order.number,
            email: &self.order.email,
            addresses: [&self.shipping, &self.billing],
            skus,
            totals: &self.order.totals,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::money::Currency;
    use crate::search::terms::asked;

    fn totals(minor: i64) -> Totals {
        let zero = Amount::ZERO;
        Totals {
            currency: Currency::Eur,
            subtotal_incl_tax: zero,
            subtotal_excl_tax: zero,
            discount_amount: zero,
            discount_net_amount: zero,
            shipping_amount: zero,
            shipping_discount: zero,
            tax_amount: zero,
            total: Amount::from_minor(minor),
            total_qty: 1,
            vat: Vec::new(),
        }
    }

    #[test]
    fn terms_are_the_rests_of_values_without_prefixes_of_others() {
        let address = Address { first_name: "Anna-Maria".into(), last_name: "Rossi".into(), ..Address::default() };
        let order = Searchable {
            number: "2026-000012",
            email: "r@example.com",
            addresses: [&address, &address],
            skus: &["TOW-GAN"],
            totals: &totals(8_450),
        };
        let expected = [
            "000012",
            "12",
            "2026000012",
            "202612",
            "8450",
            "annamariarossi",
            "com",
            "examplecom",
            "gan",
            "mariarossi",
            "rexamplecom",
            "rossiannamaria",
            "towgan",
        ];
        assert_eq!(shortened(order.terms(false)), expected);
        assert_eq!(shortened(order.terms(true)), ["000012", "12", "2026000012", "202612", "8450", "gan", "towgan"]);
        assert_eq!(asked(" 84,50  Été-Rossi \u{200b} … "), ["8450", "eterossi"]);
    }

    proptest! {
        /// Whatever somebody begins to type of a value, word by word, finds the order.
        #[test]
        fn beginnings_of_words_find_their_order(
            names in prop::collection::vec("[\\p{L}\\p{M}]([\\p{L}\\p{M}'’.-]{0,10}[\\p{L}])?", 3..5),
            email in "[a-z0-9._+-]{1,20}@[a-z]{1,12}\\.(com|fr)",
            sku in "[A-Z]{3}(-[A-Z0-9]{1,4}){0,3}",
            count in 1..999_999_u32, minor in 0..10_000_000_i64, cut_at in 1..12_usize,
        ) {
            let (number, totals) = (format!("2026-{count:06}"), totals(minor));
            let address = Address {
                first_name: names[0].clone(),
                last_name: names[1].clone(),
                company: names[2..].join(" "),
                ..Address::default()
            };
            let none = Address::default();
            let skus = [sku.as_str()];
            let addresses = [&none, &address];
            let order = Searchable { number: &number, email: &email, addresses, skus: &skus, totals: &totals };
            let terms = shortened(order.terms(false));
            let short = format!("{count}");
            let typed = [&number, &email, &sku, &short].into_iter().chain(&names);
            let joined = [totals.total.to_string(), names[..2].concat(), names[..2].join("-")];
            let typed: Vec<String> = typed.cloned().chain(joined).collect();
            for value in typed {
                let begun: String = value.chars().take(cut_at.max(1)).collect();
                for word in asked(&value).iter().chain(&asked(&begun)) {
                    prop_assert!(terms.iter().any(|term| term.starts_with(word.as_str())), "{value:?} {word:?} {terms:?}");
                }
            }
        }
    }
}
