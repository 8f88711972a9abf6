//! `shop catalogue export` and `import`: sheets, pictures, validation and what an import changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shop::vals;
use tempfile::TempDir;

use crate::support::{self, Shop, command, eventually, run, seeded_copy};

/// Every file below a folder, by its path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(&path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn catalogue(verb: &str, data: &Path, folder: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let (data, folder) = (data.to_str().unwrap(), folder.to_str().unwrap());
    run(&[&["catalogue", verb, folder, "--data", data], more].concat(), &[])
}

/// Exports a catalogue into a temporary folder.
fn exported(data: &Path) -> TempDir {
    let folder = TempDir::new().unwrap();
    let (code, stdout, stderr) = catalogue("export", data, folder.path(), &[]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("sheets with"), "{stdout}");
    folder
}

/// Replaces the first occurrence of a text in a sheet.
fn edit(folder: &Path, sheet: &str, from: &str, to: &str) {
    let path = folder.join(sheet);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{sheet} has no {from:?}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

/// Adds rows to a sheet.
fn append(folder: &Path, sheet: &str, rows: &str) {
    let path = folder.join(sheet);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + rows).unwrap();
}

/// A temporary folder with only these sheets of another folder.
fn sheets_of(folder: &Path, sheets: &[&str]) -> TempDir {
    let few = TempDir::new().unwrap();
    for name in ["catalogue.toml"].iter().chain(sheets) {
        fs::copy(folder.join(name), few.path().join(name)).unwrap();
    }
    few
}

/// Runs an import that must succeed; returns its output.
fn imported(data: &Path, folder: &Path, more: &[&str]) -> String {
    let (code, stdout, stderr) = catalogue("import", data, folder, more);
    assert_eq!(code, Some(0), "{stderr}");
    stdout
}

/// Runs an import that must be refused; returns its error.
fn refused(data: &Path, folder: &Path, more: &[&str]) -> String {
    let (code, stdout, stderr) = catalogue("import", data, folder, more);
    assert_eq!(code, Some(1), "{stdout}");
    stderr
}

/// Bytes of a picture in a format.
fn picture(width: u32, height: u32, format: image::ImageFormat) -> Vec<u8> {
    let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 120]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn photograph(width: u32, height: u32) -> Vec<u8> {
    picture(width, height, image::ImageFormat::Png)
}

#[test]
fn nothing_goes_on_sale_without_what_the_law_asks_for() {
    let data = seeded_copy();
    let whole = exported(data.path());
    let folder = sheets_of(whole.path(), &["products.csv"]);
    let path = folder.path().join("products.csv");
    let text = fs::read_to_string(&path).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let without = |enabled: &str| {
        let mut writer = csv::Writer::from_path(&path).unwrap();
        writer.write_record(&header).unwrap();
        for row in &rows {
            let is_it = row.get(0) == Some("TOW-GAN");
            let cells = row.iter().enumerate().map(|(place, cell)| match place {
                place if is_it && place == at("manufacturer") => "",
                place if is_it && place == at("enabled") => enabled,
                _ => cell,
            });
            writer.write_record(cells).unwrap();
        }
        writer.flush().unwrap();
    };
    without("1");
    let error = refused(data.path(), folder.path(), &["--dry-run"]);
    assert!(error.contains("TOW-GAN: manufacturer ((EU) 2023/988, art. 19)"), "{error}");
    assert_eq!(error, refused(data.path(), folder.path(), &[]));
    // Off sale, and from then on.
    without("0");
    let (code, _, error) = catalogue("import", data.path(), folder.path(), &[]);
    assert_eq!(code, Some(0), "{error}");
    without("1");
    assert!(refused(data.path(), folder.path(), &[]).contains("TOW-GAN: manufacturer"));
}

#[test]
fn export_of_an_imported_catalogue_is_identical() {
    let data = seeded_copy();
    let first = exported(data.path());
    fs::create_dir(first.path().join("pictures")).unwrap();
    fs::write(first.path().join("pictures/bath-salts.png"), photograph(160, 200)).unwrap();
    fs::write(first.path().join("pictures/empty-bag.png"), photograph(660, 440)).unwrap();

    let empty = TempDir::new().unwrap();
    let stdout = imported(empty.path(), first.path(), &[]);
    assert!(stdout.contains("2 pictures, 2 of them new"), "{stdout}");
    let second = exported(empty.path());
    let (first, second) = (files(first.path()), files(second.path()));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        assert!(second[name] == *bytes, "{name} differs");
    }

    let data = empty.path().to_str().unwrap();
    assert_eq!(run(&["check", "--data", data], &[]).0, Some(0), "the imported catalogue is complete");

    // The imported shop sells and shows the operator's picture instead of the demo picture.
    let shop = Shop::start(empty.path(), &[]);
    let mut visitor = shop.visitor();
    visitor.add("WAS-CED", 1);
    let product = visitor.call("catalog/product", &json!({ "sku": "SEL-BAI" }));
    let image = &product["images"][0];
    assert_eq!((image["width"].as_i64(), image["height"].as_i64()), (Some(160), Some(200)), "{image}");
    for (address, mime) in [
        (image["src"].as_str().unwrap(), "image/webp"),
        (image["avif"].as_str().unwrap().split(' ').next().unwrap(), "image/avif"),
    ] {
        let answer = visitor.get(address);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(mime)), "{address}");
        assert!(answer.header("cache-control").unwrap().contains("immutable"));
    }
    let bag = &visitor.call("page/picture", &json!({ "of": "empty-bag" }))["image"];
    assert_eq!((bag["width"].as_i64(), bag["height"].as_i64()), (Some(640), Some(427)), "scaled for its place: {bag}");
}

#[test]
fn vat_class_without_a_rate_in_every_country_is_refused() {
    let data = seeded_copy();
    let folder = exported(data.path());
    support::database(data.path())
        .execute_batch(
            "INSERT INTO vat_rate (country, class, valid_from, rate) VALUES ('FR', 'reduced', '2022-01-01', '5.50')",
        )
        .unwrap();
    edit(folder.path(), "products.csv", ",standard,", ",reduced,");
    let what = "VAT class reduced has no rate for AD, AE, AF";
    let error = refused(data.path(), folder.path(), &[]);
    assert!(error.contains("products.csv row 2 column vat_class: ") && error.contains(what), "{error}");
    for args in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let (code, _, error) = command(data.path(), args);
        assert!(code == Some(1) && error.contains(what) && error.contains("none for *"), "{args:?}: {error}");
    }
    support::database(data.path())
        .execute_batch(
            "INSERT INTO vat_rate (country, class, valid_from, rate) VALUES ('*', 'reduced', '2022-01-01', '0.00')",
        )
        .unwrap();
    imported(data.path(), folder.path(), &[]);
    assert_eq!(command(data.path(), &["check"]).0, Some(0));
}

