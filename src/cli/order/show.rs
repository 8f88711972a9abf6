//! `shop order list` and `show`: orders, and refunds that wait for the operator.

use anyhow::Context as _;
use jiff::Timestamp;
use serde_json::json;

use crate::cli::shop::{self, Shop};
use crate::cli::table::{Output, line, moment, money};
use crate::domain::full_name::full_name;
use crate::domain::money::Amount;
use crate::domain::order_status::paid_how;
use crate::domain::shipping::ShippingMethod;
use crate::order::{self, Filter};
use crate::order_view;
use crate::payment::store;
use crate::shipment;

pub fn list(shop: &Shop, out: Output, filter: &Filter) -> anyhow::Result<()> {
    let orders = shop.read(|tx| order::list(tx, filter))?;
    out.list(&orders, &["number", "placed", "status", "method", "pieces", "total", "e-mail"], |order| {
        vec![
            order.number.clone(),
            moment(order.created_at),
            order.status.code().to_owned(),
            order.payment_method.clone(),
            order.total_qty.to_string(),
            money(order.total, order.currency),
            order.email.clone(),
        ]
    })
}

pub fn list_refunds(shop: &Shop, out: Output, limit: i64) -> anyhow::Result<()> {
    let refunds = shop.read(|tx| {
        let mut rows = Vec::new();
        for refund in store::list_refunds_for_people(tx, limit)? {
            let order = order::find(tx, refund.order_id)?;
            rows.push(json!({
                "id": refund.id,
                "number": order.map(|order| order.number),
                "state": refund.state.code(),
                "amount": Amount::from_minor(refund.amount),
                "currency": refund.currency,
                "reason": refund.reason,
                "error": refund.error,
                "created_at": refund.created_at,
            }));
        }
        Ok(rows)
    })?;
    out.list(&refunds, &["id", "order", "since", "state", "amount", "why", "error"], |row| {
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        vec![
            row["id"].to_string(),
            text("number"),
            moment(row["created_at"].as_i64().unwrap_or_default()),
            text("state"),
            format!("{} {}", text("amount"), text("currency")),
            text("reason"),
            text("error"),
        ]
    })
}

pub fn show(shop: &Shop, out: Output, number: &str) -> anyhow::Result<()> {
    let config = shop.config();
    let whole = shop.read(|tx| {
        let order = shop::find(tx, number)?;
        let (shipping, billing) = order::addresses(tx, order.id)?;
        let lines = order::lines(tx, order.id)?;
        let shipped = shipment::list_shipped(tx, order.id)?;
        let returned = shipment::list_returned(tx, order.id)?;
        let lines: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(position, line)| {
                let position = position as i64;
                let chosen: Vec<&str> = line.options.iter().map(|option| option.label.as_str()).collect();
                json!({
                    "sku": line.sku, "name": line.name, "options": chosen.join(", "), "qty": line.qty,
                    "price": line.price, "discount": line.discount_amount,
                    "shipped": shipped.get(&position).unwrap_or(&0), "returned": returned.get(&position).unwrap_or(&0),
                })
            })
            .collect();
        let attempts: Vec<_> = store::list_attempts(tx, order.id)?
            .iter()
            .map(|attempt| {
                json!({ "gateway": attempt.gateway, "state": attempt.state.code(), "reference": attempt.reference,
                    "external_id": attempt.external_id, "created_at": attempt.created_at })
            })
            .collect();
        let payments: Vec<_> = store::list_payments(tx, order.id)?
            .iter()
            .map(|payment| {
                json!({ "method": payment.method, "amount": Amount::from_minor(payment.amount), "currency": payment.currency,
                    "reference": payment.external_id, "received_at": payment.received_at })
            })
            .collect();
        let refunds: Vec<_> = store::list_refunds(tx, order.id)?
            .iter()
            .map(|refund| {
                json!({ "id": refund.id, "state": refund.state.code(), "amount": Amount::from_minor(refund.amount),
                    "currency": refund.currency, "reason": refund.reason, "error": refund.error,
                    "created_at": refund.created_at })
            })
            .collect();
        let history: Vec<_> = order::history(tx, order.id)?
            .iter()
            .map(|step| json!({ "status": step.to_status, "actor": step.actor, "reason": step.reason, "at": step.at }))
            .collect();
        let notes: Vec<_> = order::list_notes(tx, order.id)?
            .iter()
            .map(|note| json!({ "actor": note.actor, "text": note.text, "at": note.created_at }))
            .collect();
        Ok(json!({
            "number": order.number,
            "status": order.status,
            "payment_method": order.method_code(),
            "shipping_method": order.shipping_method.code(),
            "created_at": order.created_at.to_string(),
            "hold_until": order.hold_until.map(|until| until.to_string()),
            "email": order.email,
            "lang": order.lang,
            "member_card": order.member_card,
            "points": order.points,
            "totals": order.totals,
            "shipping_address": shipping,
            "billing_address": billing,
            "lines": lines,
            "attempts": attempts,
            "payments": payments,
            "refunds": refunds,
            "shipments": order_view::shipments(tx, &config, &order)?,
            "history": history,
            "notes": notes,
        }))
    })?;
    if out.json { out.value(&whole) } else { print_order(&whole) }
}

