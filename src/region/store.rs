//! All SQL of countries, VAT, carriers, closing days and exchange rates.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::types::{Country, Exchange, RegionEntry};
use crate::db::{Flow, Tx, Val, group_by};
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::shipping::{CarrierCode, RateBand, ShippingMethod};
use crate::domain::store_view::Lang;
use crate::domain::tax::{self, TaxRate};
use crate::domain::working_days::{Calendar, YearlyDay};
use crate::error::Result;
use crate::sort_key::sort_key;
use crate::vals;

#[derive(Debug, Deserialize)]
struct CountryRow {
    id: String,
    name: String,
    eu: bool,
    fields: String,
    required: String,
    lines: String,
    postcode_pattern: String,
    postcode_example: String,
    postcode_label: String,
    city_label: String,
    region_label: String,
    county_label: String,
}

const COUNTRY: &str =
    "SELECT c.id, n.name, c.eu, c.fields, c.required, c.lines, c.postcode_pattern, c.postcode_example,
        c.postcode_label, c.city_label, c.region_label, c.county_label
     FROM country c JOIN country_name n ON n.country = c.id AND n.lang = $1";

#[derive(Debug, Deserialize)]
struct RegionRow {
    country: String,
    id: String,
    parent: String,
    name: String,
    latin: String,
}

impl RegionRow {
    /// Names in Chinese characters are for Chinese pages only.
    fn into_name(self, lang: Lang) -> String {
        if lang == Lang::Zh || self.latin.is_empty() { self.name } else { self.latin }
    }
}

/// All countries with their regions, by name in this language.
pub fn countries(tx: &mut dyn Tx, lang: Lang) -> Result<Vec<Country>> {
    let rows: Vec<CountryRow> = tx.all(COUNTRY, vals![lang.code()])?;
    let regions: Vec<RegionRow> =
        tx.all("SELECT country, id, parent, name, latin FROM region ORDER BY country, position", vals![])?;
    let mut regions = group_by(regions.into_iter().map(|region| (region.country.clone(), region)));
    let mut countries: Vec<Country> = rows
        .into_iter()
        .map(|row| {
            let regions = regions.remove(&row.id).unwrap_or_default();
            assemble(row, regions, lang)
        })
        .collect();
    countries.sort_by_cached_key(|country| (sort_key(&country.name), country.id.clone()));
    Ok(countries)
}

/// One country with its regions.
pub fn country(tx: &mut dyn Tx, lang: Lang, id: &str) -> Result<Option<Country>> {
    let sql = format!("{COUNTRY} WHERE c.id = $2");
    let Some(row) = tx.find::<CountryRow>(&sql, vals![lang.code(), id])? else { return Ok(None) };
    let regions =
        tx.all("SELECT country, id, parent, name, latin FROM region WHERE country = $1 ORDER BY position", vals![id])?;
    Ok(Some(assemble(row, regions, lang)))
}

