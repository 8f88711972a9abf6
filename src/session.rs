//! Sessions: a 256-bit random token in the cookie PHPSESSID, of which only the SHA-256 is stored.
//!
//! A session's row belongs to one guest or customer. Carts, chats, orders and idempotency keys refer to its id, so an id is
//! never used twice: it is derived from the first token. (SQLite gives the highest id again once its row is deleted.)

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::config::Session as Life;
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// How long a replaced token is remembered: longer than a request takes.
const RETIRED: SignedDuration = SignedDuration::from_mins(2);

/// A visitor's session: the only proof of identity; nothing else that a client sends is believed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Session {
    pub id: i64,
    /// The customer who is logged in.
    pub customer_id: Option<i64>,
    /// The login; for a guest, the first visit. Unix milliseconds, as are all times here.
    pub begun_at: i64,
    /// To the day.
    pub seen_at: i64,
    pub expires_at: i64,
}

/// A fresh token: 256 random bits in hexadecimal.
pub fn new_token(random: &[u8; 32]) -> String {
    hex::encode(random)
}

/// Whether text has the form of a token; nothing else is looked up.
pub fn is_token(text: &str) -> bool {
    hex::decode_to_slice(text, &mut [0; 32]).is_ok()
}

/// The readable handle beside a token, derived one way: it correlates requests in logs and authenticates nothing.
pub fn public_handle(token: &str) -> String {
    hex::encode(&Sha256::digest(format!("handle:{token}"))[..12])
}

/// The stored hash of a token.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

impl Session {
    /// The session of a visitor without one; it is not stored.
    pub const fn nobodys() -> Session {
        Session { id: 0, customer_id: None, begun_at: 0, seen_at: 0, expires_at: 0 }
    }
}

