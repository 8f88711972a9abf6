//! What people of the house do to an order.
//!
//! Each takes the version of the order that the person has seen, and is refused if the order is another by now: of two people
//! who act at once, the second sees first what the other has done.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::detail::detail;
use super::types::{
    HandOverArgs, LineQty, NoteArgs, OrderDetail, PayArgs, ReasonArgs, RefundArgs, RefundByHandArgs, RefundMadeArgs,
    ResendArgs, ReturnArgs, SeenArgs, ShipArgs,
};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::db::Tx;
use crate::domain::money::{Amount, Money};
use crate::domain::permission::Permission;
use crate::domain::shipping::ShippingMethod;
use crate::domain::validate::{readable, readable_line};
use crate::error::{Refusal, Result, refuse};
use crate::fulfillment::{self, Receipt, Return};
use crate::message::{self, MessageDef};
use crate::order::{self, Command, Order};
use crate::payment::store;
use crate::staff::types::{Colleagues, NoteAbout};
use crate::{order_view, outbox, settlement, shipment, staff};

/// Characters of a reason, a tracking number or a reference.
const LINE: usize = 200;
/// For so long refunds of an order add up to its limit.
const REFUNDED_WITHIN: SignedDuration = SignedDuration::from_hours(24);
/// Characters of a note.
const NOTE: usize = 2_000;

// ── What all deeds share ────────────────────────────────────────────────────────────────────────────────────────────

/// An order that a person acts on.
pub struct Acting<'a> {
    member: &'a StaffMember,
    pub command: Command,
    pub order: Order,
    /// What the audit is told of the order before.
    before: Value,
    /// Refunds before, those of its surcharges included.
    refunds: usize,
}

/// The refunds of an order and of the surcharges that end with it.
fn refunds(tx: &mut dyn Tx, order: &Order) -> Result<Vec<store::Refund>> {
    let mut refunds = store::list_refunds(tx, order.id)?;
    // A surcharge that is paid ends the others of its order.
    let surcharge = order::find_surcharge(tx, order.id)?;
    let parcel = surcharge.map_or(order.id, |surcharge| surcharge.first_id);
    for linked in order::list_surcharges(tx, parcel)?.into_iter().filter(|linked| linked.id != order.id) {
        refunds.extend(store::list_refunds(tx, linked.id)?);
    }
    Ok(refunds)
}

