//! SQL of guests, who are known by the mailbox of their orders, and of what customers have ordered.
//!
//! The newest order of a mailbox without an account's stands for its guest.

use std::collections::HashMap;

use serde::Deserialize;

use super::browse::MOST_COUNTED;
use crate::db::{Tx, Val, by_ids, by_keys};
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::OrderStatus;
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::search::terms::{asked, end_of};
use crate::vals;

/// A word that more orders have chooses none: a walk through all orders soon finds a page of guests.
const RARE: i64 = 10_000;
/// Orders by whose number a customer is looked for.
const NUMBERED: i64 = 200;

/// Which guests are listed.
#[derive(Debug, Clone, Default)]
pub struct WantedGuests {
    /// Words as typed; see [`crate::search::terms`]. All must match the same order.
    pub text: String,
    /// Who has not ordered for longest first, else last.
    pub oldest_first: bool,
    /// Only guests whose order follows this id.
    pub after: Option<i64>,
    pub limit: i64,
}

/// A guest in a list, by the newest order that matches.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BrowsedGuest {
    pub id: i64,
    pub number: String,
    pub email: String,
    pub email_key: String,
    pub lang: Lang,
    /// Of the bill.
    pub first_name: String,
    pub last_name: String,
}

/// A page of guests in the order of their newest orders, and how many there are on all pages, counted up to one more than
/// [`MOST_COUNTED`].
pub fn browse_guests(tx: &mut dyn Tx, wanted: &WantedGuests) -> Result<(Vec<BrowsedGuest>, i64)> {
    let mut params: Vec<Val> = Vec::new();
    let mut add = |value: Val| {
        params.push(value);
        format!("${}", params.len())
    };
    let words: Vec<(String, String)> =
        asked(&wanted.text).into_iter().map(|word| (add(word.as_str().into()), add(end_of(&word).into()))).collect();
    let (most, rare) = (add((MOST_COUNTED + 1).into()), add((RARE + 1).into()));
    let has_words = |order: &str| -> String {
        words.iter().fold(String::new(), |sql, (from, to)| {
            format!(
                "{sql} AND EXISTS (SELECT 1 FROM order_term t WHERE t.order_id = {order}.id AND t.term >= {from} AND t.term < {to})"
            )
        })
    };
    let mut condition = format!(
        "o.id > 0 AND o.customer_id IS NULL AND o.email_key <> ''{}
         AND NOT EXISTS (SELECT 1 FROM sales_order n WHERE n.email_key = o.email_key AND n.customer_id IS NULL
                             AND n.email_key <> '' AND n.id > o.id{})",
        has_words("o"),
        has_words("n")
    );
    let after = wanted.after.map(|after| add(after.into()));
    let limit = add(wanted.limit.into());

    let mut chosen: Option<(i64, String)> = None;
    for (from, to) in &words {
        let source = format!("SELECT order_id FROM order_term WHERE term >= {from} AND term < {to}");
        let count: i64 = tx.one(&format!("SELECT COUNT(*) FROM ({source} LIMIT {rare})"), &params)?;
        if count <= RARE && chosen.as_ref().is_none_or(|(least, _)| count < *least) {
            chosen = Some((count, source));
        }
    }
    if let Some((_, source)) = chosen {
        condition.push_str(&format!(" AND o.id IN ({source})"));
    }
    let count =
        tx.one(&format!("SELECT COUNT(*) FROM (SELECT 1 FROM sales_order o WHERE {condition} LIMIT {most})"), &params)?;
    let (comparison, direction) = if wanted.oldest_first { (">", "ASC") } else { ("<", "DESC") };
    if let Some(after) = after {
        condition.push_str(&format!(" AND o.id {comparison} {after}"));
    }
    let rows = tx.all(
        &format!(
            "SELECT o.id, o.number, o.email, o.email_key, o.lang, a.first_name, a.last_name
             FROM sales_order o CROSS JOIN order_address a ON a.order_id = o.id AND a.kind = 'billing'
             WHERE {condition} ORDER BY o.id {direction} LIMIT {limit}"
        ),
        &params,
    )?;
    Ok((rows, count))
}

