//! The captcha: keeps machines away from forms that write mail or make accounts (specification §5; decisions §4). It is
//! asked at registration, contact, forgotten password and newsletter, never at guest checkout.
//!
//! A slice whose form wants one takes `captcha: String` among its arguments, registers its call with [`Calls::prepared`],
//! and asks in the preparation, before anything that costs or discloses:
//!
//! ```ignore
//! pub async fn prepare_post(means: Arc<Means>, visitor: Visitor, args: PostArgs) -> Result<Checked> {
//!     let checked = check(&args)?;                                  // plain faults first: they cost no challenge
//!     captcha::verify(&means, &visitor, &args.captcha).await?;
//!     Ok(checked)
//! }
//! ```
//!
//! [`verify`] refuses with a message on the field `captcha`: `CAPTCHA_REQUIRED` when the answer is missing,
//! `CAPTCHA_WRONG` when it is wrong or was used before, `CAPTCHA_EXPIRED` when its time is over, `CAPTCHA_CONSENT` when the
//! provider sets cookies that the visitor has not allowed. An answer counts once, whatever becomes of the form afterwards: a
//! form that asks for more than one thing must not be probed with one proof.
//!
//! Adding a provider: a value of `config::CaptchaProvider`, a file beside `builtin`, a line in [`verify`] and in the
//! challenge, and its origins in `http::layers::content_security`.

use jiff::Timestamp;

use crate::call::{Calls, Visitor, prepared_read};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::error::{Refusal, Result};
use crate::limits::RateClass::Standard;
use crate::message::{self, MessageDef};

mod builtin;
mod calls;
mod recaptcha;
mod store;
pub mod types;

pub use types::Provider;

/// Longer answers are none: a response token of reCAPTCHA has some two thousand characters.
const LONGEST: usize = 8192;

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_read("captcha/challenge", calls::make_challenge, calls::challenge).form_or_json().rate(Standard))
}

/// Whether the answer to a captcha is right; it counts from now on as used.
pub async fn verify(context: &CallContext, visitor: &Visitor, answer: &str) -> Result<()> {
    let provider = visitor.view.config.captcha.provider;
    if provider == Provider::None {
        return Ok(());
    }
    if provider == Provider::Recaptcha && !visitor.consents.captcha {
        return Err(refused(message::CAPTCHA_CONSENT).into());
    }
    let answer = answer.trim();
    if answer.is_empty() {
        return Err(refused(message::CAPTCHA_REQUIRED).into());
    }
    if answer.len() > LONGEST {
        return Err(refused(message::CAPTCHA_WRONG).into());
    }
    match provider {
        Provider::Builtin => builtin::verify(context, visitor, answer).await,
        Provider::Recaptcha => recaptcha::verify(context, visitor, answer).await,
        Provider::None => Ok(()),
    }
}

/// Forgets used answers whose time is over; answers how many.
pub fn delete_expired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    store::delete_expired(tx, now, limit)
}

fn refused(message: MessageDef) -> Refusal {
    Refusal::of_field("captcha", message)
}
