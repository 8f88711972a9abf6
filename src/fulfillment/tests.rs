//! Returns in steps and in one go: pieces, money, documents and points are the same, and each exactly once.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use proptest::prelude::*;

use super::{Receipt, Return, inspect_return, owed, receive_return, record_return, refund_return};
use crate::domain::money::Amount;
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::working_days;
use crate::error::Result;
use crate::invoice::{self, InvoiceKind};
use crate::order::{self, Actor, Command, Order};
use crate::payment::store;
use crate::returns::types::{Announced, Finding, GoodsReturn, Origin, Reason, Step};
use crate::returns::{self, NewReturn, announce_withdrawn};
use crate::shipment::Quantities;
use crate::testing::fixture::{self, Shop, at};
use crate::{fulfillment, loyalty, message, outbox, settlement, shipment, vals};

/// A person of the house, one minute later for each step.
fn command(shop: &Shop, minute: i64) -> Command {
    let now = at(fixture::NOW) + SignedDuration::from_mins(minute);
    Command { config: shop.config.clone(), actor: Actor::Staff(1), now, random: [minute as u8 + 1; 32] }
}

/// An order of these items, by transfer to London, which is paid and sent.
fn sent(shop: &Shop, items: &[(&str, i64)]) -> Order {
    let visitor = shop.visitor();
    for (sku, qty) in items {
        shop.add(&visitor, sku, *qty);
    }
    let form = shop.form(&visitor);
    let order = shop.order_by_token(&shop.place(&visitor, &form).token);
    let command = command(shop, 0);
    let value_date = working_days::in_shop_zone(command.now).date();
    let receipt = Receipt { amount: None, method: "bank_transfer", reference: "R1", value_date, again: false };
    shop.write(|tx| fulfillment::book_payment(tx, &command, &order, &receipt));
    let paid = now_of(shop, &order);
    shop.write(|tx| fulfillment::ship(tx, &command, &paid, None, ShippingMethod::DHL, "J1"));
    now_of(shop, &order)
}

fn now_of(shop: &Shop, order: &Order) -> Order {
    shop.write(|tx| order::find(tx, order.id)).expect("an order")
}

fn now_as(shop: &Shop, of: &GoodsReturn) -> GoodsReturn {
    shop.write(|tx| returns::find(tx, &of.number)).expect("a return")
}

fn pieces(of: &[(i64, u32)]) -> Quantities {
    of.iter().copied().collect()
}

fn announce(shop: &Shop, order: &Order, minute: i64, lines: &[(i64, u32)]) -> Result<GoodsReturn> {
    let lines =
        lines.iter().map(|(position, qty)| Announced { position: *position, qty: *qty, reason: Reason::ChangedMind });
    let new = NewReturn { lines: lines.collect(), ..NewReturn::default() };
    shop.attempt(|tx| returns::announce(tx, order, Origin::Telephone, &new, command(shop, minute).now))
}

fn receive(shop: &Shop, of: &GoodsReturn, minute: i64, counted: &[(i64, u32)]) -> Result<GoodsReturn> {
    receive_with(shop, of, minute, counted, true)
}

/// `rest_comes`: what has not come stays announced.
fn receive_with(
    shop: &Shop,
    of: &GoodsReturn,
    minute: i64,
    counted: &[(i64, u32)],
    rest_comes: bool,
) -> Result<GoodsReturn> {
    let (command, counted) = (command(shop, minute), pieces(counted));
    shop.attempt(|tx| {
        let order = order::find(tx, of.order_id)?.expect("an order");
        receive_return(tx, &command, &order, of, &counted, rest_comes)
    })
}

fn rest_of(shop: &Shop, of: &GoodsReturn) -> Option<GoodsReturn> {
    shop.write(|tx| returns::rest_of(tx, of))
}

/// What is announced, by position.
fn announced_of(shop: &Shop, of: &GoodsReturn) -> Vec<(i64, u32)> {
    let lines = shop.write(|tx| returns::list_lines(tx, of.id)).into_iter();
    lines.map(|line| (line.position, line.announced)).collect()
}

fn inspect(shop: &Shop, of: &GoodsReturn, minute: i64, found: &[(i64, u32, i64)]) -> Result<GoodsReturn> {
    let finding = |(position, fit, deduction): &(i64, u32, i64)| {
        let deduction_reason = if *deduction > 0 { "worn".to_owned() } else { String::new() };
        (*position, Finding { fit: *fit, deduction: *deduction, deduction_reason })
    };
    let (command, findings) = (command(shop, minute), found.iter().map(finding).collect::<BTreeMap<_, _>>());
    shop.attempt(|tx| {
        let order = order::find(tx, of.order_id)?.expect("an order");
        inspect_return(tx, &command, &order, of, &findings)
    })
}

