//! What European law requires on screen (experience.md §3), checked in the served pages in five languages. What needs a
//! browser is in `tests/browser/`; `shop compliance` lists the tests that prove each requirement.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shop::vals;

use crate::support::{FIVE_LANGUAGES, Shop, Visitor, eventually};

const LANGS: [&str; 5] = ["en", "fr", "de", "es", "zh"];
/// The body of a page without its primed answers, and its text.
struct Page {
    html: String,
    words: String,
}

/// Decodes entities and collapses white space.
fn plain(text: &str) -> String {
    let text = text
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", " ");
    text.replace("&amp;", "&").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn see(visitor: &mut Visitor, path: &str) -> Page {
    let answer = visitor.get(path);
    assert_eq!(answer.status, 200, "{path}");
    let body = answer.body.split("<body").nth(1).unwrap();
    let html = body.split("id=\"primed\"").next().unwrap().to_owned();
    let mut words = String::new();
    for piece in html.split('<') {
        words.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
        words.push(' ');
    }
    Page { words: plain(&words), html }
}

impl Page {
    /// Asserts that the text is on the page, regardless of white space and tags.
    #[track_caller]
    fn says(&self, text: &str) {
        let text = plain(text);
        assert!(self.words.contains(&text), "“{text}” is missing in: {}", self.words);
    }

    fn count(&self, text: &str) -> usize {
        self.words.matches(&plain(text)).count()
    }
}

/// The answer of `catalog/product`.
fn product(visitor: &mut Visitor, sku: &str) -> Value {
    visitor.call("catalog/product", &json!({ "sku": sku }))
}

fn path_in(product: &Value, lang: &str) -> String {
    product["alternates"][lang].as_str().unwrap().to_owned()
}

/// Percent-encodes a text.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// All texts for shoppers: pages, catalogue and home of the seed, and the UI messages.
fn all_texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<_> = ["seed/pages", "seed/catalogue", "seed/home", "ui/locales"].map(|f| root.join(f)).into();
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                texts.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(texts.len() > 60, "{} files of text", texts.len());
    texts
}

#[test]
fn prices_show_vat_shipping_and_unit_price() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let notes = [
        "incl. VAT, plus shipping",
        "TTC, hors frais de livraison",
        "inkl. MwSt., zzgl. Versand",
        "IVA incl., envío no incluido",
        "含增值税，运费另计",
    ];
    for (lang, note) in LANGS.into_iter().zip(notes) {
        let mut visitor = shop.visitor().speaking(lang);
        let [litre, kilogram] =
            if lang == "zh" { ["升", "千克"] } else { ["l", "kg"] }.map(|unit| format!("/ 1 {unit}"));
        let list = visitor.call("catalog/category", &json!({ "url_key": "fragrance" }));
        let cards = list["items"].as_array().unwrap().clone();
        let priced = cards.iter().filter(|card| !card["unit_price"].is_null()).count();
        assert!(priced >= 6, "{priced} of {} have one", cards.len());
        for path in [text(&list["url"]).to_owned(), format!("/{lang}/search?q={}", escaped(text(&list["name"])))] {
            let page = see(&mut visitor, &path);
            let shown = page.html.matches("<article").count();
            assert!(shown >= priced && page.count(note) >= shown, "{path}: {} notes for {shown}", page.count(note));
            assert!(page.count(&litre) + page.count(&kilogram) >= priced, "{path}");
            // The list links to the shipping costs.
            let help = format!("href=\"/{lang}/help/shipping-and-returns\"");
            assert!(page.html.split("<main").nth(1).unwrap().contains(&help), "{path}");
        }
        let spray = product(&mut visitor, "SPR-ORE");
        let page = see(&mut visitor, &path_in(&spray, lang));
        page.says(&litre);
        assert!(page.html.contains(&format!("href=\"/{lang}/help/shipping-and-returns\"")));
        visitor.add("SPR-ORE", 1);
        see(&mut visitor, &format!("/{lang}/cart")).says(&litre);
        see(&mut visitor, &format!("/{lang}/checkout")).says(&litre);
    }
}

