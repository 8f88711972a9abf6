//! What waits, by kind of duty: one query each, in the slice that it belongs to, and the deadline of each thing.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::list::SHOWN;
use super::types::DutyKind;
use crate::call::View;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::{Amount, Currency};
use crate::domain::permission::Permissions;
use crate::domain::working_days::{Calendar, in_shop_zone, start_of_day};
use crate::error::Result;
use crate::order::WaitingOrder;
use crate::payment::store;
use crate::{backup, catalog, chat, contact, deed, job_failure, order, outbox, region, withdrawal};

/// Things of a kind that are read at most.
const MOST: i64 = 1_000;
/// Characters of a message in a label.
const EXCERPT: usize = 60;
/// Within which money goes back: Directive 2011/83/EU art. 13 (1).
const REFUND: SignedDuration = SignedDuration::from_hours(14 * 24);
/// How long after its hour a backup may take.
const BACKUP: SignedDuration = SignedDuration::from_hours(2);

/// A thing that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    pub thing: String,
    pub label: String,
    /// Since when.
    pub at: Timestamp,
    pub due_at: Option<Timestamp>,
}

/// What waits of a kind, the oldest first.
pub fn waiting(tx: &mut dyn Tx, view: &View, permissions: &Permissions, kind: DutyKind) -> Result<Vec<Waiting>> {
    match kind {
        DutyKind::OrdersToPack => orders_to_pack(tx),
        DutyKind::TransfersWaiting => transfers_waiting(tx),
        DutyKind::RefundsByHand => refunds_by_hand(tx),
        DutyKind::Withdrawals => withdrawals(tx),
        DutyKind::Messages => messages(tx),
        DutyKind::Chats => chats(tx),
        DutyKind::MailsFailed => mails_failed(tx),
        DutyKind::StockOut => stock_out(tx, view),
        DutyKind::PaymentsUncertain => payments_uncertain(tx),
        DutyKind::JobsStuck => jobs_stuck(tx),
        DutyKind::BackupOld => Ok(backup_old(view)),
        DutyKind::DeedsFailed => deeds_failed(tx, permissions),
    }
}

fn joined(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" · ")
}

fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(EXCERPT).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}

// ── Orders ──────────────────────────────────────────────────────────────────────────────────────────────────────────

fn label(order: &WaitingOrder) -> String {
    joined(&[&order.number, &full_name(&order.first_name, &order.last_name)])
}

fn orders_to_pack(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    let orders = order::list_to_pack(tx, MOST)?;
    let calendar = region::calendar(tx)?;
    orders
        .iter()
        .map(|order| {
            let (placed, paid) = (order::moment(order.created_at)?, order::moment(order.status_at)?);
            let day = |text: &str| text.parse::<Date>().context("delivery of an order");
            let window = (day(&order.delivery_from)?, day(&order.delivery_to)?);
            let due_at = last_dispatch(&calendar, placed, paid, window);
            Ok(Waiting { thing: order.number.clone(), label: label(order), at: paid, due_at: Some(due_at) })
        })
        .collect()
}

/// When a parcel must have left. The window counts working days from the order, the first for packing; what its beginning leaves
/// is how long the carrier takes. So the last day is as long before the end of the window, but never sooner than a working day
/// after the order was paid.
fn last_dispatch(calendar: &Calendar, placed: Timestamp, paid: Timestamp, (from, to): (Date, Date)) -> Timestamp {
    let carriage = calendar.count(in_shop_zone(placed).date(), from).saturating_sub(1).max(1);
    let promised = start_of_day(calendar.before(to, carriage).tomorrow().unwrap_or(Date::MAX));
    promised.max(calendar.deadline(paid, 1).ends_at)
}

fn transfers_waiting(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    order::list_waiting_for_money(tx, MOST)?
        .iter()
        .map(|order| {
            let due_at = order.hold_until.map(order::moment).transpose()?;
            let at = order::moment(order.created_at)?;
            Ok(Waiting { thing: order.number.clone(), label: label(order), at, due_at })
        })
        .collect()
}

/// A sum of money about an order.
struct Sum {
    order_id: i64,
    minor: i64,
    currency: Currency,
    at: i64,
}

/// Names the orders of the things that are shown.
fn about_orders(tx: &mut dyn Tx, sums: &[Sum], lasts: Option<SignedDuration>) -> Result<Vec<Waiting>> {
    let shown: Vec<i64> = sums.iter().take(SHOWN).map(|sum| sum.order_id).collect();
    let numbers: BTreeMap<i64, String> =
        order::list_named(tx, &shown)?.into_iter().map(|(id, number, ..)| (id, number)).collect();
    sums.iter()
        .map(|sum| {
            let thing = numbers.get(&sum.order_id).cloned().unwrap_or_default();
            let (amount, at) = (format!("{} {}", Amount::from_minor(sum.minor), sum.currency), order::moment(sum.at)?);
            Ok(Waiting { label: joined(&[&thing, &amount]), thing, at, due_at: lasts.map(|lasts| at + lasts) })
        })
        .collect()
}

fn refunds_by_hand(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    let refunds = store::list_refunds_for_operator(tx, MOST)?;
    let mut sums: Vec<Sum> = refunds
        .iter()
        .map(|of| Sum { order_id: of.order_id, minor: of.amount, currency: of.currency, at: of.created_at })
        .collect();
    sums.sort_by_key(|sum| sum.at);
    about_orders(tx, &sums, Some(REFUND))
}

fn payments_uncertain(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    let attempts = store::list_uncertain(tx, MOST)?;
    let sums: Vec<Sum> = attempts
        .iter()
        .map(|of| Sum { order_id: of.order_id, minor: of.amount, currency: of.currency, at: of.created_at })
        .collect();
    about_orders(tx, &sums, None)
}

