//! Languages and store views; which language and which currency a visitor gets.
//!
//! Rules only: store views are rows, read elsewhere. Some of them are on, English always; what depends on that takes
//! [`StoreViews`] or its languages.

use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

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
    /// Simplified Chinese; brings CNY, WeChat Pay and fapiao (decisions.md §1).
    Zh,
}

impl Lang {
    pub const ALL: [Lang; 5] = [Self::En, Self::Fr, Self::De, Self::Es, Self::Zh];

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

    /// For `hreflang`: without a country; Chinese with its script.
    pub const fn hreflang(self) -> &'static str {
        match self {
            Self::Zh => "zh-Hans",
            other => other.code(),
        }
    }

    /// The language's own name.
    pub const fn native_name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Fr => "Français",
            Self::De => "Deutsch",
            Self::Es => "Español",
            Self::Zh => "简体中文",
        }
    }

    /// Separators in numbers (boutique.md §9, experience.md I4; the dot of Spanish is the specification's).
    pub const fn separators(self) -> Separators {
        match self {
            Self::En | Self::Zh => Separators { thousands: ',', decimal: '.' },
            Self::Fr => Separators { thousands: '\u{202f}', decimal: ',' },
            Self::De | Self::Es => Separators { thousands: '.', decimal: ',' },
        }
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

// ── Store views ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// The client's `store_id` until it knows its language (specification §3); read as the default language's.
pub const UNSET_STORE_ID: u32 = 62;

/// A row of `store_view`, unchecked: operators edit rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreViewRow {
    pub id: i64,
    pub language: String,
    pub code_suffix: String,
    pub default_country: String,
    pub default_currency: String,
    pub enabled: bool,
    /// Among the languages; the least first.
    pub place: i64,
    /// Of one row at most.
    #[serde(default)]
    pub is_default: bool,
}

impl StoreViewRow {
    /// The row as a store view, or its fault with the remedy.
    pub fn read(&self) -> Result<StoreView, String> {
        let fault = |what: &str| Err(format!("store view {} {what}", self.id));
        let Ok(id) = u32::try_from(self.id) else {
            return fault("has a negative or too large id; give a whole number up to 4294967295");
        };
        if id == UNSET_STORE_ID {
            return fault("has the id that clients send before they know their language; give another");
        }
        let Some(lang) = Lang::from_code(&self.language) else {
            let known = Lang::ALL.map(Lang::code).join(", ");
            return fault(&format!("has the language \"{}\"; give one of {known}", self.language));
        };
        let country = self.default_country.as_bytes();
        if country.len() != 2 || !country.iter().all(u8::is_ascii_uppercase) {
            return fault(&format!(
                "has the default country \"{}\"; give an ISO code in capitals, e.g. \"FR\"",
                self.default_country
            ));
        }
        let Ok(default_currency) = self.default_currency.parse() else {
            let known = Currency::ALL.map(Currency::code).join(", ");
            return fault(&format!("has the default currency \"{}\"; give one of {known}", self.default_currency));
        };
        let (code_suffix, default_country) = (self.code_suffix.clone(), self.default_country.clone());
        Ok(StoreView { id, lang, code_suffix, default_country, default_currency })
    }
}

/// What of the database decides on store views and currencies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreViewRows {
    /// In the order in which shoppers see their languages.
    pub views: Vec<StoreViewRow>,
    /// Currencies of the shop that the house does not offer.
    pub currencies_off: Vec<Currency>,
}

/// A store view: the shop in one language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StoreView {
    pub id: u32,
    pub lang: Lang,
    code_suffix: String,
    /// Destination of an order until an address is known; ISO 3166-1 alpha-2.
    pub default_country: String,
    /// For visitors whose cookie and region name none.
    pub default_currency: Currency,
}

impl StoreView {
    /// Brand key, underscore, suffix: `valmere_en` (specification §3).
    pub fn code(&self, brand_key: &str) -> String {
        format!("{brand_key}_{}", self.code_suffix)
    }
}

