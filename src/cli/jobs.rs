//! `shop jobs`: the schedule, rows that need the operator, and manual runs. A lease prevents parallel runs beside the running shop.

use anyhow::bail;
use clap::Subcommand;
use serde_json::json;

use super::shop::{Shop, told};
use super::table::{Output, moment};
use crate::audit::Change;
use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir::DataFolder;
use crate::{job_failure, job_run, jobs, server};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List all jobs with their last run
    List,
    /// List rows at which a job fails again and again
    Stuck,
    /// Run a job now
    Run {
        /// As `list` prints it
        name: String,
    },
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    match args.command {
        Command::List => {
            let rows = Shop::open(config)?.read(job_run::list)?;
            let now = super::shop::now()?.as_millisecond();
            let list: Vec<serde_json::Value> = jobs::ALL
                .iter()
                .map(|job| {
                    let row = rows.iter().find(|row| row.name == job.name).cloned().unwrap_or_default();
                    Ok(json!({
                        "name": job.name,
                        "every_seconds": job.interval()?.as_secs(),
                        "is_running": row.lease_until > now,
                        "last_run": row.last_run,
                        "last_result": row.last_result,
                    }))
                })
                .collect::<anyhow::Result<_>>()?;
            out.list(&list, &["job", "every", "last run", "running", "result"], |row| {
                let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
                vec![
                    text("name"),
                    every(row["every_seconds"].as_i64().unwrap_or_default()),
                    row["last_run"].as_i64().map(moment).unwrap_or_default(),
                    if row["is_running"] == true { "yes" } else { "" }.to_owned(),
                    text("last_result"),
                ]
            })
        }
        Command::Stuck => {
            let rows = Shop::open(config)?.read(job_failure::list_stuck)?;
            let list: Vec<serde_json::Value> = rows.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
            out.list(&list, &["job", "row", "failures", "last failure", "next try", "error"], |row| {
                let time = |name: &str| row[name].as_i64().map(moment).unwrap_or_default();
                let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
                vec![
                    text("job"),
                    row["row_id"].to_string(),
                    row["failures"].to_string(),
                    time("failed_at"),
                    time("retry_at"),
                    text("error"),
                ]
            })
        }
        Command::Run { name } => {
            let job = jobs::find(&name)?;
            let folder = DataFolder::existing(&config.data.directory)?;
            // Whatever comes of it: what it has done by then stays done.
            super::shop::write(&folder.connect()?, "jobs run", |_| Ok(((), Change::new("job", job.name))))?;
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            let result = runtime.block_on(async {
                let app = server::build(&config, &folder.database(), Clock::default(), server::bundle()?).await?;
                jobs::run_now(&app, job).await.map_err(told)
            })?;
            match result {
                Some(text) => out.done(&json!({ "job": job.name, "result": text }), &format!("{}: {text}", job.name)),
                None => bail!("{name} is running already, in the shop beside this command; try again"),
            }
        }
    }
}

fn every(seconds: i64) -> String {
    match seconds {
        s if s % 3600 == 0 => format!("{} h", s / 3600),
        s if s % 60 == 0 => format!("{} min", s / 60),
        s => format!("{s} s"),
    }
}
