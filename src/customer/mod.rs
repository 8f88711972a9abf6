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

use crate::call::{Calls, member_read, member_write, prepared_member_write, prepared_write, replying};
use crate::limits::RateClass::{Standard, Tight};

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
    api.add(prepared_write("customer/create", account::prepare_create, account::create).json().rate(Tight))
        .add(prepared_write("customer/login", account::prepare_login, account::login).json().rate(Tight))
        .add(replying("customer/logout", account::logout).form_or_json().rate(Standard))
        .add(member_read("account/info", account::info).form_or_json().rate(Standard))
        .add(prepared_member_write("account/update", account::prepare_update, account::update).json().rate(Tight))
        .add(prepared_member_write("account/password", password::prepare_change, password::change).json().rate(Tight))
        .add(prepared_write("account/forgot", password::prepare_forgot, password::forgot).json().rate(Tight))
        .add(prepared_write("account/reset", password::prepare_reset, password::reset).json().rate(Tight))
        .add(prepared_member_write("account/delete", deletion::prepare_delete, deletion::delete).json().rate(Tight))
        .add(member_write("account/undelete", deletion::undelete).form_or_json().rate(Tight))
        .add(member_read("account/export", deletion::export).form_or_json().rate(Tight))
        .add(member_read("membercard/index", account::member_card).form_or_json().rate(Standard))
}
