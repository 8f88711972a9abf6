//! Publishes drafts of help pages whose time has come, each in a transaction of its own. One that is not ready any more waits for
//! somebody, who finds it in Today with the reason.

use std::sync::Arc;

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::audit::Origin;
use crate::call::View;
use crate::deed::types::Failure;
use crate::error::{Error, Result};
use crate::job_failure::Failures;
use crate::page;

/// Drafts of one look.
const BATCH: i64 = 50;
const NAME: &str = "publish_pages";

pub const JOB: Job = Job { name: NAME, schedule: "15 * * * * *", run: |app, now| Box::pin(run(app, now)) };

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let db = &app.db;
    let mut failures = Failures::load(db, NAME, now).await?;
    let limit = failures.limit(BATCH);
    let mut due = db.read(move |tx| page::list_due(tx, now, limit)).await?;
    due.retain(|id| !failures.is_postponed(*id));
    let (mut published, mut refused) = (0, 0);
    for id in due {
        let mut salt = [0_u8; 32];
        getrandom::fill(&mut salt).map_err(anyhow::Error::from)?;
        let running = Arc::clone(app);
        let outcome = db
            .write(move |tx| {
                let stores = running.store_views.get();
                let lang = stores.languages().first().copied().unwrap_or_default();
                let currency = stores.of(lang).default_currency;
                let view = View::new(&stores, lang, currency, now, &running.config());
                page::publish_due(tx, &view, id, &Origin { network: None, salt })
            })
            .await;
        match outcome {
            Err(Error::Refused(refusal)) => {
                let failure = Failure::of(&refusal.message);
                db.write(move |tx| page::note_failure(tx, id, &failure)).await?;
                refused += 1;
            }
            outcome => published += usize::from(failures.record(id, outcome).await? == Some(true)),
        }
    }
    Ok(format!("{published} published, {refused} not ready"))
}
