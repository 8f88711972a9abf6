//! The calls of the checkout, one function a path.

use anyhow::{Context as _, anyhow};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use uuid::fmt::Hyphenated;

use super::form::{self, Form};
use super::store::{self, PlacedUnder};
use super::types::{
    Checkout, Country, IndexArgs, NotShipping, PaymentOption, PlaceArgs, Placed, PlacedPayment, RegionalSite,
    ShippingOption,
};
use crate::call::{NoArgs, PaymentAnswer, View, Visitor};
use crate::cart::{self, Destination, PricedCart};
use crate::catalog::types::DeliveryWindow;
use crate::customer::{self, FromOrder};
use crate::db::Tx;
use crate::domain::money::{Amount, Percent};
use crate::domain::order_status::PaymentMethod;
use crate::domain::promotion::TagStatus;
use crate::domain::shipping::{Quote, ShippingMethod, delivery_dates};
use crate::domain::validate::{self, compact};
use crate::domain::working_days::{Calendar, in_paris};
use crate::error::{Error, Refusal, Result, refuse};
use crate::message::{self, Message};
use crate::newsletter::types::Letters;
use crate::newsletter::{self, Source};
use crate::order::{self, Actor, Command, NewOrder, OrderLine};
use crate::order_view::types::PaymentResult;
use crate::order_view::{self, OrderMail};
use crate::{address, catalog, payment, region, session, settlement, shipment};

/// Orders to one mailbox that may be canceled in a day, for each that may be unpaid at a time.
const CHANGES_OF_MIND: u32 = 3;

// ── checkout/index ──────────────────────────────────────────────────────────────────────────────────────────────────

