//! The files of an open database: whether its path still leads to them. A process keeps writing to a file that was
//! removed or replaced, and all that it writes ends with it.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::sqlite::Failure;

/// The database file, its log, and the index of the log, through which processes see each other's locks.
const SUFFIXES: [&str; 3] = ["", "-wal", "-shm"];

/// The files that a database was opened with.
#[derive(Debug)]
pub(super) struct Files {
    opened: Vec<(PathBuf, Identity)>,
    /// At the last check.
    are_lost: AtomicBool,
}

/// Device and inode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Identity(u64, u64);

impl Files {
    /// Notes the files of a database that has just been opened and read, so that all of them exist.
    pub(super) fn of(database: &Path) -> io::Result<Files> {
        let mut opened = vec![(database.to_owned(), identity(database)?)];
        for suffix in &SUFFIXES[1..] {
            let mut path = database.as_os_str().to_owned();
            path.push(suffix);
            let path = PathBuf::from(path);
            // A database that has no log is in memory or in a mode without one.
            if let Ok(identity) = identity(&path) {
                opened.push((path, identity));
            }
        }
        Ok(Files { opened, are_lost: AtomicBool::new(false) })
    }

    /// Fails while a file is missing or another one. Takes a few microseconds.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let lost = self.opened.iter().find(|(path, opened)| identity(path).ok() != Some(*opened));
        let were_lost = self.are_lost.swap(lost.is_some(), Ordering::Relaxed);
        let Some((path, _)) = lost else {
            if were_lost {
                tracing::info!("the files of the database are back; writing goes on");
            }
            return Ok(());
        };
        let text = format!("{} was removed or replaced while it is open", path.display());
        if !were_lost {
            tracing::error!("{text}: nothing is written until it is back; stop the shop before files are moved");
        }
        Err(Failure { text, is_temporary: true })
    }
}

fn identity(path: &Path) -> io::Result<Identity> {
    let found = std::fs::metadata(path)?;
    Ok(Identity(found.dev(), found.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::{Access, Connection};

    #[test]
    fn each_file_that_is_removed_or_replaced_is_noticed_until_it_is_back() {
        let folder = tempfile::tempdir().expect("folder");
        let database = folder.path().join("shop.db");
        let connection = Connection::open(&database, Access::ReadWrite).expect("connect");
        connection.execute_batch("CREATE TABLE word (text TEXT) STRICT").expect("create");
        let files = Files::of(&database).expect("files");
        assert_eq!(files.opened.len(), SUFFIXES.len());
        assert!(files.check().is_ok());
        for (path, _) in &files.opened {
            let aside = folder.path().join("aside");
            std::fs::rename(path, &aside).expect("moved");
            assert!(files.check().is_err_and(|why| why.is_temporary), "{}: removed", path.display());
            std::fs::copy(&aside, path).expect("copied");
            assert!(files.check().is_err(), "{}: replaced", path.display());
            std::fs::rename(&aside, path).expect("moved back");
            assert!(files.check().is_ok(), "{}: back", path.display());
        }
    }
}
