//! Logos and icons: read, cleaned, and drawn in the sizes that are needed.
//!
//! An SVG is read into what it draws and written anew: scripts, styles, links, references to elsewhere and metadata do not come along. A
//! PNG is decoded and encoded anew. What would cost more to draw than a logo needs is refused before it is drawn.

use std::io::Cursor;

use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use sha2::{Digest as _, Sha256};
use usvg::roxmltree::{Document, ParsingOptions};
use usvg::{Fill, Group, ImageHrefResolver, Node, Options, Paint, Stroke, Tree, WriteOptions};

use super::types::DrawingKind;
use crate::domain::look::Drawing;
use crate::message::{self, Message};

/// Bytes of a file that is put in, and of what is kept of an SVG.
const MOST_BYTES: usize = 2 << 20;
const MOST_SVG: usize = 256 << 10;
/// Elements of an SVG, how deep they lie in each other, and what they make when they are drawn.
const MOST_NODES: u32 = 10_000;
const MOST_DEPTH: usize = 64;
const MOST_DRAWN: usize = 20_000;
/// Largest side of a PNG that is decoded.
const MOST_SIDE: u32 = 4_000;
/// A logo is shown up to 60 pixels high, on screens with two pixels to one.
const LOGO_HEIGHT: u32 = 120;
/// Widest and tallest logo, as width by height.
const LOGO_SHAPE: std::ops::RangeInclusive<f64> = 0.5..=10.0;
/// Pixels of icons: of a PNG, and of home screens.
const ICON: u32 = 512;
pub const TOUCH_ICON: u32 = 180;
/// An icon may be off its square by a rounded pixel or two.
const SQUARE: std::ops::RangeInclusive<f64> = 0.97..=1.03;

/// A drawing, with its files under the names by which they are asked for.
#[derive(Debug)]
pub struct Cleaned {
    pub drawing: Drawing,
    pub files: Vec<(String, Vec<u8>)>,
}

/// Reads a logo or an icon.
///
/// # Errors
///
/// What is wrong with the file, and the mend.
pub fn cleaned(kind: DrawingKind, bytes: &[u8]) -> Result<Cleaned, Message> {
    if bytes.len() > MOST_BYTES {
        return Err(message::LOOK_DRAWING_LARGE.with("kilobytes", MOST_BYTES >> 10));
    }
    if image::guess_format(bytes).is_ok() { png(kind, bytes) } else { svg(kind, bytes) }
}

fn unreadable<E>(_: E) -> Message {
    message::LOOK_DRAWING_UNREADABLE.into()
}

fn check_shape(kind: DrawingKind, width: f64, height: f64) -> Result<(), Message> {
    let shape = width / height;
    match kind {
        DrawingKind::Logo if !LOGO_SHAPE.contains(&shape) => Err(message::LOOK_DRAWING_SHAPE.into()),
        DrawingKind::Icon if !SQUARE.contains(&shape) => Err(message::LOOK_DRAWING_SQUARE.into()),
        _ => Ok(()),
    }
}

/// The beginning of a file's name: of what it is for and its content, because the sizes that are made of it differ.
fn stem(kind: DrawingKind, content: &[u8]) -> String {
    let kind = if kind == DrawingKind::Logo { "logo" } else { "icon" };
    let digest = Sha256::new().chain_update(content).finalize();
    format!("{kind}-{}", hex::encode(&digest[..8]))
}

/// The name of a drawing's file for home screens.
pub fn touch_icon(file: &str) -> Option<String> {
    file.rsplit_once('.').map(|(stem, _)| format!("{stem}-{TOUCH_ICON}.png"))
}

/// The name of a drawing as PNG: letters show no SVG.
pub fn as_png(file: &str) -> Option<String> {
    file.rsplit_once('.').map(|(stem, _)| format!("{stem}.png"))
}

