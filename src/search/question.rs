//! What a question asks for.
//!
//! A question is read word by word into [`Unit`]s: each is something that is looked for, with everything that stands for it. A word
//! that the shop, its help pages or the language has is never taken for a misspelling of another one. Only stems enter an
//! expression of FTS5, each quoted, so that input cannot contain operators of its syntax.

use super::fold::{is_ideographic, last_word_start, sides, spellings, with_sizes, words};
use super::language::{is_common, is_stop, joints, sound, stem};
use super::store::Words;
use crate::domain::store_view::Lang;
use crate::error::Result;

/// Words of a question that are used: bounds the cost of an answer. A Chinese character is a word.
const MOST_WORDS: usize = 24;
/// Units that are looked for.
const MOST_UNITS: usize = 8;
/// Words of the longest synonym that is looked up.
const LONGEST_PHRASE: usize = 5;
/// Characters of the longest Chinese phrase that is looked up.
pub const LONGEST_RUN: usize = 6;
/// Words of a question that are corrected: each is compared with thousands.
const MOST_CORRECTED: usize = 3;
/// Letters of the longest compound: each of its letters may begin a part.
const LONGEST_COMPOUND: usize = 40;
/// Letters of the shortest part of a compound.
const SHORTEST_PART: usize = 3;
/// Letters of the shortest last part that names the thing of a German compound whose first part is unknown.
const SHORTEST_HEAD: usize = 4;
/// Letters from which a word that nothing is called is completed.
const SHORTEST_PREFIX: usize = 3;

/// Something that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The words, folded.
    pub typed: String,
    /// Stems, or phrases of stems; one of them is enough. The first is what was typed, or what that was taken for.
    pub phrases: Vec<String>,
    /// Whether it was taken for something else than what was typed.
    pub is_corrected: bool,
}

impl Unit {
    fn new(typed: impl Into<String>, own: impl Into<String>, others: Vec<String>) -> Unit {
        let mut phrases = vec![own.into()];
        phrases.extend(others);
        Unit { typed: typed.into(), phrases, is_corrected: false }
    }

    /// What finds it, for FTS5.
    pub fn expression(&self) -> String {
        let phrases: Vec<String> = self.phrases.iter().map(|phrase| quoted(phrase)).collect();
        format!("({})", phrases.join(" OR "))
    }
}

/// A phrase for FTS5. Folded words have only letters and digits; the filter guarantees it.
pub fn quoted(phrase: &str) -> String {
    let safe: String = phrase.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    format!("\"{safe}\"")
}

/// A question as it was understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    pub units: Vec<Unit>,
    /// Words that nothing is called, as they were typed.
    pub unknown: Vec<String>,
    /// The question with what its words were taken for, if any was taken for another one.
    pub corrected: Option<String>,
}

/// Whether a word is in the index's list of words: no numbers, and no Chinese, which is listed as phrases.
pub fn is_listed(word: &str) -> bool {
    !is_ideographic(word) && word.chars().count() > 2 && !word.starts_with(|c: char| c.is_numeric())
}

/// Reads a question. While it is typed, its last word may go on.
pub fn understand(words: &mut Words<'_>, q: &str, is_typing: bool) -> Result<Question> {
    let mut reader = Reader { question: Question::default(), corrections: Vec::new(), compared: 0, words };
    reader.read(q, is_typing)?;
    let Reader { mut question, corrections, words, .. } = reader;
    question.units.truncate(MOST_UNITS);
    question.unknown = question.unknown.iter().map(|word| as_typed(q, word)).collect();
    if !corrections.is_empty() {
        question.corrected = Some(corrected(words, q, &corrections)?);
    }
    Ok(question)
}

/// A folded word as it stands in the question.
fn as_typed(q: &str, folded: &str) -> String {
    spellings(q).into_iter().find(|(word, _)| word == folded).map_or_else(|| folded.to_owned(), |(_, typed)| typed)
}

/// The question with words in the place of others, as the catalogue spells them.
fn corrected(words: &mut Words<'_>, q: &str, corrections: &[(String, String)]) -> Result<String> {
    let mut text = q.to_owned();
    for (folded, correct) in corrections {
        let typed = as_typed(q, folded);
        let spelling = words.spelling(correct)?.unwrap_or_else(|| correct.replace(' ', ""));
        text = text.replacen(&typed, &spelling, 1);
    }
    Ok(text)
}

struct Reader<'w, 't> {
    words: &'w mut Words<'t>,
    question: Question,
    /// Words, folded, with what they were taken for.
    corrections: Vec<(String, String)>,
    /// How many words were compared with those of the catalogue.
    compared: usize,
}

impl Reader<'_, '_> {
    fn lang(&self) -> Lang {
        self.words.lang
    }

