//! Orders that are changed keep their sums: lines, VAT, shipping, points, stock, invoices and money.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use proptest::prelude::*;

use super::{
    NewAddresses, NewCarrier, Removal, carrier_plans, charge_carrier, close_payment, plan, remove, set_addresses,
    set_carrier,
};
use crate::bank;
use crate::call::{View, Visitor};
use crate::checkout::types::PlaceArgs;
use crate::checkout::{self, Addition, EnteredItem};
use crate::domain::money::{Amount, Money, Percent};
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::{loyalty, working_days};
use crate::error::Result;
use crate::fulfillment::{self, Receipt, Return};
use crate::invoice::types::Document;
use crate::invoice::{self, InvoiceKind};
use crate::order::{self, Actor, Address, ChangeKind, Command, Order};
use crate::payment::gateway::{PaymentState, Report};
use crate::payment::store::{self, RefundState};
use crate::settlement::{self, attempt};
use crate::testing::fixture::{self, CANDLE, LOTION, MAT, ROBE_S, Shop, TOWEL, at};
use crate::{message, outbox, shipment, vals};

/// What is ordered and added.
const ITEMS: [&str; 4] = ["TOWEL", "SET", "CANDLE", "LOTION"];
const PRODUCTS: [i64; 5] = [TOWEL, MAT, ROBE_S, CANDLE, LOTION];

/// A person of the house, one minute later for each step: no two things happen at once.
fn command(shop: &Shop, minute: i64) -> Command {
    let now = at(fixture::NOW) + SignedDuration::from_mins(minute);
    Command { config: shop.config.clone(), actor: Actor::Staff(1), now, random: [minute as u8 + 1; 32] }
}

/// Places an order of these items; by transfer to London, unless changed.
fn placed(shop: &Shop, items: &[(&str, i64)], change: impl FnOnce(&mut Visitor, &mut PlaceArgs)) -> Order {
    let mut visitor = shop.visitor();
    let mut args = PlaceArgs::default();
    for (sku, qty) in items {
        shop.add(&visitor, sku, *qty);
    }
    change(&mut visitor, &mut args);
    let method = ShippingMethod::from_code(&args.shipping_method).unwrap_or(ShippingMethod::STANDARD);
    let form = shop.form_by(&visitor, method);
    let payment_method = if args.payment_method.is_empty() { form.payment_method } else { args.payment_method };
    let idempotency_key = format!("{:08x}-0000-4000-8000-000000000000", shop.count("sales_order"));
    let args = PlaceArgs { payment_method, member_card: "1234567890123456".into(), idempotency_key, ..form };
    shop.order_by_token(&shop.place(&visitor, &args).token)
}

fn by_transfer(shop: &Shop, items: &[(&str, i64)]) -> Order {
    placed(shop, items, |_, _| {})
}

fn now_of(shop: &Shop, order: &Order) -> Order {
    shop.write(|tx| order::find(tx, order.id)).expect("an order")
}

fn pay(shop: &Shop, order: &Order, minute: i64, amount: Option<i64>) -> Result<()> {
    let (order, command) = (now_of(shop, order), command(shop, minute));
    let value_date = working_days::in_shop_zone(command.now).date();
    let amount = amount.map(Amount::from_minor);
    let receipt = Receipt { amount, method: "bank_transfer", reference: "R1", value_date, again: true };
    shop.attempt(|tx| fulfillment::book_payment(tx, &command, &order, &receipt)).map(drop)
}

fn take_out(
    shop: &Shop,
    order: &Order,
    minute: i64,
    pieces: &[(i64, u32)],
    keep_shipping: bool,
) -> Result<super::Plan> {
    let (order, command) = (now_of(shop, order), command(shop, minute));
    let pieces: BTreeMap<i64, u32> = pieces.iter().copied().collect();
    let removal = Removal { pieces: &pieces, keep_shipping, reason: "by telephone" };
    shop.attempt(|tx| remove(tx, &command, &order, &removal))
}

fn taken_out(shop: &Shop, order: &Order, minute: i64, pieces: &[(i64, u32)], keep_shipping: bool) -> super::Plan {
    take_out(shop, order, minute, pieces, keep_shipping).expect("not refused")
}

fn unpay(shop: &Shop, order: &Order, minute: i64, payment_id: i64) -> Result<()> {
    let (order, command) = (now_of(shop, order), command(shop, minute));
    shop.attempt(|tx| bank::take_back(tx, &command, &order, payment_id, "the wrong order"))
}

fn last_payment(shop: &Shop, order: &Order) -> i64 {
    shop.write(|tx| store::list_payments(tx, order.id)).last().expect("a payment").id
}

fn why<T: std::fmt::Debug>(outcome: Result<T>) -> &'static str {
    outcome.expect_err("a refusal").refusal().expect("a refusal").message.id
}

fn documents(shop: &Shop, order: &Order) -> Vec<Document> {
    shop.write(|tx| invoice::list_of_order(tx, order.id)).into_iter().map(|issued| issued.document).collect()
}

fn refunds(shop: &Shop, order: &Order) -> Vec<(i64, String, RefundState)> {
    let refunds = shop.write(|tx| store::list_refunds(tx, order.id));
    refunds.into_iter().map(|refund| (refund.amount, refund.reason, refund.state)).collect()
}

/// Templates of the mails about an order, oldest first.
fn mails(shop: &Shop, order: &Order) -> Vec<String> {
    shop.write(|tx| outbox::list_of_order(tx, order.id)).into_iter().map(|mail| mail.template).collect()
}

fn send_all(shop: &Shop) {
    shop.exec("UPDATE mail SET sent_at = 1, due_at = NULL");
}

// ── Pieces that are taken out ───────────────────────────────────────────────────────────────────────────────────────

