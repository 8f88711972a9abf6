//! The command line: one file a command. An error is one line that says how to fix it, with a nonzero exit code.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser, Subcommand};
use jiff::civil::{Date, DateTime};

use crate::config::{Config, Settings, Source};
use crate::domain::money::Amount;
use crate::domain::store_view::Lang;
use crate::domain::working_days::set_zone;

mod audit;
mod backup;
mod bank;
mod bulk;
mod campaign;
mod catalogue;
mod category;
mod check;
mod compliance;
mod contact;
mod credential;
mod customer;
mod fapiao;
mod figures;
mod invoice;
mod jobs;
mod lexicon;
mod log;
mod look;
mod mail;
mod message;
mod newsletter;
mod order;
mod page;
mod price;
mod private_file;
mod product;
mod promo;
mod reader;
mod returns;
mod search;
mod security;
pub mod seed;
mod serve;
mod setting;
mod shop;
mod staff;
mod stock;
mod table;
mod talk;
mod tariff;
mod token;
mod view;
mod withdrawal;

/// A multilingual boutique in one file.
#[derive(Debug, Parser)]
#[command(name = "shop", version, about, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Configuration file; every key has a default (see `shop config`)
    #[arg(long, global = true, value_name = "FILE", env = "SHOP_CONFIG")]
    config: Option<PathBuf>,
    /// Folder of database, mail and search index; `data.directory` by default
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the shop
    Serve {
        /// Fill an empty database with the demonstration catalogue first
        #[arg(long)]
        seed: bool,
        /// Open although the clock contradicts what is stored: after a long rest, or when the clock was wrong before
        #[arg(long)]
        accept_clock: bool,
        /// Address and port; `server.listen` by default
        #[arg(long, value_name = "ADDR:PORT", value_parser = address)]
        listen: Option<SocketAddr>,
    },
    /// Fill the database with the demonstration catalogue; what is there already stays as it is
    Seed {
        /// Add this many synthetic products, for tests of scale
        #[arg(long, value_name = "N", value_parser = products, allow_negative_numbers = true)]
        products: Option<u32>,
    },
    /// Bring the database up to this version
    Migrate {
        /// Only list what this version would refuse; changes nothing
        #[arg(long)]
        check: bool,
    },
    /// Check configuration, database and catalogue
    Check,
    /// List the duties of the law, where each is met and what proves it, and what is still the demonstration's
    Compliance(compliance::Args),
    /// List orders and work on them
    Order(order::Args),
    /// List returns, and carry them on: received, inspected, refunded
    Return(returns::Args),
    /// Show statements of withdrawal
    Withdrawal(withdrawal::Args),
    /// List, show and change products, make variants of options, go back to versions
    Product(product::Args),
    /// List and change the tree of categories: made, named, moved, hidden, removed
    Category(category::Args),
    /// List and change makers, options with their values, shipping groups, words of codes and synonyms of the search
    Lexicon(lexicon::Args),
    /// Show and set what is in stock
    Stock(stock::Args),
    /// Show and set prices, now or from a later time
    Price(price::Args),
    /// Reduce chosen goods for a time, e.g. over a weekend
    Campaign(campaign::Args),
    /// Colours, logo, words and the home page: draft and publish them, go back to versions
    Look(look::Args),
    /// Write and publish help pages, go back to versions
    Page(page::Args),
    /// Show and set the house's settings: company, delivery, payment, limits
    Setting(setting::Args),
    /// What was entered in the console for mail and payment
    Credential(credential::Args),
    /// Show and set carriers' rates, VAT, closing days and currencies, and who has changed them
    Tariff(tariff::Args),
    /// Import statements of the house's account, book their movements, write refunds as a SEPA file
    Bank(bank::Args),
    /// Languages and store views: which are offered, in which order, the default, countries and currencies
    View(view::Args),
    /// Create, list and switch off employees' promo tags
    Promo(promo::Args),
    /// Show the schedule, or run a job by hand
    Jobs(jobs::Args),
    /// Copy the shop into a file, which may stay open; list copies, schedule a restore, make a copy for staging
    Backup(backup::Args),
    /// Replace the database with a copy; the shop must be stopped
    Restore {
        /// A file that `shop backup` made
        file: PathBuf,
    },
    /// Print the configuration in force as TOML
    Config {
        /// Print the documented defaults instead
        #[arg(long)]
        defaults: bool,
    },
    /// Write the whole catalogue into a folder of sheets and pictures, or read it from one
    #[command(subcommand)]
    Catalogue(catalogue::Command),
    /// List what customers have written, answer it, note, assign and close it; texts that are used again
    Message(message::Args),
    /// Read, answer and close messages to customer service
    Contact(contact::Args),
    /// Answer in the chat, and say when it is offered
    Talk(talk::Args),
    /// List newsletter subscriptions and export confirmed ones
    #[command(subcommand)]
    Newsletter(newsletter::Command),
    /// List the Chinese invoices that customers asked for
    Fapiao(fapiao::Args),
    /// List, show and export invoices and credit notes
    #[command(subcommand)]
    Invoice(invoice::Command),
    /// Print and export what the house has earned; write the accountant's month
    Figures(figures::Args),
    /// Look after customers' accounts
    Customer(customer::Args),
    /// Show what was searched for without result
    Search(search::Args),
    /// Show who logged in, failed to, changed a password, exported or deleted an account
    Security(security::Args),
    /// Invite people into the console, list them, shut them out
    Staff(staff::Args),
    /// Make, list and revoke the tokens with which programs call the console
    Token(token::Args),
    /// List what people and commands have done, and verify that nothing of it was changed
    Audit(audit::Args),
    /// List the work on many things that was asked for in the console, and stop it
    Bulk(bulk::Args),
    /// Show which mail is waiting, sent or failed
    Mail(mail::Args),
    /// Print the contract of the API as OpenAPI 3.1
    Openapi {
        /// Print the message catalogue instead, as JSON: id to English text
        #[arg(long)]
        messages: bool,
        /// Print the route table instead, as JSON
        #[arg(long, conflicts_with = "messages")]
        routes: bool,
        /// Print the contract of the console instead
        #[arg(long, conflicts_with_all = ["messages", "routes"])]
        console: bool,
    },
    /// Print completions for a shell
    Completions {
        /// The shell to complete in
        shell: clap_complete::Shell,
    },
}

