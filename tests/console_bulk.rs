//! Work of the console on many things of a list: fixed when it is asked for, done one by one, stopped, cut off, run again.

use base64::Engine as _;
use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{House, Person, open, open_with, post, refused};
use crate::support::{Shop, seeded_copy};

/// What lets one network hold as much as these tests order.
const MANY: [(&str, &str); 4] = [
    ("SHOP__LIMITS__UNPAID_SHARE", "100"),
    ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1000"),
    ("SHOP__LIMITS__UNPAID_PIECES_PER_NETWORK", "1000"),
    ("SHOP__LIMITS__UNPAID_VALUE_PER_NETWORK", "1000000"),
];

/// A shop with so many orders that wait for a transfer.
fn with_unpaid(count: usize) -> (House, Vec<String>) {
    let house = open_with(&MANY);
    house.shop.output(&["stock", "set", "BMA-LAC", "500"]);
    let numbers = (0..count).map(|_| order(&house)).collect();
    (house, numbers)
}

fn order(house: &House) -> String {
    house.shop.visitor().place("BMA-LAC", 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned()
}

fn paid(house: &House) -> String {
    let number = order(house);
    house.shop.operator(&["order", "paid", &number]);
    number
}

fn status(house: &House, number: &str) -> String {
    house.shop.operator(&["order", "show", number])["status"].as_str().unwrap().to_owned()
}

/// All that wait for a transfer.
fn unpaid(call: &str) -> Value {
    json!({ "call": call, "of": { "orders": { "status": ["pending_bank_transfer"] } } })
}

fn prepare(house: &House, person: &mut Person, args: &Value) -> Value {
    house.call(person, "bulk/prepare", args)
}

fn start(house: &House, person: &mut Person, prepared: &Value) -> Value {
    let args = json!({ "id": prepared["id"], "reason": "sold out", "text": "call before delivery" });
    house.call(person, "bulk/start", &args)
}

fn show(house: &House, person: &mut Person, run: &Value) -> Value {
    house.call(person, "bulk/show", &json!({ "id": run["id"] }))
}

/// `waiting`, `pending`, `done`, `failed`, `undone`, `stopped` of a run.
fn counts(run: &Value) -> [i64; 6] {
    ["waiting", "pending", "done", "failed", "undone", "stopped"].map(|name| run[name].as_i64().unwrap())
}

#[test]
fn what_matches_is_fixed_when_it_is_asked_for_and_each_is_done_as_a_single_one() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let orders: Vec<String> = (0..3).map(|_| order(&house)).collect();
    let prepared = prepare(&house, &mut owner, &unpaid("order/cancel"));
    assert_eq!(
        (&prepared["count"], &prepared["state"], &prepared["call"]),
        (&json!(3), &json!("draft"), &json!("order/cancel"))
    );
    // What arrives later is not touched; what is another by now is left alone, and told.
    let later = order(&house);
    house.shop.operator(&["order", "paid", &orders[1]]);
    assert_eq!(house.refused(&mut owner, "bulk/start", &json!({ "id": prepared["id"] })), "order.reason_empty");
    assert_eq!(
        house.refused(&mut bob, "bulk/start", &json!({ "id": prepared["id"], "reason": "x" })),
        "bulk.not_found"
    );
    start(&house, &mut owner, &prepared);
    assert_eq!(
        house.refused(&mut owner, "bulk/start", &json!({ "id": prepared["id"], "reason": "x" })),
        "bulk.ask_again"
    );
    house.pass(SignedDuration::from_secs(1));
    // Each is pending for ten seconds, as a single one, and a colleague may undo it.
    let pending = show(&house, &mut bob, &prepared);
    assert_eq!(counts(&pending["run"]), [0, 2, 0, 1, 0, 0], "{pending}");
    assert_eq!(pending["failures"], json!([{ "thing": orders[1], "failure": pending["failures"][0]["failure"] }]));
    assert_eq!(pending["failures"][0]["failure"]["id"], "order.changed_meanwhile");
    let deeds = house.call(&mut bob, "deed/list", &json!({}))["items"].as_array().unwrap().clone();
    assert_eq!(deeds.iter().map(|deed| &deed["run_id"]).collect::<Vec<_>>(), [&prepared["id"]; 2]);
    let undone = deeds.iter().find(|deed| deed["thing"] == json!(orders[0])).unwrap();
    house.call(&mut bob, "deed/undo", &json!({ "id": undone["id"] }));
    house.pass(SignedDuration::from_mins(1));
    house.pass(SignedDuration::from_secs(1));
    let ended = show(&house, &mut owner, &prepared)["run"].clone();
    assert_eq!((counts(&ended), &ended["state"]), ([0, 0, 1, 1, 1, 0], &json!("done")), "{ended}");
    let now: Vec<String> = orders.iter().chain([&later]).map(|number| status(&house, number)).collect();
    assert_eq!(now, ["pending_bank_transfer", "processing", "canceled", "pending_bank_transfer"]);
    assert_eq!(house.shop.mails("order_canceled"), 1);
    let canceled = house.changes(&["--noun", "order"]);
    let canceled: Vec<_> = canceled.iter().filter(|entry| entry["call"] == "order/cancel").collect();
    assert_eq!(canceled.len(), 1, "an entry for each, as for a single one");
    assert_eq!(
        (&canceled[0]["thing"], &canceled[0]["actor"]),
        (&json!(orders[2]), &json!(format!("staff:{}", owner.id)))
    );

    // Again for what failed, as it is now: what is paid gives money back, which needs fresh proof.
    assert_eq!(house.refused(&mut bob, "bulk/again", &json!({ "id": prepared["id"] })), "bulk.not_found");
    house.pass(SignedDuration::from_mins(10));
    assert_eq!(house.refused(&mut owner, "bulk/again", &json!({ "id": prepared["id"] })), "staff.proof_required");
    assert_eq!(counts(&show(&house, &mut owner, &prepared)["run"]), [0, 0, 1, 1, 1, 0], "a refusal changes nothing");
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/prove", &claim);
    let again = house.call(&mut owner, "bulk/again", &json!({ "id": prepared["id"] }));
    assert_eq!((counts(&again), &again["state"]), ([1, 0, 1, 0, 1, 0], &json!("running")));
    assert_eq!(house.refused(&mut owner, "bulk/dismiss", &json!({ "id": prepared["id"] })), "bulk.running");
    house.pass(SignedDuration::from_secs(1));
    house.pass(SignedDuration::from_mins(1));
    assert_eq!(status(&house, &orders[1]), "canceled");
    assert_eq!(house.refused(&mut owner, "bulk/again", &json!({ "id": prepared["id"] })), "bulk.nothing");
    house.call(&mut owner, "bulk/dismiss", &json!({ "id": prepared["id"] }));
    assert_eq!(house.call(&mut owner, "bulk/list", &json!({}))["items"], json!([]));
}

