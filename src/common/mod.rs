//! Calls that belong to no page: the regional site for a visitor, the chat, and the table of cookies.

use crate::call::{Access, Calls, Mode};

mod calls;
mod store;
pub mod types;

pub use calls::other_sites;

pub fn calls(api: Calls) -> Calls {
    api.read("common/region", calls::region)
        .public("common/cookies", calls::cookies)
        .write("common/talk", calls::talk)
        .announced::<types::SayArgs, types::Talk>("common/say", Mode::Write, Access::Visitor)
        .announced::<types::ListenArgs, types::Talk>("common/listen", Mode::Read, Access::Visitor)
}