#[test]
fn running_shop_shows_an_import() {
    let shop = Shop::open();
    let folder = exported(&shop.data);
    edit(folder.path(), "category_texts.csv", ",en,Towels,", ",en,Towels of the house,");
    let mut visitor = shop.visitor();
    assert!(!visitor.get("/en/c/towels").body.contains("Towels of the house"));
    imported(&shop.data, folder.path(), &["--dry-run"]);
    imported(&shop.data, folder.path(), &[]);
    eventually("the page shows it", || visitor.get("/en/c/towels").body.contains("Towels of the house"));
}

#[test]
fn import_reports_every_invalid_row_and_changes_nothing() {
    let data = seeded_copy();
    let folder = exported(data.path());
    let before = files(folder.path());
    edit(folder.path(), "stock.csv", "sku,quantity\n", "sku,quantity\nNO-SUCH-THING,5\nBED-LAC,many\n");
    edit(folder.path(), "products.csv", ",kit,", ",bundle,");
    edit(folder.path(), "product_texts.csv", ",url_key,", ",address,");
    let stderr = refused(data.path(), folder.path(), &[]);
    for expected in [
        "stock.csv row 3 column quantity: \"many\" is no whole number",
        "column kind: \"bundle\" is none of simple, configurable, kit, variant; give one of them",
        "product_texts.csv row 1: there is no column \"address\"; remove it or mend its name",
        "product_texts.csv row 1: needs the column url_key once; add it",
    ] {
        assert!(stderr.contains(expected), "{expected}\n{stderr}");
    }

    // References between sheets are checked once every cell can be parsed.
    for (name, bytes) in &before {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    edit(folder.path(), "stock.csv", "sku,quantity\n", "sku,quantity\nNO-SUCH-THING,5\n");
    edit(folder.path(), "product_pictures.csv", ",0,bed-lac\n", ",0,bed-lake\n");
    edit(folder.path(), "product_pictures.csv", "picture\n", "picture\nBED-LAC-140-BEI-RBL,0,bed-lac\n");
    edit(folder.path(), "categories.csv", "\ntowels,", "\nbed,");
    edit(folder.path(), "product_attributes.csv", "BED-LAC,colour,", "BED-LAC,hue,");
    edit(folder.path(), "product_attributes.csv", ",material,linen\n", ",material,linnen\n");
    edit(folder.path(), "products.csv", "GHS07;warning;H317,H412;P101", "GHS07,GHS17;warning;H317,H412;P101");
    edit(folder.path(), "products.csv", "GHS02,GHS07;danger;H225,H317", "GHS02,GHS08;danger;H225,H999");
    let stderr = refused(data.path(), folder.path(), &[]);
    for expected in [
        "nothing was changed",
        "stock.csv row 2 column sku: there is no product NO-SUCH-THING; add it to products.csv or mend it",
        "column picture: there is no picture bed-lake; put it into pictures/ as bed-lake.jpg",
        "product_pictures.csv row 2 column position: BED-LAC-140-BEI-RBL is a variant; write its first picture into products.csv",
        "column key: says again what row",
        "column facet: is hue, which has no words in en, fr, de, es; add them to vocabulary, domain facet, or mend it",
        "column value: is linnen, which has no words in en, fr, de, es; add them to vocabulary, domain attribute.material",
        "column hazard: has the pictogram GHS17; Annex V of Regulation (EC) No 1272/2008 has GHS01 to GHS09",
        "column hazard: names H999, which has no words in de; add them to vocabulary, domain hazard",
    ] {
        assert!(stderr.contains(expected), "{expected}\n{stderr}");
    }
    assert!(!stderr.contains("GHS08"), "GHS08 is a known pictogram: {stderr}");
    assert!(files(exported(data.path()).path()) == before, "nothing was changed");
}

#[test]
fn import_cannot_change_past_prices() {
    let data = seeded_copy();
    let folder = exported(data.path());
    let prices = fs::read_to_string(folder.path().join("prices.csv")).unwrap();
    let row = prices.lines().find(|line| line.starts_with("SEL-BAI,EUR,")).unwrap();
    let from = row.split(',').nth(2).unwrap();
    let amount = row.split(',').nth(4).unwrap();

    edit(folder.path(), "prices.csv", row, &row.replace(&format!(",{amount},"), ",1.00,"));
    let stderr = refused(data.path(), folder.path(), &[]);
    assert!(stderr.contains("column amount: has been in force and stays as it was"), "{stderr}");

    // The current price ends and a future one begins.
    let next = format!("SEL-BAI,EUR,{from},2099-01-01T00:00:00Z,{amount},\nSEL-BAI,EUR,2099-01-01T00:00:00Z,,99.00,");
    fs::write(folder.path().join("prices.csv"), prices.replace(row, &next)).unwrap();
    imported(data.path(), folder.path(), &[]);
    let again = exported(data.path());
    let after = fs::read_to_string(again.path().join("prices.csv")).unwrap();
    assert!(after.contains("SEL-BAI,EUR,2099-01-01T00:00:00Z,,99.00,"), "the future price is in the ledger");

    // Overlapping prices are refused.
    fs::write(
        folder.path().join("prices.csv"),
        prices.replace(row, &format!("{row}\nSEL-BAI,EUR,2098-01-01T00:00:00Z,,9.00,")),
    )
    .unwrap();
    let (_, _, stderr) = catalogue("import", data.path(), folder.path(), &[]);
    assert!(stderr.contains("column valid_to: reaches into the next price"), "{stderr}");
}

#[test]
fn import_deletes_missing_rows_and_switches_missing_products_off() {
    let shop = Shop::open();
    let folder = exported(&shop.data);
    for sheet in fs::read_dir(folder.path()).unwrap() {
        let path = sheet.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "csv") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let mut writer = csv::Writer::from_path(&path).unwrap();
        writer.write_record(reader.headers().unwrap()).unwrap();
        for record in reader.records() {
            let record = record.unwrap();
            if !record.iter().any(|cell| cell == "SEL-BAI") {
                writer.write_record(&record).unwrap();
            }
        }
        writer.flush().unwrap();
    }
    let mut visitor = shop.visitor();
    let url = visitor.call("catalog/product", &json!({ "sku": "SEL-BAI" }))["url"].as_str().unwrap().to_owned();
    imported(&shop.data, folder.path(), &[]);
    eventually("the product is gone", || visitor.get(&url).status == 404);
    let enabled: i64 = shop.database().one("SELECT enabled FROM product WHERE sku = 'SEL-BAI'", vals![]).unwrap();
    assert_eq!(enabled, 0, "the row stays for orders that refer to it");
    let again = exported(&shop.data);
    imported(&shop.data, again.path(), &["--dry-run"]);
}

