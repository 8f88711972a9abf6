//! Arguments of calls: from a query string or JSON body to the type that the call's function takes.

use std::any::Any;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Call;
use crate::error::{Error, Result};

/// The type of a call's arguments.
pub trait Args: DeserializeOwned + JsonSchema + 'static {}

impl<A: DeserializeOwned + JsonSchema + 'static> Args for A {}

/// No arguments.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NoArgs {}

/// The input of a call's transaction: the arguments, or what the call's preparation made of them.
pub enum Input {
    Args(Value),
    Prepared(Box<dyn Any + Send + Sync>),
}

impl std::fmt::Debug for Input {
    /// Names the variant only: arguments and what was made of them stay out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Input::Args(_) => "Args",
            Input::Prepared(_) => "Prepared",
        })
    }
}

impl Input {
    /// The arguments of a call without preparation.
    pub(super) fn args<A: DeserializeOwned>(&self) -> Result<A> {
        decoded(self.raw()?)
    }

    /// The same, not yet decoded.
    pub(super) fn raw(&self) -> Result<&Value> {
        match self {
            Input::Args(args) => Ok(args),
            Input::Prepared(_) => Err(anyhow::anyhow!("prepared, where arguments were expected").into()),
        }
    }

    /// What the preparation made.
    pub(super) fn prepared<P: 'static>(&self) -> Result<&P> {
        match self {
            Input::Prepared(made) => {
                Ok(made.downcast_ref().ok_or_else(|| anyhow::anyhow!("prepared by another call"))?)
            }
            Input::Args(_) => Err(anyhow::anyhow!("run without its preparation").into()),
        }
    }
}

/// Arguments as their type.
pub(super) fn decoded<'v, A: Deserialize<'v>>(args: &'v Value) -> Result<A> {
    serde_path_to_error::deserialize(args).map_err(|error| {
        let path = error.path().to_string();
        match error.into_inner().to_string() {
            // What is missing is named by itself.
            why if path == "." => Error::Malformed(why),
            why => Error::Malformed(format!("{path}: {why}")),
        }
    })
}

impl Call {
    /// Parameters of a query string as the arguments' JSON: numbers, booleans and comma-separated lists by the schema,
    /// `f.<facet>` into `filters`, `options.<code>` into `options`. Unknown names are ignored.
    pub fn args_from_query(&self, pairs: &[(String, String)], schemas: &Map<String, Value>) -> Value {
        let mut args = Map::new();
        let properties = resolve(&self.args, schemas).get("properties").and_then(Value::as_object);
        let mut nested: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
        for (name, text) in pairs {
            if let Some(facet) = name.strip_prefix("f.") {
                nested.entry("filters").or_default().insert(facet.to_owned(), split(text).map(Value::from).collect());
            } else if let Some(code) = name.strip_prefix("options.").or_else(|| bracketed(name, "options")) {
                nested.entry("options").or_default().insert(code.to_owned(), text.as_str().into());
            } else if let Some(schema) = properties.and_then(|all| all.get(name)) {
                args.insert(name.clone(), from_text(text, resolve(schema, schemas)));
            }
        }
        args.extend(nested.into_iter().map(|(name, fields)| (name.to_owned(), Value::Object(fields))));
        Value::Object(args)
    }
}

impl Call {
    /// Fields of an HTML form as the arguments' JSON: `shipping_address.city` goes into an object, a name that comes again into
    /// a list, a ticked box is true. Unknown names are ignored, and so is an empty field of what is optional or no text.
    pub fn args_from_form(&self, pairs: &[(String, String)], schemas: &Map<String, Value>) -> Value {
        let mut args = Map::new();
        for (name, text) in pairs {
            put(&mut args, &self.args, name, text, schemas);
        }
        Value::Object(args)
    }
}

impl Call {
    /// Whether an HTML form of this name fills an argument.
    pub fn has_field(&self, name: &str, schemas: &Map<String, Value>) -> bool {
        field_of(&self.args, name.split('.').next().unwrap_or_default(), schemas).is_some()
    }
}

