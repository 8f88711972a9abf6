//! Working days, deadlines and chat hours, in the shop's time zone.
//!
//! Working days are Monday to Friday less a list of closing days, by default those of TARGET2, on which no bank
//! transfers are settled (decisions.md §6).

use std::collections::BTreeSet;
use std::sync::{LazyLock, OnceLock};

use jiff::civil::{Date, DateTime, Time, Weekday, date};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{SignedDuration, Timestamp, ToSpan, Zoned};
use serde::Serialize;

use crate::message::{self, Message};

/// `company.time_zone`: a process has one shop, so it is set once, at start.
static ZONE: OnceLock<TimeZone> = OnceLock::new();

/// Europe/Paris since 1996 as a POSIX rule, where no zone is set: the domain reads no time zone files.
static PARIS: LazyLock<TimeZone> =
    LazyLock::new(|| TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").expect("a well-formed POSIX rule"));

/// Sets the shop's time zone; only the first call counts.
pub fn set_zone(zone: TimeZone) {
    _ = ZONE.set(zone);
}

fn zone() -> TimeZone {
    ZONE.get().unwrap_or(&PARIS).clone()
}

/// A time in the shop's zone.
pub fn in_shop_zone(moment: Timestamp) -> Zoned {
    moment.to_zoned(zone())
}

/// The shop's time zone, as pages and mails carry it: they are rendered without time zone files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneOffsets {
    /// IANA.
    name: String,
    /// From when (seconds since 1970, ascending) how many minutes ahead of UTC; before the first, as from it.
    offsets: Vec<(i64, i32)>,
}

/// The offsets of the shop's zone from ten years before `now` (as long as orders are kept) until two years after it.
pub fn zone_offsets(now: Timestamp) -> ZoneOffsets {
    let zone = zone();
    let year = SignedDuration::from_hours(24 * 365);
    let first = now.saturating_sub(year * 10).unwrap_or(Timestamp::MIN);
    let last = now.saturating_add(year * 2).unwrap_or(Timestamp::MAX);
    let changes = zone.following(first).take_while(|change| change.timestamp() <= last);
    let offsets = std::iter::once((first.as_second(), zone.to_offset(first)))
        .chain(changes.map(|change| (change.timestamp().as_second(), change.offset())))
        .map(|(from, offset)| (from, offset.seconds() / 60))
        .collect();
    ZoneOffsets { name: zone.iana_name().unwrap_or("Europe/Paris").to_owned(), offsets }
}

/// What the shop's zone is called in winter, e.g. `CET`: opening hours are those of its clocks all year.
pub fn zone_abbreviation(now: Timestamp) -> String {
    let zone = zone();
    let half_year = SignedDuration::from_hours(24 * 183);
    let moments = [now, now.saturating_add(half_year).unwrap_or(now)];
    let winter = moments.into_iter().find(|at| !zone.to_offset_info(*at).dst().is_dst()).unwrap_or(now);
    zone.to_offset_info(winter).abbreviation().to_owned()
}

/// Closing days besides Saturdays and Sundays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calendar {
    /// TARGET2's six closing days of each year.
    Target2,
    /// The operator's own days, and those of each year.
    Listed(BTreeSet<Date>, Vec<YearlyDay>),
}

/// A closing day of each year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YearlyDay {
    /// Month and day; 29 February in leap years only.
    Fixed(i8, i8),
    /// Days after Easter Sunday; before it, negative.
    Easter(i16),
}

impl YearlyDay {
    /// TARGET2's (European Central Bank, since 2002): 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December.
    pub const TARGET2: [YearlyDay; 6] = [
        Self::Fixed(1, 1),
        Self::Easter(-2),
        Self::Easter(1),
        Self::Fixed(5, 1),
        Self::Fixed(12, 25),
        Self::Fixed(12, 26),
    ];

    fn is(self, day: Date) -> bool {
        match self {
            Self::Fixed(month, of_month) => (day.month(), day.day()) == (month, of_month),
            Self::Easter(after) => day == easter_sunday(day.year()).saturating_add(i64::from(after).days()),
        }
    }
}

impl Calendar {
    pub const fn target2() -> Self {
        Self::Target2
    }

    pub fn listed(days: impl IntoIterator<Item = Date>) -> Self {
        Self::Listed(days.into_iter().collect(), Vec::new())
    }

    pub fn with_yearly(days: impl IntoIterator<Item = Date>, yearly: Vec<YearlyDay>) -> Self {
        Self::Listed(days.into_iter().collect(), yearly)
    }

    pub fn is_working_day(&self, day: Date) -> bool {
        !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && !self.is_closing_day(day)
    }

