//! The calls of the checkout, one function a path.

use anyhow::{Context as _, anyhow};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::form::{self, Form, offered_payment_methods};
use super::store::{self, PlacedUnder};
use super::types::{
    Checkout, Country, IndexArgs, NotShipping, PaymentOption, PlaceArgs, Placed, PlacedPayment, RegionalSite,
    ShippingOption,
};
use crate::call::{View, Visitor};
use crate::cart::{self, Bag, Destination};
use crate::catalog::types::DeliveryWindow;
use crate::db::Tx;
use crate::domain::money::Percent;
use crate::domain::order_status::PaymentMethod;
use crate::domain::promotion::TagStatus;
use crate::domain::shipping::{Quote, ShippingMethod, delivery_dates};
use crate::domain::validate::{self, compact};
use crate::domain::working_days::{Calendar, in_paris};
use crate::error::{Error, Refusal, Result, refuse};
use crate::message::{self, Message};
use crate::order::{self, Actor, NewOrder, OrderLine};
use crate::outbox::{self, NewMail};
use crate::page::types::NoArgs;
use crate::payment::types::PaymentResult;
use crate::{address, catalog, payment, session};

// ── checkout/index ──────────────────────────────────────────────────────────────────────────────────────────────────

/// The bag at its destination: carriers, ways to pay, and what stands in the way.
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
    let bag = cart::price(tx, visitor, contents, Destination { country: &country.id, shipping_method, email: None })?;

    let calendar = address::calendar(tx)?;
    let names = catalog::labels(tx, lang, "shipping_method")?;
    let notes = catalog::labels(tx, lang, "shipping_note")?;
    let shipping_methods = bag.quotes.iter().map(|quote| {
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
    let payment_methods = offered_payment_methods(view).map(|method| PaymentOption {
        code: method,
        name: names.get(method.code()).cloned().unwrap_or_else(|| method.code().to_owned()),
    });

    Ok(Checkout {
        items: bag.items(),
        shipping_method: bag.shipping.map(|quote| quote.method.code().to_owned()).unwrap_or_default(),
        shipping_methods: shipping_methods.collect(),
        payment_methods: payment_methods.collect(),
        bed_terms_required,
        not_shipping: not_shipping(&bag, &country),
        regional_sites: regional_sites(tx, view)?,
        country: country.id,
        totals: bag.totals,
        promo: bag.promo,
        points: bag.points,
    })
}

/// The country that was asked for, or the store's.
fn country(tx: &mut dyn Tx, view: &View, asked: &str) -> Result<Country> {
    let id = compact(asked).to_uppercase();
    let id = if id.is_empty() { view.store.default_country } else { id.as_str() };
    let found = address::country(tx, view.lang(), id)?;
    found.ok_or_else(|| Refusal::of_field("country", message::COUNTRY_UNKNOWN).into())
}

/// When an order placed now arrives.
fn delivery(now: Timestamp, quote: &Quote, calendar: &Calendar) -> DeliveryWindow {
    let (from, to) = delivery_dates(in_paris(now).date(), quote.min_days, quote.max_days, calendar);
    DeliveryWindow { from: from.to_string(), to: to.to_string() }
}

fn not_shipping(bag: &Bag, country: &Country) -> Vec<NotShipping> {
    let items = bag.lines.iter().map(|line| &line.item);
    items
        .filter(|item| !item.ships_to(&country.id))
        .map(|item| NotShipping { item_id: item.item_id, sku: item.sku.clone(), name: item.name.clone() })
        .collect()
}

/// The house's other sites, named by their countries.
fn regional_sites(tx: &mut dyn Tx, view: &View) -> Result<Vec<RegionalSite>> {
    let sites = &view.config.region.sites;
    if sites.is_empty() {
        return Ok(Vec::new());
    }
    let names = address::country_names(tx, view.lang())?;
    let site = |(country, url): (&String, &String)| RegionalSite {
        name: names.get(country).unwrap_or(country).clone(),
        url: url.clone(),
    };
    Ok(sites.iter().map(site).collect())
}

// ── checkout/region ─────────────────────────────────────────────────────────────────────────────────────────────────

/// The countries of delivery, by name.
pub fn region(tx: &mut dyn Tx, view: &View, _: NoArgs) -> Result<Vec<Country>> {
    address::countries(tx, view.lang())
}

// ── checkout/place ──────────────────────────────────────────────────────────────────────────────────────────────────

/// Template of the mail that confirms an order.
const ORDER_RECEIVED: &str = "order_received";

/// What that mail shows.
#[derive(Debug, Serialize)]
struct OrderMail<'a> {
    order: &'a PaymentResult,
    /// The order's page, by its token.
    url: &'a str,
}

