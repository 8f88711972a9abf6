//! Forms without scripts: a page's own form, filled in and sent as a browser does.

use super::html::{Element, elements};
use super::{Answer, Visitor};

/// The fields that a browser would send of a page's form, before anything is filled in.
pub fn form(page: &str, call: &str) -> Vec<(String, String)> {
    let is_control = |element: &Element| {
        let is_off = matches!(element.get("type"), Some("checkbox" | "radio")) && element.get("checked").is_none();
        element.name == "input" && element.get("name").is_some() && !is_off
    };
    let all = elements(page);
    let action = format!("/do/{call}");
    let at = all.iter().position(|one| one.name == "form" && one.get("action").is_some_and(|to| to.ends_with(&action)));
    let at = at.unwrap_or_else(|| panic!("no form of {call} in {}", page.split("<main").last().unwrap_or_default()));
    let fields = all[at + 1..].iter().take_while(|one| one.name != "form").filter(|one| is_control(one));
    // A box without a value of its own says `on`.
    let value = |one: &Element| {
        let default = if one.get("type") == Some("checkbox") { "on" } else { "" };
        one.get("value").unwrap_or(default).to_owned()
    };
    fields.map(|one| (one.get("name").unwrap_or_default().to_owned(), value(one))).collect()
}

/// Fills in fields; one that the form lacks is added, as scripts or lists would.
pub fn fill(fields: &mut Vec<(String, String)>, values: &[(&str, &str)]) {
    for (name, value) in values {
        fields.retain(|(known, _)| known != name);
        fields.push(((*name).to_owned(), (*value).to_owned()));
    }
}

/// The body of a form.
pub fn encoded(fields: &[(String, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// Sends a form as a browser without script does.
pub fn send(visitor: &mut Visitor, call: &str, fields: &[(String, String)]) -> Answer {
    let lang = visitor.lang;
    visitor.form(&format!("/{lang}/do/{call}"), &encoded(fields))
}

/// What a field holds; empty where it is missing.
pub fn value<'f>(fields: &'f [(String, String)], name: &str) -> &'f str {
    fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str()).unwrap_or_default()
}
