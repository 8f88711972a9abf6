//! The rules of changing languages and store views.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use super::types::{Coming, Country, Facts, Languages, Leaving, Planned, SaveArgs, Table, Terms};
use crate::audit::{By, Change};
use crate::call::View;
use crate::catalog::gaps::{self, Gap};
use crate::config::{Config, LANGUAGES};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::{Lang, StoreViewRow, StoreViewRows, StoreViews};
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::sort_key::sort_key;
use crate::tariff::currencies::can_be_default;
use crate::tariff::editing::note_language;
use crate::{cart, cms, customer, look, newsletter, order, outbox, region, store_view};

/// Between the places of two languages.
const STEP: i64 = 10;
/// Titles of help pages that are named.
const TITLES: usize = 5;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The languages as they are in force, by what is pinned or by the rows.
pub(super) fn in_force(stored: &StoreViewRows, config: &Config) -> Result<(Languages, StoreViews)> {
    let views = StoreViews::new(stored, &config.pinned_languages).map_err(anyhow::Error::msg)?;
    let terms = |row: &StoreViewRow| {
        let view = row.read().ok()?;
        let is_on = views.speaks(view.lang);
        Some(Terms { lang: view.lang, is_on, country: view.default_country, currency: view.default_currency })
    };
    let mut terms: Vec<Terms> = stored.views.iter().filter_map(terms).collect();
    if !config.pinned_languages.is_empty() {
        let place = |lang| config.pinned_languages.iter().position(|one| *one == lang).unwrap_or(usize::MAX);
        terms.sort_by_key(|one| place(one.lang));
    }
    Ok((Languages { terms, default: views.default_language() }, views))
}

/// The languages, and what they can become.
pub fn table(tx: &mut dyn Tx, config: &Config, lang: Lang) -> Result<Table> {
    let stored = store_view::list(tx)?;
    let (languages, views) = in_force(&stored, config)?;
    let known = currencies(tx)?;
    let facts = languages.terms.iter().map(|Terms { lang, .. }| {
        let view = views.of(*lang);
        let can_be = |one: &Currency| can_be_default(*lang, *one, &stored.currencies_off);
        Facts {
            lang: *lang,
            store_id: view.id,
            store_code: view.code(&config.brand.key),
            currencies: known.iter().copied().filter(can_be).collect(),
            stays_on: *lang == Lang::default(),
        }
    });
    let facts = facts.collect();
    let names = region::country_names(tx, lang)?;
    let delivered = region::list_placed(tx)?.into_iter().filter(|country| country.delivered);
    let country = |placed: region::PlacedCountry| {
        let name = names.get(&placed.id).unwrap_or(&placed.id).clone();
        Country { id: placed.id, name }
    };
    let mut countries: Vec<Country> = delivered.map(country).collect();
    countries.sort_by_cached_key(|country| sort_key(&country.name));
    let pinned_by = config.source.pinned_at(LANGUAGES).filter(|_| !config.pinned_languages.is_empty());
    Ok(Table { languages, facts, countries, pinned_by: pinned_by.map(str::to_owned) })
}

fn currencies(tx: &mut dyn Tx) -> Result<Vec<Currency>> {
    Ok(region::list_currencies(tx)?.into_iter().map(|row| row.exchange.currency).collect())
}

// ── Changing ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a change comes to.
#[derive(Debug)]
pub struct Plan {
    pub planned: Planned,
    before: Languages,
    after: Languages,
    rows: [Vec<StoreViewRow>; 2],
}

