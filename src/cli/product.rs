//! `shop product`: products of the catalogue, one by one. Whole sheets are `shop catalogue`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;

use super::seed;
use super::shop::{LINES, Shop};
use super::table::{Output, moment};
use crate::audit::{self, Actor};
use crate::catalog;
use crate::catalog::browse::{self, BrowsedRow, Filter};
use crate::catalog::editing as catalogue;
use crate::catalog::gaps::Gap;
use crate::catalog::media;
use crate::catalog::store::RowKind;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::order;
use crate::picture::{convert, making};
use crate::product::calls::told;
use crate::product::document::{Document, Fields};
use crate::product::editing::{self, By, New, Saved};
use crate::product::types::{FieldChange, ItemKind, NewVariant, ProductChanges};
use crate::product::{preview, store};
use crate::store_view;

mod sheet;

/// Versions that `versions` prints.
pub(super) const VERSIONS: i64 = 100;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List products and sets with what they lack; variants come with their product
    List {
        /// Only item numbers that begin with this, in capitals or not
        #[arg(default_value = "")]
        prefix: String,
        /// Only those that lack this, e.g. text.de, alt.fr, picture, price, manufacturer
        #[arg(long, value_name = "GAP", value_parser = gap)]
        missing: Option<Gap>,
        /// Only those in this category or below it, by its key
        #[arg(long, value_name = "KEY")]
        category: Option<String>,
        /// Only those that are switched off
        #[arg(long)]
        off: bool,
    },
    /// Show the fields of a product or variant
    Show {
        /// As `list` prints it, or a variant's
        sku: String,
    },
    /// Set fields, all or none
    Set {
        /// As `list` prints it, or a variant's
        sku: String,
        /// A field and its text, e.g. weight_g=850 name.de="Leinenlaken" enabled=1; lists have a line for each entry
        #[arg(required = true, value_name = "FIELD=TEXT", value_parser = field)]
        fields: Vec<(String, String)>,
        /// Only say what would change
        #[arg(long)]
        dry_run: bool,
    },
    /// Make a product or set, off sale
    Create {
        /// Its item number: capitals, digits and hyphens
        sku: String,
        /// No variant: those are made by `variants`
        #[arg(long, value_enum, default_value = "simple")]
        kind: ItemKind,
        /// A currency and an amount, e.g. EUR=120.00
        #[arg(long, value_name = "CURRENCY=AMOUNT", value_parser = field)]
        price: Vec<(String, String)>,
        /// type, vat_class, ship_group and a name at least, e.g. type=sheet vat_class=standard ship_group=EUROPE name.en="Sheet"
        #[arg(required = true, value_name = "FIELD=TEXT", value_parser = field)]
        fields: Vec<(String, String)>,
    },
    /// Make products and sets from a file of rows, off sale, all or none
    CreateAll {
        /// CSV; its first row names the columns, e.g. sku,kind,type,vat_class,ship_group,name.en,name.de,price.EUR
        file: PathBuf,
        /// Check everything and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Add pictures to a product or set, after those that it has, or give a variant its own
    AddPicture {
        /// As `list` prints it, or a variant's
        sku: String,
        /// JPEG, PNG or WebP, at most 50 megapixels
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// What the pictures show, by language, e.g. de="Ein Stapel Handtücher"; for several pictures a line for each
        #[arg(long, value_name = "LANGUAGE=TEXT", value_parser = field)]
        alt: Vec<(String, String)>,
    },
    /// Give a product, set or variant its first prices
    Price {
        /// Of what has no price in these currencies yet
        sku: String,
        /// A currency and an amount, e.g. EUR=120.00
        #[arg(required = true, value_name = "CURRENCY=AMOUNT", value_parser = field)]
        prices: Vec<(String, String)>,
    },
    /// Add the variants that a product's options make and that it lacks
    Variants {
        /// Of a product with options
        sku: String,
        /// A currency and an amount, e.g. EUR=120.00; else they cost what the other variants do
        #[arg(long, value_name = "CURRENCY=AMOUNT", value_parser = field)]
        price: Vec<(String, String)>,
        /// Only list those that would be added
        #[arg(long)]
        dry_run: bool,
    },
    /// Make a link to a product's page before it is on sale; who has it sees the page, for an hour
    PreviewLink {
        /// As `list` prints it, or a variant's, or the key in the page's address
        sku: String,
        /// The language of the page
        #[arg(long, default_value = "en", value_parser = super::lang)]
        lang: Lang,
    },
    /// End all links to a product's page
    EndPreviews {
        /// As `list` prints it, or a variant's, or the key in the page's address
        sku: String,
    },
    /// List what a product was, newest first
    Versions {
        /// As `list` prints it, or a variant's
        sku: String,
    },
    /// Go back to a version, as a new one
    Restore {
        /// As `list` prints it, or a variant's
        sku: String,
        /// The number that `versions` prints
        #[arg(value_name = "VERSION", value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
}

/// A product as it is listed.
#[derive(Debug, Serialize)]
struct Listed {
    sku: String,
    kind: &'static str,
    /// In English.
    name: String,
    on: bool,
    variants: u32,
    /// In euros, the lowest.
    price: Option<Amount>,
    missing: Vec<String>,
}

/// A version as it is listed.
#[derive(Debug, Serialize)]
struct ListedVersion {
    id: i64,
    at: i64,
    actor: String,
    fields: Fields,
}

/// Prints versions of a product or a category.
pub(super) fn print_versions(out: Output, versions: Vec<store::Version>) -> anyhow::Result<()> {
    let mut listed = Vec::new();
    for version in versions {
        let fields = version.fields()?;
        listed.push(ListedVersion { id: version.id, at: version.at, actor: version.actor, fields });
    }
    out.list(&listed, &["version", "when", "by"], |one| vec![one.id.to_string(), moment(one.at), one.actor.clone()])
}

fn gap(text: &str) -> std::result::Result<Gap, String> {
    let all: Vec<String> = Gap::all().map(Gap::code).collect();
    Gap::from_code(text).ok_or_else(|| format!("give one of {}", all.join(", ")))
}

pub(super) fn field(text: &str) -> std::result::Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = parts.ok_or("give a name and a text, e.g. weight_g=850")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

pub(super) fn by(tx: &mut dyn Tx, command: &order::Command) -> Result<By> {
    // Pictures that fields name are looked up.
    media::load(tx)?;
    let languages = store_view::load(tx, &command.config)?.languages().to_vec();
    Ok(By { actor: Actor::Command(audit::system_user()), now: command.now, languages })
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List { prefix, missing, category, off } => {
            let filter = Filter {
                is_on: off.then_some(false),
                category: category.as_deref(),
                gap: missing,
                ..Filter::default()
            };
            list(&shop, out, filter, &prefix.to_uppercase())
        }
        Command::Show { sku } => {
            let document = shop.read(|tx| {
                let item = editing::find(tx, &sku)?;
                Document::read(tx, item)
            })?;
            let fields = document.fields();
            if out.json {
                return out
                    .value(&json!({ "sku": document.item.sku, "kind": document.item.kind.code(), "fields": fields }));
            }
            let facts: Vec<(&str, String)> = fields
                .iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(name, text)| (name.as_str(), text.clone()))
                .collect();
            out.facts(&fields, &facts)
        }
        Command::Set { sku, fields, dry_run } => set(&shop, out, &sku, fields, dry_run),
        Command::Create { sku, kind, price, fields } => {
            let (fields, prices): (Fields, BTreeMap<String, String>) =
                (fields.into_iter().collect(), price.into_iter().collect());
            let saved = shop.write("product create", |tx, command| {
                let by = by(tx, command)?;
                let new = New { sku: &sku, kind: kind.into(), fields: &fields, prices: &prices };
                let saved = editing::create(tx, &by, &new)?;
                let change = told(std::slice::from_ref(&saved));
                Ok((saved, change))
            })?;
            let sku = &saved.item.sku;
            out.done(&json!({ "sku": sku, "fields": saved.after }), &format!("{sku} is made, off sale"))
        }
        Command::CreateAll { file, dry_run } => sheet::create_all(&shop, out, &file, dry_run),
        Command::AddPicture { sku, files, alt } => add_pictures(&shop, out, &sku, &files, &alt),
        Command::Price { sku, prices } => {
            let prices: BTreeMap<String, String> = prices.into_iter().collect();
            let sku = shop.write("product price", |tx, command| {
                let by = by(tx, command)?;
                let (item, _) = editing::add_first_prices(tx, &by, &sku, &prices)?;
                let change = audit::Change::new("product", &item.sku).after(json!({ "prices": prices }));
                Ok((item.sku, change))
            })?;
            out.done(&json!({ "sku": sku, "prices": prices }), &format!("{sku} has its first price"))
        }
        Command::Variants { sku, price, dry_run } => variants(&shop, out, &sku, &price.into_iter().collect(), dry_run),
        Command::PreviewLink { sku, lang } => {
            let link = shop.write("product preview-link", |tx, command| {
                let by = by(tx, command)?;
                let sku = named(tx, &sku, lang)?;
                preview::make(tx, &by, (&sku, lang), &command.config.public_url(), &command.random)
            })?;
            let until = link.expires_at.parse().map(|at: Timestamp| moment(at.as_millisecond())).unwrap_or_default();
            out.done(&link, &format!("{}\nit works until {until}", link.url))
        }
        Command::EndPreviews { sku } => {
            let ended = shop.write("product end-previews", |tx, _| {
                let sku = named(tx, &sku, Lang::En)?;
                preview::end(tx, &sku)
            })?;
            out.done(&ended, &format!("{} links are ended", ended.ended))
        }
        Command::Versions { sku } => {
            let versions = shop.read(|tx| {
                let item = editing::find(tx, &sku)?;
                store::list(tx, item.id, VERSIONS)
            })?;
            print_versions(out, versions)
        }
        Command::Restore { sku, id } => {
            let saved = shop.write("product restore", |tx, command| {
                let by = by(tx, command)?;
                let saved = editing::restore(tx, &by, &sku, id, None)?;
                let change = told(std::slice::from_ref(&saved));
                Ok((saved, change))
            })?;
            changed(out, &saved, "changed")
        }
    }
}