#[test]
fn import_of_older_sheets_keeps_names_of_built_in_codes() {
    let data = seeded_copy();
    let import = |data: &Path, folder: &Path| -> Vec<String> {
        imported(data, folder, &[]);
        let shop = support::database(data);
        let sql = "SELECT text FROM vocabulary WHERE code IN ('offline', 'cheque', 'shells') ORDER BY lang, code";
        shop.all(sql, vals![]).unwrap()
    };
    let folder = exported(data.path());
    edit(folder.path(), "vocabulary.csv", "Vor Ort", "An der Theke");
    append(folder.path(), "vocabulary.csv", "en,payment_method,shells,999,Shells\n");
    let names = |offline, shells: &[&'static str]| -> Vec<&'static str> {
        let rest = ["Cheque", "En persona", "Chèque", "Sur place", "支票", "线下支付"];
        [&["Scheck", offline, "Cheque", "In person"], shells, &rest].concat()
    };
    assert_eq!(import(data.path(), folder.path()), names("An der Theke", &["Shells"]));

    // Sheets from before the code `offline` existed: the operator's name of it is kept, and the unknown code `shells` is
    // deleted.
    let path = folder.path().join("vocabulary.csv");
    let is_old = |line: &&str| !line.contains(",payment_method,offline,") && !line.contains("shells");
    let vocabulary = fs::read_to_string(&path).unwrap();
    let older: Vec<&str> = vocabulary.lines().filter(is_old).collect();
    fs::write(&path, older.join("\n")).unwrap();
    assert_eq!(import(data.path(), folder.path()), names("An der Theke", &[]));
    let empty = TempDir::new().unwrap();
    assert_eq!(import(empty.path(), folder.path()), names("Vor Ort", &[]), "a new shop has the built-in name");
}

#[test]
fn import_that_switches_most_products_off_needs_an_option() {
    let data = seeded_copy();
    let whole = exported(data.path());
    let folder = sheets_of(whole.path(), &["products.csv"]);
    let products = fs::read_to_string(folder.path().join("products.csv")).unwrap();
    let count = products.lines().count() - 1;
    let output = |more: &[&str]| imported(data.path(), folder.path(), more);
    let change = |added: usize, changed: usize, off: &str| {
        format!("products and variants: {added} added, {changed} changed, {off}\n")
    };

    // One row is missing and one product is disabled.
    let row = products.lines().find(|line| line.starts_with("SEL-BAI,")).unwrap();
    edit(folder.path(), "products.csv", &format!("{row}\n"), "");
    let (first, rest) = products.lines().find(|line| line.starts_with("TOW-GAN,")).unwrap().split_once(",1,").unwrap();
    edit(folder.path(), "products.csv", &format!("{first},1,{rest}"), &format!("{first},0,{rest}"));
    let few = "2 switched off: SEL-BAI, TOW-GAN";
    for more in [&["--dry-run"][..], &[]] {
        assert!(output(more).contains(&change(0, 0, few)), "{}", output(more));
    }
    fs::write(folder.path().join("products.csv"), &products).unwrap();
    assert!(output(&[]).contains(&change(0, 2, "0 switched off")), "both are enabled again");

    // No rows at all.
    fs::write(folder.path().join("products.csv"), products.lines().next().unwrap().to_owned() + "\n").unwrap();
    for more in [&["--dry-run"][..], &[]] {
        let output = refused(data.path(), folder.path(), more);
        let line = format!("products.csv switches off {count} of the {count} products and variants on sale: BED-");
        assert!(output.contains("nothing was changed") && output.contains(&line), "{output}");
        assert!(output.contains(" …; add their rows, or say with --switch-off that it is meant"), "{output}");
    }
    assert!(files(exported(data.path()).path()) == files(whole.path()), "nothing was changed");

    // Disabling only the products makes their variants unavailable too.
    let mut reader = csv::Reader::from_reader(products.as_bytes());
    let mut writer = csv::Writer::from_path(folder.path().join("products.csv")).unwrap();
    writer.write_record(reader.headers().unwrap()).unwrap();
    for record in reader.records() {
        let record = record.unwrap();
        let is_off = &record[2] != "variant";
        writer
            .write_record(record.iter().enumerate().map(|(at, cell)| if is_off && at == 7 { "0" } else { cell }))
            .unwrap();
    }
    writer.flush().unwrap();
    let line = format!("products.csv switches off {count} of the {count} products and variants on sale: BED-");
    assert!(refused(data.path(), folder.path(), &[]).contains(&line));

    let off = format!("{count} switched off: BED-");
    assert!(output(&["--switch-off", "--dry-run"]).contains(&off));
    assert!(output(&["--switch-off"]).contains(&off));
    assert!(output(&[]).contains(&change(0, 0, "0 switched off")), "nothing left to switch off");
    let (_, stdout, _) = command(data.path(), &["check"]);
    assert!(stdout.contains("catalogue: empty; import yours"), "{stdout}");

    // Variants missing from the sheet are disabled too, so that they do not return with their products.
    fs::write(folder.path().join("products.csv"), products.lines().next().unwrap().to_owned() + "\n").unwrap();
    assert!(output(&[]).contains("0 switched off\n"));
    let database = support::database(data.path());
    let on: i64 = database.one("SELECT count(*) FROM product WHERE enabled = 1", vals![]).unwrap();
    assert_eq!(on, 0);
}

#[test]
fn product_without_enabled_variants_is_not_sold() {
    let shop = Shop::open();
    let data = shop.data.to_str().unwrap();
    let whole = exported(&shop.data);
    let folder = sheets_of(whole.path(), &["products.csv"]);
    let mut reader = csv::Reader::from_path(whole.path().join("products.csv")).unwrap();
    let mut writer = csv::Writer::from_path(folder.path().join("products.csv")).unwrap();
    writer.write_record(reader.headers().unwrap()).unwrap();
    let mut off = 1;
    for record in reader.records() {
        let record = record.unwrap();
        let is_off = &record[1] == "TOW-LAC";
        off += usize::from(is_off);
        writer
            .write_record(record.iter().enumerate().map(|(at, cell)| if is_off && at == 7 { "0" } else { cell }))
            .unwrap();
    }
    writer.flush().unwrap();

    let mut visitor = shop.visitor();
    let url = visitor.call("catalog/product", &json!({ "sku": "TOW-LAC" }))["url"].as_str().unwrap().to_owned();
    let stdout = imported(&shop.data, folder.path(), &[]);
    assert!(stdout.contains(&format!("{off} switched off: TOW-LAC, TOW-LAC-")), "{stdout}");
    let gap = "home page: there is no product TOW-LAC on sale; ";
    assert!(stdout.contains(gap), "{stdout}");
    assert!(run(&["check", "--data", data], &[]).1.contains(gap), "check reports it too");

    // It is gone from page, lists, search, sitemap and feed.
    eventually("the page is gone", || visitor.get(&url).status == 404);
    for q in ["lac towel", "towel", "TOW-LAC", "TOW-LAC-BAT-SLA"] {
        eventually("the search index is updated, and its total matches", || {
            let found = visitor.call("search/index", &json!({ "q": q, "per_page": 96 }));
            let items = found["items"].as_array().unwrap();
            found["total"] == items.len() && items.iter().all(|item| item["sku"] != "TOW-LAC")
        });
    }
    let towels = visitor.call("catalog/category", &json!({ "url_key": "towels", "per_page": "96" }));
    assert!(towels["items"].as_array().unwrap().iter().all(|item| item["sku"] != "TOW-LAC"), "{towels}");
    for path in ["/sitemap/products-0.xml", "/en/feed.xml"] {
        let body = visitor.get(path).body;
        assert!(body.contains("/en/p/") && !body.contains(&url), "{path}: {body}");
    }
    let refused = visitor.refused("cart/add", &json!({ "sku": "TOW-LAC", "qty": 1 }));
    assert_eq!(refused["error"]["id"], "cart.sku_unknown", "{refused}");

    // Products without variants leave the catalogue empty.
    shop.database().exec("UPDATE product SET enabled = kind = 'configurable'", vals![]).unwrap();
    let (_, stdout, _) = run(&["check", "--data", data], &[]);
    assert!(stdout.contains("catalogue: empty; import yours"), "{stdout}");
}

#[test]
fn import_counts_added_and_changed_products() {
    let data = seeded_copy();
    let whole = exported(data.path());
    let output = |folder: &Path| imported(data.path(), folder, &["--dry-run"]);

    // Only product_fibres.csv: two products get fibres and a third loses them.
    let folder = sheets_of(whole.path(), &["product_fibres.csv"]);
    let fibres = fs::read_to_string(folder.path().join("product_fibres.csv")).unwrap();
    let has_fibres = |sku: &str| fibres.lines().any(|line| line.starts_with(&format!("{sku},")));
    assert!(!has_fibres("SEL-BAI") && !has_fibres("SOA-LIQ"));
    let (head, rows) = fibres.split_once('\n').unwrap();
    let (third, rest) = rows.split_once(',').unwrap();
    let fibre = rest.lines().next().unwrap();
    let others = rows.lines().filter(|line| !line.starts_with(&format!("{third},")));
    let given = ["SEL-BAI", "SOA-LIQ"].map(|sku| format!("{sku},{fibre}"));
    let lines: Vec<&str> = [head].into_iter().chain(others).chain(given.iter().map(String::as_str)).collect();
    fs::write(folder.path().join("product_fibres.csv"), lines.join("\n") + "\n").unwrap();
    let change = output(folder.path());
    assert!(change.contains("0 added, 3 changed, 0 switched off\nrows added: 2\n"), "{change}");
    // Each row that goes is named, and nothing else.
    let removed: Vec<&str> = change.lines().filter(|line| line.starts_with("removes ")).collect();
    let of_third = rows.lines().filter(|line| line.starts_with(&format!("{third},"))).count();
    assert_eq!(removed.len(), of_third, "{change}");
    assert!(removed.iter().all(|line| line.starts_with(&format!("removes product_fibres.csv {third} "))), "{change}");
    assert!(!change.contains("changes "), "{change}");

    // A text: before and after.
    let folder = sheets_of(whole.path(), &["products.csv"]);
    let products = fs::read_to_string(folder.path().join("products.csv")).unwrap();
    let head: Vec<&str> = products.lines().next().unwrap().split(',').collect();
    let weight = head.iter().position(|column| *column == "weight_g").unwrap();
    let row = products.lines().find(|line| line.starts_with("TOW-GAN,")).unwrap();
    let mut cells: Vec<&str> = row.split(',').collect();
    let before = std::mem::replace(&mut cells[weight], "1234");
    edit(folder.path(), "products.csv", row, &cells.join(","));
    let change = output(folder.path());
    let told = format!("0 switched off\nchanges products.csv TOW-GAN: weight_g \"{before}\" → \"1234\"");
    assert!(change.contains(&told), "{change}");
    assert_eq!(change.matches("changes ").count(), 1, "{change}");

    // Two new variants and the same change of fibres.
    let folder = sheets_of(whole.path(), &["products.csv", "prices.csv", "variant_options.csv", "product_fibres.csv"]);
    fs::write(folder.path().join("product_fibres.csv"), lines.join("\n") + "\n").unwrap();
    for sheet in ["products.csv", "prices.csv", "variant_options.csv"] {
        let text = fs::read_to_string(folder.path().join(sheet)).unwrap();
        let of_one: Vec<&str> = text.lines().filter(|line| line.starts_with("BED-LAC-140-BEI-RBL,")).collect();
        for new in ["BED-LAC-NEW-ONE", "BED-LAC-NEW-TWO"] {
            let rows: String = of_one.iter().map(|line| line.replacen("BED-LAC-140-BEI-RBL", new, 1) + "\n").collect();
            append(folder.path(), sheet, &rows);
        }
    }
    let change = output(folder.path());
    assert!(change.contains("2 added, 3 changed, 0 switched off\n"), "{change}");
}

#[test]
fn sheets_say_what_is_hidden_and_off_sale_and_a_dry_run_names_it() {
    let data = seeded_copy();
    let hidden = |folder: &Path| -> Vec<String> {
        let text = fs::read_to_string(folder.join("categories.csv")).unwrap();
        let rows = text.lines().filter(|line| line.ends_with(",1"));
        rows.map(|line| line.split(',').next().unwrap().to_owned()).collect()
    };
    let whole = exported(data.path());
    assert_eq!(hidden(whole.path()), Vec::<String>::new());
    let sheet = fs::read_to_string(whole.path().join("categories.csv")).unwrap();
    assert!(sheet.starts_with("key,parent,position,picture,hidden\n"), "{sheet}");
    let row = sheet.lines().nth(1).unwrap();
    let key = row.split(',').next().unwrap();
    let folder = sheets_of(whole.path(), &["categories.csv", "products.csv"]);
    edit(folder.path(), "categories.csv", row, &format!("{}1", row.strip_suffix('0').unwrap()));
    let of_glove =
        |text: &str| text.lines().find(|line| line.starts_with("TOW-GAN,")).map(str::to_owned).unwrap_or_default();
    let glove = of_glove(&fs::read_to_string(folder.path().join("products.csv")).unwrap());
    // Column `enabled` stands behind the time.
    let off = glove.replacen("Z,1,", "Z,0,", 1);
    assert_ne!(off, glove);
    edit(folder.path(), "products.csv", &glove, &off);
    let said = format!("1 switched off: TOW-GAN\ncategories hidden: {key}");
    assert!(imported(data.path(), folder.path(), &["--dry-run"]).contains(&said));
    assert_eq!(hidden(exported(data.path()).path()), Vec::<String>::new(), "a dry run hides nothing");
    assert!(imported(data.path(), folder.path(), &[]).contains(&said));
    let after = exported(data.path());
    assert_eq!(hidden(after.path()), [key]);
    assert_eq!(of_glove(&fs::read_to_string(after.path().join("products.csv")).unwrap()), off);

    // A sheet without the column leaves hidden what is.
    let old = sheets_of(whole.path(), &["categories.csv"]);
    let lines: Vec<&str> = sheet.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
    fs::write(old.path().join("categories.csv"), lines.join("\n") + "\n").unwrap();
    assert!(!imported(data.path(), old.path(), &[]).contains("categories"));
    assert_eq!(hidden(exported(data.path()).path()), [key]);

    // The whole one shows it again.
    let back = sheets_of(whole.path(), &["categories.csv", "products.csv"]);
    let said = format!("switched on again: TOW-GAN\ncategories shown again: {key}");
    assert!(imported(data.path(), back.path(), &["--dry-run"]).contains(&said));
    imported(data.path(), back.path(), &[]);
    assert_eq!(hidden(exported(data.path()).path()), Vec::<String>::new());
}

#[test]
fn dead_links_of_the_home_page_are_hidden_and_reported() {
    let data = seeded_copy();
    let database = support::database(data.path());
    let place = |from: &str, to: &str| {
        let changed = database.exec("UPDATE home_content SET content = replace(content, $1, $2)", vals![from, to]);
        assert!(changed.unwrap() > 0);
    };
    place("category = \"bedding\"", "category = \"closed\"");
    place("category = \"beds\"", "category = \"burnt\"");
    place("\"home-story\"", "\"lost\"");
    database.exec("UPDATE product SET enabled = 0 WHERE sku = 'SET-PER'", vals![]).unwrap();
    let gaps = ["category burnt", "category closed", "picture lost", "product SET-PER on sale"]
        .map(|what| format!("home page: there is no {what}; name another in home/ of an export"));

    let output = |args: &[&str]| {
        let (code, stdout, stderr) = run(&[args, &["--data", data.path().to_str().unwrap()]].concat(), &[]);
        assert_eq!(code, Some(0), "{stderr}");
        stdout
    };
    let folder = sheets_of(exported(data.path()).path(), &["stock.csv"]);
    let import = ["catalogue", "import", folder.path().to_str().unwrap()];
    for stdout in [output(&["check"]), output(&import), output(&[&import[..], &["--dry-run"]].concat())] {
        assert_eq!(stdout.matches("home page: ").count(), gaps.len(), "{stdout}");
        assert!(gaps.iter().all(|gap| stdout.contains(gap)), "{stdout}");
    }

    let shop = Shop::start(data.path(), &[]);
    let body = shop.visitor().get("/en").body;
    assert!(body.contains("Sleep as you would by the lake"), "the page is rendered");
    for none in ["<a href class", "<a href=\"\"", "See the bed linen</a>"] {
        assert!(!body.contains(none), "{none}");
    }
    drop(shop);
    let whole = seeded_copy();
    let (_, stdout, _) = command(whole.path(), &["check"]);
    assert!(!stdout.contains("home page"), "{stdout}");
}

#[test]
fn home_page_check_uses_localised_content_and_new_pictures() {
    let data = seeded_copy();
    let database = support::database(data.path());
    let place = |from: &str, to: &str| {
        let sql = "UPDATE home_content SET content = replace(content, $1, $2) WHERE lang = ''";
        assert_eq!(database.exec(sql, vals![from, to]).unwrap(), 1);
    };
    let import = |folder: &Path, more: &[&str]| imported(data.path(), folder, more);

    // Every language overrides the category of the structure, so it is not missing.
    place("category = \"bedding\"", "category = \"closed\"");
    let (_, stdout, _) = command(data.path(), &["check"]);
    assert!(!stdout.contains("home page"), "{stdout}");

    // A picture in the imported folder counts, although a dry run does not convert it.
    let whole = exported(data.path());
    place("\"home-story\"", "\"lakeside\"");
    let folder = sheets_of(whole.path(), &["stock.csv"]);
    let lost = "home page: there is no picture lakeside; name another";
    assert!(import(folder.path(), &["--dry-run"]).contains(lost));
    fs::create_dir(folder.path().join("pictures")).unwrap();
    fs::write(folder.path().join("pictures/lakeside.png"), photograph(660, 440)).unwrap();
    for more in [&["--dry-run"][..], &[]] {
        let output = import(folder.path(), more);
        assert!(!output.contains("home page"), "{output}");
    }

    // A folder with localised content only is checked too.
    let folder = sheets_of(whole.path(), &[]);
    fs::create_dir(folder.path().join("home")).unwrap();
    fs::copy(whole.path().join("home/en.toml"), folder.path().join("home/en.toml")).unwrap();
    edit(folder.path(), "home/en.toml", "category = \"bedding\"", "category = \"nowhere\"");
    for more in [&["--dry-run"][..], &[]] {
        let output = import(folder.path(), more);
        assert!(output.contains("home page: there is no category nowhere; name another in home/"), "{output}");
    }
}

#[test]
fn import_changes_stock_only_with_the_stock_option() {
    let data = seeded_copy();
    let folder = exported(data.path());
    let database = support::database(data.path());
    let quantity = || -> i64 {
        database
            .one(
                "SELECT quantity FROM stock WHERE product_id = (SELECT id FROM product WHERE sku = 'SEL-BAI')",
                vals![],
            )
            .unwrap()
    };
    let before = quantity();
    database
        .exec(
            "UPDATE stock SET quantity = quantity - 1 WHERE product_id = (SELECT id FROM product WHERE sku = 'SEL-BAI')",
            vals![],
        )
        .unwrap();
    catalogue("import", data.path(), folder.path(), &[]);
    assert_eq!(quantity(), before - 1);
    let history = || -> Vec<(String, i64, String)> {
        database.all("SELECT reason, pieces, note FROM stock_change ORDER BY id", vals![]).unwrap()
    };
    assert_eq!(history(), []);
    catalogue("import", data.path(), folder.path(), &["--stock"]);
    assert_eq!(quantity(), before);
    assert_eq!(history(), [("set".to_owned(), 1, "stock.csv".to_owned())], "of what has changed alone");
    catalogue("import", data.path(), folder.path(), &["--stock"]);
    assert_eq!(history().len(), 1);
}

#[test]
fn import_and_export_refuse_unusable_folders() {
    let data = seeded_copy();
    let folder = TempDir::new().unwrap();
    let stderr = refused(data.path(), folder.path(), &[]);
    assert!(stderr.contains("is no catalogue"), "{stderr}");
    fs::write(folder.path().join("letter.txt"), "mine").unwrap();
    let (code, _, stderr) = catalogue("export", data.path(), folder.path(), &[]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("is not empty; name a folder that does not exist yet"), "{stderr}");
    fs::write(folder.path().join("catalogue.toml"), "version = 99\n").unwrap();
    let (_, _, stderr) = catalogue("import", data.path(), folder.path(), &[]);
    assert!(stderr.contains("says version 99, this shop reads version 1"), "{stderr}");
}

#[test]
fn production_shop_gets_no_demo_promo_tag() {
    const PRODUCTION: &[(&str, &str)] = &[("SHOP__MODE", "production"), ("SHOP__PAYMENT__METHODS", "[\"cheque\"]")];
    let tags = |data: &Path| -> Value {
        let (code, out, error) = run(&["promo", "list", "--json", "--data", data.to_str().unwrap()], PRODUCTION);
        assert_eq!(code, Some(0), "{error}");
        serde_json::from_str(&out).unwrap()
    };
    let demo = seeded_copy();
    let sheets = exported(demo.path());
    assert_eq!(tags(demo.path())[0]["tag"], "VALMERE-TEAM");
    let (imported, seeded) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (from, to) = (sheets.path().to_str().unwrap(), imported.path().to_str().unwrap());
    let (code, _, error) = run(&["catalogue", "import", from, "--data", to], PRODUCTION);
    assert_eq!(code, Some(0), "{error}");
    let (code, _, error) = run(&["seed", "--data", seeded.path().to_str().unwrap()], PRODUCTION);
    assert_eq!(code, Some(0), "{error}");
    for data in [imported.path(), seeded.path()] {
        assert_eq!(tags(data), json!([]), "{}", data.display());
    }
    // A former demonstration opens only once the tag is off.
    let demo = demo.path().to_str().unwrap();
    for command in [&["serve", "--listen", "127.0.0.1:0", "--data", demo][..], &["check", "--data", demo]] {
        let (code, _, stderr) = run(command, PRODUCTION);
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains("switch it off with `shop promo off VALMERE-TEAM`"), "{stderr}");
    }
    let (code, _, error) = run(&["promo", "off", "VALMERE-TEAM", "--data", demo], PRODUCTION);
    assert_eq!(code, Some(0), "{error}");
    let (code, _, error) = run(&["promo", "create", "VALMERE-TEAM", "--data", demo], PRODUCTION);
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("demonstration’s tag"), "{error}");
    Shop::start(Path::new(demo), PRODUCTION);
}

