//! `duty/list`: the queue, the most urgent first, and the figures of the day.

use jiff::{Timestamp, ToSpan as _};
use rust_decimal::Decimal;

use super::sources::{self, Waiting};
use super::types::{DayFigures, Duties, Duty, DutyItem, DutyKind, Figures};
use crate::call::{NoArgs, StaffMember};
use crate::db::Tx;
use crate::domain::money::{Currency, Money};
use crate::domain::permission::Permission;
use crate::domain::working_days::{in_shop_zone, start_of_day};
use crate::error::Result;
use crate::order;

/// Things of a duty that are named.
pub(super) const SHOWN: usize = 5;

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Duties> {
    let may = |permission| member.who.permissions.contains(&permission);
    let now = member.client.now();
    let mut found: Vec<(Duty, Option<Timestamp>)> = Vec::new();
    for kind in DutyKind::ALL {
        if kind.permission().is_none_or(may) {
            let waiting = sources::waiting(tx, &member.client.view, &member.who.permissions, kind)?;
            if !waiting.is_empty() {
                found.push(duty(kind, waiting, now));
            }
        }
    }
    // Those without a deadline come last.
    found.sort_by_key(|(duty, due_at)| (duty.overdue == 0, due_at.is_none(), *due_at));
    let figures = if may(Permission::FiguresRead) { Some(figures(tx, now)?) } else { None };
    Ok(Duties { duties: found.into_iter().map(|(duty, _)| duty).collect(), figures })
}

fn duty(kind: DutyKind, mut waiting: Vec<Waiting>, now: Timestamp) -> (Duty, Option<Timestamp>) {
    let due_at = waiting.iter().filter_map(|one| one.due_at).min();
    let overdue = waiting.iter().filter(|one| one.due_at.is_some_and(|due_at| due_at < now)).count();
    let count = waiting.len();
    waiting.sort_by_key(|one| one.at);
    waiting.truncate(SHOWN);
    let item = |one: Waiting| DutyItem {
        thing: one.thing,
        label: one.label,
        at: one.at.to_string(),
        due_at: one.due_at.map(|due_at| due_at.to_string()),
    };
    let items = waiting.into_iter().map(item).collect();
    (Duty { kind, count, due_at: due_at.map(|due_at| due_at.to_string()), overdue, items }, due_at)
}

/// Today until now, and a week ago until the same time of day in the shop's zone.
pub(super) fn figures(tx: &mut dyn Tx, now: Timestamp) -> Result<Figures> {
    let here = in_shop_zone(now);
    let week_ago = here.saturating_sub(7.days());
    Ok(Figures {
        today: day(order::figures(tx, start_of_day(here.date()), now)?)?,
        same_weekday: day(order::figures(tx, start_of_day(week_ago.date()), week_ago.timestamp())?)?,
    })
}

fn day(of: order::Figures) -> Result<DayFigures> {
    let average = match of.orders {
        0 => Money::zero(Currency::Eur),
        orders => Money::rounded(of.revenue.decimal() / Decimal::from(orders), Currency::Eur)?,
    };
    let (revenue, average) = (of.revenue.amount(), average.amount());
    Ok(DayFigures { orders: of.orders, revenue, pieces: of.pieces, average, currency: Currency::Eur })
}
