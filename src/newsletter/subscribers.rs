//! Subscriptions as the house sees them: their list, and the sheet for the program that sends newsletters. For calls and commands
//! alike.

use std::sync::Arc;

use anyhow::Context as _;
use jiff::Timestamp;
use serde_json::json;

use super::store::{self, Subscriber};
use super::subscription::{self, UnsubscribeUrls};
use super::types::{ExportArgs, Letter, ListArgs, SubscriberPage, SubscriberRow};
use crate::audit::Change;
use crate::call::{Changed, Document, StaffMember};
use crate::call_context::CallContext;
use crate::config::{Config, Mode};
use crate::db::Tx;
use crate::domain::spreadsheet::harmless;
use crate::domain::validate;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::message;

/// Addresses a page.
const PAGE: usize = 50;
/// Rows per transaction: each gets links, and a running shop must not wait for the whole export.
const PORTION: i64 = 500;
/// Rows of one file, which an answer holds whole.
const MOST_EXPORTED: i64 = 50_000;
/// Columns of the sheet.
const COLUMNS: [&str; 9] =
    ["email", "language", "shop", "brand", "partner", "source", "confirmed_at", "unsubscribe_url", "one_click_url"];

// ── The list ────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, _: &StaffMember, args: ListArgs) -> Result<SubscriberPage> {
    let prefix = validate::email_key(&args.q);
    let after = args.after.as_deref().unwrap_or_default();
    let mut found = store::browse(tx, args.status, &prefix, after, PAGE as i64 + 1)?;
    let has_next = found.len() > PAGE;
    found.truncate(PAGE);
    let after = found.last().filter(|_| has_next).map(|last| validate::email_key(&last.email));
    let confirmed = store::count_confirmed(tx, MOST_EXPORTED + 1)?;
    Ok(SubscriberPage { items: found.into_iter().map(row).collect::<Result<_>>()?, after, confirmed })
}

fn row(of: Subscriber) -> Result<SubscriberRow> {
    let time = |at: i64| anyhow::Ok(Timestamp::from_millisecond(at)?.to_string());
    Ok(SubscriberRow {
        status: of.status,
        lang: of.lang,
        letters: Letter::ALL.into_iter().filter(|letter| letter.is_wanted(of.letters)).collect(),
        confirmed_at: of.confirmed_at.map(time).transpose()?,
        ends_at: of.unsubscribe_due_at.map(time).transpose()?,
        customer: of.customer_id.map(|id| id.to_string()),
        email: of.email,
        source: of.source,
    })
}

// ── The sheet ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Requires the public URL: links in a sent newsletter cannot be corrected.
pub fn check_address(config: &Config) -> Result<()> {
    if config.mode == Mode::Production && config.server.public_url.is_empty() {
        return Err(refuse(message::SUBSCRIBERS_NO_ADDRESS));
    }
    Ok(())
}

/// Confirmed subscribers as CSV, each with fresh links to unsubscribe.
pub struct Sheet(csv::Writer<Vec<u8>>);

/// Subscribers with their links; none: all have been read.
pub struct Portion {
    rows: Vec<(Subscriber, UnsubscribeUrls)>,
    /// Where the next one begins.
    pub after: Option<i64>,
}

