//! Validation and normalisation of form fields.
//!
//! Each function takes the input and returns the normalised value, or the message for the field. Only spaces and
//! hyphens in numbers and full-width digits are normalised; nothing ambiguous is corrected. The interface implements
//! the same rules; both sides are tested with `tests/cases/*.json`.
//!
//! Lengths are counted in characters (Unicode scalar values), after normalisation; those of names, addresses, messages
//! and search terms without white space ([`length`]).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex_lite::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::common_password::is_common;
use crate::error::FieldMessages;
use crate::message::{self, Message, MessageDef};

/// Shortest password (boutique.md §9).
pub const PASSWORD_MIN: usize = 6;
/// Longest password; bounds the time of hashing.
pub const PASSWORD_MAX: usize = 128;
/// Longest e-mail address (RFC 5321, as corrected by RFC 3696 erratum 1690).
pub const EMAIL_MAX: usize = 254;
/// Shortest phone number (boutique.md §9).
pub const PHONE_MIN: usize = 5;
/// Longest postal code (boutique.md §9), without spaces and hyphens.
pub const POSTCODE_MAX: usize = 8;
/// Digits of a member card number (boutique.md §9).
pub const MEMBER_CARD_DIGITS: usize = 16;
/// Longest first or last name on a carrier's label.
pub const NAME_MAX: usize = 50;
/// Longest line of an address on a carrier's label.
pub const LINE_MAX: usize = 100;
/// Shorter streets are incomplete ("Enter the street and number").
pub const STREET_MIN: usize = 3;
pub const TAX_ID_MAX: usize = 20;
/// Longest number of a Chinese bank account, a branch prefix included.
pub const BANK_ACCOUNT_MAX: usize = 30;
pub const SEARCH_MAX: usize = 200;
pub const CONTACT_MESSAGE_MAX: usize = 5_000;
/// Longest message in the chat.
pub const CHAT_MESSAGE_MAX: usize = 1_000;
/// Example in the message about e-mail addresses.
pub const EMAIL_EXAMPLE: &str = "name@example.com";

// ── Normalising ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// White space and invisible characters, which pasting can bring.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_unseen(c)
}

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2013}' | '\u{2212}')
}

/// Trimmed of white space and invisible characters.
pub fn trim(input: &str) -> &str {
    input.trim_matches(is_blank)
}

/// A printed number: invisible characters removed, plain hyphens, upper case. Ten digits or more, with white space or without
/// anything between them, are an order's number: `2026 000123` is `2026-000123`.
pub fn printed_number(input: &str) -> String {
    let digits = compact(input);
    if digits.len() >= 10 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{}-{}", &digits[..4], &digits[4..]);
    }
    let plain = |c: char| if is_hyphen(c) { '-' } else { c };
    trim(input).chars().filter(|c| !is_unseen(*c)).map(plain).collect::<String>().to_uppercase()
}

/// One line: trimmed, runs of white space collapsed to one space.
pub fn one_line(input: &str) -> String {
    input.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A number or code: without white space and hyphens; full-width characters (of Chinese keyboards) become ASCII.
pub fn compact(input: &str) -> String {
    input
        .chars()
        .map(|c| match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
            other => other,
        })
        .filter(|c| !is_blank(*c) && !is_hyphen(*c))
        .collect()
}

/// Characters without white space: what the limits of fields count (boutique.md §5).
fn length(text: &str) -> usize {
    text.chars().filter(|c| !is_blank(*c)).count()
}

/// Characters that cannot be printed on a label or put into a mail header.
fn is_unprintable(c: char) -> bool {
    matches!(c, '<' | '>') || is_unreadable(c)
}

/// Control characters and bidirectional overrides, which can disguise a text.
pub fn is_unreadable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether mail programs would show a text as a link. Names and addresses go into mails to addresses that are not
/// proved, so they must not be usable for spam.
pub fn holds_link(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("://") || text.contains("www.")
}

/// Chinese characters: the blocks of CJK ideographs, with their radicals and bopomofo.
fn is_chinese(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}' | '\u{3007}' | '\u{3100}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

// ── Single fields ───────────────────────────────────────────────────────────────────────────────────────────────────

