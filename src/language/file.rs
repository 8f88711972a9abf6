//! What the machine's file says of languages.

use jiff::Timestamp;
use serde_json::json;

use super::editing;
use crate::audit::{self, Actor, By};
use crate::config::{Config, LANGUAGES};
use crate::db::Tx;
use crate::error::Result;
use crate::{setting, store_view};

/// Takes in the languages that the machine's file names, where it says something else than the last time: they are on, in that order, and
/// no others. Answers the key if that changed something.
///
/// # Errors
///
/// What does not fit these languages: the shop does not open with them.
pub fn take_in(tx: &mut dyn Tx, machine: &Config, now: Timestamp) -> Result<Option<&'static str>> {
    let named = machine.source.named_languages();
    let mut rows = store_view::list(tx)?.views;
    let has_row = |code: &str| rows.iter().any(|row| row.language == code);
    // One without a store view is reported as long as it is named.
    if named.is_empty() || !named.iter().all(|lang| has_row(lang.code())) {
        return Ok(None);
    }
    if !setting::is_news(tx, LANGUAGES, &json!(named))? {
        return Ok(None);
    }
    machine.check_languages(&named).map_err(anyhow::Error::from)?;
    let before = rows.clone();
    rows.sort_by_key(|row| named.iter().position(|lang| lang.code() == row.language).unwrap_or(usize::MAX));
    for row in &mut rows {
        row.enabled = named.iter().any(|lang| lang.code() == row.language);
    }
    editing::put_in_order(&mut rows);
    // As the rows say, whatever is pinned: nothing is where a file names languages without pinning them.
    let stored = store_view::list(tx)?;
    let was = editing::in_force(&stored, machine)?.0;
    let has_changed = editing::write(tx, &before, &rows)?;
    if has_changed {
        let is = editing::in_force(&store_view::list(tx)?, machine)?.0;
        let by = By { actor: Actor::Command(audit::system_user()), now };
        editing::note(tx, &by, &was, &is)?;
    }
    Ok(has_changed.then_some(LANGUAGES))
}
