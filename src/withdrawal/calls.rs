//! The withdrawal call.

use std::sync::Arc;

use anyhow::Context as _;
use jiff::SignedDuration;
use serde::Serialize;

use super::concluding;
use super::store::{self, NewWithdrawal};
use super::types::{Step, WithdrawArgs, Withdrawal, WithdrawalView, WithdrawnItem, WithdrawnOrder};
use crate::call::{Reply, Visitor};
use crate::call_context::{self, CallContext};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::validate::{self, email_key};
use crate::domain::working_days::in_shop_zone;
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;
use crate::operator_alert::{self, OperatorAlert};
use crate::order::{self, Actor, Order};
use crate::outbox::{self, NewMail};
use crate::thread::types::{Source, ThreadKind};
use crate::thread::{self, Heard};
use crate::throttle::{self, Key, RateLimit};
use crate::{captcha, returns, shipment};

/// Template of the receipt.
const RECEIPT: &str = "withdrawal_receipt";
/// A repeated statement within this time is a duplicate.
const DUPLICATE_WINDOW: SignedDuration = SignedDuration::from_hours(24);
/// Most receipts of unproved statements to one address within that time, against mail bombing: those that match no order, and
/// apart from them those about the address's own orders.
const RECEIPTS_PER_EMAIL: usize = 10;
/// Most statements about one order within that time: all proved ones together, and the unproved ones of each network.
const PER_ORDER: u32 = 10;
/// Rate limit per network of answers that tell whether an order matches, against guessing numbers.
const MATCH_ANSWERS: RateLimit = RateLimit { attempts: 20, window: SignedDuration::from_hours(1) };
/// Rate limits of alerts against mail bombing, per network about statements that match no order, per order about others.
/// `shop withdrawal list` shows all.
const UNMATCHED_ALERTS: RateLimit = RateLimit { attempts: 5, window: HOUR };
const ORDER_ALERTS: RateLimit = RateLimit { attempts: 10, window: DAY };
const LONGEST_NAME: usize = 120;
const LONGEST_NUMBER: usize = 40;
const LONGEST_MESSAGE: usize = 2_000;
const MOST_ITEMS: usize = 100;
/// Characters of all items together.
const LONGEST_ITEMS: usize = 4_000;
const DAY: SignedDuration = SignedDuration::from_hours(24);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// What the receipt shows.
#[derive(Debug, Serialize)]
struct Receipt<'a> {
    withdrawal: &'a WithdrawalView,
    /// Whether texts of the statement are left out.
    is_abridged: bool,
}

/// A statement, and whether a proof of work came with it.
#[derive(Debug)]
pub struct Checked {
    args: WithdrawArgs,
    has_proof: bool,
}

impl Checked {
    /// A statement to which no proof of work came.
    pub const fn without_proof(args: WithdrawArgs) -> Checked {
        Checked { args, has_proof: false }
    }
}

/// Verifies the proof of work, if there is one: a wrong or expired one is refused, for the browser to compute another.
pub async fn prepare_withdraw(context: Arc<CallContext>, visitor: Visitor, args: WithdrawArgs) -> Result<Checked> {
    // A proof counts once, so the preview leaves it to the statement.
    let of = captcha::Form { call: "order/withdraw", email: &args.email };
    let has_proof = args.confirm
        && match captcha::verify(&context, &visitor, &args.captcha, of).await {
            Ok(()) => true,
            Err(_) if args.captcha.is_empty() => false,
            Err(error) => return Err(error),
        };
    Ok(Checked { args, has_proof })
}

