//! SQL of catalogue pages. Prices are in `price`, lists in `listing`, stock in `stock`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;

use super::media;
use super::types::{ChosenOption, NamedLink};
use crate::db::{PORTION, Tx, by_ids, by_keys, exec_by_ids, group_by, portion_params};
use crate::domain::countries::Countries;
use crate::domain::payment_type::PaymentType;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::unit_price::ContentUnit;
use crate::error::Result;
use crate::{region, vals};

// ── Versions and names ──────────────────────────────────────────────────────────────────────────────────────────────

/// Incremented by every change that a cached page may show, apart from availability.
pub fn version(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT version FROM catalogue_version WHERE id = 1", vals![])
}

/// [`version`] and [`availability_version`].
pub fn versions(tx: &mut dyn Tx) -> Result<(i64, i64)> {
    tx.one("SELECT version, availability FROM catalogue_version WHERE id = 1", vals![])
}

/// Incremented by every change that affects the search index.
pub fn search_version(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT search FROM catalogue_version WHERE id = 1", vals![])
}

/// Invalidates cached pages.
pub fn bump(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("UPDATE catalogue_version SET version = version + 1 WHERE id = 1", vals![])?;
    Ok(())
}

/// Invalidates cached pages and the search index.
pub fn bump_search(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("UPDATE catalogue_version SET version = version + 1, search = search + 1 WHERE id = 1", vals![])?;
    Ok(())
}

/// Incremented by every change of the availability of a product.
pub fn availability_version(tx: &mut dyn Tx) -> Result<i64> {
    tx.one("SELECT availability FROM catalogue_version WHERE id = 1", vals![])
}

/// What has changed its availability.
#[derive(Debug, Clone, Default)]
pub struct AvailabilityChanges {
    /// Products, and the version when they last did.
    pub products: Vec<(i64, i64)>,
    /// Categories that list one of them, each once.
    pub categories: Vec<i64>,
}

/// The changes after a version.
pub fn availability_changes(tx: &mut dyn Tx, since: i64) -> Result<AvailabilityChanges> {
    let products: Vec<(i64, i64)> = tx.all(
        "SELECT product_id, version FROM availability_change WHERE version > $1 ORDER BY version, product_id",
        vals![since],
    )?;
    let ids: Vec<i64> = products.iter().map(|(id, _)| *id).collect();
    let mut categories: Vec<i64> =
        by_ids(tx, "SELECT DISTINCT category_id FROM listing WHERE product_id IN ($ids)", &ids, &[])?;
    categories.sort_unstable();
    categories.dedup();
    Ok(AvailabilityChanges { products, categories })
}

/// Notes that the availability of these products has changed.
pub fn note_availability(tx: &mut dyn Tx, products: &[i64]) -> Result<()> {
    tx.exec("UPDATE catalogue_version SET availability = availability + 1 WHERE id = 1", vals![])?;
    exec_by_ids(
        tx,
        "INSERT INTO availability_change (product_id, version)
         SELECT p.id, v.availability FROM product p CROSS JOIN catalogue_version v
         WHERE p.id IN ($ids) AND v.id = 1
         ON CONFLICT (product_id) DO UPDATE SET version = excluded.version",
        products,
        &[],
    )?;
    Ok(())
}

/// The name of a code; without one, the code itself.
pub fn label(tx: &mut dyn Tx, lang: Lang, domain: &str, code: &str) -> Result<String> {
    let text = tx.find(
        "SELECT text FROM vocabulary WHERE lang = $1 AND domain = $2 AND code = $3",
        vals![lang.code(), domain, code],
    )?;
    Ok(text.unwrap_or_else(|| code.to_owned()))
}

/// All names of a domain, by code.
pub fn labels(tx: &mut dyn Tx, lang: Lang, domain: &str) -> Result<BTreeMap<String, String>> {
    let rows: Vec<(String, String)> =
        tx.all("SELECT code, text FROM vocabulary WHERE lang = $1 AND domain = $2", vals![lang.code(), domain])?;
    Ok(rows.into_iter().collect())
}

/// The domain of the vocabulary that holds names of ways to pay.
pub const PAYMENT_METHOD: &str = "payment_method";

/// Names of what a payment page takes: the word of the house, else the proper name.
pub fn payment_types(tx: &mut dyn Tx, lang: Lang, types: impl Iterator<Item = PaymentType>) -> Result<Vec<String>> {
    let types: Vec<PaymentType> = types.collect();
    if types.is_empty() {
        return Ok(Vec::new());
    }
    let names = labels(tx, lang, PAYMENT_METHOD)?;
    let name = |one: PaymentType| names.get(one.code()).cloned().unwrap_or_else(|| one.name().to_owned());
    Ok(types.into_iter().map(name).collect())
}

/// The domain of the vocabulary that holds names of ways in which goods reach their customer.
pub const SHIPPING_METHOD: &str = "shipping_method";
/// The one that holds what is said of them at checkout.
pub const SHIPPING_NOTE: &str = "shipping_note";

