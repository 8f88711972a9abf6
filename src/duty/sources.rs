//! What waits, by kind of duty: how much, with the earliest deadline, and the few things that are named. Queries of the slice that
//! each belongs to; the deadlines are of this file.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::types::{DutyAbout, DutyKind, MentionAbout};
use crate::call::View;
use crate::catalog::{StockOf, StockedItem};
use crate::config::Mode;
use crate::db::Tx;
use crate::domain::backlog::Backlog;
use crate::domain::full_name::full_name;
use crate::domain::money::{Amount, Currency};
use crate::domain::permission::{Permission, Permissions};
use crate::domain::working_days::{Calendar, in_shop_zone, start_of_day};
use crate::error::Result;
use crate::inbox::types::ThreadRow;
use crate::order::{NamedOrder, OrderToPack};
use crate::order_admin::Actors;
use crate::payment::store;
use crate::returns::types::{GoodsReturn, OVERDUE_AFTER, REFUND_WITHIN};
use crate::thread::types::ThreadKind;
use crate::thread::{self, Thread};
use crate::{
    backup, catalog, compliance, customer, deed, fapiao, inbox, job_failure, look, order, outbox, page, region,
    restore, returns, setting, staff, stock, token, withdrawal,
};

/// Things of a kind that are named.
const SHOWN: u8 = 5;
/// Characters of an excerpt.
const EXCERPT: usize = 60;
/// Goods that lie ready are somebody's duty after [`order::UNCOLLECTED_AFTER`], and late after this.
const UNCOLLECTED: SignedDuration = SignedDuration::from_hours(14 * 24);
/// How long after its hour a backup may take.
const BACKUP: SignedDuration = SignedDuration::from_hours(2);

/// What waits of a kind.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Waiting {
    pub count: i64,
    /// The earliest deadline.
    pub due_at: Option<Timestamp>,
    /// How many are past theirs.
    pub overdue: i64,
    /// Those that are named.
    pub things: Vec<Thing>,
}

/// A thing that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    pub about: DutyAbout,
    /// Since when; none where nobody records it.
    pub at: Option<Timestamp>,
    pub due_at: Option<Timestamp>,
}

/// Whose duties are asked for.
#[derive(Debug, Clone, Copy)]
pub struct Whose<'p> {
    pub permissions: &'p Permissions,
    /// None: everybody's.
    pub person: Option<i64>,
}

/// What waits of a kind, the most urgent things first.
pub fn waiting(tx: &mut dyn Tx, view: &View, whose: Whose<'_>, kind: DutyKind) -> Result<Waiting> {
    let (now, permissions) = (view.now, whose.permissions);
    match kind {
        DutyKind::Mentions => mentions(tx, whose),
        DutyKind::OrdersToPack => orders_to_pack(tx, now),
        DutyKind::CollectionsWaiting => collections_waiting(tx, now),
        DutyKind::TransfersWaiting => transfers_waiting(tx, now),
        DutyKind::RefundsByHand => refunds_by_hand(tx, now),
        DutyKind::FapiaoWaiting => fapiao_waiting(tx),
        DutyKind::Withdrawals => withdrawals(tx, now),
        DutyKind::ReturnsToInspect => {
            let backlog = returns::count_to_inspect(tx, now)?;
            let first = returns::list_to_inspect(tx, SHOWN.into())?;
            returns_waiting(tx, backlog, &first, |of| (of.received_at, of.refund_by))
        }
        DutyKind::ReturnsToRefund => {
            let backlog = returns::count_to_refund(tx, now)?;
            let first = returns::list_to_refund(tx, SHOWN.into())?;
            returns_waiting(tx, backlog, &first, |of| (of.inspected_at.or(of.sent_at), of.refund_by))
        }
        DutyKind::ReturnsOverdue => {
            let before = now - OVERDUE_AFTER;
            let backlog = returns::count_overdue(tx, before)?;
            let first = returns::list_overdue(tx, before, SHOWN.into())?;
            let mut waiting = returns_waiting(tx, backlog, &first, |of| (of.sent_at, of.overdue_since(now)))?;
            waiting.due_at = waiting.due_at.map(|sent| sent + OVERDUE_AFTER);
            Ok(waiting)
        }
        DutyKind::Messages => messages(tx, now),
        DutyKind::Chats => chats(tx, now),
        DutyKind::MailsFailed => mails_failed(tx, now),
        DutyKind::StockOut => stock_out(tx, view),
        DutyKind::StockLow => stock_low(tx, view),
        DutyKind::ArrivalsLate => arrivals_late(tx, view),
        DutyKind::PaymentsUncertain => payments_uncertain(tx),
        DutyKind::JobsStuck => jobs_stuck(tx),
        DutyKind::BackupOld => Ok(backup_old(view)),
        DutyKind::RestoresFailed => restores_failed(tx),
        DutyKind::DeedsFailed => deeds_failed(tx, permissions),
        DutyKind::TokensEnding => tokens_ending(tx, now),
        DutyKind::PagesWrong => pages_wrong(tx, view),
        DutyKind::PagesLate => pages_late(tx),
        DutyKind::SettingsWaiting => settings_waiting(tx, now),
        DutyKind::ComplianceOpen => compliance_open(tx, view),
    }
}

