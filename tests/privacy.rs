//! Erasure over HTTP and in the files: what is left of a person in the data folder, in copies and after a restore.

use std::fs;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shop::vals;

use crate::support::{
    NEW_PASSWORD, OUTBOX_ONLY, Shop, Visitor, database, eventually, output, registration, seeded_copy, with,
};

const EMAIL: &str = "Zenobia.Threlkeldine@example.com";
/// What names the person, in lower case.
const TRACES: [&str; 4] = ["zenobia", "threlkeldine", "77 wisteria", "7946 0991"];

/// The files under a folder that hold one of the texts, and which.
fn traces(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Nightly copies hold what they were made of until they are rotated.
        if path.ends_with("backup") {
            continue;
        }
        if path.is_dir() {
            found.extend(traces(&path));
            continue;
        }
        let bytes = fs::read(&path).unwrap().to_ascii_lowercase();
        for trace in TRACES {
            if bytes.windows(trace.len()).any(|part| part == trace.as_bytes()) {
                found.push(format!("{trace} in {}", path.display()));
            }
        }
    }
    found
}

/// The same once the log is in the database file.
fn traces_after_checkpoint(data: &Path) -> Vec<String> {
    database(data).execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    traces(data)
}

/// A customer with a proved address.
fn zenobia(shop: &Shop) -> Visitor {
    shop.visitor().call("customer/create", &with(&registration(EMAIL), name()));
    shop.verified(EMAIL)
}

fn name() -> Value {
    json!({ "first_name": "Zenobia", "last_name": "Threlkeldine" })
}

/// Orders by transfer to her address; returns the order's number.
fn order(zenobia: &mut Visitor) -> Value {
    zenobia.add("TOW-GAN", 2);
    let mut form = zenobia.order_form("bank_transfer");
    form["email"] = json!(EMAIL);
    let address =
        json!({ "address1": "77 Wisteria Crescent", "telephone": "+44 20 7946 0991", "save_in_address_book": true });
    form["shipping_address"] = with(&with(&form["shipping_address"], name()), address);
    zenobia.call("checkout/place", &form)["order_number"].clone()
}

/// A customer who has left traces wherever the shop keeps some, without an invoice.
fn open_with_traces(data: &Path) {
    let mut shop = Shop::start(data, OUTBOX_ONLY);
    let mut zenobia = zenobia(&shop);
    let number = order(&mut zenobia);
    let statement = json!({
        "order_number": number, "name": "Zenobia Threlkeldine", "email": EMAIL, "items": [],
        "message": "77 Wisteria Crescent", "confirm": true
    });
    let receipt = shop.visitor().call("order/withdraw", &statement)["number"].clone();
    shop.operator(&["withdrawal", "show", receipt.as_str().unwrap(), "--done", "canceled for Zenobia"]);
    let unmatched = with(&statement, json!({ "order_number": "2019-000001" }));
    shop.visitor().call("order/withdraw", &unmatched);
    zenobia.call("order/cancel", &json!({ "order_number": number }));
    let called_off = order(&mut zenobia);
    let called_off = called_off.as_str().unwrap();
    shop.operator(&["order", "note", called_off, "Zenobia Threlkeldine rang"]);
    shop.operator(&["order", "cancel", called_off, "--reason", "Zenobia Threlkeldine rang"]);
    let letters =
        json!({ "email": EMAIL, "hah_subscribe": 1, "brand": 0, "all_subscribe_status": 0, "source": "account" });
    zenobia.call("newsletter/subscribe", &letters);
    zenobia.call("contact/accountpost", &json!({ "subject": "other", "message": "Zenobia, 77 Wisteria Crescent" }));
    let guest = json!({ "subject": "other", "message": "It is 7946 0991", "email": EMAIL, "name": "Zenobia Q." });
    shop.visitor().call("contact/post", &guest);
    shop.stop();
}

