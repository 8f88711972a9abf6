//! SQL of the lists of orders in the console: filters, search, duties, figures.
//!
//! Each condition has an index. The rarest one chooses the orders and the others are checked on them; where all are met by
//! many orders, pages are found soon by walking through the orders in the order of their ids.

use anyhow::Context as _;
use jiff::Timestamp;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::addition::{AWAITS_SURCHARGE, IS_SURCHARGE};
use super::store::moment;
use super::types::Channel;
use crate::db::{Tx, Val, by_ids};
use crate::domain::backlog::Backlog;
use crate::domain::money::{Amount, Currency, Money};
use crate::domain::order_status::OrderStatus;
use crate::domain::shipping::ShippingMethod;
use crate::error::Result;
use crate::search::terms::{asked, asked_number, end_of};
use crate::vals;

/// Orders that are counted at most.
pub const MOST_COUNTED: i64 = 10_000;
/// A condition that more orders meet chooses none: a walk through all orders soon finds a page of them.
const RARE: i64 = 30_000;
/// From so many matches on, pages are found by a walk where the rarest condition is met by more than [`MOST_COUNTED`].
const DENSE: i64 = 1_000;
/// Orders at the edge of a range of days that are looked through for its lowest and highest id: their order differs only where
/// the clock was set back.
const EDGE: i64 = 100;
/// Years of which orders are found by a number without its year, from the newest on.
const YEARS: usize = 20;

/// What a list shows; empty fields match all orders.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Words as typed; see [`crate::search::terms`].
    pub text: String,
    pub status: Vec<OrderStatus>,
    /// As [`super::Order::method_code`].
    pub method: Option<String>,
    /// Where it is shipped to.
    pub country: Option<String>,
    pub channel: Option<Channel>,
    /// Ready at the house before this, and not fetched.
    pub uncollected_since: Option<Timestamp>,
    /// Placed at or after `from` and before `until`.
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
    /// The oldest first, else the newest.
    pub oldest_first: bool,
    /// Only orders that follow this id.
    pub after: Option<i64>,
    pub limit: i64,
}

/// An order in a list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BrowsedOrder {
    pub id: i64,
    pub number: String,
    /// Unix milliseconds, as is `hold_until`.
    pub created_at: i64,
    pub status: OrderStatus,
    /// As [`super::Order::method_code`].
    pub payment_method: String,
    pub channel: Channel,
    pub shipping_method: ShippingMethod,
    /// Of the shipping address.
    pub first_name: String,
    pub last_name: String,
    pub country: String,
    pub email: String,
    pub total_qty: u32,
    pub currency: Currency,
    pub total: Amount,
    pub hold_until: Option<i64>,
    pub is_awaiting: bool,
}

/// A condition: the orders that meet it, by an index, and the same as a check of an order `o` with its address `a`.
struct Condition {
    source: String,
    check: String,
    needs_address: bool,
}

/// The parameters of all statements of a list, by their numbers.
#[derive(Default)]
struct Params(Vec<Val>);

impl Params {
    /// Adds a value; answers its placeholder.
    fn add(&mut self, value: impl Into<Val>) -> String {
        self.0.push(value.into());
        format!("${}", self.0.len())
    }
}

