//! `shop seed`: fills the database with the demonstration catalogue, and with synthetic products for scale tests.
//!
//! The files of `seed/` are embedded. They are parsed and validated as a whole first, so that all errors are reported
//! at once with file, key and remedy; then one transaction inserts missing rows by their keys. Existing rows stay as
//! they are: prices, stock and texts changed by an operator or a sale are never reset.

use crate::db::{Connection, Tx};
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::shop;
use super::table::line;
use crate::audit::Change;
use crate::catalog::listing;
use crate::clock::Clock;
use crate::config::{Config, Mode};
use crate::data_dir::{DataFolder, open_database};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::{catalog, region};

mod brand;
mod catalogue;
mod files;
mod ledger;
mod pages;
mod products;
mod regions;
mod synthetic;
mod words;

pub use synthetic::{MOST as MOST_SYNTHETIC, synthetic};

use files::{Files, Problems};

/// The result of a run.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct SeedReport {
    /// Main rows added: countries, rates, categories, products, texts, pages and the like.
    pub added: u64,
    /// Products among them, variants not counted.
    pub products: u64,
    pub variants: u64,
    /// Pictures without an embedded file.
    pub missing_pictures: Vec<String>,
}

/// Progress: steps done, their total, and the current one.
pub type Progress<'a> = &'a dyn Fn(u64, u64, &str);

/// Inserts the missing rows of the demonstration catalogue in one transaction. Idempotent.
pub fn run(
    connection: &Connection,
    config: &Config,
    now: Timestamp,
    progress: Progress<'_>,
) -> anyhow::Result<SeedReport> {
    fill_from(&Files::embedded(), connection, config, now, progress)
}

/// All of `seed/`, parsed and validated.
struct Seed {
    regions: regions::Regions,
    words: words::Words,
    catalogue: catalogue::Catalogue,
    products: products::Products,
    pages: pages::Pages,
    brand: brand::Brand,
}

impl Seed {
    fn read(files: &Files) -> anyhow::Result<Seed> {
        let mut problems = Problems::default();
        let regions = regions::Regions::read(files, &mut problems);
        let words = words::Words::read(files, &mut problems);
        let catalogue = catalogue::Catalogue::read(files, &mut problems);
        let products = products::Products::read(files, &mut problems);
        let pages = pages::Pages::read(files, &mut problems);
        let brand = brand::Brand::read(files, &mut problems);
        // Syntax errors come alone: validation would only report their consequences.
        problems.check()?;
        catalogue.check(&words, &mut problems);
        products.check(&regions, &words, &catalogue, &mut problems);
        pages.check(&catalogue, &products, &mut problems);
        brand.check(&mut problems);
        problems.check()?;
        Ok(Seed { regions, words, catalogue, products, pages, brand })
    }
}

fn fill_from(
    files: &Files,
    connection: &Connection,
    config: &Config,
    now: Timestamp,
    progress: Progress<'_>,
) -> anyhow::Result<SeedReport> {
    let seed = Seed::read(files)?;
    let total = seed.products.list.len() as u64 + 4 + listing::STEPS;
    let report = connection.write(|tx| {
        let mut report = SeedReport::default();
        progress(0, total, "countries");
        report.added += seed.regions.write(tx)?;
        progress(1, total, "words");
        report.added += seed.words.write(tx)?;
        progress(2, total, "categories");
        let (categories, added) = seed.catalogue.write(tx)?;
        report.added += added;
        progress(3, total, "products");
        let around =
            products::Around { regions: &seed.regions, catalogue: &seed.catalogue, categories: &categories, now };
        seed.products.write(tx, &around, &mut report, &|done| progress(3 + done, total, "products"))?;
        let done = 3 + seed.products.list.len() as u64;
        progress(done, total, "pages");
        report.added += seed.pages.write(tx)?;
        report.added += seed.pages.write_house(tx)?;
        // The tag is public: in production it would be a discount for everyone.
        if config.mode == Mode::Demo {
            report.added += pages::write_tag(tx, now)?;
            report.added += seed.brand.write(tx, now)?;
        }
        report.missing_pictures = seed.missing_pictures();
        if report.added > 0 {
            listing::rebuild_with(tx, now, &|step| progress(done + 1 + step, total, "lists"))?;
        }
        Ok(report)
    })?;
    progress(total, total, "done");
    Ok(report)
}

/// Inserts missing basics of every shop: countries, currencies, taxes, carriers, help pages, the home page.
pub fn found(tx: &mut dyn Tx) -> Result<()> {
    let (regions, pages) = ground()?;
    regions.write(tx)?;
    pages.write(tx)?;
    Ok(())
}

