//! The one source of time. Everything else gets `now` as an argument.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// A clock that runs at the pace of the machine's and can be set ahead or back; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    /// Milliseconds added to the machine's time; of a clock that stands, its time.
    offset: Arc<AtomicI64>,
    stands: bool,
}

impl Clock {
    /// A clock that moves only when it is set: what happens by it happens the same way each time.
    pub fn standing(at: Timestamp) -> Clock {
        Clock { offset: Arc::new(AtomicI64::new(at.as_millisecond())), stands: true }
    }

    /// The present moment, in whole milliseconds: what the database keeps.
    pub fn now(&self) -> Timestamp {
        if self.stands {
            return Timestamp::from_millisecond(self.offset.load(Ordering::Relaxed)).unwrap_or(Timestamp::UNIX_EPOCH);
        }
        let now = Timestamp::now() + SignedDuration::from_millis(self.offset.load(Ordering::Relaxed));
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// Sets the present moment. Only the demonstration's door in `http::demo` and tests call this, never production.
    pub fn set(&self, now: Timestamp) {
        let base = if self.stands { 0 } else { Timestamp::now().as_millisecond() };
        let offset = now.as_millisecond() - base;
        self.offset.store(offset, Ordering::Relaxed);
    }
}
