//! Goods that are added to an order by telephone, over the console's calls, the commands and the customer's pages.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::console_bank::{credit, import, statement};
use crate::console_orders::{deed, enter, paid, search, seen, show};
use crate::support::house::{House, Person, open, open_with};
use crate::support::{Shop, Visitor, uuid, with};

const MAT: &str = "BMA-LAC";
const EMAIL: &str = "maria.rossi@example.com";

/// What is asked for, as it is planned and as it is made.
fn goods(sku: &str, qty: u32, ships_along: bool) -> Value {
    json!({ "items": [{ "sku": sku, "qty": qty }], "ships_along": ships_along })
}

fn plan(house: &House, person: &mut Person, number: &str, goods: &Value) -> Value {
    house.call(person, "order/plan_addition", &with(goods, json!({ "number": number })))
}

/// The arguments that make what was planned.
fn agreed(house: &House, person: &mut Person, number: &str, goods: &Value) -> Value {
    let total = plan(house, person, number, goods)["totals"]["total"].clone();
    seen(house, person, number, with(goods, json!({ "total": total, "key": uuid() })))
}

/// Plans and makes a linked order; answers its number.
fn add(house: &House, person: &mut Person, number: &str, goods: &Value) -> String {
    let args = agreed(house, person, number, goods);
    house.call(person, "order/add_goods", &args)["number"].as_str().unwrap().to_owned()
}

fn letters(order: &Value) -> Vec<&str> {
    order["mails"].as_array().unwrap().iter().map(|mail| mail["template"].as_str().unwrap()).collect()
}

/// Pays by card on the page to which the letter leads.
fn pay_by_card(shop: &Shop, customer: &mut Visitor, token: &str) {
    let retried = customer.call("payment/retry", &json!({ "token": token, "payment_method": "card" }));
    let page = shop.payment_page(&retried);
    let answer = customer.form(&page, "choice=succeed");
    assert_eq!(answer.status, 303, "{}", answer.body);
    let back = answer.header("location").unwrap().strip_prefix(&shop.url).unwrap().to_owned();
    assert_eq!(customer.get(&back).status, 303);
}