/// An e-mail address: local@domain, with a top-level domain of two letters or more; trimmed.
pub fn email(input: &str) -> Result<String, Message> {
    let address = trim(input);
    if address.is_empty() {
        return Err(message::EMAIL_EMPTY.into());
    }
    if address.chars().count() > EMAIL_MAX {
        return Err(message::EMAIL_TOO_LONG.with("max", EMAIL_MAX));
    }
    if email_pattern().is_match(address) && address.parse::<lettre::Address>().is_ok() {
        Ok(address.to_owned())
    } else {
        Err(message::EMAIL_INVALID.with("email", EMAIL_EXAMPLE))
    }
}

/// What boutique.md §9 demands beyond RFC 5321, which lettre checks: ASCII without quotes, labels of letters, digits
/// and hyphens, and a top-level domain of letters.
fn email_pattern() -> &'static Regex {
    static PATTERN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("^[!#-?A-~]+@([A-Za-z0-9-]+[.])+[A-Za-z]{2,}$").expect("a valid pattern"));
    &PATTERN
}

/// The address as accounts and subscriptions compare it: in lower case.
pub fn email_key(address: &str) -> String {
    trim(address).to_lowercase()
}

/// A phone number: at least 5 characters of digits, hyphen, plus or spaces (boutique.md §5); kept without spaces and
/// hyphens, unless fewer would be left.
pub fn phone(input: &str) -> Result<String, Message> {
    let number = compact(input);
    if number.is_empty() {
        return Err(message::PHONE_EMPTY.into());
    }
    if !number.chars().all(|c| c.is_ascii_digit() || c == '+') {
        return Err(message::PHONE_BAD_CHARACTERS.into());
    }
    let typed: String = printed_number(input).chars().map(|c| if is_blank(c) { ' ' } else { c }).collect();
    if typed.chars().count() < PHONE_MIN {
        return Err(message::PHONE_TOO_SHORT.with("min", PHONE_MIN));
    }
    Ok(if number.len() < PHONE_MIN { typed } else { number })
}

/// A member card number: exactly 16 digits, spaces and hyphens allowed; `None` when the field is empty.
///
/// One message for all faults, as the specification has it.
pub fn member_card(input: &str) -> Result<Option<String>, Message> {
    let number = compact(input);
    if number.is_empty() {
        return Ok(None);
    }
    if number.len() == MEMBER_CARD_DIGITS && number.bytes().all(|b| b.is_ascii_digit()) {
        Ok(Some(number))
    } else {
        Err(message::MEMBER_CARD_INVALID.into())
    }
}

/// A unified social credit code: 15, 18 or 20 letters and digits, in upper case.
pub fn credit_code(input: &str) -> Result<String, Message> {
    let code = compact(input).to_ascii_uppercase();
    if code.is_empty() {
        return Err(message::CREDIT_CODE_EMPTY.into());
    }
    if !code.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(message::CREDIT_CODE_BAD_CHARACTERS.into());
    }
    match code.len() {
        15 | 18 | 20 => Ok(code),
        _ => Err(message::CREDIT_CODE_WRONG_LENGTH.into()),
    }
}

/// A tax number: letters and digits; dots, slashes, spaces and hyphens are removed. May be empty.
pub fn tax_id(input: &str) -> Result<String, Message> {
    let number: String = compact(input).chars().filter(|c| !matches!(c, '.' | '/')).collect();
    let number = number.to_ascii_uppercase();
    if number.len() <= TAX_ID_MAX && number.bytes().all(|b| b.is_ascii_alphanumeric()) {
        Ok(number)
    } else {
        Err(message::TAX_ID_BAD.with("max", TAX_ID_MAX))
    }
}

/// A bank account number: digits; spaces and hyphens are removed.
pub fn bank_account(input: &str) -> Result<String, Message> {
    let number = compact(input);
    match number.len() {
        0 => Err(message::BANK_ACCOUNT_EMPTY.into()),
        1..=BANK_ACCOUNT_MAX if number.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
        _ => Err(message::BANK_ACCOUNT_BAD.with("max", BANK_ACCOUNT_MAX)),
    }
}

/// A search term: not empty, one line.
pub fn search_term(input: &str) -> Result<String, Message> {
    let term = one_line(input);
    match length(&term) {
        0 => Err(message::SEARCH_EMPTY.into()),
        count if count > SEARCH_MAX => Err(message::SEARCH_TOO_LONG.with("max", SEARCH_MAX)),
        _ => Ok(term),
    }
}

/// A contact message: not empty; keeps line breaks, drops other control characters.
pub fn contact_message(input: &str) -> Result<String, Message> {
    free_text(input, CONTACT_MESSAGE_MAX)
}

