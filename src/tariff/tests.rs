//! The rules of changing carriers' rates, VAT, closing days and currencies.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use proptest::prelude::*;
use serde_json::json;

use super::calls::{closing_days_of, currency_table, shipping_table, vat_table};
use super::types::{
    Band, Carrier, CarrierTerms, ClosingDay, CurrencyTerms, Kind, NewYearly, OfferEdit, OrderCarriersArgs, Place,
    SaveCarrierArgs, SaveClosingDaysArgs, SaveCountryArgs, SaveCurrencyArgs, SaveDefaultCurrencyArgs, SaveVatArgs,
    ShippingTable, Terms,
};
use super::{carriers, currencies, editing, store};
use crate::audit::{Actor, By};
use crate::db::Connection;
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::shipping::{CarrierCode, ShippingMethod};
use crate::domain::store_view::{Lang, StoreViews};
use crate::domain::tax;
use crate::domain::working_days::Calendar;
use crate::error::{Error, Result};
use crate::testing::{assert_indexed, empty, now, seeded, with};
use crate::{catalog, region, store_view, vals};

fn by() -> By {
    By { actor: Actor::Staff(1), now: now() }
}

fn refused<T: std::fmt::Debug>(result: Result<T>) -> BTreeMap<String, &'static str> {
    match result {
        Err(Error::Refused(refusal)) if refusal.fields.is_empty() => {
            BTreeMap::from([(String::new(), refusal.message.id)])
        }
        Err(Error::Refused(refusal)) => refusal.fields.into_iter().map(|(key, why)| (key, why.id)).collect(),
        other => panic!("{other:?}"),
    }
}