#[test]
fn struck_price_is_the_lowest_of_30_days() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let words = [
        "Lowest price in the last 30 days: ",
        "Prix le plus bas des 30 derniers jours : ",
        "Niedrigster Preis der letzten 30 Tage: ",
        "Precio más bajo de los últimos 30 días: ",
        "过去30天最低价：",
    ];
    let prices = ["€290.00", "290,00 €", "290,00 €", "290,00 €", "€290.00"];
    for ((lang, words), price) in LANGS.into_iter().zip(words).zip(prices) {
        let mut visitor = shop.visitor().speaking(lang);
        let throw = product(&mut visitor, "THR-MOH");
        assert_eq!((&throw["price"], &throw["market_price"]), (&json!("232.00"), &json!("290.00")));
        let page = see(&mut visitor, &path_in(&throw, lang));
        page.says(&format!("{words}{price}"));
        let struck = page.html.split("<s ").nth(1).unwrap().split("</s>").next().unwrap();
        assert!(plain(struck).ends_with(price), "{lang}: {struck}");
        // The employee discount is a line of its own and strikes no price.
        let mut employee = shop.visitor().speaking(lang).with_query("promo-tag", "VALMERE-TEAM");
        employee.add("TOW-LAC-BAT-WHI", 1);
        assert!(!see(&mut employee, &format!("/{lang}/cart")).html.contains("<s "));
    }
    // The lowest price of the ledger within the 30 days is struck, not the regular price.
    let mut visitor = shop.visitor();
    let id = product(&mut visitor, "THR-MOH")["item_id"].as_i64().unwrap();
    let database = shop.database();
    let began: i64 = database
        .one("SELECT valid_from FROM price WHERE product_id = $1 AND currency = 'EUR' AND valid_to IS NULL", vals![id])
        .unwrap();
    let day = 86_400_000;
    database
        .exec(
            "UPDATE price SET valid_to = $2 WHERE product_id = $1 AND currency = 'EUR' AND valid_to = $3",
            vals![id, began - 9 * day, began],
        )
        .unwrap();
    database
        .exec(
            "INSERT INTO price (product_id, currency, valid_from, valid_to, amount, regular) VALUES ($1, 'EUR', $2, $3, 25000, NULL)",
            vals![id, began - 9 * day, began],
        )
        .unwrap();
    database.exec("UPDATE catalogue_version SET version = version + 1", vals![]).unwrap();
    eventually("the lowest price is struck", || {
        let throw = product(&mut visitor, "THR-MOH");
        (&throw["market_price"], &throw["lowest_price_30d"]) == (&json!("290.00"), &json!("250.00"))
    });
}

#[test]
fn order_and_withdrawal_buttons_have_the_exact_legal_wording() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let order = [
        "Order with obligation to pay",
        "Commander avec obligation de paiement",
        "Zahlungspflichtig bestellen",
        "Pedido con obligación de pago",
        "确认下单并付款",
    ];
    let withdraw = [
        "Withdraw from contract here",
        "Renoncer au contrat ici",
        "Vertrag widerrufen",
        "Desistir del contrato aquí",
        "在此撤销合同",
    ];
    for ((lang, order), withdraw) in LANGS.into_iter().zip(order).zip(withdraw) {
        let mut visitor = shop.visitor().speaking(lang);
        visitor.add("BMA-LAC", 1);
        let checkout = see(&mut visitor, &format!("/{lang}/checkout"));
        let buttons: Vec<String> = checkout
            .html
            .split("<button")
            .skip(1)
            .filter_map(|rest| rest.split_once('>').and_then(|(_, inner)| inner.split("</button>").next()))
            .map(|inner| {
                plain(
                    &inner.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, t)| t)).collect::<String>(),
                )
            })
            .collect();
        assert_eq!(buttons.iter().filter(|words| words.as_str() == order).count(), 1, "{lang}: {buttons:?}");
        for page in ["", "/cart", "/checkout", "/help/returns", "/login"] {
            let page = see(&mut visitor, &format!("/{lang}{page}"));
            let foot = page.html.split("<footer").nth(1).unwrap();
            assert!(foot.contains(&format!("href=\"/{lang}/withdraw\"")) && plain(foot).contains(withdraw), "{lang}");
        }
        // Withdrawal needs no login.
        see(&mut shop.visitor().speaking(lang), &format!("/{lang}/withdraw"));
    }
}

