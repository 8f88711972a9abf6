//! What a value becomes: the same everywhere in one copy, and nobody's.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::domain::validate::email_key;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Email,
    FirstName,
    LastName,
    FullName,
    Company,
    Street,
    City,
    Phone,
    TaxId,
    /// An account number, or another one with letters and signs: digits and letters become others, signs stay.
    Digits,
    /// A reference, a key, a fingerprint.
    Token,
    /// What somebody has written.
    Text,
    /// Who has done something: the name of a system's user goes.
    Actor,
    /// An issued invoice or credit note, JSON.
    Document,
}

impl Kind {
    pub const ALL: [Kind; 14] = [
        Self::Email,
        Self::FirstName,
        Self::LastName,
        Self::FullName,
        Self::Company,
        Self::Street,
        Self::City,
        Self::Phone,
        Self::TaxId,
        Self::Digits,
        Self::Token,
        Self::Text,
        Self::Actor,
        Self::Document,
    ];

    /// As SQL names it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::FirstName => "first_name",
            Self::LastName => "last_name",
            Self::FullName => "full_name",
            Self::Company => "company",
            Self::Street => "street",
            Self::City => "city",
            Self::Phone => "phone",
            Self::TaxId => "tax_id",
            Self::Digits => "digits",
            Self::Token => "token",
            Self::Text => "text",
            Self::Actor => "actor",
            Self::Document => "document",
        }
    }
}

/// What people have written.
pub const TEXT: &str = "anonymised";
/// No mail leaves for it (RFC 2606 §2).
const DOMAIN: &str = "anonymised.invalid";
const FIRST_NAMES: [&str; 16] = [
    "Alex",
    "Robin",
    "Sacha",
    "Camille",
    "Dominique",
    "Luca",
    "Noa",
    "Kim",
    "Andrea",
    "Charlie",
    "Maxime",
    "Jule",
    "Mika",
    "Toni",
    "Eden",
    "Lou",
];
const LAST_NAMES: [&str; 16] = [
    "Muster",
    "Sample",
    "Exemple",
    "Ejemplo",
    "Beispiel",
    "Specimen",
    "Modèle",
    "Probe",
    "Placeholder",
    "Vorlage",
    "Muestra",
    "Essai",
    "Testa",
    "Staging",
    "Draft",
    "Demo",
];
const CITIES: [&str; 8] = [
    "Musterstadt",
    "Sampleton",
    "Exempleville",
    "Ciudad Ejemplo",
    "Beispielheim",
    "Specimen",
    "Probeort",
    "Villeneuve",
];

/// The key of one copy, known to nobody once it is made.
pub struct Pseudonyms {
    key: [u8; 32],
}

impl std::fmt::Debug for Pseudonyms {
    /// Without the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pseudonyms").finish_non_exhaustive()
    }
}

impl Pseudonyms {
    pub fn new(key: [u8; 32]) -> Pseudonyms {
        Pseudonyms { key }
    }

    fn hash(&self, kind: &str, value: &[u8]) -> [u8; 32] {
        let digest = Sha256::new().chain_update(self.key).chain_update(kind).chain_update([0]).chain_update(value);
        digest.finalize().into()
    }