fn refund(shop: &Shop, of: &GoodsReturn, minute: i64, minor: Option<i64>) -> Result<i64> {
    let command = command(shop, minute);
    shop.attempt(|tx| {
        let order = order::find(tx, of.order_id)?.expect("an order");
        Ok(refund_return(tx, &command, &order, of, minor.map(Amount::from_minor))?.minor())
    })
}

fn owed_now(shop: &Shop, of: &GoodsReturn) -> i64 {
    let order = shop.write(|tx| order::find(tx, of.order_id)).expect("an order");
    shop.write(|tx| owed(tx, &order, of)).total
}

fn why<T: std::fmt::Debug>(outcome: Result<T>) -> &'static str {
    outcome.expect_err("a refusal").refusal().expect("a refusal").message.id
}

/// All that an order has left of a return: what was refunded, documents, points, stock, status, pieces that count as back.
fn traces(shop: &Shop, order: &Order) -> impl PartialEq + std::fmt::Debug + use<> {
    let credits = |kind| {
        let documents = shop.write(|tx| invoice::list_of_order(tx, order.id)).into_iter().map(|issued| issued.document);
        let totals =
            documents.filter(|one| one.kind == kind).map(|one| (one.total.minor(), one.tax.minor(), one.lines.len()));
        totals.collect::<Vec<_>>()
    };
    let refunds: Vec<i64> =
        shop.write(|tx| store::list_refunds(tx, order.id)).into_iter().map(|refund| refund.amount).collect();
    let stock: Vec<i64> = shop.write(|tx| tx.all("SELECT quantity FROM stock ORDER BY product_id", vals![]));
    let from = at("2026-01-01T00:00:00Z");
    let items = shop.write(|tx| shipment::returned_items(tx, from, at("2027-01-01T00:00:00Z")));
    let (status, back) = (now_of(shop, order).status, shop.write(|tx| shipment::list_returned(tx, order.id)));
    let points = shop
        .write(|tx| loyalty::points_through(tx, from, at("2027-01-01T00:00:00Z")).map(|points| format!("{points:?}")));
    (credits(InvoiceKind::CreditNote), refunds, stock, items, status, back, points)
}

#[test]
fn steps_leave_the_same_as_one_go() {
    for (lines, restock) in [(&[(0, 1)][..], true), (&[(0, 2), (1, 1)], true), (&[(1, 1)], false)] {
        let left = [true, false].map(|in_steps| {
            let shop = fixture::shop();
            let order = sent(&shop, &[("TOWEL", 2), ("SET", 1)]);
            if in_steps {
                let of = announce(&shop, &order, 1, lines).expect("announced");
                let of = receive(&shop, &of, 2, lines).expect("received");
                let found: Vec<_> =
                    lines.iter().map(|(position, qty)| (*position, if restock { *qty } else { 0 }, 0)).collect();
                let of = inspect(&shop, &of, 2, &found).expect("inspected");
                refund(&shop, &of, 2, None).expect("refunded");
            } else {
                let back = pieces(lines);
                let what = Return { lines: Some(&back), restock, refund: None, reason: "returned" };
                shop.write(|tx| record_return(tx, &command(&shop, 2), &order, &what));
            }
            let of = shop.write(|tx| returns::list_of_order(tx, order.id)).pop().expect("a return");
            assert_eq!((of.step, of.refund.is_some()), (Step::Closed, true));
            traces(&shop, &order)
        });
        assert_eq!(left[0], left[1], "{lines:?}");
    }
}

