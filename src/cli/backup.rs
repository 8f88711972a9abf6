//! `shop backup` and `shop restore`: copies the shop beside the running one, lists copies, has the running shop put one back, puts
//! one back itself where the shop is stopped, and makes a copy for staging.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use serde_json::json;

use super::shop;
use super::table::{Output, line, moment};
use crate::audit::{Actor, Change, system_user};
use crate::backup::{self, CopyLock, Held};
use crate::catalog::media;
use crate::config::Config;
use crate::data_dir::{self, DataFolder, open_database};
use crate::db::remove_search;
use crate::restore::settle::Access;
use crate::restore::{self, Request, When};
use crate::settlement::processor::system_random;
use crate::{privacy, staging};

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// A file that is not there yet
    #[arg(required = true)]
    file: Option<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the copies in the folder of copies
    List {
        #[command(flatten)]
        output: Output,
    },
    /// Have the running shop replace its database by one of the copies
    ScheduleRestore {
        #[command(flatten)]
        output: Output,
        /// An hour after the nightly copy, instead of at once
        #[arg(long)]
        tonight: bool,
        /// The name of a copy, as `shop backup list` prints it
        name: String,
    },
    /// Call off the restore that is scheduled
    CallOff {
        #[command(flatten)]
        output: Output,
    },
    /// Write a copy for staging, in which every personal datum is replaced
    Anonymise {
        /// A file that is not there yet
        #[arg(long)]
        to: PathBuf,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    match (args.command, args.file) {
        (Some(Command::List { output }), _) => list(config, output),
        (Some(Command::ScheduleRestore { output, tonight, name }), _) => schedule(config, output, tonight, &name),
        (Some(Command::CallOff { output }), _) => call_off(config, output),
        (Some(Command::Anonymise { to }), _) => anonymise(config, &to),
        (None, Some(file)) => backup(config, &file),
        (None, None) => bail!("name a file that is not there yet"),
    }
}

/// The right to make a copy; says what it waits for.
fn lock(database: &Path) -> anyhow::Result<CopyLock> {
    CopyLock::take(database, || eprintln!("shop: waiting for another copy that is being made"))
}

/// Copies the shop into a file, beside a running one too.
fn backup(config: &Config, to: &Path) -> anyhow::Result<()> {
    let folder = DataFolder::existing(&config.data.directory)?;
    let connection = folder.connect()?;
    let lock = lock(&folder.database())?;
    let bar = bar();
    let source = media::copy_source(config, &folder.database());
    backup::backup(&lock, &source, to, &|done, of| show(&bar, done, of))?;
    bar.finish_and_clear();
    let size = std::fs::metadata(to).with_context(|| format!("{}", to.display()))?.len();
    let held = backup::held(to)?;
    // It holds everything about everybody.
    shop::write(&connection, "backup", |_| Ok(((), Change::new("backup", name(to)).after(json!({ "bytes": size })))))?;
    line(&format!("{}: {} kB{}, verified", to.display(), size / 1024, pictures(held)))
}

/// What is told of a copy's pictures.
fn pictures(Held { files, bytes }: Held) -> String {
    match files {
        0 => String::new(),
        1 => format!(" and 1 picture ({} kB)", bytes / 1024),
        files => format!(" and {files} pictures ({} kB)", bytes / 1024),
    }
}

fn list(config: &Config, output: Output) -> anyhow::Result<()> {
    #[derive(serde::Serialize)]
    struct Row {
        name: String,
        made_at: i64,
        bytes: u64,
        pictures: i64,
        picture_bytes: i64,
    }
    // Never a new shop, as the folder's name may be mistyped.
    DataFolder::database_in(&config.data.directory)?;
    let mut rows = Vec::new();
    for path in backup::list(&backup::folder(config)) {
        let about = path.metadata().with_context(|| path.display().to_string())?;
        let Held { files: pictures, bytes: picture_bytes } = backup::held(&path).unwrap_or_default();
        let made_at = Timestamp::try_from(about.modified()?)?.as_millisecond();
        rows.push(Row { name: name(&path), made_at, bytes: about.len(), pictures, picture_bytes });
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.made_at));
    output.list(&rows, &["name", "made", "kB", "pictures", "kB of pictures"], |row| {
        vec![
            row.name.clone(),
            moment(row.made_at),
            (row.bytes / 1024).to_string(),
            row.pictures.to_string(),
            (row.picture_bytes / 1024).to_string(),
        ]
    })
}

