//! A boutique in one executable.
//!
//! Floors, from the ground up; imports point down only:
//!
//! | floor | modules |
//! |---|---|
//! | 0 words | [`error`] [`message`] |
//! | 1 rules | [`domain`]: pure, no I/O, no SQL, no clock |
//! | 2 plumbing | [`call`] [`config`] [`copy`] [`data`] [`db`] [`identity`] [`means`] [`notice`] [`outbox`] [`password`] [`person`] [`session`] [`throttle`] [`clock`] |
//! | 3 slices, in this order | [`address`] [`catalog`] [`search`] [`page`] [`common`] [`captcha`] [`cart`] [`wishlist`] [`newsletter`] [`order`] [`invoice`] [`parcel`] [`payment`] [`aftercare`] [`withdrawal`] [`contact`] [`fapiao`] [`customer`] [`checkout`] |
//! | 4 doors | [`ssr`] [`app`] [`http`] [`pages`] [`jobs`] |
//! | 5 wiring | [`cli`] [`server`] |
//!
//! A slice is four files: `mod.rs` (what it is, and its table of calls), `calls.rs` (one function a path), `types.rs`
//! (arguments and answers), `store.rs` (all SQL of the noun). `POST /hah_api/cart/add` is the line
//! `.write("cart/add", calls::add)` in `src/cart/mod.rs`.

pub mod error;
pub mod message;

pub mod domain;

pub mod call;
pub mod clock;
pub mod collate;
pub mod config;
pub mod copy;
pub mod data;
pub mod db;
pub mod identity;
pub mod means;
pub mod notice;
pub mod outbox;
pub mod password;
pub mod person;
pub mod session;
pub mod throttle;

pub mod address;
pub mod aftercare;
pub mod captcha;
pub mod cart;
pub mod catalog;
pub mod checkout;
pub mod common;
pub mod contact;
pub mod customer;
pub mod fapiao;
pub mod invoice;
pub mod newsletter;
pub mod order;
pub mod page;
pub mod parcel;
pub mod payment;
pub mod search;
pub mod wishlist;
pub mod withdrawal;

pub mod app;
pub mod http;
pub mod jobs;
pub mod pages;
pub mod ssr;

pub mod cli;
pub mod server;

#[cfg(test)]
mod testing;