/// A chat message: likewise, but shorter.
pub fn chat_message(input: &str) -> Result<String, Message> {
    free_text(input, CHAT_MESSAGE_MAX)
}

fn free_text(input: &str, max: usize) -> Result<String, Message> {
    let text = readable(input);
    match length(&text) {
        0 => Err(message::CONTACT_MESSAGE_EMPTY.into()),
        count if count > max => Err(message::CONTACT_MESSAGE_TOO_LONG.with("max", max)),
        _ => Ok(text),
    }
}

/// A text with its line breaks, without characters that disguise it in a terminal or mail.
pub fn readable(input: &str) -> String {
    let unified = input.replace("\r\n", "\n").replace('\r', "\n");
    let kept: String = unified.chars().filter(|c| *c == '\n' || *c == '\t' || !is_unreadable(*c)).collect();
    trim(&kept).to_owned()
}

/// Likewise, in one line.
pub fn readable_line(input: &str) -> String {
    one_line(&one_line(input).chars().filter(|c| !is_unreadable(*c)).collect::<String>())
}

/// The three newsletter opt-ins: at least one, where the boxes are shown (EU).
pub fn newsletter_choice(boxes_shown: bool, choices: [bool; 3]) -> Result<(), Message> {
    if boxes_shown && choices == [false; 3] { Err(message::NEWSLETTER_SELECT.into()) } else { Ok(()) }
}

/// A line of text on a label: the messages if it is empty (`None`: it may be), too long, or unprintable.
#[derive(Clone, Copy, Debug)]
pub struct LineMessages {
    pub empty: Option<MessageDef>,
    pub too_long: MessageDef,
    pub bad_characters: MessageDef,
}

impl LineMessages {
    pub const fn new(empty: Option<MessageDef>, too_long: MessageDef, bad_characters: MessageDef) -> LineMessages {
        LineMessages { empty, too_long, bad_characters }
    }
}

/// A line of text of at most `max` characters.
pub fn line(input: &str, max: usize, messages: LineMessages) -> Result<String, Message> {
    let text = one_line(input);
    if let (true, Some(empty)) = (text.is_empty(), messages.empty) {
        return Err(empty.into());
    }
    if text.chars().any(is_unprintable) || holds_link(&text) {
        return Err(messages.bad_characters.into());
    }
    if length(&text) > max {
        return Err(messages.too_long.with("max", max));
    }
    Ok(text)
}

pub fn first_name(input: &str) -> Result<String, Message> {
    let (empty, bad_characters) = (Some(message::FIRST_NAME_EMPTY), message::FIRST_NAME_BAD_CHARACTERS);
    line(input, NAME_MAX, LineMessages::new(empty, message::FIRST_NAME_TOO_LONG, bad_characters))
}

pub fn last_name(input: &str) -> Result<String, Message> {
    let (empty, bad_characters) = (Some(message::LAST_NAME_EMPTY), message::LAST_NAME_BAD_CHARACTERS);
    line(input, NAME_MAX, LineMessages::new(empty, message::LAST_NAME_TOO_LONG, bad_characters))
}

// ── Passwords ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// A new password, trimmed (boutique.md §5).
pub fn password(input: &str) -> Result<String, Message> {
    let password = trim(input);
    match password.chars().count() {
        0 => Err(message::PASSWORD_EMPTY.into()),
        count if count < PASSWORD_MIN => Err(message::PASSWORD_TOO_SHORT.with("min", PASSWORD_MIN)),
        count if count > PASSWORD_MAX => Err(message::PASSWORD_TOO_LONG.with("max", PASSWORD_MAX)),
        _ if is_common(password) => Err(message::PASSWORD_TOO_COMMON.into()),
        _ => Ok(password.to_owned()),
    }
}

/// A new password and its confirmation; messages by the wire names of their fields.
pub fn new_password(input: &str, confirmation: &str) -> Result<String, FieldMessages> {
    let mut fields = FieldMessages::new();
    let password = password(input).map_err(|fault| fields.insert("password".into(), fault)).unwrap_or_default();
    if trim(confirmation).is_empty() {
        fields.insert("password_confirmation".into(), message::PASSWORD_CONFIRMATION_EMPTY.into());
    } else if fields.is_empty() && trim(confirmation) != password {
        fields.insert("password_confirmation".into(), message::PASSWORD_MISMATCH.into());
    }
    if fields.is_empty() { Ok(password) } else { Err(fields) }
}

