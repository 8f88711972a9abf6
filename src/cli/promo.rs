//! `shop promo`: employees' promo tags.

use anyhow::{anyhow, bail};
use clap::Subcommand;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use super::shop::Shop;
use super::table::{Output, moment};
use crate::audit::Change;
use crate::cms::{self, TagRow};
use crate::config::Config;
use crate::domain::working_days::start_of_day;
use crate::domain::{promotion, validate};

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

/// Default percentage (boutique.md §9).
const NEW_PERCENT: u16 = (promotion::EMPLOYEE_PERCENT.hundredths() / 100) as u16;

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
            let tag = promotion::normalise(&tag);
            if tag.is_empty()
                || tag.len() > 40
                || !tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
            {
                bail!("a tag is 1 to 40 letters, digits, hyphens and underscores");
            }
            let from = from.map(start_of_day);
            let until = until.map(|day| anyhow::Ok(start_of_day(day.tomorrow()?))).transpose()?;
            if from.zip(until).is_some_and(|(from, until)| from >= until) {
                bail!("--until is before --from");
            }
            if until.is_some_and(|until| until <= Timestamp::now()) {
                bail!("--until is over; give a day to come, or end a tag with `shop promo off`");
            }
            let domains = domains.iter().map(|domain| domain.trim().trim_start_matches('@').to_lowercase());
            // An empty domain is an error too: a tag without domains is valid for everyone.
            let domains: Vec<String> = domains.collect();
            if let Some(bad) = domains.iter().find(|domain| validate::email(&format!("name@{domain}")).is_err()) {
                bail!("\"{bad}\" is no domain; give what follows the @, e.g. example.com");
            }
            let (row, before) = shop.write("promo create", |tx, command| {
                let before = cms::find_tag_row(tx, &tag)?;
                let known = before.clone().unwrap_or_else(|| TagRow {
                    tag: tag.clone(),
                    percentage: NEW_PERCENT,
                    valid_from: command.now.as_millisecond(),
                    valid_to: None,
                    active: true,
                    email_domains: String::new(),
                });
                let row = TagRow {
                    percentage: percent.unwrap_or(known.percentage),
                    valid_from: from.map_or(known.valid_from, Timestamp::as_millisecond),
                    valid_to: until.map(Timestamp::as_millisecond).or(known.valid_to.filter(|_| !endless)),
                    active: true,
                    email_domains: if everybody || !domains.is_empty() {
                        domains.join(",")
                    } else {
                        known.email_domains
                    },
                    tag: known.tag,
                };
                if let Some(end) = row.valid_to.filter(|end| *end <= row.valid_from.max(command.now.as_millisecond())) {
                    return Err(anyhow!("{tag} ends on {}; give another --until, or --endless", moment(end)).into());
                }
                cms::save_tag(tx, &row)?;
                let change = Change { before: before.as_ref().map(|row| json!(row)), ..Change::new("promo_tag", &tag) };
                let change = change.after(json!(row));
                Ok(((row, before), change))
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
            shop.write("promo off", |tx, _| match cms::switch_tag_off(tx, &tag)? {
                true => Ok(((), Change::new("promo_tag", &tag).after(json!({ "active": false })))),
                false => Err(anyhow!("there is no tag {tag}; `shop promo list` lists them").into()),
            })?;
            out.done(&json!({ "tag": tag, "on": false }), &format!("{tag} is off"))
        }
    }
}
