//! Orders after they are placed: payment, shipment, return, refund and cancellation by customers, operators and jobs.

use serde_json::{Value, json};

use crate::support::{OUTBOX_ONLY, Shop, Visitor, eventually, registration, run, uuid};

/// The seed has a stock of ten at 18.00.
const SKU: &str = "TOW-GAN";
const CARD: &str = "1234567890123456";

pub fn form(visitor: &mut Visitor, sku: &str, qty: i64, method: &str) -> Value {
    visitor.add(sku, qty);
    visitor.order_form(method)
}

fn number(placed: &Value) -> &str {
    placed["order_number"].as_str().unwrap()
}

/// Runs an invalid command line; returns the error.
fn usage_error(shop: &Shop, args: &[&str]) -> String {
    let (code, _, error) = shop.command(args);
    assert_eq!(code, Some(2), "{args:?}: {error}");
    error
}

fn history(shop: &Shop, number: &str) -> Vec<(String, String)> {
    let whole = shop.operator(&["order", "show", number]);
    let text = |step: &Value, name: &str| step[name].as_str().unwrap().to_owned();
    whole["history"].as_array().unwrap().iter().map(|step| (text(step, "status"), text(step, "actor"))).collect()
}

fn after_days(shop: &Shop, days: i64) {
    shop.set_clock_minutes_ahead(60 * (24 * days + 1));
}

/// Pays on the demo payment page and waits until the shop has booked it.
fn pay_by_card(shop: &Shop, visitor: &mut Visitor, placed: &Value) {
    assert_eq!(visitor.form(&shop.payment_page(placed), "choice=succeed").status, 303);
    eventually("it is paid", || visitor.result(placed)["status"] == "processing");
}

#[test]
fn a_payment_is_booked_twice_only_when_the_operator_says_so() {
    let shop = Shop::open();
    let placed = shop.visitor().place(SKU, 3, "bank_transfer");
    let order = number(&placed);
    let outstanding = |args: &[&str]| -> String {
        let paid = shop.operator(&[&["order", "paid", order, "--amount", "10.00"], args].concat());
        paid["outstanding"].as_str().unwrap().to_owned()
    };
    let first = outstanding(&["--reference", "VIR 1", "--date", "2026-11-23"]);
    let again = ["order", "paid", order, "--amount", "10.00", "--reference", "VIR 1", "--date", "2026-11-23"];
    let told = shop.command_error(&again);
    assert!(told.contains(&format!("is booked for {order} already; nothing was booked")), "{told}");
    assert!(told.contains("--again") && told.contains("--date"), "{told}");
    assert_eq!(shop.operator(&["order", "show", order])["payments"].as_array().unwrap().len(), 1);
    // Another day, another reference, another amount, and the operator's word.
    let next = outstanding(&["--reference", "VIR 1", "--date", "2026-11-24"]);
    assert_ne!(next, first);
    assert_ne!(outstanding(&["--reference", "VIR 2", "--date", "2026-11-24"]), next);
    shop.operator(&["order", "paid", order, "--amount", "9.00", "--reference", "VIR 1", "--date", "2026-11-23"]);
    shop.operator(&[&again[..], &["--again"]].concat());
    assert_eq!(shop.operator(&["order", "show", order])["payments"].as_array().unwrap().len(), 5);
}

