//! Customers and their accounts: making one, logging in and out, passwords, what is kept and how it goes.
//!
//! Whatever an answer or its time could tell about an account that is not the asker's own is the same with and without one;
//! only registration says that an address has an account, as the specification wants (§8), behind a captcha.
//!
//! | file | what |
//! |---|---|
//! | `account` | registration, login, logout, what an account shows and what changes it |
//! | `password` | changed, forgotten, set anew |
//! | `deletion` | asked for, withdrawn, carried out; the export of everything |
//! | `guard` | how often guesses may be made |
//! | `mail` | what the mails show |

use crate::call::{Calls, Mode};

mod account;
mod deletion;
mod guard;
mod letters;
mod mail;
mod password;
mod store;
pub mod types;

pub use account::{FromOrder, create_from_order, keep_member_card};
pub use deletion::{PERSONAL_DATA_STORES, carry_out, delete_now, export_of};
pub use password::delete_old_links;
pub use store::{Customer, find, find_by_email};

pub fn calls(api: Calls) -> Calls {
    api.prepared("customer/create", Mode::Write, account::prepare_create, account::create)
        .prepared("customer/login", Mode::Write, account::prepare_login, account::login)
        .replying("customer/logout", account::logout)
        .member_read("account/info", account::info)
        .prepared_member("account/update", Mode::Write, account::prepare_update, account::update)
        .prepared_member("account/password", Mode::Write, password::prepare_change, password::change)
        .prepared("account/forgot", Mode::Write, password::prepare_forgot, password::forgot)
        .prepared("account/reset", Mode::Write, password::prepare_reset, password::reset)
        .prepared_member("account/delete", Mode::Write, deletion::prepare_delete, deletion::delete)
        .member_write("account/undelete", deletion::undelete)
        .member_read("account/export", deletion::export)
        .member_read("membercard/index", account::member_card)
}
