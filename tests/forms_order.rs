//! Forms without scripts: an order's payment, its cancellation, its link, survey and fapiao; the whole bag; cookies; menus.

use serde_json::{Value, json};
use shop::vals;

use crate::support::form::{fill, form, send, value};
use crate::support::html::elements;
use crate::support::{Answer, FIVE_LANGUAGES, OUTBOX_ONLY, PASSWORD, Shop, Visitor};

const SKU: &str = "TOW-GAN";

/// What the page shows, without the data for its scripts.
fn shown(answer: &Answer) -> &str {
    answer.body.split("id=\"primed\"").next().unwrap()
}

/// The second form of a call on a page.
fn second(page: &str, call: &str) -> Vec<(String, String)> {
    let action = format!("/do/{call}\"");
    form(page.split_once(&action).map(|(_, rest)| rest).unwrap_or_default(), call)
}

/// A group of radio buttons has the chosen one before what is sent where none is chosen.
fn choose(fields: &mut Vec<(String, String)>, name: &str, chosen: &str) {
    fields.insert(0, (name.to_owned(), chosen.to_owned()));
}

fn location(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.header("location").unwrap().to_owned()
}

fn token(placed: &Value) -> &str {
    placed["token"].as_str().unwrap()
}

/// Chooses an outcome on the page of the gateway, and comes back.
fn settle(shop: &Shop, visitor: &mut Visitor, page: &str, choice: &str) {
    let back = location(&visitor.form(page, &format!("choice={choice}")));
    assert_eq!(visitor.get(back.strip_prefix(&shop.url).unwrap_or(&back)).status, 303);
}

/// An order whose card was declined, and the address of its page.
fn declined(shop: &Shop, visitor: &mut Visitor) -> (Value, String) {
    let placed = visitor.place(SKU, 1, "card");
    settle(shop, visitor, &shop.payment_page(&placed), "decline");
    let page = format!("/en/paymentuncertain?token={}", token(&placed));
    (placed, page)
}

/// A form that another site has filled in.
fn from_elsewhere(visitor: &mut Visitor, call: &str, fields: &[(String, String)]) -> u16 {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    visitor.form_with(&format!("/en/do/{call}"), &body, &[("Origin", "https://elsewhere.example")]).status
}

#[test]
fn declined_order_is_paid_again() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let (placed, page) = declined(&shop, &mut visitor);
    let again = form(&visitor.get(&page).body, "payment/retry");
    assert_eq!((value(&again, "token"), value(&again, "payment_method")), (token(&placed), "card"));
    assert_eq!(from_elsewhere(&mut visitor, "payment/retry", &again), 403);
    let to = location(&send(&mut visitor, "payment/retry", &again));
    assert!(to.starts_with("/demo/pay/"), "{to}");
    settle(&shop, &mut visitor, &to, "succeed");
    assert_eq!(visitor.outcome(&placed), ["success", "processing"]);
    // Sent once more from a page that was left open.
    let late = send(&mut visitor, "payment/retry", &again);
    assert_eq!(late.status, 422);
    assert_eq!(shop.count("SELECT COUNT(*) FROM sales_order"), 1);
}

#[test]
fn declined_order_is_paid_by_another_method_that_has_to_be_chosen() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let (placed, page) = declined(&shop, &mut visitor);
    let mut other = second(&visitor.get(&page).body, "payment/retry");
    let unchosen = send(&mut visitor, "payment/retry", &other);
    assert_eq!(unchosen.status, 422);
    assert!(shown(&unchosen).contains("Please select a payment method"), "{}", shown(&unchosen));
    assert_eq!(visitor.outcome(&placed), ["uncertain", "pending"]);
    choose(&mut other, "payment_method", "bank_transfer");
    let to = location(&send(&mut visitor, "payment/retry", &other));
    assert_eq!(to, format!("/en/ordersuccess?token={}", token(&placed)));
    let changed = visitor.result(&placed);
    assert_eq!(
        (&changed["status"], &changed["order_number"]),
        (&json!("pending_bank_transfer"), &placed["order_number"])
    );
}

