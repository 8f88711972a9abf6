//! Changes to the price ledger of one item in one currency: prices that are set, reductions of campaigns laid over them and
//! taken away again.
//!
//! A row that a campaign reduces keeps the offer that holds without it, so that whatever ends the campaign restores what would
//! have been. What was in force before `now` never changes: such a row can only end, at `now` or later.

use jiff::Timestamp;

use super::money::{Amount, Currency};
use super::price_history::PriceRow;

/// What an item costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub amount: Amount,
    /// The regular price, above `amount`, while the item is reduced.
    pub regular: Option<Amount>,
}

/// A campaign that reduces a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reduction {
    pub campaign: i64,
    /// What the item costs without it.
    pub base: Offer,
}

/// An offer and its half-open interval: `from` inclusive, `until` exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerRow {
    pub from: Timestamp,
    /// `None`: open-ended.
    pub until: Option<Timestamp>,
    pub offer: Offer,
    pub reduction: Option<Reduction>,
}

impl LedgerRow {
    /// What holds without a campaign.
    pub fn base(&self) -> Offer {
        self.reduction.map_or(self.offer, |reduction| reduction.base)
    }

    pub fn campaign(&self) -> Option<i64> {
        self.reduction.map(|reduction| reduction.campaign)
    }

    fn ends_after(&self, moment: Timestamp) -> bool {
        self.until.is_none_or(|until| until > moment)
    }

    fn contains(&self, moment: Timestamp) -> bool {
        self.from <= moment && self.ends_after(moment)
    }
}

/// Another campaign reduces the item in the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken(pub i64);

/// The rows of an item in a currency, by time, without overlap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    rows: Vec<LedgerRow>,
}

/// What changes in the stored rows, each named by its `from`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    pub removed: Vec<Timestamp>,
    /// With their new end.
    pub ended: Vec<(Timestamp, Option<Timestamp>)>,
    pub added: Vec<LedgerRow>,
}

impl Ledger {
    pub fn new(mut rows: Vec<LedgerRow>) -> Ledger {
        rows.sort_by_key(|row| row.from);
        Ledger { rows }
    }

    pub fn rows(&self) -> &[LedgerRow] {
        &self.rows
    }

    pub fn at(&self, moment: Timestamp) -> Option<&LedgerRow> {
        self.rows.iter().find(|row| row.contains(moment))
    }

    /// The first row that begins after a moment.
    pub fn next(&self, moment: Timestamp) -> Option<&LedgerRow> {
        self.rows.iter().find(|row| row.from > moment)
    }

    /// The rows as the rules on reductions read them.
    pub fn history(&self, currency: Currency) -> Vec<PriceRow> {
        let row = |row: &LedgerRow| PriceRow {
            from: row.from,
            until: row.until,
            price: row.offer.amount.in_currency(currency),
            market_price: row.offer.regular.map(|regular| regular.in_currency(currency)),
        };
        self.rows.iter().map(row).collect()
    }

    /// The first change of the base price within a time, after its begin.
    pub fn base_change(&self, begin: Timestamp, end: Timestamp) -> Option<(Timestamp, Offer)> {
        let before = self.at(begin).map(LedgerRow::base);
        let within = self.rows.iter().filter(|row| row.from > begin && row.from < end);
        within.map(|row| (row.from, row.base())).find(|(_, base)| Some(*base) != before)
    }

    /// Sets the base price from `from` (not before now) until its next planned change.
    ///
    /// A campaign goes on where it is still the lower price; where it is not, the new price counts.
    pub fn set(&mut self, from: Timestamp, offer: Offer, now: Timestamp) {
        let Some(before) = self.at(from).map(LedgerRow::base) else {
            let until = self.next(from).map(|row| row.from);
            self.rows.push(LedgerRow { from, until, offer, reduction: None });
            self.rows.sort_by_key(|row| row.from);
            return self.merge(now);
        };
        self.split(from);
        let mut end = Some(from);
        for row in self.rows.iter_mut().filter(|row| row.from >= from) {
            if end != Some(row.from) || row.base() != before {
                break;
            }
            end = row.until;
            row.rebase(offer);
        }
        self.merge(now);
    }

    /// Takes back the change of the base price that is planned for `from`; false where none is.
    pub fn unset(&mut self, from: Timestamp, now: Timestamp) -> bool {
        let before = self.rows.iter().find(|row| row.until == Some(from)).map(LedgerRow::base);
        let Some(before) = before.filter(|_| from > now) else { return false };
        let is_planned = self.rows.iter().any(|row| row.from == from && row.base() != before);
        if is_planned {
            self.set(from, before, now);
        }
        is_planned
    }

