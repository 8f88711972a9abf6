//! The bank account in the console: statements, bookings, refunds by hand.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;
use tempfile::TempDir;

use crate::support::house::{House, Person, open, open_with, post};

/// An order by transfer; answers its number and total.
fn order(house: &House) -> (String, String) {
    let placed = house.shop.visitor().place("BMA-LAC", 1, "bank_transfer");
    let number = placed["order_number"].as_str().unwrap().to_owned();
    let total = placed["payment"]["instructions"]["amount"].as_str().unwrap().to_owned();
    (number, total)
}

/// A CAMT.053 entry of money that came in.
pub fn credit(amount: &str, text: &str, payer: &str, reference: &str) -> String {
    entry("CRDT", amount, text, payer, reference, "NOTPROVIDED")
}

fn entry(direction: &str, amount: &str, text: &str, party: &str, reference: &str, end_to_end: &str) -> String {
    let side = if direction == "CRDT" { "Dbtr" } else { "Cdtr" };
    format!(
        r#"<Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-20</Dt></ValDt><NtryDtls><TxDtls>
        <Refs><AcctSvcrRef>{reference}</AcctSvcrRef><EndToEndId>{end_to_end}</EndToEndId></Refs>
        <RltdPties><{side}><Pty><Nm>{party}</Nm></Pty></{side}>
        <{side}Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></{side}Acct></RltdPties>
        <RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"#
    )
}

pub fn statement(entries: &[String]) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
        <BkToCstmrStmt><Stmt><Acct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></Acct>{}</Stmt></BkToCstmrStmt></Document>"#,
        entries.concat()
    )
}

/// What a file has brought of each account that it tells of.
fn import_all(house: &House, person: &mut Person, text: &str) -> Vec<Value> {
    let args = json!({ "name": "november.xml", "content": STANDARD.encode(text) });
    house.call(person, "bank/import", &args)["items"].as_array().unwrap().clone()
}

pub fn import(house: &House, person: &mut Person, text: &str) -> Value {
    let mut items = import_all(house, person, text);
    assert_eq!(items.len(), 1, "{items:?}");
    items.remove(0)
}

fn lines(house: &House, person: &mut Person, state: &str) -> Vec<Value> {
    house.call(person, "bank/lines", &json!({ "state": state }))["items"].as_array().unwrap().clone()
}

fn status(house: &House, number: &str) -> String {
    house.shop.operator(&["order", "show", number])["status"].as_str().unwrap().to_owned()
}

