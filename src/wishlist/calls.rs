//! The calls of the wishlist, one function per path.

use std::collections::HashMap;

use jiff::Timestamp;

use super::store::{self, EntryRow};
use super::types::{AddArgs, IndexArgs, RemoveArgs, StatusArgs, WishEntry, WishItem, Wishlist, WishlistState};
use crate::call::{Member, View};
use crate::catalog;
use crate::catalog::types::{Kind, ProductCard, page_and_size};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::stock::{Availability, only_left};
use crate::error::{Result, refuse};
use crate::message::{self, Message};

/// Most entries of a wishlist: few enough for clients to load them all.
pub const MAX: u32 = 100;

/// Saves an item. Idempotent.
pub fn add(tx: &mut dyn Tx, member: &Member, args: AddArgs) -> Result<WishlistState> {
    let customer_id = member.customer_id;
    let item_id = if args.options.values().all(String::is_empty) {
        catalog::find_item_id(tx, &args.sku)?
    } else {
        catalog::find_sellable_id(tx, &args.sku, &args.options)?
    };
    let id = match store::find(tx, customer_id, item_id)? {
        Some(id) => id,
        None => {
            if store::count(tx, customer_id)? >= MAX {
                return Err(refuse(message::WISHLIST_LIMIT.with("number", MAX)));
            }
            let (sku, name) = catalog::item_name(tx, member.visitor.view.lang(), item_id)?;
            store::save(tx, customer_id, item_id, &sku, &name, member.visitor.now())?
        }
    };
    let state = state(tx, customer_id, &[])?;
    Ok(WishlistState { saved_id: Some(id), message: Some(message::WISHLIST_ADDED.into()), ..state })
}

/// The saved items with the ids of their entries.
pub fn status(tx: &mut dyn Tx, member: &Member, args: StatusArgs) -> Result<WishlistState> {
    state(tx, member.customer_id, &args.item_ids)
}

/// Removes an entry of the customer's own.
pub fn remove(tx: &mut dyn Tx, member: &Member, args: RemoveArgs) -> Result<WishlistState> {
    if !store::delete(tx, member.customer_id, args.id)? {
        return Err(refuse(message::WISHLIST_NOT_FOUND));
    }
    let state = state(tx, member.customer_id, &[])?;
    Ok(WishlistState { message: Some(message::WISHLIST_REMOVED.into()), ..state })
}

/// A page of the list, with current prices and stock.
pub fn index(tx: &mut dyn Tx, member: &Member, args: IndexArgs) -> Result<Wishlist> {
    let (page, per_page) = page_and_size(args.page, args.per_page);
    let offset = i64::from(page - 1) * i64::from(per_page);
    let rows = store::list(tx, member.customer_id, per_page, offset)?;
    let items = items(tx, &member.visitor.view, rows)?;
    Ok(Wishlist { items, total: store::count(tx, member.customer_id)?, page, per_page })
}

/// Entries and ids, of the items in `only` unless it is empty.
fn state(tx: &mut dyn Tx, customer_id: i64, only: &[i64]) -> Result<WishlistState> {
    let all = store::list_entries(tx, customer_id)?;
    let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let all: Vec<_> = all.into_iter().filter(|(_, item)| only.is_empty() || only.contains(item)).collect();
    let pages = catalog::page_products(tx, &all.iter().map(|(_, item)| *item).collect::<Vec<_>>())?;
    let entry = |(id, item_id): (i64, i64)| {
        let product_item_id = pages.get(&item_id).copied().unwrap_or(item_id);
        WishEntry { id, item_id, product_item_id }
    };
    let entries: Vec<_> = all.into_iter().map(entry).collect();
    let ids = entries.iter().map(|entry| (entry.item_id.to_string(), entry.id)).collect();
    Ok(WishlistState { entries, ids, total, max: MAX, saved_id: None, message: None })
}

/// The entries of a page, with a constant number of queries.
fn items(tx: &mut dyn Tx, view: &View, rows: Vec<EntryRow>) -> Result<Vec<WishItem>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.item_id).collect();
    let pages = catalog::page_products(tx, &ids)?;
    let mut products: Vec<i64> = pages.values().copied().collect();
    products.sort_unstable();
    products.dedup();
    let mut sellable: HashMap<i64, _> =
        catalog::sellable(tx, view, &ids)?.into_iter().map(|item| (item.item_id, item)).collect();
    let cards: HashMap<i64, ProductCard> =
        catalog::cards(tx, view, &products)?.into_iter().map(|card| (card.item_id, card)).collect();
    let item = |row: EntryRow| {
        let product_item_id = pages.get(&row.item_id).copied().unwrap_or(row.item_id);
        let card = cards.get(&product_item_id).cloned();
        let item = match (sellable.remove(&row.item_id), card) {
            (Some(found), card) => of_sellable(row, view, found, card),
            (None, Some(card)) if card.kind == Kind::Configurable && row.item_id == card.item_id => {
                of_configurable(row, view, card)
            }
            _ => of_withdrawn(row, view),
        };
        WishItem { product_item_id, ..item }
    };
    Ok(rows.into_iter().map(item).collect())
}

