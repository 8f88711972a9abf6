//! What a campaign would make of each item, and how it is scheduled, moved and called off; for calls and commands alike.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::store::{self, Standing, Stored, Terms};
use super::types::{CampaignForm, CampaignState, LeftOutReason, PlannedBase, PlannedPrice, ReductionKind};
use crate::audit::By;
use crate::catalog::{self, Ledgers};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::price_history::lowest_before_reduction;
use crate::domain::price_ledger::{Ledger, LedgerRow, Taken};
use crate::domain::reduction::{Cut, percent_below, reduced};
use crate::domain::validate::readable_line;
use crate::domain::working_days::entered_at;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;
use crate::region::{self, Exchange};

/// Characters of a name.
const NAME: usize = 80;
/// Items of a campaign.
pub const MOST_ITEMS: usize = 2_000;
/// EUR cents.
const MOST_AMOUNT: i64 = 999_999_999;

// ── The form ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A checked form: the terms, and the items with their own prices.
pub type Checked = (Terms, BTreeMap<i64, Option<Amount>>);

/// Checks a form; products with options become their variants.
pub fn check(tx: &mut dyn Tx, form: &CampaignForm, now: Timestamp) -> Result<Checked> {
    let mut fields = FieldMessages::new();
    let name = readable_line(&form.name);
    if name.is_empty() {
        fields.insert("name".into(), message::CAMPAIGN_NAME_EMPTY.into());
    } else if name.chars().count() > NAME {
        fields.insert("name".into(), message::ORDER_TEXT_TOO_LONG.with("max", NAME));
    }
    let begins_at = local("begins", form.begins, &mut fields);
    let ends_at = local("ends", form.ends, &mut fields);
    if let Some((begins_at, ends_at)) = begins_at.zip(ends_at) {
        if ends_at <= begins_at {
            fields.insert("ends".into(), message::CAMPAIGN_END_BEFORE_BEGIN.into());
        } else if ends_at <= now {
            fields.insert("ends".into(), message::CAMPAIGN_END_PAST.into());
        }
    }
    let value = match form.kind {
        ReductionKind::Percent => i64::from(form.percent.hundredths()),
        ReductionKind::Amount => form.amount.minor(),
        ReductionKind::Price => 0,
    };
    match form.kind {
        ReductionKind::Percent if !(1..10_000).contains(&value) => {
            fields.insert("percent".into(), message::CAMPAIGN_PERCENT_BAD.into());
        }
        ReductionKind::Amount if !(1..=MOST_AMOUNT).contains(&value) => {
            fields.insert("amount".into(), message::PRICE_AMOUNT_BAD.into());
        }
        _ => {}
    }
    let items = items(tx, form, &mut fields)?;
    check_fields(fields)?;
    let (begins_at, ends_at) = begins_at.zip(ends_at).context("checked times")?;
    Ok((Terms { name, begins_at, ends_at, kind: form.kind, value, ending: form.ending }, items))
}

/// [`entered_at`], with its message under `field` where there is no such moment.
pub fn local(field: &str, time: DateTime, fields: &mut FieldMessages) -> Option<Timestamp> {
    entered_at(time).map_err(|why| fields.insert(field.into(), why)).ok()
}

/// A moment in the precision of the database.
fn whole(moment: Timestamp) -> Option<Timestamp> {
    Timestamp::from_millisecond(moment.as_millisecond()).ok()
}

fn items(tx: &mut dyn Tx, form: &CampaignForm, fields: &mut FieldMessages) -> Result<BTreeMap<i64, Option<Amount>>> {
    if form.items.len() > MOST_ITEMS {
        fields.insert("items".into(), message::CAMPAIGN_ITEMS_MANY.with("max", MOST_ITEMS));
        return Ok(BTreeMap::new());
    }
    let mut items = BTreeMap::new();
    for chosen in &form.items {
        let sku = chosen.sku.trim().to_uppercase();
        let Some(id) = catalog::find_product(tx, &sku)? else {
            fields.insert("items".into(), message::PRICE_SKU_UNKNOWN.with("sku", sku));
            continue;
        };
        let price = chosen.price.filter(|_| form.kind == ReductionKind::Price);
        if price.is_some_and(|price| !(1..=MOST_AMOUNT).contains(&price.minor())) {
            fields.insert("items".into(), message::CAMPAIGN_PRICE_BAD.with("sku", sku));
        }
        for item in catalog::priced_of(tx, &[id])? {
            items.insert(item, price);
        }
    }
    if items.len() > MOST_ITEMS {
        fields.insert("items".into(), message::CAMPAIGN_ITEMS_MANY.with("max", MOST_ITEMS));
    }
    Ok(items)
}

