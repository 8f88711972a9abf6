//! The chain of seals.
//!
//! A seal's hash covers the seal before it and a digest of each of its entries. What may be personal (before, after, network)
//! goes into an entry's digest by a digest of its own, with a random salt: once contents and salt are erased, the digest tells
//! nothing and the chain still holds. Who can write to the database can also rewrite the chain from any point on; that is seen
//! by comparing the newest hash with one that has left the machine.

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use super::store::{self, Seal, Sealable};
use super::types::{Broken, Verified};
use crate::db::Tx;
use crate::error::Result;

/// Entries under one seal: bounds how long the writer is busy.
const MOST: i64 = 1_000;
/// The hash before the first seal.
const NO_HASH: [u8; 32] = [0; 32];

/// A hash of fields, each with its length before it, so that no two lists of fields are one text.
struct Fields(Sha256);

impl Fields {
    fn new(kind: &str) -> Fields {
        Fields(Sha256::new()).bytes(kind.as_bytes())
    }

    fn bytes(self, bytes: &[u8]) -> Fields {
        Fields(self.0.chain_update((bytes.len() as u64).to_be_bytes()).chain_update(bytes))
    }

    fn number(self, number: i64) -> Fields {
        self.bytes(&number.to_be_bytes())
    }

    fn optional(self, text: Option<&str>) -> Fields {
        match text {
            Some(text) => self.bytes(&[1]).bytes(text.as_bytes()),
            None => self.bytes(&[0]),
        }
    }

    fn digest(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

/// The digest of what can be erased.
pub(super) fn content_digest(
    salt: &[u8],
    before: Option<&str>,
    after: Option<&str>,
    network: Option<&str>,
) -> [u8; 32] {
    Fields::new("content").bytes(salt).optional(before).optional(after).optional(network).digest()
}

/// The digest of an entry.
fn entry_digest(entry: &Sealable) -> [u8; 32] {
    let Sealable { id, at, actor, call, outcome, noun, thing, content_digest, .. } = entry;
    let texts = [actor, call, outcome, noun, thing];
    let fields = Fields::new("entry").number(*id).number(*at);
    texts.iter().fold(fields, |fields, text| fields.bytes(text.as_bytes())).bytes(content_digest).digest()
}

/// The hash of a seal over its entries.
fn seal_hash(number: i64, at: i64, previous_hash: &[u8], entries: &[Sealable]) -> [u8; 32] {
    let fields = Fields::new("seal").number(number).number(at).bytes(previous_hash);
    entries.iter().fold(fields, |fields, entry| fields.bytes(&entry_digest(entry))).digest()
}

/// Seals entries that have none, whatever the order of their ids; answers how many. The caller holds the lease of the job.
pub fn seal_new(tx: &mut dyn Tx, now: Timestamp) -> Result<usize> {
    let entries = store::list_unsealed(tx, MOST)?;
    if entries.is_empty() {
        return Ok(0);
    }
    let last = store::last_seal(tx)?;
    let (number, previous_hash) = last.map_or((1, NO_HASH.to_vec()), |last| (last.number + 1, last.hash));
    let at = now.as_millisecond();
    let hash = seal_hash(number, at, &previous_hash, &entries).to_vec();
    let ids: Vec<i64> = entries.iter().map(|entry| entry.id).collect();
    let count = i64::try_from(ids.len()).map_err(anyhow::Error::from)?;
    store::save_seal(tx, &Seal { number, at, entries: count, previous_hash, hash }, &ids)?;
    Ok(ids.len())
}

/// Verifies every seal and every entry; reads the whole audit.
pub fn verify(tx: &mut dyn Tx) -> Result<Verified> {
    let (mut sealed, mut last) = (0, (0, NO_HASH.to_vec()));
    let mut broken = None;
    while let Some(seal) = store::next_seal(tx, last.0)? {
        let entries = store::list_sealed(tx, seal.number)?;
        sealed += i64::try_from(entries.len()).unwrap_or(i64::MAX);
        broken = broken.or_else(|| fault(&seal, &entries, &last));
        last = (seal.number, seal.hash);
    }
    // Those without a seal yet have digests at least.
    for entry in store::list_unsealed(tx, i64::MAX)? {
        broken = broken.or_else(|| content_fault(&entry));
    }
    let last_hash = (last.0 > 0).then(|| hex::encode(&last.1));
    Ok(Verified { sealed, unsealed: store::count_unsealed(tx)?, last_hash, broken })
}

/// What does not fit in a seal, after the seal before it (number and hash).
fn fault(seal: &Seal, entries: &[Sealable], last: &(i64, Vec<u8>)) -> Option<Broken> {
    let of_seal = |why: &str| Some(Broken { id: seal.number, why: format!("seal {}: {why}", seal.number) });
    if let Some(broken) = entries.iter().find_map(content_fault) {
        return Some(broken);
    }
    if seal.number != last.0 + 1 {
        return of_seal("the seal before it is missing");
    }
    if seal.previous_hash != last.1 {
        return of_seal("it does not follow the seal before it");
    }
    if i64::try_from(entries.len()) != Ok(seal.entries) {
        return of_seal("an entry of it is missing, or one was added");
    }
    if seal_hash(seal.number, seal.at, &seal.previous_hash, entries)[..] != seal.hash[..] {
        return of_seal("it or one of its entries was changed");
    }
    None
}

/// Contents that do not fit their digest.
fn content_fault(entry: &Sealable) -> Option<Broken> {
    let Sealable { id, before, after, network, salt, content_digest: kept, .. } = entry;
    let fits = match salt {
        Some(salt) => content_digest(salt, before.as_deref(), after.as_deref(), network.as_deref())[..] == kept[..],
        // Erased as a whole.
        None => before.is_none() && after.is_none() && network.is_none(),
    };
    (!fits).then(|| Broken { id: *id, why: format!("entry {id}: its contents were changed") })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Actor, Change, Origin, record, record_refusal};
    use super::*;
    use crate::db::Connection;
    use crate::testing::{assert_indexed, empty, now, with};
    use crate::vals;

    fn deed(shop: &Connection, thing: i64) {
        let change = Change::new("staff", thing).before(json!({ "role": "packing" })).after(json!({ "role": "owner" }));
        let origin = Origin { network: Some("0123abcd".into()), salt: [7; 32] };
        with(shop, |tx| record(tx, &Actor::Staff(1), &origin, "staff/set_role", &change, now()));
    }

    fn sealed() -> Connection {
        let shop = empty();
        for run in 0..3 {
            deed(&shop, run);
            deed(&shop, run + 10);
            assert_eq!(with(&shop, |tx| seal_new(tx, now())), 2);
        }
        shop
    }

    /// Changes a row as somebody would who writes to the file.
    fn tamper(shop: &Connection, sql: &str) {
        for trigger in [
            "audit_entry_stays",
            "audit_entry_unchanged",
            "audit_entry_only_erased",
            "audit_seal_stays",
            "audit_seal_unchanged",
        ] {
            shop.execute_batch(&format!("DROP TRIGGER {trigger}")).expect("dropped");
        }
        shop.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).expect("changed");
    }