fn assemble(row: CountryRow, regions: Vec<RegionRow>, lang: Lang) -> Country {
    let list = |text: &str, separator: char| -> Vec<String> {
        text.split(separator).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let mut by_parent = group_by(regions.into_iter().map(|region| (region.parent.clone(), region)));
    Country {
        fields: list(&row.fields, ','),
        required: list(&row.required, ','),
        lines: list(&row.lines, '\n'),
        id: row.id,
        name: row.name,
        eu: row.eu,
        postcode_pattern: row.postcode_pattern,
        postcode_example: row.postcode_example,
        postcode_label: row.postcode_label,
        city_label: row.city_label,
        region_label: row.region_label,
        county_label: row.county_label,
        regions: below("", &mut by_parent, lang),
    }
}

/// The regions inside `parent`, with theirs.
fn below(parent: &str, by_parent: &mut HashMap<String, Vec<RegionRow>>, lang: Lang) -> Vec<RegionEntry> {
    let rows = by_parent.remove(parent).unwrap_or_default();
    rows.into_iter()
        .map(|row| {
            let id = row.id.clone();
            let regions = below(&id, by_parent, lang);
            RegionEntry { id, name: row.into_name(lang), regions }
        })
        .collect()
}

/// Country id → name.
pub fn country_names(tx: &mut dyn Tx, lang: Lang) -> Result<BTreeMap<String, String>> {
    let rows: Vec<(String, String)> =
        tx.all("SELECT country, name FROM country_name WHERE lang = $1", vals![lang.code()])?;
    Ok(rows.into_iter().collect())
}

/// The dated VAT rates of a country and those of elsewhere, for [`crate::domain::tax::rate`].
pub fn vat_rates(tx: &mut dyn Tx, country: &str) -> Result<Vec<TaxRate>> {
    const SQL: &str = "SELECT country, class, valid_from, rate FROM vat_rate WHERE country IN ($1, $2)";
    read_rates(tx, SQL, vals![country, tax::ELSEWHERE])
}

/// Those of these VAT classes that lack a rate in any country.
pub fn vat_gaps(tx: &mut dyn Tx, classes: &BTreeSet<String>, now: Timestamp) -> Result<Vec<tax::Gap>> {
    let rates = read_rates(tx, "SELECT country, class, valid_from, rate FROM vat_rate", vals![])?;
    Ok(tax::gaps(&rates, classes.iter().map(String::as_str), &country_ids(tx)?, now))
}

fn read_rates(tx: &mut dyn Tx, sql: &str, params: &[Val]) -> Result<Vec<TaxRate>> {
    let mut rates = Vec::new();
    tx.rows(sql, params, &mut |row| {
        let (country, vat_class, from, rate): (String, String, &str, &str) = row.read(sql)?;
        let from: Date = from.parse().with_context(|| format!("vat_rate {country} {from}"))?;
        let rate: Percent = rate.parse().with_context(|| format!("vat_rate {country} {rate}"))?;
        rates.push(TaxRate { country, vat_class, from, until: None, rate });
        Ok(Flow::More)
    })?;
    Ok(rates)
}

/// The rates of the carriers on offer for the zone of a country, in the currency of `exchange` and in the carriers' order; none where
/// the house delivers nothing. For [`crate::domain::shipping::quotes`].
pub fn rate_bands(tx: &mut dyn Tx, country: &str, exchange: &Exchange) -> Result<Vec<RateBand>> {
    const SQL: &str = "SELECT r.carrier, r.zone, r.up_to_g, r.price, z.min_days, z.max_days
         FROM country c
         JOIN shipping_rate r ON r.zone = c.zone
         JOIN carrier_zone z ON z.carrier = r.carrier AND z.zone = r.zone
         JOIN carrier k ON k.code = r.carrier AND k.offered = 1
         WHERE c.id = $1 AND c.delivered = 1
         ORDER BY k.position, r.carrier, r.up_to_g";
    let mut bands: Vec<RateBand> = Vec::new();
    tx.rows(SQL, vals![country], &mut |row| {
        let (carrier, zone, up_to_g, price, min_days, max_days): (&str, &str, u32, i64, u8, u8) = row.read(SQL)?;
        let method =
            ShippingMethod::from_code(carrier).ok_or_else(|| anyhow!("carrier {carrier}: no code of a carrier"))?;
        let amount = exchange.of_eur(Amount::from_minor(price))?;
        // A country is in one zone.
        let zone = bands.last().map_or_else(|| zone.into(), |band| Arc::clone(&band.zone));
        bands.push(RateBand { method, zone, up_to_g, amount, min_days, max_days });
        Ok(Flow::More)
    })?;
    Ok(bands)
}

/// The codes of the carriers on offer that take parcels somewhere.
pub fn carriers(tx: &mut dyn Tx) -> Result<Vec<String>> {
    const SQL: &str = "SELECT code FROM carrier c
         WHERE offered = 1 AND EXISTS (SELECT 1 FROM carrier_zone z WHERE z.carrier = c.code) ORDER BY code";
    tx.all(SQL, vals![])
}

/// The calendar of working days: the closing days that are listed, and those of each year; TARGET2's when there are neither.
pub fn calendar(tx: &mut dyn Tx) -> Result<Calendar> {
    let days: Vec<String> = tx.all("SELECT date FROM holiday ORDER BY date", vals![])?;
    let rules = list_yearly(tx)?;
    if days.is_empty() && rules.is_empty() {
        return Ok(Calendar::target2());
    }
    let days = days.iter().map(|day| day.parse().with_context(|| format!("holiday {day}")));
    let days = days.collect::<anyhow::Result<Vec<Date>>>()?;
    let yearly = rules.into_iter().map(|rule| rule.yearly()).collect::<Result<_>>()?;
    Ok(Calendar::with_yearly(days, yearly))
}

#[derive(Debug, Deserialize)]
struct ExchangeRow {
    code: Currency,
    rate: String,
    step: i64,
}

impl ExchangeRow {
    fn read(self) -> Result<Exchange> {
        let rate = self.rate.parse().with_context(|| format!("rate of {}", self.code))?;
        Ok(Exchange { currency: self.code, rate, step: Amount::from_minor(self.step) })
    }
}

/// The exchange rate of a currency.
pub fn exchange(tx: &mut dyn Tx, currency: Currency) -> Result<Exchange> {
    let row: Option<ExchangeRow> =
        tx.find("SELECT code, rate, step FROM currency WHERE code = $1", vals![currency.code()])?;
    if let Some(row) = row {
        return row.read();
    }
    // An empty shop sells nothing, so any rate will do.
    if currency == Currency::Eur || tx.find::<i64>("SELECT 1 FROM currency LIMIT 1", vals![])?.is_none() {
        return Ok(Exchange { currency, rate: Decimal::ONE, step: Amount::from_minor(1) });
    }
    Err(anyhow!("no exchange rate for {currency}").into())
}

/// All currencies with their rates, in the order of their position.
pub fn exchanges(tx: &mut dyn Tx) -> Result<Vec<Exchange>> {
    let rows: Vec<ExchangeRow> = tx.all("SELECT code, rate, step FROM currency ORDER BY position, code", vals![])?;
    rows.into_iter().map(ExchangeRow::read).collect()
}

/// The symbol of a currency, e.g. `€`; none in an empty shop.
pub fn currency_symbol(tx: &mut dyn Tx, currency: Currency) -> Result<Option<String>> {
    tx.find("SELECT symbol FROM currency WHERE code = $1", vals![currency.code()])
}

// ── As the house sets them ──────────────────────────────────────────────────────────────────────────────────────────

/// A currency of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyRow {
    pub exchange: Exchange,
    pub symbol: String,
    /// The day from which the rate applies, ISO 8601.
    pub rate_date: String,
}

