//! The fapiao: offered with the Chinese store only, for the customer's own orders, with the fields of its type.

use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{House, Person, open_with};
use crate::support::{FIVE_LANGUAGES, OUTBOX_ONLY, Shop, Visitor};

fn order(visitor: &mut Visitor) -> Value {
    visitor.place("TOW-GAN", 1, "bank_transfer")["order_number"].clone()
}

fn vat(number: &Value) -> Value {
    json!({
        "order_number": number, "type": "vat", "business_name": "<script>湖畔</script>", "tax_id": "9131 0000 MA1K 35X1 2Y",
        "registered_address": "上海市静安区南京西路1266号", "registered_phone": "021-6288 0000",
        "bank_name": "中国银行静安支行", "bank_account": "4355 8888 0000 1234"
    })
}

#[test]
fn fapiao_is_requested_for_own_orders_only() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[FIVE_LANGUAGES]].concat());
    assert_eq!(shop.visitor().refused("fapiao/create", &json!({}))["message"], "login required");
    assert_eq!(shop.visitor().refused("fapiao/view", &json!({}))["message"], "login required");
    let mut lin = shop.customer("lin@example.com").speaking("zh");
    let number = order(&mut lin);
    let before = lin.call("fapiao/view", &json!({ "order_number": number }));
    assert_eq!(
        (&before["offered"], &before["can_request"], &before["request"]),
        (&json!(true), &json!(true), &Value::Null)
    );

    let mut form = vat(&number);
    let marked = lin.refused("fapiao/create", &form);
    assert_eq!(marked["error"]["field_messages"]["business_name"]["id"], "form.bad_characters");
    form["business_name"] = json!("湖畔酒店管理有限公司");
    let mut ben = shop.customer("ben@example.com").speaking("zh");
    for path in ["fapiao/view", "fapiao/create"] {
        assert_eq!(ben.refused(path, &form)["error"]["id"], "order.not_found", "{path}");
    }
    assert_eq!(lin.refused("fapiao/create", &json!({ "type": "vat" }))["error"]["id"], "order.number_empty");
    let done = lin.call("fapiao/create", &form);
    assert_eq!(done["message"]["message"], "Your fapiao is requested.");
    assert_eq!((&done["request"]["tax_id"], &done["can_request"]), (&json!("91310000MA1K35X12Y"), &json!(false)));
    assert_eq!(lin.refused("fapiao/create", &form)["error"]["id"], "fapiao.already");

    let list = shop.output(&["fapiao", "list"]);
    assert!(list.contains(number.as_str().unwrap()) && list.contains("4355888800001234"), "{list}");
    let told = shop.operator(&["fapiao", "list"]);
    assert_eq!((&told[0]["bank_account"], &told[0]["issued_at"]), (&json!("4355888800001234"), &json!(null)), "{told}");
    let issued = ["fapiao", "issued", number.as_str().unwrap()];
    shop.output(&[&issued[..], &["--number", "24312000000012345678"]].concat());
    shop.command_error(&issued);
    assert!(lin.call("fapiao/view", &json!({ "order_number": number }))["request"]["issued_at"].is_string());
}

#[test]
fn each_fapiao_type_validates_its_fields() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[FIVE_LANGUAGES]].concat());
    let mut lin = shop.customer("lin@example.com").speaking("zh");
    let number = order(&mut lin);
    let mut refused = |change: Value| {
        let mut args = json!({ "order_number": number });
        args.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        lin.refused("fapiao/create", &args)["error"]["field_messages"].clone()
    };
    assert_eq!(refused(json!({}))["type"]["id"], "fapiao.type");
    assert_eq!(refused(json!({ "type": "paper" }))["type"]["id"], "fapiao.type");
    assert_eq!(refused(json!({ "type": "vat" })).as_object().unwrap().len(), 6);
    assert_eq!(refused(json!({ "type": "business" })).as_object().unwrap().len(), 2);
    for (length, fault) in [(14, true), (15, false), (16, true), (18, false), (19, true), (20, false), (21, true)] {
        let code = "9".repeat(length);
        let answer = refused(json!({ "type": "vat", "tax_id": code }));
        let id = answer["tax_id"]["id"].as_str();
        assert_eq!(id, fault.then_some("fapiao.credit_code_wrong_length"), "{length}");
    }
    assert_eq!(
        refused(json!({ "type": "vat", "bank_account": "12a" }))["bank_account"]["id"],
        "fapiao.bank_account_bad"
    );
    // "Not needed" may be changed later.
    let none = lin.call("fapiao/create", &json!({ "order_number": number, "type": "none" }));
    assert_eq!((&none["message"]["id"], &none["can_request"]), (&json!("fapiao.declined"), &json!(true)));
    let personal = lin.call("fapiao/create", &json!({ "order_number": number, "type": "personal", "tax_id": "x" }));
    assert_eq!((&personal["request"]["type"], &personal["request"]["tax_id"]), (&json!("personal"), &json!("")));
}

