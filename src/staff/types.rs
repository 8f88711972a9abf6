//! Arguments and answers of the calls about people. Times are Unix milliseconds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::permission::Permission;
use crate::domain::store_view::Lang;

/// Nothing to say.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Nothing {}

// ── The caller ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// What the console needs before anything else.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ConsoleSession {
    pub signed_in: Option<StaffSelf>,
    pub brand: String,
    /// Those of the shop.
    pub languages: Vec<Lang>,
    /// IANA name of the house's zone.
    pub time_zone: String,
    pub is_demo: bool,
    /// The host for which passkeys are made; null where the console has an IP address alone. A page of another host offers none.
    pub passkey_host: Option<String>,
}

/// The person who is signed in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StaffSelf {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub lang: String,
    pub role: RoleRef,
    pub permissions: Vec<Permission>,
    /// Until then no fresh proof is asked for.
    pub proof_until_at: Option<i64>,
    /// When the session ends without another request.
    pub expires_at: i64,
    /// Milliseconds without a request after which a shared device locks itself; null for one's own.
    pub locks_after: Option<i64>,
    /// Only what unlocks, signs in or out, and `staff/session` are answered.
    pub is_locked: bool,
    /// Whether the person signs in with password and code too.
    pub has_password: bool,
    /// Passkeys of the person that work at the console's host.
    pub passkeys: i64,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RoleRef {
    pub id: i64,
    pub name: String,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SignInArgs {
    pub email: String,
    pub password: String,
    /// Six digits of the authenticator, or a recovery code.
    pub code: String,
    /// Several people use the device: it locks itself.
    pub shared: bool,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct UnlockArgs {
    pub password: String,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ProveArgs {
    pub password: String,
    /// Six digits of the authenticator, or a recovery code.
    pub code: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Proved {
    pub proof_until_at: i64,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ProfileArgs {
    pub name: String,
    pub lang: String,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StaffPasswordArgs")]
pub struct PasswordArgs {
    pub password: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RecoveryCodes {
    /// Shown this once.
    pub recovery_codes: Vec<String>,
}

/// Open sessions, those that were begun last first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Sessions {
    pub items: Vec<SessionItem>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SessionItem {
    pub id: i64,
    pub is_current: bool,
    pub created_at: i64,
    pub seen_at: i64,
    pub expires_at: i64,
    /// Browser and system, in short.
    pub browser: String,
    /// First digits of the network's keyed hash.
    pub network: String,
}

/// One session of somebody else.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EndSessionOfArgs {
    /// Of the person.
    pub id: i64,
    /// That of the person in `staff/people`.
    pub version: String,
    pub session_id: i64,
}

/// A person, invitation or session.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "StaffIdArgs")]
pub struct IdArgs {
    pub id: i64,
}

// ── Invitations ─────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct InvitationArgs {
    pub secret: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Invitation")]
pub struct Invited {
    pub email: String,
    /// Name of the role.
    pub role: String,
    pub expires_at: i64,
    pub totp: TotpSetup,
}

/// What an authenticator needs to know.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TotpSetup {
    /// Base32, for typing.
    pub secret: String,
    /// `otpauth://…`
    pub uri: String,
    /// The same as a QR code.
    pub qr_svg: String,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StaffRegisterArgs")]
pub struct RegisterArgs {
    pub secret: String,
    pub name: String,
    pub lang: String,
    pub password: String,
    /// Six digits of the authenticator.
    pub code: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Registered {
    /// Shown this once.
    pub recovery_codes: Vec<String>,
    #[serde(rename = "self")]
    pub person: StaffSelf,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct InviteArgs {
    pub email: String,
    pub role_id: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "InvitationSent")]
pub struct InviteAnswer {
    #[serde(flatten)]
    pub people: People,
    /// Whether the invitation goes out by mail.
    pub mail_sent: bool,
    /// The link, only where no mail server is configured.
    pub link: Option<String>,
}

// ── People ──────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Serialize, JsonSchema)]
pub struct People {
    pub people: Vec<PersonItem>,
    /// Those that are still good.
    pub invitations: Vec<InvitationItem>,
    pub roles: Vec<RoleItem>,
    /// All that there are.
    pub permissions: Vec<Permission>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct PersonItem {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub role_id: i64,
    pub role_name: String,
    pub lang: String,
    pub created_at: i64,
    pub seen_at: Option<i64>,
    pub disabled_at: Option<i64>,
    /// Names the role and whether the account is disabled, as they were seen; what changes either takes it.
    pub version: String,
    /// Open sessions.
    pub sessions: i64,
    /// What the person signs in with: password and code, and how many passkeys that work at the console's host.
    pub has_password: bool,
    pub passkeys: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct InvitationItem {
    pub id: i64,
    pub email: String,
    pub role_id: i64,
    pub role_name: String,
    pub created_at: i64,
    pub expires_at: i64,
    /// Name of the person; null: a command on the machine.
    pub invited_by: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RoleItem {
    pub id: i64,
    pub name: String,
    /// It stays as it is.
    pub is_builtin: bool,
    /// Rises with each change.
    pub version: i64,
    pub permissions: Vec<Permission>,
    /// How many have it, disabled ones included.
    pub people: i64,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SetRoleArgs {
    pub id: i64,
    /// Of the person, as they were seen.
    pub version: String,
    pub role_id: i64,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "StaffDisableArgs")]
pub struct DisableArgs {
    pub id: i64,
    /// Of the person, as they were seen.
    pub version: String,
}

// ── Roles ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AddRoleArgs {
    pub name: String,
    pub permissions: Vec<Permission>,
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ChangeRoleArgs {
    pub id: i64,
    /// The one that was seen.
    pub version: i64,
    pub name: String,
    pub permissions: Vec<Permission>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
pub struct DeleteRoleArgs {
    pub id: i64,
    /// The one that was seen.
    pub version: i64,
}

// ── Colleagues ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Somebody of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Colleague {
    pub id: i64,
    /// With the mail address, where several have the name.
    pub name: String,
}

/// What a note is about that names colleagues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteAbout {
    Order,
    Customer,
}

/// Those who can be named in a note: whoever reads what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Colleagues {
    pub people: Vec<Colleague>,
}

/// Somebody whom a note names: `@{ID}` in its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mentioned {
    pub id: i64,
    /// Null: a former colleague.
    pub name: Option<String>,
}
