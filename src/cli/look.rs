//! `shop look`: the look of the shop and its home page, their drafts and versions.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use jiff::civil::DateTime;
use serde::Serialize;
use serde_json::json;

use super::shop::{self, Shop};
use super::table::{Output, moment};
use crate::audit::{self, By, Change};
use crate::call::View;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::look::Look;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::look::editing::{self, Kind, Published};
use crate::look::types::{DrawingKind, HomePage};
use crate::look::{self, files};
use crate::{message, order};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    /// The home page instead of the look
    #[arg(long, global = true)]
    home: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print colours, typefaces, drawings and words as JSON, as `shop look set` takes them
    Show {
        /// The draft instead of what is published
        #[arg(long)]
        draft: bool,
    },
    /// Save a draft, in the place of the draft that is there
    Set {
        /// JSON, as `shop look show` prints it
        file: PathBuf,
    },
    /// Put in a logo or an icon; prints what `shop look set` takes for it
    Drawing {
        #[arg(value_parser = drawing_kind)]
        kind: DrawingKind,
        /// SVG or PNG
        file: PathBuf,
    },
    /// List what was published, the newest first
    Versions,
    /// Make a draft of what was published
    Restore {
        /// As `shop look versions` lists it
        #[arg(value_parser = super::count)]
        number: i64,
    },
    /// Publish the draft, now or at a time
    Publish {
        /// When, on the shop's clocks, e.g. 2026-12-01T08:00
        #[arg(long, value_name = "TIME", value_parser = super::clock_time)]
        at: Option<DateTime>,
    },
}

fn drawing_kind(text: &str) -> std::result::Result<DrawingKind, String> {
    match text {
        "logo" => Ok(DrawingKind::Logo),
        "icon" => Ok(DrawingKind::Icon),
        _ => Err("give logo or icon".into()),
    }
}

/// A version as it is listed.
#[derive(Debug, Serialize)]
struct Listed {
    number: i64,
    /// Unix milliseconds.
    at: i64,
    actor: String,
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    if args.home { run_for::<HomePage>(config, args) } else { run_for::<Look>(config, args) }
}

fn run_for<T: Published>(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    let again = if T::KIND == Kind::Home { "shop look publish --home" } else { "shop look publish" };
    match args.command {
        Command::Show { draft } => {
            let document: T = shop.read(|tx| if draft { drafted(tx) } else { T::in_force(tx) })?;
            super::print(&(serde_json::to_string_pretty(&document).context("the look as JSON")? + "\n"))
        }
        Command::Set { file } => {
            let read = std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            let document: T = serde_json::from_str(&read).map_err(|why| anyhow!("{}: {why}", file.display()))?;
            let config = shop.config();
            shop.write("look set", |tx, command| {
                let view = View::load(tx, Lang::En, Currency::Eur, command.now, &config)?;
                let change = look::change(tx, T::KIND, |tx| {
                    let version = look::find_draft(tx, T::KIND)?.map_or(0, |draft| draft.version);
                    let (_, base) = editing::published::<T>(tx)?;
                    editing::save(tx, &by(command), &view, (version, base), document)
                })?;
                Ok(((), change))
            })?;
            out.done(&json!({ "draft": T::KIND.code() }), &format!("saved as a draft; `{again}` publishes it"))
        }
        Command::Drawing { kind, file } => {
            let bytes = std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            let cleaned = files::cleaned(kind, &bytes).map_err(|why| anyhow!("{}: {why}", file.display()))?;
            let drawing = shop.write("look drawing", |tx, command| {
                let drawing = look::keep(tx, &cleaned, command.now)?;
                let change = Change::new("look", "").after(json!({ "file": drawing.file }));
                Ok((drawing, change))
            })?;
            super::print(&(serde_json::to_string(&drawing).context("the drawing as JSON")? + "\n"))
        }
        Command::Versions => {
            let rows = shop.read(|tx| look::versions(tx, T::KIND, shop::LINES))?.into_iter();
            let rows: Vec<Listed> =
                rows.map(|row| Listed { number: row.number, at: row.at, actor: row.actor }).collect();
            out.list(&rows, &["number", "at", "by"], |row| {
                vec![row.number.to_string(), moment(row.at), row.actor.clone()]
            })
        }
        Command::Restore { number } => {
            shop.write("look restore", |tx, command| {
                let change = look::change(tx, T::KIND, |tx| editing::restore::<T>(tx, &by(command), number))?;
                Ok(((), change))
            })?;
            out.done(&json!({ "number": number }), &format!("version {number} is a draft; `{again}` publishes it"))
        }
        Command::Publish { at } => {
            let config = shop.config();
            shop.write("look publish", |tx, command| {
                let view = View::load(tx, Lang::En, Currency::Eur, command.now, &config)?;
                let version = look::find_draft(tx, T::KIND)?.map_or(0, |draft| draft.version);
                let change =
                    look::change(tx, T::KIND, |tx| editing::publish::<T>(tx, &by(command), &view, version, at))?;
                Ok(((), change))
            })?;
            let how = if at.is_some() { "is scheduled" } else { "is published" };
            out.done(&json!({ "published": T::KIND.code(), "at": at }), &format!("the {} {how}", T::KIND.code()))
        }
    }
}

fn by(command: &order::Command) -> By {
    By { actor: audit::Actor::Command(audit::system_user()), now: command.now }
}

fn drafted<T: Published>(tx: &mut dyn Tx) -> Result<T> {
    let draft = look::find_draft(tx, T::KIND)?.ok_or_else(|| refuse(message::LOOK_DRAFT_GONE))?;
    look::parsed(T::KIND, &draft.body)
}