#[test]
fn paid_order_gives_back_what_is_taken_out_and_its_invoice_is_corrected() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 2), ("LOTION", 1)]);
    // 80.00 + 25.55 + 5.90
    assert_eq!((order.totals.total.minor(), order.points), (11_145, 105));
    pay(&shop, &order, 1, None).expect("paid");
    assert_eq!((shop.stock(TOWEL), shop.stock(LOTION)), (8, 99));
    let now = now_of(&shop, &order);
    let planned = shop.write(|tx| {
        let removal = Removal { pieces: &BTreeMap::from([(0, 1)]), keep_shipping: false, reason: "" };
        plan(tx, &shop.config, &now, &removal)
    });
    let plan = taken_out(&shop, &order, 2, &[(0, 1)], false);
    assert_eq!(plan, planned, "the plan is what happens");
    assert_eq!((plan.refund.minor(), plan.difference.minor()), (4_000, 4_000));
    let now = now_of(&shop, &order);
    assert_eq!((now.totals.total.minor(), now.totals.tax_amount.minor(), now.points), (7_145, 1_191, 65));
    assert_eq!((now.totals.total_qty, now.status), (2, OrderStatus::Processing));
    assert_eq!((shop.stock(TOWEL), shop.stock(LOTION)), (9, 99));
    assert_eq!(refunds(&shop, &order), [(4_000, "order_changed".to_owned(), RefundState::ByHand)]);
    let documents = documents(&shop, &order);
    let totals: Vec<_> = documents.iter().map(|one| (one.kind, one.total.minor(), one.tax.minor())).collect();
    assert_eq!(
        totals,
        [
            (InvoiceKind::Invoice, 11_145, 1_857),
            (InvoiceKind::CreditNote, 11_145, 1_857),
            (InvoiceKind::Invoice, 7_145, 1_191)
        ]
    );
    assert_eq!(documents[1].corrects.as_ref().expect("an invoice").number, documents[0].number);
    assert_eq!(mails(&shop, &order), ["order_received", "payment_received", "order_changed"]);
    // The credit note and the new invoice go with the letter; nothing is left for another one.
    let letter = shop.write(|tx| outbox::list_of_order(tx, order.id)).pop().expect("a mail").id;
    assert_eq!(shop.write(|tx| outbox::attachments(tx, letter)).len(), 2);
    let change = shop.write(|tx| order::list_changes(tx, order.id)).pop().expect("a change");
    assert_eq!((change.kind, change.removed, change.refund.minor()), (ChangeKind::Lines, vec![(0, 1)], 4_000));

    // What is left of the line goes, then nothing more may.
    taken_out(&shop, &order, 3, &[(0, 1)], false);
    assert_eq!(shop.stock(TOWEL), 10);
    assert_eq!(why(take_out(&shop, &order, 4, &[(0, 1)], false)), message::ORDER_REMOVE_TOO_MUCH.id);
    assert_eq!(why(take_out(&shop, &order, 4, &[(1, 1)], false)), message::ORDER_REMOVE_ALL.id);
    assert_eq!(why(take_out(&shop, &order, 4, &[], false)), message::ORDER_REMOVE_TOO_MUCH.id);
    assert_eq!(why(take_out(&shop, &order, 4, &[(7, 1)], false)), message::ORDER_REMOVE_TOO_MUCH.id);
    let last = self::documents(&shop, &order).pop().expect("an invoice");
    assert_eq!(
        last.lines.iter().map(|line| (line.sku.as_str(), line.position)).collect::<Vec<_>>(),
        [("LOTION", Some(1))]
    );

    // The whole order is canceled: the lotion's invoice is credited line by line.
    let command = command(&shop, 5);
    shop.write(|tx| fulfillment::cancel(tx, &command, order.id, "no"));
    assert_eq!(shop.stock(LOTION), 100);
    assert_sums(&shop, &order);
}

#[test]
fn shipping_follows_the_threshold_and_never_makes_the_order_dearer() {
    let shop = fixture::shop();
    // 160.00: free shipping.
    let order = by_transfer(&shop, &[("TOWEL", 4)]);
    assert_eq!((order.totals.total.minor(), order.totals.shipping_discount.minor()), (16_000, 590));
    pay(&shop, &order, 1, None).expect("paid");
    let plan = taken_out(&shop, &order, 2, &[(0, 1)], false);
    assert_eq!((plan.totals.total.minor(), plan.totals.shipping_discount.minor()), (12_590, 0));
    assert_eq!(plan.refund.minor(), 3_410);
    // The house cannot deliver: shipping stays as it was.
    let kept = by_transfer(&shop, &[("TOWEL", 4)]);
    let plan = taken_out(&shop, &kept, 3, &[(0, 1)], true);
    assert_eq!((plan.totals.total.minor(), plan.totals.shipping_discount.minor()), (12_000, 590));
    assert_sums(&shop, &order);
}

#[test]
fn promotion_and_other_currencies_are_those_of_the_order() {
    let shop = fixture::shop();
    let order =
        placed(&shop, &[("CANDLE", 2), ("TOWEL", 3)], |visitor, _| visitor.promo_tag = Some("VALMERE-TEAM".into()));
    // Candles: 70 % of 100.00 each, below the reduced 80.00. Towels: 28.00 each.
    assert_eq!(order.totals.discount_amount.minor(), 2_000 + 3_600);
    // The tag ends, a price rises, and the shop forgets a product: the order is what was agreed.
    shop.exec(
        "DELETE FROM promo_tag; UPDATE price SET amount = amount + 1000; UPDATE product SET enabled = 0 WHERE id = 9",
    );
    let plan = taken_out(&shop, &order, 1, &[(0, 1), (1, 1)], false);
    assert_eq!(plan.totals.discount_amount.minor(), 1_000 + 2_400);
    assert_eq!(plan.totals.subtotal_incl_tax.minor(), 16_000);
    assert_sums(&shop, &order);
}

#[test]
fn unpaid_order_costs_less_and_is_paid_when_that_is_covered() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 2), ("MAT", 1)]);
    assert_eq!(order.totals.total.minor(), 14_590);
    pay(&shop, &order, 1, Some(9_000)).expect("in part");
    let plan = taken_out(&shop, &order, 2, &[(0, 1)], false);
    assert_eq!((plan.totals.total.minor(), plan.refund.minor()), (10_590, 0));
    assert_eq!(now_of(&shop, &order).status, OrderStatus::PendingBankTransfer);
    assert!(documents(&shop, &order).is_empty());
    // 65.90 are covered by 90.00.
    let plan = taken_out(&shop, &order, 3, &[(0, 1)], false);
    assert_eq!((plan.totals.total.minor(), plan.refund.minor()), (6_590, 2_410));
    let now = now_of(&shop, &order);
    assert_eq!((now.status, now.hold_until), (OrderStatus::Processing, None));
    assert_eq!(refunds(&shop, &order), [(2_410, "paid_too_much".to_owned(), RefundState::ByHand)]);
    assert_eq!(documents(&shop, &order).iter().map(|one| one.total.minor()).collect::<Vec<_>>(), [6_590]);
    assert_sums(&shop, &order);
}

#[test]
fn payment_page_of_the_former_amount_is_closed_first() {
    let shop = fixture::shop();
    let order = placed(&shop, &[("TOWEL", 2)], |_, args| args.payment_method = "card".into());
    let attempt = || shop.write(|tx| store::find_last_attempt(tx, order.id)).expect("an attempt");
    assert_eq!(why(take_out(&shop, &order, 1, &[(0, 1)], false)), message::PAYMENT_PAGE_OPEN.id);
    let close = |minute| {
        let now = now_of(&shop, &order);
        shop.attempt(|tx| close_payment(tx, &command(&shop, minute), &now))
    };
    close(1).expect("a page is open");
    // Nobody is led to it any more, and the job closes it: it is not the order's attempt.
    let closed = attempt();
    assert!(closed.is_withdrawn);
    assert!(!shop.write(|tx| attempt::is_current(tx, &closed)));
    let due = shop.write(|tx| store::list_due_attempts(tx, command(&shop, 1).now, 9));
    assert_eq!(due, [closed.id], "the gateway is told at once");
    assert_eq!(
        why(take_out(&shop, &order, 1, &[(0, 1)], false)),
        message::PAYMENT_PAGE_OPEN.id,
        "it may still be paid"
    );
    let canceled = Report::of(PaymentState::Canceled, true);
    shop.write(|tx| attempt::apply_report(tx, &command(&shop, 2), closed.id, &canceled));
    taken_out(&shop, &order, 3, &[(0, 1)], false);
    assert_eq!(why(close(4)), message::PAYMENT_PAGE_NONE.id);
    // A gateway that had told nothing of a payment of the former amount: what is too much goes back.
    let paid = PaymentState::Paid { payment_id: "pi_1".into(), amount: Money::new(8_590, order.totals.currency) };
    shop.write(|tx| attempt::apply_report(tx, &command(&shop, 5), closed.id, &Report::of(paid, true)));
    assert_eq!(refunds(&shop, &order), [(4_000, "paid_too_much".to_owned(), RefundState::Due)]);
    assert_sums(&shop, &order);
}

