//! The command line: an error is one line with its remedy and a non-zero exit code.

use std::net::TcpListener;

use serde_json::json;
use shop::vals;

use crate::support::{self, Shop, command_error, run};

fn one_line(stderr: &str) -> &str {
    assert_eq!(stderr.lines().count(), 1, "more than one line: {stderr}");
    stderr.trim()
}

#[test]
fn taken_port_is_reported_before_anything_is_written() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let error = command_error(&data, &["serve", "--listen", &address]);
    assert!(error.contains(&format!("{address} is taken by another program; stop it or choose another with --listen")));
    assert!(!data.exists());
}

#[test]
fn unwritable_data_folder_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let data = file.join("data");
    let error = command_error(&data, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(error.contains("choose a folder that you may write with --data"), "{error}");
}

#[test]
fn broken_database_is_reported_and_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.db");
    std::fs::write(&path, "this is no database, but it is somebody's file".repeat(50)).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = command_error(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    assert!(error.contains("restore a backup, or move the file away"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn newer_database_is_reported_and_not_changed() {
    let folder = support::seeded_copy();
    let connection = support::database(folder.path());
    connection
        .exec(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'future', '2030-01-01T00:00:00Z', '1')",
            vals![],
        )
        .unwrap();
    let error = command_error(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    assert!(error.contains("was made by a newer shop (schema 9999"), "{error}");
    for command in [&["order", "list"][..], &["check"], &["mail", "list"], &["customer", "show", "a@example.com"]] {
        let (code, _, stderr) = run(&[command, &["--data", folder.path().to_str().unwrap()]].concat(), &[]);
        assert_eq!(code, Some(1), "{command:?}");
        assert!(one_line(&stderr).contains("is of a newer shop (schema 9999"), "{command:?}: {stderr}");
    }
    // A newer backup is not restored.
    let other = support::seeded_copy();
    let data = other.path().to_str().unwrap();
    let copy = folder.path().join("shop.db");
    let (code, _, stderr) = run(&["restore", copy.to_str().unwrap(), "--data", data], &[]);
    assert!(code == Some(1) && one_line(&stderr).contains("is of a newer shop"), "{stderr}");
    assert_eq!(run(&["check", "--data", data], &[]).0, Some(0));
}

#[test]
fn missing_data_folder_is_reported_and_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("mistyped");
    for command in [&["order", "list"][..], &["check"], &["mail", "list"], &["backup", "/nowhere/copy.db"]] {
        let (code, _, stderr) = run(&[command, &["--data", data.to_str().unwrap()]].concat(), &[]);
        assert_eq!(code, Some(1), "{command:?}");
        assert!(one_line(&stderr).contains("name its folder with --data"), "{command:?}: {stderr}");
        assert!(!data.exists(), "{command:?}");
    }
}

#[test]
fn second_server_on_the_same_data_is_refused() {
    let shop = Shop::open();
    let error = command_error(&shop.data, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(error.contains("is used by a running shop"), "{error}");
}

#[test]
fn configuration_error_names_line_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.toml");
    let cases = [
        ("[server]\nlistne = \"127.0.0.1:1\"\n", ":2: unknown key server.listne; did you mean listen?"),
        ("[limits]\nunpaid_orders = \"3\"\n", ":2: limits.unpaid_orders is a text in quotes; give a whole number"),
        ("[payment]\nhold_days = 0\n", ":2: payment.hold_days: This must be a whole number from 1 to 60"),
        ("[server\n", ":1: "),
        ("languages = [\"fr\"]\n", ":1: languages lacks \"en\""),
    ];
    for (text, expected) in cases {
        std::fs::write(&file, text).unwrap();
        let data = folder.path().join("data");
        let args =
            ["serve", "--listen", "127.0.0.1:0", "--config", file.to_str().unwrap(), "--data", data.to_str().unwrap()];
        let (code, _, stderr) = run(&args, &[]);
        assert_eq!(code, Some(1), "{text}");
        assert!(one_line(&stderr).contains(expected), "{text} → {stderr}");
        assert!(!data.exists(), "the data folder is not created");
    }
}

#[test]
fn empty_shop_names_the_commands_that_fill_it() {
    let folder = tempfile::tempdir().unwrap();
    let shop = Shop::start(folder.path(), &[]);
    let answer = shop.visitor().get("/en");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("shop seed"), "the page names the command");
    let log = shop.log();
    let line = log.lines().find(|line| line.contains("this shop has no products")).unwrap();
    for mend in ["WARN", "--seed`", "`shop seed`", "`shop catalogue import`", "--data", folder.path().to_str().unwrap()]
    {
        assert!(line.contains(mend), "{mend}: {line}");
    }
    assert!(!Shop::open().log().contains("no products"));
    assert_eq!(shop.visitor().get("/en/help/legal-notice").status, 200, "pages linked in the footer exist");
    assert_eq!(shop.visitor().get("/readyz").status, 200);
}

/// What the warnings of an output are about, in order: their beginnings, before the consequence.
fn warnings<'o>(output: &'o str, mark: &str) -> Vec<&'o str> {
    let texts = output.lines().filter_map(|line| Some(line.split_once(mark)?.1));
    texts.map(|text| text.split_once(", so ").map_or(text, |(about, _)| about)).collect()
}

