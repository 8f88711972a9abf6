//! How products are made and changed; for calls and commands alike.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use super::cells;
use super::document::{CHOICE, Document, Fields, OPTIONS, is_listed};
use super::store;
use super::types::{FieldChange, NewVariant, ProductChanges};
use crate::audit::Actor;
use crate::catalog::csv::{self, Kind, Space};
use crate::catalog::editing::{self, Item};
use crate::catalog::gaps::{self, Gap};
use crate::catalog::lexicon;
use crate::catalog::media;
use crate::catalog::store::{RowKind, all_words};
use crate::catalog::uploads;
use crate::db::Tx;
use crate::domain::hazard;
use crate::domain::money::{Currency, Money};
use crate::domain::store_view::Lang;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::region;

/// Products of one save, and fields of all of them.
pub const MOST_PRODUCTS: usize = 500;
const MOST_CHANGES: usize = 5_000;
/// Variants of a product.
pub const MOST_VARIANTS: usize = 500;

/// Who changes products, when, and in which languages the shop speaks.
#[derive(Debug, Clone)]
pub struct By {
    pub actor: Actor,
    pub now: Timestamp,
    pub languages: Vec<Lang>,
}

/// A product before and after a change.
#[derive(Debug, Clone)]
pub struct Saved {
    pub item: Item,
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

/// The fields that differ, with both texts.
pub fn differing<'f>(before: &'f Fields, after: &'f Fields) -> Vec<(&'f str, &'f str, &'f str)> {
    let was = |field: &String| before.get(field).map_or("", String::as_str);
    let all = after.iter().map(|(field, after)| (field.as_str(), was(field), after.as_str()));
    all.filter(|(_, before, after)| before != after).collect()
}

/// The product, set or variant with this SKU, in capitals or not.
pub fn find(tx: &mut dyn Tx, sku: &str) -> Result<Item> {
    let found = editing::find(tx, &sku.trim().to_uppercase())?;
    found.ok_or_else(|| refuse(message::PRODUCT_UNKNOWN))
}

/// Likewise several, in the order of the SKUs.
pub fn find_all(tx: &mut dyn Tx, skus: &[String]) -> Result<Vec<Item>> {
    let skus: Vec<String> = skus.iter().map(|sku| sku.trim().to_uppercase()).collect();
    let found: HashMap<String, Item> =
        editing::find_skus(tx, &skus)?.into_iter().map(|item| (item.sku.clone(), item)).collect();
    let item = |sku: &String| found.get(sku).cloned().ok_or_else(|| refuse(message::PRODUCT_UNKNOWN));
    skus.iter().map(item).collect()
}

/// What somebody has seen of a product: another one as soon as any field is.
pub fn version(fields: &Fields) -> String {
    let mut digest = Sha256::new();
    for (field, text) in fields {
        digest.update(field.as_bytes());
        digest.update([0]);
        digest.update(text.as_bytes());
        digest.update([0]);
    }
    hex::encode(&digest.finalize()[..8])
}

/// Refuses where a product is another than the one that was seen.
fn check_version(fields: &Fields, seen: &str) -> Result<()> {
    if version(fields) != seen {
        return Err(refuse(message::PRODUCT_CHANGED_MEANWHILE));
    }
    Ok(())
}

/// The field of a product among the messages of a save.
fn of(sku: &str, field: &str) -> String {
    format!("{sku} {field}")
}

// ── Saving ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A change that is worked out and not written.
#[derive(Debug)]
struct Worked {
    before: Document,
    after: Document,
}

