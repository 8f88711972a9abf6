//! A database and a browser of release 0.1, opened by this program: nothing that was stored or shown is lost or changed.
//!
//! `tests/cases/release-0.1/shop.db.gz` was written by that release: orders in each status, payments, a refund, invoices, a
//! withdrawal, an account with address book, wishlist and cart, and rows that an operator edited by SQL (`shipping_rate`,
//! `holiday`, `cms_page`). `expected.json` holds its customer's cookies and what the release answered at [`NOW`].

use std::collections::BTreeSet;
use std::io::Read as _;

use serde_json::{Value, json};
use shop::vals;
use tempfile::TempDir;

use crate::support::{OUTBOX_ONLY, PASSWORD, Shop, Visitor, command, command_error, database, output};

/// The moment at which both programs answer.
const NOW: &str = "2026-11-24T12:00:00Z";

/// What a customer's browser with these cookies reads, and what an operator reads: call or command → answer.
fn answers(shop: &Shop, visitor: &mut Visitor, orders: &[String], tokens: &[String]) -> Value {
    let mut all = serde_json::Map::new();
    for (path, args) in [
        ("account/info", json!({})),
        ("address/index", json!({})),
        ("order/index", json!({})),
        ("invoice/index", json!({})),
        ("membercard/index", json!({})),
        ("wishlist/index", json!({})),
        ("cart", json!({})),
        ("checkout/index", json!({ "country": "FR", "shipping_method": "standard" })),
        ("page/cms", json!({ "url_key": "shipping-and-returns" })),
        ("page/home", json!({})),
        ("common/region", json!({})),
    ] {
        all.insert(path.into(), visitor.send(path, &args));
    }
    for number in orders {
        all.insert(format!("order/view {number}"), visitor.send("order/view", &json!({ "order_number": number })));
    }
    for token in tokens {
        all.insert(format!("payment/index {token}"), visitor.send("payment/index", &json!({ "token": token })));
    }
    for args in [
        &["order", "list", "--json"][..],
        &["invoice", "list", "--json"],
        &["customer", "show", "ada@example.com", "--json"],
        &["customer", "export", "ada@example.com"],
        &["withdrawal", "list", "--json"],
        &["contact", "list", "--json"],
        &["promo", "list", "--json"],
        &["stock", "list", "TOW-", "--json"],
    ] {
        let output = shop.output(args);
        let mut answer = serde_json::from_str(&output).unwrap_or(Value::String(output));
        // The export names the moment at which the command ran.
        if let Some(fields) = answer.as_object_mut() {
            fields.remove("exported_at");
        }
        all.insert(args.join(" "), answer);
    }
    Value::Object(all)
}

fn expected() -> Value {
    serde_json::from_str(include_str!("cases/release-0.1/expected.json")).unwrap()
}

/// A data folder with the database of the release.
fn data_of_release() -> TempDir {
    let folder = TempDir::new().unwrap();
    let packed = include_bytes!("cases/release-0.1/shop.db.gz");
    let mut database = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut database).unwrap();
    std::fs::write(folder.path().join("shop.db"), database).unwrap();
    folder
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// English labels of statuses that the upgrade spells as the specification does.
const RENAMED: [(&str, &str); 4] = [
    ("Pending bank transfer", "Pending Bank Transfer"),
    ("Pending cheque", "Pending Cheque"),
    ("Pending offline", "Pending Offline"),
    ("Cancelled", "Canceled"),
];

