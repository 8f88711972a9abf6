//! The embedded seed files, parsed with the line of a syntax error; and the list of errors.

use std::collections::BTreeMap;

use anyhow::bail;
use rust_embed::RustEmbed;
use serde::de::DeserializeOwned;

use crate::domain::store_view::Lang;
use crate::domain::url_key::is_url_key;

#[derive(RustEmbed)]
#[folder = "seed/brand"]
struct Brand;

#[derive(RustEmbed)]
#[folder = "seed/catalogue"]
struct Catalogue;

#[derive(RustEmbed)]
#[folder = "seed/home"]
struct Home;

#[derive(RustEmbed)]
#[folder = "seed/pages"]
struct Pages;

#[derive(RustEmbed)]
#[folder = "seed/regions"]
struct Regions;

/// Files by their path below `seed/`.
#[derive(Debug, Default, Clone)]
pub struct Files {
    pub texts: BTreeMap<String, String>,
}

impl Files {
    /// The embedded files.
    pub fn embedded() -> Files {
        let mut files = Files::default();
        files.take::<Brand>("brand");
        files.take::<Catalogue>("catalogue");
        files.take::<Home>("home");
        files.take::<Pages>("pages");
        files.take::<Regions>("regions");
        files
    }

    fn take<F: RustEmbed>(&mut self, folder: &str) {
        for path in F::iter() {
            if let Some(file) = F::get(&path) {
                self.texts.insert(format!("{folder}/{path}"), String::from_utf8_lossy(&file.data).into_owned());
            }
        }
    }

    /// A file's text; reports a missing file.
    pub fn text(&self, path: &str, problems: &mut Problems) -> &str {
        match self.texts.get(path) {
            Some(text) => text,
            None => {
                problems.add(path, "", "is missing; add it");
                ""
            }
        }
    }

    /// Parses a TOML file; reports a syntax error with its line.
    pub fn read<T: DeserializeOwned + Default>(&self, path: &str, problems: &mut Problems) -> T {
        let text = self.text(path, problems);
        toml::from_str(text).unwrap_or_else(|error| {
            // A missing file is reported already; an empty text lacks every key.
            if self.texts.contains_key(path) {
                problems.unreadable(path, text, &error);
            }
            T::default()
        })
    }

    /// A file of each language.
    pub fn read_all<T: DeserializeOwned + Default>(
        &self,
        path: impl Fn(Lang) -> String,
        problems: &mut Problems,
    ) -> BTreeMap<Lang, T> {
        Lang::ALL.into_iter().map(|lang| (lang, self.read(&path(lang), problems))).collect()
    }

    /// Paths below a folder.
    pub fn below<'f>(&'f self, folder: &'f str) -> impl Iterator<Item = &'f str> {
        self.texts.keys().map(String::as_str).filter(move |path| path.starts_with(folder))
    }
}

/// The errors: a line each, with file, key and remedy.
#[derive(Debug, Default)]
pub struct Problems {
    lines: Vec<String>,
}

impl Problems {
    /// Adds `seed/<path>: <key> <what>`, where `what` ends with the remedy.
    pub fn add(&mut self, path: &str, key: &str, what: impl std::fmt::Display) {
        let space = if key.is_empty() { "" } else { " " };
        self.lines.push(format!("seed/{path}: {key}{space}{what}"));
    }

    pub fn unreadable(&mut self, path: &str, text: &str, error: &toml::de::Error) {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let what = error.message().lines().collect::<Vec<_>>().join(" ");
        self.lines.push(format!("seed/{path}:{line}: {what}; mend this line"));
    }

    /// Requires a text that is not empty.
    pub fn expect_text(&mut self, path: &str, key: &str, field: &str, text: &str) {
        if text.trim().is_empty() {
            self.add(path, key, format_args!("has no {field}; write it"));
        }
    }

    /// Requires a well-formed URL key that no other entry of the file has; `known` has the entries by URL key.
    pub fn expect_url_key<'t>(
        &mut self,
        path: &str,
        key: &'t str,
        url_key: &'t str,
        known: &mut BTreeMap<&'t str, &'t str>,
    ) {
        if !is_url_key(url_key) {
            self.add(path, key, format_args!("has the url_key {url_key:?}; give lower-case words joined by hyphens"));
        }
        if let Some(other) = known.insert(url_key, key) {
            self.add(path, key, format_args!("shares its url_key with {other}; give it its own"));
        }
    }

    /// Fails if there are errors, with all of them.
    pub fn check(&self) -> anyhow::Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        bail!("{}", self.lines.join("\n"))
    }
}
