//! An authenticator in software (WebAuthn Level 3): P-256, discoverable keys, no attestation. It answers as a browser does.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Flags of authenticator data: the user was there, was verified, and a new key follows.
const PRESENT: u8 = 1;
const VERIFIED: u8 = 1 << 2;
const MADE: u8 = 1 << 6;

/// A device with one key at most.
#[derive(Clone)]
pub struct Authenticator {
    /// Where its browser is.
    pub origin: String,
    pub counter: u32,
    /// Whether it verifies its user, as it is asked to.
    pub verifies: bool,
    pub key: Option<Key>,
}

#[derive(Clone)]
pub struct Key {
    pub id: Vec<u8>,
    pub handle: Vec<u8>,
    rp_id: String,
    pkcs8: Vec<u8>,
}

impl Authenticator {
    pub fn at(origin: &str) -> Authenticator {
        Authenticator { origin: origin.into(), counter: 0, verifies: true, key: None }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data =
            json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false });
        data.to_string().into_bytes()
    }

    /// Authenticator data without what follows it.
    fn data(&self, rp_id: &str, flags: u8) -> Vec<u8> {
        let verified = if self.verifies { VERIFIED } else { 0 };
        let mut data = Sha256::digest(rp_id).to_vec();
        data.push(PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Makes a key, in the place of one that is there.
    pub fn make(&mut self, options: &Value) -> Value {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let point = pair.public_key().as_ref();
        let id = Sha256::digest(point)[..16].to_vec();
        let rp_id = options["rp"]["id"].as_str().unwrap().to_owned();
        let handle = BASE64.decode(options["user"]["id"].as_str().unwrap()).unwrap();
        let mut data = self.data(&rp_id, MADE);
        // A model of no name, the id, and the public key as COSE: EC2, ES256, P-256, x, y.
        data.extend([0; 16]);
        data.extend([0, u8::try_from(id.len()).unwrap()]);
        data.extend(&id);
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        // CBOR of {"fmt": "none", "attStmt": {}, "authData": data}.
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(&data);
        let answer = json!({
            "id": BASE64.encode(&id), "rawId": BASE64.encode(&id), "type": "public-key", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(self.client_data("webauthn.create", options)),
                "attestationObject": BASE64.encode(&object),
                "transports": ["internal"],
            },
        });
        self.key = Some(Key { id, handle, rp_id, pkcs8: pkcs8.as_ref().to_vec() });
        answer
    }

    /// Signs with the key that it has, and counts that.
    pub fn sign(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let key = self.key.as_ref().expect("a key");
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &key.pkcs8, &random).unwrap();
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(&key.rp_id, 0);
        let signed = [data.as_slice(), Sha256::digest(&client_data).as_slice()].concat();
        json!({
            "id": BASE64.encode(&key.id), "rawId": BASE64.encode(&key.id), "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(&client_data),
                "authenticatorData": BASE64.encode(&data),
                "signature": BASE64.encode(pair.sign(&random, &signed).unwrap()),
                "userHandle": BASE64.encode(&key.handle),
            },
        })
    }
}