/// Works out changes of products. Each field that cannot be has its message, named `SKU field`.
fn work_out(tx: &mut dyn Tx, by: &By, changes: &[ProductChanges]) -> Result<(Vec<Worked>, FieldMessages)> {
    let count: usize = changes.iter().map(|one| one.changes.len()).sum();
    if changes.is_empty() || changes.len() > MOST_PRODUCTS || count > MOST_CHANGES {
        return Err(refuse(message::PRODUCT_MANY.with("max", MOST_PRODUCTS)));
    }
    let mut faults = FieldMessages::new();
    let mut all: Vec<Worked> = Vec::new();
    let mut taken = BTreeSet::new();
    let skus: Vec<String> = changes.iter().map(|one| one.sku.clone()).collect();
    let items = find_all(tx, &skus)?;
    let mut met = BTreeSet::new();
    if let Some(twice) = items.iter().find(|item| !met.insert(item.id)) {
        return Err(refuse(message::PRODUCT_TWICE.with("sku", &twice.sku)));
    }
    let documents = Document::read_all(tx, items)?;
    for (before, ProductChanges { changes, .. }) in documents.into_iter().zip(changes) {
        let mut after = before.clone();
        let fields = before.fields();
        let mut told = |field: &str, message: Message| {
            faults.insert(of(&before.item.sku, field), message);
        };
        // Pictures first: their text alternatives are counted by them.
        let mut ordered: Vec<&FieldChange> = changes.iter().collect();
        ordered.sort_by_key(|change| change.field.contains('.'));
        for FieldChange { field, was, value } in ordered {
            if was.as_ref().is_some_and(|was| fields.get(field).is_some_and(|now| now != was)) {
                told(field, message::PRODUCT_CHANGED_MEANWHILE.into());
            } else if let Err(message) = after.set(field, value) {
                told(field, message);
            }
        }
        for (field, message) in judge(tx, by, Some(&before), &mut after, &mut taken)? {
            faults.entry(of(&before.item.sku, &field)).or_insert(message);
        }
        all.push(Worked { before, after });
    }
    Ok((all, faults))
}

/// What would be saved, without a word of what keeps products off sale; answers as [`save`] does.
pub fn rehearse(tx: &mut dyn Tx, by: &By, changes: &[ProductChanges]) -> Result<Vec<Saved>> {
    let (all, faults) = work_out(tx, by, changes)?;
    check_fields(faults)?;
    Ok(all.into_iter().map(saved).collect())
}

fn saved(worked: Worked) -> Saved {
    Saved { before: worked.before.fields(), after: worked.after.fields(), item: worked.before.item }
}

/// Saves changes of products, all or none. A field that is another than the one that was seen is refused, others are not touched.
pub fn save(tx: &mut dyn Tx, by: &By, changes: &[ProductChanges]) -> Result<Vec<Saved>> {
    let (all, faults) = work_out(tx, by, changes)?;
    check_fields(faults)?;
    let mut owners = Owners::default();
    for Worked { before, .. } in &all {
        owners.note(tx, by, &before.item)?;
    }
    let mut done = Vec::new();
    let mut is_moved = false;
    for worked in all {
        worked.after.write(tx, worked.before.item.id, Some(&worked.before))?;
        let saved = saved(worked);
        let changed = saved.changed();
        if !changed.is_empty() {
            is_moved |= changed.iter().any(|(field, ..)| is_listed(field));
            for (field, before, _) in &changed {
                let lang = field.strip_prefix("url_key.").and_then(Lang::from_code).filter(|_| !before.is_empty());
                if let Some(lang) = lang {
                    editing::keep_former_address(tx, saved.item.id, before, lang)?;
                }
            }
            store::save(tx, saved.item.id, &by.actor, &saved.before, &saved.after, by.now)?;
        }
        done.push(saved);
    }
    if done.iter().any(|saved| !saved.changed().is_empty()) {
        editing::follow(tx, &owners.ids(), is_moved, by.now)?;
    }
    owners.check(tx, by)?;
    Ok(done)
}

/// The products whose pages changes touch, with what they lacked before.
#[derive(Debug, Default)]
struct Owners {
    /// By id: what kept it off sale while it was on; none: it was off, so that everything counts.
    before: BTreeMap<i64, Option<Vec<Gap>>>,
}

impl Owners {
    fn note(&mut self, tx: &mut dyn Tx, by: &By, item: &Item) -> Result<()> {
        let id = item.parent_id.unwrap_or(item.id);
        if let Entry::Vacant(place) = self.before.entry(id) {
            let owner = editing::find_by_id(tx, id)?;
            place.insert(if owner.enabled { Some(gaps::of(tx, id, &by.languages)?) } else { None });
        }
        Ok(())
    }

    fn ids(&self) -> Vec<i64> {
        self.before.keys().copied().collect()
    }