#[test]
fn stopped_run_begins_nothing_more_and_undoes_what_is_pending() {
    let (house, numbers) = with_unpaid(30);
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let mut packer = house.person("p@example.com", "packing");
    let run = prepare(&house, &mut owner, &unpaid("order/cancel"));
    start(&house, &mut owner, &run);
    house.pass(SignedDuration::from_secs(1));
    let begun = counts(&show(&house, &mut bob, &run)["run"]);
    assert!(begun[1] >= 25 && begun[0] + begun[1] == 30, "{begun:?}");
    for path in ["bulk/stop", "bulk/show", "bulk/dismiss", "bulk/again"] {
        assert_eq!(house.refused(&mut packer, path, &json!({ "id": run["id"] })), "bulk.not_found", "{path}");
    }
    // Whoever may cancel an order may stop a colleague's mistake.
    let stopped = house.call(&mut bob, "bulk/stop", &json!({ "id": run["id"] }));
    assert_eq!(
        (&stopped["state"], stopped["stopped"].as_i64().unwrap() + stopped["undone"].as_i64().unwrap()),
        (&json!("stopped"), 30)
    );
    house.pass(SignedDuration::from_mins(1));
    assert!(numbers.iter().all(|number| status(&house, number) == "pending_bank_transfer"));
    assert_eq!(house.refused(&mut bob, "bulk/stop", &json!({ "id": run["id"] })), "bulk.ended");
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM deed"), 0);
}

