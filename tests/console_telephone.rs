//! Orders by telephone and goods that are collected at the house, over the console's calls, the commands and the customer's pages.

use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::console_orders::{deed, paid, refused, search, seen, show};
use crate::order::form;
use crate::support::house::{House, Person, open, open_with};
use crate::support::{uuid, with};

const TOWEL: &str = "TOW-GAN";
const EMAIL: &str = "claire.martin@example.com";

fn address() -> Value {
    json!({
        "first_name": "Claire", "last_name": "Martin-D’Été", "company": "Hôtel du Lac", "address1": "8 rue des Tilleuls",
        "city": "Annecy", "postcode": "74000", "country": "FR", "telephone": "06 12 34 56 78", "tax_id": "FR12345678901"
    })
}

/// An order of two towels, in French, with changes.
fn wanted(change: Value) -> Value {
    let order = json!({
        "email": EMAIL, "lang": "fr", "currency": "EUR", "items": [{ "sku": TOWEL, "qty": 2 }],
        "shipping_address": address(), "billing_address": null, "shipping_method": "standard", "payment": "card", "member_card": ""
    });
    with(&order, change)
}

fn plan(house: &House, person: &mut Person, order: &Value) -> Value {
    let args = json!({
        "items": order["items"], "currency": order["currency"], "country": order["shipping_address"]["country"],
        "shipping_method": order["shipping_method"], "email": order["email"]
    });
    house.call(person, "telephone/plan", &args)
}

/// The arguments that place what was planned.
fn agreed(house: &House, person: &mut Person, order: &Value) -> Value {
    let total = plan(house, person, order)["totals"]["total"].clone();
    with(order, json!({ "total": total, "key": uuid() }))
}

fn take(house: &House, person: &mut Person, order: &Value) -> String {
    let args = agreed(house, person, order);
    house.call(person, "telephone/take", &args)["number"].as_str().unwrap().to_owned()
}

fn letters(order: &Value) -> Vec<&str> {
    order["mails"].as_array().unwrap().iter().map(|mail| mail["template"].as_str().unwrap()).collect()
}

