//! Markdown to safe HTML, for help pages and imported product descriptions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use ammonia::Builder;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::types::TocEntry;
use crate::catalog::media;
use crate::catalog::types::Image;
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;

/// Rendered Markdown.
#[derive(Debug, Clone, Default)]
pub struct Rendered {
    /// Sanitised by the allow list below.
    pub html: String,
    /// The headings of the second level.
    pub contents: Vec<TocEntry>,
}

/// The allow list of HTML: what Markdown renders to, with ids on headings.
static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(cleaner);

fn cleaner() -> Builder<'static> {
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
            "span",
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
        .allowed_classes(HashMap::from([("span", HashSet::from(["nowrap"]))]))
        // Wide tables scroll, by keyboard too.
        .set_tag_attribute_value("table", "tabindex", "0")
        .set_tag_attribute_value("th", "scope", "col")
        .url_schemes(HashSet::from(["https", "http", "mailto", "tel"]))
        .link_rel(None);
    cleaner
}

/// The allow list of pages of text: pictures of the shop, too.
static PAGE_CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = cleaner();
    cleaner
        .add_tags(["img"])
        .add_tag_attributes("img", ["src", "srcset", "sizes", "width", "height", "alt", "decoding"]);
    cleaner
});

/// Renders Markdown; links `help:key` and `page:path` lead to the help page or page in this language.
pub fn render(markdown: &str, lang: Lang) -> Rendered {
    rendered(markdown, lang, |text| vec![Event::Text(text)], &CLEANER)
}

/// Likewise, with text that must not break across lines in `<span class="nowrap">`, and with the shop's pictures, written as
/// `![text alternative](picture:name)`.
pub fn render_page(markdown: &str, lang: Lang) -> Rendered {
    rendered(markdown, lang, mark_unbreakable, &PAGE_CLEANER)
}

fn rendered<'a>(
    markdown: &'a str,
    lang: Lang,
    map_text: fn(CowStr<'a>) -> Vec<Event<'a>>,
    cleaner: &Builder<'_>,
) -> Rendered {
    let mut events: Vec<Event<'a>> = Parser::new_ext(markdown, Options::ENABLE_TABLES)
        .filter(|event| !matches!(event, Event::Html(_) | Event::InlineHtml(_)))
        .map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Link { link_type, dest_url: target(dest_url, lang), title, id })
            }
            event => event,
        })
        .collect();
    place_pictures(&mut events);
    let contents = name_headings(&mut events);
    let events = events.into_iter().flat_map(|event| match event {
        Event::Text(text) => map_text(text),
        event => vec![event],
    });
    let mut html = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut html, events);
    Rendered { html: cleaner.clean(&html).to_string(), contents }
}

