//! The calls about packing, one function a path.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::json;

use super::papers;
use super::types::{PackLine, PackList, PackOrder, PackPart, PaperKind, PapersArgs};
use crate::audit::Change;
use crate::call::{Changed, Document, NoArgs, StaffMember, View};
use crate::call_context::{CallContext, PaperTexts};
use crate::catalog::types::ChosenOption;
use crate::catalog::{self, NamedItem, StockOf, StockedItem};
use crate::db::{Db, Tx};
use crate::domain::full_name::full_name;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::order::{self, Address, PackedLine, PackedOrder};
use crate::shipment::{self, MadeOf};
use crate::{message, stock};

/// Orders that are listed.
const LISTED: i64 = 500;
/// Orders of one print.
pub const PRINTED: usize = 100;

/// An order with what is left to be packed of it.
#[derive(Debug, Clone)]
pub(super) struct Parcel {
    pub order: PackedOrder,
    pub address: Address,
    pub lines: Vec<PackedLine>,
    /// By position of a set: the products that one is made of, and how many of each.
    pub parts: HashMap<i64, MadeOf>,
    /// Numbers of linked orders that are to be packed as well.
    pub along: Vec<String>,
    /// Numbers of unpaid orders that are to travel in this parcel.
    pub awaited_along: Vec<String>,
}

/// What is left to be packed, in a fixed number of queries.
pub(super) fn parcels(tx: &mut dyn Tx, orders: Vec<PackedOrder>) -> Result<Vec<Parcel>> {
    let ids: Vec<i64> = orders.iter().map(|order| order.id).collect();
    let mut lines = order::lines_of(tx, &ids)?;
    let shipped = shipment::shipped_of(tx, &ids)?;
    let mut pieces = shipment::pieces_of(tx, &ids)?;
    let mut addresses = order::shipping_addresses(tx, &ids)?;
    let mut along = order::list_packed_along(tx, &ids)?;
    let mut awaited = order::list_awaited_along(tx, &ids)?;
    let parcel = |order: PackedOrder| {
        let left = |mut line: PackedLine| {
            let gone = shipped.get(&(order.id, line.position)).copied().unwrap_or(0);
            line.qty = line.qty.saturating_sub(gone);
            (line.qty > 0).then_some(line)
        };
        let lines: Vec<PackedLine> = lines.remove(&order.id)?.into_iter().filter_map(left).collect();
        // A single item is made of itself.
        let parts_of = |line: &PackedLine| {
            let parts = pieces.remove(&(order.id, line.position))?;
            let is_set = parts.iter().any(|(product, _)| Some(*product) != line.product_id);
            is_set.then_some((line.position, parts))
        };
        let parts = lines.iter().filter_map(parts_of).collect();
        let address = addresses.remove(&order.id)?;
        let along = along.remove(&order.id).unwrap_or_default();
        let awaited_along = awaited.remove(&order.id).unwrap_or_default();
        (!lines.is_empty()).then_some(Parcel { order, address, lines, parts, along, awaited_along })
    };
    Ok(orders.into_iter().filter_map(parcel).collect())
}

/// The parts of the sets in these parcels, by id.
pub(super) type Parts = HashMap<i64, StockedItem>;

