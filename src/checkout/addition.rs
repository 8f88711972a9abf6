//! Goods that are added to an order by telephone: an order of its own, linked to the first.
//!
//! It has the first order's customer, language, currency, addresses and member card; prices, VAT, éco-participation and stock are
//! those of now, by the functions of the checkout. The customer is written to, and agrees by paying: until then nothing is owed, and
//! what is not paid in time is canceled as any order is.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use super::destination::{country, delivery, not_shipping};
use super::enter::EnteredItem;
use super::form::Buyer;
use super::idempotency::{hash_of, idempotency_key};
use super::placing;
use super::store::{self, KeyOwner, PlacedUnder};
use super::telephone::{check_total, fault};
use super::types::Country;
use crate::call::{View, Visitor};
use crate::cart::{self, Contents, Destination, Line, MAX_LINES, PricedCart};
use crate::catalog;
use crate::catalog::types::DeliveryWindow;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Error, Result, refuse};
use crate::message::{self, Message};
use crate::order::{self, Address, Command, NewOrder, Order};
use crate::order_view::{self, OrderMail};
use crate::session::Session;
use crate::{payment, region, settlement, store_view};

/// Goods to be added to an order.
#[derive(Debug, Clone, Serialize)]
pub struct Addition<'a> {
    pub items: &'a [EnteredItem],
    /// They travel in the first order's parcel, at no charge.
    pub ships_along: bool,
}

/// What somebody has seen and agreed to.
#[derive(Debug, Clone, Copy)]
pub struct Agreed<'a> {
    /// The total that was told to the customer.
    pub total: Amount,
    /// A UUID: the same one again makes no second order.
    pub key: &'a str,
}

/// What an addition would be; nothing has been changed.
#[derive(Debug)]
pub struct Proposal {
    pub cart: PricedCart,
    /// Why a line cannot be ordered as it is, by line.
    pub faults: Vec<Option<Message>>,
    /// None where no carrier takes what is to travel by itself.
    pub method: Option<ShippingMethod>,
    pub delivery: DeliveryWindow,
    /// The last second for which the goods would be held unpaid.
    pub hold_until: Timestamp,
    to: Country,
    shipping_address: Address,
    billing_address: Address,
}

impl Proposal {
    /// Refuses what cannot be ordered, naming it.
    pub fn check(&self) -> Result<()> {
        if let Some(fault) = self.faults.iter().flatten().next() {
            return Err(refuse(fault.clone()));
        }
        self.carrier().map(drop)
    }

    fn carrier(&self) -> Result<ShippingMethod> {
        self.method.ok_or_else(|| refuse(message::ORDER_ADD_NO_CARRIER.with("country", &self.to.name)))
    }

    pub fn is_possible(&self) -> bool {
        self.check().is_ok()
    }
}

/// What goods would cost that are added to an order, and why a line cannot be; texts in the language of `reader`. Changes nothing.
pub fn propose_addition(tx: &mut dyn Tx, reader: &View, order: &Order, added: &Addition<'_>) -> Result<Proposal> {
    check_open(order, added)?;
    settlement::check_is_no_surcharge(tx, order.id)?;
    if let Some(first) = order::find_added_to(tx, order.id)?.filter(|first| added.ships_along && first.ships_along) {
        return Err(refuse(message::ORDER_ADD_ALONG.with("number", first.number)));
    }
    // Nobody keeps its prices up to date.
    if store_view::is_currency_off(tx, order.totals.currency)? {
        return Err(refuse(message::CURRENCY_NOT_OFFERED.with("currency", order.totals.currency)));
    }
    let view = View { currency: order.totals.currency, ..reader.clone() };
    let (shipping_address, billing_address) = order::addresses(tx, order.id)?;
    let to = country(tx, &view, &shipping_address.country)?;
    let contents = contents(tx, &view, added.items)?;
    let destination = Destination {
        country: &to.id,
        shipping_method: order.shipping_method,
        vouched_email: None,
        ships_along: added.ships_along,
    };
    // Nobody's bag and no promotion: prices of now.
    let visitor = Visitor::new(view.clone(), Session::nobodys(), [0; 32]);
    let cart = cart::price(tx, &visitor, contents, destination)?;
    let excluded: Vec<i64> = not_shipping(&cart, &to).into_iter().map(|item| item.item_id).collect();
    let faults = cart.lines.iter().map(|line| fault(line, &excluded, &to)).collect();
    let calendar = region::calendar(tx)?;
    let travels_with = added.ships_along && order.delivery.to >= in_shop_zone(view.now).date().to_string();
    let delivery = match &cart.shipping {
        Some(quote) if !travels_with => delivery(view.now, quote, &calendar),
        _ => order.delivery.clone(),
    };
    let method = if added.ships_along { Some(order.shipping_method) } else { cart.shipping.map(|quote| quote.method) };
    let hold_until = PaymentMethod::BankTransfer.held_until(view.now, &calendar, view.config.payment.hold_days);
    Ok(Proposal { cart, faults, method, delivery, hold_until, to, shipping_address, billing_address })
}

