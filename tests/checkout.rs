//! The checkout over HTTP: offer, validation, stored order, idempotency and limits.

use serde_json::{Value, json};
use shop::vals;

use crate::support::smtp::part;
use crate::support::{OUTBOX_ONLY, PASSWORD, Shop, Visitor, eventually, uuid};

fn place(visitor: &mut Visitor, form: &Value) -> Value {
    visitor.call("checkout/place", form)
}

fn minor(amount: &Value) -> i64 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}

#[test]
fn checkout_shows_carriers_dates_and_taxes_of_the_destination() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 2);
    let french = visitor.call("checkout/index", &json!({ "country": "FR" }));
    let codes: Vec<&str> =
        french["shipping_methods"].as_array().unwrap().iter().map(|m| m["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["standard", "dhl", "ups"]);
    for method in french["shipping_methods"].as_array().unwrap() {
        assert!(method["delivery_from"].as_str().unwrap() <= method["delivery_to"].as_str().unwrap());
    }
    assert_eq!(french["totals"]["vat"][0]["rate"], "20");
    let swiss = visitor.call("checkout/index", &json!({ "country": "CH" }));
    assert_eq!(swiss["totals"]["vat"][0]["rate"], "8.1");
    let american = visitor.call("checkout/index", &json!({ "country": "US" }));
    assert_eq!(american["totals"]["tax_amount"], "0.00");
    let totals = &french["totals"];
    assert_eq!(
        minor(&totals["total"]),
        minor(&totals["subtotal_incl_tax"]) - minor(&totals["discount_amount"]) + minor(&totals["shipping_amount"])
            - minor(&totals["shipping_discount"])
    );
    let express = visitor.call("checkout/index", &json!({ "country": "FR", "shipping_method": "dhl" }));
    assert!(minor(&express["totals"]["shipping_amount"]) > minor(&totals["shipping_amount"]));
    // From 150 EUR on standard shipping is free: the rate is shown and discounted.
    visitor.add("THR-MOH", 1);
    let free = visitor.call("checkout/index", &json!({ "country": "FR" }))["totals"].clone();
    assert!(minor(&free["shipping_amount"]) > 0);
    assert_eq!(free["shipping_amount"], free["shipping_discount"]);
}

#[test]
fn countries_list_required_fields_and_regions() {
    let shop = Shop::open();
    let list = shop.visitor().speaking("de").call("checkout/region", &json!({}));
    let find = |id: &str| list.as_array().unwrap().iter().find(|country| country["id"] == id).unwrap().clone();
    assert_eq!(find("FR")["name"], "Frankreich");
    assert!(find("ES")["regions"].as_array().unwrap().len() > 40);
    assert!(!find("AE")["required"].as_array().unwrap().contains(&json!("postcode")));
    let names: Vec<String> = list.as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap().to_owned()).collect();
    let at = |name: &str| names.iter().position(|n| n == name).unwrap();
    assert!(at("Ägypten") < at("Belgien"), "sorted by German collation");
}

#[test]
fn bank_transfer_order_is_stored_once() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 3);
    let form = visitor.order_form("bank_transfer");
    let placed = place(&mut visitor, &form);
    assert_eq!(placed["status"], "pending_bank_transfer");
    assert_eq!(placed["totals"]["total"], form["expected_total"]);
    let instructions = &placed["payment"]["instructions"];
    assert_eq!(instructions["kind"], "bank_transfer");
    assert_eq!(
        (&instructions["reference"], &instructions["amount"]),
        (&placed["order_number"], &placed["totals"]["total"])
    );
    assert!(!instructions["qr"]["path"].as_str().unwrap().is_empty());
    // One transaction stores the order, takes the stock, empties the cart and queues the mail.
    let database = shop.database();
    let one = |sql: &str| -> i64 { database.one(sql, vals![]).unwrap() };
    assert_eq!(one("SELECT count(*) FROM sales_order"), 1);
    assert_eq!(shop.stock("TOW-GAN"), 7);
    assert_eq!(one("SELECT count(*) FROM order_status_history"), 1);
    assert_eq!(shop.mails("order_received"), 1);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
    // A repeated request gets the same answer and stores nothing.
    let again = place(&mut visitor, &form);
    assert_eq!(again, placed);
    assert_eq!(one("SELECT count(*) FROM sales_order"), 1);
    // Another body with the same key is refused.
    let mut other = form.clone();
    other["email"] = json!("somebody@example.com");
    assert_eq!(visitor.refused("checkout/place", &other)["error"]["id"], "checkout.idempotency_key_reused");
    // Another session with the same key and body does not get this order.
    let mut stranger = shop.visitor();
    stranger.add("TOW-GAN", 3);
    let answer = stranger.send("checkout/place", &form);
    assert_ne!(answer["data"]["order_number"], placed["order_number"]);
}

