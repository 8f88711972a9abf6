//! What lies on the shelf is what can be sold and what orders hold, whatever is counted, sold, sent, received or corrected.

use jiff::SignedDuration;
use proptest::prelude::*;

use super::adjustment;
use super::calls;
use super::types::{
    ArrivalArgs, Correction, CountArgs, CountedLine, ExpectArgs, ItemArgs, ListArgs, ReceiveArgs, StockDetail,
    StockFilter, StockItem, StockReason, ThresholdArgs,
};
use crate::audit::{Actor, By};
use crate::call::StaffMember;
use crate::error::Result;
use crate::fulfillment;
use crate::order::{self, Command};
use crate::testing::fixture::{self, Shop, TOWEL, at};
use crate::testing::{assert_indexed, with_statistics};
use crate::{message, vals};

fn shown(shop: &Shop, owner: &StaffMember, sku: &str) -> StockDetail {
    shop.write(|tx| calls::show(tx, owner, ItemArgs { sku: sku.into() }))
}

fn line(item: &StockItem, counted: u32) -> CountedLine {
    CountedLine { sku: item.sku.clone(), counted, on_hand: item.on_hand, version: item.version }
}

/// Answers how many were not as the shop had them.
fn count(shop: &Shop, lines: &[CountedLine]) -> Result<usize> {
    let counted = shop.attempt(|tx| adjustment::count(tx, &by(), lines, ""))?;
    Ok(counted.iter().filter(|(_, changed)| changed.is_some()).count())
}

fn by() -> By {
    By { actor: Actor::Staff(1), now: at(fixture::NOW) }
}

fn refused(outcome: Result<usize>) -> Vec<(String, &'static str)> {
    let error = outcome.expect_err("a refusal");
    let fields = &error.refusal().expect("a refusal").fields;
    fields.iter().map(|(field, message)| (field.clone(), message.id)).collect()
}

fn cancel(shop: &Shop, number: &str) {
    let command =
        Command { config: shop.config.clone(), actor: order::Actor::Operator, now: at(fixture::NOW), random: [9; 32] };
    shop.write(|tx| {
        let order = order::find_typed(tx, number)?;
        fulfillment::cancel(tx, &command, order.id, "")
    });
}

#[test]
fn what_is_sold_while_somebody_counts_is_not_missing() {
    let shop = fixture::shop();
    let owner = shop.owner();
    let before = shown(&shop, &owner, "towel").item;
    assert_eq!((before.available, before.held, before.on_hand, before.version), (10, 0, 10, 0));
    // Nine lie there. Two are ordered before that is saved.
    let counted = line(&before, 9);
    shop.order(&shop.visitor(), 1);
    shop.order(&shop.visitor(), 2);
    assert_eq!(count(&shop, &[counted]).expect("counted"), 1);
    let after = shown(&shop, &owner, "TOWEL");
    assert_eq!((after.item.available, after.item.held, after.item.on_hand), (7, 2, 9));
    assert_eq!(after.holders.iter().map(|holder| holder.pieces).collect::<Vec<_>>(), [1, 1]);
    let event = &after.history[0];
    assert_eq!((event.reason, event.pieces, event.on_hand, event.name.as_deref()), (StockReason::Counted, -1, 9, None));
    assert_eq!(event.actor, "staff:1");
}