/// The names of all ways in which goods reach their customer, by code. A carrier without a word in the language has the name that it has
/// in all others.
pub fn shipping_names(tx: &mut dyn Tx, lang: Lang) -> Result<BTreeMap<String, String>> {
    let carriers = region::list_carriers(tx)?;
    let mut names: BTreeMap<String, String> =
        carriers.into_iter().map(|carrier| (carrier.code.to_string(), carrier.name)).collect();
    names.extend(labels(tx, lang, SHIPPING_METHOD)?);
    Ok(names)
}

/// The names of a domain in all languages, by code.
pub fn all_words(tx: &mut dyn Tx, domain: &str) -> Result<BTreeMap<String, BTreeMap<Lang, String>>> {
    let languages = portion_params(&Lang::ALL.map(Lang::code), vals![domain]);
    let rows: Vec<(String, String, String)> =
        tx.all("SELECT code, lang, text FROM vocabulary WHERE lang IN ($ids) AND domain = $25", &languages)?;
    let mut words: BTreeMap<String, BTreeMap<Lang, String>> = BTreeMap::new();
    for (code, lang, text) in rows {
        if let Some(lang) = Lang::from_code(&lang) {
            words.entry(code).or_default().insert(lang, text);
        }
    }
    Ok(words)
}

/// Names a code in every language that has words; in the others it has none any more. A new language has it in its place, a new code is
/// the last of its domain.
pub fn save_words(tx: &mut dyn Tx, domain: &str, code: &str, words: &BTreeMap<Lang, String>) -> Result<()> {
    for lang in Lang::ALL {
        match words.get(&lang) {
            Some(text) => tx.exec(
                "INSERT INTO vocabulary (lang, domain, code, position, text)
                 VALUES ($1, $2, $3, coalesce((SELECT min(position) FROM vocabulary WHERE domain = $2 AND code = $3),
                     (SELECT max(position) + 1 FROM vocabulary WHERE domain = $2), 0), $4)
                 ON CONFLICT (lang, domain, code) DO UPDATE SET text = excluded.text",
                vals![lang.code(), domain, code, text],
            )?,
            None => tx.exec(
                "DELETE FROM vocabulary WHERE lang = $1 AND domain = $2 AND code = $3",
                vals![lang.code(), domain, code],
            )?,
        };
    }
    Ok(())
}

/// One of [`shipping_names`].
pub fn shipping_name(tx: &mut dyn Tx, lang: Lang, method: ShippingMethod) -> Result<String> {
    let code = method.code();
    Ok(shipping_names(tx, lang)?.remove(code).unwrap_or_else(|| code.to_owned()))
}

/// Item → product whose page shows it: itself, or a variant's product.
pub fn page_products(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, i64>> {
    const SQL: &str = "SELECT id, coalesce(parent_id, id) FROM product WHERE id IN ($ids)";
    Ok(by_ids::<(i64, i64)>(tx, SQL, ids, &[])?.into_iter().collect())
}

// ── Gaps ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// SKUs of products on sale without a text in a language, at most `limit`.
pub fn list_untranslated(tx: &mut dyn Tx, lang: Lang, limit: i64) -> Result<Vec<String>> {
    tx.all(
        "SELECT p.sku FROM product p
         WHERE p.enabled = 1 AND p.parent_id IS NULL
           AND NOT EXISTS (SELECT 1 FROM product_text t WHERE t.product_id = p.id AND t.lang = $1)
         ORDER BY p.sku LIMIT $2",
        vals![lang.code(), limit],
    )
}

/// How many items on sale have no price in force.
pub fn count_priceless(tx: &mut dyn Tx) -> Result<i64> {
    tx.one(
        "SELECT count(*) FROM product p WHERE p.enabled = 1 AND p.kind <> 'configurable'
           AND NOT EXISTS (SELECT 1 FROM price x WHERE x.product_id = p.id AND x.valid_to IS NULL)",
        vals![],
    )
}

// ── Categories ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// A category in a [`Tree`].
#[derive(Debug, Clone, Deserialize)]
pub struct CategoryNode {
    pub id: i64,
    pub key: String,
    pub parent_id: Option<i64>,
    pub picture: String,
    pub name: String,
    pub url_key: String,
    pub alt: String,
    /// Its page, and those of all below it, are not in the shop.
    pub hidden: bool,
}

/// Categories in one language: all (a few dozen rows), or one branch.
#[derive(Debug, Clone)]
pub struct Tree {
    lang: Lang,
    nodes: Vec<CategoryNode>,
}

/// Whether the product or variant `p` is on sale: enabled, a variant with its product, a configurable product with any
/// variant.
pub const ON_SALE: &str = "p.enabled = 1
    AND NOT EXISTS (SELECT 1 FROM product o WHERE o.id = p.parent_id AND o.enabled = 0)
    AND (p.kind <> 'configurable' OR EXISTS (SELECT 1 FROM product v WHERE v.parent_id = p.id AND v.enabled = 1))";

/// Whether nothing is on sale.
pub fn is_empty(tx: &mut dyn Tx) -> Result<bool> {
    let any: Option<i64> = tx.find(&format!("SELECT 1 FROM product p WHERE {ON_SALE} LIMIT 1"), vals![])?;
    Ok(any.is_none())
}

/// Whether there is any product, on sale or not.
pub fn has_products(tx: &mut dyn Tx) -> Result<bool> {
    tx.one("SELECT EXISTS (SELECT 1 FROM product)", vals![])
}

/// The VAT classes of products, each once.
pub fn product_vat_classes(tx: &mut dyn Tx) -> Result<BTreeSet<String>> {
    let classes: Vec<String> = tx.all("SELECT DISTINCT vat_class FROM product", vals![])?;
    Ok(classes.into_iter().collect())
}

/// How many products, variants and sets have each of these VAT classes.
pub fn count_by_vat_class(tx: &mut dyn Tx, classes: &[String]) -> Result<HashMap<String, i64>> {
    let sql = "SELECT vat_class, count(*) FROM product WHERE vat_class IN ($ids) GROUP BY vat_class";
    let rows: Vec<(String, i64)> = by_keys(tx, sql, classes)?;
    Ok(rows.into_iter().collect())
}

/// The types of products, each once.
pub fn product_types(tx: &mut dyn Tx) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT type FROM product ORDER BY type", vals![])
}