#[test]
fn payment_on_its_way_is_asked_for_again() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "card");
    settle(&shop, &mut visitor, &shop.payment_page(&placed), "hang");
    let page = format!("/en/ccordersuccess?token={}", token(&placed));
    let fields = form(&visitor.get(&page).body, "payment/refresh");
    assert_eq!(location(&send(&mut visitor, "payment/refresh", &fields)), page);
    assert_eq!(from_elsewhere(&mut visitor, "payment/refresh", &fields), 403);
}

#[test]
fn guest_cancels_an_order_on_a_page_that_asks() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "cheque");
    let page = format!("/en/ordersuccess?token={}", token(&placed));
    let first = visitor.get(&page).body;
    assert!(!first.contains("/do/order/cancel"), "nothing is canceled without being asked");
    let asks = format!("{page}&confirm=cancel");
    assert!(elements(&first).iter().any(|one| one.get("href") == Some(asks.as_str())), "{first}");
    let fields = form(&visitor.get(&asks).body, "order/cancel");
    assert_eq!(from_elsewhere(&mut visitor, "order/cancel", &fields), 403);
    assert_eq!(visitor.outcome(&placed)[1], "pending_cheque");
    let to = location(&send(&mut visitor, "order/cancel", &fields));
    assert_eq!(to, format!("{page}&done=canceled"));
    assert!(shown(&visitor.get(&to)).contains("Your order has been cancelled."));
    assert_eq!((visitor.outcome(&placed)[1].as_str(), shop.stock(SKU)), ("canceled", 10));
    let again = send(&mut visitor, "order/cancel", &fields);
    assert_eq!(again.status, 422);
    assert!(shown(&again).contains("This order can no longer be cancelled."), "{}", shown(&again));
    assert!(!again.body.contains("/do/order/cancel"), "it is not offered again");
}

#[test]
fn customer_cancels_an_order_of_the_account() {
    let shop = Shop::open();
    let mut ada = shop.customer("ada@example.com");
    let number = ada.place(SKU, 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned();
    let page = format!("/en/order/detail?order_number={number}");
    let fields = form(&ada.get(&format!("{page}&confirm=cancel")).body, "order/cancel");
    assert_eq!((value(&fields, "order_number"), value(&fields, "token")), (number.as_str(), ""));
    // Whoever else sends it has to log in.
    let to = location(&send(&mut shop.visitor(), "order/cancel", &fields));
    assert!(to.starts_with("/en/login?return="), "{to}");
    let to = location(&send(&mut ada, "order/cancel", &fields));
    assert!(shown(&ada.get(&to)).contains("Your order has been cancelled."));
    assert_eq!(ada.call("order/view", &json!({ "order_number": number }))["status"], "canceled");
}

#[test]
fn new_link_is_mailed_and_the_address_stays_out_of_the_page_address() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let number = visitor.place(SKU, 1, "cheque")["order_number"].as_str().unwrap().to_owned();
    let mut fields = form(&visitor.get("/en/ordersuccess?token=nothing").body, "order/link");
    fill(&mut fields, &[("order_number", &number), ("email", "claire.martin")]);
    let refused = send(&mut visitor, "order/link", &fields);
    assert_eq!((refused.status, shop.mails("order_link")), (422, 0));
    assert!(shown(&refused).contains("href=\"#link-email\""), "{}", shown(&refused));
    let mut again = form(&refused.body, "order/link");
    assert_eq!((value(&again, "order_number"), value(&again, "email")), (number.as_str(), "claire.martin"));
    fill(&mut again, &[("email", "claire.martin@example.com")]);
    assert_eq!(from_elsewhere(&mut visitor, "order/link", &again), 403);
    let to = location(&send(&mut visitor, "order/link", &again));
    assert_eq!((to.as_str(), shop.mails("order_link")), ("/en/ordersuccess?done=asked", 1));
    assert!(shown(&visitor.get(&to)).contains("a new link to it is on its way"));
}

