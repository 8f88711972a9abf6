//! Writes what was counted in memory: visits and looks at the checkout.

use super::Job;
use crate::app::App;
use crate::error::Result;
use crate::visit;

pub const JOB: Job = Job {
    name: "save_visits",
    schedule: "50 * * * * *",
    run: |app, _| Box::pin(async move { Ok(format!("{} counts", save(app).await?)) }),
};

/// Writes them; answers how many there were. They stay where they are if they cannot be written.
pub async fn save(app: &App) -> Result<i64> {
    let counts = app.visits.take();
    let total = counts.values().sum();
    if total > 0 {
        let written = counts.clone();
        if let Err(error) = app.db.write(move |tx| visit::save(tx, &written)).await {
            app.visits.give_back(counts);
            return Err(error);
        }
    }
    Ok(total)
}
