//! The rules of each step.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::store::{self, NewRow};
use super::types::{Announced, Finding, GoodsReturn, Line, Origin, Reason, Step};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;
use crate::order::{self, Command, Order};
use crate::shipment::{self, Quantities, minus};

/// A return to be opened.
#[derive(Debug, Clone, Default)]
pub struct NewReturn<'a> {
    /// Empty: what comes is not known.
    pub lines: Vec<Announced>,
    pub note: &'a str,
    /// Number of the statement of withdrawal that it follows from, and when that was received.
    pub withdrawal: Option<(&'a str, Timestamp)>,
}

/// Pieces of an order that were sent and have not come back, by position: those in open returns included.
pub fn out(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    Ok(minus(&shipment::list_shipped(tx, order_id)?, &shipment::list_returned(tx, order_id)?))
}

/// Those that are not in the house: less what lies received in returns. `except`: id of a return that does not count; 0: none.
pub fn away(tx: &mut dyn Tx, order_id: i64, except: i64) -> Result<Quantities> {
    Ok(minus(&out(tx, order_id)?, &store::open_pieces(tx, order_id, Step::Received, except)?))
}

/// Those that can come with a return; none: with a new one. What was refunded before it came comes with its own return and with no
/// other, and nothing else comes with that: no piece is refunded twice, and none is not refunded.
pub fn receivable(tx: &mut dyn Tx, order_id: i64, of: Option<&GoodsReturn>) -> Result<Quantities> {
    let away = away(tx, order_id, of.map_or(0, |of| of.id))?;
    match of.filter(|of| of.refunded_at.is_some()) {
        Some(of) => Ok(common(&pieces_of(&store::list_lines(tx, of.id)?), &away)),
        None => Ok(minus(&away, &store::refunded_ahead(tx, order_id)?)),
    }
}

/// Those that can be announced: less what is announced already, and what never came with a return.
pub fn announceable(tx: &mut dyn Tx, order_id: i64) -> Result<Quantities> {
    let free = minus(&away(tx, order_id, 0)?, &store::open_pieces(tx, order_id, Step::Announced, 0)?);
    Ok(minus(&free, &store::never_came(tx, order_id)?))
}

/// The pieces that are in both.
pub fn common(one: &Quantities, other: &Quantities) -> Quantities {
    let both = one.iter().filter_map(|(position, qty)| Some((*position, *qty.min(other.get(position)?))));
    both.filter(|(_, qty)| *qty > 0).collect()
}

/// Opens an announced return of pieces that are not in another one.
///
/// # Errors
///
/// Refused for more pieces than can be announced, and for none.
pub fn announce(
    tx: &mut dyn Tx,
    order: &Order,
    origin: Origin,
    new: &NewReturn<'_>,
    now: Timestamp,
) -> Result<GoodsReturn> {
    let mut wanted = Quantities::new();
    for line in &new.lines {
        let sum = wanted.entry(line.position).or_default();
        *sum = sum.saturating_add(line.qty);
    }
    shipment::check(&wanted, &announceable(tx, order.id)?, message::RETURN_TOO_MUCH)?;
    open(tx, order, origin, new, now)
}

/// [`announce`] without the check, for what is received at once.
pub fn open(
    tx: &mut dyn Tx,
    order: &Order,
    origin: Origin,
    new: &NewReturn<'_>,
    now: Timestamp,
) -> Result<GoodsReturn> {
    let row = NewRow {
        order_id: order.id,
        order_number: &order.number,
        origin,
        note: new.note,
        withdrawal: new.withdrawal.map(|(number, _)| number),
        notice_at: new.withdrawal.map(|(_, at)| at),
        now,
    };
    let id = store::save(tx, &row)?;
    let mut lines: BTreeMap<i64, (u32, Reason)> = BTreeMap::new();
    for line in new.lines.iter().filter(|line| line.qty > 0) {
        let (qty, _) = lines.entry(line.position).or_insert((0, line.reason));
        *qty = qty.saturating_add(line.qty);
    }
    for (position, (qty, reason)) in lines {
        store::save_announced(tx, id, position, qty, reason)?;
    }
    anew(tx, id)
}

/// A withdrawal of pieces that are announced already: their return follows from it from now on.
pub(super) fn join_withdrawal(tx: &mut dyn Tx, of: &GoodsReturn, number: &str, now: Timestamp) -> Result<()> {
    join(tx, of, number, now.as_millisecond())
}

fn join(tx: &mut dyn Tx, of: &GoodsReturn, number: &str, notice_at: i64) -> Result<()> {
    let of = GoodsReturn { notice_at: Some(notice_at), ..of.clone() };
    let since = of.sent_at.or(of.received_at).map(order::moment).transpose()?;
    store::save_withdrawal(tx, of.id, number, notice_at, since.and_then(|since| of.refund_by(since)))
}

/// Notes that the customer has shown that the goods were sent: the money of a withdrawal may be withheld no longer.
pub fn note_sent(tx: &mut dyn Tx, of: &GoodsReturn, now: Timestamp) -> Result<()> {
    check_step(of, Step::Announced)?;
    store::save_sent(tx, of.id, of.refund_by(now), now)
}

