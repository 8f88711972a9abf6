//! The only source of time. Everything else receives `now` as an argument.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// The system clock with an offset, or a manual clock; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    /// Milliseconds added to the system's time; of a manual clock, its time.
    offset: Arc<AtomicI64>,
    is_manual: bool,
}

impl Clock {
    /// A clock that moves only when it is set: for deterministic simulations.
    pub fn manual(at: Timestamp) -> Clock {
        Clock { offset: Arc::new(AtomicI64::new(at.as_millisecond())), is_manual: true }
    }

    /// The current time in whole milliseconds, as the database stores it.
    pub fn now(&self) -> Timestamp {
        if self.is_manual {
            return Timestamp::from_millisecond(self.offset.load(Ordering::Relaxed)).unwrap_or(Timestamp::UNIX_EPOCH);
        }
        let now = Timestamp::now() + SignedDuration::from_millis(self.offset.load(Ordering::Relaxed));
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// Sets the current time. Only the demonstration's endpoint in `http::demo` and tests call this, never production.
    pub fn set(&self, now: Timestamp) {
        let base = if self.is_manual { 0 } else { Timestamp::now().as_millisecond() };
        let offset = now.as_millisecond() - base;
        self.offset.store(offset, Ordering::Relaxed);
    }
}