#[test]
fn order_confirmation_attaches_the_withdrawal_form() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES, ("SHOP__MAIL__NOTICES", "none")]);
    let mut guest = shop.visitor().speaking("de");
    guest.place("BMA-LAC", 1, "bank_transfer");
    assert_forms(&shop, 1);
}

/// Waits until so many mails are written, of which each must have the form attached.
fn assert_forms(shop: &Shop, count: usize) {
    let mut mails: Vec<String> = Vec::new();
    eventually("the mails are written", || {
        let files = fs::read_dir(shop.data.join("mail")).into_iter().flatten().map(|file| file.unwrap().path());
        let written = files.filter(|path| path.extension().is_some_and(|end| end == "eml"));
        mails = written.map(|path| fs::read_to_string(path).unwrap()).collect();
        mails.len() == count && mails.iter().all(|mail| !mail.is_empty())
    });
    for mail in mails {
        assert!(mail.contains("filename=\"withdrawal-form-de.pdf\""), "{}", &mail[..400.min(mail.len())]);
        assert!(mail.contains("Content-Type: application/pdf"));
    }
}

#[test]
fn offer_of_goods_added_by_telephone_attaches_the_withdrawal_form() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES, ("SHOP__MAIL__NOTICES", "none")]);
    let mut guest = shop.visitor().speaking("de");
    let first = guest.place("BMA-LAC", 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned();
    shop.operator(&["order", "add", &first, "BMA-LAC=1"]);
    assert_forms(&shop, 2);
}

#[test]
fn withdrawal_form_is_a_pdf_in_every_language() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let names = [
        "Model withdrawal form",
        "Formulaire type de rétractation",
        "Muster-Widerrufsformular",
        "Modelo de formulario de desistimiento",
        "撤销示范表格",
    ];
    for (lang, name) in LANGS.into_iter().zip(names) {
        let mut visitor = shop.visitor().speaking(lang);
        let page = see(&mut visitor, &format!("/{lang}/help/returns"));
        let link = format!("/{lang}/withdrawal-form.pdf");
        assert!(page.html.contains(&format!("href=\"{link}\"")), "{lang}");
        let (answer, pdf) = visitor.file(&link);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/pdf")));
        let printed = crate::invoice::words(&pdf);
        for part in [name, "Valmère Maison SAS", "12 quai du Lac", "maison@valmere.example"] {
            assert!(printed.contains(part), "{lang}: {part} in {printed}");
        }
        // The PDF is reproducible.
        assert_eq!(visitor.file(&link).1, pdf);
    }
    let four = Shop::open();
    for unknown in ["xx", "zh"] {
        let answer = four.visitor().get(&format!("/{unknown}/withdrawal-form.pdf"));
        assert_eq!(
            answer.header("location"),
            Some("/en/withdrawal-form.pdf"),
            "{unknown}: redirected to a language of the shop"
        );
    }
}

#[test]
fn unpacked_mattresses_are_returnable_and_the_return_cost_is_shown() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES, ("SHOP__SHIPPING__COLLECTION__MATTRESS", "91.50")]);
    // Unpacking does not end the right (C-681/17), and options do not make a bed a personalised product.
    let sentences = [
        "You may unpack and try a mattress, duvet or pillow, and still withdraw",
        "Un matelas, une couette ou un oreiller que vous avez déballé et essayé peut être rendu",
        "Das gilt auch für Matratzen, Decken und Kissen, die Sie ausgepackt und ausprobiert haben",
        "También puede desistir de un colchón, un nórdico o una almohada que ya ha desembalado y probado",
        "已拆封试用的床垫、被子或枕头，仍享有这项权利",
    ];
    let costs = ["€91.50", "91,50 €", "91,50 €", "91,50 €", "€91.50"];
    for ((lang, sentences), cost) in LANGS.into_iter().zip(sentences).zip(costs) {
        let mut visitor = shop.visitor().speaking(lang);
        let returns = see(&mut visitor, &format!("/{lang}/help/returns"));
        returns.says(sentences);
        returns.says(cost);
        for page in ["bed-terms", "shipping-and-returns"] {
            see(&mut visitor, &format!("/{lang}/help/{page}")).says(cost);
        }
        let mattress = product(&mut visitor, "MAT-RIVE");
        assert_eq!(mattress["return_cost"], "91.50");
        see(&mut visitor, &path_in(&mattress, lang)).says(cost);
        assert_eq!(product(&mut visitor, "BMA-LAC")["return_cost"], Value::Null);
    }
}

