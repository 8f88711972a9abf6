//! Credentials for mail and payment, entered in the console by owners: write-only, in force at once, each with a test that asks the service
//! itself. Every owner is told of a change, by the mail server that was in force before it.
//!
//! What the file or the environment gives wins, and is shown with its place. [`crate::setting::credential`] seals and opens.
//!
//! | file | purpose |
//! |---|---|
//! | `calls`, `types` | as in every slice |
//! | `check` | what may be entered |
//! | `mail` | the letter to the owners about a change |
//! | `test` | the letter to oneself, the question to the payment service |

use crate::call::{Calls, staff_prepared, staff_read, staff_write};
use crate::domain::permission::Permission::SettingsChange;
use crate::limits::RateClass::{Standard, Tight};

mod calls;
mod check;
pub mod mail;
mod test;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{all, remove_by_command};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(SettingsChange, "credential/list", calls::list).rate(Standard))
        .add(staff_write(SettingsChange, "credential/save_mail", calls::save_mail).proof().rate(Standard))
        .add(staff_write(SettingsChange, "credential/save_stripe", calls::save_stripe).proof().rate(Standard))
        .add(staff_write(SettingsChange, "credential/save_wechat", calls::save_wechat).proof().rate(Standard))
        .add(staff_write(SettingsChange, "credential/remove", calls::remove).proof().rate(Standard))
        .add(staff_prepared(SettingsChange, "credential/test_mail", test::mail, test::tested_mail).proof().rate(Tight))
        .add(
            staff_prepared(SettingsChange, "credential/test_stripe", test::stripe, test::tested_stripe)
                .proof()
                .rate(Tight),
        )
        .add(
            staff_prepared(SettingsChange, "credential/test_wechat", test::wechat, test::tested_wechat)
                .proof()
                .rate(Tight),
        )
}
