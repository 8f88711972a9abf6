//! What a thread is about, and how far it has come.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How people write to the house.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ThreadKind {
    /// By the contact form.
    #[default]
    Message,
    /// By the contact form, about goods that are to come back.
    Return,
    /// A statement of withdrawal.
    Withdrawal,
    Chat,
}

impl ThreadKind {
    pub const ALL: [ThreadKind; 4] = [Self::Message, Self::Return, Self::Withdrawal, Self::Chat];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Return => "return",
            Self::Withdrawal => "withdrawal",
            Self::Chat => "chat",
        }
    }

    /// By when what is heard now is to be answered: letters within 24 hours, as shoppers are told (specification §1), the money of
    /// a withdrawal within 14 days (Directive 2011/83/EU art. 13 (1)), a chat at once.
    pub fn due_at(self, heard: Timestamp) -> Timestamp {
        let within = match self {
            Self::Message | Self::Return => SignedDuration::from_hours(24),
            Self::Withdrawal => SignedDuration::from_hours(14 * 24),
            Self::Chat => SignedDuration::ZERO,
        };
        heard.saturating_add(within).unwrap_or(Timestamp::MAX)
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ThreadState {
    /// The house is to act.
    #[default]
    Open,
    /// The house has written last.
    Answered,
    Closed,
}

impl ThreadState {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Answered => "answered",
            Self::Closed => "closed",
        }
    }
}

/// What the house has done in a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// A letter.
    Reply,
    Note,
    Assigned,
    Released,
    Closed,
    Reopened,
}

impl EntryKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Reply => "reply",
            Self::Note => "note",
            Self::Assigned => "assigned",
            Self::Released => "released",
            Self::Closed => "closed",
            Self::Reopened => "reopened",
        }
    }
}

/// Where what the customer has written is kept: ids of the slices' rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Contact(i64),
    Chat(i64),
    Withdrawal(i64),
}
