//! `shop order`: what an operator sees of orders and does to them, beside the running shop.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use clap::{ArgGroup, Subcommand, ValueEnum};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::json;

use super::shop::{self, Shop, one_line};
use super::table::{Output, line, moment, money};
use crate::checkout::{self, EnteredItem, EnteredOrder};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::Amount;
use crate::domain::order_status::{OFFLINE, OrderStatus, PaymentMethod, paid_how};
use crate::domain::shipping::ShippingMethod;
use crate::domain::validate::email_key;
use crate::error::{Error, Result};
use crate::fulfillment::{self, Return};
use crate::message::{self, Message};
use crate::order::{self, Address, Filter, Order};
use crate::order_view;
use crate::payment::store::{Refund, RefundState};
use crate::payment::{self, store};
use crate::settlement::{self, Received};
use crate::shipment;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List orders, newest first
    List {
        /// Only this status; may be given several times: pending, pending_bank_transfer, pending_cheque, pending_offline,
        /// processing, shipped, complete, canceled, closed
        #[arg(long, value_parser = status)]
        status: Vec<OrderStatus>,
        /// Only this payment method: card, bank_transfer, cheque, wechat or offline
        #[arg(long, value_parser = method)]
        method: Option<String>,
        /// Only from this e-mail address
        #[arg(long)]
        email: Option<String>,
        /// Placed on this day (in Paris) or later, e.g. 2026-11-21
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        since: Option<Date>,
        /// Placed on this day or earlier
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        until: Option<Date>,
        /// List refunds that wait for a person, instead of orders
        #[arg(long)]
        refunds: bool,
        /// At most this many
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Show an order with its lines, payments, parcels, history and notes
    Show {
        /// Its number, e.g. 2026-000123
        number: String,
    },
    /// Enter an order taken by telephone or at the counter, from a JSON file ("-": standard input)
    Create {
        /// The file; `--template` prints one to fill in
        file: Option<PathBuf>,
        /// Print a file to fill in
        #[arg(long)]
        template: bool,
    },
    /// Record a payment that has arrived
    Paid {
        /// Its number, e.g. 2026-000123
        number: String,
        /// Amount received; if omitted, all that is outstanding
        #[arg(long)]
        amount: Option<Amount>,
        /// How it was paid; if omitted, as the order says. To be named for card and WeChat orders, of whose payments the shop
        /// is told by itself
        #[arg(long, value_enum)]
        method: Option<Way>,
        /// The bank's reference
        #[arg(long, default_value = "", value_parser = one_line)]
        reference: String,
    },
    /// Send a parcel with everything still to be shipped, or with the lines named
    Ship {
        /// Its number, e.g. 2026-000123
        number: String,
        /// SKU=QUANTITY; may be given several times
        #[arg(long = "line", value_name = "SKU=QTY", value_parser = pieces)]
        lines: Vec<Pieces>,
        /// standard, dhl or ups; if omitted, the order's own
        #[arg(long, value_parser = carrier)]
        carrier: Option<ShippingMethod>,
        /// Tracking number
        #[arg(long, default_value = "", value_parser = one_line)]
        tracking: String,
    },
    /// Complete a shipped order before its fourteen days are over
    Complete {
        /// Its number, e.g. 2026-000123
        number: String,
        /// Kept in the history
        #[arg(long, default_value = "by the operator", value_parser = words)]
        reason: String,
    },
    /// Cancel an order of which nothing has been shipped; what was paid is refunded
    Cancel {
        /// Its number, e.g. 2026-000123
        number: String,
        /// Kept in the history, and told to the customer
        #[arg(long, value_parser = words)]
        reason: String,
    },
    /// Take goods back and refund them: everything that was shipped, or the lines named
    Return {
        /// Its number, e.g. 2026-000123
        number: String,
        /// SKU=QUANTITY; may be given several times
        #[arg(long = "line", value_name = "SKU=QTY", value_parser = pieces)]
        lines: Vec<Pieces>,
        /// Do not put them back into stock: they cannot be sold again
        #[arg(long)]
        no_restock: bool,
        /// Amount to refund, e.g. 12.50, or 0; if omitted, what was paid for the goods
        #[arg(long)]
        refund: Option<Amount>,
        /// Kept with the refund
        #[arg(long, default_value = "returned", value_parser = words)]
        reason: String,
    },
    /// Refund money without taking goods back, or settle a refund that waits for a person
    #[command(group = ArgGroup::new("what").required(true).args(["amount", "made", "by_hand"]))]
    Refund {
        /// Its number, e.g. 2026-000123
        number: String,
        /// Amount to refund
        #[arg(long)]
        amount: Option<Amount>,
        /// Kept with the refund, "goodwill" if omitted; with --made or --by-hand, a note beside what the refund is for
        #[arg(long, value_parser = words)]
        reason: Option<String>,
        /// Note that this refund (its id) has been transferred
        #[arg(long, value_name = "ID")]
        made: Option<i64>,
        /// Note that this refund (its id), which the gateway refused, is to be made by hand
        #[arg(long, value_name = "ID")]
        by_hand: Option<i64>,
        /// The bank's reference, with --made
        #[arg(long, default_value = "", value_parser = one_line, conflicts_with_all = ["amount", "by_hand"])]
        reference: String,
    },
    /// Add a note to an order
    Note {
        /// Its number, e.g. 2026-000123
        number: String,
        /// What to note, in quotes
        #[arg(value_parser = one_line)]
        text: String,
    },
}

