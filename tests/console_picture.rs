//! Pictures that are put in by the console: checked when they come, made in the background, past a stop, and shown to shoppers.

use std::fs;
use std::io::Cursor;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use image::ImageFormat::{self, Jpeg, Png, WebP};
use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{House, Person, open, post, refused};
use crate::support::{OUTBOX_ONLY, Shop, eventually, seeded_copy};

const SKU: &str = "TOW-GAN";

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 120]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn args(name: &str, bytes: &[u8]) -> Value {
    json!({ "sku": SKU, "name": name, "content": BASE64_STANDARD.encode(bytes) })
}

fn state(house: &House, person: &mut Person, name: &str) -> String {
    let listed = house.call(person, "picture/list", &json!({ "sku": SKU }));
    let found = listed["items"].as_array().unwrap().iter().find(|one| one["name"] == name).cloned();
    found.map_or_else(|| "none".to_owned(), |one| one["state"].as_str().unwrap().to_owned())
}

#[test]
fn a_picture_is_made_into_the_sizes_of_the_shop_and_shown_on_its_page() {
    let house = open();
    let mut owner = house.owner();
    let bytes = picture(500, 625, Jpeg);
    let upload = house.call(&mut owner, "picture/upload", &args("Größe 1.JPG", &bytes));
    let name = upload["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("grosse-1-"), "{name}");
    assert_eq!((&upload["state"], &upload["small"]), (&json!("waiting"), &Value::Null));
    // The same file is the same picture.
    assert_eq!(house.call(&mut owner, "picture/upload", &args("Größe 1.JPG", &bytes))["name"], json!(name));
    // It may be named before it is made.
    let product = house.call(&mut owner, "product/show", &json!({ "sku": SKU }));
    let (pictures, alts) =
        (product["fields"]["pictures"].as_str().unwrap(), product["fields"]["alt.en"].as_str().unwrap());
    let change = |field: &str, value: String| json!({ "field": field, "was": null, "value": value });
    let changes =
        [change("pictures", format!("{name}\n{pictures}")), change("alt.en", format!("A glove on a stool\n{alts}"))];
    house.call(&mut owner, "product/save", &json!({ "products": [{ "sku": SKU, "changes": changes }] }));
    eventually("it is made", || state(&house, &mut owner, &name) == "done");
    let shown = house.call(&mut owner, "product/show", &json!({ "sku": SKU }));
    let small = shown["pictures"][0]["small"].as_str().unwrap();
    let file = house.shop.visitor().get(small);
    assert_eq!((file.status, file.header("content-type")), (200, Some("image/webp")));
    let page = product["pages"]["en"].as_str().unwrap();
    let path = &page[page.find("/en/").unwrap()..];
    eventually("the page shows it", || {
        let body = house.shop.visitor().get(path).body;
        body.contains(&format!("/media/{name}.")) && body.contains("A glove on a stool")
    });
    let entry =
        house.audit(&["--noun", "product"]).into_iter().find(|entry| entry["call"] == "picture/upload").unwrap();
    assert!(entry["after"].as_str().unwrap().contains(&name), "{entry}");
    // Who may not, and who is not signed in.
    let mut packer = house.person("p@example.com", "packing");
    for path in ["list", "upload"] {
        let args = args(&name, &bytes);
        assert_eq!(house.refused(&mut packer, &format!("picture/{path}"), &args), "staff.not_allowed");
        let mut stranger = house.shop.visitor();
        assert_eq!(refused(&mut stranger, &house.shop, &format!("picture/{path}"), &args), "staff.sign_in_required");
    }
}

#[test]
fn a_category_has_a_picture_of_its_own_and_says_what_it_shows() {
    let house = open();
    let mut owner = house.owner();
    let made = house.call(&mut owner, "category/create", &json!({ "fields": { "name.en": "Weekend" } }));
    let key = made["key"].as_str().unwrap();
    let bytes = picture(500, 625, Jpeg);
    let put = |key: &str| json!({ "category": key, "name": "Weekend.jpg", "content": BASE64_STANDARD.encode(&bytes) });
    assert_eq!(house.refused(&mut owner, "picture/upload", &put("no-such")), "category.unknown");
    let both = json!({ "category": key, "sku": SKU, "name": "a.jpg", "content": "" });
    assert_eq!(post(&mut owner.browser, &house.shop, "picture/upload", &both).status, 400);
    let upload = house.call(&mut owner, "picture/upload", &put(key));
    let name = upload["name"].as_str().unwrap().to_owned();
    // It is chosen before it is made, and is nothing of a product.
    let change = |field: &str, value: &str| json!({ "field": field, "was": null, "value": value });
    let changes = [change("picture", &name), change("alt.en", "A suitcase on a bed"), change("hidden", "0")];
    house.call(&mut owner, "category/save", &json!({ "key": key, "changes": changes }));
    assert_eq!(state(&house, &mut owner, &name), "none");
    eventually("it is made", || {
        let listed = house.call(&mut owner, "picture/list", &json!({ "category": key }));
        listed["items"][0]["state"] == "done"
    });
    let shown = house.call(&mut owner, "category/show", &json!({ "key": key }));
    let file = house.shop.visitor().get(shown["picture"].as_str().unwrap());
    assert_eq!((file.status, file.header("content-type")), (200, Some("image/webp")));
    let entry =
        house.audit(&["--noun", "category"]).into_iter().find(|entry| entry["call"] == "picture/upload").unwrap();
    assert!(entry["thing"] == json!(key) && entry["after"].as_str().unwrap().contains(&name), "{entry}");
}

#[test]
fn what_is_no_picture_is_refused_when_it_comes() {
    let house = open();
    let mut owner = house.owner();
    let folder = house.shop.data.join("pictures");
    let files = || fs::read_dir(&folder).map_or(0, Iterator::count);
    let whole = picture(300, 375, Jpeg);
    let mut wide = whole.clone();
    // The size in the frame header of a JPEG (ITU-T T.81, B.2.2): 20 000 lines.
    let at = wide.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    wide[at + 5..at + 7].copy_from_slice(&20_000_u16.to_be_bytes());
    for (file, bytes, expected) in [
        ("a.jpg", b"no picture".to_vec(), "picture.unreadable"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "picture.unreadable"),
        ("a.jpg", Vec::new(), "picture.unreadable"),
        ("a.jpg", whole[..whole.len() - 40].to_vec(), "picture.unreadable"),
        ("a.jpg", wide, "picture.too_many_pixels"),
    ] {
        assert_eq!(house.refused(&mut owner, "picture/upload", &args(file, &bytes)), expected, "{file}");
    }
    assert_eq!(files(), 0, "nothing of them is kept");
    let unknown = json!({ "sku": "NO-SUCH", "name": "a.jpg", "content": BASE64_STANDARD.encode(&whole) });
    assert_eq!(house.refused(&mut owner, "picture/upload", &unknown), "product.unknown");
    let broken = json!({ "sku": SKU, "name": "a.jpg", "content": "%%%" });
    assert_eq!(post(&mut owner.browser, &house.shop, "picture/upload", &broken).status, 400);
    // Its content counts, not its name.
    let upload = house.call(&mut owner, "picture/upload", &args("a.jpg", &picture(120, 150, WebP)));
    let name = upload["name"].as_str().unwrap();
    eventually("it is made", || state(&house, &mut owner, name) == "done");
    let change = json!({ "field": "pictures", "was": null, "value": "never-put-in" });
    let unknown = json!({ "products": [{ "sku": SKU, "changes": [change] }] });
    let answer = post(&mut owner.browser, &house.shop, "product/save", &unknown).json();
    assert_eq!(answer["error"]["field_messages"]["TOW-GAN pictures"]["id"], "product.picture_unknown", "{answer}");
}

#[test]
fn a_stop_loses_none_and_one_that_cannot_be_made_keeps_no_other_waiting() {
    let folder = seeded_copy();
    let shop = Shop::start(folder.path(), OUTBOX_ONLY);
    let mut house = House::of(shop);
    let mut owner = house.owner();
    // While an import is at work, none is made.
    let import = fs::File::create(folder.path().join("import.lock")).unwrap();
    import.lock().unwrap();
    let name = |house: &House, owner: &mut Person, size: u32| {
        let upload = house.call(owner, "picture/upload", &args("towel.png", &picture(size, size, Png)));
        upload["name"].as_str().unwrap().to_owned()
    };
    let lost = name(&house, &mut owner, 90);
    let deadly = name(&house, &mut owner, 100);
    let good = name(&house, &mut owner, 110);
    let original = |name: &str| -> String {
        house.shop.database().one("SELECT original FROM picture_upload WHERE name = $1", vals![name]).unwrap()
    };
    // A copy takes what waits.
    house.shop.output(&["backup", folder.path().join("copy.db").to_str().unwrap()]);
    let copied: i64 = shop::db::Connection::open(&folder.path().join("copy.db"), shop::db::Access::ReadWrite)
        .unwrap()
        .one("SELECT count(*) FROM copied_picture WHERE name = $1", vals![original(&good)])
        .unwrap();
    assert_eq!(copied, 1);
    fs::remove_file(folder.path().join("pictures").join(original(&lost))).unwrap();
    house.shop.database().exec("UPDATE picture_upload SET attempts = 3 WHERE name = $1", vals![&deadly]).unwrap();
    assert_eq!(state(&house, &mut owner, &good), "waiting");
    house.shop.kill();
    drop(import);
    let shop = Shop::start(folder.path(), OUTBOX_ONLY);
    let state = |name: &str| -> String {
        shop.database().one("SELECT state FROM picture_upload WHERE name = $1", vals![name]).unwrap()
    };
    eventually("the good one is made", || state(&good) == "done");
    assert_eq!((state(&lost).as_str(), state(&deadly).as_str()), ("failed", "failed"));
}

#[test]
fn a_command_adds_pictures_too() {
    let house = open();
    let shop = &house.shop;
    let file = shop.data.join("Rolled glove.png");
    fs::write(&file, picture(120, 150, Png)).unwrap();
    let file = file.to_str().unwrap();
    let before = shop.operator(&["product", "show", SKU]);
    let pictures = before["fields"]["pictures"].as_str().unwrap().to_owned();
    shop.operator(&["product", "add-picture", SKU, file, "--alt", "en=A rolled glove"]);
    let after = shop.operator(&["product", "show", SKU]);
    let last = after["fields"]["pictures"].as_str().unwrap().lines().last().unwrap().to_owned();
    assert!(
        last.starts_with("rolled-glove-") && after["fields"]["pictures"] == format!("{pictures}\n{last}"),
        "{after}"
    );
    assert!(after["fields"]["alt.en"].as_str().unwrap().ends_with("\nA rolled glove"), "{after}");
    let text = shop.data.join("note.png");
    fs::write(&text, "no picture").unwrap();
    let error = shop.command_error(&["product", "add-picture", SKU, text.to_str().unwrap()]);
    assert!(error.contains("is no JPEG, PNG or WebP file"), "{error}");
}
