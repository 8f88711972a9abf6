//! Server rendering: the same bundle that the browser hydrates, run inside the binary.
//!
//! [`engine`] runs it, [`document`] writes the document around its HTML, [`cache`] stores public pages compressed. None of
//! them knows routes or calls: those are `http::pages`.

pub mod cache;
pub mod document;
pub mod engine;
pub mod print;