#[test]
fn order_is_found_on_a_page_of_its_own() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut visitor = shop.visitor();
    let number = visitor.place(SKU, 1, "cheque")["order_number"].as_str().unwrap().to_owned();
    let page = visitor.get("/en/order/find");
    assert!(shown(&page).contains("Find your order") && page.body.contains("noindex"));
    let mut fields = form(&page.body, "order/link");
    fill(&mut fields, &[("order_number", &number), ("email", "somebody@example.com")]);
    let strangers = location(&send(&mut visitor, "order/link", &fields));
    fill(&mut fields, &[("email", "claire.martin@example.com")]);
    let own = location(&send(&mut visitor, "order/link", &fields));
    assert_eq!((own.as_str(), shop.mails("order_link")), ("/en/order/find?done=asked", 1));
    assert_eq!(own, strangers, "the answer tells nothing");
    assert!(shown(&visitor.get(&own)).contains("a new link to it is on its way"));
}

#[test]
fn order_is_put_into_the_bag_again_which_says_what_is_missing() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    let placed = ada.place(SKU, 3, "cheque");
    let number = placed["order_number"].as_str().unwrap();
    let address = format!("/en/order/detail?order_number={number}");
    let fields = form(&ada.get(&address).body, "order/reorder");
    assert_eq!(from_elsewhere(&mut ada, "order/reorder", &fields), 403);
    for _ in 0..2 {
        let to = location(&send(&mut ada, "order/reorder", &fields));
        assert_eq!(to, "/en/cart?done=reordered");
        assert!(shown(&ada.get(&to)).contains("What you ordered then is in your bag"));
        assert_eq!(ada.call("cart", &json!({}))["total_qty"], 3);
    }
    shop.operator(&["stock", "set", SKU, "2"]);
    let mut elsewhere = shop.visitor();
    elsewhere.call("customer/login", &json!({ "email": "ada@example.com", "password": PASSWORD }));
    let emptied = json!({ "item_ids": [elsewhere.call("cart", &json!({}))["items"][0]["item_id"]] });
    elsewhere.call("cart/delete", &emptied);
    let to = location(&send(&mut elsewhere, "order/reorder", &fields));
    assert_eq!(to, "/en/cart?done=reordered-partly");
    assert!(shown(&elsewhere.get(&to)).contains("Not everything that you ordered then"));
    // Nobody else's.
    let mut eve = shop.customer("eve@example.com");
    assert_eq!(send(&mut eve, "order/reorder", &fields).status, 422);
    let to = location(&send(&mut shop.visitor(), "order/reorder", &fields));
    assert!(to.starts_with("/en/login?return="), "{to}");
}

#[test]
fn guest_orders_again_by_the_link_of_a_past_order() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    let placed = guest.place(SKU, 2, "bank_transfer");
    let (number, token) = (placed["order_number"].as_str().unwrap(), placed["token"].as_str().unwrap());
    let address = format!("/en/ordersuccess?token={token}");
    let page = guest.get(&address).body;
    assert!(!page.contains("/en/do/order/reorder"), "what was ordered a moment ago is not ordered again");
    shop.operator(&["order", "cancel", number, "--reason", "a mistake"]);
    let mut again = shop.visitor();
    let fields = form(&again.get(&address).body, "order/reorder");
    assert_eq!(location(&send(&mut again, "order/reorder", &fields)), "/en/cart?done=reordered");
    assert_eq!(again.call("cart", &json!({}))["total_qty"], 2);
    let foreign = again.refused("order/reorder", &json!({ "token": "nothing" }));
    assert_eq!(foreign["error"]["id"], "order.not_found");
}

