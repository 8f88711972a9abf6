//! What of the home page is still the demonstration's: in a shop in earnest none of it is to be left.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use anyhow::Context as _;

use super::types::{Finding, Place};
use crate::catalog::media;
use crate::cms;
use crate::cms::content::{Structure, Texts};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::message;

/// The home page of the demonstration.
struct Seeded {
    structure: Structure,
    texts: BTreeMap<Lang, Texts>,
}

fn seeded() -> anyhow::Result<&'static Seeded> {
    static SEEDED: OnceLock<Seeded> = OnceLock::new();
    if let Some(known) = SEEDED.get() {
        return Ok(known);
    }
    let mut texts = BTreeMap::new();
    for (lang, document) in [
        (Lang::En, include_str!("../../seed/home/en.toml")),
        (Lang::Fr, include_str!("../../seed/home/fr.toml")),
        (Lang::De, include_str!("../../seed/home/de.toml")),
        (Lang::Es, include_str!("../../seed/home/es.toml")),
        (Lang::Zh, include_str!("../../seed/home/zh.toml")),
    ] {
        texts.insert(lang, toml::from_str(document).with_context(|| format!("seed/home/{lang}.toml"))?);
    }
    let structure = toml::from_str(include_str!("../../seed/home/home.toml")).context("seed/home/home.toml")?;
    Ok(SEEDED.get_or_init(|| Seeded { structure, texts }))
}

/// Texts, by language, and pictures that came with the demonstration.
pub fn of_home(tx: &mut dyn Tx, languages: &[Lang]) -> Result<Vec<Finding>> {
    let (structure, texts) = cms::home_content(tx)?;
    let theirs = seeded()?;
    let is_left = |lang: &&Lang| match (texts.get(lang), theirs.texts.get(lang)) {
        (Some(own), Some(theirs)) => has_sentence_of(own, theirs),
        _ => false,
    };
    let left: Vec<&str> = languages.iter().filter(is_left).map(|lang| lang.native_name()).collect();
    let mut found = Vec::new();
    if !left.is_empty() {
        let what = message::COMPLIANCE_HOME_TEXTS.with("languages", left.join(", "));
        found.push(Finding { place: Place::Home, what });
    }
    let mut pictures: Vec<&str> = Vec::new();
    for name in structure.pictures().filter(|name| theirs.structure.pictures().any(|seeded| seeded == *name)) {
        if !media::is_put_in(tx, name)? {
            pictures.push(name);
        }
    }
    pictures.sort_unstable();
    pictures.dedup();
    if !pictures.is_empty() {
        let what = message::COMPLIANCE_HOME_PICTURES.with("pictures", pictures.join(", "));
        found.push(Finding { place: Place::Home, what });
    }
    Ok(found)
}

/// Whether a sentence stands where the demonstration has it. Names of categories and buttons are anybody's.
fn has_sentence_of(own: &Texts, theirs: &Texts) -> bool {
    sentences(own).iter().any(|(at, text)| !text.is_empty() && sentences(theirs).get(at) == Some(text))
}

fn sentences(texts: &Texts) -> BTreeMap<String, &str> {
    let mut found = BTreeMap::new();
    for (at, words) in [("hero", &texts.hero), ("hero_mobile", &texts.hero_mobile), ("story", &texts.story)] {
        found.insert(format!("{at}.title"), words.title.as_str());
        found.insert(format!("{at}.text"), words.text.as_str());
        found.insert(format!("{at}.alt"), words.alt.as_str());
    }
    if let Some(meta) = &texts.meta {
        found.insert("meta.title".to_owned(), &meta.title);
        found.insert("meta.description".to_owned(), &meta.description);
    }
    found.insert("bestsellers.title".to_owned(), &texts.bestsellers.title);
    found.extend(texts.blocks.iter().map(|(key, block)| (format!("blocks.{key}"), block.text.as_str())));
    found.extend(texts.facts.iter().enumerate().map(|(at, fact)| (format!("facts.{at}"), fact.text.as_str())));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_indexed, seeded, with};

    #[test]
    fn texts_and_pictures_of_the_home_page_are_found_until_they_are_the_houses_own() {
        let shop = seeded();
        let found = || with(&shop, |tx| of_home(tx, &[Lang::En, Lang::De]));
        let before = found();
        let ids: Vec<&str> = before.iter().map(|found| found.what.id).collect();
        assert_eq!(ids, ["compliance.open_home_texts", "compliance.open_home_pictures"]);
        assert_eq!(before[0].what.params["languages"], "English, Deutsch");
        assert_eq!(before[1].what.params["pictures"], "home-hero-desktop, home-hero-mobile, home-story");
        // All written anew but one sentence in German, and one picture.
        let (mut structure, seeded) = with(&shop, cms::home_content);
        let mut texts = seeded.clone();
        for own in texts.values_mut() {
            *own = Texts { announcement: own.announcement.clone(), ..Texts::default() };
            own.hero.cta = "Shop now".into();
        }
        texts.get_mut(&Lang::De).expect("German").story.text = seeded[&Lang::De].story.text.clone();
        structure.hero.image = "bed-lac-1".into();
        structure.hero_mobile.image = "bed-lac-1".into();
        with(&shop, |tx| cms::save_home_content(tx, &structure, &texts));
        let left = found();
        assert_eq!(left[0].what.params["languages"], "Deutsch");
        assert_eq!(left[1].what.params["pictures"], "home-story");
        texts.get_mut(&Lang::De).expect("German").story = Default::default();
        structure.story.image = "bed-lac-1".into();
        with(&shop, |tx| cms::save_home_content(tx, &structure, &texts));
        assert!(found().is_empty());
        assert_indexed(&shop, |tx| of_home(tx, &Lang::ALL));
    }
}