fn conditions(wanted: &Wanted, params: &mut Params) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for word in asked(&wanted.text) {
        let (from, to) = (params.add(&word), params.add(end_of(&word)));
        conditions.push(Condition {
            source: format!("SELECT order_id FROM order_term WHERE term >= {from} AND term < {to}"),
            check: format!(
                "EXISTS (SELECT 1 FROM order_term t WHERE t.order_id = o.id AND t.term >= {from} AND t.term < {to})"
            ),
            needs_address: false,
        });
    }
    if !wanted.status.is_empty() {
        let codes: Vec<String> = wanted.status.iter().map(|status| format!("'{}'", status.code())).collect();
        let codes = codes.join(", ");
        conditions.push(Condition {
            source: format!("SELECT id FROM sales_order WHERE status IN ({codes})"),
            check: format!("+o.status IN ({codes})"),
            needs_address: false,
        });
    }
    if let Some(method) = &wanted.method {
        let method = params.add(method);
        conditions.push(Condition {
            source: format!("SELECT id FROM sales_order WHERE coalesce(paid_by, payment_method) = {method}"),
            check: format!("coalesce(+o.paid_by, o.payment_method) = {method}"),
            needs_address: false,
        });
    }
    if let Some(channel) = wanted.channel {
        let code = channel.code();
        conditions.push(Condition {
            source: format!("SELECT id FROM sales_order WHERE channel = '{code}'"),
            check: format!("+o.channel = '{code}'"),
            needs_address: false,
        });
    }
    if let Some(since) = wanted.uncollected_since {
        let lies = format!("c.collected_at IS NULL AND c.ready_at < {}", params.add(since.as_millisecond()));
        let is_wanted = "status NOT IN ('canceled', 'closed')";
        conditions.push(Condition {
            source: format!(
                "SELECT c.order_id FROM order_collection c JOIN sales_order u ON u.id = c.order_id
                 WHERE {lies} AND u.{is_wanted}"
            ),
            check: format!(
                "EXISTS (SELECT 1 FROM order_collection c WHERE c.order_id = o.id AND {lies}) AND +o.{is_wanted}"
            ),
            needs_address: false,
        });
    }
    if let Some(country) = &wanted.country {
        let country = params.add(country);
        conditions.push(Condition {
            source: format!("SELECT order_id FROM order_address WHERE country = {country} AND kind = 'shipping'"),
            check: format!("+a.country = {country}"),
            needs_address: true,
        });
    }
    conditions
}

/// The lowest and the highest id of the orders of a range of time; none if there are none.
fn range(tx: &mut dyn Tx, wanted: &Wanted) -> Result<Option<(i64, i64)>> {
    let (mut lowest, mut highest) = (Some(1), Some(i64::MAX));
    if let Some(from) = wanted.from {
        lowest = tx.one(
            "SELECT min(id) FROM (SELECT id FROM sales_order WHERE created_at >= $1 ORDER BY created_at LIMIT $2)",
            vals![from.as_millisecond(), EDGE],
        )?;
    }
    if let Some(until) = wanted.until {
        highest = tx.one(
            "SELECT max(id) FROM (SELECT id FROM sales_order WHERE created_at < $1 ORDER BY created_at DESC LIMIT $2)",
            vals![until.as_millisecond(), EDGE],
        )?;
    }
    Ok(lowest.zip(highest))
}

/// The orders whose number is looked for, at most one of each year, by their ids.
fn numbered(tx: &mut dyn Tx, text: &str) -> Result<Vec<i64>> {
    let Some((year, count)) = asked_number(text) else { return Ok(Vec::new()) };
    let years: Vec<i16> = match year {
        Some(year) => vec![year],
        None => {
            let year_of = |number: String| number.split_once('-').and_then(|(year, _)| year.parse::<i16>().ok());
            let mut end = |direction: &str| -> Result<Option<i16>> {
                let sql = format!("SELECT number FROM sales_order WHERE id > 0 ORDER BY id {direction} LIMIT 1");
                Ok(tx.find(&sql, vals![])?.and_then(year_of))
            };
            let (Some(first), Some(last)) = (end("ASC")?, end("DESC")?) else { return Ok(Vec::new()) };
            (first..=last).rev().take(YEARS).collect()
        }
    };
    let numbers: Vec<String> = years.iter().map(|year| format!("'{year}-{count:06}'")).collect();
    tx.all(&format!("SELECT id FROM sales_order WHERE number IN ({})", numbers.join(", ")), vals![])
}

