//! Markdown to safe HTML: help pages, and the long texts of products when they are imported.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::Builder;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::types::TocEntry;
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;

/// A page made of Markdown.
#[derive(Debug, Clone, Default)]
pub struct Rendered {
    /// Safe: no script, no style, no attribute that is not named below.
    pub html: String,
    /// The headings of the second level.
    pub contents: Vec<TocEntry>,
}

/// What may stay in the HTML: what Markdown makes, with ids on headings.
static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner
        .tags(HashSet::from([
            "a",
            "blockquote",
            "br",
            "code",
            "em",
            "h2",
            "h3",
            "h4",
            "hr",
            "li",
            "ol",
            "p",
            "pre",
            "strong",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "tr",
            "ul",
        ]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("h2", HashSet::from(["id"])),
            ("h3", HashSet::from(["id"])),
            ("h4", HashSet::from(["id"])),
            ("ol", HashSet::from(["start"])),
        ]))
        .generic_attributes(HashSet::new())
        // A table that is wider than a phone is scrolled, by keyboard too.
        .set_tag_attribute_value("table", "tabindex", "0")
        .set_tag_attribute_value("th", "scope", "col")
        .url_schemes(HashSet::from(["https", "http", "mailto", "tel"]))
        .link_rel(None);
    cleaner
});

/// Renders Markdown in a language: `help:key` leads to a help page, `page:path` to a page, of that language.
pub fn render(markdown: &str, lang: Lang) -> Rendered {
    rendered(markdown, lang, |text| text)
}

/// The same for a text that is only read: no line ends at the hyphen of a short word.
pub fn render_page(markdown: &str, lang: Lang) -> Rendered {
    rendered(markdown, lang, |text| joined(&text).into())
}

fn rendered(markdown: &str, lang: Lang, in_words: fn(CowStr<'_>) -> CowStr<'_>) -> Rendered {
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES)
        .filter(|event| !matches!(event, Event::Html(_) | Event::InlineHtml(_)))
        .map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Link { link_type, dest_url: target(dest_url, lang), title, id })
            }
            event => event,
        })
        .collect();
    let contents = name_headings(&mut events);
    let events = events.into_iter().map(|event| match event {
        Event::Text(text) => Event::Text(in_words(text)),
        event => event,
    });
    let mut html = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut html, events);
    Rendered { html: CLEANER.clean(&html).to_string(), contents }
}

/// HTML without what no page may hold.
pub fn clean(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

fn target(link: CowStr<'_>, lang: Lang) -> CowStr<'_> {
    if let Some(key) = link.strip_prefix("help:") {
        format!("/{lang}/help/{key}").into()
    } else if let Some(path) = link.strip_prefix("page:") {
        format!("/{lang}/{path}").into()
    } else {
        link
    }
}

/// Gives every heading an id made of its words; answers those of the second level.
fn name_headings(events: &mut [Event<'_>]) -> Vec<TocEntry> {
    let mut contents = Vec::new();
    let mut used: BTreeMap<String, u32> = BTreeMap::new();
    let mut open: Option<(usize, String)> = None;
    for at in 0..events.len() {
        match &events[at] {
            Event::Start(Tag::Heading { .. }) => open = Some((at, String::new())),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, title)) = &mut open {
                    title.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(level)) => {
                let level = *level;
                let Some((start, title)) = open.take() else { continue };
                let id = unique(slug(&title), &mut used);
                if let Event::Start(Tag::Heading { id: own, .. }) = &mut events[start] {
                    *own = Some(id.clone().into());
                }
                if level == HeadingLevel::H2 {
                    contents.push(TocEntry { id, title });
                }
            }
            _ => {}
        }
    }
    contents
}

/// Text with a word joiner behind each hyphen that stands beside one or two letters (`e-mail`, `notez-le`); addresses of
/// sites and mail stay as they are.
fn joined(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let is_address = word.contains(['@', '/']) || word.trim_end().trim_end_matches('.').contains('.');
        let mut before = 0;
        for (at, c) in word.char_indices() {
            words.push(c);
            if c == '-' && before > 0 && !is_address {
                let after = word[at + 1..].chars().take_while(|c| c.is_alphabetic()).count();
                if after > 0 && before.min(after) <= 2 {
                    words.push('\u{2060}');
                }
            }
            before = if c.is_alphabetic() { before + 1 } else { 0 };
        }
    }
    words
}

