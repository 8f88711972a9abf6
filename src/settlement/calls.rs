//! The calls that change an order's payment, one function a path.

use jiff::{SignedDuration, Timestamp};

use super::attempt::{self, Payer};
use super::types::{CancelArgs, ConfirmArgs, Retried, RetryArgs};
use super::{money, unpaid, velocity};
use crate::call::{PaymentAnswer, View, Visitor};
use crate::db::Tx;
use crate::domain::order_status::{OrderStatus, PaymentMethod, paid_how};
use crate::domain::validate;
use crate::error::{Refusal, Result, refuse};
use crate::order::{self, Command, Order};
use crate::order_view::types::{OrderDetail, PaymentResult};
use crate::order_view::{self, OrderMail};
use crate::payment::{self, gateway, store};
use crate::{message, region};

/// Prefix of the reason in the history when the payment method is changed.
const CHANGED: &str = "to be paid ";
/// Maximum number of mails about changes of the payment method per order, against mail bombing: the address is unproved. The
/// page always shows the instructions.
const MAX_MAILS: usize = 5;

/// How long tries to pay online hold an order's stock together.
const LONGEST_ONLINE: SignedDuration = SignedDuration::from_hours(2);
/// What must be left of that for another try.
const SHORTEST_TRY: SignedDuration = SignedDuration::from_mins(5);

