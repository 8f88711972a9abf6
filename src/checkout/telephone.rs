//! Orders that somebody of the house takes by telephone or at the counter: what they would cost, and placing them.
//!
//! Prices, VAT, rates, stock and the checks of addresses are those of the checkout. An order belongs to the account that has its
//! mail address, if a mailed link has shown that the address is the account holder's: who has an account opened with another's
//! address learns nothing.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::addition::{Agreed, contents, of_share};
use super::destination::{delivery, not_shipping};
use super::enter::EnteredOrder;
use super::form::{Buyer, buyer};
use super::idempotency::{hash_of, idempotency_key};
use super::placing;
use super::store::{self, KeyOwner, PlacedUnder};
use super::types::{Country, PlaceArgs};
use crate::call::{View, Visitor};
use crate::cart::{self, Destination, PricedCart, PricedLine};
use crate::catalog::types::DeliveryWindow;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::{OFFLINE, OrderStatus, PaymentMethod};
use crate::domain::shipping::{Quote, ShippingMethod};
use crate::domain::validate::{self, compact};
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::order::{self, Command, NewOrder, Order};
use crate::order_view::{self, OrderMail};
use crate::session::Session;
use crate::{customer, payment, region, settlement, store_view};

/// How an order that is taken by telephone is to be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TelephonePayment")]
pub enum Payment {
    /// On the page of the order, to which the letter leads.
    Card,
    BankTransfer,
    Cheque,
    /// At the house, where somebody books it.
    House,
}

impl Payment {
    const ALL: [Payment; 4] = [Self::Card, Self::BankTransfer, Self::Cheque, Self::House];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::BankTransfer => "bank_transfer",
            Self::Cheque => "cheque",
            Self::House => "house",
        }
    }

    /// The method that the order has, and one that customers cannot choose.
    const fn method(self) -> (PaymentMethod, Option<&'static str>) {
        match self {
            Self::Card => (PaymentMethod::Card, None),
            Self::BankTransfer => (PaymentMethod::BankTransfer, None),
            Self::Cheque => (PaymentMethod::Cheque, None),
            Self::House => (PaymentMethod::BankTransfer, Some(OFFLINE)),
        }
    }

    /// A card is asked for when the customer opens the page; until then the order waits as one that is paid at the house does.
    const fn initial_status(self) -> OrderStatus {
        match self {
            Self::Card | Self::House => OrderStatus::PendingOffline,
            Self::BankTransfer => OrderStatus::PendingBankTransfer,
            Self::Cheque => OrderStatus::PendingCheque,
        }
    }
}

/// The ways to pay that the house offers in this currency for what goes to this country (ISO 3166-1 alpha-2).
pub fn payments(view: &View, country: &str) -> Vec<Payment> {
    let offered: Vec<PaymentMethod> = payment::offered(view, view.currency, country).collect();
    let is_offered = |way: &Payment| *way == Payment::House || offered.contains(&way.method().0);
    Payment::ALL.into_iter().filter(is_offered).collect()
}

/// Whether the order would stand in an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TelephoneAccount")]
pub enum Account {
    /// No account has this address.
    None,
    /// One has, but nobody has shown yet that the address is the account holder's: the order stays a guest's.
    Unproved,
    Linked,
}

/// What an order would be; nothing has been changed.
#[derive(Debug)]
pub struct Offer {
    pub cart: PricedCart,
    /// Why a line cannot be ordered as it is, by line.
    pub faults: Vec<Option<Message>>,
    /// None where the method that was asked for does not take the goods.
    pub quote: Option<Quote>,
    pub delivery: Option<DeliveryWindow>,
    /// The last second for which the goods would be held unpaid; none without an end.
    pub hold_until: Option<Timestamp>,
    pub account: Account,
    to: Country,
    customer_id: Option<i64>,
}