fn pdf_text(house: &House, file: &Value) -> String {
    use base64::Engine as _;
    let bytes = base64::engine::general_purpose::STANDARD.decode(file["content"].as_str().unwrap()).unwrap();
    let path = house.shop.data.join("paper.pdf");
    std::fs::write(&path, bytes).unwrap();
    let output = std::process::Command::new("pdftotext").args(["-layout"]).arg(&path).arg("-").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn in_cash(amount: Value) -> Value {
    with(&paid("till 7", amount), json!({ "method": "offline" }))
}

#[test]
fn order_by_telephone_is_planned_placed_once_and_paid_by_its_link() {
    let house = open();
    let mut owner = house.owner();
    let stock = house.shop.stock(TOWEL);
    let form = house.call(&mut owner, "telephone/form", &json!({}));
    assert_eq!(form["languages"][0], json!({ "lang": "en", "country": "GB", "currency": "EUR" }));
    assert_eq!((&form["pickup"]["city"], &form["pickup"]["opens"]), (&json!("Annecy"), &json!("10:00")));
    let goods = json!({ "q": "tow gan", "currency": "CHF", "country": "CH" });
    let found = house.call(&mut owner, "telephone/find_goods", &goods);
    let item = &found["items"][0];
    assert_eq!((&item["sku"], &item["stock"], &found["currency"]), (&json!(TOWEL), &json!(stock), &json!("CHF")));

    // The dry run says what is placed: carriers, ways to pay, until when it is held.
    let order = wanted(json!({}));
    let planned = plan(&house, &mut owner, &order);
    let methods: Vec<&str> =
        planned["shipping"].as_array().unwrap().iter().map(|way| way["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["standard", "dhl", "ups", "pickup"]);
    assert_eq!(planned["payments"], json!(["card", "bank_transfer", "cheque", "house"]));
    assert_eq!((&planned["account"], &planned["is_possible"]), (&json!("none"), &json!(true)));
    assert_eq!(house.shop.stock(TOWEL), stock);
    let args = agreed(&house, &mut owner, &order);
    let low = with(&args, json!({ "total": "1.00" }));
    assert_eq!(house.refused(&mut owner, "telephone/take", &low), "order.add_total_changed");
    let taken = house.call(&mut owner, "telephone/take", &args);
    let number = taken["number"].as_str().unwrap();
    assert_eq!((&taken["total"], &taken["hold_until"]), (&planned["totals"]["total"], &planned["hold_until"]));
    // A double click, and the same key for something else.
    assert_eq!(house.call(&mut owner, "telephone/take", &args), taken);
    let more = with(&args, json!({ "items": [{ "sku": TOWEL, "qty": 3 }] }));
    assert_eq!(house.refused(&mut owner, "telephone/take", &more), "order.take_twice");
    assert_eq!((house.shop.stock(TOWEL), house.shop.count("SELECT COUNT(*) FROM sales_order")), (stock - 2, 1));

    let shown = show(&house, &mut owner, number);
    assert_eq!((&shown["channel"], &shown["taken_by"]), (&json!("telephone"), &json!("Ada King")));
    assert_eq!((&shown["status"], &shown["payment_method"]), (&json!("pending_offline"), &json!("card")));
    assert_eq!((&shown["lang"], letters(&shown)), (&json!("fr"), vec!["order_received"]));
    let audit = json!(house.audit(&["--noun", "order"])).to_string();
    assert!(audit.contains("telephone/take") && audit.contains(number) && !audit.contains("Tilleuls"), "{audit}");
    let by_telephone = house.call(&mut owner, "order/list", &json!({ "channel": "telephone" }));
    assert_eq!(by_telephone["items"][0]["number"], *number);
    assert_eq!(house.call(&mut owner, "order/list", &json!({ "channel": "shop" }))["count"], 0);
    assert_eq!(search(&house, &mut owner, "612345678"), [number], "by telephone");

    // The letter is the confirmation that the law asks for, with the way to pay and until when.
    let letter = house.shop.mail("order_received", EMAIL).unwrap();
    assert_eq!(
        (&letter["order"]["channel"], &letter["order"]["hold_until"]),
        (&json!("telephone"), &taken["hold_until"])
    );
    let token = house.shop.mailed_token("order_received", EMAIL);
    let mut claire = house.shop.visitor();
    let retried = claire.call("payment/retry", &json!({ "token": token, "payment_method": "card" }));
    let answer = {
        let page = house.shop.payment_page(&retried);
        claire.form(&page, "choice=succeed")
    };
    let back = answer.header("location").unwrap().strip_prefix(&house.shop.url).unwrap().to_owned();
    assert_eq!(claire.get(&back).status, 303);
    let shown = show(&house, &mut owner, number);
    assert_eq!((&shown["status"], letters(&shown)), (&json!("processing"), vec!["order_received", "payment_received"]));
    assert_eq!(shown["invoices"][0]["total"], taken["total"]);
    assert_eq!(shown["billing_address"]["tax_id"], "FR12345678901");
    assert!(house.call(&mut owner, "pack/list", &json!({})).to_string().contains(number));

    // Whoever calls again is found: as a guest, by name, mail, number and telephone.
    for q in ["martin clai", "claire.martin@", number, "06 12 34 56", "+33 612 345"] {
        let found = house.call(&mut owner, "telephone/find_customers", &json!({ "q": q }));
        assert_eq!(found["items"].as_array().unwrap().len(), 1, "{q}: {found}");
        assert_eq!((&found["items"][0]["email"], &found["items"][0]["is_guest"]), (&json!(EMAIL), &json!(true)), "{q}");
    }
    assert_eq!(house.call(&mut owner, "telephone/find_customers", &json!({ "q": "0000000" }))["items"], json!([]));
}

#[test]
fn goods_are_collected_paid_at_the_house_and_never_sent() {
    // No key has its default.
    let house = open_with(&[
        ("SHOP__PICKUP__ADDRESS", "Seestrasse 4"),
        ("SHOP__PICKUP__POSTCODE", "8002"),
        ("SHOP__PICKUP__CITY", "Zürich"),
        ("SHOP__PICKUP__COUNTRY", "CH"),
        ("SHOP__PICKUP__FROM_DAY", "2"),
        ("SHOP__PICKUP__TO_DAY", "5"),
        ("SHOP__PICKUP__OPENS", "09:30"),
        ("SHOP__PICKUP__CLOSES", "17:00"),
        ("SHOP__PICKUP__MIN_DAYS", "2"),
        ("SHOP__PICKUP__MAX_DAYS", "3"),
    ]);
    let mut owner = house.owner();
    let order = wanted(json!({ "shipping_method": "pickup", "payment": "house" }));
    let planned = plan(&house, &mut owner, &order);
    assert_eq!(
        (&planned["totals"]["shipping_amount"], &planned["shipping_method"]),
        (&json!("0.00"), &json!("pickup"))
    );
    assert_eq!(planned["lines"][0]["vat_rate"], "8.1", "of the house");
    let number = take(&house, &mut owner, &order);
    let shown = show(&house, &mut owner, &number);
    assert_eq!(
        (&shown["shipping_address"]["address1"], &shown["shipping_address"]["country"]),
        (&json!("Seestrasse 4"), &json!("CH"))
    );
    assert_eq!((&shown["billing_address"]["city"], &shown["payment_method"]), (&json!("Annecy"), &json!("offline")));
    assert_eq!(
        (&shown["can"]["ready"], &shown["can"]["hand_over"], &shown["can"]["ship"]),
        (&json!(true), &json!(false), &json!(false))
    );
    let letter = house.shop.mail("order_received", EMAIL).unwrap();
    let collection = &letter["order"]["collection"];
    assert_eq!(
        (&collection["opens"], &collection["from_day"], &collection["ready_at"]),
        (&json!("09:30"), &json!(2), &Value::Null)
    );
    assert_eq!(letter["order"]["is_paid_at_house"], true);

    // Not paid: it can lie ready, and is held longer, but is not handed over. Nothing of it is ever shipped.
    assert_eq!(
        refused(&house, &mut owner, "order/hand_over", &number, json!({ "collected_to": "Claire" })),
        "order.collect_unpaid"
    );
    // Days later, when the session is over.
    house.pass(SignedDuration::from_hours(96));
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    let ready = deed(&house, &mut owner, "order/ready", &number, json!({}));
    assert!(ready["hold_until"].as_str().unwrap() > shown["hold_until"].as_str().unwrap());
    assert_eq!((&ready["collection"]["ready_by"], &ready["can"]["ready"]), (&json!("Ada King"), &json!(false)));
    assert_eq!(refused(&house, &mut owner, "order/ready", &number, json!({})), "order.ready_already");
    assert!(house.shop.mail("order_ready", EMAIL).unwrap()["order"]["collection"]["ready_at"].is_string());
    // A week later somebody of the house rings.
    let waiting = |house: &House, owner: &mut Person| {
        let duties = house.call(owner, "duty/list", &json!({}))["duties"].as_array().unwrap().clone();
        duties.into_iter().find(|duty| duty["kind"] == "collections_waiting")
    };
    assert_eq!(waiting(&house, &mut owner), None);
    let forgotten = json!({ "uncollected": true });
    assert_eq!(house.call(&mut owner, "order/list", &forgotten)["items"], json!([]));
    house.pass(SignedDuration::from_hours(24 * 7 + 1));
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    let duty = waiting(&house, &mut owner).unwrap();
    assert_eq!((&duty["count"], &duty["overdue"]), (&json!(1), &json!(0)));
    assert_eq!(duty["items"][0]["about"]["number"], json!(number));
    let listed = house.call(&mut owner, "order/list", &forgotten);
    assert_eq!((&listed["count"], &listed["items"][0]["number"]), (&json!(1), &json!(number)));
    let cash = deed(&house, &mut owner, "order/pay", &number, in_cash(Value::Null));
    assert_eq!((&cash["status"], &cash["payment_method"]), (&json!("processing"), &json!("offline")));
    let ship = json!({ "lines": null, "carrier": null, "tracking": "" });
    assert_eq!(refused(&house, &mut owner, "order/ship", &number, ship), "order.to_collect");
    assert_eq!(house.call(&mut owner, "pack/list", &json!({}))["items"], json!([]), "it is packed");

    // Two people hand it over: the second is told what the first has done.
    let (mut second, nameless) = (crate::support::house::person_of(&owner), json!({ "collected_to": "  " }));
    assert_eq!(refused(&house, &mut owner, "order/hand_over", &number, nameless), "order.collector_empty");
    let late = seen(&house, &mut second, &number, json!({ "collected_to": "Paul Martin" }));
    let done = deed(&house, &mut owner, "order/hand_over", &number, json!({ "collected_to": "Paul Martin" }));
    assert_eq!(house.refused(&mut second, "order/hand_over", &late), "order.changed_meanwhile");
    assert_eq!((&done["status"], &done["collection"]["collected_to"]), (&json!("shipped"), &json!("Paul Martin")));
    assert_eq!(done["collection"]["collected_by"], "Ada King");
    assert_eq!(house.call(&mut owner, "order/list", &forgotten)["items"], json!([]), "it is fetched");
    assert_eq!(letters(&done), ["order_received", "order_ready", "payment_received"]);
    let token = house.shop.mailed_token("order_ready", EMAIL);
    let page = house.shop.visitor().call("payment/index", &json!({ "token": token }));
    let collected = page["collection"]["collected_at"].as_str().unwrap()[..10].parse::<jiff::civil::Date>().unwrap();
    let until: jiff::civil::Date = page["withdraw_until"].as_str().unwrap().parse().unwrap();
    let days = until.since(collected).unwrap().get_days();
    assert!((14..=15).contains(&days), "fourteen days from the collection: {days}");
    let audit = json!(house.audit(&["--noun", "order"])).to_string();
    assert!(audit.contains("order/hand_over") && !audit.contains("Paul"), "{audit}");

    // Slips and labels name who comes, not the house.
    let second = take(&house, &mut owner, &with(&order, json!({ "payment": "bank_transfer" })));
    deed(&house, &mut owner, "order/pay", &second, paid("2", Value::Null));
    for kind in ["slips", "labels"] {
        let file = house.call(&mut owner, "pack/papers", &json!({ "numbers": [second], "kind": kind }));
        let paper = pdf_text(&house, &file);
        assert!(paper.contains("Claire Martin-D’Été") && paper.contains("Retrait sur place"), "{paper}");
        let addressed = paper.matches("Seestrasse").count();
        assert_eq!(addressed, 0, "{paper}");
    }

    // An order that is sent is not collected.
    let sent = take(&house, &mut owner, &wanted(json!({ "payment": "house" })));
    assert_eq!(refused(&house, &mut owner, "order/ready", &sent, json!({})), "order.not_collected");
}

#[test]
fn fields_are_named_rights_are_asked_and_shoppers_are_not_offered_the_collection() {
    let house = open();
    let mut owner = house.owner();
    let faults = |change: Value, owner: &mut Person| -> Vec<String> {
        let args = with(&agreed(&house, owner, &wanted(json!({}))), change);
        let answer = crate::support::house::post(&mut owner.browser, &house.shop, "telephone/take", &args).json();
        let fields = answer["error"]["field_messages"].as_object().unwrap();
        fields.keys().cloned().collect()
    };
    let bad = with(&address(), json!({ "postcode": "1", "city": "" }));
    assert_eq!(
        faults(json!({ "shipping_address": bad, "email": "nobody", "payment": null }), &mut owner),
        ["email", "payment", "shipping_address.city", "shipping_address.postcode"]
    );
    let spain = with(&address(), json!({ "country": "ES", "postcode": "28013" }));
    assert_eq!(faults(json!({ "billing_address": spain }), &mut owner), ["billing_address.region"]);
    assert_eq!(faults(json!({ "shipping_method": "pigeon" }), &mut owner), ["shipping_method"]);
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM sales_order"), 0);
    let args = agreed(&house, &mut owner, &wanted(json!({})));
    for (key, id) in [("twice", "checkout.idempotency_key_bad"), ("", "checkout.idempotency_key_bad")] {
        let said = house.refused(&mut owner, "telephone/take", &with(&args, json!({ "key": key })));
        assert!(said == id || said.contains("idempotency"), "{said}");
    }

    // Who may not change orders takes none; who may not read customers finds none.
    let mut packer = house.person("packer@example.com", "packing");
    for path in
        ["telephone/form", "telephone/take", "telephone/plan", "telephone/find_goods", "telephone/find_customers"]
    {
        assert_eq!(house.refused(&mut packer, path, &json!({})), "staff.not_allowed", "{path}");
    }

    // Shoppers choose a carrier, unless a key says so; then VAT is that of the house and no address of delivery is asked for.
    let mut shopper = house.shop.visitor();
    let asked = form(&mut shopper, TOWEL, 1, "bank_transfer");
    let index = shopper.call("checkout/index", &json!({ "country": "DE" }));
    assert!(!index["shipping_methods"].to_string().contains("pickup"), "{index}");
    shopper.refused("checkout/index", &json!({ "country": "DE", "shipping_method": "pickup" }));
    shopper.refused("checkout/place", &with(&asked, json!({ "shipping_method": "pickup" })));
    let open_house = open_with(&[("SHOP__PICKUP__AT_CHECKOUT", "true")]);
    let mut shopper = open_house.shop.visitor();
    let asked = form(&mut shopper, TOWEL, 1, "bank_transfer");
    let index = shopper.call("checkout/index", &json!({ "country": "DE", "shipping_method": "pickup" }));
    let codes: Vec<&str> =
        index["shipping_methods"].as_array().unwrap().iter().map(|way| way["code"].as_str().unwrap()).collect();
    assert_eq!((codes.last(), &index["totals"]["shipping_amount"]), (Some(&"pickup"), &json!("0.00")));
    assert_eq!((&index["country"], &index["totals"]["vat"][0]["rate"]), (&json!("DE"), &json!("20")));
    let placed = shopper.call(
        "checkout/place",
        &with(&asked, json!({ "shipping_method": "pickup", "expected_total": index["totals"]["total"] })),
    );
    let mut owner = open_house.owner();
    let shown = show(&open_house, &mut owner, placed["order_number"].as_str().unwrap());
    assert_eq!(
        (&shown["channel"], &shown["shipping_method"], &shown["shipping_address"]["city"]),
        (&json!("shop"), &json!("pickup"), &json!("Annecy"))
    );
}

#[test]
fn commands_take_prepare_and_hand_over_and_unpaid_orders_end() {
    let house = open();
    let mut owner = house.owner();
    let stock = house.shop.stock(TOWEL);
    let file = house.shop.data.join("order.json");
    let mut template = house.shop.operator(&["order", "create", "--template"]);
    template["items"] = json!([{ "sku": TOWEL, "qty": 1 }]);
    template["shipping_method"] = json!("pickup");
    template["payment"] = json!("house");
    std::fs::write(&file, template.to_string()).unwrap();
    let path = file.to_str().unwrap();
    let planned = house.shop.operator(&["order", "create", "--dry-run", path]);
    assert_eq!((house.shop.stock(TOWEL), planned["hold_until"].is_string()), (stock, true), "{planned}");
    let made = house.shop.operator(&["order", "create", path]);
    assert_eq!(made["totals"], planned["totals"]);
    let number = made["number"].as_str().unwrap();
    house.shop.operator(&["order", "ready", number]);
    house.shop.operator(&["order", "paid", number, "--method", "offline"]);
    assert!(house.shop.command_error(&["order", "ship", number]).contains("collected at the house"));
    assert_eq!(house.shop.operator(&["order", "hand-over", number, "--to", "Claire Martin"])["status"], "shipped");
    let shown = show(&house, &mut owner, number);
    assert_eq!(
        (&shown["collection"]["collected_to"], &shown["collection"]["ready_by"]),
        (&json!("Claire Martin"), &json!("operator"))
    );
    template["payment"] = json!("gold");
    std::fs::write(&file, template.to_string()).unwrap();
    assert!(house.shop.command_error(&["order", "create", path]).contains("bank_transfer"));

    // Nobody pays: the goods come back, and the customer is told.
    let unpaid = take(&house, &mut owner, &wanted(json!({ "payment": "house", "shipping_method": "pickup" })));
    assert_eq!(house.shop.stock(TOWEL), stock - 3);
    house.pass(SignedDuration::from_hours(24 * 21));
    house.shop.operator(&["jobs", "run", "cancel_unpaid"]);
    let status: String =
        house.shop.database().one("SELECT status FROM sales_order WHERE number = $1", vals![unpaid.as_str()]).unwrap();
    assert_eq!((status.as_str(), house.shop.stock(TOWEL)), ("canceled", stock - 1));
    assert!(house.shop.mail("order_canceled", EMAIL).is_some());
}