// ── Drafts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The campaign, unless somebody has changed it since it was seen.
fn seen(tx: &mut dyn Tx, id: i64, version: i64) -> Result<Stored> {
    let found = store::find(tx, id)?.ok_or_else(|| refuse(message::CAMPAIGN_NOT_FOUND))?;
    if found.version == version { Ok(found) } else { Err(refuse(message::CAMPAIGN_CHANGED_MEANWHILE)) }
}

/// Saves a draft, a new one without `of`; answers its id and what it was before.
pub fn save(tx: &mut dyn Tx, by: &By, of: Option<(i64, i64)>, form: &CampaignForm) -> Result<(i64, Option<Stored>)> {
    let before = of.map(|(id, version)| seen(tx, id, version)).transpose()?;
    if before.as_ref().is_some_and(|before| before.standing != Standing::Draft) {
        return Err(refuse(message::CAMPAIGN_NO_DRAFT));
    }
    let (terms, items) = check(tx, form, by.now)?;
    let id = match &before {
        Some(before) => {
            store::update(tx, before.id, &terms, &by.actor, by.now)?;
            before.id
        }
        None => store::insert(tx, &terms, &by.actor, by.now)?,
    };
    store::save_items(tx, id, &items)?;
    Ok((id, before))
}

/// Removes a draft.
pub fn remove(tx: &mut dyn Tx, id: i64, version: i64) -> Result<Stored> {
    let found = seen(tx, id, version)?;
    if found.standing != Standing::Draft {
        return Err(refuse(message::CAMPAIGN_NO_DRAFT));
    }
    store::delete(tx, id)?;
    Ok(found)
}

// ── The dry run ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a campaign would make of its items.
#[derive(Debug)]
pub struct Plan {
    /// Now, for a begin that has passed.
    pub begins_at: Timestamp,
    /// By item.
    pub reduced: BTreeMap<i64, Vec<PlannedPrice>>,
    /// Item, reason, and the campaign that it is in.
    pub left_out: Vec<(i64, LeftOutReason, Option<i64>)>,
    ledgers: Vec<(i64, Currency, [Ledger; 2])>,
}

impl Plan {
    /// A digest of what is planned.
    pub fn seen(&self) -> Result<String> {
        #[derive(Serialize)]
        struct Seen<'a> {
            reduced: &'a BTreeMap<i64, Vec<PlannedPrice>>,
            left_out: &'a [(i64, LeftOutReason, Option<i64>)],
        }
        let told = Seen { reduced: &self.reduced, left_out: &self.left_out };
        let bytes = serde_json::to_vec(&told).context("a plan as JSON")?;
        Ok(hex::encode(&Sha256::digest(&bytes)[..8]))
    }
}

/// What a draft would do, were it scheduled now; of any other campaign, what it would have done.
pub fn plan(tx: &mut dyn Tx, of: &Stored, now: Timestamp) -> Result<Plan> {
    let now = whole(now).context("the time")?;
    let items = store::items(tx, of.id)?;
    let ids: Vec<i64> = items.keys().copied().collect();
    let mut ledgers = catalog::ledgers(tx, &ids)?;
    let exchanges = region::exchanges(tx)?;
    let begins_at = of.terms.begins_at.max(now);
    let mut plan = Plan { begins_at, reduced: BTreeMap::new(), left_out: Vec::new(), ledgers: Vec::new() };
    for (id, own) in items {
        let before = ledgers.remove(&id).unwrap_or_default();
        match plan_item(of, begins_at, own, &before, &exchanges)? {
            Ok((prices, after)) => {
                plan.reduced.insert(id, prices);
                for (currency, ledger) in after {
                    let before = before.get(&currency).cloned().unwrap_or_default();
                    plan.ledgers.push((id, currency, [before, ledger]));
                }
            }
            Err((why, campaign)) => plan.left_out.push((id, why, campaign)),
        }
    }
    Ok(plan)
}

