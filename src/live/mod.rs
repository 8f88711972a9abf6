//! Live: what changes while somebody looks at it in the console.
//!
//! Triggers (`migrations/sqlite/V86__live.sql`) write a row for each change in the transaction that makes it, so that calls, jobs,
//! commands and other processes are heard alike. One [`Hub`] in each process reads the new rows once for all streams: at once
//! after a commit of this process, and every half second for those of others. It asks again and again whether the person behind
//! each stream may still hear, and ends the stream at once where the answer has become another.
//!
//! An open stream is also what tells that somebody has an order or a thread open, or is there at all to answer the chat: short-lived
//! rows, so that other processes know.
//!
//! | file | purpose |
//! |---|---|
//! | `noun` | what changes are about, and whose permission they need |
//! | `hub` | the streams of this process |
//! | `store` | all SQL |

mod hub;
mod noun;
mod store;
#[cfg(test)]
mod tests;

pub use hub::{Event, Hub, Opening, Stream};
pub use noun::Noun;
pub use store::{Position, delete_old, is_desk_staffed};
