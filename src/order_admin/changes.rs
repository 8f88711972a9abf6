//! An order that is changed by telephone, and a payment that was booked by mistake.

use serde_json::json;

use super::deeds::{Acting, line, quantities, reason};
use super::list::write_terms;
use super::types::{
    AddressForm, AddressFormArgs, AddressesArgs, CarrierArgs, CarrierPlanned, CarrierPlans, ChargeCarrierArgs,
    CountryName, OrderDetail, PlanArgs, PlanCarrierArgs, Planned, RemoveArgs, ShowArgs, UnpayArgs,
};
use crate::amendment::{self, NewAddresses, NewCarrier, Removal};
use crate::call::{Changed, StaffMember};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::permission::Permission;
use crate::domain::shipping::ShippingMethod;
use crate::error::{Refusal, Result, refuse};
use crate::{bank, catalog, message, order, region};

/// How an address of a country is written.
pub fn address_form(tx: &mut dyn Tx, member: &StaffMember, args: AddressFormArgs) -> Result<AddressForm> {
    let lang = member.client.view.lang();
    let country = region::country(tx, lang, &args.country)?;
    let country = country.ok_or_else(|| Refusal::of_field("country", message::COUNTRY_UNKNOWN))?;
    let countries = region::country_names(tx, lang)?.into_iter().map(|(id, name)| CountryName { id, name });
    Ok(AddressForm { country, countries: countries.collect() })
}

/// Gives an order other addresses. The audit is told that they changed, not what they are.
pub fn set_addresses(tx: &mut dyn Tx, member: &StaffMember, args: AddressesArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let new = NewAddresses { shipping: &args.shipping_address, billing: args.billing_address.as_ref() };
    amendment::set_addresses(tx, &acting.command, &acting.order, member.client.view.lang(), &new)?;
    // Whoever has changed a name looks for the new one next.
    write_terms(tx, &[acting.order.id])?;
    acting.done(tx, json!({ "addresses": "changed" }))
}

/// The carriers that could take an order instead of its own; changes nothing.
pub fn plan_carrier(tx: &mut dyn Tx, member: &StaffMember, args: PlanCarrierArgs) -> Result<CarrierPlans> {
    if !member.who.permissions.contains(&Permission::OrdersRead) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    let order = order::find_typed(tx, &args.number)?;
    let view = &member.client.view;
    let names = catalog::shipping_names(tx, view.lang())?;
    let plans = amendment::carrier_plans(tx, &view.config, &order, args.keep_shipping, member.client.now())?;
    let planned = plans.into_iter().map(|plan| CarrierPlanned {
        name: names.get(plan.method.code()).cloned().unwrap_or_else(|| plan.method.code().to_owned()),
        code: plan.method,
        rate: plan.rate,
        delivery: plan.delivery,
        totals: plan.totals,
        refund: plan.refund,
        surcharge: plan.surcharge,
        surcharges_back: plan.surcharges_back,
    });
    Ok(CarrierPlans { items: planned.collect() })
}

/// Gives an order another carrier.
pub fn set_carrier(tx: &mut dyn Tx, member: &StaffMember, args: CarrierArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let method = ShippingMethod::from_code(&args.carrier)
        .ok_or_else(|| Refusal::of_field("carrier", message::ORDER_CARRIER_UNKNOWN))?;
    let reason = line("reason", &args.reason)?;
    let new = NewCarrier { method, keep_shipping: args.keep_shipping, reason: &reason };
    let plan = amendment::set_carrier(tx, &acting.command, &acting.order, &new)?;
    acting.check_giving_back(tx)?;
    acting.done(
        tx,
        json!({ "carrier": method, "keep_shipping": args.keep_shipping, "amount": plan.refund,
        "surcharges_back": plan.surcharges_back }),
    )
}

/// Offers the customer a dearer carrier for what it costs more, by a linked order.
pub fn charge_carrier(tx: &mut dyn Tx, member: &StaffMember, args: ChargeCarrierArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let method = ShippingMethod::from_code(&args.carrier)
        .ok_or_else(|| Refusal::of_field("carrier", message::ORDER_CARRIER_UNKNOWN))?;
    let told: Option<Amount> = args.surcharge.trim().parse().ok();
    let told = told.ok_or_else(|| Refusal::of_field("surcharge", message::AMOUNT_BAD))?;
    let linked = amendment::charge_carrier(tx, &acting.command, &acting.order, method, told)?;
    acting.done(tx, json!({ "carrier": method, "surcharge": told, "added": linked.number }))
}

/// What an order would become; changes nothing.
pub fn plan_removal(tx: &mut dyn Tx, member: &StaffMember, args: PlanArgs) -> Result<Planned> {
    if !member.who.permissions.contains(&Permission::OrdersRead) {
        return Err(refuse(message::STAFF_NOT_ALLOWED));
    }
    let order = order::find_typed(tx, &args.number)?;
    let pieces = quantities(Some(args.lines)).unwrap_or_default();
    let removal = Removal { pieces: &pieces, keep_shipping: args.keep_shipping, reason: "" };
    let plan = amendment::plan(tx, &member.client.view.config, &order, &removal)?;
    Ok(Planned { totals: plan.totals, difference: plan.difference, refund: plan.refund })
}

/// Takes pieces out of an order.
pub fn remove(tx: &mut dyn Tx, member: &StaffMember, args: RemoveArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let (pieces, reason) = (quantities(Some(args.lines)).unwrap_or_default(), reason(&args.reason)?);
    let removal = Removal { pieces: &pieces, keep_shipping: args.keep_shipping, reason: &reason };
    let plan = amendment::remove(tx, &acting.command, &acting.order, &removal)?;
    acting.check_giving_back(tx)?;
    write_terms(tx, &[acting.order.id])?;
    acting.done(tx, json!({ "lines": pieces, "keep_shipping": args.keep_shipping, "amount": plan.refund }))
}

/// Closes the payment pages of an order. What they are is no part of its version, so it asks for none.
pub fn close_payment(tx: &mut dyn Tx, member: &StaffMember, args: ShowArgs) -> Result<Changed<OrderDetail>> {
    let acting = Acting::on(tx, member, &args.number)?;
    amendment::close_payment(tx, &acting.command, &acting.order)?;
    acting.shown(tx, json!({ "payment_page": "closed" }))
}

/// Takes back a payment that was booked by mistake.
pub fn unpay(tx: &mut dyn Tx, member: &StaffMember, args: UnpayArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let reason = reason(&args.reason)?;
    bank::take_back(tx, &acting.command, &acting.order, args.id, &reason)?;
    acting.done(tx, json!({ "payment": args.id }))
}
