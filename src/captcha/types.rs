//! What `captcha/challenge` answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::config::CaptchaProvider as Provider;

/// What to do before a form that wants a captcha is sent. Its `captcha` field takes:
///
/// - `builtin`: base64 of the JSON `{"challenge": <altcha>, "solution": {"counter", "derivedKey"}}`, as ALTCHA's own
///   libraries write it;
/// - `recaptcha`: the widget's response token;
/// - `none`: nothing.
///
/// An answer counts once: after a refusal of any kind the next attempt needs another challenge.
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
    /// RFC 3339: until when the answer counts; null when that is the provider's affair.
    pub expires_at: Option<String>,
}

/// A challenge of ALTCHA's protocol, version 2: to be found is the counter from 0 for which the key derived from `nonce`
/// (with the counter as four big-endian bytes behind it) and `salt` begins with `keyPrefix`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AltchaChallenge")]
pub struct Altcha {
    pub parameters: AltchaParameters,
    /// Hexadecimal; to be sent back as it is, like every parameter.
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

/// What the shop signs beside the task.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AltchaData {
    /// Unix milliseconds by the shop's clock: until when the answer counts.
    pub expires: i64,
}