#[test]
fn check_and_log_warn_of_incomplete_production_settings() {
    let folder = support::production_copy();
    let data = folder.path().to_str().unwrap();
    let production = [("SHOP__MODE", "production"), ("SHOP__PAYMENT__METHODS", "[\"cheque\"]")];
    const MAIL: &str = "mail.host is empty";
    const URL: &str = "server.public_url is empty";
    const METRICS: &str = "server.metrics_from and server.metrics_token are empty";
    let (code, stdout, stderr) = run(&["check", "--data", data], &production);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(warnings(&stdout, "configuration: warning: "), [MAIL, URL, METRICS], "{stdout}");
    let left = ["look: warning: ", "home page: warning: "].map(|place| warnings(&stdout, place).len());
    assert_eq!((left, stdout.matches("warning").count()), ([2, 2], 7), "{stdout}");
    assert!(stdout.contains("sentences of the demonstration, in: English"), "{stdout}");
    assert!(stdout.contains("console.host is empty: the console opens on this machine only"), "{stdout}");
    let named = [&production[..], &[("SHOP__CONSOLE__HOST", "console.example.com")]].concat();
    assert!(!run(&["check", "--data", data], &named).1.contains("console.host is empty"));
    let sofa = [("SHOP__SHIPPING__COLLECTION__SOFA", "99.00")];
    let (_, stdout, _) = run(&["check", "--data", data], &sofa);
    let told = "shipping.collection.sofa: no product has this type; name one of ";
    assert!(matches!(warnings(&stdout, "warning: ")[..], [one] if one.starts_with(told)), "{stdout}");
    let insecure = [&production[..], &[("SHOP__SERVER__PUBLIC_URL", "http://shop.example.com")]].concat();
    let (_, stdout, _) = run(&["check", "--data", data], &insecure);
    let plain = "server.public_url is http://shop.example.com";
    assert_eq!(warnings(&stdout, "configuration: warning: "), [MAIL, plain, METRICS], "{stdout}");
    let complete = [
        &production[..],
        &[
            ("SHOP__SERVER__PUBLIC_URL", "https://shop.example.com"),
            ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
            ("SHOP__SERVER__METRICS_TOKEN", "a-token-of-the-monitoring"),
            ("SHOP__MAIL__HOST", "mail.example.com"),
        ],
    ]
    .concat();
    for env in [&complete[..], &[]] {
        let (_, stdout, _) = run(&["check", "--data", data], env);
        assert!(!stdout.contains("configuration: warning"), "{stdout}");
    }

    let shop = Shop::start(folder.path(), &production);
    let log = shop.log();
    assert_eq!(warnings(&log, " WARN "), [MAIL, URL, METRICS], "{log}");
    assert!(log.contains(&format!("begin with {}", shop.url)), "{log}");
    drop(shop);

    // Newsletters that were sent cannot be corrected, so a missing public URL is an error here.
    let (code, _, stderr) = run(&["newsletter", "export", "--data", data], &production);
    assert!(code == Some(1) && one_line(&stderr).contains("server.public_url is empty"), "{stderr}");
    let (code, stdout, stderr) = run(&["newsletter", "export", "--data", data], &[]);
    assert!(code == Some(0) && stdout.starts_with("email,"), "{stdout}");
    assert!(one_line(&stderr).contains("the links begin with http://127.0.0.1:8080;"), "{stderr}");
    let (code, _, stderr) = run(&["newsletter", "export", "--data", data], &complete);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
}

#[test]
fn unwritable_backup_folder_is_reported() {
    let folder = support::seeded_copy();
    let data = folder.path().to_str().unwrap();
    let nowhere = [("SHOP__BACKUP__DIRECTORY", "/proc/nope")];
    let told = "backup.directory: no copy can be put into /proc/nope; name a folder that the shop may write";
    let (code, _, stderr) = run(&["check", "--data", data], &nowhere);
    assert!(code == Some(1) && one_line(&stderr).contains(told), "{stderr}");
    let (code, _, stderr) = run(&["jobs", "run", "backup", "--data", data], &nowhere);
    assert!(code == Some(1) && stderr.contains(told), "{stderr}");
    let env = [&nowhere[..], &[("SHOP__BACKUP__NIGHTLY", "false")]].concat();
    assert_eq!(run(&["check", "--data", data], &env).0, Some(0), "the folder is not checked when backups are off");
    assert_eq!(run(&["check", "--data", data], &[("SHOP__BACKUP__DIRECTORY", "copies/of/nights")]).0, Some(0));
    assert!(!folder.path().join("copies").exists(), "check creates nothing");
}

