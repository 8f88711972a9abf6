//! Validation across the sheets of a folder and the shop, before anything is written.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;

use super::{Folder, HOME, Problems};
use crate::catalog::csv::{self, Kind, SHEETS, Sheet, Space};
use crate::catalog::{self, labels, lexicon, media};
use crate::cli::table::named;
use crate::cms::content::{Structure, Texts};
use crate::cms::store as pages;
use crate::cms::types::Vacancy;
use crate::db::{Tx, Val};
use crate::domain::hazard;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::picture::convert::{self as pictures, Sizes};
use crate::region;

/// A parsed sheet.
#[derive(Debug)]
pub struct Read {
    pub sheet: &'static Sheet,
    pub rows: Vec<Vec<Val>>,
}

pub fn cell(row: &[Val], at: usize) -> &str {
    match row.get(at) {
        Some(Val::Text(text)) => text,
        _ => "",
    }
}

pub fn number(row: &[Val], at: usize) -> Option<i64> {
    match row.get(at) {
        Some(Val::Int(number)) => Some(*number),
        _ => None,
    }
}

impl Folder {
    /// The rows of a sheet; none if it is not in the folder.
    pub fn rows(&self, name: &str) -> Option<(&'static Sheet, &[Vec<Val>])> {
        let read = self.sheets.iter().find(|read| read.sheet.name == name)?;
        Some((read.sheet, &read.rows))
    }

    fn document(&self, lang: &str) -> Option<&str> {
        self.home.iter().find(|(of, _)| of == lang).map(|(_, text)| text.as_str())
    }

    /// Whether a picture has files, or the import brings them.
    fn has_picture(&self, name: &str) -> bool {
        self.pictures.contains_key(name) || media::exists(name)
    }
}

/// Runs all checks and adds their errors to `problems`.
pub fn check(
    tx: &mut dyn Tx,
    folder: &Folder,
    languages: &[Lang],
    now: Timestamp,
    problems: &mut Problems,
) -> Result<()> {
    for read in &folder.sheets {
        check_keys(read, problems);
    }
    check_names(tx, folder, problems)?;
    check_tree(folder, problems);
    check_addresses(folder, "category_texts", problems);
    check_addresses(folder, csv::PRODUCT_TEXTS, problems);
    check_texts(tx, folder, languages, problems)?;
    check_makers(folder, problems);
    check_products(tx, folder, languages, problems)?;
    check_vat(tx, folder, now, problems)?;
    check_pictures(tx, folder, problems)?;
    check_kits(tx, folder, problems)?;
    check_attributes(tx, folder, languages, problems)?;
    check_prices(tx, folder, now, problems)?;
    check_home(tx, folder, languages, problems)
}

/// Rows are unique.
fn check_keys(read: &Read, problems: &mut Problems) {
    let mut seen: HashMap<Vec<String>, usize> = HashMap::new();
    for (at, row) in read.rows.iter().enumerate() {
        let key: Vec<String> = row.iter().take(read.sheet.key).map(|value| format!("{value:?}")).collect();
        if let Some(first) = seen.insert(key, at) {
            let column = read.sheet.columns.first().map_or("", |column| column.name);
            problems.cell(read.sheet, at, column, format_args!("says again what row {} says; remove one", first + 2));
        }
    }
}

