//! Languages and the stores that speak them; which language and which currency a visitor gets.
//!
//! A shop runs in one of two readings (decisions.md §1): four languages, or five with Simplified Chinese. The reading is the
//! list of languages in the configuration; every function here that depends on it takes that list.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{Currency, Separators};

/// A language of the shop, by its code in paths and cookies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    #[default]
    En,
    Fr,
    De,
    Es,
    /// Simplified Chinese; five-language reading only.
    Zh,
}

impl Lang {
    pub const ALL: [Lang; 5] = [Self::En, Self::Fr, Self::De, Self::Es, Self::Zh];
    /// The default reading.
    pub const FOUR: [Lang; 4] = [Self::En, Self::Fr, Self::De, Self::Es];

    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
            Self::De => "de",
            Self::Es => "es",
            Self::Zh => "zh",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// For `<html lang>` and `Content-Language` (BCP 47).
    pub const fn locale(self) -> &'static str {
        match self {
            Self::En => "en-GB",
            Self::Fr => "fr-FR",
            Self::De => "de-DE",
            Self::Es => "es-ES",
            Self::Zh => "zh-CN",
        }
    }

    /// For `hreflang`: the language without a country, Chinese by its script.
    pub const fn hreflang(self) -> &'static str {
        match self {
            Self::Zh => "zh-Hans",
            other => other.code(),
        }
    }

    /// The language's name for itself.
    pub const fn native_name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Fr => "Français",
            Self::De => "Deutsch",
            Self::Es => "Español",
            Self::Zh => "简体中文",
        }
    }

    /// How numbers are written (boutique.md §9, experience.md I4; the dot of Spanish is the specification's).
    pub const fn separators(self) -> Separators {
        match self {
            Self::En | Self::Zh => Separators { thousands: ',', decimal: '.' },
            Self::Fr => Separators { thousands: '\u{202f}', decimal: ',' },
            Self::De | Self::Es => Separators { thousands: '.', decimal: ',' },
        }
    }

    /// The store of this language.
    pub const fn store_view(self) -> StoreView {
        let (id, default_country) = match self {
            Self::En => (94, "GB"),
            Self::Fr => (95, "FR"),
            Self::De => (96, "DE"),
            Self::Es => (97, "ES"),
            Self::Zh => (98, "CN"),
        };
        StoreView { id, lang: self, default_country }
    }

    /// The family that a language tag belongs to: `de-AT` → German, `zh-Hant-TW` and `cn` → Chinese.
    fn of_tag(tag: &str) -> Option<Self> {
        let family = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        match family.as_str() {
            "cn" => Some(Self::Zh),
            family => Self::from_code(family),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

// ── Stores ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The client's store id until a language is known (boutique.md §3); the API takes it for the default language.
pub const UNSET_STORE_ID: u32 = 62;

/// A store view: the shop in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoreView {
    pub id: u32,
    pub lang: Lang,
    /// Where a visitor's order goes until an address is known; ISO 3166-1 alpha-2.
    pub default_country: &'static str,
}

impl StoreView {
    /// The store with this id, among the languages of the reading.
    pub fn by_id(id: u32, languages: &[Lang]) -> Option<Self> {
        if id == UNSET_STORE_ID {
            return Some(Lang::default().store_view());
        }
        languages.iter().map(|lang| lang.store_view()).find(|store| store.id == id)
    }

    /// The store with this code, among the languages of the reading.
    pub fn by_code(code: &str, brand_key: &str, languages: &[Lang]) -> Option<Self> {
        languages.iter().map(|lang| lang.store_view()).find(|store| store.code(brand_key) == code)
    }

    /// Brand key, underscore, language: `valmere_en`.
    pub fn code(self, brand_key: &str) -> String {
        format!("{brand_key}_{}", self.lang)
    }
}

// ── Language of a visitor ───────────────────────────────────────────────────────────────────────────────────────────

/// What stands in the language position of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The code itself.
    Lang(Lang),
    /// Another way to write it (`cn`, `zh-CN`, `EN`): redirects permanently to the code.
    Variant(Lang),
    Unknown,
}

/// Reads the language position of a path, in the reading of these languages.
pub fn read_segment(segment: &str, languages: &[Lang]) -> Segment {
    let lower = segment.to_ascii_lowercase();
    let read = match Lang::from_code(&lower) {
        Some(lang) if lower == segment => Segment::Lang(lang),
        Some(lang) => Segment::Variant(lang),
        None if Lang::of_tag(&lower) == Some(Lang::Zh) => Segment::Variant(Lang::Zh),
        None => Segment::Unknown,
    };
    match read {
        Segment::Lang(lang) | Segment::Variant(lang) if !languages.contains(&lang) => Segment::Unknown,
        read => read,
    }
}