/// Shows a statement of withdrawal for review, or makes it. It is made when received, even for an unknown order.
pub fn withdraw(tx: &mut dyn Tx, visitor: &Visitor, checked: &Checked) -> Result<Reply<WithdrawalView>> {
    let of_token = order::find_by_token(tx, validate::trim(&checked.args.token))?;
    let args = complete(tx, checked.args.clone(), of_token.as_ref())?;
    check(&args)?;
    let number = args.order_number.as_str();
    let by_number = order::find_by_number(tx, number)?;
    let key = email_key(&args.email);
    let owner = visitor.session.customer_id;
    let mut order = None;
    let mut is_proved = false;
    if let Some(found) = by_number {
        let is_owner = of_token.as_ref().is_some_and(|of_token| of_token.id == found.id)
            || (owner.is_some() && order::find_owner(tx, found.id)?.1 == owner);
        if is_owner || email_key(&found.email) == key {
            is_proved = is_owner;
            order = Some(found);
        }
    }
    // Every attempt counts, matching or not.
    let is_told = is_proved || is_allowed(tx, visitor, "withdrawal of network", MATCH_ANSWERS)?;
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
            Some(order) if is_proved => Some(withdrawable(tx, order)?),
            _ => None,
        },
    };
    if !args.confirm {
        return Ok(Reply::new(view));
    }
    let items = serde_json::to_string(&args.items).context("items of a withdrawal")?;
    let earlier = store::list_of_email(tx, &key, visitor.now() - DUPLICATE_WINDOW)?;
    view.step = Step::Received;
    if let Some(same) = earlier.iter().find(|one| one.order_number == number && one.items == items) {
        // A duplicate: the first counts.
        view.number = Some(same.number.clone());
        view.received_at = Some(order::moment(same.received_at)?.to_string());
        return Ok(Reply::new(view));
    }
    let now = visitor.now();
    let sender = Sender { is_proved, is_told };
    check_limits(tx, visitor, &args, &items, order.as_ref(), sender)?;
    let year = in_shop_zone(now).year();
    let receipt = format!("W{year}-{:05}", order::next_number(tx, &format!("withdrawal-{year}"))?);
    let new = NewWithdrawal {
        number: &receipt,
        order_id: order.as_ref().map(|order| order.id),
        args: &args,
        email_key: &key,
        items: &items,
        lang: visitor.view.lang(),
        is_proved,
        now,
    };
    let id = store::save(tx, &new)?;
    let owner = order.as_ref().map(|order| order::find_owner(tx, order.id)).transpose()?;
    let heard = Heard {
        reference: &receipt,
        kind: ThreadKind::Withdrawal,
        source: Source::Withdrawal(id),
        order_id: new.order_id,
        customer_id: owner.and_then(|(_, customer_id)| customer_id),
        email: &args.email,
        lang: new.lang,
        words: &[&args.name, &args.order_number],
        due_at: ThreadKind::Withdrawal.due_at(now),
    };
    thread::hear(tx, &heard, now)?;
    if let Some(order) = &order {
        order::add_note(tx, order.id, Actor::Customer, &format!("withdrawal {receipt}"), now)?;
        let items: Vec<(&str, u32)> = args.items.iter().map(|item| (item.sku.as_str(), item.qty)).collect();
        if returns::announce_withdrawn(tx, order, &receipt, &items, now)?.is_none() {
            concluding::conclude_repeated(tx, order, &Actor::Job.code(), now)?;
        }
    }
    view.number = Some(receipt.clone());
    view.received_at = Some(now.to_string());
    alert_operator(tx, visitor, order.as_ref(), &receipt)?;
    let is_own = order.as_ref().is_some_and(|order| email_key(&order.email) == key);
    let known = WithdrawalView { is_known: order.is_some(), ..view.clone() };
    if let Some(order) = &order
        && (is_proved || may_send_to_owner(&earlier))
    {
        // A match is always told in the mail, which goes to the order's owner.
        let is_abridged = !order.status.is_paid();
        let told = if is_abridged { recognised(tx, &known, Some(order))? } else { known.clone() };
        // The form of the address is the statement's where they are one.
        let recipient = if is_own { &args.email } else { &order.email };
        send_receipt(tx, visitor, recipient, &Receipt { withdrawal: &told, is_abridged })?;
    }
    if !is_own && may_send_unmatched(tx, visitor, checked.has_proof, &earlier)? {
        let told = recognised(tx, &known, order.as_ref())?;
        send_receipt(tx, visitor, &args.email, &Receipt { withdrawal: &told, is_abridged: true })?;
    }
    Ok(Reply::new(view))
}

fn send_receipt(tx: &mut dyn Tx, visitor: &Visitor, recipient: &str, data: &Receipt<'_>) -> Result<()> {
    let mail = NewMail { template: RECEIPT, lang: visitor.view.lang(), recipient, data };
    outbox::enqueue(tx, mail, visitor.now())?;
    Ok(())
}