/// An item that can be added to the cart as it is.
fn of_sellable(row: EntryRow, view: &View, found: catalog::Sellable, card: Option<ProductCard>) -> WishItem {
    let notice = match found.stock {
        0 if found.kind == Kind::Kit => Some(message::KIT_PARTS_OUT.into()),
        0 => Some(message::OUT_OF_STOCK.with("name", &found.name)),
        stock => only_left(stock),
    };
    WishItem {
        name: found.name,
        sku: found.sku,
        url: found.url,
        image: found.image,
        options: found.options,
        card,
        price: Some(found.price.amount()),
        market_price: found.market_price.map(|price| price.amount()),
        lowest_price_30d: found.lowest_price_30d.map(|price| price.amount()),
        unit_price: found.unit_price,
        stock: Some(found.stock.into()),
        availability: found.availability,
        can_add: found.stock > 0,
        notice,
        ..blank(row, view)
    }
}

/// A product whose options must be chosen first.
fn of_configurable(row: EntryRow, view: &View, card: ProductCard) -> WishItem {
    let notice: Option<Message> =
        (card.availability == Availability::OutOfStock).then(|| message::OUT_OF_STOCK.with("name", &card.name));
    WishItem {
        name: card.name.clone(),
        sku: card.sku.clone(),
        url: card.url.clone(),
        image: card.images.first().cloned(),
        price: Some(card.price),
        price_from: card.price_from,
        market_price: card.market_price,
        lowest_price_30d: card.lowest_price_30d,
        unit_price: card.unit_price,
        availability: card.availability,
        notice,
        card: Some(card),
        ..blank(row, view)
    }
}

/// An item that is no longer sold, with its saved name.
fn of_withdrawn(row: EntryRow, view: &View) -> WishItem {
    let notice = message::WISHLIST_WITHDRAWN.with("name", &row.name);
    WishItem { notice: Some(notice), ..blank(row, view) }
}

fn blank(row: EntryRow, view: &View) -> WishItem {
    WishItem {
        id: row.id,
        item_id: row.item_id,
        product_item_id: row.item_id,
        sku: row.sku,
        name: row.name,
        url: String::new(),
        image: None,
        options: Vec::new(),
        card: None,
        currency: view.currency,
        price: None::<Amount>,
        price_from: false,
        market_price: None,
        lowest_price_30d: None,
        unit_price: None,
        stock: None,
        availability: Availability::OutOfStock,
        can_add: false,
        added_at: Timestamp::from_millisecond(row.added_at).map(|at| at.to_string()).unwrap_or_default(),
        notice: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, Shop};
    use crate::testing::{assert_indexed, statements};

    fn member(shop: &Shop) -> Member {
        shop.exec(
            "INSERT OR IGNORE INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
             VALUES (1, 'ada@example.com', 'ada@example.com', 'Ada', 'King', 'en', 0)",
        );
        shop.member(1)
    }

    fn save(shop: &Shop, member: &Member, sku: &str) -> WishlistState {
        shop.write(|tx| add(tx, member, AddArgs { sku: sku.into(), ..AddArgs::default() }))
    }

    #[test]
    fn number_of_queries_does_not_depend_on_list_length() {
        let shop = fixture::shop();
        let member = member(&shop);
        let look = || statements(&shop.connection, |tx| index(tx, &member, IndexArgs::default())).len();
        for sku in ["TOWEL", "DUO", "BED", "ROBE", "ROBE-S"] {
            save(&shop, &member, sku);
        }
        let before = look();
        for sku in ["MAT", "ROBE-M", "SET", "CANDLE", "LOTION"] {
            save(&shop, &member, sku);
        }
        assert_eq!(look(), before);
        assert_indexed(&shop.connection, |tx| index(tx, &member, IndexArgs::default()));
        assert_indexed(&shop.connection, |tx| status(tx, &member, StatusArgs::default()));
    }

    #[test]
    fn items_say_whether_they_can_be_added_to_the_cart() {
        let shop = fixture::shop();
        let member = member(&shop);
        for sku in ["TOWEL", "ROBE-M", "DUO", "CANDLE"] {
            save(&shop, &member, sku);
        }
        let list = shop.write(|tx| index(tx, &member, IndexArgs::default()));
        let seen: Vec<_> = list
            .items
            .iter()
            .map(|item| (item.sku.as_str(), item.can_add, item.notice.as_ref().map(|notice| notice.id)))
            .collect();
        assert_eq!(
            seen,
            [
                ("CANDLE", true, Some("cart.only_left")),
                ("DUO", false, Some("cart.kit_parts_out")),
                ("ROBE-M", false, Some("cart.out_of_stock")),
                ("TOWEL", true, None),
            ]
        );
    }
}
