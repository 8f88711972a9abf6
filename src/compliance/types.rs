//! The answers of `compliance/list` and `setting/plan`.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::config::settings::Group;
use crate::domain::store_view::Lang;
use crate::message::Message;
use crate::setting::credential::Name as CredentialName;

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ComplianceList")]
pub struct List {
    /// What is missing or still the demonstration's.
    pub open: Vec<Finding>,
    pub duties: Vec<LegalDuty>,
}

/// Something that the house has to put in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ComplianceFinding")]
pub struct Finding {
    pub place: Place,
    /// What is wrong, and the remedy.
    pub what: Message,
}

/// Where it is mended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[schemars(rename = "CompliancePlace")]
pub enum Place {
    /// A setting of the console.
    Setting {
        key: String,
        group: Group,
    },
    /// A key that only the machine's file, or its environment, may set.
    Machine {
        key: String,
    },
    /// A manufacturer, by its key in the catalogue's sheets.
    Maker {
        key: String,
    },
    /// Products on sale that lack something, by its code in the list of products.
    Products {
        missing: String,
    },
    /// What was entered for mail or payment.
    Credential {
        name: CredentialName,
    },
    /// People whose keys open nothing.
    People,
    /// The brand, with what the house says of itself.
    Look,
    /// The home page.
    Home,
    Catalogue,
}

impl fmt::Display for Place {
    /// For the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Setting { key, .. } | Place::Machine { key } => f.write_str(key),
            Place::Maker { key } => write!(f, "catalogue, manufacturers, {key}"),
            Place::Products { missing } => write!(f, "catalogue, products, {missing}"),
            Place::Credential { name } => write!(f, "credential {}", name.code()),
            Place::People => f.write_str("console.host"),
            Place::Look => f.write_str("look"),
            Place::Home => f.write_str("home page"),
            Place::Catalogue => f.write_str("catalogue"),
        }
    }
}

/// A duty by law, and how the shop meets it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LegalDuty {
    pub duty: Message,
    /// The legal act.
    pub law: Message,
    /// Where it is met.
    pub shown: Message,
    /// The tests that prove it: file, colon, name.
    pub proofs: Vec<&'static str>,
}

/// What saving settings would do. Nothing has changed yet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SettingPlan {
    /// What would change; what is as it was is left out.
    pub values: Vec<PlannedSetting>,
    /// RFC 3339: when what waits would come into force; null: nothing waits.
    pub force_at: Option<String>,
    /// Published help pages that would read differently, once each.
    pub pages: Vec<PlannedPage>,
    /// Published help pages that would say what the settings deny, by language.
    pub contradictions: Vec<PlannedContradiction>,
    /// What the law asks for and would be missing then.
    pub missing: Vec<Finding>,
    /// What is missing now and would not be any more.
    pub mended: Vec<Finding>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlannedSetting {
    pub key: String,
    /// In force now.
    pub now: Value,
    pub then: Value,
    /// It decides where money goes, and comes into force at `force_at`.
    pub waits: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlannedPage {
    pub key: String,
    /// In the reader's language, if the page is written in it.
    pub title: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlannedContradiction {
    pub key: String,
    pub lang: Lang,
    pub title: String,
    /// What it names although the settings deny it.
    pub word: String,
}
