//! The real binary over HTTP, with a real database file. One file a noun; `support` starts shops and speaks to them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod support;

mod api;
mod cart;
mod catalog;
mod checkout;
mod cli;
mod contact;
mod crash;
mod fapiao;
mod newsletter;
mod pages;
mod search;
mod talk;
mod wishlist;