/// Refuses an order to which nothing can be added, or with which nothing can travel any more.
fn check_open(order: &Order, added: &Addition<'_>) -> Result<()> {
    if matches!(order.status, OrderStatus::Canceled | OrderStatus::Closed) {
        return Err(refuse(message::ORDER_ADD_ENDED));
    }
    if order.is_awaiting {
        return Err(refuse(message::ORDER_AWAITS_CONFIRMATION));
    }
    // The customer pays, and learns of the right of withdrawal, by the letter.
    if order.email.is_empty() {
        return Err(refuse(message::ORDER_NO_EMAIL));
    }
    if added.ships_along && !order.status.holds_stock() {
        return Err(refuse(message::ORDER_ADD_LEFT));
    }
    Ok(())
}

/// The named items, one line each.
pub(super) fn contents(tx: &mut dyn Tx, view: &View, items: &[EnteredItem]) -> Result<Contents> {
    let mut contents = Contents::default();
    for EnteredItem { sku, qty } in items.iter().filter(|item| item.qty > 0) {
        let unknown = || refuse(message::ORDER_ADD_UNKNOWN.with("sku", sku).with("currency", view.currency));
        let id = match catalog::find_sellable_id(tx, sku, &BTreeMap::new()) {
            Ok(id) => id,
            Err(Error::Refused(_)) => return Err(unknown()),
            Err(error) => return Err(error),
        };
        let item = catalog::sellable(tx, view, &[id])?.into_iter().next().ok_or_else(unknown)?;
        match contents.lines.iter_mut().find(|line| line.item.item_id == id) {
            Some(line) => line.qty = line.qty.saturating_add(*qty),
            None => contents.lines.push(Line { item, qty: *qty }),
        }
    }
    if contents.is_empty() {
        return Err(refuse(message::ORDER_ADD_NOTHING));
    }
    if contents.len() > MAX_LINES {
        return Err(refuse(message::ORDER_ADD_TOO_MANY.with("max", MAX_LINES)));
    }
    Ok(contents)
}

/// The order that was made under this key already, if the goods are the same.
pub fn find_addition(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    added: &Addition<'_>,
    key: &str,
) -> Result<Option<Order>> {
    let key = idempotency_key(key)?;
    let Some(earlier) = store::find_key(tx, KeyOwner::House(command.actor), &key)? else { return Ok(None) };
    if earlier.body_hash != hash_of(&(&order.number, added))? {
        return Err(refuse(message::ORDER_ADD_TWICE));
    }
    order::find(tx, earlier.order_id)
}

