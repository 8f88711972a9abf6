//! `shop setting`: what the house has set of its company, terms and limits, on top of the machine's file. Works beside rows with which
//! the shop would not open, so that they can be taken away.

use anyhow::anyhow;
use clap::Subcommand;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

use super::shop::{self, Shop};
use super::table::{Output, moment};
use crate::audit::{self, Actor, By};
use crate::call::View;
use crate::compliance;
use crate::compliance::types::PlannedContradiction;
use crate::config::Config;
use crate::config::settings::{self, Kind};
use crate::deed::types::Failure;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::setting::types::{Changes, Edit, Field, PastChange};
use crate::setting::{self, editing};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what may be set, what is in force, and where that comes from
    List {
        /// Only keys that begin with this, e.g. company
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Set a value, which is in force at once
    Set {
        /// As `list` prints it
        key: String,
        /// A text as it is, else as in config.toml, e.g. 6, true or ["12 quai du Lac", "74000 Annecy"]
        value: String,
        /// Say what it would change, and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Take a value away: what the file or the defaults say is in force again
    Unset {
        /// As `list` prints it
        key: String,
        /// Say what it would change, and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// List changes of where money goes that wait for their day, or for an owner
    Waiting,
    /// Put a change that waits into force now
    Agree {
        /// Its number, as `waiting` prints it
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Take back a change that waits
    TakeBack {
        /// Its number, as `waiting` prints it
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Show who has set what, newest first
    History {
        /// As `list` prints it; all of them without it
        key: Option<String>,
    },
}

/// A change that waits, as it is listed.
#[derive(Debug, Serialize)]
struct Waiting {
    id: i64,
    asked_at: Timestamp,
    force_at: Timestamp,
    actor: String,
    changes: Changes,
    /// Why it could not come into force.
    failure: Option<Failure>,
}

pub fn run(machine: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(machine)?;
    match args.command {
        Command::List { prefix } => list(&shop, out, &prefix),
        Command::Set { key, value, dry_run: true } => plan(&shop, out, &key, Some(parsed(&key, &value)?)),
        Command::Unset { key, dry_run: true } => plan(&shop, out, &key, None),
        Command::Set { key, value, dry_run: false } => {
            let value = parsed(&key, &value)?;
            let now = change(&shop, "setting set", &key, Some(value))?;
            out.done(&json!({ "key": key, "value": now }), &format!("{key}: {now}"))
        }
        Command::Unset { key, dry_run: false } => {
            let now = change(&shop, "setting unset", &key, None)?;
            out.done(&json!({ "key": key, "value": now }), &format!("{key}: {now}, as the file or the defaults say"))
        }
        Command::Waiting => waiting(&shop, out),
        Command::Agree { id } => {
            let config = shop.config();
            shop.write("setting agree", |tx, command| {
                let view = View::load(tx, Lang::En, Currency::Eur, command.now, &config)?;
                let by = By { actor: Actor::Command(audit::system_user()), now: command.now };
                let waiting = editing::find_waiting(tx, id)?;
                Ok(((), editing::put_into_force(tx, &by, &view, &waiting)?))
            })?;
            out.done(&json!({ "id": id }), &format!("change {id} is in force"))
        }
        Command::TakeBack { id } => {
            shop.write("setting take-back", |tx, _| Ok(((), editing::take_back(tx, id)?)))?;
            out.done(&json!({ "id": id }), &format!("change {id} is taken back"))
        }
        Command::History { key } => history(&shop, out, key.as_deref()),
    }
}

fn list(shop: &Shop, out: Output, prefix: &str) -> anyhow::Result<()> {
    let config = shop.config();
    let sections = shop.read(|tx| setting::all(tx, &config.source))?;
    let fields = sections.into_iter().flat_map(|section| section.settings);
    let fields: Vec<Field> = fields.filter(|field| field.key.starts_with(prefix)).collect();
    let origin = |field: &Field| match &field.pinned_by {
        Some(place) => format!("fixed: {place}"),
        None if field.is_set => "set".to_owned(),
        None => config.origins.get(&field.key).cloned().unwrap_or_else(|| "default".to_owned()),
    };
    out.list(&fields, &["key", "value", "from"], |field| {
        vec![field.key.clone(), field.value.to_string(), origin(field)]
    })
}

/// A value of the command line: a text as it is, anything else as TOML.
fn parsed(key: &str, text: &str) -> anyhow::Result<Value> {
    let unknown =
        || anyhow!("{key} is no setting; `shop setting list` lists them, config.toml has the keys of the machine");
    let setting = settings::find(key).ok_or_else(unknown)?;
    match setting.kind {
        Kind::Text | Kind::Amount | Kind::Time => Ok(json!(text)),
        _ => {
            let table: toml::Table = format!("value = {text}")
                .parse()
                .map_err(|_| anyhow!("{key}: give it as in config.toml, e.g. {}", example(setting.kind)))?;
            Ok(serde_json::to_value(&table["value"])?)
        }
    }
}

fn example(kind: Kind) -> &'static str {
    match kind {
        Kind::Switch => "true",
        Kind::Number { .. } | Kind::Weekday => "6",
        Kind::Methods => "'[\"card\", \"bank_transfer\"]'",
        Kind::Countries => "'[\"CA\"]'",
        Kind::Sites => "'{ GB = \"https://uk.example.com/en\" }'",
        Kind::Collection => "'{ bed = \"149.00\" }'",
        Kind::Text | Kind::Lines | Kind::Amount | Kind::Time => "'[\"12 quai du Lac\", \"74000 Annecy\"]'",
    }
}

/// Sets one key, and answers what is in force then.
fn change(shop: &Shop, words: &str, key: &str, value: Option<Value>) -> anyhow::Result<Value> {
    let config = shop.config();
    shop.write(words, |tx, command| {
        let view = View::load(tx, Lang::En, Currency::Eur, command.now, &config)?;
        let by = By { actor: Actor::Command(audit::system_user()), now: command.now };
        let seen = setting::value(tx, &config.source, key)?;
        let change = editing::save(tx, &by, &view, &[Edit { key: key.to_owned(), seen, value }])?;
        Ok((setting::value(tx, &config.source, key)?, change))
    })
}

fn waiting(shop: &Shop, out: Output) -> anyhow::Result<()> {
    let rows = shop.read(setting::list_waiting)?;
    let at = |millisecond| Timestamp::from_millisecond(millisecond).map_err(anyhow::Error::from);
    let listed = |row: setting::Waiting| -> anyhow::Result<Waiting> {
        let (asked_at, force_at) = (at(row.asked_at)?, at(row.force_at)?);
        Ok(Waiting { id: row.id, asked_at, force_at, actor: row.actor, changes: row.changes, failure: row.failure })
    };
    let list: Vec<Waiting> = rows.into_iter().map(listed).collect::<anyhow::Result<_>>()?;
    out.list(&list, &["id", "in force on", "by", "changes"], |row| {
        let changes = row.changes.iter().map(|(key, to)| match to {
            Some(value) => format!("{key}: {value}"),
            None => format!("{key}: as the file or the defaults say"),
        });
        let changes = changes.collect::<Vec<_>>().join("; ");
        vec![row.id.to_string(), moment(row.force_at.as_millisecond()), row.actor.clone(), changes]
    })
}

/// Says what setting one key would do.
fn plan(shop: &Shop, out: Output, key: &str, value: Option<Value>) -> anyhow::Result<()> {
    let config = shop.config();
    let now = shop::now()?;
    let plan = shop.read(|tx| {
        let view = View::load(tx, Lang::En, Currency::Eur, now, &config)?;
        let by = By { actor: Actor::Command(audit::system_user()), now };
        let seen = setting::value(tx, &config.source, key)?;
        compliance::planned(tx, &by, &view, &[Edit { key: key.to_owned(), seen, value }])
    })?;
    let mut lines: Vec<String> =
        plan.values.iter().map(|one| format!("{}: {} would become {}", one.key, one.now, one.then)).collect();
    if lines.is_empty() {
        lines.push("nothing would change".to_owned());
    }
    lines.extend(plan.pages.iter().map(|page| format!("help page {} would read differently", page.key)));
    let said = |one: &PlannedContradiction| {
        format!("help page {} ({}) would name {} although it is off", one.key, one.lang, one.word)
    };
    lines.extend(plan.contradictions.iter().map(said));
    lines.extend(plan.missing.iter().map(|one| format!("would be missing: {}: {}", one.place, one.what)));
    lines.extend(plan.mended.iter().map(|one| format!("would be mended: {}: {}", one.place, one.what)));
    out.done(&plan, &lines.join("\n"))
}

fn history(shop: &Shop, out: Output, key: Option<&str>) -> anyhow::Result<()> {
    let changes = shop.read(|tx| setting::past(tx, key, None, shop::LINES + 1))?;
    let how = |_: &PastChange| "name a key, e.g. `shop setting history company.name`".to_owned();
    let text = |value: &Option<Value>| value.as_ref().map(Value::to_string).unwrap_or_default();
    out.part(changes, shop::LINES, how, &["when", "key", "before", "after", "by"], |change| {
        let by = match (&change.by, change.actor.as_str()) {
            (Some(name), _) => name.clone(),
            (None, "") => "the file".to_owned(),
            (None, actor) => actor.to_owned(),
        };
        vec![change.at.clone(), change.key.clone(), text(&change.before), text(&change.after), by]
    })
}
