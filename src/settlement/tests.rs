//! Payments, refunds and gateway reports change an order exactly once.

use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

use super::types::{CancelArgs, RetryArgs};
use super::{Booking, PaymentProcessor, attempt, calls, cancel, receive, refund};
use crate::call::Visitor;
use crate::checkout::types::{PlaceArgs, Placed};
use crate::clock::Clock;
use crate::config::{Config, InForce};
use crate::db::Db;
use crate::domain::money::{Currency, Money};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::error::Result;
use crate::order::{self, Actor, Command, Order};
use crate::order_view;
use crate::order_view::types::Outcome;
use crate::payment::gateway::{
    Answer, Gateway, Gateways, Headers, Known, Opened, Opening, PaymentState, Place, RefundOutcome, RefundRequest,
    Report, WebhookEvent, WebhookRejection,
};
use crate::payment::store::{self, NewPayment, State};
use crate::payment::types::{IndexArgs, Instructions};
use crate::testing::fixture::{self, Shop, TOWEL, at};
use crate::{message, outbox, payment, testing, vals};

fn command(shop: &Shop, now: Timestamp) -> Command {
    Command { config: shop.config.clone(), actor: Actor::Gateway, now, random: [9; 32] }
}

fn now() -> Timestamp {
    at(fixture::NOW)
}

/// A towel ordered by card: 40.00 and 5.90 shipping.
fn by_card(shop: &Shop, visitor: &Visitor) -> Placed {
    shop.add(visitor, "TOWEL", 1);
    let args = PlaceArgs { payment_method: "card".into(), ..shop.form(visitor) };
    shop.place(visitor, &args)
}

fn order_of(shop: &Shop, placed: &Placed) -> Order {
    shop.order_by_token(&placed.token)
}

fn attempt_of(shop: &Shop, placed: &Placed) -> store::Attempt {
    let order = order_of(shop, placed);
    shop.write(|tx| store::find_last_attempt(tx, order.id)).expect("an attempt")
}

fn paid(minor: i64) -> Report {
    let amount = Money::new(minor, Currency::Eur);
    Report::of(PaymentState::Paid { payment_id: "pi_1".into(), amount }, true)
}

fn report(shop: &Shop, placed: &Placed, report: &Report) {
    let id = attempt_of(shop, placed).id;
    shop.write(|tx| attempt::apply_report(tx, &command(shop, now()), id, report));
}

fn mails(shop: &Shop) -> Vec<String> {
    let due = shop.write(|tx| outbox::list_due(tx, at("2027-01-01T00:00:00Z"), 50));
    due.into_iter().map(|id| shop.write(|tx| outbox::find_due(tx, id)).expect("due").template).collect()
}

fn retry_args(placed: &Placed, method: &str) -> RetryArgs {
    RetryArgs { token: placed.token.clone(), payment_method: method.into(), ..RetryArgs::default() }
}

fn outcome(shop: &Shop, placed: &Placed) -> Outcome {
    let args = IndexArgs { token: placed.token.clone() };
    shop.write(|tx| order_view::index(tx, &shop.visitor(), args)).outcome
}

#[test]
fn repeated_payment_reports_pay_an_order_once() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    let placed = by_card(&shop, &visitor);
    assert_eq!(outcome(&shop, &placed), Outcome::Pending);
    shop.add(&visitor, "MAT", 1);
    for _ in 0..3 {
        report(&shop, &placed, &paid(4_590));
    }
    let order = order_of(&shop, &placed);
    assert_eq!((order.status, order.hold_until), (OrderStatus::Processing, None));
    assert_eq!((shop.count("payment"), shop.count("refund"), mails(&shop)), (1, 0, vec!["order_received".to_owned()]));
    assert_eq!(outcome(&shop, &placed), Outcome::Success);
    // Ordered items have left the cart; later additions stay.
    let left = shop.write(|tx| crate::cart::contents(tx, &visitor));
    assert_eq!(left.lines.iter().map(|line| line.item.sku.as_str()).collect::<Vec<_>>(), ["MAT"]);
    assert_eq!(shop.stock(TOWEL), 9);
}

