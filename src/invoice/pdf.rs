//! A document as PDF: PDF/A-3a for archiving, PDF/UA-1 for screen readers, with the same data as embedded XML (Factur-X 1.0,
//! the same as ZUGFeRD 2) for accounting.
//!
//! Built from the frozen document and its words alone, without clock or randomness: the same bytes each time.

use std::num::NonZeroU16;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use krilla::Document as Pdf;
use krilla::SerializeSettings;
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, SpanTag, TableHeaderScope, Tag, TagGroup, TagKind, TagTree,
};

use super::sheet::{self, Belongs, Ink, Mark, Role, Sheet};
use super::types::Document;
use super::typeset::{Shaped, fonts};
use super::words::Words;
use super::{xml, xmp};
use crate::domain::store_view::Lang;

/// Name of the embedded XML, required by Factur-X.
const XML_NAME: &str = "factur-x.xml";

/// Metadata of a PDF.
struct About<'a> {
    date: DateTime,
    lang: Lang,
    author: &'a str,
    id: String,
    brand: &'a str,
}

/// Renders a document.
pub fn render(document: &Document, words: &Words) -> anyhow::Result<Vec<u8>> {
    let about = About {
        date: date(&document.issued_at)?,
        lang: document.lang,
        author: &document.seller.name,
        id: document.number.clone(),
        brand: &document.brand,
    };
    print(&sheet::lay_out(fonts()?, words), words, &about, xml::render(document, words))
}

/// Renders a form to be filled in by hand: `words.notes` are its sentences. `updated`: the date of its text, RFC 3339.
pub fn render_form(words: &Words, lang: Lang, author: &str, updated: &str) -> anyhow::Result<Vec<u8>> {
    let id = format!("{} {updated} {lang}", words.heading);
    let about = About { date: date(updated)?, lang, author, id, brand: &words.brand };
    print(&sheet::lay_out_form(fonts()?, words), words, &about, None)
}

/// Renders sheets of the packing table. `moment`: RFC 3339.
pub fn render_papers(sheet: &Sheet, words: &Words, lang: Lang, author: &str, moment: &str) -> anyhow::Result<Vec<u8>> {
    let id = format!("{} {moment}", words.heading);
    print(sheet, words, &About { date: date(moment)?, lang, author, id, brand: &words.brand }, None)
}

fn print(sheet: &Sheet, words: &Words, about: &About<'_>, facts: Option<String>) -> anyhow::Result<Vec<u8>> {
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A3_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| anyhow!("the PDF's standards do not go together: {error:?}"))?;
    let mut pdf = Pdf::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    let date = about.date;
    let locale = about.lang.locale();
    let contents = draw(&mut pdf, sheet, locale)?;
    let tree: Vec<_> = sheet.roots.iter().map(|root| group(sheet, &contents, *root, words).into()).collect();
    pdf.set_tag_tree(TagTree::from(tree).with_lang(Some(locale.to_owned())));
    let mut outline = Outline::new();
    outline.push_child(OutlineNode::new(words.heading.clone(), XyzDestination::new(0, Point::from_xy(0.0, 0.0))));
    pdf.set_outline(outline);
    pdf.set_metadata(
        Metadata::new()
            .title(words.heading.clone())
            .authors(vec![about.author.to_owned()])
            .language(locale.to_owned())
            .creation_date(date)
            .document_id(about.id.clone())
            .creator(about.brand.to_owned())
            .producer("shop".to_owned()),
    );
    if let Some(facts) = &facts {
        pdf.embed_file(EmbeddedFile {
            path: XML_NAME.to_owned(),
            mime_type: MimeType::new("text/xml"),
            description: Some(format!("{} (Factur-X)", words.heading)),
            association_kind: AssociationKind::Alternative,
            data: facts.clone().into_bytes().into(),
            modification_date: Some(date),
            compress: Some(true),
            location: None,
        })
        .ok_or_else(|| anyhow!("the XML is in the PDF already"))?;
    }
    let bytes = pdf.finish().map_err(|error| anyhow!("the PDF breaks a rule of its standards: {error:?}"))?;
    match facts {
        Some(_) => xmp::declare_factur_x(&bytes, XML_NAME),
        None => Ok(bytes),
    }
}

/// The content identifiers of each node.
type Contents = Vec<Vec<Identifier>>;

