//! The shop's pictures: their files, sizes and URLs.
//!
//! A picture has files `<name>.<width>.webp` and `.avif`. Those of the demo are embedded (`seed/images`); an operator's
//! own, made by `shop catalogue import`, are in the data folder and replace embedded ones of the same name. URLs
//! contain a prefix of the files' SHA-256, so that browsers may cache them forever. The catalogue refers to pictures by
//! name; a name without files shows nothing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{LazyLock, PoisonError, RwLock};

use rust_embed::RustEmbed;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::types::Image;
use super::uploads;
use crate::backup::Source;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// The embedded files.
#[derive(RustEmbed)]
#[folder = "seed/images"]
#[allow_missing = true]
pub struct Images;

/// The operator's pictures, below the data folder.
pub const FOLDER: &str = "pictures";
/// Suffix of a file there while it is written.
pub const PART: &str = ".part";

/// One picture in all its widths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Of the widest file, in pixels.
    pub width: u32,
    pub height: u32,
    /// Widths of the WebP files, ascending.
    pub webp: Vec<u32>,
    /// Widths of the AVIF files, ascending.
    pub avif: Vec<u32>,
    /// Eight digits of the SHA-256 over all its files.
    pub hash: String,
    /// A tiny preview, as a data URL; empty: none.
    pub preview: String,
    /// Whether its files are in the data folder.
    pub own: bool,
}

/// A picture with its URLs, formatted once: lists show dozens of them.
#[derive(Debug)]
struct Shown {
    picture: Picture,
    src: String,
    srcset: String,
    avif: String,
}

impl Shown {
    fn new(name: &str, picture: Picture) -> Shown {
        Shown {
            src: picture.address(name, picture.width, "webp"),
            srcset: picture.candidates(name, &picture.webp, "webp"),
            avif: picture.candidates(name, &picture.avif, "avif"),
            picture,
        }
    }
}

/// What to send for a URL.
#[derive(Debug, PartialEq, Eq)]
pub enum File {
    /// An embedded file: bytes and media type.
    Embedded(Cow<'static, [u8]>, &'static str),
    /// In the data folder: name below [`FOLDER`] and media type.
    Own(String, &'static str),
    /// A JPEG to be made from a WebP file, for clients without WebP: the URL of that file.
    Jpeg(String),
    /// The picture's files have changed: the URL of the nearest.
    Moved(String),
}

/// `manifest.json` beside the embedded files.
#[derive(Debug, Default, Deserialize)]
struct Manifest {
    pictures: BTreeMap<String, Described>,
}

#[derive(Debug, Deserialize)]
struct Described {
    width: u32,
    height: u32,
    widths: Vec<u32>,
    preview: String,
}

/// The embedded pictures by name. Reads only their names and hashes: the bytes stay on disk until requested.
static EMBEDDED: LazyLock<BTreeMap<String, Shown>> = LazyLock::new(|| {
    let manifest: Manifest =
        Images::get("manifest.json").and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default();
    let shown = manifest.pictures.into_iter().map(|(name, Described { width, height, widths, preview })| {
        let mut digest = Sha256::new();
        let mut of_kind = |kind: &str| -> Vec<u32> {
            let files =
                widths.iter().filter_map(|width| Some((*width, Images::get(&format!("{name}.{width}.{kind}"))?)));
            files.inspect(|(_, file)| digest.update(file.metadata.sha256_hash())).map(|(width, _)| width).collect()
        };
        let (avif, webp) = (of_kind("avif"), of_kind("webp"));
        let picture = Picture { width, height, webp, avif, hash: short_hash(digest), preview, own: false };
        (name.clone(), Shown::new(&name, picture))
    });
    shown.collect()
});

/// The operator's pictures by name; [`load`] reads them from the database.
static OWN: RwLock<BTreeMap<String, Shown>> = RwLock::new(BTreeMap::new());

impl Picture {
    fn address(&self, name: &str, width: u32, kind: &str) -> String {
        format!("/media/{name}.{width}.{}.{kind}", self.hash)
    }

    fn candidates(&self, name: &str, widths: &[u32], kind: &str) -> String {
        let candidates: Vec<String> =
            widths.iter().map(|width| format!("{} {width}w", self.address(name, *width, kind))).collect();
        candidates.join(", ")
    }

    /// The smallest width not below `width`, else the largest.
    fn nearest(&self, width: u32) -> u32 {
        self.webp.iter().copied().find(|own| *own >= width).unwrap_or(self.width)
    }
}

fn short_hash(digest: Sha256) -> String {
    hex::encode(&digest.finalize()[..4])
}

/// The hash in a picture's URLs, from the bytes of its files in a fixed order.
pub fn hash_of<'a>(files: impl Iterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    for file in files {
        digest.update(Sha256::digest(file));
    }
    short_hash(digest)
}

