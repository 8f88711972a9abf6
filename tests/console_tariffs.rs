//! Carriers' rates, VAT and closing days in the console: in force at once and in the order's own transaction, by commands too; who may
//! not.

use serde_json::{Value, json};

use crate::support::house::{open, post};

fn terms(table: &Value, carrier: &str, zone: &str) -> Value {
    let mut offers = table["offers"].as_array().unwrap().iter();
    offers
        .find(|offer| offer["carrier"] == carrier && offer["zone"] == zone)
        .map_or(Value::Null, |one| one["terms"].clone())
}

#[test]
fn rates_are_in_force_at_once_and_no_order_is_charged_otherwise_than_shown() {
    let house = open();
    let mut owner = house.owner();
    let mut shopper = house.shop.visitor();
    shopper.add("TOW-GAN", 1);
    let form = shopper.order_form("bank_transfer");
    let table = house.call(&mut owner, "tariff/shipping", &json!({}));
    let seen = terms(&table, "standard", "fr");
    let new = json!({ "min_days": 5, "max_days": 7, "bands": [{ "up_to_g": 500_000, "price": "12.00" }] });
    let edit = json!({ "edits": [{ "carrier": "standard", "zone": "fr", "seen": seen, "terms": new }] });
    house.call(&mut owner, "tariff/save_shipping", &edit);
    assert_eq!(shopper.refused("checkout/place", &form)["error"]["id"], "checkout.total_changed");
    let again = shopper.order_form("bank_transfer");
    let placed = shopper.call("checkout/place", &again);
    assert_eq!(placed["totals"]["shipping_amount"], "12.00");
    assert_eq!(house.refused(&mut owner, "tariff/save_shipping", &edit), "tariff.changed_meanwhile", "two people");
    // VAT of today on, while an order is written.
    shopper.add("TOW-GAN", 1);
    let form = shopper.order_form("bank_transfer");
    let today = house.now.get().to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap()).date().to_string();
    let rate = json!({ "country": "FR", "class": "standard", "valid_from": today, "seen": null, "rate": "10" });
    house.call(&mut owner, "tariff/save_vat", &rate);
    // Prices contain it: the total stays, and the invoice says the rate of now.
    let placed = shopper.call("checkout/place", &form);
    assert_eq!(placed["totals"]["vat"][0]["rate"], "10");
    // Closed tomorrow and for a week: the days for which it is held move.
    let before = shopper.result(&placed)["instructions"]["hold_until"].clone();
    let day = |after: i64| {
        (house.now.get().to_zoned(jiff::tz::TimeZone::UTC).date() + jiff::Span::new().days(after)).to_string()
    };
    let add: Vec<Value> = (1..8).map(|after| json!({ "date": day(after), "name": "Works" })).collect();
    house.call(
        &mut owner,
        "tariff/save_closing_days",
        &json!({ "add": add, "remove": [], "add_yearly": [], "remove_yearly": [] }),
    );
    let later = house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    let after = house.shop.visitor().result(&later)["instructions"]["hold_until"].clone();
    assert!(after.as_str().unwrap() > before.as_str().unwrap(), "{before} {after}");
    let days: Vec<String> = (1..8).map(day).collect();
    house.shop.output(&["tariff", "open", &days[0]]);
    let listed = house.call(&mut owner, "tariff/closing_days", &json!({}))["days"].clone();
    assert!(!listed.to_string().contains(&days[0]) && listed.to_string().contains(&days[1]), "{listed}");
    house.shop.output(&["tariff", "set-vat", "*", "5", "--from", "2099-01-01"]);
    house.shop.output(&["tariff", "set-shipping", "dhl", "gb", "1-2", "1000=8.50", "5000=12.00"]);
    let table = house.call(&mut owner, "tariff/shipping", &json!({}));
    assert_eq!(terms(&table, "dhl", "gb")["bands"][1], json!({ "up_to_g": 5000, "price": "12.00" }));
    assert!(house.shop.command_error(&["tariff", "stop-shipping", "pigeon", "gb"]).contains("no such carrier"));
    let kinds: Vec<String> =
        house.audit(&["--noun", "tariff"]).iter().map(|entry| entry["call"].as_str().unwrap().to_owned()).collect();
    assert!(kinds.contains(&"tariff/save_vat".to_owned()) && kinds.contains(&"tariff set-vat".to_owned()), "{kinds:?}");
    let history = house.call(&mut owner, "tariff/history", &json!({ "kind": "vat" }));
    assert_eq!(history["changes"][1]["by"], "Ada King");
}

#[test]
fn only_who_may_change_settings_reads_and_changes_them() {
    let house = open();
    let mut packer = house.person("p@example.com", "packing");
    for (path, args) in [
        ("tariff/shipping", json!({})),
        ("tariff/vat", json!({})),
        ("tariff/closing_days", json!({})),
        ("tariff/history", json!({ "kind": "vat" })),
        ("tariff/save_shipping", json!({ "edits": [] })),
        (
            "tariff/save_vat",
            json!({ "country": "FR", "class": "standard", "valid_from": "2099-01-01", "seen": null, "rate": "1" }),
        ),
        ("tariff/save_closing_days", json!({})),
    ] {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed", "{path}");
        let mut stranger = house.shop.visitor();
        assert_eq!(
            post(&mut stranger, &house.shop, path, &args).json()["error"]["id"],
            "staff.sign_in_required",
            "{path}"
        );
    }
}