/// Reads the tree that shoppers see; siblings are sorted by position.
pub fn tree(tx: &mut dyn Tx, lang: Lang) -> Result<Tree> {
    read_tree(tx, lang, SHOWN)
}

/// Likewise with what is hidden, as the house works on it.
pub fn whole_tree(tx: &mut dyn Tx, lang: Lang) -> Result<Tree> {
    read_tree(tx, lang, "true")
}

fn read_tree(tx: &mut dyn Tx, lang: Lang, which: &str) -> Result<Tree> {
    let sql = format!(
        "SELECT c.id, c.key, c.parent_id, c.picture, c.hidden, t.name, t.url_key, t.alt
         FROM category c JOIN category_text t ON t.category_id = c.id AND t.lang = $1
         WHERE {which} ORDER BY c.position, c.id"
    );
    Ok(Tree { lang, nodes: tx.all(&sql, vals![lang.code()])? })
}

/// Whether the category `c` is shown: neither it nor one above it is hidden.
pub const SHOWN: &str = "c.id NOT IN (
    WITH RECURSIVE down (id) AS (
        SELECT id FROM category WHERE hidden = 1
        UNION SELECT b.id FROM down JOIN category b ON b.parent_id = down.id)
    SELECT id FROM down)";

/// Reads a category and its ancestors only, hidden or not; an empty tree without a category.
pub fn branch(tx: &mut dyn Tx, id: Option<i64>, lang: Lang) -> Result<Tree> {
    let nodes = tx.all(
        "WITH RECURSIVE up (id, parent_id, steps) AS (
             SELECT id, parent_id, 0 FROM category WHERE id = $1
             UNION ALL
             SELECT c.id, c.parent_id, up.steps + 1 FROM up JOIN category c ON c.id = up.parent_id WHERE up.steps < $3)
         SELECT c.id, c.key, c.parent_id, c.picture, c.hidden, t.name, t.url_key, t.alt
         FROM up JOIN category c ON c.id = up.id JOIN category_text t ON t.category_id = c.id AND t.lang = $2",
        vals![id, lang.code(), DEEPEST],
    )?;
    Ok(Tree { lang, nodes })
}

/// Most steps to the top level, so that a cycle of parents terminates.
pub const DEEPEST: i64 = 16;

impl Tree {
    pub fn find(&self, id: i64) -> Option<&CategoryNode> {
        self.nodes.iter().find(|node| node.id == id)
    }

    pub fn by_key(&self, key: &str) -> Option<&CategoryNode> {
        self.nodes.iter().find(|node| node.key == key)
    }

    /// The direct children of a category; of `None`: the top level.
    pub fn children(&self, parent: Option<i64>) -> impl Iterator<Item = &CategoryNode> {
        self.nodes.iter().filter(move |node| node.parent_id == parent)
    }

    /// From the top level down to this category.
    pub fn path(&self, id: i64) -> Vec<&CategoryNode> {
        let mut path = Vec::new();
        let mut next = Some(id);
        while let Some(node) = next.and_then(|id| self.find(id)) {
            // A cycle of parents terminates.
            if path.len() > self.nodes.len() {
                break;
            }
            path.push(node);
            next = node.parent_id;
        }
        path.reverse();
        path
    }

    pub fn url(&self, node: &CategoryNode) -> String {
        category_url(self.lang, &node.url_key)
    }

    pub fn link(&self, node: &CategoryNode) -> NamedLink {
        NamedLink { key: node.key.clone(), name: node.name.clone(), url: self.url(node) }
    }
}