/// Whether a text is a valid picture name: it is part of URLs and file names.
pub fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    !text.is_empty() && text.len() <= 120 && text.chars().all(fits)
}

/// Loads the operator's pictures. To be called after opening the database and whenever the catalogue's version has
/// changed.
pub fn load(tx: &mut dyn Tx) -> Result<()> {
    #[derive(Deserialize)]
    struct Row {
        name: String,
        width: u32,
        height: u32,
        widths: String,
        hash: String,
        preview: String,
    }
    let rows: Vec<Row> = tx.all("SELECT name, width, height, widths, hash, preview FROM picture", vals![])?;
    let pictures = rows.into_iter().map(|row| {
        let widths: Vec<u32> = row.widths.split(',').filter_map(|width| width.parse().ok()).collect();
        let Row { name, width, height, hash, preview, .. } = row;
        let picture = Picture { width, height, webp: widths.clone(), avif: widths, hash, preview, own: true };
        (name.clone(), Shown::new(&name, picture))
    });
    let pictures: BTreeMap<String, Shown> = pictures.collect();
    *OWN.write().unwrap_or_else(PoisonError::into_inner) = pictures;
    Ok(())
}

/// Name and original file of the operator's pictures, by name.
pub fn originals(tx: &mut dyn Tx) -> Result<Vec<(String, String)>> {
    tx.all("SELECT name, original FROM picture ORDER BY name", vals![])
}

/// Whether the operator has put in a picture of this name.
pub fn is_put_in(tx: &mut dyn Tx, name: &str) -> Result<bool> {
    Ok(tx.find::<i64>("SELECT 1 FROM picture WHERE name = $1", vals![name])?.is_some())
}

/// The files below [`FOLDER`] that the database refers to.
pub fn own_files(tx: &mut dyn Tx) -> Result<BTreeSet<String>> {
    let rows: Vec<(String, String, String, String)> =
        tx.all("SELECT name, widths, hash, original FROM picture", vals![])?;
    let mut files = BTreeSet::new();
    for (name, widths, hash, original) in rows {
        for width in widths.split(',').filter_map(|width| width.parse().ok()) {
            files.extend(["avif", "webp"].map(|kind| own_file(&name, width, &hash, kind)));
        }
        files.insert(original);
    }
    // What was put in and has no sizes yet.
    files.extend(uploads::files(tx)?);
    Ok(files)
}

/// What copies of a shop are made of.
pub fn copy_source(config: &Config, database: &Path) -> Source {
    let pictures = config.data.directory.join(FOLDER);
    Source { database: database.to_owned(), pictures, files: own_files }
}

/// The files of one picture among `files`.
pub fn files_of<'a>(files: &'a BTreeSet<String>, name: &str) -> impl Iterator<Item = &'a String> + use<'a> {
    // Names have no dots, so no name starts with another name and a dot.
    let stem = format!("{name}.");
    files.range(stem.clone()..).take_while(move |file| file.starts_with(&stem))
}

/// Saves an operator's picture, new or changed.
pub fn save(tx: &mut dyn Tx, name: &str, picture: &Picture, original: &str) -> Result<()> {
    let widths: Vec<String> = picture.webp.iter().map(u32::to_string).collect();
    tx.exec(
        "INSERT INTO picture (name, width, height, widths, hash, preview, original) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (name) DO UPDATE SET width = excluded.width, height = excluded.height, widths = excluded.widths,
             hash = excluded.hash, preview = excluded.preview, original = excluded.original",
        vals![name, picture.width, picture.height, widths.join(","), &picture.hash, &picture.preview, original],
    )?;
    Ok(())
}

/// Runs `work` on the picture with this name; the operator's own takes precedence over an embedded one.
fn with<T>(name: &str, work: impl FnOnce(&Shown) -> T) -> Option<T> {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    own.get(name).or_else(|| EMBEDDED.get(name)).map(work)
}

/// Whether the picture has files.
pub fn exists(name: &str) -> bool {
    with(name, |_| ()).is_some()
}

/// Whether the picture is the operator's.
pub fn is_own(name: &str) -> bool {
    with(name, |shown| shown.picture.own).unwrap_or(false)
}