#[test]
fn order_result_requires_the_order_token() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let form = visitor.order_form("cheque");
    let placed = place(&mut visitor, &form);
    let mut guest = shop.visitor();
    let result = guest.call("payment/index", &json!({ "token": placed["token"] }));
    assert_eq!((&result["outcome"], &result["status"]), (&json!("pending_cheque"), &json!("pending_cheque")));
    assert_eq!(result["instructions"]["payee"], "Valmère Maison SAS");
    for token in [placed["order_number"].as_str().unwrap(), "", "0", &"a".repeat(64)] {
        assert_eq!(guest.refused("payment/index", &json!({ "token": token }))["error"]["id"], "order.not_found");
    }
    let page = guest.get(&format!("/en/ordersuccess?token={}", placed["token"].as_str().unwrap()));
    assert_eq!(page.status, 200);
    assert!(page.body.contains(placed["order_number"].as_str().unwrap()));
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(guest.get("/en/ordersuccess?token=wrong").status, 404);
    let number = placed["order_number"].as_str().unwrap();
    assert_eq!((&number[4..5], number.len()), ("-", 11));
}

#[test]
fn bank_transfer_is_held_five_working_days_in_paris() {
    let shop = Shop::open();
    // Thursday before Easter 2027 (26 March is Good Friday, 29 March Easter Monday).
    shop.set_clock("2027-03-25T10:00:00Z");
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let form = visitor.order_form("bank_transfer");
    let placed = place(&mut visitor, &form);
    let until = placed["payment"]["instructions"]["hold_until"].as_str().unwrap();
    // Tuesday to Friday are four working days, Monday 5 April the fifth, until its last second in Paris (CEST).
    assert_eq!(until, "2027-04-05T21:59:59Z");
}

#[test]
fn checkout_reports_every_invalid_field() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let refused = visitor.refused("checkout/place", &json!({ "idempotency_key": uuid(), "expected_total": "1.00" }));
    let fields = refused["error"]["fields"].as_object().unwrap();
    for field in [
        "email",
        "shipping_address.first_name",
        "shipping_address.address1",
        "shipping_address.country",
        "shipping_address.telephone",
        "payment_method",
        "terms",
    ] {
        assert!(fields.contains_key(field), "{field}: {fields:?}");
    }
    assert_eq!(fields["payment_method"], "Please select a payment method");
    assert_eq!(fields["email"], "Please enter a valid email address.");
    let good = visitor.order_form("bank_transfer");
    let mut wrong = |change: &dyn Fn(&mut Value)| {
        let mut form = good.clone();
        change(&mut form);
        form["idempotency_key"] = json!(uuid());
        let refused = visitor.refused("checkout/place", &form);
        refused["error"]["fields"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(k, v)| (k.clone(), v.as_str().unwrap().to_owned()))
            .collect::<Vec<_>>()
    };
    let one = |fields: Vec<(String, String)>| {
        assert_eq!(fields.len(), 1, "{fields:?}");
        fields[0].clone()
    };
    assert_eq!(
        one(wrong(&|f| f["email"] = json!("claire@"))).1,
        "Please enter a valid email address. For example name@example.com."
    );
    assert_eq!(one(wrong(&|f| f["member_card"] = json!("1234"))).1, "Please enter a valid ALL Member Card Number.");
    assert_eq!(one(wrong(&|f| f["shipping_address"]["postcode"] = json!("7400"))).0, "shipping_address.postcode");
    assert_eq!(one(wrong(&|f| f["shipping_address"]["postcode"] = json!("巴黎"))).0, "shipping_address.postcode");
    assert_eq!(one(wrong(&|f| f["shipping_address"]["telephone"] = json!("12"))).0, "shipping_address.telephone");
    assert_eq!(one(wrong(&|f| f["shipping_address"]["telephone"] = json!("call me"))).0, "shipping_address.telephone");
    assert_eq!(one(wrong(&|f| f["shipping_address"]["country"] = json!("XX"))).0, "shipping_address.country");
    assert_eq!(one(wrong(&|f| f["terms"] = json!(false))).0, "terms");
    assert_eq!(
        one(wrong(&|f| f["payment_method"] = json!("wechat"))).0,
        "payment_method",
        "not offered with four languages"
    );
    assert_eq!(one(wrong(&|f| f["shipping_method"] = json!("pigeon"))).0, "shipping_method");
    let mut billing = good["shipping_address"].clone();
    billing["city"] = json!("");
    assert_eq!(one(wrong(&|f| f["billing_address"] = billing.clone())).0, "billing_address.city");
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1, "the cart is kept");
}

