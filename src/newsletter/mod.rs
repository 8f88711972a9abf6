//! Letters by e-mail: subscribing, confirming, unsubscribing.

use crate::call::{Access, Calls, Mode};

pub mod types;

use types::{Answer, ConfirmArgs, SubscribeArgs, UnsubscribeArgs};

pub fn calls(api: Calls) -> Calls {
    api.announced::<SubscribeArgs, Answer>("newsletter/subscribe", Mode::Write, Access::Visitor)
        .announced::<ConfirmArgs, Answer>("newsletter/confirm", Mode::Write, Access::Visitor)
        .announced::<UnsubscribeArgs, Answer>("newsletter/unsubscribe", Mode::Write, Access::Visitor)
}
