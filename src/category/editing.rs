//! How categories are made, changed, moved, filled and removed; for calls and commands alike.

use std::collections::BTreeSet;

use super::document::{self, TEXTS};
use super::store;
use crate::catalog::categories::{self, Category};
use crate::catalog::csv::Kind;
use crate::catalog::media;
use crate::catalog::places;
use crate::catalog::store::DEEPEST;
use crate::catalog::uploads;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::url_key;
use crate::error::{Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::product::cells;
use crate::product::document::{Document, Fields, MOST_CHARACTERS};
use crate::product::editing::{self as products, By, MOST_PRODUCTS, differing};
use crate::product::types::{FieldChange, ProductChanges};
use crate::sort_key::sort_key;

/// A category before and after a change.
#[derive(Debug, Clone)]
pub struct Saved {
    pub category: Category,
    /// Empty: it is new.
    pub before: Fields,
    pub after: Fields,
}

impl Saved {
    /// The fields that differ, with both texts.
    pub fn changed(&self) -> Vec<(&str, &str, &str)> {
        differing(&self.before, &self.after)
    }
}

/// All categories, and the one with this key.
fn read(tx: &mut dyn Tx, key: &str) -> Result<(Vec<Category>, Category)> {
    let all = categories::all(tx)?;
    let found = all.iter().find(|one| one.key == key.trim()).cloned();
    let found = found.ok_or_else(|| refuse(message::CATEGORY_UNKNOWN))?;
    Ok((all, found))
}

/// A category with its fields.
pub fn find(tx: &mut dyn Tx, key: &str) -> Result<(Category, Fields)> {
    let (all, found) = read(tx, key)?;
    let fields = document::fields(tx, &found, &all)?;
    Ok((found, fields))
}

/// What somebody has seen of the tree: another one as soon as any category stands elsewhere.
pub fn tree_version(all: &[Category]) -> String {
    let mut places = Fields::new();
    for (position, one) in all.iter().enumerate() {
        places.insert(one.key.clone(), format!("{:?} {position}", one.parent_id));
    }
    products::version(&places)
}

/// The categories below one, itself among them.
fn branch(all: &[Category], id: i64) -> BTreeSet<i64> {
    let mut found = BTreeSet::from([id]);
    loop {
        let below = all.iter().filter(|one| one.parent_id.is_some_and(|parent| found.contains(&parent)));
        let below: Vec<i64> = below.map(|one| one.id).filter(|id| !found.contains(id)).collect();
        if below.is_empty() {
            return found;
        }
        found.extend(below);
    }
}

/// Steps from a category up to the top. One that is in a cycle, by SQL, is endlessly deep.
fn depth(all: &[Category], id: i64) -> usize {
    let parent = |id: i64| all.iter().find(|one| one.id == id).and_then(|one| one.parent_id);
    std::iter::successors(parent(id), |id| parent(*id)).take(all.len() + 1).count()
}

/// The id of the category with this key as one to stand below; none: the top. `of`: the one that would stand there.
fn judge_parent(all: &[Category], of: Option<i64>, key: &str) -> std::result::Result<Option<i64>, Message> {
    if key.is_empty() {
        return Ok(None);
    }
    let parent = all.iter().find(|one| one.key == key);
    let parent = parent.ok_or_else(|| message::PRODUCT_REFERENCE_UNKNOWN.with("key", key))?.id;
    let own = of.map(|id| branch(all, id)).unwrap_or_default();
    if own.contains(&parent) {
        return Err(message::CATEGORY_BELOW_ITSELF.into());
    }
    let height = of.map_or(0, |top| own.iter().map(|id| depth(all, *id)).max().unwrap_or(0) - depth(all, top));
    if depth(all, parent) + 1 + height > DEEPEST as usize {
        return Err(message::CATEGORY_TOO_DEEP.with("max", DEEPEST));
    }
    Ok(Some(parent))
}

// ── Saving ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Sets a field; the message says why it cannot be.
fn set(fields: &mut Fields, field: &str, text: &str) -> std::result::Result<(), Message> {
    if text.chars().count() > MOST_CHARACTERS {
        return Err(message::ORDER_TEXT_TOO_LONG.with("max", MOST_CHARACTERS));
    }
    let place = fields.get_mut(field).ok_or_else(|| message::CATEGORY_FIELD_UNKNOWN.with("field", field))?;
    let kind = match field.split('.').next() {
        Some("url_key") if text.trim().is_empty() => Kind::Note,
        Some("url_key") => Kind::UrlKey,
        Some("hidden") => Kind::Flag,
        Some("picture") => Kind::MaybePicture,
        _ => Kind::Note,
    };
    let value = cells::value(kind, text).map_err(cells::Fault::message)?;
    *place = cells::text(kind, &value).trim().to_owned();
    Ok(())
}

/// Adds what follows from other fields, and answers those that cannot be.
fn judge(tx: &mut dyn Tx, by: &By, key: &str, before: &Fields, after: &mut Fields) -> Result<Vec<(String, Message)>> {
    let mut faults = Vec::new();
    let english = after.get("name.en").cloned().unwrap_or_default();
    for lang in Lang::ALL {
        let of = |field: &str| format!("{field}.{lang}");
        let name = document::text(after, "name", lang).to_owned();
        if name.is_empty() {
            if TEXTS.iter().any(|field| !document::text(after, field, lang).is_empty()) {
                faults.push((of("name"), message::PRODUCT_EMPTY.into()));
            }
            continue;
        }
        if document::text(after, "meta_title", lang).is_empty() {
            after.insert(of("meta_title"), name.clone());
        }
        if document::text(after, "url_key", lang).is_empty() {
            let own = [&name, &english].map(|name| url_key::from_folded(&sort_key(name)));
            let first = own.into_iter().chain([key.to_lowercase().replace('_', "-")]).find(|own| !own.is_empty());
            let made = free_url_key(tx, key, lang, &first.unwrap_or_default())?;
            after.insert(of("url_key"), made);
        } else if before.get(&of("url_key")) != after.get(&of("url_key")) {
            let owner = categories::url_key_owner(tx, document::text(after, "url_key", lang), lang)?;
            if let Some(owner) = owner.filter(|owner| owner != key) {
                faults.push((of("url_key"), message::CATEGORY_URL_KEY_TAKEN.with("category", owner)));
            }
        }
    }
    if document::texts(after).is_empty() {
        let lang = by.languages.first().copied().unwrap_or_default();
        faults.push((format!("name.{lang}"), message::PRODUCT_EMPTY.into()));
    }
    let picture = &after["picture"];
    if before.get("picture") != Some(picture)
        && !picture.is_empty()
        && !media::exists(picture)
        && !uploads::is_coming(tx, picture)?
    {
        faults.push(("picture".to_owned(), message::PRODUCT_PICTURE_UNKNOWN.with("name", picture)));
    }
    Ok(faults)
}

/// The address, or the first one with a number after it that no other category has.
fn free_url_key(tx: &mut dyn Tx, key: &str, lang: Lang, first: &str) -> Result<String> {
    let mut made = first.to_owned();
    for number in 2..MOST_PRODUCTS {
        if categories::url_key_owner(tx, &made, lang)?.is_none_or(|owner| owner == key) {
            break;
        }
        made = format!("{first}-{number}");
    }
    Ok(made)
}

/// Saves changes of a category, all or none. A field that is another than the one that was seen is refused, others are not touched.
pub fn save(tx: &mut dyn Tx, by: &By, key: &str, changes: &[FieldChange]) -> Result<Saved> {
    let (all, category) = read(tx, key)?;
    let before = document::fields(tx, &category, &all)?;
    let mut after = before.clone();
    let mut faults: Vec<(String, Message)> = Vec::new();
    for FieldChange { field, was, value } in changes {
        if was.as_ref().is_some_and(|was| before.get(field).is_some_and(|now| now != was)) {
            faults.push((field.clone(), message::PRODUCT_CHANGED_MEANWHILE.into()));
        } else if let Err(message) = set(&mut after, field, value) {
            faults.push((field.clone(), message));
        }
    }
    faults.extend(judge(tx, by, &category.key, &before, &mut after)?);
    let parent_id = match judge_parent(&all, Some(category.id), &after["parent"]) {
        Ok(parent_id) => parent_id,
        Err(message) => {
            faults.push(("parent".to_owned(), message));
            None
        }
    };
    check_fields(faults.into_iter().collect())?;
    let saved = write(tx, by, &all, Category { parent_id, ..category }, before, after)?;
    let is_listed = saved.changed().iter().any(|(field, ..)| *field == "parent");
    if !saved.changed().is_empty() {
        categories::follow(tx, is_listed, by.now)?;
    }
    Ok(saved)
}

/// Writes what differs, with a version. One that has another parent comes after its new siblings.
fn write(
    tx: &mut dyn Tx,
    by: &By,
    all: &[Category],
    category: Category,
    before: Fields,
    after: Fields,
) -> Result<Saved> {
    let category = Category { picture: after["picture"].clone(), hidden: after["hidden"] == "1", ..category };
    let saved = Saved { category, before, after };
    if saved.changed().is_empty() {
        return Ok(saved);
    }
    let Saved { category, before, after } = &saved;
    categories::update(tx, category)?;
    if before.get("parent") != after.get("parent") {
        let siblings = all.iter().filter(|one| one.parent_id == category.parent_id && one.id != category.id);
        let order: Vec<i64> = siblings.map(|one| one.id).chain([category.id]).collect();
        categories::arrange(tx, &order)?;
    }
    categories::replace_texts(tx, category.id, &document::texts(after))?;
    for (field, was, _) in saved.changed() {
        let lang = field.strip_prefix("url_key.").and_then(Lang::from_code).filter(|_| !was.is_empty());
        if let Some(lang) = lang {
            categories::keep_former_address(tx, category.id, was, lang)?;
        }
    }
    store::save(tx, category.id, &by.actor, before, after, by.now)?;
    Ok(saved)
}

/// Makes a category, the last below its parent. `key`: empty, and it is made of the first name.
pub fn create(tx: &mut dyn Tx, by: &By, key: &str, given: &Fields) -> Result<Saved> {
    let all = categories::all(tx)?;
    let mut after = document::blank();
    let mut faults: Vec<(String, Message)> = Vec::new();
    for (field, text) in given {
        if let Err(message) = set(&mut after, field, text) {
            faults.push((field.clone(), message));
        }
    }
    let mut key = key.trim().to_owned();
    let is_taken = |key: &str| all.iter().any(|one| one.key == key);
    if key.is_empty() {
        let names = [Lang::En].iter().chain(&by.languages).map(|lang| document::text(&after, "name", *lang));
        let made = names.map(|name| url_key::from_folded(&sort_key(name))).find(|made| !made.is_empty());
        let first = made.unwrap_or_else(|| "category".to_owned());
        let numbered = (2..).map(|number| format!("{first}-{number}"));
        key = std::iter::once(first.clone()).chain(numbered).find(|made| !is_taken(made)).unwrap_or(first);
    } else if let Err(fault) = cells::value(Kind::Key, &key) {
        faults.push(("key".to_owned(), fault.message()));
    } else if is_taken(&key) {
        faults.push(("key".to_owned(), message::CATEGORY_KEY_TAKEN.with("category", &key)));
    }
    faults.extend(judge(tx, by, &key, &Fields::new(), &mut after)?);
    let parent_id = match judge_parent(&all, None, &after["parent"]) {
        Ok(parent_id) => parent_id,
        Err(message) => {
            faults.push(("parent".to_owned(), message));
            None
        }
    };
    check_fields(faults.into_iter().collect())?;
    let id = categories::insert(tx, &key, parent_id)?;
    let category = Category { id, key, parent_id, picture: String::new(), hidden: false };
    let saved = write(tx, by, &all, category, Fields::new(), after)?;
    categories::follow(tx, false, by.now)?;
    Ok(saved)
}

/// Puts a category below another, before one of those there or after all. `seen`: what somebody saw of the tree.
pub fn place(tx: &mut dyn Tx, by: &By, key: &str, parent: &str, before: &str, seen: Option<&str>) -> Result<Saved> {
    let (all, category) = read(tx, key)?;
    if seen.is_some_and(|seen| seen != tree_version(&all)) {
        return Err(refuse(message::CATEGORY_TREE_CHANGED));
    }
    let parent_id = judge_parent(&all, Some(category.id), parent);
    let parent_id = parent_id.map_err(|message| Refusal::of_field("parent", message))?;
    let fields = document::fields(tx, &category, &all)?;
    let mut after = fields.clone();
    after.insert("parent".to_owned(), parent.to_owned());
    let saved = write(tx, by, &all, Category { parent_id, ..category }, fields, after)?;
    let id = saved.category.id;
    let siblings = all.iter().filter(|one| one.parent_id == parent_id && one.id != id);
    let mut order: Vec<i64> = siblings.map(|one| one.id).collect();
    let at = match before {
        "" => order.len(),
        before => {
            let next =
                all.iter().find(|one| one.key == before).and_then(|next| order.iter().position(|id| *id == next.id));
            let unknown = || Refusal::of_field("before", message::PRODUCT_REFERENCE_UNKNOWN.with("key", before));
            next.ok_or_else(unknown)?
        }
    };
    order.insert(at, id);
    categories::arrange(tx, &order)?;
    categories::follow(tx, !saved.changed().is_empty(), by.now)?;
    Ok(saved)
}

// ── Products ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What takes products out of categories and puts them into one; a product whose main category goes has the new one, or the first of
/// those that it is left in.
fn changes(tx: &mut dyn Tx, skus: &[String], out: Option<&str>, into: Option<&str>) -> Result<Vec<ProductChanges>> {
    if skus.is_empty() || skus.len() > MOST_PRODUCTS {
        return Err(refuse(message::PRODUCT_MANY.with("max", MOST_PRODUCTS)));
    }
    let found = products::find_all(tx, skus)?;
    let mut ids: Vec<i64> = found.iter().map(|item| item.parent_id.unwrap_or(item.id)).collect();
    ids.sort_unstable();
    ids.dedup();
    let items = crate::catalog::editing::find_all(tx, &ids)?;
    let mut all = Vec::new();
    for document in Document::read_all(tx, items)? {
        let (sku, fields) = (document.item.sku.clone(), document.fields());
        let text = |field: &str| fields.get(field).cloned().unwrap_or_default();
        let mut keys: Vec<String> = text("categories").lines().map(str::to_owned).collect();
        keys.retain(|key| Some(key.as_str()) != out);
        if let Some(into) = into.filter(|into| !keys.iter().any(|key| key == into)) {
            keys.push(into.to_owned());
        }
        let main = text("category");
        let is_homeless = main.is_empty() || Some(main.as_str()) == out;
        let main = match into {
            Some(into) if is_homeless => into.to_owned(),
            None if is_homeless => keys.first().cloned().unwrap_or_default(),
            _ => main,
        };
        let change = |field: &str, value: String| FieldChange { field: field.to_owned(), was: None, value };
        let changes = vec![change("category", main), change("categories", keys.join("\n"))];
        all.push(ProductChanges { sku, changes });
    }
    Ok(all)
}

/// Puts products into a category; one that has no main category has it as that.
pub fn add_products(tx: &mut dyn Tx, by: &By, key: &str, skus: &[String]) -> Result<Vec<products::Saved>> {
    let (_, category) = read(tx, key)?;
    let changes = changes(tx, skus, None, Some(&category.key))?;
    products::save(tx, by, &changes)
}

/// Takes products out of a category; they stay on sale.
pub fn remove_products(tx: &mut dyn Tx, by: &By, key: &str, skus: &[String]) -> Result<Vec<products::Saved>> {
    let (_, category) = read(tx, key)?;
    let changes = changes(tx, skus, Some(&category.key), None)?;
    products::save(tx, by, &changes)
}

// ── Their order ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A product that stands elsewhere on the list of a category.
#[derive(Debug, Clone)]
pub struct Placed {
    pub key: String,
    pub sku: String,
    /// SKU of the one that it stands behind; empty: it is the first.
    pub after: String,
    /// Of the order, as it is now.
    pub version: i64,
}

/// Puts a product of a category's list right behind another, or first where `after` is empty. `seen`: the version of the order that
/// somebody saw.
pub fn arrange(tx: &mut dyn Tx, key: &str, sku: &str, after: &str, seen: Option<i64>) -> Result<Placed> {
    let (_, category) = read(tx, key)?;
    let now = places::version(tx, category.id)?;
    if seen.is_some_and(|seen| seen != now) {
        return Err(refuse(message::CATEGORY_ORDER_CHANGED));
    }
    let item = products::find(tx, sku)?;
    let next = if after.is_empty() { None } else { Some(products::find(tx, after)?) };
    if let Some(absent) = places::put_after(tx, category.id, item.id, next.as_ref().map(|next| next.id))? {
        let sku = next.filter(|next| next.id == absent).map_or(item.sku, |next| next.sku);
        return Err(refuse(message::CATEGORY_NOT_LISTED.with("sku", sku)));
    }
    let version = places::version(tx, category.id)?;
    Ok(Placed { key: category.key, sku: item.sku, after: next.map(|next| next.sku).unwrap_or_default(), version })
}

// ── Removal ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What went with a category.
#[derive(Debug, Clone)]
pub struct Removed {
    pub key: String,
    pub before: Fields,
    pub products: Vec<String>,
    /// The categories that stood below it.
    pub children: Vec<String>,
}

/// Removes a category. Products and categories in it go into `to`, whose page its addresses lead to from now on; without `to` one
/// that holds any is refused. `seen`: what somebody saw of it.
pub fn remove(tx: &mut dyn Tx, by: &By, key: &str, to: &str, seen: Option<&str>) -> Result<Removed> {
    let (all, category) = read(tx, key)?;
    let before = document::fields(tx, &category, &all)?;
    if seen.is_some_and(|seen| seen != products::version(&before)) {
        return Err(refuse(message::CATEGORY_CHANGED_MEANWHILE));
    }
    let children: Vec<Category> = all.iter().filter(|one| one.parent_id == Some(category.id)).cloned().collect();
    let count = categories::count_products(tx, category.id)?;
    let children_keys = children.iter().map(|one| one.key.clone()).collect();
    let mut removed = Removed { key: category.key.clone(), before, products: Vec::new(), children: children_keys };
    if to.is_empty() {
        if count > 0 || !children.is_empty() {
            let full = message::CATEGORY_NOT_EMPTY.with("products", count).with("categories", children.len());
            return Err(refuse(full));
        }
    } else {
        let heir = judge_parent(&all, Some(category.id), to);
        let heir = heir.map_err(|message| Refusal::of_field("to", message))?;
        if count as usize > MOST_PRODUCTS {
            return Err(refuse(message::CATEGORY_TOO_FULL.with("products", count).with("max", MOST_PRODUCTS)));
        }
        for child in children {
            let change = FieldChange { field: "parent".to_owned(), was: None, value: to.to_owned() };
            save(tx, by, &child.key, &[change])?;
        }
        removed.products = categories::products(tx, category.id, MOST_PRODUCTS as i64)?;
        if !removed.products.is_empty() {
            let changes = changes(tx, &removed.products, Some(&category.key), Some(to))?;
            products::save(tx, by, &changes)?;
        }
        if let Some(heir) = heir {
            categories::hand_over_addresses(tx, category.id, heir)?;
        }
    }
    categories::delete(tx, category.id)?;
    categories::follow(tx, true, by.now)?;
    Ok(removed)
}

// ── Versions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a category would be, and is, if it went back to a version: changes of the fields that differ, as [`save`] takes them.
pub fn changes_back(tx: &mut dyn Tx, key: &str, id: i64) -> Result<(Fields, Vec<FieldChange>)> {
    let (category, now) = find(tx, key)?;
    let version = store::find(tx, category.id, id)?.ok_or_else(|| refuse(message::CATEGORY_VERSION_UNKNOWN))?;
    let then = version.fields()?;
    let differing = then.into_iter().filter(|(field, text)| now.get(field).is_some_and(|now| now != text));
    let changes = differing.map(|(field, value)| FieldChange { was: now.get(&field).cloned(), field, value }).collect();
    Ok((now, changes))
}

/// Goes back to a version, as a new one. `seen`: what somebody saw of the category as it is.
pub fn restore(tx: &mut dyn Tx, by: &By, key: &str, id: i64, seen: Option<&str>) -> Result<Saved> {
    let (now, changes) = changes_back(tx, key, id)?;
    if seen.is_some_and(|seen| seen != products::version(&now)) {
        return Err(refuse(message::CATEGORY_CHANGED_MEANWHILE));
    }
    if changes.is_empty() {
        return Err(refuse(message::PRODUCT_NOTHING_CHANGED));
    }
    save(tx, by, key, &changes)
}
