//! Passwords: change, forgotten, reset by a link.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::account::{Proof, check_words, known, new_password, prove};
use super::guard::Attempt;
use super::store::Customer;
use super::types::{Done, ForgotArgs, PasswordArgs, ResetArgs};
use super::{mail, passkey, store};
use crate::call::{Member, Reply, SessionChange, Visitor};
use crate::call_context::CallContext;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::validate;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;
use crate::security_log::{self, Event};
use crate::{captcha, session};

/// How long expired links are kept, to tell them from unknown ones.
const TOLD_APART: SignedDuration = SignedDuration::from_hours(30 * 24);

// ── account/password ────────────────────────────────────────────────────────────────────────────────────────────────

/// A new password with proof of the current one.
pub struct Change {
    proof: Proof,
    password_hash: String,
}

pub async fn prepare_change(context: Arc<CallContext>, member: Member, args: PasswordArgs) -> Result<Change> {
    let mut fields = FieldMessages::new();
    let password = new_password(&mut fields, &args.password, &args.password_confirmation);
    if validate::trim(&args.current_password).is_empty() {
        fields.insert("current_password".into(), message::PASSWORD_CURRENT_EMPTY.into());
    }
    check_fields(fields)?;
    let customer_id = member.customer_id;
    let email = context.db.read(move |tx| known(tx, customer_id)).await?.email;
    let mut fields = FieldMessages::new();
    check_words(&mut fields, &password, &member.visitor.view.config, &email);
    check_fields(fields)?;
    let proof = prove(&context, &member, &args.current_password, "current_password").await?;
    let password_hash = proof.hash_new(&context, &member.visitor, &password).await?;
    Ok(Change { proof, password_hash })
}

/// Saves the new password and ends all sessions of the customer.
pub fn change(tx: &mut dyn Tx, member: &Member, change: &Change) -> Result<Reply<Done>> {
    change.proof.still_holds(tx)?;
    save(tx, &member.visitor, member.customer_id, &change.password_hash, Event::PasswordChanged)?;
    Ok(saved().session(SessionChange::LogOut))
}

fn saved() -> Reply<Done> {
    Reply::new(Done { message: message::PASSWORD_SAVED.into() })
}

/// Saves a password, deletes all links and sessions of the customer, and notifies them by mail; logged as `event`.
fn save(tx: &mut dyn Tx, visitor: &Visitor, customer_id: i64, hash: &str, event: Event) -> Result<()> {
    let view = &visitor.view;
    let customer = known(tx, customer_id)?;
    store::save_password(tx, customer_id, hash)?;
    store::delete_links(tx, customer_id)?;
    security_log::record(tx, visitor, event, Some(customer_id))?;
    if session::end_all_of(tx, customer_id)? > 0 {
        security_log::record(tx, visitor, Event::SessionsEnded, Some(customer_id))?;
    }
    let url = mail::url(&view.config, &customer, "/forgetpwd");
    let data = mail::Notice { first_name: customer.salutation(), url };
    mail::send(tx, &customer, mail::PASSWORD_CHANGED, &data, view.now)
}

// ── account/forgot ──────────────────────────────────────────────────────────────────────────────────────────────────

/// A valid request for a link.
pub struct Forgotten {
    email: String,
    attempt: Attempt,
}

pub async fn prepare_forgot(context: Arc<CallContext>, visitor: Visitor, args: ForgotArgs) -> Result<Forgotten> {
    let email = validate::email(&args.email).map_err(|fault| Refusal::of_field("email", fault))?;
    let of = captcha::Form { call: "account/forgot", email: &email };
    captcha::verify(&context, &visitor, &args.captcha, of).await?;
    let attempt = Attempt::reset(&context, &visitor, &email);
    Ok(Forgotten { email, attempt })
}

