//! Keys for the command line, and what a new host of the console would end.

use serde_json::json;

use super::relying_party;
use super::store::{self, Key, Stranded};
use crate::audit::Change;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::staff::people;
use crate::staff::store as credentials;

/// The keys of the person with this address.
pub fn list(tx: &mut dyn Tx, email: &str) -> Result<Vec<Key>> {
    let person = people::person_at(tx, email)?;
    store::list_keys(tx, person.id)
}

/// What is left to a person whose key was removed.
pub struct Left {
    /// Whether the person has a password or another key.
    pub has_way: bool,
    pub role: String,
}

/// Removes a key, on the machine also the last one: an invitation makes another. Without a key that is left, sessions end.
pub fn remove(tx: &mut dyn Tx, email: &str, id: i64) -> Result<(Left, Change)> {
    let person = people::person_at(tx, email)?;
    let key = store::find_key(tx, person.id, id)?
        .ok_or_else(|| anyhow::anyhow!("{email} has no passkey {id}; `shop staff keys {email}` lists them"))?;
    store::delete_key(tx, key.id)?;
    let has_key = !store::list_keys(tx, person.id)?.is_empty();
    let ended = if has_key { 0 } else { credentials::delete_sessions(tx, person.id, 0)? };
    let change = Change::new("passkey", key.id)
        .before(json!({ "staff": person.id, "host": key.rp_id }))
        .after(json!({ "is_removed": true, "sessions_ended": ended }));
    let has_way = has_key || credentials::has_password(tx, person.id)?;
    Ok((Left { has_way, role: person.role_name }, change))
}

/// The console's host, and the keys that were made for another and do not work there.
pub struct Moved {
    /// None where it is an IP address.
    pub host: Option<String>,
    pub stranded: Vec<Stranded>,
}

pub fn stranded(tx: &mut dyn Tx, config: &Config) -> Result<Moved> {
    let host = relying_party::host(config);
    // No key was made for an empty name.
    let stranded = store::list_stranded(tx, host.as_deref().unwrap_or_default())?;
    Ok(Moved { host, stranded })
}
