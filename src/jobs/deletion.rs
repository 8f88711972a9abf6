//! Deletion of old rows of several kinds: each kind in a transaction of its own, so that one that fails holds up no other.

use crate::db::{Db, Tx};
use crate::error::{Error, Result};

/// Deletes rows; answers how many.
type Delete = Box<dyn Fn(&mut dyn Tx) -> Result<u64> + Send>;

/// Rows of one kind, and how they are deleted.
pub struct Kind {
    name: &'static str,
    delete: Delete,
}

pub fn kind(name: &'static str, delete: impl Fn(&mut dyn Tx) -> Result<u64> + Send + 'static) -> Kind {
    Kind { name, delete: Box::new(delete) }
}

/// Deletes all kinds; answers how many rows of each in words for the operator.
///
/// # Errors
///
/// The first failure, after the other kinds; at once that the database cannot be written now.
pub async fn delete(db: &Db, kinds: impl IntoIterator<Item = Kind>) -> Result<String> {
    let (mut deleted, mut failed) = (Vec::new(), None);
    for Kind { name, delete } in kinds {
        match db.write(delete).await {
            Ok(count) => deleted.push(format!("{count} {name}")),
            Err(error @ Error::Unavailable(_)) => return Err(error),
            Err(error) => {
                tracing::error!(kind = name, %error, "old rows could not be deleted");
                failed.get_or_insert(error);
            }
        }
    }
    failed.map_or_else(|| Ok(deleted.join(", ")), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::testing::empty;
    use crate::vals;

    #[tokio::test]
    async fn a_kind_that_fails_holds_up_no_other_and_is_told() {
        let db = Db::inline(Arc::new(Mutex::new(empty())));
        let insert = |tx: &mut dyn Tx| tx.exec("INSERT INTO job (name) VALUES ('a'), ('b')", vals![]);
        db.write(insert).await.expect("two rows");
        let of = |name: &'static str| kind("rows", move |tx| tx.exec("DELETE FROM job WHERE name = $1", vals![name]));
        let broken = || kind("broken", |tx| tx.exec("DELETE FROM no_such_table", vals![]));
        let error = delete(&db, [of("a"), broken(), of("b")]).await.expect_err("told");
        assert!(error.to_string().contains("no_such_table"), "{error}");
        let count = db.read(|tx| tx.one::<i64>("SELECT count(*) FROM job", vals![])).await.expect("a count");
        assert_eq!(count, 0);
        assert_eq!(delete(&db, [of("a"), of("b")]).await.expect("nothing fails"), "0 rows, 0 rows");
    }
}