#[test]
fn late_reports_do_not_revert_an_attempt() {
    let shop = fixture::shop();
    let placed = by_card(&shop, &shop.visitor());
    let state = || {
        let attempt = attempt_of(&shop, &placed);
        (attempt.state, attempt.is_undecided())
    };
    let of = |state: PaymentState, is_final: bool| Report::of(state, is_final);
    assert_eq!(state(), (State::Opening, true));
    report(&shop, &placed, &of(PaymentState::Declined, false));
    assert_eq!((state(), outcome(&shop, &placed)), ((State::Declined, true), Outcome::Uncertain));
    report(&shop, &placed, &of(PaymentState::Open, false));
    assert_eq!(state().0, State::Declined, "a report of an open page does not undo it");
    report(&shop, &placed, &of(PaymentState::Uncertain, false));
    assert_eq!(outcome(&shop, &placed), Outcome::Uncertain);
    report(&shop, &placed, &of(PaymentState::Canceled, true));
    assert_eq!((state(), outcome(&shop, &placed)), ((State::Canceled, false), Outcome::Canceled));
    report(&shop, &placed, &of(PaymentState::Declined, false));
    assert_eq!(state(), (State::Canceled, false), "a final state is kept");
    report(&shop, &placed, &paid(4_590));
    assert_eq!(state(), (State::Paid, false), "a payment wins over any state");
    report(&shop, &placed, &of(PaymentState::Canceled, true));
    assert_eq!((state(), outcome(&shop, &placed)), ((State::Paid, false), Outcome::Success));
}

#[test]
fn payment_that_takes_days_holds_its_order_once_and_falls_back_to_its_hour_when_it_fails() {
    let later = |minutes: i64| now() + SignedDuration::from_mins(minutes);
    // Under a configuration in which nothing has its default, too.
    for (is_changed, failed_after) in [(false, 10), (false, 3 * 24 * 60), (true, 10), (true, 3 * 24 * 60)] {
        let shop = fixture::shop_of(is_changed);
        let visitor = shop.visitor();
        let placed = by_card(&shop, &visitor);
        let stock = shop.stock(TOWEL);
        let of = |state: PaymentState, is_final: bool, at: i64| {
            let id = attempt_of(&shop, &placed).id;
            shop.write(|tx| attempt::apply_report(tx, &command(&shop, later(at)), id, &Report::of(state, is_final)));
        };
        of(PaymentState::Declined, false, 0);
        of(PaymentState::Delayed, false, 1);
        let until = Some(later(14 * 24 * 60 + 1));
        assert_eq!((order_of(&shop, &placed).hold_until, outcome(&shop, &placed)), (until, Outcome::Pending));
        for (state, at) in [(PaymentState::Delayed, 2), (PaymentState::Declined, 3), (PaymentState::Open, 4)] {
            of(state, false, at);
            assert_eq!(order_of(&shop, &placed).hold_until, until);
            assert!(attempt_of(&shop, &placed).is_delayed());
        }
        assert_eq!(mails(&shop), ["order_received"]);
        assert!(shop.write(|tx| crate::cart::contents(tx, &visitor)).is_empty());
        assert_eq!(shop.write(|tx| store::count_uncertain(tx)), 0, "nobody of the house has to look after it");
        let refusal = shop.refusal(|tx| calls::retry(tx, &visitor, retry_args(&placed, "card")));
        assert_eq!(refusal.message, message::PAYMENT_UNDER_WAY);

        of(PaymentState::Declined, true, failed_after);
        let order = order_of(&shop, &placed);
        assert_eq!((order.status, order.hold_until), (OrderStatus::Pending, Some(later(60))));
        assert_eq!((outcome(&shop, &placed), shop.stock(TOWEL)), (Outcome::Uncertain, stock));
        let overdue = shop.write(|tx| order::list_overdue(tx, later(failed_after), 9));
        assert_eq!(overdue.contains(&order.id), failed_after > 60);
        if failed_after < 60 {
            shop.write(|tx| calls::retry(tx, &visitor, retry_args(&placed, "card")));
        }
    }
}

#[test]
fn cheques_are_taken_by_the_country_of_delivery() {
    let mut config = Config::load(None, std::iter::empty()).expect("the default configuration");
    config.payment.cheque.countries = vec!["FR".into()];
    let shop = fixture::shop_with(config);
    let visitor = shop.visitor();
    let placed = by_card(&shop, &visitor);
    let shown = shop.write(|tx| order_view::index(tx, &visitor, IndexArgs { token: placed.token.clone() }));
    let codes: Vec<&str> = shown.payment_methods.iter().map(|option| option.code.code()).collect();
    assert_eq!(codes, ["card", "bank_transfer"]);
    let refusal = shop.refusal(|tx| calls::retry(tx, &visitor, retry_args(&placed, "cheque")));
    assert_eq!(
        refusal.fields["payment_method"].rendered(),
        "We take no cheques for deliveries to United Kingdom. Please select another payment method."
    );
    assert_eq!(order_of(&shop, &placed).status, OrderStatus::Pending);
}

