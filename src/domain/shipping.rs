//! Shipping: rates by zone and weight, free standard delivery, delivery dates.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::money::{Money, MoneyError};
use super::working_days::Calendar;

/// The code of a carrier: 1 to 16 of `a-z`, `0-9` and `_`, a letter first; never `pickup`. It stays for good, as orders and parcels hold it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CarrierCode {
    /// ASCII, filled up with zeros.
    bytes: [u8; CarrierCode::MOST],
}

impl CarrierCode {
    /// Characters.
    pub const MOST: usize = 16;
    /// The carrier that every house has: free from the configured subtotal.
    pub const STANDARD: CarrierCode = Self::founded("standard");

    /// The code of a carrier that the shop is founded with.
    const fn founded(code: &str) -> CarrierCode {
        let (code, mut bytes, mut at) = (code.as_bytes(), [0; Self::MOST], 0);
        while at < code.len() {
            bytes[at] = code[at];
            at += 1;
        }
        CarrierCode { bytes }
    }

    pub fn parse(code: &str) -> Option<CarrierCode> {
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let is_good = (1..=Self::MOST).contains(&code.len())
            && code.as_bytes()[0].is_ascii_lowercase()
            && code.bytes().all(is_letter)
            && code != PICKUP;
        is_good.then(|| Self::founded(code))
    }

    /// A code for a new carrier that none of `taken` has: `la_poste`, `la_poste_2`; without Latin letters `carrier`.
    ///
    /// `folded`: its name without accents and in lower case.
    pub fn of_folded(folded: &str, taken: &[CarrierCode]) -> CarrierCode {
        let words = folded.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let slug = words.collect::<Vec<_>>().join("_");
        let slug = slug.trim_start_matches(|letter: char| !letter.is_ascii_lowercase());
        let slug = if slug.is_empty() { "carrier" } else { slug };
        let numbered = (1_u64..).map(|number| {
            let end = if number == 1 { String::new() } else { format!("_{number}") };
            // Cut so that the number fits.
            let begin: String = slug.chars().take(Self::MOST.saturating_sub(end.len())).collect();
            format!("{}{end}", begin.trim_end_matches('_'))
        });
        let free = numbered.filter_map(|code| Self::parse(&code)).find(|code| !taken.contains(code));
        free.unwrap_or(Self::STANDARD)
    }

    pub fn as_str(&self) -> &str {
        let end = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(Self::MOST);
        std::str::from_utf8(&self.bytes[..end]).unwrap_or_default()
    }
}

impl fmt::Debug for CarrierCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for CarrierCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for CarrierCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for CarrierCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&code).ok_or_else(|| D::Error::custom("no code of a carrier"))
    }
}

impl JsonSchema for CarrierCode {
    fn schema_name() -> Cow<'static, str> {
        "CarrierCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": CODE,
            "description": "The code of a carrier of the house; never `pickup`.",
            "examples": ["standard"],
        })
    }
}

/// What codes look like.
const CODE: &str = "^[a-z][a-z0-9_]{0,15}$";

/// How goods reach their customer: by one of the house's carriers (boutique.md §3), or collected at the house.
///
/// Stored and sent as the carrier's code, or `pickup`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShippingMethod {
    Carrier(CarrierCode),
    /// The customer collects the goods at the house; no carrier.
    Pickup,
}

const PICKUP: &str = "pickup";

impl ShippingMethod {
    pub const STANDARD: ShippingMethod = Self::Carrier(CarrierCode::STANDARD);
    /// The express carriers that a shop is founded with.
    pub const DHL: ShippingMethod = Self::Carrier(CarrierCode::founded("dhl"));
    pub const UPS: ShippingMethod = Self::Carrier(CarrierCode::founded("ups"));
    /// What a shop is founded with; the program has words for them.
    pub const FOUNDED: [ShippingMethod; 4] = [Self::STANDARD, Self::DHL, Self::UPS, Self::Pickup];

    pub fn code(&self) -> &str {
        match self {
            Self::Carrier(code) => code.as_str(),
            Self::Pickup => PICKUP,
        }
    }

    /// The method of a code; none where no carrier could have it.
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            PICKUP => Some(Self::Pickup),
            code => CarrierCode::parse(code).map(Self::Carrier),
        }
    }

    pub const fn carrier(self) -> Option<CarrierCode> {
        match self {
            Self::Carrier(code) => Some(code),
            Self::Pickup => None,
        }
    }
}

impl Serialize for ShippingMethod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for ShippingMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = Cow::<'de, str>::deserialize(deserializer)?;
        Self::from_code(&code).ok_or_else(|| D::Error::custom("neither the code of a carrier nor pickup"))
    }
}

