//! The calls of the address book, one function per path. Each answers the whole book.

use std::collections::{BTreeMap, BTreeSet};

use super::types::{Address, AddressBook, DeleteArgs, SavedAddress, UpdateArgs};
use super::{book, form};
use crate::call::{Member, NoArgs};
use crate::db::Tx;
use crate::domain::validate::AddressKind;
use crate::error::{Result, check_fields, refuse};
use crate::message;
use crate::region::{self, Country};

/// The customer's addresses, defaults first.
pub fn index(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<AddressBook> {
    answer(tx, member, None)
}

/// Adds an address. The first one of a book is the default for both.
pub fn create(tx: &mut dyn Tx, member: &Member, args: Address) -> Result<AddressBook> {
    let address = checked(tx, member, &args)?;
    let max = member.visitor.view.config.accounts.addresses;
    if book::count(tx, member.customer_id)? >= max {
        return Err(refuse(message::ADDRESS_LIMIT.with("number", max)));
    }
    let id = book::save(tx, member.customer_id, None, &address)?;
    answer(tx, member, id)
}

/// Changes an address. A default stays one until another takes its place.
pub fn update(tx: &mut dyn Tx, member: &Member, args: UpdateArgs) -> Result<AddressBook> {
    // Ownership is checked before the fields.
    let Some(kept) = book::find(tx, member.customer_id, args.id)? else {
        return Err(refuse(message::ADDRESS_NOT_FOUND));
    };
    let mut address = checked(tx, member, &args.address)?;
    address.default_billing |= kept.default_billing;
    address.default_shipping |= kept.default_shipping;
    let id = book::save(tx, member.customer_id, Some(args.id), &address)?;
    answer(tx, member, id)
}

/// Removes an address. Where it was a default, the latest of the others becomes it.
pub fn delete(tx: &mut dyn Tx, member: &Member, args: DeleteArgs) -> Result<AddressBook> {
    if !book::delete(tx, member.customer_id, args.id)? {
        return Err(refuse(message::ADDRESS_NOT_FOUND));
    }
    answer(tx, member, None)
}

fn checked(tx: &mut dyn Tx, member: &Member, input: &Address) -> Result<Address> {
    match form::check(tx, member.visitor.view.lang(), AddressKind::Book, input)? {
        Ok((address, _)) => Ok(address),
        Err(faults) => {
            check_fields(faults)?;
            Err(anyhow::anyhow!("an address failed without a fault").into())
        }
    }
}

fn answer(tx: &mut dyn Tx, member: &Member, saved_id: Option<i64>) -> Result<AddressBook> {
    let view = &member.visitor.view;
    let book = book::list(tx, member.customer_id)?;
    let ids: BTreeSet<String> = book.iter().map(|(_, address)| address.country.clone()).collect();
    let mut countries: BTreeMap<String, Option<Country>> = BTreeMap::new();
    for id in ids {
        let country = region::country(tx, view.lang(), &id)?;
        countries.insert(id, country);
    }
    let printed = |(id, address): (i64, Address)| {
        let country = countries.get(&address.country).and_then(Option::as_ref);
        SavedAddress { id, lines: super::printed(&address, country), address }
    };
    let items = book.into_iter().map(printed).collect();
    Ok(AddressBook { items, max: view.config.accounts.addresses, saved_id })
}
