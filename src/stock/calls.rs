//! The calls about stock, one function a path.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::keeping::{self, By};
use super::store;
use super::types::{
    Arrival, ArrivalArgs, CorrectArgs, CountArgs, Counted, ExpectArgs, Expected, ItemArgs, LevelArgs, ListArgs,
    ReceiveArgs, StockDetail, StockEvent, StockFilter, StockHolder, StockItem, StockPage,
};
use crate::audit::Change;
use crate::call::{self, StaffMember};
use crate::catalog::{self, StockOf, StockedItem};
use crate::db::Tx;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result};
use crate::{message, order, search, staff, token};

/// Items a page.
const PAGE: usize = 50;
/// Items that are looked through for words, low ones and expected ones, before they are sorted by SKU.
const LOOKED_THROUGH: i64 = 1_000;
/// Lines of a count.
const MOST_COUNTED: usize = 500;
const HOLDERS: i64 = 50;
const HISTORY: i64 = 100;

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<StockPage> {
    let view = &member.client.view;
    let (q, after) = (args.q.trim(), args.after.as_deref().unwrap_or_default());
    let limit = PAGE as i64 + 1;
    let ids = match args.filter {
        StockFilter::All | StockFilter::Out => None,
        StockFilter::Low => Some(store::list_low(tx, LOOKED_THROUGH)?),
        StockFilter::Expected => Some(store::list_expected(tx, LOOKED_THROUGH)?),
    };
    let of = match &ids {
        Some(ids) => StockOf::These(ids),
        None if args.filter == StockFilter::Out => StockOf::SoldOut,
        None => StockOf::All,
    };
    let mut found = catalog::browse_stock(tx, view.lang(), of, &q.to_uppercase(), after, limit)?;
    // What is no SKU is looked for in names.
    if found.is_empty() && after.is_empty() && !q.is_empty() {
        let products = search::matches(tx, view, q, LOOKED_THROUGH)?;
        let items = catalog::stocked_of(tx, &products)?;
        let wanted: Vec<i64> = match &ids {
            Some(ids) => items.into_iter().filter(|id| ids.contains(id)).collect(),
            None => items,
        };
        found = catalog::browse_stock(tx, view.lang(), StockOf::These(&wanted), "", "", i64::MAX)?;
        if args.filter == StockFilter::Out {
            found.retain(|item| item.quantity == 0);
        }
        found.truncate(PAGE);
    }
    let has_next = found.len() > PAGE;
    found.truncate(PAGE);
    Ok(StockPage {
        after: found.last().filter(|_| has_next).map(|last| last.sku.clone()),
        items: items(tx, found, view.now)?,
        low: store::count_low(tx)?,
        out: catalog::count_stockless(tx)?,
        expected: store::count_expected(tx)?,
    })
}

/// Items with what is held, expected and warned of.
fn items(tx: &mut dyn Tx, found: Vec<StockedItem>, now: Timestamp) -> Result<Vec<StockItem>> {
    let ids: Vec<i64> = found.iter().map(|item| item.id).collect();
    let (held, levels, versions) = (order::held(tx, &ids)?, store::levels(tx, &ids)?, store::versions(tx, &ids)?);
    let today = in_shop_zone(now).date();
    let mut expected: HashMap<i64, Expected> = HashMap::new();
    for arrival in store::list_arrivals(tx, &ids)? {
        let new = Expected { on: arrival.expected_on, pieces: 0, is_late: arrival.expected_on < today };
        let of = expected.entry(arrival.product_id).or_insert(new);
        of.pieces = of.pieces.saturating_add(arrival.pieces);
    }
    let item = |item: StockedItem| {
        let held = held.get(&item.id).copied().unwrap_or(0);
        StockItem {
            available: item.quantity,
            held,
            shelf: item.quantity.saturating_add(held),
            warn_at: levels.get(&item.id).copied(),
            expected: expected.remove(&item.id),
            version: versions.get(&item.id).copied().unwrap_or(0),
            sku: item.sku,
            name: item.name,
            is_on_sale: item.is_on_sale,
        }
    };
    Ok(found.into_iter().map(item).collect())
}

/// These items, in the order of their ids.
fn of_ids(tx: &mut dyn Tx, member: &StaffMember, ids: &[i64]) -> Result<Vec<StockItem>> {
    let view = &member.client.view;
    let mut found = catalog::browse_stock(tx, view.lang(), StockOf::These(ids), "", "", i64::MAX)?;
    let place: HashMap<i64, usize> = ids.iter().copied().zip(0..).collect();
    found.sort_by_key(|item| place.get(&item.id).copied());
    items(tx, found, view.now)
}

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: ItemArgs) -> Result<StockDetail> {
    let id = keeping::find(tx, &args.sku)?;
    detail(tx, member, id)
}

