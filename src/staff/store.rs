//! All SQL of people, roles, invitations and sessions; that of passkeys is beside them.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::db::{Tx, by_ids};
use crate::domain::permission::{self, Permission, Permissions};
use crate::error::Result;
use crate::session;
use crate::vals;

// ── People ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A person with the name of the role. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub lang: String,
    pub role_id: i64,
    pub role_name: String,
    pub created_at: i64,
    pub seen_at: Option<i64>,
    pub disabled_at: Option<i64>,
}

const PERSON: &str =
    "SELECT p.id, p.name, p.email, p.lang, p.role_id, r.name AS role_name, p.created_at, p.seen_at, p.disabled_at
     FROM staff p JOIN staff_role r ON r.id = p.role_id";

pub fn list_people(tx: &mut dyn Tx) -> Result<Vec<Person>> {
    tx.all(&format!("{PERSON} ORDER BY p.id"), vals![])
}

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Person>> {
    tx.find(&format!("{PERSON} WHERE p.id = $1"), vals![id])
}

pub fn find_by_email(tx: &mut dyn Tx, email_key: &str) -> Result<Option<Person>> {
    tx.find(&format!("{PERSON} WHERE p.email_key = $1"), vals![email_key])
}

/// The names of people, by id.
pub fn names(tx: &mut dyn Tx, ids: &[i64]) -> Result<BTreeMap<i64, String>> {
    Ok(by_ids::<(i64, String)>(tx, "SELECT id, name FROM staff WHERE id IN ($ids)", ids, &[])?.into_iter().collect())
}

/// The names of those of these people who are not disabled, by id.
pub fn names_of_enabled(tx: &mut dyn Tx, ids: &[i64]) -> Result<BTreeMap<i64, String>> {
    const NAMES: &str = "SELECT id, name FROM staff WHERE id IN ($ids) AND disabled_at IS NULL";
    Ok(by_ids::<(i64, String)>(tx, NAMES, ids, &[])?.into_iter().collect())
}

/// Whether anybody has ever registered.
pub fn has_people(tx: &mut dyn Tx) -> Result<bool> {
    Ok(tx.find::<i64>("SELECT id FROM staff LIMIT 1", vals![])?.is_some())
}

/// Enabled owners beside a person, who have something to sign in with.
pub fn count_other_owners(tx: &mut dyn Tx, id: i64) -> Result<i64> {
    tx.one(
        "SELECT COUNT(*) FROM staff p JOIN staff_role r ON r.id = p.role_id
         WHERE r.name = 'owner' AND p.disabled_at IS NULL AND p.id <> $1
             AND (EXISTS (SELECT 1 FROM staff_credential c WHERE c.staff_id = p.id)
                 OR EXISTS (SELECT 1 FROM staff_passkey k WHERE k.staff_id = p.id))",
        vals![id],
    )
}

/// Addresses of the enabled owners.
pub fn list_owners(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all(
        "SELECT p.email FROM staff p JOIN staff_role r ON r.id = p.role_id
         WHERE r.name = 'owner' AND p.disabled_at IS NULL ORDER BY p.id",
        vals![],
    )
}

/// Ids of the people who are not disabled.
pub fn list_enabled(tx: &mut dyn Tx) -> Result<Vec<i64>> {
    tx.all("SELECT id FROM staff WHERE disabled_at IS NULL", vals![])
}

/// Somebody who has a permission.
#[derive(Debug, Deserialize)]
pub struct Permitted {
    pub id: i64,
    pub name: String,
    pub email: String,
}

/// People who are not disabled and have a permission, by name.
pub fn list_permitted(tx: &mut dyn Tx, permission: Permission) -> Result<Vec<Permitted>> {
    tx.all(
        "SELECT p.id, p.name, p.email FROM staff p JOIN staff_role_permission r ON r.role_id = p.role_id AND r.permission = $1
         WHERE p.disabled_at IS NULL ORDER BY p.name, p.id",
        vals![permission.code()],
    )
}

/// Disables everybody but these.
pub fn disable_others(tx: &mut dyn Tx, ids: &[i64], now: Timestamp) -> Result<()> {
    let others = list_enabled(tx)?.into_iter().filter(|id| !ids.contains(id));
    others.into_iter().try_for_each(|id| save_disabled(tx, id, Some(now)))
}

