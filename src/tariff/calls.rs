//! The calls about carriers' rates, VAT, closing days and currencies, one function a path.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};

use super::types::{
    AddVatClassArgs, ClosingDay, ClosingDays, CurrencyEntry, CurrencyTable, DefaultCurrency, EcbQuarter, EcbRatesArgs,
    HistoryArgs, Kind, Offer, OrderCarriersArgs, PastChange, RemoveVatClassArgs, SaveCarrierArgs, SaveClosingDaysArgs,
    SaveCountryArgs, SaveCurrencyArgs, SaveDefaultCurrencyArgs, SaveEcbRatesArgs, SaveShippingArgs, SaveVatArgs,
    ShippingTable, TariffHistory, VatCountry, VatEntry, VatTable, Yearly, Zone, ZoneCountry,
};
use super::{carriers, classes, currencies, ecb, editing, store};
use crate::audit::{Actor, By};
use crate::call::{Changed, NoArgs, StaffMember};
use crate::db::Tx;
use crate::domain::money::{Currency, Percent};
use crate::domain::store_view::Lang;
use crate::domain::tax;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::sort_key::sort_key;
use crate::{region, store_view, token};

/// Changes that are shown.
const CHANGES: i64 = 100;
/// Years of closing days that are shown.
const AHEAD: i64 = 2;

fn by(member: &StaffMember) -> By {
    By { actor: Actor::Staff(member.who.staff_id), now: member.client.now() }
}

// ── Shipping ────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn shipping(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<ShippingTable> {
    shipping_table(tx, member.client.view.lang())
}

/// What carriers offer, with the names of countries in a language.
pub fn shipping_table(tx: &mut dyn Tx, lang: Lang) -> Result<ShippingTable> {
    let names = region::country_names(tx, lang)?;
    let placed = region::list_placed(tx)?;
    let zone = |key: String| {
        let within = placed.iter().filter(|country| country.zone == key);
        let country = |country: &region::PlacedCountry| ZoneCountry {
            id: country.id.clone(),
            name: names.get(&country.id).unwrap_or(&country.id).clone(),
            is_delivered: country.delivered,
        };
        let mut countries: Vec<ZoneCountry> = within.map(country).collect();
        countries.sort_by_cached_key(|country| sort_key(&country.name));
        Zone { key, countries }
    };
    let zones = region::zone_keys(tx)?.into_iter().map(zone).collect();
    let offers = region::list_offers(tx)?;
    let offers = offers.into_iter().map(|offer| {
        let terms = editing::terms_of(&offer);
        Offer { carrier: offer.carrier, zone: offer.zone, terms }
    });
    Ok(ShippingTable { carriers: carriers::list(tx, lang)?, zones, offers: offers.collect() })
}

pub fn save_shipping(tx: &mut dyn Tx, member: &StaffMember, args: SaveShippingArgs) -> Result<Changed<ShippingTable>> {
    let change = editing::save_offers(tx, &by(member), &args.edits)?;
    Ok(Changed::new(shipping(tx, member, NoArgs {})?, change))
}

pub fn save_country(tx: &mut dyn Tx, member: &StaffMember, args: SaveCountryArgs) -> Result<Changed<ShippingTable>> {
    let change = editing::save_country(tx, &by(member), &args)?;
    Ok(Changed::new(shipping(tx, member, NoArgs {})?, change))
}

pub fn save_carrier(tx: &mut dyn Tx, member: &StaffMember, args: SaveCarrierArgs) -> Result<Changed<ShippingTable>> {
    let (_, change) = carriers::save(tx, &by(member), &args)?;
    Ok(Changed::new(shipping(tx, member, NoArgs {})?, change))
}

pub fn order_carriers(
    tx: &mut dyn Tx,
    member: &StaffMember,
    args: OrderCarriersArgs,
) -> Result<Changed<ShippingTable>> {
    let change = carriers::order(tx, &by(member), &args)?;
    Ok(Changed::new(shipping(tx, member, NoArgs {})?, change))
}

// ── VAT ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn vat(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<VatTable> {
    vat_table(tx, member.client.view.lang(), member.client.now())
}

