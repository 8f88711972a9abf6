//! Puts into force what has waited for its day: changes of where money goes, each in a transaction of its own. One that has become
//! impossible waits for somebody, who finds it in Today with the reason.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::audit::Origin;
use crate::call::View;
use crate::deed::types::Failure;
use crate::error::{Error, Result};
use crate::job_failure::Failures;
use crate::setting;

const NAME: &str = "put_settings_into_force";

pub const JOB: Job = Job { name: NAME, schedule: "25 * * * * *", run: |app, now| Box::pin(run(app, now)) };

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let db = &app.db;
    let mut failures = Failures::load(db, NAME, now).await?;
    let mut due = db.read(move |tx| setting::list_due(tx, now)).await?;
    due.retain(|id| !failures.is_postponed(*id));
    let (mut done, mut refused) = (0, 0);
    for id in due {
        let mut salt = [0_u8; 32];
        getrandom::fill(&mut salt).map_err(anyhow::Error::from)?;
        let running = Arc::clone(app);
        let outcome = db
            .write(move |tx| {
                let config = setting::current(tx, &running.in_force)?;
                let stores = running.store_views.get();
                let lang = stores.languages().first().copied().unwrap_or_default();
                let view = View::new(&stores, lang, stores.of(lang).default_currency, now, &config);
                setting::put_into_force(tx, &view, id, &Origin { network: None, salt })
            })
            .await;
        match outcome {
            Err(Error::Refused(refusal)) => {
                let failure = Failure::of(&refusal.message);
                db.write(move |tx| setting::note_failure(tx, id, &failure)).await?;
                refused += 1;
            }
            outcome => done += usize::from(failures.record(id, outcome).await? == Some(true)),
        }
    }
    Ok(format!("{done} put into force, {refused} refused"))
}