#[test]
fn whoever_inspects_deducts_at_most_what_was_paid_and_the_last_return_gives_none_of_it_back() {
    let shop = fixture::shop();
    let order = sent(&shop, &[("TOWEL", 2), ("LOTION", 1)]);
    // 80.00 + 25.55, and the delivery.
    let total = order.totals.total.minor();
    let first = announce(&shop, &order, 1, &[(0, 2)]).expect("announced");
    assert_eq!(first.number, format!("{}-R1", order.number));
    assert_eq!(why(inspect(&shop, &first, 2, &[])), message::RETURN_NOT_NOW.id);
    assert_eq!(why(refund(&shop, &first, 2, None)), message::RETURN_NOT_INSPECTED.id);
    let first = receive(&shop, &first, 3, &[(0, 2)]).expect("received");
    assert_eq!(why(receive(&shop, &first, 4, &[(0, 2)])), message::RETURN_NOT_NOW.id);
    assert_eq!(why(refund(&shop, &first, 4, None)), message::RETURN_NOT_INSPECTED.id);
    let refused = inspect(&shop, &first, 4, &[(0, 3, 8_001), (1, 1, 0)]).expect_err("refused");
    let fields: Vec<(String, &str)> =
        refused.refusal().expect("a refusal").fields.iter().map(|(field, said)| (field.clone(), said.id)).collect();
    assert_eq!(
        fields,
        [
            ("deduction.0".to_owned(), message::RETURN_DEDUCTION_TOO_MUCH.id),
            ("fit.0".to_owned(), message::RETURN_FIT_TOO_MANY.id),
            ("fit.1".to_owned(), message::RETURN_FIT_TOO_MANY.id),
        ]
    );
    let silent = BTreeMap::from([(0, Finding { fit: 2, deduction: 1, deduction_reason: String::new() })]);
    let refused = shop.refusal(|tx| inspect_return(tx, &command(&shop, 4), &order, &first, &silent).map(drop));
    assert!(refused.fields.contains_key("deduction_reason.0"), "{refused:?}");
    let stock = shop.stock(fixture::TOWEL);
    let first = inspect(&shop, &first, 5, &[(0, 1, 1_500)]).expect("inspected");
    assert_eq!((first.step, shop.stock(fixture::TOWEL)), (Step::Inspected, stock + 1));
    assert_eq!(owed_now(&shop, &first), 6_500);
    // Another one is inspected before the first is refunded: neither is the last.
    let second =
        receive(&shop, &announce(&shop, &order, 6, &[(1, 1)]).expect("announced"), 7, &[(1, 1)]).expect("received");
    let second = inspect(&shop, &second, 8, &[(1, 1, 0)]).expect("inspected");
    assert_eq!((owed_now(&shop, &first), owed_now(&shop, &second)), (6_500, 2_555));
    assert_eq!(why(refund(&shop, &first, 9, Some(total + 1))), message::REFUND_TOO_MUCH.id);
    assert_eq!(refund(&shop, &first, 9, None).expect("refunded"), 6_500);
    assert_eq!(why(refund(&shop, &now_as(&shop, &first), 9, None)), message::RETURN_REFUNDED.id);
    assert_eq!(now_of(&shop, &order).status, OrderStatus::Shipped);
    // The last gives back all that is left, the delivery included, but not what was deducted.
    assert_eq!(refund(&shop, &second, 10, None).expect("refunded"), total - 6_500 - 1_500);
    assert_eq!(now_of(&shop, &order).status, OrderStatus::Closed);
    let mails: Vec<String> =
        shop.write(|tx| outbox::list_of_order(tx, order.id)).into_iter().map(|mail| mail.template).collect();
    assert_eq!(mails.iter().filter(|template| *template == "return_received").count(), 2, "{mails:?}");
    // The letter about the money says what was deducted and why.
    let refund_id = shop.write(|tx| store::list_refunds(tx, order.id))[0].id;
    shop.write(|tx| settlement::refund_made_by_hand(tx, &command(&shop, 11), refund_id, "SEPA 1"));
    let data: String = shop.write(|tx| tx.one("SELECT data FROM mail WHERE template = 'order_refunded'", vals![]));
    assert!(data.contains("\"deduction\":\"15.00\"") && data.contains("worn"), "{data}");
}

#[test]
fn no_piece_is_announced_twice_and_what_comes_is_taken_out_of_what_was_announced() {
    let shop = fixture::shop();
    let order = sent(&shop, &[("TOWEL", 3), ("LOTION", 1)]);
    let first = announce(&shop, &order, 1, &[(0, 2)]).expect("announced");
    let second = announce(&shop, &order, 2, &[(0, 1), (1, 1)]).expect("announced");
    for lines in [&[(0, 1)][..], &[(1, 1)], &[], &[(7, 1)]] {
        assert_eq!(why(announce(&shop, &order, 3, lines)), message::RETURN_TOO_MUCH.id, "{lines:?}");
    }
    // Three towels come with the first: of the second only the lotion is still expected.
    assert_eq!(why(receive(&shop, &first, 3, &[(0, 4)])), message::RETURN_TOO_MUCH.id);
    assert_eq!(why(receive(&shop, &first, 3, &[(0, 0)])), message::RETURN_TOO_MUCH.id);
    let first = receive(&shop, &first, 3, &[(0, 3)]).expect("received");
    let lines = shop.write(|tx| returns::list_lines(tx, second.id));
    assert_eq!(lines.iter().map(|line| line.announced).collect::<Vec<_>>(), [0, 1]);
    assert!(now_as(&shop, &second).version > second.version);
    assert_eq!(why(announce(&shop, &order, 4, &[(0, 1)])), message::RETURN_TOO_MUCH.id);
    // In one go, all that does not lie in the house: of the return that expects it.
    let what = Return { restock: true, reason: "returned", ..Return::default() };
    let amount = shop.write(|tx| record_return(tx, &command(&shop, 5), &order, &what));
    assert_eq!(amount.minor(), 2_555);
    assert_eq!(now_as(&shop, &second).step, Step::Closed);
    assert_eq!(
        why(shop.attempt(|tx| record_return(tx, &command(&shop, 6), &order, &what))),
        message::RETURN_TOO_MUCH.id
    );
    let first = inspect(&shop, &first, 7, &[]).expect("inspected");
    assert_eq!(refund(&shop, &first, 8, None).expect("refunded"), order.totals.total.minor() - 2_555);
    assert_eq!(now_of(&shop, &order).status, OrderStatus::Closed);
}

