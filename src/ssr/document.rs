//! The HTML document around what the bundle rendered: head, links to the bundle's files, primed answers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Context as _;
use serde::Deserialize;

/// What a page links besides its own script.
#[derive(Debug, Deserialize)]
struct Files {
    js: String,
    imports: Vec<String>,
    css: Vec<String>,
}

/// The client build's list of its files: `assets.json`.
#[derive(Debug, Deserialize)]
struct List {
    entry: Files,
    /// By page name.
    pages: BTreeMap<String, Files>,
    /// By language.
    packs: BTreeMap<String, String>,
    fonts: Vec<String>,
}

/// The links of each page, written once at start.
#[derive(Debug)]
pub struct Assets {
    script: String,
    /// Shared by all pages: fonts aside.
    shared: String,
    pages: BTreeMap<String, String>,
    packs: BTreeMap<String, String>,
    fonts: String,
}

impl Assets {
    /// Reads the client build's list.
    pub fn new(list: &[u8]) -> anyhow::Result<Assets> {
        let list: List = serde_json::from_slice(list).context("assets.json of the UI")?;
        let styles = |files: &Files| {
            files.css.iter().map(|css| format!("<link rel=\"stylesheet\" href=\"{css}\">")).collect::<String>()
        };
        let preload = |file: &String| format!("<link rel=\"modulepreload\" href=\"{file}\">");
        let font = |file: &String| {
            format!("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"{file}\">")
        };
        let page = |files: &Files| {
            let scripts: String = files.imports.iter().chain([&files.js]).map(preload).collect();
            format!("{}{scripts}", styles(files))
        };
        Ok(Assets {
            shared: format!("{}{}", styles(&list.entry), list.entry.imports.iter().map(preload).collect::<String>()),
            pages: list.pages.iter().map(|(name, files)| (name.clone(), page(files))).collect(),
            packs: list.packs.iter().map(|(lang, file)| (lang.clone(), preload(file))).collect(),
            fonts: list.fonts.iter().map(font).collect(),
            script: list.entry.js,
        })
    }
}

/// What the bundle answered for a page.
#[derive(Debug, Deserialize)]
pub struct Rendered {
    pub html: String,
    pub title: String,
    /// Tags for the head, already escaped.
    pub head: String,
    #[serde(rename = "htmlLang")]
    pub html_lang: String,
}

/// Writes the document. `primed` is JSON text.
pub fn write(assets: &Assets, page: &str, lang: &str, rendered: &Rendered, primed: &str) -> String {
    let mut out = String::with_capacity(rendered.html.len() + primed.len() + 4096);
    out.push_str("<!doctype html><html lang=\"");
    escape_into(&mut out, &rendered.html_lang);
    out.push_str("\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>");
    escape_into(&mut out, &rendered.title);
    out.push_str("</title>");
    out.push_str(&assets.shared);
    // Chinese is set in the reader's own fonts.
    if lang != "zh" {
        out.push_str(&assets.fonts);
    }
    for links in [assets.pages.get(page), assets.packs.get(lang)].into_iter().flatten() {
        out.push_str(links);
    }
    out.push_str("<link rel=\"icon\" href=\"/media/icon.svg\" type=\"image/svg+xml\"><link rel=\"apple-touch-icon\" href=\"/media/apple-touch-icon.180.png\"><meta name=\"theme-color\" content=\"#FBF9F5\">");
    out.push_str(&rendered.head);
    out.push_str("</head><body><div id=\"app\">");
    out.push_str(&rendered.html);
    out.push_str("</div><script type=\"application/json\" id=\"primed\">");
    // `<` is the only character that could end the block.
    out.push_str(&primed.replace('<', "\\u003c"));
    out.push_str("</script><script type=\"module\" src=\"");
    out.push_str(&assets.script);
    out.push_str("\"></script></body></html>");
    out
}

/// The page that goes out when rendering failed: plain, but with a title, a heading and the ways on.
pub fn fallback(lang: &str, brand: &str) -> String {
    let mut out = String::from("<!doctype html><html lang=\"");
    escape_into(&mut out, lang);
    out.push_str("\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\"><title>");
    escape_into(&mut out, brand);
    out.push_str("</title></head><body><main><h1>");
    escape_into(&mut out, brand);
    let _ = write!(
        out,
        "</h1><p>503</p><p><a href=\"\">&#x21bb;</a> · <a href=\"/{lang}\">/{lang}</a></p></main></body></html>"
    );
    out
}

fn escape_into(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}
