//! The rules of changing carriers' rates, the zones of countries, VAT and closing days.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::types::{Band, Kind, OfferEdit, Place, SaveClosingDaysArgs, SaveCountryArgs, SaveVatArgs, Terms};
use super::{carriers, store};
use crate::audit::{By, Change};
use crate::db::Tx;
use crate::domain::money::{Amount, Percent};
use crate::domain::store_view::Lang;
use crate::domain::tax;
use crate::domain::validate::readable_line;
use crate::domain::working_days::{YearlyDay, in_shop_zone};
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;
use crate::region::{self, CarrierOffer, PlacedCountry};
use crate::store_view;

/// Working days that a carrier may take.
const MOST_DAYS: u8 = 60;
/// Grams.
const HEAVIEST: u32 = 10_000_000;
/// EUR.
const DEAREST: i64 = 1_000_000;
/// Percent.
const HIGHEST_VAT: u16 = 50;
/// Characters of the name of a closing day.
const NAME: usize = 80;
/// Days around Easter Sunday.
const AROUND_EASTER: i16 = 90;

/// What is changed, for history and audit.
pub(super) struct Log<'a> {
    by: &'a By,
    kind: Kind,
    before: Map<String, Value>,
    after: Map<String, Value>,
}

impl Log<'_> {
    pub(super) fn of(by: &By, kind: Kind) -> Log<'_> {
        Log { by, kind, before: Map::new(), after: Map::new() }
    }

    pub(super) fn note(
        &mut self,
        tx: &mut dyn Tx,
        thing: &str,
        before: Option<Value>,
        after: Option<Value>,
    ) -> Result<()> {
        let who = (self.by.actor.to_string(), self.by.now);
        store::add_change(tx, (&who.0, who.1), (self.kind, thing), before.as_ref(), after.as_ref())?;
        self.before.extend(before.map(|value| (thing.to_owned(), value)));
        self.after.extend(after.map(|value| (thing.to_owned(), value)));
        Ok(())
    }

    pub(super) fn change(self) -> Change {
        Change::new("tariff", self.kind.code()).before(Value::Object(self.before)).after(Value::Object(self.after))
    }
}

/// Notes a change of languages, which has an entry of the audit of its own.
pub fn note_language(tx: &mut dyn Tx, by: &By, thing: &str, before: &Value, after: &Value) -> Result<()> {
    store::add_change(tx, (&by.actor.to_string(), by.now), (Kind::Language, thing), Some(before), Some(after))
}

// ── Shipping ────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn terms_of(offer: &CarrierOffer) -> Terms {
    let band = |(up_to_g, price): &(u32, Amount)| Band { up_to_g: *up_to_g, price: *price };
    Terms { min_days: offer.min_days, max_days: offer.max_days, bands: offer.rates.iter().map(band).collect() }
}

/// Changes what carriers offer in zones.
///
/// # Errors
///
/// Refused by `CARRIER ZONE`: what was changed since it was seen, days and bands that make no sense, and the last carrier of a zone.
pub fn save_offers(tx: &mut dyn Tx, by: &By, edits: &[OfferEdit]) -> Result<Change> {
    let carriers = region::list_carriers(tx)?;
    let is_offered = |code: &str| carriers.iter().any(|row| row.offered && row.code.as_str() == code);
    let zones = region::zone_keys(tx)?;
    let placed = region::list_placed(tx)?;
    let served: BTreeSet<&String> = placed.iter().filter(|one| one.delivered).map(|one| &one.zone).collect();
    let mut offers = region::list_offers(tx)?;
    let mut fields = FieldMessages::new();
    let mut log = Log::of(by, Kind::Shipping);
    let mut kept = Vec::new();
    for OfferEdit { carrier, zone, seen, terms } in edits {
        let thing = format!("{carrier} {zone}");
        let at = offers.iter().position(|offer| offer.carrier == *carrier && offer.zone == *zone);
        let before = at.map(|at| terms_of(&offers[at]));
        let why = if carriers.iter().all(|row| row.code.as_str() != carrier) || !zones.contains(zone) {
            Some(message::TARIFF_UNKNOWN)
        } else if before != *seen {
            Some(message::TARIFF_CHANGED_MEANWHILE)
        } else {
            terms.as_ref().and_then(fault)
        };
        if let Some(why) = why {
            fields.insert(thing, why.into());
            continue;
        }
        if let Some(at) = at {
            offers.remove(at);
        }
        if let Some(Terms { min_days, max_days, bands }) = terms {
            let mut rates: Vec<(u32, Amount)> = bands.iter().map(|band| (band.up_to_g, band.price)).collect();
            rates.sort_by_key(|(up_to_g, _)| *up_to_g);
            let [carrier, zone] = [carrier, zone].map(String::clone);
            offers.push(CarrierOffer { carrier, zone, min_days: *min_days, max_days: *max_days, rates });
        }
        let after = offers.iter().find(|offer| offer.carrier == *carrier && offer.zone == *zone).map(terms_of);
        if before != after {
            kept.push((carrier, zone, thing, before, after));
        }
    }
    let is_empty = |zone: &String| offers.iter().all(|offer| offer.zone != *zone || !is_offered(&offer.carrier));
    for zone in served.into_iter().filter(|zone| is_empty(zone)) {
        let emptied = edits.iter().filter(|edit| edit.zone == *zone).map(|edit| format!("{} {zone}", edit.carrier));
        fields.extend(emptied.map(|thing| (thing, message::TARIFF_ZONE_EMPTY.into())));
    }
    check_fields(fields)?;
    for (carrier, zone, thing, before, after) in kept {
        match offers.iter().find(|offer| offer.carrier == *carrier && offer.zone == *zone) {
            Some(offer) => region::save_offer(tx, offer)?,
            None => region::delete_offer(tx, carrier, zone)?,
        }
        log.note(tx, &thing, before.map(|terms| json!(terms)), after.map(|terms| json!(terms)))?;
    }
    Ok(log.change())
}

