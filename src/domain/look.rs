//! How a house looks: its colours with the contrast that people need to read them, the shades made of them, and its words.
//!
//! Contrast is that of WCAG 2.2, success criteria 1.4.3 (text, 4.5) and 1.4.11 (strokes of controls, 3).

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::store_view::Lang;

/// An opaque colour in sRGB, written as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Colour([u8; 3]);

impl Colour {
    pub const fn new(red: u8, green: u8, blue: u8) -> Colour {
        Colour([red, green, blue])
    }

    /// Red, green and blue.
    pub fn channels(self) -> [u8; 3] {
        self.0
    }

    /// None unless the text is `#` and six hexadecimal digits.
    pub fn parse(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let channel = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Colour([channel(0)?, channel(2)?, channel(4)?]))
    }

    /// Relative luminance, 0 to 1 (WCAG 2.2).
    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast with another colour, 1 to 21.
    pub fn contrast(self, other: Colour) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// So many parts in a hundred of the way to another colour.
    fn mixed(self, other: Colour, percent: u16) -> Colour {
        let mix = |(from, to): (u8, u8)| {
            let sum = u16::from(from) * (100 - percent) + u16::from(to) * percent;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        Colour(std::array::from_fn(|at| mix((self.0[at], other.0[at]))))
    }

    /// The colour, or as much nearer to `towards` as it takes to stand out from all of `grounds`.
    fn readable(self, towards: Colour, grounds: &[Colour], ratio: f64) -> Option<Colour> {
        (0..=100)
            .map(|percent| self.mixed(towards, percent))
            .find(|colour| grounds.iter().all(|ground| colour.contrast(*ground) >= ratio))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> String {
        colour.to_string()
    }
}

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(text: String) -> Result<Colour, String> {
        Colour::parse(&text).ok_or_else(|| format!("{text}: no colour; write one as #1a2b3c"))
    }
}

const WHITE: Colour = Colour::new(255, 255, 255);
const BLACK: Colour = Colour::new(0, 0, 0);

/// Text, and strokes of controls.
const TEXT: f64 = 4.5;
const STROKE: f64 = 3.0;
/// Of the dark scheme's ground with white, so that panels on it are dark enough for text, too.
const DARK: f64 = 16.0;

/// The colours that a house chooses. All others are made of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// Of pages.
    pub background: Colour,
    /// Of panels.
    pub surface: Colour,
    pub text: Colour,
    /// Buttons, links, the foot of every page.
    pub primary: Colour,
    /// Small signs, small headings.
    pub accent: Colour,
}

/// One of the chosen colours, or one that is the same in every shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColourRole {
    Background,
    Surface,
    Text,
    Primary,
    Accent,
    /// Errors, notes and the ring around what has the focus.
    Signals,
}

/// Two colours that cannot be told apart well enough.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LowContrast {
    pub colour: ColourRole,
    pub ground: ColourRole,
    /// As it is, with one decimal, rounded down.
    pub ratio: f64,
    pub needed: f64,
    /// The nearest colour in the place of `colour` that would do; null where the ground has to change.
    pub nearest: Option<Colour>,
}

/// The same in every shop (`tokens.css`): reduction, error, success, warning, info, and the focus, which is a stroke.
const SIGNALS: [(Colour, f64); 6] = [
    (Colour::new(0x8f, 0x3b, 0x2a), TEXT),
    (Colour::new(0xa3, 0x27, 0x1f), TEXT),
    (Colour::new(0x2c, 0x60, 0x40), TEXT),
    (Colour::new(0x7a, 0x52, 0x00), TEXT),
    (Colour::new(0x2b, 0x4f, 0x6b), TEXT),
    (Colour::new(0x0b, 0x5c, 0xad), STROKE),
];

impl Default for Palette {
    /// As the shop comes: `tokens.css`.
    fn default() -> Palette {
        Preset::Lake.palette()
    }
}