/// The language for a visitor whose path names none: the cookie, else the browser's languages, else English.
pub fn detect_language(cookie: Option<&str>, accept_language: Option<&str>, languages: &[Lang]) -> Lang {
    let from_cookie = cookie.and_then(|value| match read_segment(value.trim(), languages) {
        Segment::Lang(lang) | Segment::Variant(lang) => Some(lang),
        Segment::Unknown => None,
    });
    from_cookie.or_else(|| accept_language.and_then(|header| preferred(header, languages))).unwrap_or_default()
}

/// The first language of `Accept-Language` that the shop speaks, by quality, then by position (RFC 9110 §12.5.4).
fn preferred(header: &str, languages: &[Lang]) -> Option<Lang> {
    let mut ranked: Vec<(u16, Lang)> = header
        .split(',')
        // Browsers send a handful; anything longer is not read to its end.
        .take(32)
        .filter_map(|range| {
            let mut parts = range.split(';').map(str::trim);
            let lang = Lang::of_tag(parts.next()?).filter(|lang| languages.contains(lang))?;
            let quality = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1000), thousandths)?;
            (quality > 0).then_some((quality, lang))
        })
        .collect();
    ranked.sort_by_key(|(quality, _)| std::cmp::Reverse(*quality));
    ranked.first().map(|(_, lang)| *lang)
}