/// Saves a person; answers the id.
pub fn save_person(
    tx: &mut dyn Tx,
    email: &str,
    email_key: &str,
    name: &str,
    lang: &str,
    role_id: i64,
    now: Timestamp,
) -> Result<i64> {
    tx.one(
        "INSERT INTO staff (name, email, email_key, lang, role_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (email_key) DO UPDATE SET name = $1, lang = $4, role_id = $5
         RETURNING id",
        vals![name, email, email_key, lang, role_id, now.as_millisecond()],
    )
}

pub fn save_profile(tx: &mut dyn Tx, id: i64, name: &str, lang: &str) -> Result<()> {
    tx.exec("UPDATE staff SET name = $2, lang = $3 WHERE id = $1", vals![id, name, lang])?;
    Ok(())
}

pub fn save_role_of(tx: &mut dyn Tx, id: i64, role_id: i64) -> Result<()> {
    tx.exec("UPDATE staff SET role_id = $2 WHERE id = $1", vals![id, role_id])?;
    Ok(())
}

/// Disables a person, or enables with `None`.
pub fn save_disabled(tx: &mut dyn Tx, id: i64, at: Option<Timestamp>) -> Result<()> {
    tx.exec("UPDATE staff SET disabled_at = $2 WHERE id = $1", vals![id, at.map(|at| at.as_millisecond())])?;
    Ok(())
}

// ── Roles ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Role {
    pub id: i64,
    pub name: String,
    pub is_builtin: bool,
    /// Rises with each change.
    pub version: i64,
}

pub fn list_roles(tx: &mut dyn Tx) -> Result<Vec<Role>> {
    tx.all("SELECT id, name, is_builtin, version FROM staff_role ORDER BY id", vals![])
}

pub fn find_role(tx: &mut dyn Tx, id: i64) -> Result<Option<Role>> {
    tx.find("SELECT id, name, is_builtin, version FROM staff_role WHERE id = $1", vals![id])
}

/// Saves a role of the house's own; answers its id.
pub fn save_role(tx: &mut dyn Tx, name: &str, permissions: &Permissions) -> Result<i64> {
    let id: i64 = tx.one("INSERT INTO staff_role (name, is_builtin) VALUES ($1, 0) RETURNING id", vals![name])?;
    save_permissions(tx, id, permissions)?;
    Ok(id)
}

/// Saves a role as it is from now on, under the next version.
pub fn save_changed_role(tx: &mut dyn Tx, id: i64, name: &str, permissions: &Permissions) -> Result<()> {
    tx.exec("UPDATE staff_role SET name = $2, version = version + 1 WHERE id = $1", vals![id, name])?;
    tx.exec("DELETE FROM staff_role_permission WHERE role_id = $1", vals![id])?;
    save_permissions(tx, id, permissions)
}

fn save_permissions(tx: &mut dyn Tx, role_id: i64, permissions: &Permissions) -> Result<()> {
    for permission in permissions {
        let sql = "INSERT INTO staff_role_permission (role_id, permission) VALUES ($1, $2)";
        tx.exec(sql, vals![role_id, permission.code()])?;
    }
    Ok(())
}

/// Deletes a role that nobody has, with the invitations to it that have ended.
pub fn delete_role(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<()> {
    let sql = "DELETE FROM staff_invitation WHERE role_id = $1 AND expires_at <= $2";
    tx.exec(sql, vals![id, now.as_millisecond()])?;
    tx.exec("DELETE FROM staff_role WHERE id = $1", vals![id])?;
    Ok(())
}

/// Whoever has a role, disabled ones included, by name, then the addresses that are invited to it; at most `limit`.
pub fn list_holders(tx: &mut dyn Tx, role_id: i64, now: Timestamp, limit: i64) -> Result<Vec<String>> {
    tx.all(
        "SELECT name FROM (
             SELECT 0 AS part, id, name FROM staff WHERE role_id = $1
             UNION ALL SELECT 1, id, email FROM staff_invitation WHERE role_id = $1 AND expires_at > $2
         ) ORDER BY part, id LIMIT $3",
        vals![role_id, now.as_millisecond(), limit],
    )
}

pub fn permissions(tx: &mut dyn Tx, role_id: i64) -> Result<Permissions> {
    let codes: Vec<String> =
        tx.all("SELECT permission FROM staff_role_permission WHERE role_id = $1", vals![role_id])?;
    Ok(permission::from_codes(codes.iter().map(String::as_str)))
}

