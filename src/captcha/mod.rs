//! The captcha protects forms that send mail or create accounts from bots (specification §5; decisions §4):
//! registration, contact, forgotten password and newsletter, never guest checkout.
//!
//! A slice with such a form takes `captcha: String` among its arguments, registers its call with
//! [`prepared_write`](crate::call::prepared_write), and verifies in the preparation, before anything expensive or
//! revealing:
//!
//! ```ignore
//! pub async fn prepare_post(context: Arc<CallContext>, visitor: Visitor, args: PostArgs) -> Result<Checked> {
//!     let checked = check(&args)?;                                  // invalid fields first: they use up no challenge
//!     let of = Form { call: "contact/post", email: &checked.email };
//!     captcha::verify(&context, &visitor, &args.captcha, of).await?;
//!     Ok(checked)
//! }
//! ```
//!
//! [`verify`] refuses with a message on the field `captcha`: `CAPTCHA_REQUIRED` if the answer is missing,
//! `CAPTCHA_WRONG` if it is wrong or was used before, `CAPTCHA_EXPIRED` if it has expired, `CAPTCHA_CONSENT` if the
//! provider sets cookies that the visitor has not allowed. An answer is valid once, even if the form is refused
//! afterwards: one proof of work must not pay for several probes.
//!
//! A browser without script gets a [`link`] by mail instead.
//!
//! Adding a provider: a value of `config::CaptchaProvider`, a file beside `builtin`, a line in [`verify`] and in the
//! challenge, and its origins in `http::layers::content_security`.

use crate::call::{Calls, Visitor, prepared_read};
use crate::call_context::CallContext;
use crate::domain::validate::email_key;
use crate::error::{Refusal, Result};
use crate::limits::RateClass::Standard;
use crate::message::{self, MessageDef};
use crate::session;

mod builtin;
mod calls;
pub mod link;
mod recaptcha;
mod store;
pub mod types;

pub use store::{LINKS, delete_expired, delete_expired_links};
pub use types::Provider;

/// Longest answer in bytes: a response token of reCAPTCHA has about two thousand characters.
const LONGEST: usize = 8192;

pub fn calls(api: Calls) -> Calls {
    api.add(prepared_read("captcha/challenge", calls::make_challenge, calls::challenge).form_or_json().rate(Standard))
}

/// The form that an answer comes with.
#[derive(Debug, Clone, Copy)]
pub struct Form<'a> {
    /// Path of its call.
    pub call: &'static str,
    /// The address that it gives: a link by mail counts for this one alone.
    pub email: &'a str,
}

/// Verifies the answer to a captcha and marks it as used.
pub async fn verify(context: &CallContext, visitor: &Visitor, answer: &str, form: Form<'_>) -> Result<()> {
    let provider = visitor.view.config.captcha.provider;
    if provider == Provider::None {
        return Ok(());
    }
    if let Some(token) = answer.trim().strip_prefix(link::PREFIX) {
        let (hash, now) = (session::hash(token), visitor.now());
        let (call, mailbox) = (form.call, email_key(form.email));
        let is_open = context.db.write(move |tx| store::use_up_link(tx, hash, call, &mailbox, now)).await?;
        return if is_open { Ok(()) } else { Err(refused(message::CAPTCHA_LINK_INVALID).into()) };
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

fn refused(message: MessageDef) -> Refusal {
    Refusal::of_field("captcha", message)
}