#[test]
fn sure_movements_are_booked_at_once_and_no_movement_twice() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let (sure, total) = order(&house);
    let (doubtful, _) = order(&house);
    let text = statement(&[
        credit(&total, &format!("Commande {}", sure.replace('-', " ")), "Claire Aubert", "B1"),
        credit("3.00", &format!("acompte {doubtful}"), "Claire Aubert", "B2"),
        credit("77.00", "loyer", "Somebody", "B3"),
        // The same customer pays twice by mistake: the second is for a person to look at.
        credit(&total, &sure, "Claire Aubert", "B4"),
    ]);
    let imported = import(&house, &mut owner, &text);
    assert_eq!(
        imported,
        json!({ "statement_id": 1, "account": "FR7630006000011234567890189", "is_own_account": true, "added": 4, "known": 0, "sure": 1 })
    );
    house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": 1 }));
    assert_eq!(
        (status(&house, &sure), status(&house, &doubtful)),
        ("processing".into(), "pending_bank_transfer".into())
    );
    let booked = lines(&house, &mut owner, "booked");
    assert_eq!((booked.len(), &booked[0]["order_number"], &booked[0]["reference"]), (1, &json!(sure), &json!("B1")));
    let open = lines(&house, &mut owner, "open");
    assert_eq!(open.len(), 3);
    let of = |reference: &str| open.iter().find(|line| line["reference"] == reference).unwrap();
    assert_eq!((&of("B2")["sure"], &of("B2")["candidates"][0]["why"]), (&Value::Null, &json!("number")));
    assert_eq!(of("B3")["candidates"], json!([]));
    assert_eq!(of("B4")["sure"], Value::Null);
    // The same file once more, and a longer one that overlaps it.
    let again = import(&house, &mut owner, &text);
    assert_eq!((&again["statement_id"], &again["known"]), (&Value::Null, &json!(4)));
    let longer = text.replace("</Stmt>", &format!("{}</Stmt>", credit("5.00", "x", "y", "B5")));
    assert_eq!(import(&house, &mut owner, &longer)["added"], 1);
    assert_eq!(house.refused(&mut owner, "bank/book_sure", &json!({ "statement_id": 1 })), "bank.nothing_sure");

    // By a person: in part, then aside.
    let part = json!({ "id": of("B2")["id"], "order_number": format!(" {} ", doubtful.replace('-', " ")) });
    house.call(&mut owner, "bank/book", &part);
    // The order waits for it, too.
    let shown = house.call(&mut bob, "order/show", &json!({ "number": doubtful }));
    assert_eq!(shown["pending"]["call"], "bank/book");
    let by_hand = json!({ "number": doubtful, "version": shown["version"], "amount": "3.00", "method": "bank_transfer",
        "reference": "", "value_date": "2026-11-20", "again": false });
    assert_eq!(house.refused(&mut bob, "order/pay", &by_hand), "deed.pending");
    house.pass(SignedDuration::from_mins(1));
    let audit = house.audit(&[]);
    let booking = audit.iter().find(|entry| entry["call"] == "bank/book").unwrap();
    assert_eq!(booking["after"], json!({ "order": doubtful }).to_string(), "as it is printed");
    let shown = house.shop.operator(&["order", "show", &doubtful]);
    assert_eq!((&shown["status"], &shown["payments"][0]["amount"]), (&json!("pending_bank_transfer"), &json!("3.00")));
    assert_eq!(house.refused(&mut owner, "bank/book", &part), "bank.line_not_open");
    assert_eq!(
        house.refused(&mut owner, "bank/book", &json!({ "id": of("B3")["id"], "order_number": "2020-1" })),
        "order.not_found"
    );
    house.call(&mut owner, "bank/ignore", &json!({ "id": of("B3")["id"] }));
    assert_eq!(lines(&house, &mut owner, "ignored").len(), 1);
    house.call(&mut owner, "bank/reopen", &json!({ "id": of("B3")["id"] }));
    assert_eq!(house.refused(&mut owner, "bank/reopen", &json!({ "id": of("B3")["id"] })), "bank.line_not_open");
    // What was paid twice goes back, and is waiting to be transferred.
    let twice = json!({ "id": of("B4")["id"], "order_number": sure });
    assert_eq!(house.refused(&mut owner, "bank/book", &twice), "bank.not_awaiting");
    let version = house.call(&mut owner, "order/show", &json!({ "number": sure }))["version"].clone();
    let again = json!({ "number": sure, "version": version, "amount": total, "method": "bank_transfer", "reference": "B4",
        "value_date": "2026-11-20", "again": false });
    house.done(&mut owner, "order/pay", &again);
    let refunds = house.call(&mut owner, "bank/refunds", &json!({}))["items"].clone();
    assert_eq!((&refunds[0]["amount"], &refunds[0]["written_at"]), (&json!(total), &Value::Null));

    // The file for the bank, and the statement that shows it carried out.
    let wanted = json!([{ "id": refunds[0]["id"], "name": "Claire Aubert", "iban": "DE89 3704 0044 0532 0130 00" }]);
    let file = house.call(&mut owner, "bank/sepa_file", &json!({ "refunds": wanted }));
    let xml = String::from_utf8(STANDARD.decode(file["content"].as_str().unwrap()).unwrap()).unwrap();
    assert!(
        xml.contains("<IBAN>DE89370400440532013000</IBAN>") && xml.contains(&format!("<InstdAmt Ccy=\"EUR\">{total}")),
        "{xml}"
    );
    assert_eq!(house.refused(&mut owner, "bank/sepa_file", &json!({ "refunds": wanted })), "bank.refund_written");
    let refunds = house.call(&mut owner, "bank/refunds", &json!({}))["items"].clone();
    assert!(refunds[0]["written_at"].is_string());
    let reference = refunds[0]["reference"].as_str().unwrap();
    let out = statement(&[entry("DBIT", &total, reference, "Claire Aubert", "B9", reference)]);
    let imported = import(&house, &mut owner, &out);
    assert_eq!(imported["sure"], 1, "{imported}");
    house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": imported["statement_id"] }));
    assert_eq!(house.call(&mut owner, "bank/refunds", &json!({}))["items"], json!([]));
    // The audit knows ids and numbers, no names and accounts.
    let audit = json!(house.audit(&[])).to_string();
    assert!(audit.contains("bank/book_sure") && !audit.contains("Aubert") && !audit.contains("DE89"), "{audit}");
}