/// A page of orders in the order of their ids, and how many there are on all pages, counted up to one more than
/// [`MOST_COUNTED`]. Where one number is looked for, the orders that have it come before all others.
pub fn browse(tx: &mut dyn Tx, wanted: &Wanted) -> Result<(Vec<BrowsedOrder>, i64)> {
    let Some((lowest, highest)) = range(tx, wanted)? else { return Ok((Vec::new(), 0)) };
    let mut params = Params::default();
    let conditions = conditions(wanted, &mut params);
    let (first, last) = (params.add(lowest), params.add(highest));
    let (most, rare) = (params.add(MOST_COUNTED + 1), params.add(RARE + 1));

    // The rarest condition chooses, unless the range of ids is smaller, or nothing is rare.
    let mut chosen: Option<(usize, i64)> = None;
    for (at, condition) in conditions.iter().enumerate() {
        let sql = format!("SELECT COUNT(*) FROM ({} LIMIT {rare})", condition.source);
        let count: i64 = tx.one(&sql, &params.0)?;
        if count <= RARE.min(highest.saturating_sub(lowest)) && chosen.is_none_or(|(_, least)| count < least) {
            chosen = Some((at, count));
        }
    }
    let mut bounds = vec![format!("o.id >= {first} AND o.id <= {last}")];
    for (time, comparison) in [(wanted.from, ">="), (wanted.until, "<")] {
        if let Some(time) = time {
            bounds.push(format!("+o.created_at {comparison} {}", params.add(time.as_millisecond())));
        }
    }
    let meets = |chosen: Option<usize>| -> String {
        let others = conditions.iter().enumerate().map(|(at, condition)| match chosen {
            Some(chosen) if chosen == at => format!("o.id IN ({})", condition.source),
            _ => condition.check.clone(),
        });
        bounds.iter().cloned().chain(others).collect::<Vec<_>>().join(" AND ")
    };

    let address = "CROSS JOIN order_address a ON a.order_id = o.id AND a.kind = 'shipping'";
    let by = chosen.map(|(at, _)| at);
    let needs_address = conditions.iter().enumerate().any(|(at, of)| of.needs_address && Some(at) != by);
    let joined = if needs_address { address } else { "" };
    let count = format!("SELECT COUNT(*) FROM (SELECT 1 FROM sales_order o {joined} WHERE {} LIMIT {most})", meets(by));
    let count = tx.one(&count, &params.0)?;

    // Of many matches a walk finds a page before the chosen ones are read and sorted.
    let is_dense = chosen.is_some_and(|(_, met)| met > MOST_COUNTED) && count >= DENSE;
    let mut condition = meets(by.filter(|_| !is_dense));
    let (comparison, direction) = if wanted.oldest_first { (">", "ASC") } else { ("<", "DESC") };
    let numbered = numbered(tx, &wanted.text)?;
    let ids = numbered.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let first_rows = format!("{} AND o.id IN ({ids})", meets(None));
    if !numbered.is_empty() {
        condition.push_str(&format!(" AND +o.id NOT IN ({ids})"));
    }
    if let Some(after) = wanted.after {
        condition.push_str(&format!(" AND o.id {comparison} {}", params.add(after)));
    }
    let limit = params.add(wanted.limit);
    let mut page = |condition: &str| -> Result<Vec<BrowsedOrder>> {
        let sql = format!(
            "SELECT o.id, o.number, o.created_at, o.status, coalesce(o.paid_by, o.payment_method) AS payment_method,
                 o.channel, o.shipping_method, a.first_name, a.last_name, a.country, o.email, o.total_qty, o.currency, o.total,
                 o.hold_until, o.confirm_hash IS NOT NULL AS is_awaiting
             FROM sales_order o {address}
             WHERE {condition} ORDER BY o.id {direction} LIMIT {limit}"
        );
        tx.all(&sql, &params.0)
    };
    // They are on the first page, and its last order is none of them unless it is the last of all.
    let mut rows = if numbered.is_empty() || wanted.after.is_some() { Vec::new() } else { page(&first_rows)? };
    rows.extend(page(&condition)?);
    rows.truncate(usize::try_from(wanted.limit).unwrap_or(usize::MAX));
    Ok((rows, count))
}

// ── What waits for somebody ─────────────────────────────────────────────────────────────────────────────────────────

