//! Invoices and credit notes over HTTP: access, content, PDF/A, Factur-X, mail attachments, operator commands.

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use jiff::Timestamp;
use mail_parser::MimeHeaders as _;
use serde_json::{Value, json};
use shop::vals;

use crate::support::smtp::parsed;
use crate::support::{FIVE_LANGUAGES, OUTBOX_ONLY, SHOP, Shop, Visitor, eventually};

/// Places an order.
fn order(visitor: &mut Visitor, items: &[(&str, i64)]) -> Value {
    for (sku, qty) in items {
        visitor.add(sku, *qty);
    }
    visitor.order("bank_transfer")
}

/// Replaces the year in document numbers by the current year in Paris.
fn of_this_year(text: &str) -> String {
    let year = Timestamp::now().in_tz("Europe/Paris").unwrap().year();
    ["INV", "CN"]
        .iter()
        .fold(text.to_owned(), |text, kind| text.replace(&format!("{kind}-2026-"), &format!("{kind}-{year}-")))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Marks orders as paid and issues their invoices.
fn invoiced(shop: &Shop, orders: &[&Value]) {
    for order in orders {
        let sql = "UPDATE sales_order SET status = 'processing', hold_until = NULL WHERE number = $1";
        assert_eq!(shop.database().exec(sql, vals![text(&order["order_number"])]).unwrap(), 1);
    }
    let numbers = orders.iter().map(|order| text(&order["order_number"]));
    let args: Vec<&str> = ["invoice", "issue"].into_iter().chain(numbers).collect();
    shop.output(&args);
}

/// The text of a PDF with its layout.
fn read(pdf: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.pdf");
    std::fs::write(&file, pdf).unwrap();
    let output = Command::new("pdftotext").args(["-layout", "-enc", "UTF-8"]).arg(&file).arg("-").output();
    let output = output.expect("pdftotext, which `make test` installs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The text of a PDF with runs of blanks as one space.
pub fn words(pdf: &[u8]) -> String {
    let text = read(pdf).replace(['\u{a0}', '\u{202f}'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn invoice_is_for_its_owner_and_the_token_holder() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    let placed = order(&mut ada, &[("TOW-GAN", 1)]);
    let (number, token) = (text(&placed["order_number"]), text(&placed["token"]));
    let args = json!({ "order_number": number });
    assert_eq!(ada.call("order/invoice", &args)["invoices"], json!([]), "not paid yet");
    assert_eq!(ada.file(&format!("/en/invoice/{number}")).0.status, 404);
    invoiced(&shop, &[&placed]);

    let listed = ada.call("order/invoice", &args)["invoices"].clone();
    let path = format!("/en/invoice/{number}");
    assert_eq!(
        (&listed[0]["number"], &listed[0]["kind"], &listed[0]["url"], &listed[0]["total"]),
        (&json!(of_this_year("INV-2026-000001")), &json!("invoice"), &json!(path), &placed["totals"]["total"])
    );
    assert_eq!(ada.call("order/view", &args)["invoices"], listed);
    let (answer, pdf) = ada.file(&path);
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/pdf")));
    assert_eq!(
        answer.header("content-disposition"),
        Some(of_this_year("attachment; filename=\"INV-2026-000001.pdf\"").as_str())
    );
    assert_eq!(answer.header("cache-control"), Some("private, no-store"));
    assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
    assert!(pdf.starts_with(b"%PDF-1.7") && pdf.ends_with(b"%%EOF"));
    assert_eq!(ada.file(&path).1, pdf, "reproducible byte for byte");
    assert_eq!(ada.file(&of_this_year(&format!("{path}/INV-2026-000001"))).1, pdf);

    // A guest needs only the order token.
    let mut guest = shop.visitor();
    let by_token = format!("/en/invoice/{token}");
    assert_eq!(guest.file(&by_token).1, pdf);
    let result = guest.call("payment/index", &json!({ "token": token }));
    assert_eq!(result["invoices"][0]["url"], json!(by_token));

    // Others cannot fetch it, neither by number nor by guessing.
    let mut ben = shop.customer("ben@example.com");
    assert_eq!(ben.refused("order/invoice", &args)["error"]["id"], "order.not_found");
    assert_eq!(shop.visitor().refused("order/invoice", &args)["message"], "login required");
    let guessed = format!("/en/invoice/{}", "0".repeat(64));
    for stranger in [&path, &of_this_year(&format!("{path}/INV-2026-000001")), "/en/invoice/x"] {
        let (answer, body) = ben.file(stranger);
        assert_eq!(answer.status, 404, "{stranger}");
        assert!(!body.starts_with(b"%PDF"));
    }
    // A token that has ended, or never was, leads to the form for a new one.
    let (answer, body) = ben.file(&guessed);
    assert_eq!((answer.status, body.len()), (303, 0));
    assert_eq!(answer.header("location"), Some(format!("/en/paysuccess?token={}", "0".repeat(64)).as_str()));
    assert_eq!(ada.file(&of_this_year(&format!("{path}/INV-2026-000002"))).0.status, 404);
    let (answer, body) = shop.visitor().file(&path);
    assert_eq!((answer.status, body.len()), (303, 0));
    let login = format!("/en/login?return=%2Fen%2Forder%2Fdetail%3Forder_number%3D{number}");
    assert_eq!(answer.header("location"), Some(login.as_str()));
}

#[test]
fn invoice_is_in_the_language_of_the_order() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[FIVE_LANGUAGES]].concat());
    let cases: [(&'static str, &[&str]); 5] = [
        (
            "en",
            &[
                "Invoice INV-2026-000001",
                "Billing address Claire Martin 8 rue des Tilleuls 74000 Annecy France",
                "Item Qty Price excl. VAT Price incl. VAT VAT Amount",
                "2 €325.00 €390.00 20% €780.00",
                "of which éco-participation, each €0.80",
                "Subtotal incl. VAT €780.00",
                "Total incl. VAT €780.00",
                "20% €650.00 €130.00 €780.00",
                "Paid in full (Bank transfer). Thank you: nothing further is due.",
                "VAT no.: FR00000000000",
                "Page 1 of 1",
            ],
        ),
        (
            "fr",
            &[
                "Facture INV-2026-000002",
                "Adresse de facturation Claire Martin",
                "Article Qté Prix HT Prix TTC TVA Montant",
                "2 325,00 € 390,00 € 20 % 780,00 €",
                "dont éco-participation, par pièce 0,80 €",
                "Total TTC 780,00 €",
                "Facture acquittée (Virement bancaire).",
                "N° TVA : FR00000000000",
                "Page 1 sur 1",
            ],
        ),
        (
            "de",
            &[
                "Rechnung INV-2026-000003",
                "Rechnungsadresse Claire Martin",
                "Artikel Menge Preis netto Preis MwSt. Betrag",
                "2 325,00 € 390,00 € 20 % 780,00 €",
                "Gesamtbetrag inkl. MwSt. 780,00 €",
                "Vollständig bezahlt (Banküberweisung).",
                "Seite 1 von 1",
            ],
        ),
        (
            "es",
            &[
                "Factura INV-2026-000004",
                "Artículo Cant. Precio sin IVA Precio con IVA IVA Importe",
                "2 325,00 € 390,00 € 20 % 780,00 €",
                "Total, IVA incluido 780,00 €",
                "Factura pagada (Transferencia bancaria).",
                "Página 1 de 1",
            ],
        ),
        (
            "zh",
            &[
                "商业发票 INV-2026-000005",
                "商品 数量 不含税单价 含税单价 增值税 金额",
                "2 €325.00 €390.00 20% €780.00",
                "合计（含税） €780.00",
                "款项已全部付清（银行转账）。",
                "第 1 页，共 1 页",
            ],
        ),
    ];
    let dates =
        ["21 November 2026", "21 novembre 2026", "21. November 2026", "21 de noviembre de 2026", "2026年11月21日"];
    for ((lang, said), date) in cases.into_iter().zip(dates) {
        let mut visitor = shop.visitor().speaking(lang).with_query("currency", "EUR");
        visitor.add("DUV-SAI-D14", 2);
        let mut form = visitor.order_form("bank_transfer");
        form["email"] = json!(format!("claire.{lang}@example.com"));
        let placed = visitor.call("checkout/place", &form);
        let placed_on = "UPDATE sales_order SET created_at = 1795255200000 WHERE number = $1";
        shop.database().exec(placed_on, vals![text(&placed["order_number"])]).unwrap();
        invoiced(&shop, &[&placed]);
        let (answer, pdf) = visitor.file(&format!("/{lang}/invoice/{}", text(&placed["token"])));
        assert_eq!(answer.status, 200);
        let words = words(&pdf);
        for said in said.iter().chain([&date]) {
            let said = &of_this_year(said);
            assert!(words.contains(said), "{lang} lacks {said}:\n{words}");
        }
        assert!(!words.contains('〓') && !words.contains("undefined") && !words.contains('{'), "{words}");
    }
}

#[test]
fn invoice_embeds_factur_x_xml() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let placed = order(&mut visitor, &[("TOW-GAN", 2)]);
    invoiced(&shop, &[&placed]);
    let folder = tempfile::tempdir().unwrap();
    let said = shop.output(&["invoice", "export", "--to", folder.path().to_str().unwrap(), "--xml"]);
    assert!(said.starts_with("1 written to "), "{said}");
    let file = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for name in [&of_this_year("INV-2026-000001.pdf"), &of_this_year("INV-2026-000001.xml")] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name} is readable by its owner only");
    }
    let pdf = file(&of_this_year("INV-2026-000001.pdf"));
    assert_eq!(
        visitor.file(&format!("/en/invoice/{}", text(&placed["token"]))).1,
        pdf,
        "the exported PDF is the downloaded one"
    );

    // The XML is embedded under its name and declared as Factur-X requires.
    let mut detach = Command::new("pdfdetach");
    detach.args(["-save", "1", "-o"]).arg(folder.path().join("inside.xml"));
    detach.arg(folder.path().join(of_this_year("INV-2026-000001.pdf"))).stderr(Stdio::null());
    assert!(detach.status().unwrap().success());
    let xml = String::from_utf8(file("inside.xml")).unwrap();
    assert_eq!(xml.as_bytes(), file(&of_this_year("INV-2026-000001.xml")));
    assert!(xml.contains(&of_this_year("<ram:ID>INV-2026-000001</ram:ID>")));
    let total = text(&placed["totals"]["total"]);
    assert!(xml.contains(&format!("<ram:GrandTotalAmount>{total}</ram:GrandTotalAmount>")), "{xml}");
    let raw = String::from_utf8_lossy(&pdf).into_owned();
    for said in [
        "<pdfaid:part>3</pdfaid:part>",
        "<pdfaid:conformance>A</pdfaid:conformance>",
        "<pdfuaid:part>1</pdfuaid:part>",
        "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
        "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
        "<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>",
        "/AFRelationship/Alternative",
    ] {
        assert!(raw.contains(said), "{said}");
    }
    // The xref table has the offset of every object, also after the metadata grew.
    let table: usize = raw_after(&pdf, b"startxref\n");
    assert!(pdf[table..].starts_with(b"xref\n0 "));
    let entries = pdf[table..].split(|byte| *byte == b'\n').skip(3).take_while(|line| line.len() >= 18);
    let mut objects = 0;
    for (at, entry) in entries.enumerate() {
        let offset: usize = std::str::from_utf8(&entry[..10]).unwrap().parse().unwrap();
        let head = format!("{} 0 obj", at + 1);
        assert!(pdf[offset..].starts_with(head.as_bytes()), "object {}", at + 1);
        objects += 1;
    }
    assert!(objects > 20, "{objects}");
}

