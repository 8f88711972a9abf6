//! `shop order list` and `show`: orders, and refunds that wait for the operator.

use anyhow::Context as _;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::lines::qty_at;
use crate::catalog::{self, types::ChosenOption};
use crate::cli::shop::{self, Shop};
use crate::cli::table::{Output, line, moment};
use crate::domain::full_name::full_name;
use crate::domain::money::Amount;
use crate::domain::order_status::paid_how;
use crate::domain::store_view::Lang;
use crate::order::{self, Filter};
use crate::order_admin;
use crate::order_view;
use crate::payment::store;
use crate::shipment;
use crate::staff;

pub fn list(shop: &Shop, out: Output, filter: &Filter) -> anyhow::Result<()> {
    let one_more = Filter { limit: filter.limit.saturating_add(1), ..filter.clone() };
    let orders = shop.read(|tx| order::list(tx, &one_more))?.into_iter().map(|order| {
        json!({
            "number": order.number, "created_at": order.created_at, "status": order.status.code(),
            "payment_method": order.payment_method, "total_qty": order.total_qty,
            "total": Amount::from_minor(order.total), "currency": order.currency, "email": order.email,
        })
    });
    let headings = ["number", "placed", "status", "method", "pieces", "total", "e-mail"];
    out.part(
        orders.collect(),
        filter.limit,
        |_| MORE.to_owned(),
        &headings,
        |order| {
            let [number, status, method, pieces, email] =
                ["number", "status", "payment_method", "total_qty", "email"].map(|key| text(&order[key]));
            let (placed, total) = (time(&order["created_at"]), fields(order, &["total", "currency"]));
            vec![number, placed, status, method, pieces, total, email]
        },
    )
}

/// How the rest of a list is seen.
const MORE: &str = "--limit with a larger number lists more, --since and --until another span";

pub fn list_refunds(shop: &Shop, out: Output, limit: i64) -> anyhow::Result<()> {
    let refunds = shop.read(|tx| {
        let mut rows = Vec::new();
        for refund in store::list_refunds_for_operator(tx, limit.saturating_add(1))? {
            let number = order::find(tx, refund.order_id)?.map(|order| order.number);
            rows.push(json!({
                "id": refund.id, "number": number, "state": refund.state.code(),
                "amount": Amount::from_minor(refund.amount), "currency": refund.currency,
                "reason": refund.reason, "error": refund.error, "created_at": refund.created_at,
            }));
        }
        Ok(rows)
    })?;
    let headings = ["id", "order", "since", "state", "amount", "why", "error"];
    out.part(
        refunds,
        limit,
        |_| "--limit with a larger number lists more".to_owned(),
        &headings,
        |row| {
            let (since, amount) = (time(&row["created_at"]), fields(row, &["amount", "currency"]));
            let [id, number, state, reason, error] =
                ["id", "number", "state", "reason", "error"].map(|key| text(&row[key]));
            vec![id, number, since, state, amount, reason, error]
        },
    )
}