/// References of providers' refunds are longer than those of a bank.
#[test]
fn refund_in_place_of_a_failed_one_fits_into_the_file_and_is_known_on_the_statement() {
    let house = open();
    let mut owner = house.owner();
    let (number, _) = order(&house);
    house.shop.output(&["order", "paid", &number]);
    house.shop.output(&["order", "refund", &number, "--amount", "3.00"]);
    let failed = format!("UPDATE refund SET state = 'failed', reference = '{}-2'", "5e".repeat(16));
    house.shop.database().exec(&failed, vals![]).unwrap();
    let id = house.shop.count("SELECT id FROM refund").to_string();
    house.shop.output(&["order", "refund", &number, "--by-hand", &id]);
    let refund = house.call(&mut owner, "bank/refunds", &json!({}))["items"][0].clone();
    let wanted = json!([{ "id": refund["id"], "name": "Claire Aubert", "iban": "DE89 3704 0044 0532 0130 00" }]);
    let file = house.call(&mut owner, "bank/sepa_file", &json!({ "refunds": wanted }));
    let xml = String::from_utf8(STANDARD.decode(file["content"].as_str().unwrap()).unwrap()).unwrap();
    let (_, rest) = xml.split_once("<EndToEndId>").unwrap();
    let (reference, _) = rest.split_once("</EndToEndId>").unwrap();
    assert!(reference.len() <= 35, "ISO 20022 Max35Text: {reference}");
    assert_eq!(refund["reference"], reference);
    let imported = import(
        &house,
        &mut owner,
        &statement(&[entry("DBIT", "3.00", "remboursement", "Claire Aubert", "B1", reference)]),
    );
    house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": imported["statement_id"] }));
    assert_eq!(house.call(&mut owner, "bank/refunds", &json!({}))["items"], json!([]));
}

#[test]
fn files_that_are_no_statements_are_refused_and_change_nothing() {
    let house = open_with(&[("SHOP__SERVER__MAX_BODY", "20000")]);
    let mut owner = house.owner();
    for (text, message) in [
        ("hello", "statement.unreadable"),
        ("<a/>", "statement.unreadable"),
        ("a;b\n1;2\n", "statement.columns_unknown"),
        ("Date;Amount\n20.11.2026;x\n", "statement.row_unreadable"),
        ("Date;Amount\n", "statement.empty"),
    ] {
        let args = json!({ "name": "x", "content": STANDARD.encode(text) });
        assert_eq!(house.refused(&mut owner, "bank/import", &args), message, "{text}");
    }
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM bank_statement"), 0);
    // Larger than other calls take.
    let rows: String = (1..=2_000).map(|row| format!("20.11.2026;{row},00;row {row}\n")).collect();
    let imported = import(&house, &mut owner, &format!("Date;Amount;Text\n{rows}"));
    assert_eq!((&imported["added"], &imported["is_own_account"]), (&json!(2_000), &Value::Null));
    let page = house.call(&mut owner, "bank/lines", &json!({}));
    assert_eq!(page["items"].as_array().unwrap().len(), 50);
    let next = house.call(&mut owner, "bank/lines", &json!({ "before": page["next_before"] }));
    assert!(next["items"][0]["id"].as_i64() < page["items"][49]["id"].as_i64());
    // A stranger's megabytes are not even read: they are refused before they have come.
    let mut stranger = TcpStream::connect(house.shop.url.trim_start_matches("http://")).unwrap();
    let host = house.shop.url.trim_start_matches("http://");
    let head = format!(
        "POST /console_api/bank/import HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{{"
    );
    stranger.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 4_096];
    let read = stranger.read(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
    assert!(answer.contains("staff.sign_in_required"), "{answer}");
    // Nobody without the permission, and no file for the bank without fresh proof.
    let mut packer = house.person("p@example.com", "packing");
    for path in ["bank/import", "bank/lines", "bank/refunds", "bank/sepa_file", "bank/book_sure"] {
        assert_eq!(house.refused(&mut packer, path, &json!({})), "staff.not_allowed", "{path}");
    }
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut owner, "bank/sepa_file", &json!({})), "staff.proof_required");
}

