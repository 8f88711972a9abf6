//! The audit: who of the house did what, when, from where, to which thing, or was refused.
//!
//! The table of calls writes an entry in the transaction of each change; commands of operators do so with [`record_command`].
//! Refusals, sign-ins that failed and exports, which change nothing else, have transactions of their own. Entries name people
//! and customers by id. A job seals new entries into a chain of hashes every few seconds ([`seal`]), so that no deed waits for
//! another one's seal.
//!
//! | file | purpose |
//! |---|---|
//! | `store` | all SQL |
//! | `seal` | digests, the chain, its verification |
//! | `letter` | the newest seal as it leaves the machine, and whether the chain holds one that has |
//! | `file` | entries as CSV |
//! | `calls` | lists, exports and verifies entries for the console |

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::call::{Calls, staff_prepared, staff_read};
use crate::db::Tx;
use crate::domain::permission::Permission::AuditRead;
use crate::error::Result;
use crate::limits::RateClass::{Standard, Tight};

mod calls;
mod file;
mod letter;
mod seal;
mod store;
pub mod types;

pub use file::Sheet;
pub use letter::{SealReference, find_untold, holds, newest as newest_seal, note_told};
pub use seal::{seal_new, verify};
pub use store::{Filter, Stored, has_new, list};

/// Looking at the same thing again within this time is no other view.
const VIEW: SignedDuration = SignedDuration::from_mins(15);
/// A program that walks through everything would fill the audit, which is never deleted.
const VIEW_OF_PROGRAM: SignedDuration = SignedDuration::from_hours(24);

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(AuditRead, "audit/list", calls::list).rate(Standard))
        .add(staff_prepared(AuditRead, "audit/export", calls::prepare_export, calls::export).proof().rate(Tight))
        .add(staff_read(AuditRead, "audit/verify", calls::verify).rate(Tight))
}

/// What was changed. Personal data by reference: ids and names of fields, never names, addresses or secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub noun: &'static str,
    /// The id of the thing within its noun; empty where there is none.
    pub thing: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
    /// A second thing that it changes, noun and id: locked with the first while a deed is pending.
    pub also: Option<(&'static str, String)>,
}

impl Change {
    pub fn new(noun: &'static str, thing: impl ToString) -> Change {
        Change { noun, thing: thing.to_string(), before: None, after: None, also: None }
    }

    pub fn also(self, noun: &'static str, thing: impl ToString) -> Change {
        Change { also: Some((noun, thing.to_string())), ..self }
    }

    pub fn before(self, before: Value) -> Change {
        Change { before: Some(before), ..self }
    }

    pub fn after(self, after: Value) -> Change {
        Change { after: Some(after), ..self }
    }
}

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// A person of the house, by id.
    Staff(i64),
    /// A program, by the id of its token.
    Token(i64),
    /// A command on the machine, by the system's user.
    Command(String),
    /// A client without a session.
    Anybody,
}

impl Actor {
    /// Of its text in a row.
    pub fn read(text: &str) -> Actor {
        match text.split_once(':') {
            Some(("staff", id)) => id.parse().map_or(Actor::Anybody, Actor::Staff),
            Some(("token", id)) => id.parse().map_or(Actor::Anybody, Actor::Token),
            Some(("cli", user)) => Actor::Command(user.to_owned()),
            _ => Actor::Anybody,
        }
    }
}

impl std::fmt::Display for Actor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Actor::Staff(id) => write!(f, "staff:{id}"),
            Actor::Token(id) => write!(f, "token:{id}"),
            Actor::Command(user) => write!(f, "cli:{user}"),
            Actor::Anybody => f.write_str("anybody"),
        }
    }
}

/// Who changes something, and when.
#[derive(Debug, Clone)]
pub struct By {
    pub actor: Actor,
    pub now: Timestamp,
}

/// Where an entry comes from, and the random bytes that hide its contents in their digest.
#[derive(Clone)]
pub struct Origin {
    /// Keyed hash of the network; none for commands.
    pub network: Option<String>,
    pub salt: [u8; 32],
}

impl std::fmt::Debug for Origin {
    /// Without the salt.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Origin").field("network", &self.network).finish_non_exhaustive()
    }
}