/// Sends a link if the address has an account. Answer and timing are the same without one: counting writes in either
/// case, and a job renders the mail.
pub fn forgot(tx: &mut dyn Tx, visitor: &Visitor, asked: &Forgotten) -> Result<Reply<Done>> {
    if !asked.attempt.make(tx, visitor)? {
        return Err(refuse(message::RESET_TOO_MANY));
    }
    let customer = store::find_by_email(tx, &asked.email)?;
    security_log::record(tx, visitor, Event::ResetRequested, customer.as_ref().map(|customer| customer.id))?;
    if let Some(customer) = customer {
        send_link(tx, &visitor.view.config, &customer, &visitor.random, visitor.now())?;
    }
    Ok(Reply::new(Done { message: message::FORGOT_NEUTRAL.into() }))
}

/// Mails a link by which a password is set.
pub fn send_link(
    tx: &mut dyn Tx,
    config: &Config,
    customer: &Customer,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<()> {
    let token = session::new_token(random);
    let expires_at = now + SignedDuration::from_mins(config.accounts.reset_minutes.into());
    store::save_link(tx, customer.id, &token, expires_at)?;
    let data = mail::PasswordLink {
        first_name: customer.salutation(),
        url: mail::url(config, customer, &format!("/account/setPassword?token={token}")),
        expires_at: expires_at.to_string(),
        order_number: String::new(),
    };
    mail::send(tx, customer, mail::PASSWORD_RESET, &data, now)
}

// ── account/reset ───────────────────────────────────────────────────────────────────────────────────────────────────

/// A new password, by a link.
pub struct Reset {
    token: String,
    password_hash: String,
    attempt: Attempt,
}

/// Checks the link first, so that an invalid one costs no hashing.
pub async fn prepare_reset(context: Arc<CallContext>, visitor: Visitor, args: ResetArgs) -> Result<Reset> {
    let token = validate::trim(&args.token).to_owned();
    let (asked, now) = (token.clone(), visitor.now());
    let customer = context.db.read(move |tx| owner(tx, &asked, now)).await?;
    let mut fields = FieldMessages::new();
    let password = new_password(&mut fields, &args.password, &args.password_confirmation);
    check_words(&mut fields, &password, &visitor.view.config, &customer.email);
    check_fields(fields)?;
    // The account's own bucket, whatever the device.
    let attempt = Attempt::login(&context, &visitor, &customer.email, None);
    let password_hash = context.passwords.hash(visitor.network, &password).await?;
    Ok(Reset { token, password_hash, attempt })
}

/// Saves the password; deletes all links and sessions of the account.
pub fn reset(tx: &mut dyn Tx, visitor: &Visitor, reset: &Reset) -> Result<Reply<Done>> {
    let customer = owner(tx, &reset.token, visitor.now())?;
    // Whoever opened the account may not have been the mailbox's owner, who knows nothing of keys made before the first link.
    let is_first = store::account_of(tx, customer.id)?.email_verified_at.is_none();
    if is_first && passkey::store::delete_keys(tx, customer.id)? > 0 {
        security_log::record(tx, visitor, Event::PasskeyRemoved, Some(customer.id))?;
    }
    save(tx, visitor, customer.id, &reset.password_hash, Event::PasswordReset)?;
    // Following a mailed link verifies the address; former passwords and sessions are invalid now.
    store::save_proof(tx, customer.id, visitor.now())?;
    // Guesses of others must not lock the customer out.
    reset.attempt.reset_account(tx)?;
    let is_own = visitor.session.customer_id == Some(customer.id);
    Ok(if is_own { saved().session(SessionChange::LogOut) } else { saved() })
}

/// The customer of a valid link.
fn owner(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<store::Customer> {
    let Some(link) = store::find_link(tx, token)? else { return Err(refuse(message::RESET_TOKEN_MISMATCH)) };
    if link.expires_at <= now.as_millisecond() {
        return Err(refuse(message::RESET_TOKEN_EXPIRED));
    }
    store::find(tx, link.customer_id)?.ok_or_else(|| refuse(message::RESET_TOKEN_MISMATCH))
}

/// Deletes links that expired long ago, at most `limit`; answers how many.
pub fn delete_old_links(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    store::delete_old_links(tx, now - TOLD_APART, limit)
}