/// A quality value in thousandths: `0.85` → 850.
fn thousandths(quality: &str) -> Option<u16> {
    let (whole, decimals) = quality.split_once('.').unwrap_or((quality, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(decimals),
        "1" => Some(1000),
        _ => None,
    }
}

// ── Currency of a visitor ───────────────────────────────────────────────────────────────────────────────────────────

/// The currencies offered in a reading: CNY comes with Chinese.
pub fn offered_currencies(languages: &[Lang]) -> Vec<Currency> {
    Currency::ALL.into_iter().filter(|currency| *currency != Currency::Cny || languages.contains(&Lang::Zh)).collect()
}

/// The currency for a visitor: a valid query parameter, a supported cookie, the region's, else EUR (decisions.md §2).
///
/// What is not offered is passed over, never an error. `country` is the visitor's, where it is known.
pub fn currency(query: Option<&str>, cookie: Option<&str>, country: Option<&str>, offered: &[Currency]) -> Currency {
    let read = |code: &str| code.parse::<Currency>().ok();
    [query.and_then(read), cookie.and_then(read), country.and_then(region_currency)]
        .into_iter()
        .flatten()
        .find(|currency| offered.contains(currency))
        .unwrap_or_default()
}

/// The region mapping of boutique.md §9. SE, CZ and DK are mapped there to currencies that are not offered; their visitors
/// see the default.
pub fn region_currency(country: &str) -> Option<Currency> {
    match country.to_ascii_uppercase().as_str() {
        "GB" | "UK" => Some(Currency::Gbp),
        "CH" | "LI" => Some(Currency::Chf),
        "RO" => Some(Currency::Ron),
        "PL" => Some(Currency::Pln),
        "AE" => Some(Currency::Aed),
        "SE" | "CZ" | "DK" => None,
        country if is_eu(country) => Some(Currency::Eur),
        _ => None,
    }
}

/// Whether a country (ISO 3166-1 alpha-2, upper case) is a member state of the European Union.
pub fn is_eu(country: &str) -> bool {
    const MEMBERS: [&str; 27] = [
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU",
        "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
    ];
    MEMBERS.binary_search(&country).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::money::{Amount, parse_price};
    use super::*;

    #[test]
    fn stores_by_id_and_code() {
        assert_eq!(StoreView::by_id(95, &Lang::FOUR).map(|store| store.lang), Some(Lang::Fr));
        assert_eq!(StoreView::by_id(62, &Lang::FOUR).map(|store| store.lang), Some(Lang::En));
        assert_eq!(StoreView::by_id(98, &Lang::FOUR), None);
        assert_eq!(StoreView::by_id(98, &Lang::ALL).map(|store| store.default_country), Some("CN"));
        assert_eq!(Lang::De.store_view().code("valmere"), "valmere_de");
        assert_eq!(StoreView::by_code("valmere_es", "valmere", &Lang::FOUR).map(|store| store.id), Some(97));
        assert_eq!(StoreView::by_code("other_es", "valmere", &Lang::FOUR), None);
    }

    #[test]
    fn the_language_position_of_a_path() {
        let four = |segment| read_segment(segment, &Lang::FOUR);
        let five = |segment| read_segment(segment, &Lang::ALL);
        assert_eq!(four("fr"), Segment::Lang(Lang::Fr));
        assert_eq!(four("FR"), Segment::Variant(Lang::Fr));
        for segment in ["xx", "cart", "", "zh", "cn", "zh-CN", "en-gb", "french", "é"] {
            assert_eq!(four(segment), Segment::Unknown, "{segment}");
        }
        assert_eq!(five("zh"), Segment::Lang(Lang::Zh));
        for segment in ["cn", "CN", "zh-CN", "zh-hans", "zh_TW", "ZH"] {
            assert_eq!(five(segment), Segment::Variant(Lang::Zh), "{segment}");
        }
    }

    #[test]
    fn the_language_of_a_visitor() {
        let detect = |cookie, header| detect_language(cookie, header, &Lang::ALL);
        assert_eq!(detect(Some("de"), Some("fr")), Lang::De);
        assert_eq!(detect(Some("xx"), Some("fr-CH, fr;q=0.9, en;q=0.8")), Lang::Fr);
        assert_eq!(detect(None, Some("en;q=0.5, es-MX;q=0.9")), Lang::Es);
        assert_eq!(detect(None, Some("it-IT, it;q=0.9, de;q=0.8")), Lang::De);
        assert_eq!(detect(None, Some("it, pt;q=0.9")), Lang::En);
        assert_eq!(detect(None, Some("fr;q=0, *;q=0.5")), Lang::En);
        assert_eq!(detect(None, Some("zh-TW,zh;q=0.9")), Lang::Zh);
        assert_eq!(detect_language(None, Some("zh-TW,zh;q=0.9"), &Lang::FOUR), Lang::En);
        assert_eq!(detect(None, None), Lang::En);
    }

    #[test]
    fn the_currency_of_a_visitor() {
        let offered = offered_currencies(&Lang::FOUR);
        let currency = |query, cookie, country| currency(query, cookie, country, &offered);
        assert_eq!(currency(Some("gbp"), Some("CHF"), Some("PL")), Currency::Gbp);
        assert_eq!(currency(Some("SEK"), Some("CHF"), Some("PL")), Currency::Chf);
        assert_eq!(currency(Some("CNY"), None, Some("PL")), Currency::Pln, "not offered in four languages");
        assert_eq!(currency(None, Some(""), Some("LI")), Currency::Chf);
        assert_eq!(currency(None, None, Some("SE")), Currency::Eur);
        assert_eq!(currency(None, None, Some("FR")), Currency::Eur);
        assert_eq!(currency(None, None, Some("CN")), Currency::Eur);
        assert_eq!(currency(None, None, None), Currency::Eur);
        assert!(offered_currencies(&Lang::ALL).contains(&Currency::Cny));
    }

    #[test]
    fn member_states() {
        assert!(is_eu("FR") && is_eu("AT") && is_eu("SK"));
        assert!(!is_eu("GB") && !is_eu("CH") && !is_eu("fr") && !is_eu(""));
    }

    /// The cases of the one formatter (in the interface), read backwards: its texts are prices that §9's function reads.
    #[test]
    fn formatted_prices_are_read_back() {
        #[derive(Deserialize)]
        struct Case {
            kind: String,
            lang: Lang,
            amount: Option<Amount>,
            text: String,
        }
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../tests/cases/price_format.json")).expect("readable cases");
        for case in cases.iter().filter(|case| case.kind == "price") {
            let separators = case.lang.separators();
            assert_eq!(parse_price(&case.text, separators), case.amount, "{} {}", case.lang, case.text);
            let number = case.amount.expect("a price has an amount").grouped(separators).replace('-', "\u{2212}");
            assert!(case.text.contains(number.trim_start_matches('\u{2212}')), "{} {}: {number}", case.lang, case.text);
        }
    }

    /// The dates are formatted in the interface only; here the cases are held to be complete and well formed.
    #[test]
    fn date_cases_exist_in_every_language() {
        #[derive(Deserialize)]
        struct Case {
            lang: Lang,
            date: Option<jiff::civil::Date>,
            from: Option<jiff::civil::Date>,
            until: Option<jiff::civil::Date>,
            text: String,
        }
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../tests/cases/dates.json")).expect("readable cases");
        for case in &cases {
            assert!(case.date.is_some() || case.from <= case.until, "{}", case.text);
            let last = case.date.or(case.until).expect("a day");
            assert!(case.text.contains(&last.day().to_string()), "{}", case.text);
        }
        for lang in Lang::ALL {
            assert_eq!(cases.iter().filter(|case| case.lang == lang).count(), cases.len() / 5);
        }
    }

    proptest! {
        #[test]
        fn whatever_a_browser_sends_gives_an_offered_language(cookie in ".{0,12}", header in "[a-zA-Z*,;=0-9. -]{0,60}") {
            prop_assert!(Lang::FOUR.contains(&detect_language(Some(&cookie), Some(&header), &Lang::FOUR)));
        }

        #[test]
        fn whatever_is_asked_gives_an_offered_currency(query in ".{0,6}", country in "[A-Za-z]{0,3}") {
            let offered = offered_currencies(&Lang::FOUR);
            prop_assert!(offered.contains(&currency(Some(&query), None, Some(&country), &offered)));
        }
    }
}