    /// Refuses where a product that is on lacks what shoppers must be told, or a price: of one that was on what it has newly lost.
    fn check(&self, tx: &mut dyn Tx, by: &By) -> Result<()> {
        let mut faults = FieldMessages::new();
        for (id, before) in &self.before {
            let owner = editing::find_by_id(tx, *id)?;
            if !owner.enabled {
                continue;
            }
            let is_new = |gap: &Gap| before.as_ref().is_none_or(|before| !before.contains(gap));
            for gap in gaps::of(tx, *id, &by.languages)?.into_iter().filter(|gap| gap.keeps_off_sale() && is_new(gap)) {
                faults.insert(of(&owner.sku, &field_of(gap)), needed(gap));
            }
        }
        if faults.is_empty() {
            return Ok(());
        }
        Err(Refusal::with_fields(message::PRODUCT_NOT_READY, faults).into())
    }
}

/// Where a gap is filled.
fn field_of(gap: Gap) -> String {
    match gap {
        Gap::Text(lang) => format!("name.{lang}"),
        Gap::Content => "content_amount".to_owned(),
        gap => gap.code(),
    }
}

fn needed(gap: Gap) -> Message {
    if let Some(law) = gap.law() {
        return message::PRODUCT_NEEDS_BY_LAW.with("law", law);
    }
    match gap {
        Gap::Text(lang) => message::PRODUCT_NEEDS_TEXT.with("lang", lang),
        Gap::Price => message::PRODUCT_NEEDS_PRICE.into(),
        Gap::Variants => message::PRODUCT_NEEDS_VARIANTS.into(),
        Gap::Parts => message::PRODUCT_NEEDS_PARTS.into(),
        _ => message::PRODUCT_EMPTY.into(),
    }
}

/// What a product cannot be, by field; completes it. Of one that is there only what changes is looked at.
/// `taken`: addresses of other products of the same save.
fn judge(
    tx: &mut dyn Tx,
    by: &By,
    before: Option<&Document>,
    after: &mut Document,
    taken: &mut BTreeSet<(Lang, String)>,
) -> Result<Vec<(String, Message)>> {
    let (without_address, mut faults) = after.complete();
    for (lang, first) in without_address {
        let key = free_url_key(tx, &after.item.sku, lang, &first, taken)?;
        after.set_url_key(lang, key);
    }
    let now = after.fields();
    let was = before.map(Document::fields).unwrap_or_default();
    let changed: BTreeSet<&str> =
        now.keys().filter(|field| was.get(*field) != now.get(*field)).map(String::as_str).collect();
    for field in &changed {
        for (space, key) in after.references(field) {
            if !csv::exists(tx, space, &key)? {
                let key = key.rsplit(' ').next().unwrap_or_default().to_owned();
                faults.push(((*field).to_owned(), message::PRODUCT_REFERENCE_UNKNOWN.with("key", key)));
            }
        }
    }
    for lang in Lang::ALL.into_iter().filter(|lang| changed.contains(format!("url_key.{lang}").as_str())) {
        let key = after.url_key(lang);
        let owner = if key.is_empty() { None } else { editing::url_key_owner(tx, key, lang)? };
        if let Some(owner) = owner.filter(|owner| *owner != after.item.sku) {
            faults.push((format!("url_key.{lang}"), message::PRODUCT_URL_KEY_TAKEN.with("sku", owner)));
        } else if !key.is_empty() && !taken.insert((lang, key.to_owned())) {
            faults.push((format!("url_key.{lang}"), message::PRODUCT_URL_KEY_REPEATED.into()));
        }
    }
    if (changed.contains("content_amount") || changed.contains("content_unit"))
        && now["content_amount"].is_empty() != now["content_unit"].is_empty()
    {
        faults.push(("content_unit".to_owned(), message::PRODUCT_CONTENT_BOTH.into()));
    }
    if changed.contains("hazard") {
        faults.extend(judge_hazard(tx, by, &now["hazard"])?.map(|fault| ("hazard".to_owned(), fault)));
    }
    if changed.contains("attributes") {
        faults.extend(judge_attributes(tx, by, after)?.map(|fault| ("attributes".to_owned(), fault)));
    }
    if changed.contains("vat_class") {
        let gaps = region::vat_gaps(tx, &BTreeSet::from([now["vat_class"].clone()]), by.now)?;
        let gap = gaps.into_iter().next().filter(|_| !now["vat_class"].is_empty());
        let fault = gap.map(|gap| message::PRODUCT_VAT_GAP.with("countries", gap.countries.join(", ")));
        faults.extend(fault.map(|fault| ("vat_class".to_owned(), fault)));
    }
    if changed.contains("parts") {
        for sku in after.list("parts").into_iter().filter_map(|line| line.into_iter().next()) {
            let part = editing::find(tx, &sku)?;
            if part.is_some_and(|part| !matches!(part.kind, RowKind::Simple | RowKind::Variant)) {
                faults.push(("parts".to_owned(), message::PRODUCT_PART_BAD.with("sku", sku)));
            }
        }
    }
    for field in ["pictures", "picture"].into_iter().filter(|field| changed.contains(field)) {
        for name in now[field].lines().filter(|name| !name.is_empty() && !media::exists(name)) {
            // One whose sizes are being made shows as soon as they are.
            if !uploads::is_coming(tx, name)? {
                faults.push((field.to_owned(), message::PRODUCT_PICTURE_UNKNOWN.with("name", name)));
                break;
            }
        }
    }
    if changed.contains(OPTIONS) && before.is_some() {
        faults.extend(judge_options(tx, after)?.map(|fault| (OPTIONS.to_owned(), fault)));
    }
    if before.is_some() && changed.contains(CHOICE) {
        faults.push((CHOICE.to_owned(), message::PRODUCT_CHOICE_FIXED.into()));
    }
    Ok(faults)
}