// ── Credentials ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a person who is not disabled signs in with.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct Login {
    pub staff_id: i64,
    pub password_hash: String,
    pub totp_secret: Vec<u8>,
}

const LOGIN: &str = "SELECT c.staff_id, c.password_hash, c.totp_secret
     FROM staff_credential c JOIN staff p ON p.id = c.staff_id";

pub fn find_login(tx: &mut dyn Tx, email_key: &str) -> Result<Option<Login>> {
    tx.find(&format!("{LOGIN} WHERE p.email_key = $1 AND p.disabled_at IS NULL"), vals![email_key])
}

pub fn find_login_of(tx: &mut dyn Tx, staff_id: i64) -> Result<Option<Login>> {
    tx.find(&format!("{LOGIN} WHERE p.id = $1 AND p.disabled_at IS NULL"), vals![staff_id])
}

/// Whether a person signs in with password and code; those who do so with passkeys alone have none.
pub fn has_password(tx: &mut dyn Tx, staff_id: i64) -> Result<bool> {
    let found: Option<i64> = tx.find("SELECT staff_id FROM staff_credential WHERE staff_id = $1", vals![staff_id])?;
    Ok(found.is_some())
}

/// The people who sign in with password and code.
pub fn list_with_password(tx: &mut dyn Tx) -> Result<BTreeSet<i64>> {
    Ok(tx.all::<i64>("SELECT staff_id FROM staff_credential", vals![])?.into_iter().collect())
}

/// Forgets password, authenticator and recovery codes of a person.
pub fn delete_login(tx: &mut dyn Tx, staff_id: i64) -> Result<()> {
    tx.exec("DELETE FROM staff_recovery_code WHERE staff_id = $1", vals![staff_id])?;
    tx.exec("DELETE FROM staff_credential WHERE staff_id = $1", vals![staff_id])?;
    Ok(())
}

/// Saves new credentials; `step` is the one-time code's that they were registered with.
pub fn save_login(tx: &mut dyn Tx, login: &Login, step: i64) -> Result<()> {
    tx.exec(
        "INSERT INTO staff_credential (staff_id, password_hash, totp_secret, totp_step) VALUES ($1, $2, $3, $4)
         ON CONFLICT (staff_id) DO UPDATE SET password_hash = $2, totp_secret = $3, totp_step = $4",
        vals![login.staff_id, &login.password_hash, login.totp_secret.clone(), step],
    )?;
    Ok(())
}

pub fn save_password(tx: &mut dyn Tx, staff_id: i64, hash: &str) -> Result<()> {
    tx.exec("UPDATE staff_credential SET password_hash = $2 WHERE staff_id = $1", vals![staff_id, hash])?;
    Ok(())
}

/// Uses a step; false if it, or a later one, was used before.
pub fn use_step(tx: &mut dyn Tx, staff_id: i64, step: i64) -> Result<bool> {
    let used = tx.exec(
        "UPDATE staff_credential SET totp_step = $2 WHERE staff_id = $1 AND totp_step < $2",
        vals![staff_id, step],
    )?;
    Ok(used == 1)
}

/// Uses a recovery code; false if there is none such.
pub fn use_recovery_code(tx: &mut dyn Tx, staff_id: i64, hash: [u8; 32]) -> Result<bool> {
    let used =
        tx.exec("DELETE FROM staff_recovery_code WHERE staff_id = $1 AND code_hash = $2", vals![staff_id, hash])?;
    Ok(used == 1)
}

/// Replaces a person's recovery codes.
pub fn save_recovery_codes(tx: &mut dyn Tx, staff_id: i64, hashes: &[[u8; 32]]) -> Result<()> {
    tx.exec("DELETE FROM staff_recovery_code WHERE staff_id = $1", vals![staff_id])?;
    for hash in hashes {
        tx.exec("INSERT INTO staff_recovery_code (staff_id, code_hash) VALUES ($1, $2)", vals![staff_id, *hash])?;
    }
    Ok(())
}

// ── Invitations ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct Invitation {
    pub id: i64,
    pub email: String,
    pub role_id: i64,
    pub role_name: String,
    pub totp_secret: Vec<u8>,
    pub invited_by: Option<i64>,
    pub inviter_name: Option<String>,
    pub created_at: i64,
    pub expires_at: i64,
}

