//! The payment calls, one function a path.

use std::collections::BTreeMap;

use super::instructions;
use super::types::{IndexArgs, OrderItem, Outcome, PaymentResult};
use crate::address::{self, PostalParts};
use crate::call::{View, Visitor};
use crate::catalog::{self, Sellable};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::order_status::OrderStatus;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::message;
use crate::order::{self, Address, Order, OrderLine};

/// How an order stands, for whoever holds one of its tokens.
pub fn index(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<PaymentResult> {
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    result(tx, &visitor.view, &order, &args.token)
}

/// An order as the result screen and the mails show it, in the language of the view.
pub fn result(tx: &mut dyn Tx, view: &View, order: &Order, token: &str) -> Result<PaymentResult> {
    let lang = view.lang();
    let (shipping_address, billing_address) = order::addresses(tx, order.id)?;
    let shipping_lines = printed(tx, lang, &shipping_address)?;
    let billing_lines =
        if billing_address == shipping_address { shipping_lines.clone() } else { printed(tx, lang, &billing_address)? };
    let (status, method, shipping) = (order.status, order.payment_method, order.shipping_method);
    Ok(PaymentResult {
        order_number: order.number.clone(),
        token: token.to_owned(),
        outcome: outcome(status),
        status,
        status_label: catalog::label(tx, lang, "status", status.code())?,
        method,
        method_label: catalog::label(tx, lang, "payment_method", method.code())?,
        instructions: instructions::of_order(order, &view.config)?,
        items: items(tx, view, order)?,
        totals: order.totals.clone(),
        email: order.email.clone(),
        shipping_address,
        billing_address,
        shipping_lines,
        billing_lines,
        shipping_method: shipping.code().to_owned(),
        shipping_method_label: catalog::label(tx, lang, "shipping_method", shipping.code())?,
        delivery: order.delivery.clone(),
        created_at: order.created_at.to_string(),
        hold_until: order.hold_until.map(|until| until.to_string()),
        points: order.member_card.is_some().then_some(order.points),
    })
}

/// What the result screen shows of a status, whatever its address says.
fn outcome(status: OrderStatus) -> Outcome {
    match status {
        OrderStatus::Pending | OrderStatus::PendingOffline => Outcome::Pending,
        OrderStatus::PendingBankTransfer => Outcome::PendingBankTransfer,
        OrderStatus::PendingCheque => Outcome::PendingCheque,
        // A closed order was paid before it was returned; its label says the rest.
        OrderStatus::Processing | OrderStatus::Shipped | OrderStatus::Complete | OrderStatus::Closed => {
            Outcome::Success
        }
        OrderStatus::Canceled => Outcome::Canceled,
    }
}

/// The lines of an order; pictures and links are those of today's catalogue.
fn items(tx: &mut dyn Tx, view: &View, order: &Order) -> Result<Vec<OrderItem>> {
    let lines = order::lines(tx, order.id)?;
    let ids: Vec<i64> = lines.iter().filter_map(|line| line.product_id).collect();
    let sold: BTreeMap<i64, Sellable> =
        catalog::sellable(tx, view, &ids)?.into_iter().map(|item| (item.item_id, item)).collect();
    lines
        .into_iter()
        .map(|line| {
            let today = line.product_id.and_then(|id| sold.get(&id));
            item(line, today, order.totals.currency)
        })
        .collect()
}

fn item(line: OrderLine, today: Option<&Sellable>, currency: Currency) -> Result<OrderItem> {
    Ok(OrderItem {
        sku: line.sku,
        name: line.name,
        url: today.map(|item| item.url.clone()).unwrap_or_default(),
        image: today.and_then(|item| item.image.clone()),
        qty: line.qty.into(),
        price: line.price,
        market_price: line.market_price,
        line_total: line.price.in_currency(currency).times(line.qty)?.amount(),
        discount_amount: line.discount_amount,
        options: line.options,
        promotion_category: line.promotion_category,
    })
}

/// An address as it is printed on a label: name, company, the country's lines, country.
fn printed(tx: &mut dyn Tx, lang: Lang, of: &Address) -> Result<Vec<String>> {
    let mut lines = vec![format!("{} {}", of.first_name, of.last_name)];
    if !of.company.is_empty() {
        lines.push(of.company.clone());
    }
    let parts = PostalParts {
        address1: &of.address1,
        address2: &of.address2,
        postcode: &of.postcode,
        city: &of.city,
        county: &of.county,
        region: &of.region,
    };
    match address::country(tx, lang, &of.country)? {
        Some(country) => {
            lines.extend(address::format_lines(&country, &parts));
            lines.push(country.name);
        }
        // A country that has left the table.
        None => {
            let plain = [parts.address1, parts.address2, parts.postcode, parts.city, parts.region, of.country.as_str()];
            lines.extend(plain.into_iter().filter(|line| !line.is_empty()).map(str::to_owned));
        }
    }
    Ok(lines)
}