#[test]
fn run_that_is_cut_off_goes_on_and_does_nothing_twice() {
    let folder = seeded_copy();
    let env = [&MANY[..], &[("SHOP__MAIL__HOST", "localhost"), ("SHOP__MAIL__PORT", "9")]].concat();
    let shop = Shop::start(folder.path(), &env);
    let house = House::of(shop);
    house.shop.output(&["stock", "set", "BMA-LAC", "500"]);
    let mut owner = house.owner();
    let numbers: Vec<String> = (0..40).map(|_| order(&house)).collect();
    let run = prepare(&house, &mut owner, &unpaid("order/note"));
    assert_eq!(house.refused(&mut owner, "bulk/start", &json!({ "id": run["id"] })), "order.note_empty");
    start(&house, &mut owner, &run);
    // The process dies in the midst of it.
    let House { mut shop, .. } = house;
    shop.kill();
    let shop = Shop::start(folder.path(), &env);
    for seconds in [60, 61, 62, 63] {
        shop.set_clock_seconds_ahead(seconds);
    }
    for number in &numbers {
        let notes = shop.count(&format!(
            "SELECT COUNT(*) FROM order_note WHERE order_id = (SELECT id FROM sales_order WHERE number = '{number}')"
        ));
        assert_eq!(notes, 1, "{number}");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM bulk_item WHERE state = 'done'"), 40);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bulk_run WHERE state = 'done'"), 1);
}

#[test]
fn run_of_somebody_who_may_no_more_fails_with_its_reason_and_a_poisoned_row_holds_up_nobody() {
    let house = open();
    let mut owner = house.owner();
    let mut clerk = house.person("o@example.com", "orders");
    let (first, second) = (order(&house), order(&house));
    // What the role does not give is refused before anything is kept.
    let mut accountant = house.person("a@example.com", "accountant");
    let mut stranger = house.shop.visitor();
    assert_eq!(house.refused(&mut accountant, "bulk/prepare", &unpaid("order/cancel")), "staff.not_allowed");
    assert_eq!(refused(&mut stranger, &house.shop, "bulk/prepare", &unpaid("order/cancel")), "staff.sign_in_required");
    for path in ["bulk/start", "bulk/list", "bulk/show", "bulk/stop", "bulk/again", "bulk/dismiss", "bulk/papers"] {
        let args = json!({ "id": 1, "file": 1, "kind": "slips" });
        assert_eq!(refused(&mut stranger, &house.shop, path, &args), "staff.sign_in_required", "{path}");
    }
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM bulk_run"), 0);
    let run = prepare(&house, &mut clerk, &unpaid("order/cancel"));
    start(&house, &mut clerk, &run);
    house.shop.output(&["staff", "disable", "o@example.com"]);
    house.pass(SignedDuration::from_mins(1));
    let shown = show(&house, &mut owner, &run);
    let begun = counts(&shown["run"]);
    assert_eq!(begun[3], 2, "{shown}");
    assert!(
        shown["failures"].as_array().unwrap().iter().all(|it| it["failure"]["id"] == "deed.author_gone"),
        "{shown}"
    );
    assert_eq!(
        (status(&house, &first), status(&house, &second)),
        ("pending_bank_transfer".into(), "pending_bank_transfer".into())
    );
    // A row that cannot be read is told, and the next is done.
    let run = prepare(
        &house,
        &mut owner,
        &json!({ "call": "order/note", "of": { "chosen": [first, second, "2026-999999"] } }),
    );
    assert_eq!(run["count"], 2, "what is not there is left out");
    start(&house, &mut owner, &run);
    let poison = "UPDATE sales_order SET lang = 'xx' WHERE number = $1";
    house.shop.database().exec(poison, vals![&first]).unwrap();
    house.pass(SignedDuration::from_secs(1));
    house.pass(SignedDuration::from_secs(1));
    let shown = show(&house, &mut owner, &run);
    assert_eq!((counts(&shown["run"]), &shown["run"]["state"]), ([0, 0, 1, 1, 0, 0], &json!("done")), "{shown}");
    assert_eq!(
        (&shown["failures"][0]["thing"], &shown["failures"][0]["failure"]["id"]),
        (&json!(first), &json!("error.try_later"))
    );
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM order_note"), 1);
}

