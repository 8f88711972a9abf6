//! `shop return`: goods that come back, step by step.

use std::collections::BTreeMap;

use anyhow::anyhow;
use clap::Subcommand;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::order::{Pieces, explain, list_pieces, next_step, pieces, positions};
use super::shop::{Shop, now, one_line};
use super::table::{Output, moment};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::validate::printed_number;
use crate::error::Result;
use crate::order::{self, Command as By, Order};
use crate::payment::store;
use crate::return_admin::{about, owed_of, rows, state, time, title_of};
use crate::returns::types::{Announced, Finding, GoodsReturn, Line, OVERDUE_AFTER, Origin, Reason, Step};
use crate::returns::{self, NewReturn, Wanted};
use crate::{fulfillment, message};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List returns, the newest first
    List {
        /// Only those in this step
        #[arg(long, value_enum)]
        step: Option<Step>,
        /// Only those that wait for their refund
        #[arg(long)]
        owed: bool,
        /// Only those that were refunded on proof of sending and have not come for six weeks
        #[arg(long)]
        overdue: bool,
        /// Number of the order or the return, or a name
        #[arg(long, default_value = "", value_name = "WORDS", value_parser = one_line)]
        find: String,
        /// At most this many
        #[arg(long, default_value_t = 50, value_parser = super::count, allow_negative_numbers = true)]
        limit: i64,
    },
    /// Show a return with its lines and what is to be refunded
    Show {
        /// Its number, e.g. 2026-000123-R1
        number: String,
    },
    /// Note that goods will come back: all that are out, or the lines named
    Announce {
        /// Number of the order, e.g. 2026-000123
        order_number: String,
        /// SKU=QUANTITY; may be given several times
        #[arg(long = "line", value_name = "SKU=QTY", value_parser = pieces)]
        lines: Vec<Pieces>,
        /// By mail, else by telephone
        #[arg(long)]
        mail: bool,
        /// Why they come back
        #[arg(long, value_enum, default_value = "not-given")]
        reason: Reason,
        /// What else is to be known
        #[arg(long, default_value = "", value_parser = one_line)]
        note: String,
    },
    /// Note that goods came back without a word; the customer is told
    Arrive {
        /// Number of the order, e.g. 2026-000123
        order_number: String,
        /// SKU=QUANTITY; may be given several times; if omitted, all that are out
        #[arg(long = "line", value_name = "SKU=QTY", value_parser = pieces)]
        lines: Vec<Pieces>,
        /// What else is to be known
        #[arg(long, default_value = "", value_parser = one_line)]
        note: String,
    },
    /// Note that the customer of a withdrawal has shown that the goods were sent: the money may be withheld no longer
    Sent {
        /// Its number, e.g. 2026-000123-R1
        number: String,
    },
    /// Count what has come, as announced or by line; the customer is told
    Receive {
        /// Its number, e.g. 2026-000123-R1
        number: String,
        /// SKU=QUANTITY; may be given several times; lines that are left out have none
        #[arg(long = "line", value_name = "SKU=QTY", value_parser = pieces)]
        lines: Vec<Pieces>,
        /// Nothing more is coming; else what has not come stays announced, as a return of its own
        #[arg(long)]
        nothing_more: bool,
    },
    /// Put what is fit for sale back into stock, and deduct what the goods have lost in value
    Inspect {
        /// Its number, e.g. 2026-000123-R1
        number: String,
        /// Pieces that cannot be sold again, SKU=QUANTITY; may be given several times
        #[arg(long = "unfit", value_name = "SKU=QTY", value_parser = pieces)]
        unfit: Vec<Pieces>,
        /// What is deducted of a line, SKU=AMOUNT, e.g. TOW-GAN=4.50; may be given several times
        #[arg(long = "deduct", value_name = "SKU=AMOUNT", value_parser = deduction)]
        deductions: Vec<Deduction>,
        /// Why, as the customer is told
        #[arg(long, default_value = "", value_name = "WHY", value_parser = one_line)]
        because: String,
    },
    /// Refund a return, and close it
    Refund {
        /// Its number, e.g. 2026-000123-R1
        number: String,
        /// Amount to refund, e.g. 12.50, or 0; if omitted, what is owed
        #[arg(long, value_parser = super::amount, allow_negative_numbers = true)]
        amount: Option<Amount>,
    },
    /// Close a return that was refunded on proof of sending and whose goods never came; should they come after all: receive
    NeverCame {
        /// Its number, e.g. 2026-000123-R1
        number: String,
    },
    /// Note that announced goods do not come
    CallOff {
        /// Its number, e.g. 2026-000123-R1
        number: String,
    },
}

