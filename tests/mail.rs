//! Mail delivery to a real SMTP server that accepts, rejects, or is unreachable.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use shop::vals;

use crate::support::smtp::{Received, RecipientReply, Smtp};
use crate::support::{FIVE_LANGUAGES, OUTBOX_ONLY, PASSWORD, Shop, Visitor, eventually, run};

/// Waits for a mail to an address with a subject that is not in `known`.
fn arrived(smtp: &Smtp, recipient: &str, known: &[String]) -> Received {
    let find = || {
        let is_new = |mail: &Received| mail.recipient == recipient && !known.contains(&mail.header("subject").unwrap());
        smtp.mails().into_iter().find(is_new)
    };
    eventually("a mail arrives", || find().is_some());
    find().unwrap()
}

#[test]
fn account_mails_are_in_the_customers_language() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[FIVE_LANGUAGES]);
    let start: Timestamp = "2026-11-23T09:00:00Z".parse().unwrap();
    for lang in ["en", "fr", "de", "es", "zh"] {
        shop.set_clock(&start.to_string());
        let email = format!("claire.{lang}@example.com");
        let mut claire = shop.visitor().speaking(lang);
        let mut known: Vec<String> = Vec::new();
        let next = |known: &mut Vec<String>| {
            let mail = arrived(&smtp, &email, known);
            let subject = mail.header("subject").unwrap();
            assert!(!subject.is_empty() && !subject.contains("=?"), "{subject}");
            assert_eq!(mail.sender, "boutique@valmere.example");
            assert!(mail.header("from").unwrap().contains("<boutique@valmere.example>"));
            assert!(mail.header("message-id").is_some() && mail.header("date").is_some());
            let (html, text) = (mail.part("text/html").unwrap(), mail.part("text/plain").unwrap());
            assert!(html.contains("<html") && html.contains("Claire") && text.contains("Claire"), "{text}");
            assert!(!text.contains("undefined") && !text.contains("{") && !html.contains("undefined"), "{text}");
            known.push(subject);
            text
        };
        claire.register(&email);
        let welcome = next(&mut known);
        assert!(welcome.contains(&format!("{}/{lang}/account", shop.url)), "{welcome}");
        claire.call("account/forgot", &json!({ "email": email }));
        let link = next(&mut known);
        let token = link.split_once("/account/setPassword?token=").unwrap().1.get(..64).unwrap().to_owned();
        let form = json!({ "token": token, "password": "calm-lake-1875", "password_confirmation": "calm-lake-1875" });
        claire.call("account/reset", &form);
        next(&mut known);
        claire.log_in(&email, "calm-lake-1875");
        claire.call("account/delete", &json!({ "password": "calm-lake-1875" }));
        next(&mut known);
        shop.set_clock(&(start + SignedDuration::from_hours(72)).to_string());
        next(&mut known);
        assert_eq!(known.len(), 5, "{lang}");
    }
    // The data of delivered mails is deleted.
    eventually("noted as sent", || {
        let open: i64 = shop.database().one("SELECT count(*) FROM mail WHERE data <> ''", vals![]).unwrap();
        open == 0
    });
    assert!(!shop.data.join("mail").exists(), "with SMTP nothing is written to files");
}

