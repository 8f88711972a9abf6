//! A product as fields: a name and a text each, as the sheets of the catalogue hold it. Forms, a grid, a command and a version speak
//! of the same fields: `weight_g`, `name.de`, `fibres`. A list is a text with a line for each entry, whose cells are parted by spaces.

use std::collections::BTreeMap;

use crate::catalog::csv::{self, Kind, Sheet, Space};
use crate::catalog::editing::Item;
use crate::catalog::store::RowKind;
use crate::db::{Tx, Val};
use crate::domain::store_view::Lang;
use crate::domain::url_key;
use crate::error::Result;
use crate::message::{self, Message};
use crate::product::cells;
use crate::sort_key::sort_key;

/// Field to text.
pub type Fields = BTreeMap<String, String>;

/// Characters of a field.
pub const MOST_CHARACTERS: usize = 30_000;
/// Lines of a list.
const MOST_LINES: usize = 200;

/// A list of a product: the sheet that holds its rows.
struct List {
    name: &'static str,
    sheet: &'static str,
    /// Whether the rows have positions, in the sheet's second column.
    is_ordered: bool,
}

const LISTS: [List; 7] = [
    List { name: "categories", sheet: csv::PRODUCT_CATEGORIES, is_ordered: false },
    List { name: "attributes", sheet: csv::PRODUCT_ATTRIBUTES, is_ordered: false },
    List { name: "fibres", sheet: csv::PRODUCT_FIBRES, is_ordered: true },
    List { name: "related", sheet: csv::RELATED_PRODUCTS, is_ordered: true },
    List { name: "parts", sheet: csv::KIT_PARTS, is_ordered: true },
    List { name: PICTURES, sheet: csv::PRODUCT_PICTURES, is_ordered: true },
    List { name: CHOICE, sheet: csv::VARIANT_OPTIONS, is_ordered: false },
];

const PICTURES: &str = "pictures";
/// What a variant is of its product's options.
pub const CHOICE: &str = "choice";
/// A line for each option: its code, and the values that the product offers.
pub const OPTIONS: &str = "options";
/// Columns of `products` that are no fields: they name the row.
const FIXED: [&str; 4] = ["sku", "parent", "kind", "created_at"];
/// The first column of `product_texts` that is a field.
const FIRST_TEXT: usize = 2;

