//! Limits of what unpaid orders hold (decisions §6), and the mailed link that lifts them.
//!
//! An order by transfer or cheque holds stock for days. Per session and network it is limited in orders, pieces and value;
//! beyond that the order waits, holding nothing, until the link mailed to its address is followed. Then it counts for that
//! address, which is proved. An address that is not proved counts for nobody: anyone can type it. All these orders together
//! hold at most a share of each SKU. Card and WeChat orders are limited by pieces per network and by [`velocity`].
//!
//! [`velocity`]: super::velocity

use std::collections::{BTreeMap, HashMap};

use jiff::SignedDuration;
use rust_decimal::Decimal;

use super::attempt::Payer;
use crate::config::Limits;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::{CARD_HOLD, OrderStatus, PaymentMethod};
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::error::{Result, refuse};
use crate::operator_alert::{self, OperatorAlert};
use crate::order::{self, Command, Held, Order};
use crate::order_view::{self, OrderMail};
use crate::throttle::{self, Key, RateLimit};
use crate::{call_context, catalog, identity, message, region, shipment};

/// Links mailed to one mailbox, against mail bombing.
const LINKS: RateLimit = RateLimit { attempts: 3, window: SignedDuration::from_hours(24) };
/// Canceled orders of a mailbox in this time, as a multiple of the limit of unpaid ones, after which its orders wait.
const CANCELED_FACTOR: u32 = 3;
const CANCELED_WINDOW: SignedDuration = SignedDuration::from_hours(24);
/// Alerts of one kind to the operator.
const ALERTS: RateLimit = RateLimit { attempts: 1, window: SignedDuration::from_hours(6) };
/// The smallest limit of a SKU whose filling is worth an alert.
const ALERT_FROM: u32 = 5;

/// What a new order may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// It holds its stock.
    Holds,
    /// It waits for its mailed link.
    Waits,
}

/// Whether a new order of these pieces and value (EUR) for an address holds its stock or waits. It waits too when the mailbox
/// has had the mails of many orders that came to nothing, against mail bombing. Refuses a customer beyond the own limits,
/// and a network whose open online payments hold too many pieces.
pub fn admit(
    tx: &mut dyn Tx,
    command: &Command,
    payer: Payer,
    customer_id: Option<i64>,
    email: &str,
    method: PaymentMethod,
    wanted: Held,
) -> Result<Admission> {
    let limits = &command.config.limits;
    if !method.is_offline() {
        check_online(tx, command, payer, wanted.pieces)?;
        return Ok(Admission::Holds);
    }
    let network = payer.network_handle(tx)?;
    if let Some(customer_id) = customer_id {
        let held = order::held_by_customer(tx, customer_id)?;
        check_proved(limits, held, wanted)?;
    }
    let session = match payer.session_id {
        Some(session_id) => order::held_by_session(tx, session_id)?,
        None => Held::default(),
    };
    let network = match network {
        Some(network) => order::held_by_network(tx, &network)?,
        None => Held::default(),
    };
    let has_room = fits(session, wanted, limits.unpaid_orders, limits.unpaid_pieces, limits.unpaid_value)
        && fits(
            network,
            wanted,
            limits.unpaid_orders_per_network,
            limits.unpaid_pieces_per_network,
            limits.unpaid_value_per_network,
        );
    let is_quiet = is_own_address(tx, customer_id, email)? || {
        let canceled = order::count_canceled_of_mailbox(tx, email, command.now - CANCELED_WINDOW)?;
        canceled < limits.unpaid_orders.saturating_mul(CANCELED_FACTOR)
    };
    Ok(if has_room && is_quiet { Admission::Holds } else { Admission::Waits })
}

/// Whether a customer orders for the own address, proved by a mailed link: what others do with it does not count then.
fn is_own_address(tx: &mut dyn Tx, customer_id: Option<i64>, email: &str) -> Result<bool> {
    let Some(customer_id) = customer_id else { return Ok(false) };
    let own = identity::proved_email(tx, customer_id)?;
    Ok(own.is_some_and(|own| email_key(&own) == email_key(email)))
}

/// Refuses an online payment that would take further pieces for a network whose open ones hold too many for the moment. A
/// first one is never refused.
fn check_online(tx: &mut dyn Tx, command: &Command, payer: Payer, wanted: u32) -> Result<()> {
    let Some(network) = payer.network_handle(tx)? else { return Ok(()) };
    if has_room_online(tx, command, &network, wanted)? { Ok(()) } else { Err(refuse(message::PAYMENT_THROTTLED)) }
}

fn has_room_online(tx: &mut dyn Tx, command: &Command, network: &str, wanted: u32) -> Result<bool> {
    let pieces = order::pieces_pending_online(tx, network, command.now + CARD_HOLD)?;
    Ok(pieces == 0 || pieces.saturating_add(wanted) <= command.config.limits.online_pieces_per_network)
}

