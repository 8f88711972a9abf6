//! One copy at a time, whichever process makes it: a lock file in the data folder, which the system releases when its holder
//! ends.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The file beside the database.
const LOCK: &str = "copy.lock";

/// Held while a copy of a database is made, or put in its place.
#[derive(Debug)]
pub struct CopyLock {
    _file: File,
}

impl CopyLock {
    /// The lock of a database; none while somebody else makes a copy of it.
    pub fn try_take(database: &Path) -> anyhow::Result<Option<CopyLock>> {
        let (path, file) = open(database)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(CopyLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    /// The same; calls `waits` once and waits while somebody else makes a copy.
    pub fn take(database: &Path, waits: impl FnOnce()) -> anyhow::Result<CopyLock> {
        if let Some(lock) = Self::try_take(database)? {
            return Ok(lock);
        }
        waits();
        let (path, file) = open(database)?;
        file.lock().with_context(|| path.display().to_string())?;
        Ok(CopyLock { _file: file })
    }
}

fn open(database: &Path) -> anyhow::Result<(PathBuf, File)> {
    let path = database.with_file_name(LOCK);
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
    Ok((path, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_is_held_once_and_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("shop.db");
        let held = CopyLock::try_take(&database).expect("taken").expect("free");
        assert!(CopyLock::try_take(&database).expect("asked").is_none());
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| CopyLock::take(&database, || sender.send(()).expect("told")).expect("taken"));
            receiver.recv().expect("it waits");
            assert!(!waiting.is_finished());
            drop(held);
            drop(waiting.join().expect("taken"));
        });
        assert!(CopyLock::try_take(&database).expect("asked").is_some());
    }
}
