//! What an order comes to once it is changed, and what follows for its money: shared by all changes of a total.

use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::{Amount, Money, Percent};
use crate::domain::shipping::{Quote, ShippingCharge};
use crate::domain::totals::{self, Totals};
use crate::error::{Result, refuse};
use crate::order::{self, Command, Order, OrderLine};
use crate::payment::store::{self, CHANGED};
use crate::region::{self, Exchange};
use crate::{cart, catalog, invoice, message, payment, settlement};

/// Refuses an order whose total cannot change now.
pub(super) fn check_total_may_change(tx: &mut dyn Tx, order: &Order) -> Result<()> {
    super::check_open(order)?;
    if order.is_awaiting {
        return Err(refuse(message::ORDER_AWAITS_CONFIRMATION));
    }
    // A payment of the former total must not come: its page is closed first (decisions §10).
    if order.status.is_pending() && store::is_under_way(tx, order.id)? {
        return Err(refuse(message::PAYMENT_PAGE_OPEN));
    }
    settlement::check_is_no_surcharge(tx, order.id)?;
    settlement::check_no_surcharge_awaited(tx, order.id)?;
    Ok(())
}

/// `qty` pieces of a line, at the price and the rate that it was ordered at.
pub(super) fn priced(line: &OrderLine, qty: u32, order: &Order) -> totals::Line {
    let currency = order.totals.currency;
    totals::Line {
        price: line.price.in_currency(currency),
        market_price: line.market_price.map(|price| price.in_currency(currency)),
        qty,
        vat: line.vat_rate,
    }
}

/// The employee discount that the order was placed with.
pub(super) fn employee(tx: &mut dyn Tx, order: &Order) -> Result<Option<Percent>> {
    let percentage = order::promo_percentage(tx, order.id)?;
    Ok((percentage > 0).then(|| Percent::whole(percentage)))
}

/// What an order is charged for shipping.
pub(super) fn charge(totals: &Totals) -> ShippingCharge {
    ShippingCharge {
        amount: totals.shipping_amount.in_currency(totals.currency),
        discount: totals.shipping_discount.in_currency(totals.currency),
    }
}

/// What is paid for the goods.
pub(super) fn goods(totals: &Totals) -> Result<Money> {
    let currency = totals.currency;
    Ok(totals.subtotal_incl_tax.in_currency(currency).minus(totals.discount_amount.in_currency(currency))?)
}

/// The quotes of today's carriers for pieces of an order, by the rule of the checkout and at the exchange rate that the order was
/// placed at; none where an item was deleted, as its weight is not known any more.
///
/// `left`: position and pieces.
pub(super) fn quotes(
    tx: &mut dyn Tx,
    config: &Config,
    order: &Order,
    lines: &[OrderLine],
    left: &[(i64, u32)],
    subtotal: Money,
) -> Result<Vec<Quote>> {
    let ids: Vec<i64> = lines.iter().filter_map(|line| line.product_id).collect();
    let weights = catalog::weights(tx, &ids)?;
    let mut weight_g: u32 = 0;
    for (position, qty) in left {
        let product = usize::try_from(*position).ok().and_then(|at| lines.get(at)).and_then(|line| line.product_id);
        let Some(each) = product.and_then(|id| weights.get(&id)) else { return Ok(Vec::new()) };
        weight_g = weight_g.saturating_add(each.saturating_mul(*qty));
    }
    let (shipping, _) = order::addresses(tx, order.id)?;
    let rate = order::rate(tx, order.id)?;
    let exchange = Exchange { rate, ..region::exchange(tx, order.totals.currency)? };
    cart::quotes(tx, config, &shipping.country, &exchange, weight_g, subtotal)
}

/// What goes back of what was paid once an order comes to `now`.
pub(super) fn refund(tx: &mut dyn Tx, order: &Order, now: &Totals) -> Result<Amount> {
    let paid = if order.status.is_pending() { payment::net(tx, order)?.minor } else { order.totals.total.minor() };
    Ok(Amount::from_minor((paid - now.total.minor()).max(0)))
}

/// Corrects the invoice of a changed order and gives back what was paid too much; one that is covered by now goes on.
pub(super) fn settle(tx: &mut dyn Tx, command: &Command, order: &Order, refund: Amount) -> Result<()> {
    invoice::replace(tx, &command.config, order.id, CHANGED, command.now)?;
    if order.status.is_pending() {
        return settlement::settle_covered(tx, command, order.id).map(drop);
    }
    if refund > Amount::ZERO {
        let refund = refund.in_currency(order.totals.currency);
        settlement::give_back(tx, command, order, refund, CHANGED)?;
    }
    Ok(())
}
