//! Figures in the console: sums of spans, tables as files, the accountant's month; visits that are counted without recognising anybody.

use std::io::{Cursor, Read as _};

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::house::{House, Person, open, open_with, post};
use crate::support::{Shop, eventually};

/// The shop's day.
fn today(house: &House) -> String {
    house.now.get().to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap()).date().to_string()
}

/// Places an order and books its payment; answers its number.
fn paid(house: &House) -> String {
    let mut visitor = house.shop.visitor();
    let placed = visitor.place("TOW-GAN", 2, "bank_transfer");
    let number = visitor.result(&placed)["order_number"].as_str().unwrap().to_owned();
    house.shop.output(&["order", "paid", &number]);
    number
}

fn bytes_of(document: &Value) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(document["content"].as_str().unwrap()).unwrap()
}

fn files(bytes: Vec<u8>) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let read = |name: String| {
        let mut bytes = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
        (name, bytes)
    };
    names.into_iter().map(read).collect()
}

#[test]
fn figures_follow_orders_and_leave_the_house_as_files_and_as_a_month() {
    let house = open();
    let mut owner = house.owner();
    let number = paid(&house);
    let day = today(&house);
    let span = json!({ "from": day, "to": day });
    let before = json!({ "from": "2024-02-01", "to": "2024-02-29" });
    let overview = house.call(&mut owner, "figures/overview", &json!({ "span": span, "against": before }));
    let sums = &overview["span"];
    assert_eq!((&sums["orders"], &sums["bags"]), (&json!(1), &json!(1)));
    assert_eq!(sums["gross"], sums["ordered"], "invoiced on the day of the payment");
    assert_eq!(overview["against"]["orders"], 0);
    assert_eq!(overview["against"]["periods"].as_array().unwrap().len(), 29);

    // In the language of who reads.
    house.call(&mut owner, "staff/profile", &json!({ "name": "Ada King", "lang": "de" }));
    for kind in ["revenue", "products", "returns", "visits", "vat", "oss", "points", "payments", "documents"] {
        let table = house.call(&mut owner, "figures/table", &json!({ "kind": kind, "span": span }));
        let headings: Vec<&str> =
            table["columns"].as_array().unwrap().iter().map(|column| column["heading"].as_str().unwrap()).collect();
        let keys: Vec<&str> =
            table["columns"].as_array().unwrap().iter().map(|column| column["key"].as_str().unwrap()).collect();
        assert!(headings.iter().zip(&keys).all(|(heading, key)| heading != key), "{kind}: {headings:?}");
        for format in ["csv", "xlsx"] {
            let args = json!({ "kind": kind, "span": span, "format": format });
            let file = bytes_of(&house.call(&mut owner, "figures/export", &args));
            assert!(if format == "csv" { file.starts_with("\u{feff}".as_bytes()) } else { file.starts_with(b"PK") });
        }
    }
    let args = json!({ "kind": "payments", "span": span, "format": "csv" });
    let csv = String::from_utf8(bytes_of(&house.call(&mut owner, "figures/export", &args))).unwrap();
    assert!(csv.contains("Überweisung") && csv.contains(&number), "{csv}");
    let args = json!({ "kind": "documents", "span": span, "format": "xlsx" });
    let sheet = files(bytes_of(&house.call(&mut owner, "figures/export", &args)));
    assert!(String::from_utf8_lossy(&sheet["xl/sharedStrings.xml"]).contains("Rechnung"));

    // The month: the house's numbers first.
    let setting = |key: &str, value: &str| json!({ "key": key, "seen": "", "value": value });
    let edits = json!({ "edits": [
        setting("accounting.datev_consultant", "1001"),
        setting("accounting.datev_client", "42"),
    ] });
    house.call(&mut owner, "setting/save", &edits);
    let month = day[..7].to_owned();
    let told = house.call(&mut owner, "figures/take_month", &json!({ "month": month }));
    assert_eq!((&told["documents"], &told["payments"], &told["has_datev"]), (&json!(1), &json!(1), &json!(true)));
    let path = format!("/console_api/figures/archive?month={month}");
    let own = [("Sec-Fetch-Site", "same-origin")];
    let (answer, bytes) = owner.browser.clone().file_with(&path, &own);
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-disposition").unwrap().contains(&format!("shop-{month}.zip")));
    let archive = files(bytes);
    let pdf = archive.iter().find(|(name, _)| name.starts_with("documents/INV-")).expect("the invoice");
    assert!(pdf.1.starts_with(b"%PDF"));
    let text = |name: &str| String::from_utf8(archive[name].clone()).unwrap();
    assert!(text("README.txt").contains("Soll und Haben"));
    let journal = text("journal.csv");
    let total: Vec<&str> = journal.lines().last().unwrap().split(';').collect();
    assert_eq!(total[0], "Summe");
    assert_eq!(total[7], total[8], "debits and credits: {journal}");
    let fec = archive.iter().find(|(name, _)| name.contains("FEC")).expect("the FEC");
    let lines: Vec<String> = String::from_utf8_lossy(fec.1).lines().map(str::to_owned).collect();
    assert!(lines.iter().all(|line| line.split('\t').count() == 18), "{lines:?}");
    // The same customer on both sides, whose account is even.
    let of_customer: Vec<Vec<&str>> = lines.iter().map(|line| line.split('\t').collect::<Vec<_>>()).collect();
    let of_customer: Vec<&Vec<&str>> = of_customer.iter().filter(|fields| fields[4] == "411000").collect();
    assert_eq!(of_customer.len(), 2, "{lines:?}");
    assert_eq!((of_customer[0][7], of_customer[0][11]), (of_customer[1][7], of_customer[1][12]));
    assert!(!of_customer[0][7].is_empty());
    assert!(String::from_utf8_lossy(&archive[&format!("EXTF_Buchungsstapel_{month}.csv")]).contains(";1001;42;"));
    assert!(archive.contains_key("vat.csv") && archive.contains_key("payments.csv"));

    let entries = house.audit(&["--noun", "figures"]);
    let calls: Vec<&str> = entries.iter().map(|entry| entry["call"].as_str().unwrap()).collect();
    assert!(calls.contains(&"figures/export") && calls.contains(&"figures/archive"), "{calls:?}");

    // From elsewhere, without the permission, or without fresh proof, it is not handed out.
    assert_eq!(owner.browser.clone().get_with(&path, &[("Sec-Fetch-Site", "cross-site")]).status, 403);
    assert_eq!(house.shop.visitor().get_with(&path, &own).json()["error"]["id"], "staff.sign_in_required");
    let wrong = owner.browser.clone().get_with("/console_api/figures/archive?month=2999-01", &own);
    assert_eq!(wrong.json()["error"]["field_messages"]["month"]["id"], "figures.month");
    let part = owner.browser.clone().get_with(&format!("{path}-15T10:00"), &own);
    assert_eq!(part.json()["error"]["field_messages"]["month"]["id"], "figures.month");
    // A day after which there is none stops nobody.
    let end = json!({ "span": { "from": "9999-12-31", "to": "9999-12-31" } });
    let refusal = post(&mut owner.browser, &house.shop, "figures/overview", &end).json();
    assert_eq!(refusal["error"]["field_messages"]["span.from"]["id"], "figures.year", "{refusal}");
    let mut packer = house.person("p@example.com", "packing");
    let mut accountant = house.person("a@example.com", "accountant");
    assert_eq!(packer.browser.get_with(&path, &own).json()["error"]["id"], "staff.not_allowed");
    assert_eq!(accountant.browser.get_with(&path, &own).status, 200);
    house.pass(SignedDuration::from_mins(10));
    assert_eq!(accountant.browser.get_with(&path, &own).json()["error"]["id"], "staff.proof_required");
    assert_eq!(
        house.refused(&mut accountant, "figures/take_month", &json!({ "month": month })),
        "staff.proof_required"
    );
    house.call(&mut accountant, "figures/overview", &json!({ "span": span }));
    for (path, args) in [
        ("figures/overview", json!({ "span": span })),
        ("figures/table", json!({ "kind": "vat", "span": span })),
        ("figures/export", json!({ "kind": "vat", "span": span, "format": "csv" })),
        ("figures/month", json!({ "month": month })),
    ] {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed", "{path}");
        let answer = post(&mut house.shop.visitor(), &house.shop, path, &args).json();
        assert_eq!(answer["error"]["id"], "staff.sign_in_required", "{path}");
    }
    let reversed = json!({ "span": { "from": "2026-02-02", "to": "2026-02-01" } });
    let fields = post(&mut owner.browser, &house.shop, "figures/overview", &reversed).json();
    assert_eq!(fields["error"]["field_messages"]["span.to"]["id"], "figures.reversed", "{fields}");
}

