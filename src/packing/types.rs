//! Arguments and answers of the calls about packing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::shipping::ShippingMethod;

/// Orders to be packed, those that were paid first before others; at most 500.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PackList {
    pub items: Vec<PackOrder>,
    /// Numbers of paid orders that are not among them before their customers have paid for a dearer carrier.
    pub awaiting_surcharge: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PackOrder {
    pub number: String,
    /// RFC 3339.
    pub placed_at: String,
    /// ISO 8601 date: the first day on which it was promised.
    pub delivery_from: String,
    /// To whom it goes.
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub shipping_method: ShippingMethod,
    /// The carrier's name in the reader's language.
    pub carrier: String,
    /// Only what has not been sent yet.
    pub lines: Vec<PackLine>,
    /// Numbers of linked orders that are to be packed as well: they may travel in one parcel.
    pub along: Vec<String>,
    /// Numbers of unpaid orders that are to travel in this parcel: once it has left they go without a charge for delivery.
    pub awaited_along: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PackLine {
    /// By which `order/ship` names it.
    pub position: i64,
    pub sku: String,
    /// In the reader's language, as are the options.
    pub name: String,
    pub options: String,
    /// Where it lies; empty: not known.
    pub shelf: String,
    pub qty: u32,
    /// Of a set: what one piece is made of.
    pub parts: Vec<PackPart>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PackPart {
    pub sku: String,
    /// In the reader's language, with its options.
    pub name: String,
    /// Where it lies; empty: not known.
    pub shelf: String,
    /// In one set.
    pub qty: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaperKind {
    /// A pick list by item, then a packing slip for each order; A4.
    #[default]
    Slips,
    /// Address labels, 105 × 148 mm each.
    Labels,
    /// The same, four on an A4 page.
    LabelsA4,
    /// Pick list, packing slips and address labels in one file.
    All,
    /// The same on A4 alone.
    AllA4,
}

impl PaperKind {
    pub const ALL: [PaperKind; 5] =
        [PaperKind::All, PaperKind::AllA4, PaperKind::Slips, PaperKind::Labels, PaperKind::LabelsA4];

    /// As the command line names it.
    pub fn code(self) -> &'static str {
        match self {
            PaperKind::All => "all",
            PaperKind::AllA4 => "all-a4",
            PaperKind::Slips => "slips",
            PaperKind::Labels => "labels",
            PaperKind::LabelsA4 => "labels-a4",
        }
    }

    /// Whether pick list and slips are in it; whether labels are, and these on A4.
    pub(super) fn parts(self) -> (bool, Option<bool>) {
        match self {
            PaperKind::Slips => (true, None),
            PaperKind::Labels => (false, Some(false)),
            PaperKind::LabelsA4 => (false, Some(true)),
            PaperKind::All => (true, Some(false)),
            PaperKind::AllA4 => (true, Some(true)),
        }
    }
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PapersArgs {
    /// Numbers of orders, at most 100; those with nothing to pack are left out.
    pub numbers: Vec<String>,
    pub kind: PaperKind,
}