/// References lead to rows of the folder or the shop, pictures to files.
fn check_names(tx: &mut dyn Tx, folder: &Folder, problems: &mut Problems) -> Result<()> {
    const SPACES: [(Space, &str, usize, &str); 9] = [
        (Space::Category, "categories", 1, "category"),
        (Space::Manufacturer, "manufacturers", 1, "manufacturer"),
        (Space::Option, "options", 1, "option"),
        (Space::Value, "option_values", 2, "value of its option"),
        (Space::Product, csv::PRODUCTS, 1, "product"),
        (Space::ShipGroup, "ship_groups", 1, "ship group"),
        (Space::Country, "", 0, "country"),
        (Space::Currency, "", 0, "currency"),
        (Space::VatClass, "", 0, "VAT class"),
    ];
    let mut known: BTreeMap<Space, BTreeSet<String>> = BTreeMap::new();
    for (space, name, columns, _) in SPACES {
        let mut keys = csv::keys(tx, space)?;
        if let Some((_, rows)) = folder.rows(name) {
            keys.extend(rows.iter().map(|row| (0..columns).map(|at| cell(row, at)).collect::<Vec<_>>().join(" ")));
        }
        known.insert(space, keys);
    }
    for Read { sheet, rows } in &folder.sheets {
        for (at, column) in sheet.columns.iter().enumerate() {
            let space = match column.kind {
                Kind::Of(space) | Kind::MaybeOf(space) => Some(space),
                Kind::ValueOf(_) => Some(Space::Value),
                _ => None,
            };
            // A variant without picture files falls back to its product's.
            let is_picture = matches!(column.kind, Kind::Picture | Kind::MaybePicture) && sheet.name != csv::PRODUCTS;
            for (number, row) in rows.iter().enumerate() {
                let text = cell(row, at);
                if text.is_empty() {
                    continue;
                }
                if is_picture && !folder.has_picture(text) {
                    let what = format_args!("there is no picture {text}; put it into pictures/ as {text}.jpg");
                    problems.cell(sheet, number, column.name, what);
                }
                let Some(space) = space else { continue };
                let key = match column.kind {
                    Kind::ValueOf(option) => format!("{} {text}", cell(row, option)),
                    _ => text.to_owned(),
                };
                if !known.get(&space).is_some_and(|keys| keys.contains(&key)) {
                    let (_, of, _, word) = SPACES.iter().find(|(one, ..)| *one == space).copied().unwrap_or(SPACES[0]);
                    let mend = match of {
                        "" => "name one that the shop has".to_owned(),
                        of => format!("add it to {of}.csv or mend it"),
                    };
                    problems.cell(sheet, number, column.name, format_args!("there is no {word} {text}; {mend}"));
                }
            }
        }
    }
    Ok(())
}

/// Categories form no cycle.
fn check_tree(folder: &Folder, problems: &mut Problems) {
    let Some((sheet, rows)) = folder.rows("categories") else { return };
    let parents: HashMap<&str, &str> = rows.iter().map(|row| (cell(row, 0), cell(row, 1))).collect();
    for (number, row) in rows.iter().enumerate() {
        let mut above = cell(row, 1);
        for _ in 0..rows.len() {
            above = parents.get(above).copied().unwrap_or_default();
        }
        // More steps than rows mean a cycle.
        if !above.is_empty() {
            problems.cell(sheet, number, "parent", format_args!("leads round to {above}; mend it"));
        }
    }
}

/// URL keys are unique in each language.
fn check_addresses(folder: &Folder, name: &str, problems: &mut Problems) {
    let Some((sheet, rows)) = folder.rows(name) else { return };
    let Some(at) = sheet.columns.iter().position(|column| column.kind == Kind::UrlKey) else { return };
    let mut seen: HashMap<(&str, &str), usize> = HashMap::new();
    for (number, row) in rows.iter().enumerate() {
        if let Some(first) = seen.insert((cell(row, 1), cell(row, at)), number) {
            let what = format_args!("{} is the address of row {} too; give it its own", cell(row, at), first + 2);
            problems.cell(sheet, number, "url_key", what);
        }
    }
}

/// Categories and products with a page have texts in every language of the shop. A sheet missing from the folder is
/// read from the shop.
fn check_texts(tx: &mut dyn Tx, folder: &Folder, languages: &[Lang], problems: &mut Problems) -> Result<()> {
    for (name, texts) in [("categories", "category_texts"), (csv::PRODUCTS, csv::PRODUCT_TEXTS)] {
        let (given, given_texts) = (folder.rows(name), folder.rows(texts));
        if given.is_none() && given_texts.is_none() {
            continue;
        }
        let in_shop = kept(tx, texts)?;
        let speaking: BTreeSet<(&str, &str)> = in_shop.iter().map(|row| (cell(row, 0), cell(row, 1))).collect();
        let written: BTreeSet<(&str, &str)> = match given_texts {
            Some((_, rows)) => rows.iter().map(|row| (cell(row, 0), cell(row, 1))).collect(),
            None => speaking.clone(),
        };
        let kept_rows = if given.is_none() { kept(tx, name)? } else { Vec::new() };
        for (at, row) in given.map_or(kept_rows.as_slice(), |(_, rows)| rows).iter().enumerate() {
            let key = cell(row, 0);
            if name == csv::PRODUCTS && (cell(row, 2) == "variant" || number(row, 7) == Some(0)) {
                continue;
            }
            // A removed category may stay for products that are off sale.
            if given.is_none() && !languages.iter().any(|lang| speaking.contains(&(key, lang.code()))) {
                continue;
            }
            for lang in languages.iter().filter(|lang| !written.contains(&(key, lang.code()))) {
                match given {
                    Some((sheet, _)) => {
                        let column = sheet.columns.first().map_or("", |column| column.name);
                        let what = format_args!("{key} has no text in {lang}; add a row to {texts}.csv");
                        problems.cell(sheet, at, column, what);
                    }
                    None => problems.add(format_args!("{texts}.csv: {key} has no text in {lang}; add a row")),
                }
            }
        }
    }
    Ok(())
}