    fn read(&mut self, q: &str, is_typing: bool) -> Result<()> {
        let lang = self.lang();
        let mut all = words(&with_sizes(q));
        all.truncate(MOST_WORDS);
        all = self.join_stops(all)?;
        let is_telling = |word: &String| lang == Lang::Zh || !is_stop(lang, word);
        if all.iter().any(is_telling) {
            all.retain(is_telling);
        }
        // What is being typed may be the beginning of a word.
        let begun = is_typing && q.ends_with(char::is_alphanumeric);
        let certain = if begun { all.len().saturating_sub(1) } else { all.len() };
        let mut corrected = Vec::with_capacity(all.len());
        for word in &all[..certain] {
            // Pinyin is corrected to several characters.
            corrected.extend(self.correct(word)?.split(' ').map(str::to_owned));
        }
        corrected.extend_from_slice(&all[certain..]);
        let all = corrected;
        let stems: Vec<String> = all.iter().map(|word| stem(lang, word)).collect();
        let mut at = 0;
        while at < all.len() {
            let is_chinese = is_ideographic(&all[at]);
            let run = all[at..].iter().take_while(|word| is_ideographic(word) == is_chinese).count();
            at += if is_chinese {
                self.read_run(&all[at..at + run])?;
                run
            } else if let Some(length) = self.read_phrase(&all[at..at + run], &stems[at..at + run])? {
                length
            } else {
                self.read_word(&all[at], &stems[at], begun && at + 1 == all.len())?;
                1
            };
        }
        Ok(())
    }