#[test]
fn product_page_shows_manufacturer_and_responsible_person() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let mut visitor = shop.visitor();
    let skus: Vec<String> =
        shop.database().all("SELECT sku FROM product WHERE parent_id IS NULL AND enabled = 1", vals![]).unwrap();
    assert!(skus.len() > 50);
    for sku in &skus {
        let found = product(&mut visitor, sku);
        for field in ["name", "address", "email"] {
            assert!(!text(&found["manufacturer"][field]).is_empty(), "{sku}: {field} of the manufacturer");
        }
        assert!(text(&found["manufacturer"]["email"]).contains('@') && !text(&found["sku"]).is_empty());
        assert!(!found["images"].as_array().unwrap().is_empty(), "{sku}: a picture");
        assert!(!text(&found["safety"]).is_empty(), "{sku}: warnings");
    }
    let responsible = [
        "Responsible person in the European Union",
        "Responsable dans l’Union européenne",
        "Verantwortliche Person in der Europäischen Union",
        "Persona responsable en la Unión Europea",
        "欧盟境内责任人",
    ];
    for (lang, responsible) in LANGS.into_iter().zip(responsible) {
        let mut visitor = shop.visitor().speaking(lang);
        let home = product(&mut visitor, "BMA-LAC");
        let page = see(&mut visitor, &path_in(&home, lang));
        let maker = &home["manufacturer"];
        for part in
            [text(&maker["name"]), text(&maker["address"]), text(&maker["email"]), "BMA-LAC", text(&home["safety"])]
        {
            page.says(part);
        }
        assert_eq!((page.count(responsible), &maker["responsible"]), (0, &Value::Null));
        let foreign = product(&mut visitor, "CAS-SOI");
        let page = see(&mut visitor, &path_in(&foreign, lang));
        let inside = &foreign["manufacturer"]["responsible"];
        for part in [
            responsible,
            text(&inside["name"]),
            text(&inside["address"]),
            text(&inside["email"]),
            "Seidenweberei Thalwil AG",
        ] {
            page.says(part);
        }
    }
}

#[test]
fn fibres_ingredients_and_hazards_are_in_the_page_language() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let mut visitor = shop.visitor();
    let textile = [
        "towel",
        "robe",
        "bath_mat",
        "sheet",
        "duvet_cover",
        "pillowcase",
        "throw",
        "slippers",
        "duvet",
        "pillow",
        "mattress",
        "mattress_topper",
        "mattress_protector",
        "bed",
        "headboard",
    ];
    let care = [
        "shampoo",
        "conditioner",
        "body_wash",
        "body_lotion",
        "face_scrub",
        "hand_and_body_cream",
        "liquid_soap",
        "soap",
        "bath_salts",
    ];
    let scent = ["candle", "diffuser", "room_spray"];
    let sql = "SELECT sku, type FROM product WHERE parent_id IS NULL AND enabled = 1 AND kind <> 'kit'";
    let rows: Vec<(String, String)> = shop.database().all(sql, vals![]).unwrap();
    for (sku, kind) in &rows {
        let found = product(&mut visitor, sku);
        let has_fibres = !found["fibres"].as_array().unwrap().is_empty();
        // The wooden bath mat has no fibres.
        assert!(has_fibres || !textile.contains(&kind.as_str()) || sku == "BMA-BOI", "{sku}: fibres");
        assert!(!text(&found["inci"]).is_empty() || !care.contains(&kind.as_str()), "{sku}: ingredients");
        assert!(found["hazard"].is_object() || !scent.contains(&kind.as_str()), "{sku}: hazard block");
    }
    let words = ["Warning", "Attention", "Achtung", "Atención", "警告"];
    for (lang, word) in LANGS.into_iter().zip(words) {
        let mut visitor = shop.visitor().speaking(lang);
        let candle = product(&mut visitor, "CAN-VAL");
        let page = see(&mut visitor, &path_in(&candle, lang));
        page.says(word);
        let hazard = &candle["hazard"];
        for statement in hazard["statements"].as_array().unwrap() {
            let (code, wording) = (text(&statement["label"]), text(&statement["text"]));
            assert!(!wording.is_empty() && wording != code, "{lang}: {code}");
            page.says(&format!("{code} {wording}"));
        }
        for pictogram in hazard["pictograms"].as_array().unwrap() {
            let file = format!("/pictograms/{}.svg", text(&pictogram["label"]));
            assert!(page.html.contains(&format!("src=\"{file}\"")), "{lang}: {file}");
            let drawn = visitor.get(&file);
            assert_eq!((drawn.status, drawn.header("content-type")), (200, Some("image/svg+xml")), "{file}");
            page.says(text(&pictogram["text"]));
        }
        let shampoo = product(&mut visitor, "SHA-FIG");
        see(&mut visitor, &path_in(&shampoo, lang)).says(text(&shampoo["inci"]));
        let towel = product(&mut visitor, "TOW-LAC");
        let page = see(&mut visitor, &path_in(&towel, lang));
        for fibre in towel["fibres"].as_array().unwrap() {
            page.says(text(&fibre["text"]));
        }
    }
}