/// What is deducted of a line.
#[derive(Debug, Clone)]
struct Deduction {
    sku: String,
    amount: Amount,
}

fn deduction(text: &str) -> Result<Deduction, String> {
    let form = || "give SKU=AMOUNT, e.g. TOW-GAN=4.50".to_owned();
    let (sku, amount) = text.split_once('=').ok_or_else(form)?;
    let amount: Amount = amount.trim().parse().map_err(|_| form())?;
    if sku.trim().is_empty() || amount.minor() <= 0 {
        return Err(form());
    }
    Ok(Deduction { sku: sku.trim().to_owned(), amount })
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { step, owed, overdue, find, limit } => {
            let sent_before = if overdue { Some(now()? - OVERDUE_AFTER) } else { None };
            list(&shop, out, Wanted { text: find, step, is_owed: owed, sent_before, limit, ..Wanted::default() })
        }
        Command::Show { number } => show(&shop, out, &number),
        Command::Announce { order_number, lines, mail, reason, note } => {
            let number = shop.execute(&order_number, "return announce", |tx, command, order| {
                let wanted = match positions(tx, order, &lines)? {
                    Some(wanted) => wanted,
                    None => returns::announceable(tx, order.id)?,
                };
                let lines = wanted.into_iter().map(|(position, qty)| Announced { position, qty, reason }).collect();
                let new = NewReturn { lines, note: &note, withdrawal: None };
                let origin = if mail { Origin::Mail } else { Origin::Telephone };
                let of = returns::announce(tx, order, origin, &new, command.now);
                let of = of.map_err(|error| explain(tx, order, error))?;
                Ok((of.number.clone(), about(&of, order).after(state(tx, &of)?)))
            })?;
            out.done(
                &json!({ "number": number }),
                &format!("{number} is announced; once the goods are here: shop return receive {number}"),
            )
        }
        Command::Arrive { order_number, lines, note } => {
            let number = shop.execute(&order_number, "return arrive", |tx, command, order| {
                let counted = match positions(tx, order, &lines)? {
                    Some(counted) => counted,
                    None => returns::receivable(tx, order.id, None)?,
                };
                let new = NewReturn { note: &note, ..NewReturn::default() };
                let of = returns::open(tx, order, Origin::Unasked, &new, command.now)?;
                let of = fulfillment::receive_return(tx, command, order, &of, &counted, true);
                let of = of.map_err(|error| explain(tx, order, error))?;
                Ok((of.number.clone(), about(&of, order).after(state(tx, &of)?)))
            })?;
            out.done(&json!({ "number": number }), &received(&number))
        }
        Command::Sent { number } => {
            let of =
                carry_on(&shop, &number, "return sent", |tx, command, _, of| returns::note_sent(tx, of, command.now))?;
            let number = &of.number;
            let due = of.refund_by.map(|by| format!("; its refund is due by {}", moment(by))).unwrap_or_default();
            out.done(
                &json!({ "number": number, "refund_by": time(of.refund_by)? }),
                &format!("{number}: the goods are shown to be on their way{due}"),
            )
        }
        Command::Receive { number, lines, nothing_more } => {
            let of = carry_on(&shop, &number, "return receive", |tx, command, order, of| {
                let counted = match positions(tx, order, &lines)? {
                    Some(counted) => counted,
                    None => returns::pieces_of(&returns::list_lines(tx, of.id)?),
                };
                fulfillment::receive_return(tx, command, order, of, &counted, !nothing_more).map(drop)
            })?;
            let (missing, rest) = shop.read(|tx| missing(tx, &of))?;
            let not_come = match (missing, &rest) {
                (0, _) => String::new(),
                (_, Some(rest)) => format!("\n{} not come: announced as {rest}", count_pieces(missing)),
                (_, None) => format!("\n{} not come, and nothing more is expected", count_pieces(missing)),
            };
            let value = json!({ "number": of.number, "missing": missing, "rest": rest });
            out.done(&value, &format!("{}{not_come}", received(&of.number)))
        }
        Command::Inspect { number, unfit, deductions, because } => {
            let of = carry_on(&shop, &number, "return inspect", |tx, command, order, of| {
                let findings = findings(tx, order, of, &unfit, &deductions, &because)?;
                fulfillment::inspect_return(tx, command, order, of, &findings).map(drop)
            })?;
            let number = &of.number;
            let next = match of.step {
                Step::Closed => "its money has gone back before".to_owned(),
                _ => {
                    let owed = shop.read(|tx| {
                        let order = order::find(tx, of.order_id)?;
                        order.map(|order| owed_of(tx, &order, &of)).transpose()
                    })?;
                    let owed = owed.unwrap_or(Amount::ZERO);
                    format!("{owed} to be refunded: shop return refund {number}")
                }
            };
            out.done(&json!({ "number": number, "step": of.step }), &format!("{number} is inspected; {next}"))
        }
        Command::Refund { number, amount } => refund(&shop, out, &number, amount),
        Command::NeverCame { number } => {
            let of = carry_on(&shop, &number, "return never-came", |tx, command, order, of| {
                if of.step == Step::Announced && of.refunded_at.is_none() {
                    let number = &of.number;
                    return Err(anyhow!("{number} is not refunded: `shop return call-off {number}` ends it").into());
                }
                fulfillment::close_never_came(tx, command, order, of)
            })?;
            out.done(
                &json!({ "number": of.number, "step": of.step }),
                &format!("{} is closed: its goods never came", of.number),
            )
        }
        Command::CallOff { number } => {
            let of = carry_on(&shop, &number, "return call-off", fulfillment::call_off_return)?;
            out.done(&json!({ "number": of.number }), &format!("{} is called off", of.number))
        }
    }
}