impl<'a> Acting<'a> {
    /// The order with this number. The answer of every deed shows it, so whoever may not read orders is refused.
    pub fn on(tx: &mut dyn Tx, member: &'a StaffMember, number: &str) -> Result<Acting<'a>> {
        if !member.who.permissions.contains(&Permission::OrdersRead) {
            return Err(refuse(message::STAFF_NOT_ALLOWED));
        }
        let order = order::find_typed(tx, number)?;
        let command = Command::of_staff(member);
        let (before, refunds) = (state(tx, &order)?, refunds(tx, &order)?.len());
        Ok(Acting { member, command, order, before, refunds })
    }

    /// The same, as long as the order is what the person has seen.
    pub(super) fn on_seen(tx: &mut dyn Tx, member: &'a StaffMember, number: &str, version: &str) -> Result<Acting<'a>> {
        let acting = Self::on(tx, member, number)?;
        if detail(tx, member, &acting.order)?.version != version {
            return Err(refuse(message::ORDER_CHANGED_MEANWHILE));
        }
        Ok(acting)
    }

    /// Refuses to give back more than `console.refund_limit` of an order within a day without fresh proof, in however many slices.
    /// Called after the refunds are made: a refusal undoes them.
    pub(super) fn check_refunds(&self, tx: &mut dyn Tx) -> Result<()> {
        let refunds = refunds(tx, &self.order)?;
        let day_ago = (self.command.now - REFUNDED_WITHIN).as_millisecond();
        let counts =
            |refund: &&store::Refund| refund.created_at > day_ago && refund.state != store::RefundState::Failed;
        let has_made = refunds.len() > self.refunds;
        let sum: i64 = if has_made { refunds.iter().filter(counts).map(|refund| refund.amount).sum() } else { 0 };
        let limit = self.command.config.console.refund_limit;
        if self.member.is_proved() || sum <= 0 {
            return Ok(());
        }
        let euros = Money::new(sum, self.order.totals.currency).in_euros(order::rate(tx, self.order.id)?)?;
        if euros.amount() <= limit {
            return Ok(());
        }
        self.member.check_proof()
    }

    /// Refuses a person who may give nothing back and does, and too much without fresh proof.
    pub fn check_giving_back(&self, tx: &mut dyn Tx) -> Result<()> {
        let gives_back = refunds(tx, &self.order)?.len() > self.refunds;
        if gives_back && !self.member.who.permissions.contains(&Permission::OrdersRefund) {
            return Err(refuse(message::STAFF_NOT_ALLOWED));
        }
        self.check_refunds(tx)
    }

    /// What the audit is told of the order before and after; `what` joins it.
    fn change(self, tx: &mut dyn Tx, what: Value) -> Result<(Order, Change)> {
        let order = order::find_typed(tx, &self.order.number)?;
        let mut after = state(tx, &order)?;
        if let (Some(after), Value::Object(what)) = (after.as_object_mut(), what) {
            after.extend(what);
        }
        let change = Change::new("order", &order.number).before(self.before).after(after);
        Ok((order, change))
    }

    /// A deed is done: whoever asked for it reads the order again.
    pub(super) fn done(self, tx: &mut dyn Tx, what: Value) -> Result<Changed<()>> {
        Ok(Changed::new((), self.change(tx, what)?.1))
    }

    /// Answers a change that is done at once with what came of it.
    pub(super) fn answered<R>(self, tx: &mut dyn Tx, what: Value, answer: R) -> Result<Changed<R>> {
        Ok(Changed::new(answer, self.change(tx, what)?.1))
    }

    /// Answers a change that is done at once with the order after it.
    pub(super) fn shown(self, tx: &mut dyn Tx, what: Value) -> Result<Changed<OrderDetail>> {
        let member = self.member;
        let (order, change) = self.change(tx, what)?;
        Ok(Changed::new(detail(tx, member, &order)?, change))
    }
}

/// An order as the audit is told of it: states, amounts and pieces, without anything that names a person.
pub fn state(tx: &mut dyn Tx, order: &Order) -> Result<Value> {
    let (paid, refunded) = store::balance(tx, order.id, order.totals.currency)?;
    let pieces = |of: &BTreeMap<i64, u32>| of.values().sum::<u32>();
    Ok(json!({
        "status": order.status,
        "payment_method": order.method_code(),
        "total": order.totals.total,
        "currency": order.totals.currency,
        "paid": Amount::from_minor(paid),
        "refunded": Amount::from_minor(refunded),
        "shipped": pieces(&shipment::list_shipped(tx, order.id)?),
        "returned": pieces(&shipment::list_returned(tx, order.id)?),
    }))
}

/// One line of at most [`LINE`] characters.
pub fn line(field: &str, text: &str) -> Result<String> {
    fitting(field, readable_line(text), LINE)
}

/// One line that is not empty.
pub(super) fn reason(text: &str) -> Result<String> {
    filled("reason", line("reason", text)?, message::ORDER_REASON_EMPTY)
}

/// Refuses a reason that [`cancel`] would refuse for each of many orders.
pub fn check_reason(text: &str) -> Result<()> {
    reason(text).map(drop)
}

/// The same for a note.
pub fn check_note(text: &str) -> Result<()> {
    noted(text).map(drop)
}

/// A note that is not empty.
fn noted(text: &str) -> Result<String> {
    filled("text", fitting("text", readable(text), NOTE)?, message::ORDER_NOTE_EMPTY)
}

fn fitting(field: &str, text: String, max: usize) -> Result<String> {
    if text.chars().count() <= max {
        return Ok(text);
    }
    Err(Refusal::of_field(field, message::ORDER_TEXT_TOO_LONG.with("max", max)).into())
}

fn filled(field: &str, text: String, empty: MessageDef) -> Result<String> {
    if text.is_empty() { Err(Refusal::of_field(field, empty).into()) } else { Ok(text) }
}

/// An amount as typed; zero only where `least` is zero.
fn amount(field: &str, text: &str, least: i64) -> Result<Amount> {
    let amount: Option<Amount> = text.trim().parse().ok();
    let amount = amount.filter(|amount| amount.minor() >= least);
    let amount = amount.ok_or_else(|| Refusal::of_field(field, message::AMOUNT_BAD))?;
    if amount > MOST {
        return Err(Refusal::of_field(field, message::AMOUNT_TOO_HIGH.with("max", MOST)).into());
    }
    Ok(amount)
}

/// The most that anybody books or gives back at once: more is a slip of the fingers.
const MOST: Amount = Amount::from_minor(100_000_000);

/// Quantities by position; lines with none are left out.
pub fn quantities(lines: Option<Vec<LineQty>>) -> Option<BTreeMap<i64, u32>> {
    let lines = lines?;
    let mut sums: BTreeMap<i64, u32> = BTreeMap::new();
    for LineQty { position, qty } in lines.into_iter().filter(|line| line.qty > 0) {
        let sum = sums.entry(position).or_default();
        *sum = sum.saturating_add(qty);
    }
    Some(sums)
}

// ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Books money that has come by transfer, by cheque or over the counter.
pub fn pay(tx: &mut dyn Tx, member: &StaffMember, args: PayArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let reference = line("reference", &args.reference)?;
    let receipt = Receipt {
        amount: args.amount.as_deref().map(|text| amount("amount", text, 1)).transpose()?,
        method: args.method.code(),
        reference: &reference,
        value_date: args.value_date,
        again: args.again,
    };
    fulfillment::book_payment(tx, &acting.command, &acting.order, &receipt)?;
    // What is too much goes back.
    acting.check_giving_back(tx)?;
    acting.done(tx, json!({ "method": receipt.method, "amount": receipt.amount, "value_date": args.value_date }))
}

/// Gives money back without taking goods back.
pub fn refund(tx: &mut dyn Tx, member: &StaffMember, args: RefundArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let (amount, reason) = (amount("amount", &args.amount, 1)?, reason(&args.reason)?);
    fulfillment::refund(tx, &acting.command, &acting.order, amount, &reason)?;
    acting.check_refunds(tx)?;
    acting.done(tx, json!({ "amount": amount }))
}

/// Notes that a refund has been transferred; its customer is told.
pub fn refund_made(tx: &mut dyn Tx, member: &StaffMember, args: RefundMadeArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let reference = line("reference", &args.reference)?;
    settlement::check_refund_of(tx, &acting.order, args.id)?;
    settlement::refund_made_by_hand(tx, &acting.command, args.id, &reference)?;
    acting.done(tx, json!({ "refund": args.id }))
}

/// Moves a refund that its gateway refused to the house.
pub fn refund_by_hand(tx: &mut dyn Tx, member: &StaffMember, args: RefundByHandArgs) -> Result<Changed<OrderDetail>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    settlement::check_refund_of(tx, &acting.order, args.id)?;
    settlement::refund_again_by_hand(tx, &acting.command, args.id)?;
    acting.shown(tx, json!({ "refund": args.id }))
}

/// Cancels an order of which nothing has been shipped; what was paid goes back.
pub fn cancel(tx: &mut dyn Tx, member: &StaffMember, args: ReasonArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    fulfillment::cancel(tx, &acting.command, acting.order.id, &reason(&args.reason)?)?;
    // To cancel what is paid is to give money back.
    acting.check_giving_back(tx)?;
    acting.done(tx, json!({}))
}

// ── Goods ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Sends a parcel.
pub fn ship(tx: &mut dyn Tx, member: &StaffMember, args: ShipArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let carrier = match &args.carrier {
        None => acting.order.shipping_method,
        Some(code) => ShippingMethod::from_code(code)
            .ok_or_else(|| Refusal::of_field("carrier", message::ORDER_CARRIER_UNKNOWN))?,
    };
    let (tracking, lines) = (line("tracking", &args.tracking)?, quantities(args.lines));
    fulfillment::ship(tx, &acting.command, &acting.order, lines.as_ref(), carrier, &tracking)?;
    acting.done(tx, json!({ "carrier": carrier, "lines": lines }))
}

/// Notes that an order lies ready to be collected; its customer is told.
pub fn ready(tx: &mut dyn Tx, member: &StaffMember, args: SeenArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    fulfillment::make_ready(tx, &acting.command, &acting.order)?;
    acting.done(tx, json!({ "ready": true }))
}

/// Hands an order over to whoever collects it. The audit is told that, not the name, which stands with the order.
pub fn hand_over(tx: &mut dyn Tx, member: &StaffMember, args: HandOverArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let to = filled("collected_to", line("collected_to", &args.collected_to)?, message::ORDER_COLLECTOR_EMPTY)?;
    fulfillment::hand_over(tx, &acting.command, &acting.order, &to)?;
    acting.done(tx, json!({ "collected": true }))
}

/// Takes goods back and gives their price back.
pub fn record_return(tx: &mut dyn Tx, member: &StaffMember, args: ReturnArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let (reason, lines) = (reason(&args.reason)?, quantities(args.lines));
    let what = Return {
        lines: lines.as_ref(),
        restock: args.restock,
        refund: args.refund.as_deref().map(|text| amount("refund", text, 0)).transpose()?,
        reason: &reason,
    };
    let refunded = fulfillment::record_return(tx, &acting.command, &acting.order, &what)?;
    acting.check_refunds(tx)?;
    acting.done(tx, json!({ "lines": lines, "restock": args.restock, "amount": refunded }))
}

/// Completes a shipped order before its fourteen days are over.
pub fn complete(tx: &mut dyn Tx, member: &StaffMember, args: ReasonArgs) -> Result<Changed<OrderDetail>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let reason = match line("reason", &args.reason)? {
        reason if reason.is_empty() => "by hand".to_owned(),
        reason => reason,
    };
    fulfillment::complete(tx, &acting.command, acting.order.id, &reason)?;
    acting.shown(tx, json!({}))
}

