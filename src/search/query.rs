//! Builds FTS5 match expressions from user input.
//!
//! Only folded words enter the expression, each quoted, so that input cannot contain operators of the query syntax.

use super::fold::{is_ideographic, words};

/// Words of a query that are used: bounds the cost of an expression.
const MAX_WORDS: usize = 8;

/// Letters from which a prefix is expanded with the list of words. Shorter ones have an FTS5 prefix index.
const MIN_EXPANDED: usize = 4;

/// One word of the query with its alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub word: String,
    /// What matches it: the word itself first, then synonyms; words or phrases, folded.
    pub alternatives: Vec<Alternative>,
    /// Words of the catalogue that it may be a misspelling of.
    pub corrections: Vec<String>,
}

/// A word or phrase, matched by prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    pub text: String,
    /// All completions of its last word; `None` if not looked up, or too many.
    pub endings: Option<Vec<String>>,
}

impl Alternative {
    pub fn new(text: String) -> Alternative {
        Alternative { text, endings: None }
    }

    /// The last word, which is matched by prefix.
    pub fn last(&self) -> &str {
        self.text.rsplit(' ').next().unwrap_or(&self.text)
    }
}

/// Whether a word is in the index's list of words: no numbers, and no Chinese, which has no prefixes.
pub fn is_listed(word: &str) -> bool {
    !is_ideographic(word) && word.chars().count() > 2 && !word.starts_with(|c: char| c.is_numeric())
}

/// Whether a prefix is expanded with the list of words.
pub fn is_expanded(prefix: &str) -> bool {
    is_listed(prefix) && prefix.chars().count() >= MIN_EXPANDED
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
    terms.truncate(MAX_WORDS);
    terms
}

fn term(word: String) -> Term {
    Term { alternatives: vec![Alternative::new(word.clone())], word, corrections: Vec::new() }
}

/// The edit distance that counts as a misspelling, by the length of the word.
pub fn tolerance(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The match expression: all terms (or any), each by one of its alternatives or corrections.
pub fn expression(terms: &[Term], all: bool) -> String {
    let groups: Vec<String> = terms
        .iter()
        .map(|term| {
            let mut phrases: Vec<String> = term.alternatives.iter().flat_map(phrases_of).collect();
            phrases.extend(term.corrections.iter().map(|word| phrase(word)));
            format!("({})", phrases.join(" OR "))
        })
        .collect();
    groups.join(if all { " AND " } else { " OR " })
}

/// The phrases of an alternative. Known completions are listed, because FTS5 collects all matches of a prefix before it
/// returns the first. A single letter or a Chinese phrase is matched exactly.
fn phrases_of(alternative: &Alternative) -> Vec<String> {
    let last = alternative.last();
    if let Some(endings) = &alternative.endings {
        let before = &alternative.text[..alternative.text.len() - last.len()];
        return endings.iter().map(|ending| phrase(&format!("{before}{ending}"))).collect();
    }
    let is_exact = is_ideographic(last) || last.chars().count() < 2;
    vec![if is_exact { phrase(&alternative.text) } else { format!("{}*", phrase(&alternative.text)) }]
}

fn phrase(text: &str) -> String {
    // Folded words have only letters and digits; the filter guarantees it.
    let safe: String = text.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    format!("\"{safe}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_contain_only_quoted_words() {
        let typed = r#""duvet" OR name:* NEAR(x, 2) -y AND (z"#;
        let expression = expression(&terms(typed), true);
        let outside: String = expression.split('"').step_by(2).collect();
        assert_eq!(outside.replace(['(', ')', '*', ' '], "").replace("AND", ""), "");
    }

    #[test]
    fn adjacent_chinese_characters_are_one_phrase() {
        assert_eq!(expression(&terms("羽绒枕"), true), "(\"羽 绒 枕\")");
        assert_eq!(expression(&terms("枕"), true), "(\"枕\")");
    }

    #[test]
    fn known_completions_are_listed() {
        let mut term = term("robe".to_owned());
        term.alternatives[0].endings = Some(vec!["robe".to_owned(), "robes".to_owned()]);
        term.alternatives.push(Alternative {
            endings: Some(vec!["gowns".to_owned()]),
            ..Alternative::new("dressing gown".to_owned())
        });
        term.alternatives.push(Alternative::new("ro".to_owned()));
        assert_eq!(expression(&[term], true), r#"("robe" OR "robes" OR "dressing gowns" OR "ro"*)"#);
    }

    #[test]
    fn excess_words_are_dropped() {
        assert_eq!(terms(&"a ".repeat(100)).len(), MAX_WORDS);
    }
}