#[test]
fn line_that_somebody_else_has_counted_meanwhile_is_refused_and_so_is_what_orders_hold() {
    let shop = fixture::shop();
    let owner = shop.owner();
    let seen = shown(&shop, &owner, "TOWEL").item;
    let mat = shown(&shop, &owner, "MAT").item;
    assert_eq!(count(&shop, &[line(&seen, 8)]).expect("counted"), 1);
    // Who saw ten counts eight as well: two pieces are missing, not four. Nothing of such a count is saved.
    let both = vec![line(&mat, mat.on_hand + 5), line(&seen, 8)];
    assert_eq!(refused(count(&shop, &both)), [("TOWEL".to_owned(), message::STOCK_CHANGED_MEANWHILE.id)]);
    assert_eq!(shown(&shop, &owner, "MAT").item, mat);
    // Two orders hold a piece each, of which one lies there.
    shop.order(&shop.visitor(), 1);
    shop.order(&shop.visitor(), 2);
    let seen = shown(&shop, &owner, "TOWEL").item;
    let error = count(&shop, &[line(&seen, 1)]).expect_err("held");
    let why = &error.refusal().expect("a refusal").fields["TOWEL"];
    assert_eq!((why.id, why.params["held"].as_str(), why.params["most"].as_str()), ("stock.held", "2", "6"));
    // As it was counted is a count, too: nothing has changed, and others see that somebody looked.
    let seen = shown(&shop, &owner, "TOWEL").item;
    assert_eq!(count(&shop, &[line(&seen, seen.on_hand)]).expect("counted"), 0);
    assert_eq!(shown(&shop, &owner, "TOWEL").history.len(), 2);
    let twice = vec![line(&mat, 1), CountedLine { sku: "MAT".into(), ..line(&mat, 1) }];
    assert_eq!(refused(count(&shop, &twice)), [("MAT".to_owned(), message::STOCK_CHANGED_MEANWHILE.id)]);
    let none = vec![CountedLine { sku: "NOTHING".into(), ..CountedLine::default() }];
    assert_eq!(refused(count(&shop, &none)), [("NOTHING".to_owned(), message::STOCK_UNKNOWN.id)]);
}

#[test]
fn thresholds_follow_what_can_be_sold() {
    let shop = fixture::shop();
    let owner = shop.owner();
    let low = || {
        let args = ListArgs { filter: StockFilter::Low, ..ListArgs::default() };
        let page = shop.write(|tx| calls::list(tx, &owner, args.clone()));
        assert_eq!(page.low, page.items.len() as i64);
        page.items.into_iter().map(|item| item.sku).collect::<Vec<_>>()
    };
    let set = |seen, threshold| {
        let args = ThresholdArgs { sku: "TOWEL".into(), threshold, seen };
        shop.write(|tx| calls::set_threshold(tx, &owner, args.clone()))
    };
    set(None, Some(9));
    assert_eq!(low(), [""; 0]);
    let number = shop.order(&shop.visitor(), 1).order_number;
    assert_eq!(low(), ["TOWEL"]);
    cancel(&shop, &number);
    assert_eq!(low(), [""; 0]);
    set(Some(9), Some(10));
    assert_eq!(low(), ["TOWEL"], "at once");
    shop.set_stock(TOWEL, 0);
    assert_eq!(low(), [""; 0], "sold out warns by itself");
    shop.set_stock(TOWEL, 3);
    set(Some(10), None);
    assert_eq!(low(), [""; 0]);
    for threshold in [0, 1_000_001] {
        let args = ThresholdArgs { sku: "TOWEL".into(), threshold: Some(threshold), seen: None };
        let error = shop.attempt(|tx| calls::set_threshold(tx, &owner, args.clone()));
        assert_eq!(
            error.map(drop).expect_err("refused").refusal().expect("why").message.id,
            message::STOCK_PIECES_BAD.id
        );
    }
    // Of two people the second sees first what the other has set.
    set(None, Some(4));
    for seen in [None, Some(5)] {
        let args = ThresholdArgs { sku: "TOWEL".into(), threshold: Some(6), seen };
        let error = shop.attempt(|tx| calls::set_threshold(tx, &owner, args.clone()));
        let refusal = error.map(drop).expect_err("refused");
        assert_eq!(refusal.refusal().expect("why").message.id, message::STOCK_THRESHOLD_CHANGED.id);
    }
    set(Some(4), Some(6));
}

