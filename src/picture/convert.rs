//! An operator's pictures: decodes JPEG, PNG or WebP, encodes the shop's sizes as AVIF and WebP. Metadata, such as where a picture was
//! taken, stays in the original, which is sent to nobody.

use std::fs::{self, File};
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, anyhow, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fast_image_resize::images::{Image as Pixels, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage};
use sha2::{Digest as _, Sha256};

use crate::catalog::media::{self, Picture};

/// Quality of WebP files, up to 100.
const WEBP_QUALITY: f32 = 82.0;
/// Qualities of AVIF files, up to 100: the first whose file is small enough is taken.
const AVIF_QUALITIES: [f32; 4] = [64.0, 56.0, 48.0, 40.0];
/// AVIF encoder's speed, from 1 (slow, small files) to 10.
const AVIF_SPEED: u8 = 6;
/// Width of the preview in pixels.
const PREVIEW_WIDTH: u32 = 16;
const PREVIEW_QUALITY: f32 = 40.0;
/// Background of transparent pictures: linen, as behind every picture of the shop.
const GROUND: [u8; 3] = [0xf3, 0xee, 0xe6];
/// Largest picture decoded: pixels of either side and in all, and bytes that a decoder may take. A file of one colour has
/// a thousandth of its pixels' size, so its length says nothing; 50 megapixels are those of a good camera and take 400 MB
/// at most (16 bits, four channels).
pub const MOST_SIDE: u32 = 12_000;
pub const MOST_PIXELS: u64 = 50_000_000;
const MOST_MEMORY: u64 = 1 << 29;

/// An operator's picture file.
#[derive(Debug)]
pub struct Original {
    /// The file's name.
    file: String,
    pub bytes: Vec<u8>,
    /// `jpg`, `png` or `webp`.
    pub kind: &'static str,
    format: ImageFormat,
}

/// The encoded sizes of a kind of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    pub widths: &'static [u32],
    /// Most bytes of the widest AVIF file; none: the first quality is always taken.
    pub limit: Option<usize>,
}

/// Products, colourways and categories.
pub const TILE: Sizes = Sizes { widths: &[480, 960], limit: None };
/// The home page's story, and empty states.
pub const STORY: Sizes = Sizes { widths: &[640, 1280], limit: None };
pub const HERO_MOBILE: Sizes = Sizes { widths: &[480, 960, 1280], limit: Some(90 * 1024) };
pub const HERO_DESKTOP: Sizes = Sizes { widths: &[960, 1280, 1920, 2560], limit: Some(180 * 1024) };

/// Why a file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Neither JPEG, PNG nor WebP, damaged, or cut off.
    Unreadable,
    /// More pixels, or a longer side, than a picture may have.
    TooManyPixels { width: u32, height: u32 },
}

/// Decoded, a picture takes many times the memory of its file: one at a time in a process.
static TURN: Mutex<()> = Mutex::new(());

/// Waits until no other picture is decoded.
pub fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The right to write into the folder of pictures, until it is dropped; none while another process has it. An import deletes files
/// that nothing refers to, those among them that are just being made.
pub fn try_lock(data: &Path) -> anyhow::Result<Option<File>> {
    let path = data.join("import.lock");
    let file = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("{} cannot be locked", path.display()))
        }
    }
}

/// Reads a file's header; answers the picture's name with the file, or the error with its remedy.
pub fn original(path: &Path) -> Result<(String, Original), String> {
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (name, ending) = file.rsplit_once('.').unwrap_or((&file, ""));
    let name = name.to_owned();
    if !media::is_name(&name) {
        return Err("is no picture's name; give lower-case letters, digits, - and _".into());
    }
    let (kind, format) = match ending.to_ascii_lowercase().as_str() {
        "jpg" | "jpeg" => ("jpg", ImageFormat::Jpeg),
        "png" => ("png", ImageFormat::Png),
        "webp" => ("webp", ImageFormat::WebP),
        _ => return Err("is neither JPEG, PNG nor WebP; save it as one of them".into()),
    };
    let bytes = fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    let original = Original { bytes, kind, format, file };
    let (width, height) =
        original.dimensions().map_err(|error| format!("is no {} file ({error}); save it anew", kind.to_uppercase()))?;
    check_size(width, height).map_err(told)?;
    Ok((name, original))
}

