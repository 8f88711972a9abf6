//! Lists of countries that an item ships to.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A sorted set of ISO 3166-1 alpha-2 codes.
///
/// Stored and shared as serialised JSON, `["AE","FR"]`, because long lists are part of every page and cart.
#[derive(Clone, Default)]
pub struct Countries(Option<Arc<RawValue>>);

impl Countries {
    /// Parses comma-separated codes; invalid codes are ignored.
    pub fn listed(codes: &str) -> Countries {
        let mut codes: Vec<&str> = codes.split(',').filter(|code| is_code(code)).collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.is_empty() {
            return Countries::default();
        }
        Countries(RawValue::from_string(format!("[\"{}\"]", codes.join("\",\""))).ok().map(Arc::from))
    }

    fn list(&self) -> &str {
        self.0.as_deref().map_or("", RawValue::get)
    }

    pub fn contains(&self, code: &str) -> bool {
        is_code(code) && self.list().contains(&format!("\"{code}\""))
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.list().split('"').skip(1).step_by(2)
    }
}

fn is_code(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

impl fmt::Debug for Countries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Countries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(list) => list.serialize(serializer),
            None => serializer.collect_seq(self.iter()),
        }
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
    fn codes_are_sorted_unique_and_found() {
        let some = Countries::listed("FR,AE,CH,FR,,Français,é");
        assert_eq!(some.iter().collect::<Vec<_>>(), ["AE", "CH", "FR"]);
        assert_eq!(serde_json::to_value(&some).expect("a list"), serde_json::json!(["AE", "CH", "FR"]));
        assert!(["AE", "CH", "FR"].into_iter().all(|code| some.contains(code)));
        assert!(!["DE", "fr", "", "FRA"].into_iter().any(|code| some.contains(code)));
        let none = Countries::listed("");
        assert_eq!((none.iter().count(), serde_json::to_string(&none).expect("a list")), (0, "[]".to_owned()));
        assert!(!none.contains("FR"));
        let text = serde_json::to_string(&Countries::listed("DE")).expect("a list");
        assert_eq!(text, r#"["DE"]"#);
    }
}
