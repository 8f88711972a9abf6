//! How a count, an arrival or a correction changes the stock; for calls and commands alike.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::store::{self, NewEvent};
use super::types::{Correction, CountedLine, ShelfLine, StockReason};
use crate::audit::{By, Change};
use crate::catalog;
use crate::db::Tx;
use crate::domain::stock::MOST_IN_STOCK;
use crate::domain::validate::readable_line;
use crate::domain::working_days::in_shop_zone;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::order;

/// Characters of a note.
const NOTE: usize = 200;
/// Characters of a shelf, as a line of a pick list and the marks on most shelves have room for.
const SHELF: usize = 20;
/// Lines of a sheet of shelves.
const MOST_SHELVES: usize = 2_000;
/// Arrivals of an item that are expected at a time.
const MOST_ARRIVALS: usize = 20;

/// A stock before and after a change, as the audit is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changed {
    /// What lay there, and lies there now.
    pub before: u32,
    pub after: u32,
}

/// The item with this SKU that has a stock of its own.
pub fn find(tx: &mut dyn Tx, sku: &str) -> Result<i64> {
    let found = catalog::find_stocked(tx, &sku.trim().to_uppercase())?;
    found.ok_or_else(|| refuse(message::STOCK_UNKNOWN))
}

/// A note, which may be empty.
pub fn note(text: &str) -> Result<String> {
    let text = readable_line(text);
    if text.chars().count() > NOTE {
        return Err(Refusal::of_field("note", message::ORDER_TEXT_TOO_LONG.with("max", NOTE)).into());
    }
    Ok(text)
}

/// What lies there of an item: what can be sold, and what orders hold.
fn on_hand(tx: &mut dyn Tx, product_id: i64) -> Result<(u32, u32)> {
    let available = catalog::available(tx, &[product_id])?.get(&product_id).copied().unwrap_or(0);
    let held = order::held(tx, &[product_id])?.get(&product_id).copied().unwrap_or(0);
    Ok((available.saturating_add(held), held))
}

/// Adds pieces, or takes them away. Answers why not, where orders hold more than would be left, or it would be too many.
fn change(
    tx: &mut dyn Tx,
    by: &By,
    product_id: i64,
    pieces: i64,
    reason: StockReason,
    note: &str,
) -> Result<std::result::Result<Changed, Message>> {
    let (before, held) = on_hand(tx, product_id)?;
    if catalog::adjust_stock(tx, product_id, pieces)?.is_none() {
        return Ok(Err(match pieces < 0 {
            true => message::STOCK_HELD.with("held", held).with("most", before - held),
            false => message::STOCK_TOO_MANY.with("max", MOST_IN_STOCK),
        }));
    }
    let (after, _) = on_hand(tx, product_id)?;
    let event = NewEvent { product_id, reason, pieces, on_hand: i64::from(after), note, actor: &by.actor };
    store::save_event(tx, &event, by.now)?;
    Ok(Ok(Changed { before, after }))
}

/// Saves what was counted, all or nothing; answers each item with what has changed.
///
/// What counts is the difference to what lay there when somebody looked: orders that were placed or sent since change nothing
/// about it. Another count, arrival or correction since does, so that such a line is refused.
pub fn count(tx: &mut dyn Tx, by: &By, lines: &[CountedLine], note: &str) -> Result<Vec<(i64, Option<Changed>)>> {
    let mut fields = FieldMessages::new();
    let mut done = Vec::new();
    for line in lines {
        match count_one(tx, by, line, note)? {
            Ok((id, _)) if done.iter().any(|(other, _)| *other == id) => {
                fields.insert(line.sku.clone(), message::STOCK_TWICE.into());
            }
            Ok(outcome) => done.push(outcome),
            Err(why) => {
                fields.insert(line.sku.clone(), why);
            }
        }
    }
    check_fields(fields)?;
    Ok(done)
}

type Outcome = std::result::Result<(i64, Option<Changed>), Message>;

fn count_one(tx: &mut dyn Tx, by: &By, line: &CountedLine, note: &str) -> Result<Outcome> {
    let Some(product_id) = catalog::find_stocked(tx, &line.sku)? else { return Ok(Err(message::STOCK_UNKNOWN.into())) };
    if store::version(tx, product_id)? != line.version {
        return Ok(Err(message::STOCK_CHANGED_MEANWHILE.into()));
    }
    if line.counted > MOST_IN_STOCK {
        return Ok(Err(message::STOCK_TOO_MANY.with("max", MOST_IN_STOCK)));
    }
    let pieces = i64::from(line.counted) - i64::from(line.on_hand);
    let changed = change(tx, by, product_id, pieces, StockReason::Counted, note)?;
    Ok(changed.map(|changed| (product_id, Some(changed).filter(|_| pieces != 0))))
}

