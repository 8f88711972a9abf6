//! The real binary over HTTP, with a real database file. One file a noun; `support` starts shops and speaks to them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod support;

mod api;
mod cli;
mod crash;
