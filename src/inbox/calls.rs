//! The calls about threads, canned texts and the hours of the chat, one function a path.

use jiff::civil::Time;
use serde_json::{Value, json};

use super::answering::{self, By};
use super::detail::{NOUN, detail};
use super::texts;
use super::types::{
    AssignArgs, CannedText, CannedTexts, ChatHours, ChatHoursArgs, CloseArgs, DeleteTextArgs, ReopenArgs, ReplyArgs,
    SaveTextArgs, ShowArgs, TextArgs, ThreadDetail,
};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember, Viewed};
use crate::chat::{self, Setting};
use crate::db::Tx;
use crate::domain::working_days::clock;
use crate::error::{Error, Result};
use crate::live;
use crate::thread::Thread;

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: ShowArgs) -> Result<Viewed<ThreadDetail>> {
    let thread = answering::find(tx, &args.reference)?;
    Ok(Viewed::new(detail(tx, Some(member), &thread, member.client.now())?, NOUN, &thread.reference))
}

/// What the audit is told of a thread: states and ids, nothing that anybody wrote.
pub fn state(thread: &Thread) -> Value {
    json!({ "state": thread.state, "assignee": thread.assignee_id })
}

/// The change of a thread, beside `what`.
pub fn change(tx: &mut dyn Tx, before: &Thread, what: Value) -> Result<Change> {
    let mut after = state(&answering::find(tx, &before.reference)?);
    if let (Some(after), Value::Object(what)) = (after.as_object_mut(), what) {
        after.extend(what);
    }
    Ok(Change::new(NOUN, &before.reference).before(state(before)).after(after))
}

/// The thread after a change, and what the audit is told.
fn shown(tx: &mut dyn Tx, member: &StaffMember, before: &Thread, what: Value) -> Result<Changed<ThreadDetail>> {
    let change = change(tx, before, what)?;
    let now = answering::find(tx, &before.reference)?;
    Ok(Changed::new(detail(tx, Some(member), &now, member.client.now())?, change))
}

pub fn reply(tx: &mut dyn Tx, member: &StaffMember, args: ReplyArgs) -> Result<Changed<()>> {
    let thread = answering::find_seen(tx, &args.reference, args.version)?;
    answering::reply(tx, &By::member(member), &thread, &args.text)?;
    Ok(Changed::new((), change(tx, &thread, json!({ "letter": true }))?))
}

pub fn say(tx: &mut dyn Tx, member: &StaffMember, args: TextArgs) -> Result<Changed<ThreadDetail>> {
    let thread = answering::find(tx, &args.reference)?;
    answering::say(tx, &By::member(member), &thread, &args.text)?;
    shown(tx, member, &thread, json!({ "said": true }))
}

pub fn note(tx: &mut dyn Tx, member: &StaffMember, args: TextArgs) -> Result<Changed<ThreadDetail>> {
    let thread = answering::find(tx, &args.reference)?;
    answering::note(tx, &By::member(member), &thread, &args.text)?;
    shown(tx, member, &thread, json!({ "note": true }))
}

pub fn assign(tx: &mut dyn Tx, member: &StaffMember, args: AssignArgs) -> Result<Changed<ThreadDetail>> {
    let thread = answering::find_seen(tx, &args.reference, args.version)?;
    answering::assign(tx, &By::member(member), &thread, args.to)?;
    shown(tx, member, &thread, json!({}))
}

pub fn close(tx: &mut dyn Tx, member: &StaffMember, args: CloseArgs) -> Result<Changed<ThreadDetail>> {
    let thread = answering::find_seen(tx, &args.reference, args.version)?;
    answering::close(tx, &By::member(member), &thread, &args.note)?;
    shown(tx, member, &thread, json!({}))
}

pub fn reopen(tx: &mut dyn Tx, member: &StaffMember, args: ReopenArgs) -> Result<Changed<ThreadDetail>> {
    let thread = answering::find_seen(tx, &args.reference, args.version)?;
    answering::reopen(tx, &By::member(member), &thread)?;
    shown(tx, member, &thread, json!({}))
}

// ── Canned texts ────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn texts(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<CannedTexts> {
    texts::list(tx)
}

/// A canned text as the audit is told of it: what the house writes of itself.
pub fn told(text: &CannedText) -> Value {
    json!({ "title": text.title, "texts": text.texts })
}

/// What the audit is told of a text that was saved.
pub fn saved(tx: &mut dyn Tx, before: Option<&CannedText>, id: i64) -> Result<Change> {
    let after = texts::list(tx)?.items.into_iter().find(|text| text.id == id);
    let change = Change::new("canned_text", id);
    Ok(Change { before: before.map(told), after: after.as_ref().map(told), ..change })
}

pub fn save_text(tx: &mut dyn Tx, member: &StaffMember, args: SaveTextArgs) -> Result<Changed<CannedTexts>> {
    let (before, id) = texts::save(tx, &args, member.client.view.stores.languages())?;
    let change = saved(tx, before.as_ref(), id)?;
    Ok(Changed::new(texts::list(tx)?, change))
}

pub fn delete_text(tx: &mut dyn Tx, _: &StaffMember, args: DeleteTextArgs) -> Result<Changed<CannedTexts>> {
    let before = texts::delete(tx, args.id, args.version)?;
    Ok(Changed::new(texts::list(tx)?, Change::new("canned_text", args.id).before(told(&before))))
}

// ── The chat ────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn chat_hours(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<ChatHours> {
    let (config, now) = (&member.client.view.config, member.client.now());
    let setting = chat::setting(tx, config)?;
    let availability = chat::availability(tx, &setting, now)?;
    Ok(ChatHours {
        mode: setting.mode,
        opens: clock(setting.opens),
        closes: clock(setting.closes),
        version: setting.version,
        is_open: availability.is_open,
        is_staffed: live::is_desk_staffed(tx, now)?,
        opens_at: availability.opens_at.map(|at| at.to_string()),
    })
}

/// The hours of the chat as the audit is told of them.
pub fn hours(setting: &Setting) -> Value {
    json!({ "mode": setting.mode, "opens": clock(setting.opens), "closes": clock(setting.closes) })
}

pub fn set_chat_hours(tx: &mut dyn Tx, member: &StaffMember, args: ChatHoursArgs) -> Result<Changed<ChatHours>> {
    let time = |name: &str, text: &str| {
        text.parse::<Time>().map_err(|_| Error::Malformed(format!("{name}: hours and minutes, e.g. 08:00")))
    };
    let (opens, closes) = (time("opens", &args.opens)?, time("closes", &args.closes)?);
    let new = Setting { mode: args.mode, opens, closes, version: args.version };
    let before = chat::set_offer(tx, &member.client.view.config, &new)?;
    let change = Change::new("chat", "hours").before(hours(&before)).after(hours(&new));
    Ok(Changed::new(chat_hours(tx, member, NoArgs {})?, change))
}
