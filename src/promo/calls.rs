//! The calls about employees' tags, one function a path.

use jiff::Timestamp;
use jiff::civil::Date;

use super::editing::{self, NEW_PERCENT, Plan, Seen, Until, Wish};
use super::types::{SaveArgs, TagArgs, TagItem, TagPlan, TagStanding, Tags};
use crate::call::{Changed, NoArgs, StaffMember, View};
use crate::cms::{self, TagRow};
use crate::db::Tx;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result};
use crate::{message, order};

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Tags> {
    let rows = cms::list_tags(tx)?;
    let codes: Vec<String> = rows.iter().map(|row| row.tag.clone()).collect();
    let orders = order::count_by_promo_tag(tx, &codes)?;
    let item = |row: TagRow| {
        let count = orders.get(&row.tag).copied().unwrap_or_default();
        item(&member.client.view, row, count)
    };
    let mut items = rows.into_iter().map(item).collect::<Result<Vec<_>>>()?;
    items.sort_by_key(|item| item.state);
    Ok(Tags { items, new_percent: NEW_PERCENT })
}

fn item(view: &View, row: TagRow, orders: i64) -> Result<TagItem> {
    let moment = |at: i64| Timestamp::from_millisecond(at).map_err(anyhow::Error::from);
    let day = |at: i64| anyhow::Ok(in_shop_zone(moment(at)?).date().to_string());
    let now = view.now.as_millisecond();
    let state = match &row {
        TagRow { active: false, .. } => TagStanding::Off,
        TagRow { valid_to: Some(end), .. } if *end <= now => TagStanding::Ended,
        TagRow { valid_from, .. } if *valid_from > now => TagStanding::Planned,
        _ => TagStanding::InForce,
    };
    // `valid_to` no longer counts: the millisecond before it lies on the last day.
    Ok(TagItem {
        version: editing::version(&row),
        percent: row.percentage,
        domains: row.domains(),
        valid_from: moment(row.valid_from)?.to_string(),
        valid_to: row.valid_to.map(moment).transpose()?.map(|end| end.to_string()),
        from: day(row.valid_from)?,
        until: row.valid_to.map(|end| day(end - 1)).transpose()?,
        state,
        orders,
        link: format!("{}/?promo-tag={}", view.config.public_url(), row.tag),
        tag: row.tag,
    })
}

fn wish(args: &SaveArgs) -> Result<Wish> {
    let day = |field: &str, text: &str| -> Result<Option<Date>> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        Ok(Some(text.parse().map_err(|_| Refusal::of_field(field, message::PROMO_TAG_DAY))?))
    };
    Ok(Wish {
        tag: args.tag.clone(),
        percent: Some(args.percent),
        from: day("from", &args.from)?,
        until: day("until", &args.until)?.map_or(Until::Endless, Until::Day),
        domains: Some(args.domains.clone()),
    })
}

fn seen(args: &SaveArgs) -> Seen<'_> {
    args.version.as_deref().map_or(Seen::None, Seen::Version)
}

fn told(tx: &mut dyn Tx, view: &View, Plan { before, after }: Plan) -> Result<TagPlan> {
    let orders = order::count_by_promo_tag(tx, std::slice::from_ref(&after.tag))?;
    let orders = orders.get(&after.tag).copied().unwrap_or_default();
    let before = before.map(|row| item(view, row, orders)).transpose()?;
    Ok(TagPlan { before, after: item(view, after, orders)? })
}

/// What saving would make of a tag.
pub fn plan(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<TagPlan> {
    let view = &member.client.view;
    let plan = editing::plan(tx, view.config.mode, &wish(&args)?, seen(&args), member.client.now())?;
    told(tx, view, plan)
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<Tags>> {
    let mode = member.client.view.config.mode;
    let (_, change) = editing::save(tx, mode, &wish(&args)?, seen(&args), member.client.now())?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}

pub fn switch_off(tx: &mut dyn Tx, member: &StaffMember, args: TagArgs) -> Result<Changed<Tags>> {
    let change = editing::switch_off(tx, &args.tag)?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}
