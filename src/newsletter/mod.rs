//! Letters by e-mail: who wants which, since when, and how they get out of it again.
//!
//! A subscription counts once the link in a mail has been followed (double opt-in), unless the operator excepts the visitor's
//! country. Whether an address is subscribed is told only to whoever typed it there before or owns it; everybody else gets the
//! same answer for every address. Unsubscribing is noted at once and carried out after a working day (specification §1, §4).

use jiff::Timestamp;
use serde_json::Value;

use crate::call::{Calls, prepared_write, replying, write};
use crate::db::Tx;
use crate::error::Result;
use crate::limits::RateClass::Tight;
use crate::personal_data::{DataSubject, PersonalDataStore};

mod calls;
mod store;
mod subscription;
pub mod types;

pub use store::{Status, Subscriber, list_subscribers};
pub use subscription::{
    Ending, Outcome, Source, UnsubscribeUrls, Wish, ask, carry_out_due, confirm_by_link, follow, forget, info,
    link_for_letters, unsubscribe_by_link,
};

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_write("newsletter/subscribe", calls::prepare_subscribe, calls::subscribe).form().rate(Tight))
        .add(replying("newsletter/confirm", calls::confirm).json().rate(Tight))
        .add(write("newsletter/unsubscribe", calls::unsubscribe).json().rate(Tight))
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    subscription::export(tx, &subject.email)
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    subscription::erase(tx, &subject.email)
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "newsletter", export, erase };
