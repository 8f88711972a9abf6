//! Arguments and answers of the calls about help pages. Times are RFC 3339.

use jiff::civil::DateTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cms::blocks::PageSetting;
use crate::cms::types::TocEntry;
use crate::deed::types::Failure;
use crate::domain::store_view::Lang;
use crate::message::Message;

/// All help pages, in the order of their menu; those that are drafts only come last.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageList {
    pub pages: Vec<PageRow>,
    /// Those of the shop.
    pub languages: Vec<Lang>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageRow {
    /// The same in every language: the page is at `/LANG/help/KEY`.
    pub key: String,
    /// In the reader's language; else in the first that has it.
    pub title: String,
    pub texts: Vec<PageState>,
}

/// How a page stands in a language.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageState {
    pub lang: Lang,
    pub is_published: bool,
    pub has_draft: bool,
    /// When its draft is published by itself.
    pub publish_at: Option<String>,
    /// Why the draft was not published at its time.
    pub failure: Option<Failure>,
    /// What the published text says although the settings deny it.
    pub contradictions: Vec<PageContradiction>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PageContradiction {
    /// What is off.
    pub setting: PageSetting,
    /// The word of the text that says otherwise.
    pub word: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct KeyArgs {
    pub key: String,
}

/// A page with its texts and drafts in each language of the shop.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageDetail {
    pub key: String,
    pub title: String,
    pub texts: Vec<PageLanguage>,
    /// What conditions may name, and whether it is on.
    pub settings: Vec<PageSettingState>,
    /// Placeholders with what they are in the reader's language.
    pub placeholders: Vec<PagePlaceholder>,
    /// The shop's time zone, in which publishing is scheduled.
    pub zone: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageSettingState {
    pub setting: PageSetting,
    pub is_on: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PagePlaceholder {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageLanguage {
    pub lang: Lang,
    /// As shoppers read it; null where the page is not published in this language.
    pub published: Option<PublishedText>,
    pub draft: Option<DraftText>,
    pub contradictions: Vec<PageContradiction>,
    /// The newest first, at most 50.
    pub versions: Vec<PageVersion>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextForm {
    pub title: String,
    /// For search engines.
    pub description: String,
    /// Markdown with placeholders and conditions.
    pub markdown: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PublishedText {
    pub text: TextForm,
    /// Number of its version.
    pub number: i64,
    /// ISO 8601 date.
    pub updated: String,
    /// Its page in the shop.
    pub url: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DraftText {
    pub text: TextForm,
    /// Rises with each change.
    pub version: i64,
    /// Number of the published version that it was made from; 0: none was.
    pub base: i64,
    /// When it is published by itself.
    pub publish_at: Option<String>,
    /// The same on the shop's clocks.
    #[schemars(with = "Option<String>")]
    pub publish_local: Option<DateTime>,
    /// As of [`PageState`].
    pub failure: Option<Failure>,
    pub updated_at: String,
    /// `staff:ID`, `token:ID` or `cli:USER`.
    pub actor: String,
    pub actor_name: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageVersion {
    pub number: i64,
    pub title: String,
    pub at: String,
    /// As of drafts; empty: neither console nor command.
    pub actor: String,
    pub actor_name: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PreviewArgs {
    pub key: String,
    pub lang: Lang,
    pub text: TextForm,
}

/// A text as shoppers would read it with the settings as they are.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PagePreview {
    pub html: String,
    pub contents: Vec<TocEntry>,
    /// What keeps it from being published.
    pub problems: Vec<PageProblem>,
    pub contradictions: Vec<PageContradiction>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PageProblem {
    /// From 1.
    pub line: u32,
    pub message: Message,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct VersionArgs {
    pub key: String,
    pub lang: Lang,
    pub number: i64,
}

/// A text that was published.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct VersionText {
    pub text: TextForm,
    pub html: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SaveArgs {
    pub key: String,
    pub lang: Lang,
    /// The draft's version that was seen; 0: there was none.
    pub version: i64,
    /// The number of the published version that was seen; 0: there was none.
    pub base: i64,
    pub text: TextForm,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DraftArgs {
    pub key: String,
    pub lang: Lang,
    /// The draft's version that was seen.
    pub version: i64,
}

/// A draft as it was seen.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct SeenDraft {
    pub lang: Lang,
    pub version: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PublishArgs {
    pub key: String,
    /// One at least.
    pub drafts: Vec<SeenDraft>,
    /// On the shop's clocks, e.g. `2026-12-01T08:00`; without it they are published at once.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub at: Option<DateTime>,
}
