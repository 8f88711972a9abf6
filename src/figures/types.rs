//! Arguments and answers of the calls about figures. Amounts are in EUR unless a column names a currency beside them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::money::{Amount, Currency};

/// Days in the shop's zone; both count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "FiguresSpan")]
pub struct Span {
    #[schemars(with = "String")]
    pub from: Date,
    #[schemars(with = "String")]
    pub to: Date,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "FiguresOverviewArgs")]
pub struct OverviewArgs {
    pub span: Span,
    /// What it is compared with.
    #[serde(default)]
    pub against: Option<Span>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "FiguresOverview")]
pub struct Overview {
    pub span: Sums,
    pub against: Option<Sums>,
    /// The first day of which visits are known, ISO 8601; null: none is.
    pub visits_since: Option<String>,
}

/// The sums of a span.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FiguresSums")]
pub struct Sums {
    /// Orders placed, without canceled ones.
    pub orders: i64,
    /// Pieces in them.
    pub pieces: i64,
    /// Their totals, VAT included.
    pub ordered: Amount,
    /// `ordered / orders`.
    pub average: Amount,
    /// Invoiced, less credit notes, VAT included.
    pub gross: Amount,
    pub net: Amount,
    pub tax: Amount,
    /// What credit notes gave back, VAT included.
    pub credited: Amount,
    /// Pieces that came back.
    pub returned: i64,
    pub visits: i64,
    pub bags: i64,
    pub checkouts: i64,
    /// Orders of the days since which visits are counted, without those taken by telephone.
    pub counted_orders: i64,
    /// Points due to customers at its end.
    pub points_owed: i64,
    /// Days of the span, or months of a long one.
    pub periods: Vec<Period>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FiguresPeriod")]
pub struct Period {
    /// `2026-11-03`, or the month `2026-11`.
    pub period: String,
    pub orders: i64,
    pub gross: Amount,
}

/// A table of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FiguresTableKind")]
pub enum TableKind {
    /// Orders and revenue by day, or by month.
    Revenue,
    /// Items, the best seller first.
    Products,
    /// Items that came back.
    Returns,
    /// From visits to orders.
    Visits,
    /// VAT by country and rate.
    Vat,
    /// The One-Stop-Shop return of the quarter in which the span ends (Directive 2006/112/EC art. 369f to 369i).
    Oss,
    /// Points earned, taken back and owed.
    Points,
    /// Money that came in and went out.
    Payments,
    /// Invoices and credit notes.
    Documents,
}

impl TableKind {
    pub const ALL: [TableKind; 9] = [
        Self::Revenue,
        Self::Products,
        Self::Returns,
        Self::Visits,
        Self::Vat,
        Self::Oss,
        Self::Points,
        Self::Payments,
        Self::Documents,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Revenue => "revenue",
            Self::Products => "products",
            Self::Returns => "returns",
            Self::Visits => "visits",
            Self::Vat => "vat",
            Self::Oss => "oss",
            Self::Points => "points",
            Self::Payments => "payments",
            Self::Documents => "documents",
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "FiguresTableArgs")]
pub struct TableArgs {
    pub kind: TableKind,
    pub span: Span,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FiguresFormat")]
pub enum Format {
    Text,
    /// `2026-11-03`.
    Day,
    /// `2026-11`.
    Month,
    Count,
    Amount,
    /// Without its sign.
    Percent,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FiguresColumn")]
pub struct Column {
    pub key: String,
    /// In the reader's language.
    pub heading: String,
    pub format: Format,
}

/// A cell: text, or a number as the format of its column says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "FiguresCell")]
pub enum Cell {
    Count(i64),
    Amount(Amount),
    Text(String),
    /// Unknown, or no sum.
    None,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FiguresTable")]
pub struct Table {
    pub kind: TableKind,
    /// Its name in the reader's language.
    pub name: String,
    /// The days that it is about: those asked for, or the quarter of an OSS return.
    pub span: Span,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    /// Sums of columns; empty without rows.
    pub totals: Vec<Cell>,
    /// All rows, of which only the first are listed.
    pub count: usize,
    /// Rates without which rows of an OSS return, and so its sums, are not known.
    pub missing_rates: Vec<MissingRate>,
}

/// A rate of the European Central Bank that nobody has entered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "FiguresMissingRate")]
pub struct MissingRate {
    /// E.g. `2026-Q3`.
    pub quarter: String,
    /// On which it was published.
    #[schemars(with = "String")]
    pub day: Date,
    pub currency: Currency,
}

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FiguresFile")]
pub enum FileFormat {
    /// Comma-separated values, as the reader's spreadsheet expects them.
    Csv,
    /// Office Open XML (ISO/IEC 29500).
    Xlsx,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "FiguresExportArgs")]
pub struct ExportArgs {
    pub kind: TableKind,
    pub span: Span,
    pub format: FileFormat,
}

/// A month for the accountant.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "FiguresMonthArgs")]
pub struct MonthArgs {
    /// E.g. `2026-10`.
    pub month: String,
}

/// What the archive of a month holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FiguresMonth")]
pub struct Month {
    /// E.g. `2026-10`.
    pub month: String,
    pub documents: i64,
    pub payments: i64,
    /// Whether the numbers are set without which DATEV reads no file (`accounting.datev_consultant`, `accounting.datev_client`).
    pub has_datev: bool,
    /// Whether the month is still going on.
    pub is_unfinished: bool,
}
