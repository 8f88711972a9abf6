//! A copy for staging: a whole shop of which every personal datum is replaced, while goods, amounts, dates and statuses stay.
//!
//! What is done with each column is a line of [`columns`]; the same value becomes the same everywhere in one copy, by a key that is
//! thrown away. In the console it is made in the background, downloaded with fresh proof, and deleted after a day.
//!
//! | file | purpose |
//! |---|---|
//! | `columns` | each table and each text of the schema: kept, replaced or emptied, and why |
//! | `pseudonym` | what a value becomes |
//! | `copy` | makes the copy |
//! | `calls` | asks for one, deletes it, hands it out |

use std::path::PathBuf;

use jiff::SignedDuration;

use crate::call::{Calls, staff_read, staff_write};
use crate::config::Config;
use crate::domain::permission::Permission::System;
use crate::limits::RateClass::{Standard, Tight};

mod calls;
mod columns;
mod copy;
mod pseudonym;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{downloaded, find};
pub use copy::anonymise;
pub use store::{State, delete, find_row, save_failed, save_progress, save_ready};

/// How long a copy is kept.
pub const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Its name as it is downloaded.
pub const NAME: &str = "shop-anonymised.db";

/// Where the console's copy lies.
pub fn file(config: &Config) -> PathBuf {
    config.data.directory.join(NAME)
}

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_write(System, "staging/make", calls::make).proof().rate(Tight))
        .add(staff_read(System, "staging/take", calls::take).proof().rate(Tight))
        .add(staff_write(System, "staging/delete", calls::delete).rate(Standard))
}