#[test]
fn import_refuses_prices_out_of_range() {
    let data = seeded_copy();
    let folder = exported(data.path());
    let row = |from: u32, amount: &str, regular: &str| {
        format!("CAN-GRA,EUR,{from}-01-01T00:00:00Z,{}-01-01T00:00:00Z,{amount},{regular}\n", from + 1)
    };
    let good = fs::read_to_string(folder.path().join("prices.csv")).unwrap().lines().count();
    append(folder.path(), "prices.csv", &row(2090, "90000000000000000.00", ""));
    append(folder.path(), "prices.csv", &row(2091, "0.00", ""));
    append(folder.path(), "prices.csv", &row(2092, "10000000.00", ""));
    append(folder.path(), "prices.csv", &row(2093, "5.00", "90000000000000000.00"));
    append(folder.path(), "prices.csv", &row(2094, "9999999.98", "9999999.99"));
    append(folder.path(), "prices.csv", &row(2095, "0.01", ""));
    edit(folder.path(), "products.csv", ",21.50,", ",10000000.00,");
    let output = refused(data.path(), folder.path(), &["--dry-run"]);
    for (row, column, cell) in [
        (1, "amount", "90000000000000000.00"),
        (2, "amount", "0.00"),
        (3, "amount", "10000000.00"),
        (4, "regular", "90000000000000000.00"),
    ] {
        let row = good + row;
        let line = format!("prices.csv row {row} column {column}: {cell:?} is no amount from 0.01 to 9999999.99; give");
        assert!(output.contains(&line), "{line}\n{output}");
    }
    let line =
        "products.csv row 2 column eco_participation: \"10000000.00\" is no amount from 0.00 to 9999999.99; give";
    assert!(output.contains(line), "{output}");
    assert_eq!(output.matches("column").count(), 5, "the bounds themselves are allowed: {output}");
}

