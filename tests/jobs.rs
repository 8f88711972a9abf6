//! Jobs of the running shop: a row that cannot be processed holds up no other, and is listed for the operator.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shop::vals;

use crate::support::{PASSWORD, Shop, Visitor, eventually, house, run, uuid};

fn operator(shop: &Shop, args: &[&str]) -> Value {
    let (code, out, error) = run(&[args, &["--json", "--data", shop.data.to_str().unwrap()]].concat(), &[]);
    assert_eq!(code, Some(0), "{args:?}: {error}");
    serde_json::from_str(&out).unwrap_or_else(|_| panic!("{args:?}: {out}"))
}

fn set(shop: &Shop, sql: &str, id: i64) {
    assert_eq!(shop.database().exec(sql, vals![id]).unwrap(), 1, "{sql}");
}

fn status(shop: &Shop, id: i64) -> String {
    shop.database().one("SELECT status FROM sales_order WHERE id = $1", vals![id]).unwrap()
}

/// An order and its row.
fn place(shop: &Shop, visitor: &mut Visitor, method: &str) -> (Value, i64) {
    visitor.add("TOW-GAN", 1);
    let mut form = visitor.order_form(method);
    form["email"] = json!(format!("{}@example.com", uuid()));
    let placed = visitor.call("checkout/place", &form);
    let number = placed["order_number"].as_str().unwrap();
    let id = shop.database().one("SELECT id FROM sales_order WHERE number = $1", vals![number]).unwrap();
    (placed, id)
}

fn unpaid(shop: &Shop, method: &str) -> i64 {
    place(shop, &mut shop.visitor(), method).1
}

fn shipped(shop: &Shop) -> i64 {
    let (placed, id) = place(shop, &mut shop.visitor(), "cheque");
    let number = placed["order_number"].as_str().unwrap();
    operator(shop, &["order", "paid", number, "--reference", number]);
    operator(shop, &["order", "ship", number]);
    id
}

/// The refund of an order paid by card, due.
fn refund(shop: &Shop) -> i64 {
    let mut visitor = shop.visitor();
    let (placed, id) = place(shop, &mut visitor, "card");
    let page = placed["payment"]["redirect_url"].as_str().unwrap().strip_prefix(&shop.url).unwrap();
    assert_eq!(visitor.form(page, "choice=succeed").status, 303);
    eventually("it is paid", || status(shop, id) == "processing");
    let number = placed["order_number"].as_str().unwrap();
    operator(shop, &["order", "refund", number, "--amount", "1.00", "--reason", "goodwill"]);
    let refund = shop.database().one("SELECT id FROM refund WHERE order_id = $1", vals![id]).unwrap();
    eventually("it is sent", || refund_state(shop, refund) == "done");
    refund
}

/// The mails of a shop without a mail server.
fn written_mails(shop: &Shop) -> Vec<String> {
    let files = std::fs::read_dir(shop.data.join("mail")).unwrap();
    // A file may be renamed meanwhile.
    files.filter_map(|file| std::fs::read_to_string(file.unwrap().path()).ok()).collect()
}

fn refund_state(shop: &Shop, id: i64) -> String {
    shop.database().one("SELECT state FROM refund WHERE id = $1", vals![id]).unwrap()
}

/// A customer who has asked for deletion.
fn leaving(shop: &Shop, email: &str) -> i64 {
    let mut customer = shop.customer(email);
    customer.call("account/delete", &json!({ "password": PASSWORD }));
    shop.database().one("SELECT id FROM customer WHERE email = $1", vals![email]).unwrap()
}

fn attempt_of(shop: &Shop, order_id: i64) -> i64 {
    shop.database().one("SELECT id FROM payment_attempt WHERE order_id = $1", vals![order_id]).unwrap()
}