/// The sheet of a name that is in this file.
fn sheet(name: &'static str) -> &'static Sheet {
    csv::sheet(name).unwrap_or(&csv::SHEETS[0])
}

/// The columns of a list's line.
fn line_kinds(list: &List) -> Vec<Kind> {
    let skipped = if list.is_ordered { 2 } else { 1 };
    sheet(list.sheet).columns.iter().skip(skipped).map(|column| column.kind).collect()
}

/// Whether changing a field may change where products stand in lists.
pub fn is_listed(field: &str) -> bool {
    matches!(field, "enabled" | "position" | "categories" | "attributes" | "parts" | CHOICE | OPTIONS)
        || field.starts_with("name.")
}

/// The rows of products in all their sheets.
struct Rows {
    sheets: BTreeMap<&'static str, BTreeMap<String, Vec<Vec<Val>>>>,
}

impl Rows {
    fn read(tx: &mut dyn Tx, ids: &[i64]) -> Result<Rows> {
        let mut sheets = BTreeMap::new();
        for name in SHEETS {
            let mut of: BTreeMap<String, Vec<Vec<Val>>> = BTreeMap::new();
            for row in csv::rows_of(tx, sheet(name), ids)? {
                of.entry(text_at(&row, 0).to_owned()).or_default().push(row);
            }
            sheets.insert(name, of);
        }
        Ok(Rows { sheets })
    }

    fn of(&self, name: &str, sku: &str) -> Vec<Vec<Val>> {
        self.sheets.get(name).and_then(|of| of.get(sku)).cloned().unwrap_or_default()
    }
}

/// A product, set or variant with all that belongs to it but prices and stock.
#[derive(Debug, Clone)]
pub struct Document {
    pub item: Item,
    /// As in `products`.
    row: Vec<Val>,
    /// By language, as in `product_texts`.
    texts: BTreeMap<Lang, Vec<Val>>,
    /// By name, without SKU and position.
    lists: BTreeMap<&'static str, Vec<Vec<Val>>>,
    /// Text alternatives by language, one for each picture.
    alts: BTreeMap<Lang, Vec<String>>,
}

/// Fields with what is wrong with each.
pub type Faults = Vec<(String, Message)>;

impl Document {
    /// A new one, of which nothing is written yet.
    pub fn blank(sku: &str, parent: &str, kind: RowKind, position: i64, created_at: i64) -> Document {
        let blank = |kind: Kind| match kind {
            Kind::Flag | Kind::Number(0, _) => Val::Int(0),
            Kind::MaybeNumber(..) | Kind::MaybeAmount(..) => Val::Null,
            _ => Val::Text(String::new()),
        };
        let mut row: Vec<Val> = sheet(csv::PRODUCTS).columns.iter().map(|column| blank(column.kind)).collect();
        let named: [(&str, Val); 5] = [
            ("sku", sku.into()),
            ("parent", parent.into()),
            ("kind", kind.code().into()),
            ("position", position.into()),
            ("created_at", created_at.into()),
        ];
        for (name, value) in named {
            if let Some(cell) = place(name).and_then(|at| row.get_mut(at)) {
                *cell = value;
            }
        }
        let item = Item { id: 0, sku: sku.to_owned(), kind, parent_id: None, enabled: false };
        Document { item, row, texts: BTreeMap::new(), lists: BTreeMap::new(), alts: BTreeMap::new() }
    }

    /// Another variant like this one, on, without what makes it the one that it is.
    pub fn like(&self, sku: &str, parent: &str, position: i64, created_at: i64) -> Document {
        let mut new = Document::blank(sku, parent, RowKind::Variant, position, created_at);
        for name in COPIED {
            if let Some(at) = place(name) {
                new.row[at] = self.row[at].clone();
            }
        }
        new
    }

    pub fn read(tx: &mut dyn Tx, item: Item) -> Result<Document> {
        let rows = Rows::read(tx, &[item.id])?;
        Ok(Document::of(item, &rows))
    }

    /// Several, with one query a sheet for a portion of them.
    pub fn read_all(tx: &mut dyn Tx, items: Vec<Item>) -> Result<Vec<Document>> {
        let ids: Vec<i64> = items.iter().map(|item| item.id).collect();
        let rows = Rows::read(tx, &ids)?;
        Ok(items.into_iter().map(|item| Document::of(item, &rows)).collect())
    }

    fn of(item: Item, all: &Rows) -> Document {
        let rows = |name: &str| all.of(name, &item.sku);
        let row = rows(csv::PRODUCTS).pop().unwrap_or_default();
        let mut texts = BTreeMap::new();
        let mut alts: BTreeMap<Lang, Vec<String>> = BTreeMap::new();
        let mut lists: BTreeMap<&'static str, Vec<Vec<Val>>> = BTreeMap::new();
        for row in rows(csv::PRODUCT_TEXTS) {
            if let Some(lang) = Lang::from_code(text_at(&row, 1)) {
                texts.insert(lang, row);
            }
        }
        for list in LISTS.iter().filter(|list| belongs(item.kind, list.name)) {
            let skipped = if list.is_ordered { 2 } else { 1 };
            let lines = rows(list.sheet).into_iter().map(|row| row.into_iter().skip(skipped).collect());
            lists.insert(list.name, lines.collect());
        }
        if belongs(item.kind, PICTURES) {
            let places: Vec<Val> =
                rows(csv::PRODUCT_PICTURES).into_iter().filter_map(|row| row.into_iter().nth(1)).collect();
            for row in rows(csv::PRODUCT_PICTURE_TEXTS) {
                let at = places.iter().position(|place| Some(place) == row.get(1));
                if let (Some(at), Some(lang)) = (at, Lang::from_code(text_at(&row, 2))) {
                    alts.entry(lang).or_insert_with(|| vec![String::new(); places.len()])[at] =
                        text_at(&row, 3).to_owned();
                }
            }
        }
        if belongs(item.kind, OPTIONS) {
            let values = rows(csv::PRODUCT_OPTION_VALUES);
            let lines = rows(csv::PRODUCT_OPTIONS).into_iter().filter_map(|row| {
                let option = row.into_iter().nth(2)?;
                let own = values.iter().filter(|value| value.get(1) == Some(&option));
                let offered: Vec<Val> = own.filter_map(|value| value.get(3).cloned()).collect();
                Some([vec![option], offered].concat())
            });
            lists.insert(OPTIONS, lines.collect());
        }
        Document { item, row, texts, lists, alts }
    }

    /// All its fields, those without a text too.
    pub fn fields(&self) -> Fields {
        let mut fields = Fields::new();
        for (column, value) in sheet(csv::PRODUCTS).columns.iter().zip(&self.row) {
            if !FIXED.contains(&column.name) && belongs(self.item.kind, column.name) {
                fields.insert(column.name.to_owned(), cells::text(column.kind, value));
            }
        }
        for list in LISTS.iter().map(|list| list.name).chain([OPTIONS]).filter(|name| belongs(self.item.kind, name)) {
            let line = |cells: &Vec<Val>| cells.iter().map(shown).collect::<Vec<_>>().join(" ");
            let lines: Vec<String> = self.lines(list).iter().map(line).collect();
            fields.insert(list.to_owned(), lines.join("\n"));
        }
        if self.item.kind == RowKind::Variant {
            return fields;
        }
        for lang in Lang::ALL {
            for (at, column) in sheet(csv::PRODUCT_TEXTS).columns.iter().enumerate().skip(FIRST_TEXT) {
                let text = self.texts.get(&lang).map(|row| text_at(row, at)).unwrap_or_default();
                fields.insert(format!("{}.{lang}", column.name), text.to_owned());
            }
            let alts = self.alts.get(&lang).cloned().unwrap_or_else(|| vec![String::new(); self.lines(PICTURES).len()]);
            let alts: Vec<String> = alts.iter().map(|alt| alt.replace('\n', " ")).collect();
            fields.insert(format!("alt.{lang}"), alts.join("\n"));
        }
        fields
    }

    fn lines(&self, list: &str) -> &[Vec<Val>] {
        self.lists.get(list).map(Vec::as_slice).unwrap_or_default()
    }

    /// The cells of a list's lines, as texts.
    pub fn list(&self, name: &str) -> Vec<Vec<String>> {
        self.lines(name).iter().map(|line| line.iter().map(shown).collect()).collect()
    }

    /// The text of a column of `products`.
    pub fn column(&self, name: &str) -> String {
        let columns = sheet(csv::PRODUCTS).columns;
        place(name).map(|at| cells::text(columns[at].kind, &self.row[at])).unwrap_or_default()
    }

    /// The languages that it has texts in.
    pub fn languages(&self) -> impl Iterator<Item = Lang> {
        self.texts.keys().copied()
    }

    pub fn url_key(&self, lang: Lang) -> &str {
        self.texts.get(&lang).map(|row| text_at(row, URL_KEY)).unwrap_or_default()
    }

    fn name(&self, lang: Lang) -> &str {
        self.texts.get(&lang).map(|row| text_at(row, NAME)).unwrap_or_default()
    }

    /// Sets a field; the message says why it cannot be.
    pub fn set(&mut self, field: &str, text: &str) -> std::result::Result<(), Message> {
        if text.chars().count() > MOST_CHARACTERS {
            return Err(message::ORDER_TEXT_TOO_LONG.with("max", MOST_CHARACTERS));
        }
        if !belongs(self.item.kind, field.split('.').next().unwrap_or_default()) {
            return Err(message::PRODUCT_FIELD_UNKNOWN.with("field", field));
        }
        if let Some((name, lang)) = field.split_once('.') {
            let lang = Lang::from_code(lang);
            return self.set_text(name, lang.ok_or_else(|| message::PRODUCT_FIELD_UNKNOWN.with("field", field))?, text);
        }
        if let Some(list) = LISTS.iter().find(|list| list.name == field) {
            return self.set_list(list, text);
        }
        if field == OPTIONS {
            return self.set_options(text);
        }
        let at = place(field).filter(|_| !FIXED.contains(&field));
        let at = at.ok_or_else(|| message::PRODUCT_FIELD_UNKNOWN.with("field", field))?;
        self.row[at] = cells::value(sheet(csv::PRODUCTS).columns[at].kind, text).map_err(cells::Fault::message)?;
        Ok(())
    }

    fn set_text(&mut self, name: &str, lang: Lang, text: &str) -> std::result::Result<(), Message> {
        if name == "alt" {
            let mut alts: Vec<String> = text.split('\n').map(|alt| alt.trim().to_owned()).collect();
            let pictures = self.lines(PICTURES).len();
            if alts.iter().skip(pictures).any(|alt| !alt.is_empty()) {
                return Err(message::PRODUCT_ALT_MANY.with("pictures", pictures));
            }
            alts.resize(pictures, String::new());
            self.alts.insert(lang, alts);
            return Ok(());
        }
        let columns = sheet(csv::PRODUCT_TEXTS).columns;
        let at = columns.iter().position(|column| column.name == name).filter(|at| *at >= FIRST_TEXT);
        let at = at.ok_or_else(|| message::PRODUCT_FIELD_UNKNOWN.with("field", format!("{name}.{lang}")))?;
        let is_empty = text.trim().is_empty();
        let value = match columns[at].kind {
            // Whether a name and an address are needed is known once all fields are set.
            Kind::Text | Kind::UrlKey if is_empty => Val::Text(String::new()),
            kind => cells::value(kind, text).map_err(cells::Fault::message)?,
        };
        let sku = self.item.sku.clone();
        let row = self.texts.entry(lang).or_insert_with(|| {
            let mut row = vec![Val::Text(String::new()); columns.len()];
            row[0] = sku.into();
            row[1] = lang.code().into();
            row
        });
        row[at] = value;
        Ok(())
    }

    fn set_list(&mut self, list: &List, text: &str) -> std::result::Result<(), Message> {
        let kinds = line_kinds(list);
        let before = self.list(PICTURES);
        let lines = read_lines(text, |cells| {
            if cells.len() != kinds.len() {
                return Err(None);
            }
            cells.iter().zip(&kinds).map(|(cell, kind)| cells::value(*kind, cell).map_err(Some)).collect()
        })?;
        self.lists.insert(list.name, lines);
        if list.name == PICTURES {
            // What a picture shows goes with it.
            let after = self.list(PICTURES);
            for alts in self.alts.values_mut() {
                let of = |name: &Vec<String>| before.iter().position(|one| one == name).and_then(|at| alts.get(at));
                *alts = after.iter().map(|name| of(name).cloned().unwrap_or_default()).collect();
            }
        }
        Ok(())
    }

    fn set_options(&mut self, text: &str) -> std::result::Result<(), Message> {
        let lines = read_lines(text, |cells| {
            if cells.len() < 2 || cells[1..].iter().enumerate().any(|(at, value)| cells[1..][..at].contains(value)) {
                return Err(None);
            }
            cells.iter().map(|cell| cells::value(Kind::Key, cell).map_err(Some)).collect()
        })?;
        self.lists.insert(OPTIONS, lines);
        Ok(())
    }

    /// Removes languages of which nothing is left, adds what follows from other fields, and answers the languages that still need an
    /// address: its name folded, as a text to begin with.
    pub fn complete(&mut self) -> (Vec<(Lang, String)>, Faults) {
        let is_written = |row: &Vec<Val>| (FIRST_TEXT..row.len()).any(|at| !text_at(row, at).trim().is_empty());
        self.texts.retain(|_, row| is_written(row));
        if self.item.kind == RowKind::Variant {
            return (Vec::new(), Vec::new());
        }
        let category = self.column("category");
        let categories = self.lists.entry("categories").or_default();
        if !category.is_empty() && !categories.iter().any(|line| line.first().map(shown).as_ref() == Some(&category)) {
            categories.push(vec![category.into()]);
        }
        let mut faults = Vec::new();
        let mut without_address = Vec::new();
        for lang in self.languages() {
            if self.name(lang).trim().is_empty() {
                faults.push((format!("name.{lang}"), message::PRODUCT_EMPTY.into()));
            } else if self.url_key(lang).is_empty() {
                let own = url_key::from_folded(&sort_key(self.name(lang)));
                let english = url_key::from_folded(&sort_key(self.name(Lang::En)));
                let found = [own, english, self.item.sku.to_lowercase()].into_iter().find(|key| !key.is_empty());
                without_address.push((lang, found.unwrap_or_default()));
            }
        }
        (without_address, faults)
    }

    pub fn set_url_key(&mut self, lang: Lang, key: String) {
        if let Some(row) = self.texts.get_mut(&lang) {
            row[URL_KEY] = key.into();
        }
    }

    /// What a field refers to: keys, options and values that the shop must have.
    pub fn references(&self, field: &str) -> Vec<(Space, String)> {
        let space = |kind: Kind| match kind {
            Kind::Of(space) | Kind::MaybeOf(space) => Some(space),
            _ => None,
        };
        let mut found = Vec::new();
        if let Some(at) = place(field) {
            found.extend(space(sheet(csv::PRODUCTS).columns[at].kind).map(|space| (space, self.column(field))));
        }
        if let Some(list) = LISTS.iter().find(|list| list.name == field && list.name != CHOICE) {
            for line in self.list(list.name) {
                let cells = line_kinds(list).into_iter().zip(line);
                found.extend(cells.filter_map(|(kind, cell)| Some((space(kind)?, cell))));
            }
        }
        if field == OPTIONS {
            for line in self.list(OPTIONS) {
                let Some((option, values)) = line.split_first() else { continue };
                found.push((Space::Option, option.clone()));
                found.extend(values.iter().map(|value| (Space::Value, format!("{option} {value}"))));
            }
        }
        found.retain(|(_, key)| !key.is_empty());
        found
    }

    /// Writes what differs from `before`; of a new one, everything.
    pub fn write(&self, tx: &mut dyn Tx, product_id: i64, before: Option<&Document>) -> Result<()> {
        let is_variant = self.item.kind == RowKind::Variant;
        for name in SHEETS.into_iter().filter(|name| !is_variant || OF_VARIANTS.contains(name)) {
            let rows = self.rows(name);
            if before.is_none_or(|before| before.rows(name) != rows) {
                csv::replace(tx, sheet(name), product_id, &rows)?;
            }
        }
        Ok(())
    }

    /// Its rows in a sheet.
    fn rows(&self, name: &'static str) -> Vec<Vec<Val>> {
        let sku = || Val::from(self.item.sku.as_str());
        let numbered = |lines: &[Vec<Val>]| -> Vec<Vec<Val>> {
            (0_i64..).zip(lines).map(|(at, line)| [vec![sku(), at.into()], line.clone()].concat()).collect()
        };
        match name {
            csv::PRODUCTS => vec![self.row.clone()],
            csv::PRODUCT_TEXTS => self.texts.values().cloned().collect(),
            csv::PRODUCT_PICTURE_TEXTS => {
                let of = |(lang, alts): (&Lang, &Vec<String>)| {
                    let filled = (0_i64..).zip(alts.clone()).filter(|(_, alt)| !alt.is_empty());
                    let lang = *lang;
                    filled
                        .map(|(at, alt)| vec![sku(), at.into(), lang.code().into(), alt.into()])
                        .collect::<Vec<Vec<Val>>>()
                };
                self.alts.iter().flat_map(of).collect()
            }
            csv::PRODUCT_OPTIONS => {
                let options: Vec<Vec<Val>> = self.lines(OPTIONS).iter().map(|line| line[..1].to_vec()).collect();
                numbered(&options)
            }
            csv::PRODUCT_OPTION_VALUES => {
                let of = |line: &Vec<Val>| {
                    let option = line[0].clone();
                    let values = (0_i64..).zip(line[1..].to_vec());
                    values
                        .map(move |(at, value)| vec![sku(), option.clone(), at.into(), value])
                        .collect::<Vec<Vec<Val>>>()
                };
                self.lines(OPTIONS).iter().flat_map(of).collect()
            }
            name => {
                let Some(list) = LISTS.iter().find(|list| list.sheet == name) else { return Vec::new() };
                let lines = self.lines(list.name);
                match list.is_ordered {
                    true => numbered(lines),
                    false => lines.iter().map(|line| [vec![sku()], line.clone()].concat()).collect(),
                }
            }
        }
    }
}

/// Those of variants: their own pictures at later positions come with sheets only.
const OF_VARIANTS: [&str; 2] = [csv::PRODUCTS, csv::VARIANT_OPTIONS];

/// In the order in which they are written.
const SHEETS: [&str; 12] = [
    csv::PRODUCTS,
    csv::PRODUCT_TEXTS,
    csv::PRODUCT_CATEGORIES,
    csv::PRODUCT_PICTURES,
    csv::PRODUCT_PICTURE_TEXTS,
    csv::PRODUCT_ATTRIBUTES,
    csv::PRODUCT_FIBRES,
    csv::PRODUCT_OPTIONS,
    csv::PRODUCT_OPTION_VALUES,
    csv::VARIANT_OPTIONS,
    csv::KIT_PARTS,
    csv::RELATED_PRODUCTS,
];

/// What a new variant takes over from its product.
const COPIED: [&str; 11] = [
    "type",
    "manufacturer",
    "vat_class",
    "weight_g",
    "max_qty",
    "promotion_category",
    "bed_terms",
    "content_amount",
    "content_unit",
    "eco_participation",
    "ship_group",
];

const NAME: usize = 2;
const URL_KEY: usize = 3;

/// Whether a kind of product has a field.
fn belongs(kind: RowKind, field: &str) -> bool {
    match field {
        CHOICE => kind == RowKind::Variant,
        OPTIONS => kind == RowKind::Configurable,
        "parts" => kind == RowKind::Kit,
        _ if kind != RowKind::Variant => field != "picture",
        "alt" | PICTURES | "categories" | "attributes" | "fibres" | "related" | "category" => false,
        _ => !sheet(csv::PRODUCT_TEXTS).columns.iter().any(|column| column.name == field),
    }
}

/// Where a column of `products` stands.
fn place(column: &str) -> Option<usize> {
    sheet(csv::PRODUCTS).columns.iter().position(|one| one.name == column)
}

fn text_at(row: &[Val], at: usize) -> &str {
    match row.get(at) {
        Some(Val::Text(text)) => text,
        _ => "",
    }
}

fn shown(value: &Val) -> String {
    cells::text(Kind::Note, value)
}

/// Reads the lines of a list, each once; a line that `read` takes for no line at all has no fault of its own.
fn read_lines(
    text: &str,
    read: impl Fn(&[&str]) -> std::result::Result<Vec<Val>, Option<cells::Fault>>,
) -> std::result::Result<Vec<Vec<Val>>, Message> {
    let mut lines: Vec<Vec<Val>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let cells: Vec<&str> = line.split_whitespace().collect();
        if cells.is_empty() {
            continue;
        }
        let bad = || message::PRODUCT_LINE_BAD.with("line", number + 1);
        let line = read(&cells).map_err(|fault| fault.map_or_else(bad, cells::Fault::message))?;
        if lines.contains(&line) {
            return Err(message::PRODUCT_LINE_TWICE.with("line", number + 1));
        }
        lines.push(line);
    }
    if lines.len() > MOST_LINES {
        return Err(message::PRODUCT_LINES_MANY.with("max", MOST_LINES));
    }
    Ok(lines)
}