const INVITATION: &str =
    "SELECT i.id, i.email, i.role_id, r.name AS role_name, i.totp_secret, i.invited_by, p.name AS inviter_name,
         i.created_at, i.expires_at
     FROM staff_invitation i JOIN staff_role r ON r.id = i.role_id LEFT JOIN staff p ON p.id = i.invited_by";

/// The invitation with this secret, unless it has ended.
pub fn find_invitation(tx: &mut dyn Tx, secret: &str, now: Timestamp) -> Result<Option<Invitation>> {
    tx.find(
        &format!("{INVITATION} WHERE i.secret_hash = $1 AND i.expires_at > $2"),
        vals![session::hash(secret), now.as_millisecond()],
    )
}

pub fn find_invitation_by_id(tx: &mut dyn Tx, id: i64) -> Result<Option<Invitation>> {
    tx.find(&format!("{INVITATION} WHERE i.id = $1"), vals![id])
}

/// Invitations that are still good.
pub fn list_invitations(tx: &mut dyn Tx, now: Timestamp) -> Result<Vec<Invitation>> {
    tx.all(&format!("{INVITATION} WHERE i.expires_at > $1 ORDER BY i.id"), vals![now.as_millisecond()])
}

/// An invitation to be saved.
pub struct NewInvitation<'a> {
    pub secret: &'a str,
    pub email: &'a str,
    pub email_key: &'a str,
    pub role_id: i64,
    pub totp_secret: &'a [u8],
    pub invited_by: Option<i64>,
    pub expires_at: Timestamp,
}

/// Saves an invitation in the place of an earlier one to the same address; answers its id.
pub fn save_invitation(tx: &mut dyn Tx, new: &NewInvitation<'_>, now: Timestamp) -> Result<i64> {
    tx.exec("DELETE FROM staff_invitation WHERE email_key = $1", vals![new.email_key])?;
    tx.one(
        "INSERT INTO staff_invitation
             (secret_hash, email, email_key, role_id, totp_secret, invited_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        vals![
            session::hash(new.secret),
            new.email,
            new.email_key,
            new.role_id,
            new.totp_secret,
            new.invited_by,
            now.as_millisecond(),
            new.expires_at.as_millisecond()
        ],
    )
}

pub fn delete_invitation(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM staff_invitation WHERE id = $1", vals![id])?;
    Ok(())
}

/// Withdraws what a person has invited.
pub fn delete_invitations_by(tx: &mut dyn Tx, staff_id: i64) -> Result<u64> {
    tx.exec("DELETE FROM staff_invitation WHERE invited_by = $1", vals![staff_id])
}

/// Ends the invitations of a person: they would bring back the role, or the way in, that was taken.
pub fn delete_invitations_of(tx: &mut dyn Tx, email_key: &str) -> Result<u64> {
    tx.exec("DELETE FROM staff_invitation WHERE email_key = $1", vals![email_key])
}

pub fn delete_expired_invitations(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM staff_invitation WHERE id IN
             (SELECT id FROM staff_invitation WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        vals![now.as_millisecond(), limit],
    )
}

// ── Sessions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A session with its person and role. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SessionRow {
    pub session_id: i64,
    pub staff_id: i64,
    pub name: String,
    pub email: String,
    pub lang: String,
    pub role_id: i64,
    pub role_name: String,
    pub created_at: i64,
    pub seen_at: i64,
    pub proof_until_at: Option<i64>,
    pub is_shared: bool,
    pub locked_at: Option<i64>,
}

/// The session of a token, whether or not it has expired, of a person who is not disabled.
pub fn find_session(tx: &mut dyn Tx, token: &str) -> Result<Option<SessionRow>> {
    tx.find(
        "SELECT s.id AS session_id, s.staff_id, p.name, p.email, p.lang, p.role_id, r.name AS role_name, s.created_at, s.seen_at,
             s.proof_until_at, s.is_shared, s.locked_at
         FROM staff_session s JOIN staff p ON p.id = s.staff_id JOIN staff_role r ON r.id = p.role_id
         WHERE s.token_hash = $1 AND p.disabled_at IS NULL",
        vals![session::hash(token)],
    )
}

