//! Arguments and answers of the calls about restores. Times are RFC 3339.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "RestorePreviewArgs")]
pub struct PreviewArgs {
    /// Of a copy's file, as `system/show` lists it.
    pub name: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "RestoreScheduleArgs")]
pub struct ScheduleArgs {
    pub name: String,
    /// The name once more, as somebody has typed it.
    pub confirm: String,
    /// An hour after the nightly copy, instead of as soon as it can no longer be called off.
    pub tonight: bool,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "RestoreIdArgs")]
pub struct IdArgs {
    pub id: i64,
}

/// Whether the program can open a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SchemaAge {
    Same,
    /// It is brought up to date.
    Older,
    /// A newer program is needed.
    Newer,
    /// It holds no shop.
    Unknown,
}

/// What a database holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "RestoreExtent")]
pub struct Extent {
    pub orders: i64,
    pub customers: i64,
    /// Number of the newest order; null without one.
    pub last_order: Option<String>,
    pub last_order_at: Option<String>,
}

/// What a copy holds, beside what the shop holds now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "RestorePreview")]
pub struct Preview {
    pub name: String,
    pub made_at: String,
    pub bytes: u64,
    pub schema: Option<i32>,
    pub schema_age: SchemaAge,
    /// What is wrong with the file, in English; null: every page and row was read and is sound.
    pub damage: Option<String>,
    pub pictures: i64,
    pub picture_bytes: i64,
    /// Null where the copy cannot be read.
    pub copy: Option<Extent>,
    pub now: Extent,
    /// Orders placed since, which the copy lacks.
    pub orders_lost: i64,
    /// When the restore would begin if it is scheduled for the night.
    pub tonight_at: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "RestoreState")]
pub enum State {
    /// It can be called off.
    Scheduled,
    Running,
    Done,
    /// The former database is open.
    Failed,
    CalledOff,
}

/// A restore that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Restore")]
pub struct Item {
    pub id: i64,
    /// Name of the copy.
    pub copy: String,
    pub state: State,
    /// Who asked for it, by name or by the system's user.
    pub by: String,
    pub requested_at: String,
    pub due_at: String,
    pub ended_at: Option<String>,
    /// In English, as the log has it.
    pub failure: Option<String>,
    /// Name of the copy that was made of the database before.
    pub kept: Option<String>,
    /// Pictures of the copy of which no sound files were found.
    pub missing_pictures: i64,
}