impl Offer {
    /// Refuses what cannot be ordered, naming it.
    pub fn check(&self) -> Result<()> {
        if let Some(fault) = self.faults.iter().flatten().next() {
            return Err(refuse(fault.clone()));
        }
        if self.quote.is_none() {
            let none = message::ORDER_ADD_NO_CARRIER.with("country", &self.to.name);
            return Err(Refusal::of_field("shipping_method", none).into());
        }
        Ok(())
    }

    /// The ways to pay it, in the currency of `view`.
    pub fn payments(&self, view: &View) -> Vec<Payment> {
        payments(view, &self.to.id)
    }

    pub fn is_possible(&self) -> bool {
        self.check().is_ok()
    }
}

/// What an order would cost, and why a line cannot be ordered; texts in the language of `reader`. Needs goods, a country and a method
/// only, and changes nothing.
pub fn offer(tx: &mut dyn Tx, reader: &View, entered: &EnteredOrder) -> Result<Offer> {
    let view = View { currency: entered.currency.unwrap_or_default(), ..reader.clone() };
    if store_view::is_currency_off(tx, view.currency)? {
        let refused = message::CURRENCY_NOT_OFFERED.with("currency", view.currency);
        return Err(Refusal::of_field("currency", refused).into());
    }
    let config = &view.config;
    let method = entered.method(tx)?;
    let pickup = cart::pickup(config, view.currency);
    let country = match method {
        ShippingMethod::Pickup if pickup.is_some() => config.pickup.country.clone(),
        _ => compact(&entered.shipping_address.country).to_uppercase(),
    };
    let unknown = || Refusal::of_field("shipping_address.country", message::COUNTRY_UNKNOWN);
    let to = region::country(tx, view.lang(), &country)?.ok_or_else(unknown)?;
    let contents = contents(tx, &view, &entered.items)?;
    let visitor = visitor(&view, entered);
    let destination = Destination {
        country: &to.id,
        shipping_method: method,
        vouched_email: Some(&entered.email),
        ships_along: false,
    };
    let mut cart = cart::price(tx, &visitor, contents, destination)?;
    let quote = cart.quotes.iter().find(|quote| quote.method == method).copied();
    // Collection is offered beside the carriers, whatever was asked for.
    if method != ShippingMethod::Pickup {
        cart.quotes.extend(pickup);
    }
    let excluded: Vec<i64> = not_shipping(&cart, &to).into_iter().map(|item| item.item_id).collect();
    let faults = cart.lines.iter().map(|line| fault(line, &excluded, &to)).collect();
    let calendar = region::calendar(tx)?;
    let (account, customer_id) = account_of(tx, &entered.email)?;
    let held = |_| PaymentMethod::BankTransfer.held_until(view.now, &calendar, config.payment.hold_days);
    Ok(Offer {
        hold_until: entered.payment.map(held),
        delivery: quote.map(|quote| delivery(view.now, &quote, &calendar)),
        cart,
        faults,
        quote,
        account,
        to,
        customer_id,
    })
}

/// Why a line cannot be ordered as it is.
pub(super) fn fault(line: &PricedLine, excluded: &[i64], to: &Country) -> Option<Message> {
    let name = &line.item.name;
    if excluded.contains(&line.item.item_id) {
        return Some(message::ORDER_ADD_NOT_SHIPPED.with("name", name).with("country", &to.name));
    }
    line.notice.as_ref().map(|_| match line.most {
        0 => message::ORDER_ADD_SOLD_OUT.with("name", name),
        most => message::ORDER_ADD_ONLY.with("name", name).with("most", most),
    })
}

/// Nobody's bag; a promo tag is the one that somebody of the house vouches for.
pub(super) fn visitor(view: &View, entered: &EnteredOrder) -> Visitor {
    let promo_tag = Some(entered.promo_tag.as_str()).filter(|tag| !tag.is_empty()).map(Into::into);
    Visitor { promo_tag, ..Visitor::new(view.clone(), Session::nobodys(), [0; 32]) }
}

