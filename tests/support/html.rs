//! A minimal HTML parser for the shop's own pages: start tags with their attributes, in order.

use std::collections::BTreeMap;

/// A start tag.
#[derive(Debug, Clone)]
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
}

impl Element {
    pub fn get(&self, attribute: &str) -> Option<&str> {
        self.attributes.get(attribute).map(String::as_str)
    }

    /// Whether a space-separated attribute, like `rel`, has a word.
    pub fn has_word(&self, attribute: &str, word: &str) -> bool {
        self.get(attribute).is_some_and(|words| words.split_whitespace().any(|one| one == word))
    }
}

/// All start tags of a document.
pub fn elements(html: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let (element, after) = element(rest);
        // The content of a script is not markup.
        rest = if element.name == "script" { after.find("</script").map_or("", |end| &after[end..]) } else { after };
        found.push(element);
    }
    found
}

/// Parses a tag after its `<`; returns it and the rest.
fn element(text: &str) -> (Element, &str) {
    let end = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(text.len());
    let mut element = Element { name: text[..end].to_ascii_lowercase(), attributes: BTreeMap::new() };
    let mut rest = &text[end..];
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return (element, after);
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '=' | '/')).unwrap_or(rest.len());
        if end == 0 {
            return (element, rest.get(1..).unwrap_or_default());
        }
        let name = rest[..end].to_ascii_lowercase();
        rest = &rest[end..];
        let mut value = "";
        if let Some(quoted) = rest.strip_prefix("=\"") {
            (value, rest) = quoted.split_once('"').unwrap_or((quoted, ""));
        } else if let Some(bare) = rest.strip_prefix('=') {
            let end = bare.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(bare.len());
            (value, rest) = bare.split_at(end);
        }
        element.attributes.insert(name, decoded(value));
    }
}

/// Decodes the entities that the shop writes.
pub fn decoded(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&amp;", "&")
}

/// The text of the first element of this name; empty where there is none.
pub fn text_of<'h>(html: &'h str, name: &str) -> &'h str {
    let open = format!("<{name}");
    let Some(inside) = html.split(open.as_str()).nth(1).and_then(|rest| rest.split_once('>')) else { return "" };
    inside.1.split("</").next().unwrap_or_default()
}

/// The nodes of a page's JSON-LD graph.
pub fn graph(html: &str) -> Vec<serde_json::Value> {
    let Some(json) = html.split("<script type=\"application/ld+json\">").nth(1) else { return Vec::new() };
    let json: serde_json::Value = serde_json::from_str(json.split("</script>").next().unwrap()).unwrap();
    json["@graph"].as_array().cloned().unwrap_or_default()
}

/// The first node of a type; null if there is none.
pub fn node<'g>(graph: &'g [serde_json::Value], of: &str) -> &'g serde_json::Value {
    graph.iter().find(|node| node["@type"] == of).unwrap_or(&serde_json::Value::Null)
}