/// The store views of the shop: at least one, which may be off.
#[derive(Clone, Debug)]
pub struct StoreViews {
    /// In the order in which shoppers see their languages.
    on: Vec<Arc<StoreView>>,
    off: Vec<Arc<StoreView>>,
    /// That of visitors who have none; where it is off, that of English, on or off; else the first.
    default: Arc<StoreView>,
    languages: Vec<Lang>,
    currencies: Vec<Currency>,
    fingerprint: String,
    faults: Vec<String>,
}

impl StoreViews {
    /// Reads rows. `languages` decides which views are on, and their order, where it names any; else each row does. Fails where no row
    /// can be read.
    pub fn new(stored: &StoreViewRows, languages: &[Lang]) -> Result<StoreViews, String> {
        let rows = &stored.views;
        let (mut on, mut off, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            let is_named = Lang::from_code(&row.language).is_some_and(|lang| languages.contains(&lang));
            let is_on = if languages.is_empty() { row.enabled } else { is_named };
            match row.read() {
                Ok(view) if is_on => on.push(Arc::new(view)),
                Ok(view) => off.push(Arc::new(view)),
                Err(fault) if is_on => faults.push(fault),
                Err(_) => {}
            }
        }
        let chosen = rows.iter().find(|row| row.is_default).and_then(|row| Lang::from_code(&row.language));
        let mut all = on.iter().chain(&off);
        let default = on.iter().find(|view: &&Arc<StoreView>| Some(view.lang) == chosen);
        let default = default.or_else(|| all.clone().find(|view| view.lang == Lang::default())).or_else(|| all.next());
        let Some(default) = default.cloned() else {
            let first = faults.into_iter().next();
            return Err(first.unwrap_or_else(|| "there is no store view; add them with `shop seed`".into()));
        };
        on.sort_by_key(|view| languages.iter().position(|lang| *lang == view.lang));
        let on_languages: Vec<Lang> = on.iter().map(|view| view.lang).collect();
        let currencies = offered_currencies(&on_languages, &stored.currencies_off);
        let mut hasher = DefaultHasher::new();
        (&on, &currencies, &default).hash(&mut hasher);
        let fingerprint = format!("{:x}", hasher.finish());
        let mut views = StoreViews { on, off, default, languages: on_languages, currencies, fingerprint, faults };
        views.judge(rows, languages);
        Ok(views)
    }

    /// Adds what is wrong with the views as a set.
    fn judge(&mut self, rows: &[StoreViewRow], languages: &[Lang]) {
        let lacks = |lang: &&Lang| !rows.iter().any(|row| row.language == lang.code());
        for lang in languages.iter().filter(lacks) {
            self.faults.push(format!("languages names \"{lang}\", which has no store view; add it with `shop seed`"));
        }
        for view in self.on.iter().filter(|view| !self.currencies.contains(&view.default_currency)) {
            let offered: Vec<&str> = self.currencies.iter().map(|currency| currency.code()).collect();
            self.faults.push(format!(
                "store view {} has the default currency {}, which is not offered; give one of {}",
                view.id,
                view.default_currency.code(),
                offered.join(", ")
            ));
        }
        if self.faults.is_empty() && !self.speaks(Lang::default()) {
            self.faults.push(if self.on.is_empty() {
                "no store view is on; set enabled = 1 in the table store_view, or languages in the configuration".into()
            } else {
                "the store view of English is off; set it on: it is what every other language falls back to".into()
            });
        }
    }

    /// What is wrong with the views that are on, with the remedy. Requests are answered only where nothing is.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Names the views that are on, with all they hold, and the currencies, within this process: for keys of caches.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The languages that are on.
    pub fn languages(&self) -> &[Lang] {
        &self.languages
    }

    pub fn speaks(&self, lang: Lang) -> bool {
        self.languages.contains(&lang)
    }

    /// Whether a language has a store view, on or off.
    pub fn knows(&self, lang: Lang) -> bool {
        self.on.iter().chain(&self.off).any(|view| view.lang == lang)
    }

    /// The language of visitors whose path, cookie and browser name none that is on.
    pub fn default_language(&self) -> Lang {
        self.default.lang
    }

    /// A language if it is on, else the default: of letters to whoever chose one that is off by now.
    pub fn spoken(&self, lang: Lang) -> Lang {
        if self.speaks(lang) { lang } else { self.default_language() }
    }