/// The output of a poppler tool for a PDF.
fn poppler(tool: &str, args: &[&str], pdf: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.pdf");
    std::fs::write(&file, pdf).unwrap();
    let output = Command::new(tool).args(args).arg(&file).output().expect("poppler-utils, which `make test` installs");
    assert!(output.status.success(), "{tool}");
    // Names that are not Latin may be printed in another encoding.
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn invoice_meets_pdf_a_and_pdf_ua() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[FIVE_LANGUAGES, ("SHOP__LIMITS__UNPAID_ORDERS", "100")]].concat());
    let locales = [("en", "en-GB"), ("fr", "fr-FR"), ("de", "de-DE"), ("es", "es-ES"), ("zh", "zh-CN")];
    for (lang, locale) in locales {
        let mut visitor = shop.visitor().speaking(lang);
        let placed = order(&mut visitor, &[("SOA-BAR", 1), ("SOA-REF", 1)]);
        invoiced(&shop, &[&placed]);
        let pdf = visitor.file(&format!("/{lang}/invoice/{}", text(&placed["token"]))).1;

        // PDF/A: no external content, no script, no encryption; fonts are embedded with a Unicode map.
        let facts = poppler("pdfinfo", &[], &pdf);
        let fact =
            |name: &str| facts.lines().find_map(|line| line.strip_prefix(name)).map(str::trim).unwrap_or_default();
        for (name, value) in [
            ("Tagged:", "yes"),
            ("Metadata Stream:", "yes"),
            ("JavaScript:", "no"),
            ("Form:", "none"),
            ("Encrypted:", "no"),
            ("PDF version:", "1.7"),
        ] {
            assert_eq!(fact(name), value, "{lang}, {name} {facts}");
        }
        let fonts = poppler("pdffonts", &[], &pdf);
        let fonts: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(!fonts.is_empty() && fonts.iter().all(|font| font.contains("yes yes yes")), "{lang}: {fonts:?}");
        let raw = String::from_utf8_lossy(&pdf);
        let said_once = |what: &str| assert_eq!(raw.matches(what).count(), 1, "{lang}: {what}");
        said_once("/OutputIntents");
        said_once("/GTS_PDFA1");
        said_once("/ID[");
        said_once("/MarkInfo<</Marked true/Suspects false>>");
        said_once("/DisplayDocTitle true");
        assert!(raw.contains(&format!("/Lang({locale})")), "{lang}");

        // The XMP metadata is well-formed and agrees with the document.
        let metadata = poppler("pdfinfo", &["-meta"], &pdf);
        let metadata = roxmltree::Document::parse(metadata.trim().trim_start_matches('\u{feff}')).unwrap();
        let said = |name: &str| {
            let found = metadata.descendants().find(|node| node.is_element() && node.tag_name().name() == name);
            let texts = found.into_iter().flat_map(|node| node.descendants()).filter(roxmltree::Node::is_text);
            texts.filter_map(|one| one.text()).collect::<String>()
        };
        assert_eq!((said("part"), said("conformance"), said("language")), ("3".into(), "A".into(), locale.into()));
        assert_eq!((said("title"), said("DocumentFileName")), (fact("Title:").to_owned(), "factur-x.xml".into()));

        // PDF/UA: one heading with the document's title, tables with header cells, reading order.
        let tree = poppler("pdfinfo", &["-struct-text"], &pdf);
        let lines: Vec<&str> = tree.lines().map(str::trim).collect();
        let count = |what: &str| lines.iter().filter(|line| **line == what || line.starts_with(what)).count();
        assert_eq!((lines[0], count("H1 ")), ("Document", 1), "{lang}: {tree}");
        assert_eq!((count("Table"), count("TH:"), count("/Scope /Column")), (2, 10, 10), "{lang}: {tree}");
        assert_eq!(count("TD"), 2 * 6 + 4, "{lang}: two lines of goods, one rate");
        let spoken: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"')).collect();
        let spoken = spoken.join(" ").replace(['\u{a0}', '\u{202f}'], " ");
        assert!(spoken.contains(&fact("Title:").replace('\u{a0}', " ")), "{lang}: {spoken}");
        let result = visitor.call("payment/index", &json!({ "token": placed["token"] }));
        let mut from = 0;
        for item in result["items"].as_array().unwrap() {
            let name = text(&item["name"]).split('\u{a0}').next().unwrap();
            from += spoken[from..].find(name).unwrap_or_else(|| panic!("{lang}: {name} after {from} in {spoken}"));
        }
        // All visible text is in the structure tree, except page headers and footers. French is skipped, because poppler
        // stops reading an element at a marked no-break space.
        if lang == "fr" {
            continue;
        }
        let tolerance = spoken.len() / 4;
        let seen = words(&pdf);
        let mute: Vec<&str> = seen.split(' ').filter(|word| !spoken.contains(word)).collect();
        assert!(mute.iter().map(|word| word.len() + 1).sum::<usize>() < tolerance, "{lang}: {mute:?}");
    }
}

