//! The calls about orders by telephone, one function a path.

use serde_json::json;

use super::types::{FindGoodsArgs, Form, FormLanguage, PickupPlace, Plan, PlanArgs, PlanShipping, TakeArgs, Taken};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember, View};
use crate::checkout::{self, Agreed, EnteredOrder, Offer, Payment};
use crate::config::Pickup;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::permission::Permission;
use crate::domain::shipping::delivery_dates;
use crate::domain::working_days::{clock, in_shop_zone};
use crate::error::{Refusal, Result, refuse};
use crate::order::{Address, Command, Order};
use crate::order_admin::types::FoundGoods;
use crate::{catalog, message, order_admin, region, store_view};

/// Whoever takes an order reads it afterwards.
fn check_reads(member: &StaffMember) -> Result<()> {
    if member.who.permissions.contains(&Permission::OrdersRead) {
        return Ok(());
    }
    Err(refuse(message::STAFF_NOT_ALLOWED))
}

pub fn form(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Form> {
    check_reads(member)?;
    let view = &member.client.view;
    let languages = view.stores.languages().iter().map(|lang| {
        let store = view.stores.of(*lang);
        FormLanguage { lang: *lang, country: store.default_country.clone(), currency: store.default_currency }
    });
    let pickup = &view.config.pickup;
    Ok(Form { languages: languages.collect(), currencies: offered(tx)?, pickup: pickup.enabled.then(|| place(pickup)) })
}

fn offered(tx: &mut dyn Tx) -> Result<Vec<Currency>> {
    let off = store_view::currencies_off(tx)?;
    let currencies = region::exchanges(tx)?.into_iter().map(|exchange| exchange.currency);
    Ok(currencies.filter(|currency| !off.contains(currency)).collect())
}

fn place(pickup: &Pickup) -> PickupPlace {
    PickupPlace {
        address: pickup.address.clone(),
        postcode: pickup.postcode.clone(),
        city: pickup.city.clone(),
        country: pickup.country.clone(),
        from_day: pickup.from_day,
        to_day: pickup.to_day,
        opens: clock(pickup.opens),
        closes: clock(pickup.closes),
    }
}

/// Goods that can be ordered, in the reader's language.
pub fn find_goods(tx: &mut dyn Tx, member: &StaffMember, args: FindGoodsArgs) -> Result<FoundGoods> {
    order_admin::goods(tx, member, &args.q, args.currency, &args.country)
}

/// What an order would cost; changes nothing.
pub fn plan(tx: &mut dyn Tx, member: &StaffMember, args: PlanArgs) -> Result<Plan> {
    check_reads(member)?;
    let entered = EnteredOrder {
        email: args.email,
        currency: Some(args.currency),
        items: order_admin::entered(args.items),
        shipping_address: Address { country: args.country, ..Address::default() },
        shipping_method: args.shipping_method,
        // All ways to pay hold the goods for as long.
        payment: Some(Payment::House),
        ..EnteredOrder::default()
    };
    let view = View { currency: args.currency, ..member.client.view.clone() };
    let offer = checkout::offer(tx, &view, &entered)?;
    let (is_possible, payments) = (offer.is_possible(), offer.payments(&view));
    let Offer { cart, faults, quote, delivery, hold_until, account, .. } = offer;
    let names = catalog::shipping_names(tx, view.lang())?;
    let calendar = region::calendar(tx)?;
    let today = in_shop_zone(view.now).date();
    let shipping = cart.quotes.iter().map(|quote| {
        let (from, to) = delivery_dates(today, quote.min_days, quote.max_days, &calendar);
        let code = quote.method.code();
        Ok(PlanShipping {
            method: quote.method,
            name: names.get(code).cloned().unwrap_or_else(|| code.to_owned()),
            amount: quote.charge.amount.minus(quote.charge.discount)?.amount(),
            delivery: catalog::types::DeliveryWindow { from: from.to_string(), to: to.to_string() },
        })
    });
    Ok(Plan {
        shipping: shipping.collect::<Result<_>>()?,
        payments,
        shipping_method: quote.map(|quote| quote.method),
        delivery,
        hold_until: hold_until.map(|until| until.to_string()).unwrap_or_default(),
        account,
        points: cart.points,
        totals: cart.totals,
        lines: cart.lines.into_iter().zip(faults).map(|(line, fault)| order_admin::added_line(line, fault)).collect(),
        is_possible,
    })
}

/// Takes the order at once: whoever telephones is told its number, and the goods are held. A second click takes no second order, and
/// answers the first.
pub fn take(tx: &mut dyn Tx, member: &StaffMember, args: TakeArgs) -> Result<Changed<Taken>> {
    check_reads(member)?;
    let total: Option<Amount> = args.total.trim().parse().ok();
    let total = total.ok_or_else(|| Refusal::of_field("total", message::AMOUNT_BAD))?;
    let key = args.key;
    let entered = EnteredOrder {
        email: args.email,
        lang: Some(args.lang),
        currency: Some(args.currency),
        items: order_admin::entered(args.items),
        shipping_address: args.shipping_address,
        billing_address: args.billing_address,
        shipping_method: args.shipping_method,
        promo_tag: String::new(),
        member_card: args.member_card,
        payment: args.payment,
    };
    let command = Command::of_staff(member);
    if let Some(earlier) = checkout::find_taken(tx, &command, &entered, &key)? {
        let change = Change::new("order", &earlier.number).after(json!({ "taken_already": true }));
        return Ok(Changed::new(taken(earlier), change));
    }
    let agreed = Agreed { total, key: &key };
    let order = checkout::take(tx, &command, &member.client.view, &entered, agreed)?;
    let change = Change::new("order", &order.number).after(order_admin::state(tx, &order)?);
    Ok(Changed::new(taken(order), change))
}

fn taken(order: Order) -> Taken {
    Taken {
        hold_until: order.hold_until.map(|until| until.to_string()),
        status: order.status,
        currency: order.totals.currency,
        total: order.totals.total,
        email: order.email,
        number: order.number,
    }
}
