//! Ceremonies and keys as rows.

use jiff::{SignedDuration, Timestamp};

use super::store::{self, NETWORK_MOST, NewChallenge, NewKey, Purpose, SESSION_MOST};
use crate::customer::store as customers;
use crate::db::Connection;
use crate::domain::store_view::Lang;
use crate::session;
use crate::testing::{assert_indexed, empty, now, with};
use crate::vals;

/// A guest's session; answers its id.
fn guest(shop: &Connection, number: i64) -> i64 {
    let mut random = [0; 32];
    random[..8].copy_from_slice(&number.to_be_bytes());
    with(shop, |tx| session::start(tx, &session::new_token(&random), now(), 30)).id
}

fn begin(shop: &Connection, session_id: i64, token: &str, purpose: Purpose, network: &str, at: Timestamp) {
    let expires_at = at + SignedDuration::from_mins(5);
    let new = NewChallenge { token: token.into(), purpose, network: network.into(), state: "{}".into(), expires_at };
    with(shop, |tx| store::save_challenge(tx, session_id, &new));
}

fn take(shop: &Connection, session_id: i64, token: &str, purpose: Purpose, at: Timestamp) -> bool {
    with(shop, |tx| store::take_challenge(tx, session_id, purpose, token, at)).is_some()
}

fn count(shop: &Connection) -> i64 {
    shop.one("SELECT COUNT(*) FROM customer_challenge", vals![]).expect("a count")
}

#[test]
fn state_is_good_once_in_time_and_for_its_session_and_purpose() {
    let (shop, at) = (empty(), now());
    let (own, other) = (guest(&shop, 1), guest(&shop, 2));
    begin(&shop, own, "a", Purpose::Login, "n", at);
    assert!(!take(&shop, other, "a", Purpose::Login, at) && !take(&shop, own, "a", Purpose::Prove, at));
    assert!(take(&shop, own, "a", Purpose::Login, at) && !take(&shop, own, "a", Purpose::Login, at), "once");
    begin(&shop, own, "b", Purpose::Login, "n", at);
    assert!(!take(&shop, own, "b", Purpose::Login, at + SignedDuration::from_mins(5)), "too late");
    with(&shop, |tx| session::end(tx, own));
    assert_eq!(count(&shop), 0, "it goes with the session");
}

#[test]
fn strangers_fill_no_table_and_tabs_do_not_disturb_each_other() {
    let (shop, at) = (empty(), now());
    let later = |seconds| at + SignedDuration::from_secs(seconds);
    let own = guest(&shop, 0);
    for tab in 0..=SESSION_MOST {
        begin(&shop, own, &format!("tab {tab}"), Purpose::Login, "home", later(tab));
    }
    assert_eq!(count(&shop), SESSION_MOST);
    assert!(!take(&shop, own, "tab 0", Purpose::Login, at), "the oldest made room");
    assert!(take(&shop, own, "tab 1", Purpose::Login, at));
    let before = count(&shop);
    for number in 1..=NETWORK_MOST + 3 {
        let session_id = guest(&shop, number);
        begin(&shop, session_id, &format!("stranger {number}"), Purpose::Login, "net", later(number));
    }
    assert_eq!(count(&shop), before + NETWORK_MOST, "those of another network stay");
    assert!(take(&shop, own, "tab 2", Purpose::Login, at));
    let over = later(10_000);
    assert_eq!(with(&shop, |tx| store::delete_expired_challenges(tx, over, 7)), 7, "by the cleaning job");
}

#[test]
fn key_that_was_used_meanwhile_is_not_kept_over_and_a_credential_has_one_owner() {
    let (shop, at) = (empty(), now());
    let customer = |email: &str| {
        let new = customers::NewCustomer {
            email,
            password_hash: None,
            first_name: "Ada",
            last_name: "King",
            member_card: None,
            lang: Lang::En,
        };
        with(&shop, |tx| customers::save(tx, &new, at)).expect("a customer")
    };
    let (ada, bob) = (customer("ada@example.com"), customer("bob@example.com"));
    let save = |customer_id| {
        let new = NewKey {
            customer_id,
            name: "My phone",
            credential_id: b"id",
            user_handle: b"handle",
            passkey: "counter 1",
            rp_id: "shop.example",
        };
        with(&shop, |tx| store::save_key(tx, &new, at))
    };
    assert!(save(ada) && !save(bob));
    let read = with(&shop, |tx| store::find_by_credential(tx, b"id")).expect("a key");
    assert!(with(&shop, |tx| store::use_key(tx, &read, "counter 2", at)));
    assert!(!with(&shop, |tx| store::use_key(tx, &read, "counter 2", at)), "of the state that was read before");
    with(&shop, |tx| store::delete_others(tx, &[]));
    assert!(with(&shop, |tx| store::list_ids(tx)).is_empty());
}

#[test]
fn rows_are_found_by_index() {
    let shop = empty();
    let new = NewChallenge {
        token: "a".into(),
        purpose: Purpose::Login,
        network: "n".into(),
        state: "{}".into(),
        expires_at: now(),
    };
    let own = guest(&shop, 1);
    assert_indexed(&shop, |tx| store::save_challenge(tx, own, &new));
    assert_indexed(&shop, |tx| store::take_challenge(tx, own, Purpose::Login, "a", now()));
    assert_indexed(&shop, |tx| store::delete_expired_challenges(tx, now(), 9));
    assert_indexed(&shop, |tx| store::list_keys(tx, 1));
    assert_indexed(&shop, |tx| store::find_by_credential(tx, b"id"));
}