// ── People who wait for an answer ───────────────────────────────────────────────────────────────────────────────────

fn withdrawals(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    withdrawal::list_open(tx, MOST)?
        .into_iter()
        .map(|statement| {
            let at = order::moment(statement.received_at)?;
            let label = joined(&[&statement.order_number, &statement.name]);
            Ok(Waiting { thing: statement.number, label, at, due_at: Some(at + REFUND) })
        })
        .collect()
}

fn messages(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    let messages = contact::list_open(tx, MOST)?;
    let calendar = region::calendar(tx)?;
    messages
        .into_iter()
        .map(|message| {
            let at = order::moment(message.created_at)?;
            let label = joined(&[&message.name, &excerpt(&message.message)]);
            Ok(Waiting { thing: message.reference, label, at, due_at: Some(calendar.deadline(at, 1).ends_at) })
        })
        .collect()
}

fn chats(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    let talks = chat::list_waiting(tx, MOST)?;
    let calendar = region::calendar(tx)?;
    talks
        .into_iter()
        .map(|talk| {
            let at = order::moment(talk.last_message_at)?;
            let due_at = Some(calendar.deadline(at, 1).ends_at);
            Ok(Waiting { thing: talk.id.to_string(), label: excerpt(&talk.last_text), at, due_at })
        })
        .collect()
}

// ── Goods and machinery ─────────────────────────────────────────────────────────────────────────────────────────────

fn mails_failed(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    outbox::list_given_up(tx, MOST)?
        .into_iter()
        .map(|mail| {
            let at = order::moment(mail.created_at)?;
            let label = joined(&[&mail.recipient, &mail.template]);
            Ok(Waiting { thing: mail.id.to_string(), label, at, due_at: None })
        })
        .collect()
}

/// Nobody records since when stock is out.
fn stock_out(tx: &mut dyn Tx, view: &View) -> Result<Vec<Waiting>> {
    let items = catalog::list_sold_out(tx, view.lang(), MOST)?.into_iter().map(|item| {
        let label = joined(&[&item.sku, &item.name]);
        Waiting { thing: item.sku, label, at: view.now, due_at: None }
    });
    Ok(items.collect())
}

fn jobs_stuck(tx: &mut dyn Tx) -> Result<Vec<Waiting>> {
    job_failure::list_stuck(tx)?
        .into_iter()
        .map(|row| {
            let (at, place) = (order::moment(row.failed_at)?, format!("{} {}", row.job, row.row_id));
            Ok(Waiting { label: joined(&[&place, &excerpt(&row.error)]), thing: row.job, at, due_at: None })
        })
        .collect()
}

/// The nightly backup that should be there and is not.
fn deeds_failed(tx: &mut dyn Tx, permissions: &Permissions) -> Result<Vec<Waiting>> {
    let failed = deed::list_failed(tx, permissions)?.into_iter();
    let waiting = failed.map(|deed| {
        let at = deed.due_at.parse().context("time of a deed")?;
        Ok(Waiting { label: joined(&[&deed.thing, &deed.by.name]), thing: deed.id.to_string(), at, due_at: None })
    });
    waiting.collect()
}

fn backup_old(view: &View) -> Vec<Waiting> {
    let rules = &view.config.backup;
    let night = backup::night(view.now, rules.hour);
    let due_at = start_of_day(night) + SignedDuration::from_hours(rules.hour.into()) + BACKUP;
    if !rules.nightly || due_at > view.now {
        return Vec::new();
    }
    let newest = backup::copies(&view.config.data.directory.join(&rules.directory))
        .ok()
        .and_then(|copies| copies.last().map(|(night, _)| *night));
    if newest.is_some_and(|newest| newest >= night) {
        return Vec::new();
    }
    let label = newest.map(|newest| newest.to_string()).unwrap_or_default();
    vec![Waiting { thing: String::new(), label, at: newest.map_or(view.now, start_of_day), due_at: Some(due_at) }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parcel_leaves_as_long_before_the_end_of_its_window_as_the_carrier_takes() {
        let calendar = Calendar::target2();
        let at = |text: &str| text.parse::<Timestamp>().expect("a moment");
        let day = |text: &str| text.parse::<Date>().expect("a day");
        // Monday to Thursday or Friday: two days on the way, so it leaves on Wednesday.
        let monday = at("2026-11-23T09:00:00Z");
        let window = (day("2026-11-26"), day("2026-11-27"));
        assert_eq!(last_dispatch(&calendar, monday, monday, window), at("2026-11-25T23:00:00Z"));
        // Express: one day on the way at least.
        let window = (day("2026-11-24"), day("2026-11-25"));
        assert_eq!(last_dispatch(&calendar, monday, monday, window), at("2026-11-24T23:00:00Z"));
        // Paid by transfer on Friday: the next working day is Monday.
        let friday = at("2026-11-27T09:00:00Z");
        assert_eq!(last_dispatch(&calendar, monday, friday, window), at("2026-11-30T23:00:00Z"));
    }

    #[test]
    fn each_kind_is_a_query_with_an_index() {
        let shop = crate::testing::seeded();
        let view = crate::testing::view(crate::domain::store_view::Lang::De, Currency::Eur);
        let all = Permissions::from(crate::domain::permission::Permission::ALL);
        for kind in DutyKind::ALL {
            crate::testing::assert_indexed(&shop, |tx| waiting(tx, &view, &all, kind));
        }
    }

    #[test]
    fn long_texts_are_cut_and_empty_parts_left_out() {
        assert_eq!(excerpt("two\n lines"), "two lines");
        assert_eq!(excerpt(&"é".repeat(61)).chars().count(), 61);
        assert_eq!(joined(&["2026-000001", "", "Ada"]), "2026-000001 · Ada");
    }
}
