//! Colleagues whom a note names. In the text as it is kept `@{3}` stands for the person with that id, so that a name that changes, or
//! one that is gone, is right everywhere.

use std::ops::Range;

/// Digits of an id.
const MOST_DIGITS: usize = 18;

/// The ids in a text, each with where it stands.
fn marks(text: &str) -> Vec<(Range<usize>, i64)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("@{").map(|at| from + at) {
        let digits = text[at + 2..].bytes().take_while(u8::is_ascii_digit).count();
        let end = at + 2 + digits;
        from = at + 2;
        if (1..=MOST_DIGITS).contains(&digits)
            && text[end..].starts_with('}')
            && let Ok(id) = text[at + 2..end].parse()
        {
            found.push((at..end + 1, id));
            from = end + 1;
        }
    }
    found
}

/// The people whom a text names, each once, in order.
pub fn ids(text: &str) -> Vec<i64> {
    let mut ids = Vec::new();
    for (_, id) in marks(text) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The text with names in the places of ids.
pub fn named(text: &str, name: impl Fn(i64) -> String) -> String {
    let mut told = String::with_capacity(text.len());
    let mut from = 0;
    for (place, id) in marks(text) {
        told.push_str(&text[from..place.start]);
        told.push('@');
        told.push_str(&name(id));
        from = place.end;
    }
    told.push_str(&text[from..]);
    told
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_whole_marks_are_people() {
        assert_eq!(ids("@{3} and @{12}, again @{3}"), [3, 12]);
        for text in ["@3", "@{}", "@{x}", "@{3", "{3}", "@{-3}", "@{1234567890123456789}"] {
            assert_eq!(ids(text), [0_i64; 0], "{text}");
            assert_eq!(named(text, |_| "x".into()), text);
        }
        assert_eq!(named("Ask @{3}, é@{@{4}!", |id| format!("N{id}")), "Ask @N3, é@{@N4!");
    }

    proptest! {
        #[test]
        fn whoever_is_put_into_a_text_is_found(words in prop::collection::vec(("[^@{}]{0,8}", 1_i64..1_000_000), 0..6)) {
            let text: String = words.iter().map(|(word, id)| format!("{word}@{{{id}}}")).collect();
            let mut expected: Vec<i64> = Vec::new();
            words.iter().for_each(|(_, id)| if !expected.contains(id) { expected.push(*id) });
            prop_assert_eq!(ids(&text), expected);
            let plain: String = words.iter().map(|(word, _)| format!("{word}@")).collect();
            prop_assert_eq!(named(&text, |_| String::new()), plain);
        }

        #[test]
        fn any_text_without_people_stays(text in any::<String>()) {
            let told = named(&text, |id| format!("{{{id}}}"));
            prop_assert_eq!(told, text);
        }
    }
}
