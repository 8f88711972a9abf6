//! `seed/brand`: what the demonstration's house says of itself.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::files::{Files, Problems};
use crate::db::Tx;
use crate::domain::look::{HouseWords, Look};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::look;

const WORDS: &str = "brand/words.toml";

#[derive(Debug, Default)]
pub struct Brand {
    words: BTreeMap<Lang, HouseWords>,
}

impl Brand {
    pub fn read(files: &Files, problems: &mut Problems) -> Brand {
        Brand { words: files.read(WORDS, problems) }
    }

    pub fn check(&self, problems: &mut Problems) {
        for lang in Lang::ALL {
            let words = self.words.get(&lang).cloned().unwrap_or_default();
            for (field, text) in words.fields() {
                problems.expect_text(WORDS, lang.code(), field, text);
            }
        }
    }

    /// Publishes the look of the demonstration where none was published; answers how many rows.
    pub fn write(&self, tx: &mut dyn Tx, now: Timestamp) -> Result<u64> {
        let look = Look { words: self.words.clone(), ..Look::default() };
        Ok(u64::from(look::found(tx, &look, now)?))
    }
}
