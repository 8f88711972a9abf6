//! The most common passwords.
//!
//! `common_passwords.txt` holds those of the 10 000 most common passwords that have at least six characters (shorter
//! ones are refused anyway), in lower case and sorted by bytes. It was taken from `common-passwords.txt.gz` of Django
//! 5.2 (BSD 3-Clause), a list that Royce Williams made by frequency from the Pwned Passwords of Have I Been Pwned.

use std::sync::LazyLock;

static LIST: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// Whether a trimmed password is among the most common ones, ignoring case.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    LIST.binary_search(&lower.as_str()).is_ok()
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
    fn common_passwords_are_found_regardless_of_case() {
        for word in ["123456", "password", "PassWord1", "qwerty", "iloveyou"] {
            assert!(is_common(word), "{word}");
        }
        for word in ["", "lac-d'annecy", "correct horse", "zzzzzzzzzzzzzzzzzzz"] {
            assert!(!is_common(word), "{word}");
        }
    }
}