#[test]
fn client_prices_and_totals_are_ignored() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let mut form = visitor.order_form("bank_transfer");
    form["total"] = json!("0.01");
    form["items"] = json!([{ "sku": "TOW-GAN", "price": "0.01" }]);
    form["expected_total"] = json!("0.01");
    let refused = visitor.refused("checkout/place", &form);
    assert_eq!(refused["error"]["id"], "checkout.total_changed");
    form["expected_total"] = visitor.order_form("bank_transfer")["expected_total"].clone();
    assert_eq!(
        place(&mut visitor, &form)["totals"]["total"],
        form["expected_total"],
        "a refused order does not use the key up"
    );
}

#[test]
fn changed_price_refuses_the_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let form = visitor.order_form("bank_transfer");
    shop.database()
        .exec(
            "UPDATE price SET amount = 2500 WHERE currency = 'EUR' AND valid_to IS NULL AND product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN')",
            vals![],
        )
        .unwrap();
    let refused = visitor.refused("checkout/place", &form);
    assert_eq!(refused["error"]["id"], "checkout.total_changed");
    let orders: i64 = shop.database().one("SELECT count(*) FROM sales_order", vals![]).unwrap();
    assert_eq!(orders, 0);
}

#[test]
fn missing_stock_refuses_the_order() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 4);
    let form = visitor.order_form("bank_transfer");
    let mut other = shop.visitor();
    other.add("TOW-GAN", 8);
    let others = other.order_form("card");
    place(&mut other, &others);
    let refused = visitor.refused("checkout/place", &form);
    assert_eq!(
        (&refused["error"]["id"], &refused["error"]["params"]["name"]),
        (&json!("checkout.stock_changed"), &json!("Pair of wash mitts"))
    );
    assert_eq!(shop.stock("TOW-GAN"), 2);
}

#[test]
fn large_goods_do_not_ship_to_every_country() {
    let shop = Shop::open_with(&[("SHOP__REGION__SITES__GB", "https://uk.valmere.example/en")]);
    let mut visitor = shop.visitor();
    let options = json!({ "bed_size": "160x200", "base_colour": "taupe", "leg": "square_silver" });
    visitor.call("cart/add", &json!({ "sku": "BED-LAC", "qty": 1, "options": options }));
    let british = visitor.call("checkout/index", &json!({ "country": "GB" }));
    assert!(british["not_shipping"][0]["sku"].as_str().unwrap().starts_with("BED-LAC"));
    assert!(!british["regional_sites"].as_array().unwrap().is_empty());
    assert_eq!(british["bed_terms_required"], true);
    let mut form = visitor.order_form("bank_transfer");
    form["shipping_address"]["country"] = json!("GB");
    form["shipping_address"]["postcode"] = json!("SW1A 1AA");
    let refused = visitor.refused("checkout/place", &form);
    assert!(refused.to_string().contains("checkout.not_shipping_but_sites"), "{refused}");
    assert!(refused.to_string().contains("https://uk.valmere.example/en"), "{refused}");
    // To France it ships, once the terms for beds are accepted.
    let mut form = visitor.order_form("bank_transfer");
    form["bed_terms"] = json!(false);
    assert!(visitor.refused("checkout/place", &form)["error"]["fields"]["bed_terms"].is_string());
    form["bed_terms"] = json!(true);
    place(&mut visitor, &form);
}

#[test]
fn order_mail_file_is_in_the_customers_language() {
    let shop = Shop::open();
    for lang in ["en", "fr", "de", "es"] {
        let mut visitor = shop.visitor().speaking(lang);
        visitor.add("TOW-GAN", 1);
        let mut form = visitor.order_form("bank_transfer");
        form["email"] = json!(format!("{lang}@example.com"));
        let placed = place(&mut visitor, &form);
        let of_mail = || -> (i64, Option<i64>) {
            let sql = "SELECT id, sent_at FROM mail WHERE recipient = $1";
            shop.database().one(sql, vals![format!("{lang}@example.com")]).unwrap()
        };
        eventually("the mail is sent", || of_mail().1.is_some());
        let id = of_mail().0;
        let text = std::fs::read_to_string(shop.data.join("mail").join(format!("{id:06}.eml"))).unwrap();
        assert!(text.contains(&format!("To: {lang}@example.com\r\n")));
        let plain = part(&text, "text/plain").unwrap();
        assert!(plain.contains(placed["order_number"].as_str().unwrap()), "{plain}");
        assert!(plain.contains("FR76 3000"), "{plain}");
        assert!(plain.contains(placed["token"].as_str().unwrap()), "the link to the order has the token");
    }
}

