//! The answer of `captcha/challenge`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::config::CaptchaProvider as Provider;

/// The captcha of a form. The form's `captcha` field takes:
///
/// - `builtin`: base64 of the JSON `{"challenge": <altcha>, "solution": {"counter", "derivedKey"}}`, as ALTCHA's own
///   libraries write it;
/// - `recaptcha`: the widget's response token;
/// - `none`: nothing.
///
/// An answer is valid once: after any refusal the next attempt needs another challenge.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CaptchaChallenge")]
pub struct Challenge {
    pub provider: Provider,
    /// Null unless the provider is `builtin`.
    pub altcha: Option<Altcha>,
    /// The widget's public key; empty unless the provider is `recaptcha`.
    pub site_key: String,
    /// Whether the provider sets cookies, so that the cookie `allowRecaptcha` must be 1 before it is loaded.
    pub consent_required: bool,
    /// RFC 3339: when the challenge expires; null if the provider decides.
    pub expires_at: Option<String>,
}

/// A challenge of ALTCHA's protocol, version 2. Its solution is the counter from 0 for which the key derived from
/// `nonce` (followed by the counter as four big-endian bytes) and `salt` begins with `keyPrefix`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AltchaChallenge")]
pub struct Altcha {
    pub parameters: AltchaParameters,
    /// Hexadecimal; sent back unchanged, like every parameter.
    pub signature: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AltchaParameters {
    /// `PBKDF2/SHA-256`.
    pub algorithm: String,
    /// Iterations.
    pub cost: u32,
    pub data: AltchaData,
    /// Bytes.
    pub key_length: u32,
    /// Hexadecimal.
    pub key_prefix: String,
    /// Hexadecimal.
    pub key_signature: String,
    /// Hexadecimal.
    pub nonce: String,
    /// Hexadecimal.
    pub salt: String,
}

/// The shop's own signed data.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AltchaData {
    /// Unix milliseconds by the shop's clock: when the challenge expires.
    pub expires: i64,
}