fn one(field: &str, why: &'static str) -> BTreeMap<String, &'static str> {
    BTreeMap::from([(field.to_owned(), why)])
}

fn table(shop: &Connection) -> ShippingTable {
    with(shop, |tx| shipping_table(tx, Lang::En))
}

fn terms(shop: &Connection, carrier: &str, zone: &str) -> Option<Terms> {
    table(shop).offers.into_iter().find(|offer| offer.carrier == carrier && offer.zone == zone).map(|offer| offer.terms)
}

fn offer(shop: &Connection, carrier: &str, zone: &str, terms_now: Option<Terms>) -> OfferEdit {
    OfferEdit { carrier: carrier.into(), zone: zone.into(), seen: terms(shop, carrier, zone), terms: terms_now }
}

fn band(up_to_g: u32, cents: i64) -> Band {
    Band { up_to_g, price: Amount::from_minor(cents) }
}

#[test]
fn offers_are_changed_given_up_and_given_back_and_orders_follow() {
    let shop = seeded();
    let version = || -> i64 { shop.one("SELECT version FROM catalogue_version", vals![]).expect("a version") };
    let before = version();
    let was = terms(&shop, "dhl", "gb");
    let new = Terms { min_days: 1, max_days: 2, bands: vec![band(5_000, 2_000), band(1_000, 950)] };
    let edits = [offer(&shop, "dhl", "gb", Some(new.clone())), offer(&shop, "ups", "gb", None)];
    let change = with(&shop, |tx| editing::save_offers(tx, &by(), &edits));
    assert_eq!(change.after.expect("told")["dhl gb"]["bands"][0], json!({ "up_to_g": 1000, "price": "9.50" }));
    assert!(version() > before, "caches follow");
    let bands = with(&shop, |tx| {
        let exchange = region::exchange(tx, Currency::Eur)?;
        region::rate_bands(tx, "GB", &exchange)
    });
    assert!(bands.iter().any(|band| band.up_to_g == 1_000 && band.amount.minor == 950 && band.max_days == 2));
    assert!(bands.iter().all(|band| band.method.code() != "ups"));
    // What was seen is another by now.
    let stale = OfferEdit { seen: was.clone(), ..offer(&shop, "dhl", "gb", None) };
    assert_eq!(
        refused(shop.write(|tx| editing::save_offers(tx, &by(), &[stale]))),
        one("dhl gb", "tariff.changed_meanwhile")
    );
    let back = [offer(&shop, "dhl", "gb", was.clone())];
    with(&shop, |tx| editing::save_offers(tx, &by(), &back));
    assert_eq!(terms(&shop, "dhl", "gb"), was);
    let history = with(&shop, |tx| store::list_changes(tx, Some(Kind::Shipping), i64::MAX, 9));
    assert_eq!(history.iter().map(|one| one.thing.as_str()).collect::<Vec<_>>(), ["dhl gb", "ups gb", "dhl gb"]);
    assert_indexed(&shop, |tx| store::list_changes(tx, Some(Kind::Shipping), i64::MAX, 9));
    assert_indexed(&shop, region::list_offers);
}

#[test]
fn no_zone_is_left_without_a_carrier_and_bands_make_sense() {
    let shop = seeded();
    let good = Terms { min_days: 1, max_days: 3, bands: vec![band(1_000, 500)] };
    let with_bands = |bands: Vec<Band>| Terms { bands, ..good.clone() };
    for (terms, why) in [
        (Terms { min_days: 0, ..good.clone() }, "tariff.days"),
        (Terms { min_days: 4, ..good.clone() }, "tariff.days"),
        (Terms { max_days: 61, ..good.clone() }, "tariff.days"),
        (with_bands(vec![]), "tariff.bands"),
        (with_bands(vec![band(0, 1)]), "tariff.bands"),
        (with_bands(vec![band(5, 1), band(5, 2)]), "tariff.bands"),
        (with_bands(vec![band(5, -1)]), "tariff.price"),
    ] {
        let edits = [offer(&shop, "dhl", "ch", Some(terms.clone()))];
        assert_eq!(refused(shop.write(|tx| editing::save_offers(tx, &by(), &edits))), one("dhl ch", why), "{terms:?}");
    }
    let all: Vec<OfferEdit> = ["standard", "dhl", "ups"].map(|carrier| offer(&shop, carrier, "ch", None)).into();
    let told = refused(shop.write(|tx| editing::save_offers(tx, &by(), &all)));
    assert!(told.len() == 3 && told.values().all(|why| *why == "tariff.zone_empty"), "{told:?}");
    let unknown = [offer(&shop, "pigeon", "ch", Some(good))];
    assert_eq!(refused(shop.write(|tx| editing::save_offers(tx, &by(), &unknown))), one("pigeon ch", "tariff.unknown"));
    assert_eq!(with(&shop, |tx| store::list_changes(tx, Some(Kind::Shipping), i64::MAX, 9)).len(), 0);
}

fn carrier(shop: &Connection, code: &str) -> Carrier {
    table(shop).carriers.into_iter().find(|one| one.code.as_str() == code).expect("a carrier")
}

fn order_of(shop: &Connection) -> Vec<String> {
    table(shop).carriers.iter().map(|one| one.code.to_string()).collect()
}

fn post() -> CarrierTerms {
    CarrierTerms {
        name: "La Poste".into(),
        names: BTreeMap::from([(Lang::Fr, "Colissimo".into())]),
        notes: BTreeMap::from([(Lang::Fr, "Dans votre boîte.".into())]),
        tracking: "https://www.laposte.fr/suivi?code={number}".into(),
        is_offered: true,
    }
}

fn change(shop: &Connection, code: &str, terms: impl Fn(&mut CarrierTerms)) -> SaveCarrierArgs {
    let one = carrier(shop, code);
    let mut wanted = one.terms.clone();
    terms(&mut wanted);
    SaveCarrierArgs { code: Some(one.code), seen: Some(one.terms), terms: wanted }
}

#[test]
fn carriers_are_added_renamed_and_ordered_and_shoppers_see_it() {
    let shop = seeded();
    assert_eq!(order_of(&shop), ["standard", "dhl", "ups"]);
    let new = SaveCarrierArgs { code: None, seen: None, terms: post() };
    let (code, told) = with(&shop, |tx| carriers::save(tx, &by(), &new));
    assert_eq!(
        (code.as_str(), &told.after.expect("told")["carrier la_poste"]["name"]),
        ("la_poste", &json!("La Poste"))
    );
    assert_eq!(carrier(&shop, "la_poste").terms, post());
    let name = |lang| with(&shop, |tx| catalog::shipping_name(tx, lang, ShippingMethod::Carrier(code)));
    assert_eq!([Lang::En, Lang::Fr, Lang::Zh].map(name), ["La Poste", "Colissimo", "La Poste"]);
    // A second of the same name gets neither in, nor one whose name differs in case and accents only.
    for terms in [post(), CarrierTerms { name: "LÀ POSTE".into(), ..post() }] {
        let again = SaveCarrierArgs { code: None, seen: None, terms };
        assert_eq!(refused(shop.write(|tx| carriers::save(tx, &by(), &again))), one("name", "tariff.carrier_there"));
    }
    // Bands come in the order of the carriers.
    let terms = Terms { min_days: 1, max_days: 2, bands: vec![band(1_000, 500)] };
    let first = [offer(&shop, "la_poste", "fr", Some(terms))];
    with(&shop, |tx| editing::save_offers(tx, &by(), &first));
    let methods = |shop: &Connection| {
        let bands = with(shop, |tx| {
            let exchange = region::exchange(tx, Currency::Eur)?;
            region::rate_bands(tx, "FR", &exchange)
        });
        let mut codes: Vec<String> = bands.iter().map(|band| band.method.code().to_owned()).collect();
        codes.dedup();
        codes
    };
    assert_eq!(methods(&shop), ["standard", "dhl", "ups", "la_poste"]);
    let codes = |codes: &[&str]| codes.iter().filter_map(|code| CarrierCode::parse(code)).collect::<Vec<_>>();
    let seen = codes(&["standard", "dhl", "ups", "la_poste"]);
    let args = OrderCarriersArgs { seen: seen.clone(), codes: codes(&["la_poste", "standard", "ups", "dhl"]) };
    with(&shop, |tx| carriers::order(tx, &by(), &args));
    assert_eq!(order_of(&shop), ["standard", "la_poste", "ups", "dhl"], "standard stays the first");
    assert_eq!(methods(&shop), ["standard", "la_poste", "ups", "dhl"]);
    assert_eq!(
        refused(shop.write(|tx| carriers::order(tx, &by(), &args))),
        one("", "tariff.changed_meanwhile"),
        "two people"
    );
    let seen = codes(&["standard", "la_poste", "ups", "dhl"]);
    for (wrong, why) in [
        (&["standard", "ups", "dhl"][..], "tariff.carriers_missing"),
        (&["standard", "ups", "ups", "dhl"], "tariff.carriers_missing"),
        (&["standard", "la_poste", "ups", "ups", "dhl"], "tariff.carrier_twice"),
        (&["standard", "ups", "dhl", "x"], "tariff.carrier_unknown"),
    ] {
        let args = OrderCarriersArgs { seen: seen.clone(), codes: codes(wrong) };
        assert_eq!(refused(shop.write(|tx| carriers::order(tx, &by(), &args))), one("", why), "{wrong:?}");
    }
    // Standard can be called otherwise, in one language too.
    let renamed = change(&shop, "standard", |terms| {
        terms.name = " House  van ".into();
        terms.names = BTreeMap::from([(Lang::De, "Hauswagen".into()), (Lang::Fr, " ".into())]);
    });
    with(&shop, |tx| carriers::save(tx, &by(), &renamed));
    let name = |lang| with(&shop, |tx| catalog::shipping_name(tx, lang, ShippingMethod::STANDARD));
    assert_eq!([Lang::En, Lang::De, Lang::Fr].map(name), ["House van", "Hauswagen", "House van"]);
    assert_eq!(refused(shop.write(|tx| carriers::save(tx, &by(), &renamed))), one("", "tariff.changed_meanwhile"));
    // A catalogue that is imported later brings no other name back.
    with(&shop, |tx| crate::cli::seed::name_own_codes(tx, &Lang::ALL));
    assert_eq!([Lang::En, Lang::De, Lang::Fr].map(name), ["House van", "Hauswagen", "House van"]);
    let history = with(&shop, |tx| store::list_changes(tx, Some(Kind::Shipping), i64::MAX, 9));
    let things: Vec<_> = history.iter().map(|one| one.thing.as_str()).collect();
    assert_eq!(things, ["carrier standard", "carriers", "la_poste fr", "carrier la_poste"]);
    // Nothing is noted where nothing has changed.
    let same = change(&shop, "standard", |_| {});
    with(&shop, |tx| carriers::save(tx, &by(), &same));
    assert_eq!(with(&shop, |tx| store::list_changes(tx, Some(Kind::Shipping), i64::MAX, 9)).len(), 4);
    assert_indexed(&shop, |tx| carriers::list(tx, Lang::Fr));
}

#[test]
fn carriers_that_make_no_sense_are_refused_by_field_and_none_is_deleted() {
    let shop = seeded();
    let long = "x".repeat(301);
    for (terms, field, why) in [
        (CarrierTerms { name: " ".into(), ..post() }, "name", "tariff.name"),
        (CarrierTerms { name: "x".repeat(61), ..post() }, "name", "tariff.name"),
        (CarrierTerms { tracking: "http://a.example/{number}".into(), ..post() }, "tracking", "tariff.tracking"),
        (
            CarrierTerms { tracking: format!("https://a.example/{{number}}{long}"), ..post() },
            "tracking",
            "form.too_long",
        ),
        (CarrierTerms { names: BTreeMap::from([(Lang::De, long.clone())]), ..post() }, "names.de", "form.too_long"),
        (CarrierTerms { notes: BTreeMap::from([(Lang::Zh, long.clone())]), ..post() }, "notes.zh", "form.too_long"),
    ] {
        let args = SaveCarrierArgs { code: None, seen: None, terms };
        assert_eq!(refused(shop.write(|tx| carriers::save(tx, &by(), &args))), one(field, why));
    }
    let ghost = SaveCarrierArgs { code: CarrierCode::parse("pigeon"), seen: Some(post()), terms: post() };
    assert_eq!(refused(shop.write(|tx| carriers::save(tx, &by(), &ghost))), one("", "tariff.unknown"));
    let out = change(&shop, "standard", |terms| terms.is_offered = false);
    assert_eq!(refused(shop.write(|tx| carriers::save(tx, &by(), &out))), one("is_offered", "tariff.standard_stays"));
    // The last of a zone stays, too; a carrier that is not offered is none for a zone.
    let others = [offer(&shop, "standard", "ch", None), offer(&shop, "ups", "ch", None)];
    with(&shop, |tx| editing::save_offers(tx, &by(), &others));
    let out = change(&shop, "dhl", |terms| terms.is_offered = false);
    assert_eq!(refused(shop.write(|tx| carriers::save(tx, &by(), &out))), one("is_offered", "tariff.carrier_last"));
    let out = change(&shop, "ups", |terms| terms.is_offered = false);
    with(&shop, |tx| carriers::save(tx, &by(), &out));
    assert!(!with(&shop, region::carriers).contains(&"ups".to_owned()), "help pages follow");
    let terms = Terms { min_days: 1, max_days: 2, bands: vec![band(1_000, 500)] };
    let again = [offer(&shop, "ups", "ch", Some(terms))];
    with(&shop, |tx| editing::save_offers(tx, &by(), &again));
    let last = [offer(&shop, "dhl", "ch", None)];
    assert_eq!(refused(shop.write(|tx| editing::save_offers(tx, &by(), &last))), one("dhl ch", "tariff.zone_empty"));
    assert!(shop.exec("DELETE FROM carrier WHERE code = 'ups'", vals![]).is_err(), "orders show its name");
}

/// Takes in the tracking pages of a file and an environment; answers the keys.
fn take(shop: &Connection, text: &str, env: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my.toml");
    std::fs::write(&path, text).expect("written");
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let source = crate::config::Source::load(Some(&path), env).expect("a configuration");
    with(shop, |tx| carriers::take_in_tracking(tx, &source, now()))
}

#[test]
fn tracking_pages_of_the_file_are_taken_in_once_and_the_console_has_the_last_word() {
    let shop = seeded();
    let take = |text: &str| take(&shop, text, &[]);
    let page = |code: &str| carrier(&shop, code).terms.tracking;
    let seeded = page("ups");
    let mine = "[shipping.tracking]\nstandard = \"https://a.example/{number}\"\ndhl = \"\"\npigeon = \"\"\n";
    assert_eq!(take(mine), ["shipping.tracking.dhl", "shipping.tracking.standard"]);
    assert_eq!([page("standard"), page("dhl"), page("ups")], ["https://a.example/{number}", "", &seeded]);
    assert_eq!(take(mine), Vec::<String>::new());
    let edit = change(&shop, "standard", |terms| terms.tracking = "https://b.example/{number}".into());
    with(&shop, |tx| carriers::save(tx, &by(), &edit));
    assert_eq!(take(mine), Vec::<String>::new(), "the console's word stays");
    assert_eq!(take(""), Vec::<String>::new(), "and when the file forgets its own");
    assert_eq!(page("standard"), "https://b.example/{number}");
}

#[test]
fn pinned_tracking_pages_win_over_the_console_until_they_are_gone() {
    let shop = seeded();
    let page = |code: &str| carrier(&shop, code);
    let in_force = |code: &str| {
        let code = CarrierCode::parse(code).expect("a code");
        with(&shop, |tx| region::find_carrier(tx, code)).expect("a carrier").page().to_owned()
    };
    let own = page("ups").terms.tracking;
    let pinned = "\n[pin.shipping.tracking]\nups = \"https://c.example/{number}\"\ndhl = \"\"\n";
    assert_eq!(take(&shop, pinned, &[]), ["shipping.tracking.dhl", "shipping.tracking.ups"]);
    assert_eq!([in_force("ups"), in_force("dhl")], ["https://c.example/{number}", ""]);
    let pin = page("ups").pinned.expect("pinned");
    assert_eq!(
        (pin.tracking.as_str(), pin.place.ends_with("my.toml:3")),
        ("https://c.example/{number}", true),
        "{pin:?}"
    );
    assert_eq!(page("ups").terms.tracking, own, "the house's own stays");
    // Refused with its line; names are changed all the same.
    let edit = change(&shop, "ups", |terms| terms.tracking = "https://b.example/{number}".into());
    assert_eq!(refused(shop.write(|tx| carriers::save(tx, &by(), &edit))), one("tracking", "setting.pinned"));
    let edit = change(&shop, "ups", |terms| terms.name = "United".into());
    with(&shop, |tx| carriers::save(tx, &by(), &edit));
    assert_eq!((in_force("ups").as_str(), page("ups").terms.name.as_str()), ("https://c.example/{number}", "United"));
    assert_eq!(take(&shop, pinned, &[]), Vec::<String>::new());
    // By the environment, which wins over the file.
    let variable = [("SHOP__SHIPPING__TRACKING__UPS", "https://d.example/{number}")];
    assert_eq!(take(&shop, pinned, &variable), ["shipping.tracking.ups"]);
    assert_eq!(page("ups").pinned.expect("pinned").place, "SHOP__SHIPPING__TRACKING__UPS");
    assert_eq!(in_force("ups"), "https://d.example/{number}");
    // Once nothing pins it, the house's own counts again.
    assert_eq!(take(&shop, "", &[]), ["shipping.tracking.dhl", "shipping.tracking.ups"]);
    assert_eq!((in_force("ups"), page("ups").pinned), (own, None));
}

fn place(shop: &Connection, country: &str) -> Place {
    let zones = table(shop).zones.into_iter();
    let found = zones.flat_map(|zone| zone.countries.into_iter().map(move |one| (zone.key.clone(), one)));
    let (zone, one) = found.into_iter().find(|(_, one)| one.id == country).expect("a country");
    Place { zone, is_delivered: one.is_delivered }
}

fn moved(shop: &Connection, country: &str, change: impl FnOnce(&mut Place)) -> SaveCountryArgs {
    let seen = place(shop, country);
    let mut to = seen.clone();
    change(&mut to);
    SaveCountryArgs { country: country.into(), seen, place: to }
}

fn bands_to(shop: &Connection, country: &str) -> Vec<i64> {
    let bands = with(shop, |tx| {
        let exchange = region::exchange(tx, Currency::Eur)?;
        region::rate_bands(tx, country, &exchange)
    });
    bands.iter().map(|band| band.amount.minor).collect()
}

#[test]
fn countries_move_between_zones_and_are_delivered_to_or_not() {
    let shop = seeded();
    let save = |args: &SaveCountryArgs| shop.write(|tx| editing::save_country(tx, &by(), args));
    let version = || -> i64 { shop.one("SELECT version FROM catalogue_version", vals![]).expect("a version") };
    let (before, was) = (version(), place(&shop, "NO"));
    assert_ne!(bands_to(&shop, "NO"), bands_to(&shop, "CH"));
    let to = moved(&shop, "NO", |to| to.zone = "ch".into());
    let change = save(&to).expect("moved");
    assert_eq!(change.after.expect("told")["country NO"], json!({ "zone": "ch", "is_delivered": true }));
    assert_eq!(bands_to(&shop, "NO"), bands_to(&shop, "CH"), "the prices of its zone");
    assert!(version() > before, "caches follow");
    assert_eq!(refused(save(&to)), one("", "tariff.changed_meanwhile"));
    save(&moved(&shop, "NO", |to| to.is_delivered = false)).expect("no more");
    assert!(bands_to(&shop, "NO").is_empty());
    save(&moved(&shop, "NO", |to| *to = was.clone())).expect("back");
    assert!(!bands_to(&shop, "NO").is_empty());
    let history = with(&shop, |tx| store::list_changes(tx, Some(Kind::Shipping), i64::MAX, 9));
    assert_eq!((history.len(), history[0].thing.as_str()), (3, "country NO"));
    // Where shoppers begin.
    let begin = moved(&shop, "FR", |to| to.is_delivered = false);
    assert_eq!(refused(save(&begin)), one("is_delivered", "tariff.country_is_default"));
    // Zones without a carrier, or without a place on the map.
    shop.execute_batch("INSERT INTO shipping_zone (key) VALUES ('moon')").expect("an operator's zone");
    assert_eq!(refused(save(&moved(&shop, "NO", |to| to.zone = "moon".into()))), one("zone", "tariff.zone_unserved"));
    assert_eq!(refused(save(&moved(&shop, "NO", |to| to.zone = "mars".into()))), one("zone", "tariff.unknown"));
    let terms = Terms { min_days: 1, max_days: 2, bands: vec![band(1_000, 900)] };
    let offers = [offer(&shop, "dhl", "moon", Some(terms))];
    with(&shop, |tx| editing::save_offers(tx, &by(), &offers));
    save(&moved(&shop, "NO", |to| to.zone = "moon".into())).expect("a carrier goes there now");
    let none = [offer(&shop, "dhl", "moon", None)];
    assert_eq!(refused(shop.write(|tx| editing::save_offers(tx, &by(), &none))), one("dhl moon", "tariff.zone_empty"));
    save(&moved(&shop, "NO", |to| to.is_delivered = false)).expect("no more");
    with(&shop, |tx| editing::save_offers(tx, &by(), &none));
    assert_eq!(
        refused(save(&moved(&shop, "NO", |to| to.is_delivered = true))),
        one("zone", "tariff.zone_unserved"),
        "not without a carrier"
    );
    assert_indexed(&shop, |tx| {
        let exchange = region::exchange(tx, Currency::Eur)?;
        region::rate_bands(tx, "FR", &exchange)
    });
}

fn vat(country: &str, from: Date, seen: Option<u16>, rate: Option<u16>) -> SaveVatArgs {
    let percent = |whole: Option<u16>| whole.map(Percent::whole);
    SaveVatArgs {
        country: country.into(),
        class: "standard".into(),
        valid_from: from,
        seen: percent(seen),
        rate: percent(rate),
    }
}

#[test]
fn rates_of_vat_are_planned_and_what_applies_stays() {
    let shop = seeded();
    let save = |args: &SaveVatArgs| shop.write(|tx| editing::save_vat(tx, &by(), args));
    // Today is 21 November 2026.
    save(&vat("FR", date(2027, 1, 1), None, Some(21))).expect("planned");
    let rates = with(&shop, |tx| region::vat_rates(tx, "FR"));
    let on = |at: &str| tax::rate(&rates, "FR", "standard", at.parse().expect("a moment")).expect("a rate").to_string();
    assert_eq!((on("2026-12-31T22:59:59Z"), on("2026-12-31T23:00:00Z")), ("20".into(), "21".into()));
    assert_eq!(refused(save(&vat("FR", date(2027, 1, 1), None, Some(22)))), one("", "tariff.changed_meanwhile"));
    save(&vat("FR", date(2027, 1, 1), Some(21), Some(22))).expect("changed");
    save(&vat("FR", date(2027, 1, 1), Some(22), None)).expect("taken back");
    // What applies, or has applied, is on invoices.
    let applied = with(&shop, |tx| vat_table(tx, Lang::En, now())).rows.into_iter().find(|row| row.country == "FR");
    let entry = applied.expect("France").entries[0].clone();
    assert!(!entry.is_planned);
    let from: Date = entry.valid_from.parse().expect("a day");
    assert_eq!(refused(save(&vat("FR", from, Some(20), Some(19)))), one("valid_from", "tariff.vat_applies"));
    assert_eq!(refused(save(&vat("FR", date(2026, 11, 20), None, Some(19)))), one("valid_from", "tariff.vat_applies"));
    save(&vat("FR", date(2026, 11, 21), None, Some(19))).expect("from today on");
    assert_eq!(refused(save(&vat("FR", date(2026, 11, 21), Some(19), None))), one("valid_from", "tariff.vat_applies"));
    assert_eq!(refused(save(&vat("FR", date(2027, 1, 1), None, Some(51)))), one("rate", "tariff.vat_rate"));
    assert_eq!(refused(save(&vat("XX", date(2027, 1, 1), None, Some(5)))), one("", "tariff.unknown"));
    save(&vat(tax::ELSEWHERE, date(2027, 1, 1), None, Some(5))).expect("elsewhere");
    assert_indexed(&shop, region::list_vat);
}

#[test]
fn first_closing_day_of_a_house_comes_beside_those_of_banks() {
    let shop = empty();
    assert!(with(&shop, |tx| closing_days_of(tx, now())).is_target2);
    let save = |args: &SaveClosingDaysArgs| shop.write(|tx| editing::save_closing_days(tx, &by(), args));
    let add = |day: Date, name: &str| SaveClosingDaysArgs {
        add: vec![ClosingDay { date: day, name: name.into() }],
        ..SaveClosingDaysArgs::default()
    };
    save(&add(date(2026, 11, 30), "Season’s end")).expect("listed");
    let days = with(&shop, |tx| closing_days_of(tx, now()));
    assert_eq!((days.is_target2, days.yearly.len(), days.days.len()), (false, 6, 1));
    assert!(days.ahead.contains(&"2026-11-30".to_owned()) && days.ahead.contains(&"2027-03-26".to_owned()), "{days:?}");
    assert_eq!(refused(save(&add(date(2026, 11, 30), "Again"))), one("add.0.date", "tariff.day_there"));
    assert_eq!(refused(save(&add(date(2026, 11, 20), "Gone"))), one("add.0.date", "tariff.day_past"));
    assert_eq!(refused(save(&add(date(2026, 12, 1), " \n"))), one("add.0.name", "tariff.name"));
    let yearly = |month, day, easter| SaveClosingDaysArgs {
        add_yearly: vec![NewYearly { name: "Day".into(), month, day, easter }],
        ..SaveClosingDaysArgs::default()
    };
    save(&yearly(Some(2), Some(29), None)).expect("leap years");
    save(&yearly(None, None, Some(39))).expect("Ascension Day");
    for (month, day, easter, why) in [
        (Some(2), Some(30), None, "tariff.no_such_day"),
        (Some(2), None, None, "tariff.no_such_day"),
        (Some(5), Some(2), Some(1), "tariff.no_such_day"),
        (None, None, Some(91), "tariff.no_such_day"),
        (None, None, Some(1), "tariff.day_there"),
        (Some(12), Some(25), None, "tariff.day_there"),
    ] {
        assert_eq!(
            refused(save(&yearly(month, day, easter))),
            one("add_yearly.0.day", why),
            "{month:?} {day:?} {easter:?}"
        );
    }
    let ids = days.yearly.iter().map(|rule| rule.id).collect();
    let all =
        SaveClosingDaysArgs { remove_yearly: ids, remove: vec![date(2026, 11, 30)], ..SaveClosingDaysArgs::default() };
    save(&all).expect("taken off");
    assert_eq!(refused(save(&all)), one("", "tariff.changed_meanwhile"));
    let calendar = with(&shop, region::calendar);
    assert!(calendar.is_working_day(date(2026, 12, 25)) && !calendar.is_working_day(date(2027, 5, 6)));
}

#[test]
fn rows_that_operators_have_written_still_count() {
    let shop = seeded();
    let before = with(&shop, region::calendar);
    assert!(matches!(before, Calendar::Listed(..)));
    shop.execute_batch("INSERT INTO holiday (date, name) VALUES ('2026-12-07', 'By hand')").expect("SQL");
    assert!(!with(&shop, region::calendar).is_working_day(date(2026, 12, 7)));
    let days = with(&shop, |tx| closing_days_of(tx, now()));
    assert!(days.days.iter().any(|day| day.name == "By hand") && days.yearly.is_empty());
}

fn terms_in(shop: &Connection, currency: Currency) -> CurrencyTerms {
    let table = with(shop, currency_table);
    table.currencies.into_iter().find(|one| one.currency == currency).expect("a currency of the shop").terms
}

/// A change of what is in force.
fn set_currency(shop: &Connection, currency: Currency, change: impl FnOnce(&mut CurrencyTerms)) -> SaveCurrencyArgs {
    let seen = terms_in(shop, currency);
    let mut terms = seen.clone();
    change(&mut terms);
    SaveCurrencyArgs { currency, seen, terms, is_confirmed: false }
}

/// What an item costs in a currency, in cents.
fn price_of(shop: &Connection, sku: &str, currency: Currency) -> i64 {
    shop.one(
        "SELECT x.amount FROM price x JOIN product p ON p.id = x.product_id
         WHERE p.sku = $1 AND x.currency = $2 AND x.valid_from <= $3 AND (x.valid_to IS NULL OR x.valid_to > $3)",
        vals![sku, currency.code(), now().as_millisecond()],
    )
    .expect("a price")
}

#[test]
fn a_rate_takes_the_prices_along_that_follow_it_and_no_others() {
    let shop = seeded();
    let save = |args: &SaveCurrencyArgs| shop.write(|tx| currencies::save(tx, &by(), args));
    let glove = || price_of(&shop, "TOW-GAN", Currency::Pln);
    assert_eq!(glove(), 7_700, "18.00 EUR at 4.26, rounded up to 1.00");
    // A price of its own for zloty.
    let own = "UPDATE price SET amount = 12345 WHERE currency = 'PLN' AND valid_to IS NULL AND product_id = (SELECT id FROM product
               WHERE sku = 'SOA-REF')";
    shop.execute_batch(own).expect("SQL");
    let version = || -> i64 { shop.one("SELECT version FROM catalogue_version", vals![]).expect("a version") };
    let (before, rows) = (version(), count_prices(&shop));
    let edit = set_currency(&shop, Currency::Pln, |terms| terms.rate = "4.55".into());
    let (change, repriced) = save(&edit).expect("saved");
    assert_eq!(change.after.expect("told")["PLN"]["rate"], "4.55");
    assert!(repriced > 10 && version() > before && count_prices(&shop) > rows, "{repriced}: what was in force stays");
    let listed: i64 = shop
        .one("SELECT low FROM listing_price l JOIN product p ON p.id = l.product_id WHERE p.sku = 'TOW-GAN' AND l.currency = 'PLN'", vals![])
        .expect("a list price");
    assert_eq!((glove(), listed), (8_200, 8_200));
    assert_eq!(price_of(&shop, "SOA-REF", Currency::Pln), 12_345, "it was set for this currency");
    assert_eq!(refused(save(&edit)), one("", "tariff.changed_meanwhile"));
    // Finer steps, and back.
    save(&set_currency(&shop, Currency::Pln, |terms| terms.step = Amount::from_minor(1))).expect("saved");
    assert_eq!(glove(), 8_190);
    let day: String = shop.one("SELECT rate_date FROM currency WHERE code = 'PLN'", vals![]).expect("a day");
    assert_eq!(day, "2026-11-21");
    save(&set_currency(&shop, Currency::Pln, |terms| *terms = edit.seen.clone())).expect("back");
    assert_eq!(glove(), 7_700);
    let history = with(&shop, |tx| store::list_changes(tx, Some(Kind::Currency), i64::MAX, 9));
    assert_eq!((history.len(), history[0].thing.as_str()), (3, "PLN"));
    assert_indexed(&shop, |tx| catalog::list_priced_in(tx, Currency::Pln, now(), 5, 3));
}

