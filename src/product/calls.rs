//! The calls about products, one function a path.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use super::document::{Document, Fields};
use super::editing::{self, By, New, Saved};
use super::preview;
use super::store;
use super::types::{
    AddVariantsArgs, CategoryChoice, CreateAllArgs, CreateArgs, FieldChange, FieldDifference, FirstPriceArgs,
    GoodsType, ListArgs, OnSaleArgs, ParentLink, PictureShown, PlannedVariant, PlannedVariants, PreviewArgs,
    PreviewLink, PreviewsEnded, PriceShown, ProductChanges, ProductChoices, ProductDetail, ProductDifference,
    ProductDifferences, ProductPage, ProductRow, RestoreArgs, SaveArgs, SkuArgs, VariantRow, VersionArgs, VersionRow,
    Word, Words,
};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::catalog::browse::{self, Filter};
use crate::catalog::editing::{self as catalogue, Item};
use crate::catalog::gaps::{self, Gap};
use crate::catalog::store::RowKind;
use crate::catalog::{self, media};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::product_law;
use crate::error::{Result, refuse};
use crate::message;
use crate::{order, region, search, token};

/// Products a page.
const PAGE: usize = 50;
/// Products that words are looked for in.
const MATCHES: i64 = 1_000;
/// Fields of a list.
const MOST_FIELDS: usize = 20;
pub const VERSIONS: i64 = 50;
/// Characters of a text that the audit keeps.
const AUDITED: usize = 200;

