//! The HTTP server: opens database and search, builds the router, stops gracefully.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::routing::{any, get, post};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_cron_scheduler::JobScheduler;

use crate::app::{self, App};
use crate::audit::{self, SealReference};
use crate::call_context::{CallContext, JobsByHand};
use crate::clock::Clock;
use crate::config::{CaptchaProvider, Config, InForce};
use crate::db::Db;
use crate::http::idle_timeout::{Activity, ObservedStream};
use crate::http::pages::{self, invoice};
use crate::http::{
    api, assets, consent, console, demo, demo_pay, follow, gateways, health, layers, metrics, newsletter,
};
use crate::limits::Limits;
use crate::password::Passwords;
use crate::payment::gateway::Gateways;
use crate::restore::{self, Restore};
use crate::search::{Index, Misses};
use crate::settlement::PaymentProcessor;
use crate::settlement::processor::system_random;
use crate::ssr::cache::{AnswerCache, PageCache};
use crate::ssr::document::Assets;
use crate::ssr::engine::{Bundle, Engine};
use crate::ssr::print;
use crate::visitor_country::Countries;
use crate::{call_context, cms, jobs, setting, store_view, visit};

/// Binds the port before anything else, so that a port in use is reported at once.
pub async fn bind(config: &Config) -> anyhow::Result<TcpListener> {
    let address = config.server.listen;
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            anyhow!("{address} is taken by another program; stop it or choose another with --listen")
        }
        _ => anyhow!("cannot listen on {address}: {error}; choose another address with --listen"),
    })
}

/// Begins to compile the bundle that renders pages, letters and papers.
pub fn bundle() -> anyhow::Result<Bundle> {
    Bundle::compile(assets::Ui::get("server/server.js").context(NO_UI)?.data)
}

/// Builds the shop on a migrated database, with the clock that it has, or had before it was opened anew. The settings of the house
/// come on top of what the machine says.
pub async fn build(machine: &Config, database: &Path, clock: Clock, bundle: Bundle) -> anyhow::Result<Arc<App>> {
    let list = assets::Ui::get("client/assets.json").context(NO_UI)?;
    let console = assets::Ui::get("console/assets.json").context(NO_UI)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if machine.render.threads == 0 { cores.min(4) } else { machine.render.threads };
    // Nothing but ring is compiled in. A second server in this process has installed it already.
    drop(rustls::crypto::ring::default_provider().install_default());
    // The index first: readers attach its file when they open.
    let search = Index::open(database, cms::help_pages)?;
    let db = Db::open(database, machine.data.readers, machine.data.queue)?;
    let said = Arc::clone(&machine.source);
    let (version, config) = db.read(move |tx| setting::load(tx, &said)).await.map_err(|error| anyhow!("{error:#}"))?;
    let config = Arc::new(config);
    let in_force = Arc::new(InForce::new(version, Arc::clone(&config)));
    let mut fresh = [0_u8; 32];
    getrandom::fill(&mut fresh)?;
    let engine = Engine::start(bundle, threads, Duration::from_millis(config.render.budget_ms))?;
    let papers = print::papers(engine.clone());
    let context = CallContext {
        papers,
        jobs: JobsByHand::default(),
        db: db.clone(),
        passwords: Passwords::start(config.accounts.hash_threads, config.accounts.hash_queue)?,
        http: (config.captcha.provider == CaptchaProvider::Recaptcha).then(call_context::http_client).transpose()?,
        secret: db
            .write(move |tx| call_context::secret(tx, call_context::SHOP, &fresh))
            .await
            .map_err(|e| anyhow!("{e}"))?,
    };
    let rows = db.read(store_view::list).await.map_err(|e| anyhow!("{e}"))?;
    let store_views = store_view::Snapshot::new(rows, &config)?;
    let gateways = Gateways::new(&config, &db, &clock)?;
    let app = Arc::new(App {
        payments: PaymentProcessor::new(db.clone(), clock.clone(), Arc::clone(&in_force), gateways, system_random()),
        search,
        db,
        api: app::api(),
        console_api: app::console_api(),
        context: Arc::new(context),
        content_security: layers::content_security(&config),
        clock,
        engine,
        assets: Assets::new(&list.data, &console.data)?,
        pages: PageCache::new(config.render.cache_mb),
        answers: AnswerCache::new(config.render.cache_mb),
        limits: Limits::new(&config.limits),
        store_views,
        catalogue_version: AtomicI64::new(0),
        followed: AtomicU64::new(u64::MAX),
        following: tokio::sync::Mutex::default(),
        price_boundary: AtomicI64::new(0),
        ready: AtomicBool::new(false),
        restoring: AtomicBool::new(false),
        requests: tokio::sync::RwLock::default(),
        health: app::Health::default(),
        visits: visit::Counter::default(),
        misses: Misses::default(),
        live: Arc::default(),
        job_runs: tokio::sync::RwLock::default(),
        bulk_turn: tokio::sync::Mutex::default(),
        staging_turn: Arc::default(),
        archive_turn: Arc::default(),
        picture_turn: Arc::default(),
        job_turns: jobs::ALL.iter().map(|job| (job.name, tokio::sync::Mutex::default())).collect(),
        fallbacks: RwLock::default(),
        fallbacks_due: AtomicBool::default(),
        countries: Countries::open(&config)?,
        in_force,
    });
    jobs::offer_by_hand(&app);
    follow::run(&app).await.map_err(|e| anyhow!("{e}"))?;
    Ok(app)
}