/// How many guests a search finds, likewise counted up to [`MOST_COUNTED`] and one.
pub fn count_guests(tx: &mut dyn Tx, text: &str) -> Result<i64> {
    let wanted = WantedGuests { text: text.to_owned(), oldest_first: false, after: None, limit: 0 };
    Ok(browse_guests(tx, &wanted)?.1)
}

/// How many orders there are, and when the last one was placed, in Unix milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ordered {
    pub orders: i64,
    pub last_at: Option<i64>,
}

/// What accounts have ordered, by account; those without orders are not there.
pub fn ordered_by(tx: &mut dyn Tx, customer_ids: &[i64]) -> Result<HashMap<i64, Ordered>> {
    const SQL: &str = "SELECT customer_id, COUNT(*), MAX(created_at) FROM sales_order
        WHERE customer_id IN ($ids) GROUP BY customer_id";
    let rows: Vec<(i64, i64, Option<i64>)> = by_ids(tx, SQL, customer_ids, &[])?;
    Ok(rows.into_iter().map(|(id, orders, last_at)| (id, Ordered { orders, last_at })).collect())
}

/// What guests have ordered, by the keys of their addresses.
pub fn ordered_by_guests(tx: &mut dyn Tx, keys: &[String]) -> Result<HashMap<String, Ordered>> {
    const SQL: &str = "SELECT email_key, COUNT(*), MAX(created_at) FROM sales_order
        WHERE email_key IN ($ids) AND customer_id IS NULL AND email_key <> '' GROUP BY email_key";
    let rows: Vec<(String, i64, Option<i64>)> = by_keys(tx, SQL, keys)?;
    Ok(rows.into_iter().map(|(key, orders, last_at)| (key, Ordered { orders, last_at })).collect())
}

/// The accounts of orders whose number begins so, with or without its year and zeros, at most [`NUMBERED`] orders.
pub fn owners_by_number(tx: &mut dyn Tx, word: &str) -> Result<Vec<i64>> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Vec::new());
    }
    let found: Vec<(String, i64)> = tx.all(
        "SELECT o.number, o.customer_id FROM order_term t CROSS JOIN sales_order o ON o.id = t.order_id
         WHERE t.term >= $1 AND t.term < $2 AND o.customer_id IS NOT NULL LIMIT $3",
        vals![word, end_of(word), NUMBERED],
    )?;
    let begins = |number: &str| {
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        let (year, count) = number.rsplit_once('-').unwrap_or(("", number));
        let short = count.trim_start_matches('0');
        [digits, count.to_owned(), short.to_owned(), format!("{year}{short}")].iter().any(|form| form.starts_with(word))
    };
    let mut owners: Vec<i64> = found.into_iter().filter(|(number, _)| begins(number)).map(|(_, id)| id).collect();
    owners.sort_unstable();
    owners.dedup();
    Ok(owners)
}

/// An order among those of its customer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CustomerOrder {
    pub id: i64,
    pub number: String,
    /// Unix milliseconds.
    pub created_at: i64,
    pub status: OrderStatus,
    pub currency: Currency,
    pub total: Amount,
    pub total_qty: u32,
    pub lang: Lang,
    pub email: String,
    pub is_awaiting: bool,
    /// Placed without the account.
    pub is_guest: bool,
}

/// The orders of an account and those that guests have placed with an address, the newest first.
///
/// `customer_id`: 0 for no account; `email`: empty for no address.
pub fn list_of_customer(tx: &mut dyn Tx, customer_id: i64, email: &str, limit: i64) -> Result<Vec<CustomerOrder>> {
    tx.all(
        "SELECT id, number, created_at, status, currency, total, total_qty, lang, email,
             confirm_hash IS NOT NULL AS is_awaiting, customer_id IS NULL AS is_guest
         FROM sales_order WHERE id IN
             (SELECT id FROM sales_order WHERE customer_id = $1
              UNION ALL SELECT id FROM sales_order WHERE email_key = $2 AND customer_id IS NULL AND email_key <> '')
         ORDER BY id DESC LIMIT $3",
        vals![customer_id, email_key(email), limit],
    )
}