fn by(member: &StaffMember) -> By {
    let view = &member.client.view;
    By { actor: member.who.actor(), now: view.now, languages: view.stores.languages().to_vec() }
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// SKUs of the products that a list finds, on all pages, at most `limit`.
pub fn matching(tx: &mut dyn Tx, member: &StaffMember, args: &ListArgs, limit: i64) -> Result<Vec<String>> {
    let ids = ids(tx, member, &ListArgs { after: None, ..args.clone() }, limit)?;
    Ok(catalogue::find_all(tx, &ids)?.into_iter().map(|item| item.sku).collect())
}

/// What is kept of a product that is switched on, and of one that is not, while work on it waits.
pub const ON: &str = "on";
const OFF: &str = "off";

/// Whether each product is switched on now, by SKU; those that are not there are left out.
pub fn stamps(tx: &mut dyn Tx, skus: &[String]) -> Result<HashMap<String, String>> {
    let items = catalogue::find_skus(tx, skus)?;
    Ok(items.into_iter().map(|item| (item.sku, if item.enabled { ON } else { OFF }.to_owned())).collect())
}

pub fn list(tx: &mut dyn Tx, member: &StaffMember, args: ListArgs) -> Result<ProductPage> {
    let mut ids = ids(tx, member, &args, PAGE as i64 + 1)?;
    let has_next = ids.len() > PAGE;
    ids.truncate(PAGE);
    let wanted: Vec<String> = args.fields.into_iter().take(MOST_FIELDS).collect();
    let items = rows(tx, member, &ids, &wanted)?;
    Ok(ProductPage { after: items.last().filter(|_| has_next).map(|last| last.sku.clone()), items })
}

/// Ids of a page of products.
fn ids(tx: &mut dyn Tx, member: &StaffMember, args: &ListArgs, limit: i64) -> Result<Vec<i64>> {
    let view = &member.client.view;
    let gap = match args.missing.as_str() {
        "" => None,
        code => Some(Gap::from_code(code).ok_or_else(|| refuse(message::PRODUCT_FIELD_UNKNOWN.with("field", code)))?),
    };
    let filter = Filter {
        is_on: args.is_on,
        kind: args.kind.map(RowKind::from),
        category: Some(args.category.as_str()).filter(|key| !key.is_empty()),
        is_direct: false,
        gap,
    };
    let (q, after) = (args.q.trim(), args.after.as_deref().unwrap_or_default());
    let prefix = q.to_uppercase();
    let is_sku = prefix.is_empty() || browse::has_prefix(tx, &prefix)?;
    if is_sku {
        browse::browse(tx, filter, None, &prefix, after, limit)
    } else {
        let mut found = browse::of_variants(tx, &prefix)?;
        if found.is_empty() {
            found = search::matches(tx, view, q, MATCHES)?;
            found.extend(browse::named(tx, view.lang(), q)?);
        }
        found.sort_unstable();
        found.dedup();
        browse::browse(tx, filter, Some(&found), "", after, limit)
    }
}

fn rows(tx: &mut dyn Tx, member: &StaffMember, ids: &[i64], wanted: &[String]) -> Result<Vec<ProductRow>> {
    let view = &member.client.view;
    let mut missing = browse::gaps(tx, ids)?;
    let mut fields: HashMap<i64, Fields> = HashMap::new();
    if !wanted.is_empty() {
        let found = catalogue::find_all(tx, ids)?;
        let documents = Document::read_all(tx, found)?;
        let chosen = |document: Document| {
            let mut fields = document.fields();
            fields.retain(|field, _| wanted.contains(field));
            (document.item.id, fields)
        };
        fields = documents.into_iter().map(chosen).collect();
    }
    let row = |row: browse::BrowsedRow| ProductRow {
        name: row.name.unwrap_or_else(|| row.sku.clone()),
        kind: row.kind.into(),
        category: row.category,
        picture: row.picture.as_deref().and_then(media::small),
        is_on: row.enabled,
        is_on_sale: row.is_on_sale,
        price: row.low.map(Amount::from_minor),
        is_from: row.low < row.high,
        variants: row.variants,
        missing: codes(gaps::asked(&missing.remove(&row.id).unwrap_or_default(), view.stores.languages())),
        fields: fields.remove(&row.id).unwrap_or_default(),
        sku: row.sku,
    };
    Ok(browse::rows(tx, ids, view.lang())?.into_iter().map(row).collect())
}

fn codes(gaps: Vec<Gap>) -> Vec<String> {
    gaps.into_iter().map(Gap::code).collect()
}

pub fn choices(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<ProductChoices> {
    let view = &member.client.view;
    let lang = view.lang();
    let word = |(code, name): (String, String)| Word { code, name };
    let named = |words: &[(String, String)], code: &str| {
        words.iter().find(|(one, _)| one == code).map_or_else(|| code.to_owned(), |(_, name)| name.clone())
    };
    let mut options: Vec<Words> = Vec::new();
    let names = catalogue::words(tx, lang, "option")?;
    let mut of_option: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (option, value) in catalogue::option_values(tx)? {
        if !of_option.contains_key(&option) {
            of_option.insert(option.clone(), catalogue::words(tx, lang, &format!("value.{option}"))?);
            options.push(Words { name: named(&names, &option), code: option.clone(), values: Vec::new() });
        }
        let name = named(&of_option[&option], &value);
        if let Some(last) = options.last_mut() {
            last.values.push(Word { code: value, name });
        }
    }
    let mut facets = Vec::new();
    for (code, name) in catalogue::words(tx, lang, "facet")? {
        let values = catalogue::words(tx, lang, &format!("attribute.{code}"))?.into_iter().map(word).collect();
        facets.push(Words { code, name, values });
    }
    // What the shop works out itself is no product's.
    facets.retain(|facet| !["price", "availability"].contains(&facet.code.as_str()));
    let categories = catalogue::category_choices(tx, lang)?.into_iter();
    Ok(ProductChoices {
        languages: view.stores.languages().to_vec(),
        currencies: region::exchanges(tx)?.into_iter().map(|exchange| exchange.currency).collect(),
        categories: categories.map(|(key, name, depth)| CategoryChoice { key, name, depth }).collect(),
        manufacturers: catalogue::manufacturers(tx)?.into_iter().map(word).collect(),
        types: goods_types(tx)?,
        vat_classes: region::vat_classes(tx)?,
        ship_groups: catalog::csv::keys(tx, catalog::csv::Space::ShipGroup)?.into_iter().collect(),
        options,
        facets,
        fibre_parts: catalogue::words(tx, lang, "fibre_part")?.into_iter().map(word).collect(),
        fibres: catalogue::words(tx, lang, "fibre")?.into_iter().map(word).collect(),
    })
}

/// The types that goods can have.
fn goods_types(tx: &mut dyn Tx) -> Result<Vec<GoodsType>> {
    let known = product_law::known_types();
    let own = catalog::product_types(tx)?.into_iter().filter(|code| !known.contains(&code.as_str()));
    let all = known.iter().map(|code| (*code).to_owned()).chain(own);
    let goods = |code: String| GoodsType {
        is_known: known.contains(&code.as_str()),
        asks: codes(gaps::asked_of_type(&code)),
        code,
    };
    Ok(all.map(goods).collect())
}

// ── One product ─────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: SkuArgs) -> Result<ProductDetail> {
    let item = editing::find(tx, &args.sku)?;
    detail(tx, member, item)
}

fn detail(tx: &mut dyn Tx, member: &StaffMember, item: Item) -> Result<ProductDetail> {
    let view = &member.client.view;
    let lang = view.lang();
    let owner = item.parent_id.unwrap_or(item.id);
    let named = browse::rows(tx, &[owner], lang)?.pop();
    let owner_name = |sku: &str| named.as_ref().and_then(|row| row.name.clone()).unwrap_or_else(|| sku.to_owned());
    let variants = match item.kind {
        RowKind::Configurable => catalogue::variants(tx, item.id)?,
        _ => Vec::new(),
    };
    let ids: Vec<i64> = variants.iter().map(|variant| variant.id).chain([item.id]).collect();
    let choices = catalog::store::choices(tx, &ids, lang)?;
    let options = |id: i64| {
        let labels = choices.get(&id).map(Vec::as_slice).unwrap_or_default().iter().map(|one| one.label.clone());
        labels.collect::<Vec<_>>().join(", ")
    };
    let prices = catalogue::open_prices(tx, &ids)?;
    let euros = |id: i64| prices.iter().find(|one| one.product_id == id && one.currency == Currency::Eur);
    let available = catalog::available(tx, &ids)?;
    let weights = catalog::weights(tx, &ids)?;
    let parent = match item.parent_id {
        Some(id) => {
            let parent = catalogue::find_by_id(tx, id)?;
            Some(ParentLink { name: owner_name(&parent.sku), sku: parent.sku })
        }
        None => None,
    };
    let document = Document::read(tx, item.clone())?;
    let fields = document.fields();
    let picture = |name: &str| PictureShown { small: media::small(name), name: name.to_owned() };
    let pictures = fields.get("pictures").map(String::as_str).unwrap_or_default().lines().map(picture).collect();
    let missing = codes(gaps::of(tx, owner, view.stores.languages())?);
    let is_stocked = matches!(item.kind, RowKind::Simple | RowKind::Variant);
    Ok(ProductDetail {
        name: match &parent {
            Some(parent) => format!("{}, {}", parent.name, options(item.id)),
            None => owner_name(&item.sku),
        },
        is_on_sale: item.enabled && named.as_ref().is_some_and(|row| row.is_on_sale),
        version: editing::version(&fields),
        missing,
        pictures,
        variants: variants
            .iter()
            .map(|variant| VariantRow {
                sku: variant.sku.clone(),
                name: options(variant.id),
                is_on: variant.enabled,
                price: euros(variant.id).map(|price| Amount::from_minor(price.amount)),
                available: available.get(&variant.id).copied().unwrap_or(0),
                weight_g: weights.get(&variant.id).copied().unwrap_or(0),
            })
            .collect(),
        prices: prices
            .iter()
            .filter(|price| price.product_id == item.id)
            .map(|price| PriceShown {
                currency: price.currency,
                amount: Amount::from_minor(price.amount),
                regular: price.regular.map(Amount::from_minor),
            })
            .collect(),
        available: is_stocked.then(|| available.get(&item.id).copied().unwrap_or(0)),
        pages: catalogue::paths(tx, owner)?
            .into_iter()
            .filter(|(lang, _)| view.stores.languages().contains(lang))
            .map(|(lang, path)| (lang, format!("{}{path}", view.config.server.public_url)))
            .collect(),
        versions: versions(tx, &item, &fields)?,
        kind: item.kind.into(),
        sku: item.sku,
        parent,
        fields,
    })
}

fn versions(tx: &mut dyn Tx, item: &Item, now: &Fields) -> Result<Vec<VersionRow>> {
    let versions = store::list(tx, item.id, VERSIONS + 1)?;
    version_rows(tx, &versions, now)
}

/// Versions as they are shown, newest first. The last of more than are shown only says what the one before it has changed.
pub fn version_rows(tx: &mut dyn Tx, versions: &[store::Version], now: &Fields) -> Result<Vec<VersionRow>> {
    let names = token::actor_names(tx, versions.iter().map(|version| version.actor.as_str()))?;
    let fields = versions.iter().map(store::Version::fields).collect::<Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    for (at, version) in versions.iter().enumerate().take(VERSIONS as usize) {
        let before = fields.get(at + 1);
        let changed = before.map(|before| {
            let differs = |(field, text): &(&String, &String)| before.get(*field) != Some(*text);
            fields[at].iter().filter(differs).map(|(field, _)| field.clone()).collect()
        });
        rows.push(VersionRow {
            id: version.id,
            at: order::moment(version.at)?.to_string(),
            name: names.get(&version.actor).cloned(),
            actor: version.actor.clone(),
            changed: changed.unwrap_or_default(),
            is_current: at == 0 && fields[at] == *now,
        });
    }
    Ok(rows)
}

/// What going back to a version would change.
pub fn compare(tx: &mut dyn Tx, _: &StaffMember, args: VersionArgs) -> Result<ProductDifference> {
    let item = editing::find(tx, &args.sku)?;
    let (_, back) = editing::changes_back(tx, item, args.id)?;
    let fields = back.changes.into_iter().map(|change| FieldDifference {
        field: change.field,
        before: change.was.unwrap_or_default(),
        after: change.value,
    });
    Ok(ProductDifference { sku: back.sku, fields: fields.collect() })
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn field_difference((field, before, after): (&str, &str, &str)) -> FieldDifference {
    FieldDifference { field: field.to_owned(), before: before.to_owned(), after: after.to_owned() }
}

fn difference(saved: &Saved) -> ProductDifference {
    let fields = saved.changed().into_iter().map(field_difference).collect();
    ProductDifference { sku: saved.item.sku.clone(), fields }
}

/// What the audit is told: the fields that differ by product, long texts by their beginning.
pub fn told(saved: &[Saved]) -> Change {
    let mut told = [Map::new(), Map::new()];
    for one in saved {
        let [before, after] = audited(&one.before, &one.after);
        if !one.before.is_empty() {
            told[0].insert(one.item.sku.clone(), before);
        }
        told[1].insert(one.item.sku.clone(), after);
    }
    let [before, after] = told;
    let thing = if let [one] = saved { one.item.sku.as_str() } else { "" };
    let change = Change::new("product", thing).after(after.into());
    if before.is_empty() { change } else { change.before(before.into()) }
}

/// The fields that differ, before and after, each by its beginning.
pub fn audited(before: &Fields, after: &Fields) -> [Value; 2] {
    let cut = |text: &str| Value::from(text.chars().take(AUDITED).collect::<String>());
    let mut texts = [Map::new(), Map::new()];
    for (field, was, text) in editing::differing(before, after) {
        texts[0].insert(field.to_owned(), cut(was));
        texts[1].insert(field.to_owned(), cut(text));
    }
    texts.map(Value::Object)
}

pub fn check(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<ProductDifferences> {
    let saved = editing::rehearse(tx, &by(member), &args.products)?;
    Ok(ProductDifferences { products: saved.iter().map(difference).collect() })
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<ProductDifferences>> {
    let saved = editing::save(tx, &by(member), &args.products)?;
    Ok(Changed::new(ProductDifferences { products: saved.iter().map(difference).collect() }, told(&saved)))
}

pub fn put_on_sale(tx: &mut dyn Tx, member: &StaffMember, args: OnSaleArgs) -> Result<Changed<()>> {
    switch(tx, member, &args, "1")
}

pub fn take_off_sale(tx: &mut dyn Tx, member: &StaffMember, args: OnSaleArgs) -> Result<Changed<()>> {
    switch(tx, member, &args, "0")
}

/// Switches a product on or off, as its field does.
fn switch(tx: &mut dyn Tx, member: &StaffMember, args: &OnSaleArgs, value: &str) -> Result<Changed<()>> {
    let was = args.seen.map(|is_on| if is_on { "1" } else { "0" }.to_owned());
    let change = FieldChange { field: "enabled".to_owned(), was, value: value.to_owned() };
    let changes = [ProductChanges { sku: args.sku.clone(), changes: vec![change] }];
    let saved = editing::save(tx, &by(member), &changes)?;
    Ok(Changed::new((), told(&saved)))
}

pub fn create(tx: &mut dyn Tx, member: &StaffMember, args: CreateArgs) -> Result<Changed<ProductDetail>> {
    let CreateArgs { sku, kind, fields, prices } = args;
    let new = New { sku: &sku, kind: kind.into(), fields: &fields, prices: &prices };
    let saved = editing::create(tx, &by(member), &new)?;
    let change = told(std::slice::from_ref(&saved));
    Ok(Changed::new(detail(tx, member, saved.item)?, change))
}

fn new_ones(products: &[CreateArgs]) -> Vec<New<'_>> {
    products
        .iter()
        .map(|CreateArgs { sku, kind, fields, prices }| New { sku, kind: (*kind).into(), fields, prices })
        .collect()
}

/// What making products would make, each field that they have.
pub fn check_new(tx: &mut dyn Tx, member: &StaffMember, args: CreateAllArgs) -> Result<ProductDifferences> {
    let made = editing::rehearse_new(tx, &by(member), &new_ones(&args.products))?;
    let none = Fields::new();
    let product = |(sku, fields): (String, Fields)| ProductDifference {
        sku,
        fields: editing::differing(&none, &fields).into_iter().map(field_difference).collect(),
    };
    Ok(ProductDifferences { products: made.into_iter().map(product).collect() })
}

pub fn create_all(tx: &mut dyn Tx, member: &StaffMember, args: CreateAllArgs) -> Result<Changed<ProductDifferences>> {
    let saved = editing::create_all(tx, &by(member), &new_ones(&args.products))?;
    Ok(Changed::new(ProductDifferences { products: saved.iter().map(difference).collect() }, told(&saved)))
}

pub fn set_first_price(tx: &mut dyn Tx, member: &StaffMember, args: FirstPriceArgs) -> Result<Changed<ProductDetail>> {
    let (item, prices) = editing::add_first_prices(tx, &by(member), &args.sku, &args.prices)?;
    let prices: BTreeMap<&str, String> =
        prices.iter().map(|price| (price.currency.code(), price.amount().to_string())).collect();
    let change = Change::new("product", &item.sku).after(json!({ "prices": prices }));
    Ok(Changed::new(detail(tx, member, item)?, change))
}

pub fn plan_variants(tx: &mut dyn Tx, member: &StaffMember, args: SkuArgs) -> Result<PlannedVariants> {
    let lang = member.client.view.lang();
    let planned = editing::plan_variants(tx, &args.sku)?;
    let item = editing::find(tx, &args.sku)?;
    let siblings: Vec<i64> = catalogue::variants(tx, item.id)?.into_iter().map(|variant| variant.id).collect();
    let version = editing::version(&Document::read(tx, item)?.fields());
    let options: BTreeSet<&str> =
        planned.iter().flat_map(|one| &one.choice).map(|(option, _)| option.as_str()).collect();
    let mut words: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for option in options {
        words.insert(option.to_owned(), catalog::labels(tx, lang, &format!("value.{option}"))?);
    }
    let label = |(option, value): &(String, String)| {
        words.get(option).and_then(|words| words.get(value)).unwrap_or(value).clone()
    };
    Ok(PlannedVariants {
        version,
        has_prices: !catalogue::open_prices(tx, &siblings)?.is_empty(),
        items: planned
            .into_iter()
            .map(|one| PlannedVariant {
                name: one.choice.iter().map(label).collect::<Vec<_>>().join(", "),
                sku: one.sku,
                choice: one.choice.into_iter().collect(),
            })
            .collect(),
    })
}

pub fn add_variants(tx: &mut dyn Tx, member: &StaffMember, args: AddVariantsArgs) -> Result<Changed<ProductDetail>> {
    let AddVariantsArgs { sku, version, variants, prices } = args;
    let saved = editing::add_variants(tx, &by(member), &sku, &version, &variants, &prices)?;
    let item = editing::find(tx, &sku)?;
    let change = Change { thing: item.sku.clone(), ..told(&saved) };
    Ok(Changed::new(detail(tx, member, item)?, change))
}

pub fn restore(tx: &mut dyn Tx, member: &StaffMember, args: RestoreArgs) -> Result<Changed<ProductDetail>> {
    let saved = editing::restore(tx, &by(member), &args.sku, args.id, Some(&args.version))?;
    let change = told(std::slice::from_ref(&saved));
    Ok(Changed::new(detail(tx, member, saved.item)?, change))
}

pub fn preview_link(tx: &mut dyn Tx, member: &StaffMember, args: PreviewArgs) -> Result<Changed<PreviewLink>> {
    let client = &member.client;
    let of = (args.sku.as_str(), args.lang);
    let public_url = client.view.config.public_url();
    let (link, change) = preview::make(tx, &by(member), of, &public_url, &client.fresh("preview"))?;
    Ok(Changed::new(link, change))
}

pub fn end_previews(tx: &mut dyn Tx, _: &StaffMember, args: SkuArgs) -> Result<Changed<PreviewsEnded>> {
    let (ended, change) = preview::end(tx, &args.sku)?;
    Ok(Changed::new(ended, change))
}
