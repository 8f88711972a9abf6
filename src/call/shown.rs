//! What is told of an answer while it is made: what it shows of availability, which moves with each sale, and whether a
//! search has found nothing.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Something whose availability an answer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shows {
    /// By id: a product that has a page or a card.
    Product(i64),
    /// By id: how many products of a category are in stock.
    Category(i64),
    /// How many products of any list are in stock.
    Lists,
    /// An exact stock or a date: what is so at this moment.
    Moment,
}

/// Gathers it while the answer is made. Clones gather into the same place.
#[derive(Debug, Clone, Default)]
pub struct Shown(Arc<Mutex<Gathered>>);

#[derive(Debug, Default)]
struct Gathered {
    shows: BTreeSet<Shows>,
    missed: Option<String>,
}

impl Shown {
    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(&self, these: impl IntoIterator<Item = Shows>) {
        self.gathered().shows.extend(these);
    }

    /// What was gathered, in order; nothing is left.
    pub fn take(&self) -> Box<[Shows]> {
        std::mem::take(&mut self.gathered().shows).into_iter().collect()
    }

    /// Notes a term that nothing was found for. A transaction may run twice: of an answer one term is kept.
    pub fn miss(&self, term: String) {
        self.gathered().missed = Some(term);
    }

    /// The term that nothing was found for; nothing is left.
    pub fn take_missed(&self) -> Option<String> {
        self.gathered().missed.take()
    }
}
