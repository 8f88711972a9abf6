//! Settings in the console: in force at once and in the order's own transaction; where money goes waits; what file, environment and
//! console say, one after the other; who may not.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{House, open, post};
use crate::support::{OUTBOX_ONLY, Shop, command_error, eventually, output, seeded_copy};

const IBAN: &str = "payment.bank_transfer.iban";
const OTHER_IBAN: &str = "DE89370400440532013000";

fn field(list: &Value, key: &str) -> Value {
    let sections = list["sections"].as_array().unwrap().iter();
    let mut fields = sections.flat_map(|section| section["settings"].as_array().unwrap());
    fields.find(|field| field["key"] == key).unwrap().clone()
}

fn edits(list: &Value, values: &[(&str, Value)]) -> Value {
    let edit = |(key, value): &(&str, Value)| json!({ "key": key, "seen": field(list, key)["value"], "value": value });
    json!({ "edits": values.iter().map(edit).collect::<Vec<_>>() })
}

fn page(house: &House, path: &str) -> String {
    house.shop.visitor().get(path).body
}

#[test]
fn what_is_saved_is_in_force_at_once_and_no_order_is_charged_otherwise_than_shown() {
    let house = open();
    let mut owner = house.owner();
    let mut shopper = house.shop.visitor();
    shopper.add("TOW-GAN", 1);
    // Far below 150 EUR: delivery costs something.
    let form = shopper.order_form("bank_transfer");
    let list = house.call(&mut owner, "setting/list", &json!({}));
    let new = [
        ("brand.name", json!("Hotel Waldhaus")),
        ("company.phone", json!("+41 81 838 51 00")),
        ("shipping.free_from", json!("10.00")),
        ("payment.methods", json!(["bank_transfer", "card"])),
        ("invoice.series", json!("WH")),
    ];
    let saved = house.call(&mut owner, "setting/save", &edits(&list, &new));
    assert_eq!(
        (&field(&saved, "brand.name")["value"], &field(&saved, "brand.name")["is_set"]),
        (&json!("Hotel Waldhaus"), &json!(true))
    );
    // Calls ask the database in their own transaction: not a second passes with the old terms.
    let refused = shopper.refused("checkout/place", &form);
    assert_eq!(refused["error"]["id"], "checkout.total_changed");
    let again = shopper.order_form("bank_transfer");
    assert_ne!(again["expected_total"], form["expected_total"]);
    let placed = shopper.call("checkout/place", &again);
    assert_eq!(placed["totals"]["total"], "18.00", "delivered free");
    assert_eq!(placed["totals"]["total"], again["expected_total"]);
    let payments = shopper.call("checkout/index", &json!({ "country": "FR" }))["payment_methods"].clone();
    assert!(!payments.to_string().contains("cheque"), "{payments}");
    eventually("pages follow", || {
        let home = page(&house, "/en");
        let notice = page(&house, "/en/help/legal-notice");
        home.contains("Hotel Waldhaus") && notice.contains("838")
    });
    house.shop.operator(&["order", "paid", placed["order_number"].as_str().unwrap()]);
    let invoices = house.shop.operator(&["invoice", "list"]);
    assert!(invoices[0]["number"].as_str().unwrap().starts_with("WH-"), "{invoices}");
    // Two people: the second sees another value than the first has left.
    assert_eq!(house.refused(&mut owner, "setting/save", &edits(&list, &new[..1])), "setting.changed_meanwhile");
    let entry = house.audit(&["--noun", "setting"]).into_iter().find(|one| one["call"] == "setting/save").unwrap();
    assert!(entry["before"].as_str().unwrap().contains("Valmère"), "{entry}");
    let history = house.call(&mut owner, "setting/history", &json!({ "key": "brand.name" }));
    assert_eq!(history["changes"][0]["after"], "Hotel Waldhaus");
    assert_eq!(history["changes"][0]["by"], "Ada King");
}

