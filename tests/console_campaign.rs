//! Prices and campaigns in the console: a weekend's sale in local time, followed by page, call, feed and order; an older sheet that
//! would take it away; single prices with their history.

use std::fs;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::house::{House, Person, open, post, refused};
use crate::support::{eventually, uuid};

/// 18.00 in the seed.
const SKU: &str = "TOW-GAN";
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// A time on the clocks of Paris, so many hours from now, on the hour.
fn local(house: &House, hours: i64) -> String {
    local_at(house.now.get(), hours)
}

fn local_at(moment: Timestamp, hours: i64) -> String {
    let at = moment + HOUR * i32::try_from(hours).unwrap();
    at.in_tz("Europe/Paris").unwrap().strftime("%Y-%m-%dT%H:00").to_string()
}

fn form(house: &House, hours: [i64; 2], more: &Value) -> Value {
    let mut form = json!({
        "name": "Weekend", "begins": local(house, hours[0]), "ends": local(house, hours[1]),
        "kind": "percent", "percent": "20", "items": [{ "sku": SKU }],
    });
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    form
}

/// Saves a draft; answers its id and version.
fn drafted(house: &House, owner: &mut Person, form: &Value) -> (Value, Value) {
    let saved = house.call(owner, "campaign/save", &json!({ "form": form }));
    (saved["campaign"]["id"].clone(), saved["campaign"]["version"].clone())
}

fn scheduled(house: &House, owner: &mut Person, (id, version): &(Value, Value)) -> Value {
    let plan = house.call(owner, "campaign/plan", &json!({ "id": id }));
    let args = json!({ "id": id, "version": version, "seen": plan["seen"] });
    house.call(owner, "campaign/schedule", &args)["campaign"].clone()
}

/// The price that shoppers see, and the one struck through.
fn shown(house: &House) -> (Value, Value) {
    let product = house.shop.visitor().call("catalog/product", &json!({ "sku": SKU }));
    (product["price"].clone(), product["lowest_price_30d"].clone())
}

fn signed_in(house: &House, person: &mut Person) {
    let claim = house.claim(person);
    house.call(person, "staff/sign_in", &claim);
}

/// Page, search and feed say `price`, and nothing of `other`.
fn everywhere(house: &House, price: &str, other: Option<&str>) {
    eventually(&format!("everything says {price}"), || {
        let mut visitor = house.shop.visitor();
        let page = visitor.get("/en/p/towels/pair-of-wash-mitts").body;
        let feed = visitor.get("/en/feed.xml").body;
        let item = feed.split("<item>").find(|item| item.contains(&format!(">{SKU}<"))).unwrap_or_default().to_owned();
        let found = visitor.call("search/index", &json!({ "q": SKU }))["items"][0].to_string();
        let texts = [page, item, found];
        texts.iter().all(|text| text.contains(price) && other.is_none_or(|other| !text.contains(other)))
    });
}

#[test]
fn weekends_sale_begins_and_ends_by_itself_wherever_shoppers_look() {
    let house = open();
    let mut owner = house.owner();
    let draft = drafted(&house, &mut owner, &form(&house, [20, 50], &json!({})));
    let plan = house.call(&mut owner, "campaign/plan", &json!({ "id": draft.0 }));
    assert_eq!((&plan["reduced"], &plan["left_out"]), (&json!(1), &json!([])));
    let eur = &plan["items"][0]["prices"][0];
    let told = ["currency", "before", "lowest_30d", "price"].map(|name| eur[name].as_str().unwrap());
    assert_eq!((told, &eur["percent"]), (["EUR", "18.00", "18.00", "14.40"], &json!(20)));
    assert!(plan["items"][0]["prices"].as_array().unwrap().len() > 1, "all currencies: {plan}");
    let campaign = scheduled(&house, &mut owner, &draft);
    assert_eq!(campaign["state"], "planned");
    everywhere(&house, "18.00", Some("14.40"));
    let mut early = house.shop.visitor();
    early.add(SKU, 1);
    // It begins on the hour of Paris, and what a shopper has in the bag follows.
    house.pass(HOUR * 20);
    everywhere(&house, "14.40", None);
    assert_eq!(shown(&house), (json!("14.40"), json!("18.00")));
    let checkout = early.call("checkout/index", &json!({ "country": "FR", "shipping_method": "standard" }));
    assert_eq!(checkout["items"][0]["price"], "14.40", "{checkout}");
    let form = early.order_form("cheque");
    early.call("checkout/place", &form);
    // Who ordered at the price of before is shown the new one, and not charged.
    let mut late = house.shop.visitor();
    late.add(SKU, 1);
    let form = late.order_form("cheque");
    house.pass(HOUR * 31);
    everywhere(&house, "18.00", Some("14.40"));
    let refusal = late.refused("checkout/place", &crate::support::with(&form, json!({ "idempotency_key": uuid() })));
    assert_eq!(refusal["error"]["id"], "checkout.total_changed", "{refusal}");
    assert_eq!(shown(&house), (json!("18.00"), Value::Null));
    signed_in(&house, &mut owner);
    let list = house.call(&mut owner, "campaign/list", &json!({ "state": "ended" }));
    assert_eq!(list["items"][0]["id"], draft.0, "{list}");
    let prices: Vec<i64> = {
        let sql = "SELECT l.price FROM order_line l ORDER BY l.order_id, l.position";
        house.shop.database().all(sql, shop::vals![]).unwrap()
    };
    assert_eq!(prices, [1440]);
}