fn raw_after(pdf: &[u8], what: &[u8]) -> usize {
    let at = pdf.windows(what.len()).rposition(|window| window == what).unwrap() + what.len();
    let digits: String =
        pdf[at..].iter().take_while(|byte| byte.is_ascii_digit()).map(|byte| char::from(*byte)).collect();
    digits.parse().unwrap()
}

#[test]
fn long_invoice_repeats_the_table_head_on_every_page() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor().speaking("de");
    let items: Vec<(&str, i64)> = [
        "SET-LIN-D14-P50",
        "SET-PER-D14-P50",
        "ROB-LAC-S-WHI",
        "COV-PER-D14",
        "SCR-VIS",
        "LOT-FIG-050",
        "SHE-SAT-140",
        "SOA-REF",
        "PIL-MIC-P50",
        "TOW-NID-HAN",
        "DUV-MIC-D14",
        "SLI-LAC-S",
        "SOA-BAR",
        "CAN-TRI",
    ]
    .into_iter()
    .map(|sku| (sku, 1))
    .collect();
    let placed = order(&mut visitor, &items);
    invoiced(&shop, &[&placed]);
    let (_, pdf) = visitor.file(&format!("/de/invoice/{}", text(&placed["token"])));
    let text = read(&pdf);
    let pages: Vec<&str> = text.split('\u{c}').filter(|page| !page.trim().is_empty()).collect();
    assert!(pages.len() >= 2, "{text}");
    for (at, page) in pages.iter().enumerate() {
        assert!(page.contains(&format!("Seite {} von {}", at + 1, pages.len())), "{page}");
        assert!(page.contains(&of_this_year("Rechnung INV-2026-000001")), "{page}");
        let heads = page.lines().filter(|line| line.contains("Artikel") && line.contains("Preis netto"));
        assert!(heads.count() <= 1);
    }
    assert_eq!(text.matches("Preis netto").count(), pages.len(), "the table head is on every page");
    assert_eq!(text.matches("Gesamtbetrag inkl. MwSt.").count(), 1);
    for (sku, _) in items {
        assert_eq!(text.matches(sku).count(), 1, "{sku}");
    }
}