#[test]
fn expired_tag_and_unverified_email_give_no_discount() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    shop.database()
        .execute_batch(
            "INSERT INTO promo_tag (tag, percentage, valid_from, valid_to, active, email_domains) VALUES ('OLD', 30, 0, 1000, 1, '');
             INSERT INTO promo_tag (tag, percentage, valid_from, valid_to, active, email_domains) VALUES ('STAFF', 30, 0, NULL, 1, 'valmere.example');",
        )
        .unwrap();
    let mut visitor = shop.visitor().with_query("promo-tag", "OLD");
    let cart = visitor.add("TOW-GAN", 1);
    assert_eq!((&cart["promo"]["status"], &cart["totals"]["discount_amount"]), (&json!("expired"), &json!("0.00")));
    let mut visitor = shop.visitor().with_query("promo-tag", "STAFF");
    let cart = visitor.add("TOW-GAN", 1);
    assert_eq!((&cart["promo"]["status"], &cart["totals"]["discount_amount"]), (&json!("not_allowed"), &json!("0.00")));
    // A typed address is no proof.
    let mut form = visitor.order_form("bank_transfer");
    form["email"] = json!("claire@valmere.example");
    assert_eq!(place(&mut visitor, &form)["totals"]["discount_amount"], "0.00");

    // An account is verified once its password was set by a mailed link.
    const OWN: &str = "claire@valmere.example";
    let mut claire = shop.customer(OWN).with_query("promo-tag", "STAFF");
    let status = |visitor: &mut Visitor| {
        let told = visitor.call("page/promo", &json!({}))["tag"]["status"].clone();
        assert_eq!(visitor.add("TOW-GAN", 1)["promo"]["status"], told);
        assert_eq!(visitor.call("checkout/index", &json!({}))["promo"]["status"], told);
        told
    };
    assert_eq!(status(&mut claire), "not_allowed");
    let verify = |email: &str| {
        shop.visitor().call("account/forgot", &json!({ "email": email }));
        let token = shop.mailed_token("password_reset", email);
        let reset = json!({ "token": token, "password": PASSWORD, "password_confirmation": PASSWORD });
        shop.visitor().call("account/reset", &reset);
    };
    verify(OWN);
    let mut claire = shop.visitor().with_query("promo-tag", "STAFF");
    claire.log_in(OWN, PASSWORD);
    assert_eq!(status(&mut claire), "applied");
    let form = claire.order_form("bank_transfer");
    assert_ne!(place(&mut claire, &form)["totals"]["discount_amount"], "0.00");

    // A changed address is unverified again.
    let details = |email: &str| {
        json!({ "first_name": "Claire", "last_name": "Martin", "email": email, "member_card": "",
                "current_password": PASSWORD })
    };
    claire.call("account/update", &details("claire@elsewhere.example"));
    verify("claire@elsewhere.example");
    let mut claire = shop.visitor().with_query("promo-tag", "STAFF");
    claire.log_in("claire@elsewhere.example", PASSWORD);
    assert_eq!(status(&mut claire), "not_allowed");
    claire.call("account/update", &details(OWN));
    assert_eq!(status(&mut claire), "not_allowed", "typed, but unverified");
}