type ItemPlan = std::result::Result<(Vec<PlannedPrice>, Ledgers), (LeftOutReason, Option<i64>)>;

fn plan_item(
    of: &Stored,
    begins_at: Timestamp,
    own: Option<Amount>,
    ledgers: &Ledgers,
    exchanges: &[Exchange],
) -> Result<ItemPlan> {
    if of.terms.kind == ReductionKind::Price && own.is_none() {
        return Ok(Err((LeftOutReason::NoOwnPrice, None)));
    }
    let (mut prices, mut after, mut has_price) = (Vec::new(), Ledgers::new(), false);
    for exchange in exchanges {
        let Some(ledger) = ledgers.get(&exchange.currency) else { continue };
        let Some(base) = ledger.at(begins_at).map(LedgerRow::base) else { continue };
        has_price = true;
        let cut = match of.terms.kind {
            ReductionKind::Percent => Cut::By(of.terms.percent()),
            ReductionKind::Amount => Cut::ByAmount(in_currency(exchange, of.terms.amount())?),
            ReductionKind::Price => Cut::To(in_currency(exchange, own.unwrap_or_default())?),
        };
        let Some(price) = reduced(base.amount, cut, of.terms.ending, exchange.step) else { continue };
        let mut changed = ledger.clone();
        if let Err(Taken(other)) = changed.reduce(of.id, begins_at, of.terms.ends_at, price) {
            if other == of.id {
                // Scheduled already: what it has done is shown as it would be done.
                changed.call_off(of.id, begins_at);
            } else {
                return Ok(Err((LeftOutReason::InCampaign, Some(other))));
            }
        }
        let lowest = lowest_before_reduction(&changed.history(exchange.currency), begins_at);
        let lowest_30d = lowest.map_or(base.amount, |lowest| lowest.amount());
        let planned = ledger.base_change(begins_at, of.terms.ends_at).map(|(at, offer)| PlannedBase {
            at: at.to_string(),
            amount: offer.amount,
            is_lower: offer.amount <= price,
        });
        prices.push(PlannedPrice {
            currency: exchange.currency,
            before: base.amount,
            percent: percent_below(price, lowest_30d),
            lowest_30d,
            price,
            planned,
        });
        after.insert(exchange.currency, changed);
    }
    Ok(match (prices.is_empty(), has_price) {
        (false, _) => Ok((prices, after)),
        (true, true) => Err((LeftOutReason::NotBelow, None)),
        (true, false) => Err((LeftOutReason::NoPrice, None)),
    })
}

/// An amount in EUR as it is in another currency.
fn in_currency(exchange: &Exchange, eur: Amount) -> Result<Amount> {
    match exchange.currency {
        Currency::Eur => Ok(eur),
        _ => Ok(exchange.of_eur(eur)?.amount()),
    }
}

// ── Scheduling ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Schedules a draft: its prices are in the ledger, and take force at their moment. `is_seen`: whether the plan, by its
/// [`Plan::seen`], is the one that was seen.
pub fn schedule(
    tx: &mut dyn Tx,
    by: &By,
    id: i64,
    version: i64,
    is_seen: impl FnOnce(&str) -> bool,
) -> Result<(Stored, Plan)> {
    let mut found = seen(tx, id, version)?;
    if found.standing != Standing::Draft {
        return Err(refuse(message::CAMPAIGN_NO_DRAFT));
    }
    if found.terms.ends_at <= by.now {
        return Err(refuse(message::CAMPAIGN_END_PAST));
    }
    let plan = plan(tx, &found, by.now)?;
    if !is_seen(&plan.seen()?) {
        return Err(refuse(message::CAMPAIGN_PLAN_CHANGED));
    }
    if plan.reduced.is_empty() {
        return Err(refuse(message::CAMPAIGN_NOTHING_REDUCED));
    }
    let now = whole(by.now).context("the time")?;
    for (item, currency, [before, after]) in &plan.ledgers {
        catalog::save_ledger(tx, *item, *currency, [before, after], now)?;
    }
    let ids: Vec<i64> = plan.reduced.keys().copied().collect();
    catalog::follow_prices(tx, &ids, now)?;
    found.terms.begins_at = plan.begins_at;
    store::set_standing(tx, &found, Standing::Scheduled, &by.actor, by.now)?;
    Ok((found, plan))
}