#[test]
fn unsupported_characters_are_printed_as_placeholders() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let mut form = visitor.order_form("bank_transfer");
    form["shipping_address"]["first_name"] = json!("Żaneta Ștefania");
    form["shipping_address"]["last_name"] = json!("Καλημέρα Щукина");
    form["shipping_address"]["address1"] = json!("7 rue 𠮷 عرب");
    form["shipping_address"]["address2"] = json!("X".repeat(90));
    let placed = visitor.call("checkout/place", &form);
    invoiced(&shop, &[&placed]);
    let (answer, pdf) = visitor.file(&format!("/en/invoice/{}", text(&placed["token"])));
    assert_eq!(answer.status, 200);
    let words = words(&pdf);
    for said in ["Żaneta Ștefania Καλημέρα Щукина", "7 rue 〓 〓〓〓"] {
        assert!(words.contains(said), "{said}: {words}");
    }
    assert_eq!(words.matches('X').count(), 90, "long lines are not cut: {words}");
}

#[test]
fn invoice_is_attached_to_its_mail() {
    let mut shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let placed = order(&mut visitor, &[("TOW-GAN", 1)]);
    invoiced(&shop, &[&placed]);
    let (_, pdf) = visitor.file(&format!("/en/invoice/{}", text(&placed["token"])));
    shop.database()
        .exec("INSERT INTO mail_attachment SELECT mail.id, 0, 'invoice', invoice.id FROM mail, invoice", vals![])
        .unwrap();
    assert_eq!(shop.stop(), Some(0));
    // Without an SMTP server mails are written to files.
    let shop = Shop::start(&shop.data.clone(), &[("SHOP__CAPTCHA__PROVIDER", "none")]);
    let mails = shop.data.join("mail");
    shop.set_clock("2030-01-01T09:00:00Z");
    let file = || {
        let mut files = std::fs::read_dir(&mails).ok()?.map(|file| file.unwrap().path());
        files.find(|file| file.extension().is_some_and(|end| end == "eml"))
    };
    eventually("the mail is written", || file().is_some());
    let mail = std::fs::read_to_string(file().unwrap()).unwrap();
    assert!(mail.contains("Content-Type: multipart/mixed;"), "{mail}");
    let message = parsed(&mail);
    let attachment = message.attachment(0).unwrap();
    assert_eq!(attachment.attachment_name(), Some(of_this_year("INV-2026-000001.pdf").as_str()));
    let bytes = attachment.contents();
    assert_eq!(bytes, pdf, "the attachment is the downloaded PDF");
    assert!(mail.contains("Content-Type: multipart/alternative"), "the mail has its text");
}