/// Refuses a picture that would take too much memory, before any of its pixels is decoded.
fn check_size(width: u32, height: u32) -> Result<(), Fault> {
    let is_small = width.max(height) <= MOST_SIDE && u64::from(width) * u64::from(height) <= MOST_PIXELS;
    if is_small { Ok(()) } else { Err(Fault::TooManyPixels { width, height }) }
}

/// What is wrong with a file and how it is mended, for an operator.
pub fn told(fault: Fault) -> String {
    match fault {
        Fault::Unreadable => "is no JPEG, PNG or WebP file".to_owned(),
        Fault::TooManyPixels { width, height } if width.max(height) > MOST_SIDE => {
            format!("is {width} × {height} pixels; make it at most {MOST_SIDE} on either side")
        }
        Fault::TooManyPixels { width, height } => {
            let most = MOST_PIXELS / 1_000_000;
            format!("is {width} × {height} pixels; make it at most {most} megapixels")
        }
    }
}

impl Original {
    /// A file that is what its content says, whatever its name.
    pub fn of_bytes(file: &str, bytes: Vec<u8>) -> Result<Original, Fault> {
        let (kind, format) = match image::guess_format(&bytes) {
            Ok(format @ ImageFormat::Jpeg) => ("jpg", format),
            Ok(format @ ImageFormat::Png) => ("png", format),
            Ok(format @ ImageFormat::WebP) => ("webp", format),
            _ => return Err(Fault::Unreadable),
        };
        let original = Original { file: file.to_owned(), bytes, kind, format };
        let (width, height) = original.dimensions().map_err(|_| Fault::Unreadable)?;
        check_size(width, height)?;
        Ok(original)
    }

    /// Sixteen digits of the SHA-256 of its content.
    pub fn hash(&self) -> String {
        hex::encode(&Sha256::digest(&self.bytes)[..8])
    }

    /// Its name among the shop's own pictures.
    pub fn stored(&self, name: &str) -> String {
        format!("{name}.original.{}.{}", self.hash(), self.kind)
    }

    /// Whether the file is complete. The PNG decoder checks that itself; those of JPEG and WebP pad a truncated file
    /// with grey.
    fn has_end(&self) -> bool {
        match self.format {
            ImageFormat::Jpeg => has_jpeg_end(&self.bytes),
            // RIFF: the length of the rest, including a padding byte that some writers omit.
            ImageFormat::WebP => self.bytes.get(4..8).is_some_and(|length| {
                let length = length.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
                length + 8 <= self.bytes.len() as u64 + 1
            }),
            _ => true,
        }
    }

    /// By the header, however large they are.
    fn dimensions(&self) -> image::ImageResult<(u32, u32)> {
        let mut reader = ImageReader::with_format(Cursor::new(self.bytes.as_slice()), self.format);
        reader.no_limits();
        reader.into_dimensions()
    }

    fn reader(&self) -> ImageReader<Cursor<&[u8]>> {
        let mut reader = ImageReader::with_format(Cursor::new(self.bytes.as_slice()), self.format);
        let mut limits = Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(MOST_SIDE), Some(MOST_SIDE));
        limits.max_alloc = Some(MOST_MEMORY);
        reader.limits(limits);
        reader
    }

    /// Decodes the picture; fails with the error and its remedy.
    pub fn pixels(&self) -> anyhow::Result<RgbImage> {
        self.decode().map_err(|error| anyhow!("{}/{}: {error}; save it anew", media::FOLDER, self.file))
    }

    /// Applies the orientation and removes transparency.
    fn decode(&self) -> anyhow::Result<RgbImage> {
        if !self.has_end() {
            bail!("ends too early");
        }
        let mut decoder = self.reader().into_decoder()?;
        let (width, height) = decoder.dimensions();
        check_size(width, height).map_err(|fault| anyhow!(told(fault)))?;
        let orientation = decoder.orientation()?;
        let mut picture = DynamicImage::from_decoder(decoder)?;
        picture.apply_orientation(orientation);
        if !picture.color().has_alpha() {
            return Ok(picture.into_rgb8());
        }
        let seen = picture.into_rgba8();
        let mut opaque = RgbImage::new(seen.width(), seen.height());
        for (to, from) in opaque.pixels_mut().zip(seen.pixels()) {
            let [red, green, blue, alpha] = from.0;
            let over = |colour: u8, ground: u8| {
                let sum = u32::from(colour) * u32::from(alpha) + u32::from(ground) * (255 - u32::from(alpha));
                u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)
            };
            to.0 = [over(red, GROUND[0]), over(green, GROUND[1]), over(blue, GROUND[2])];
        }
        Ok(opaque)
    }
}

