//! Permissions of the calls that runs make, and lists by their indexes.

use super::types::{BulkCall, IdArgs, Matching, PrepareArgs, StartArgs};
use super::{RUNS, calls, store, work};
use crate::call::{Access, NoArgs};
use crate::testing::fixture;
use crate::testing::{assert_indexed, with_statistics};
use crate::{app, message, vals};

#[test]
fn runs_ask_for_the_permission_of_their_call() {
    let api = app::console_api();
    for call in BulkCall::ALL {
        let line = api.find(call.path()).expect("a call of the console");
        assert_eq!(line.access, Access::Staff(Some(call.permission())), "{}", call.path());
        assert!(!line.needs_proof, "{}: nobody is there to prove themselves", call.path());
        assert_eq!(serde_json::to_value(call).expect("JSON"), call.path());
        assert_eq!(BulkCall::from_path(call.path()), Some(call));
    }
}

#[test]
fn things_and_runs_are_found_by_an_index() {
    let shop = fixture::shop();
    shop.exec("INSERT INTO staff VALUES (1, 'Ada King', 'ada@example.com', 'ada@example.com', 'en', 1, 0, NULL, NULL)");
    let owner = shop.owner();
    let number = shop.order(&shop.visitor(), 1).order_number;
    let args = PrepareArgs { call: BulkCall::Cancel, of: Matching::Chosen(vec![number, "2026-999999".into()]) };
    let gathered = shop.write(|tx| calls::found(tx, &owner, &args));
    shop.write(|tx| calls::prepare(tx, &owner, &gathered));
    shop.exec("UPDATE bulk_run SET state = 'running', started_at = 0");
    assert_eq!(shop.count("bulk_item"), 1, "those that are not there are left out");
    with_statistics(&shop.connection);
    assert_indexed(&shop.connection, |tx| calls::found(tx, &owner, &args));
    assert_indexed(&shop.connection, |tx| calls::list(tx, &owner, NoArgs {}));
    assert_indexed(&shop.connection, |tx| work::list_due(tx, 25));
    assert_indexed(&shop.connection, |tx| store::has_paid(tx, 1));
    assert_indexed(&shop.connection, |tx| work::deed_done(tx, 1, "x"));
    assert_indexed(&shop.connection, |tx| store::list_failures(tx, 1, 0, 9));
    assert_indexed(&shop.connection, |tx| store::delete_old(tx, owner.client.now(), owner.client.now(), 9));
    shop.exec("UPDATE bulk_item SET state = 'asked'");
    assert_indexed(&shop.connection, |tx| work::settle(tx, 1, owner.client.now()));
    shop.exec("UPDATE bulk_item SET state = 'asked'; UPDATE bulk_run SET state = 'running'");
    assert_indexed(&shop.connection, |tx| calls::stop(tx, &owner, IdArgs { id: 1 }));
}

#[test]
fn person_has_so_many_runs_at_a_time() {
    let shop = fixture::shop();
    shop.exec("INSERT INTO staff VALUES (1, 'Ada King', 'ada@example.com', 'ada@example.com', 'en', 1, 0, NULL, NULL)");
    let owner = shop.owner();
    let number = shop.order(&shop.visitor(), 1).order_number;
    let args = PrepareArgs { call: BulkCall::Note, of: Matching::Chosen(vec![number]) };
    let begin = || {
        let gathered = shop.write(|tx| calls::found(tx, &owner, &args));
        shop.write(|tx| calls::prepare(tx, &owner, &gathered));
        let draft = shop.write(|tx| tx.one::<i64>("SELECT id FROM bulk_run WHERE state = 'draft'", vals![]));
        shop.attempt(|tx| {
            calls::start(tx, &owner, StartArgs { id: draft, text: "call".into(), ..StartArgs::default() })
        })
    };
    // No job takes them up here.
    for _ in 0..RUNS {
        begin().map(drop).expect("begun");
    }
    assert_eq!(begin().map(drop).expect_err("busy").refusal().expect("a refusal").message.id, message::BULK_BUSY.id);
    shop.exec("UPDATE bulk_run SET state = 'done' WHERE id = 1");
    begin().map(drop).expect("one has ended");
}
