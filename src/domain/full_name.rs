//! Full names: family name first in Chinese characters, given name first otherwise.

/// Joins first and last name in the order of their script; empty parts leave no gap.
pub fn full_name(first_name: &str, last_name: &str) -> String {
    let (first, last) = (first_name.trim(), last_name.trim());
    if is_han(first) && is_han(last) {
        return format!("{last}{first}");
    }
    format!("{first} {last}").trim().to_owned()
}

/// Name for salutations: the first name, or the full name in Chinese characters, where a given name alone is too
/// familiar.
pub fn salutation(first_name: &str, last_name: &str) -> String {
    let (first, last) = (first_name.trim(), last_name.trim());
    if is_han(first) && is_han(last) { full_name(first, last) } else { first.to_owned() }
}

/// Whether a name consists of Chinese characters only.
fn is_han(name: &str) -> bool {
    let is_one = |c: char| matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}');
    !name.is_empty() && name.chars().all(is_one)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        first: String,
        last: String,
        full: String,
        salutation: String,
        why: String,
    }

    #[test]
    fn family_name_comes_first_in_chinese_only() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../tests/cases/full_name.json")).expect("readable cases");
        for Case { first, last, full, salutation: greeted, why } in cases {
            assert_eq!(full_name(&first, &last), full, "{why}");
            assert_eq!(salutation(&first, &last), greeted, "{why}");
        }
    }
}