#[test]
fn promo_tag_guessing_is_throttled() {
    let shop = Shop::open_with(&[
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__LIMITS__UNKNOWN_TAGS_PER_HOUR", "5"),
    ]);
    let from = |visitor: &mut Visitor, address: &str, tag: &str| {
        let query = [("promo-tag".to_owned(), tag.to_owned())];
        let answer = visitor.post("page/promo", &query, None, &[("X-Forwarded-For", address)]).json();
        let told = answer["data"]["tag"].clone();
        assert_eq!(told["tag"], tag.to_uppercase());
        told["status"].as_str().unwrap().to_owned()
    };
    const HOUSE: &str = "203.0.113.9";
    // An employee in the same network has a valid tag.
    let mut colleague = shop.visitor();
    for _ in 0..3 {
        assert_eq!(from(&mut colleague, HOUSE, "VALMERE-TEAM"), "applied");
    }
    // Repeating one wrong tag counts once.
    let mut forgetful = shop.visitor();
    for _ in 0..20 {
        assert_eq!(from(&mut forgetful, HOUSE, "VALMERE-TEEM"), "unknown");
    }
    assert_eq!(from(&mut shop.visitor(), HOUSE, "VALMERE-TEAM"), "applied");
    for n in 0..5 {
        assert_eq!(from(&mut shop.visitor(), HOUSE, &format!("GUESS-{n}")), "unknown");
    }
    // After the limit a valid tag is answered as unknown, in every call and on every page.
    let mut guesser = shop.visitor();
    assert_eq!(from(&mut guesser, HOUSE, "VALMERE-TEAM"), "unknown");
    let named = [("promo-tag".to_owned(), "VALMERE-TEAM".to_owned())];
    let body = json!({ "sku": "TOW-GAN", "qty": 1 }).to_string();
    let bag = guesser.post("cart/add", &named, Some(&body), &[("X-Forwarded-For", HOUSE)]).json()["data"].clone();
    assert_eq!((&bag["promo"]["status"], &bag["totals"]["discount_amount"]), (&json!("unknown"), &json!("0.00")));
    guesser.cookies.insert("employcode".into(), "VALMERE-TEAM".into());
    let page = |visitor: &mut Visitor| visitor.get_with("/en/cart", &[("X-Forwarded-For", HOUSE)]).body;
    assert!(page(&mut guesser).contains(r#""status":"unknown""#));
    // A known tag keeps working, and other networks are not affected.
    assert_eq!(from(&mut colleague, HOUSE, "VALMERE-TEAM"), "applied");
    assert_eq!(from(&mut shop.visitor(), "203.0.113.10", "VALMERE-TEAM"), "applied");
    // The bucket refills.
    shop.set_clock_minutes_ahead(60);
    assert_eq!(from(&mut guesser, HOUSE, "VALMERE-TEAM"), "applied");
    assert!(page(&mut guesser).contains(r#""status":"applied""#));
}

#[test]
fn member_card_earns_one_point_per_whole_euro() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 3);
    let mut form = visitor.order_form("bank_transfer");
    form["member_card"] = json!("1234 5678 9012 3456");
    let placed = place(&mut visitor, &form);
    assert_eq!(visitor.call("payment/index", &json!({ "token": placed["token"] }))["points"], 54);
}

#[test]
fn cheques_are_offered_where_people_write_them() {
    let shop = Shop::open_with(&[("SHOP__PAYMENT__CHEQUE__COUNTRIES", "[\"FR\", \"MC\"]")]);
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let mut offered = |country: &str| {
        let methods = visitor.call("checkout/index", &json!({ "country": country }))["payment_methods"].clone();
        methods.as_array().unwrap().iter().any(|method| method["code"] == "cheque")
    };
    assert_eq!(["FR", "MC", "DE", "GB", ""].map(&mut offered), [true, true, false, false, false]);
    let to_berlin = |method: &str, visitor: &mut Visitor| {
        let total = visitor.call("checkout/index", &json!({ "country": "DE" }))["totals"]["total"].clone();
        let mut form = visitor.order_form(method);
        let address = &mut form["shipping_address"];
        (address["country"], address["city"], address["postcode"]) = (json!("DE"), json!("Berlin"), json!("10115"));
        form["expected_total"] = total;
        form
    };
    let form = to_berlin("cheque", &mut visitor);
    let refused = visitor.refused("checkout/place", &form);
    assert_eq!(refused["error"]["id"], "checkout.payment_method_country");
    assert_eq!(
        refused["error"]["fields"]["payment_method"],
        "We take no cheques for deliveries to Germany. Please select another payment method."
    );
    let form = to_berlin("bank_transfer", &mut visitor);
    let placed = visitor.call("checkout/place", &form);
    let retry = json!({ "token": placed["token"], "payment_method": "cheque" });
    assert_eq!(visitor.refused("payment/retry", &retry)["error"]["id"], "checkout.payment_method_country");
    assert!(!visitor.result(&placed)["payment_methods"].to_string().contains("cheque"));
    assert_eq!(visitor.place("TOW-GAN", 1, "cheque")["status"], "pending_cheque");
    for (page, words) in [
        ("/en/help/terms-and-conditions", "For deliveries to: France, Monaco."),
        ("/de/help/terms-and-conditions", "Für Lieferungen nach: Frankreich, Monaco."),
    ] {
        assert!(shop.visitor().get(page).body.contains(words), "{page}");
    }
    let everywhere = Shop::open();
    let terms = everywhere.visitor().get("/en/help/terms-and-conditions").body;
    assert!(terms.contains("names the payee") && !terms.contains("For deliveries to:"), "{terms}");
}