/// All currencies, in the order of their position.
pub fn list_currencies(tx: &mut dyn Tx) -> Result<Vec<CurrencyRow>> {
    type Stored = (Currency, String, i64, String, String);
    let rows: Vec<Stored> =
        tx.all("SELECT code, rate, step, symbol, rate_date FROM currency ORDER BY position, code", vals![])?;
    let read = |(code, rate, step, symbol, rate_date): Stored| {
        Ok(CurrencyRow { exchange: ExchangeRow { code, rate, step }.read()?, symbol, rate_date })
    };
    rows.into_iter().map(read).collect()
}

/// Sets rate and step of a currency. `from`: the day from which the rate applies, ISO 8601.
pub fn save_exchange(tx: &mut dyn Tx, exchange: &Exchange, from: &str) -> Result<()> {
    let Exchange { currency, rate, step } = exchange;
    tx.exec(
        "UPDATE currency SET rate = $2, step = $3, rate_date = $4 WHERE code = $1",
        vals![currency.code(), rate.to_string(), step.minor(), from],
    )?;
    Ok(())
}

/// The European Central Bank's rates that the house has entered, of days from `from` to `to`: day, currency, units for one euro.
pub fn ecb_rates(tx: &mut dyn Tx, from: Date, to: Date) -> Result<Vec<(Date, Currency, Decimal)>> {
    let rows: Vec<(String, String, String)> = tx.all(
        "SELECT day, currency, rate FROM ecb_rate WHERE day BETWEEN $1 AND $2 ORDER BY day, currency",
        vals![from.to_string(), to.to_string()],
    )?;
    let read = |(day, currency, rate): (String, String, String)| {
        let day = day.parse().with_context(|| format!("rate of {day}"))?;
        let currency = currency.parse().map_err(|_| anyhow!("rate in {currency}"))?;
        Ok((day, currency, rate.parse().with_context(|| format!("rate {rate}"))?))
    };
    rows.into_iter().map(read).collect()
}

