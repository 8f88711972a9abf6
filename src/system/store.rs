//! What the database says of itself.

use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// The version of the schema that the database has.
pub fn schema(tx: &mut dyn Tx) -> Result<i32> {
    tx.one("SELECT coalesce(max(version), 0) FROM refinery_schema_history", vals![])
}

/// Bytes of the database.
pub fn size(tx: &mut dyn Tx) -> Result<u64> {
    tx.one("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()", vals![])
}
