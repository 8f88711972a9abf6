//! The house's figures: sums of any span against any other, tables as files, and a month for the accountant.
//!
//! Has no tables: each figure is a sum of the slice that it belongs to. Revenue and VAT are those of issued documents, on the day of
//! issue; orders are those that were placed.
//!
//! | file | purpose |
//! |---|---|
//! | `calls`, `types` | as in every slice |
//! | `sums` | the sums of a span |
//! | `tables` | each table, column by column |
//! | `words` | headings and codes in the reader's language, which the UI's bundle writes |
//! | `file` | a table as CSV or XLSX |
//! | `journal` | documents and payments as entries of double-entry bookkeeping |
//! | `ledger` | entries as FEC (France), DATEV (Germany) and CSV |
//! | `archive` | a month as one ZIP file |

use crate::call::{Calls, staff_begin, staff_prepared, staff_read};
use crate::call_context::{CallContext, PaperTexts};
use crate::db::Db;
use crate::domain::permission::Permission::FiguresRead;
use crate::limits::RateClass::{Standard, Tight};

mod archive;
mod calls;
mod file;
mod journal;
mod ledger;
mod sums;
mod tables;
#[cfg(test)]
mod tests;
pub mod types;
mod words;

pub use archive::{Archive, downloaded, write as write_archive};
pub use calls::{export, parse_month, table};

/// What figures are made of.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    pub db: &'s Db,
    pub papers: &'s PaperTexts,
}

impl<'s> Source<'s> {
    pub fn of(context: &'s CallContext) -> Source<'s> {
        Source { db: &context.db, papers: &context.papers }
    }
}

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(FiguresRead, "figures/overview", calls::overview).rate(Standard))
        .add(staff_begin(FiguresRead, "figures/table", calls::listed).rate(Standard))
        .add(staff_prepared(FiguresRead, "figures/export", calls::prepare_export, calls::exported).rate(Standard))
        .add(staff_read(FiguresRead, "figures/month", calls::month).rate(Standard))
        .add(staff_read(FiguresRead, "figures/take_month", calls::month).proof().rate(Tight))
}
