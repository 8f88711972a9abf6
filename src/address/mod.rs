//! Postal addresses, validated and formatted by the rules of their country, and the customers' address books.

use crate::call::{Calls, member_read, member_write};
use crate::limits::RateClass::Standard;

mod book;
mod calls;
mod form;
pub mod types;

pub use book::{PERSONAL_DATA, keep, list};
pub use form::check;
pub use types::{Address, PostalParts, format_lines, printed};

pub fn calls(api: Calls) -> Calls {
    api.add(member_read("address/index", calls::index).form_or_json().rate(Standard))
        .add(member_write("address/create", calls::create).json().rate(Standard))
        .add(member_write("address/update", calls::update).json().rate(Standard))
        .add(member_write("address/delete", calls::delete).form_or_json().rate(Standard))
}
