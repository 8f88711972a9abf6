//! Values that go into a statement and cells that come out of a row.

/// A parameter or a result of a statement. There are no floats: amounts and times are integers.
#[derive(Debug, Clone, PartialEq)]
pub enum Val {
    Null,
    Int(i64),
    Text(String),
    Blob(Vec<u8>),
}

macro_rules! val_from {
    ($($from:ty => |$v:ident| $to:expr),* $(,)?) => {
        $(impl From<$from> for Val { fn from($v: $from) -> Self { $to } })*
    };
}
val_from! {
    i64 => |v| Val::Int(v),
    i32 => |v| Val::Int(v.into()),
    u32 => |v| Val::Int(v.into()),
    u16 => |v| Val::Int(v.into()),
    bool => |v| Val::Int(v.into()),
    &str => |v| Val::Text(v.to_owned()),
    &String => |v| Val::Text(v.clone()),
    String => |v| Val::Text(v),
    Vec<u8> => |v| Val::Blob(v),
    &[u8] => |v| Val::Blob(v.to_vec()),
    [u8; 32] => |v| Val::Blob(v.to_vec()),
}
impl<T: Into<Val>> From<Option<T>> for Val {
    fn from(value: Option<T>) -> Self {
        value.map_or(Val::Null, Into::into)
    }
}

/// The parameters of a statement, in the order `$1`, `$2`, …
#[macro_export]
macro_rules! vals {
    ($($value:expr),* $(,)?) => { &[$($crate::db::Val::from($value)),*] };
}

/// A value in a row, borrowed from the engine.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cell<'r> {
    Null,
    Int(i64),
    Text(&'r str),
    Blob(&'r [u8]),
}

impl From<Cell<'_>> for Val {
    fn from(cell: Cell<'_>) -> Val {
        match cell {
            Cell::Null => Val::Null,
            Cell::Int(v) => Val::Int(v),
            Cell::Text(v) => Val::Text(v.to_owned()),
            Cell::Blob(v) => Val::Blob(v.to_vec()),
        }
    }
}
