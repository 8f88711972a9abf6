//! Customers and their accounts: registration, login and logout, details, passwords.
//!
//! Answers and their timing do not reveal whether an address has an account, except at registration, behind a captcha,
//! as the specification requires (§8).
//!
//! | file | purpose |
//! |---|---|
//! | `account` | registration, login, logout, account details |
//! | `password` | change, forgotten, reset |
//! | `passkey` | keys beside the password |
//! | `sessions` | where a customer is logged in |
//! | `guard` | rate limits |
//! | `device` | the cookie of a device that has logged in before |
//! | `mail` | data of mails |
//! | `note` | what the house notes of a customer |
//! | `by_house` | what the house does on request |
//! | `browse`, `terms` | the list of the console and its search |

use crate::call::{Calls, member_read, member_write, prepared_member_write, prepared_write, replying};
use crate::limits::RateClass::{Standard, Tight};

pub mod account;
mod browse;
pub mod by_house;
pub mod device;
mod export;
mod guard;
pub mod mail;
pub mod mention;
pub mod note;
pub mod passkey;
mod password;
mod sessions;
pub mod store;
mod terms;
pub mod types;

pub use account::{FromOrder, create_from_order, keep_member_card, known};
pub use browse::{BrowsedCustomer, MOST_COUNTED, Narrowed, Wanted, Word, browse};
pub use by_house::ByHouse;
pub use export::PERSONAL_DATA;
pub use password::delete_old_links;
pub use sessions::{Access, access};
pub use store::{
    Account, Customer, account_of, count, count_reading, delete_all_links, find, find_by_email, ids_of_mailboxes,
    mailboxes,
};
pub use terms::{list_terms_due, write_terms};

pub fn calls(api: Calls) -> Calls {
    passkey::calls(api)
        .add(prepared_write("customer/create", account::prepare_create, account::create).json().rate(Tight))
        .add(prepared_write("customer/login", account::prepare_login, account::login).json().rate(Tight))
        .add(replying("customer/logout", account::logout).form_or_json().rate(Standard))
        .add(member_read("account/info", account::info).form_or_json().rate(Standard))
        .add(prepared_member_write("account/update", account::prepare_update, account::update).json().rate(Tight))
        .add(prepared_member_write("account/password", password::prepare_change, password::change).json().rate(Tight))
        .add(member_read("account/sessions", sessions::list).form_or_json().rate(Standard))
        .add(member_write("account/end_session", sessions::end).json().rate(Standard))
        .add(member_write("account/end_sessions", sessions::end_others).json().rate(Standard))
        .add(prepared_write("account/forgot", password::prepare_forgot, password::forgot).json().rate(Tight))
        .add(prepared_write("account/reset", password::prepare_reset, password::reset).json().rate(Tight))
}