/// The commands that change something, by their words: each writes into the audit, which [`shop::write`] demands.
const AUDITED: &[&str] = &[
    "audit export",
    "backup anonymise",
    "backup call-off",
    "backup schedule-restore",
    "backup",
    "bank book",
    "bank book-sure",
    "bank ignore",
    "bank import",
    "bank reopen",
    "bank sepa-file",
    "bank take-back",
    "bulk stop",
    "campaign call-off",
    "campaign change",
    "campaign create",
    "campaign extend",
    "campaign remove",
    "campaign schedule",
    "campaign unschedule",
    "catalogue import",
    "category add",
    "category move",
    "category arrange",
    "category remove",
    "category restore",
    "category set",
    "contact close",
    "contact reply",
    "credential remove",
    "customer call-off-deletion",
    "customer delete",
    "customer end-sessions",
    "customer export",
    "customer invite-subscription",
    "customer note",
    "customer password-link",
    "customer remove-passkey",
    "customer set-email",
    "customer unsubscribe",
    "fapiao issued",
    "figures archive",
    "figures table",
    "invoice issue",
    "jobs run",
    "lexicon add",
    "lexicon move",
    "lexicon remove",
    "lexicon set",
    "look drawing",
    "look publish",
    "look restore",
    "look set",
    "mail retry",
    "message assign",
    "message close",
    "message note",
    "message reopen",
    "message reply",
    "message text remove",
    "message text set",
    "migrate",
    "newsletter export",
    "order add",
    "order address",
    "order cancel",
    "order carrier",
    "order close-payment",
    "order complete",
    "order create",
    "order email",
    "order hand-over",
    "order note",
    "order paid",
    "order papers",
    "order ready",
    "order refund",
    "order remove",
    "order return",
    "order ship",
    "order unpay",
    "page publish",
    "page restore",
    "page set",
    "price set",
    "price unset",
    "product add-picture",
    "product create",
    "product create-all",
    "product end-previews",
    "product preview-link",
    "product price",
    "product restore",
    "product set",
    "product variants",
    "promo create",
    "promo off",
    "restore",
    "return announce",
    "return arrive",
    "return call-off",
    "return inspect",
    "return never-came",
    "return receive",
    "return refund",
    "return sent",
    "seed",
    "serve",
    "setting agree",
    "setting set",
    "setting take-back",
    "setting unset",
    "staff disable",
    "staff enable",
    "staff end-session",
    "staff end-sessions",
    "staff invite",
    "staff remove-key",
    "staff role add",
    "staff role remove",
    "staff role set",
    "stock correct",
    "stock expect",
    "stock expect-no-more",
    "stock receive",
    "stock set",
    "stock shelf",
    "stock shelves",
    "stock threshold",
    "talk close",
    "talk hours",
    "talk reply",
    "tariff add-carrier",
    "tariff add-vat-class",
    "tariff close",
    "tariff open",
    "tariff order-carriers",
    "tariff remove-vat-class",
    "tariff set-carrier",
    "tariff set-country",
    "tariff set-currency",
    "tariff set-default-currency",
    "tariff set-ecb-rates",
    "tariff set-shipping",
    "tariff set-vat",
    "tariff stop-shipping",
    "token create",
    "token revoke",
    "view order",
    "view set",
    "withdrawal show",
];