    /// Lays a campaign's price over a time that begins at `now` or later, wherever it is below the base price.
    ///
    /// # Errors
    ///
    /// Where another campaign reduces the item in that time.
    pub fn reduce(&mut self, campaign: i64, begin: Timestamp, end: Timestamp, amount: Amount) -> Result<(), Taken> {
        let is_within = |row: &LedgerRow| row.from < end && row.ends_after(begin);
        if let Some(other) = self.rows.iter().filter(|row| is_within(row)).find_map(LedgerRow::campaign) {
            return Err(Taken(other));
        }
        self.split(begin);
        self.split(end);
        for row in self.rows.iter_mut().filter(|row| is_within(row)) {
            let base = row.base();
            if amount < base.amount {
                row.offer = Offer { amount, regular: base.regular.or(Some(base.amount)) };
                row.reduction = Some(Reduction { campaign, base });
            }
        }
        self.merge(begin);
        Ok(())
    }

    /// Ends a campaign now, or before it has begun; the base price holds again.
    pub fn call_off(&mut self, campaign: i64, now: Timestamp) {
        if self.at(now).and_then(LedgerRow::campaign) == Some(campaign) {
            self.split(now);
        }
        for row in self.rows.iter_mut().filter(|row| row.from >= now && row.campaign() == Some(campaign)) {
            row.offer = row.base();
            row.reduction = None;
        }
        self.merge(now);
    }

    /// Lets a campaign that would end at `former` end at another moment, now or later; the base price holds from then on.
    ///
    /// Prolonged, it goes on with its price where it still reduces the item when it would have ended, so that the reduction is not
    /// interrupted.
    ///
    /// # Errors
    ///
    /// Where another campaign reduces the item in the time that is added.
    pub fn move_end(&mut self, campaign: i64, former: Timestamp, end: Timestamp) -> Result<(), Taken> {
        if end < former {
            self.call_off(campaign, end);
            return Ok(());
        }
        let last = self.rows.iter().find(|row| row.until == Some(former) && row.campaign() == Some(campaign));
        match last.map(|row| row.offer.amount) {
            Some(amount) => self.reduce(campaign, former, end, amount),
            None => Ok(()),
        }
    }

    fn split(&mut self, at: Timestamp) {
        let Some(row) = self.rows.iter_mut().find(|row| row.from < at && row.ends_after(at)) else { return };
        let rest = LedgerRow { from: at, ..*row };
        row.until = Some(at);
        self.rows.push(rest);
        self.rows.sort_by_key(|row| row.from);
    }

    /// Joins what costs the same on both sides of a boundary to come.
    fn merge(&mut self, now: Timestamp) {
        self.rows.dedup_by(|later, earlier| {
            let is_same = earlier.until == Some(later.from)
                && later.from >= now
                && (earlier.offer, earlier.reduction) == (later.offer, later.reduction);
            if is_same {
                earlier.until = later.until;
            }
            is_same
        });
    }

    /// What is to be written so that these rows become `after`. None where that would change what has been in force.
    pub fn difference(&self, after: &Ledger, now: Timestamp) -> Option<Difference> {
        let mut difference = Difference::default();
        for old in &self.rows {
            match after.rows.iter().find(|row| row.from == old.from) {
                Some(new) if new == old => {}
                Some(new) if (new.offer, new.reduction) == (old.offer, old.reduction) => {
                    if [old.until, new.until].into_iter().flatten().any(|end| end < now) {
                        return None;
                    }
                    difference.ended.push((old.from, new.until));
                }
                changed => {
                    if old.from < now {
                        return None;
                    }
                    difference.removed.push(old.from);
                    difference.added.extend(changed);
                }
            }
        }
        let is_new = |row: &&LedgerRow| !self.rows.iter().any(|old| old.from == row.from);
        let new: Vec<LedgerRow> = after.rows.iter().filter(is_new).copied().collect();
        if new.iter().any(|row| row.from < now) {
            return None;
        }
        difference.added.extend(new);
        Some(difference)
    }
}

