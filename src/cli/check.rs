//! `shop check` and `shop migrate`: validates configuration, database and catalogue; applies migrations, or tries them.

use std::collections::BTreeSet;

use anyhow::{Context as _, bail};
use serde_json::json;

use super::table::line;
use super::{catalogue, shop};

use crate::audit::Change;
use crate::backup;
use crate::catalog::{self, media};
use crate::cms;
use crate::compliance;
use crate::config::{Config, Mode};
use crate::data_dir::DataFolder;
use crate::db::{Access, Connection, newest_version};
use crate::domain::store_view::Lang;
use crate::domain::tax::Gap;
use crate::jobs::clock_check;
use crate::promo::DEMO_TAG;
use crate::region;
use crate::store_view;
use crate::vals;
use crate::visitor_country::Countries;

/// Lists what would keep the shop from opening after the migrations, which run on a copy in memory; an error if anything
/// does. Changes nothing.
pub fn migrate_check(config: &Config) -> anyhow::Result<()> {
    let path = DataFolder::database_in(&config.data.directory)?;
    let mut copy = Connection::in_memory()?;
    DataFolder::check_copy(&path)?;
    Connection::open_unconfigured(&path, Access::ReadOnly)
        .and_then(|database| database.copy_into(&mut copy, &|_, _| {}))
        .with_context(|| format!("{} cannot be read", path.display()))?;
    let pending = copy.migrate().with_context(|| format!("{} cannot be brought up to date", path.display()))?;
    let gaps = vat_gaps(&copy)?;
    gaps.iter().try_for_each(|gap| line(&gap.to_string()))?;
    if !gaps.is_empty() {
        bail!("{}: this version would refuse to open; mend the above first", path.display());
    }
    line(&format!("{}: {pending} migrations to apply, nothing in the way", path.display()))
}

/// Refuses a shop that would charge no VAT for want of a rate.
pub fn refuse_vat_gaps(connection: &Connection) -> anyhow::Result<()> {
    vat_gaps(connection)?.into_iter().next().map_or(Ok(()), |gap| Err(gap.into()))
}

/// Refuses a shop in production that still has the public promo tag of the demonstration.
pub fn refuse_demo_tag(config: &Config, connection: &Connection) -> anyhow::Result<()> {
    let now = shop::now()?;
    if config.mode == Mode::Production && shop::read(connection, |tx| cms::is_known_tag(tx, DEMO_TAG, now))? {
        bail!(
            "the demonstration's promo tag {DEMO_TAG} is on, and its documentation is public; switch it off with \
             `shop promo off {DEMO_TAG}`"
        );
    }
    Ok(())
}

/// Refuses a clock that contradicts the last runs of the jobs.
pub fn refuse_clock(config: &Config, connection: &Connection) -> anyhow::Result<()> {
    let now = shop::now()?;
    match shop::read(connection, |tx| clock_check::find_fault(tx, config, now))? {
        Some(fault) => bail!("{fault}; set the clock, or start once with `shop serve --accept-clock`"),
        None => Ok(()),
    }
}

/// The VAT classes, of products and of rates, that lack a rate in any country.
fn vat_gaps(connection: &Connection) -> anyhow::Result<Vec<Gap>> {
    let now = shop::now()?;
    shop::read(connection, |tx| {
        let mut classes = catalog::product_vat_classes(tx)?;
        classes.extend(region::vat_classes(tx)?);
        region::vat_gaps(tx, &classes, now)
    })
}

/// Applies the migrations.
pub fn migrate(config: &Config) -> anyhow::Result<()> {
    let folder = DataFolder::open(&config.data.directory)?;
    let applied = folder.migrate()?;
    if applied > 0 {
        let change = Change::new("schema", newest_version()).after(json!({ "migrations": applied }));
        shop::write(&folder.connect()?, "migrate", |_| Ok(((), change)))?;
    }
    let what = if applied == 0 { "up to date".to_owned() } else { format!("{applied} migrations applied") };
    line(&format!("{}: {what}", folder.database().display()))
}

