//! Cells of the catalogue's sheets: texts to values and back, one by one. What a cell may hold is the same in a file and in a field
//! of the console.

use std::fmt;

use jiff::Timestamp;

use crate::catalog::csv::Kind;
use crate::catalog::media;
use crate::cms::markdown;
use crate::db::Val;
use crate::domain::money::Amount;
use crate::domain::store_view::Lang;
use crate::domain::url_key::is_url_key;
use crate::message::{self, Message};

/// Why a cell cannot be. As text it is what an operator reads after the cell: what is wrong, and the mend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Key,
    Sku,
    Reference,
    Empty,
    Html,
    UrlKey,
    Lang,
    Number(i64, i64),
    Flag,
    /// In hundredths.
    Amount(i64, i64),
    Time,
    Choice(&'static [&'static str]),
    Color,
    Picture,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Key => f.write_str("is no key; give letters, digits, - and _"),
            Fault::Sku => f.write_str("is no sku; give capitals, digits and hyphens"),
            Fault::Reference => f.write_str("is empty; name one"),
            Fault::Empty => f.write_str("is empty; write it"),
            Fault::Html => f.write_str(
                "holds what no page may show, or an element that is not closed; write p, h2 to h4, ul, ol, li, table, \
                 strong, em and a only",
            ),
            Fault::UrlKey => f.write_str("is no address; give lower-case words joined by hyphens"),
            Fault::Lang => f.write_str("is no language of the shop; give en, fr, de, es or zh"),
            Fault::Number(least, most) => write!(f, "is no whole number from {least} to {most}; give one"),
            Fault::Flag => f.write_str("is neither 0 nor 1; give 0 for no, 1 for yes"),
            Fault::Amount(least, most) => {
                let [least, most] = [*least, *most].map(Amount::from_minor);
                write!(f, "is no amount from {least} to {most}; give it with a point and two decimals, as 120.00")
            }
            Fault::Time => f.write_str("is no time; give it as 2026-11-21T09:00:00Z"),
            Fault::Choice(choices) => write!(f, "is none of {}; give one of them", choices.join(", ")),
            Fault::Color => f.write_str("is no colour; give it as #e6ddd0"),
            Fault::Picture => f.write_str("is no picture's name; give lower-case letters, digits, - and _"),
        }
    }
}

impl Fault {
    /// What the console says beside the field.
    pub fn message(self) -> Message {
        match self {
            Fault::Key | Fault::Color | Fault::Picture | Fault::Time | Fault::Lang => message::PRODUCT_KEY_BAD.into(),
            Fault::Sku => message::PRODUCT_SKU_BAD.into(),
            Fault::Reference | Fault::Empty => message::PRODUCT_EMPTY.into(),
            Fault::Html => message::PRODUCT_HTML_BAD.into(),
            Fault::UrlKey => message::PRODUCT_URL_KEY_BAD.into(),
            Fault::Number(least, most) => message::PRODUCT_NUMBER_BAD.with("least", least).with("most", most),
            Fault::Flag => message::PRODUCT_CHOICE_BAD.with("choices", "1, 0"),
            Fault::Amount(least, most) => {
                let [least, most] = [least, most].map(Amount::from_minor);
                message::PRODUCT_AMOUNT_BAD.with("least", least).with("most", most)
            }
            Fault::Choice(choices) => message::PRODUCT_CHOICE_BAD.with("choices", choices.join(", ")),
        }
    }
}

/// The text of a value.
pub fn text(kind: Kind, value: &Val) -> String {
    match (kind, value) {
        (Kind::Amount(..) | Kind::MaybeAmount(..), Val::Int(minor)) => Amount::from_minor(*minor).to_string(),
        (Kind::Time | Kind::MaybeTime, Val::Int(ms)) => {
            Timestamp::from_millisecond(*ms).map(|time| time.to_string()).unwrap_or_default()
        }
        (_, Val::Int(number)) => number.to_string(),
        (_, Val::Text(text)) => text.clone(),
        (_, Val::Null | Val::Blob(_)) => String::new(),
    }
}

/// The value of a text.
pub fn value(kind: Kind, cell: &str) -> Result<Val, Fault> {
    let trimmed = cell.trim();
    let is_optional = matches!(kind, Kind::MaybeNumber(..) | Kind::MaybeAmount(..) | Kind::MaybeTime);
    if is_optional && trimmed.is_empty() {
        return Ok(Val::Null);
    }
    let may_be_empty = matches!(kind, Kind::MaybeChoice(_) | Kind::MaybeOf(_) | Kind::MaybePicture | Kind::Color);
    if may_be_empty && trimmed.is_empty() {
        return Ok(Val::Text(String::new()));
    }
    let text = |fits: bool, fault: Fault| match fits {
        true => Ok(Val::Text(trimmed.to_owned())),
        false => Err(fault),
    };
    match kind {
        Kind::Key => text(is_key(trimmed), Fault::Key),
        Kind::Sku => text(is_sku(trimmed), Fault::Sku),
        Kind::Of(_) | Kind::MaybeOf(_) | Kind::ValueOf(_) => text(!trimmed.is_empty(), Fault::Reference),
        Kind::Text if trimmed.is_empty() => Err(Fault::Empty),
        Kind::Text | Kind::Note => Ok(Val::Text(cell.replace("\r\n", "\n"))),
        Kind::Html => {
            let html = cell.replace("\r\n", "\n");
            if markdown::clean(&html) == html { Ok(Val::Text(html)) } else { Err(Fault::Html) }
        }
        Kind::UrlKey => text(is_url_key(trimmed), Fault::UrlKey),
        Kind::Lang => text(Lang::from_code(trimmed).is_some(), Fault::Lang),
        Kind::Number(least, most) | Kind::MaybeNumber(least, most) => match trimmed.parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(Val::Int(number)),
            _ => Err(Fault::Number(least, most)),
        },
        Kind::Flag => match trimmed {
            "0" => Ok(Val::Int(0)),
            "1" => Ok(Val::Int(1)),
            _ => Err(Fault::Flag),
        },
        Kind::Amount(least, most) | Kind::MaybeAmount(least, most) => match trimmed.parse::<Amount>() {
            Ok(amount) if (least..=most).contains(&amount.minor()) => Ok(Val::Int(amount.minor())),
            _ => Err(Fault::Amount(least, most)),
        },
        Kind::Time | Kind::MaybeTime => {
            trimmed.parse::<Timestamp>().map(|time| Val::Int(time.as_millisecond())).map_err(|_| Fault::Time)
        }
        Kind::Choice(choices) | Kind::MaybeChoice(choices) => text(choices.contains(&trimmed), Fault::Choice(choices)),
        Kind::Color => text(is_color(trimmed), Fault::Color),
        Kind::Picture | Kind::MaybePicture => text(media::is_name(trimmed), Fault::Picture),
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.len() <= 80 && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

fn is_sku(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= 80 && text.chars().all(fits)
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()))
}
