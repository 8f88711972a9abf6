//! `shop promo`: the employees' tags.

use anyhow::bail;
use clap::Subcommand;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use super::desk::Desk;
use super::table::{Output, moment};
use crate::config::Config;
use crate::domain::{promotion, validate};
use crate::page;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a tag, or change one
    Create {
        /// Letters, digits, hyphens and underscores; links carry it as `?promo-tag=`
        tag: String,
        /// Percentage that it takes off regular prices
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=100))]
        percent: u32,
        /// First day (UTC) on which it counts; if omitted, it counts at once
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        from: Option<Date>,
        /// Last day on which it counts; if omitted, it counts until it is switched off
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        until: Option<Date>,
        /// Only for e-mail addresses of this domain; may be given several times
        #[arg(long = "domain", value_name = "DOMAIN")]
        domains: Vec<String>,
    },
    /// List all tags
    List,
    /// Switch a tag off
    Off {
        /// As `list` prints it
        tag: String,
    },
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let desk = Desk::open(config)?;
    match args.command {
        Command::Create { tag, percent, from, until, domains } => {
            let tag = promotion::normalise(&tag);
            if tag.is_empty()
                || tag.len() > 40
                || !tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
            {
                bail!("a tag is 1 to 40 letters, digits, hyphens and underscores");
            }
            let start =
                |day: Date| -> anyhow::Result<Timestamp> { Ok(day.to_zoned(jiff::tz::TimeZone::UTC)?.timestamp()) };
            let from = from.map(start).transpose()?;
            let until = until.map(|day| start(day.tomorrow()?)).transpose()?;
            if from.zip(until).is_some_and(|(from, until)| from >= until) {
                bail!("--until is before --from");
            }
            if until.is_some_and(|until| until <= Timestamp::now()) {
                bail!("--until is over; give a day to come, or end a tag with `shop promo off`");
            }
            let domains = domains.iter().map(|domain| domain.trim().trim_start_matches('@').to_lowercase());
            let domains: Vec<String> = domains.filter(|domain| !domain.is_empty()).collect();
            if let Some(bad) = domains.iter().find(|domain| validate::email(&format!("name@{domain}")).is_err()) {
                bail!("{bad} is no domain; give what follows the @, e.g. example.com");
            }
            desk.write(|tx, act| page::save_tag(tx, &tag, percent, from.unwrap_or(act.now), until, &domains))?;
            out.done(&json!({ "tag": tag, "percent": percent }), &format!("{tag}: {percent} % off"))
        }
        Command::List => {
            let list = desk.read(page::list_tags)?;
            out.list(&list, &["tag", "percent", "from", "until", "on", "domains"], |row| {
                vec![
                    row.tag.clone(),
                    row.percentage.to_string(),
                    moment(row.valid_from),
                    row.valid_to.map(moment).unwrap_or_default(),
                    if row.active { "yes" } else { "no" }.to_owned(),
                    row.email_domains.clone(),
                ]
            })
        }
        Command::Off { tag } => {
            let tag = promotion::normalise(&tag);
            if !desk.write(|tx, _| page::switch_tag_off(tx, &tag))? {
                bail!("there is no tag {tag}; `shop promo list` lists them");
            }
            out.done(&json!({ "tag": tag, "on": false }), &format!("{tag} is off"))
        }
    }
}
