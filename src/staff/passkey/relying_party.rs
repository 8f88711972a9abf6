//! The console's host, for which people's keys are made.

use super::LASTS;
use crate::config::Config;
use crate::error::{Result, refuse};
use crate::message;
use crate::passkey::{self, RelyingParty};

/// The host of the console's address; none where that is an IP address.
pub fn host(config: &Config) -> Option<String> {
    passkey::host(&config.console_url())
}

/// That of the console's host; refused where it has none.
pub fn of(config: &Config) -> Result<RelyingParty> {
    let party = RelyingParty::at(&config.console_url(), &config.brand.name, LASTS)?;
    party.ok_or_else(|| refuse(message::STAFF_PASSKEY_NO_HOST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Mode;

    fn config(mode: Mode, public_url: &str, host: &str) -> Config {
        let mut config = Config::load(None, std::iter::empty()).expect("the defaults");
        config.mode = mode;
        config.server.public_url = public_url.into();
        config.console.host = host.into();
        config
    }

    #[test]
    fn keys_are_made_for_the_console_s_host_and_for_no_ip_address() {
        let host = |mode, url, own| host(&config(mode, url, own));
        assert_eq!(host(Mode::Demo, "", "").as_deref(), Some("localhost"));
        assert_eq!(host(Mode::Demo, "https://demo.example", "").as_deref(), Some("demo.example"));
        assert_eq!(host(Mode::Production, "https://shop.example", "").as_deref(), Some("localhost"));
        let own = host(Mode::Production, "https://shop.example", "console.shop.example:8443");
        assert_eq!(own.as_deref(), Some("console.shop.example"));
        assert_eq!(host(Mode::Demo, "http://127.0.0.1:8080", ""), None);
        assert_eq!(host(Mode::Production, "https://shop.example", "192.0.2.7"), None);
        assert!(of(&config(Mode::Demo, "http://127.0.0.1:8080", "")).is_err());
    }
}
