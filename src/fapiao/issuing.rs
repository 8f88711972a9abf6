//! Requests as the house issues them: their list, and that one is issued. For calls and commands alike.

use jiff::Timestamp;
use serde_json::json;

use super::store::{self, ListedRow};
use super::types::{FapiaoItem, FapiaoPage, IssuedArgs, PageArgs};
use crate::audit::Change;
use crate::call::{Changed, StaffMember};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::validate;
use crate::error::{Error, Result, refuse};
use crate::{message, order};

/// Requests a page.
const PAGE: usize = 50;

pub fn page(tx: &mut dyn Tx, _: &StaffMember, args: PageArgs) -> Result<FapiaoPage> {
    let after = args.after.as_deref().map(read_place).transpose()?;
    let limit = PAGE as i64 + 1;
    let mut found = if args.issued {
        store::list_issued(tx, after.unwrap_or((i64::MAX, 0)), limit)?
    } else {
        store::list_open(tx, after.unwrap_or((0, 0)), limit)?
    };
    let has_next = found.len() > PAGE;
    found.truncate(PAGE);
    let place = |last: &ListedRow| {
        let at = if args.issued { last.request.issued_at } else { None };
        format!("{}.{}", at.unwrap_or(last.request.requested_at), last.order_id)
    };
    let after = found.last().filter(|_| has_next).map(place);
    let ids: Vec<i64> = found.iter().map(|row| row.order_id).collect();
    let mut names = order::billing_names(tx, &ids)?;
    let item = |row: ListedRow| FapiaoItem {
        name: names.remove(&row.order_id).map(|(first, last)| full_name(&first, &last)).unwrap_or_default(),
        order_number: row.order_number,
        email: row.email,
        status: row.status,
        total: row.total,
        currency: row.currency,
        request: row.request.read(),
    };
    Ok(FapiaoPage { items: found.into_iter().map(item).collect(), after, open: store::count_open(tx)? })
}

/// Where the next page begins: a time and an order.
fn read_place(text: &str) -> Result<(i64, i64)> {
    let place = text.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
    place.ok_or_else(|| Error::Malformed("after: not that of a page".to_owned()))
}

/// Notes that the fapiao of an order is issued; answers what the audit is told.
pub fn issue(tx: &mut dyn Tx, order_number: &str, now: Timestamp) -> Result<Change> {
    let number = validate::printed_number(order_number);
    if !store::save_issued(tx, &number, now)? {
        return Err(refuse(message::FAPIAO_NOT_OPEN.with("number", number)));
    }
    Ok(Change::new("fapiao", number).after(json!({ "issued": true })))
}

pub fn issued(tx: &mut dyn Tx, member: &StaffMember, args: IssuedArgs) -> Result<Changed<()>> {
    Ok(Changed::new((), issue(tx, &args.order_number, member.client.now())?))
}
