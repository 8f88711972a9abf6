//! Draws QR codes.

use anyhow::anyhow;
use fast_qr::{ECL, QRBuilder};

use super::types::Drawing;
use crate::error::Result;

/// Light modules around a code (ISO/IEC 18004).
const QUIET_ZONE: usize = 4;

/// Draws a QR code with error correction level M (EPC069-12) as one path: a rectangle for each run of dark modules.
pub fn draw(text: &str) -> Result<Drawing> {
    let code = QRBuilder::new(text).ecl(ECL::M).build().map_err(|error| anyhow!("QR code: {error:?}"))?;
    let mut path = String::with_capacity(8 << 10);
    for y in 0..code.size {
        let row = &code[y][..code.size];
        let mut x = 0;
        while x < code.size {
            let run = row[x..].iter().take_while(|module| module.value()).count();
            if run > 0 {
                for (letter, number) in [("M", x + QUIET_ZONE), (" ", y + QUIET_ZONE), ("h", run), ("v1h-", run)] {
                    path.push_str(letter);
                    push_number(&mut path, number);
                }
                path.push('z');
            }
            x += run.max(1);
        }
    }
    Ok(Drawing { size: (code.size + 2 * QUIET_ZONE) as u32, path })
}

/// Appends a number in decimal digits; a path has thousands of them.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the path again, module by module, and compares it with the code.
    #[test]
    fn path_covers_exactly_the_dark_modules() {
        let text =
            "BCD\n002\n1\nSCT\nAGRIFRPP\nValmère Maison SAS\nFR7630006000011234567890189\nEUR1234.50\n\n\n2026-000123";
        let code = QRBuilder::new(text).ecl(ECL::M).build().expect("a code");
        let drawn = draw(text).expect("a code");
        assert_eq!(drawn.size as usize, code.size + 8);
        let mut dark = std::collections::BTreeSet::new();
        for run in drawn.path.split('z').filter(|run| !run.is_empty()) {
            let (at, length) = run.strip_prefix('M').and_then(|run| run.split_once('h')).expect("a run");
            let (x, y) = at.split_once(' ').expect("a point");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            let length: usize = length.split_once('v').expect("a height").0.parse().expect("a length");
            dark.extend((x..x + length).map(|x| (x, y)));
        }
        for y in 0..drawn.size as usize {
            for x in 0..drawn.size as usize {
                let inside = (4..code.size + 4).contains(&x) && (4..code.size + 4).contains(&y);
                let is_dark = inside && code[y - 4][x - 4].value();
                assert_eq!(dark.contains(&(x, y)), is_dark, "{x} {y}");
            }
        }
    }
}