fn unique(ids: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut ids: Vec<i64> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn product_ids(parcels: &[Parcel]) -> Vec<i64> {
    unique(parcels.iter().flat_map(|parcel| &parcel.lines).filter_map(|line| line.product_id))
}

fn part_ids(parcels: &[Parcel]) -> Vec<i64> {
    unique(parcels.iter().flat_map(|parcel| parcel.parts.values().flatten()).map(|(part, _)| *part))
}

/// What sets are made of, in a language: it is fetched part by part.
pub(super) fn parts(tx: &mut dyn Tx, lang: Lang, parcels: &[Parcel]) -> Result<Parts> {
    let ids = part_ids(parcels);
    let items = catalog::browse_stock(tx, lang, StockOf::These(&ids), "", "", i64::MAX)?;
    Ok(items.into_iter().map(|item| (item.id, item)).collect())
}

/// The names of what is on sale, in a language.
pub(super) fn names(tx: &mut dyn Tx, lang: Lang, parcels: &[Parcel]) -> Result<HashMap<i64, NamedItem>> {
    catalog::named(tx, lang, &product_ids(parcels))
}

/// Where goods lie; those of which it is not known are not there.
pub(super) fn shelves(tx: &mut dyn Tx, parcels: &[Parcel]) -> Result<HashMap<i64, String>> {
    stock::shelves(tx, &[product_ids(parcels), part_ids(parcels)].concat())
}

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<PackList> {
    let orders = order::list_all_packable(tx, LISTED)?;
    let parcels = parcels(tx, orders)?;
    let names = names(tx, member.client.view.lang(), &parcels)?;
    let (parts, shelves) = (parts(tx, member.client.view.lang(), &parcels)?, shelves(tx, &parcels)?);
    let carriers = catalog::shipping_names(tx, member.client.view.lang())?;
    let carrier = |code: &str| carriers.get(code).map_or(code, String::as_str).to_owned();
    let shelf = |id: i64| shelves.get(&id).cloned().unwrap_or_default();
    let part = |(id, qty): &(i64, u32)| {
        let StockedItem { id, sku, name, .. } = parts.get(id)?;
        Some(PackPart { sku: sku.clone(), name: name.clone(), shelf: shelf(*id), qty: *qty })
    };
    let parts_of = |made_of: Option<&MadeOf>| {
        let mut parts: Vec<PackPart> = made_of.into_iter().flatten().filter_map(part).collect();
        parts.sort_by(|one, other| one.sku.cmp(&other.sku));
        parts
    };
    let line = |line: PackedLine, made_of: Option<&MadeOf>| {
        let item = line.product_id.and_then(|id| names.get(&id));
        PackLine {
            parts: parts_of(made_of),
            position: line.position,
            sku: line.sku,
            name: item.map_or(line.name, |item| item.name.clone()),
            options: item
                .map_or_else(|| ChosenOption::labels(&line.options), |item| ChosenOption::labels(&item.options)),
            shelf: line.product_id.map(shelf).unwrap_or_default(),
            qty: line.qty,
        }
    };
    let item = |Parcel { order, address, lines, parts, along, awaited_along }: Parcel| {
        let lines = lines.into_iter().map(|of| (parts.get(&of.position), of)).map(|(made_of, of)| line(of, made_of));
        Ok(PackOrder {
            placed_at: order::moment(order.created_at)?.to_string(),
            number: order.number,
            delivery_from: order.delivery_from,
            name: full_name(&address.first_name, &address.last_name),
            country: address.country,
            carrier: carrier(order.shipping_method.code()),
            shipping_method: order.shipping_method,
            lines: lines.collect(),
            along,
            awaited_along,
        })
    };
    let items = parcels.into_iter().map(item).collect::<Result<_>>()?;
    Ok(PackList { items, awaiting_surcharge: order::list_awaiting_surcharge(tx, LISTED)? })
}

/// A print.
pub struct Printed {
    /// Of the file.
    pub name: String,
    /// A PDF.
    pub bytes: Vec<u8>,
    /// The orders that are in it.
    pub numbers: Vec<String>,
}

impl Printed {
    /// Who has printed which addresses.
    pub fn change(&self) -> Change {
        Change::new("packing_papers", "").after(json!({ "orders": self.numbers }))
    }
}

/// Prints papers of the orders that are named.
pub async fn prepare_papers(context: Arc<CallContext>, member: StaffMember, args: PapersArgs) -> Result<Printed> {
    print(&context.db, &context.papers, &member.client.view, args.numbers, args.kind).await
}

/// Prints papers. Typesetting takes tenths of a second, so it happens before the transaction.
pub async fn print(db: &Db, texts: &PaperTexts, view: &View, numbers: Vec<String>, kind: PaperKind) -> Result<Printed> {
    if numbers.len() > PRINTED {
        return Err(refuse(message::PACKING_TOO_MANY.with("max", PRINTED)));
    }
    let reader = view.lang();
    let gathered = db.read(move |tx| papers::gather(tx, reader, &numbers)).await?;
    if gathered.parcels.is_empty() {
        return Err(refuse(message::PACKING_NOTHING));
    }
    let numbers = gathered.parcels.iter().map(|parcel| parcel.order.number.clone()).collect();
    let (name, bytes) = papers::print(texts, view, gathered, kind).await?;
    Ok(Printed { name, bytes, numbers })
}

/// Records who has printed which addresses.
pub fn papers(_: &mut dyn Tx, _: &StaffMember, printed: &Printed) -> Result<Changed<Document>> {
    let document = Document::new(printed.name.clone(), "application/pdf", &printed.bytes);
    Ok(Changed::new(document, printed.change()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::order_status::OrderStatus::Processing;
    use crate::order::Actor;
    use crate::testing::fixture::{self, at};
    use crate::testing::{assert_indexed, statements};

    /// Puts an order into a shop whose goods are to be packed; answers its number.
    fn packed(shop: &fixture::Shop, key: u32) -> String {
        let visitor = shop.visitor();
        let order = shop.order_by_token(&shop.order(&visitor, key).token);
        shop.write(|tx| order::transition(tx, order.id, Processing, Actor::Staff(1), "paid", at(fixture::NOW)));
        order.number
    }

    #[test]
    fn many_orders_are_packed_in_as_many_queries_as_one() {
        let shop = fixture::shop();
        let owner = shop.owner();
        let numbers = [packed(&shop, 1), "2026-999999".to_owned(), packed(&shop, 2)];
        let found = |numbers: &[String]| -> Vec<String> {
            let orders = shop.write(|tx| order::list_packable(tx, numbers));
            orders.into_iter().map(|order| order.number).collect()
        };
        let turned = [numbers[2].clone(), numbers[1].clone(), numbers[0].clone()];
        assert_eq!(found(&turned), [turned[0].as_str(), &turned[2]], "in the order of the numbers");
        let count = |numbers: &[String]| statements(&shop.connection, |tx| order::list_packable(tx, numbers)).len();
        assert_eq!((count(&numbers[..1]), count(&numbers)), (1, 1));
        assert_eq!(shop.write(|tx| list(tx, &owner, NoArgs {})).items.len(), 2);
        assert_indexed(&shop.connection, |tx| list(tx, &owner, NoArgs {}));
        assert_indexed(&shop.connection, |tx| order::list_packable(tx, &numbers));
    }
}
