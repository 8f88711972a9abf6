//! Where a customer is logged in, and logging out there. The bag is the customer's: it stays.

use jiff::Timestamp;

use super::account::time;
use super::passkey;
use super::types::{EndSessionArgs, SessionItem, Sessions};
use crate::call::{Member, NoArgs};
use crate::db::Tx;
use crate::error::Result;
use crate::security_log::{self, Event};
use crate::session;

/// Sessions that are shown. More are logins that nobody counts any more; all of them can be ended at once.
const SHOWN: i64 = 50;

pub fn list(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<Sessions> {
    let own = member.visitor.session.id;
    let item = |open: session::Open| {
        Ok(SessionItem {
            is_current: open.id == own,
            id: code(open.id),
            browser: open.browser,
            logged_in_at: time(open.begun_at)?,
            seen_at: time(open.seen_at)?,
        })
    };
    let open = session::list_of(tx, member.customer_id, member.visitor.now(), SHOWN)?;
    let mut items = open.into_iter().map(item).collect::<Result<Vec<_>>>()?;
    items.sort_by_key(|item| !item.is_current);
    Ok(Sessions { items })
}

/// A session's id as clients know it: its 63 bits are more than a number of JavaScript holds.
fn code(id: i64) -> String {
    format!("{id:016x}")
}

/// Ends another session of the customer; no error if it is over already. One's own is ended by logging out.
pub fn end(tx: &mut dyn Tx, member: &Member, args: EndSessionArgs) -> Result<Sessions> {
    let id = i64::from_str_radix(&args.id, 16).ok().filter(|id| *id != member.visitor.session.id);
    if let Some(id) = id
        && session::end_one_of(tx, member.customer_id, id)?
    {
        security_log::record(tx, &member.visitor, Event::SessionEnded, Some(member.customer_id))?;
    }
    list(tx, member, NoArgs {})
}

/// Ends all other sessions of the customer.
pub fn end_others(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<Sessions> {
    if session::end_others_of(tx, member.customer_id, member.visitor.session.id)? > 0 {
        security_log::record(tx, &member.visitor, Event::SessionsEnded, Some(member.customer_id))?;
    }
    list(tx, member, NoArgs {})
}

/// Ways into an account that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub sessions: i64,
    pub passkeys: i64,
}

pub fn access(tx: &mut dyn Tx, customer_id: i64, now: Timestamp) -> Result<Access> {
    let sessions = session::list_of(tx, customer_id, now, i64::MAX)?.len() as i64;
    Ok(Access { sessions, passkeys: passkey::store::list_keys(tx, customer_id)?.len() as i64 })
}