#[test]
fn import_refuses_stock_out_of_range() {
    let shop = Shop::open();
    let folder = exported(&shop.data);
    let stock = fs::read_to_string(folder.path().join("stock.csv")).unwrap();
    let counted = |pieces: &str| {
        let rows = stock.lines().skip(1).map(|line| format!("{},{pieces}\n", line.split(',').next().unwrap()));
        fs::write(folder.path().join("stock.csv"), "sku,quantity\n".to_owned() + &rows.collect::<String>()).unwrap();
    };
    counted("1000001");
    let output = refused(&shop.data, folder.path(), &["--stock"]);
    let line = "stock.csv row 2 column quantity: \"1000001\" is no whole number from 0 to 1000000; give one";
    assert!(output.contains(line), "{output}");

    // A million of each can be shown and sold.
    counted("1000000");
    imported(&shop.data, folder.path(), &["--stock"]);
    let mut visitor = shop.visitor();
    for path in ["/en/c/towels", "/en/c/beds", "/en/c/gifts"] {
        assert_eq!(visitor.get(path).status, 200, "{path}");
    }
    visitor.add("KIT-BAIN", 1);
}

#[test]
fn import_restores_missing_picture_files() {
    let data = seeded_copy();
    let folder = sheets_of(exported(data.path()).path(), &[]);
    fs::create_dir(folder.path().join("pictures")).unwrap();
    fs::write(folder.path().join("pictures/bath-salts.png"), photograph(40, 50)).unwrap();
    let import = |new: u32| {
        let stdout = imported(data.path(), folder.path(), &[]);
        assert!(stdout.contains(&format!("1 picture, {new} of them new")), "{stdout}");
    };
    import(1);
    let store = data.path().join("pictures");
    let whole = files(&store);
    assert_eq!(whole.len(), 3, "two sizes and the original: {:?}", whole.keys());
    import(0);
    for name in whole.keys() {
        // Truncated, as after a full disk or a crash.
        fs::write(store.join(name), "").unwrap();
        import(1);
        assert!(files(&store) == whole, "{name} was empty");
        fs::remove_file(store.join(name)).unwrap();
        import(1);
        assert!(files(&store) == whole, "{name} was missing");
    }
}