#[test]
fn sale_is_called_off_at_once_and_another_cannot_take_its_goods() {
    let house = open();
    let mut owner = house.owner();
    let draft = drafted(&house, &mut owner, &form(&house, [-5, 50], &json!({ "ending": "ninety" })));
    let campaign = scheduled(&house, &mut owner, &draft);
    assert_eq!((&campaign["state"], shown(&house).0), (&json!("running"), json!("13.90")), "begun at once");
    let other = drafted(&house, &mut owner, &form(&house, [30, 70], &json!({ "name": "Sunday", "percent": "50" })));
    let plan = house.call(&mut owner, "campaign/plan", &json!({ "id": other.0 }));
    let left = &plan["left_out"][0];
    assert_eq!((&left["why"], &left["campaign"]["name"]), (&json!("in_campaign"), &json!("Weekend")), "{plan}");
    let args = json!({ "id": other.0, "version": other.1, "seen": plan["seen"] });
    assert_eq!(house.refused(&mut owner, "campaign/schedule", &args), "campaign.nothing_reduced");
    let ended = house.call(&mut owner, "campaign/call_off", &json!({ "id": draft.0, "version": campaign["version"] }));
    assert_eq!((&ended["campaign"]["state"], shown(&house)), (&json!("called_off"), (json!("18.00"), Value::Null)));
    // What was seen before is no longer what would happen.
    assert_eq!(house.refused(&mut owner, "campaign/schedule", &args), "campaign.plan_changed");
    assert_eq!(scheduled(&house, &mut owner, &other)["state"], "planned");
    let draft_again = house.call(&mut owner, "campaign/unschedule", &json!({ "id": other.0, "version": 2 }));
    assert_eq!(draft_again["campaign"]["state"], "draft");
    house.call(&mut owner, "campaign/remove", &json!({ "id": other.0, "version": 3 }));
    assert_eq!(house.refused(&mut owner, "campaign/show", &json!({ "id": other.0 })), "campaign.not_found");
    let calls: Vec<String> =
        house.audit(&[]).iter().map(|entry| entry["call"].as_str().unwrap().to_owned()).take(4).collect();
    assert_eq!(calls, ["campaign/remove", "campaign/unschedule", "campaign/schedule", "campaign/call_off"]);
}

