//! Operator commands beside the running shop: stock, promo tags, jobs, backups.

use std::path::Path;

use serde_json::{Value, json};
use shop::vals;

use crate::support::{Shop, command, command_error, eventually, output, seeded_copy};

#[test]
fn set_stock_is_sold_at_once() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.place("TOW-GAN", 2, "cheque");
    let row = |list: &Value| list.as_array().unwrap().iter().find(|row| row["sku"] == "TOW-GAN").cloned().unwrap();
    let list = shop.operator(&["stock", "list", "TOW-"]);
    assert!(list.as_array().unwrap().iter().all(|row| row["sku"].as_str().unwrap().starts_with("TOW-")), "{list}");
    assert_eq!((&row(&list)["quantity"], &row(&list)["reserved"]), (&json!(8), &json!(2)));
    shop.operator(&["stock", "set", "TOW-GAN", "0"]);
    let few = shop.operator(&["stock", "list", "--below", "0"]);
    assert_eq!(row(&few)["reserved"], 2, "reservations are kept");
    eventually("the product is out of stock", || {
        let product = shop.visitor().call("catalog/product", &json!({ "url_key": "pair-of-wash-mitts" }));
        product["stock"] == 0
    });
    assert!(shop.command_error(&["stock", "set", "NOPE", "1"]).lines().count() == 1);
    for beyond in ["-1", "1000001"] {
        let (code, _, _) = shop.command(&["stock", "set", "TOW-GAN", beyond]);
        assert_eq!(code, Some(2), "out of range: {beyond}");
    }
}

#[test]
fn stock_set_reports_unusable_skus_and_quantities() {
    let data = seeded_copy();
    let error = command_error(data.path(), &["stock", "set", "TOW-LAC", "40"]);
    assert!(error.contains("TOW-LAC has no stock of its own; name what it consists of: TOW-LAC-BAT-"), "{error}");
    let error = command_error(data.path(), &["stock", "set", "KIT-BAIN", "4"]);
    assert!(error.contains("KIT-BAIN has no stock of its own") && error.contains("BMA-LAC"), "{error}");
    assert!(
        command_error(data.path(), &["stock", "set", "TOW-LACK", "4"])
            .contains("There is no item with a stock of its own")
    );
    for (args, wanted) in [
        (&["stock", "set", "TOW-GAN", "4.5"][..], "give a whole number from 0 to 1000000"),
        (&["seed", "--products", "abc"], "give a whole number from 1 to 1000000"),
        (&["seed", "--products", "0"], "give a whole number from 1 to 1000000"),
    ] {
        let (code, _, error) = command(data.path(), args);
        assert!(code == Some(2) && error.contains(wanted) && !error.contains("digit"), "{args:?}: {error}");
    }
    // SKUs are case-insensitive.
    let set: Value = serde_json::from_str(&output(data.path(), &["stock", "set", "tow-gan", "7", "--json"])).unwrap();
    assert_eq!(set, json!({ "sku": "TOW-GAN", "quantity": 7 }));
    let list: Value = serde_json::from_str(&output(data.path(), &["stock", "list", "tow-gan", "--json"])).unwrap();
    assert_eq!((list[0]["sku"].as_str(), list[0]["quantity"].as_i64()), (Some("TOW-GAN"), Some(7)), "{list}");
}

#[test]
fn promo_tags_are_created_listed_and_switched_off() {
    let shop = Shop::open();
    let made = shop.operator(&["promo", "create", "autumn-25", "--percent", "25", "--domain", "@valmere.example"]);
    assert_eq!((&made["tag"], &made["percent"]), (&json!("AUTUMN-25"), &json!(25)));
    let mut visitor = shop.visitor().with_query("promo-tag", "autumn-25");
    visitor.add("TOW-GAN", 1);
    let find = |list: &Value| list.as_array().unwrap().iter().find(|row| row["tag"] == "AUTUMN-25").cloned().unwrap();
    let tag = find(&shop.operator(&["promo", "list"]));
    assert_eq!(
        (&tag["percentage"], &tag["active"], &tag["email_domains"]),
        (&json!(25), &json!(true), &json!("valmere.example"))
    );
    shop.operator(&["promo", "off", "Autumn-25"]);
    assert_eq!(find(&shop.operator(&["promo", "list"]))["active"], false);
    assert!(shop.command_error(&["promo", "off", "NOPE"]).contains("There is no tag NOPE"));
    assert!(shop.command_error(&["promo", "create", "two words"]).contains("A tag has 1 to 40 letters"));
    let backwards = ["promo", "create", "X", "--from", "2026-12-02", "--until", "2026-12-01"];
    assert!(shop.command_error(&backwards).contains("The last day is before the first one"));
    assert_eq!(shop.command(&["promo", "create", "X", "--percent", "0"]).0, Some(2));
}

