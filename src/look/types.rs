//! Arguments and answers of the calls about the look of the shop and its home page. Times are RFC 3339.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::Image;
use crate::cms::content::{Structure, Texts};
use crate::deed::types::Failure;
use crate::domain::look::{Drawing, Look, LowContrast, Palette, Preset, Shades};
use crate::domain::store_view::Lang;

/// A document with its draft and what was published before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "{T}Document")]
pub struct Document<T> {
    /// As shoppers see it.
    pub published: T,
    /// Number of its version; 0: nothing was published yet.
    pub number: i64,
    pub draft: Option<Draft<T>>,
    /// The newest first, at most 50.
    pub versions: Vec<LookVersion>,
    /// Those of the shop.
    pub languages: Vec<Lang>,
    /// The shop's time zone, in which publishing is scheduled.
    pub zone: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "{T}Draft")]
pub struct Draft<T> {
    pub document: T,
    /// Rises with each change.
    pub version: i64,
    /// Number of the published version that it was made from; 0: none was.
    pub base: i64,
    /// When it is published by itself.
    pub publish_at: Option<String>,
    /// The same on the shop's clocks.
    #[schemars(with = "Option<String>")]
    pub publish_local: Option<DateTime>,
    /// Why it was not published at its time.
    pub failure: Option<Failure>,
    pub updated_at: String,
    /// `staff:ID`, `token:ID` or `cli:USER`.
    pub actor: String,
    pub actor_name: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LookVersion {
    pub number: i64,
    pub at: String,
    /// As of drafts; empty: neither console nor command.
    pub actor: String,
    pub actor_name: Option<String>,
}

/// The look, with what it can be made of.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LookScreen {
    pub look: Document<Look>,
    /// The brand's name, which is a setting.
    pub brand: String,
    pub palettes: Vec<OfferedPalette>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OfferedPalette {
    pub preset: Preset,
    pub palette: Palette,
}

/// The home page: its pictures and the order of its parts, and its texts by language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HomePage")]
pub struct HomePage {
    pub structure: Structure,
    pub texts: BTreeMap<Lang, Texts>,
}

/// The home page, with what it can be made of.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HomeScreen {
    pub home: Document<HomePage>,
    pub categories: Vec<HomeCategory>,
    /// Pictures that are wide enough, by name.
    pub pictures: Vec<HomePicture>,
    /// The best sellers of both documents.
    pub products: Vec<HomeProduct>,
}

/// A category that the home page can lead to; those without a picture cannot be a block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HomeCategory {
    pub key: String,
    /// In the reader's language, with those above it.
    pub name: String,
    pub image: Option<Image>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HomePicture {
    pub name: String,
    pub image: Image,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HomeProduct {
    pub sku: String,
    /// In the reader's language.
    pub name: String,
    /// Path of its first picture.
    pub small: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{T}Save")]
pub struct SaveArgs<T> {
    /// The draft's version that was seen; 0: there was none.
    pub version: i64,
    /// The number of the published version that was seen; 0: there was none.
    pub base: i64,
    pub document: T,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LookDraftArgs")]
pub struct DraftArgs {
    /// The draft's version that was seen.
    pub version: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LookPublishArgs")]
pub struct PublishArgs {
    /// The draft's version that was seen.
    pub version: i64,
    /// On the shop's clocks, e.g. `2026-12-01T08:00`; without it the draft is published at once.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub at: Option<DateTime>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LookVersionArgs")]
pub struct VersionArgs {
    pub number: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PaletteArgs {
    pub palette: Palette,
}

/// All colours that a palette makes, and which of them cannot be read.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PaletteCheck {
    pub shades: Shades,
    pub low: Vec<LowContrast>,
}

/// What a drawing is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawingKind {
    Logo,
    Icon,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DrawingArgs {
    pub kind: DrawingKind,
    /// SVG or PNG, at most 2 megabytes, in Base64.
    pub content: String,
}

/// A drawing that was kept: it is shown once a look names it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct KeptDrawing {
    pub drawing: Drawing,
}
