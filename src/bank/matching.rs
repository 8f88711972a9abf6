//! Which order, or which refund, a movement on the bank account belongs to.
//!
//! A movement is sure only if its text names exactly one order that waits for money and it brings exactly what is outstanding, or
//! if it took out a refund under the refund's own reference. Everything else is shown to a person, with what it may be.

use super::statement::Line;
use super::types::{Candidate, Why};
use crate::domain::money::{Amount, Currency};
use crate::search::words;

/// Candidates shown for one movement.
const SHOWN: usize = 5;

/// An order that waits for money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaiting {
    pub id: i64,
    pub number: String,
    /// On its bill.
    pub name: String,
    pub last_name: String,
    /// Minor units.
    pub outstanding: i64,
    pub currency: Currency,
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
pub fn order_of(line: &Line, awaiting: &[Awaiting]) -> Match {
    if line.amount <= 0 {
        return Match::default();
    }
    let payer = words(&line.party);
    // Whoever names an order means that one: another one of the same amount is none that it may belong to.
    let names_another = mentions_order(&line.text) && !awaiting.iter().any(|order| names(&line.text, &order.number));
    let mut found: Vec<Candidate> = Vec::new();
    for order in awaiting {
        let fits = order.outstanding == line.amount && order.currency.code() == line.currency;
        let is_named = names(&line.text, &order.number) || names(&line.end_to_end, &order.number);
        let is_payer = is_payer(&payer, order);
        let why = match (is_named, fits, is_payer) {
            (true, true, _) => Why::NumberAndAmount,
            (true, false, _) => Why::Number,
            (false, ..) if names_another => continue,
            (false, true, true) => Why::AmountAndName,
            (false, true, false) => Why::Amount,
            (false, false, true) => Why::Name,
            (false, false, false) => continue,
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

/// Whether a text names an order: its digits in their order, with separators or line breaks between them, and no digit directly
/// before or after.
pub fn names(text: &str, number: &str) -> bool {
    let wanted: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    let given: Vec<char> = text.chars().collect();
    let starts =
        (0..given.len()).filter(|at| given[*at].is_ascii_digit() && (*at == 0 || !given[at - 1].is_ascii_digit()));
    !wanted.is_empty() && starts.into_iter().any(|start| is_at(&given[start..], &wanted))
}

/// Whether a text holds what looks like the number of an order of this century: a year and six digits.
fn mentions_order(text: &str) -> bool {
    let given: Vec<char> = text.chars().collect();
    let is_start = |at: &usize| given[*at..].starts_with(&['2', '0']) && (*at == 0 || !given[at - 1].is_ascii_digit());
    (0..given.len()).filter(is_start).any(|start| {
        let digits: String = given[start..].iter().filter(|c| c.is_ascii_digit()).take(10).collect();
        digits.len() == 10 && is_at(&given[start..], &digits.chars().collect::<Vec<_>>())
    })
}

fn is_at(given: &[char], wanted: &[char]) -> bool {
    let mut left = wanted.iter();
    let mut next = left.next();
    for c in given {
        match next {
            Some(digit) if c == digit => next = left.next(),
            Some(_) if matches!(c, ' ' | '-' | '/' | '.' | '_') => {}
            Some(_) => return false,
            None => return !c.is_ascii_digit(),
        }
    }
    next.is_none()
}

/// Whether all words of the family name are in the payer's.
fn is_payer(payer: &[String], order: &Awaiting) -> bool {
    let family = words(&order.last_name);
    !family.is_empty() && family.iter().all(|word| payer.contains(word))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn order(number: &str, outstanding: i64, last_name: &str) -> Awaiting {
        Awaiting {
            id: 1,
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
