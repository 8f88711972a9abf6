//! Attacks across slices: markup in every text field, access to other customers' data, cross-origin calls, unverified
//! e-mail addresses.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shop::vals;

use crate::support::smtp::Smtp;
use crate::support::{NEW_PASSWORD, OUTBOX_ONLY, PASSWORD, Shop, Visitor, eventually, registration, with};

const SCRIPT: &str = "<script>alert(1)</script>";
/// Breaks out of an unescaped attribute or JSON block without angle brackets.
const QUOTES: &str = "O\"Brien' & Söhne";
const BREAKOUT: &str = "</script><img src=x onerror=alert(1)>\"'&";

fn address() -> Value {
    json!({
        "first_name": "Claire", "last_name": "Martin", "company": "", "address1": "8 rue des Tilleuls", "address2": "",
        "city": "Annecy", "county": "", "region": "", "postcode": "74000", "country": "FR",
        "telephone": "+33 6 12 34 56 78", "tax_id": ""
    })
}

/// Asserts that a page escapes the typed text.
fn assert_escaped(visitor: &mut Visitor, path: &str) {
    let body = visitor.get(path).body;
    assert!(!body.contains("<script>alert") && !body.contains("<img src=x"), "{path}");
    assert!(!body.contains("O\"Brien' & S"), "{path}: unescaped in markup or primed answers");
}

#[test]
fn form_fields_reject_markup_and_escape_quotes() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.visitor();
    for field in ["first_name", "last_name"] {
        let form = with(&registration("claire@example.com"), json!({ field: SCRIPT }));
        assert!(claire.refused("customer/create", &form)["error"]["fields"][field].is_string(), "{field}");
    }
    let named = json!({ "first_name": QUOTES, "last_name": QUOTES });
    claire.call("customer/create", &with(&registration("claire@example.com"), named.clone()));
    for field in ["first_name", "last_name"] {
        let details = json!({ "first_name": "Claire", "last_name": "Martin", "email": "claire@example.com" });
        let form = with(&details, json!({ field: SCRIPT }));
        assert!(claire.refused("account/update", &form)["error"]["fields"][field].is_string(), "{field}");
    }
    let lines = ["first_name", "last_name", "company", "address1", "address2", "city", "county", "telephone", "tax_id"];
    for field in lines {
        // British addresses have a county.
        let british = with(&address(), json!({ "country": "GB", "postcode": "BA1 2QF" }));
        let refused = claire.refused("address/create", &with(&british, json!({ field: SCRIPT })));
        assert!(refused["error"]["fields"][field].is_string(), "address {field}: {refused}");
    }
    let quoted =
        json!({ "first_name": QUOTES, "last_name": QUOTES, "company": QUOTES, "address2": QUOTES, "city": QUOTES });
    claire.call("address/create", &with(&address(), quoted));
    claire.add("TOW-GAN", 1);
    let mut form = claire.order_form("bank_transfer");
    for field in ["first_name", "last_name", "address1", "city", "telephone"] {
        let mut marked = form.clone();
        marked["shipping_address"][field] = json!(SCRIPT);
        let refused = claire.refused("checkout/place", &marked);
        assert_ne!(refused["error"]["fields"], json!({}), "order {field}");
    }
    form["shipping_address"]["last_name"] = json!(QUOTES);
    form["shipping_address"]["city"] = json!(QUOTES);
    let placed = claire.call("checkout/place", &form);
    let (number, token) = (placed["order_number"].as_str().unwrap(), placed["token"].as_str().unwrap());
    for path in [
        "/en/account",
        "/en/account/edit",
        "/en/address",
        "/en/order",
        "/en/checkout",
        &format!("/en/order/detail?order_number={number}"),
        &format!("/en/ordersuccess?token={token}"),
    ] {
        assert_escaped(&mut claire, path);
    }
    let contact = json!({ "subject": "other", "message": "Good day", "email": "ada@example.com", "name": SCRIPT });
    assert!(shop.visitor().refused("contact/post", &contact)["error"]["fields"]["name"].is_string());
}

