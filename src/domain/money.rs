//! Amounts of money: integer minor units with their currency, exact arithmetic, one rounding rule.
//!
//! Rounding is half away from zero to two decimals (decisions.md §2). No float holds money anywhere. Every currency
//! that the shop knows has two decimals, so a minor unit is always a hundredth. On the wire an amount is a string with
//! two decimals ([`Amount`]) beside a currency code.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Arithmetic without a result. Always a bug or invalid data, hence an internal error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("amount out of range")]
    Overflow,
    #[error("{0} and {1} cannot be added")]
    CurrencyMismatch(Currency, Currency),
    #[error("an amount that cannot be negative is negative")]
    Negative,
    #[error("an exchange rate and a rounding step must be positive")]
    BadRate,
    #[error("not an amount with up to two decimals")]
    Unreadable,
    #[error("not a percentage with up to two decimals")]
    UnreadablePercent,
    #[error("not a currency of this shop")]
    UnknownCurrency,
}

impl From<MoneyError> for crate::error::Error {
    fn from(error: MoneyError) -> Self {
        crate::error::Error::Internal(error.into())
    }
}

// ── Currency ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A currency that the shop can charge in (boutique.md §9), by its ISO 4217 code. All have two decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    #[default]
    Eur,
    Chf,
    Gbp,
    Pln,
    Ron,
    Aed,
    /// Offered beside Chinese only.
    Cny,
}

impl Currency {
    pub const ALL: [Currency; 7] = [Self::Eur, Self::Chf, Self::Gbp, Self::Pln, Self::Ron, Self::Aed, Self::Cny];

    /// The ISO 4217 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Eur => "EUR",
            Self::Chf => "CHF",
            Self::Gbp => "GBP",
            Self::Pln => "PLN",
            Self::Ron => "RON",
            Self::Aed => "AED",
            Self::Cny => "CNY",
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Currency {
    type Err = MoneyError;

    /// Reads a code in any case, as cookies and query strings carry it.
    fn from_str(code: &str) -> Result<Self, MoneyError> {
        Self::ALL
            .into_iter()
            .find(|currency| currency.code().eq_ignore_ascii_case(code.trim()))
            .ok_or(MoneyError::UnknownCurrency)
    }
}

// ── Amount ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// An amount on the wire: `"84.00"`, beside its currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Amount(i64);

impl Amount {
    pub const ZERO: Amount = Amount(0);

    /// From minor units (hundredths).
    pub const fn from_minor(minor: i64) -> Self {
        Self(minor)
    }

    /// In minor units (hundredths).
    pub const fn minor(self) -> i64 {
        self.0
    }

    pub const fn in_currency(self, currency: Currency) -> Money {
        Money::new(self.0, currency)
    }

    /// The number as a language writes it, without a currency symbol: `1.234,50`.
    pub fn grouped(self, separators: Separators) -> String {
        let plain = self.to_string();
        let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |rest| ("-", rest));
        let (whole, cents) = digits.split_once('.').unwrap_or((digits, "00"));
        let mut text = String::from(sign);
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                text.push(separators.thousands);
            }
            text.push(digit);
        }
        text.push(separators.decimal);
        text.push_str(cents);
        text
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let minor = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", minor / 100, minor % 100)
    }
}

impl FromStr for Amount {
    type Err = MoneyError;

    /// Parses `84`, `84.0`, `84.00` and `-84.00`; no spaces, plus, exponent or grouping.
    fn from_str(text: &str) -> Result<Self, MoneyError> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, decimals) = digits.split_once('.').map_or((digits, None), |(w, d)| (w, Some(d)));
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || decimals.is_some_and(|part| !all_digits(part) || part.len() > 2) {
            return Err(MoneyError::Unreadable);
        }
        let hundredths: i64 = match decimals.unwrap_or("") {
            "" => 0,
            part if part.len() == 1 => i64::from(part.as_bytes()[0] - b'0') * 10,
            part => part.parse().map_err(|_| MoneyError::Unreadable)?,
        };
        let minor = whole
            .parse::<i64>()
            .ok()
            .and_then(|whole| whole.checked_mul(100))
            .and_then(|whole| whole.checked_add(hundredths))
            .ok_or(MoneyError::Overflow)?;
        Ok(Self(if negative { -minor } else { minor }))
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Rows of the database, the only binary format, hold minor units.
        if !deserializer.is_human_readable() {
            return i64::deserialize(deserializer).map(Self);
        }
        // Only strings: a JSON number may have passed through a float.
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^-?[0-9]+\.[0-9]{2}$",
            "description": "An amount with two decimals; its currency stands beside it.",
            "examples": ["84.00"],
        })
    }
}

