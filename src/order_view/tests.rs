use super::calls::{index, list, view};
use super::types::{IndexArgs, NumberArgs, Outcome, PaymentResult};
use crate::call::Visitor;
use crate::checkout::types::PlaceArgs;
use crate::domain::money::Currency;
use crate::domain::order_status::OrderStatus;
use crate::domain::store_view::Lang;
use crate::message;
use crate::order::{self, Actor, transition};
use crate::payment::types::{IndexArgs as TokenArgs, Instructions};
use crate::testing::fixture::{self, at};
use crate::testing::{assert_indexed, statements};

fn result_of(shop: &fixture::Shop, visitor: &Visitor, token: &str) -> PaymentResult {
    shop.write(|tx| index(tx, visitor, TokenArgs { token: token.into() }))
}

#[test]
fn order_result_requires_its_token() {
    let shop = fixture::shop();
    let placed = shop.order(&shop.visitor(), 1);
    for token in ["", "2026-000001", "1", &placed.token[1..], &placed.token.to_uppercase()] {
        let refusal = shop.refusal(|tx| index(tx, &shop.visitor(), TokenArgs { token: token.into() }));
        assert_eq!(refusal.message, message::ORDER_NOT_FOUND, "{token:?}");
    }
    // Any visitor with the token may read it: the mail's link may be opened on another device.
    let result = result_of(&shop, &shop.newcomer(), &placed.token);
    assert_eq!(result.order_number, placed.order_number);
    let kept: Vec<String> = shop.write(|tx| tx.all("SELECT hex(token_hash) FROM order_token", crate::vals![]));
    assert!(kept.len() == 1 && !kept[0].eq_ignore_ascii_case(&placed.token));
}

#[test]
fn order_may_have_several_tokens() {
    let shop = fixture::shop();
    let placed = shop.order(&shop.visitor(), 1);
    let order = shop.order_by_token(&placed.token);
    shop.write(|tx| order::save_token(tx, order.id, "another", at(fixture::NOW)));
    assert_eq!(result_of(&shop, &shop.visitor(), "another").order_number, placed.order_number);
    assert_eq!(result_of(&shop, &shop.visitor(), &placed.token).order_number, placed.order_number);
}

#[test]
fn bank_transfer_shows_its_instructions() {
    let shop = fixture::shop();
    let placed = shop.order(&shop.visitor(), 1);
    let result = result_of(&shop, &shop.visitor(), &placed.token);
    assert_eq!(result.outcome, Outcome::PendingBankTransfer);
    assert_eq!(result.status_label, "Pending Bank Transfer");
    assert_eq!(
        (result.method_label.as_str(), result.shipping_method_label.as_str()),
        ("Bank transfer", "Standard delivery")
    );
    assert_eq!(result.hold_until.as_deref(), Some("2026-11-27T22:59:59Z"));
    let Some(Instructions::BankTransfer { iban, reference, amount, currency, qr, hold_until, .. }) =
        result.instructions
    else {
        panic!("bank details")
    };
    assert_eq!(iban, "FR76 3000 6000 0112 3456 7890 189");
    assert_eq!((reference, amount, currency), (placed.order_number, placed.totals.total, Currency::Eur));
    let drawn = serde_json::to_value(qr).expect("a code");
    assert!(drawn["path"].as_str().is_some_and(|path| path.starts_with("M4 4h7v1h-7z")), "{drawn}");
    assert_eq!(hold_until, "2026-11-27T22:59:59Z");
    assert_eq!(result.shipping_lines, ["Ada King", "12 St James's Square", "London", "SW1Y 4LB", "United Kingdom"]);
    assert_eq!(result.billing_lines, result.shipping_lines);
    assert_eq!(result.items[0].url, "/en/p/towelen");
    assert_eq!(result.points, None, "no member card, no points");
}