/// Makes the order of goods that are added to another: its stock is held, and its customer is written to. Answers it.
///
/// `agreed`: another total is refused, and shown again. Refusals are in the language of `reader`.
pub fn add_to(
    tx: &mut dyn Tx,
    command: &Command,
    reader: &View,
    order: &Order,
    added: &Addition<'_>,
    agreed: Option<Agreed<'_>>,
) -> Result<Order> {
    let seen = propose_addition(tx, reader, order, added)?;
    seen.check()?;
    if let Some(agreed) = agreed {
        check_total(&seen.cart, agreed.total)?;
    }
    // As its customer reads it.
    let view = View::load(tx, order.lang, order.totals.currency, command.now, &command.config)?;
    let proposal = propose_addition(tx, &view, order, added)?;
    let shipping_method = proposal.carrier()?;
    let reserved = placing::reserve(tx, reader, &seen.cart)?;
    let is_free = seen.cart.totals.total == Amount::ZERO;
    if !is_free {
        settlement::check_share(tx, command, reader.lang(), &reserved, None).map_err(of_share)?;
    }

    let Proposal { cart, delivery, hold_until, to, shipping_address, billing_address, .. } = proposal;
    let buyer = Buyer {
        email: order.email.clone(),
        shipping_address,
        billing_address,
        country: to,
        shipping_method,
        member_card: order.member_card.clone(),
    };
    let (_, customer_id) = order::find_owner(tx, order.id)?;
    let method = payment::offered(&view, view.currency, &buyer.country.id).find(|method| method.is_offline());
    let token = command.token("added", order.id);
    let base = placing::new_order(&view, &buyer, &cart, &delivery, &reserved, &token);
    let new = NewOrder {
        customer_id,
        // Where nothing is offered that is paid later, it waits for the customer's choice.
        status: method.map_or(base.status, PaymentMethod::initial_status),
        payment_method: method.unwrap_or(base.payment_method),
        hold_until: Some(hold_until),
        ..base
    };
    let order_id = placing::save(tx, &new, &cart, command.actor, command.now)?;
    order::save_addition(tx, order_id, order, added.ships_along)?;
    if let Some(agreed) = agreed {
        let placed = PlacedUnder { body_hash: hash_of(&(&order.number, added))?, salt: String::new(), order_id };
        let key = idempotency_key(agreed.key)?;
        store::save_key(tx, KeyOwner::House(command.actor), &key, &placed, command.now)?;
    }
    if is_free {
        settlement::settle_free(tx, command, order_id)?;
    } else {
        order::save_confirmed(tx, order_id, command.now)?;
        order_view::send_mail(tx, command, order_id, &OrderMail::Added)?;
    }
    order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// Unpaid orders hold all that they may: said to whoever telephones, rather than to a shopper who could pay by card.
pub(super) fn of_share(error: Error) -> Error {
    let Some(refusal) = error.refusal().filter(|refusal| refusal.message == message::UNPAID_SHARE) else {
        return error;
    };
    let name = refusal.message.params.get("name").cloned().unwrap_or_default();
    refuse(message::ORDER_ADD_SHARE.with("name", name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::{self, types};
    use crate::domain::money::Currency;
    use crate::order::Actor;
    use crate::testing::fixture::{self, CANDLE, LOTION, MAT, Shop, TOWEL, at};
    use crate::{outbox, vals};

    const KEY: &str = "0192f5c4-7a1b-7c3d-8e4f-5a6b7c8d9e01";

    fn command(shop: &Shop) -> Command {
        // Other random bytes for each order.
        let random = [100 + shop.count("sales_order") as u8; 32];
        Command { config: shop.config.clone(), actor: Actor::Staff(1), now: at(fixture::NOW), random }
    }

    fn items(of: &[(&str, u32)]) -> Vec<EnteredItem> {
        of.iter().map(|(sku, qty)| EnteredItem { sku: (*sku).to_owned(), qty: *qty }).collect()
    }

    /// An order of one towel, by transfer to London.
    fn first(shop: &Shop) -> Order {
        shop.order_by_token(&shop.order(&shop.visitor(), 1).token)
    }

    fn proposed(shop: &Shop, order: &Order, of: &[(&str, u32)], ships_along: bool) -> Proposal {
        let items = items(of);
        let added = Addition { items: &items, ships_along };
        shop.write(|tx| propose_addition(tx, &shop.visitor().view, order, &added))
    }

    fn made(shop: &Shop, order: &Order, of: &[(&str, u32)], ships_along: bool, total: Option<i64>) -> Result<Order> {
        let items = items(of);
        let added = Addition { items: &items, ships_along };
        let agreed = total.map(|total| Agreed { total: Amount::from_minor(total), key: KEY });
        let command = command(shop);
        shop.attempt(|tx| add_to(tx, &command, &shop.visitor().view, order, &added, agreed))
    }

    fn why<T: std::fmt::Debug>(outcome: Result<T>) -> Message {
        let error = outcome.expect_err("a refusal");
        let refusal = error.refusal().expect("a refusal");
        refusal.fields.values().next().unwrap_or(&refusal.message).clone()
    }

    fn with_status(shop: &Shop, order: &Order, change: &str) -> Order {
        shop.exec(&format!("UPDATE sales_order SET {change} WHERE id = {}", order.id));
        shop.write(|tx| order::find(tx, order.id)).expect("an order")
    }

    #[test]
    fn nothing_is_added_in_a_currency_that_is_off() {
        let shop = fixture::shop();
        let first = with_status(&shop, &first(&shop), "currency = 'CHF'");
        shop.write(|tx| store_view::offer_currency(tx, Currency::Chf, false));
        assert_eq!(why(made(&shop, &first, &[("CANDLE", 1)], false, None)).id, message::CURRENCY_NOT_OFFERED.id);
        shop.write(|tx| store_view::offer_currency(tx, Currency::Chf, true));
        assert!(proposed(&shop, &first, &[("CANDLE", 1)], false).is_possible());
    }

    #[test]
    fn costs_what_the_checkout_would_ask_for_and_belongs_to_the_same_customer() {
        let shop = fixture::shop();
        let first = with_status(&shop, &first(&shop), "customer_id = 7, member_card = '1234567890123456'");
        let goods = [("CANDLE", 1), ("ROBE-S", 2), ("CANDLE", 1)];
        let proposal = proposed(&shop, &first, &goods, false);
        assert!(proposal.is_possible());
        assert_eq!(proposal.cart.lines.len(), 2, "one line for each item");
        let other = made(&shop, &first, &goods, false, Some(proposal.cart.totals.total.minor())).expect("made");
        // The same goods from a bag.
        let visitor = shop.newcomer();
        shop.set_stock(CANDLE, 9);
        shop.add(&visitor, "CANDLE", 2);
        shop.add(&visitor, "ROBE-S", 2);
        let placed = shop.place(&visitor, &shop.form(&visitor));
        assert_eq!(other.totals, placed.totals);
        assert_eq!(proposal.cart.totals, placed.totals);
        let by_shopper = shop.order_by_token(&placed.token);
        assert_eq!((&other.delivery, other.hold_until), (&by_shopper.delivery, by_shopper.hold_until));
        assert_eq!(other.status, OrderStatus::PendingBankTransfer);
        assert_eq!(
            shop.write(|tx| Ok((order::find_owner(tx, other.id)?, order::addresses(tx, other.id)?))),
            ((None, Some(7)), shop.write(|tx| order::addresses(tx, first.id)))
        );
        assert_eq!((&other.member_card, other.points), (&first.member_card, by_shopper.points));
        let linked = shop.write(|tx| order::find_added_to(tx, other.id)).expect("linked");
        assert_eq!((linked.number, linked.ships_along), (first.number.clone(), false));
        let additions = shop.write(|tx| order::list_additions(tx, first.id));
        assert_eq!(additions.iter().map(|one| one.id).collect::<Vec<_>>(), [other.id]);
        let mails = shop.write(|tx| outbox::list_of_order(tx, other.id));
        assert_eq!(mails.iter().map(|mail| mail.template.as_str()).collect::<Vec<_>>(), ["order_added"]);
    }

    #[test]
    fn travels_with_the_first_parcel_at_no_charge_until_that_has_left() {
        let shop = fixture::shop();
        let first = first(&shop);
        let alone = proposed(&shop, &first, &[("LOTION", 1)], false).cart.totals;
        let along = proposed(&shop, &first, &[("LOTION", 1)], true);
        assert_eq!((alone.shipping_amount.minor(), along.cart.totals.shipping_amount.minor()), (590, 0));
        assert_eq!(along.cart.totals.total.minor() + 590, alone.total.minor());
        assert_eq!(along.delivery, first.delivery);
        let other = made(&shop, &first, &[("LOTION", 1)], true, None).expect("made");
        assert_eq!((other.shipping_method, &other.delivery), (first.shipping_method, &first.delivery));
        let left = with_status(&shop, &first, "status = 'shipped'");
        assert_eq!(why(made(&shop, &left, &[("LOTION", 1)], true, None)), message::ORDER_ADD_LEFT);
        assert!(made(&shop, &left, &[("LOTION", 1)], false, None).is_ok());
        // A promise that has passed is not made again.
        let late = with_status(
            &shop,
            &first,
            "status = 'processing', delivery_from = '2026-11-01', delivery_to = '2026-11-03'",
        );
        assert_eq!(proposed(&shop, &late, &[("LOTION", 1)], true).delivery, other_delivery(&shop, &late));
    }

    /// When goods of their own parcel would come.
    fn other_delivery(shop: &Shop, order: &Order) -> DeliveryWindow {
        proposed(shop, order, &[("LOTION", 1)], false).delivery
    }

    #[test]
    fn what_cannot_be_is_refused_by_name_and_changes_nothing() {
        let shop = fixture::shop();
        let first = first(&shop);
        shop.exec("DELETE FROM ship_group_country WHERE ship_group = 'LARGE' AND country = 'GB'");
        let orders = shop.count("sales_order");
        let name = |message: Message, def: message::MessageDef| {
            assert_eq!(message, def, "{}", def.id);
            message.params.get("name").cloned().unwrap_or_default()
        };
        let refusal = |goods: &[(&str, u32)]| why(made(&shop, &first, goods, false, None));
        assert_eq!(refusal(&[]), message::ORDER_ADD_NOTHING);
        assert_eq!(refusal(&[("TOWEL", 0)]), message::ORDER_ADD_NOTHING);
        for unknown in ["NONE", "GONE", "ROBE"] {
            assert_eq!(refusal(&[(unknown, 1)]), message::ORDER_ADD_UNKNOWN, "{unknown}");
        }
        assert_eq!(name(refusal(&[("TOWEL", 1), ("BED", 1)]), message::ORDER_ADD_NOT_SHIPPED), "Lac bed");
        assert_eq!(name(refusal(&[("TOWEL", 1), ("MAT", 5)]), message::ORDER_ADD_ONLY), "Lac mat");
        assert_eq!(name(refusal(&[("SET", 5)]), message::ORDER_ADD_ONLY), "Lac set");
        assert_eq!(name(refusal(&[("ROBE-M", 1)]), message::ORDER_ADD_SOLD_OUT), "Rive robe");
        // The operator sees all of them at once.
        let faults = proposed(&shop, &first, &[("BED", 1), ("TOWEL", 1), ("MAT", 5)], false).faults;
        assert_eq!(faults.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
        for (change, def) in [
            ("status = 'canceled'", message::ORDER_ADD_ENDED),
            ("status = 'closed'", message::ORDER_ADD_ENDED),
            ("status = 'pending_bank_transfer', confirm_hash = x'01'", message::ORDER_AWAITS_CONFIRMATION),
            ("confirm_hash = NULL, email = ''", message::ORDER_NO_EMAIL),
        ] {
            let order = with_status(&shop, &first, change);
            assert_eq!(why(made(&shop, &order, &[("LOTION", 1)], false, None)), def, "{change}");
        }
        assert_eq!((shop.count("sales_order"), shop.count("order_addition")), (orders, 0));
        assert_eq!((shop.stock(TOWEL), shop.stock(MAT), shop.stock(LOTION)), (9, 50, 100));
    }

    #[test]
    fn carrier_is_one_that_takes_the_goods() {
        let shop = fixture::shop();
        let first = with_status(&shop, &first(&shop), "shipping_method = 'dhl'");
        let method = |goods| proposed(&shop, &first, goods, false).method;
        assert_eq!(method(&[("LOTION", 1)]), Some(ShippingMethod::DHL));
        // Too heavy for the express.
        assert_eq!(method(&[("BED", 1)]), Some(ShippingMethod::STANDARD));
        shop.exec("DELETE FROM shipping_rate WHERE zone = 'near'");
        let none = proposed(&shop, &first, &[("LOTION", 1)], false);
        assert!(!none.is_possible());
        assert_eq!(why(made(&shop, &first, &[("LOTION", 1)], false, None)), message::ORDER_ADD_NO_CARRIER);
        // In the parcel of the first it needs none of its own.
        assert!(made(&shop, &first, &[("LOTION", 1)], true, None).is_ok());
    }

    #[test]
    fn another_total_is_told_and_the_same_key_makes_one_order() {
        let shop = fixture::shop();
        let first = first(&shop);
        let total = proposed(&shop, &first, &[("LOTION", 2)], false).cart.totals.total.minor();
        shop.exec("UPDATE price SET amount = 3000 WHERE product_id = 11");
        let changed = why(made(&shop, &first, &[("LOTION", 2)], false, Some(total)));
        assert_eq!(changed, message::ORDER_ADD_TOTAL_CHANGED);
        assert_eq!(changed.params["total"], "65.90");
        assert_eq!((shop.count("order_addition"), shop.stock(LOTION)), (0, 100));
        let other = made(&shop, &first, &[("LOTION", 2)], false, Some(6_590)).expect("made");
        let found = |goods: &[(&str, u32)], actor, key: &str| {
            let items = items(goods);
            let added = Addition { items: &items, ships_along: false };
            let command = Command { actor, ..command(&shop) };
            shop.attempt(|tx| find_addition(tx, &command, &first, &added, key))
        };
        let number = |found: Result<Option<Order>>| found.expect("not refused").map(|order| order.number);
        let same = [("LOTION", 2)];
        assert_eq!(number(found(&same, Actor::Staff(1), &KEY.to_uppercase())), Some(other.number));
        assert_eq!(why(found(&[("LOTION", 3)], Actor::Staff(1), KEY)), message::ORDER_ADD_TWICE);
        assert_eq!(number(found(&same, Actor::Staff(2), KEY)), None, "keys are one's own");
        assert_eq!(number(found(&same, Actor::Staff(1), "0192f5c4-7a1b-7c3d-8e4f-5a6b7c8d9e02")), None);
        assert!(found(&same, Actor::Staff(1), "twice").is_err());
    }

    #[test]
    fn unpaid_orders_hold_no_more_than_their_share() {
        let mut config = fixture::shop().config.as_ref().clone();
        config.limits.unpaid_share = 20;
        let mut shop = fixture::shop();
        shop.config = std::sync::Arc::new(config);
        let first = first(&shop);
        let refused = why(made(&shop, &first, &[("LOTION", 21)], false, None));
        assert_eq!(
            (&refused, refused.params["name"].as_str()),
            (&message::ORDER_ADD_SHARE.with("name", "Fig lotion"), "Fig lotion")
        );
        assert_eq!(shop.stock(LOTION), 100);
        assert!(made(&shop, &first, &[("LOTION", 20)], false, None).is_ok());
    }

    #[test]
    fn order_of_the_bag_does_not_end_it() {
        let shop = fixture::shop();
        let member = shop.member(7).visitor;
        let first = with_status(&shop, &first(&shop), "customer_id = 7");
        let other = made(&shop, &first, &[("LOTION", 1)], false, None).expect("made");
        shop.add(&member, "LOTION", 1);
        // The customer begins to pay it by card, and orders the bag meanwhile: both stay.
        shop.exec(&format!(
            "UPDATE sales_order SET status = 'pending', payment_method = 'card' WHERE id = {}",
            other.id
        ));
        let args =
            types::PlaceArgs { idempotency_key: "00000002-0000-4000-8000-000000000000".into(), ..shop.form(&member) };
        shop.write(|tx| checkout::place(tx, &member, args.clone()));
        let status: OrderStatus =
            shop.write(|tx| tx.one("SELECT status FROM sales_order WHERE id = $1", vals![other.id]));
        assert_eq!(status, OrderStatus::Pending);
    }

    #[test]
    fn currency_and_language_are_those_of_the_first_order() {
        let shop = fixture::shop();
        let first = with_status(&shop, &first(&shop), "lang = 'fr', currency = 'CHF'");
        let other = made(&shop, &first, &[("TOWEL", 1)], false, None).expect("made");
        assert_eq!((other.lang.code(), other.totals.currency), ("fr", Currency::Chf));
        let lines = shop.write(|tx| order::lines(tx, other.id));
        assert_eq!(lines[0].name, "Lac towel (fr)");
        // Whoever telephones reads another language.
        assert_eq!(proposed(&shop, &first, &[("TOWEL", 1)], false).cart.lines[0].item.name, "Lac towel");
    }
}
