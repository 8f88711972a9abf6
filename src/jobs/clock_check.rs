//! Whether the clock contradicts the last runs of the jobs, which are never more than a few seconds old in an open shop.
//!
//! Under a wrong clock jobs would cancel orders that are not overdue, delete what is to be kept and date invoices wrongly:
//! a shop does not open with one, and an open one holds its jobs. Only in production: the clock of a demonstration is set
//! from outside.

use jiff::{SignedDuration, Timestamp};

use super::deliver_mail;
use crate::config::{Config, Mode};
use crate::db::Tx;
use crate::error::Result;
use crate::vals;

/// How far the clock may be behind the newest run.
const MOST_BEHIND: SignedDuration = SignedDuration::from_hours(24);
/// How far it may be ahead of it: longer than a shop is usually closed.
const MOST_AHEAD: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Why the jobs are held; none if the clock is plausible.
pub fn find_fault(tx: &mut dyn Tx, config: &Config, now: Timestamp) -> Result<Option<String>> {
    if config.mode == Mode::Demo {
        return Ok(None);
    }
    // Mail is delivered in any case, so that the alert goes out.
    let newest: Option<i64> =
        tx.one("SELECT max(last_run) FROM job WHERE name <> $1", vals![deliver_mail::JOB.name])?;
    let Some(newest) = newest.and_then(|newest| Timestamp::from_millisecond(newest).ok()) else { return Ok(None) };
    Ok(fault(now, newest))
}

fn fault(now: Timestamp, newest: Timestamp) -> Option<String> {
    let ahead = now.duration_since(newest);
    let (how, by) = if ahead < -MOST_BEHIND {
        ("behind", -ahead)
    } else if ahead > MOST_AHEAD {
        ("ahead of", ahead)
    } else {
        return None;
    };
    let days = by.as_hours() / 24;
    Some(format!("the clock says {now:.0}, {days} days {how} the last run of a job ({newest:.0})"))
}

/// Makes the clock plausible, whatever was recorded: every job ran a day ago, and so is due.
pub fn accept(tx: &mut dyn Tx, now: Timestamp) -> Result<()> {
    let day_ago = (now - SignedDuration::from_hours(24)).as_millisecond();
    tx.exec("UPDATE job SET last_run = $1, last_result = 'clock accepted' WHERE last_run IS NOT NULL", vals![day_ago])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{config, empty, now, with};

    #[test]
    fn clock_may_be_a_day_behind_and_thirty_days_ahead_of_the_newest_run() {
        let hours = SignedDuration::from_hours;
        for plausible in [hours(-24), hours(-1), hours(0), hours(30 * 24)] {
            assert_eq!(fault(now() + plausible, now()), None, "{plausible}");
        }
        let behind = fault(now() - hours(49), now()).expect("a fault");
        assert!(behind.contains("2026-11-19T08:00:00Z, 2 days behind the last run"), "{behind}");
        assert!(fault(now() + hours(31 * 24), now()).expect("a fault").contains("31 days ahead of the last run"));
    }

    #[test]
    fn accepted_clock_is_plausible_in_both_directions_and_every_job_is_due() {
        let shop = empty();
        let production = Config { mode: Mode::Production, ..config() };
        let far = SignedDuration::from_hours(400 * 24);
        let find = |at| with(&shop, |tx| find_fault(tx, &production, at));
        assert_eq!(find(now()), None, "no job has run yet");
        let run = |at: Timestamp| {
            with(&shop, |tx| tx.exec("UPDATE job SET last_run = $1", vals![at.as_millisecond()]));
        };
        with(&shop, |tx| tx.exec("INSERT INTO job (name) VALUES ('reconcile_payments')", vals![]));
        for last in [now() - far, now() + far] {
            run(last);
            assert!(find(now()).is_some());
            assert_eq!(with(&shop, |tx| find_fault(tx, &config(), now())), None, "a demonstration's clock is free");
            with(&shop, |tx| accept(tx, now()));
            assert_eq!(find(now()), None);
        }
    }

    #[test]
    fn delivered_mail_does_not_make_a_wrong_clock_plausible() {
        let shop = empty();
        let production = Config { mode: Mode::Production, ..config() };
        for (job, at) in [("reconcile_payments", now()), ("deliver_mail", now() + SignedDuration::from_hours(40 * 24))]
        {
            let sql = "INSERT INTO job (name, last_run) VALUES ($1, $2)";
            with(&shop, |tx| tx.exec(sql, vals![job, at.as_millisecond()]));
        }
        let late = now() + SignedDuration::from_hours(40 * 24);
        assert!(with(&shop, |tx| find_fault(tx, &production, late)).is_some());
    }
}