#[test]
fn cheque_shows_its_instructions() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    shop.add(&visitor, "TOWEL", 1);
    let args =
        PlaceArgs { payment_method: "cheque".into(), member_card: "1234 5678 9012 3456".into(), ..shop.form(&visitor) };
    let placed = shop.place(&visitor, &args);
    let result = result_of(&shop, &visitor, &placed.token);
    assert_eq!(result.outcome, Outcome::PendingCheque);
    assert_eq!(result.points, Some(40));
    match result.instructions {
        Some(Instructions::Cheque { payee, address, reference, .. }) => {
            assert_eq!((payee.as_str(), address.len(), reference), ("Valmère Maison SAS", 5, placed.order_number));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn result_is_localised_and_keeps_the_currency_of_the_order() {
    let shop = fixture::shop();
    let placed = shop.order(&shop.visitor(), 1);
    let mut visitor = shop.visitor();
    visitor.view.store = visitor.view.stores.of(Lang::Fr);
    visitor.view.currency = Currency::Chf;
    let result = result_of(&shop, &visitor, &placed.token);
    assert_eq!(result.status_label, "Virement en attente");
    assert_eq!(result.items[0].name, "Lac towel", "the name at the time of the order");
    assert_eq!(result.items[0].line_total, result.items[0].price);
    assert_eq!(result.totals, placed.totals);

    let order = shop.order_by_token(&placed.token);
    let mut walk = Vec::new();
    for to in [OrderStatus::Processing, OrderStatus::Shipped, OrderStatus::Complete, OrderStatus::Closed] {
        shop.write(|tx| transition(tx, order.id, to, Actor::Operator, "test", at(fixture::NOW)));
        let result = result_of(&shop, &visitor, &placed.token);
        assert_eq!((result.instructions, result.hold_until), (None, None));
        walk.push(result.outcome);
    }
    assert_eq!(walk, [Outcome::Success; 4]);
    let canceled = shop.order(&shop.visitor(), 2);
    let order = shop.order_by_token(&canceled.token);
    shop.write(|tx| transition(tx, order.id, OrderStatus::Canceled, Actor::Customer, "test", at(fixture::NOW)));
    assert_eq!(result_of(&shop, &visitor, &canceled.token).outcome, Outcome::Canceled);
}

#[test]
fn result_does_not_depend_on_the_catalogue() {
    let shop = fixture::shop();
    let placed = shop.order(&shop.visitor(), 1);
    shop.exec(
        "UPDATE price SET amount = 9900; UPDATE product_text SET name = 'Other'; UPDATE product SET enabled = 0;",
    );
    let result = result_of(&shop, &shop.visitor(), &placed.token);
    assert_eq!((result.items[0].name.as_str(), result.items[0].price.minor()), ("Lac towel", 4_000));
    assert_eq!((result.items[0].url.as_str(), &result.items[0].image), ("", &None));
    assert_eq!(result.totals, placed.totals);
}

fn args(number: &str) -> NumberArgs {
    NumberArgs { order_number: number.into() }
}

#[test]
fn list_has_own_orders_newest_first() {
    let shop = fixture::shop();
    let ada = shop.member(1);
    let (first, _, last) = (shop.order_of(1, 1), shop.order_of(2, 2), shop.order_of(3, 1));
    let found = shop.write(|tx| list(tx, &ada, IndexArgs::default()));
    let numbers: Vec<&str> = found.items.iter().map(|item| item.order_number.as_str()).collect();
    assert_eq!(numbers, [&last, &first]);
    assert_eq!((found.total, found.page, found.per_page), (2, 1, 20));
    let item = &found.items[0];
    assert_eq!(
        (item.names.as_slice(), item.total_qty, item.can_cancel),
        (["Lac towel".to_owned()].as_slice(), 1, true)
    );
    assert_eq!((item.status_label.as_str(), item.method_label.as_str()), ("Pending Bank Transfer", "Bank transfer"));
    let beyond = shop.write(|tx| list(tx, &ada, IndexArgs { page: Some(u32::MAX) }));
    assert_eq!((beyond.items.len(), beyond.total), (0, 2));
    shop.write(|tx| {
        assert!(order::names(tx, &[])?.is_empty());
        Ok(())
    });
    assert_indexed(&shop.connection, |tx| order::list_own(tx, 1, 20, 0));
    assert_indexed(&shop.connection, |tx| order::names(tx, &[1, 2]));
}

#[test]
fn list_of_many_orders_takes_as_many_queries_as_that_of_one() {
    let shop = fixture::shop();
    let ada = shop.member(1);
    let count = || statements(&shop.connection, |tx| list(tx, &ada, IndexArgs::default())).len();
    shop.order_of(1, 1);
    let of_one = count();
    for key in 2..4 {
        shop.order_of(key, 1);
    }
    assert_eq!(count(), of_one);
}

#[test]
fn orders_of_others_look_unknown() {
    let shop = fixture::shop();
    let number = shop.order_of(1, 1);
    let (ada, bob) = (shop.member(1), shop.member(2));
    let detail = shop.write(|tx| view(tx, &ada, args(&format!(" {number} "))));
    assert_eq!((detail.order.order_number.as_str(), detail.order.token.as_str()), (number.as_str(), ""));
    assert_eq!(detail.history.len(), 1);
    let refusal = |number: &str| shop.refusal(|tx| view(tx, &bob, args(number)));
    assert_eq!(refusal(&number), refusal("2026-999999"));
    assert_eq!(refusal(&number).message, message::ORDER_NOT_FOUND);
}
