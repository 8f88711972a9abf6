//! The cart's calls, one function a path.

use super::pricing::{self, Contents, Destination};
use super::store::{self, Owner, Stored};
use super::types::{AddArgs, Cart, DeleteArgs, Sidebar, UpdateArgs};
use crate::call::{NoArgs, Visitor};
use crate::catalog::{self, Sellable};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::visit::{self, Step};

/// Maximum number of different items in a cart.
pub const MAX_LINES: usize = 100;

/// The cart, priced for the store's country and the standard carrier.
pub fn index(tx: &mut dyn Tx, visitor: &Visitor, _: NoArgs) -> Result<Cart> {
    let contents = pricing::contents(tx, visitor)?;
    cart(tx, visitor, contents, None)
}

/// The number of pieces, for the header's badge.
pub fn sidebar(tx: &mut dyn Tx, visitor: &Visitor, _: NoArgs) -> Result<Sidebar> {
    Ok(Sidebar { total_qty: store::total_qty(tx, Owner::of(visitor))? })
}

/// Adds an item, or raises its quantity.
pub fn add(tx: &mut dyn Tx, visitor: &Visitor, args: AddArgs) -> Result<Cart> {
    let qty = args.qty.unwrap_or(1);
    if qty < 1 {
        return Err(refuse(message::QTY_BELOW_ONE));
    }
    let item_id = catalog::find_sellable_id(tx, args.sku.trim(), &args.options)?;
    let (mut contents, item) = pricing::contents_and(tx, &visitor.view, Owner::of(visitor), Some(item_id))?;
    let Some(item) = item else { return Err(refuse(message::SKU_UNKNOWN)) };
    let in_cart = contents.qty_of(item_id);
    if in_cart == 0 && contents.len() >= MAX_LINES {
        return Err(refuse(message::CART_LIMIT.with("number", MAX_LINES)));
    }
    let qty = contents.allow(&item, qty.saturating_add(in_cart.into()))?;
    if contents.is_empty() {
        visit::count(tx, Step::Bag, visitor.now())?;
    }
    save(tx, visitor, &item, qty)?;
    contents.put(item, qty);
    cart(tx, visitor, contents, Some(item_id))
}

/// Sets the quantity of an item.
pub fn update(tx: &mut dyn Tx, visitor: &Visitor, args: UpdateArgs) -> Result<Cart> {
    let mut contents = pricing::contents(tx, visitor)?;
    if let Some(line) = contents.withdrawn.iter().find(|line| line.item_id == args.item_id) {
        return Err(refuse(message::ITEM_WITHDRAWN.with("name", &line.name)));
    }
    let Some(line) = contents.lines.iter().find(|line| line.item.item_id == args.item_id) else {
        return Err(refuse(message::ITEM_NOT_FOUND));
    };
    let item = line.item.clone();
    let qty = contents.allow(&item, args.qty)?;
    save(tx, visitor, &item, qty)?;
    contents.put(item, qty);
    cart(tx, visitor, contents, None)
}

/// Removes items. An item that is no longer in the cart is ignored, as after a double click.
pub fn delete(tx: &mut dyn Tx, visitor: &Visitor, args: DeleteArgs) -> Result<Cart> {
    if args.item_ids.is_empty() {
        return Err(refuse(message::SELECT_BEFORE_DELETE));
    }
    store::delete_lines(tx, Owner::of(visitor), &args.item_ids, visitor.now())?;
    index(tx, visitor, NoArgs {})
}

fn save(tx: &mut dyn Tx, visitor: &Visitor, item: &Sellable, qty: u32) -> Result<()> {
    store::save_line(tx, Owner::of(visitor), &Stored::of(item, qty), visitor.now())
}