/// Keeps a rate of a day; none takes it out.
pub fn save_ecb_rate(tx: &mut dyn Tx, day: Date, currency: Currency, rate: Option<Decimal>) -> Result<()> {
    let key = day.to_string();
    match rate {
        Some(rate) => tx.exec(
            "INSERT INTO ecb_rate (day, currency, rate) VALUES ($1, $2, $3)
             ON CONFLICT (day, currency) DO UPDATE SET rate = $3",
            vals![key, currency.code(), rate.normalize().to_string()],
        )?,
        None => tx.exec("DELETE FROM ecb_rate WHERE day = $1 AND currency = $2", vals![key, currency.code()])?,
    };
    Ok(())
}

/// A closing day of each year, as kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct YearlyRow {
    pub id: i64,
    pub name: String,
    pub month: Option<i8>,
    pub day: Option<i8>,
    pub easter: Option<i16>,
}

impl YearlyRow {
    pub fn yearly(&self) -> Result<YearlyDay> {
        match (self.month, self.day, self.easter) {
            (Some(month), Some(day), None) => Ok(YearlyDay::Fixed(month, day)),
            (None, None, Some(after)) => Ok(YearlyDay::Easter(after)),
            _ => Err(anyhow!("holiday_rule {}: neither a day of the year nor one by Easter", self.id).into()),
        }
    }
}

pub fn list_yearly(tx: &mut dyn Tx) -> Result<Vec<YearlyRow>> {
    tx.all(
        "SELECT id, name, month, day, easter FROM holiday_rule ORDER BY easter IS NOT NULL, month, day, easter",
        vals![],
    )
}

pub fn add_yearly(tx: &mut dyn Tx, name: &str, yearly: YearlyDay) -> Result<()> {
    let (month, day, easter) = match yearly {
        YearlyDay::Fixed(month, day) => (Some(i64::from(month)), Some(i64::from(day)), None),
        YearlyDay::Easter(after) => (None, None, Some(i64::from(after))),
    };
    tx.exec(
        "INSERT INTO holiday_rule (name, month, day, easter) VALUES ($1, $2, $3, $4)",
        vals![name, month, day, easter],
    )?;
    Ok(())
}

pub fn delete_yearly(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM holiday_rule WHERE id = $1", vals![id])?;
    Ok(())
}

/// Single closing days with their names, from a day on.
pub fn list_closing_days(tx: &mut dyn Tx, from: Date) -> Result<Vec<(String, String)>> {
    tx.all("SELECT date, name FROM holiday WHERE date >= $1 ORDER BY date", vals![from.to_string()])
}

/// Lists a closing day; false if it is listed already.
pub fn add_closing_day(tx: &mut dyn Tx, day: Date, name: &str) -> Result<bool> {
    let sql = "INSERT INTO holiday (date, name) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    Ok(tx.exec(sql, vals![day.to_string(), name])? > 0)
}

/// Takes a closing day off the list, and answers its name if it was listed.
pub fn delete_closing_day(tx: &mut dyn Tx, day: Date) -> Result<Option<String>> {
    tx.find("DELETE FROM holiday WHERE date = $1 RETURNING name", vals![day.to_string()])
}

/// A row of VAT.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct VatRow {
    /// A country's id, or [`tax::ELSEWHERE`].
    pub country: String,
    pub class: String,
    /// ISO 8601.
    pub valid_from: String,
    /// Percent.
    pub rate: String,
}

/// All rows of VAT, the newest of each country and class first.
pub fn list_vat(tx: &mut dyn Tx) -> Result<Vec<VatRow>> {
    tx.all("SELECT country, class, valid_from, rate FROM vat_rate ORDER BY country, class, valid_from DESC", vals![])
}