// ── Postal codes ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Format of a country's postal codes, from the table of countries.
///
/// Patterns use the common subset of Rust and JavaScript: anchors, `\d`, `[A-Z]`, `{n,m}`, `?`, groups and
/// alternatives. They are matched in upper case, with and without the country's separator.
#[derive(Clone, Debug)]
pub struct PostcodePattern {
    regex: Regex,
    /// An example for the message.
    pub example: String,
}

impl PostcodePattern {
    /// Compiles a pattern, anchored at both ends.
    pub fn new(pattern: &str, example: impl Into<String>) -> Result<Self, regex_lite::Error> {
        Ok(Self { regex: Regex::new(&format!("^(?:{pattern})$"))?, example: example.into() })
    }

    pub fn is_match(&self, code: &str) -> bool {
        self.regex.is_match(code)
    }
}

/// A postal code: 1 to 8 characters, not counting spaces and hyphens, none of them Chinese; in upper case and the
/// country's format (`SW1A 1AA`, `00-950`). May be empty unless `required`, which the table of countries decides.
pub fn postcode(
    input: &str,
    country: &str,
    required: bool,
    pattern: Option<&PostcodePattern>,
) -> Result<String, Message> {
    let code = compact(input).to_uppercase();
    if code.is_empty() {
        return if required { Err(message::POSTCODE_EMPTY.into()) } else { Ok(code) };
    }
    if code.chars().any(|c| is_chinese(c) || is_unprintable(c)) {
        return Err(message::POSTCODE_BAD_CHARACTERS.into());
    }
    if length(&code) > POSTCODE_MAX {
        return Err(message::POSTCODE_WRONG_LENGTH.with("max", POSTCODE_MAX));
    }
    let written = with_separator(&code, country);
    match pattern {
        Some(pattern) if !pattern.is_match(&written) && !pattern.is_match(&code) => {
            Err(message::POSTCODE_FORMAT.with("example", &pattern.example))
        }
        _ => Ok(written),
    }
}

/// Inserts the country's separator, if the code has the right length.
fn with_separator(code: &str, country: &str) -> String {
    let length = code.chars().count();
    let (at, separator) = match (country, length) {
        ("GB" | "GG" | "IM" | "JE" | "FK" | "GI" | "GS" | "IO" | "PN" | "SH" | "TC", 5..=7) => (length - 3, ' '),
        ("CA", 6) | ("IE" | "MT", 7) | ("CZ" | "GR" | "SE" | "SK", 5) => (3, ' '),
        ("NL", 6) => (4, ' '),
        ("PL", 5) | ("LV", 6) | ("LT", 7) => (2, '-'),
        ("JP" | "KY", 7) => (3, '-'),
        ("PT", 7) => (4, '-'),
        ("BR", 8) => (5, '-'),
        _ => return code.to_owned(),
    };
    code.chars().enumerate().flat_map(|(index, c)| (index == at).then_some(separator).into_iter().chain([c])).collect()
}

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// A postal address as clients send it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Address {
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    pub county: String,
    /// Region id where the country lists regions, else free text.
    pub region: String,
    pub postcode: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub telephone: String,
    pub tax_id: String,
    pub default_billing: bool,
    pub default_shipping: bool,
    pub save_in_address_book: bool,
}

/// Kind of address, for the messages about its street.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressKind {
    Billing,
    Shipping,
    /// Of the address book, for any purpose.
    Book,
}

/// Required fields of a country's addresses, from the table of countries; the street is always required.
#[derive(Clone, Copy, Debug)]
pub struct CountryRules<'a> {
    pub postcode: Option<&'a PostcodePattern>,
    /// False for the countries that boutique.md §5 lists.
    pub requires_postcode: bool,
    /// False for city states.
    pub requires_city: bool,
    pub requires_region: bool,
    pub requires_county: bool,
    pub region_word: RegionWord,
}

impl CountryRules<'_> {
    /// The rules of most countries.
    pub const USUAL: Self = CountryRules {
        postcode: None,
        requires_postcode: true,
        requires_city: true,
        requires_region: false,
        requires_county: false,
        region_word: RegionWord::Region,
    };
}

/// A country's term for its regions, as far as the messages differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RegionWord {
    #[default]
    Region,
    Province,
    County,
}