#[test]
fn added_goods_are_an_order_of_their_own_that_the_letter_lets_the_customer_pay_by_card() {
    let house = open();
    let mut owner = house.owner();
    let first = enter(&house, json!({}));
    let before = deed(&house, &mut owner, "order/pay", &first, paid("1", Value::Null));
    let stock = house.shop.stock(MAT);
    let found = house.call(&mut owner, "order/find_goods", &json!({ "number": first, "q": "bma lac" }));
    let item = &found["items"][0];
    assert_eq!((&item["sku"], &item["stock"], &item["ships_there"]), (&json!(MAT), &json!(stock), &json!(true)));
    assert_eq!(item["most"], plan(&house, &mut owner, &first, &goods(MAT, 1, true))["lines"][0]["most"]);

    // The many variants of one product leave room for others.
    let found = house.call(&mut owner, "order/find_goods", &json!({ "number": first, "q": "lac" }));
    let skus: Vec<&str> = found["items"].as_array().unwrap().iter().map(|item| item["sku"].as_str().unwrap()).collect();
    assert_eq!((&found["is_more"], skus.len() <= 30), (&json!(true), true));
    for begins in ["BED-LAC-", "BMA-LAC", "TOW-LAC-"] {
        assert!(skus.iter().any(|sku| sku.starts_with(begins)), "{begins}: {skus:?}");
    }

    let wanted = goods(MAT, 2, true);
    let planned = plan(&house, &mut owner, &first, &wanted);
    assert_eq!((&planned["is_possible"], &planned["totals"]["shipping_amount"]), (&json!(true), &json!("0.00")));
    assert_eq!(planned["delivery"], before["delivery"]);
    let args =
        seen(&house, &mut owner, &first, with(&wanted, json!({ "total": planned["totals"]["total"], "key": uuid() })));
    let made = house.call(&mut owner, "order/add_goods", &args);
    let number = made["number"].as_str().unwrap();
    assert_eq!((&made["total"], &made["hold_until"]), (&planned["totals"]["total"], &planned["hold_until"]));
    // A double click, and one that comes late: one order.
    assert_eq!(house.call(&mut owner, "order/add_goods", &args), made);
    let more = with(&args, goods(MAT, 3, true));
    assert_eq!(house.refused(&mut owner, "order/add_goods", &more), "order.add_twice");
    assert_eq!(house.shop.stock(MAT), stock - 2);

    let (main, other) = (show(&house, &mut owner, &first), show(&house, &mut owner, number));
    assert_eq!(main["additions"].as_array().unwrap().len(), 1);
    assert_eq!((&main["additions"][0]["number"], &main["totals"]), (&made["number"], &before["totals"]));
    assert_eq!(
        other["added_to"],
        json!({ "number": first, "status": "processing", "currency": "EUR", "total": before["totals"]["total"], "ships_along": true, "carrier": null })
    );
    for same in ["email", "lang", "currency", "shipping_address", "billing_address", "shipping_method", "delivery"] {
        assert_eq!(other[same], before[same], "{same}");
    }
    assert_eq!(
        (&other["status"], &other["history"][0]["actor"]),
        (&json!("pending_bank_transfer"), &json!("Ada King"))
    );
    let audit = json!(house.audit(&["--noun", "order"])).to_string();
    assert!(audit.contains("order/add_goods") && audit.contains(number), "{audit}");

    // The letter tells of the first, how to pay and until when; its link leads to the page where any method is offered.
    let letter = house.shop.mail("order_added", EMAIL).unwrap();
    assert_eq!(letter["order"]["added_to"], json!({ "order_number": first, "ships_along": true, "carrier": null }));
    assert_eq!(letter["order"]["instructions"]["reference"], number);
    assert_eq!(letter["order"]["hold_until"], made["hold_until"]);
    let token = house.shop.mailed_token("order_added", EMAIL);
    let mut maria = house.shop.visitor();
    let methods = maria.call("payment/index", &json!({ "token": token }))["payment_methods"].clone();
    let codes: Vec<&str> = methods.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["card", "bank_transfer", "cheque"]);
    pay_by_card(&house.shop, &mut maria, &token);
    let other = show(&house, &mut owner, number);
    assert_eq!((&other["status"], letters(&other)), (&json!("processing"), vec!["order_added", "payment_received"]));
    assert_eq!(other["invoices"][0]["total"], made["total"]);
    assert_eq!(show(&house, &mut owner, &first)["invoices"].as_array().unwrap().len(), 1);

    // Found by the first one's number, also once its words are written anew.
    assert_eq!(search(&house, &mut owner, &first), [first.as_str(), number]);
    let moved = with(&other["shipping_address"], json!({ "last_name": "Dupont" }));
    deed(
        &house,
        &mut owner,
        "order/set_addresses",
        number,
        json!({ "shipping_address": moved, "billing_address": null }),
    );
    assert_eq!(search(&house, &mut owner, &first), [first.as_str(), number]);
    assert_eq!(search(&house, &mut owner, "dupont"), [number]);

    // Whoever packs sees that both may travel together.
    let packed = house.call(&mut owner, "pack/list", &json!({}));
    let along = |number: &str| {
        packed["items"].as_array().unwrap().iter().find(|item| item["number"] == number).unwrap()["along"].clone()
    };
    assert_eq!((along(&first), along(number)), (json!([number]), json!([first])));
    let text = house.shop.output(&["order", "show", number]);
    assert!(text.contains(&format!("added to {first}")), "{text}");
    let text = house.shop.output(&["order", "show", &first]);
    assert!(text.contains(&format!("{number}, which was added to it")), "{text}");
    deed(&house, &mut owner, "order/ship", &first, json!({}));
    let packed = house.call(&mut owner, "pack/list", &json!({}));
    assert_eq!(packed["items"][0]["along"], json!([]));
}