/// Each job gets two rows, one of which cannot be read. The other is processed in the same run.
#[test]
fn a_row_that_fails_holds_up_no_other_and_is_listed_for_the_operator() {
    let shop = Shop::open_with(&[("SHOP__CAPTCHA__PROVIDER", "none")]);
    let [overdue, completable] = [[0; 2].map(|_| unpaid(&shop, "cheque")), [0; 2].map(|_| shipped(&shop))];
    let abandoned = [0; 2].map(|_| unpaid(&shop, "card"));
    let refunds = [0; 2].map(|_| refund(&shop));
    let customers = ["ada@example.com", "ben@example.com"].map(|email| leaving(&shop, email));
    let attempts = abandoned.map(|order| attempt_of(&shop, order));

    let set_currency = |currency: &str| {
        for (table, id) in [
            ("sales_order", overdue[0]),
            ("sales_order", completable[0]),
            ("payment_attempt", attempts[0]),
            ("refund", refunds[0]),
        ] {
            set(&shop, &format!("UPDATE {table} SET currency = '{currency}' WHERE id = $1"), id);
        }
    };
    for id in refunds {
        set(&shop, "UPDATE refund SET state = 'due', done_at = NULL, due_at = 4000000000000 WHERE id = $1", id);
    }
    set_currency("???");
    set(&shop, "UPDATE customer SET lang = '??' WHERE id = $1", customers[0]);
    for id in refunds {
        set(&shop, "UPDATE refund SET due_at = 0 WHERE id = $1", id);
    }
    let mut now = Timestamp::now() + SignedDuration::from_hours(24 * 20);
    shop.set_clock(&now.to_string());

    let is_gone = |id: i64| {
        shop.database().one::<bool>("SELECT erased_at IS NOT NULL FROM customer WHERE id = $1", vals![id]).unwrap()
    };
    let undecided = |id: i64| {
        let sql = "SELECT next_check_at IS NOT NULL FROM payment_attempt WHERE id = $1";
        shop.database().one::<bool>(sql, vals![id]).unwrap()
    };
    eventually("the unpaid order is canceled", || status(&shop, overdue[1]) == "canceled");
    eventually("the shipped order is complete", || status(&shop, completable[1]) == "complete");
    eventually("the abandoned payment is closed", || !undecided(attempts[1]));
    eventually("the refund is made", || refund_state(&shop, refunds[1]) == "done");
    eventually("the account is deleted", || is_gone(customers[1]));
    assert!(status(&shop, overdue[0]) == "pending_cheque" && status(&shop, completable[0]) == "shipped");
    assert_eq!(operator(&shop, &["jobs", "stuck"]), json!([]), "the first failures may end by themselves");

    let jobs = ["cancel_unpaid", "complete_orders", "delete_accounts", "reconcile_payments", "send_refunds"];
    let stuck = || -> BTreeSet<String> {
        let rows = operator(&shop, &["jobs", "stuck"]);
        rows.as_array().unwrap().iter().map(|row| row["job"].as_str().unwrap().to_owned()).collect()
    };
    let all: BTreeSet<String> = jobs.map(str::to_owned).into();
    eventually("all are listed", || {
        // Later than any delay between two tries.
        now += SignedDuration::from_hours(7);
        shop.set_clock(&now.to_string());
        stuck().is_superset(&all)
    });
    let row = operator(&shop, &["jobs", "stuck"]).as_array().unwrap()[0].clone();
    assert!(row["failures"].as_i64().unwrap() >= 5 && !row["error"].as_str().unwrap().is_empty(), "{row}");
    let metrics = shop.visitor().get("/metrics").body;
    for job in jobs {
        let figure = format!("shop_job_stuck_rows{{job=\"{job}\"}} ");
        let value = metrics.lines().find_map(|line| line.strip_prefix(figure.as_str()));
        assert!(value.is_some_and(|value| value != "0"), "{job}: {value:?}");
        let subject = format!("Subject: The job {job} is stuck at a row");
        eventually("the operator is told", || written_mails(&shop).iter().any(|mail| mail.contains(&subject)));
    }

    // Mended rows are processed with the next try.
    set_currency("EUR");
    set(&shop, "UPDATE customer SET lang = 'en' WHERE id = $1", customers[0]);
    eventually("nothing is listed", || {
        now += SignedDuration::from_hours(7);
        shop.set_clock(&now.to_string());
        stuck().is_empty()
    });
    assert!(is_gone(customers[0]) && refund_state(&shop, refunds[0]) == "done");
    assert!(status(&shop, overdue[0]) == "canceled" && status(&shop, completable[0]) == "complete");
}

/// A subscription that ends now.
fn ending(shop: &Shop, email: &str) -> i64 {
    let sql =
        "INSERT INTO newsletter (email, email_key, status, lang, source, hah_subscribe, brand, all_subscribe_status,
                   requested_at, unsubscribe_due_at)
               VALUES ($1, $1, 'subscribed', 'en', 'footer', 1, 0, 0, 0, 0) RETURNING id";
    shop.database().one(sql, vals![email]).unwrap()
}

