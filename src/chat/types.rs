//! Arguments and answers of the chat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::ServiceHours;
use crate::domain::working_days::clock;
use crate::message::Message;

/// Arguments of `common/talk`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TalkArgs {
    /// Only messages after this one; 0 or absent: all.
    pub since: i64,
}

/// Arguments of `common/listen`, which answers like `common/talk` without opening a conversation.
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

/// When the chat is offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ChatMode {
    /// On working days, between its hours
    #[default]
    Hours,
    /// Between its hours, while somebody who may answer has the console open
    Staffed,
    /// Never
    Off,
}

impl ChatMode {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hours => "hours",
            Self::Staffed => "staffed",
            Self::Off => "off",
        }
    }
}

/// Author of a message.
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

/// When customer service answers, Monday to Friday except closing days, on the clocks of the shop's zone: `08:00`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "TalkHours")]
pub struct Hours {
    pub opens: String,
    pub closes: String,
}

impl From<ServiceHours> for Hours {
    fn from(ServiceHours { opens, closes }: ServiceHours) -> Self {
        Hours { opens: clock(opens), closes: clock(closes) }
    }
}

/// A conversation, and whether customer service is available.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Talk {
    /// Unguessable handle of the conversation.
    pub session_id: String,
    /// Whether customer service answers at once: within its hours, except closing days.
    pub open: bool,
    /// Null where the chat is not offered.
    pub hours: Option<Hours>,
    /// When customer service opens next, RFC 3339; null while it is open, and where the chat is not offered.
    pub opens_at: Option<String>,
    /// The same as a message.
    pub message: Message,
    /// In chronological order.
    pub messages: Vec<TalkMessage>,
    /// Whether customer service has ended it; `common/talk` then opens another.
    pub ended: bool,
    /// Maximum length of a message in characters.
    pub max_length: u32,
}