/// What a change of languages comes to; changes nothing.
///
/// # Errors
///
/// Refused as a whole where it was changed since it was seen, and where it names other languages than there are. By `LANGUAGE.field`: what
/// is pinned, English or the default that is switched off, a country to which nothing is delivered, a currency that is not offered there,
/// and a language that lacks what the shop needs in it, with the name of that.
pub fn plan(tx: &mut dyn Tx, view: &View, args: &SaveArgs) -> Result<Plan> {
    let SaveArgs { seen, languages: after } = args;
    let config = &view.config;
    let stored = store_view::list(tx)?;
    let (before, views) = in_force(&stored, config)?;
    if before != *seen {
        return Err(refuse(message::LANGUAGE_CHANGED_MEANWHILE));
    }
    let codes = |languages: &Languages| languages.terms.iter().map(|one| one.lang).collect::<BTreeSet<_>>();
    if codes(&before) != codes(after) || before.terms.len() != after.terms.len() {
        return Err(refuse(message::LANGUAGE_UNKNOWN));
    }
    let is_pinned = !config.pinned_languages.is_empty();
    let shown = |languages: &Languages| languages.terms.iter().map(|one| (one.lang, one.is_on)).collect::<Vec<_>>();
    if is_pinned && shown(&before) != shown(after) {
        let place = config.source.pinned_at(LANGUAGES).or(config.source.given(LANGUAGES)).unwrap_or(LANGUAGES);
        return Err(Refusal::of_field("languages", message::SETTING_PINNED.with("place", place)).into());
    }

    let mut rows = stored.views.clone();
    // As the house has put them; rows that nobody can read come last.
    let place = |row: &StoreViewRow| after.terms.iter().position(|one| one.lang.code() == row.language);
    if !is_pinned && order_of(&before) != order_of(after) {
        rows.sort_by_key(|row| place(row).unwrap_or(usize::MAX));
        put_in_order(&mut rows);
    }
    for row in &mut rows {
        if let Some(one) = after.terms.iter().find(|one| one.lang.code() == row.language) {
            row.default_country.clone_from(&one.country);
            one.currency.code().clone_into(&mut row.default_currency);
            row.enabled = if is_pinned { row.enabled } else { one.is_on };
        }
        row.is_default = row.language == after.default.code();
    }
    let then = StoreViewRows { views: rows.clone(), currencies_off: stored.currencies_off.clone() };
    let then = StoreViews::new(&then, &config.pinned_languages).map_err(anyhow::Error::msg)?;
    check(tx, view, (&before, after), &stored.currencies_off, &then)?;

    let planned = Planned {
        is_change: before != *after,
        coming: coming(tx, &before, after)?,
        leaving: leaving(tx, &before, after)?,
        default: (before.default != after.default).then_some(after.default),
        currencies_coming: without(then.currencies(), views.currencies()),
        currencies_leaving: without(views.currencies(), then.currencies()),
        wechat: {
            let [was, is] = [&views, &then].map(|views| config.takes(PaymentMethod::Wechat, views.languages()));
            (was != is).then_some(is)
        },
    };
    Ok(Plan { planned, before, after: after.clone(), rows: [stored.views, rows] })
}

fn order_of(languages: &Languages) -> Vec<Lang> {
    languages.terms.iter().map(|one| one.lang).collect()
}

fn without(these: &[Currency], those: &[Currency]) -> Vec<Currency> {
    these.iter().copied().filter(|one| !those.contains(one)).collect()
}

/// Gives rows the places in which they stand.
pub(super) fn put_in_order(rows: &mut [StoreViewRow]) {
    for (row, place) in rows.iter_mut().zip(1..) {
        row.place = STEP * place;
    }
}

/// The languages that are on in one and not in the other.
fn switched<'a>(on: &'a Languages, off: &'a Languages) -> impl Iterator<Item = Lang> + 'a {
    let is_off = |lang| off.terms.iter().any(|one| one.lang == lang && !one.is_on);
    on.terms.iter().filter(move |one| one.is_on && is_off(one.lang)).map(|one| one.lang)
}

fn check(
    tx: &mut dyn Tx,
    view: &View,
    (before, after): (&Languages, &Languages),
    off: &[Currency],
    then: &StoreViews,
) -> Result<()> {
    let mut fields = FieldMessages::new();
    let delivered: BTreeSet<String> =
        region::list_placed(tx)?.into_iter().filter(|one| one.delivered).map(|one| one.id).collect();
    let known = currencies(tx)?;
    let come: Vec<Lang> = switched(after, before).collect();
    for one in &after.terms {
        let Terms { lang, is_on, country, currency } = one;
        let was = before.terms.iter().find(|was| was.lang == *lang);
        let is_new = |is_same: bool| !is_same || come.contains(lang);
        if !is_on && *lang == Lang::default() {
            fields.insert(format!("{lang}.is_on"), message::LANGUAGE_ENGLISH_STAYS.into());
        } else if !is_on && *lang == after.default {
            fields.insert(format!("{lang}.is_on"), message::LANGUAGE_DEFAULT_STAYS.into());
        }
        if is_new(was.is_some_and(|was| was.country == *country)) && !delivered.contains(country) {
            fields.insert(format!("{lang}.country"), message::LANGUAGE_COUNTRY.into());
        }
        let is_offered = known.contains(currency) && can_be_default(*lang, *currency, off);
        if is_new(was.is_some_and(|was| was.currency == *currency)) && !is_offered {
            fields.insert(format!("{lang}.currency"), message::CURRENCY_NOT_OFFERED.with("currency", currency));
        }
    }
    if fields.is_empty() {
        let then = Arc::new(then.clone());
        let then = View::new(&then, view.lang(), view.currency, view.now, &view.config);
        for lang in come {
            fields.extend(lacks(tx, &then, lang)?.map(|why| (format!("{lang}.is_on"), why)));
        }
    }
    check_fields(fields)?;
    match then.faults().first() {
        Some(fault) => Err(refuse(message::LANGUAGE_FAULT.with("reason", fault))),
        None => Ok(()),
    }
}

