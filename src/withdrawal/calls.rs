//! The withdrawal call.

use anyhow::Context as _;
use jiff::SignedDuration;
use serde::Serialize;

use super::store::{self, NewWithdrawal};
use super::types::{Step, WithdrawArgs, WithdrawalView, WithdrawnItem, WithdrawnOrder};
use crate::call::Visitor;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::validate::{self, email_key};
use crate::domain::working_days::in_paris;
use crate::error::{FieldMessages, Result, check_fields};
use crate::message;
use crate::operator_alert::{self, OperatorAlert};
use crate::order::{self, Actor, Order};
use crate::outbox::{self, NewMail};
use crate::shipment;
use crate::throttle::{self, Key, RateLimit};

/// Template of the receipt.
const RECEIPT: &str = "withdrawal_receipt";
/// The same statement within this time is the same.
const SAME: SignedDuration = SignedDuration::from_hours(24);
/// Receipts sent to one address within that time, against mail bombing. Each statement is kept.
const PER_EMAIL: usize = 10;
/// Statements of one network that are told whether they match an order: a guard against guessing numbers.
const TOLD: RateLimit = RateLimit { attempts: 20, window: SignedDuration::from_hours(1) };
/// Statements of one network that fit no order and of which the operator is mailed, against mail bombing. `shop withdrawal
/// list` has all of them.
const NOTICED: RateLimit = RateLimit { attempts: 5, window: SignedDuration::from_hours(1) };
const LONGEST_NAME: usize = 120;
const LONGEST_NUMBER: usize = 40;
const LONGEST_MESSAGE: usize = 2_000;
const MOST_ITEMS: usize = 100;

/// What the receipt shows.
#[derive(Debug, Serialize)]
struct Receipt<'a> {
    withdrawal: &'a WithdrawalView,
}

/// Shows a statement of withdrawal, or makes it. It is made at the moment it arrives here, whatever we find of the order.
pub fn withdraw(tx: &mut dyn Tx, visitor: &Visitor, args: WithdrawArgs) -> Result<WithdrawalView> {
    let of_token = match validate::trim(&args.token) {
        "" => None,
        token => order::find_by_token(tx, token)?,
    };
    let args = filled(tx, args, of_token.as_ref())?;
    check(&args)?;
    let number = args.order_number.as_str();
    let by_number = match order::find_id_by_number(tx, number)? {
        Some(id) => order::find(tx, id)?,
        None => None,
    };
    let key = email_key(&args.email);
    let owner = visitor.session.customer_id;
    let mut order = None;
    let mut is_shown = false;
    if let Some(found) = by_number {
        let is_theirs = of_token.as_ref().is_some_and(|of_token| of_token.id == found.id)
            || (owner.is_some() && order::find_owner(tx, found.id)?.1 == owner);
        if is_theirs || email_key(&found.email) == key {
            is_shown = is_theirs;
            order = Some(found);
        }
    }
    // Counted whether or not they fit: what is limited is asking.
    let is_told = is_shown || may_be_told(tx, visitor)?;
    let mut view = WithdrawalView {
        step: Step::Review,
        number: None,
        received_at: None,
        order_number: args.order_number.clone(),
        name: args.name.clone(),
        email: args.email.clone(),
        items: args.items.clone(),
        message: args.message.clone(),
        is_known: order.is_some() && is_told,
        order: match &order {
            Some(order) if is_shown => Some(shown(tx, order)?),
            _ => None,
        },
    };
    if !args.confirm {
        return Ok(view);
    }
    let items = serde_json::to_string(&args.items).context("items of a withdrawal")?;
    let earlier = store::list_of_email(tx, &key, visitor.now() - SAME)?;
    view.step = Step::Received;
    if let Some(same) = earlier.iter().find(|one| one.order_number == number && one.items == items) {
        // Sent twice, made once: the first counts.
        view.number = Some(same.number.clone());
        view.received_at = Some(moment(same.received_at)?);
        return Ok(view);
    }
    let now = visitor.now();
    let year = in_paris(now).year();
    let receipt = format!("W{year}-{:05}", order::next_number(tx, &format!("withdrawal-{year}"))?);
    let new = NewWithdrawal {
        number: &receipt,
        order_id: order.as_ref().map(|order| order.id),
        order_number: number,
        name: &args.name,
        email: &args.email,
        email_key: &key,
        items: &items,
        message: &args.message,
        lang: visitor.view.lang(),
        now,
    };
    store::save(tx, &new)?;
    if let Some(order) = &order {
        order::add_note(tx, order.id, Actor::Customer, &format!("withdrawal {receipt}"), now)?;
    }
    view.number = Some(receipt.clone());
    view.received_at = Some(now.to_string());
    if earlier.len() >= PER_EMAIL {
        return Ok(view);
    }
    if order.is_some() || may_be_noticed(tx, visitor)? {
        tell_operator(tx, visitor, order.as_ref(), &receipt)?;
    }
    // The mail goes to the order's owner, who may know.
    let told = WithdrawalView { is_known: order.is_some(), ..view.clone() };
    let is_paid = order.as_ref().is_some_and(|order| order.status.is_paid());
    let receipt = if is_paid { told } else { without_links(&told) };
    let data = Receipt { withdrawal: &receipt };
    let mail = NewMail { template: RECEIPT, lang: visitor.view.lang(), recipient: &args.email, data: &data };
    outbox::enqueue(tx, mail, now)?;
    Ok(view)
}

