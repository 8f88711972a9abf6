//! Follows changes of the catalogue, of settings and of store views, by this process or another, and prices that come into force:
//! what this process holds of them in memory. Each second ([`run`]), and before an answer from memory where this process has
//! written since ([`catch_up`]).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::app::App;
use crate::catalog;
use crate::error::Result;
use crate::payment::gateway::Gateways;
use crate::setting;
use crate::store_view;

/// Checks once. Reads a handful of rows while nothing has changed. Runs in every process, so it is no job with a lease.
pub async fn run(app: &Arc<App>) -> Result<()> {
    let _turn = app.following.lock().await;
    follow(app).await
}

/// Follows what this process has committed, if that is not done yet: an answer from memory is never older than a write that
/// was answered before. Where the database cannot be read, answers stay as they are.
pub async fn catch_up(app: &Arc<App>) {
    if app.followed.load(Ordering::Acquire) == app.db.commit_count() {
        return;
    }
    let _turn = app.following.lock().await;
    let commits = app.db.commit_count();
    if app.followed.load(Ordering::Acquire) == commits {
        return;
    }
    let known = (app.catalogue_version.load(Ordering::Relaxed), app.pages.availability.version());
    let outcome = match app.db.read(catalog::versions).await {
        Ok(found) if found == known => Ok(()),
        Ok(_) => follow(app).await,
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => app.followed.store(commits, Ordering::Release),
        Err(error) => tracing::error!(error = format!("{error:#}"), "changes of the catalogue are not followed"),
    }
}

async fn follow(app: &Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let boundary = app.price_boundary.load(Ordering::Relaxed);
    if boundary > 0 && now.as_millisecond() >= boundary {
        app.db.write(move |tx| catalog::refresh_prices_at(tx, now)).await?;
    }
    let read = app.db.read(|tx| Ok((catalog::versions(tx)?, catalog::search_version(tx)?, store_view::list(tx)?)));
    let ((version, available), searched, store_views) = read.await?;
    let has_other_settings = follow_settings(app).await?;
    if app.store_views.follow(store_views, &app.config()) || has_other_settings {
        app.fallbacks_due.store(true, Ordering::Relaxed);
    }
    let seen = app.pages.availability.version();
    if available > seen {
        let changes = app.db.read(move |tx| catalog::availability_changes(tx, seen)).await?;
        app.pages.availability.note(available, changes, now);
    }
    if version != app.catalogue_version.load(Ordering::Relaxed) {
        // Pictures first: a page cached under the new version must refer to them.
        app.db.read(catalog::media::load).await?;
    }
    if version != app.catalogue_version.swap(version, Ordering::Relaxed)
        || boundary == 0
        || now.as_millisecond() >= boundary
    {
        let next = app.db.read(move |tx| catalog::next_price_boundary(tx, now)).await?;
        app.price_boundary.store(next.map_or(0, |at| at.as_millisecond()), Ordering::Relaxed);
    }
    if app.search.version() == searched {
        return Ok(());
    }
    let products = app.db.read(catalog::searchable::count_products).await?;
    app.search.follow(searched, products).await
}

/// Puts changed settings into force, and answers whether it did. Rows that break a rule change nothing but the log, once.
async fn follow_settings(app: &Arc<App>) -> Result<bool> {
    let (known, config) = app.in_force.revised();
    let source = Arc::clone(&config.source);
    let found = app.db.read(move |tx| {
        let version = setting::version(tx)?;
        if version == known { Ok(None) } else { setting::read(tx, &source).map(Some) }
    });
    // What cannot be read now is read with the next run.
    match found.await? {
        None => Ok(false),
        Some((version, Ok(fresh))) => {
            let (now, before) = (&fresh.payment, &config.payment);
            if now.stripe != before.stripe || now.wechat != before.wechat {
                app.payments.put_in_use(Gateways::new(&fresh, &app.db, &app.clock)?);
            }
            app.in_force.replace(version, Arc::new(fresh));
            tracing::info!("settings changed");
            Ok(true)
        }
        Some((version, Err(error))) => {
            tracing::error!(error = setting::with_remedy(&error), "changed settings are not put into force");
            app.in_force.replace(version, config);
            Ok(false)
        }
    }
}