#[test]
fn long_texts_are_stored_as_typed_and_escaped_in_mail() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[("SHOP__MAIL__NOTICES", "none")]);
    let mut claire = shop.visitor();
    let named = json!({ "first_name": QUOTES, "last_name": QUOTES });
    claire.call("customer/create", &with(&registration("claire@example.com"), named.clone()));
    // The address is verified.
    shop.database().exec("UPDATE customer SET email_verified_at = 1", vals![]).unwrap();
    claire.call("contact/accountpost", &json!({ "subject": "other", "message": format!("{BREAKOUT}\n{SCRIPT}") }));
    let talk = claire.call("common/talk", &json!({}));
    claire.call("common/say", &json!({ "session_id": talk["session_id"], "message": BREAKOUT }));
    let placed = claire.place("TOW-GAN", 1, "bank_transfer");
    let survey = json!({ "rating": 2, "message": SCRIPT, "token": placed["token"], "subject": "website_feedback" });
    claire.call("contact/post", &survey);
    let kept: Vec<String> = shop.database().all("SELECT message FROM contact_message ORDER BY id", vals![]).unwrap();
    assert_eq!(kept, [format!("{BREAKOUT}\n{SCRIPT}"), SCRIPT.to_owned()], "stored unescaped");

    eventually("three mails arrive", || smtp.mails().len() >= 3);
    for mail in smtp.mails() {
        let (html, subject) = (mail.part("text/html").unwrap(), mail.header("subject").unwrap());
        assert!(!html.contains("<script") && !html.contains("<img src=x"), "{subject}: {html}");
        assert!(!html.contains("O\"Brien' & S"), "{subject}");
    }
    let acknowledged = smtp.mails().into_iter().any(|mail| {
        mail.part("text/html").unwrap().contains("&lt;script>alert")
            || mail.part("text/html").unwrap().contains("&lt;script&gt;alert")
    });
    assert!(acknowledged, "a verified customer's text is quoted, escaped");
}

#[test]
fn url_parameters_are_not_echoed_as_markup() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    let evil = "%3C%2Fscript%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E";
    for path in [
        format!("/en/search?q={evil}"),
        format!("/en/login?return=%2Fen%2F{evil}"),
        format!("/en/account/setPassword?token={evil}"),
        format!("/en/newsletter/confirm?token={evil}"),
        format!("/en/newsletter/unsubscribe?token={evil}"),
        format!("/en/ordersuccess?token={evil}"),
        format!("/en/c/bedding?f.colour={evil}"),
        format!("/en/{evil}"),
    ] {
        let body = guest.get(&path).body;
        assert!(!body.contains("<img src=x"), "{path}");
    }
}