/// The address, or the first one with a number after it that nobody else has.
fn free_url_key(
    tx: &mut dyn Tx,
    sku: &str,
    lang: Lang,
    first: &str,
    taken: &BTreeSet<(Lang, String)>,
) -> Result<String> {
    let mut key = first.to_owned();
    for number in 2..=MOST_PRODUCTS + 1 {
        let owner = editing::url_key_owner(tx, &key, lang)?;
        if owner.is_none_or(|owner| owner == sku) && !taken.contains(&(lang, key.clone())) {
            break;
        }
        key = format!("{first}-{number}");
    }
    Ok(key)
}

/// Codes of the regulation that have words in each language of the shop.
fn judge_hazard(tx: &mut dyn Tx, by: &By, block: &str) -> Result<Option<Message>> {
    if block.is_empty() {
        return Ok(None);
    }
    let Some([pictograms, signal, h, p, euh]) = hazard::groups(block).filter(|_| hazard::faults(block).is_empty())
    else {
        return Ok(Some(message::PRODUCT_HAZARD_BAD.into()));
    };
    let signal = signal.into_iter().map(|word| format!("signal_{word}"));
    let codes: Vec<String> = [pictograms, h, p, euh].into_iter().flatten().map(str::to_owned).chain(signal).collect();
    wordless(tx, by, "hazard", &codes)
}

/// Facets and values that have words: without, they would never be shown.
fn judge_attributes(tx: &mut dyn Tx, by: &By, after: &Document) -> Result<Option<Message>> {
    for line in after.list("attributes") {
        let [facet, value] = line.as_slice() else { continue };
        let fault = match wordless(tx, by, "facet", std::slice::from_ref(facet))? {
            Some(fault) => Some(fault),
            None => wordless(tx, by, &format!("attribute.{facet}"), std::slice::from_ref(value))?,
        };
        if fault.is_some() {
            return Ok(fault);
        }
    }
    Ok(None)
}

fn wordless(tx: &mut dyn Tx, by: &By, domain: &str, codes: &[String]) -> Result<Option<Message>> {
    let worded = all_words(tx, domain)?;
    for code in codes {
        let is_named = |lang| worded.get(code).is_some_and(|words| words.contains_key(&lang));
        if let Some(lang) = lexicon::wordless(&by.languages, is_named).first() {
            return Ok(Some(message::PRODUCT_WORDLESS.with("code", code).with("lang", lang)));
        }
    }
    Ok(None)
}

/// Options and values that variants have stay offered.
fn judge_options(tx: &mut dyn Tx, after: &Document) -> Result<Option<Message>> {
    let offered = after.list(OPTIONS);
    for variant in editing::variants(tx, after.item.id)? {
        let sku = variant.sku.clone();
        for line in Document::read(tx, variant)?.list(CHOICE) {
            let [option, value] = line.as_slice() else { continue };
            let is_offered = offered.iter().any(|line| line.first() == Some(option) && line[1..].contains(value));
            if !is_offered {
                return Ok(Some(message::PRODUCT_OPTION_USED.with("value", value).with("sku", sku)));
            }
        }
    }
    Ok(None)
}

