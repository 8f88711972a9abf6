//! The steps of a return. Each but the first names the version of the return that the person has seen: of two people who act at
//! once, the second sees first what the other has done.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::detail::{detail, find};
use super::types::{
    AnnounceArgs, ArriveArgs, FindingLine, InspectArgs, ReceiveArgs, RefundArgs, ReturnDetail, SeenArgs,
};
use crate::audit::Change;
use crate::call::{Changed, StaffMember};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::permission::Permission;
use crate::error::{Refusal, Result, refuse};
use crate::order::Order;
use crate::order_admin::{Acting, line, quantities};
use crate::returns::types::{Announced, Finding, GoodsReturn, Origin};
use crate::returns::{self, NewReturn};
use crate::{fulfillment, message, settlement};

/// Opens a return that a customer has announced.
pub fn announce(tx: &mut dyn Tx, member: &StaffMember, args: AnnounceArgs) -> Result<Changed<ReturnDetail>> {
    let acting = Acting::on(tx, member, &args.order_number)?;
    settlement::check_is_no_surcharge(tx, acting.order.id)?;
    if !matches!(args.origin, Origin::Mail | Origin::Telephone) {
        return Err(Refusal::of_field("origin", message::RETURN_ORIGIN).into());
    }
    let note = line("note", &args.note)?;
    let wanted = args.lines.iter().filter(|line| line.qty > 0);
    let lines = wanted.map(|line| Announced { position: line.position, qty: line.qty, reason: line.reason });
    let new = NewReturn { lines: lines.collect(), note: &note, withdrawal: None };
    let of = returns::announce(tx, &acting.order, args.origin, &new, acting.command.now)?;
    let change = about(&of, &acting.order).after(state(tx, &of)?);
    Ok(Changed::new(detail(tx, member, &acting.order, &of)?, change))
}

/// Goods that came without a word: a return that is opened and received at once. Its customer is told.
pub fn arrive(tx: &mut dyn Tx, member: &StaffMember, args: ArriveArgs) -> Result<Changed<()>> {
    let acting = Acting::on(tx, member, &args.order_number)?;
    settlement::check_is_no_surcharge(tx, acting.order.id)?;
    let note = line("note", &args.note)?;
    let counted = quantities(Some(args.lines)).unwrap_or_default();
    let new = NewReturn { note: &note, ..NewReturn::default() };
    let of = returns::open(tx, &acting.order, Origin::Unasked, &new, acting.command.now)?;
    let of = fulfillment::receive_return(tx, &acting.command, &acting.order, &of, &counted, true)?;
    Ok(Changed::new((), about(&of, &acting.order).after(state(tx, &of)?)))
}

/// Calls off a return whose goods do not come.
pub fn call_off(tx: &mut dyn Tx, member: &StaffMember, args: SeenArgs) -> Result<Changed<ReturnDetail>> {
    let step = Stepping::on(tx, member, &args.number, args.version)?;
    fulfillment::call_off_return(tx, &step.acting.command, &step.acting.order, &step.of)?;
    step.shown(tx, member)
}

/// Closes a return that was refunded on proof of sending and whose goods never came.
pub fn never_came(tx: &mut dyn Tx, member: &StaffMember, args: SeenArgs) -> Result<Changed<ReturnDetail>> {
    let step = Stepping::on(tx, member, &args.number, args.version)?;
    fulfillment::close_never_came(tx, &step.acting.command, &step.acting.order, &step.of)?;
    step.shown(tx, member)
}

/// Notes that the customer of a withdrawal has shown that the goods were sent.
pub fn note_sent(tx: &mut dyn Tx, member: &StaffMember, args: SeenArgs) -> Result<Changed<ReturnDetail>> {
    let step = Stepping::on(tx, member, &args.number, args.version)?;
    returns::note_sent(tx, &step.of, step.acting.command.now)?;
    step.shown(tx, member)
}

/// Counts what has come; the customer is told, also of what was missing.
pub fn receive(tx: &mut dyn Tx, member: &StaffMember, args: ReceiveArgs) -> Result<Changed<()>> {
    let step = Stepping::on(tx, member, &args.number, args.version)?;
    let counted = quantities(Some(args.lines)).unwrap_or_default();
    fulfillment::receive_return(tx, &step.acting.command, &step.acting.order, &step.of, &counted, args.rest_comes)?;
    step.done(tx)
}

