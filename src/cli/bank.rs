//! `shop bank`: the house's account, as in the console: statements, their movements, and refunds that wait for their transfer.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Subcommand, ValueEnum};
use jiff::Timestamp;
use serde_json::json;

use super::private_file;
use super::shop::{LINES, Shop, line, one_line};
use super::table::{Output, goes_on, moment, named};
use crate::audit::Change;
use crate::bank::desk::{self, Clerk};
use crate::bank::types::{
    BankLine, BankRefund, BankStatement, BookArgs, Booking, Imported, LineState, LinesArgs, SepaFileArgs, SepaRefund,
    TakeBackArgs,
};
use crate::bank::{self, FILE_BYTES};
use crate::config::Config;
use crate::db::Tx;
use crate::deed;
use crate::domain::money::Currency;
use crate::error::Result;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Import a statement: CAMT.053, MT940 or CSV; movements that are there already are not taken twice
    Import {
        /// The bank's file ("-": standard input)
        file: PathBuf,
    },
    /// List the statements, newest first
    Statements {
        /// Only those before this one
        #[arg(long, value_name = "STATEMENT", value_parser = super::count, allow_negative_numbers = true)]
        before: Option<i64>,
    },
    /// List movements, newest first, with the orders that they belong to or may belong to
    Lines {
        #[arg(long, value_enum, default_value = "open")]
        state: State,
        /// Only those of a statement, by the number that `statements` prints
        #[arg(long, value_parser = super::count, allow_negative_numbers = true)]
        statement: Option<i64>,
        /// Only those before this one
        #[arg(long, value_name = "LINE", value_parser = super::count, allow_negative_numbers = true)]
        before: Option<i64>,
    },
    /// Book what certainly belongs to an order or a refund, of a statement for the account on the bills
    BookSure {
        /// The number that `statements` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        statement: i64,
    },
    /// Book a movement as a payment of an order
    Book {
        /// The number that `lines` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        line: i64,
        /// E.g. 2026-000123
        order: String,
    },
    /// List what is booked from a statement as payments, and what of it cannot be taken back
    Bookings {
        /// The number that `statements` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        statement: i64,
    },
    /// Take back what was booked from a wrong statement; its movements are open again, and nobody is written to
    TakeBack {
        /// The number that `statements` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        statement: i64,
        /// Kept with each payment
        #[arg(long, value_parser = one_line)]
        reason: String,
        /// Only if it is still what `bookings --json` printed, by its version
        #[arg(long, value_name = "VERSION")]
        seen: Option<String>,
    },
    /// Set a movement aside that has nothing to do with an order
    Ignore {
        /// The number that `lines` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        line: i64,
    },
    /// Take a movement up again that was set aside
    Reopen {
        /// The number that `lines` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        line: i64,
    },
    /// List refunds that wait for their transfer, oldest first
    Refunds,
    /// Write refunds as a SEPA file for the bank; without numbers, all in euros that are in no file yet
    SepaFile {
        /// The numbers that `refunds` prints
        #[arg(value_name = "REFUND", value_parser = super::count, allow_negative_numbers = true)]
        refunds: Vec<i64>,
        /// The file
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// The account of a refund's receiver where `refunds` prints none, e.g. 7=DE89370400440532013000; may be given several times
        #[arg(long, value_name = "REFUND=IBAN", value_parser = of_refund)]
        iban: Vec<(i64, String)>,
        /// The owner of that account, e.g. 7="Ada King"; may be given several times
        #[arg(long, value_name = "REFUND=NAME", value_parser = of_refund)]
        name: Vec<(i64, String)>,
        /// Also those that a file holds already: the bank has not carried it out
        #[arg(long, requires = "refunds")]
        again: bool,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum State {
    Open,
    Booked,
    Ignored,
}

impl From<State> for LineState {
    fn from(state: State) -> LineState {
        match state {
            State::Open => LineState::Open,
            State::Booked => LineState::Booked,
            State::Ignored => LineState::Ignored,
        }
    }
}

fn of_refund(text: &str) -> std::result::Result<(i64, String), String> {
    let parts = text.split_once('=').and_then(|(id, value)| Some((super::count(id.trim()).ok()?, value)));
    let (id, value) = parts.ok_or("give a refund's number and its value, e.g. 7=DE89370400440532013000")?;
    Ok((id, one_line(value)?))
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::Import { file } => import(&shop, out, &file),
        Command::Statements { before } => statements(&shop, out, before),
        Command::Lines { state, statement, before } => {
            list(&shop, out, &LinesArgs { state: Some(state.into()), statement_id: statement, before })
        }
        Command::BookSure { statement } => {
            let booked = write(&shop, "bank book-sure", |tx, clerk| desk::book_sure(tx, clerk, statement))?;
            let left = match booked.left {
                0 => String::new(),
                left => format!(", {left} are refused and stay open"),
            };
            out.done(&booked, &format!("{} movements are booked{left}", booked.booked))
        }
        Command::Book { line, order } => {
            let args = BookArgs { id: line, order_number: order };
            let number = write(&shop, "bank book", |tx, clerk| desk::book(tx, clerk, &args))?;
            out.done(&json!({ "line": line, "order_number": number }), &format!("{line} is booked on {number}"))
        }
        Command::Bookings { statement } => bookings(&shop, out, statement),
        Command::TakeBack { statement, reason, seen } => take_back(&shop, out, statement, &reason, seen),
        Command::Ignore { line } => {
            write(&shop, "bank ignore", |tx, _| Ok(((), desk::ignore(tx, line)?)))?;
            out.done(&json!({ "line": line, "state": LineState::Ignored }), &format!("{line} is set aside"))
        }
        Command::Reopen { line } => {
            write(&shop, "bank reopen", |tx, _| Ok(((), desk::reopen(tx, line)?)))?;
            out.done(&json!({ "line": line, "state": LineState::Open }), &format!("{line} is open"))
        }
        Command::Refunds => refunds(&shop, out),
        Command::SepaFile { refunds, to, iban, name, again } => {
            let given = Given { ibans: iban.into_iter().collect(), names: name.into_iter().collect(), again };
            sepa_file(&shop, out, &refunds, &to, &given)
        }
    }
}

