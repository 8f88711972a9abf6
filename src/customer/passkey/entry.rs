//! Login by key, and the proof of who is there.

use std::sync::Arc;

use super::ceremony::{self, Begun, Signed};
use super::store::{self, Purpose};
use super::types::{Ceremony, Signature};
use crate::call::{Member, NoArgs, Reply, Visitor};
use crate::call_context::CallContext;
use crate::customer::account::{self, Proof};
use crate::customer::types::LoggedIn;
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;
use crate::security_log::Event;

// ── customer/login_options, customer/passkey_login ────────────────────────────────────────────────────────────────

/// Asks for any key of this host: nobody names an account, and nothing is told about one.
pub async fn prepare_options(context: Arc<CallContext>, visitor: Visitor, _: NoArgs) -> Result<Begun> {
    let (options, state) = ceremony::relying_party(&visitor.view.config)?.ask_to_sign(&[])?;
    Begun::new(&context, &visitor, Purpose::Login, options, &state)
}

pub fn options(tx: &mut dyn Tx, visitor: &Visitor, begun: &Begun) -> Result<Reply<Ceremony>> {
    Ok(Reply::new(begun.save(tx, visitor)?))
}

pub async fn prepare_login(context: Arc<CallContext>, visitor: Visitor, args: Signature) -> Result<Signed> {
    ceremony::prove(&context, &visitor, Purpose::Login, args, None, Event::LoginFailed).await
}

/// Logs in as with the password.
pub fn login(tx: &mut dyn Tx, visitor: &Visitor, signed: &Signed) -> Result<Reply<LoggedIn>> {
    signed.keep(tx, visitor)?;
    account::welcome(tx, visitor, signed.key.customer_id)
}

// ── account/proof_options ───────────────────────────────────────────────────────────────────────────────────────────

/// Asks for one of the customer's keys.
pub async fn prepare_proof(context: Arc<CallContext>, member: Member, _: NoArgs) -> Result<Begun> {
    let party = ceremony::relying_party(&member.visitor.view.config)?;
    let (customer_id, rp_id) = (member.customer_id, party.id.clone());
    let keys = context.db.read(move |tx| store::list_credentials(tx, customer_id, &rp_id)).await?;
    if keys.is_empty() {
        return Err(refuse(message::PASSKEY_WRONG));
    }
    let (options, state) = party.ask_to_sign(&keys)?;
    Begun::new(&context, &member.visitor, Purpose::Prove, options, &state)
}

pub fn proof(tx: &mut dyn Tx, member: &Member, begun: &Begun) -> Result<Reply<Ceremony>> {
    options(tx, &member.visitor, begun)
}

/// Proof that the customer is there, and not only the session.
pub enum Proved {
    Password(Proof),
    Passkey(Signed),
}

impl Proved {
    /// By what a key has signed, else by the current password.
    pub async fn new(
        context: &Arc<CallContext>,
        member: &Member,
        password: &str,
        signature: Option<Signature>,
    ) -> Result<Proved> {
        let Some(signature) = signature else {
            return Ok(Proved::Password(account::prove(context, member, password, "current_password").await?));
        };
        let (owner, failure) = (Some(member.customer_id), Event::CurrentPasswordWrong);
        let signed = ceremony::prove(context, &member.visitor, Purpose::Prove, signature, owner, failure).await;
        Ok(Proved::Passkey(signed?))
    }

    /// Refuses if password or key have changed since.
    pub fn still_holds(&self, tx: &mut dyn Tx, member: &Member) -> Result<()> {
        match self {
            Proved::Password(proof) => proof.still_holds(tx),
            Proved::Passkey(signed) => signed.keep(tx, &member.visitor),
        }
    }
}
