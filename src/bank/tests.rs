//! Lists by their indexes, and what becomes of the names of those who have paid.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::types::{LineState, LinesArgs, StatementArgs};
use super::{KEPT, calls, erase, export, forget, store};
use crate::call::NoArgs;
use crate::personal_data::DataSubject;
use crate::testing::fixture::{self, Shop, at};
use crate::testing::{assert_indexed, with_statistics};
use crate::vals;

const ADA: i64 = 1;

/// A movement of 58.90 EUR, booked on an order or on none.
fn movement(shop: &Shop, number: Option<&str>, imported_at: Timestamp) {
    shop.write(|tx| {
        tx.exec("INSERT OR IGNORE INTO bank_statement VALUES (1, 'november.xml', 'FR76', 0, 'staff:1')", vals![])?;
        tx.exec(
            "INSERT INTO bank_line (statement_id, fingerprint, booked_on, value_date, amount, currency, party, iban, text,
                 reference, end_to_end, is_reversal, state, order_id, created_at)
             VALUES (1, randomblob(32), '2026-11-20', '2026-11-20', 5890, 'EUR', 'Ada King', 'DE89', $1, 'B1', '', 0,
                 CASE WHEN $1 = '' THEN 'open' ELSE 'booked' END, (SELECT id FROM sales_order WHERE number = $1), $2)",
            vals![number.unwrap_or(""), imported_at.as_millisecond()],
        )?;
        Ok(())
    });
}

/// A shop with a person of the house and a customer's order.
fn shop() -> (Shop, String) {
    let shop = fixture::shop();
    shop.exec("INSERT INTO staff VALUES (1, 'Ada King', 'ada@example.com', 'ada@example.com', 'en', 1, 0, NULL, NULL)");
    shop.exec(
        "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
         VALUES (1, 'ada@example.com', 'ada@example.com', 'Ada', 'King', 'en', 0)",
    );
    let number = shop.order_of(1, ADA);
    (shop, number)
}

fn subject() -> DataSubject {
    DataSubject { customer_id: ADA, email: "ada@example.com".into(), is_proved: true }
}

#[test]
fn lists_are_read_by_an_index() {
    let (shop, number) = shop();
    let now = at(fixture::NOW);
    movement(&shop, Some(&number), now);
    movement(&shop, None, now);
    let owner = shop.owner();
    for has_statistics in [false, true] {
        if has_statistics {
            with_statistics(&shop.connection);
        }
        for (state, statement_id) in [(None, None), (Some(LineState::Booked), None), (None, Some(1))] {
            let args = || LinesArgs { state, statement_id, before: Some(9) };
            assert_indexed(&shop.connection, |tx| calls::lines(tx, &owner, args()));
            assert_indexed(&shop.connection, |tx| calls::matching_lines(tx, &args(), 9));
        }
    }
    assert_indexed(&shop.connection, |tx| calls::statements(tx, &owner, NoArgs {}));
    assert_indexed(&shop.connection, |tx| calls::refunds(tx, &owner, NoArgs {}));
    assert_indexed(&shop.connection, |tx| store::list_booked(tx, 1, 10));
    assert_indexed(&shop.connection, |tx| calls::bookings(tx, &owner, StatementArgs { statement_id: 1 }));
    assert_indexed(&shop.connection, |tx| store::reopen_booked(tx, 1));
    assert_indexed(&shop.connection, |tx| forget(tx, now, 10));
}

#[test]
fn customer_takes_own_movements_along_and_they_are_erased_with_the_account() {
    let (shop, number) = shop();
    let now = at(fixture::NOW);
    movement(&shop, Some(&number), now);
    movement(&shop, None, now);
    assert_indexed(&shop.connection, |tx| export(tx, &subject()));
    let own = json!([{ "booked_on": "2026-11-20", "amount": "58.90", "currency": "EUR", "party": "Ada King", "iban": "DE89",
        "text": number }]);
    assert_eq!(shop.write(|tx| export(tx, &subject())), own);
    shop.write(|tx| erase(tx, &subject(), now));
    shop.write(|tx| erase(tx, &subject(), now));
    let left = json!([{ "booked_on": "2026-11-20", "amount": "58.90", "currency": "EUR", "party": "", "iban": "", "text": "" }]);
    assert_eq!(shop.write(|tx| export(tx, &subject())), left);
    assert_eq!(shop.count("bank_line WHERE party = 'Ada King'"), 1, "nobody's order: it is kept its time");
}

#[test]
fn names_are_forgotten_after_their_time() {
    let (shop, number) = shop();
    let now = at(fixture::NOW);
    let second = SignedDuration::from_secs(1);
    movement(&shop, Some(&number), now - KEPT - second);
    movement(&shop, None, now - KEPT - second);
    movement(&shop, None, now - KEPT + second);
    assert_eq!(shop.write(|tx| forget(tx, now, 1)), 1, "at most so many");
    assert_eq!(shop.write(|tx| forget(tx, now, 10)), 1);
    assert_eq!(shop.write(|tx| forget(tx, now, 10)), 0);
    assert_eq!(shop.count("bank_line WHERE party = '' AND iban = '' AND text = ''"), 2);
}