#[test]
fn backup_of_a_damaged_database_reports_the_database() {
    let folder = support::seeded_copy();
    let data = folder.path().to_str().unwrap();
    support::database(folder.path())
        .execute_batch("PRAGMA foreign_keys = OFF; INSERT INTO stock (product_id, quantity) VALUES (99999999, 1)")
        .unwrap();
    let (code, _, stderr) = run(&["jobs", "run", "backup", "--data", data], &[]);
    assert!(code == Some(1) && stderr.contains("the copy is not sound"), "{stderr}");
    assert!(!stderr.contains("backup.directory"), "{stderr}");
}

#[test]
fn read_only_commands_do_not_wait_for_a_writer() {
    let folder = support::seeded_copy();
    let out = tempfile::tempdir().unwrap();
    let busy = support::database(folder.path());
    busy.execute_batch("BEGIN IMMEDIATE").unwrap();
    for command in [
        &["check"][..],
        &["catalogue", "export", out.path().to_str().unwrap()],
        &["compliance"],
        &["contact", "list"],
        &["fapiao", "list"],
        &["invoice", "list"],
        &["jobs", "list"],
        &["mail", "list"],
        &["newsletter", "list"],
        &["order", "list"],
        &["promo", "list"],
        &["stock", "list"],
        &["talk", "list"],
        &["withdrawal", "list"],
    ] {
        let (code, _, stderr) = run(&[command, &["--data", folder.path().to_str().unwrap()]].concat(), &[]);
        assert_eq!(code, Some(0), "{command:?}: {stderr}");
    }
    for (command, nothing) in [
        (&["contact", "show", "C-1"][..], "there is no message"),
        (&["customer", "export", "ada@example.com"], "there is neither an account nor an order"),
        (&["customer", "show", "ada@example.com"], "there is neither an account nor an order"),
        (&["invoice", "show", "F2026-1"], "there is no document"),
        (&["mail", "show", "1"], "there is no mail"),
        (&["order", "show", "2026-000001"], "there is no order"),
        (&["talk", "show", "1"], "there is no conversation"),
    ] {
        let (_, _, stderr) = run(&[command, &["--data", folder.path().to_str().unwrap()]].concat(), &[]);
        assert!(stderr.contains(nothing), "{command:?}: {stderr}");
    }
}

#[test]
fn check_reports_a_missing_translation() {
    let folder = support::seeded_copy();
    let data = folder.path().to_str().unwrap();
    let (code, stdout, _) = run(&["check", "--data", data], &[]);
    assert_eq!(code, Some(0), "{stdout}");
    support::database(folder.path())
        .exec(
            "DELETE FROM product_text WHERE lang = 'de' AND product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN')",
            vals![],
        )
        .unwrap();
    let (code, stdout, _) = run(&["check", "--data", data], &[]);
    assert_eq!(code, Some(1));
    assert!(stdout.contains("TOW-GAN has no text in de"), "{stdout}");
}

#[test]
fn completions_config_and_openapi_are_printed() {
    let (code, stdout, _) = run(&["completions", "bash"], &[]);
    assert!(code == Some(0) && stdout.contains("_shop"));
    let (code, stdout, _) = run(&["config", "--defaults"], &[]);
    assert!(code == Some(0) && stdout.contains("[server]"));
    let (code, stdout, _) = run(&["config"], &[("SHOP__LIMITS__UNPAID_ORDERS", "9")]);
    assert!(code == Some(0) && stdout.contains("unpaid_orders = 9"), "{stdout}");
    let (code, stdout, _) = run(&["openapi"], &[]);
    assert!(code == Some(0) && stdout.contains("\"openapi\": \"3.1.0\""));
    let (code, _, _) = run(&["no-such-command"], &[]);
    assert_eq!(code, Some(2));
}

#[test]
fn server_stops_gracefully() {
    let mut shop = Shop::open();
    assert_eq!(shop.visitor().get("/healthz").status, 200);
    assert_eq!(shop.stop(), Some(0));
}

#[test]
fn metrics_are_served_to_the_local_machine_only() {
    let shop = Shop::open_with(&[("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")]);
    shop.visitor().get("/en");
    let answer = shop.visitor().get("/metrics");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("shop_"), "{}", answer.body);
    assert_eq!(shop.visitor().get_with("/metrics", &[("X-Forwarded-For", "203.0.113.1")]).status, 404);
}

