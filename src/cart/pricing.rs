//! Contents of a cart, their availability and their totals: one computation for cart, checkout and order.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::store::{self, Owner, Stored};
use super::types::{CartItem, CartPart};
use crate::call::{View, Visitor};
use crate::catalog::types::Kind;
use crate::catalog::{self, Sellable, SellablePart};
use crate::cms::types::TagState;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::{Currency, Money, Percent};
use crate::domain::promotion::TagStatus;
use crate::domain::shipping::{self, Quote, ShippingCharge, ShippingMethod};
use crate::domain::stock::check_quantity;
use crate::domain::totals::{self, LineTotals, Totals};
use crate::domain::{loyalty, tax};
use crate::error::Result;
use crate::message::{self, Message};
use crate::region::Exchange;
use crate::{cms, region};

/// An item in the cart.
#[derive(Debug, Clone)]
pub struct Line {
    pub item: Sellable,
    pub qty: u32,
}

/// An item in the cart that is no longer sold, as stored when it was added.
pub type Withdrawn = Stored;

/// The contents of a cart.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    pub lines: Vec<Line>,
    pub withdrawn: Vec<Withdrawn>,
}

/// The destination of a cart, on which its totals depend.
#[derive(Debug, Clone, Copy)]
pub struct Destination<'a> {
    /// ISO 3166-1 alpha-2.
    pub country: &'a str,
    pub shipping_method: ShippingMethod,
    /// The buyer's e-mail address if an operator vouches for it, for promo tags limited to some domains.
    pub vouched_email: Option<&'a str>,
    /// It travels in the parcel of another order, at no charge.
    pub ships_along: bool,
}

impl<'a> Destination<'a> {
    /// The default before an address is known: the store's country and the standard carrier (decisions §2).
    pub fn of_store(view: &'a View) -> Self {
        let country = &view.store.default_country;
        Self { country, shipping_method: ShippingMethod::STANDARD, vouched_email: None, ships_along: false }
    }
}

/// A cart with its prices.
#[derive(Debug, Clone)]
pub struct PricedCart {
    pub lines: Vec<PricedLine>,
    pub withdrawn: Vec<Withdrawn>,
    pub totals: Totals,
    /// Quotes of all carriers that take this cart there, standard first; last the collection at the house, where it was asked for.
    pub quotes: Vec<Quote>,
    /// The quote in `totals`: that of the destination's method, else the first; none if no carrier takes the cart.
    pub shipping: Option<Quote>,
    /// State of the visitor's promo tag; none without one.
    pub promo: Option<TagState>,
    pub points: i64,
    /// Units of the currency for 1 EUR.
    pub rate: Decimal,
}

#[derive(Debug, Clone)]
pub struct PricedLine {
    pub item: Sellable,
    pub qty: u32,
    pub vat: Percent,
    pub totals: LineTotals,
    /// The maximum that can be ordered beside the other lines.
    pub most: u32,
    /// Why the line cannot be ordered as it is.
    pub notice: Option<Message>,
}

/// Reads the visitor's cart.
pub fn contents(tx: &mut dyn Tx, visitor: &Visitor) -> Result<Contents> {
    contents_of(tx, &visitor.view, Owner::of(visitor))
}

/// Reads a cart.
pub fn contents_of(tx: &mut dyn Tx, view: &View, owner: Owner) -> Result<Contents> {
    Ok(contents_and(tx, view, owner, None)?.0)
}

/// Reads a cart together with an item that may not be in it; none if the item is not sold.
pub fn contents_and(
    tx: &mut dyn Tx,
    view: &View,
    owner: Owner,
    item_id: Option<i64>,
) -> Result<(Contents, Option<Sellable>)> {
    let stored = store::list_lines(tx, owner)?;
    let mut ids: Vec<i64> = stored.iter().map(|line| line.item_id).collect();
    ids.extend(item_id.filter(|id| !ids.contains(id)));
    let items = catalog::sellable(tx, view, &ids)?;
    let mut items: BTreeMap<i64, Sellable> = items.into_iter().map(|item| (item.item_id, item)).collect();
    let item = item_id.and_then(|id| items.get(&id).cloned());
    let mut contents = Contents::default();
    for line in stored {
        match items.remove(&line.item_id) {
            Some(item) => contents.lines.push(Line { item, qty: line.qty }),
            None => contents.withdrawn.push(line),
        }
    }
    Ok((contents, item))
}

// ── Availability ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Pieces taken from stock, by the product whose stock it is.
type Taken = BTreeMap<i64, u64>;

/// What one item takes from stock, itself or a kit's parts: product, pieces, pieces in stock.
fn pieces(item: &Sellable) -> Vec<(i64, u32, u32)> {
    match item.kind {
        Kind::Kit => item.parts.iter().map(|part| (part.item_id, part.qty, part.stock)).collect(),
        _ => vec![(item.item_id, 1, item.stock)],
    }
}

