//! One-time codes (TOTP, RFC 6238) and recovery codes.

use anyhow::anyhow;
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};
use jiff::Timestamp;
use totp_rs::{Builder, Secret, Totp};

use super::types::TotpSetup;
use crate::call::fresh;
use crate::domain::validate::compact;
use crate::error::Result;
use crate::session;

/// Bytes of a secret (RFC 4226 §4 recommends 160 bits).
pub const SECRET_BYTES: usize = 20;
/// Digits of a code.
const DIGITS: usize = 6;
/// Steps before and after the present one whose codes count: clocks of telephones are not exact (RFC 6238 §5.2).
const SKEW: u16 = 1;
/// Recovery codes of a person.
const RECOVERY_CODES: usize = 10;
/// Bytes of a recovery code: 120 bits cannot be guessed from a hash, and are six groups of four characters.
const RECOVERY_BYTES: usize = 15;

/// SHA-1, six digits and 30 seconds: what every authenticator knows.
fn totp(secret: &[u8], issuer: &str, account: &str) -> Result<Totp> {
    let name = |text: &str| text.replace(':', " ");
    let built = Builder::new()
        .with_secret(Secret::new(secret.into()))
        .with_skew(SKEW)
        .with_issuer(Some(name(issuer)))
        .with_account_name(name(account))
        .build();
    Ok(built.map_err(|error| anyhow!("TOTP: {error}"))?)
}

/// The step that a code belongs to; none if it is wrong. The caller lets each step count once.
pub fn step(secret: &[u8], code: &str, now: Timestamp) -> Result<Option<i64>> {
    let seconds = u64::try_from(now.as_second()).unwrap_or_default();
    let step = totp(secret, "", "")?.check(&compact(code), seconds);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// The code of a moment.
#[cfg(test)]
fn code(secret: &[u8], at: Timestamp) -> Result<String> {
    let seconds = u64::try_from(at.as_second()).unwrap_or_default();
    Ok(totp(secret, "", "")?.generate(seconds).to_string())
}

/// Whether text has the form of a one-time code, and not that of a recovery code.
pub fn is_one_time(code: &str) -> bool {
    let code = compact(code);
    code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit())
}

/// What an authenticator needs to know.
pub fn setup(secret: &[u8], issuer: &str, account: &str) -> Result<TotpSetup> {
    let totp = totp(secret, issuer, account)?;
    let uri = totp.to_url().map_err(|error| anyhow!("TOTP: {error}"))?;
    let code = QRBuilder::new(uri.as_str()).ecl(ECL::M).build().map_err(|error| anyhow!("QR code: {error:?}"))?;
    Ok(TotpSetup { secret: totp.secret().to_base32(), qr_svg: SvgBuilder::default().to_str(&code), uri })
}

/// Fresh recovery codes, in groups of four characters.
pub fn recovery_codes(random: &[u8; 32]) -> Vec<String> {
    let code = |number: usize| {
        let bytes = fresh(random, &format!("recovery {number}"));
        let text = Secret::new(bytes[..RECOVERY_BYTES].into()).to_base32();
        text.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join("-")
    };
    (0..RECOVERY_CODES).map(code).collect()
}

/// The stored hash of a recovery code, however it is typed.
pub fn recovery_hash(code: &str) -> [u8; 32] {
    session::hash(&compact(code).to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("a moment")
    }

    /// RFC 6238 appendix B, the last six of eight digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (second, expected) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
            assert_eq!(code(SECRET, at(second)).expect("a code"), expected);
            assert_eq!(step(SECRET, expected, at(second)).expect("an answer"), Some(second / 30));
        }
    }

    #[test]
    fn code_counts_in_its_step_and_those_beside_it() {
        let of = |second| step(SECRET, "081 804", at(second)).expect("an answer");
        let own = 1_111_111_109 / 30;
        assert_eq!((of((own - 1) * 30), of((own + 2) * 30 - 1)), (Some(own), Some(own)));
        assert_eq!((of((own - 1) * 30 - 1), of((own + 2) * 30)), (None, None));
        for wrong in ["081805", "81804", "", "0818040", "abcdef"] {
            assert_eq!(step(SECRET, wrong, at(1_111_111_109)).expect("an answer"), None, "{wrong}");
        }
    }

    #[test]
    fn authenticators_get_address_secret_and_picture() {
        let setup = setup(SECRET, "Valmère: Lac", "ada@example.com").expect("a setup");
        assert_eq!(setup.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert!(setup.uri.starts_with("otpauth://totp/") && setup.uri.contains(&setup.secret), "{}", setup.uri);
        assert!(setup.qr_svg.starts_with("<svg"), "{}", setup.qr_svg);
    }

    #[test]
    fn recovery_codes_are_different_and_read_however_they_are_typed() {
        let codes = recovery_codes(&[7; 32]);
        assert_eq!(codes.iter().collect::<std::collections::BTreeSet<_>>().len(), 10);
        assert!(codes.iter().all(|code| code.len() == 29 && !is_one_time(code)), "{codes:?}");
        assert_eq!(recovery_hash(&codes[0]), recovery_hash(&codes[0].to_lowercase().replace('-', " ")));
        assert!(is_one_time("287 082") && is_one_time("287082"));
    }
}
