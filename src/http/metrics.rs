//! `/metrics`: what the program counts while it runs, and how the house stands when it is asked. Prometheus text format 0.0.4.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use rust_decimal::prelude::ToPrimitive as _;

use crate::app::App;
use crate::backup;
use crate::call::View;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::domain::working_days::{in_shop_zone, start_of_day};
use crate::duty::{self, DutyKind};
use crate::error::{Error, Result};
use crate::http::visitor;
use crate::limits::RateClass;
use crate::{order, outbox, payment};

/// How a metric behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Begins at 0 with each start of the program and only grows.
    Counter,
    /// Stands at a value.
    Gauge,
    /// Quantiles, sum and count of what was observed.
    Histogram,
}
use Kind::{Counter, Gauge, Histogram};

/// Every metric of the program with what it means. `docs/deploy.md` has the same names.
pub const ALL: [(&str, Kind, &str); 41] = [
    ("shop_responses_total", Counter, "Responses by class of status."),
    ("shop_call_seconds", Histogram, "Duration of a call of the storefront."),
    ("shop_console_call_seconds", Histogram, "Duration of a call of the console."),
    ("shop_console_streams", Gauge, "Open streams of changes to the console."),
    ("shop_internal_errors_total", Counter, "Answers 500; the log has the cause under the id of the request."),
    ("shop_unavailable_total", Counter, "Answers 503 because the shop could not write or was too busy."),
    ("shop_queue_full_total", Counter, "Requests refused because a queue of the database was full."),
    ("shop_commit_group_size", Histogram, "Transactions committed together."),
    ("shop_page_cache_hits_total", Counter, "Pages answered from the cache."),
    ("shop_page_cache_misses_total", Counter, "Pages that were not in the cache, or outdated."),
    ("shop_pages_rendered_total", Counter, "Pages rendered for the cache."),
    ("shop_render_cpu_seconds", Histogram, "CPU time of rendering a page or mail."),
    ("shop_render_failures_total", Counter, "Renderings that failed or took too long."),
    ("shop_page_failures_total", Counter, "Pages answered 503; should stay 0."),
    ("shop_password_hashes_total", Counter, "Passwords hashed."),
    ("shop_password_queue_full_total", Counter, "Logins and registrations refused because too many passwords waited."),
    ("shop_job_runs_total", Counter, "Runs of the jobs by outcome."),
    ("shop_job_stuck_rows", Gauge, "Rows at which a job keeps failing; `shop jobs stuck` lists them."),
    ("shop_mail_timeouts_total", Counter, "Attempts to send a mail that ended because the mail server hung."),
    ("shop_payment_notices_total", Counter, "Webhooks of payment gateways by outcome."),
    ("shop_unpaid_limit_total", Counter, "Unpaid orders beyond the limits, which wait for a mailed link."),
    ("shop_unpaid_refused_total", Counter, "Unpaid orders refused because such orders hold their share of a product."),
    ("shop_payment_throttled_total", Counter, "Attempts to pay refused by the limits against card testing."),
    ("shop_open", Gauge, "1 while the shop takes orders, 0 while it starts or stops."),
    ("shop_damaged", Gauge, "1 once damage of the database is known."),
    ("shop_jobs_held", Gauge, "1 while no job runs because the clock is wrong."),
    ("shop_jobs_failing", Gauge, "Jobs whose last run failed."),
    ("shop_orders_today", Gauge, "Orders placed since midnight in the shop's zone, without canceled ones."),
    ("shop_revenue_today_euros", Gauge, "Their totals, VAT included, at the rates of the orders."),
    ("shop_pieces_today", Gauge, "Pieces in these orders."),
    ("shop_duties", Gauge, "Things that wait for somebody of the house, by kind of duty."),
    ("shop_duties_overdue", Gauge, "Those of them that are past their deadline."),
    ("shop_payments_waiting", Gauge, "Orders that wait for money by transfer, by cheque or in person."),
    ("shop_payments_uncertain", Gauge, "Online payments of which the gateway has not told the outcome."),
    ("shop_refunds_waiting", Gauge, "Refunds that are not made yet, by who makes them."),
    ("shop_mails_waiting", Gauge, "Mails that wait for their next attempt."),
    ("shop_mails_failed", Gauge, "Mails that were given up; `shop mail list --which failed` lists them."),
    ("shop_backup_timestamp_seconds", Gauge, "When the newest verified copy was made, in Unix time; 0 without one."),
    ("shop_database_bytes", Gauge, "Bytes of the database without its log."),
    ("shop_disk_free_bytes", Gauge, "Bytes that the shop can still write, by folder."),
    ("shop_disk_size_bytes", Gauge, "Bytes of the file system, by folder."),
];