/// How money came that no gateway brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Way {
    #[value(name = "bank_transfer")]
    BankTransfer,
    Cheque,
    /// Over the counter
    Offline,
}

impl Way {
    /// As the customer meant to pay. A payment that goes through a gateway is booked by the gateway's word: what came beside
    /// it makes another order of it, and is to be meant.
    fn of(order: &Order) -> anyhow::Result<Way> {
        match order.payment_method {
            PaymentMethod::BankTransfer => Ok(Way::BankTransfer),
            PaymentMethod::Cheque => Ok(Way::Cheque),
            PaymentMethod::Card | PaymentMethod::Wechat => bail!(
                "{} is to be paid {}, and the shop is told by itself when it is; if the money came another way, add --method bank_transfer, cheque or offline",
                order.number,
                paid_how(order.payment_method.code())
            ),
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Way::BankTransfer => "bank_transfer",
            Way::Cheque => "cheque",
            Way::Offline => OFFLINE,
        }
    }
}

/// Pieces of a line, as `--line` names them.
#[derive(Debug, Clone)]
struct Pieces {
    sku: String,
    qty: u32,
}

fn pieces(text: &str) -> Result<Pieces, String> {
    let form = || "give SKU=QUANTITY, e.g. TOW-GAN=2".to_owned();
    let (sku, qty) = text.split_once('=').ok_or_else(form)?;
    let (sku, qty) = (sku.trim(), qty.trim().parse().map_err(|_| form())?);
    match qty {
        _ if sku.is_empty() => Err(form()),
        0 => Err(format!("give one piece of {sku} or more, or leave the line out")),
        qty => Ok(Pieces { sku: sku.to_owned(), qty }),
    }
}

/// A text that says something.
fn words(text: &str) -> Result<String, String> {
    match one_line(text)? {
        text if text.is_empty() => Err("say why in a few words".to_owned()),
        text => Ok(text),
    }
}

fn status(code: &str) -> Result<OrderStatus, String> {
    OrderStatus::from_code(code).ok_or_else(|| one_of(OrderStatus::ALL.map(OrderStatus::code)))
}

/// A way in which orders are paid; over the counter too, which nobody chooses.
fn method(code: &str) -> Result<String, String> {
    let [card, bank_transfer, cheque, wechat] = PaymentMethod::ALL.map(PaymentMethod::code);
    let known = [card, bank_transfer, cheque, wechat, Way::Offline.code()];
    if known.contains(&code) { Ok(code.to_owned()) } else { Err(one_of(known)) }
}

fn carrier(code: &str) -> Result<ShippingMethod, String> {
    ShippingMethod::from_code(code).ok_or_else(|| "give standard, dhl or ups".to_owned())
}

