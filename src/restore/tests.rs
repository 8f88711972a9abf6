//! When a restore begins, that there is one at a time, and what ends in a database that comes back.

use jiff::{SignedDuration, Timestamp};

use super::{Request, When, begin, call_off_open, is_due, schedule, settle};
use crate::config::Config;
use crate::db::Connection;
use crate::message;
use crate::testing::fixture::at;
use crate::testing::{config, empty, now, with};
use crate::vals;

const REQUEST: Request<'_> =
    Request { copy: "shop-by-hand.db", when: When::Now, actor: "staff:1", actor_name: "Ada", random: [7; 32] };

#[test]
fn night_is_an_hour_after_the_nightly_copy() {
    let of = |config: &Config, text: &str| When::Tonight.at(config, at(text)).to_string();
    let mut config = config();
    // Four o'clock in Paris, in winter and in summer.
    assert_eq!(of(&config, "2026-11-27T05:00:00Z"), "2026-11-28T03:00:00Z");
    assert_eq!(of(&config, "2026-11-27T02:00:00Z"), "2026-11-27T03:00:00Z");
    assert_eq!(of(&config, "2026-07-01T00:00:00Z"), "2026-07-01T02:00:00Z");
    // An hour after 23 o'clock is tomorrow.
    config.backup.hour = 23;
    assert_eq!(of(&config, "2026-11-27T21:00:00Z"), "2026-11-27T23:00:00Z");
    assert_eq!(of(&config, "2026-11-27T22:30:00Z"), "2026-11-27T23:00:00Z");
    assert_eq!(When::Now.at(&config, now()), now() + SignedDuration::from_secs(10));
}

/// Who asks: an owner.
const ADA: &str = "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
    SELECT 1, 'Ada', 'ada', 'ada', 'en', id, 1 FROM staff_role WHERE name = 'owner'";

#[test]
fn one_of_somebody_who_was_shut_out_does_not_begin() {
    let shop = empty();
    shop.execute_batch(ADA).expect("a person");
    with(&shop, |tx| schedule(tx, &config(), REQUEST, now()));
    shop.execute_batch("UPDATE staff SET disabled_at = 1").expect("shut out");
    let due = now() + SignedDuration::from_secs(10);
    assert!(with(&shop, |tx| begin(tx, due)).is_none());
    assert!(!with(&shop, |tx| is_due(tx, due)), "it is over");
    let failure: String = shop.one("SELECT failure FROM restore WHERE state = 'failed'", vals![]).expect("it failed");
    assert!(failure.starts_with("Ada may not restore any more"), "{failure}");
}

#[test]
fn one_is_scheduled_at_a_time_and_is_called_off_until_it_begins() {
    let shop = empty();
    shop.execute_batch(ADA).expect("a person");
    let refusal =
        |result: crate::error::Result<()>| result.expect_err("refused").refusal().expect("a refusal").message.id;
    let ask = |at: Timestamp| {
        shop.write(|tx| {
            schedule(tx, &config(), Request { random: [at.as_second() as u8; 32], ..REQUEST }, at).map(drop)
        })
    };
    ask(now()).expect("scheduled");
    assert_eq!(refusal(ask(now())), message::RESTORE_OPEN.id);
    let due = now() + SignedDuration::from_secs(10);
    let before = due - SignedDuration::from_millis(1);
    assert!(!with(&shop, |tx| is_due(tx, before)) && with(&shop, |tx| begin(tx, before)).is_none());
    with(&shop, |tx| call_off_open(tx, before));
    assert_eq!(refusal(shop.write(|tx| call_off_open(tx, before).map(drop))), message::RESTORE_NOT_SCHEDULED.id);
    assert!(!with(&shop, |tx| is_due(tx, due)), "it is called off");
    let again = now() + SignedDuration::from_secs(60);
    ask(again).expect("scheduled");
    let due = again + SignedDuration::from_secs(10);
    assert!(with(&shop, |tx| is_due(tx, due)));
    assert_eq!(with(&shop, |tx| begin(tx, due)).map(|begun| begun.copy), Some("shop-by-hand.db".to_owned()));
    assert!(with(&shop, |tx| begin(tx, due)).is_none() && !with(&shop, |tx| is_due(tx, due)), "once");
    assert_eq!(refusal(shop.write(|tx| call_off_open(tx, due).map(drop))), message::RESTORE_BEGUN.id);
    assert_eq!(refusal(ask(due)), message::RESTORE_OPEN.id);
}