#[test]
fn rest_of_an_order_that_has_left_in_part_is_taken_out() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("SET", 2), ("LOTION", 1)]);
    pay(&shop, &order, 1, None).expect("paid");
    let first = BTreeMap::from([(0, 1)]);
    let now = now_of(&shop, &order);
    shop.write(|tx| fulfillment::ship(tx, &command(&shop, 2), &now, Some(&first), ShippingMethod::DHL, "J"));
    assert_eq!(why(take_out(&shop, &order, 3, &[(0, 2)], false)), message::ORDER_REMOVE_TOO_MUCH.id, "one has left");
    let addresses = NewAddresses { shipping: &Address::default(), billing: None };
    let moved = shop.attempt(|tx| set_addresses(tx, &command(&shop, 3), &now, Lang::En, &addresses));
    assert_eq!(why(moved), message::ORDER_ADDRESS_LATE.id);
    taken_out(&shop, &order, 3, &[(0, 1), (1, 1)], false);
    assert_eq!(now_of(&shop, &order).status, OrderStatus::Shipped, "nothing is left to be sent");
    assert_eq!(shop.count("order_reservation"), 0);
    assert_eq!((shop.stock(TOWEL), shop.stock(MAT), shop.stock(LOTION)), (8, 49, 100), "a set is two towels and a mat");
    assert_eq!(why(take_out(&shop, &order, 4, &[(0, 1)], false)), message::ORDER_CHANGE_LATE.id);
    assert_sums(&shop, &order);
}

#[test]
fn goodwill_stays_credited_and_no_more_goes_back_than_was_paid() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 3)]);
    pay(&shop, &order, 1, None).expect("paid");
    let give = |minute, minor| {
        let now = now_of(&shop, &order);
        shop.write(|tx| fulfillment::refund(tx, &command(&shop, minute), &now, Amount::from_minor(minor), "goodwill"));
    };
    give(2, 1_000);
    taken_out(&shop, &order, 3, &[(0, 1)], false);
    let totals: Vec<_> = documents(&shop, &order).iter().map(|one| (one.kind.code(), one.total.minor())).collect();
    assert_eq!(
        totals,
        [
            ("invoice", 12_590),
            ("credit_note", 1_000),
            ("credit_note", 11_590),
            ("invoice", 8_590),
            ("credit_note", 1_000)
        ]
    );
    assert_sums(&shop, &order);
    give(4, 4_000);
    assert_eq!(why(take_out(&shop, &order, 5, &[(0, 1)], false)), message::INVOICE_CREDITED.id);
    assert_sums(&shop, &order);
}

// ── Carriers ────────────────────────────────────────────────────────────────────────────────────────────────────────

fn carry(
    shop: &Shop,
    order: &Order,
    minute: i64,
    method: ShippingMethod,
    keep_shipping: bool,
) -> Result<super::CarrierPlan> {
    let (order, command) = (now_of(shop, order), command(shop, minute));
    let new = NewCarrier { method, keep_shipping, reason: "by telephone" };
    shop.attempt(|tx| set_carrier(tx, &command, &order, &new))
}

/// Why a carrier is refused: the message of its field, else of the whole.
fn not_carried(outcome: Result<super::CarrierPlan>) -> &'static str {
    let error = outcome.expect_err("a refusal");
    let refusal = error.refusal().expect("a refusal");
    refusal.fields.get("carrier").unwrap_or(&refusal.message).id
}

#[test]
fn dearer_carrier_costs_the_customer_nothing() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    pay(&shop, &order, 1, None).expect("paid");
    let paid = now_of(&shop, &order);
    let plans = shop.write(|tx| carrier_plans(tx, &shop.config, &paid, false, command(&shop, 2).now));
    let offers: Vec<_> = plans.iter().map(|plan| (plan.method, plan.rate.minor(), plan.refund.minor())).collect();
    assert_eq!(offers, [(ShippingMethod::DHL, 1_490, 0)], "its own is none of the others");
    let plan = carry(&shop, &order, 2, ShippingMethod::DHL, false).expect("carried");
    assert_eq!(plan, plans[0], "the plan is what happens");
    let now = now_of(&shop, &order);
    assert_eq!((now.shipping_method, &now.delivery), (ShippingMethod::DHL, &plan.delivery));
    assert!(now.delivery.to < order.delivery.to, "an express is quicker");
    assert_eq!(now.totals, order.totals);
    assert_eq!(refunds(&shop, &order), []);
    assert_eq!(mails(&shop, &order), ["order_received", "payment_received", "order_changed"]);
    let change = shop.write(|tx| order::list_changes(tx, order.id)).pop().expect("a change");
    assert_eq!(
        (change.kind, change.carriers, change.reason.as_str()),
        (ChangeKind::Carrier, Some((ShippingMethod::STANDARD, ShippingMethod::DHL)), "by telephone")
    );
    assert_sums(&shop, &order);
    // Back again: the charge is that of before.
    carry(&shop, &order, 3, ShippingMethod::STANDARD, false).expect("carried");
    assert_eq!(now_of(&shop, &order).totals, order.totals);
    assert_sums(&shop, &order);
}

#[test]
fn cheaper_carrier_gives_back_the_difference_unless_the_house_says_otherwise() {
    let shop = fixture::shop();
    let by_dhl = |shop: &Shop| placed(shop, &[("TOWEL", 1)], |_, args| args.shipping_method = "dhl".into());
    let (first, second) = (by_dhl(&shop), by_dhl(&shop));
    assert_eq!(first.totals.total.minor(), 5_490);
    pay(&shop, &first, 1, None).expect("paid");
    let plan = carry(&shop, &first, 2, ShippingMethod::STANDARD, false).expect("carried");
    assert_eq!((plan.totals.total.minor(), plan.refund.minor()), (4_590, 900));
    assert_eq!(refunds(&shop, &first), [(900, "order_changed".to_owned(), RefundState::ByHand)]);
    let kinds: Vec<_> = documents(&shop, &first).iter().map(|one| (one.kind.code(), one.total.minor())).collect();
    assert_eq!(kinds, [("invoice", 5_490), ("credit_note", 5_490), ("invoice", 4_590)]);
    assert_sums(&shop, &first);
    // Not paid yet: it costs less.
    let kept = carry(&shop, &second, 3, ShippingMethod::STANDARD, true).expect("carried");
    assert_eq!((kept.totals.total.minor(), kept.refund.minor()), (5_490, 0));
    assert_sums(&shop, &second);
}

#[test]
fn carrier_stays_once_a_parcel_has_left() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 2)]);
    assert_eq!(
        not_carried(carry(&shop, &order, 1, ShippingMethod::STANDARD, false)),
        message::ORDER_NOTHING_CHANGED.id
    );
    for other in [ShippingMethod::UPS, ShippingMethod::Pickup] {
        let why = not_carried(carry(&shop, &order, 1, other, false));
        assert_eq!(why, message::ORDER_CARRIER_UNAVAILABLE.id, "{}", other.code());
    }
    pay(&shop, &order, 1, None).expect("paid");
    let now = now_of(&shop, &order);
    let one = BTreeMap::from([(0, 1)]);
    shop.write(|tx| fulfillment::ship(tx, &command(&shop, 2), &now, Some(&one), ShippingMethod::STANDARD, "J"));
    assert_eq!(not_carried(carry(&shop, &order, 3, ShippingMethod::DHL, false)), message::ORDER_CARRIER_LATE.id);
    shop.exec("DELETE FROM shipment");
    shop.exec(&format!("UPDATE sales_order SET shipping_method = 'pickup' WHERE id = {}", order.id));
    assert_eq!(not_carried(carry(&shop, &order, 3, ShippingMethod::DHL, false)), message::ORDER_CARRIER_COLLECTED.id);
}

