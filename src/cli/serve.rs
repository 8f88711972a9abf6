//! `shop serve`: runs the server.

use std::sync::Arc;

use anyhow::anyhow;
use jiff::Timestamp;
use serde_json::json;

use crate::app::App;
use crate::audit::{Change, SealReference};
use crate::cli::shop;
use crate::clock::Clock;
use crate::config::{Config, Settings, Source};
use crate::data_dir::{DataFolder, open_database};
use crate::db::Connection;
use crate::restore::Restore;
use crate::restore::carry_out::Site;
use crate::server::{CarryOut, Ended};
use crate::setting::credential::{Fault, Name};
use crate::settlement::processor::system_random;
use crate::{catalog, cli, jobs, language, privacy, restore, server, setting, store_view, tariff};

/// Binds the port, then opens the data folder, so that errors come before anything is written. Opens the shop anew after each
/// restore.
pub fn run(machine: Config, seed: bool, accept_clock: bool) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async move {
        let mut listener = server::bind(&machine).await?;
        // With port 0 the system chooses; links need the actual port.
        let mut source = Source::clone(&machine.source);
        source.give("server.listen", listener.local_addr()?.to_string());
        let config = source.with(&Settings::new())?;
        config.warnings().iter().for_each(|warning| tracing::warn!("{warning}"));
        let folder = Arc::new(DataFolder::lock(&config.data.directory)?);
        folder.note_address(config.server.listen)?;
        let clock = Clock::default();
        let mut first = Opening { seed, accept_clock };
        loop {
            let bundle = server::bundle()?;
            open(&config, &folder, first, clock.now())?;
            first = Opening::default();
            let app = server::build(&config, &folder.database(), clock.clone(), bundle).await?;
            app.health.record_check(crate::backup::night(app.clock.now(), app.config().backup.hour), None);
            warn_of_empty_shop(&app).await?;
            let (config, folder) = (config.clone(), Arc::clone(&folder));
            let carry_out: CarryOut =
                Box::new(move |restore, seal, now| carry_out(&config, &folder, &restore, seal, now));
            match server::serve(app, listener, carry_out).await? {
                Ended::Stopped => return Ok(()),
                Ended::ToReopen(same) => listener = same,
            }
        }
    })
}

/// What the command line asks of the first opening only.
#[derive(Debug, Clone, Copy, Default)]
struct Opening {
    seed: bool,
    accept_clock: bool,
}

/// Prepares the database for the server, or says why the shop does not open.
fn open(machine: &Config, folder: &DataFolder, opening: Opening, now: Timestamp) -> anyhow::Result<()> {
    folder.check_intact()?;
    let applied = folder.migrate()?;
    if applied > 0 {
        tracing::info!(applied, "database brought up to date");
    }
    restore::carry_out::recover(&site(machine, folder, None, now)?)?;
    if opening.seed {
        cli::seed::fill(machine, folder)?;
    } else {
        cli::seed::prepare(folder)?;
    }
    folder.make_credentials_key(&system_random()()?)?;
    let database = open_database(&folder.database())?;
    take_in(machine, &database)?;
    warn_of_faults(machine, &database)?;
    let (_, config) = &shop::read(&database, |tx| setting::load(tx, &machine.source))?;
    refuse_rows(config, &database)?;
    if opening.accept_clock {
        shop::write(&database, "serve", |tx| {
            jobs::clock_check::accept(tx, shop::now()?)?;
            Ok(((), Change::new("clock", "accepted")))
        })?;
    }
    cli::check::refuse_clock(config, &database)?;
    let repeated = privacy::journal::reconcile(&database, &config.data.directory, shop::now()?)?;
    if repeated > 0 {
        tracing::warn!(repeated, "the database is older than the journal of erasures; they were repeated");
    }
    let stranded = cli::staff::stranded_passkeys(config, &database, false)?;
    stranded.iter().for_each(|warning| tracing::warn!("{warning}"));
    cli::staff::invite_first_owner(config, &database)
}

