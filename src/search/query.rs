//! From what a shopper typed to an FTS5 match expression that can be nothing but a search for words.
//!
//! Only folded words reach the expression, each in quotes, so no operator of the query syntax can be typed.

use super::fold::{is_ideographic, words};

/// Words that one search reads: enough for any name, too few for mischief.
const MOST_WORDS: usize = 8;

/// Letters of a beginning from which on the index's list of words says how it may go on. Shorter ones have an index of their
/// own.
const LOOKED_UP: usize = 4;

/// One word of the query with everything it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub word: String,
    /// What finds it: itself or a synonym, a word or a phrase, folded. Itself first.
    pub ways: Vec<Way>,
    /// Words of the catalogue that it may be a slip of.
    pub slips: Vec<String>,
}

/// A word or phrase whose last word may go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    pub text: String,
    /// All words that the last one may be the beginning of; `None`: not looked up, or too many to name.
    pub endings: Option<Vec<String>>,
}

impl Way {
    pub fn new(text: String) -> Way {
        Way { text, endings: None }
    }

    /// The word that may go on.
    pub fn last(&self) -> &str {
        self.text.rsplit(' ').next().unwrap_or(&self.text)
    }
}

/// Whether a word stands in the index's list: numbers would be many, and Chinese is not made of beginnings.
pub fn is_listed(word: &str) -> bool {
    !is_ideographic(word) && word.chars().count() > 2 && !word.starts_with(|c: char| c.is_numeric())
}

/// Whether the list of words is asked how a word may go on.
pub fn is_looked_up(beginning: &str) -> bool {
    is_listed(beginning) && beginning.chars().count() >= LOOKED_UP
}

/// The words of a query; neighbouring Chinese characters are one phrase.
pub fn terms(q: &str) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut phrase: Option<String> = None;
    for word in words(q) {
        if is_ideographic(&word) {
            let text = phrase.get_or_insert_default();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&word);
        } else {
            terms.extend(phrase.take().map(term));
            terms.push(term(word));
        }
    }
    terms.extend(phrase.map(term));
    terms.truncate(MOST_WORDS);
    terms
}

fn term(word: String) -> Term {
    Term { ways: vec![Way::new(word.clone())], word, slips: Vec::new() }
}

/// Distance that still counts as a slip, by the length of the word.
pub fn tolerance(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The match expression: all terms, each by itself or by what it may stand for.
pub fn expression(terms: &[Term], all: bool) -> String {
    let groups: Vec<String> = terms
        .iter()
        .map(|term| {
            let mut ways: Vec<String> = term.ways.iter().flat_map(spelt_out).collect();
            ways.extend(term.slips.iter().map(|word| phrase(word)));
            format!("({})", ways.join(" OR "))
        })
        .collect();
    groups.join(if all { " AND " } else { " OR " })
}

/// The phrases of a way. Where its endings are known each is named, because FTS5 gathers all hits of a beginning before it
/// gives the first. A single letter or a Chinese phrase stands for itself.
fn spelt_out(way: &Way) -> Vec<String> {
    let last = way.last();
    if let Some(endings) = &way.endings {
        let before = &way.text[..way.text.len() - last.len()];
        return endings.iter().map(|ending| phrase(&format!("{before}{ending}"))).collect();
    }
    let stands_alone = is_ideographic(last) || last.chars().count() < 2;
    vec![if stands_alone { phrase(&way.text) } else { format!("{}*", phrase(&way.text)) }]
}

fn phrase(text: &str) -> String {
    // Folded words hold letters and digits alone; the filter makes that a promise.
    let safe: String = text.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    format!("\"{safe}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_holds_words_alone() {
        let typed = r#""duvet" OR name:* NEAR(x, 2) -y AND (z"#;
        let expression = expression(&terms(typed), true);
        let outside: String = expression.split('"').step_by(2).collect();
        assert_eq!(outside.replace(['(', ')', '*', ' '], "").replace("AND", ""), "");
    }

    #[test]
    fn chinese_is_one_phrase() {
        assert_eq!(expression(&terms("羽绒枕"), true), "(\"羽 绒 枕\")");
        assert_eq!(expression(&terms("枕"), true), "(\"枕\")");
    }

    #[test]
    fn known_endings_are_named() {
        let mut term = term("robe".to_owned());
        term.ways[0].endings = Some(vec!["robe".to_owned(), "robes".to_owned()]);
        term.ways.push(Way { endings: Some(vec!["gowns".to_owned()]), ..Way::new("dressing gown".to_owned()) });
        term.ways.push(Way::new("ro".to_owned()));
        assert_eq!(expression(&[term], true), r#"("robe" OR "robes" OR "dressing gowns" OR "ro"*)"#);
    }

    #[test]
    fn many_words_are_cut() {
        assert_eq!(terms(&"a ".repeat(100)).len(), MOST_WORDS);
    }
}
