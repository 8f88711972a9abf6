//! An upload becomes a picture: its file is checked and kept when it comes, its sizes are made later.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::convert::{self, Fault, Original, TILE};
use crate::catalog::media::{self, Picture};
use crate::domain::url_key;
use crate::sort_key::sort_key;

/// Digits of the content's hash that end a picture's name.
const DIGITS: usize = 8;
/// Characters of the file's name that begin it.
const STEM: usize = 60;

/// A file that is a picture, kept in the folder of pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The picture's name: of the file's, and of its content, so that no other picture has it.
    pub name: String,
    pub original: String,
}

/// The name of the picture in a file.
fn name(file: &str, hash: &str) -> String {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let mut key: String = url_key::from_folded(&sort_key(stem)).chars().take(STEM).collect();
    if key.is_empty() {
        key.push_str("picture");
    }
    format!("{}-{}", key.trim_end_matches('-'), &hash[..DIGITS])
}

/// Checks a file by its content and keeps it. All its pixels are decoded, one file at a time: a file that is cut off, or small and
/// full of pixels, is found here.
pub fn keep(folder: &Path, file: &str, bytes: Vec<u8>) -> anyhow::Result<Result<Kept, Fault>> {
    let original = match Original::of_bytes(file, bytes) {
        Ok(original) => original,
        Err(fault) => return Ok(Err(fault)),
    };
    {
        let _turn = convert::turn();
        if original.pixels().is_err() {
            return Ok(Err(Fault::Unreadable));
        }
    }
    let name = name(file, &original.hash());
    let store = folder.join(media::FOLDER);
    fs::create_dir_all(&store).with_context(|| format!("{} cannot be made", store.display()))?;
    let stored = original.stored(&name);
    convert::place(&store.join(&stored), &original.bytes)?;
    convert::sync(&store)?;
    convert::sync(folder)?;
    Ok(Ok(Kept { name, original: stored }))
}

/// Makes the sizes of a kept file. The caller holds [`lock`].
pub fn make(folder: &Path, name: &str, original: &str) -> anyhow::Result<Picture> {
    let store: PathBuf = folder.join(media::FOLDER);
    let path = store.join(original);
    let bytes = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let original = Original::of_bytes(original, bytes).map_err(|fault| anyhow::anyhow!("{fault:?}"))?;
    let _turn = convert::turn();
    let picture = convert::make(name, &original, &TILE, &store, &mut Vec::new())?;
    // Synced before the commit that refers to them, so that a power cut loses neither.
    convert::sync(&store)?;
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_the_file_and_of_its_content() {
        let hash = "0123456789abcdef";
        for (file, expected) in [
            ("Größe 160×200.JPG", "grosse-160-200-01234567"),
            ("../../etc/passwd", "picture-01234567"),
            ("毛巾.png", "picture-01234567"),
            ("", "picture-01234567"),
        ] {
            let made = name(file, hash);
            assert!(media::is_name(&made), "{made}");
            assert_eq!(made, expected, "{file}");
        }
        assert!(media::is_name(&name(&"long ".repeat(200), hash)));
    }
}