#[test]
fn transfer_is_matched_by_its_reference_and_an_unpaid_one_ends_as_any() {
    let house = open();
    let mut owner = house.owner();
    let first = enter(&house, json!({}));
    let stock = house.shop.stock(MAT);
    let paid = add(&house, &mut owner, &first, &goods(MAT, 1, false));
    let unpaid = add(&house, &mut owner, &first, &goods(MAT, 1, false));
    let total = show(&house, &mut owner, &paid)["totals"]["total"].as_str().unwrap().to_owned();
    let text = statement(&[credit(&total, &format!("Zahlung {paid}"), "Maria Rossi", "B1")]);
    assert_eq!(import(&house, &mut owner, &text)["sure"], 1);
    house.done(&mut owner, "bank/book_sure", &json!({ "statement_id": 1 }));
    assert_eq!(show(&house, &mut owner, &paid)["status"], "processing");

    let late = show(&house, &mut owner, &unpaid)["hold_until"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let until_then = late.duration_since(house.now.get());
    house.pass(until_then - SignedDuration::from_mins(1));
    house.shop.operator(&["jobs", "run", "cancel_unpaid"]);
    assert_eq!(house.shop.stock(MAT), stock - 2);
    house.pass(SignedDuration::from_mins(2));
    house.shop.operator(&["jobs", "run", "cancel_unpaid"]);
    let statuses = ["order", "list"];
    let listed = house.shop.operator(&statuses);
    let status = |number: &str| {
        listed.as_array().unwrap().iter().find(|order| order["number"] == number).unwrap()["status"].clone()
    };
    // The first was entered by telephone itself, and waits without an end.
    assert_eq!([status(&first), status(&paid), status(&unpaid)], ["pending_offline", "processing", "canceled"]);
    assert_eq!(house.shop.stock(MAT), stock - 1);
    let reason: String =
        house.shop.database().one("SELECT template FROM mail ORDER BY id DESC LIMIT 1", shop::vals![]).unwrap();
    assert_eq!(reason, "order_canceled");
}

#[test]
fn somebody_else_was_quicker_or_the_price_has_changed() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let first = enter(&house, json!({}));
    house.shop.operator(&["stock", "set", MAT, "4"]);
    let args = agreed(&house, &mut owner, &first, &goods(MAT, 2, false));
    let theirs = agreed(&house, &mut bob, &first, &goods("TOW-GAN", 1, false));

    // The price: the new total is told, and nothing is held.
    let prices =
        "UPDATE price SET amount = amount + 100 WHERE product_id = (SELECT id FROM product WHERE sku = 'BMA-LAC')";
    house.shop.database().execute_batch(prices).unwrap();
    assert_eq!(house.refused(&mut owner, "order/add_goods", &args), "order.add_total_changed");
    assert_eq!(house.shop.stock(MAT), 4);
    let total = plan(&house, &mut owner, &first, &goods(MAT, 2, false))["totals"]["total"].clone();
    let args = with(&args, json!({ "total": total }));

    // A shopper takes three of the four.
    house.shop.visitor().place(MAT, 3, "card");
    let fault = plan(&house, &mut owner, &first, &goods(MAT, 2, false));
    assert_eq!(
        (&fault["is_possible"], &fault["lines"][0]["fault"]["id"], &fault["lines"][0]["most"]),
        (&json!(false), &json!("order.add_only"), &json!(1))
    );
    assert_eq!(house.refused(&mut owner, "order/add_goods", &args), "order.add_only");
    house.shop.visitor().place(MAT, 1, "card");
    assert_eq!(house.refused(&mut owner, "order/add_goods", &args), "order.add_sold_out");
    assert_eq!(house.shop.stock(MAT), 0);

    // Two people add to one order: the second looks first.
    add(&house, &mut owner, &first, &goods("TOW-GAN", 1, false));
    assert_eq!(house.refused(&mut bob, "order/add_goods", &theirs), "order.changed_meanwhile");
    let bad = with(&theirs, json!({ "total": "much" }));
    assert_eq!(house.refused(&mut bob, "order/add_goods", &bad), "order.amount_bad");
}

#[test]
fn roles_that_may_not_change_orders_add_nothing() {
    let house = open();
    let mut owner = house.owner();
    let first = enter(&house, json!({}));
    let args = agreed(&house, &mut owner, &first, &goods(MAT, 1, false));
    for role in ["packing", "accountant"] {
        let mut person = house.person(&format!("{role}@example.com"), role);
        assert_eq!(house.refused(&mut person, "order/add_goods", &args), "staff.not_allowed", "{role}");
        let planned = with(&goods(MAT, 1, false), json!({ "number": first }));
        assert_eq!(house.refused(&mut person, "order/plan_addition", &planned), "staff.not_allowed", "{role}");
        let search = json!({ "number": first, "q": "towel" });
        assert_eq!(house.refused(&mut person, "order/find_goods", &search), "staff.not_allowed", "{role}");
    }
    assert_eq!(show(&house, &mut owner, &first)["can"]["add"], true);
    let mut clerk = house.person("o@example.com", "orders");
    add(&house, &mut clerk, &first, &goods(MAT, 1, false));
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM order_addition"), 1);
}

