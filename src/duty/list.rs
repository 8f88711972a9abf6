//! `duty/list`: the queue, the most urgent first, and the figures of the day.

use jiff::{Timestamp, ToSpan as _};
use rust_decimal::Decimal;
use serde_json::json;

use super::sources::{self, Thing, Waiting, Whose};
use super::types::{DayFigures, Duties, Duty, DutyItem, DutyKind, Figures, MentionAbout, MentionArgs};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::db::Tx;
use crate::domain::money::{Currency, Money};
use crate::domain::permission::Permission;
use crate::domain::working_days::{in_shop_zone, start_of_day};
use crate::error::Result;
use crate::{customer, order};

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Duties> {
    let may = |permission| member.who.permissions.contains(&permission);
    let mut found: Vec<(DutyKind, Waiting)> = Vec::new();
    // A program has no duties of its own.
    let whose = Whose { permissions: &member.who.permissions, person: Some(member.who.person().unwrap_or(0)) };
    for kind in DutyKind::ALL {
        if kind.permission().is_none_or(may) {
            let waiting = sources::waiting(tx, &member.client.view, whose, kind)?;
            if waiting.count > 0 {
                found.push((kind, waiting));
            }
        }
    }
    // Those without a deadline come last.
    found.sort_by_key(|(_, waiting)| (waiting.overdue == 0, waiting.due_at.is_none(), waiting.due_at));
    let figures = if may(Permission::FiguresRead) { Some(figures(tx, member.client.now())?) } else { None };
    Ok(Duties { duties: found.into_iter().map(|(kind, waiting)| duty(kind, waiting)).collect(), figures })
}

/// Whoever notes name has looked at them: they are no duty of theirs any more.
pub fn mention_done(tx: &mut dyn Tx, member: &StaffMember, args: MentionArgs) -> Result<Changed<()>> {
    let (staff_id, now) = (member.who.staff_id, member.client.now());
    let (noun, done) = match args.about {
        MentionAbout::Order => ("order", order::mention::done(tx, staff_id, &args.notes, now)?),
        MentionAbout::Customer => ("customer", customer::mention::done(tx, staff_id, &args.notes, now)?),
    };
    Ok(Changed::new((), Change::new(noun, "").after(json!({ "notes_seen": args.notes, "open": done }))))
}

fn duty(kind: DutyKind, waiting: Waiting) -> Duty {
    let text = |moment: Option<Timestamp>| moment.map(|moment| moment.to_string());
    let item = |thing: Thing| DutyItem { about: thing.about, at: text(thing.at), due_at: text(thing.due_at) };
    Duty {
        kind,
        count: waiting.count,
        due_at: text(waiting.due_at),
        overdue: waiting.overdue,
        items: waiting.things.into_iter().map(item).collect(),
    }
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
