//! What a kept answer shows of availability, which moves with each sale.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

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
pub struct Shown(Arc<Mutex<BTreeSet<Shows>>>);

impl Shown {
    pub fn add(&self, these: impl IntoIterator<Item = Shows>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(these);
    }

    /// What was gathered, in order; nothing is left.
    pub fn take(&self) -> Box<[Shows]> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
    }
}