#[test]
fn payment_of_a_canceled_order_is_refunded() {
    let shop = fixture::shop();
    let placed = by_card(&shop, &shop.visitor());
    let order = order_of(&shop, &placed);
    shop.write(|tx| cancel(tx, &command(&shop, now()), order.id, "unpaid"));
    assert_eq!((shop.stock(TOWEL), mails(&shop).len()), (10, 0), "an unconfirmed order sends no cancellation mail");
    report(&shop, &placed, &paid(4_590));
    assert_eq!(order_of(&shop, &placed).status, OrderStatus::Canceled);
    let refunds = shop.write(|tx| store::list_refunds(tx, order.id));
    assert_eq!((refunds.len(), refunds[0].amount, refunds[0].reason.as_str()), (1, 4_590, "order_over"));
    let due = shop.write(|tx| store::list_due_refunds(tx, now(), 10));
    let refund = shop.write(|tx| store::find_due_refund(tx, due[0])).expect("due");
    assert_eq!((due.len(), refund.payment_external_id.as_str(), refund.gateway.as_str()), (1, "pi_1", "demo"));
}

#[test]
fn second_payment_is_refunded() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    let placed = by_card(&shop, &visitor);
    let order = order_of(&shop, &placed);
    let first = attempt_of(&shop, &placed).id;
    shop.write(|tx| calls::retry(tx, &visitor, retry_args(&placed, "")));
    let second = attempt_of(&shop, &placed).id;
    assert_ne!(first, second);
    assert!(!shop.write(|tx| {
        let attempt = store::find_attempt(tx, first)?.expect("the first");
        attempt::is_current(tx, &attempt)
    }));
    for id in [first, second] {
        shop.write(|tx| attempt::apply_report(tx, &command(&shop, now()), id, &paid(4_590)));
    }
    assert_eq!(order_of(&shop, &placed).status, OrderStatus::Processing);
    let refunds = shop.write(|tx| store::list_refunds(tx, order.id));
    assert_eq!((refunds.len(), refunds[0].amount, refunds[0].reason.as_str()), (1, 4_590, "paid_twice"));
}

fn book(shop: &Shop, order_id: i64, minor: i64) -> Booking {
    let payment = NewPayment {
        value_date: None,
        attempt_id: None,
        method: "bank_transfer",
        reference: "FT1",
        amount: Money::new(minor, Currency::Eur),
    };
    shop.write(|tx| receive(tx, &command(shop, now()), order_id, &payment)).expect("not booked before")
}

#[test]
fn bank_transfers_may_be_partial_or_too_large() {
    let shop = fixture::shop();
    let placed = shop.order(&shop.visitor(), 1);
    let order = order_of(&shop, &placed);
    assert_eq!(book(&shop, order.id, 2_000), Booking::Partial);
    assert_eq!(order_of(&shop, &placed).status, OrderStatus::PendingBankTransfer);
    assert_eq!(book(&shop, order.id, 3_000), Booking::Paid);
    assert_eq!(order_of(&shop, &placed).status, OrderStatus::Processing);
    assert_eq!(mails(&shop), ["order_received", "payment_received"]);
    // 4.10 too much, then a second payment: both are to be refunded by hand.
    assert_eq!(book(&shop, order.id, 4_590), Booking::Refunded);
    let waiting = shop.write(|tx| store::list_refunds_for_operator(tx, 10));
    let waiting: Vec<(i64, &str)> = waiting.iter().map(|refund| (refund.amount, refund.reason.as_str())).collect();
    assert_eq!(waiting, [(410, "paid_too_much"), (4_590, "paid_twice")]);
    let id = shop.write(|tx| store::list_refunds_for_operator(tx, 1))[0].id;
    shop.write(|tx| super::refund_made_by_hand(tx, &command(&shop, now()), id, "out 1"));
    let again = shop.refusal(|tx| super::refund_made_by_hand(tx, &command(&shop, now()), id, "out 1"));
    assert_eq!(again.message, message::REFUND_NOT_BY_HAND);
    assert_eq!(mails(&shop).last().map(String::as_str), Some("order_refunded"));
}