impl Palette {
    /// What cannot be read well enough. A palette without any may be published.
    pub fn low_contrasts(&self) -> Vec<LowContrast> {
        use ColourRole::{Accent, Background, Primary, Signals, Surface, Text};
        let mut found = Vec::new();
        let pairs = [
            (Text, Background),
            (Text, Surface),
            (Primary, Background),
            (Primary, Surface),
            (Accent, Background),
            (Accent, Surface),
        ];
        for (role, ground) in pairs {
            let (colour, below) = (self.of(role), self.of(ground));
            if colour.contrast(below) < TEXT {
                let grounds = [self.background, self.surface];
                let nearest =
                    colour.readable(self.text, &grounds, TEXT).or_else(|| colour.readable(BLACK, &grounds, TEXT));
                found.push(LowContrast {
                    colour: role,
                    ground,
                    ratio: shown(colour.contrast(below)),
                    needed: TEXT,
                    nearest,
                });
            }
        }
        for ground in [Background, Surface] {
            let below = self.of(ground);
            let worst = SIGNALS
                .iter()
                .map(|(colour, needed)| (colour.contrast(below), *needed))
                .filter(|(ratio, needed)| ratio < needed)
                .min_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
            if let Some((ratio, needed)) = worst {
                found.push(LowContrast { colour: Signals, ground, ratio: shown(ratio), needed, nearest: None });
            }
        }
        found
    }

    fn of(&self, role: ColourRole) -> Colour {
        match role {
            ColourRole::Background => self.background,
            ColourRole::Surface => self.surface,
            ColourRole::Text => self.text,
            ColourRole::Primary => self.primary,
            ColourRole::Accent => self.accent,
            ColourRole::Signals => SIGNALS[0].0,
        }
    }

    /// All colours of the shop by their name in `tokens.css`.
    pub fn shades(&self) -> Shades {
        if *self == Palette::default() {
            return DEFAULT_SHADES;
        }
        let Palette { background, surface, text, primary, accent } = *self;
        let surface_strong = surface.mixed(text, 7);
        let grounds = [background, surface];
        let on_grounds = |colour: Colour, ratio| colour.readable(text, &grounds, ratio).unwrap_or(text);
        Shades {
            background,
            surface,
            // Text stands on it, and it is that of the foot of every page, on the primary colour.
            surface_strong: if [text, primary].iter().all(|other| other.contrast(surface_strong) >= TEXT) {
                surface_strong
            } else {
                surface
            },
            text,
            text_secondary: on_grounds(text.mixed(background, 22), TEXT),
            text_tertiary: on_grounds(text.mixed(background, 32), TEXT),
            primary,
            primary_strong: primary.mixed(BLACK, 32),
            accent,
            // Stands on the primary colour.
            accent_soft: accent.mixed(background, 50).readable(WHITE, &[primary], TEXT).unwrap_or(background),
            border: on_grounds(text.mixed(background, 52), STROKE),
            border_subtle: surface.mixed(text, 13),
        }
    }
}

impl Palette {
    /// The colours for readers who prefer a dark scheme: the ink becomes the ground. Like those of the light one they are made of
    /// the chosen colours, and can be read wherever they stand.
    pub fn dark(&self) -> Dark {
        let Palette { background: paper, text: ink, primary, accent, .. } = *self;
        let background = ink.mixed(BLACK, 34).readable(BLACK, &[WHITE], DARK).unwrap_or(BLACK);
        let (surface, surface_strong) = (background.mixed(paper, 5), background.mixed(paper, 12));
        let text = paper.mixed(background, 9);
        let grounds = [background, surface, surface_strong];
        let readable = |colour: Colour, ratio| colour.readable(text, &grounds, ratio).unwrap_or(text);
        let band = primary.mixed(BLACK, 28);
        let light = readable(primary.mixed(paper, 60), TEXT);
        let shades = Shades {
            background,
            surface,
            surface_strong,
            text,
            text_secondary: readable(text.mixed(background, 22), TEXT),
            text_tertiary: readable(text.mixed(background, 32), TEXT),
            primary: light,
            primary_strong: light.mixed(paper, 45),
            accent: readable(accent.mixed(paper, 35), TEXT),
            // Stands on the band.
            accent_soft: self.shades().accent_soft,
            border: readable(text.mixed(background, 56), STROKE),
            border_subtle: surface.mixed(text, 13),
        };
        Dark { shades, band, on_band_soft: text.mixed(band, 12) }
    }
}

