//! `shop price`: single prices, now or from a later time.

use clap::Subcommand;
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde_json::json;

use super::shop::{self, Shop, one_line};
use super::table::{Output, moment};
use crate::audit::{self, By, Change};
use crate::config::Config;
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::domain::working_days::entered_at;
use crate::error::Refusal;
use crate::order;
use crate::price::types::{LedgerEntry, PriceChange, PriceLine, PricedRow, SetArgs};
use crate::price::{self, setting};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what items cost now, what they cost without a campaign, and what follows
    List {
        /// Only SKUs that begin with this, in capitals or not
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Set a price, now or from a later time, until the next one that is planned
    Set {
        /// As `list` prints it
        sku: String,
        /// With two decimals, VAT included, e.g. 18.00
        #[arg(value_parser = super::amount)]
        amount: Amount,
        #[arg(long, default_value = "EUR", value_parser = currency)]
        currency: Currency,
        /// From when on the shop's clocks, e.g. 2026-12-01T00:00; now without it
        #[arg(long, value_name = "TIME", value_parser = super::clock_time)]
        from: Option<DateTime>,
        /// The regular price, where this one is to be shown as reduced without a campaign, e.g. 24.00
        #[arg(long, value_parser = super::amount)]
        regular: Option<Amount>,
        /// Set the other currencies to what the price in EUR is at the shop's rates
        #[arg(long)]
        follow: bool,
        /// Why, for the history
        #[arg(long, default_value = "", value_parser = one_line)]
        note: String,
    },
    /// Take back a price that is planned
    Unset {
        /// As `list` prints it
        sku: String,
        /// When it would begin, on the shop's clocks, e.g. 2026-12-01T00:00, or as `history --json` prints it
        #[arg(value_parser = begin)]
        from: Begin,
        #[arg(long, default_value = "EUR", value_parser = currency)]
        currency: Currency,
        /// Why, for the history
        #[arg(long, default_value = "", value_parser = one_line)]
        note: String,
    },
    /// Show all that was, is and will be the price of an item, and who has set it
    History {
        /// As `list` prints it
        sku: String,
    },
}

fn currency(text: &str) -> Result<Currency, String> {
    text.parse().map_err(|_| "give a currency of the shop, e.g. EUR".to_owned())
}

/// When a planned price would begin: as it was set, or as machines read it.
#[derive(Debug, Clone, Copy)]
enum Begin {
    /// On the shop's clocks, whose zone the configuration tells.
    Clock(DateTime),
    Moment(Timestamp),
}

impl Begin {
    fn moment(self) -> Result<Timestamp, Refusal> {
        match self {
            Begin::Clock(time) => entered_at(time).map_err(|why| Refusal::of_field("from", why)),
            Begin::Moment(moment) => Ok(moment),
        }
    }
}

fn begin(text: &str) -> Result<Begin, String> {
    // The moment is tried first: read as a time on the clocks, it would lose its offset from UTC.
    text.parse().map(Begin::Moment).or_else(|_| super::clock_time(text).map(Begin::Clock))
}

/// A time of the slice's answers as people read it: on the shop's clocks.
fn clock(time: &str) -> String {
    time.parse::<Timestamp>().map_or_else(|_| time.to_owned(), |at| moment(at.as_millisecond()))
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { prefix } => list(&shop, out, &prefix.to_uppercase()),
        Command::Set { sku, amount, currency, from, regular, follow, note } => {
            let line = PriceLine { sku: sku.clone(), currency, amount, regular, version: String::new() };
            let args = SetArgs { lines: vec![line], from, follow, note };
            let plan = shop.write("price set", |tx, command| {
                let plan = setting::set(tx, &by(command), &args)?;
                let change = price::set_change(&plan);
                Ok((plan, change))
            })?;
            let lines: Vec<String> =
                plan.lines.iter().map(|line| format!("{} {}", line.offer.amount, line.currency)).collect();
            let told = json!({ "sku": sku.to_uppercase(), "from": plan.from, "prices": lines });
            let text =
                format!("{}: {} from {}", sku.to_uppercase(), lines.join(", "), moment(plan.from.as_millisecond()));
            out.done(&told, &text)
        }
        Command::Unset { sku, from, currency, note } => {
            let from = shop.write("price unset", |tx, command| {
                let from = from.moment()?;
                setting::unset(tx, &by(command), &sku, currency, from, None, &note)?;
                let planned = json!({ "planned": { "currency": currency, "from": from } });
                Ok((from, Change::new("price", sku.to_uppercase()).before(planned)))
            })?;
            let text = format!("{}: nothing changes on {}", sku.to_uppercase(), moment(from.as_millisecond()));
            out.done(&json!({ "sku": sku.to_uppercase(), "currency": currency, "from": from }), &text)
        }
        Command::History { sku } => history(&shop, out, &sku),
    }
}

fn by(command: &order::Command) -> By {
    By { actor: audit::Actor::Command(audit::system_user()), now: command.now }
}

fn list(shop: &Shop, out: Output, prefix: &str) -> anyhow::Result<()> {
    let now = shop::now()?;
    let rows = shop.read(|tx| price::items(tx, Lang::En, prefix, now, shop::LINES + 1))?;
    let how = |last: &PricedRow| format!("name the beginning of a SKU, e.g. `shop price list {}`", last.sku);
    let text = |amount: Option<Amount>| amount.map(|amount| amount.to_string()).unwrap_or_default();
    out.part(rows, shop::LINES, how, &["sku", "EUR", "without campaign", "follows", "name"], |row| {
        let eur = row.prices.iter().find(|price| price.currency == Currency::Eur);
        let next = eur.and_then(|price| price.next.as_ref());
        vec![
            row.sku.clone(),
            text(eur.and_then(|price| price.amount)),
            text(eur.and_then(|price| price.base)),
            next.map(|next| format!("{} {}", next.amount, clock(&next.at))).unwrap_or_default(),
            row.name.clone(),
        ]
    })
}

fn history(shop: &Shop, out: Output, sku: &str) -> anyhow::Result<()> {
    let now = shop::now()?;
    let detail = shop.read(|tx| {
        let id = setting::find(tx, sku)?;
        price::detail(tx, Lang::En, now, id)
    })?;
    if out.json {
        return out.value(&json!({ "ledger": detail.ledger, "changes": detail.changes }));
    }
    let campaign = |entry: &LedgerEntry| entry.campaign.as_ref().map(|of| of.name.clone()).unwrap_or_default();
    out.list(&detail.ledger, &["currency", "from", "until", "amount", "regular", "campaign"], |entry| {
        vec![
            entry.currency.to_string(),
            clock(&entry.from),
            entry.until.as_deref().map(clock).unwrap_or_default(),
            entry.amount.to_string(),
            entry.regular.map(|regular| regular.to_string()).unwrap_or_default(),
            campaign(entry),
        ]
    })?;
    super::print("")?;
    out.list(&detail.changes, &["when", "currency", "from", "amount", "by", "note"], |change: &PriceChange| {
        vec![
            clock(&change.at),
            change.currency.to_string(),
            clock(&change.from),
            change.amount.map_or_else(|| "taken back".to_owned(), |amount| amount.to_string()),
            change.name.clone().unwrap_or_else(|| change.actor.clone()),
            change.note.clone(),
        ]
    })
}
