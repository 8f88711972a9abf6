//! Newsletter subscriptions.
//!
//! A subscription is confirmed by a mailed link (double opt-in), unless the operator exempts the visitor's country.
//! Whether an address is subscribed is disclosed only to its verified owner, to the account that asked for it and to the
//! session that subscribed it; others get the same answer for every address. An unsubscription takes effect after a working day (specification §1, §4).

use crate::call::{Calls, prepared_write, replying, staff_prepared, staff_read, write};
use crate::domain::permission::Permission::{CustomersChange, CustomersRead};
use crate::limits::RateClass::{Standard, Tight};
use crate::personal_data::PersonalDataStore;

mod calls;
mod store;
pub mod subscribers;
mod subscription;
pub mod types;

pub use store::{EventRow, Status, Subscriber, count_reading, list_due, list_subscribers, mailboxes, subscribed};
pub use subscription::{
    Ending, Outcome, Source, Subscription, UnsubscribeUrls, Wish, ask, ask_for, carry_out, confirm_by_link, end_of,
    forget, info, invite, move_subscription, subscription, unsubscribe_by_link,
};

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_write("newsletter/subscribe", calls::prepare_subscribe, calls::subscribe).form().rate(Tight))
        .add(replying("newsletter/confirm", calls::confirm).json().rate(Tight))
        .add(write("newsletter/unsubscribe", calls::unsubscribe).json().rate(Tight))
}

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(CustomersRead, "newsletter/list", subscribers::list).rate(Standard)).add(
        staff_prepared(CustomersChange, "newsletter/export", subscribers::prepare_export, subscribers::export)
            .proof()
            .rate(Tight),
    )
}

pub const PERSONAL_DATA: PersonalDataStore =
    PersonalDataStore { name: "newsletter", export: subscription::export, erase: subscription::erase };