#[test]
fn operators_list_show_and_issue_invoices_concurrently() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[("SHOP__LIMITS__UNPAID_ORDERS", "100")]].concat());
    let mut visitor = shop.visitor();
    let placed: Vec<Value> = (0..12).map(|_| order(&mut visitor, &[("SOA-BAR", 1)])).collect();
    let data = shop.data.to_str().unwrap();
    let unpaid = shop.command_error(&["invoice", "issue", text(&placed[0]["order_number"])]);
    assert!(unpaid.contains("only a paid order is invoiced"), "{unpaid}");
    shop.database().exec("UPDATE sales_order SET status = 'processing', hold_until = NULL", vals![]).unwrap();

    // Concurrent operators issue the same orders in different sequences.
    let children: Vec<_> = (0..3)
        .map(|turn| {
            let mut numbers: Vec<&str> = placed.iter().map(|order| text(&order["order_number"])).collect();
            numbers.rotate_left(turn * 4);
            let mut command = Command::new(SHOP);
            command.args(["invoice", "issue", "--data", data]).args(numbers).stdout(Stdio::null()).spawn().unwrap()
        })
        .collect();
    assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));

    let listed = shop.operator(&["invoice", "list"]);
    let numbers: Vec<&str> = listed.as_array().unwrap().iter().map(|one| text(&one["number"])).collect();
    let year = &numbers[0][4..8];
    let expected: Vec<String> = (1..=12).map(|number| format!("INV-{year}-{number:06}")).collect();
    assert_eq!(numbers, expected, "numbers have no gap");
    let order_number = text(&placed[5]["order_number"]);
    let one = shop.output(&["invoice", "list", "--order", order_number]);
    assert_eq!(one.lines().count(), 2, "a heading and a document: {one}");
    assert_eq!(shop.command(&["invoice", "list", "--kind", "credit-note"]).1.trim(), "none");
    assert_eq!(shop.command(&["invoice", "list", "--until", "2020-01-01"]).1.trim(), "none");
    let shown: Value = serde_json::from_str(&shop.output(&["invoice", "show", numbers[0]])).unwrap();
    assert_eq!((&shown["number"], &shown["seller"]["name"]), (&json!(numbers[0]), &json!("Valmère Maison SAS")));
    let missing = shop.command_error(&["invoice", "show", "INV-1999-000001"]);
    assert!(missing.contains("shop invoice list"), "{missing}");
}

