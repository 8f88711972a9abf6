//! Privacy: deletion of accounts and export of personal data (Regulation 2016/679 art. 15, 17, 20).
//!
//! The last of the slices: it lists the [`PersonalDataStore`](crate::personal_data::PersonalDataStore) of each other
//! one.

use crate::call::{Calls, member_write, prepared_member_write};
use crate::limits::RateClass::Tight;

mod calls;
pub mod journal;
pub mod types;

pub use calls::{
    PERSONAL_DATA_STORES, carry_out, delete_guest, delete_now, erase_remains, export_of, export_of_guest, list_due,
    list_erased, record_export,
};

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_member_write("account/delete", calls::prepare_delete, calls::delete).json().rate(Tight))
        .add(member_write("account/undelete", calls::undelete).form_or_json().rate(Tight))
        .add(prepared_member_write("account/export", calls::prepare_export, calls::export).form_or_json().rate(Tight))
}
