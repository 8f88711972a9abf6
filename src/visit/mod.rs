//! How many came, how many filled a bag, how many went to the checkout: a number a day, and nothing else is kept.
//!
//! Nobody is recognised: no cookie, no address, no hash. A visit is a page that a browser opens from outside of the shop, a bag the first
//! thing in an empty one, a checkout the first look of a session at it on a day. They are counted in memory and written by a job
//! every minute; what a killed process had counted in the last minute is lost.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::db::Tx;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::vals;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Visit,
    Bag,
    Checkout,
}

impl Step {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Visit => "visit",
            Self::Bag => "bag",
            Self::Checkout => "checkout",
        }
    }
}

/// Counts by day and step.
pub type Counts = BTreeMap<(Date, Step), i64>;

/// Sessions that are remembered for a day; beyond them, a look at the checkout counts each time.
const REMEMBERED: usize = 100_000;

/// What was counted since it was last written.
#[derive(Debug, Default)]
pub struct Counter(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    counts: Counts,
    /// Sessions that have opened the checkout on that day.
    at_checkout: (Date, HashSet<i64>),
}

impl Counter {
    fn counted(&self) -> std::sync::MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn count(&self, step: Step, now: Timestamp) {
        *self.counted().counts.entry((in_shop_zone(now).date(), step)).or_default() += 1;
    }

    /// Counts a look at the checkout, once a day for a session.
    pub fn count_checkout(&self, session_id: i64, now: Timestamp) {
        let day = in_shop_zone(now).date();
        let mut counted = self.counted();
        if counted.at_checkout.0 != day {
            counted.at_checkout = (day, HashSet::new());
        }
        let sessions = &mut counted.at_checkout.1;
        if sessions.contains(&session_id) {
            return;
        }
        if sessions.len() < REMEMBERED {
            sessions.insert(session_id);
        }
        *counted.counts.entry((day, Step::Checkout)).or_default() += 1;
    }

    /// Takes what was counted, to be written.
    pub fn take(&self) -> Counts {
        std::mem::take(&mut self.counted().counts)
    }

    /// Gives back what could not be written.
    pub fn give_back(&self, counts: Counts) {
        let mut counted = self.counted();
        for (of, count) in counts {
            *counted.counts.entry(of).or_default() += count;
        }
    }
}

/// Adds to the counts of days.
pub fn save(tx: &mut dyn Tx, counts: &Counts) -> Result<()> {
    for ((day, step), count) in counts {
        tx.exec(
            "INSERT INTO daily_count (day, step, count) VALUES ($1, $2, $3)
             ON CONFLICT (day, step) DO UPDATE SET count = daily_count.count + excluded.count",
            vals![day.to_string(), step.code(), *count],
        )?;
    }
    Ok(())
}

/// Counts at once, with what else a transaction changes.
pub fn count(tx: &mut dyn Tx, step: Step, now: Timestamp) -> Result<()> {
    save(tx, &Counts::from([((in_shop_zone(now).date(), step), 1)]))
}

/// The counts of the days from `from` to `to`.
pub fn list(tx: &mut dyn Tx, from: Date, to: Date) -> Result<Counts> {
    let rows: Vec<(Date, Step, i64)> = tx.all(
        "SELECT day, step, count FROM daily_count WHERE day >= $1 AND day <= $2",
        vals![from.to_string(), to.to_string()],
    )?;
    Ok(rows.into_iter().map(|(day, step, count)| ((day, step), count)).collect())
}

/// The first day of which there is a count.
pub fn since(tx: &mut dyn Tx) -> Result<Option<Date>> {
    tx.one("SELECT MIN(day) FROM daily_count", vals![])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, at};
    use crate::testing::{empty, with};

    #[test]
    fn counts_are_numbers_of_days_and_add_up() {
        let shop = empty();
        let (counter, now) = (Counter::default(), at(fixture::NOW));
        let tomorrow = now + jiff::SignedDuration::from_hours(24);
        counter.count(Step::Visit, now);
        counter.count(Step::Visit, now);
        counter.count(Step::Visit, tomorrow);
        for session_id in [1, 2, 1] {
            counter.count_checkout(session_id, now);
        }
        counter.count_checkout(1, tomorrow);
        let counts = counter.take();
        assert!(counter.take().is_empty());
        with(&shop, |tx| save(tx, &counts));
        counter.give_back(counts);
        with(&shop, |tx| save(tx, &counter.take()));
        let day = in_shop_zone(now).date();
        let next = in_shop_zone(tomorrow).date();
        let listed = with(&shop, |tx| list(tx, day, next));
        assert_eq!(
            listed,
            Counts::from([
                ((day, Step::Visit), 4),
                ((day, Step::Checkout), 4),
                ((next, Step::Visit), 2),
                ((next, Step::Checkout), 2),
            ])
        );
        assert_eq!(with(&shop, |tx| list(tx, next, next)).len(), 2);
    }
}