/// Runs the command; exit code 2 for a wrong command line, 1 for any other error.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("shop: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "shop", &mut script);
            print(&String::from_utf8(script).context("completions")?)
        }
        Command::Openapi { messages: true, .. } => print(&messages()?),
        Command::Openapi { routes: true, .. } => {
            print(&crate::http::pages::routes::manifest().context("writing the route table")?)
        }
        Command::Openapi { console: true, .. } => print(&crate::app::console_api().openapi_lines()),
        Command::Openapi { .. } => print(&crate::app::api().openapi_lines()),
        Command::Config { defaults: true } => print(crate::config::DEFAULT),
        Command::Config { defaults: false } => {
            print(&toml::to_string_pretty(&config(&cli.common)?).context("writing the configuration")?)
        }
        Command::Serve { seed, accept_clock, listen } => {
            let mut source = source(&cli.common)?;
            if let Some(listen) = listen {
                source.give("server.listen", listen.to_string());
            }
            let machine = machine(&source)?;
            log::start(&machine)?;
            serve::run(machine, seed, accept_clock)
        }
        Command::Seed { products } => seed::command(&machine(&source(&cli.common)?)?, products),
        Command::Migrate { check: true } => check::migrate_check(&machine(&source(&cli.common)?)?),
        Command::Migrate { check: false } => check::migrate(&machine(&source(&cli.common)?)?),
        Command::Customer(args) => customer::run(config(&cli.common)?, args),
        Command::Search(args) => search::run(&config(&cli.common)?, args),
        Command::Security(args) => security::run(&config(&cli.common)?, args),
        Command::Staff(args) => staff::run(&config(&cli.common)?, args),
        Command::Token(args) => token::run(&config(&cli.common)?, args),
        Command::Audit(args) => audit::run(&config(&cli.common)?, args),
        Command::Mail(args) => mail::run(&config(&cli.common)?, args),
        Command::Check => check::run(&config(&cli.common)?),
        Command::Compliance(args) => compliance::run(&config(&cli.common)?, &args),
        Command::Order(args) => order::run(config(&cli.common)?, args),
        Command::Return(args) => returns::run(config(&cli.common)?, args),
        Command::Withdrawal(args) => withdrawal::run(config(&cli.common)?, args),
        Command::Category(args) => category::run(config(&cli.common)?, args),
        Command::Lexicon(args) => lexicon::run(config(&cli.common)?, args),
        Command::Product(args) => product::run(config(&cli.common)?, args),
        Command::Stock(args) => stock::run(config(&cli.common)?, args),
        Command::Price(args) => price::run(config(&cli.common)?, args),
        Command::Look(args) => look::run(config(&cli.common)?, args),
        Command::Page(args) => page::run(config(&cli.common)?, args),
        Command::Campaign(args) => campaign::run(config(&cli.common)?, args),
        Command::Credential(args) => credential::run(machine(&source(&cli.common)?)?, args),
        Command::Setting(args) => setting::run(machine(&source(&cli.common)?)?, args),
        Command::Tariff(args) => tariff::run(config(&cli.common)?, args),
        Command::Bank(args) => bank::run(config(&cli.common)?, args),
        Command::View(args) => view::run(config(&cli.common)?, args),
        Command::Promo(args) => promo::run(config(&cli.common)?, args),
        Command::Jobs(args) => jobs::run(config(&cli.common)?, args),
        Command::Backup(args) => backup::run(&config(&cli.common)?, args),
        Command::Restore { file } => backup::restore(&machine(&source(&cli.common)?)?, &file),
        Command::Catalogue(command) => catalogue::run(&config(&cli.common)?, command),
        Command::Message(args) => message::run(config(&cli.common)?, args),
        Command::Contact(args) => contact::run(config(&cli.common)?, args),
        Command::Bulk(args) => bulk::run(&config(&cli.common)?, args),
        Command::Talk(args) => talk::run(config(&cli.common)?, args),
        Command::Newsletter(command) => newsletter::run(&config(&cli.common)?, command),
        Command::Fapiao(args) => fapiao::run(&config(&cli.common)?, args),
        Command::Invoice(command) => invoice::run(config(&cli.common)?, command),
        Command::Figures(args) => figures::run(config(&cli.common)?, args),
    }
}