/// The shop's rows of a sheet.
fn kept(tx: &mut dyn Tx, name: &str) -> Result<Vec<Vec<Val>>> {
    csv::sheet(name).map_or_else(|| Ok(Vec::new()), |sheet| csv::rows(tx, sheet))
}

/// Manufacturers outside the EU have a responsible person in it (Regulation (EU) 2023/988 art. 16).
fn check_makers(folder: &Folder, problems: &mut Problems) {
    let Some((sheet, rows)) = folder.rows("manufacturers") else { return };
    for (number, row) in rows.iter().enumerate() {
        for column in lexicon::lacks_responsible(cell(row, 4), [5, 6, 7].map(|at| cell(row, at))) {
            let what = format_args!("is needed, for {} lies outside the Union; name who answers there", cell(row, 0));
            problems.cell(sheet, number, column, what);
        }
    }
}

/// Variants belong to configurable products, and no product changes its kind, on which carts and orders rely.
fn check_products(tx: &mut dyn Tx, folder: &Folder, languages: &[Lang], problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows(csv::PRODUCTS) else { return Ok(()) };
    let kinds: HashMap<String, String> = csv::kinds(tx)?.into_iter().collect();
    let worded = words(tx, folder, languages, "hazard")?;
    for (number, row) in rows.iter().enumerate() {
        let (sku, kind) = (cell(row, 0), cell(row, 2));
        if let Some(before) = kinds.get(sku).filter(|before| *before != kind) {
            problems.cell(
                sheet,
                number,
                "kind",
                format_args!("{sku} is {before} in the shop; give the new one another sku"),
            );
        }
        if matches!(row.get(14), Some(Val::Int(_))) == cell(row, 15).is_empty() {
            problems.cell(sheet, number, "content_unit", "is needed with content_amount; give both or neither");
        }
        let block = cell(row, 18);
        if block.is_empty() {
            continue;
        }
        let faults = hazard::faults(block);
        if !faults.is_empty() {
            faults.into_iter().for_each(|fault| problems.cell(sheet, number, "hazard", fault));
            continue;
        }
        let [pictograms, signal, h, p, euh] = hazard::groups(block).unwrap_or_default();
        let signal = signal.into_iter().map(|word| format!("signal_{word}"));
        for code in [pictograms, h, p, euh].into_iter().flatten().map(str::to_owned).chain(signal) {
            for lang in nameless(&worded, languages, &code) {
                let what =
                    format_args!("names {code}, which has no words in {lang}; add them to vocabulary, domain hazard");
                problems.cell(sheet, number, "hazard", what);
            }
        }
    }
    let kinds = kinds_by_sku(tx, folder)?;
    for (number, row) in rows.iter().enumerate() {
        let (kind, parent) = (cell(row, 2), cell(row, 1));
        if (kind == "variant") == parent.is_empty() {
            problems.cell(sheet, number, "parent", "is needed exactly for variants; add or remove it");
        } else if kind == "variant" && kinds.get(parent).is_some_and(|kind| kind != "configurable") {
            problems.cell(sheet, number, "parent", format_args!("{parent} is not configurable; mend its kind"));
        }
    }
    Ok(())
}

/// Each VAT class has a rate in every country.
fn check_vat(tx: &mut dyn Tx, folder: &Folder, now: Timestamp, problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows(csv::PRODUCTS) else { return Ok(()) };
    let Some(at) = sheet.columns.iter().position(|column| matches!(column.kind, Kind::Of(Space::VatClass))) else {
        return Ok(());
    };
    let known = csv::keys(tx, Space::VatClass)?;
    let classes: BTreeSet<String> =
        rows.iter().map(|row| cell(row, at).to_owned()).filter(|class| known.contains(class)).collect();
    for gap in region::vat_gaps(tx, &classes, now)? {
        let first = rows.iter().position(|row| cell(row, at) == gap.vat_class).unwrap_or_default();
        problems.cell(sheet, first, "vat_class", gap);
    }
    Ok(())
}