#[test]
fn last_mail_of_an_erased_account_arrives_once_and_leaves_no_recipient() {
    const EMAIL: &str = "claire@example.com";
    let start: Timestamp = "2026-11-23T09:00:00Z".parse().unwrap();
    for fails_first in [false, true] {
        let smtp = Smtp::open();
        let shop = smtp.shop(&[]);
        let at = |minutes: i64| shop.set_clock(&(start + SignedDuration::from_mins(minutes)).to_string());
        at(0);
        let mut claire = shop.customer(EMAIL);
        claire.call("account/delete", &json!({ "password": PASSWORD }));
        let delivered = || smtp.mails().into_iter().filter(|mail| mail.recipient == EMAIL).count();
        eventually("welcome and request arrive", || delivered() == 2);
        let row = || -> Option<(String, String, i64, bool)> {
            let sql = "SELECT recipient, data, attempts, due_at IS NOT NULL FROM mail WHERE template = 'deletion_done'";
            shop.database().all(sql, vals![]).unwrap().pop()
        };
        let erased = ("".to_owned(), "".to_owned());
        if fails_first {
            smtp.set_reply(RecipientReply::Temporary);
        }
        at(72 * 60);
        if fails_first {
            eventually("the first attempt fails", || row().is_some_and(|(.., attempts, _)| attempts == 1));
            let (recipient, data, _, waits) = row().unwrap();
            assert!(recipient == EMAIL && data.contains("Claire") && waits, "it is kept until it is delivered");
            assert_eq!(delivered(), 2);
            smtp.set_reply(RecipientReply::Accepted);
            at(72 * 60 + 5);
        }
        eventually("it is delivered", || row().is_some_and(|(.., waits)| !waits));
        let (recipient, data, ..) = row().unwrap();
        assert_eq!((recipient, data), erased, "after a temporary failure: {fails_first}");
        // A later mail to another shows that it is not sent again.
        at(96 * 60);
        shop.visitor().register("later@example.com");
        arrived(&smtp, "later@example.com", &[]);
        assert_eq!(delivered(), 3, "after a temporary failure: {fails_first}");
        let last = smtp.mails().into_iter().rfind(|mail| mail.recipient == EMAIL).unwrap();
        assert!(last.part("text/plain").unwrap().contains("deleted"), "{last:?}");
    }
}

#[test]
fn changed_email_and_account_at_checkout_are_confirmed_by_mail() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[]);
    let mut claire = shop.customer("claire@example.com");
    arrived(&smtp, "claire@example.com", &[]);
    let welcome = smtp.mails()[0].header("subject").unwrap();
    let form = json!({ "first_name": "Claire", "last_name": "Martin", "email": "new@example.com", "member_card": "", "current_password": PASSWORD });
    claire.call("account/update", &form);
    let mail = arrived(&smtp, "claire@example.com", &[welcome]);
    let text = mail.part("text/plain").unwrap();
    assert!(text.contains("n…@example.com") && !text.contains("new@example.com"), "{text}");

    let mut guest = shop.visitor();
    guest.add("TOW-GAN", 1);
    let mut form = guest.order_form("bank_transfer");
    form["email"] = json!("guest@example.com");
    form["create_account"] = json!(true);
    guest.call("checkout/place", &form);
    eventually("both mails", || smtp.mails().iter().filter(|mail| mail.recipient == "guest@example.com").count() == 2);
    assert!(
        smtp.mails().iter().any(|mail| mail.part("text/plain").unwrap().contains("/en/account/setPassword?token="))
    );
}

/// How many mails have been sent.
fn sent(shop: &Shop) -> usize {
    shop.operator(&["mail", "list", "--which", "sent"]).as_array().unwrap().len()
}

#[test]
fn queued_mail_is_shown_without_its_tokens() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.customer("claire@example.com");
    claire.call("account/forgot", &json!({ "email": "claire@example.com" }));
    claire.place("TOW-GAN", 1, "bank_transfer");
    let rows: Vec<(i64, String, String)> = shop.database().all("SELECT id, template, data FROM mail", vals![]).unwrap();
    let key = regex_lite::Regex::new("[0-9a-f]{64}").unwrap();
    let mut keys = 0;
    for (id, template, data) in &rows {
        let (_, shown, stderr) = shop.command(&["mail", "show", &id.to_string()]);
        assert!(shown.contains(template), "{shown}{stderr}");
        let row = shop.output(&["mail", "show", &id.to_string(), "--json"]);
        for found in key.find_iter(data) {
            keys += 1;
            assert!(!shown.contains(found.as_str()) && !row.contains(found.as_str()), "{template}: {shown}{row}");
        }
        let told = shop.operator(&["mail", "show", &id.to_string()]);
        assert_eq!((&told["template"], &told["state"]), (&json!(template), &json!("waiting")), "{told}");
        if template == "password_reset" {
            assert!(shown.contains("/en/account/setPassword?token=…\n"), "only the token is hidden: {shown}");
            assert!(
                shown.contains("subject") && shown.contains("Someone has asked for a new password"),
                "the letter itself: {shown}"
            );
            let link = told["data"]["url"].as_str().unwrap();
            assert!(link.ends_with("/en/account/setPassword?token=…"), "the row has its data: {told}");
        }
    }
    assert!(keys >= 2, "{rows:?}");
}