#[test]
fn commands_print_and_write_the_same() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place("TOW-GAN", 1, "bank_transfer");
    let number = visitor.result(&placed)["order_number"].as_str().unwrap().to_owned();
    shop.output(&["order", "paid", &number]);
    let table = shop.operator(&["figures", "table", "documents"]);
    assert_eq!(table["count"], 1, "{table}");
    assert!(shop.output(&["figures", "table", "vat", "--lang", "fr"]).contains("PAYS"));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    shop.output(&["figures", "table", "payments", "--to", &path("p.csv")]);
    assert!(std::fs::read_to_string(path("p.csv")).unwrap().contains(&number));
    shop.output(&["figures", "table", "payments", "--to", &path("p.xlsx")]);
    assert!(shop.command_error(&["figures", "table", "payments", "--to", &path("p.pdf")]).contains(".csv or .xlsx"));
    let error = shop.command_error(&["figures", "table", "vat", "--since", "2026-02-02", "--until", "2026-02-01"]);
    assert!(error.contains("before the first"), "{error}");
    assert!(shop.command_error(&["figures", "archive", "2026-13"]).contains("e.g. 2026-10"));
    let month = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap()).strftime("%Y-%m");
    shop.output(&["figures", "archive", &month.to_string(), "--to", &path("m.zip"), "--lang", "es"]);
    let archive = files(std::fs::read(path("m.zip")).unwrap());
    assert!(archive.keys().any(|name| name.starts_with("documents/INV-")), "{:?}", archive.keys());
    let entries = shop.operator(&["audit", "list", "--noun", "figures"]);
    assert_eq!(entries.as_array().unwrap().len(), 3, "{entries}");
}

