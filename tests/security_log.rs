//! The security log: what is recorded, from where, for how long, and what it never holds.

use serde_json::{Value, json};

use crate::support::{NEW_PASSWORD, OUTBOX_ONLY, PASSWORD, Shop};

const ADA: &str = "ada@example.com";

/// Behind a proxy, so that requests have networks.
fn open() -> Shop {
    Shop::open_with(&[OUTBOX_ONLY, &[("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")]].concat())
}

fn events(shop: &Shop, args: &[&str]) -> Vec<Value> {
    shop.operator(&[&["security", "list"], args].concat()).as_array().unwrap().clone()
}

fn names(events: &[Value]) -> Vec<&str> {
    events.iter().rev().map(|event| event["event"].as_str().unwrap()).collect()
}

#[test]
fn every_event_of_an_account_is_recorded_once() {
    let shop = open();
    let mut ada = shop.customer(ADA);
    let login = |password: &str| json!({ "email": ADA, "password": password });
    ada.call("customer/logout", &json!({}));
    shop.visitor().refused("customer/login", &login("guess"));
    ada.log_in(ADA, PASSWORD);
    ada.refused("account/delete", &json!({ "password": "guess" }));
    let form = json!({ "current_password": PASSWORD, "password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD });
    ada.call("account/password", &form);
    ada.call("account/forgot", &json!({ "email": ADA }));
    let token = shop.mailed_token("password_reset", ADA);
    let form = json!({ "token": token, "password": PASSWORD, "password_confirmation": PASSWORD });
    ada.call("account/reset", &form);
    ada.log_in(ADA, PASSWORD);
    let moved = json!({
        "first_name": "Ada", "last_name": "King", "email": "ada.king@example.com", "member_card": "",
        "current_password": PASSWORD
    });
    ada.call("account/update", &moved);
    // A change of the name alone is no event.
    ada.call("account/update", &crate::support::with(&moved, json!({ "first_name": "Augusta" })));
    ada.call("account/export", &json!({}));
    ada.call("account/delete", &json!({ "password": PASSWORD }));
    ada.call("account/undelete", &json!({}));
    shop.operator(&["customer", "export", "ada.king@example.com"]);
    let id = shop.operator(&["customer", "show", "ada.king@example.com"])["id"].to_string();
    let listed = events(&shop, &["--customer", &id]);
    assert_eq!(
        names(&listed),
        [
            "account_created",
            "logged_in",
            "logged_out",
            "login_failed",
            "logged_in",
            "current_password_wrong",
            "password_changed",
            "sessions_ended",
            "reset_requested",
            "password_reset",
            "logged_in",
            "email_changed",
            "data_exported",
            "deletion_requested",
            "deletion_withdrawn",
            "data_exported"
        ]
    );
    assert_eq!((&listed[0]["actor"], &listed[1]["actor"]), (&json!("operator"), &json!("visitor")));

    shop.output(&["customer", "delete", "ada.king@example.com", "--yes"]);
    let kept = events(&shop, &["--customer", &id]);
    assert_eq!((names(&kept).len(), names(&kept).last().copied()), (17, Some("account_deleted")));
    assert!(kept.iter().all(|event| event["network"].is_null() && event["request_id"].is_null()), "{kept:?}");
}

#[test]
fn events_name_network_and_request_and_no_person() {
    let shop = open();
    shop.visitor().register(ADA);
    let right = json!({ "email": ADA, "password": PASSWORD });
    let mut ada = shop.visitor().from("203.0.113.7");
    let answer = ada.post("customer/login", &[], Some(&right.to_string()), &[]);
    let request = answer.header("x-request-id").unwrap();
    shop.visitor().from("203.0.113.7").send("customer/login", &right);
    let unknown = json!({ "email": "nobody@example.com", "password": "guess-4711" });
    shop.visitor().from("203.0.113.8").send("customer/login", &unknown);
    let listed = events(&shop, &[]);
    let [failed, again, first] = &listed[..3] else { panic!("{listed:?}") };
    assert_eq!((&failed["event"], &failed["customer_id"]), (&json!("login_failed"), &Value::Null));
    assert_eq!(first["request_id"], request);
    assert_eq!(first["network"], again["network"]);
    assert_ne!(first["network"], failed["network"]);
    let table = shop.output(&["security", "list"]);
    assert!(table.starts_with("TIME") && table.contains("login_failed"), "{table}");
    for secret in ["203.0.113", "example.com", "guess-4711", PASSWORD, "Claire"] {
        assert!(!table.contains(secret) && !json!(listed).to_string().contains(secret), "{secret}: {table}");
    }
    assert_eq!(events(&shop, &["--since", "2100-01-01"]), Vec::<Value>::new());
}

#[test]
fn refused_logins_are_recorded_once_for_each_network() {
    let shop = open();
    shop.visitor().register(ADA);
    let guess = |address: &str| {
        shop.visitor().from(address).send("customer/login", &json!({ "email": ADA, "password": "guess" }))
    };
    for _ in 0..20 {
        guess("203.0.113.7");
    }
    guess("203.0.113.8");
    let count = |event: &str| shop.count(&format!("SELECT COUNT(*) FROM security_event WHERE event = '{event}'"));
    assert_eq!((count("login_failed"), count("login_refused")), (10, 2));
}

#[test]
fn events_are_deleted_after_their_days() {
    for (env, days) in [(&[][..], 180), (&[("SHOP__SECURITY__KEEP_DAYS", "10")][..], 10)] {
        let shop = Shop::open_with(&[OUTBOX_ONLY, env].concat());
        let start = jiff::Timestamp::now();
        shop.set_clock(&start.to_string());
        shop.visitor().register(ADA);
        let left = |days: i64| {
            shop.set_clock(&(start + jiff::SignedDuration::from_hours(24 * days)).to_string());
            shop.count("SELECT COUNT(*) FROM security_event")
        };
        assert_eq!((left(days - 1), left(days + 1)), (2, 0), "{days} days");
    }
}
