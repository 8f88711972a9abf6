//! Headings and codes in the reader's language: the UI's bundle writes them (`ui/src/mail/figuresTexts.ts`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::types::{Cell, Column, Format, TableKind};
use crate::call_context::{Paper, PaperTexts};
use crate::domain::store_view::Lang;
use crate::error::Result;

#[derive(Debug, Serialize)]
struct Input {
    lang: Lang,
}

/// By code.
#[derive(Debug, Clone, Deserialize)]
pub struct Words {
    /// Names of tables.
    tables: BTreeMap<String, String>,
    columns: BTreeMap<String, String>,
    /// What stands in cells, e.g. `method.card`.
    codes: BTreeMap<String, String>,
    /// The row of sums.
    pub total: String,
    /// The file that says what an archive holds; `{month}` and `{company}` stand for both.
    pub readme: String,
}

impl Words {
    pub async fn load(papers: &PaperTexts, lang: Lang) -> Result<Words> {
        Ok(papers.write(Paper::Figures, &Input { lang }).await?)
    }

    pub fn table(&self, kind: TableKind) -> String {
        self.tables.get(kind.code()).cloned().unwrap_or_else(|| kind.code().to_owned())
    }

    pub fn column(&self, key: &str, format: Format) -> Column {
        let heading = self.columns.get(key).cloned().unwrap_or_else(|| key.to_owned());
        Column { key: key.to_owned(), heading, format }
    }

    /// The word of a code; without one, the code.
    pub fn code(&self, of: &str, code: &str) -> Cell {
        Cell::Text(self.codes.get(&format!("{of}.{code}")).cloned().unwrap_or_else(|| code.to_owned()))
    }
}

#[cfg(test)]
impl Words {
    /// The codes themselves.
    pub fn bare() -> Words {
        Words {
            tables: BTreeMap::new(),
            columns: BTreeMap::new(),
            codes: BTreeMap::new(),
            total: "total".to_owned(),
            readme: String::new(),
        }
    }
}