fn one_of<const N: usize>(codes: [&str; N]) -> String {
    format!("give one of {}", codes.join(", "))
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    if let Command::Create { template: true, .. } = &args.command {
        return out.value(&template());
    }
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { refunds: true, limit, .. } => list_refunds(&shop, out, limit),
        Command::List { status, method, email, since, until, limit, .. } => {
            let filter = Filter {
                status,
                method,
                email_key: email.map(|email| email_key(&email)),
                from: since.map(start_of).transpose()?,
                until: until.map(|day| start_of(day.tomorrow()?)).transpose()?,
                limit,
            };
            list(&shop, out, &filter)
        }
        Command::Show { number } => show(&shop, out, &number),
        Command::Create { file, .. } => create(&shop, out, file),
        Command::Paid { number, amount, method, reference } => {
            let (received, done) = deed(&shop, &number, |tx, command, order| {
                // What is missing from the total of an order that waits for nothing has been given back, or was never owed.
                let waits = order.status.is_pending() && open(tx, order)?.minor() > 0;
                if amount.is_none() && !waits {
                    return Err(anyhow!(waits_for_nothing(order)).into());
                }
                let way = method.map_or_else(|| Way::of(order), Ok)?;
                fulfillment::book_payment(tx, command, order, amount, way.code(), &reference)
            })?;
            let what = match received {
                Received::Paid => "is paid".to_owned(),
                Received::Partly => {
                    let outstanding = money(done.outstanding.minor(), done.order.totals.currency);
                    format!("is paid in part, {outstanding} outstanding")
                }
                Received::GoesBack => "had no need of it: the money is to go back".to_owned(),
                Received::Again => "had it booked before".to_owned(),
            };
            done.said(out, &what)
        }
        Command::Ship { number, lines, carrier, tracking } => {
            let (is_last, done) = deed(&shop, &number, |tx, command, order| {
                let lines = positions(tx, order, &lines)?;
                let carrier = carrier.unwrap_or(order.shipping_method).code();
                fulfillment::ship(tx, command, order, lines.as_ref(), carrier, tracking.trim())
            })?;
            done.said(out, if is_last { "is shipped" } else { "is shipped in part" })
        }
        Command::Complete { number, reason } => {
            let ((), done) =
                deed(&shop, &number, |tx, command, order| fulfillment::complete(tx, command, order.id, &reason))?;
            done.said(out, "is complete")
        }
        Command::Cancel { number, reason } => {
            let ((), done) =
                deed(&shop, &number, |tx, command, order| fulfillment::cancel(tx, command, order.id, &reason))?;
            done.said(out, "is canceled")
        }
        Command::Return { number, lines, no_restock, refund, reason } => {
            let ((amount, back, out_still), done) = deed(&shop, &number, |tx, command, order| {
                let lines = positions(tx, order, &lines)?;
                let known = shipment::list_returned(tx, order.id)?;
                let what = Return { lines: lines.as_ref(), restock: !no_restock, refund, reason: &reason };
                let amount = fulfillment::record_return(tx, command, order, &what)?;
                let returned = shipment::list_returned(tx, order.id)?;
                let back = named(tx, order, |position, _| at(&returned, position) - at(&known, position))?;
                Ok((amount, back, out_of(tx, order)?))
            })?;
            let still = if out_still.is_empty() { "nothing".to_owned() } else { out_still };
            let currency = done.order.totals.currency;
            done.said(out, &format!("has {back} back, {still} still out; {amount} {currency} to be refunded"))
        }
        Command::Refund { number, made: Some(id), reason, reference, .. } => {
            let ((), done) = deed(&shop, &number, |tx, command, order| {
                let made = settlement::check_refund_of(tx, order, id)
                    .and_then(|()| settlement::refund_made_by_hand(tx, command, id, &reference));
                made.map_err(|error| of_refund(tx, order, id, error))?;
                note_why(tx, command, order, &format!("refund {id} made by hand"), reason)
            })?;
            done.said(out, &format!("has its refund {id}"))
        }
        Command::Refund { number, by_hand: Some(id), reason, .. } => {
            let ((), done) = deed(&shop, &number, |tx, command, order| {
                let booked = settlement::check_refund_of(tx, order, id)
                    .and_then(|()| settlement::refund_again_by_hand(tx, command, id));
                booked.map_err(|error| of_refund(tx, order, id, error))?;
                note_why(tx, command, order, &format!("refund {id} to be made by hand"), reason)
            })?;
            done.said(out, "waits for its refund to be made by hand")
        }
        Command::Refund { number, amount, reason, .. } => {
            let amount = amount.filter(|amount| amount.minor() > 0);
            let amount = amount.ok_or_else(|| anyhow!("give an --amount above zero"))?;
            let reason = reason.unwrap_or_else(|| "goodwill".to_owned());
            let ((), done) =
                deed(&shop, &number, |tx, command, order| fulfillment::refund(tx, command, order, amount, &reason))?;
            done.said(out, &format!("is to get {amount} {} back", done.order.totals.currency))
        }
        Command::Note { number, text } => {
            if text.is_empty() {
                bail!("a note needs a text");
            }
            let ((), done) = deed(&shop, &number, |tx, command, order| {
                order::add_note(tx, order.id, command.actor, &text, command.now)
            })?;
            done.said(out, "has the note")
        }
    }
}

/// Notes why a refund is settled as it is. What the refund is for stands in its credit note and stays what it was.
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