#[test]
fn nine_ghs_pictograms_have_images_and_names_in_every_language() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let named = |lang: &str, code: &str| -> String {
        let select = "SELECT text FROM vocabulary WHERE lang = $1 AND domain = 'hazard' AND code = $2";
        shop.database().one(select, vals![lang, code]).unwrap()
    };
    let codes: Vec<String> = (1..=9).map(|number| format!("GHS0{number}")).collect();
    for code in &codes {
        let drawn = shop.visitor().get(&format!("/pictograms/{code}.svg"));
        assert_eq!((drawn.status, drawn.header("content-type")), (200, Some("image/svg+xml")), "{code}");
        let drawing = roxmltree::Document::parse(&drawn.body).unwrap();
        let shapes: Vec<_> = drawing.root_element().children().filter(|node| node.is_element()).collect();
        // A white square on its point with a red frame, and a black symbol.
        let frame = shapes[0];
        assert_eq!((frame.attribute("fill"), frame.attribute("stroke")), (Some("#fff"), Some("#d8001a")), "{code}");
        assert!(frame.attribute("d") == Some("M50 4 96 50 50 96 4 50Z") && shapes.len() > 1, "{code}");
    }
    assert_eq!(shop.visitor().get("/pictograms/GHS10.svg").status, 404);
    for lang in LANGS {
        let guide = see(&mut shop.visitor().speaking(lang), &format!("/{lang}/styleguide"));
        for code in &codes {
            assert!(
                guide.html.contains(&format!("src=\"/pictograms/{code}.svg\" alt=\"{}\"", named(lang, code))),
                "{lang}: {code}"
            );
        }
    }
    // A product may use any of them.
    let block = format!("{};danger;H225;P102;", codes.join(","));
    shop.database().exec("UPDATE product SET hazard = $1 WHERE sku = 'CAN-VAL'", vals![block]).unwrap();
    let candle = product(&mut shop.visitor(), "CAN-VAL");
    let page = see(&mut shop.visitor(), &path_in(&candle, "en"));
    for code in &codes {
        page.says(&format!("{code} {}", named("en", code)));
    }
}

#[test]
fn eco_participation_and_producer_identifiers_are_shown() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES, ("SHOP__EPR__FR_FURNITURE", "FR123456_10TEST")]);
    let mut french = shop.visitor().speaking("fr");
    let mattress = product(&mut french, "MAT-RIVE");
    let eco = text(&mattress["eco_participation"]).replace('.', ",");
    let page = see(&mut french, &path_in(&mattress, "fr"));
    page.says(&format!("dont éco-participation {eco} €"));
    let variant = mattress["variants"][0]["sku"].as_str().unwrap_or("MAT-RIVE").to_owned();
    french.add(&variant, 1);
    for path in ["/fr/cart", "/fr/checkout"] {
        see(&mut french, path).says("éco-participation");
    }
    let mut british = shop.visitor();
    let here = product(&mut british, "MAT-RIVE");
    assert_eq!(see(&mut british, &path_in(&here, "en")).count("éco-participation"), 0);
    for lang in LANGS {
        let mut visitor = shop.visitor().speaking(lang);
        for note in ["terms-and-conditions", "legal-notice"] {
            let page = see(&mut visitor, &format!("/{lang}/help/{note}"));
            for number in
                ["FR123456_10TEST", "FR000000_01VALM", "FR000000_11VALM", "DE0000000000000", "ENV/2026/000000000"]
            {
                page.says(number);
            }
        }
    }
}

