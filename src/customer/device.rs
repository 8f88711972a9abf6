//! Devices on which a customer has logged in before, known by a signed cookie (OWASP Authentication Cheat Sheet, device
//! cookies).
//!
//! Failed logins of such a device are counted by themselves: others' guesses at the password do not lock the customer out. The
//! cookie grants nothing else. It holds the day of the login, a random number, and a keyed hash over both and the account; it
//! names nobody, and fits no other account.

use jiff::{SignedDuration, Timestamp};
use ring::hmac;

/// Days after its last login for which a device is known.
pub const DAYS: i64 = 365;

const NONCE: usize = 16;

/// The cookie of a device on which this customer logs in.
pub fn cookie(secret: &[u8; 32], customer_id: i64, nonce: [u8; 32], now: Timestamp) -> String {
    let subject = format!("{}.{}", day(now), hex::encode(&nonce[..NONCE]));
    let tag = hmac::sign(&key(secret), signed(customer_id, &subject).as_bytes());
    format!("{subject}.{}", hex::encode(tag.as_ref()))
}

/// The device that a cookie proves for this customer, under a name that is unique; `None` if it proves none.
pub fn find(secret: &[u8; 32], customer_id: i64, cookie: &str, now: Timestamp) -> Option<String> {
    let (subject, tag) = cookie.rsplit_once('.')?;
    let tag = hex::decode(tag).ok()?;
    hmac::verify(&key(secret), signed(customer_id, subject).as_bytes(), &tag).ok()?;
    let since: i64 = subject.split('.').next()?.parse().ok()?;
    (since..=since + DAYS).contains(&day(now)).then(|| subject.to_owned())
}

fn key(secret: &[u8; 32]) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret)
}

/// The purpose comes first, so that no other signature of the shop's secret fits.
fn signed(customer_id: i64, subject: &str) -> String {
    format!("device cookie of customer {customer_id}: {subject}")
}

/// Whole days since 1970.
fn day(now: Timestamp) -> i64 {
    now.as_second().div_euclid(SignedDuration::from_hours(24).as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::now;

    const SECRET: [u8; 32] = [1; 32];

    #[test]
    fn cookie_proves_the_device_to_its_own_account_for_a_year() {
        let (made, later) = (cookie(&SECRET, 7, [2; 32], now()), |days| now() + SignedDuration::from_hours(24 * days));
        let device = find(&SECRET, 7, &made, now()).expect("known");
        assert_eq!(find(&SECRET, 7, &made, later(DAYS)), Some(device.clone()));
        assert_eq!(find(&SECRET, 7, &made, later(DAYS + 1)), None);
        assert_eq!(find(&SECRET, 7, &made, later(-1)), None, "from before the login");
        assert_eq!(find(&SECRET, 8, &made, now()), None, "another account");
        assert_eq!(find(&[3; 32], 7, &made, now()), None, "another shop");
        assert_ne!(find(&SECRET, 7, &cookie(&SECRET, 7, [4; 32], now()), now()), Some(device));
    }

    #[test]
    fn altered_cookie_proves_nothing() {
        let made = cookie(&SECRET, 7, [2; 32], now());
        for at in 0..made.len() {
            let mut bytes = made.clone().into_bytes();
            bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
            let altered = String::from_utf8(bytes).expect("ASCII");
            assert_eq!(find(&SECRET, 7, &altered, now()), None, "{altered}");
        }
        for other in ["", ".", "..", "1.2.3", &made[1..], &format!("{made}00")] {
            assert_eq!(find(&SECRET, 7, other, now()), None, "{other}");
        }
    }
}