/// The words of a heading in lower case, joined by hyphens.
fn slug(title: &str) -> String {
    let words: Vec<String> =
        title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    if words.is_empty() { "section".to_owned() } else { words.join("-") }
}

fn unique(slug: String, used: &mut BTreeMap<String, u32>) -> String {
    let count = used.entry(slug.clone()).or_default();
    *count += 1;
    if *count == 1 { slug } else { format!("{slug}-{count}") }
}

/// Text in a form that Markdown takes literally: for values from the configuration.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '`' | '|' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Leaves out the lines that speak of a payment method the shop does not take: such a line begins with the method's code,
/// `{wechat}`.
pub fn keep_offered(text: &str, is_offered: impl Fn(PaymentMethod) -> bool) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let marked = line.strip_prefix('{').and_then(|rest| {
            let (code, words) = rest.split_once('}')?;
            Some((PaymentMethod::from_code(code)?, words))
        });
        match marked {
            Some((method, words)) if is_offered(method) => kept.push_str(words),
            Some(_) => {}
            None => kept.push_str(line),
        }
    }
    kept
}

/// Replaces `{name}` by its value, in one pass; unknown names stay as they are.
pub fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        let after = &rest[open + 1..];
        let known = after.split_once('}').and_then(|(name, tail)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, tail))
        });
        match known {
            Some((value, tail)) => {
                filled.push_str(value);
                rest = tail;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_at_the_hyphen_of_a_short_word() {
        let text =
            "Écrivez un e-mail, notez-le : [E-Mail-Adresse](page:a-b) a-b.example, x@e-mail.example, sous-total.";
        let page = render_page(text, Lang::Fr).html;
        let whole = "Écrivez un e-\u{2060}mail, notez-\u{2060}le : <a href=\"/fr/a-b\">E-\u{2060}Mail-Adresse</a> \
                     a-b.example, x@e-mail.example, sous-total.";
        assert_eq!(page.trim(), format!("<p>{whole}</p>"));
        assert!(!render(text, Lang::Fr).html.contains('\u{2060}'));
    }

    #[test]
    fn headings_get_ids_and_make_the_contents() {
        let page =
            render("## What a return costs\n\ntext\n\n### Fees\n\n## What a return costs\n\n## 退货费用？\n", Lang::En);
        assert_eq!(
            page.contents.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(),
            ["what-a-return-costs", "what-a-return-costs-2", "退货费用"]
        );
        assert!(page.html.contains(r#"<h2 id="what-a-return-costs">What a return costs</h2>"#), "{}", page.html);
        assert!(page.html.contains(r#"<h3 id="fees">"#), "{}", page.html);
    }

    #[test]
    fn links_lead_into_the_language() {
        let page = render(
            "[a](help:returns) [b](page:contact-us) [c](https://x.example/) [d](help:terms-of-use#law)",
            Lang::De,
        );
        for link in ["/de/help/returns\"", "/de/contact-us\"", "https://x.example/\"", "/de/help/terms-of-use#law\""] {
            assert!(page.html.contains(&format!("href=\"{link}")), "{link} {}", page.html);
        }
    }

    #[test]
    fn tables_stay_and_nothing_dangerous_does() {
        let page = render(
            "| a | b |\n|---|--:|\n| 1 | 2 |\n\n<script>x</script><b style=\"x\" onclick=\"y\">bold</b>\n\n[x](javascript:alert(1))",
            Lang::En,
        );
        assert!(
            page.html.contains(r#"<table tabindex="0">"#) && page.html.contains(r#"<th scope="col">a</th>"#),
            "{}",
            page.html
        );
        for gone in ["script", "style", "onclick", "<b"] {
            assert!(!page.html.contains(gone), "{gone}: {}", page.html);
        }
    }

    #[test]
    fn values_are_filled_once_and_literally() {
        let values = [("company", escape("A*B* <i>{phone}")), ("phone", "1".to_owned())];
        let text = fill("{company}, {phone}, {other}, {", &values);
        let html = render(&text, Lang::En).html;
        assert_eq!(html.trim(), "<p>A*B* &lt;i&gt;{phone}, 1, {other}, {</p>");
    }

    #[test]
    fn a_line_about_a_method_stands_where_it_is_taken() {
        let text = "| a |\n{card}| b |\n{wechat}| c |\n{company} | d |\nand {wechat}";
        let kept = keep_offered(text, |method| method == PaymentMethod::Card);
        assert_eq!(kept, "| a |\n| b |\n{company} | d |\nand {wechat}");
    }
}