#[test]
fn only_so_many_and_only_what_was_seen_lately() {
    let house = open();
    let mut owner = house.owner();
    let none = json!({ "call": "order/cancel", "of": { "chosen": [] } });
    assert_eq!(house.refused(&mut owner, "bulk/prepare", &none), "bulk.nothing");
    let many: Vec<String> = (0..5_001).map(|at: i32| at.to_string()).collect();
    let many = json!({ "call": "order/cancel", "of": { "chosen": many } });
    assert_eq!(house.refused(&mut owner, "bulk/prepare", &many), "bulk.too_many");
    order(&house);
    let old = prepare(&house, &mut owner, &unpaid("order/note"));
    house.pass(SignedDuration::from_mins(16));
    assert_eq!(house.refused(&mut owner, "bulk/start", &json!({ "id": old["id"], "text": "x" })), "bulk.ask_again");
    // A second draft takes the place of the first.
    prepare(&house, &mut owner, &unpaid("order/note"));
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM bulk_run"), 1);
    // What has ended is forgotten after a week, with what was typed.
    house.pass(SignedDuration::from_secs(1));
    house.pass(SignedDuration::from_secs(1));
    house.pass(SignedDuration::from_hours(24 * 9));
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM bulk_run"), 0);
}

#[test]
fn papers_of_all_that_match_are_cut_into_files() {
    let house = open();
    let mut packer = house.person("p@example.com", "packing");
    let numbers: Vec<String> = (0..3).map(|_| paid(&house)).collect();
    let all = json!({ "call": "pack/papers", "of": { "to_pack": true } });
    let run = prepare(&house, &mut packer, &all);
    assert_eq!((&run["count"], &run["files"], &run["file_size"]), (&json!(3), &json!(1), &json!(100)));
    let args = json!({ "id": run["id"], "file": 1, "kind": "labels" });
    assert_eq!(house.refused(&mut packer, "bulk/papers", &args), "bulk.not_found", "it is not started");
    start(&house, &mut packer, &run);
    // What is paid later is not in it.
    paid(&house);
    let document = house.call(&mut packer, "bulk/papers", &args);
    assert_eq!(document["media_type"], "application/pdf");
    assert_eq!(
        house.refused(&mut packer, "bulk/papers", &json!({ "id": run["id"], "file": 2, "kind": "labels" })),
        "packing.nothing"
    );
    assert_eq!(
        house.refused(&mut packer, "bulk/papers", &json!({ "id": run["id"], "file": 0, "kind": "labels" })),
        "bulk.nothing"
    );
    let printed = house.audit(&["--noun", "packing_papers"]);
    assert_eq!(printed[0]["after"], json!({ "orders": numbers }).to_string());
    // All of them leave, without tracking numbers.
    let ship = prepare(&house, &mut packer, &json!({ "call": "order/ship", "of": { "to_pack": true } }));
    start(&house, &mut packer, &ship);
    house.pass(SignedDuration::from_secs(1));
    house.pass(SignedDuration::from_mins(1));
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM sales_order WHERE status = 'shipped'"), 4);
}

#[test]
fn operator_lists_and_stops_runs_on_the_machine() {
    let (house, _) = with_unpaid(30);
    let mut owner = house.owner();
    let run = prepare(&house, &mut owner, &unpaid("order/cancel"));
    start(&house, &mut owner, &run);
    let listed = house.shop.output(&["bulk", "list"]);
    assert!(listed.contains("order/cancel") && listed.contains("Ada King"), "{listed}");
    house.shop.output(&["bulk", "stop", "1"]);
    assert!(house.shop.output(&["bulk", "show", "1"]).contains("stopped"));
    let entry = &house.audit(&["--noun", "bulk_run"])[0];
    assert_eq!(entry["call"], "bulk stop");
    house.pass(SignedDuration::from_mins(1));
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM sales_order WHERE status = 'canceled'"), 0);
}

