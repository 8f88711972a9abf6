//! Deletes expired rows: sessions with their guest carts, idempotency keys, used captcha answers, full token buckets,
//! password links, ceremonies of passkeys, tokens of orders, delivered mails, events of the security log, sessions and invitations of
//! the house's people, tokens and work on many things that have ended, counts of searches that have found nothing.

use jiff::{SignedDuration, Timestamp};

use super::Job;
use super::deletion::{self, Kind, kind};
use crate::domain::working_days::in_shop_zone;
use crate::{bulk, captcha, checkout, customer, order, outbox, search, security_log, session, staff, throttle, token};

/// Rows of each kind that one run deletes: bounds how long the writer is busy.
const BATCH: i64 = 5_000;
/// How long a repeated order is recognized by its idempotency key.
const KEYS_LIVE: SignedDuration = SignedDuration::from_hours(48);
/// How long an operator can look up whether a mail was delivered.
const MAIL_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How long a token that has ended stays in the list, and its name in histories; the audit keeps it.
const TOKENS_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// How long work on many things that was never started is kept, and what has ended.
const DRAFTS_KEPT: SignedDuration = SignedDuration::from_hours(1);
const BULK_KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Of those, each with thousands of rows.
const BULK_BATCH: i64 = 20;

pub const JOB: Job = Job {
    name: "expire_sessions",
    schedule: "0 0 * * * *",
    run: |app, now| {
        app.limits.forget_quiet();
        let events_kept = SignedDuration::from_hours(24 * i64::from(app.config().security.keep_days));
        Box::pin(deletion::delete(&app.db, kinds(events_kept, now)))
    },
};

fn kinds(events_kept: SignedDuration, now: Timestamp) -> [Kind; 15] {
    let misses_kept = SignedDuration::from_hours(24 * i64::from(search::MISSES_KEPT_DAYS));
    let misses_from = in_shop_zone(now - misses_kept).date();
    [
        kind("sessions", move |tx| session::delete_expired(tx, now, BATCH)),
        kind("keys", move |tx| checkout::delete_old_keys(tx, now - KEYS_LIVE, BATCH)),
        kind("renewed sessions", move |tx| session::delete_retired(tx, now, BATCH)),
        kind("captcha answers", move |tx| captcha::delete_expired(tx, now, BATCH)),
        kind("links in their place", move |tx| captcha::delete_expired_links(tx, now, BATCH)),
        kind("limits", move |tx| throttle::delete_quiet(tx, now, BATCH)),
        kind("links", move |tx| customer::delete_old_links(tx, now, BATCH)),
        kind("ceremonies", move |tx| customer::passkey::delete_expired_challenges(tx, now, BATCH)),
        kind("order tokens", move |tx| order::delete_old_tokens(tx, now, BATCH)),
        kind("mails", move |tx| outbox::delete_old(tx, now - MAIL_KEPT, BATCH)),
        kind("of the house's people", move |tx| staff::delete_expired(tx, now, BATCH)),
        kind("API tokens", move |tx| token::delete_ended(tx, now - TOKENS_KEPT, BATCH)),
        kind("security events", move |tx| security_log::delete_old(tx, now - events_kept, BATCH)),
        kind("searches without result", move |tx| search::delete_old_misses(tx, misses_from, BATCH)),
        kind("works on many things", move |tx| bulk::delete_old(tx, now - DRAFTS_KEPT, now - BULK_KEPT, BULK_BATCH)),
    ]
}