/// Adds pictures after those of a product, or makes one a variant's own. `alts`: by language what they show, a line for each.
pub fn add_pictures(tx: &mut dyn Tx, by: &By, sku: &str, names: &[String], alts: &[(String, String)]) -> Result<Saved> {
    let item = find(tx, sku)?;
    let sku = item.sku.clone();
    let is_variant = item.kind == RowKind::Variant;
    let now = Document::read(tx, item)?.fields();
    let text = |field: &str| now.get(field).cloned().unwrap_or_default();
    let there = text("pictures").lines().filter(|line| !line.is_empty()).count();
    let change = |field: String, value: String| FieldChange { was: None, field, value };
    let mut changes = Vec::new();
    if is_variant {
        changes.push(change("picture".to_owned(), names.concat()));
    } else {
        let all = text("pictures").lines().map(str::to_owned).chain(names.iter().cloned()).collect::<Vec<_>>();
        changes.push(change("pictures".to_owned(), all.join("\n").trim().to_owned()));
    }
    for (lang, lines) in alts {
        let field = format!("alt.{lang}");
        let mut all: Vec<String> = text(&field).split('\n').map(str::to_owned).collect();
        all.resize(there, String::new());
        all.extend(lines.lines().map(str::to_owned));
        changes.push(change(field, all.join("\n")));
    }
    let saved = save(tx, by, &[ProductChanges { sku, changes }])?.pop();
    saved.ok_or_else(|| refuse(message::PRODUCT_NOTHING_CHANGED))
}

// ── New products ────────────────────────────────────────────────────────────────────────────────────────────────────

/// A product to be made.
#[derive(Debug, Clone)]
pub struct New<'a> {
    pub sku: &'a str,
    /// No variant.
    pub kind: RowKind,
    pub fields: &'a Fields,
    /// Currency to amount; may be empty.
    pub prices: &'a BTreeMap<String, String>,
}

/// The prices of new items: each with its message as a field `price.EUR` where it cannot be.
fn read_prices(
    tx: &mut dyn Tx,
    prices: &BTreeMap<String, String>,
    faults: &mut Vec<(String, Message)>,
) -> Result<Vec<Money>> {
    let offered = region::exchanges(tx)?;
    let mut read = Vec::new();
    let kind = csv::sheet(csv::PRICES).map_or(Kind::Amount(1, i64::MAX), |sheet| sheet.columns[4].kind);
    for (code, text) in prices.iter().filter(|(_, text)| !text.trim().is_empty()) {
        let currency = offered.iter().map(|exchange| exchange.currency).find(|one: &Currency| one.code() == code);
        let field = format!("price.{code}");
        match (currency, cells::value(kind, text)) {
            (None, _) => faults.push((field, message::PRODUCT_REFERENCE_UNKNOWN.with("key", code))),
            (_, Err(fault)) => faults.push((field, fault.message())),
            (Some(currency), Ok(crate::db::Val::Int(minor))) => read.push(Money::new(minor, currency)),
            _ => {}
        }
    }
    Ok(read)
}

/// A new product that is worked out and not written.
struct WorkedNew {
    document: Document,
    prices: Vec<Money>,
    faults: Vec<(String, Message)>,
}