fn fits(held: Held, wanted: Held, orders: u32, pieces: u32, value: u64) -> bool {
    held.orders.saturating_add(wanted.orders) <= orders
        && held.pieces.saturating_add(wanted.pieces) <= pieces
        && held.value.saturating_add(wanted.value) <= value
}

/// Refuses a further order of a proved address beyond its limits, and offers the card. A first order is never refused.
fn check_proved(limits: &Limits, held: Held, wanted: Held) -> Result<()> {
    let has_room =
        held.orders == 0 || fits(held, wanted, limits.unpaid_orders, limits.unpaid_pieces, limits.unpaid_value);
    if has_room { Ok(()) } else { Err(refuse(message::UNPAID_ORDER_LIMIT.with("number", limits.unpaid_orders))) }
}

/// Refuses an order by transfer or cheque if such orders together would hold more than their share of a SKU. `reserved`: its
/// pieces, already taken from stock; `order_id`: the order, if it is saved.
pub fn check_share(
    tx: &mut dyn Tx,
    command: &Command,
    lang: Lang,
    reserved: &[(i64, u32)],
    order_id: Option<i64>,
) -> Result<()> {
    let ids: Vec<i64> = reserved.iter().map(|(product, _)| *product).collect();
    let held = order::held_of_products(tx, &ids, order_id.unwrap_or(0))?;
    let left = catalog::available(tx, &ids)?;
    let mut is_filled = false;
    for (product, wanted) in reserved {
        let count = |of: &HashMap<i64, u32>| u64::from(of.get(product).copied().unwrap_or(0));
        let after = count(&held) + u64::from(*wanted);
        let limit = ((count(&left) + after) * u64::from(command.config.limits.unpaid_share) / 100).max(1);
        if after > limit {
            metrics::counter!("shop_unpaid_refused_total").increment(1);
            let name = catalog::product_name(tx, *product, lang)?;
            return Err(refuse(message::UNPAID_SHARE.with("name", name)));
        }
        is_filled |= limit >= u64::from(ALERT_FROM) && after * 5 >= limit * 4;
    }
    if is_filled {
        tell_operator(tx, command, "Unpaid orders hold nearly all that they may of a product", "stock list")?;
    }
    Ok(())
}