fn start_of(day: Date) -> anyhow::Result<Timestamp> {
    // Midnight of Paris is never further than two hours from that of Greenwich, and its clocks never change at it.
    let guess = day.to_zoned(TimeZone::UTC)?.timestamp();
    let offset = crate::domain::working_days::in_paris(guess).offset();
    Ok(offset.to_timestamp(day.at(0, 0, 0, 0))?)
}

/// What became of an order by a deed.
struct Done {
    /// As it is now.
    order: Order,
    /// What it still waits for.
    outstanding: Amount,
    /// The refunds that the deed has made.
    refunds: Vec<Refund>,
    /// What else the operator should know, a line each.
    beside: Vec<String>,
}

/// Does something to the order with this number; answers what came of it beside the answer of the deed itself.
fn deed<T>(
    shop: &Shop,
    number: &str,
    work: impl FnOnce(&mut dyn Tx, &order::Command, &Order) -> Result<T>,
) -> anyhow::Result<(T, Done)> {
    shop.execute(number, |tx, command, before| {
        let known = store::count_refunds(tx, before.id)?;
        let answer = match work(tx, command, before) {
            Ok(answer) => answer,
            Err(error) => return Err(explained(tx, before, error)),
        };
        let refunds = store::list_refunds(tx, before.id)?.split_off(known as usize);
        let order = shop::find(tx, number)?;
        let mut beside = Vec::new();
        if order.method_code() != before.method_code() {
            let (now, then) = (paid_how(order.method_code()), paid_how(before.method_code()));
            beside.push(format!("it is paid {now} now, no longer {then}"));
        }
        let is_open = store::list_attempts(tx, order.id)?.iter().any(store::Attempt::is_undecided);
        if is_open && before.status.is_pending() && !order.status.is_pending() {
            beside.push(
                "its payment page is closed by the open shop, or at once by: shop jobs run reconcile_payments".into(),
            );
        }
        // What was given back, or never came before the end, is not waited for.
        let outstanding = if order.status.is_pending() { open(tx, &order)? } else { Amount::from_minor(0) };
        Ok((answer, Done { order, outstanding, refunds, beside }))
    })
}

impl Done {
    /// Says what was done, and below it what is left to do.
    fn said(&self, out: Output, what: &str) -> anyhow::Result<()> {
        let (number, status) = (&self.order.number, self.order.status);
        let mut lines = vec![if what.ends_with(status.code()) {
            format!("{number} {what}")
        } else {
            format!("{number} {what} ({})", status.code())
        }];
        lines.extend(self.beside.iter().cloned());
        let notes = lines.clone();
        lines.extend(self.refunds.iter().map(|refund| waits(number, refund)));
        let refunds: Vec<_> = self
            .refunds
            .iter()
            .map(|refund| {
                json!({ "id": refund.id, "state": refund.state.code(), "amount": Amount::from_minor(refund.amount),
                    "currency": refund.currency })
            })
            .collect();
        let value = json!({ "number": number, "status": status, "outstanding": self.outstanding,
            "currency": self.order.totals.currency, "refunds": refunds, "notes": notes });
        out.done(&value, &lines.join("\n"))
    }
}

/// What is missing from an order's total.
fn open(tx: &mut dyn Tx, order: &Order) -> Result<Amount> {
    Ok(Amount::from_minor(order.totals.total.minor() - payment::net(tx, order)?.minor))
}

/// What a new refund waits for.
fn waits(number: &str, refund: &Refund) -> String {
    let (id, amount) = (refund.id, money(refund.amount, refund.currency));
    if refund.state == RefundState::ByHand {
        format!("refund {id}: send {amount} by hand; once it is sent: shop order refund {number} --made {id}")
    } else {
        format!("refund {id}: {amount} goes back the way it came; the open shop carries it")
    }
}

// ── What is refused, in an operator's words ─────────────────────────────────────────────────────────────────────────