#[test]
fn a_subscription_or_an_erased_account_that_fails_holds_up_no_other() {
    let shop = Shop::open_with(&[("SHOP__CAPTCHA__PROVIDER", "none")]);
    let customers = ["ada@example.com", "ben@example.com"].map(|email| {
        let mut customer = shop.customer(email);
        let (_, order) = place(&shop, &mut customer, "cheque");
        customer.call("account/delete", &json!({ "password": PASSWORD }));
        let id: i64 = shop.database().one("SELECT id FROM customer WHERE email = $1", vals![email]).unwrap();
        (id, order)
    });
    let mut now = Timestamp::now() + SignedDuration::from_hours(24 * 4);
    shop.set_clock(&now.to_string());
    let is_erased = |id: i64| shop.count(&format!("SELECT erased_at IS NOT NULL FROM customer WHERE id = {id}")) == 1;
    eventually("both accounts are erased", || customers.iter().all(|(id, _)| is_erased(*id)));
    // Their orders come to an end only later, the first cannot be changed any more.
    let has_address = |order: i64| shop.count(&format!("SELECT email <> '' FROM sales_order WHERE id = {order}")) == 1;
    assert!(customers.iter().all(|(_, order)| has_address(*order)), "orders under way keep their address");
    let [broken, whole] = customers.map(|(_, order)| order);
    let poison = format!(
        "CREATE TRIGGER poison BEFORE UPDATE OF email ON sales_order WHEN OLD.id = {broken}
         BEGIN SELECT RAISE(ABORT, 'poisoned'); END"
    );
    shop.database().execute_batch(&poison).unwrap();
    let subscriptions = ["zoe@example.com", "yan@example.com"].map(|email| ending(&shop, email));
    set(&shop, "UPDATE newsletter SET lang = '??' WHERE id = $1", subscriptions[0]);
    let has_ended =
        |id: i64| shop.count(&format!("SELECT status = 'unsubscribed' FROM newsletter WHERE id = {id}")) == 1;

    eventually("the others are processed, and those that fail are listed", || {
        now += SignedDuration::from_hours(12);
        shop.set_clock(&now.to_string());
        let stuck = operator(&shop, &["jobs", "stuck"]);
        let jobs: BTreeSet<&str> = stuck.as_array().unwrap().iter().filter_map(|row| row["job"].as_str()).collect();
        jobs.is_superset(&["carry_out_unsubscriptions", "forget_service"].into())
    });
    assert!(has_ended(subscriptions[1]) && !has_ended(subscriptions[0]));
    assert!(!has_address(whole) && has_address(broken));

    shop.database().execute_batch("DROP TRIGGER poison").unwrap();
    set(&shop, "UPDATE newsletter SET lang = 'en' WHERE id = $1", subscriptions[0]);
    eventually("mended rows are processed", || {
        now += SignedDuration::from_hours(12);
        shop.set_clock(&now.to_string());
        has_ended(subscriptions[0]) && !has_address(broken)
    });
}

#[test]
fn a_mail_that_cannot_be_read_holds_up_no_other() {
    let shop = Shop::open();
    let queue = "INSERT INTO mail (template, lang, recipient, data, created_at, due_at)
                 VALUES ('operator_notice', $1, 'a@example.com', '{\"subject\":\"s\",\"facts\":[],\"command\":\"c\"}', 0, 0)
                 RETURNING id";
    let [broken, whole] = ["??", "en"].map(|lang| shop.database().one::<i64>(queue, vals![lang]).unwrap());
    let attempts = |id: i64, is_sent: bool| -> Vec<i64> {
        let sql = "SELECT attempts FROM mail WHERE id = $1 AND (sent_at IS NOT NULL) = $2";
        shop.database().all(sql, vals![id, is_sent]).unwrap()
    };
    eventually("the other is sent", || attempts(whole, true) == [1]);
    eventually("the first is put off", || attempts(broken, false) == [1]);
}

/// More mails than a run takes, none of which can be claimed, before one that can.
#[test]
fn mails_that_cannot_be_claimed_hold_up_no_other_and_are_listed_for_the_operator() {
    let shop = Shop::open();
    let queue = |recipient: &str, count: i64| -> Vec<i64> {
        let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
                   INSERT INTO mail (template, lang, recipient, data, created_at, due_at)
                   SELECT 'operator_notice', 'en', $1, '{\"subject\":\"s\",\"facts\":[],\"command\":\"c\"}', 0, 0 FROM n
                   RETURNING id";
        shop.database().all(sql, vals![recipient, count]).unwrap()
    };
    shop.database()
        .exec(
            "CREATE TRIGGER unclaimable BEFORE UPDATE ON mail WHEN OLD.recipient = 'poison@example.com'
         BEGIN SELECT RAISE(ABORT, 'poisoned'); END",
            vals![],
        )
        .unwrap();
    let poisoned = queue("poison@example.com", 60);
    let whole = queue("a@example.com", 1)[0];
    let is_sent = |id: i64| -> bool {
        shop.database().one("SELECT sent_at IS NOT NULL FROM mail WHERE id = $1", vals![id]).unwrap()
    };
    eventually("the last is sent", || is_sent(whole));

    let mut now = Timestamp::now();
    for tries in 1..=5 {
        let failed = format!("SELECT COUNT(*) FROM job_failure WHERE job = 'deliver_mail' AND failures >= {tries}");
        eventually("all have failed once more", || shop.count(&failed) == 60);
        now += SignedDuration::from_hours(7);
        shop.set_clock(&now.to_string());
    }
    let rows = operator(&shop, &["jobs", "stuck"]);
    assert_eq!(rows.as_array().unwrap().iter().filter(|row| row["job"] == "deliver_mail").count(), poisoned.len());
    shop.database().exec("DROP TRIGGER unclaimable", vals![]).unwrap();
    now += SignedDuration::from_hours(7);
    shop.set_clock(&now.to_string());
    eventually("all are sent", || poisoned.iter().all(|id| is_sent(*id)));
    eventually("nothing is listed", || operator(&shop, &["jobs", "stuck"]) == json!([]));
}

