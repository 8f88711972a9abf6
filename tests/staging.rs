//! The anonymised copy: made by a command and by the console, opened as a shop, and nobody in it.

use jiff::SignedDuration;
use serde_json::json;
use shop::db::{Access, Connection};
use shop::vals;

use crate::support::house;
use crate::support::{self, OUTBOX_ONLY, Shop, eventually};

const TEN: &str = "TOW-GAN";

/// What the fixtures know of people: mail, street, telephone, and a person of the house.
const PERSONAL: [&str; 5] = ["claire.martin", "rue des Tilleuls", "33612345678", "owner@example.com", "Ada King"];

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn copy_of_a_command_opens_as_a_shop_with_the_same_orders_and_nobody_in_it() {
    let house = house::open();
    drop(house.owner());
    let shop = &house.shop;
    let order = shop.visitor().place(TEN, 1, "cheque")["order_number"].as_str().unwrap().to_owned();
    shop.operator(&["order", "paid", &order]);
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("shop.db");
    let said = shop.output(&["backup", "anonymise", "--to", to.to_str().unwrap()]);
    assert!(said.contains("anonymised and verified"), "{said}");
    assert!(shop.command_error(&["backup", "anonymise", "--to", to.to_str().unwrap()]).contains("is there already"));
    let bytes = std::fs::read(&to).unwrap();
    let whole = std::fs::read(shop.data.join("shop.db")).unwrap();
    let log = std::fs::read(shop.data.join("shop.db-wal")).unwrap();
    for text in PERSONAL {
        assert!(!holds(&bytes, text), "{text}");
    }
    assert!(
        ["claire.martin", "rue des Tilleuls"].iter().all(|text| holds(&whole, text) || holds(&log, text)),
        "they were there"
    );
    let before = shop.operator(&["order", "show", &order]);

    let staging = Shop::start(folder.path(), OUTBOX_ONLY);
    let after = staging.operator(&["order", "show", &order]);
    for field in ["number", "status", "total", "currency", "created_at"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert!(after["email"].as_str().unwrap().ends_with(".invalid"), "{after}");
    let search = std::fs::read(folder.path().join("search.db")).unwrap();
    assert!(PERSONAL.iter().all(|text| !holds(&search, text)));
    // Its words are written anew, from what stands in it now.
    eventually("the order is found again", || staging.count("SELECT count(*) FROM order_term") > 0);
    staging.operator(&["order", "ship", &order]);
    assert_eq!(
        staging
            .count("SELECT count(*) FROM mail WHERE recipient NOT LIKE '%.invalid' AND template <> 'operator_notice'"),
        0
    );

    // Nobody signs in but by a new invitation.
    assert_eq!(staging.count("SELECT count(*) FROM staff_credential"), 0);
    let house = house::House::of(staging);
    let mut owner = house.owner();
    assert_eq!(house.call(&mut owner, "order/show", &json!({ "number": order }))["total"], before["total"]);
}

#[test]
fn copy_of_the_console_is_made_downloaded_with_proof_and_deleted_after_a_day() {
    let house = house::open();
    let mut owner = house.owner();
    let shop = &house.shop;
    shop.visitor().place(TEN, 1, "cheque");
    let file = shop.data.join("shop-anonymised.db");
    let download = |browser: &mut support::Visitor| {
        browser.get_with("/console_api/staging/file", &[("Sec-Fetch-Site", "same-origin")])
    };
    assert_eq!(house.refused(&mut owner, "staging/delete", &json!({})), "staging.none");
    house.call(&mut owner, "staging/make", &json!({}));
    let state = |owner: &mut house::Person| house.call(owner, "system/show", &json!({}))["anonymised"].clone();
    eventually("it is ready", || state(&mut owner)["state"] == "ready");
    let ready = state(&mut owner);
    assert_eq!(ready["bytes"].as_u64(), Some(file.metadata().unwrap().len()), "{ready}");

    let (answer, bytes) =
        owner.browser.clone().file_with("/console_api/staging/file", &[("Sec-Fetch-Site", "same-origin")]);
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-disposition").unwrap().contains("shop-anonymised.db"));
    assert_eq!(bytes, std::fs::read(&file).unwrap());
    assert!(PERSONAL.iter().all(|text| !holds(&bytes, text)));
    let copy = Connection::open_unconfigured(&file, Access::ReadOnly).unwrap();
    assert_eq!(copy.one::<i64>("SELECT count(*) FROM sales_order", vals![]).unwrap(), 1);
    drop(copy);
    let taken = house.audit(&["--noun", "backup"]);
    assert!(taken.iter().any(|entry| entry["call"] == "staging/file"), "{taken:?}");

    // From elsewhere, without the permission, or without fresh proof, it is not handed out.
    let foreign = owner.browser.clone().get_with("/console_api/staging/file", &[("Sec-Fetch-Site", "cross-site")]);
    assert_eq!(foreign.status, 403);
    let mut packer = house.person("p@example.com", "packing");
    assert_eq!(download(&mut packer.browser).json()["error"]["id"], "staff.not_allowed");
    for path in ["staging/make", "staging/delete"] {
        assert_eq!(house.refused(&mut packer, path, &json!({})), "staff.not_allowed");
    }
    assert_eq!(download(&mut shop.visitor()).json()["error"]["id"], "staff.sign_in_required");
    house.pass(SignedDuration::from_mins(10));
    assert_eq!(download(&mut owner.browser).json()["error"]["id"], "staff.proof_required");
    assert_eq!(house.refused(&mut owner, "staging/make", &json!({})), "staff.proof_required");

    house.pass(SignedDuration::from_hours(23));
    assert!(file.exists());
    house.pass(SignedDuration::from_hours(1));
    eventually("it is deleted", || !file.exists());
    assert_eq!(shop.count("SELECT count(*) FROM anonymised_copy"), 0);
}
