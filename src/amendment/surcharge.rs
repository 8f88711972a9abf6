//! A dearer carrier at the customer's cost.
//!
//! The difference is offered as an order of its own, linked to the first: the customer accepts it by paying, and owes nothing until
//! then (Directive 2011/83/EU art. 8(6)). Its lines carry the carrier's name, one for each VAT rate of the first order, as shipping
//! follows the goods (`domain::totals`).

use super::carrier::planned;
use crate::call::View;
use crate::db::Tx;
use crate::domain::money::{Amount, Percent, prorate};
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::shipping::{ShippingCharge, ShippingMethod};
use crate::domain::totals::{self, Totals};
use crate::error::{Refusal, Result, refuse};
use crate::order::{self, Channel, Command, NewOrder, Order, OrderLine, SURCHARGE_SKU, Surcharge};
use crate::order_view::{self, OrderMail};
use crate::{catalog, message, payment, region, shipment, store_view};

/// Offers an order's customer another carrier for what that is dearer; the carrier changes once this is paid. Answers the linked
/// order. `told`: the surcharge that was told to the customer.
///
/// # Errors
///
/// Those of [`super::carrier_plans`]; refused for a carrier that is not dearer, for another surcharge, and without a mailbox.
pub fn charge_carrier(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    carrier: ShippingMethod,
    told: Amount,
) -> Result<Order> {
    let plan = planned(tx, command, order, carrier, false)?;
    let (amount, currency) = (plan.surcharge, order.totals.currency);
    if amount == Amount::ZERO {
        return Err(Refusal::of_field("carrier", message::ORDER_CARRIER_NOT_DEARER).into());
    }
    if told != amount {
        let changed = message::ORDER_CARRIER_AMOUNT_CHANGED
            .with("expected", told)
            .with("amount", amount)
            .with("currency", currency);
        return Err(Refusal::of_field("surcharge", changed).into());
    }
    // The customer pays by the letter.
    if order.email.is_empty() {
        return Err(refuse(message::ORDER_NO_EMAIL));
    }
    // Nothing could be paid in it.
    if store_view::is_currency_off(tx, currency)? {
        return Err(refuse(message::CURRENCY_NOT_OFFERED.with("currency", currency)));
    }
    let view = View::load(tx, order.lang, currency, command.now, &command.config)?;
    let name = catalog::shipping_name(tx, order.lang, carrier)?;
    let (lines, totals) = lines(&order.totals, amount, &name)?;
    let (shipping_address, billing_address) = order::addresses(tx, order.id)?;
    let (_, customer_id) = order::find_owner(tx, order.id)?;
    let method = payment::offered(&view, currency, &shipping_address.country).find(|method| method.is_offline());
    let payment_method = method.unwrap_or(PaymentMethod::BankTransfer);
    let hold_days = command.config.payment.hold_days;
    let hold_until = PaymentMethod::BankTransfer.held_until(command.now, &region::calendar(tx)?, hold_days);
    let pieces = vec![Vec::new(); lines.len()];
    let new = NewOrder {
        session_id: None,
        customer_id,
        store: &view.store,
        email: &order.email,
        // Where nothing is offered that is paid later, it waits for the customer's choice.
        status: method.map_or(OrderStatus::PendingOffline, PaymentMethod::initial_status),
        payment_method,
        paid_by: None,
        channel: Channel::Telephone,
        shipping_method: carrier,
        delivery: &plan.delivery,
        rate: order::rate(tx, order.id)?.normalize().to_string(),
        promo: None,
        totals: &totals,
        lines,
        shipping_address: &shipping_address,
        billing_address: &billing_address,
        member_card: order.member_card.as_deref(),
        points: 0,
        wants_account: false,
        wants_newsletter: false,
        hold_until: Some(hold_until),
        reserved: &[],
        token: &command.token("surcharge", order.id),
    };
    let id = order::place(tx, &new, command.actor, command.now)?;
    shipment::save_pieces(tx, id, &pieces)?;
    let (min_days, max_days) = plan.days;
    order::save_surcharge(tx, id, order, &Surcharge { first_id: order.id, carrier, min_days, max_days })?;
    order::save_confirmed(tx, id, command.now)?;
    order_view::send_mail(tx, command, id, &OrderMail::Added)?;
    order::find(tx, id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// The lines of a surcharge, and what they come to: split over the VAT rates of the first order in proportion to what is paid at
/// each.
fn lines(first: &Totals, amount: Amount, name: &str) -> Result<(Vec<OrderLine>, Totals)> {
    let currency = first.currency;
    let weights: Vec<i64> = first.vat.iter().map(|vat| vat.gross_amount.minor()).collect();
    let parts = prorate(amount.minor(), &weights);
    let parts: Vec<(Percent, Amount)> = first
        .vat
        .iter()
        .zip(parts)
        .filter(|(_, part)| *part > 0)
        .map(|(vat, part)| (vat.rate, Amount::from_minor(part)))
        .collect();
    let priced: Vec<totals::Line> = parts
        .iter()
        .map(|(vat, part)| totals::Line { price: part.in_currency(currency), market_price: None, qty: 1, vat: *vat })
        .collect();
    let totals = totals::compute(currency, &priced, None, ShippingCharge::free(currency))?.totals;
    // Statements of withdrawal name a line by its SKU.
    let sku = |at: usize| if at == 0 { SURCHARGE_SKU.to_owned() } else { format!("{SURCHARGE_SKU}-{}", at + 1) };
    let lines = parts.into_iter().enumerate().map(|(at, (vat_rate, price))| OrderLine {
        product_id: None,
        sku: sku(at),
        name: name.to_owned(),
        options: Vec::new(),
        qty: 1,
        canceled: 0,
        price,
        market_price: None,
        discount_amount: Amount::ZERO,
        vat_rate,
        promotion_category: String::new(),
        eco_participation: None,
    });
    Ok((lines.collect(), totals))
}
