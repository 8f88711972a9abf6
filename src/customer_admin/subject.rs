//! Which customer is meant: an account by its id, a guest by the number of one of their orders. No mail address stands in an
//! address of the console.

use crate::customer::{self, Customer};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result, refuse};
use crate::message;
use crate::order;

/// An account, or a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    Account(Customer),
    Guest(Guest),
}

/// A guest, as the newest order of the mailbox tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    pub order_id: i64,
    pub number: String,
    pub email: String,
    pub lang: Lang,
    /// Of the order.
    pub name: String,
}

impl Subject {
    pub fn name(&self) -> String {
        match self {
            Subject::Account(customer) => full_name(&customer.first_name, &customer.last_name),
            Subject::Guest(guest) => guest.name.clone(),
        }
    }

    /// As addresses of the console and the audit name it.
    pub fn key(&self) -> String {
        match self {
            Subject::Account(customer) => customer.id.to_string(),
            Subject::Guest(guest) => guest.number.clone(),
        }
    }

    pub fn email(&self) -> &str {
        match self {
            Subject::Account(customer) => &customer.email,
            Subject::Guest(guest) => &guest.email,
        }
    }

    pub const fn lang(&self) -> Lang {
        match self {
            Subject::Account(customer) => customer.lang,
            Subject::Guest(guest) => guest.lang,
        }
    }

    /// 0 for a guest: no account has it.
    pub const fn customer_id(&self) -> i64 {
        match self {
            Subject::Account(customer) => customer.id,
            Subject::Guest(_) => 0,
        }
    }

    /// The account; a guest is refused.
    pub fn account(&self) -> Result<&Customer> {
        match self {
            Subject::Account(customer) => Ok(customer),
            Subject::Guest(_) => Err(refuse(message::CUSTOMERS_GUEST)),
        }
    }
}

/// The customer with this key: the id of an account, or the number of an order, whose account or guest it is.
pub fn find(tx: &mut dyn Tx, key: &str) -> Result<Subject> {
    let unknown = || refuse(message::CUSTOMERS_NOT_FOUND);
    if let Ok(id) = key.parse::<i64>() {
        return customer::find(tx, id)?.map(Subject::Account).ok_or_else(unknown);
    }
    let order = order::find_typed(tx, key)?;
    let (_, customer_id) = order::find_owner(tx, order.id)?;
    match customer_id {
        Some(id) => customer::find(tx, id)?.map(Subject::Account).ok_or_else(unknown),
        None => guest(tx, &order.email)?.map(Subject::Guest).ok_or_else(unknown),
    }
}

/// The account or guest whose order has this number; none where it is erased.
pub fn named(tx: &mut dyn Tx, number: &str) -> Result<Option<Subject>> {
    match find(tx, number) {
        Ok(subject) => Ok(Some(subject)),
        Err(Error::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The account with this address, else the guest whose mailbox it is.
pub fn find_by_email(tx: &mut dyn Tx, email: &str) -> Result<Option<Subject>> {
    if let Some(customer) = customer::find_by_email(tx, email)? {
        return Ok(Some(Subject::Account(customer)));
    }
    Ok(guest(tx, email)?.map(Subject::Guest))
}

fn guest(tx: &mut dyn Tx, email: &str) -> Result<Option<Guest>> {
    let newest = order::list_of_customer(tx, 0, email, 1)?.into_iter().next();
    let Some(order) = newest else { return Ok(None) };
    let (_, billing) = order::addresses(tx, order.id)?;
    let name = full_name(&billing.first_name, &billing.last_name);
    Ok(Some(Guest { order_id: order.id, number: order.number, email: order.email, lang: order.lang, name }))
}