#[test]
fn goods_that_travel_along_go_by_the_carrier_of_their_parcel() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    for (ships_along, minute) in [(true, 1), (false, 2)] {
        take_step(&shop, &order, minute, &Step::Add(3, 1, ships_along)).expect("added");
    }
    carry(&shop, &order, 3, ShippingMethod::DHL, false).expect("carried");
    let methods: Vec<_> = orders(&shop).into_iter().map(|order| order.shipping_method).collect();
    assert_eq!(methods, [ShippingMethod::DHL, ShippingMethod::DHL, ShippingMethod::STANDARD]);
    let along = &orders(&shop)[1];
    assert_eq!(along.delivery, now_of(&shop, &order).delivery);
    let changes = |order: &Order| shop.write(|tx| order::list_changes(tx, order.id)).len();
    assert_eq!((changes(along), changes(&orders(&shop)[2])), (1, 0), "it stands in the history of what travels along");
    let letters = |order: &Order| mails(&shop, order).into_iter().filter(|mail| mail == "order_changed").count();
    assert_eq!((letters(&order), letters(along)), (1, 0), "one letter speaks of the parcel");
    assert_eq!(not_carried(carry(&shop, along, 4, ShippingMethod::STANDARD, false)), message::ORDER_CARRIER_ALONG.id);
}

fn charged(shop: &Shop, order: &Order, minute: i64, told: i64) -> Result<Order> {
    let (order, command) = (now_of(shop, order), command(shop, minute));
    shop.attempt(|tx| charge_carrier(tx, &command, &order, ShippingMethod::DHL, Amount::from_minor(told)))
}

#[test]
fn dearer_carrier_is_the_customers_once_its_surcharge_is_paid() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    pay(&shop, &order, 1, None).expect("paid");
    let as_paid = now_of(&shop, &order);
    let plans = shop.write(|tx| carrier_plans(tx, &shop.config, &as_paid, false, command(&shop, 2).now));
    assert_eq!((plans[0].rate.minor(), plans[0].surcharge.minor()), (1_490, 900));
    let told = charged(&shop, &order, 2, 800).expect_err("another amount");
    let fault = &told.refusal().expect("a refusal").fields["surcharge"];
    assert_eq!((fault.id, fault.params["amount"].as_str()), (message::ORDER_CARRIER_AMOUNT_CHANGED.id, "9.00"));
    let offer = charged(&shop, &order, 2, 900).expect("offered");
    assert_eq!((offer.totals.total.minor(), offer.totals.shipping_amount.minor(), offer.points), (900, 0, 0));
    assert_eq!(offer.totals.vat[0].rate, order.totals.vat[0].rate, "shipping carries VAT as the goods do");
    let lines = shop.write(|tx| order::lines(tx, offer.id));
    assert_eq!((lines.len(), lines[0].name.as_str(), lines[0].product_id), (1, "DHL Express", None));
    assert_eq!(mails(&shop, &offer), ["order_added"]);
    // Until then nothing has changed, and nothing leaves.
    let now = now_of(&shop, &order);
    assert_eq!(now, as_paid);
    let sent = shop.attempt(|tx| fulfillment::ship(tx, &command(&shop, 3), &now, None, ShippingMethod::STANDARD, "J"));
    assert_eq!(why(sent), message::ORDER_CARRIER_AWAITED.id);
    assert_eq!(not_carried(carry(&shop, &order, 3, ShippingMethod::DHL, false)), message::ORDER_CARRIER_AWAITED.id);
    assert_eq!(why(charged(&shop, &order, 3, 900)), message::ORDER_CARRIER_AWAITED.id);
    assert_eq!(why(take_out(&shop, &offer, 3, &[(0, 1)], false)), message::ORDER_CARRIER_SURCHARGE.id);
    // A part of it changes nothing either.
    pay(&shop, &offer, 3, Some(400)).expect("booked");
    assert_eq!(now_of(&shop, &order).shipping_method, ShippingMethod::STANDARD);
    pay(&shop, &offer, 4, None).expect("paid");
    let now = now_of(&shop, &order);
    assert_eq!(
        (now.shipping_method, &now.totals, now.status),
        (ShippingMethod::DHL, &order.totals, OrderStatus::Processing)
    );
    assert_eq!(now.delivery, plans[0].delivery);
    assert_eq!(now_of(&shop, &offer).status, OrderStatus::Processing, "it goes with the parcel");
    // Its money counts, but it is no second order and no piece.
    let (from, until) =
        (at(fixture::NOW) - SignedDuration::from_hours(1), at(fixture::NOW) + SignedDuration::from_hours(1));
    let sum = shop.write(|tx| order::figures(tx, from, until));
    assert_eq!((sum.orders, sum.by_shop, sum.pieces), (1, 1, 1));
    assert_eq!(sum.revenue.amount().minor(), order.totals.total.minor() + 900);
    assert_eq!(
        why(shop.attempt(|tx| {
            let offer = order::find(tx, offer.id)?.expect("an order");
            fulfillment::ship(tx, &command(&shop, 5), &offer, None, ShippingMethod::DHL, "J")
        })),
        message::ORDER_CARRIER_SURCHARGE.id
    );
    assert_eq!(mails(&shop, &order), ["order_received", "payment_received", "order_changed"]);
    assert_eq!(mails(&shop, &offer), ["order_added", "payment_received"]);
    let invoiced: Vec<_> = documents(&shop, &offer).iter().map(|one| one.total.minor()).collect();
    assert_eq!(invoiced, [900]);
    assert_sums(&shop, &order);
    assert_sums(&shop, &offer);
    shop.write(|tx| fulfillment::ship(tx, &command(&shop, 5), &now, None, ShippingMethod::DHL, "J"));
    let sent = now_of(&shop, &offer);
    assert_eq!(sent.status, OrderStatus::Shipped);
    assert_eq!(mails(&shop, &offer), ["order_added", "payment_received"], "one letter speaks of the parcel");
    // No goods come back of it.
    let what = Return { lines: None, restock: true, refund: None, reason: "returned" };
    let back = shop.attempt(|tx| fulfillment::record_return(tx, &command(&shop, 6), &sent, &what));
    assert_eq!(why(back), message::ORDER_CARRIER_SURCHARGE.id);
    let withdrawn =
        shop.write(|tx| crate::returns::announce_withdrawn(tx, &sent, "W2026-00001", &[], command(&shop, 6).now));
    assert_eq!(withdrawn, None);
}

#[test]
fn parcel_that_waits_for_a_surcharge_is_not_packed_nor_what_travels_in_it() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    pay(&shop, &order, 1, None).expect("paid");
    take_step(&shop, &order, 2, &Step::Add(3, 1, true)).expect("added");
    let along = orders(&shop)[1].clone();
    pay(&shop, &along, 3, None).expect("paid");
    let to_pack = |shop: &Shop| {
        let ids: Vec<i64> = shop.write(|tx| order::list_to_pack(tx)).iter().map(|order| order.id).collect();
        let papers: Vec<i64> = shop.write(|tx| order::list_all_packable(tx, 10)).iter().map(|order| order.id).collect();
        assert_eq!(ids, papers);
        ids
    };
    assert_eq!(to_pack(&shop), [order.id, along.id]);
    let offer = charged(&shop, &order, 4, 900).expect("offered");
    assert_eq!(to_pack(&shop), [0; 0]);
    let now = now_of(&shop, &along);
    let sent = shop.attempt(|tx| fulfillment::ship(tx, &command(&shop, 5), &now, None, ShippingMethod::STANDARD, "J"));
    assert_eq!(why(sent), message::ORDER_CARRIER_AWAITED.id);
    pay(&shop, &offer, 6, None).expect("paid");
    assert_eq!(to_pack(&shop), [order.id, along.id], "and not the surcharge");
    // Booked by mistake: it waits again.
    let paid = shop.write(|tx| store::list_payments(tx, offer.id))[0].id;
    let booked = now_of(&shop, &offer);
    shop.write(|tx| settlement::take_back(tx, &command(&shop, 7), &booked, paid, "another order"));
    assert!(now_of(&shop, &offer).status.is_pending());
    assert_eq!(to_pack(&shop), [0; 0]);
}