fn take(taken: &mut Taken, item: &Sellable, qty: u32) {
    for (product, per_item, _) in pieces(item) {
        *taken.entry(product).or_default() += u64::from(per_item) * u64::from(qty);
    }
}

/// Available quantity of an item after `taken`.
fn left(item: &Sellable, taken: &Taken) -> u32 {
    let of_each = pieces(item).into_iter().map(|(product, per_item, stock)| {
        let gone = taken.get(&product).copied().unwrap_or_default();
        u64::from(stock).saturating_sub(gone) / u64::from(per_item.max(1))
    });
    u32::try_from(of_each.min().unwrap_or_default()).unwrap_or(u32::MAX)
}

/// The quantity of a line, or why it is refused.
fn allow(item: &Sellable, requested: i64, left: u32) -> Result<u32, Message> {
    check_quantity(&item.name, requested, left, item.max_qty).map_err(|fault| {
        if item.kind == Kind::Kit && fault == message::OUT_OF_STOCK { message::KIT_PARTS_OUT.into() } else { fault }
    })
}

impl Contents {
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.withdrawn.is_empty()
    }

    /// Different items.
    pub fn len(&self) -> usize {
        self.lines.len() + self.withdrawn.len()
    }

    /// The quantity of an item in the cart; 0 if it is not there or no longer sold.
    pub fn qty_of(&self, item_id: i64) -> u32 {
        self.lines.iter().find(|line| line.item.item_id == item_id).map_or(0, |line| line.qty)
    }

    /// Sets the quantity of an item; a new item is appended.
    pub fn put(&mut self, item: Sellable, qty: u32) {
        match self.lines.iter_mut().find(|line| line.item.item_id == item.item_id) {
            Some(line) => line.qty = qty,
            None => self.lines.push(Line { item, qty }),
        }
    }

    /// Whether the terms for beds and mattresses must be accepted.
    pub fn needs_bed_terms(&self) -> bool {
        self.lines.iter().any(|line| line.item.bed_terms)
    }

    /// Checks the quantity of a line against the stock left by the other lines.
    pub fn allow(&self, item: &Sellable, requested: i64) -> Result<u32, Message> {
        allow(item, requested, self.left_for(item))
    }

    /// The maximum quantity of an item beside the other lines.
    pub fn most_of(&self, item: &Sellable) -> u32 {
        self.left_for(item).min(item.max_qty.unwrap_or(u32::MAX))
    }

    /// Stock left for an item by the other lines: a towel may also be in the cart as part of a set.
    fn left_for(&self, item: &Sellable) -> u32 {
        let mut taken = Taken::new();
        for line in self.lines.iter().filter(|line| line.item.item_id != item.item_id) {
            take(&mut taken, &line.item, line.qty);
        }
        left(item, &taken)
    }

    /// Why each line cannot be ordered. Stock is assigned in line order: of two lines that need the same last piece, the later
    /// gets the notice.
    fn notices(&self) -> Vec<Option<Message>> {
        let mut taken = Taken::new();
        let mut serve = |line: &Line| {
            let left = left(&line.item, &taken);
            take(&mut taken, &line.item, line.qty.min(left));
            let fault = allow(&line.item, line.qty.into(), left).err()?;
            Some(if fault == message::QTY_INSUFFICIENT { message::ONLY_LEFT.with("number", left) } else { fault })
        };
        self.lines.iter().map(&mut serve).collect()
    }
}

