//! Writes what was counted in memory: searches that have found nothing.

use jiff::Timestamp;

use super::Job;
use crate::app::App;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::search;

pub const JOB: Job = Job {
    name: "count_misses",
    schedule: "50 * * * * *",
    run: |app, now| Box::pin(async move { Ok(format!("{} searches", save(app, now).await?)) }),
};

/// Writes them as of this day; answers how many searches there were. They stay where they are if they cannot be written.
pub async fn save(app: &App, now: Timestamp) -> Result<i64> {
    let misses = app.misses.take();
    let total: i64 = misses.values().map(|times| i64::from(*times)).sum();
    if total > 0 {
        let (written, day) = (misses.clone(), in_shop_zone(now).date());
        if let Err(error) = app.db.write(move |tx| search::add_misses(tx, day, &written)).await {
            app.misses.give_back(misses);
            return Err(error);
        }
    }
    Ok(total)
}
