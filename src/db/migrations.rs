//! The versions of the schema: SQL files in `migrations/sqlite`, embedded in the program and applied in order.

use super::Connection;
use crate::vals;

mod embedded {
    refinery::embed_migrations!("migrations/sqlite");
}

/// The newest version that this program knows.
pub fn newest_version() -> i32 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(refinery::Migration::version).max().unwrap_or_default()
}

impl Connection {
    /// The version of the file's schema; `None` where no migration was ever applied.
    pub fn schema_version(&self) -> anyhow::Result<Option<i32>> {
        let sql = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'refinery_schema_history'";
        if !self.one::<bool>(sql, vals![])? {
            return Ok(None);
        }
        self.one("SELECT coalesce(max(version), 0) FROM refinery_schema_history", vals![]).map(Some)
    }

    /// Applies the missing migrations in one transaction; answers how many.
    pub fn migrate(&mut self) -> Result<usize, refinery::Error> {
        let runner = embedded::migrations::runner();
        Ok(runner.set_grouped(true).run(&mut self.sqlite)?.applied_migrations().len())
    }
}
