//! The idempotency key of `checkout/place` (decisions §5): its format, the hash of the body, and the order's token.

use anyhow::Context as _;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::fmt::Hyphenated;

use super::types::PlaceArgs;
use crate::domain::validate;
use crate::error::{Refusal, Result};
use crate::message;
use crate::session;

/// A UUID in lower case (RFC 9562).
pub fn idempotency_key(key: &str) -> Result<String> {
    let key = validate::trim(key).parse::<Hyphenated>();
    let key = key.map_err(|_| Refusal::of_field("idempotency_key", message::IDEMPOTENCY_KEY_BAD))?;
    Ok(key.to_string())
}

/// A hash of the body, independent of the key's spelling.
pub fn body_hash(args: &PlaceArgs, key: &str) -> Result<Vec<u8>> {
    let args = PlaceArgs { idempotency_key: key.to_owned(), ..args.clone() };
    hash_of(&args)
}

/// A hash of what is sent under a key.
pub fn hash_of(body: &impl Serialize) -> Result<Vec<u8>> {
    let body = serde_json::to_vec(body).context("body of an order")?;
    Ok(Sha256::digest(body).to_vec())
}

/// The order's token, derived from the client's key and a salt: neither alone reveals it.
pub fn order_token(key: &str, salt: &str) -> String {
    session::new_token(&session::hash(&format!("order {key} {salt}")))
}
