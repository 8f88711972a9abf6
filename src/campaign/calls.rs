//! The calls about campaigns, one function a path.

use std::collections::{BTreeMap, HashMap};

use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};

use super::planning::{self, MOST_ITEMS};
use super::store::{self, Stored};
use super::types::{
    CalendarArgs, Campaign, CampaignCalendar, CampaignDetail, CampaignItem, CampaignName, CampaignPage, CampaignPlan,
    ChooseArgs, Chosen, ChosenCategory, ChosenItem, IdArgs, LeftOut, ListArgs, MoveEndArgs, PlanArgs, PlannedItem,
    PriceMoment, SaveArgs, ScheduleArgs, VersionArgs,
};
use crate::audit::{By, Change};
use crate::call::{Changed, StaffMember, View};
use crate::catalog::{self, PricedItem, PricedOf, price};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::domain::working_days::{Shown, in_shop_zone, shown_at, start_of_day};
use crate::error::{Refusal, Result, refuse};
use crate::{message, search, token};

/// Campaigns a page.
const PAGE: usize = 50;
/// Items of a plan a page.
const PLANNED: usize = 100;
/// Days of a calendar, and what it shows.
const DAYS: i32 = 100;
const SHOWN: i64 = 200;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn campaigns(tx: &mut dyn Tx, found: Vec<Stored>, now: Timestamp) -> Result<Vec<Campaign>> {
    let ids: Vec<i64> = found.iter().map(|campaign| campaign.id).collect();
    let counts = store::counts(tx, &ids)?;
    let campaign = |of: Stored| Campaign {
        id: of.id,
        state: of.state(now),
        begins_at: of.terms.begins_at.to_string(),
        ends_at: of.terms.ends_at.to_string(),
        begins: in_shop_zone(of.terms.begins_at).datetime(),
        ends: in_shop_zone(of.terms.ends_at).datetime(),
        kind: of.terms.kind,
        percent: of.terms.percent(),
        amount: of.terms.amount(),
        ending: of.terms.ending,
        items: counts.get(&of.id).copied().unwrap_or(0),
        version: of.version,
        name: of.terms.name,
    };
    Ok(found.into_iter().map(campaign).collect())
}

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<CampaignPage> {
    let now = member.client.now();
    let after = args.after.as_deref().and_then(|after| {
        let (begins_at, id) = after.split_once('-')?;
        Some((begins_at.parse().ok()?, id.parse().ok()?))
    });
    let mut found = store::list(tx, args.state, after, now, PAGE as i64 + 1)?;
    let has_next = found.len() > PAGE;
    found.truncate(PAGE);
    let last = found.last().filter(|_| has_next);
    let after = last.map(|last| format!("{}-{}", last.terms.begins_at.as_millisecond(), last.id));
    Ok(CampaignPage { items: campaigns(tx, found, now)?, after })
}

pub fn calendar(tx: &mut dyn Tx, member: &StaffMember, args: CalendarArgs) -> Result<CampaignCalendar> {
    let now = member.client.now();
    let days = args.from.until(args.to).map_or(-1, |span| span.get_days());
    if !(0..DAYS).contains(&days) {
        return Err(refuse(message::CAMPAIGN_DAYS_BAD.with("max", DAYS)));
    }
    let (from, until) = (start_of_day(args.from), start_of_day(args.to.saturating_add(1.day())));
    let found = store::list_between(tx, from, until, SHOWN)?;
    let changes = catalog::list_base_changes(tx, [from.max(now), until.max(now)], SHOWN)?;
    let change =
        |(at, items): (Timestamp, i64)| PriceMoment { at: at.to_string(), local: in_shop_zone(at).datetime(), items };
    let today = in_shop_zone(now);
    Ok(CampaignCalendar {
        campaigns: campaigns(tx, found, now)?,
        changes: changes.into_iter().map(change).collect(),
        zone: today.time_zone().iana_name().unwrap_or("Europe/Paris").to_owned(),
        today: today.date(),
    })
}

fn found(tx: &mut dyn Tx, id: i64) -> Result<Stored> {
    store::find(tx, id)?.ok_or_else(|| refuse(message::CAMPAIGN_NOT_FOUND))
}

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<CampaignDetail> {
    detail(tx, &member.client.view, args.id)
}

fn detail(tx: &mut dyn Tx, view: &View, id: i64) -> Result<CampaignDetail> {
    let found = found(tx, id)?;
    let own = store::items(tx, id)?;
    let ids: Vec<i64> = own.keys().copied().collect();
    let items = catalog::browse_priced(tx, view.lang(), PricedOf::These(&ids), "", "", i64::MAX)?;
    let names = token::actor_names(tx, [found.actor.as_str()])?;
    let reduces = catalog::list_reduced(tx, id, view.now)?.len() as i64;
    let (actor, updated_at) = (found.actor.clone(), found.updated_at.to_string());
    let campaign = campaigns(tx, vec![found], view.now)?.pop();
    Ok(CampaignDetail {
        campaign: campaign.ok_or_else(|| Refusal::new(message::CAMPAIGN_NOT_FOUND))?,
        items: shown_items(tx, items, &own, view.now)?,
        actor_name: names.get(&actor).cloned(),
        actor,
        updated_at,
        reduces,
    })
}

