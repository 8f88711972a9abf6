//! Newsletter subscriptions.
//!
//! A subscription is confirmed by a mailed link (double opt-in), unless the operator exempts the visitor's country.
//! Whether an address is subscribed is disclosed only to its verified owner, to the account that asked for it and to the
//! session that subscribed it; others get the same answer for every address. An unsubscription takes effect after a working day (specification §1, §4).

use crate::call::{Calls, prepared_write, replying, write};
use crate::limits::RateClass::Tight;
use crate::personal_data::PersonalDataStore;

mod calls;
mod store;
mod subscription;
pub mod types;

pub use store::{EventRow, Status, Subscriber, list_due, list_subscribers, mailboxes, subscribed};
pub use subscription::{
    Ending, Outcome, Source, Subscription, UnsubscribeUrls, Wish, ask, ask_for, carry_out, confirm_by_link, end_of,
    forget, info, invite, move_subscription, newsletter_link, subscription, unsubscribe_by_link,
};

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_write("newsletter/subscribe", calls::prepare_subscribe, calls::subscribe).form().rate(Tight))
        .add(replying("newsletter/confirm", calls::confirm).json().rate(Tight))
        .add(write("newsletter/unsubscribe", calls::unsubscribe).json().rate(Tight))
}

pub const PERSONAL_DATA: PersonalDataStore =
    PersonalDataStore { name: "newsletter", export: subscription::export, erase: subscription::erase };
