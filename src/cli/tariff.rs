//! `shop tariff`: what the house reckons with, as in the console's settings: carriers and their rates, VAT, closing days and currencies.

use std::collections::BTreeMap;

use clap::Subcommand;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use super::shop::{self, LINES, Shop, one_line};
use super::table::{Output, moment};
use crate::audit::{self, Actor, By};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::shipping::CarrierCode;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::message;
use crate::order;
use crate::tariff::types::{
    AddVatClassArgs, Band, CarrierTerms, ClosingDay, CurrencyTerms, EcbRateEdit, Kind, OfferEdit, OrderCarriersArgs,
    PastChange, Place, RemoveVatClassArgs, SaveCarrierArgs, SaveClosingDaysArgs, SaveCountryArgs, SaveCurrencyArgs,
    SaveDefaultCurrencyArgs, SaveEcbRatesArgs, SaveVatArgs, Terms,
};
use crate::tariff::{self, carriers, classes, currencies, ecb, editing};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what carriers take where, by weight
    Shipping,
    /// Set what a carrier offers in a zone
    SetShipping {
        /// As `shipping` prints it
        carrier: String,
        /// As `shipping` prints it
        zone: String,
        /// Working days to the door, e.g. 2-4
        #[arg(value_parser = days)]
        days: (u8, u8),
        /// Heaviest order in grams and its price in EUR, e.g. 5000=9.50; may be given several times
        #[arg(required = true, value_name = "GRAMS=PRICE", value_parser = band)]
        bands: Vec<Band>,
    },
    /// Let a carrier take nothing to a zone any more
    StopShipping {
        /// As `shipping` prints it
        carrier: String,
        /// As `shipping` prints it
        zone: String,
    },
    /// List the carriers, in the order in which they are offered
    Carriers,
    /// Add a carrier; `set-shipping` then sets what it takes where
    AddCarrier {
        /// In languages without one of their own
        #[arg(value_parser = one_line)]
        name: String,
        /// The page that shows where a parcel is, with {number} where its number goes
        #[arg(long, default_value = "")]
        tracking: String,
        /// What it is called in a language, e.g. fr=Colissimo; may be given several times
        #[arg(long = "in", value_name = "LANG=NAME", value_parser = word)]
        names: Vec<(Lang, String)>,
        /// What is said of it at checkout in a language; may be given several times
        #[arg(long = "note", value_name = "LANG=TEXT", value_parser = word)]
        notes: Vec<(Lang, String)>,
    },
    /// Change what a carrier is called, its page, or whether shoppers are offered it; none is ever deleted
    SetCarrier {
        /// As `carriers` prints it
        #[arg(value_parser = carrier)]
        carrier: CarrierCode,
        /// In languages without one of their own
        #[arg(long, value_parser = one_line)]
        name: Option<String>,
        /// The page that shows where a parcel is, with {number} where its number goes; empty: none
        #[arg(long)]
        tracking: Option<String>,
        /// Whether shoppers are offered it
        #[arg(long, value_enum)]
        offered: Option<Offered>,
        /// What it is called in a language, e.g. fr=Colissimo, or nothing after the =; may be given several times
        #[arg(long = "in", value_name = "LANG=NAME", value_parser = word)]
        names: Vec<(Lang, String)>,
        /// What is said of it at checkout in a language, or nothing after the =; may be given several times
        #[arg(long = "note", value_name = "LANG=TEXT", value_parser = word)]
        notes: Vec<(Lang, String)>,
    },
    /// Put the carriers in an order; standard stays the first
    OrderCarriers {
        /// All of them, as `carriers` prints them
        #[arg(required = true, value_parser = carrier)]
        carriers: Vec<CarrierCode>,
    },
    /// List the countries with their zones, and whether they are delivered to
    Countries,
    /// Put a country in another zone, deliver there from now on, or no more
    SetCountry {
        /// Two letters, e.g. NO
        country: String,
        /// As `shipping` prints it
        #[arg(long)]
        zone: Option<String>,
        /// Whether parcels go there
        #[arg(long, value_enum)]
        delivered: Option<Offered>,
    },
    /// List the rates of VAT, with those that are planned
    Vat,
    /// Set a rate of VAT, from today or a later day on
    SetVat {
        /// Two letters, or * for every country without a rate of its own
        country: String,
        /// In percent, e.g. 8.1
        #[arg(value_parser = percent)]
        rate: Percent,
        /// The first day, e.g. 2027-01-01
        #[arg(long, value_name = "DAY", value_parser = super::day)]
        from: Date,
        #[arg(long, default_value = "standard")]
        class: String,
    },
    /// List the VAT classes, with how many goods have each
    VatClasses,
    /// Make a VAT class; it begins with the rates that another has today, and `set-vat --class` changes them
    AddVatClass {
        /// Small letters, digits, - and _, e.g. reduced
        class: String,
        /// The class with whose rates it begins
        #[arg(long, default_value = "standard")]
        like: String,
    },
    /// Take a VAT class away that no goods have
    RemoveVatClass {
        /// As `vat-classes` prints it
        class: String,
    },
    /// List the currencies with their rates, and those that languages have by default
    Currencies,
    /// List the European Central Bank's rates at which the One-Stop-Shop return of a quarter is declared, as they were entered
    EcbRates {
        /// E.g. 2026-Q3
        quarter: String,
    },
    /// Enter those rates; they count for the return, and change no prices
    SetEcbRates {
        /// E.g. 2026-Q3
        quarter: String,
        /// Currency and units for one euro, e.g. CHF=0.9412; nothing behind the sign takes it out; may be given several times
        #[arg(required = true, value_name = "CURRENCY=RATE", value_parser = ecb_rate)]
        rates: Vec<(Currency, String)>,
    },
    /// Set how a currency is offered; prices that follow its rate are set anew
    SetCurrency {
        /// E.g. CHF
        #[arg(value_parser = currency)]
        currency: Currency,
        /// Units for one euro, e.g. 0.935
        #[arg(long)]
        rate: Option<String>,
        /// Converted prices are rounded up to a multiple of this, e.g. 0.50
        #[arg(long, value_parser = super::amount)]
        step: Option<Amount>,
        /// Whether shoppers are offered it
        #[arg(long, value_enum)]
        offered: Option<Offered>,
        /// Take a rate that is more than 20 % away from the one in force
        #[arg(long)]
        confirm: bool,
    },
    /// Set the currency of visitors to a language who have chosen none
    SetDefaultCurrency {
        /// E.g. fr
        #[arg(value_parser = lang)]
        lang: Lang,
        /// E.g. EUR
        #[arg(value_parser = currency)]
        currency: Currency,
    },
    /// List who has changed what of all this, newest first
    History {
        /// Only this
        #[arg(value_enum)]
        kind: Option<History>,
        /// Only what came before this change
        #[arg(long, value_name = "CHANGE", value_parser = super::count, allow_negative_numbers = true)]
        before: Option<i64>,
    },
    /// List closing days of the next two years
    ClosingDays,
    /// List a day as closed
    Close {
        /// E.g. 2026-12-24
        #[arg(value_parser = super::day)]
        day: Date,
        /// What it is called
        #[arg(value_parser = one_line)]
        name: String,
    },
    /// Take a single day off the list
    Open {
        /// E.g. 2026-12-24
        #[arg(value_parser = super::day)]
        day: Date,
    },
}

