//! Server rendering: the same bundle that the browser hydrates, run inside the binary.
//!
//! [`engine`] runs it, [`document`] writes the document around its HTML, [`cache`] stores public pages compressed,
//! [`availability`] tells which of them are behind. None of them knows routes: those are `http::pages`.

pub mod availability;
pub mod cache;
pub mod document;
pub mod engine;
pub mod print;