    fn one_of(&self, kind: &str, value: &str, of: &[&'static str]) -> &'static str {
        let hash = self.hash(kind, value.as_bytes());
        of[usize::from(u16::from_be_bytes([hash[0], hash[1]])) % of.len()]
    }

    /// What bytes become: as many as a hash has.
    pub fn bytes(&self, value: &[u8]) -> Vec<u8> {
        self.hash("token", value).to_vec()
    }

    /// What a text becomes. What is empty stays empty: whether something was given is no secret.
    pub fn text(&self, kind: Kind, value: &str) -> String {
        if value.trim().is_empty() {
            return String::new();
        }
        let hash = || self.hash(kind.code(), value.as_bytes());
        let short = || hex::encode(&hash()[..4]);
        match kind {
            Kind::Email => {
                let hash = self.hash("email", email_key(value).as_bytes());
                format!("guest-{}@{DOMAIN}", hex::encode(&hash[..8]))
            }
            Kind::FirstName => self.one_of("first_name", value, &FIRST_NAMES).to_owned(),
            Kind::LastName => self.one_of("last_name", value, &LAST_NAMES).to_owned(),
            Kind::FullName => {
                let first = self.one_of("first_name", value, &FIRST_NAMES);
                format!("{first} {}", self.one_of("last_name", value, &LAST_NAMES))
            }
            Kind::Company => format!("Company {}", short()),
            Kind::Street => format!("{} Sample Street", u16::from(hash()[0]) + 1),
            Kind::City => self.one_of("city", value, &CITIES).to_owned(),
            // Numbers for films (Arcep): they belong to nobody.
            Kind::Phone => format!("+3319900{:04}", u16::from_be_bytes([hash()[0], hash()[1]]) % 10_000),
            Kind::TaxId => {
                format!("XX{:09}", u32::from_be_bytes([hash()[0], hash()[1], hash()[2], hash()[3]]) % 1_000_000_000)
            }
            Kind::Digits => self.digits(value),
            Kind::Token => hex::encode(&hash()[..16]),
            Kind::Text => TEXT.to_owned(),
            Kind::Actor => {
                let is_known = matches!(value, "customer" | "job" | "operator" | "gateway" | "system" | "anybody");
                let is_staff = value.strip_prefix("staff:").is_some_and(|id| id.parse::<i64>().is_ok());
                if is_known || is_staff { value.to_owned() } else { "operator".to_owned() }
            }
            Kind::Document => self.document(value),
        }
    }

    /// Digits and letters in the same places; the same number, however it is spaced, gives the same ones.
    fn digits(&self, value: &str) -> String {
        let plain: String = value.chars().filter(|c| c.is_alphanumeric()).collect();
        let mut portion = self.hash("digits", plain.to_uppercase().as_bytes());
        let mut at = 0;
        let mut next = || {
            if at == portion.len() {
                portion = self.hash("digits", &portion);
                at = 0;
            }
            at += 1;
            portion[at - 1]
        };
        let other = |c: char| match c {
            '0'..='9' => char::from(b'0' + next() % 10),
            c if c.is_alphabetic() => char::from(b'A' + next() % 26),
            c => c,
        };
        value.chars().map(other).collect()
    }

    /// An invoice with another buyer. One that cannot be read loses everything.
    fn document(&self, value: &str) -> String {
        let Ok(Value::Object(mut document)) = serde_json::from_str(value) else { return "{}".to_owned() };
        for party in ["buyer", "delivery"] {
            let Some(Value::Object(fields)) = document.get_mut(party) else { continue };
            let had_lines = fields.get("lines").and_then(Value::as_array).is_some_and(|lines| !lines.is_empty());
            for (name, field) in fields.iter_mut() {
                let kind = match name.as_str() {
                    "name" => Kind::FullName,
                    "company" => Kind::Company,
                    "address1" | "address2" => Kind::Street,
                    "city" => Kind::City,
                    "postcode" => Kind::Digits,
                    "tax_id" => Kind::TaxId,
                    "email" => Kind::Email,
                    // In the words of the shop.
                    "country" | "method" => continue,
                    _ => Kind::Text,
                };
                *field = match field {
                    Value::String(text) => Value::String(self.text(kind, text)),
                    _ => Value::Array(Vec::new()),
                };
            }
            if had_lines {
                let of = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
                let city = format!("{} {}", of("postcode"), of("city"));
                let lines = [of("name"), of("company"), of("address1"), city.trim().to_owned(), of("country")];
                let lines = lines.into_iter().filter(|line| !line.is_empty()).map(Value::String);
                fields.insert("lines".into(), lines.collect());
            }
        }
        if let Some(Value::String(reason)) = document.get_mut("reason") {
            *reason = self.text(Kind::Text, reason);
        }
        Value::Object(document).to_string()
    }
}