/// Fields that answers have gained since the release; `[]` is each item of a list.
const GAINED: &[&str] = &[
    "customer export ada@example.com.data.account.passkeys",
    "customer export ada@example.com.data.account.sessions",
    "customer export ada@example.com.data.answers",
    "customer export ada@example.com.data.bank",
    "customer export ada@example.com.data.form_links",
    "customer export ada@example.com.data.house_notes",
    "customer export ada@example.com.data.orders[].added_to",
    "customer export ada@example.com.data.orders[].changes",
    "customer export ada@example.com.data.orders[].collected_by",
    "customer export ada@example.com.data.orders[].items[].taken_out",
    "customer export ada@example.com.data.orders[].ordered_by",
    "customer export ada@example.com.data.payments",
    "customer export ada@example.com.data.returns",
    "customer export ada@example.com.data.saved_views",
    "customer export ada@example.com.data.security_log",
    "customer show ada@example.com --json.account",
    "customer show ada@example.com --json.account_id",
    "customer show ada@example.com --json.addresses",
    "customer show ada@example.com --json.can",
    "customer show ada@example.com --json.key",
    "customer show ada@example.com --json.mails",
    "customer show ada@example.com --json.mentions",
    "customer show ada@example.com --json.messages",
    "customer show ada@example.com --json.newsletter",
    "customer show ada@example.com --json.notes",
    "customer show ada@example.com --json.order_count",
    "customer show ada@example.com --json.orders",
    "customer show ada@example.com --json.pending",
    "customer show ada@example.com --json.version",
    "order/index.data.items[].awaiting_confirmation",
    "order/view.data.added_to",
    "order/view.data.additions",
    "order/view.data.awaiting_confirmation",
    "order/view.data.can_confirm",
    "order/view.data.canceled_on_request",
    "order/view.data.channel",
    "order/view.data.collection",
    "order/view.data.is_delayed",
    "order/view.data.is_paid_at_house",
    "order/view.data.items[].item_id",
    "order/view.data.items[].stock",
    "payment/index.data.added_to",
    "payment/index.data.additions",
    "payment/index.data.awaiting_confirmation",
    "payment/index.data.can_confirm",
    "payment/index.data.canceled_on_request",
    "payment/index.data.channel",
    "payment/index.data.collection",
    "payment/index.data.is_delayed",
    "payment/index.data.is_paid_at_house",
    "payment/index.data.items[].item_id",
    "payment/index.data.items[].stock",
    "withdrawal list --json[].is_proved",
];

/// Removes the fields that an earlier answer lacks, and collects their paths.
fn remove_gained(now: &mut Value, before: &Value, at: &str, gained: &mut BTreeSet<String>) {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => {
            now.retain(|name, _| {
                before.contains_key(name) || {
                    gained.insert(format!("{at}.{name}"));
                    false
                }
            });
            for (name, value) in now {
                remove_gained(value, &before[name], &format!("{at}.{name}"), gained);
            }
        }
        (Value::Array(now), Value::Array(before)) => {
            for (now, before) in now.iter_mut().zip(before) {
                remove_gained(now, before, &format!("{at}[]"), gained);
            }
        }
        _ => {}
    }
}