/// The session of a token, unless it has expired.
pub fn find(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<Option<Session>> {
    tx.find(
        "SELECT id, customer_id, begun_at, seen_at, expires_at FROM session WHERE token_hash = $1 AND expires_at > $2",
        vals![hash(token), now.as_millisecond()],
    )
}

/// Starts a session under a token of [`new_token`], for so many days.
pub fn start(tx: &mut dyn Tx, token: &str, now: Timestamp, days: i64) -> Result<Session> {
    tx.one(
        "INSERT INTO session (id, token_hash, created_at, begun_at, seen_at, expires_at) VALUES ($1, $2, $3, $3, $3, $4)
         RETURNING id, customer_id, begun_at, seen_at, expires_at",
        vals![id_of(token), hash(token), now.as_millisecond(), expiry(now, days)],
    )
}

/// The id of a session that starts with this token; positive.
fn id_of(token: &str) -> i64 {
    let digest = hash(&format!("session id {token}"));
    let bytes = digest.first_chunk().copied().unwrap_or_default();
    (i64::from_be_bytes(bytes) & i64::MAX).max(1)
}

/// Whether the session was extended more than a day ago, so that extending it is worth a write.
pub fn is_due_to_slide(session: &Session, now: Timestamp, life: Life) -> bool {
    let day = SignedDuration::from_hours(24).as_millis() as i64;
    let end = end_of(session, now, life);
    // A shorter life is in force at once.
    end < session.expires_at || end - session.expires_at > day || now.as_millisecond() - session.seen_at > day
}

/// Extends the session to `days` from now, but not beyond `most_days` after it has begun.
pub fn slide(tx: &mut dyn Tx, session: &Session, now: Timestamp, life: Life) -> Result<()> {
    tx.exec(
        "UPDATE session SET expires_at = $2, seen_at = $3 WHERE id = $1",
        vals![session.id, end_of(session, now, life), now.as_millisecond()],
    )?;
    Ok(())
}

fn end_of(session: &Session, now: Timestamp, life: Life) -> i64 {
    let most = SignedDuration::from_hours(24 * life.most_days).as_millis() as i64;
    expiry(now, life.days).min(session.begun_at + most)
}

/// Logs a customer in under a new token, in a browser of this short name. A guest's row stays, and with it all that refers to it, as does the row of the same
/// customer. Where another customer was logged in, that session ends and a new one starts.
pub fn log_in(
    tx: &mut dyn Tx,
    session: &Session,
    customer_id: i64,
    token: &str,
    now: Timestamp,
    days: i64,
    browser: &str,
) -> Result<()> {
    tx.exec(
        "INSERT INTO retired_token (token_hash, expires_at) SELECT token_hash, $2 FROM session WHERE id = $1 AND token_hash <> $3
         ON CONFLICT (token_hash) DO UPDATE SET expires_at = $2",
        vals![session.id, (now + RETIRED).as_millisecond(), hash(token)],
    )?;
    let mut id = session.id;
    if session.customer_id.is_some_and(|other| other != customer_id) {
        end(tx, session.id)?;
        id = start(tx, token, now, days)?.id;
    }
    tx.exec(
        "UPDATE session SET token_hash = $2, customer_id = $3, begun_at = $4, seen_at = $4, expires_at = $5, browser = $6
         WHERE id = $1",
        vals![id, hash(token), customer_id, now.as_millisecond(), expiry(now, days), browser],
    )?;
    Ok(())
}

/// The customer who is logged in with a session.
pub fn find_customer(tx: &mut dyn Tx, session_id: i64) -> Result<Option<i64>> {
    Ok(tx.find::<Option<i64>>("SELECT customer_id FROM session WHERE id = $1", vals![session_id])?.flatten())
}

/// Whether a login replaced this token within the last minutes.
pub fn is_retired(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<bool> {
    let known: Option<i64> = tx.find(
        "SELECT 1 FROM retired_token WHERE token_hash = $1 AND expires_at > $2",
        vals![hash(token), now.as_millisecond()],
    )?;
    Ok(known.is_some())
}

/// Deletes replaced tokens that are no longer remembered, at most `limit`; returns how many.
pub fn delete_retired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM retired_token WHERE token_hash IN
             (SELECT token_hash FROM retired_token WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

/// Ends a session and deletes the guest's cart of it.
pub fn end(tx: &mut dyn Tx, session_id: i64) -> Result<()> {
    tx.exec("DELETE FROM session WHERE id = $1", vals![session_id])?;
    Ok(())
}

/// A session of a customer, as its customer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Open {
    pub id: i64,
    /// Browser and system by their short names; empty if they are not known.
    pub browser: String,
    pub begun_at: i64,
    /// To the day.
    pub seen_at: i64,
}

/// The sessions of a customer that have not expired, the one used last first, at most `limit`.
pub fn list_of(tx: &mut dyn Tx, customer_id: i64, now: Timestamp, limit: i64) -> Result<Vec<Open>> {
    tx.all(
        "SELECT id, browser, begun_at, seen_at FROM session WHERE customer_id = $1 AND expires_at > $2
         ORDER BY seen_at DESC, begun_at DESC, id LIMIT $3",
        vals![customer_id, now.as_millisecond(), limit],
    )
}

/// Ends one session of a customer; answers whether it was open.
pub fn end_one_of(tx: &mut dyn Tx, customer_id: i64, session_id: i64) -> Result<bool> {
    Ok(tx.exec("DELETE FROM session WHERE id = $1 AND customer_id = $2", vals![session_id, customer_id])? == 1)
}

/// Ends every session of a customer but this one; returns how many.
pub fn end_others_of(tx: &mut dyn Tx, customer_id: i64, session_id: i64) -> Result<u64> {
    tx.exec("DELETE FROM session WHERE customer_id = $1 AND id <> $2", vals![customer_id, session_id])
}

/// Ends every session of a customer, on all devices; returns how many.
pub fn end_all_of(tx: &mut dyn Tx, customer_id: i64) -> Result<u64> {
    tx.exec("DELETE FROM session WHERE customer_id = $1", vals![customer_id])
}

/// Ends every session of every customer; guests keep theirs, and their carts.
pub fn end_all_of_customers(tx: &mut dyn Tx) -> Result<u64> {
    tx.exec("DELETE FROM session WHERE customer_id IS NOT NULL", vals![])
}

/// Deletes expired sessions with the guests' carts of them; returns how many.
pub fn delete_expired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

fn expiry(now: Timestamp, days: i64) -> i64 {
    now.as_millisecond() + SignedDuration::from_hours(24 * days).as_millis() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{empty, now, with};

    #[test]
    fn id_of_an_ended_session_is_not_used_again() {
        let shop = empty();
        let token = |number: u8| new_token(&[number; 32]);
        let first = with(&shop, |tx| start(tx, &token(1), now(), 30));
        with(&shop, |tx| end(tx, first.id));
        let second = with(&shop, |tx| start(tx, &token(2), now(), 30));
        assert_ne!(first.id, second.id);
        assert!(first.id > 0 && second.id > 0);
    }

    #[test]
    fn login_keeps_the_row_of_a_guest_and_of_the_same_customer_only() {
        let shop = empty();
        let token = |number: u8| new_token(&[number; 32]);
        let guest = with(&shop, |tx| start(tx, &token(1), now(), 30));
        let log_in_as = |session: &Session, customer_id, number| {
            with(&shop, |tx| log_in(tx, session, customer_id, &token(number), now(), 30, "Firefox, Linux"));
            with(&shop, |tx| find(tx, &token(number), now())).expect("a session")
        };
        let ada = log_in_as(&guest, 1, 2);
        assert_eq!((ada.id, ada.customer_id), (guest.id, Some(1)));
        let again = log_in_as(&ada, 1, 3);
        assert_eq!(again.id, guest.id);
        let bob = log_in_as(&again, 2, 4);
        assert_eq!(bob.customer_id, Some(2));
        assert_ne!(bob.id, guest.id);
        assert!(
            with(&shop, |tx| find(tx, &token(3), now())).is_none()
                && with(&shop, |tx| is_retired(tx, &token(3), now()))
        );
    }

    const LIFE: Life = Life { days: 30, most_days: 180 };

    fn after(days: i64) -> Timestamp {
        now() + SignedDuration::from_hours(24 * days)
    }

    #[test]
    fn session_that_is_used_each_day_ends_after_its_absolute_life() {
        let shop = empty();
        let token = new_token(&[1; 32]);
        with(&shop, |tx| start(tx, &token, now(), LIFE.days));
        let mut seen = 0;
        for day in 1..400 {
            let Some(session) = with(&shop, |tx| find(tx, &token, after(day))) else { break };
            seen = day;
            if is_due_to_slide(&session, after(day), LIFE) {
                with(&shop, |tx| slide(tx, &session, after(day), LIFE));
            }
        }
        assert_eq!(seen, LIFE.most_days - 1);
    }

    #[test]
    fn login_begins_the_absolute_life_anew_and_a_shorter_one_holds_at_once() {
        let shop = empty();
        let token = |number: u8| new_token(&[number; 32]);
        let guest = with(&shop, |tx| start(tx, &token(1), now(), LIFE.days));
        with(&shop, |tx| log_in(tx, &guest, 1, &token(2), after(20), LIFE.days, "Firefox, Linux"));
        let session = with(&shop, |tx| find(tx, &token(2), after(20))).expect("a session");
        assert_eq!(session.begun_at, after(20).as_millisecond());
        assert!(!is_due_to_slide(&session, after(20), LIFE));
        let shorter = Life { days: 5, most_days: 7 };
        assert!(is_due_to_slide(&session, after(24), shorter));
        with(&shop, |tx| slide(tx, &session, after(24), shorter));
        let session = with(&shop, |tx| find(tx, &token(2), after(24))).expect("a session");
        assert_eq!(session.expires_at, after(27).as_millisecond());
        assert_eq!(session.seen_at, after(24).as_millisecond());
    }

    proptest::proptest! {
        #[test]
        fn no_session_outlives_its_absolute_life(gaps in proptest::collection::vec(0..40_i64, 1..30), days in 1..60_i64, more in 0..200_i64) {
            let shop = empty();
            let life = Life { days, most_days: days + more };
            let token = new_token(&[1; 32]);
            with(&shop, |tx| start(tx, &token, now(), days));
            let mut day = 0;
            for gap in gaps {
                let before = day;
                day += gap;
                let Some(session) = with(&shop, |tx| find(tx, &token, after(day))) else {
                    // It is extended once a day.
                    proptest::prop_assert!(day >= life.most_days || day - before >= days - 1);
                    break;
                };
                proptest::prop_assert!(day < life.most_days);
                if is_due_to_slide(&session, after(day), life) {
                    with(&shop, |tx| slide(tx, &session, after(day), life));
                }
            }
        }
    }

    #[test]
    fn list_holds_a_customer_s_own_open_sessions_and_is_read_by_index() {
        let shop = empty();
        let token = |number: u8| new_token(&[number; 32]);
        for (number, customer_id) in [(1, 7), (2, 7), (3, 8)] {
            let guest = with(&shop, |tx| start(tx, &token(number), now(), 30));
            let at = after(i64::from(number));
            with(&shop, |tx| log_in(tx, &guest, customer_id, &token(10 + number), at, 30, "Firefox, Linux"));
        }
        let listed = |at| with(&shop, |tx| list_of(tx, 7, at, 9));
        let open = listed(after(3));
        let [last, first] = &open[..] else { panic!("two sessions") };
        assert!(last.begun_at > first.begun_at);
        assert_eq!(listed(after(31)).len(), 1, "the other has expired");
        assert!(!with(&shop, |tx| end_one_of(tx, 8, first.id)), "somebody else's");
        assert!(with(&shop, |tx| end_one_of(tx, 7, first.id)) && !with(&shop, |tx| end_one_of(tx, 7, first.id)));
        assert_eq!(with(&shop, |tx| end_others_of(tx, 7, last.id)), 0);
        assert_eq!(with(&shop, |tx| end_others_of(tx, 8, last.id)), 1);
        crate::testing::assert_indexed(&shop, |tx| list_of(tx, 7, now(), 9));
        crate::testing::assert_indexed(&shop, |tx| end_others_of(tx, 7, 1));
    }
}
