//! `shop security`: the log of logins, changed passwords, exports and deletions.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::shop::{self, LINES};
use super::table::{Output, moment};
use crate::config::Config;
use crate::domain::working_days::start_of_day;
use crate::security_log;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List events, the latest first
    List {
        /// Only those of the account with this number, which `shop customer show` prints
        #[arg(long, value_name = "ID", value_parser = super::count, allow_negative_numbers = true)]
        customer: Option<i64>,
        /// Only those from this day on; by default of the last seven days, or all of an account
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        since: Option<Date>,
    },
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command: Command::List { customer, since } } = args;
    let connection = shop::open(config)?;
    let since = match (since, customer) {
        (Some(day), _) => start_of_day(day),
        (None, Some(_)) => Timestamp::UNIX_EPOCH,
        (None, None) => shop::now()? - SignedDuration::from_hours(7 * 24),
    };
    let events = shop::read(&connection, |tx| security_log::list(tx, customer, since, LINES + 1))?;
    let headings = ["time", "event", "by", "customer", "network", "request"];
    output.part(
        events,
        LINES,
        |_| "--since with a later day, or --customer, lists fewer".to_owned(),
        &headings,
        |event| {
            vec![
                moment(event.at),
                event.event.code().to_owned(),
                event.actor.clone(),
                event.customer_id.map(|id| id.to_string()).unwrap_or_default(),
                event.network.clone().unwrap_or_default(),
                event.request_id.clone().unwrap_or_default(),
            ]
        },
    )
}
