//! `shop catalogue`: exports the whole catalogue to a folder of sheets (CSV) and pictures, and imports one.
//!
//! `docs/catalogue.md` describes the folder. An import first reads and validates everything, decoding new pictures, and
//! reports all errors at once with sheet, row, column and remedy; then it encodes the pictures' sizes; then one
//! transaction writes. A running shop notices the change.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::Subcommand;
use jiff::Timestamp;
use serde::Deserialize;

use super::{seed, shop};
use crate::audit;
use crate::catalog::csv::{self, SHEETS, Sheet};
use crate::catalog::gaps::{self, Gap};
use crate::catalog::{listing, media};
use crate::cms::store as pages;
use crate::config::Config;
use crate::data_dir::DataFolder;
use crate::db::{Connection, Tx, Val};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::picture::convert::{self as pictures, Original};
use crate::stock::adjustment;
use crate::{catalog, look, store_view};

mod cells;
mod change;
mod check;

pub use check::home_gaps;

use change::{Outcome, Snapshot};
use check::Read;

/// The file that marks a folder as a catalogue, with its format.
const MARK: &str = "catalogue.toml";
const PICTURES: &str = "pictures";
const HOME: &str = "home";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the catalogue into a new folder of sheets (CSV) and pictures
    Export {
        /// A folder that does not exist or is empty
        folder: PathBuf,
    },
    /// Read the catalogue from such a folder: all of it or, where something is wrong, nothing
    Import {
        /// A folder that `export` made, or one of its form
        folder: PathBuf,
        /// Check everything and change nothing
        #[arg(long)]
        dry_run: bool,
        /// Take the pieces in stock from the sheet for items that the shop has already, too
        #[arg(long)]
        stock: bool,
        /// Mean it that more than half of what is on sale is switched off
        #[arg(long)]
        switch_off: bool,
        /// Mean it that planned prices and campaigns that the sheet of prices lacks, or has otherwise, are taken away
        #[arg(long)]
        drop_planned: bool,
    },
}

/// Options of an import.
#[derive(Debug, Clone, Copy)]
struct ImportOptions {
    stock: bool,
    switch_off: bool,
    drop_planned: bool,
}

pub fn run(config: &Config, command: Command) -> anyhow::Result<()> {
    match command {
        Command::Export { folder } => export(config, &folder),
        Command::Import { folder, dry_run, stock, switch_off, drop_planned } => {
            import(config, &folder, dry_run, ImportOptions { stock, switch_off, drop_planned })
        }
    }
}

// ── Export ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// An export, read in one snapshot.
struct Exported {
    sheets: Vec<(&'static Sheet, Vec<Vec<Val>>)>,
    home: Vec<(String, String)>,
    originals: Vec<(String, String)>,
}

fn export(config: &Config, folder: &Path) -> anyhow::Result<()> {
    let taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if taken || folder.is_file() {
        bail!("{} is not empty; name a folder that does not exist yet", folder.display());
    }
    let shop = shop::open(config)?;
    let exported = shop::read(&shop, |tx| {
        Ok(Exported {
            sheets: SHEETS.iter().map(|sheet| Ok((sheet, csv::rows(tx, sheet)?))).collect::<Result<Vec<_>>>()?,
            home: pages::home_documents(tx)?,
            originals: media::originals(tx)?,
        })
    })?;
    let write = |path: &Path, text: &[u8]| -> anyhow::Result<()> {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("{} cannot be made", parent.display()))?;
        }
        fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
    };
    let total = (exported.sheets.len() + exported.originals.len()) as u64;
    let rows: usize = exported.sheets.iter().map(|(_, rows)| rows.len()).sum();
    seed::with_bar(|progress| {
        write(&folder.join(MARK), format!("version = {}\n", csv::VERSION).as_bytes())?;
        let mut done = 0;
        for (sheet, rows) in &exported.sheets {
            progress(done, total, sheet.name);
            write(&folder.join(format!("{}.csv", sheet.name)), &cells::write(sheet, rows)?)?;
            done += 1;
        }
        for (lang, text) in &exported.home {
            let name = if lang.is_empty() { HOME } else { lang };
            write(&folder.join(HOME).join(format!("{name}.toml")), text.as_bytes())?;
        }
        for (name, original) in &exported.originals {
            progress(done, total, PICTURES);
            let from = config.data.directory.join(media::FOLDER).join(original);
            let bytes = fs::read(&from).with_context(|| format!("{} cannot be read", from.display()))?;
            let kind = original.rsplit('.').next().unwrap_or_default();
            write(&folder.join(PICTURES).join(format!("{name}.{kind}")), &bytes)?;
            done += 1;
        }
        Ok(())
    })?;
    super::print(&format!(
        "{} holds {} with {}, and {}",
        folder.display(),
        count(exported.sheets.len(), "sheet"),
        count(rows, "row"),
        count(exported.originals.len(), "picture")
    ))
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