#[test]
fn import_refuses_products_and_categories_without_texts() {
    let data = seeded_copy();
    let folder = exported(data.path());
    let header = |name: &str| {
        let path = folder.path().join(name);
        fs::read_to_string(path).unwrap().lines().next().unwrap().to_owned() + "\n"
    };

    let none = sheets_of(folder.path(), &[]);
    for name in ["category_texts.csv", "product_texts.csv"] {
        fs::write(none.path().join(name), header(name)).unwrap();
    }
    let output = refused(data.path(), none.path(), &[]);
    for line in [
        "category_texts.csv: towels has no text in en; add a row",
        "category_texts.csv: beds has no text in de; add a row",
        "product_texts.csv: BED-LAC has no text in fr; add a row",
    ] {
        assert!(output.contains(line), "{line}\n{output}");
    }
    assert!(!output.contains("BED-LAC-140-BEI-RBL"), "variants need no texts of their own: {output}");

    let one = sheets_of(folder.path(), &["category_texts.csv"]);
    let texts = fs::read_to_string(one.path().join("category_texts.csv")).unwrap();
    let row = texts.lines().find(|line| line.starts_with("beds,de,")).unwrap();
    edit(one.path(), "category_texts.csv", &format!("{row}\n"), "");
    let output = refused(data.path(), one.path(), &["--dry-run"]);
    assert_eq!(output.matches("has no text").count(), 1, "{output}");
    assert!(output.contains("category_texts.csv: beds has no text in de; add a row"), "{output}");

    let new = sheets_of(folder.path(), &["products.csv", "categories.csv"]);
    let products = fs::read_to_string(new.path().join("products.csv")).unwrap();
    let row = products.lines().find(|line| line.starts_with("SEL-BAI,")).unwrap();
    append(new.path(), "products.csv", &format!("{}\n", row.replacen("SEL-BAI", "SEL-NEW", 1)));
    append(new.path(), "categories.csv", "attic,,900,,0\n");
    let output = refused(data.path(), new.path(), &["--dry-run"]);
    let last = products.lines().count() + 1;
    for line in [
        format!("products.csv row {last} column sku: SEL-NEW has no text in en; add a row to product_texts.csv"),
        "column key: attic has no text in es; add a row to category_texts.csv".to_owned(),
    ] {
        assert!(output.contains(&line), "{line}\n{output}");
    }

    // A valid sheet is imported on its own.
    let right = sheets_of(folder.path(), &["product_texts.csv"]);
    imported(data.path(), right.path(), &[]);
}