/// The path of a category's page.
pub fn category_url(lang: Lang, url_key: &str) -> String {
    format!("/{lang}/c/{url_key}")
}

/// The path of a product's page, through its canonical category.
pub fn product_url(lang: Lang, category_key: Option<&str>, url_key: &str) -> String {
    match category_key {
        Some(category) => format!("/{lang}/p/{category}/{url_key}"),
        None => format!("/{lang}/p/{url_key}"),
    }
}

/// The category with this key in any language, preferring this one; else the one that had it.
pub fn find_category(tx: &mut dyn Tx, url_key: &str, lang: Lang) -> Result<Option<i64>> {
    let found = tx.find(
        "SELECT category_id FROM category_text WHERE url_key = $1
         ORDER BY CASE WHEN lang = $2 THEN 0 ELSE 1 END, category_id LIMIT 1",
        vals![url_key, lang.code()],
    )?;
    if found.is_some() {
        return Ok(found);
    }
    tx.find(
        "SELECT category_id FROM category_former_address WHERE url_key = $1
         ORDER BY CASE WHEN lang = $2 THEN 0 ELSE 1 END, category_id LIMIT 1",
        vals![url_key, lang.code()],
    )
}

/// Texts of a category's page.
#[derive(Debug, Deserialize)]
pub struct CategoryText {
    pub intro: String,
    pub meta_title: String,
    pub meta_description: String,
}

pub fn find_category_text(tx: &mut dyn Tx, id: i64, lang: Lang) -> Result<Option<CategoryText>> {
    tx.find(
        "SELECT intro, meta_title, meta_description FROM category_text WHERE category_id = $1 AND lang = $2",
        vals![id, lang.code()],
    )
}

/// Language → path, for the languages of this shop.
pub fn category_alternates(tx: &mut dyn Tx, id: i64, languages: &[Lang]) -> Result<BTreeMap<String, String>> {
    let rows: Vec<(Lang, String)> =
        tx.all("SELECT lang, url_key FROM category_text WHERE category_id = $1", vals![id])?;
    let offered = rows.into_iter().filter(|(lang, _)| languages.contains(lang));
    Ok(offered.map(|(lang, key)| (lang.code().to_owned(), category_url(lang, &key))).collect())
}

// ── Products ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The kind of a row of `product`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    Simple,
    Configurable,
    Kit,
    Variant,
}

impl RowKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Configurable => "configurable",
            Self::Kit => "kit",
            Self::Variant => "variant",
        }
    }
}

/// The product with this key in any language, preferring this one; else the one that had it.
pub fn find_product(tx: &mut dyn Tx, url_key: &str, lang: Lang) -> Result<Option<i64>> {
    let found = tx.find(
        "SELECT product_id FROM product_text WHERE url_key = $1
         ORDER BY CASE WHEN lang = $2 THEN 0 ELSE 1 END, product_id LIMIT 1",
        vals![url_key, lang.code()],
    )?;
    if found.is_some() {
        return Ok(found);
    }
    tx.find(
        "SELECT product_id FROM product_former_address WHERE url_key = $1
         ORDER BY CASE WHEN lang = $2 THEN 0 ELSE 1 END, product_id LIMIT 1",
        vals![url_key, lang.code()],
    )
}

/// The product with this SKU; of a variant, its product.
pub fn find_product_by_sku(tx: &mut dyn Tx, sku: &str) -> Result<Option<i64>> {
    tx.find("SELECT coalesce(parent_id, id) FROM product WHERE sku = $1", vals![sku])
}

/// Products by SKU, in the order of the SKUs; unknown ones are left out.
pub fn product_ids(tx: &mut dyn Tx, skus: &[String]) -> Result<Vec<i64>> {
    let mut found: HashMap<String, i64> = HashMap::new();
    for portion in skus.chunks(PORTION) {
        let params = portion_params(portion, vals![]);
        found.extend(tx.all::<(String, i64)>("SELECT sku, id FROM product WHERE sku IN ($ids)", &params)?);
    }
    Ok(skus.iter().filter_map(|sku| found.get(sku).copied()).collect())
}

/// The names of items in a language, by SKU, on sale or not.
pub fn names_of_skus(tx: &mut dyn Tx, lang: Lang, skus: &[String]) -> Result<HashMap<String, String>> {
    let mut found = HashMap::new();
    for portion in skus.chunks(PORTION) {
        let params = portion_params(portion, vals![lang.code()]);
        let rows: Vec<(String, String)> = tx.all(
            "SELECT p.sku, t.name FROM product p JOIN product_text t ON t.product_id = coalesce(p.parent_id, p.id)
             WHERE t.lang = $25 AND p.sku IN ($ids)",
            &params,
        )?;
        found.extend(rows);
    }
    Ok(found)
}

