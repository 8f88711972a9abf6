//! Server rendering: the same bundle that the browser hydrates, run inside the binary.
//!
//! [`engine`] runs it, [`document`] puts its HTML into a page with head and primed answers, [`cache`] keeps public pages
//! compressed. None of them knows which page needs which calls: that is `pages`.

pub mod cache;
pub mod document;
pub mod engine;
pub mod paper;