#[test]
fn operator_gets_one_alert_per_event() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[("SHOP__MAIL__NOTICES", "desk@valmere.example")]);
    let mut claire = shop.visitor().speaking("de");
    let place = |claire: &mut Visitor, method: &str| claire.place("TOW-GAN", 2, method);
    // An order by transfer is confirmed when placed, by card when paid: one alert in each case.
    let transfer = place(&mut claire, "bank_transfer");
    let number = transfer["order_number"].as_str().unwrap();
    let total = format!("{} EUR", transfer["totals"]["total"].as_str().unwrap());
    shop.output(&["order", "paid", number]);
    let card = place(&mut claire, "card");
    assert_eq!(claire.form(&shop.payment_page(&card), "choice=succeed").status, 303);
    let card = card["order_number"].as_str().unwrap();
    let statement = json!({
        "order_number": card, "name": "Claire Martin", "email": "claire.martin@example.com", "items": [], "message": "",
        "confirm": true
    });
    let withdrawal = claire.call("order/withdraw", &statement)["number"].as_str().unwrap().to_owned();
    claire.call("order/withdraw", &statement);
    let message = json!({
        "subject": "care_information", "message": "see https://example.com", "email": "ada@example.com", "name": "Ada King"
    });
    let reference = claire.call("contact/post", &message)["reference"].as_str().unwrap().to_owned();

    let alerts =
        || smtp.mails().into_iter().filter(|mail| mail.recipient == "desk@valmere.example").collect::<Vec<_>>();
    eventually("all alerts arrive", || alerts().len() >= 4);
    let mut mails: Vec<(String, String)> =
        alerts().iter().map(|mail| (mail.header("subject").unwrap(), mail.part("text/plain").unwrap())).collect();
    mails.sort();
    let order = |number: &str, pays: &str| {
        let facts = format!("order: {number}\ntotal: {total}\npieces: 2 (2 × TOW-GAN)\npayment: {pays}\ncountry: FR\n");
        (format!("Order {number}, {total}"), format!("{facts}\nshop order show {number}"))
    };
    let mut wanted = [
        order(number, "to be paid by bank transfer"),
        order(card, "paid by card"),
        (
            format!("Withdrawal {withdrawal}"),
            format!("withdrawal: {withdrawal}\norder: {card}\n\nshop withdrawal show {withdrawal}"),
        ),
        (
            format!("Message {reference}, care information"),
            format!("message: {reference}\nsubject: care information\n\nshop contact show {reference}"),
        ),
    ];
    wanted.sort();
    assert_eq!(mails, wanted, "in English, without tokens or links, each once");
    // No alert for orders that operators enter, and none where alerts are off.
    let file = shop.data.join("entered.json");
    std::fs::write(&file, run(&["order", "create", "--template"], &[]).1).unwrap();
    shop.output(&["order", "create", file.to_str().unwrap()]);
    let quiet = Shop::open_with(OUTBOX_ONLY);
    place(&mut quiet.visitor(), "cheque");
    assert_eq!((shop.mails("operator_notice"), quiet.mails("operator_notice")), (4, 0));
}