#[test]
fn arrivals_come_in_parts_late_or_not_at_all() {
    let shop = fixture::shop();
    let mut owner = shop.owner();
    let today = crate::domain::working_days::in_shop_zone(at(fixture::NOW)).date();
    let expect = |on, pieces| ExpectArgs { sku: "TOWEL".into(), pieces, on, note: "Filature".into() };
    let refused = |owner: &StaffMember, args: ExpectArgs| {
        let error = shop.attempt(|tx| calls::expect(tx, owner, args)).map(drop).expect_err("refused");
        error.refusal().expect("why").message.id
    };
    assert_eq!(refused(&owner, expect(today.yesterday().expect("a day"), 5)), message::STOCK_DAY_PAST.id);
    assert_eq!(refused(&owner, expect(today, 0)), message::STOCK_PIECES_BAD.id);
    shop.write(|tx| calls::expect(tx, &owner, expect(today, 12)));
    let item = shown(&shop, &owner, "TOWEL");
    assert_eq!(item.item.expected.as_ref().map(|one| (one.pieces, one.is_late)), Some((12, false)));
    let id = item.arrivals[0].id;
    let receive = |owner: &StaffMember, pieces, rest_comes| {
        shop.attempt(|tx| calls::receive(tx, owner, ReceiveArgs { id, pieces, rest_comes })).map(drop)
    };
    receive(&owner, 5, true).expect("a part");
    owner.client.view.now = at(fixture::NOW) + SignedDuration::from_hours(48);
    let item = shown(&shop, &owner, "TOWEL");
    assert_eq!((item.item.available, item.arrivals[0].pieces, item.arrivals[0].is_late), (15, 7, true));
    assert_eq!((item.history[0].reason, item.history[0].note.as_str()), (StockReason::Arrived, "Filature"));
    // More than was expected.
    receive(&owner, 8, true).expect("the rest");
    let item = shown(&shop, &owner, "TOWEL");
    assert_eq!((item.item.available, item.arrivals.len(), item.item.expected), (23, 0, None));
    let gone = receive(&owner, 1, false).expect_err("once");
    assert_eq!(gone.refusal().expect("why").message.id, message::STOCK_ARRIVAL_GONE.id);
    let tomorrow = today.checked_add(jiff::ToSpan::days(4)).expect("a day");
    shop.write(|tx| calls::expect(tx, &owner, expect(tomorrow, 3)));
    let id = shown(&shop, &owner, "TOWEL").arrivals[0].id;
    shop.write(|tx| calls::expect_no_more(tx, &owner, ArrivalArgs { id }));
    assert_eq!(shown(&shop, &owner, "TOWEL").arrivals, []);
    for _ in 0..20 {
        shop.write(|tx| calls::expect(tx, &owner, expect(tomorrow, 3)));
    }
    assert_eq!(refused(&owner, expect(tomorrow, 3)), message::STOCK_ARRIVALS_MANY.id);
}

#[test]
fn lists_are_found_by_number_and_filter_and_paged() {
    let shop = fixture::shop();
    let owner = shop.owner();
    let list = |q: &str, filter, after: Option<&str>| {
        let args = ListArgs { q: q.into(), filter, after: after.map(str::to_owned) };
        let page = shop.write(|tx| calls::list(tx, &owner, args));
        page.items.into_iter().map(|item| item.sku).collect::<Vec<_>>()
    };
    let all = list("", StockFilter::All, None);
    assert!(all.len() > 4 && all.is_sorted(), "{all:?}");
    assert_eq!(list("", StockFilter::All, Some(&all[1])), all[2..]);
    assert_eq!(list("tow", StockFilter::All, None), ["TOWEL"]);
    let out = list("", StockFilter::Out, None);
    assert!(out.iter().all(|sku| all.contains(sku)) && !out.is_empty(), "{out:?}");
    shop.exec(
        "WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 120)
         INSERT INTO product (id, sku, kind, type, position, created_at, enabled, vat_class, weight_g, promotion_category,
             bed_terms, ship_group)
         SELECT 9000 + n, printf('Z-%04d', n), 'simple', type, 0, 0, 1, vat_class, 1, promotion_category, 0, ship_group
         FROM one JOIN product ON product.id = 1",
    );
    let mut after: Option<String> = None;
    let mut seen = Vec::new();
    loop {
        let args = ListArgs { q: "z-".into(), after: after.clone(), ..ListArgs::default() };
        let page = shop.write(|tx| calls::list(tx, &owner, args));
        seen.extend(page.items.into_iter().map(|item| item.sku));
        after = page.after;
        if after.is_none() {
            break;
        }
    }
    assert_eq!((seen.len(), seen.is_sorted()), (120, true));
}

