//! Arguments and answers of the calls about the system. Times are RFC 3339.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{restore, staging};

/// Where the system stands.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SystemState")]
pub struct State {
    /// Of the program.
    pub version: String,
    pub is_demo: bool,
    /// Version of the database's schema.
    pub schema: i32,
    pub database_bytes: u64,
    pub backups: Backups,
    /// The restore that is scheduled or under way, or how the last one has ended.
    pub restore: Option<restore::types::Item>,
    /// The copy for staging.
    pub anonymised: Option<staging::types::Copy>,
    pub jobs: Vec<JobItem>,
    /// Rows at which a job fails again and again.
    pub stuck: Vec<StuckRow>,
    pub mails: Mails,
    /// What the configuration should have otherwise; in English, with key and mend, for whoever may edit the file.
    pub warnings: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SystemBackups")]
pub struct Backups {
    /// Whether one is made each night.
    pub is_nightly: bool,
    /// On the machine.
    pub folder: String,
    /// Newest first.
    pub items: Vec<BackupItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SystemBackup")]
pub struct BackupItem {
    /// Of the file.
    pub name: String,
    pub made_at: String,
    /// Of the database.
    pub bytes: u64,
    /// The operator's pictures that belong to it, and their bytes.
    pub pictures: i64,
    pub picture_bytes: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SystemJob")]
pub struct JobItem {
    pub name: String,
    pub last_run: Option<String>,
    /// In English, as the log has it.
    pub last_result: String,
    pub is_running: bool,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SystemJobArgs")]
pub struct JobArgs {
    pub name: String,
}

/// What became of a job that was run by hand.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SystemJobAnswer")]
pub struct JobAnswer {
    pub job: String,
    pub outcome: JobOutcome,
    /// What it did, or why it failed; in English, as the log has it.
    pub text: String,
    pub state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SystemJobOutcome")]
pub enum JobOutcome {
    Ran,
    Failed,
    /// It takes longer than a call waits, and goes on.
    Begun,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct StuckRow {
    pub job: String,
    pub row_id: i64,
    pub failures: u32,
    pub failed_at: String,
    pub retry_at: String,
    /// In English, as the log has it.
    pub error: String,
}

/// Mails that have not left, newest first; at most fifty of each state.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SystemMails")]
pub struct Mails {
    /// Those that were given up: the address is wrong, or its server refuses for good.
    pub failed: Vec<UnsentMail>,
    pub waiting: Vec<UnsentMail>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct UnsentMail {
    pub id: i64,
    pub at: String,
    /// Its kind, e.g. `order_received`.
    pub template: String,
    pub recipient: String,
    pub attempts: u32,
    /// What the mail server said last.
    pub error: String,
    /// The order that it is about: its address can be corrected there.
    pub order_number: Option<String>,
    /// The account to whose owner it goes, as the console names it: its address can be corrected there.
    pub customer: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SystemMailArgs")]
pub struct MailArgs {
    pub id: i64,
}