/// Asks the running shop to put a copy back; one that is stopped does so when it starts.
fn schedule(config: &Config, output: Output, tonight: bool, copy: &str) -> anyhow::Result<()> {
    let connection = shop::open(config)?;
    let (random, now) = (system_random()()?, shop::now()?);
    restore::check(config, copy).map_err(shop::told)?;
    let preview = restore::preview_of(&connection, config, copy, now).map_err(shop::told)?;
    if let Some(damage) = &preview.damage {
        bail!("{copy} is damaged ({damage}); choose another copy");
    }
    let actor = Actor::Command(system_user());
    let request = Request {
        copy,
        when: if tonight { When::Tonight } else { When::Now },
        actor: &actor.to_string(),
        actor_name: &system_user(),
        random,
    };
    let item = shop::write(&connection, "backup schedule-restore", |tx| restore::schedule(tx, config, request, now))?;
    let text = format!(
        "{copy} comes back at {}; {} orders placed since are not in it. `shop backup call-off` calls it off until then",
        item.due_at, preview.orders_lost
    );
    output.done(&json!({ "copy": copy, "due_at": item.due_at, "orders_lost": preview.orders_lost }), &text)
}

fn call_off(config: &Config, output: Output) -> anyhow::Result<()> {
    let connection = shop::open(config)?;
    let now = shop::now()?;
    let copy = shop::write(&connection, "backup call-off", |tx| {
        let change = restore::call_off_open(tx, now)?;
        Ok((change.thing.clone(), change))
    })?;
    output.done(&json!({ "copy": copy }), &format!("the restore of {copy} is called off"))
}

/// Writes a copy for staging, beside a running shop too.
fn anonymise(config: &Config, to: &Path) -> anyhow::Result<()> {
    let folder = DataFolder::existing(&config.data.directory)?;
    let connection = folder.connect()?;
    let lock = lock(&folder.database())?;
    let (bar, key) = (bar(), system_random()()?);
    let source = media::copy_source(config, &folder.database());
    staging::anonymise(&lock, &source, to, key, &|percent| show(&bar, percent.unsigned_abs(), 100))?;
    bar.finish_and_clear();
    let change = Change::new("backup", name(to)).after(json!({ "anonymised": true }));
    shop::write(&connection, "backup anonymise", |_| Ok(((), change)))?;
    line(&format!(
        "{}: anonymised and verified; put it as shop.db into an empty folder, open it with `shop serve --data FOLDER`, and \
         let yourself in with `shop staff invite --role owner ADDRESS`",
        to.display()
    ))
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
    let _lock = lock(&database)?;
    let (bar, now) = (bar(), shop::now()?);
    // What is there may be damaged, or of an earlier version.
    let access = open_database(&database).and_then(|former| shop::read(&former, |tx| Access::read(tx, now))).ok();
    let part = backup::unpack(from, &database, &|done, of| show(&bar, done, of))?;
    bar.finish_and_clear();
    let applied = data_dir::migrate(&part)?;
    let copy = open_database(&part)?;
    let missing = backup::put_pictures_back(&copy, from, &config.data.directory.join(media::FOLDER))?;
    shop::write(&copy, "restore", |tx| {
        restore::settle::settle(tx, access.as_ref(), now)?;
        Ok(((), Change::new("backup", name(from))))
    })?;
    drop(copy);
    backup::place_beside(&part, &database)?;
    // The search index is derived from the former database.
    remove_search(&database).context("the search index cannot be removed")?;
    folder.unmark_restore()?;
    let repeated = privacy::journal::reconcile(&folder.connect()?, &config.data.directory, now)?;
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
    line(&said)?;
    if missing > 0 {
        line(&format!("{missing} pictures of the copy are missing or damaged; `shop check` lists them"))?;
    }
    Ok(())
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
