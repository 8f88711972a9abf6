//! Lets the newest seal of the audit leave the machine each morning: as a letter to the owners, and as a line beside the copies of
//! the database, which are kept elsewhere too. A day on which nothing was sealed has no letter.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;

use super::Job;
use crate::audit::SealReference;
use crate::{backup, staff};

/// In the folder of copies: a line for each seal that was told.
const FILE: &str = "audit-seals.txt";

pub const JOB: Job = Job {
    name: "tell_seal",
    schedule: "0 0 5 * * *",
    run: |app, now| {
        Box::pin(async move {
            let config = app.config();
            let Some(seal) = app.db.write(move |tx| staff::mail::send_seal(tx, &config, now)).await? else {
                return Ok("nothing new".into());
            };
            let number = seal.number;
            let folder = app.config().data.directory.join(&app.config().backup.directory);
            let written = tokio::task::spawn_blocking(move || write_line(folder, &seal));
            // The letters tell it, too.
            if let Err(error) = written.await.map_err(anyhow::Error::from)? {
                tracing::error!(%error, "the seal is not beside the copies");
            }
            Ok(format!("seal {number}"))
        })
    },
};

fn write_line(folder: PathBuf, seal: &SealReference) -> anyhow::Result<()> {
    backup::open_folder(&folder).with_context(|| backup::cannot_be_written(&folder))?;
    let file = folder.join(FILE);
    let cannot = || format!("{} cannot be written", file.display());
    let mut lines = std::fs::File::options().create(true).append(true).open(&file).with_context(cannot)?;
    lines.write_all(format!("{seal}\n").as_bytes()).with_context(cannot)
}
