//! What is built once at start and shared by every request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64};

use crate::call::Api;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::http::limit::Limits;
use crate::payment::Desk;
use crate::ssr::cache::PageCache;
use crate::ssr::document::Assets;
use crate::ssr::engine::Engine;

/// The running shop.
#[derive(Debug)]
pub struct App {
    pub config: Arc<Config>,
    pub db: Db,
    pub api: Api,
    pub clock: Clock,
    pub engine: Engine,
    pub assets: Assets,
    pub pages: PageCache,
    pub limits: Limits,
    pub desk: Desk,
    pub search: crate::search::Index,
    /// The catalogue's version, as last seen: part of every cached page's key.
    pub catalogue_version: AtomicI64,
    /// Unix milliseconds of the next price change; 0: none known.
    pub price_boundary: AtomicI64,
    /// Whether requests may come: false while starting and while stopping.
    pub ready: AtomicBool,
}

/// The table of all calls.
pub fn api() -> Api {
    let calls = crate::call::Calls::default();
    let calls = crate::catalog::calls(calls);
    let calls = crate::search::calls(calls);
    let calls = crate::page::calls(calls);
    let calls = crate::common::calls(calls);
    let calls = crate::cart::calls(calls);
    let calls = crate::payment::calls(calls);
    let calls = crate::checkout::calls(calls);
    let calls = crate::withdrawal::calls(calls);
    later(calls).finish()
}

/// Paths of the contract that wait for their slice.
fn later(calls: crate::call::Calls) -> crate::call::Calls {
    const GUARDED: &[&str] = &[
        "account/delete",
        "account/export",
        "account/info",
        "account/password",
        "account/undelete",
        "account/update",
        "address/create",
        "address/delete",
        "address/index",
        "address/update",
        "contact/accountpost",
        "customer/logout",
        "fapiao/create",
        "membercard/index",
        "order/cancel",
        "order/index",
        "order/invoice",
        "order/view",
        "wishlist/add",
        "wishlist/index",
        "wishlist/remove",
        "wishlist/status",
    ];
    const OPEN: &[&str] = &[
        "account/forgot",
        "account/reset",
        "captcha/challenge",
        "contact/post",
        "customer/create",
        "customer/login",
        "newsletter/confirm",
        "newsletter/subscribe",
        "newsletter/unsubscribe",
    ];
    let calls = GUARDED.iter().fold(calls, |calls, path| calls.later_member(path));
    OPEN.iter().fold(calls, |calls, path| calls.later(path))
}
