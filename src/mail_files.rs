//! The files of mails under `mail/` in the data folder, written where no SMTP server is configured.
//!
//! A file goes with its row: once the row is deleted or its recipient erased, so is the file.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The folder of mails in a data folder.
pub fn folder(data: &Path) -> PathBuf {
    data.join("mail")
}

/// The file of a mail.
pub fn path(data: &Path, id: i64) -> PathBuf {
    folder(data).join(format!("{id:06}.eml"))
}

/// The ids of the mails that have a file, drafts included.
pub fn list(data: &Path) -> anyhow::Result<Vec<i64>> {
    let folder = folder(data);
    let entries = match std::fs::read_dir(&folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("read {}", folder.display()))?,
    };
    let mut ids = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "eml" || kind == "part") {
            ids.extend(path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse::<i64>().ok()));
        }
    }
    Ok(ids)
}

/// Deletes the file of a mail and its draft.
pub fn delete(data: &Path, id: i64) -> anyhow::Result<()> {
    let path = path(data, id);
    for file in [path.with_extension("part"), path] {
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("delete {}", file.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_mails_are_listed_and_deleted() {
        let data = tempfile::tempdir().expect("a folder");
        assert_eq!(list(data.path()).expect("no folder yet"), Vec::<i64>::new());
        std::fs::create_dir(folder(data.path())).expect("a folder");
        for name in ["000007.eml", "000008.part", "notes.txt", "mine.eml"] {
            std::fs::write(folder(data.path()).join(name), "x").expect("a file");
        }
        let mut ids = list(data.path()).expect("listed");
        ids.sort_unstable();
        assert_eq!(ids, [7, 8]);
        for id in [7, 8, 9] {
            delete(data.path(), id).expect("deleted");
        }
        assert_eq!(std::fs::read_dir(folder(data.path())).expect("a folder").count(), 2);
    }
}
