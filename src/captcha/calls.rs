//! `captcha/challenge`.

use std::sync::Arc;

use super::builtin;
use super::types::{Challenge, Provider};
use crate::call::{NoArgs, Reply, Visitor};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::error::Result;

/// Creates a challenge of the configured provider.
pub async fn make_challenge(context: Arc<CallContext>, visitor: Visitor, _: NoArgs) -> Result<Challenge> {
    let config = &visitor.view.config.captcha;
    let mut challenge = Challenge {
        provider: config.provider,
        altcha: None,
        site_key: String::new(),
        consent_required: false,
        expires_at: None,
    };
    match config.provider {
        Provider::Builtin => {
            let (altcha, expires_at) = builtin::challenge(&context, &visitor)?;
            challenge.altcha = Some(altcha);
            challenge.expires_at = Some(expires_at.to_string());
        }
        Provider::Recaptcha => {
            challenge.site_key.clone_from(&config.recaptcha_site_key);
            challenge.consent_required = true;
        }
        Provider::None => {}
    }
    Ok(challenge)
}

/// Answers the challenge.
pub fn challenge(_: &mut dyn Tx, _: &Visitor, made: &Challenge) -> Result<Reply<Challenge>> {
    Ok(Reply::new(made.clone()))
}