    /// The currencies offered: those that the house has not switched off; CNY comes with Chinese (decisions.md §2).
    pub fn currencies(&self) -> &[Currency] {
        &self.currencies
    }

    /// The views that are on.
    pub fn iter(&self) -> impl Iterator<Item = &StoreView> {
        self.on.iter().map(Arc::as_ref)
    }

    /// The view with this id, if it is on.
    pub fn by_id(&self, id: u32) -> Option<&StoreView> {
        self.iter().find(|view| view.id == id)
    }

    /// The view with this store code, if it is on.
    pub fn by_code(&self, code: &str, brand_key: &str) -> Option<&StoreView> {
        let suffix = code.strip_prefix(brand_key)?.strip_prefix('_')?;
        self.iter().find(|view| view.code_suffix == suffix)
    }

    /// The view that the `store_id` of a call names, if it is on.
    pub fn by_client_id(&self, id: u32) -> Option<&StoreView> {
        let default = || self.iter().find(|view| view.lang == self.default_language());
        if id == UNSET_STORE_ID { default() } else { self.by_id(id) }
    }

    /// The view of a language, also where it is off: orders outlast their store view. A language without one has the
    /// default's.
    pub fn of(&self, lang: Lang) -> Arc<StoreView> {
        match self.on.iter().chain(&self.off).find(|view| view.lang == lang) {
            Some(view) => Arc::clone(view),
            None => Arc::new(StoreView { lang, ..StoreView::clone(&self.default) }),
        }
    }

    /// The currency of a visitor to a store view: of a valid query parameter, else a supported cookie, else the
    /// visitor's country, else the view's default (decisions.md §2). What is not offered is ignored, never an error.
    pub fn currency(&self, view: &StoreView, [query, cookie]: [Option<&str>; 2], country: Option<&str>) -> Currency {
        let read = |code: &str| code.parse::<Currency>().ok();
        [query.and_then(read), cookie.and_then(read), country.and_then(region_currency)]
            .into_iter()
            .flatten()
            .find(|currency| self.currencies.contains(currency))
            .unwrap_or(view.default_currency)
    }
}

// ── Language of a visitor ───────────────────────────────────────────────────────────────────────────────────────────

/// The language position of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The code itself.
    Lang(Lang),
    /// A variant (`cn`, `zh-CN`, `EN`), which redirects permanently to the code.
    Variant(Lang),
    Unknown,
}

/// Reads the language position of a path; `languages` are those that are on.
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

/// The language of a visitor whose path has none, if the cookie, or else the browser, names one that is on.
pub fn detect_language(cookie: Option<&str>, accept_language: Option<&str>, languages: &[Lang]) -> Option<Lang> {
    let from_cookie = cookie.and_then(|value| match read_segment(value.trim(), languages) {
        Segment::Lang(lang) | Segment::Variant(lang) => Some(lang),
        Segment::Unknown => None,
    });
    from_cookie.or_else(|| accept_language.and_then(|header| preferred(header, languages)))
}