/// Decides what is fit for sale and what is deducted; refunds at once where an amount is named.
pub fn inspect(tx: &mut dyn Tx, member: &StaffMember, args: InspectArgs) -> Result<Changed<()>> {
    let step = Stepping::on(tx, member, &args.number, args.version)?;
    let refund = args.refund.as_deref().map(|text| amount("refund", text)).transpose()?;
    if refund.is_some() && !member.who.permissions.contains(&Permission::OrdersRefund) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    let mut findings: BTreeMap<i64, Finding> = BTreeMap::new();
    for found in &args.lines {
        findings.insert(found.position, finding(found)?);
    }
    let Acting { command, order, .. } = &step.acting;
    let of = fulfillment::inspect_return(tx, command, order, &step.of, &findings)?;
    if let Some(refund) = refund {
        fulfillment::refund_return(tx, command, order, &of, Some(refund))?;
        step.acting.check_giving_back(tx)?;
    }
    step.done(tx)
}

fn finding(of: &FindingLine) -> Result<Finding> {
    let field = format!("deduction.{}", of.position);
    let deduction = if of.deduction.trim().is_empty() { Amount::ZERO } else { amount(&field, &of.deduction)? };
    Ok(Finding {
        fit: of.fit,
        deduction: deduction.minor(),
        deduction_reason: line(&format!("deduction_reason.{}", of.position), &of.deduction_reason)?,
    })
}

/// Refunds a return and closes it.
pub fn refund(tx: &mut dyn Tx, member: &StaffMember, args: RefundArgs) -> Result<Changed<()>> {
    let step = Stepping::on(tx, member, &args.number, args.version)?;
    let wanted = args.amount.as_deref().map(|text| amount("amount", text)).transpose()?;
    fulfillment::refund_return(tx, &step.acting.command, &step.acting.order, &step.of, wanted)?;
    step.acting.check_giving_back(tx)?;
    step.done(tx)
}

/// An amount as typed; zero is one.
fn amount(field: &str, text: &str) -> Result<Amount> {
    let amount: Option<Amount> = text.trim().parse().ok();
    let amount = amount.filter(|amount| amount.minor() >= 0);
    amount.ok_or_else(|| Refusal::of_field(field, message::RETURN_AMOUNT_BAD).into())
}

/// A return as the audit is told of it: steps, amounts and pieces, without words.
pub fn state(tx: &mut dyn Tx, of: &GoodsReturn) -> Result<Value> {
    let lines = returns::list_lines(tx, of.id)?;
    let line = |line: &returns::types::Line| {
        json!({ "position": line.position, "announced": line.announced, "received": line.received, "fit": line.fit,
            "reason": line.reason, "deduction": Amount::from_minor(line.deduction) })
    };
    Ok(json!({
        "step": of.step,
        "origin": of.origin,
        "follows": of.follows,
        "rest": returns::rest_of(tx, of)?.map(|rest| rest.number),
        "sent": of.sent_at.is_some(),
        "never_came": of.never_came(),
        "refund": of.refund.map(Amount::from_minor),
        "lines": lines.iter().map(line).collect::<Vec<_>>(),
    }))
}

/// An entry of the audit about a return and its order.
pub fn about(of: &GoodsReturn, order: &Order) -> Change {
    Change::new("return", &of.number).also("order", &order.number)
}

/// A return that a person carries on.
struct Stepping<'a> {
    acting: Acting<'a>,
    of: GoodsReturn,
    before: Value,
}

impl<'a> Stepping<'a> {
    /// The return with this number, as long as it is what the person has seen.
    fn on(tx: &mut dyn Tx, member: &'a StaffMember, number: &str, version: i64) -> Result<Stepping<'a>> {
        let (of, order) = find(tx, number)?;
        if of.version != version {
            return Err(refuse(message::RETURN_CHANGED_MEANWHILE));
        }
        let before = state(tx, &of)?;
        Ok(Stepping { acting: Acting::on(tx, member, &order.number)?, of, before })
    }

    fn change(&self, tx: &mut dyn Tx) -> Result<(GoodsReturn, Change)> {
        let (of, order) = find(tx, &self.of.number)?;
        let change = about(&of, &order).before(self.before.clone()).after(state(tx, &of)?);
        Ok((of, change))
    }

    /// A deed is done: whoever asked for it reads the return again.
    fn done(self, tx: &mut dyn Tx) -> Result<Changed<()>> {
        Ok(Changed::new((), self.change(tx)?.1))
    }

    fn shown(self, tx: &mut dyn Tx, member: &StaffMember) -> Result<Changed<ReturnDetail>> {
        let (of, change) = self.change(tx)?;
        Ok(Changed::new(detail(tx, member, &self.acting.order, &of)?, change))
    }
}