/// A refusal as an operator can act on it: which order, how it stands, what comes first. The sentences of the shop have the
/// order in front of them and name none of this.
fn explained(tx: &mut dyn Tx, order: &Order, error: Error) -> Error {
    let Some(refusal) = error.refusal() else { return error };
    let said = &refusal.message;
    // What has left of an order that is over has come back.
    let told = if *said == message::ORDER_PARTLY_SHIPPED && !order.status.is_final() {
        let (number, code) = (&order.number, order.status.code());
        Ok(format!(
            "{number} has left, if only in part ({code}); `shop order return {number}` takes back what was sent"
        ))
    } else if *said == message::ORDER_STATUS_REFUSED || *said == message::ORDER_PARTLY_SHIPPED {
        Ok(out_of_turn(order, said))
    } else if *said == message::SHIP_TOO_MUCH {
        still_here(tx, order)
    } else if *said == message::RETURN_TOO_MUCH {
        still_out(tx, order)
    } else if *said == message::REFUND_TOO_MUCH {
        at_most(tx, order, said)
    } else if *said == message::REFUND_UNPAID {
        let (number, code) = (&order.number, order.status.code());
        Ok(format!(
            "{number} is not paid yet ({code}); `shop order cancel {number} --reason WHY` ends it and gives back what has come"
        ))
    } else if *said == message::AMOUNT_BAD {
        Ok(format!("give an --amount above zero: what has come for {} ({})", order.number, order.status.code()))
    } else {
        return error;
    };
    told.map_or_else(|cause| cause, |text| anyhow!(text).into())
}

/// Why an order cannot take a step now.
fn out_of_turn(order: &Order, said: &Message) -> String {
    let (number, code) = (&order.number, order.status.code());
    let to = said.params.get("to").map(String::as_str).and_then(OrderStatus::from_code);
    match order.status {
        OrderStatus::Canceled | OrderStatus::Closed => format!("{number} is {code} already, and nothing follows that"),
        OrderStatus::Processing => {
            format!("not all of {number} has left yet ({code}); `shop order ship {number}` comes first")
        }
        OrderStatus::Shipped | OrderStatus::Complete if to == Some(OrderStatus::Shipped) => {
            format!("{number} is shipped already; `shop order show {number}` lists its parcels")
        }
        OrderStatus::Shipped | OrderStatus::Complete => format!("{number} is {code} already"),
        pending => {
            format!("{number} is not paid yet ({}); `shop order paid {number}` comes first", pending.code())
        }
    }
}

/// Why no payment is booked without its amount.
fn waits_for_nothing(order: &Order) -> String {
    format!("{} waits for no money ({}); if some has come, give its --amount", order.number, order.status.code())
}

/// What a parcel can hold.
fn still_here(tx: &mut dyn Tx, order: &Order) -> Result<String> {
    let shipped = shipment::list_shipped(tx, order.id)?;
    let left = named(tx, order, |position, qty| qty.saturating_sub(at(&shipped, position)))?;
    Ok(format!("{} has only {left} left to send", order.number))
}

/// What can come back.
fn still_out(tx: &mut dyn Tx, order: &Order) -> Result<String> {
    let number = &order.number;
    let shipped = shipment::list_shipped(tx, order.id)?;
    if shipped.is_empty() {
        let code = order.status.code();
        return Ok(if order.status.is_final() {
            format!("nothing of {number} was sent ({code})")
        } else {
            format!("nothing of {number} has been sent yet ({code}); `shop order cancel {number} --reason WHY` ends it")
        });
    }
    let out = out_of(tx, order)?;
    Ok(if out.is_empty() {
        format!("all that was sent of {number} has come back already")
    } else {
        format!("{number} has only {out} out that can come back")
    })
}

/// How much can be refunded.
fn at_most(tx: &mut dyn Tx, order: &Order, said: &Message) -> Result<String> {
    let left = payment::net(tx, order)?;
    let asked = said.params.get("amount").map(String::as_str).unwrap_or_default();
    Ok(format!(
        "{asked} {} is more than there is to refund of {}: {} at most",
        left.currency,
        order.number,
        money(left.minor.max(0), left.currency)
    ))
}

/// Which refund it is and how it stands.
fn of_refund(tx: &mut dyn Tx, order: &Order, id: i64, error: Error) -> Error {
    let Some(refusal) = error.refusal() else { return error };
    let number = &order.number;
    let text = if refusal.message == message::REFUND_NOT_FOUND {
        format!("{number} has no refund {id}; `shop order show {number}` lists them")
    } else if refusal.message == message::REFUND_NOT_BY_HAND {
        let state = match store::find_refund(tx, id) {
            Ok(refund) => refund.map(|refund| refund.state),
            Err(cause) => return cause,
        };
        let stands = match state {
            Some(RefundState::Done) => "is made already",
            Some(RefundState::ByHand) => "waits to be sent by hand already; note with --made that it is",
            Some(RefundState::Failed) => "has failed; --by-hand books another in its place, once",
            _ => "is carried by the open shop",
        };
        format!("refund {id} of {number} {stands}; `shop order show {number}` lists them")
    } else {
        return error;
    };
    anyhow!(text).into()
}

