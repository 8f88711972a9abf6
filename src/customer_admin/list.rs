//! `customer/list`: accounts and guests, and their search.

use super::types::{CustomerFilter, CustomerPage, CustomerRow, ListArgs, Sort};
use crate::call::StaffMember;
use crate::customer::{self, BrowsedCustomer, Narrowed, Word};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::error::{Error, Result};
use crate::newsletter;
use crate::order::{self, BrowsedGuest, WantedGuests};
use crate::search::terms::asked;

/// Customers a page.
const PAGE: i64 = 50;

pub fn list(tx: &mut dyn Tx, _: &StaffMember, args: ListArgs) -> Result<CustomerPage> {
    let mut found = page(tx, &args, PAGE)?;
    if args.filter == CustomerFilter::All && args.after.is_none() && !args.q.trim().is_empty() {
        found.guests = order::count_guests(tx, &args.q)?.min(MOST);
    }
    Ok(found)
}

/// A page of at most `limit` customers.
pub fn page(tx: &mut dyn Tx, args: &ListArgs, limit: i64) -> Result<CustomerPage> {
    let after = args.after.as_deref().map(str::parse::<i64>).transpose();
    let after = after.map_err(|_| Error::Malformed("after: not that of a page".to_owned()))?;
    let narrowed = match args.filter {
        CustomerFilter::All => Narrowed::All,
        CustomerFilter::Ordered => Narrowed::Ordered,
        CustomerFilter::Subscribed => Narrowed::Subscribed,
        CustomerFilter::Deletion => Narrowed::Deletion,
        CustomerFilter::Guests => return guests(tx, args, after, limit),
    };
    let mut words = Vec::new();
    for text in asked(&args.q) {
        words.push(Word { owners: order::owners_by_number(tx, &text)?, text });
    }
    // One more, to see whether another page follows.
    let wanted = customer::Wanted { words, narrowed, oldest_first: args.sort == Sort::Oldest, after, limit: limit + 1 };
    let (mut found, count) = customer::browse(tx, &wanted)?;
    let has_next = cut(&mut found, limit);
    let after = found.last().filter(|_| has_next).map(|last| last.id.to_string());
    Ok(CustomerPage { items: accounts(tx, found)?, after, count: count.min(MOST), is_more: count > MOST, guests: 0 })
}

/// Customers that are counted at most.
const MOST: i64 = customer::MOST_COUNTED;

/// Cuts rows of which one more was read; answers whether there are more.
fn cut<T>(rows: &mut Vec<T>, limit: i64) -> bool {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_next = rows.len() > limit;
    rows.truncate(limit);
    has_next
}

fn accounts(tx: &mut dyn Tx, found: Vec<BrowsedCustomer>) -> Result<Vec<CustomerRow>> {
    let ids: Vec<i64> = found.iter().map(|one| one.id).collect();
    let keys: Vec<String> = found.iter().map(|one| one.email_key.clone()).collect();
    let (ordered, subscribed) = (order::ordered_by(tx, &ids)?, newsletter::subscribed(tx, &keys)?);
    let row = |one: BrowsedCustomer| {
        let of = ordered.get(&one.id).copied().unwrap_or_default();
        Ok(CustomerRow {
            key: one.id.to_string(),
            is_guest: false,
            name: full_name(&one.first_name, &one.last_name),
            is_subscribed: subscribed.contains(&one.email_key),
            email: one.email,
            member_card: one.member_card,
            lang: one.lang,
            created_at: Some(time(one.created_at)?),
            logged_in_at: one.logged_in_at.map(time).transpose()?,
            orders: of.orders,
            last_order_at: of.last_at.map(time).transpose()?,
            deletion_due_at: one.deletion_due_at.map(time).transpose()?,
            account_id: None,
        })
    };
    found.into_iter().map(row).collect()
}

fn guests(tx: &mut dyn Tx, args: &ListArgs, after: Option<i64>, limit: i64) -> Result<CustomerPage> {
    let wanted =
        WantedGuests { text: args.q.clone(), oldest_first: args.sort == Sort::Oldest, after, limit: limit + 1 };
    let (mut found, count) = order::browse_guests(tx, &wanted)?;
    let has_next = cut(&mut found, limit);
    let after = found.last().filter(|_| has_next).map(|last| last.id.to_string());
    let keys: Vec<String> = found.iter().map(|one| one.email_key.clone()).collect();
    let (ordered, subscribed) = (order::ordered_by_guests(tx, &keys)?, newsletter::subscribed(tx, &keys)?);
    let accounts = customer::ids_of_mailboxes(tx, &keys)?;
    let row = |one: BrowsedGuest| {
        let of = ordered.get(&one.email_key).copied().unwrap_or_default();
        Ok(CustomerRow {
            key: one.number,
            is_guest: true,
            name: full_name(&one.first_name, &one.last_name),
            is_subscribed: subscribed.contains(&one.email_key),
            account_id: accounts.get(&one.email_key).copied(),
            email: one.email,
            member_card: None,
            lang: one.lang,
            created_at: None,
            logged_in_at: None,
            orders: of.orders,
            last_order_at: of.last_at.map(time).transpose()?,
            deletion_due_at: None,
        })
    };
    let items = found.into_iter().map(row).collect::<Result<_>>()?;
    Ok(CustomerPage { items, after, count: count.min(MOST), is_more: count > MOST, guests: 0 })
}

/// Unix milliseconds as RFC 3339.
pub(super) fn time(millisecond: i64) -> Result<String> {
    Ok(order::moment(millisecond)?.to_string())
}