/// Checks the database's integrity and the catalogue's completeness; the configuration was validated on loading.
pub fn run(config: &Config) -> anyhow::Result<()> {
    Countries::open(config)?;
    line("configuration: ok")?;
    config.warnings().iter().try_for_each(|warning| line(&format!("configuration: warning: {warning}")))?;
    if config.mode == Mode::Production && config.console.host.is_empty() && !config.is_console_closed() {
        line(
            "configuration: console.host is empty: the console opens on this machine only, for others through a tunnel; give it \
             a host name of its own",
        )?;
    }
    let folder = DataFolder::existing(&config.data.directory)?;
    if config.backup.nightly {
        let copies = config.data.directory.join(&config.backup.directory);
        backup::try_folder(&copies).with_context(|| crate::backup::cannot_be_written(&copies))?;
    }
    let path = folder.database();
    let connection = folder.connect()?;
    let integrity: String = connection.one("PRAGMA integrity_check", vals![]).context("integrity")?;
    if integrity != "ok" {
        bail!("{}: {integrity}; restore a backup", path.display());
    }
    let dangling: i64 =
        connection.one("SELECT count(*) FROM pragma_foreign_key_check", vals![]).context("foreign keys")?;
    if dangling != 0 {
        bail!("{}: {dangling} rows refer to missing ones; restore a backup", path.display());
    }
    refuse_vat_gaps(&connection).with_context(|| path.display().to_string())?;
    refuse_demo_tag(config, &connection)?;
    refuse_clock(config, &connection)?;
    line("database: ok")?;
    let stranded = super::staff::stranded_passkeys(config, &connection, true)?;
    stranded.iter().try_for_each(|warning| line(&format!("configuration: warning: {warning}")))?;
    let languages = languages(config, &connection)?;
    if config.mode == Mode::Production {
        let left = shop::read(&connection, |tx| compliance::of_brand(tx, config, &languages))?;
        left.iter().try_for_each(|found| line(&format!("{}: warning: {}", found.place, found.what.rendered())))?;
    }
    let mut gaps = 0;
    for lang in &languages {
        for sku in shop::read(&connection, |tx| catalog::list_untranslated(tx, *lang, 20))? {
            line(&format!("catalogue: {} has no text in {}", sku, lang.code()))?;
            gaps += 1;
        }
    }
    let priceless = shop::read(&connection, catalog::count_priceless)?;
    if priceless > 0 {
        line(&format!("catalogue: {priceless} items have no price in force"))?;
        gaps += 1;
    }
    let pictures = config.data.directory.join(media::FOLDER);
    for file in shop::read(&connection, media::own_files)?.iter().filter(|file| !pictures.join(file).is_file()) {
        line(&format!("pictures: {} is missing; restore a backup", pictures.join(file).display()))?;
        gaps += 1;
    }
    if gaps > 0 {
        bail!("the catalogue has gaps; complete it and import it again");
    }
    let types: Vec<String> = shop::read(&connection, catalog::product_types)?;
    for named in own_types(config)?.filter(|named| !types.is_empty() && !types.contains(named)) {
        let known = types.join(", ");
        line(&format!(
            "configuration: warning: shipping.collection.{named}: no product has this type; name one of {known}"
        ))?;
    }
    // Only warnings: dangling links are not shown to shoppers.
    shop::read(&connection, |tx| catalogue::home_gaps(tx, &languages, &BTreeSet::new()))?
        .iter()
        .try_for_each(|gap| line(gap))?;
    let is_empty = shop::read(&connection, catalog::is_empty)?;
    line(if is_empty { "catalogue: empty; import yours, or run `shop seed`" } else { "catalogue: ok" })
}

/// Checks the store views; answers the languages that are on.
fn languages(config: &Config, connection: &Connection) -> anyhow::Result<Vec<Lang>> {
    let views = shop::read(connection, |tx| store_view::load(tx, config))?;
    store_view::check(&views, config)?;
    let countries = shop::read(connection, |tx| region::countries(tx, Lang::default()))?;
    let is_known = |id: &str| countries.is_empty() || countries.iter().any(|country| country.id == id);
    if let Some(view) = views.iter().find(|view| !is_known(&view.default_country)) {
        bail!("store view {} has the default country {}, which the shop lacks", view.id, view.default_country);
    }
    Ok(views.languages().to_vec())
}

/// Product types with a configured collection price; those of the defaults need not exist in the shop.
fn own_types(config: &Config) -> anyhow::Result<impl Iterator<Item = &String>> {
    let defaults = Config::load(None, std::iter::empty())?.shipping.collection;
    Ok(config.shipping.collection.keys().filter(move |named| !defaults.contains_key(*named)))
}
