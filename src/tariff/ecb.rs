//! The European Central Bank's rates at which a quarter is declared: which day they are of, and what the house has entered of them.

use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use rust_decimal::Decimal;
use serde_json::json;

use super::currencies;
use super::editing::Log;
use super::types::{EcbQuarter, EcbRate, Kind, SaveEcbRatesArgs};
use crate::audit::{By, Change};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::working_days::{Calendar, in_shop_zone};
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;
use crate::region;

/// Begins what a change is about, in the history; the day and the currency follow.
const ECB: &str = "ecb";

/// The last day of a quarter such as `2026-Q3`.
pub fn quarter_end(quarter: &str) -> Option<Date> {
    let (year, number) = quarter.split_once("-Q")?;
    let number: i8 = number.parse().ok().filter(|number| (1..=4).contains(number))?;
    let year: i16 = year.parse().ok().filter(|year| (2000..=9998).contains(year))?;
    Some(date(year, number * 3, 1).last_of_month())
}

/// The day whose rates count for a quarter that ends on `end`: that day, else the next one of publication, which is a working day of
/// TARGET (Directive 2006/112/EC art. 369h(2)).
pub fn rate_day(end: Date) -> Date {
    let calendar = Calendar::target2();
    let mut day = end;
    while !calendar.is_working_day(day) {
        day = day.saturating_add(1.day());
    }
    day
}

/// The rates of a quarter, those that are missing too.
///
/// # Errors
///
/// Refused by the field `quarter` where it is none.
pub fn quarter(tx: &mut dyn Tx, quarter: &str, today: Date) -> Result<EcbQuarter> {
    let end = quarter_end(quarter).ok_or_else(|| Refusal::of_field("quarter", message::TARIFF_QUARTER))?;
    let day = rate_day(end);
    let known = region::ecb_rates(tx, day, day)?;
    let rate = |currency: Currency| {
        let found = known.iter().find(|(_, one, _)| *one == currency);
        EcbRate { currency, rate: found.map(|(.., rate)| rate.normalize().to_string()) }
    };
    let currencies = region::list_currencies(tx)?.into_iter().map(|row| row.exchange.currency);
    Ok(EcbQuarter {
        quarter: quarter.to_owned(),
        day,
        is_published: day <= today,
        rates: currencies.filter(|currency| *currency != Currency::Eur).map(rate).collect(),
    })
}

/// Enters rates of a quarter, or takes them out.
///
/// # Errors
///
/// Refused by field: a quarter that is none or whose rates are not published yet, a rate that is none; refused as a whole for a currency
/// that the shop does not have, and where one was changed since it was seen.
pub fn save(tx: &mut dyn Tx, by: &By, args: &SaveEcbRatesArgs) -> Result<Change> {
    let table = quarter(tx, &args.quarter, in_shop_zone(by.now).date())?;
    if !table.is_published {
        return Err(Refusal::of_field("quarter", message::TARIFF_QUARTER_OPEN.with("day", table.day)).into());
    }
    let (mut fields, mut changes) = (FieldMessages::new(), Vec::new());
    for edit in &args.edits {
        let found = table.rates.iter().find(|one| one.currency == edit.currency);
        let found = found.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
        if found.rate != edit.seen {
            return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
        }
        let typed = edit.rate.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let rate: Option<Decimal> = match typed.map(currencies::rate) {
            Some(None) => {
                fields.insert(edit.currency.code().to_owned(), message::TARIFF_RATE.into());
                continue;
            }
            rate => rate.flatten(),
        };
        let after = rate.map(|rate| rate.normalize().to_string());
        if found.rate != after {
            changes.push((edit.currency, rate, found.rate.clone(), after));
        }
    }
    check_fields(fields)?;
    let mut log = Log::of(by, Kind::Currency);
    for (currency, rate, before, after) in changes {
        region::save_ecb_rate(tx, table.day, currency, rate)?;
        let thing = format!("{ECB} {} {currency}", table.day);
        log.note(tx, &thing, before.map(|rate| json!(rate)), after.map(|rate| json!(rate)))?;
    }
    Ok(log.change())
}