/// Sets the rate of a class in a country from a day on, or takes that away.
pub fn save_vat(tx: &mut dyn Tx, (country, class, from): (&str, &str, Date), rate: Option<Percent>) -> Result<()> {
    let from = from.to_string();
    match rate {
        Some(rate) => tx.exec(
            "INSERT INTO vat_rate (country, class, valid_from, rate) VALUES ($1, $2, $3, $4)
             ON CONFLICT (country, class, valid_from) DO UPDATE SET rate = $4",
            vals![country, class, from, rate.to_string()],
        )?,
        None => tx.exec(
            "DELETE FROM vat_rate WHERE country = $1 AND class = $2 AND valid_from = $3",
            vals![country, class, from],
        )?,
    };
    Ok(())
}

/// Takes away all rates of a class.
pub fn delete_vat_class(tx: &mut dyn Tx, class: &str) -> Result<()> {
    tx.exec("DELETE FROM vat_rate WHERE class = $1", vals![class])?;
    Ok(())
}

/// What a carrier offers in a zone: working days to the door, and prices by weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarrierOffer {
    pub carrier: String,
    pub zone: String,
    pub min_days: u8,
    pub max_days: u8,
    /// Heaviest order in grams, price in EUR; the lightest first.
    pub rates: Vec<(u32, Amount)>,
}

#[derive(Deserialize)]
struct OfferRow {
    carrier: String,
    zone: String,
    min_days: u8,
    max_days: u8,
    /// This and the next: none where the carrier has no rate there.
    up_to_g: Option<u32>,
    price: Option<i64>,
}

/// All offers, in the order of carriers and zones.
pub fn list_offers(tx: &mut dyn Tx) -> Result<Vec<CarrierOffer>> {
    let rows: Vec<OfferRow> = tx.all(
        "SELECT z.carrier, z.zone, z.min_days, z.max_days, r.up_to_g, r.price
         FROM carrier_zone z
         JOIN carrier c ON c.code = z.carrier
         LEFT JOIN shipping_rate r ON r.carrier = z.carrier AND r.zone = z.zone
         ORDER BY c.code <> 'standard', c.position, z.carrier, z.zone, r.up_to_g",
        vals![],
    )?;
    let mut offers: Vec<CarrierOffer> = Vec::new();
    for OfferRow { carrier, zone, min_days, max_days, up_to_g, price } in rows {
        if offers.last().is_none_or(|last| last.carrier != carrier || last.zone != zone) {
            offers.push(CarrierOffer { carrier, zone, min_days, max_days, rates: Vec::new() });
        }
        if let (Some(offer), Some(up_to_g), Some(price)) = (offers.last_mut(), up_to_g, price) {
            offer.rates.push((up_to_g, Amount::from_minor(price)));
        }
    }
    Ok(offers)
}

/// Puts an offer in the place of what the carrier offered in the zone.
pub fn save_offer(tx: &mut dyn Tx, offer: &CarrierOffer) -> Result<()> {
    delete_offer(tx, &offer.carrier, &offer.zone)?;
    let CarrierOffer { carrier, zone, min_days, max_days, rates } = offer;
    tx.exec(
        "INSERT INTO carrier_zone (carrier, zone, min_days, max_days) VALUES ($1, $2, $3, $4)",
        vals![carrier, zone, i64::from(*min_days), i64::from(*max_days)],
    )?;
    for (up_to_g, price) in rates {
        tx.exec(
            "INSERT INTO shipping_rate (zone, carrier, up_to_g, price) VALUES ($1, $2, $3, $4)",
            vals![zone, carrier, *up_to_g, price.minor()],
        )?;
    }
    Ok(())
}

/// The carrier takes nothing to the zone any more.
pub fn delete_offer(tx: &mut dyn Tx, carrier: &str, zone: &str) -> Result<()> {
    tx.exec("DELETE FROM shipping_rate WHERE carrier = $1 AND zone = $2", vals![carrier, zone])?;
    tx.exec("DELETE FROM carrier_zone WHERE carrier = $1 AND zone = $2", vals![carrier, zone])?;
    Ok(())
}

