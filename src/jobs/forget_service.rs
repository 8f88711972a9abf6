//! Forgets what was written to customer service, said in the chat and agreed for the newsletter, once its time is over (the
//! privacy statement's three years), and what was never completed.

use jiff::{SignedDuration, Timestamp};

use crate::db::Tx;
use crate::error::Result;
use crate::{common, contact, newsletter};

/// Rows that one run removes of a kind.
const BATCH: i64 = 1_000;
const THREE_YEARS: SignedDuration = SignedDuration::from_hours(24 * 1096);
/// A chat that was opened and left without a word.
const SILENT: SignedDuration = SignedDuration::from_hours(24);

/// Idempotent: a second run at the same moment finds nothing.
pub fn run(tx: &mut dyn Tx, now: Timestamp) -> Result<String> {
    let messages = contact::delete_old(tx, now - THREE_YEARS, BATCH)?;
    let talks = common::delete_old(tx, now - SILENT, now - THREE_YEARS, BATCH)?;
    let newsletter = newsletter::forget(tx, now, BATCH)?;
    Ok(format!("{messages} messages, {talks} conversations, {newsletter} of the newsletter"))
}