#[test]
fn return_of_which_all_came_with_another_is_called_off_and_so_is_one_that_does_not_come() {
    let shop = fixture::shop();
    let order = sent(&shop, &[("TOWEL", 2)]);
    let first = announce(&shop, &order, 1, &[(0, 1)]).expect("announced");
    let second = announce(&shop, &order, 1, &[(0, 1)]).expect("announced");
    shop.write(|tx| returns::call_off(tx, &first, command(&shop, 2).now));
    assert_eq!(now_as(&shop, &first).step, Step::CalledOff);
    assert_eq!(why(receive(&shop, &now_as(&shop, &first), 3, &[(0, 1)])), message::RETURN_NOT_NOW.id);
    let third = announce(&shop, &order, 4, &[(0, 1)]).expect("its piece is free again");
    assert_eq!(third.number, format!("{}-R3", order.number));
    let third = receive(&shop, &third, 5, &[(0, 2)]).expect("both came");
    assert_eq!(now_as(&shop, &second).step, Step::CalledOff);
    let refused = shop.refusal(|tx| returns::call_off(tx, &third, command(&shop, 6).now));
    assert_eq!(refused.message.id, message::RETURN_NOT_NOW.id);
}

#[test]
fn withdrawal_opens_a_return_whose_money_is_withheld_until_goods_or_proof_are_here() {
    let shop = fixture::shop();
    let order = sent(&shop, &[("TOWEL", 2), ("LOTION", 1)]);
    let notice = command(&shop, 60);
    let by_phone = announce(&shop, &order, 1, &[(1, 1)]).expect("announced");
    let opened = shop.write(|tx| announce_withdrawn(tx, &order, "W2026-00001", &[], notice.now)).expect("a return");
    assert_eq!((opened.origin, opened.step), (Origin::Withdrawal, Step::Announced));
    let lines = shop.write(|tx| returns::list_lines(tx, opened.id));
    assert_eq!(lines.iter().map(|line| (line.position, line.announced)).collect::<Vec<_>>(), [(0, 2)]);
    // What was announced before follows from the statement, too.
    assert_eq!(now_as(&shop, &by_phone).withdrawal.as_deref(), Some("W2026-00001"));
    let again = shop.write(|tx| announce_withdrawn(tx, &order, "W2026-00002", &[("TOWEL", 2)], notice.now));
    assert_eq!(again, None, "no piece twice");

    let day = |days: i64| notice.now + SignedDuration::from_hours(24 * days);
    assert_eq!((opened.refund_by, opened.due_at()), (None, Some(day(14).as_millisecond())));
    assert_eq!(shop.write(|tx| returns::count_to_refund(tx, day(20))).count, 0);
    assert_eq!(why(refund(&shop, &opened, 61, None)), message::RETURN_NOT_INSPECTED.id);
    // Shown to be sent on the third day: owed by the fourteenth, before anything is here.
    shop.write(|tx| returns::note_sent(tx, &opened, day(3)));
    let proved = now_as(&shop, &opened);
    assert_eq!(proved.refund_by, Some(day(14).as_millisecond()));
    let waiting = shop.write(|tx| returns::count_to_refund(tx, day(15)));
    assert_eq!((waiting.count, waiting.late), (1, 1));
    assert_eq!(refund(&shop, &proved, 62, None).expect("refunded"), 8_000);
    let refunded = now_as(&shop, &opened);
    assert_eq!((refunded.step, refunded.refund), (Step::Announced, Some(8_000)));
    let refused = shop.refusal(|tx| returns::call_off(tx, &refunded, day(4)));
    assert_eq!(refused.message.id, message::RETURN_REFUNDED.id);
    // When they come, they are inspected, and nothing is refunded again.
    let here = receive(&shop, &refunded, 63, &[(0, 2)]).expect("received");
    let inspected = inspect(&shop, &here, 64, &[]).expect("inspected");
    assert_eq!(now_as(&shop, &inspected).step, Step::Closed);
    // The other one comes after the fourteen days: it is due at once.
    let late = returns::types::GoodsReturn { notice_at: Some(0), ..now_as(&shop, &by_phone) };
    assert_eq!(late.refund_by(day(20)), Some(day(20).as_millisecond()));
    let here = receive(&shop, &now_as(&shop, &by_phone), 65, &[(1, 1)]).expect("received");
    let here = inspect(&shop, &here, 66, &[]).expect("inspected");
    assert_eq!(refund(&shop, &here, 67, None).expect("refunded"), order.totals.total.minor() - 8_000);
    assert_eq!(now_of(&shop, &order).status, OrderStatus::Closed);
}