/// Calls off a return whose goods do not come.
///
/// # Errors
///
/// Refused once they are here, or were refunded.
pub fn call_off(tx: &mut dyn Tx, of: &GoodsReturn, now: Timestamp) -> Result<()> {
    check_step(of, Step::Announced)?;
    if of.refunded_at.is_some() {
        return Err(refuse(message::RETURN_REFUNDED));
    }
    store::save_ended(tx, of.id, Step::CalledOff, now)
}

/// Closes a return whose goods never came, and whose money has gone back on proof that they were sent. Its pieces stay those that
/// were refunded: should they come after all, they come with it.
///
/// # Errors
///
/// Refused once they are here, and before the refund: a return that is not refunded is called off.
pub fn close_never_came(tx: &mut dyn Tx, of: &GoodsReturn, now: Timestamp) -> Result<()> {
    check_step(of, Step::Announced)?;
    if of.refunded_at.is_none() {
        return Err(refuse(message::RETURN_NOT_NOW));
    }
    store::save_ended(tx, of.id, Step::Closed, now)
}

/// Counts the pieces that have come, by position; those that are not named have not. Where `rest_comes`, what was announced and has
/// not come stays announced, as a return that follows this one; else it is expected no more.
///
/// # Errors
///
/// Refused for more pieces than can come with it, and for none at all.
pub fn receive(
    tx: &mut dyn Tx,
    of: &GoodsReturn,
    counted: &Quantities,
    rest_comes: bool,
    now: Timestamp,
) -> Result<GoodsReturn> {
    if !of.can_come() {
        return Err(refuse(message::RETURN_NOT_NOW));
    }
    let came: Quantities =
        counted.iter().filter(|(_, qty)| **qty > 0).map(|(position, qty)| (*position, *qty)).collect();
    shipment::check(&came, &receivable(tx, of.order_id, Some(of))?, message::RETURN_TOO_MUCH)?;
    let mut counts: Quantities = store::list_lines(tx, of.id)?.into_iter().map(|line| (line.position, 0)).collect();
    counts.extend(came);
    for (position, qty) in counts {
        store::save_line_received(tx, of.id, position, qty)?;
    }
    let since = of.sent_at.map(order::moment).transpose()?.map_or(now, |sent| sent.min(now));
    store::save_received(tx, of.id, of.refund_by(since), now)?;
    if rest_comes {
        announce_rest(tx, of)?;
    }
    let withdrawn = trim(tx, of.order_id, now)?;
    let received = anew(tx, of.id)?;
    match withdrawn {
        Some((number, notice_at)) if received.withdrawal.is_none() => {
            join(tx, &received, &number, notice_at)?;
            anew(tx, of.id)
        }
        _ => Ok(received),
    }
}

