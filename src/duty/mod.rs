//! Today: one queue of what waits for somebody, with deadlines, and the day's figures beside it.
//!
//! Has no tables: each kind of duty is a query of the slice that it belongs to. A duty disappears when it is done there.

use crate::call::{Calls, View, staff_own_read, staff_own_write};
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::error::Result;
use crate::limits::RateClass::Standard;

mod list;
mod sources;
pub mod types;

use sources::Whose;
pub use types::DutyKind;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_own_read("duty/list", list::list).for_programs().rate(Standard))
        .add(staff_own_write("duty/mention_done", list::mention_done).rate(Standard))
}

/// How much waits of a kind, and how much of it is past its deadline, whoever's duty it is.
pub fn count(tx: &mut dyn Tx, view: &View, kind: DutyKind) -> Result<(i64, i64)> {
    let whose = Whose { permissions: &Permissions::from(Permission::ALL), person: None };
    let waiting = sources::waiting(tx, view, whose, kind)?;
    Ok((waiting.count, waiting.overdue))
}