/// The row of a product's page.
#[derive(Debug, Deserialize)]
pub struct ProductRow {
    pub id: i64,
    pub sku: String,
    pub kind: RowKind,
    #[serde(rename = "type")]
    pub product_type: String,
    pub category_id: Option<i64>,
    pub weight_g: u32,
    pub max_qty: Option<i64>,
    pub promotion_category: String,
    pub bed_terms: bool,
    pub content_amount: Option<u32>,
    pub content_unit: Option<ContentUnit>,
    pub eco_participation: Option<i64>,
    pub inci: String,
    pub hazard: String,
    pub ship_group: String,
    pub name: String,
    pub url_key: String,
    pub short: String,
    pub long_html: String,
    pub details: String,
    pub material: String,
    pub care: String,
    pub dimensions: String,
    pub safety: String,
    pub meta_description: String,
    pub enabled: bool,
    pub maker_name: Option<String>,
    pub maker_address: Option<String>,
    pub maker_email: Option<String>,
    pub responsible_name: Option<String>,
    pub responsible_address: Option<String>,
    pub responsible_email: Option<String>,
    pub quantity: Option<u32>,
}

/// A product that is no variant and is enabled; with `is_preview` also one that is not.
pub fn product(tx: &mut dyn Tx, id: i64, lang: Lang, is_preview: bool) -> Result<Option<ProductRow>> {
    tx.find(
        "SELECT p.id, p.sku, p.kind, p.type, p.category_id, p.weight_g, p.max_qty, p.promotion_category, p.bed_terms,
                p.content_amount, p.content_unit, p.eco_participation, p.inci, p.hazard, p.ship_group,
                t.name, t.url_key, t.short, t.long_html, t.details, t.material, t.care, t.dimensions, t.safety,
                t.meta_description, p.enabled, m.name AS maker_name, m.address AS maker_address, m.email AS maker_email,
                m.responsible_name, m.responsible_address, m.responsible_email, s.quantity
         FROM product p
         JOIN product_text t ON t.product_id = p.id AND t.lang = $2
         LEFT JOIN manufacturer m ON m.key = p.manufacturer
         LEFT JOIN listing_stock s ON s.product_id = p.id
         WHERE p.id = $1 AND (p.enabled = 1 OR $3 = 1) AND p.parent_id IS NULL",
        vals![id, lang.code(), i64::from(is_preview)],
    )
}

/// A manufacturer.
#[derive(Debug, Deserialize)]
pub struct Maker {
    pub key: String,
    pub name: String,
    pub address: String,
    pub email: String,
    /// ISO 3166-1 alpha-2; may be empty.
    pub country: String,
    pub responsible_name: String,
    pub responsible_email: String,
}

/// The manufacturers of products on sale; of all products where nothing is on sale yet.
pub fn makers(tx: &mut dyn Tx) -> Result<Vec<Maker>> {
    let of_these = if is_empty(tx)? { "1 = 1" } else { ON_SALE };
    let sql = format!(
        "SELECT key, name, address, email, country, responsible_name, responsible_email FROM manufacturer m
         WHERE EXISTS (SELECT 1 FROM product p WHERE p.manufacturer = m.key AND {of_these}) ORDER BY key"
    );
    tx.all(&sql, vals![])
}

/// Language → path of a product's page, for the languages of this shop.
pub fn product_alternates(tx: &mut dyn Tx, id: i64, languages: &[Lang]) -> Result<BTreeMap<String, String>> {
    let rows: Vec<(Lang, String, Option<String>)> = tx.all(
        "SELECT t.lang, t.url_key, c.url_key AS category_key
         FROM product p
         JOIN product_text t ON t.product_id = p.id
         LEFT JOIN category_text c ON c.category_id = p.category_id AND c.lang = t.lang
         WHERE p.id = $1",
        vals![id],
    )?;
    let offered = rows.into_iter().filter(|(lang, ..)| languages.contains(lang));
    Ok(offered
        .map(|(lang, key, category)| (lang.code().to_owned(), product_url(lang, category.as_deref(), &key)))
        .collect())
}

/// A picture of a product or variant by name, with its text alternative, which may be empty.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PictureRow {
    pub product_id: i64,
    pub position: i64,
    pub picture: String,
    pub alt: String,
}

/// The first pictures of products and variants, in order. The picture in a variant's own row is not among them.
pub fn pictures(tx: &mut dyn Tx, ids: &[i64], lang: Lang, most: i64) -> Result<HashMap<i64, Vec<PictureRow>>> {
    let rows: Vec<PictureRow> = by_ids(
        tx,
        "SELECT p.product_id, p.position, p.picture, coalesce(t.alt, '') AS alt
         FROM product_picture p
         LEFT JOIN product_picture_text t ON t.product_id = p.product_id AND t.position = p.position AND t.lang = $25
         WHERE p.product_id IN ($ids) AND p.position < $26
         ORDER BY p.product_id, p.position",
        ids,
        vals![lang.code(), most],
    )?;
    Ok(group_by(rows.into_iter().map(|row| (row.product_id, row))))
}