fn shown_items(
    tx: &mut dyn Tx,
    items: Vec<PricedItem>,
    own: &BTreeMap<i64, Option<Amount>>,
    now: Timestamp,
) -> Result<Vec<CampaignItem>> {
    let ids: Vec<i64> = items.iter().map(|item| item.id).collect();
    let prices = price::prices(tx, &ids, Currency::Eur, now)?;
    let item = |item: PricedItem| CampaignItem {
        amount: prices.get(&item.id).map(|price| price.price.amount()),
        price: own.get(&item.id).copied().flatten(),
        sku: item.sku,
        name: item.name,
    };
    Ok(items.into_iter().map(item).collect())
}

/// The items of a campaign as its form has them.
pub fn chosen(tx: &mut dyn Tx, id: i64) -> Result<Vec<ChosenItem>> {
    let own = store::items(tx, id)?;
    let ids: Vec<i64> = own.keys().copied().collect();
    let items = catalog::browse_priced(tx, Lang::En, PricedOf::These(&ids), "", "", i64::MAX)?;
    let item = |item: PricedItem| ChosenItem { price: own.get(&item.id).copied().flatten(), sku: item.sku };
    Ok(items.into_iter().map(item).collect())
}

/// Goods to choose from: of a category, by SKU, or by words.
pub fn choose(tx: &mut dyn Tx, member: &StaffMember, args: ChooseArgs) -> Result<Chosen> {
    let view = &member.client.view;
    let (category, q) = (args.category.trim(), args.q.trim());
    let products = match (category.is_empty(), q.is_empty()) {
        (false, _) => catalog::products_of_category(tx, category)?,
        (true, false) => search::matches(tx, view, q, MOST_ITEMS as i64)?,
        (true, true) => Vec::new(),
    };
    let mut ids = catalog::priced_of(tx, &products)?;
    let prefix = q.to_uppercase();
    if category.is_empty() && !q.is_empty() && catalog::has_priced(tx, &prefix)? {
        let by_sku = catalog::browse_priced(tx, view.lang(), PricedOf::All, &prefix, "", MOST_ITEMS as i64)?;
        ids = by_sku.into_iter().map(|item| item.id).collect();
    }
    let items = catalog::browse_priced(tx, view.lang(), PricedOf::These(&ids), "", "", MOST_ITEMS as i64)?;
    Ok(Chosen {
        items: shown_items(tx, items, &BTreeMap::new(), view.now)?,
        categories: categories(&catalog::store::whole_tree(tx, view.lang())?),
    })
}

/// The tree, each branch below what it belongs to.
fn categories(tree: &catalog::Tree) -> Vec<ChosenCategory> {
    fn below(tree: &catalog::Tree, parent: Option<i64>, depth: u32, found: &mut Vec<ChosenCategory>) {
        for node in tree.children(parent) {
            found.push(ChosenCategory { key: node.key.clone(), name: node.name.clone(), depth });
            below(tree, Some(node.id), depth + 1, found);
        }
    }
    let mut found = Vec::new();
    below(tree, None, 0, &mut found);
    found
}