#[test]
fn surcharge_is_shipped_when_the_rest_is_taken_out_too() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 2)]);
    pay(&shop, &order, 1, None).expect("paid");
    let offer = charged(&shop, &order, 2, 900).expect("offered");
    pay(&shop, &offer, 3, None).expect("paid");
    take_step(&shop, &order, 4, &Step::Ship(0, 1)).expect("shipped in part");
    assert_eq!(now_of(&shop, &offer).status, OrderStatus::Processing);
    taken_out(&shop, &order, 5, &[(0, 1)], false);
    assert_eq!([&order, &offer].map(|order| now_of(&shop, order).status), [OrderStatus::Shipped; 2]);
}

#[test]
fn surcharge_that_comes_too_late_goes_back() {
    for ended in [false, true] {
        let shop = fixture::shop();
        let order = by_transfer(&shop, &[("TOWEL", 1)]);
        pay(&shop, &order, 1, None).expect("paid");
        let offer = charged(&shop, &order, 2, 900).expect("offered");
        if ended {
            shop.write(|tx| fulfillment::cancel(tx, &command(&shop, 3), order.id, "by telephone"));
            assert_eq!(now_of(&shop, &offer).status, OrderStatus::Canceled, "nothing is owed for it any more");
        } else {
            // As by a house that had shipped before the offer could hold it back.
            let left = format!("UPDATE sales_order SET status = 'shipped' WHERE id = {}", order.id);
            shop.exec(&left);
        }
        pay(&shop, &offer, 4, Some(900)).expect("booked");
        assert_eq!(now_of(&shop, &offer).status, OrderStatus::Canceled);
        assert_eq!(refunds(&shop, &offer).iter().map(|refund| refund.0).collect::<Vec<_>>(), [900]);
        assert_eq!(now_of(&shop, &order).shipping_method, ShippingMethod::STANDARD);
        assert_sums(&shop, &offer);
    }
}

#[test]
fn paid_surcharge_goes_back_with_its_order_and_with_its_carrier() {
    for is_canceled in [false, true] {
        let shop = fixture::shop();
        let order = by_transfer(&shop, &[("TOWEL", 1), ("CANDLE", 1)]);
        pay(&shop, &order, 1, None).expect("paid");
        let offer = charged(&shop, &order, 2, 900).expect("offered");
        pay(&shop, &offer, 3, None).expect("paid");
        if is_canceled {
            shop.write(|tx| fulfillment::cancel(tx, &command(&shop, 4), order.id, "by telephone"));
        } else {
            carry(&shop, &order, 4, ShippingMethod::STANDARD, false).expect("carried");
        }
        assert_eq!(now_of(&shop, &offer).status, OrderStatus::Canceled);
        assert_eq!(refunds(&shop, &offer).iter().map(|refund| refund.0).collect::<Vec<_>>(), [900]);
        let kinds: Vec<_> = documents(&shop, &offer).iter().map(|one| one.kind.code()).collect();
        assert_eq!(kinds, ["invoice", "credit_note"]);
        assert_sums(&shop, &offer);
    }
}

#[test]
fn surcharge_that_goes_back_takes_its_carrier_with_it() {
    for (is_unpaid, is_given_up) in [(false, false), (true, false), (true, true)] {
        let shop = fixture::shop();
        let order = by_transfer(&shop, &[("TOWEL", 2)]);
        pay(&shop, &order, 1, None).expect("paid");
        let as_promised = now_of(&shop, &order).delivery;
        take_step(&shop, &order, 2, &Step::Add(3, 1, true)).expect("added");
        let along = orders(&shop)[1].clone();
        pay(&shop, &along, 2, None).expect("paid");
        let offer = charged(&shop, &order, 3, 900).expect("offered");
        pay(&shop, &offer, 4, None).expect("paid");
        let methods = || [&order, &along].map(|order| now_of(&shop, order).shipping_method);
        assert_eq!(methods(), [ShippingMethod::DHL; 2]);
        let letters = mails(&shop, &order).len();
        if is_unpaid {
            unpay(&shop, &offer, 5, last_payment(&shop, &offer)).expect("taken back");
            assert!(now_of(&shop, &offer).status.is_pending());
        } else {
            shop.write(|tx| fulfillment::cancel(tx, &command(&shop, 5), offer.id, "by telephone"));
            assert_eq!(refunds(&shop, &offer).iter().map(|refund| refund.0).collect::<Vec<_>>(), [900]);
        }
        assert_eq!(methods(), [ShippingMethod::STANDARD; 2], "nobody has paid for the other");
        assert_eq!(now_of(&shop, &order).delivery, as_promised);
        assert_eq!(mails(&shop, &order).len(), letters + 1, "the customer is told");
        if is_given_up {
            shop.write(|tx| fulfillment::cancel(tx, &command(&shop, 6), offer.id, "unpaid"));
            assert_eq!(methods(), [ShippingMethod::STANDARD; 2], "it gives nothing");
            assert_eq!(mails(&shop, &order).len(), letters + 1, "nothing has changed for it");
        } else if is_unpaid {
            // It was the right one after all.
            pay(&shop, &offer, 6, None).expect("paid");
            assert_eq!(methods(), [ShippingMethod::DHL; 2]);
            let now = now_of(&shop, &order);
            let one = BTreeMap::from([(0, 1)]);
            let carrier = ShippingMethod::DHL;
            shop.write(|tx| fulfillment::ship(tx, &command(&shop, 7), &now, Some(&one), carrier, "J"));
            // A part has left by it.
            assert_eq!(why(unpay(&shop, &offer, 8, last_payment(&shop, &offer))), message::PAYMENT_SHIPPED.id);
            let canceled = shop.attempt(|tx| fulfillment::cancel(tx, &command(&shop, 8), offer.id, "by telephone"));
            assert_eq!(why(canceled), message::ORDER_PARTLY_SHIPPED.id);
        }
        assert_sums(&shop, &order);
        assert_sums(&shop, &offer);
    }
}

#[test]
fn what_travels_along_ends_with_its_parcel_and_nothing_travels_with_it() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    take_step(&shop, &order, 1, &Step::Add(3, 1, true)).expect("added");
    take_step(&shop, &order, 2, &Step::Add(2, 1, false)).expect("added");
    let [_, along, alone] = &orders(&shop)[..] else { panic!("three orders") };
    assert_eq!(why(take_step(&shop, along, 3, &Step::Add(3, 1, true))), message::ORDER_ADD_ALONG.id);
    take_step(&shop, along, 4, &Step::Add(3, 1, false)).expect("by a parcel of its own");
    pay(&shop, along, 5, None).expect("paid");
    // The customer pays what has no charge for delivery, and gives up the rest.
    let by_customer = Command { actor: Actor::Customer, ..command(&shop, 6) };
    shop.write(|tx| settlement::cancel(tx, &by_customer, order.id, order::CANCELED_ON_REQUEST));
    assert_eq!(now_of(&shop, along).status, OrderStatus::Canceled);
    assert_eq!(refunds(&shop, along).iter().map(|refund| refund.0).collect::<Vec<_>>(), [along.totals.total.minor()]);
    assert!(now_of(&shop, alone).status.is_pending(), "it has a parcel of its own");
    assert_sums(&shop, along);
}

