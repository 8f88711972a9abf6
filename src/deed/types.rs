//! Arguments and answers of the calls about deeds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::audit::Actor;
use crate::call::SignedIn;
use crate::message::Message;

/// A deed that waits for the end of its undo time, or has failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deed {
    pub id: i64,
    /// The path of its call, e.g. `order/ship`.
    pub call: String,
    pub noun: String,
    /// Id of what it changes within the noun, e.g. the number of an order.
    pub thing: String,
    pub by: DeedAuthor,
    /// RFC 3339: when it is carried out.
    pub due_at: String,
    /// Why it could not be carried out; null while it is pending.
    pub failure: Option<Failure>,
    /// The work on many that has asked for it.
    pub run_id: Option<i64>,
}

/// Who asked for a deed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeedAuthor {
    /// Of the person; of a program's maker.
    pub id: i64,
    /// The person's, or the program's.
    pub name: String,
    /// The program's token; null: a person.
    pub token_id: Option<i64>,
}

impl DeedAuthor {
    /// Whether this is who calls.
    pub fn is(&self, who: &SignedIn) -> bool {
        self.id == who.staff_id && self.token_id == who.token_id
    }

    /// As the audit names who acts.
    pub fn actor(&self) -> Actor {
        self.token_id.map_or(Actor::Staff(self.id), Actor::Token)
    }
}

/// A message of the server, as kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DeedFailure")]
pub struct Failure {
    pub id: String,
    /// In English, with unfilled placeholders.
    pub message: String,
    pub params: BTreeMap<String, String>,
}

impl Failure {
    pub fn of(message: &Message) -> Failure {
        let params = message.params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Failure { id: message.id.to_owned(), message: message.text.to_owned(), params }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Deeds {
    /// Those whose permission the caller has: first the pending ones, the next due first, then those that have failed.
    pub items: Vec<Deed>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "DeedArgs")]
pub struct IdArgs {
    pub id: i64,
}