/// A paid order of which something is still to be shipped: what its deadline follows from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OrderToPack {
    pub id: i64,
    /// This and the other times: Unix milliseconds.
    pub created_at: i64,
    /// Since when it is paid.
    pub status_at: i64,
    /// ISO 8601 dates.
    pub delivery_from: String,
    pub delivery_to: String,
}

/// Paid orders of which something is still to be packed, those that were paid first before others.
pub fn list_to_pack(tx: &mut dyn Tx) -> Result<Vec<OrderToPack>> {
    tx.all(
        &format!(
            "SELECT id, created_at, status_at, delivery_from, delivery_to FROM sales_order
             WHERE status = 'processing'
                 AND NOT EXISTS (SELECT 1 FROM order_collection c WHERE c.order_id = sales_order.id)
                 AND NOT {IS_SURCHARGE} AND NOT {AWAITS_SURCHARGE}
             ORDER BY status_at, id"
        ),
        vals![],
    )
}

/// An order that holds stock and waits for money.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct UnpaidOrder {
    pub id: i64,
    /// This and the other times: Unix milliseconds.
    pub created_at: i64,
    /// None for one that was entered by an operator.
    pub hold_until: Option<i64>,
}

/// Orders that hold stock and wait for money that somebody books: a transfer, a cheque, or what is paid in person. One whose customer
/// has got a link to pay by card is none.
const BOOKED_BY_HAND: &str = "FROM sales_order
    WHERE status IN ('pending_bank_transfer', 'pending_cheque', 'pending_offline') AND confirm_hash IS NULL
        AND NOT (status = 'pending_offline' AND payment_method = 'card' AND paid_by IS NULL)";

/// Orders whose payment somebody books, those whose hold ends first before others.
pub fn list_waiting_for_money(tx: &mut dyn Tx, limit: i64) -> Result<Vec<UnpaidOrder>> {
    tx.all(
        &format!(
            "SELECT id, created_at, hold_until {BOOKED_BY_HAND} ORDER BY hold_until IS NULL, hold_until, id LIMIT $1"
        ),
        vals![limit],
    )
}

/// How many of those there are, and how many have a hold that ends before `late`.
pub fn count_waiting_for_money(tx: &mut dyn Tx, late: Timestamp) -> Result<Backlog> {
    tx.one(
        &format!(
            "SELECT COUNT(*) AS count, MIN(hold_until) AS first, COUNT(CASE WHEN hold_until < $1 THEN 1 END) AS late
             {BOOKED_BY_HAND}"
        ),
        vals![late.as_millisecond()],
    )
}

/// An order as lists of what waits name it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NamedOrder {
    pub id: i64,
    pub number: String,
    /// Of the shipping address.
    pub first_name: String,
    pub last_name: String,
}

/// The number of each order, and the name that it is shipped to.
pub fn list_named(tx: &mut dyn Tx, order_ids: &[i64]) -> Result<Vec<NamedOrder>> {
    by_ids(
        tx,
        "SELECT o.id, o.number, a.first_name, a.last_name
         FROM sales_order o CROSS JOIN order_address a ON a.order_id = o.id AND a.kind = 'shipping'
         WHERE o.id IN ($ids)",
        order_ids,
        &[],
    )
}

/// An order that waits for money, with the name on its bill.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AwaitingOrder {
    pub id: i64,
    pub number: String,
    pub first_name: String,
    pub last_name: String,
    /// Minor units.
    pub total: i64,
    pub currency: Currency,
}

/// All pending orders, oldest first. Those that still wait for their mailed link are among them: money proves more than a link.
pub fn list_awaiting_payment(tx: &mut dyn Tx) -> Result<Vec<AwaitingOrder>> {
    tx.all(
        "SELECT o.id, o.number, a.first_name, a.last_name, o.total, o.currency
         FROM sales_order o JOIN order_address a ON a.order_id = o.id AND a.kind = 'billing'
         WHERE o.status IN ('pending', 'pending_bank_transfer', 'pending_cheque', 'pending_offline') ORDER BY o.id",
        vals![],
    )
}

