//! CSV as spreadsheets read it.

use super::store_view::Lang;

/// A byte order mark, by which spreadsheets know UTF-8.
pub const MARK: &str = "\u{feff}";

/// Whether the reader's spreadsheets write decimal commas, and semicolons between cells: those of the continent do.
pub const fn has_comma(lang: Lang) -> bool {
    match lang {
        Lang::Fr | Lang::De | Lang::Es => true,
        Lang::En | Lang::Zh => false,
    }
}

/// What parts the cells of a line.
pub const fn delimiter(lang: Lang) -> u8 {
    if has_comma(lang) { b';' } else { b',' }
}

/// A text that no spreadsheet takes for a formula.
pub fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}