#[test]
fn business_customer_finds_both_orders_in_the_account_and_the_bag_untouched() {
    let house = open_with(&[("SHOP__MONEY__POINTS_PER_EURO", "1")]);
    let mut owner = house.owner();
    let mut claire = house.shop.customer("claire.martin@example.com");
    claire.add("TOW-GAN", 1);
    let form = claire.order_form("bank_transfer");
    let business = json!({ "company": "Hôtel du Lac SA", "tax_id": "FR40303265045" });
    let billing = with(&form["shipping_address"], with(&business, json!({ "address1": "1 quai du Lac" })));
    let form = with(&form, json!({ "billing_address": billing, "member_card": "1234567890123456" }));
    let first = claire.call("checkout/place", &form)["order_number"].as_str().unwrap().to_owned();
    claire.add(MAT, 1);
    let number = add(&house, &mut owner, &first, &goods(MAT, 1, true));
    let (main, other) = (show(&house, &mut owner, &first), show(&house, &mut owner, &number));
    for same in ["billing_address", "customer_id", "member_card"] {
        assert_eq!(other[same], main[same], "{same}");
    }
    assert_eq!(other["billing_address"]["tax_id"], "FR40303265045");
    assert!(other["points"].as_i64().unwrap() > 0);

    let own = claire.call("order/view", &json!({ "order_number": number }));
    assert_eq!(own["added_to"], json!({ "order_number": first, "ships_along": true, "carrier": null }));
    assert_eq!(claire.call("order/view", &json!({ "order_number": first }))["additions"], json!([number]));
    let token = house.shop.mailed_token("order_added", "claire.martin@example.com");
    pay_by_card(&house.shop, &mut claire, &token);
    assert_eq!(show(&house, &mut owner, &number)["status"], "processing");
    assert_eq!(claire.call("cart/sidebar", &json!({}))["total_qty"], 1, "the bag is the customer's");
    let exported = house.shop.operator(&["customer", "export", "claire.martin@example.com"]);
    let orders = exported["data"]["orders"].as_array().unwrap();
    assert!(orders.iter().any(|order| order["order_number"] == number && order["added_to"] == first), "{orders:?}");

    // The first ends; what was added stays, and the letter says so.
    deed(&house, &mut owner, "order/cancel", &first, json!({ "reason": "changed her mind" }));
    assert_eq!(show(&house, &mut owner, &number)["status"], "processing");
    let letter = house.shop.mail("order_canceled", "claire.martin@example.com").unwrap();
    assert_eq!(letter["order"]["additions"], json!([number]));
    assert_eq!(show(&house, &mut owner, &first)["can"]["add"], false);
}

#[test]
fn what_is_not_sold_where_the_order_goes_is_named() {
    let house = open();
    let mut owner = house.owner();
    let first = enter(&house, json!({}));
    let bed = "BED-LAC-180-TAU-SDW";
    house.shop.database().execute_batch("DELETE FROM ship_group_country WHERE country = 'FR' AND ship_group = (SELECT ship_group FROM product WHERE sku = 'BED-LAC-180-TAU-SDW')").unwrap();
    let found = house.call(&mut owner, "order/find_goods", &json!({ "number": first, "q": bed }));
    assert_eq!((&found["items"][0]["sku"], &found["items"][0]["ships_there"]), (&json!(bed), &json!(false)));
    assert_eq!(found["items"].as_array().unwrap().len(), 1, "the variant that was typed");
    let planned = plan(&house, &mut owner, &first, &goods(bed, 1, false));
    let fault = &planned["lines"][0]["fault"];
    assert_eq!((&fault["id"], &fault["params"]["country"]), (&json!("order.add_not_shipped"), &json!("France")));
    let args = agreed(&house, &mut owner, &first, &goods(bed, 1, false));
    assert_eq!(house.refused(&mut owner, "order/add_goods", &args), "order.add_not_shipped");
    assert_eq!(
        house.refused(
            &mut owner,
            "order/plan_addition",
            &json!({ "number": first, "items": [{ "sku": "NONE", "qty": 1 }] })
        ),
        "order.add_unknown"
    );
}

#[test]
fn command_adds_too_and_tells_first_what_it_would_cost() {
    let house = open();
    let first = enter(&house, json!({}));
    let words = ["order", "add", &first, "BMA-LAC=2", "TOW-GAN=1"];
    let dry = house.shop.operator(&[&words[..], &["--dry-run"]].concat());
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM sales_order"), 1);
    let made = house.shop.operator(&words);
    assert_eq!((&made["totals"], &made["added_to"]), (&dry["totals"], &json!(first)));
    let along = house.shop.output(&["order", "add", &first, "BMA-LAC=1", "--ships-along"]);
    assert!(along.contains(&format!("is added to {first}")) && along.contains(EMAIL), "{along}");
    let error = house.shop.command_error(&["order", "add", &first, "NONE=1"]);
    assert!(error.contains("NONE is not on sale in EUR"), "{error}");
    let canceled = house.shop.output(&["order", "cancel", &first, "--reason", "no"]);
    let stays = format!("{}, which is linked to it, stays as it is", made["number"].as_str().unwrap());
    assert!(canceled.contains(&stays), "{canceled}");
    let error = house.shop.command_error(&["order", "add", &first, "BMA-LAC=1", "--dry-run"]);
    assert!(error.contains("has ended"), "{error}");
}
