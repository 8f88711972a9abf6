//! Sign-in and sign-out, fresh proof, and what people do with their own account. The same with a passkey is `passkey::entry`.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::guard::{self, Claim};
use super::passkey::{self, relying_party};
use super::store::{self, Login, SessionRow};
use super::types::{
    ConsoleSession, IdArgs, Nothing, PasswordArgs, ProfileArgs, ProveArgs, Proved, RecoveryCodes, RoleRef, SessionItem,
    Sessions, SignInArgs, StaffSelf, UnlockArgs,
};
use super::{IDLE, LOCK, LONGEST, PROOF, totp};
use crate::audit::Change;
use crate::call::{Changed, Client, ConsoleCookie, NoArgs, SignedIn, StaffMember};
use crate::call_context::CallContext;
use crate::config::{Config, Mode};
use crate::db::Tx;
use crate::domain::common_password::holds_word;
use crate::domain::store_view::Lang;
use crate::domain::validate::{self, LineMessages, email_key};
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::session;

/// Shortest password of a person.
pub const PASSWORD_MIN: usize = 12;
/// Recorded requests of a session are this far apart, so that reading writes seldom.
const TOUCH: SignedDuration = SignedDuration::from_mins(1);

// ── Sessions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The person with this token, in the transaction of the call; none if the session has ended or the person is disabled.
pub fn identify(tx: &mut dyn Tx, token: &str, now: Timestamp) -> Result<Option<SignedIn>> {
    let Some(row) = store::find_session(tx, token)? else { return Ok(None) };
    let expires_at = expiry(row.created_at, row.seen_at);
    if expires_at <= now.as_millisecond() {
        return Ok(None);
    }
    let permissions = store::permissions(tx, row.role_id)?;
    let is_idle = row.is_shared && now.as_millisecond() - row.seen_at >= millis(LOCK);
    let is_locked = is_idle || row.locked_at.is_some();
    let SessionRow { session_id, staff_id, name, email, lang, role_id, role_name, seen_at, proof_until_at, .. } = row;
    Ok(Some(SignedIn {
        session_id,
        staff_id,
        token_id: None,
        name,
        email,
        lang,
        role_id,
        role_name,
        permissions,
        seen_at,
        expires_at,
        proof_until_at,
        is_shared: row.is_shared,
        is_locked,
    }))
}

/// A person for whom the shop carries out what they asked for earlier, whether their session is still open or not; none if the
/// person is disabled. `is_proved`: password and code had been asked then.
pub fn acting(tx: &mut dyn Tx, staff_id: i64, is_proved: bool, now: Timestamp) -> Result<Option<SignedIn>> {
    let Some(person) = store::find(tx, staff_id)?.filter(|person| person.disabled_at.is_none()) else {
        return Ok(None);
    };
    let permissions = store::permissions(tx, person.role_id)?;
    let soon = (now + PROOF).as_millisecond();
    Ok(Some(SignedIn {
        // No session has the id 0.
        session_id: 0,
        staff_id,
        token_id: None,
        name: person.name,
        email: person.email,
        lang: person.lang,
        role_id: person.role_id,
        role_name: person.role_name,
        permissions,
        seen_at: now.as_millisecond(),
        expires_at: soon,
        proof_until_at: is_proved.then_some(soon),
        is_shared: false,
        is_locked: false,
    }))
}

/// When a session ends without another request; Unix milliseconds.
fn expiry(created_at: i64, seen_at: i64) -> i64 {
    (seen_at + millis(IDLE)).min(created_at + millis(LONGEST))
}