/// The dark scheme of a palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dark {
    pub shades: Shades,
    /// The ground of what stands on the primary colour in the light scheme: the foot of every page and the announcement.
    pub band: Colour,
    /// Text of less weight on it.
    pub on_band_soft: Colour,
}

/// Rounded down, so that what is too low never reads as what is needed.
fn shown(ratio: f64) -> f64 {
    (ratio * 10.0).floor() / 10.0
}

/// The colours of the shop, as `tokens.css` names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shades {
    pub background: Colour,
    pub surface: Colour,
    pub surface_strong: Colour,
    pub text: Colour,
    pub text_secondary: Colour,
    pub text_tertiary: Colour,
    pub primary: Colour,
    pub primary_strong: Colour,
    pub accent: Colour,
    pub accent_soft: Colour,
    pub border: Colour,
    pub border_subtle: Colour,
}

const DEFAULT_SHADES: Shades = Shades {
    background: Colour::new(0xfb, 0xf9, 0xf5),
    surface: Colour::new(0xf3, 0xee, 0xe6),
    surface_strong: Colour::new(0xe6, 0xdd, 0xd0),
    text: Colour::new(0x1d, 0x22, 0x26),
    text_secondary: Colour::new(0x50, 0x56, 0x5a),
    text_tertiary: Colour::new(0x62, 0x67, 0x6a),
    primary: Colour::new(0x20, 0x3c, 0x45),
    primary_strong: Colour::new(0x15, 0x2a, 0x31),
    accent: Colour::new(0x7c, 0x5d, 0x2e),
    accent_soft: Colour::new(0xd3, 0xb9, 0x88),
    border: Colour::new(0x82, 0x79, 0x6c),
    border_subtle: Colour::new(0xd9, 0xd1, 0xc4),
};

impl Shades {
    /// By the names of the custom properties, without `--color-`.
    pub fn named(&self) -> [(&'static str, Colour); 12] {
        [
            ("background", self.background),
            ("surface", self.surface),
            ("surface-strong", self.surface_strong),
            ("text", self.text),
            ("text-secondary", self.text_secondary),
            ("text-tertiary", self.text_tertiary),
            ("primary", self.primary),
            ("primary-strong", self.primary_strong),
            ("accent", self.accent),
            ("accent-soft", self.accent_soft),
            ("border", self.border),
            ("border-subtle", self.border_subtle),
        ]
    }
}

/// Palettes that the shop comes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PalettePreset")]
pub enum Preset {
    Lake,
    Forest,
    Harbour,
    Garden,
    Terracotta,
    Ink,
}

impl Preset {
    pub const ALL: [Preset; 6] =
        [Preset::Lake, Preset::Forest, Preset::Harbour, Preset::Garden, Preset::Terracotta, Preset::Ink];

    pub const fn palette(self) -> Palette {
        const fn hex(rgb: u32) -> Colour {
            let [_, red, green, blue] = rgb.to_be_bytes();
            Colour::new(red, green, blue)
        }
        let [background, surface, text, primary, accent] = match self {
            Preset::Lake => [0x00fb_f9f5, 0x00f3_eee6, 0x001d_2226, 0x0020_3c45, 0x007c_5d2e],
            Preset::Forest => [0x00fa_faf6, 0x00ec_efe6, 0x001e_231d, 0x002b_4636, 0x0075_5b2c],
            Preset::Harbour => [0x00f9_fafb, 0x00ea_eef2, 0x001a_2129, 0x001c_3a5e, 0x007a_5537],
            Preset::Garden => [0x00fd_f9f8, 0x00f5_ebe9, 0x0028_1f22, 0x0062_2a41, 0x0076_5a2f],
            Preset::Terracotta => [0x00fc_f8f3, 0x00f4_e9de, 0x0027_201b, 0x0077_3a24, 0x005d_6037],
            Preset::Ink => [0x00ff_ffff, 0x00f2_f2f0, 0x0016_1616, 0x0016_1616, 0x006b_5a3a],
        };
        Palette {
            background: hex(background),
            surface: hex(surface),
            text: hex(text),
            primary: hex(primary),
            accent: hex(accent),
        }
    }
}

/// A pair of typefaces, for headings and for text, that the shop comes with. Chinese is set in those of the reader's system.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Typeface {
    /// Spectral and Figtree.
    #[default]
    Spectral,
    /// Gilda Display and Hanken Grotesk.
    Gilda,
    /// Figtree alone.
    Figtree,
}

