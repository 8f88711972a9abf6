//! Reads the configuration: defaults, then the operator's file, then what the console has set, then what the file pins and `SHOP__`
//! environment variables.
//!
//! Unknown keys and wrong types are refused with file and line. What values mean is left to `validate`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize as _;
use toml::{Table, Value};

use super::settings::{self, SETTINGS, Setting};
use super::{Config, DEFAULT, InvalidKey, Origins, Why, ranges};
use crate::domain::store_view::Lang;
use crate::message::{self, Message};

/// Tables whose keys the operator chooses.
const OPEN_TABLES: &[&str] = &["region.sites", "shipping.collection", "shipping.tracking"];

/// An invalid configuration, in one line: where, what, and the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{at}: {what}")]
pub struct ConfigError {
    /// `file:line`, the environment variable, `setting` and its key, or `credential` and its name.
    at: String,
    what: String,
    /// The setting that is refused, and why in words for the console.
    refused: Option<(&'static str, Message)>,
}

impl ConfigError {
    fn new(at: String, what: String) -> ConfigError {
        ConfigError { at, what, refused: None }
    }

    fn refused(at: String, key: &'static str, message: Message) -> ConfigError {
        ConfigError { at, what: format!("{key}: {}", message.rendered()), refused: Some((key, message)) }
    }

    /// The name of the credential whose values are refused, if they are one's.
    pub fn credential(&self) -> Option<&str> {
        self.at.strip_prefix(CREDENTIAL)
    }

    /// The setting that is refused, if it is one, and why.
    pub fn refusal(&self) -> Option<(&'static str, &Message)> {
        self.refused.as_ref().map(|(key, message)| (*key, message))
    }
}

/// Begins the origin of what was entered; its name follows.
const CREDENTIAL: &str = "credential ";

/// The key of the languages that a shop begins with, or that are pinned.
pub const LANGUAGES: &str = "languages";

/// The section of a file whose keys win over what the console has set.
const PIN: &str = "pin";

/// Settings by key, as JSON.
pub type Settings = BTreeMap<String, serde_json::Value>;

/// What the shop does without, as what was entered for it cannot be used here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Without {
    pub cards: bool,
    pub wechat: bool,
    pub mail: bool,
}

/// What the machine says: the defaults, its file, its environment and its command line. Settings of the console come on top.
#[derive(Clone, Default)]
pub struct Source {
    merged: Table,
    origins: Origins,
    /// Keys that settings do not change, with the line or variable that holds them.
    pinned: Origins,
}

impl fmt::Debug for Source {
    /// Without values: secrets are among them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("origins", &self.origins).finish_non_exhaustive()
    }
}