#[test]
fn where_money_goes_waits_for_a_day_or_a_second_owner_and_owners_are_told() {
    let house = open();
    let mut owner = house.owner();
    let mut second = house.person("second@example.com", "owner");
    let mut manager = house.person("m@example.com", "manager");
    let list = house.call(&mut manager, "setting/list", &json!({}));
    let old = field(&list, IBAN)["value"].clone();
    let shown = |house: &House| {
        let placed = house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
        let result = house.shop.visitor().result(&placed);
        result["instructions"]["iban"].as_str().unwrap().replace(' ', "") == OTHER_IBAN
    };
    let change = edits(&list, &[(IBAN, json!(OTHER_IBAN))]);
    let saved = house.call(&mut manager, "setting/save", &change);
    let id = saved["waiting"][0]["id"].clone();
    assert_eq!((&saved["waiting"][0]["is_own"], &saved["waiting"][0]["may_agree"]), (&json!(true), &json!(false)));
    assert!(!shown(&house));
    let duties = house.call(&mut second, "duty/list", &json!({}))["duties"].clone();
    let duty = duties.as_array().unwrap().iter().find(|duty| duty["kind"] == "settings_waiting").unwrap();
    assert_eq!((&duty["count"], &duty["items"][0]["about"]["name"]), (&json!(1), &json!("Ada King")));
    assert_eq!(house.shop.count("SELECT count(*) FROM mail WHERE template = 'setting_waiting'"), 2);
    assert_eq!(house.refused(&mut manager, "setting/agree", &json!({ "id": id })), "setting.not_owner");
    assert_eq!(house.refused(&mut second, "setting/save", &change), "setting.one_waits");
    let taken = house.call(&mut second, "setting/take_back", &json!({ "id": id }));
    assert_eq!(taken["waiting"], json!([]));
    assert_eq!(house.refused(&mut owner, "setting/agree", &json!({ "id": id })), "setting.not_waiting");
    // An owner asks, and cannot agree to it alone.
    let id = house.call(&mut owner, "setting/save", &change)["waiting"][0]["id"].clone();
    assert_eq!(house.refused(&mut owner, "setting/agree", &json!({ "id": id })), "setting.own_change");
    // On the machine it is shown, taken back, and asked for again.
    let waiting = house.shop.operator(&["setting", "waiting"]);
    assert_eq!((&waiting[0]["id"], &waiting[0]["changes"]), (&id, &json!({ IBAN: OTHER_IBAN })), "{waiting}");
    let until: jiff::Timestamp = waiting[0]["force_at"].as_str().unwrap().parse().unwrap();
    assert!(until > house.pass(SignedDuration::ZERO), "{waiting}");
    house.shop.output(&["setting", "take-back", &id.to_string()]);
    assert_eq!(house.shop.operator(&["setting", "waiting"]), json!([]));
    assert!(house.shop.command_error(&["setting", "agree", &id.to_string()]).contains("waits no longer"));
    // There it comes into force at once, too.
    let id = house.call(&mut owner, "setting/save", &change)["waiting"][0]["id"].to_string();
    house.shop.output(&["setting", "agree", &id]);
    assert!(shown(&house));
    let list = house.call(&mut owner, "setting/list", &json!({}));
    let id = house.call(&mut owner, "setting/save", &edits(&list, &[(IBAN, old)]))["waiting"][0]["id"].clone();
    house.call(&mut second, "setting/agree", &json!({ "id": id }));
    assert!(!shown(&house));
    // By the job, once a day has passed.
    let list = house.call(&mut owner, "setting/list", &json!({}));
    house.call(&mut owner, "setting/save", &edits(&list, &[(IBAN, json!(OTHER_IBAN))]));
    house.pass(SignedDuration::from_hours(23));
    house.shop.output(&["jobs", "run", "put_settings_into_force"]);
    assert!(!shown(&house));
    house.pass(SignedDuration::from_hours(2));
    eventually("the job has put it into force", || shown(&house));
}