/// The next subscribers after the id `after`, of the newsletters of one kind or of all, each with fresh links.
pub fn portion(
    tx: &mut dyn Tx,
    config: &Config,
    letter: Option<Letter>,
    after: i64,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<Portion> {
    let found = store::list_subscribers(tx, true, after, PORTION)?;
    let after = found.last().map(|last| last.id);
    let mut rows = Vec::with_capacity(found.len());
    for subscriber in found {
        if letter.is_none_or(|letter| letter.is_wanted(subscriber.letters)) {
            let links = subscription::newsletter_link(tx, config, subscriber.id, random, now)?;
            rows.push((subscriber, links));
        }
    }
    Ok(Portion { rows, after })
}

impl Sheet {
    pub fn new() -> Result<Sheet> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(COLUMNS).context("writing CSV")?;
        Ok(Sheet(writer))
    }

    /// Answers how many rows.
    pub fn add(&mut self, portion: &Portion) -> Result<usize> {
        for (of, links) in &portion.rows {
            let confirmed_at = of.confirmed_at.and_then(|ms| Timestamp::from_millisecond(ms).ok());
            let [shop, brand, partner] = Letter::ALL.map(|letter| u8::from(letter.is_wanted(of.letters)).to_string());
            let cells = [
                harmless(&of.email),
                of.lang.to_string(),
                shop,
                brand,
                partner,
                harmless(&of.source),
                confirmed_at.map(|at| at.to_string()).unwrap_or_default(),
                links.page.clone(),
                links.one_click.clone(),
            ];
            self.0.write_record(cells).context("writing CSV")?;
        }
        Ok(portion.rows.len())
    }

    pub fn end(self) -> Result<Vec<u8>> {
        Ok(self.0.into_inner().map_err(|error| anyhow::anyhow!("writing CSV: {error}"))?)
    }
}

/// What the audit is told of a sheet.
pub fn export_change(letter: Option<Letter>, addresses: Option<usize>) -> Change {
    let which = letter.map_or("all", Letter::code);
    let told = match addresses {
        Some(count) => json!({ "letters": which, "count": count }),
        None => json!({ "letters": which }),
    };
    Change::new("newsletter", "").after(told)
}

/// A sheet that was asked for.
pub struct Exported {
    letter: Option<Letter>,
    addresses: usize,
    document: Document,
}

pub async fn prepare_export(context: Arc<CallContext>, member: StaffMember, args: ExportArgs) -> Result<Exported> {
    let (client, letter) = (&member.client, args.letter);
    let config = Arc::clone(&client.view.config);
    check_address(&config)?;
    if context.db.read(|tx| store::count_confirmed(tx, MOST_EXPORTED + 1)).await? > MOST_EXPORTED {
        return Err(message::SUBSCRIBERS_TOO_MANY.with("max", MOST_EXPORTED).into());
    }
    let (mut sheet, mut addresses, mut after) = (Sheet::new()?, 0, 0);
    loop {
        let (config, now) = (Arc::clone(&config), client.now());
        let random = client.fresh(&format!("newsletter after {after}"));
        let made = context.db.write(move |tx| portion(tx, &config, letter, after, &random, now)).await?;
        addresses += sheet.add(&made)?;
        let Some(last) = made.after else { break };
        after = last;
    }
    let name = format!("newsletter-{}.csv", in_shop_zone(client.now()).date());
    let document = Document::new(name, "text/csv; charset=utf-8", &sheet.end()?);
    Ok(Exported { letter, addresses, document })
}

/// Records who has taken which addresses out of the house.
pub fn export(_: &mut dyn Tx, _: &StaffMember, made: &Exported) -> Result<Changed<Document>> {
    Ok(Changed::new(made.document.clone(), export_change(made.letter, Some(made.addresses))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::newsletter::Status;
    use crate::testing::{assert_indexed, seeded};

    #[test]
    fn subscriptions_are_found_by_an_index() {
        let shop = seeded();
        for status in [None, Some(Status::Pending)] {
            assert_indexed(&shop, |tx| store::browse(tx, status, "a", "", 50));
        }
        assert_indexed(&shop, |tx| store::count_confirmed(tx, 10));
    }

    #[test]
    fn an_export_is_told_without_addresses() {
        let change = export_change(Some(Letter::Partner), Some(2));
        assert_eq!((change.noun, change.thing.as_str()), ("newsletter", ""));
        assert_eq!(change.after, Some(json!({ "letters": "partner", "count": 2 })));
        assert_eq!(export_change(None, None).after, Some(json!({ "letters": "all" })));
    }
}
