//! Arguments and answers of the calls about pictures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::uploads::State;

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "PictureUploadArgs")]
pub struct UploadArgs {
    /// The product that it is put in for; empty: it is for a category.
    #[serde(default)]
    pub sku: String,
    /// Key of the category that it is put in for.
    #[serde(default)]
    pub category: String,
    /// The file's name, of which the picture's is made.
    pub name: String,
    /// JPEG, PNG or WebP, at most 30 megabytes, in Base64.
    pub content: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PictureListArgs")]
pub struct ListArgs {
    /// Those that were put in for this product; empty: for a category.
    pub sku: String,
    /// Key of the category.
    pub category: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PictureUpload")]
pub struct Upload {
    /// Under which the catalogue may use it.
    pub name: String,
    pub state: State,
    /// Path of a small size, once it is made.
    pub small: Option<String>,
    /// RFC 3339.
    pub requested_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PictureUploads")]
pub struct Uploads {
    /// Of the last seven days, oldest first.
    pub items: Vec<Upload>,
}