const NO_UI: &str = "this binary was built without its user interface; build it with `make shop`";

/// All HTTP routes.
pub fn router(app: Arc<App>) -> Router {
    // Figures go on when the shop is opened anew.
    static COUNTED: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let counted = COUNTED.get_or_init(metrics::install).clone();
    let figures = move |state: State<Arc<App>>, peer: ConnectInfo<SocketAddr>, headers: HeaderMap| async move {
        match counted.clone() {
            Some(handle) => metrics::metrics(state, peer, headers, handle).await,
            None => axum::response::IntoResponse::into_response(axum::http::StatusCode::NOT_FOUND),
        }
    };
    Router::new()
        .route("/hah_api", any(api::handle))
        .route("/hah_api/", any(api::handle))
        .route("/hah_api/{*path}", any(api::handle))
        .route("/console_api", any(console::handle))
        .route("/console_api/", any(console::handle))
        .route("/console_api/{*path}", any(console::handle))
        .route("/console", get(console::page))
        .route("/console/", get(console::page))
        .route("/console/{*path}", get(console::page))
        .route("/assets/{*path}", get(assets::ui))
        .route("/media/{*path}", get(assets::media))
        .route("/favicon.ico", get(assets::favicon))
        .route("/brand/{file}", get(assets::brand))
        .route("/pictograms/{file}", get(assets::pictogram))
        .route("/notices/guarantee/{lang}", get(assets::notice))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(figures))
        .route("/robots.txt", get(pages::sitemap::robots))
        .route("/llms.txt", get(pages::sitemap::llms))
        .route("/sitemap.xml", get(pages::sitemap::index))
        .route("/sitemap/{file}", get(pages::sitemap::part))
        .route("/{lang}/feed.xml", get(pages::feed::handle))
        .route("/demo/clock", post(demo::clock))
        .route("/demo/pay/{reference}", get(demo_pay::page).post(demo_pay::choose))
        .route("/payment/return", get(gateways::returned))
        .route("/webhooks/{gateway}", post(gateways::handle_webhook))
        .route("/newsletter/unsubscribe/{token}", get(newsletter::look_unsubscribe).post(newsletter::unsubscribe))
        .route("/newsletter/confirm/{token}", get(newsletter::look_confirm).post(newsletter::confirm))
        .route("/{lang}/withdrawal-form.pdf", any(invoice::withdrawal_form))
        .route("/{lang}/do/common/consent", get(consent::look).post(consent::choose))
        .route("/{lang}/do/{*path}", get(pages::forms::look).post(pages::forms::handle))
        .route("/{lang}/invoice/{key}", any(invoice::handle))
        .route("/{lang}/invoice/{key}/{number}", any(invoice::handle))
        .fallback(pages::handle)
        .with_state(app)
}

/// How serving ended.
#[derive(Debug)]
pub enum Ended {
    /// By SIGTERM or SIGINT.
    Stopped,
    /// A restore was carried out, or has failed: the shop is to be opened anew, on the same port.
    ToReopen(TcpListener),
}

/// Puts a copy in the place of the database, which is closed.
pub type CarryOut = Box<dyn FnOnce(Restore, Option<SealReference>, Timestamp) + Send>;

