//! Customers as the people of the house see and help them: the list, one customer with all that belongs to them, export, erasure.
//!
//! A customer is an account, or a guest, who is known by the mailbox of their orders. Has no tables and no rules of its own:
//! `customer`, `newsletter` and `privacy` act. What is here is a door beside the command line.
//!
//! | file | purpose |
//! |---|---|
//! | `subject` | which account or guest is meant |
//! | `list` | the list and its search |
//! | `detail` | a customer with all that belongs to them; the version |
//! | `wish` | what accounts and guests may ask for alike: export, erasure, newsletter |
//! | `changes` | the calls by which it is done |

use crate::call::{Calls, staff_deed, staff_prepared, staff_read, staff_view, staff_write};
use crate::domain::permission::Permission::{CustomersChange, CustomersErase, CustomersRead};
use crate::limits::RateClass::{Standard, Tight};

mod changes;
mod detail;
mod list;
mod subject;
pub mod types;
mod wish;

pub use detail::{Reader, detail};
pub use list::page;
pub use subject::{Subject, find_by_email, named};
pub use wish::{erase, export, invite, note};

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(CustomersRead, "customer/list", list::list).rate(Standard))
        .add(staff_view(CustomersRead, "customer/show", detail::show).rate(Standard))
        .add(
            staff_prepared(CustomersRead, "customer/export", changes::prepare_export, changes::export)
                .proof()
                .rate(Tight),
        )
        .add(staff_deed(CustomersErase, "customer/erase", changes::erase).proof().rate(Standard))
        .add(staff_write(CustomersChange, "customer/call_off_deletion", changes::call_off_deletion).rate(Standard))
        .add(staff_deed(CustomersChange, "customer/set_email", changes::set_email).proof().rate(Standard))
        .add(staff_deed(CustomersChange, "customer/send_password_link", changes::send_password_link).rate(Standard))
        .add(staff_write(CustomersChange, "customer/end_sessions", changes::end_sessions).rate(Standard))
        .add(staff_deed(CustomersChange, "customer/remove_passkey", changes::remove_passkey).rate(Standard))
        .add(staff_write(CustomersChange, "customer/note", changes::note).rate(Standard))
        .add(staff_read(CustomersChange, "customer/colleagues", changes::colleagues).rate(Standard))
        .add(staff_deed(CustomersChange, "customer/unsubscribe", changes::unsubscribe).rate(Standard))
        .add(staff_deed(CustomersChange, "customer/invite_newsletter", changes::invite_newsletter).rate(Standard))
}
