//! The calls about single prices, one function a path.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::Timestamp;
use serde_json::{Map, json};

use super::setting::{self, Plan};
use super::store;
use super::types::{
    CurrentPrice, ItemArgs, LedgerEntry, ListArgs, NextPrice, PlannedLine, PriceChange, PriceDetail, PriceFilter,
    PricePage, PricePlan, PricedRow, SetArgs, UnsetArgs,
};
use crate::audit::{By, Change};
use crate::call::{Changed, StaffMember, View};
use crate::campaign::types::CampaignName;
use crate::catalog::{self, Ledgers, PricedItem, PricedOf};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::price_history::lowest_before_reduction;
use crate::domain::price_ledger::{Ledger, LedgerRow};
use crate::domain::store_view::Lang;
use crate::error::{Refusal, Result, refuse};
use crate::{campaign, message, region, search, token};

/// Items a page.
const PAGE: usize = 50;
/// Items that are looked through for words and planned prices, before they are sorted by SKU.
const LOOKED_THROUGH: i64 = 1_000;
const HISTORY: usize = 100;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<PricePage> {
    let view = &member.client.view;
    let (q, after) = (args.q.trim(), args.after.as_deref().unwrap_or_default());
    let prefix = q.to_uppercase();
    let limit = PAGE as i64 + 1;
    let ids = match args.filter {
        PriceFilter::All => None,
        PriceFilter::Planned => Some(catalog::list_planned(tx, view.now, LOOKED_THROUGH)?),
    };
    let of = ids.as_deref().map_or(PricedOf::All, PricedOf::These);
    // What begins no SKU, whatever the filter, is looked for in names.
    let is_sku = prefix.is_empty() || catalog::has_priced(tx, &prefix)?;
    let mut found = if is_sku {
        catalog::browse_priced(tx, view.lang(), of, &prefix, after, limit)?
    } else {
        let products = search::matches(tx, view, q, LOOKED_THROUGH)?;
        let mut wanted = catalog::priced_of(tx, &products)?;
        if let Some(ids) = &ids {
            wanted.retain(|id| ids.contains(id));
        }
        catalog::browse_priced(tx, view.lang(), PricedOf::These(&wanted), "", after, limit)?
    };
    let has_next = found.len() > PAGE;
    found.truncate(PAGE);
    Ok(PricePage {
        after: found.last().filter(|_| has_next).map(|last| last.sku.clone()),
        items: rows(tx, found, view.now)?,
        currencies: currencies(tx)?,
        planned: catalog::count_planned(tx, view.now, LOOKED_THROUGH)?,
    })
}

fn currencies(tx: &mut dyn Tx) -> Result<Vec<Currency>> {
    Ok(region::exchanges(tx)?.into_iter().map(|exchange| exchange.currency).collect())
}

/// Items that begin with a SKU, for commands.
pub fn items(tx: &mut dyn Tx, lang: Lang, prefix: &str, now: Timestamp, limit: i64) -> Result<Vec<PricedRow>> {
    let found = catalog::browse_priced(tx, lang, PricedOf::All, prefix, "", limit)?;
    rows(tx, found, now)
}

fn rows(tx: &mut dyn Tx, found: Vec<PricedItem>, now: Timestamp) -> Result<Vec<PricedRow>> {
    let ids: Vec<i64> = found.iter().map(|item| item.id).collect();
    let mut ledgers = catalog::ledgers(tx, &ids)?;
    let order = currencies(tx)?;
    let names = campaigns(tx, ledgers.values())?;
    let row = |item: PricedItem| {
        let of = ledgers.remove(&item.id).unwrap_or_default();
        let priced = |currency: &Currency| Some(current(*currency, of.get(currency)?, &names, now));
        PricedRow {
            prices: order.iter().filter_map(priced).collect(),
            version: setting::version(&of),
            sku: item.sku,
            name: item.name,
            is_on_sale: item.is_on_sale,
        }
    };
    Ok(found.into_iter().map(row).collect())
}

type Names = BTreeMap<i64, String>;

/// The names of all campaigns in some ledgers.
fn campaigns<'l>(tx: &mut dyn Tx, ledgers: impl Iterator<Item = &'l Ledgers>) -> Result<Names> {
    let mut ids: Vec<i64> =
        ledgers.flat_map(BTreeMap::values).flat_map(Ledger::rows).filter_map(LedgerRow::campaign).collect();
    ids.sort_unstable();
    ids.dedup();
    campaign::names(tx, &ids)
}

fn named(names: &Names, id: Option<i64>) -> Option<CampaignName> {
    let id = id?;
    Some(CampaignName { id, name: names.get(&id)?.clone() })
}

fn current(currency: Currency, ledger: &Ledger, names: &Names, now: Timestamp) -> CurrentPrice {
    let row = ledger.at(now);
    let lowest = lowest_before_reduction(&ledger.history(currency), now);
    CurrentPrice {
        currency,
        amount: row.map(|row| row.offer.amount),
        regular: row.and_then(|row| row.offer.regular),
        base: row.map(|row| row.base().amount),
        lowest_30d: lowest.map(|lowest| lowest.amount()),
        campaign: named(names, row.and_then(LedgerRow::campaign)),
        next: ledger.next(now).map(|next| NextPrice {
            at: next.from.to_string(),
            amount: next.offer.amount,
            campaign: named(names, next.campaign()),
        }),
    }
}

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: ItemArgs) -> Result<PriceDetail> {
    let id = setting::find(tx, &args.sku)?;
    let View { now, .. } = member.client.view;
    detail(tx, member.client.view.lang(), now, id)
}