#[test]
fn after_erasure_no_trace_of_the_person_is_left_in_files_and_copies() {
    let folder = seeded_copy();
    let data = folder.path();
    open_with_traces(data);
    let copies = tempfile::tempdir().unwrap();
    let older = copies.path().join("older.db");
    output(data, &["backup", older.to_str().unwrap()]);
    assert!(!traces(copies.path()).is_empty() && !traces(data).is_empty());

    // Mails are files now.
    let mut shop = Shop::start(data, &[]);
    // Past the delay of mails that were tried in vain.
    shop.set_clock_minutes_ahead(60);
    eventually("the mails are files", || shop.count("SELECT COUNT(*) FROM mail WHERE due_at IS NOT NULL") == 0);
    assert!(!traces(&data.join("mail")).is_empty());
    let mut zenobia = shop.visitor();
    zenobia.log_in(EMAIL, NEW_PASSWORD);
    zenobia.call("account/delete", &json!({ "password": NEW_PASSWORD }));
    shop.set_clock_minutes_ahead(9 * 24 * 60);
    eventually("the account is erased", || shop.count("SELECT COUNT(*) FROM erasure") == 1);
    eventually("the last mail is gone", || shop.count("SELECT COUNT(*) FROM mail WHERE recipient LIKE 'zeno%'") == 0);
    eventually("no file of a mail is left", || traces(&data.join("mail")).is_empty());
    shop.stop();
    assert_eq!(traces_after_checkpoint(data), Vec::<String>::new());
    let newer = copies.path().join("newer.db");
    output(data, &["backup", newer.to_str().unwrap()]);
    fs::rename(&older, data.with_extension("older")).unwrap();
    assert_eq!(traces(copies.path()), Vec::<String>::new());

    // A restored older copy brings nobody back.
    let older = data.with_extension("older");
    let said = output(data, &["restore", older.to_str().unwrap()]);
    fs::remove_file(older).unwrap();
    assert!(said.contains("1 accounts that were erased since"), "{said}");
    let shop = Shop::start(data, OUTBOX_ONLY);
    assert_eq!(
        shop.visitor().refused("customer/login", &json!({ "email": EMAIL, "password": NEW_PASSWORD }))["code"],
        "0"
    );
    let mut shop = shop;
    shop.stop();
    assert_eq!(traces_after_checkpoint(data), Vec::<String>::new());
}

#[test]
fn open_order_of_an_erased_account_is_erased_once_it_ends() {
    let folder = seeded_copy();
    let data = folder.path();
    let mut shop = Shop::start(data, OUTBOX_ONLY);
    let number = order(&mut zenobia(&shop));
    let number = number.as_str().unwrap();
    shop.stop();

    // Mails are files now.
    let mut shop = Shop::start(data, &[]);
    let at = |shop: &Shop, time: i64, hours: i64| {
        let time = Timestamp::from_millisecond(time).unwrap() + SignedDuration::from_hours(hours);
        shop.set_clock(&time.to_string());
    };
    shop.set_clock_minutes_ahead(60);
    eventually("the mails are files", || shop.count("SELECT COUNT(*) FROM mail WHERE due_at IS NOT NULL") == 0);
    let mut zenobia = shop.visitor();
    zenobia.log_in(EMAIL, NEW_PASSWORD);
    zenobia.call("account/delete", &json!({ "password": NEW_PASSWORD }));
    let due = shop.count("SELECT due_at FROM deletion_request");
    let held = shop.count(&format!("SELECT hold_until FROM sales_order WHERE number = '{number}'"));
    let status = || -> (String, String) {
        let sql = "SELECT status, email FROM sales_order WHERE number = $1";
        shop.database().one(sql, vals![number]).unwrap()
    };
    at(&shop, due, 1);
    eventually("the account is erased", || shop.count("SELECT COUNT(*) FROM erasure") == 1);
    // The six-hourly job leaves an order that is not at its end.
    at(&shop, due, 13);
    let swept = |hours: i64, from: i64| {
        let after = from + hours * 3_600_000;
        let sql = format!("SELECT COUNT(*) FROM job WHERE name = 'forget_service' AND last_run >= {after}");
        eventually("the six-hourly job runs", || shop.count(&sql) == 1);
    };
    swept(13, due);
    assert_eq!(status(), ("pending_bank_transfer".to_owned(), EMAIL.to_owned()), "it is still to be paid and shipped");
    at(&shop, held, 1);
    eventually("the order is canceled", || status().0 == "canceled");
    at(&shop, held, 14);
    swept(14, held);
    // Its last mail can be looked up for thirty days.
    at(&shop, held, 24 * 31);
    eventually("the last mail is gone", || shop.count("SELECT COUNT(*) FROM mail WHERE recipient LIKE 'zeno%'") == 0);
    eventually("no file of a mail is left", || traces(&data.join("mail")).is_empty());
    shop.stop();
    assert_eq!(traces_after_checkpoint(data), Vec::<String>::new());
}
