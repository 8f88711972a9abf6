//! Arguments and answers that all ceremonies share. Credentials and options are the JSON of WebAuthn Level 3 (`toJSON`,
//! `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A ceremony that has begun.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "PasskeyCeremony")]
pub struct Ceremony {
    /// Names it in the call that ends it: once, within minutes.
    pub ceremony: String,
    /// What the browser asks the authenticator.
    pub options: Value,
}

/// What a key has signed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PasskeySignature")]
pub struct Signature {
    pub ceremony: String,
    pub credential: Value,
}