// ── Percent ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A percentage that is not negative, in hundredths of a percent: 8.1 % is 810. On the wire `"8.1"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Percent(u32);

impl Percent {
    pub const ZERO: Percent = Percent(0);

    /// 30 % is `Percent::whole(30)`.
    pub const fn whole(percent: u16) -> Self {
        Self(percent as u32 * 100)
    }

    /// From hundredths of a percent, as databases store it: 8.1 % is 810.
    pub const fn from_hundredths(hundredths: u32) -> Self {
        Self(hundredths)
    }

    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// As a factor: 8.1 % is 0.0810.
    pub fn factor(self) -> Decimal {
        Decimal::new(i64::from(self.0), 4)
    }
}

impl fmt::Display for Percent {
    /// Without trailing zeros and percent sign: `20`, `8.1`, `2.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match rest {
            0 => write!(f, "{whole}"),
            rest if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            rest => write!(f, "{whole}.{rest:02}"),
        }
    }
}

impl FromStr for Percent {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, MoneyError> {
        let amount: Amount = text.parse().map_err(|_| MoneyError::UnreadablePercent)?;
        u32::try_from(amount.minor()).map(Self).map_err(|_| MoneyError::UnreadablePercent)
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Percent {
    fn schema_name() -> Cow<'static, str> {
        "Percent".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^[0-9]+(\.[0-9]{1,2})?$",
            "description": "A percentage, without its sign.",
            "examples": ["8.1"],
        })
    }
}

// ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// An amount in a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    /// Hundredths.
    pub minor: i64,
    pub currency: Currency,
}

impl Money {
    /// From minor units (hundredths).
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    pub const fn amount(self) -> Amount {
        Amount::from_minor(self.minor)
    }

    pub const fn is_zero(self) -> bool {
        self.minor == 0
    }

    /// In units of the currency: 84.00 EUR is 84.00.
    pub fn decimal(self) -> Decimal {
        Decimal::new(self.minor, 2)
    }

    /// Rounds half away from zero to two decimals.
    pub fn rounded(value: Decimal, currency: Currency) -> Result<Self, MoneyError> {
        let minor = value
            .round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
            .checked_mul(Decimal::ONE_HUNDRED)
            .and_then(|minor| minor.to_i64())
            .ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, currency))
    }

    pub fn plus(self, other: Money) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        let minor = self.minor.checked_add(other.minor).ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, self.currency))
    }

    pub fn minus(self, other: Money) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        let minor = self.minor.checked_sub(other.minor).ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, self.currency))
    }

    pub fn times(self, qty: u32) -> Result<Self, MoneyError> {
        let minor = self.minor.checked_mul(i64::from(qty)).ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, self.currency))
    }

    /// The sum of amounts in one currency; zero when there are none.
    pub fn sum(currency: Currency, amounts: impl IntoIterator<Item = Money>) -> Result<Self, MoneyError> {
        amounts.into_iter().try_fold(Self::zero(currency), Self::plus)
    }

    /// The smaller of two amounts in one currency.
    pub fn least(self, other: Money) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        Ok(if other.minor < self.minor { other } else { self })
    }

    /// A percentage of this amount, rounded: 30 % of 120.00 is 36.00.
    pub fn percent(self, percent: Percent) -> Result<Self, MoneyError> {
        let exact = self.decimal().checked_mul(percent.factor()).ok_or(MoneyError::Overflow)?;
        Self::rounded(exact, self.currency)
    }

    /// The net of a gross amount, rounded: `round(gross / (1 + r))`.
    pub fn net(self, vat: Percent) -> Result<Self, MoneyError> {
        let exact = self.decimal().checked_div(Decimal::ONE + vat.factor()).ok_or(MoneyError::Overflow)?;
        Self::rounded(exact, self.currency)
    }

    /// In another currency, rounded **up** to a step (decisions.md §2: "EUR × a configured rate, rounded up to a
    /// configured step").
    ///
    /// `rate` is units of `to` for one unit of this currency; `step` is for example 0.05 or 1.00 of `to`.
    pub fn convert(self, to: Currency, rate: Decimal, step: Amount) -> Result<Self, MoneyError> {
        if rate <= Decimal::ZERO || step <= Amount::ZERO {
            return Err(MoneyError::BadRate);
        }
        let exact = self.decimal().checked_mul(rate).ok_or(MoneyError::Overflow)?;
        let step = Decimal::new(step.minor(), 2);
        let past_step = exact.checked_rem(step).ok_or(MoneyError::Overflow)?;
        let up = if past_step.is_zero() {
            exact
        } else if past_step.is_sign_negative() {
            exact - past_step
        } else {
            exact.checked_sub(past_step).and_then(|down| down.checked_add(step)).ok_or(MoneyError::Overflow)?
        };
        Self::rounded(up, to)
    }

    /// In euros, rounded to cents. `rate` is units of this currency for 1 EUR.
    pub fn in_euros(self, rate: Decimal) -> Result<Self, MoneyError> {
        if rate <= Decimal::ZERO {
            return Err(MoneyError::BadRate);
        }
        Self::rounded(self.decimal().checked_div(rate).ok_or(MoneyError::Overflow)?, Currency::Eur)
    }

    fn same_currency(self, other: Money) -> Result<(), MoneyError> {
        if self.currency == other.currency {
            Ok(())
        } else {
            Err(MoneyError::CurrencyMismatch(self.currency, other.currency))
        }
    }
}

