//! The one source of time. Everything else gets `now` as an argument.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// A clock that runs at the pace of the machine's and can be set ahead or back; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    /// Milliseconds added to the machine's time.
    offset: Arc<AtomicI64>,
}

impl Clock {
    /// The present moment, in whole milliseconds: what the database keeps.
    pub fn now(&self) -> Timestamp {
        let now = Timestamp::now() + SignedDuration::from_millis(self.offset.load(Ordering::Relaxed));
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// Sets the present moment. Only the demonstration's door in `http::demo` calls this, never in production.
    pub fn set(&self, now: Timestamp) {
        let offset = now.as_millisecond() - Timestamp::now().as_millisecond();
        self.offset.store(offset, Ordering::Relaxed);
    }
}
