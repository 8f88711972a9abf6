//! Parts of a page that depend on the settings: what stands between `{if ups}` and `{end}` is shown while UPS is a carrier.
//!
//! A condition names a setting, `not` and a setting, or several settings with `or` or `and` between them; `{else}` begins what is
//! shown otherwise. Conditions may stand within a line and within one another. A line of which only conditions are left is no line
//! of the page, so that rows of tables and points of lists may have one each. `{number}` counts what is shown: sections whose
//! heading begins with it stay numbered without a gap. A line with `{other_carrier}` stands once for each carrier beside the one of
//! standard delivery, with its name.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::markdown::escape;
use super::store;
use crate::call::View;
use crate::config::{CaptchaProvider, Mode};
use crate::db::Tx;
use crate::domain::order_status::PaymentMethod;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::{catalog, chat, region};

/// What a text may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageSetting {
    Card,
    /// The page for cards takes more than cards.
    PaymentPage,
    BankTransfer,
    Cheque,
    /// Cheques are taken for deliveries to some countries only.
    ChequeCountries,
    Wechat,
    /// The carrier of standard delivery.
    Standard,
    Dhl,
    Ups,
    /// Carriers beside the one of standard delivery.
    OtherCarriers,
    /// Large goods are collected from customers at listed prices.
    Collection,
    /// Orders earn points.
    Loyalty,
    /// There is a promo tag.
    PromoTag,
    Chat,
    /// Subscriptions to newsletters are confirmed by a link.
    DoubleOptIn,
    /// Visits are measured by a program of somebody else.
    Measurement,
    Recaptcha,
    /// Nothing is sold in earnest.
    Demonstration,
}

impl PageSetting {
    pub const ALL: [PageSetting; 18] = [
        Self::Card,
        Self::PaymentPage,
        Self::BankTransfer,
        Self::Cheque,
        Self::ChequeCountries,
        Self::Wechat,
        Self::Standard,
        Self::Dhl,
        Self::Ups,
        Self::OtherCarriers,
        Self::Collection,
        Self::Loyalty,
        Self::PromoTag,
        Self::Chat,
        Self::DoubleOptIn,
        Self::Measurement,
        Self::Recaptcha,
        Self::Demonstration,
    ];

    /// As texts name it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::PaymentPage => "payment_page",
            Self::BankTransfer => "bank_transfer",
            Self::Cheque => "cheque",
            Self::ChequeCountries => "cheque_countries",
            Self::Wechat => "wechat",
            Self::Standard => "standard",
            Self::Dhl => "dhl",
            Self::Ups => "ups",
            Self::OtherCarriers => "other_carriers",
            Self::Collection => "collection",
            Self::Loyalty => "loyalty",
            Self::PromoTag => "promo_tag",
            Self::Chat => "chat",
            Self::DoubleOptIn => "double_opt_in",
            Self::Measurement => "measurement",
            Self::Recaptcha => "recaptcha",
            Self::Demonstration => "demonstration",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.code() == code)
    }

    /// Words, in any language, that say that the shop has it; a page that has one while the setting is off contradicts it. Whole
    /// words in any case, but for Chinese.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Card => &["Stripe", "credit card", "carte bancaire", "Kreditkarte", "tarjeta de crédito", "信用卡"],
            Self::BankTransfer => {
                &["bank transfer", "virement", "virements", "Banküberweisung", "transferencia bancaria", "银行转账"]
            }
            Self::Cheque => &["cheque", "cheques", "chèque", "chèques", "Scheck", "Schecks", "支票"],
            Self::Wechat => &["WeChat", "WeChat-App", "微信"],
            Self::Dhl => &["DHL"],
            Self::Ups => &["UPS", "qu’UPS", "d’UPS"],
            Self::Loyalty => &[
                "loyalty",
                "loyalty points",
                "fidélité",
                "Treuepunkte",
                "Treueprogramm",
                "Treueprogramms",
                "fidelidad",
                "fidelización",
                "积分",
            ],
            Self::PromoTag => &[
                "promo tag",
                "employee discount",
                "remise collaborateur",
                "code collaborateur",
                "Mitarbeiterrabatt",
                "Mitarbeitercode",
                "descuento de empleado",
                "员工折扣",
                "员工优惠码",
            ],
            Self::Chat => &["chat", "在线客服", "在线咨询"],
            Self::Recaptcha => &["reCAPTCHA"],
            Self::Demonstration => {
                &["fictional house", "maison fictive", "erdachtes Haus", "casa ficticia", "虚构的酒店"]
            }
            Self::PaymentPage
            | Self::ChequeCountries
            | Self::Standard
            | Self::OtherCarriers
            | Self::Collection
            | Self::DoubleOptIn
            | Self::Measurement => &[],
        }
    }
}