    #[test]
    fn chain_of_unchanged_entries_holds() {
        let shop = sealed();
        deed(&shop, 99);
        let verified = with(&shop, verify);
        assert_eq!((verified.sealed, verified.unsealed, verified.broken), (6, 1, None));
        assert_eq!(verified.last_hash.expect("a hash").len(), 64);
        assert_eq!(with(&shop, |tx| seal_new(tx, now())), 1);
        assert_eq!(with(&shop, |tx| seal_new(tx, now())), 0, "nothing is sealed twice");
        assert_eq!(with(&empty(), verify), Verified { sealed: 0, unsealed: 0, last_hash: None, broken: None });
    }

    #[test]
    fn every_change_is_found() {
        for sql in [
            "UPDATE audit_entry SET actor = 'staff:2' WHERE id = 3",
            "UPDATE audit_entry SET at = at + 1 WHERE id = 3",
            "UPDATE audit_entry SET thing = '4711' WHERE id = 3",
            "UPDATE audit_entry SET \"after\" = '{}' WHERE id = 3",
            "UPDATE audit_entry SET \"before\" = NULL WHERE id = 3",
            "UPDATE audit_entry SET network = NULL WHERE id = 3",
            "UPDATE audit_entry SET \"after\" = '{}', salt = NULL WHERE id = 3",
            "DELETE FROM audit_entry WHERE id = 3",
            "DELETE FROM audit_entry WHERE seal = 2; DELETE FROM audit_seal WHERE number = 2",
            "UPDATE audit_seal SET at = at + 1 WHERE number = 2",
            "UPDATE audit_seal SET previous_hash = hash WHERE number = 2",
            "INSERT INTO audit_entry (id, at, actor, call, outcome, noun, thing, content_digest, seal)
             VALUES (77, 1, 'staff:1', 'x', 'done', 'y', 'z', x'00', 2)",
        ] {
            let shop = sealed();
            tamper(&shop, sql);
            assert!(with(&shop, verify).broken.is_some(), "{sql}");
        }
    }

    #[test]
    fn erased_contents_leave_the_chain_whole() {
        let shop = sealed();
        let erase =
            "UPDATE audit_entry SET \"before\" = NULL, \"after\" = NULL, network = NULL, salt = NULL WHERE id = 3";
        shop.exec(erase, vals![]).expect("erased");
        assert_eq!(with(&shop, verify).broken, None);
    }

    #[test]
    fn database_refuses_changes() {
        let shop = sealed();
        for sql in [
            "UPDATE audit_entry SET actor = 'staff:2' WHERE id = 3",
            "UPDATE audit_entry SET \"after\" = '{}' WHERE id = 3",
            "UPDATE audit_entry SET seal = 1 WHERE id = 5",
            "DELETE FROM audit_entry WHERE id = 3",
            "DELETE FROM audit_seal WHERE number = 3",
            "UPDATE audit_seal SET at = 1 WHERE number = 3",
        ] {
            assert!(shop.exec(sql, vals![]).is_err(), "{sql}");
        }
    }

    #[test]
    fn entries_are_listed_by_index_and_refusals_name_their_message() {
        let shop = sealed();
        let origin = Origin { network: None, salt: [1; 32] };
        with(&shop, |tx| {
            record_refusal(tx, &Actor::Anybody, &origin, "staff/sign_in", None, "staff.sign_in_wrong", now())
        });
        let listed = |filter: store::Filter| with(&shop, |tx| store::list(tx, &filter, 50));
        let all = listed(store::Filter::default());
        assert_eq!((all.len(), all[0].outcome.as_str(), all[0].actor.as_str()), (7, "refused", "anybody"));
        assert!(all[0].after.as_ref().expect("a reason").contains("staff.sign_in_wrong"));
        let of_staff = store::Filter { actor: Some("staff:1".into()), before: Some(6), ..Default::default() };
        assert_eq!(listed(of_staff.clone()).len(), 5);
        let future = store::Filter { from_at: Some(now().as_millisecond() + 1), ..Default::default() };
        assert!(listed(future).is_empty());
        assert_indexed(&shop, |tx| store::list(tx, &of_staff, 50));
        assert_indexed(&shop, |tx| store::list_unsealed(tx, 9));
        assert_indexed(&shop, |tx| store::list_sealed(tx, 1));
    }
}