#[test]
fn waiting_order_is_confirmed_on_the_page_of_its_link() {
    let limits = [
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__LIMITS__UNPAID_SHARE", "100"),
        ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1"),
    ];
    let shop = Shop::open_with(&[OUTBOX_ONLY, &limits].concat());
    let place = |email: &str, qty: i64| {
        let mut visitor = shop.visitor().from("203.0.113.1");
        visitor.add(SKU, qty);
        let mut order = visitor.order_form("cheque");
        order["email"] = json!(email);
        visitor.call("checkout/place", &order)["payment"]["awaiting_confirmation"].clone()
    };
    assert_eq!((place("a@example.com", 1), place("b@example.com", 2)), (json!(false), json!(true)));
    assert_eq!(shop.stock(SKU), 9);
    let mut visitor = shop.visitor();
    let link = shop.mailed_token("order_confirm", "b@example.com");
    let page = format!("/en/ordersuccess?token={link}");
    let fields = form(&visitor.get(&page).body, "order/confirm");
    assert_eq!(from_elsewhere(&mut visitor, "order/confirm", &fields), 403);
    shop.output(&["stock", "set", SKU, "0"]);
    let refused = send(&mut visitor, "order/confirm", &fields);
    assert_eq!(refused.status, 422);
    assert!(shown(&refused).contains("is no longer available in the quantity you chose"), "{}", shown(&refused));
    shop.output(&["stock", "set", SKU, "9"]);
    assert_eq!(location(&send(&mut visitor, "order/confirm", &fields)), page);
    let order = visitor.call("payment/index", &json!({ "token": link }));
    assert_eq!((&order["awaiting_confirmation"], &order["instructions"]["kind"]), (&json!(false), &json!("cheque")));
    assert_eq!(shop.stock(SKU), 7);
}

#[test]
fn survey_asks_for_a_rating_and_keeps_one_answer() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let placed = visitor.place(SKU, 1, "bank_transfer");
    let page = format!("/en/ordersuccess?token={}", token(&placed));
    let mut fields = form(&visitor.get(&page).body, "contact/post");
    assert_eq!(from_elsewhere(&mut visitor, "contact/post", &fields), 403);
    fill(&mut fields, &[("message", "Calm & quick.")]);
    let unrated = send(&mut visitor, "contact/post", &fields);
    assert_eq!(unrated.status, 422);
    assert!(shown(&unrated).contains("Please choose a rating from 1 to 5."), "{}", shown(&unrated));
    assert!(shown(&unrated).contains("Calm &amp; quick.</textarea>"));
    choose(&mut fields, "rating", "4");
    fill(&mut fields, &[("message", &"long ".repeat(1500))]);
    let too_long = send(&mut visitor, "contact/post", &fields);
    assert_eq!((too_long.status, value(&form(&too_long.body, "contact/post"), "rating")), (422, "4"));
    fill(&mut fields, &[("message", "Calm & quick.")]);
    let to = location(&send(&mut visitor, "contact/post", &fields));
    assert_eq!(to, format!("{page}&done=rated"));
    let thanked = visitor.get(&to);
    assert!(shown(&thanked).contains("Thank you for your answer.") && !thanked.body.contains("/do/contact/post"));
    let kept: (i64, String) = shop.database().one("SELECT rating, message FROM contact_message", vals![]).unwrap();
    assert_eq!(kept, (4, "Calm & quick.".to_owned()));
}

#[test]
fn fapiao_is_asked_for_with_all_fields_at_once() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[FIVE_LANGUAGES]].concat());
    let mut lin = shop.customer("lin@example.com").speaking("zh");
    let number = lin.place(SKU, 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned();
    let page = format!("/zh/order/detail?order_number={number}");
    let closed = lin.get(&page).body;
    assert!(closed.contains(&format!("{page}&amp;confirm=fapiao")) && !closed.contains("/do/fapiao/create"));
    let mut fields = form(&lin.get(&format!("{page}&confirm=fapiao")).body, "fapiao/create");
    let untyped = send(&mut lin, "fapiao/create", &fields);
    assert_eq!(untyped.status, 422);
    assert!(shown(&untyped).contains("href=\"#fapiao-type\""), "{}", shown(&untyped));
    fill(&mut fields, &[("type", "vat"), ("business_name", "湖畔酒店管理有限公司")]);
    let partial = send(&mut lin, "fapiao/create", &fields);
    assert_eq!((partial.status, shown(&partial).matches("href=\"#fapiao-").count()), (422, 5));
    let mut again = form(&partial.body, "fapiao/create");
    assert_eq!((value(&again, "type"), value(&again, "business_name")), ("vat", "湖畔酒店管理有限公司"));
    fill(
        &mut again,
        &[
            ("tax_id", "9131 0000 MA1K 35X1 2Y"),
            ("registered_address", "上海市静安区南京西路1266号"),
            ("registered_phone", "021-6288 0000"),
            ("bank_name", "中国银行静安支行"),
            ("bank_account", "4355 8888 0000 1234"),
        ],
    );
    assert_eq!(from_elsewhere(&mut lin, "fapiao/create", &again), 403);
    assert_eq!(location(&send(&mut lin, "fapiao/create", &again)), format!("{page}&done=fapiao"));
    let state = lin.call("fapiao/view", &json!({ "order_number": number }));
    assert_eq!(
        (&state["request"]["tax_id"], &state["request"]["bank_account"]),
        (&json!("91310000MA1K35X12Y"), &json!("4355888800001234"))
    );
    assert_eq!(send(&mut lin, "fapiao/create", &again).status, 422, "once");
}

