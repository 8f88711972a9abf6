//! `shop serve`: runs the server.

use anyhow::anyhow;

use crate::app::App;
use crate::audit::Change;
use crate::cli::shop;
use crate::config::Config;
use crate::data_dir::{DataFolder, open_database};
use crate::{catalog, cli, jobs, privacy, server};

/// Binds the port, then opens the data folder, so that errors come before anything is written.
pub fn run(config: Config, seed: bool, accept_clock: bool) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async move {
        let mut config = config;
        let listener = server::bind(&config).await?;
        // With port 0 the system chooses; links need the actual port.
        config.server.listen = listener.local_addr()?;
        config.warnings().iter().for_each(|warning| tracing::warn!("{warning}"));
        let folder = DataFolder::lock(&config.data.directory)?;
        folder.note_address(config.server.listen)?;
        folder.check_intact()?;
        let applied = folder.migrate()?;
        if applied > 0 {
            tracing::info!(applied, "database brought up to date");
        }
        if seed {
            cli::seed::fill(&config, &folder)?;
        } else {
            cli::seed::prepare(&folder)?;
        }
        let database = open_database(&folder.database())?;
        cli::check::refuse_vat_gaps(&database)?;
        cli::check::refuse_demo_tag(&config, &database)?;
        if accept_clock {
            shop::write(&database, "serve", |tx| {
                jobs::clock_check::accept(tx, shop::now()?)?;
                Ok(((), Change::new("clock", "accepted")))
            })?;
        }
        cli::check::refuse_clock(&config, &database)?;
        let repeated = privacy::journal::reconcile(&database, &config.data.directory, shop::now()?)?;
        if repeated > 0 {
            tracing::warn!(repeated, "the database is older than the journal of erasures; they were repeated");
        }
        let stranded = cli::staff::stranded_passkeys(&config, &database, false)?;
        stranded.iter().for_each(|warning| tracing::warn!("{warning}"));
        cli::staff::invite_first_owner(&config, &database)?;
        drop(database);
        let app = server::build(config, &folder.database()).await?;
        app.health.record_check(crate::backup::night(app.clock.now(), app.config.backup.hour), None);
        warn_of_empty_shop(&app).await?;
        server::serve(app, listener).await
    })
}

/// Warns of a shop without products: its folder's name may be misspelt.
async fn warn_of_empty_shop(app: &App) -> anyhow::Result<()> {
    if app.db.read(catalog::is_empty).await.map_err(|e| anyhow!("{e}"))? {
        tracing::warn!(
            data = %app.config.data.directory.display(),
            "this shop has no products; fill it with `shop serve --seed`, `shop seed` or `shop catalogue import`, or name \
             another folder with --data"
        );
    }
    Ok(())
}
