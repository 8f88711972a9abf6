//! Words by which the console finds rows of the shop: orders, customers, threads.
//!
//! A term is the rest of a value from one of its words on, folded as the catalogue's search folds, without separators:
//! `Anna-Maria Rossi` gives `annamariarossi`, `mariarossi` and `rossi`. So whoever types words, the beginnings of words, or
//! words that follow each other, however separated, types the prefix of a term. Terms that are a prefix of another one of
//! the same row are left out.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::words;

/// Characters of a term that are kept; what is looked for is cut alike.
const LONGEST: usize = 40;
/// Words of a value from which terms begin.
const WORDS: usize = 32;
/// Words that are looked for at most.
const ASKED: usize = 8;
/// What people type before the number of an order, folded.
const NOUNS: [&str; 18] = [
    "bestellnummer",
    "bestell-nr",
    "bestellung",
    "commande",
    "order",
    "pedido",
    "nummer",
    "number",
    "numero",
    "num",
    "no",
    "nr",
    "n",
    "订单",
    "编号",
    "单号",
    "号码",
    "号",
];

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

/// `12` of `Bestellung Nr. 12`: what is typed from a number on, if nothing but [`NOUNS`] is before it; else the whole text.
fn without_nouns(text: &str) -> String {
    let plain = text.replace(['°', 'º'], ".").replace('№', "no.");
    let folded: String = plain.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
    let is_between = |c: char| c.is_whitespace() || ".:#".contains(c);
    let mut rest = folded.trim_start_matches(is_between);
    while !rest.starts_with(|c: char| c.is_ascii_digit()) {
        // `N-12` and `NO12` are SKUs, and `norma` is a name.
        let ends = |noun: &str, after: &str| !noun.is_ascii() || after.starts_with(is_between);
        let noun = NOUNS.iter().find_map(|noun| rest.strip_prefix(noun).filter(|after| ends(noun, after)));
        let Some(after) = noun else { return text.to_owned() };
        rest = after.trim_start_matches(is_between);
    }
    rest.to_owned()
}

/// The one number that is looked for, without the year of an order that may stand before it.
pub fn asked_number(text: &str) -> Option<(Option<i16>, u32)> {
    let text = without_nouns(text);
    let number = text.trim();
    match number.split_once('-') {
        Some((year, count)) if year.len() == 4 => Some((Some(year.parse().ok()?), whole(count)?)),
        _ => Some((None, whole(number)?)),
    }
}

/// The number of the order that a text is, as orders are numbered: what the search of the shop takes for one.
pub fn order_number(text: &str) -> Option<String> {
    let (year, count) = asked_number(text)?;
    Some(format!("{}-{count:06}", year?))
}

fn whole(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// What is looked for: each a prefix of a term.
pub fn asked(text: &str) -> Vec<String> {
    let text = without_nouns(text);
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

    #[test]
    fn nouns_before_a_number_are_not_looked_for() {
        for text in [
            "12",
            "#12",
            "＃12",
            "order 12",
            "Order #12",
            "Order no. 12",
            "order number: 12",
            "Bestellung 12",
            "Bestell-Nr. 12",
            "Bestellnummer 12",
            "Nr.12",
            "No. 12",
            "№ 12",
            "commande n° 12",
            "Commande nº12",
            "Numéro 12",
            "pedido n.º 12",
            "núm. 12",
            "订单12",
            "订单号：12",
            "订单编号 12",
        ] {
            assert_eq!(asked(text), ["12"], "{text}");
            assert_eq!(asked_number(text), Some((None, 12)), "{text}");
        }
        assert_eq!(asked("order 2026-12"), ["202612"]);
        assert_eq!(asked_number("Order 2026-000012"), Some((Some(2026), 12)));
        assert_eq!(asked("Bestellung 12 Rossi"), ["12", "rossi"]);
        for (text, words) in [
            ("order", &["order"][..]),
            ("N-12", &["n12"]),
            ("NO12", &["no12"]),
            ("Norma 12", &["norma", "12"]),
            ("Orderly 12", &["orderly", "12"]),
        ] {
            assert_eq!(asked(text), words, "{text}");
        }
        for text in ["12 rossi", "12.50", "order", "", "99999999999", "12-", "TOW-12", "+12"] {
            assert_eq!(asked_number(text), None, "{text}");
        }
        assert_eq!(order_number("Bestellung 2026-12").as_deref(), Some("2026-000012"));
        assert_eq!(order_number("12"), None, "a quantity, or a size");
        assert_eq!(order_number("180-200"), None);
    }
}
