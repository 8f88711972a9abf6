//! `shop promo`: employees' promo tags.

use clap::Subcommand;
use jiff::civil::Date;
use serde_json::json;

use super::shop::Shop;
use super::table::{Output, moment};
use crate::cms::{self, TagRow};
use crate::config::Config;
use crate::domain::promotion;
use crate::promo::editing::{self, Plan, Seen, Until, Wish};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a tag and switch it on; of one that is there already, change what is named and switch it on
    Create {
        /// Letters, digits, hyphens and underscores; links carry it as `?promo-tag=`
        tag: String,
        /// Percentage that it takes off regular prices; 30 for a new tag
        #[arg(long, value_parser = percent, allow_negative_numbers = true)]
        percent: Option<u16>,
        /// First day (in the shop's time zone) on which it counts; a new tag counts at once
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        from: Option<Date>,
        /// Last day on which it counts; a new tag counts until it is switched off
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        until: Option<Date>,
        /// Take the last day away
        #[arg(long, conflicts_with = "until")]
        endless: bool,
        /// Only for e-mail addresses of this domain; may be given several times, and takes the place of domains named
        /// before
        #[arg(long = "domain", value_name = "DOMAIN")]
        domains: Vec<String>,
        /// Take the domains away: the tag counts for everybody, as a new one does
        #[arg(long, conflicts_with = "domains")]
        everybody: bool,
    },
    /// List all tags
    List,
    /// Switch a tag off
    Off {
        /// As `list` prints it
        tag: String,
    },
}

fn percent(text: &str) -> Result<u16, String> {
    Ok(super::whole(text, 1, 100)? as u16)
}

/// A tag with its current validity.
fn told(row: &TagRow, again: bool) -> String {
    let on = if again { "is on again" } else { "is on" };
    let domains = row.domains();
    let whom = if domains.is_empty() { "everybody".to_owned() } else { format!("addresses of {}", domains.join(", ")) };
    let until = row.valid_to.map(|end| format!(" until {}", moment(end))).unwrap_or_default();
    format!("{} {on}: {} % off for {whom}, from {}{until}", row.tag, row.percentage, moment(row.valid_from))
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::Create { tag, percent, from, until, endless, domains, everybody } => {
            let until = match until {
                Some(day) => Until::Day(day),
                None if endless => Until::Endless,
                None => Until::Kept,
            };
            let domains = (everybody || !domains.is_empty()).then_some(domains);
            let wish = Wish { tag, percent, from, until, domains };
            let Plan { before, after: row } = shop.write("promo create", |tx, command| {
                editing::save(tx, command.config.mode, &wish, Seen::Anything, command.now)
            })?;
            let again = before.is_some_and(|before| !before.active);
            let value = json!({ "tag": row.tag, "percent": row.percentage, "domains": row.domains(), "on": row.active,
                "again": again, "valid_from": row.valid_from, "valid_to": row.valid_to });
            out.done(&value, &told(&row, again))
        }
        Command::List => {
            let list = shop.read(cms::list_tags)?;
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
            shop.write("promo off", |tx, _| editing::switch_off(tx, &tag).map(|change| ((), change)))?;
            out.done(&json!({ "tag": tag, "on": false }), &format!("{tag} is off"))
        }
    }
}