#[test]
fn rest_alone_is_asked_for_once_a_part_has_come() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    let placed = shop.order(&visitor, 1);
    let order = order_of(&shop, &placed);
    assert_eq!(book(&shop, order.id, 1_000), Booking::Partial);
    let shown = shop.write(|tx| order_view::result(tx, &visitor.view, &order, &placed.token));
    let Some(Instructions::BankTransfer { amount, qr, .. }) = shown.instructions else { panic!("instructions") };
    assert_eq!(amount.minor(), 3_590);
    assert!(qr.is_some_and(|code| code.text.contains("EUR35.90")));
    shop.write(|tx| calls::retry(tx, &visitor, retry_args(&placed, "card")));
    assert_eq!(attempt_of(&shop, &placed).amount, 3_590);
    report(&shop, &placed, &paid(3_590));
    assert_eq!(order_of(&shop, &placed).status, OrderStatus::Processing);
    assert!(shop.write(|tx| store::list_refunds(tx, order.id)).is_empty());
}

#[test]
fn canceling_a_paid_order_refunds_once() {
    let shop = fixture::shop();
    let placed = by_card(&shop, &shop.visitor());
    report(&shop, &placed, &paid(4_590));
    let order = order_of(&shop, &placed);
    let acting = command(&shop, now());
    shop.write(|tx| refund(tx, &acting, &order, Money::new(590, Currency::Eur), "late"));
    let too_much = shop.refusal(|tx| refund(tx, &acting, &order, Money::new(4_001, Currency::Eur), "late"));
    assert_eq!(too_much.message, message::REFUND_TOO_MUCH);
    shop.write(|tx| cancel(tx, &acting, order.id, "sold out"));
    assert_eq!(shop.stock(TOWEL), 10);
    let refunds: Vec<i64> =
        shop.write(|tx| store::list_refunds(tx, order.id)).iter().map(|refund| refund.amount).collect();
    assert_eq!(refunds, [590, 4_000]);
    assert_eq!(mails(&shop), ["order_received", "order_canceled"]);
    assert!(shop.attempt(|tx| cancel(tx, &acting, order.id, "again")).is_err());
}

#[test]
fn change_of_method_keeps_the_order_and_its_hold() {
    let shop = fixture::shop();
    let mut visitor = shop.visitor();
    let placed = by_card(&shop, &visitor);
    let pay = |visitor: &Visitor, method: &str| shop.write(|tx| calls::retry(tx, visitor, retry_args(&placed, method)));
    visitor.view.now = at("2026-11-21T10:50:00Z");
    let retried = pay(&visitor, "bank_transfer");
    assert_eq!((retried.status, retried.order_number), (OrderStatus::PendingBankTransfer, placed.order_number.clone()));
    assert!(retried.payment.instructions.is_some());
    // Held for five working days from the order; the cart is emptied, the order confirmed.
    assert_eq!(order_of(&shop, &placed).hold_until, Some(at("2026-11-27T22:59:59Z")));
    assert_eq!(mails(&shop), ["order_received"]);
    assert!(shop.write(|tx| crate::cart::contents(tx, &visitor)).is_empty());
    pay(&visitor, "cheque");
    assert_eq!(mails(&shop), ["order_received", "payment_instructions"]);
    // A change to card on the last evening does not extend the hold.
    visitor.view.now = at("2026-11-27T22:30:00Z");
    assert_eq!(pay(&visitor, "card").status, OrderStatus::Pending);
    assert_eq!(order_of(&shop, &placed).hold_until, Some(at("2026-11-27T22:59:59Z")));
    let id = order_of(&shop, &placed).id;
    let history: Vec<OrderStatus> = shop.write(|tx| order::history(tx, id)).iter().map(|step| step.to_status).collect();
    use OrderStatus::{Pending, PendingBankTransfer, PendingCheque};
    assert_eq!(history, [Pending, PendingBankTransfer, PendingCheque, Pending]);
    report(&shop, &placed, &paid(4_590));
    assert_eq!(order_of(&shop, &placed).payment_method, PaymentMethod::Card);
    let refusal = shop.refusal(|tx| calls::retry(tx, &visitor, retry_args(&placed, "card")));
    assert_eq!(refusal.message, message::PAYMENT_NOT_PENDING);
}

