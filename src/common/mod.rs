//! Calls that belong to no page: the regional site for a visitor, and the chat.

use crate::call::Calls;

mod calls;
mod store;
pub mod types;

pub use calls::other_sites;

pub fn calls(api: Calls) -> Calls {
    api.read("common/region", calls::region).write("common/talk", calls::talk)
}
