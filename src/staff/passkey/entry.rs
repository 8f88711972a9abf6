//! Sign-in, fresh proof and the lock, by key.

use std::sync::Arc;

use serde_json::json;

use super::ceremony::{self, Signed};
use super::relying_party;
use super::store::{self, Binding, Purpose};
use super::types::{Ceremony, SignInArgs, Signature};
use crate::audit::Change;
use crate::call::{Changed, Client, ConsoleCookie, NoArgs, StaffMember};
use crate::call_context::CallContext;
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::staff::sign_in::{self as own, By};
use crate::staff::types::{Proved, StaffSelf};

// ── passkey/sign_in ─────────────────────────────────────────────────────────────────────────────────────────────────

/// Asks for any key of this host: nobody names a person, and nothing is told about one.
pub async fn sign_in_options(context: Arc<CallContext>, client: Client, _: NoArgs) -> Result<Ceremony> {
    let (options, state) = relying_party::of(&client.view.config)?.ask_to_sign(&[])?;
    ceremony::begin(&context, &client, Binding::stranger(), options, &state).await
}

pub struct SignIn {
    signed: Signed,
    is_shared: bool,
}

pub async fn prepare_sign_in(context: Arc<CallContext>, client: Client, args: SignInArgs) -> Result<SignIn> {
    let SignInArgs { ceremony, credential, shared: is_shared } = args;
    // Whoever has a session in this browser is not who signs in.
    let stranger = Client { signed_in: None, ..client };
    let signature = Signature { ceremony, credential };
    let binding = Binding::stranger();
    let signed = ceremony::prove(&context, &stranger, "passkey/sign_in", binding, signature, None).await?;
    Ok(SignIn { signed, is_shared })
}

pub fn sign_in(tx: &mut dyn Tx, client: &Client, proved: &SignIn) -> Result<Changed<StaffSelf>> {
    let SignIn { signed, is_shared } = proved;
    signed.keep(tx, client)?;
    let staff_id = signed.key.staff_id;
    let (id, token, person) = own::start(tx, client, staff_id, *is_shared)?;
    let mut after = json!({ "browser": client.browser, "passkey": signed.key.id });
    if *is_shared {
        after["is_shared"] = true.into();
    }
    let change = Change::new("session", id).after(after);
    Ok(Changed::new(person, change).by(staff_id).cookie(ConsoleCookie::Set(token)))
}

// ── passkey/unlock, passkey/prove ───────────────────────────────────────────────────────────────────────────────────

/// Asks for one of the caller's keys.
async fn options(context: Arc<CallContext>, member: StaffMember, purpose: Purpose) -> Result<Ceremony> {
    let party = relying_party::of(&member.client.view.config)?;
    let (staff_id, rp_id) = (member.who.staff_id, party.id.clone());
    let keys = context.db.read(move |tx| store::list_credentials(tx, staff_id, &rp_id)).await?;
    if keys.is_empty() {
        return Err(refuse(message::STAFF_PASSKEY_NOT_FOUND));
    }
    let (options, state) = party.ask_to_sign(&keys)?;
    let binding = Binding::session(purpose, member.who.session_id);
    ceremony::begin(&context, &member.client, binding, options, &state).await
}

async fn prove(
    context: Arc<CallContext>,
    member: StaffMember,
    call: &'static str,
    purpose: Purpose,
    signature: Signature,
) -> Result<Signed> {
    let binding = Binding::session(purpose, member.who.session_id);
    ceremony::prove(&context, &member.client, call, binding, signature, Some(member.who.staff_id)).await
}

pub async fn unlock_options(context: Arc<CallContext>, member: StaffMember, _: NoArgs) -> Result<Ceremony> {
    options(context, member, Purpose::Unlock).await
}

pub async fn prepare_unlock(context: Arc<CallContext>, member: StaffMember, args: Signature) -> Result<Signed> {
    prove(context, member, "passkey/unlock", Purpose::Unlock, args).await
}

pub fn unlock(tx: &mut dyn Tx, member: &StaffMember, signed: &Signed) -> Result<Changed<StaffSelf>> {
    signed.keep(tx, &member.client)?;
    own::open_lock(tx, member, By::Passkey(signed.key.id))
}

pub async fn prove_options(context: Arc<CallContext>, member: StaffMember, _: NoArgs) -> Result<Ceremony> {
    options(context, member, Purpose::Prove).await
}

pub async fn prepare_proof(context: Arc<CallContext>, member: StaffMember, args: Signature) -> Result<Signed> {
    prove(context, member, "passkey/prove", Purpose::Prove, args).await
}

pub fn save_proof(tx: &mut dyn Tx, member: &StaffMember, signed: &Signed) -> Result<Changed<Proved>> {
    signed.keep(tx, &member.client)?;
    own::keep_proof(tx, member, By::Passkey(signed.key.id))
}