/// The SKU of a product that is named by it, or by its key in an address.
fn named(tx: &mut dyn Tx, name: &str, lang: Lang) -> Result<String> {
    if catalogue::find(tx, &name.trim().to_uppercase())?.is_none()
        && let Some(id) = catalog::store::find_product(tx, name.trim(), lang)?
    {
        return Ok(catalogue::find_by_id(tx, id)?.sku);
    }
    Ok(name.to_owned())
}

fn list(shop: &Shop, out: Output, filter: Filter<'_>, prefix: &str) -> anyhow::Result<()> {
    let rows = shop.read(|tx| {
        let ids = browse::browse(tx, filter, None, prefix, "", LINES + 1)?;
        let mut missing = browse::gaps(tx, &ids)?;
        let row = |row: BrowsedRow| Listed {
            missing: missing.remove(&row.id).unwrap_or_default(),
            name: row.name.unwrap_or_default(),
            kind: row.kind.code(),
            on: row.enabled,
            variants: row.variants,
            price: row.low.map(Amount::from_minor),
            sku: row.sku,
        };
        Ok(browse::rows(tx, &ids, Lang::En)?.into_iter().map(row).collect::<Vec<_>>())
    })?;
    let how = |_: &Listed| "name the beginning of an item number for fewer".to_owned();
    out.part(rows, LINES, how, &["sku", "kind", "on", "variants", "price", "name", "missing"], |row| {
        vec![
            row.sku.clone(),
            row.kind.to_owned(),
            if row.on { "on" } else { "off" }.to_owned(),
            row.variants.to_string(),
            row.price.map(|price| price.to_string()).unwrap_or_default(),
            row.name.clone(),
            row.missing.join(" "),
        ]
    })
}