#[test]
fn card_testing_is_limited() {
    let shop = fixture::shop();
    let visitor = shop.visitor();
    let placed = by_card(&shop, &visitor);
    let order = order_of(&shop, &placed);
    let retry = |now: Timestamp| -> Result<()> {
        let mut visitor = visitor.clone();
        visitor.view.now = now;
        visitor.random = [(now.as_second() % 251) as u8; 32];
        shop.attempt(|tx| calls::retry(tx, &visitor, retry_args(&placed, "card"))).map(drop)
    };
    // Five declined attempts of a session in an hour.
    for minute in 1..5 {
        report(&shop, &placed, &Report::of(PaymentState::Declined, true));
        retry(now() + SignedDuration::from_mins(minute)).expect("still allowed");
    }
    report(&shop, &placed, &Report::of(PaymentState::Declined, true));
    let refused = retry(now() + SignedDuration::from_mins(6)).expect_err("too many");
    assert_eq!(refused.refusal().expect("a refusal").message, message::PAYMENT_THROTTLED);
    // Another browser is not refused because of the same e-mail address.
    let stranger = shop.newcomer();
    shop.add(&stranger, "MAT", 1);
    shop.place(&stranger, &PlaceArgs { payment_method: "card".into(), ..shop.form(&stranger) });
    // An hour later the limit is reset.
    retry(now() + SignedDuration::from_mins(70)).expect("an hour later");
    assert!(shop.write(|tx| store::count_attempts(tx, order.id)) > 5);
}

#[test]
fn networks_are_counted_by_hash_and_deleted() {
    let shop = fixture::shop();
    let mut visitor = shop.visitor();
    visitor.network = Some("203.0.113.7".parse().expect("an address"));
    by_card(&shop, &visitor);
    let kept: String = shop.write(|tx| tx.one("SELECT network FROM payment_attempt", vals![]));
    assert!(kept.len() == 24 && !kept.contains("203"), "{kept}");
    let tries =
        shop.write(|tx| store::count_tries(tx, "network", kept.clone().into(), now() - SignedDuration::from_mins(1)));
    assert_eq!((tries.all, tries.declined), (1, 0));
    assert_eq!(shop.write(|tx| payment::erase_networks(tx, now())), 0);
    assert_eq!(shop.write(|tx| payment::erase_networks(tx, now() + SignedDuration::from_hours(24))), 1);
}

#[test]
fn old_events_are_deleted_by_one_statement() {
    let shop = fixture::shop();
    for id in ["evt_1", "evt_2", "evt_3"] {
        shop.write(|tx| store::save_event(tx, "stripe", id, "x", now()));
    }
    let later = now() + SignedDuration::from_hours(1);
    assert_eq!(shop.write(|tx| payment::delete_old_events(tx, now(), 9)), 0);
    assert_eq!(testing::statements(&shop.connection, |tx| payment::delete_old_events(tx, later, 2)).len(), 1);
    assert_eq!(shop.write(|tx| payment::delete_old_events(tx, later, 9)), 1);
}

#[test]
fn every_query_uses_an_index() {
    let shop = fixture::shop();
    let placed = by_card(&shop, &shop.visitor());
    let attempt = attempt_of(&shop, &placed);
    let acting = command(&shop, now());
    let opened = Opened { external_id: "x".into(), place: Place::Page("https://pay.example/x".into()) };
    testing::assert_indexed(&shop.connection, |tx| attempt::save_opened(tx, attempt.id, &opened, now()));
    testing::assert_indexed(&shop.connection, |tx| store::list_due_attempts(tx, now(), 10));
    testing::assert_indexed(&shop.connection, |tx| store::save_event(tx, "stripe", "evt_1", "x", now()));
    testing::assert_indexed(&shop.connection, |tx| attempt::apply_report(tx, &acting, attempt.id, &paid(4_590)));
    testing::assert_indexed(&shop.connection, |tx| cancel(tx, &acting, attempt.order_id, "sold out"));
    testing::assert_indexed(&shop.connection, |tx| store::list_due_refunds(tx, now(), 10));
    testing::assert_indexed(&shop.connection, |tx| store::list_refunds_for_operator(tx, 10));
    testing::assert_indexed(&shop.connection, |tx| payment::erase_networks(tx, now()));
    testing::assert_indexed(&shop.connection, |tx| payment::delete_old_events(tx, now(), 10));
}

