//! Arguments and answers of the chat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;

/// Arguments of `common/talk`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TalkArgs {
    /// Only messages after this one; 0 or absent: all.
    pub since: i64,
}

/// Arguments of `common/listen`, which answers like `common/talk` and opens nothing.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ListenArgs {
    /// The conversation, as `common/talk` answered it.
    pub session_id: String,
    /// Only messages after this one; 0 or absent: all.
    pub since: i64,
}

/// Arguments of `common/say`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SayArgs {
    /// The conversation, as `common/talk` answered it.
    pub session_id: String,
    pub message: String,
    /// The answer has only messages after this one; 0 or absent: all.
    pub since: i64,
}

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TalkAuthor")]
pub enum Author {
    Visitor,
    /// Customer service.
    Desk,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TalkMessage {
    /// Grows with time.
    pub id: i64,
    pub author: Author,
    /// Plain text with line breaks.
    pub text: String,
    /// RFC 3339.
    pub at: String,
}

/// A conversation, and whether somebody is at the desk.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Talk {
    /// Unguessable handle of the conversation.
    pub session_id: String,
    /// Whether somebody answers at once (Monday to Friday 8:00 to 19:00 CET, closing days excepted).
    pub open: bool,
    /// When the desk opens next, RFC 3339; null while it is open.
    pub opens_at: Option<String>,
    /// The same in words: that an answer comes at once, or when.
    pub message: Message,
    /// In the order in which they were said.
    pub messages: Vec<TalkMessage>,
    /// Whether customer service has ended it: another is opened by `common/talk`.
    pub ended: bool,
    /// Characters that a message may have.
    pub max_length: u32,
}