#[test]
fn fapiao_is_offered_in_the_chinese_store_only() {
    let shop = Shop::open_with(&[OUTBOX_ONLY, &[FIVE_LANGUAGES]].concat());
    let mut ada = shop.customer("ada@example.com");
    let number = order(&mut ada);
    assert_eq!(ada.call("fapiao/view", &json!({ "order_number": number }))["offered"], false);
    let answer = ada.refused("fapiao/create", &json!({ "order_number": number, "type": "personal" }));
    assert_eq!(answer["message"], "A fapiao is issued for orders of our Chinese store only.");

    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    let number = order(&mut ada);
    shop.database().exec("UPDATE sales_order SET lang = 'zh'", vals![]).unwrap();
    let answer = ada.refused("fapiao/create", &json!({ "order_number": number, "type": "personal" }));
    assert_eq!(answer["error"]["id"], "fapiao.not_offered", "not without the fifth language");

    let shop = Shop::open_with(&[OUTBOX_ONLY, &[FIVE_LANGUAGES]].concat());
    let mut lin = shop.customer("lin@example.com").speaking("zh");
    let number = order(&mut lin);
    shop.database().exec("UPDATE sales_order SET status = 'canceled'", vals![]).unwrap();
    let answer = lin.refused("fapiao/create", &json!({ "order_number": number, "type": "personal" }));
    assert_eq!(answer["error"]["id"], "fapiao.canceled");
}

/// What waits in Today of this kind.
fn duty(house: &House, person: &mut Person) -> Value {
    let duties = house.call(person, "duty/list", &json!({}))["duties"].clone();
    duties.as_array().unwrap().iter().find(|duty| duty["kind"] == "fapiao_waiting").cloned().unwrap_or(Value::Null)
}

#[test]
fn requests_are_listed_and_issued_in_the_console_once() {
    let house = open_with(&[FIVE_LANGUAGES]);
    let mut owner = house.owner();
    let mut lin = house.shop.customer("lin@example.com").speaking("zh");
    let placed = [(); 2].map(|()| lin.place("TOW-GAN", 1, "bank_transfer"));
    let numbers = placed.clone().map(|order| order["order_number"].clone());
    assert_eq!(duty(&house, &mut owner), Value::Null);
    for number in &numbers {
        let form = json!({ "business_name": "湖畔酒店管理有限公司" });
        lin.call("fapiao/create", &crate::support::with(&vat(number), form));
    }
    let declined = order(&mut lin);
    lin.call("fapiao/create", &json!({ "order_number": declined, "type": "none" }));

    let open = house.call(&mut owner, "fapiao/list", &json!({}));
    assert_eq!((&open["open"], open["items"].as_array().unwrap().len()), (&json!(2), 2), "who declined waits for none");
    let first = &open["items"][0];
    assert_eq!((&first["order_number"], &first["email"]), (&numbers[0], &json!("claire.martin@example.com")));
    assert_eq!((&first["total"], &first["currency"]), (&placed[0]["totals"]["total"], &json!("EUR")), "{first}");
    assert_eq!(
        (&first["request"]["tax_id"], &first["request"]["bank_account"]),
        (&json!("91310000MA1K35X12Y"), &json!("4355888800001234"))
    );
    let waits = duty(&house, &mut owner);
    assert_eq!((&waits["count"], &waits["items"][0]["about"]["number"]), (&json!(2), &numbers[0]));

    for bad in ["1234567", "2431 2000 0000 1234 567x"] {
        let args = json!({ "order_number": numbers[0], "fapiao_number": bad });
        assert_eq!(house.refused(&mut owner, "fapiao/issued", &args), "fapiao_request.number_bad", "{bad}");
    }
    let noted = json!({ "order_number": numbers[0], "fapiao_number": "2431 2000 0000 1234 5678" });
    house.call(&mut owner, "fapiao/issued", &noted);
    assert_eq!(
        house.refused(&mut owner, "fapiao/issued", &json!({ "order_number": numbers[0] })),
        "fapiao_request.not_open"
    );
    for bad in [json!("2026-999999"), json!(""), declined] {
        assert_eq!(
            house.refused(&mut owner, "fapiao/issued", &json!({ "order_number": bad })),
            "fapiao_request.not_open"
        );
    }
    let entry = house.changes(&[]).into_iter().find(|entry| entry["outcome"] == "done").unwrap();
    assert_eq!(
        (&entry["call"], &entry["noun"], &entry["thing"]),
        (&json!("fapiao/issued"), &json!("fapiao"), &numbers[0])
    );
    assert_eq!(duty(&house, &mut owner)["count"], 1);
    let issued = house.call(&mut owner, "fapiao/list", &json!({ "issued": true }));
    assert_eq!((&issued["items"][0]["order_number"], &issued["open"]), (&numbers[0], &json!(1)));
    assert!(issued["items"][0]["request"]["issued_at"].is_string() && issued["items"].as_array().unwrap().len() == 1);
    let seen = lin.call("fapiao/view", &json!({ "order_number": numbers[0] }))["request"].clone();
    assert!(seen["issued_at"].is_string());
    assert_eq!(
        (&seen["number"], &issued["items"][0]["request"]["number"]),
        (&json!("24312000000012345678"), &seen["number"])
    );
    house.shop.command_error(&["fapiao", "issued", numbers[0].as_str().unwrap()]);

    // Whoever sees orders sees what is to be issued; whoever changes them says that it is.
    let mut accountant = house.person("acc@example.com", "accountant");
    assert_eq!(house.call(&mut accountant, "fapiao/list", &json!({}))["open"], 1);
    let args = json!({ "order_number": numbers[1] });
    assert_eq!(house.refused(&mut accountant, "fapiao/issued", &args), "staff.not_allowed");
    let mut editor = house.person("ed@example.com", "editor");
    assert_eq!(house.refused(&mut editor, "fapiao/list", &json!({})), "staff.not_allowed");
    assert_eq!(
        crate::support::house::post(&mut owner.browser, &house.shop, "fapiao/list", &json!({ "after": "x" })).status,
        400
    );
}
