//! `shop order paid` and `refund`.

use anyhow::anyhow;
use jiff::civil::Date;

use super::change::change;
use super::refusals::{explain_payment, explain_refund};
use crate::cli::shop::{Shop, one_line};
use crate::cli::table::{Output, money};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::paid_how;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::fulfillment::{self, Receipt};
use crate::message;
use crate::order::{self, Order};
use crate::order_admin::types::ReceivedBy;
use crate::payment;
use crate::settlement::{self, Booking};

/// Parses how money came.
fn received_by(code: &str) -> Result<ReceivedBy, String> {
    let by = ReceivedBy::ALL.into_iter().find(|by| by.code() == code);
    by.ok_or_else(|| format!("give {}", ReceivedBy::ALL.map(ReceivedBy::code).join(", ")))
}

/// The order's own method. Payments through a gateway are booked by its reports; recording another payment changes the
/// order's method, so the method must be given.
fn own(order: &Order) -> anyhow::Result<ReceivedBy> {
    ReceivedBy::of(order.payment_method).ok_or_else(|| {
        anyhow!(
            "{} is to be paid {}, and the shop is told by itself when it is; if the money came another way, add --method bank_transfer, cheque or offline",
            order.number,
            paid_how(order.payment_method.code())
        )
    })
}

/// A received payment, as the operator describes it.
#[derive(Debug, clap::Args)]
pub struct Received {
    /// Amount received; if omitted, all that is outstanding
    #[arg(long, value_parser = crate::cli::amount, allow_negative_numbers = true)]
    amount: Option<Amount>,
    /// How it was paid: bank_transfer, cheque, or offline for over the counter; if omitted, as the order says. To be named for
    /// card and WeChat orders, of whose payments the shop is told by itself
    #[arg(long, value_parser = received_by)]
    method: Option<ReceivedBy>,
    /// The bank's reference
    #[arg(long, default_value = "", value_parser = one_line)]
    reference: String,
    /// Value date, e.g. 2026-11-24; if omitted, today
    #[arg(long, value_parser = crate::cli::day)]
    date: Option<Date>,
    /// Another payment than the one booked with the same reference, amount and value date
    #[arg(long)]
    again: bool,
}

/// Records a received payment.
pub fn paid(shop: &Shop, out: Output, number: &str, given: &Received) -> anyhow::Result<()> {
    let (received, done) = change(shop, number, "order paid", |tx, command, order| {
        // Asked first, since an order that waits for nothing may have no way to be named.
        if given.amount.is_none() && payment::outstanding(tx, order)?.minor() <= 0 {
            return Err(refuse(message::PAYMENT_NOTHING_OUTSTANDING));
        }
        let by = given.method.map_or_else(|| own(order), Ok)?;
        let receipt = Receipt {
            amount: given.amount,
            method: by.code(),
            reference: &given.reference,
            value_date: given.date.unwrap_or_else(|| in_shop_zone(command.now).date()),
            again: given.again,
        };
        fulfillment::book_payment(tx, command, order, &receipt).map_err(|error| explain_payment(order, &receipt, error))
    })?;
    let what = match received {
        Booking::Paid => "is paid".to_owned(),
        Booking::Partial => {
            let outstanding = money(done.outstanding.minor(), done.order.totals.currency);
            format!("is paid in part, {outstanding} outstanding")
        }
        Booking::Refunded => "had no need of it: the money is to go back".to_owned(),
    };
    done.print(out, &what)
}

/// Records that a refund has been transferred.
pub fn refund_made(
    shop: &Shop,
    out: Output,
    number: &str,
    id: i64,
    reason: Option<String>,
    reference: &str,
) -> anyhow::Result<()> {
    let ((), done) = change(shop, number, "order refund", |tx, command, order| {
        let made = settlement::check_refund_of(tx, order, id)
            .and_then(|()| settlement::refund_made_by_hand(tx, command, id, reference));
        made.map_err(|error| explain_refund(tx, order, id, error))?;
        note_why(tx, command, order, &format!("refund {id} made by hand"), reason)
    })?;
    done.print(out, &format!("has its refund {id}"))
}

/// Moves a refund from its gateway to the operator.
pub fn refund_by_hand(shop: &Shop, out: Output, number: &str, id: i64, reason: Option<String>) -> anyhow::Result<()> {
    let ((), done) = change(shop, number, "order refund", |tx, command, order| {
        let booked =
            settlement::check_refund_of(tx, order, id).and_then(|()| settlement::refund_again_by_hand(tx, command, id));
        booked.map_err(|error| explain_refund(tx, order, id, error))?;
        note_why(tx, command, order, &format!("refund {id} to be made by hand"), reason)
    })?;
    done.print(out, "waits for its refund to be made by hand")
}

/// Refunds money without a return.
pub fn refund(
    shop: &Shop,
    out: Output,
    number: &str,
    amount: Option<Amount>,
    reason: Option<String>,
) -> anyhow::Result<()> {
    let amount = amount.filter(|amount| amount.minor() > 0);
    let amount = amount.ok_or_else(|| anyhow!("give an --amount above zero"))?;
    let reason = reason.unwrap_or_else(|| "goodwill".to_owned());
    let ((), done) = change(shop, number, "order refund", |tx, command, order| {
        fulfillment::refund(tx, command, order, amount, &reason)
    })?;
    done.print(out, &format!("is to get {amount} {} back", done.order.totals.currency))
}

/// Adds the reason as a note. The reason of the refund itself is in its credit note and does not change.
fn note_why(
    tx: &mut dyn Tx,
    command: &order::Command,
    order: &Order,
    what: &str,
    reason: Option<String>,
) -> Result<()> {
    reason.map_or(Ok(()), |reason| {
        order::add_note(tx, order.id, command.actor, &format!("{what}: {reason}"), command.now)
    })
}