// ── Totals ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Prices a cart for a destination.
pub fn price(tx: &mut dyn Tx, visitor: &Visitor, contents: Contents, to: Destination<'_>) -> Result<PricedCart> {
    let view = &visitor.view;
    let currency = view.currency;
    let exchange = region::exchange(tx, currency)?;

    let rates = region::vat_rates(tx, to.country)?;
    let line = |line: &Line| -> Result<totals::Line> {
        let item = &line.item;
        let vat = tax::rate(&rates, to.country, &item.vat_class, view.now)?;
        Ok(totals::Line { price: item.price, market_price: item.market_price, qty: line.qty, vat })
    };
    let priced = contents.lines.iter().map(line).collect::<Result<Vec<_>>>()?;

    let weight_g =
        contents.lines.iter().fold(0, |sum: u32, line| sum.saturating_add(line.item.weight_g.saturating_mul(line.qty)));
    let subtotal = totals::subtotal(currency, &priced)?;
    let mut quotes = quotes(tx, &view.config, to.country, &exchange, weight_g, subtotal)?;
    if to.shipping_method == ShippingMethod::Pickup {
        quotes.extend(pickup(&view.config, currency));
    }
    let shipping = quotes.iter().find(|quote| quote.method == to.shipping_method).or(quotes.first()).copied();
    let charged = shipping.filter(|_| !to.ships_along);
    let charge = charged.map_or(ShippingCharge::free(currency), |quote| quote.charge);

    let promo = cms::tag_state(tx, visitor, to.vouched_email)?;
    let employee = promo.as_ref().and_then(employee_percent);

    let computed = totals::compute(currency, &priced, employee, charge)?;
    let totals = computed.totals;
    let merchandise =
        totals.subtotal_incl_tax.in_currency(currency).minus(totals.discount_amount.in_currency(currency))?;
    let points = loyalty::points(merchandise, exchange.rate, view.config.money.points_per_euro)?;

    let notices = contents.notices();
    let most: Vec<u32> = contents.lines.iter().map(|line| contents.most_of(&line.item)).collect();
    let lines = contents.lines.into_iter().zip(priced).zip(computed.lines).zip(most).zip(notices);
    let lines = lines
        .map(|((((line, priced), totals), most), notice)| PricedLine {
            item: line.item,
            qty: line.qty,
            vat: priced.vat,
            totals,
            most,
            notice,
        })
        .collect();
    Ok(PricedCart {
        lines,
        withdrawn: contents.withdrawn,
        totals,
        quotes,
        shipping,
        promo,
        points,
        rate: exchange.rate,
    })
}

/// Collection at the house, at no charge; none where the house does not offer it.
pub fn pickup(config: &Config, currency: Currency) -> Option<Quote> {
    let pickup = &config.pickup;
    pickup.enabled.then(|| Quote {
        method: ShippingMethod::Pickup,
        charge: ShippingCharge::free(currency),
        min_days: pickup.min_days,
        max_days: pickup.max_days,
    })
}

/// Quotes of all carriers for goods of this weight and subtotal to a country, standard first: it is free from the configured
/// subtotal.
pub fn quotes(
    tx: &mut dyn Tx,
    config: &Config,
    country: &str,
    exchange: &Exchange,
    weight_g: u32,
    subtotal: Money,
) -> Result<Vec<Quote>> {
    let bands = region::rate_bands(tx, country, exchange)?;
    let zone = bands.first().map(|band| &*band.zone).unwrap_or_default();
    let free_from = exchange.of_eur(config.shipping.free_from)?;
    Ok(shipping::quotes(&bands, zone, weight_g, subtotal, Some(free_from))?)
}

/// The discount of an applied tag.
fn employee_percent(tag: &TagState) -> Option<Percent> {
    let percentage = u16::try_from(tag.percentage).ok()?;
    (tag.status == TagStatus::Applied).then(|| Percent::whole(percentage))
}

impl PricedCart {
    /// Σ quantities, items no longer sold included.
    pub fn total_qty(&self) -> i64 {
        let sold = self.lines.iter().map(|line| i64::from(line.qty));
        sold.chain(self.withdrawn.iter().map(|line| i64::from(line.qty))).sum()
    }
}

/// The lines of a cart for the wire; items no longer sold come last, with a notice.
pub fn items(lines: Vec<PricedLine>, withdrawn: &[Withdrawn]) -> Vec<CartItem> {
    lines.into_iter().map(sold_item).chain(withdrawn.iter().map(withdrawn_item)).collect()
}

fn sold_item(line: PricedLine) -> CartItem {
    let item = line.item;
    let part = |part: SellablePart| CartPart {
        available: part.is_available(),
        sku: part.sku,
        name: part.name,
        qty: part.qty.into(),
    };
    CartItem {
        item_id: item.item_id,
        sku: item.sku,
        name: item.name,
        url: item.url,
        image: item.image,
        qty: line.qty.into(),
        price: item.price.amount(),
        market_price: item.market_price.map(|price| price.amount()),
        lowest_price_30d: item.lowest_price_30d.map(|price| price.amount()),
        unit_price: item.unit_price,
        line_total: line.totals.gross.amount(),
        discount_amount: line.totals.discount.amount(),
        options: item.options,
        stock: item.stock.into(),
        availability: item.availability,
        max_qty: line.most.into(),
        promotion_category: item.promotion_category,
        parts: item.parts.into_iter().map(part).collect(),
        bed_terms: item.bed_terms,
        eco_participation: item.eco_participation.map(|eco| eco.amount()),
        ship_to: item.ship_to,
        notice: line.notice,
    }
}

