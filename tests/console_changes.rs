//! Orders changed by telephone, and payments that were booked by mistake, over the console's calls and the commands.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::console_bank::{credit, import, statement};
use crate::console_orders::{deed, enter, paid, refused, search, seen, show};
use crate::support::house::{House, PASSWORD, Person, code, open, open_with};
use crate::support::with;

/// The delivery address of an order, changed.
fn addressed(order: &Value, change: Value) -> Value {
    json!({ "shipping_address": with(&order["shipping_address"], change), "billing_address": null })
}

fn prove(house: &House, person: &mut Person) {
    let now = house.pass(SignedDuration::from_secs(31));
    house.call(person, "staff/prove", &json!({ "password": PASSWORD, "code": code(&person.totp, now) }));
}

fn kinds(order: &Value) -> Vec<&str> {
    order["invoices"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect()
}

fn letters(order: &Value) -> Vec<&str> {
    order["mails"].as_array().unwrap().iter().map(|mail| mail["template"].as_str().unwrap()).collect()
}

#[test]
fn address_is_changed_and_the_invoice_follows() {
    let house = open();
    let mut owner = house.owner();
    let number = enter(&house, json!({}));
    let order = deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    let form = house.call(&mut owner, "order/address_form", &json!({ "country": "FR" }));
    assert_eq!((&form["country"]["id"], form["countries"].as_array().unwrap().len() > 100), (&json!("FR"), true));
    let abroad = addressed(&order, json!({ "country": "DE", "city": "Berlin", "postcode": "10115" }));
    assert_eq!(refused(&house, &mut owner, "order/set_addresses", &number, abroad), "order.country_fixed");
    let bad = addressed(&order, json!({ "postcode": "1" }));
    assert_eq!(refused(&house, &mut owner, "order/set_addresses", &number, bad), "address.postcode_format");
    let same = addressed(&order, json!({}));
    assert_eq!(refused(&house, &mut owner, "order/set_addresses", &number, same), "order.nothing_changed");

    let moved = addressed(&order, json!({ "last_name": "Dupont", "address1": "1 rue Neuve", "tax_id": "FR123" }));
    let order = deed(&house, &mut owner, "order/set_addresses", &number, moved);
    assert_eq!(
        (&order["shipping_lines"][0], &order["shipping_lines"][2]),
        (&json!("María José Dupont"), &json!("1 rue Neuve"))
    );
    assert_eq!(kinds(&order), ["invoice", "credit_note", "invoice"]);
    assert_eq!(letters(&order), ["order_received", "payment_received", "order_changed"]);
    let change = &order["changes"][0];
    assert_eq!(
        (&change["kind"], &change["actor"], &change["lines"]),
        (&json!("addresses"), &json!("Ada King"), &json!([]))
    );
    assert_eq!(search(&house, &mut owner, "dupont"), [number.as_str()]);
    assert_eq!(search(&house, &mut owner, "ete"), [""; 0]);
    // The audit is told that it changed, not from what to what.
    let audit = json!(house.audit(&["--noun", "order"])).to_string();
    assert!(audit.contains("order/set_addresses") && !audit.contains("Dupont") && !audit.contains("Neuve"), "{audit}");

    // By the command, until a parcel has left.
    let file = house.shop.data.join("addresses.json");
    let template = house.shop.operator(&["order", "address", &number, "--template"]);
    let with_phone = with(&template["shipping_address"], json!({ "telephone": "+33 6 00 00 00 00" }));
    std::fs::write(&file, json!({ "shipping_address": with_phone }).to_string()).unwrap();
    house.shop.operator(&["order", "address", &number, file.to_str().unwrap()]);
    let order = show(&house, &mut owner, &number);
    assert_eq!(order["shipping_address"]["telephone"], "+33600000000");
    assert_eq!(kinds(&order).len(), 3, "no invoice shows a telephone number");
    deed(&house, &mut owner, "order/ship", &number, json!({}));
    let late = addressed(&order, json!({ "address1": "2 rue Neuve" }));
    assert_eq!(refused(&house, &mut owner, "order/set_addresses", &number, late), "order.change_late");
}

#[test]
fn order_goes_by_another_carrier() {
    let house = open();
    let mut owner = house.owner();
    let mut clerk = house.person("o@example.com", "orders");
    let number = enter(&house, json!({ "shipping_method": "dhl" }));
    let before = deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    assert_eq!(show(&house, &mut clerk, &number)["can"]["carrier"], false, "who may give nothing back");
    let plans = house.call(&mut owner, "order/plan_carrier", &json!({ "number": number }))["items"].clone();
    let codes: Vec<_> = plans.as_array().unwrap().iter().map(|plan| plan["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["standard", "ups"], "not its own");
    for (carrier, message) in [
        ("pigeon-post", "order.carrier_unknown"),
        ("pigeon", "order.carrier_unavailable"),
        ("pickup", "order.carrier_unavailable"),
        ("dhl", "order.nothing_changed"),
    ] {
        let args = json!({ "carrier": carrier });
        assert_eq!(refused(&house, &mut owner, "order/set_carrier", &number, args), message, "{carrier}");
    }
    let change = json!({ "carrier": "standard", "keep_shipping": false, "reason": "a strike" });
    assert_eq!(refused(&house, &mut clerk, "order/set_carrier", &number, change.clone()), "staff.not_allowed");
    let order = deed(&house, &mut owner, "order/set_carrier", &number, change);
    assert_eq!((&order["shipping_method"], &order["delivery"]), (&json!("standard"), &plans[0]["delivery"]));
    assert_eq!(order["totals"], plans[0]["totals"]);
    assert_ne!(order["totals"]["total"], before["totals"]["total"], "it is cheaper");
    assert_eq!(order["refunds"][0]["amount"], plans[0]["refund"]);
    let recorded = &order["changes"][0];
    assert_eq!(
        (&recorded["kind"], &recorded["carrier"], &recorded["carrier_now"], &recorded["reason"]),
        (&json!("carrier"), &before["carrier_label"], &order["carrier_label"], &json!("a strike"))
    );
    assert_eq!(kinds(&order), ["invoice", "credit_note", "invoice"]);
    assert_eq!(letters(&order).last(), Some(&"order_changed"));
    assert_eq!(house.call(&mut owner, "pack/list", &json!({}))["items"][0]["shipping_method"], "standard");
    // By the command: first which there are. A dearer one is borne by the house.
    let offered = house.shop.operator(&["order", "carrier", &number]);
    assert_eq!((&offered[0]["carrier"], offered.as_array().unwrap().len()), (&json!("dhl"), 2));
    house.shop.operator(&["order", "carrier", &number, "ups"]);
    let later = show(&house, &mut owner, &number);
    assert_eq!((&later["shipping_method"], &later["totals"]), (&json!("ups"), &order["totals"]));
}

#[test]
fn customer_pays_for_a_dearer_carrier_before_it_changes() {
    let house = open_with(&[("SHOP__CONSOLE__REFUND_LIMIT", "1.00")]);
    let mut owner = house.owner();
    let number = enter(&house, json!({}));
    deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    let plans = house.call(&mut owner, "order/plan_carrier", &json!({ "number": number }))["items"].clone();
    let surcharge = plans[0]["surcharge"].as_str().unwrap().to_owned();
    assert_eq!(plans[0]["code"], "dhl");
    assert_ne!(surcharge, "0.00");
    let asked = |surcharge: &str| json!({ "carrier": "dhl", "surcharge": surcharge });
    for (told, message) in
        [("0.01", "order.carrier_amount_changed"), ("nine", "order.amount_bad"), ("", "order.amount_bad")]
    {
        assert_eq!(refused(&house, &mut owner, "order/charge_carrier", &number, asked(told)), message, "{told}");
    }
    let order = deed(&house, &mut owner, "order/charge_carrier", &number, asked(&surcharge));
    assert_eq!(order["shipping_method"], "standard");
    let linked = order["additions"][0].clone();
    assert_eq!((&linked["total"], &linked["carrier"]), (&json!(surcharge), &plans[0]["name"]));
    let offer = linked["number"].as_str().unwrap().to_owned();
    assert_eq!(refused(&house, &mut owner, "order/ship", &number, json!({})), "order.carrier_awaited");
    assert_eq!(
        refused(&house, &mut owner, "order/charge_carrier", &number, asked(&surcharge)),
        "order.carrier_awaited"
    );
    assert_eq!([&order["can"]["ship"], &order["can"]["carrier"]], [false, false], "it waits");
    let shown = show(&house, &mut owner, &offer);
    assert_eq!(
        ["ship", "carrier", "remove", "add"].map(|what| shown["can"][what].as_bool()),
        [Some(false); 4],
        "{shown}"
    );
    assert_eq!(
        refused(&house, &mut owner, "order/set_carrier", &offer, json!({ "carrier": "ups" })),
        "order.carrier_surcharge"
    );
    let add = json!({ "number": offer, "items": [{ "sku": "BMA-LAC", "qty": 1 }], "ships_along": true });
    assert_eq!(house.refused(&mut owner, "order/plan_addition", &add), "order.carrier_surcharge");
    // Whoever packs finds nothing of it, before and after.
    let packed = |owner: &mut Person| {
        let items = house.call(owner, "pack/list", &json!({}))["items"].clone();
        items.as_array().unwrap().iter().map(|one| one["number"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(packed(&mut owner), [""; 0]);
    deed(&house, &mut owner, "order/pay", &offer, paid("2", Value::Null));
    let order = show(&house, &mut owner, &number);
    assert_eq!((&order["shipping_method"], &order["delivery"]), (&json!("dhl"), &plans[0]["delivery"]));
    assert_eq!(packed(&mut owner), [number.as_str()]);
    let shown = show(&house, &mut owner, &offer);
    assert_eq!((&shown["status"], &shown["shipments"]), (&json!("processing"), &json!([])));
    // What goes back with it counts as given back with the order.
    let back = json!({ "carrier": "standard", "keep_shipping": true });
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(refused(&house, &mut owner, "order/set_carrier", &number, back), "staff.proof_required");
    let plans = house.call(&mut owner, "order/plan_carrier", &json!({ "number": number }))["items"].clone();
    assert_eq!((&plans[0]["code"], &plans[0]["surcharges_back"]), (&json!("standard"), &json!(surcharge)));
    let done = house.shop.operator(&["order", "carrier", &number, "standard", "--keep-shipping"]);
    assert_eq!(done["refunds"][0]["amount"], json!(surcharge), "{done}");
    assert_eq!(show(&house, &mut owner, &offer)["status"], "canceled");
    // By the command.
    let offered = house.shop.operator(&["order", "carrier", &number]);
    assert_eq!(offered[0]["surcharge"], json!(surcharge));
    house.shop.operator(&["order", "carrier", &number, "dhl", "--surcharge", &surcharge]);
    assert_eq!(show(&house, &mut owner, &number)["additions"].as_array().unwrap().len(), 2);
}

#[test]
fn surcharge_is_paid_by_card_and_by_a_movement_of_the_account() {
    let house = open();
    let mut owner = house.owner();
    for (reference, is_by_card) in [("1", true), ("2", false)] {
        let number = enter(&house, json!({}));
        deed(&house, &mut owner, "order/pay", &number, paid(reference, Value::Null));
        let plans = house.call(&mut owner, "order/plan_carrier", &json!({ "number": number }))["items"].clone();
        let surcharge = plans[0]["surcharge"].as_str().unwrap();
        let asked = json!({ "carrier": plans[0]["code"], "surcharge": surcharge });
        let order = deed(&house, &mut owner, "order/charge_carrier", &number, asked);
        let offer = order["additions"][0]["number"].as_str().unwrap().to_owned();
        if is_by_card {
            let letter = house.shop.mail("order_added", "maria.rossi@example.com").unwrap();
            let mut customer = house.shop.visitor();
            let by_card = json!({ "token": letter["order"]["token"], "payment_method": "card" });
            let retried = customer.call("payment/retry", &by_card);
            let page = house.shop.payment_page(&retried);
            let back = customer.form(&page, "choice=succeed").header("location").unwrap().to_owned();
            customer.get(back.strip_prefix(&house.shop.url).unwrap_or(&back));
            assert_eq!(customer.outcome(&retried), ["success", "processing"]);
        } else {
            let movement = credit(surcharge, &format!("Surcharge {offer}"), "Maria Rossi", "S1");
            let imported = import(&house, &mut owner, &statement(&[movement]));
            assert_eq!(imported["sure"], 1);
            house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": imported["statement_id"] }));
        }
        let shown = show(&house, &mut owner, &offer);
        assert_eq!((&shown["status"], &shown["refunds"]), (&json!("processing"), &json!([])), "{is_by_card}");
        assert_eq!(show(&house, &mut owner, &number)["shipping_method"], plans[0]["code"], "{is_by_card}");
    }
}

#[test]
fn pieces_are_taken_out_and_their_money_goes_back() {
    let house = open_with(&[("SHOP__CONSOLE__REFUND_LIMIT", "20.00")]);
    let mut owner = house.owner();
    let mut clerk = house.person("o@example.com", "orders");
    let number = enter(&house, json!({ "items": [{ "sku": "TOW-GAN", "qty": 2 }, { "sku": "BMA-LAC", "qty": 1 }] }));
    let before = deed(&house, &mut owner, "order/pay", &number, paid("1", Value::Null));
    let stock = house.shop.stock("BMA-LAC");
    let one = json!([{ "position": 1, "qty": 1 }]);
    let plan = house.call(&mut clerk, "order/plan_removal", &json!({ "number": number, "lines": one }));
    let removal = json!({ "lines": one, "keep_shipping": false, "reason": "out of stock" });
    for (change, message) in [
        (json!({ "lines": [{ "position": 1, "qty": 2 }] }), "order.remove_too_much"),
        (json!({ "lines": [{ "position": 0, "qty": 2 }, { "position": 1, "qty": 1 }] }), "order.remove_all"),
        (json!({ "reason": " " }), "order.reason_empty"),
    ] {
        assert_eq!(refused(&house, &mut owner, "order/remove", &number, with(&removal, change)), message);
    }
    // Whoever may give nothing back takes nothing out of what is paid; others need fresh proof above the limit.
    assert_eq!(show(&house, &mut clerk, &number)["can"]["remove"], false);
    assert_eq!(refused(&house, &mut clerk, "order/remove", &number, removal.clone()), "staff.not_allowed");
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(refused(&house, &mut owner, "order/remove", &number, removal.clone()), "staff.proof_required");
    prove(&house, &mut owner);
    // Two people: the second sees that it is pending, then what has become of the order.
    let args = seen(&house, &mut owner, &number, removal.clone());
    house.call(&mut owner, "order/remove", &args);
    let theirs = seen(&house, &mut clerk, &number, json!({ "shipping_address": before["shipping_address"] }));
    assert_eq!(house.refused(&mut clerk, "order/set_addresses", &theirs), "order.nothing_changed");
    assert_eq!(house.refused(&mut owner, "order/remove", &args), "deed.pending_own", "a call that is replayed");
    assert_eq!(house.shop.stock("BMA-LAC"), stock, "nothing happens for ten seconds");
    house.pass(SignedDuration::from_secs(15));
    assert_eq!(house.refused(&mut owner, "order/remove", &args), "order.changed_meanwhile", "once only");
    let order = show(&house, &mut owner, &number);
    assert_eq!(house.shop.stock("BMA-LAC"), stock + 1);
    assert_eq!((&order["totals"], &order["lines"][1]["canceled"]), (&plan["totals"], &json!(1)));
    assert_eq!(
        (&order["refunds"][0]["amount"], &order["refunds"][0]["reason"]),
        (&plan["refund"], &json!("order_changed"))
    );
    assert_eq!(kinds(&order), ["invoice", "credit_note", "invoice"]);
    assert_eq!(order["invoices"][2]["total"], order["totals"]["total"]);
    assert_eq!(letters(&order).last(), Some(&"order_changed"));
    // What is packed is what is left.
    let packed = house.call(&mut owner, "pack/list", &json!({}))["items"][0]["lines"].clone();
    assert_eq!((packed.as_array().unwrap().len(), &packed[0]["sku"]), (1, &json!("TOW-GAN")));
    // By the command: first what would become of it.
    let words = ["order", "remove", &number, "--line", "TOW-GAN=1", "--reason", "called"];
    let dry = house.shop.operator(&[&words[..], &["--dry-run"]].concat());
    assert_eq!(show(&house, &mut owner, &number)["totals"], order["totals"]);
    house.shop.operator(&words);
    let order = show(&house, &mut owner, &number);
    assert_eq!(order["totals"], dry["totals"]);
    assert_eq!((&order["can"]["remove"], &order["lines"][0]["qty"]), (&json!(true), &json!(1)));
    // An edit while the parcel is packed: it is shipped, or changed, but not both.
    let ship = seen(&house, &mut owner, &number, json!({ "tracking": "JD1" }));
    house.shop.operator(&["order", "note", &number, "a note changes nothing"]);
    deed(&house, &mut owner, "order/refund", &number, json!({ "amount": "1.00", "reason": "goodwill" }));
    assert_eq!(house.refused(&mut owner, "order/ship", &ship), "order.changed_meanwhile");
    let sums = order["invoices"].as_array().unwrap().len();
    assert_eq!(sums, 5);
}

#[test]
fn payment_page_of_the_former_amount_is_closed_before_the_total_changes() {
    let house = open();
    let mut owner = house.owner();
    let mut visitor = house.shop.visitor();
    let placed = visitor.place("BMA-LAC", 2, "card");
    let number = placed["order_number"].as_str().unwrap().to_owned();
    let removal = json!({ "lines": [{ "position": 0, "qty": 1 }], "keep_shipping": false, "reason": "called" });
    assert_eq!(refused(&house, &mut owner, "order/remove", &number, removal.clone()), "payment.page_open");
    let order = house.call(&mut owner, "order/close_payment", &json!({ "number": number }));
    assert_eq!((&order["attempts"][0]["is_withdrawn"], &order["can"]["close_payment"]), (&json!(true), &json!(false)));
    assert_eq!(
        house.refused(&mut owner, "order/close_payment", &json!({ "number": "2026-999999" })),
        "order.not_found"
    );
    // The job tells the gateway.
    house.pass(SignedDuration::from_mins(2));
    house.shop.operator(&["jobs", "run", "reconcile_payments"]);
    assert_eq!(show(&house, &mut owner, &number)["attempts"][0]["is_open"], false);
    let order = deed(&house, &mut owner, "order/remove", &number, removal);
    assert_eq!((&order["status"], &order["outstanding"]), (&json!("pending"), &order["totals"]["total"]));
    assert_eq!(letters(&order), ["order_changed"], "its customer learns how to pay the new amount");
    // The customer pays the new amount.
    let token = placed["token"].as_str().unwrap();
    visitor.call("payment/retry", &json!({ "token": token, "payment_method": "card" }));
    let order = show(&house, &mut owner, &number);
    assert_eq!(order["attempts"][1]["amount"], order["totals"]["total"]);
}

#[test]
fn payment_booked_by_mistake_is_taken_back() {
    let house = open();
    let mut owner = house.owner();
    let number = enter(&house, json!({}));
    let order = deed(&house, &mut owner, "order/pay", &number, paid("R1", Value::Null));
    let payment = &order["payments"][0];
    assert_eq!((&payment["can_take_back"], &payment["reversed_at"]), (&json!(true), &Value::Null));
    let back = json!({ "id": payment["id"], "reason": "another order" });
    assert_eq!(
        refused(&house, &mut owner, "order/unpay", &number, with(&back, json!({ "reason": "" }))),
        "order.reason_empty"
    );
    assert_eq!(
        refused(&house, &mut owner, "order/unpay", &number, json!({ "id": 99, "reason": "x" })),
        "payment.not_found"
    );
    let order = deed(&house, &mut owner, "order/unpay", &number, back.clone());
    assert_eq!(
        (&order["status"], &order["paid"], &order["hold_until"]),
        (&json!("pending_offline"), &json!("0.00"), &Value::Null)
    );
    assert_eq!(
        (&order["payments"][0]["can_take_back"], order["payments"][0]["reversed_at"].is_string()),
        (&json!(false), true)
    );
    assert_eq!(letters(&order), ["order_received"], "the letter had not left");
    assert_eq!(kinds(&order), ["invoice", "credit_note"]);
    assert_eq!(refused(&house, &mut owner, "order/unpay", &number, back), "payment.taken_back");
    // The same payment may be booked again, and taken back by the command.
    deed(&house, &mut owner, "order/pay", &number, paid("R1", Value::Null));
    let listed = house.shop.operator(&["order", "show", &number])["payments"].clone();
    assert_eq!((&listed[0]["is_taken_back"], &listed[1]["is_taken_back"]), (&json!(true), &json!(false)));
    let id = listed[1]["id"].to_string();
    house.shop.operator(&["order", "unpay", &number, "--payment", &id, "--reason", "again"]);
    let order = deed(&house, &mut owner, "order/pay", &number, paid("R2", Value::Null));
    house.pass(SignedDuration::from_hours(25));
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    let late = json!({ "id": order["payments"][2]["id"], "reason": "x" });
    let now = show(&house, &mut owner, &number);
    assert_eq!(now["payments"][2]["can_take_back"], false);
    assert_eq!(now["version"], order["version"], "time alone is no change");
    assert_eq!(refused(&house, &mut owner, "order/unpay", &number, late), "payment.too_old");
    let audit: Vec<Value> =
        house.changes(&["--noun", "order"]).into_iter().map(|entry| entry["call"].clone()).collect();
    assert!(audit.contains(&json!("order/unpay")) && audit.contains(&json!("order unpay")), "{audit:?}");
}
