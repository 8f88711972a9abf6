//! Carries out the deeds of the console whose time to be undone is over. Looks each second, in every process; a deed is deleted
//! in the transaction that carries it out, so it needs no [`super::Job`] with a lease.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use jiff::Timestamp;

use crate::app::App;
use crate::audit::{self, Origin};
use crate::call::{Client, View};
use crate::db::Tx;
use crate::deed;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::{bulk, message, staff, token};

/// Carries out what is due. Reads one row while there is nothing. While the shop stops, nothing is begun.
pub async fn run(app: &Arc<App>) -> Result<()> {
    let Ok(_running) = app.job_runs.try_read() else { return Ok(()) };
    let now = app.clock.now();
    for id in app.db.read(move |tx| deed::list_due(tx, now)).await? {
        match carry_out(app, id, now).await {
            Err(error @ Error::Unavailable(_)) => return Err(error),
            // Not even why could be recorded: the others are carried out all the same.
            Err(error) => tracing::error!(deed = id, %error, "a deed of the console could not be ended"),
            Ok(()) => {}
        }
    }
    Ok(())
}

/// Carries out one deed, or records why it cannot be.
///
/// # Errors
///
/// The database cannot be written now, or the reason not be recorded: the deed stays due.
async fn carry_out(app: &Arc<App>, id: i64, now: Timestamp) -> Result<()> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(anyhow::Error::from)?;
    let running = Arc::clone(app);
    let done = app.db.write(move |tx| {
        let Some(pending) = deed::take(tx, id, now)? else { return Ok(()) };
        let call =
            running.console_api.find(&pending.call).ok_or_else(|| anyhow::anyhow!("no call {}", pending.call))?;
        let args = serde_json::from_str(&pending.args).map_err(anyhow::Error::from)?;
        let deed::Pending { staff_id, token_id, is_proved, network, .. } = &pending;
        let author = Author { staff_id: *staff_id, token_id: *token_id, is_proved: *is_proved, network };
        let client = client(&running, tx, author, random, now)?;
        call.carry_out(tx, &client, &args)?;
        match pending.run_id {
            Some(run_id) => bulk::deed_done(tx, run_id, &pending.thing),
            None => Ok(()),
        }
    });
    let error = match done.await {
        Ok(()) => return Ok(()),
        Err(error @ Error::Unavailable(_)) => return Err(error),
        Err(error) => error,
    };
    if error.refusal().is_none() {
        tracing::error!(deed = id, error = format!("{error:#}"), "a deed of the console could not be carried out");
    }
    app.db
        .write(move |tx| {
            // It may have been undone since.
            let Some(deed) = deed::find(tx, id)?.filter(|deed| deed.failure.is_none()) else { return Ok(()) };
            let reason = error.refusal().map_or(message::TRY_LATER.id, |refusal| refusal.message.id);
            let origin = Origin { network: None, salt: random };
            audit::record_refusal(tx, &deed.by.actor(), &origin, &deed.call, Some(deed.by.id), reason, now)?;
            let failure = deed::failure_of(&error);
            match deed.run_id {
                Some(run_id) if bulk::deed_failed(tx, run_id, &deed.thing, &failure)? => deed::delete_failed(tx, id),
                _ => deed::fail(tx, id, &failure),
            }
        })
        .await
}

/// Who asked.
pub(super) struct Author<'a> {
    pub staff_id: i64,
    /// The token of a program; none: a person.
    pub token_id: Option<i64>,
    /// Password and code had been asked just before.
    pub is_proved: bool,
    /// Keyed hash of the network.
    pub network: &'a str,
}

/// Who asked, as a caller of now: with the rights of now.
pub(super) fn client(
    app: &App,
    tx: &mut dyn Tx,
    author: Author<'_>,
    random: [u8; 32],
    now: Timestamp,
) -> Result<Client> {
    let Author { staff_id, token_id, is_proved, network } = author;
    let signed_in = match token_id {
        Some(token_id) => token::acting(tx, token_id, now)?,
        None => staff::acting(tx, staff_id, is_proved, now)?,
    };
    let stores = app.store_views.get();
    let lang = signed_in.as_ref().and_then(|who| Lang::from_code(&who.lang)).unwrap_or_default();
    Ok(Client {
        view: View::new(&stores, lang, Currency::Eur, now, &app.config()),
        signed_in,
        network: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        network_hash: network.to_owned(),
        browser: String::new(),
        random,
    })
}