#[test]
fn only_who_may_change_settings_with_proof_does() {
    let house = open();
    let mut packer = house.person("p@example.com", "packing");
    let mut manager = house.person("m@example.com", "manager");
    let list = house.call(&mut manager, "setting/list", &json!({}));
    let change = edits(&list, &[("payment.hold_days", json!(6))]);
    for (path, args) in [
        ("setting/list", json!({})),
        ("setting/history", json!({})),
        ("setting/save", change.clone()),
        ("setting/agree", json!({ "id": 1 })),
        ("setting/take_back", json!({ "id": 1 })),
    ] {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed", "{path}");
        let mut stranger = house.shop.visitor();
        let answer = post(&mut stranger, &house.shop, path, &args).json();
        assert_eq!(answer["error"]["id"], "staff.sign_in_required", "{path}");
    }
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut manager, "setting/save", &change), "staff.proof_required");
    assert_eq!(house.shop.count("SELECT count(*) FROM setting"), 0);
}

#[test]
fn file_environment_and_console_speak_one_after_the_other() {
    let folder = seeded_copy();
    let file = folder.path().join("my.toml");
    let config = file.to_str().unwrap().to_owned();
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    let start = |env: &[(&str, &str)]| {
        Shop::start_with(folder.path(), &[], &[OUTBOX_ONLY, &[("SHOP_CONFIG", config.as_str())], env].concat())
    };
    let settings = |shop: &Shop, key: &str| {
        let (code, out, err) = shop.command(&["--config", &config, "setting", "list", key, "--json"]);
        assert_eq!(code, Some(0), "{err}");
        serde_json::from_str::<Value>(&out).unwrap()[0].clone()
    };
    let set = |shop: &Shop, key: &str, value: &str| shop.command(&["--config", &config, "setting", "set", key, value]);
    write("[brand]\nname = \"From the file\"\n[payment]\nhold_days = 7\n");
    let mut shop = start(&[]);
    assert_eq!(settings(&shop, "brand.name")["value"], "From the file");
    let (code, _, err) = set(&shop, "brand.name", "From the console");
    assert_eq!(code, Some(0), "{err}");
    eventually("another process's change is seen", || shop.visitor().get("/en").body.contains("From the console"));
    shop.stop();
    // The same file has said nothing new.
    let mut shop = start(&[]);
    assert_eq!(settings(&shop, "brand.name")["value"], "From the console");
    assert_eq!(settings(&shop, "payment.hold_days")["value"], 7);
    shop.stop();
    write("[brand]\nname = \"Edited\"\n[pin.payment]\nhold_days = 9\n");
    let mut shop = start(&[("SHOP__COMPANY__CITY", "Lyon")]);
    assert_eq!(settings(&shop, "brand.name")["value"], "Edited", "a file that was edited has spoken");
    let pinned = settings(&shop, "payment.hold_days");
    assert_eq!(pinned["value"], 9);
    assert!(pinned["pinned_by"].as_str().unwrap().ends_with("my.toml:4"), "{pinned}");
    let (code, _, err) = set(&shop, "payment.hold_days", "3");
    assert!(code == Some(1) && err.contains("my.toml:4") && err.contains("[pin]"), "{err}");
    let log = shop.log();
    assert!(log.contains("brand.name"), "what was taken in is told: {log}");
    shop.stop();
    // A row with which no shop may open is named, and can be taken away.
    shop.database().execute_batch("UPDATE setting SET value = '\"\"' WHERE key = 'brand.name'").unwrap();
    let why = command_error(folder.path(), &["--config", &config, "check"]);
    assert!(why.contains("brand.name") && why.contains("shop setting unset"), "{why}");
    output(folder.path(), &["--config", &config, "setting", "unset", "brand.name"]);
    let shop = start(&[]);
    assert_eq!(settings(&shop, "brand.name")["value"], "Edited");
}

