//! Allowed ranges of numeric keys.

use toml::Table;

use super::{InvalidKey, load};

/// Key, minimum and maximum, both inclusive.
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
    ("limits.unpaid_orders", 1, 1000),
    ("limits.unpaid_orders_per_network", 1, 1_000_000),
    ("limits.unpaid_pieces", 1, 1_000_000),
    ("limits.unpaid_pieces_per_network", 1, 1_000_000),
    ("limits.unpaid_value", 1, 1_000_000_000),
    ("limits.unpaid_value_per_network", 1, 1_000_000_000),
    ("limits.unpaid_share", 1, 100),
    ("limits.unpaid_link_hours", 1, 120),
    ("limits.online_pieces_per_network", 1, 1_000_000),
    ("limits.max_qty", 1, 1_000_000),
    ("limits.orders_per_hour", 1, 1_000_000),
    ("limits.unknown_tags_per_hour", 1, 1_000_000),
    ("limits.connections", 1, 1_000_000),
    ("session.days", 1, 400),
    ("session.most_days", 1, 3_650),
    ("accounts.hash_threads", 1, 64),
    ("accounts.hash_queue", 1, 10_000),
    ("accounts.failures_per_account", 1, 1000),
    ("accounts.failures_per_network", 1, 1_000_000),
    ("accounts.failure_window_minutes", 1, 1440),
    ("accounts.resets_per_account", 1, 1000),
    ("accounts.resets_per_network", 1, 1_000_000),
    ("accounts.reset_minutes", 5, 1440),
    ("accounts.first_password_days", 1, 60),
    ("accounts.deletion_days", 1, 30),
    ("accounts.addresses", 1, 1000),
    ("security.keep_days", 1, 3650),
    ("captcha.minutes", 1, 1440),
    ("captcha.cost", 1, 1_000_000),
    ("captcha.tries", 3, 10_000_000),
    ("mail.timeout_seconds", 1, 300),
    ("render.threads", 0, 64),
    ("render.budget_ms", 50, 60_000),
    ("render.cache_mb", 1, 4096),
    ("payment.hold_days", 1, 60),
    ("newsletter.confirm_days", 1, 60),
    ("newsletter.unsubscribe_days", 1, 10),
    ("money.points_per_euro", 0, 1000),
    ("limits.payments.per_session", 1, 1_000_000),
    ("limits.payments.per_network", 1, 1_000_000),
    ("limits.payments.per_email", 1, 1_000_000),
    ("limits.payments.declined_per_session", 1, 1_000_000),
    ("limits.payments.declined_per_network", 1, 1_000_000),
    ("limits.payments.declined_per_email", 1, 1_000_000),
    ("limits.withdrawals.receipts_per_hour", 1, 1_000_000),
    ("limits.withdrawals.kilobytes_per_day", 32, 1_000_000),
    ("backup.hour", 0, 23),
    ("backup.keep", 1, 1000),
];

/// Refuses the first number that is out of its range.
pub fn check(merged: &Table) -> Result<(), InvalidKey> {
    for &(key, min, max) in RANGES {
        let value = load::get(merged, key).and_then(toml::Value::as_integer).unwrap_or(min);
        if value < 0 {
            return Err((key, format!("is negative; give a number from {min} to {max}")));
        }
        if !(min..=max).contains(&value) {
            return Err((key, format!("is {value}; give a number from {min} to {max}")));
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
