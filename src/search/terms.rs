//! Words by which the console finds rows of the shop: orders, customers, threads.
//!
//! A term is the rest of a value from one of its words on, folded as the catalogue's search folds, without separators:
//! `Anna-Maria Rossi` gives `annamariarossi`, `mariarossi` and `rossi`. So whoever types words, the beginnings of words, or
//! words that follow each other, however separated, types the prefix of a term. Terms that are a prefix of another one of
//! the same row are left out.

use std::collections::BTreeSet;

use super::words;

/// Characters of a term that are kept; what is looked for is cut alike.
const LONGEST: usize = 40;
/// Words of a value from which terms begin.
const WORDS: usize = 32;
/// Words that are looked for at most.
const ASKED: usize = 8;

fn cut(term: &str) -> String {
    term.chars().take(LONGEST).collect()
}

/// The terms of a value.
pub fn of_value(value: &str) -> impl Iterator<Item = String> + use<> {
    let words = words(value);
    (0..words.len().min(WORDS)).map(move |from| cut(&words[from..].concat()))
}

/// The terms of a name, whichever part is typed first.
pub fn of_name(first_name: &str, last_name: &str) -> impl Iterator<Item = String> + use<> {
    [format!("{first_name} {last_name}"), format!("{last_name} {first_name}")]
        .into_iter()
        .flat_map(|name| of_value(&name))
}

/// The terms of a document's number: with and without its year, and without the zeros that nobody types.
pub fn of_number(number: &str) -> Vec<String> {
    let mut terms: Vec<String> = of_value(number).collect();
    if let Some((year, count)) = number.rsplit_once('-') {
        let short = count.trim_start_matches('0');
        terms.extend([short.to_owned(), format!("{}{short}", words(year).concat())]);
    }
    terms
}

/// What is looked for: each a prefix of a term.
pub fn asked(text: &str) -> Vec<String> {
    let typed = text.split_whitespace().map(|word| cut(&words(word).concat()));
    typed.filter(|word| !word.is_empty()).take(ASKED).collect()
}

/// The end of the range of terms that begin with a word.
pub fn end_of(word: &str) -> String {
    format!("{word}\u{10FFFF}")
}

/// Without those that are the prefix of another one.
pub fn shortened(terms: BTreeSet<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(terms.len());
    for term in terms {
        // In this order a prefix comes directly before what it begins.
        if kept.last().is_some_and(|last| term.starts_with(last.as_str())) {
            kept.pop();
        }
        kept.push(term);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_as_people_type_them() {
        assert_eq!(of_number("2026-000012"), ["2026000012", "000012", "12", "202612"]);
        assert_eq!(of_number("W2026-00007"), ["w202600007", "00007", "7", "w20267"]);
        assert_eq!(of_number("7K3F9QXZ2M"), ["7k3f9qxz2m"]);
    }
}
