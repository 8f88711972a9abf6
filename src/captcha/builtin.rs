//! Proof of work with ALTCHA's protocol, version 2, and the protocol's own crate.
//!
//! The browser solves the challenge without interaction or tracking. Challenges are signed and stateless: nothing is
//! stored until one is answered. The expiry is ours, in the signed `data`, because the shop's clock can be set and the
//! crate's cannot.

use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::types::{Altcha, AltchaData, AltchaParameters};
use super::{refused, store};
use crate::call::Visitor;
use crate::call_context::CallContext;
use crate::error::Result;
use crate::message;
use crate::session;

const ALGORITHM: &str = "PBKDF2/SHA-256";

/// The keys of challenges: one signs the challenge, one the solution, so that verification needs no key derivation.
struct Keys {
    task: String,
    solution: String,
}

impl Keys {
    fn of(context: &CallContext) -> Keys {
        let key = |purpose: &str| {
            let whole = format!("captcha {purpose} {}", session::new_token(&context.secret));
            session::new_token(&session::hash(&whole))
        };
        Keys { task: key("task"), solution: key("solution") }
    }
}

/// A new challenge and when it expires.
pub fn challenge(context: &CallContext, visitor: &Visitor) -> Result<(Altcha, Timestamp)> {
    let config = &visitor.view.config.captcha;
    let expires_at = visitor.now() + SignedDuration::from_mins(config.minutes.into());
    let keys = Keys::of(context);
    let made = altcha::create_challenge(altcha::CreateChallengeOptions {
        algorithm: ALGORITHM.to_owned(),
        cost: config.cost,
        counter: Some(counter(config.tries, &visitor.random)),
        data: Some(BTreeMap::from([("expires".to_owned(), json!(expires_at.as_millisecond()))])),
        hmac_signature_secret: Some(keys.task),
        hmac_key_signature_secret: Some(keys.solution),
        ..altcha::CreateChallengeOptions::default()
    })
    .map_err(|e| anyhow!("a challenge: {e}"))?;
    let parameters = made.parameters;
    let challenge = Altcha {
        parameters: AltchaParameters {
            algorithm: parameters.algorithm,
            cost: parameters.cost,
            data: AltchaData { expires: expires_at.as_millisecond() },
            key_length: u32::try_from(parameters.key_length).context("length of a key")?,
            key_prefix: parameters.key_prefix,
            key_signature: parameters.key_signature.context("an unsigned key")?,
            nonce: parameters.nonce,
            salt: parameters.salt,
        },
        signature: made.signature.context("an unsigned challenge")?,
    };
    Ok((challenge, expires_at))
}

/// The counter to be found: between a third of `tries` and `tries`.
fn counter(tries: u32, random: &[u8; 32]) -> u32 {
    let least = tries / 3;
    let [a, b, c, d, ..] = *random;
    least + u32::from_be_bytes([a, b, c, d]) % (tries - least).max(1)
}

/// Verifies signature, solution and expiry of an answer, and marks it as used.
pub async fn verify(context: &CallContext, visitor: &Visitor, answer: &str) -> Result<()> {
    let payload = STANDARD.decode(answer).ok().and_then(|json| serde_json::from_slice::<altcha::Payload>(&json).ok());
    let Some(altcha::Payload { challenge, solution }) = payload else {
        return Err(refused(message::CAPTCHA_WRONG).into());
    };
    let keys = Keys::of(context);
    let verdict = altcha::verify_solution(altcha::VerifySolutionOptions {
        hmac_key_signature_secret: Some(keys.solution),
        ..altcha::VerifySolutionOptions::new(&challenge, &solution, keys.task)
    });
    // Input that the crate cannot parse is a wrong answer, not an internal error.
    let is_solved = verdict.is_ok_and(|verdict| verdict.verified);
    let expires = challenge.parameters.data.as_ref().and_then(|data| data.get("expires")?.as_i64());
    let (true, Some(expires), Some(signature)) = (is_solved, expires, challenge.signature) else {
        return Err(refused(message::CAPTCHA_WRONG).into());
    };
    if expires <= visitor.now().as_millisecond() {
        return Err(refused(message::CAPTCHA_EXPIRED).into());
    }
    let is_first = context.db.write(move |tx| store::use_up(tx, &signature, expires)).await?;
    if is_first { Ok(()) } else { Err(refused(message::CAPTCHA_WRONG).into()) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counter_is_in_the_last_two_thirds(tries in 3_u32..10_000_000, random in any::<[u8; 32]>()) {
            let counter = counter(tries, &random);
            prop_assert!(counter >= tries / 3 && counter < tries);
        }
    }
}