/// The names of pictures that are at least so wide, in pixels.
pub fn wide(least: u32) -> BTreeSet<String> {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    let all = EMBEDDED.iter().chain(own.iter());
    all.filter(|(_, shown)| shown.picture.width >= least).map(|(name, _)| name.clone()).collect()
}

/// All embedded pictures, by name.
#[cfg(test)]
fn embedded() -> impl Iterator<Item = (&'static str, &'static Picture)> {
    EMBEDDED.iter().map(|(name, shown)| (name.as_str(), &shown.picture))
}

/// The picture for a page; none if it has no files.
pub fn image(name: &str, alt: &str) -> Option<Image> {
    with(name, |shown| Image {
        src: shown.src.clone(),
        srcset: shown.srcset.clone(),
        avif: shown.avif.clone(),
        width: shown.picture.width,
        height: shown.picture.height,
        alt: alt.to_owned(),
        preview: None,
    })
}

/// The path of a picture's smallest size; none if it has no files.
pub fn small(name: &str) -> Option<String> {
    image(name, "").and_then(|image| image.srcset.split(' ').next().map(str::to_owned))
}

/// Likewise with its preview: for pictures above the fold.
pub fn first_image(name: &str, alt: &str) -> Option<Image> {
    image(name, alt).map(|image| Image { preview: preview(name), ..image })
}

/// The tiny preview, as a data URL.
pub fn preview(name: &str) -> Option<String> {
    with(name, |shown| shown.picture.preview.clone()).filter(|preview| !preview.is_empty())
}

/// The file behind `/media/<path>`.
///
/// Pictures have the URLs of [`image`], and a JPEG in their largest size; icons and the like have their plain name. A
/// missing width or an outdated hash redirects to the nearest file.
pub fn file(path: &str) -> Option<File> {
    let (stem, kind) = path.rsplit_once('.')?;
    let Some((rest, hash)) = stem.rsplit_once('.').filter(|(rest, _)| rest.contains('.')) else {
        return Some(File::Embedded(Images::get(path)?.data, media_type(kind)?));
    };
    let (name, width) = rest.rsplit_once('.')?;
    let width: u32 = width.parse().ok()?;
    let picture = with(name, |shown| shown.picture.clone())?;
    if kind == "jpg" && hash == picture.hash && width == picture.width {
        return Some(File::Jpeg(picture.address(name, width, "webp")));
    }
    let widths = if kind == "avif" { &picture.avif } else { &picture.webp };
    if !["webp", "avif"].contains(&kind) || hash != picture.hash || !widths.contains(&width) {
        let to = match kind {
            "jpg" => picture.address(name, picture.width, kind),
            "avif" if !picture.avif.is_empty() => {
                let nearest = picture.avif.iter().copied().find(|own| *own >= width);
                picture.address(name, nearest.or(picture.avif.last().copied())?, kind)
            }
            "avif" | "webp" => picture.address(name, picture.nearest(width), "webp"),
            _ => return None,
        };
        return Some(File::Moved(to));
    }
    if picture.own {
        return Some(File::Own(own_file(name, width, hash, kind), media_type(kind)?));
    }
    Some(File::Embedded(Images::get(&format!("{name}.{width}.{kind}"))?.data, media_type(kind)?))
}

/// The name of a file below [`FOLDER`]; it contains the hash, so that new files never replace old ones.
pub fn own_file(name: &str, width: u32, hash: &str, kind: &str) -> String {
    format!("{name}.{width}.{hash}.{kind}")
}

/// Whether a file below [`FOLDER`] is named by the shop: a size, an original, or one being written.
pub fn is_own_file(file: &str) -> bool {
    let parts: Vec<&str> = file.strip_suffix(PART).unwrap_or(file).split('.').collect();
    let [name, what, hash, kind] = parts[..] else { return false };
    let is_hash =
        |digits: usize| hash.len() == digits && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let fits = match what {
        "original" => is_hash(16) && ["jpg", "png", "webp"].contains(&kind),
        width => width.bytes().all(|digit| digit.is_ascii_digit()) && is_hash(8) && ["avif", "webp"].contains(&kind),
    };
    is_name(name) && !what.is_empty() && fits
}

