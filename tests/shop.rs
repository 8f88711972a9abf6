//! Integration tests: the real binary over HTTP with a real database file. One file per noun; `support` has the harness.

#![expect(clippy::unwrap_used, reason = "a test stops at the first error")]

mod support;

mod address;
mod api;
mod armour;
mod captcha;
mod cart;
mod catalog;
mod catalogue_import;
mod chat;
mod checkout;
mod cli;
mod compliance;
mod console;
mod console_bank;
mod console_bulk;
mod console_changes;
mod console_deeds;
mod console_orders;
mod console_views;
mod contact;
mod crash;
mod crawl;
mod customer;
mod fapiao;
mod fraud;
mod hoard;
mod invoice;
mod jobs;
mod mail;
mod media;
mod metrics;
mod newsletter;
mod operator;
mod order;
mod order_link;
mod order_mail;
mod outage;
mod pages;
mod payment;
mod privacy;
mod region;
mod search;
mod security;
mod security_log;
mod seo;
mod session;
mod specification;
mod store_view;
mod stripe;
mod upgrade;
mod wechat;
mod wishlist;
mod withdrawal;
