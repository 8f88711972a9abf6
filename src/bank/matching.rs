//! Which order, or which refund, a movement on the bank account belongs to.
//!
//! A movement is sure only if its text names exactly one order that waits for money and it brings exactly what is outstanding, or
//! if it took out a refund under the refund's own reference. Everything else is shown to a person, with what it may be.

use std::collections::{BTreeSet, HashMap};

use super::statement::Line;
use super::types::{Candidate, Why};
use crate::domain::money::{Amount, Currency};
use crate::search::words;

/// Candidates shown for one movement.
const SHOWN: usize = 5;

/// An order that waits for money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaiting {
    pub number: String,
    /// On its bill.
    pub name: String,
    pub last_name: String,
    /// Minor units.
    pub outstanding: i64,
    pub currency: Currency,
}

/// Orders that wait for money, found by what a movement says: thousands of movements look through thousands of orders.
#[derive(Debug, Default)]
pub struct AwaitingOrders {
    /// None: taken.
    orders: Vec<Option<Awaiting>>,
    by_digits: HashMap<String, usize>,
    by_amount: HashMap<(i64, Currency), Vec<usize>>,
    /// By the first word of the family name, with all of its words.
    by_name: HashMap<String, Vec<(usize, Vec<String>)>>,
    most_digits: usize,
}

impl FromIterator<Awaiting> for AwaitingOrders {
    fn from_iter<I: IntoIterator<Item = Awaiting>>(orders: I) -> AwaitingOrders {
        let mut all = AwaitingOrders::default();
        for (at, order) in orders.into_iter().enumerate() {
            let digits = digits(&order.number);
            all.most_digits = all.most_digits.max(digits.len());
            all.by_digits.insert(digits, at);
            all.by_amount.entry((order.outstanding, order.currency)).or_default().push(at);
            let family = words(&order.last_name);
            if let Some(first) = family.first() {
                all.by_name.entry(first.clone()).or_default().push((at, family));
            }
            all.orders.push(Some(order));
        }
        all
    }
}

impl AwaitingOrders {
    /// Takes out an order that waits no more.
    pub fn take(&mut self, number: &str) {
        if let Some(at) = self.by_digits.remove(&digits(number)) {
            self.orders[at] = None;
        }
    }

    /// The places of the orders that a text names.
    fn named(&self, text: &str) -> impl Iterator<Item = usize> {
        numbers(text, self.most_digits).into_iter().filter_map(|digits| self.by_digits.get(&digits).copied())
    }

    /// The places of the orders whose family name has all its words in the payer's.
    fn of_payer<'s>(&'s self, payer: &'s [String]) -> impl Iterator<Item = usize> + 's {
        let alike = payer.iter().filter_map(|word| self.by_name.get(word)).flatten();
        alike.filter(|(_, family)| family.iter().all(|word| payer.contains(word))).map(|(at, _)| *at)
    }
}

/// What a movement belongs to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Match {
    /// The number of the order to which it certainly belongs.
    pub sure: Option<String>,
    /// Others that it may belong to, the likeliest first.
    pub candidates: Vec<Candidate>,
}

/// Finds the order of money that came in, among those that wait for it.
pub fn order_of(line: &Line, awaiting: &AwaitingOrders) -> Match {
    if line.amount <= 0 {
        return Match::default();
    }
    let by_text: BTreeSet<usize> = awaiting.named(&line.text).collect();
    let named: BTreeSet<usize> = by_text.iter().copied().chain(awaiting.named(&line.end_to_end)).collect();
    let payers: BTreeSet<usize> = awaiting.of_payer(&words(&line.party)).collect();
    let currency = line.currency.parse::<Currency>().ok();
    let fitting = currency.and_then(|currency| awaiting.by_amount.get(&(line.amount, currency)));
    // Whoever names an order means that one: another one of the same amount is none that it may belong to.
    let names_another = mentions_order(&line.text) && by_text.is_empty();
    let mut places = named.clone();
    if !names_another {
        places.extend(&payers);
        places.extend(fitting.into_iter().flatten());
    }
    let mut found: Vec<Candidate> = Vec::new();
    for (at, order) in places.into_iter().filter_map(|at| Some((at, awaiting.orders[at].as_ref()?))) {
        let fits = order.outstanding == line.amount && Some(order.currency) == currency;
        let why = match (named.contains(&at), fits, payers.contains(&at)) {
            (true, true, _) => Why::NumberAndAmount,
            (true, false, _) => Why::Number,
            (false, true, true) => Why::AmountAndName,
            (false, true, false) => Why::Amount,
            (false, false, _) => Why::Name,
        };
        found.push(Candidate {
            order_number: order.number.clone(),
            name: order.name.clone(),
            outstanding: Amount::from_minor(order.outstanding),
            currency: order.currency,
            why,
        });
    }
    found.sort_by(|a, b| a.why.cmp(&b.why).then_with(|| a.order_number.cmp(&b.order_number)));
    let named = found.iter().filter(|candidate| candidate.why <= Why::Number).count();
    let sure = match found.first() {
        Some(first) if first.why == Why::NumberAndAmount && named == 1 && !line.is_reversal => {
            Some(first.order_number.clone())
        }
        _ => None,
    };
    found.truncate(SHOWN);
    Match { sure, candidates: found }
}

fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}

