//! `shop order`: lists and changes orders. One file for each family of subcommands.

use std::path::PathBuf;

use anyhow::bail;
use clap::{ArgGroup, Subcommand};
use jiff::civil::Date;

use self::change::change;
use crate::cli::shop::{Shop, one_line};
use crate::cli::table::Output;
use crate::config::Config;
use crate::domain::money::Amount;
use crate::domain::order_status::{OFFLINE, OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::domain::working_days::start_of_day;
use crate::error::Result;
use crate::fulfillment::{self, Return};
use crate::order::Filter;
use crate::order_admin;
use crate::packing::types::PaperKind;

mod add;
mod amend;
mod change;
mod create;
mod lines;
mod papers;
mod payment;
mod refusals;
mod shipping;
mod show;

pub use change::next_step;
pub use lines::{Pieces, list_pieces, pieces, positions};
pub use refusals::explain;

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
        /// Placed on this day (in the shop's time zone) or later, e.g. 2026-11-21
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        since: Option<Date>,
        /// Placed on this day or earlier
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        until: Option<Date>,
        /// List refunds that wait for a person, instead of orders
        #[arg(long)]
        refunds: bool,
        /// At most this many
        #[arg(long, default_value_t = 50, value_parser = super::count, allow_negative_numbers = true)]
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
        /// Say what it would cost, and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Note that an order lies ready to be collected, and tell its customer
    Ready {
        /// Its number, e.g. 2026-000123
        number: String,
    },
    /// Hand an order over to whoever collects it
    HandOver {
        /// Its number, e.g. 2026-000123
        number: String,
        /// The name of whoever takes the goods
        #[arg(long, value_parser = words)]
        to: String,
    },
    /// Correct a mistyped e-mail address; what has not left is written anew
    Email {
        /// Its number, e.g. 2026-000123
        number: String,
        /// What the address is in truth
        address: String,
    },
    /// Record a payment that has arrived
    Paid {
        /// Its number, e.g. 2026-000123
        number: String,
        #[command(flatten)]
        received: payment::Received,
    },
    /// Print what packing needs into one PDF: pick list, packing slips and address labels
    Papers {
        /// E.g. 2026-000123; without them, all that is to be packed, at most 100, what was paid first before others
        numbers: Vec<String>,
        /// The PDF
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// What is printed; labels are 105 × 148 mm each, or four on A4
        #[arg(long, value_enum, default_value_t = PaperKind::All)]
        kind: PaperKind,
        /// Language of whoever packs; slips are in the customer's
        #[arg(long, default_value = "en", value_parser = super::lang)]
        lang: Lang,
    },
    /// Send a parcel with everything still to be shipped, or with the lines named
    Ship {
        /// Its number, e.g. 2026-000123
        number: String,
        /// SKU=QUANTITY; may be given several times
        #[arg(long = "line", value_name = "SKU=QTY", value_parser = pieces)]
        lines: Vec<Pieces>,
        /// As `tariff carriers` lists it, e.g. dhl; if omitted, the order's own
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
    /// Give an order that has not left other addresses, from a JSON file ("-": standard input)
    Address {
        /// Its number, e.g. 2026-000123
        number: String,
        /// The file; `--template` prints one with the addresses of the order
        file: Option<PathBuf>,
        /// Print a file with the addresses of the order
        #[arg(long)]
        template: bool,
    },
    /// Add goods to an order by telephone: a linked order, for which the customer gets a letter and pays
    Add {
        /// Number of the order that they are added to, e.g. 2026-000123
        number: String,
        /// SKU=QUANTITY to add, at today's prices
        #[arg(value_name = "SKU=QTY", value_parser = pieces, required = true)]
        items: Vec<Pieces>,
        /// They travel in the first order's parcel, at no charge
        #[arg(long)]
        ships_along: bool,
        /// Only print what they would cost
        #[arg(long)]
        dry_run: bool,
    },
    /// Send an order by another carrier; what shipping costs less is refunded, and what it costs more is borne by the house or,
    /// with --surcharge, paid by the customer before the carrier changes
    Carrier {
        /// Its number, e.g. 2026-000123
        number: String,
        /// Code of the carrier, as `shop tariff carriers` lists it; without one, list those that deliver the order and what it
        /// would come to
        carrier: Option<String>,
        /// Leave shipping as it was charged
        #[arg(long)]
        keep_shipping: bool,
        /// What the customer is charged for a dearer carrier, e.g. 9.00, as the list shows it: a linked order, mailed to be paid
        #[arg(long, value_name = "AMOUNT", value_parser = super::amount, allow_negative_numbers = true, requires = "carrier", conflicts_with = "keep_shipping")]
        surcharge: Option<Amount>,
        /// Kept with the change
        #[arg(long, value_parser = words)]
        reason: Option<String>,
    },
    /// Take pieces out of an order before they are sent; what was paid for them is refunded
    Remove {
        /// Its number, e.g. 2026-000123
        number: String,
        /// SKU=QUANTITY to take out; may be given several times
        #[arg(long = "line", value_name = "SKU=QTY", value_parser = pieces, required = true)]
        lines: Vec<Pieces>,
        /// Leave shipping as it was charged, whatever is left: the house cannot deliver
        #[arg(long)]
        keep_shipping: bool,
        /// Kept with the change
        #[arg(long, value_parser = words)]
        reason: String,
        /// Only print what the order would become
        #[arg(long)]
        dry_run: bool,
    },
    /// Close the payment page of an order, so that nobody pays its former amount
    ClosePayment {
        /// Its number, e.g. 2026-000123
        number: String,
    },
    /// Take back a payment that was booked by mistake within the last day; nobody is written to
    Unpay {
        /// Its number, e.g. 2026-000123
        number: String,
        /// The payment's id, as `shop order show` lists it
        #[arg(long, value_name = "ID", value_parser = super::count, allow_negative_numbers = true)]
        payment: i64,
        /// Kept with the entry
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
        #[arg(long, value_parser = super::amount, allow_negative_numbers = true)]
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
        #[arg(long, value_parser = super::amount, allow_negative_numbers = true)]
        amount: Option<Amount>,
        /// Kept with the refund, "goodwill" if omitted; with --made or --by-hand, a note beside what the refund is for
        #[arg(long, value_parser = words)]
        reason: Option<String>,
        /// Note that this refund (its id) has been transferred
        #[arg(long, value_name = "ID", value_parser = super::count, allow_negative_numbers = true)]
        made: Option<i64>,
        /// Note that this refund (its id), which the gateway refused, is to be made by hand
        #[arg(long, value_name = "ID", value_parser = super::count, allow_negative_numbers = true)]
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

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    if let Command::Create { template: true, .. } = &args.command {
        return out.value(&create::template());
    }
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { refunds: true, limit, .. } => show::list_refunds(&shop, out, limit),
        Command::List { status, method, email, since, until, limit, .. } => {
            let filter = Filter {
                status,
                method,
                email_key: email.map(|email| email_key(&email)),
                from: since.map(start_of_day),
                until: until.map(|day| day.tomorrow().map(start_of_day)).transpose()?,
                limit,
            };
            show::list(&shop, out, &filter)
        }
        Command::Show { number } => show::show(&shop, out, &number),
        Command::Create { file, dry_run, .. } => create::create(&shop, out, file, dry_run),
        Command::Ready { number } => {
            let ((), done) = change(&shop, &number, "order ready", fulfillment::make_ready)?;
            done.print(out, "lies ready, and its customer is told")
        }
        Command::HandOver { number, to } => {
            let ((), done) = change(&shop, &number, "order hand-over", |tx, command, order| {
                fulfillment::hand_over(tx, command, order, &to)
            })?;
            done.print(out, "is collected")
        }
        Command::Paid { number, received } => payment::paid(&shop, out, &number, &received),
        Command::Papers { numbers, to, kind, lang } => papers::print(&shop, out, &numbers, kind, lang, &to),
        Command::Ship { number, lines, carrier, tracking } => {
            shipping::ship(&shop, out, &number, &lines, carrier, &tracking)
        }
        Command::Email { number, address } => {
            let (written, done) = change(&shop, &number, "order email", |tx, command, order| {
                order_admin::correct_email(tx, command, &mut order.clone(), &address)
            })?;
            done.print(out, &format!("has the address {address}; written anew: {written}"))
        }
        Command::Complete { number, reason } => {
            let ((), done) = change(&shop, &number, "order complete", |tx, command, order| {
                fulfillment::complete(tx, command, order.id, &reason)
            })?;
            done.print(out, "is complete")
        }
        Command::Cancel { number, reason } => {
            let ((), done) = change(&shop, &number, "order cancel", |tx, command, order| {
                fulfillment::cancel(tx, command, order.id, &reason)
            })?;
            done.print(out, "is canceled")
        }
        Command::Address { number, template: true, .. } => amend::template(&shop, out, &number),
        Command::Address { number, file, .. } => amend::set_addresses(&shop, out, &number, file),
        Command::Add { number, items, ships_along, dry_run } => {
            add::add(&shop, out, &number, &items, ships_along, dry_run)
        }
        Command::Carrier { number, carrier: None, keep_shipping, .. } => {
            amend::list_carriers(&shop, out, &number, keep_shipping)
        }
        Command::Carrier { number, carrier: Some(carrier), surcharge: Some(surcharge), .. } => {
            amend::charge_carrier(&shop, out, &number, &carrier, surcharge)
        }
        Command::Carrier { number, carrier: Some(carrier), keep_shipping, reason, .. } => {
            amend::set_carrier(&shop, out, &number, &carrier, keep_shipping, &reason.unwrap_or_default())
        }
        Command::Remove { number, lines, keep_shipping, reason, dry_run } => {
            amend::remove(&shop, out, &number, &lines, keep_shipping, &reason, dry_run)
        }
        Command::ClosePayment { number } => amend::close_payment(&shop, out, &number),
        Command::Unpay { number, payment, reason } => amend::unpay(&shop, out, &number, payment, &reason),
        Command::Return { number, lines, no_restock, refund, reason } => {
            let what = Return { lines: None, restock: !no_restock, refund, reason: &reason };
            shipping::record_return(&shop, out, &number, &lines, what)
        }
        Command::Refund { number, made: Some(id), reason, reference, .. } => {
            payment::refund_made(&shop, out, &number, id, reason, &reference)
        }
        Command::Refund { number, by_hand: Some(id), reason, .. } => {
            payment::refund_by_hand(&shop, out, &number, id, reason)
        }
        Command::Refund { number, amount, reason, .. } => payment::refund(&shop, out, &number, amount, reason),
        Command::Note { number, text } => {
            if text.is_empty() {
                bail!("a note needs a text");
            }
            let (_, done) = change(&shop, &number, "order note", |tx, command, order| {
                order_admin::add_note(tx, command, order.id, &text)
            })?;
            done.print(out, "has the note")
        }
    }
}

/// Parses a text that is not empty.
fn words(text: &str) -> Result<String, String> {
    match one_line(text)? {
        text if text.is_empty() => Err("say why in a few words".to_owned()),
        text => Ok(text),
    }
}

fn status(code: &str) -> Result<OrderStatus, String> {
    OrderStatus::from_code(code).ok_or_else(|| one_of(OrderStatus::ALL.map(OrderStatus::code)))
}

/// Parses a payment method, or `offline`, which customers cannot choose.
fn method(code: &str) -> Result<String, String> {
    let [card, bank_transfer, cheque, wechat] = PaymentMethod::ALL.map(PaymentMethod::code);
    let known = [card, bank_transfer, cheque, wechat, OFFLINE];
    if known.contains(&code) { Ok(code.to_owned()) } else { Err(one_of(known)) }
}

fn carrier(code: &str) -> Result<ShippingMethod, String> {
    let method = ShippingMethod::from_code(code).filter(|method| *method != ShippingMethod::Pickup);
    method.ok_or_else(|| "give the code of a carrier; `shop tariff carriers` lists them".to_owned())
}

fn one_of<const N: usize>(codes: [&str; N]) -> String {
    format!("give one of {}", codes.join(", "))
}