/// An account statement with so many movements that nothing of the shop has to do with.
fn import_rents(house: &House, person: &mut Person, count: usize) {
    let rows: String = (0..count).map(|at| format!("20.11.2026;{at},00;rent\n")).collect();
    let content = base64::engine::general_purpose::STANDARD.encode(format!("Date;Amount;Description\n{rows}"));
    house.call(person, "bank/import", &json!({ "name": "rents.csv", "content": content }));
}

#[test]
fn movements_that_match_are_set_aside_and_taken_up_again() {
    let house = open();
    let mut owner = house.owner();
    import_rents(&house, &mut owner, 60);
    let open_ones = json!({ "call": "bank/ignore", "of": { "movements": { "state": "open" } } });
    let run = prepare(&house, &mut owner, &open_ones);
    assert_eq!(run["count"], 60, "those on all pages");
    // Orders are none of a bank's list.
    let mixed = json!({ "call": "order/cancel", "of": { "movements": { "state": "open" } } });
    assert_eq!(
        post(&mut owner.browser, &house.shop, "bulk/prepare", &mixed).json()["error"]["id"],
        "request.malformed"
    );
    // One of them is dealt with meanwhile.
    let first = house.call(&mut owner, "bank/lines", &json!({}))["items"][0]["id"].clone();
    house.call(&mut owner, "bank/ignore", &json!({ "id": first }));
    start(&house, &mut owner, &run);
    for _ in 0..4 {
        house.pass(SignedDuration::from_secs(1));
    }
    let shown = show(&house, &mut owner, &run);
    assert_eq!((counts(&shown["run"]), &shown["run"]["state"]), ([0, 0, 59, 1, 0, 0], &json!("done")), "{shown}");
    assert_eq!(shown["failures"][0]["thing"], json!(first.to_string()));
    assert_eq!(shown["failures"][0]["failure"]["id"], "bank.line_not_open");
    assert_eq!(house.audit(&["--noun", "bank_line"]).len(), 60, "an entry for each, as for a single one");
    let back = json!({ "call": "bank/reopen", "of": { "chosen": [first.to_string()] } });
    let run = prepare(&house, &mut owner, &back);
    start(&house, &mut owner, &run);
    house.pass(SignedDuration::from_secs(1));
    assert_eq!(house.call(&mut owner, "bank/lines", &json!({}))["items"][0]["id"], first);
}

/// Lets a run come to its end.
fn ended(house: &House, person: &mut Person, run: &Value) -> Value {
    for _ in 0..8 {
        house.pass(SignedDuration::from_secs(1));
        let shown = show(house, person, run);
        if shown["run"]["state"] == "done" {
            return shown;
        }
    }
    panic!("{}", show(house, person, run));
}

