//! The cart over HTTP: calls, refusals, promotion tags and persistence.

use serde_json::{Value, json};
use shop::vals;

use crate::support::Shop;

fn message(answer: &Value) -> &str {
    answer["message"].as_str().unwrap()
}

#[test]
fn items_are_added_updated_and_deleted() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let cart = visitor.add("TOW-GAN", 2);
    assert_eq!(cart["total_qty"], 2);
    let item = &cart["items"][0];
    assert_eq!((&item["sku"], &item["qty"], &item["stock"]), (&json!("TOW-GAN"), &json!(2), &json!(10)));
    assert_eq!((&item["price"], &item["line_total"]), (&json!("18.00"), &json!("36.00")));
    let id = item["item_id"].clone();
    // Adding the same item raises the quantity of its line.
    assert_eq!(visitor.add("TOW-GAN", 1)["items"].as_array().unwrap().len(), 1);
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 3);
    assert_eq!(visitor.call("cart/update", &json!({ "item_id": id, "qty": 5 }))["total_qty"], 5);
    visitor.add("PIL-ROU", 1);
    assert_eq!(visitor.call("cart", &json!({}))["total_qty"], 6);
    let cart = visitor.call("cart/delete", &json!({ "item_ids": [id] }));
    assert_eq!(cart["items"].as_array().unwrap().len(), 1);
    let rest = cart["items"][0]["item_id"].clone();
    let cart = visitor.call("cart/delete", &json!({ "item_ids": [rest] }));
    assert_eq!((&cart["total_qty"], &cart["totals"]["total"]), (&json!(0), &json!("0.00")));
}

#[test]
fn quantity_limits_are_refused_with_the_specified_messages() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let add = |qty: i64| json!({ "sku": "TOW-GAN", "qty": qty });
    assert_eq!(message(&visitor.refused("cart/add", &add(0))), "Cannot set quantity below 1");
    assert_eq!(message(&visitor.refused("cart/add", &add(-3))), "Cannot set quantity below 1");
    let answer = visitor.refused("cart/add", &add(11));
    assert_eq!(message(&answer), "We don't have as many Pair of wash mitts as you requested.");
    assert_eq!(answer["error"]["params"]["name"], "Pair of wash mitts");
    visitor.add("TOW-GAN", 10);
    assert_eq!(visitor.refused("cart/add", &add(1))["error"]["id"], "cart.qty_insufficient");
    // The maximum per order applies where it is lower than the stock.
    let answer = visitor.refused("cart/add", &json!({ "sku": "PIL-ROU", "qty": 7 }));
    assert_eq!(message(&answer), "You have reached the maximum order quantity for this item.");
    let id = visitor.call("cart", &json!({}))["items"][0]["item_id"].clone();
    assert_eq!(
        message(&visitor.refused("cart/update", &json!({ "item_id": id, "qty": 0 }))),
        "Cannot set quantity below 1"
    );
    assert_eq!(
        visitor.refused("cart/update", &json!({ "item_id": 999_999, "qty": 1 }))["error"]["id"],
        "cart.item_not_found"
    );
    assert_eq!(visitor.refused("cart/delete", &json!({}))["error"]["id"], "cart.select_before_delete");
    assert_eq!(visitor.call("cart", &json!({}))["total_qty"], 10, "refusals change nothing");
    for qty in [i64::MAX, i64::MIN] {
        visitor.refused("cart/add", &add(qty));
    }
}

#[test]
fn configured_maximum_applies_where_the_catalogue_sets_none() {
    let shop = Shop::open_with(&[("SHOP__LIMITS__MAX_QTY", "3")]);
    shop.database().execute_batch("UPDATE product SET max_qty = NULL WHERE sku = 'TOW-GAN'").unwrap();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 3);
    assert_eq!(visitor.refused("cart/add", &json!({ "sku": "TOW-GAN", "qty": 1 }))["error"]["id"], "cart.qty_maximum");
    let four = json!({ "sku": "TOW-GAN", "qty": 4 });
    assert_eq!(shop.visitor().refused("cart/add", &four)["error"]["id"], "cart.qty_maximum");
    // A SKU with a maximum of its own keeps it.
    assert_eq!(visitor.add("PIL-ROU", 6)["total_qty"], 9);
    assert_eq!(visitor.refused("cart/add", &json!({ "sku": "PIL-ROU", "qty": 1 }))["error"]["id"], "cart.qty_maximum");
}

#[test]
fn unavailable_items_are_refused() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let mut refused = |args: Value| visitor.refused("cart/add", &args)["error"]["id"].clone();
    assert_eq!(refused(json!({ "sku": "BMA-BOI" })), "cart.out_of_stock");
    assert_eq!(refused(json!({ "sku": "NO-SUCH" })), "cart.sku_unknown");
    assert_eq!(refused(json!({})), "cart.sku_unknown");
    assert_eq!(refused(json!({ "sku": "KIT-SPA" })), "cart.kit_parts_out");
    assert_eq!(refused(json!({ "sku": "BED-LAC" })), "form.select_option", "a bed needs its options");
    assert_eq!(
        refused(
            json!({ "sku": "BED-LAC", "options": { "bed_size": "160x200", "base_colour": "pink", "leg": "round_black" } })
        ),
        "cart.options_unknown"
    );
}