/// Attached documents of the queued mails in order: template and document number.
fn attachments(shop: &Shop) -> Vec<(String, String)> {
    shop.database()
        .all(
            "SELECT m.template, i.number FROM mail_attachment a JOIN mail m ON m.id = a.mail_id
             JOIN invoice i ON i.id = a.reference ORDER BY m.id, a.position",
            vals![],
        )
        .unwrap()
}

#[test]
fn payment_issues_an_invoice_and_refund_a_credit_note() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let placed = order(&mut visitor, &[("TOW-GAN", 3)]);
    let (number, token) = (text(&placed["order_number"]), text(&placed["token"]));
    shop.output(&["order", "paid", number, "--amount", "10.00"]);
    assert_eq!(visitor.file(&format!("/en/invoice/{token}")).0.status, 404, "no invoice for a partial payment");
    shop.output(&["order", "paid", number]);
    assert_eq!(visitor.file(&format!("/en/invoice/{token}")).0.status, 200);
    // An overpayment is refunded without a credit note, as it was not invoiced.
    shop.output(&["order", "paid", number, "--amount", "7.00"]);
    shop.output(&["order", "ship", number]);
    shop.output(&["order", "return", number, "--line", "TOW-GAN=1"]);
    shop.output(&["order", "refund", number, "--amount", "2.00"]);
    let invoices = visitor.call("payment/index", &json!({ "token": token }))["invoices"].clone();
    let listed: Vec<_> =
        invoices.as_array().unwrap().iter().map(|one| (text(&one["kind"]), text(&one["total"]))).collect();
    let total = text(&placed["totals"]["total"]);
    assert_eq!(listed, [("invoice", total), ("credit_note", "18.00"), ("credit_note", "2.00")]);
    let credit = text(&invoices[1]["url"]);
    let (answer, pdf) = visitor.file(credit);
    assert_eq!(answer.status, 200, "{credit}");
    let said = words(&pdf);
    for part in
        [&of_this_year("Credit note CN-2026-000001"), "Credit for invoice", "TOW-GAN", "Credit incl. VAT €18.00"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }

    // Cancelling a paid order credits the whole invoice.
    let second = order(&mut visitor, &[("SOA-BAR", 1)]);
    let number = text(&second["order_number"]);
    shop.output(&["order", "paid", number]);
    shop.output(&["order", "cancel", number, "--reason", "sold out"]);
    let invoices = visitor.call("payment/index", &json!({ "token": second["token"] }))["invoices"].clone();
    assert_eq!(invoices[0]["total"], invoices[1]["total"]);
    // An unpaid order has no invoice.
    let third = order(&mut visitor, &[("SOA-BAR", 1)]);
    shop.output(&["order", "cancel", text(&third["order_number"]), "--reason", "asked for"]);
    assert_eq!(visitor.call("payment/index", &json!({ "token": third["token"] })).get("invoices"), None);

    let year = &text(&invoices[0]["number"])[4..8];
    let attached = attachments(&shop);
    let attached: Vec<_> = attached.iter().map(|(template, number)| (template.as_str(), number.as_str())).collect();
    let numbered = |series: &str, number: u32| format!("{series}-{year}-{number:06}");
    let (first, second) = (numbered("INV", 1), numbered("INV", 2));
    let whole = numbered("CN", 3);
    assert_eq!(attached[0], ("payment_received", first.as_str()));
    assert!(attached.contains(&("payment_received", second.as_str())), "{attached:?}");
    assert!(attached.contains(&("order_canceled", whole.as_str())), "{attached:?}");
}