/// What a change was of.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum History {
    Shipping,
    Vat,
    ClosingDay,
    Currency,
}

impl From<History> for Kind {
    fn from(of: History) -> Kind {
        match of {
            History::Shipping => Kind::Shipping,
            History::Vat => Kind::Vat,
            History::ClosingDay => Kind::ClosingDay,
            History::Currency => Kind::Currency,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Offered {
    Yes,
    No,
}

fn currency(text: &str) -> std::result::Result<Currency, String> {
    text.parse().map_err(|_| "give a currency of the shop, e.g. EUR".to_owned())
}

fn lang(text: &str) -> std::result::Result<Lang, String> {
    Lang::from_code(text).ok_or_else(|| "give a language of the shop, e.g. fr".to_owned())
}

fn carrier(text: &str) -> std::result::Result<CarrierCode, String> {
    CarrierCode::parse(text).ok_or_else(|| "give the code of a carrier, as `carriers` prints it".to_owned())
}

fn word(text: &str) -> std::result::Result<(Lang, String), String> {
    let (code, word) = text.split_once('=').ok_or("give a language and a text, e.g. fr=Colissimo")?;
    Ok((lang(code)?, word.trim().to_owned()))
}

fn days(text: &str) -> std::result::Result<(u8, u8), String> {
    let parsed = text.split_once('-').and_then(|(min, max)| Some((min.parse().ok()?, max.parse().ok()?)));
    parsed.ok_or_else(|| "give the fewest and the most working days, e.g. 2-4".to_owned())
}

fn ecb_rate(text: &str) -> Result<(Currency, String), String> {
    let (code, rate) = text.split_once('=').ok_or("give CURRENCY=RATE, e.g. CHF=0.9412")?;
    Ok((currency(code)?, rate.trim().to_owned()))
}

fn band(text: &str) -> std::result::Result<Band, String> {
    let (grams, price) = text.split_once('=').ok_or("give grams and a price, e.g. 5000=9.50")?;
    let up_to_g = grams.parse().map_err(|_| "give whole grams, e.g. 5000=9.50".to_owned())?;
    let price: Amount = super::amount(price)?;
    Ok(Band { up_to_g, price })
}

fn percent(text: &str) -> std::result::Result<Percent, String> {
    text.parse().map_err(|_| "give a percentage, e.g. 8.1".to_owned())
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::Shipping => {
            let table = shop.read(|tx| tariff::shipping_table(tx, Lang::En))?;
            out.list(&table.offers, &["carrier", "zone", "days", "up to (g) = EUR"], |offer| {
                let Terms { min_days, max_days, bands } = &offer.terms;
                let bands: Vec<String> = bands.iter().map(|band| format!("{}={}", band.up_to_g, band.price)).collect();
                vec![offer.carrier.clone(), offer.zone.clone(), format!("{min_days}-{max_days}"), bands.join(" ")]
            })
        }
        Command::SetShipping { carrier, zone, days: (min_days, max_days), bands } => {
            let terms = Terms { min_days, max_days, bands };
            save_offer(&shop, out, "tariff set-shipping", &carrier, &zone, Some(terms))
        }
        Command::StopShipping { carrier, zone } => {
            save_offer(&shop, out, "tariff stop-shipping", &carrier, &zone, None)
        }
        Command::Carriers => {
            let carriers = shop.read(|tx| carriers::list(tx, Lang::En))?;
            out.list(&carriers, &["carrier", "offered", "name", "tracking"], |one| {
                let offered = if one.terms.is_offered { "yes" } else { "no" };
                let tracking = match &one.pinned {
                    Some(pin) => format!("{} ({})", pin.tracking, pin.place).trim_start().to_owned(),
                    None => one.terms.tracking.clone(),
                };
                vec![one.code.to_string(), offered.to_owned(), one.name.clone(), tracking]
            })
        }
        Command::AddCarrier { name, tracking, names, notes } => {
            let [names, notes] = [names, notes].map(BTreeMap::from_iter);
            let terms = CarrierTerms { name: name.clone(), names, notes, tracking, is_offered: true };
            let code = shop.write("tariff add-carrier", |tx, command| {
                let args = SaveCarrierArgs { code: None, seen: None, terms: terms.clone() };
                carriers::save(tx, &by(command), &args)
            })?;
            out.done(&json!({ "carrier": code, "terms": terms }), &format!("{code}: {name} is a carrier"))
        }
        Command::SetCarrier { carrier, name, tracking, offered, names, notes } => {
            shop.write("tariff set-carrier", |tx, command| {
                let found = carriers::list(tx, Lang::En)?.into_iter().find(|one| one.code == carrier);
                let seen = found.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?.terms;
                let mut terms = CarrierTerms {
                    name: name.clone().unwrap_or_else(|| seen.name.clone()),
                    tracking: tracking.clone().unwrap_or_else(|| seen.tracking.clone()),
                    is_offered: offered.map_or(seen.is_offered, |is| is == Offered::Yes),
                    ..seen.clone()
                };
                terms.names.extend(names.clone());
                terms.notes.extend(notes.clone());
                let args = SaveCarrierArgs { code: Some(carrier), seen: Some(seen), terms };
                carriers::save(tx, &by(command), &args)
            })?;
            out.done(&json!({ "carrier": carrier }), &format!("{carrier}: in force"))
        }
        Command::OrderCarriers { carriers: codes } => {
            shop.write("tariff order-carriers", |tx, command| {
                let seen = carriers::list(tx, Lang::En)?.into_iter().map(|one| one.code).collect();
                Ok(((), carriers::order(tx, &by(command), &OrderCarriersArgs { seen, codes: codes.clone() })?))
            })?;
            out.done(&json!({ "carriers": codes }), "the carriers are offered in this order")
        }
        Command::Countries => {
            let zones = shop.read(|tx| tariff::shipping_table(tx, Lang::En))?.zones;
            let rows: Vec<_> =
                zones.iter().flat_map(|zone| zone.countries.iter().map(|one| (&zone.key, one))).collect();
            out.list(&rows, &["country", "zone", "delivered", "name"], |(zone, one)| {
                let delivered = if one.is_delivered { "yes" } else { "no" };
                vec![one.id.clone(), (*zone).clone(), delivered.to_owned(), one.name.clone()]
            })
        }
        Command::SetCountry { country, zone, delivered } => {
            let place = shop.write("tariff set-country", |tx, command| {
                let zones = tariff::shipping_table(tx, Lang::En)?.zones;
                let place = zones.into_iter().find_map(|zone| {
                    let one = zone.countries.into_iter().find(|one| one.id == country)?;
                    Some(Place { zone: zone.key, is_delivered: one.is_delivered })
                });
                let seen = place.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
                let place = Place {
                    zone: zone.clone().unwrap_or_else(|| seen.zone.clone()),
                    is_delivered: delivered.map_or(seen.is_delivered, |is| is == Offered::Yes),
                };
                let args = SaveCountryArgs { country: country.clone(), seen, place: place.clone() };
                Ok((place, editing::save_country(tx, &by(command), &args)?))
            })?;
            let delivered = if place.is_delivered { "delivered to" } else { "not delivered to" };
            let text = format!("{country}: zone {}, {delivered}", place.zone);
            out.done(&json!({ "country": country, "place": place }), &text)
        }
        Command::Vat => {
            let now = shop::now()?;
            let table = shop.read(|tx| tariff::vat_table(tx, Lang::En, now))?;
            out.list(&table.rows, &["country", "class", "today", "planned", "name"], |row| {
                let planned = row.entries.iter().filter(|entry| entry.is_planned);
                let planned: Vec<String> =
                    planned.map(|entry| format!("{} from {}", entry.rate, entry.valid_from)).collect();
                let today = row.rate.map(|rate| rate.to_string()).unwrap_or_default();
                vec![row.country.clone(), row.class.clone(), today, planned.join(", "), row.name.clone()]
            })
        }
        Command::SetVat { country, rate, from, class } => {
            shop.write("tariff set-vat", |tx, command| {
                let rows = tariff::vat_table(tx, Lang::En, command.now)?.rows;
                let row = rows.into_iter().find(|row| row.country == country && row.class == class);
                let entry = row.and_then(|row| row.entries.into_iter().find(|one| one.valid_from == from.to_string()));
                let seen = entry.map(|entry| entry.rate);
                let args = SaveVatArgs { country: country.clone(), class, valid_from: from, seen, rate: Some(rate) };
                Ok(((), editing::save_vat(tx, &by(command), &args)?))
            })?;
            let told = json!({ "country": country, "rate": rate, "valid_from": from });
            out.done(&told, &format!("{country}: {rate} % from {from}"))
        }
        Command::VatClasses => {
            let list = shop.read(|tx| classes::list(tx))?;
            out.list(&list, &["class", "goods"], |one| vec![one.key.clone(), one.goods.to_string()])
        }
        Command::AddVatClass { class, like } => {
            shop.write("tariff add-vat-class", |tx, command| {
                let version = version_of(tx, &like)?;
                let args = AddVatClassArgs { class: class.clone(), like: like.clone(), version };
                Ok(((), classes::add(tx, &by(command), &args)?))
            })?;
            let text = format!("{class}: a class with the rates of {like}; `set-vat --class {class}` changes them");
            out.done(&json!({ "class": class, "like": like }), &text)
        }
        Command::RemoveVatClass { class } => {
            shop.write("tariff remove-vat-class", |tx, command| {
                let version = version_of(tx, &class)?;
                let args = RemoveVatClassArgs { class: class.clone(), version };
                Ok(((), classes::remove(tx, &by(command), &args)?))
            })?;
            out.done(&json!({ "removed": class }), &format!("{class} is removed"))
        }
        Command::Currencies => {
            let table = shop.read(|tx| tariff::currency_table(tx))?;
            out.list(&table.currencies, &["currency", "offered", "rate", "since", "step", "default of"], |row| {
                let CurrencyTerms { is_offered, rate, step } = &row.terms;
                let default_of = table.defaults.iter().filter(|one| one.currency == row.currency);
                let default_of: Vec<&str> = default_of.map(|one| one.lang.code()).collect();
                vec![
                    row.currency.to_string(),
                    if *is_offered { "yes" } else { "no" }.to_owned(),
                    rate.clone(),
                    row.since.clone(),
                    step.to_string(),
                    default_of.join(", "),
                ]
            })
        }
        Command::EcbRates { quarter } => {
            let today = in_shop_zone(shop::now()?).date();
            let found = shop.read(|tx| ecb::quarter(tx, &quarter, today))?;
            out.list(&found.rates, &["currency", "day", "rate"], |one| {
                let rate = one.rate.clone().unwrap_or_else(|| "missing".to_owned());
                vec![one.currency.to_string(), found.day.to_string(), rate]
            })
        }
        Command::SetEcbRates { quarter, rates } => {
            shop.write("tariff set-ecb-rates", |tx, command| {
                let found = ecb::quarter(tx, &quarter, in_shop_zone(command.now).date())?;
                let edit = |(currency, rate): &(Currency, String)| {
                    let one = found.rates.iter().find(|one| one.currency == *currency);
                    let seen = one.and_then(|one| one.rate.clone());
                    EcbRateEdit { currency: *currency, seen, rate: Some(rate.clone()) }
                };
                let args = SaveEcbRatesArgs { quarter: quarter.clone(), edits: rates.iter().map(edit).collect() };
                Ok(((), ecb::save(tx, &by(command), &args)?))
            })?;
            let rates: BTreeMap<&str, &str> = rates.iter().map(|(of, rate)| (of.code(), rate.as_str())).collect();
            out.done(&json!({ "quarter": quarter, "rates": rates }), &format!("the rates of {quarter} are kept"))
        }
        Command::SetCurrency { currency, rate, step, offered, confirm } => {
            let repriced = shop.write("tariff set-currency", |tx, command| {
                let entries = tariff::currency_table(tx)?.currencies;
                let seen = entries.into_iter().find(|one| one.currency == currency).map(|one| one.terms);
                let seen = seen.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
                let terms = CurrencyTerms {
                    is_offered: offered.map_or(seen.is_offered, |offered| offered == Offered::Yes),
                    rate: rate.clone().unwrap_or_else(|| seen.rate.clone()),
                    step: step.unwrap_or(seen.step),
                };
                let args = SaveCurrencyArgs { currency, seen, terms, is_confirmed: confirm };
                let (change, repriced) = currencies::save(tx, &by(command), &args)?;
                Ok((repriced, change))
            })?;
            let told = json!({ "currency": currency, "repriced": repriced });
            out.done(&told, &format!("{currency}: in force, {repriced} items have new prices"))
        }
        Command::SetDefaultCurrency { lang, currency } => {
            shop.write("tariff set-default-currency", |tx, command| {
                let defaults = tariff::currency_table(tx)?.defaults;
                let seen = defaults.into_iter().find(|one| one.lang == lang).map(|one| one.currency);
                let seen = seen.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?;
                let args = SaveDefaultCurrencyArgs { lang, seen, currency };
                Ok(((), currencies::save_default(tx, &by(command), &args)?))
            })?;
            out.done(&json!({ "lang": lang, "currency": currency }), &format!("{lang}: {currency} by default"))
        }
        Command::History { kind, before } => history(&shop, out, kind.map(Kind::from), before),
        Command::ClosingDays => {
            let now = shop::now()?;
            let days = shop.read(|tx| tariff::closing_days_of(tx, now))?;
            out.list(&days.ahead, &["closed"], |day| vec![day.clone()])
        }
        Command::Close { day, name } => {
            let args = SaveClosingDaysArgs {
                add: vec![ClosingDay { date: day, name: name.clone() }],
                ..SaveClosingDaysArgs::default()
            };
            shop.write("tariff close", |tx, command| Ok(((), editing::save_closing_days(tx, &by(command), &args)?)))?;
            out.done(&json!({ "closed": day, "name": name }), &format!("{day}: closed, {name}"))
        }
        Command::Open { day } => {
            let args = SaveClosingDaysArgs { remove: vec![day], ..SaveClosingDaysArgs::default() };
            shop.write("tariff open", |tx, command| Ok(((), editing::save_closing_days(tx, &by(command), &args)?)))?;
            out.done(&json!({ "opened": day }), &format!("{day}: a working day, unless a rule closes it"))
        }
    }
}

fn by(command: &order::Command) -> By {
    By { actor: Actor::Command(audit::system_user()), now: command.now }
}

/// The version of a VAT class as it is.
fn version_of(tx: &mut dyn Tx, class: &str) -> Result<String> {
    let found = classes::list(tx)?.into_iter().find(|one| one.key == class);
    Ok(found.ok_or_else(|| refuse(message::TARIFF_UNKNOWN))?.version)
}

fn history(shop: &Shop, out: Output, kind: Option<Kind>, before: Option<i64>) -> anyhow::Result<()> {
    let rows = shop.read(|tx| tariff::list_history(tx, kind, before.unwrap_or(i64::MAX), LINES + 1))?;
    let how = |last: &PastChange| format!("--before {} lists the next", last.id);
    let text = |value: &Option<serde_json::Value>| match value {
        None => String::new(),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    out.part(rows, LINES, how, &["change", "when", "by", "what", "before", "after"], |one| {
        let when = one.at.parse().map(|at: Timestamp| moment(at.as_millisecond())).unwrap_or_default();
        let by = one.by.as_ref().unwrap_or(&one.actor).clone();
        vec![one.id.to_string(), when, by, one.thing.clone(), text(&one.before), text(&one.after)]
    })
}

fn save_offer(
    shop: &Shop,
    out: Output,
    words: &str,
    carrier: &str,
    zone: &str,
    terms: Option<Terms>,
) -> anyhow::Result<()> {
    shop.write(words, |tx, command| -> Result<_> {
        let offers = tariff::shipping_table(tx, Lang::En)?.offers;
        let seen = offers.into_iter().find(|one| one.carrier == carrier && one.zone == zone).map(|one| one.terms);
        let edit = OfferEdit { carrier: carrier.to_owned(), zone: zone.to_owned(), seen, terms: terms.clone() };
        Ok(((), editing::save_offers(tx, &by(command), &[edit])?))
    })?;
    let text = if terms.is_some() { "in force" } else { "offered no more" };
    out.done(&json!({ "carrier": carrier, "zone": zone, "terms": terms }), &format!("{carrier} {zone}: {text}"))
}