#[test]
fn what_does_not_come_with_a_parcel_stays_announced_with_its_statement_and_deadline() {
    let shop = fixture::shop();
    let order = sent(&shop, &[("TOWEL", 3), ("LOTION", 1)]);
    let notice = command(&shop, 1).now;
    let opened = shop.write(|tx| announce_withdrawn(tx, &order, "W2026-00001", &[], notice)).expect("a return");
    let other = shop.write(|tx| returns::list_of_order(tx, order.id)).len();
    let here = receive(&shop, &opened, 5, &[(0, 1)]).expect("received");
    let rest = rest_of(&shop, &here).expect("a rest");
    assert_eq!(rest.number, format!("{}-R{}", order.number, other + 1));
    assert_eq!(announced_of(&shop, &rest), [(0, 2), (1, 1)]);
    assert_eq!(
        (rest.step, rest.origin, rest.withdrawal.as_deref(), rest.notice_at, rest.opened_at),
        (Step::Announced, Origin::Withdrawal, Some("W2026-00001"), opened.notice_at, opened.opened_at)
    );
    // Its money may be withheld until it or a proof is here, but is due by the same day.
    assert_eq!((rest.due_at(), rest.refund_by, rest.follows.as_ref()), (opened.due_at(), None, Some(&here.number)));
    // The letter says what is missing.
    let data: String = shop.write(|tx| tx.one("SELECT data FROM mail WHERE template = 'return_received'", vals![]));
    let back = &serde_json::from_str::<serde_json::Value>(&data).expect("JSON")["back"];
    let told: Vec<_> =
        back["missing"].as_array().expect("missing").iter().map(|one| (&one["sku"], &one["qty"])).collect();
    assert_eq!(serde_json::json!(told), serde_json::json!([["TOWEL", 2], ["LOTION", 1]]), "{back}");
    assert_eq!(back["is_rest_expected"], true);
    // What is received of it is refunded, and the rest with what is left of the order.
    let here = inspect(&shop, &here, 6, &[]).expect("inspected");
    assert_eq!(refund(&shop, &here, 7, None).expect("refunded"), 4_000);
    assert_eq!(now_of(&shop, &order).status, OrderStatus::Shipped);
    // Of the rest all but a towel comes, and nothing more will: that is announced no more, and can be anew.
    let here = receive_with(&shop, &rest, 8, &[(0, 1), (1, 1)], false).expect("received");
    assert_eq!(rest_of(&shop, &here), None);
    let data: Vec<String> =
        shop.write(|tx| tx.all("SELECT data FROM mail WHERE template = 'return_received' ORDER BY id", vals![]));
    assert!(data[1].contains("\"is_rest_expected\":false"), "{}", data[1]);
    assert_eq!(shop.write(|tx| returns::announceable(tx, order.id)), pieces(&[(0, 1)]));
}

