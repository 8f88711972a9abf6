//! The country of an IP address, from a MaxMind database file. It selects the default currency and the offered regional
//! site (decisions §2 and §8), and never restricts a visitor.

use std::net::IpAddr;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use maxminddb::{PathElement, Reader};

use crate::config::Config;

/// A MaxMind database of countries (GeoLite2-Country, GeoIP2-Country or compatible), in memory. A newer file is read at
/// the next start.
pub struct Countries(Reader<Vec<u8>>);

impl std::fmt::Debug for Countries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Countries").field(&self.0.metadata().database_type).finish()
    }
}

impl Countries {
    /// Opens the configured file; none if none is configured. An unreadable file is an error, so that the shop does not
    /// start without it.
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
        Self::parse(bytes)
            .with_context(|| format!("region.database: {} is no MaxMind database that can be read", path.display()))
    }

    fn parse(bytes: Vec<u8>) -> Result<Countries, maxminddb::MaxMindDbError> {
        Reader::from_source(bytes).map(Countries)
    }

    /// The country of an IP address; none without an entry or a valid code.
    pub fn find(&self, address: IpAddr) -> Option<String> {
        let path = [PathElement::Key("country"), PathElement::Key("iso_code")];
        let code: Option<String> = self.0.lookup(address).ok()?.decode_path(&path).ok()?;
        code.and_then(|code| known_form(&code))
    }
}

/// The code in capitals, if it has two letters. Not checked against a list: only configuration is looked up by it.
pub fn known_form(text: &str) -> Option<String> {
    let code = text.trim().to_ascii_uppercase();
    (code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase())).then_some(code)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::fuzz;

    fn parsed(bytes: Vec<u8>, address: [u8; 4]) -> Option<String> {
        Countries::parse(bytes).ok()?.find(address.into())
    }

    #[test]
    fn seed_of_the_corpus_is_a_database() {
        let seed = fuzz::corpus("maxmind").remove(0);
        assert_eq!(parsed(seed.clone(), [203, 0, 113, 9]).as_deref(), Some("FR"));
        assert_eq!(parsed(seed, [192, 0, 2, 1]), None);
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        #[test]
        fn any_file_is_a_database_or_an_error(bytes in fuzz::mutated("maxmind"), last in any::<u8>()) {
            for address in [[203, 0, 113, last], [198, 51, 100, last], [last; 4]] {
                let found = parsed(bytes.clone(), address);
                prop_assert!(found.is_none_or(|code| known_form(&code).as_deref() == Some(code.as_str())));
            }
        }
    }
}