#[test]
fn options_select_a_variant() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let options = json!({ "bed_size": "160x200", "base_colour": "taupe", "leg": "square_silver" });
    let cart = visitor.call("cart/add", &json!({ "sku": "BED-LAC", "qty": 1, "options": options }));
    let item = &cart["items"][0];
    assert!(item["sku"].as_str().unwrap().starts_with("BED-LAC-"));
    assert_eq!(item["bed_terms"], true);
    let chosen: Vec<(&str, &str)> = item["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| (o["code"].as_str().unwrap(), o["value"].as_str().unwrap()))
        .collect();
    assert_eq!(chosen, [("bed_size", "160x200"), ("base_colour", "taupe"), ("leg", "square_silver")]);
    let other = json!({ "bed_size": "160x200", "base_colour": "grey_fabric", "leg": "square_silver" });
    let cart = visitor.call("cart/add", &json!({ "sku": "BED-LAC", "qty": 1, "options": other }));
    assert_eq!(cart["items"].as_array().unwrap().len(), 2, "other options make another line");
}

#[test]
fn cart_survives_restart_and_change_of_language_and_currency() {
    let mut shop = Shop::open();
    let mut visitor = shop.visitor();
    let english = visitor.add("TOW-GAN", 3);
    shop.stop();
    let shop = Shop::start(&shop.data, &[]);
    let mut again = shop.visitor().speaking("de").with_query("currency", "CHF");
    again.cookies = visitor.cookies.clone();
    let german = again.call("cart", &json!({}));
    assert_eq!(german["total_qty"], 3);
    assert_eq!(german["totals"]["currency"], "CHF");
    assert_ne!(german["items"][0]["name"], english["items"][0]["name"]);
}

#[test]
fn carts_are_private_to_their_session() {
    let shop = Shop::open();
    let mut one = shop.visitor();
    let mut other = shop.visitor();
    let id = one.add("TOW-GAN", 1)["items"][0]["item_id"].clone();
    assert_eq!(other.call("cart", &json!({}))["total_qty"], 0);
    assert_eq!(other.refused("cart/update", &json!({ "item_id": id, "qty": 2 }))["error"]["id"], "cart.item_not_found");
    other.send("cart/delete", &json!({ "item_ids": [id] }));
    assert_eq!(one.call("cart", &json!({}))["total_qty"], 1);
}

#[test]
fn employee_tag_takes_30_percent_off_goods_not_shipping() {
    let shop = Shop::open();
    let mut visitor = shop.visitor().with_query("promo-tag", "VALMERE-TEAM");
    visitor.add("TOW-GAN", 2);
    let cart = visitor.call("cart", &json!({}));
    assert_eq!((&cart["promo"]["status"], &cart["promo"]["percentage"]), (&json!("applied"), &json!(30)));
    let totals = &cart["totals"];
    assert_eq!((&totals["subtotal_incl_tax"], &totals["discount_amount"]), (&json!("36.00"), &json!("10.80")));
    let without = {
        let mut other = shop.visitor();
        other.add("TOW-GAN", 2)["totals"].clone()
    };
    assert_eq!(totals["shipping_amount"], without["shipping_amount"]);
    assert_eq!(cart["items"][0]["price"], "18.00", "the unit price stays the catalogue price");
    // An unknown tag: no discount, a visible notice, no error.
    let mut visitor = shop.visitor().with_query("promo-tag", "NONSENSE");
    let cart = visitor.add("TOW-GAN", 1);
    assert_eq!((&cart["promo"]["status"], &cart["totals"]["discount_amount"]), (&json!("unknown"), &json!("0.00")));
}

#[test]
fn employee_tag_on_a_reduced_item_applies_the_lower_price() {
    let shop = Shop::open();
    let mut visitor = shop.visitor().with_query("promo-tag", "VALMERE-TEAM");
    // 290.00, reduced to 232.00: thirty percent off the regular price, 203.00, is lower.
    let cart = visitor.add("THR-MOH", 1);
    let item = &cart["items"][0];
    assert_eq!((&item["price"], &item["market_price"]), (&json!("232.00"), &json!("290.00")));
    assert_eq!(item["discount_amount"], "29.00");
}

#[test]
fn reduced_stock_is_noticed_on_the_cart_line() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 6);
    shop.database()
        .exec(
            "UPDATE stock SET quantity = 2 WHERE product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN')",
            vals![],
        )
        .unwrap();
    let cart = visitor.call("cart", &json!({}));
    assert_eq!(cart["items"][0]["qty"], 6, "the quantity is not changed silently");
    assert!(!cart["items"][0]["notice"].is_null());
}
