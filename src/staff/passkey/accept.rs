//! An invitation accepted with a key alone: no password and no codes, so nothing that could be guessed or given away.

use std::sync::Arc;

use serde_json::json;

use super::ceremony;
use super::keys::Named;
use super::relying_party;
use super::store::{self, Binding};
use super::types::{AcceptArgs, Accepted, Ceremony, InvitationArgs};
use crate::call::{Changed, Client, ConsoleCookie};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::error::{FieldMessages, Result, check_fields};
use crate::passkey::{self, User};
use crate::staff::sign_in::name_and_lang;
use crate::staff::{invitation, store as people};

/// The valid name and language.
fn form(name: &str, lang: &str) -> Result<(String, Lang)> {
    let mut fields = FieldMessages::new();
    let valid = name_and_lang(&mut fields, name, lang);
    check_fields(fields)?;
    Ok(valid)
}

pub async fn options(context: Arc<CallContext>, client: Client, args: InvitationArgs) -> Result<Ceremony> {
    let (name, _) = form(&args.name, &args.lang)?;
    let party = relying_party::of(&client.view.config)?;
    let now = client.now();
    let (invited, handle) = context
        .db
        .read(move |tx| {
            let invited = invitation::good(tx, &args.secret, now)?;
            let former = people::find_by_email(tx, &email_key(&invited.email))?;
            let handle = former.map(|person| store::find_handle(tx, person.id)).transpose()?.flatten();
            Ok((invited, handle))
        })
        .await?;
    // Who was here before stays the same to an authenticator, so that it replaces the key that it has.
    let handle = passkey::handle(handle, client.fresh("user handle"));
    let (options, state) = party.ask_to_make(&User { handle, email: &invited.email, name: &name }, Vec::new())?;
    ceremony::begin(&context, &client, Binding::invitation(invited.id), options, &(handle, state)).await
}

/// A valid registration with its key.
pub struct Acceptance {
    secret: String,
    name: String,
    lang: Lang,
    key: Named,
}

pub async fn prepare(context: Arc<CallContext>, client: Client, args: AcceptArgs) -> Result<Acceptance> {
    let (name, lang) = form(&args.name, &args.lang)?;
    let (secret, now) = (args.secret.clone(), client.now());
    let invited = context.db.read(move |tx| invitation::good(tx, &secret, now)).await?;
    let state = ceremony::end(&context, &client, Binding::invitation(invited.id), &args.ceremony).await?;
    let key = Named::new(&client, client.browser.clone(), state, args.credential)?;
    Ok(Acceptance { secret: args.secret, name, lang, key })
}

/// Makes the person, or gives one who is there this key in the place of every other way in, and signs in.
pub fn accept(tx: &mut dyn Tx, client: &Client, form: &Acceptance) -> Result<Changed<Accepted>> {
    let entry = invitation::enter(tx, client, &form.secret, &form.name, form.lang)?;
    let key = form.key.save(tx, client, entry.id)?;
    let (token, person, change) = entry.finish(tx, client, json!({ "passkey": key }))?;
    let id = person.id;
    Ok(Changed::new(Accepted { person }, change).by(id).cookie(ConsoleCookie::Set(token)))
}
