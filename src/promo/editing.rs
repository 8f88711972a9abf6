//! What may be changed of a tag, and what comes of it: for calls and commands alike.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::DEMO_TAG;
use crate::audit::Change;
use crate::cms::{self, TagRow};
use crate::config::Mode;
use crate::db::Tx;
use crate::domain::working_days::start_of_day;
use crate::domain::{promotion, validate};
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;

/// Percentage of a new tag (boutique.md §9).
pub const NEW_PERCENT: u16 = (promotion::EMPLOYEE_PERCENT.hundredths() / 100) as u16;
/// Characters of a tag: what a link's cookie keeps.
const LENGTH: usize = 40;

/// What is wanted of a tag; what is not named stays as it is, or is as a new tag has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wish {
    /// In any case.
    pub tag: String,
    pub percent: Option<u16>,
    /// First day in the shop's zone; a new tag counts at once.
    pub from: Option<Date>,
    pub until: Until,
    /// Of mail addresses; empty: the tag counts for everybody.
    pub domains: Option<Vec<String>>,
}

/// Until when a tag counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Until {
    #[default]
    Kept,
    /// Until it is switched off.
    Endless,
    /// Last day in the shop's zone.
    Day(Date),
}

/// What whoever changes a tag has seen of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen<'v> {
    /// Nothing is asked: a command.
    Anything,
    /// There was none.
    None,
    /// One of this [`version`].
    Version(&'v str),
}

/// A tag as it is, and as it would be.
#[derive(Debug, Clone)]
pub struct Plan {
    pub before: Option<TagRow>,
    pub after: TagRow,
}

/// Changes with each change of a tag.
pub fn version(row: &TagRow) -> String {
    hex::encode(&Sha256::digest(json!(row).to_string())[..8])
}

/// What a change makes of a tag, which it switches on. A shop in production that had the demonstration's would not open again.
pub fn plan(tx: &mut dyn Tx, mode: Mode, wish: &Wish, seen: Seen<'_>, now: Timestamp) -> Result<Plan> {
    let tag = promotion::normalise(&wish.tag);
    let mut fields = FieldMessages::new();
    if tag.is_empty() || tag.len() > LENGTH || !tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        fields.insert("tag".into(), message::PROMO_TAG_CODE.with("max", LENGTH));
    } else if mode == Mode::Production && tag == DEMO_TAG {
        fields.insert("tag".into(), message::PROMO_TAG_DEMONSTRATION.into());
    }
    if wish.percent.is_some_and(|percent| !(1..=100).contains(&percent)) {
        fields.insert("percent".into(), message::PROMO_TAG_PERCENT.into());
    }
    let domains = wish.domains.as_ref().map(|domains| {
        domains.iter().map(|domain| domain.trim().trim_start_matches('@').to_lowercase()).collect::<Vec<String>>()
    });
    // An empty domain is an error too: a tag without domains counts for everybody.
    let is_bad = |domain: &&String| validate::email(&format!("name@{domain}")).is_err();
    if let Some(bad) = domains.iter().flatten().find(is_bad) {
        fields.insert("domains".into(), message::PROMO_TAG_DOMAIN.with("domain", bad));
    }
    check_fields(fields)?;
    let before = cms::find_tag_row(tx, &tag)?;
    match (seen, &before) {
        (Seen::None, Some(_)) => return Err(Refusal::of_field("tag", message::PROMO_TAG_TAKEN.with("tag", tag)).into()),
        (Seen::Version(_), None) => return Err(refuse(message::PROMO_TAG_UNKNOWN.with("tag", tag))),
        (Seen::Version(seen), Some(row)) if seen != version(row) => return Err(refuse(message::PROMO_TAG_CHANGED)),
        _ => {}
    }
    let known = before.clone().unwrap_or_else(|| TagRow {
        tag,
        percentage: NEW_PERCENT,
        valid_from: now.as_millisecond(),
        valid_to: None,
        active: true,
        email_domains: String::new(),
    });
    let valid_to = match wish.until {
        Until::Kept => known.valid_to,
        Until::Endless => None,
        // The day itself still counts.
        Until::Day(day) => Some(start_of_day(day.tomorrow().unwrap_or(Date::MAX)).as_millisecond()),
    };
    let after = TagRow {
        percentage: wish.percent.unwrap_or(known.percentage),
        valid_from: wish.from.map_or(known.valid_from, |day| start_of_day(day).as_millisecond()),
        valid_to,
        active: true,
        email_domains: domains.map_or(known.email_domains, |domains| domains.join(",")),
        tag: known.tag,
    };
    if let Some(end) = valid_to {
        let why = if end <= now.as_millisecond() {
            Some(message::PROMO_TAG_OVER)
        } else {
            (end <= after.valid_from).then_some(message::PROMO_TAG_BACKWARDS)
        };
        if let Some(why) = why {
            return Err(Refusal::of_field("until", why).into());
        }
    }
    Ok(Plan { before, after })
}

/// Saves what [`plan`] tells; answers what the audit is told.
pub fn save(tx: &mut dyn Tx, mode: Mode, wish: &Wish, seen: Seen<'_>, now: Timestamp) -> Result<(Plan, Change)> {
    let plan = plan(tx, mode, wish, seen, now)?;
    cms::save_tag(tx, &plan.after)?;
    let told = plan.before.as_ref().map(|row| json!(row));
    let change = Change { before: told, ..Change::new("promo_tag", &plan.after.tag) }.after(json!(plan.after));
    Ok((plan, change))
}

/// Switches a tag off at once; orders that were placed keep what it took off.
pub fn switch_off(tx: &mut dyn Tx, tag: &str) -> Result<Change> {
    let tag = promotion::normalise(tag);
    let row = cms::find_tag_row(tx, &tag)?.ok_or_else(|| refuse(message::PROMO_TAG_UNKNOWN.with("tag", &tag)))?;
    if !row.active {
        return Err(refuse(message::PROMO_TAG_OFF.with("tag", tag)));
    }
    cms::switch_tag_off(tx, &tag)?;
    Ok(Change::new("promo_tag", &tag).before(json!({ "active": true })).after(json!({ "active": false })))
}