// ── Notes and mails ─────────────────────────────────────────────────────────────────────────────────────────────────

pub fn note(tx: &mut dyn Tx, member: &StaffMember, args: NoteArgs) -> Result<Changed<OrderDetail>> {
    let acting = Acting::on(tx, member, &args.number)?;
    let people = add_note(tx, &acting.command, acting.order.id, &args.text)?;
    acting.shown(tx, json!({ "noted": true, "named": people }))
}

/// Adds a note to an order; answers those whom it names.
///
/// # Errors
///
/// Refused where it is empty or too long, or names somebody who may not read it.
pub fn add_note(tx: &mut dyn Tx, command: &Command, order_id: i64, text: &str) -> Result<Vec<i64>> {
    let text = noted(text)?;
    let people = staff::named_in(tx, &text, NoteAbout::Order)?;
    order::mention::add_note_naming(tx, order_id, command.actor, &text, &people, command.now)?;
    Ok(people)
}

/// Those who can be named in a note about an order.
pub fn colleagues(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<Colleagues> {
    staff::colleagues(tx, NoteAbout::Order)
}

/// Sends a mail again, written as the order is when it leaves; so it asks for no version.
pub fn resend(tx: &mut dyn Tx, member: &StaffMember, args: ResendArgs) -> Result<Changed<()>> {
    let acting = Acting::on(tx, member, &args.number)?;
    let mails = outbox::list_of_order(tx, acting.order.id)?;
    let mail = mails.iter().find(|mail| mail.id == args.mail_id);
    let mail = mail.ok_or_else(|| refuse(message::ORDER_MAIL_NOT_FOUND))?;
    order_view::send_mail_again(tx, &acting.command, &acting.order, mail)?;
    acting.done(tx, json!({ "mail": mail.id }))
}