fn set(shop: &Shop, out: Output, sku: &str, fields: Vec<(String, String)>, dry_run: bool) -> anyhow::Result<()> {
    let change = |(field, value)| FieldChange { field, was: None, value };
    let changes = [ProductChanges { sku: sku.to_owned(), changes: fields.into_iter().map(change).collect() }];
    let saved = if dry_run {
        let config = shop.config();
        let now = super::shop::now()?;
        shop.read(|tx| {
            media::load(tx)?;
            let languages = store_view::load(tx, &config)?.languages().to_vec();
            let by = By { actor: Actor::Command(audit::system_user()), now, languages };
            editing::rehearse(tx, &by, &changes)
        })?
    } else {
        shop.write("product set", |tx, command| {
            let by = by(tx, command)?;
            let saved = editing::save(tx, &by, &changes)?;
            let change = told(&saved);
            Ok((saved, change))
        })?
    };
    match saved.first() {
        Some(saved) => changed(out, saved, if dry_run { "would change" } else { "changed" }),
        None => Ok(()),
    }
}

/// Prints the fields that differ, with both texts.
fn changed(out: Output, saved: &Saved, words: &str) -> anyhow::Result<()> {
    let (by_field, text) = differences(&saved.item.sku, words, &saved.changed());
    out.done(&json!({ "sku": saved.item.sku, "fields": by_field }), &text)
}

