//! The last part of a page's address: lower-case words joined by hyphens.

/// Characters of an address that is made from a name.
const MOST: usize = 80;

/// Whether a text is one.
pub fn is_url_key(key: &str) -> bool {
    !key.is_empty()
        && key
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// The address for a name that is folded to small letters without accents; empty where none of it can stand in an address, as of
/// Chinese.
pub fn from_folded(name: &str) -> String {
    let mut key = String::new();
    for word in name.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit()).filter(|word| !word.is_empty()) {
        let length = key.len() + usize::from(!key.is_empty()) + word.len();
        if length > MOST {
            break;
        }
        if !key.is_empty() {
            key.push('-');
        }
        key.push_str(word);
    }
    key
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_made_is_an_address_or_nothing(name in ".{0,200}") {
            let key = from_folded(&crate::sort_key::sort_key(&name));
            prop_assert!(key.is_empty() || is_url_key(&key), "{}", key);
            prop_assert!(key.len() <= MOST);
        }
    }

    #[test]
    fn names_give_their_words() {
        assert_eq!(from_folded("drap plat l ete"), "drap-plat-l-ete");
        assert_eq!(from_folded("羽绒被"), "");
        for bad in ["", "-", "a-", "A", "a--b", "é"] {
            assert!(!is_url_key(bad), "{bad}");
        }
    }
}
