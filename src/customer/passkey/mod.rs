//! Passkeys of customers, beside their password: login, and keys of their own.
//!
//! The state of a ceremony lies in the database, is good once, and only for the session in which it was begun. Whoever adds or
//! removes a key proves with the password or another key who they are, and is told by mail.
//!
//! | file | purpose |
//! |---|---|
//! | `ceremony` | the state of a ceremony, and the check of what was signed |
//! | `entry` | login by key, and the proof of who is there |
//! | `keys` | a customer's keys: list, add, rename, remove |
//! | `store` | all SQL |
//! | `types` | arguments and answers |

use crate::call::{Calls, member_read, member_write, prepared_member_write, prepared_write};
use crate::limits::RateClass::{Standard, Tight};

mod ceremony;
mod entry;
mod keys;
pub(super) mod store;
#[cfg(test)]
mod tests;
mod types;

pub use store::{Key, delete_expired_challenges, delete_others, list_ids, list_keys};

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_write("customer/login_options", entry::prepare_options, entry::options).json().rate(Tight))
        .add(prepared_write("customer/passkey_login", entry::prepare_login, entry::login).json().rate(Tight))
        .add(member_read("account/passkeys", keys::list).form_or_json().rate(Standard))
        .add(prepared_member_write("account/proof_options", entry::prepare_proof, entry::proof).json().rate(Tight))
        .add(prepared_member_write("account/passkey_options", keys::prepare_options, keys::options).json().rate(Tight))
        .add(prepared_member_write("account/add_passkey", keys::prepare_add, keys::add).json().rate(Tight))
        .add(member_write("account/rename_passkey", keys::rename).json().rate(Standard))
        .add(prepared_member_write("account/remove_passkey", keys::prepare_remove, keys::remove).json().rate(Tight))
}