/// Serves until SIGTERM or SIGINT, or until a restore has been carried out; lets open requests finish first.
pub async fn serve(app: Arc<App>, listener: TcpListener, carry_out: CarryOut) -> anyhow::Result<Ended> {
    let address = listener.local_addr()?;
    let mut scheduler = jobs::start(Arc::clone(&app)).await?;
    tokio::spawn(Arc::clone(&app.live).run(app.db.clone(), app.clock.clone()));
    let router = router(Arc::clone(&app));
    app.ready.store(true, Ordering::Relaxed);
    tracing::info!(%address, url = app.config().public_url(), "the shop is open");
    pages::prepare_fallbacks(&app);
    let open = GracefulShutdown::new();
    let mut stopping = Box::pin(stop_signal());
    let has_stopped = {
        let mut accepting = Box::pin(accept(&app, &listener, &router, &open));
        let due = tokio::select! {
            () = &mut accepting => None,
            () = &mut stopping => None,
            restore = next_restore(&app) => Some(restore),
        };
        match due {
            None => true,
            Some(restore) => {
                // Whoever comes meanwhile is told.
                let mut restoring = Box::pin(restore_now(&app, &mut scheduler, restore, carry_out));
                let mut has_stopped = false;
                loop {
                    tokio::select! {
                        () = &mut accepting => break Err(anyhow!("no connections are accepted any more"))?,
                        // The restore ends first: what it has begun takes no longer than to undo it.
                        () = &mut stopping, if !has_stopped => has_stopped = true,
                        ended = &mut restoring => break ended.map(|()| has_stopped)?,
                    }
                }
            }
        }
    };
    let timeout = Duration::from_secs(app.config().server.shutdown_seconds);
    if app.restoring.load(Ordering::Relaxed) {
        // Those who read that the shop is closed keep no connection open.
        drop(tokio::time::timeout(TOLD, open.shutdown()).await);
        return Ok(if has_stopped { Ended::Stopped } else { Ended::ToReopen(listener) });
    }
    tracing::info!("stopping: open requests and jobs finish first");
    app.ready.store(false, Ordering::Relaxed);
    drop(listener);
    // Streams have no end of their own to wait for.
    app.live.close(&app.db).await;
    if tokio::time::timeout(timeout, open.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
    scheduler.shutdown().await.context("stopping the schedule")?;
    let no_jobs = tokio::time::timeout(timeout, app.job_runs.write()).await;
    if no_jobs.is_err() {
        tracing::warn!("some jobs did not finish in time; the next start continues them");
    }
    save_counts(&app).await;
    match app.db.checkpoint(timeout).await {
        Ok(true) => {}
        Ok(false) => tracing::warn!("the log is still in use: shop.db is whole only together with shop.db-wal"),
        Err(error) => tracing::error!(%error, "shop.db is whole only together with shop.db-wal"),
    }
    tracing::info!("closed");
    Ok(Ended::Stopped)
}

/// Writes the counts of the last minute before the database is closed.
async fn save_counts(app: &App) {
    if let Err(error) = jobs::save_visits::save(app).await {
        tracing::warn!(%error, "the visits of the last minute are not counted");
    }
    if let Err(error) = jobs::count_misses::save(app, app.clock.now()).await {
        tracing::warn!(%error, "the searches of the last minute that have found nothing are not counted");
    }
}

/// How often it is looked whether a restore is due.
const LOOK: Duration = Duration::from_secs(1);
/// How long an answer that the shop is closed may take to leave, once the shop opens again.
const TOLD: Duration = Duration::from_secs(2);

/// Waits until a restore is due, and begins it: from then on it cannot be called off.
async fn next_restore(app: &Arc<App>) -> Restore {
    loop {
        tokio::time::sleep(LOOK).await;
        // Under a wrong clock its time may not have come.
        if app.health.clock_fault().is_some() {
            continue;
        }
        let now = app.clock.now();
        match app.db.read(move |tx| restore::is_due(tx, now)).await {
            Ok(false) => continue,
            Ok(true) => {}
            Err(error) => {
                tracing::error!(%error, "it cannot be read whether a restore is due");
                continue;
            }
        }
        match app.db.write(move |tx| restore::begin(tx, now)).await {
            Ok(Some(restore)) => return restore,
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "a restore is due and cannot begin"),
        }
    }
}

