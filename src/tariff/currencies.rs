//! The rules of changing currencies: which are offered, rates, steps, and the default of each language.

use rust_decimal::Decimal;
use serde_json::json;

use super::editing::Log;
use super::repricing;
use super::types::{CurrencyTerms, Kind, SaveCurrencyArgs, SaveDefaultCurrencyArgs};
use crate::audit::{By, Change};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message;
use crate::region::{self, CurrencyRow, Exchange};
use crate::store_view;

/// Steps that can be chosen; one that an operator has written stays.
pub const STEPS: [Amount; 7] = [
    Amount::from_minor(1),
    Amount::from_minor(5),
    Amount::from_minor(10),
    Amount::from_minor(50),
    Amount::from_minor(100),
    Amount::from_minor(500),
    Amount::from_minor(1_000),
];
const DECIMALS: usize = 6;
/// Units for 1 EUR.
const HIGHEST_RATE: u32 = 100_000;
/// Percent by which a rate may move without being confirmed.
pub const FAR: u32 = 20;

pub fn terms_of(exchange: &Exchange, off: &[Currency]) -> CurrencyTerms {
    let Exchange { currency, rate, step } = exchange;
    CurrencyTerms { is_offered: !off.contains(currency), rate: rate.normalize().to_string(), step: *step }
}

/// Whether visitors to a language can be shown prices in a currency by default. CNY goes with Chinese (decisions §2).
pub fn can_be_default(lang: Lang, currency: Currency, off: &[Currency]) -> bool {
    !off.contains(&currency) && (currency != Currency::Cny || lang == Lang::Zh)
}

/// Changes a currency; answers of how many items the prices follow.
///
/// # Errors
///
/// Refused by field: the euro, a rate or step that is none, a rate far from the one in force unless it is confirmed, and a currency that is
/// switched off while a language has it by default.
pub fn save(tx: &mut dyn Tx, by: &By, args: &SaveCurrencyArgs) -> Result<(Change, u32)> {
    let SaveCurrencyArgs { currency, seen, terms, is_confirmed } = args;
    if *currency == Currency::Eur {
        return Err(refuse(message::TARIFF_EURO_LEADS));
    }
    let found = region::list_currencies(tx)?.into_iter().find(|row| row.exchange.currency == *currency);
    let CurrencyRow { exchange: before, rate_date, .. } = found.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
    let stored = store_view::list(tx)?;
    let was = terms_of(&before, &stored.currencies_off);
    if was != *seen {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    let mut fields = FieldMessages::new();
    let rate = rate(&terms.rate);
    match rate {
        None => {
            fields.insert("rate".into(), message::TARIFF_RATE.into());
        }
        Some(rate) if is_far(before.rate, rate) && !is_confirmed => {
            let far = message::TARIFF_RATE_FAR.with("percent", FAR).with("rate", &was.rate);
            fields.insert("rate".into(), far);
        }
        Some(_) => {}
    }
    if !STEPS.contains(&terms.step) && terms.step != before.step {
        fields.insert("step".into(), message::TARIFF_STEP.into());
    }
    if !terms.is_offered {
        let has = stored.views.iter().filter(|row| row.default_currency == currency.code());
        let languages: Vec<&str> =
            has.filter_map(|row| Lang::from_code(&row.language)).map(Lang::native_name).collect();
        if !languages.is_empty() {
            let refused = message::TARIFF_CURRENCY_IS_DEFAULT.with("currency", currency);
            fields.insert("is_offered".into(), refused.with("languages", languages.join(", ")));
        }
    }
    check_fields(fields)?;
    let after = Exchange { currency: *currency, rate: rate.unwrap_or(before.rate), step: terms.step };
    let becomes = CurrencyTerms { rate: after.rate.normalize().to_string(), ..terms.clone() };
    let mut log = Log::of(by, Kind::Currency);
    let mut repriced = 0;
    if was != becomes {
        if was.is_offered != becomes.is_offered {
            store_view::offer_currency(tx, *currency, becomes.is_offered)?;
        }
        if before != after {
            let from = if before.rate == after.rate { rate_date } else { in_shop_zone(by.now).date().to_string() };
            region::save_exchange(tx, &after, &from)?;
            repriced = repricing::follow(tx, [&before, &after], by.now)?;
        }
        log.note(tx, currency.code(), Some(json!(was)), Some(json!(becomes)))?;
    }
    Ok((log.change(), repriced))
}

/// A rate as it is typed, with a point.
pub(super) fn rate(text: &str) -> Option<Decimal> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole, DECIMALS) || !is_number(decimals, DECIMALS) {
        return None;
    }
    let rate: Decimal = text.parse().ok()?;
    (rate > Decimal::ZERO && rate <= HIGHEST_RATE.into()).then(|| rate.normalize())
}

fn is_far(before: Decimal, after: Decimal) -> bool {
    (after - before).abs() * Decimal::ONE_HUNDRED > before * Decimal::from(FAR)
}

/// Changes the currency of visitors to a language who have chosen none.
///
/// # Errors
///
/// Refused where the language has no store view, where the currency is not offered there, and where it was changed since it was seen.
pub fn save_default(tx: &mut dyn Tx, by: &By, args: &SaveDefaultCurrencyArgs) -> Result<Change> {
    let SaveDefaultCurrencyArgs { lang, seen, currency } = args;
    let stored = store_view::list(tx)?;
    let row = stored.views.iter().find(|row| row.language == lang.code());
    let row = row.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
    if row.default_currency != seen.code() {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    let is_known = region::list_currencies(tx)?.iter().any(|row| row.exchange.currency == *currency);
    if !is_known || !can_be_default(*lang, *currency, &stored.currencies_off) {
        let refused = message::CURRENCY_NOT_OFFERED.with("currency", currency);
        return Err(Refusal::of_field("currency", refused).into());
    }
    let mut log = Log::of(by, Kind::Currency);
    if seen != currency {
        store_view::set_default_currency(tx, *lang, *currency)?;
        log.note(tx, &format!("default {lang}"), Some(json!(seen)), Some(json!(currency)))?;
    }
    Ok(log.change())
}
