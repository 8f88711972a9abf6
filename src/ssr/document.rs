//! The HTML document around a rendered page: head, links to the bundle's files, primed answers. Knows no route.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Context as _;
use serde::Deserialize;

use crate::domain::look::{Drawing, Look};
use crate::look::{files, stylesheet};

/// Files of the entry or of a page.
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
    pages: BTreeMap<String, PageFiles>,
    /// Language packs by part and language.
    packs: BTreeMap<String, BTreeMap<String, String>>,
    /// By typeface.
    fonts: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct PageFiles {
    #[serde(flatten)]
    files: Files,
    /// Parts of the language pack that the page waits for.
    parts: Vec<String>,
}

/// The same of the operators' console.
#[derive(Debug, Deserialize)]
struct ConsoleList {
    entry: Files,
    fonts: Vec<String>,
}

/// Links of each page, built once at start.
#[derive(Debug)]
pub struct Assets {
    script: String,
    /// Links of all pages, without fonts.
    shared: String,
    pages: BTreeMap<String, PageLinks>,
    /// Language packs by part and language.
    packs: BTreeMap<String, BTreeMap<String, String>>,
    /// Preloads by typeface.
    fonts: BTreeMap<String, String>,
    console: PageLinks,
}

#[derive(Debug)]
struct PageLinks {
    /// Style sheets and preloads.
    links: String,
    /// The script with the page's screen.
    screen: String,
    /// Parts of the language pack that it waits for.
    parts: Vec<String>,
}

impl Assets {
    /// Reads the client build's list, and that of the console.
    pub fn new(list: &[u8], console: &[u8]) -> anyhow::Result<Assets> {
        let list: List = serde_json::from_slice(list).context("assets.json of the UI")?;
        let console: ConsoleList = serde_json::from_slice(console).context("assets.json of the console")?;
        let styles = |files: &Files| {
            files.css.iter().map(|css| format!("<link rel=\"stylesheet\" href=\"{css}\">")).collect::<String>()
        };
        let font = |file: &String| {
            format!("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"{file}\">")
        };
        let page = |files: &Files, parts: &[String]| {
            let scripts: String = files.imports.iter().chain([&files.js]).map(preload).collect();
            let links = format!("{}{scripts}", styles(files));
            PageLinks { links, screen: files.js.clone(), parts: parts.to_vec() }
        };
        let links_of =
            |(name, page_files): (&String, &PageFiles)| (name.clone(), page(&page_files.files, &page_files.parts));
        Ok(Assets {
            shared: format!("{}{}", styles(&list.entry), list.entry.imports.iter().map(preload).collect::<String>()),
            pages: list.pages.iter().map(links_of).collect(),
            packs: list.packs,
            fonts: list.fonts.iter().map(|(face, files)| (face.clone(), files.iter().map(font).collect())).collect(),
            console: {
                let PageLinks { links, screen, parts } = page(&console.entry, &[]);
                let fonts: String = console.fonts.iter().map(font).collect();
                PageLinks { links: format!("{fonts}{links}"), screen, parts }
            },
            script: list.entry.js,
        })
    }
}

fn preload(file: &String) -> String {
    format!("<link rel=\"modulepreload\" href=\"{file}\">")
}

/// The bundle's output for a page.
#[derive(Debug, Deserialize)]
pub struct Rendered {
    pub html: String,
    pub title: String,
    /// Tags for the head, already escaped.
    pub head: String,
    #[serde(rename = "htmlLang")]
    pub html_lang: String,
}