impl Waiting {
    /// What has deadlines; `due_at` is the deadline of a thing by the time that the backlog is about.
    fn due(
        backlog: Backlog,
        due_at: impl Fn(Timestamp) -> Timestamp,
        things: impl Iterator<Item = Result<(DutyAbout, Timestamp)>>,
    ) -> Result<Waiting> {
        let things =
            things.map(|thing| thing.map(|(about, at)| Thing { about, at: Some(at), due_at: Some(due_at(at)) }));
        Ok(Waiting {
            count: backlog.count,
            due_at: backlog.first.map(order::moment).transpose()?.map(&due_at),
            overdue: backlog.late,
            things: things.collect::<Result<_>>()?,
        })
    }

    /// What has no deadline.
    fn open(count: i64, things: impl Iterator<Item = Result<(DutyAbout, Timestamp)>>) -> Result<Waiting> {
        let things = things.map(|thing| thing.map(|(about, at)| Thing { about, at: Some(at), due_at: None }));
        Ok(Waiting { count, things: things.collect::<Result<_>>()?, ..Waiting::default() })
    }
}

fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(EXCERPT).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}

// ── Orders ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Number and name of orders, by id.
fn named(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<BTreeMap<i64, (String, String)>> {
    let named = |order: NamedOrder| (order.id, (order.number, full_name(&order.first_name, &order.last_name)));
    Ok(order::list_named(tx, order_ids)?.into_iter().map(named).collect())
}

/// Names orders of which a deadline is known.
fn orders(tx: &mut dyn Tx, of: &[(i64, Timestamp, Option<Timestamp>)]) -> Result<Vec<Thing>> {
    let ids: Vec<i64> = of.iter().map(|(id, ..)| *id).collect();
    let mut named = named(tx, &ids)?;
    let thing = |&(id, at, due_at): &(i64, Timestamp, Option<Timestamp>)| {
        let (number, name) = named.remove(&id).unwrap_or_default();
        Thing { about: DutyAbout::Order { number, name }, at: Some(at), due_at }
    };
    Ok(of.iter().map(thing).collect())
}

/// Returns that wait; `times`: since when, and until when, where something says it.
fn returns_waiting(
    tx: &mut dyn Tx,
    backlog: Backlog,
    first: &[GoodsReturn],
    times: impl Fn(&GoodsReturn) -> (Option<i64>, Option<i64>),
) -> Result<Waiting> {
    let ids: Vec<i64> = first.iter().map(|of| of.order_id).collect();
    let named = named(tx, &ids)?;
    let mut things = Vec::new();
    for of in first {
        let name = named.get(&of.order_id).map(|(_, name)| name.clone()).unwrap_or_default();
        let (at, due_at) = times(of);
        things.push(Thing {
            about: DutyAbout::Return { number: of.number.clone(), name },
            at: at.map(order::moment).transpose()?,
            due_at: due_at.map(order::moment).transpose()?,
        });
    }
    let due_at = backlog.first.map(order::moment).transpose()?;
    Ok(Waiting { count: backlog.count, due_at, overdue: backlog.late, things })
}

/// Their deadlines follow from working days, which no query knows: of each order only what they follow from is read.
fn orders_to_pack(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let calendar = region::calendar(tx)?;
    let dispatch = |order: OrderToPack| {
        let (placed, paid) = (order::moment(order.created_at)?, order::moment(order.status_at)?);
        let day = |text: &str| text.parse::<Date>().context("delivery of an order");
        let window = (day(&order.delivery_from)?, day(&order.delivery_to)?);
        Ok((order.id, paid, last_dispatch(&calendar, placed, paid, window)))
    };
    let mut due = order::list_to_pack(tx)?.into_iter().map(dispatch).collect::<Result<Vec<_>>>()?;
    due.sort_by_key(|(id, paid, due_at)| (*due_at, *paid, *id));
    let first: Vec<_> = due.iter().take(SHOWN.into()).map(|&(id, paid, due_at)| (id, paid, Some(due_at))).collect();
    Ok(Waiting {
        count: i64::try_from(due.len()).unwrap_or(i64::MAX),
        due_at: due.first().map(|(.., due_at)| *due_at),
        overdue: due.iter().take_while(|(.., due_at)| *due_at < now).fold(0, |count, _| count + 1),
        things: orders(tx, &first)?,
    })
}

/// Whoever ordered may have forgotten: somebody rings.
fn collections_waiting(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let backlog = order::count_uncollected(tx, now - order::UNCOLLECTED_AFTER, now - UNCOLLECTED)?;
    let mut first = Vec::new();
    for (id, ready_at) in order::list_uncollected(tx, now - order::UNCOLLECTED_AFTER, SHOWN.into())? {
        let ready = order::moment(ready_at)?;
        first.push((id, ready, Some(ready + UNCOLLECTED)));
    }
    let due_at = first.first().and_then(|(.., due_at)| *due_at);
    Ok(Waiting { count: backlog.count, due_at, overdue: backlog.late, things: orders(tx, &first)? })
}

/// When a parcel must have left. The window counts working days from the order, the first for packing; what its beginning leaves
/// is how long the carrier takes. So the last day is as long before the end of the window, but never sooner than a working day
/// after the order was paid.
fn last_dispatch(calendar: &Calendar, placed: Timestamp, paid: Timestamp, (from, to): (Date, Date)) -> Timestamp {
    let carriage = calendar.count(in_shop_zone(placed).date(), from).saturating_sub(1).max(1);
    let promised = start_of_day(calendar.before(to, carriage).tomorrow().unwrap_or(Date::MAX));
    promised.max(calendar.deadline(paid, 1).ends_at)
}

/// A note that names somebody.
struct Mention {
    /// Unix milliseconds.
    created_at: i64,
    about: MentionAbout,
    note_id: i64,
    /// Number of the order, or the customer's key.
    key: String,
    actor: String,
    text: String,
}

/// Notes about orders and customers that name somebody, oldest first.
fn mentions(tx: &mut dyn Tx, whose: Whose<'_>) -> Result<Waiting> {
    let people = match whose.person {
        Some(id) => vec![id],
        None => staff::list_enabled(tx)?,
    };
    // Who may not read what a note is about reads nothing of the note.
    let readers = |permission| if whose.permissions.contains(&permission) { people.as_slice() } else { &[] };
    let (of_orders, of_customers) = (readers(Permission::OrdersRead), readers(Permission::CustomersRead));
    let count = order::mention::count_open(tx, of_orders)? + customer::mention::count_open(tx, of_customers)?;
    let of_orders = order::mention::list_open(tx, of_orders, SHOWN.into())?;
    let ids: Vec<i64> = of_orders.iter().map(|mention| mention.order_id).collect();
    let named = named(tx, &ids)?;
    let mut found: Vec<Mention> = Vec::new();
    for order::mention::OpenMention { note_id, order_id, actor, text, created_at } in of_orders {
        let key = named.get(&order_id).map(|(number, _)| number.clone()).unwrap_or_default();
        found.push(Mention { created_at, about: MentionAbout::Order, note_id, key, actor, text });
    }
    for mention in customer::mention::list_open(tx, of_customers, SHOWN.into())? {
        let key = match mention.customer_id {
            Some(id) => id.to_string(),
            // A guest is known by their newest order.
            None => {
                let newest = order::list_of_customer(tx, 0, &mention.email_key, 1)?.pop();
                newest.map(|order| order.number).unwrap_or_default()
            }
        };
        let customer::mention::OpenMention { note_id, actor, text, created_at, .. } = mention;
        found.push(Mention { created_at, about: MentionAbout::Customer, note_id, key, actor, text });
    }
    found.sort_by_key(|mention| mention.created_at);
    found.truncate(SHOWN.into());
    let actors = Actors::read(tx, found.iter().map(|mention| &mention.actor))?;
    let mentioned = staff::mentioned(tx, found.iter().map(|mention| mention.text.as_str()))?;
    let things = found.into_iter().map(|Mention { created_at, about, note_id, key, actor, text }| {
        let excerpt = excerpt(&staff::told(&text, &mentioned));
        Ok((DutyAbout::Mention { about, note_id, key, name: actors.name(&actor), excerpt }, order::moment(created_at)?))
    });
    Waiting::open(count, things)
}

fn transfers_waiting(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let backlog = order::count_waiting_for_money(tx, now)?;
    let held = order::list_waiting_for_money(tx, SHOWN.into())?.into_iter().map(|order| {
        let due_at = order.hold_until.map(order::moment).transpose()?;
        Ok((order.id, order::moment(order.created_at)?, due_at))
    });
    let held = held.collect::<Result<Vec<_>>>()?;
    Ok(Waiting {
        count: backlog.count,
        due_at: backlog.first.map(order::moment).transpose()?,
        overdue: backlog.late,
        things: orders(tx, &held)?,
    })
}

/// A sum of money about an order.
struct Sum {
    order_id: i64,
    minor: i64,
    currency: Currency,
    at: i64,
}

/// Names the orders of sums.
fn about_money(tx: &mut dyn Tx, sums: &[Sum]) -> Result<Vec<Result<(DutyAbout, Timestamp)>>> {
    let ids: Vec<i64> = sums.iter().map(|sum| sum.order_id).collect();
    let named = named(tx, &ids)?;
    let about = |sum: &Sum| {
        let order_number = named.get(&sum.order_id).map(|(number, _)| number.clone()).unwrap_or_default();
        let amount = Amount::from_minor(sum.minor);
        Ok((DutyAbout::Money { order_number, amount, currency: sum.currency }, order::moment(sum.at)?))
    };
    Ok(sums.iter().map(about).collect())
}

fn refunds_by_hand(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let backlog = store::count_refunds_for_operator(tx, now - REFUND_WITHIN)?;
    let sums: Vec<Sum> = store::list_refunds_for_operator(tx, SHOWN.into())?
        .iter()
        .map(|of| Sum { order_id: of.order_id, minor: of.amount, currency: of.currency, at: of.created_at })
        .collect();
    Waiting::due(backlog, |at| at + REFUND_WITHIN, about_money(tx, &sums)?.into_iter())
}

fn stock_low(tx: &mut dyn Tx, view: &View) -> Result<Waiting> {
    let count = stock::count_low(tx)?;
    let ids = stock::list_low(tx, SHOWN.into())?;
    let items = catalog::browse_stock(tx, view.lang(), StockOf::These(&ids), "", "", SHOWN.into())?;
    let thing = |item: StockedItem| {
        let about = DutyAbout::Stock { sku: item.sku, name: item.name, pieces: item.quantity };
        Thing { about, at: None, due_at: None }
    };
    Ok(Waiting { count, things: items.into_iter().map(thing).collect(), ..Waiting::default() })
}

/// Goods that were expected by the end of a day that has passed.
fn arrivals_late(tx: &mut dyn Tx, view: &View) -> Result<Waiting> {
    let today = in_shop_zone(view.now).date();
    let count = stock::count_late(tx, today)?;
    let late = stock::list_late(tx, today, SHOWN.into())?;
    let ids: Vec<i64> = late.iter().map(|arrival| arrival.product_id).collect();
    let items = catalog::browse_stock(tx, view.lang(), StockOf::These(&ids), "", "", SHOWN.into())?;
    let named: BTreeMap<i64, StockedItem> = items.into_iter().map(|item| (item.id, item)).collect();
    let due_at = |day: Date| day.tomorrow().map_or(Timestamp::MAX, start_of_day);
    let things: Vec<Thing> = late
        .into_iter()
        .filter_map(|arrival| {
            let item = named.get(&arrival.product_id)?;
            let about = DutyAbout::Stock { sku: item.sku.clone(), name: item.name.clone(), pieces: arrival.pieces };
            Some(Thing { about, at: None, due_at: Some(due_at(arrival.expected_on)) })
        })
        .collect();
    Ok(Waiting { count, due_at: things.first().and_then(|thing| thing.due_at), overdue: count, things })
}

/// Nothing says until when they must be issued: those that were asked for first come first.
fn fapiao_waiting(tx: &mut dyn Tx) -> Result<Waiting> {
    let count = fapiao::count_open(tx)?;
    let mut first = Vec::new();
    for row in fapiao::list_open(tx, (0, 0), SHOWN.into())? {
        first.push((row.order_id, order::moment(row.request.requested_at)?, None));
    }
    Ok(Waiting { count, things: orders(tx, &first)?, ..Waiting::default() })
}

fn payments_uncertain(tx: &mut dyn Tx) -> Result<Waiting> {
    let count = store::count_uncertain(tx)?;
    let sums: Vec<Sum> = store::list_uncertain(tx, SHOWN.into())?
        .iter()
        .map(|of| Sum { order_id: of.order_id, minor: of.amount, currency: of.currency, at: of.created_at })
        .collect();
    Waiting::open(count, about_money(tx, &sums)?.into_iter())
}

// ── People who wait for an answer ───────────────────────────────────────────────────────────────────────────────────

fn withdrawals(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let backlog = withdrawal::count_open(tx, now - REFUND_WITHIN)?;
    let statements = withdrawal::list_open(tx, SHOWN.into())?.into_iter().map(|statement| {
        let about = DutyAbout::Withdrawal {
            number: statement.number,
            order_number: statement.order_number,
            has_order: statement.order_id.is_some(),
            name: statement.name,
        };
        Ok((about, order::moment(statement.received_at)?))
    });
    Waiting::due(backlog, |at| at + REFUND_WITHIN, statements)
}

/// Letters by the contact form; those about returns are no other duty, and what came with a statement of withdrawal is one once the
/// statement is dealt with.
fn messages(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let (messages, returns) =
        (thread::backlog(tx, ThreadKind::Message, now)?, thread::backlog(tx, ThreadKind::Return, now)?);
    let withdrawals = withdrawal::count_unanswered(tx, now)?;
    let all = [messages, returns, withdrawals];
    let backlog = Backlog {
        count: all.iter().map(|of| of.count).sum(),
        first: all.iter().filter_map(|of| of.first).min(),
        late: all.iter().map(|of| of.late).sum(),
    };
    let mut open = thread::list_open(tx, ThreadKind::Message, SHOWN.into())?;
    open.extend(thread::list_open(tx, ThreadKind::Return, SHOWN.into())?);
    let unanswered = withdrawal::list_unanswered(tx, SHOWN.into())?;
    open.extend(thread::list_by_ids(tx, &unanswered)?);
    open.sort_by_key(|thread| (thread.rank, thread.id));
    open.truncate(SHOWN.into());
    waiting_threads(tx, backlog, &open, now, |row| DutyAbout::Message {
        reference: row.reference,
        name: row.name,
        excerpt: excerpt(&row.excerpt),
    })
}

fn chats(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let backlog = thread::backlog(tx, ThreadKind::Chat, now)?;
    let open = thread::list_open(tx, ThreadKind::Chat, SHOWN.into())?;
    waiting_threads(tx, backlog, &open, now, |row| DutyAbout::Chat {
        reference: row.reference,
        excerpt: excerpt(&row.excerpt),
    })
}

/// Open threads, whose deadlines they have themselves.
fn waiting_threads(
    tx: &mut dyn Tx,
    backlog: Backlog,
    open: &[Thread],
    now: Timestamp,
    about: impl Fn(ThreadRow) -> DutyAbout,
) -> Result<Waiting> {
    let rows = inbox::rows(tx, open, now)?;
    let things = open.iter().zip(rows).map(|(thread, row)| {
        let (at, due_at) = (order::moment(thread.last_message_at)?, order::moment(thread.due_at)?);
        Ok(Thing { about: about(row), at: Some(at), due_at: Some(due_at) })
    });
    Ok(Waiting {
        count: backlog.count,
        due_at: backlog.first.map(order::moment).transpose()?,
        overdue: backlog.late,
        things: things.collect::<Result<_>>()?,
    })
}

// ── Goods and machinery ─────────────────────────────────────────────────────────────────────────────────────────────

/// Mails that were given up, and those that the mail server has not taken for long.
fn mails_failed(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let count = outbox::count_given_up(tx)? + outbox::count_late(tx, now)?;
    let mut mails = outbox::list_given_up(tx, SHOWN.into())?;
    mails.extend(outbox::list_late(tx, now, SHOWN.into())?);
    mails.truncate(SHOWN.into());
    let addressees = outbox::addressees(tx, &mails.iter().map(|mail| mail.id).collect::<Vec<_>>())?;
    let orders: Vec<i64> = addressees.values().filter_map(|of| of.order_id).collect();
    let numbers = order::numbers(tx, &orders)?;
    let mails = mails.into_iter().map(|mail| {
        let of = addressees.get(&mail.id).copied().unwrap_or_default();
        let about = DutyAbout::Mail {
            id: mail.id,
            recipient: mail.recipient,
            template: mail.template,
            order_number: of.order_id.and_then(|id| numbers.get(&id).cloned()),
            customer: of.customer_id.map(|id| id.to_string()),
        };
        Ok((about, order::moment(mail.created_at)?))
    });
    Waiting::open(count, mails)
}

fn stock_out(tx: &mut dyn Tx, view: &View) -> Result<Waiting> {
    let things = catalog::list_sold_out(tx, view.lang(), SHOWN.into())?.into_iter().map(|item| {
        let url = item.path.map(|path| view.config.public_url() + &path);
        // Nobody records since when it is sold out.
        Thing { about: DutyAbout::Item { sku: item.sku, name: item.name, url }, at: None, due_at: None }
    });
    Ok(Waiting { count: catalog::count_sold_out(tx)?, things: things.collect(), ..Waiting::default() })
}

fn jobs_stuck(tx: &mut dyn Tx) -> Result<Waiting> {
    let count = job_failure::count_all_stuck(tx)?;
    let rows = job_failure::list_longest_stuck(tx, SHOWN.into())?.into_iter().map(|row| {
        let about = DutyAbout::Job { job: row.job, row_id: row.row_id, excerpt: excerpt(&row.error) };
        Ok((about, order::moment(row.failed_at)?))
    });
    Waiting::open(count, rows)
}

/// Deeds that could not be carried out; kept until somebody has read why.
fn deeds_failed(tx: &mut dyn Tx, permissions: &Permissions) -> Result<Waiting> {
    let failed = deed::list_failed(tx, permissions)?;
    let count = i64::try_from(failed.len()).unwrap_or(i64::MAX);
    let deeds = failed.into_iter().take(SHOWN.into()).map(|deed| {
        let at = deed.due_at.parse().context("time of a deed")?;
        Ok((DutyAbout::Deed { id: deed.id, thing: deed.thing, name: deed.by.name }, at))
    });
    Waiting::open(count, deeds)
}

/// Pages that say what the settings deny.
fn pages_wrong(tx: &mut dyn Tx, view: &View) -> Result<Waiting> {
    let found = page::contradictions(tx, view)?;
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let things = found.into_iter().take(SHOWN.into()).map(|page| {
        let about = DutyAbout::Page { key: page.key, lang: page.lang, title: page.title, word: Some(page.of.word) };
        // Nobody records since when: a setting may have changed.
        Thing { about, at: None, due_at: None }
    });
    Ok(Waiting { count, things: things.collect(), ..Waiting::default() })
}

/// Drafts that could not be published at their time.
fn pages_late(tx: &mut dyn Tx) -> Result<Waiting> {
    let (documents, pages) = (look::list_failed(tx)?, page::list_failed(tx, i64::MAX)?);
    let count = i64::try_from(documents.len() + pages.len()).unwrap_or(i64::MAX);
    let documents = documents.into_iter().map(|(document, at)| (DutyAbout::Look { document }, at));
    let pages = pages.into_iter().map(|draft| {
        let about = DutyAbout::Page { key: draft.url_key, lang: draft.lang, title: draft.title, word: None };
        (about, draft.updated_at)
    });
    let things = documents.chain(pages).take(SHOWN.into()).map(|(about, at)| Ok((about, order::moment(at)?)));
    Waiting::open(count, things)
}

/// Changes of where money goes: an owner agrees, or takes them back, before their day has come.
fn settings_waiting(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let rows = setting::list_waiting(tx)?;
    let names = token::actor_names(tx, rows.iter().map(|row| row.actor.as_str()))?;
    let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let due_at = rows.iter().map(|row| row.force_at).min().map(order::moment).transpose()?;
    let is_late = |row: &&setting::Waiting| row.force_at <= now.as_millisecond();
    let overdue = i64::try_from(rows.iter().filter(is_late).count()).unwrap_or(i64::MAX);
    let things = rows.into_iter().take(SHOWN.into()).map(|row| {
        let name = names.get(&row.actor).cloned().unwrap_or(row.actor);
        let (at, due_at) = (order::moment(row.asked_at)?, order::moment(row.force_at)?);
        Ok(Thing { about: DutyAbout::Setting { id: row.id, name }, at: Some(at), due_at: Some(due_at) })
    });
    Ok(Waiting { count, due_at, overdue, things: things.collect::<Result<_>>()? })
}

/// The list is one thing to deal with, however long it is. A demonstration is meant to be one.
fn compliance_open(tx: &mut dyn Tx, view: &View) -> Result<Waiting> {
    if view.config.mode == Mode::Demo {
        return Ok(Waiting::default());
    }
    let found = compliance::all(tx, &view.config, view.stores.languages())?;
    let open = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let thing = (open > 0).then_some(Thing { about: DutyAbout::Compliance { open }, at: None, due_at: None });
    Ok(Waiting { count: thing.iter().len() as i64, things: thing.into_iter().collect(), ..Waiting::default() })
}

/// Tokens whose program stops soon unless somebody gives it another.
fn tokens_ending(tx: &mut dyn Tx, now: Timestamp) -> Result<Waiting> {
    let ending = token::list_ending(tx, now)?;
    let count = i64::try_from(ending.len()).unwrap_or(i64::MAX);
    let due_at = ending.first().map(|token| order::moment(token.expires_at)).transpose()?;
    let things = ending.into_iter().take(SHOWN.into()).map(|token| {
        let (at, due_at) = (order::moment(token.created_at)?, order::moment(token.expires_at)?);
        Ok(Thing { about: DutyAbout::Token { id: token.id, name: token.name }, at: Some(at), due_at: Some(due_at) })
    });
    Ok(Waiting { count, due_at, overdue: 0, things: things.collect::<Result<_>>()? })
}

/// Restores after which the former database was opened; kept until somebody has read why.
fn restores_failed(tx: &mut dyn Tx) -> Result<Waiting> {
    let failed = restore::list_failed(tx)?;
    let count = i64::try_from(failed.len()).unwrap_or(i64::MAX);
    let restores = failed.into_iter().take(SHOWN.into()).map(|restore| {
        let about =
            DutyAbout::Restore { copy: restore.copy, excerpt: excerpt(restore.failure.as_deref().unwrap_or_default()) };
        Ok((about, order::moment(restore.ended_at.unwrap_or(restore.due_at))?))
    });
    Waiting::open(count, restores)
}

/// The nightly backup that should be there and is not.
fn backup_old(view: &View) -> Waiting {
    let rules = &view.config.backup;
    let night = backup::night(view.now, rules.hour);
    let due_at = start_of_day(night) + SignedDuration::from_hours(rules.hour.into()) + BACKUP;
    if !rules.nightly || due_at > view.now {
        return Waiting::default();
    }
    let newest = backup::copies(&view.config.data.directory.join(&rules.directory))
        .ok()
        .and_then(|copies| copies.last().map(|(night, _)| *night));
    if newest.is_some_and(|newest| newest >= night) {
        return Waiting::default();
    }
    let about = DutyAbout::Backup { newest: newest.map(|newest| newest.to_string()) };
    let thing = Thing { about, at: newest.map(start_of_day), due_at: Some(due_at) };
    Waiting { count: 1, due_at: Some(due_at), overdue: 1, things: vec![thing] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture;

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
            for person in [None, Some(1)] {
                let whose = Whose { permissions: &all, person };
                crate::testing::assert_indexed(&shop, |tx| waiting(tx, &view, whose, kind));
            }
        }
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(excerpt("two\n lines"), "two lines");
        assert_eq!(excerpt(&"é".repeat(61)).chars().count(), 61);
    }

    #[test]
    fn all_are_counted_and_five_named() {
        let shop = fixture::shop();
        // Every ten minutes for more than eight days; one in a hundred has been answered.
        shop.exec(
            "WITH RECURSIVE one (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM one WHERE n < 1199)
             INSERT INTO contact_message (id, reference, subject, email, email_key, name, message, lang, created_at)
             SELECT n + 1, 'M' || n, 'other', 'a@example.com', 'a@example.com', 'Ada', 'Number ' || n, 'en',
                 1763800000000 + n * 600000 FROM one;
             INSERT INTO thread (reference, kind, contact_message_id, email_key, lang, state, opened_at, last_message_at, due_at, rank,
                 version, terms_state)
             SELECT reference, CASE id % 2 WHEN 0 THEN 'message' ELSE 'return' END, id, email_key, lang,
                 CASE WHEN id % 100 = 1 THEN 'answered' ELSE 'open' END, created_at, created_at, created_at + 86400000,
                 created_at + 86400000, 1, 'due'
             FROM contact_message",
        );
        let mut view = crate::testing::view(crate::domain::store_view::Lang::De, Currency::Eur);
        view.now = fixture::at("2025-11-26T09:00:00Z");
        let all = Permissions::from(crate::domain::permission::Permission::ALL);
        let waiting =
            shop.write(|tx| waiting(tx, &view, Whose { permissions: &all, person: None }, DutyKind::Messages));
        let asked = (0..1200).filter(|n| n % 100 != 0).map(|n| 1_763_800_000_000 + n * 600_000);
        let due: Vec<Timestamp> = asked.map(|at| order::moment(at + 24 * 3_600_000).expect("a moment")).collect();
        let overdue = due.iter().filter(|due_at| **due_at < view.now).count();
        assert!(overdue > 100 && overdue < due.len(), "{overdue}");
        assert_eq!((waiting.count, waiting.due_at), (1188, due.first().copied()));
        assert_eq!((waiting.overdue, waiting.things.len()), (i64::try_from(overdue).expect("few"), 5));
        let about = DutyAbout::Message { reference: "M1".into(), name: "Ada".into(), excerpt: "Number 1".into() };
        assert_eq!(waiting.things.first().map(|thing| &thing.about), Some(&about));
    }

    #[test]
    fn compliance_is_a_duty_of_a_shop_that_sells() {
        let shop = fixture::shop();
        let mut view = crate::testing::view(crate::domain::store_view::Lang::De, Currency::Eur);
        let mut ask = |mode: Mode| {
            let mut config = (*view.config).clone();
            config.mode = mode;
            view.config = std::sync::Arc::new(config);
            let all = Permissions::from(crate::domain::permission::Permission::ALL);
            let open = shop.write(|tx| compliance::all(tx, &view.config, view.stores.languages())).len() as i64;
            (
                shop.write(|tx| {
                    waiting(tx, &view, Whose { permissions: &all, person: None }, DutyKind::ComplianceOpen)
                }),
                open,
            )
        };
        assert_eq!(ask(Mode::Demo).0, Waiting::default());
        let (waiting, open) = ask(Mode::Production);
        assert_eq!((waiting.count, waiting.due_at), (1, None));
        assert!(open > 1);
        assert_eq!(waiting.things[0].about, DutyAbout::Compliance { open });
    }

    #[test]
    fn money_in_person_is_awaited_too() {
        let shop = fixture::shop();
        let (first, second) = (shop.order_of(1, 1), shop.order_of(2, 1));
        shop.exec(&format!(
            "UPDATE sales_order SET status = 'pending_offline', hold_until = NULL WHERE number = '{first}';
             UPDATE sales_order SET status = 'pending_cheque', hold_until = 1000 WHERE number = '{second}'"
        ));
        let view = crate::testing::view(crate::domain::store_view::Lang::De, Currency::Eur);
        let all = Permissions::from(crate::domain::permission::Permission::ALL);
        let waiting =
            shop.write(|tx| waiting(tx, &view, Whose { permissions: &all, person: None }, DutyKind::TransfersWaiting));
        let number = |thing: &Thing| match &thing.about {
            DutyAbout::Order { number, .. } => number.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!((waiting.count, waiting.overdue), (2, 1));
        // What has no deadline comes last.
        assert_eq!(waiting.things.iter().map(number).collect::<Vec<_>>(), [second, first]);
        assert_eq!(waiting.things.iter().map(|thing| thing.due_at.is_some()).collect::<Vec<_>>(), [true, false]);
    }
}
