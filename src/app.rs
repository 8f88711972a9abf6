//! The application state: built once at start, shared by all requests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::http::HeaderValue;
use jiff::civil::Date;

use crate::call::Api;
use crate::call_context::CallContext;
use crate::clock::Clock;
use crate::config::{Config, InForce};
use crate::db::Db;
use crate::domain::store_view::Lang;
use crate::limits::Limits;
use crate::live;
use crate::settlement::PaymentProcessor;
use crate::ssr::cache::{AnswerCache, PageCache};
use crate::ssr::document::Assets;
use crate::ssr::engine::Engine;
use crate::store_view;
use crate::visit;
use crate::visitor_country::Countries;

/// The running shop.
#[derive(Debug)]
pub struct App {
    pub in_force: Arc<InForce>,
    pub db: Db,
    pub api: Api,
    /// The calls of the console.
    pub console_api: Api,
    /// For calls with a step before their transaction.
    pub context: Arc<CallContext>,
    /// The Content-Security-Policy of every response.
    pub content_security: HeaderValue,
    pub clock: Clock,
    pub engine: Engine,
    pub assets: Assets,
    pub pages: PageCache,
    pub answers: AnswerCache,
    pub limits: Limits,
    pub payments: PaymentProcessor,
    pub search: crate::search::Index,
    /// Country by address, if a database file is configured.
    pub countries: Option<Countries>,
    /// The store views that requests are answered with; part of every cached page's key.
    pub store_views: store_view::Snapshot,
    /// The catalogue's version as last read; part of the key of every cached page.
    pub catalogue_version: AtomicI64,
    /// The commits of this process that are followed: what is held in memory is not older than them.
    pub followed: AtomicU64,
    /// Held while changes are followed.
    pub following: tokio::sync::Mutex<()>,
    /// Unix milliseconds of the next price change; 0: none known.
    pub price_boundary: AtomicI64,
    /// Whether requests are accepted: false while starting and stopping.
    pub ready: AtomicBool,
    /// Whether a copy of the database is being put back: nothing but that it is, is answered.
    pub restoring: AtomicBool,
    /// Shared by requests that are being answered; a restore takes it for itself, and so waits for them.
    pub requests: tokio::sync::RwLock<()>,
    pub health: Health,
    /// Visits, bags and checkouts that no job has written yet.
    pub visits: visit::Counter,
    /// Searches that have found nothing, which no job has written yet.
    pub misses: crate::search::Misses,
    /// Streams of the console.
    pub live: Arc<live::Hub>,
    /// Shared by running jobs; a stop takes it for itself, and so waits for them and lets no other begin.
    pub job_runs: tokio::sync::RwLock<()>,
    /// By job: held by its run in this process, under which the lease expires when the clock is set forward.
    pub job_turns: BTreeMap<&'static str, tokio::sync::Mutex<()>>,
    /// Held by the turn that goes on with the console's work on many things.
    pub bulk_turn: tokio::sync::Mutex<()>,
    /// Held while the anonymised copy is made or deleted.
    pub staging_turn: Arc<tokio::sync::Mutex<()>>,
    /// Held while the archive of a month is made.
    pub archive_turn: Arc<tokio::sync::Mutex<()>>,
    /// Held while sizes of pictures are made.
    pub picture_turn: Arc<tokio::sync::Mutex<()>>,
    /// The error page of each language, rendered at start for when rendering fails.
    pub fallbacks: RwLock<BTreeMap<Lang, String>>,
    /// Whether something that they show has changed since.
    pub fallbacks_due: AtomicBool,
}

impl App {
    /// The configuration in force. A request takes it once.
    pub fn config(&self) -> Arc<Config> {
        self.in_force.get()
    }
}

/// What the jobs have found out about the shop's health, for `/readyz`.
#[derive(Debug, Default)]
pub struct Health {
    state: Mutex<Findings>,
}

#[derive(Debug, Default)]
struct Findings {
    /// The night for which the database was last checked.
    checked: Option<Date>,
    damage: Option<String>,
    failing_jobs: BTreeSet<&'static str>,
    /// Why the jobs are held.
    clock_fault: Option<String>,
}