#[test]
fn bank_transfer_order_is_paid_shipped_and_returned_in_parts() {
    let shop = Shop::open_with(&[("SHOP__CAPTCHA__PROVIDER", "none")]);
    let mut claire = shop.visitor();
    let mut registered = registration("claire.martin@example.com");
    registered["member_card"] = json!(CARD);
    claire.call("customer/create", &registered);
    let mut form = form(&mut claire, SKU, 3, "bank_transfer");
    form["member_card"] = json!(CARD);
    let placed = claire.call("checkout/place", &form);
    let order = number(&placed);
    let total: f64 = placed["totals"]["total"].as_str().unwrap().parse().unwrap();
    let rest = format!("{:.2}", total - 10.0);

    // Payment.
    let unpaid = format!("{order} is not paid yet (pending_bank_transfer); `shop order paid {order}` comes first");
    for command in ["ship", "complete"] {
        assert!(shop.command_error(&["order", command, order]).contains(&unpaid));
    }
    let zero = format!("give an --amount above zero: what has come for {order} (pending_bank_transfer)");
    assert!(shop.command_error(&["order", "paid", order, "--amount", "0"]).contains(&zero));
    let part = shop.operator(&["order", "paid", order, "--amount", "10.00"]);
    assert_eq!((&part["status"], &part["outstanding"]), (&json!("pending_bank_transfer"), &json!(rest)), "{part}");
    assert_eq!(claire.result(&placed)["paid_amount"], "10.00");
    let unpaid = format!(
        "{order} is not paid yet (pending_bank_transfer); `shop order cancel {order} --reason WHY` ends it and gives back"
    );
    assert!(shop.command_error(&["order", "refund", order, "--amount", "1.00"]).contains(&unpaid));
    let done = shop.operator(&["order", "paid", order, "--amount", &rest, "--reference", "VIR 20261121"]);
    assert_eq!((&done["status"], shop.mails("payment_received")), (&json!("processing"), 1));
    assert_eq!((&done["outstanding"], &done["currency"]), (&json!("0.00"), &json!("EUR")), "{done}");
    let points = claire.call("membercard/index", &json!({}));
    assert_eq!((&points["points_due"], &points["points_pending"]), (&json!(0), &json!(54)));
    // An overpayment is refunded by hand.
    shop.operator(&["order", "paid", order, "--amount", "7.00"]);
    assert_eq!(shop.operator(&["order", "list", "--refunds"])[0]["amount"], "7.00");

    // Shipments.
    let too_many = format!("{SKU}=4");
    assert!(
        shop.command_error(&["order", "ship", order, "--line", &too_many])
            .contains("has only 3 × TOW-GAN left to send")
    );
    assert!(shop.command_error(&["order", "ship", order, "--line", "NOPE=1"]).contains("this order has no NOPE"));
    let nothing =
        format!("nothing of {order} has been sent yet (processing); `shop order cancel {order} --reason WHY` ends it");
    assert!(shop.command_error(&["order", "return", order]).contains(&nothing));
    let part = format!("{SKU}=1");
    let args = ["order", "ship", order, "--line", &part, "--carrier", "dhl", "--tracking", "JD0123"];
    assert_eq!(shop.operator(&args)["status"], "processing");
    assert!(
        shop.command_error(&["order", "cancel", order, "--reason", "late"])
            .contains(&format!("{order} has left, if only in part (processing); `shop order return {order}`"))
    );
    let here = format!("not all of {order} has left yet (processing); `shop order ship {order}` comes first");
    assert!(shop.command_error(&["order", "complete", order]).contains(&here));
    assert!(
        shop.command_error(&["order", "ship", order, "--line", &too_many])
            .contains("has only 2 × TOW-GAN left to send")
    );
    let seen = claire.call("order/view", &json!({ "order_number": order }));
    let shipment = &seen["shipments"][0];
    assert_eq!(
        (&shipment["carrier"], &shipment["tracking"], &shipment["items"][0]["qty"]),
        (&json!("dhl"), &json!("JD0123"), &json!(1))
    );
    assert!(shipment["tracking_url"].as_str().unwrap().contains("JD0123"), "{shipment}");
    assert_eq!((&seen["status"], &seen["withdraw_until"]), (&json!("processing"), &Value::Null));
    assert_eq!(shop.operator(&["order", "ship", order])["status"], "shipped");
    assert!(shop.command_error(&["order", "ship", order]).contains(&format!("{order} is shipped already; ")));
    let seen = claire.call("order/view", &json!({ "order_number": order }));
    assert_eq!(seen["shipments"].as_array().unwrap().len(), 2);
    assert!(seen["withdraw_until"].is_string(), "the withdrawal period has begun: {seen}");
    assert_eq!(shop.mails("order_shipped"), 2);
    assert_eq!(shop.stock(SKU), 7);

    // Fourteen days later it is complete, and the points are due.
    after_days(&shop, 13);
    assert_eq!(claire.result(&placed)["status"], "shipped");
    after_days(&shop, 14);
    assert_eq!(claire.result(&placed)["status"], "complete");
    let points = claire.call("membercard/index", &json!({}));
    assert_eq!((&points["points_due"], &points["points_pending"]), (&json!(54), &json!(0)));
    let pair = |status: &str, actor: &str| (status.to_owned(), actor.to_owned());
    assert_eq!(
        history(&shop, order),
        [
            pair("pending_bank_transfer", "customer"),
            pair("processing", "operator"),
            pair("shipped", "operator"),
            pair("complete", "job")
        ]
    );

    // A later return reverses its points; the return of the last piece closes the order.
    let back = shop.output(&["order", "return", order, "--line", &part, "--reason", "withdrawal"]);
    let words = format!("{order} has 1 × TOW-GAN back, 2 × TOW-GAN still out; 18.00 EUR to be refunded (complete)\n");
    assert!(back.starts_with(&words) && back.contains("--made"), "{back}");
    assert_eq!((claire.result(&placed)["status"].clone(), shop.stock(SKU)), (json!("complete"), 8));
    assert_eq!(claire.call("membercard/index", &json!({}))["points_due"], 36);
    let most = format!("{order} has only 2 × TOW-GAN out that can come back");
    assert!(shop.command_error(&["order", "return", order, "--line", &too_many]).contains(&most));
    let back = shop.operator(&["order", "return", order, "--no-restock"]);
    let told = back["notes"][0].as_str().unwrap();
    assert!(told.starts_with(&format!("{order} has 2 × TOW-GAN back, nothing still out; ")), "{back}");
    assert_eq!(back["outstanding"], "0.00", "refunded amounts are not outstanding: {back}");
    let closed = claire.result(&placed);
    assert_eq!((&closed["status"], shop.stock(SKU)), (&json!("closed"), 8));
    assert_eq!(claire.call("membercard/index", &json!({}))["points_due"], 0);
    // Everything is refunded, shipping included.
    let open = shop.operator(&["order", "list", "--refunds"]);
    let back: f64 =
        open.as_array().unwrap().iter().map(|row| row["amount"].as_str().unwrap().parse::<f64>().unwrap()).sum();
    assert!((back - total - 7.0).abs() < 0.001, "{open}");
    assert!(
        shop.command_error(&["order", "return", order])
            .contains(&format!("all that was sent of {order} has come back"))
    );
    let why = shop.command_error(&["order", "cancel", order, "--reason", "late"]);
    assert!(why.contains(&format!("{order} is closed already, and nothing follows that")), "{why}");
    let why = shop.command_error(&["order", "refund", order, "--amount", "0.01"]);
    assert!(why.contains(&format!("0.01 EUR is more than there is to refund of {order}: 0.00 EUR at most")), "{why}");
    assert!(shop.command_error(&["order", "refund", order, "--amount", "0"]).contains("give an --amount above zero"));
    for row in open.as_array().unwrap() {
        shop.operator(&["order", "refund", order, "--made", &row["id"].to_string()]);
    }
    let why = shop.command_error(&["order", "refund", order, "--made", "1"]);
    assert!(
        why.contains(&format!("refund 1 of {order} is made already; `shop order show {order}` lists them")),
        "{why}"
    );
    let why = shop.command_error(&["order", "refund", order, "--made", "99"]);
    assert!(why.contains(&format!("{order} has no refund 99; `shop order show {order}` lists them")), "{why}");
    for option in [["--amount", "1.00"], ["--by-hand", "1"]] {
        let told = usage_error(&shop, &[&["order", "refund", order, "--reference", "VIR 7"][..], &option].concat());
        assert!(told.contains("--reference") && told.contains("cannot be used with"), "{told}");
    }
    for option in ["--amount", "--made", "--by-hand"] {
        assert!(usage_error(&shop, &["order", "refund", order]).contains(option), "{option}");
    }
    assert_eq!(shop.operator(&["order", "list", "--refunds"]), json!([]));
    assert_eq!(shop.mails("order_refunded"), open.as_array().unwrap().len() as i64);
}