impl Source {
    /// Reads the defaults, then `file`, then the environment.
    ///
    /// # Errors
    ///
    /// The first key that is unknown or of the wrong type, with its line or variable.
    pub fn load(file: Option<&Path>, env: impl Iterator<Item = (String, String)>) -> Result<Source, ConfigError> {
        let defaults = defaults()?;
        let mut merged = defaults.clone();
        let (mut origins, mut pinned) = (Origins::new(), Origins::new());
        if let Some(path) = file {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|e| ConfigError::new(name.clone(), format!("cannot be read: {e}; check --config")))?;
            let mut table: Table = text.parse().map_err(|e: toml::de::Error| {
                let line = e.span().map_or(1, |span| line_at(&text, span.start));
                ConfigError::new(format!("{name}:{line}"), format!("{}; mend the syntax", one_line(&e)))
            })?;
            let lines = Lines { name: &name, text: &text, below: "" };
            let pins = table.remove(PIN);
            overlay(&mut merged, &defaults, &table, "", &lines, &mut origins)?;
            match pins {
                None => {}
                Some(Value::Table(pins)) => {
                    let lines = Lines { below: PIN, ..lines };
                    overlay(&mut merged, &defaults, &pins, "", &lines, &mut pinned)?;
                    origins.extend(pinned.clone());
                }
                Some(_) => {
                    let what = format!("{PIN} is no section; give [{PIN}.company] and the like");
                    return Err(ConfigError::new(lines.of(PIN), what));
                }
            }
        }
        for (variable, value) in env.filter(|(name, _)| name.starts_with("SHOP__")) {
            let path = key_path(&variable["SHOP__".len()..]);
            set(&mut merged, &defaults, &path, &value).map_err(|what| ConfigError::new(variable.clone(), what))?;
            origins.insert(path.clone(), variable.clone());
            pinned.insert(path, variable);
        }
        Ok(Source { merged, origins, pinned })
    }

    /// Takes a value of the command line, which no setting changes.
    pub fn give(&mut self, key: &str, value: impl Into<Value>) {
        put(&mut self.merged, key, value.into());
    }

    /// The line or variable that holds a setting, if one does; of those with keys of their own, the first.
    pub fn pinned_by(&self, setting: &Setting) -> Option<&str> {
        self.pinned.iter().find(|(key, _)| is_of(setting, key)).map(|(_, at)| at.as_str())
    }

    /// The line or variable that pins a key, if one does.
    pub fn pinned_at(&self, key: &str) -> Option<&str> {
        self.pinned.get(key).map(String::as_str)
    }

    /// The languages that the machine's file names without pinning them.
    pub fn named_languages(&self) -> Vec<Lang> {
        let named = get(&self.merged, LANGUAGES).filter(|_| self.pinned_at(LANGUAGES).is_none());
        let codes = named.and_then(Value::as_array).into_iter().flatten();
        codes.filter_map(|code| Lang::from_code(code.as_str()?)).collect()
    }

    /// The line or variable by which the machine gives a key, be it empty.
    pub fn given(&self, key: &str) -> Option<&str> {
        self.origins.get(key).map(String::as_str)
    }

    /// Whether the machine runs a shop that sells. Anything but the word for it is refused later.
    pub fn is_production(&self) -> bool {
        get(&self.merged, "mode").and_then(Value::as_str) == Some("production")
    }

    /// The folder of the shop's data.
    pub fn data_directory(&self) -> PathBuf {
        self.text("data.directory").into()
    }

    /// What the machine says for a key that is a text; empty by default.
    pub fn text(&self, key: &str) -> &str {
        get(&self.merged, key).and_then(Value::as_str).unwrap_or_default()
    }

    /// What the machine says for the texts of a section whose keys the operator chooses.
    pub fn texts_below(&self, section: &str) -> BTreeMap<String, String> {
        let keys = get(&self.merged, section).and_then(Value::as_table);
        let texts =
            keys.into_iter().flatten().filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
        texts.collect()
    }

    /// What the machine's file says of the settings that it does not pin.
    pub fn settings(&self) -> Settings {
        let said = SETTINGS
            .iter()
            .filter(|setting| self.pinned_by(setting).is_none() && self.origins.keys().any(|key| is_of(setting, key)));
        said.filter_map(|setting| Some((setting.key.to_owned(), to_json(get(&self.merged, setting.key)?)))).collect()
    }

    /// The value of a setting without the console's.
    pub fn fallback(&self, setting: &Setting) -> serde_json::Value {
        get(&self.merged, setting.key).map_or(serde_json::Value::Null, to_json)
    }

    /// The configuration with these settings; those that are pinned, or that this version does not know, change nothing.
    ///
    /// # Errors
    ///
    /// The first rule that is broken, with the key that breaks it.
    pub fn with(&self, settings: &Settings) -> Result<Config, ConfigError> {
        self.with_entered(settings, std::iter::empty(), Without::default())
    }

    /// The same with what was entered for keys that are no settings, and that the machine does not give: names of credentials with
    /// their values.
    pub fn with_entered<'e>(
        &self,
        settings: &Settings,
        entered: impl Iterator<Item = (&'e str, &'e Settings)>,
        without: Without,
    ) -> Result<Config, ConfigError> {
        let (mut merged, mut origins) = (self.merged.clone(), self.origins.clone());
        for (name, values) in entered {
            for (key, value) in values {
                if let Some(value) = to_toml(value) {
                    put(&mut merged, key, value);
                    origins.insert(key.clone(), format!("{CREDENTIAL}{name}"));
                }
            }
        }
        for (key, value) in settings {
            let known = settings::find(key).filter(|setting| self.pinned_by(setting).is_none());
            let Some(setting) = known else { continue };
            let at = format!("setting {key}");
            let fits = |typed: &Value| get(&merged, key).is_some_and(|old| old.same_type(typed));
            match to_toml(value).filter(fits) {
                Some(typed) => put(&mut merged, key, typed),
                None => return Err(ConfigError::refused(at, setting.key, message::SETTING_WRONG.into())),
            }
            origins.insert(key.clone(), at);
        }
        ranges::check(&merged).map_err(|invalid| refused(&origins, invalid))?;
        let mut config =
            Config::deserialize(Value::Table(merged.clone())).map_err(|e| blame(&merged, &origins, &one_line(&e)))?;
        config.origins = origins;
        config.source = Arc::new(self.clone());
        if self.pinned_at(LANGUAGES).is_some() {
            config.pinned_languages.clone_from(&config.languages);
        }
        (config.is_card_out, config.is_wechat_out, config.is_mail_out) = (without.cards, without.wechat, without.mail);
        config.validate().map_err(|invalid| refused(&config.origins, invalid))?;
        Ok(config)
    }
}