/// A carrier of the house.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CarrierRow {
    pub code: CarrierCode,
    /// In languages in which the vocabulary has none.
    pub name: String,
    /// The page that shows where a parcel is, with `{number}` where its number goes; empty: none.
    pub tracking: String,
    /// To shoppers. Orders and parcels keep a carrier that is not.
    pub offered: bool,
    /// The page that the machine pins in its place, and its line or variable. Not saved with the carrier: see [`pin_tracking`].
    pub pinned_tracking: Option<String>,
    pub pinned_by: Option<String>,
}

impl CarrierRow {
    /// The tracking page in force.
    pub fn page(&self) -> &str {
        self.pinned_tracking.as_deref().unwrap_or(&self.tracking)
    }
}

/// Standard first, the others in the order in which they are offered.
const CARRIERS: &str = "SELECT code, name, tracking, offered, pinned_tracking, pinned_by FROM carrier
    ORDER BY code <> 'standard', position, code";

/// All carriers, in the order in which they are offered.
pub fn list_carriers(tx: &mut dyn Tx) -> Result<Vec<CarrierRow>> {
    tx.all(CARRIERS, vals![])
}

pub fn find_carrier(tx: &mut dyn Tx, code: CarrierCode) -> Result<Option<CarrierRow>> {
    tx.find(
        "SELECT code, name, tracking, offered, pinned_tracking, pinned_by FROM carrier WHERE code = $1",
        vals![code.as_str()],
    )
}

/// Adds a carrier as the last, or changes one.
pub fn save_carrier(tx: &mut dyn Tx, carrier: &CarrierRow) -> Result<()> {
    let CarrierRow { code, name, tracking, offered, .. } = carrier;
    tx.exec(
        "INSERT INTO carrier (code, position, name, tracking, offered)
         VALUES ($1, (SELECT coalesce(max(position), 0) + 10 FROM carrier), $2, $3, $4)
         ON CONFLICT (code) DO UPDATE SET name = $2, tracking = $3, offered = $4",
        vals![code.as_str(), name, tracking, *offered],
    )?;
    Ok(())
}

/// Pins the tracking page of a carrier, with the line or variable that does; none: pins none.
pub fn pin_tracking(tx: &mut dyn Tx, code: CarrierCode, pin: Option<(&str, &str)>) -> Result<()> {
    tx.exec(
        "UPDATE carrier SET pinned_tracking = $2, pinned_by = $3 WHERE code = $1",
        vals![code.as_str(), pin.map(|(page, _)| page), pin.map(|(_, by)| by)],
    )?;
    Ok(())
}

/// Puts carriers in an order.
pub fn order_carriers(tx: &mut dyn Tx, codes: &[CarrierCode]) -> Result<()> {
    for (position, code) in (1_i64..).zip(codes) {
        tx.exec("UPDATE carrier SET position = $2 WHERE code = $1", vals![code.as_str(), position * 10])?;
    }
    Ok(())
}

/// The keys of all zones, in their order.
pub fn zone_keys(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT key FROM shipping_zone ORDER BY rowid", vals![])
}

/// Where a country is delivered to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PlacedCountry {
    pub id: String,
    /// The one zone that it is in.
    pub zone: String,
    /// Whether the house delivers there.
    pub delivered: bool,
}

/// All countries with their zones.
pub fn list_placed(tx: &mut dyn Tx) -> Result<Vec<PlacedCountry>> {
    tx.all("SELECT id, zone, delivered FROM country ORDER BY id", vals![])
}

/// Puts a country in a zone, delivered to or not.
pub fn place_country(tx: &mut dyn Tx, country: &PlacedCountry) -> Result<()> {
    let PlacedCountry { id, zone, delivered } = country;
    tx.exec("UPDATE country SET zone = $2, delivered = $3 WHERE id = $1", vals![id, zone, *delivered])?;
    Ok(())
}

/// The ids of all countries.
pub fn country_ids(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT id FROM country ORDER BY id", vals![])
}