#[test]
fn what_was_refunded_on_proof_is_refunded_once_however_it_comes() {
    let proved = |shop: &Shop| {
        let order = sent(shop, &[("TOWEL", 3), ("LOTION", 1)]);
        let at = |minute| command(shop, minute).now;
        let opened = shop.write(|tx| announce_withdrawn(tx, &order, "W1", &[("TOWEL", 2)], at(1))).expect("a return");
        shop.write(|tx| returns::note_sent(tx, &opened, at(2)));
        assert_eq!(refund(shop, &now_as(shop, &opened), 3, None).expect("refunded"), 8_000);
        (order, now_as(shop, &opened))
    };
    // It comes in two parcels: the second is refunded with the first.
    let shop = fixture::shop();
    let (order, first) = proved(&shop);
    let here = receive(&shop, &first, 4, &[(0, 1)]).expect("received");
    let rest = rest_of(&shop, &here).expect("a rest");
    assert_eq!((rest.refunded_at, rest.refund, rest.sent_at), (first.refunded_at, None, first.sent_at));
    assert_eq!((owed_now(&shop, &rest), why(refund(&shop, &rest, 5, None))), (0, message::RETURN_REFUNDED.id));
    assert_eq!(now_as(&shop, &inspect(&shop, &here, 5, &[]).expect("inspected")).step, Step::Closed);
    let here = receive(&shop, &rest, 6, &[(0, 1)]).expect("received");
    let closed = now_as(&shop, &inspect(&shop, &here, 7, &[]).expect("inspected"));
    assert_eq!((closed.step, closed.refund), (Step::Closed, None));
    // With the others all that is left goes back, once.
    let last = announce(&shop, &order, 8, &[(0, 1), (1, 1)]).expect("announced");
    let last = receive(&shop, &last, 9, &[(0, 1), (1, 1)]).expect("received");
    let last = inspect(&shop, &last, 10, &[]).expect("inspected");
    assert_eq!(refund(&shop, &last, 11, None).expect("refunded"), order.totals.total.minor() - 8_000);
    // Another return takes none of its pieces, nor it any of others.
    let shop = fixture::shop();
    let (order, first) = proved(&shop);
    assert_eq!(why(receive(&shop, &first, 4, &[(0, 3)])), message::RETURN_TOO_MUCH.id);
    assert_eq!(why(receive(&shop, &first, 4, &[(1, 1)])), message::RETURN_TOO_MUCH.id);
    let other = announce(&shop, &order, 4, &[(0, 1), (1, 1)]).expect("announced");
    assert_eq!(why(receive(&shop, &other, 5, &[(0, 2)])), message::RETURN_TOO_MUCH.id);
    receive(&shop, &other, 5, &[(0, 1)]).expect("received");
    assert_eq!(announced_of(&shop, &first), [(0, 2)]);
    // In one go it comes first, without more money; what is left of the parcel is refunded.
    let shop = fixture::shop();
    let (order, first) = proved(&shop);
    let go = |lines: &[(i64, u32)], refund: Option<i64>| {
        let lines = pieces(lines);
        let refund = refund.map(Amount::from_minor);
        let now = now_of(&shop, &order);
        let what = Return { lines: Some(&lines), restock: true, refund, reason: "returned" };
        shop.attempt(|tx| record_return(tx, &command(&shop, 5), &now, &what)).map(|back| back.minor())
    };
    assert_eq!(why(go(&[(0, 1)], Some(500))), message::RETURN_REFUNDED.id);
    assert_eq!(go(&[(0, 1)], None).expect("taken back"), 0);
    assert_eq!(now_as(&shop, &first).step, Step::Closed);
    let rest = rest_of(&shop, &first).expect("a rest");
    assert_eq!(go(&[(0, 2), (1, 1)], None).expect("taken back"), order.totals.total.minor() - 8_000);
    assert_eq!((now_as(&shop, &rest).step, now_of(&shop, &order).status), (Step::Closed, OrderStatus::Closed));
}

#[test]
fn withdrawn_pieces_that_come_with_another_return_keep_their_deadline() {
    let shop = fixture::shop();
    let order = sent(&shop, &[("TOWEL", 2)]);
    let notice = command(&shop, 1).now;
    let opened = shop.write(|tx| announce_withdrawn(tx, &order, "W1", &[], notice)).expect("a return");
    let new = NewReturn::default();
    let other = shop.write(|tx| returns::open(tx, &order, Origin::Unasked, &new, command(&shop, 2).now));
    let here = receive(&shop, &other, 3, &[(0, 2)]).expect("received");
    assert_eq!(now_as(&shop, &opened).step, Step::CalledOff);
    assert_eq!((here.withdrawal.as_deref(), here.notice_at), (Some("W1"), opened.notice_at));
    assert_eq!(here.refund_by, opened.due_at());
}

#[test]
fn statement_about_what_was_not_sent_opens_no_return() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    shop.add(&visitor, "TOWEL", 1);
    let order = shop.order_by_token(&shop.place(&visitor, &shop.form(&visitor)).token);
    assert_eq!(shop.write(|tx| announce_withdrawn(tx, &order, "W2026-00001", &[], at(fixture::NOW))), None);
    let order = sent(&fixture::shop(), &[("TOWEL", 1)]);
    let other = fixture::shop();
    let order = Order { id: sent(&other, &[("TOWEL", 1)]).id, ..order };
    let opened = other.write(|tx| announce_withdrawn(tx, &order, "W2026-00001", &[("LOTION", 1)], at(fixture::NOW)));
    assert_eq!(opened, None, "other goods than were sent");
}