/// The rates of each country with rates of its own, and those for all others, last.
pub fn vat_table(tx: &mut dyn Tx, lang: Lang, now: Timestamp) -> Result<VatTable> {
    let today = in_shop_zone(now).date();
    let names = region::country_names(tx, lang)?;
    let mut rows: Vec<VatCountry> = Vec::new();
    for row in region::list_vat(tx)? {
        let at = format!("vat_rate {} {}", row.country, row.valid_from);
        let from: Date = row.valid_from.parse().with_context(|| at.clone())?;
        let rate: Percent = row.rate.parse().with_context(|| at)?;
        if rows.last().is_none_or(|last| last.country != row.country || last.class != row.class) {
            let name = names.get(&row.country).cloned().unwrap_or_default();
            rows.push(VatCountry { country: row.country, name, class: row.class, rate: None, entries: Vec::new() });
        }
        if let Some(last) = rows.last_mut() {
            let is_planned = from > today;
            if !is_planned && last.rate.is_none() {
                last.rate = Some(rate);
            }
            last.entries.push(VatEntry { valid_from: row.valid_from, rate, is_planned });
        }
    }
    rows.sort_by_cached_key(|row| (row.country == tax::ELSEWHERE, sort_key(&row.name), row.class.clone()));
    let own: BTreeSet<&str> = rows.iter().map(|row| row.country.as_str()).collect();
    let others: BTreeMap<&String, &String> = names.iter().filter(|(id, _)| !own.contains(id.as_str())).collect();
    let mut others: Vec<(String, String)> = others.into_iter().map(|(id, name)| (id.clone(), name.clone())).collect();
    others.sort_by_cached_key(|(_, name)| sort_key(name));
    Ok(VatTable { rows, classes: classes::list(tx)?, others })
}

pub fn save_vat(tx: &mut dyn Tx, member: &StaffMember, args: SaveVatArgs) -> Result<Changed<VatTable>> {
    let change = editing::save_vat(tx, &by(member), &args)?;
    Ok(Changed::new(vat(tx, member, NoArgs {})?, change))
}

pub fn add_vat_class(tx: &mut dyn Tx, member: &StaffMember, args: AddVatClassArgs) -> Result<Changed<VatTable>> {
    let change = classes::add(tx, &by(member), &args)?;
    Ok(Changed::new(vat(tx, member, NoArgs {})?, change))
}

pub fn remove_vat_class(tx: &mut dyn Tx, member: &StaffMember, args: RemoveVatClassArgs) -> Result<Changed<VatTable>> {
    let change = classes::remove(tx, &by(member), &args)?;
    Ok(Changed::new(vat(tx, member, NoArgs {})?, change))
}

// ── Closing days ────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn closing_days(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<ClosingDays> {
    closing_days_of(tx, member.client.now())
}

/// The closing days from a moment on.
pub fn closing_days_of(tx: &mut dyn Tx, now: Timestamp) -> Result<ClosingDays> {
    let today = in_shop_zone(now).date();
    let calendar = region::calendar(tx)?;
    let end = today.saturating_add(AHEAD.years());
    let mut ahead = Vec::new();
    let mut day = today;
    while day < end {
        let is_weekend = matches!(day.weekday(), jiff::civil::Weekday::Saturday | jiff::civil::Weekday::Sunday);
        if !is_weekend && calendar.is_closing_day(day) {
            ahead.push(day.to_string());
        }
        day = day.saturating_add(1.day());
    }
    let days = region::list_closing_days(tx, today)?.into_iter().map(|(date, name)| {
        let date = date.parse().with_context(|| format!("holiday {date}"))?;
        Ok(ClosingDay { date, name })
    });
    let yearly = region::list_yearly(tx)?.into_iter().map(|rule| {
        let region::YearlyRow { id, name, month, day, easter } = rule;
        Yearly { id, name, month, day, easter }
    });
    let yearly: Vec<Yearly> = yearly.collect();
    let is_target2 = yearly.is_empty() && region::list_closing_days(tx, Date::MIN)?.is_empty();
    Ok(ClosingDays { days: days.collect::<Result<_>>()?, yearly, is_target2, ahead })
}