impl JsonSchema for ShippingMethod {
    fn schema_name() -> Cow<'static, str> {
        "ShippingMethod".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": CODE,
            "description": "The code of a carrier of the house, e.g. `standard`; or `pickup`: collected at the house.",
            "examples": ["standard"],
        })
    }
}

/// The address of the page that shows where a parcel is; none without a number or a page.
///
/// `page`: with `{number}` where the number goes; empty where the carrier has none.
pub fn tracking_url(page: &str, number: &str) -> Option<String> {
    let number = percent_encoding::utf8_percent_encode(number, percent_encoding::NON_ALPHANUMERIC).to_string();
    (!page.is_empty() && !number.is_empty()).then(|| page.replace(NUMBER, &number))
}

/// Whether parcels can be looked for at a page: it is of `https`, and has a place for the number. Empty: there is none.
pub fn is_tracking_page(page: &str) -> bool {
    let is_printable = page.chars().all(|letter| !letter.is_whitespace() && !letter.is_control());
    let is_host = |host: &str| {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || ".-:".contains(letter);
        host.starts_with(|letter: char| letter.is_ascii_alphanumeric()) && host.chars().all(is_name)
    };
    page.is_empty()
        || (page.strip_prefix("https://").and_then(|rest| rest.split(['/', '?', '#']).next()).is_some_and(is_host)
            && page.contains(NUMBER)
            && is_printable)
}

/// Where the number of a parcel goes.
pub const NUMBER: &str = "{number}";

/// One row of the table of rates: a method's rate in a zone for parcels up to a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateBand {
    pub method: ShippingMethod,
    pub zone: Arc<str>,
    /// Heaviest order of this band, in grams, inclusive.
    pub up_to_g: u32,
    /// Rate including VAT, in the currency of the quote.
    pub amount: Money,
    /// Working days from order to delivery, packing included.
    pub min_days: u8,
    pub max_days: u8,
}

/// The rate and its discount; their difference is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippingCharge {
    pub amount: Money,
    pub discount: Money,
}

impl ShippingCharge {
    pub fn free(currency: super::money::Currency) -> Self {
        Self { amount: Money::zero(currency), discount: Money::zero(currency) }
    }
}

/// A method available for an order, with its charge and working days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    pub method: ShippingMethod,
    pub charge: ShippingCharge,
    pub min_days: u8,
    pub max_days: u8,
}

/// The methods available for an order of this weight in this zone: standard first, the others in the order of `bands`.
///
/// The lightest band that holds `weight_g` applies; a method without one is not offered. Standard is free when
/// `subtotal` reaches `free_from`: the discount equals the rate (decisions.md §2). `subtotal` is `subtotal_incl_tax`,
/// before the employee discount. All amounts are in one currency.
pub fn quotes(
    bands: &[RateBand],
    zone: &str,
    weight_g: u32,
    subtotal: Money,
    free_from: Option<Money>,
) -> Result<Vec<Quote>, MoneyError> {
    let mut methods: Vec<ShippingMethod> = Vec::new();
    for band in bands {
        if !methods.contains(&band.method) {
            methods.push(band.method);
        }
    }
    methods.sort_by_key(|method| *method != ShippingMethod::STANDARD);
    let mut quotes = Vec::new();
    for method in methods {
        let band = bands
            .iter()
            .filter(|band| band.method == method && *band.zone == *zone && weight_g <= band.up_to_g)
            .min_by_key(|band| band.up_to_g);
        let Some(band) = band else { continue };
        let is_free = match free_from {
            Some(free_from) if method == ShippingMethod::STANDARD => subtotal.minus(free_from)?.minor >= 0,
            _ => false,
        };
        let discount = if is_free { band.amount } else { Money::zero(band.amount.currency) };
        quotes.push(Quote {
            method,
            charge: ShippingCharge { amount: band.amount, discount },
            min_days: band.min_days,
            max_days: band.max_days,
        });
    }
    Ok(quotes)
}

/// The charge of an order of which pieces were taken out: that of `quote` for what is left, where there is one. It neither
/// rises above the rate that the order was placed at, nor makes up for more than was taken out: an order gets no dearer by that.
///
/// `goods_before`, `goods_now`: what is paid for the goods.
pub fn lowered(
    before: ShippingCharge,
    quote: Option<ShippingCharge>,
    goods_before: Money,
    goods_now: Money,
) -> Result<ShippingCharge, MoneyError> {
    let Some(quote) = quote else { return Ok(before) };
    let amount = quote.amount.least(before.amount)?;
    let is_free = quote.discount.minor >= quote.amount.minor;
    let most = before.amount.minus(before.discount)?.plus(goods_before.minus(goods_now)?)?;
    let paid = if is_free { Money::zero(amount.currency) } else { amount.least(most)? };
    Ok(ShippingCharge { amount, discount: amount.minus(paid)? })
}

