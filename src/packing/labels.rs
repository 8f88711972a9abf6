//! Address labels: 105 × 148 mm each, one a page for label printers or four on A4.

use crate::invoice::sheet::{Belongs, HEIGHT, Ink, Mark, Node, Page, Role, Sheet, WIDTH};
use crate::invoice::typeset::{Face, Fonts};
use crate::invoice::words::Words;

const LABEL: (f32, f32) = (WIDTH / 2.0, HEIGHT / 2.0);
const MARGIN: f32 = 24.0;
const ROOM: f32 = LABEL.0 - 2.0 * MARGIN;
/// Sizes of the recipient's lines, the largest that fits.
const SIZES: [f32; 4] = [17.0, 15.0, 13.0, 11.0];

/// One label.
#[derive(Debug, Clone)]
pub struct Label {
    /// As printed, from name to country.
    pub to: Vec<String>,
    pub number: String,
    pub carrier: String,
}

/// Lays labels out. `words` has the sender.
pub fn lay_out(fonts: &Fonts, words: &Words, labels: &[Label], on_a4: bool) -> Sheet {
    let size = if on_a4 { (WIDTH, HEIGHT) } else { LABEL };
    let mut sheet = Sheet::default();
    let places: &[(f32, f32)] =
        if on_a4 { &[(0.0, 0.0), (LABEL.0, 0.0), (0.0, LABEL.1), LABEL] } else { &[(0.0, 0.0)] };
    for group in labels.chunks(places.len()) {
        let mut marks = Vec::new();
        if on_a4 {
            for (from, to) in [((LABEL.0, 0.0), (LABEL.0, HEIGHT)), ((0.0, LABEL.1), (WIDTH, LABEL.1))] {
                marks.push(Mark::Line { from, to, width: 0.3, ink: Ink::Line });
            }
        }
        for (label, place) in group.iter().zip(places) {
            let node = sheet.nodes.len();
            sheet.nodes.push(Node { role: Role::Paragraph, children: Vec::new() });
            sheet.roots.push(node);
            draw(fonts, words, label, *place, node, &mut marks);
        }
        sheet.pages.push(Page { size, marks });
    }
    sheet
}

fn draw(fonts: &Fonts, words: &Words, label: &Label, (left, top): (f32, f32), node: usize, page: &mut Vec<Mark>) {
    let (x, belongs) = (left + MARGIN, Belongs::Node(node));
    let mut text = |y: f32, face: Face, size: f32, ink: Ink, text: &str| {
        let mut shaped = fonts.shape(face, size, text);
        if shaped.width > ROOM {
            shaped = fonts.shape(face, size * ROOM / shaped.width, text);
        }
        page.push(Mark::Text { x, y, text: shaped, ink, belongs });
    };
    text(top + 40.0, Face::Display, 15.0, Ink::Lac, &words.brand);
    text(top + 54.0, Face::Text, 7.5, Ink::Soft, &words.seller.join(", "));
    let widest = |size: f32| label.to.iter().map(|line| fonts.shape(Face::Text, size, line).width).fold(0.0, f32::max);
    let room = LABEL.1 - 190.0;
    let fits = |size: &f32| widest(*size) <= ROOM && label.to.len() as f32 * size * 1.4 <= room;
    let size = SIZES.into_iter().find(fits).unwrap_or(SIZES[3]);
    let mut y = top + 130.0;
    for (at, line) in label.to.iter().enumerate() {
        // The country is what sorting machines read last, and people first.
        let face = if at == 0 || at + 1 == label.to.len() { Face::Strong } else { Face::Text };
        text(y, face, size, Ink::Text, line);
        y += size * 1.4;
    }
    text(top + LABEL.1 - 44.0, Face::Strong, 13.0, Ink::Text, &label.number);
    text(top + LABEL.1 - 28.0, Face::Text, 9.0, Ink::Soft, &label.carrier);
    let rule = top + LABEL.1 - 66.0;
    page.push(Mark::Line { from: (x, rule), to: (x + ROOM, rule), width: 0.5, ink: Ink::Line });
}