#[test]
fn changed_promo_tag_keeps_unnamed_settings() {
    let shop = Shop::open();
    let create = |more: &[&str]| shop.operator(&[&["promo", "create", "STAFF"], more].concat());
    let is = |made: &Value, percent: u32, domains: Value| {
        assert_eq!(
            (&made["percent"], &made["domains"], &made["on"]),
            (&json!(percent), &domains, &json!(true)),
            "{made}"
        );
    };
    is(&create(&["--percent", "25", "--domain", "example.com", "--until", "2099-12-31"]), 25, json!(["example.com"]));
    let end = create(&["--percent", "20"])["valid_to"].clone();
    is(&create(&[]), 20, json!(["example.com"]));
    assert_eq!(end, "2099-12-31T23:00:00Z");
    is(&create(&["--domain", "example.org"]), 20, json!(["example.org"]));
    shop.operator(&["promo", "off", "STAFF"]);
    let (_, said, _) = shop.command(&["promo", "create", "STAFF"]);
    assert!(said.starts_with("STAFF is on again: 20 % off for addresses of example.org, from "), "{said}");
    assert!(said.contains(" until 2100-01-01 00:00 CET"), "{said}");
    assert_eq!(create(&[])["again"], false);
    let (_, said, _) = shop.command(&["promo", "create", "STAFF", "--everybody", "--endless"]);
    assert!(said.starts_with("STAFF is on: 20 % off for everybody, from ") && !said.contains("until"), "{said}");
    assert_eq!(shop.command(&["promo", "create", "STAFF", "--everybody", "--domain", "a.example"]).0, Some(2));
    // An empty domain, as from an unset shell variable, does not open the tag to everybody.
    for empty in ["", " ", "@"] {
        for tag in ["STAFF", "FRESH"] {
            let why = shop.command_error(&["promo", "create", tag, "--domain", empty]);
            assert!(why.contains("“” is no domain. Enter what follows the @"), "{tag} {empty:?}: {why}");
        }
    }
    let list = shop.operator(&["promo", "list"]);
    assert!(!list.as_array().unwrap().iter().any(|row| row["tag"] == "FRESH"), "{list}");
    // An expired tag cannot be switched on.
    shop.database().exec("UPDATE promo_tag SET valid_to = 1000 WHERE tag = 'STAFF'", vals![]).unwrap();
    let why = shop.command_error(&["promo", "create", "STAFF", "--percent", "10"]);
    assert!(why.contains("The last day is over."), "{why}");
}

#[test]
fn jobs_are_listed_and_run_manually() {
    let shop = Shop::open();
    eventually("all have run once", || {
        let list = shop.operator(&["jobs", "list"]);
        list.as_array().unwrap().iter().all(|job| job["last_run"].is_string())
    });
    let list = shop.operator(&["jobs", "list"]);
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|job| job["name"].as_str().unwrap()).collect();
    for name in ["cancel_unpaid", "complete_orders", "reconcile_payments", "send_refunds", "backup", "deliver_mail"] {
        assert!(names.contains(&name), "{names:?}");
        let ran = shop.operator(&["jobs", "run", name]);
        assert_eq!(ran["job"], name);
    }
    assert!(shop.command_error(&["jobs", "run", "dance"]).contains("there is no job dance; there are "));
    // A job that another process runs is not started.
    let far = jiff::Timestamp::now().as_millisecond() + 300_000;
    shop.database().exec("UPDATE job SET lease_until = $1 WHERE name = 'complete_orders'", vals![far]).unwrap();
    assert!(shop.command_error(&["jobs", "run", "complete_orders"]).contains("is running already"));
}

