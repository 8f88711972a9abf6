//! The inbox: contact messages, returns, withdrawals and chats in one list, each with its history beside its order, answered from
//! here in the customer's language.
//!
//! | file | purpose |
//! |---|---|
//! | `list` | `message/list`, `message/waiting`: what there is, and which chats wait |
//! | `detail` | `message/show`: one thread with all that belongs to it |
//! | `answering` | the rules: letters, chat, notes, who takes it, closing; for calls and commands alike |
//! | `texts` | canned texts and their placeholders |
//! | `calls`, `types`, `store` | as in every slice |

use crate::call::{Calls, staff_deed, staff_read, staff_view, staff_write};
use crate::domain::permission::Permission::MessagesAnswer;
use crate::limits::RateClass::Standard;

pub mod answering;
mod calls;
mod detail;
mod list;
mod store;
pub mod texts;
pub mod types;

pub use calls::{change, hours, saved, told};
pub use detail::{detail, write_terms};
pub use list::{matching, rows, stamps};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(MessagesAnswer, "message/list", list::list).rate(Standard))
        .add(staff_read(MessagesAnswer, "message/waiting", list::waiting).rate(Standard))
        .add(staff_view(MessagesAnswer, "message/show", calls::show).rate(Standard))
        .add(staff_deed(MessagesAnswer, "message/reply", calls::reply).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/say", calls::say).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/note", calls::note).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/assign", calls::assign).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/close", calls::close).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/reopen", calls::reopen).rate(Standard))
        .add(staff_read(MessagesAnswer, "message/texts", calls::texts).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/save_text", calls::save_text).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/delete_text", calls::delete_text).rate(Standard))
        .add(staff_read(MessagesAnswer, "message/chat_hours", calls::chat_hours).rate(Standard))
        .add(staff_write(MessagesAnswer, "message/set_chat_hours", calls::set_chat_hours).rate(Standard))
}