impl LedgerRow {
    /// Gives the row another base price; a campaign stays where it is lower.
    fn rebase(&mut self, base: Offer) {
        match self.reduction {
            Some(reduction) if self.offer.amount < base.amount => {
                self.offer.regular = base.regular.or(Some(base.amount));
                self.reduction = Some(Reduction { base, ..reduction });
            }
            _ => {
                self.offer = base;
                self.reduction = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use proptest::prelude::*;

    use super::*;
    use crate::domain::price_history::lowest_before_reduction;

    fn hour(hours: i64) -> Timestamp {
        Timestamp::from_second(1_790_000_000).expect("in range") + SignedDuration::from_hours(hours)
    }

    fn offer(amount: i64) -> Offer {
        Offer { amount: Amount::from_minor(amount), regular: None }
    }

    fn reduced(amount: i64, regular: i64) -> Offer {
        Offer { regular: Some(Amount::from_minor(regular)), ..offer(amount) }
    }

    fn open(amount: i64) -> Ledger {
        Ledger::new(vec![LedgerRow { from: hour(0), until: None, offer: offer(amount), reduction: None }])
    }

    fn cents(amount: i64) -> Amount {
        Amount::from_minor(amount)
    }

    /// Hours and amounts, for comparison.
    fn shown(ledger: &Ledger) -> Vec<(i64, i64, Option<i64>)> {
        let row = |row: &LedgerRow| {
            (
                row.from.duration_since(hour(0)).as_hours(),
                row.offer.amount.minor(),
                row.offer.regular.map(Amount::minor),
            )
        };
        ledger.rows.iter().map(row).collect()
    }

    #[test]
    fn campaign_splits_the_interval_and_calling_it_off_restores_it() {
        let before = open(100);
        let mut ledger = before.clone();
        ledger.reduce(7, hour(10), hour(20), cents(80)).expect("free");
        assert_eq!(shown(&ledger), [(0, 100, None), (10, 80, Some(100)), (20, 100, None)]);
        assert_eq!(ledger.reduce(8, hour(19), hour(30), cents(70)), Err(Taken(7)));
        assert_eq!(ledger.clone().reduce(8, hour(20), hour(30), cents(70)), Ok(()));
        let mut early = ledger.clone();
        early.call_off(7, hour(5));
        assert_eq!(early, before);
        let mut running = ledger.clone();
        running.call_off(7, hour(15));
        assert_eq!(shown(&running), [(0, 100, None), (10, 80, Some(100)), (15, 100, None)]);
        assert!(ledger.difference(&running, hour(15)).is_some());
        assert_eq!(ledger.difference(&before, hour(15)), None, "what was in force stays");
    }

    #[test]
    fn campaign_ends_earlier_or_later_as_one_reduction() {
        let mut ledger = open(100);
        ledger.reduce(7, hour(10), hour(20), cents(80)).expect("free");
        let before = ledger.clone();
        assert_eq!(ledger.move_end(7, hour(20), hour(15)), Ok(()));
        assert_eq!(shown(&ledger), [(0, 100, None), (10, 80, Some(100)), (15, 100, None)]);
        assert!(before.difference(&ledger, hour(12)).is_some());
        assert_eq!(ledger.move_end(7, hour(15), hour(30)), Ok(()));
        assert_eq!(shown(&ledger), [(0, 100, None), (10, 80, Some(100)), (30, 100, None)]);
        let low = |ledger: &Ledger| lowest_before_reduction(&ledger.history(Currency::Eur), hour(25));
        assert_eq!(low(&ledger).map(|low| low.minor), Some(100), "the lowest before it began, as it was shown");
        // What is planned without the campaign counts after it, and another one is not cut short.
        ledger.set(hour(35), offer(60), hour(12));
        assert_eq!(ledger.move_end(7, hour(30), hour(40)), Ok(()));
        assert_eq!(shown(&ledger)[1..], [(10, 80, Some(100)), (35, 60, None)]);
        let mut taken = before.clone();
        taken.reduce(8, hour(25), hour(30), cents(70)).expect("free");
        assert_eq!(taken.move_end(7, hour(20), hour(26)), Err(Taken(8)));
        assert_eq!(taken.move_end(7, hour(20), hour(25)), Ok(()));
        // It does not come back where a lower price has ended it.
        let mut ended = before;
        ended.set(hour(15), offer(70), hour(12));
        ended.set(hour(18), offer(100), hour(12));
        let same = ended.clone();
        assert_eq!((ended.move_end(7, hour(20), hour(40)), ended), (Ok(()), same));
    }

    #[test]
    fn price_set_within_a_campaign_is_the_regular_one_and_lower_ones_win() {
        let mut ledger = open(100);
        ledger.reduce(7, hour(10), hour(20), cents(80)).expect("free");
        ledger.set(hour(15), offer(120), hour(12));
        assert_eq!(shown(&ledger), [(0, 100, None), (10, 80, Some(100)), (15, 80, Some(120)), (20, 120, None)]);
        assert_eq!(lowest_before_reduction(&ledger.history(Currency::Eur), hour(16)).map(|low| low.minor), Some(100));
        ledger.set(hour(16), reduced(70, 90), hour(12));
        assert_eq!(shown(&ledger)[3..], [(16, 70, Some(90))], "below the campaign's, which ends there");
        assert!(ledger.unset(hour(16), hour(12)));
        assert_eq!(
            shown(&ledger)[2..],
            [(15, 80, Some(120)), (16, 120, None)],
            "a campaign that has ended does not return"
        );
        assert!(!ledger.unset(hour(10), hour(12)), "the begin of a campaign is no change of the base price");
    }

    #[test]
    fn campaign_reduces_only_what_costs_more() {
        let mut ledger = open(100);
        ledger.set(hour(12), offer(70), hour(1));
        assert_eq!(ledger.base_change(hour(10), hour(20)), Some((hour(12), offer(70))));
        ledger.reduce(7, hour(10), hour(20), cents(80)).expect("free");
        assert_eq!(shown(&ledger), [(0, 100, None), (10, 80, Some(100)), (12, 70, None)]);
        ledger.call_off(7, hour(2));
        assert_eq!(shown(&ledger), [(0, 100, None), (12, 70, None)]);
    }

    #[derive(Debug, Clone)]
    enum Step {
        Wait(i64),
        Set { after: i64, amount: i64, regular: Option<i64> },
        Unset { after: i64 },
        Schedule { campaign: i64, after: i64, length: i64, amount: i64 },
        CallOff { campaign: i64 },
        MoveEnd { campaign: i64, after: i64 },
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step =
            prop_oneof![
                (1i64..30).prop_map(Step::Wait),
                (0i64..40, 50i64..150, prop::option::of(1i64..50)).prop_map(|(after, amount, more)| Step::Set {
                    after,
                    amount,
                    regular: more.map(|more| amount + more)
                }),
                (1i64..40).prop_map(|after| Step::Unset { after }),
                (0i64..6, 0i64..40, 1i64..40, 30i64..160)
                    .prop_map(|(campaign, after, length, amount)| Step::Schedule { campaign, after, length, amount }),
                (0i64..6).prop_map(|campaign| Step::CallOff { campaign }),
                (0i64..6, 1i64..60).prop_map(|(campaign, after)| Step::MoveEnd { campaign, after }),
            ];
        prop::collection::vec(step, 1..40)
    }

    proptest! {
        /// Whatever is planned, changed and called off: one price at each time, past ones as they were, and without campaigns
        /// the prices of a ledger that has never known them.
        #[test]
        fn ledger_stays_whole_and_campaigns_leave_no_trace(steps in steps()) {
            let (mut ledger, mut plain, mut now) = (open(100), open(100), hour(1));
            for step in steps {
                let before = ledger.clone();
                match step {
                    Step::Wait(hours) => now += SignedDuration::from_hours(hours),
                    Step::Set { after, amount, regular } => {
                        let at = now + SignedDuration::from_hours(after);
                        let offer = Offer { regular: regular.map(Amount::from_minor), ..offer(amount) };
                        ledger.set(at, offer, now);
                        plain.set(at, offer, now);
                    }
                    Step::Unset { after } => {
                        let at = now + SignedDuration::from_hours(after);
                        prop_assert_eq!(ledger.unset(at, now), plain.unset(at, now));
                    }
                    Step::Schedule { campaign, after, length, amount } => {
                        let begin = now + SignedDuration::from_hours(after);
                        // One that finds another there changes nothing.
                        _ = ledger.reduce(campaign, begin, begin + SignedDuration::from_hours(length), cents(amount));
                    }
                    Step::CallOff { campaign } => ledger.call_off(campaign, now),
                    Step::MoveEnd { campaign, after } => {
                        let of = ledger.rows.iter().filter(|row| row.campaign() == Some(campaign));
                        let former = of.filter_map(|row| row.until).max().filter(|former| *former > now);
                        // One that would run into another changes nothing.
                        if let Some(former) = former {
                            _ = ledger.move_end(campaign, former, now + SignedDuration::from_hours(after));
                        }
                    }
                }
                for pair in ledger.rows.windows(2) {
                    prop_assert_eq!(pair[0].until, Some(pair[1].from), "neither gap nor overlap");
                }
                prop_assert_eq!(ledger.rows.last().and_then(|row| row.until), None);
                for row in &ledger.rows {
                    prop_assert!(row.ends_after(row.from));
                    prop_assert!(row.offer.regular.is_none_or(|regular| regular > row.offer.amount));
                    prop_assert!(row.offer.amount <= row.base().amount);
                }
                let difference = before.difference(&ledger, now).expect("the past stays");
                let mut stored = before.rows.clone();
                stored.retain(|row| !difference.removed.contains(&row.from));
                for (from, until) in difference.ended {
                    stored.iter_mut().find(|row| row.from == from).expect("stored").until = until;
                }
                stored.extend(difference.added);
                prop_assert_eq!(&Ledger::new(stored), &ledger);
                for hours in 0..200 {
                    let base = |ledger: &Ledger| ledger.at(hour(hours)).map(LedgerRow::base);
                    prop_assert_eq!(base(&ledger), base(&plain));
                }
            }
            for campaign in 0..6 {
                ledger.call_off(campaign, now);
            }
            for hours in 0..200 {
                let moment = now + SignedDuration::from_hours(hours);
                prop_assert_eq!(ledger.at(moment).map(|row| row.offer), plain.at(moment).map(|row| row.offer));
            }
        }
    }
}