/// Makes a campaign that has not begun a draft again; its prices are as they would have been.
pub fn unschedule(tx: &mut dyn Tx, by: &By, id: i64, version: i64) -> Result<Stored> {
    end(tx, by, id, version, &[CampaignState::Planned], Standing::Draft)
}

/// Ends a campaign now, or before it has begun. The prices that would have been without it hold again.
pub fn call_off(tx: &mut dyn Tx, by: &By, id: i64, version: i64) -> Result<Stored> {
    end(tx, by, id, version, &[CampaignState::Planned, CampaignState::Running], Standing::CalledOff)
}

fn end(
    tx: &mut dyn Tx,
    by: &By,
    id: i64,
    version: i64,
    states: &[CampaignState],
    standing: Standing,
) -> Result<Stored> {
    let found = seen(tx, id, version)?;
    if !states.contains(&found.state(by.now)) {
        return Err(refuse(match standing {
            Standing::Draft => message::CAMPAIGN_NOT_PLANNED,
            _ => message::CAMPAIGN_NOT_RUNNING,
        }));
    }
    let now = whole(by.now).context("the time")?;
    let ids = catalog::list_reduced(tx, id, now)?;
    for (item, ledgers) in catalog::ledgers(tx, &ids)? {
        for (currency, before) in ledgers {
            let mut after = before.clone();
            after.call_off(id, now);
            catalog::save_ledger(tx, item, currency, [&before, &after], now)?;
        }
    }
    catalog::follow_prices(tx, &ids, now)?;
    store::set_standing(tx, &found, standing, &by.actor, by.now)?;
    Ok(found)
}

/// Lets a campaign that is planned or running end at another time; answers what it was, and what it is.
///
/// Prolonged before it has ended, it is the same reduction: shoppers go on seeing the lowest price of the 30 days before it began
/// (Directive 98/6/EC art. 6a(2)). One that has ended would begin a new one.
///
/// # Errors
///
/// Refused where another campaign reduces one of its goods in the time that is added.
pub fn move_end(tx: &mut dyn Tx, by: &By, id: i64, version: i64, ends: DateTime) -> Result<(Stored, Stored)> {
    let before = seen(tx, id, version)?;
    if !matches!(before.state(by.now), CampaignState::Planned | CampaignState::Running) {
        return Err(refuse(message::CAMPAIGN_END_FIXED));
    }
    let mut fields = FieldMessages::new();
    let end = local("ends", ends, &mut fields);
    if let Some(end) = end {
        let why = match end {
            end if end <= before.terms.begins_at => Some(message::CAMPAIGN_END_BEFORE_BEGIN),
            end if end <= by.now => Some(message::CAMPAIGN_END_PAST),
            end if end == before.terms.ends_at => Some(message::CAMPAIGN_END_SAME),
            _ => None,
        };
        fields.extend(why.map(|why| ("ends".into(), why.into())));
    }
    check_fields(fields)?;
    let (end, now) = (end.context("a checked time")?, whole(by.now).context("the time")?);
    let ids = catalog::list_reduced(tx, id, now)?;
    for (item, ledgers) in catalog::ledgers(tx, &ids)? {
        for (currency, former) in ledgers {
            let mut after = former.clone();
            if let Err(Taken(other)) = after.move_end(id, before.terms.ends_at, end) {
                let name = store::names(tx, &[other])?.remove(&other).unwrap_or_default();
                let why = message::CAMPAIGN_END_TAKEN.with("name", name).with("sku", catalog::sku(tx, item)?);
                return Err(Refusal::of_field("ends", why).into());
            }
            catalog::save_ledger(tx, item, currency, [&former, &after], now)?;
        }
    }
    catalog::follow_prices(tx, &ids, now)?;
    let mut moved = before.clone();
    moved.terms.ends_at = end;
    store::set_standing(tx, &moved, Standing::Scheduled, &by.actor, by.now)?;
    Ok((before, moved))
}