/// The pictures of a variant: the product's, replaced by position with the variant's own that have files.
///
/// `first` is the name of the variant's first picture, or empty. If it is one of the product's, it moves to the front.
/// Each picture is shown once.
pub fn variant_pictures(product: &[PictureRow], first: &str, others: &[PictureRow]) -> Vec<PictureRow> {
    let first = if media::exists(first) { first } else { "" };
    let others: Vec<PictureRow> = others.iter().filter(|row| media::exists(&row.picture)).cloned().collect();
    by_position(product, first, &others)
}

fn by_position(product: &[PictureRow], first: &str, others: &[PictureRow]) -> Vec<PictureRow> {
    let mut places: BTreeMap<i64, PictureRow> = product.iter().map(|row| (row.position, row.clone())).collect();
    places.extend(others.iter().map(|row| (row.position, row.clone())));
    let mut shown: Vec<PictureRow> = Vec::with_capacity(places.len() + 1);
    if !first.is_empty() {
        match places.values().find(|row| row.picture == first) {
            Some(row) => shown.push(row.clone()),
            None => {
                places.retain(|_, row| Some(&*row) != product.first());
                shown.push(PictureRow { product_id: 0, position: 0, picture: first.to_owned(), alt: String::new() });
            }
        }
    }
    for row in places.into_values() {
        if shown.iter().all(|before| before.picture != row.picture) {
            shown.push(row);
        }
    }
    shown
}

/// An option value of a product.
#[derive(Debug, Deserialize)]
pub struct OfferedRow {
    pub product_id: i64,
    pub option: String,
    pub display: String,
    pub value: String,
    pub color: Option<String>,
    pub name: Option<String>,
    pub label: Option<String>,
}

/// Option values of products, in order; of one `display` if given.
pub fn offered(tx: &mut dyn Tx, ids: &[i64], lang: Lang, display: Option<&str>) -> Result<Vec<OfferedRow>> {
    by_ids(
        tx,
        "SELECT o.product_id, o.option, k.display, v.value, w.color, n.text AS name, l.text AS label
         FROM product_option o
         JOIN option_kind k ON k.code = o.option AND ($26 = '' OR k.display = $26)
         JOIN product_option_value v ON v.product_id = o.product_id AND v.option = o.option
         JOIN option_value w ON w.option = v.option AND w.value = v.value
         LEFT JOIN vocabulary n ON n.lang = $25 AND n.domain = 'option' AND n.code = o.option
         LEFT JOIN vocabulary l ON l.lang = $25 AND l.domain = 'value.' || o.option AND l.code = v.value
         WHERE o.product_id IN ($ids)
         ORDER BY o.product_id, o.position, v.position",
        ids,
        vals![lang.code(), display.unwrap_or_default()],
    )
}

/// A variant's own row.
#[derive(Debug, Deserialize)]
pub struct VariantRow {
    pub id: i64,
    pub sku: String,
    pub picture: String,
    pub weight_g: u32,
    pub content_amount: Option<u32>,
    pub content_unit: Option<ContentUnit>,
    pub quantity: Option<u32>,
}

/// The enabled variants of a product, in order.
pub fn variants(tx: &mut dyn Tx, parent: i64) -> Result<Vec<VariantRow>> {
    tx.all(
        "SELECT v.id, v.sku, v.picture, v.weight_g, v.content_amount, v.content_unit, s.quantity
         FROM product v LEFT JOIN stock s ON s.product_id = v.id
         WHERE v.parent_id = $1 AND v.enabled = 1
         ORDER BY v.position",
        vals![parent],
    )
}

/// Product → its enabled variants, in order; products without any are left out.
pub fn variant_ids(tx: &mut dyn Tx, parents: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
    let rows: Vec<(i64, i64)> = by_ids(
        tx,
        "SELECT v.parent_id, v.id FROM product v WHERE v.parent_id IN ($ids) AND v.enabled = 1
         ORDER BY v.parent_id, v.position",
        parents,
        &[],
    )?;
    Ok(group_by(rows))
}

/// Variant → option code → value code.
pub fn variant_options(tx: &mut dyn Tx, parent: i64) -> Result<HashMap<i64, BTreeMap<String, String>>> {
    let rows: Vec<(i64, String, String)> = tx.all(
        "SELECT o.product_id, o.option, o.value
         FROM product v JOIN variant_option o ON o.product_id = v.id
         WHERE v.parent_id = $1",
        vals![parent],
    )?;
    let grouped = group_by(rows.into_iter().map(|(id, option, value)| (id, (option, value))));
    Ok(grouped.into_iter().map(|(id, options)| (id, options.into_iter().collect())).collect())
}

/// The countries that products of these groups ship to, by group.
pub fn ship_to(tx: &mut dyn Tx, groups: &[&str]) -> Result<HashMap<String, Countries>> {
    let mut found = HashMap::new();
    for group in groups {
        // One row per group: most groups have most countries.
        let codes: Option<String> =
            tx.one("SELECT string_agg(country, ',') FROM ship_group_country WHERE ship_group = $1", vals![*group])?;
        found.insert((*group).to_owned(), Countries::listed(&codes.unwrap_or_default()));
    }
    Ok(found)
}