impl fmt::Display for Money {
    /// For logs and the command line: `84.00 EUR`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount(), self.currency)
    }
}

/// Splits an amount over parts in proportion to their weights, by largest remainder; of equal remainders the earlier
/// part gets the cent. All-zero weights count as equal.
///
/// `total` and `weights` are not negative. The parts add up to `total` unless there are none.
pub fn prorate(total: i64, weights: &[i64]) -> Vec<i64> {
    let equal;
    let weights = if weights.iter().all(|weight| *weight == 0) {
        equal = vec![1; weights.len()];
        &equal
    } else {
        weights
    };
    let sum: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    if sum <= 0 {
        return Vec::new();
    }
    let mut parts = Vec::with_capacity(weights.len());
    let mut remainders = Vec::with_capacity(weights.len());
    for (index, weight) in weights.iter().enumerate() {
        let product = i128::from(total) * i128::from(*weight);
        // A share never exceeds `total`, so it fits again.
        parts.push((product / sum) as i64);
        remainders.push((product % sum, index));
    }
    let missing = total - parts.iter().sum::<i64>();
    remainders.sort_by_key(|(remainder, index)| (std::cmp::Reverse(*remainder), *index));
    for (_, index) in remainders.into_iter().take(usize::try_from(missing).unwrap_or(0)) {
        parts[index] += 1;
    }
    parts
}

// ── Numbers as text ─────────────────────────────────────────────────────────────────────────────────────────────────

