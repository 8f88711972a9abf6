//! The calls about categories, one function a path.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::document;
use super::editing::{self, Placed, Removed, Saved};
use super::store;
use super::types::{
    ArrangeArgs, CategoryArranged, CategoryDetail, CategoryDifference, CategoryList, CategoryOrder, CategoryProduct,
    CategoryProducts, CategoryRow, CreateArgs, FillArgs, KeyArgs, MoveArgs, OrderArgs, ProductsArgs, RemoveArgs,
    RestoreArgs, SaveArgs, VersionArgs,
};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::catalog::browse::{self, Filter};
use crate::catalog::categories::{self, Category};
use crate::catalog::listing;
use crate::catalog::media;
use crate::catalog::places;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::product::calls::{VERSIONS, audited, told as told_products, version_rows};
use crate::product::editing::{By, version};
use crate::product::types::FieldDifference;

/// Products a page.
const PAGE: usize = 50;

fn by(member: &StaffMember) -> By {
    let view = &member.client.view;
    By { actor: member.who.actor(), now: view.now, languages: view.stores.languages().to_vec() }
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<CategoryList> {
    let view = &member.client.view;
    let languages = view.stores.languages().to_vec();
    let all = categories::all(tx)?;
    let categories = rows(tx, &all, view.lang(), &languages)?;
    Ok(CategoryList { categories, languages, version: editing::tree_version(&all) })
}

/// All categories as a list, each before those below it.
pub fn rows(tx: &mut dyn Tx, all: &[Category], lang: Lang, languages: &[Lang]) -> Result<Vec<CategoryRow>> {
    let mut names: HashMap<i64, Vec<(Lang, String)>> = HashMap::new();
    for (id, lang, name) in categories::names(tx)? {
        names.entry(id).or_default().push((lang, name));
    }
    let totals = categories::totals(tx)?;
    let children = |parent: Option<i64>| all.iter().filter(move |one| one.parent_id == parent).rev();
    let mut open: Vec<(&Category, &str, u32, bool)> = children(None).map(|one| (one, "", 0, true)).collect();
    let mut rows = Vec::new();
    let mut met = BTreeSet::new();
    while let Some((one, parent, depth, is_above_shown)) = open.pop() {
        let is_shown = is_above_shown && !one.hidden;
        let own = names.get(&one.id).map(Vec::as_slice).unwrap_or_default();
        met.insert(one.id);
        rows.push(CategoryRow {
            key: one.key.clone(),
            name: name_in(own, lang, &one.key),
            parent: parent.to_owned(),
            depth,
            is_hidden: one.hidden,
            is_shown,
            products: totals.get(&one.id).copied().unwrap_or(0),
            missing: languages.iter().copied().filter(|lang| !own.iter().any(|(of, _)| of == lang)).collect(),
        });
        let below = children(Some(one.id)).filter(|child| !met.contains(&child.id));
        open.extend(below.map(|child| (child, one.key.as_str(), depth + 1, is_shown)));
    }
    Ok(rows)
}

fn name_in(names: &[(Lang, String)], lang: Lang, key: &str) -> String {
    let own = names.iter().find(|(of, _)| *of == lang).or_else(|| names.first());
    own.map_or_else(|| key.to_owned(), |(_, name)| name.clone())
}

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: KeyArgs) -> Result<CategoryDetail> {
    detail(tx, member, &args.key)
}

fn detail(tx: &mut dyn Tx, member: &StaffMember, key: &str) -> Result<CategoryDetail> {
    let view = &member.client.view;
    let (category, fields) = editing::find(tx, key)?;
    let all = categories::all(tx)?;
    let languages = view.stores.languages();
    let row = rows(tx, &all, view.lang(), languages)?.into_iter().find(|row| row.key == category.key);
    let versions = store::list(tx, category.id, VERSIONS + 1)?;
    Ok(CategoryDetail {
        name: row.as_ref().map_or_else(|| category.key.clone(), |row| row.name.clone()),
        is_shown: row.is_some_and(|row| row.is_shown),
        version: version(&fields),
        picture: media::small(&category.picture),
        pages: categories::paths(tx, category.id)?
            .into_iter()
            .filter(|(lang, _)| languages.contains(lang))
            .map(|(lang, path)| (lang, format!("{}{path}", view.config.server.public_url)))
            .collect(),
        products: categories::count_products(tx, category.id)?,
        children: all.iter().filter(|one| one.parent_id == Some(category.id)).count() as u32,
        versions: version_rows(tx, &versions, &fields)?,
        key: category.key,
        fields,
    })
}

pub fn products(tx: &mut dyn Tx, member: &StaffMember, args: ProductsArgs) -> Result<CategoryProducts> {
    let ProductsArgs { key, after } = args;
    let (category, _) = editing::find(tx, &key)?;
    products_of(tx, member, &category.key, after.as_deref().unwrap_or_default())
}

fn products_of(tx: &mut dyn Tx, member: &StaffMember, key: &str, after: &str) -> Result<CategoryProducts> {
    let filter = Filter { category: Some(key), is_direct: true, ..Filter::default() };
    let mut ids = browse::browse(tx, filter, None, "", after, PAGE as i64 + 1)?;
    let has_next = ids.len() > PAGE;
    ids.truncate(PAGE);
    let items = shown(tx, member, &ids)?;
    Ok(CategoryProducts { after: items.last().filter(|_| has_next).map(|last| last.sku.clone()), items })
}

fn shown(tx: &mut dyn Tx, member: &StaffMember, ids: &[i64]) -> Result<Vec<CategoryProduct>> {
    let item = |row: browse::BrowsedRow| CategoryProduct {
        name: row.name.unwrap_or_else(|| row.sku.clone()),
        picture: row.picture.as_deref().and_then(media::small),
        picture_name: row.picture,
        is_on_sale: row.is_on_sale,
        sku: row.sku,
    };
    Ok(browse::rows(tx, ids, member.client.view.lang())?.into_iter().map(item).collect())
}

