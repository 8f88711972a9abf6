//! The data folder: its lock, its database file and the migrations. What an operator can meet here is told in one line.

use std::fs::{File, TryLockError};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use rusqlite::{Connection, OpenFlags};

use crate::db;

mod embedded {
    refinery::embed_migrations!("migrations/sqlite");
}

/// The database's file in it.
const DATABASE: &str = "shop.db";

/// The folder that holds everything a shop remembers.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Held as long as the server runs; the system frees it when the process ends, however it ends.
    _lock: Option<File>,
}

impl DataFolder {
    /// Opens the folder for the server: made if missing, locked against a second server.
    pub fn lock(path: &Path) -> anyhow::Result<DataFolder> {
        let folder = Self::open(path)?;
        let file = path.join("shop.lock");
        let lock = File::create(&file).with_context(|| {
            format!("{} cannot be written; give the shop a folder of its own with --data", path.display())
        })?;
        match lock.try_lock() {
            Ok(()) => Ok(DataFolder { _lock: Some(lock), ..folder }),
            Err(TryLockError::WouldBlock) => {
                bail!("{} is used by a running shop; stop it or choose another folder with --data", path.display())
            }
            Err(TryLockError::Error(error)) => Err(anyhow!("{}: {error}; check the file system", file.display())),
        }
    }

    /// Opens the folder beside a running server, for commands.
    pub fn open(path: &Path) -> anyhow::Result<DataFolder> {
        std::fs::create_dir_all(path).map_err(|error| {
            anyhow!("{} cannot be made: {error}; choose a folder that you may write with --data", path.display())
        })?;
        // Names, addresses and orders are nobody else's business on this machine.
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))
            .with_context(|| format!("{} is not yours; choose a folder of your own with --data", path.display()))?;
        Ok(DataFolder { path: path.to_owned(), _lock: None })
    }

    /// Opens the folder of a shop that is there, for commands: a mistyped name is told, and no folder made of it.
    pub fn existing(path: &Path) -> anyhow::Result<DataFolder> {
        match path.join(DATABASE).try_exists() {
            Ok(true) => Self::open(path),
            Ok(false) => bail!(
                "there is no shop in {}; name its folder with --data, or make one with `shop migrate` or `shop seed`",
                path.display()
            ),
            Err(error) => bail!("{} cannot be read: {error}; do this as the user whose shop it is", path.display()),
        }
    }

    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Opens the database for a command, beside a running server or alone: it must be of this version.
    pub fn connect(&self) -> anyhow::Result<Connection> {
        let path = self.database();
        let connection = open_database(&path)?;
        let newest = newest_schema();
        let found: i32 = connection
            .query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))
            .map_err(|error| unreadable(&path, &error))?;
        if found < newest {
            bail!(
                "{} is of an older shop (schema {found}, this program knows {newest}); bring it up to date with `shop migrate`",
                path.display()
            );
        }
        check_not_newer(&path, found)?;
        Ok(connection)
    }

    /// Refuses a copy of a newer shop's database before it is put in place. Whether it is sound is looked at there.
    pub fn check_copy(from: &Path) -> anyhow::Result<()> {
        let found = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(|copy| {
            copy.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get::<_, i32>(0))
        });
        found.map_or(Ok(()), |found| check_not_newer(from, found))
    }

    /// Brings the database up to this version; answers how many migrations that took.
    pub fn migrate(&self) -> anyhow::Result<usize> {
        let path = self.database();
        let mut connection = open_database(&path)?;
        let runner = embedded::migrations::runner();
        let newest = newest_schema();
        // A new file has no history yet; one that is no database fails here, before anything is written to it.
        let has_history: bool = connection
            .query_row("SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'refinery_schema_history'", [], |row| {
                row.get(0)
            })
            .map_err(|error| unreadable(&path, &error))?;
        let found = if has_history {
            runner.get_last_applied_migration(&mut connection).map_err(|error| unreadable(&path, &error))?
        } else {
            None
        };
        if let Some(last) = found.filter(|last| last.version() > newest) {
            bail!(
                "{} was made by a newer shop (schema {}, this program knows {newest}); run that version, or restore a backup of this one",
                path.display(),
                last.version()
            );
        }
        let report = runner.set_grouped(true).run(&mut connection).map_err(|error| {
            anyhow!("{} cannot be brought up to date: {error}; nothing was changed", path.display())
        })?;
        Ok(report.applied_migrations().len())
    }
}

/// The newest schema that this program knows.
fn newest_schema() -> i32 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(refinery::Migration::version).max().unwrap_or_default()
}

fn check_not_newer(path: &Path, found: i32) -> anyhow::Result<()> {
    let newest = newest_schema();
    if found > newest {
        bail!(
            "{} is of a newer shop (schema {found}, this program knows {newest}); use that version's program",
            path.display()
        );
    }
    Ok(())
}

/// Opens a database for writing, with the mend in what goes wrong.
pub fn open_database(path: &Path) -> anyhow::Result<Connection> {
    db::connect(path, false).map_err(|error| {
        let text = format!("{error:#}");
        if text.contains("not a database") || text.contains("malformed") {
            unreadable(path, &"file is not a database")
        } else if text.contains("readonly") || text.contains("unable to open") || text.contains("denied") {
            anyhow!("{} cannot be written; choose a folder that you may write with --data ({text})", path.display())
        } else {
            anyhow!("{}: {text}", path.display())
        }
    })
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> anyhow::Error {
    anyhow!(
        "{} is damaged or no database of this shop ({error}); restore a backup, or move the file away",
        path.display()
    )
}