/// All that was, is and will be the price of an item.
pub fn detail(tx: &mut dyn Tx, lang: Lang, now: Timestamp, id: i64) -> Result<PriceDetail> {
    let found = catalog::browse_priced(tx, lang, PricedOf::These(&[id]), "", "", 1)?;
    let item = rows(tx, found, now)?.pop().ok_or_else(|| Refusal::new(message::PRICE_SKU_UNKNOWN.with("sku", id)))?;
    let of = catalog::ledgers(tx, &[id])?.remove(&id).unwrap_or_default();
    let names = campaigns(tx, std::iter::once(&of))?;
    let mut ledger = Vec::new();
    for currency in currencies(tx)? {
        let Some(of) = of.get(&currency) else { continue };
        let entry = |row: &LedgerRow| LedgerEntry {
            currency,
            from: row.from.to_string(),
            until: row.until.map(|until| until.to_string()),
            amount: row.offer.amount,
            regular: row.offer.regular,
            campaign: named(&names, row.campaign()),
            can_unset: row.from > now && of.clone().unset(row.from, now),
        };
        ledger.extend(of.rows().iter().rev().take(HISTORY).map(entry));
    }
    let changes = store::list_changes(tx, id, HISTORY as i64)?;
    let people = token::actor_names(tx, changes.iter().map(|change| change.actor.as_str()))?;
    let moment = |at: i64| Timestamp::from_millisecond(at).context("a moment of a price");
    let change = |change: store::Change| {
        Ok(PriceChange {
            at: moment(change.at)?.to_string(),
            currency: change.currency,
            from: moment(change.valid_from)?.to_string(),
            amount: change.amount.map(Amount::from_minor),
            regular: change.regular.map(Amount::from_minor),
            note: change.note,
            name: people.get(&change.actor).cloned(),
            actor: change.actor,
        })
    };
    Ok(PriceDetail { item, ledger, changes: changes.into_iter().map(change).collect::<Result<_>>()? })
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn by(member: &StaffMember) -> By {
    By { actor: member.who.actor(), now: member.client.now() }
}

fn shown(tx: &mut dyn Tx, lang: Lang, plan: Plan) -> Result<PricePlan> {
    let ids: Vec<i64> = plan.lines.iter().map(|line| line.id).collect();
    let items = catalog::browse_priced(tx, lang, PricedOf::These(&ids), "", "", i64::MAX)?;
    let names: BTreeMap<i64, String> = items.into_iter().map(|item| (item.id, item.name)).collect();
    let ended: Vec<i64> = plan.lines.iter().filter_map(|line| line.ends_campaign).collect();
    let campaigns = campaign::names(tx, &ended)?;
    let changes = plan.lines.iter().filter(|line| line.changes()).count();
    let line = |line: setting::Line| PlannedLine {
        name: names.get(&line.id).cloned().unwrap_or_default(),
        currency: line.currency,
        before: line.before.map(|before| before.amount),
        amount: line.offer.amount,
        regular: line.offer.regular,
        until: line.until.map(|until| until.to_string()),
        follows: line.follows,
        ends_campaign: named(&campaigns, line.ends_campaign),
        sku: line.sku,
    };
    Ok(PricePlan { lines: plan.lines.into_iter().map(line).collect(), changes })
}

pub fn plan(tx: &mut dyn Tx, member: &StaffMember, args: SetArgs) -> Result<PricePlan> {
    let plan = setting::plan(tx, &args, member.client.now())?;
    shown(tx, member.client.view.lang(), plan)
}

/// What the audit is told of prices that were set.
pub fn set_change(plan: &Plan) -> Change {
    let mut told = [Map::new(), Map::new()];
    for line in plan.lines.iter().filter(|line| line.changes()) {
        let key = format!("{} {}", line.sku, line.currency);
        told[0].insert(key.clone(), json!(line.before.map(|before| before.amount)));
        told[1].insert(key, json!(line.offer.amount));
    }
    let mut skus: Vec<&str> = plan.lines.iter().map(|line| line.sku.as_str()).collect();
    skus.dedup();
    let [before, after] = told;
    let change = Change::new("price", if let [sku] = skus[..] { sku } else { "" });
    change.before(json!({ "amount": before })).after(json!({ "amount": after, "from": plan.from }))
}

pub fn set(tx: &mut dyn Tx, member: &StaffMember, args: SetArgs) -> Result<Changed<PricePlan>> {
    let plan = setting::set(tx, &by(member), &args)?;
    let change = set_change(&plan);
    Ok(Changed::new(shown(tx, member.client.view.lang(), plan)?, change))
}

pub fn unset(tx: &mut dyn Tx, member: &StaffMember, args: UnsetArgs) -> Result<Changed<PriceDetail>> {
    let from: Timestamp = args.from.parse().map_err(|_| refuse(message::PRICE_NOT_PLANNED))?;
    let id = setting::unset(tx, &by(member), &args.sku, args.currency, from, Some(&args.version), &args.note)?;
    let detail = detail(tx, member.client.view.lang(), member.client.now(), id)?;
    let change = Change::new("price", &detail.item.sku)
        .before(json!({ "planned": { "currency": args.currency, "from": from } }));
    Ok(Changed::new(detail, change))
}