/// Moves a country to another zone, or delivers there from now on, or no more.
///
/// # Errors
///
/// Refused by field: a zone in which no carrier takes anything, and a country that the shop in a language begins with; refused as a whole
/// where it was changed since it was seen.
pub fn save_country(tx: &mut dyn Tx, by: &By, args: &SaveCountryArgs) -> Result<Change> {
    let SaveCountryArgs { country, seen, place } = args;
    let found = region::list_placed(tx)?.into_iter().find(|one| one.id == *country);
    let found = found.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
    let before = Place { zone: found.zone, is_delivered: found.delivered };
    if before != *seen {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    let mut fields = FieldMessages::new();
    if !region::zone_keys(tx)?.contains(&place.zone) {
        fields.insert("zone".into(), message::TARIFF_UNKNOWN.into());
    } else if place.is_delivered && carriers::offers_to_shoppers(tx)?.iter().all(|offer| offer.zone != place.zone) {
        fields.insert("zone".into(), message::TARIFF_ZONE_UNSERVED.into());
    }
    if !place.is_delivered {
        let views = store_view::list(tx)?.views;
        let begin = views.iter().filter(|view| view.default_country == *country);
        let languages: Vec<&str> =
            begin.filter_map(|view| Lang::from_code(&view.language)).map(Lang::native_name).collect();
        if !languages.is_empty() {
            let refused = message::TARIFF_COUNTRY_IS_DEFAULT.with("languages", languages.join(", "));
            fields.insert("is_delivered".into(), refused);
        }
    }
    check_fields(fields)?;
    let mut log = Log::of(by, Kind::Shipping);
    if before != *place {
        let Place { zone, is_delivered } = place.clone();
        region::place_country(tx, &PlacedCountry { id: country.clone(), zone, delivered: is_delivered })?;
        log.note(tx, &format!("country {country}"), Some(json!(before)), Some(json!(place)))?;
    }
    Ok(log.change())
}

fn fault(terms: &Terms) -> Option<message::MessageDef> {
    let Terms { min_days, max_days, bands } = terms;
    let weights: BTreeSet<u32> = bands.iter().map(|band| band.up_to_g).collect();
    let is_weight = |band: &Band| (1..=HEAVIEST).contains(&band.up_to_g);
    let is_price = |band: &Band| (0..=DEAREST * 100).contains(&band.price.minor());
    if *min_days < 1 || min_days > max_days || *max_days > MOST_DAYS {
        Some(message::TARIFF_DAYS)
    } else if bands.is_empty() || weights.len() != bands.len() || !bands.iter().all(is_weight) {
        Some(message::TARIFF_BANDS)
    } else if !bands.iter().all(is_price) {
        Some(message::TARIFF_PRICE)
    } else {
        None
    }
}

// ── VAT ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Plans a rate of VAT from today or a later day on, or takes back what is planned.
///
/// # Errors
///
/// Refused where the day has passed, where a rate applies already that invoices may have been written with, and where it was changed
/// since it was seen.
pub fn save_vat(tx: &mut dyn Tx, by: &By, args: &SaveVatArgs) -> Result<Change> {
    let SaveVatArgs { country, class, valid_from, seen, rate } = args;
    let mut fields = FieldMessages::new();
    let is_known = country == tax::ELSEWHERE || region::country_ids(tx)?.contains(country);
    if !is_known || !region::vat_classes(tx)?.contains(class) {
        return Err(refuse(message::TARIFF_UNKNOWN));
    }
    let today = in_shop_zone(by.now).date();
    let rows = region::list_vat(tx)?;
    let found = rows.iter().find(|row| row.country == *country && row.class == *class && same_day(row, *valid_from));
    let before = found.map(|row| row.rate.parse::<Percent>().map_err(anyhow::Error::from)).transpose()?;
    if before != *seen {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    if *valid_from < today || (*valid_from == today && before.is_some()) {
        fields.insert("valid_from".into(), message::TARIFF_VAT_APPLIES.into());
    }
    if rate.is_some_and(|rate| rate > Percent::whole(HIGHEST_VAT)) {
        fields.insert("rate".into(), message::TARIFF_VAT_RATE.with("most", HIGHEST_VAT));
    }
    check_fields(fields)?;
    let mut log = Log::of(by, Kind::Vat);
    if before != *rate {
        region::save_vat(tx, (country, class, *valid_from), *rate)?;
        let thing = format!("{country} {class} {valid_from}");
        log.note(tx, &thing, before.map(|rate| json!(rate)), rate.map(|rate| json!(rate)))?;
    }
    Ok(log.change())
}

fn same_day(row: &region::VatRow, day: Date) -> bool {
    row.valid_from == day.to_string()
}

// ── Closing days ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Lists closing days, single ones and those of each year, and takes others off. The first of a house that had none, so that those of
/// TARGET2 counted, comes beside those.
///
/// # Errors
///
/// Refused by the place in the arguments: a day that has passed or is listed, one that no year has, and a name that is none.
pub fn save_closing_days(tx: &mut dyn Tx, by: &By, args: &SaveClosingDaysArgs) -> Result<Change> {
    let today = in_shop_zone(by.now).date();
    let mut fields = FieldMessages::new();
    let mut log = Log::of(by, Kind::ClosingDay);
    let had_none = region::list_closing_days(tx, Date::MIN)?.is_empty() && region::list_yearly(tx)?.is_empty();
    if had_none && !(args.add.is_empty() && args.add_yearly.is_empty()) {
        for (yearly, name) in YearlyDay::TARGET2.into_iter().zip(TARGET2_NAMES) {
            region::add_yearly(tx, name, yearly)?;
            log.note(tx, &thing_of(yearly), None, Some(json!(name)))?;
        }
    }
    for day in &args.remove {
        match region::delete_closing_day(tx, *day)? {
            Some(name) => log.note(tx, &day.to_string(), Some(json!(name)), None)?,
            None => return Err(refuse(message::TARIFF_CHANGED_MEANWHILE)),
        }
    }
    for id in &args.remove_yearly {
        let rule = region::list_yearly(tx)?.into_iter().find(|rule| rule.id == *id);
        let rule = rule.ok_or_else(|| refuse(message::TARIFF_CHANGED_MEANWHILE))?;
        region::delete_yearly(tx, rule.id)?;
        log.note(tx, &thing_of(rule.yearly()?), Some(json!(rule.name)), None)?;
    }
    for (at, day) in args.add.iter().enumerate() {
        if day.date < today {
            fields.insert(format!("add.{at}.date"), message::TARIFF_DAY_PAST.into());
            continue;
        }
        let Some(name) = named(&day.name, &format!("add.{at}.name"), &mut fields) else { continue };
        if region::add_closing_day(tx, day.date, &name)? {
            log.note(tx, &day.date.to_string(), None, Some(json!(name)))?;
        } else {
            fields.insert(format!("add.{at}.date"), message::TARIFF_DAY_THERE.into());
        }
    }
    for (at, new) in args.add_yearly.iter().enumerate() {
        let Some(name) = named(&new.name, &format!("add_yearly.{at}.name"), &mut fields) else { continue };
        let yearly = match (new.month, new.day, new.easter) {
            // 2024 has each day that any year has.
            (Some(month), Some(day), None) if Date::new(2024, month, day).is_ok() => YearlyDay::Fixed(month, day),
            (None, None, Some(after)) if (-AROUND_EASTER..=AROUND_EASTER).contains(&after) => YearlyDay::Easter(after),
            _ => {
                fields.insert(format!("add_yearly.{at}.day"), message::TARIFF_NO_SUCH_DAY.into());
                continue;
            }
        };
        let mut is_there = false;
        for rule in region::list_yearly(tx)? {
            is_there |= rule.yearly()? == yearly;
        }
        if is_there {
            fields.insert(format!("add_yearly.{at}.day"), message::TARIFF_DAY_THERE.into());
            continue;
        }
        region::add_yearly(tx, &name, yearly)?;
        log.note(tx, &thing_of(yearly), None, Some(json!(name)))?;
    }
    check_fields(fields)?;
    Ok(log.change())
}

/// As in the seed's list.
const TARGET2_NAMES: [&str; 6] =
    ["New Year’s Day", "Good Friday", "Easter Monday", "Labour Day", "Christmas Day", "26 December"];

fn thing_of(yearly: YearlyDay) -> String {
    match yearly {
        YearlyDay::Fixed(month, day) => format!("yearly {month:02}-{day:02}"),
        YearlyDay::Easter(after) => format!("yearly easter {after}"),
    }
}

fn named(name: &str, field: &str, fields: &mut FieldMessages) -> Option<String> {
    let name = readable_line(name);
    let is_good = !name.is_empty() && name.chars().count() <= NAME;
    if !is_good {
        fields.insert(field.to_owned(), message::TARIFF_NAME.with("most", NAME));
    }
    is_good.then_some(name)
}