impl Typeface {
    pub const ALL: [Typeface; 3] = [Typeface::Spectral, Typeface::Gilda, Typeface::Figtree];

    pub fn code(self) -> &'static str {
        match self {
            Typeface::Spectral => "spectral",
            Typeface::Gilda => "gilda",
            Typeface::Figtree => "figtree",
        }
    }
}

/// A drawing that was put in: name of its file, and its size in pixels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// At `/brand/FILE`.
    pub file: String,
    pub width: u32,
    pub height: u32,
}

/// What a house says of itself in a language. Where a field is empty, the shop says something plain, or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HouseWords {
    /// Below the name at the foot of every page.
    pub line: String,
    /// The newsletter's name.
    pub newsletter_title: String,
    /// Beside its form at the foot of every page.
    pub newsletter_text: String,
    /// In the invitation on a first visit.
    pub invitation: String,
    /// What letters of the hotels are about, beside the box that asks for them.
    pub hotel_letters: String,
    /// Closes letters.
    pub signature: String,
    /// What the shop is, for search engines and language models.
    pub about: String,
}

impl HouseWords {
    /// By their names.
    pub fn fields(&self) -> [(&'static str, &String); 7] {
        [
            ("line", &self.line),
            ("newsletter_title", &self.newsletter_title),
            ("newsletter_text", &self.newsletter_text),
            ("invitation", &self.invitation),
            ("hotel_letters", &self.hotel_letters),
            ("signature", &self.signature),
            ("about", &self.about),
        ]
    }
}

/// How the shop looks, and what it says of the house.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Look {
    pub palette: Palette,
    pub typeface: Typeface,
    /// On light ground; null: the brand's name.
    pub logo: Option<Drawing>,
    /// On the primary colour; null: the brand's name.
    pub logo_on_dark: Option<Drawing>,
    /// In the tabs of browsers and on home screens; null: the first letter of the brand's name on the primary colour.
    pub icon: Option<Drawing>,
    /// The sender of letters; empty: the brand's name.
    pub sender: String,
    pub words: BTreeMap<Lang, HouseWords>,
}

