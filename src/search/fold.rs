//! Normalizes words for comparison: lower case, no diacritics, ligatures expanded, Chinese characters separated.
//!
//! Indexed text and queries are folded alike, so consistency matters more than linguistic accuracy.

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

/// The folded text as the index stores it: words separated by one space.
pub fn fold(text: &str) -> String {
    words(text).join(" ")
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
