//! Arguments and answers of the calls about the words of the catalogue.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::store_view::Lang;
use crate::product::document::Fields;

/// What a part of the lexicon holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "LexiconPart")]
pub enum Part {
    /// Those who make products.
    #[default]
    Makers,
    /// By which the variants of a product differ.
    Options,
    /// Values of an option.
    Values,
    /// Goods that are sent to the same countries.
    ShipGroups,
    /// Names of codes, by domain.
    Words,
    /// Words that the search takes for one another, by language.
    Synonyms,
}

impl Part {
    pub const ALL: [Part; 6] =
        [Part::Makers, Part::Options, Part::Values, Part::ShipGroups, Part::Words, Part::Synonyms];

    /// As commands and the audit name one of it.
    pub fn code(self) -> &'static str {
        match self {
            Part::Makers => "maker",
            Part::Options => "option",
            Part::Values => "value",
            Part::ShipGroups => "ship-group",
            Part::Words => "word",
            Part::Synonyms => "synonyms",
        }
    }

    /// Whether its entries stand within something: an option, a domain, a language.
    pub fn is_within(self) -> bool {
        matches!(self, Part::Values | Part::Words | Part::Synonyms)
    }

    /// Whether the house puts its entries in an order.
    pub fn is_ordered(self) -> bool {
        matches!(self, Part::Values | Part::Words)
    }
}

/// Which entry: what it stands within, and its code there.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// An option, a domain, a language; empty where there is nothing such.
    pub of: String,
    /// Of synonyms, the number of the group.
    pub code: String,
}

impl Key {
    /// Reads what [`Key`] writes: `size/king` of what stands within something, else the code. None: it is no key of that part.
    pub fn parse(part: Part, text: &str) -> Option<Key> {
        let (of, code) = if part.is_within() { text.split_once('/')? } else { ("", text) };
        let is_whole = !code.is_empty() && of.is_empty() != part.is_within();
        is_whole.then(|| Key { of: of.to_owned(), code: code.to_owned() })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of.as_str() {
            "" => f.write_str(&self.code),
            of => write!(f, "{of}/{}", self.code),
        }
    }
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "LexiconListArgs")]
pub struct ListArgs {
    pub part: Part,
    /// Which option, domain or language; empty: the first that there is.
    pub of: String,
    /// Only entries with this in their code or one of their words.
    pub find: String,
    /// Only entries that lack something.
    pub lacking: bool,
    /// As the answer before gave it.
    pub after: Option<u32>,
}

/// A part of the lexicon: 50 entries a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Lexicon {
    pub entries: Vec<LexiconEntry>,
    /// For the next page; null on the last.
    pub after: Option<u32>,
    /// How many there are of those that were asked for.
    pub total: u32,
    /// The option, domain or language whose entries these are.
    pub of: String,
    /// Those that there are.
    pub places: Vec<LexiconPlace>,
    /// Those of the shop.
    pub languages: Vec<Lang>,
    /// Of makers and shipping groups, those that there are.
    pub countries: Vec<LexiconCountry>,
    /// Changes whenever an entry is added or stands elsewhere.
    pub order: String,
}

/// An option, a domain or a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LexiconPlace {
    pub code: String,
    /// In the reader's language; the code where it has none.
    pub name: String,
    pub entries: u32,
    /// Whether all codes of it are the program's: they are named here, none is added or removed.
    pub is_own: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LexiconCountry {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LexiconEntry {
    pub code: String,
    /// In the reader's language; the code where it has none.
    pub name: String,
    /// Of makers `name`, `address`, `email`, `country`, `responsible_name`, `responsible_address`, `responsible_email`; of options
    /// `display`; of values `color`; of shipping groups `countries`, with blanks between; of synonyms `words`, one a line; of options, values and words
    /// `text` with a language.
    pub fields: Fields,
    /// Languages of the shop that it has no words in.
    pub missing: Vec<Lang>,
    /// Fields that the law asks for and that are empty.
    pub lacks: Vec<String>,
    /// Products that use it; while there are any, it stays.
    pub uses: u32,
    /// Of options, how many values it has.
    pub values: u32,
    /// Changes with each field.
    pub version: String,
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "LexiconSaveArgs")]
pub struct SaveArgs {
    pub part: Part,
    /// Which option, domain or language it stands within.
    pub of: String,
    /// Of a new one, letters, digits, hyphens and underscores; empty: it is made of the name.
    pub code: String,
    /// Of the entry, as it was seen; empty: it is new.
    pub version: String,
    /// Those that change. All or none are saved. A field that cannot be has its message by its name.
    pub fields: Fields,
}

/// An entry as it is now.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LexiconSaved {
    pub entry: LexiconEntry,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "LexiconPlaceArgs")]
pub struct PlaceArgs {
    pub part: Part,
    pub of: String,
    pub code: String,
    /// Code of the one that it is to stand before; empty: after all.
    pub before: String,
    /// Of the order, as it was seen.
    pub order: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LexiconPlaced {
    /// Of the order, as it is now.
    pub order: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "LexiconRemoveArgs")]
pub struct RemoveArgs {
    pub part: Part,
    pub of: String,
    pub code: String,
    /// Of the entry, as it was seen.
    pub version: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LexiconRemoved {
    /// Which it was.
    pub code: String,
}