fn received(number: &str) -> String {
    format!("{number} is received; look at the goods, then: shop return inspect {number}")
}

/// How many announced pieces have not come with the others, and the number of the return as which they stay announced.
fn missing(tx: &mut dyn Tx, of: &GoodsReturn) -> Result<(u32, Option<String>)> {
    let missing = returns::list_lines(tx, of.id)?.iter().map(Line::missing).sum();
    Ok((missing, returns::rest_of(tx, of)?.map(|rest| rest.number)))
}

fn count_pieces(pieces: u32) -> String {
    if pieces == 1 { "1 piece has".to_owned() } else { format!("{pieces} pieces have") }
}

fn find(tx: &mut dyn Tx, typed: &str) -> Result<(GoodsReturn, Order)> {
    let number = printed_number(typed);
    let of = returns::find(tx, &number)?;
    let of = of.ok_or_else(|| anyhow!("there is no return {number}; `shop return list` lists them"))?;
    let order = order::find(tx, of.order_id)?.ok_or_else(|| anyhow!("the order of {number} is not there"))?;
    Ok((of, order))
}

/// Carries a return on, and records it; answers the return as it is then. `words`: those of the command, without values.
fn carry_on(
    shop: &Shop,
    number: &str,
    words: &str,
    work: impl FnOnce(&mut dyn Tx, &By, &Order, &GoodsReturn) -> Result<()>,
) -> anyhow::Result<GoodsReturn> {
    shop.write(words, |tx, command| {
        let (of, order) = find(tx, number)?;
        let before = state(tx, &of)?;
        if let Err(error) = work(tx, command, &order, &of) {
            return Err(told(tx, &order, &of, error));
        }
        let (of, order) = find(tx, number)?;
        let change = about(&of, &order).before(before).after(state(tx, &of)?);
        Ok((of, change))
    })
}

