//! Which products have changed their availability lately, and whether a kept page is behind: pages say *in stock* or *sold
//! out*, and each sale of a last piece would throw all of them away.
//!
//! Versions are those of the catalogue's table; times are the shop's clock.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{PoisonError, RwLock};

use jiff::{SignedDuration, Timestamp};

use crate::call::Shows;
use crate::catalog::AvailabilityChanges;

/// How long a page may say what was so before, while it is made anew.
const PATIENCE: SignedDuration = SignedDuration::from_secs(5);

/// Whether a page says what is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Age {
    Current,
    /// Something that it shows has changed within the last seconds: good enough while it is made anew.
    Behind,
    /// Something has changed longer ago than that.
    Outdated,
}

/// The changes of one product, or of the products of one list.
#[derive(Debug, Default)]
struct Changes {
    /// The last that is longer ago than [`PATIENCE`].
    old: i64,
    /// Version and time of the later ones, in order.
    recent: Vec<(i64, Timestamp)>,
}

impl Changes {
    fn add(&mut self, version: i64, now: Timestamp) {
        let is_old = |at: Timestamp| now.duration_since(at) >= PATIENCE || at > now;
        let kept = self.recent.iter().take_while(|(_, at)| is_old(*at)).count();
        self.old = self.recent.drain(..kept).map(|(version, _)| version).max().unwrap_or(0).max(self.old);
        self.recent.push((version, now));
    }

    fn age(&self, version: i64, now: Timestamp) -> Age {
        if self.old > version {
            return Age::Outdated;
        }
        match self.recent.iter().find(|(changed, _)| *changed > version) {
            None => Age::Current,
            Some((_, at)) if now.duration_since(*at) < PATIENCE => Age::Behind,
            Some(_) => Age::Outdated,
        }
    }
}

#[derive(Debug, Default)]
struct Seen {
    products: HashMap<i64, Changes>,
    categories: HashMap<i64, Changes>,
    lists: Changes,
}

/// The changes that this process has seen.
#[derive(Debug, Default)]
pub struct Availability {
    version: AtomicI64,
    seen: RwLock<Seen>,
}

impl Availability {
    /// The version as last seen.
    pub fn version(&self) -> i64 {
        self.version.load(Ordering::Acquire)
    }

    /// Notes what has changed between the version as last seen and this one.
    pub fn note(&self, version: i64, changes: AvailabilityChanges, now: Timestamp) {
        let mut seen = self.seen.write().unwrap_or_else(PoisonError::into_inner);
        for (product, changed) in &changes.products {
            seen.products.entry(*product).or_default().add(*changed, now);
        }
        for category in changes.categories {
            seen.categories.entry(category).or_default().add(version, now);
        }
        seen.lists.add(version, now);
        self.version.fetch_max(version, Ordering::Release);
    }

    /// The age of a page that was made at a version and shows these.
    pub fn age(&self, version: i64, shows: &[Shows], now: Timestamp) -> Age {
        let seen = self.seen.read().unwrap_or_else(PoisonError::into_inner);
        let mut age = Age::Current;
        for one in shows {
            let changes = match one {
                Shows::Product(id) => seen.products.get(id),
                Shows::Category(id) => seen.categories.get(id),
                Shows::Lists => Some(&seen.lists),
                // Pages show none.
                Shows::Moment => None,
            };
            match changes.map_or(Age::Current, |changes| changes.age(version, now)) {
                Age::Current => {}
                Age::Behind => age = Age::Behind,
                Age::Outdated => return Age::Outdated,
            }
        }
        age
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(products: &[(i64, i64)], categories: &[i64]) -> AvailabilityChanges {
        AvailabilityChanges { products: products.to_vec(), categories: categories.to_vec() }
    }

    #[test]
    fn only_what_shows_a_changed_product_is_behind_and_not_for_long() {
        let availability = Availability::default();
        let at = |seconds: i64| Timestamp::from_second(1_800_000_000 + seconds).expect("a time");
        let page = [Shows::Product(1), Shows::Product(2), Shows::Category(7)];
        availability.note(4, changed(&[(9, 4)], &[8]), at(0));
        assert_eq!(availability.version(), 4);
        assert_eq!(availability.age(3, &page, at(0)), Age::Current, "another product, another category");
        assert_eq!(availability.age(3, &[Shows::Lists], at(0)), Age::Behind, "lists show how many are in stock");

        availability.note(5, changed(&[(2, 5)], &[7]), at(10));
        assert_eq!(availability.age(4, &page, at(10)), Age::Behind);
        assert_eq!(availability.age(4, &page, at(14)), Age::Behind);
        assert_eq!(availability.age(4, &page, at(15)), Age::Outdated);
        assert_eq!(availability.age(5, &page, at(15)), Age::Current, "made after the change");
        assert_eq!(availability.age(4, &page[..1], at(15)), Age::Current);
        assert_eq!(availability.age(4, &page[2..], at(14)), Age::Behind, "the category alone");
    }

    #[test]
    fn what_changes_every_second_is_not_shown_as_it_was_for_longer() {
        let availability = Availability::default();
        let at = |seconds: i64| Timestamp::from_second(1_800_000_000 + seconds).expect("a time");
        for second in 1..=60 {
            availability.note(second, changed(&[(1, second)], &[]), at(second));
            let age = |version| availability.age(version, &[Shows::Product(1)], at(second));
            assert_eq!(age(second), Age::Current);
            assert_eq!(age(0), if second < 6 { Age::Behind } else { Age::Outdated }, "after {second} s");
            let recent = availability.seen.read().expect("whole").products[&1].recent.len();
            assert!(recent <= 6, "{recent} are remembered");
        }
    }
}