#[test]
fn account_lists_only_its_own_invoices() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[("SHOP__LIMITS__UNPAID_ORDERS", "100")]].concat());
    let mut ada = shop.customer("ada@example.com").speaking("fr");
    let mut ben = shop.customer("ben@example.com");
    let nothing = json!({ "items": [], "total": 0, "page": 1, "per_page": 20 });
    assert_eq!(ada.call("invoice/index", &json!({})), nothing);
    assert_eq!(shop.visitor().refused("invoice/index", &json!({ "page": 2 }))["message"], "login required");
    assert_eq!(shop.visitor().refused("invoice/index", &json!({ "page": "x" }))["message"], "login required");

    // A guest's order with Ada's e-mail address, one of Ben's, and three of Ada's: partly refunded, paid, unpaid.
    let mut guest = shop.visitor();
    guest.add("SOA-BAR", 1);
    let mut form = guest.order_form("bank_transfer");
    form["email"] = json!("ada@example.com");
    let others = [guest.call("checkout/place", &form), order(&mut ben, &[("SOA-BAR", 1)])];
    let own: Vec<Value> = (0..3).map(|_| order(&mut ada, &[("TOW-GAN", 1)])).collect();
    for order in others.iter().chain(&own[..2]) {
        shop.output(&["order", "paid", text(&order["order_number"])]);
    }
    let (first, second) = (text(&own[0]["order_number"]), text(&own[1]["order_number"]));
    shop.output(&["order", "refund", first, "--amount", "5.00"]);

    let list = ada.call("invoice/index", &json!({}));
    let rows = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| [&row["order_number"], &row["kind"], &row["number"], &row["total"], &row["currency"]].map(text));
    let total = text(&own[0]["totals"]["total"]);
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            [second, "invoice", &of_this_year("INV-2026-000004"), total, "EUR"],
            [first, "credit_note", &of_this_year("CN-2026-000001"), "5.00", "EUR"],
            [first, "invoice", &of_this_year("INV-2026-000003"), total, "EUR"],
        ]
    );
    assert_eq!(list["total"], 3);
    for row in list["items"].as_array().unwrap() {
        assert!(text(&row["issued_at"]).starts_with("20"), "{row}");
        let (answer, pdf) = ada.file(text(&row["url"]));
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/pdf")), "{row}");
        assert!(words(&pdf).contains(text(&row["number"])), "{row}");
        assert_eq!(ben.file(text(&row["url"])).0.status, 404, "{row}");
        assert_eq!(shop.visitor().file(text(&row["url"])).0.status, 303, "{row}");
    }
    assert_eq!(ben.call("invoice/index", &json!({}))["total"], 1);
    assert_eq!(ada.call("invoice/index", &json!({ "page": 2 }))["items"], json!([]), "past the last page");

    // The invoices page and the account's overview show it; a guest is redirected to the login.
    for path in ["/fr/account/invoices", "/fr/account"] {
        assert!(ada.get(path).body.contains(&of_this_year("INV-2026-000004")), "{path}");
    }
    let led = shop.visitor().get("/fr/account/invoices");
    assert_eq!(led.header("location"), Some("/fr/login?return=%2Ffr%2Faccount%2Finvoices"));
}