#[test]
fn metrics_in_production_need_a_token_or_a_listed_address() {
    let folder = support::production_copy();
    let env = [
        ("SHOP__MODE", "production"),
        ("SHOP__PAYMENT__METHODS", "[\"cheque\"]"),
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__SERVER__METRICS_FROM", "[\"203.0.113.9\"]"),
        ("SHOP__SERVER__METRICS_TOKEN", "a-token-of-the-monitoring"),
    ];
    let shop = Shop::start(folder.path(), &env);
    let status = |headers: &[(&str, &str)]| shop.visitor().get_with("/metrics", headers).status;
    assert_eq!(status(&[]), 404, "this machine");
    assert_eq!(status(&[("X-Forwarded-For", "203.0.113.9")]), 200, "a listed address");
    assert_eq!(status(&[("X-Forwarded-For", "203.0.113.8")]), 404);
    assert_eq!(status(&[("Authorization", "Bearer a-token-of-the-monitoring")]), 200);
    assert_eq!(status(&[("Authorization", "Bearer another-token-of-length")]), 404);
    assert!(!shop.log().contains("a-token-of-the-monitoring"));
}

#[test]
fn this_machine_is_limited_in_production_only() {
    const LIMIT: (&str, &str) = ("SHOP__LIMITS__REQUESTS_PER_MINUTE", "5");
    let statuses = |shop: &Shop| (0..9).map(|_| shop.visitor().get("/llms.txt").status).collect::<Vec<_>>();
    assert!(!statuses(&Shop::open_with(&[LIMIT])).contains(&429));
    let folder = support::production_copy();
    let production = [("SHOP__MODE", "production"), ("SHOP__PAYMENT__METHODS", "[\"cheque\"]"), LIMIT];
    assert!(statuses(&Shop::start(folder.path(), &production)).contains(&429));
}

#[test]
fn restore_makes_no_new_shop_and_takes_no_database_for_its_own_copy() {
    let folder = support::seeded_copy();
    let data = folder.path().to_str().unwrap();
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy.db");
    let copy = copy.to_str().unwrap();
    assert_eq!(run(&["backup", copy, "--data", data], &[]).0, Some(0));
    let empty = tempfile::tempdir().unwrap();
    for wrong in [empty.path().to_owned(), empty.path().join("mistyped")] {
        let (code, _, stderr) = run(&["restore", copy, "--data", wrong.to_str().unwrap()], &[]);
        assert_eq!(code, Some(1), "{stderr}");
        assert!(one_line(&stderr).contains("name its folder with --data, or make one with `shop migrate`"), "{stderr}");
        assert!(!wrong.join("shop.db").exists() && !wrong.join("shop.lock").exists());
    }
    let own = folder.path().join("shop.db");
    let (code, _, stderr) = run(&["restore", own.to_str().unwrap(), "--data", data], &[]);
    assert!(code == Some(1) && one_line(&stderr).contains("is the database itself; name a copy"), "{stderr}");
    assert!(!folder.path().join("shop.db.old").exists());
    assert_eq!(run(&["restore", copy, "--data", data], &[]).0, Some(0));
}

#[test]
fn commands_that_change_something_write_into_the_audit() {
    let shop = Shop::open_with(support::OUTBOX_ONLY);
    shop.customer("ada@example.com");
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy.db");
    for (command, words, noun) in [
        (&["stock", "set", "BMA-LAC", "7"][..], "stock set", "stock"),
        (&["promo", "create", "team"], "promo create", "promo_tag"),
        (&["promo", "off", "team"], "promo off", "promo_tag"),
        (&["jobs", "run", "complete_orders"], "jobs run", "job"),
        (&["mail", "retry", "--failed"], "mail retry", "mail"),
        (&["newsletter", "export"], "newsletter export", "newsletter"),
        (&["customer", "export", "ada@example.com"], "customer export", "customer"),
        (&["customer", "delete", "ada@example.com", "--yes"], "customer delete", "customer"),
        (&["backup", copy.to_str().unwrap()], "backup", "backup"),
    ] {
        shop.output(command);
        let entry = shop.operator(&["audit", "list"])[0].clone();
        assert_eq!((&entry["call"], &entry["noun"]), (&json!(words), &json!(noun)), "{entry}");
        assert!(entry["actor"].as_str().unwrap().starts_with("cli:") && !entry.to_string().contains("ada@"), "{entry}");
    }
    // Whatever is refused changes nothing.
    shop.command_error(&["promo", "off", "nobody"]);
    assert_eq!(shop.operator(&["audit", "list"])[0]["call"], "backup");
}