impl Health {
    fn state(&self) -> std::sync::MutexGuard<'_, Findings> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the database has not been checked yet for this night.
    pub fn is_check_due(&self, night: Date) -> bool {
        self.state().checked.is_none_or(|checked| checked < night)
    }

    /// Records a check of the database. Damage stays until the next start: it is mended while the shop is stopped.
    pub fn record_check(&self, night: Date, damage: Option<String>) {
        let mut state = self.state();
        state.checked = Some(night);
        state.damage = state.damage.take().or(damage);
    }

    /// The damage of the database, if a check has found any.
    pub fn damage(&self) -> Option<String> {
        self.state().damage.clone()
    }

    /// Records how the last run of a job ended.
    pub fn record_run(&self, job: &'static str, has_failed: bool) {
        let mut state = self.state();
        if has_failed {
            state.failing_jobs.insert(job);
        } else {
            state.failing_jobs.remove(job);
        }
    }

    /// Records the last check of the clock; answers whether it has found the first fault.
    pub fn record_clock(&self, fault: Option<String>) -> bool {
        let mut state = self.state();
        let is_new = state.clock_fault.is_none() && fault.is_some();
        state.clock_fault = fault;
        is_new
    }

    /// Why the jobs are held, if they are.
    pub fn clock_fault(&self) -> Option<String> {
        self.state().clock_fault.clone()
    }

    /// Jobs whose last run failed.
    pub fn failing_jobs(&self) -> Vec<&'static str> {
        self.state().failing_jobs.iter().copied().collect()
    }
}

/// The table of all calls.
pub fn api() -> Api {
    let calls = crate::call::Calls::default();
    let calls = crate::catalog::calls(calls);
    let calls = crate::search::calls(calls);
    let calls = crate::cms::calls(calls);
    let calls = crate::region::calls(calls);
    let calls = crate::consent::calls(calls);
    let calls = crate::chat::calls(calls);
    let calls = crate::captcha::calls(calls);
    let calls = crate::cart::calls(calls);
    let calls = crate::address::calls(calls);
    let calls = crate::invoice::calls(calls);
    let calls = crate::customer::calls(calls);
    let calls = crate::privacy::calls(calls);
    let calls = crate::loyalty::calls(calls);
    let calls = crate::payment::calls(calls);
    let calls = crate::order_view::calls(calls);
    let calls = crate::settlement::calls(calls);
    let calls = crate::checkout::calls(calls);
    let calls = crate::withdrawal::calls(calls);
    let calls = crate::wishlist::calls(calls);
    let calls = crate::newsletter::calls(calls);
    let calls = crate::contact::calls(calls);
    crate::fapiao::calls(calls).finish()
}