/// What a copy holds that somebody has ended, used or undone since.
const OPEN: &str = "
    INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at) VALUES (7, 'A', 'a', 'a', 'en', 1, 1);
    INSERT INTO staff_session (id, token_hash, staff_id, created_at, seen_at, browser, network)
        VALUES (1, x'01', 7, 1, 1, '', '');
    INSERT INTO staff_invitation (id, secret_hash, email, email_key, role_id, totp_secret, created_at, expires_at)
        VALUES (1, x'01', 'b', 'b', 1, x'01', 1, 2);
    INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
        VALUES (1, 'c', 'c', 'C', 'C', 'en', 1);
    INSERT INTO password_token (token_hash, customer_id, expires_at) VALUES (x'01', 1, 2);
    INSERT INTO session (id, token_hash, customer_id, created_at, expires_at) VALUES (1, x'01', 1, 1, 2);
    INSERT INTO deed (id, call, args, permission, noun, thing, staff_id, staff_name, is_proved, network, due_at)
        VALUES (1, 'order/cancel', '{}', 'orders_change', 'order', '1', 7, 'A', 0, '', 1);
    INSERT INTO bulk_run (id, call, args, staff_id, staff_name, is_proved, network, state, created_at)
        VALUES (1, 'order/cancel', '{}', 7, 'A', 0, '', 'running', 1);
    INSERT INTO restore (id, token, copy, actor, actor_name, requested_at, due_at, state)
        VALUES (1, 'x', 'shop-by-hand.db', 'staff:7', 'A', 1, 1, 'running')";

#[test]
fn what_was_open_when_the_copy_was_made_ends_in_it() {
    let shop = empty();
    shop.execute_batch(OPEN).expect("a copy");
    shop.execute_batch("INSERT INTO session (id, token_hash, created_at, expires_at) VALUES (2, x'02', 1, 2)")
        .expect("a guest");
    let open = |shop: &Connection| -> Vec<i64> {
        let tables = [
            "staff_session",
            "staff_invitation",
            "password_token",
            "session WHERE customer_id IS NOT NULL",
            "deed",
            "bulk_run WHERE state = 'running'",
            "restore WHERE state IN ('scheduled', 'running')",
        ];
        let count = |rows: &str| shop.one(&format!("SELECT count(*) FROM {rows}"), vals![]).expect("counted");
        tables.map(count).to_vec()
    };
    assert_eq!(open(&shop), [1; 7]);
    with(&shop, |tx| settle::settle(tx, None, now()));
    assert_eq!(open(&shop), [0; 7]);
    assert_eq!(shop.one::<i64>("SELECT count(*) FROM session", vals![]).expect("counted"), 1, "a guest keeps the bag");
}

#[test]
fn what_was_taken_from_people_and_programs_since_the_copy_stays_taken() {
    const THEN: &str = "
        INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
            VALUES (7, 'A', 'a', 'a', 'en', 1, 1), (8, 'B', 'b', 'b', 'en', 1, 1);
        INSERT INTO staff_passkey (id, staff_id, name, credential_id, user_handle, passkey, rp_id, created_at)
            VALUES (1, 7, 'x', x'01', x'01', '', '', 1), (2, 7, 'y', x'02', x'01', '', '', 1);
        INSERT INTO api_token (id, name, secret_hash, staff_id, created_at, expires_at)
            VALUES (1, 'x', x'01', 7, 1, 9000000000000), (2, 'y', x'02', 7, 1, 9000000000000)";
    let (former, copy) = (empty(), empty());
    for shop in [&former, &copy] {
        shop.execute_batch(THEN).expect("people and programs");
    }
    former
        .execute_batch(
            "UPDATE staff SET disabled_at = 2 WHERE id = 8;
             DELETE FROM staff_passkey WHERE id = 2;
             UPDATE api_token SET revoked_at = 2 WHERE id = 2",
        )
        .expect("taken since");
    let access = with(&former, |tx| settle::Access::read(tx, now()));
    with(&copy, |tx| settle::settle(tx, Some(&access), now()));
    assert_eq!(with(&copy, |tx| settle::Access::read(tx, now())), access);
    // A former database that cannot be read, or is another shop's, says nothing of people, and nothing good of tokens.
    let other = empty();
    other.exec("INSERT INTO secret (name, value) VALUES ('shop', $1)", vals![vec![7_u8; 32]]).expect("another shop");
    let other = with(&other, |tx| settle::Access::read(tx, now()));
    for access in [None, Some(&other)] {
        let copy = empty();
        copy.execute_batch(THEN).expect("people and programs");
        with(&copy, |tx| settle::settle(tx, access, now()));
        let count = |rows: &str| copy.one::<i64>(&format!("SELECT count(*) FROM {rows}"), vals![]).expect("counted");
        assert_eq!(count("staff WHERE disabled_at IS NULL"), 2);
        assert_eq!(count("staff_passkey"), 2);
        assert_eq!(count("api_token WHERE revoked_at IS NULL"), 0);
    }
}