/// SKU → kind, from the sheet and the shop.
fn kinds_by_sku(tx: &mut dyn Tx, folder: &Folder) -> Result<HashMap<String, String>> {
    let mut kinds: HashMap<String, String> = csv::kinds(tx)?.into_iter().collect();
    if let Some((_, rows)) = folder.rows(csv::PRODUCTS) {
        kinds.extend(rows.iter().map(|row| (cell(row, 0).to_owned(), cell(row, 2).to_owned())));
    }
    Ok(kinds)
}

/// A variant's first picture is also one of its product in `products`, where lists and carts look it up.
fn check_pictures(tx: &mut dyn Tx, folder: &Folder, problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows("product_pictures") else { return Ok(()) };
    let kinds = kinds_by_sku(tx, folder)?;
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| number(row, 1) == Some(0)) {
        let sku = cell(row, 0);
        if kinds.get(sku).is_some_and(|kind| kind == "variant") {
            let what = format_args!("{sku} is a variant; write its first picture into products.csv");
            problems.cell(sheet, at, "position", what);
        }
    }
    Ok(())
}

/// Only kits have parts, each once; a part is a simple product or a variant, so kits form no cycle.
fn check_kits(tx: &mut dyn Tx, folder: &Folder, problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows("kit_parts") else { return Ok(()) };
    let kinds = kinds_by_sku(tx, folder)?;
    let mut seen: HashMap<(&str, &str), usize> = HashMap::new();
    for (number, row) in rows.iter().enumerate() {
        let (kit, part) = (cell(row, 0), cell(row, 2));
        // An unknown product is reported elsewhere.
        if let Some(kind) = kinds.get(kit).filter(|kind| *kind != "kit") {
            problems.cell(sheet, number, "kit", format_args!("{kit} is {kind}; only kits have parts"));
        }
        if let Some(kind) = kinds.get(part).filter(|kind| !["simple", "variant"].contains(&kind.as_str())) {
            let what = format_args!("{part} is {kind}; name a simple product or a variant");
            problems.cell(sheet, number, "part", what);
        }
        if let Some(first) = seen.insert((kit, part), number) {
            let what = format_args!("{part} is in {kit} already, in row {}; raise its qty there", first + 2);
            problems.cell(sheet, number, "part", what);
        }
    }
    Ok(())
}

/// Facets and their values have names; without, they would never be shown.
fn check_attributes(tx: &mut dyn Tx, folder: &Folder, languages: &[Lang], problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows("product_attributes") else { return Ok(()) };
    let facets = words(tx, folder, languages, "facet")?;
    let mut values = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        let (facet, value) = (cell(row, 1), cell(row, 2));
        let domain = format!("attribute.{facet}");
        if !values.contains_key(facet) {
            values.insert(facet.to_owned(), words(tx, folder, languages, &domain)?);
        }
        for (column, code, domain, worded) in
            [("facet", facet, "facet", &facets), ("value", value, domain.as_str(), &values[facet])]
        {
            let nameless: Vec<&str> = nameless(worded, languages, code).into_iter().map(Lang::code).collect();
            if !nameless.is_empty() {
                let what = format_args!(
                    "is {code}, which has no words in {}; add them to vocabulary, domain {domain}, or mend it",
                    nameless.join(", ")
                );
                problems.cell(sheet, number, column, what);
                break;
            }
        }
    }
    Ok(())
}

/// Codes that have names, by language.
type Worded = BTreeMap<Lang, BTreeSet<String>>;

/// The languages of the shop in which a code has no name.
fn nameless(worded: &Worded, languages: &[Lang], code: &str) -> Vec<Lang> {
    lexicon::wordless(languages, |lang| worded.get(&lang).is_some_and(|codes| codes.contains(code)))
}

/// The codes of a domain with names, from the folder or the shop.
fn words(tx: &mut dyn Tx, folder: &Folder, languages: &[Lang], domain: &str) -> Result<Worded> {
    let mut worded = Worded::new();
    for lang in languages {
        let mut codes: BTreeSet<String> = labels(tx, *lang, domain)?.into_keys().collect();
        if let Some((_, rows)) = folder.rows("vocabulary") {
            let here = rows.iter().filter(|row| cell(row, 0) == lang.code() && cell(row, 1) == domain);
            codes.extend(here.map(|row| cell(row, 2).to_owned()));
        }
        worded.insert(*lang, codes);
    }
    Ok(worded)
}

/// An interval of the price ledger with its row in the sheet; none for the shop's.
#[derive(Debug, Clone, Copy)]
struct Interval {
    from: i64,
    to: Option<i64>,
    row: Option<usize>,
}