/// Works out a new product or set. `taken`: addresses of products that are made with it, which it adds its own to.
fn work_out_new(
    tx: &mut dyn Tx,
    by: &By,
    new: &New<'_>,
    position: i64,
    taken: &mut BTreeSet<(Lang, String)>,
) -> Result<WorkedNew> {
    let mut faults: Vec<(String, Message)> = Vec::new();
    let sku = new.sku.trim().to_uppercase();
    if let Err(fault) = cells::value(Kind::Sku, &sku) {
        faults.push(("sku".to_owned(), fault.message()));
    } else if csv::exists(tx, Space::Product, &sku)? {
        faults.push(("sku".to_owned(), message::PRODUCT_SKU_TAKEN.with("sku", &sku)));
    }
    let mut document = Document::blank(&sku, "", new.kind, position, by.now.as_millisecond());
    if new.kind == RowKind::Variant {
        // Which fields it could have hangs on its kind.
        faults.push(("kind".to_owned(), message::PRODUCT_CHOICE_BAD.with("choices", "simple, configurable, kit")));
        return Ok(WorkedNew { document, prices: Vec::new(), faults });
    }
    let mut ordered: Vec<(&String, &String)> = new.fields.iter().filter(|(field, _)| *field != "enabled").collect();
    ordered.sort_by_key(|(field, _)| field.contains('.'));
    for (field, text) in ordered {
        if let Err(message) = document.set(field, text) {
            faults.push((field.clone(), message));
        }
    }
    for field in ["type", "vat_class", "ship_group"].into_iter().filter(|field| document.column(field).is_empty()) {
        faults.push((field.to_owned(), message::PRODUCT_EMPTY.into()));
    }
    if document.languages().next().is_none() {
        let lang = by.languages.first().copied().unwrap_or_default();
        faults.push((format!("name.{lang}"), message::PRODUCT_EMPTY.into()));
    }
    faults.extend(judge(tx, by, None, &mut document, taken)?);
    let prices = read_prices(tx, new.prices, &mut faults)?;
    if new.kind == RowKind::Configurable {
        faults.extend(
            prices
                .first()
                .map(|price| (format!("price.{}", price.currency.code()), message::PRODUCT_PRICE_OF_VARIANTS.into())),
        );
    }
    Ok(WorkedNew { document, prices, faults })
}

/// Makes a product or set, off sale.
pub fn create(tx: &mut dyn Tx, by: &By, new: &New<'_>) -> Result<Saved> {
    let position = editing::next_position(tx, None)?;
    let worked = work_out_new(tx, by, new, position, &mut BTreeSet::new())?;
    check_fields(worked.faults.into_iter().collect())?;
    let saved = put_new(tx, by, &worked.document, &worked.prices)?;
    editing::follow(tx, &[saved.item.id], true, by.now)?;
    Ok(saved)
}

