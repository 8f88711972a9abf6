//! Finds who telephones: accounts and guests, by whatever they say of themselves.

use super::types::{FindCustomersArgs, FoundCustomer, FoundCustomers};
use crate::call::StaffMember;
use crate::customer_admin::types::{CustomerFilter, CustomerRow, ListArgs};
use crate::db::Tx;
use crate::error::Result;
use crate::order::{self, Wanted};
use crate::{customer_admin, domain};

/// Customers that are listed.
const LISTED: usize = 10;
/// Of each kind.
const EACH: i64 = 6;
/// Characters of a search.
const TYPED: usize = 100;
/// Accounts first, then guests, then whose orders have this telephone number; each mailbox once.
pub fn find(tx: &mut dyn Tx, _: &StaffMember, args: FindCustomersArgs) -> Result<FoundCustomers> {
    let q: String = args.q.trim().chars().take(TYPED).collect();
    let mut items: Vec<FoundCustomer> = Vec::new();
    if q.is_empty() {
        return Ok(FoundCustomers { items });
    }
    for filter in [CustomerFilter::All, CustomerFilter::Guests] {
        let args = ListArgs { q: q.clone(), filter, ..ListArgs::default() };
        items.extend(customer_admin::page(tx, &args, EACH)?.items.into_iter().map(found));
    }
    for number in numbers_of(tx, &q)? {
        items.extend(customer_admin::named(tx, &number)?.map(|subject| FoundCustomer {
            key: subject.key(),
            is_guest: subject.account().is_err(),
            name: subject.name(),
            email: subject.email().to_owned(),
            member_card: subject.account().ok().and_then(|account| account.member_card.clone()),
        }));
    }
    let mut seen: Vec<String> = Vec::new();
    items.retain(|item| {
        let key = domain::validate::email_key(&item.email);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
    items.truncate(LISTED);
    Ok(FoundCustomers { items })
}

fn found(row: CustomerRow) -> FoundCustomer {
    let CustomerRow { key, is_guest, name, email, member_card, .. } = row;
    FoundCustomer { key, is_guest, name, email, member_card }
}

/// The numbers of the newest orders with this telephone number. It may be typed, and may have been given, with or without the code of
/// its country, which has one to three digits.
fn numbers_of(tx: &mut dyn Tx, q: &str) -> Result<Vec<String>> {
    if !q.chars().all(|sign| sign.is_ascii_digit() || "+-/(). ".contains(sign)) {
        return Ok(Vec::new());
    }
    let typed: String = q.chars().filter(char::is_ascii_digit).collect();
    let digits = typed.trim_start_matches('0');
    let has_code = q.starts_with('+') || typed.starts_with("00");
    let mut numbers = Vec::new();
    for text in order::telephone_endings(digits, has_code) {
        let (orders, _) = order::browse(tx, &Wanted { text: text.to_owned(), limit: EACH, ..Wanted::default() })?;
        numbers.extend(orders.into_iter().map(|order| order.number));
    }
    numbers.dedup();
    numbers.truncate(LISTED);
    Ok(numbers)
}
