//! The calls about restores, one function a path; commands use the same functions.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp, ToSpan as _};
use serde_json::json;

use super::store::{self, moment};
use super::types::{Extent, IdArgs, Item, Preview, PreviewArgs, ScheduleArgs, SchemaAge};
use crate::audit::Change;
use crate::backup::{self, Held};
use crate::call::{Changed, StaffMember};
use crate::call_context::CallContext;
use crate::config::Config;
use crate::db::{Access, Connection, Tx, newest_version};
use crate::deed::UNDO;
use crate::domain::working_days::{in_shop_zone, start_of_day};
use crate::error::{Error, Refusal, Result, refuse};
use crate::{customer, message, order};

/// How long after the nightly copy a restore of the night begins, so that the copy is there.
const AFTER_COPY: SignedDuration = SignedDuration::from_hours(1);

// ── What a copy holds ───────────────────────────────────────────────────────────────────────────────────────────────

/// What was read in the file of a copy.
#[derive(Debug, Clone)]
pub struct Read {
    name: String,
    made_at: Timestamp,
    bytes: u64,
    schema: Option<i32>,
    damage: Option<String>,
    pictures: Held,
    extent: Option<order::Extent>,
    customers: i64,
}

/// Reads a whole copy, which takes a while.
fn read(config: &Config, name: &str) -> Result<Read> {
    let path = backup::find_copy(&backup::folder(config), name).ok_or_else(|| refuse(message::RESTORE_NO_COPY))?;
    let about = path.metadata().with_context(|| path.display().to_string())?;
    let made_at = about.modified().map_err(anyhow::Error::from)?;
    let mut read = Read {
        name: name.to_owned(),
        made_at: Timestamp::try_from(made_at).map_err(anyhow::Error::from)?,
        bytes: about.len(),
        schema: None,
        damage: None,
        pictures: Held::default(),
        extent: None,
        customers: 0,
    };
    if let Err(damage) = look_into(&path, &mut read) {
        read.damage = Some(format!("{damage:#}"));
    }
    Ok(read)
}

fn look_into(path: &Path, read: &mut Read) -> anyhow::Result<()> {
    read.damage = backup::find_damage(path)?;
    if read.damage.is_some() {
        return Ok(());
    }
    let copy = Connection::open_unconfigured(path, Access::ReadOnly)?;
    read.schema = copy.schema_version()?;
    if read.schema.is_none() {
        return Ok(());
    }
    read.pictures = backup::held(path)?;
    let told = |error: Error| anyhow::anyhow!("{error}");
    (read.extent, read.customers) =
        copy.read(|tx| Ok((Some(order::extent(tx)?), customer::count(tx)?))).map_err(told)?;
    Ok(())
}

fn extent(of: &order::Extent, customers: i64) -> Result<Extent> {
    Ok(Extent {
        orders: of.orders,
        customers,
        last_order: of.newest.as_ref().map(|newest| newest.number.clone()),
        last_order_at: of
            .newest
            .as_ref()
            .map(|newest| Ok::<_, Error>(moment(newest.created_at)?.to_string()))
            .transpose()?,
    })
}

/// A copy beside the shop as it is now.
fn compared(tx: &mut dyn Tx, config: &Config, read: &Read, now: Timestamp) -> Result<Preview> {
    let (present, customers) = (order::extent(tx)?, customer::count(tx)?);
    let newest = read.extent.as_ref().map(|copy| copy.newest.as_ref().map_or(0, |newest| newest.id));
    let schema_age = match read.schema {
        None => SchemaAge::Unknown,
        Some(schema) => match schema.cmp(&newest_version()) {
            std::cmp::Ordering::Less => SchemaAge::Older,
            std::cmp::Ordering::Equal => SchemaAge::Same,
            std::cmp::Ordering::Greater => SchemaAge::Newer,
        },
    };
    Ok(Preview {
        name: read.name.clone(),
        made_at: read.made_at.round(jiff::Unit::Second).map_err(anyhow::Error::from)?.to_string(),
        bytes: read.bytes,
        schema: read.schema,
        schema_age,
        damage: read.damage.clone(),
        pictures: read.pictures.files,
        picture_bytes: read.pictures.bytes,
        copy: read.extent.as_ref().map(|copy| extent(copy, read.customers)).transpose()?,
        now: extent(&present, customers)?,
        orders_lost: newest.map_or(Ok(0), |newest| order::count_after(tx, newest))?,
        tonight_at: When::Tonight.at(config, now).to_string(),
    })
}

/// What a copy holds, for a command.
pub fn preview_of(connection: &Connection, config: &Config, name: &str, now: Timestamp) -> Result<Preview> {
    let read = read(config, name)?;
    connection.read(|tx| compared(tx, config, &read, now))
}

pub async fn prepare_preview(_: Arc<CallContext>, member: StaffMember, args: PreviewArgs) -> Result<Read> {
    let config = Arc::clone(&member.client.view.config);
    let read = tokio::task::spawn_blocking(move || read(&config, &args.name));
    read.await.map_err(anyhow::Error::from)?
}