/// Replaces a refusal's message by one for the operator.
fn told(tx: &mut dyn Tx, order: &Order, of: &GoodsReturn, error: crate::error::Error) -> crate::error::Error {
    let Some(refusal) = error.refusal() else { return error };
    let number = &of.number;
    if refusal.message == message::RETURN_NOT_INSPECTED {
        return match of.step {
            Step::Announced => anyhow!(
                "{number} is not here yet: `shop return receive {number}` comes first, or for a withdrawal with proof that it was sent `shop return sent {number}`"
            ),
            _ => anyhow!("{number} is not inspected yet: `shop return inspect {number}` comes first"),
        }
        .into();
    }
    if refusal.message == message::RETURN_NOT_NOW {
        let step = of.step.code().replace('_', " ");
        return anyhow!("{number} is {step}; `shop return show {number}` shows what has been done").into();
    }
    explain(tx, order, error)
}

/// What was found, by position.
fn findings(
    tx: &mut dyn Tx,
    order: &Order,
    of: &GoodsReturn,
    unfit: &[Pieces],
    deductions: &[Deduction],
    because: &str,
) -> Result<BTreeMap<i64, Finding>> {
    let unfit = positions(tx, order, unfit)?.unwrap_or_default();
    let pieces = returns::pieces_of(&returns::list_lines(tx, of.id)?);
    let mut findings: BTreeMap<i64, Finding> =
        pieces.iter().map(|(position, qty)| (*position, Finding { fit: *qty, ..Finding::default() })).collect();
    for (position, qty) in &unfit {
        let finding = findings.entry(*position).or_default();
        let received = finding.fit;
        finding.fit = received
            .checked_sub(*qty)
            .ok_or_else(|| anyhow!("{}: of what --unfit names only {received} have come", of.number))?;
    }
    for Deduction { sku, amount } in deductions {
        let named = positions(tx, order, &[Pieces { sku: sku.clone(), qty: 1 }])?.unwrap_or_default();
        for position in named.keys() {
            let finding = findings.entry(*position).or_default();
            finding.deduction += amount.minor();
            finding.deduction_reason = because.to_owned();
        }
    }
    Ok(findings)
}

fn list(shop: &Shop, out: Output, wanted: Wanted) -> anyhow::Result<()> {
    let (now, limit) = (now()?, wanted.limit);
    let listed = shop.read(|tx| {
        let found = returns::browse(tx, &Wanted { limit: limit.saturating_add(1), ..wanted })?;
        rows(tx, &found, now)
    })?;
    let headings = ["number", "opened", "step", "pieces", "how", "name", "refund due"];
    let day = |at: &str| at.parse::<Timestamp>().map(|at| moment(at.as_millisecond())).unwrap_or_default();
    out.part(
        listed,
        limit,
        |_| "--limit with a larger number lists more".to_owned(),
        &headings,
        |row| {
            vec![
                row.number.clone(),
                day(&row.opened_at),
                row.step.code().replace('_', " "),
                row.pieces.to_string(),
                row.origin.code().to_owned(),
                row.name.clone(),
                row.due_at.as_deref().filter(|_| !row.may_withhold).map(day).unwrap_or_default(),
            ]
        },
    )
}