#[test]
fn legal_guarantee_notice_is_shown_unchanged() {
    let folder = tempfile::TempDir::new().unwrap();
    for lang in LANGS {
        fs::write(
            folder.path().join(format!("{lang}.svg")),
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><!--{lang}--></svg>"),
        )
        .unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let shop = Shop::open_with(&[FIVE_LANGUAGES, ("SHOP__IMPRINT__GUARANTEE_NOTICE", path)]);
    let without = Shop::open_with(&[FIVE_LANGUAGES]);
    let told = [
        "legal guarantee of conformity protects you for at least two years",
        "garantie légale de conformité",
        "gesetzliche",
        "garantía legal",
        "法定",
    ];
    for (lang, told) in LANGS.into_iter().zip(told) {
        let mut visitor = shop.visitor().speaking(lang);
        let mat = product(&mut visitor, "BMA-LAC");
        let url = format!("/notices/guarantee/{lang}");
        for page in [path_in(&mat, lang), format!("/{lang}/help/terms-and-conditions")] {
            let page = see(&mut visitor, &page);
            assert!(page.html.contains(&format!("src=\"{url}\"")), "{lang}");
        }
        let notice = visitor.get(&url);
        assert_eq!((notice.status, notice.header("content-type")), (200, Some("image/svg+xml")));
        assert!(notice.body.contains(&format!("<!--{lang}-->")), "unchanged");
        let mut visitor = without.visitor().speaking(lang);
        let page = see(&mut visitor, &path_in(&mat, lang));
        page.says(told);
        let portal = "https://europa.eu/youreurope/citizens/consumers/shopping/guarantees-returns/index_";
        let spoken = if lang == "zh" { "en" } else { lang };
        assert!(page.html.contains(&format!("href=\"{portal}{spoken}.htm\"")), "{lang}");
        // The notice must be prominent: its details are open.
        let block = page.html.split("</details>").find(|block| block.contains(portal)).unwrap();
        assert!(block.rsplit("<details").next().unwrap().split('>').next().unwrap().contains(" open"), "{lang}");
        assert!(!page.html.contains("/notices/") && visitor.get(&url).status == 404);
    }
}

#[test]
fn no_product_text_promises_a_commercial_guarantee() {
    // A guarantee of more than two years needs the harmonised label (Regulation (EU) 2025/1960, Annex II).
    let shop = Shop::open();
    let database = shop.database();
    let select =
        "SELECT p.sku, t.lang, t.short || ' ' || t.long_html || ' ' || t.details || ' ' || t.material || ' ' || t.care
                  FROM product_text t JOIN product p ON p.id = t.product_id";
    let texts: Vec<(String, String, String)> = database.all(select, vals![]).unwrap();
    assert!(texts.len() > 5 * 50);
    for (sku, lang, text) in texts {
        let text = text.to_lowercase();
        for word in ["guarantee", "warrant", "garanti", "garantí", "gewährleist", "保修", "质保", "担保"] {
            assert!(!text.contains(word), "{sku} in {lang} contains {word:?}");
        }
    }
}

#[test]
fn imprint_is_complete_and_linked_from_every_page() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    for lang in LANGS {
        let mut visitor = shop.visitor().speaking(lang);
        for page in ["", "/cart", "/checkout", "/help/returns", "/search?q=lac"] {
            if page == "/checkout" {
                visitor.add("BMA-LAC", 1);
            }
            let page = see(&mut visitor, &format!("/{lang}{page}"));
            let foot = page.html.split("<footer").nth(1).unwrap();
            for note in ["legal-notice", "privacy-statement", "terms-and-conditions", "accessibility"] {
                assert!(foot.contains(&format!("href=\"/{lang}/help/{note}\"")), "{lang}: {note}");
            }
        }
        let page = see(&mut visitor, &format!("/{lang}/help/legal-notice"));
        for part in [
            "Valmère Maison SAS",
            "12 quai du Lac",
            "+33 4 50 00 12 12",
            "maison@valmere.example",
            "RCS Annecy",
            "FR00000000000",
            "000 000 000 00000",
            "47.91B",
            "Claire Montfleury",
            "Hébergement du Fier SAS",
            "Médiation des Deux Lacs",
            "product-safety@valmere.example",
        ] {
            page.says(part);
        }
        assert!(!page.words.contains('{'), "{lang}");
    }
}

