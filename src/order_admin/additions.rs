//! Goods that are added to an order by telephone: what there is, what they would cost, and the linked order.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::deeds::Acting;
use super::types::{
    AddGoodsArgs, AddedLine, AddedOrder, FindGoodsArgs, FoundGoods, FoundItem, ItemQty, PlanAdditionArgs,
    PlannedAddition,
};
use crate::audit::Change;
use crate::call::{Changed, StaffMember, View};
use crate::cart::PricedLine;
use crate::catalog::types::ChosenOption;
use crate::catalog::{self, Sellable};
use crate::checkout::{self, Addition, Agreed, EnteredItem, Proposal};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::permission::Permission;
use crate::error::{Refusal, Result, refuse};
use crate::message::{self, Message};
use crate::order::{self, Command, Order};
use crate::search;

/// Products that are looked at for a search.
const PRODUCTS: i64 = 12;
/// Items that are listed.
const LISTED: usize = 30;
/// Characters of a search.
const TYPED: usize = 100;

/// The order, for those who may read it: what is answered shows where it goes.
fn readable(tx: &mut dyn Tx, member: &StaffMember, number: &str) -> Result<Order> {
    if !member.who.permissions.contains(&Permission::OrdersRead) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    order::find_typed(tx, number)
}

/// Goods by words of their names, options and SKUs, in the reader's language, at the order's currency.
pub fn find_goods(tx: &mut dyn Tx, member: &StaffMember, args: FindGoodsArgs) -> Result<FoundGoods> {
    let order = readable(tx, member, &args.number)?;
    let (address, _) = order::addresses(tx, order.id)?;
    goods(tx, member, &args.q, order.totals.currency, &address.country)
}

/// Goods by words of their names, options and SKUs, in the reader's language, at a currency, for a country.
pub fn goods(tx: &mut dyn Tx, member: &StaffMember, q: &str, currency: Currency, country: &str) -> Result<FoundGoods> {
    let view = View { currency, ..member.client.view.clone() };
    let q: String = q.trim().chars().take(TYPED).collect();
    let products = search::matches(tx, &view, &q, PRODUCTS)?;
    let all = narrowed(catalog::sellable_of(tx, &view, &products)?, &search::words(&q));
    let count = all.len();
    let items = spread(all);
    let is_more = items.len() < count;
    let found = |item: Sellable| FoundItem {
        most: item.most(),
        ships_there: item.ships_to(country),
        options: ChosenOption::labels(&item.options),
        image: item.image.map(|image| image.src),
        price: item.price.amount(),
        sku: item.sku,
        name: item.name,
        stock: item.stock,
    };
    Ok(FoundGoods { items: items.into_iter().map(found).collect(), currency: view.currency, is_more })
}

/// Those whose name, options and SKU have a word that begins with each word that was typed; all where none has: a product may have
/// been found by its description, a synonym or a misspelling.
fn narrowed(items: Vec<Sellable>, typed: &[String]) -> Vec<Sellable> {
    let fits = |item: &Sellable| {
        let own = search::words(&format!("{} {} {}", item.name, ChosenOption::labels(&item.options), item.sku));
        typed.iter().all(|word| own.iter().any(|own| own.starts_with(word.as_str())))
    };
    if items.iter().any(fits) { items.into_iter().filter(fits).collect() } else { items }
}

/// At most [`LISTED`] items, of each product no more than leaves room for the others.
fn spread(items: Vec<Sellable>) -> Vec<Sellable> {
    let product = |item: &Sellable| item.parent_id.unwrap_or(item.item_id);
    let products: BTreeSet<i64> = items.iter().map(product).collect();
    let most = (LISTED / products.len().max(1)).max(1);
    let mut listed: BTreeMap<i64, usize> = BTreeMap::new();
    let mut fits = |item: &Sellable| {
        let count = listed.entry(product(item)).or_default();
        *count += 1;
        *count <= most
    };
    items.into_iter().filter(|item| fits(item)).take(LISTED).collect()
}

/// Goods as the checkout takes them.
pub fn entered(items: Vec<ItemQty>) -> Vec<EnteredItem> {
    items.into_iter().map(|ItemQty { sku, qty }| EnteredItem { sku, qty }).collect()
}

/// A line of goods as the console shows it; `fault`: why it cannot be ordered as it is.
pub fn added_line(line: PricedLine, fault: Option<Message>) -> AddedLine {
    AddedLine {
        options: ChosenOption::labels(&line.item.options),
        qty: line.qty,
        most: line.most,
        price: line.item.price.amount(),
        total: line.totals.gross.amount(),
        vat_rate: line.vat,
        sku: line.item.sku,
        name: line.item.name,
        fault,
    }
}

/// What goods would cost; changes nothing.
pub fn plan_addition(tx: &mut dyn Tx, member: &StaffMember, args: PlanAdditionArgs) -> Result<PlannedAddition> {
    let order = readable(tx, member, &args.number)?;
    let items = entered(args.items);
    let added = Addition { items: &items, ships_along: args.ships_along };
    let proposal = checkout::propose_addition(tx, &member.client.view, &order, &added)?;
    let is_possible = proposal.is_possible();
    let Proposal { cart, faults, method, delivery, hold_until, .. } = proposal;
    Ok(PlannedAddition {
        lines: cart.lines.into_iter().zip(faults).map(|(line, fault)| added_line(line, fault)).collect(),
        totals: cart.totals,
        shipping_method: method,
        delivery,
        hold_until: hold_until.to_string(),
        points: order.member_card.is_some().then_some(cart.points),
        is_possible,
    })
}

/// Makes the linked order at once: whoever telephones is told its number, and the goods are held. A second click makes no second
/// order, and answers the first.
pub fn add_goods(tx: &mut dyn Tx, member: &StaffMember, args: AddGoodsArgs) -> Result<Changed<AddedOrder>> {
    let total: Option<Amount> = args.total.trim().parse().ok();
    let total = total.ok_or_else(|| Refusal::of_field("total", message::AMOUNT_BAD))?;
    let items = entered(args.items);
    let added = Addition { items: &items, ships_along: args.ships_along };
    let (first, command) = (readable(tx, member, &args.number)?, Command::of_staff(member));
    if let Some(earlier) = checkout::find_addition(tx, &command, &first, &added, &args.key)? {
        let change = Change::new("order", &first.number).after(json!({ "added_already": earlier.number }));
        return Ok(Changed::new(answer(earlier), change));
    }
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let agreed = Agreed { total, key: &args.key };
    let order = checkout::add_to(tx, &command, &member.client.view, &acting.order, &added, Some(agreed))?;
    let what = json!({ "added": order.number, "added_total": order.totals.total, "ships_along": args.ships_along });
    acting.answered(tx, what, answer(order))
}

fn answer(order: Order) -> AddedOrder {
    AddedOrder {
        hold_until: order.hold_until.map(|until| until.to_string()),
        currency: order.totals.currency,
        total: order.totals.total,
        email: order.email,
        number: order.number,
    }
}
