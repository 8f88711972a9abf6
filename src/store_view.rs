//! The store views in the database, and their snapshot for requests.
//!
//! [`domain::store_view`](crate::domain::store_view) has the rules; a job follows changes of the rows.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use anyhow::bail;

use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::{Lang, StoreViewRow, StoreViewRows, StoreViews};
use crate::error::Result;
use crate::vals;

pub fn list(tx: &mut dyn Tx) -> Result<StoreViewRows> {
    let views = tx.all(
        "SELECT id, language, code_suffix, default_country, default_currency, enabled, place, is_default
         FROM store_view ORDER BY place, id",
        vals![],
    )?;
    Ok(StoreViewRows { views, currencies_off: currencies_off(tx)? })
}

/// The currencies of the shop that the house does not offer.
pub fn currencies_off(tx: &mut dyn Tx) -> Result<Vec<Currency>> {
    tx.all("SELECT code FROM currency_off ORDER BY code", vals![])
}

/// Whether the house does not offer a currency.
pub fn is_currency_off(tx: &mut dyn Tx, currency: Currency) -> Result<bool> {
    let found: Option<i64> = tx.find("SELECT 1 FROM currency_off WHERE code = $1", vals![currency.code()])?;
    Ok(found.is_some())
}

/// Offers a currency, or offers it no more.
pub fn offer_currency(tx: &mut dyn Tx, currency: Currency, is_offered: bool) -> Result<()> {
    let sql = if is_offered {
        "DELETE FROM currency_off WHERE code = $1"
    } else {
        "INSERT INTO currency_off (code) VALUES ($1) ON CONFLICT DO NOTHING"
    };
    tx.exec(sql, vals![currency.code()])?;
    Ok(())
}

/// Writes what the house decides of a language: whether it is on, its place, its country and its currency.
pub fn save(tx: &mut dyn Tx, row: &StoreViewRow) -> Result<()> {
    tx.exec(
        "UPDATE store_view SET default_country = $2, default_currency = $3, enabled = $4, place = $5 WHERE id = $1",
        vals![row.id, &row.default_country, &row.default_currency, row.enabled, row.place],
    )?;
    Ok(())
}

/// Makes a language that of visitors who have none.
pub fn set_default(tx: &mut dyn Tx, lang: Lang) -> Result<()> {
    // Two statements: there is one at most at any time.
    tx.exec("UPDATE store_view SET is_default = 0 WHERE is_default = 1 AND language <> $1", vals![lang.code()])?;
    tx.exec("UPDATE store_view SET is_default = 1 WHERE is_default = 0 AND language = $1", vals![lang.code()])?;
    Ok(())
}

/// Sets the currency of visitors to a language whose cookie and region name none.
pub fn set_default_currency(tx: &mut dyn Tx, lang: Lang, currency: Currency) -> Result<()> {
    tx.exec("UPDATE store_view SET default_currency = $2 WHERE language = $1", vals![lang.code(), currency.code()])?;
    Ok(())
}

/// The store views, on or off by what the configuration pins or by the rows; an error where there are none.
pub fn load(tx: &mut dyn Tx, config: &Config) -> Result<StoreViews> {
    Ok(StoreViews::new(&list(tx)?, &config.pinned_languages).map_err(anyhow::Error::msg)?)
}

/// Adds a row unless its id, language or code is taken; answers how many rows that makes.
pub fn add(tx: &mut dyn Tx, row: &StoreViewRow) -> Result<u64> {
    tx.exec(
        "INSERT INTO store_view (id, language, code_suffix, default_country, default_currency, enabled, place, is_default)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8 AND NOT EXISTS (SELECT 1 FROM store_view WHERE is_default = 1))
         ON CONFLICT DO NOTHING",
        vals![
            row.id,
            &row.language,
            &row.code_suffix,
            &row.default_country,
            &row.default_currency,
            row.enabled,
            row.place,
            row.is_default,
        ],
    )
}

/// Refuses store views with which requests cannot be answered, for a fault of a row or of the configuration beside it.
pub fn check(views: &StoreViews, config: &Config) -> anyhow::Result<()> {
    match views.faults().first() {
        Some(fault) => bail!("{fault}"),
        None => Ok(config.check_languages(views.languages())?),
    }
}

/// The store views that requests are answered with, replaced when rows change.
#[derive(Debug)]
pub struct Snapshot {
    in_force: RwLock<Arc<StoreViews>>,
    /// As last read, so that rows with a fault are reported once.
    rows: Mutex<StoreViewRows>,
}

impl Snapshot {
    /// The first snapshot; an error for rows with which the shop cannot open.
    pub fn new(rows: StoreViewRows, config: &Config) -> anyhow::Result<Snapshot> {
        let views = checked(&rows, config)?;
        Ok(Snapshot { in_force: RwLock::new(Arc::new(views)), rows: Mutex::new(rows) })
    }

    pub fn get(&self) -> Arc<StoreViews> {
        Arc::clone(&self.in_force.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The store views that are in force in this transaction: those of the process, or, where the rows have changed since they were read,
    /// anew. Rows with a fault change nothing.
    pub fn current(&self, tx: &mut dyn Tx, config: &Config) -> Result<Arc<StoreViews>> {
        let rows = list(tx)?;
        if *self.rows.lock().unwrap_or_else(PoisonError::into_inner) == rows {
            return Ok(self.get());
        }
        Ok(checked(&rows, config).map_or_else(|_| self.get(), Arc::new))
    }

    /// Puts changed rows into force, and answers whether it did. Rows with a fault change nothing but the log.
    pub fn follow(&self, rows: StoreViewRows, config: &Config) -> bool {
        let mut known = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        if *known == rows {
            return false;
        }
        let views = checked(&rows, config);
        *known = rows;
        match views {
            Ok(views) => {
                tracing::info!(languages = ?views.languages(), currencies = ?views.currencies(), "store views changed");
                *self.in_force.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(views);
                true
            }
            Err(error) => {
                tracing::error!(%error, "changed store views are not put into force");
                false
            }
        }
    }
}

fn checked(rows: &StoreViewRows, config: &Config) -> anyhow::Result<StoreViews> {
    let views = StoreViews::new(rows, &config.pinned_languages).map_err(anyhow::Error::msg)?;
    check(&views, config)?;
    Ok(views)
}