#[test]
fn accessibility_statement_has_the_content_of_annex_v() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    for lang in LANGS {
        let mut visitor = shop.visitor().speaking(lang);
        let page = see(&mut visitor, &format!("/{lang}/help/accessibility"));
        // Law, standard and contact.
        for part in ["2019/882", "WCAG", "2.2", "EN 301 549", "maison@valmere.example", "+33 4 50 00 12 12"] {
            page.says(part);
        }
        assert!(page.html.contains(&format!("href=\"/{lang}/contact-us\"")), "{lang}: link to the contact form");
        let terms = see(&mut visitor, &format!("/{lang}/help/accessibility"));
        assert!(terms.html.contains(&format!("href=\"/{lang}/help/terms-and-conditions\"")));
    }
}

#[test]
fn newsletter_boxes_are_not_preselected() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    for lang in LANGS {
        let mut visitor = shop.visitor().speaking(lang);
        visitor.add("BMA-LAC", 1);
        for path in ["/register", "/checkout"] {
            let page = see(&mut visitor, &format!("/{lang}{path}"));
            let boxes: Vec<&str> = page
                .html
                .split("<input")
                .skip(1)
                .map(|rest| rest.split('>').next().unwrap())
                .filter(|one| one.contains("checkbox"))
                .collect();
            // The preselected box for the billing address is no consent.
            let ticked: Vec<&&str> =
                boxes.iter().filter(|one| one.contains("checked") && !one.contains("billing")).collect();
            assert!(!boxes.is_empty() && ticked.is_empty(), "{lang}{path}: {ticked:?}");
        }
    }
}

#[test]
fn no_text_links_to_the_closed_odr_platform() {
    for (file, text) in all_texts() {
        for link in ["ec.europa.eu/consumers/odr", "consumers/odr", "webgate.ec.europa.eu/odr"] {
            assert!(!text.to_lowercase().contains(link), "{file} links to the ODR platform, closed on 20 July 2025");
        }
    }
}

/// Claims that Directive (EU) 2024/825 forbids without proof, by stem.
const GREEN: &[&str] = &[
    "eco-friendly",
    "ecofriendly",
    "environmentally friendly",
    "climate neutral",
    "climate-neutral",
    "carbon neutral",
    "carbon-neutral",
    "co2 neutral",
    "sustainable",
    "sustainably",
    "sustainability",
    "biodegradable",
    "green choice",
    "planet",
    "écologique",
    "écoresponsable",
    "éco-responsable",
    "durable pour",
    "neutre en carbone",
    "neutralité carbone",
    "biodégradable",
    "respectueux de l’environnement",
    "respectueuse de l’environnement",
    "planète",
    "umweltfreundlich",
    "klimaneutral",
    "co2-neutral",
    "nachhaltig",
    "biologisch abbaubar",
    "ökologisch",
    "umweltschonend",
    "ecológic",
    "sostenible",
    "neutro en carbono",
    "neutra en carbono",
    "biodegradable",
    "respetuoso con el medio",
    "respetuosa con el medio",
    "planeta",
    "环保",
    "碳中和",
    "可持续",
    "生态友好",
    "可降解",
    "绿色产品",
];

#[test]
fn no_text_makes_unproved_green_claims() {
    let mut found = BTreeSet::new();
    for (file, text) in all_texts() {
        // Comments in the catalogue are not shown.
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let low = line.to_lowercase();
            // The name of the French contribution is set by law.
            let low = low.replace("éco-participation", "").replace("eco_participation", "");
            for claim in GREEN.iter().filter(|claim| low.contains(**claim)) {
                found.insert(format!("{file}: {claim}: {}", line.chars().take(160).collect::<String>()));
            }
        }
    }
    assert!(found.is_empty(), "claims without proof:\n{}", found.into_iter().collect::<Vec<_>>().join("\n"));
    // The list matches inflected words.
    assert!(GREEN.iter().any(|claim| "nachhaltig gewebt".contains(claim)));
}