#[test]
fn order_and_movement_are_not_booked_by_two_people_at_once_and_other_accounts_not_by_themselves() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let (number, total) = order(&house);
    import(&house, &mut owner, &statement(&[credit(&total, &number, "Claire Aubert", "B1")]));
    let version = house.call(&mut bob, "order/show", &json!({ "number": number }))["version"].clone();
    let by_hand = json!({ "number": number, "version": version, "amount": null, "method": "bank_transfer", "reference": "",
        "value_date": "2026-11-20", "again": false });
    house.call(&mut bob, "order/pay", &by_hand);
    let line = lines(&house, &mut owner, "open")[0]["id"].clone();
    let booked = json!({ "id": line, "order_number": number });
    assert_eq!(house.refused(&mut owner, "bank/book", &booked), "deed.pending");
    house.pass(SignedDuration::from_mins(1));
    assert_eq!(house.refused(&mut owner, "bank/book", &booked), "bank.not_awaiting");
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM payment"), 1);
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM refund"), 0);
    // A date far ahead is a slip.
    let (other, total) = order(&house);
    let version = house.call(&mut bob, "order/show", &json!({ "number": other }))["version"].clone();
    let ahead = json!({ "number": other, "version": version, "amount": null, "method": "bank_transfer", "reference": "",
        "value_date": "2099-01-01", "again": false });
    assert_eq!(house.refused(&mut bob, "order/pay", &ahead), "payment.date_ahead");
    // A file of two accounts: each of them counts by itself, and what is booked is the own one's.
    let own = statement(&[credit("1.00", "loyer", "Claire Aubert", "D1")]);
    let rest =
        statement(&[credit("7.00", "loyer", "Claire Aubert", "D1")]).replace("FR7630006000011234567890189", "DE75");
    let (_, rest) = rest.split_once("<BkToCstmrStmt>").unwrap();
    let items = import_all(&house, &mut owner, &own.replace("</BkToCstmrStmt></Document>", rest));
    let accounts: Vec<_> =
        items.iter().map(|item| (item["account"].as_str().unwrap(), &item["is_own_account"])).collect();
    assert_eq!(accounts, [("FR7630006000011234567890189", &json!(true)), ("DE75", &json!(false))]);
    let statements = house.call(&mut owner, "bank/statements", &json!({}))["items"].clone();
    assert_eq!(
        (&statements[0]["account"], &statements[1]["account"]),
        (&json!("DE75"), &json!("FR7630006000011234567890189"))
    );
    let own = house.call(&mut owner, "staff/session", &json!({}))["signed_in"]["name"].clone();
    assert_eq!((&statements[0]["imported_by"], own.is_string()), (&own, true));
    // Another account than the one on the bills.
    let foreign = statement(&[credit(&total, &other, "Claire Aubert", "C1")]);
    let foreign = foreign.replace("FR7630006000011234567890189", "DE75512108001245126199");
    let imported = import(&house, &mut owner, &foreign);
    assert_eq!((&imported["is_own_account"], &imported["sure"]), (&json!(false), &json!(1)));
    let sure = json!({ "statement_id": imported["statement_id"] });
    assert_eq!(house.refused(&mut owner, "bank/book_sure", &sure), "bank.other_account");
}

/// The file of a bank for the account on the shop's bills, from 100 euros on.
fn mt940(movements: &str, closing: &str) -> String {
    format!(
        ":20:STARTUMS\r\n:25:FR7630006000011234567890189EUR\r\n:28C:1/1\r\n:60F:C261119EUR100,00\r\n{movements}:62F:{closing}\r\n-\r\n"
    )
}

