//! Text shaping and line breaking: font fallback, text widths, break opportunities.
//!
//! Every text passes through here before it is placed, as customers' text may be too long or unprintable. A character that
//! no font has is printed as the geta mark 〓.

use std::io::Read as _;
use std::sync::OnceLock;

use harfrust::{Direction, Feature, FontRef, ShapeOptions, ShaperData, Tag, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::MetadataProvider as _;
use skrifa::charmap::Charmap;
use unicode_normalization::UnicodeNormalization as _;

/// A typeface: a fallback chain of fonts, of which the first that has a character prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Text,
    Strong,
    Display,
}

/// Indices into [`Fonts::list`].
const SANS: usize = 0;
const STRONG: usize = 1;
const SERIF: usize = 2;
const GREEK_CYRILLIC: usize = 3;
const HAN_SERIF: usize = 4;
const HAN: usize = 5;

/// Replacement for a character that no font has (U+3013).
const GETA: char = '〓';

impl Face {
    const fn chain(self) -> &'static [usize] {
        match self {
            Face::Text => &[SANS, GREEK_CYRILLIC, HAN],
            Face::Strong => &[STRONG, GREEK_CYRILLIC, HAN],
            Face::Display => &[SERIF, GREEK_CYRILLIC, HAN_SERIF, HAN],
        }
    }
}

/// A text shaped for one line.
#[derive(Debug, Clone, Default)]
pub struct Shaped {
    pub size: f32,
    /// In points.
    pub width: f32,
    pub runs: Vec<Run>,
}

impl Shaped {
    /// Spans of lower-case letters with an accent: from and to, in points from the start.
    pub fn accents(&self) -> Vec<(f32, f32)> {
        let mut found = Vec::new();
        let mut x = 0.0;
        for run in &self.runs {
            for glyph in &run.glyphs {
                let width = glyph.x_advance * self.size;
                let letter = run.text.get(glyph.text_range.clone()).unwrap_or_default();
                if letter.chars().all(char::is_lowercase) && letter.nfd().count() > letter.chars().count() {
                    found.push((x, x + width));
                }
                x += width;
            }
        }
        found
    }
}

/// A part of a line in one font.
#[derive(Debug, Clone)]
pub struct Run {
    pub font: Font,
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    /// In points.
    pub width: f32,
}

struct Loaded {
    file: FontRef<'static>,
    charmap: Charmap<'static>,
    shaping: ShaperData,
    font: Font,
}

/// The embedded fonts.
pub struct Fonts {
    list: Vec<Loaded>,
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fonts").field("fonts", &self.list.len()).finish()
    }
}

/// All fonts, loaded on first use.
pub fn fonts() -> anyhow::Result<&'static Fonts> {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    static HAN_BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(fonts) = FONTS.get() {
        return Ok(fonts);
    }
    let mut unpacked = Vec::new();
    let packed: &[u8] = include_bytes!("fonts/noto-sans-cjk-sc.otf.br");
    brotli::Decompressor::new(packed, 1 << 16).read_to_end(&mut unpacked)?;
    let han: &'static [u8] = HAN_BYTES.get_or_init(|| unpacked);
    let files: [&'static [u8]; 6] = [
        include_bytes!("fonts/figtree-regular.ttf"),
        include_bytes!("fonts/figtree-semibold.ttf"),
        include_bytes!("fonts/spectral-light.ttf"),
        include_bytes!("fonts/noto-sans-greek-cyrillic.ttf"),
        include_bytes!("fonts/noto-serif-cjk-sc.otf"),
        han,
    ];
    let mut list = Vec::with_capacity(files.len());
    for file in files {
        let font = Font::new(file.into(), 0).ok_or_else(|| anyhow::anyhow!("a font cannot be read"))?;
        let file = FontRef::new(file)?;
        list.push(Loaded { charmap: file.charmap(), shaping: ShaperData::new(&file), file, font });
    }
    Ok(FONTS.get_or_init(|| Fonts { list }))
}

/// Width of a narrow space, relative to a space.
const NARROW: f32 = 0.6;

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Punctuation shared by Latin and Chinese; full-width beside Han characters.
fn is_shared_mark(c: char) -> bool {
    "“”‘’…—·".contains(c)
}