/// What the shop needs in a language and lacks: the machine's own, help pages, the home page.
fn lacks(tx: &mut dyn Tx, then: &View, lang: Lang) -> Result<Option<Message>> {
    let name = lang.native_name();
    if let Err(error) = then.config.check_languages(&[Lang::default(), lang]) {
        return Ok(Some(message::LANGUAGE_MACHINE.with("language", name).with("reason", error)));
    }
    let pages = cms::list_pages(tx, None)?;
    let own: BTreeSet<&str> = pages.iter().filter(|page| page.lang == lang).map(|page| page.url_key.as_str()).collect();
    let english = pages.iter().filter(|page| page.lang == Lang::default());
    let unwritten: Vec<&str> =
        english.filter(|page| !own.contains(page.url_key.as_str())).map(|page| page.title.as_str()).collect();
    if !unwritten.is_empty() {
        let rest = if unwritten.len() > TITLES { " …" } else { "" };
        let titles = unwritten.iter().take(TITLES).copied().collect::<Vec<_>>().join(", ");
        return Ok(Some(message::LANGUAGE_PAGES.with("language", name).with("pages", format!("{titles}{rest}"))));
    }
    let is_unwritten = look::lacks_home_texts(tx, then, lang)?;
    Ok(is_unwritten.then(|| message::LANGUAGE_HOME.with("language", name)))
}

fn coming(tx: &mut dyn Tx, before: &Languages, after: &Languages) -> Result<Vec<Coming>> {
    let come: Vec<Lang> = switched(after, before).collect();
    if come.is_empty() {
        return Ok(Vec::new());
    }
    let gaps = gaps::count_on_sale(tx, &come)?;
    let untold = |lang| gaps.iter().find(|(gap, _)| *gap == Gap::Text(lang)).map_or(0, |(_, count)| *count);
    Ok(come.into_iter().map(|lang| Coming { lang, untold_products: untold(lang) }).collect())
}

fn leaving(tx: &mut dyn Tx, before: &Languages, after: &Languages) -> Result<Vec<Leaving>> {
    let gone = switched(before, after);
    gone.map(|lang| {
        Ok(Leaving {
            lang,
            customers: customer::count_reading(tx, lang)?,
            bags: cart::count_reading(tx, lang)?,
            subscribers: newsletter::count_reading(tx, lang)?,
            orders: order::count_open_in(tx, lang)?,
            letters: outbox::count_waiting_in(tx, lang)?,
        })
    })
    .collect()
}

/// Changes languages as [`plan`] says.
///
/// # Errors
///
/// As of [`plan`].
pub fn save(tx: &mut dyn Tx, view: &View, by: &By, args: &SaveArgs) -> Result<Change> {
    let Plan { before, after, rows: [was, rows], .. } = plan(tx, view, args)?;
    write(tx, &was, &rows)?;
    store_view::set_default(tx, after.default)?;
    note(tx, by, &before, &after)?;
    Ok(Change::new("language", "").before(json!(before)).after(json!(after)))
}

/// Keeps who has changed what: each language, the default one, and the order.
pub(super) fn note(tx: &mut dyn Tx, by: &By, before: &Languages, after: &Languages) -> Result<()> {
    for is in &after.terms {
        let was = before.terms.iter().find(|was| was.lang == is.lang);
        if let Some(was) = was.filter(|was| *was != is) {
            note_language(tx, by, is.lang.code(), &json!(was), &json!(is))?;
        }
    }
    if before.default != after.default {
        note_language(tx, by, "default", &json!(before.default), &json!(after.default))?;
    }
    let [was, is] = [before, after].map(order_of);
    if was != is {
        note_language(tx, by, "order", &json!(was), &json!(is))?;
    }
    Ok(())
}

/// Writes the rows that have changed; answers whether any has.
pub(super) fn write(tx: &mut dyn Tx, before: &[StoreViewRow], after: &[StoreViewRow]) -> Result<bool> {
    let changed = after.iter().filter(|row| !before.contains(row));
    let mut has_changed = false;
    for row in changed {
        store_view::save(tx, row)?;
        has_changed = true;
    }
    Ok(has_changed)
}
