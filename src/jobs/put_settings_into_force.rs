//! Puts into force what has waited for its day: changes of where money goes. One that has become impossible waits for somebody, who
//! finds it in Today with the reason.

use super::{Job, Planned};
use crate::setting;

const PLAN: Planned =
    Planned { job: "put_settings_into_force", carry_out: setting::put_into_force, note_failure: setting::note_failure };

pub const JOB: Job = Job {
    name: PLAN.job,
    schedule: "25 * * * * *",
    run: |app, now| {
        Box::pin(async move {
            let (done, refused) = PLAN.run(app, now, setting::list_due).await?;
            Ok(format!("{done} put into force, {refused} refused"))
        })
    },
};
