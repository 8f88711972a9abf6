//! Passkeys (WebAuthn Level 3) of the people of the house: keys of their own, sign-in, fresh proof, the lock, and invitations
//! that are accepted with a key alone.
//!
//! The state of a ceremony lies in the database, is good once and for [`LASTS`], and only for the session or invitation that it
//! was begun for. A key is as good as password and code together.
//!
//! | file | purpose |
//! |---|---|
//! | `relying_party` | the console's host |
//! | `ceremony` | the state of a ceremony, and the check of what was signed |
//! | `entry` | sign-in, fresh proof and the lock |
//! | `accept` | an invitation accepted with a key |
//! | `keys` | a person's keys: list, add, rename, remove |
//! | `command` | keys for the command line, and what a new host would end |
//! | `store` | all SQL |

use crate::call::{
    Calls, staff_own_begin, staff_own_prepared, staff_own_read, staff_own_write, staff_public_begin,
    staff_public_prepared, staff_write,
};
use crate::domain::permission::Permission::StaffManage;
use crate::limits::RateClass::{Standard, Tight};

mod accept;
mod ceremony;
pub mod command;
mod entry;
mod keys;
pub(super) mod relying_party;
pub(super) mod store;
mod types;

pub use store::{Stranded, delete_others, list_ids};

/// How long a ceremony may take.
pub const LASTS: jiff::SignedDuration = jiff::SignedDuration::from_mins(5);

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_public_begin("passkey/sign_in_options", entry::sign_in_options).rate(Tight))
        .add(staff_public_prepared("passkey/sign_in", entry::prepare_sign_in, entry::sign_in).rate(Tight))
        .add(staff_own_begin("passkey/unlock_options", entry::unlock_options).while_locked().rate(Tight))
        .add(staff_own_prepared("passkey/unlock", entry::prepare_unlock, entry::unlock).while_locked().rate(Tight))
        .add(staff_own_begin("passkey/prove_options", entry::prove_options).rate(Tight))
        .add(staff_own_prepared("passkey/prove", entry::prepare_proof, entry::save_proof).rate(Tight))
        .add(staff_public_begin("passkey/invitation_options", accept::options).rate(Tight))
        .add(staff_public_prepared("passkey/accept_invitation", accept::prepare, accept::accept).rate(Tight))
        .add(staff_own_read("passkey/list", keys::list).rate(Standard))
        .add(staff_own_begin("passkey/register_options", keys::options).proof().rate(Tight))
        .add(staff_own_prepared("passkey/register", keys::prepare_register, keys::register).proof().rate(Tight))
        .add(staff_own_write("passkey/rename", keys::rename).rate(Standard))
        .add(staff_own_write("passkey/remove", keys::remove).proof().rate(Standard))
        .add(staff_write(StaffManage, "passkey/remove_all", keys::remove_all).proof().rate(Standard))
}