/// The lines of a fibre composition: name of the part, name of the fibre, percent.
pub fn fibres(tx: &mut dyn Tx, id: i64, lang: Lang) -> Result<Vec<(String, String, i64)>> {
    tx.all(
        "SELECT coalesce(p.text, f.part) AS part, coalesce(n.text, f.fibre) AS fibre, f.percent
         FROM product_fibre f
         LEFT JOIN vocabulary p ON p.lang = $2 AND p.domain = 'fibre_part' AND p.code = f.part
         LEFT JOIN vocabulary n ON n.lang = $2 AND n.domain = 'fibre' AND n.code = f.fibre
         WHERE f.product_id = $1
         ORDER BY f.position",
        vals![id, lang.code()],
    )
}

/// The related products of a product, in order.
pub fn related(tx: &mut dyn Tx, id: i64) -> Result<Vec<i64>> {
    tx.all("SELECT related_id FROM product_related WHERE product_id = $1 ORDER BY position", vals![id])
}

// ── Cards ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The row of a card, with prices from the read model.
#[derive(Debug, Deserialize)]
pub struct CardRow {
    pub id: i64,
    pub sku: String,
    pub kind: RowKind,
    pub promotion_category: String,
    pub name: String,
    pub short: String,
    pub url_key: String,
    pub category_key: Option<String>,
    pub low: i64,
    pub high: i64,
    pub regular: Option<i64>,
    pub lowest_30d: Option<i64>,
    pub content_amount: Option<u32>,
    pub content_unit: Option<ContentUnit>,
    pub quantity: Option<u32>,
    /// Whether the product ships to the country.
    pub ships: bool,
}

pub fn card_rows(tx: &mut dyn Tx, ids: &[i64], lang: Lang, currency: &str, country: &str) -> Result<Vec<CardRow>> {
    by_ids(
        tx,
        "SELECT p.id, p.sku, p.kind, p.promotion_category, t.name, t.short, t.url_key, c.url_key AS category_key,
                x.low, x.high, x.regular, x.lowest_30d, i.content_amount, i.content_unit, s.quantity,
                g.country IS NOT NULL AS ships
         FROM product p
         JOIN product_text t ON t.product_id = p.id AND t.lang = $25
         JOIN listing_price x ON x.product_id = p.id AND x.currency = $26
         JOIN product i ON i.id = x.item_id
         LEFT JOIN category_text c ON c.category_id = p.category_id AND c.lang = $25
         LEFT JOIN listing_stock s ON s.product_id = p.id
         LEFT JOIN ship_group_country g ON g.ship_group = p.ship_group AND g.country = $27
         WHERE p.id IN ($ids)",
        ids,
        vals![lang.code(), currency, country],
    )
}

// ── Items of a cart ─────────────────────────────────────────────────────────────────────────────────────────────────

/// A simple product, a variant or a kit, with the texts of its product.
#[derive(Debug, Deserialize)]
pub struct ItemRow {
    pub id: i64,
    pub sku: String,
    pub kind: RowKind,
    pub parent_id: Option<i64>,
    #[serde(rename = "type")]
    pub product_type: String,
    pub vat_class: String,
    pub weight_g: u32,
    pub max_qty: Option<u32>,
    pub promotion_category: String,
    pub bed_terms: bool,
    pub content_amount: Option<u32>,
    pub content_unit: Option<ContentUnit>,
    pub eco_participation: Option<i64>,
    pub ship_group: String,
    /// A variant's own picture; empty: none.
    pub picture: String,
    pub name: String,
    pub url_key: String,
    pub category_key: Option<String>,
    pub first_picture: Option<String>,
    pub first_alt: Option<String>,
    pub quantity: Option<u32>,
}

/// Items that a cart can hold, enabled ones only.
pub fn items(tx: &mut dyn Tx, ids: &[i64], lang: Lang) -> Result<Vec<ItemRow>> {
    by_ids(
        tx,
        "SELECT p.id, p.sku, p.kind, p.parent_id, p.type, p.vat_class, p.weight_g, p.max_qty, p.promotion_category,
                p.bed_terms, p.content_amount, p.content_unit, p.eco_participation, p.ship_group, p.picture,
                t.name, t.url_key, c.url_key AS category_key, f.picture AS first_picture, a.alt AS first_alt, s.quantity
         FROM product p
         JOIN product o ON o.id = coalesce(p.parent_id, p.id)
         JOIN product_text t ON t.product_id = o.id AND t.lang = $25
         LEFT JOIN category_text c ON c.category_id = o.category_id AND c.lang = $25
         LEFT JOIN product_picture f ON f.product_id = o.id AND f.position = 0
         LEFT JOIN product_picture_text a ON a.product_id = o.id AND a.position = 0 AND a.lang = $25
         LEFT JOIN stock s ON s.product_id = p.id
         WHERE p.id IN ($ids) AND p.kind <> 'configurable' AND p.enabled = 1 AND o.enabled = 1",
        ids,
        vals![lang.code()],
    )
}

