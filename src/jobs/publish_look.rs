//! Publishes drafts of the look and the home page whose time has come, as of [`super::publish_pages`].

use super::{Job, Planned};
use crate::look;

const PLAN: Planned = Planned { job: "publish_look", carry_out: look::publish_due, note_failure: look::note_failure };

pub const JOB: Job = Job {
    name: PLAN.job,
    schedule: "20 * * * * *",
    run: |app, now| {
        Box::pin(async move {
            let (published, refused) = PLAN.run(app, now, look::list_due).await?;
            Ok(format!("{published} published, {refused} not ready"))
        })
    },
};