/// Whether a key is the setting, or inside it.
fn is_of(setting: &Setting, key: &str) -> bool {
    key.strip_prefix(setting.key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

pub(super) fn defaults() -> Result<Table, ConfigError> {
    DEFAULT.parse().map_err(|e| ConfigError::new("built-in config.toml".into(), one_line(&e)))
}

fn to_json(value: &Value) -> serde_json::Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// None for what TOML cannot hold: null, and numbers beyond its own.
fn to_toml(value: &serde_json::Value) -> Option<Value> {
    Value::try_from(value).ok()
}

impl Config {
    /// Reads the defaults, then `file`, then the environment.
    pub fn load(file: Option<&Path>, env: impl Iterator<Item = (String, String)>) -> Result<Config, ConfigError> {
        Source::load(file, env)?.with(&Settings::new())
    }

    /// Refuses what does not fit the languages of the store views that are on.
    pub fn check_languages(&self, languages: &[Lang]) -> Result<(), ConfigError> {
        self.validate_for(languages).map_err(|invalid| refused(&self.origins, invalid))
    }
}

fn refused(origins: &Origins, (key, why): InvalidKey) -> ConfigError {
    let at = origins.get(key).cloned().unwrap_or_else(|| "configuration".into());
    match why {
        Why::Text(what) => ConfigError::new(at, format!("{key} {what}")),
        Why::Message(message) => ConfigError::refused(at, key, message),
    }
}

/// Finds the key whose value fails to deserialize, by setting each changed value alone in the defaults.
fn blame(merged: &Table, origins: &Origins, reason: &str) -> ConfigError {
    for (key, origin) in origins {
        let Ok(mut table) = DEFAULT.parse::<Table>() else { break };
        if let Some(value) = get(merged, key) {
            put(&mut table, key, value.clone());
            if let Err(error) = Config::deserialize(Value::Table(table)) {
                let what = format!("{key}: {}", with_remedy(key, &one_line(&error)));
                let refused = settings::find(key).map(|setting| (setting.key, message::SETTING_WRONG.into()));
                return ConfigError { at: origin.clone(), what, refused };
            }
        }
    }
    ConfigError::new("configuration".into(), reason.to_owned())
}

#[derive(Clone, Copy)]
struct Lines<'a> {
    name: &'a str,
    text: &'a str,
    /// The section in which keys stand as in the whole file; empty: the file.
    below: &'a str,
}

impl Lines<'_> {
    /// `file:line` of a key.
    fn of(&self, path: &str) -> String {
        let path = if self.below.is_empty() { path } else { &format!("{}.{path}", self.below) };
        let (table, key) = path.rsplit_once('.').unwrap_or(("", path));
        let mut current = String::new();
        for (number, line) in self.text.lines().enumerate() {
            let line = line.trim();
            if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
                current = header.trim().to_owned();
                if current == path {
                    return format!("{}:{}", self.name, number + 1);
                }
            } else if let Some((name, _)) = line.split_once('=') {
                let name = name.trim().trim_matches('"');
                let full = if current.is_empty() { name.to_owned() } else { format!("{current}.{name}") };
                if (current == table && name == key) || full == path || path.starts_with(&format!("{full}.")) {
                    return format!("{}:{}", self.name, number + 1);
                }
            }
        }
        self.name.to_owned()
    }
}

