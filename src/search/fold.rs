//! Normalizes words for comparison: lower case, no diacritics, ligatures expanded, Chinese characters separated, sizes in one form.
//!
//! Indexed text and questions are folded alike, so consistency matters more than linguistic accuracy.

use std::sync::LazyLock;

use regex_lite::{Captures, Regex};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

const SOFT_HYPHEN: char = '\u{ad}';

/// The words of a text, folded, in order. A Chinese character is a word.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)) {
        if is_ideograph(c) {
            flush(&mut word, &mut words);
            words.push(c.to_string());
        } else if c.is_alphanumeric() {
            match c {
                'ß' | 'ẞ' => word.push_str("ss"),
                'æ' | 'Æ' => word.push_str("ae"),
                'œ' | 'Œ' => word.push_str("oe"),
                'ø' | 'Ø' => word.push('o'),
                'ł' | 'Ł' => word.push('l'),
                c => word.extend(c.to_lowercase()),
            }
        } else if c != SOFT_HYPHEN {
            // A soft hyphen does not end a word.
            flush(&mut word, &mut words);
        }
    }
    flush(&mut word, &mut words);
    words
}

/// A pattern of the program: none where it is not one, which a test refuses.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// The text with lengths in centimetres and sizes as one word: `1,80 m` becomes `180`, `180 × 200 cm` becomes `180x200`.
pub fn with_sizes(text: &str) -> String {
    static METRES: LazyLock<Option<Regex>> = LazyLock::new(|| {
        pattern(r"(?i)\b(\d)[.,](\d{1,2})\s*(?:m\b|米|met[re]{2}|metro|mètre)|\b(\d)(?:m|米)(\d{1,2})\b")
    });
    static SIZE: LazyLock<Option<Regex>> =
        LazyLock::new(|| pattern(r"(?i)(\d{2,3})\s*(?:cm|厘米|公分)?\s*(?:x|×|\*|乘|by|par|por|auf|mal)\s*(\d{2,3})"));
    static UNIT: LazyLock<Option<Regex>> = LazyLock::new(|| pattern(r"(?i)(\d)\s*(?:cm\b|厘米|公分)"));
    let (Some(metres), Some(size), Some(unit)) = (&*METRES, &*SIZE, &*UNIT) else { return text.to_owned() };
    // The engine knows the spaces of ASCII only.
    let text = text.replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ");
    let text = metres.replace_all(&text, |found: &Captures<'_>| {
        let part = |one: usize, other: usize| found.get(one).or(found.get(other)).map_or("", |part| part.as_str());
        format!("{}{:0<2} ", part(1, 3), part(2, 4))
    });
    let text = size.replace_all(&text, "${1}x${2} ");
    unit.replace_all(&text, "$1 ").into_owned()
}

/// Width and length of a size as [`with_sizes`] writes it.
pub fn sides(word: &str) -> Option<(&str, &str)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once('x').filter(|(width, length)| is_number(width) && is_number(length))
}

/// The words of a text, folded, each with its spelling. Chinese characters, and words that fold to several, are left out.
pub fn spellings(text: &str) -> Vec<(String, String)> {
    let composed: String = text.nfc().collect();
    composed
        .split(|c| !is_part(c))
        .filter_map(|token| {
            let folded = <[String; 1]>::try_from(words(token)).ok()?;
            (!is_ideographic(&folded[0])).then(|| {
                let [folded] = folded;
                (folded, token.replace(SOFT_HYPHEN, ""))
            })
        })
        .collect()
}

/// Byte position of the last word of a text; its end if there is none.
pub fn last_word_start(text: &str) -> usize {
    let end = text.trim_end_matches(|c| !is_part(c)).len();
    text[..end].rfind(|c| !is_part(c)).map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8))
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c) || c == SOFT_HYPHEN
}

fn flush(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// Whether a folded word is a Chinese character.
pub fn is_ideographic(word: &str) -> bool {
    word.chars().next().is_some_and(is_ideograph)
}

fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(text: &str) -> String {
        words(text).join(" ")
    }

    #[test]
    fn case_accents_and_ligatures_are_folded() {
        assert_eq!(fold("Crème brûlée"), "creme brulee");
        assert_eq!(fold("Weiße Bettwäsche"), "weisse bettwasche");
        assert_eq!(fold("l’oreiller d'été"), "l oreiller d ete");
        assert_eq!(fold("羽绒枕头 50×70"), "羽 绒 枕 头 50 70");
        assert_eq!(fold("Bett\u{ad}decke"), "bettdecke");
        assert_eq!(fold("\" OR * ( NEAR"), "or near");
    }

    #[test]
    fn sizes_are_one_word_however_they_are_typed() {
        for text in
            ["180x200", "180 x 200", "180×200 cm", "180 cm × 200 cm", "180*200", "180 by 200", "180\u{a0}×\u{a0}200"]
        {
            assert_eq!(fold(&with_sizes(text)), "180x200", "{text}");
        }
        for text in ["1,80 m", "1.8 m", "1.80m", "1m80", "180 cm", "1.8米", "1米8"] {
            assert_eq!(fold(&with_sizes(text)), "180", "{text}");
        }
        assert_eq!(fold(&with_sizes("2 mattresses, 3 x soap")), "2 mattresses 3 x soap");
        assert_eq!(sides("180x200"), Some(("180", "200")));
        assert_eq!(sides("x200"), None);
    }

    #[test]
    fn words_keep_their_spelling() {
        let found = spellings("Bett\u{ad}wäsche, l’été; 羽绒 ½");
        let expected = [("bettwasche", "Bettwäsche"), ("l", "l"), ("ete", "été")];
        assert_eq!(found, expected.map(|(folded, spelling)| (folded.to_owned(), spelling.to_owned())));
    }

    #[test]
    fn last_word_is_found_after_any_separator() {
        for (text, last) in
            [("literie d'été", "été"), ("Düf", "Düf"), ("bed linen ", "linen "), ("羽 x", "x"), ("", "")]
        {
            assert_eq!(&text[last_word_start(text)..], last, "{text}");
        }
    }
}