impl RegionWord {
    /// From the label in the table of countries; states, departments, emirates and the like are regions.
    pub fn from_label(label: &str) -> Self {
        match label {
            "province" => Self::Province,
            "county" => Self::County,
            _ => Self::Region,
        }
    }

    fn empty(self) -> MessageDef {
        match self {
            Self::Region => message::REGION_EMPTY,
            Self::Province => message::PROVINCE_EMPTY,
            Self::County => message::COUNTY_EMPTY,
        }
    }
}

/// Validates an address; returns it normalised, or a message for each invalid field, by wire name.
///
/// `rules` is `None` for countries not in the table. The caller checks that a region belongs to the country.
pub fn address(input: &Address, kind: AddressKind, rules: Option<CountryRules<'_>>) -> Result<Address, FieldMessages> {
    let mut fields: FieldMessages = BTreeMap::new();
    let mut keep = |field: &str, checked: Result<String, Message>| {
        checked.unwrap_or_else(|fault| {
            fields.insert(field.to_owned(), fault);
            String::new()
        })
    };

    let country = compact(&input.country).to_uppercase();
    let country = keep(
        "country",
        match (country.is_empty(), rules.is_some()) {
            (true, _) => Err(message::COUNTRY_EMPTY.into()),
            (false, false) => Err(message::COUNTRY_UNKNOWN.into()),
            (false, true) => Ok(country),
        },
    );
    let rules = rules.unwrap_or(CountryRules::USUAL);
    let region_line = |empty| LineMessages::new(empty, message::REGION_TOO_LONG, message::FIELD_BAD_CHARACTERS);
    let company_line = LineMessages::new(None, message::COMPANY_TOO_LONG, message::COMPANY_BAD_CHARACTERS);
    let street_line = LineMessages::new(None, message::STREET_TOO_LONG, message::STREET_BAD_CHARACTERS);
    let no_city = rules.requires_city.then_some(message::CITY_EMPTY);
    let city_line = LineMessages::new(no_city, message::CITY_TOO_LONG, message::CITY_BAD_CHARACTERS);
    let address = Address {
        first_name: keep("first_name", first_name(&input.first_name)),
        last_name: keep("last_name", last_name(&input.last_name)),
        company: keep("company", line(&input.company, LINE_MAX, company_line)),
        address1: keep("address1", street(&input.address1, kind)),
        address2: keep("address2", line(&input.address2, LINE_MAX, street_line)),
        city: keep("city", line(&input.city, LINE_MAX, city_line)),
        county: keep(
            "county",
            line(&input.county, LINE_MAX, region_line(rules.requires_county.then_some(message::COUNTY_EMPTY))),
        ),
        region: keep(
            "region",
            line(&input.region, LINE_MAX, region_line(rules.requires_region.then_some(rules.region_word.empty()))),
        ),
        postcode: keep("postcode", postcode(&input.postcode, &country, rules.requires_postcode, rules.postcode)),
        telephone: keep("telephone", phone(&input.telephone)),
        tax_id: keep("tax_id", tax_id(&input.tax_id)),
        country,
        ..*input
    };
    if fields.is_empty() { Ok(address) } else { Err(fields) }
}