pub fn plan(tx: &mut dyn Tx, member: &StaffMember, args: PlanArgs) -> Result<CampaignPlan> {
    let view = &member.client.view;
    let of = found(tx, args.id)?;
    let plan = planning::plan(tx, &of, view.now)?;
    let seen = plan.seen()?;
    let planning::Plan { begins_at, mut reduced, left_out, .. } = plan;
    let count = reduced.len();
    let after = args.after.as_deref().unwrap_or_default();
    let ids: Vec<i64> = reduced.keys().copied().collect();
    let mut items = catalog::browse_priced(tx, view.lang(), PricedOf::These(&ids), "", after, PLANNED as i64 + 1)?;
    let has_next = items.len() > PLANNED;
    items.truncate(PLANNED);
    let out: Vec<i64> = left_out.iter().map(|(id, ..)| *id).collect();
    let out = catalog::browse_priced(tx, view.lang(), PricedOf::These(&out), "", "", i64::MAX)?;
    let others: Vec<i64> = left_out.iter().filter_map(|(_, _, campaign)| *campaign).collect();
    let names = store::names(tx, &others)?;
    let whys: HashMap<i64, _> = left_out.into_iter().map(|(id, why, campaign)| (id, (why, campaign))).collect();
    let left_out = out.into_iter().filter_map(|item| {
        let (why, campaign) = *whys.get(&item.id)?;
        let name = |id: i64| Some(CampaignName { id, name: names.get(&id)?.clone() });
        Some(LeftOut { sku: item.sku, name: item.name, why, campaign: campaign.and_then(name) })
    });
    let is_twice = |at: Timestamp| matches!(shown_at(in_shop_zone(at).datetime()), Some(Shown::Twice(..)));
    Ok(CampaignPlan {
        seen,
        begins_twice: is_twice(of.terms.begins_at),
        ends_twice: is_twice(of.terms.ends_at),
        begins_at: begins_at.to_string(),
        reduced: count,
        after: items.last().filter(|_| has_next).map(|last| last.sku.clone()),
        left_out: left_out.collect(),
        items: items
            .into_iter()
            .map(|item| PlannedItem {
                prices: reduced.remove(&item.id).unwrap_or_default(),
                sku: item.sku,
                name: item.name,
            })
            .collect(),
    })
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn by(member: &StaffMember) -> By {
    By { actor: member.who.actor(), now: member.client.now() }
}

/// What the audit is told of a campaign.
pub fn told(of: &Stored, items: usize) -> Value {
    json!({
        "begins_at": of.terms.begins_at,
        "ends_at": of.terms.ends_at,
        "kind": of.terms.kind,
        "value": of.terms.value,
        "ending": of.terms.ending,
        "items": items,
    })
}

fn told_now(tx: &mut dyn Tx, of: &Stored) -> Result<Value> {
    let items = store::items(tx, of.id)?.len();
    Ok(told(of, items))
}

/// A change of a campaign: what the audit is told of it after, beside what it was told before.
pub fn change(tx: &mut dyn Tx, id: i64, before: Option<Value>) -> Result<Change> {
    let of = found(tx, id)?;
    let after = told_now(tx, &of)?;
    Ok(Change { before, ..Change::new("campaign", id).after(after) })
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<CampaignDetail>> {
    let of = args.id.map(|id| (id, args.version));
    let before = match args.id.map(|id| store::find(tx, id)).transpose()?.flatten() {
        Some(before) => Some(told_now(tx, &before)?),
        None => None,
    };
    let (id, _) = planning::save(tx, &by(member), of, &args.form)?;
    let change = change(tx, id, before)?;
    Ok(Changed::new(detail(tx, &member.client.view, id)?, change))
}

pub fn schedule(tx: &mut dyn Tx, member: &StaffMember, args: ScheduleArgs) -> Result<Changed<CampaignDetail>> {
    let ScheduleArgs { id, version, seen } = args;
    let (_, plan) = planning::schedule(tx, &by(member), id, version, |plan| plan == seen)?;
    let change = scheduled(id, &plan);
    Ok(Changed::new(detail(tx, &member.client.view, id)?, change))
}

/// What the audit is told of a campaign that was scheduled.
pub fn scheduled(id: i64, plan: &planning::Plan) -> Change {
    let after = json!({
        "state": "scheduled",
        "begins_at": plan.begins_at,
        "reduced": plan.reduced.len(),
        "left_out": plan.left_out.len(),
    });
    Change::new("campaign", id).before(json!({ "state": "draft" })).after(after)
}

pub fn unschedule(tx: &mut dyn Tx, member: &StaffMember, args: VersionArgs) -> Result<Changed<CampaignDetail>> {
    let before = planning::unschedule(tx, &by(member), args.id, args.version)?;
    let change = moved(&before, member.client.now(), "draft");
    Ok(Changed::new(detail(tx, &member.client.view, args.id)?, change))
}

pub fn call_off(tx: &mut dyn Tx, member: &StaffMember, args: VersionArgs) -> Result<Changed<CampaignDetail>> {
    let before = planning::call_off(tx, &by(member), args.id, args.version)?;
    let change = moved(&before, member.client.now(), "called_off");
    Ok(Changed::new(detail(tx, &member.client.view, args.id)?, change))
}

pub fn move_end(tx: &mut dyn Tx, member: &StaffMember, args: MoveEndArgs) -> Result<Changed<CampaignDetail>> {
    let (before, after) = planning::move_end(tx, &by(member), args.id, args.version, args.ends)?;
    let change = end_moved(&before, &after);
    Ok(Changed::new(detail(tx, &member.client.view, args.id)?, change))
}

/// What the audit is told of a campaign that ends at another time.
pub fn end_moved(before: &Stored, after: &Stored) -> Change {
    let end = |of: &Stored| json!({ "ends_at": of.terms.ends_at });
    Change::new("campaign", before.id).before(end(before)).after(end(after))
}

/// What the audit is told of a campaign that is in another state.
pub fn moved(before: &Stored, now: Timestamp, state: &str) -> Change {
    let change = Change::new("campaign", before.id);
    change.before(json!({ "state": before.state(now) })).after(json!({ "state": state }))
}

pub fn remove(tx: &mut dyn Tx, member: &StaffMember, args: VersionArgs) -> Result<Changed<CampaignPage>> {
    let before = match store::find(tx, args.id)? {
        Some(before) => Some(told_now(tx, &before)?),
        None => None,
    };
    let removed = planning::remove(tx, args.id, args.version)?;
    let change = Change { before, ..Change::new("campaign", removed.id) };
    Ok(Changed::new(list(tx, member, ListArgs::default())?, change))
}