fn cart(tx: &mut dyn Tx, visitor: &Visitor, contents: Contents, added_item_id: Option<i64>) -> Result<Cart> {
    let cart = pricing::price(tx, visitor, contents, Destination::of_store(&visitor.view))?;
    Ok(Cart {
        total_qty: cart.total_qty(),
        items: pricing::items(cart.lines, &cart.withdrawn),
        totals: cart.totals,
        added_item_id,
        promo: cart.promo,
        points: cart.points,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::domain::money::{Amount, Currency};
    use crate::domain::promotion::TagStatus;
    use crate::domain::store_view::Lang;
    use crate::error::Refusal;
    use crate::testing;
    use crate::testing::fixture::{self, CANDLE, LOTION, MAT, ROBE_S, SET, Shop, TOWEL};

    fn args(sku: &str, qty: i64) -> AddArgs {
        AddArgs { sku: sku.into(), qty: Some(qty), ..AddArgs::default() }
    }

    fn refused(shop: &Shop, sku: &str, qty: i64) -> Refusal {
        shop.refusal(|tx| add(tx, &shop.visitor(), args(sku, qty)))
    }

    fn read(shop: &Shop, visitor: &Visitor) -> Cart {
        shop.write(|tx| index(tx, visitor, NoArgs {}))
    }

    fn minor(amount: Amount) -> i64 {
        amount.minor()
    }

    /// The rendered notice of each line.
    fn notices(cart: &Cart) -> Vec<Option<String>> {
        cart.items.iter().map(|item| item.notice.as_ref().map(|notice| notice.rendered())).collect()
    }

    #[test]
    fn adding_an_item_again_raises_its_quantity() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let cart = shop.write(|tx| add(tx, &visitor, AddArgs { sku: " TOWEL ".into(), ..AddArgs::default() }));
        assert_eq!((cart.total_qty, cart.added_item_id), (1, Some(TOWEL)));
        shop.add(&visitor, "MAT", 1);
        let cart = shop.add(&visitor, "TOWEL", 2);
        let lines: Vec<_> = cart.items.iter().map(|item| (item.item_id, item.qty)).collect();
        assert_eq!(lines, [(TOWEL, 3), (MAT, 1)], "lines keep their order");
        assert_eq!((cart.total_qty, minor(cart.totals.subtotal_incl_tax)), (4, 18_000));
        assert_eq!(shop.write(|tx| sidebar(tx, &visitor, NoArgs {})).total_qty, 4);
        assert_eq!(read(&shop, &visitor).added_item_id, None);
    }

    #[test]
    fn configurable_products_need_options_and_variants_do_not() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let with = |value: &str| AddArgs {
            options: BTreeMap::from([("robe_size".to_owned(), value.to_owned())]),
            ..args("ROBE", 1)
        };
        let cart = shop.write(|tx| add(tx, &visitor, with("s")));
        assert_eq!(cart.items[0].item_id, ROBE_S);
        let option = &cart.items[0].options[0];
        assert_eq!([&option.code, &option.name, &option.value, &option.label], ["robe_size", "Size", "s", "Small"]);
        assert_eq!(shop.add(&visitor, "ROBE-S", 1).items[0].qty, 2);

        let refusal = refused(&shop, "ROBE", 1);
        assert_eq!(refusal.message.rendered(), "select an option");
        assert!(refusal.fields.contains_key("options.robe_size"));
        assert_eq!(shop.refusal(|tx| add(tx, &visitor, with("l"))).message, message::OPTIONS_UNKNOWN);
        assert_eq!(refused(&shop, "NOTHING", 1).message, message::SKU_UNKNOWN);
        assert_eq!(refused(&shop, "", 1).message, message::SKU_UNKNOWN);
        assert_eq!(refused(&shop, "GONE", 1).message, message::SKU_UNKNOWN);
    }

    #[test]
    fn kits_and_parts_share_their_stock() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let cart = shop.add(&visitor, "SET", 4);
        assert_eq!((cart.items[0].max_qty, cart.items[0].stock), (5, 5));
        assert!(cart.items[0].parts.iter().all(|part| part.available));
        // Four kits take eight of ten towels.
        assert_eq!(refused(&shop, "TOWEL", 3).message, message::QTY_INSUFFICIENT);
        let cart = shop.add(&visitor, "TOWEL", 2);
        assert_eq!(cart.items[0].max_qty, 4, "the stock left allows four kits");
        assert_eq!(refused(&shop, "SET", 1).message, message::QTY_INSUFFICIENT);
        assert!(cart.items.iter().all(|item| item.notice.is_none()));
        shop.set_stock(TOWEL, 9);
        assert_eq!(
            notices(&read(&shop, &visitor)),
            [None, Some("Only 1 left.".to_owned())],
            "stock is assigned in line order"
        );
    }

    #[test]
    fn update_sets_the_quantity() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 2);
        let set = |item_id, qty| {
            let outcome = shop.attempt(|tx| update(tx, &visitor, UpdateArgs { item_id, qty }));
            outcome.map(|cart| cart.total_qty).map_err(|error| error.refusal().expect("a refusal").message.clone())
        };
        assert_eq!(set(TOWEL, 10), Ok(10));
        assert_eq!(set(TOWEL, 1), Ok(1));
        assert_eq!(set(TOWEL, 0).expect_err("below one"), message::QTY_BELOW_ONE);
        assert_eq!(set(TOWEL, 11).expect_err("beyond the stock"), message::QTY_INSUFFICIENT);
        assert_eq!(set(MAT, 1).expect_err("not in the cart"), message::ITEM_NOT_FOUND);
    }

    #[test]
    fn delete_removes_selected_items() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        for sku in ["TOWEL", "MAT", "LOTION"] {
            shop.add(&visitor, sku, 1);
        }
        let take = |ids: &[i64]| {
            let item_ids = ids.to_vec();
            shop.attempt(|tx| delete(tx, &visitor, DeleteArgs { item_ids }))
        };
        let nothing = take(&[]).expect_err("refused");
        assert_eq!(nothing.refusal().expect("a refusal").message, message::SELECT_BEFORE_DELETE);
        let left: Vec<i64> =
            take(&[TOWEL, LOTION, 999]).expect("deleted").items.iter().map(|item| item.item_id).collect();
        assert_eq!(left, [MAT]);
        // Repeated, as by another tab.
        assert_eq!(take(&[TOWEL]).expect("no fault").total_qty, 1);
        let many: Vec<i64> = (0..60).collect();
        let cart = take(&many).expect("deleted");
        assert!(cart.items.is_empty());
        assert_eq!((minor(cart.totals.total), minor(cart.totals.shipping_amount), cart.points), (0, 0, 0));
    }

    #[test]
    fn cart_survives_a_change_of_language_and_currency() {
        let shop = fixture::shop();
        let mut visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 2);
        visitor.view.store = visitor.view.stores.of(Lang::Fr);
        visitor.view.currency = Currency::Chf;
        let cart = read(&shop, &visitor);
        assert_eq!((cart.items[0].name.as_str(), cart.items[0].qty), ("Lac towel (fr)", 2));
        assert_eq!(cart.totals.currency, Currency::Chf);
        // 5.90 EUR × 0.935, rounded up to a whole franc.
        assert_eq!(minor(cart.totals.shipping_amount), 600);
    }

    #[test]
    fn totals_use_the_default_country_of_the_store_view() {
        let shop = fixture::shop();
        let mut visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 3);
        let cart = read(&shop, &visitor);
        // 120.00 + 5.90 at 20 %.
        assert_eq!((minor(cart.totals.total), minor(cart.totals.tax_amount)), (12_590, 2_098));
        assert_eq!(cart.points, 120);
        visitor.view.store = visitor.view.stores.of(Lang::De);
        shop.exec("INSERT INTO product_text SELECT product_id, 'de', name, sort_key, 'de' || product_id, '', '', '', '', '', '', '', '' FROM product_text WHERE lang = 'en'");
        assert_eq!(minor(read(&shop, &visitor).totals.tax_amount), 2_010, "19 % in Germany");
        // Standard shipping is free from 150.00.
        visitor.view.store = visitor.view.stores.of(Lang::En);
        let cart = shop.add(&visitor, "TOWEL", 1);
        assert_eq!((minor(cart.totals.shipping_amount), minor(cart.totals.shipping_discount)), (590, 590));
        assert_eq!(minor(cart.totals.total), 16_000);
    }

    #[test]
    fn employee_tag_is_applied_once_and_reports_its_status() {
        let shop = fixture::shop();
        let mut visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 3);
        shop.add(&visitor, "CANDLE", 1);
        let with = |tag: &str| {
            let visitor = Visitor { promo_tag: Some(tag.into()), ..visitor.clone() };
            read(&shop, &visitor)
        };
        let cart = with("valmere-team");
        let promo = cart.promo.expect("a tag");
        assert_eq!((promo.status, promo.percentage), (TagStatus::Applied, 30));
        // 30 % of 120.00, and 10.00 of the candle, which is already reduced from 100.00 to 80.00.
        let discounts: Vec<i64> = cart.items.iter().map(|item| minor(item.discount_amount)).collect();
        assert_eq!(discounts, [3_600, 1_000]);
        assert_eq!(cart.items[1].item_id, CANDLE);
        assert_eq!(cart.items[1].market_price.map(minor), Some(10_000));
        assert_eq!(minor(cart.totals.discount_amount), 4_600);
        assert_eq!(cart.points, 154, "points are earned on the amount paid");
        // Free shipping depends on the subtotal before the discount.
        assert_eq!(minor(cart.totals.shipping_discount), 590);

        for (tag, status) in [("OLD", TagStatus::Expired), ("NONE", TagStatus::Unknown)] {
            let cart = with(tag);
            assert_eq!(cart.promo.expect("a tag").status, status);
            assert_eq!(minor(cart.totals.discount_amount), 0);
        }
        visitor.promo_tag = None;
        assert_eq!(read(&shop, &visitor).promo, None);
    }

    #[test]
    fn reduced_stock_does_not_change_quantities() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        for (sku, qty) in [("TOWEL", 5), ("MAT", 4), ("SET", 1)] {
            shop.add(&visitor, sku, qty);
        }
        let notices = || {
            let cart = read(&shop, &visitor);
            assert_eq!(cart.total_qty, 10);
            notices(&cart)
        };
        assert_eq!(notices(), [None, None, None]);
        shop.set_stock(TOWEL, 3);
        shop.exec("UPDATE product SET max_qty = 2 WHERE sku = 'MAT'");
        assert_eq!(
            notices(),
            [
                Some("Only 3 left.".to_owned()),
                Some("You have reached the maximum order quantity for this item.".to_owned()),
                Some("Some items in the set are out of stock.".to_owned()),
            ]
        );
        shop.set_stock(TOWEL, 0);
        assert_eq!(notices()[0].as_deref(), Some("Lac towel is out of stock."));
        assert_eq!(
            shop.refusal(|tx| update(tx, &visitor, UpdateArgs { item_id: SET, qty: 2 })).message,
            message::KIT_PARTS_OUT
        );
    }

    #[test]
    fn unavailable_items_stay_in_the_cart_until_deleted() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 2);
        shop.add(&visitor, "LOTION", 1);
        shop.exec("UPDATE product SET enabled = 0 WHERE sku = 'TOWEL'");
        let cart = read(&shop, &visitor);
        let gone = &cart.items[1];
        assert_eq!((gone.item_id, gone.sku.as_str(), gone.qty), (TOWEL, "TOWEL", 2));
        assert!(gone.notice.as_ref().expect("a notice").rendered().starts_with("Lac towel is no longer sold."));
        assert_eq!((cart.total_qty, cart.totals.total_qty), (3, 1));
        assert_eq!(minor(cart.totals.subtotal_incl_tax), 2_555);
        let raise = |tx: &mut dyn Tx| update(tx, &visitor, UpdateArgs { item_id: TOWEL, qty: 1 });
        assert_eq!(shop.refusal(raise).message, message::ITEM_WITHDRAWN);
        let cart = shop.write(|tx| delete(tx, &visitor, DeleteArgs { item_ids: vec![TOWEL] }));
        assert_eq!(cart.items.len(), 1);
    }

    #[test]
    fn number_of_queries_does_not_depend_on_cart_size() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "SET", 1);
        let queries = || testing::statements(&shop.connection, |tx| index(tx, &visitor, NoArgs {})).len();
        let short = queries();
        for sku in ["TOWEL", "MAT", "ROBE-S", "CANDLE", "LOTION"] {
            shop.add(&visitor, sku, 1);
        }
        assert_eq!(queries(), short);
        let deleting = |item_ids: Vec<i64>| {
            testing::statements(&shop.connection, |tx| delete(tx, &visitor, DeleteArgs { item_ids })).len()
        };
        let many = (0..30_000).map(|n| 1_000 + n % 700).collect();
        assert_eq!(deleting(many), deleting(vec![999]), "unknown ids take no more statements");
        testing::assert_indexed(&shop.connection, |tx| index(tx, &visitor, NoArgs {}));
        testing::assert_indexed(&shop.connection, |tx| sidebar(tx, &visitor, NoArgs {}));
        testing::assert_indexed(&shop.connection, |tx| delete(tx, &visitor, DeleteArgs { item_ids: vec![TOWEL, MAT] }));
    }

    #[test]
    fn cart_holds_at_most_100_items() {
        let shop = fixture::shop();
        shop.add(&shop.visitor(), "TOWEL", 1);
        shop.exec(
            "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 198)
             INSERT INTO product (id, sku, kind, type, position, created_at, enabled, vat_class, weight_g,
                 promotion_category, bed_terms, ship_group)
             SELECT i, 'N' || i, 'simple', 'towel', i, 0, 1, 'standard', 1, 'bath', 0, 'WORLD' FROM n;
             INSERT INTO cart_item SELECT 1, id, 1, sku, sku, id FROM product WHERE id >= 100;",
        );
        assert_eq!(refused(&shop, "MAT", 1).message.rendered(), "Your bag is full: it holds 100 different items.");
        assert_eq!(shop.add(&shop.visitor(), "TOWEL", 1).added_item_id, Some(TOWEL), "the same item adds no line");
    }
}
