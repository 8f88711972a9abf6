//! A person's keys. Nobody removes the last way in of their own.

use std::sync::Arc;

use serde_json::{Value, json};
use webauthn_rs::prelude::{PasskeyRegistration, Uuid};

use super::ceremony;
use super::relying_party;
use super::store::{self, Binding, Key, NewKey, Purpose};
use super::types::{Ceremony, NameArgs, PasskeyItem, Passkeys, RegisterArgs, RenameArgs};
use crate::audit::Change;
use crate::call::{Changed, Client, NoArgs, StaffMember};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::domain::validate::{self, LineMessages};
use crate::error::{Refusal, Result, refuse};
use crate::message;
use crate::passkey::{self, Made, User};
use crate::staff::people::{self, NO_ROLE};
use crate::staff::store as credentials;
use crate::staff::types::{IdArgs, People};

/// Keys that a person may have.
const MOST: usize = 20;

/// The valid name of a key.
fn name(text: &str) -> Result<String> {
    let empty = Some(message::STAFF_PASSKEY_NAME_EMPTY);
    let messages = LineMessages::new(empty, message::FIELD_TOO_LONG, message::FIELD_BAD_CHARACTERS);
    let valid = validate::line(text, validate::NAME_MAX, messages);
    Ok(valid.map_err(|fault| Refusal::of_field("name", fault))?)
}

/// A key that an authenticator has made, with its name.
pub struct Named {
    name: String,
    made: Made,
}

impl Named {
    /// Checks what an authenticator has made; `state` is that of the ceremony.
    pub fn new(client: &Client, name: String, state: (Uuid, PasskeyRegistration), credential: Value) -> Result<Named> {
        let made = Made::new(relying_party::of(&client.view.config)?, state, credential)?;
        Ok(Named { name, made: made.ok_or_else(|| refuse(message::STAFF_PASSKEY_NOT_MADE))? })
    }

    /// Saves the key of a person; answers its id.
    pub fn save(&self, tx: &mut dyn Tx, client: &Client, staff_id: i64) -> Result<i64> {
        if store::is_known(tx, &self.made.credential_id)? {
            return Err(refuse(message::STAFF_PASSKEY_NOT_MADE));
        }
        let new = NewKey {
            staff_id,
            name: &self.name,
            credential_id: &self.made.credential_id,
            user_handle: self.made.handle.as_bytes(),
            passkey: &self.made.passkey,
            rp_id: &self.made.rp_id,
        };
        store::save_key(tx, &new, client.now())
    }
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Passkeys> {
    let here = relying_party::host(&member.client.view.config);
    let staff_id = member.who.staff_id;
    let keys = store::list_keys(tx, staff_id)?;
    let is_usable = |key: &Key| here.as_ref() == Some(&key.rp_id);
    let is_only = keys.iter().filter(|key| is_usable(key)).count() == 1 && !credentials::has_password(tx, staff_id)?;
    let item = |key: Key| PasskeyItem {
        is_usable: is_usable(&key),
        is_last_way: is_only && is_usable(&key),
        id: key.id,
        name: key.name,
        host: key.rp_id,
        created_at: key.created_at,
        used_at: key.used_at,
    };
    Ok(Passkeys { items: keys.into_iter().map(item).collect(), most: MOST })
}

pub async fn options(context: Arc<CallContext>, member: StaffMember, args: NameArgs) -> Result<Ceremony> {
    name(&args.name)?;
    let party = relying_party::of(&member.client.view.config)?;
    let (staff_id, rp_id) = (member.who.staff_id, party.id.clone());
    let (count, known, earlier) = context
        .db
        .read(move |tx| {
            let count = store::list_keys(tx, staff_id)?.len();
            Ok((count, store::list_credentials(tx, staff_id, &rp_id)?, store::find_handle(tx, staff_id)?))
        })
        .await?;
    check_room(count)?;
    let who = &member.who;
    let handle = passkey::handle(earlier, member.client.fresh("user handle"));
    let (options, state) = party.ask_to_make(&User { handle, email: &who.email, name: &who.name }, known)?;
    let binding = Binding::session(Purpose::Register, who.session_id);
    ceremony::begin(&context, &member.client, binding, options, &(handle, state)).await
}

fn check_room(count: usize) -> Result<()> {
    if count < MOST { Ok(()) } else { Err(refuse(message::STAFF_PASSKEY_TOO_MANY.with("most", MOST))) }
}

pub async fn prepare_register(context: Arc<CallContext>, member: StaffMember, args: RegisterArgs) -> Result<Named> {
    let name = name(&args.name)?;
    let binding = Binding::session(Purpose::Register, member.who.session_id);
    let state = ceremony::end(&context, &member.client, binding, &args.ceremony).await?;
    Named::new(&member.client, name, state, args.credential)
}

pub fn register(tx: &mut dyn Tx, member: &StaffMember, key: &Named) -> Result<Changed<Passkeys>> {
    let staff_id = member.who.staff_id;
    check_room(store::list_keys(tx, staff_id)?.len())?;
    let id = key.save(tx, &member.client, staff_id)?;
    let change = Change::new("passkey", id).after(json!({ "staff": staff_id, "host": key.made.rp_id }));
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// A key of the caller's.
fn own(tx: &mut dyn Tx, member: &StaffMember, id: i64) -> Result<Key> {
    store::find_key(tx, member.who.staff_id, id)?.ok_or_else(|| refuse(message::STAFF_PASSKEY_NOT_FOUND))
}

pub fn rename(tx: &mut dyn Tx, member: &StaffMember, args: RenameArgs) -> Result<Changed<Passkeys>> {
    let name = name(&args.name)?;
    let key = own(tx, member, args.id)?;
    store::save_name(tx, key.id, &name)?;
    let change =
        Change::new("passkey", key.id).after(json!({ "staff": member.who.staff_id, "is_renamed": name != key.name }));
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

pub fn remove(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<Passkeys>> {
    let key = own(tx, member, args.id)?;
    let items = list(tx, member, NoArgs {})?.items;
    if items.iter().any(|item| item.id == key.id && item.is_last_way) {
        return Err(refuse(message::STAFF_PASSKEY_LAST));
    }
    store::delete_key(tx, key.id)?;
    let change = Change::new("passkey", key.id)
        .before(json!({ "staff": member.who.staff_id, "host": key.rp_id }))
        .after(json!({ "is_removed": true }));
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

/// Removes all keys of somebody else, whose sessions end. Without a password the person needs an invitation, and the last owner
/// is not shut out so.
pub fn remove_all(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<People>> {
    let person = people::person(tx, args.id)?;
    people::check_grant(tx, member, person.role_id)?;
    // One's own are removed one by one, so that one way in remains.
    if person.id == member.who.staff_id {
        return Err(refuse(message::STAFF_PASSKEY_LAST));
    }
    if !credentials::has_password(tx, person.id)? {
        people::keep_an_owner(tx, &person, NO_ROLE)?;
    }
    let removed = store::delete_keys(tx, person.id)?;
    if removed == 0 {
        return Err(refuse(message::STAFF_PASSKEY_NOT_FOUND));
    }
    let ended = credentials::delete_sessions(tx, person.id, 0)?;
    let change = Change::new("staff", person.id)
        .before(json!({ "passkeys": removed }))
        .after(json!({ "passkeys": 0, "sessions_ended": ended }));
    Ok(Changed::new(people::all(tx, &member.client)?, change))
}