/// The settings that are on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    on: BTreeSet<PageSetting>,
    /// Names of the carriers beside the one of standard delivery, in the language of the page.
    other_carriers: Vec<String>,
}

impl Settings {
    /// Those of the shop.
    pub fn load(tx: &mut dyn Tx, view: &View) -> Result<Settings> {
        let config = &view.config;
        let carriers = region::carriers(tx)?;
        let named = carrier_names(tx, view.lang())?.into_iter();
        let others = named.filter(|(code, _)| code != ShippingMethod::STANDARD.code());
        let other_carriers: Vec<String> = others.map(|(_, name)| name).collect();
        let has_chat = chat::service_hours(tx, config).is_some();
        let has_tag = store::has_tag(tx)?;
        let takes = |method| config.takes(method, view.stores.languages());
        let carries = |method: ShippingMethod| carriers.iter().any(|carrier| carrier == method.code());
        let is_on = |setting: &PageSetting| match setting {
            PageSetting::Card => takes(PaymentMethod::Card),
            PageSetting::PaymentPage => {
                takes(PaymentMethod::Card) && config.payment.beside_cards(view.currency).next().is_some()
            }
            PageSetting::BankTransfer => takes(PaymentMethod::BankTransfer),
            PageSetting::Cheque => takes(PaymentMethod::Cheque),
            PageSetting::ChequeCountries => takes(PaymentMethod::Cheque) && !config.payment.cheque.countries.is_empty(),
            PageSetting::Wechat => takes(PaymentMethod::Wechat),
            PageSetting::Standard => carries(ShippingMethod::STANDARD),
            PageSetting::Dhl => carries(ShippingMethod::DHL),
            PageSetting::Ups => carries(ShippingMethod::UPS),
            PageSetting::OtherCarriers => !other_carriers.is_empty(),
            PageSetting::Collection => !config.shipping.collection.is_empty(),
            PageSetting::Loyalty => config.money.points_per_euro > 0,
            PageSetting::PromoTag => has_tag,
            PageSetting::Chat => has_chat,
            PageSetting::DoubleOptIn => config.newsletter.double_opt_in,
            PageSetting::Measurement => config.analytics.has_tag_manager() || config.analytics.has_matomo(),
            PageSetting::Recaptcha => config.captcha.provider == CaptchaProvider::Recaptcha,
            PageSetting::Demonstration => config.mode == Mode::Demo,
        };
        Ok(Settings { on: PageSetting::ALL.into_iter().filter(is_on).collect(), other_carriers })
    }

    pub fn has(&self, setting: PageSetting) -> bool {
        self.on.contains(&setting)
    }
}

/// The carriers that take parcels somewhere, by code, with their names as checkout has them and in its order.
pub fn carrier_names(tx: &mut dyn Tx, lang: Lang) -> Result<Vec<(String, String)>> {
    let (names, working) = (catalog::shipping_names(tx, lang)?, region::carriers(tx)?);
    let offered = region::list_carriers(tx)?.into_iter().map(|row| row.code.to_string());
    let named = offered.filter(|code| working.contains(code)).filter_map(|code| {
        let name = names.get(&code).cloned()?;
        Some((code, name))
    });
    Ok(named.collect())
}

impl FromIterator<PageSetting> for Settings {
    fn from_iter<I: IntoIterator<Item = PageSetting>>(settings: I) -> Self {
        Self { on: settings.into_iter().collect(), other_carriers: Vec::new() }
    }
}

/// What is wrong with a condition, and in which line, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub line: u32,
    pub kind: FaultKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// No setting has this name.
    Unknown(String),
    /// It mixes `and` with `or`, or lacks a name.
    Unreadable(String),
    /// `{else}` or `{end}` without an `{if …}` before it.
    NotBegun(&'static str),
    /// Of the line stands the `{if …}`.
    NotEnded,
    SecondElse,
}

/// Something between braces that belongs to conditions.
enum Mark<'a> {
    If(&'a str),
    Else,
    End,
}

/// The first mark of a text: where it begins and ends.
fn next_mark(text: &str) -> Option<(usize, usize, Mark<'_>)> {
    let mut from = 0;
    while let Some(at) = text[from..].find('{').map(|at| from + at) {
        let rest = &text[at + 1..];
        if let Some((inner, _)) = rest.split_once('}').filter(|(inner, _)| !inner.contains(['\n', '{'])) {
            let mark = match inner.trim() {
                "else" => Some(Mark::Else),
                "end" => Some(Mark::End),
                other => other.strip_prefix("if ").map(Mark::If),
            };
            if let Some(mark) = mark {
                return Some((at, at + inner.len() + 2, mark));
            }
        }
        from = at + 1;
    }
    None
}

