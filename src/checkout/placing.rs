//! Saves an order, and the data that the customer's account keeps from it.

use anyhow::anyhow;
use jiff::Timestamp;

use super::form::{Buyer, Form};
use crate::call::{View, Visitor};
use crate::cart::PricedCart;
use crate::catalog::types::DeliveryWindow;
use crate::customer::{self, FromOrder};
use crate::db::Tx;
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::promotion::TagStatus;
use crate::error::Result;
use crate::order::{self, Actor, Channel, NewOrder, OrderLine};
use crate::{address, catalog, shipment};

/// Reserves the stock of a cart.
pub fn reserve(tx: &mut dyn Tx, view: &View, cart: &PricedCart) -> Result<Vec<(i64, u32)>> {
    let wanted: Vec<(i64, u32)> = cart.lines.iter().map(|line| (line.item.item_id, line.qty)).collect();
    catalog::reserve(tx, view.lang(), &wanted)
}

/// The pieces that a cart takes from stock.
pub fn pieces(cart: &PricedCart) -> u32 {
    let of = |line: &crate::cart::PricedLine| -> u32 {
        line.item.pieces().iter().fold(0, |sum: u32, (_, each)| sum.saturating_add(each.saturating_mul(line.qty)))
    };
    cart.lines.iter().map(of).fold(0, u32::saturating_add)
}

/// An order of a cart as somebody of the house takes it: unpaid, of no session, without an end of its hold.
pub fn new_order<'a>(
    view: &'a View,
    buyer: &'a Buyer,
    cart: &'a PricedCart,
    delivery: &'a DeliveryWindow,
    reserved: &'a [(i64, u32)],
    token: &'a str,
) -> NewOrder<'a> {
    let promo = cart.promo.as_ref().filter(|tag| tag.status == TagStatus::Applied);
    NewOrder {
        session_id: None,
        customer_id: None,
        store: &view.store,
        email: &buyer.email,
        status: OrderStatus::PendingOffline,
        payment_method: PaymentMethod::BankTransfer,
        paid_by: None,
        channel: Channel::Telephone,
        shipping_method: buyer.shipping_method,
        delivery,
        rate: cart.rate.normalize().to_string(),
        promo: promo.map(|tag| (tag.tag.as_str(), tag.percentage)),
        totals: &cart.totals,
        lines: order_lines(cart),
        shipping_address: &buyer.shipping_address,
        billing_address: &buyer.billing_address,
        member_card: buyer.member_card.as_deref(),
        points: cart.points,
        wants_account: false,
        wants_newsletter: false,
        hold_until: None,
        reserved,
        token,
    }
}

/// Saves an order with the pieces of its lines; answers its id.
pub fn save(tx: &mut dyn Tx, new: &NewOrder<'_>, cart: &PricedCart, actor: Actor, now: Timestamp) -> Result<i64> {
    let order_id = order::place(tx, new, actor, now)?;
    let pieces: Vec<Vec<(i64, u32)>> = cart.lines.iter().map(|line| line.item.pieces()).collect();
    shipment::save_pieces(tx, order_id, &pieces)?;
    Ok(order_id)
}

/// The lines of a cart as lines of an order.
fn order_lines(cart: &PricedCart) -> Vec<OrderLine> {
    let lines = cart.lines.iter().map(|line| OrderLine {
        product_id: Some(line.item.item_id),
        sku: line.item.sku.clone(),
        name: line.item.name.clone(),
        options: line.item.options.clone(),
        qty: line.qty,
        canceled: 0,
        price: line.item.price.amount(),
        market_price: line.item.market_price.map(|price| price.amount()),
        discount_amount: line.totals.discount.amount(),
        vat_rate: line.vat,
        promotion_category: line.item.promotion_category.clone(),
        eco_participation: line.item.eco_participation.map(|eco| eco.amount()),
    });
    lines.collect()
}

/// Saves addresses and member card in the customer's account, which is created if requested.
pub fn remember(tx: &mut dyn Tx, visitor: &Visitor, form: &Form, order_id: i64) -> Result<()> {
    let buyer = &form.buyer;
    let customer_id = match visitor.session.customer_id {
        Some(id) => Some(id),
        None if form.wants_account => {
            let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
            let of = FromOrder {
                order_number: &order.number,
                email: &buyer.email,
                first_name: &buyer.billing_address.first_name,
                last_name: &buyer.billing_address.last_name,
                member_card: buyer.member_card.as_deref(),
            };
            let created = customer::create_from_order(tx, &visitor.view, &visitor.random, of)?;
            if let Some(id) = created {
                order::save_customer(tx, order_id, id)?;
            }
            created
        }
        None => None,
    };
    let Some(id) = customer_id else { return Ok(()) };
    if let Some(number) = &buyer.member_card {
        customer::keep_member_card(tx, id, number)?;
    }
    let max = visitor.view.config.accounts.addresses;
    for kept in [&buyer.billing_address, &buyer.shipping_address] {
        if kept.save_in_address_book {
            address::keep(tx, id, kept, max)?;
        }
    }
    Ok(())
}