/// Takes pieces out with a reason, or adds what was found or came back.
pub fn correct(
    tx: &mut dyn Tx,
    by: &By,
    product_id: i64,
    correction: Correction,
    pieces: u32,
    note: &str,
) -> Result<Changed> {
    check_pieces(pieces)?;
    let (reason, do_come) = correction.reason();
    let pieces = i64::from(pieces);
    let changed = change(tx, by, product_id, if do_come { pieces } else { -pieces }, reason, note)?;
    changed.map_err(|why| Refusal::of_field("pieces", why).into())
}

/// Sets how many pieces can be sold, whatever orders hold.
pub fn set(tx: &mut dyn Tx, by: &By, product_id: i64, available: u32) -> Result<Changed> {
    let now = catalog::available(tx, &[product_id])?.get(&product_id).copied().unwrap_or(0);
    let changed = change(tx, by, product_id, i64::from(available) - i64::from(now), StockReason::Set, "")?;
    changed.map_err(refuse)
}

/// Keeps in the history what a sheet has changed, for items that had a stock already; `before`: what could be sold of each.
pub fn record_sheet(tx: &mut dyn Tx, by: &By, before: &BTreeMap<i64, u32>, note: &str) -> Result<()> {
    let now = catalog::all_available(tx)?;
    let is_other = |(id, available): &(&i64, &u32)| now.get(*id).is_some_and(|after| after != *available);
    let changed: Vec<(i64, u32)> = before.iter().filter(is_other).map(|(id, available)| (*id, *available)).collect();
    let ids: Vec<i64> = changed.iter().map(|(id, _)| *id).collect();
    let held = order::held(tx, &ids)?;
    for (product_id, before) in changed {
        let after = now.get(&product_id).copied().unwrap_or(0);
        let on_hand = i64::from(after) + i64::from(held.get(&product_id).copied().unwrap_or(0));
        let pieces = i64::from(after) - i64::from(before);
        let event = NewEvent { product_id, reason: StockReason::Set, pieces, on_hand, note, actor: &by.actor };
        store::save_event(tx, &event, by.now)?;
    }
    Ok(())
}

fn check_pieces(pieces: u32) -> Result<()> {
    if !(1..=MOST_IN_STOCK).contains(&pieces) {
        return Err(Refusal::of_field("pieces", message::STOCK_PIECES_BAD.with("max", MOST_IN_STOCK)).into());
    }
    Ok(())
}

/// Sets at how many pieces an item warns, or that it does not.
pub fn set_threshold(tx: &mut dyn Tx, product_id: i64, threshold: Option<u32>) -> Result<()> {
    let Some(threshold) = threshold else { return store::delete_threshold(tx, product_id) };
    if !(1..=MOST_IN_STOCK).contains(&threshold) {
        return Err(Refusal::of_field("threshold", message::STOCK_PIECES_BAD.with("max", MOST_IN_STOCK)).into());
    }
    let available = catalog::available(tx, &[product_id])?.get(&product_id).copied().unwrap_or(0);
    store::save_threshold(tx, product_id, threshold, (1..=threshold).contains(&available))
}

/// Sets where an item lies; an empty text: nowhere in particular. Answers it as it is kept.
pub fn set_shelf(tx: &mut dyn Tx, product_id: i64, shelf: &str) -> Result<String> {
    let shelf = readable_line(shelf);
    if shelf.chars().count() > SHELF {
        return Err(Refusal::of_field("shelf", message::ORDER_TEXT_TOO_LONG.with("max", SHELF)).into());
    }
    put(tx, product_id, &shelf)?;
    Ok(shelf)
}

/// An item that a sheet puts elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub product_id: i64,
    pub sku: String,
    pub before: String,
    pub after: String,
}