/// Works out new products and sets. Each field that cannot be has its message, named `SKU field`, or by its row, from 1, without SKU.
fn work_out_all_new(tx: &mut dyn Tx, by: &By, all: &[New<'_>]) -> Result<Vec<WorkedNew>> {
    if all.is_empty() || all.len() > MOST_PRODUCTS {
        return Err(refuse(message::PRODUCT_MANY.with("max", MOST_PRODUCTS)));
    }
    let first = editing::next_position(tx, None)?;
    let (mut taken, mut met) = (BTreeSet::new(), BTreeSet::new());
    let mut faults = FieldMessages::new();
    let mut done = Vec::new();
    for (row, new) in (1_usize..).zip(all) {
        let worked = work_out_new(tx, by, new, first + row as i64 - 1, &mut taken)?;
        let sku = worked.document.item.sku.clone();
        if !sku.is_empty() && !met.insert(sku.clone()) {
            return Err(refuse(message::PRODUCT_TWICE.with("sku", sku)));
        }
        let name = if sku.is_empty() { row.to_string() } else { sku };
        faults.extend(worked.faults.iter().map(|(field, message)| (of(&name, field), message.clone())));
        done.push(worked);
    }
    check_fields(faults)?;
    Ok(done)
}

/// What [`create_all`] would make, without making it: the fields of each.
pub fn rehearse_new(tx: &mut dyn Tx, by: &By, all: &[New<'_>]) -> Result<Vec<(String, Fields)>> {
    let worked = work_out_all_new(tx, by, all)?;
    Ok(worked.into_iter().map(|one| (one.document.item.sku.clone(), one.document.fields())).collect())
}

/// Makes products and sets, off sale, all or none.
pub fn create_all(tx: &mut dyn Tx, by: &By, all: &[New<'_>]) -> Result<Vec<Saved>> {
    let mut done = Vec::new();
    for worked in work_out_all_new(tx, by, all)? {
        done.push(put_new(tx, by, &worked.document, &worked.prices)?);
    }
    let ids: Vec<i64> = done.iter().map(|saved| saved.item.id).collect();
    editing::follow(tx, &ids, true, by.now)?;
    Ok(done)
}

/// Writes a new product or variant with its first prices.
fn put_new(tx: &mut dyn Tx, by: &By, after: &Document, prices: &[Money]) -> Result<Saved> {
    after.write(tx, 0, None)?;
    let item = find(tx, &after.item.sku)?;
    for price in prices {
        editing::add_first_price(tx, item.id, *price, by.now)?;
    }
    let after = after.fields();
    store::save(tx, item.id, &by.actor, &Fields::new(), &after, by.now)?;
    Ok(Saved { item, before: Fields::new(), after })
}

/// Adds the first prices of a product, set or variant; answers the currencies. One that has a price is changed by a campaign.
pub fn add_first_prices(
    tx: &mut dyn Tx,
    by: &By,
    sku: &str,
    prices: &BTreeMap<String, String>,
) -> Result<(Item, Vec<Money>)> {
    let item = find(tx, sku)?;
    let mut faults = Vec::new();
    let read = read_prices(tx, prices, &mut faults)?;
    if item.kind == RowKind::Configurable {
        faults.push(("price.EUR".to_owned(), message::PRODUCT_PRICE_OF_VARIANTS.into()));
    }
    if read.is_empty() && faults.is_empty() {
        faults.push(("price.EUR".to_owned(), message::PRODUCT_EMPTY.into()));
    }
    check_fields(faults.into_iter().collect())?;
    for price in &read {
        if !editing::add_first_price(tx, item.id, *price, by.now)? {
            let field = format!("price.{}", price.currency.code());
            return Err(Refusal::of_field(field, message::PRODUCT_PRICE_THERE).into());
        }
    }
    editing::follow(tx, &[item.parent_id.unwrap_or(item.id)], true, by.now)?;
    Ok((item, read))
}

// ── Variants ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A variant that a product does not have yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    pub sku: String,
    /// Option and value, in the order of the options.
    pub choice: Vec<(String, String)>,
}

/// The product with its document; refused if it has no variants.
fn configurable(tx: &mut dyn Tx, sku: &str) -> Result<Document> {
    let item = find(tx, sku)?;
    if item.kind != RowKind::Configurable {
        return Err(refuse(message::PRODUCT_NO_OPTIONS));
    }
    Document::read(tx, item)
}

fn choice_of(document: &Document) -> BTreeSet<(String, String)> {
    document.list(CHOICE).into_iter().filter_map(|line| <[String; 2]>::try_from(line).ok()).map(Into::into).collect()
}

/// The variants that the options of a product make and that it lacks, each with a SKU made of the product's and the values.
pub fn plan_variants(tx: &mut dyn Tx, sku: &str) -> Result<Vec<Planned>> {
    let parent = configurable(tx, sku)?;
    let options = parent.list(OPTIONS);
    if options.is_empty() {
        return Err(refuse(message::PRODUCT_NO_OPTIONS));
    }
    let count = options.iter().try_fold(1_usize, |count, line| count.checked_mul(line.len() - 1));
    if count.is_none_or(|count| count > MOST_VARIANTS) {
        return Err(refuse(message::PRODUCT_VARIANTS_MANY.with("max", MOST_VARIANTS)));
    }
    let mut combinations: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for line in &options {
        let longer = |one: &Vec<(String, String)>| {
            let of = |value: &String| [one.clone(), vec![(line[0].clone(), value.clone())]].concat();
            line[1..].iter().map(of).collect::<Vec<_>>()
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    let mut had = BTreeSet::new();
    for variant in editing::variants(tx, parent.item.id)? {
        had.insert(choice_of(&Document::read(tx, variant)?));
    }
    let planned = |choice: Vec<(String, String)>| {
        let parts = choice.iter().map(|(_, value)| value.to_uppercase().replace('_', "-"));
        Planned { sku: format!("{}-{}", parent.item.sku, parts.collect::<Vec<_>>().join("-")), choice }
    };
    let is_new = |choice: &Vec<(String, String)>| !had.contains(&choice.iter().cloned().collect::<BTreeSet<_>>());
    Ok(combinations.into_iter().filter(is_new).map(planned).collect())
}

/// Adds variants of a product, on, all or none. Their prices are those given, in other currencies the lowest of the other variants.
pub fn add_variants(
    tx: &mut dyn Tx,
    by: &By,
    sku: &str,
    seen: &str,
    new: &[NewVariant],
    prices: &BTreeMap<String, String>,
) -> Result<Vec<Saved>> {
    let parent = configurable(tx, sku)?;
    check_version(&parent.fields(), seen)?;
    let planned: Vec<BTreeSet<(String, String)>> =
        plan_variants(tx, sku)?.into_iter().map(|one| one.choice.into_iter().collect()).collect();
    if new.is_empty() || new.len() > MOST_VARIANTS {
        return Err(refuse(message::PRODUCT_VARIANTS_MANY.with("max", MOST_VARIANTS)));
    }
    let mut faults = Vec::new();
    let mut given = read_prices(tx, prices, &mut faults)?;
    let siblings: Vec<i64> = editing::variants(tx, parent.item.id)?.into_iter().map(|item| item.id).collect();
    let mut of_siblings: BTreeMap<Currency, i64> = BTreeMap::new();
    for price in editing::open_prices(tx, &siblings)? {
        let regular = price.regular.unwrap_or(price.amount);
        let lowest = of_siblings.entry(price.currency).or_insert(regular);
        *lowest = regular.min(*lowest);
    }
    let is_given: Vec<Currency> = given.iter().map(|price| price.currency).collect();
    let others = of_siblings.into_iter().filter(|(currency, _)| !is_given.contains(currency));
    given.extend(others.map(|(currency, minor)| Money::new(minor, currency)));
    let mut owners = Owners::default();
    owners.note(tx, by, &parent.item)?;
    let first = editing::next_position(tx, Some(parent.item.id))?;
    let mut documents = Vec::new();
    let mut seen_choices = BTreeSet::new();
    for (position, NewVariant { sku, choice }) in (first..).zip(new) {
        let sku = sku.trim().to_uppercase();
        let is_repeated = documents.iter().any(|one: &Document| one.item.sku == sku);
        if let Err(fault) = cells::value(Kind::Sku, &sku) {
            faults.push((of(&sku, "sku"), fault.message()));
        } else if is_repeated || csv::exists(tx, Space::Product, &sku)? {
            faults.push((of(&sku, "sku"), message::PRODUCT_SKU_TAKEN.with("sku", &sku)));
        }
        let pairs: BTreeSet<(String, String)> =
            choice.iter().map(|(option, value)| (option.clone(), value.clone())).collect();
        if !planned.contains(&pairs) || !seen_choices.insert(pairs) {
            faults.push((of(&sku, CHOICE), message::PRODUCT_CHOICE_TAKEN.into()));
        }
        let mut document = parent.like(&sku, &parent.item.sku, position, by.now.as_millisecond());
        let lines: Vec<String> = choice.iter().map(|(option, value)| format!("{option} {value}")).collect();
        for (field, text) in [("enabled", "1"), (CHOICE, lines.join("\n").as_str())] {
            if let Err(message) = document.set(field, text) {
                faults.push((of(&sku, field), message));
            }
        }
        documents.push(document);
    }
    check_fields(faults.into_iter().collect())?;
    let mut done = Vec::new();
    for document in &documents {
        done.push(put_new(tx, by, document, &given)?);
    }
    editing::follow(tx, &owners.ids(), true, by.now)?;
    owners.check(tx, by)?;
    Ok(done)
}

// ── Versions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a product would be, and is, if it went back to a version: changes of the fields that differ, as [`save`] takes them.
pub fn changes_back(tx: &mut dyn Tx, item: Item, id: i64) -> Result<(Fields, ProductChanges)> {
    let version = store::find(tx, item.id, id)?.ok_or_else(|| refuse(message::PRODUCT_VERSION_UNKNOWN))?;
    let sku = item.sku.clone();
    let now = Document::read(tx, item)?.fields();
    // What a variant is of its product's options never changes.
    let then = version.fields()?;
    let differing = then.into_iter().filter(|(field, text)| field != CHOICE && now.get(field) != Some(text));
    let changes = differing.map(|(field, value)| FieldChange { was: now.get(&field).cloned(), field, value }).collect();
    Ok((now, ProductChanges { sku, changes }))
}

/// Goes back to a version, as a new one. `seen`: what somebody saw of the product as it is.
pub fn restore(tx: &mut dyn Tx, by: &By, sku: &str, id: i64, seen: Option<&str>) -> Result<Saved> {
    let item = find(tx, sku)?;
    let (now, changes) = changes_back(tx, item, id)?;
    if let Some(seen) = seen {
        check_version(&now, seen)?;
    }
    if changes.changes.is_empty() {
        return Err(refuse(message::PRODUCT_NOTHING_CHANGED));
    }
    let saved = save(tx, by, &[changes])?.pop();
    saved.ok_or_else(|| refuse(message::PRODUCT_NOTHING_CHANGED))
}