fn print_order(whole: &serde_json::Value) -> anyhow::Result<()> {
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Null => String::new(),
        other => other.to_string(),
    };
    let at = |value: &serde_json::Value| moment(value.as_i64().unwrap_or_default());
    let currency = text(&whole["totals"]["currency"]);
    line(&format!("{}  {}", text(&whole["number"]), text(&whole["status"])))?;
    let placed: Timestamp = text(&whole["created_at"]).parse().context("time of the order")?;
    line(&format!("placed {}  {}  {}", moment(placed.as_millisecond()), text(&whole["email"]), text(&whole["lang"])))?;
    let shipping = ShippingMethod::from_code(&text(&whole["shipping_method"])).map(ShippingMethod::words);
    line(&format!("payment {}, {}", paid_how(&text(&whole["payment_method"])), shipping.unwrap_or_default()))?;
    for kind in ["shipping_address", "billing_address"] {
        let of = &whole[kind];
        let name = full_name(&text(&of["first_name"]), &text(&of["last_name"]));
        let parts = ["company", "address1", "address2", "postcode", "city", "county", "region", "country", "telephone"];
        let parts = std::iter::once(name).chain(parts.iter().map(|part| text(&of[*part])));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        line(&format!("{:<8} {}", kind.trim_end_matches("_address"), parts.join(", ")))?;
    }
    let rows = |name: &str| whole[name].as_array().cloned().unwrap_or_default();
    for row in rows("lines") {
        let sent = format!("{} sent, {} back", row["shipped"], row["returned"]);
        line(&format!(
            "  {} × {}  {} {}  {} {currency}  ({sent})",
            row["qty"],
            text(&row["sku"]),
            text(&row["name"]),
            text(&row["options"]),
            text(&row["price"])
        ))?;
    }
    let sums = [("goods", "subtotal_incl_tax"), ("discount", "discount_amount"), ("shipping", "shipping_amount")];
    let sums = sums.into_iter().chain([("shipping discount", "shipping_discount")]);
    let sums = sums.map(|(name, key)| (name, text(&whole["totals"][key])));
    // Discounts only where there are any.
    let sums = sums.filter(|(name, amount)| !name.ends_with("discount") || amount != "0.00");
    line(&sums.map(|(name, amount)| format!("{name} {amount}")).collect::<Vec<_>>().join(", "))?;
    line(&format!(
        "total {} {currency}, VAT {}",
        text(&whole["totals"]["total"]),
        text(&whole["totals"]["tax_amount"])
    ))?;
    for row in rows("attempts") {
        line(&format!(
            "tried    {}  {} {} {}",
            at(&row["created_at"]),
            text(&row["gateway"]),
            text(&row["state"]),
            text(&row["external_id"])
        ))?;
    }
    for row in rows("payments") {
        line(&format!(
            "paid     {}  {} {} {} {}",
            at(&row["received_at"]),
            text(&row["amount"]),
            text(&row["currency"]),
            paid_how(&text(&row["method"])),
            text(&row["reference"])
        ))?;
    }
    for row in rows("refunds") {
        line(&format!(
            "refund   {}  #{} {} {} {}: {} {}",
            at(&row["created_at"]),
            row["id"],
            text(&row["amount"]),
            text(&row["currency"]),
            text(&row["state"]),
            text(&row["reason"]),
            text(&row["error"])
        ))?;
    }
    for row in rows("shipments") {
        let shipped: Timestamp = text(&row["shipped_at"]).parse().context("time of a parcel")?;
        let items: Vec<String> = row["items"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| format!("{} × {}", item["qty"], text(&item["sku"])))
            .collect();
        line(&format!(
            "parcel   {}  {} {}  {}",
            moment(shipped.as_millisecond()),
            text(&row["carrier"]),
            text(&row["tracking"]),
            items.join(", ")
        ))?;
    }
    for row in rows("history") {
        line(&format!(
            "status   {}  {} by {}: {}",
            at(&row["at"]),
            text(&row["status"]),
            text(&row["actor"]),
            text(&row["reason"])
        ))?;
    }
    for row in rows("notes") {
        line(&format!("note     {}  {}: {}", at(&row["at"]), text(&row["actor"]), text(&row["text"])))?;
    }
    Ok(())
}