#[test]
fn running_sale_is_prolonged_and_shortened_and_shoppers_see_the_same_former_price() {
    let house = open();
    let mut owner = house.owner();
    // Another hour may begin on the clocks while the test runs.
    let begun = house.now.get();
    let draft = drafted(&house, &mut owner, &form(&house, [5, 30], &json!({})));
    let planned = scheduled(&house, &mut owner, &draft);
    let other = json!({ "name": "Next", "percent": "40" });
    let next = drafted(&house, &mut owner, &form(&house, [80, 90], &other));
    scheduled(&house, &mut owner, &next);
    house.pass(HOUR * 6);
    signed_in(&house, &mut owner);
    let before = shown(&house);
    assert_eq!(before, (json!("14.40"), json!("18.00")));
    let end = |campaign: &Value, hours: i64| json!({ "id": campaign["id"], "version": campaign["version"], "ends": local_at(begun, hours) });
    // Into the next one it cannot go, nor into what has been.
    let field = |owner: &mut Person, args: &Value| {
        let refusal = post(&mut owner.browser, &house.shop, "campaign/move_end", args).json()["error"].clone();
        refusal["field_messages"]["ends"]["id"].clone()
    };
    assert_eq!(field(&mut owner, &end(&planned, 82)), "campaign.end_taken");
    assert_eq!(field(&mut owner, &end(&planned, 6)), "campaign.end_past");
    assert_eq!(field(&mut owner, &end(&planned, 30)), "campaign.end_same");
    let moved = house.call(&mut owner, "campaign/move_end", &end(&planned, 70));
    assert_eq!(moved["campaign"]["state"], "running");
    assert_eq!(house.refused(&mut owner, "campaign/move_end", &end(&planned, 60)), "campaign.changed_meanwhile");
    let entry = house.audit(&["--noun", "campaign"])[0].clone();
    assert_eq!(entry["after"], json!({ "ends_at": moved["campaign"]["ends_at"] }).to_string(), "{entry}");
    // Beyond the former end the price holds, and the one struck through is that before the sale began.
    house.pass(HOUR * 40);
    assert_eq!(shown(&house), before);
    everywhere(&house, "14.40", None);
    signed_in(&house, &mut owner);
    let sooner = json!({ "id": planned["id"], "version": moved["campaign"]["version"], "ends": local(&house, 2) });
    house.call(&mut owner, "campaign/move_end", &sooner);
    house.pass(HOUR * 3);
    assert_eq!(shown(&house), (json!("18.00"), Value::Null));
    everywhere(&house, "18.00", Some("14.40"));
    signed_in(&house, &mut owner);
    let campaign = house.call(&mut owner, "campaign/show", &json!({ "id": planned["id"] }))["campaign"].clone();
    let late = json!({ "id": campaign["id"], "version": campaign["version"], "ends": local(&house, 9) });
    assert_eq!(house.refused(&mut owner, "campaign/move_end", &late), "campaign.end_fixed");
}

#[test]
fn two_people_and_what_cannot_be_are_told() {
    let house = open();
    let mut owner = house.owner();
    let mut manager = house.person("m@example.com", "manager");
    let draft = drafted(&house, &mut owner, &form(&house, [20, 50], &json!({})));
    let again =
        json!({ "id": draft.0, "version": draft.1, "form": form(&house, [20, 50], &json!({ "percent": "30" })) });
    house.call(&mut manager, "campaign/save", &again);
    assert_eq!(house.refused(&mut owner, "campaign/save", &again), "campaign.changed_meanwhile");
    assert_eq!(
        house.refused(&mut owner, "campaign/remove", &json!({ "id": draft.0, "version": 1 })),
        "campaign.changed_meanwhile"
    );
    for (more, field, expected) in [
        (json!({ "name": " " }), "name", "campaign.name_empty"),
        (json!({ "begins": "2027-03-28T02:30" }), "begins", "campaign.time_skipped"),
        (json!({ "ends": local(&house, 10) }), "ends", "campaign.end_before_begin"),
        (json!({ "begins": "2020-01-01T00:00", "ends": "2020-01-02T00:00" }), "ends", "campaign.end_past"),
        (json!({ "percent": "100" }), "percent", "campaign.percent_bad"),
        (json!({ "kind": "amount", "amount": "0.00" }), "amount", "price.amount_bad"),
        (json!({ "items": [{ "sku": "NOPE" }] }), "items", "price.sku_unknown"),
        (json!({ "kind": "price", "items": [{ "sku": SKU, "price": "0.00" }] }), "items", "campaign.price_bad"),
        (json!({ "items": vec![json!({ "sku": SKU }); 2001] }), "items", "campaign.items_many"),
    ] {
        let args = json!({ "form": form(&house, [20, 50], &more) });
        let refusal = &post(&mut owner.browser, &house.shop, "campaign/save", &args).json()["error"];
        assert_eq!(refusal["field_messages"][field]["id"], expected, "{more}: {refusal}");
    }
    let empty = drafted(&house, &mut owner, &form(&house, [20, 50], &json!({ "items": [] })));
    let plan = house.call(&mut owner, "campaign/plan", &json!({ "id": empty.0 }));
    let args = json!({ "id": empty.0, "version": empty.1, "seen": plan["seen"] });
    assert_eq!(house.refused(&mut owner, "campaign/schedule", &args), "campaign.nothing_reduced");
    let mut packer = house.person("p@example.com", "packing");
    for path in [
        "campaign/list",
        "campaign/calendar",
        "campaign/show",
        "campaign/choose",
        "campaign/plan",
        "campaign/save",
        "campaign/schedule",
        "campaign/unschedule",
        "campaign/call_off",
        "campaign/move_end",
        "campaign/remove",
        "price/list",
        "price/show",
        "price/plan",
        "price/set",
        "price/unset",
    ] {
        let args = json!({
            "id": 1, "version": 1, "seen": "", "sku": SKU, "from": "2027-01-01", "to": "2027-01-02", "currency": "EUR",
            "form": form(&house, [20, 50], &json!({})), "ends": "2027-01-02T00:00",
        });
        let args = if path.starts_with("price/") {
            json!({ "sku": SKU, "currency": "EUR", "from": null, "version": "" })
        } else {
            args
        };
        let args = if path == "price/unset" {
            json!({ "sku": SKU, "currency": "EUR", "from": "", "version": "" })
        } else {
            args
        };
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed", "{path}");
        let mut stranger = house.shop.visitor();
        assert_eq!(refused(&mut stranger, &house.shop, path, &args), "staff.sign_in_required", "{path}");
    }
}

