//! Which country a visitor is in: what a trusted proxy says, else what a MaxMind database file says of the address. It
//! decides which currency is shown first and which regional site is offered (decisions §2 and §8), never what one may do.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use axum::http::HeaderMap;
use maxminddb::{PathElement, Reader};

use crate::config::Config;
use crate::http::visitor;

/// A MaxMind database of countries (GeoLite2-Country, GeoIP2-Country or one of the same form), in memory. A newer file is
/// read at the next start.
pub struct Countries(Reader<Vec<u8>>);

impl std::fmt::Debug for Countries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Countries").field(&self.0.metadata().database_type).finish()
    }
}

impl Countries {
    /// The configured file; none where none is configured. One that cannot be read keeps the shop from opening: nobody would
    /// notice it otherwise.
    pub fn open(config: &Config) -> anyhow::Result<Option<Countries>> {
        let file = &config.region.database;
        if file.as_os_str().is_empty() {
            return Ok(None);
        }
        Self::read(&config.data.directory.join(file)).map(Some)
    }

    fn read(path: &Path) -> anyhow::Result<Countries> {
        let bytes = std::fs::read(path).map_err(|error| {
            anyhow!(
                "region.database: {} cannot be read: {error}; put the file there, or leave it empty",
                path.display()
            )
        })?;
        let reader = Reader::from_source(bytes)
            .with_context(|| format!("region.database: {} is no MaxMind database that can be read", path.display()))?;
        Ok(Countries(reader))
    }

    /// The country that an address belongs to; none for addresses that the file does not know, or tells something else of.
    fn find(&self, address: std::net::IpAddr) -> Option<String> {
        let path = [PathElement::Key("country"), PathElement::Key("iso_code")];
        let code: Option<String> = self.0.lookup(address).ok()?.decode_path(&path).ok()?;
        code.and_then(|code| known_form(&code))
    }
}

/// Two letters, whatever they stand for: nothing is looked up by them but configuration.
fn known_form(text: &str) -> Option<String> {
    let code = text.trim().to_ascii_uppercase();
    (code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase())).then_some(code)
}

/// The visitor's country, where it is known.
pub fn country(
    countries: Option<&Countries>,
    headers: &HeaderMap,
    peer: SocketAddr,
    config: &Config,
) -> Option<String> {
    told(headers, peer, config).or_else(|| countries?.find(visitor::address(headers, peer, config)))
}

/// What a trusted proxy tells.
fn told(headers: &HeaderMap, peer: SocketAddr, config: &Config) -> Option<String> {
    let name = &config.region.country_header;
    if name.is_empty() || !config.server.trusted_proxies.contains(&peer.ip().to_canonical()) {
        return None;
    }
    known_form(headers.get(name.as_str())?.to_str().ok()?)
}