    pub fn is_closing_day(&self, day: Date) -> bool {
        match self {
            Self::Target2 => YearlyDay::TARGET2.iter().any(|yearly| yearly.is(day)),
            Self::Listed(days, yearly) => days.contains(&day) || yearly.iter().any(|yearly| yearly.is(day)),
        }
    }

    /// The day that is `count` working days after `day`; `day` itself is not counted. With 0 it is `day`.
    pub fn add(&self, day: Date, count: u32) -> Date {
        let mut day = day;
        let mut left = count;
        while left > 0 && day < Date::MAX {
            day = day.saturating_add(1.day());
            if self.is_working_day(day) {
                left -= 1;
            }
        }
        day
    }

    /// The day that is `count` working days before `day`; `day` itself is not counted. With 0 it is `day`.
    pub fn before(&self, day: Date, count: u32) -> Date {
        let mut day = day;
        let mut left = count;
        while left > 0 && day > Date::MIN {
            day = day.saturating_sub(1.day());
            if self.is_working_day(day) {
                left -= 1;
            }
        }
        day
    }

    /// How many working days there are after `from`, up to and with `to`: none where `to` is not later.
    pub fn count(&self, from: Date, to: Date) -> u32 {
        let mut count = 0;
        let mut day = from;
        while day < to {
            day = day.saturating_add(1.day());
            count += u32::from(self.is_working_day(day));
        }
        count
    }

    /// The deadline `count` working days after a time: the end of that day in the shop's zone.
    pub fn deadline(&self, from: Timestamp, count: u32) -> Deadline {
        let day = self.add(in_shop_zone(from).date(), count);
        Deadline { day, ends_at: start_of_day(day.saturating_add(1.day())) }
    }
}

/// A deadline at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// The last day, as shown: "until 27 November".
    pub day: Date,
    /// The end of that day in the shop's zone, exclusive.
    pub ends_at: Timestamp,
}

/// Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876, for years from 1583).
fn easter_sunday(year: i16) -> Date {
    let y = i32::from(year);
    let golden = y.rem_euclid(19);
    let (century, of_century) = (y.div_euclid(100), y.rem_euclid(100));
    let correction = (century + 8) / 25;
    let moon = (19 * golden + century - century / 4 - (century - correction + 1) / 3 + 15).rem_euclid(30);
    let weekday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - moon - of_century % 4).rem_euclid(7);
    let late = (golden + 11 * moon + 22 * weekday) / 451;
    let day_of_march = moon + weekday - 7 * late + 22;
    date(year, 3, 1).saturating_add((day_of_march - 1).days())
}

/// When the clocks of the shop's zone show a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Once(Timestamp),
    /// Clocks go back that night: the first and the second time.
    Twice(Timestamp, Timestamp),
    /// Clocks go forward: they skip it, and go on with this moment.
    Never(Timestamp),
}

/// When the clocks of the shop's zone show a date and time.
pub fn shown_at(time: DateTime) -> Option<Shown> {
    let found = zone().into_ambiguous_zoned(time);
    let moment = |zoned: Result<Zoned, jiff::Error>| zoned.map(|zoned| zoned.timestamp()).ok();
    Some(match found.offset() {
        AmbiguousOffset::Unambiguous { .. } => Shown::Once(moment(found.unambiguous())?),
        AmbiguousOffset::Fold { .. } => Shown::Twice(moment(found.clone().earlier())?, moment(found.later())?),
        AmbiguousOffset::Gap { .. } => {
            let after = moment(found.later())?;
            let zone = zone();
            let change = zone.preceding(after.saturating_add(SignedDuration::from_secs(1)).ok()?).next();
            Shown::Never(change.map_or(after, |change| change.timestamp()))
        }
    })
}

/// The moment of a time that somebody has entered on the clocks of the shop's zone, in whole milliseconds; of one that occurs twice, the
/// first. The message says why there is none.
pub fn entered_at(time: DateTime) -> Result<Timestamp, Message> {
    match shown_at(time) {
        Some(Shown::Once(moment) | Shown::Twice(moment, _)) => {
            Timestamp::from_millisecond(moment.as_millisecond()).map_err(|_| message::TIME_BAD.into())
        }
        Some(Shown::Never(next)) => {
            let next = in_shop_zone(next).datetime();
            Err(message::TIME_SKIPPED.with("time", clock(time.time())).with("next", clock(next.time())))
        }
        None => Err(message::TIME_BAD.into()),
    }
}

/// A time of the day as the contract writes it: `08:00`.
pub fn clock(time: Time) -> String {
    time.strftime("%H:%M").to_string()
}