// ── Figures ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What was ordered in a span of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    pub orders: i64,
    /// Those of them that came by the shop itself.
    pub by_shop: i64,
    pub pieces: i64,
    /// Totals in EUR, VAT included, at the orders' rates.
    pub revenue: Money,
}

impl Default for Figures {
    fn default() -> Figures {
        Figures { orders: 0, by_shop: 0, pieces: 0, revenue: Money::zero(Currency::Eur) }
    }
}

impl Figures {
    pub fn add(&mut self, other: &Figures) -> Result<()> {
        self.orders += other.orders;
        self.by_shop += other.by_shop;
        self.pieces += other.pieces;
        self.revenue = self.revenue.plus(other.revenue)?;
        Ok(())
    }
}

/// How far the orders of a database go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    pub orders: i64,
    pub newest: Option<NewestOrder>,
}

/// The order that was placed last.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NewestOrder {
    pub id: i64,
    pub number: String,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// Also of a database of an earlier program.
pub fn extent(tx: &mut dyn Tx) -> Result<Extent> {
    Ok(Extent {
        orders: tx.one("SELECT count(*) FROM sales_order", vals![])?,
        newest: tx.find("SELECT id, number, created_at FROM sales_order ORDER BY id DESC LIMIT 1", vals![])?,
    })
}

/// Orders placed after the one with this id.
pub fn count_after(tx: &mut dyn Tx, id: i64) -> Result<i64> {
    tx.one("SELECT count(*) FROM sales_order WHERE id > $1", vals![id])
}

/// Orders placed at or after `from` and before `until`, without canceled ones and those that wait for their mailed link.
pub fn figures(tx: &mut dyn Tx, from: Timestamp, until: Timestamp) -> Result<Figures> {
    let mut sum = Figures::default();
    for (_, figures) in figures_through(tx, from, until)? {
        sum.add(&figures)?;
    }
    Ok(sum)
}

/// The same by the quarter of an hour in which they were placed, in order: of these the days of any time zone can be summed.
pub fn figures_through(tx: &mut dyn Tx, from: Timestamp, until: Timestamp) -> Result<Vec<(Timestamp, Figures)>> {
    // The surcharge of a carrier is money of its order, and neither another order nor a piece.
    let sql = format!(
        "SELECT quarter, currency, rate, SUM(counts), SUM(CASE channel WHEN 'shop' THEN counts ELSE 0 END),
             SUM(counts * total_qty), SUM(total)
         FROM (SELECT created_at / 900000 AS quarter, currency, rate, channel, total_qty, total,
                   CASE WHEN {IS_SURCHARGE} THEN 0 ELSE 1 END AS counts
               FROM sales_order
               WHERE created_at >= $1 AND created_at < $2 AND status <> 'canceled' AND confirm_hash IS NULL) placed
         GROUP BY quarter, currency, rate ORDER BY 1"
    );
    let rows: Vec<(i64, Currency, String, i64, i64, i64, i64)> =
        tx.all(&sql, vals![from.as_millisecond(), until.as_millisecond()])?;
    let mut quarters = Vec::with_capacity(rows.len());
    for (quarter, currency, rate, orders, by_shop, pieces, total) in rows {
        let rate = rate.parse::<Decimal>().with_context(|| format!("rate {rate} of an order"))?;
        let revenue = Money::new(total, currency).in_euros(rate)?;
        quarters.push((moment(quarter.saturating_mul(QUARTER_HOUR))?, Figures { orders, by_shop, pieces, revenue }));
    }
    Ok(quarters)
}