/// Refuses a way to pay that is not offered for what goes to this buyer; without one, its fields are at fault first.
pub(super) fn check_payment(view: &View, way: Payment, buyer: Option<&Buyer>) -> std::result::Result<(), Message> {
    match buyer {
        Some(buyer) if !payments(view, &buyer.country.id).contains(&way) => {
            Err(payment::not_offered(view, way.method().0, &buyer.country.name))
        }
        _ => Ok(()),
    }
}

/// The account that an order with this address belongs to.
fn account_of(tx: &mut dyn Tx, email: &str) -> Result<(Account, Option<i64>)> {
    let Ok(email) = validate::email(email) else { return Ok((Account::None, None)) };
    let Some(found) = customer::find_by_email(tx, &email)? else { return Ok((Account::None, None)) };
    let is_proved = customer::account_of(tx, found.id)?.email_verified_at.is_some();
    Ok(if is_proved { (Account::Linked, Some(found.id)) } else { (Account::Unproved, None) })
}

/// The buyer's fields of an order, as the checkout checks them.
pub(super) fn buyer_of(
    tx: &mut dyn Tx,
    view: &View,
    entered: &EnteredOrder,
    fields: &mut FieldMessages,
) -> Result<Option<Buyer>> {
    let args = PlaceArgs {
        email: entered.email.clone(),
        shipping_address: entered.shipping_address.clone(),
        billing_address: entered.billing_address.clone(),
        shipping_method: entered.shipping_method.clone(),
        member_card: entered.member_card.clone(),
        ..PlaceArgs::default()
    };
    buyer(tx, view, &args, fields)
}

/// The order that was taken under this key already, if it is the same.
pub fn find_taken(tx: &mut dyn Tx, command: &Command, entered: &EnteredOrder, key: &str) -> Result<Option<Order>> {
    let key = idempotency_key(key)?;
    let Some(earlier) = store::find_key(tx, KeyOwner::House(command.actor), &key)? else { return Ok(None) };
    if earlier.body_hash != hash_of(entered)? {
        return Err(refuse(message::ORDER_TAKE_TWICE));
    }
    order::find(tx, earlier.order_id)
}