fn millis(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Whether a request of a session is worth recording. One that is locked is not used.
pub fn is_due_to_touch(who: &SignedIn, now: Timestamp) -> bool {
    !who.is_locked && now.as_millisecond() - who.seen_at >= millis(TOUCH)
}

/// Records a request of a session, if that is due.
pub fn touch(tx: &mut dyn Tx, who: &SignedIn, now: Timestamp) -> Result<()> {
    if is_due_to_touch(who, now) { store::touch(tx, who.session_id, who.staff_id, now) } else { Ok(()) }
}

/// Deletes sessions, invitations and ceremonies of passkeys that have ended, at most `limit` of each; answers how many.
pub fn delete_expired(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    Ok(store::delete_idle_sessions(tx, now - IDLE, limit)?
        + store::delete_expired_invitations(tx, now, limit)?
        + passkey::store::delete_expired_challenges(tx, now, limit)?)
}

/// Starts a session for a person, whose password and code, or passkey, were checked just now; answers its id and the person.
pub(super) fn start(
    tx: &mut dyn Tx,
    client: &Client,
    staff_id: i64,
    is_shared: bool,
) -> Result<(i64, String, StaffSelf)> {
    // A browser has one session at a time.
    if let Some(former) = &client.signed_in {
        store::delete_session(tx, former.staff_id, former.session_id)?;
    }
    let token = session::new_token(&client.fresh("session"));
    let now = client.now();
    let id = store::save_session(tx, &token, staff_id, now + PROOF, &client.browser, &client.network_hash, now)?;
    if is_shared {
        store::save_shared(tx, id)?;
    }
    let who = identify(tx, &token, now)?.ok_or_else(|| refuse(message::STAFF_SIGN_IN_WRONG))?;
    Ok((id, token, self_of(tx, client, &who)?))
}

fn self_of(tx: &mut dyn Tx, client: &Client, who: &SignedIn) -> Result<StaffSelf> {
    let host = relying_party::host(&client.view.config);
    let passkeys = host.map(|host| passkey::store::count_of(tx, who.staff_id, &host)).transpose()?;
    Ok(StaffSelf {
        id: who.staff_id,
        name: who.name.clone(),
        email: who.email.clone(),
        lang: who.lang.clone(),
        role: RoleRef { id: who.role_id, name: who.role_name.clone() },
        permissions: who.permissions.iter().copied().collect(),
        proof_until_at: who.proof_until_at,
        expires_at: who.expires_at,
        locks_after: who.is_shared.then_some(millis(LOCK)),
        is_locked: who.is_locked,
        has_password: store::has_password(tx, who.staff_id)?,
        passkeys: passkeys.unwrap_or_default(),
    })
}

/// Who is signed in, and what the console needs to begin.
pub fn session(tx: &mut dyn Tx, client: &Client, _: NoArgs) -> Result<ConsoleSession> {
    let config = &client.view.config;
    let now = client.now().as_millisecond();
    let is_over = |until: &i64| *until <= now;
    let person = client.signed_in.as_ref().map(|who| self_of(tx, client, who)).transpose()?;
    let signed_in = person
        .map(|person| StaffSelf { proof_until_at: person.proof_until_at.filter(|until| !is_over(until)), ..person });
    Ok(ConsoleSession {
        signed_in,
        brand: config.brand.name.clone(),
        languages: client.view.stores.languages().to_vec(),
        time_zone: config.company.time_zone.iana_name().unwrap_or("UTC").to_owned(),
        is_demo: config.mode == Mode::Demo,
        passkey_host: relying_party::host(config),
    })
}

// ── staff/sign_in, staff/sign_out ───────────────────────────────────────────────────────────────────────────────────

/// Password and code that were right.
pub struct SignIn {
    login: Login,
    is_shared: bool,
    /// Which kind of code it was, for the audit.
    second_factor: &'static str,
}

/// Compares password and code. An unknown address takes as long and gets the same answer.
pub async fn prepare_sign_in(context: Arc<CallContext>, client: Client, args: SignInArgs) -> Result<SignIn> {
    let claim = Claim { email: args.email, password: args.password, code: Some(args.code) };
    let is_shared = args.shared;
    if !guard::is_filled(&claim) {
        return Err(refuse(message::STAFF_SIGN_IN_WRONG));
    }
    let key = email_key(&claim.email);
    let login = context.db.read(move |tx| store::find_login(tx, &key)).await?;
    // Whoever has a session in this browser is not who signs in.
    let stranger = Client { signed_in: None, ..client };
    let is_one_time = claim.code.as_deref().is_some_and(totp::is_one_time);
    let second_factor = if is_one_time { "one_time_code" } else { "recovery_code" };
    let login = guard::prove(&context, &stranger, "staff/sign_in", claim, login, message::STAFF_SIGN_IN_WRONG).await?;
    Ok(SignIn { login, is_shared, second_factor })
}

pub fn sign_in(tx: &mut dyn Tx, client: &Client, proved: &SignIn) -> Result<Changed<StaffSelf>> {
    let SignIn { login, is_shared, second_factor } = proved;
    guard::still_holds(tx, login, message::STAFF_SIGN_IN_WRONG)?;
    let (id, token, person) = start(tx, client, login.staff_id, *is_shared)?;
    let mut after = json!({ "browser": client.browser, "second_factor": second_factor });
    if *is_shared {
        after["is_shared"] = true.into();
    }
    let change = Change::new("session", id).after(after);
    Ok(Changed::new(person, change).by(login.staff_id).cookie(ConsoleCookie::Set(token)))
}

pub fn sign_out(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Changed<Nothing>> {
    let SignedIn { session_id, staff_id, .. } = member.who;
    store::delete_session(tx, staff_id, session_id)?;
    let change = Change::new("session", session_id).before(json!({ "ended": false })).after(json!({ "ended": true }));
    Ok(Changed::new(Nothing {}, change).cookie(ConsoleCookie::Clear))
}

// ── staff/lock, staff/unlock ────────────────────────────────────────────────────────────────────────────────────────

/// Locks the session until its person gives the password, or a passkey, again. What was proved before counts no longer.
pub fn lock(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Changed<StaffSelf>> {
    let who = SignedIn { is_locked: true, proof_until_at: None, ..member.who.clone() };
    store::lock(tx, who.session_id, member.client.now())?;
    let change = Change::new("session", who.session_id).after(json!({ "is_locked": true }));
    Ok(Changed::new(self_of(tx, &member.client, &who)?, change))
}

/// Compares the password alone: the code was asked for when the session began, on this device.
pub async fn prepare_unlock(context: Arc<CallContext>, member: StaffMember, args: UnlockArgs) -> Result<Login> {
    let claim = Claim { email: member.who.email.clone(), password: args.password, code: None };
    if !guard::is_filled(&claim) {
        return Err(refuse(message::STAFF_PASSWORD_WRONG));
    }
    let id = member.who.staff_id;
    let login = context.db.read(move |tx| store::find_login_of(tx, id)).await?;
    guard::prove(&context, &member.client, "staff/unlock", claim, login, message::STAFF_PASSWORD_WRONG).await
}

pub fn unlock(tx: &mut dyn Tx, member: &StaffMember, login: &Login) -> Result<Changed<StaffSelf>> {
    guard::still_holds(tx, login, message::STAFF_PASSWORD_WRONG)?;
    open_lock(tx, member, By::Password)
}

/// With what a person has shown who they are.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    Password,
    /// The key's id.
    Passkey(i64),
}

impl By {
    /// What the audit is told.
    fn told(self, mut after: Value) -> Value {
        if let By::Passkey(id) = self {
            after["passkey"] = id.into();
        }
        after
    }
}

/// Opens a locked session, whose person has just shown who they are.
pub(super) fn open_lock(tx: &mut dyn Tx, member: &StaffMember, by: By) -> Result<Changed<StaffSelf>> {
    let now = member.client.now();
    store::unlock(tx, member.who.session_id, now)?;
    let who = SignedIn { is_locked: false, seen_at: now.as_millisecond(), ..member.who.clone() };
    let change = Change::new("session", who.session_id).after(by.told(json!({ "is_locked": false })));
    Ok(Changed::new(self_of(tx, &member.client, &who)?, change))
}

// ── staff/prove ─────────────────────────────────────────────────────────────────────────────────────────────────────

pub async fn prepare_proof(context: Arc<CallContext>, member: StaffMember, args: ProveArgs) -> Result<Login> {
    let claim = Claim { email: member.who.email.clone(), password: args.password, code: Some(args.code) };
    if !guard::is_filled(&claim) {
        return Err(refuse(message::STAFF_PROOF_WRONG));
    }
    let id = member.who.staff_id;
    let login = context.db.read(move |tx| store::find_login_of(tx, id)).await?;
    guard::prove(&context, &member.client, "staff/prove", claim, login, message::STAFF_PROOF_WRONG).await
}

pub fn save_proof(tx: &mut dyn Tx, member: &StaffMember, login: &Login) -> Result<Changed<Proved>> {
    guard::still_holds(tx, login, message::STAFF_PROOF_WRONG)?;
    keep_proof(tx, member, By::Password)
}

/// Keeps the fresh proof of a person who has just shown who they are.
pub(super) fn keep_proof(tx: &mut dyn Tx, member: &StaffMember, by: By) -> Result<Changed<Proved>> {
    let until = member.client.now() + PROOF;
    store::save_proof(tx, member.who.session_id, until)?;
    let proof_until_at = until.as_millisecond();
    let after = by.told(json!({ "proof_until_at": proof_until_at }));
    let change = Change::new("session", member.who.session_id).after(after);
    Ok(Changed::new(Proved { proof_until_at }, change))
}

// ── staff/profile, staff/password, staff/recovery_codes ─────────────────────────────────────────────────────────────

/// The valid name and language, or messages of their fields.
pub(super) fn name_and_lang(fields: &mut FieldMessages, name: &str, lang: &str) -> (String, Lang) {
    let messages = LineMessages::new(Some(message::NAME_EMPTY), message::FIELD_TOO_LONG, message::FIELD_BAD_CHARACTERS);
    let name = validate::line(name, validate::NAME_MAX, messages);
    let name = name.map_err(|fault| fields.insert("name".into(), fault)).unwrap_or_default();
    let lang = Lang::from_code(lang).unwrap_or_else(|| {
        fields.insert("lang".into(), message::STAFF_LANGUAGE_UNKNOWN.into());
        Lang::default()
    });
    (name, lang)
}

/// Checks a new password of a person: longer than a customer's, not common, without the shop's name or the mailbox.
pub(super) fn check_password(fields: &mut FieldMessages, password: &str, config: &Config, email: &str) {
    let mailbox = email.split('@').next().unwrap_or_default();
    let checked = validate::password(password).and_then(|password| match password.chars().count() {
        count if count < PASSWORD_MIN => Err(Message::from(message::PASSWORD_TOO_SHORT).with("min", PASSWORD_MIN)),
        _ if holds_word(&password, [config.brand.name.as_str(), mailbox]) => Err(message::PASSWORD_HOLDS_NAME.into()),
        _ => Ok(()),
    });
    if let Err(fault) = checked {
        let is_short = fault == message::PASSWORD_TOO_SHORT;
        let fault = if is_short { message::PASSWORD_TOO_SHORT.with("min", PASSWORD_MIN) } else { fault };
        fields.insert("password".into(), fault);
    }
}

pub fn profile(tx: &mut dyn Tx, member: &StaffMember, args: ProfileArgs) -> Result<Changed<StaffSelf>> {
    let mut fields = FieldMessages::new();
    let (name, lang) = name_and_lang(&mut fields, &args.name, &args.lang);
    check_fields(fields)?;
    let who = &member.who;
    store::save_profile(tx, who.staff_id, &name, lang.code())?;
    let change = Change::new("staff", who.staff_id)
        .before(json!({ "lang": who.lang }))
        .after(json!({ "lang": lang, "is_renamed": name != who.name }));
    let changed = SignedIn { name, lang: lang.code().to_owned(), ..who.clone() };
    Ok(Changed::new(self_of(tx, &member.client, &changed)?, change))
}

/// A valid new password, hashed.
pub struct NewPassword {
    hash: String,
}

pub async fn prepare_password(
    context: Arc<CallContext>,
    member: StaffMember,
    args: PasswordArgs,
) -> Result<NewPassword> {
    let mut fields = FieldMessages::new();
    check_password(&mut fields, &args.password, &member.client.view.config, &member.who.email);
    check_fields(fields)?;
    Ok(NewPassword { hash: context.passwords.hash(Some(member.client.network), &args.password).await? })
}

/// Saves a new password and ends the other sessions.
pub fn password(tx: &mut dyn Tx, member: &StaffMember, new: &NewPassword) -> Result<Changed<Nothing>> {
    let SignedIn { staff_id, session_id, .. } = member.who;
    check_has_password(tx, staff_id)?;
    store::save_password(tx, staff_id, &new.hash)?;
    let ended = store::delete_sessions(tx, staff_id, session_id)?;
    let change = Change::new("staff", staff_id).after(json!({ "password": "changed", "sessions_ended": ended }));
    Ok(Changed::new(Nothing {}, change))
}

/// Who signs in with passkeys alone has no password to change, and no codes that would replace a part of it.
fn check_has_password(tx: &mut dyn Tx, staff_id: i64) -> Result<()> {
    if store::has_password(tx, staff_id)? { Ok(()) } else { Err(refuse(message::STAFF_NO_PASSWORD)) }
}

/// Replaces the recovery codes.
pub fn recovery_codes(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Changed<RecoveryCodes>> {
    check_has_password(tx, member.who.staff_id)?;
    let recovery_codes = totp::recovery_codes(&member.client.fresh("recovery codes"));
    let hashes: Vec<[u8; 32]> = recovery_codes.iter().map(|code| totp::recovery_hash(code)).collect();
    store::save_recovery_codes(tx, member.who.staff_id, &hashes)?;
    let change = Change::new("staff", member.who.staff_id).after(json!({ "recovery_codes": hashes.len() }));
    Ok(Changed::new(RecoveryCodes { recovery_codes }, change))
}

// ── staff/sessions, staff/end_session ───────────────────────────────────────────────────────────────────────────────

pub fn sessions(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Sessions> {
    sessions_of(tx, member.who.staff_id, member.who.session_id, member.client.now())
}

/// The open sessions of a person; `current`: the one that asks.
pub(super) fn sessions_of(tx: &mut dyn Tx, staff_id: i64, current: i64, now: Timestamp) -> Result<Sessions> {
    let item = |row: store::OwnSession| SessionItem {
        id: row.id,
        is_current: row.id == current,
        created_at: row.created_at,
        seen_at: row.seen_at,
        expires_at: expiry(row.created_at, row.seen_at),
        browser: row.browser,
        network: row.network,
    };
    let items = store::list_sessions(tx, staff_id)?.into_iter().map(item);
    Ok(Sessions { items: items.filter(|item| item.expires_at > now.as_millisecond()).collect() })
}

/// Ends one of the caller's sessions.
pub fn end_session(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<Sessions>> {
    if !store::delete_session(tx, member.who.staff_id, args.id)? {
        return Err(refuse(message::STAFF_SESSION_NOT_FOUND));
    }
    let changed = Changed::new(sessions(tx, member, NoArgs {})?, session_ended(args.id));
    Ok(if args.id == member.who.session_id { changed.cookie(ConsoleCookie::Clear) } else { changed })
}

/// What the audit is told of a session that somebody has ended.
pub(super) fn session_ended(id: i64) -> Change {
    Change::new("session", id).before(json!({ "ended": false })).after(json!({ "ended": true }))
}