/// Pieces of an order's lines, as many of each as `count` says of its position and quantity: `2 × TOW-GAN, 1 × SOA-BAR`.
fn named(tx: &mut dyn Tx, order: &Order, count: impl Fn(i64, u32) -> u32) -> Result<String> {
    let lines = order::lines(tx, order.id)?;
    let named = lines.iter().enumerate().map(|(position, line)| (count(position as i64, line.qty), &line.sku));
    let named: Vec<String> = named.filter(|(qty, _)| *qty > 0).map(|(qty, sku)| format!("{qty} × {sku}")).collect();
    Ok(named.join(", "))
}

/// What was sent and has not come back.
fn out_of(tx: &mut dyn Tx, order: &Order) -> Result<String> {
    let (shipped, returned) = (shipment::list_shipped(tx, order.id)?, shipment::list_returned(tx, order.id)?);
    named(tx, order, |position, _| at(&shipped, position).saturating_sub(at(&returned, position)))
}

/// The pieces at a position.
fn at(sums: &BTreeMap<i64, u32>, position: i64) -> u32 {
    sums.get(&position).copied().unwrap_or_default()
}

fn list(shop: &Shop, out: Output, filter: &Filter) -> anyhow::Result<()> {
    let orders = shop.read(|tx| order::list(tx, filter))?;
    out.list(&orders, &["number", "placed", "status", "method", "pieces", "total", "e-mail"], |order| {
        vec![
            order.number.clone(),
            moment(order.created_at),
            order.status.code().to_owned(),
            order.payment_method.clone(),
            order.total_qty.to_string(),
            money(order.total, order.currency),
            order.email.clone(),
        ]
    })
}

fn list_refunds(shop: &Shop, out: Output, limit: i64) -> anyhow::Result<()> {
    let refunds = shop.read(|tx| {
        let mut rows = Vec::new();
        for refund in store::list_refunds_for_people(tx, limit)? {
            let order = order::find(tx, refund.order_id)?;
            rows.push(json!({
                "id": refund.id,
                "number": order.map(|order| order.number),
                "state": refund.state.code(),
                "amount": Amount::from_minor(refund.amount),
                "currency": refund.currency,
                "reason": refund.reason,
                "error": refund.error,
                "created_at": refund.created_at,
            }));
        }
        Ok(rows)
    })?;
    out.list(&refunds, &["id", "order", "since", "state", "amount", "why", "error"], |row| {
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        vec![
            row["id"].to_string(),
            text("number"),
            moment(row["created_at"].as_i64().unwrap_or_default()),
            text("state"),
            format!("{} {}", text("amount"), text("currency")),
            text("reason"),
            text("error"),
        ]
    })
}

fn show(shop: &Shop, out: Output, number: &str) -> anyhow::Result<()> {
    let config = shop.config();
    let whole = shop.read(|tx| {
        let order = shop::find(tx, number)?;
        let (shipping, billing) = order::addresses(tx, order.id)?;
        let lines = order::lines(tx, order.id)?;
        let shipped = shipment::list_shipped(tx, order.id)?;
        let returned = shipment::list_returned(tx, order.id)?;
        let lines: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(position, line)| {
                let position = position as i64;
                let chosen: Vec<&str> = line.options.iter().map(|option| option.label.as_str()).collect();
                json!({
                    "sku": line.sku, "name": line.name, "options": chosen.join(", "), "qty": line.qty,
                    "price": line.price, "discount": line.discount_amount,
                    "shipped": shipped.get(&position).unwrap_or(&0), "returned": returned.get(&position).unwrap_or(&0),
                })
            })
            .collect();
        let attempts: Vec<_> = store::list_attempts(tx, order.id)?
            .iter()
            .map(|attempt| {
                json!({ "gateway": attempt.gateway, "state": attempt.state.code(), "reference": attempt.reference,
                    "external_id": attempt.external_id, "created_at": attempt.created_at })
            })
            .collect();
        let payments: Vec<_> = store::list_payments(tx, order.id)?
            .iter()
            .map(|payment| {
                json!({ "method": payment.method, "amount": Amount::from_minor(payment.amount), "currency": payment.currency,
                    "reference": payment.external_id, "received_at": payment.received_at })
            })
            .collect();
        let refunds: Vec<_> = store::list_refunds(tx, order.id)?
            .iter()
            .map(|refund| {
                json!({ "id": refund.id, "state": refund.state.code(), "amount": Amount::from_minor(refund.amount),
                    "currency": refund.currency, "reason": refund.reason, "error": refund.error,
                    "created_at": refund.created_at })
            })
            .collect();
        let history: Vec<_> = order::history(tx, order.id)?
            .iter()
            .map(|step| json!({ "status": step.to_status, "actor": step.actor, "reason": step.reason, "at": step.at }))
            .collect();
        let notes: Vec<_> = order::list_notes(tx, order.id)?
            .iter()
            .map(|note| json!({ "actor": note.actor, "text": note.text, "at": note.created_at }))
            .collect();
        Ok(json!({
            "number": order.number,
            "status": order.status,
            "payment_method": order.method_code(),
            "shipping_method": order.shipping_method.code(),
            "created_at": order.created_at.to_string(),
            "hold_until": order.hold_until.map(|until| until.to_string()),
            "email": order.email,
            "lang": order.lang,
            "member_card": order.member_card,
            "points": order.points,
            "totals": order.totals,
            "shipping_address": shipping,
            "billing_address": billing,
            "lines": lines,
            "attempts": attempts,
            "payments": payments,
            "refunds": refunds,
            "shipments": order_view::shipments(tx, &config, &order)?,
            "history": history,
            "notes": notes,
        }))
    })?;
    if out.json { out.value(&whole) } else { print_whole(&whole) }
}