#[test]
fn surcharge_of_an_unpaid_order_and_of_goods_that_travel_along() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    take_step(&shop, &order, 1, &Step::Add(3, 1, true)).expect("added");
    let offer = charged(&shop, &order, 2, 900).expect("offered");
    pay(&shop, &offer, 3, None).expect("paid");
    let methods: Vec<_> = orders(&shop).into_iter().map(|order| order.shipping_method).collect();
    assert_eq!(methods, [ShippingMethod::DHL; 3]);
    assert_eq!(now_of(&shop, &order).status, OrderStatus::PendingBankTransfer);
    let changes = |order: &Order| shop.write(|tx| order::list_changes(tx, order.id)).len();
    assert_eq!(orders(&shop).iter().map(changes).collect::<Vec<_>>(), [1, 1, 0]);
    // Canceled by its customer, or unpaid, it leaves the order as it is.
    let second = by_transfer(&shop, &[("LOTION", 1)]);
    let offer = charged(&shop, &second, 5, 900).expect("offered");
    shop.write(|tx| fulfillment::cancel(tx, &command(&shop, 6), offer.id, "customer"));
    assert_eq!(now_of(&shop, &second).shipping_method, ShippingMethod::STANDARD);
    pay(&shop, &second, 7, None).expect("paid");
    let now = now_of(&shop, &second);
    shop.write(|tx| fulfillment::ship(tx, &command(&shop, 8), &now, None, ShippingMethod::STANDARD, "J"));
}

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn address_is_changed_within_its_country_and_corrects_the_invoice() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    let (old, _) = shop.write(|tx| order::addresses(tx, order.id));
    let change = |minute: i64, shipping: &Address, billing: Option<&Address>| {
        let now = now_of(&shop, &order);
        shop.attempt(|tx| {
            set_addresses(tx, &command(&shop, minute), &now, Lang::En, &NewAddresses { shipping, billing })
        })
    };
    assert_eq!(why(change(1, &old, None)), message::ORDER_NOTHING_CHANGED.id);
    let abroad = Address { country: "FR".into(), postcode: "74000".into(), city: "Annecy".into(), ..old.clone() };
    let refusal = change(1, &abroad, None).expect_err("another country");
    let fields = &refusal.refusal().expect("a refusal").fields;
    assert_eq!(fields["shipping_address.country"].id, message::ORDER_COUNTRY_FIXED.id, "VAT and shipping would change");
    let nameless = Address { last_name: " ".into(), postcode: "1".into(), ..old.clone() };
    let refusal = change(1, &nameless, Some(&nameless)).expect_err("fields are missing");
    let fields: Vec<_> = refusal.refusal().expect("a refusal").fields.keys().cloned().collect();
    assert_eq!(
        fields,
        [
            "billing_address.last_name",
            "billing_address.postcode",
            "shipping_address.last_name",
            "shipping_address.postcode"
        ]
    );
    assert_eq!(mails(&shop, &order), ["order_received"], "a refusal writes to nobody");

    // Unpaid: no invoice yet. The bill may go abroad.
    let street = Address { address1: "1 High Street".into(), telephone: "+44 20 1".into(), ..old.clone() };
    change(2, &street, Some(&abroad)).expect("changed");
    let (shipping, billing) = shop.write(|tx| order::addresses(tx, order.id));
    assert_eq!((shipping.address1.as_str(), billing.country.as_str()), ("1 High Street", "FR"));
    assert_eq!(mails(&shop, &order), ["order_received", "order_changed"]);
    pay(&shop, &order, 3, None).expect("paid");
    assert_eq!(documents(&shop, &order).len(), 1);
    // A telephone number stands on no invoice.
    let phone = Address { telephone: "+44 20 2".into(), ..shipping.clone() };
    change(4, &phone, Some(&billing)).expect("changed");
    assert_eq!(documents(&shop, &order).len(), 1);
    let company = Address { company: "King & Co".into(), tax_id: "FR12345678901".into(), ..billing.clone() };
    change(5, &phone, Some(&company)).expect("changed");
    let documents = documents(&shop, &order);
    let kinds: Vec<_> = documents.iter().map(|one| (one.kind.code(), one.buyer.company.as_str())).collect();
    assert_eq!(kinds, [("invoice", ""), ("credit_note", ""), ("invoice", "King & Co")]);
    assert_eq!(documents[2].vat, documents[0].vat, "the same sums");
    assert_sums(&shop, &order);
}

// ── Payments that were none ─────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn payment_booked_by_mistake_is_taken_back_as_if_it_had_not_come() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    send_all(&shop);
    pay(&shop, &order, 1, None).expect("paid");
    let payment = last_payment(&shop, &order);
    unpay(&shop, &order, 2, payment).expect("taken back");
    let now = now_of(&shop, &order);
    assert_eq!((now.status, now.payment_method.code()), (OrderStatus::PendingBankTransfer, "bank_transfer"));
    assert!(now.hold_until.is_some_and(|until| until > command(&shop, 2).now), "its deadline begins anew");
    assert_eq!(shop.stock(TOWEL), 9, "its goods stay reserved");
    // The letter had not left: it never will, nor its invoice.
    assert_eq!(mails(&shop, &order), ["order_received"]);
    assert_eq!(shop.count("invoice WHERE mailed = 0"), 0);
    let kinds = |shop: &Shop| documents(shop, &order).iter().map(|one| one.kind.code()).collect::<Vec<_>>();
    assert_eq!(kinds(&shop), ["invoice", "credit_note"]);
    assert_sums(&shop, &order);
    assert_eq!(why(unpay(&shop, &order, 3, payment)), message::PAYMENT_TAKEN_BACK.id);
    assert_eq!(why(unpay(&shop, &order, 3, 99)), message::PAYMENT_NOT_FOUND.id);
    // The right payment is booked without a word about the other one, and invoiced.
    pay(&shop, &order, 4, None).expect("paid");
    assert_eq!(kinds(&shop), ["invoice", "credit_note", "invoice"]);
    assert_eq!(mails(&shop, &order), ["order_received", "payment_received"]);
    // This letter leaves: it stays, and its credit note goes with the next one.
    send_all(&shop);
    unpay(&shop, &order, 5, last_payment(&shop, &order)).expect("taken back");
    assert_eq!(mails(&shop, &order), ["order_received", "payment_received"]);
    assert_eq!(shop.count("invoice WHERE mailed = 0 AND kind = 'credit_note'"), 1);
    assert_sums(&shop, &order);
}

#[test]
fn what_is_too_much_by_mistake_goes_with_its_payment() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 1)]);
    pay(&shop, &order, 1, Some(45_900)).expect("ten times as much");
    assert_eq!(refunds(&shop, &order), [(41_310, "paid_too_much".to_owned(), RefundState::ByHand)]);
    unpay(&shop, &order, 2, last_payment(&shop, &order)).expect("taken back");
    assert_eq!((refunds(&shop, &order), now_of(&shop, &order).status), (vec![], OrderStatus::PendingBankTransfer));
    // Paid twice: the order stays paid by the first.
    pay(&shop, &order, 3, None).expect("paid");
    pay(&shop, &order, 4, Some(4_590)).expect("again");
    unpay(&shop, &order, 5, last_payment(&shop, &order)).expect("taken back");
    assert_eq!((refunds(&shop, &order), now_of(&shop, &order).status), (vec![], OrderStatus::Processing));
    assert_sums(&shop, &order);
}

