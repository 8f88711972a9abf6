//! Merges a guest's cart into the customer's at login.

use super::calls::MAX_LINES;
use super::pricing::{self, Contents, Line};
use super::store::{self, Owner, Stored};
use super::types::{CartNotice, FilledCart};
use crate::call::Visitor;
use crate::db::Tx;
use crate::error::Result;
use crate::message::{self, Message};

/// Moves the visitor's cart into a customer's. Quantities of the same item add up, limited by stock and the maximum per order;
/// limited items get a notice. An unavailable item is moved unchanged: its cart line shows why it cannot be ordered.
pub fn merge(tx: &mut dyn Tx, visitor: &Visitor, customer_id: i64) -> Result<FilledCart> {
    let to = Owner::Customer(customer_id);
    let from = Owner::of(visitor);
    let mut merged = FilledCart::default();
    if from != to && matches!(from, Owner::Session(_)) {
        let guests = pricing::contents_of(tx, &visitor.view, from)?;
        let mut own = pricing::contents_of(tx, &visitor.view, to)?;
        for line in guests.lines {
            let (qty, notice) = allowed(&own, &line);
            merged.notices.extend(notice.map(|message| CartNotice { name: line.item.name.clone(), message }));
            let before = own.qty_of(line.item.item_id);
            if qty > before {
                merged.added_qty += i64::from(qty - before);
                store::save_line(tx, to, &Stored::of(&line.item, qty), visitor.now())?;
                own.put(line.item, qty);
            }
        }
        for gone in guests.withdrawn {
            if own.len() < MAX_LINES && !own.withdrawn.iter().any(|other| other.item_id == gone.item_id) {
                store::save_line(tx, to, &gone, visitor.now())?;
                own.withdrawn.push(gone);
            }
        }
        store::delete_cart(tx, from)?;
    }
    merged.total_qty = store::total_qty(tx, to)?;
    Ok(merged)
}

/// The quantity of an item in the merged cart, with a notice if it is less than the sum of both.
fn allowed(own: &Contents, line: &Line) -> (u32, Option<Message>) {
    let before = own.qty_of(line.item.item_id);
    if before == 0 && own.len() >= MAX_LINES {
        return (0, Some(message::CART_LIMIT.with("number", MAX_LINES)));
    }
    let wanted = before.saturating_add(line.qty);
    match own.allow(&line.item, wanted.into()) {
        Ok(qty) => (qty, None),
        Err(_) if before == 0 && own.most_of(&line.item) == 0 => (line.qty, None),
        Err(fault) => (own.most_of(&line.item).max(before), Some(fault)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, ROBE_S, Shop, TOWEL};

    const ADA: i64 = 77;

    /// The same visitor, logged in.
    fn as_customer(mut visitor: Visitor) -> Visitor {
        visitor.session.customer_id = Some(ADA);
        visitor
    }

    fn lines(shop: &Shop, visitor: &Visitor) -> Vec<(i64, u32)> {
        let contents = shop.write(|tx| pricing::contents(tx, visitor));
        contents.lines.iter().map(|line| (line.item.item_id, line.qty)).collect()
    }

    #[test]
    fn merged_quantities_are_clamped_to_stock() {
        let shop = fixture::shop();
        let guest = shop.visitor();
        let ada = as_customer(shop.newcomer());
        shop.add(&ada, "TOWEL", 6);
        shop.add(&guest, "TOWEL", 7);
        shop.add(&guest, "ROBE-S", 1);
        let merged = shop.write(|tx| merge(tx, &guest, ADA));
        assert_eq!((merged.total_qty, merged.added_qty), (11, 5));
        assert_eq!(merged.notices.len(), 1);
        assert_eq!(merged.notices[0].message.rendered(), "We don't have as many Lac towel as you requested.");
        assert_eq!(lines(&shop, &ada), [(TOWEL, 10), (ROBE_S, 1)]);
        assert_eq!(lines(&shop, &guest), [], "the guest's cart is deleted");
        let again = shop.write(|tx| merge(tx, &guest, ADA));
        assert_eq!((again.total_qty, again.added_qty), (11, 0));
    }

    #[test]
    fn merge_respects_the_maximum_and_never_lowers_quantities() {
        let shop = fixture::shop();
        let (guest, ada) = (shop.visitor(), as_customer(shop.newcomer()));
        shop.add(&ada, "MAT", 4);
        shop.add(&guest, "MAT", 3);
        let merged = shop.write(|tx| merge(tx, &guest, ADA));
        assert_eq!(merged.notices[0].message, message::QTY_MAXIMUM);
        assert_eq!((merged.total_qty, merged.added_qty), (4, 0));
        // The stock was sold in the meantime.
        shop.add(&ada, "TOWEL", 6);
        shop.add(&guest, "TOWEL", 2);
        shop.set_stock(TOWEL, 3);
        let merged = shop.write(|tx| merge(tx, &guest, ADA));
        assert_eq!(merged.notices[0].message, message::QTY_INSUFFICIENT);
        assert_eq!(merged.total_qty, 10, "the notice is on the cart line");
    }

    #[test]
    fn unavailable_items_are_merged_unchanged() {
        let shop = fixture::shop();
        let (guest, ada) = (shop.visitor(), as_customer(shop.newcomer()));
        shop.add(&guest, "TOWEL", 2);
        shop.add(&guest, "LOTION", 1);
        shop.set_stock(TOWEL, 0);
        shop.exec("UPDATE product SET enabled = 0 WHERE sku = 'LOTION'");
        let merged = shop.write(|tx| merge(tx, &guest, ADA));
        assert_eq!((merged.total_qty, merged.notices.len()), (3, 0));
        assert_eq!(lines(&shop, &ada), [(TOWEL, 2)]);
        assert_eq!(shop.write(|tx| pricing::contents(tx, &ada)).withdrawn.len(), 1);
    }

    #[test]
    fn merging_a_customers_own_cart_changes_nothing() {
        let shop = fixture::shop();
        let ada = as_customer(shop.visitor());
        shop.add(&ada, "TOWEL", 2);
        let merged = shop.write(|tx| merge(tx, &ada, ADA));
        assert_eq!((merged.total_qty, merged.added_qty), (2, 0));
        // It is not merged into another account.
        let merged = shop.write(|tx| merge(tx, &ada, 78));
        assert_eq!(merged.total_qty, 0);
        assert_eq!(lines(&shop, &ada), [(TOWEL, 2)]);
    }
}
