//! A configuration in which no key that money depends on has its default.

use std::collections::BTreeMap;

use toml::{Table, Value};

/// Sections whose keys touch money, holds, limits, documents or shipping.
const SECTIONS: [&str; 7] = ["money", "shipping", "payment", "limits", "invoice", "accounting", "pickup"];
/// Keys of other sections that do. The zone is the process's: `tests/order.rs` opens a shop in another.
const KEYS: [&str; 1] = ["company.country"];

/// Without which others have no effect.
const KEPT: [&str; 1] = ["pickup.enabled"];

/// Values of keys that cannot be any text.
const CHOSEN: [(&str, &str); 13] = [
    ("payment.card_gateway", "stripe"),
    ("payment.wechat_gateway", "wechat"),
    ("payment.bank_transfer.iban", "DE89370400440532013000"),
    ("shipping.tracking.standard", "https://tracking.example/{number}"),
    ("pickup.country", "GB"),
    ("pickup.to_day", "5"),
    ("accounting.datev_consultant", "1234567"),
    ("accounting.datev_client", "12345"),
    ("pickup.opens", "09:30"),
    ("pickup.closes", "17:00"),
    ("company.country", "DE"),
    ("payment.cheque.countries", "[\"GB\", \"AT\"]"),
    ("payment.stripe.payment_method_types", "[\"sepa_debit\", \"paypal\", \"card\"]"),
];

/// The keys of a table with their values, by path.
fn leaves(table: &Table, prefix: &str, all: &mut BTreeMap<String, Value>) {
    for (key, value) in table {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Table(inner) => leaves(inner, &path, all),
            value => _ = all.insert(path, value.clone()),
        }
    }
}

/// The values of the money keys in a configuration.
pub fn money_keys(table: &Table) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    leaves(table, "", &mut all);
    all.retain(|path, _| {
        let path = path.as_str();
        let is_of_money =
            KEYS.contains(&path) || SECTIONS.iter().any(|section| path.split('.').next() == Some(section));
        is_of_money && !KEPT.contains(&path)
    });
    all
}

/// Another valid value of a key: twice a number, ten euros more, a list in reverse, a text with a digit or letter more.
fn other(path: &str, value: &Value) -> String {
    if let Some((_, chosen)) = CHOSEN.iter().find(|(key, _)| *key == path) {
        return (*chosen).to_owned();
    }
    match value {
        Value::Integer(number) => (number * 2).max(1).to_string(),
        Value::Boolean(flag) => (!flag).to_string(),
        Value::Array(list) => Value::Array(list.iter().rev().cloned().collect()).to_string(),
        Value::String(text) => match text.split_once('.').map(|(euros, cents)| (euros.parse::<u32>(), cents)) {
            Some((Ok(euros), cents)) => format!("{}.{cents}", euros + 10),
            _ if text.parse::<u32>().is_ok() => format!("{text}1"),
            _ => format!("{text}X"),
        },
        value => panic!("{path}: no other value of {value}"),
    }
}

/// The environment variables that set it, from the text of the default configuration.
pub fn variables(defaults: &str) -> Vec<(String, String)> {
    let defaults: Table = defaults.parse().expect("TOML");
    let name = |path: &str| format!("SHOP__{}", path.replace('.', "__").to_uppercase());
    money_keys(&defaults).into_iter().map(|(path, value)| (name(&path), other(&path, &value))).collect()
}
