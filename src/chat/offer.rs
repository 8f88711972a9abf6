//! When the chat is offered: as the configuration says, or as the house has set it since.

use jiff::Timestamp;
use jiff::civil::Time;

use super::store::{self, Setting};
use super::types::ChatMode;
use crate::config::{Config, ServiceHours};
use crate::db::Tx;
use crate::domain::working_days::{Calendar, is_chat_open, next_chat_opening};
use crate::error::{Refusal, Result};
use crate::{live, message, region};

/// Whether somebody answers now, and when next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Availability {
    pub is_open: bool,
    /// None while it is open, and where nobody can say.
    pub opens_at: Option<Timestamp>,
}

/// What is in force; of version 0 where nothing was set.
pub fn setting(tx: &mut dyn Tx, config: &Config) -> Result<Setting> {
    let chat = &config.chat;
    let configured = Setting { mode: ChatMode::Hours, opens: chat.opens, closes: chat.closes, version: 0 };
    Ok(store::find_setting(tx)?.unwrap_or(configured))
}

pub(super) fn hours(setting: &Setting) -> Option<ServiceHours> {
    let Setting { mode, opens, closes, .. } = *setting;
    (mode != ChatMode::Off).then_some(ServiceHours { opens, closes })
}

/// When the chat is offered; none where it is off. A row that cannot be read, such as one of an operator's SQL, keeps no shop closed: what the
/// configuration says counts.
pub fn service_hours(tx: &mut dyn Tx, config: &Config) -> Option<ServiceHours> {
    let chat = &config.chat;
    match setting(tx, config) {
        Ok(setting) => hours(&setting),
        Err(error) => {
            let error = format!("{error:#}");
            tracing::error!(error, "the hours of the chat are not read; set them with `shop talk hours`");
            Some(ServiceHours { opens: chat.opens, closes: chat.closes })
        }
    }
}

/// Sets when the chat is offered; answers what was in force.
///
/// # Errors
///
/// Refused where somebody has set it since `version`, and where it would close before it opens.
pub fn set(tx: &mut dyn Tx, config: &Config, new: &Setting) -> Result<Setting> {
    let before = setting(tx, config)?;
    if before.version != new.version {
        return Err(Refusal::new(message::CHAT_SETTING_CHANGED).into());
    }
    if new.opens >= new.closes {
        return Err(Refusal::of_field("closes", message::CHAT_HOURS_REVERSED).into());
    }
    store::save_setting(tx, new)?;
    Ok(before)
}

pub fn availability(tx: &mut dyn Tx, setting: &Setting, now: Timestamp) -> Result<Availability> {
    if setting.mode == ChatMode::Off {
        return Ok(Availability { is_open: false, opens_at: None });
    }
    let calendar = region::calendar(tx)?;
    if !is_chat_open(&calendar, now, setting.opens, setting.closes) {
        return Ok(Availability { is_open: false, opens_at: Some(next_chat_opening(&calendar, now, setting.opens)) });
    }
    let is_open = setting.mode == ChatMode::Hours || live::is_desk_staffed(tx, now)?;
    Ok(Availability { is_open, opens_at: None })
}

/// By when what a visitor says now is to be answered: at once, or as soon as the chat opens.
pub(super) fn due_at(calendar: &Calendar, opens: Time, closes: Time, now: Timestamp) -> Timestamp {
    if is_chat_open(calendar, now, opens, closes) { now } else { next_chat_opening(calendar, now, opens) }
}