/// What the machine says: defaults, file, environment and command line.
fn source(common: &Common) -> anyhow::Result<Source> {
    let mut source = Source::load(common.config.as_deref(), std::env::vars())?;
    if let Some(data) = &common.data {
        let data = data.to_str().with_context(|| format!("{} is no name in UTF-8", data.display()))?;
        source.give("data.directory", data);
    }
    Ok(source)
}

/// The configuration without the settings of the house: for what opens, makes or mends the database.
fn machine(source: &Source) -> anyhow::Result<Config> {
    let machine = source.with(&Settings::new())?;
    set_zone(machine.company.time_zone.clone());
    Ok(machine)
}

/// The configuration in force: with the settings of the house, where there is a shop.
fn config(common: &Common) -> anyhow::Result<Config> {
    shop::in_force(machine(&source(common)?)?)
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "give an address and a port, e.g. 127.0.0.1:8080 or [::]:8080".to_owned())
}

/// Parses a whole number within bounds.
fn whole(text: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("give a whole number from {least} to {most}, e.g. {}", most.min(50)))
}

fn products(text: &str) -> Result<u32, String> {
    whole(text, 1, seed::MOST_SYNTHETIC)
}

/// Parses a number of a thing, or how many are wanted.
fn count(text: &str) -> Result<i64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "give a whole number above zero, e.g. 50".to_owned())
}

/// Parses an amount of money.
fn amount(text: &str) -> Result<Amount, String> {
    let amount = text.parse().ok().filter(|amount| *amount >= Amount::ZERO);
    amount.ok_or_else(|| "give an amount without its currency and not below zero, e.g. 12.50".to_owned())
}

/// Parses a date and time on the shop's clocks.
fn clock_time(text: &str) -> Result<DateTime, String> {
    text.parse().map_err(|_| "give a date and time on the shop's clocks, e.g. 2026-11-28T09:00".to_owned())
}

fn lang(code: &str) -> Result<Lang, String> {
    Lang::from_code(code).ok_or_else(|| "give a language: en, fr, de, es or zh".to_owned())
}

/// Parses a date.
fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| "give a day, e.g. 2026-11-21".to_owned())
}

/// All messages as JSON for the UI's catalogue: id to English text.
fn messages() -> anyhow::Result<String> {
    let all: std::collections::BTreeMap<&str, &str> = crate::message::ALL.iter().map(|m| (m.id, m.text)).collect();
    serde_json::to_string_pretty(&all).context("writing the messages")
}

/// Prints to standard output.
fn print(text: &str) -> anyhow::Result<()> {
    table::line(text.trim_end())
}

