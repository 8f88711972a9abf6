//! From what a shopper typed to an FTS5 match expression that can be nothing but a search for words.
//!
//! Only folded words reach the expression, each in quotes, so no operator of the query syntax can be typed.

use super::fold::{is_ideographic, words};

/// Words that one search reads: enough for any name, too few for mischief.
const MOST_WORDS: usize = 8;

/// One word of the query with everything it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub word: String,
    /// Synonyms, each a word or a phrase, folded.
    pub synonyms: Vec<String>,
    /// Words of the catalogue that it may be a slip of.
    pub slips: Vec<String>,
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
    Term { word, synonyms: Vec::new(), slips: Vec::new() }
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
            let mut ways = vec![prefix(&term.word)];
            ways.extend(term.synonyms.iter().map(|text| prefix(text)));
            ways.extend(term.slips.iter().map(|word| phrase(word)));
            format!("({})", ways.join(" OR "))
        })
        .collect();
    groups.join(if all { " AND " } else { " OR " })
}

/// Words that begin so; a single letter or Chinese phrase stands for itself.
fn prefix(text: &str) -> String {
    let last = text.rsplit(' ').next().unwrap_or(text);
    if is_ideographic(last) || last.chars().count() < 2 { phrase(text) } else { format!("{}*", phrase(text)) }
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
    fn many_words_are_cut() {
        assert_eq!(terms(&"a ".repeat(100)).len(), MOST_WORDS);
    }
}