/// Whether a JPEG has its end-of-image marker (ITU-T T.81, B.1.1).
fn has_jpeg_end(bytes: &[u8]) -> bool {
    // Skips markers without a length and those within entropy-coded data: stuffed bytes, restarts, fill bytes.
    let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0x01 | 0xd0..=0xd8 | 0xff);
    let mut rest = bytes;
    while let Some(at) = rest.windows(2).position(is_marker) {
        if rest[at + 1] == 0xd9 {
            return true;
        }
        // A segment is skipped by its length: a thumbnail in it has its own end marker.
        let Some([high, low]) = rest.get(at + 2..at + 4) else { return false };
        rest = rest.get(at + 2 + usize::from(u16::from_be_bytes([*high, *low]))..).unwrap_or_default();
    }
    false
}

/// Encodes the sizes of a picture, none larger than the original, and writes them and the original into `store`. Calls
/// `put` for each new file.
pub fn make(
    name: &str,
    original: &Original,
    sizes: &Sizes,
    store: &Path,
    put: &mut Vec<String>,
) -> anyhow::Result<Picture> {
    let full = original.pixels()?;
    let mut widths: Vec<u32> = sizes.widths.iter().copied().filter(|width| *width <= full.width()).collect();
    if widths.is_empty() {
        widths.push(full.width());
    }
    let mut files: Vec<(u32, &str, Vec<u8>)> = Vec::new();
    let mut height = full.height();
    for width in &widths {
        let limit = sizes.limit.filter(|_| Some(width) == widths.last());
        let resized = resize(&full, *width)?;
        height = resized.height();
        files.push((*width, "avif", avif(&resized, limit)?));
        files.push((*width, "webp", webp(&resized, WEBP_QUALITY)?));
    }
    let hash = media::hash_of(files.iter().map(|(_, _, bytes)| bytes.as_slice()));
    let mut write = |file: String, bytes: &[u8]| -> anyhow::Result<()> {
        let path = store.join(&file);
        let is_there = path.exists();
        place(&path, bytes)?;
        if !is_there {
            put.push(file);
        }
        Ok(())
    };
    for (width, kind, bytes) in &files {
        write(media::own_file(name, *width, &hash, kind), bytes)?;
    }
    write(original.stored(name), &original.bytes)?;
    let preview = webp(&resize(&full, PREVIEW_WIDTH.min(full.width()))?, PREVIEW_QUALITY)?;
    Ok(Picture {
        width: widths.last().copied().unwrap_or_default(),
        height,
        webp: widths.clone(),
        avif: widths,
        hash,
        preview: format!("data:image/webp;base64,{}", BASE64_STANDARD.encode(preview)),
        own: true,
    })
}

/// Writes a file atomically and syncs it. An equal file stays untouched: names are content hashes, so pages may refer
/// to it.
pub fn place(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if fs::read(path).is_ok_and(|before| before == bytes) {
        return Ok(());
    }
    let mut part = path.as_os_str().to_owned();
    part.push(media::PART);
    let part = Path::new(&part);
    let written = File::create(part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(part, path));
    if written.is_err() {
        drop(fs::remove_file(part));
    }
    written.with_context(|| format!("{} cannot be written", path.display()))
}

/// Syncs a folder, so that the names of its files survive a power cut.
pub fn sync(folder: &Path) -> anyhow::Result<()> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.with_context(|| format!("{} cannot be written", folder.display()))
}

fn resize(full: &RgbImage, width: u32) -> anyhow::Result<RgbImage> {
    let height = (u64::from(full.height()) * u64::from(width) + u64::from(full.width()) / 2) / u64::from(full.width());
    let height = u32::try_from(height)?.max(1);
    let source = ImageRef::new(full.width(), full.height(), full.as_raw(), PixelType::U8x3)?;
    let mut target = Pixels::new(width, height, PixelType::U8x3);
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    Resizer::new().resize(&source, &mut target, &options)?;
    RgbImage::from_raw(width, height, target.into_vec()).context("a resized picture has another size")
}

fn webp(picture: &RgbImage, quality: f32) -> anyhow::Result<Vec<u8>> {
    let encoder = webp::Encoder::from_rgb(picture.as_raw(), picture.width(), picture.height());
    let made = encoder.encode_simple(false, quality).map_err(|error| anyhow!("WebP: {error:?}"))?;
    Ok(made.to_vec())
}