/// The words of all commands that do something themselves.
#[cfg(test)]
pub fn commands() -> std::collections::BTreeSet<String> {
    fn leaves(command: &clap::Command, words: &str) -> Vec<String> {
        let below = command.get_subcommands().filter(|one| one.get_name() != "help");
        let below: Vec<String> =
            below.flat_map(|one| leaves(one, format!("{words} {}", one.get_name()).trim())).collect();
        // One whose subcommands are not required does something without them too.
        let is_leaf = below.is_empty() || (!words.is_empty() && command.is_args_conflicts_with_subcommands_set());
        below.into_iter().chain(is_leaf.then(|| words.to_owned())).collect()
    }
    leaves(&Cli::command(), "").into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The commands that change nothing in the database.
    const READING: &[&str] = &[
        "audit list",
        "audit verify",
        "backup list",
        "bank bookings",
        "bank lines",
        "bank refunds",
        "bank statements",
        "bulk list",
        "bulk show",
        "campaign list",
        "campaign plan",
        "campaign show",
        "catalogue export",
        "category list",
        "category order",
        "category show",
        "category versions",
        "check",
        "completions",
        "compliance",
        "config",
        "contact list",
        "contact show",
        "credential list",
        "customer list",
        "customer show",
        "fapiao list",
        "invoice export",
        "invoice list",
        "invoice show",
        "jobs list",
        "jobs stuck",
        "lexicon list",
        "lexicon show",
        "look show",
        "look versions",
        "mail list",
        "mail show",
        "message list",
        "message show",
        "message text list",
        "message text show",
        "newsletter list",
        "openapi",
        "order list",
        "order show",
        "page list",
        "page show",
        "page versions",
        "price history",
        "price list",
        "product list",
        "product show",
        "product versions",
        "promo list",
        "return list",
        "return show",
        "search misses",
        "security list",
        "setting history",
        "setting list",
        "setting waiting",
        "staff keys",
        "staff list",
        "staff roles",
        "staff sessions",
        "stock list",
        "stock show",
        "talk list",
        "talk show",
        "tariff carriers",
        "tariff closing-days",
        "tariff countries",
        "tariff currencies",
        "tariff ecb-rates",
        "tariff history",
        "tariff shipping",
        "tariff vat",
        "tariff vat-classes",
        "token list",
        "view list",
        "withdrawal list",
    ];

    #[test]
    fn every_command_reads_only_or_writes_into_the_audit() {
        let all = commands();
        let listed: Vec<&str> = READING.iter().chain(AUDITED).copied().collect();
        let named: BTreeSet<String> = listed.iter().map(|words| (*words).to_owned()).collect();
        assert_eq!(named.len(), listed.len(), "a command is listed twice");
        assert_eq!(all.difference(&named).collect::<Vec<_>>(), Vec::<&String>::new(), "not listed");
        assert_eq!(named.difference(&all).collect::<Vec<_>>(), Vec::<&String>::new(), "no commands");
    }

    /// Files that write without the audit: a dry run, which is undone; the links of an export and the rows of the demonstration,
    /// which are recorded as a whole.
    const UNRECORDED: &[&str] = &["catalogue.rs", "newsletter.rs", "seed.rs", "synthetic.rs"];

    #[test]
    fn every_audited_command_records_itself_and_none_writes_past_the_audit() {
        fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    sources(&path, found);
                } else if let Some(name) =
                    path.file_name().and_then(|name| name.to_str()).filter(|name| *name != "mod.rs")
                {
                    found.push((name.to_owned(), std::fs::read_to_string(&path).expect("a source")));
                }
            }
        }
        let mut all = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"), &mut all);
        // As an argument of a call, which another one follows.
        let is_recorded = |words: &str| all.iter().any(|(_, text)| text.contains(&format!("\"{words}\", ")));
        let silent: Vec<&&str> = AUDITED.iter().filter(|words| !is_recorded(words)).collect();
        assert!(silent.is_empty(), "{silent:?}");
        let writes = all.iter().filter(|(name, text)| name != "shop.rs" && text.contains("connection.write("));
        let past: BTreeSet<&str> = writes.map(|(name, _)| name.as_str()).collect();
        assert_eq!(past, UNRECORDED.iter().copied().collect());
    }

    /// All commands and, of each, the beginnings of command lines that end with one of its arguments.
    fn arguments(command: &clap::Command, words: &[String], found: &mut Vec<(Vec<String>, Option<String>)>) {
        for below in command.get_subcommands() {
            arguments(below, &[words, &[below.get_name().to_owned()]].concat(), found);
        }
        for argument in command.get_arguments().filter(|argument| argument.get_action().takes_values()) {
            found.push((words.to_vec(), argument.get_long().map(|long| format!("--{long}"))));
        }
    }

    #[test]
    fn what_an_argument_cannot_take_is_told_with_its_name_and_an_example() {
        let mut all = Vec::new();
        arguments(&Cli::command(), &["shop".to_owned()], &mut all);
        let mut refused = 0;
        for (words, option) in all {
            for value in ["§", "-5"] {
                let line = words.iter().cloned().chain(option.clone()).chain([value.to_owned()]);
                let Err(error) = Cli::try_parse_from(line) else { continue };
                let text = error.to_string();
                assert!(!text.contains("digit"), "{words:?} {text}");
                if error.kind() == clap::error::ErrorKind::ValueValidation {
                    refused += 1;
                    assert!(text.contains("e.g. ") || text.contains(": give "), "{words:?} {text}");
                }
            }
        }
        assert!(refused > 40, "{refused}");
    }

    #[test]
    fn negative_numbers_are_refused_by_name() {
        for line in [
            &["shop", "order", "refund", "1", "--amount", "-5"][..],
            &["shop", "order", "paid", "1", "--amount", "-5"],
            &["shop", "order", "list", "--limit", "-5"],
            &["shop", "stock", "set", "X", "-5"],
            &["shop", "promo", "create", "X", "--percent", "-5"],
            &["shop", "mail", "show", "-5"],
        ] {
            let error = Cli::try_parse_from(line).map(drop).expect_err("refused");
            assert_eq!(error.kind(), clap::error::ErrorKind::ValueValidation, "{line:?}: {error}");
        }
    }
}