pub fn show(shop: &Shop, out: Output, number: &str) -> anyhow::Result<()> {
    let whole = shop.read(|tx| {
        let order = shop::find(tx, number)?;
        let (shipping, billing) = order::addresses(tx, order.id)?;
        let shipped = shipment::list_shipped(tx, order.id)?;
        let returned = shipment::list_returned(tx, order.id)?;
        let lines = order::lines(tx, order.id)?.into_iter().zip(0_i64..).map(|(line, position)| {
            json!({
                "sku": line.sku, "name": line.name, "options": ChosenOption::labels(&line.options), "qty": line.qty,
                "canceled": line.canceled, "price": line.price, "discount": line.discount_amount,
                "shipped": qty_at(&shipped, position), "returned": qty_at(&returned, position),
            })
        });
        let attempts = store::list_attempts(tx, order.id)?.into_iter().map(|attempt| {
            json!({ "gateway": attempt.gateway, "state": attempt.state.code(), "reference": attempt.reference,
                "external_id": attempt.external_id, "created_at": attempt.created_at })
        });
        let payments = store::list_payments(tx, order.id)?.into_iter().map(|payment| {
            json!({ "id": payment.id, "is_taken_back": payment.reversed_at.is_some(), "method": payment.method, "amount": Amount::from_minor(payment.amount), "currency": payment.currency,
                "reference": payment.external_id, "received_at": payment.received_at })
        });
        let refunds = store::list_refunds(tx, order.id)?.into_iter().map(|refund| {
            json!({ "id": refund.id, "state": refund.state.code(), "amount": Amount::from_minor(refund.amount),
                "currency": refund.currency, "reason": refund.reason, "error": refund.error,
                "created_at": refund.created_at })
        });
        let (history, notes) = (order::history(tx, order.id)?, order::list_notes(tx, order.id)?);
        let mentioned = staff::mentioned(tx, notes.iter().map(|note| note.text.as_str()))?;
        let collection = order::find_collection(tx, order.id)?;
        let codes = history.iter().map(|step| &step.actor).chain(notes.iter().map(|note| &note.actor));
        let handed = collection.iter().flat_map(|of| [Some(&of.ready_by), of.collected_by.as_ref()]).flatten();
        let actors = order_admin::Actors::read(tx, codes.chain(handed))?;
        let collection = collection.map(|of| {
            json!({ "ready_at": of.ready_at, "ready_by": actors.name(&of.ready_by), "collected_at": of.collected_at,
                "collected_by": of.collected_by.map(|code| actors.name(&code)), "collected_to": of.collected_to })
        });
        let history = history.into_iter().map(|step| {
            json!({ "status": step.to_status, "actor": actors.name(&step.actor), "reason": step.reason, "at": step.at })
        });
        let notes = notes
            .into_iter()
            .map(|note| json!({ "actor": actors.name(&note.actor), "text": staff::told(&note.text, &mentioned), "at": note.created_at }));
        let numbers = |of: Vec<order::LinkedOrder>| of.into_iter().map(|linked| linked.number).collect::<Vec<_>>();
        Ok(json!({
            "number": order.number,
            "added_to": order::find_added_to(tx, order.id)?.map(|first| first.number),
            "additions": numbers(order::list_additions(tx, order.id)?),
            "channel": order.channel,
            "collection": collection,
            "status": order.status,
            "payment_method": order.method_code(),
            "shipping_method": order.shipping_method.code(),
            "shipping_method_name": catalog::shipping_name(tx, Lang::En, order.shipping_method)?,
            "created_at": order.created_at.to_string(),
            "hold_until": order.hold_until.map(|until| until.to_string()),
            "email": order.email,
            "lang": order.lang,
            "member_card": order.member_card,
            "points": order.points,
            "totals": order.totals,
            "shipping_address": shipping,
            "billing_address": billing,
            "lines": lines.collect::<Value>(),
            "attempts": attempts.collect::<Value>(),
            "payments": payments.collect::<Value>(),
            "refunds": refunds.collect::<Value>(),
            "shipments": order_view::shipments(tx, order.lang, &order)?,
            "history": history.collect::<Value>(),
            "notes": notes.collect::<Value>(),
        }))
    })?;
    if out.json { out.value(&whole) } else { print_order(&whole) }
}

