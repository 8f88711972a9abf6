//! `shop search`: what was searched for without result, to be mended by synonyms or by goods.

use jiff::ToSpan as _;

use super::shop::{self, LINES};
use super::table::Output;
use crate::config::Config;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::search;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List what was searched for and not found, the most asked first; `shop lexicon add synonyms` teaches words
    Misses {
        /// Of how many days, with today; counts are kept for 90
        #[arg(long, value_name = "N", default_value = "30", value_parser = days, allow_negative_numbers = true)]
        days: u32,
        /// Only in this language, e.g. fr
        #[arg(long, value_parser = super::lang)]
        lang: Option<Lang>,
    },
}

fn days(text: &str) -> Result<u32, String> {
    super::whole(text, 1, search::MISSES_KEPT_DAYS)
}

pub fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Args { output, command: Command::Misses { days, lang } } = args;
    let connection = shop::open(config)?;
    let today = in_shop_zone(shop::now()?).date();
    let since = today.saturating_sub(i64::from(days - 1).days());
    let misses = shop::read(&connection, |tx| search::list_misses(tx, since, lang, LINES + 1))?;
    output.part(
        misses,
        LINES,
        |_| "fewer --days, or --lang, list fewer".to_owned(),
        &["language", "term", "times", "last"],
        |miss| vec![miss.lang.code().to_owned(), miss.term.clone(), miss.times.to_string(), miss.last_on.to_string()],
    )
}