fn count_prices(shop: &Connection) -> i64 {
    shop.one("SELECT COUNT(*) FROM price", vals![]).expect("a number")
}

#[test]
fn currencies_that_make_no_sense_are_refused_and_far_rates_confirmed() {
    let shop = seeded();
    let save = |args: &SaveCurrencyArgs| shop.write(|tx| currencies::save(tx, &by(), args));
    for rate in ["", "0", "0.0", "-1", "1,5", "1e3", "+1", "0.0000001", "1234567", "100000.1", " 1"] {
        let edit = set_currency(&shop, Currency::Chf, |terms| terms.rate = rate.into());
        assert_eq!(refused(save(&edit)), one("rate", "tariff.rate"), "{rate:?}");
    }
    // 0.935 in force: 20 % is 0.187.
    for (rate, is_far) in [("1.122", false), ("0.748", false), ("1.1221", true), ("0.7479", true)] {
        let mut edit = set_currency(&shop, Currency::Chf, |terms| terms.rate = rate.into());
        if is_far {
            assert_eq!(refused(save(&edit)), one("rate", "tariff.rate_far"), "{rate}");
            edit.is_confirmed = true;
        }
        save(&edit).expect(rate);
        let mut back = set_currency(&shop, Currency::Chf, |terms| terms.rate = "0.935".into());
        back.is_confirmed = true;
        save(&back).expect("back");
    }
    let edit = set_currency(&shop, Currency::Chf, |terms| terms.step = Amount::from_minor(3));
    assert_eq!(refused(save(&edit)), one("step", "tariff.step"));
    shop.execute_batch("UPDATE currency SET step = 25 WHERE code = 'CHF'").expect("an operator's step");
    save(&set_currency(&shop, Currency::Chf, |terms| terms.rate = "0.94".into())).expect("it stays");
    let euro = set_currency(&shop, Currency::Eur, |terms| terms.is_offered = false);
    assert_eq!(refused(save(&euro)), one("", "tariff.euro_leads"));
}