fn avif(picture: &RgbImage, limit: Option<usize>) -> anyhow::Result<Vec<u8>> {
    let pixels: Vec<ravif::RGB8> =
        picture.pixels().map(|pixel| ravif::RGB8::new(pixel[0], pixel[1], pixel[2])).collect();
    let (width, height) = (usize::try_from(picture.width())?, usize::try_from(picture.height())?);
    let mut made = Vec::new();
    for quality in AVIF_QUALITIES {
        let encoder = ravif::Encoder::new().with_quality(quality).with_speed(AVIF_SPEED);
        made = encoder.encode_rgb(ravif::Img::new(&pixels, width, height)).context("AVIF")?.avif_file;
        if limit.is_none_or(|limit| made.len() <= limit) {
            break;
        }
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::fuzz;

    /// A stand-in for a photograph: a colour gradient.
    fn slope(width: u32, height: u32) -> DynamicImage {
        let colour = |at: u32, of: u32| u8::try_from(at * 255 / of).unwrap_or(u8::MAX);
        DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
            image::Rgb([colour(x, width), colour(y, height), 128])
        }))
    }

    fn saved(picture: &DynamicImage, format: ImageFormat, kind: &'static str) -> Original {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("encoded");
        Original { file: format!("bed.{kind}"), bytes: bytes.into_inner(), kind, format }
    }

    #[test]
    fn no_size_is_larger_than_the_original() {
        let store = tempfile::tempdir().expect("a folder");
        let sizes = Sizes { widths: &[48, 96], limit: None };
        let original = saved(&slope(60, 75), ImageFormat::Jpeg, "jpg");
        let mut put = Vec::new();
        let made = make("bed", &original, &sizes, store.path(), &mut put).expect("made");
        assert_eq!(put.len(), 3, "{put:?}");
        make("bed", &original, &sizes, store.path(), &mut put).expect("made again");
        assert_eq!(put.len(), 3, "they were there: {put:?}");
        assert_eq!((made.width, made.height, made.webp.as_slice()), (48, 60, &[48][..]));
        let webp = fs::read(store.path().join(media::own_file("bed", 48, &made.hash, "webp"))).expect("WebP");
        let read = image::load_from_memory_with_format(&webp, ImageFormat::WebP).expect("a picture");
        assert_eq!((read.width(), read.height()), (48, 60));
        let avif = fs::read(store.path().join(media::own_file("bed", 48, &made.hash, "avif"))).expect("AVIF");
        assert_eq!(&avif[4..12], b"ftypavif");
        assert!(made.preview.starts_with("data:image/webp;base64,") && made.preview.len() < 600, "{}", made.preview);
        assert!(store.path().join(original.stored("bed")).exists());

        let small = saved(&slope(40, 50), ImageFormat::Png, "png");
        let small = make("soap", &small, &sizes, store.path(), &mut put).expect("made");
        assert_eq!((small.width, small.avif.as_slice()), (40, &[40][..]));
    }

    #[test]
    fn files_are_written_atomically() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, reader) = (folder.path().join("bed.48.0123abcd.webp"), folder.path().join("reader"));
        place(&path, b"old").expect("new");
        // A hard link stands for a file that a running shop is sending.
        fs::hard_link(&path, &reader).expect("a link");
        place(&path, b"old").expect("the same");
        fs::OpenOptions::new().append(true).open(&reader).and_then(|mut file| file.write_all(b"er")).expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"older", "an identical file is not rewritten");
        place(&path, b"new").expect("other bytes");
        assert_eq!(fs::read(&path).expect("read"), b"new");
        assert_eq!(fs::read(&reader).expect("read"), b"older", "the old file is not overwritten in place");

        // A failed write leaves the existing files.
        fs::create_dir(folder.path().join("bed.48.0123abcd.webp.part")).expect("in the way");
        let what = place(&path, b"newer").expect_err("refused");
        assert!(what.to_string().contains("bed.48.0123abcd.webp cannot be written"), "{what}");
        assert_eq!(fs::read(&path).expect("read"), b"new");
    }

    #[test]
    fn truncated_pictures_are_refused() {
        for (format, kind) in [(ImageFormat::Jpeg, "jpg"), (ImageFormat::Png, "png"), (ImageFormat::WebP, "webp")] {
            let whole = saved(&slope(60, 75), format, kind);
            whole.pixels().unwrap_or_else(|error| panic!("{kind}: {error}"));
            // A PNG decodes without its last chunk, which is twelve bytes long.
            let most = whole.bytes.len() - if kind == "png" { 13 } else { 2 };
            for length in (0..=most).rev().step_by(7) {
                let cut = Original { bytes: whole.bytes[..length].to_vec(), ..saved(&slope(1, 1), format, kind) };
                let what = cut.pixels().expect_err(&format!("{kind} of {length} bytes"));
                assert!(what.to_string().starts_with(&format!("pictures/bed.{kind}: ")), "{what}");
                assert!(what.to_string().ends_with("; save it anew"), "{what}");
            }
        }
        // A thumbnail's end marker is not the picture's.
        let whole = saved(&slope(60, 75), ImageFormat::Jpeg, "jpg").bytes;
        let preview = [&[0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd9, 0xff, 0xd9][..], &whole[2..]].concat();
        assert!(has_jpeg_end(&preview));
        assert!(!has_jpeg_end(&preview[..preview.len() - 2]));
    }

    #[test]
    fn transparent_pixels_become_linen() {
        let clear = DynamicImage::ImageRgba8(image::RgbaImage::from_pixel(4, 4, image::Rgba([0, 0, 0, 0])));
        let opaque = saved(&clear, ImageFormat::Png, "png").decode().expect("decoded");
        assert!(opaque.pixels().all(|pixel| pixel.0 == GROUND));
    }

    #[test]
    fn quality_is_reduced_for_a_file_that_is_too_large() {
        // Noise compresses worst.
        let mut state = 1_u32;
        let noise = RgbImage::from_fn(96, 96, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = state.to_be_bytes();
            image::Rgb([a, b, c])
        });
        let free = avif(&noise, None).expect("made").len();
        assert!(avif(&noise, Some(free - 1)).expect("made").len() < free);
    }

    /// A PNG of one colour: a megabyte for a hundred megapixels.
    fn blank_png(width: u32, height: u32) -> Vec<u8> {
        fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
            let named = [kind, data].concat();
            let mut sum = flate2::Crc::new();
            sum.update(&named);
            let length = u32::try_from(data.len()).expect("short").to_be_bytes();
            [&length[..], &named, &sum.sum().to_be_bytes()].concat()
        }
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        let line = vec![0; usize::try_from(width).expect("a width") * 3 + 1];
        (0..height).for_each(|_| packed.write_all(&line).expect("packed"));
        let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
        let data = packed.finish().expect("packed");
        [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", &head).as_slice(), &chunk(b"IDAT", &data), &chunk(b"IEND", &[])].concat()
    }

    #[test]
    fn small_files_with_many_pixels_are_refused_before_they_are_decoded() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bed.png");
        let bytes = blank_png(10_000, 6_000);
        assert!(bytes.len() < 1 << 20, "{}", bytes.len());
        fs::write(&path, &bytes).expect("written");
        assert_eq!(original(&path).expect_err("refused"), "is 10000 × 6000 pixels; make it at most 50 megapixels");
        let kept = Original { file: "bed.png".into(), bytes, kind: "png", format: ImageFormat::Png };
        assert!(kept.pixels().expect_err("refused").to_string().contains("50 megapixels"));
        fs::write(&path, blank_png(600, 400)).expect("written");
        let (_, small) = original(&path).expect("a picture");
        assert_eq!(small.pixels().expect("decoded").dimensions(), (600, 400));
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        /// Whatever the bytes, decoding ends with a picture or an error.
        #[test]
        fn any_bytes_decode_or_are_refused(bytes in fuzz::mutated("pictures"), format in 0..3_usize) {
            let (format, kind) =
                [(ImageFormat::Jpeg, "jpg"), (ImageFormat::Png, "png"), (ImageFormat::WebP, "webp")][format];
            let original = Original { file: format!("bed.{kind}"), bytes, kind, format };
            if let Ok(picture) = original.pixels() {
                prop_assert!(check_size(picture.width(), picture.height()).is_ok());
            }
        }
    }

    #[test]
    fn files_that_are_no_pictures_are_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, told) in
            [("Bed.jpg", "no picture's name"), ("bed.gif", "neither JPEG"), ("bed.jpg", "is no JPG file")]
        {
            let path = folder.path().join(file);
            fs::write(&path, "not a picture").expect("written");
            let what = original(&path).expect_err("refused");
            assert!(what.contains(told), "{what}");
        }
    }
}