/// Places an order for what lies in the bag.
///
/// Everything is computed anew and in this one transaction: either the order stands with its stock reserved and its mail
/// queued, or nothing has happened and the key is free again.
pub fn place(tx: &mut dyn Tx, visitor: &Visitor, args: PlaceArgs) -> Result<Placed> {
    let key = idempotency_key(&args.idempotency_key)?;
    let body_hash = body_hash(&args)?;
    if let Some(earlier) = store::find_key(tx, visitor.session.id, &key)? {
        return replay(tx, visitor, &key, &body_hash, &earlier);
    }

    let contents = cart::contents(tx, visitor)?;
    if contents.is_empty() {
        return Err(refuse(message::CART_EMPTY));
    }
    let form = form::check(tx, &visitor.view, &args, contents.needs_bed_terms())?;
    let to = Destination { country: &form.country.id, shipping_method: form.shipping_method, email: Some(&form.email) };
    let bag = cart::price(tx, visitor, contents, to)?;
    let quote = check_destination(tx, &visitor.view, &bag, &form)?;
    check_items(&bag)?;
    check_total(&bag, &form)?;
    check_unpaid(tx, visitor, &form)?;

    let wanted: Vec<(i64, u32)> = bag.lines.iter().map(|line| (line.item.item_id, line.qty)).collect();
    let reserved = catalog::reserve(tx, visitor.view.lang(), &wanted)?;
    let salt = visitor.random;
    let token = order_token(&key, &salt);
    let order_id = write_order(tx, visitor, &form, &bag, &quote, &reserved, &token)?;
    let placed = PlacedUnder { body_hash, salt, order_id };
    store::save_key(tx, visitor.session.id, &key, &placed, visitor.now())?;
    if is_bag_settled(form.payment_method) {
        cart::empty(tx, visitor)?;
    }

    let result = order_result(tx, &visitor.view, order_id, &token)?;
    confirm(tx, &visitor.view, &result)?;
    Ok(answer(result))
}

/// Whether the bag is emptied at once: money that comes later by hand does not bring the shopper back to it (decisions §6).
fn is_bag_settled(method: PaymentMethod) -> bool {
    matches!(method, PaymentMethod::BankTransfer | PaymentMethod::Cheque)
}

// ── The key under which it is placed ────────────────────────────────────────────────────────────────────────────────

/// A UUID in lower case (RFC 9562).
fn idempotency_key(key: &str) -> Result<String> {
    let key = validate::trim(key).to_ascii_lowercase();
    let groups: Vec<&str> = key.split('-').collect();
    let is_uuid = groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(|group| group.bytes().all(|digit| digit.is_ascii_hexdigit()));
    if is_uuid { Ok(key) } else { Err(Refusal::of_field("idempotency_key", message::IDEMPOTENCY_KEY_BAD).into()) }
}

fn body_hash(args: &PlaceArgs) -> Result<[u8; 32]> {
    let body = serde_json::to_vec(args).context("body of an order")?;
    Ok(Sha256::digest(body).into())
}

/// The order's token, from the client's key and a salt: who has the one without the other learns nothing.
fn order_token(key: &str, salt: &[u8; 32]) -> String {
    let salt = session::new_token(salt);
    session::new_token(&session::hash(&format!("order {key} {salt}")))
}

/// The answer once more, for a client that did not hear it.
fn replay(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    key: &str,
    body_hash: &[u8; 32],
    earlier: &PlacedUnder,
) -> Result<Placed> {
    if earlier.body_hash != *body_hash {
        return Err(refuse(message::IDEMPOTENCY_KEY_REUSED));
    }
    let token = order_token(key, &earlier.salt);
    Ok(answer(order_result(tx, &visitor.view, earlier.order_id, &token)?))
}

// ── What may stand in the way ───────────────────────────────────────────────────────────────────────────────────────

/// Whether everything goes to that country, and how; names the regional sites that may help.
fn check_destination(tx: &mut dyn Tx, view: &View, bag: &Bag, form: &Form) -> Result<Quote> {
    let country = &form.country;
    let stranded = not_shipping(bag, country);
    if !stranded.is_empty() {
        let names: Vec<&str> = stranded.iter().map(|item| item.name.as_str()).collect();
        let message = message::NOT_SHIPPING.with("name", names.join(", ")).with("country", &country.name);
        return Err(with_sites(tx, view, message)?);
    }
    if bag.quotes.is_empty() {
        return Err(with_sites(tx, view, message::COUNTRY_NOT_SERVED.with("country", &country.name))?);
    }
    let quote = bag.quotes.iter().find(|quote| quote.method == form.shipping_method).copied();
    quote.ok_or_else(|| Refusal::of_field("shipping_method", message::SHIPPING_METHOD_UNAVAILABLE).into())
}