/// The first moment of a day in the shop's zone.
pub fn start_of_day(day: Date) -> Timestamp {
    day.to_zoned(zone()).map_or(Timestamp::MAX, |midnight| midnight.timestamp())
}

/// Whether the chat is open: on working days, between these hours in the shop's zone (boutique.md §1: Monday to Friday, 8:00 to
/// 19:00).
pub fn is_chat_open(calendar: &Calendar, now: Timestamp, opens: Time, closes: Time) -> bool {
    let local = in_shop_zone(now);
    calendar.is_working_day(local.date()) && (opens..closes).contains(&local.time())
}

/// When the chat opens next, strictly after now.
pub fn next_chat_opening(calendar: &Calendar, now: Timestamp, opens: Time) -> Timestamp {
    let local = in_shop_zone(now);
    let mut day = local.date();
    if local.time() >= opens {
        day = day.saturating_add(1.day());
    }
    while !calendar.is_working_day(day) && day < Date::MAX {
        day = day.saturating_add(1.day());
    }
    day.to_datetime(opens).to_zoned(zone()).map_or(Timestamp::MAX, |opening| opening.timestamp())
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use jiff::civil::time;
    use proptest::prelude::*;

    use super::*;

    const CHAT_OPENS: Time = jiff::civil::time(8, 0, 0, 0);
    const CHAT_CLOSES: Time = jiff::civil::time(19, 0, 0, 0);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a timestamp")
    }

    #[test]
    fn offsets_of_the_zone_hold_until_the_next_change() {
        let now = at("2026-11-21T09:30:00Z");
        let ZoneOffsets { name, offsets } = zone_offsets(now);
        assert_eq!((name.as_str(), offsets.is_sorted()), ("Europe/Paris", true));
        for (moment, minutes) in [
            ("2017-06-01T00:00:00Z", 120),
            ("2026-03-29T00:59:59Z", 60),
            ("2026-03-29T01:00:00Z", 120),
            ("2026-10-25T01:00:00Z", 60),
            ("2028-07-01T00:00:00Z", 120),
        ] {
            let time = at(moment).as_second();
            let found = offsets.iter().rfind(|(from, _)| *from <= time).expect("an offset").1;
            assert_eq!(found, minutes, "{moment}");
        }
    }

    #[test]
    fn times_that_clocks_skip_or_show_twice_are_told() {
        let shown = |text: &str| shown_at(text.parse().expect("a time"));
        assert_eq!(shown("2026-11-28T09:00"), Some(Shown::Once(at("2026-11-28T08:00:00Z"))));
        assert_eq!(shown("2026-03-29T02:30"), Some(Shown::Never(at("2026-03-29T01:00:00Z"))));
        assert_eq!(
            shown("2026-10-25T02:30"),
            Some(Shown::Twice(at("2026-10-25T00:30:00Z"), at("2026-10-25T01:30:00Z")))
        );
    }

    #[test]
    fn easter_of_known_years() {
        for (year, month, day) in [
            (1961, 4, 2),
            (2000, 4, 23),
            (2008, 3, 23),
            (2019, 4, 21),
            (2024, 3, 31),
            (2026, 4, 5),
            (2027, 3, 28),
            (2038, 4, 25),
        ] {
            assert_eq!(easter_sunday(year), date(year, month, day));
        }
    }

    #[test]
    fn target2_closing_days_of_2026() {
        let calendar = Calendar::target2();
        for closed in [date(2026, 1, 1), date(2026, 4, 3), date(2026, 4, 6), date(2026, 5, 1), date(2026, 12, 25)] {
            assert!(!calendar.is_working_day(closed), "{closed}");
        }
        assert!(calendar.is_working_day(date(2026, 7, 14)), "a holiday in France, not for banks");
    }

    #[test]
    fn days_before_and_between_count_working_days_only() {
        let calendar = Calendar::target2();
        let (thursday, monday) = (date(2026, 12, 24), date(2026, 12, 28));
        assert_eq!((calendar.before(monday, 1), calendar.before(monday, 0)), (thursday, monday));
        assert_eq!((calendar.count(thursday, monday), calendar.count(monday, thursday)), (1, 0));
        assert_eq!(calendar.add(thursday, calendar.count(thursday, date(2027, 1, 4))), date(2027, 1, 4));
    }

    #[test]
    fn deadlines_end_at_midnight_of_the_last_working_day() {
        let calendar = Calendar::target2();
        // From Saturday evening to Friday; the deadline is midnight in Paris (CET).
        let deadline = calendar.deadline(at("2026-11-21T21:30:00Z"), 5);
        assert_eq!(deadline, Deadline { day: date(2026, 11, 27), ends_at: at("2026-11-27T23:00:00Z") });
        // 23:30 UTC is already the next day in Paris.
        assert_eq!(calendar.deadline(at("2026-11-22T23:30:00Z"), 5).day, date(2026, 11, 30));
        // Over Christmas: the 25th (Friday) and the weekend with the 26th do not count.
        assert_eq!(calendar.deadline(at("2026-12-22T10:00:00Z"), 5).day, date(2026, 12, 30));
        // In summer the day ends at 22:00 UTC.
        assert_eq!(calendar.deadline(at("2026-07-06T10:00:00Z"), 5).ends_at, at("2026-07-13T22:00:00Z"));
    }

    #[test]
    fn configured_closing_days_replace_target2() {
        let calendar = Calendar::listed([date(2026, 11, 24)]);
        assert_eq!(calendar.add(date(2026, 11, 23), 1), date(2026, 11, 25));
        assert!(calendar.is_working_day(date(2026, 12, 25)));
        assert_eq!(calendar.add(date(2026, 11, 24), 0), date(2026, 11, 24));
    }

    #[test]
    fn chat_hours_follow_paris_time() {
        let calendar = Calendar::target2();
        for (moment, open, next) in [
            ("2026-11-20T07:00:00Z", true, "2026-11-23T07:00:00Z"),
            ("2026-11-20T06:59:59Z", false, "2026-11-20T07:00:00Z"),
            ("2026-11-20T17:59:59Z", true, "2026-11-23T07:00:00Z"),
            ("2026-11-20T18:00:00Z", false, "2026-11-23T07:00:00Z"),
            ("2026-11-21T12:00:00Z", false, "2026-11-23T07:00:00Z"),
            ("2026-07-07T06:00:00Z", true, "2026-07-08T06:00:00Z"),
            // The end of daylight saving time.
            ("2026-10-24T12:00:00Z", false, "2026-10-26T07:00:00Z"),
            // Christmas Day is a Friday: closed from the evening before until Monday.
            ("2026-12-24T18:30:00Z", false, "2026-12-28T07:00:00Z"),
            ("2026-12-25T10:00:00Z", false, "2026-12-28T07:00:00Z"),
        ] {
            assert_eq!(is_chat_open(&calendar, at(moment), CHAT_OPENS, CHAT_CLOSES), open, "{moment}");
            assert_eq!(next_chat_opening(&calendar, at(moment), CHAT_OPENS), at(next), "{moment}");
        }
    }

    proptest! {
        #[test]
        fn adding_working_days_agrees_with_counting(start in 0i32..20_000, count in 0u32..60, closed in prop::collection::btree_set(0i32..20_100, 0..80)) {
            let epoch = date(2000, 1, 1);
            let day = |offset: i32| epoch.saturating_add(offset.days());
            for calendar in [Calendar::target2(), Calendar::listed(closed.iter().map(|offset| day(*offset)))] {
                let from = day(start);
                let to = calendar.add(from, count);
                // Reference: iterates over all days.
                let mut walked = from;
                let mut counted = 0;
                while walked < to {
                    walked = walked.saturating_add(1.day());
                    counted += u32::from(calendar.is_working_day(walked));
                }
                prop_assert_eq!(counted, count);
                prop_assert!(count == 0 || calendar.is_working_day(to));
            }
        }

        #[test]
        fn deadlines_are_midnight_after_their_day(seconds in 946_684_800i64..4_000_000_000, count in 0u32..20) {
            let from = Timestamp::from_second(seconds).expect("in range");
            let deadline = Calendar::target2().deadline(from, count);
            prop_assert!(deadline.ends_at > from);
            let last = in_shop_zone(deadline.ends_at - SignedDuration::from_secs(1));
            prop_assert_eq!(last.date(), deadline.day);
            prop_assert_eq!(in_shop_zone(deadline.ends_at).time(), time(0, 0, 0, 0));
        }

        #[test]
        fn next_opening_is_the_start_of_open_hours(seconds in 946_684_800i64..4_000_000_000) {
            let now = Timestamp::from_second(seconds).expect("in range");
            let calendar = Calendar::target2();
            let is_open = |moment| is_chat_open(&calendar, moment, CHAT_OPENS, CHAT_CLOSES);
            let next = next_chat_opening(&calendar, now, CHAT_OPENS);
            prop_assert!(next > now);
            prop_assert!(is_open(next));
            prop_assert!(!is_open(next - SignedDuration::from_secs(1)));
        }
    }
}