/// Writes as the console's calls do: not what a deed of somebody's is about to change.
fn write<T>(
    shop: &Shop,
    words: &str,
    work: impl FnOnce(&mut dyn Tx, &Clerk<'_>) -> Result<(T, Change)>,
) -> anyhow::Result<T> {
    shop.write(words, |tx, command| {
        let (answer, change) = work(tx, &Clerk::of_command(command))?;
        deed::refuse_locked(tx, None, &change)?;
        Ok((answer, change))
    })
}

// ── Statements ──────────────────────────────────────────────────────────────────────────────────────────────────────

fn import(shop: &Shop, out: Output, path: &Path) -> anyhow::Result<()> {
    let unread = || format!("{} cannot be read", path.display());
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().take(FILE_BYTES + 1).read_to_end(&mut bytes).context("standard input")?;
    } else {
        let file = File::open(path).with_context(unread)?;
        file.take(FILE_BYTES + 1).read_to_end(&mut bytes).with_context(unread)?;
    }
    if bytes.len() as u64 > FILE_BYTES {
        bail!("{} is larger than {} MB; ask the bank for fewer days", path.display(), FILE_BYTES >> 20);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let dropped = desk::read(&name, &bytes).map_err(super::shop::told)?;
    let imported = write(shop, "bank import", |tx, clerk| desk::import(tx, clerk, &dropped))?.items;
    let text: Vec<String> = imported.iter().map(told).collect();
    out.done(&imported, &text.join("\n"))
}

/// What a file has brought of an account, and what to do next.
fn told(one: &Imported) -> String {
    let account = if one.account.is_empty() { "the account" } else { &one.account };
    let other = if one.is_own_account == Some(false) { ", which is not the account on the bills" } else { "" };
    let Some(id) = one.statement_id else { return format!("{account}{other}: nothing new, {} known", one.known) };
    let next = match one.sure {
        0 => format!("`shop bank lines --statement {id}` lists them"),
        sure => format!("{sure} of them are certain, `shop bank book-sure {id}` books those"),
    };
    format!("statement {id} of {account}{other}: {} new movements, {} known; {next}", one.added, one.known)
}

fn statements(shop: &Shop, out: Output, before: Option<i64>) -> anyhow::Result<()> {
    let rows = shop.read(|tx| bank::list_statements(tx, before.unwrap_or(i64::MAX), LINES + 1))?;
    let how = |last: &BankStatement| format!("--before {} lists the next", last.id);
    let headings = ["statement", "imported", "by", "file", "account", "movements", "open"];
    out.part(rows, LINES, how, &headings, |one| {
        vec![
            one.id.to_string(),
            time(&one.imported_at),
            one.imported_by.as_ref().unwrap_or(&one.actor).clone(),
            one.name.clone(),
            one.account.clone(),
            one.lines.to_string(),
            one.open.to_string(),
        ]
    })
}

fn time(rfc3339: &str) -> String {
    rfc3339.parse::<Timestamp>().map(|at| moment(at.as_millisecond())).unwrap_or_default()
}

// ── Movements ───────────────────────────────────────────────────────────────────────────────────────────────────────

fn list(shop: &Shop, out: Output, args: &LinesArgs) -> anyhow::Result<()> {
    let page = shop.read(|tx| desk::lines(tx, args, LINES))?;
    out.list(&page.items, &["line", "statement", "booked", "amount", "name", "text", "reference", "order"], |one| {
        vec![
            one.id.to_string(),
            one.statement_id.to_string(),
            one.booked_on.clone(),
            format!("{} {}", one.amount, one.currency),
            one.party.clone(),
            line(&one.text, 60),
            one.reference.clone(),
            order_of(one),
        ]
    })?;
    if let Some(last) = page.next_before {
        goes_on(LINES, &format!("--before {last} lists the next"));
    }
    Ok(())
}

/// The order of a movement: its own, or the one to which it certainly belongs, or those to which it may belong.
fn order_of(one: &BankLine) -> String {
    match (&one.order_number, &one.sure) {
        (Some(number), _) => number.clone(),
        (None, Some(number)) => format!("{number}, certain"),
        (None, None) => {
            let may: Vec<String> = one.candidates.iter().map(|may| format!("{}?", may.order_number)).collect();
            named(&may)
        }
    }
}

// ── Bookings ────────────────────────────────────────────────────────────────────────────────────────────────────────

fn bookings(shop: &Shop, out: Output, statement: i64) -> anyhow::Result<()> {
    let command = shop.command()?;
    let seen = shop.read(|tx| desk::bookings(tx, &Clerk::of_command(&command), statement))?;
    if out.json {
        return out.value(&seen);
    }
    out.list(&seen.items, &["line", "order", "amount", "stays because"], |one| {
        let why = one.why.as_ref().map(ToString::to_string).unwrap_or_default();
        vec![one.id.to_string(), one.order_number.clone(), format!("{} {}", one.amount, one.currency), why]
    })
}

fn take_back(shop: &Shop, out: Output, statement: i64, reason: &str, version: Option<String>) -> anyhow::Result<()> {
    let seen = write(shop, "bank take-back", |tx, clerk| {
        let version = match &version {
            Some(version) => version.clone(),
            None => desk::bookings(tx, clerk, statement)?.version,
        };
        let args = TakeBackArgs { statement_id: statement, version, reason: reason.to_owned() };
        desk::take_back(tx, clerk, &args)
    })?;
    let (left, taken): (Vec<&Booking>, Vec<&Booking>) = seen.items.iter().partition(|one| one.why.is_some());
    let stays = left.iter().map(|one| {
        let why = one.why.as_ref().map(ToString::to_string).unwrap_or_default();
        format!("\n  {} stays booked: {why}", one.order_number)
    });
    let text = format!("{} payments are taken back{}", taken.len(), stays.collect::<String>());
    let numbers = |of: &[&Booking]| of.iter().map(|one| one.order_number.clone()).collect::<Vec<_>>();
    out.done(&json!({ "statement": statement, "taken_back": numbers(&taken), "left": numbers(&left) }), &text)
}

// ── Refunds by hand ─────────────────────────────────────────────────────────────────────────────────────────────────

fn refunds(shop: &Shop, out: Output) -> anyhow::Result<()> {
    let rows = shop.read(|tx| desk::refunds(tx))?.items;
    out.list(&rows, &["refund", "order", "amount", "name", "iban", "reference", "in a file since"], |one| {
        vec![
            one.id.to_string(),
            one.order_number.clone(),
            format!("{} {}", one.amount, one.currency),
            one.name.clone(),
            one.iban.clone(),
            one.reference.clone(),
            one.written_at.as_deref().map(time).unwrap_or_default(),
        ]
    })
}

/// What the command line says of single refunds.
struct Given {
    ibans: BTreeMap<i64, String>,
    names: BTreeMap<i64, String>,
    again: bool,
}

impl Given {
    /// What goes into the file of a refund that waits: what was given, else what the statement told.
    fn asked(&self, id: i64, waiting: Option<&BankRefund>) -> SepaRefund {
        let known = |of: fn(&BankRefund) -> &String| waiting.map(of).cloned().unwrap_or_default();
        SepaRefund {
            id,
            name: self.names.get(&id).cloned().unwrap_or_else(|| known(|refund| &refund.name)),
            iban: self.ibans.get(&id).cloned().unwrap_or_else(|| known(|refund| &refund.iban)),
            again: self.again,
        }
    }
}

/// Writes the file in the transaction that notes it: there is no file that is not noted, and nothing is noted without its file.
fn sepa_file(shop: &Shop, out: Output, ids: &[i64], to: &Path, given: &Given) -> anyhow::Result<()> {
    let mut is_written = false;
    let written = write(shop, "bank sepa-file", |tx, clerk| {
        let waiting = desk::refunds(tx)?.items;
        let of = |id: i64| waiting.iter().find(|refund| refund.id == id);
        let asked: Vec<SepaRefund> = if ids.is_empty() {
            let new = waiting.iter().filter(|one| one.written_at.is_none() && one.currency == Currency::Eur);
            new.map(|one| given.asked(one.id, Some(one))).collect()
        } else {
            ids.iter().map(|id| given.asked(*id, of(*id))).collect()
        };
        let (file, change) = desk::sepa_file(tx, clerk, &SepaFileArgs { refunds: asked.clone() })?;
        private_file::write(to, |out| out.write_all(file.xml.as_bytes()))?;
        is_written = true;
        Ok(((file.id, asked.into_iter().map(|one| one.id).collect::<Vec<_>>()), change))
    });
    if written.is_err() && is_written {
        drop(std::fs::remove_file(to));
    }
    let (id, refunds) = written?;
    out.done(
        &json!({ "file": to, "id": id, "refunds": refunds }),
        &format!("{} refunds are in {}; a statement that shows them made closes them", refunds.len(), to.display()),
    )
}
