//! What the house reckons with: carriers' rates, VAT, closing days. The rows are those of [`crate::region`]; here are the rules of
//! changing them, and who has changed what.
//!
//! | file | purpose |
//! |---|---|
//! | `editing` | the rules, for calls and commands alike |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::SettingsChange;
use crate::limits::RateClass::Standard;

mod calls;
pub mod editing;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{closing_days_of, shipping_table, vat_table};

/// Bytes of a call with rates.
const BODY: usize = 256 << 10;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(SettingsChange, "tariff/shipping", calls::shipping).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/vat", calls::vat).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/closing_days", calls::closing_days).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/history", calls::history).rate(Standard))
        .add(
            staff_write(SettingsChange, "tariff/save_shipping", calls::save_shipping).body(BODY).proof().rate(Standard),
        )
        .add(staff_write(SettingsChange, "tariff/save_vat", calls::save_vat).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/save_closing_days", calls::save_closing_days).proof().rate(Standard))
}