#[test]
fn import_reports_every_truncated_picture() {
    use image::ImageFormat::{Jpeg, Png, WebP};
    let data = seeded_copy();
    let folder = sheets_of(exported(data.path()).path(), &[]);
    fs::create_dir(folder.path().join("pictures")).unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join("pictures").join(name), bytes).unwrap();
    put("bath-salts.png", &photograph(160, 200)[..120]);
    for (name, format) in [("bed-lac.jpg", Jpeg), ("candle.webp", WebP), ("soap.png", Png)] {
        let bytes = picture(160, 200, format);
        put(name, &bytes[..bytes.len() * 3 / 4]);
    }
    let jpeg = picture(160, 200, Jpeg);
    put("no-end.jpg", &jpeg[..jpeg.len() - 2]);
    // Data appended after the end of the image, as phones do, is allowed.
    put("whole.jpg", &[jpeg.as_slice(), b"MotionPhoto_Data"].concat());
    for more in [&["--dry-run"][..], &[]] {
        let output = refused(data.path(), folder.path(), more);
        for name in ["bath-salts.png", "bed-lac.jpg", "candle.webp", "soap.png", "no-end.jpg"] {
            assert!(output.contains(&format!("pictures/{name}: ")), "{name}\n{output}");
        }
        assert_eq!(output.matches("save it anew").count(), 5, "{output}");
        assert!(!output.contains("whole.jpg"), "{output}");
    }
    assert!(!data.path().join("pictures").exists(), "no picture is written");
}