pub fn order(tx: &mut dyn Tx, member: &StaffMember, args: OrderArgs) -> Result<CategoryOrder> {
    let (category, _) = editing::find(tx, &args.key)?;
    let from = args.after.unwrap_or(0);
    let ids = places::page(tx, category.id, from.into(), PAGE as i64)?;
    let total = listing::total(tx, category.id)?;
    let next = from.saturating_add(PAGE as u32);
    Ok(CategoryOrder {
        items: shown(tx, member, &ids)?,
        after: Some(next).filter(|next| *next < total),
        total,
        version: places::version(tx, category.id)?,
    })
}

pub fn compare(tx: &mut dyn Tx, _: &StaffMember, args: VersionArgs) -> Result<CategoryDifference> {
    let (_, back) = editing::changes_back(tx, &args.key, args.id)?;
    let fields = back.into_iter().map(|change| FieldDifference {
        field: change.field,
        before: change.was.unwrap_or_default(),
        after: change.value,
    });
    Ok(CategoryDifference { key: args.key, fields: fields.collect() })
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What the audit is told: the fields that differ, long texts by their beginning.
pub fn told(saved: &Saved) -> Change {
    let [before, after] = audited(&saved.before, &saved.after);
    let change = Change::new("category", &saved.category.key).after(after);
    if saved.before.is_empty() { change } else { change.before(before) }
}

/// What the audit is told of one that is gone: what it said, and where what was in it has gone.
pub fn told_removed(removed: &Removed, to: &str) -> Change {
    let [_, fields] = audited(&document::blank(), &removed.before);
    let Removed { products, children, .. } = removed;
    let before = json!({ "fields": fields, "products": products, "categories": children });
    let after = if to.is_empty() { Value::Null } else { json!({ "moved_to": to }) };
    Change::new("category", &removed.key).before(before).after(after)
}

/// A change of products that was asked for by their category.
fn told_filled(key: &str, saved: &[crate::product::editing::Saved]) -> Change {
    Change { noun: "category", thing: key.to_owned(), ..told_products(saved) }
}

fn changed(tx: &mut dyn Tx, member: &StaffMember, saved: &Saved) -> Result<Changed<CategoryDetail>> {
    Ok(Changed::new(detail(tx, member, &saved.category.key)?, told(saved)))
}

pub fn create(tx: &mut dyn Tx, member: &StaffMember, args: CreateArgs) -> Result<Changed<CategoryDetail>> {
    let saved = editing::create(tx, &by(member), &args.key, &args.fields)?;
    changed(tx, member, &saved)
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<CategoryDetail>> {
    let saved = editing::save(tx, &by(member), &args.key, &args.changes)?;
    changed(tx, member, &saved)
}

pub fn place(tx: &mut dyn Tx, member: &StaffMember, args: MoveArgs) -> Result<Changed<CategoryList>> {
    let MoveArgs { key, parent, before, version } = args;
    let saved = editing::place(tx, &by(member), &key, &parent, &before, Some(&version))?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, told_placed(&saved, &before)))
}

/// What the audit is told of one that stands elsewhere.
pub fn told_placed(saved: &Saved, next: &str) -> Change {
    let parent = |fields: &crate::product::document::Fields| fields.get("parent").cloned().unwrap_or_default();
    Change::new("category", &saved.category.key)
        .before(json!({ "parent": parent(&saved.before) }))
        .after(json!({ "parent": parent(&saved.after), "before": next }))
}

pub fn add_products(tx: &mut dyn Tx, member: &StaffMember, args: FillArgs) -> Result<Changed<CategoryProducts>> {
    let FillArgs { key, skus } = args;
    let saved = editing::add_products(tx, &by(member), &key, &skus)?;
    Ok(Changed::new(products_of(tx, member, &key, "")?, told_filled(&key, &saved)))
}

pub fn remove_products(tx: &mut dyn Tx, member: &StaffMember, args: FillArgs) -> Result<Changed<CategoryProducts>> {
    let FillArgs { key, skus } = args;
    let saved = editing::remove_products(tx, &by(member), &key, &skus)?;
    Ok(Changed::new(products_of(tx, member, &key, "")?, told_filled(&key, &saved)))
}

pub fn arrange(tx: &mut dyn Tx, _: &StaffMember, args: ArrangeArgs) -> Result<Changed<CategoryArranged>> {
    let ArrangeArgs { key, sku, after, version } = args;
    let placed = editing::arrange(tx, &key, &sku, &after, Some(version))?;
    Ok(Changed::new(CategoryArranged { version: placed.version }, told_arranged(&placed)))
}

/// What the audit is told of a product that stands elsewhere on the list.
pub fn told_arranged(placed: &Placed) -> Change {
    Change::new("category", &placed.key).after(json!({ "sku": placed.sku, "stands_after": placed.after }))
}

pub fn restore(tx: &mut dyn Tx, member: &StaffMember, args: RestoreArgs) -> Result<Changed<CategoryDetail>> {
    let RestoreArgs { key, id, version } = args;
    let saved = editing::restore(tx, &by(member), &key, id, Some(&version))?;
    changed(tx, member, &saved)
}

pub fn remove(tx: &mut dyn Tx, member: &StaffMember, args: RemoveArgs) -> Result<Changed<CategoryList>> {
    let RemoveArgs { key, to, version } = args;
    let removed = editing::remove(tx, &by(member), &key, &to, Some(&version))?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, told_removed(&removed, &to)))
}