/// Closes the database once requests and jobs have ended, and has a copy put in its place.
async fn restore_now(
    app: &Arc<App>,
    scheduler: &mut JobScheduler,
    restore: Restore,
    carry_out: CarryOut,
) -> anyhow::Result<()> {
    tracing::info!(copy = restore.copy, "a restore begins: open requests and jobs finish first");
    pages::prepare_maintenance(app).await;
    app.ready.store(false, Ordering::Relaxed);
    app.restoring.store(true, Ordering::SeqCst);
    let timeout = Duration::from_secs(app.config().server.shutdown_seconds);
    app.live.close(&app.db).await;
    let no_requests = tokio::time::timeout(timeout, app.requests.write()).await;
    if no_requests.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
    scheduler.shutdown().await.context("stopping the schedule")?;
    let no_jobs = tokio::time::timeout(timeout, app.job_runs.write()).await;
    if no_jobs.is_err() {
        tracing::warn!("some jobs did not finish in time; they go on once the shop is open again");
    }
    save_counts(app).await;
    let now = app.clock.now();
    let sealed = app.db.write(move |tx| {
        while audit::seal_new(tx, now)? > 0 {}
        audit::newest_seal(tx)
    });
    let seal = sealed.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the audit that is left behind could not be sealed");
        None
    });
    app.db.close().await.map_err(|error| anyhow!("{error}"))?;
    tokio::task::spawn_blocking(move || carry_out(restore, seal, now)).await.context("the restore ended in a panic")
}

/// Accepts connections. A client that sends or reads nothing is dropped, and the connections of an address are limited.
async fn accept(app: &Arc<App>, listener: &TcpListener, router: &Router, open: &GracefulShutdown) {
    let permits = Arc::new(Semaphore::new(connections(app)));
    let timeout = Duration::from_secs(app.config().server.head_seconds);
    #[cfg(target_os = "linux")]
    let unread = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX);
    loop {
        // Connections beyond the limit wait in the kernel's queue.
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        let (stream, peer) = match listener.accept().await {
            Ok(taken) => taken,
            Err(error) => {
                // Out of file descriptors or memory, or the client has gone: a pause lets others finish.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(share) = app.limits.connect(peer.ip(), &app.config()) else { continue };
        // Answers are written whole; waiting to fill a packet would only delay them.
        drop(stream.set_nodelay(true));
        // A client that reads nothing of a response is dropped, with the kernel's buffers for it.
        #[cfg(target_os = "linux")]
        let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, unread);
        let (app, router, activity) = (Arc::clone(app), router.clone(), Activity::start());
        let request_activity = activity.clone();
        let service = service_fn(move |request| {
            request_activity.answering();
            let is_strict = !request_activity.has_bare_line_feed();
            let answering = layers::answer(Arc::clone(&app), router.clone(), peer, request, is_strict);
            let request_activity = request_activity.clone();
            async move {
                let answer = answering.await;
                request_activity.waiting();
                Ok::<_, Infallible>(answer)
            }
        });
        let connection = http1::Builder::new()
            .header_read_timeout(None)
            .max_header_size(MAX_HEAD)
            .serve_connection(TokioIo::new(ObservedStream::new(stream, activity.clone())), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                // A connection that the client closes is no error of the shop.
                _ = connection => {}
                () = activity.idle_for(timeout) => {}
            }
            drop((permit, share));
        });
    }
}

/// Connections at once: as configured, but never more than there are file descriptors for.
fn connections(app: &App) -> usize {
    let wanted = app.config().server.max_connections;
    let need = u64::from(wanted) + RESERVED_FILES;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < need) {
        let raised = Rlimit { current: Some(limit.maximum.map_or(need, |most| most.min(need))), ..limit };
        if setrlimit(Resource::Nofile, raised).is_ok() {
            limit = raised;
        }
    }
    let possible = limit.current.map_or(u64::MAX, |current| current.saturating_sub(RESERVED_FILES));
    if possible < u64::from(wanted) {
        tracing::warn!(
            possible,
            wanted,
            "fewer connections than server.max_connections; raise the limit of open files"
        );
    }
    usize::try_from(possible.clamp(16, u64::from(wanted).max(16))).unwrap_or(16)
}

/// Bytes of a request's head. Browsers send cookies of a few kilobytes.
const MAX_HEAD: usize = 64 << 10;

/// File descriptors for everything but connections: databases, mail, the console.
const RESERVED_FILES: u64 = 64;

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    let mut terminate = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(signal) => signal,
        Err(error) => {
            tracing::warn!(%error, "cannot listen for SIGTERM; use SIGINT");
            drop(interrupt.await);
            return;
        }
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}