#[test]
fn a_currency_is_switched_off_only_where_no_language_has_it_by_default() {
    let shop = seeded();
    let save = |args: &SaveCurrencyArgs| shop.write(|tx| currencies::save(tx, &by(), args));
    let default = |lang, seen, currency| {
        shop.write(|tx| currencies::save_default(tx, &by(), &SaveDefaultCurrencyArgs { lang, seen, currency }))
    };
    default(Lang::De, Currency::Eur, Currency::Chf).expect("francs in German");
    let off = set_currency(&shop, Currency::Chf, |terms| terms.is_offered = false);
    assert_eq!(refused(save(&off)), one("is_offered", "tariff.currency_is_default"));
    assert_eq!(refused(default(Lang::De, Currency::Eur, Currency::Gbp)), one("", "tariff.changed_meanwhile"));
    assert_eq!(refused(default(Lang::De, Currency::Chf, Currency::Cny)), one("currency", "currency.not_offered"));
    default(Lang::De, Currency::Chf, Currency::Eur).expect("euros again");
    let before = price_of(&shop, "TOW-GAN", Currency::Chf);
    assert_eq!(save(&off).expect("off").1, 0, "prices stay");
    assert_eq!(refused(default(Lang::De, Currency::Eur, Currency::Chf)), one("currency", "currency.not_offered"));
    let stores = with(&shop, |tx| store_view::load(tx, &crate::testing::config()));
    assert!(!stores.currencies().contains(&Currency::Chf) && stores.faults().is_empty());
    let german = stores.of(Lang::De);
    assert_eq!(stores.currency(&german, [None, Some("CHF")], Some("CH")), Currency::Eur);
    // Meanwhile prices go on following.
    save(&set_currency(&shop, Currency::Chf, |terms| terms.rate = "1".into())).expect("a rate");
    save(&set_currency(&shop, Currency::Chf, |terms| terms.is_offered = true)).expect("on");
    assert!(price_of(&shop, "TOW-GAN", Currency::Chf) > before);
    let stores = with(&shop, |tx| store_view::load(tx, &crate::testing::config()));
    assert_eq!(stores.currency(&stores.of(Lang::De), [None, Some("CHF")], None), Currency::Chf);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever is tried, every country keeps a carrier for an order of a gram, and a rate of VAT.
    #[test]
    fn whatever_is_tried_every_country_can_still_be_delivered_to_and_taxed(tries in prop::collection::vec(
        (0_usize..3, 0_usize..7, prop::option::of((0_u8..5, 0_u8..5, prop::collection::vec((0_u32..3, -1_i64..3), 0..3))), 0_i64..400),
        1..12,
    )) {
        let shop = seeded();
        let zones: Vec<String> = table(&shop).zones.into_iter().map(|zone| zone.key).collect();
        for (carrier, zone, wanted, days) in tries {
            let (carrier, zone) = (["standard", "dhl", "ups"][carrier], &zones[zone]);
            let wanted = wanted.map(|(min_days, max_days, bands)| Terms {
                min_days,
                max_days,
                bands: bands.into_iter().map(|(up_to_g, price)| band(up_to_g, price)).collect(),
            });
            let edits = [offer(&shop, carrier, zone, wanted)];
            drop(shop.write(|tx| editing::save_offers(tx, &by(), &edits)));
            let from = date(2026, 9, 1).saturating_add(jiff::ToSpan::days(days));
            drop(shop.write(|tx| editing::save_vat(tx, &by(), &vat("DE", from, None, Some(7)))));
            for zone in &zones {
                prop_assert!(table(&shop).offers.iter().any(|offer| offer.zone == *zone && !offer.terms.bands.is_empty()));
            }
            let classes = with(&shop, region::vat_classes).into_iter().collect();
            prop_assert!(with(&shop, |tx| region::vat_gaps(tx, &classes, now())).is_empty());
        }
    }

    /// Whatever is tried with carriers and countries together, each country that is delivered to keeps a carrier and a rate, those with
    /// which languages begin are delivered to, and the others are offered nothing.
    #[test]
    fn whatever_is_tried_each_country_delivered_to_keeps_a_rate(tries in prop::collection::vec(
        (any::<bool>(), 0_usize..3, 0_usize..8, any::<bool>(), 0_usize..5),
        1..20,
    )) {
        const COUNTRIES: [&str; 5] = ["FR", "GB", "NO", "CH", "US"];
        let shop = seeded();
        shop.execute_batch("INSERT INTO shipping_zone (key) VALUES ('moon')").expect("a zone");
        let zones: Vec<String> = table(&shop).zones.into_iter().map(|zone| zone.key).collect();
        for (is_offer, carrier, zone, is_on, country) in tries {
            let zone = &zones[zone % zones.len()];
            if is_offer {
                let terms = is_on.then(|| Terms { min_days: 1, max_days: 2, bands: vec![band(1_000, 900)] });
                let edits = [offer(&shop, ["standard", "dhl", "ups"][carrier], zone, terms)];
                drop(shop.write(|tx| editing::save_offers(tx, &by(), &edits)));
            } else {
                let to = moved(&shop, COUNTRIES[country], |to| *to = Place { zone: zone.clone(), is_delivered: is_on });
                drop(shop.write(|tx| editing::save_country(tx, &by(), &to)));
            }
            for country in COUNTRIES {
                prop_assert_eq!(bands_to(&shop, country).is_empty(), !place(&shop, country).is_delivered, "{}", country);
            }
            for view in with(&shop, store_view::list).views {
                prop_assert!(place(&shop, &view.default_country).is_delivered);
            }
        }
    }

    /// Whatever is tried, the shop opens, the euro is offered, and each language begins in a currency that is.
    #[test]
    fn whatever_is_tried_every_language_has_a_currency_that_is_offered(tries in prop::collection::vec(
        (prop::sample::select(Currency::ALL.to_vec()), prop::sample::select(Lang::ALL.to_vec()), any::<bool>(), 0_u32..40, any::<bool>()),
        1..16,
    )) {
        let shop = seeded();
        for (currency, lang, is_offered, rate, is_default) in tries {
            if is_default {
                let seen = with(&shop, currency_table).defaults.into_iter().find(|one| one.lang == lang).expect("a view").currency;
                drop(shop.write(|tx| currencies::save_default(tx, &by(), &SaveDefaultCurrencyArgs { lang, seen, currency })));
            } else {
                let edit = set_currency(&shop, currency, |terms| {
                    terms.is_offered = is_offered;
                    terms.rate = format!("0.{rate}");
                });
                drop(shop.write(|tx| currencies::save(tx, &by(), &SaveCurrencyArgs { is_confirmed: rate % 2 == 0, ..edit })));
            }
            let rows = with(&shop, store_view::list);
            let stores = StoreViews::new(&rows, &Lang::ALL).expect("views");
            prop_assert!(stores.faults().is_empty(), "{:?}", stores.faults());
            prop_assert!(stores.currencies().contains(&Currency::Eur));
            prop_assert!(stores.iter().all(|view| stores.currencies().contains(&view.default_currency)));
            // What follows a rate is what that rate makes of the price in euros.
            let exchange = with(&shop, |tx| region::exchange(tx, currency));
            let euro = Amount::from_minor(price_of(&shop, "TOW-GAN", Currency::Eur));
            let wanted = exchange.of_eur(euro).expect("in range").minor;
            prop_assert_eq!(price_of(&shop, "TOW-GAN", currency), wanted);
        }
    }
}