/// How a language writes numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Separators {
    pub thousands: char,
    pub decimal: char,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::dec;

    use super::*;

    const EN: Separators = Separators { thousands: ',', decimal: '.' };
    const FR: Separators = Separators { thousands: '\u{202f}', decimal: ',' };
    const DE: Separators = Separators { thousands: '.', decimal: ',' };

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    #[test]
    fn rounding_is_half_away_from_zero() {
        for (value, minor) in
            [(dec!(0.005), 1), (dec!(-0.005), -1), (dec!(1.004999), 100), (dec!(2.675), 268), (dec!(-2.675), -268)]
        {
            assert_eq!(Money::rounded(value, Currency::Eur).expect("in range").minor, minor, "{value}");
        }
    }

    #[test]
    fn currencies_do_not_mix() {
        let francs = Money::new(100, Currency::Chf);
        assert_eq!(eur(100).plus(francs), Err(MoneyError::CurrencyMismatch(Currency::Eur, Currency::Chf)));
        assert_eq!(eur(i64::MAX).plus(eur(1)), Err(MoneyError::Overflow));
        assert_eq!(eur(i64::MAX).times(2), Err(MoneyError::Overflow));
    }

    #[test]
    fn currency_codes_are_read_in_any_case() {
        assert_eq!("chf".parse(), Ok(Currency::Chf));
        assert_eq!("SEK".parse::<Currency>(), Err(MoneyError::UnknownCurrency));
        assert_eq!(serde_json::to_string(&Currency::Pln).expect("serialises"), "\"PLN\"");
    }

    #[test]
    fn amounts_are_decimal_text() {
        for (text, minor) in
            [("84", 8400), ("84.0", 8400), ("84.00", 8400), ("0.05", 5), ("-1.20", -120), ("007.5", 750)]
        {
            assert_eq!(text.parse::<Amount>().expect(text).minor(), minor);
        }
        for text in
            ["", "-", ".5", "5.", "1.234", "1,20", " 1", "+1", "1e3", "--1", "1.-1", "٣", "99999999999999999999"]
        {
            assert!(text.parse::<Amount>().is_err(), "{text:?}");
        }
        assert_eq!(serde_json::to_string(&Amount::from_minor(-5)).expect("serialises"), "\"-0.05\"");
        assert!(serde_json::from_str::<Amount>("84.00").is_err(), "JSON numbers are refused, as they may be floats");
    }

    #[test]
    fn percentages_round_trip_through_text() {
        for (hundredths, text) in [(2000, "20"), (810, "8.1"), (225, "2.25"), (205, "2.05"), (0, "0")] {
            assert_eq!(Percent::from_hundredths(hundredths).to_string(), text);
            assert_eq!(text.parse(), Ok(Percent::from_hundredths(hundredths)));
        }
        assert!("-3".parse::<Percent>().is_err());
    }

    #[test]
    fn conversion_rounds_up_to_the_step() {
        let convert =
            |minor, rate, step| eur(minor).convert(Currency::Chf, rate, Amount::from_minor(step)).map(|m| m.minor);
        assert_eq!(convert(10_000, dec!(0.95), 100), Ok(9_500));
        assert_eq!(convert(10_001, dec!(0.95), 100), Ok(9_600));
        assert_eq!(convert(990, dec!(0.9431), 5), Ok(935));
        assert_eq!(convert(0, dec!(0.9431), 5), Ok(0));
        assert_eq!(convert(100, dec!(0), 5), Err(MoneyError::BadRate));
        assert_eq!(convert(100, dec!(1), 0), Err(MoneyError::BadRate));
    }

    #[test]
    fn euros_need_a_rate() {
        let francs = Money::new(10_000, Currency::Chf);
        assert_eq!(francs.in_euros(dec!(0.95)), Ok(eur(10_526)));
        assert_eq!(francs.in_euros(dec!(1)), Ok(eur(10_000)));
        for rate in [dec!(0), dec!(-1)] {
            assert_eq!(francs.in_euros(rate), Err(MoneyError::BadRate));
        }
    }

    #[test]
    fn amounts_are_grouped_by_thousands() {
        assert_eq!(Amount::from_minor(-123_456_789).grouped(DE), "-1.234.567,89");
        assert_eq!(Amount::from_minor(99_905).grouped(EN), "999.05");
    }

    /// `round_half_away(numerator / denominator)` in integers, as a reference for the decimals.
    fn divide_rounded(numerator: i128, denominator: i128) -> i128 {
        let sign = if numerator < 0 { -1 } else { 1 };
        sign * ((2 * numerator.abs() + denominator) / (2 * denominator))
    }

    proptest! {
        #[test]
        fn amounts_round_trip_through_json(minor in -1_000_000_000_000i64..1_000_000_000_000) {
            let amount = Amount::from_minor(minor);
            let json = serde_json::to_string(&amount).expect("serialises");
            prop_assert_eq!(serde_json::from_str::<Amount>(&json).expect("reads back"), amount);
        }

        #[test]
        fn parsing_amounts_never_panics(text in ".{0,24}") {
            let _ = text.parse::<Amount>();
            let _ = text.parse::<Percent>();
        }

        #[test]
        fn grouped_amounts_round_trip(minor in -1_000_000_000i64..1_000_000_000) {
            let amount = Amount::from_minor(minor);
            for separators in [EN, FR, DE] {
                let plain = amount.grouped(separators).replace(separators.thousands, "").replace(separators.decimal, ".");
                prop_assert_eq!(plain.parse(), Ok(amount));
            }
        }

        #[test]
        fn percent_and_net_agree_with_integer_arithmetic(minor in -1_000_000_000_000i64..1_000_000_000_000, hundredths in 0u32..30_000) {
            let percent = Percent::from_hundredths(hundredths);
            let part = eur(minor).percent(percent).expect("in range").minor;
            prop_assert_eq!(i128::from(part), divide_rounded(i128::from(minor) * i128::from(hundredths), 10_000));
            let net = eur(minor).net(percent).expect("in range").minor;
            prop_assert_eq!(i128::from(net), divide_rounded(i128::from(minor) * 10_000, 10_000 + i128::from(hundredths)));
        }

        #[test]
        fn conversion_rounds_up_by_less_than_a_step(minor in 0i64..1_000_000_000, rate in 1i64..100_000, step in 1i64..1_000) {
            let rate = Decimal::new(rate, 4);
            let there = Money::rounded(eur(minor).decimal() * rate, Currency::Pln).expect("in range");
            let back = there.in_euros(rate).expect("in range");
            prop_assert!((back.decimal() - eur(minor).decimal()).abs() <= dec!(0.005) / rate + dec!(0.005));
            let converted = eur(minor).convert(Currency::Pln, rate, Amount::from_minor(step)).expect("in range");
            prop_assert_eq!(converted.minor % step, 0);
            let exact = eur(minor).decimal() * rate;
            prop_assert!(converted.decimal() >= exact);
            prop_assert!(converted.decimal() - exact < Decimal::new(step, 2));
        }

        #[test]
        fn prorated_parts_add_up(total in 0i64..1_000_000_000, weights in prop::collection::vec(0i64..1_000_000, 1..6)) {
            let parts = prorate(total, &weights);
            prop_assert_eq!(parts.iter().sum::<i64>(), total);
            prop_assert!(parts.iter().all(|part| *part >= 0));
        }
    }
}