#[test]
fn payment_stays_once_goods_or_money_have_left_or_a_day_is_over() {
    let shop = fixture::shop();
    let order = by_transfer(&shop, &[("TOWEL", 2)]);
    pay(&shop, &order, 1, None).expect("paid");
    let payment = last_payment(&shop, &order);
    assert_eq!(why(unpay(&shop, &order, 24 * 60 + 2, payment)), message::PAYMENT_TOO_OLD.id);
    taken_out(&shop, &order, 2, &[(0, 1)], false);
    let refund = shop.write(|tx| store::list_refunds(tx, order.id)).pop().expect("a refund").id;
    // In a file for the bank: it may have left.
    shop.exec(&format!("INSERT INTO bank_transfer (refund_id, file, written_at) VALUES ({refund}, 'F', 0)"));
    assert_eq!(why(unpay(&shop, &order, 3, payment)), message::PAYMENT_REFUNDED.id);
    shop.exec("DELETE FROM bank_transfer");
    shop.write(|tx| settlement::refund_made_by_hand(tx, &command(&shop, 3), refund, "S1"));
    assert_eq!(why(unpay(&shop, &order, 4, payment)), message::PAYMENT_REFUNDED.id);
    let now = now_of(&shop, &order);
    shop.write(|tx| fulfillment::ship(tx, &command(&shop, 5), &now, None, ShippingMethod::DHL, "J"));
    assert_eq!(why(unpay(&shop, &order, 6, payment)), message::PAYMENT_SHIPPED.id);

    let card = placed(&shop, &[("LOTION", 1)], |_, args| args.payment_method = "card".into());
    let attempt = shop.write(|tx| store::find_last_attempt(tx, card.id)).expect("an attempt");
    let paid = PaymentState::Paid { payment_id: "pi_1".into(), amount: attempt.money() };
    shop.write(|tx| attempt::apply_report(tx, &command(&shop, 7), attempt.id, &Report::of(paid, true)));
    assert_eq!(why(unpay(&shop, &card, 8, last_payment(&shop, &card))), message::PAYMENT_OF_GATEWAY.id);
}

#[test]
fn card_order_whose_transfer_was_a_mistake_is_to_be_paid_by_card_again() {
    let shop = fixture::shop();
    let order = placed(&shop, &[("LOTION", 1)], |_, args| args.payment_method = "card".into());
    pay(&shop, &order, 1, None).expect("paid by transfer");
    assert_eq!(now_of(&shop, &order).payment_method.code(), "bank_transfer");
    unpay(&shop, &order, 2, last_payment(&shop, &order)).expect("taken back");
    let now = now_of(&shop, &order);
    assert_eq!((now.status, now.payment_method.code()), (OrderStatus::Pending, "card"));
    // Its confirmation had not left, so it is confirmed when it is paid.
    assert_eq!(mails(&shop, &order), [""; 0]);
    assert!(!shop.write(|tx| order::is_confirmed(tx, order.id)));
    pay(&shop, &order, 3, None).expect("paid");
    assert_eq!(mails(&shop, &order), ["order_received"]);
    assert_sums(&shop, &order);
}

// ── Sums ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Panics unless everything about an order agrees.
fn assert_sums(shop: &Shop, of: &Order) {
    let order = now_of(shop, of);
    let totals = &order.totals;
    let lines = shop.write(|tx| order::lines(tx, order.id));
    let paid: i64 = lines.iter().map(|line| line.paid_for(line.qty)).sum();
    let shipping = totals.shipping_amount.minor() - totals.shipping_discount.minor();
    assert!(shipping >= 0 && totals.total.minor() >= 0);
    assert_eq!(paid + shipping, totals.total.minor(), "lines and shipping");
    assert_eq!(lines.iter().map(|line| line.qty).sum::<u32>(), totals.total_qty);
    assert_eq!(totals.vat.iter().map(|vat| vat.gross_amount.minor()).sum::<i64>(), totals.total.minor());
    assert_eq!(totals.vat.iter().map(|vat| vat.tax_amount.minor()).sum::<i64>(), totals.tax_amount.minor());
    let merchandise = Money::new(paid, totals.currency);
    let rate = shop.write(|tx| order::rate(tx, order.id));
    let per_euro = shop.config.money.points_per_euro;
    // The surcharge of a carrier is shipping, which earns none.
    let earned = match shop.write(|tx| order::find_surcharge(tx, order.id)) {
        Some(_) => 0,
        None => loyalty::points(merchandise, rate, per_euro).expect("in range"),
    };
    assert_eq!(order.points, earned);

    // Money: no more goes back than came, and a paid order has what it costs, less what was given for other reasons.
    let (came, back) = shop.write(|tx| store::balance(tx, order.id, totals.currency));
    let net = came - back;
    assert!(net >= 0, "{net}");
    let is_other = |(_, reason, _): &&(i64, String, RefundState)| matches!(reason.as_str(), "goodwill" | "returned");
    let goodwill: i64 = refunds(shop, of).iter().filter(is_other).map(|(amount, ..)| amount).sum();
    match order.status {
        OrderStatus::Processing => assert_eq!(net, totals.total.minor() - goodwill),
        OrderStatus::Canceled => assert_eq!(net, 0),
        status if status.is_pending() => assert!(net < totals.total.minor()),
        _ => assert!(net <= totals.total.minor()),
    }

    // Documents: invoices less credit notes are what is kept, with its VAT; nothing while it is unpaid.
    let mut sums: BTreeMap<Percent, (i64, i64)> = BTreeMap::new();
    let documents = documents(shop, of);
    for document in &documents {
        let sign = if document.kind == InvoiceKind::Invoice { 1 } else { -1 };
        for vat in &document.vat {
            let sum = sums.entry(vat.rate).or_default();
            *sum = (sum.0 + sign * vat.gross_amount.minor(), sum.1 + sign * vat.tax_amount.minor());
        }
    }
    let invoiced: i64 = sums.values().map(|(gross, _)| gross).sum();
    assert_eq!(invoiced, if order.status.is_pending() { 0 } else { net });
    if invoiced == 0 {
        assert!(sums.values().all(|sum| *sum == (0, 0)), "{sums:?}");
    }
    assert!(sums.values().all(|(gross, tax)| *gross >= 0 && *tax >= 0), "{sums:?}");
    if order.status == OrderStatus::Processing && goodwill == 0 {
        let of_order = totals.vat.iter().map(|vat| (vat.rate, (vat.gross_amount.minor(), vat.tax_amount.minor())));
        sums.retain(|_, sum| *sum != (0, 0));
        assert_eq!(sums, of_order.filter(|(_, sum)| *sum != (0, 0)).collect(), "VAT by rate");
    }
}