fn draw(pdf: &mut Pdf, sheet: &Sheet, locale: &str) -> anyhow::Result<Contents> {
    let mut contents: Contents = vec![Vec::new(); sheet.nodes.len()];
    for sheet::Page { size, marks } in &sheet.pages {
        let size = PageSettings::from_wh(size.0, size.1).context("size of the page")?;
        let mut page = pdf.start_page_with(size);
        let mut surface = page.surface();
        for mark in marks {
            let tag = match mark {
                Mark::Text { belongs: Belongs::Node(_), .. } => {
                    ContentTag::Span(SpanTag::empty().with_lang(Some(locale)))
                }
                Mark::Text { .. } => ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther)),
                Mark::Accent { .. } | Mark::Line { .. } => {
                    ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout))
                }
            };
            let identifier = surface.start_tagged(tag);
            draw_mark(&mut surface, mark);
            surface.end_tagged();
            if let Mark::Text { belongs: Belongs::Node(node), .. } = mark {
                contents[*node].push(identifier);
            }
        }
        surface.finish();
        page.finish();
    }
    Ok(contents)
}

fn draw_mark(surface: &mut Surface<'_>, mark: &Mark) {
    match mark {
        Mark::Text { x, y, text, ink, .. } => draw_text(surface, *x, *y, text, *ink, false),
        Mark::Accent { x, y, text, within: (left, top, right, bottom) } => {
            let mut path = PathBuilder::new();
            if let Some(rect) = Rect::from_ltrb(*left, *top, *right, *bottom) {
                path.push_rect(rect);
            }
            let Some(path) = path.finish() else { return };
            surface.push_clip_path(&path, &FillRule::NonZero);
            // As outlines, so that text extraction does not find the word twice.
            draw_text(surface, *x, *y, text, Ink::Laiton, true);
            surface.pop();
        }
        Mark::Line { from, to, width, ink } => {
            let mut path = PathBuilder::new();
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
            surface.set_fill(None);
            surface.set_stroke(Some(Stroke {
                paint: colour(*ink).into(),
                width: *width,
                opacity: NormalizedF32::ONE,
                ..Stroke::default()
            }));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}

fn draw_text(surface: &mut Surface<'_>, mut x: f32, y: f32, text: &Shaped, ink: Ink, as_outlines: bool) {
    surface.set_stroke(None);
    surface.set_fill(Some(Fill { paint: colour(ink).into(), ..Fill::default() }));
    for run in &text.runs {
        let start = Point::from_xy(x, y);
        surface.draw_glyphs(start, &run.glyphs, run.font.clone(), &run.text, text.size, as_outlines);
        x += run.width;
    }
}

/// The colours of the shop (`ui/src/styles/tokens.css`).
fn colour(ink: Ink) -> rgb::Color {
    match ink {
        Ink::Text => rgb::Color::new(0x1d, 0x22, 0x26),
        Ink::Soft => rgb::Color::new(0x50, 0x56, 0x5a),
        Ink::Lac => rgb::Color::new(0x20, 0x3c, 0x45),
        Ink::Laiton => rgb::Color::new(0x7c, 0x5d, 0x2e),
        Ink::Line => rgb::Color::new(0xd9, 0xd1, 0xc4),
    }
}

/// A node with its descendants, as a tag group.
fn group(sheet: &Sheet, contents: &Contents, at: usize, words: &Words) -> TagGroup {
    let node = &sheet.nodes[at];
    let tag: TagKind = match node.role {
        Role::Heading => Tag::Hn(NonZeroU16::MIN, Some(words.heading.clone())).into(),
        Role::Paragraph => Tag::P.into(),
        Role::Table => Tag::Table.into(),
        Role::Head => Tag::THead.into(),
        Role::Body => Tag::TBody.into(),
        Role::Row => Tag::TR.into(),
        Role::HeadCell => Tag::TH(TableHeaderScope::Column).into(),
        Role::Cell => Tag::TD.into(),
    };
    let mut group = TagGroup::new(tag);
    for content in &contents[at] {
        group.push(*content);
    }
    for child in &node.children {
        group.push(self::group(sheet, contents, *child, words));
    }
    group
}

fn date(moment: &str) -> anyhow::Result<DateTime> {
    let at: Timestamp = moment.parse().context("time of an invoice")?;
    let at = at.to_zoned(jiff::tz::TimeZone::UTC);
    let part = |value: i8| u8::try_from(value).unwrap_or_default();
    Ok(DateTime::new(u16::try_from(at.year()).unwrap_or_default())
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(0))
}