    /// Words with one that says nothing joined to the next, where that makes a name: `sur matelas`, `sobre colchón`.
    fn join_stops(&mut self, words: Vec<String>) -> Result<Vec<String>> {
        let lang = self.lang();
        let mut joined: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            if let Some(before) = joined.last_mut()
                && lang != Lang::Zh
                && is_stop(lang, before)
                && before.len() >= SHORTEST_PART
            {
                let whole = format!("{before}{word}");
                if self.known(&stem(lang, &whole))?.is_some() {
                    *before = whole;
                    continue;
                }
            }
            joined.push(word);
        }
        Ok(joined)
    }

    /// Everything that stands for a stem or a phrase, itself apart; none if nothing is called so.
    fn known(&mut self, phrase: &str) -> Result<Option<Vec<String>>> {
        let others = self.words.synonyms(phrase)?;
        Ok(if !others.is_empty() || self.words.has_products(phrase)? { Some(others) } else { None })
    }

    /// The word that one is a misspelling of, or itself.
    fn correct(&mut self, word: &str) -> Result<String> {
        let lang = self.lang();
        let exists = !is_listed(word)
            || is_stop(lang, word)
            || self.known(&stem(lang, word))?.is_some()
            || self.words.exists(word)?
            || self.compound(word)?.is_some()
            || is_common(lang, word)
            || (word.chars().count() >= SHORTEST_PREFIX && !self.words.endings(word)?.is_empty());
        if exists || self.compared == MOST_CORRECTED {
            return Ok(word.to_owned());
        }
        self.compared += 1;
        let Some(nearest) = self.words.nearest(word, &sound(lang, word))? else { return Ok(word.to_owned()) };
        self.corrections.push((word.to_owned(), nearest.clone()));
        Ok(nearest)
    }

    /// Several words that are one thing: a synonym of several words, or a compound that is written apart. Answers how many.
    fn read_phrase(&mut self, words: &[String], stems: &[String]) -> Result<Option<usize>> {
        for length in (2..=words.len().min(LONGEST_PHRASE)).rev() {
            let phrase = stems[..length].join(" ");
            let others = self.words.synonyms(&phrase)?;
            if !others.is_empty() {
                self.question.units.push(Unit::new(words[..length].join(" "), phrase, others));
                return Ok(Some(length));
            }
        }
        let ([first, second, ..], [of_first, of_second, ..]) = (words, stems) else { return Ok(None) };
        if first.len() < SHORTEST_PART || second.len() < SHORTEST_PART {
            return Ok(None);
        }
        let joined = stem(self.lang(), &format!("{first}{second}"));
        let Some(others) = self.known(&joined)? else { return Ok(None) };
        let mut unit = Unit::new(format!("{first} {second}"), joined, others);
        unit.phrases.push(format!("{of_first} {of_second}"));
        self.question.units.push(unit);
        Ok(Some(2))
    }

    fn read_word(&mut self, word: &str, stem: &str, is_begun: bool) -> Result<()> {
        let known = self.known(stem)?;
        if let (Some(others), false) = (&known, is_begun) {
            let is_corrected = self.corrections.iter().any(|(_, correct)| correct == word);
            self.question.units.push(Unit { is_corrected, ..Unit::new(word, stem, others.clone()) });
            return Ok(());
        }
        if !is_begun && let Some(parts) = self.compound(word)? {
            self.question.units.extend(parts);
            return Ok(());
        }
        if !is_begun && let Some((width, length)) = sides(word) {
            for side in [width, length] {
                if self.words.has_products(side)? {
                    self.question.units.push(Unit::new(side, side, Vec::new()));
                }
            }
            return Ok(());
        }
        // `feat` is a word, and not the beginning of `feather`.
        let may_go_on = is_begun || (word.chars().count() >= SHORTEST_PREFIX && !is_common(self.lang(), word));
        let endings = if may_go_on { self.words.endings(word)? } else { Vec::new() };
        let mut phrases = known.map(|others| Unit::new(word, stem, others).phrases).unwrap_or_default();
        phrases.extend(endings.into_iter().filter(|ending| ending != stem));
        if phrases.is_empty() {
            self.question.unknown.push(word.to_owned());
        } else {
            self.question.units.push(Unit { typed: word.to_owned(), phrases, is_corrected: false });
        }
        Ok(())
    }

    /// The parts of a word that nothing is called, if each of them is known: `bathmat`, `Daunendecke`. Of a German compound the last
    /// part says what it is: `Doppelbett`.
    fn compound(&mut self, word: &str) -> Result<Option<Vec<Unit>>> {
        let lang = self.lang();
        if !is_listed(word) || lang == Lang::Zh || word.len() > LONGEST_COMPOUND {
            return Ok(None);
        }
        let mut best: Option<(usize, Vec<Unit>)> = None;
        let mut head: Option<Unit> = None;
        for at in word.char_indices().map(|(at, _)| at).filter(|at| *at >= SHORTEST_PART) {
            let (before, last) = word.split_at(at);
            if last.len() < SHORTEST_PART {
                break;
            }
            let of_last = stem(lang, last);
            let Some(others) = self.known(&of_last)? else { continue };
            if head.is_none() && lang == Lang::De && last.len() >= SHORTEST_HEAD && self.words.is_kind(&of_last)? {
                head = Some(Unit::new(last, &*of_last, others.clone()));
            }
            for joint in joints(lang) {
                let Some(first) = before.strip_suffix(joint).filter(|first| first.len() >= SHORTEST_PART) else {
                    continue;
                };
                let of_first = stem(lang, first);
                let Some(others_first) = self.known(&of_first)? else { continue };
                // The more even the parts and the shorter the joint, the likelier.
                let likeliness = 10 * first.len().min(last.len()) - joint.len();
                if best.as_ref().is_none_or(|(most, _)| likeliness > *most) {
                    let parts =
                        vec![Unit::new(first, of_first, others_first), Unit::new(last, &*of_last, others.clone())];
                    best = Some((likeliness, parts));
                }
            }
        }
        Ok(best.map(|(_, parts)| parts).or_else(|| head.map(|head| vec![head])))
    }

    /// Reads Chinese characters as the longest phrases that are known, by sight or by sound.
    fn read_run(&mut self, run: &[String]) -> Result<()> {
        let lang = self.lang();
        let mut unknown = String::new();
        let mut at = 0;
        while at < run.len() {
            let longest = (run.len() - at).min(LONGEST_RUN);
            let mut found = None;
            for length in (1..=longest).rev() {
                found = self.read_characters(&run[at..at + length])?;
                if found.is_some() {
                    break;
                }
            }
            match found {
                Some((length, unit)) => {
                    self.question.units.push(unit);
                    at += length;
                }
                None => {
                    if !is_stop(lang, &run[at]) {
                        unknown.push_str(&run[at]);
                    }
                    at += 1;
                }
            }
        }
        if !unknown.is_empty() {
            self.question.unknown.push(unknown);
        }
        Ok(())
    }

    fn read_characters(&mut self, characters: &[String]) -> Result<Option<(usize, Unit)>> {
        let lang = self.lang();
        let (phrase, typed, length) = (characters.join(" "), characters.concat(), characters.len());
        let others = self.words.synonyms(&phrase)?;
        let is_known = match length {
            1 => !is_stop(lang, &typed) && self.words.is_kind(&phrase)?,
            2 => self.words.has_products(&phrase)?,
            // Long ones from prose would hide the names in them.
            _ => self.words.is_kind(&phrase)?,
        };
        if !others.is_empty() || is_known {
            return Ok(Some((length, Unit::new(typed, phrase, others))));
        }
        if length < 2 {
            return Ok(None);
        }
        let Some(alike) = self.words.alike(&sound(lang, &typed), Some(length))? else { return Ok(None) };
        let others = self.words.synonyms(&alike)?;
        self.corrections.push((typed.clone(), alike.clone()));
        Ok(Some((length, Unit { is_corrected: true, ..Unit::new(typed, alike, others) })))
    }
}

/// What was typed before the last word, with each of these in its place.
pub fn completed(q: &str, endings: Vec<String>) -> Vec<String> {
    endings.into_iter().map(|ending| format!("{}{ending}", &q[..last_word_start(q)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_contain_only_quoted_words() {
        let unit = Unit::new("x", r#"duvet" OR name:*"#, vec!["NEAR(x, 2) -y".to_owned(), "浴 袍".to_owned()]);
        assert_eq!(unit.expression(), r#"("duvet OR name" OR "NEARx 2 y" OR "浴 袍")"#);
    }
}