#[test]
fn canceling_a_paid_order_restocks_and_refunds_once() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 2, "card");
    let page = shop.payment_page(&placed);
    assert_eq!(visitor.form(&page, "choice=succeed").status, 303);
    let token = placed["token"].as_str().unwrap();
    visitor.get(&format!("/payment/return?token={token}"));
    let order = number(&placed);
    assert_eq!((visitor.result(&placed)["status"].clone(), shop.stock(SKU)), (json!("processing"), 8));
    assert_eq!(shop.operator(&["order", "cancel", order, "--reason", "sold out"])["status"], "canceled");
    assert!(
        shop.command_error(&["order", "cancel", order, "--reason", "again"])
            .contains(&format!("{order} is canceled already"))
    );
    eventually("the payment is refunded", || shop.mails("order_refunded") == 1);
    let after = visitor.result(&placed);
    assert_eq!((&after["outcome"], &after["refunded_amount"]), (&json!("canceled"), &placed["totals"]["total"]));
    assert_eq!(
        (shop.stock(SKU), shop.mails("order_canceled"), shop.count("SELECT COUNT(*) FROM demo_refund")),
        (10, 1, 1)
    );
    assert!(shop.command_error(&["order", "refund", order, "--amount", "1.00"]).contains("more than there is"));
    assert!(shop.command_error(&["order", "ship", order]).contains(&format!("{order} is canceled already")));
    assert!(usage_error(&shop, &["order", "cancel", order, "--reason", " "]).contains("say why in a few words"));
}

#[test]
fn guests_cancel_unpaid_orders_by_their_token() {
    let shop = Shop::open();
    let mut guest = shop.visitor();
    let placed = guest.place(SKU, 2, "bank_transfer");
    let guess = guest.refused("order/cancel", &json!({ "token": "0".repeat(64) }));
    assert_eq!(guess["error"]["id"], "order.not_found");
    let by_number = guest.refused("order/cancel", &json!({ "order_number": placed["order_number"] }));
    assert_eq!(by_number["error"]["id"], "login.required", "a number alone opens nothing");
    // The mail's link may be followed in another browser.
    let canceled = shop.visitor().call("order/cancel", &json!({ "token": placed["token"] }));
    assert_eq!((&canceled["status"], &canceled["can_cancel"]), (&json!("canceled"), &json!(false)));
    assert_eq!((shop.stock(SKU), shop.mails("order_canceled")), (10, 1));
    assert_eq!(guest.result(&placed)["canceled_on_request"], true);
    let by_operator = shop.visitor().place(SKU, 1, "bank_transfer");
    shop.operator(&["order", "cancel", number(&by_operator), "--reason", "as agreed"]);
    assert_eq!(guest.result(&by_operator)["canceled_on_request"], false);
    let item = &guest.result(&placed)["items"][0];
    assert!(item["item_id"].is_i64() && item["stock"] == 10, "{item}");
    let again = guest.refused("order/cancel", &json!({ "token": placed["token"] }));
    assert_eq!(again["error"]["id"], "order.not_cancelable");
}

