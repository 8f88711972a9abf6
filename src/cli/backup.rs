//! `shop backup` and `shop restore`: copies the database beside the running shop, and replaces it with a copy.

use std::path::Path;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::shop;
use super::table::line;
use crate::audit::Change;
use crate::backup;
use crate::config::Config;
use crate::data_dir::DataFolder;
use crate::db::remove_search;
use crate::privacy;

/// Copies the database into a file, beside a running shop too.
pub fn backup(config: &Config, to: &Path) -> anyhow::Result<()> {
    let folder = DataFolder::existing(&config.data.directory)?;
    let connection = folder.connect()?;
    let bar = bar();
    backup::backup(&folder.database(), to, &|done, of| show(&bar, done, of))?;
    bar.finish_and_clear();
    let size = std::fs::metadata(to).with_context(|| format!("{}", to.display()))?.len();
    // It holds everything about everybody.
    shop::write(&connection, "backup", |_| Ok(((), Change::new("backup", name(to)).after(json!({ "bytes": size })))))?;
    line(&format!("{}: {} kB, verified", to.display(), size / 1024))
}

/// Replaces the database with a copy. Refuses beside a running shop.
pub fn restore(config: &Config, from: &Path) -> anyhow::Result<()> {
    if !from.exists() {
        bail!("{} does not exist", from.display());
    }
    // Never a new shop, as the folder's name may be mistyped.
    let database = DataFolder::database_in(&config.data.directory)?;
    if std::fs::canonicalize(from).ok() == Some(std::fs::canonicalize(&database)?) {
        bail!("{} is the database itself; name a copy that `shop backup` made", from.display());
    }
    DataFolder::check_copy(from)?;
    let folder = DataFolder::lock(&config.data.directory)?;
    let bar = bar();
    backup::restore(from, &folder.database(), &|done, of| show(&bar, done, of))?;
    bar.finish_and_clear();
    // The search index is derived from the former database.
    remove_search(&folder.database()).context("the search index cannot be removed")?;
    let applied = folder.migrate()?;
    let data = &config.data.directory;
    let connection = folder.connect()?;
    let repeated = privacy::journal::reconcile(&connection, data, shop::now()?)?;
    shop::write(&connection, "restore", |_| Ok(((), Change::new("backup", name(from)))))?;
    let mut said = format!("{} restored from {}", database.display(), from.display());
    if applied > 0 {
        said += &format!(", brought up to date by {applied} migrations");
    }
    if repeated > 0 {
        said += &format!(", and rid of the data of {repeated} accounts that were erased since");
    }
    said += &format!(
        "; what was there is {}.old until the next time, for {} days at most",
        database.display(),
        config.backup.keep
    );
    line(&said)
}

/// The name of a copy's file; its folder is nobody's business.
fn name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn bar() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40} {percent:>3} %").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

fn show(bar: &ProgressBar, done: u64, of: u64) {
    bar.set_length(of);
    bar.set_position(done);
}
