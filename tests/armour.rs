//! What a shop refuses at its start, and what it says when its surroundings are wrong: clock, proxy, passwords.

use serde_json::json;
use shop::vals;

use crate::support::{
    self, OUTBOX_ONLY, PASSWORD, Shop, Visitor, eventually, production_copy, registration, run, with,
};

const PRODUCTION: &[(&str, &str)] = &[("SHOP__MODE", "production"), ("SHOP__PAYMENT__METHODS", "[\"cheque\"]")];

fn set_last_runs(shop: &shop::db::Connection, days: i64) {
    let at = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24 * days);
    shop.exec("UPDATE job SET last_run = $1 WHERE name <> 'deliver_mail'", vals![at.as_millisecond()]).unwrap();
}

#[test]
fn wrong_clock_is_refused_at_start_until_it_is_accepted() {
    let folder = production_copy();
    let data = folder.path().to_str().unwrap();
    let shop = Shop::start(folder.path(), PRODUCTION);
    eventually("a job has run", || shop.count("SELECT count(*) FROM job WHERE last_run > 0") > 3);
    drop(shop);
    for (days, told) in [(3, "days behind the last run of a job"), (-40, "days ahead of the last run of a job")] {
        set_last_runs(&support::database(folder.path()), days);
        for command in [&["serve", "--listen", "127.0.0.1:0", "--data", data][..], &["check", "--data", data]] {
            let (code, _, stderr) = run(command, PRODUCTION);
            assert_eq!(code, Some(1), "{stderr}");
            assert!(
                stderr.contains(told) && stderr.contains("start once with `shop serve --accept-clock`"),
                "{stderr}"
            );
        }
        // A demonstration's clock is set from outside.
        assert_eq!(run(&["check", "--data", data], &[]).0, Some(0));
        let mut accepted = Shop::start_with(folder.path(), &["--accept-clock"], PRODUCTION);
        assert_eq!(accepted.visitor().get("/readyz").body, "ready\n");
        accepted.stop();
        drop(Shop::start(folder.path(), PRODUCTION));
    }
}

const TOKEN: &str = "a-token-of-the-monitoring";

#[test]
fn open_shop_with_a_wrong_clock_holds_its_jobs_and_says_so() {
    let env = [
        PRODUCTION,
        &[
            ("SHOP__MAIL__NOTICES", "boss@example.com"),
            ("SHOP__MAIL__HOST", "127.0.0.1"),
            ("SHOP__MAIL__PORT", "1"),
            ("SHOP__SERVER__METRICS_TOKEN", TOKEN),
        ],
    ]
    .concat();
    let shop = Shop::open_with(&env);
    let bearer = format!("Bearer {TOKEN}");
    let readyz = |visitor: &mut Visitor| visitor.get_with("/readyz", &[("Authorization", &bearer)]).body;
    let ran = |job: &str| shop.count(&format!("SELECT coalesce(max(last_run), 0) FROM job WHERE name = '{job}'"));
    // The last of the jobs that are due at the start.
    let copied = "SELECT count(*) FROM job WHERE name = 'backup' AND last_run IS NOT NULL AND lease_until = 0";
    eventually("every job has run", || shop.count(copied) == 1);
    set_last_runs(&shop.database(), 3);
    let mut visitor = shop.visitor();
    eventually("readyz names the clock", || readyz(&mut visitor).contains("jobs are held: the clock says"));
    // A deed of the console that is due by the wrong clock.
    let deed = "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
        SELECT 1, 'Ada King', 'ada@example.com', 'ada@example.com', 'en', min(id), 0 FROM staff_role;
        INSERT INTO deed (call, args, permission, noun, thing, staff_id, staff_name, is_proved, network, due_at)
        VALUES ('no/such', '{}', 'orders_change', 'order', '1', 1, 'Ada King', 1, '', 0)";
    shop.database().execute_batch(deed).unwrap();
    let is_tried = || shop.count("SELECT count(*) FROM deed WHERE failure IS NOT NULL") == 1;
    let anybody = visitor.get("/readyz");
    assert_eq!(
        (anybody.status, anybody.body.as_str()),
        (200, "ready\n"),
        "the shop stays open, and tells others no more"
    );
    let runs = || -> Vec<(String, i64)> {
        let sql = "SELECT name, last_run FROM job WHERE name <> 'deliver_mail' AND last_run IS NOT NULL ORDER BY name";
        shop.database().all(sql, vals![]).unwrap()
    };
    let (held, since) = (runs(), jiff::Timestamp::now().as_millisecond());
    eventually("the operator is told", || shop.mail("operator_notice", "boss@example.com").is_some());
    let told = shop.mail("operator_notice", "boss@example.com").unwrap();
    assert_eq!(told["subject"], "Jobs are held: the clock is wrong");
    assert!(shop.log().contains("jobs are held; set the clock, or restart with `shop serve --accept-clock`"));
    // Mail follows the other jobs of the same five seconds, which are due, and is not held.
    eventually("mail is still delivered", || ran("deliver_mail") > since + 6_000);
    assert!(held.len() > 3);
    assert_eq!(runs(), held, "no other job ran");
    assert!(!is_tried(), "nor was a deed carried out");
    set_last_runs(&shop.database(), 0);
    let mended = ran("reconcile_payments");
    eventually("jobs go on", || readyz(&mut visitor) == "ready\n" && ran("reconcile_payments") > mended);
    eventually("and so do deeds", is_tried);
}

#[test]
fn proxy_that_names_no_client_is_told_once() {
    let env = [PRODUCTION, &[("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")]].concat();
    let mut shop = Shop::open_with(&env);
    let warnings = |shop: &Shop| shop.log().lines().filter(|line| line.contains("sends no X-Forwarded-For")).count();
    let mut visitor = shop.visitor();
    visitor.get_with("/en/cart", &[("X-Forwarded-For", "203.0.113.7")]);
    assert_eq!(warnings(&shop), 0);
    visitor.get("/en/cart");
    visitor.get("/en/cart");
    shop.stop();
    eventually("the log is read to its end", || shop.log().contains(" closed"));
    assert_eq!(warnings(&shop), 1, "{}", shop.log());
}

#[test]
fn passwords_that_hold_the_name_of_the_shop_or_the_mailbox_are_refused() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let refused = |password: &str| {
        let form = with(
            &registration("ada.king@example.com"),
            json!({ "password": password, "password_confirmation": password }),
        );
        shop.visitor().refused("customer/create", &form)["error"]["fields"]["password"].clone()
    };
    let told = "This password contains the shop’s name or a part of your email address, which is easy to guess. Please choose another.";
    for password in ["Valmere-2026", "val mère!", "ADA.KING.99"] {
        assert_eq!(refused(password), told, "{password}");
    }
    let mut ada = shop.customer("ada.king@example.com");
    let change =
        json!({ "current_password": PASSWORD, "password": "my valmère", "password_confirmation": "my valmère" });
    assert_eq!(ada.refused("account/password", &change)["error"]["fields"], json!({ "password": told }));
    ada.call("account/forgot", &json!({ "email": "ada.king@example.com", "captcha": "" }));
    let token = shop.mailed_token("password_reset", "ada.king@example.com");
    let reset = |password: &str| json!({ "token": token, "password": password, "password_confirmation": password });
    assert_eq!(ada.refused("account/reset", &reset("adaking1815"))["error"]["fields"], json!({ "password": told }));
    ada.call("account/reset", &reset("lake of annecy"));
}