fn put(into: &mut Map<String, Value>, schema: &Value, name: &str, text: &str, schemas: &Map<String, Value>) {
    let (head, rest) = name.split_once('.').map_or((name, None), |(head, rest)| (head, Some(rest)));
    let Some(field) = field_of(schema, head, schemas) else { return };
    let of = inner(field, schemas);
    if let Some(rest) = rest {
        if let Value::Object(fields) = into.entry(head).or_insert_with(|| Value::Object(Map::new())) {
            put(fields, of, rest, text, schemas);
        }
        return;
    }
    match into.get_mut(head) {
        Some(Value::Array(items)) => items.extend(from_text(text, of).as_array().cloned().unwrap_or_default()),
        // The first counts.
        Some(_) => {}
        None if text.is_empty() && !is_plain_text(field) => {}
        None => {
            into.insert(head.to_owned(), from_text(text, of));
        }
    }
}

/// The schema of a field of an object, or of a value of a map.
fn field_of<'s>(schema: &'s Value, name: &str, schemas: &'s Map<String, Value>) -> Option<&'s Value> {
    let schema = inner(schema, schemas);
    let named = schema.get("properties").and_then(|all| all.get(name));
    named.or_else(|| schema.get("additionalProperties").filter(|values| values.is_object()))
}

/// The schema of a value that may be null, or behind a reference.
fn inner<'s>(schema: &'s Value, schemas: &'s Map<String, Value>) -> &'s Value {
    let schema = resolve(schema, schemas);
    let choices = schema.get("anyOf").and_then(Value::as_array);
    let value = choices.and_then(|all| all.iter().find(|one| one.get("type").is_none_or(|name| name != "null")));
    value.map_or(schema, |value| resolve(value, schemas))
}

/// Whether any text fits, so that an empty one is an answer, too.
fn is_plain_text(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "string")
        && ["enum", "format", "pattern"].iter().all(|limit| schema.get(limit).is_none())
}

/// `options[base_colour]` → `base_colour`: how form libraries write a nested field.
fn bracketed<'n>(name: &'n str, field: &str) -> Option<&'n str> {
    name.strip_prefix(field)?.strip_prefix('[')?.strip_suffix(']')
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// The schema behind a reference, or the schema itself.
pub(super) fn resolve<'s>(schema: &'s Value, schemas: &'s Map<String, Value>) -> &'s Value {
    schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| schemas.get(reference.rsplit('/').next()?))
        .unwrap_or(schema)
}

/// Reads a parameter by its schema. Text that does not fit stays text, so that decoding reports it by name.
fn from_text(text: &str, schema: &Value) -> Value {
    let is = |kind: &str| match schema.get("type") {
        Some(Value::String(name)) => name == kind,
        Some(Value::Array(names)) => names.iter().any(|name| name == kind),
        _ => false,
    };
    if is("array") {
        let items = schema.get("items").unwrap_or(&Value::Null);
        return split(text).map(|part| from_text(part, items)).collect();
    }
    if is("integer") {
        return text.trim().parse::<i64>().map_or_else(|_| text.into(), Value::from);
    }
    if is("boolean") {
        return match text {
            // A ticked box without a value of its own says `on`.
            "1" | "true" | "on" => true.into(),
            "0" | "false" | "" => false.into(),
            _ => text.into(),
        };
    }
    if is("object") {
        return serde_json::from_str(text).unwrap_or_else(|_| text.into());
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Wanted {
        number: String,
        lines: Vec<Line>,
    }

    #[derive(Debug, Deserialize)]
    struct Line {
        qty: u32,
    }

    #[test]
    fn argument_that_does_not_fit_is_named() {
        let told = |args: Value| match decoded::<Wanted>(&args) {
            Ok(wanted) => format!("{} {}", wanted.number, wanted.lines.iter().map(|line| line.qty).sum::<u32>()),
            Err(Error::Malformed(text)) => text,
            Err(error) => error.to_string(),
        };
        assert_eq!(told(json!({ "number": "1", "lines": [{ "qty": 2 }] })), "1 2");
        assert!(told(json!({ "number": 1, "lines": [] })).starts_with("number: "));
        assert!(told(json!({ "number": "1", "lines": [{ "qty": -2 }] })).starts_with("lines[0].qty: "));
        assert_eq!(told(json!({ "number": "1" })), "missing field `lines`");
    }
}
