//! Rows of a result, deserialized in place by serde: by column name, by position or as a single value.
//!
//! Only [`Source`] knows which engine a row comes from.

use std::cell;

use anyhow::anyhow;
use serde::de::value::{BorrowedStrDeserializer, SeqDeserializer};
use serde::de::{self, Deserialize, Visitor};

use super::sqlite;
use super::value::{Cell, Val};
use crate::error::{Error, Result};

/// The column names of a result.
#[derive(Debug)]
pub(super) struct Columns {
    /// All names in one string, to save an allocation for each.
    names: String,
    ends: Vec<usize>,
    /// The fields of the type last read from this result by position; its next row skips the comparison of names.
    fields: cell::Cell<Option<&'static [&'static str]>>,
}

impl Columns {
    pub(super) fn new<'n>(columns: impl Iterator<Item = &'n str>) -> Columns {
        let (mut names, mut ends) = (String::new(), Vec::new());
        for name in columns {
            names.push_str(name);
            ends.push(names.len());
        }
        Columns { names, ends, fields: cell::Cell::new(None) }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the columns are exactly these fields, in this order.
    fn matches(&self, fields: &'static [&'static str]) -> bool {
        if self.fields.get().is_some_and(|known| std::ptr::eq(known, fields)) {
            return true;
        }
        let is_match =
            fields.len() == self.len() && fields.iter().enumerate().all(|(at, field)| self.name(at) == *field);
        if is_match {
            self.fields.set(Some(fields));
        }
        is_match
    }

    fn name(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.names[start..self.ends[at]]
    }
}

/// The current row of a query; valid until the query advances.
#[derive(Debug)]
pub struct Row<'r> {
    columns: &'r Columns,
    source: Source<'r>,
}

/// The engine's own row. An enum and not a trait object: cells are read by a direct call.
#[derive(Debug)]
pub(super) enum Source<'r> {
    Sqlite(sqlite::SourceRow<'r>),
}

impl<'r> Row<'r> {
    pub(super) fn new(columns: &'r Columns, source: Source<'r>) -> Row<'r> {
        Row { columns, source }
    }

    /// Deserializes the row as `T`, which may borrow from it. The error names `sql`.
    pub fn read<T: Deserialize<'r>>(&self, sql: &str) -> Result<T> {
        T::deserialize(RowDeserializer(self)).map_err(|e| e.of(sql))
    }

    /// All cells, whatever their columns are called.
    pub(super) fn values(&self, sql: &str) -> Result<Vec<Val>> {
        let values = (0..self.columns.len()).map(|at| Ok(self.cell(at)?.into()));
        values.collect::<Result<_, RowError>>().map_err(|e| e.of(sql))
    }

    fn cell(&self, at: usize) -> Result<Cell<'r>, RowError> {
        match &self.source {
            Source::Sqlite(row) => sqlite::cell(row, at),
        }
    }

    fn first(&self) -> Result<Cell<'r>, RowError> {
        if self.columns.len() == 0 { Err(RowError("row without columns".into())) } else { self.cell(0) }
    }
}

/// Why a row does not fit its type.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct RowError(pub(super) String);

impl RowError {
    fn of(self, sql: &str) -> Error {
        anyhow!("{self} in {sql}").into()
    }
}

impl de::Error for RowError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        RowError(message.to_string())
    }
}

struct RowDeserializer<'c, 'r>(&'c Row<'r>);

impl<'de> de::Deserializer<'de> for RowDeserializer<'_, 'de> {
    type Error = RowError;

    /// False, so that amounts are read as minor units.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_option(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        if self.0.columns.matches(fields) {
            self.deserialize_tuple(fields.len(), visitor)
        } else {
            self.deserialize_map(visitor)
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_map(Cells { row: self.0, at: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_seq(Cells { row: self.0, at: 0 })
    }

    /// A sequence is one blob; a row of several values is a tuple.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_seq(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.0.first()?.deserialize_bool(visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        tuple_struct identifier ignored_any
    }
}

/// The cells of a row in order: serde's access to maps and sequences.
struct Cells<'c, 'r> {
    row: &'c Row<'r>,
    at: usize,
}

