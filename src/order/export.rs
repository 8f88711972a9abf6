//! Export and erasure of a customer's orders as personal data.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::{addition, change, collection, guest, store};
use crate::db::Tx;
use crate::domain::validate::email_key;
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let mut orders = Vec::new();
    for row in guest::list_of_customer(tx, subject.customer_id, subject.proved_email(), i64::MAX)? {
        let Some(order) = store::find(tx, row.id)? else { continue };
        let (shipping_address, billing_address) = store::addresses(tx, row.id)?;
        let lines = store::lines(tx, row.id)?.into_iter().map(|line| {
            json!({ "sku": line.sku, "name": line.name, "options": line.options, "qty": line.qty, "taken_out": line.canceled,
                "price": line.price })
        });
        let changes = change::list_changes(tx, row.id)?.into_iter().map(|change| {
            let changed_at = Timestamp::from_millisecond(change.changed_at).map(|at| at.to_string()).ok();
            json!({ "what": change.kind, "changed_at": changed_at })
        });
        let collection = collection::find_collection(tx, row.id)?;
        let added_to = addition::find_added_to(tx, row.id)?.map(|first| first.number);
        orders.push(json!({
            "order_number": order.number,
            "added_to": added_to,
            "ordered_by": order.channel,
            "collected_by": collection.and_then(|of| of.collected_to),
            "created_at": order.created_at.to_string(),
            "status": order.status,
            "email": order.email,
            "payment_method": order.method_code(),
            "shipping_method": order.shipping_method.code(),
            "member_card": order.member_card,
            "points": order.points,
            "items": lines.collect::<Vec<_>>(),
            "changes": changes.collect::<Vec<_>>(),
            "totals": order.totals,
            "shipping_address": shipping_address,
            "billing_address": billing_address,
        }));
    }
    Ok(orders.into())
}

/// Orders that were paid document their invoices: name and postal address are kept for ten years (Code de commerce art.
/// L123-22). Orders under way keep everything until they have come to their end.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<()> {
    store::anonymise(tx, subject.customer_id, &email_key(subject.proved_email()), now)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "orders", export, erase };
