//! The relying party: the host of the console, for which browsers make keys, and with which alone they work.

use anyhow::{Context as _, anyhow};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration, Url, Uuid};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::LASTS;
use crate::config::{Config, is_loopback};
use crate::error::{Result, refuse};
use crate::message;

/// The host of the console's address, which is the RP ID of its keys; none where that is an IP address, which passkeys do not know.
pub fn host(config: &Config) -> Option<String> {
    Url::parse(&config.console_url()).ok()?.domain().map(str::to_owned)
}

/// For whom a key is made.
pub struct User<'a> {
    /// By which authenticators know the person: no address, no number.
    pub handle: Uuid,
    pub email: &'a str,
    pub name: &'a str,
}

pub struct RelyingParty {
    pub id: String,
    pub webauthn: Webauthn,
}

impl RelyingParty {
    /// That of the console's host; refused where it has none.
    pub fn of(config: &Config) -> Result<RelyingParty> {
        let id = host(config).ok_or_else(|| refuse(message::STAFF_PASSKEY_NO_HOST))?;
        let mut origin = Url::parse(&config.console_url()).context("console_url")?;
        let is_local = is_loopback(&id);
        // A tunnel may end at another port of this machine. Elsewhere browsers make keys over https only.
        if !is_local {
            origin.set_scheme("https").map_err(|()| anyhow!("{origin} takes no https"))?;
        }
        let timeout = LASTS.unsigned_abs();
        let builder = WebauthnBuilder::new(&id, &origin).context("relying party")?;
        let builder = builder.rp_name(&config.brand.name).timeout(timeout).allow_any_port(is_local);
        let webauthn = builder.build().context("relying party")?;
        Ok(RelyingParty { id, webauthn })
    }

    /// What a browser needs to make a key, and the state of that. Keys that the person has are not made again.
    pub fn ask_to_make(&self, user: &User<'_>, known: Vec<Vec<u8>>) -> Result<(Value, PasskeyRegistration)> {
        let started = self.webauthn.start_passkey_registration(user.handle, user.email, user.name, Some(known));
        let (response, state) = started.context("registration of a passkey")?;
        let mut options = serde_json::to_value(response.public_key).context("options of a passkey")?;
        // A key that lists itself needs no address at sign-in.
        let selection = &mut options["authenticatorSelection"];
        selection["residentKey"] = "required".into();
        selection["requireResidentKey"] = true.into();
        Ok((options, state))
    }

    /// What a browser needs to sign with one of these keys, or with any that it has for this host where none is named.
    pub fn ask_to_sign(&self, keys: &[Vec<u8>]) -> Result<(Value, DiscoverableAuthentication)> {
        let started = self.webauthn.start_discoverable_authentication();
        let (response, state) = started.context("sign-in with a passkey")?;
        let mut options = serde_json::to_value(response.public_key).context("options of a passkey")?;
        let key = |id: &Vec<u8>| json!({ "type": "public-key", "id": BASE64_URL_SAFE_NO_PAD.encode(id) });
        options["allowCredentials"] = keys.iter().map(key).collect();
        Ok((options, state))
    }
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
    }

    #[test]
    fn keys_are_made_over_https_or_on_this_machine_at_any_port() {
        let party = RelyingParty::of(&config(Mode::Demo, "", "console.shop.example")).expect("a party");
        assert_eq!(party.webauthn.get_allowed_origins()[0].as_str(), "https://console.shop.example/");
        let local = RelyingParty::of(&config(Mode::Production, "https://shop.example", "")).expect("a party");
        assert_eq!(local.webauthn.get_allowed_origins()[0].scheme(), "http");
        assert!(RelyingParty::of(&config(Mode::Demo, "http://127.0.0.1:8080", "")).is_err());
    }

    #[test]
    fn authenticators_are_asked_to_verify_their_user_and_to_list_the_key() {
        let party = RelyingParty::of(&config(Mode::Demo, "", "")).expect("a party");
        let user = User { handle: Uuid::nil(), email: "ada@example.com", name: "Ada King" };
        let (options, _) = party.ask_to_make(&user, vec![vec![1, 2, 3]]).expect("options");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["excludeCredentials"][0]["id"], "AQID");
        assert_eq!(options["timeout"], 300_000);
        let (options, _) = party.ask_to_sign(&[vec![1, 2, 3]]).expect("options");
        assert_eq!(options["userVerification"], "required");
        assert_eq!(options["allowCredentials"], json!([{ "type": "public-key", "id": "AQID" }]));
    }
}
