//! The relying party: the host for which browsers make keys, and with which alone they work.

use anyhow::{Context as _, anyhow};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use serde_json::{Value, json};
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration, Url, Uuid};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::config::is_loopback;
use crate::error::Result;

/// The host of an address, which is the RP ID of its keys; none where that is an IP address, which passkeys do not know.
pub fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.domain().map(str::to_owned)
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
    /// That of an address, by the shop's name; none where it has no host name. A ceremony `lasts` so long.
    pub fn at(url: &str, name: &str, lasts: SignedDuration) -> Result<Option<RelyingParty>> {
        let Some(id) = host(url) else { return Ok(None) };
        let mut origin = Url::parse(url).context("address of the relying party")?;
        let is_local = is_loopback(&id);
        // A tunnel may end at another port of this machine. Elsewhere browsers make keys over https only.
        if !is_local {
            origin.set_scheme("https").map_err(|()| anyhow!("{origin} takes no https"))?;
        }
        let builder = WebauthnBuilder::new(&id, &origin).context("relying party")?;
        let builder = builder.rp_name(name).timeout(lasts.unsigned_abs()).allow_any_port(is_local);
        let webauthn = builder.build().context("relying party")?;
        Ok(Some(RelyingParty { id, webauthn }))
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

    fn at(url: &str) -> Option<RelyingParty> {
        RelyingParty::at(url, "Valmère", SignedDuration::from_mins(5)).expect("a party or none")
    }

    #[test]
    fn keys_are_made_over_https_or_on_this_machine_at_any_port() {
        let party = at("http://console.shop.example").expect("a party");
        assert_eq!(party.webauthn.get_allowed_origins()[0].as_str(), "https://console.shop.example/");
        let local = at("http://localhost:8080").expect("a party");
        assert_eq!(local.webauthn.get_allowed_origins()[0].scheme(), "http");
        for nowhere in ["http://127.0.0.1:8080", "https://192.0.2.7", "https://[2001:db8::1]", "shop.example", ""] {
            assert!(at(nowhere).is_none(), "{nowhere}");
        }
    }

    #[test]
    fn authenticators_are_asked_to_verify_their_user_and_to_list_the_key() {
        let party = at("https://shop.example").expect("a party");
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