/// Past prices stay unchanged (Directive 98/6/EC art. 6a: the lowest price of 30 days must be provable), and intervals
/// do not overlap.
fn check_prices(tx: &mut dyn Tx, folder: &Folder, now: Timestamp, problems: &mut Problems) -> Result<()> {
    let Some((sheet, rows)) = folder.rows(csv::PRICES) else { return Ok(()) };
    let now = now.as_millisecond();
    type Item = (String, String);
    let item = |row: &[Val]| -> Item { (cell(row, 0).to_owned(), cell(row, 1).to_owned()) };
    let mut before: HashMap<Item, BTreeMap<i64, Vec<Val>>> = HashMap::new();
    for row in csv::rows(tx, sheet)? {
        before.entry(item(&row)).or_default().insert(number(&row, 2).unwrap_or_default(), row);
    }
    let mut ledgers: BTreeMap<Item, Vec<Interval>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let Some(from) = number(row, 2) else { continue };
        let to = number(row, 3);
        if to.is_some_and(|to| to <= from) {
            problems.cell(sheet, at, "valid_to", "is not after valid_from; mend it");
        }
        if number(row, 5).is_some_and(|regular| number(row, 4).is_some_and(|amount| regular <= amount)) {
            problems.cell(sheet, at, "regular", "is not above amount; raise it or leave it out");
        }
        if let Some(known) = before.get(&item(row)) {
            match known.get(&from) {
                Some(old) if from <= now => {
                    if number(old, 4) != number(row, 4) || number(old, 5) != number(row, 5) {
                        let what = "has been in force and stays as it was; end it and add a row that begins later";
                        problems.cell(sheet, at, "amount", what);
                    }
                    let moved = number(old, 3) != to;
                    if moved && [number(old, 3), to].into_iter().flatten().any(|end| end < now) {
                        problems.cell(
                            sheet,
                            at,
                            "valid_to",
                            "changes what is past; give the present or a time to come",
                        );
                    }
                }
                None if from < now => {
                    problems.cell(sheet, at, "valid_from", "lies in the past; give the present or a time to come");
                }
                _ => {}
            }
        }
        ledgers.entry(item(row)).or_default().push(Interval { from, to, row: Some(at) });
    }
    for (item, known) in &before {
        let Some(intervals) = ledgers.get_mut(item) else { continue };
        for (from, row) in known.range(..=now) {
            if !intervals.iter().any(|one| one.from == *from) {
                intervals.push(Interval { from: *from, to: number(row, 3), row: None });
            }
        }
    }
    for intervals in ledgers.values_mut() {
        intervals.sort_by_key(|interval| interval.from);
        for pair in intervals.windows(2) {
            let [first, second] = pair else { continue };
            if first.to.is_none_or(|to| to > second.from) {
                let row = first.row.or(second.row).unwrap_or_default();
                problems.cell(sheet, row, "valid_to", "reaches into the next price; end it where that begins");
            }
        }
    }
    let Some((products, listed)) = folder.rows(csv::PRODUCTS) else { return Ok(()) };
    let euro = Currency::Eur.code();
    for (at, row) in listed.iter().enumerate() {
        let item = (cell(row, 0).to_owned(), euro.to_owned());
        let is_sold = cell(row, 2) != "configurable" && number(row, 7) == Some(1);
        if is_sold && !ledgers.contains_key(&item) && !before.contains_key(&item) {
            problems.cell(
                products,
                at,
                "sku",
                format_args!("{} has no price in {euro}; add a row to prices.csv", item.0),
            );
        }
    }
    Ok(())
}

fn structure(tx: &mut dyn Tx, folder: &Folder) -> Result<Option<Structure>> {
    let text = match folder.document("") {
        Some(text) => Some(text.to_owned()),
        None => pages::home_documents(tx)?.into_iter().find(|(lang, _)| lang.is_empty()).map(|(_, text)| text),
    };
    Ok(text.and_then(|text| toml::from_str(&text).ok()))
}

