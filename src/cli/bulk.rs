//! `shop bulk`: work on many things that people of the house have asked for in the console.

use anyhow::Context as _;
use clap::Subcommand;

use super::shop;
use super::table::{Output, moment};
use crate::bulk;
use crate::bulk::types::{BulkRun, RunState};
use crate::config::Config;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what runs, then what has ended in the last seven days
    List,
    /// Show how far a run has come, and what failed in it
    Show {
        /// The number that `list` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Stop a run: nothing more of it begins, and what can still be undone is
    Stop {
        /// The number that `list` prints
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command } = args;
    let connection = shop::open(config)?;
    match command {
        Command::List => {
            let runs = shop::read(&connection, |tx| bulk::summaries(tx, None))?;
            output.list(&runs, &["id", "started", "work", "by", "state", "things", "done", "failed"], |run| {
                vec![
                    run.id.to_string(),
                    started(run),
                    run.call.path().to_owned(),
                    run.by.name.clone(),
                    state(run.state).to_owned(),
                    run.count.to_string(),
                    run.done.to_string(),
                    run.failed.to_string(),
                ]
            })
        }
        Command::Show { id } => {
            let detail = shop::read(&connection, |tx| bulk::detail(tx, None, id, None))
                .with_context(|| format!("there is no run {id}; `shop bulk list` lists them"))?;
            let run = &detail.run;
            let failures: Vec<String> = detail
                .failures
                .iter()
                .map(|failed| {
                    let filled =
                        failed.failure.params.iter().fold(failed.failure.message.clone(), |text, (name, value)| {
                            text.replace(&format!("{{{name}}}"), value)
                        });
                    format!("{}: {filled}", failed.thing)
                })
                .collect();
            output.facts(
                &detail,
                &[
                    ("work", run.call.path().to_owned()),
                    ("by", run.by.name.clone()),
                    ("started", started(run)),
                    ("state", state(run.state).to_owned()),
                    ("things", run.count.to_string()),
                    ("waiting", run.waiting.to_string()),
                    ("pending", run.pending.to_string()),
                    ("done", run.done.to_string()),
                    ("undone", run.undone.to_string()),
                    ("stopped", run.stopped.to_string()),
                    ("failed", run.failed.to_string()),
                    ("why", failures.join("\n")),
                ],
            )
        }
        Command::Stop { id } => {
            let now = shop::now()?;
            shop::write(&connection, "bulk stop", |tx| Ok(((), bulk::stop_run(tx, id, now)?)))?;
            output.done(&serde_json::json!({ "id": id, "state": "stopped" }), &format!("{id} is stopped"))
        }
    }
}

fn started(run: &BulkRun) -> String {
    run.asked_at.parse::<jiff::Timestamp>().map(|at| moment(at.as_millisecond())).unwrap_or_default()
}

fn state(state: RunState) -> &'static str {
    match state {
        RunState::Draft => "draft",
        RunState::Running => "running",
        RunState::Done => "done",
        RunState::Stopped => "stopped",
    }
}
