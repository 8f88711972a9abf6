//! The system as its people see it: version, copies of the database, jobs, mails that do not leave.
//!
//! Works on other slices' rows only.

use crate::call::{Calls, staff_prepared, staff_read, staff_write};
use crate::domain::permission::Permission::System;
use crate::limits::RateClass::{Standard, Tight};

mod calls;
mod store;
pub mod types;

pub use store::size as database_bytes;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(System, "system/show", calls::show).rate(Standard))
        .add(staff_prepared(System, "system/backup", calls::prepare_backup, calls::backup).rate(Tight))
        .add(staff_prepared(System, "system/run_job", calls::prepare_job, calls::run_job).rate(Tight))
        .add(staff_write(System, "system/retry_mail", calls::retry_mail).rate(Standard))
        .add(staff_write(System, "system/retry_mails", calls::retry_mails).rate(Tight))
}