#[test]
fn customers_cannot_access_data_of_others() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.customer("claire@example.com");
    let number = claire.place("TOW-GAN", 1, "bank_transfer")["order_number"].clone();
    let address_id = claire.call("address/create", &address())["saved_id"].clone();
    let entry_id = claire.call("wishlist/add", &json!({ "sku": "TOW-GAN" }))["saved_id"].clone();
    let talk = claire.call("common/talk", &json!({}))["session_id"].clone();
    claire.call("common/say", &json!({ "session_id": talk, "message": "4711 is my secret" }));
    let before = claire.call("account/export", &json!({}));

    let by_number = json!({ "order_number": number });
    let moved = with(&address(), json!({ "id": address_id, "city": "Elsewhere" }));
    let attempts = [
        ("order/view", by_number.clone()),
        ("order/cancel", by_number.clone()),
        ("order/invoice", by_number.clone()),
        ("fapiao/view", by_number.clone()),
        ("fapiao/create", with(&by_number, json!({ "type": "personal" }))),
        ("contact/accountpost", with(&by_number, json!({ "subject": "order_help", "message": "Mine?" }))),
        ("address/update", moved),
        ("address/delete", json!({ "id": address_id })),
        ("wishlist/remove", json!({ "id": entry_id })),
        ("common/listen", json!({ "session_id": talk, "since": 0 })),
        ("common/say", json!({ "session_id": talk, "message": "It is me" })),
    ];
    let mut thief = shop.customer("thief@example.com");
    let mut guest = shop.visitor();
    for (path, args) in &attempts {
        for (who, visitor) in [("thief", &mut thief), ("guest", &mut guest)] {
            let answer = visitor.send(path, args);
            let text = answer.to_string();
            for secret in ["claire@example.com", "Tilleuls", "4711", "Martin"] {
                assert!(!text.contains(secret), "{path} reveals {secret} to the {who}: {text}");
            }
            if *path != "wishlist/remove" && *path != "contact/accountpost" {
                assert_eq!(answer["code"], "0", "{path} as {who}: {text}");
            }
        }
    }
    // Nothing has changed, and the other's export has none of it.
    let after = claire.call("account/export", &json!({}));
    for part in ["addresses", "orders", "wishlist"] {
        assert_eq!(before["data"][part], after["data"][part], "{part}");
    }
    assert!(!thief.call("account/export", &json!({})).to_string().contains(number.as_str().unwrap()));
}

#[test]
fn every_call_refuses_cross_origin_requests() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.customer("claire@example.com");
    let contract: Value = serde_json::from_str(&claire.get("/hah_api/openapi.json").body).unwrap();
    let paths: BTreeSet<String> = contract["paths"].as_object().unwrap().keys().cloned().collect();
    assert!(paths.len() > 50, "{paths:?}");
    for path in paths {
        let path = path.trim_start_matches('/');
        for header in [
            ("Origin", "https://evil.example"),
            ("Origin", "null"),
            ("Sec-Fetch-Site", "cross-site"),
            ("Services", "guess"),
        ] {
            let answer = claire.post(path, &[], Some("{}"), &[header]);
            assert_eq!((answer.status, answer.header("connection")), (403, Some("close")), "{path} {header:?}");
        }
    }
    assert_eq!(claire.call("account/info", &json!({}))["email"], "claire@example.com");
}

#[test]
fn unverified_email_gives_no_access_to_its_owners_data() {
    const VICTOR: &str = "victor@example.com";
    let shop = Shop::open_with(OUTBOX_ONLY);
    shop.set_clock("2026-11-20T09:00:00Z");
    let mut guest = shop.visitor();
    let message = json!({ "subject": "other", "message": "4711 is my secret", "email": VICTOR, "name": "Victor Hugo" });
    guest.call("contact/post", &message);
    guest.add("TOW-GAN", 1);
    let mut form = guest.order_form("bank_transfer");
    form["email"] = json!(VICTOR);
    let number = guest.call("checkout/place", &form)["order_number"].clone();
    let statement = json!({
        "order_number": number, "name": "Victor Hugo", "email": VICTOR, "message": "4712 is my reason", "confirm": true
    });
    guest.call("order/withdraw", &statement);

    // Anybody can register with the address.
    let mut thief = shop.customer(VICTOR);
    let export = thief.call("account/export", &json!({}));
    for secret in ["4711", "4712", "Victor Hugo", number.as_str().unwrap()] {
        assert!(!export.to_string().contains(secret), "{secret}: {export}");
    }
    let mails: Vec<&str> =
        export["data"]["mails"].as_array().unwrap().iter().map(|mail| mail["mail"].as_str().unwrap()).collect();
    assert_eq!(mails, ["welcome"], "mails about orders are not exported");
    let written = || -> String { shop.database().one("SELECT message FROM contact_message", vals![]).unwrap() };
    thief.call("account/delete", &json!({ "password": PASSWORD }));
    shop.set_clock("2026-11-24T09:00:00Z");
    eventually("the thief's account is deleted", || shop.mail("deletion_done", VICTOR).is_some());
    assert_eq!(written(), "4711 is my secret", "deletion leaves the owner's message");

    // The verified owner exports everything and may delete it.
    shop.customer(VICTOR);
    let mut victor = shop.verified(VICTOR);
    let export = victor.call("account/export", &json!({}));
    for own in ["4711", "4712", "order_received", number.as_str().unwrap()] {
        assert!(export.to_string().contains(own), "{own}: {export}");
    }
    victor.call("account/delete", &json!({ "password": NEW_PASSWORD }));
    shop.set_clock("2026-11-27T09:00:00Z");
    eventually("the message is deleted", || written().is_empty());
}