/// Writes the document. `beside`: HTML behind the page, which scripts do not take over; `primed` is JSON text.
pub fn write(
    assets: &Assets,
    look: &Look,
    page: &str,
    lang: &str,
    rendered: &Rendered,
    beside: &str,
    primed: &str,
) -> String {
    let mut out = String::with_capacity(rendered.html.len() + primed.len() + 4096);
    out.push_str("<!doctype html><html lang=\"");
    escape_into(&mut out, &rendered.html_lang);
    let _ = write!(
        out,
        "\" data-typeface=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>",
        look.typeface.code()
    );
    escape_into(&mut out, &rendered.title);
    out.push_str("</title>");
    out.push_str(&assets.shared);
    if let Some(colours) = stylesheet::path(&look.palette) {
        let _ = write!(out, "<link rel=\"stylesheet\" href=\"{colours}\">");
    }
    // Chinese uses system fonts.
    if let Some(fonts) = assets.fonts.get(look.typeface.code()).filter(|_| lang != "zh") {
        out.push_str(fonts);
    }
    let page = assets.pages.get(page);
    let packs: Vec<&String> =
        page.into_iter().flat_map(|page| &page.parts).filter_map(|part| assets.packs.get(part)?.get(lang)).collect();
    if let Some(PageLinks { links, .. }) = page {
        out.push_str(links);
        out.extend(packs.iter().map(|file| preload(file)));
    }
    icons(&mut out, look);
    let (light, dark) = (look.palette.background, look.palette.dark().shades.background);
    let _ = write!(
        out,
        "<meta name=\"theme-color\" content=\"{light}\" media=\"(prefers-color-scheme:light)\">\
         <meta name=\"theme-color\" content=\"{dark}\" media=\"(prefers-color-scheme:dark)\">"
    );
    out.push_str(&rendered.head);
    out.push_str("</head><body><div id=\"app\">");
    out.push_str(&rendered.html);
    out.push_str("</div>");
    out.push_str(beside);
    out.push_str("<script type=\"application/json\" id=\"primed\">");
    // Only `<` could end the script element.
    out.push_str(&primed.replace('<', "\\u003c"));
    out.push_str("</script><script type=\"module\" src=\"");
    out.push_str(&assets.script);
    // Named here, so that the first view needs no list of all screens and packs.
    if let Some(PageLinks { screen, .. }) = page {
        let _ = write!(out, "\" data-screen=\"{screen}\" data-packs=\"");
        for (at, file) in packs.into_iter().enumerate() {
            out.push_str(if at > 0 { " " } else { "" });
            out.push_str(file);
        }
    }
    out.push_str("\"></script></body></html>");
    out
}

/// The icon of tabs and that of home screens. Names of files hold nothing that would have to be escaped.
fn icons(out: &mut String, look: &Look) {
    let _ = match &look.icon {
        Some(Drawing { file, .. }) => {
            let kind = if file.ends_with(".svg") { "image/svg+xml" } else { "image/png" };
            let touch = files::touch_icon(file).unwrap_or_default();
            write!(
                out,
                "<link rel=\"icon\" href=\"/brand/{file}\" type=\"{kind}\"><link rel=\"apple-touch-icon\" href=\"/brand/{touch}\">"
            )
        }
        None => write!(
            out,
            "<link rel=\"icon\" href=\"/media/icon.svg\" type=\"image/svg+xml\"><link rel=\"apple-touch-icon\" href=\"/media/apple-touch-icon.180.png\">"
        ),
    };
}

/// The last resort when rendering failed: title, heading and links, in no language.
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

/// The shell page of the operators' console, which its scripts fill.
pub fn console(assets: &Assets, brand: &str) -> String {
    let PageLinks { links, screen, .. } = &assets.console;
    let script = format!(
        "<div id=\"app\"></div><script type=\"module\" src=\"{screen}\"></script><noscript>The console needs JavaScript. · La console nécessite JavaScript. · Die Konsole benötigt JavaScript. · La consola necesita JavaScript. · 控制台需要启用JavaScript。</noscript>"
    );
    console_page(brand, links, &script)
}

/// A page in the place of the console.
pub fn console_notice(brand: &str, notice: &str) -> String {
    let mut body = String::from("<main><h1>");
    escape_into(&mut body, brand);
    body.push_str("</h1><p>");
    escape_into(&mut body, notice);
    body.push_str("</p></main>");
    console_page(brand, "", &body)
}

fn console_page(brand: &str, links: &str, body: &str) -> String {
    let mut out = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\"><title>",
    );
    escape_into(&mut out, brand);
    let _ = write!(
        out,
        "</title>{links}<link rel=\"icon\" href=\"/media/icon.svg\" type=\"image/svg+xml\"></head><body>{body}</body></html>"
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
