//! The people of the house: invitations, sign-in with a passkey, or with password and TOTP, sessions, roles.
//!
//! Their sessions have nothing in common with those of shoppers. Each call reads person and role anew, so that a person who is
//! disabled, or whose role changes, is refused from then on. Commands and calls are two doors to the same functions.
//!
//! | file | purpose |
//! |---|---|
//! | `sign_in` | sign-in, sign-out, lock, fresh proof, own profile, password, sessions |
//! | `invitation` | invitations and registration |
//! | `people` | people, their roles, disabling, their sessions |
//! | `roles` | roles of the house's own |
//! | `guard` | limits of guesses; password and code together |
//! | `totp` | one-time codes and recovery codes |
//! | `passkey` | the same with passkeys: keys, sign-in, proof, lock, invitations |
//! | `mail` | the mail of an invitation, and the letter with the newest seal of the audit |
//! | `store` | all SQL |

use crate::call::{
    Calls, staff_own_prepared, staff_own_read, staff_own_write, staff_public, staff_public_prepared, staff_read,
    staff_view, staff_write,
};
use crate::domain::permission::Permission::{StaffManage, StaffRead};
use crate::limits::RateClass::{Standard, Tight};

mod guard;
pub mod invitation;
pub mod mail;
mod mention;
pub mod passkey;
pub mod people;
pub mod roles;
mod sign_in;
mod store;
pub mod totp;
pub mod types;

pub use mention::{colleagues, list_permitted, mentioned, mentioned_in, named_in, told};
pub use sign_in::{acting, delete_expired, identify, is_due_to_touch, touch};
pub use store::{
    Person, disable_others, end_all, find as find_person, has_people, list_enabled, list_owners as owners, names,
};

/// Whether somebody is an owner of the shop.
pub fn is_owner(who: &crate::call::SignedIn) -> bool {
    who.person().is_some() && who.role_name == people::OWNER
}

/// How long a session lasts without a request, and at most.
pub const IDLE: jiff::SignedDuration = jiff::SignedDuration::from_hours(12);
pub const LONGEST: jiff::SignedDuration = jiff::SignedDuration::from_hours(7 * 24);
/// How long password and code, or a passkey, count as asked just now.
pub const PROOF: jiff::SignedDuration = jiff::SignedDuration::from_mins(5);

/// How long a shared device stays open without a request.
pub const LOCK: jiff::SignedDuration = jiff::SignedDuration::from_mins(10);

pub fn staff_calls(api: Calls) -> Calls {
    passkey::staff_calls(api)
        .add(staff_public("staff/session", sign_in::session).rate(Standard))
        .add(staff_public_prepared("staff/sign_in", sign_in::prepare_sign_in, sign_in::sign_in).rate(Tight))
        .add(staff_own_write("staff/sign_out", sign_in::sign_out).while_locked().rate(Standard))
        .add(staff_own_write("staff/lock", sign_in::lock).while_locked().rate(Standard))
        .add(staff_own_prepared("staff/unlock", sign_in::prepare_unlock, sign_in::unlock).while_locked().rate(Tight))
        .add(staff_public("staff/invitation", invitation::show).rate(Tight))
        .add(staff_public_prepared("staff/register", invitation::prepare_register, invitation::register).rate(Tight))
        .add(staff_own_prepared("staff/prove", sign_in::prepare_proof, sign_in::save_proof).rate(Tight))
        .add(staff_own_write("staff/profile", sign_in::profile).rate(Standard))
        .add(staff_own_prepared("staff/password", sign_in::prepare_password, sign_in::password).proof().rate(Tight))
        .add(staff_own_write("staff/recovery_codes", sign_in::recovery_codes).proof().rate(Tight))
        .add(staff_own_read("staff/sessions", sign_in::sessions).rate(Standard))
        .add(staff_own_write("staff/end_session", sign_in::end_session).rate(Standard))
        .add(staff_read(StaffRead, "staff/people", people::list).rate(Standard))
        .add(staff_write(StaffManage, "staff/invite", invitation::invite).proof().rate(Tight))
        .add(staff_write(StaffManage, "staff/withdraw_invitation", invitation::withdraw).rate(Standard))
        .add(staff_write(StaffManage, "staff/set_role", people::set_role).proof().rate(Standard))
        .add(staff_write(StaffManage, "staff/disable", people::disable).proof().rate(Standard))
        .add(staff_write(StaffManage, "staff/enable", people::enable).proof().rate(Standard))
        .add(staff_write(StaffManage, "staff/end_sessions", people::end_sessions).rate(Standard))
        .add(staff_view(StaffManage, "staff/sessions_of", people::sessions_of).rate(Standard))
        .add(staff_write(StaffManage, "staff/end_session_of", people::end_session_of).rate(Standard))
        .add(staff_write(StaffManage, "staff/add_role", roles::add).proof().rate(Standard))
        .add(staff_write(StaffManage, "staff/change_role", roles::change).proof().rate(Standard))
        .add(staff_write(StaffManage, "staff/delete_role", roles::delete).proof().rate(Standard))
}
