//! `shop compliance`: the legal duties of the user interface, where each is met and which test proves it; and what of
//! this shop's configuration and catalogue is missing or still demonstration data.

use anyhow::bail;
use serde::Serialize;

use super::shop;
use super::table::{Output, line};
use crate::compliance::types::{Finding, LegalDuty, Place};
use crate::compliance::{self, duties};
use crate::config::Config;
use crate::data_dir::{DataFolder, open_database};
use crate::{message, store_view};

/// Arguments of `shop compliance`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Fail while something is missing or still the demonstration's
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Serialize)]
struct Rule {
    rule: String,
    source: String,
    shown: String,
    proofs: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct Open {
    at: String,
    what: String,
}

#[derive(Debug, Serialize)]
struct Report {
    rules: Vec<Rule>,
    open: Vec<Open>,
}

pub fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let open = |found: Finding| Open { at: found.place.to_string(), what: found.what.rendered() };
    let open: Vec<Open> = findings(config)?.into_iter().map(open).collect();
    let rule = |LegalDuty { duty, law, shown, proofs }: LegalDuty| Rule {
        rule: duty.rendered(),
        source: law.rendered(),
        shown: shown.rendered(),
        proofs,
    };
    let rules = duties().into_iter().map(rule).collect();
    let report = Report { rules, open };
    let open = &report.open;
    if args.output.json {
        args.output.value(&report)?;
    } else {
        // Too long for a table.
        for Rule { rule, source, shown, proofs } in &report.rules {
            line(rule)?;
            line(&format!("  source  {source}"))?;
            line(&format!("  shown   {shown}"))?;
            for proof in proofs {
                line(&format!("  proof   {proof}"))?;
            }
        }
        line("")?;
        if open.is_empty() {
            line("nothing is missing, and nothing of the demonstration is left")?;
        } else {
            line("still to be put in its place:")?;
            args.output.list(open, &["where", "what"], |open| vec![open.at.clone(), open.what.clone()])?;
        }
    }
    if args.strict && !open.is_empty() {
        bail!("{} entries are still the demonstration's or missing; put in your own", open.len());
    }
    Ok(())
}

/// Those of the configuration alone where there is no shop yet.
fn findings(config: &Config) -> anyhow::Result<Vec<Finding>> {
    let path = DataFolder::open(&config.data.directory)?.database();
    if !path.exists() {
        let mut found = compliance::of_configuration(config).map_err(shop::told)?;
        found.push(Finding { place: Place::Catalogue, what: message::COMPLIANCE_EMPTY.into() });
        return Ok(found);
    }
    let connection = open_database(&path)?;
    shop::read(&connection, |tx| {
        let stores = store_view::load(tx, config)?;
        compliance::all(tx, config, stores.languages())
    })
}
