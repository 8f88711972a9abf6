//! `shop lexicon`: makers, options with their values, shipping groups, words of codes and synonyms, one by one. Whole sheets are
//! `shop catalogue`.

use clap::Subcommand;
use serde_json::json;

use super::product::{by, differences, field};
use super::shop::{LINES, Shop};
use super::table::Output;
use crate::config::Config;
use crate::domain::store_view::Lang;
use crate::lexicon::calls::{chosen, places, shown, told, told_placed};
use crate::lexicon::editing::{self, Saved};
use crate::lexicon::entry;
use crate::lexicon::types::{Key, LexiconEntry, LexiconPlace, Part};
use crate::product::document::Fields;
use crate::store_view;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List entries with what they lack and how many products use them
    List {
        /// What is listed: maker, option, value, ship-group, word or synonyms
        #[arg(value_parser = part)]
        part: Part,
        /// Which option, domain or language; without it, those that there are
        #[arg(default_value = "")]
        of: String,
        /// Only entries with this in their code or one of their words
        #[arg(long, value_name = "TEXT", default_value = "")]
        find: String,
        /// Only entries that lack words or what the law asks for
        #[arg(long)]
        lacking: bool,
    },
    /// Show the fields of an entry
    Show {
        /// As for `list`
        #[arg(value_parser = part)]
        part: Part,
        /// Its code, as `list` prints it; after option, domain or language where it belongs to one, e.g. bed_size/king
        key: String,
    },
    /// Add an entry
    Add {
        /// As for `list`
        #[arg(value_parser = part)]
        part: Part,
        /// As for `show`; of synonyms the language alone, e.g. fr
        key: String,
        /// Its fields, with a text in each language that the shop offers, e.g. text.en=King text.fr=King text.de=King
        /// text.es=King
        #[arg(required = true, value_name = "FIELD=TEXT", value_parser = field)]
        fields: Vec<(String, String)>,
    },
    /// Set fields of an entry, all or none
    Set {
        /// As for `list`
        #[arg(value_parser = part)]
        part: Part,
        /// As for `show`
        key: String,
        /// A field and its text, as `show` prints them, e.g. countries="DE FR" words="quilt, duvet"
        #[arg(required = true, value_name = "FIELD=TEXT", value_parser = field)]
        fields: Vec<(String, String)>,
    },
    /// Put a value or a word elsewhere in its order
    Move {
        /// value or word
        #[arg(value_parser = part)]
        part: Part,
        /// As for `show`
        key: String,
        /// Code of the one that it is to stand before; without it, it is the last
        #[arg(long, value_name = "CODE", default_value = "")]
        before: String,
    },
    /// Remove an entry that no product uses
    Remove {
        /// As for `list`
        #[arg(value_parser = part)]
        part: Part,
        /// As for `show`
        key: String,
    },
}

fn part(text: &str) -> Result<Part, String> {
    let names = || format!("give {}", Part::ALL.map(Part::code).join(", "));
    Part::ALL.into_iter().find(|part| part.code() == text).ok_or_else(names)
}

fn key_of(part: Part, text: &str) -> anyhow::Result<Key> {
    let example = if part.is_within() { "bed_size/king" } else { "its code" };
    Key::parse(part, text).ok_or_else(|| anyhow::anyhow!("{text} names no {}; give it as {example}", part.code()))
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { part, of, .. } if part.is_within() && of.is_empty() => list_places(&shop, out, part),
        Command::List { part, of, find, lacking } => list(&shop, out, part, &of, &find, lacking),
        Command::Show { part, key } => {
            let key = key_of(part, &key)?;
            let (found, _) = shop.read(|tx| editing::find(tx, part, &key))?;
            if out.json {
                return out.value(&json!({ "key": key.to_string(), "fields": found.fields }));
            }
            let told = found.fields.iter().filter(|(_, text)| !text.is_empty());
            let facts: Vec<(&str, String)> = told.map(|(name, text)| (name.as_str(), text.clone())).collect();
            out.facts(&found.fields, &facts)
        }
        Command::Add { part, key, fields } => {
            let key = match part {
                Part::Synonyms => Key { of: key, code: String::new() },
                part => key_of(part, &key)?,
            };
            let fields: Fields = fields.into_iter().collect();
            let saved = shop.write("lexicon add", |tx, command| {
                let by = by(tx, command)?;
                let saved = editing::add(tx, &by, part, &key, &fields)?;
                let change = told(&saved);
                Ok((saved, change))
            })?;
            let key = saved.key.to_string();
            out.done(&json!({ "key": key, "fields": saved.after }), &format!("{} {key} is in the shop", part.code()))
        }
        Command::Set { part, key, fields } => {
            let key = key_of(part, &key)?;
            let fields: Fields = fields.into_iter().collect();
            let saved = shop.write("lexicon set", |tx, command| {
                let by = by(tx, command)?;
                let saved = editing::change(tx, &by, part, &key, &fields, None)?;
                let change = told(&saved);
                Ok((saved, change))
            })?;
            changed(out, &saved)
        }
        Command::Move { part, key, before } => {
            let key = key_of(part, &key)?;
            shop.write("lexicon move", |tx, _| {
                editing::place(tx, part, &key, &before, None)?;
                Ok(((), told_placed(part, &key, &before)))
            })?;
            let place = if before.is_empty() { "last".to_owned() } else { format!("before {before}") };
            out.done(&json!({ "key": key.to_string(), "before": before }), &format!("{key} stands {place}"))
        }
        Command::Remove { part, key } => {
            let key = key_of(part, &key)?;
            shop.write("lexicon remove", |tx, _| {
                let removed = editing::remove(tx, part, &key, None)?;
                let change = told(&removed);
                Ok(((), change))
            })?;
            let text = format!("{} {key} is removed", part.code());
            out.done(&json!({ "key": key.to_string() }), &text)
        }
    }
}

/// Prints the options, domains or languages that there are.
fn list_places(shop: &Shop, out: Output, part: Part) -> anyhow::Result<()> {
    let config = shop.config();
    let listed = shop.read(|tx| {
        let languages = store_view::load(tx, &config)?.languages().to_vec();
        places(tx, part, Lang::En, &languages)
    })?;
    out.list(&listed, &["of", "entries", "name"], |place: &LexiconPlace| {
        vec![place.code.clone(), place.entries.to_string(), place.name.clone()]
    })
}

fn list(shop: &Shop, out: Output, part: Part, of: &str, find: &str, lacking: bool) -> anyhow::Result<()> {
    let config = shop.config();
    let listed = shop.read(|tx| {
        let languages = store_view::load(tx, &config)?.languages().to_vec();
        let mut found = chosen(part, entry::all(tx, part, of)?, find, lacking, &languages);
        found.truncate(usize::try_from(LINES + 1).unwrap_or(usize::MAX));
        shown(tx, part, of, found, Lang::En, &languages)
    })?;
    let how = |_: &LexiconEntry| "look for fewer with --find".to_owned();
    out.part(listed, LINES, how, &["code", "products", "name", "missing"], |row| {
        let missing = row.missing.iter().map(ToString::to_string).chain(row.lacks.iter().cloned());
        vec![row.code.clone(), row.uses.to_string(), row.name.clone(), missing.collect::<Vec<_>>().join(" ")]
    })
}

/// Prints the fields that differ, with both texts.
fn changed(out: Output, saved: &Saved) -> anyhow::Result<()> {
    let key = saved.key.to_string();
    let (by_field, text) = differences(&key, "changed", &saved.changed());
    out.done(&json!({ "key": key, "fields": by_field }), &text)
}