#[test]
fn movements_of_mt940_are_booked_as_those_of_other_formats_and_faults_name_line_and_tag() {
    let house = open();
    let mut owner = house.owner();
    let (number, total) = order(&house);
    let amount = total.replace('.', ",");
    let (year, sequence) = number.split_once('-').unwrap();
    let cents: i64 = total.replace('.', "").parse().unwrap();
    let closing = format!("C261120EUR{},{:02}", (10_000 + cents) / 100, (10_000 + cents) % 100);
    let movement = format!(
        ":61:2611201120CR{amount}NTRFNONREF//B1\r\n:86:166?00GUTSCHRIFT?20SVWZ+Bestellung {year}?21{sequence}?31DE89370400440532013000\
         ?32Jürgen Weiß\r\n"
    );
    let text = mt940(&movement, &closing);
    for (from, to, id, line, tag) in [
        (closing.as_str(), "C261120EUR1,00", "statement.balance_wrong", "7", ":62F:"),
        ("CR", "XR", "statement.field_unreadable", "5", ":61:"),
        (":60F:", ":60X:", "statement.field_missing", "1", ":60F:"),
    ] {
        let args = json!({ "name": "november.sta", "content": STANDARD.encode(text.replacen(from, to, 1)) });
        let answer = post(&mut owner.browser, &house.shop, "bank/import", &args).json();
        assert_eq!(answer["error"]["id"], id, "{answer}");
        assert_eq!(answer["error"]["params"], json!({ "line": line, "tag": tag }), "{answer}");
    }
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM bank_line"), 0, "nothing is imported in part");
    // As older software writes it: one byte a character.
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let args = json!({ "name": "november.sta", "content": STANDARD.encode(&latin) });
    let imported = house.call(&mut owner, "bank/import", &args)["items"][0].clone();
    assert_eq!(
        (&imported["is_own_account"], &imported["added"], &imported["sure"]),
        (&json!(true), &json!(1), &json!(1))
    );
    let shown = lines(&house, &mut owner, "open");
    assert_eq!((&shown[0]["party"], &shown[0]["reference"]), (&json!("Jürgen Weiß"), &json!("B1")));
    let again = house.call(&mut owner, "bank/import", &args)["items"][0].clone();
    assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(1)), "the same file once more brings nothing");
    house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": imported["statement_id"] }));
    assert_eq!(status(&house, &number), "processing");
}

