//! Calls that belong to no page: the regional site for a visitor, the chat, and the table of cookies.

use crate::call::Calls;

mod calls;
mod store;
pub mod types;

pub use calls::other_sites;
pub use store::{
    TalkSummary, delete_of_customer, delete_old, end, find_talk, list_talks, messages, messages_of_customer, say,
};

pub fn calls(api: Calls) -> Calls {
    api.read("common/region", calls::region)
        .public("common/cookies", calls::cookies)
        .write("common/talk", calls::talk)
        .write("common/say", calls::say)
        .read("common/listen", calls::listen)
}
