//! The rules of carriers: which there are, what they are called, in which order, and whether shoppers are offered them. None is ever
//! deleted, as orders and parcels show its name.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::json;

use super::editing::Log;
use super::types::{Carrier, CarrierTerms, Kind, OrderCarriersArgs, PinnedPage, SaveCarrierArgs};
use crate::audit::{self, Actor, By, Change};
use crate::catalog::{self, SHIPPING_METHOD, SHIPPING_NOTE};
use crate::config::Source;
use crate::db::Tx;
use crate::domain::shipping::{CarrierCode, NUMBER, is_tracking_page};
use crate::domain::store_view::Lang;
use crate::domain::validate::readable_line;
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;
use crate::region::{self, CarrierRow};
use crate::setting;
use crate::sort_key::sort_key;

/// Characters of a name.
const NAME: usize = 60;
/// Characters of a note, and of an address.
const TEXT: usize = 300;
/// More would be no choice at checkout.
const MOST: usize = 50;

type Words = BTreeMap<String, BTreeMap<Lang, String>>;

/// All carriers, in the order in which they are offered, with names in a language.
pub fn list(tx: &mut dyn Tx, lang: Lang) -> Result<Vec<Carrier>> {
    let (names, notes) = (catalog::all_words(tx, SHIPPING_METHOD)?, catalog::all_words(tx, SHIPPING_NOTE)?);
    let carrier = |row: CarrierRow| {
        let terms = terms_of(&row, &names, &notes);
        let pinned = row.pinned_tracking.zip(row.pinned_by).map(|(tracking, place)| PinnedPage { tracking, place });
        Carrier { code: row.code, name: terms.names.get(&lang).unwrap_or(&terms.name).clone(), terms, pinned }
    };
    Ok(region::list_carriers(tx)?.into_iter().map(carrier).collect())
}

fn terms_of(row: &CarrierRow, names: &Words, notes: &Words) -> CarrierTerms {
    let of = |words: &Words| words.get(row.code.as_str()).cloned().unwrap_or_default();
    CarrierTerms {
        name: row.name.clone(),
        names: of(names),
        notes: of(notes),
        tracking: row.tracking.clone(),
        is_offered: row.offered,
    }
}