#[test]
fn bookings_of_a_wrong_statement_are_taken_back_and_what_cannot_be_is_told() {
    let house = open();
    let mut owner = house.owner();
    let (first, total) = order(&house);
    let (second, same) = order(&house);
    let text =
        statement(&[credit(&total, &first, "Claire Aubert", "B1"), credit(&same, &second, "Claire Aubert", "B2")]);
    import(&house, &mut owner, &text);
    house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": 1 }));
    house.shop.operator(&["order", "ship", &second]);
    let seen = |owner: &mut Person| house.call(owner, "bank/bookings", &json!({ "statement_id": 1 }));
    let back = |seen: &Value| json!({ "statement_id": 1, "version": seen["version"], "reason": "last year's file" });
    let why = |seen: &Value| -> Vec<Value> {
        seen["items"].as_array().unwrap().iter().map(|item| item["why"]["id"].clone()).collect()
    };
    assert_eq!(
        house.refused(&mut owner, "bank/take_back", &json!({ "statement_id": 1, "reason": " " })),
        "order.reason_empty"
    );
    for path in ["bank/take_back", "bank/bookings"] {
        let unknown = json!({ "statement_id": 9, "version": "", "reason": "x" });
        assert_eq!(house.refused(&mut owner, path, &unknown), "statement.not_found", "{path}");
    }
    let before = seen(&mut owner);
    assert_eq!(why(&before), [Value::Null, json!("payment.shipped")]);
    assert_eq!((&before["items"][1]["order_number"], &before["items"][1]["amount"]), (&json!(second), &json!(same)));
    // What is about to happen to an order comes first.
    let shown = house.call(&mut owner, "order/show", &json!({ "number": first }));
    let cancel = json!({ "number": first, "version": shown["version"], "reason": "x" });
    let deed = house.call(&mut owner, "order/cancel", &cancel);
    let locked = seen(&mut owner);
    assert_eq!(why(&locked), [json!("deed.pending_own"), json!("payment.shipped")]);
    assert_eq!(house.refused(&mut owner, "bank/take_back", &back(&before)), "bank.bookings_changed");
    assert_eq!(house.refused(&mut owner, "bank/take_back", &back(&locked)), "bank.nothing_to_take_back");
    house.call(&mut owner, "deed/undo", &json!({ "id": deed["id"] }));

    // It waits, and can be undone; meanwhile the statement is locked for others.
    let mut bob = house.person("bob@example.com", "manager");
    let deed = house.call(&mut owner, "bank/take_back", &back(&before));
    assert_eq!((&deed["noun"], &deed["thing"]), (&json!("bank_statement"), &json!("1")), "{deed}");
    assert_eq!(house.refused(&mut bob, "bank/take_back", &back(&before)), "deed.pending");
    house.call(&mut owner, "deed/undo", &json!({ "id": deed["id"] }));
    house.pass(SignedDuration::from_mins(1));
    assert_eq!((status(&house, &first), lines(&house, &mut owner, "booked").len()), ("processing".into(), 2));

    // It is looked at again when it is carried out: what has become of the orders since stands on Today.
    house.call(&mut owner, "bank/take_back", &back(&before));
    house.pass(SignedDuration::from_secs(5));
    let cancel = house.call(&mut bob, "order/cancel", &cancel);
    house.pass(SignedDuration::from_secs(6));
    let deeds = house.call(&mut owner, "deed/list", &json!({}))["items"].clone();
    let failed = deeds.as_array().unwrap().iter().find(|deed| deed["call"] == "bank/take_back").unwrap();
    assert_eq!(failed["failure"]["id"], "bank.bookings_changed", "{failed}");
    let duties = house.call(&mut owner, "duty/list", &json!({}))["duties"].clone();
    let on_today = duties.as_array().unwrap().iter().find(|duty| duty["kind"] == "deeds_failed").unwrap();
    assert_eq!(on_today["count"], 1, "{duties}");
    house.call(&mut owner, "deed/dismiss", &json!({ "id": failed["id"] }));
    assert_eq!(lines(&house, &mut owner, "booked").len(), 2);
    house.call(&mut bob, "deed/undo", &json!({ "id": cancel["id"] }));

    let now = seen(&mut owner);
    assert_eq!(now, before);
    house.done(&mut owner, "bank/take_back", &back(&now));
    assert_eq!((status(&house, &first), status(&house, &second)), ("pending_bank_transfer".into(), "shipped".into()));
    let (open, booked) = (lines(&house, &mut owner, "open"), lines(&house, &mut owner, "booked"));
    assert_eq!((open.len(), &open[0]["reference"], booked.len()), (1, &json!("B1"), 1));
    let waiting = "SELECT COUNT(*) FROM mail m JOIN sales_order o ON o.id = m.order_id
        WHERE m.template = 'payment_received' AND o.status = 'pending_bank_transfer'";
    assert_eq!(house.shop.count(waiting), 0, "nobody is told of a payment that was none");
    // It is the right order after all.
    house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": 1 }));
    assert_eq!(status(&house, &first), "processing");
    let audit = house.audit(&[]);
    let of = |noun: &str, thing: &str| {
        let is_of = |entry: &&Value| {
            entry["call"] == "bank/take_back" && (&entry["noun"], &entry["thing"]) == (&json!(noun), &json!(thing))
        };
        audit.iter().filter(is_of).filter(|entry| entry["outcome"] == "done").collect::<Vec<_>>()
    };
    assert_eq!(of("bank_statement", "1")[0]["after"], json!({ "taken_back": 1, "left": [second] }).to_string());
    assert_eq!((of("order", &first).len(), of("order", &second).len()), (1, 0), "each order has its own entry");
}

