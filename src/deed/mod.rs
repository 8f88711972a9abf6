//! Deeds of the console that leave the house (a mail, an invoice, a refund, a parcel), kept so long that they can be undone.
//!
//! A deed is checked when it is asked for, by a rehearsal that the database undoes; nothing but its row is written. When it is
//! due, `jobs::carry_out_deeds` deletes the row and runs the call in one transaction: permission, rules and versions are
//! checked again, and numbers without gaps are only then taken. Whoever asked may have closed the page meanwhile. Until then
//! its thing is locked for other changes of the console.
//!
//! | file | purpose |
//! |---|---|
//! | `store` | all SQL |
//! | `calls` | lists, undoes and dismisses deeds |

use jiff::SignedDuration;
use serde_json::Value;

use crate::audit::Change;
use crate::call::{Calls, SignedIn, StaffMember, staff_own_read, staff_own_write};
use crate::db::Tx;
use crate::domain::permission::Permission;
use crate::error::{Error, Refusal, Result, refuse};
use crate::limits::RateClass::Standard;
use crate::message::{self, Message};

mod calls;
mod store;
pub mod types;

pub use store::{
    Pending, delete_failed, find, find_pending, list_due, list_failed, list_pending_authors, list_things_of_run,
    save_run, take, undo_all, undo_of_run,
};
use types::{Deed, DeedAuthor, Failure};

/// How long a deed can be undone.
pub const UNDO: SignedDuration = SignedDuration::from_secs(10);

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_own_read("deed/list", calls::list).for_programs().rate(Standard))
        .add(staff_own_write("deed/undo", calls::undo).for_programs().rate(Standard))
        .add(staff_own_write("deed/dismiss", calls::dismiss).for_programs().rate(Standard))
}

/// Keeps a deed that has been rehearsed; `change` is what it would change.
pub fn keep(
    tx: &mut dyn Tx,
    member: &StaffMember,
    call: &'static str,
    permission: Permission,
    args: &Value,
    change: &Change,
) -> Result<Deed> {
    refuse_locked(tx, Some(&member.who), change)?;
    let id = store::save(tx, member, call, permission, args, change, member.client.now() + UNDO)?;
    store::find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the deed {id} is not there").into())
}

/// Refuses a change of a thing that a deed is about to change; `who` asks for the change.
pub fn refuse_locked(tx: &mut dyn Tx, who: Option<&SignedIn>, change: &Change) -> Result<()> {
    let also = change.also.as_ref().map(|(noun, thing)| (*noun, thing.as_str()));
    for (noun, thing) in [(change.noun, change.thing.as_str())].into_iter().chain(also) {
        if let Some(deed) = find_pending(tx, noun, thing)? {
            return Err(refuse(locked_by(&deed.by, who)));
        }
    }
    Ok(())
}

/// What is said of a thing that a pending deed has locked; `who` asks for a change of it.
pub fn locked_by(author: &DeedAuthor, who: Option<&SignedIn>) -> Message {
    if who.is_some_and(|who| author.is(who)) {
        message::DEED_PENDING_OWN.into()
    } else {
        message::DEED_PENDING.with("name", &author.name)
    }
}

/// Records that a deed could not be carried out, and why. Its arguments, which may hold personal data, are forgotten.
pub fn fail(tx: &mut dyn Tx, id: i64, failure: &Failure) -> Result<()> {
    store::save_failure(tx, id, failure)
}

/// Why a deed could not be done, for whoever reads it: what a call says to the person who makes it is said of that person.
pub fn failure_of(error: &Error) -> Failure {
    match error.refusal() {
        Some(Refusal { message, .. }) if message.id == message::STAFF_SIGN_IN_REQUIRED.id => {
            Failure::of(&message::DEED_AUTHOR_GONE.into())
        }
        Some(Refusal { message, .. }) if message.id == message::STAFF_NOT_ALLOWED.id => {
            Failure::of(&message::DEED_AUTHOR_NOT_ALLOWED.into())
        }
        // Nobody is at a form: what is wrong with a field says more than that something is.
        Some(Refusal { message, fields, .. }) => Failure::of(fields.values().next().unwrap_or(message)),
        None => Failure::of(&message::TRY_LATER.into()),
    }
}