/// The fields of a thing that differ, with both texts: for programs, and to be read.
pub(super) fn differences(thing: &str, words: &str, fields: &[(&str, &str, &str)]) -> (serde_json::Value, String) {
    let by_field: BTreeMap<&str, _> =
        fields.iter().map(|(field, before, after)| (*field, json!({ "before": before, "after": after }))).collect();
    let lines = fields.iter().map(|(field, before, after)| format!("\n  {field}: {before:?} → {after:?}"));
    (json!(by_field), format!("{thing} {words} in {} fields{}", fields.len(), lines.collect::<String>()))
}

fn add_pictures(
    shop: &Shop,
    out: Output,
    sku: &str,
    files: &[PathBuf],
    alt: &[(String, String)],
) -> anyhow::Result<()> {
    let document = shop.read(|tx| {
        let item = editing::find(tx, sku)?;
        Document::read(tx, item)
    })?;
    let is_variant = document.item.kind == RowKind::Variant;
    anyhow::ensure!(!is_variant || files.len() == 1, "{sku} is a variant and has one picture; name one file");
    let folder = shop.config().data.directory.clone();
    let lock = convert::try_lock(&folder)?.ok_or_else(|| {
        anyhow!("an import, or the open shop, is making pictures in {}; wait for it", folder.display())
    })?;
    let made = seed::with_bar(|progress| {
        let mut made = Vec::new();
        for (number, file) in (0_u64..).zip(files) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            progress(number, files.len() as u64, &name);
            let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
            let kept = making::keep(&folder, &name, bytes)?
                .map_err(|fault| anyhow!("{} {}", file.display(), convert::told(fault)))?;
            let picture = making::make(&folder, &kept.name, &kept.original)?;
            made.push((kept, picture));
        }
        Ok(made)
    })?;
    let saved = shop.write("product add-picture", |tx, command| {
        for (kept, picture) in &made {
            media::save(tx, &kept.name, picture, &kept.original)?;
        }
        let by = by(tx, command)?;
        let names: Vec<String> = made.iter().map(|(kept, _)| kept.name.clone()).collect();
        let saved = editing::add_pictures(tx, &by, sku, &names, alt)?;
        let change = told(std::slice::from_ref(&saved));
        Ok((saved, change))
    })?;
    drop(lock);
    changed(out, &saved, "changed")
}

fn variants(
    shop: &Shop,
    out: Output,
    sku: &str,
    prices: &BTreeMap<String, String>,
    dry_run: bool,
) -> anyhow::Result<()> {
    let planned = shop.read(|tx| editing::plan_variants(tx, sku))?;
    let new: Vec<NewVariant> =
        planned.into_iter().map(|one| NewVariant { sku: one.sku, choice: one.choice.into_iter().collect() }).collect();
    let skus: Vec<&String> = new.iter().map(|one| &one.sku).collect();
    if !dry_run && !new.is_empty() {
        shop.write("product variants", |tx, command| {
            let by = by(tx, command)?;
            let item = editing::find(tx, sku)?;
            let seen = editing::version(&Document::read(tx, item)?.fields());
            let saved = editing::add_variants(tx, &by, sku, &seen, &new, prices)?;
            let change = told(&saved);
            Ok(((), change))
        })?;
    }
    let words = if dry_run { "would be added" } else { "are added" };
    let lines: String = skus.iter().map(|sku| format!("\n  {sku}")).collect();
    out.done(&json!({ "sku": sku.to_uppercase(), "variants": skus }), &format!("{} variants {words}{lines}", new.len()))
}