/// Makes a saved order wait, and mails its link. Refuses when the mailbox, or the customer to whom it proved to belong, has had
/// too many.
pub fn wait_for_link(tx: &mut dyn Tx, command: &Command, order: &Order) -> Result<()> {
    let secret = call_context::shop_secret(tx)?;
    let (_, customer_id) = order::find_owner(tx, order.id)?;
    let key = match customer_id {
        Some(id) if is_own_address(tx, customer_id, &order.email)? => {
            Key::new(&secret, "order confirmation of customer", &id.to_string())
        }
        _ => Key::new(&secret, "order confirmation", &order::mailbox_of(&order.email)),
    };
    if !throttle::attempt(tx, key, LINKS, command.now)? {
        return Err(refuse(message::UNPAID_LINKS));
    }
    let token = command.token("confirm", order.id);
    order::save_token(tx, order.id, &token, command.now)?;
    order::save_awaiting(tx, order.id, &token)?;
    let waiting = order::find(tx, order.id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    order_view::send_mail_with_token(tx, command, &waiting, &token, &OrderMail::Confirm)?;
    tell_operator(tx, command, "Unpaid orders reach their limits: further ones wait for a mailed link", "order list")
}

/// Confirms the waiting order of a mailed link: reserves its stock and sends the instructions. Following the link again
/// answers the same order.
pub fn confirm(tx: &mut dyn Tx, command: &Command, token: &str) -> Result<Order> {
    let order = order::find_by_token(tx, token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if order::find_awaiting(tx, token)? != Some(order.id) {
        return if order.is_awaiting || !order.status.is_pending() {
            Err(refuse(message::ORDER_NOT_AWAITING))
        } else {
            Ok(order)
        };
    }
    // The job cancels expired orders soon; until then the link is refused all the same.
    if order.hold_until.is_some_and(|until| until < command.now) {
        return Err(refuse(message::ORDER_NOT_AWAITING));
    }
    let held = order::held_by_mailbox(tx, &order.email)?;
    let pieces = pieces(tx, &order)?;
    let wanted = wanted_of(tx, &order, &pieces)?;
    check_proved(&command.config.limits, held, wanted)?;
    if let (_, Some(customer_id)) = order::find_owner(tx, order.id)? {
        let held = order::held_by_customer(tx, customer_id)?;
        check_proved(&command.config.limits, held, wanted)?;
    }
    let calendar = region::calendar(tx)?;
    let until = order.payment_method.held_until(command.now, &calendar, command.config.payment.hold_days);
    let reserved = catalog::reserve(tx, order.lang, &pieces)?;
    check_share(tx, command, order.lang, &reserved, Some(order.id))?;
    order::save_held(tx, order.id, &reserved, true, Some(until))?;
    if order::save_confirmed(tx, order.id, command.now)? {
        let held = order::find(tx, order.id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
        order_view::send_mail_with_token(tx, command, &held, token, &OrderMail::Received)?;
        return Ok(held);
    }
    Ok(order)
}

/// Reserves the stock of a waiting order that is paid, or about to be, another way.
pub fn hold(tx: &mut dyn Tx, order: &Order) -> Result<()> {
    if !order.is_awaiting {
        return Ok(());
    }
    let pieces = pieces(tx, order)?;
    let reserved = catalog::reserve(tx, order.lang, &pieces)?;
    order::save_held(tx, order.id, &reserved, false, order.hold_until)
}

/// Whether the pieces of an order that waits are still in stock; true of all others, which have theirs.
pub fn can_hold(tx: &mut dyn Tx, order: &Order) -> Result<bool> {
    if !order.is_awaiting {
        return Ok(true);
    }
    let pieces = pieces(tx, order)?;
    let ids: Vec<i64> = pieces.iter().map(|(product, _)| *product).collect();
    let left = catalog::available(tx, &ids)?;
    Ok(pieces.iter().all(|(product, wanted)| left.get(product).is_some_and(|left| left >= wanted)))
}

/// Checks that an order may be paid by another method: online instead of by transfer or cheque, or the other way round.
pub fn check_change(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    payer: Payer,
    method: PaymentMethod,
) -> Result<()> {
    let is_online = order.status == OrderStatus::Pending;
    if is_online != method.is_offline() {
        return Ok(());
    }
    let pieces = pieces(tx, order)?;
    let wanted = wanted_of(tx, order, &pieces)?;
    if !method.is_offline() {
        return check_online(tx, command, payer, wanted.pieces);
    }
    let (_, customer_id) = order::find_owner(tx, order.id)?;
    if admit(tx, command, payer, customer_id, &order.email, method, wanted)? == Admission::Waits {
        let number = command.config.limits.unpaid_orders;
        return Err(refuse(message::UNPAID_ORDER_LIMIT.with("number", number)));
    }
    check_share(tx, command, order.lang, &pieces, Some(order.id))
}

/// Lets an order that is to be paid anew count for the network that pays, if that has room for it; else it stays with the one
/// that placed it.
pub fn count_for_payer(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    payer: Payer,
    method: PaymentMethod,
) -> Result<()> {
    let Some(network) = payer.network_handle(tx)? else { return Ok(()) };
    let limits = &command.config.limits;
    let pieces = pieces(tx, order)?;
    let wanted = wanted_of(tx, order, &pieces)?;
    let has_room = if method.is_offline() {
        let held = order::held_by_network(tx, &network)?;
        let (orders, pieces) = (limits.unpaid_orders_per_network, limits.unpaid_pieces_per_network);
        fits(held, wanted, orders, pieces, limits.unpaid_value_per_network)
    } else {
        has_room_online(tx, command, &network, wanted.pieces)?
    };
    if has_room { order::save_network(tx, order.id, &network) } else { Ok(()) }
}

fn wanted_of(tx: &mut dyn Tx, order: &Order, pieces: &[(i64, u32)]) -> Result<Held> {
    let rate = order::rate(tx, order.id)?;
    let count = pieces.iter().fold(0_u32, |sum, (_, qty)| sum.saturating_add(*qty));
    Ok(wanted(order.totals.total, rate, count))
}

/// One order of this total, at units of its currency for 1 EUR.
pub fn wanted(total: Amount, rate: Decimal, pieces: u32) -> Held {
    Held { orders: 1, pieces, value: order::in_eur(total.minor(), rate) }
}

/// The pieces that an order takes from stock, by product.
fn pieces(tx: &mut dyn Tx, order: &Order) -> Result<Vec<(i64, u32)>> {
    let lines = order::lines(tx, order.id)?;
    let mut pieces: BTreeMap<i64, u32> = BTreeMap::new();
    for (position, product, each) in shipment::list_pieces(tx, order.id)? {
        let qty = usize::try_from(position).ok().and_then(|at| lines.get(at)).map_or(0, |line| line.qty);
        *pieces.entry(product).or_default() += each.saturating_mul(qty);
    }
    Ok(pieces.into_iter().collect())
}

/// Tells the operator, at most once in six hours for each kind.
fn tell_operator(tx: &mut dyn Tx, command: &Command, subject: &str, shows: &str) -> Result<()> {
    metrics::counter!("shop_unpaid_limit_total").increment(1);
    let key = Key::new(&call_context::shop_secret(tx)?, "operator alert", subject);
    if !throttle::attempt(tx, key, ALERTS, command.now)? {
        return Ok(());
    }
    let facts = [("what to do", "look for orders of one origin; limits.unpaid_* in config.toml set the limits")];
    let alert = OperatorAlert::new(subject.to_owned(), &facts, shows.to_owned());
    operator_alert::send(tx, &command.config, &alert, command.now)
}
