//! The calls about stock, one function a path.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::adjustment;
use super::store;
use super::types::{
    Arrival, ArrivalArgs, CorrectArgs, CountArgs, Counted, ExpectArgs, Expected, ItemArgs, ListArgs, ReceiveArgs,
    ShelfArgs, ShelfChange, Shelves, ShelvesArgs, StockDetail, StockEvent, StockFilter, StockHolder, StockItem,
    StockPage, ThresholdArgs,
};
use crate::audit::{By, Change};
use crate::call::{self, StaffMember};
use crate::catalog::{self, StockOf, StockedItem};
use crate::db::Tx;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result};
use crate::{message, order, search, token};

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
    let prefix = q.to_uppercase();
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
    // What begins no SKU, whatever the filter, is looked for in names.
    let is_sku = prefix.is_empty() || catalog::has_sku(tx, &prefix)?;
    let mut found = if is_sku {
        catalog::browse_stock(tx, view.lang(), of, &prefix, after, limit)?
    } else {
        let products = search::matches(tx, view, q, LOOKED_THROUGH)?;
        let mut wanted = catalog::stocked_of(tx, &products)?;
        if let Some(ids) = &ids {
            wanted.retain(|id| ids.contains(id));
        }
        let mut named = catalog::browse_stock(tx, view.lang(), StockOf::These(&wanted), "", after, i64::MAX)?;
        named.retain(|item| args.filter != StockFilter::Out || item.quantity == 0);
        named
    };
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
    let (held, thresholds, versions) =
        (order::held(tx, &ids)?, store::thresholds(tx, &ids)?, store::versions(tx, &ids)?);
    let mut shelves = store::shelves(tx, &ids)?;
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
            on_hand: item.quantity.saturating_add(held),
            threshold: thresholds.get(&item.id).copied(),
            shelf: shelves.remove(&item.id).unwrap_or_default(),
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
    let id = adjustment::find(tx, &args.sku)?;
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
    let names = token::actor_names(tx, events.iter().map(|event| event.actor.as_str()))?;
    let history = events.into_iter().map(|event| {
        Ok(StockEvent {
            at: order::moment(event.at)?.to_string(),
            reason: event.reason,
            pieces: event.pieces,
            on_hand: event.on_hand,
            name: names.get(&event.actor).cloned(),
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
    let counted = adjustment::count(tx, &by(member), &lines, &adjustment::note(&note)?)?;
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
        .before(json!({ "on_hand": before }))
        .after(json!({ "on_hand": after, "counted": items.len() }));
    Ok(call::Changed::new(Counted { items, changed }, change))
}

/// The SKU of the only item; nothing of several.
fn one(items: &[StockItem]) -> &str {
    if let [item] = items { &item.sku } else { "" }
}

pub fn correct(tx: &mut dyn Tx, member: &StaffMember, args: CorrectArgs) -> Result<call::Changed<StockDetail>> {
    let CorrectArgs { sku, reason, pieces, note } = args;
    let id = adjustment::find(tx, &sku)?;
    let changed = adjustment::correct(tx, &by(member), id, reason, pieces, &adjustment::note(&note)?)?;
    shown(
        tx,
        member,
        id,
        json!({ "on_hand": changed.before }),
        json!({ "on_hand": changed.after, "reason": reason.reason().0 }),
    )
}

pub fn set_threshold(tx: &mut dyn Tx, member: &StaffMember, args: ThresholdArgs) -> Result<call::Changed<StockDetail>> {
    let id = adjustment::find(tx, &args.sku)?;
    let before = store::thresholds(tx, &[id])?.get(&id).copied();
    if before != args.seen {
        return Err(Refusal::new(message::STOCK_THRESHOLD_CHANGED).into());
    }
    adjustment::set_threshold(tx, id, args.threshold)?;
    shown(tx, member, id, json!({ "threshold": before }), json!({ "threshold": args.threshold }))
}

pub fn set_shelf(tx: &mut dyn Tx, member: &StaffMember, args: ShelfArgs) -> Result<call::Changed<StockDetail>> {
    let id = adjustment::find(tx, &args.sku)?;
    let before = store::shelves(tx, &[id])?.remove(&id).unwrap_or_default();
    if before != args.seen {
        return Err(Refusal::new(message::STOCK_SHELF_CHANGED).into());
    }
    let after = adjustment::set_shelf(tx, id, &args.shelf)?;
    shown(tx, member, id, json!({ "shelf": before }), json!({ "shelf": after }))
}

pub fn check_shelves(tx: &mut dyn Tx, member: &StaffMember, args: ShelvesArgs) -> Result<Shelves> {
    let (moved, unchanged) = adjustment::plan_shelves(tx, &args.lines)?;
    shelved(tx, member, moved, unchanged)
}

pub fn save_shelves(tx: &mut dyn Tx, member: &StaffMember, args: ShelvesArgs) -> Result<call::Changed<Shelves>> {
    let (moved, unchanged) = adjustment::save_shelves(tx, &args.lines)?;
    let change = adjustment::told_shelves(&moved);
    Ok(call::Changed::new(shelved(tx, member, moved, unchanged)?, change))
}

fn shelved(tx: &mut dyn Tx, member: &StaffMember, moved: Vec<adjustment::Moved>, unchanged: u32) -> Result<Shelves> {
    let skus: Vec<String> = moved.iter().map(|one| one.sku.clone()).collect();
    let mut names = catalog::names_of_skus(tx, member.client.view.lang(), &skus)?;
    let change = |adjustment::Moved { sku, before, after, .. }: adjustment::Moved| ShelfChange {
        name: names.remove(&sku).unwrap_or_else(|| sku.clone()),
        sku,
        before,
        after,
    };
    Ok(Shelves { changes: moved.into_iter().map(change).collect(), unchanged })
}

pub fn expect(tx: &mut dyn Tx, member: &StaffMember, args: ExpectArgs) -> Result<call::Changed<StockDetail>> {
    let id = adjustment::find(tx, &args.sku)?;
    let arrival = adjustment::expect(tx, &by(member), id, args.pieces, args.on, &adjustment::note(&args.note)?)?;
    shown(tx, member, id, Value::Null, json!({ "arrival": arrival, "pieces": args.pieces, "on": args.on }))
}

pub fn receive(tx: &mut dyn Tx, member: &StaffMember, args: ReceiveArgs) -> Result<call::Changed<StockDetail>> {
    let ReceiveArgs { id: arrival, pieces, rest_comes } = args;
    let (id, changed) = adjustment::receive(tx, &by(member), arrival, pieces, rest_comes)?;
    shown(tx, member, id, json!({ "on_hand": changed.before }), json!({ "on_hand": changed.after, "arrival": arrival }))
}

pub fn expect_no_more(tx: &mut dyn Tx, member: &StaffMember, args: ArrivalArgs) -> Result<call::Changed<StockDetail>> {
    let id = adjustment::expect_no_more(tx, args.id)?;
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