/// How many orders of guests with an address still hold it: they are under way, or may yet come back.
pub fn count_of_guest(tx: &mut dyn Tx, email: &str) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM sales_order WHERE email_key = $1 AND customer_id IS NULL AND email_key <> ''",
        vals![email_key(email)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, Shop};
    use crate::testing::{assert_indexed, with_statistics};

    /// Three orders of two guests, and one of an account.
    fn shop() -> Shop {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        for (key, email) in [(1, "ada@example.com"), (2, "bob@example.com"), (3, "Ada@example.com")] {
            shop.add(&visitor, "TOWEL", 1);
            let mut args = shop.form(&visitor);
            args.idempotency_key = format!("{key:08x}-0000-4000-8000-000000000000");
            args.email = email.into();
            args.shipping_address.last_name = format!("Number{key}");
            shop.place(&visitor, &args);
        }
        shop.order_of(4, 7);
        shop
    }

    fn found(shop: &Shop, text: &str) -> Vec<i64> {
        let wanted = WantedGuests { text: text.into(), limit: 9, ..WantedGuests::default() };
        let (rows, count) = shop.write(|tx| browse_guests(tx, &wanted));
        assert_eq!(rows.len() as i64, count);
        rows.into_iter().map(|row| row.id).collect()
    }

    #[test]
    fn guest_is_listed_once_by_the_newest_order_that_matches() {
        let shop = shop();
        assert_eq!(found(&shop, ""), [3, 2]);
        assert_eq!(found(&shop, "ada@example"), [3]);
        assert_eq!(found(&shop, "number1"), [1], "an earlier order finds its guest, too");
        assert_eq!(found(&shop, "number4"), [0_i64; 0], "of an account");
        let ordered = shop.write(|tx| ordered_by_guests(tx, &["ada@example.com".into()]));
        assert_eq!(ordered["ada@example.com"].orders, 2);
        assert_eq!(shop.write(|tx| ordered_by(tx, &[7, 8]))[&7].orders, 1);
        let of = |id, email: &str| -> Vec<(i64, bool)> {
            shop.write(|tx| list_of_customer(tx, id, email, 9)).into_iter().map(|one| (one.id, one.is_guest)).collect()
        };
        assert_eq!(of(7, "ADA@example.com"), [(4, false), (3, true), (1, true)]);
        assert_eq!(of(0, ""), []);
    }

    #[test]
    fn number_of_an_order_names_its_account_and_an_amount_does_not() {
        let shop = shop();
        let number = shop.write(|tx| super::super::find(tx, 4)).expect("an order").number;
        let count = number.trim_start_matches("2026-").trim_start_matches('0').to_owned();
        for word in [number.replace('-', ""), count, "2026".into()] {
            assert_eq!(shop.write(|tx| owners_by_number(tx, &word)), [7], "{word}");
        }
        let total = shop.write(|tx| super::super::find(tx, 4)).expect("an order").totals.total.to_string();
        assert_eq!(shop.write(|tx| owners_by_number(tx, &total.replace('.', ""))), [0_i64; 0]);
        assert_eq!(shop.write(|tx| owners_by_number(tx, "towel")), [0_i64; 0]);
    }

    #[test]
    fn lists_use_indexes() {
        let shop = shop();
        for _ in 0..2 {
            for (text, after) in [("", None), ("", Some(9)), ("ada 2026", Some(9))] {
                let wanted = WantedGuests { text: text.into(), after, limit: 9, ..WantedGuests::default() };
                assert_indexed(&shop.connection, |tx| browse_guests(tx, &wanted));
            }
            assert_indexed(&shop.connection, |tx| ordered_by(tx, &[1, 2]));
            assert_indexed(&shop.connection, |tx| ordered_by_guests(tx, &["a".into()]));
            assert_indexed(&shop.connection, |tx| owners_by_number(tx, "2026"));
            assert_indexed(&shop.connection, |tx| list_of_customer(tx, 1, "a@example.com", 9));
            with_statistics(&shop.connection);
        }
    }
}