/// What is known of who makes a statement.
#[derive(Debug, Clone, Copy)]
struct Sender {
    /// By the order's token or its customer's login.
    is_proved: bool,
    /// Whether answers still tell a match.
    is_told: bool,
}

/// Refuses what would fill the disk: too many statements about one order, or too many bytes of one network about none or an
/// unpaid one. Unproved statements never count against proved ones.
fn check_limits(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    args: &WithdrawArgs,
    items: &str,
    order: Option<&Order>,
    sender: Sender,
) -> Result<()> {
    let is_within = match order {
        Some(order) if sender.is_proved => {
            store::count_proved(tx, order.id, visitor.now() - DUPLICATE_WINDOW)? < PER_ORDER
        }
        Some(order) => {
            let purpose = format!("withdrawal of {} by network", order.number);
            is_allowed(tx, visitor, &purpose, RateLimit { attempts: PER_ORDER, window: DAY })?
        }
        None => true,
    };
    // Whoever is no longer told of a match must not learn it from this either.
    let is_exempt = sender.is_told && order.is_some_and(|order| order.status.is_paid());
    let has_room = is_exempt || {
        let bytes = args.order_number.len() + args.name.len() + args.email.len() + args.message.len() + items.len();
        let kilobytes = u32::try_from(bytes / 1024 + 1).unwrap_or(u32::MAX);
        let attempts = visitor.view.config.limits.withdrawals.kilobytes_per_day;
        is_allowed_many(tx, visitor, "withdrawal bytes", RateLimit { attempts, window: DAY }, kilobytes)?
    };
    if is_within && has_room { Ok(()) } else { Err(refuse(message::THROTTLED)) }
}

/// Whether an unproved statement about an order is mailed to its owner: anybody who knows number and address can make one.
fn may_send_to_owner(earlier: &[Withdrawal]) -> bool {
    earlier.iter().filter(|one| one.order_id.is_some() && !one.is_proved).count() < RECEIPTS_PER_EMAIL
}

/// Whether a statement that matches no order gets a receipt: anybody can make one for any address.
fn may_send_unmatched(tx: &mut dyn Tx, visitor: &Visitor, has_proof: bool, earlier: &[Withdrawal]) -> Result<bool> {
    let attempts = visitor.view.config.limits.withdrawals.receipts_per_hour;
    Ok(has_proof
        && earlier.iter().filter(|one| one.order_id.is_none()).count() < RECEIPTS_PER_EMAIL
        && is_allowed(tx, visitor, "withdrawal receipts", RateLimit { attempts, window: HOUR })?)
}

/// Alerts the operator to a statement and the order that it matches, if any, within the limits of alerts.
fn alert_operator(tx: &mut dyn Tx, visitor: &Visitor, order: Option<&Order>, receipt: &str) -> Result<()> {
    let is_within = match order {
        Some(order) => {
            let key = Key::new(&call_context::shop_secret(tx)?, "withdrawal alerts of order", &order.number);
            throttle::attempt(tx, key, ORDER_ALERTS, visitor.now())?
        }
        None => is_allowed(tx, visitor, "withdrawal noticed of network", UNMATCHED_ALERTS)?,
    };
    if !is_within {
        return Ok(());
    }
    let number = order.map_or("", |order| &order.number);
    let facts = [("withdrawal", receipt), ("order", number)];
    let alert = OperatorAlert::new(format!("Withdrawal {receipt}"), &facts, format!("withdrawal show {receipt}"));
    operator_alert::send(tx, &visitor.view.config, &alert, visitor.now())
}

/// Whether the visitor's network is within a rate limit.
fn is_allowed(tx: &mut dyn Tx, visitor: &Visitor, purpose: &str, limit: RateLimit) -> Result<bool> {
    is_allowed_many(tx, visitor, purpose, limit, 1)
}