/// Tells the operator of a statement that has come in, and of which order where it fits one.
fn tell_operator(tx: &mut dyn Tx, visitor: &Visitor, order: Option<&Order>, receipt: &str) -> Result<()> {
    let number = order.map_or("", |order| &order.number);
    let facts = [("withdrawal", receipt), ("order", number)];
    let alert = OperatorAlert::new(format!("Withdrawal {receipt}"), &facts, format!("withdrawal show {receipt}"));
    operator_alert::send(tx, &visitor.view.config, &alert, visitor.now())
}

/// Whether it is told that number and address belong together: numbers are counted up, so whoever tried them all with an
/// address would learn who has bought here.
fn may_be_told(tx: &mut dyn Tx, visitor: &Visitor) -> Result<bool> {
    let Some(network) = visitor.network else { return Ok(true) };
    let key = Key::new(&[0; 32], "withdrawal of network", &network.to_string());
    throttle::attempt(tx, key, TOLD, visitor.now())
}

/// Whether the operator is written to about a statement that fits no order.
fn may_be_noticed(tx: &mut dyn Tx, visitor: &Visitor) -> Result<bool> {
    let Some(network) = visitor.network else { return Ok(true) };
    let key = Key::new(&[0; 32], "withdrawal noticed of network", &network.to_string());
    throttle::attempt(tx, key, NOTICED, visitor.now())
}

/// The receipt of a statement that fits no order, or one that nobody has paid for, goes to whatever address was typed: it
/// carries no strangers' links to strangers. What is kept, and shown to whoever made the statement, stays as it was written.
fn without_links(view: &WithdrawalView) -> WithdrawalView {
    let plain = |text: &str| if validate::holds_link(text) { String::new() } else { text.to_owned() };
    let items = view.items.iter().map(|item| WithdrawnItem { sku: plain(&item.sku), name: plain(&item.name), ..*item });
    WithdrawalView {
        order_number: plain(&view.order_number),
        name: plain(&view.name),
        message: plain(&view.message),
        items: items.collect(),
        ..view.clone()
    }
}

/// The statement in order: blanks off and whatever cannot be read, and what the link of an order tells filled in.
fn filled(tx: &mut dyn Tx, args: WithdrawArgs, order: Option<&Order>) -> Result<WithdrawArgs> {
    let plain = validate::readable_line;
    let mut args = WithdrawArgs {
        order_number: validate::printed_number(&plain(&args.order_number)),
        name: plain(&args.name),
        email: plain(&args.email),
        message: validate::readable(&args.message),
        ..args
    };
    for item in &mut args.items {
        (item.sku, item.name) = (plain(&item.sku), plain(&item.name));
    }
    if let Some(order) = order {
        if args.order_number.is_empty() {
            args.order_number.clone_from(&order.number);
        }
        if args.email.is_empty() {
            args.email.clone_from(&order.email);
        }
        if args.name.is_empty() {
            let (shipping, _) = order::addresses(tx, order.id)?;
            args.name = full_name(&shipping.first_name, &shipping.last_name);
        }
    }
    args.items.retain(|item| item.qty > 0);
    Ok(args)
}

fn check(args: &WithdrawArgs) -> Result<()> {
    let mut fields = FieldMessages::new();
    let mut fault = |field: &str, message: message::Message| fields.insert(field.to_owned(), message);
    if args.order_number.is_empty() {
        fault("order_number", message::ORDER_NUMBER_EMPTY.into());
    } else if args.order_number.chars().count() > LONGEST_NUMBER {
        fault("order_number", message::FIELD_TOO_LONG.with("max", LONGEST_NUMBER));
    }
    if args.name.is_empty() {
        fault("name", message::NAME_EMPTY.into());
    } else if args.name.chars().count() > LONGEST_NAME {
        fault("name", message::FIELD_TOO_LONG.with("max", LONGEST_NAME));
    }
    if let Err(message) = validate::email(&args.email) {
        fault("email", message);
    }
    if args.message.chars().count() > LONGEST_MESSAGE {
        fault("message", message::FIELD_TOO_LONG.with("max", LONGEST_MESSAGE));
    }
    let is_long = |item: &WithdrawnItem| item.sku.chars().count() > LONGEST_NUMBER || item.name.chars().count() > 300;
    if args.items.len() > MOST_ITEMS || args.items.iter().any(is_long) {
        fault("items", message::FIELD_TOO_LONG.with("max", MOST_ITEMS));
    }
    check_fields(fields)
}

/// What there is to withdraw from.
fn shown(tx: &mut dyn Tx, order: &Order) -> Result<WithdrawnOrder> {
    let lines = order::lines(tx, order.id)?;
    let last_day = shipment::withdraw_until(tx, order)?.map(|day| day.to_string());
    Ok(WithdrawnOrder {
        items: lines.into_iter().map(|line| WithdrawnItem { sku: line.sku, name: line.name, qty: line.qty }).collect(),
        created_at: order.created_at.to_string(),
        last_day,
    })
}

fn moment(millisecond: i64) -> Result<String> {
    Ok(jiff::Timestamp::from_millisecond(millisecond).context("time of a withdrawal")?.to_string())
}