fn media_type(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "webp" => "image/webp",
        "avif" => "image/avif",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "svg" => "image/svg+xml",
        "ico" => "image/x-icon",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::ImageFormat;

    use super::*;

    /// `bed-lac.480.webp` → `bed-lac`, 480, `webp`.
    fn parse_name(path: &str) -> Option<(&str, u32, &str)> {
        let (stem, kind) = path.rsplit_once('.').filter(|(_, kind)| ["webp", "avif"].contains(kind))?;
        let (name, width) = stem.rsplit_once('.')?;
        Some((name, width.parse().ok()?, kind))
    }

    #[test]
    fn every_picture_is_served_at_its_urls() {
        for (name, picture) in embedded() {
            let image = first_image(name, "alt").expect("an image");
            assert_eq!(image.srcset.matches("/media/").count(), picture.webp.len());
            let candidates = image.srcset.split(", ").chain(image.avif.split(", ").filter(|all| !all.is_empty()));
            for candidate in candidates {
                let (address, _) = candidate.split_once(' ').expect("a width");
                let path = address.strip_prefix("/media/").expect("the address");
                let Some(File::Embedded(bytes, mime)) = file(path) else { panic!("{path} has no file") };
                match mime {
                    "image/webp" => assert_eq!(&bytes[8..12], b"WEBP", "{path} is no WebP"),
                    "image/avif" => assert_eq!(&bytes[4..8], b"ftyp", "{path} is no AVIF"),
                    other => panic!("{path} goes out as {other}"),
                }
            }
            assert!(image.src.contains(&format!(".{}.", image.width)));
        }
    }

    #[test]
    fn missing_files_redirect_to_the_nearest_size() {
        let (name, picture) = embedded().next().expect("a picture");
        let widest = picture.width;
        let Some(File::Moved(to)) = file(&format!("{name}.{}.00000000.webp", widest + 1)) else { panic!("not moved") };
        assert_eq!(to, picture.address(name, widest, "webp"));
        let Some(File::Moved(to)) = file(&format!("{name}.1.{}.webp", picture.hash)) else { panic!("not moved") };
        assert_eq!(to, picture.address(name, picture.webp[0], "webp"));
        assert!(matches!(file(to.trim_start_matches("/media/")), Some(File::Embedded(..))));
        let jpeg = format!("{name}.{widest}.{}.jpg", picture.hash);
        assert_eq!(file(&jpeg), Some(File::Jpeg(picture.address(name, widest, "webp"))));
        for path in ["../config.toml", "nothing.480.00000000.webp", "nothing", "a.b.c.gif", "..480.00000000.webp"] {
            assert_eq!(file(path), None, "{path}");
        }
    }

    #[test]
    fn manifest_has_the_size_of_every_file() {
        for path in Images::iter() {
            let Some((name, width, kind)) = parse_name(&path) else { continue };
            // An AVIF file without its WebP would leave older browsers without that width.
            let picture = &EMBEDDED.get(name).unwrap_or_else(|| panic!("{path} is not in the manifest")).picture;
            assert!(picture.webp.contains(&width), "{path}: no WebP of that width in the manifest");
            if kind == "webp" {
                let bytes = Images::get(&path).expect("a file").data;
                let size = image::ImageReader::with_format(Cursor::new(&bytes), ImageFormat::WebP).into_dimensions();
                let (real, height) = size.unwrap_or_else(|error| panic!("{path}: {error}"));
                assert_eq!(real, width, "{path} differs from the width in its name");
                assert!(
                    width < picture.width || (width, height) == (picture.width, picture.height),
                    "{path}: {height}"
                );
            }
        }
        for (name, picture) in embedded() {
            assert_eq!(picture.webp.last(), Some(&picture.width), "{name} lacks the size in the manifest");
        }
    }

    #[test]
    fn file_names_of_the_shop_are_recognised() {
        let own = own_file("bed-lac", 960, "0123abcd", "avif");
        for file in [own.as_str(), "soap.1.00000000.webp", "soap.original.0123456789abcdef.png", &(own.clone() + PART)]
        {
            assert!(is_own_file(file), "{file}");
        }
        for file in [
            "mine.txt",
            "bed-lac.jpg",
            "bed-lac.960.avif",
            "bed-lac.960.0123abcd.jpg",
            "bed-lac.960.0123ABCD.avif",
            "bed-lac.960.0123abc.avif",
            "bed-lac.+96.0123abcd.avif",
            "bed-lac..0123abcd.avif",
            "Bed.960.0123abcd.avif",
            ".960.0123abcd.avif",
            "soap.original.0123abcd.png",
            "soap.original.0123456789abcdef.gif",
            "a.b.960.0123abcd.avif",
            ".part",
        ] {
            assert!(!is_own_file(file), "{file}");
        }
    }

    #[test]
    fn picture_names_are_plain_ascii() {
        assert!(is_name("bed-lac--beige_fabric--round_black"));
        for text in ["", "..", "a/b", "A", "a.b", "ä"] {
            assert!(!is_name(text), "{text:?}");
        }
    }
}
