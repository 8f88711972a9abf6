//! Writes an order, and what it leaves in the customer's account.

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};

use super::destination::delivery;
use super::form::Form;
use crate::call::{View, Visitor};
use crate::cart::PricedCart;
use crate::customer::{self, FromOrder};
use crate::db::Tx;
use crate::domain::order_status::PaymentMethod;
use crate::domain::promotion::TagStatus;
use crate::domain::shipping::Quote;
use crate::domain::working_days::Calendar;
use crate::error::Result;
use crate::order::{self, Actor, NewOrder, OrderLine};
use crate::{address, region};

/// Writes the order; answers its id.
pub fn write_order(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    form: &Form,
    cart: &PricedCart,
    quote: &Quote,
    reserved: &[(i64, u32)],
    token: &str,
) -> Result<i64> {
    let now = visitor.now();
    let calendar = region::calendar(tx)?;
    let promo = cart.promo.as_ref().filter(|tag| tag.status == TagStatus::Applied);
    let new = NewOrder {
        session_id: Some(visitor.session.id),
        customer_id: visitor.session.customer_id,
        store: &visitor.view.store,
        email: &form.email,
        status: form.payment_method.initial_status(),
        payment_method: form.payment_method,
        shipping_method: quote.method,
        delivery: &delivery(now, quote, &calendar),
        rate: cart.rate.normalize().to_string(),
        promo: promo.map(|tag| (tag.tag.as_str(), tag.percentage)),
        totals: &cart.totals,
        lines: order_lines(cart),
        shipping_address: &form.shipping_address,
        billing_address: &form.billing_address,
        member_card: form.member_card.as_deref(),
        points: cart.points,
        wants_account: form.wants_account,
        wants_newsletter: form.wants_newsletter,
        hold_until: Some(held_until(form.payment_method, &visitor.view, &calendar)),
        reserved,
        token,
    };
    order::place(tx, &new, Actor::Customer, now)
}

/// The lines of a cart as lines of an order.
pub fn order_lines(cart: &PricedCart) -> Vec<OrderLine> {
    let lines = cart.lines.iter().map(|line| OrderLine {
        product_id: Some(line.item.item_id),
        sku: line.item.sku.clone(),
        name: line.item.name.clone(),
        options: line.item.options.clone(),
        qty: line.qty,
        price: line.item.price.amount(),
        market_price: line.item.market_price.map(|price| price.amount()),
        discount_amount: line.totals.discount.amount(),
        vat_rate: line.vat,
        promotion_category: line.item.promotion_category.clone(),
    });
    lines.collect()
}

/// The last second for which stock is held unpaid: for transfer and cheque that of the last working day.
pub fn held_until(method: PaymentMethod, view: &View, calendar: &Calendar) -> Timestamp {
    let over = if is_cart_settled(method) {
        calendar.deadline(view.now, view.config.payment.hold_days).ends_at
    } else {
        method.held_until(view.now, calendar)
    };
    over - SignedDuration::from_secs(1)
}

/// Whether the cart is emptied at once: a payment by hand does not bring the shopper back to it (decisions §6).
pub fn is_cart_settled(method: PaymentMethod) -> bool {
    matches!(method, PaymentMethod::BankTransfer | PaymentMethod::Cheque)
}

/// Saves addresses and member card in the customer's account, which is created if requested.
pub fn remember(tx: &mut dyn Tx, visitor: &Visitor, form: &Form, order_id: i64) -> Result<()> {
    let customer_id = match visitor.session.customer_id {
        Some(id) => Some(id),
        None if form.wants_account => {
            let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
            let of = FromOrder {
                order_number: &order.number,
                email: &form.email,
                first_name: &form.billing_address.first_name,
                last_name: &form.billing_address.last_name,
                member_card: form.member_card.as_deref(),
            };
            let made = customer::create_from_order(tx, &visitor.view, &visitor.random, of)?;
            if let Some(id) = made {
                order::save_customer(tx, order_id, id)?;
            }
            made
        }
        None => None,
    };
    let Some(id) = customer_id else { return Ok(()) };
    if let Some(number) = &form.member_card {
        customer::keep_member_card(tx, id, number)?;
    }
    let max = visitor.view.config.accounts.addresses;
    for kept in [&form.billing_address, &form.shipping_address] {
        if kept.save_in_address_book {
            address::keep(tx, id, kept, max)?;
        }
    }
    Ok(())
}