/// A file of a bank for a command.
fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_shell_works_on_the_account_by_the_same_rules_and_in_its_own_name() {
    let house = open();
    let mut owner = house.owner();
    let shop = &house.shop;
    let folder = TempDir::new().unwrap();
    let (sure, total) = order(&house);
    let (doubtful, _) = order(&house);
    let text = statement(&[
        credit(&total, &sure, "Claire Aubert", "B1"),
        credit("3.00", &format!("acompte {doubtful}"), "Claire Aubert", "B2"),
        credit("77.00", "loyer", "Somebody", "B3"),
    ]);
    let path = file(&folder, "november.xml", &text);
    let printed = shop.output(&["bank", "import", &path]);
    assert!(printed.contains("3 new movements, 0 known; 1 of them are certain, `shop bank book-sure 1`"), "{printed}");
    let known = shop.operator(&["bank", "import", &path]);
    assert_eq!((&known[0]["statement_id"], &known[0]["known"]), (&Value::Null, &json!(3)), "not twice");
    let no_statement = file(&folder, "hello.txt", "hello");
    assert!(shop.command_error(&["bank", "import", &no_statement]).contains("could not be read"));
    // The console sees what the shell has done, and by whom.
    let statements = house.call(&mut owner, "bank/statements", &json!({}))["items"].clone();
    assert_eq!((&statements[0]["name"], &statements[0]["open"]), (&json!("november.xml"), &json!(3)));
    assert!(statements[0]["actor"].as_str().unwrap().starts_with("cli:"), "{statements}");
    assert_eq!(statements[0]["imported_by"], Value::Null);
    assert_eq!(shop.operator(&["bank", "statements"]), statements);
    assert_eq!(shop.operator(&["bank", "statements", "--before", "1"]), json!([]));

    let list = shop.output(&["bank", "lines"]);
    assert!(list.contains(&format!("{sure}, certain")) && list.contains(&format!("{doubtful}?")), "{list}");
    let open = shop.operator(&["bank", "lines", "--statement", "1"]);
    let id = |reference: &str| {
        let line = open.as_array().unwrap().iter().find(|line| line["reference"] == reference).unwrap();
        line["id"].to_string()
    };
    let last = id("B1");
    assert_eq!(shop.operator(&["bank", "lines", "--before", &last]), json!([]), "newest first");
    // What is about to be done in the console comes first.
    let deed = house.call(&mut owner, "bank/book_sure", &json!({ "statement_id": 1 }));
    assert!(shop.command_error(&["bank", "book-sure", "1"]).contains("Ada King"));
    assert!(shop.command_error(&["bank", "take-back", "1", "--reason", "x"]).contains("Nothing"));
    house.call(&mut owner, "deed/undo", &json!({ "id": deed["id"] }));
    assert_eq!(shop.operator(&["bank", "book-sure", "1"]), json!({ "booked": 1, "left": 0 }));
    assert_eq!(status(&house, &sure), "processing");
    assert!(shop.command_error(&["bank", "book-sure", "1"]).contains("certain"), "nothing is left");
    assert_eq!(
        shop.operator(&["bank", "book", &id("B2"), &doubtful.replace('-', " ")])["order_number"],
        json!(doubtful),
        "as people type it"
    );
    assert!(!shop.command_error(&["bank", "book", &id("B2"), &doubtful]).is_empty(), "once");
    shop.output(&["bank", "ignore", &id("B3")]);
    assert_eq!(shop.operator(&["bank", "lines"]), json!([]));
    let aside = shop.operator(&["bank", "lines", "--state", "ignored"]);
    assert_eq!((&aside[0]["reference"], &aside[0]["state"]), (&json!("B3"), &json!("ignored")));
    shop.output(&["bank", "reopen", &id("B3")]);
    assert!(!shop.command_error(&["bank", "reopen", &id("B3")]).is_empty());
    assert_eq!(lines(&house, &mut owner, "open")[0]["reference"], "B3");

    // From the wrong statement: what has left stays.
    shop.operator(&["order", "ship", &sure]);
    let bookings = shop.operator(&["bank", "bookings", "1"]);
    assert_eq!(bookings["items"].as_array().unwrap().len(), 2);
    let stale = ["bank", "take-back", "1", "--reason", "last year’s file", "--seen", "0123456789abcdef"];
    assert!(!shop.command_error(&stale).is_empty(), "another version");
    let version = bookings["version"].as_str().unwrap();
    let taken = shop.operator(&["bank", "take-back", "1", "--reason", "last year’s file", "--seen", version]);
    assert_eq!(taken, json!({ "statement": 1, "taken_back": [doubtful], "left": [sure] }));
    assert_eq!(status(&house, &doubtful), "pending_bank_transfer");
    assert_eq!(lines(&house, &mut owner, "open").len(), 2);
    let kept = "SELECT COUNT(*) FROM payment_reversal WHERE reason = 'last year’s file'";
    assert_eq!(shop.count(kept), 1);

    let audit = house.audit(&[]);
    let of = |call: &str| audit.iter().filter(|entry| entry["call"] == call).collect::<Vec<_>>();
    for words in ["import", "book-sure", "book", "ignore", "reopen", "take-back"] {
        let entries = of(&format!("bank {words}"));
        assert!(!entries.is_empty(), "{words}");
        assert!(entries.iter().all(|entry| entry["actor"].as_str().unwrap().starts_with("cli:")), "{entries:?}");
    }
    assert_eq!(of("bank import").len(), 2, "whoever imports a file stands in the audit");
    let back: Vec<&Value> = of("bank take-back").into_iter().map(|entry| &entry["noun"]).collect();
    assert_eq!(back, ["bank_statement", "order"], "each order has its own entry");
    assert!(shop.output(&["audit", "verify"]).contains("last hash"));
}

