//! The model withdrawal form (Annex I B of Directive 2011/83/EU) for printing.
//!
//! It is read from the returns page: the block quote is the form, the heading above it its name. So page and printed
//! form never differ, and editing the page changes both.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::calls::values;
use super::markdown::fill;
use super::store;
use crate::call::View;
use crate::db::Tx;
use crate::error::Result;

/// The help page that holds it.
const PAGE: &str = "returns";

/// A printed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub heading: String,
    /// Instructions and fields; a sentence that ends with a colon is a field.
    pub sentences: Vec<String>,
    /// ISO 8601 date of the page.
    pub updated: String,
}

/// The form in the visitor's language; none if the page is missing or has no block quote.
pub fn withdrawal(tx: &mut dyn Tx, view: &View) -> Result<Option<Form>> {
    let Some(row) = store::find_cms(tx, PAGE, view.lang())? else { return Ok(None) };
    let markdown = fill(&row.markdown, &values(tx, view)?);
    Ok(read(&markdown).map(|(heading, sentences)| Form { heading, sentences, updated: row.updated }))
}

/// Heading and sentences of its section up to the end of the block quote. Paragraphs with links are left out.
fn read(markdown: &str) -> Option<(String, Vec<String>)> {
    let (mut heading, mut sentences) = (String::new(), Vec::new());
    let (mut text, mut has_link) = (String::new(), false);
    let mut is_recipient = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => (text, has_link) = (String::new(), false),
            Event::Start(Tag::Link { .. }) => has_link = true,
            Event::Start(Tag::BlockQuote(_)) => is_recipient = true,
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Heading(_)) => {
                heading = std::mem::take(&mut text);
                sentences.clear();
            }
            Event::End(TagEnd::Paragraph) if !has_link => {
                // The recipient is known, so that it is no field.
                if std::mem::take(&mut is_recipient) {
                    text.truncate(text.trim_end_matches([':', '：', ' ', '\u{a0}']).len());
                }
                sentences.push(std::mem::take(&mut text));
            }
            Event::End(TagEnd::BlockQuote(_)) => return Some((heading, sentences)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::money::Currency;
    use crate::domain::store_view::Lang;
    use crate::testing::{empty, seeded, view, with};

    #[test]
    fn form_is_the_block_quote_under_its_heading() {
        let page = "## A\n\ntext\n\n## B\n\nUse it.\n\n[Print](page:x)\n\n> To \\*:\n>\n> Date:\n\n## C\n";
        let (heading, sentences) = read(page).expect("a form");
        assert_eq!((heading.as_str(), sentences.join("|").as_str()), ("B", "Use it.|To *|Date:"));
        assert_eq!(read("## A\n\ntext\n"), None);
    }

    #[test]
    fn form_has_the_fields_of_annex_i_in_every_language() {
        let shop = seeded();
        for lang in Lang::ALL {
            let form = with(&shop, |tx| withdrawal(tx, &view(lang, Currency::Eur))).expect("a form");
            let text = form.sentences.join("\n");
            // Addressee; then goods, dates of order and receipt, order number, name, address, signature, date.
            assert!(text.contains("Valmère Maison SAS") && text.contains("12\u{a0}quai du Lac"), "{lang}");
            let asked = form.sentences.iter().filter(|sentence| sentence.ends_with([':', '：'])).count();
            assert!(asked >= 7, "{lang} asks for {asked}");
            assert!(!text.contains('{') && !text.contains('\\'), "{lang}: {text}");
        }
        assert_eq!(with(&empty(), |tx| withdrawal(tx, &view(Lang::En, Currency::Eur))), None);
    }
}
