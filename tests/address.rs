//! The address book over HTTP.

use serde_json::{Value, json};

use crate::support::{OUTBOX_ONLY, Shop};

fn address(city: &str) -> Value {
    json!({
        "first_name": "Claire", "last_name": "Martin", "address1": "8 rue des Tilleuls", "city": city,
        "postcode": "74000", "country": "FR", "telephone": "+33 6 12 34 56 78"
    })
}

fn cities(book: &Value) -> Vec<(String, bool, bool)> {
    let entry = |item: &Value| {
        let flag = |name: &str| item[name].as_bool().unwrap();
        (item["city"].as_str().unwrap().to_owned(), flag("default_billing"), flag("default_shipping"))
    };
    book["items"].as_array().unwrap().iter().map(entry).collect()
}

fn entry(city: &str, billing: bool, shipping: bool) -> (String, bool, bool) {
    (city.to_owned(), billing, shipping)
}

#[test]
fn addresses_are_created_updated_and_deleted() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.customer("claire@example.com");
    assert_eq!(claire.call("address/index", &json!({})), json!({ "items": [], "max": 50, "saved_id": null }));
    let book = claire.call("address/create", &address("Annecy"));
    let annecy = book["saved_id"].clone();
    assert_eq!(cities(&book), [entry("Annecy", true, true)]);
    assert_eq!(book["items"][0]["id"], annecy);
    assert_eq!(book["items"][0]["lines"], json!(["Claire Martin", "8 rue des Tilleuls", "74000 Annecy", "France"]));
    assert_eq!(book["items"][0]["telephone"], "+33612345678", "stored in E.164");
    let mut lyon = address("Lyon");
    lyon["default_billing"] = json!(true);
    let book = claire.call("address/create", &lyon);
    assert_eq!(cities(&book), [entry("Annecy", false, true), entry("Lyon", true, false)]);
    let mut moved = address("Paris");
    moved["id"] = annecy.clone();
    let book = claire.call("address/update", &moved);
    assert_eq!(cities(&book), [entry("Paris", false, true), entry("Lyon", true, false)], "a default stays one");
    let book = claire.call("address/delete", &json!({ "id": annecy }));
    assert_eq!(cities(&book), [entry("Lyon", true, true)]);
    // The country name is in the language of the page.
    let mut german = claire.clone().speaking("de");
    assert_eq!(german.call("address/index", &json!({}))["items"][0]["lines"][3], "Frankreich");
}

#[test]
fn address_is_validated_by_the_rules_of_its_country() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.customer("claire@example.com");
    let refused = claire.refused("address/create", &json!({}));
    assert_eq!(refused["error"]["id"], "form.problem");
    let fields = &refused["error"]["fields"];
    assert_eq!(fields["address1"], "Enter the street and number.");
    assert_eq!(fields["country"], "Select a country.");
    let mut wrong = address("Annecy");
    wrong["postcode"] = json!("SW1Y 4LB");
    assert_eq!(claire.refused("address/create", &wrong)["error"]["id"], "address.postcode_format");
    let mut script = address("<script>alert(1)</script>");
    assert_eq!(claire.refused("address/create", &script)["error"]["id"], "address.city_bad_characters");
    script["city"] = json!("Annecy\u{202e}");
    assert_eq!(claire.refused("address/create", &script)["error"]["id"], "address.city_bad_characters");
    assert_eq!(claire.call("address/index", &json!({}))["items"], json!([]));
}

#[test]
fn other_customers_cannot_read_change_or_delete_an_address() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.customer("claire@example.com");
    let id = claire.call("address/create", &address("Annecy"))["saved_id"].clone();
    let mut thief = shop.customer("thief@example.com");
    let mut form = address("Elsewhere");
    form["id"] = id.clone();
    let gone = "This address is no longer in your address book.";
    assert_eq!(thief.refused("address/update", &form)["message"], gone);
    assert_eq!(thief.refused("address/delete", &json!({ "id": id }))["message"], gone);
    // Ownership is checked before the fields.
    assert_eq!(thief.refused("address/update", &json!({ "id": id }))["message"], gone);
    assert_eq!(thief.refused("address/delete", &json!({ "id": 999_999 }))["message"], gone);
    assert_eq!(thief.call("address/index", &json!({}))["items"], json!([]));
    // An owner in the body is ignored.
    form["customer_id"] = json!(1);
    form["id"] = json!(0);
    thief.refused("address/update", &form);
    assert_eq!(cities(&claire.call("address/index", &json!({}))), [entry("Annecy", true, true)]);
    for path in ["address/index", "address/create", "address/update", "address/delete"] {
        assert_eq!(shop.visitor().refused(path, &json!({}))["message"], "login required", "{path}");
    }
}

#[test]
fn full_address_book_refuses_addresses_but_not_orders() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[("SHOP__ACCOUNTS__ADDRESSES", "2")]].concat());
    let mut claire = shop.customer("claire@example.com");
    claire.call("address/create", &address("Annecy"));
    claire.call("address/create", &address("Lyon"));
    let refused = claire.refused("address/create", &address("Paris"));
    assert_eq!(refused["message"], "Your address book is full: it holds 2 addresses.");
    // A full book does not refuse an order.
    claire.add("TOW-GAN", 1);
    let mut form = claire.order_form("bank_transfer");
    form["shipping_address"]["city"] = json!("Grenoble");
    form["shipping_address"]["save_in_address_book"] = json!(true);
    claire.call("checkout/place", &form);
    assert_eq!(claire.call("address/index", &json!({}))["items"].as_array().unwrap().len(), 2);
}