#[test]
fn temporary_failures_are_retried_and_permanent_ones_are_not() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[]);
    // Not behind the system clock, which the operator's command uses.
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    smtp.set_reply(RecipientReply::Temporary);
    shop.visitor().register("later@example.com");
    let row = |email: &str| -> (i64, Option<i64>, String) {
        let sql = "SELECT attempts, due_at, error FROM mail WHERE recipient = $1";
        shop.database().one(sql, vals![email]).unwrap()
    };
    eventually("tried", || row("later@example.com").0 == 1);
    assert!(row("later@example.com").1.is_some() && row("later@example.com").2.contains("greylisted"));
    smtp.set_reply(RecipientReply::Permanent);
    shop.visitor().register("never@example.com");
    eventually("given up", || row("never@example.com").0 == 1);
    assert_eq!(row("never@example.com").1, None);

    let mail = |args: &[&str]| shop.output(&[&["mail"], args].concat());
    let failed = mail(&["list", "--which", "failed"]);
    assert!(failed.contains("never@example.com") && !failed.contains("later@example.com"), "{failed}");
    let id = shop.operator(&["mail", "list", "--which", "failed"])[0]["id"].to_string();
    assert!(mail(&["show", &id]).contains("no such user"));
    smtp.set_reply(RecipientReply::Accepted);
    mail(&["retry", &id]);
    shop.set_clock(&(now + SignedDuration::from_mins(2)).to_string());
    arrived(&smtp, "never@example.com", &[]);
    arrived(&smtp, "later@example.com", &[]);
    eventually("noted", || sent(&shop) == 2);
    let error = shop.command_error(&["mail", "retry", &id]);
    assert!(error.contains("has been sent"), "{error}");
    assert_eq!(smtp.mails().len(), 2, "each once");
}

#[test]
fn unreachable_server_counts_against_no_recipient() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let shop = Shop::open_with(&[
        ("SHOP__CAPTCHA__PROVIDER", "none"),
        ("SHOP__MAIL__HOST", "127.0.0.1"),
        ("SHOP__MAIL__PORT", &closed),
        ("SHOP__MAIL__ENCRYPTION", "none"),
    ]);
    shop.visitor().register("claire@example.com");
    let row =
        || -> (i64, bool) { shop.database().one("SELECT attempts, due_at IS NOT NULL FROM mail", vals![]).unwrap() };
    eventually("tried", || row().0 >= 1);
    assert!(row().1, "it waits");
}

#[test]
fn server_that_accepts_and_says_nothing_is_given_up_counted_and_logged() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port().to_string();
    // Connections stay open, and nothing is ever said.
    std::thread::spawn(move || silent.incoming().map_while(Result::ok).collect::<Vec<_>>());
    let shop = Shop::open_with(&[
        ("SHOP__CAPTCHA__PROVIDER", "none"),
        ("SHOP__MAIL__HOST", "127.0.0.1"),
        ("SHOP__MAIL__PORT", &port),
        ("SHOP__MAIL__ENCRYPTION", "none"),
        ("SHOP__MAIL__TIMEOUT_SECONDS", "1"),
    ]);
    shop.visitor().register("claire@example.com");
    let row = || -> (i64, bool, String) {
        shop.database().one("SELECT attempts, due_at IS NOT NULL, error FROM mail", vals![]).unwrap()
    };
    eventually("the attempt ends", || row().0 == 1);
    let (_, waits, error) = row();
    assert!(waits && error.contains("did not answer within 1 s"), "{error}");
    assert!(shop.figure("shop_mail_timeouts_total{step=\"connect\"}") >= 1.0);
    assert!(shop.log().contains("the mail server cannot be used"), "{}", shop.log());
    assert!(shop.output(&["mail", "list"]).contains("waiting, 1 failed"));
}

#[test]
fn run_that_a_set_clock_outlasts_is_not_taken_over_by_the_same_shop() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[("SHOP__MAIL__TIMEOUT_SECONDS", "2")]);
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    smtp.set_reply(RecipientReply::Nothing);
    shop.visitor().register("first@example.com");
    let leased = "SELECT count(*) FROM job WHERE name = 'deliver_mail' AND lease_until > 0";
    eventually("the mail is being sent", || shop.count(leased) == 1);
    shop.set_clock(&(now + SignedDuration::from_hours(1)).to_string());
    eventually("the attempt ends", || shop.count("SELECT attempts FROM mail") >= 1);
    smtp.set_reply(RecipientReply::Accepted);
    shop.set_clock(&(now + SignedDuration::from_hours(2)).to_string());
    arrived(&smtp, "first@example.com", &[]);
    assert!(!shop.log().contains("another process took over"), "{}", shop.log());
}

