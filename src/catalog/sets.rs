//! Bitsets and orders of products, as the read models store them.
//!
//! Members are ordinals within a category, or ids of products for the whole shop. A set of fifty thousand products
//! takes six kilobytes. Intersecting sets answers any filter with exact counts, in less time than a hundred index
//! look-ups.
//!
//! By hand, because `roaring` is slower here: a page of 32 such sets takes it 96 µs instead of 83, and fifty thousand
//! look-ups in the order of a list 184 µs instead of 82.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer};

use crate::db::Val;

/// A set of ordinals; one bit each, least significant first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bits(Vec<u8>);

impl Bits {
    /// The empty set, with capacity for ordinals below `total`.
    pub fn none(total: usize) -> Bits {
        Bits(vec![0; total.div_ceil(8)])
    }

    /// All ordinals below `total`.
    pub fn all(total: usize) -> Bits {
        let mut bits = Bits::none(total);
        bits.0.fill(0xff);
        if let (Some(last), rest @ 1..) = (bits.0.last_mut(), total % 8) {
            *last = 0xff >> (8 - rest);
        }
        bits
    }

    /// Adds or removes an ordinal; grows the set if needed.
    pub fn set(&mut self, ordinal: usize, is_in: bool) {
        let (byte, bit) = (ordinal / 8, 1 << (ordinal % 8));
        if byte >= self.0.len() {
            self.0.resize(byte + 1, 0);
        }
        if is_in {
            self.0[byte] |= bit;
        } else {
            self.0[byte] &= !bit;
        }
    }

    pub fn has(&self, ordinal: usize) -> bool {
        self.0.get(ordinal / 8).is_some_and(|byte| byte & 1 << (ordinal % 8) != 0)
    }

    /// Union with another set.
    pub fn union_with(&mut self, other: &Bits) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, their)| *own |= their);
    }

    /// Intersection with another set.
    pub fn intersect_with(&mut self, other: &Bits) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(own, their)| *own &= their);
    }

    /// The same set without spare capacity: equal sets have equal bytes.
    pub fn trimmed(mut self) -> Bits {
        let used = self.0.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        self.0.truncate(used);
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }

    pub fn count(&self) -> u32 {
        let (words, rest) = self.0.as_chunks();
        let words = words.iter().map(|word| u64::from_ne_bytes(*word).count_ones());
        words.chain(rest.iter().map(|byte| byte.count_ones())).sum()
    }

    /// The size of the intersection. Eight bytes at a time: a page with filters counts dozens of sets.
    pub fn intersection_count(&self, other: &Bits) -> u32 {
        let (own, their) = (self.0.as_chunks().0, other.0.as_chunks().0);
        let both = |own: &[u8; 8], their: &[u8; 8]| u64::from_ne_bytes(*own) & u64::from_ne_bytes(*their);
        let words: u32 = own.iter().zip(their).map(|(own, their)| both(own, their).count_ones()).sum();
        // The last bytes of the shorter set; in the longer one they may be within a word.
        let from = 8 * own.len().min(their.len());
        let rest = self.0[from..].iter().zip(&other.0[from..]);
        words + rest.map(|(own, their)| (own & their).count_ones()).sum::<u32>()
    }

    /// The ordinals in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte != 0)
            .flat_map(|(place, byte)| (0..8).filter(move |bit| byte & 1 << bit != 0).map(move |bit| place * 8 + bit))
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Bits {
        let mut bits = Bits::default();
        members.into_iter().for_each(|member| bits.set(member, true));
        bits
    }
}

impl From<Bits> for Val {
    fn from(bits: Bits) -> Val {
        Val::Blob(bits.0)
    }
}

/// Ordinals in some order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Order(Vec<u8>);

impl Order {
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.0.chunks_exact(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }
}

impl FromIterator<usize> for Order {
    /// Ordinals are below 2³².
    fn from_iter<I: IntoIterator<Item = usize>>(ordinals: I) -> Order {
        Order(ordinals.into_iter().flat_map(|ordinal| (ordinal as u32).to_le_bytes()).collect())
    }
}

impl From<Order> for Val {
    fn from(order: Order) -> Val {
        Val::Blob(order.0)
    }
}

/// Deserialises a blob at once; serde's own implementation goes byte by byte.
struct Blob;

impl de::Visitor<'_> for Blob {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a blob")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bits, D::Error> {
        deserializer.deserialize_byte_buf(Blob).map(Bits)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Order, D::Error> {
        deserializer.deserialize_byte_buf(Blob).map(Order)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn bits(ordinals: &BTreeSet<usize>) -> Bits {
        ordinals.iter().copied().collect()
    }

    proptest! {
        #[test]
        fn bitsets_behave_as_sets(a in prop::collection::btree_set(0_usize..200, 0..60), b in prop::collection::btree_set(0_usize..200, 0..60)) {
            let (mut joined, mut met) = (bits(&a), bits(&a));
            joined.union_with(&bits(&b));
            met.intersect_with(&bits(&b));
            prop_assert_eq!(joined.iter().collect::<BTreeSet<_>>(), &a | &b);
            prop_assert_eq!(met.iter().collect::<BTreeSet<_>>(), &a & &b);
            prop_assert_eq!(bits(&a).intersection_count(&bits(&b)), met.count());
            prop_assert_eq!(joined.count() as usize, (&a | &b).len());
            prop_assert_eq!((met.is_empty(), met.iter().count()), (met.count() == 0, met.count() as usize));
            prop_assert_eq!(met.trimmed(), bits(&(&a & &b)));
            prop_assert!((0..210).all(|ordinal| joined.has(ordinal) == (a.contains(&ordinal) || b.contains(&ordinal))));
        }

        #[test]
        fn full_set_contains_every_ordinal(total in 0_usize..100) {
            prop_assert_eq!(Bits::all(total).iter().collect::<Vec<_>>(), (0..total).collect::<Vec<_>>());
        }

        #[test]
        fn order_survives_a_round_trip(ordinals in prop::collection::vec(0_usize..100_000, 0..50)) {
            let order: Order = ordinals.iter().copied().collect();
            prop_assert_eq!(order.iter().collect::<Vec<_>>(), ordinals);
        }
    }

    #[test]
    fn removed_ordinal_is_not_contained() {
        let mut bits = Bits::all(10);
        bits.set(3, false);
        assert!(!bits.has(3) && bits.has(4) && bits.count() == 9);
    }
}