/// Whether a condition holds.
fn holds(condition: &str, settings: &Settings) -> std::result::Result<bool, FaultKind> {
    let words: Vec<&str> = condition.split_whitespace().collect();
    let unreadable = || FaultKind::Unreadable(condition.trim().to_owned());
    let (is_or, is_and) = (words.contains(&"or"), words.contains(&"and"));
    if is_or && is_and {
        return Err(unreadable());
    }
    let mut each = Vec::new();
    for part in words.split(|word| matches!(*word, "or" | "and")) {
        let (name, expected) = match part {
            ["not", name] => (name, false),
            [name] => (name, true),
            _ => return Err(unreadable()),
        };
        let setting = PageSetting::from_code(name).ok_or_else(|| FaultKind::Unknown((*name).to_owned()))?;
        each.push(settings.has(setting) == expected);
    }
    Ok(if is_or { each.contains(&true) } else { !each.contains(&false) })
}

/// A condition that has begun.
struct Open {
    line: u32,
    is_shown: bool,
    has_else: bool,
}

/// The text as it is with these settings, and what is wrong with its conditions. What cannot be understood stays as it is written.
pub fn resolve(text: &str, settings: &Settings) -> (String, Vec<Fault>) {
    let mut shown = String::with_capacity(text.len());
    let mut faults = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for (line, number) in text.split_inclusive('\n').zip(1_u32..) {
        let begin = shown.len();
        let mut has_mark = false;
        let mut rest = line;
        while let Some((start, end, mark)) = next_mark(rest) {
            if open.iter().all(|one| one.is_shown) {
                shown.push_str(&rest[..start]);
            }
            let fault = match mark {
                Mark::If(condition) => {
                    let outcome = holds(condition, settings);
                    let is_shown = *outcome.as_ref().unwrap_or(&true);
                    open.push(Open { line: number, is_shown, has_else: false });
                    outcome.err()
                }
                Mark::Else => match open.last_mut() {
                    None => Some(FaultKind::NotBegun("else")),
                    Some(one) if one.has_else => Some(FaultKind::SecondElse),
                    Some(one) => {
                        (one.is_shown, one.has_else) = (!one.is_shown, true);
                        None
                    }
                },
                Mark::End => match open.pop() {
                    None => Some(FaultKind::NotBegun("end")),
                    Some(_) => None,
                },
            };
            if let Some(kind) = fault {
                faults.push(Fault { line: number, kind });
                shown.push_str(&rest[start..end]);
            }
            has_mark = true;
            rest = &rest[end..];
        }
        if open.iter().all(|one| one.is_shown) {
            shown.push_str(rest);
        }
        if has_mark && shown[begin..].trim().is_empty() {
            shown.truncate(begin);
        } else if has_mark && line.ends_with('\n') && !shown.ends_with('\n') {
            shown.push('\n');
        }
    }
    faults.extend(open.iter().map(|one| Fault { line: one.line, kind: FaultKind::NotEnded }));
    faults.sort_by_key(|fault| fault.line);
    (numbered(&for_each_carrier(&shown, &settings.other_carriers)), faults)
}

/// The placeholder of a line that stands once for each carrier.
pub const OTHER_CARRIER: &str = "other_carrier";

/// Repeats each line that has [`OTHER_CARRIER`], with the names in its place.
fn for_each_carrier(text: &str, names: &[String]) -> String {
    let placeholder = format!("{{{OTHER_CARRIER}}}");
    if !text.contains(&placeholder) {
        return text.to_owned();
    }
    let mut repeated = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.contains(&placeholder) {
            repeated.extend(names.iter().map(|name| line.replace(&placeholder, &escape(name))));
        } else {
            repeated.push_str(line);
        }
    }
    repeated
}

/// Replaces each `{number}` by the next number, from 1.
fn numbered(text: &str) -> String {
    let mut parts = text.split("{number}");
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for (part, number) in parts.zip(1_u32..) {
        numbered.push_str(&number.to_string());
        numbered.push_str(part);
    }
    numbered
}