fn detail(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<StockDetail> {
    let item = of_ids(tx, member, &[id])?.pop().ok_or_else(|| Refusal::new(message::STOCK_UNKNOWN))?;
    let today = in_shop_zone(member.client.now()).date();
    let arrival = |arrival: store::Arrival| Arrival {
        id: arrival.id,
        pieces: arrival.pieces,
        is_late: arrival.expected_on < today,
        expected_on: arrival.expected_on,
        note: arrival.note,
    };
    let arrivals = store::list_arrivals(tx, &[id])?.into_iter().map(arrival).collect();
    let holder = |(number, pieces)| StockHolder { number, pieces };
    let holders = order::list_holders(tx, id, HOLDERS)?.into_iter().map(holder).collect();
    let events = store::list_events(tx, id, HISTORY)?;
    let of = |kind: &str, actor: &str| actor.strip_prefix(kind).and_then(|id| id.parse::<i64>().ok());
    let ids = |kind: &str| events.iter().filter_map(|event| of(kind, &event.actor)).collect::<Vec<_>>();
    let (people, programs) = (staff::names(tx, &ids("staff:"))?, token::names(tx, &ids("token:"))?);
    let name = |actor: &str| {
        let person = of("staff:", actor).and_then(|id| people.get(&id));
        person.or_else(|| of("token:", actor).and_then(|id| programs.get(&id))).cloned()
    };
    let history = events.into_iter().map(|event| {
        Ok(StockEvent {
            at: order::moment(event.at)?.to_string(),
            reason: event.reason,
            pieces: event.pieces,
            shelf: event.shelf,
            name: name(&event.actor),
            note: event.note,
            actor: event.actor,
        })
    });
    Ok(StockDetail { item, arrivals, holders, history: history.collect::<Result<_>>()? })
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn by(member: &StaffMember) -> By {
    By { actor: member.who.actor(), now: member.client.now() }
}

pub fn count(tx: &mut dyn Tx, member: &StaffMember, args: CountArgs) -> Result<call::Changed<Counted>> {
    let CountArgs { lines, note } = args;
    if lines.is_empty() || lines.len() > MOST_COUNTED {
        return Err(Refusal::new(message::STOCK_COUNT_LINES.with("max", MOST_COUNTED)).into());
    }
    let counted = keeping::count(tx, &by(member), &lines, &keeping::note(&note)?)?;
    let ids: Vec<i64> = counted.iter().map(|(id, _)| *id).collect();
    let items = of_ids(tx, member, &ids)?;
    let mut told = [Map::new(), Map::new()];
    for (item, (_, changed)) in items.iter().zip(&counted) {
        if let Some(changed) = changed {
            told[0].insert(item.sku.clone(), changed.before.into());
            told[1].insert(item.sku.clone(), changed.after.into());
        }
    }
    let changed = u32::try_from(told[1].len()).unwrap_or(u32::MAX);
    let [before, after] = told;
    let change = Change::new("stock", one(&items))
        .before(json!({ "shelf": before }))
        .after(json!({ "shelf": after, "counted": items.len() }));
    Ok(call::Changed::new(Counted { items, changed }, change))
}

/// The SKU of the only item; nothing of several.
fn one(items: &[StockItem]) -> &str {
    if let [item] = items { &item.sku } else { "" }
}

pub fn correct(tx: &mut dyn Tx, member: &StaffMember, args: CorrectArgs) -> Result<call::Changed<StockDetail>> {
    let CorrectArgs { sku, reason, pieces, note } = args;
    let id = keeping::find(tx, &sku)?;
    let changed = keeping::correct(tx, &by(member), id, reason, pieces, &keeping::note(&note)?)?;
    shown(
        tx,
        member,
        id,
        json!({ "shelf": changed.before }),
        json!({ "shelf": changed.after, "reason": reason.reason().0 }),
    )
}

pub fn set_level(tx: &mut dyn Tx, member: &StaffMember, args: LevelArgs) -> Result<call::Changed<StockDetail>> {
    let id = keeping::find(tx, &args.sku)?;
    let before = store::levels(tx, &[id])?.get(&id).copied();
    keeping::set_level(tx, id, args.warn_at)?;
    shown(tx, member, id, json!({ "warn_at": before }), json!({ "warn_at": args.warn_at }))
}

pub fn expect(tx: &mut dyn Tx, member: &StaffMember, args: ExpectArgs) -> Result<call::Changed<StockDetail>> {
    let id = keeping::find(tx, &args.sku)?;
    let arrival = keeping::expect(tx, &by(member), id, args.pieces, args.on, &keeping::note(&args.note)?)?;
    shown(tx, member, id, Value::Null, json!({ "arrival": arrival, "pieces": args.pieces, "on": args.on }))
}

pub fn receive(tx: &mut dyn Tx, member: &StaffMember, args: ReceiveArgs) -> Result<call::Changed<StockDetail>> {
    let ReceiveArgs { id: arrival, pieces, rest_comes } = args;
    let (id, changed) = keeping::receive(tx, &by(member), arrival, pieces, rest_comes)?;
    shown(tx, member, id, json!({ "shelf": changed.before }), json!({ "shelf": changed.after, "arrival": arrival }))
}

pub fn expect_no_more(tx: &mut dyn Tx, member: &StaffMember, args: ArrivalArgs) -> Result<call::Changed<StockDetail>> {
    let id = keeping::expect_no_more(tx, args.id)?;
    shown(tx, member, id, json!({ "arrival": args.id }), Value::Null)
}

/// The item after a change, and what the audit is told.
fn shown(
    tx: &mut dyn Tx,
    member: &StaffMember,
    id: i64,
    before: Value,
    after: Value,
) -> Result<call::Changed<StockDetail>> {
    let detail = detail(tx, member, id)?;
    let change = Change { before: filled(before), after: filled(after), ..Change::new("stock", &detail.item.sku) };
    Ok(call::Changed::new(detail, change))
}

fn filled(value: Value) -> Option<Value> {
    Some(value).filter(|value| !value.is_null())
}
