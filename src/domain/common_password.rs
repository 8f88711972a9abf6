//! The most common passwords, and words that a password may not hold.
//!
//! `common_passwords.txt` holds those of the 10 000 most common passwords that have at least six characters (shorter
//! ones are refused anyway), in lower case and sorted by bytes. It was taken from `common-passwords.txt.gz` of Django
//! 5.2 (BSD 3-Clause), a list that Royce Williams made by frequency from the Pwned Passwords of Have I Been Pwned.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

static LIST: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// Whether a trimmed password is among the most common ones, ignoring case.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    LIST.binary_search(&lower.as_str()).is_ok()
}

/// Shortest word that a password may not hold: shorter ones occur in other words.
const WORD_MIN: usize = 4;

/// Whether a password holds one of these words, ignoring case, accents and what stands between letters. For the words that
/// an attacker tries first: the shop's name and the customer's own mailbox (NIST SP 800-63B, 3.1.1.2).
pub fn holds_word<'w>(password: &str, words: impl IntoIterator<Item = &'w str>) -> bool {
    let password = letters(password);
    words.into_iter().map(letters).any(|word| word.chars().count() >= WORD_MIN && password.contains(&word))
}

/// Letters and digits in lower case, without accents.
fn letters(text: &str) -> String {
    text.nfkd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::validate::PASSWORD_MIN;

    #[test]
    fn list_is_sorted_unique_and_complete() {
        assert!(LIST.is_sorted_by(|a, b| a < b), "sorted and unique for binary search");
        assert!(LIST.iter().all(|word| word.chars().count() >= PASSWORD_MIN && word.to_lowercase() == **word));
        assert!((8_000..10_000).contains(&LIST.len()), "{}", LIST.len());
    }

    #[test]
    fn words_are_found_in_any_spelling() {
        let words = ["Valmère", "ada.king", "bo"];
        for password in ["valmere2026", "My VALMÈRE!", "val-mère", "xxAda_King99", "adaking"] {
            assert!(holds_word(password, words), "{password}");
        }
        for password in ["valley-meadow", "ada the first", "bonjour tristesse", "", "correct horse"] {
            assert!(!holds_word(password, words), "{password}");
        }
    }

    #[test]
    fn common_passwords_are_found_regardless_of_case() {
        for word in ["123456", "password", "PassWord1", "qwerty", "iloveyou"] {
            assert!(is_common(word), "{word}");
        }
        for word in ["", "lac-d'annecy", "correct horse", "zzzzzzzzzzzzzzzzzzz"] {
            assert!(!is_common(word), "{word}");
        }
    }
}