/// Spells the labels of statuses in an earlier answer as the upgrade does.
fn rename_labels(before: &mut Value) {
    match before {
        Value::Object(fields) => {
            for (name, value) in fields {
                let renamed = RENAMED.iter().find(|(old, _)| name == "status_label" && value == old);
                match renamed {
                    Some((_, new)) => *value = json!(new),
                    None => rename_labels(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(rename_labels),
        _ => {}
    }
}

const TIMES: [&str; 4] = ["hold_until", "valid_from", "valid_to", "last_run"];

/// Commands print all times as RFC 3339 now, and the totals of a list of orders as decimals.
fn with_one_form(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_i64() {
                    Some(at) if name == "at" || name.ends_with("_at") || TIMES.contains(&name.as_str()) => {
                        *value = json!(jiff::Timestamp::from_millisecond(at).unwrap().to_string());
                    }
                    Some(minor) if name == "total" => *value = json!(format!("{}.{:02}", minor / 100, minor % 100)),
                    _ => with_one_form(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(with_one_form),
        _ => {}
    }
}

#[test]
fn stored_data_and_sessions_survive_the_upgrade() {
    let (data, mut expected) = (data_of_release(), expected());
    let shop = Shop::start(data.path(), OUTBOX_ONLY);
    shop.set_clock(NOW);
    let mut browser = shop.visitor();
    for (name, value) in expected["cookies"].as_object().unwrap() {
        browser.cookies.insert(name.clone(), value.as_str().unwrap().to_owned());
    }
    let mut answers = answers(&shop, &mut browser, &texts(&expected["orders"]), &texts(&expected["tokens"]));
    let mut gained = BTreeSet::new();
    for (question, before) in expected["answers"].as_object_mut().unwrap() {
        rename_labels(before);
        if question.ends_with("--json") {
            with_one_form(before);
        }
        // Without the number or token that a call is about.
        let about = if question.contains('/') { question.split(' ').next().unwrap() } else { question };
        remove_gained(&mut answers[question], before, about, &mut gained);
        assert_eq!(answers[question], *before, "{question}");
    }
    assert_eq!(gained.iter().map(String::as_str).collect::<Vec<_>>(), GAINED);
}

#[test]
fn upgrade_adds_the_store_views() {
    let data = data_of_release();
    output(data.path(), &["migrate"]);
    let rows: Vec<(i64, String, String, String, String, bool)> = database(data.path())
        .all(
            "SELECT id, language, code_suffix, default_country, default_currency, enabled FROM store_view ORDER BY id",
            vals![],
        )
        .unwrap();
    let row = |id: i64, lang: &str, country: &str, is_on| {
        (id, lang.to_owned(), lang.to_owned(), country.to_owned(), "EUR".to_owned(), is_on)
    };
    let expected = [
        row(94, "en", "GB", true),
        row(95, "fr", "FR", true),
        row(96, "de", "DE", true),
        row(97, "es", "ES", true),
        row(98, "zh", "CN", false),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn upgrade_keeps_the_languages_that_were_configured() {
    let data = data_of_release();
    let file = data.path().join("my.toml");
    let config = file.to_str().unwrap();
    std::fs::write(&file, "languages = [\"en\", \"zh\", \"de\"]\n").unwrap();
    output(data.path(), &["--config", config, "migrate"]);
    // Commands before the first start speak of them already.
    let list = |config: &[&str]| -> Vec<(String, bool, bool)> {
        let out = output(data.path(), &[config, &["view", "list", "--json"]].concat());
        let rows: Value = serde_json::from_str(&out).unwrap();
        let row =
            |row: &Value| (row["lang"].as_str().unwrap().to_owned(), row["is_on"] == true, row["is_default"] == true);
        rows.as_array().unwrap().iter().map(row).collect()
    };
    let row = |lang: &str, is_on, is_default| (lang.to_owned(), is_on, is_default);
    let expected = [
        row("en", true, true),
        row("zh", true, false),
        row("de", true, false),
        row("fr", false, false),
        row("es", false, false),
    ];
    assert_eq!(list(&["--config", config]), expected);
    let mut shop = Shop::start_with(data.path(), &[], &[("SHOP_CONFIG", config)]);
    assert_eq!(shop.visitor().get("/zh/contact-us").status, 200);
    shop.stop();
    // From then on they are rows, whatever the file says no more.
    assert_eq!(list(&[]), expected);
}

#[test]
fn upgrade_keeps_vat_rates_and_adds_elsewhere() {
    let data = data_of_release();
    let rates = |data: &TempDir| -> Vec<(String, String, String, String)> {
        let sql = "SELECT country, class, valid_from, rate FROM vat_rate ORDER BY country, class, valid_from";
        database(data.path()).all(sql, vals![]).unwrap()
    };
    let before = rates(&data);
    output(data.path(), &["migrate"]);
    let (elsewhere, own): (Vec<_>, Vec<_>) = rates(&data).into_iter().partition(|(country, ..)| country == "*");
    assert_eq!(own, before);
    let classes: BTreeSet<&str> = before.iter().map(|(_, class, ..)| class.as_str()).collect();
    assert_eq!(elsewhere.iter().map(|(_, class, ..)| class.as_str()).collect::<Vec<_>>(), Vec::from_iter(classes));
    assert!(elsewhere.iter().all(|(.., rate)| rate == "0.00"), "{elsewhere:?}");
    let orphan =
        "INSERT INTO vat_rate (country, class, valid_from, rate) VALUES ('XX', 'standard', '2022-01-01', '9.00')";
    assert!(database(data.path()).execute_batch(orphan).is_err(), "a country is still one of the shop's");
}

#[test]
fn upgrade_keeps_rates_and_closing_days_that_were_written_by_sql() {
    let data = data_of_release();
    database(data.path())
        .execute_batch(
            "UPDATE shipping_rate SET price = 4321 WHERE zone = 'fr' AND carrier = 'standard' AND up_to_g = 2000;
             DELETE FROM shipping_rate WHERE zone = 'fr' AND carrier = 'ups';
             INSERT INTO shipping_rate VALUES ('fr', 'dhl', 40000, 5555);
             DELETE FROM holiday WHERE date = '2026-12-26';
             INSERT INTO holiday VALUES ('2026-12-24', 'Stocktaking')",
        )
        .unwrap();
    type Rate = (String, String, u32, i64);
    let rows = || -> (Vec<Rate>, Vec<(String, String)>) {
        let database = database(data.path());
        let rates = "SELECT zone, carrier, up_to_g, price FROM shipping_rate ORDER BY zone, carrier, up_to_g";
        let days = "SELECT date, name FROM holiday ORDER BY date";
        (database.all(rates, vals![]).unwrap(), database.all(days, vals![]).unwrap())
    };
    let before = rows();
    // A seed fills empty tables only.
    let shop = Shop::start_with(data.path(), &["--seed"], OUTBOX_ONLY);
    shop.set_clock(NOW);
    assert_eq!(rows(), before);
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let offers = visitor.call("checkout/index", &json!({ "country": "FR" }))["shipping_methods"].clone();
    let offers: Vec<_> = offers.as_array().unwrap().iter().map(|offer| (&offer["code"], &offer["amount"])).collect();
    assert_eq!(offers[0], (&json!("standard"), &json!("43.21")));
    assert!(offers.iter().all(|(code, _)| **code != json!("ups")), "{offers:?}");
}

#[test]
fn upgrade_keeps_each_page_as_its_first_version() {
    let data = data_of_release();
    type Text = (String, String, String, String, String);
    let texts = |table: &str, rest: &str| -> Vec<Text> {
        let sql =
            format!("SELECT url_key, lang, title, description, markdown FROM {table} {rest} ORDER BY url_key, lang");
        database(data.path()).all(&sql, vals![]).unwrap()
    };
    let before = texts("cms_page", "");
    assert!(before.iter().any(|(.., markdown)| markdown.contains("Edited by the operator.")));
    output(data.path(), &["migrate"]);
    assert!(texts("page_version", "WHERE number = 1") == before, "each text, whoever has written it");
    assert!(texts("page_version", "") == before, "and no other");
    assert!(texts("cms_page", "") == before);
}

/// Carriers: code, position, name, tracking page, whether shoppers are offered it.
fn carriers(data: &TempDir) -> Vec<(String, i64, String, String, bool)> {
    let sql = "SELECT code, position, name, tracking, offered FROM carrier ORDER BY position";
    database(data.path()).all(sql, vals![]).unwrap()
}

#[test]
fn upgrade_keeps_carriers_with_their_names_rates_and_the_tracking_pages_of_the_file() {
    let data = data_of_release();
    // Called otherwise by the house, and with rates that the operator has written.
    database(data.path())
        .execute_batch(
            "UPDATE vocabulary SET text = 'Our van' WHERE domain = 'shipping_method' AND code = 'standard' AND lang = 'en';
             UPDATE shipping_rate SET price = price + 11 WHERE carrier = 'ups'; PRAGMA wal_checkpoint(TRUNCATE)",
        )
        .unwrap();
    let rates = |data: &TempDir| -> Vec<(String, String, i64, i64)> {
        let sql = "SELECT zone, carrier, up_to_g, price FROM shipping_rate ORDER BY zone, carrier, up_to_g";
        database(data.path()).all(sql, vals![]).unwrap()
    };
    let words = |data: &TempDir| -> Vec<(String, String, String)> {
        let sql = "SELECT lang, code, text FROM vocabulary WHERE domain IN ('shipping_method', 'shipping_note') AND code <> 'pickup'
                   ORDER BY lang, domain, code";
        database(data.path()).all(sql, vals![]).unwrap()
    };
    let before = (rates(&data), words(&data));
    let file = data.path().join("my.toml");
    std::fs::write(&file, "[shipping.tracking]\nstandard = \"https://van.example/{number}\"\n").unwrap();
    let env = [OUTBOX_ONLY, &[("SHOP_CONFIG", file.to_str().unwrap())]].concat();
    drop(Shop::start(data.path(), &env));
    assert_eq!((rates(&data), words(&data)), before);
    let row = |code: &str, position, name: &str, tracking: &str| {
        (code.to_owned(), position, name.to_owned(), tracking.to_owned(), true)
    };
    let dhl = "https://www.dhl.com/global-en/home/tracking/tracking-parcel.html?submit=1&tracking-id={number}";
    let ups = "https://www.ups.com/track?tracknum={number}";
    let expected = [
        row("standard", 10, "Our van", "https://van.example/{number}"),
        row("dhl", 20, "DHL Express", dhl),
        row("ups", 30, "UPS Express", ups),
    ];
    assert_eq!(carriers(&data), expected);
    // From then on the console's word counts, though the file still says the same.
    output(data.path(), &["tariff", "set-carrier", "standard", "--tracking", ""]);
    drop(Shop::start(data.path(), &env));
    assert_eq!(carriers(&data)[0], row("standard", 10, "Our van", ""));
}

#[test]
fn upgrade_keeps_the_tracking_pages_that_were_set_in_the_console() {
    let data = data_of_release();
    output(data.path(), &["migrate"]);
    // As it was before carriers were rows.
    database(data.path())
        .execute_batch(
            "DROP TRIGGER heard_carrier_insert; DROP TRIGGER heard_carrier_update; DROP TRIGGER carrier_stays;
             ALTER TABLE carrier DROP COLUMN name; ALTER TABLE carrier DROP COLUMN tracking;
             ALTER TABLE carrier DROP COLUMN offered;
             ALTER TABLE carrier DROP COLUMN pinned_tracking; ALTER TABLE carrier DROP COLUMN pinned_by;
             DROP TABLE ecb_rate; DROP TABLE region_seed;
             INSERT INTO setting (key, value) VALUES ('shipping.tracking.dhl', '\"https://c.example/{number}\"'), ('brand.name', '\"X\"');
             INSERT INTO setting_file (key, value) VALUES ('shipping.tracking.dhl', '\"https://f.example/{number}\"'),
                 ('shipping.tracking.ups', '\"\"');
             -- What came after it.
             DROP INDEX sales_order_promo_tag; ALTER TABLE fapiao DROP COLUMN number; DROP INDEX fapiao_open; DROP INDEX fapiao_issued; DROP INDEX newsletter_status_email;
             DROP TRIGGER heard_promo_tag_insert; DROP TRIGGER heard_promo_tag_update; DROP TRIGGER heard_promo_tag_delete;
             DROP TRIGGER heard_fapiao_insert; DROP TRIGGER heard_fapiao_update; DROP TRIGGER heard_fapiao_delete;
             ALTER TABLE bank_statement DROP COLUMN actor; ALTER TABLE bank_statement ADD COLUMN staff_id INTEGER NOT NULL DEFAULT 1;
             CREATE INDEX bank_statement_of_staff ON bank_statement (staff_id);
             DROP INDEX product_vat_class; DROP TABLE stock_shelf;
             DROP TRIGGER order_reservation_is_unpaid; DROP TRIGGER sales_order_is_unpaid;
             DROP INDEX order_reservation_unpaid; ALTER TABLE order_reservation DROP COLUMN is_unpaid;
             ALTER TABLE order_addition DROP COLUMN max_days; ALTER TABLE order_addition DROP COLUMN min_days;
             ALTER TABLE order_addition DROP COLUMN carrier; DROP TABLE form_link; DROP TABLE search_miss;
             DROP TABLE availability_change; ALTER TABLE catalogue_version DROP COLUMN availability;
             DROP TABLE goods_return_line; DROP TABLE goods_return;
             DROP INDEX product_of_ship_group; DROP INDEX product_of_hazard; DROP INDEX product_option_code;
             DROP INDEX product_option_value_code; DROP INDEX variant_option_value; DROP INDEX product_fibre_fibre;
             DROP INDEX product_fibre_part; DROP INDEX vocabulary_code;
             DROP TRIGGER heard_store_view_language; DROP INDEX store_view_default; DROP INDEX customer_lang; DROP INDEX newsletter_lang;
             ALTER TABLE store_view DROP COLUMN place; ALTER TABLE store_view DROP COLUMN is_default;
             DELETE FROM refinery_schema_history WHERE version >= 145; PRAGMA wal_checkpoint(TRUNCATE)",
        )
        .unwrap();
    output(data.path(), &["migrate"]);
    let pages: Vec<String> = carriers(&data).into_iter().map(|row| row.3).collect();
    assert_eq!(pages, ["", "https://c.example/{number}", ""], "the console's word, else the file's");
    let settings: Vec<String> = database(data.path()).all("SELECT key FROM setting", vals![]).unwrap();
    assert_eq!(settings, ["brand.name"]);
}

#[test]
fn migrate_check_lists_what_is_in_the_way_and_changes_nothing() {
    let data = data_of_release();
    assert!(output(data.path(), &["migrate", "--check"]).contains("nothing in the way"));
    database(data.path())
        .execute_batch("UPDATE product SET vat_class = 'reduced'; PRAGMA wal_checkpoint(TRUNCATE)")
        .unwrap();
    let file = || std::fs::read(data.path().join("shop.db")).unwrap();
    let before = file();
    let (code, listed, error) = command(data.path(), &["migrate", "--check"]);
    assert_eq!(code, Some(1), "{error}");
    assert!(listed.starts_with("VAT class reduced has no rate for AD, AE"), "{listed}");
    assert!(error.contains("would refuse to open"), "{error}");
    assert!(file() == before);
    let missing = TempDir::new().unwrap();
    assert!(command_error(&missing.path().join("none"), &["migrate", "--check"]).contains("there is no shop in"));
    assert!(!missing.path().join("none").exists());
}

#[test]
fn upgraded_shop_continues_order_numbers() {
    let (data, expected) = (data_of_release(), expected());
    let shop = Shop::start(data.path(), OUTBOX_ONLY);
    shop.set_clock(NOW);
    let mut customer = shop.visitor();
    customer.log_in("ada@example.com", PASSWORD);
    assert_eq!(customer.call("cart", &json!({}))["total_qty"], expected["answers"]["cart"]["data"]["total_qty"]);
    let placed = customer.order("cheque");
    let known: Vec<String> = expected["answers"]["order list --json"]
        .as_array()
        .unwrap()
        .iter()
        .map(|order| order["number"].as_str().unwrap().to_owned())
        .collect();
    let number = placed["order_number"].as_str().unwrap();
    assert!(known.iter().all(|before| before.as_str() < number), "{number} after {known:?}");
}