fn svg(kind: DrawingKind, bytes: &[u8]) -> Result<Cleaned, Message> {
    let text = std::str::from_utf8(bytes).map_err(unreadable)?;
    // Entities can make a thousand elements of ten, and no drawing needs them.
    if text.contains("<!ENTITY") {
        return Err(unreadable(()));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(unreadable)?;
    for node in document.descendants() {
        match node.tag_name().name() {
            "text" | "foreignObject" => return Err(message::LOOK_DRAWING_TEXT.into()),
            // Repeats its children at each point of a path while the tree is built.
            "marker" => return Err(message::LOOK_DRAWING_EFFECTS.into()),
            _ if node.ancestors().nth(MOST_DEPTH).is_some() => return Err(message::LOOK_DRAWING_EFFECTS.into()),
            _ => {}
        }
    }
    let nothing =
        || ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: nothing(), ..Options::default() };
    let tree = Tree::from_xmltree(&document, &options).map_err(unreadable)?;
    if !tree.root().has_children() {
        return Err(unreadable(()));
    }
    let mut left = MOST_DRAWN;
    if !is_plain(tree.root(), false, &mut left) {
        return Err(message::LOOK_DRAWING_EFFECTS.into());
    }
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    check_shape(kind, width, height)?;
    let content = tree.to_string(&WriteOptions { indent: usvg::Indent::None, ..WriteOptions::default() });
    if content.len() > MOST_SVG {
        return Err(message::LOOK_DRAWING_LARGE.with("kilobytes", MOST_SVG >> 10));
    }
    // Ids are written as they were, without the escapes that some need.
    Document::parse(&content).map_err(unreadable)?;
    let stem = stem(kind, content.as_bytes());
    let high = if kind == DrawingKind::Logo { LOGO_HEIGHT } else { ICON };
    let wide = scaled(width / height, high);
    let mut files = vec![(format!("{stem}.png"), drawn(&tree, wide, high, None)?)];
    if kind == DrawingKind::Icon {
        let white = Some(Color::WHITE);
        files.push((format!("{stem}-{TOUCH_ICON}.png"), drawn(&tree, TOUCH_ICON, TOUCH_ICON, white)?));
    }
    let file = format!("{stem}.svg");
    files.push((file.clone(), content.into_bytes()));
    Ok(Cleaned { drawing: Drawing { file, width: wide, height: high }, files })
}

/// Whether a group has only what is drawn quickly: shapes, gradients, and clips and masks that have none themselves. `left` counts down
/// what may still be drawn.
fn is_plain(group: &Group, is_inside: bool, left: &mut usize) -> bool {
    let has_pattern = |paint: Option<&Paint>| matches!(paint, Some(Paint::Pattern(_)));
    group.children().iter().all(|node| {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        match node {
            Node::Group(inner) => {
                let (clip, mask) = (inner.clip_path(), inner.mask());
                let is_cut = clip.is_some() || mask.is_some();
                inner.filters().is_empty()
                    && !(is_inside && is_cut)
                    && clip.is_none_or(|clip| clip.clip_path().is_none() && is_plain(clip.root(), true, left))
                    && mask.is_none_or(|mask| mask.mask().is_none() && is_plain(mask.root(), true, left))
                    && is_plain(inner, is_inside, left)
            }
            Node::Path(path) => {
                !has_pattern(path.fill().map(Fill::paint)) && !has_pattern(path.stroke().map(Stroke::paint))
            }
            Node::Image(_) | Node::Text(_) => false,
        }
    })
}

/// The width that belongs to a height.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the shape was checked: 1 to 1 200")]
fn scaled(shape: f64, height: u32) -> u32 {
    (shape * f64::from(height)).round().max(1.0) as u32
}

/// A drawing as PNG; on a ground, where it is not to be seen through.
fn drawn(tree: &Tree, width: u32, height: u32, ground: Option<Color>) -> Result<Vec<u8>, Message> {
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| unreadable(()))?;
    if let Some(ground) = ground {
        pixels.fill(ground);
    }
    let size = tree.size();
    #[expect(clippy::cast_precision_loss, reason = "at most 1 200 pixels")]
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(unreadable)
}

fn png(kind: DrawingKind, bytes: &[u8]) -> Result<Cleaned, Message> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(u64::from(MOST_SIDE) * u64::from(MOST_SIDE) * 8);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    check_shape(kind, f64::from(width), f64::from(height))?;
    let (high, least) = if kind == DrawingKind::Logo { (LOGO_HEIGHT, LOGO_HEIGHT / 2) } else { (ICON, TOUCH_ICON) };
    if height < least {
        return Err(message::LOOK_DRAWING_SMALL.with("pixels", least));
    }
    let picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    let high = height.min(high);
    let wide = scaled(f64::from(width) / f64::from(height), high);
    let content = encoded(&picture, wide, high)?;
    let stem = stem(kind, &content);
    let file = format!("{stem}.png");
    let mut files = vec![(file.clone(), content)];
    if kind == DrawingKind::Icon {
        let mut ground = image::RgbaImage::from_pixel(TOUCH_ICON, TOUCH_ICON, image::Rgba([255; 4]));
        let small = picture.resize_exact(TOUCH_ICON, TOUCH_ICON, FilterType::Lanczos3).into_rgba8();
        image::imageops::overlay(&mut ground, &small, 0, 0);
        files.push((format!("{stem}-{TOUCH_ICON}.png"), written(&DynamicImage::from(ground))?));
    }
    Ok(Cleaned { drawing: Drawing { file, width: wide, height: high }, files })
}

fn encoded(picture: &DynamicImage, width: u32, height: u32) -> Result<Vec<u8>, Message> {
    written(&DynamicImage::from(picture.resize_exact(width, height, FilterType::Lanczos3).into_rgba8()))
}

fn written(picture: &DynamicImage) -> Result<Vec<u8>, Message> {
    let mut content = Cursor::new(Vec::new());
    picture.write_to(&mut content, ImageFormat::Png).map_err(unreadable)?;
    Ok(content.into_inner())
}
