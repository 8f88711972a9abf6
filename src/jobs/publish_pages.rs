//! Publishes drafts of help pages whose time has come. One that is not ready any more waits for somebody, who finds it in Today with the
//! reason.

use super::{Job, Planned};
use crate::page;

const PLAN: Planned = Planned { job: "publish_pages", carry_out: page::publish_due, note_failure: page::note_failure };

pub const JOB: Job = Job {
    name: PLAN.job,
    schedule: "15 * * * * *",
    run: |app, now| {
        Box::pin(async move {
            let (published, refused) = PLAN.run(app, now, page::list_due).await?;
            Ok(format!("{published} published, {refused} not ready"))
        })
    },
};