/// Works out what a sheet changes of where items lie, and how many of its lines say what is so already.
///
/// # Errors
///
/// Refused by the number of the line, from 1: no item with a stock of its own, one that stands there twice, a shelf that is too long, and one
/// that somebody has changed since it was seen. Refused as a whole for no line, and for more than [`MOST_SHELVES`].
pub fn plan_shelves(tx: &mut dyn Tx, lines: &[ShelfLine]) -> Result<(Vec<Moved>, u32)> {
    if lines.is_empty() || lines.len() > MOST_SHELVES {
        return Err(refuse(message::STOCK_SHELF_LINES.with("max", MOST_SHELVES)));
    }
    let skus: Vec<String> = lines.iter().map(|line| line.sku.trim().to_uppercase()).collect();
    let found: HashMap<String, i64> = catalog::stocked_skus(tx, &skus)?.into_iter().collect();
    let ids: Vec<i64> = found.values().copied().collect();
    let shelves = store::shelves(tx, &ids)?;
    let (mut fields, mut met) = (FieldMessages::new(), HashSet::new());
    let (mut moved, mut unchanged) = (Vec::new(), 0);
    for ((number, line), sku) in (1_usize..).zip(lines).zip(&skus) {
        let mut fault = |why: Message| fields.insert(number.to_string(), why);
        let after = readable_line(&line.shelf);
        let Some(id) = found.get(sku).copied() else {
            fault(message::STOCK_UNKNOWN.into());
            continue;
        };
        let before = shelves.get(&id).cloned().unwrap_or_default();
        if !met.insert(id) {
            fault(message::STOCK_SHELF_TWICE.into());
        } else if after.chars().count() > SHELF {
            fault(message::ORDER_TEXT_TOO_LONG.with("max", SHELF));
        } else if line.seen.as_ref().is_some_and(|seen| *seen != before) {
            fault(message::STOCK_SHELF_CHANGED.into());
        } else if before == after {
            unchanged += 1;
        } else {
            moved.push(Moved { product_id: id, sku: sku.clone(), before, after });
        }
    }
    check_fields(fields)?;
    Ok((moved, unchanged))
}

/// Keeps what a sheet says; as [`plan_shelves`].
pub fn save_shelves(tx: &mut dyn Tx, lines: &[ShelfLine]) -> Result<(Vec<Moved>, u32)> {
    let (moved, unchanged) = plan_shelves(tx, lines)?;
    for Moved { product_id, after, .. } in &moved {
        put(tx, *product_id, after)?;
    }
    Ok((moved, unchanged))
}

/// The change of many shelves, as the audit is told.
pub fn told_shelves(moved: &[Moved]) -> Change {
    let of = |text: fn(&Moved) -> &String| -> Value {
        moved.iter().map(|one| (one.sku.clone(), json!(text(one)))).collect::<Map<String, Value>>().into()
    };
    let thing = if let [one] = moved { one.sku.as_str() } else { "" };
    Change::new("stock", thing)
        .before(json!({ "shelf": of(|one| &one.before) }))
        .after(json!({ "shelf": of(|one| &one.after) }))
}

fn put(tx: &mut dyn Tx, product_id: i64, shelf: &str) -> Result<()> {
    if shelf.is_empty() { store::delete_shelf(tx, product_id) } else { store::save_shelf(tx, product_id, shelf) }
}

/// Notes that goods are on their way; answers the arrival's id.
pub fn expect(tx: &mut dyn Tx, by: &By, product_id: i64, pieces: u32, on: Date, note: &str) -> Result<i64> {
    check_pieces(pieces)?;
    if on < in_shop_zone(by.now).date() {
        return Err(Refusal::of_field("on", message::STOCK_DAY_PAST).into());
    }
    if store::list_arrivals(tx, &[product_id])?.len() >= MOST_ARRIVALS {
        return Err(refuse(message::STOCK_ARRIVALS_MANY.with("max", MOST_ARRIVALS)));
    }
    store::save_arrival(tx, product_id, pieces, on, note, by.now)
}

/// Puts on the shelf what has come of an arrival; answers the item. What is missing is expected further if `rest_comes`.
pub fn receive(tx: &mut dyn Tx, by: &By, id: i64, pieces: u32, rest_comes: bool) -> Result<(i64, Changed)> {
    check_pieces(pieces)?;
    let arrival = store::find_arrival(tx, id)?.ok_or_else(|| refuse(message::STOCK_ARRIVAL_GONE))?;
    let changed = change(tx, by, arrival.product_id, i64::from(pieces), StockReason::Arrived, &arrival.note)?;
    let changed = changed.map_err(|why| Refusal::of_field("pieces", why))?;
    match arrival.pieces.checked_sub(pieces).filter(|rest| rest_comes && *rest > 0) {
        Some(rest) => store::save_rest(tx, id, rest)?,
        None => store::delete_arrival(tx, id)?,
    }
    Ok((arrival.product_id, changed))
}

/// Forgets an arrival that does not come; answers the item.
pub fn expect_no_more(tx: &mut dyn Tx, id: i64) -> Result<i64> {
    let arrival = store::find_arrival(tx, id)?.ok_or_else(|| refuse(message::STOCK_ARRIVAL_GONE))?;
    store::delete_arrival(tx, id)?;
    Ok(arrival.product_id)
}