#[test]
fn the_shell_writes_the_file_of_refunds_and_notes_none_without_its_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let house = open();
    let shop = &house.shop;
    let folder = TempDir::new().unwrap();
    let to = folder.path().join("refunds.xml");
    let to = to.to_str().unwrap();
    assert!(shop.command_error(&["bank", "sepa-file", "--to", to]).contains("refund"), "none waits");
    let (number, total) = order(&house);
    shop.output(&["order", "paid", &number]);
    shop.output(&["order", "refund", &number, "--amount", "3.00"]);
    let waiting = shop.operator(&["bank", "refunds"]);
    assert_eq!((&waiting[0]["order_number"], &waiting[0]["iban"]), (&json!(number), &json!("")));
    let id = waiting[0]["id"].to_string();
    // Nobody has told the account.
    let error = shop.command_error(&["bank", "sepa-file", "--to", to]);
    assert!(error.contains(&format!("iban.{id}: ")), "{error}");
    assert_eq!(shop.command(&["bank", "sepa-file", "--to", to, "--iban", "DE89"]).0, Some(2));
    let iban = format!("{id}=DE89 3704 0044 0532 0130 00");
    let name = format!("{id}=Claire Aubert");
    let nowhere = folder.path().join("none/refunds.xml");
    let error = shop.command_error(&["bank", "sepa-file", "--to", nowhere.to_str().unwrap(), "--iban", &iban]);
    assert!(error.contains("refunds.xml"), "{error}");
    assert_eq!(shop.operator(&["bank", "refunds"])[0]["written_at"], Value::Null, "no file, no note");

    let written = shop.operator(&["bank", "sepa-file", "--to", to, "--iban", &iban, "--name", &name]);
    assert_eq!(written["refunds"].to_string(), format!("[{id}]"));
    let xml = std::fs::read_to_string(to).unwrap();
    assert!(xml.contains("<IBAN>DE89370400440532013000</IBAN>") && xml.contains("<Nm>Claire Aubert</Nm>"), "{xml}");
    assert!(xml.contains("<InstdAmt Ccy=\"EUR\">3.00") && xml.contains(written["id"].as_str().unwrap()));
    assert_eq!(std::fs::metadata(to).unwrap().permissions().mode() & 0o777, 0o600, "nobody else reads it");
    assert!(shop.operator(&["bank", "refunds"])[0]["written_at"].is_string());
    // It is in no second file by itself, and what it was in stays as it is.
    assert!(!shop.command_error(&["bank", "sepa-file", "--to", to]).is_empty());
    assert!(shop.command_error(&["bank", "sepa-file", &id, "--to", to, "--iban", &iban]).contains(&number));
    assert_eq!(std::fs::read_to_string(to).unwrap(), xml);
    shop.output(&["bank", "sepa-file", &id, "--to", to, "--iban", &iban, "--again"]);
    assert_ne!(std::fs::read_to_string(to).unwrap(), xml);
    let audit = json!(house.audit(&[])).to_string();
    assert!(audit.contains("bank sepa-file") && !audit.contains("Aubert") && !audit.contains("DE89"), "{audit}");
    // The statement that shows it made closes it.
    let reference = waiting[0]["reference"].as_str().unwrap();
    let out = statement(&[entry("DBIT", "3.00", reference, "Claire Aubert", "B9", reference)]);
    shop.output(&["bank", "import", &file(&folder, "december.xml", &out)]);
    shop.output(&["bank", "book-sure", "1"]);
    assert_eq!(shop.operator(&["bank", "refunds"]), json!([]), "{total}");
}