fn print_order(whole: &Value) -> anyhow::Result<()> {
    let totals = &whole["totals"];
    let currency = text(&totals["currency"]);
    line(&format!("{}  {}", text(&whole["number"]), text(&whole["status"])))?;
    line(&format!("placed {}  {}  {}", rfc_time(&whole["created_at"])?, text(&whole["email"]), text(&whole["lang"])))?;
    let shipping = text(&whole["shipping_method_name"]);
    line(&format!("payment {}, {shipping}", paid_how(&text(&whole["payment_method"]))))?;
    if whole["channel"] == "telephone" {
        line("taken by telephone")?;
    }
    let collection = &whole["collection"];
    if !collection.is_null() {
        line(&format!("ready    {}  by {}", time(&collection["ready_at"]), text(&collection["ready_by"])))?;
    }
    if let Some(to) = collection["collected_to"].as_str() {
        let by = text(&collection["collected_by"]);
        line(&format!("collected {}  by {to}, handed over by {by}", time(&collection["collected_at"])))?;
    }
    if let Some(first) = whole["added_to"].as_str() {
        line(&format!("added to {first}"))?;
    }
    for addition in rows(whole, "additions") {
        line(&format!("with     {}, which was added to it", text(addition)))?;
    }
    for kind in ["shipping_address", "billing_address"] {
        let of = &whole[kind];
        let name = full_name(&text(&of["first_name"]), &text(&of["last_name"]));
        let parts = ["company", "address1", "address2", "postcode", "city", "county", "region", "country", "telephone"];
        let parts = std::iter::once(name).chain(parts.iter().map(|part| text(&of[*part])));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        line(&format!("{:<8} {}", kind.trim_end_matches("_address"), parts.join(", ")))?;
    }
    for row in rows(whole, "lines") {
        let (item, price) = (fields(row, &["name", "options"]), text(&row["price"]));
        let mut sent = format!("{} sent, {} back", row["shipped"], row["returned"]);
        if row["canceled"] != 0 {
            sent = format!("{sent}, {} taken out", row["canceled"]);
        }
        line(&format!("  {} × {}  {item}  {price} {currency}  ({sent})", row["qty"], text(&row["sku"])))?;
    }
    let sums = [("goods", "subtotal_incl_tax"), ("discount", "discount_amount"), ("shipping", "shipping_amount")];
    let sums = sums.into_iter().chain([("shipping discount", "shipping_discount")]);
    let sums = sums.map(|(name, key)| (name, text(&totals[key])));
    // Zero discounts are left out.
    let sums = sums.filter(|(name, amount)| !name.ends_with("discount") || amount != "0.00");
    line(&sums.map(|(name, amount)| format!("{name} {amount}")).collect::<Vec<_>>().join(", "))?;
    line(&format!("total {} {currency}, VAT {}", text(&totals["total"]), text(&totals["tax_amount"])))?;
    for row in rows(whole, "attempts") {
        line(&format!("tried    {}  {}", time(&row["created_at"]), fields(row, &["gateway", "state", "external_id"])))?;
    }
    for row in rows(whole, "payments") {
        let (amount, how) = (fields(row, &["amount", "currency"]), text(&row["method"]));
        let (at, reference) = (time(&row["received_at"]), text(&row["reference"]));
        let back = if row["is_taken_back"] == true { " (taken back)" } else { "" };
        line(&format!("paid     {at}  #{} {amount} {} {reference}{back}", row["id"], paid_how(&how)))?;
    }
    for row in rows(whole, "refunds") {
        let (at, refund) = (time(&row["created_at"]), fields(row, &["id", "amount", "currency", "state"]));
        line(&format!("refund   {at}  #{refund}: {}", fields(row, &["reason", "error"])))?;
    }
    for row in rows(whole, "shipments") {
        let items = rows(row, "items").iter().map(|item| format!("{} × {}", item["qty"], text(&item["sku"])));
        let (at, items) = (rfc_time(&row["shipped_at"])?, items.collect::<Vec<_>>().join(", "));
        line(&format!("parcel   {at}  {}  {items}", fields(row, &["carrier", "tracking"])))?;
    }
    for row in rows(whole, "history") {
        let [status, actor, reason] = ["status", "actor", "reason"].map(|key| text(&row[key]));
        line(&format!("status   {}  {status} by {actor}: {reason}", time(&row["at"])))?;
    }
    for row in rows(whole, "notes") {
        line(&format!("note     {}  {}: {}", time(&row["at"]), text(&row["actor"]), text(&row["text"])))?;
    }
    Ok(())
}

fn rows<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Values of a row, separated by spaces.
fn fields(row: &Value, keys: &[&str]) -> String {
    keys.iter().map(|key| text(&row[*key])).collect::<Vec<_>>().join(" ")
}

/// A time in Unix milliseconds, for people.
fn time(value: &Value) -> String {
    moment(value.as_i64().unwrap_or_default())
}

/// An RFC 3339 time, for people.
fn rfc_time(value: &Value) -> anyhow::Result<String> {
    let at: Timestamp = text(value).parse().context("time of an order")?;
    Ok(moment(at.as_millisecond()))
}