/// A gateway that records openings and never answers.
#[derive(Debug, Default)]
struct Silent {
    heard: Mutex<Vec<Opening>>,
    has_heard: Notify,
}

impl Gateway for Silent {
    fn code(&self) -> &'static str {
        "demo"
    }

    fn open(&self, opening: Opening) -> Answer<'_, Opened> {
        self.heard.lock().expect("lock").push(opening);
        self.has_heard.notify_one();
        Box::pin(std::future::pending())
    }

    fn check(&self, _: Known) -> Answer<'_, Report> {
        Box::pin(std::future::pending())
    }

    fn close(&self, _: Known) -> Answer<'_, Report> {
        Box::pin(std::future::pending())
    }

    fn refund(&self, _: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(std::future::pending())
    }

    fn check_refund(&self, _: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(std::future::pending())
    }

    fn verify_webhook(
        &self,
        _: Headers<'_>,
        _: &[u8],
        _: Timestamp,
    ) -> std::result::Result<WebhookEvent, WebhookRejection> {
        Err(WebhookRejection::Signature)
    }
}

#[tokio::test]
async fn repeated_opening_sends_the_same_gateway_request() {
    let shop = fixture::shop();
    let placed = by_card(&shop, &shop.visitor());
    let order = order_of(&shop, &placed);
    // A second token, as from the account in another tab.
    shop.write(|tx| order::save_token(tx, order.id, "another", now()));
    let silent = Arc::new(Silent::default());
    let gateways = Gateways(vec![silent.clone()]);
    let db = Db::inline(Arc::new(Mutex::new(shop.connection)));
    let random = Arc::new(|| Ok([7; 32]));
    let payments = PaymentProcessor::new(
        db.clone(),
        Clock::manual(now()),
        Arc::new(InForce::new(0, shop.config)),
        gateways,
        random,
    );
    for token in [placed.token.as_str(), "another"] {
        // Dropped during the gateway request, as by a crash.
        tokio::select! {
            _ = payments.begin(token) => panic!("answered"),
            () = silent.has_heard.notified() => {}
        }
    }
    let heard = silent.heard.lock().expect("lock").clone();
    assert_eq!(heard.len(), 2);
    assert_eq!(heard[0], heard[1]);
    let token = heard[0].return_url.split_once("token=").expect("a token").1.to_owned();
    let found = db.read(move |tx| order::find_by_token(tx, &token)).await.expect("read");
    assert_eq!(found.expect("an order").number, order.number);
    assert!(!heard[0].return_url.contains(&heard[0].reference), "the gateway's receipts show the reference");
}

#[test]
fn customer_cancels_only_unpaid_orders() {
    let shop = fixture::shop();
    let args = |number: &str| CancelArgs { order_number: number.into(), ..CancelArgs::default() };
    let number = shop.order_of(1, 1);
    let ada = shop.member(1);
    let detail = shop.write(|tx| calls::cancel_order(tx, &ada.visitor, args(&number)));
    assert_eq!((detail.order.status, detail.can_cancel), (OrderStatus::Canceled, false));
    let steps: Vec<&str> = detail.history.iter().map(|step| step.status_label.as_str()).collect();
    assert_eq!(steps, ["Pending Bank Transfer", "Canceled"]);
    assert_eq!(shop.stock(TOWEL), 10);
    let bob = shop.member(2);
    let refusal = shop.refusal(|tx| calls::cancel_order(tx, &bob.visitor, args(&number)));
    assert_eq!(refusal.message, message::ORDER_NOT_FOUND);
    for status in OrderStatus::ALL.into_iter().filter(|status| !status.is_pending()) {
        shop.exec(&format!("UPDATE sales_order SET status = '{}'", status.code()));
        let refusal = shop.refusal(|tx| calls::cancel_order(tx, &ada.visitor, args(&number)));
        assert_eq!(refusal.message, message::ORDER_NOT_CANCELABLE, "{}", status.code());
    }
    assert_eq!(shop.stock(TOWEL), 10);
}

/// A shop in which one session may hold one towel unpaid, and a network three pieces by open card payments; a visitor of
/// this network.
fn strict(network: &str) -> (Shop, Visitor) {
    let mut config = Config::load(None, std::iter::empty()).expect("the defaults");
    (config.limits.unpaid_orders, config.limits.online_pieces_per_network) = (1, 3);
    let shop = fixture::shop_with(config);
    let visitor = Visitor { network: network.parse().ok(), ..shop.newcomer() };
    (shop, visitor)
}