#[test]
fn unpaid_transfers_of_a_session_wait_beyond_the_limit_and_refuse_no_card() {
    let shop = Shop::open();
    let mut guest = shop.visitor();
    let orders: Vec<Value> = (0..3).map(|_| guest.place(SKU, 1, "bank_transfer")).collect();
    let fourth = guest.place(SKU, 1, "cheque");
    assert_eq!(fourth["payment"]["awaiting_confirmation"], true);
    assert_eq!(guest.place(SKU, 1, "card")["payment"]["awaiting_confirmation"], false);
    // A canceled one makes room.
    guest.call("order/cancel", &json!({ "token": orders[0]["token"] }));
    assert_eq!(guest.place(SKU, 1, "cheque")["payment"]["awaiting_confirmation"], false);
}

#[test]
fn customers_cancel_unpaid_orders_only() {
    let shop = Shop::open();
    let mut claire = shop.customer("claire.martin@example.com");
    let placed = claire.place(SKU, 1, "bank_transfer");
    let args = json!({ "order_number": placed["order_number"] });
    let nobody = shop.visitor().refused("order/cancel", &args);
    assert_eq!(
        (&nobody["message"], nobody["error"]["id"].as_str()),
        (&json!("login required"), Some("login.required"))
    );
    let stranger = shop.customer("ben@example.com").refused("order/cancel", &args);
    assert_eq!(stranger["error"]["id"], "order.not_found");
    let canceled = claire.call("order/cancel", &args);
    assert_eq!((&canceled["status"], &canceled["can_cancel"]), (&json!("canceled"), &json!(false)));
    assert_eq!((shop.stock(SKU), shop.mails("order_canceled")), (10, 1));
    assert_eq!(claire.refused("order/cancel", &args)["error"]["id"], "order.not_cancelable");
    let second = claire.place(SKU, 1, "bank_transfer");
    shop.operator(&["order", "paid", number(&second)]);
    let late = claire.refused("order/cancel", &json!({ "order_number": second["order_number"] }));
    assert_eq!(late["error"]["id"], "order.not_cancelable");
    // A payment for a canceled order is to be refunded by hand.
    shop.operator(&["order", "paid", number(&placed), "--amount", "23.90"]);
    let waiting = shop.operator(&["order", "list", "--refunds"]);
    assert_eq!((&waiting[0]["reason"], &waiting[0]["state"]), (&json!("order_over"), &json!("by_hand")));
    // The payment page is closed with its order.
    let by_card = claire.place(SKU, 1, "card");
    let page = shop.payment_page(&by_card);
    claire.call("order/cancel", &json!({ "order_number": by_card["order_number"] }));
    eventually("the page is closed", || claire.clone().get(&page).body.contains("This payment has been settled"));
}

#[test]
fn open_order_is_paid_from_the_account() {
    let shop = Shop::open();
    let mut claire = shop.customer("claire.martin@example.com");
    let placed = claire.place(SKU, 1, "cheque");
    let args = json!({ "order_number": placed["order_number"], "payment_method": "card" });
    assert_eq!(shop.visitor().refused("payment/retry", &args)["error"]["id"], "login.required");
    assert_eq!(shop.customer("ben@example.com").refused("payment/retry", &args)["error"]["id"], "order.not_found");
    let retried = claire.call("payment/retry", &args);
    assert_ne!(retried["token"], placed["token"]);
    let page = shop.payment_page(&retried);
    claire.form(&page, "choice=succeed");
    claire.get(&format!("/payment/return?token={}", retried["token"].as_str().unwrap()));
    assert_eq!(claire.result(&retried)["status"], "processing");
    assert_eq!(claire.result(&placed)["method"], "card", "both tokens belong to the same order");
}

#[test]
fn unpaid_transfers_and_cheques_are_canceled_after_five_working_days() {
    let shop = Shop::open();
    // From Tuesday, 22 December: 23, 24, 28, 29 and 30; 25 and 26 December are holidays.
    for (method, at, last, over) in [
        ("bank_transfer", "2026-12-22T10:00:00Z", "2026-12-30T22:59:58Z", "2026-12-30T23:00:30Z"),
        ("cheque", "2027-01-11T23:30:00Z", "2027-01-19T22:59:58Z", "2027-01-19T23:00:30Z"),
    ] {
        shop.set_clock(at);
        let mut visitor = shop.visitor();
        let placed = visitor.place(SKU, 2, method);
        assert_eq!(shop.stock(SKU), 8);
        shop.set_clock(last);
        assert_eq!(visitor.result(&placed)["status"], format!("pending_{method}"));
        shop.set_clock(over);
        let ended = visitor.result(&placed);
        assert_eq!((&ended["status"], &ended["outcome"]), (&json!("canceled"), &json!("canceled")), "{method}");
        assert_eq!(shop.stock(SKU), 10);
        assert_eq!(history(&shop, number(&placed)).last().unwrap(), &("canceled".to_owned(), "job".to_owned()));
        let refused = visitor.refused("payment/retry", &json!({ "token": placed["token"] }));
        assert_eq!(refused["error"]["id"], "payment.not_pending");
    }
    assert_eq!(shop.mails("order_canceled"), 2);
}

