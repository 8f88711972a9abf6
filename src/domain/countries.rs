//! Lists of countries: where an item goes.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A code in ASCII.
type Code = [u8; 2];

/// Countries by their ISO 3166-1 alpha-2 codes, each once and in order.
///
/// Most goods go to most of the world, and every page and bag says so: the codes are one shared list.
#[derive(Clone, PartialEq, Eq)]
pub struct Countries(Arc<[Code]>);

impl Countries {
    /// From codes with commas between them; what is no code is passed over.
    pub fn listed(codes: &str) -> Countries {
        let code = |code: &str| code.as_bytes().try_into().ok().filter(|code: &Code| code.is_ascii());
        let mut codes: Vec<Code> = codes.split(',').filter_map(code).collect();
        codes.sort_unstable();
        codes.dedup();
        Countries(codes.into())
    }

    pub fn contains(&self, code: &str) -> bool {
        code.as_bytes().try_into().is_ok_and(|code: Code| self.0.binary_search(&code).is_ok())
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|code| std::str::from_utf8(code).ok())
    }
}

impl Default for Countries {
    /// None.
    fn default() -> Self {
        Countries([].into())
    }
}

impl fmt::Debug for Countries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Countries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for Countries {
    fn schema_name() -> Cow<'static, str> {
        "Countries".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<String>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_in_order_once_and_are_found() {
        let some = Countries::listed("FR,AE,CH,FR,,Français,é");
        assert_eq!(some.iter().collect::<Vec<_>>(), ["AE", "CH", "FR"]);
        assert_eq!(serde_json::to_value(&some).expect("a list"), serde_json::json!(["AE", "CH", "FR"]));
        assert!(["AE", "CH", "FR"].into_iter().all(|code| some.contains(code)));
        assert!(!["DE", "fr", "", "FRA"].into_iter().any(|code| some.contains(code)));
        assert_eq!(Countries::listed("").iter().count(), 0);
    }
}
