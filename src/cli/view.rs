//! `shop view`: languages and store views, as in the console's settings.

use std::sync::Arc;

use clap::Subcommand;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;

use super::shop::{self, Shop};
use super::table::Output;
use crate::audit::{self, Actor, By};
use crate::call::View;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::language::editing;
use crate::language::types::{Coming, Facts, Languages, Leaving, Planned, SaveArgs, Terms};
use crate::message;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the languages with their store views, in the order in which shoppers see them
    List,
    /// Offer a language or offer it no more, set its country and currency, or make it the default
    Set {
        /// E.g. fr
        #[arg(value_parser = super::lang)]
        lang: Lang,
        /// Whether shoppers are offered it
        #[arg(long, value_enum)]
        offered: Option<Offered>,
        /// Where orders go until an address is known: two letters, e.g. BE
        #[arg(long)]
        country: Option<String>,
        /// Of visitors who have chosen none and whose country has none, e.g. EUR
        #[arg(long, value_parser = currency)]
        currency: Option<Currency>,
        /// Make it the language of visitors whose browser names none of the shop
        #[arg(long)]
        default: bool,
        /// Say what it would change, and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Put the languages in an order
    Order {
        /// All of them, as `list` prints them
        #[arg(required = true, value_parser = super::lang)]
        langs: Vec<Lang>,
    },
}

/// A language as it is listed.
#[derive(Debug, Serialize)]
struct Listed {
    #[serde(flatten)]
    terms: Terms,
    store_id: u32,
    store_code: String,
    is_default: bool,
    /// The line or variable that says whether it is offered.
    pinned_by: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Offered {
    Yes,
    No,
}

fn currency(text: &str) -> std::result::Result<Currency, String> {
    text.parse().map_err(|_| "give a currency of the shop, e.g. EUR".to_owned())
}

fn by(now: Timestamp) -> By {
    By { actor: Actor::Command(audit::system_user()), now }
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List => {
            let config = shop.config();
            let table = shop.read(|tx| editing::table(tx, &config, Lang::En))?;
            let Languages { terms, default } = table.languages;
            let row = |(terms, facts): (Terms, Facts)| Listed {
                is_default: terms.lang == default,
                store_id: facts.store_id,
                store_code: facts.store_code,
                pinned_by: table.pinned_by.clone(),
                terms,
            };
            let rows: Vec<Listed> = terms.into_iter().zip(table.facts).map(row).collect();
            let headings = ["language", "offered", "country", "currency", "store", "code", "default", "fixed in"];
            out.list(&rows, &headings, |row| {
                let word = |is: bool| if is { "yes" } else { "no" }.to_owned();
                vec![
                    row.terms.lang.to_string(),
                    word(row.terms.is_on),
                    row.terms.country.clone(),
                    row.terms.currency.to_string(),
                    row.store_id.to_string(),
                    row.store_code.clone(),
                    if row.is_default { "default" } else { "" }.to_owned(),
                    row.pinned_by.clone().unwrap_or_default(),
                ]
            })
        }
        Command::Set { lang, offered, country, currency, default, dry_run } => {
            let change = |languages: &mut Languages| {
                let one = languages.terms.iter_mut().find(|one| one.lang == lang);
                let Terms { is_on, country: place, currency: money, .. } =
                    one.ok_or_else(|| refuse(message::LANGUAGE_UNKNOWN))?;
                *is_on = offered.map_or(*is_on, |offered| offered == Offered::Yes);
                *place = country.clone().unwrap_or_else(|| place.clone());
                *money = currency.unwrap_or(*money);
                languages.default = if default { lang } else { languages.default };
                Ok(())
            };
            if dry_run {
                return plan(&shop, out, change);
            }
            let config = shop.config();
            shop.write("view set", |tx, command| {
                let (view, args) = changed(tx, &config, command.now, change)?;
                Ok(((), editing::save(tx, &view, &by(command.now), &args)?))
            })?;
            out.done(&json!({ "language": lang }), &format!("{lang}: in force"))
        }
        Command::Order { langs } => {
            let config = shop.config();
            shop.write("view order", |tx, command| {
                let (view, args) = changed(tx, &config, command.now, |languages| {
                    if langs.len() != languages.terms.len()
                        || languages.terms.iter().any(|one| !langs.contains(&one.lang))
                    {
                        return Err(refuse(message::LANGUAGE_UNKNOWN));
                    }
                    languages.terms.sort_by_key(|one| langs.iter().position(|lang| *lang == one.lang));
                    Ok(())
                })?;
                Ok(((), editing::save(tx, &view, &by(command.now), &args)?))
            })?;
            out.done(&json!({ "languages": langs }), "shoppers see the languages in this order")
        }
    }
}

/// The languages in force, and as they become.
fn changed(
    tx: &mut dyn Tx,
    config: &Arc<Config>,
    now: Timestamp,
    change: impl FnOnce(&mut Languages) -> Result<()>,
) -> Result<(View, SaveArgs)> {
    let view = View::load(tx, Lang::En, Currency::Eur, now, config)?;
    let seen = editing::table(tx, config, Lang::En)?.languages;
    let mut languages = seen.clone();
    change(&mut languages)?;
    Ok((view, SaveArgs { seen, languages }))
}

/// Says what a change would do.
fn plan(shop: &Shop, out: Output, change: impl FnOnce(&mut Languages) -> Result<()>) -> anyhow::Result<()> {
    let (config, now) = (shop.config(), shop::now()?);
    let planned = shop.read(|tx| {
        let (view, args) = changed(tx, &config, now, change)?;
        Ok(editing::plan(tx, &view, &args)?.planned)
    })?;
    out.done(&planned, &told(&planned).join("\n"))
}

/// What a change would do, a line each.
fn told(planned: &Planned) -> Vec<String> {
    let Planned { is_change, coming, leaving, default, currencies_coming, currencies_leaving, wechat } = planned;
    let mut lines = Vec::new();
    for Coming { lang, untold_products } in coming {
        lines.push(format!("{lang} would be offered; {untold_products} products on sale have no texts in it"));
    }
    for Leaving { lang, customers, bags, subscribers, orders, letters } in leaving {
        lines.push(format!(
            "{lang} would be offered no more: {customers} accounts read it ({bags} of them have goods in their bag), \
             {subscribers} have subscribed in it, {orders} orders in it are not finished, {letters} letters wait"
        ));
    }
    lines.extend(default.map(|lang| format!("{lang} would be the default")));
    lines.extend(currencies_coming.iter().map(|one| format!("{one} would be offered with it")));
    lines.extend(currencies_leaving.iter().map(|one| format!("{one} would be offered no more")));
    lines.extend(wechat.map(|is| format!("WeChat Pay would be offered{}", if is { "" } else { " no more" })));
    if lines.is_empty() {
        let what = if *is_change { "countries, currencies or the order would change" } else { "nothing would change" };
        lines.push(what.to_owned());
    }
    lines
}