#[derive(Debug, Deserialize)]
struct ChoiceRow {
    product_id: i64,
    code: String,
    name: Option<String>,
    value: String,
    label: Option<String>,
}

/// The option values of variants by name, in the order of the options.
pub fn choices(tx: &mut dyn Tx, ids: &[i64], lang: Lang) -> Result<HashMap<i64, Vec<ChosenOption>>> {
    let rows: Vec<ChoiceRow> = by_ids(
        tx,
        "SELECT x.product_id, x.option AS code, n.text AS name, x.value, l.text AS label
         FROM variant_option x
         JOIN product v ON v.id = x.product_id
         LEFT JOIN product_option o ON o.product_id = v.parent_id AND o.option = x.option
         LEFT JOIN vocabulary n ON n.lang = $25 AND n.domain = 'option' AND n.code = x.option
         LEFT JOIN vocabulary l ON l.lang = $25 AND l.domain = 'value.' || x.option AND l.code = x.value
         WHERE x.product_id IN ($ids)
         ORDER BY x.product_id, o.position",
        ids,
        vals![lang.code()],
    )?;
    Ok(group_by(rows.into_iter().map(|row| {
        let ChoiceRow { product_id, code, name, value, label } = row;
        let name = name.unwrap_or_else(|| code.clone());
        let label = label.unwrap_or_else(|| value.clone());
        (product_id, ChosenOption { code, name, value, label })
    })))
}

/// A part of a kit.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct PartRow {
    pub kit_id: i64,
    pub part_id: i64,
    pub qty: u32,
}

/// The parts of kits, in order.
pub fn parts(tx: &mut dyn Tx, kits: &[i64]) -> Result<HashMap<i64, Vec<PartRow>>> {
    let rows: Vec<PartRow> = by_ids(
        tx,
        "SELECT kit_id, part_id, qty FROM kit_part WHERE kit_id IN ($ids) ORDER BY kit_id, position",
        kits,
        &[],
    )?;
    Ok(group_by(rows.into_iter().map(|row| (row.kit_id, row))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{seeded, with};

    #[test]
    fn manufacturers_without_products_on_sale_are_omitted() {
        let shop = seeded();
        let keys = || -> Vec<String> { with(&shop, makers).into_iter().map(|maker| maker.key).collect() };
        let maker = "SELECT manufacturer FROM product WHERE kind = 'configurable' LIMIT 1";
        let maker: String = shop.one(maker, vals![]).expect("a maker");
        assert!(keys().contains(&maker));
        // Products stay enabled, all their variants are disabled.
        let off = "UPDATE product SET enabled = 0 WHERE manufacturer = $1 AND kind <> 'configurable'";
        shop.exec(off, vals![&maker]).expect("switched off");
        assert!(!keys().contains(&maker), "{:?}", keys());
    }

    fn row(position: i64, picture: &str) -> PictureRow {
        PictureRow { product_id: 1, position, picture: picture.to_owned(), alt: String::new() }
    }

    fn names(shown: &[PictureRow]) -> Vec<&str> {
        shown.iter().map(|row| row.picture.as_str()).collect()
    }

    #[test]
    fn variant_pictures_replace_product_pictures_by_position() {
        let product = [row(0, "towel"), row(1, "towel-near"), row(4, "towel-bath")];
        assert_eq!(names(&by_position(&product, "", &[])), ["towel", "towel-near", "towel-bath"]);
        assert_eq!(names(&by_position(&product, "sand", &[])), ["sand", "towel-near", "towel-bath"]);
        let others = [row(1, "sand-near"), row(4, "sand-bath"), row(9, "sand-beach")];
        assert_eq!(names(&by_position(&product, "sand", &others)), ["sand", "sand-near", "sand-bath", "sand-beach"]);
        // A picture of the product comes first, followed by its other pictures.
        assert_eq!(names(&by_position(&product, "towel-bath", &[])), ["towel-bath", "towel", "towel-near"]);
        assert_eq!(names(&by_position(&[], "sand", &[])), ["sand"]);
    }

    proptest! {
        #[test]
        fn pictures_are_unique_and_the_first_comes_first(
            product in proptest::collection::btree_map(0..6_i64, "[a-f]", 0..5),
            others in proptest::collection::btree_map(1..8_i64, "[d-k]", 0..5),
            first in "[a-k]?",
        ) {
            let product: Vec<PictureRow> = product.iter().map(|(at, name)| row(*at, name)).collect();
            let others: Vec<PictureRow> =
                others.iter().map(|(at, name)| PictureRow { product_id: 2, ..row(*at, name) }).collect();
            let shown = by_position(&product, &first, &others);
            let mut once = names(&shown);
            if !first.is_empty() {
                prop_assert_eq!(once[0], first.as_str());
            }
            for other in &others {
                prop_assert!(once.contains(&other.picture.as_str()) || first == other.picture);
            }
            let all = once.len();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), all);
        }
    }
}
