//! The web shop as a library: all modules, by floor.
//!
//! Floors, from the ground up; imports point to a lower floor only, and inside floors 3 and 4 to an entry named earlier:
//!
//! | floor | modules |
//! |---|---|
//! | 0 errors and messages | [`error`] [`message`] |
//! | 1 domain | [`domain`]: pure, no I/O, no SQL, no clock |
//! | 2 plumbing | [`audit`] [`backup`] [`call`] [`call_context`] [`clock`] [`config`] [`data_dir`] [`db`] [`deed`] [`identity`] [`job_failure`] [`job_run`] [`limits`] [`mail_files`] [`operator_alert`] [`outbox`] [`passkey`] [`password`] [`personal_data`] [`security_log`] [`session`] [`smtp`] [`sort_key`] [`store_view`] [`throttle`] [`visitor_country`] [`xml`] |
//! | 3 slices, in this order | [`region`] [`staff`] [`token`] [`live`] [`address`] [`catalog`] [`search`] [`thread`] [`consent`] [`chat`] [`cms`] [`page`] [`look`] [`setting`] [`tariff`] [`visit`] [`captcha`] [`cart`] [`wishlist`] [`newsletter`] [`customer`] [`order`] [`shipment`] [`returns`] [`withdrawal`] [`loyalty`] [`invoice`] [`payment`] [`credential`] [`order_view`] [`settlement`] [`fulfillment`] [`amendment`] [`bank`] [`saved_view`] [`contact`] [`fapiao`] [`checkout`] [`privacy`] [`order_admin`] [`return_admin`] [`customer_admin`] [`telephone`] [`inbox`] [`stock`] [`packing`] [`picture`] [`product`] [`category`] [`lexicon`] [`campaign`] [`price`] [`promo`] [`language`] [`bulk`] [`restore`] [`staging`] [`figures`] [`compliance`] [`duty`] [`system`] |
//! | 4 entry points, in this order | [`ssr`] [`app`] [`http`] [`http::pages`] [`jobs`] [`http::demo`] |
//! | 5 wiring | [`cli`] [`server`] |
//!
//! A slice is a folder: `mod.rs` (what it is, and its table of calls) and, as needed, `calls.rs` (one function a path),
//! `types.rs` (arguments and answers), `store.rs` (all SQL of the noun), or files named after what they do. `POST /hah_api/cart/add` is the line
//! `.add(write("cart/add", calls::add).json().rate(Standard))` in `src/cart/mod.rs`.

pub mod error;
pub mod message;

pub mod domain;

pub mod audit;
pub mod backup;
pub mod call;
pub mod call_context;
pub mod clock;
pub mod config;
pub mod data_dir;
pub mod db;
pub mod deed;
pub mod identity;
pub mod job_failure;
pub mod job_run;
pub mod lexicon;
pub mod limits;
pub mod mail_files;
pub mod operator_alert;
pub mod outbox;
pub mod passkey;
pub mod password;
pub mod personal_data;
pub mod security_log;
pub mod session;
pub mod smtp;
pub mod sort_key;
pub mod store_view;
pub mod throttle;
pub mod visitor_country;
pub mod xml;

pub mod address;
pub mod amendment;
pub mod bank;
pub mod bulk;
pub mod campaign;
pub mod captcha;
pub mod cart;
pub mod catalog;
pub mod category;
pub mod chat;
pub mod checkout;
pub mod cms;
pub mod compliance;
pub mod consent;
pub mod contact;
pub mod credential;
pub mod customer;
pub mod customer_admin;
pub mod duty;
pub mod fapiao;
pub mod figures;
pub mod fulfillment;
pub mod inbox;
pub mod invoice;
pub mod language;
pub mod live;
pub mod look;
pub mod loyalty;
pub mod newsletter;
pub mod order;
pub mod order_admin;
pub mod order_view;
pub mod packing;
pub mod page;
pub mod payment;
pub mod picture;
pub mod price;
pub mod privacy;
pub mod product;
pub mod promo;
pub mod region;
pub mod restore;
pub mod return_admin;
pub mod returns;
pub mod saved_view;
pub mod search;
pub mod setting;
pub mod settlement;
pub mod shipment;
pub mod staff;
pub mod staging;
pub mod stock;
pub mod system;
pub mod tariff;
pub mod telephone;
pub mod thread;
pub mod token;
pub mod visit;
pub mod wishlist;
pub mod withdrawal;

pub mod app;
pub mod http;
pub mod jobs;
pub mod ssr;

pub mod cli;
pub mod server;

#[cfg(test)]
mod testing;