/// The VAT classes with a rate in any country.
pub fn vat_classes(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT class FROM vat_rate", vals![])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Connection;
    use crate::domain::shipping::quotes;
    use crate::domain::tax::rate;
    use crate::testing::{assert_indexed, empty, seeded, with};
    use jiff::civil::date;

    fn bands_of(tx: &mut dyn Tx, country: &str, currency: Currency) -> Result<Vec<RateBand>> {
        let exchange = exchange(tx, currency)?;
        rate_bands(tx, country, &exchange)
    }

    fn bands(shop: &Connection, country: &str, currency: Currency) -> Vec<RateBand> {
        with(shop, |tx| bands_of(tx, country, currency))
    }

    #[test]
    fn countries_are_sorted_by_name_with_their_regions() {
        let shop = seeded();
        let all = with(&shop, |tx| countries(tx, Lang::Fr));
        assert_eq!(all.len(), 249);
        assert!(all.is_sorted_by_key(|country| sort_key(&country.name)));
        let china = |lang| with(&shop, |tx| country(tx, lang, "CN")).expect("China");
        assert_eq!(china(Lang::Zh).region("CN-AH").map(|r| r.name.as_str()), Some("安徽省"));
        assert_eq!(china(Lang::De).region("CN-AH").map(|r| r.name.as_str()), Some("Anhui"));
        let fr = with(&shop, |tx| country(tx, Lang::En, "FR")).expect("France");
        assert!(fr.eu && fr.has_field("postcode") && fr.requires("postcode") && fr.regions.is_empty());
        assert!(!fr.lines.is_empty() && !fr.postcode_pattern.is_empty());
        assert!(with(&shop, |tx| country(tx, Lang::En, "XX")).is_none());
        assert_eq!(with(&shop, |tx| country_names(tx, Lang::De))["ES"], "Spanien");
        assert_indexed(&shop, |tx| country(tx, Lang::En, "US"));
    }

    #[test]
    fn vat_rate_depends_on_the_day() {
        let shop = seeded();
        let on = |country: &str, at: &str| {
            let rows = with(&shop, |tx| vat_rates(tx, country));
            rate(&rows, country, "standard", at.parse().expect("a timestamp")).expect("a rate").to_string()
        };
        assert_eq!(on("FR", "2026-11-21T12:00:00Z"), "20");
        assert_eq!(on("CH", "2026-11-21T12:00:00Z"), "8.1");
        // Midnight in Bucharest.
        assert_eq!(on("RO", "2025-07-31T20:59:59Z"), "19");
        assert_eq!(on("RO", "2025-07-31T21:00:00Z"), "21");
        assert_eq!(on("US", "2026-11-21T12:00:00Z"), "0");
        assert_indexed(&shop, |tx| vat_rates(tx, "RO"));
    }

    #[test]
    fn quotes_depend_on_weight_and_currency() {
        let shop = seeded();
        let british = bands(&shop, "GB", Currency::Gbp);
        let subtotal = crate::domain::money::Money::new(10_000, Currency::Gbp);
        let light = quotes(&british, &british[0].zone, 1_500, subtotal, None).expect("quotes");
        assert_eq!(light.len(), 3);
        assert!(light.iter().all(|quote| quote.charge.amount.minor % 50 == 0), "rounded up to steps of 0.50");
        let heavy = quotes(&british, &british[0].zone, 400_000, subtotal, None).expect("quotes");
        assert_eq!(heavy.iter().map(|quote| quote.method).collect::<Vec<_>>(), [ShippingMethod::STANDARD]);
        assert!(bands(&shop, "XX", Currency::Eur).is_empty());
        assert_indexed(&shop, |tx| bands_of(tx, "FR", Currency::Chf));
    }

    #[test]
    fn empty_shop_has_the_euro_and_the_calendar() {
        let shop = empty();
        assert_eq!(with(&shop, |tx| exchange(tx, Currency::Chf)).rate, Decimal::ONE);
        assert_eq!(with(&shop, calendar), Calendar::target2());
        assert!(bands(&shop, "FR", Currency::Chf).is_empty());
        let shop = seeded();
        assert!(!with(&shop, calendar).is_working_day(date(2026, 12, 25)));
        assert_eq!(with(&shop, exchanges).len(), 7);
        shop.execute_batch("DELETE FROM price WHERE currency = 'PLN'; DELETE FROM currency WHERE code = 'PLN'")
            .expect("deleted");
        assert!(shop.write(|tx| exchange(tx, Currency::Pln)).is_err());
    }
}