/// Records a change, in its own transaction. `call` is the path of the call, or the words of the command.
pub fn record(
    tx: &mut dyn Tx,
    actor: &Actor,
    origin: &Origin,
    call: &str,
    change: &Change,
    now: Timestamp,
) -> Result<()> {
    store::save(tx, &store::New { actor, origin, call, outcome: "done", change }, now)
}

/// Records that somebody has looked at personal data: once in [`VIEW`] or [`VIEW_OF_PROGRAM`], however often it is read again
/// meanwhile.
pub fn record_view(
    tx: &mut dyn Tx,
    actor: &Actor,
    origin: &Origin,
    call: &str,
    view: &Change,
    now: Timestamp,
) -> Result<()> {
    if has_viewed(tx, actor, call, view, now)? {
        return Ok(());
    }
    record(tx, actor, origin, call, view, now)
}

/// Whether a view is recorded that still counts for this one.
pub fn has_viewed(tx: &mut dyn Tx, actor: &Actor, call: &str, view: &Change, now: Timestamp) -> Result<bool> {
    let lasts = if matches!(actor, Actor::Token(_)) { VIEW_OF_PROGRAM } else { VIEW };
    store::has_viewed(tx, actor, call, &view.thing, now - lasts)
}

/// Whether somebody else than a person has changed that person's place in the house, at `since` or later: role, keys, sessions, or
/// that they may come in.
pub fn is_person_touched(tx: &mut dyn Tx, staff_id: i64, since: Timestamp) -> Result<bool> {
    store::is_touched(tx, ("staff", &staff_id.to_string()), &Actor::Staff(staff_id), since)
}

/// Records a refused attempt; `reason` is the id of its message. It names the person whom it concerns, if one is known.
pub fn record_refusal(
    tx: &mut dyn Tx,
    actor: &Actor,
    origin: &Origin,
    call: &str,
    concerned: Option<i64>,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    let thing = concerned.map(|id| id.to_string()).unwrap_or_default();
    let change = Change::new("staff", thing).after(serde_json::json!({ "message": reason }));
    store::save(tx, &store::New { actor, origin, call, outcome: "refused", change: &change }, now)
}

/// Records what a command of an operator changed, in the transaction of the change. `command` is its words without values,
/// e.g. `staff disable`; `salt` are fresh random bytes.
pub fn record_command(tx: &mut dyn Tx, command: &str, change: &Change, salt: [u8; 32], now: Timestamp) -> Result<()> {
    record(tx, &Actor::Command(system_user()), &Origin { network: None, salt }, command, change, now)
}

/// The name of the system's user, or its number. Who may run the command may name themselves otherwise: it says who, it proves
/// nothing.
pub fn system_user() -> String {
    let named = ["SUDO_USER", "USER", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    let is_plain = |name: &String| {
        (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    };
    named.filter(is_plain).unwrap_or_else(|| rustix::process::getuid().as_raw().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_indexed, empty, now, with};
    use crate::vals;

    #[test]
    fn a_view_is_an_entry_once_in_a_while_however_much_else_is_looked_at() {
        let shop = empty();
        let origin = Origin { network: None, salt: [7; 32] };
        let of = |number: i64| Change::new("order", number);
        let count = || with(&shop, |tx| tx.one::<i64>("SELECT count(*) FROM audit_entry WHERE id > 0", vals![]));
        let before = count();
        for (actor, again_after) in [(Actor::Staff(1), VIEW), (Actor::Token(1), VIEW_OF_PROGRAM)] {
            let before = count();
            let view = |number, at| {
                with(&shop, |tx| record_view(tx, &actor, &origin, "order/show", &of(number), at));
            };
            let walk = |at| (1..=60).for_each(|number| view(number, at));
            walk(now());
            walk(now() + again_after - SignedDuration::from_secs(1));
            assert_eq!(count() - before, 60, "{actor:?}");
            walk(now() + again_after + SignedDuration::from_secs(1));
            assert_eq!(count() - before, 120, "{actor:?}");
        }
        assert_eq!(count() - before, 240);
        assert_indexed(&shop, |tx| has_viewed(tx, &Actor::Staff(1), "order/show", &of(1), now()));
    }
}