/// What somebody may do with the returns of an order.
#[derive(Debug, Clone)]
enum Deed {
    Announce(i64, u32),
    Withdraw(Option<u32>),
    NoteSent(usize),
    CallOff(usize),
    Receive(usize, i64, u32, bool),
    Inspect(usize, u32, i64),
    Refund(usize, Option<i64>),
    OneGo(i64, u32, bool),
    Goodwill(i64),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        3 => (0i64..4, 1u32..4).prop_map(|(at, qty)| Deed::Announce(at, qty)),
        1 => prop::option::of(1u32..4).prop_map(Deed::Withdraw),
        1 => (0usize..4).prop_map(Deed::NoteSent),
        1 => (0usize..4).prop_map(Deed::CallOff),
        5 => (0usize..4, 0i64..4, 1u32..4, prop::bool::weighted(0.7))
            .prop_map(|(of, at, qty, rest)| Deed::Receive(of, at, qty, rest)),
        5 => (0usize..4, 0u32..4, 0i64..9_000).prop_map(|(of, fit, less)| Deed::Inspect(of, fit, less)),
        5 => (0usize..4, prop::option::weighted(0.2, 0i64..20_000)).prop_map(|(of, minor)| Deed::Refund(of, minor)),
        2 => (0i64..4, 1u32..3, any::<bool>()).prop_map(|(at, qty, restock)| Deed::OneGo(at, qty, restock)),
        1 => (1i64..3_000).prop_map(Deed::Goodwill),
    ];
    prop::collection::vec(deed, 1..24)
}

fn do_deed(shop: &Shop, order: &Order, minute: i64, deed: &Deed) -> Result<()> {
    let (now, command) = (now_of(shop, order), command(shop, minute));
    let all = shop.write(|tx| returns::list_of_order(tx, order.id));
    let of = |at: &usize| all.get(at % all.len().max(1)).cloned();
    match deed {
        Deed::Announce(at, qty) => announce(shop, order, minute, &[(*at, *qty)]).map(drop),
        Deed::Withdraw(towels) => {
            let items: Vec<(&str, u32)> = towels.iter().map(|qty| ("TOWEL", *qty)).collect();
            shop.attempt(|tx| announce_withdrawn(tx, &now, "W1", &items, command.now)).map(drop)
        }
        Deed::NoteSent(at) => of(at).map_or(Ok(()), |of| shop.attempt(|tx| returns::note_sent(tx, &of, command.now))),
        Deed::CallOff(at) => of(at).map_or(Ok(()), |of| shop.attempt(|tx| returns::call_off(tx, &of, command.now))),
        Deed::Receive(which, at, qty, rest_comes) => of(which).map_or(Ok(()), |of| {
            let here = receive_with(shop, &of, minute, &[(*at, *qty)], *rest_comes)?;
            assert_rest(shop, &of, &here, *rest_comes);
            Ok(())
        }),
        Deed::Inspect(which, fit, less) => of(which).map_or(Ok(()), |of| {
            let lines = shop.write(|tx| returns::list_lines(tx, of.id));
            let found = lines.iter().find(|line| line.pieces() > 0).map(|line| (line.position, *fit, *less));
            inspect(shop, &of, minute, found.as_slice()).map(drop)
        }),
        Deed::Refund(which, minor) => of(which).map_or(Ok(()), |of| refund(shop, &of, minute, *minor).map(drop)),
        Deed::OneGo(at, qty, restock) => {
            let lines = pieces(&[(*at, *qty)]);
            let what = Return { lines: Some(&lines), restock: *restock, refund: None, reason: "returned" };
            shop.attempt(|tx| record_return(tx, &command, &now, &what)).map(drop)
        }
        Deed::Goodwill(minor) => {
            shop.attempt(|tx| fulfillment::refund(tx, &command, &now, Amount::from_minor(*minor), "goodwill"))
        }
    }
}

/// Panics unless exactly what did not come with a return that was announced like `before` stays announced, where it still comes.
fn assert_rest(shop: &Shop, before: &GoodsReturn, here: &GoodsReturn, rest_comes: bool) {
    let lines = shop.write(|tx| returns::list_lines(tx, here.id));
    let missing: Vec<(i64, u32)> =
        lines.iter().map(|line| (line.position, line.missing())).filter(|(_, qty)| *qty > 0).collect();
    let Some(rest) = rest_of(shop, here) else { return assert!(missing.is_empty() || !rest_comes, "{here:?}") };
    assert!(rest_comes);
    assert_eq!(announced_of(shop, &rest), missing);
    let of = |of: &GoodsReturn| {
        (of.origin, of.withdrawal.clone(), of.notice_at, of.sent_at, of.refunded_at, of.due_at(), of.opened_at)
    };
    assert_eq!((rest.step, of(&rest)), (Step::Announced, of(before)));
}