fn show(shop: &Shop, out: Output, number: &str) -> anyhow::Result<()> {
    let (of, order, lines, owed, name, (missing, rest)) = shop.read(|tx| {
        let (of, order) = find(tx, number)?;
        let ordered = order::lines(tx, order.id)?;
        let mut lines: Vec<Value> = Vec::new();
        for line in returns::list_lines(tx, of.id)? {
            let known = usize::try_from(line.position).ok().and_then(|at| ordered.get(at));
            lines.push(json!({ "sku": known.map(|line| &line.sku), "name": known.map(|line| &line.name),
                "announced": line.announced, "received": line.received, "fit": line.fit, "reason": line.reason,
                "deduction": Amount::from_minor(line.deduction), "deduction_reason": line.deduction_reason }));
        }
        let (owed, name) = (owed_of(tx, &order, &of)?, title_of(tx, &order)?);
        let not_come = missing(tx, &of)?;
        Ok((of, order, lines, owed, name, not_come))
    })?;
    let listed = |line: &Value| {
        let count = |key: &str| line[key].as_u64().map(|count| format!(", {count} {key}")).unwrap_or_default();
        let sku = line["sku"].as_str().unwrap_or_default();
        let deduction = line["deduction"].as_str().filter(|amount| *amount != "0.00");
        let why = line["deduction_reason"].as_str().unwrap_or_default();
        let deducted = deduction.map(|amount| format!(", {amount} deducted: {why}")).unwrap_or_default();
        format!("{sku}: {} announced{}{}{deducted}", line["announced"], count("received"), count("fit"))
    };
    let at = |at: Option<i64>| at.map(moment).unwrap_or_default();
    let currency = order.totals.currency;
    let is_open = of.refunded_at.is_none() && of.ended_at.is_none();
    let may_withhold = is_open && of.notice_at.is_some() && of.refund_by.is_none();
    let facts = [
        ("number", of.number.clone()),
        ("order", order.number.clone()),
        ("name", name),
        (
            "step",
            if of.never_came() { "closed: the goods never came".to_owned() } else { of.step.code().replace('_', " ") },
        ),
        ("how", of.origin.code().to_owned()),
        ("statement", of.withdrawal.clone().unwrap_or_default()),
        ("follows", of.follows.clone().unwrap_or_default()),
        ("opened", moment(of.opened_at)),
        ("sent", at(of.sent_at)),
        ("received", at(of.received_at)),
        ("inspected", at(of.inspected_at)),
        ("refunded", at(of.refunded_at)),
        ("ended", at(of.ended_at)),
        ("lines", lines.iter().map(listed).collect::<Vec<_>>().join("\n")),
        ("missing", if missing == 0 { String::new() } else { missing.to_string() }),
        ("rest", rest.clone().unwrap_or_default()),
        ("note", of.note.clone()),
        ("owed", if is_open { format!("{owed} {currency}") } else { String::new() }),
        ("refund", of.refund.map(|minor| format!("{} {currency}", Amount::from_minor(minor))).unwrap_or_default()),
        ("due", if is_open { at(of.due_at()) } else { String::new() }),
        (
            "withheld",
            if may_withhold { "until the goods are here, or shown to be sent".to_owned() } else { String::new() },
        ),
    ];
    let value = json!({ "number": of.number, "order_number": order.number, "step": of.step, "origin": of.origin,
        "withdrawal": of.withdrawal, "follows": of.follows, "missing": missing, "rest": rest, "note": of.note,
        "lines": lines, "owed": owed, "currency": currency,
        "refund": of.refund.map(Amount::from_minor), "opened_at": time(Some(of.opened_at))?,
        "received_at": time(of.received_at)?, "inspected_at": time(of.inspected_at)?,
        "refunded_at": time(of.refunded_at)?, "ended_at": time(of.ended_at)?, "refund_by": time(of.refund_by)?,
        "may_withhold": may_withhold, "never_came": of.never_came() });
    out.facts(&value, &facts)
}

fn refund(shop: &Shop, out: Output, number: &str, amount: Option<Amount>) -> anyhow::Result<()> {
    let mut before = 0;
    let of = carry_on(shop, number, "return refund", |tx, command, order, of| {
        before = store::list_refunds(tx, order.id)?.len();
        fulfillment::refund_return(tx, command, order, of, amount).map(drop)
    })?;
    let (order, refunds, back) = shop.read(|tx| {
        let order = order::find(tx, of.order_id)?.ok_or_else(|| anyhow!("the order of {number} is not there"))?;
        let refunds = store::list_refunds(tx, order.id)?.split_off(before);
        let pieces = returns::pieces_of(&returns::list_lines(tx, of.id)?);
        let back = list_pieces(tx, &order, |position, _| pieces.get(&position).copied().unwrap_or_default())?;
        Ok((order, refunds, back))
    })?;
    let amount = Amount::from_minor(of.refund.unwrap_or_default());
    let (number, currency) = (&of.number, order.totals.currency);
    let mut lines = vec![format!("{number}: {amount} {currency} to be refunded for {back}")];
    lines.extend(refunds.iter().map(|refund| next_step(&order.number, refund)));
    let value = json!({ "number": number, "step": of.step, "refund": amount, "currency": currency });
    out.done(&value, &lines.join("\n"))
}