/// References of the home page exist.
fn check_home(tx: &mut dyn Tx, folder: &Folder, languages: &[Lang], problems: &mut Problems) -> Result<()> {
    for (lang, text) in &folder.home {
        let name = if lang.is_empty() { HOME } else { lang };
        let told = match lang.is_empty() {
            true => toml::from_str::<Structure>(text).err(),
            false => toml::from_str::<Texts>(text).err(),
        };
        if let Some(error) = told {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            problems.add(format_args!("{HOME}/{name}.toml row {line}: {}; mend this line", error.message()));
        }
        if !lang.is_empty() && Lang::from_code(lang).is_none() {
            problems.add(format_args!("{HOME}/{lang}.toml: {lang} is no language of the shop; remove the file"));
        }
    }
    if folder.document("").is_none() {
        return Ok(());
    }
    for lang in languages.iter().filter(|lang| folder.document(lang.code()).is_none()) {
        problems.add(format_args!("{HOME}/{lang}.toml is missing; write the home page's texts in that language"));
    }
    let Some(structure) = structure(tx, folder)? else { return Ok(()) };
    let named = |name: &str, space: Space, tx: &mut dyn Tx| -> Result<BTreeSet<String>> {
        Ok(match folder.rows(name) {
            Some((_, rows)) => rows.iter().map(|row| cell(row, 0).to_owned()).collect(),
            None => csv::keys(tx, space)?,
        })
    };
    let categories = named("categories", Space::Category, tx)?;
    let products = named(csv::PRODUCTS, Space::Product, tx)?;
    let mut miss = |what: &str, name: &str| {
        problems.add(format_args!("{HOME}/{HOME}.toml: there is no {what} {name}; name one that the catalogue has"));
    };
    for key in structure.categories() {
        if !categories.contains(key) {
            miss("category", key);
        }
    }
    for sku in structure.products() {
        if !products.contains(sku) {
            miss("product", sku);
        }
    }
    for picture in structure.pictures() {
        if !folder.has_picture(picture) {
            miss("picture", picture);
        }
    }
    Ok(())
}

/// Dangling references of the shop's home page, a line each: such a block, button or picture is not shown. `brought`:
/// pictures that the import brings.
pub fn home_gaps(tx: &mut dyn Tx, languages: &[Lang], brought: &BTreeSet<&str>) -> Result<Vec<String>> {
    media::load(tx)?;
    let on_sale = csv::on_sale(tx)?;
    let mut gone = BTreeSet::new();
    for lang in languages {
        let Some((structure, texts)) = pages::home(tx, *lang)? else { continue };
        let tree = catalog::tree(tx, *lang)?;
        let categories = structure.categories_with(&texts).filter(|key| tree.by_key(key).is_none());
        gone.extend(categories.map(|key| format!("category {key}")));
        let products = structure.products().filter(|sku| !on_sale.contains(*sku));
        gone.extend(products.map(|sku| format!("product {sku} on sale")));
        let is_there = |name: &str| media::exists(name) || brought.contains(name);
        let pictures = structure.pictures().filter(|name| !is_there(name));
        gone.extend(pictures.map(|name| format!("picture {name}")));
    }
    let line =
        |what| format!("home page: there is no {what}; name another in {HOME}/ of an export, and import that folder");
    Ok(gone.into_iter().map(line).collect())
}

/// Lists pictures of the folder that nothing will refer to, mostly because of a misspelt name.
pub fn unnamed_pictures(tx: &mut dyn Tx, folder: &Folder) -> Result<Option<String>> {
    let mut known: BTreeSet<String> = places(tx, folder)?.into_keys().collect();
    for sheet in SHEETS {
        let is_picture = |kind: Kind| matches!(kind, Kind::Picture | Kind::MaybePicture);
        if let Some(at) = sheet.columns.iter().position(|column| is_picture(column.kind)) {
            known.extend(csv::rows(tx, sheet)?.iter().map(|row| cell(row, at).to_owned()));
        }
    }
    let unnamed: Vec<String> = folder.pictures.keys().filter(|name| !known.contains(*name)).cloned().collect();
    Ok((!unnamed.is_empty()).then(|| {
        let some = named(&unnamed);
        format!("pictures: no sheet and no home page names {some}; mend the name, or remove the file")
    }))
}

/// The sizes of pictures other than tiles, by name.
pub fn places(tx: &mut dyn Tx, folder: &Folder) -> Result<BTreeMap<String, Sizes>> {
    let vacant = [Vacancy::EmptyBag, Vacancy::NotFound].map(|of| (of.picture().to_owned(), pictures::STORY));
    let mut places = BTreeMap::from(vacant);
    if let Some(structure) = structure(tx, folder)? {
        places.extend([
            (structure.story.image, pictures::STORY),
            (structure.hero_mobile.image, pictures::HERO_MOBILE),
            (structure.hero.image, pictures::HERO_DESKTOP),
        ]);
    }
    Ok(places)
}