#[test]
fn products_that_match_go_on_and_off_sale_and_into_a_category_and_out_of_it() {
    let house = open();
    let mut owner = house.owner();
    let mut packer = house.person("p@example.com", "packing");
    let is_on = |sku: &str| house.shop.operator(&["product", "show", sku])["fields"]["enabled"] == "1";
    let towels = |call: &str| json!({ "call": call, "of": { "products": { "q": "TOW-" } } });
    assert_eq!(house.refused(&mut packer, "bulk/prepare", &towels("product/take_off_sale")), "staff.not_allowed");
    let mixed = json!({ "call": "product/take_off_sale", "of": { "orders": {} } });
    assert_eq!(
        post(&mut owner.browser, &house.shop, "bulk/prepare", &mixed).json()["error"]["id"],
        "request.malformed"
    );
    let run = prepare(&house, &mut owner, &towels("product/take_off_sale"));
    let count = run["count"].as_i64().unwrap();
    assert!(count > 1 && is_on("TOW-GAN"), "{run}");
    // Somebody is quicker with one of them: it is told.
    let field = json!({ "field": "enabled", "was": "1", "value": "0" });
    house.call(&mut owner, "product/save", &json!({ "products": [{ "sku": "TOW-GAN", "changes": [field] }] }));
    start(&house, &mut owner, &run);
    let shown = ended(&house, &mut owner, &run);
    assert_eq!(counts(&shown["run"]), [0, 0, count - 1, 1, 0, 0], "{shown}");
    assert_eq!(
        (&shown["failures"][0]["thing"], &shown["failures"][0]["failure"]["id"]),
        (&json!("TOW-GAN"), &json!("product.changed_meanwhile"))
    );
    assert!(!is_on("TOW-GAN"));
    let on = house.call(&mut owner, "product/list", &json!({ "q": "TOW-", "is_on": true }));
    assert_eq!(on["items"], json!([]));
    // The other way round undoes it, as far as each may be sold.
    let run = prepare(&house, &mut owner, &towels("product/put_on_sale"));
    start(&house, &mut owner, &run);
    let shown = ended(&house, &mut owner, &run);
    assert_eq!((shown["run"]["done"].as_i64(), is_on("TOW-GAN")), (Some(count), true), "{shown}");
    assert_eq!(
        house.audit(&["--noun", "product"]).iter().filter(|one| one["call"] == "product/put_on_sale").count(),
        count as usize
    );

    // Categories: one that is not there starts nothing.
    let categories = house.call(&mut owner, "product/choices", &json!({}))["categories"].clone();
    let key = categories.as_array().unwrap().last().unwrap()["key"].as_str().unwrap().to_owned();
    let of = json!({ "chosen": ["TOW-GAN", "BMA-LAC", "NONE-1"] });
    let run = prepare(&house, &mut owner, &json!({ "call": "category/add_products", "of": of }));
    assert_eq!(run["count"], 2, "what is not there is left out");
    let begin = |person: &mut Person, run: &Value, key: &str| {
        post(&mut person.browser, &house.shop, "bulk/start", &json!({ "id": run["id"], "category": key })).json()
    };
    assert_eq!(begin(&mut owner, &run, "no-such")["code"], "0");
    begin(&mut owner, &run, &key);
    ended(&house, &mut owner, &run);
    let has = || {
        let fields = house.shop.operator(&["product", "show", "TOW-GAN"])["fields"].clone();
        fields["categories"].as_str().unwrap().lines().any(|one| one == key)
    };
    assert!(has());
    let run = prepare(&house, &mut owner, &json!({ "call": "category/remove_products", "of": of }));
    begin(&mut owner, &run, &key);
    ended(&house, &mut owner, &run);
    assert!(!has());
}

#[test]
fn messages_that_match_are_closed_and_opened_again() {
    let house = open();
    let mut owner = house.owner();
    for at in 0..3 {
        let letter = json!({ "subject": "other", "message": format!("Question {at}"), "name": "Ada King",
            "email": format!("a{at}@example.com") });
        house.shop.visitor().call("contact/post", &letter);
    }
    let order = paid(&house);
    house.shop.operator(&["order", "ship", &order]);
    let email = house.shop.operator(&["order", "show", &order])["email"].clone();
    let statement = json!({ "order_number": order, "name": "Ada King", "email": email, "items": [], "message": "",
        "confirm": true });
    house.shop.visitor().call("order/withdraw", &statement);
    let open_ones = json!({ "call": "message/close", "of": { "threads": { "state": "open" } } });
    let run = prepare(&house, &mut owner, &open_ones);
    assert_eq!(run["count"], 4);
    // One of them is answered by somebody meanwhile.
    let list = house.call(&mut owner, "message/list", &json!({ "kind": "message" }));
    let reference = list["items"][0]["reference"].clone();
    house.call(&mut owner, "message/close", &json!({ "reference": reference, "version": 1, "note": "" }));
    start(&house, &mut owner, &run);
    let shown = ended(&house, &mut owner, &run);
    assert_eq!(counts(&shown["run"]), [0, 0, 2, 2, 0, 0], "{shown}");
    let why: Vec<&Value> = shown["failures"].as_array().unwrap().iter().map(|one| &one["failure"]["id"]).collect();
    assert!(why.contains(&&json!("thread.note_needed")), "a withdrawal is dealt with by itself: {why:?}");
    let closed = json!({ "call": "message/reopen", "of": { "threads": { "state": "closed" } } });
    let run = prepare(&house, &mut owner, &closed);
    start(&house, &mut owner, &run);
    let shown = ended(&house, &mut owner, &run);
    assert_eq!(counts(&shown["run"]), [0, 0, 3, 0, 0, 0], "{shown}");
    assert_eq!(house.call(&mut owner, "message/list", &json!({ "state": "closed" }))["items"], json!([]));
}
