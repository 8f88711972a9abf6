//! Invitations and registration.
//!
//! A link carries its secret behind `#`, which no browser sends, and is spent by the finished registration: programs that open
//! links in mails spend nothing. Only the secret's hash is stored.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::mail::{self, InvitationMail};
use super::passkey;
use super::people::{self, check_grant};
use super::sign_in::{check_password, name_and_lang, start};
use super::store::{self, Invitation, Login, NewInvitation, Person, Role};
use super::totp;
use super::types::{
    IdArgs, InvitationArgs, InviteAnswer, InviteArgs, Invited, People, RegisterArgs, Registered, StaffSelf,
};
use crate::audit::Change;
use crate::call::{Changed, Client, ConsoleCookie, StaffMember, fresh};
use crate::call_context::CallContext;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::permission::Permission;
use crate::domain::store_view::Lang;
use crate::domain::validate::{self, email_key};
use crate::error::{Error, FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;
use crate::outbox::{self, NewMail};
use crate::session;

/// How long an invitation is good.
pub const LASTS: SignedDuration = SignedDuration::from_hours(1);

/// What is before the secret in a link.
const PLACE: &str = "#/invitation/";

/// An invitation that has been saved.
pub struct Made {
    pub id: i64,
    /// With its secret.
    pub link: String,
    pub expires_at: Timestamp,
}

/// Saves an invitation in the place of an earlier one to the same address. Rules are the callers'.
pub(super) fn make(
    tx: &mut dyn Tx,
    config: &Config,
    email: &str,
    role: &Role,
    invited_by: Option<i64>,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<Made> {
    let secret = session::new_token(&fresh(random, "invitation"));
    let totp_secret = fresh(random, "totp");
    let expires_at = now + LASTS;
    let new = NewInvitation {
        secret: &secret,
        email,
        email_key: &email_key(email),
        role_id: role.id,
        totp_secret: &totp_secret[..totp::SECRET_BYTES],
        invited_by,
        expires_at,
    };
    let id = store::save_invitation(tx, &new, now)?;
    Ok(Made { id, link: format!("{}/console/{PLACE}{secret}", config.console_url()), expires_at })
}

/// Queues the mail of an invitation.
pub fn send(tx: &mut dyn Tx, config: &Config, email: &str, role: &str, made: &Made, now: Timestamp) -> Result<()> {
    let data = InvitationMail {
        brand: config.brand.name.clone(),
        role: role.to_owned(),
        link: made.link.clone(),
        expires_at: made.expires_at.as_millisecond(),
    };
    let mail = NewMail { template: mail::TEMPLATE, lang: Lang::default(), recipient: email, data: &data };
    outbox::enqueue(tx, mail, now)?;
    Ok(())
}

/// What the audit is told of an invitation; the address stays out of it.
pub fn change(made: &Made, role: &str) -> Change {
    Change::new("invitation", made.id).after(json!({ "role": role, "expires_at": made.expires_at.as_millisecond() }))
}

/// Invites by a command on the machine, where everything is granted. Somebody who is in the console already gets a new
/// passkey, or password and authenticator, in the place of all that there was: who has lost every key is let in this way.
pub fn invite_by_command(
    tx: &mut dyn Tx,
    config: &Config,
    email: &str,
    role: &str,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<Made> {
    let email = validate::email(email).map_err(|fault| Refusal::of_field("address", fault))?;
    let role = people::role_named(tx, role)?;
    let known = store::find_by_email(tx, &email_key(&email))?;
    if known.is_some_and(|person| person.disabled_at.is_some()) {
        return Err(anyhow::anyhow!("{email} is disabled; `shop staff enable {email}` first").into());
    }
    make(tx, config, &email, &role, None, random, now)
}

/// Whether a link that [`make`] has written, whatever stands before it, may still be used.
pub fn is_link_good(tx: &mut dyn Tx, link: &str, now: Timestamp) -> Result<bool> {
    let Some((_, secret)) = link.split_once(PLACE) else { return Ok(false) };
    match good(tx, secret, now) {
        Ok(_) => Ok(true),
        Err(Error::Refused(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The invitation of a secret that may still be used: whoever made it could make it now.
pub(super) fn good(tx: &mut dyn Tx, secret: &str, now: Timestamp) -> Result<Invitation> {
    let found = store::find_invitation(tx, validate::trim(secret), now)?;
    let invitation = found.ok_or_else(|| refuse(message::STAFF_INVITATION_ENDED))?;
    if let Some(inviter) = invitation.invited_by {
        let inviter = store::find(tx, inviter)?.filter(|person| person.disabled_at.is_none());
        let held = match inviter {
            Some(person) => store::permissions(tx, person.role_id)?,
            None => Default::default(),
        };
        let granted = store::permissions(tx, invitation.role_id)?;
        if !held.contains(&Permission::StaffManage) || !granted.is_subset(&held) {
            return Err(refuse(message::STAFF_INVITATION_ENDED));
        }
    }
    Ok(invitation)
}

/// What an invitation is for. Looking spends nothing.
pub fn show(tx: &mut dyn Tx, client: &Client, args: InvitationArgs) -> Result<Invited> {
    let invitation = good(tx, &args.secret, client.now())?;
    let totp = totp::setup(&invitation.totp_secret, &client.view.config.brand.name, &invitation.email)?;
    Ok(Invited { email: invitation.email, role: invitation.role_name, expires_at: invitation.expires_at, totp })
}

/// A valid registration with the hashed password.
pub struct Registration {
    secret: String,
    name: String,
    lang: Lang,
    password_hash: String,
    /// Of the code.
    step: i64,
}

/// Checks the invitation first, so that an ended one costs no hashing.
pub async fn prepare_register(context: Arc<CallContext>, client: Client, args: RegisterArgs) -> Result<Registration> {
    let (secret, now) = (args.secret.clone(), client.now());
    let invitation = context.db.read(move |tx| good(tx, &secret, now)).await?;
    let mut fields = FieldMessages::new();
    let (name, lang) = name_and_lang(&mut fields, &args.name, &args.lang);
    check_password(&mut fields, &args.password, &client.view.config, &invitation.email);
    let step = totp::step(&invitation.totp_secret, &args.code, now)?;
    if step.is_none() {
        fields.insert("code".into(), message::STAFF_CODE_WRONG.into());
    }
    check_fields(fields)?;
    let password_hash = context.passwords.hash(Some(client.network), &args.password).await?;
    Ok(Registration { secret: args.secret, name, lang, password_hash, step: step.unwrap_or_default() })
}

/// A person who comes in by an invitation, without any way in yet.
pub(super) struct Entry {
    pub id: i64,
    invitation: Invitation,
    former: Option<Person>,
}

/// Makes the person of an invitation, or takes every way in from one who is there: password, codes, passkeys and sessions.
pub(super) fn enter(tx: &mut dyn Tx, client: &Client, secret: &str, name: &str, lang: Lang) -> Result<Entry> {
    let invitation = good(tx, secret, client.now())?;
    let key = email_key(&invitation.email);
    let former = store::find_by_email(tx, &key)?;
    if let Some(person) = &former {
        // Enabling is somebody else's deed; a person who was disabled since is not let in.
        if person.disabled_at.is_some() {
            return Err(refuse(message::STAFF_INVITATION_ENDED));
        }
        people::keep_an_owner(tx, person, invitation.role_id)?;
        store::delete_sessions(tx, person.id, 0)?;
        store::delete_login(tx, person.id)?;
        passkey::store::delete_keys(tx, person.id)?;
    }
    let role_id = invitation.role_id;
    let id = store::save_person(tx, &invitation.email, &key, name, lang.code(), role_id, client.now())?;
    Ok(Entry { id, invitation, former })
}

impl Entry {
    /// Spends the invitation and signs in; answers the session's token, the person, and the change with `with` in it.
    pub(super) fn finish(self, tx: &mut dyn Tx, client: &Client, with: Value) -> Result<(String, StaffSelf, Change)> {
        store::delete_invitation(tx, self.invitation.id)?;
        let (_, token, person) = start(tx, client, self.id, false)?;
        let mut after = json!({ "role": self.invitation.role_name, "invitation": self.invitation.id });
        if let (Value::Object(after), Value::Object(with)) = (&mut after, with) {
            after.extend(with);
        }
        let change = Change::new("staff", self.id).after(after);
        let change = match self.former {
            Some(person) => change.before(json!({ "role": person.role_name })),
            None => change,
        };
        Ok((token, person, change))
    }
}

/// Makes the person, or gives one who is there new keys, and signs in. Spends the invitation.
pub fn register(tx: &mut dyn Tx, client: &Client, form: &Registration) -> Result<Changed<Registered>> {
    let entry = enter(tx, client, &form.secret, &form.name, form.lang)?;
    let id = entry.id;
    let (password_hash, totp_secret) = (form.password_hash.clone(), entry.invitation.totp_secret.clone());
    store::save_login(tx, &Login { staff_id: id, password_hash, totp_secret }, form.step)?;
    let recovery_codes = totp::recovery_codes(&client.fresh("recovery codes"));
    let hashes: Vec<[u8; 32]> = recovery_codes.iter().map(|code| totp::recovery_hash(code)).collect();
    store::save_recovery_codes(tx, id, &hashes)?;
    let (token, person, change) = entry.finish(tx, client, json!({}))?;
    let answer = Registered { recovery_codes, person };
    Ok(Changed::new(answer, change).by(id).cookie(ConsoleCookie::Set(token)))
}

/// Invites somebody who is not in the console yet.
pub fn invite(tx: &mut dyn Tx, member: &StaffMember, args: InviteArgs) -> Result<Changed<InviteAnswer>> {
    let email = validate::email(&args.email).map_err(|fault| Refusal::of_field("email", fault))?;
    let role = people::role(tx, args.role_id)?;
    check_grant(tx, member, role.id)?;
    if store::find_by_email(tx, &email_key(&email))?.is_some() {
        return Err(Refusal::of_field("email", message::STAFF_ALREADY_THERE).into());
    }
    let (config, now) = (&member.client.view.config, member.client.now());
    let made = make(tx, config, &email, &role, Some(member.who.staff_id), &member.client.fresh("invite"), now)?;
    send(tx, config, &email, &role.name, &made, now)?;
    let has_server = !config.mail.host.is_empty();
    let answer = InviteAnswer {
        people: people::all(tx, &member.client)?,
        mail_sent: has_server,
        link: (!has_server).then(|| made.link.clone()),
    };
    Ok(Changed::new(answer, change(&made, &role.name)))
}

pub fn withdraw(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<People>> {
    let found = store::find_invitation_by_id(tx, args.id)?;
    let invitation = found.ok_or_else(|| refuse(message::STAFF_INVITATION_ENDED))?;
    store::delete_invitation(tx, invitation.id)?;
    let change = Change::new("invitation", invitation.id).before(json!({ "role": invitation.role_name }));
    Ok(Changed::new(people::all(tx, &member.client)?, change))
}