impl Look {
    /// The words of a language; empty ones where there are none.
    pub fn words_in(&self, lang: Lang) -> HouseWords {
        self.words.get(&lang).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn colour() -> impl Strategy<Value = Colour> {
        any::<[u8; 3]>().prop_map(Colour)
    }

    fn palette() -> impl Strategy<Value = Palette> {
        // Mostly light grounds and dark inks, so that many are accepted.
        let light = || prop_oneof![4 => [200_u8..=255, 200_u8..=255, 200_u8..=255].prop_map(Colour), 1 => colour()];
        let dark = || prop_oneof![4 => [0_u8..=110, 0_u8..=110, 0_u8..=110].prop_map(Colour), 1 => colour()];
        (light(), light(), dark(), dark(), dark()).prop_map(|(background, surface, text, primary, accent)| Palette {
            background,
            surface,
            text,
            primary,
            accent,
        })
    }

    /// `SIGNALS` on a dark ground.
    const DARK_SIGNALS: [(Colour, f64); 6] = [
        (Colour::new(0xe8, 0xa0, 0x8c), TEXT),
        (Colour::new(0xf3, 0xa5, 0x9c), TEXT),
        (Colour::new(0x93, 0xc9, 0xa6), TEXT),
        (Colour::new(0xe2, 0xb5, 0x63), TEXT),
        (Colour::new(0x9c, 0xc4, 0xe2), TEXT),
        (Colour::new(0x7f, 0xb8, 0xf0), STROKE),
    ];

    #[test]
    fn presets_are_readable_and_the_first_is_the_default() {
        for preset in Preset::ALL {
            assert_eq!(preset.palette().low_contrasts(), [], "{preset:?}");
        }
        assert_eq!(Palette::default(), Preset::Lake.palette());
        let tokens = include_str!("../../ui/src/styles/tokens.css");
        for (name, colour) in Palette::default().shades().named() {
            assert!(tokens.contains(&format!("--color-{name}: {colour};")), "tokens.css: {name} is not {colour}");
        }
        for ((colour, _), name) in SIGNALS.iter().zip(["reduction", "error", "success", "warning", "info", "focus"]) {
            assert!(tokens.contains(&format!("--color-{name}: {colour};")), "tokens.css: {name} is not {colour}");
        }
        let (_, dark) = tokens.split_once("(prefers-color-scheme: dark)").expect("a dark scheme");
        let (scheme, band) = dark.split_once("[data-on='primary'] {").expect("its band");
        let Dark { shades, band: ground, on_band_soft } = Palette::default().dark();
        let signals = ["reduction", "error", "success", "warning", "info", "focus"].into_iter();
        for (name, colour) in shades.named().into_iter().chain(signals.zip(DARK_SIGNALS.map(|(colour, _)| colour))) {
            assert!(scheme.contains(&format!("--color-{name}: {colour};")), "tokens.css, dark: {name} is not {colour}");
        }
        for (name, colour) in [("background", shades.text), ("primary", ground), ("surface-strong", on_band_soft)] {
            assert!(band.contains(&format!("--color-{name}: {colour};")), "tokens.css, band: {name} is not {colour}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_recommendation() {
        assert!((BLACK.contrast(WHITE) - 21.0).abs() < 1e-9);
        assert!((Colour::new(0x77, 0x77, 0x77).contrast(WHITE) - 4.478).abs() < 0.001);
    }

    proptest! {
        /// Whatever is made of a palette that is accepted can be read where it stands.
        #[test]
        fn shades_of_an_accepted_palette_are_readable(palette in palette()) {
            prop_assume!(palette.low_contrasts().is_empty());
            let shades = palette.shades();
            for ground in [shades.background, shades.surface] {
                for ink in [shades.text, shades.text_secondary, shades.text_tertiary, shades.primary, shades.accent] {
                    prop_assert!(ink.contrast(ground) >= TEXT, "{ink} on {ground}");
                }
                prop_assert!(shades.border.contrast(ground) >= STROKE);
            }
            prop_assert!(shades.text.contrast(shades.surface_strong) >= TEXT);
            for light in [shades.background, shades.surface, shades.surface_strong] {
                prop_assert!(light.contrast(shades.primary) >= TEXT, "{light} on {}", shades.primary);
            }
            prop_assert!(shades.accent_soft.contrast(shades.primary) >= TEXT);
        }

        #[test]
        fn dark_scheme_of_an_accepted_palette_is_readable(palette in palette()) {
            prop_assume!(palette.low_contrasts().is_empty());
            let Dark { shades, band, on_band_soft } = palette.dark();
            for ground in [shades.background, shades.surface, shades.surface_strong] {
                let inks = [shades.text, shades.text_secondary, shades.text_tertiary, shades.primary, shades.accent];
                for ink in inks {
                    prop_assert!(ink.contrast(ground) >= TEXT, "{ink} on {ground}");
                }
                prop_assert!(shades.border.contrast(ground) >= STROKE);
                for (signal, needed) in DARK_SIGNALS {
                    prop_assert!(signal.contrast(ground) >= needed, "{signal} on {ground}");
                }
            }
            // Buttons have the primary colour, with what is the ground's on them.
            prop_assert!(shades.background.contrast(shades.primary_strong) >= TEXT);
            for ink in [shades.text, on_band_soft, shades.accent_soft] {
                prop_assert!(ink.contrast(band) >= TEXT, "{ink} on {band}");
            }
        }

        /// A proposed colour mends what it is proposed for.
        #[test]
        fn nearest_colour_is_readable(palette in palette()) {
            for low in palette.low_contrasts() {
                prop_assert!(low.ratio < low.needed);
                if let Some(nearest) = low.nearest {
                    prop_assert!(nearest.contrast(palette.of(low.ground)) >= low.needed);
                }
            }
        }

        #[test]
        fn colours_read_what_they_write(colour in colour(), text in "#?[0-9a-fA-F]{5,7}|\\PC{0,9}") {
            prop_assert_eq!(Colour::parse(&colour.to_string()), Some(colour));
            if let Some(read) = Colour::parse(&text) {
                prop_assert_eq!(read.to_string(), text.to_lowercase());
            }
        }
    }
}