#[test]
fn nightly_backup_keeps_the_last_copies() {
    let shop = Shop::open_with(&[("SHOP__BACKUP__KEEP", "2")]);
    let folder = shop.data.join("backup");
    for day in ["2027-03-01", "2027-03-02", "2027-03-03"] {
        shop.set_clock(&format!("{day}T02:30:00Z"));
        eventually("the nightly backup exists", || folder.join(format!("shop-{day}.db")).exists());
    }
    let names = || -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".db"))
            .collect();
        names.sort();
        names
    };
    eventually("the oldest backup is deleted", || names() == ["shop-2027-03-02.db", "shop-2027-03-03.db"]);
    // A partial file is no backup; the next run makes a complete one.
    std::fs::remove_file(folder.join("shop-2027-03-03.db")).unwrap();
    std::fs::write(folder.join("shop-2027-03-03.db.part"), "half").unwrap();
    shop.set_clock("2027-03-03T12:00:00Z");
    eventually("the backup is repeated", || folder.join("shop-2027-03-03.db").exists());
}

#[test]
fn backup_of_a_running_shop_is_restored() {
    let mut shop = Shop::open();
    let mut visitor = shop.visitor();
    let before = visitor.place("TOW-GAN", 1, "cheque");
    let copies = tempfile::tempdir().unwrap();
    let file = copies.path().join("copy.db");
    let path = file.to_str().unwrap();
    let (code, said, error) = std::thread::scope(|scope| {
        let busy = scope.spawn(|| {
            for _ in 0..20 {
                let mut visitor = shop.visitor();
                visitor.add("TOW-GAN", 1);
            }
        });
        let made = shop.command(&["backup", path]);
        busy.join().unwrap();
        made
    });
    assert_eq!(code, Some(0), "{error}");
    assert!(said.contains("verified"), "{said}");
    use std::os::unix::fs::PermissionsExt as _;
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "readable by its owner only");
    assert!(shop.command_error(&["backup", path]).contains("is there already"));
    assert!(shop.command_error(&["backup", "/nowhere/copy.db"]).contains("cannot be written"));

    let after = visitor.place("TOW-GAN", 1, "cheque");
    assert!(shop.command_error(&["restore", path]).contains("is used by a running shop"));
    shop.stop();
    let broken = copies.path().join("broken.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0xa5);
    std::fs::write(&broken, &bytes).unwrap();
    let (code, _, said) = shop.command(&["restore", broken.to_str().unwrap()]);
    assert!(code == Some(1) && (said.contains("is no sound copy") || said.contains("malformed")), "{said}");
    std::fs::write(&broken, "no database at all").unwrap();
    shop.command_error(&["restore", broken.to_str().unwrap()]);
    assert!(shop.command_error(&["restore", "/nowhere.db"]).contains("does not exist"));
    let number = |placed: &Value| placed["order_number"].as_str().unwrap().to_owned();
    let has = |data: &Path, number: &str| command(data, &["order", "show", number]).0 == Some(0);
    assert!(has(&shop.data, &number(&after)), "a refused restore changes nothing");

    let (code, said, error) = shop.command(&["restore", path]);
    assert_eq!(code, Some(0), "{error}");
    assert!(said.contains("restored from"), "{said}");
    assert!(has(&shop.data, &number(&before)) && !has(&shop.data, &number(&after)));
    assert!(shop.data.join("shop.db.old").exists(), "the former database is kept");
    // The restored shop opens, also in another folder.
    let again = Shop::start(&shop.data, &[]);
    assert_eq!(again.visitor().call("search/index", &json!({ "q": "towel" }))["page"], 1);
    drop(again);
    let other = seeded_copy();
    assert_eq!(command(other.path(), &["restore", path]).0, Some(0));
    assert!(has(other.path(), &number(&before)));
}