/// Orders of two towels by transfer: the first holds them, the second waits for its mailed link.
fn held_and_waiting(shop: &Shop, visitor: &Visitor) -> [Placed; 2] {
    ["11111111-2222-4333-8444-000000000001", "11111111-2222-4333-8444-000000000002"].map(|key| {
        shop.add(visitor, "TOWEL", 2);
        shop.place(visitor, &PlaceArgs { idempotency_key: key.into(), ..shop.form(visitor) })
    })
}

#[test]
fn waiting_orders_take_no_more_pieces_by_a_change_to_card_than_new_ones() {
    let (shop, visitor) = strict("203.0.113.7");
    let [held, waiting] = held_and_waiting(&shop, &visitor);
    assert!(waiting.payment.awaiting_confirmation);
    let stock = shop.stock(TOWEL);
    shop.write(|tx| calls::retry(tx, &visitor, retry_args(&waiting, "card")));
    assert_eq!(shop.stock(TOWEL), stock - 2, "a first card payment is never refused");
    let refusal = shop.refusal(|tx| calls::retry(tx, &visitor, retry_args(&held, "card")));
    assert_eq!(refusal.message, message::PAYMENT_THROTTLED);
    // From another network, of which nothing is open.
    let elsewhere = Visitor { network: "198.51.100.7".parse().ok(), ..visitor };
    shop.write(|tx| calls::retry(tx, &elsewhere, retry_args(&held, "card")));
    let further = shop.newcomer();
    let further = Visitor { network: elsewhere.network, ..further };
    shop.add(&further, "TOWEL", 2);
    let args = PlaceArgs { payment_method: "card".into(), ..shop.form(&further) };
    let refusal = shop.refusal(|tx| crate::checkout::place(tx, &further, args.clone()));
    assert_eq!(refusal.message, message::PAYMENT_THROTTLED, "the change counts for the network that pays");
    // Delayed payments are no reason to refuse a card.
    shop.exec("UPDATE sales_order SET hold_until = hold_until + 86400000 * 14 WHERE status = 'pending'");
    shop.place(&further, &args);
}

#[test]
fn money_for_a_waiting_order_takes_the_stock_or_goes_back() {
    let (shop, visitor) = strict("203.0.113.7");
    let [_, waiting] = held_and_waiting(&shop, &visitor);
    let order = order_of(&shop, &waiting);
    shop.set_stock(TOWEL, 1);
    assert_eq!(book(&shop, order.id, order.totals.total.minor()), Booking::Refunded);
    assert_eq!((order_of(&shop, &waiting).status, shop.stock(TOWEL)), (OrderStatus::Canceled, 1));
    assert_eq!(shop.count("refund"), 1);

    let (shop, visitor) = strict("203.0.113.7");
    let [_, waiting] = held_and_waiting(&shop, &visitor);
    let order = order_of(&shop, &waiting);
    let stock = shop.stock(TOWEL);
    assert_eq!(book(&shop, order.id, order.totals.total.minor()), Booking::Paid);
    assert_eq!((order_of(&shop, &waiting).status, shop.stock(TOWEL)), (OrderStatus::Processing, stock - 2));
}

#[test]
fn hold_of_an_order_confirmed_late_counts_from_its_confirmation() {
    let (shop, visitor) = strict("203.0.113.7");
    let [_, waiting] = held_and_waiting(&shop, &visitor);
    let order = order_of(&shop, &waiting);
    let token = crate::session::new_token(&[5; 32]);
    let later = now() + SignedDuration::from_hours(100);
    shop.exec("UPDATE sales_order SET hold_until = hold_until + 86400000 * 10 WHERE confirm_hash IS NOT NULL");
    let confirmed = shop.write(|tx| {
        order::save_token(tx, order.id, &token, now())?;
        order::save_awaiting(tx, order.id, &token)?;
        super::confirm_waiting(tx, &command(&shop, later), &token)
    });
    let visitor = Visitor { view: shop.visitor_at(later, 3).view, ..visitor };
    shop.write(|tx| calls::retry(tx, &visitor, retry_args(&waiting, "cheque")));
    assert_eq!(order_of(&shop, &waiting).hold_until, confirmed.hold_until);
}