/// [`is_allowed`] for `count` tokens.
fn is_allowed_many(tx: &mut dyn Tx, visitor: &Visitor, purpose: &str, limit: RateLimit, count: u32) -> Result<bool> {
    let Some(network) = visitor.network else { return Ok(true) };
    let key = Key::new(&call_context::shop_secret(tx)?, purpose, &network.to_string());
    throttle::attempt_many(tx, key, limit, count, visitor.now())
}

/// The receipt of a statement without a paid order, whose address is unproved: only what the shop recognises, in its own
/// words, so that it cannot carry a stranger's text. The stored statement and the answer stay unchanged.
fn recognised(tx: &mut dyn Tx, view: &WithdrawalView, order: Option<&Order>) -> Result<WithdrawalView> {
    let lines = order.map(|order| order::lines(tx, order.id)).transpose()?.unwrap_or_default();
    let recognise = |item: &WithdrawnItem| {
        let line = lines.iter().find(|line| line.sku == item.sku && line.qty > 0)?;
        Some(WithdrawnItem { sku: line.sku.clone(), name: line.name.clone(), qty: item.qty.min(line.qty) })
    };
    // Digits and hyphens, as in the shop's own numbers.
    let is_number = view.order_number.chars().all(|c| c.is_ascii_digit() || c == '-');
    Ok(WithdrawalView {
        order_number: if is_number { view.order_number.clone() } else { String::new() },
        name: String::new(),
        message: String::new(),
        items: view.items.iter().filter_map(recognise).collect(),
        ..view.clone()
    })
}

/// The statement with normalised texts, and absent fields taken from the token's order.
fn complete(tx: &mut dyn Tx, args: WithdrawArgs, order: Option<&Order>) -> Result<WithdrawArgs> {
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
    let length: usize = args.items.iter().map(|item| item.sku.chars().count() + item.name.chars().count()).sum();
    if args.items.len() > MOST_ITEMS || length > LONGEST_ITEMS || args.items.iter().any(is_long) {
        fault("items", message::FIELD_TOO_LONG.with("max", MOST_ITEMS));
    }
    check_fields(fields)
}

/// The items of an order to withdraw from.
fn withdrawable(tx: &mut dyn Tx, order: &Order) -> Result<WithdrawnOrder> {
    let mut lines = order::lines(tx, order.id)?;
    lines.retain(|line| line.qty > 0);
    let last_day = shipment::withdraw_until(tx, order)?.map(|day| day.to_string());
    Ok(WithdrawnOrder {
        items: lines.into_iter().map(|line| WithdrawnItem { sku: line.sku, name: line.name, qty: line.qty }).collect(),
        created_at: order.created_at.to_string(),
        last_day,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::checkout::types::PlaceArgs;
    use crate::testing::fixture::{self, Shop};
    use crate::vals;

    /// What a withdrawal and a card payment of one network leave of it, under a secret of the shop.
    fn traces(shop: &Shop, secret: u8) -> BTreeSet<String> {
        shop.write(|tx| tx.exec("UPDATE secret SET value = $1", vals![[secret; 32]]));
        let network = Some("203.0.113.7".parse().expect("an address"));
        let visitor = Visitor { network, ..shop.visitor() };
        shop.add(&visitor, "TOWEL", 1);
        shop.place(&visitor, &PlaceArgs { payment_method: "card".into(), ..shop.form(&visitor) });
        let args = WithdrawArgs {
            order_number: "2026-999999".into(),
            name: "Ada King".into(),
            email: "ada@example.com".into(),
            confirm: true,
            ..WithdrawArgs::default()
        };
        shop.write(|tx| withdraw(tx, &visitor, &Checked { args, has_proof: true }));
        let all = shop.write(|tx| {
            tx.all::<String>(
                "SELECT hex(key_hash) FROM throttle UNION SELECT network FROM payment_attempt WHERE network IS NOT NULL",
                vals![],
            )
        });
        all.into_iter().collect()
    }

    #[test]
    fn stored_hashes_of_networks_depend_on_the_secret() {
        let (one, same, other) = (fixture::shop(), fixture::shop(), fixture::shop());
        let kept = traces(&one, 1);
        assert!(kept.len() >= 3, "{kept:?}");
        assert_eq!(kept, traces(&same, 1));
        assert!(kept.is_disjoint(&traces(&other, 2)), "{kept:?}");
    }
}