#[test]
fn operator_creates_lists_and_shows_orders() {
    let shop = Shop::open();
    let template = shop.operator(&["order", "create", "--template"]);
    let file = shop.data.join("entered.json");
    let enter = |change: &dyn Fn(&mut Value)| {
        let mut entered = template.clone();
        change(&mut entered);
        std::fs::write(&file, entered.to_string()).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let path = enter(&|entered| entered["items"] = json!([{ "sku": SKU, "qty": 2 }]));
    let entered = shop.operator(&["order", "create", &path]);
    assert_eq!((&entered["status"], shop.stock(SKU), shop.mails("order_received")), (&json!("pending_offline"), 8, 1));
    let order = entered["number"].as_str().unwrap();
    assert_eq!(entered["totals"], shop.operator(&["order", "show", order])["totals"]);
    shop.operator(&["promo", "create", "TEAM-ONLY", "--domain", "valmere.example"]);
    let address = |key: &str, value: &str| {
        let mut address = template["shipping_address"].clone();
        address[key] = json!(value);
        address
    };
    let mut spain = address("country", "ES");
    spain["postcode"] = json!("28013");
    for (field, value, why) in [
        ("items", json!([{ "sku": "NOPE", "qty": 1 }]), "items[0].sku: NOPE: This item is not in our catalogue."),
        ("items", json!([{ "sku": SKU, "qty": 11 }]), "items[0].qty: of TOW-GAN 1 to 8 can be ordered, not 11"),
        (
            "items",
            json!([{ "sku": SKU, "qty": 1, "price": "1.00" }]),
            "unknown key items[0].price; known here: sku, qty",
        ),
        (
            "items",
            json!([{ "sku": SKU, "qty": 6 }, { "sku": SKU, "qty": 6 }]),
            "items[1].sku: TOW-GAN stands in items[0] already; give one quantity",
        ),
        ("items", json!([]), "items: name one or more"),
        ("email", json!("nobody"), "email: Please enter a valid email address"),
        ("colour", json!("red"), "the order is not as the template has it: unknown key colour; known here: "),
        ("shipping_address", address("compny", "Martin SA"), "unknown key shipping_address.compny; known here: "),
        ("billing_address", address("vat", "FR1"), "unknown key billing_address.vat; known here: "),
        ("shipping_address", address("postcode", ""), "shipping_address.postcode: Enter the postal code."),
        ("shipping_address", address("country", "XX"), ", DE, "),
        ("shipping_address", spain, "shipping_address.region: Select a province. Give one of "),
        ("shipping_method", json!("pigeon"), "Give one of standard, dhl, ups, pickup."),
        ("promo_tag", json!("NONE"), "promo_tag: there is no NONE, or it is not on; `shop promo list` lists the tags"),
        ("promo_tag", json!("TEAM-ONLY"), "promo_tag: TEAM-ONLY is not for name@example.com; "),
    ] {
        let path = enter(&|entered| entered[field] = value.clone());
        let said = shop.command_error(&["order", "create", &path]);
        assert!(said.contains(why), "{why}: {said}");
    }
    assert!(shop.command_error(&["order", "create", "/nowhere.json"]).contains("cannot be read"));
    assert!(shop.command_error(&["order", "create"]).contains("--template"));
    assert_eq!(shop.stock(SKU), 8, "refused orders reserve no stock");

    shop.operator(&["order", "paid", order, "--method", "offline", "--reference", "till 4"]);
    let mut visitor = shop.visitor();
    let other = visitor.place(SKU, 1, "cheque");
    let numbers = |args: &[&str]| -> Vec<String> {
        let list = shop.operator(&[&["order", "list"], args].concat());
        list.as_array().unwrap().iter().map(|row| row["number"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(numbers(&[]), [number(&other), order], "newest first");
    assert_eq!(numbers(&["--limit", "1"]), [number(&other)]);
    assert_eq!(numbers(&["--status", "processing"]), [order]);
    assert_eq!(numbers(&["--status", "processing", "--status", "pending_cheque"]).len(), 2);
    assert_eq!(numbers(&["--method", "cheque"]), [number(&other)]);
    assert_eq!(numbers(&["--method", "offline"]), [order], "by the method it was paid with");
    assert_eq!(numbers(&["--method", "bank_transfer"]), Vec::<String>::new());
    assert_eq!(numbers(&["--email", "NAME@example.com"]), [order]);
    assert_eq!(numbers(&["--since", "2100-01-01"]), Vec::<String>::new());
    assert_eq!(numbers(&["--until", "2000-01-01"]), Vec::<String>::new());
    let (code, _, error) = shop.command(&["order", "list", "--status", "lost"]);
    assert!(code == Some(2) && error.contains("give one of pending, "), "{error}");
    shop.operator(&["order", "note", order, "rings twice"]);
    let (_, table, _) = shop.command(&["order", "list"]);
    assert!(table.starts_with("NUMBER") && table.contains("pending_cheque"), "{table}");
    let (_, shown, _) = shop.command(&["order", "show", order]);
    for words in
        ["processing", "name@example.com", "2 × TOW-GAN", "in person till 4", "rings twice", "Annecy", "+33612345678"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let totals = &shop.operator(&["order", "show", order])["totals"];
    let amount = |key: &str| totals[key].as_str().unwrap().to_owned();
    let sums = format!("goods {}, shipping {}\n", amount("subtotal_incl_tax"), amount("shipping_amount"));
    assert!(shown.contains(&sums) && amount("shipping_amount") != "0.00", "{sums}: {shown}");
    for args in [&["order", "show", "2000-000001"][..], &["order", "paid", "2000-000001"], &["order", "note", "x", "y"]]
    {
        let why = format!("there is no order {}; `shop order list` lists them", args[2].to_uppercase());
        assert!(shop.command_error(args).contains(&why));
    }
}

#[test]
fn commands_and_checkouts_run_concurrently() {
    let shop = Shop::open_with(&[("SHOP__LIMITS__UNPAID_ORDERS", "1000")]);
    shop.operator(&["stock", "set", SKU, "40"]);
    std::thread::scope(|scope| {
        for shopper in 0..3 {
            let shop = &shop;
            scope.spawn(move || {
                for order in 0..4 {
                    let mut visitor = shop.visitor();
                    let mut form = form(&mut visitor, SKU, 1, "bank_transfer");
                    form["email"] = json!(format!("shopper{shopper}.{order}@example.com"));
                    form["idempotency_key"] = json!(uuid());
                    let placed = visitor.call("checkout/place", &form);
                    shop.operator(&["order", "paid", number(&placed)]);
                }
            });
        }
        scope.spawn(|| {
            for _ in 0..6 {
                shop.operator(&["stock", "list", "TOW"]);
                shop.operator(&["jobs", "list"]);
                shop.operator(&["promo", "list"]);
            }
        });
    });
    assert_eq!(shop.operator(&["order", "list", "--status", "processing"]).as_array().unwrap().len(), 12);
    assert_eq!(shop.stock(SKU), 28);
    // Order numbers are unique.
    let numbers: i64 = shop.count("SELECT COUNT(DISTINCT number) FROM sales_order");
    assert_eq!(numbers, 12);
}

#[test]
fn free_order_is_paid_when_placed() {
    let shop = Shop::open();
    shop.operator(&["promo", "create", "GIFT", "--percent", "100"]);
    let mut visitor = shop.visitor().with_query("promo-tag", "GIFT");
    // Standard shipping is free from 150.00, and the tag discounts the goods to zero.
    let form = form(&mut visitor, SKU, 9, "card");
    assert_eq!(form["expected_total"], "0.00");
    let placed = visitor.call("checkout/place", &form);
    assert_eq!((&placed["status"], shop.mails("order_received")), (&json!("processing"), 1));
    assert!(placed["payment"]["redirect_url"].as_str().unwrap().contains("/en/ccordersuccess?token="), "{placed}");
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payment_attempt"), 0, "no payment attempt for a zero total");
    // An entered order of zero is paid at once too.
    shop.operator(&["stock", "set", SKU, "10"]);
    let mut entered = shop.operator(&["order", "create", "--template"]);
    entered["items"] = json!([{ "sku": SKU, "qty": 9 }]);
    entered["promo_tag"] = json!("GIFT");
    let file = shop.data.join("entered.json");
    std::fs::write(&file, entered.to_string()).unwrap();
    let made = shop.operator(&["order", "create", file.to_str().unwrap()]);
    assert_eq!((&made["status"], &made["totals"]["total"]), (&json!("processing"), &json!("0.00")), "{made}");
    let order = made["number"].as_str().unwrap();
    assert_eq!((shop.mails("order_received"), shop.mails("payment_received")), (2, 0), "one mail each");
    assert_eq!(shop.stock(SKU), 1);
    let invoices = shop.operator(&["invoice", "list"]);
    assert!(invoices.as_array().unwrap().iter().any(|row| row["order_number"] == order), "{invoices}");
    let shown = shop.operator(&["order", "show", order]);
    assert_eq!((&shown["payments"], &shown["history"][1]["reason"]), (&json!([]), &json!("nothing to pay")), "{shown}");
    assert!(
        shop.command_error(&["order", "paid", order]).contains(&format!("{order} waits for no money (processing)"))
    );
    assert_eq!(shop.operator(&["order", "ship", order])["status"], "shipped");
    let back = shop.operator(&["order", "return", order]);
    assert_eq!((&back["status"], &back["refunds"]), (&json!("closed"), &json!([])), "{back}");
}

#[test]
fn operator_output_names_refunds_to_make_by_hand() {
    let shop = Shop::open_with(&[("SHOP__LIMITS__UNPAID_ORDERS", "100")]);
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "bank_transfer");
    let order = number(&placed);
    let total = placed["totals"]["total"].as_str().unwrap();
    let made = |id: i64| format!("once it is sent: shop order refund {order} --made {id}");
    let part = shop.output(&["order", "paid", order, "--amount", "1.00"]);
    let rest = format!("{:.2}", total.parse::<f64>().unwrap() - 1.0);
    assert!(part.contains(&format!("is paid in part, {rest} EUR outstanding")), "{part}");
    // Overpayment.
    let paid =
        shop.output(&["order", "paid", order, "--amount", &format!("{:.2}", rest.parse::<f64>().unwrap() + 62.1)]);
    assert!(paid.starts_with(&format!("{order} is paid (processing)\n")), "{paid}");
    assert!(paid.contains("refund 1: send 62.10 EUR by hand") && paid.contains(&made(1)), "{paid}");
    // A goodwill refund.
    let given = shop.output(&["order", "refund", order, "--amount", "5"]);
    assert!(given.starts_with(&format!("{order} is to get 5.00 EUR back (processing)\n")), "{given}");
    assert!(given.contains("refund 2: send 5.00 EUR by hand") && given.contains(&made(2)), "{given}");
    assert_eq!(
        shop.output(&["order", "refund", order, "--made", "2"]).trim(),
        format!("{order} has its refund 2 (processing)")
    );
    // The reason given with --made becomes a note; the refund keeps its own reason.
    shop.operator(&["order", "refund", order, "--amount", "1", "--reason", "a torn hem"]);
    shop.operator(&["order", "refund", order, "--made", "3", "--reason", "to her husband's account"]);
    let shown = shop.operator(&["order", "show", order]);
    assert_eq!(shown["refunds"][2]["reason"], "a torn hem");
    let notes = shown["notes"].as_array().unwrap();
    assert_eq!(notes.last().unwrap()["text"], "refund 3 made by hand: to her husband's account", "{shown}");
    assert!(
        usage_error(&shop, &["order", "refund", order, "--made", "1", "--reason", " "])
            .contains("say why in a few words")
    );
    // A payment after the cancellation.
    let canceled = shop.output(&["order", "cancel", order, "--reason", "sold out"]);
    assert!(canceled.starts_with(&format!("{order} is canceled\n")), "{canceled}");
    assert!(canceled.contains(&made(4)) && canceled.contains(&made(5)), "one refund per payment: {canceled}");
    let late = shop.operator(&["order", "paid", order, "--amount", "7.00"]);
    let waiting = &late["refunds"][0];
    assert_eq!(
        (&waiting["id"], &waiting["state"], &waiting["amount"]),
        (&json!(6), &json!("by_hand"), &json!("7.00")),
        "{late}"
    );
    // Gateway payments are refunded automatically.
    let by_card = visitor.place(SKU, 1, "card");
    pay_by_card(&shop, &mut visitor, &by_card);
    let back = shop.output(&["order", "refund", number(&by_card), "--amount", "5"]);
    assert!(back.contains("5.00 EUR goes back the way it came") && !back.contains("--made"), "{back}");
}

#[test]
fn payment_by_another_method_needs_an_explicit_method() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    let order = number(&placed);
    let why = shop.command_error(&["order", "paid", order]);
    assert!(
        why.contains(&format!("{order} is to be paid by card")) && why.contains("add --method bank_transfer"),
        "{why}"
    );
    assert_eq!(visitor.result(&placed)["status"], "pending");
    let paid = shop.output(&["order", "paid", order, "--method", "bank_transfer"]);
    assert!(paid.contains("it is paid by bank transfer now, no longer by card"), "{paid}");
    assert!(paid.contains("its payment page is closed by the open shop"), "{paid}");
    eventually("the page is closed", || shop.operator(&["order", "show", order])["attempts"][0]["state"] == "canceled");
    let placed = visitor.place(SKU, 1, "card");
    let order = number(&placed);
    let paid = shop.operator(&["order", "paid", order, "--method", "cheque"]);
    let notes: Vec<&str> = paid["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect();
    assert_eq!(notes[..2], [&format!("{order} is paid (processing)"), "it is paid by cheque now, no longer by card"]);
    assert!(notes[2].starts_with("its payment page is closed by the open shop"), "{paid}");
}

#[test]
fn offline_payment_is_shown_as_the_payment_method() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut claire = shop.customer("claire.martin@example.com").speaking("fr");
    let placed = claire.place(SKU, 1, "card");
    let order = number(&placed);
    assert_eq!(claire.result(&placed)["method_label"], "Carte bancaire");
    let paid = shop.output(&["order", "paid", order, "--method", "offline"]);
    assert!(paid.contains("it is paid in person now, no longer by card"), "{paid}");
    let seen = claire.call("order/view", &json!({ "order_number": order }));
    assert_eq!(
        (&seen["method_label"], &seen["method"]),
        (&json!("Sur place"), &json!("card")),
        "the chosen method is kept"
    );
    assert_eq!(claire.call("order/index", &json!({}))["items"][0]["method_label"], "Sur place");
    let mail = shop.mail("order_received", "claire.martin@example.com").unwrap();
    assert_eq!(mail["order"]["method_label"], "Sur place");
    let invoice = shop.operator(&["invoice", "list", "--order", order])[0]["number"].as_str().unwrap().to_owned();
    let invoice: Value = serde_json::from_str(&shop.output(&["invoice", "show", &invoice])).unwrap();
    assert_eq!((&invoice["payment"]["method"], &invoice["payment"]["label"]), (&json!("offline"), &json!("Sur place")));
    let shown = shop.output(&["order", "show", order]);
    assert!(shown.contains("\npayment in person, Standard delivery\n") && shown.contains("paid in person"), "{shown}");
    // Reasons and notes must be one line.
    for args in [
        &["order", "refund", order, "--amount", "1.00", "--reason", "x\ny"][..],
        &["order", "note", order, "x\u{1b}[2Jy"],
    ] {
        let error = usage_error(&shop, args);
        assert!(error.contains("write it in one line"), "{error}");
    }
    assert_eq!(shop.operator(&["order", "list"])[0]["payment_method"], "offline");
}

#[test]
fn printed_times_have_a_time_zone() {
    let shop = Shop::open();
    let placed = shop.visitor().place(SKU, 1, "bank_transfer");
    let order = number(&placed);
    shop.operator(&["order", "paid", order]);
    shop.operator(&["promo", "create", "TEAM", "--until", "2099-06-30"]);
    shop.operator(&["jobs", "run", "forget_payments"]);
    let time = regex_lite::Regex::new(r"\d{4}-\d\d-\d\d \d\d:\d\d( CES?T)?").unwrap();
    for command in [
        &["order", "list"][..],
        &["order", "show", order],
        &["jobs", "list"],
        &["invoice", "list"],
        &["mail", "list"],
        &["mail", "show", "1"],
        &["promo", "create", "TEAM"],
        &["promo", "list"],
    ] {
        let text = shop.output(command);
        let times: Vec<_> = time.captures_iter(&text).collect();
        assert!(!times.is_empty() && times.iter().all(|time| time.get(1).is_some()), "{command:?}: {text}");
    }
    assert!(shop.output(&["promo", "list"]).contains("2099-07-01 00:00 CEST"), "daylight saving time");
}

#[test]
fn days_deadlines_and_years_are_those_of_the_configured_zone() {
    let tokyo = [("SHOP__COMPANY__TIME_ZONE", "Asia/Tokyo")];
    let shop = Shop::open_with(&tokyo);
    shop.set_clock("2026-12-31T16:00:00Z");
    let placed = shop.visitor().place(SKU, 1, "bank_transfer");
    assert!(number(&placed).starts_with("2027-"), "{placed}");
    let held = placed["payment"]["instructions"]["hold_until"].as_str().unwrap();
    assert!(held.ends_with("T14:59:59Z"), "the end of a day in Tokyo: {held}");
    let page = shop.visitor().get("/en").body;
    let zone = page.split_once(r#""time_zone":{"name":"Asia/Tokyo","offsets":[["#).unwrap().1;
    assert!(zone.split_once(']').unwrap().0.ends_with(",540"), "nine hours ahead of UTC: {zone:.60}");
    let data = shop.data.to_str().unwrap();
    let (_, created, error) = run(&["promo", "create", "X", "--until", "2099-12-31", "--data", data], &tokyo);
    assert!(created.contains("until 2100-01-01 00:00 JST"), "the end of that day in Tokyo: {created}{error}");
    let (_, listed, error) = run(&["order", "list", "--data", data], &tokyo);
    assert!(listed.contains("2027-01-01 01:00 JST"), "{listed}{error}");
    let (code, _, error) = run(&["check", "--data", data], &[("SHOP__COMPANY__TIME_ZONE", "Mars/Olympus")]);
    assert_eq!(code, Some(1));
    assert!(error.contains("SHOP__COMPANY__TIME_ZONE: company.time_zone: ") && error.contains("IANA"), "{error}");
}

#[test]
fn unowed_payment_needs_an_explicit_amount() {
    let shop = Shop::open_with(&[("SHOP__LIMITS__UNPAID_ORDERS", "100")]);
    let mut visitor = shop.visitor();
    let [given, canceled, closed, by_card] =
        ["bank_transfer", "cheque", "bank_transfer", "card"].map(|method| visitor.place(SKU, 1, method));
    for placed in [&given, &closed] {
        shop.operator(&["order", "paid", number(placed)]);
    }
    shop.operator(&["order", "refund", number(&given), "--amount", "5"]);
    shop.operator(&["order", "cancel", number(&canceled), "--reason", "asked for"]);
    shop.operator(&["order", "ship", number(&closed)]);
    shop.operator(&["order", "return", number(&closed)]);
    pay_by_card(&shop, &mut visitor, &by_card);
    let money = || {
        let sum = |table: &str| shop.count(&format!("SELECT COALESCE(SUM(amount), 0) FROM {table}"));
        (sum("payment"), sum("refund"))
    };
    let before = money();
    for (placed, status) in
        [(&given, "processing"), (&canceled, "canceled"), (&closed, "closed"), (&by_card, "processing")]
    {
        let order = number(placed);
        let why = shop.command_error(&["order", "paid", order]);
        let wanted = format!("{order} waits for no money ({status}); if some has come, give its --amount");
        assert!(why.contains(&wanted), "{why}");
        let why = shop.command_error(&["order", "paid", order, "--method", "bank_transfer"]);
        assert!(why.contains(&wanted), "{why}");
    }
    assert_eq!(money(), before, "nothing is booked");
}

#[test]
fn line_option_requires_sku_and_quantity() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 2, "bank_transfer");
    let order = number(&placed);
    shop.operator(&["order", "paid", order]);
    for command in ["ship", "return"] {
        for wrong in [SKU, "TOW-GAN=", "TOW-GAN=two", "TOW-GAN=-1", "=1"] {
            let why = usage_error(&shop, &["order", command, order, "--line", wrong]);
            assert!(why.contains("give SKU=QUANTITY, e.g. TOW-GAN=2"), "{wrong}: {why}");
        }
        let why = usage_error(&shop, &["order", command, order, "--line", "TOW-GAN=0"]);
        assert!(why.contains("give one piece of TOW-GAN or more"), "{why}");
    }
    assert_eq!((shop.mails("order_shipped"), visitor.result(&placed)["status"].as_str()), (0, Some("processing")));
}