/// Starts a session; answers its id.
pub fn save_session(
    tx: &mut dyn Tx,
    token: &str,
    staff_id: i64,
    proof_until: Timestamp,
    browser: &str,
    network: &str,
    now: Timestamp,
) -> Result<i64> {
    tx.exec("UPDATE staff SET seen_at = $2 WHERE id = $1", vals![staff_id, now.as_millisecond()])?;
    tx.one(
        "INSERT INTO staff_session (token_hash, staff_id, created_at, seen_at, proof_until_at, browser, network)
         VALUES ($1, $2, $3, $3, $4, $5, $6) RETURNING id",
        vals![session::hash(token), staff_id, now.as_millisecond(), proof_until.as_millisecond(), browser, network],
    )
}

/// Marks a session as that of a device which several people use.
pub fn save_shared(tx: &mut dyn Tx, session_id: i64) -> Result<()> {
    tx.exec("UPDATE staff_session SET is_shared = 1 WHERE id = $1", vals![session_id])?;
    Ok(())
}

/// Locks a session, and forgets its fresh proof.
pub fn lock(tx: &mut dyn Tx, session_id: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE staff_session SET locked_at = coalesce(locked_at, $2), proof_until_at = NULL WHERE id = $1",
        vals![session_id, now.as_millisecond()],
    )?;
    Ok(())
}

/// Opens a locked session: it is used from now on.
pub fn unlock(tx: &mut dyn Tx, session_id: i64, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE staff_session SET locked_at = NULL, seen_at = $2 WHERE id = $1",
        vals![session_id, now.as_millisecond()],
    )?;
    Ok(())
}

/// Records a request of a session.
pub fn touch(tx: &mut dyn Tx, session_id: i64, staff_id: i64, now: Timestamp) -> Result<()> {
    let now = now.as_millisecond();
    tx.exec("UPDATE staff_session SET seen_at = $2 WHERE id = $1 AND seen_at < $2", vals![session_id, now])?;
    tx.exec("UPDATE staff SET seen_at = $2 WHERE id = $1", vals![staff_id, now])?;
    Ok(())
}

pub fn save_proof(tx: &mut dyn Tx, session_id: i64, until: Timestamp) -> Result<()> {
    tx.exec("UPDATE staff_session SET proof_until_at = $2 WHERE id = $1", vals![session_id, until.as_millisecond()])?;
    Ok(())
}

/// A session as its person sees it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OwnSession {
    pub id: i64,
    pub created_at: i64,
    pub seen_at: i64,
    pub browser: String,
    pub network: String,
}

pub fn list_sessions(tx: &mut dyn Tx, staff_id: i64) -> Result<Vec<OwnSession>> {
    tx.all(
        "SELECT id, created_at, seen_at, browser, network FROM staff_session WHERE staff_id = $1 ORDER BY id DESC",
        vals![staff_id],
    )
}

/// Open sessions of each person, without expired ones.
pub fn count_sessions(tx: &mut dyn Tx, seen_after: Timestamp, made_after: Timestamp) -> Result<BTreeMap<i64, i64>> {
    let rows: Vec<(i64, i64)> = tx.all(
        "SELECT staff_id, COUNT(*) FROM staff_session WHERE seen_at > $1 AND created_at > $2 GROUP BY staff_id",
        vals![seen_after.as_millisecond(), made_after.as_millisecond()],
    )?;
    Ok(rows.into_iter().collect())
}

/// Ends a session of a person; false if there is none such.
pub fn delete_session(tx: &mut dyn Tx, staff_id: i64, session_id: i64) -> Result<bool> {
    let ended = tx.exec("DELETE FROM staff_session WHERE id = $1 AND staff_id = $2", vals![session_id, staff_id])?;
    Ok(ended == 1)
}

/// Ends the sessions of a person but one; answers how many. No session has the id 0.
pub fn delete_sessions(tx: &mut dyn Tx, staff_id: i64, but: i64) -> Result<u64> {
    tx.exec("DELETE FROM staff_session WHERE staff_id = $1 AND id <> $2", vals![staff_id, but])
}

/// Ends all sessions, and withdraws all invitations.
pub fn end_all(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("DELETE FROM staff_session WHERE id > 0", vals![])?;
    tx.exec("DELETE FROM staff_invitation WHERE id > 0", vals![])?;
    Ok(())
}

/// Deletes sessions without a request since `before`, at most `limit`.
pub fn delete_idle_sessions(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM staff_session WHERE id IN
             (SELECT id FROM staff_session WHERE seen_at <= $1 ORDER BY seen_at LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}