/// Milliseconds: days begin on no finer grid in any time zone of today.
const QUARTER_HOUR: i64 = 900_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::types::PlaceArgs;
    use crate::domain::order_status::OrderStatus::{Canceled, PendingBankTransfer, Processing};
    use crate::order::{self, Actor, add_terms, list_terms_due, write_terms};
    use crate::personal_data::DataSubject;
    use crate::testing::fixture::{self, Shop, at};
    use crate::testing::{assert_indexed, with_statistics};

    /// Three orders, of which the second goes to France and the third is paid.
    fn shop() -> Shop {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        for (key, first_name, last_name, country) in
            [(1, "Zoë", "D’Été", "GB"), (2, "Anna-Maria", "Rossi", "FR"), (3, "Zoe", "Roßmann", "GB")]
        {
            shop.add(&visitor, "TOWEL", 1);
            let mut args = shop.form(&visitor);
            args.idempotency_key = format!("{key:08x}-0000-4000-8000-000000000000");
            args.email = format!("{}@example.com", last_name.to_lowercase().replace(|c: char| !c.is_ascii(), "x"));
            args.shipping_address.first_name = first_name.into();
            args.shipping_address.last_name = last_name.into();
            shop.place(&visitor, &PlaceArgs { ..args });
            shop.exec(&format!(
                "UPDATE order_address SET country = '{country}' WHERE order_id = {key} AND kind = 'shipping'"
            ));
        }
        shop.write(|tx| order::transition(tx, 3, Processing, Actor::Staff(7), "paid", at(fixture::NOW)));
        shop
    }

    fn wanted() -> Wanted {
        Wanted { limit: 50, ..Wanted::default() }
    }

    fn found(shop: &Shop, wanted: &Wanted) -> Vec<i64> {
        let (rows, count) = shop.write(|tx| browse(tx, wanted));
        let ids: Vec<i64> = rows.into_iter().map(|row| row.id).collect();
        assert!(wanted.after.is_some() || ids.len() as i64 == count.min(wanted.limit), "{ids:?} of {count}");
        ids
    }

    fn search(shop: &Shop, text: &str) -> Vec<i64> {
        found(shop, &Wanted { text: text.into(), ..wanted() })
    }

    #[test]
    fn words_find_orders_by_their_beginning_without_accents_and_case() {
        let shop = shop();
        shop.write(|tx| add_terms(tx, 2, &["JD01 4600-0012", "RF18 Rossi"]));
        for (text, ids) in [
            ("zoe", &[3, 1][..]),
            ("ZOË d'été", &[1]),
            ("ross", &[3, 2]),
            ("rossi", &[2]),
            ("rossmann", &[3]),
            ("maria rossi", &[2]),
            ("Rossi, Anna", &[2]),
            ("anna-maria", &[2]),
            ("2026-000002", &[2]),
            ("2026-2", &[2]),
            ("towel", &[3, 2, 1]),
            ("jd0146", &[2]),
            ("4600", &[2]),
            ("rf18", &[2]),
            ("rossi@example.com", &[2]),
            ("example zoe", &[3, 1]),
            ("ossi", &[]),
            ("zoe rossi", &[]),
        ] {
            assert_eq!(search(&shop, text), ids, "{text}");
        }
        let total = shop.write(|tx| order::find(tx, 1)).expect("an order").totals.total.to_string();
        assert_eq!(search(&shop, &total.replace('.', ",")), [3, 2, 1], "{total}");
    }

    #[test]
    fn one_number_finds_its_orders_first_whatever_it_is_called() {
        let shop = shop();
        // The oldest has the number; the others begin with it, one by its number and one by its amount.
        shop.exec(
            "UPDATE sales_order SET number = '2025-000012', created_at = created_at - 31536000000 WHERE id = 1;
             UPDATE sales_order SET number = '2026-000120' WHERE id = 2;
             UPDATE sales_order SET total = 1250 WHERE id = 3;
             DELETE FROM order_term; UPDATE sales_order SET terms_state = 'due'",
        );
        for id in [1, 2, 3] {
            shop.write(|tx| write_terms(tx, id, &[]));
        }
        for text in ["12", "order 12", "Bestellung Nr. 12", "commande n° 12", "pedido 12", "订单12", "#12"] {
            assert_eq!(search(&shop, text), [1, 3, 2], "{text}");
        }
        assert_eq!(search(&shop, "000012"), [1]);
        assert_eq!(search(&shop, "order 2025-12"), [1]);
        assert_eq!(search(&shop, "120"), [2]);
        // Pages follow each other, in either order, and no order is on two.
        for (oldest_first, ids) in [(false, [1, 3, 2]), (true, [1, 2, 3])] {
            let page = |after, limit| {
                found(&shop, &Wanted { text: "12".into(), oldest_first, after, limit, ..Wanted::default() })
            };
            assert_eq!(page(None, 50), ids);
            assert_eq!(page(None, 2), ids[..2]);
            assert_eq!(page(Some(ids[1]), 2), ids[2..], "{oldest_first}");
        }
        // Other conditions hold for it, too.
        let canceled = Wanted { text: "12".into(), status: vec![Processing], ..wanted() };
        assert_eq!(found(&shop, &canceled), [3]);
        let recent = Wanted { text: "12".into(), from: Some(at("2026-01-01T00:00:00Z")), ..wanted() };
        assert_eq!(found(&shop, &recent), [3, 2]);
        for wanted in [&canceled, &recent] {
            assert_indexed(&shop.connection, |tx| browse(tx, wanted));
        }
    }

    #[test]
    fn filters_narrow_and_pages_follow_each_other() {
        let shop = shop();
        let with = |change: &dyn Fn(&mut Wanted)| {
            let mut wanted = wanted();
            change(&mut wanted);
            found(&shop, &wanted)
        };
        assert_eq!(with(&|wanted| wanted.status = vec![PendingBankTransfer]), [2, 1]);
        assert_eq!(with(&|wanted| wanted.status = vec![Processing, Canceled]), [3]);
        assert_eq!(with(&|wanted| wanted.method = Some("bank_transfer".into())), [3, 2, 1]);
        assert_eq!(with(&|wanted| wanted.method = Some("card".into())), [0_i64; 0]);
        assert_eq!(with(&|wanted| wanted.country = Some("FR".into())), [2]);
        assert_eq!(with(&|wanted| (wanted.text, wanted.country) = ("zoe".into(), Some("GB".into()))), [3, 1]);
        shop.exec("UPDATE sales_order SET created_at = created_at + 86400000 * (id - 1)");
        let day = |days: i64| Some(at(fixture::NOW) + jiff::SignedDuration::from_hours(24 * days));
        assert_eq!(with(&|wanted| wanted.from = day(1)), [3, 2]);
        assert_eq!(with(&|wanted| (wanted.from, wanted.until) = (day(1), day(2))), [2]);
        assert_eq!(with(&|wanted| (wanted.from, wanted.text) = (day(2), "zoe".into())), [3]);
        assert_eq!(with(&|wanted| wanted.until = day(0)), [0_i64; 0]);
        assert_eq!(with(&|wanted| (wanted.limit, wanted.after) = (1, Some(3))), [2]);
        assert_eq!(with(&|wanted| (wanted.oldest_first, wanted.after) = (true, Some(1))), [2, 3]);
    }

    #[test]
    fn erased_orders_are_not_found_by_whom_they_were_for() {
        let shop = shop();
        let subject = DataSubject { customer_id: 0, email: "rossi@example.com".into(), is_proved: true };
        let erase = || shop.write(|tx| (order::PERSONAL_DATA.erase)(tx, &subject, at(fixture::NOW)));
        erase();
        assert_eq!(search(&shop, "rossi"), [2], "under way");
        shop.write(|tx| order::transition(tx, 2, Canceled, Actor::Job, "unpaid", at(fixture::NOW)));
        erase();
        assert_eq!(search(&shop, "rossi"), [0_i64; 0]);
        assert_eq!(search(&shop, "2026-000002 towel"), [2]);
        shop.write(|tx| add_terms(tx, 2, &["transfer of Rossi"]));
        assert_eq!(search(&shop, "rossi"), [0_i64; 0]);
        // Nor by a mail address that the console gives it afterwards.
        shop.write(|tx| order::save_email(tx, 2, "anna@example.com"));
        shop.write(|tx| write_terms(tx, 2, &[]));
        assert_eq!((search(&shop, "rossi"), search(&shop, "anna")), (vec![], vec![]));
        shop.exec("UPDATE sales_order SET email = '' WHERE id = 2");
        // Nor once the terms are written anew, as in a database from before there was a search.
        shop.exec("DELETE FROM order_term; UPDATE sales_order SET terms_state = 'due'");
        assert_eq!(shop.write(|tx| list_terms_due(tx, 9)), [3, 2, 1]);
        for id in [1, 2, 3] {
            shop.write(|tx| write_terms(tx, id, &["JD0146"]));
        }
        assert!(shop.write(|tx| list_terms_due(tx, 9)).is_empty());
        assert_eq!(search(&shop, "zoe"), [3, 1]);
        assert_eq!(search(&shop, "jd0146"), [3, 1]);
    }

    #[test]
    fn figures_are_in_eur_at_the_orders_rates() {
        let shop = shop();
        shop.exec(
            "UPDATE sales_order SET total = 10000, total_qty = 2, rate = '1';
             UPDATE sales_order SET currency = 'CHF', rate = '0.8' WHERE id = 2;
             UPDATE sales_order SET status = 'canceled' WHERE id = 3",
        );
        let (from, until) = (at("2026-11-21T00:00:00Z"), at("2026-11-21T10:00:00.001Z"));
        let of = shop.write(|tx| figures(tx, from, until));
        assert_eq!(of, Figures { orders: 2, by_shop: 2, pieces: 4, revenue: Money::new(22_500, Currency::Eur) });
        let of = shop.write(|tx| figures(tx, from, at(fixture::NOW)));
        assert_eq!(of, Figures { orders: 0, by_shop: 0, pieces: 0, revenue: Money::zero(Currency::Eur) });
    }

    #[test]
    fn lists_use_indexes() {
        let shop = shop();
        let all = Wanted {
            text: "zoe 2026".into(),
            status: vec![Processing, Canceled],
            method: Some("bank_transfer".into()),
            country: Some("GB".into()),
            channel: Some(Channel::Shop),
            uncollected_since: None,
            from: Some(at("2026-11-01T00:00:00Z")),
            until: Some(at("2026-12-01T00:00:00Z")),
            oldest_first: true,
            after: Some(0),
            limit: 50,
        };
        // Where nothing is rarer than the range of days, it is walked through.
        shop.exec("UPDATE sales_order SET created_at = created_at + 86400000 * (id - 1)");
        let walked = Wanted { status: Vec::new(), from: Some(at("2026-11-23T00:00:00Z")), ..all.clone() };
        assert_eq!(found(&shop, &Wanted { after: None, ..walked.clone() }), [3]);
        let lists = [
            wanted(),
            all.clone(),
            walked,
            Wanted { uncollected_since: Some(at("2026-12-01T00:00:00Z")), ..wanted() },
            Wanted { uncollected_since: Some(at("2026-12-01T00:00:00Z")), ..all.clone() },
            Wanted { text: "zoe".into(), ..wanted() },
            Wanted { status: all.status, after: Some(9), ..wanted() },
            Wanted { method: all.method, ..wanted() },
            Wanted { country: all.country, ..wanted() },
            Wanted { channel: Some(Channel::Telephone), ..wanted() },
            Wanted { from: all.from, ..wanted() },
        ];
        for wanted in &lists {
            assert_indexed(&shop.connection, |tx| browse(tx, wanted));
        }
        with_statistics(&shop.connection);
        for wanted in &lists {
            assert_indexed(&shop.connection, |tx| browse(tx, wanted));
        }
        assert_indexed(&shop.connection, |tx| list_to_pack(tx));
        assert_indexed(&shop.connection, |tx| count_waiting_for_money(tx, at(fixture::NOW)));
        assert_indexed(&shop.connection, |tx| list_waiting_for_money(tx, 9));
        assert_indexed(&shop.connection, |tx| list_named(tx, &[1, 2]));
        assert_indexed(&shop.connection, |tx| figures(tx, at(fixture::NOW), at(fixture::NOW)));
        assert_indexed(&shop.connection, |tx| list_terms_due(tx, 9));
        assert_indexed(&shop.connection, |tx| write_terms(tx, 1, &["x"]));
    }
}
