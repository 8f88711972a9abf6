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

use jiff::SignedDuration;

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::StaffManage;
use crate::limits::RateClass::{Standard, Tight};

mod acting;
mod calls;
mod secret;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use acting::{acting, find_claimed, identify, list_ending, touch};
pub use calls::{ByCommand, create_by_command, list_all, revoke_by_command};
pub use secret::is_secret;
pub use store::{delete_ended, list_in_force, names, revoke_others};

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