// ── Import ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The errors of a folder: a line each, with file, row, column and remedy.
#[derive(Debug, Default)]
struct Problems {
    lines: Vec<String>,
}

/// Lines printed at most: a wrong column in ten thousand rows is one mistake.
const MOST_LINES: usize = 200;

impl Problems {
    fn add(&mut self, what: impl std::fmt::Display) {
        self.lines.push(what.to_string());
    }

    /// An error in a cell; `row` counts the data rows from 0.
    fn cell(&mut self, sheet: &Sheet, row: usize, column: &str, what: impl std::fmt::Display) {
        // As spreadsheets count: row 1 is the header.
        self.lines.push(format!("{}.csv row {} column {column}: {what}", sheet.name, row + 2));
    }

    fn check(&self) -> anyhow::Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let shown = self.lines.len().min(MOST_LINES);
        let more = self.lines.len() - shown;
        let rest = if more > 0 { format!("\nand {more} more") } else { String::new() };
        bail!("nothing was changed\n{}{rest}", self.lines[..shown].join("\n"))
    }
}

/// A folder, parsed.
struct Folder {
    sheets: Vec<Read>,
    /// Language (none for the structure) and document.
    home: Vec<(String, String)>,
    /// By name.
    pictures: BTreeMap<String, Original>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    version: u32,
}

fn read(folder: &Path, problems: &mut Problems) -> anyhow::Result<Folder> {
    let no_catalogue = |what: &str| {
        anyhow!("{} is no catalogue: {MARK} {what}; give a folder that `shop catalogue export` made", folder.display())
    };
    // Reading a pipe would block.
    if folder.join(MARK).exists() && !folder.join(MARK).is_file() {
        return Err(no_catalogue("is no file"));
    }
    let mark =
        fs::read_to_string(folder.join(MARK)).map_err(|error| no_catalogue(&format!("cannot be read ({error})")))?;
    let mark: Mark =
        toml::from_str(&mark).with_context(|| format!("{MARK}; it holds one line, version = {}", csv::VERSION))?;
    if mark.version != csv::VERSION {
        bail!(
            "{MARK} says version {}, this shop reads version {}; export again with this program",
            mark.version,
            csv::VERSION
        );
    }
    let mut read = Vec::new();
    for path in entries(folder)? {
        let name = file_name(&path);
        let lower = name.to_lowercase();
        let Some(stem) = lower.strip_suffix(".csv") else { continue };
        if name != lower && csv::sheet(stem).is_some() {
            problems.add(format_args!("{name} is no sheet; name it {lower}"));
            continue;
        }
        if !path.is_file() {
            problems.add(format_args!("{name} is no file; put the sheet there, or remove it"));
            continue;
        }
        match csv::sheet(stem) {
            Some(sheet) => {
                let bytes = fs::read(&path).with_context(|| format!("{name} cannot be read"))?;
                read.extend(cells::read(sheet, &bytes, problems).map(|rows| Read { sheet, rows }));
            }
            None => {
                let known: Vec<&str> = SHEETS.iter().map(|sheet| sheet.name).collect();
                problems.add(format_args!("{name} is no sheet; the sheets are {}", known.join(", ")));
            }
        }
    }
    // The order in which they are written.
    read.sort_by_key(|read| SHEETS.iter().position(|sheet| sheet.name == read.sheet.name));
    let mut home = Vec::new();
    for path in entries(&folder.join(HOME))? {
        let name = file_name(&path);
        let Some(stem) = name.strip_suffix(".toml") else { continue };
        if !path.is_file() {
            problems.add(format_args!("{HOME}/{name} is no file; write the home page there, or remove it"));
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| format!("{HOME}/{name} cannot be read"))?;
        home.push((if stem == HOME { String::new() } else { stem.to_owned() }, text));
    }
    let mut pictures = BTreeMap::new();
    for path in entries(&folder.join(PICTURES))? {
        let name = file_name(&path);
        if !path.is_file() {
            // Other folders are ignored; one with a picture's name is a mistake.
            if path.extension().is_some() {
                problems.add(format_args!("{PICTURES}/{name} is no file; put the picture there, or remove it"));
            }
            continue;
        }
        match pictures::original(&path) {
            Ok((picture, original)) => {
                if pictures.insert(picture.clone(), original).is_some() {
                    problems.add(format_args!("{PICTURES}/{name}: there are two files of {picture}; keep one"));
                }
            }
            Err(what) => problems.add(format_args!("{PICTURES}/{name}: {what}")),
        }
    }
    Ok(Folder { sheets: read, home, pictures })
}