#[test]
fn stock_is_found_by_indexes() {
    let shop = fixture::shop();
    let owner = shop.owner();
    with_statistics(&shop.connection);
    let item = shown(&shop, &owner, "TOWEL").item;
    assert_indexed(&shop.connection, |tx| calls::show(tx, &owner, ItemArgs { sku: "TOWEL".into() }));
    assert_indexed(&shop.connection, |tx| {
        calls::count(tx, &owner, CountArgs { lines: vec![line(&item, 9)], note: String::new() })
    });
    assert_indexed(&shop.connection, |tx| {
        super::list_low(tx, 5)?;
        super::count_low(tx)?;
        super::list_late(tx, jiff::civil::date(2026, 1, 1), 5)?;
        super::count_late(tx, jiff::civil::date(2026, 1, 1))
    });
}

#[derive(Debug, Clone)]
enum Step {
    Order,
    /// The order with this number in the sequence, if it is there.
    Cancel(usize),
    /// Counted this many fewer or more than lie there, as seen before the next steps.
    Count(i8),
    Look,
    Correct(Correction, u32),
    Set(u32),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        Just(Step::Order),
        (0_usize..6).prop_map(Step::Cancel),
        (-4_i8..5).prop_map(Step::Count),
        Just(Step::Look),
        (proptest::sample::select(&Correction::ALL[..]), 1_u32..6).prop_map(|(why, pieces)| Step::Correct(why, pieces)),
        (0_u32..12).prop_map(Step::Set),
    ];
    proptest::collection::vec(step, 1..16)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// What really lies there, kept beside: orders take nothing from it until they leave.
    #[test]
    fn on_hand_is_what_can_be_sold_and_what_is_held(steps in steps(), is_changed in any::<bool>()) {
        let shop = fixture::shop_of(is_changed);
        let owner = shop.owner();
        let mut lies_there: i64 = 10;
        let mut orders: Vec<String> = Vec::new();
        let mut seen = shown(&shop, &owner, "TOWEL").item;
        for (key, step) in (1_u32..).zip(steps) {
            let item = shown(&shop, &owner, "TOWEL").item;
            match step {
                // Beyond that an unpaid order waits for its link and holds nothing.
                Step::Order if item.available > 7 && orders.len() < 2 => orders.push(shop.order(&shop.visitor(), key).order_number),
                Step::Cancel(which) if which < orders.len() => cancel(&shop, &orders.remove(which)),
                Step::Look => seen = item,
                Step::Count(more) => {
                    let counted = u32::try_from((i64::from(seen.on_hand) + i64::from(more)).max(0)).expect("pieces");
                    let difference = i64::from(counted) - i64::from(seen.on_hand);
                    let may = seen.version == item.version && i64::from(item.available) + difference >= 0;
                    prop_assert_eq!(count(&shop, &[line(&seen, counted)]).is_ok(), may);
                    lies_there += if may { difference } else { 0 };
                }
                Step::Correct(why, pieces) => {
                    let more = if why.reason().1 { i64::from(pieces) } else { -i64::from(pieces) };
                    let may = i64::from(item.available) + more >= 0;
                    let outcome = shop.attempt(|tx| adjustment::correct(tx, &by(), TOWEL, why, pieces, ""));
                    prop_assert_eq!(outcome.is_ok(), may);
                    lies_there += if may { more } else { 0 };
                }
                Step::Set(available) => {
                    shop.write(|tx| adjustment::set(tx, &by(), TOWEL, available));
                    lies_there += i64::from(available) - i64::from(item.available);
                }
                _ => {}
            }
            let item = shown(&shop, &owner, "TOWEL").item;
            prop_assert_eq!(i64::from(item.on_hand), lies_there);
            prop_assert_eq!(item.on_hand, item.available + item.held);
            prop_assert_eq!(item.held as usize, orders.len());
        }
        let sum: i64 = shop.write(|tx| tx.one("SELECT coalesce(SUM(pieces), 0) FROM stock_change", vals![]));
        prop_assert_eq!(10 + sum, lies_there, "the history tells of each");
    }
}