#[test]
fn visits_are_counted_as_numbers_and_survive_a_stop() {
    let mut shop = Shop::open();
    let navigate =
        |site: &'static str| [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", site)];
    let mut reader = shop.visitor();
    for site in ["none", "cross-site", "same-origin", "same-site"] {
        assert_eq!(reader.get_with("/en", &navigate(site)).status, 200);
    }
    // Neither reloads, nor pages that are fetched ahead, nor programs, nor what is no page of the shop.
    let more = |name: &'static str, value: &'static str| [&navigate("none")[..], &[(name, value)]].concat();
    reader.get_with("/en", &more("Cache-Control", "max-age=0"));
    reader.get_with("/en", &more("Sec-Purpose", "prefetch;prerender"));
    reader.get_with("/en/no-such-page", &navigate("none"));
    reader.get("/en");
    let mut buyer = shop.visitor();
    for _ in 0..2 {
        buyer.add("TOW-GAN", 1);
        buyer.call("checkout/index", &json!({}));
    }
    buyer.get_with("/en/checkout", &navigate("same-origin"));
    // Whoever has nothing in the bag buys nothing.
    shop.visitor().call("checkout/index", &json!({}));
    assert_eq!(shop.stop(), Some(0));
    let count =
        |step: &str| shop.count(&format!("SELECT coalesce(sum(count), 0) FROM daily_count WHERE step = '{step}'"));
    assert_eq!((count("visit"), count("bag"), count("checkout")), (2, 1, 1));
    let columns = shop.count("SELECT count(*) FROM pragma_table_info('daily_count')");
    assert_eq!(columns, 3, "a day, what, and how often");
}

#[test]
fn counts_of_the_running_shop_are_written_every_minute() {
    let house = open();
    let mut owner = house.owner();
    let arrival = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", "none")];
    house.shop.visitor().get_with("/de", &arrival);
    house.pass(SignedDuration::from_mins(2));
    let day = today(&house);
    let from = (day.parse::<jiff::civil::Date>().unwrap() - jiff::Span::new().days(1)).to_string();
    let args = json!({ "span": { "from": from, "to": day } });
    eventually("the visit is known", || house.call(&mut owner, "figures/overview", &args)["span"]["visits"] == 1);
}

#[test]
fn days_are_those_of_the_house_in_any_time_zone() {
    // Midnight is at half past six there.
    let house = open_with(&[("SHOP__COMPANY__TIME_ZONE", "Asia/Kolkata")]);
    let mut owner = house.owner();
    let zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
    let here = house.now.get().to_zoned(zone);
    let midnight = here.date().tomorrow().unwrap().to_zoned(here.time_zone().clone()).unwrap();
    house.pass(midnight.timestamp().duration_since(house.now.get()) + SignedDuration::from_mins(10));
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/sign_in", &claim);
    house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    let of = |owner: &mut Person, day: jiff::civil::Date| {
        let span = json!({ "span": { "from": day.to_string(), "to": day.to_string() } });
        let periods = house.call(owner, "figures/overview", &span)["span"]["periods"].clone();
        assert_eq!(periods.as_array().unwrap().len(), 1, "{periods}");
        periods[0]["orders"].clone()
    };
    let day = midnight.date();
    assert_eq!((of(&mut owner, day), of(&mut owner, day.yesterday().unwrap())), (json!(1), json!(0)));
}
