//! The form of a secret: `hah_`, 64 hexadecimal digits of 256 random bits, and the first 8 of their SHA-256. A mistyped one, and
//! most texts that only look like one, are told apart without a query.

use sha2::{Digest as _, Sha256};

const PREFIX: &str = "hah_";
/// Digits of the random bits, and of the checksum.
const DIGITS: usize = 64;
const CHECKSUM: usize = 8;

/// The secret of fresh random bytes.
pub(super) fn new(random: &[u8; 32]) -> String {
    let digits = hex::encode(random);
    format!("{PREFIX}{digits}{}", checksum(&digits))
}

/// Whether a text has the form of a secret; nothing else is looked up.
pub fn is_secret(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(PREFIX) else { return false };
    rest.len() == DIGITS + CHECKSUM
        && rest.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        && checksum(&rest[..DIGITS]) == rest[DIGITS..]
}

fn checksum(digits: &str) -> String {
    hex::encode(&Sha256::digest(digits)[..CHECKSUM / 2])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn secret_has_its_form() {
        let secret = new(&[7; 32]);
        assert_eq!(secret, format!("hah_{}{}", "07".repeat(32), checksum(&"07".repeat(32))));
        assert!(is_secret(&secret));
        for wrong in ["", "hah_", &secret[4..], &secret[..75], &secret.to_uppercase(), &format!("{secret}0")] {
            assert!(!is_secret(wrong), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn one_wrong_digit_is_noticed(random: [u8; 32], at in 4_usize..76, digit in "[0-9a-f]") {
            let secret = new(&random);
            let mut mistyped = secret.clone();
            mistyped.replace_range(at..=at, &digit);
            prop_assert_eq!(is_secret(&mistyped), mistyped == secret);
        }

        #[test]
        fn any_text_can_be_asked_about(text in ".{0,90}") {
            prop_assert!(!is_secret(&text));
        }
    }
}