/// Places an order that was taken by telephone: its stock is held, and its customer is written to. Answers it.
///
/// `agreed`: another total is refused, and shown again. Refusals are in the language of `reader`; fields are named as in the file of
/// `shop order create`.
pub fn take(
    tx: &mut dyn Tx,
    command: &Command,
    reader: &View,
    entered: &EnteredOrder,
    agreed: Agreed<'_>,
) -> Result<Order> {
    let reader = View { currency: entered.currency.unwrap_or_default(), ..reader.clone() };
    let mut fields = FieldMessages::new();
    let checked = buyer_of(tx, &reader, entered, &mut fields)?;
    let fault = match entered.payment {
        Some(way) => check_payment(&reader, way, checked.as_ref()).err(),
        None => Some(message::PAYMENT_METHOD_EMPTY.into()),
    };
    fields.extend(fault.map(|fault| ("payment".to_owned(), fault)));
    check_fields(fields)?;
    let seen = offer(tx, &reader, entered)?;
    seen.check()?;
    check_total(&seen.cart, agreed.total)?;
    let Some(buyer) = checked else { return Err(refuse(message::FORM_PROBLEM)) };
    let order_id = place(tx, command, &reader, entered, &buyer)?;
    let placed = PlacedUnder { body_hash: hash_of(entered)?, salt: String::new(), order_id };
    store::save_key(tx, KeyOwner::House(command.actor), &idempotency_key(agreed.key)?, &placed, command.now)?;
    order::find(tx, order_id)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

/// Places an order whose fields are checked; answers its id. Without a way to pay it is held without limit until its customer chooses
/// one; a free order is paid at once, as in `checkout/place`.
pub(super) fn place(
    tx: &mut dyn Tx,
    command: &Command,
    reader: &View,
    entered: &EnteredOrder,
    buyer: &Buyer,
) -> Result<i64> {
    // As its customer reads it.
    let view = View::load(tx, entered.lang.unwrap_or_default(), reader.currency, command.now, &command.config)?;
    let Offer { cart, delivery, hold_until, customer_id, .. } = offer(tx, &view, entered)?;
    let delivery = delivery.ok_or_else(|| refuse(message::SHIPPING_METHOD_UNAVAILABLE))?;
    let reserved = placing::reserve(tx, reader, &cart)?;
    let is_free = cart.totals.total == Amount::ZERO;
    let holds_days = matches!(entered.payment, Some(Payment::BankTransfer | Payment::Cheque));
    if holds_days && !is_free {
        settlement::check_share(tx, command, reader.lang(), &reserved, None).map_err(of_share)?;
    }
    let token = command.token("entered", cart.lines.len() as i64);
    let base = placing::new_order(&view, buyer, &cart, &delivery, &reserved, &token);
    let (payment_method, paid_by) = entered.payment.map_or((base.payment_method, None), Payment::method);
    let new = NewOrder {
        customer_id,
        status: entered.payment.map_or(base.status, Payment::initial_status),
        payment_method,
        paid_by: paid_by.filter(|_| !is_free),
        hold_until,
        ..base
    };
    let order_id = placing::save(tx, &new, &cart, command.actor, command.now)?;
    if is_free {
        settlement::settle_free(tx, command, order_id)?;
    } else {
        order::save_confirmed(tx, order_id, command.now)?;
        order_view::send_mail(tx, command, order_id, &OrderMail::Received)?;
    }
    Ok(order_id)
}

/// Refuses another total than the one that was told.
pub(super) fn check_total(cart: &PricedCart, told: Amount) -> Result<()> {
    let total = cart.totals.total;
    if told == total {
        return Ok(());
    }
    let changed = message::ORDER_ADD_TOTAL_CHANGED
        .with("expected", told)
        .with("total", total)
        .with("currency", cart.totals.currency);
    Err(Refusal::of_field("total", changed).into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::checkout::{EnteredItem, enter};
    use crate::domain::money::Currency;
    use crate::domain::store_view::Lang;
    use crate::order::{Actor, Address, Channel};
    use crate::outbox;
    use crate::testing::fixture::{self, CANDLE, LOTION, Shop, at};

    const KEY: &str = "0192f5c4-7a1b-7c3d-8e4f-5a6b7c8d9e01";

    fn command(shop: &Shop) -> Command {
        let random = [100 + shop.count("sales_order") as u8; 32];
        Command { config: shop.config.clone(), actor: Actor::Staff(1), now: at(fixture::NOW), random }
    }

    fn entered(shop: &Shop, of: &[(&str, u32)], method: &str, payment: Payment) -> EnteredOrder {
        let form = shop.form(&shop.visitor());
        EnteredOrder {
            email: form.email,
            items: of.iter().map(|(sku, qty)| EnteredItem { sku: (*sku).to_owned(), qty: *qty }).collect(),
            shipping_address: form.shipping_address,
            shipping_method: method.to_owned(),
            payment: Some(payment),
            ..EnteredOrder::default()
        }
    }

    fn offered(shop: &Shop, entered: &EnteredOrder) -> Offer {
        shop.write(|tx| offer(tx, &shop.visitor().view, entered))
    }

    fn taken(shop: &Shop, entered: &EnteredOrder, total: Amount) -> Result<Order> {
        let command = command(shop);
        let agreed = Agreed { total, key: KEY };
        shop.attempt(|tx| take(tx, &command, &shop.visitor().view, entered, agreed))
    }

    /// Takes the order at the total that it is offered at.
    fn made(shop: &Shop, entered: &EnteredOrder) -> Order {
        taken(shop, entered, offered(shop, entered).cart.totals.total).expect("taken")
    }

    fn why(outcome: Result<Order>) -> (Option<String>, Message) {
        let error = outcome.expect_err("a refusal");
        let refusal = error.refusal().expect("a refusal");
        match refusal.fields.iter().next() {
            Some((field, message)) => (Some(field.clone()), message.clone()),
            None => (None, refusal.message.clone()),
        }
    }

    #[test]
    fn costs_what_the_checkout_asks_for_and_says_that_it_came_by_telephone() {
        let shop = fixture::shop();
        let order = made(&shop, &entered(&shop, &[("CANDLE", 2), ("ROBE-S", 1)], "standard", Payment::BankTransfer));
        shop.set_stock(CANDLE, 9);
        let visitor = shop.newcomer();
        shop.add(&visitor, "CANDLE", 2);
        shop.add(&visitor, "ROBE-S", 1);
        let by_shopper = shop.order_by_token(&shop.place(&visitor, &shop.form(&visitor)).token);
        assert_eq!((&order.totals, &order.delivery), (&by_shopper.totals, &by_shopper.delivery));
        assert_eq!((order.status, order.hold_until), (by_shopper.status, by_shopper.hold_until));
        assert_eq!((order.channel, by_shopper.channel), (Channel::Telephone, Channel::Shop));
        let history = shop.write(|tx| order::history(tx, order.id));
        assert_eq!(history[0].actor, "staff:1");
        let mails = shop.write(|tx| outbox::list_of_order(tx, order.id));
        assert_eq!(mails.iter().map(|mail| mail.template.as_str()).collect::<Vec<_>>(), ["order_received"]);
    }

    #[test]
    fn each_way_to_pay_waits_as_it_should_and_ends() {
        let shop = fixture::shop();
        for (way, status, code) in [
            (Payment::Card, OrderStatus::PendingOffline, "card"),
            (Payment::BankTransfer, OrderStatus::PendingBankTransfer, "bank_transfer"),
            (Payment::Cheque, OrderStatus::PendingCheque, "cheque"),
            (Payment::House, OrderStatus::PendingOffline, "offline"),
        ] {
            shop.exec("DELETE FROM idempotency");
            let order = made(&shop, &entered(&shop, &[("LOTION", 1)], "standard", way));
            assert_eq!((order.status, order.method_code()), (status, code));
            let until = order.hold_until.expect("an end");
            assert!(
                shop.write(|tx| order::list_overdue(tx, until + jiff::SignedDuration::from_secs(1), 9))
                    .contains(&order.id)
            );
        }
    }

    #[test]
    fn collected_goods_cost_no_shipping_and_have_the_vat_of_the_house() {
        let shop = fixture::shop();
        let mut goods = entered(&shop, &[("LOTION", 2)], "pickup", Payment::House);
        // Somebody from far away, to whom nothing is sent.
        goods.shipping_address.postcode = "SW1Y 4LB".into();
        let order = made(&shop, &goods);
        let (shipping, billing) = shop.write(|tx| order::addresses(tx, order.id));
        let pickup = &shop.config.pickup;
        assert_eq!((&shipping.address1, &shipping.country), (&pickup.address, &pickup.country));
        assert_eq!((billing.country.as_str(), &billing.last_name), ("GB", &shipping.last_name));
        assert_eq!((order.shipping_method, order.totals.shipping_amount), (ShippingMethod::Pickup, Amount::ZERO));
        let rate = shop.write(|tx| {
            let rates = region::vat_rates(tx, &pickup.country)?;
            Ok(crate::domain::tax::rate(&rates, &pickup.country, "standard", at(fixture::NOW))?)
        });
        assert_eq!(shop.write(|tx| order::lines(tx, order.id))[0].vat_rate, rate);
        let offered = offered(&shop, &entered(&shop, &[("LOTION", 1)], "standard", Payment::House));
        assert_eq!(offered.cart.quotes.last().map(|quote| quote.method), Some(ShippingMethod::Pickup));
    }

    #[test]
    fn faults_name_their_field_and_nothing_is_held() {
        let shop = fixture::shop();
        let good = entered(&shop, &[("LOTION", 1)], "standard", Payment::Cheque);
        let total = offered(&shop, &good).cart.totals.total;
        let fault = |change: fn(&mut EnteredOrder)| {
            let mut entered = good.clone();
            change(&mut entered);
            why(taken(&shop, &entered, total))
        };
        let field = |name: &str| Some(name.to_owned());
        assert_eq!(fault(|order| order.email.clear()).0, field("email"));
        assert_eq!(fault(|order| order.shipping_address.postcode = "1".into()).0, field("shipping_address.postcode"));
        assert_eq!(
            fault(|order| order.billing_address = Some(Address::default())).0,
            field("billing_address.address1")
        );
        assert_eq!(fault(|order| order.payment = None), (field("payment"), message::PAYMENT_METHOD_EMPTY.into()));
        assert_eq!(fault(|order| order.shipping_method = "pigeon".into()).0, field("shipping_method"));
        assert_eq!(fault(|order| order.items.clear()).1, message::ORDER_ADD_NOTHING);
        assert_eq!(fault(|order| order.items[0].sku = "NONE".into()).1, message::ORDER_ADD_UNKNOWN);
        assert_eq!(fault(|order| order.items[0].qty = 900).1, message::ORDER_ADD_ONLY);
        assert_eq!(fault(|order| order.items[0].qty = 2).0, field("total"), "another total is never charged");
        assert_eq!((shop.count("sales_order"), shop.stock(LOTION)), (0, 100));
        // Cards are off: only what is offered can be agreed to.
        let mut config = shop.config.as_ref().clone();
        config.payment.methods = vec!["bank_transfer".into()];
        config.pickup.enabled = false;
        let mut closed = fixture::shop();
        closed.config = std::sync::Arc::new(config);
        assert_eq!(payments(&closed.visitor().view, "GB"), [Payment::BankTransfer, Payment::House]);
        // Cheques are taken elsewhere.
        let mut config = shop.config.as_ref().clone();
        config.payment.cheque.countries = vec!["DE".into()];
        let mut abroad = fixture::shop();
        abroad.config = std::sync::Arc::new(config);
        assert!(payments(&abroad.visitor().view, "DE").contains(&Payment::Cheque));
        assert!(!payments(&abroad.visitor().view, "GB").contains(&Payment::Cheque));
        let refused = message::PAYMENT_METHOD_COUNTRY.with("country", "United Kingdom");
        assert_eq!(why(taken(&abroad, &good, total)), (field("payment"), refused));
        let card = EnteredOrder { payment: Some(Payment::Card), ..good.clone() };
        assert_eq!(why(taken(&closed, &card, total)).0, field("payment"));
        let pickup = EnteredOrder { shipping_method: "pickup".into(), payment: Some(Payment::House), ..good };
        assert!(!offered(&closed, &pickup).is_possible());
        assert_eq!(why(taken(&closed, &pickup, total)).0, field("shipping_method"));
        assert_eq!(closed.count("sales_order"), 0);
    }

    #[test]
    fn account_has_it_only_if_its_address_is_proved() {
        let shop = fixture::shop();
        let goods = entered(&shop, &[("LOTION", 1)], "standard", Payment::Cheque);
        assert_eq!(offered(&shop, &goods).account, Account::None);
        shop.exec(
            "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
             VALUES (7, 'Zoe@example.com', 'zoe@example.com', 'Zoe', 'Moor', 'en', 0)",
        );
        let own = EnteredOrder { email: "zoe@example.com".into(), ..goods };
        assert_eq!(offered(&shop, &own).account, Account::Unproved);
        let order = made(&shop, &own);
        assert_eq!(shop.write(|tx| order::find_owner(tx, order.id)).1, None);
        shop.exec("UPDATE customer SET email_verified_at = 1 WHERE id = 7");
        shop.exec("DELETE FROM idempotency");
        let order = made(&shop, &own);
        assert_eq!(shop.write(|tx| order::find_owner(tx, order.id)).1, Some(7));
    }

    #[test]
    fn same_key_is_one_order_and_another_order_is_refused() {
        let shop = fixture::shop();
        let goods = entered(&shop, &[("LOTION", 1)], "standard", Payment::Cheque);
        let order = made(&shop, &goods);
        let find = |entered: &EnteredOrder, actor| {
            let command = Command { actor, ..command(&shop) };
            shop.attempt(|tx| find_taken(tx, &command, entered, KEY))
        };
        assert_eq!(find(&goods, Actor::Staff(1)).expect("found").map(|found| found.id), Some(order.id));
        assert_eq!(find(&goods, Actor::Staff(2)).expect("none"), None, "keys are one's own");
        let mut other = goods;
        other.items[0].qty = 2;
        let error = find(&other, Actor::Staff(1)).expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").message, message::ORDER_TAKE_TWICE);
    }

    #[test]
    fn language_and_currency_are_the_customers_and_refusals_the_readers() {
        let shop = fixture::shop();
        let goods = EnteredOrder {
            lang: Some(Lang::Fr),
            currency: Some(Currency::Chf),
            ..entered(&shop, &[("TOWEL", 1)], "standard", Payment::Card)
        };
        let order = made(&shop, &goods);
        assert_eq!((order.lang, order.totals.currency), (Lang::Fr, Currency::Chf));
        assert_eq!(shop.write(|tx| order::lines(tx, order.id))[0].name, "Lac towel (fr)");
        assert_eq!(offered(&shop, &goods).cart.lines[0].item.name, "Lac towel");
    }

    #[test]
    fn currency_that_is_off_is_refused_by_its_field() {
        let shop = fixture::shop();
        let goods = EnteredOrder {
            currency: Some(Currency::Chf),
            ..entered(&shop, &[("TOWEL", 1)], "standard", Payment::Card)
        };
        shop.write(|tx| store_view::offer_currency(tx, Currency::Chf, false));
        let command = command(&shop);
        for refused in [
            shop.attempt(|tx| offer(tx, &shop.visitor().view, &goods).map(drop)),
            shop.attempt(|tx| enter(tx, &command, &goods).map(drop)),
        ] {
            let refusal = refused.expect_err("refused").refusal().expect("a refusal").clone();
            assert_eq!(refusal.fields["currency"].id, message::CURRENCY_NOT_OFFERED.id);
        }
    }

    #[test]
    fn command_and_console_place_the_same_order() {
        let shop = fixture::shop();
        let goods = entered(&shop, &[("CANDLE", 1), ("LOTION", 2)], "dhl", Payment::Cheque);
        let by_console = made(&shop, &goods);
        let command = command(&shop);
        let id = shop.write(|tx| enter(tx, &command, &goods));
        let by_command = shop.write(|tx| order::find(tx, id)).expect("an order");
        assert_eq!((by_command.totals, by_command.status), (by_console.totals, by_console.status));
        assert_eq!((by_command.hold_until, by_command.channel), (by_console.hold_until, by_console.channel));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        /// What is offered is what is placed, whatever is ordered; collection costs the goods alone.
        #[test]
        fn offered_total_is_placed(
            lotions in 0u32..9,
            candles in 0u32..3,
            robes in 0u32..3,
            way in 0usize..4,
            collects in any::<bool>(),
            is_changed in any::<bool>(),
        ) {
            prop_assume!(lotions + candles + robes > 0);
            let shop = fixture::shop_of(is_changed);
            let goods: Vec<(&str, u32)> =
                [("LOTION", lotions), ("CANDLE", candles), ("ROBE-S", robes)].into_iter().filter(|(_, qty)| *qty > 0).collect();
            let method = if collects { "pickup" } else { "standard" };
            let goods = entered(&shop, &goods, method, Payment::ALL[way]);
            let offered = offered(&shop, &goods);
            prop_assume!(offered.is_possible());
            let order = made(&shop, &goods);
            prop_assert_eq!(&order.totals, &offered.cart.totals);
            if collects {
                prop_assert_eq!(order.totals.total, order.totals.subtotal_incl_tax);
            }
            let net: i64 = order.totals.vat.iter().map(|vat| vat.gross_amount.minor()).sum();
            prop_assert_eq!(net, order.totals.total.minor());
            prop_assert_eq!(shop.stock(LOTION), 100 - i64::from(lotions));
        }
    }
}