/// Announces what has not come with a return, as it was before it was received, as one of its own.
fn announce_rest(tx: &mut dyn Tx, of: &GoodsReturn) -> Result<()> {
    let mut missing = store::list_lines(tx, of.id)?;
    missing.retain(|line| line.missing() > 0);
    if missing.is_empty() {
        return Ok(());
    }
    let order = order::find(tx, of.order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let id = store::save_rest(tx, of, &order.number)?;
    for line in missing {
        store::save_announced(tx, id, line.position, line.missing(), line.reason)?;
    }
    Ok(())
}

/// The return of what was announced with another one and did not come with it.
pub fn rest_of(tx: &mut dyn Tx, of: &GoodsReturn) -> Result<Option<GoodsReturn>> {
    let others = store::list_of_order(tx, of.order_id)?;
    Ok(others.into_iter().find(|other| other.follows.as_ref() == Some(&of.number)))
}

/// Takes out of announced returns what is away no more: it has come with another one. The oldest keep theirs; one of which nothing
/// is left is called off. Answers the statement of withdrawal, and when it was received, that one of them follows from.
fn trim(tx: &mut dyn Tx, order_id: i64, now: Timestamp) -> Result<Option<(String, i64)>> {
    let mut left = receivable(tx, order_id, None)?;
    let mut withdrawn = None;
    let announced = store::list_of_order(tx, order_id)?.into_iter();
    // Nobody takes anything of what was refunded before it came.
    for of in announced.filter(|of| of.step == Step::Announced && of.refunded_at.is_none()) {
        let (mut expected, mut is_less) = (0, false);
        for line in store::list_lines(tx, of.id)? {
            let there = left.entry(line.position).or_default();
            let qty = line.announced.min(*there);
            *there -= qty;
            expected += qty;
            if qty < line.announced {
                is_less = true;
                store::save_announced(tx, of.id, line.position, qty, line.reason)?;
            }
        }
        if is_less && expected == 0 {
            store::save_ended(tx, of.id, Step::CalledOff, now)?;
        } else if is_less {
            store::touch(tx, of.id)?;
        }
        if is_less && withdrawn.is_none() {
            withdrawn = of.withdrawal.zip(of.notice_at);
        }
    }
    Ok(withdrawn)
}

/// What was paid for pieces that come back after others, by position, in minor units: all pieces of a line together are worth the
/// line. `before`: those that came back before.
pub fn value_of(
    tx: &mut dyn Tx,
    order: &Order,
    pieces: &Quantities,
    before: &Quantities,
) -> Result<BTreeMap<i64, i64>> {
    let lines = order::lines(tx, order.id)?;
    let of_line = lines.iter().zip(0_i64..).filter_map(|(line, position)| {
        let qty = pieces.get(&position)?;
        let earlier = before.get(&position).copied().unwrap_or(0);
        // The difference of two rounded shares, so that repeated returns add up to the line.
        Some((position, line.paid_for(earlier + qty) - line.paid_for(earlier)))
    });
    Ok(of_line.collect())
}

/// Decides of each received line how many pieces are fit for sale and what is deducted, and books what has come back: pieces that
/// are fit are in stock again. Lines that `findings` does not name are fit as a whole.
///
/// # Errors
///
/// Refused by the fields `fit.{position}`, `deduction.{position}` and `deduction_reason.{position}`: more pieces than have come, more
/// than what was paid for them, a deduction without a reason.
pub fn inspect(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    of: &GoodsReturn,
    findings: &BTreeMap<i64, Finding>,
    reason: &str,
) -> Result<GoodsReturn> {
    check_step(of, Step::Received)?;
    let lines = store::list_lines(tx, of.id)?;
    let pieces = pieces_of(&lines);
    let before = shipment::list_returned(tx, order.id)?;
    let values = value_of(tx, order, &pieces, &before)?;
    let mut fields = FieldMessages::new();
    let (mut fit, mut unfit) = (Quantities::new(), Quantities::new());
    for position in findings.keys().filter(|position| !pieces.contains_key(position)) {
        fields.insert(format!("fit.{position}"), message::RETURN_FIT_TOO_MANY.with("received", 0));
    }
    for (position, qty) in &pieces {
        let finding = findings.get(position).cloned().unwrap_or(Finding { fit: *qty, ..Finding::default() });
        let value = values.get(position).copied().unwrap_or_default();
        if finding.fit > *qty {
            fields.insert(format!("fit.{position}"), message::RETURN_FIT_TOO_MANY.with("received", qty));
        }
        if finding.deduction < 0 || finding.deduction > value {
            let most = Amount::from_minor(value);
            fields.insert(format!("deduction.{position}"), message::RETURN_DEDUCTION_TOO_MUCH.with("most", most));
        } else if finding.deduction > 0 && finding.deduction_reason.is_empty() {
            fields.insert(format!("deduction_reason.{position}"), message::RETURN_DEDUCTION_REASON.into());
        }
        if fields.is_empty() {
            store::save_finding(tx, of.id, *position, value, &finding)?;
            fit.insert(*position, finding.fit);
            unfit.insert(*position, *qty - finding.fit);
        }
    }
    check_fields(fields)?;
    for (pieces, restock) in [(fit, true), (unfit, false)] {
        let pieces: Quantities = pieces.into_iter().filter(|(_, qty)| *qty > 0).collect();
        if !pieces.is_empty() {
            shipment::book_return(tx, command, order.id, &pieces, restock, reason)?;
        }
    }
    store::save_inspected(tx, of.id, command.now)?;
    anew(tx, of.id)
}

/// Closes an inspected return that is refunded.
pub fn close(tx: &mut dyn Tx, of: &GoodsReturn, now: Timestamp) -> Result<()> {
    check_step(of, Step::Inspected)?;
    store::save_ended(tx, of.id, Step::Closed, now)
}

/// The pieces of lines, without lines of none.
pub fn pieces_of(lines: &[Line]) -> Quantities {
    lines.iter().map(|line| (line.position, line.pieces())).filter(|(_, qty)| *qty > 0).collect()
}

/// Whether a return holds pieces of one of these lines.
pub fn touches(tx: &mut dyn Tx, of: &GoodsReturn, positions: &Quantities) -> Result<bool> {
    let pieces = pieces_of(&store::list_lines(tx, of.id)?);
    Ok(pieces.keys().any(|position| positions.contains_key(position)))
}

/// Pieces that count as back once `of` is refunded: what is booked, what was refunded before it came, and its own.
pub fn back_with(tx: &mut dyn Tx, of: &GoodsReturn) -> Result<Quantities> {
    let mut back = shipment::list_returned(tx, of.order_id)?;
    let mut more = vec![store::refunded_pieces(tx, of.order_id, of.id)?];
    if of.inspected_at.is_none() {
        more.push(pieces_of(&store::list_lines(tx, of.id)?));
    }
    for (position, qty) in more.into_iter().flatten() {
        *back.entry(position).or_default() += qty;
    }
    Ok(back)
}

fn check_step(of: &GoodsReturn, step: Step) -> Result<()> {
    if of.step == step { Ok(()) } else { Err(refuse(message::RETURN_NOT_NOW)) }
}

fn anew(tx: &mut dyn Tx, id: i64) -> Result<GoodsReturn> {
    store::find_by_id(tx, id)?.ok_or_else(|| anyhow::anyhow!("the return {id} is not there").into())
}
