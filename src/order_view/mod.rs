//! An order as its customer sees it: the result screen, the list of orders in the account, and the mails.
//!
//! Combines data of `order`, `shipment`, `invoice` and `payment`; has no tables of its own.

use crate::call::AfterCommit::AskPayment;
use crate::call::{Calls, member_read, read, write};
use crate::limits::RateClass::{Standard, Tight};

mod calls;
mod link;
mod mail;
mod reorder;
mod result;
#[cfg(test)]
mod tests;
pub mod types;

pub use calls::{detail, index, own, view};
pub use mail::{
    OrderMail, send as send_mail, send_again as send_mail_again, send_changed, send_with_token as send_mail_with_token,
    write_anew as send_mail_anew,
};
pub use result::{changed, opened, result, result_url, return_of_refund, returned, shipments};

pub fn calls(api: Calls) -> Calls {
    api.add(read("payment/index", calls::index).form().rate(Standard))
        .add(write("payment/refresh", calls::refresh).json().rate(Tight).then(AskPayment))
        .add(write("order/link", link::ask).json().rate(Tight))
        .add(write("order/reorder", reorder::reorder).json().rate(Standard))
        .add(member_read("order/index", calls::list).form_or_json().rate(Standard))
        .add(member_read("order/view", calls::view).form_or_json().rate(Standard))
}