/// The entries of a folder by name; none if it does not exist.
fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let context = || format!("{} cannot be read", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(context)?,
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry.with_context(context)?.path();
        // Files left by file managers are ignored.
        if !file_name(&path).starts_with('.') {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn import(config: &Config, from: &Path, dry_run: bool, options: ImportOptions) -> anyhow::Result<()> {
    let mut problems = Problems::default();
    let folder = read(from, &mut problems)?;
    // Syntax errors come alone: validation would only report their consequences.
    problems.check()?;
    // A dry run creates no shop and applies no migrations.
    if !dry_run {
        DataFolder::open(&config.data.directory)?.migrate()?;
    }
    let shop = shop::open(config)?;
    let now = Timestamp::now();

    // An empty shop gets the basics of every shop; a dry run rolls them back with everything else.
    let lock = lock_imports(&config.data.directory)?;
    let (mut problems, languages, places, originals, needed) = rolled_back(&shop, |tx| {
        add_basics(tx)?;
        media::load(tx)?;
        let mut problems = Problems::default();
        let languages = store_view::load(tx, config)?.languages().to_vec();
        check::check(tx, &folder, &languages, now, &mut problems)?;
        if !options.switch_off {
            change::check(tx, &folder, &mut problems)?;
        }
        if !options.drop_planned {
            let taken = change::taken_prices(tx, &folder, now)?;
            if !taken.is_empty() {
                taken.iter().for_each(|line| problems.add(line));
                problems.add(change::MEANT);
            }
        }
        Ok((problems, languages, check::places(tx, &folder)?, media::originals(tx)?, media::own_files(tx)?))
    })?;

    let store = config.data.directory.join(media::FOLDER);
    let kept: BTreeMap<String, String> = originals.into_iter().collect();
    // After a full disk or a restored backup, files that the database refers to may be missing.
    let is_whole = |file: &String| fs::metadata(store.join(file)).is_ok_and(|file| file.is_file() && file.len() > 0);
    let is_new = |(name, original): &(&String, &Original)| {
        kept.get(*name) != Some(&original.stored(name)) || !media::files_of(&needed, name).all(is_whole)
    };
    let fresh: Vec<(&String, &Original)> = folder.pictures.iter().filter(is_new).collect();
    // One by one: decoded, a picture takes many times the memory of its file.
    seed::with_bar(|progress| {
        for (number, (_, original)) in (0_u64..).zip(&fresh) {
            progress(number, fresh.len() as u64, PICTURES);
            if let Err(what) = original.pixels() {
                problems.add(what);
            }
        }
        Ok(())
    })?;
    problems.check()?;
    let rows: usize = folder.sheets.iter().map(|read| read.rows.len()).sum();
    let summary = format!(
        "{} with {}, {}, {} of them new",
        count(folder.sheets.len(), "sheet"),
        count(rows, "row"),
        count(folder.pictures.len(), "picture"),
        fresh.len()
    );
    if dry_run {
        let tried = rolled_back(&shop, |tx| write(tx, &folder, &[], &languages, options, now, &|_, _| {}));
        return match tried {
            Ok(outcome) => super::print(&format!("nothing is wrong, and nothing was changed: {summary}\n{outcome}")),
            Err(error) => Err(error.context("nothing was changed")),
        };
    }
    if !fresh.is_empty() {
        fs::create_dir_all(&store).with_context(|| format!("{} cannot be made", store.display()))?;
    }
    let mut put = Vec::new();
    let done = seed::with_bar(|progress| {
        let total = fresh.len() as u64 + folder.sheets.len() as u64 + listing::STEPS;
        let mut made = Vec::new();
        for (number, (name, original)) in (0_u64..).zip(&fresh) {
            progress(number, total, PICTURES);
            let sizes = places.get(*name).unwrap_or(&pictures::TILE);
            made.push((*name, pictures::make(name, original, sizes, &store, &mut put)?, original.stored(name)));
        }
        // Synced before the commit that refers to them, so that a power cut loses neither.
        if !made.is_empty() {
            pictures::sync(&store)?;
            pictures::sync(&config.data.directory)?;
        }
        let before = fresh.len() as u64;
        shop::write(&shop, "catalogue import", |tx| {
            let report = |done, what: &str| progress(before + done, total, what);
            let outcome = write(tx, &folder, &made, &languages, options, now, &report)?;
            let change = audit::Change::new("catalogue", "").after(outcome.change.counts());
            Ok(((outcome, media::own_files(tx)?), change))
        })
    });
    let outcome = match done {
        // Replaced pictures stay until the next import: cached pages still refer to them.
        Ok((outcome, named)) => {
            sweep(&store, &named.union(&needed).collect())
                .with_context(|| format!("imported: {summary}; but files that nothing needs any more are left"))?;
            outcome
        }
        Err(error) => {
            // If the database cannot be read, they wait for the next import.
            if let Ok(named) = rolled_back(&shop, media::own_files) {
                for file in put.iter().filter(|file| !named.contains(*file)) {
                    drop(fs::remove_file(store.join(file)));
                }
            }
            return Err(error.context("nothing was changed"));
        }
    };
    drop(lock);
    super::print(&format!("imported: {summary}\n{outcome}"))
}

/// Locks out a second import, which would delete the pictures that this one is encoding.
fn lock_imports(data: &Path) -> anyhow::Result<File> {
    let at_work = || anyhow!("another import, or the open shop, is making pictures in {}; wait for it", data.display());
    pictures::try_lock(data)?.ok_or_else(at_work)
}

/// Runs `work` in a transaction that is always rolled back.
fn rolled_back<T>(connection: &Connection, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> anyhow::Result<T> {
    let mut answer = None;
    let undone = connection.write(|tx| {
        answer = Some(work(tx)?);
        Err::<(), _>(anyhow!("undone on purpose").into())
    });
    match (answer, undone) {
        (Some(answer), _) => Ok(answer),
        (None, Err(error)) => Err(shop::told(error)),
        (None, Ok(())) => bail!("the work answered nothing"),
    }
}

/// Deletes picture files that nothing refers to; files not named by the shop stay.
fn sweep(store: &Path, needed: &BTreeSet<&String>) -> anyhow::Result<()> {
    for path in entries(store)? {
        let file = file_name(&path);
        if path.is_file() && media::is_own_file(&file) && !needed.contains(&file) {
            fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

/// Adds the basics of every shop to an empty one.
fn add_basics(tx: &mut dyn Tx) -> Result<()> {
    if pages::home_documents(tx)?.is_empty() {
        seed::found(tx)?;
    }
    Ok(())
}

/// Refuses what an import puts on sale without what the law asks for, as the console does; what lacked it before stays as it is.
fn refuse_unlawful(before: &[(String, Gap)], after: &[(String, Gap)]) -> Result<()> {
    let fresh: Vec<String> = after
        .iter()
        .filter(|lacking| !before.contains(lacking))
        .map(|(sku, gap)| format!("\n  {sku}: {} ({})", gap.code(), gap.law().unwrap_or_default()))
        .collect();
    if fresh.is_empty() {
        return Ok(());
    }
    Err(anyhow!(
        "the law asks for this before these products are on sale; fill it in, or set enabled to 0:{}",
        fresh.concat()
    )
    .into())
}

/// Writes the folder into the shop; answers what changes for the products. `made`: pictures with their sizes and the
/// name of the original.
fn write(
    tx: &mut dyn Tx,
    folder: &Folder,
    made: &[(&String, media::Picture, String)],
    languages: &[Lang],
    options: ImportOptions,
    now: Timestamp,
    progress: &dyn Fn(u64, &str),
) -> Result<Outcome> {
    add_basics(tx)?;
    let standing = Snapshot::of(tx, folder)?;
    let taken = change::taken_prices(tx, folder, now)?;
    let unlawful = gaps::unlawful(tx)?;
    // One that somebody has planned since the sheets were checked.
    if let Some(first) = taken.first().filter(|_| !options.drop_planned) {
        return Err(anyhow!("{first}\n{}", change::MEANT).into());
    }
    for (name, picture, original) in made {
        media::save(tx, name, picture, original)?;
    }
    let given: Vec<&Sheet> = folder.sheets.iter().map(|read| read.sheet).collect();
    csv::clear(tx, &given)?;
    let stood = if options.stock { catalog::all_available(tx)? } else { BTreeMap::new() };
    for (number, read) in (0_u64..).zip(&folder.sheets) {
        progress(number, read.sheet.name);
        csv::save(tx, read.sheet, &read.rows, options.stock)?;
    }
    let by = audit::By { actor: audit::Actor::Command(audit::system_user()), now };
    adjustment::record_sheet(tx, &by, &stood, &format!("{}.csv", csv::STOCK))?;
    if let Some((_, words)) = folder.rows(csv::VOCABULARY) {
        // Sheets of an older version lack the names of newer codes.
        let is_named = |lang: &Lang| words.iter().any(|row| check::cell(row, 0) == lang.code());
        let worded: Vec<Lang> =
            Lang::ALL.into_iter().filter(|lang| languages.contains(lang) || is_named(lang)).collect();
        seed::name_own_codes(tx, &worded)?;
    }
    if !folder.home.is_empty() {
        look::keep_home(tx, now)?;
        for (lang, text) in &folder.home {
            pages::save_home_document(tx, lang, text)?;
        }
        look::keep_home(tx, now)?;
    }
    let rows: Vec<(&Sheet, &[Vec<Val>])> =
        folder.sheets.iter().map(|read| (read.sheet, read.rows.as_slice())).collect();
    csv::prune(tx, &rows, now.as_millisecond())?;
    let before = folder.sheets.len() as u64;
    listing::rebuild_with(tx, now, &|step| progress(before + step, "lists"))?;
    refuse_unlawful(&unlawful, &gaps::unlawful(tx)?)?;
    let change = standing.until(&Snapshot::of(tx, folder)?);
    // The unchanged parts of the home page may refer to removed rows, and so may texts to categories.
    // A dry run has encoded no pictures.
    let brought = folder.pictures.keys().map(String::as_str).collect();
    let mut notes = home_gaps(tx, languages, &brought)?;
    notes.extend(check::unnamed_pictures(tx, folder)?);
    notes.extend(taken);
    Ok(Outcome { change, notes })
}
