//! The running server: opens everything, wires the doors, stops gracefully.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::middleware;
use axum::routing::{any, get, post};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::{self, App};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::http::{api, assets, demo, demo_pay, envelope, gateways, health, layers, limit::Limits};
use crate::payment::Desk;
use crate::payment::desk::system_chance;
use crate::payment::gateway::Gateways;
use crate::search::Index;
use crate::ssr::cache::PageCache;
use crate::ssr::document::Assets;
use crate::ssr::engine::Engine;
use crate::{jobs, pages};

/// Takes the port before anything else, so that a taken one is told at once.
pub async fn bind(config: &Config) -> anyhow::Result<TcpListener> {
    let address = config.server.listen;
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            anyhow!("{address} is taken by another program; stop it or choose another with --listen")
        }
        _ => anyhow!("cannot listen on {address}: {error}; choose another address with --listen"),
    })
}

/// Builds the shop on a migrated database.
pub async fn build(config: Config, database: &Path) -> anyhow::Result<Arc<App>> {
    let config = Arc::new(config);
    let list = assets::Ui::get("client/assets.json").context(NO_UI)?;
    let bundle = assets::Ui::get("server/server.js").context(NO_UI)?;
    let source = std::str::from_utf8(&bundle.data).context("server.js")?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if config.render.threads == 0 { cores.min(4) } else { config.render.threads };
    let (db, clock) = (Db::open(database, config.data.readers)?, Clock::default());
    let gateways = Gateways::new(&config, &db, &clock)?;
    let app = Arc::new(App {
        desk: Desk::new(db.clone(), clock.clone(), Arc::clone(&config), gateways, system_chance()),
        search: Index::open(database)?,
        db,
        api: app::api(),
        clock,
        engine: Engine::start(source, threads, Duration::from_millis(config.render.budget_ms))?,
        assets: Assets::new(&list.data)?,
        pages: PageCache::new(config.render.cache_mb),
        limits: Limits::new(&config.limits),
        catalogue_version: AtomicI64::new(0),
        price_boundary: AtomicI64::new(0),
        ready: AtomicBool::new(false),
        config,
    });
    jobs::follow_catalogue::run(&app).await.map_err(|e| anyhow!("{e}"))?;
    Ok(app)
}

const NO_UI: &str = "this binary was built without its user interface; build it with `make shop`";

/// All doors.
pub fn router(app: Arc<App>) -> Router {
    let metrics = metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder().ok();
    let figures = move |state: State<Arc<App>>, peer: ConnectInfo<SocketAddr>, headers: HeaderMap| async move {
        match metrics.clone() {
            Some(handle) => {
                axum::response::IntoResponse::into_response(health::metrics(state, peer, headers, handle).await)
            }
            None => axum::response::IntoResponse::into_response(axum::http::StatusCode::NOT_FOUND),
        }
    };
    Router::new()
        .route("/hah_api/{*path}", any(api::handle))
        .route("/assets/{*path}", get(assets::ui))
        .route("/media/{*path}", get(assets::media))
        .route("/favicon.ico", get(assets::favicon))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(figures))
        .route("/robots.txt", get(pages::sitemap::robots))
        .route("/sitemap.xml", get(pages::sitemap::index))
        .route("/sitemap/{file}", get(pages::sitemap::part))
        .route("/demo/clock", post(demo::clock))
        .route("/demo/pay/{reference}", get(demo_pay::page).post(demo_pay::choose))
        .route("/payment/return", get(gateways::returned))
        .route("/webhooks/{gateway}", post(gateways::notified))
        .fallback(pages::handle)
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| envelope::fault()))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), layers::outermost))
        .with_state(app)
}

/// Serves until told to stop; then lets open requests finish.
pub async fn serve(app: Arc<App>, listener: TcpListener) -> anyhow::Result<()> {
    let address = listener.local_addr()?;
    let mut scheduler = jobs::start(Arc::clone(&app)).await?;
    let service = router(Arc::clone(&app)).into_make_service_with_connect_info::<SocketAddr>();
    app.ready.store(true, Ordering::Relaxed);
    tracing::info!(%address, url = app.config.public_url(), "the shop is open");
    let stopping = Arc::clone(&app);
    let (told, mut is_told) = tokio::sync::watch::channel(false);
    let server = axum::serve(listener, service).with_graceful_shutdown(async move {
        stop_signal().await;
        tracing::info!("stopping: open requests finish first");
        stopping.ready.store(false, Ordering::Relaxed);
        told.send_replace(true);
    });
    let patience = Duration::from_secs(app.config.server.shutdown_seconds);
    let overdue = async {
        // Only from the moment it was told to stop does its patience count.
        if is_told.wait_for(|told| *told).await.is_ok() {
            tokio::time::sleep(patience).await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        result = server.into_future() => result.context("serving")?,
        () = overdue => tracing::warn!("some requests did not finish in time"),
    }
    scheduler.shutdown().await.context("stopping the schedule")?;
    tracing::info!("closed");
    Ok(())
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    let mut terminate = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(signal) => signal,
        Err(error) => {
            tracing::warn!(%error, "SIGTERM cannot be heard; use SIGINT");
            drop(interrupt.await);
            return;
        }
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}