/// The table of all calls of the console.
pub fn console_api() -> Api {
    let calls = crate::call::Calls::default();
    let calls = crate::audit::staff_calls(calls);
    let calls = crate::security_log::staff_calls(calls);
    let calls = crate::deed::staff_calls(calls);
    let calls = crate::bank::staff_calls(calls);
    let calls = crate::order_admin::staff_calls(calls);
    let calls = crate::return_admin::staff_calls(calls);
    let calls = crate::telephone::staff_calls(calls);
    let calls = crate::customer_admin::staff_calls(calls);
    let calls = crate::newsletter::staff_calls(calls);
    let calls = crate::fapiao::staff_calls(calls);
    let calls = crate::inbox::staff_calls(calls);
    let calls = crate::packing::staff_calls(calls);
    let calls = crate::stock::staff_calls(calls);
    let calls = crate::page::staff_calls(calls);
    let calls = crate::look::staff_calls(calls);
    let calls = crate::setting::staff_calls(calls);
    let calls = crate::credential::staff_calls(calls);
    let calls = crate::tariff::staff_calls(calls);
    let calls = crate::language::staff_calls(calls);
    let calls = crate::campaign::staff_calls(calls);
    let calls = crate::price::staff_calls(calls);
    let calls = crate::promo::staff_calls(calls);
    let calls = crate::picture::staff_calls(calls);
    let calls = crate::product::staff_calls(calls);
    let calls = crate::category::staff_calls(calls);
    let calls = crate::lexicon::staff_calls(calls);
    let calls = crate::bulk::staff_calls(calls);
    let calls = crate::saved_view::staff_calls(calls);
    let calls = crate::restore::staff_calls(calls);
    let calls = crate::staging::staff_calls(calls);
    let calls = crate::figures::staff_calls(calls);
    let calls = crate::compliance::staff_calls(calls);
    let calls = crate::duty::staff_calls(calls);
    let calls = crate::system::staff_calls(calls);
    let calls = crate::token::staff_calls(calls);
    crate::staff::staff_calls(calls).finish_console()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::{Access, Call};
    use crate::domain::permission::Permission;

    /// A difference changes the contract, a limit or what follows a commit: it is to be seen in review.
    #[test]
    fn table_of_calls_equals_its_snapshot() {
        let line = |call: &Call| {
            let Call { path, mode, access, style, rate, after_commit, .. } = call;
            let [mode, access, style, rate, after] = [
                format!("{mode:?}"),
                format!("{access:?}"),
                format!("{style:?}"),
                format!("{rate:?}"),
                after_commit.map_or_else(String::new, |step| format!("{step:?}")),
            ];
            format!("{path:<24}{mode:<7}{access:<9}{style:<8}{rate:<10}{after}").trim_end().to_owned() + "\n"
        };
        let table: String = api().paths().map(line).collect();
        assert!(table == include_str!("../tests/snapshots/calls.txt"), "tests/snapshots/calls.txt becomes:\n{table}");
    }

    #[test]
    fn table_of_console_calls_equals_its_snapshot() {
        let line = |call: &Call| {
            let access = match call.access {
                Access::Staff(permission) => permission.map_or("signed in", Permission::code),
                Access::StaffPublic => "anybody",
                other => panic!("{} is a shopper's call: {other:?}", call.path),
            };
            let Call { path, mode, rate, needs_proof, while_locked, .. } = call;
            let [mode, rate] = [format!("{mode:?}"), format!("{rate:?}")];
            let proof = if *needs_proof { "proof " } else { "" };
            let deed = if call.is_deed() { "deed" } else { "" };
            let locked = if *while_locked { "while locked" } else { "" };
            let programs = if call.is_for_programs() { "programs" } else { "" };
            let rest = format!("{programs:<10}{proof}{deed}{locked}");
            format!("{path:<28}{mode:<7}{access:<18}{rate:<10}{rest}").trim_end().to_owned() + "\n"
        };
        let table: String = console_api().paths().map(line).collect();
        let file = "tests/snapshots/console_calls.txt";
        assert!(table == include_str!("../tests/snapshots/console_calls.txt"), "{file} becomes:\n{table}");
    }

    /// What changes something for others needs a permission.
    #[test]
    fn calls_without_a_permission_are_about_the_caller() {
        let own = [
            "bulk/again",
            "bulk/dismiss",
            "bulk/list",
            "bulk/papers",
            "bulk/prepare",
            "bulk/show",
            "bulk/start",
            "bulk/stop",
            "deed/dismiss",
            "deed/list",
            "deed/undo",
            "duty/list",
            "duty/mention_done",
            "passkey/accept_invitation",
            "passkey/invitation_options",
            "passkey/list",
            "passkey/prove",
            "passkey/prove_options",
            "passkey/register",
            "passkey/register_options",
            "passkey/remove",
            "passkey/rename",
            "passkey/sign_in",
            "passkey/sign_in_options",
            "passkey/unlock",
            "passkey/unlock_options",
            "saved_view/delete",
            "saved_view/list",
            "saved_view/move",
            "saved_view/save",
            "saved_view/set_default",
            "staff/end_session",
            "staff/invitation",
            "staff/lock",
            "staff/password",
            "staff/profile",
            "staff/prove",
            "staff/recovery_codes",
            "staff/register",
            "staff/session",
            "staff/sessions",
            "staff/sign_in",
            "staff/sign_out",
            "staff/unlock",
        ];
        let api = console_api();
        let free: Vec<&str> = api
            .paths()
            .filter(|call| matches!(call.access, Access::StaffPublic | Access::Staff(None)))
            .map(|call| call.path)
            .collect();
        assert_eq!(free, own);
    }
}
