//! The data folder: its lock, its database file and the version of its schema. Errors are one line for the operator, with
//! what to do.

use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::net::SocketAddr;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};

use crate::backup;
use crate::db::{Access, Connection, newest_version};

/// The file that a running shop has locked.
const LOCK: &str = "shop.lock";
/// The database file in it.
const DATABASE: &str = "shop.db";
/// The file that names a restore while it is carried out.
const RESTORE: &str = "restoring";
/// The file with one half of the key of credentials; in no copy of the database.
const CREDENTIALS: &str = "credentials.key";
/// `user_version` of a database whose free pages hold nothing.
const REWRITTEN: i64 = 1;

/// The folder with all of a shop's persistent state.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Held while the server runs; the system releases it when the process ends.
    lock: Option<File>,
}

impl DataFolder {
    /// Opens the folder for the server: creates it if missing, locks it against a second server.
    pub fn lock(path: &Path) -> anyhow::Result<DataFolder> {
        let folder = Self::open(path)?;
        let file = path.join(LOCK);
        let opened = File::options().write(true).create(true).truncate(false).open(&file);
        let lock = opened.with_context(|| {
            format!("{} cannot be written; give the shop a folder of its own with --data", path.display())
        })?;
        match lock.try_lock() {
            Ok(()) => {
                lock.set_len(0).with_context(|| format!("{} cannot be written", file.display()))?;
                Ok(DataFolder { lock: Some(lock), ..folder })
            }
            Err(TryLockError::WouldBlock) => {
                bail!("{} is used by a running shop; stop it or choose another folder with --data", path.display())
            }
            Err(TryLockError::Error(error)) => Err(anyhow!("{}: {error}; check the file system", file.display())),
        }
    }

    /// Notes in the lock where the shop is open, for commands beside it.
    pub fn note_address(&self, address: SocketAddr) -> anyhow::Result<()> {
        let Some(mut lock) = self.lock.as_ref() else { return Ok(()) };
        write!(lock, "{address}").with_context(|| format!("{} cannot be written", self.path.join(LOCK).display()))
    }

    /// Where the shop of a folder is open, or was open last.
    pub fn address(path: &Path) -> Option<SocketAddr> {
        std::fs::read_to_string(path.join(LOCK)).ok()?.parse().ok()
    }