#[test]
fn goods_are_chosen_by_category_words_and_number_and_stand_in_the_calendar() {
    let house = open();
    let mut owner = house.owner();
    let chosen = house.call(&mut owner, "campaign/choose", &json!({ "q": "lac bath towel" }));
    let variants = chosen["items"].as_array().unwrap().clone();
    assert!(variants.iter().all(|item| item["amount"].is_string()) && variants.len() > 1, "{chosen}");
    let key = chosen["categories"][0]["key"].clone();
    let of_category = house.call(&mut owner, "campaign/choose", &json!({ "category": key }));
    assert!(of_category["items"].as_array().unwrap().len() > 1, "{key}");
    // A product with options stands for its variants.
    let draft = drafted(&house, &mut owner, &form(&house, [20, 50], &json!({ "items": [{ "sku": "TOW-LAC" }] })));
    let detail = house.call(&mut owner, "campaign/show", &json!({ "id": draft.0 }));
    assert!(
        detail["items"].as_array().unwrap().iter().all(|item| item["sku"].as_str().unwrap().starts_with("TOW-LAC-"))
    );
    scheduled(&house, &mut owner, &draft);
    let later = json!({ "lines": [{ "sku": SKU, "currency": "EUR", "amount": "20.00" }], "from": local(&house, 30) });
    house.call(&mut owner, "price/set", &later);
    let day = |hours: i64| local(&house, hours)[..10].to_owned();
    let calendar = house.call(&mut owner, "campaign/calendar", &json!({ "from": day(0), "to": day(96) }));
    assert_eq!((&calendar["campaigns"][0]["id"], &calendar["zone"]), (&draft.0, &json!("Europe/Paris")));
    let changes = calendar["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "begin and end of a campaign are no changes of single prices: {calendar}");
    assert_eq!(
        (&changes[0]["items"], changes[0]["local"].as_str().unwrap()),
        (&json!(1), format!("{}:00", local(&house, 30)).as_str())
    );
    assert_eq!(
        house.refused(&mut owner, "campaign/calendar", &json!({ "from": day(0), "to": "2099-01-01" })),
        "campaign.days_bad"
    );
}

#[test]
fn single_prices_are_set_now_or_later_with_who_and_why() {
    let house = open();
    let mut owner = house.owner();
    let mut manager = house.person("m@example.com", "manager");
    let item = house.call(&mut owner, "price/list", &json!({ "q": "tow-gan" }))["items"][0].clone();
    let eur = &item["prices"][0];
    assert_eq!((&item["sku"], &eur["amount"], &eur["next"]), (&json!(SKU), &json!("18.00"), &Value::Null));
    let line = |amount: &str| json!({ "sku": SKU, "currency": "EUR", "amount": amount, "version": item["version"] });
    let args = json!({ "lines": [line("21.00")], "follow": true, "note": "Cotton is dearer" });
    let plan = house.call(&mut owner, "price/plan", &args);
    let lines = plan["lines"].as_array().unwrap();
    assert!(lines.len() > 1 && lines[1..].iter().all(|line| line["follows"] == true), "{plan}");
    assert_eq!(shown(&house).0, "18.00", "a dry run changes nothing");
    house.call(&mut owner, "price/set", &args);
    assert_eq!(shown(&house).0, "21.00");
    // A colleague who has not seen that.
    let refusal =
        &post(&mut manager.browser, &house.shop, "price/set", &json!({ "lines": [line("19.00")] })).json()["error"];
    assert_eq!(refusal["field_messages"]["TOW-GAN EUR"]["id"], "price.changed_meanwhile", "{refusal}");
    let blind = |amount: &str| json!({ "sku": "tow-gan", "currency": "EUR", "amount": amount });
    house.call(&mut manager, "price/set", &json!({ "lines": [blind("24.00")], "from": local(&house, 30) }));
    let detail = house.call(&mut owner, "price/show", &json!({ "sku": SKU }));
    let eur: Vec<&Value> = detail["ledger"].as_array().unwrap().iter().filter(|row| row["currency"] == "EUR").collect();
    let amounts: Vec<&str> = eur.iter().map(|row| row["amount"].as_str().unwrap()).collect();
    assert_eq!(amounts, ["24.00", "21.00", "18.00"], "{detail}");
    assert_eq!((&eur[0]["can_unset"], &eur[1]["can_unset"]), (&json!(true), &json!(false)));
    let change = detail["changes"].as_array().unwrap().iter().find(|change| change["amount"] == "21.00").unwrap();
    assert_eq!((&change["note"], &change["name"]), (&json!("Cotton is dearer"), &json!("Ada King")), "{change}");
    let planned = house.call(&mut owner, "price/list", &json!({ "filter": "planned" }));
    assert_eq!((&planned["planned"], &planned["items"][0]["sku"]), (&json!(1), &json!(SKU)), "{planned}");
    let args = json!({ "sku": SKU, "currency": "EUR", "from": eur[0]["from"], "version": detail["item"]["version"] });
    let back = house.call(&mut owner, "price/unset", &args);
    assert_eq!(back["item"]["prices"][0]["next"], Value::Null);
    for (line, field, expected) in [
        (json!({ "sku": "TOW-LAC", "currency": "EUR", "amount": "1.00" }), "TOW-LAC EUR", "price.sku_unknown"),
        (json!({ "sku": SKU, "currency": "EUR", "amount": "0.00" }), "TOW-GAN EUR", "price.amount_bad"),
        (
            json!({ "sku": SKU, "currency": "EUR", "amount": "5.00", "regular": "5.00" }),
            "TOW-GAN EUR",
            "price.regular_bad",
        ),
    ] {
        let refusal = &post(&mut owner.browser, &house.shop, "price/plan", &json!({ "lines": [line] })).json()["error"];
        assert_eq!(refusal["field_messages"][field]["id"], expected, "{refusal}");
    }
    let twice = json!({ "lines": [blind("5.00"), blind("6.00")] });
    assert_eq!(house.refused(&mut owner, "price/plan", &twice), "price.twice");
    assert_eq!(house.refused(&mut owner, "price/set", &json!({ "lines": [] })), "price.lines");
    let past = json!({ "lines": [blind("5.00")], "from": local(&house, -3) });
    assert_eq!(house.refused(&mut owner, "price/set", &past), "price.time_past");
}

fn exported(house: &House, to: &Path) {
    house.shop.output(&["catalogue", "export", to.to_str().unwrap()]);
    // The sheet of prices alone.
    for entry in fs::read_dir(to).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            fs::remove_dir_all(&path).unwrap();
        } else if name != "catalogue.toml" && name != "prices.csv" {
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn older_sheet_of_prices_takes_no_sale_away_unasked() {
    let house = open();
    let shop = &house.shop;
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    exported(&house, &old);
    let [begins, ends] = [local(&house, 20), local(&house, 50)];
    let create =
        ["campaign", "create", "Weekend", "--percent", "20", "--sku", SKU, "--begins", &begins, "--ends", &ends];
    let id = shop.operator(&create)["id"].to_string();
    let plan = shop.operator(&["campaign", "plan", &id]);
    assert_eq!(plan["reduced"][0]["prices"][0]["price"], "14.40", "{plan}");
    shop.operator(&["campaign", "schedule", &id]);
    shop.operator(&["price", "set", "SOA-BAR", "9.00", "--from", &local(&house, 60), "--note", "Olive oil"]);
    exported(&house, &new);
    let old = old.to_str().unwrap();
    for more in [&["--dry-run"][..], &[]] {
        let (code, _, error) = shop.command(&[&["catalogue", "import", old], more].concat());
        assert!(code == Some(1) && error.contains("nothing was changed"), "{error}");
        assert!(error.contains("--drop-planned"), "{error}");
        let line = |of: &str| {
            error.lines().find(|line| line.contains(of)).unwrap_or_else(|| panic!("{of}: {error}")).to_owned()
        };
        let sale = line("14.40 EUR of TOW-GAN");
        assert!(sale.contains(&format!("of campaign {id} \"Weekend\"")), "{sale}");
        line("9.00 EUR of SOA-BAR");
        line("18.00 EUR of TOW-GAN");
    }
    // One that was exported since is imported, and the sale stays.
    shop.output(&["catalogue", "import", new.to_str().unwrap()]);
    let state = |id: &str| shop.operator(&["campaign", "show", id])["campaign"]["state"].clone();
    let reduced = "SELECT COUNT(*) FROM price WHERE campaign_id IS NOT NULL";
    assert!(shop.count(reduced) > 1 && state(&id) == "planned");
    let dry = shop.output(&["catalogue", "import", old, "--dry-run", "--drop-planned"]);
    assert!(dry.contains("takes away the planned price 14.40 EUR of TOW-GAN") && shop.count(reduced) > 1, "{dry}");
    let done = shop.output(&["catalogue", "import", old, "--drop-planned"]);
    assert!(done.contains("takes away the planned price 14.40 EUR of TOW-GAN"), "{done}");
    assert_eq!(shop.count(reduced), 0);
}

#[test]
fn commands_are_another_door_to_the_same_rules() {
    let house = open();
    let shop = &house.shop;
    let [begins, ends] = [local(&house, 20), local(&house, 50)];
    let id = shop.operator(&[
        "campaign", "create", "Linen", "--amount", "5.00", "--sku", "TOW-LAC", "--begins", &begins, "--ends", &ends,
    ])["id"]
        .to_string();
    shop.operator(&["campaign", "change", &id, "--price", "TOW-GAN=15.00", "--ending", "whole"]);
    let shown = shop.operator(&["campaign", "show", &id]);
    assert_eq!(
        (&shown["campaign"]["reduction"], &shown["items"]),
        (&json!("own prices"), &json!([{ "sku": SKU, "price": "15.00" }]))
    );
    shop.operator(&["campaign", "schedule", &id]);
    let history = shop.operator(&["price", "history", SKU]);
    let rows = history["ledger"].as_array().unwrap();
    let row = rows.iter().find(|row| row["currency"] == "EUR" && row["amount"] == "15.00").unwrap();
    assert_eq!((&row["regular"], &row["campaign"]["name"]), (&json!("18.00"), &json!("Linen")));
    let error = shop.command_error(&["campaign", "remove", &id]);
    assert!(error.contains("Only a draft can be changed"), "{error}");
    shop.operator(&["campaign", "unschedule", &id]);
    shop.operator(&["campaign", "schedule", &id]);
    let extended = shop.operator(&["campaign", "extend", &id, "--ends", &local(&house, 60)]);
    assert_eq!(extended["ends_at"], shop.operator(&["campaign", "show", &id])["campaign"]["ends_at"]);
    let error = shop.command_error(&["campaign", "extend", &id, "--ends", &begins]);
    assert!(error.contains("must come after the begin"), "{error}");
    shop.operator(&["campaign", "call-off", &id]);
    assert_eq!(shop.operator(&["campaign", "list"])[0]["state"], "called_off");
    assert_eq!(shop.count("SELECT COUNT(*) FROM price WHERE campaign_id IS NOT NULL"), 0);
    let set = shop.operator(&["price", "set", "tow-gan", "19.00", "--follow", "--note", "As agreed"]);
    assert!(set["prices"].as_array().unwrap().len() > 1, "{set}");
    eventually("the price is shown", || shown_price(&house) == "19.00");
    let from: Timestamp = house.now.get() + HOUR * 48;
    shop.operator(&["price", "set", SKU, "22.00", "--from", &local(&house, 48)]);
    let error = shop.command_error(&["price", "unset", SKU, &from.to_string()]);
    assert!(error.contains("No price is planned"), "not on the hour: {error}");
    let next = shop.operator(&["price", "list", "tow-gan"])[0]["prices"][0]["next"]["at"].as_str().unwrap().to_owned();
    shop.operator(&["price", "unset", SKU, &next]);
    // As it was typed.
    shop.operator(&["price", "set", SKU, "22.00", "--from", &local(&house, 48)]);
    shop.operator(&["price", "unset", SKU, &local(&house, 48)]);
    let words: Vec<String> =
        house.audit(&[]).iter().map(|entry| entry["call"].as_str().unwrap().to_owned()).take(7).collect();
    assert_eq!(
        words,
        ["price unset", "price set", "price unset", "price set", "price set", "campaign call-off", "campaign extend"]
    );
}

fn shown_price(house: &House) -> String {
    shown(house).0.as_str().unwrap().to_owned()
}