/// The refusal of a destination. `sites` names the regional sites as people read them; `checkout/index` lists them for
/// machines.
fn with_sites(tx: &mut dyn Tx, view: &View, message: Message) -> Result<Error> {
    let sites = regional_sites(tx, view)?;
    let sites: Vec<String> = sites.iter().map(|site| format!("{} ({})", site.name, site.url)).collect();
    Ok(Refusal::of_field("shipping_address.country", message.with("sites", sites.join(", "))).into())
}

/// Whether every line can be had as it stands.
fn check_items(bag: &Bag) -> Result<()> {
    if let Some(gone) = bag.withdrawn.first() {
        return Err(refuse(message::ITEM_WITHDRAWN.with("name", &gone.name)));
    }
    for line in &bag.lines {
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
fn check_total(bag: &Bag, form: &Form) -> Result<()> {
    if form.expected_total == bag.totals.total {
        return Ok(());
    }
    let changed = message::TOTAL_CHANGED
        .with("expected", form.expected_total)
        .with("total", bag.totals.total)
        .with("currency", bag.totals.currency);
    let mut refusal = Refusal::of_field("expected_total", changed);
    if let Some(tag) = bag.promo.as_ref().filter(|tag| tag.status != TagStatus::Applied) {
        refusal.fields.insert("promo_tag".into(), tag.status.notice(Percent::ZERO));
    }
    Err(refusal.into())
}

/// Whether this e-mail address or session already holds as much unpaid stock as one may (decisions §6).
fn check_unpaid(tx: &mut dyn Tx, visitor: &Visitor, form: &Form) -> Result<()> {
    let limit = visitor.view.config.limits.unpaid_orders;
    let of_email = order::count_unpaid_of_email(tx, &form.email)?;
    let of_session = order::count_unpaid_of_session(tx, visitor.session.id)?;
    if of_email.max(of_session) >= limit {
        return Err(refuse(message::UNPAID_ORDER_LIMIT.with("number", limit)));
    }
    Ok(())
}

// ── The order ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Writes what was agreed; answers the order's id.
fn write_order(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    form: &Form,
    bag: &Bag,
    quote: &Quote,
    reserved: &[(i64, u32)],
    token: &str,
) -> Result<i64> {
    let now = visitor.now();
    let calendar = address::calendar(tx)?;
    let promo = bag.promo.as_ref().filter(|tag| tag.status == TagStatus::Applied);
    let lines = bag.lines.iter().map(|line| OrderLine {
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
    let new = NewOrder {
        session_id: Some(visitor.session.id),
        customer_id: visitor.session.customer_id,
        store: visitor.view.store,
        email: &form.email,
        status: form.payment_method.initial_status(),
        payment_method: form.payment_method,
        shipping_method: quote.method,
        delivery: &delivery(now, quote, &calendar),
        rate: bag.rate.normalize().to_string(),
        promo: promo.map(|tag| (tag.tag.as_str(), tag.percentage)),
        totals: &bag.totals,
        lines: lines.collect(),
        shipping_address: &form.shipping_address,
        billing_address: &form.billing_address,
        member_card: form.member_card.as_deref(),
        points: bag.points,
        wants_account: form.wants_account,
        wants_newsletter: form.wants_newsletter,
        hold_until: Some(held_until(form.payment_method, &visitor.view, &calendar)),
        reserved,
        token,
    };
    order::place(tx, &new, Actor::Customer, now)
}

/// The last second for which goods are held unpaid: that of the last working day for transfer and cheque.
fn held_until(method: PaymentMethod, view: &View, calendar: &Calendar) -> Timestamp {
    let over = if is_bag_settled(method) {
        calendar.deadline(view.now, view.config.payment.hold_days).ends_at
    } else {
        method.held_until(view.now, calendar)
    };
    over - SignedDuration::from_secs(1)
}

fn order_result(tx: &mut dyn Tx, view: &View, order_id: i64, token: &str) -> Result<PaymentResult> {
    let order = order::find(tx, order_id)?.ok_or_else(|| anyhow!("order {order_id} has vanished"))?;
    payment::result(tx, view, &order, token)
}

/// Queues the mail that confirms the order.
fn confirm(tx: &mut dyn Tx, view: &View, order: &PaymentResult) -> Result<()> {
    let (lang, token) = (view.lang(), &order.token);
    let url = format!("{}/{lang}/ordersuccess?token={token}", view.config.public_url());
    let data = OrderMail { order, url: &url };
    outbox::enqueue(tx, NewMail { template: ORDER_RECEIVED, lang, recipient: &order.email, data: &data }, view.now)?;
    Ok(())
}

fn answer(order: PaymentResult) -> Placed {
    Placed {
        order_number: order.order_number,
        token: order.token,
        status: order.status,
        totals: order.totals,
        payment: PlacedPayment { method: order.method, redirect_url: None, instructions: order.instructions },
    }
}
