//! Arguments and answers of the newsletter's calls.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::store::Status;
use crate::domain::store_view::Lang;
use crate::message::Message;

/// A flag on the wire: 0 or 1 (specification §3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flag(pub bool);

impl Serialize for Flag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0.into())
    }
}

impl<'de> Deserialize<'de> for Flag {
    /// 0 and 1; `true` and `false` too, for other clients.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl de::Visitor<'_> for Either {
            type Value = Flag;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("0 or 1")
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Flag, E> {
                Ok(Flag(value))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Flag, E> {
                match value {
                    0 => Ok(Flag(false)),
                    1 => Ok(Flag(true)),
                    _ => Err(E::invalid_value(Unexpected::Other("another number"), &self)),
                }
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Flag, E> {
                self.visit_u64(u64::try_from(value).unwrap_or(u64::MAX))
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Flag, E> {
                match value.trim() {
                    "1" | "true" => Ok(Flag(true)),
                    "0" | "false" | "" => Ok(Flag(false)),
                    _ => Err(E::invalid_value(Unexpected::Other("another text"), &self)),
                }
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for Flag {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Flag".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "enum": [0, 1] })
    }
}

/// Selected newsletters (decisions §5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Letters {
    /// The shop's.
    pub hah_subscribe: Flag,
    /// The hotel brand's.
    pub brand: Flag,
    /// The partner loyalty programme's.
    pub all_subscribe_status: Flag,
}

impl Letters {
    /// The shop's, as offered at checkout and registration.
    pub const SHOP: Letters =
        Letters { hah_subscribe: Flag(true), brand: Flag(false), all_subscribe_status: Flag(false) };
    /// The selection of a form without boxes (decisions §5).
    pub const WITHOUT_BOXES: Letters =
        Letters { hah_subscribe: Flag(false), brand: Flag(true), all_subscribe_status: Flag(false) };

    pub fn choices(self) -> [bool; 3] {
        [self.hah_subscribe.0, self.brand.0, self.all_subscribe_status.0]
    }

    pub fn is_empty(self) -> bool {
        self.choices() == [false; 3]
    }

    /// The union of both.
    pub fn and(self, other: Letters) -> Letters {
        let either = |a: Flag, b: Flag| Flag(a.0 || b.0);
        Letters {
            hah_subscribe: either(self.hah_subscribe, other.hah_subscribe),
            brand: either(self.brand, other.brand),
            all_subscribe_status: either(self.all_subscribe_status, other.all_subscribe_status),
        }
    }
}

/// Arguments of `newsletter/subscribe` (specification §3).
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SubscribeArgs {
    pub email: String,
    /// The partner loyalty programme's newsletter.
    pub all_subscribe_status: Flag,
    /// The shop's newsletter.
    pub hah_subscribe: Flag,
    /// The hotel brand's newsletter.
    pub brand: Flag,
    /// `footer` or `lightbox`; `account` on a customer's account page.
    pub source: String,
    /// The answer to `captcha/challenge`; not required of customers for their own address.
    pub captcha: String,
}

/// Arguments of `newsletter/confirm`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "NewsletterConfirmArgs")]
pub struct ConfirmArgs {
    /// From the link in the mail.
    pub token: String,
}

/// Arguments of `newsletter/unsubscribe`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct UnsubscribeArgs {
    /// From the link in a newsletter; empty: the logged-in customer's own address.
    pub token: String,
}

/// The answer of all three calls.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NewsletterAnswer")]
pub struct Answer {
    pub message: Message,
    /// Whether the subscription must be confirmed by the mailed link.
    pub confirmation_required: bool,
    /// RFC 3339: until when newsletters may be sent after unsubscribing; null without an unsubscription.
    pub ends_at: Option<String>,
}

/// The newsletter subscription of an address.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NewsletterInfo {
    /// Whether newsletters are sent.
    pub subscribed: bool,
    /// Whether the subscription is not confirmed yet.
    pub confirmation_pending: bool,
    /// RFC 3339: until when newsletters may be sent after unsubscribing; null without an unsubscription.
    pub ends_at: Option<String>,
    /// The subscribed newsletters.
    pub letters: Letters,
}

/// Which newsletters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NewsletterLetter")]
pub enum Letter {
    /// The shop's.
    Shop,
    /// The hotel brand's.
    Brand,
    /// The partner loyalty programme's.
    Partner,
}

impl Letter {
    pub const ALL: [Letter; 3] = [Self::Shop, Self::Brand, Self::Partner];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Shop => "shop",
            Self::Brand => "brand",
            Self::Partner => "partner",
        }
    }

    /// Whether it is among those that were chosen.
    pub const fn is_wanted(self, letters: Letters) -> bool {
        match self {
            Self::Shop => letters.hah_subscribe.0,
            Self::Brand => letters.brand.0,
            Self::Partner => letters.all_subscribe_status.0,
        }
    }
}

/// Arguments of the console's `newsletter/list`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SubscriberListArgs")]
pub struct ListArgs {
    /// How addresses begin, in any case.
    pub q: String,
    /// Null: all.
    pub status: Option<Status>,
    /// From the page before.
    pub after: Option<String>,
}

/// Addresses in alphabetical order.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SubscriberPage {
    pub items: Vec<SubscriberRow>,
    /// Where the next page begins; null on the last one.
    pub after: Option<String>,
    /// How many may be sent newsletters, whatever is looked for; counted up to one more than a file holds.
    pub confirmed: i64,
}

/// An address with the state of its subscription. Times are RFC 3339.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SubscriberRow {
    pub email: String,
    pub status: Status,
    pub lang: Lang,
    /// Where it was asked for, e.g. `footer`.
    pub source: String,
    pub letters: Vec<Letter>,
    pub confirmed_at: Option<String>,
    /// When an unsubscription that was asked for takes effect.
    pub ends_at: Option<String>,
    /// The account that asked for it, as the console names it.
    pub customer: Option<String>,
}

/// Arguments of the console's `newsletter/export`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SubscriberExportArgs")]
pub struct ExportArgs {
    /// Only subscribers of these newsletters; null: of any.
    pub letter: Option<Letter>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn flags_accept_only_0_and_1_in_their_spellings() {
        for (wire, expected) in [
            (json!(1), true),
            (json!(0), false),
            (json!(true), true),
            (json!("1"), true),
            (json!(" 0 "), false),
            (json!(""), false),
        ] {
            assert_eq!(serde_json::from_value::<Flag>(wire.clone()).expect("a flag"), Flag(expected), "{wire}");
        }
        for wire in [json!(2), json!(-1), json!("yes"), json!([1]), json!({}), json!(0.5), Value::Null] {
            assert!(serde_json::from_value::<Flag>(wire.clone()).is_err(), "{wire}");
        }
        assert_eq!(serde_json::to_value(Flag(true)).expect("a number"), json!(1));
    }

    #[test]
    fn selections_are_merged() {
        let brand = Letters { brand: Flag(true), ..Letters::default() };
        assert_eq!(Letters::SHOP.and(brand).choices(), [true, true, false]);
        assert!(Letters::default().is_empty() && !Letters::WITHOUT_BOXES.is_empty());
    }

    proptest! {
        #[test]
        fn invalid_flags_never_panic_or_echo_input(text in "\\PC{0,40}") {
            if let Err(error) = serde_json::from_value::<Flag>(json!(text)) {
                // Input must not reach the log through the error.
                prop_assert!(error.to_string().len() < 80 && (text.len() < 3 || !error.to_string().contains(&text)));
            }
        }
    }
}