/// First and last day of delivery for an order placed on `ordered_on`.
pub fn delivery_dates(ordered_on: Date, min_days: u8, max_days: u8, calendar: &Calendar) -> (Date, Date) {
    let first = calendar.add(ordered_on, u32::from(min_days));
    let last = calendar.add(ordered_on, u32::from(max_days.max(min_days)));
    (first, last)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::money::Currency;
    use super::*;

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn bands() -> Vec<RateBand> {
        let band = |method, zone: &str, up_to_g, minor| RateBand {
            method,
            zone: zone.into(),
            up_to_g,
            amount: eur(minor),
            min_days: 2,
            max_days: 4,
        };
        vec![
            band(ShippingMethod::STANDARD, "fr", 30_000, 1_490),
            band(ShippingMethod::STANDARD, "fr", 2_000, 690),
            band(ShippingMethod::DHL, "fr", 30_000, 2_490),
            band(ShippingMethod::STANDARD, "ch", 2_000, 1_290),
        ]
    }

    #[test]
    fn quotes_use_the_smallest_band_that_holds_the_weight() {
        let amounts = |zone, weight| -> Vec<(ShippingMethod, i64)> {
            quotes(&bands(), zone, weight, eur(5_000), None)
                .expect("one currency")
                .iter()
                .map(|quote| (quote.method, quote.charge.amount.minor))
                .collect()
        };
        assert_eq!(amounts("fr", 2_000), [(ShippingMethod::STANDARD, 690), (ShippingMethod::DHL, 2_490)]);
        assert_eq!(amounts("fr", 2_001), [(ShippingMethod::STANDARD, 1_490), (ShippingMethod::DHL, 2_490)]);
        assert_eq!(amounts("ch", 2_001), []);
        assert_eq!(amounts("us", 1), []);
    }

    #[test]
    fn standard_shipping_is_free_from_the_threshold() {
        let at = |subtotal| quotes(&bands(), "fr", 1_000, eur(subtotal), Some(eur(15_000))).expect("one currency");
        let free = at(15_000);
        assert_eq!(free[0].charge, ShippingCharge { amount: eur(690), discount: eur(690) });
        assert_eq!(free[1].charge, ShippingCharge { amount: eur(2_490), discount: eur(0) });
        assert_eq!(at(14_999)[0].charge.discount, eur(0));
    }

    #[test]
    fn delivery_dates_are_working_days() {
        let calendar = Calendar::target2();
        // Thursday 24 December: the 25th and 26th are closing days, the 27th is a Sunday.
        assert_eq!(delivery_dates(date(2026, 12, 24), 1, 3, &calendar), (date(2026, 12, 28), date(2026, 12, 30)));
    }

    #[test]
    fn quotes_come_in_the_order_of_the_carriers_with_standard_first() {
        let post = ShippingMethod::from_code("la_poste").expect("a carrier");
        let band =
            |method| RateBand { method, zone: "fr".into(), up_to_g: 1_000, amount: eur(900), min_days: 1, max_days: 2 };
        let bands = [ShippingMethod::UPS, post, ShippingMethod::STANDARD, ShippingMethod::DHL].map(band);
        let quotes = quotes(&bands, "fr", 500, eur(20_000), Some(eur(15_000))).expect("one currency");
        let methods: Vec<_> = quotes.iter().map(|quote| quote.method.code().to_owned()).collect();
        assert_eq!(methods, ["standard", "ups", "la_poste", "dhl"]);
        let free: Vec<bool> = quotes.iter().map(|quote| quote.charge.discount == quote.charge.amount).collect();
        assert_eq!(free, [true, false, false, false], "only standard is free from the subtotal");
    }

    #[test]
    fn codes_of_carriers() {
        let codes = ["standard", "dhl", "ups", "pickup"];
        assert_eq!(ShippingMethod::FOUNDED.map(|method| method.code().to_owned()), codes);
        assert_eq!(codes.map(ShippingMethod::from_code), ShippingMethod::FOUNDED.map(Some));
        for wrong in ["", "Dhl", "1post", "_post", "la poste", "la-poste", "seventeen_letters", "é"] {
            assert_eq!(ShippingMethod::from_code(wrong), None, "{wrong}");
        }
        assert_eq!(CarrierCode::parse("pickup"), None, "it is no carrier");
        let of = |folded: &str, taken: &[&str]| {
            let taken: Vec<CarrierCode> = taken.iter().filter_map(|code| CarrierCode::parse(code)).collect();
            CarrierCode::of_folded(folded, &taken).to_string()
        };
        assert_eq!(of("la poste", &[]), "la_poste");
        assert_eq!(of("la poste", &["la_poste", "la_poste_2"]), "la_poste_3");
        assert_eq!(of("24 7 kurier", &[]), "kurier");
        assert_eq!(of("顺丰", &["carrier"]), "carrier_2");
        assert_eq!(of("deutsche post brief international", &["deutsche_post_br"]), "deutsche_post_2");
        assert_eq!(of("pickup", &[]), "pickup_2");
        assert_eq!(of("standard", &["standard"]), "standard_2");
    }

    #[test]
    fn pages_of_parcels() {
        for good in ["", "https://www.laposte.fr/outils/suivre-vos-envois?code={number}"] {
            assert!(is_tracking_page(good), "{good}");
        }
        let wrong = ["http://laposte.fr/{number}", "https://laposte.fr", "https://{number}", "https:///{number}"];
        for wrong in wrong
            .into_iter()
            .chain(["javascript:{number}", "https://a.example/{number} x", "https://"])
            .chain(["https://track.{number}.example/", "https://a@b.example/{number}", "https://-/{number}"])
        {
            assert!(!is_tracking_page(wrong), "{wrong}");
        }
        let page = "https://a.example/?c={number}&l=fr";
        assert_eq!(tracking_url(page, "1Z 9&x").as_deref(), Some("https://a.example/?c=1Z%209%26x&l=fr"));
        assert_eq!((tracking_url("", "1"), tracking_url(page, "")), (None, None));
    }

    proptest! {
        /// What is read is written as it was, on the wire and in rows.
        #[test]
        fn code_is_kept_as_it_is_written(code in "[a-z][a-z0-9_]{0,15}", other in "\\PC{0,20}") {
            let method = ShippingMethod::from_code(&code).expect("a method");
            prop_assert_eq!(method.code(), &code);
            let json = serde_json::to_string(&method).expect("JSON");
            prop_assert_eq!(&json, &format!("\"{code}\""));
            prop_assert_eq!(serde_json::from_str::<ShippingMethod>(&json).ok(), Some(method));
            if let Some(method) = ShippingMethod::from_code(&other) {
                prop_assert_eq!(method.code(), other);
            }
        }

        /// Whatever a carrier is called, it gets a code that is free.
        #[test]
        fn each_name_gets_a_code_of_its_own(names in prop::collection::vec("[a-z0-9 顺]{0,24}", 0..12)) {
            let mut taken = vec![CarrierCode::STANDARD];
            for name in names {
                let code = CarrierCode::of_folded(&name, &taken);
                prop_assert!(!taken.contains(&code) && CarrierCode::parse(code.as_str()) == Some(code), "{}", code);
                taken.push(code);
            }
        }

        #[test]
        fn heavier_carts_never_have_more_methods(light in 0u32..40_000, more in 0u32..40_000) {
            let count = |weight| quotes(&bands(), "fr", weight, eur(0), None).expect("one currency").len();
            prop_assert!(count(light + more) <= count(light));
        }
    }

    proptest! {
        /// An order of which pieces are taken out costs no more than before, and shipping no more than its rate.
        #[test]
        fn order_gets_no_dearer_when_pieces_are_taken_out(
            rate in 0i64..5_000, waived in 0i64..5_000, quoted in 0i64..5_000, is_free in any::<bool>(),
            before in 0i64..50_000, removed in 0i64..50_000,
        ) {
            let charge = |amount, discount| ShippingCharge { amount: eur(amount), discount: eur(discount) };
            let (old, goods) = (charge(rate, waived.min(rate)), before.max(removed));
            let quote = charge(quoted, if is_free { quoted } else { 0 });
            let new = lowered(old, Some(quote), eur(goods), eur(goods - removed)).expect("one currency");
            let paid = |charge: ShippingCharge| charge.amount.minor - charge.discount.minor;
            prop_assert!(0 <= paid(new) && new.amount.minor <= rate && new.discount.minor >= 0);
            prop_assert!(goods - removed + paid(new) <= goods + paid(old));
            prop_assert!(!is_free || paid(new) == 0);
            prop_assert_eq!(lowered(old, None, eur(goods), eur(goods - removed)), Ok(old));
        }
    }
}
