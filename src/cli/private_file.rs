//! Files of the commands that hold personal data.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::Context as _;

/// Writes a file that its owner alone can read and that is in its place only when it is whole.
pub fn write<E>(path: &Path, work: impl FnOnce(&mut File) -> Result<(), E>) -> anyhow::Result<()>
where
    anyhow::Error: From<E>,
{
    let draft = path.with_extension("part");
    // What an interrupted command has left may be readable for others.
    drop(std::fs::remove_file(&draft));
    let place = || format!("write {}", path.display());
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft).with_context(place)?;
    let written = work(&mut file).map_err(anyhow::Error::from).and_then(|()| Ok(std::fs::rename(&draft, path)?));
    if written.is_err() {
        drop(std::fs::remove_file(&draft));
    }
    written.with_context(place)
}