pub fn save_closing_days(
    tx: &mut dyn Tx,
    member: &StaffMember,
    args: SaveClosingDaysArgs,
) -> Result<Changed<ClosingDays>> {
    let change = editing::save_closing_days(tx, &by(member), &args)?;
    Ok(Changed::new(closing_days(tx, member, NoArgs {})?, change))
}

// ── Currencies ──────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn currencies(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<CurrencyTable> {
    currency_table(tx)
}

/// The currencies of the shop, and those of each language.
pub fn currency_table(tx: &mut dyn Tx) -> Result<CurrencyTable> {
    let stored = store_view::list(tx)?;
    let rows = region::list_currencies(tx)?;
    let codes: Vec<Currency> = rows.iter().map(|row| row.exchange.currency).collect();
    let defaults = stored.views.iter().filter_map(|row| {
        let (lang, currency) = (Lang::from_code(&row.language)?, row.default_currency.parse().ok()?);
        let can_be = |one: &Currency| currencies::can_be_default(lang, *one, &stored.currencies_off);
        Some(DefaultCurrency { lang, currency, choices: codes.iter().copied().filter(can_be).collect() })
    });
    let entry = |row: region::CurrencyRow| {
        let currency = row.exchange.currency;
        let terms = currencies::terms_of(&row.exchange, &stored.currencies_off);
        CurrencyEntry { currency, terms, since: row.rate_date, is_leading: currency == Currency::Eur }
    };
    Ok(CurrencyTable {
        defaults: defaults.collect(),
        currencies: rows.into_iter().map(entry).collect(),
        steps: currencies::STEPS.to_vec(),
        far_percent: currencies::FAR,
        repriced: 0,
    })
}

pub fn ecb_rates(tx: &mut dyn Tx, member: &StaffMember, args: EcbRatesArgs) -> Result<EcbQuarter> {
    ecb::quarter(tx, &args.quarter, in_shop_zone(member.client.now()).date())
}

pub fn save_ecb_rates(tx: &mut dyn Tx, member: &StaffMember, args: SaveEcbRatesArgs) -> Result<Changed<EcbQuarter>> {
    let change = ecb::save(tx, &by(member), &args)?;
    Ok(Changed::new(ecb_rates(tx, member, EcbRatesArgs { quarter: args.quarter })?, change))
}

pub fn save_currency(tx: &mut dyn Tx, member: &StaffMember, args: SaveCurrencyArgs) -> Result<Changed<CurrencyTable>> {
    let (change, repriced) = currencies::save(tx, &by(member), &args)?;
    Ok(Changed::new(CurrencyTable { repriced, ..currency_table(tx)? }, change))
}

pub fn save_default_currency(
    tx: &mut dyn Tx,
    member: &StaffMember,
    args: SaveDefaultCurrencyArgs,
) -> Result<Changed<CurrencyTable>> {
    let change = currencies::save_default(tx, &by(member), &args)?;
    Ok(Changed::new(currency_table(tx)?, change))
}

// ── History ─────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn history(tx: &mut dyn Tx, _: &StaffMember, args: HistoryArgs) -> Result<TariffHistory> {
    Ok(TariffHistory { changes: list_history(tx, Some(args.kind), i64::MAX, CHANGES)? })
}

/// What was changed before an id, of a kind or of all, the newest first.
pub fn list_history(tx: &mut dyn Tx, kind: Option<Kind>, before: i64, limit: i64) -> Result<Vec<PastChange>> {
    let rows = store::list_changes(tx, kind, before, limit)?;
    let names = token::actor_names(tx, rows.iter().map(|row| row.actor.as_str()))?;
    let value = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    let change = |row: store::ChangeRow| PastChange {
        id: row.id,
        at: Timestamp::from_millisecond(row.at).map(|at| at.to_string()).unwrap_or_default(),
        by: names.get(&row.actor).cloned(),
        actor: row.actor,
        thing: row.thing,
        before: value(row.before),
        after: value(row.after),
    };
    Ok(rows.into_iter().map(change).collect())
}
