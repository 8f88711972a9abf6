//! The operator's pictures in copies: stored once by their content, beside the copies that name them.
//!
//! A copy is a database; its table `copied_picture` names the files with their SHA-256. So a copy that has its name has its
//! pictures, and a picture that does not change is stored once for all copies.

#[cfg(test)]
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::{PREFIX, SUFFIX, remove, with_suffix};
use crate::db::{Access, Connection};
use crate::vals;

/// The folder beside the copies, with files named by their SHA-256.
const STORE: &str = "shop-pictures";
/// Bytes read at a time.
const PORTION: usize = 1 << 20;

/// A picture's file, as a copy names it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Named {
    name: String,
    sha256: String,
    bytes: i64,
}

/// Number and size of pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Held {
    pub files: i64,
    pub bytes: i64,
}

/// Where the pictures of a copy lie.
fn store_of(copy: &Path) -> PathBuf {
    copy.with_file_name(STORE)
}

/// Stores `files` of a folder of pictures, and names them in a copy that is being made for `to`. A file that is missing is left
/// out: the shop shows nothing in its place, and `shop check` tells it.
pub(super) fn store(copy: &Connection, files: &BTreeSet<String>, folder: &Path, to: &Path) -> anyhow::Result<()> {
    let store = store_of(to);
    let mut named = Vec::new();
    for name in files {
        let Some((sha256, bytes)) = hash(&folder.join(name))? else {
            tracing::warn!(picture = name, "a picture is missing, and so is it in the copy");
            continue;
        };
        if named.is_empty() {
            std::fs::create_dir_all(&store).with_context(|| format!("{} cannot be written", store.display()))?;
        }
        let kept = store.join(&sha256);
        // What lies there may have been damaged since.
        if hash(&kept)?.is_none_or(|(found, _)| found != sha256) {
            copy_verified(&folder.join(name), &kept, &sha256)?;
        }
        named.push(Named { name: name.clone(), sha256, bytes });
    }
    if !named.is_empty() {
        File::open(&store)?.sync_all()?;
    }
    let save = |tx: &mut dyn crate::db::Tx| {
        tx.exec("DELETE FROM copied_picture", vals![])?;
        for Named { name, sha256, bytes } in &named {
            tx.exec(
                "INSERT INTO copied_picture (name, sha256, bytes) VALUES ($1, $2, $3)",
                vals![name, sha256, *bytes],
            )?;
        }
        Ok(())
    };
    copy.write(save).map_err(|error| anyhow::anyhow!("the pictures of the copy: {error}"))
}

/// Puts the pictures that a copy names into a folder of pictures, where they are missing or others; then the copy, which becomes
/// a shop's database, names none. Answers how many there are no sound files of.
pub fn put_back(part: &Connection, copy: &Path, folder: &Path) -> anyhow::Result<usize> {
    let store = store_of(copy);
    let mut missing = 0;
    for Named { name, sha256, .. } in names(part)? {
        // It becomes part of a path.
        if name.contains(['/', '\\']) || name.starts_with('.') || !is_hash(&sha256) {
            missing += 1;
            continue;
        }
        let place = folder.join(&name);
        if hash(&place)?.is_some_and(|(found, _)| found == sha256) {
            continue;
        }
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
        match hash(&store.join(&sha256))? {
            Some((found, _)) if found == sha256 => copy_verified(&store.join(&sha256), &place, &sha256)?,
            _ => {
                tracing::warn!(picture = name, "the copy's picture is missing or damaged");
                missing += 1;
            }
        }
    }
    if folder.exists() {
        File::open(folder)?.sync_all()?;
    }
    if has_table(part)? {
        part.exec("DELETE FROM copied_picture", vals![])?;
    }
    Ok(missing)
}

/// Number and size of a copy's pictures; none of a copy from before pictures belonged to copies.
pub fn held(copy: &Path) -> anyhow::Result<Held> {
    let copy = Connection::open_unconfigured(copy, Access::ReadOnly)?;
    if !has_table(&copy)? {
        return Ok(Held::default());
    }
    copy.one("SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM copied_picture", vals![])
}

/// Deletes stored pictures that no copy in a folder names. While a copy cannot be read, all stay.
pub fn prune(folder: &Path) -> anyhow::Result<usize> {
    let store = folder.join(STORE);
    if !store.exists() {
        return Ok(0);
    }
    let mut needed = BTreeSet::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Whatever its name, a copy may lie here.
        if path.is_file() && (name.ends_with(SUFFIX) || name.starts_with(PREFIX)) && !name.ends_with(".part") {
            let copy = Connection::open_unconfigured(&path, Access::ReadOnly)
                .and_then(|copy| names(&copy))
                .with_context(|| format!("{} cannot be read, so the pictures of all copies stay", path.display()))?;
            needed.extend(copy.into_iter().map(|named| named.sha256));
        }
    }
    let mut removed = 0;
    for entry in std::fs::read_dir(&store)? {
        let path = entry?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(|name| !needed.contains(name)) {
            remove(&path)?;
            removed += 1;
        }
    }
    Ok(removed)
}

fn has_table(copy: &Connection) -> anyhow::Result<bool> {
    copy.one("SELECT count(*) FROM sqlite_schema WHERE name = 'copied_picture'", vals![])
}

fn names(copy: &Connection) -> anyhow::Result<Vec<Named>> {
    if !has_table(copy)? {
        return Ok(Vec::new());
    }
    copy.all("SELECT name, sha256, bytes FROM copied_picture ORDER BY name", vals![])
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// SHA-256 and size of a file; none where there is no such file.
fn hash(path: &Path) -> anyhow::Result<Option<(String, i64)>> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        file => file.with_context(|| format!("{} cannot be read", path.display()))?,
    };
    let (mut digest, mut bytes, mut portion) = (Sha256::new(), 0, vec![0; PORTION]);
    loop {
        let read = file.read(&mut portion).with_context(|| format!("{} cannot be read", path.display()))?;
        if read == 0 {
            return Ok(Some((hex::encode(digest.finalize()), bytes)));
        }
        digest.update(&portion[..read]);
        bytes += i64::try_from(read)?;
    }
}

/// Copies a file beside its place and gives it its name once its contents are those expected.
fn copy_verified(from: &Path, to: &Path, sha256: &str) -> anyhow::Result<()> {
    let part = with_suffix(to, ".part");
    let cannot = || format!("{} cannot be written", to.display());
    remove(&part)?;
    let mut bytes = Vec::new();
    File::open(from).and_then(|mut file| file.read_to_end(&mut bytes)).with_context(cannot)?;
    let mut file = File::options().write(true).create_new(true).mode(0o600).open(&part).with_context(cannot)?;
    file.write_all(&bytes).and_then(|()| file.sync_all()).with_context(cannot)?;
    drop(file);
    let found = hash(&part)?;
    anyhow::ensure!(found.is_some_and(|(found, _)| found == sha256), "{} changed while it was copied", from.display());
    std::fs::rename(&part, to).with_context(cannot)
}

/// The stored pictures by hash: for tests.
#[cfg(test)]
pub(super) fn stored(folder: &Path) -> BTreeMap<String, u64> {
    let Ok(entries) = std::fs::read_dir(folder.join(STORE)) else { return BTreeMap::new() };
    let inode = |entry: &std::fs::DirEntry| std::os::unix::fs::MetadataExt::ino(&entry.metadata().expect("metadata"));
    let entries = entries.map(|entry| entry.expect("an entry"));
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), inode(&entry))).collect()
}