/// Takes in what the machine's file says differently since the last start.
fn take_in(machine: &Config, database: &Connection) -> anyhow::Result<()> {
    let now = shop::now()?;
    let taken = shop::write_if_changed(database, "serve", |tx| {
        let mut taken: Vec<String> =
            setting::take_in(tx, &machine.source, now)?.into_iter().map(str::to_owned).collect();
        taken.extend(tariff::take_in_tracking(tx, &machine.source, now)?);
        taken.extend(language::take_in(tx, machine, now)?.map(str::to_owned));
        let change = (!taken.is_empty()).then(|| Change::new("setting", "file").after(json!(taken)));
        Ok((taken, change))
    })?;
    if !taken.is_empty() {
        tracing::info!(
            settings = taken.join(", "),
            "taken in from the configuration, which says something else since the last start"
        );
    }
    Ok(())
}

/// The shop opens without what was entered and cannot be used here.
fn warn_of_faults(machine: &Config, database: &Connection) -> anyhow::Result<()> {
    let entered = shop::read(database, |tx| setting::credential::entered(tx, &machine.source))?;
    for (name, fault) in entered.faults {
        let credential = name.code();
        let place = name.held_by(&machine.source).unwrap_or_default();
        let until = match name {
            Name::Mail => "until then letters wait",
            Name::Stripe => "until then cards are not offered",
            Name::Wechat => "until then WeChat Pay is not offered",
        };
        match fault {
            Fault::Unreadable => tracing::warn!(
                credential,
                "was entered on another machine and cannot be read here: enter it anew in the console, under Settings; {until}"
            ),
            Fault::TestKey => tracing::warn!(
                credential,
                "is a key for tests, and this shop sells: enter the live key in the console, under Settings; {until}"
            ),
            Fault::HeldInPart => tracing::warn!(
                credential,
                "was entered in the console, and a part of it is given in {place}: give all of it there, or take it out; {until}"
            ),
        }
    }
    Ok(())
}

/// Refuses rows with which no shop may open.
fn refuse_rows(config: &Config, database: &Connection) -> anyhow::Result<()> {
    cli::check::refuse_vat_gaps(database)?;
    cli::check::refuse_demo_tag(config, database)
}

fn site<'a>(
    config: &'a Config,
    folder: &'a DataFolder,
    seal: Option<SealReference>,
    now: Timestamp,
) -> anyhow::Result<Site<'a>> {
    Ok(Site { config, folder, now, random: system_random()()?, seal })
}

/// Puts a copy in the place of the closed database, or notes there why not.
fn carry_out(config: &Config, folder: &DataFolder, restore: &Restore, seal: Option<SealReference>, now: Timestamp) {
    let accepts = |copy: &Connection| {
        let (_, config) = &shop::read(copy, |tx| setting::load(tx, &config.source))?;
        refuse_rows(config, copy)?;
        // An older copy has older runs of the jobs: they are due, and no sign of a wrong clock.
        shop::read(copy, |tx| store_view::load(tx, config)).and_then(|views| store_view::check(&views, config))
    };
    let done = site(config, folder, seal, now).and_then(|site| {
        restore::carry_out::carry_out(&site, restore, &accepts)
            .or_else(|error| restore::carry_out::note_failure(&site, &format!("{error:#}")))
    });
    if let Err(error) = done {
        tracing::error!(error = format!("{error:#}"), "how the restore has ended cannot be noted");
    }
}

/// Warns of a shop without products: its folder's name may be misspelt.
async fn warn_of_empty_shop(app: &App) -> anyhow::Result<()> {
    if app.db.read(catalog::is_empty).await.map_err(|e| anyhow!("{e}"))? {
        tracing::warn!(
            data = %app.config().data.directory.display(),
            "this shop has no products; fill it with `shop serve --seed`, `shop seed` or `shop catalogue import`, or name \
             another folder with --data"
        );
    }
    Ok(())
}
