//! The colours of a house as a style sheet, on top of `tokens.css`.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::domain::look::{Dark, Palette};

/// Where the style sheet of a palette is; its name changes with its colours. None for those that the shop comes with.
pub fn path(palette: &Palette) -> Option<String> {
    let sheet = sheet(palette)?;
    Some(format!("/brand/colours-{}.css", hex::encode(&Sha256::digest(sheet.as_bytes())[..8])))
}

/// The style sheet. Where a reader has colours of their own (`forced-colors`), it says nothing.
pub fn sheet(palette: &Palette) -> Option<String> {
    if *palette == Palette::default() {
        return None;
    }
    let mut css = String::from("@layer tokens{@media not (forced-colors:active){:root{");
    let shades = palette.shades();
    for (name, colour) in shades.named() {
        let _ = write!(css, "--color-{name}:{colour};");
    }
    let [red, green, blue] = shades.text.channels();
    let _ = write!(css, "--color-backdrop:rgb({red} {green} {blue}/.44)");
    css.push_str("}}@media screen and (prefers-color-scheme:dark) and (forced-colors:none){:root[data-typeface]{");
    let Dark { shades, band, on_band_soft } = palette.dark();
    for (name, colour) in shades.named() {
        let _ = write!(css, "--color-{name}:{colour};");
    }
    let on_band = shades.text;
    let _ = write!(
        css,
        "}}:root[data-typeface] [data-on='primary']{{--color-background:{on_band};--color-primary:{band};\
         --color-surface-strong:{on_band_soft}"
    );
    css.push_str("}}}");
    Some(css)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::look::Preset;

    #[test]
    fn other_colours_have_both_schemes_and_the_shops_own_need_no_sheet() {
        assert_eq!(sheet(&Palette::default()), None);
        for preset in Preset::ALL {
            let palette = preset.palette();
            let Some(css) = sheet(&palette) else { continue };
            let (light, dark) = css.split_once("(prefers-color-scheme:dark)").expect("a dark scheme");
            assert!(light.contains(&format!("--color-background:{};", palette.background)), "{preset:?}: {light}");
            assert!(dark.contains(&format!("--color-background:{};", palette.dark().shades.background)), "{dark}");
            assert_eq!(css.matches('{').count(), css.matches('}').count(), "{css}");
        }
    }
}
