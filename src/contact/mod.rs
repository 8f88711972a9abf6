//! Messages to customer service, and the one question after an order.

use crate::call::{Access, Calls, Mode};

pub mod types;

use types::{AccountPostArgs, Answer, PostArgs};

pub fn calls(api: Calls) -> Calls {
    api.announced::<PostArgs, Answer>("contact/post", Mode::Write, Access::Visitor)
        .announced::<AccountPostArgs, Answer>("contact/accountpost", Mode::Write, Access::Member)
}
