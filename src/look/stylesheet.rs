//! The colours of a house as a style sheet, on top of `tokens.css`.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::domain::look::Palette;

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
    css.push_str("}}}");
    Some(css)
}