/// For each setting that is off, a word of the texts that says that the shop has it.
pub fn contradictions(shown: &[&str], settings: &Settings) -> Vec<(PageSetting, &'static str)> {
    let text = shown.join("\n").to_lowercase();
    let off = PageSetting::ALL.into_iter().filter(|setting| !settings.has(*setting));
    off.filter_map(|setting| {
        let word = setting.words().iter().find(|word| has_word(&text, &word.to_lowercase()))?;
        Some((setting, *word))
    })
    .collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric();
    // Chinese is written without spaces.
    let is_chinese = word.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    text.match_indices(word).any(|(at, found)| {
        is_chinese
            || !text[..at].chars().next_back().is_some_and(is_letter)
                && !text[at + found.len()..].chars().next().is_some_and(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with(settings: &[PageSetting]) -> Settings {
        settings.iter().copied().collect()
    }

    #[test]
    fn rows_and_words_follow_the_settings() {
        let text = "| A |\n{if ups}| UPS |{end}\n{if dhl or ups}\n| Express |\n{else}\n| None |\n{end}\nBy {if card}card{else}post{end}.\n";
        let shown = |settings: &[PageSetting]| resolve(text, &with(settings));
        assert_eq!(shown(&[PageSetting::Ups]).0, "| A |\n| UPS |\n| Express |\nBy post.\n");
        assert_eq!(shown(&[PageSetting::Card]), ("| A |\n| None |\nBy card.\n".to_owned(), vec![]));
        let nested = "{if card}{if not chat}x{end}y{end}";
        assert_eq!(resolve(nested, &with(&[PageSetting::Card, PageSetting::Chat])).0, "y");
        assert_eq!(resolve(nested, &with(&[PageSetting::Chat])).0, "");
    }

    #[test]
    fn line_with_a_carrier_stands_once_for_each() {
        let text = "| A |\n{if other_carriers}| {other_carrier} | {other_carrier}! |{end}\nPaid.";
        let names = |names: &[&str]| Settings {
            on: if names.is_empty() { BTreeSet::new() } else { [PageSetting::OtherCarriers].into() },
            other_carriers: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        assert_eq!(resolve(text, &names(&[])).0, "| A |\nPaid.");
        let two = resolve(text, &names(&["DHL Express", "Poste|Colis *lent*"])).0;
        assert_eq!(
            two,
            "| A |\n| DHL Express | DHL Express! |\n| Poste\\|Colis \\*lent\\* | Poste\\|Colis \\*lent\\*! |\nPaid."
        );
    }

    #[test]
    fn sections_stay_numbered_without_a_gap() {
        let text = "## {number}. A\n{if chat}\n## {number}. B\n{end}\n## {number}. C";
        assert_eq!(resolve(text, &Settings::default()).0, "## 1. A\n## 2. C");
        assert_eq!(resolve(text, &with(&[PageSetting::Chat])).0, "## 1. A\n## 2. B\n## 3. C");
    }

    #[test]
    fn faults_name_their_line_and_hide_nothing() {
        let faults = |text: &str| {
            let (shown, faults) = resolve(text, &Settings::default());
            assert!(!shown.is_empty(), "{text}");
            faults.into_iter().map(|fault| (fault.line, fault.kind)).collect::<Vec<_>>()
        };
        assert_eq!(faults("a\n{if upz}b{end}"), [(2, FaultKind::Unknown("upz".into()))]);
        let unreadable = FaultKind::Unreadable("ups or dhl and card".into());
        assert_eq!(faults("{if ups or dhl and card}b{end}"), [(1, unreadable)]);
        assert_eq!(faults("a\n{end}"), [(2, FaultKind::NotBegun("end"))]);
        assert_eq!(faults("{else}a"), [(1, FaultKind::NotBegun("else"))]);
        assert_eq!(faults("x\n{if not ups}\na"), [(2, FaultKind::NotEnded)]);
        assert_eq!(faults("{if not ups}a{else}b{else}c{end}"), [(1, FaultKind::SecondElse)]);
    }

    #[test]
    fn words_of_what_is_off_are_found_whole() {
        let all_but_ups: Settings = PageSetting::ALL.into_iter().filter(|one| *one != PageSetting::Ups).collect();
        assert_eq!(contradictions(&["By UPS Express."], &all_but_ups), [(PageSetting::Ups, "UPS")]);
        assert_eq!(contradictions(&["Cups and upsets."], &all_but_ups), []);
        let all_but_wechat: Settings = PageSetting::ALL.into_iter().filter(|one| *one != PageSetting::Wechat).collect();
        assert_eq!(contradictions(&["Title", "可用微信支付。"], &all_but_wechat), [(PageSetting::Wechat, "微信")]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(\\{if (ups|not dhl|x|card or ups)\\}|\\{else\\}|\\{end\\}|\\{number\\}|[a-z{}\n ]){0,40}") {
            let (shown, faults) = resolve(&text, &with(&[PageSetting::Ups]));
            if faults.is_empty() {
                prop_assert!(next_mark(&shown).is_none(), "{}", shown);
            }
        }

        #[test]
        fn text_without_conditions_stays(text in "[a-z|*# \n]{0,200}") {
            prop_assert_eq!(resolve(&text, &Settings::default()), (text.clone(), vec![]));
        }
    }
}