/// Every piece is on the shelf, reserved, or shipped.
fn assert_stock(shop: &Shop, seeded: &BTreeMap<i64, i64>) {
    for (product, seeded) in seeded {
        let there: i64 = shop.write(|tx| {
            tx.one(
                "SELECT (SELECT quantity FROM stock WHERE product_id = $1)
                     + (SELECT COALESCE(SUM(qty), 0) FROM order_reservation WHERE product_id = $1)
                     + (SELECT COALESCE(SUM(l.qty * c.qty), 0) FROM shipment s JOIN shipment_line l ON l.shipment_id = s.id
                        JOIN order_line_component c ON c.order_id = s.order_id AND c.position = l.position
                        WHERE c.product_id = $1)
                     - (SELECT COALESCE(SUM(l.qty * c.qty), 0) FROM order_return r
                        JOIN order_return_line l ON l.return_id = r.id
                        JOIN order_line_component c ON c.order_id = r.order_id AND c.position = l.position
                        WHERE c.product_id = $1)",
                vals![*product],
            )
        });
        assert_eq!(there, *seeded, "product {product}");
    }
}

/// What somebody of the house may do.
#[derive(Debug, Clone)]
enum Step {
    Pay(Option<i64>),
    TakeOut(i64, u32, bool),
    Unpay,
    Goodwill(i64),
    Ship(i64, u32),
    TakeBack(i64),
    Street(u32),
    Carry(ShippingMethod, bool),
    /// The customer is to pay for the dearer carrier.
    Charge,
    /// Goods are added as a linked order.
    Add(usize, u32, bool),
    Cancel,
}

/// Steps, each with the order that it is about: that of the shopper, or one of those that were added.
fn steps() -> impl Strategy<Value = Vec<(usize, Step)>> {
    let step = prop_oneof![
        4 => prop::option::of(100i64..20_000).prop_map(Step::Pay),
        6 => (0i64..4, 1u32..3, any::<bool>()).prop_map(|(at, qty, keep)| Step::TakeOut(at, qty, keep)),
        2 => Just(Step::Unpay),
        1 => (1i64..6_000).prop_map(Step::Goodwill),
        2 => (0i64..4, 1u32..3).prop_map(|(at, qty)| Step::Ship(at, qty)),
        1 => (0i64..4).prop_map(Step::TakeBack),
        1 => (0u32..9).prop_map(Step::Street),
        2 => (prop::sample::select(&[ShippingMethod::STANDARD, ShippingMethod::DHL][..]), any::<bool>())
            .prop_map(|(method, keep)| Step::Carry(method, keep)),
        3 => Just(Step::Charge),
        2 => (0usize..4, 1u32..4, any::<bool>()).prop_map(|(item, qty, along)| Step::Add(item, qty, along)),
        1 => Just(Step::Cancel),
    ];
    prop::collection::vec((0usize..3, step), 1..14)
}

fn take_step(shop: &Shop, order: &Order, minute: i64, step: &Step) -> Result<()> {
    let (now, command) = (now_of(shop, order), command(shop, minute));
    match step {
        Step::Pay(amount) => pay(shop, order, minute, *amount),
        Step::TakeOut(at, qty, keep) => take_out(shop, order, minute, &[(*at, *qty)], *keep).map(drop),
        Step::Unpay => {
            let payments = shop.write(|tx| store::list_payments(tx, order.id));
            payments.last().map_or(Ok(()), |payment| unpay(shop, order, minute, payment.id))
        }
        Step::Goodwill(minor) => {
            shop.attempt(|tx| fulfillment::refund(tx, &command, &now, Amount::from_minor(*minor), "goodwill"))
        }
        Step::Ship(at, qty) => {
            let lines = BTreeMap::from([(*at, *qty)]);
            let shipped =
                shop.attempt(|tx| fulfillment::ship(tx, &command, &now, Some(&lines), ShippingMethod::DHL, "J"));
            shipped.map(drop)
        }
        Step::TakeBack(at) => {
            let lines = BTreeMap::from([(*at, 1)]);
            let what = Return { lines: Some(&lines), restock: true, refund: None, reason: "returned" };
            shop.attempt(|tx| fulfillment::record_return(tx, &command, &now, &what)).map(drop)
        }
        Step::Street(number) => {
            let (old, _) = shop.write(|tx| order::addresses(tx, order.id));
            let shipping = &Address { address1: format!("{number} High Street"), ..old };
            let new = NewAddresses { shipping, billing: None };
            shop.attempt(|tx| set_addresses(tx, &command, &now, Lang::En, &new))
        }
        Step::Carry(method, keep) => carry(shop, order, minute, *method, *keep).map(drop),
        Step::Charge => {
            let plans = shop.attempt(|tx| carrier_plans(tx, &shop.config, &now, false, command.now))?;
            let told =
                plans.iter().find(|plan| plan.method == ShippingMethod::DHL).map_or(0, |plan| plan.surcharge.minor());
            charged(shop, order, minute, told).map(drop)
        }
        Step::Add(item, qty, ships_along) => {
            let items = [EnteredItem { sku: ITEMS[*item].into(), qty: *qty }];
            let added = Addition { items: &items, ships_along: *ships_along };
            let reader = View { now: command.now, ..shop.visitor().view };
            shop.attempt(|tx| checkout::add_to(tx, &command, &reader, &now, &added, None)).map(drop)
        }
        Step::Cancel => shop.attempt(|tx| fulfillment::cancel(tx, &command, order.id, "no")),
    }
}

/// All orders of a shop, oldest first.
fn orders(shop: &Shop) -> Vec<Order> {
    let ids: Vec<i64> = shop.write(|tx| tx.all("SELECT id FROM sales_order ORDER BY id", vals![]));
    ids.into_iter().map(|id| shop.write(|tx| order::find(tx, id)).expect("an order")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// After whatever the house does, in whatever order, all records of the order agree.
    #[test]
    fn all_records_agree_after_any_changes(
        quantities in prop::collection::vec(1i64..4, 4),
        has_tag in any::<bool>(),
        by_express in any::<bool>(),
        steps in steps(),
        is_changed in any::<bool>(),
    ) {
        let shop = fixture::shop_of(is_changed);
        let seeded: BTreeMap<i64, i64> = PRODUCTS.map(|product| (product, shop.stock(product))).into();
        let items: Vec<(&str, i64)> = ITEMS.into_iter().zip(quantities).collect();
        // Two rates of VAT in one order.
        shop.exec("UPDATE product SET vat_class = 'low' WHERE id = 11;
            INSERT INTO vat_rate VALUES ('GB', 'low', '2022-01-01', '5.50'), ('*', 'low', '2022-01-01', '0.00')");
        placed(&shop, &items, |visitor, args| {
            visitor.promo_tag = has_tag.then(|| "VALMERE-TEAM".into());
            // Then the other carrier is cheaper.
            args.shipping_method = if by_express { "dhl" } else { "standard" }.into();
        });
        for ((about, step), minute) in steps.iter().zip(1..) {
            let known = orders(&shop);
            let order = &known[about % known.len()];
            let before = now_of(&shop, order);
            match take_step(&shop, order, minute, step) {
                Ok(()) => {}
                Err(error) => prop_assert!(error.refusal().is_some(), "{:?}: {:?}", step, error),
            }
            let after = now_of(&shop, order);
            prop_assert!(after.totals.total <= before.totals.total, "{:?}", step);
            let shipped = shop.write(|tx| shipment::list_shipped(tx, order.id));
            let lines = shop.write(|tx| order::lines(tx, order.id));
            for (line, position) in lines.iter().zip(0i64..) {
                prop_assert!(shipped.get(&position).is_none_or(|shipped| *shipped <= line.qty), "{:?}", step);
            }
            if matches!(after.status, OrderStatus::Closed) {
                break;
            }
            assert_stock(&shop, &seeded);
            for order in orders(&shop) {
                assert_sums(&shop, &order);
            }
        }
    }
}