    /// Opens the folder for a command, which may run beside the server; creates it if missing.
    pub fn open(path: &Path) -> anyhow::Result<DataFolder> {
        std::fs::create_dir_all(path).map_err(|error| {
            anyhow!("{} cannot be made: {error}; choose a folder that you may write with --data", path.display())
        })?;
        // It holds personal data: accessible to the shop's user only.
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))
            .with_context(|| format!("{} is not yours; choose a folder of your own with --data", path.display()))?;
        Ok(DataFolder { path: path.to_owned(), lock: None })
    }

    /// Opens the folder of an existing shop for a command; never creates one, as its name may be mistyped.
    pub fn existing(path: &Path) -> anyhow::Result<DataFolder> {
        Self::database_in(path)?;
        Self::open(path)
    }

    /// The database file of an existing shop's folder, which is left as it is.
    pub fn database_in(path: &Path) -> anyhow::Result<PathBuf> {
        let database = path.join(DATABASE);
        match database.try_exists() {
            Ok(true) => Ok(database),
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

    /// The folder's half of the key of credentials; none where there is no file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is none of ours.
    pub fn credentials_key(path: &Path) -> anyhow::Result<Option<[u8; 32]>> {
        let path = path.join(CREDENTIALS);
        match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            bytes => {
                let bytes = bytes.with_context(|| format!("{} cannot be read", path.display()))?;
                let length = bytes.len();
                let key = bytes.try_into().map_err(|_| {
                    anyhow!(
                        "{} has {length} bytes instead of 32; put the right file back, or move it away and enter the credentials \
                         anew",
                        path.display()
                    )
                })?;
                Ok(Some(key))
            }
        }
    }

    /// Makes that half where there is none yet. Under another name first: a crash leaves no half file.
    pub fn make_credentials_key(&self, fresh: &[u8; 32]) -> anyhow::Result<()> {
        if Self::credentials_key(&self.path)?.is_some() {
            return Ok(());
        }
        let path = self.path.join(CREDENTIALS);
        let draft = path.with_extension("part");
        let cannot = || format!("{} cannot be written", path.display());
        match std::fs::remove_file(&draft) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error).with_context(cannot),
            _ => {}
        }
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(&draft).with_context(cannot)?;
        file.write_all(fresh).and_then(|()| file.sync_all()).with_context(cannot)?;
        std::fs::rename(&draft, &path).with_context(cannot)?;
        File::open(&self.path).and_then(|folder| folder.sync_all()).with_context(cannot)
    }

    /// Marks that a restore is being carried out, by its token.
    pub fn mark_restore(&self, token: &str) -> anyhow::Result<()> {
        let path = self.path.join(RESTORE);
        let cannot = || format!("{} cannot be written", path.display());
        let mut file = File::create(&path).with_context(cannot)?;
        file.write_all(token.as_bytes()).and_then(|()| file.sync_all()).with_context(cannot)?;
        File::open(&self.path).and_then(|folder| folder.sync_all()).with_context(cannot)
    }

    /// The token of the restore that is being carried out, or was when its process ended.
    pub fn restore_mark(&self) -> anyhow::Result<Option<String>> {
        let path = self.path.join(RESTORE);
        match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            text => text.map(Some).with_context(|| format!("{} cannot be read", path.display())),
        }
    }

    pub fn unmark_restore(&self) -> anyhow::Result<()> {
        let path = self.path.join(RESTORE);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("{} cannot be removed", path.display()))
            }
            _ => Ok(()),
        }
    }

    /// Opens the database for a command, which may run beside the server. Its schema must be of this version. Refused while a
    /// restore is carried out: what the command writes would be lost.
    pub fn connect(&self) -> anyhow::Result<Connection> {
        if self.restore_mark()?.is_some() {
            bail!(
                "{} is being restored; try again in a minute, or start the shop if it does not run: it ends the restore",
                self.path.display()
            );
        }
        let path = self.database();
        let connection = open_database(&path)?;
        let newest = newest_version();
        let found = schema_version(&path, &connection)?
            .ok_or_else(|| unreadable(&path, &"no such table: refinery_schema_history"))?;
        if found < newest {
            bail!(
                "{} is of an older shop (schema {found}, this program knows {newest}); bring it up to date with `shop migrate`",
                path.display()
            );
        }
        check_not_newer(&path, found)?;
        Ok(connection)
    }

    /// Refuses a backup of a newer version before it is restored. Whether it is intact is checked later.
    pub fn check_copy(from: &Path) -> anyhow::Result<()> {
        let copy = Connection::open_unconfigured(from, Access::ReadOnly);
        match copy.and_then(|copy| copy.schema_version()) {
            Ok(Some(found)) => check_not_newer(from, found),
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// Refuses a damaged database before the shop opens. Reads the whole file.
    pub fn check_intact(&self) -> anyhow::Result<()> {
        let path = self.database();
        match backup::find_damage(&path) {
            Ok(Some(damage)) => Err(unreadable(&path, &damage)),
            // A missing file is a new shop; one that cannot be opened is reported by what opens it for writing.
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// Migrates the database to this version; answers how many migrations were applied.
    pub fn migrate(&self) -> anyhow::Result<usize> {
        migrate(&self.database())
    }
}

/// Migrates a database file to this version; answers how many migrations were applied.
pub fn migrate(path: &Path) -> anyhow::Result<usize> {
    let mut connection = open_database(path)?;
    let newest = newest_version();
    // A file that is no database fails here, before anything is written to it.
    let before = schema_version(path, &connection)?;
    if let Some(found) = before.filter(|found| *found > newest) {
        bail!(
            "{} was made by a newer shop (schema {found}, this program knows {newest}); run that version, or restore a backup of this one",
            path.display()
        );
    }
    let applied = connection
        .migrate()
        .map_err(|error| anyhow!("{} cannot be brought up to date: {error}; nothing was changed", path.display()))?;
    if let Err(error) = rewrite_once(&connection, before) {
        tracing::warn!(%error, "remnants of deleted rows stay in the database until it can be rewritten at a start");
    }
    Ok(applied)
}

/// Earlier programs left deleted rows in free pages: such a database is rewritten once. In a file beside it, not in memory.
fn rewrite_once(connection: &Connection, before: Option<i32>) -> anyhow::Result<()> {
    if connection.one::<i64>("PRAGMA user_version", &[])? == REWRITTEN {
        return Ok(());
    }
    if before.is_some() {
        connection.execute_batch("PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY")?;
    }
    connection.execute_batch(&format!("PRAGMA user_version = {REWRITTEN}"))
}

fn schema_version(path: &Path, connection: &Connection) -> anyhow::Result<Option<i32>> {
    connection.schema_version().map_err(|error| unreadable(path, &error.root_cause()))
}

fn check_not_newer(path: &Path, found: i32) -> anyhow::Result<()> {
    let newest = newest_version();
    if found > newest {
        bail!(
            "{} is of a newer shop (schema {found}, this program knows {newest}); use that version's program",
            path.display()
        );
    }
    Ok(())
}

/// Opens a database for writing; an error says what the operator can do.
pub fn open_database(path: &Path) -> anyhow::Result<Connection> {
    Connection::open(path, Access::ReadWrite).map_err(|error| {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the database file holds these bytes anywhere.
    fn holds(folder: &DataFolder, secret: &str) -> bool {
        let connection = folder.connect().expect("a database");
        assert!(connection.truncate_log().expect("a checkpoint"));
        let bytes = std::fs::read(folder.database()).expect("a file");
        bytes.windows(secret.len()).any(|part| part == secret.as_bytes())
    }

    #[test]
    fn half_a_key_is_refused_and_a_crash_leaves_none() {
        let path = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::open(path.path()).expect("the folder");
        let (key, draft) = (path.path().join("credentials.key"), path.path().join("credentials.part"));
        // As a crash within the writing leaves it.
        std::fs::write(&draft, [1; 40]).expect("a file");
        assert_eq!(DataFolder::credentials_key(path.path()).expect("none"), None);
        folder.make_credentials_key(&[7; 32]).expect("made");
        folder.make_credentials_key(&[8; 32]).expect("kept");
        assert_eq!(DataFolder::credentials_key(path.path()).expect("a key"), Some([7; 32]));
        assert_eq!(std::fs::metadata(&key).expect("a file").permissions().mode() & 0o777, 0o600);
        assert!(!draft.exists());
        for length in [0, 31, 33] {
            std::fs::write(&key, vec![7; length]).expect("torn");
            for outcome in [folder.make_credentials_key(&[8; 32]), DataFolder::credentials_key(path.path()).map(drop)] {
                let error = format!("{:#}", outcome.expect_err("refused"));
                assert!(error.contains(&*key.to_string_lossy()) && error.contains(&length.to_string()), "{error}");
            }
            assert_eq!(std::fs::read(&key).expect("a file").len(), length, "left as it is");
        }
    }

    #[test]
    fn database_of_an_earlier_program_is_rewritten_once() {
        let path = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::lock(path.path()).expect("the folder");
        folder.migrate().expect("a schema");
        // As earlier programs deleted.
        let delete = |secret: &str| {
            let connection = folder.connect().expect("a database");
            connection.execute_batch("PRAGMA secure_delete = FALSE").expect("a setting");
            let row = vec![secret; 200].join(" ");
            connection
                .exec("INSERT INTO secret (name, value) VALUES ('x', $1)", &[row.into_bytes().into()])
                .expect("a row");
            connection.exec("DELETE FROM secret WHERE name = 'x'", &[]).expect("deleted");
        };
        delete("first-remnant");
        assert!(holds(&folder, "first-remnant"));
        folder.migrate().expect("up to date");
        assert!(holds(&folder, "first-remnant"), "a database of this program is not rewritten");
        folder.connect().expect("a database").execute_batch("PRAGMA user_version = 0").expect("as before");
        folder.migrate().expect("up to date");
        assert!(!holds(&folder, "first-remnant"));
        delete("second-remnant");
        folder.migrate().expect("up to date");
        assert!(holds(&folder, "second-remnant"), "once");
    }
}
