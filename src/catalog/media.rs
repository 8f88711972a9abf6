//! The shop's pictures, embedded in the program: which there are, how large they are, under which address they go out.
//!
//! A picture is a family of files `<name>.<width>.webp`. Its address carries a piece of the file's SHA-256, so that browsers
//! may keep it for good. The catalogue knows pictures by name only; a name without files shows nothing.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;

use super::types::Image;

/// The files themselves.
#[derive(RustEmbed)]
#[folder = "seed/images"]
#[allow_missing = true]
pub struct Images;

/// One width of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Size {
    /// In pixels, as the file itself says.
    pub width: u32,
    pub height: u32,
    /// The first eight digits of the file's SHA-256.
    hash: String,
}

/// Name → its widths, ascending.
static PICTURES: LazyLock<BTreeMap<String, Vec<Size>>> = LazyLock::new(|| {
    let mut pictures: BTreeMap<String, Vec<Size>> = BTreeMap::new();
    for path in Images::iter() {
        let Some((name, width)) = parse_name(&path) else { continue };
        let Some(file) = Images::get(&path) else { continue };
        // A file that is no WebP, or has another width than its name says, is as good as missing.
        let Some((real_width, height)) = webp_size(&file.data) else { continue };
        if real_width == width {
            let hash = file.metadata.sha256_hash()[..4].iter().map(|byte| format!("{byte:02x}")).collect();
            pictures.entry(name.to_owned()).or_default().push(Size { width, height, hash });
        }
    }
    for sizes in pictures.values_mut() {
        sizes.sort_by_key(|size| size.width);
    }
    pictures
});

/// `bed-lac.480.webp` → `bed-lac`, 480.
fn parse_name(path: &str) -> Option<(&str, u32)> {
    let (name, width) = path.strip_suffix(".webp")?.rsplit_once('.')?;
    Some((name, width.parse().ok()?))
}

/// Whether there are files of this picture.
pub fn exists(name: &str) -> bool {
    PICTURES.contains_key(name)
}

/// All pictures with their widths, by name.
pub fn pictures() -> impl Iterator<Item = (&'static str, &'static [Size])> {
    PICTURES.iter().map(|(name, sizes)| (name.as_str(), sizes.as_slice()))
}

/// The picture as pages show it; none when there are no files of it.
pub fn image(name: &str, alt: &str) -> Option<Image> {
    let sizes = PICTURES.get(name)?;
    let widest = sizes.last()?;
    let address = |size: &Size| format!("/media/{name}.{}.{}.webp", size.width, size.hash);
    let candidates: Vec<String> = sizes.iter().map(|size| format!("{} {}w", address(size), size.width)).collect();
    Some(Image {
        src: address(widest),
        srcset: candidates.join(", "),
        width: widest.width,
        height: widest.height,
        alt: alt.to_owned(),
    })
}

/// The file behind `/media/<path>`: its bytes, media type and entity tag.
///
/// Pictures go by the address that [`image`] gives them; icons and the like by their plain name.
pub fn file(path: &str) -> Option<(Cow<'static, [u8]>, &'static str, String)> {
    let embedded = match path.strip_suffix(".webp").and_then(|stem| stem.rsplit_once('.')) {
        Some((stem, hash)) if hash.len() == 8 => {
            let (name, width) = stem.rsplit_once('.')?;
            let width: u32 = width.parse().ok()?;
            PICTURES.get(name)?.iter().find(|size| size.width == width && size.hash == hash)?;
            Images::get(&format!("{name}.{width}.webp"))?
        }
        Some(_) => return None,
        None => Images::get(path)?,
    };
    let tag = embedded.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    Some((embedded.data, media_type(path)?, tag))
}

fn media_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "webp" => "image/webp",
        "avif" => "image/avif",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "svg" => "image/svg+xml",
        "ico" => "image/x-icon",
        _ => return None,
    })
}

/// Width and height from a WebP file's header (RFC 9649 §2), in any of its three forms.
fn webp_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.get(..4)? != b"RIFF" || bytes.get(8..12)? != b"WEBP" {
        return None;
    }
    let at = |index: usize| bytes.get(index).copied().map(u32::from);
    match bytes.get(12..16)? {
        b"VP8X" => {
            let number = |from: usize| Some(at(from)? | at(from + 1)? << 8 | at(from + 2)? << 16);
            Some((number(24)? + 1, number(27)? + 1))
        }
        b"VP8L" if at(20)? == 0x2f => {
            let bits = at(21)? | at(22)? << 8 | at(23)? << 16 | at(24)? << 24;
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8 " if bytes.get(23..26)? == [0x9d, 0x01, 0x2a] => {
            let number = |from: usize| Some((at(from)? | at(from + 1)? << 8) & 0x3fff);
            Some((number(26)?, number(28)?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_all_three_forms() {
        let with = |kind: &[u8], rest: &[u8]| {
            let mut file = b"RIFF\0\0\0\0WEBP".to_vec();
            file.extend_from_slice(kind);
            file.extend_from_slice(&[0; 4]);
            file.extend_from_slice(rest);
            webp_size(&file)
        };
        assert_eq!(with(b"VP8 ", &[0, 0, 0, 0x9d, 1, 0x2a, 0xe0, 1, 0x58, 2]), Some((480, 600)));
        assert_eq!(with(b"VP8X", &[0, 0, 0, 0, 0xdf, 1, 0, 0x57, 2, 0]), Some((480, 600)));
        let bits: u32 = 479 | 599 << 14;
        let [a, b, c, d] = bits.to_le_bytes();
        assert_eq!(with(b"VP8L", &[0x2f, a, b, c, d]), Some((480, 600)));
        assert_eq!(with(b"VP8L", &[0x2f]), None);
        assert_eq!(webp_size(b"\x89PNG"), None);
    }

    #[test]
    fn every_picture_is_served_under_its_address() {
        for (name, sizes) in pictures() {
            let image = image(name, "alt").expect("an image");
            assert!(image.srcset.matches(" ").count() >= sizes.len());
            let path = image.src.strip_prefix("/media/").expect("the address");
            let (bytes, mime, tag) = file(path).expect("the file");
            assert_eq!((mime, tag.len()), ("image/webp", 16));
            assert_eq!(webp_size(&bytes), Some((image.width, image.height)));
        }
        assert!(file("../config.toml").is_none());
        assert!(file("bed.480.00000000.webp").is_none());
    }

    #[test]
    fn every_file_is_a_picture_of_its_width() {
        let broken: Vec<_> = Images::iter()
            .filter_map(|path| {
                let (name, width) = parse_name(&path)?;
                let found = PICTURES.get(name).is_some_and(|sizes| sizes.iter().any(|size| size.width == width));
                (!found).then(|| path.to_string())
            })
            .collect();
        assert!(broken.is_empty(), "not WebP of the width in the name: {broken:?}");
    }
}
