//! The configuration with the settings of the house.

use std::sync::Arc;

use anyhow::anyhow;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::{credential, store};
use crate::config::settings::SETTINGS;
use crate::config::{Config, ConfigError, InForce, LANGUAGES, Settings, Source};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::message::MessageDef;
use crate::{chat, look};

/// What is set, without what the machine's file says differently since it was last taken in: there the file counts.
pub fn effective(tx: &mut dyn Tx, source: &Source) -> Result<Settings> {
    let (mut values, file, said) = (store::values(tx)?, source.settings(), store::file_values(tx)?);
    for key in news(&file, &said) {
        if file.contains_key(key) || values.get(key) == said.get(key) {
            values.remove(key);
        }
    }
    Ok(values)
}

/// The keys of which the file says something else than the last time.
fn news<'a>(file: &'a Settings, said: &'a Settings) -> impl Iterator<Item = &'static str> + use<'a> {
    let keys = SETTINGS.iter().map(|setting| setting.key);
    keys.filter(|key| file.get(*key) != said.get(*key))
}

/// The configuration in force, with the version of its settings.
///
/// # Errors
///
/// The first rule that a row breaks, with its key.
pub fn load(tx: &mut dyn Tx, source: &Source) -> Result<(i64, Config)> {
    let (version, config) = read(tx, source)?;
    Ok((version, config.map_err(|error| anyhow!(with_remedy(&error)))?))
}

/// The version of the settings, and the configuration with them or the first rule that a row breaks. Rows that cannot be read now may be
/// read later; a rule stays broken until somebody changes something.
pub fn read(tx: &mut dyn Tx, source: &Source) -> Result<(i64, std::result::Result<Config, ConfigError>)> {
    let settings = effective(tx, source)?;
    let mut config = with(tx, source, &settings)?;
    if let Ok(config) = &mut config {
        config.look = look::in_force(tx)?;
        config.service_hours = chat::service_hours(tx, config);
        if config.pinned_languages.is_empty() {
            config.pinned_languages = languages_to_be_taken_in(tx, source)?;
        }
    }
    Ok((store::version(tx)?, config))
}

/// A broken rule, with the command that ends it where the console cannot.
pub fn with_remedy(error: &ConfigError) -> String {
    match error.credential() {
        Some(name) => format!("{error}; `shop credential remove {name}` takes it away"),
        None => format!("{error}; `shop setting unset` takes it away"),
    }
}

/// The configuration with these settings and what was entered for mail and payment.
pub fn with(tx: &mut dyn Tx, source: &Source, settings: &Settings) -> Result<std::result::Result<Config, ConfigError>> {
    Ok(credential::entered(tx, source)?.config(source, settings))
}

/// Refuses what was changed in this transaction where the shop could not open with it.
pub fn check_in_force(tx: &mut dyn Tx, source: &Source, why: MessageDef) -> Result<()> {
    let settings = effective(tx, source)?;
    with(tx, source, &settings)?.map(drop).map_err(|error| refuse(why.with("reason", error)))
}

/// The configuration that is in force in this transaction: that of the process, or, where settings have changed since it was read, anew.
/// Rows that break a rule change nothing; [`load`] by the job that follows them tells.
pub fn current(tx: &mut dyn Tx, in_force: &InForce) -> Result<Arc<Config>> {
    let (version, config) = in_force.revised();
    if store::version(tx)? == version {
        return Ok(config);
    }
    match load(tx, &config.source) {
        Ok((_, fresh)) => Ok(Arc::new(fresh)),
        Err(_) => Ok(config),
    }
}

/// Takes in what the machine's file says differently since the last time; answers the settings that this changes. A key that has left the
/// file is taken away, unless the console has set it to something else.
pub fn take_in(tx: &mut dyn Tx, source: &Source, now: Timestamp) -> Result<Vec<&'static str>> {
    let (values, file, said) = (store::values(tx)?, source.settings(), store::file_values(tx)?);
    let mut taken = Vec::new();
    for key in news(&file, &said) {
        let (value, new) = (values.get(key), file.get(key));
        let has_changed = match new {
            // A file that says what is in force anyway, as at the first start, leaves no row.
            Some(new) => value.is_some_and(|value| value != new),
            None => value.is_some() && value == said.get(key),
        };
        if has_changed {
            store::save(tx, (key, value, new), FILE, now)?;
            taken.push(key);
        }
        store::save_file_value(tx, key, new)?;
    }
    Ok(taken)
}

/// The languages that the machine's file names, where it says something else than the last time: there the file counts.
fn languages_to_be_taken_in(tx: &mut dyn Tx, source: &Source) -> Result<Vec<Lang>> {
    let named = source.named_languages();
    if named.is_empty() || store::file_values(tx)?.get(LANGUAGES) == Some(&json!(named)) {
        return Ok(Vec::new());
    }
    Ok(named)
}

/// Whether the machine's file says something else for a key that is no setting than the last time; from now on it is known.
pub fn is_news(tx: &mut dyn Tx, key: &str, value: &Value) -> Result<bool> {
    let is_new = store::file_values(tx)?.get(key) != Some(value);
    if is_new {
        store::save_file_value(tx, key, Some(value))?;
    }
    Ok(is_new)
}

/// The actor of what the machine's file has changed.
const FILE: &str = "";