#[test]
fn server_that_hangs_at_one_mail_holds_up_no_other() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[("SHOP__MAIL__TIMEOUT_SECONDS", "1")]);
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    smtp.set_reply(RecipientReply::Nothing);
    shop.visitor().register("first@example.com");
    let attempts = || shop.count("SELECT attempts FROM mail WHERE recipient = 'first@example.com'");
    eventually("the attempt ends", || attempts() == 1);
    assert!(shop.figure("shop_mail_timeouts_total{step=\"send\"}") >= 1.0);
    eventually("it is logged", || shop.log().contains("the mail server hangs"));
    smtp.set_reply(RecipientReply::Accepted);
    shop.visitor().register("second@example.com");
    arrived(&smtp, "second@example.com", &[]);
    shop.set_clock(&(now + SignedDuration::from_mins(2)).to_string());
    arrived(&smtp, "first@example.com", &[]);
    eventually("noted", || sent(&shop) == 2);
    assert_eq!(smtp.mails().len(), 2, "each once");
}

#[test]
fn a_stop_waits_for_a_job_that_runs() {
    let smtp = Smtp::open();
    let mut shop = smtp.shop(&[("SHOP__MAIL__TIMEOUT_SECONDS", "2")]);
    smtp.set_reply(RecipientReply::Nothing);
    shop.visitor().register("first@example.com");
    eventually("the attempt has begun", || shop.count("SELECT unrecorded FROM mail") == 1);
    assert_eq!(shop.stop(), Some(0));
    assert_eq!(shop.count("SELECT attempts FROM mail WHERE unrecorded = 0"), 1, "its outcome is recorded");
}

#[test]
fn a_server_that_takes_no_mail_is_told_before_any_is_given_up() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[("SHOP__MAIL__TIMEOUT_SECONDS", "1")]);
    let now = Timestamp::now();
    shop.set_clock(&now.to_string());
    smtp.set_reply(RecipientReply::Nothing);
    shop.visitor().register("first@example.com");
    let readyz = || shop.visitor().get("/readyz").body;
    eventually("the attempt ends", || shop.count("SELECT max(attempts) FROM mail") == 1);
    assert_eq!(readyz(), "ready\n", "a mail that was just queued is not late");
    shop.set_clock(&(now + SignedDuration::from_mins(31)).to_string());
    eventually("it is late", || readyz() == "ready\nthe mail server takes no mail: 1 have waited for half an hour\n");
    smtp.set_reply(RecipientReply::Accepted);
    shop.set_clock(&(now + SignedDuration::from_hours(2)).to_string());
    eventually("it has left", || sent(&shop) == 1);
    assert_eq!(readyz(), "ready\n");
}

#[test]
fn shop_authenticates_when_a_password_is_configured() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[("SHOP__MAIL__USER", "boutique"), ("SHOP__MAIL__PASSWORD", "smtp-secret-4711")]);
    shop.visitor().register("claire@example.com");
    arrived(&smtp, "claire@example.com", &[]);
    assert_eq!(smtp.logins()[0], "\0boutique\0smtp-secret-4711");
    assert!(!shop.log().contains("smtp-secret-4711"));
    // Never unencrypted to another host.
    let env = [
        ("SHOP__MAIL__HOST", "mail.example"),
        ("SHOP__MAIL__ENCRYPTION", "none"),
        ("SHOP__MAIL__USER", "boutique"),
        ("SHOP__MAIL__PASSWORD", "x"),
    ];
    let (code, _, err) = run(&["config"], &env);
    assert_eq!(code, Some(1));
    assert!(err.contains("mail.encryption"), "{err}");
}

#[test]
fn mails_are_written_to_files_without_a_server() {
    let shop = Shop::open_with(&[("SHOP__CAPTCHA__PROVIDER", "none")]);
    shop.visitor().register("claire@example.com");
    let list = || shop.output(&["mail", "list"]);
    eventually("written", || list().contains("written to a file 20"));
    assert!(!list().contains("sent "), "a file is not sent: {}", list());
    let row = &shop.operator(&["mail", "list"])[0];
    assert!(
        row["file"].as_str().unwrap().ends_with(".eml") && row["sent_at"].as_str().unwrap().ends_with('Z'),
        "{row}"
    );
    let shown = shop.output(&["mail", "show", &row["id"].to_string()]);
    assert!(shown.contains("Claire") && shown.contains("/en/account"), "{shown}");
}