fn print_whole(whole: &serde_json::Value) -> anyhow::Result<()> {
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Null => String::new(),
        other => other.to_string(),
    };
    let at = |value: &serde_json::Value| moment(value.as_i64().unwrap_or_default());
    let currency = text(&whole["totals"]["currency"]);
    line(&format!("{}  {}", text(&whole["number"]), text(&whole["status"])))?;
    let placed: Timestamp = text(&whole["created_at"]).parse().context("time of the order")?;
    line(&format!("placed {}  {}  {}", moment(placed.as_millisecond()), text(&whole["email"]), text(&whole["lang"])))?;
    let shipping = ShippingMethod::from_code(&text(&whole["shipping_method"])).map(ShippingMethod::words);
    line(&format!("payment {}, {}", paid_how(&text(&whole["payment_method"])), shipping.unwrap_or_default()))?;
    for kind in ["shipping_address", "billing_address"] {
        let of = &whole[kind];
        let name = full_name(&text(&of["first_name"]), &text(&of["last_name"]));
        let parts = ["company", "address1", "address2", "postcode", "city", "county", "region", "country", "telephone"];
        let parts = std::iter::once(name).chain(parts.iter().map(|part| text(&of[*part])));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        line(&format!("{:<8} {}", kind.trim_end_matches("_address"), parts.join(", ")))?;
    }
    let rows = |name: &str| whole[name].as_array().cloned().unwrap_or_default();
    for row in rows("lines") {
        let sent = format!("{} sent, {} back", row["shipped"], row["returned"]);
        line(&format!(
            "  {} × {}  {} {}  {} {currency}  ({sent})",
            row["qty"],
            text(&row["sku"]),
            text(&row["name"]),
            text(&row["options"]),
            text(&row["price"])
        ))?;
    }
    let sums = [("goods", "subtotal_incl_tax"), ("discount", "discount_amount"), ("shipping", "shipping_amount")];
    let sums = sums.into_iter().chain([("shipping discount", "shipping_discount")]);
    let sums = sums.map(|(name, key)| (name, text(&whole["totals"][key])));
    // What every order has, and what is taken off where something is.
    let sums = sums.filter(|(name, amount)| !name.ends_with("discount") || amount != "0.00");
    line(&sums.map(|(name, amount)| format!("{name} {amount}")).collect::<Vec<_>>().join(", "))?;
    line(&format!(
        "total {} {currency}, VAT {}",
        text(&whole["totals"]["total"]),
        text(&whole["totals"]["tax_amount"])
    ))?;
    for row in rows("attempts") {
        line(&format!(
            "tried    {}  {} {} {}",
            at(&row["created_at"]),
            text(&row["gateway"]),
            text(&row["state"]),
            text(&row["external_id"])
        ))?;
    }
    for row in rows("payments") {
        line(&format!(
            "paid     {}  {} {} {} {}",
            at(&row["received_at"]),
            text(&row["amount"]),
            text(&row["currency"]),
            paid_how(&text(&row["method"])),
            text(&row["reference"])
        ))?;
    }
    for row in rows("refunds") {
        line(&format!(
            "refund   {}  #{} {} {} {}: {} {}",
            at(&row["created_at"]),
            row["id"],
            text(&row["amount"]),
            text(&row["currency"]),
            text(&row["state"]),
            text(&row["reason"]),
            text(&row["error"])
        ))?;
    }
    for row in rows("shipments") {
        let shipped: Timestamp = text(&row["shipped_at"]).parse().context("time of a parcel")?;
        let items: Vec<String> = row["items"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| format!("{} × {}", item["qty"], text(&item["sku"])))
            .collect();
        line(&format!(
            "parcel   {}  {} {}  {}",
            moment(shipped.as_millisecond()),
            text(&row["carrier"]),
            text(&row["tracking"]),
            items.join(", ")
        ))?;
    }
    for row in rows("history") {
        line(&format!(
            "status   {}  {} by {}: {}",
            at(&row["at"]),
            text(&row["status"]),
            text(&row["actor"]),
            text(&row["reason"])
        ))?;
    }
    for row in rows("notes") {
        line(&format!("note     {}  {}: {}", at(&row["at"]), text(&row["actor"]), text(&row["text"])))?;
    }
    Ok(())
}