#[test]
fn bag_is_emptied_on_a_page_that_asks() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add(SKU, 1);
    visitor.add("BMA-LAC", 2);
    assert!(!visitor.get("/en/cart").body.contains("id=\"cart-confirm\""));
    let fields = second(&visitor.get("/en/cart?confirm=all").body, "cart/delete");
    assert_eq!(fields.iter().filter(|(name, _)| name == "item_ids").count(), 2, "{fields:?}");
    assert_eq!(from_elsewhere(&mut visitor, "cart/delete", &fields), 403);
    assert_eq!(location(&send(&mut visitor, "cart/delete", &fields)), "/en/cart");
    assert_eq!(visitor.call("cart", &json!({}))["items"], json!([]));
}

#[test]
fn quantity_comes_down_to_what_is_left() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add(SKU, 3);
    shop.output(&["stock", "set", SKU, "2"]);
    let fields = form(&visitor.get("/en/cart").body, "cart/update");
    assert_eq!(value(&fields, "qty"), "2");
    assert_eq!(location(&send(&mut visitor, "cart/update", &fields)), "/en/cart");
    assert_eq!(visitor.call("cart", &json!({}))["items"][0]["qty"], 2);
}

#[test]
fn choice_of_cookies_is_kept_by_the_server() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let home = visitor.get("/en").body;
    assert!(elements(&home).iter().any(|one| one.name == "a" && one.get("href") == Some("/en/cookies")));
    let page = visitor.get("/en/cookies");
    assert_eq!(page.status, 200);
    assert!(shown(&page).contains("PHPSESSID") && shown(&page).contains("firstName"), "{}", shown(&page));
    let mut fields = form(&page.body, "common/consent");
    assert!(fields.is_empty(), "nothing is ticked: {fields:?}");
    fill(&mut fields, &[("functional", "on"), ("choice", "save")]);
    assert_eq!(from_elsewhere(&mut visitor, "common/consent", &fields), 403);
    let to = location(&send(&mut visitor, "common/consent", &fields));
    assert!(shown(&visitor.get(&to)).contains("Your choice is saved."));
    let kept =
        |visitor: &Visitor| (visitor.cookies["cookieConsent"].clone(), visitor.cookies["allowRecaptcha"].clone());
    assert_eq!(kept(&visitor), ("essential.functional".to_owned(), "0".to_owned()));
    visitor.cookies.insert("firstName".to_owned(), "Claire".to_owned());
    fill(&mut fields, &[("choice", "reject")]);
    send(&mut visitor, "common/consent", &fields);
    assert_eq!(kept(&visitor), ("essential".to_owned(), "0".to_owned()));
    assert_eq!(visitor.cookies["firstName"], "", "what is refused goes");
}

#[test]
fn menus_lead_to_departments_languages_and_currencies() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let all = elements(&visitor.get("/en").body);
    assert!(all.iter().any(|one| one.get("id") == Some("departments")));
    let actions: Vec<&str> = all.iter().filter(|one| one.name == "form").filter_map(|one| one.get("action")).collect();
    assert!(actions.contains(&"/en#departments"), "{actions:?}");
    let departments: Vec<&&str> = actions.iter().filter(|to| to.starts_with("/en/c/")).collect();
    assert!(departments.len() > 2, "{actions:?}");
    for to in departments {
        assert_eq!(visitor.get(&format!("{to}?")).status, 200, "{to}");
    }
    let leads_to = |to: &str| all.iter().any(|one| one.name == "a" && one.get("href") == Some(to));
    assert!(leads_to("/fr") && leads_to("/en?currency=EUR"));
}
