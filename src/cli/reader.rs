//! What commands read and typeset with beside a running server: readers of the database, and the bundle's words.

use std::sync::Arc;

use anyhow::anyhow;
use jiff::Timestamp;

use super::shop;
use crate::call::View;
use crate::call_context::PaperTexts;
use crate::config::Config;
use crate::data_dir::DataFolder;
use crate::db::Db;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::ssr::print;

pub struct Reader {
    pub db: Db,
    pub papers: PaperTexts,
    pub runtime: tokio::runtime::Runtime,
    pub now: Timestamp,
    config: Arc<Config>,
}

impl Reader {
    pub fn open(config: Arc<Config>) -> anyhow::Result<Reader> {
        let path = DataFolder::database_in(&config.data.directory)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let db = {
            let _entered = runtime.enter();
            Db::open(&path, 1, config.data.queue)?
        };
        let papers = print::papers(shop::engine(&config)?);
        Ok(Reader { db, papers, runtime, now: Timestamp::now(), config })
    }

    pub fn view(&self, lang: Lang) -> anyhow::Result<View> {
        let (config, now) = (Arc::clone(&self.config), self.now);
        let load = self.db.read(move |tx| View::load(tx, lang, Currency::Eur, now, &config));
        self.runtime.block_on(load).map_err(|error| anyhow!("{error:#}"))
    }
}