fn overlay(
    merged: &mut Table,
    defaults: &Table,
    table: &Table,
    prefix: &str,
    lines: &Lines<'_>,
    origins: &mut Origins,
) -> Result<(), ConfigError> {
    for (key, value) in table {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        let open = OPEN_TABLES.contains(&prefix);
        let Some(default) = defaults.get(key).or(open.then_some(value)) else {
            let known: Vec<&str> = defaults.keys().map(String::as_str).collect();
            let near = known
                .iter()
                .filter(|name| strsim::damerau_levenshtein(name, key) <= 2)
                .min_by_key(|name| strsim::damerau_levenshtein(name, key));
            let remedy =
                near.map_or_else(|| format!("known here: {}", known.join(", ")), |n| format!("did you mean {n}?"));
            return Err(ConfigError::new(lines.of(&path), format!("unknown key {path}; {remedy}")));
        };
        match (default, value) {
            (Value::Table(default), Value::Table(inner)) => {
                let slot = merged.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()));
                if let Value::Table(slot) = slot {
                    overlay(slot, default, inner, &path, lines, origins)?;
                }
            }
            (default, value) if default.same_type(value) => {
                merged.insert(key.clone(), value.clone());
                origins.insert(path.clone(), lines.of(&path));
            }
            (default, value) => {
                let what = format!("{path} is {}; give {}", kind(value), kind(default));
                return Err(ConfigError::new(lines.of(&path), what));
            }
        }
    }
    Ok(())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text in quotes",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number with a fraction",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list in [ ]",
        Value::Table(_) => "a section",
    }
}

pub(super) fn get<'t>(table: &'t Table, path: &str) -> Option<&'t Value> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    match (table.get(first)?, rest) {
        (value, None) => Some(value),
        (Value::Table(inner), Some(rest)) => get(inner, rest),
        _ => None,
    }
}

fn put(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            table.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            if let Value::Table(inner) = table.entry(first.to_owned()).or_insert_with(|| Value::Table(Table::new())) {
                put(inner, rest, value);
            }
        }
    }
}

/// Key path of `SECTION__KEY`. Lower case, except for countries: `REGION__SITES__GB`.
fn key_path(name: &str) -> String {
    let path = name.replace("__", ".");
    let lower = path.to_ascii_lowercase();
    match (path.rsplit_once('.'), lower.rsplit_once('.')) {
        (Some((_, own)), Some((table @ "region.sites", _))) => format!("{table}.{own}"),
        _ => lower,
    }
}

/// Sets a key from the environment: parsed as TOML unless the default is a string.
fn set(merged: &mut Table, defaults: &Table, path: &str, text: &str) -> Result<(), String> {
    let open = path.rsplit_once('.').is_some_and(|(table, _)| OPEN_TABLES.contains(&table));
    let default = get(defaults, path).cloned().or(open.then(|| Value::String(String::new())));
    let default = default.ok_or_else(|| format!("unknown key {path}; `shop config --defaults` lists them all"))?;
    let value = match &default {
        Value::String(_) => Value::String(text.to_owned()),
        _ => format!("v = {text}")
            .parse::<Table>()
            .ok()
            .and_then(|table| table.get("v").cloned())
            .filter(|value| value.same_type(&default))
            .ok_or_else(|| format!("{path} is \"{text}\"; give {}", kind(&default)))?,
    };
    put(merged, path, value);
    Ok(())
}

fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

fn one_line(error: &toml::de::Error) -> String {
    error.message().lines().collect::<Vec<_>>().join(" ")
}

/// The reason of a deserialization error, with a remedy where the reason does not imply one.
fn with_remedy(key: &str, reason: &str) -> String {
    let remedy = match key {
        "server.listen" => "give an address and a port, e.g. \"127.0.0.1:8080\"",
        "server.trusted_proxies" | "server.metrics_from" => "give single addresses, e.g. [\"127.0.0.1\"]",
        "company.time_zone" => "give a zone of the IANA database, e.g. \"Europe/Paris\"",
        "chat.opens" | "chat.closes" | "pickup.opens" | "pickup.closes" => "give hours and minutes, e.g. \"08:00\"",
        _ if key.starts_with("shipping.") => "give an amount such as \"150.00\"",
        _ if reason.ends_with("expected u16") => "give a number from 0 to 65535",
        _ if reason.contains("invalid value: integer") => "give a whole number in its range",
        _ => return reason.to_owned(),
    };
    format!("{reason}; {remedy}")
}