/// The first language of `Accept-Language` that is on, by quality, then by position (RFC 9110 §12.5.4).
fn preferred(header: &str, languages: &[Lang]) -> Option<Lang> {
    let mut ranked: Vec<(u16, Lang)> = header
        .split(',')
        // Browsers send a handful; the rest is ignored.
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

/// The currencies offered beside these languages. The euro always is: it is what all prices begin with.
fn offered_currencies(languages: &[Lang], off: &[Currency]) -> Vec<Currency> {
    let is_offered = |currency: &Currency| match currency {
        Currency::Eur => true,
        Currency::Cny if !languages.contains(&Lang::Zh) => false,
        currency => !off.contains(currency),
    };
    Currency::ALL.into_iter().filter(is_offered).collect()
}

/// The currency of a country (boutique.md §9). SE, CZ and DK map to currencies that are not offered, hence none.
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

    use super::super::money::Amount;
    use super::*;

    const FOUR: [Lang; 4] = [Lang::En, Lang::Fr, Lang::De, Lang::Es];

    /// Five rows of which the last is off.
    fn rows() -> Vec<StoreViewRow> {
        let countries = ["GB", "FR", "DE", "ES", "CN"];
        let row = |(at, lang): (usize, Lang)| StoreViewRow {
            id: 10 + at as i64,
            language: lang.code().into(),
            code_suffix: lang.code().into(),
            default_country: countries[at].into(),
            default_currency: "EUR".into(),
            enabled: lang != Lang::Zh,
            place: at as i64,
            is_default: lang == Lang::En,
        };
        Lang::ALL.into_iter().enumerate().map(row).collect()
    }

    fn views(rows: &[StoreViewRow], languages: &[Lang]) -> StoreViews {
        without(rows, &[], languages)
    }

    fn without(rows: &[StoreViewRow], off: &[Currency], languages: &[Lang]) -> StoreViews {
        let stored = StoreViewRows { views: rows.to_vec(), currencies_off: off.to_vec() };
        StoreViews::new(&stored, languages).expect("a view")
    }

    #[test]
    fn views_are_found_by_id_code_and_language() {
        let four = views(&rows(), &[]);
        assert_eq!(four.by_id(11).map(|view| view.lang), Some(Lang::Fr));
        assert_eq!(four.by_id(14), None, "it is off");
        assert_eq!(four.by_id(UNSET_STORE_ID), None);
        assert_eq!(four.by_client_id(UNSET_STORE_ID).map(|view| view.id), Some(10));
        assert_eq!(four.by_client_id(14), None);
        assert_eq!(four.by_code("valmere_es", "valmere").map(|view| view.id), Some(13));
        for code in ["valmere_zh", "other_es", "valmere", "valmerees", "valmere_es_", ""] {
            assert_eq!(four.by_code(code, "valmere"), None, "{code}");
        }
        assert_eq!(four.of(Lang::De).code("valmere"), "valmere_de");
        assert_eq!((four.of(Lang::Zh).id, four.of(Lang::Zh).default_country.as_str()), (14, "CN"));
        let without = views(&rows()[..4], &[]);
        assert_eq!((without.of(Lang::Zh).id, without.of(Lang::Zh).lang), (10, Lang::Zh), "the default's");
    }

    #[test]
    fn rows_decide_which_languages_are_on_unless_some_are_named() {
        assert_eq!(views(&rows(), &[]).languages(), FOUR);
        assert_eq!(views(&rows(), &Lang::ALL).languages(), Lang::ALL);
        let named = views(&rows(), &[Lang::Zh, Lang::En]);
        assert_eq!((named.languages(), named.faults()), ([Lang::Zh, Lang::En].as_slice(), [].as_slice()));
        let mut five = rows();
        five[4].enabled = true;
        assert_eq!(views(&five, &[]).languages(), Lang::ALL);
        assert_eq!(views(&five, &FOUR).languages(), FOUR);
    }

    #[test]
    fn the_default_is_the_chosen_one_while_it_is_on() {
        let chosen = |lang: Lang, languages: &[Lang]| {
            let mut rows = rows();
            rows.iter_mut().for_each(|row| row.is_default = row.language == lang.code());
            views(&rows, languages)
        };
        let french = chosen(Lang::Fr, &[]);
        assert_eq!((french.default_language(), french.languages()), (Lang::Fr, FOUR.as_slice()));
        assert_eq!(french.by_client_id(UNSET_STORE_ID).map(|view| view.lang), Some(Lang::Fr));
        assert_eq!((french.spoken(Lang::De), french.spoken(Lang::Zh)), (Lang::De, Lang::Fr));
        assert!(french.knows(Lang::Zh) && !views(&rows()[..4], &[]).knows(Lang::Zh));
        assert_ne!(french.fingerprint(), views(&rows(), &[]).fingerprint(), "pages name it");
        assert_eq!(chosen(Lang::Zh, &[]).default_language(), Lang::En, "it is off");
        assert_eq!(chosen(Lang::Fr, &[Lang::De, Lang::En]).default_language(), Lang::En, "likewise");
        let mut none = rows();
        none.iter_mut().for_each(|row| row.is_default = false);
        assert_eq!(views(&none, &[]).default_language(), Lang::En);
    }

    #[test]
    fn the_fingerprint_follows_the_views_that_are_on() {
        let of = |rows: &[StoreViewRow]| views(rows, &[]).fingerprint().to_owned();
        let mut changed = rows();
        changed[4].default_country = "FR".into();
        assert_eq!(of(&changed), of(&rows()), "it is off");
        changed[1].default_country = "BE".into();
        assert_ne!(of(&changed), of(&rows()));
        changed[1].enabled = false;
        assert_ne!(of(&changed), of(&rows()[1..]));
    }

    #[test]
    fn each_fault_of_a_row_that_is_on_is_named() {
        let fault = |change: fn(&mut Vec<StoreViewRow>), languages: &[Lang]| {
            let mut rows = rows();
            change(&mut rows);
            views(&rows, languages).faults().join("|")
        };
        assert_eq!(fault(|_| {}, &[]), "");
        for (change, expected) in [
            (
                (|rows| rows[1].language = "it".into()) as fn(&mut Vec<StoreViewRow>),
                "store view 11 has the language \"it\"",
            ),
            (|rows| rows[1].default_country = "fr".into(), "store view 11 has the default country \"fr\""),
            (|rows| rows[1].default_currency = "SEK".into(), "store view 11 has the default currency \"SEK\""),
            (|rows| rows[1].default_currency = "CNY".into(), "CNY, which is not offered"),
            (|rows| rows[1].id = -1, "store view -1 has a negative"),
            (|rows| rows[1].id = UNSET_STORE_ID.into(), "before they know their language"),
            (|rows| rows[0].enabled = false, "the store view of English is off"),
            (|rows| rows.iter_mut().for_each(|row| row.enabled = false), "no store view is on"),
        ] {
            assert!(fault(change, &[]).contains(expected), "{expected}: {}", fault(change, &[]));
        }
        assert_eq!(fault(|rows| rows[4].default_country = String::new(), &[]), "", "it is off");
        assert!(fault(|rows| rows[4].default_country = String::new(), &Lang::ALL).contains("store view 14"));
        assert!(fault(|rows| rows.truncate(4), &Lang::ALL).contains("languages names \"zh\""));
        assert_eq!(fault(|rows| rows[4].default_currency = "CNY".into(), &Lang::ALL), "");
        assert!(StoreViews::new(&StoreViewRows::default(), &[]).expect_err("none").contains("there is no store view"));
    }

    #[test]
    fn first_path_segment_gives_the_language() {
        let four = |segment| read_segment(segment, &FOUR);
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
    fn language_comes_from_cookie_then_header() {
        let detect = |cookie, header| detect_language(cookie, header, &Lang::ALL).unwrap_or_default();
        assert_eq!(detect(Some("de"), Some("fr")), Lang::De);
        assert_eq!(detect(Some("xx"), Some("fr-CH, fr;q=0.9, en;q=0.8")), Lang::Fr);
        assert_eq!(detect(None, Some("en;q=0.5, es-MX;q=0.9")), Lang::Es);
        assert_eq!(detect(None, Some("it-IT, it;q=0.9, de;q=0.8")), Lang::De);
        assert_eq!(detect(None, Some("it, pt;q=0.9")), Lang::En);
        assert_eq!(detect(None, Some("fr;q=0, *;q=0.5")), Lang::En);
        assert_eq!(detect(None, Some("zh-TW,zh;q=0.9")), Lang::Zh);
        assert_eq!(detect_language(None, Some("zh-TW,zh;q=0.9"), &FOUR), None);
        assert_eq!(detect(None, None), Lang::En);
    }

    #[test]
    fn currency_comes_from_query_cookie_or_country() {
        let four = views(&rows(), &[]);
        let currency = |query, cookie, country| four.currency(&four.of(Lang::En), [query, cookie], country);
        assert_eq!(currency(Some("gbp"), Some("CHF"), Some("PL")), Currency::Gbp);
        assert_eq!(currency(Some("SEK"), Some("CHF"), Some("PL")), Currency::Chf);
        assert_eq!(currency(Some("CNY"), None, Some("PL")), Currency::Pln, "not offered in four languages");
        assert_eq!(currency(None, Some(""), Some("LI")), Currency::Chf);
        assert_eq!(currency(None, None, Some("SE")), Currency::Eur);
        assert_eq!(currency(None, None, Some("FR")), Currency::Eur);
        assert_eq!(currency(None, None, Some("CN")), Currency::Eur);
        assert_eq!(currency(None, None, None), Currency::Eur);
        let mut rows = rows();
        rows[4].default_currency = "CNY".into();
        let five = views(&rows, &Lang::ALL);
        assert_eq!(five.currency(&five.of(Lang::Zh), [None; 2], None), Currency::Cny);
        assert_eq!(five.currency(&five.of(Lang::Zh), [None; 2], Some("FR")), Currency::Eur, "the region goes first");
        assert_eq!(five.currency(&five.of(Lang::En), [Some("CNY"), None], None), Currency::Cny);
    }

    #[test]
    fn each_region_has_its_currency_if_offered() {
        let views = views(&rows(), &[]);
        let english = views.of(Lang::En);
        for (region, currency) in [
            ("FR", Currency::Eur),
            ("UK", Currency::Gbp),
            ("GB", Currency::Gbp),
            ("LI", Currency::Chf),
            ("CH", Currency::Chf),
            ("RO", Currency::Ron),
            ("PL", Currency::Pln),
            ("AE", Currency::Aed),
            // Mapped to currencies that are not offered (decisions §2).
            ("SE", Currency::Eur),
            ("CZ", Currency::Eur),
            ("DK", Currency::Eur),
        ] {
            assert_eq!(views.currency(&english, [None; 2], Some(region)), currency, "{region}");
        }
    }

    #[test]
    fn member_states() {
        assert!(is_eu("FR") && is_eu("AT") && is_eu("SK"));
        assert!(!is_eu("GB") && !is_eu("CH") && !is_eu("fr") && !is_eu(""));
    }

    /// Against the cases of the formatter in the interface.
    #[test]
    fn numbers_are_grouped_as_in_formatted_prices() {
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
            let number =
                case.amount.expect("a price has an amount").grouped(case.lang.separators()).replace('-', "\u{2212}");
            assert!(case.text.contains(number.trim_start_matches('\u{2212}')), "{} {}: {number}", case.lang, case.text);
        }
    }

    /// Dates are formatted in the interface only; this checks the cases themselves.
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
        fn any_cookie_and_header_give_a_language_that_is_on(cookie in ".{0,12}", header in "[a-zA-Z*,;=0-9. -]{0,60}") {
            prop_assert!(detect_language(Some(&cookie), Some(&header), &FOUR).is_none_or(|lang| FOUR.contains(&lang)));
        }

        #[test]
        fn any_query_and_country_give_an_offered_currency(query in ".{0,6}", country in "[A-Za-z]{0,3}") {
            let four = views(&rows(), &[]);
            let currency = four.currency(&four.of(Lang::En), [Some(&query), None], Some(&country));
            prop_assert!(four.currencies().contains(&currency));
        }

        #[test]
        fn views_without_faults_are_consistent(enabled in prop::array::uniform5(any::<bool>()), named in 0_u8..32) {
            let mut rows = rows();
            rows.iter_mut().zip(enabled).for_each(|(row, enabled)| row.enabled = enabled);
            let languages: Vec<Lang> = Lang::ALL.into_iter().filter(|lang| named >> *lang as u8 & 1 == 1).collect();
            let views = views(&rows, &languages);
            prop_assert_eq!(views.faults().is_empty(), views.speaks(Lang::En));
            for view in views.iter() {
                prop_assert_eq!(views.by_id(view.id), Some(view));
                prop_assert_eq!(views.by_code(&view.code("key"), "key"), Some(view));
                let own = views.of(view.lang);
                prop_assert_eq!(own.as_ref(), view);
            }
            for lang in Lang::ALL {
                prop_assert_eq!(views.of(lang).lang, lang);
                prop_assert_eq!(views.by_id(views.of(lang).id).is_some(), views.speaks(lang));
            }
        }
    }
}