/// The cart at its destination: carriers, ways to pay, and what stands in the way.
pub fn index(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<Checkout> {
    let view = &visitor.view;
    let lang = view.lang();
    let country = country(tx, view, &args.country)?;
    let shipping_method = match validate::trim(&args.shipping_method) {
        "" => ShippingMethod::Standard,
        code => form::shipping_method(code).map_err(|fault| Refusal::of_field("shipping_method", fault))?,
    };
    validate::member_card(&args.member_card).map_err(|fault| Refusal::of_field("member_card", fault))?;

    let contents = cart::contents(tx, visitor)?;
    let bed_terms_required = contents.needs_bed_terms();
    let cart =
        cart::price(tx, visitor, contents, Destination { country: &country.id, shipping_method, vouched_email: None })?;

    let calendar = region::calendar(tx)?;
    let names = catalog::labels(tx, lang, "shipping_method")?;
    let notes = catalog::labels(tx, lang, "shipping_note")?;
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
    let names = catalog::labels(tx, lang, "payment_method")?;
    let currency = cart.totals.currency;
    let payment_methods = payment::offered(view, currency).map(|method| PaymentOption {
        code: method,
        name: names.get(method.code()).cloned().unwrap_or_else(|| method.code().to_owned()),
    });

    Ok(Checkout {
        shipping_method: cart.shipping.map(|quote| quote.method.code().to_owned()).unwrap_or_default(),
        shipping_methods: shipping_methods.collect(),
        payment_methods: payment_methods.collect(),
        bed_terms_required,
        not_shipping: not_shipping(&cart, &country),
        items: cart::items(cart.lines, &cart.withdrawn),
        regional_sites: regional_sites(tx, view, &country.id)?,
        country: country.id,
        totals: cart.totals,
        promo: cart.promo,
        points: cart.points,
    })
}

/// The country that was asked for, or the store's.
fn country(tx: &mut dyn Tx, view: &View, asked: &str) -> Result<Country> {
    let id = compact(asked).to_uppercase();
    let id = if id.is_empty() { view.store.default_country.as_str() } else { id.as_str() };
    let found = region::country(tx, view.lang(), id)?;
    found.ok_or_else(|| Refusal::of_field("country", message::COUNTRY_UNKNOWN).into())
}

/// When an order placed now arrives.
pub fn delivery(now: Timestamp, quote: &Quote, calendar: &Calendar) -> DeliveryWindow {
    let (from, to) = delivery_dates(in_paris(now).date(), quote.min_days, quote.max_days, calendar);
    DeliveryWindow { from: from.to_string(), to: to.to_string() }
}

fn not_shipping(cart: &PricedCart, country: &Country) -> Vec<NotShipping> {
    let items = cart.lines.iter().map(|line| &line.item);
    items
        .filter(|item| !item.ships_to(&country.id))
        .map(|item| NotShipping { item_id: item.item_id, sku: item.sku.clone(), name: item.name.clone() })
        .collect()
}

/// The house's other sites, named by their countries: that of the destination where it has one, since the others may not
/// ship there either; else all.
fn regional_sites(tx: &mut dyn Tx, view: &View, destination: &str) -> Result<Vec<RegionalSite>> {
    let sites: Vec<_> = region::other_sites(&view.config).collect();
    if sites.is_empty() {
        return Ok(Vec::new());
    }
    let own = sites.iter().any(|(country, _)| *country == destination);
    let sites = sites.into_iter().filter(|(country, _)| !own || *country == destination);
    let names = region::country_names(tx, view.lang())?;
    let named = |(country, url): (&String, &String)| RegionalSite {
        name: names.get(country).unwrap_or(country).clone(),
        url: url.clone(),
    };
    Ok(sites.map(named).collect())
}

// ── checkout/region ─────────────────────────────────────────────────────────────────────────────────────────────────

/// The countries of delivery, by name.
pub fn region(tx: &mut dyn Tx, view: &View, _: NoArgs) -> Result<Vec<Country>> {
    region::countries(tx, view.lang())
}

// ── checkout/place ──────────────────────────────────────────────────────────────────────────────────────────────────

/// Places an order for what lies in the cart.
///
/// Everything is computed anew and in this one transaction: either the order stands with its stock reserved and its mail
/// queued, or nothing has happened and the key is free again.
pub fn place(tx: &mut dyn Tx, visitor: &Visitor, args: PlaceArgs) -> Result<Placed> {
    let key = idempotency_key(&args.idempotency_key)?;
    let body_hash = body_hash(&args, &key)?;
    if let Some(earlier) = store::find_key(tx, visitor.session.id, &key)? {
        return replay(tx, visitor, &key, &body_hash, &earlier);
    }

    let command = Command::of(visitor);
    // What the same cart is waiting to be paid for gives its pieces back first: they may be the last.
    settlement::cancel_pending_of_cart(tx, &command, visitor.session.id, visitor.session.customer_id)?;
    let contents = cart::contents(tx, visitor)?;
    if contents.is_empty() {
        return Err(refuse(message::CART_EMPTY));
    }
    let form = form::check(tx, &visitor.view, &args, contents.needs_bed_terms())?;
    let to = Destination { country: &form.country.id, shipping_method: form.shipping_method, vouched_email: None };
    let cart = cart::price(tx, visitor, contents, to)?;
    let quote = check_destination(tx, &visitor.view, &cart, &form.country, form.shipping_method)?;
    check_items(&cart)?;
    check_total(&cart, &form)?;
    check_unpaid(tx, visitor, &form)?;

    let wanted: Vec<(i64, u32)> = cart.lines.iter().map(|line| (line.item.item_id, line.qty)).collect();
    let reserved = catalog::reserve(tx, visitor.view.lang(), &wanted)?;
    // One way from the random bytes, of which other keys are made too: the salt is kept as it is.
    let salt = session::new_token(&session::hash(&format!("salt {}", session::new_token(&visitor.random))));
    let token = order_token(&key, &salt);
    if form.wants_newsletter {
        let wish = newsletter::Wish { email: form.email.clone(), letters: Letters::SHOP, source: Source::Checkout };
        newsletter::ask(tx, visitor, &wish)?;
    }
    let order_id = write_order(tx, visitor, &form, &cart, &quote, &reserved, &token)?;
    let placed = PlacedUnder { body_hash, salt, order_id };
    store::save_key(tx, visitor.session.id, &key, &placed, visitor.now())?;
    let pieces: Vec<Vec<(i64, u32)>> = cart.lines.iter().map(|line| line.item.pieces()).collect();
    shipment::save_pieces(tx, order_id, &pieces)?;
    remember(tx, visitor, &form, order_id)?;
    settle(tx, visitor, &command, order_id, &token)?;
    Ok(answer(order_result(tx, &visitor.view, order_id, &token)?))
}

/// What follows at once from how an order is to be paid: a transfer or a cheque empties the cart and is confirmed; what is
/// paid online waits for the gateway; what costs nothing is paid.
fn settle(tx: &mut dyn Tx, visitor: &Visitor, command: &Command, order_id: i64, token: &str) -> Result<()> {
    let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
    if order.totals.total == Amount::ZERO {
        cart::empty(tx, visitor)?;
        return settlement::settle_free(tx, command, order_id);
    }
    if is_cart_settled(order.payment_method) {
        cart::empty(tx, visitor)?;
        order::save_confirmed(tx, order_id, command.now)?;
        return order_view::send_mail_with_token(tx, command, &order, token, &OrderMail::Received);
    }
    settlement::begin(tx, command, &order, settlement::payer(visitor))
}

/// Whether the cart is emptied at once: money that comes later by hand does not bring the shopper back to it (decisions §6).
fn is_cart_settled(method: PaymentMethod) -> bool {
    matches!(method, PaymentMethod::BankTransfer | PaymentMethod::Cheque)
}

// ── The key under which it is placed ────────────────────────────────────────────────────────────────────────────────

/// A UUID in lower case (RFC 9562).
fn idempotency_key(key: &str) -> Result<String> {
    let key = validate::trim(key).parse::<Hyphenated>();
    let key = key.map_err(|_| Refusal::of_field("idempotency_key", message::IDEMPOTENCY_KEY_BAD))?;
    Ok(key.to_string())
}

/// What tells one body from another; how the key is spelt does not.
fn body_hash(args: &PlaceArgs, key: &str) -> Result<Vec<u8>> {
    let args = PlaceArgs { idempotency_key: key.to_owned(), ..args.clone() };
    let body = serde_json::to_vec(&args).context("body of an order")?;
    Ok(Sha256::digest(body).to_vec())
}

/// The order's token, from the client's key and a salt: who has the one without the other learns nothing.
fn order_token(key: &str, salt: &str) -> String {
    session::new_token(&session::hash(&format!("order {key} {salt}")))
}

/// The answer once more, for a client that did not hear it.
fn replay(tx: &mut dyn Tx, visitor: &Visitor, key: &str, body_hash: &[u8], earlier: &PlacedUnder) -> Result<Placed> {
    if earlier.body_hash != body_hash {
        return Err(refuse(message::IDEMPOTENCY_KEY_REUSED));
    }
    let token = order_token(key, &earlier.salt);
    Ok(answer(order_result(tx, &visitor.view, earlier.order_id, &token)?))
}

// ── What may stand in the way ───────────────────────────────────────────────────────────────────────────────────────

/// Whether everything goes to that country, and how; names the regional sites that may help.
pub fn check_destination(
    tx: &mut dyn Tx,
    view: &View,
    cart: &PricedCart,
    country: &Country,
    method: ShippingMethod,
) -> Result<Quote> {
    let stranded = not_shipping(cart, country);
    if !stranded.is_empty() {
        let names: Vec<&str> = stranded.iter().map(|item| item.name.as_str()).collect();
        let message = message::NOT_SHIPPING.with("name", names.join(", ")).with("country", &country.name);
        return Err(with_sites(tx, view, country, message)?);
    }
    if cart.quotes.is_empty() {
        let message = message::COUNTRY_NOT_SERVED.with("country", &country.name);
        return Err(with_sites(tx, view, country, message)?);
    }
    let quote = cart.quotes.iter().find(|quote| quote.method == method).copied();
    quote.ok_or_else(|| Refusal::of_field("shipping_method", message::SHIPPING_METHOD_UNAVAILABLE).into())
}

/// The refusal of a destination. `sites` names the regional sites as people read them; `checkout/index` lists them for
/// machines.
fn with_sites(tx: &mut dyn Tx, view: &View, destination: &Country, message: Message) -> Result<Error> {
    let sites = regional_sites(tx, view, &destination.id)?;
    let sites: Vec<String> = sites.iter().map(|site| format!("{} ({})", site.name, site.url)).collect();
    Ok(Refusal::of_field("shipping_address.country", message.with("sites", sites.join(", "))).into())
}

/// Whether every line can be had as it stands.
fn check_items(cart: &PricedCart) -> Result<()> {
    if let Some(gone) = cart.withdrawn.first() {
        return Err(refuse(message::ITEM_WITHDRAWN.with("name", &gone.name)));
    }
    for line in &cart.lines {
        match &line.notice {
            None => {}
            Some(notice) if *notice == message::QTY_MAXIMUM => {
                return Err(refuse(notice.clone().with("name", &line.item.name)));
            }
            Some(_) => return Err(refuse(message::STOCK_CHANGED.with("name", &line.item.name))),
        }
    }
    Ok(())
}

/// Whether the shopper saw what is charged. Where it is the promo tag that no longer counts, its notice says so.
fn check_total(cart: &PricedCart, form: &Form) -> Result<()> {
    let in_other_currency = form.expected_currency != cart.totals.currency;
    if form.expected_total == cart.totals.total && !in_other_currency {
        return Ok(());
    }
    let seen = if in_other_currency {
        format!("{} {}", form.expected_total, form.expected_currency)
    } else {
        form.expected_total.to_string()
    };
    let changed = message::TOTAL_CHANGED
        .with("expected", seen)
        .with("total", cart.totals.total)
        .with("currency", cart.totals.currency);
    let mut refusal = Refusal::of_field("expected_total", changed);
    if let Some(tag) = cart.promo.as_ref().filter(|tag| tag.status != TagStatus::Applied) {
        refusal.fields.insert("promo_tag".into(), tag.status.notice(Percent::ZERO));
    }
    Err(refusal.into())
}

/// Whether this e-mail address or session already holds as much unpaid stock as one may (decisions §6), or was told today of
/// more orders that came to nothing than anybody changes their mind: the address is whatever somebody typed.
fn check_unpaid(tx: &mut dyn Tx, visitor: &Visitor, form: &Form) -> Result<()> {
    let limit = visitor.view.config.limits.unpaid_orders;
    let of_email = order::count_unpaid_of_mailbox(tx, &form.email)?;
    let of_session = order::count_unpaid_of_session(tx, visitor.session.id)?;
    if of_email.max(of_session) >= limit {
        return Err(refuse(message::UNPAID_ORDER_LIMIT.with("number", limit)));
    }
    let since = visitor.now() - SignedDuration::from_hours(24);
    if order::count_canceled_of_mailbox(tx, &form.email, since)? >= limit.saturating_mul(CHANGES_OF_MIND) {
        return Err(refuse(message::THROTTLED));
    }
    Ok(())
}

// ── The order ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Writes what was agreed; answers the order's id.
fn write_order(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    form: &Form,
    cart: &PricedCart,
    quote: &Quote,
    reserved: &[(i64, u32)],
    token: &str,
) -> Result<i64> {
    let now = visitor.now();
    let calendar = region::calendar(tx)?;
    let promo = cart.promo.as_ref().filter(|tag| tag.status == TagStatus::Applied);
    let new = NewOrder {
        session_id: Some(visitor.session.id),
        customer_id: visitor.session.customer_id,
        store: &visitor.view.store,
        email: &form.email,
        status: form.payment_method.initial_status(),
        payment_method: form.payment_method,
        shipping_method: quote.method,
        delivery: &delivery(now, quote, &calendar),
        rate: cart.rate.normalize().to_string(),
        promo: promo.map(|tag| (tag.tag.as_str(), tag.percentage)),
        totals: &cart.totals,
        lines: order_lines(cart),
        shipping_address: &form.shipping_address,
        billing_address: &form.billing_address,
        member_card: form.member_card.as_deref(),
        points: cart.points,
        wants_account: form.wants_account,
        wants_newsletter: form.wants_newsletter,
        hold_until: Some(held_until(form.payment_method, &visitor.view, &calendar)),
        reserved,
        token,
    };
    order::place(tx, &new, Actor::Customer, now)
}

/// The lines of a cart as they are agreed.
pub fn order_lines(cart: &PricedCart) -> Vec<OrderLine> {
    let lines = cart.lines.iter().map(|line| OrderLine {
        product_id: Some(line.item.item_id),
        sku: line.item.sku.clone(),
        name: line.item.name.clone(),
        options: line.item.options.clone(),
        qty: line.qty,
        price: line.item.price.amount(),
        market_price: line.item.market_price.map(|price| price.amount()),
        discount_amount: line.totals.discount.amount(),
        vat_rate: line.vat,
        promotion_category: line.item.promotion_category.clone(),
    });
    lines.collect()
}

/// The last second for which goods are held unpaid: that of the last working day for transfer and cheque.
fn held_until(method: PaymentMethod, view: &View, calendar: &Calendar) -> Timestamp {
    let over = if is_cart_settled(method) {
        calendar.deadline(view.now, view.config.payment.hold_days).ends_at
    } else {
        method.held_until(view.now, calendar)
    };
    over - SignedDuration::from_secs(1)
}

fn order_result(tx: &mut dyn Tx, view: &View, order_id: i64, token: &str) -> Result<PaymentResult> {
    let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
    order_view::result(tx, view, &order, token)
}

/// What an order leaves with its customer, or with the account that was wished for with it: addresses for the book, the
/// member card.
fn remember(tx: &mut dyn Tx, visitor: &Visitor, form: &Form, order_id: i64) -> Result<()> {
    let customer_id = match visitor.session.customer_id {
        Some(id) => Some(id),
        None if form.wants_account => {
            let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
            let of = FromOrder {
                order_number: &order.number,
                email: &form.email,
                first_name: &form.billing_address.first_name,
                last_name: &form.billing_address.last_name,
                member_card: form.member_card.as_deref(),
            };
            let made = customer::create_from_order(tx, &visitor.view, &visitor.random, of)?;
            if let Some(id) = made {
                order::save_customer(tx, order_id, id)?;
            }
            made
        }
        None => None,
    };
    let Some(id) = customer_id else { return Ok(()) };
    if let Some(number) = &form.member_card {
        customer::keep_member_card(tx, id, number)?;
    }
    let max = visitor.view.config.accounts.addresses;
    for kept in [&form.billing_address, &form.shipping_address] {
        if kept.save_in_address_book {
            address::keep(tx, id, kept, max)?;
        }
    }
    Ok(())
}

impl PaymentAnswer for Placed {
    fn pending(&self) -> Option<&str> {
        self.payment.is_online().then_some(&self.token)
    }

    fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Self> {
        Ok(Placed { payment: order_view::opened(tx, view, &self.token)?, ..self.clone() })
    }
}

fn answer(order: PaymentResult) -> Placed {
    Placed {
        order_number: order.order_number,
        token: order.token,
        status: order.status,
        totals: order.totals,
        payment: PlacedPayment {
            method: order.method,
            redirect_url: order.redirect_url,
            instructions: order.instructions,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::checkout::types::Address;
    use crate::config::Config;
    use crate::domain::money::Currency;
    use crate::domain::order_status::OrderStatus;
    use crate::domain::store_view::Lang;
    use crate::order::{addresses, find_by_token, history, lines};
    use crate::payment::types::Instructions;
    use crate::testing::fixture::{self, BED, MAT, Shop, TOWEL, at};
    use crate::{outbox, testing, vals};

    const KEY: &str = "11111111-2222-4333-8444-555555555555";

    fn shop_with(items: &[(&str, i64)]) -> (Shop, Visitor) {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        for (sku, qty) in items {
            shop.add(&visitor, sku, *qty);
        }
        (shop, visitor)
    }

    fn refused(shop: &Shop, visitor: &Visitor, args: &PlaceArgs) -> Refusal {
        shop.refusal(|tx| place(tx, visitor, args.clone()))
    }

    fn asked(shop: &Shop, visitor: &Visitor, country: &str) -> Checkout {
        shop.write(|tx| index(tx, visitor, IndexArgs { country: country.into(), ..IndexArgs::default() }))
    }

    fn cart_qty(shop: &Shop, visitor: &Visitor) -> usize {
        shop.write(|tx| cart::contents(tx, visitor)).len()
    }

    fn with_config(visitor: &mut Visitor, change: impl FnOnce(&mut Config)) {
        change(Arc::make_mut(&mut visitor.view.config));
    }

    // ── checkout/index and checkout/region ──────────────────────────────────────────────────────────────────────────

    #[test]
    fn checkout_answers_carriers_dates_and_payment_methods() {
        let (shop, visitor) = shop_with(&[("TOWEL", 2)]);
        let checkout = asked(&shop, &visitor, "");
        assert_eq!((checkout.country.as_str(), checkout.shipping_method.as_str()), ("GB", "standard"));
        let offers: Vec<_> = checkout
            .shipping_methods
            .iter()
            .map(|offer| (offer.code.as_str(), offer.name.as_str(), offer.note.as_str(), offer.amount.minor()))
            .collect();
        assert_eq!(offers, [("standard", "Standard delivery", "To your door", 590), ("dhl", "DHL Express", "", 1_490)]);
        // Ordered on a Saturday: the first working day is Monday, 23 November.
        let first = &checkout.shipping_methods[0];
        assert_eq!((first.delivery_from.as_str(), first.delivery_to.as_str()), ("2026-11-24", "2026-11-26"));
        let ways: Vec<_> = checkout.payment_methods.iter().map(|way| (way.code.code(), way.name.as_str())).collect();
        assert_eq!(ways, [("card", "Credit card"), ("bank_transfer", "Bank transfer"), ("cheque", "Cheque")]);
        assert!(!checkout.bed_terms_required && checkout.not_shipping.is_empty() && checkout.regional_sites.is_empty());
        assert_eq!(checkout.points, 80);
        assert_eq!(checkout.totals.total.minor(), 8_590);
    }

    #[test]
    fn checkout_depends_on_the_destination() {
        let (shop, mut visitor) = shop_with(&[("TOWEL", 1), ("BED", 1)]);
        with_config(&mut visitor, |config| {
            config.region.sites = [("CH".to_owned(), "https://ch.shop.example/de".to_owned())].into();
        });
        let home = asked(&shop, &visitor, "fr");
        assert!(home.bed_terms_required && home.not_shipping.is_empty());
        assert_eq!(home.shipping_methods.len(), 1, "a bed is too heavy for the express carrier");
        let away = asked(&shop, &visitor, " ch ");
        assert_eq!(away.country, "CH");
        let stranded: Vec<_> = away.not_shipping.iter().map(|item| (item.item_id, item.sku.as_str())).collect();
        assert_eq!(stranded, [(BED, "BED")]);
        assert_eq!(
            away.regional_sites,
            [RegionalSite { name: "Switzerland".into(), url: "https://ch.shop.example/de".into() }]
        );
        let nowhere = asked(&shop, &visitor, "PN");
        assert_eq!((nowhere.shipping_method.as_str(), nowhere.shipping_methods.len()), ("", 0));
    }

    #[test]
    fn checkout_refuses_unknown_values() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        let of = |args: IndexArgs| shop.refusal(|tx| index(tx, &visitor, args));
        let refusal = of(IndexArgs { country: "ZZ".into(), ..IndexArgs::default() });
        assert_eq!(refusal.fields["country"], message::COUNTRY_UNKNOWN);
        let refusal = of(IndexArgs { shipping_method: "pigeon".into(), ..IndexArgs::default() });
        assert_eq!(refusal.fields["shipping_method"], message::SHIPPING_METHOD_UNAVAILABLE);
        let refusal = of(IndexArgs { member_card: "12345".into(), ..IndexArgs::default() });
        assert_eq!(refusal.message.rendered(), "Please enter a valid ALL Member Card Number.");
        assert!(refusal.fields.contains_key("member_card"));
        // An unavailable carrier is no error: the answer names the one used instead.
        let args = IndexArgs { country: "CH".into(), shipping_method: "dhl".into(), ..IndexArgs::default() };
        assert_eq!(shop.write(|tx| index(tx, &visitor, args)).shipping_method, "standard");
    }

    #[test]
    fn empty_cart_has_an_empty_checkout() {
        let (shop, visitor) = shop_with(&[]);
        let checkout = asked(&shop, &visitor, "");
        assert!(checkout.items.is_empty());
        assert_eq!(checkout.totals.total, Amount::ZERO);
    }

    #[test]
    fn countries_are_sorted_by_name() {
        let (shop, visitor) = shop_with(&[]);
        let names = |lang: Lang| -> Vec<String> {
            let view = View { store: visitor.view.stores.of(lang), ..visitor.view.clone() };
            shop.write(|tx| region(tx, &view, NoArgs {})).into_iter().map(|country| country.name).collect()
        };
        assert_eq!(names(Lang::En)[..3], ["France", "Germany", "Pitcairn"]);
        assert_eq!(names(Lang::Fr)[..2], ["Allemagne", "France"]);
    }

    // ── checkout/place ──────────────────────────────────────────────────────────────────────────────────────────────

    #[test]
    fn placed_order_is_stored_completely() {
        let (shop, mut visitor) = shop_with(&[("ROBE-S", 1), ("SET", 1), ("CANDLE", 1)]);
        visitor.promo_tag = Some("valmere-team".into());
        let mut args = shop.form(&visitor);
        args.member_card = "1234 5678 9012 3456".into();
        args.create_account = true;
        args.billing_address = Some(Address {
            first_name: "Ben".into(),
            country: "FR".into(),
            postcode: "74000".into(),
            city: "Annecy".into(),
            ..args.shipping_address.clone()
        });
        let placed = shop.place(&visitor, &args);
        assert_eq!(placed.order_number, "2026-000001");
        assert_eq!(placed.status, OrderStatus::PendingBankTransfer);
        assert_eq!(placed.payment.method, PaymentMethod::BankTransfer);
        assert_eq!(placed.payment.redirect_url, None);
        assert_eq!(Some(placed.totals.total), args.expected_total);
        // 330.00: 30 % off robe and kit, 10.00 off the reduced candle; free shipping.
        assert_eq!(placed.totals.discount_amount.minor(), 3_600 + 3_900 + 1_000);
        assert_eq!(placed.totals.total.minor(), 33_000 - 8_500);
        let Some(Instructions::BankTransfer { reference, amount, .. }) = &placed.payment.instructions else {
            panic!("bank details")
        };
        assert_eq!((reference, *amount), (&placed.order_number, placed.totals.total));

        let order = shop.write(|tx| find_by_token(tx, &placed.token)).expect("an order");
        assert_eq!(order.totals, placed.totals);
        assert_eq!((order.points, order.member_card.as_deref()), (245, Some("1234567890123456")));
        assert_eq!((order.delivery.from.as_str(), order.delivery.to.as_str()), ("2026-11-24", "2026-11-26"));
        assert_eq!(order.hold_until, Some(at("2026-11-27T22:59:59Z")));
        let lines = shop.write(|tx| lines(tx, order.id));
        let kept: Vec<_> =
            lines.iter().map(|line| (line.sku.as_str(), line.qty, line.discount_amount.minor())).collect();
        assert_eq!(kept, [("ROBE-S", 1, 3_600), ("SET", 1, 3_900), ("CANDLE", 1, 1_000)]);
        assert_eq!((lines[0].options[0].label.as_str(), lines[0].vat_rate), ("Small", Percent::whole(20)));
        assert_eq!(lines[2].market_price, Some(Amount::from_minor(10_000)));
        let (shipping, billing) = shop.write(|tx| addresses(tx, order.id));
        assert_eq!(
            (shipping.city.as_str(), billing.city.as_str(), billing.first_name.as_str()),
            ("London", "Annecy", "Ben")
        );
        let history = shop.write(|tx| history(tx, order.id));
        assert_eq!((history.len(), history[0].actor.as_str()), (1, "customer"));
        let row: (String, i64, String, bool, bool) = shop.write(|tx| {
            tx.one(
                "SELECT promo_tag, promo_percentage, rate, wants_account, wants_newsletter FROM sales_order",
                vals![],
            )
        });
        assert_eq!(row, ("VALMERE-TEAM".into(), 30, "1".into(), true, false));

        // The kit takes two towels and a mat.
        assert_eq!((shop.stock(TOWEL), shop.stock(MAT), shop.stock(fixture::ROBE_S)), (8, 49, 4));
        assert_eq!(cart_qty(&shop, &visitor), 0);
    }

    #[test]
    fn order_mail_data_is_complete() {
        let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
        visitor.view.store = visitor.view.stores.of(Lang::Fr);
        let placed = shop.place(&visitor, &shop.form(&visitor));
        let mails = shop.write(|tx| outbox::due(tx, at(fixture::NOW), 10));
        assert_eq!(mails.len(), 1);
        let mail = &mails[0];
        assert_eq!(
            (mail.template.as_str(), mail.lang, mail.recipient.as_str()),
            ("order_received", Lang::Fr, "ada@example.com")
        );
        let data: serde_json::Value = serde_json::from_str(&mail.data).expect("JSON");
        // The path only: the public URL is added when the mail is rendered.
        assert_eq!(data["url"], format!("/fr/ordersuccess?token={}", placed.token));
        let order = &data["order"];
        assert_eq!(order["order_number"], placed.order_number);
        assert_eq!(order["totals"]["total"], "45.90");
        assert_eq!(order["items"][0]["name"], "Lac towel (fr)");
        assert_eq!(order["instructions"]["kind"], "bank_transfer");
        assert_eq!(order["shipping_lines"][3], "SW1Y 4LB");
        assert_eq!(order["status_label"], "Virement en attente");
    }

    #[test]
    fn idempotency_key_places_one_order() {
        let (shop, visitor) = shop_with(&[("TOWEL", 2)]);
        let args = PlaceArgs { idempotency_key: KEY.into(), ..shop.form(&visitor) };
        let first = shop.place(&visitor, &args);
        let mut later = visitor.clone();
        // A retry of the same request with other random bytes and time.
        (later.random, later.view.now) = ([9; 32], at("2026-11-21T10:01:00Z"));
        let again =
            shop.place(&later, &PlaceArgs { idempotency_key: format!(" {} ", KEY.to_uppercase()), ..args.clone() });
        assert_eq!((&again.order_number, &again.token), (&first.order_number, &first.token));
        assert_eq!((shop.count("sales_order"), shop.count("mail"), shop.stock(TOWEL)), (1, 1, 8));
        // Keys are case-insensitive.
        let stored: Vec<String> = shop.write(|tx| tx.all("SELECT salt FROM idempotency", vals![]));
        assert!(first.token != stored[0], "the token is not stored");

        shop.add(&visitor, "TOWEL", 1);
        let other = PlaceArgs { idempotency_key: KEY.into(), ..shop.form(&visitor) };
        assert_eq!(refused(&shop, &visitor, &other).message, message::IDEMPOTENCY_KEY_REUSED);
        assert_eq!(cart_qty(&shop, &visitor), 1);
        // Keys are per session.
        let ben = shop.newcomer();
        shop.add(&ben, "TOWEL", 1);
        let placed = shop.place(&ben, &PlaceArgs { idempotency_key: KEY.into(), ..shop.form(&ben) });
        assert_ne!(placed.order_number, first.order_number);
        assert_ne!(placed.token, first.token);
    }

    #[test]
    fn refused_order_does_not_use_the_key() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        let args = PlaceArgs { idempotency_key: KEY.into(), terms: false, ..shop.form(&visitor) };
        assert_eq!(refused(&shop, &visitor, &args).fields["terms"], message::TERMS_REQUIRED);
        assert_eq!(shop.count("idempotency"), 0);
        shop.place(&visitor, &PlaceArgs { terms: true, ..args });
    }

    #[test]
    fn expired_keys_are_deleted() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        shop.place(&visitor, &shop.form(&visitor));
        let delete = |before: &str| shop.write(|tx| store::delete_old_keys(tx, at(before), 10));
        assert_eq!(delete(fixture::NOW), 0);
        assert_eq!(delete("2026-11-21T10:00:01Z"), 1);
    }

    #[test]
    fn idempotency_key_must_be_a_uuid() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        for key in [
            "",
            "1",
            "11111111-2222-4333-8444-55555555555",
            "11111111-2222-4333-8444-55555555555g",
            "{1111111-2222-4333-8444-555555555555",
            "{11111111-2222-4333-8444-555555555555}",
            "11111111222243338444555555555555",
            "urn:uuid:11111111-2222-4333-8444-555555555555",
        ] {
            let args = PlaceArgs { idempotency_key: key.into(), ..shop.form(&visitor) };
            assert_eq!(refused(&shop, &visitor, &args).message, message::IDEMPOTENCY_KEY_BAD, "{key}");
        }
    }

    #[test]
    fn empty_cart_cannot_be_ordered() {
        let (shop, visitor) = shop_with(&[]);
        assert_eq!(refused(&shop, &visitor, &shop.form(&visitor)).message, message::CART_EMPTY);
    }

    #[test]
    fn beds_require_their_terms() {
        let (shop, visitor) = shop_with(&[("BED", 1)]);
        let args = PlaceArgs { bed_terms: false, ..shop.form(&visitor) };
        assert_eq!(refused(&shop, &visitor, &args).fields["bed_terms"], message::BED_TERMS_REQUIRED);
        shop.place(&visitor, &PlaceArgs { bed_terms: true, ..args });
    }

    #[test]
    fn unshippable_items_are_named_with_regional_sites() {
        let (shop, mut visitor) = shop_with(&[("TOWEL", 1), ("BED", 1)]);
        with_config(&mut visitor, |config| {
            config.region.sites = [("CH".to_owned(), "https://ch.shop.example/de".to_owned())].into();
        });
        let to = |country: &str, postcode: &str| {
            let mut args = shop.form(&visitor);
            (args.shipping_address.country, args.shipping_address.postcode) = (country.into(), postcode.into());
            args
        };
        let refusal = refused(&shop, &visitor, &to("CH", "1201"));
        assert_eq!(refusal.message.id, "checkout.notShipping");
        assert_eq!(
            refusal.message.rendered(),
            "We cannot ship Lac bed to Switzerland. One of our other regional sites may deliver there."
        );
        assert_eq!(refusal.message.params["sites"], "Switzerland (https://ch.shop.example/de)");
        assert!(refusal.fields.contains_key("shipping_address.country"));
        shop.write(|tx| cart::empty(tx, &visitor));
        shop.add(&visitor, "TOWEL", 1);
        assert_eq!(refused(&shop, &visitor, &to("PN", "")).message, message::COUNTRY_NOT_SERVED);
        let args = PlaceArgs { shipping_method: "dhl".into(), ..to("CH", "1201") };
        assert_eq!(refused(&shop, &visitor, &args).fields["shipping_method"], message::SHIPPING_METHOD_UNAVAILABLE);
    }

    #[test]
    fn expected_total_and_currency_must_match() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        let args = shop.form(&visitor);
        shop.exec("UPDATE price SET amount = 4200 WHERE product_id = 1 AND currency = 'EUR'");
        let refusal = refused(&shop, &visitor, &args);
        assert_eq!(refusal.message, message::TOTAL_CHANGED);
        let said = |name| refusal.message.params[name].as_str();
        assert_eq!([said("expected"), said("total"), said("currency")], ["45.90", "47.90", "EUR"]);
        assert_eq!((shop.count("sales_order"), shop.stock(TOWEL), cart_qty(&shop, &visitor)), (0, 10, 1));
        shop.place(&visitor, &PlaceArgs { expected_total: Some(Amount::from_minor(4_790)), ..args });

        // The currency must match too.
        let mut visitor = shop.newcomer();
        shop.add(&visitor, "TOWEL", 1);
        let args = shop.form(&visitor);
        visitor.view.currency = Currency::Chf;
        assert_eq!(refused(&shop, &visitor, &args).message, message::TOTAL_CHANGED);
    }

    #[test]
    fn expected_total_is_required() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        let args = PlaceArgs { expected_total: None, ..shop.form(&visitor) };
        assert_eq!(refused(&shop, &visitor, &args).message, message::EXPECTED_TOTAL_BAD);
        assert!(serde_json::from_str::<PlaceArgs>(r#"{ "expected_total": 45.9 }"#).is_err());
    }

    #[test]
    fn equal_amount_in_another_currency_is_another_total() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        let args = PlaceArgs { expected_currency: Some(Currency::Chf), ..shop.form(&visitor) };
        let refusal = refused(&shop, &visitor, &args);
        assert_eq!(refusal.message.id, message::TOTAL_CHANGED.id);
        assert_eq!(refusal.message.params["expected"], "45.90 CHF");
        shop.place(&visitor, &PlaceArgs { expected_currency: None, ..args });
    }

    #[test]
    fn typed_email_does_not_apply_a_domain_tag() {
        let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
        visitor.promo_tag = Some("STAFF".into());
        let checkout = asked(&shop, &visitor, "");
        assert_eq!(checkout.promo.expect("a tag").status, TagStatus::NotAllowed);
        assert_eq!(checkout.totals.total.minor(), 4_000 + 590);
        let own = PlaceArgs { email: "ada@valmere.example".into(), ..shop.form(&visitor) };
        let reduced = PlaceArgs { expected_total: Some(Amount::from_minor(4_000 - 1_200 + 590)), ..own.clone() };
        let refusal = refused(&shop, &visitor, &reduced);
        assert_eq!(refusal.message, message::TOTAL_CHANGED);
        assert_eq!(refusal.fields["promo_tag"], message::PROMO_NOT_ALLOWED);
        assert_eq!(shop.place(&visitor, &own).totals.discount_amount.minor(), 0);
    }

    #[test]
    fn tag_expired_before_the_order_is_not_applied() {
        let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
        visitor.promo_tag = Some("VALMERE-TEAM".into());
        let args = shop.form(&visitor);
        let end = at(fixture::NOW).as_millisecond();
        shop.exec(&format!("UPDATE promo_tag SET valid_to = {end} WHERE tag = 'VALMERE-TEAM'"));
        let refusal = refused(&shop, &visitor, &args);
        assert_eq!(refusal.fields["promo_tag"], message::PROMO_EXPIRED);
        // At the regular price the order is placed without the tag.
        shop.place(&visitor, &PlaceArgs { expected_total: Some(Amount::from_minor(4_590)), ..args });
        let tag: Option<String> = shop.write(|tx| tx.one("SELECT promo_tag FROM sales_order", vals![]));
        assert_eq!(tag, None);
    }

    #[test]
    fn last_piece_goes_to_one_of_two_orders() {
        let (shop, ada) = shop_with(&[("TOWEL", 10)]);
        let ben = shop.newcomer();
        shop.add(&ben, "SET", 1);
        let (of_ada, of_ben) = (shop.form(&ada), shop.form(&ben));
        shop.place(&ada, &of_ada);
        assert_eq!(shop.stock(TOWEL), 0);
        let refusal = refused(&shop, &ben, &of_ben);
        assert_eq!(refusal.message, message::STOCK_CHANGED);
        assert_eq!(refusal.message.params["name"], "Lac set");
        assert_eq!((shop.count("sales_order"), cart_qty(&shop, &ben)), (1, 1));
        let notice = asked(&shop, &ben, "").items[0].notice.clone();
        assert_eq!(notice.expect("a notice"), message::KIT_PARTS_OUT);
    }

    #[test]
    fn missing_items_are_named() {
        let (shop, visitor) = shop_with(&[("MAT", 4), ("LOTION", 1)]);
        let args = shop.form(&visitor);
        shop.exec("UPDATE product SET max_qty = 2 WHERE sku = 'MAT'");
        let refusal = refused(&shop, &visitor, &args);
        assert_eq!(refusal.message.rendered(), "You have reached the maximum order quantity for this item.");
        assert_eq!(refusal.message.params["name"], "Lac mat");
        shop.exec("UPDATE product SET max_qty = 4, enabled = 0 WHERE sku = 'MAT'");
        let refusal = refused(&shop, &visitor, &args);
        assert_eq!(refusal.message, message::ITEM_WITHDRAWN);
        assert_eq!(refusal.message.params["name"], "Lac mat");
    }

    #[test]
    fn unpaid_orders_are_limited() {
        let (shop, visitor) = shop_with(&[]);
        for key in 1..=3 {
            shop.order(&visitor, key);
        }
        let attempt = |visitor: &Visitor, email: &str| {
            shop.add(visitor, "TOWEL", 1);
            let args = PlaceArgs { email: email.into(), idempotency_key: KEY.into(), ..shop.form(visitor) };
            shop.attempt(|tx| place(tx, visitor, args))
        };
        let refusal = attempt(&visitor, "another@example.com").expect_err("the session is full");
        assert_eq!(
            refusal.refusal().expect("a refusal").message.rendered(),
            "Unpaid orders are limited to 3 at a time. Please pay for or cancel one before placing another."
        );
        let other = shop.newcomer();
        let refusal = attempt(&other, "ADA@EXAMPLE.COM").expect_err("the address is full");
        assert_eq!(refusal.refusal().expect("a refusal").message, message::UNPAID_ORDER_LIMIT);
        attempt(&other, "ben@example.com").expect("neither is full");
        // A replay places no order.
        let args = PlaceArgs { idempotency_key: KEY.into(), email: "ben@example.com".into(), ..shop.form(&other) };
        assert_eq!(refused(&shop, &other, &args).message, message::IDEMPOTENCY_KEY_REUSED);
        // Paid and canceled orders do not count.
        shop.exec("UPDATE sales_order SET status = 'processing' WHERE id = 1");
        attempt(&visitor, "third@example.com").expect("room again");
    }

    #[test]
    fn stock_is_held_for_the_configured_days() {
        let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
        with_config(&mut visitor, |config| config.payment.hold_days = 2);
        let placed = shop.place(&visitor, &shop.form(&visitor));
        let order = shop.write(|tx| find_by_token(tx, &placed.token)).expect("an order");
        assert_eq!(order.hold_until, Some(at("2026-11-24T22:59:59Z")));
        let calendar = Calendar::target2();
        assert_eq!(held_until(PaymentMethod::Card, &visitor.view, &calendar), at("2026-11-21T10:59:59Z"));
    }

    #[test]
    fn order_keeps_its_currency() {
        let (shop, mut visitor) = shop_with(&[("TOWEL", 1)]);
        visitor.view.currency = Currency::Chf;
        let args = PlaceArgs { member_card: "1234567890123456".into(), ..shop.form(&visitor) };
        let placed = shop.place(&visitor, &args);
        assert_eq!((placed.totals.currency, placed.totals.total.minor()), (Currency::Chf, 4_600));
        let Some(Instructions::BankTransfer { qr, currency, .. }) = placed.payment.instructions else {
            panic!("bank details")
        };
        assert_eq!((qr, currency), (None, Currency::Chf), "the EPC code supports EUR only");
        let order = shop.write(|tx| find_by_token(tx, &placed.token)).expect("an order");
        // 40.00 CHF at 0.935 CHF per EUR.
        assert_eq!(order.points, 42);
    }

    #[test]
    fn every_query_uses_an_index() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1), ("SET", 1)]);
        let args = shop.form(&visitor);
        testing::assert_indexed(&shop.connection, |tx| index(tx, &visitor, IndexArgs::default()));
        testing::assert_indexed(&shop.connection, |tx| place(tx, &visitor, args.clone()));
        testing::assert_indexed(&shop.connection, |tx| place(tx, &visitor, args.clone()));
        testing::assert_indexed(&shop.connection, |tx| store::delete_old_keys(tx, at(fixture::NOW), 10));
        testing::assert_indexed(&shop.connection, |tx| outbox::due(tx, at(fixture::NOW), 10));
        testing::assert_indexed(&shop.connection, |tx| order::list_overdue(tx, at("2027-01-01T00:00:00Z"), 10));
    }

    #[test]
    fn repeated_closure_gives_the_same_result() {
        let (shop, visitor) = shop_with(&[("TOWEL", 1)]);
        let args = shop.form(&visitor);
        let first = shop.attempt(|tx| -> Result<()> {
            let placed = place(tx, &visitor, args.clone())?;
            Err(refuse(message::ERROR.with("token", placed.token)))
        });
        let first = first.expect_err("rolled back").refusal().expect("a refusal").message.params["token"].clone();
        assert_eq!(shop.place(&visitor, &args).token, first);
    }
}