/// Tells what a copy holds, and records who has looked.
pub fn preview(tx: &mut dyn Tx, member: &StaffMember, read: &Read) -> Result<Changed<Preview>> {
    let preview = compared(tx, &member.client.view.config, read, member.client.now())?;
    Ok(Changed::new(preview, Change::new("backup", &read.name)))
}

// ── Scheduling ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// When a restore begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// As soon as it can no longer be undone.
    Now,
    /// An hour after the nightly copy.
    Tonight,
}

impl When {
    pub fn at(self, config: &Config, now: Timestamp) -> Timestamp {
        let of = |day| start_of_day(day) + SignedDuration::from_hours(config.backup.hour.into()) + AFTER_COPY;
        let today = in_shop_zone(now).date();
        // The night of today, if it is still to come: an hour of yesterday's, where that ends after midnight.
        let nights = [today.saturating_sub(1.day()), today, today.saturating_add(1.day())].map(of);
        match self {
            When::Now => now + UNDO,
            When::Tonight => nights.into_iter().find(|at| *at > now + UNDO).unwrap_or(now + UNDO),
        }
    }
}

/// Who asks for a restore, and of what.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub copy: &'a str,
    pub when: When,
    /// As in the audit.
    pub actor: &'a str,
    pub actor_name: &'a str,
    pub random: [u8; 32],
}

/// Checks what can be checked without reading the whole file, which is done when the restore begins.
pub fn check(config: &Config, name: &str) -> Result<()> {
    let path = backup::find_copy(&backup::folder(config), name).ok_or_else(|| refuse(message::RESTORE_NO_COPY))?;
    let schema = Connection::open_unconfigured(&path, Access::ReadOnly).and_then(|copy| copy.schema_version());
    match schema {
        Ok(Some(schema)) if schema > newest_version() => Err(refuse(message::RESTORE_NEWER)),
        Ok(Some(_)) => Ok(()),
        Ok(None) | Err(_) => Err(refuse(message::RESTORE_DAMAGED)),
    }
}

/// Schedules a restore of a copy that [`check`] has passed.
pub fn schedule(tx: &mut dyn Tx, config: &Config, request: Request<'_>, now: Timestamp) -> Result<(Item, Change)> {
    if let Some(open) = store::find_open(tx)? {
        return Err(refuse(message::RESTORE_OPEN.with("copy", open.copy)));
    }
    let due_at = request.when.at(config, now);
    let token = hex::encode(&request.random[..16]);
    let Request { copy, actor, actor_name, .. } = request;
    store::save(tx, store::New { token: &token, copy, actor, actor_name, due_at }, now)?;
    let saved = store::find_by_token(tx, &token)?.context("the restore is not there")?;
    Ok((saved.item()?, Change::new("backup", copy).after(json!({ "restore_at": due_at.to_string() }))))
}

pub async fn prepare_schedule(_: Arc<CallContext>, member: StaffMember, args: ScheduleArgs) -> Result<ScheduleArgs> {
    if args.confirm.trim() != args.name {
        return Err(Refusal::of_field("confirm", message::RESTORE_CONFIRM).into());
    }
    let (config, name) = (Arc::clone(&member.client.view.config), args.name.clone());
    tokio::task::spawn_blocking(move || check(&config, &name)).await.map_err(anyhow::Error::from)??;
    Ok(args)
}

pub fn schedule_call(tx: &mut dyn Tx, member: &StaffMember, args: &ScheduleArgs) -> Result<Changed<Item>> {
    let request = Request {
        copy: &args.name,
        when: if args.tonight { When::Tonight } else { When::Now },
        actor: &crate::audit::Actor::Staff(member.who.staff_id).to_string(),
        actor_name: &member.who.name,
        random: member.client.fresh("restore"),
    };
    let (item, change) = schedule(tx, &member.client.view.config, request, member.client.now())?;
    Ok(Changed::new(item, change))
}

/// Calls off what is scheduled; answers its copy.
pub fn call_off_open(tx: &mut dyn Tx, now: Timestamp) -> Result<Change> {
    let open = store::find_open(tx)?.ok_or_else(|| refuse(message::RESTORE_NOT_SCHEDULED))?;
    if !store::save_called_off(tx, open.id, now)? {
        return Err(refuse(message::RESTORE_BEGUN));
    }
    let moment = moment(open.due_at)?.to_string();
    Ok(Change::new("backup", open.copy).before(json!({ "restore_at": moment })))
}

/// The same, where somebody has seen which one it is.
pub fn call_off(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<Option<Item>>> {
    match store::find_open(tx)? {
        Some(open) if open.id == args.id => Ok(Changed::new(None, call_off_open(tx, member.client.now())?)),
        _ => Err(refuse(message::RESTORE_NOT_SCHEDULED)),
    }
}

/// Takes note of how a restore ended.
pub fn dismiss(tx: &mut dyn Tx, _: &StaffMember, args: IdArgs) -> Result<Changed<Option<Item>>> {
    if !store::save_read(tx, args.id)? {
        return Err(refuse(message::RESTORE_NOT_SCHEDULED));
    }
    Ok(Changed::new(None, Change::new("restore", args.id)))
}
