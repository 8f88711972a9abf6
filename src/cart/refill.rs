//! Puts the items of an earlier order into the cart.

use super::calls::MAX_LINES;
use super::pricing;
use super::store::{self, Owner, Stored};
use super::types::{CartNotice, FilledCart};
use crate::call::Visitor;
use crate::catalog;
use crate::db::Tx;
use crate::error::Result;
use crate::message::{self, Message};
use crate::visit::{self, Step};

/// An item that was ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// None when the product was deleted.
    pub item_id: Option<i64>,
    /// As it was called in the order.
    pub name: String,
    pub qty: u32,
}

/// Sees that the visitor's cart holds at least these quantities, as far as stock and maximum allow: asked twice, it adds
/// nothing. Items that are sold out or no longer sold get a notice, as do those of which there are fewer.
pub fn refill(tx: &mut dyn Tx, visitor: &Visitor, wanted: Vec<Wanted>) -> Result<FilledCart> {
    let owner = Owner::of(visitor);
    let mut contents = pricing::contents_of(tx, &visitor.view, owner)?;
    let was_empty = contents.is_empty();
    let ids: Vec<i64> = wanted.iter().filter_map(|line| line.item_id).collect();
    let sold = catalog::sellable(tx, &visitor.view, &ids)?;
    let mut filled = FilledCart::default();
    for line in wanted {
        let Some(item) = sold.iter().find(|item| Some(item.item_id) == line.item_id) else {
            let message = message::WISHLIST_WITHDRAWN.with("name", &line.name);
            filled.notices.push(CartNotice { name: line.name, message });
            continue;
        };
        let before = contents.qty_of(item.item_id);
        let (qty, notice): (u32, Option<Message>) = if before == 0 && contents.len() >= MAX_LINES {
            (0, Some(message::CART_LIMIT.with("number", MAX_LINES)))
        } else {
            match contents.allow(item, line.qty.max(before).into()) {
                Ok(qty) => (qty, None),
                Err(fault) => (contents.most_of(item).min(line.qty), Some(fault)),
            }
        };
        filled.notices.extend(notice.map(|message| CartNotice { name: item.name.clone(), message }));
        if qty > before {
            filled.added_qty += i64::from(qty - before);
            store::save_line(tx, owner, &Stored::of(item, qty), visitor.now())?;
            contents.put(item.clone(), qty);
        }
    }
    if was_empty && filled.added_qty > 0 {
        visit::count(tx, Step::Bag, visitor.now())?;
    }
    filled.total_qty = store::total_qty(tx, owner)?;
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, LOTION, MAT, Shop, TOWEL};
    use crate::testing::statements;

    fn wanted(item_id: i64, qty: u32) -> Wanted {
        Wanted { item_id: Some(item_id), name: format!("item {item_id}"), qty }
    }

    fn lines(shop: &Shop, visitor: &Visitor) -> Vec<(i64, u32)> {
        let contents = shop.write(|tx| pricing::contents(tx, visitor));
        contents.lines.iter().map(|line| (line.item.item_id, line.qty)).collect()
    }

    fn notices(filled: &FilledCart) -> Vec<String> {
        filled.notices.iter().map(|notice| notice.message.rendered()).collect()
    }

    #[test]
    fn what_was_ordered_is_in_the_cart_once_however_often_it_is_asked() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 1);
        let order = || vec![wanted(TOWEL, 3), wanted(MAT, 2)];
        let filled = shop.write(|tx| refill(tx, &visitor, order()));
        assert_eq!((filled.added_qty, filled.total_qty, filled.notices.len()), (4, 5, 0));
        let again = shop.write(|tx| refill(tx, &visitor, order()));
        assert_eq!((again.added_qty, again.total_qty), (0, 5));
        assert_eq!(lines(&shop, &visitor), [(TOWEL, 3), (MAT, 2)]);
        // More than was ordered stays.
        shop.add(&visitor, "TOWEL", 2);
        shop.write(|tx| refill(tx, &visitor, order()));
        assert_eq!(lines(&shop, &visitor), [(TOWEL, 5), (MAT, 2)]);
    }

    #[test]
    fn what_is_sold_out_fewer_or_gone_is_named() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.set_stock(TOWEL, 2);
        shop.set_stock(MAT, 0);
        shop.exec("UPDATE product SET enabled = 0 WHERE sku = 'LOTION'");
        let deleted = Wanted { item_id: None, name: "Former robe".into(), qty: 1 };
        let order = vec![wanted(TOWEL, 3), wanted(MAT, 1), wanted(LOTION, 1), deleted];
        let filled = shop.write(|tx| refill(tx, &visitor, order));
        assert_eq!(lines(&shop, &visitor), [(TOWEL, 2)]);
        assert_eq!((filled.added_qty, filled.total_qty), (2, 2));
        let said = notices(&filled);
        assert_eq!(said.len(), 4, "{said:?}");
        assert_eq!(said[0], "We don't have as many Lac towel as you requested.");
        assert_eq!(said[3], "Former robe is no longer sold.");
    }

    #[test]
    fn a_full_cart_takes_no_further_item() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.exec("CREATE TEMP TABLE other AS SELECT * FROM product WHERE sku = 'TOWEL'");
        for item_id in (90_000..).take(MAX_LINES) {
            shop.exec(&format!("UPDATE other SET id = {item_id}, sku = 'FULL-{item_id}'"));
            shop.exec("INSERT INTO product SELECT * FROM other");
            let line = Stored { item_id, qty: 1, sku: String::new(), name: String::new() };
            shop.write(|tx| store::save_line(tx, Owner::of(&visitor), &line, visitor.now()));
        }
        let filled = shop.write(|tx| refill(tx, &visitor, vec![wanted(TOWEL, 1)]));
        assert_eq!(filled.added_qty, 0);
        assert_eq!(notices(&filled), [format!("Your bag is full: it holds {MAX_LINES} different items.")]);
    }

    #[test]
    fn reads_do_not_grow_with_the_order() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let reads = |order: Vec<Wanted>| {
            let made = statements(&shop.connection, |tx| refill(tx, &visitor, order));
            made.iter().filter(|sql| sql.trim_start().starts_with("SELECT")).count()
        };
        shop.add(&visitor, "TOWEL", 1);
        let one = reads(vec![wanted(TOWEL, 1)]);
        let three = reads(vec![wanted(TOWEL, 2), wanted(MAT, 1), wanted(LOTION, 1)]);
        assert_eq!(one, three);
    }
}