#[test]
fn what_would_change_is_said_before_it_does() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    // A house whose page names a way to pay.
    let sentence = "You may pay by cheque.";
    let text = json!({ "title": "Returns", "description": "How goods come back.", "markdown": sentence });
    house.call(
        &mut owner,
        "page/save",
        &json!({ "key": "returns", "lang": "en", "version": 0, "base": 1, "text": text }),
    );
    let drafts = json!({ "key": "returns", "drafts": [{ "lang": "en", "version": 1 }] });
    house.call(&mut owner, "page/publish", &drafts);

    let list = house.call(&mut owner, "setting/list", &json!({}));
    let new = [
        ("company.phone", json!(" +33 4 50 00 00 01 ")),
        ("payment.methods", json!(["bank_transfer"])),
        (IBAN, json!(OTHER_IBAN)),
        ("payment.hold_days", field(&list, "payment.hold_days")["value"].clone()),
    ];
    let asked = edits(&list, &new);
    assert_eq!(house.refused(&mut packer, "setting/plan", &asked), "staff.not_allowed");
    let plan = house.call(&mut owner, "setting/plan", &asked);
    let value = |key: &str| plan["values"].as_array().unwrap().iter().find(|one| one["key"] == key).cloned();
    let phone = value("company.phone").unwrap();
    assert_eq!(
        (&phone["now"], &phone["then"], &phone["waits"]),
        (&field(&list, "company.phone")["value"], &json!("+33 4 50 00 00 01"), &json!(false))
    );
    assert_eq!(value(IBAN).unwrap()["waits"], true);
    assert_eq!(value("payment.hold_days"), None, "what is as it was");
    let waits = house.pass(SignedDuration::ZERO) + SignedDuration::from_hours(24);
    let force_at: jiff::Timestamp = plan["force_at"].as_str().unwrap().parse().unwrap();
    assert!(waits.duration_since(force_at).abs() < SignedDuration::from_mins(10), "{plan}");
    let pages: Vec<&str> = plan["pages"].as_array().unwrap().iter().filter_map(|page| page["key"].as_str()).collect();
    assert!(pages.contains(&"legal-notice") && pages.contains(&"terms-and-conditions"), "phone and cheques: {pages:?}");
    assert!(!pages.contains(&"bed-terms"), "which stays as it is: {pages:?}");
    let denied = plan["contradictions"].as_array().unwrap();
    assert!(
        denied.iter().any(|one| one["key"] == "returns" && one["lang"] == "en" && one["word"] == "cheque"),
        "{denied:?}"
    );
    let keys = |of: &str| -> Vec<Value> {
        plan[of].as_array().unwrap().iter().map(|one| one["place"]["key"].clone()).collect()
    };
    assert!(keys("mended").contains(&json!("company.phone")), "it was the demonstration's: {plan}");
    assert_eq!(keys("missing"), Vec::<Value>::new());

    assert_eq!(house.call(&mut owner, "setting/list", &json!({})), list, "nothing has changed");
    assert!(page(&house, "/en/help/returns").contains(sentence));
    let mut old = asked.clone();
    old["edits"][0]["seen"] = json!("another");
    let refusal = &post(&mut owner.browser, &house.shop, "setting/plan", &old).json()["error"];
    assert_eq!(refusal["field_messages"]["company.phone"]["id"], "setting.changed_meanwhile", "{refusal}");

    let told = house.shop.output(&["setting", "set", "company.phone", "+33 4 50 00 00 02", "--dry-run"]);
    assert!(told.contains("would become \"+33 4 50 00 00 02\"") && told.contains("legal-notice"), "{told}");
    assert!(house.shop.output(&["setting", "unset", "company.phone", "--dry-run"]).contains("nothing would change"));
    assert_eq!(house.call(&mut owner, "setting/list", &json!({})), list);
}
