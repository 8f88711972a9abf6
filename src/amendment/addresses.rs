//! Another address, name, telephone, company or VAT number.

use super::check_open;
use crate::address;
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::validate::AddressKind;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::order::{self, Address, ChangeKind, Command, NewChange, Order};
use crate::payment::store::CHANGED;
use crate::{invoice, message, order_view, shipment};

/// The addresses that an order is to have.
#[derive(Debug, Clone)]
pub struct NewAddresses<'a> {
    pub shipping: &'a Address,
    /// None: the same.
    pub billing: Option<&'a Address>,
}

/// Gives an order other addresses, checked by the rules of their countries; messages name fields as the checkout does, and
/// countries in `lang`.
///
/// The country of delivery stays: VAT is due where goods are delivered (Directive 2006/112/EC art. 33), and carriers charge by
/// zone, so another country is another contract. An invoice that shows other addresses is corrected.
pub fn set_addresses(
    tx: &mut dyn Tx,
    command: &Command,
    order: &Order,
    lang: Lang,
    new: &NewAddresses<'_>,
) -> Result<()> {
    check_open(order)?;
    if shipment::has_left(tx, order.id)? {
        return Err(refuse(message::ORDER_ADDRESS_LATE));
    }
    let (old_shipping, old_billing) = order::addresses(tx, order.id)?;
    let mut fields = FieldMessages::new();
    // What is collected stays at the house: only whose it is can change.
    let at_house = Address {
        first_name: new.shipping.first_name.clone(),
        last_name: new.shipping.last_name.clone(),
        telephone: new.shipping.telephone.clone(),
        ..old_shipping.clone()
    };
    let is_collected = order.shipping_method == ShippingMethod::Pickup;
    let given = if is_collected { &at_house } else { new.shipping };
    let shipping = checked(tx, lang, AddressKind::Shipping, given, &mut fields)?;
    let billing = match new.billing {
        Some(billing) => checked(tx, lang, AddressKind::Billing, billing, &mut fields)?,
        None if is_collected => old_billing.clone(),
        None => shipping.clone(),
    };
    check_fields(fields)?;
    if shipping.country != old_shipping.country {
        return Err(Refusal::of_field("shipping_address.country", message::ORDER_COUNTRY_FIXED).into());
    }
    if (&shipping, &billing) == (&old_shipping, &old_billing) {
        return Err(refuse(message::ORDER_NOTHING_CHANGED));
    }
    order::save_addresses(tx, order.id, &shipping, &billing)?;
    let total = order.totals.total;
    let change = NewChange {
        kind: ChangeKind::Addresses,
        reason: "",
        total,
        total_now: total,
        refund: Amount::ZERO,
        removed: &[],
        carriers: None,
    };
    let change_id = order::save_change(tx, order.id, &change, command.actor, command.now)?;
    invoice::replace(tx, &command.config, order.id, CHANGED, command.now)?;
    order_view::send_changed(tx, command, order.id, change_id)
}

/// The normalised address; on errors the one given, with a message for each field.
fn checked(
    tx: &mut dyn Tx,
    lang: Lang,
    kind: AddressKind,
    given: &Address,
    fields: &mut FieldMessages,
) -> Result<Address> {
    // Of an address book, of which an order knows nothing.
    let given =
        Address { default_billing: false, default_shipping: false, save_in_address_book: false, ..given.clone() };
    let prefix = match kind {
        AddressKind::Shipping => "shipping_address",
        AddressKind::Billing | AddressKind::Book => "billing_address",
    };
    Ok(match address::check(tx, lang, kind, &given)? {
        Ok((address, _)) => address,
        Err(faults) => {
            fields.extend(faults.into_iter().map(|(field, fault)| (format!("{prefix}.{field}"), fault)));
            given
        }
    })
}