fn withdrawn_item(line: &Withdrawn) -> CartItem {
    CartItem {
        item_id: line.item_id,
        sku: line.sku.clone(),
        name: line.name.clone(),
        qty: line.qty.into(),
        notice: Some(message::ITEM_WITHDRAWN.with("name", &line.name)),
        ..CartItem::default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::money::{Amount, Currency};
    use crate::testing::fixture::{self, Shop};

    fn priced(shop: &Shop, visitor: &Visitor, country: &str, shipping_method: ShippingMethod) -> PricedCart {
        shop.write(|tx| {
            let contents = contents(tx, visitor)?;
            price(
                tx,
                visitor,
                contents,
                Destination { country, shipping_method, vouched_email: None, ships_along: false },
            )
        })
    }

    #[test]
    fn vat_rate_depends_on_destination_and_day() {
        let shop = fixture::shop();
        let mut visitor = shop.visitor();
        shop.add(&visitor, "LOTION", 1);
        let rate = |visitor: &Visitor, country| {
            priced(&shop, visitor, country, ShippingMethod::STANDARD).lines[0].vat.to_string()
        };
        assert_eq!(["GB", "DE", "CH", "SG"].map(|country| rate(&visitor, country)), ["20", "19", "8.1", "0"]);
        // 31 December in UTC is already 2024 in Paris.
        visitor.view.now = fixture::at("2023-12-31T22:59:59Z");
        assert_eq!(rate(&visitor, "CH"), "7.7");
        visitor.view.now = fixture::at("2023-12-31T23:00:00Z");
        assert_eq!(rate(&visitor, "CH"), "8.1");
    }

    #[test]
    fn unavailable_carrier_is_replaced_in_the_quote() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        shop.add(&visitor, "TOWEL", 1);
        let method = |country| {
            let cart = priced(&shop, &visitor, country, ShippingMethod::DHL);
            (cart.shipping.map(|quote| quote.method), cart.totals.shipping_amount.minor())
        };
        assert_eq!(method("FR"), (Some(ShippingMethod::DHL), 1_490));
        assert_eq!(method("CH"), (Some(ShippingMethod::STANDARD), 2_400));
        assert_eq!(method("PN"), (None, 0));
        shop.add(&visitor, "BED", 1);
        assert_eq!(method("FR").0, Some(ShippingMethod::STANDARD), "too heavy for the express carrier");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        /// For any cart and destination the totals are the sums of the lines.
        #[test]
        fn totals_are_the_sum_of_the_lines(
            quantities in prop::collection::vec(0i64..5, 6),
            country in prop::sample::select(vec!["GB", "FR", "DE", "ES", "CH", "AE", "SG"]),
            method in prop::sample::select(ShippingMethod::FOUNDED.to_vec()),
            currency in prop::sample::select(vec![Currency::Eur, Currency::Chf]),
            tag in prop::option::of(prop::sample::select(vec!["VALMERE-TEAM", "OLD", "?"])),
            is_changed in any::<bool>(),
        ) {
            let shop = fixture::shop_of(is_changed);
            let mut visitor = shop.visitor();
            for (sku, qty) in ["TOWEL", "MAT", "ROBE-S", "SET", "CANDLE", "LOTION"].into_iter().zip(quantities) {
                let args = super::super::types::AddArgs { sku: sku.into(), qty: Some(qty), ..Default::default() };
                // Refused quantities are not added.
                drop(shop.attempt(|tx| super::super::calls::add(tx, &visitor, args)));
            }
            visitor.view.currency = currency;
            visitor.promo_tag = tag.map(Into::into);
            let cart = priced(&shop, &visitor, country, method);
            let (items, totals, points) = (items(cart.lines, &cart.withdrawn), cart.totals, cart.points);

            let gross: i64 = items.iter().map(|item| item.line_total.minor()).sum();
            let discount: i64 = items.iter().map(|item| item.discount_amount.minor()).sum();
            prop_assert_eq!(totals.currency, currency);
            prop_assert_eq!(totals.subtotal_incl_tax.minor(), gross);
            prop_assert_eq!(totals.discount_amount.minor(), discount);
            let shipping = totals.shipping_amount.minor() - totals.shipping_discount.minor();
            prop_assert_eq!(totals.total.minor(), gross - discount + shipping);
            prop_assert_eq!(items.iter().map(|item| item.qty).sum::<i64>(), i64::from(totals.total_qty));
            prop_assert_eq!(totals.vat.iter().map(|vat| vat.gross_amount.minor()).sum::<i64>(), totals.total.minor());
            prop_assert_eq!(totals.vat.iter().map(|vat| vat.tax_amount.minor()).sum::<i64>(), totals.tax_amount.minor());
            for item in &items {
                prop_assert_eq!(item.line_total.minor(), item.price.minor() * item.qty);
                prop_assert!(item.notice.is_none() && item.qty <= item.max_qty);
                prop_assert!(tag == Some("VALMERE-TEAM") || item.discount_amount == Amount::ZERO);
            }
            if currency == Currency::Eur {
                let per_euro = shop.config.money.points_per_euro;
                prop_assert_eq!(points, (gross - discount) / 100 * per_euro);
            }
        }
    }
}
