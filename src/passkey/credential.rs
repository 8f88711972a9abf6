//! What an authenticator has made or signed.

use anyhow::Context as _;
use serde_json::Value;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Uuid,
    WebauthnError,
};

use super::relying_party::RelyingParty;
use crate::error::Result;

/// By which authenticators know somebody: as those of earlier keys do, or anew from random bytes.
pub fn handle(earlier: Option<Vec<u8>>, random: [u8; 32]) -> Uuid {
    earlier.and_then(|bytes| Uuid::from_slice(&bytes).ok()).unwrap_or_else(|| {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&random[..16]);
        Uuid::from_bytes(bytes)
    })
}

/// A key that an authenticator has made.
pub struct Made {
    pub credential_id: Vec<u8>,
    pub handle: Uuid,
    /// JSON of webauthn-rs.
    pub passkey: String,
    pub rp_id: String,
}

impl Made {
    /// Checks what an authenticator has made; none if it is not what was asked for. `state` is that of the ceremony.
    pub fn new(
        party: RelyingParty,
        (handle, state): (Uuid, PasskeyRegistration),
        credential: Value,
    ) -> Result<Option<Made>> {
        let Ok(credential) = serde_json::from_value::<RegisterPublicKeyCredential>(credential) else { return Ok(None) };
        let Ok(passkey) = party.webauthn.finish_passkey_registration(&credential, &state) else { return Ok(None) };
        Ok(Some(Made {
            credential_id: passkey.cred_id().to_vec(),
            handle,
            passkey: serde_json::to_string(&passkey).context("a passkey")?,
            rp_id: party.id,
        }))
    }
}

/// The id of the key that has signed, if this is a signature at all.
pub fn credential_id(credential: &Value) -> Option<Vec<u8>> {
    let credential = serde_json::from_value::<PublicKeyCredential>(credential.clone()).ok()?;
    Some(credential.raw_id.to_vec())
}

/// Why a signature is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Wrong,
    /// The key's counter went back: somebody else may have a copy.
    Copied,
}

/// A key as it is kept.
#[derive(Debug, Clone, Copy)]
pub struct Known<'k> {
    pub user_handle: &'k [u8],
    /// JSON of webauthn-rs.
    pub passkey: &'k str,
    /// Whether the ceremony named this owner's keys: authenticators then may leave the handle out.
    pub is_owner_known: bool,
}

impl Known<'_> {
    /// The key as it is to be kept, with its new counter, if it has signed this ceremony.
    pub fn verify(
        self,
        party: &RelyingParty,
        state: DiscoverableAuthentication,
        credential: Value,
    ) -> Result<String, Fault> {
        let credential: PublicKeyCredential = serde_json::from_value(credential).map_err(|_| Fault::Wrong)?;
        let is_own = credential.get_user_unique_id().map_or(self.is_owner_known, |handle| handle == self.user_handle);
        let mut passkey: Passkey = serde_json::from_str(self.passkey).map_err(|_| Fault::Wrong)?;
        if !is_own {
            return Err(Fault::Wrong);
        }
        match party.webauthn.finish_discoverable_authentication_v2(&credential, state, &passkey) {
            Ok(result) => {
                passkey.update_credential(&result);
                serde_json::to_string(&passkey).map_err(|_| Fault::Wrong)
            }
            Err(WebauthnError::CredentialPossibleCompromise) => Err(Fault::Copied),
            Err(_) => Err(Fault::Wrong),
        }
    }
}
