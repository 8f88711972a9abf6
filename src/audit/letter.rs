//! The newest seal, as it leaves the machine: whoever can write to the database could rewrite the chain as a whole, but not a
//! letter that has arrived.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use super::store;
use crate::db::Tx;
use crate::error::{Error, Result, refuse};
use crate::message;

/// A seal by its number and its hash; written `12:` and 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealReference {
    pub number: i64,
    pub hash: [u8; 32],
}

impl fmt::Display for SealReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, hex::encode(self.hash))
    }
}

impl FromStr for SealReference {
    type Err = Error;

    /// Spaces and line breaks that a mail program put into it are left out.
    fn from_str(text: &str) -> Result<SealReference> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let parsed = plain.split_once(':').and_then(|(number, hash)| {
            let hash = hex::decode(hash).ok()?.try_into().ok()?;
            Some(SealReference { number: number.parse().ok().filter(|number| *number > 0)?, hash })
        });
        parsed.ok_or_else(|| refuse(message::AUDIT_SEAL_UNREADABLE))
    }
}

/// The newest seal.
pub fn newest(tx: &mut dyn Tx) -> Result<Option<SealReference>> {
    let Some(last) = store::last_seal(tx)? else { return Ok(None) };
    let hash = last.hash.try_into().map_err(|_| anyhow::anyhow!("the hash of seal {} is no hash", last.number))?;
    Ok(Some(SealReference { number: last.number, hash }))
}

/// The newest seal, with its time, unless it has left the machine already.
pub fn find_untold(tx: &mut dyn Tx) -> Result<Option<(SealReference, Timestamp)>> {
    let Some(last) = store::last_seal(tx)? else { return Ok(None) };
    if store::is_told(tx, last.number)? {
        return Ok(None);
    }
    let hash = last.hash.try_into().map_err(|_| anyhow::anyhow!("the hash of seal {} is no hash", last.number))?;
    let at = Timestamp::from_millisecond(last.at).map_err(anyhow::Error::from)?;
    Ok(Some((SealReference { number: last.number, hash }, at)))
}

/// Notes that a seal has left the machine.
pub fn note_told(tx: &mut dyn Tx, seal: &SealReference, now: Timestamp) -> Result<()> {
    store::save_told(tx, seal.number, now)
}

/// Whether the chain holds a seal. With a chain that is whole, nothing up to it was changed since it was told.
pub fn holds(tx: &mut dyn Tx, seal: &SealReference) -> Result<bool> {
    Ok(store::next_seal(tx, seal.number - 1)?.is_some_and(|kept| kept.number == seal.number && kept.hash == seal.hash))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::{Actor, Change, Origin, record, seal_new};
    use super::*;
    use crate::testing::{empty, now, with};

    #[test]
    fn each_newest_seal_leaves_once_and_is_held() {
        let shop = empty();
        assert_eq!(with(&shop, find_untold), None, "nothing was done yet");
        let mut told = Vec::new();
        for run in 0..2 {
            let change = Change::new("staff", run).after(json!({ "role": "owner" }));
            let origin = Origin { network: None, salt: [7; 32] };
            with(&shop, |tx| record(tx, &Actor::Staff(1), &origin, "staff/set_role", &change, now()));
            with(&shop, |tx| seal_new(tx, now()));
            let (seal, at) = with(&shop, find_untold).expect("a new seal");
            assert_eq!((seal.number, at), (run + 1, now()));
            with(&shop, |tx| note_told(tx, &seal, now()));
            assert_eq!(with(&shop, find_untold), None);
            told.push(seal);
        }
        for seal in &told {
            assert!(with(&shop, |tx| holds(tx, seal)));
            let typed: SealReference =
                format!(" {}\n{}", &seal.to_string()[..20], &seal.to_string()[20..]).parse().expect("a seal");
            assert_eq!(&typed, seal);
        }
        let [first, second] = &told[..] else { panic!("two seals") };
        assert!(!with(&shop, |tx| holds(tx, &SealReference { hash: second.hash, ..first.clone() })));
        assert!(!with(&shop, |tx| holds(tx, &SealReference { number: 3, ..second.clone() })));
    }

    proptest! {
        #[test]
        fn nothing_but_a_seal_is_read_as_one(text in "[0-9a-fA-F: ]{0,80}|.{0,40}") {
            if let Ok(seal) = text.parse::<SealReference>() {
                let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                let (number, hash) = plain.split_once(':').expect("a colon");
                prop_assert_eq!(seal.number, number.parse::<i64>().expect("a number"));
                prop_assert_eq!(hex::encode(seal.hash), hash.to_lowercase());
            }
        }
    }
}