#[test]
fn mails_to_unverified_addresses_quote_no_text() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut thief = shop.customer("victor@example.com");
    let mails = || -> Vec<String> {
        shop.database().all("SELECT data FROM mail WHERE template = 'contact_received'", vals![]).unwrap()
    };
    let lure = json!({ "subject": "other", "message": "Your refund waits at https://evil.example" });
    for _ in 0..5 {
        thief.call("contact/accountpost", &lure);
    }
    let sent = mails();
    assert_eq!(sent.len(), 3, "the daily limit per address of the guest form");
    assert!(!sent.concat().contains("evil") && !sent.concat().contains("Claire"), "{sent:?}");
    // The verified owner's text is quoted.
    let mut victor = shop.verified("victor@example.com");
    victor.call("contact/accountpost", &json!({ "subject": "other", "message": "Somebody writes in my name" }));
    assert!(mails().concat().contains("in my name"));
}

/// ASVS 8.2.3 and 15.3.3: a customer decides on the fields of a form only, whatever else a client sends.
#[test]
fn fields_that_no_form_has_change_nothing() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let foreign = json!({
        "id": 1, "customer_id": 1, "points": 5000, "loyalty_points": 5000, "email_verified": true, "email_verified_at": 1,
        "created_at": 0, "erased_at": 1, "terms_state": "erased", "password_hash": "x", "status": "complete",
        "price": "0.01", "unit_price": "0.01", "discount_amount": "100.00", "total": "0.01", "shipping_amount": "0.00",
    });
    let mut claire = shop.visitor();
    claire.call("customer/create", &with(&registration("claire@example.com"), foreign.clone()));
    let row = |columns: &str| -> String {
        let sql = format!("SELECT {columns} FROM customer WHERE email = 'claire@example.com'");
        shop.database().one(&sql, vals![]).unwrap()
    };
    let own = "json_array(id, email_verified_at, created_at, erased_at, terms_state, length(password_hash) > 40)";
    let before = row(own);
    let update =
        json!({ "first_name": "Claire", "last_name": "Martin", "email": "claire@example.com", "member_card": "" });
    claire.call("account/update", &with(&update, foreign.clone()));
    assert_eq!(row(own), before);
    // Nor do they change what an order costs, or how far it is.
    claire.call("cart/add", &with(&json!({ "sku": "TOW-GAN", "qty": 1 }), foreign.clone()));
    let form = claire.order_form("bank_transfer");
    let total = form["expected_total"].clone();
    let number = claire.call("checkout/place", &with(&form, foreign))["order_number"].clone();
    let order: String = shop
        .database()
        .one("SELECT json_array(total, status) FROM sales_order WHERE number = $1", vals![number.as_str().unwrap()])
        .unwrap();
    let cents = total.as_str().unwrap().replace('.', "");
    assert_eq!(order, format!("[{cents},\"pending_bank_transfer\"]"));
}

/// ASVS 13.2.2: what the shop keeps is for its own user.
#[test]
fn the_folder_and_its_files_are_closed_to_other_users() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    let _shop = Shop::start_with(&data, &["--seed"], &[]);
    let mode = std::fs::metadata(&data).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700, "a folder that was open to all");
    let key = std::fs::metadata(data.join("credentials.key")).unwrap().permissions().mode() & 0o777;
    assert_eq!(key, 0o600);
}
