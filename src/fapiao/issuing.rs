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
use crate::error::{Error, Refusal, Result, refuse};
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

/// The number of a fapiao without its spaces: the 20 digits of a digital one, or the 10 or 12 of the code and the 8 of the number of
/// one on paper (State Taxation Administration, announcement 2024 no. 11).
fn fapiao_number(text: &str) -> Result<String> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && matches!(digits.len(), 0 | 8 | 18 | 20);
    if is_number { Ok(digits) } else { Err(Refusal::of_field("fapiao_number", message::FAPIAO_NUMBER_BAD).into()) }
}

/// Notes that the fapiao of an order is issued; answers what the audit is told. `fapiao`: its number, if it is known.
pub fn issue(tx: &mut dyn Tx, order_number: &str, fapiao: &str, now: Timestamp) -> Result<Change> {
    let (number, fapiao) = (validate::printed_number(order_number), fapiao_number(fapiao)?);
    if !store::save_issued(tx, &number, &fapiao, now)? {
        return Err(refuse(message::FAPIAO_NOT_OPEN.with("number", number)));
    }
    Ok(Change::new("fapiao", number).after(json!({ "issued": true, "fapiao_number": fapiao })))
}

pub fn issued(tx: &mut dyn Tx, member: &StaffMember, args: IssuedArgs) -> Result<Changed<()>> {
    Ok(Changed::new((), issue(tx, &args.order_number, &args.fapiao_number, member.client.now())?))
}

#[cfg(test)]
mod tests {
    use super::fapiao_number;

    #[test]
    fn numbers_of_digital_and_paper_invoices() {
        let known = [
            ("", ""),
            ("2431 2000 0000 1234 5678", "24312000000012345678"),
            ("3100-1231 30 12345678", "310012313012345678"),
            ("031001600311 12345678", "03100160031112345678"),
            ("12345678", "12345678"),
        ];
        for (typed, number) in known {
            assert_eq!(fapiao_number(typed).expect("a number"), number);
        }
        for typed in ["1234567", "123456789", "2431200000001234567x", "２４３１２０００", "243120000000123456789"]
        {
            assert!(fapiao_number(typed).is_err(), "{typed}");
        }
    }
}