/// Adds a carrier, or changes one; answers its code.
///
/// # Errors
///
/// Refused by field: a name that is none or another's, an address that is none, and what would leave a country without a carrier; refused
/// as a whole where it was changed since it was seen.
pub fn save(tx: &mut dyn Tx, by: &By, args: &SaveCarrierArgs) -> Result<(CarrierCode, Change)> {
    let carriers = list(tx, Lang::En)?;
    let found = match args.code {
        Some(code) => {
            Some(carriers.iter().find(|one| one.code == code).ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?)
        }
        None => None,
    };
    let before = found.map(|one| one.terms.clone());
    if before != args.seen {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    let mut fields = FieldMessages::new();
    let terms = tidied(&args.terms, &mut fields);
    let key = sort_key(&terms.name);
    if carriers.iter().any(|one| Some(one.code) != args.code && sort_key(&one.terms.name) == key) {
        fields.entry("name".into()).or_insert_with(|| message::TARIFF_CARRIER_THERE.into());
    }
    if found.is_none() && carriers.len() >= MOST {
        fields.insert("name".into(), message::TARIFF_CARRIERS_MOST.with("most", MOST));
    }
    if let Some(one) = found.filter(|one| one.terms.is_offered && !terms.is_offered) {
        if one.code == CarrierCode::STANDARD {
            fields.insert("is_offered".into(), message::TARIFF_STANDARD_STAYS.into());
        } else if is_last_somewhere(tx, one.code)? {
            fields.insert("is_offered".into(), message::TARIFF_CARRIER_LAST.into());
        }
    }
    if let Some((one, pin)) = found.and_then(|one| Some((one, one.pinned.as_ref()?)))
        && one.terms.tracking != terms.tracking
    {
        fields.insert("tracking".into(), message::SETTING_PINNED.with("place", &pin.place));
    }
    check_fields(fields)?;
    let taken: Vec<CarrierCode> = carriers.iter().map(|one| one.code).collect();
    let code = args.code.unwrap_or_else(|| CarrierCode::of_folded(&key, &taken));
    let mut log = Log::of(by, Kind::Shipping);
    if before.as_ref() != Some(&terms) {
        let CarrierTerms { name, names, notes, tracking, is_offered } = &terms;
        let (name, tracking) = (name.clone(), tracking.clone());
        let row = CarrierRow { code, name, tracking, offered: *is_offered, pinned_tracking: None, pinned_by: None };
        region::save_carrier(tx, &row)?;
        for (domain, words) in [(SHIPPING_METHOD, names), (SHIPPING_NOTE, notes)] {
            catalog::save_words(tx, domain, code.as_str(), words)?;
        }
        log.note(tx, &thing_of(code), before.map(|terms| json!(terms)), Some(json!(terms)))?;
    }
    Ok((code, log.change()))
}

/// Puts carriers in another order; standard stays the first.
///
/// # Errors
///
/// Refused where the order was changed since it was seen, and where one is missing or unknown.
pub fn order(tx: &mut dyn Tx, by: &By, args: &OrderCarriersArgs) -> Result<Change> {
    let before: Vec<CarrierCode> = region::list_carriers(tx)?.into_iter().map(|row| row.code).collect();
    if before != args.seen {
        return Err(refuse(message::TARIFF_CHANGED_MEANWHILE));
    }
    let mut after = args.codes.clone();
    after.sort_by_key(|code| *code != CarrierCode::STANDARD);
    if let Some(code) = after.iter().find(|code| !before.contains(code)) {
        return Err(refuse(message::TARIFF_CARRIER_UNKNOWN.with("carrier", code)));
    }
    let missing: Vec<String> = before.iter().filter(|code| !after.contains(code)).map(CarrierCode::to_string).collect();
    if !missing.is_empty() {
        return Err(refuse(message::TARIFF_CARRIERS_MISSING.with("carriers", missing.join(", "))));
    }
    if let Some(code) = after.iter().enumerate().find_map(|(at, code)| after[..at].contains(code).then_some(code)) {
        return Err(refuse(message::TARIFF_CARRIER_TWICE.with("carrier", code)));
    }
    let mut log = Log::of(by, Kind::Shipping);
    if before != after {
        region::order_carriers(tx, &after)?;
        log.note(tx, ORDER, Some(json!(before)), Some(json!(after)))?;
    }
    Ok(log.change())
}

/// Takes in the tracking pages of the machine's file, where it says something else than the last time; answers the keys that it took.
/// Those that the machine pins take no place of the house's own: they win over it as long as they are pinned.
pub fn take_in_tracking(tx: &mut dyn Tx, source: &Source, now: Timestamp) -> Result<Vec<String>> {
    let mut taken = Vec::new();
    let by = By { actor: Actor::Command(audit::system_user()), now };
    let mut pages = source.texts_below(TRACKING);
    for row in region::list_carriers(tx)? {
        let key = format!("{TRACKING}.{}", row.code);
        let place = source.pinned_at(&key);
        let page = place.and_then(|_| pages.remove(row.code.as_str()));
        let pin = page.as_deref().zip(place);
        if pin != row.pinned_tracking.as_deref().zip(row.pinned_by.as_deref()) {
            // Another line of the same page is nothing that anybody is told.
            if page != row.pinned_tracking {
                taken.push(key.clone());
            }
            region::pin_tracking(tx, row.code, pin)?;
        }
    }
    for (code, page) in pages {
        let found = match CarrierCode::parse(&code) {
            Some(code) => region::find_carrier(tx, code)?,
            None => None,
        };
        let key = format!("{TRACKING}.{code}");
        let Some(row) = found else {
            tracing::warn!(key, "no carrier has this code: add it in the console, and its page there");
            continue;
        };
        if !setting::is_news(tx, &key, &json!(page))? || row.tracking == page {
            continue;
        }
        let (names, notes) = (catalog::all_words(tx, SHIPPING_METHOD)?, catalog::all_words(tx, SHIPPING_NOTE)?);
        let before = terms_of(&row, &names, &notes);
        let after = CarrierTerms { tracking: page.clone(), ..before.clone() };
        let code = row.code;
        region::save_carrier(tx, &CarrierRow { tracking: page, ..row })?;
        Log::of(&by, Kind::Shipping).note(tx, &thing_of(code), Some(json!(before)), Some(json!(after)))?;
        taken.push(key);
    }
    Ok(taken)
}

/// The section of the machine's file that has tracking pages.
const TRACKING: &str = "shipping.tracking";
/// The order of carriers, in the history.
const ORDER: &str = "carriers";

fn thing_of(code: CarrierCode) -> String {
    format!("carrier {code}")
}

/// Terms as they are kept, with a message for each that is wrong.
fn tidied(terms: &CarrierTerms, fields: &mut FieldMessages) -> CarrierTerms {
    let name = readable_line(&terms.name);
    if name.is_empty() || name.chars().count() > NAME {
        fields.insert("name".into(), message::TARIFF_NAME.with("most", NAME));
    }
    let mut words = |of: &BTreeMap<Lang, String>, field: &str, most: usize| {
        let tidy = of.iter().map(|(lang, text)| (*lang, readable_line(text)));
        let kept: BTreeMap<Lang, String> = tidy.filter(|(_, text)| !text.is_empty()).collect();
        let long = kept.iter().filter(|(_, text)| text.chars().count() > most);
        fields.extend(long.map(|(lang, _)| (format!("{field}.{lang}"), message::FIELD_TOO_LONG.with("max", most))));
        kept
    };
    let (names, notes) = (words(&terms.names, "names", NAME), words(&terms.notes, "notes", TEXT));
    let tracking = terms.tracking.trim().to_owned();
    if !is_tracking_page(&tracking) {
        fields.insert("tracking".into(), message::TARIFF_TRACKING.with("mark", NUMBER));
    } else if tracking.chars().count() > TEXT {
        fields.insert("tracking".into(), message::FIELD_TOO_LONG.with("max", TEXT));
    }
    CarrierTerms { name, names, notes, tracking, is_offered: terms.is_offered }
}

/// Whether a country that is delivered to would have no carrier without this one.
fn is_last_somewhere(tx: &mut dyn Tx, code: CarrierCode) -> Result<bool> {
    let served: BTreeSet<String> =
        region::list_placed(tx)?.into_iter().filter(|one| one.delivered).map(|one| one.zone).collect();
    let offers = offers_to_shoppers(tx)?;
    let has = |zone: &str, is_own: bool| {
        offers.iter().any(|offer| offer.zone == zone && (offer.carrier == code.as_str()) == is_own)
    };
    Ok(served.iter().any(|zone| has(zone, true) && !has(zone, false)))
}

/// What the carriers on offer take where.
pub(super) fn offers_to_shoppers(tx: &mut dyn Tx) -> Result<Vec<region::CarrierOffer>> {
    let carriers = region::list_carriers(tx)?;
    let is_offered = |code: &str| carriers.iter().any(|row| row.offered && row.code.as_str() == code);
    Ok(region::list_offers(tx)?.into_iter().filter(|offer| is_offered(&offer.carrier)).collect())
}
