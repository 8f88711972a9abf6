//! What a visitor allows, as their browser keeps it (decisions §4): `ui/src/state/consentRecord.ts` writes the same.

use serde::Serialize;

use super::cookies::{self, Category, Kind};

/// Six months in seconds, after which the question is asked again.
pub const CHOICE_SECONDS: i64 = 15_552_000;

/// What is allowed beside what is essential.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub functional: bool,
    pub marketing: bool,
    /// An external captcha: part of marketing, and allowed on its own.
    pub captcha: bool,
}

impl Choice {
    /// Reads the form of the page of cookies: its buttons answer `accept`, `reject` or `save`, the last with ticked boxes.
    pub fn of_form(answer: &str, ticked: impl Fn(&str) -> bool) -> Option<Choice> {
        match answer {
            "accept" => Some(Choice { functional: true, marketing: true, captcha: true }),
            "reject" => Some(Choice::default()),
            "save" => {
                let marketing = ticked("marketing");
                Some(Choice { functional: ticked("functional"), marketing, captcha: marketing || ticked("captcha") })
            }
            _ => None,
        }
    }

    /// Reads the cookies `cookieConsent` and `allowRecaptcha`.
    pub fn of_cookies(record: &str, captcha: &str) -> Choice {
        let allows = |category: &str| record.split('.').any(|word| word == category);
        Choice { functional: allows("functional"), marketing: allows("marketing"), captcha: captcha == "1" }
    }

    /// The value of the cookie `cookieConsent`.
    pub fn record(&self) -> String {
        let optional = [("functional", self.functional), ("marketing", self.marketing)];
        let allowed = optional.iter().filter(|(_, is_allowed)| *is_allowed).map(|(name, _)| *name);
        std::iter::once("essential").chain(allowed).collect::<Vec<_>>().join(".")
    }

    /// Whether a cookie of this name is of a category that is not allowed.
    pub fn refuses(&self, name: &str) -> bool {
        let is_named = |pattern: &str| match pattern.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == pattern,
        };
        cookies::ALL.iter().any(|cookie| {
            let is_refused = match cookie.category {
                Category::Essential => false,
                Category::Functional => !self.functional,
                Category::Marketing => !self.marketing,
            };
            is_refused && cookie.kind == Kind::Cookie && is_named(cookie.name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_the_form_are_read() {
        let read = |answer: &str, boxes: &[&str]| Choice::of_form(answer, |name| boxes.contains(&name));
        assert_eq!(read("accept", &[]).map(|all| all.record()).as_deref(), Some("essential.functional.marketing"));
        assert_eq!(read("reject", &["functional"]), Some(Choice::default()));
        assert_eq!(read("save", &["captcha"]), Some(Choice { captcha: true, ..Choice::default() }));
        assert_eq!(read("save", &["marketing"]).map(|some| some.captcha), Some(true), "it is part of marketing");
        assert_eq!(read("", &["functional"]), None);
        for boxes in [&["functional"][..], &["marketing"], &["captcha"]] {
            let choice = read("save", boxes).expect("a choice");
            assert_eq!(Choice::of_cookies(&choice.record(), if choice.captcha { "1" } else { "0" }), choice);
        }
    }

    #[test]
    fn cookies_of_what_is_refused_go() {
        let choice = Choice { functional: true, ..Choice::default() };
        assert!(choice.refuses("_ga_ABC") && choice.refuses("_GRECAPTCHA"));
        assert!(!choice.refuses("firstName") && !choice.refuses("PHPSESSID") && !choice.refuses("_gallery"));
        assert!(Choice::default().refuses("firstName"));
    }
}
