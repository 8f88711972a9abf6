//! Carriers' rates, VAT, closing days and currencies in the console: in force at once and in the order's own transaction, by commands
//! too; who may not.

use serde_json::{Value, json};

use crate::support::house::{House, Person, open, post};
use crate::support::{eventually, with};

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
    // The shell says the same, of one kind or of all.
    assert_eq!(house.shop.operator(&["tariff", "history", "vat"]), history["changes"]);
    let all = house.shop.operator(&["tariff", "history"]);
    let things: Vec<&str> = all.as_array().unwrap().iter().map(|one| one["thing"].as_str().unwrap()).collect();
    assert_eq!(things[..2], ["dhl gb", "* standard 2099-01-01"], "newest first");
    let last = all.as_array().unwrap().last().unwrap();
    assert_eq!(last["thing"], "standard fr");
    assert_eq!(house.shop.operator(&["tariff", "history", "--before", &last["id"].to_string()]), json!([]));
    let table = house.shop.output(&["tariff", "history", "shipping"]);
    assert!(table.contains("Ada King") && table.contains("cli:") && table.contains("500000"), "{table}");
}

#[test]
fn a_country_that_moves_while_an_order_is_written_is_charged_as_shown_or_not_at_all() {
    let house = open();
    let mut owner = house.owner();
    let place = |house: &House, owner: &mut Person, id: &str| {
        let table = house.call(owner, "tariff/shipping", &json!({}));
        let zones = table["zones"].as_array().unwrap().clone();
        let has = |zone: &&Value| zone["countries"].as_array().unwrap().iter().any(|one| one["id"] == id);
        let zone = zones.iter().find(has).unwrap();
        let country = zone["countries"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone();
        json!({ "zone": zone["key"], "is_delivered": country["is_delivered"] })
    };
    // To Belgium, where no language begins.
    let mut shopper = house.shop.visitor();
    shopper.add("TOW-GAN", 1);
    let belgian = |form: Value, total: &Value| {
        let mut form = crate::support::with(&form, json!({ "expected_total": total }));
        form["shipping_address"]["country"] = json!("BE");
        form["shipping_address"]["postcode"] = json!("1000");
        form["shipping_address"]["telephone"] = json!("+32 2 513 89 40");
        form
    };
    let checkout = json!({ "country": "BE", "shipping_method": "standard" });
    let index = shopper.call("checkout/index", &checkout);
    let form = belgian(shopper.order_form("bank_transfer"), &index["totals"]["total"]);
    let seen = place(&house, &mut owner, "BE");
    let elsewhere = crate::support::with(&seen, json!({ "zone": "world" }));
    let edit = json!({ "country": "BE", "seen": seen, "place": elsewhere });
    house.call(&mut owner, "tariff/save_country", &edit);
    assert_eq!(house.refused(&mut owner, "tariff/save_country", &edit), "tariff.changed_meanwhile", "two people");
    assert_eq!(shopper.refused("checkout/place", &form)["error"]["id"], "checkout.total_changed");
    let index = shopper.call("checkout/index", &checkout);
    let form = belgian(form, &index["totals"]["total"]);
    // Nor is anything sent where the house does not deliver any more.
    house.shop.output(&["tariff", "set-country", "BE", "--delivered", "no"]);
    let refused = shopper.refused("checkout/place", &form);
    assert!(refused.to_string().contains("checkout.country_not_served"), "{refused}");
    assert_eq!(shopper.call("checkout/index", &checkout)["shipping_methods"].as_array().map(Vec::len), Some(0));
    let list = house.shop.output(&["tariff", "countries"]);
    assert!(list.lines().any(|line| line.contains("BE") && line.contains("world") && line.contains("no")), "{list}");
    house.shop.output(&["tariff", "set-country", "BE", "--delivered", "yes"]);
    assert_eq!(shopper.call("checkout/place", &form)["totals"]["total"], index["totals"]["total"]);
    assert!(house.shop.command_error(&["tariff", "set-country", "FR", "--delivered", "no"]).contains("Français"));
    assert!(house.shop.command_error(&["tariff", "set-country", "BE", "--zone", "moon"]).contains("no such"));
    let history = house.call(&mut owner, "tariff/history", &json!({ "kind": "shipping" }));
    assert_eq!(history["changes"][0]["thing"], "country BE");
}

#[test]
fn a_carrier_of_the_house_carries_an_order_and_its_name_outlives_the_offer() {
    let house = open();
    let mut owner = house.owner();
    let terms = json!({
        "name": "La Poste", "names": { "fr": "Colissimo" }, "notes": { "en": "To your letter box." },
        "tracking": "https://www.laposte.fr/suivi?code={number}", "is_offered": true
    });
    let new = json!({ "code": null, "seen": null, "terms": terms });
    let wrong = with(&new, json!({ "terms": with(&terms, json!({ "tracking": "http://laposte.fr" })) }));
    let refused = post(&mut owner.browser, &house.shop, "tariff/save_carrier", &wrong).json();
    assert_eq!(refused["error"]["field_messages"]["tracking"]["id"], "tariff.tracking", "{refused}");
    let table = house.call(&mut owner, "tariff/save_carrier", &new);
    let codes: Vec<&str> =
        table["carriers"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["standard", "dhl", "ups", "la_poste"]);
    // In force with its first rate.
    let mut shopper = house.shop.visitor();
    shopper.add("TOW-GAN", 1);
    let asked = json!({ "country": "FR", "shipping_method": "la_poste" });
    assert_eq!(shopper.call("checkout/index", &asked)["shipping_method"], "standard");
    let rate = json!({ "min_days": 2, "max_days": 3, "bands": [{ "up_to_g": 30_000, "price": "7.90" }] });
    let edit = json!({ "edits": [{ "carrier": "la_poste", "zone": "fr", "seen": null, "terms": rate }] });
    let help = |says: bool| {
        // Who gets addresses, and who brings the goods.
        for page in ["privacy-statement", "shipping-and-returns"] {
            eventually("the help page names the carrier", || {
                house.shop.visitor().get(&format!("/en/help/{page}")).body.contains("La Poste") == says
            });
        }
    };
    help(false);
    house.call(&mut owner, "tariff/save_shipping", &edit);
    help(true);
    let index = shopper.call("checkout/index", &asked);
    let method = index["shipping_methods"].as_array().unwrap().last().unwrap();
    assert_eq!(
        [&method["code"], &method["name"], &method["note"], &method["amount"]],
        ["la_poste", "La Poste", "To your letter box.", "7.90"]
    );
    assert_eq!(index["totals"]["shipping_amount"], "7.90");
    let mine = json!({ "shipping_method": "la_poste", "expected_total": index["totals"]["total"] });
    let form = with(&shopper.order_form("bank_transfer"), mine);
    let placed = shopper.call("checkout/place", &form);
    let number = placed["order_number"].as_str().unwrap();
    house.shop.operator(&["order", "paid", number, "--amount", placed["totals"]["total"].as_str().unwrap()]);
    let pack = house.call(&mut owner, "pack/list", &json!({}));
    assert_eq!(pack["items"][0]["carrier"], "La Poste", "{pack}");
    house.shop.operator(&["order", "ship", number, "--tracking", "8R 0042"]);
    let url = "https://www.laposte.fr/suivi?code=8R%200042";
    let told = house.shop.mail("order_shipped", form["email"].as_str().unwrap()).unwrap().to_string();
    assert!(told.contains("La Poste") && told.contains(url), "{told}");
    let shown = shopper.result(&placed);
    assert_eq!(shown["shipping_method_label"], "La Poste");
    assert_eq!(
        (&shown["shipments"][0]["carrier_label"], &shown["shipments"][0]["tracking_url"]),
        (&json!("La Poste"), &json!(url))
    );
    // Taken out of the offer, by a command: nobody can choose it, and the order says what it said.
    house.shop.output(&["tariff", "set-carrier", "la_poste", "--offered", "no"]);
    help(false);
    let refused = shopper.refused("checkout/index", &asked);
    assert!(refused.to_string().contains("checkout.shipping_method_unavailable"), "{refused}");
    let all = shopper.call("checkout/index", &json!({ "country": "FR", "shipping_method": "standard" }));
    assert!(!all["shipping_methods"].to_string().contains("la_poste"), "{all}");
    let shown = shopper.result(&placed);
    assert_eq!(shown["shipping_method_label"], "La Poste");
    assert_eq!(shown["shipments"][0]["tracking_url"], url);
    let order = house.call(&mut owner, "order/show", &json!({ "number": number }));
    assert_eq!((&order["carrier_label"], &order["carriers"][3]["name"]), (&json!("La Poste"), &json!("La Poste")));
    assert!(house.shop.output(&["tariff", "carriers"]).contains("la_poste"));
    assert!(
        house.shop.command_error(&["tariff", "set-carrier", "standard", "--offered", "no"]).contains("stays offered")
    );
    let history = house.call(&mut owner, "tariff/history", &json!({ "kind": "shipping" }));
    let things: Vec<&str> =
        history["changes"].as_array().unwrap().iter().map(|one| one["thing"].as_str().unwrap()).collect();
    assert_eq!(things, ["carrier la_poste", "la_poste fr", "carrier la_poste"]);
    assert!(house.audit(&["--noun", "tariff"]).iter().any(|entry| entry["call"] == "tariff/save_carrier"));
}

fn terms_in(table: &Value, currency: &str) -> Value {
    let mut rows = table["currencies"].as_array().unwrap().iter();
    rows.find(|row| row["currency"] == currency).unwrap()["terms"].clone()
}

/// A change of a currency as it is in force.
fn edit(house: &House, owner: &mut Person, currency: &str, change: Value) -> Value {
    let seen = terms_in(&house.call(owner, "tariff/currencies", &json!({})), currency);
    json!({ "currency": currency, "terms": crate::support::with(&seen, change), "seen": seen })
}

#[test]
fn a_rate_that_changes_while_an_order_is_written_is_shown_and_never_charged() {
    let house = open();
    let mut owner = house.owner();
    let mut shopper = house.shop.visitor().with_query("currency", "GBP");
    shopper.add("TOW-GAN", 1);
    let form = shopper.order_form("bank_transfer");
    let dearer = edit(&house, &mut owner, "GBP", json!({ "rate": "0.99" }));
    let saved = house.call(&mut owner, "tariff/save_currency", &dearer);
    assert!(saved["repriced"].as_u64().unwrap() > 10, "{saved}");
    assert_eq!(house.refused(&mut owner, "tariff/save_currency", &dearer), "tariff.changed_meanwhile", "two people");
    // Not a second passes with the old rate: goods and delivery follow it.
    let refused = shopper.refused("checkout/place", &form);
    assert_eq!(refused["error"]["id"], "checkout.total_changed");
    let again = shopper.order_form("bank_transfer");
    let [old, new] = [&form, &again].map(|form| form["expected_total"].as_str().unwrap().parse::<f64>().unwrap());
    assert!(new > old * 1.1 && new < old * 1.2, "{old} {new}");
    let placed = shopper.call("checkout/place", &again);
    assert_eq!((&placed["totals"]["total"], &placed["totals"]["currency"]), (&again["expected_total"], &json!("GBP")));
    let shown = house.call(&mut owner, "tariff/history", &json!({ "kind": "currency" }));
    assert_eq!((&shown["changes"][0]["thing"], &shown["changes"][0]["after"]["rate"]), (&json!("GBP"), &json!("0.99")));
    let far = edit(&house, &mut owner, "GBP", json!({ "rate": "8.75" }));
    assert_eq!(house.refused(&mut owner, "tariff/save_currency", &far), "tariff.rate_far", "a slip of the point");
    let far = crate::support::with(&far, json!({ "is_confirmed": true }));
    house.call(&mut owner, "tariff/save_currency", &far);
    let by_command = ["tariff", "set-currency", "GBP", "--rate", "0.875"];
    assert!(house.shop.command_error(&by_command).contains("more than 20 percent"));
    house.shop.output(&[&by_command[..], &["--confirm"]].concat());
    shopper.add("TOW-GAN", 1);
    assert_eq!(shopper.order_form("bank_transfer")["expected_total"], form["expected_total"], "as at first");
}

#[test]
fn a_currency_that_is_switched_off_is_left_at_once_and_orders_keep_it() {
    let house = open();
    let mut owner = house.owner();
    let mut shopper = house.shop.visitor().with_query("currency", "GBP");
    let kept = shopper.place("TOW-GAN", 1, "bank_transfer");
    shopper.add("TOW-GAN", 1);
    let form = crate::support::with(&shopper.order_form("bank_transfer"), json!({ "expected_currency": "GBP" }));
    let default = |lang: &str, seen: &str, currency: &str| json!({ "lang": lang, "seen": seen, "currency": currency });
    house.call(&mut owner, "tariff/save_default", &default("fr", "EUR", "GBP"));
    let off = edit(&house, &mut owner, "GBP", json!({ "is_offered": false }));
    assert_eq!(house.refused(&mut owner, "tariff/save_currency", &off), "tariff.currency_is_default");
    house.call(&mut owner, "tariff/save_default", &default("fr", "GBP", "EUR"));
    house.call(&mut owner, "tariff/save_currency", &off);
    let refused = shopper.refused("checkout/place", &form);
    assert_eq!(refused["error"]["id"], "checkout.total_changed");
    assert_eq!(refused["error"]["params"]["currency"], "EUR", "{refused}");
    assert!(refused["error"]["params"]["expected"].as_str().unwrap().contains("GBP"), "{refused}");
    let again = shopper.order_form("bank_transfer");
    assert_eq!(shopper.call("checkout/place", &again)["totals"]["currency"], "EUR");
    // What was ordered before is paid and invoiced as it was agreed.
    let result = house.shop.visitor().result(&kept);
    assert!(result.to_string().contains("GBP"), "{result}");
    house.shop.operator(&["order", "paid", kept["order_number"].as_str().unwrap()]);
    assert!(house.shop.operator(&["invoice", "list"]).to_string().contains("GBP"));
    let mut reader = house.shop.visitor();
    reader.cookies.insert("currency".into(), "GBP".into());
    eventually("pages follow", || {
        reader.get("/en/c/towels").body.contains("\"currency\":\"EUR\",\"currencies\":[\"EUR\",\"CHF\",\"PLN\"")
    });
    // Nobody of the house takes an order in it either, until it is offered again.
    let options = house.call(&mut owner, "telephone/form", &json!({}));
    assert!(!options["currencies"].to_string().contains("GBP"), "{options}");
    house.shop.output(&["tariff", "set-currency", "GBP", "--offered", "yes"]);
    house.shop.output(&["tariff", "set-default-currency", "fr", "CHF"]);
    assert!(house.shop.command_error(&["tariff", "set-currency", "CHF", "--offered", "no"]).contains("Français"));
    let list = house.shop.output(&["tariff", "currencies"]);
    assert!(list.contains("GBP") && list.contains("fr"), "{list}");
    eventually("pages follow", || reader.get("/en/c/towels").body.contains("\"currency\":\"GBP\""));
    eventually("the default follows", || {
        house.shop.visitor().speaking("fr").call("cart", &json!({}))["totals"]["currency"] == "CHF"
    });
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
        ("tariff/order_carriers", json!({ "seen": [], "codes": [] })),
        (
            "tariff/save_carrier",
            json!({
                "code": null, "seen": null,
                "terms": { "name": "X", "names": {}, "notes": {}, "tracking": "", "is_offered": true },
            }),
        ),
        (
            "tariff/save_country",
            json!({
                "country": "NO",
                "seen": { "zone": "ch", "is_delivered": true },
                "place": { "zone": "ch", "is_delivered": false },
            }),
        ),
        (
            "tariff/save_vat",
            json!({ "country": "FR", "class": "standard", "valid_from": "2099-01-01", "seen": null, "rate": "1" }),
        ),
        ("tariff/save_closing_days", json!({})),
        ("tariff/currencies", json!({})),
        (
            "tariff/save_currency",
            json!({
                "currency": "CHF",
                "seen": { "is_offered": true, "rate": "1", "step": "1.00" },
                "terms": { "is_offered": true, "rate": "1", "step": "1.00" },
            }),
        ),
        ("tariff/save_default", json!({ "lang": "fr", "seen": "EUR", "currency": "CHF" })),
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

/// A VAT class, as the console's table has it.
fn vat_class(house: &House, owner: &mut Person, key: &str) -> Value {
    let table = house.call(owner, "tariff/vat", &json!({}));
    table["classes"].as_array().unwrap().iter().find(|one| one["key"] == key).cloned().unwrap_or(Value::Null)
}

#[test]
fn a_vat_class_is_made_given_to_goods_charged_and_taken_away() {
    let house = open();
    let mut owner = house.owner();
    let standard = vat_class(&house, &mut owner, "standard");
    let books = json!({ "class": "books", "like": "standard", "version": standard["version"] });
    let table = house.call(&mut owner, "tariff/add_vat_class", &books);
    let french = table["rows"].as_array().unwrap().iter().find(|row| row["country"] == "FR" && row["class"] == "books");
    assert_eq!(french.unwrap()["rate"], "20");
    assert!(table["rows"].as_array().unwrap().iter().any(|row| row["country"] == "*" && row["class"] == "books"));
    let refused = post(&mut owner.browser, &house.shop, "tariff/add_vat_class", &books).json();
    assert_eq!(refused["error"]["field_messages"]["class"]["id"], "tariff.vat_class_there", "{refused}");
    // Its own rate from today on, and goods that have it.
    let today = house.now.get().to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap()).date().to_string();
    let rate = json!({ "country": "FR", "class": "books", "valid_from": today, "seen": null, "rate": "5.5" });
    house.call(&mut owner, "tariff/save_vat", &rate);
    let choices = house.call(&mut owner, "product/choices", &json!({}));
    assert!(choices["vat_classes"].as_array().unwrap().contains(&json!("books")), "{choices}");
    let change = json!({ "field": "vat_class", "was": "standard", "value": "books" });
    house.call(&mut owner, "product/save", &json!({ "products": [{ "sku": "TOW-GAN", "changes": [change] }] }));
    // Prices contain it: what shoppers pay stays, and the order says how much of it is VAT.
    let placed = house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    assert_eq!(placed["totals"]["vat"][0]["rate"], "5.5", "{placed}");

    // It is in use, and the rates that were seen are others now.
    let used = vat_class(&house, &mut owner, "books");
    assert_eq!(used["goods"], 1);
    let remove = |class: &Value| json!({ "class": class["key"], "version": class["version"] });
    let refused = post(&mut owner.browser, &house.shop, "tariff/remove_vat_class", &remove(&used)).json();
    assert_eq!(
        (&refused["error"]["id"], &refused["error"]["params"]["count"]),
        (&json!("tariff.vat_class_used"), &json!("1"))
    );
    assert!(house.shop.command_error(&["tariff", "remove-vat-class", "books"]).contains("books: 1."));
    house.shop.output(&["product", "set", "TOW-GAN", "vat_class=standard"]);
    house.shop.output(&["tariff", "set-vat", "DE", "7", "--class", "books", "--from", "2099-01-01"]);
    assert_eq!(
        house.refused(&mut owner, "tariff/remove_vat_class", &remove(&used)),
        "tariff.changed_meanwhile",
        "two people"
    );
    let now = vat_class(&house, &mut owner, "books");
    let table = house.call(&mut owner, "tariff/remove_vat_class", &remove(&now));
    assert_eq!(table["classes"].as_array().unwrap().len(), 1);
    assert!(!table["rows"].to_string().contains("books"), "{table}");
    assert!(house.shop.command_error(&["product", "set", "TOW-GAN", "vat_class=books"]).contains("vat_class"));

    // The shell does the same, by the same rules.
    house.shop.output(&["tariff", "add-vat-class", "food", "--like", "standard"]);
    let listed = house.shop.operator(&["tariff", "vat-classes"]);
    assert_eq!((&listed[0]["key"], &listed[0]["goods"]), (&json!("food"), &json!(0)));
    assert!(house.shop.command_error(&["tariff", "add-vat-class", "Food"]).contains("small letter"));
    assert!(house.shop.command_error(&["tariff", "add-vat-class", "drinks", "--like", "ghost"]).contains("no such"));
    house.shop.output(&["tariff", "remove-vat-class", "food"]);
    assert!(house.shop.command_error(&["tariff", "remove-vat-class", "standard"]).contains("standard: "));
    let history = house.shop.operator(&["tariff", "history", "vat"]);
    let things: Vec<&str> = history.as_array().unwrap().iter().map(|one| one["thing"].as_str().unwrap()).collect();
    assert_eq!(things.iter().filter(|thing| thing.starts_with("class ")).count(), 4, "{things:?}");
    let audit = json!(house.audit(&["--noun", "tariff"])).to_string();
    for call in ["tariff/add_vat_class", "tariff/remove_vat_class", "tariff add-vat-class", "tariff remove-vat-class"] {
        assert!(audit.contains(call), "{call}");
    }
    // Who may not.
    let mut packer = house.person("p@example.com", "packing");
    for path in ["tariff/add_vat_class", "tariff/remove_vat_class"] {
        assert_eq!(house.refused(&mut packer, path, &remove(&standard)), "staff.not_allowed", "{path}");
    }
}