/// Sanitises HTML.
pub fn clean(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

/// Replaces each image by the shop's picture of its name; images from elsewhere are left out.
fn place_pictures(events: &mut Vec<Event<'_>>) {
    let mut placed = Vec::with_capacity(events.len());
    let mut open: Option<(CowStr<'_>, String)> = None;
    for event in events.drain(..) {
        match (event, &mut open) {
            (Event::Start(Tag::Image { dest_url, .. }), _) => open = Some((dest_url, String::new())),
            (Event::End(TagEnd::Image), _) => {
                let Some((url, alt)) = open.take() else { continue };
                let image = url.strip_prefix("picture:").and_then(|name| media::image(name, &alt));
                placed.extend(image.map(|image| Event::InlineHtml(picture(&image).into())));
            }
            (Event::Text(text) | Event::Code(text), Some((_, alt))) => alt.push_str(&text),
            (_, Some(_)) => {}
            (event, None) => placed.push(event),
        }
    }
    *events = placed;
}

/// The first picture of a page is in its first view, so none is lazy.
fn picture(image: &Image) -> String {
    let Image { src, srcset, width, height, .. } = image;
    let alt = image.alt.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        r#"<img src="{src}" srcset="{srcset}" sizes="(min-width: 900px) 42rem, 100vw" width="{width}" height="{height}" alt="{alt}" decoding="async">"#
    )
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

/// Gives every heading an id made of its words; answers the headings of the second level.
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

/// Wraps text that must not break across lines in `<span class="nowrap">`.
fn mark_unbreakable(text: CowStr<'_>) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    let mut rest = 0;
    for Range { start, end } in unbreakable(&text) {
        events.push(Event::Text(text[rest..start].to_owned().into()));
        events.push(Event::InlineHtml("<span class=\"nowrap\">".into()));
        events.push(Event::Text(text[start..end].to_owned().into()));
        events.push(Event::InlineHtml("</span>".into()));
        rest = end;
    }
    events.push(if rest == 0 { Event::Text(text) } else { Event::Text(text[rest..].to_owned().into()) });
    events
}

/// Ranges that must not break: words with a hyphen next to one or two letters or digits (`e-mail`, `notez-le`,
/// `16-stellig`), except in URLs and e-mail addresses, and Chinese notes of a time zone. `ui/src/domain/noWrap.ts` has
/// the same rules.
fn unbreakable(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let is_address = word.contains(['@', '/']) || word.trim_end().trim_end_matches('.').contains('.');
        for (at, _) in word.match_indices('-').filter(|_| !is_address) {
            let before: String = word[..at].chars().rev().take_while(|c| c.is_alphanumeric()).collect();
            let after: String = word[at + 1..].chars().take_while(|c| c.is_alphabetic()).collect();
            if !(1..=2).contains(&before.chars().count().min(after.chars().count())) {
                continue;
            }
            let range = start + at - before.len()..start + at + 1 + after.len();
            match ranges.last_mut() {
                Some(last) if range.start < last.end => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        start += word.len();
    }
    for (at, open) in text.match_indices('（') {
        let inner = &text[at + open.len()..];
        if let Some(end) = inner.find('）').filter(|&end| inner[..end].ends_with("时间")) {
            ranges.push(at..at + open.len() + end + '）'.len_utf8());
        }
    }
    ranges.sort_by_key(|range| range.start);
    ranges.dedup_by(|next, kept| next.start < kept.end);
    ranges
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

/// Escapes text for Markdown, e.g. values from the configuration.
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

/// The words of [`escape`]d text, with commas for hard line breaks: for who reads them outside a page.
pub fn unescape(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, rest.clone().next()) {
            ('\\', Some('\n')) => {
                rest.next();
                words.push_str(", ");
            }
            ('\\', Some(escaped)) if escaped.is_ascii_punctuation() => {
                rest.next();
                words.push(escaped);
            }
            _ => words.push(c),
        }
    }
    words
}

/// Removes lines about payment methods that are not offered; such a line starts with the method's code in braces,
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

/// Replaces `{name}` by its value in a single pass; unknown names are kept.
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

/// The text without what stands in braces and without where its links lead, whose words nobody reads.
pub fn without_marks(text: &str) -> String {
    let text = without(text, "{", '}');
    without(&text, "](", ')')
}

/// A text with a space in place of each part between two marks, and of the marks themselves. Without an end only the beginning goes.
fn without(text: &str, begin: &str, end: char) -> String {
    let mut parts = text.split(begin);
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        words.push(' ');
        words.push_str(part.split_once(end).map_or(part, |(_, after)| after));
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex_lite::Regex;

    use super::*;
    use crate::testing::fuzz;

    #[test]
    fn pages_show_pictures_of_the_shop_only() {
        let page = render_page("![The bed, \"as\" in <a> room](picture:home-story)", Lang::En).html;
        assert!(page.contains("<img src=\"/media/home-story.") && page.contains("srcset=\"/media/"), "{page}");
        assert!(page.contains(" width=\"") && page.contains(" height=\"") && page.contains("alt=\"The bed"), "{page}");
        for text in ["![a](https://x.example/a.png)", "![a](picture:none-of-this-name)", "![a](picture:\"onload=x)"] {
            assert!(!render_page(text, Lang::En).html.contains("<img"), "{text}");
        }
        assert!(!render("![a](picture:home-story)", Lang::En).html.contains("<img"));
    }

    #[test]
    fn values_are_shown_without_their_escapes() {
        for text in ["FR000000_01VALM", r"a\b*c", "#1 <b>|`x`]", "é"] {
            assert_eq!(unescape(&escape(text)), text);
        }
        assert_eq!(unescape("Fier SAS\\\n8 rue du Fier"), "Fier SAS, 8 rue du Fier");
        assert_eq!(unescape("\\"), "\\");
    }

    #[test]
    fn marks_are_no_words() {
        assert_eq!(without_marks("{if ups}By UPS{end} to {company}."), " By UPS  to  .");
        assert_eq!(without_marks("no mark, and one { left open"), "no mark, and one   left open");
        assert_eq!(without_marks("[Our robe](page:p/robes/yupao), ![a](picture:b)."), "[Our robe , ![a .");
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        #[test]
        fn any_markdown_becomes_clean_html(text in fuzz::mutated_text("markdown")) {
            for html in [render(&text, Lang::En).html, render_page(&text, Lang::Zh).html, clean(&text)] {
                prop_assert_eq!(fault(&html), None, "{}", html);
            }
        }
    }

    /// An attribute, and the beginnings that its value may have.
    type Attribute = (&'static str, &'static [&'static str]);

    /// Elements and their attributes; written down apart from the allow list that is tested.
    const ALLOWED: &[(&str, &[Attribute])] = &[
        ("a", &[("href", &["https:", "http:", "mailto:", "tel:"])]),
        ("blockquote", &[]),
        ("br", &[]),
        ("code", &[]),
        ("em", &[]),
        ("h2", &[("id", &[""])]),
        ("h3", &[("id", &[""])]),
        ("h4", &[("id", &[""])]),
        ("hr", &[]),
        ("li", &[]),
        ("ol", &[("start", &[""])]),
        ("p", &[]),
        ("pre", &[]),
        ("span", &[("class", &["nowrap"])]),
        ("strong", &[]),
        ("table", &[("tabindex", &["0"])]),
        ("tbody", &[]),
        ("td", &[]),
        ("th", &[("scope", &["col"])]),
        ("thead", &[]),
        ("tr", &[]),
        ("ul", &[]),
    ];

    /// The first thing in HTML that is neither text nor an allowed element with allowed attributes.
    fn fault(html: &str) -> Option<String> {
        let tag = Regex::new(r#"^(/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"]*")*)>"#).expect("a pattern");
        let attribute = Regex::new(r#" ([a-z]+)="([^"]*)""#).expect("a pattern");
        let scheme = Regex::new("^[A-Za-z][A-Za-z0-9+.-]*:").expect("a pattern");
        for piece in html.split('<').skip(1) {
            let Some(found) = tag.captures(piece) else { return Some(format!("no tag: <{piece}")) };
            let Some((_, attributes)) = ALLOWED.iter().find(|(name, _)| *name == &found[2]) else {
                return Some(format!("element {}", &found[2]));
            };
            for found in attribute.captures_iter(&found[3]) {
                let Some((_, values)) = attributes.iter().find(|(name, _)| *name == &found[1]) else {
                    return Some(format!("attribute {}", &found[0]));
                };
                // What browsers skip in a URL.
                let value: String = found[2].replace("&amp;", "&").chars().filter(|c| *c > ' ').collect();
                let has_scheme = scheme.is_match(&value);
                let is_relative = &found[1] == "href" && !has_scheme;
                if !is_relative && !values.iter().any(|begin| value.to_lowercase().starts_with(begin)) {
                    return Some(format!("value {}", &found[0]));
                }
            }
        }
        None
    }

    #[test]
    fn unclean_html_is_found() {
        for unclean in [
            "<script>alert(1)</script>",
            "<p onclick=\"x()\">a</p>",
            "<iframe src=\"https://a.example\"></iframe>",
            "<a href=\"javascript:x()\">a</a>",
            "<a href=\" java\tscript:x()\">a</a>",
            "<a href=\"data:text/html,x\">a</a>",
            "<a href='https://a.example'>a</a>",
            "<a href=\"/en\" target=\"_blank\">a</a>",
            "<span class=\"price\">a</span>",
            "a < b",
        ] {
            assert!(fault(unclean).is_some(), "{unclean}");
        }
        let clean = "<p><a href=\"/en/help/a:b\">a</a> &lt; <a href=\"mailto:a@b.example\">b</a></p><br>";
        assert_eq!(fault(clean), None);
    }

    #[test]
    fn no_wrap_cases() {
        #[derive(serde::Deserialize)]
        struct Case {
            text: String,
            whole: Vec<String>,
        }
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../tests/cases/no_wrap.json")).expect("readable cases");
        for Case { text, whole } in cases {
            let found: Vec<&str> = unbreakable(&text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, whole, "{text}");
        }
    }

    #[test]
    fn only_pages_mark_unbreakable_text() {
        let text = "Notez-le : [E-Mail-Adresse](page:a-b)";
        let page = "<p><span class=\"nowrap\">Notez-le</span> : \
                    <a href=\"/fr/a-b\"><span class=\"nowrap\">E-Mail</span>-Adresse</a></p>";
        assert_eq!(render_page(text, Lang::Fr).html.trim(), page);
        assert!(!render(text, Lang::Fr).html.contains("nowrap"));
    }

    #[test]
    fn headings_get_ids_and_a_table_of_contents() {
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
    fn links_are_localised() {
        let page = render(
            "[a](help:returns) [b](page:contact-us) [c](https://x.example/) [d](help:terms-of-use#law)",
            Lang::De,
        );
        for link in ["/de/help/returns\"", "/de/contact-us\"", "https://x.example/\"", "/de/help/terms-of-use#law\""] {
            assert!(page.html.contains(&format!("href=\"{link}")), "{link} {}", page.html);
        }
    }

    #[test]
    fn tables_are_kept_and_unsafe_html_is_removed() {
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
    fn placeholders_are_filled_once_and_literally() {
        let values = [("company", escape("A*B* <i>{phone}")), ("phone", "1".to_owned())];
        let text = fill("{company}, {phone}, {other}, {", &values);
        let html = render(&text, Lang::En).html;
        assert_eq!(html.trim(), "<p>A*B* &lt;i&gt;{phone}, 1, {other}, {</p>");
    }

    #[test]
    fn payment_method_lines_are_kept_only_if_offered() {
        let text = "| a |\n{card}| b |\n{wechat}| c |\n{company} | d |\nand {wechat}";
        let kept = keep_offered(text, |method| method == PaymentMethod::Card);
        assert_eq!(kept, "| a |\n| b |\n{company} | d |\nand {wechat}");
    }
}