/// The same for a shop without products: its home page says how to add them.
fn found_empty(tx: &mut dyn Tx) -> Result<()> {
    let (regions, pages) = ground()?;
    regions.write(tx)?;
    pages.write_help(tx)?;
    Ok(())
}

/// Inserts missing names of the program's own codes in these languages; carriers that the house calls otherwise keep what it calls them.
pub fn name_own_codes(tx: &mut dyn Tx, languages: &[Lang]) -> Result<()> {
    let mut problems = Problems::default();
    let words = words::Words::read(&Files::embedded(), &mut problems);
    let regions = regions::Regions::read(&Files::embedded(), &mut problems);
    problems.check()?;
    let is_founded = |row: &region::CarrierRow| {
        regions.shipping.carrier.iter().any(|spec| spec.code == row.code.as_str() && spec.name == row.name)
    };
    let carriers = region::list_carriers(tx)?.into_iter().filter(|row| !is_founded(row));
    let renamed: Vec<String> = carriers.map(|row| row.code.to_string()).collect();
    words.write_own(tx, languages, &renamed)
}

fn ground() -> anyhow::Result<(regions::Regions, pages::Pages)> {
    let files = Files::embedded();
    let mut problems = Problems::default();
    let regions = regions::Regions::read(&files, &mut problems);
    let pages = pages::Pages::read(&files, &mut problems);
    problems.check()?;
    Ok((regions, pages))
}

impl Seed {
    /// Referenced pictures without a file.
    fn missing_pictures(&self) -> Vec<String> {
        let mut named: Vec<String> = self.catalogue.pictures();
        named.extend(self.products.pictures());
        named.extend(self.pages.pictures());
        named.sort();
        named.dedup();
        named.retain(|name| !crate::catalog::media::exists(name));
        named
    }
}

/// Fills a database without products, for `shop serve --seed`.
pub fn fill(config: &Config, folder: &DataFolder) -> anyhow::Result<()> {
    let connection = open_database(&folder.database())?;
    if shop::read(&connection, catalog::has_products)? {
        tracing::info!("the shop has products, so nothing was filled in");
        return Ok(());
    }
    let report = run(&connection, config, Clock::default().now(), &|_, _, _| {})?;
    tracing::info!(products = report.products, variants = report.variants, "demonstration catalogue filled in");
    record(&connection, "serve", json!({ "rows": report.added }))
}

/// Tells the audit what a command has added.
fn record(connection: &Connection, words: &str, added: Value) -> anyhow::Result<()> {
    shop::write(connection, words, |_| Ok(((), Change::new("catalogue", "").after(added))))
}

/// Adds the basics of every shop to an empty one, for `shop serve`.
pub fn prepare(folder: &DataFolder) -> anyhow::Result<()> {
    let connection = open_database(&folder.database())?;
    if shop::read(&connection, region::country_ids)?.is_empty() {
        connection.write(found_empty).map_err(|error| anyhow::anyhow!("{error}"))?;
    }
    Ok(())
}

/// `shop seed [--products N]`.
pub fn command(config: &Config, products: Option<u32>) -> anyhow::Result<()> {
    let folder = DataFolder::open(&config.data.directory)?;
    folder.migrate()?;
    let connection = open_database(&folder.database())?;
    let now = Clock::default().now();
    let report = with_bar(|progress| run(&connection, config, now, progress))?;
    record(&connection, "seed", json!({ "rows": report.added, "synthetic": products }))?;
    if report.added == 0 {
        line("nothing to add: the demonstration catalogue is there already")?;
    } else {
        line(&format!("{} products and {} variants added ({} rows)", report.products, report.variants, report.added))?;
    }
    if !report.missing_pictures.is_empty() {
        line(&format!("{} pictures have no file, e.g. {}", report.missing_pictures.len(), report.missing_pictures[0]))?;
    }
    if let Some(count) = products {
        with_bar(|progress| synthetic(&connection, count, now, progress)).context("adding synthetic products")?;
        line(&format!("{count} synthetic products added"))?;
    }
    Ok(())
}

/// Shows a progress bar on a terminal while `work` runs.
pub(super) fn with_bar<T>(work: impl FnOnce(Progress<'_>) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let style = ProgressStyle::with_template("{msg:12} {wide_bar} {pos}/{len}").context("the progress bar")?;
    let bar = ProgressBar::new(0).with_style(style);
    let result = work(&|done, total, what| {
        bar.set_length(total);
        bar.set_position(done);
        bar.set_message(what.to_owned());
    });
    bar.finish_and_clear();
    result
}

#[cfg(test)]
mod tests;