/// Starts counting. None where something else counts in this process already.
pub fn install() -> Option<PrometheusHandle> {
    let handle = PrometheusBuilder::new().install_recorder().ok()?;
    for (name, kind, help) in ALL {
        match kind {
            Counter => metrics::describe_counter!(name, help),
            Gauge => metrics::describe_gauge!(name, help),
            Histogram => metrics::describe_histogram!(name, help),
        }
    }
    Some(handle)
}

/// Answers whom the configuration admits; to others the path does not exist.
pub async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    handle: PrometheusHandle,
) -> Response {
    let address = visitor::address(&headers, peer, &app.config());
    // Guesses at the token count as requests.
    let is_admitted = visitor::is_admitted(&app, &headers, peer, RateClass::Standard);
    if !is_admitted || !visitor::may_read_metrics(&headers, address, &app.config()) {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    }
    // What the program counted is told even when the house cannot be asked.
    if let Err(error) = measure(&app).await {
        tracing::warn!(%error, "the house could not be measured");
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], handle.render()).into_response()
}

/// The value of a gauge.
#[expect(clippy::cast_precision_loss, reason = "figures of a shop are far below 2^53")]
fn number(figure: i64) -> f64 {
    figure as f64
}

fn set(name: &'static str, figure: i64) {
    metrics::gauge!(name).set(number(figure));
}

/// Sets the gauges of the house: they are measured when they are asked for, so that each process tells the same.
async fn measure(app: &Arc<App>) -> Result<()> {
    set("shop_open", i64::from(app.ready.load(std::sync::atomic::Ordering::Relaxed)));
    set("shop_damaged", i64::from(app.health.damage().is_some()));
    set("shop_jobs_held", i64::from(app.health.clock_fault().is_some()));
    set("shop_jobs_failing", i64::try_from(app.health.failing_jobs().len()).unwrap_or(i64::MAX));
    let data = app.config().data.directory.clone();
    let copies = data.join(&app.config().backup.directory);
    let folders = tokio::task::spawn_blocking(move || {
        measure_disk("data", &data);
        // Made by the first copy.
        measure_disk("backup", copies.ancestors().find(|folder| folder.exists()).unwrap_or(&data));
        let made_at = backup::newest_made_at(&copies).and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        set("shop_backup_timestamp_seconds", made_at.map_or(0, |age| age.as_secs().cast_signed()));
    });
    folders.await.map_err(|error| Error::from(anyhow::Error::from(error)))?;
    let stores = app.store_views.get();
    // Language and currency decide the names of things only, which nobody reads here.
    let view = View::new(&stores, Lang::En, Currency::Eur, app.clock.now(), &app.config());
    app.db.read(move |tx| measure_house(tx, &view)).await
}

fn measure_disk(folder: &'static str, path: &Path) {
    let bytes = |blocks: u64, size: u64| number(i64::try_from(blocks.saturating_mul(size)).unwrap_or(i64::MAX));
    // A folder that has gone is told by `/readyz`.
    let Ok(disk) = rustix::fs::statvfs(path) else { return };
    metrics::gauge!("shop_disk_free_bytes", "folder" => folder).set(bytes(disk.f_bavail, disk.f_frsize));
    metrics::gauge!("shop_disk_size_bytes", "folder" => folder).set(bytes(disk.f_blocks, disk.f_frsize));
}

fn measure_house(tx: &mut dyn Tx, view: &View) -> Result<()> {
    let today = order::figures(tx, start_of_day(in_shop_zone(view.now).date()), view.now)?;
    set("shop_orders_today", today.orders);
    set("shop_pieces_today", today.pieces);
    metrics::gauge!("shop_revenue_today_euros").set(today.revenue.decimal().to_f64().unwrap_or(f64::NAN));
    for kind in DutyKind::ALL {
        let (count, overdue) = duty::count(tx, view, kind)?;
        metrics::gauge!("shop_duties", "kind" => kind.code()).set(number(count));
        metrics::gauge!("shop_duties_overdue", "kind" => kind.code()).set(number(overdue));
    }
    set("shop_payments_waiting", order::count_waiting_for_money(tx, view.now)?.count);
    set("shop_payments_uncertain", payment::count_uncertain(tx)?);
    set("shop_mails_waiting", outbox::count_waiting(tx)?);
    set("shop_mails_failed", outbox::count_given_up(tx)?);
    let refunds = |by: &'static str, count: i64| metrics::gauge!("shop_refunds_waiting", "by" => by).set(number(count));
    refunds("hand", payment::count_refunds_for_operator(tx, view.now)?.count);
    refunds("gateway", payment::count_refunds_for_gateway(tx)?);
    set("shop_database_bytes", i64::try_from(crate::system::database_bytes(tx)?).unwrap_or(i64::MAX));
    Ok(())
}