fn create(shop: &Shop, out: Output, file: Option<PathBuf>) -> anyhow::Result<()> {
    let text = match file {
        Some(path) if path.as_os_str() != "-" => {
            std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?
        }
        Some(_) => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("standard input")?;
            text
        }
        None => {
            bail!("name a JSON file, or - for standard input; `shop order create --template` prints one to fill in")
        }
    };
    let entered = read(&text).context("the order is not as the template has it")?;
    let number = shop.write(|tx, command| {
        let id = checkout::enter(tx, command, &entered)?;
        Ok(order::find(tx, id)?.map(|order| order.number).unwrap_or_default())
    })?;
    let order = shop.read(|tx| shop::find(tx, &number))?;
    let total = money(order.totals.total.minor(), order.totals.currency);
    out.done(
        &json!({ "number": order.number, "status": order.status, "totals": order.totals }),
        &format!("{} is entered, {total} in all ({})", order.number, order.status.code()),
    )
}

/// Reads an order. What nobody would read is refused: a key that is misspelt would be one that is missing.
fn read(text: &str) -> anyhow::Result<EnteredOrder> {
    let whole: serde_json::Value = serde_json::from_str(text)?;
    let form = EnteredOrder { billing_address: Some(Address::default()), ..template() };
    check_keys(&whole, &json!(form), "")?;
    Ok(serde_json::from_str(text)?)
}

/// Refuses the first key that stands in `value` and not in `form`, whose lists have one entry for all.
fn check_keys(value: &serde_json::Value, form: &serde_json::Value, path: &str) -> anyhow::Result<()> {
    use serde_json::Value;
    match (value, form) {
        (Value::Object(value), Value::Object(form)) => value.iter().try_for_each(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match form.get(key) {
                Some(form) => check_keys(value, form, &path),
                None => {
                    let known: Vec<&str> = form.keys().map(String::as_str).collect();
                    bail!("unknown key {path}; known here: {}", known.join(", "))
                }
            }
        }),
        (Value::Array(values), Value::Array(form)) => values.iter().enumerate().try_for_each(|(index, value)| {
            form.first().map_or(Ok(()), |form| check_keys(value, form, &format!("{path}[{index}]")))
        }),
        _ => Ok(()),
    }
}

fn template() -> EnteredOrder {
    EnteredOrder {
        email: "name@example.com".into(),
        lang: Some(crate::domain::store_view::Lang::En),
        currency: Some(crate::domain::money::Currency::Eur),
        items: vec![EnteredItem { sku: "TOW-GAN".into(), qty: 1 }],
        shipping_address: Address {
            first_name: "Claire".into(),
            last_name: "Martin".into(),
            address1: "8 rue des Tilleuls".into(),
            city: "Annecy".into(),
            postcode: "74000".into(),
            country: "FR".into(),
            telephone: "+33 6 12 34 56 78".into(),
            ..Address::default()
        },
        billing_address: None,
        shipping_method: "standard".into(),
        promo_tag: String::new(),
        member_card: String::new(),
    }
}

/// The pieces that are named as positions of the order's lines; none when nothing is named.
fn positions(tx: &mut dyn Tx, order: &Order, named: &[Pieces]) -> Result<Option<BTreeMap<i64, u32>>> {
    if named.is_empty() {
        return Ok(None);
    }
    let lines = order::lines(tx, order.id)?;
    let mut positions: BTreeMap<i64, u32> = BTreeMap::new();
    for Pieces { sku, qty } in named {
        let position = lines.iter().position(|line| line.sku.eq_ignore_ascii_case(sku));
        let position = position.ok_or_else(|| anyhow!("{}: this order has no {sku}", order.number))?;
        let sum = positions.entry(position as i64).or_default();
        *sum = sum.saturating_add(*qty);
    }
    Ok(Some(positions))
}