#[test]
fn failed_import_leaves_the_picture_folder_unchanged() {
    let data = seeded_copy();
    let folder = sheets_of(exported(data.path()).path(), &[]);
    fs::create_dir(folder.path().join("pictures")).unwrap();
    fs::write(folder.path().join("pictures/bath-salts.png"), photograph(40, 50)).unwrap();
    let store = data.path().join("pictures");
    let left: [&str; 5] = [
        "candle.480.0123abcd.avif",
        "candle.480.0123abcd.webp",
        "candle.original.0123456789abcdef.jpg",
        "candle.480.0123abcd.webp.part",
        "candle.original.0123456789abcdef.png",
    ];
    let mine = ["mine.txt", "candle.jpg", "candle.480.webp", "candle.480.0123ABCD.webp", "x.original.abc.jpg"];
    fs::create_dir(&store).unwrap();
    for name in left.iter().chain(&mine) {
        fs::write(store.join(name), name).unwrap();
    }
    let before = files(&store);
    let database = support::database(data.path());
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON picture BEGIN SELECT raise(ABORT, 'the disk is full'); END";
    database.execute_batch(refuse).unwrap();
    let output = refused(data.path(), folder.path(), &[]);
    assert!(output.contains("nothing was changed") && output.contains("the disk is full"), "{output}");
    assert!(files(&store) == before, "{:?}", files(&store).keys());

    // A successful import deletes unused files that the shop wrote, and no others.
    database.execute_batch("DROP TRIGGER refuse").unwrap();
    imported(data.path(), folder.path(), &[]);
    let after = files(&store);
    assert!(left.iter().all(|name| !after.contains_key(*name)), "{:?}", after.keys());
    assert!(mine.iter().all(|name| after.contains_key(*name)), "{:?}", after.keys());
    assert_eq!(after.len(), mine.len() + 3, "{:?}", after.keys());

    // Files of the former picture stay for pages that are still open.
    fs::write(folder.path().join("pictures/bath-salts.png"), photograph(44, 55)).unwrap();
    imported(data.path(), folder.path(), &[]);
    let then = files(&store);
    assert!(after.keys().all(|name| then.contains_key(name)), "{:?}", then.keys());
    assert_eq!(then.len(), after.len() + 3, "{:?}", then.keys());
}

#[test]
fn kit_parts_must_be_simple_products_or_variants() {
    let data = seeded_copy();
    let folder = sheets_of(exported(data.path()).path(), &["kit_parts.csv"]);
    let next = fs::read_to_string(folder.path().join("kit_parts.csv")).unwrap().lines().count() + 1;
    let rows = [
        ("KIT-BAIN,60,KIT-BAIN,1", "part", "KIT-BAIN is kit; name a simple product or a variant"),
        ("KIT-BAIN,61,BED-LAC,1", "part", "BED-LAC is configurable; name a simple product or a variant"),
        ("ROB-LAC-S-WHI,60,WAS-CED,1", "kit", "ROB-LAC-S-WHI is variant; only kits have parts"),
        ("SEL-BAI,60,WAS-CED,1", "kit", "SEL-BAI is simple; only kits have parts"),
        ("KIT-BAIN,62,BMA-LAC,2", "part", "BMA-LAC is in KIT-BAIN already, in row 4; raise its qty there"),
    ];
    for (row, ..) in rows {
        append(folder.path(), "kit_parts.csv", &format!("{row}\n"));
    }
    let output = refused(data.path(), folder.path(), &["--dry-run"]);
    for (at, (_, column, what)) in rows.iter().enumerate() {
        let line = format!("kit_parts.csv row {} column {column}: {what}", next + at);
        assert!(output.contains(&line), "{line}\n{output}");
    }
    assert_eq!(output.matches("kit_parts.csv").count(), rows.len(), "{output}");
}

#[test]
fn import_refuses_unknown_sheets_and_reports_unused_pictures() {
    let data = seeded_copy();
    let folder = sheets_of(exported(data.path()).path(), &["stock.csv"]);
    fs::rename(folder.path().join("stock.csv"), folder.path().join("Stock.CSV")).unwrap();
    fs::write(folder.path().join("Prizes.CSV"), "").unwrap();
    let output = refused(data.path(), folder.path(), &["--dry-run"]);
    assert!(output.contains("Stock.CSV is no sheet; name it stock.csv"), "{output}");
    assert!(output.contains("Prizes.CSV is no sheet; the sheets are categories, "), "{output}");

    let folder = sheets_of(exported(data.path()).path(), &[]);
    fs::create_dir(folder.path().join("pictures")).unwrap();
    for name in ["bath-salts", "home-story", "not-found", "bath-salt"] {
        fs::write(folder.path().join(format!("pictures/{name}.png")), photograph(40, 50)).unwrap();
    }
    for more in [&["--dry-run"][..], &[]] {
        let stdout = imported(data.path(), folder.path(), more);
        let line = "pictures: no sheet and no home page names bath-salt; mend the name, or remove the file\n";
        assert!(stdout.ends_with(line), "{stdout}");
    }
}

#[test]
fn dry_run_creates_and_migrates_no_database() {
    let data = seeded_copy();
    let folder = exported(data.path());
    let around = TempDir::new().unwrap();
    let nowhere = around.path().join("nodata");
    let output = refused(&nowhere, folder.path(), &["--dry-run"]);
    assert!(output.contains("there is no shop in"), "{output}");
    assert!(!nowhere.exists(), "the data folder is not created");

    let database = support::database(data.path());
    let newest = || -> i64 { database.one("SELECT max(version) FROM refinery_schema_history", vals![]).unwrap() };
    database
        .exec(
            "DELETE FROM refinery_schema_history WHERE version = (SELECT max(version) FROM refinery_schema_history)",
            vals![],
        )
        .unwrap();
    let before = newest();
    let output = refused(data.path(), folder.path(), &["--dry-run"]);
    assert!(output.contains("bring it up to date with `shop migrate`"), "{output}");
    assert_eq!(newest(), before);
}

#[test]
fn import_refuses_sheets_and_pictures_that_are_no_files() {
    let data = seeded_copy();
    let folder = sheets_of(exported(data.path()).path(), &[]);
    for name in ["stock.csv", "home/en.toml", "pictures/bed-lac.jpg"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    let fifo = |name: &str| {
        let made = std::process::Command::new("mkfifo").arg(folder.path().join(name)).status().unwrap();
        assert!(made.success(), "{name}");
    };
    fifo("prices.csv");
    fifo("pictures/soap.png");
    // Other folders are ignored.
    fs::create_dir(folder.path().join("pictures/raw")).unwrap();
    let output = refused(data.path(), folder.path(), &["--dry-run"]);
    for name in ["stock.csv", "prices.csv", "home/en.toml", "pictures/bed-lac.jpg", "pictures/soap.png"] {
        assert!(output.contains(&format!("{name} is no file; ")), "{name}\n{output}");
    }
    assert_eq!(output.matches("is no file").count(), 5, "{output}");

    fs::remove_dir_all(folder.path().join("pictures")).unwrap();
    fs::write(folder.path().join("pictures"), "").unwrap();
    let output = refused(data.path(), folder.path(), &["--dry-run"]);
    assert!(output.contains("pictures cannot be read"), "{output}");
    fs::remove_file(folder.path().join("catalogue.toml")).unwrap();
    fifo("catalogue.toml");
    let output = refused(data.path(), folder.path(), &["--dry-run"]);
    assert!(output.contains("is no catalogue: catalogue.toml is no file"), "{output}");
}
