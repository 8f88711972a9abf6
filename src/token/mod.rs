//! Programs: tokens with which they make the calls of the console.
//!
//! A token has permissions, an end, and a person who has made it. At each call it reaches what it was given and its maker
//! still holds, whichever is less: who is disabled, or has a smaller role, takes their programs with them. What needs somebody
//! to prove that it is them ([`Permission::needs_person`], and calls with fresh proof) no token reaches.
//!
//! Only the hash of the secret is kept. The secret itself has a form by which scanners find it where it does not belong:
//! `hah_`, 64 hexadecimal digits, and 8 of a checksum.
//!
//! Programs do not listen to changes: a stream is for a page that somebody looks at.
//!
//! | file | purpose |
//! |---|---|
//! | `secret` | the form of a secret |
//! | `acting` | who calls with a token, and when it was used last |
//! | `calls` | lists, makes and revokes tokens, for the console and for commands |
//! | `store` | all SQL |
//!
//! [`Permission::needs_person`]: crate::domain::permission::Permission::needs_person

use std::collections::BTreeMap;

use jiff::SignedDuration;

use crate::audit::Actor;
use crate::call::{Calls, staff_read, staff_write};
use crate::db::Tx;
use crate::domain::permission::Permission::StaffManage;
use crate::error::Result;
use crate::limits::RateClass::{Standard, Tight};
use crate::staff;

mod acting;
mod calls;
mod secret;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use acting::{acting, find_claimed, identify, list_ending, may_still, touch};
pub use calls::{ByCommand, create_by_command, list_all, revoke_by_command};
pub use secret::is_secret;
pub use store::{delete_ended, list_in_force, names, revoke_others};

/// The names of people and programs, by how the audit names them: `staff:ID`, `token:ID`. Commands have none.
pub fn actor_names<'a>(tx: &mut dyn Tx, actors: impl IntoIterator<Item = &'a str>) -> Result<BTreeMap<String, String>> {
    let (mut people, mut programs) = (Vec::new(), Vec::new());
    for actor in actors {
        match actor.split_once(':').map(|(kind, id)| (kind, id.parse())) {
            Some(("staff", Ok(id))) => people.push(id),
            Some(("token", Ok(id))) => programs.push(id),
            _ => {}
        }
    }
    let people = staff::names(tx, &people)?.into_iter().map(|(id, name)| (Actor::Staff(id).to_string(), name));
    let programs = names(tx, &programs)?.into_iter().map(|(id, name)| (Actor::Token(id).to_string(), name));
    Ok(people.chain(programs).collect())
}

/// Tokens in force at a time.
pub const MOST: usize = 100;
/// Characters of a name.
const NAME: usize = 60;
/// A token that ends within this time is told of, if it was used within the other.
const SOON: SignedDuration = SignedDuration::from_hours(14 * 24);
const USED: SignedDuration = SignedDuration::from_hours(30 * 24);

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(StaffManage, "token/list", calls::list).rate(Standard))
        .add(staff_write(StaffManage, "token/create", calls::create).proof().rate(Tight))
        .add(staff_write(StaffManage, "token/revoke", calls::revoke).rate(Standard))
}
