//! A customer's keys. The password stays beside them, so the last one may go.

use std::sync::Arc;

use webauthn_rs::prelude::{PasskeyRegistration, Uuid};

use super::ceremony::{self, Begun};
use super::entry::Proved;
use super::store::{self, Key, NewKey, Purpose};
use super::types::{AddArgs, Ceremony, OptionsArgs, PasskeyItem, Passkeys, RemoveArgs, RenameArgs};
use crate::call::{Member, NoArgs, Reply, fresh};
use crate::call_context::CallContext;
use crate::customer::account::{known, time};
use crate::customer::mail;
use crate::db::Tx;
use crate::domain::validate::{self, LineMessages};
use crate::error::{Refusal, Result, refuse};
use crate::message;
use crate::passkey::{self, Made, User};
use crate::security_log::{self, Event};

/// Keys that a customer may have.
const MOST: usize = 20;

/// The valid name of a key.
fn name(text: &str) -> Result<String> {
    let empty = Some(message::PASSKEY_NAME_EMPTY);
    let messages = LineMessages::new(empty, message::FIELD_TOO_LONG, message::FIELD_BAD_CHARACTERS);
    let valid = validate::line(text, validate::NAME_MAX, messages);
    Ok(valid.map_err(|fault| Refusal::of_field("name", fault))?)
}

pub fn list(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<Passkeys> {
    let here = passkey::host(&member.visitor.view.config.public_url());
    let item = |key: Key| {
        Ok(PasskeyItem {
            is_usable: here.as_ref() == Some(&key.rp_id),
            id: key.id,
            name: key.name,
            added_at: time(key.created_at)?,
            used_at: key.used_at.map(time).transpose()?,
        })
    };
    let keys = store::list_keys(tx, member.customer_id)?;
    Ok(Passkeys { items: keys.into_iter().map(item).collect::<Result<_>>()?, is_offered: here.is_some() })
}

fn check_room(count: usize) -> Result<()> {
    if count < MOST { Ok(()) } else { Err(refuse(message::PASSKEY_TOO_MANY.with("most", MOST))) }
}

// ── account/passkey_options, account/add_passkey ────────────────────────────────────────────────────────────────────

/// A key that is about to be made, with the proof of who asks for it.
pub struct Asked {
    proved: Proved,
    begun: Begun,
}

pub async fn prepare_options(context: Arc<CallContext>, member: Member, args: OptionsArgs) -> Result<Asked> {
    name(&args.name)?;
    let party = ceremony::relying_party(&member.visitor.view.config)?;
    let (id, rp_id) = (member.customer_id, party.id.clone());
    let (customer, count, named, earlier) = context
        .db
        .read(move |tx| {
            let count = store::list_keys(tx, id)?.len();
            Ok((known(tx, id)?, count, store::list_credentials(tx, id, &rp_id)?, store::find_handle(tx, id)?))
        })
        .await?;
    check_room(count)?;
    let proved = Proved::new(&context, &member, &args.current_password, args.proof).await?;
    let handle = passkey::handle(earlier, fresh(&member.visitor.random, "user handle"));
    let full_name = format!("{} {}", customer.first_name, customer.last_name);
    let user = User { handle, email: &customer.email, name: full_name.trim() };
    let (options, state) = party.ask_to_make(&user, named)?;
    let begun = Begun::new(&context, &member.visitor, Purpose::Register, options, &(handle, state))?;
    Ok(Asked { proved, begun })
}

pub fn options(tx: &mut dyn Tx, member: &Member, asked: &Asked) -> Result<Reply<Ceremony>> {
    asked.proved.still_holds(tx, member)?;
    Ok(Reply::new(asked.begun.save(tx, &member.visitor)?))
}

/// A key that an authenticator has made, with its name.
pub struct Named {
    name: String,
    made: Made,
}

pub async fn prepare_add(context: Arc<CallContext>, member: Member, args: AddArgs) -> Result<Named> {
    let name = name(&args.name)?;
    let party = ceremony::relying_party(&member.visitor.view.config)?;
    let state: (Uuid, PasskeyRegistration) =
        ceremony::end(&context, &member.visitor, Purpose::Register, &args.ceremony).await?;
    let made = Made::new(party, state, args.credential)?.ok_or_else(|| refuse(message::PASSKEY_NOT_MADE))?;
    Ok(Named { name, made })
}

pub fn add(tx: &mut dyn Tx, member: &Member, named: &Named) -> Result<Reply<Passkeys>> {
    let Named { name, made } = named;
    check_room(store::list_keys(tx, member.customer_id)?.len())?;
    let new = NewKey {
        customer_id: member.customer_id,
        name,
        credential_id: &made.credential_id,
        user_handle: made.handle.as_bytes(),
        passkey: &made.passkey,
        rp_id: &made.rp_id,
    };
    if !store::save_key(tx, &new, member.visitor.now())? {
        return Err(refuse(message::PASSKEY_NOT_MADE));
    }
    tell(tx, member, Event::PasskeyAdded, mail::PASSKEY_ADDED, name)?;
    Ok(Reply::new(list(tx, member, NoArgs {})?))
}

/// Logs the change, and tells the customer by mail: somebody else may have made it.
fn tell(tx: &mut dyn Tx, member: &Member, event: Event, template: &str, name: &str) -> Result<()> {
    let view = &member.visitor.view;
    security_log::record(tx, &member.visitor, event, Some(member.customer_id))?;
    let customer = known(tx, member.customer_id)?;
    let data = mail::PasskeyNotice {
        first_name: customer.salutation(),
        name: name.to_owned(),
        url: mail::url(&view.config, &customer, "/forgetpwd"),
    };
    mail::send(tx, &customer, template, &data, view.now)
}

// ── account/rename_passkey, account/remove_passkey ──────────────────────────────────────────────────────────────────

/// No error if the key is gone: the answer lists those that are left.
pub fn rename(tx: &mut dyn Tx, member: &Member, args: RenameArgs) -> Result<Passkeys> {
    store::save_name(tx, member.customer_id, args.id, &name(&args.name)?)?;
    list(tx, member, NoArgs {})
}

/// A key that is to go, with the proof of who asks for it.
pub struct Removal {
    id: i64,
    proved: Proved,
}

pub async fn prepare_remove(context: Arc<CallContext>, member: Member, args: RemoveArgs) -> Result<Removal> {
    let proved = Proved::new(&context, &member, &args.current_password, args.proof).await?;
    Ok(Removal { id: args.id, proved })
}

/// No error if the key is gone.
pub fn remove(tx: &mut dyn Tx, member: &Member, removal: &Removal) -> Result<Reply<Passkeys>> {
    removal.proved.still_holds(tx, member)?;
    if let Some(key) = store::find_key(tx, member.customer_id, removal.id)? {
        store::delete_key(tx, key.id)?;
        tell(tx, member, Event::PasskeyRemoved, mail::PASSKEY_REMOVED, &key.name)?;
    }
    Ok(Reply::new(list(tx, member, NoArgs {})?))
}
