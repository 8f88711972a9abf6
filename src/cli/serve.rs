//! `shop serve`: opens the shop.

use crate::config::{Config, Mode};
use crate::data::DataFolder;
use crate::{cli, server};

/// Takes the port, then the data folder, so that whatever is wrong is told before anything is written.
pub fn run(config: Config, seed: bool) -> anyhow::Result<()> {
    if config.mode == Mode::Production && !config.is_https() {
        tracing::warn!("server.public_url is not https://, so cookies go out without Secure");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async move {
        let mut config = config;
        let listener = server::bind(&config).await?;
        // With port 0 the system chooses; links must lead to what it chose.
        config.server.listen = listener.local_addr()?;
        let folder = DataFolder::lock(&config.data.directory)?;
        let applied = folder.migrate()?;
        if applied > 0 {
            tracing::info!(applied, "database brought up to date");
        }
        if seed {
            cli::seed::fill(&config, &folder)?;
        }
        let app = server::build(config, &folder.database()).await?;
        server::serve(app, listener).await
    })
}
