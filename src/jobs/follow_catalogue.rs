//! Detects changes of the catalogue and of store views, by this process or another, and prices that come into force.
//! Runs each second in every process, so it is no [`super::Job`] with a lease.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::app::App;
use crate::catalog;
use crate::error::Result;
use crate::http::pages;
use crate::store_view;

/// Checks once. Reads a handful of rows while nothing has changed.
pub async fn run(app: &Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let boundary = app.price_boundary.load(Ordering::Relaxed);
    if boundary > 0 && now.as_millisecond() >= boundary {
        app.db.write(move |tx| catalog::refresh_prices_at(tx, now)).await?;
    }
    let (version, searched, store_views) =
        app.db.read(|tx| Ok((catalog::version(tx)?, catalog::search_version(tx)?, store_view::list(tx)?))).await?;
    if app.store_views.follow(store_views, &app.config) {
        pages::prepare_fallbacks(app);
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
    app.search.follow(searched).await
}
