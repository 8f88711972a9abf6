//! What the house reckons with: carriers and their rates, VAT, closing days, currencies. The rows are those of [`crate::region`]; here are the
//! rules of changing them, and who has changed what.
//!
//! | file | purpose |
//! |---|---|
//! | `editing`, `carriers`, `classes`, `currencies`, `ecb` | the rules, for calls and commands alike |
//! | `repricing` | what a changed rate does to prices |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_read, staff_write};
use crate::domain::permission::Permission::SettingsChange;
use crate::limits::RateClass::Standard;

mod calls;
pub mod carriers;
pub mod classes;
pub mod currencies;
pub mod ecb;
pub mod editing;
mod repricing;
mod store;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{closing_days_of, currency_table, list_history, shipping_table, vat_table};
pub use carriers::take_in_tracking;

/// Bytes of a call with rates.
const BODY: usize = 256 << 10;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(SettingsChange, "tariff/shipping", calls::shipping).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/vat", calls::vat).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/closing_days", calls::closing_days).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/currencies", calls::currencies).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/ecb_rates", calls::ecb_rates).rate(Standard))
        .add(staff_read(SettingsChange, "tariff/history", calls::history).rate(Standard))
        .add(
            staff_write(SettingsChange, "tariff/save_shipping", calls::save_shipping).body(BODY).proof().rate(Standard),
        )
        .add(staff_write(SettingsChange, "tariff/save_carrier", calls::save_carrier).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/order_carriers", calls::order_carriers).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/save_country", calls::save_country).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/save_vat", calls::save_vat).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/add_vat_class", calls::add_vat_class).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/remove_vat_class", calls::remove_vat_class).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/save_closing_days", calls::save_closing_days).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/save_currency", calls::save_currency).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/save_ecb_rates", calls::save_ecb_rates).proof().rate(Standard))
        .add(staff_write(SettingsChange, "tariff/save_default", calls::save_default_currency).proof().rate(Standard))
}
