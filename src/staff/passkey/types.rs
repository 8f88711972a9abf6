//! Arguments and answers of the calls about passkeys. Times are Unix milliseconds; credentials and options are the JSON of
//! WebAuthn Level 3 (`toJSON`, `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::passkey::types::{Ceremony, Signature};
use crate::staff::types::StaffSelf;

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PasskeySignInArgs")]
pub struct SignInArgs {
    pub ceremony: String,
    pub credential: Value,
    /// Several people use the device: it locks itself.
    pub shared: bool,
}

/// A person's name and language are checked before the browser makes a key.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PasskeyInvitationArgs")]
pub struct InvitationArgs {
    /// Of the invitation.
    pub secret: String,
    pub name: String,
    pub lang: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PasskeyAcceptArgs")]
pub struct AcceptArgs {
    /// Of the invitation.
    pub secret: String,
    pub name: String,
    pub lang: String,
    pub ceremony: String,
    pub credential: Value,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PasskeyAccepted")]
pub struct Accepted {
    #[serde(rename = "self")]
    pub person: StaffSelf,
}

/// The name is checked before the browser makes a key.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PasskeyNameArgs")]
pub struct NameArgs {
    /// What the person calls the key.
    pub name: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PasskeyRegisterArgs")]
pub struct RegisterArgs {
    pub name: String,
    pub ceremony: String,
    pub credential: Value,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PasskeyRenameArgs")]
pub struct RenameArgs {
    pub id: i64,
    pub name: String,
}

/// The keys of the person who is signed in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Passkeys {
    pub items: Vec<PasskeyItem>,
    /// How many a person may have.
    pub most: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct PasskeyItem {
    pub id: i64,
    pub name: String,
    /// The console's host when the key was made.
    pub host: String,
    /// Whether that is still the console's host: a key works nowhere else.
    pub is_usable: bool,
    /// Without it the person could not sign in any more: it cannot be removed.
    pub is_last_way: bool,
    pub created_at: i64,
    pub used_at: Option<i64>,
}