impl Fonts {
    fn has(&self, font: usize, c: char) -> bool {
        self.list[font].charmap.map(c).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// Shapes a text as one line.
    pub fn shape(&self, face: Face, size: f32, text: &str) -> Shaped {
        let mut shaped = Shaped { size, ..Shaped::default() };
        for (font, text) in self.runs(face, text) {
            let run = self.shape_run(font, size, text);
            shaped.width += run.width;
            shaped.runs.push(run);
        }
        shaped
    }

    /// Splits a text where the font changes; leaves out invisible characters.
    fn runs(&self, face: Face, text: &str) -> Vec<(usize, String)> {
        let chars: Vec<char> = text.nfc().filter(|c| !is_silent(*c)).collect();
        let chain = face.chain();
        let mut runs: Vec<(usize, String)> = Vec::new();
        for (at, &c) in chars.iter().enumerate() {
            let beside_han = || {
                let before = at.checked_sub(1).and_then(|before| chars.get(before));
                [before, chars.get(at + 1)].into_iter().flatten().any(|c| is_han(*c))
            };
            let (font, c) = match runs.last() {
                Some((font, _)) if is_space(c) && *font != HAN && *font != HAN_SERIF => (*font, c),
                _ if is_shared_mark(c) && beside_han() && self.has(HAN, c) => (HAN, c),
                _ if is_space(c) => (chain[0], c),
                _ => match chain.iter().find(|font| self.has(**font, c)) {
                    Some(font) => (*font, c),
                    None => (HAN, GETA),
                },
            };
            match runs.last_mut() {
                Some((last, text)) if *last == font => text.push(c),
                _ => runs.push((font, c.to_string())),
            }
        }
        runs
    }

    fn shape_run(&self, font: usize, size: f32, text: String) -> Run {
        let loaded = &self.list[font];
        // Every space is drawn as this font's space but keeps its own character for copying and screen readers.
        let mut plain = String::with_capacity(text.len());
        let mut origin = Vec::with_capacity(text.len() + 1);
        for (at, c) in text.char_indices() {
            let printed = if is_space(c) { ' ' } else { c };
            origin.resize(origin.len() + printed.len_utf8(), at);
            plain.push(printed);
        }
        origin.push(text.len());
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&plain);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        // Tabular figures, for columns.
        let features = [Feature::new(Tag::new(b"tnum"), 1, ..)];
        let shaper = loaded.shaping.shaper(&loaded.file).build();
        let output = shaper.shape(buffer, ShapeOptions::new().features(&features));
        let em = loaded.font.units_per_em();
        let infos = output.glyph_infos();
        let mut glyphs = Vec::with_capacity(infos.len());
        let mut width = 0.0;
        for (at, (info, position)) in infos.iter().zip(output.glyph_positions()).enumerate() {
            let start = origin[info.cluster as usize];
            let next = infos[at..].iter().find(|other| other.cluster != info.cluster);
            let end = next.map_or(text.len(), |other| origin[other.cluster as usize]);
            let mut advance = position.x_advance as f32 / em;
            if text[start..end].starts_with(['\u{202f}', '\u{2009}']) {
                advance *= NARROW;
            }
            width += advance * size;
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                advance,
                position.x_offset as f32 / em,
                position.y_offset as f32 / em,
                0.0,
                start..end,
                None,
            ));
        }
        Run { font: loaded.font.clone(), text, glyphs, width }
    }

    /// Puts texts on as few lines as possible, with a dot between those on one line; breaks only a text wider than a line.
    pub fn pack(&self, face: Face, size: f32, facts: &[String], width: f32) -> Vec<Shaped> {
        let mut lines: Vec<String> = Vec::new();
        for fact in facts {
            let joined = lines.last().map(|line| format!("{line} · {fact}"));
            match joined.filter(|line| self.shape(face, size, line).width <= width) {
                Some(joined) => {
                    lines.pop();
                    lines.push(joined);
                }
                None => lines.push(fact.clone()),
            }
        }
        lines.iter().flat_map(|line| self.wrap(face, size, line, width)).collect()
    }

    /// Breaks a text into lines no wider than `width` points.
    pub fn wrap(&self, face: Face, size: f32, text: &str, width: f32) -> Vec<Shaped> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for unit in units(text) {
            let candidate = format!("{line}{unit}");
            if self.shape(face, size, candidate.trim_end()).width <= width {
                line = candidate;
                continue;
            }
            if !line.trim().is_empty() {
                lines.push(self.shape(face, size, line.trim_end()));
            }
            line.clear();
            for c in unit.chars() {
                line.push(c);
                if self.shape(face, size, line.trim_end()).width > width && line.chars().count() > 1 {
                    line.pop();
                    lines.push(self.shape(face, size, &line));
                    line.clear();
                    line.push(c);
                }
            }
        }
        if !line.trim().is_empty() {
            lines.push(self.shape(face, size, line.trim_end()));
        }
        lines
    }
}

/// Control and format characters that print nothing, and characters that a PDF must not contain.
fn is_silent(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}' | '\u{f0000}'..)
}

/// The parts of a text between which a line may end.
fn units(text: &str) -> Vec<String> {
    let mut units = Vec::new();
    let mut unit = String::new();
    let chars: Vec<char> = text.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        unit.push(c);
        let Some(&next) = chars.get(at + 1) else { break };
        let ends = match c {
            ' ' => next != ' ',
            // Between letters only: not the sign of a number or the slash of a date.
            '-' | '/' | '–' => next.is_alphabetic() && at > 0 && chars[at - 1].is_alphabetic(),
            _ => (is_han(c) || is_han(next)) && !opens(c) && !closes(next) && next != ' ',
        };
        if ends {
            units.push(std::mem::take(&mut unit));
        }
    }
    if !unit.is_empty() {
        units.push(unit);
    }
    units
}

/// Punctuation that must not end a line.
fn opens(c: char) -> bool {
    "（《“‘【([".contains(c)
}

/// Punctuation that must not begin a line.
fn closes(c: char) -> bool {
    "。，、：；！？）》”’】)],.:;%".contains(c)
}
