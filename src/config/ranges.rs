//! Allowed ranges of numeric keys.

use toml::Table;

use super::settings::{Kind, SETTINGS};
use super::{InvalidKey, Why, load};
use crate::message;

/// Key, minimum and maximum, both inclusive, of the keys that only the machine's file may set.
const RANGES: &[(&str, i64, i64)] = &[
    ("server.shutdown_seconds", 1, 600),
    ("server.max_body", 4096, 16 << 20),
    ("server.max_connections", 16, 1_000_000),
    ("server.head_seconds", 1, 600),
    ("data.readers", 1, 64),
    ("data.queue", 1, 1_000_000),
    ("limits.requests_per_minute", 1, 1_000_000),
    ("limits.writes_per_minute", 1, 1_000_000),
    ("limits.token_requests_per_minute", 1, 1_000_000),
    ("limits.orders_per_hour", 1, 1_000_000),
    ("limits.connections", 1, 1_000_000),
    ("accounts.hash_threads", 1, 64),
    ("accounts.hash_queue", 1, 10_000),
    ("captcha.minutes", 1, 1440),
    ("captcha.cost", 1, 1_000_000),
    ("captcha.tries", 3, 10_000_000),
    ("mail.timeout_seconds", 1, 300),
    ("render.threads", 0, 64),
    ("render.budget_ms", 50, 60_000),
    ("render.cache_mb", 0, 4096),
    ("backup.hour", 0, 23),
    ("backup.keep", 1, 1000),
];

/// Refuses the first number that is out of its range.
pub fn check(merged: &Table) -> Result<(), InvalidKey> {
    let number = |key: &str| load::get(merged, key).and_then(toml::Value::as_integer);
    let is_out = |key: &str, min: i64, max: i64| number(key).filter(|value| !(min..=max).contains(value));
    for &(key, min, max) in RANGES {
        if let Some(value) = is_out(key, min, max) {
            return Err((key, Why::Text(format!("is {value}; give a number from {min} to {max}"))));
        }
    }
    for setting in SETTINGS {
        let Kind::Number { least, most } = setting.kind else { continue };
        if is_out(setting.key, least, most).is_some() {
            return Err((setting.key, message::SETTING_RANGE.with("least", least).with("most", most).into()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_names_a_key_whose_default_is_within_it() {
        let defaults: Table = crate::config::DEFAULT.parse().expect("TOML");
        for (key, ..) in RANGES {
            assert!(load::get(&defaults, key).is_some_and(toml::Value::is_integer), "{key}");
        }
        assert_eq!(check(&defaults), Ok(()));
    }
}
