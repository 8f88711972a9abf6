//! Which pages of text belong together: help, the pages of the house, and the stories of its journal.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The pages of the house in the order of their menu.
pub const HOUSE: [&str; 8] = ["hotel", "workshops", "materials", "repair", "samples", JOURNAL, GIFTS, POINTS];

/// The overview of the stories.
pub const JOURNAL: &str = "journal";

/// The page that lists gifts by price.
pub const GIFTS: &str = "gifts";

/// The page that says what points are worth; a shop that credits none does not link it.
pub const POINTS: &str = "points";

/// The category of the goods that the page of gifts lists.
pub const GIFTS_CATEGORY: &str = "gifts";

/// Where the price bands of gifts end, in whole units of the visitor's currency; the last band is open.
pub const BOUNDS: [i64; 3] = [30, 80, 200];

/// Pages that are in one menu.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageGroup {
    #[default]
    Help,
    House,
    /// Stories of the journal.
    Journal,
}

impl PageGroup {
    /// The group of the page with this key.
    pub fn of(key: &str) -> Self {
        let story = key.strip_prefix(JOURNAL).is_some_and(|rest| rest.starts_with('-'));
        match HOUSE.contains(&key) {
            true => Self::House,
            false if story => Self::Journal,
            false => Self::Help,
        }
    }

    /// Whether the menu of a page of this group has the page with this key. Stories have their overview in theirs.
    pub fn lists(self, key: &str) -> bool {
        Self::of(key) == self || (self == Self::Journal && key == JOURNAL)
    }

    pub fn is_help(&self) -> bool {
        *self == Self::Help
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_groups() {
        for key in HOUSE {
            assert_eq!(PageGroup::of(key), PageGroup::House, "{key}");
        }
        assert_eq!(PageGroup::of("journal-linen"), PageGroup::Journal);
        for key in ["returns", "journalism", "gifts-2", ""] {
            assert!(PageGroup::of(key).is_help(), "{key}");
        }
    }

    #[test]
    fn menu_of_a_story_begins_with_the_overview() {
        assert!(PageGroup::Journal.lists("journal") && PageGroup::Journal.lists("journal-linen"));
        assert!(!PageGroup::Journal.lists("hotel") && !PageGroup::Help.lists("journal"));
        assert!(PageGroup::House.lists("journal") && !PageGroup::House.lists("journal-linen"));
    }
}
