//! `return/list` and `return/export`.

use std::collections::HashMap;

use anyhow::Context as _;
use jiff::Timestamp;
use serde_json::json;

use super::types::{ListArgs, ReturnPage, ReturnRow};
use crate::audit::Change;
use crate::call::{Changed, Document, StaffMember};
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::money::{Amount, Currency};
use crate::domain::spreadsheet::{MARK, delimiter, harmless};
use crate::domain::working_days::in_shop_zone;
use crate::error::{Error, Result};
use crate::order;
use crate::returns::types::{GoodsReturn, OVERDUE_AFTER, Step};
use crate::returns::{self, Listed, Wanted};

/// Returns a page.
const PAGE: i64 = 50;
/// Returns in a sheet at most.
const MOST_EXPORTED: i64 = 10_000;

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<ReturnPage> {
    // One more, to see whether another page follows.
    let mut found = returns::browse(tx, &wanted(&args, PAGE + 1, member.client.now())?)?;
    let has_next = found.len() as i64 > PAGE;
    found.truncate(PAGE as usize);
    let now = member.client.now();
    let totals = returns::totals(tx, now - OVERDUE_AFTER)?;
    Ok(ReturnPage {
        after: found.last().filter(|_| has_next).map(|last| last.of.id.to_string()),
        items: rows(tx, &found, now)?,
        announced: totals.announced,
        received: totals.received,
        inspected: totals.inspected,
        owed: totals.owed,
        overdue: totals.overdue,
    })
}

fn wanted(args: &ListArgs, limit: i64, now: Timestamp) -> Result<Wanted> {
    let after = args.after.as_deref().map(str::parse::<i64>).transpose();
    Ok(Wanted {
        text: args.q.clone(),
        step: args.step,
        is_owed: args.owed,
        sent_before: args.overdue.then(|| now - OVERDUE_AFTER),
        oldest_first: args.oldest,
        after: after.map_err(|_| Error::Malformed("after: not that of a page".to_owned()))?,
        limit,
    })
}

/// Returns as lists show them, in a fixed number of queries.
pub fn rows(tx: &mut dyn Tx, found: &[Listed], now: Timestamp) -> Result<Vec<ReturnRow>> {
    let mut ids: Vec<i64> = found.iter().map(|row| row.of.order_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let named = order::list_named(tx, &ids)?;
    let currencies: HashMap<i64, Currency> = order::currencies(tx, &ids)?.into_iter().collect();
    let named: HashMap<i64, (String, String)> = named
        .into_iter()
        .map(|order| (order.id, (order.number, full_name(&order.first_name, &order.last_name))))
        .collect();
    let row = |listed: &Listed| {
        let (order_number, name) = named.get(&listed.of.order_id).cloned().unwrap_or_default();
        let currency = currencies.get(&listed.of.order_id).copied().unwrap_or(Currency::Eur);
        row(&listed.of, listed.pieces, order_number, name, currency, now)
    };
    found.iter().map(row).collect()
}

pub(super) fn row(
    of: &GoodsReturn,
    pieces: u32,
    order_number: String,
    name: String,
    currency: Currency,
    now: Timestamp,
) -> Result<ReturnRow> {
    let is_open = of.refunded_at.is_none() && of.ended_at.is_none();
    let due = of.due_at().filter(|_| is_open);
    Ok(ReturnRow {
        number: of.number.clone(),
        order_number,
        name,
        origin: of.origin,
        step: of.step,
        opened_at: order::moment(of.opened_at)?.to_string(),
        received_at: time(of.received_at)?,
        pieces,
        due_at: time(due)?,
        may_withhold: is_open && of.notice_at.is_some() && of.refund_by.is_none(),
        is_overdue: is_open && of.refund_by.is_some_and(|by| by < now.as_millisecond()),
        overdue_since: time(of.overdue_since(now))?,
        never_came: of.never_came(),
        refund: of.refund.map(Amount::from_minor),
        currency,
    })
}

pub fn time(at: Option<i64>) -> Result<Option<String>> {
    Ok(at.map(order::moment).transpose()?.map(|at| at.to_string()))
}

/// The returns that match on all pages, as CSV without names; columns and codes in English, as programs read them.
pub fn export(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<Changed<Document>> {
    let now = member.client.now();
    let found = returns::browse(tx, &wanted(&ListArgs { after: None, ..args.clone() }, MOST_EXPORTED, now)?)?;
    let lang = member.client.view.lang();
    let mut sheet = csv::WriterBuilder::new().delimiter(delimiter(lang)).from_writer(MARK.as_bytes().to_vec());
    let write = |error: csv::Error| anyhow::Error::from(error).context("writing CSV");
    sheet
        .write_record([
            "return",
            "order",
            "origin",
            "step",
            "opened",
            "received",
            "pieces",
            "refund_due",
            "refund",
            "currency",
        ])
        .map_err(write)?;
    for row in rows(tx, &found, now)? {
        let day = |at: &Option<String>| -> Result<String> {
            let at: Option<Timestamp> = at.as_deref().map(str::parse).transpose().context("time of a return")?;
            Ok(at.map(|at| in_shop_zone(at).date().to_string()).unwrap_or_default())
        };
        let cells = [
            harmless(&row.number),
            harmless(&row.order_number),
            row.origin.code().to_owned(),
            row.step.code().to_owned(),
            day(&Some(row.opened_at.clone()))?,
            day(&row.received_at)?,
            row.pieces.to_string(),
            day(&row.due_at)?,
            row.refund.map(|amount| amount.to_string()).unwrap_or_default(),
            row.currency.to_string(),
        ];
        sheet.write_record(cells).map_err(write)?;
    }
    let bytes = sheet.into_inner().map_err(|error| anyhow::anyhow!("writing CSV: {error}"))?;
    let name = format!("returns-{}.csv", in_shop_zone(now).date());
    let told = json!({ "q": args.q, "step": args.step.map(Step::code), "owed": args.owed, "overdue": args.overdue, "count": found.len() });
    let change = Change::new("return", "").after(told);
    Ok(Changed::new(Document::new(name, "text/csv; charset=utf-8", &bytes), change))
}
