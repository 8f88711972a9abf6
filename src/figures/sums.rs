//! The sums of a span.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use rust_decimal::Decimal;

use super::types::{Period, Span, Sums};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency, Money};
use crate::domain::working_days::{in_shop_zone, start_of_day};
use crate::error::{FieldMessages, Result, check_fields};
use crate::invoice::sums as invoiced;
use crate::order::Figures;
use crate::visit::{self, Counts, Step};
use crate::{loyalty, message, order, shipment};

/// Most days of a span.
const MOST_DAYS: i32 = 1_100;
/// Years in which a day can lie.
const YEARS: std::ops::RangeInclusive<i16> = 2000..=2199;
/// Longer spans are told by months.
const DAILY: i32 = 92;

/// `2026-11`.
fn month_of(day: Date) -> String {
    format!("{:04}-{:02}", day.year(), day.month())
}

impl Span {
    pub fn new(from: Date, to: Date) -> Span {
        Span { from, to }
    }

    /// The quarter of a day.
    pub fn quarter_of(day: Date) -> Span {
        let first = (day.month() - 1) / 3 * 3 + 1;
        let from = Date::constant(day.year(), first, 1);
        Span { from, to: from.saturating_add(2.months()).last_of_month() }
    }

    pub fn check(self, field: &str) -> Result<()> {
        let mut fields = FieldMessages::new();
        let is_known = |day: Date| YEARS.contains(&day.year());
        if !is_known(self.from) {
            fields.insert(format!("{field}.from"), message::FIGURES_YEAR.into());
        } else if !is_known(self.to) {
            fields.insert(format!("{field}.to"), message::FIGURES_YEAR.into());
        } else if self.to < self.from {
            fields.insert(format!("{field}.to"), message::FIGURES_REVERSED.into());
        } else if self.days() > MOST_DAYS {
            fields.insert(format!("{field}.from"), message::FIGURES_TOO_LONG.into());
        }
        check_fields(fields)
    }

    pub fn days(self) -> i32 {
        (self.to - self.from).get_days() + 1
    }

    /// Its first moment, and that after its last.
    pub fn moments(self) -> (Timestamp, Timestamp) {
        (start_of_day(self.from), start_of_day(self.to.saturating_add(1.day())))
    }

    pub fn is_by_month(self) -> bool {
        self.days() > DAILY
    }

    /// The month of its first day.
    pub fn month(self) -> String {
        month_of(self.from)
    }

    /// The period that a day belongs to.
    pub fn period_of(self, day: Date) -> String {
        if self.is_by_month() { month_of(day) } else { day.to_string() }
    }

    /// Its periods, in order.
    pub fn periods(self) -> Vec<String> {
        let mut periods: Vec<String> = Vec::new();
        for day in self.from.series(1.day()).take_while(|day| *day <= self.to) {
            let period = self.period_of(day);
            if periods.last() != Some(&period) {
                periods.push(period);
            }
        }
        periods
    }
}

/// What happened in a period.
#[derive(Debug, Clone, Default)]
pub struct OfPeriod {
    pub placed: Figures,
    /// Cents.
    pub net: i64,
    pub tax: i64,
    pub credited: i64,
    pub visits: i64,
    pub bags: i64,
    pub checkouts: i64,
    /// Orders by the shop itself, of days since which visits are counted.
    pub counted_orders: i64,
}

impl OfPeriod {
    pub fn gross(&self) -> i64 {
        self.net + self.tax
    }

    fn add(&mut self, other: &OfPeriod) -> Result<()> {
        self.placed.add(&other.placed)?;
        self.net += other.net;
        self.tax += other.tax;
        self.credited += other.credited;
        self.visits += other.visits;
        self.bags += other.bags;
        self.checkouts += other.checkouts;
        self.counted_orders += other.counted_orders;
        Ok(())
    }
}

/// The periods of a span, in order, those without anything too.
pub fn by_period(tx: &mut dyn Tx, span: Span) -> Result<Vec<(String, OfPeriod)>> {
    let mut periods: BTreeMap<String, OfPeriod> =
        span.periods().into_iter().map(|period| (period, OfPeriod::default())).collect();
    let (from, until) = span.moments();
    let since = visit::since(tx)?;
    for (quarter, figures) in order::figures_through(tx, from, until)? {
        let day = in_shop_zone(quarter).date();
        let of = periods.entry(span.period_of(day)).or_default();
        of.placed.add(&figures)?;
        if since.is_some_and(|since| since <= day) {
            // Who rings does not visit.
            of.counted_orders += figures.by_shop;
        }
    }
    for day in invoiced::by_day(tx, span.from, span.to)? {
        let of = periods.entry(span.period_of(day.day)).or_default();
        of.net += day.net;
        of.tax += day.tax;
        of.credited += day.credited;
    }
    let counts: Counts = visit::list(tx, span.from, span.to)?;
    for ((day, step), count) in counts {
        let of = periods.entry(span.period_of(day)).or_default();
        match step {
            Step::Visit => of.visits += count,
            Step::Bag => of.bags += count,
            Step::Checkout => of.checkouts += count,
        }
    }
    Ok(periods.into_iter().collect())
}

/// All of a span.
pub fn of(tx: &mut dyn Tx, span: Span) -> Result<Sums> {
    let periods = by_period(tx, span)?;
    let mut all = OfPeriod::default();
    for (_, of) in &periods {
        all.add(of)?;
    }
    let (from, until) = span.moments();
    let returned = shipment::returned_items(tx, from, until)?.iter().map(|(_, _, qty, _)| qty).sum();
    let Figures { orders, pieces, revenue, .. } = all.placed;
    let average = match orders {
        0 => Money::zero(Currency::Eur),
        orders => Money::rounded(revenue.decimal() / Decimal::from(orders), Currency::Eur)?,
    };
    let period = |(period, of): (String, OfPeriod)| {
        let gross = Amount::from_minor(of.gross());
        Period { period, orders: of.placed.orders, gross }
    };
    Ok(Sums {
        orders,
        pieces,
        ordered: revenue.amount(),
        average: average.amount(),
        gross: Amount::from_minor(all.gross()),
        net: Amount::from_minor(all.net),
        tax: Amount::from_minor(all.tax),
        credited: Amount::from_minor(all.credited),
        returned,
        visits: all.visits,
        bags: all.bags,
        checkouts: all.checkouts,
        counted_orders: all.counted_orders,
        points_owed: loyalty::points_before(tx, until)?,
        periods: periods.into_iter().map(period).collect(),
    })
}