/// Starts a new payment of a pending order, by the same method or another.
pub fn retry(tx: &mut dyn Tx, visitor: &Visitor, args: RetryArgs) -> Result<Retried> {
    let command = Command::of(visitor);
    let (order, token) = to_be_paid(tx, visitor, &command, &args)?;
    if !order.status.is_pending() {
        return Err(refuse(message::PAYMENT_NOT_PENDING));
    }
    if payment::is_delayed(tx, &order)? {
        return Err(refuse(message::PAYMENT_UNDER_WAY));
    }
    // The outcome of the last attempt will be known soon; until then a second payment could charge twice.
    if payment::is_uncertain(tx, &order)? {
        return Err(refuse(message::PAYMENT_UNCERTAIN));
    }
    let method = match validate::trim(&args.payment_method) {
        "" => order.payment_method,
        code => PaymentMethod::from_code(code)
            .ok_or_else(|| Refusal::of_field("payment_method", message::PAYMENT_METHOD_UNAVAILABLE))?,
    };
    let (to, _) = order::addresses(tx, order.id)?;
    if !payment::is_offered(&visitor.view, method, order.totals.currency, &to.country) {
        let country = region::country(tx, visitor.view.lang(), &to.country)?;
        let name = country.map_or(to.country, |country| country.name);
        return Err(Refusal::of_field("payment_method", payment::not_offered(&visitor.view, method, &name)).into());
    }
    let payer = payer(visitor);
    let is_online = gateway::code_of(&command.config, method).is_some();
    if is_online {
        velocity::check(tx, &command, payer, Some(order.id))?;
    }
    if order.is_awaiting && !is_online {
        // Only the mailed link makes it hold stock for days.
        return Err(refuse(message::UNPAID_ORDER_LIMIT.with("number", command.config.limits.unpaid_orders)));
    }
    unpaid::check_change(tx, &command, &order, payer, method)?;
    unpaid::hold(tx, &order)?;
    unpaid::count_for_payer(tx, &command, &order, payer, method)?;
    let held = held_again(tx, &command, &order, method)?;
    if held < command.now + SHORTEST_TRY {
        return Err(refuse(message::PAYMENT_THROTTLED));
    }
    let to = method.initial_status();
    let is_change = to != order.status || method != order.payment_method;
    if is_change {
        let reason = format!("{CHANGED}{}", paid_how(method.code()));
        order::transition(tx, order.id, to, command.actor, &reason, command.now)?;
    }
    order::save_payment_method(tx, order.id, method, Some(held))?;
    // Earlier attempts are closed soon, against a second payment.
    store::hurry_attempts(tx, order.id, command.now)?;
    let order = order::find(tx, order.id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if is_online {
        attempt::begin(tx, &command, &order, method, payer)?;
    } else {
        money::take_out_of_cart(tx, &order, &command)?;
        if order::save_confirmed(tx, order.id, command.now)? {
            order_view::send_mail(tx, &command, order.id, &OrderMail::Received)?;
        } else if is_change && count_changes(tx, order.id)? <= MAX_MAILS {
            order_view::send_mail(tx, &command, order.id, &OrderMail::Instructions)?;
        }
    }
    Ok(Retried {
        order_number: order.number.clone(),
        token,
        status: order.status,
        payment: payment::how_to_pay(tx, &command.config, &order, command.now)?,
    })
}

impl PaymentAnswer for Retried {
    fn pending(&self) -> Option<&str> {
        self.payment.is_online().then_some(&self.token)
    }

    fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Self> {
        Ok(Retried { payment: order_view::opened(tx, view, &self.token)?, ..self.clone() })
    }
}

/// Number of changes of an order's payment method.
fn count_changes(tx: &mut dyn Tx, order_id: i64) -> Result<usize> {
    let history = order::history(tx, order_id)?;
    Ok(history.iter().filter(|step| step.reason.starts_with(CHANGED)).count())
}

/// The order to be paid with its token: the given one, or a new one for the customer who owns it.
fn to_be_paid(tx: &mut dyn Tx, visitor: &Visitor, command: &Command, args: &RetryArgs) -> Result<(Order, String)> {
    let number = validate::trim(&args.order_number);
    if args.token.is_empty() && !number.is_empty() {
        let order = find_own(tx, visitor, number)?;
        let token = command.token("retry", order.id);
        order::save_token(tx, order.id, &token, command.now)?;
        return Ok((order, token));
    }
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    Ok((order, args.token.clone()))
}

/// The end of the hold after a new try: at most that of a transfer chosen on the first day, and for tries to pay online
/// [`LONGEST_ONLINE`] after the first.
fn held_again(tx: &mut dyn Tx, command: &Command, order: &Order, method: PaymentMethod) -> Result<Timestamp> {
    let calendar = region::calendar(tx)?;
    let history = order::history(tx, order.id)?;
    // An order entered by an operator may be held without limit until its customer chooses a method.
    let first_day = match order.status {
        OrderStatus::PendingOffline if order.hold_until.is_none() => command.now,
        OrderStatus::PendingOffline => order.created_at,
        _ => {
            let left = history.iter().find(|step| step.from_status == Some(OrderStatus::PendingOffline));
            let left = left.map(|step| order::moment(step.at)).transpose()?;
            left.or(order::confirmed_by_link_at(tx, order.id)?).unwrap_or(order.created_at)
        }
    };
    let hold_days = command.config.payment.hold_days;
    let longest = PaymentMethod::BankTransfer.held_until(first_day, &calendar, hold_days);
    if method.is_offline() {
        return Ok(longest);
    }
    let online_since = match order.status {
        OrderStatus::Pending => {
            let began = history.iter().rev().find(|step| step.to_status == OrderStatus::Pending);
            began.map_or(Ok(order.created_at), |step| order::moment(step.at))?
        }
        _ => command.now,
    };
    let until = method.held_until(command.now, &calendar, hold_days);
    Ok(until.min(longest).min(online_since + LONGEST_ONLINE))
}

/// Cancels an unpaid order and releases its stock: an own one of the customer, or a guest's by its token.
pub fn cancel_order(tx: &mut dyn Tx, visitor: &Visitor, args: CancelArgs) -> Result<OrderDetail> {
    let order = match args.token.as_str() {
        "" => find_own(tx, visitor, &args.order_number)?,
        token => order::find_by_token(tx, token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?,
    };
    if !order.status.can_customer_cancel() {
        return Err(refuse(message::ORDER_NOT_CANCELABLE));
    }
    money::cancel(tx, &Command::of(visitor), order.id, order::CANCELED_ON_REQUEST)?;
    let order = order::find(tx, order.id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    order_view::detail(tx, &visitor.view, &order, &args.token)
}

/// Confirms an order that waits for its mailed link (decisions §6): its stock is reserved, or a refusal names what is gone.
pub fn confirm(tx: &mut dyn Tx, visitor: &Visitor, args: ConfirmArgs) -> Result<PaymentResult> {
    let order = unpaid::confirm(tx, &Command::of(visitor), &args.token)?;
    order_view::result(tx, &visitor.view, &order, &args.token)
}

/// An order of the logged-in customer, by its number.
fn find_own(tx: &mut dyn Tx, visitor: &Visitor, order_number: &str) -> Result<Order> {
    let customer_id = visitor.session.customer_id.ok_or_else(|| refuse(message::LOGIN_REQUIRED))?;
    order::find_own(tx, customer_id, validate::trim(order_number))?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// The session, account and network of a visitor who pays.
pub fn payer(visitor: &Visitor) -> Payer {
    let session = &visitor.session;
    Payer { session_id: Some(session.id), customer_id: session.customer_id, network: visitor.network }
}

/// Records the first attempt to pay an order online; nothing for other methods.
pub fn begin(tx: &mut dyn Tx, command: &Command, order: &Order, payer: Payer) -> Result<()> {
    if gateway::code_of(&command.config, order.payment_method).is_none() {
        return Ok(());
    }
    velocity::check(tx, command, payer, None)?;
    attempt::begin(tx, command, order, order.payment_method, payer)?;
    Ok(())
}

/// Cancels a cart's orders that wait for an online payment, before the cart is ordered again (decisions §6).
pub fn cancel_pending_of_cart(
    tx: &mut dyn Tx,
    command: &Command,
    session_id: i64,
    customer_id: Option<i64>,
) -> Result<()> {
    for order_id in order::list_pending_of(tx, session_id, customer_id)? {
        let order = order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
        // Paid, though the money takes days: what is in the cart now is another order.
        if payment::is_delayed(tx, &order)? {
            continue;
        }
        if payment::is_uncertain(tx, &order)? {
            return Err(refuse(message::PAYMENT_UNCERTAIN));
        }
        money::cancel(tx, command, order_id, "placed again")?;
    }
    Ok(())
}