/// What may be the digits of a number in a text, up to `most` of them: in their order, with separators or line breaks between
/// them, and no digit directly before or after.
fn numbers(text: &str, most: usize) -> Vec<String> {
    let given: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let is_start = |at: &usize| given[*at].is_ascii_digit() && (*at == 0 || !given[at - 1].is_ascii_digit());
    for start in (0..given.len()).filter(is_start) {
        let mut read = String::new();
        for (at, c) in given.iter().enumerate().skip(start) {
            match c {
                c if c.is_ascii_digit() && read.len() < most => read.push(*c),
                ' ' | '-' | '/' | '.' | '_' => continue,
                _ => break,
            }
            if !given.get(at + 1).is_some_and(char::is_ascii_digit) {
                found.push(read.clone());
            }
        }
    }
    found
}

/// Whether a text holds what looks like the number of an order of this century: a year and six digits.
fn mentions_order(text: &str) -> bool {
    numbers(text, 10).iter().any(|digits| digits.len() == 10 && digits.starts_with("20"))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn order(number: &str, outstanding: i64, last_name: &str) -> Awaiting {
        Awaiting {
            number: number.into(),
            name: format!("Ada {last_name}"),
            last_name: last_name.into(),
            outstanding,
            currency: Currency::Eur,
        }
    }

    fn line(amount: i64, text: &str, party: &str) -> Line {
        let day = date(2026, 11, 20);
        Line {
            booked_on: day,
            value_date: day,
            amount,
            currency: "EUR".into(),
            party: party.into(),
            iban: String::new(),
            text: text.into(),
            reference: String::new(),
            end_to_end: String::new(),
            is_reversal: false,
        }
    }

    #[test]
    fn number_and_amount_are_sure_and_nothing_else_is() {
        let awaiting = [
            order("2026-000123", 84_00, "Rossi"),
            order("2026-000124", 84_00, "Weiß"),
            order("2026-000125", 9_00, "Li"),
        ];
        let awaiting: AwaitingOrders = awaiting.into_iter().collect();
        let of = |line: &Line| order_of(line, &awaiting);
        assert_eq!(of(&line(84_00, "Bestellung 2026 000123", "x")).sure.as_deref(), Some("2026-000123"));
        let part = of(&line(80_00, "2026-000123", "x"));
        assert_eq!((part.sure, part.candidates[0].why), (None, Why::Number));
        let both = of(&line(84_00, "2026-000123 2026-000124", "x"));
        assert_eq!((both.sure, both.candidates.len()), (None, 2));
        let named = of(&line(84_00, "bed", "WEISS ANNA"));
        assert_eq!((named.sure, named.candidates[0].why), (None, Why::AmountAndName));
        assert_eq!(named.candidates[1].why, Why::Amount);
        assert_eq!(of(&line(1_00, "gift", "Maria Rossi")).candidates[0].why, Why::Name);
        assert_eq!(of(&line(84_00, "Bestellung 2026-000099", "Maria Rossi")), Match::default(), "it names a paid one");
        assert_eq!(of(&line(1_00, "gift", "nobody")), Match::default());
        assert_eq!(of(&line(-84_00, "2026-000123", "x")), Match::default());
        let back = Line { is_reversal: true, ..line(84_00, "2026-000123", "x") };
        assert_eq!(of(&back).sure, None);
        let francs = Line { currency: "CHF".into(), ..line(84_00, "2026-000123", "x") };
        assert_eq!(of(&francs).sure, None);
    }

    fn names(text: &str, number: &str) -> bool {
        numbers(text, 10).contains(&digits(number))
    }

    #[test]
    fn numbers_are_found_as_people_write_them() {
        for text in [
            "2026-000123",
            "2026000123",
            "Nr.2026/000123.",
            "ref 7 2026 - 000123 x",
            "2026-0001\u{20}23",
            "RF2026.000123",
        ] {
            assert!(names(text, "2026-000123"), "{text}");
        }
        for text in ["2026-0001234", "12026-000123", "2026-00012", "2026-000124", "2026x000123", ""] {
            assert!(!names(text, "2026-000123"), "{text}");
        }
    }

    #[test]
    fn an_order_that_is_taken_waits_no_more() {
        let mut awaiting: AwaitingOrders =
            [order("2026-000123", 84_00, "Rossi"), order("2026-000124", 84_00, "Rossi")].into_iter().collect();
        awaiting.take("2026-000123");
        assert_eq!(
            order_of(&line(84_00, "2026-000123", "Rossi"), &awaiting),
            Match::default(),
            "it names a booked one"
        );
        let left = order_of(&line(84_00, "bed", "Rossi"), &awaiting).candidates;
        assert_eq!(left.iter().map(|one| one.order_number.as_str()).collect::<Vec<_>>(), ["2026-000124"]);
    }

    proptest! {
        #[test]
        fn a_number_is_found_in_any_words(before in "[a-zA-Z ,:]{0,20}", after in "[a-zA-Z ,:]{0,20}", sequence in 0_u32..999_999) {
            let number = format!("2026-{sequence:06}");
            let text = format!("{} {} {}", before, number, after);
            prop_assert!(names(&text, &number));
            let other = format!("2026-{:06}", (sequence + 1) % 1_000_000);
            prop_assert!(!names(&text, &other));
        }
    }
}