/// Panics unless what was refunded of returns is the worth of their pieces at most: none is refunded twice. Amounts that people have
/// named count as they are.
fn assert_refunded_once(shop: &Shop, of: &Order) {
    let order = now_of(shop, of);
    let lines = shop.write(|tx| order::lines(tx, order.id));
    let all = shop.write(|tx| returns::list_of_order(tx, order.id));
    let mut pieces = Quantities::new();
    for of in all.iter().filter(|of| of.refunded_at.is_some()) {
        for line in shop.write(|tx| returns::list_lines(tx, of.id)) {
            *pieces.entry(line.position).or_default() += line.pieces();
        }
    }
    let worth = |of: &dyn Fn(i64, u32) -> u32| -> i64 {
        lines.iter().zip(0_i64..).map(|(line, at)| line.paid_for(of(at, line.qty))).sum()
    };
    let back: i64 = all.iter().filter_map(|of| of.refund).sum();
    let goods = worth(&|at, _| pieces.get(&at).copied().unwrap_or_default());
    let delivery = order.totals.total.minor() - worth(&|_, qty| qty);
    // Shares of a line are rounded, each by itself.
    assert!(back <= goods + delivery + all.len() as i64, "{back} of {goods} and {delivery}: {all:?}");
}

/// Panics unless pieces and money of the returns of an order are within what was sent and paid.
fn assert_within(shop: &Shop, of: &Order) {
    let order = now_of(shop, of);
    let sent = shop.write(|tx| shipment::list_shipped(tx, order.id));
    let booked = shop.write(|tx| shipment::list_returned(tx, order.id));
    let all = shop.write(|tx| returns::list_of_order(tx, order.id));
    let (mut held, mut inspected) = (booked.clone(), Quantities::new());
    let mut deducted = 0;
    for of in &all {
        let lines = shop.write(|tx| returns::list_lines(tx, of.id));
        for line in lines {
            match of.step {
                Step::Announced | Step::Received => *held.entry(line.position).or_default() += line.pieces(),
                Step::CalledOff => assert_eq!((line.received, line.fit), (None, None)),
                _ => *inspected.entry(line.position).or_default() += line.received.unwrap_or_default(),
            }
            deducted += line.deduction;
            assert!(line.deduction == 0 || line.deduction <= line.value.expect("a value"), "{line:?}");
        }
        assert_eq!(of.ended_at.is_some(), matches!(of.step, Step::Closed | Step::CalledOff), "{of:?}");
        assert!(of.step != Step::Closed || of.refunded_at.is_some(), "{of:?}");
        assert!(of.refunded_at.is_none() || of.refund.is_some() || of.follows.is_some(), "{of:?}");
    }
    for (position, qty) in &held {
        assert!(*qty <= sent.get(position).copied().unwrap_or_default(), "{position}: {held:?} of {sent:?}");
    }
    inspected.retain(|_, qty| *qty > 0);
    assert_eq!(inspected, booked, "what was inspected is booked, once");

    let (came, back) = shop.write(|tx| store::balance(tx, order.id, order.totals.currency));
    let refunds = shop.write(|tx| store::list_refunds(tx, order.id));
    assert!(back <= came, "{back} of {came}");
    let of_returns: i64 = all.iter().filter_map(|of| of.refund).sum();
    let goodwill: i64 = refunds.iter().filter(|refund| refund.reason == "goodwill").map(|refund| refund.amount).sum();
    assert_eq!(of_returns + goodwill, back, "each refund is of one return, or goodwill");
    let credited: i64 = shop
        .write(|tx| invoice::list_of_order(tx, order.id))
        .into_iter()
        .filter(|issued| issued.document.kind == InvoiceKind::CreditNote)
        .map(|issued| issued.document.total.minor())
        .sum();
    assert_eq!(credited, back, "credit notes are what was refunded");
    if order.status == OrderStatus::Closed {
        assert_eq!(booked, sent);
        assert!(deducted >= 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever people do with the returns of an order, no more comes back than was sent, and no more goes back than was paid.
    #[test]
    fn returns_stay_within_what_was_sent_and_paid(
        quantities in prop::collection::vec(1i64..4, 3),
        deeds in deeds(),
        is_changed in any::<bool>(),
    ) {
        let shop = fixture::shop_of(is_changed);
        let items: Vec<(&str, i64)> = ["TOWEL", "SET", "LOTION"].into_iter().zip(quantities).collect();
        let order = sent(&shop, &items);
        for (deed, minute) in deeds.iter().zip(1..) {
            if let Err(error) = do_deed(&shop, &order, minute, deed) {
                prop_assert!(error.refusal().is_some(), "{:?}: {:?}", deed, error);
            }
            assert_within(&shop, &order);
            if !deeds.iter().any(|deed| matches!(deed, Deed::Refund(_, Some(_)))) {
                assert_refunded_once(&shop, &order);
            }
        }
    }
}