#[test]
fn a_killed_shop_leaves_no_lease_that_holds_up_the_next() {
    let mut shop = Shop::open();
    shop.kill();
    let lease = "INSERT INTO job (name, lease_until, fence, server) VALUES ('deliver_mail', $1, 1, 1)
                 ON CONFLICT (name) DO UPDATE SET lease_until = excluded.lease_until, server = 1";
    let hour = (Timestamp::now() + SignedDuration::from_hours(1)).as_millisecond();
    shop.database().exec(lease, vals![hour]).unwrap();
    let next = Shop::start(&shop.data, &[]);
    eventually("mail is delivered again", || {
        let sql = "SELECT last_run IS NOT NULL FROM job WHERE name = 'deliver_mail' AND lease_until = 0";
        next.database().all::<bool>(sql, vals![]).unwrap() == [true]
    });
}

#[test]
fn a_job_is_run_in_the_console_and_says_what_it_did_or_why_not() {
    let house = house::open_with(&[("SHOP__LIMITS__WRITES_PER_MINUTE", "1000")]);
    let mut owner = house.owner();
    // A run of the schedule may be going on.
    let run = |person: &mut house::Person, name: &str| {
        let mut answer = Value::Null;
        eventually("the job is not running already", || {
            answer = house::post(&mut person.browser, &house.shop, "system/run_job", &json!({ "name": name })).json();
            answer["error"]["id"] != "job.running"
        });
        assert_eq!(answer["code"], "1", "{answer}");
        answer["data"].clone()
    };
    let answer = run(&mut owner, "expire_sessions");
    assert_eq!((&answer["job"], &answer["outcome"]), (&json!("expire_sessions"), &json!("ran")), "{answer}");
    assert!(!answer["text"].as_str().unwrap().is_empty(), "{answer}");
    let job = answer["state"]["jobs"].as_array().unwrap().iter().find(|job| job["name"] == "expire_sessions").unwrap();
    assert_eq!((&job["last_result"], &job["is_running"]), (&answer["text"], &json!(false)));
    let entry = house.audit(&[])[0].clone();
    assert_eq!(
        (&entry["call"], &entry["thing"], &entry["outcome"]),
        (&json!("system/run_job"), &json!("expire_sessions"), &json!("done"))
    );

    // It is not due again, and runs all the same.
    assert_eq!(run(&mut owner, "expire_sessions")["outcome"], "ran");

    // A run that is going on, in whatever process, is told.
    let lease = "UPDATE job SET lease_until = $1 WHERE name = 'forget_payments'";
    assert_eq!(run(&mut owner, "forget_payments")["outcome"], "ran");
    house.shop.database().exec(lease, vals![4_000_000_000_000_i64]).unwrap();
    assert_eq!(house.refused(&mut owner, "system/run_job", &json!({ "name": "forget_payments" })), "job.running");
    house.shop.database().exec(lease, vals![0]).unwrap();
    assert_eq!(run(&mut owner, "forget_payments")["outcome"], "ran");

    // Why it fails is said, in the answer as in the list.
    let folder = house.shop.data.join("backup");
    std::fs::remove_dir_all(&folder).unwrap_or_default();
    std::fs::write(&folder, "").unwrap();
    let failed = run(&mut owner, "backup");
    assert_eq!(failed["outcome"], "failed", "{failed}");
    let job = failed["state"]["jobs"].as_array().unwrap().iter().find(|job| job["name"] == "backup").unwrap();
    assert_eq!(job["last_result"], failed["text"]);
    assert!(!failed["text"].as_str().unwrap().is_empty());

    for name in ["", "tidy", "Backup"] {
        assert_eq!(house.refused(&mut owner, "system/run_job", &json!({ "name": name })), "job.unknown", "{name}");
    }
    let answer = house::post(&mut owner.browser, &house.shop, "system/run_job", &json!({ "name": 1 }));
    assert_eq!(answer.status, 400);
    let mut manager = house.person("m@example.com", "manager");
    let args = json!({ "name": "expire_sessions" });
    assert_eq!(house.refused(&mut manager, "system/run_job", &args), "staff.not_allowed");
}
