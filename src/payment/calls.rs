//! The payment calls, one function a path.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::attempt::{self, Payer};
use super::letters::{self, Letter};
use super::store::{self, Attempt, State};
use super::types::{
    Counted, IndexArgs, OrderItem, Outcome, PaymentOption, PaymentResult, PlacedPayment, Retried, RetryArgs,
};
use super::{gateway, instructions, money, velocity};
use crate::address;
use crate::call::{PaymentAnswer, View, Visitor};
use crate::catalog::{self, Sellable};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::order_status::{OrderStatus, PaymentMethod, paid_how};
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::error::{Refusal, Result, refuse};
use crate::invoice;
use crate::message;
use crate::order::{self, Actor, Address, Command, Order, OrderLine};
use crate::shipment;
use crate::shipment::types::{ShipmentView, ShippedItem};

/// How the history says that another way to pay was chosen.
const CHANGED: &str = "to be paid ";
/// Letters with another way to pay that one order may cause: the address is whatever somebody typed, and nobody's mailbox is
/// to be filled by changing to and fro. The page shows the instructions all the same.
const MOST_LETTERS: usize = 5;

/// How an order stands, for whoever holds one of its tokens.
pub fn index(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<PaymentResult> {
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    result(tx, &visitor.view, &order, &args.token)
}

/// Pays an order that waits for money once more, by the same way or another. The order stays what it is.
pub fn retry(tx: &mut dyn Tx, visitor: &Visitor, args: RetryArgs) -> Result<Retried> {
    let command = command(visitor);
    let (order, token) = to_be_paid(tx, visitor, &command, &args)?;
    if !order.status.is_pending() {
        return Err(refuse(message::PAYMENT_NOT_PENDING));
    }
    // Whether the last try brings money will be known soon; until then nobody should pay a second time.
    if is_uncertain(tx, &order)? {
        return Err(refuse(message::PAYMENT_UNCERTAIN));
    }
    let method = match validate::trim(&args.payment_method) {
        "" => order.payment_method,
        code => PaymentMethod::from_code(code)
            .ok_or_else(|| Refusal::of_field("payment_method", message::PAYMENT_METHOD_UNAVAILABLE))?,
    };
    if !gateway::is_offered(&visitor.view, method, order.totals.currency) {
        return Err(Refusal::of_field("payment_method", message::PAYMENT_METHOD_UNAVAILABLE).into());
    }
    let payer = payer(visitor);
    let is_online = gateway::code_of(&command.config, method).is_some();
    if is_online {
        velocity::check(tx, &command, &order.email, payer, Some(order.id))?;
    }
    let held = held_again(tx, &command, &order, method)?;
    let to = method.initial_status();
    let is_change = to != order.status || method != order.payment_method;
    if is_change {
        let reason = format!("{CHANGED}{}", paid_how(method.code()));
        order::transition(tx, order.id, to, command.actor, &reason, command.now)?;
    }
    order::save_payment_method(tx, order.id, method, Some(held))?;
    // Whatever was begun before is closed before somebody pays by it too.
    store::hurry_attempts(tx, order.id, command.now)?;
    let order = order::find(tx, order.id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    if is_online {
        attempt::begin(tx, &command, &order, method, payer)?;
    } else {
        money::take_out_of_bag(tx, &order, &command)?;
        if order::save_confirmed(tx, order.id, command.now)? {
            letters::send(tx, &command, order.id, &Letter::Received)?;
        } else if is_change && count_changes(tx, order.id)? <= MOST_LETTERS {
            letters::send(tx, &command, order.id, &Letter::Instructions)?;
        }
    }
    Ok(Retried {
        order_number: order.number.clone(),
        token,
        status: order.status,
        payment: how_to_pay(tx, &command.config, &order, command.now)?,
    })
}

/// How often the way to pay an order has been changed.
fn count_changes(tx: &mut dyn Tx, order_id: i64) -> Result<usize> {
    let history = order::history(tx, order_id)?;
    Ok(history.iter().filter(|step| step.reason.starts_with(CHANGED)).count())
}

/// The order that somebody wants to pay, with a token of it: theirs, or a new one for the customer who owns it.
fn to_be_paid(tx: &mut dyn Tx, visitor: &Visitor, command: &Command, args: &RetryArgs) -> Result<(Order, String)> {
    let number = validate::trim(&args.order_number);
    if args.token.is_empty() && !number.is_empty() {
        let customer_id = visitor.session.customer_id.ok_or_else(|| refuse(message::LOGIN_REQUIRED))?;
        let order = order::find_own(tx, customer_id, number)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
        let token = command.token("retry", order.id);
        order::save_token(tx, order.id, &token, command.now)?;
        return Ok((order, token));
    }
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    Ok((order, args.token.clone()))
}

/// Until when the goods are held for another way to pay: never longer than a transfer of the first day would have held them.
fn held_again(tx: &mut dyn Tx, command: &Command, order: &Order, method: PaymentMethod) -> Result<Timestamp> {
    let calendar = address::calendar(tx)?;
    // What an operator entered is held without an end, until its customer chooses a way to pay.
    let first_day = match order.status {
        OrderStatus::PendingOffline => command.now,
        _ => {
            let history = order::history(tx, order.id)?;
            let left = history.iter().find(|step| step.from_status == Some(OrderStatus::PendingOffline));
            left.map(|step| store::moment(step.at)).transpose()?.unwrap_or(order.created_at)
        }
    };
    let longest = calendar.deadline(first_day, command.config.payment.hold_days).ends_at;
    let held = match method {
        PaymentMethod::Card | PaymentMethod::Wechat => method.held_until(command.now, &calendar).min(longest),
        PaymentMethod::BankTransfer | PaymentMethod::Cheque => longest,
    };
    Ok(held - SignedDuration::from_secs(1))
}

/// Has the gateway asked how a payment stands, and a new code made where the last has expired; answers how the order stands.
/// The asking itself is done after this transaction, at most once in a few seconds.
pub fn refresh(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<PaymentResult> {
    index(tx, visitor, args)
}

/// Tells once of an order, whoever asks, from whatever window: what is counted by it is counted once (specification §3).
pub fn counted(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<Counted> {
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let is_bought = !matches!(order.status, OrderStatus::Pending | OrderStatus::PendingOffline | OrderStatus::Canceled);
    Ok(Counted { is_first: is_bought && store::save_counted(tx, order.id, visitor.now())? })
}

/// Whoever tries to pay.
pub fn payer(visitor: &Visitor) -> Payer {
    Payer { session_id: Some(visitor.session.id), network: visitor.network }
}

/// What a visitor does.
pub fn command(visitor: &Visitor) -> Command {
    Command {
        config: Arc::clone(&visitor.view.config),
        actor: Actor::Customer,
        now: visitor.now(),
        random: visitor.random,
    }
}

/// Writes down that an order which has just been placed is about to be paid online, if it is.
pub fn begin(tx: &mut dyn Tx, command: &Command, order: &Order, payer: Payer) -> Result<()> {
    if gateway::code_of(&command.config, order.payment_method).is_none() {
        return Ok(());
    }
    velocity::check(tx, command, &order.email, payer, None)?;
    attempt::begin(tx, command, order, order.payment_method, payer)?;
    Ok(())
}

/// Cancels the orders of a bag that wait for a payment online: the bag is about to be ordered anew (decisions §6).
pub fn cancel_pending_of_bag(
    tx: &mut dyn Tx,
    command: &Command,
    session_id: i64,
    customer_id: Option<i64>,
) -> Result<()> {
    for order_id in order::list_pending_of(tx, session_id, customer_id)? {
        money::cancel(tx, command, order_id, "placed again")?;
    }
    Ok(())
}

/// How the shopper goes on to pay, from the rows alone.
pub fn how_to_pay(tx: &mut dyn Tx, config: &Config, order: &Order, now: Timestamp) -> Result<PlacedPayment> {
    let last = store::find_last_attempt(tx, order.id)?;
    let (redirect_url, code) = wanted(order, last.as_ref());
    Ok(PlacedPayment {
        method: order.payment_method,
        redirect_url,
        instructions: instructions::of_order(order, code, now, config)?,
    })
}

/// How the shopper goes on to pay once the gateway was asked to open the payment: to a result screen where nothing is left
/// to do, to the error screen where the gateway could not be reached.
pub fn opened(tx: &mut dyn Tx, view: &View, token: &str) -> Result<PlacedPayment> {
    let order = order::find_by_token(tx, token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let mut payment = how_to_pay(tx, &view.config, &order, view.now)?;
    if payment.redirect_url.is_none() && payment.instructions.is_none() {
        let last = store::find_last_attempt(tx, order.id)?;
        let outcome = match (order.status, last.map(|attempt| attempt.state)) {
            (OrderStatus::Pending, Some(State::Unreachable) | None) => None,
            (OrderStatus::Pending, Some(State::Declined)) => Some(Outcome::Failed),
            (OrderStatus::Pending, Some(State::Uncertain)) => Some(Outcome::Uncertain),
            (OrderStatus::Pending | OrderStatus::Canceled, _) => Some(Outcome::Canceled),
            _ => Some(Outcome::Success),
        };
        let path = outcome.map_or_else(
            || format!("/{}/payerror?token={token}", order.lang),
            |outcome| result_url(order.lang, order.payment_method, outcome, token),
        );
        payment.redirect_url = Some(format!("{}{path}", view.config.public_url()));
    }
    Ok(payment)
}

impl PlacedPayment {
    /// Whether the payment is to be opened at a gateway. A transfer or a cheque is paid by its instructions alone.
    pub fn is_online(&self) -> bool {
        self.instructions.is_none() || self.method == PaymentMethod::Wechat
    }
}

impl PaymentAnswer for Retried {
    fn pending(&self) -> Option<&str> {
        self.payment.is_online().then_some(&self.token)
    }

    fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Self> {
        Ok(Retried { payment: opened(tx, view, &self.token)?, ..self.clone() })
    }
}

impl PaymentAnswer for PaymentResult {
    fn pending(&self) -> Option<&str> {
        Some(&self.token)
    }

    fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Self> {
        let order = order::find_by_token(tx, &self.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
        result(tx, view, &order, &self.token)
    }
}

/// What of the last attempt the shopper still needs: a page's address, or the attempt whose code is to be shown.
fn wanted<'a>(order: &Order, last: Option<&'a Attempt>) -> (Option<String>, Option<&'a Attempt>) {
    let open = last.filter(|attempt| {
        let is_open = matches!(attempt.state, State::Opening | State::Open | State::Declined);
        order.status == OrderStatus::Pending && is_open && attempt.is_undecided()
    });
    match open {
        Some(attempt) if attempt.method == PaymentMethod::Wechat => (None, Some(attempt)),
        Some(attempt) => (Some(attempt.url.clone()).filter(|url| !url.is_empty()), None),
        None => (None, None),
    }
}

/// An order as the result screen and the mails show it, in the language of the view.
pub fn result(tx: &mut dyn Tx, view: &View, order: &Order, token: &str) -> Result<PaymentResult> {
    let lang = view.lang();
    let (shipping_address, billing_address) = order::addresses(tx, order.id)?;
    let shipping_lines = printed(tx, lang, &shipping_address)?;
    let billing_lines =
        if billing_address == shipping_address { shipping_lines.clone() } else { printed(tx, lang, &billing_address)? };
    let (status, method, shipping) = (order.status, order.payment_method, order.shipping_method);
    let last = if gateway::code_of(&view.config, method).is_some() || status == OrderStatus::Pending {
        store::find_last_attempt(tx, order.id)?
    } else {
        None
    };
    let (redirect_url, code) = wanted(order, last.as_ref());
    let (paid, refunded) = store::balance(tx, order.id, order.totals.currency)?;
    Ok(PaymentResult {
        order_number: order.number.clone(),
        token: token.to_owned(),
        outcome: outcome(status, last.as_ref()),
        status,
        status_label: catalog::label(tx, lang, "status", status.code())?,
        method,
        method_label: catalog::label(tx, lang, "payment_method", order.method_code())?,
        instructions: instructions::of_order(order, code, view.now, &view.config)?,
        redirect_url,
        payment_methods: payment_methods(tx, view, order)?,
        paid_amount: Amount::from_minor(paid),
        refunded_amount: Amount::from_minor(refunded),
        shipments: shipments_in(tx, &view.config, lang, order)?,
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
        withdraw_until: shipment::withdraw_until(tx, order)?.map(|day| day.to_string()),
        points: order.member_card.is_some().then_some(order.points),
        // Its owner needs no token.
        invoices: invoice::links(tx, order.id, lang, if token.is_empty() { &order.number } else { token })?,
    })
}

/// What the result screen shows of an order, whatever its address says.
fn outcome(status: OrderStatus, last: Option<&Attempt>) -> Outcome {
    match status {
        OrderStatus::Pending => match last.map(|attempt| attempt.state) {
            None | Some(State::Opening | State::Open | State::Paid) => Outcome::Pending,
            Some(State::Uncertain) => Outcome::Uncertain,
            Some(State::Declined | State::Unreachable) => Outcome::Failed,
            Some(State::Canceled) => Outcome::Canceled,
        },
        OrderStatus::PendingOffline => Outcome::Pending,
        OrderStatus::PendingBankTransfer => Outcome::PendingBankTransfer,
        OrderStatus::PendingCheque => Outcome::PendingCheque,
        // A closed order was paid before it was returned; its label says the rest.
        OrderStatus::Processing | OrderStatus::Shipped | OrderStatus::Complete | OrderStatus::Closed => {
            Outcome::Success
        }
        OrderStatus::Canceled => Outcome::Canceled,
    }
}

/// The screen that an outcome belongs to (decisions §7), with the order's key.
pub fn result_url(lang: Lang, method: PaymentMethod, outcome: Outcome, token: &str) -> String {
    let screen = match (outcome, method) {
        (Outcome::PendingBankTransfer | Outcome::PendingCheque, _) => "ordersuccess",
        (Outcome::Pending, PaymentMethod::Wechat) => "wechatpay",
        (Outcome::Success | Outcome::Pending, PaymentMethod::Card) => "ccordersuccess",
        (Outcome::Success, PaymentMethod::Wechat) => "paysuccess",
        (Outcome::Success | Outcome::Pending, _) => "ordersuccess",
        (Outcome::Canceled, _) => "paymentcanceled",
        (Outcome::Uncertain, _) => "paymentuncertain",
        (Outcome::Failed, _) => "paymenterror",
    };
    format!("/{lang}/{screen}?token={token}")
}

/// Whether a try to pay has begun of which nobody can say yet how it ends.
fn is_uncertain(tx: &mut dyn Tx, order: &Order) -> Result<bool> {
    let last = store::find_last_attempt(tx, order.id)?;
    let is_uncertain = last.is_some_and(|last| last.state == State::Uncertain && last.is_undecided());
    Ok(order.status == OrderStatus::Pending && is_uncertain)
}

/// By what an order can be paid now.
fn payment_methods(tx: &mut dyn Tx, view: &View, order: &Order) -> Result<Vec<PaymentOption>> {
    if !order.status.is_pending() || is_uncertain(tx, order)? {
        return Ok(Vec::new());
    }
    let names = catalog::labels(tx, view.lang(), "payment_method")?;
    let methods = offered(view, order.totals.currency);
    Ok(methods
        .map(|method| PaymentOption {
            code: method,
            name: names.get(method.code()).cloned().unwrap_or_else(|| method.code().to_owned()),
        })
        .collect())
}

/// The ways to pay that are offered for a currency, in the operator's order.
pub fn offered(view: &View, currency: Currency) -> impl Iterator<Item = PaymentMethod> {
    let named = view.config.payment.methods.iter().filter_map(|code| PaymentMethod::from_code(code));
    named.filter(move |method| gateway::is_offered(view, *method, currency))
}

/// The parcels of an order, in its own language.
pub fn shipments(tx: &mut dyn Tx, config: &Config, order: &Order) -> Result<Vec<ShipmentView>> {
    shipments_in(tx, config, order.lang, order)
}

fn shipments_in(tx: &mut dyn Tx, config: &Config, lang: Lang, order: &Order) -> Result<Vec<ShipmentView>> {
    // Before it is paid nothing has left, and nothing need be asked.
    if order.status.is_pending() {
        return Ok(Vec::new());
    }
    let shipments = shipment::list_shipments(tx, order.id)?;
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    let names = catalog::labels(tx, lang, "shipping_method")?;
    let lines = order::lines(tx, order.id)?;
    shipments
        .into_iter()
        .map(|(shipment, of)| {
            let items = of.iter().filter_map(|(position, qty)| {
                let line = lines.get(usize::try_from(*position).ok()?)?;
                Some(ShippedItem { sku: line.sku.clone(), name: line.name.clone(), qty: *qty })
            });
            Ok(ShipmentView {
                id: shipment.id,
                carrier_label: names.get(&shipment.carrier).cloned().unwrap_or_else(|| shipment.carrier.clone()),
                tracking_url: config.tracking_url(&shipment.carrier, &shipment.tracking),
                shipped_at: store::moment(shipment.shipped_at)?.to_string(),
                items: items.collect(),
                carrier: shipment.carrier,
                tracking: shipment.tracking,
            })
        })
        .collect()
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

/// An address as it is printed on a label, its country in the language of the page.
fn printed(tx: &mut dyn Tx, lang: Lang, of: &Address) -> Result<Vec<String>> {
    Ok(address::printed(of, address::country(tx, lang, &of.country)?.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::types::PlaceArgs;
    use crate::domain::money::Currency;
    use crate::order::{Actor, transition};
    use crate::payment::types::Instructions;
    use crate::testing::fixture::{self, at};

    fn ask(shop: &fixture::Shop, visitor: &Visitor, token: &str) -> PaymentResult {
        shop.write(|tx| index(tx, visitor, IndexArgs { token: token.into() }))
    }

    #[test]
    fn order_result_requires_its_token() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        for token in ["", "2026-000001", "1", &placed.token[1..], &placed.token.to_uppercase()] {
            let refusal = shop.refusal(|tx| index(tx, &shop.visitor(), IndexArgs { token: token.into() }));
            assert_eq!(refusal.message, message::ORDER_NOT_FOUND, "{token:?}");
        }
        // Anybody who holds it may look: the link in the mail is opened on another device.
        let result = ask(&shop, &shop.newcomer(), &placed.token);
        assert_eq!(result.order_number, placed.order_number);
        let kept: Vec<String> = shop.write(|tx| tx.all("SELECT hex(token_hash) FROM order_token", crate::vals![]));
        assert!(kept.len() == 1 && !kept[0].eq_ignore_ascii_case(&placed.token));
    }

    #[test]
    fn order_may_have_several_tokens() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        let order = shop.write(|tx| order::find_by_token(tx, &placed.token)).expect("an order");
        shop.write(|tx| order::save_token(tx, order.id, "another", at(fixture::NOW)));
        assert_eq!(ask(&shop, &shop.visitor(), "another").order_number, placed.order_number);
        assert_eq!(ask(&shop, &shop.visitor(), &placed.token).order_number, placed.order_number);
    }

    #[test]
    fn bank_transfer_shows_its_instructions() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        let result = ask(&shop, &shop.visitor(), &placed.token);
        assert_eq!(result.outcome, Outcome::PendingBankTransfer);
        assert_eq!(result.status_label, "Pending Bank Transfer");
        assert_eq!(
            (result.method_label.as_str(), result.shipping_method_label.as_str()),
            ("Bank transfer", "Standard delivery")
        );
        assert_eq!(result.hold_until.as_deref(), Some("2026-11-27T22:59:59Z"));
        let Some(Instructions::BankTransfer { iban, reference, amount, currency, qr, hold_until, .. }) =
            result.instructions
        else {
            panic!("bank details")
        };
        assert_eq!(iban, "FR76 3000 6000 0112 3456 7890 189");
        assert_eq!((reference, amount, currency), (placed.order_number, placed.totals.total, Currency::Eur));
        let drawn = serde_json::to_value(qr).expect("a code");
        assert!(drawn["path"].as_str().is_some_and(|path| path.starts_with("M4 4h7v1h-7z")), "{drawn}");
        assert_eq!(hold_until, "2026-11-27T22:59:59Z");
        assert_eq!(result.shipping_lines, ["Ada King", "12 St James's Square", "London", "SW1Y 4LB", "United Kingdom"]);
        assert_eq!(result.billing_lines, result.shipping_lines);
        assert_eq!(result.items[0].url, "/en/p/towelen");
        assert_eq!(result.points, None, "no member card, no points");
    }

    #[test]
    fn cheque_shows_its_instructions() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 1);
        let args = PlaceArgs {
            payment_method: "cheque".into(),
            member_card: "1234 5678 9012 3456".into(),
            ..shop.form(&visitor)
        };
        let placed = shop.place(&visitor, &args);
        let result = ask(&shop, &visitor, &placed.token);
        assert_eq!(result.outcome, Outcome::PendingCheque);
        assert_eq!(result.points, Some(40));
        match result.instructions {
            Some(Instructions::Cheque { payee, address, reference, .. }) => {
                assert_eq!((payee.as_str(), address.len(), reference), ("Valmère Maison SAS", 5, placed.order_number));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn result_is_localised_and_keeps_the_currency_of_the_order() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        let mut visitor = shop.visitor();
        visitor.view.store = visitor.view.stores.of(Lang::Fr);
        visitor.view.currency = Currency::Chf;
        let result = ask(&shop, &visitor, &placed.token);
        assert_eq!(result.status_label, "Virement en attente");
        assert_eq!(result.items[0].name, "Lac towel", "as it was agreed");
        assert_eq!(result.items[0].line_total, result.items[0].price);
        assert_eq!(result.totals, placed.totals);

        let order = shop.write(|tx| order::find_by_token(tx, &placed.token)).expect("an order");
        let mut walk = Vec::new();
        for to in [OrderStatus::Processing, OrderStatus::Shipped, OrderStatus::Complete, OrderStatus::Closed] {
            shop.write(|tx| transition(tx, order.id, to, Actor::Operator, "test", at(fixture::NOW)));
            let result = ask(&shop, &visitor, &placed.token);
            assert_eq!((result.instructions, result.hold_until), (None, None));
            walk.push(result.outcome);
        }
        assert_eq!(walk, [Outcome::Success; 4]);
        let canceled = shop.order(&shop.visitor(), 2);
        let order = shop.write(|tx| order::find_by_token(tx, &canceled.token)).expect("an order");
        shop.write(|tx| transition(tx, order.id, OrderStatus::Canceled, Actor::Customer, "test", at(fixture::NOW)));
        assert_eq!(ask(&shop, &visitor, &canceled.token).outcome, Outcome::Canceled);
    }

    #[test]
    fn result_does_not_depend_on_the_catalogue() {
        let shop = fixture::shop();
        let placed = shop.order(&shop.visitor(), 1);
        shop.exec(
            "UPDATE price SET amount = 9900; UPDATE product_text SET name = 'Other'; UPDATE product SET enabled = 0;",
        );
        let result = ask(&shop, &shop.visitor(), &placed.token);
        assert_eq!((result.items[0].name.as_str(), result.items[0].price.minor()), ("Lac towel", 4_000));
        assert_eq!((result.items[0].url.as_str(), &result.items[0].image), ("", &None));
        assert_eq!(result.totals, placed.totals);
    }
}