/// The street of an address; its messages name the kind of address.
fn street(input: &str, kind: AddressKind) -> Result<String, Message> {
    let (empty, too_short) = match kind {
        AddressKind::Billing => (message::BILLING_STREET_EMPTY, message::BILLING_STREET_TOO_SHORT),
        AddressKind::Shipping => (message::SHIPPING_STREET_EMPTY, message::SHIPPING_STREET_TOO_SHORT),
        AddressKind::Book => (message::STREET_EMPTY, message::STREET_TOO_SHORT),
    };
    let messages = LineMessages::new(Some(empty), message::STREET_TOO_LONG, message::STREET_BAD_CHARACTERS);
    let street = line(input, LINE_MAX, messages)?;
    if length(&street) < STREET_MIN { Err(too_short.into()) } else { Ok(street) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::de::DeserializeOwned;

    use super::*;

    fn cases<T: DeserializeOwned>(json: &str) -> Vec<T> {
        serde_json::from_str(json).expect("readable cases")
    }

    /// An input and its result: `normalised`, or the message `error`.
    #[derive(Deserialize)]
    struct Case {
        input: String,
        normalised: Option<String>,
        error: Option<String>,
        why: String,
    }

    impl Case {
        fn check(&self, answer: Result<Option<String>, Message>) {
            match answer {
                Ok(kept) => {
                    assert_eq!(self.error, None, "{:?}: {}", self.input, self.why);
                    assert_eq!(kept.as_ref(), self.normalised.as_ref(), "{:?}: {}", self.input, self.why);
                }
                Err(fault) => assert_eq!(Some(fault.id), self.error.as_deref(), "{:?}: {}", self.input, self.why),
            }
        }
    }

    #[test]
    fn copied_numbers_lose_invisible_characters() {
        for copied in ["2026-\u{2060}000123", " 2026\u{2011}000123 ", "\u{feff}2026-000123"] {
            assert_eq!(printed_number(copied), "2026-000123");
        }
        for retyped in ["2026 000123", "2026000123", "2026 - 000123", "２０２６０００１２３"] {
            assert_eq!(printed_number(retyped), "2026-000123");
        }
        assert_eq!(printed_number("2026-00012"), "2026-00012");
        assert_eq!(printed_number("no. r1"), "NO. R1", "other text stays readable");
    }

    #[test]
    fn email_cases() {
        for case in cases::<Case>(include_str!("../../tests/cases/email.json")) {
            case.check(email(&case.input).map(Some));
        }
    }

    #[test]
    fn phone_cases() {
        for case in cases::<Case>(include_str!("../../tests/cases/phone.json")) {
            case.check(phone(&case.input).map(Some));
        }
    }

    #[test]
    fn member_card_cases() {
        for case in cases::<Case>(include_str!("../../tests/cases/member_card.json")) {
            case.check(member_card(&case.input));
        }
    }

    #[test]
    fn postcode_cases() {
        #[derive(Deserialize)]
        struct PostcodeCase {
            country: String,
            /// True if absent, as in most countries.
            required: Option<bool>,
            pattern: Option<String>,
            example: Option<String>,
            #[serde(flatten)]
            case: Case,
        }
        for row in cases::<PostcodeCase>(include_str!("../../tests/cases/postcode.json")) {
            let pattern = row.pattern.as_deref().map(|pattern| {
                PostcodePattern::new(pattern, row.example.as_deref().unwrap_or_default())
                    .expect("a pattern of the dialect")
            });
            let required = row.required.unwrap_or(true);
            let answer = postcode(&row.case.input, &row.country, required, pattern.as_ref());
            row.case.check(answer.map(Some));
        }
    }

    #[test]
    fn passwords_are_trimmed_and_checked() {
        assert_eq!(password("  secrit ").expect("six characters"), "secrit");
        assert_eq!(password("a b  c").expect("blanks within count"), "a b  c");
        assert_eq!(password("  12345  ").expect_err("five"), message::PASSWORD_TOO_SHORT);
        assert_eq!(password("   ").expect_err("nothing"), message::PASSWORD_EMPTY);
        assert_eq!(password(&"x".repeat(129)).expect_err("too long"), message::PASSWORD_TOO_LONG);
        assert_eq!(password("вьюнок").expect("six letters"), "вьюнок");
        for common in ["password1", " 123456 ", "QWERTY", "пароль"] {
            assert_eq!(password(common).expect_err("too common"), message::PASSWORD_TOO_COMMON, "{common}");
        }
    }

    #[test]
    fn password_confirmation_must_match() {
        assert_eq!(new_password("lakeside ", " lakeside").expect("equal"), "lakeside");
        let faults = |first, second| new_password(first, second).expect_err("refused");
        assert_eq!(faults("lakeside", "Lakeside")["password_confirmation"], message::PASSWORD_MISMATCH);
        assert_eq!(faults("lakeside", " ")["password_confirmation"], message::PASSWORD_CONFIRMATION_EMPTY);
        let short = faults("lake", "lake");
        assert_eq!(short["password"], message::PASSWORD_TOO_SHORT);
        assert!(!short.contains_key("password_confirmation"), "one fault at a time");
    }

    #[test]
    fn credit_codes_have_three_lengths() {
        for (length, ok) in
            [(14, false), (15, true), (16, false), (17, false), (18, true), (19, false), (20, true), (21, false)]
        {
            assert_eq!(credit_code(&"9".repeat(length)).is_ok(), ok, "{length}");
        }
        assert_eq!(credit_code(" 91310000ma1k35x12y ").expect("eighteen"), "91310000MA1K35X12Y");
        assert_eq!(credit_code("91310000_A1K35X12Y").expect_err("underscore"), message::CREDIT_CODE_BAD_CHARACTERS);
        assert_eq!(credit_code("").expect_err("empty"), message::CREDIT_CODE_EMPTY);
    }

    #[test]
    fn tax_ids_lose_their_punctuation() {
        assert_eq!(tax_id("fr 40 303 265 045").expect("French"), "FR40303265045");
        assert_eq!(tax_id("CHE-123.456.789 MWST").expect("Swiss"), "CHE123456789MWST");
        assert_eq!(tax_id(" ").expect("optional"), "");
        assert_eq!(tax_id("12#4").expect_err("sign"), message::TAX_ID_BAD);
    }

    #[test]
    fn limits_of_fields_do_not_count_white_space() {
        assert!(last_name(&"x ".repeat(NAME_MAX)).is_ok() && last_name(&"x".repeat(NAME_MAX + 1)).is_err());
        assert!(search_term(&"x ".repeat(SEARCH_MAX)).is_ok() && search_term(&"x".repeat(SEARCH_MAX + 1)).is_err());
        assert!(contact_message(&"x ".repeat(CONTACT_MESSAGE_MAX)).is_ok());
        assert!(contact_message(&"x".repeat(CONTACT_MESSAGE_MAX + 1)).is_err());
    }

    #[test]
    fn search_terms_and_messages_are_not_empty() {
        assert_eq!(search_term("  bath \u{a0} towel\n").expect("two words"), "bath towel");
        assert_eq!(search_term(" \u{200b} ").expect_err("nothing"), message::SEARCH_EMPTY);
        assert_eq!(
            contact_message("Good morning,\r\n\r\nmy order\u{7}  ").expect("a message"),
            "Good morning,\n\nmy order"
        );
        assert_eq!(contact_message("\n\t ").expect_err("nothing"), message::CONTACT_MESSAGE_EMPTY);
    }

    #[test]
    fn newsletter_needs_a_selection_if_boxes_are_shown() {
        assert_eq!(newsletter_choice(true, [false; 3]).expect_err("none"), message::NEWSLETTER_SELECT);
        assert!(newsletter_choice(true, [false, true, false]).is_ok());
        assert!(newsletter_choice(false, [false; 3]).is_ok());
    }

    fn complete() -> Address {
        Address {
            first_name: " Hélène ".into(),
            last_name: "O’Brien-Müller".into(),
            address1: "12  quai du Lac".into(),
            city: "Annecy".into(),
            postcode: "74 000".into(),
            country: "fr".into(),
            telephone: "+33 4 50 00-00-00".into(),
            ..Address::default()
        }
    }

    const RULES: CountryRules<'_> = CountryRules::USUAL;

    #[test]
    fn valid_addresses_are_normalised() {
        let kept = address(&complete(), AddressKind::Shipping, Some(RULES)).expect("complete");
        assert_eq!(kept.first_name, "Hélène");
        assert_eq!(kept.address1, "12 quai du Lac");
        assert_eq!((kept.postcode.as_str(), kept.country.as_str()), ("74000", "FR"));
        assert_eq!(kept.telephone, "+33450000000");
        assert_eq!(address(&kept, AddressKind::Shipping, Some(RULES)).expect("still complete"), kept);
    }

    #[test]
    fn every_required_field_has_its_message() {
        let faults = address(&Address::default(), AddressKind::Billing, None).expect_err("empty");
        let expected = [
            ("first_name", message::FIRST_NAME_EMPTY),
            ("last_name", message::LAST_NAME_EMPTY),
            ("address1", message::BILLING_STREET_EMPTY),
            ("city", message::CITY_EMPTY),
            ("postcode", message::POSTCODE_EMPTY),
            ("country", message::COUNTRY_EMPTY),
            ("telephone", message::PHONE_EMPTY),
        ];
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        for (field, def) in expected {
            assert_eq!(faults[field], def);
        }
    }

    #[test]
    fn country_rules_require_regions_and_counties() {
        let faults = |rules| address(&complete(), AddressKind::Shipping, Some(rules)).expect_err("refused");
        for (label, empty) in
            [("province", message::PROVINCE_EMPTY), ("county", message::COUNTY_EMPTY), ("state", message::REGION_EMPTY)]
        {
            let region_word = RegionWord::from_label(label);
            assert_eq!(faults(CountryRules { requires_region: true, region_word, ..RULES })["region"], empty);
        }
        let county = CountryRules { requires_county: true, ..RULES };
        assert_eq!(faults(county)["county"], message::COUNTY_EMPTY);
        let nowhere = address(&complete(), AddressKind::Shipping, None).expect_err("not in the table");
        assert_eq!(nowhere["country"], message::COUNTRY_UNKNOWN);
    }

    #[test]
    fn some_countries_have_neither_city_nor_postal_code() {
        let lines = Address { city: "".into(), postcode: " ".into(), country: "HK".into(), ..complete() };
        let rules = CountryRules { requires_postcode: false, requires_city: false, ..RULES };
        let kept = address(&lines, AddressKind::Billing, Some(rules)).expect("complete");
        assert_eq!((kept.city.as_str(), kept.postcode.as_str()), ("", ""));
    }

    #[test]
    fn each_cause_has_its_own_message() {
        let with = |change: fn(&mut Address)| {
            let mut lines = complete();
            change(&mut lines);
            address(&lines, AddressKind::Shipping, Some(RULES)).expect_err("refused")
        };
        assert_eq!(with(|a| a.address1 = "12".into())["address1"], message::SHIPPING_STREET_TOO_SHORT);
        assert_eq!(with(|a| a.address1 = "x".repeat(101))["address1"], message::STREET_TOO_LONG);
        assert_eq!(with(|a| a.city = "<b>".into())["city"], message::CITY_BAD_CHARACTERS);
        assert_eq!(with(|a| a.last_name = "x".repeat(51))["last_name"], message::LAST_NAME_TOO_LONG);
        assert_eq!(with(|a| a.first_name = "\u{1}".into())["first_name"], message::FIRST_NAME_BAD_CHARACTERS);
        assert_eq!(
            with(|a| a.last_name = "see http://x.example".into())["last_name"],
            message::LAST_NAME_BAD_CHARACTERS
        );
        assert_eq!(with(|a| a.company = "WWW.x.example".into())["company"], message::COMPANY_BAD_CHARACTERS);
    }

    proptest! {
        #[test]
        fn checks_never_panic_and_are_idempotent(input in "\\PC{0,40}|[-+ 0-9A-Za-z@.]{0,30}", country in "[A-Z]{2}") {
            if let Ok(kept) = email(&input) { prop_assert_eq!(email(&kept), Ok(kept)); }
            if let Ok(kept) = phone(&input) { prop_assert_eq!(phone(&kept), Ok(kept)); }
            if let Ok(Some(kept)) = member_card(&input) { prop_assert_eq!(member_card(&kept), Ok(Some(kept))); }
            if let Ok(kept) = postcode(&input, &country, true, None) { prop_assert_eq!(postcode(&kept, &country, true, None), Ok(kept)); }
            if let Ok(kept) = credit_code(&input) { prop_assert_eq!(credit_code(&kept), Ok(kept)); }
            if let Ok(kept) = bank_account(&input) { prop_assert_eq!(bank_account(&kept), Ok(kept)); }
            if let Ok(kept) = tax_id(&input) { prop_assert_eq!(tax_id(&kept), Ok(kept)); }
            if let Ok(kept) = password(&input) { prop_assert_eq!(password(&kept), Ok(kept)); }
            if let Ok(kept) = search_term(&input) { prop_assert_eq!(search_term(&kept), Ok(kept)); }
            if let Ok(kept) = contact_message(&input) { prop_assert_eq!(contact_message(&kept), Ok(kept)); }
            if let Ok(kept) = chat_message(&input) { prop_assert_eq!(chat_message(&kept), Ok(kept)); }
            if let Ok(kept) = last_name(&input) { prop_assert_eq!(last_name(&kept), Ok(kept)); }
        }

        #[test]
        fn phone_numbers_of_enough_digits_pass(digits in "\\+?[0-9]{5,15}", gap in 1usize..5) {
            let mut typed = digits.clone();
            typed.insert(gap, ' ');
            prop_assert_eq!(phone(&typed), Ok(digits));
        }

        #[test]
        fn postcodes_of_a_country_keep_their_separator(digits in "[0-9]{5}") {
            prop_assert_eq!(postcode(&digits, "PL", true, None), Ok(format!("{}-{}", &digits[..2], &digits[2..])));
            prop_assert_eq!(postcode(&digits, "SE", true, None), Ok(format!("{} {}", &digits[..3], &digits[3..])));
            prop_assert_eq!(postcode(&digits, "FR", true, None), Ok(digits));
        }
    }
}
