//! The subset of JSON Schema that a gateway's API description uses: types, enums, required and additional properties.

use serde_json::{Map, Value, json};

/// The violations of a schema, with their paths.
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, value, "", &mut faults);
    faults
}

fn check(schema: &Value, value: &Value, path: &str, faults: &mut Vec<String>) {
    if let Some(choices) = schema["anyOf"].as_array() {
        if !choices.iter().any(|choice| self::faults(choice, value).is_empty()) {
            faults.push(format!("{path}: {value} matches no alternative"));
        }
        return;
    }
    if let Some(literals) = schema["enum"].as_array()
        && !literals.contains(value)
    {
        faults.push(format!("{path}: {value} is not in the enum"));
    }
    let fits = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    if !fits {
        faults.push(format!("{path}: {value} is not of type {}", schema["type"]));
        return;
    }
    if let (Some(items), Some(item)) = (value.as_array(), schema.get("items")) {
        for (at, one) in items.iter().enumerate() {
            check(item, one, &format!("{path}[{at}]"), faults);
        }
    }
    if let Some(fields) = value.as_object() {
        check_fields(schema, fields, path, faults);
    }
}

fn check_fields(schema: &Value, fields: &Map<String, Value>, path: &str, faults: &mut Vec<String>) {
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            faults.push(format!("{path}.{name} is missing"));
        }
    }
    for (name, one) in fields {
        let here = format!("{path}.{name}");
        match (schema["properties"].get(name), schema.get("additionalProperties")) {
            (Some(known), _) => check(known, one, &here, faults),
            (None, Some(Value::Bool(false))) => faults.push(format!("{here} is not known")),
            (None, Some(other)) => check(other, one, &here, faults),
            (None, None) => {}
        }
    }
}

/// The minimal value of a schema: null where allowed, else empty values of the required properties.
pub fn least(schema: &Value) -> Value {
    if let Some(choices) = schema["anyOf"].as_array() {
        let is_null = |choice: &Value| choice["type"] == "null";
        return choices.iter().find(|choice| is_null(choice)).map_or_else(|| least(&choices[0]), |_| Value::Null);
    }
    if let Some(literals) = schema["enum"].as_array() {
        return literals[0].clone();
    }
    match schema["type"].as_str() {
        Some("string") => json!(""),
        Some("integer") => json!(0),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.map(|name| (name.to_owned(), least(&schema["properties"][name]))).collect::<Map<_, _>>().into()
        }
        _ => Value::Null,
    }
}

/// Form fields (`a[b][0]=c`) as JSON, with numbers and booleans typed by the schema.
pub fn from_form(pairs: &[(String, String)], schema: &Value) -> Value {
    let mut root = json!({});
    for (name, text) in pairs {
        let mut keys: Vec<String> = name.split('[').map(|key| key.trim_end_matches(']').to_owned()).collect();
        let last = keys.pop().unwrap();
        let mut at = &mut root;
        for key in keys {
            at = at.as_object_mut().unwrap().entry(key).or_insert_with(|| json!({}));
        }
        at.as_object_mut().unwrap().insert(last, json!(text));
    }
    typed(root, schema)
}

fn typed(value: Value, schema: &Value) -> Value {
    let choices = schema["anyOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
    let kind = |name: &str| choices.iter().find(|choice| choice["type"] == name);
    match value {
        Value::Object(fields) if kind("array").is_some() => {
            let item = &kind("array").unwrap()["items"];
            fields.into_iter().map(|(_, one)| typed(one, item)).collect()
        }
        Value::Object(fields) => {
            let object = kind("object").cloned().unwrap_or_default();
            let of = |name: &str| {
                object["properties"]
                    .get(name)
                    .or_else(|| object.get("additionalProperties"))
                    .cloned()
                    .unwrap_or_default()
            };
            fields.into_iter().map(|(name, one)| (name.clone(), typed(one, &of(&name)))).collect::<Map<_, _>>().into()
        }
        Value::String(text) => {
            let is_text = kind("string").is_some();
            match text.parse::<i64>() {
                Ok(number) if kind("integer").is_some() && !is_text => json!(number),
                _ if kind("boolean").is_some() && !is_text => json!(text == "true"),
                _ => json!(text),
            }
        }
        other => other,
    }
}
