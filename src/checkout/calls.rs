//! The checkout's calls, one function a path.

use anyhow::anyhow;
use jiff::SignedDuration;

use super::checks::{check_destination, check_items, check_total};
use super::destination::{country, delivery, not_shipping, regional_sites};
use super::form;
use super::idempotency::{body_hash, idempotency_key, order_token};
use super::placing::{self, remember};
use super::store::{self, KeyOwner, PlacedUnder};
use super::types::{Checkout, Country, IndexArgs, PlaceArgs, Placed, ShippingOption};
use crate::call::{NoArgs, PaymentAnswer, View, Visitor};
use crate::cart::{self, Destination, PricedCart};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::shipping::ShippingMethod;
use crate::domain::validate;
use crate::error::{Refusal, Result, refuse};
use crate::message;
use crate::newsletter::types::Letters;
use crate::newsletter::{self, Source};
use crate::order::{self, Actor, Channel, Command, NewOrder};
use crate::order_view::{self, OrderMail};
use crate::settlement::{self, Admission};
use crate::{catalog, payment, region, session};

/// The cart priced for its destination, with carriers, payment methods and what prevents the order.
pub fn index(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<Checkout> {
    let view = &visitor.view;
    let lang = view.lang();
    let country = country(tx, view, &args.country)?;
    let shipping_method = match validate::trim(&args.shipping_method) {
        "" => ShippingMethod::STANDARD,
        code => form::shipping_method(tx, code)?.map_err(|fault| Refusal::of_field("shipping_method", fault))?,
    };
    if !form::is_offered(view, shipping_method) {
        return Err(Refusal::of_field("shipping_method", message::SHIPPING_METHOD_UNAVAILABLE).into());
    }
    validate::member_card(&args.member_card).map_err(|fault| Refusal::of_field("member_card", fault))?;

    let contents = cart::contents(tx, visitor)?;
    let bed_terms_required = contents.needs_bed_terms();
    let to = Destination { country: &country.id, shipping_method, vouched_email: None, ships_along: false };
    let mut cart = cart::price(tx, visitor, contents.clone(), to)?;
    let mut sent_to = country.clone();
    if shipping_method == ShippingMethod::Pickup {
        // VAT is that of the house; the carriers stay those of the shopper's country.
        sent_to = self::country(tx, view, &view.config.pickup.country)?;
        let quotes = cart.quotes;
        cart = cart::price(tx, visitor, contents, Destination { country: &sent_to.id, ..to })?;
        cart.quotes = quotes;
    } else if view.config.pickup.at_checkout {
        cart.quotes.extend(cart::pickup(&view.config, view.currency));
    }

    let calendar = region::calendar(tx)?;
    let names = catalog::shipping_names(tx, lang)?;
    let notes = catalog::labels(tx, lang, catalog::SHIPPING_NOTE)?;
    let shipping_methods = cart.quotes.iter().map(|quote| {
        let code = quote.method.code();
        let delivery = delivery(view.now, quote, &calendar);
        ShippingOption {
            code: code.to_owned(),
            name: names.get(code).cloned().unwrap_or_else(|| code.to_owned()),
            note: notes.get(code).cloned().unwrap_or_default(),
            amount: quote.charge.amount.amount(),
            discount: quote.charge.discount.amount(),
            delivery_from: delivery.from,
            delivery_to: delivery.to,
        }
    });
    Ok(Checkout {
        shipping_method: cart.shipping.map(|quote| quote.method.code().to_owned()).unwrap_or_default(),
        shipping_methods: shipping_methods.collect(),
        payment_methods: payment::options(tx, view, cart.totals.currency, &sent_to.id)?,
        bed_terms_required,
        not_shipping: not_shipping(&cart, &sent_to),
        items: cart::items(cart.lines, &cart.withdrawn),
        regional_sites: regional_sites(tx, view, &country.id)?,
        country: country.id,
        totals: cart.totals,
        promo: cart.promo,
        points: cart.points,
    })
}

/// The countries of delivery, by name.
pub fn region(tx: &mut dyn Tx, view: &View, _: NoArgs) -> Result<Vec<Country>> {
    region::countries(tx, view.lang())
}

/// Places an order of the cart.
///
/// Recomputes everything in one transaction: either the order is saved, its stock reserved and its mail queued, or nothing
/// is changed and the idempotency key stays free.
pub fn place(tx: &mut dyn Tx, visitor: &Visitor, args: PlaceArgs) -> Result<Placed> {
    let key = idempotency_key(&args.idempotency_key)?;
    let body_hash = body_hash(&args, &key)?;
    let owner = KeyOwner::Session(visitor.session.id);
    if let Some(earlier) = store::find_key(tx, owner, &key)? {
        return replay(tx, visitor, &key, &body_hash, &earlier);
    }

    let command = Command::of(visitor);
    // An unpaid order of the same cart may hold the last pieces: its stock is released first.
    settlement::cancel_pending_of_cart(tx, &command, visitor.session.id, visitor.session.customer_id)?;
    let contents = cart::contents(tx, visitor)?;
    if contents.is_empty() {
        return Err(refuse(message::CART_EMPTY));
    }
    let form = form::check(tx, &visitor.view, &args, contents.needs_bed_terms())?;
    let (buyer, view, now) = (&form.buyer, &visitor.view, visitor.now());
    let to = Destination {
        country: &buyer.country.id,
        shipping_method: buyer.shipping_method,
        vouched_email: None,
        ships_along: false,
    };
    let cart = cart::price(tx, visitor, contents, to)?;
    let quote = check_destination(tx, view, &cart, &buyer.country, buyer.shipping_method)?;
    check_items(&cart)?;
    check_total(&cart, &form)?;

    let payer = settlement::payer(visitor);
    let waits = !is_free(&cart) && {
        let wanted = settlement::wanted(cart.totals.total, cart.rate, placing::pieces(&cart));
        let customer_id = visitor.session.customer_id;
        settlement::admit(tx, &command, payer, customer_id, &form.buyer.email, form.payment_method, wanted)?
            == Admission::Waits
    };
    let reserved = if waits { Vec::new() } else { placing::reserve(tx, view, &cart)? };
    if form.payment_method.is_offline() && !is_free(&cart) {
        settlement::check_share(tx, &command, view.lang(), &reserved, None)?;
    }
    // The salt is stored in clear, and other tokens are derived from the random bytes: so it is a hash of them.
    let salt = session::new_token(&session::hash(&format!("salt {}", session::new_token(&visitor.random))));
    let token = order_token(&key, &salt);
    if form.wants_newsletter {
        let wish = newsletter::Wish { email: buyer.email.clone(), letters: Letters::SHOP, source: Source::Checkout };
        newsletter::ask(tx, visitor, &wish)?;
    }
    let calendar = region::calendar(tx)?;
    let delivery = delivery(now, &quote, &calendar);
    let new = NewOrder {
        session_id: Some(visitor.session.id),
        customer_id: visitor.session.customer_id,
        channel: Channel::Shop,
        status: form.payment_method.initial_status(),
        payment_method: form.payment_method,
        wants_account: form.wants_account,
        wants_newsletter: form.wants_newsletter,
        hold_until: Some(if waits {
            now + SignedDuration::from_hours(view.config.limits.unpaid_link_hours.into())
        } else {
            form.payment_method.held_until(view.now, &calendar, view.config.payment.hold_days)
        }),
        ..placing::new_order(view, buyer, &cart, &delivery, &reserved, &token)
    };
    let order_id = placing::save(tx, &new, &cart, Actor::Customer, now)?;
    store::save_key(tx, owner, &key, &PlacedUnder { body_hash, salt, order_id }, now)?;
    let network = payer.network_handle(tx)?;
    let proved_by = visitor.session.customer_id.map(|_| "login");
    order::save_placed_from(tx, order_id, network.as_deref(), proved_by)?;
    remember(tx, visitor, &form, order_id)?;
    if waits {
        cart::empty(tx, visitor)?;
        let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
        settlement::wait_for_link(tx, &command, &order)?;
        return placed(tx, view, order_id, &token);
    }
    settle(tx, visitor, &command, order_id, &token)?;
    placed(tx, view, order_id, &token)
}

fn is_free(cart: &PricedCart) -> bool {
    cart.totals.total == Amount::ZERO
}

/// The next step of each payment method: transfer and cheque empty the cart and are confirmed; an online payment waits for
/// the gateway; a free order is paid.
fn settle(tx: &mut dyn Tx, visitor: &Visitor, command: &Command, order_id: i64, token: &str) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
    if order.totals.total == Amount::ZERO {
        cart::empty(tx, visitor)?;
        return settlement::settle_free(tx, command, order_id);
    }
    // These do not return to the cart (decisions §6).
    if order.payment_method.is_offline() {
        cart::empty(tx, visitor)?;
        order::save_confirmed(tx, order_id, command.now)?;
        return order_view::send_mail_with_token(tx, command, &order, token, &OrderMail::Received);
    }
    settlement::begin(tx, command, &order, settlement::payer(visitor))
}

/// Repeats the answer for a client that did not receive it.
fn replay(tx: &mut dyn Tx, visitor: &Visitor, key: &str, body_hash: &[u8], earlier: &PlacedUnder) -> Result<Placed> {
    if earlier.body_hash != body_hash {
        return Err(refuse(message::IDEMPOTENCY_KEY_REUSED));
    }
    placed(tx, &visitor.view, earlier.order_id, &order_token(key, &earlier.salt))
}

/// The answer about a placed order.
fn placed(tx: &mut dyn Tx, view: &View, order_id: i64, token: &str) -> Result<Placed> {
    let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
    Ok(Placed {
        payment: payment::how_to_pay(tx, &view.config, &order, view.now)?,
        order_number: order.number,
        token: token.to_owned(),
        status: order.status,
        totals: order.totals,
    })
}

impl PaymentAnswer for Placed {
    fn pending(&self) -> Option<&str> {
        self.payment.is_online().then_some(&self.token)
    }

    fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Self> {
        Ok(Placed { payment: order_view::opened(tx, view, &self.token)?, ..self.clone() })
    }
}
