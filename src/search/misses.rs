//! What was searched for without result, without persons: a term, its language, a day and how often. No session, no
//! network and no time beyond the day is kept, and no term that may name somebody.
//!
//! Terms are counted in memory and written by a job every minute; what a killed process had counted in the last minute is
//! lost, which is acceptable of figures.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::domain::store_view::Lang;

/// How often, by language and term.
pub type Counts = BTreeMap<(Lang, String), u32>;

/// Days for which counts are kept.
pub const KEPT_DAYS: u32 = 90;
/// Terms that are held until they are written: of more, new ones are dropped.
const MOST_TERMS: usize = 1_000;
/// Characters of a term that are kept.
const LONGEST: usize = 60;
/// So many digits may be a telephone number, a card or an account.
const TELLING_DIGITS: usize = 5;

/// What was not found since it was last written.
#[derive(Debug, Default)]
pub struct Misses(Mutex<Counts>);

impl Misses {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a term, unless it may name somebody.
    pub fn note(&self, lang: Lang, term: &str) {
        if !may_name_somebody(term) {
            add(&mut self.counts(), (lang, cut(term)), 1);
        }
    }

    /// Takes what was counted, to be written.
    pub fn take(&self) -> Counts {
        std::mem::take(&mut *self.counts())
    }

    /// Gives back what could not be written.
    pub fn give_back(&self, counts: Counts) {
        let mut held = self.counts();
        for (of, times) in counts {
            add(&mut held, of, times);
        }
    }
}

fn add(counts: &mut Counts, of: (Lang, String), more: u32) {
    let is_full = counts.len() >= MOST_TERMS;
    match counts.entry(of) {
        Entry::Occupied(entry) => {
            let times = entry.into_mut();
            *times = times.saturating_add(more);
        }
        Entry::Vacant(entry) if !is_full => {
            entry.insert(more);
        }
        Entry::Vacant(_) => {}
    }
}

/// Whether a term looks like an address of mail or a number of somebody's.
fn may_name_somebody(term: &str) -> bool {
    term.contains(['@', '\u{ff20}']) || term.chars().filter(|c| c.is_numeric()).count() >= TELLING_DIGITS
}

fn cut(term: &str) -> String {
    let cut: String = term.chars().take(LONGEST).collect();
    cut.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::store::{Miss, add_misses, delete_old_misses, list_misses};
    use super::*;
    use crate::testing::{empty, with};

    fn counts(misses: &[(Lang, &str, u32)]) -> Counts {
        misses.iter().map(|(lang, term, times)| ((*lang, (*term).to_owned()), *times)).collect()
    }

    #[test]
    fn terms_that_may_name_somebody_are_not_noted() {
        let misses = Misses::default();
        for term in [
            "anna@example.com",
            "anna ＠ example",
            "06 12 34 56 78",
            "4012888",
            "１２３４５",
            "sofa 12-34-5",
            "de89 3704",
        ] {
            misses.note(Lang::En, term);
        }
        assert_eq!(misses.take(), Counts::new());
        for term in ["sofa", "sofa", "2-seater 90"] {
            misses.note(Lang::En, term);
        }
        assert_eq!(misses.take(), counts(&[(Lang::En, "2-seater 90", 1), (Lang::En, "sofa", 2)]));
        assert_eq!(misses.take(), Counts::new(), "what was taken is not there any more");
    }

    #[test]
    fn terms_are_cut_and_their_number_is_bounded() {
        let misses = Misses::default();
        misses.note(Lang::De, &"ü".repeat(61));
        assert_eq!(misses.take(), counts(&[(Lang::De, "ü".repeat(60).as_str(), 1)]));
        let characters = (0x4e00..).filter_map(char::from_u32);
        let words: Vec<String> = characters.map(String::from).take(MOST_TERMS + 9).collect();
        for word in words.iter().chain(&words[..1]) {
            misses.note(Lang::Fr, word);
        }
        let taken = misses.take();
        assert_eq!(taken.len(), MOST_TERMS);
        assert_eq!(
            taken.get(&(Lang::Fr, words[0].clone())),
            Some(&2),
            "a known term is counted although no new one is"
        );
        misses.note(Lang::Fr, "lampe");
        misses.give_back(taken);
        let held = misses.take();
        assert_eq!((held.len(), held.values().sum::<u32>()), (MOST_TERMS, 1_001));
    }

    #[test]
    fn counts_add_up_by_day_are_listed_by_language_and_end() {
        let shop = empty();
        let (first, second) = (date(2026, 11, 20), date(2026, 11, 21));
        with(&shop, |tx| add_misses(tx, first, &counts(&[(Lang::En, "sofa", 2), (Lang::De, "sofa", 1)])));
        with(&shop, |tx| add_misses(tx, second, &counts(&[(Lang::En, "sofa", 1), (Lang::En, "lamp", 2)])));
        with(&shop, |tx| add_misses(tx, second, &counts(&[(Lang::En, "lamp", 3)])));
        let miss = |lang, term: &str, times, last_on| Miss { lang, term: term.to_owned(), times, last_on };
        let (lamp, sofa) = (miss(Lang::En, "lamp", 5, second), miss(Lang::En, "sofa", 3, second));
        let list = |since, lang, limit| with(&shop, |tx| list_misses(tx, since, lang, limit));
        assert_eq!(list(first, None, 9), [lamp.clone(), sofa.clone(), miss(Lang::De, "sofa", 1, first)]);
        assert_eq!(list(first, Some(Lang::En), 9), [lamp.clone(), sofa]);
        assert_eq!(list(second, None, 1), std::slice::from_ref(&lamp));
        assert!(list(second, Some(Lang::De), 9).is_empty());
        assert_eq!(with(&shop, |tx| delete_old_misses(tx, second, 1)), 1, "so many at a time");
        assert_eq!(with(&shop, |tx| delete_old_misses(tx, second, 9)), 1);
        assert_eq!(list(first, None, 9), [lamp, miss(Lang::En, "sofa", 1, second)]);
    }
}