impl<'r> de::MapAccess<'r> for Cells<'_, 'r> {
    type Error = RowError;

    fn next_key_seed<K: de::DeserializeSeed<'r>>(&mut self, seed: K) -> Result<Option<K::Value>, RowError> {
        if self.at == self.row.columns.len() {
            return Ok(None);
        }
        seed.deserialize(BorrowedStrDeserializer::new(self.row.columns.name(self.at))).map(Some)
    }

    fn next_value_seed<V: de::DeserializeSeed<'r>>(&mut self, seed: V) -> Result<V::Value, RowError> {
        self.at += 1;
        seed.deserialize(self.row.cell(self.at - 1)?)
    }
}

impl<'r> de::SeqAccess<'r> for Cells<'_, 'r> {
    type Error = RowError;

    fn next_element_seed<T: de::DeserializeSeed<'r>>(&mut self, seed: T) -> Result<Option<T::Value>, RowError> {
        if self.at == self.row.columns.len() {
            return Ok(None);
        }
        self.at += 1;
        seed.deserialize(self.row.cell(self.at - 1)?).map(Some)
    }
}

impl<'de> de::Deserializer<'de> for Cell<'de> {
    type Error = RowError;

    /// False, so that amounts are read as minor units.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Null => visitor.visit_none(),
            Cell::Int(v) => visitor.visit_i64(v),
            Cell::Text(v) => visitor.visit_borrowed_str(v),
            Cell::Blob(v) => visitor.visit_borrowed_bytes(v),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Int(v) => visitor.visit_bool(v != 0),
            other => Err(RowError(format!("expected 0 or 1, found {other:?}"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self {
            Cell::Blob(v) => visitor.visit_seq(SeqDeserializer::new(v.iter().copied())),
            other => Err(RowError(format!("expected a blob, found {other:?}"))),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        match self {
            Cell::Text(v) => BorrowedStrDeserializer::new(v).deserialize_enum(name, variants, visitor),
            other => Err(RowError(format!("expected a code, found {other:?}"))),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct
        map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use crate::db::{Connection, Val};
    use crate::vals;

    #[test]
    fn rows_are_read_by_name_by_position_or_as_a_single_value() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        struct Line {
            text: String,
            number: Option<i64>,
            is_old: bool,
            bytes: Vec<u8>,
        }
        let connection = Connection::in_memory().expect("memory");
        let read = |sql: &str| {
            connection.read(|tx| {
                let lines: Vec<Line> = tx.all(sql, vals![])?;
                let pairs: Vec<(String, Option<i64>, bool, Vec<u8>)> = tx.all(sql, vals![])?;
                let first: Option<String> = tx.find(sql, vals![])?;
                Ok((lines, pairs, first, tx.values(sql, vals![])?))
            })
        };
        let sql = "SELECT 'wool' AS text, NULL AS number, 1 AS is_old, x'0102' AS bytes";
        let (lines, pairs, first, values) = read(sql).expect("read");
        assert_eq!(lines, [Line { text: "wool".into(), number: None, is_old: true, bytes: vec![1, 2] }]);
        assert_eq!(pairs, [("wool".to_owned(), None, true, vec![1, 2])]);
        assert_eq!(first.as_deref(), Some("wool"));
        assert_eq!(values, [[Val::Text("wool".into()), Val::Null, Val::Int(1), Val::Blob(vec![1, 2])]]);
        let other = "SELECT x'0102' AS bytes, 1 AS is_old, NULL AS number, 'wool' AS text";
        let by_name: Vec<Line> = connection.read(|tx| tx.all(other, vals![])).expect("read");
        assert_eq!(by_name, lines, "in any order of the columns");
        let (lines, _, first, _) = read(&format!("{sql} WHERE 0")).expect("read");
        assert_eq!((lines.len(), first), (0, None));
        assert!(read("SELECT 1.5 AS text, 0 AS number, 0 AS is_old, x'0102' AS bytes").is_err(), "no floats");
        assert!(read("SELECT CAST(x'ff' AS TEXT) AS text, 0 AS number, 0 AS is_old, x'0102' AS bytes").is_err());
    }
}
