//! The whole catalogue in batches, for sitemaps and the merchant feed: a constant number of queries per batch.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;

use super::delivery::Standard;
use super::price::{self, Price};
use super::sellable::{full_name, item_url};
use super::store::{self, RowKind, SHOWN, category_url, product_url};
use super::types::{ChosenOption, ShippingOffer};
use crate::call::View;
use crate::db::{Tx, by_ids, group_by};
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::domain::unit_price::ContentUnit;
use crate::error::Result;
use crate::region;
use crate::vals;

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// A page in one language. Pages with the same `id` are translations of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageAddress {
    pub id: i64,
    pub lang: Lang,
    pub path: String,
}

/// The names of a page's first pictures, by the page's id.
pub type Pictures = HashMap<i64, Vec<String>>;

#[derive(Debug, Deserialize)]
struct AddressRow {
    id: i64,
    lang: Lang,
    url_key: String,
    category_key: Option<String>,
}

/// Range of ids in one batch of products or categories. Each has a page in every language; a sitemap has at most 50 000
/// URLs and 50 MB (sitemaps.org). A batch takes a few megabytes of memory.
pub const PORTION: i64 = 500;
const _: () = assert!(PORTION as usize * Lang::ALL.len() <= 50_000);

/// The batches with products that have a page, which are those with a price in the default currency, as robots see.
pub fn product_portions(tx: &mut dyn Tx) -> Result<Vec<i64>> {
    tx.all(
        "SELECT DISTINCT product_id / $2 AS portion FROM listing_price WHERE currency = $1 ORDER BY portion",
        vals![Currency::default().code(), PORTION],
    )
}

/// The product pages of a batch.
pub fn product_addresses(tx: &mut dyn Tx, portion: i64) -> Result<Vec<PageAddress>> {
    let rows: Vec<AddressRow> = tx.all(
        "SELECT p.id, t.lang, t.url_key, c.url_key AS category_key
         FROM listing_price x
         JOIN product p ON p.id = x.product_id
         JOIN product_text t ON t.product_id = p.id
         LEFT JOIN category_text c ON c.category_id = p.category_id AND c.lang = t.lang
         WHERE x.product_id >= $2 AND x.product_id < $3 AND x.currency = $1
         ORDER BY x.product_id",
        vals![Currency::default().code(), portion * PORTION, (portion + 1) * PORTION],
    )?;
    let address = |row: AddressRow| PageAddress {
        id: row.id,
        lang: row.lang,
        path: product_url(row.lang, row.category_key.as_deref(), &row.url_key),
    };
    Ok(rows.into_iter().map(address).collect())
}

/// The first pictures of the same products, by name.
pub fn product_pictures(tx: &mut dyn Tx, portion: i64, most: i64) -> Result<Pictures> {
    let rows: Vec<(i64, String)> = tx.all(
        "SELECT product_id, picture FROM product_picture
         WHERE product_id >= $1 AND product_id < $2 AND position < $3
         ORDER BY product_id, position",
        vals![portion * PORTION, (portion + 1) * PORTION, most],
    )?;
    Ok(group_by(rows))
}

/// The batches with categories.
pub fn category_portions(tx: &mut dyn Tx) -> Result<Vec<i64>> {
    tx.all("SELECT DISTINCT id / $1 AS portion FROM category ORDER BY portion", vals![PORTION])
}

/// The category pages of a batch, and their pictures.
pub fn category_addresses(tx: &mut dyn Tx, portion: i64) -> Result<(Vec<PageAddress>, Pictures)> {
    let sql = format!(
        "SELECT c.id, t.lang, t.url_key, c.picture FROM category c JOIN category_text t ON t.category_id = c.id
         WHERE c.id >= $1 AND c.id < $2 AND {SHOWN}
         ORDER BY c.id"
    );
    let rows: Vec<(i64, Lang, String, String)> = tx.all(&sql, vals![portion * PORTION, (portion + 1) * PORTION])?;
    let mut pictures = Pictures::new();
    let mut addresses = Vec::with_capacity(rows.len());
    for (id, lang, key, picture) in rows {
        if !picture.is_empty() {
            pictures.insert(id, vec![picture]);
        }
        addresses.push(PageAddress { id, lang, path: category_url(lang, &key) });
    }
    Ok((addresses, pictures))
}

// ── Items for sale ──────────────────────────────────────────────────────────────────────────────────────────────────

/// An item for sale, as merchant programs list it: a simple product, a variant or a kit.
#[derive(Debug, Clone)]
pub struct PublishedItem {
    pub sku: String,
    /// SKU of a variant's product.
    pub group: Option<String>,
    /// With the chosen options.
    pub name: String,
    pub short: String,
    /// Safe HTML.
    pub long_html: String,
    /// Path of the page; a variant has its options in the query.
    pub url: String,
    /// Names of pictures, the item's own first.
    pub pictures: Vec<String>,
    /// Names from the top level down.
    pub categories: Vec<String>,
    pub maker: String,
    pub price: Price,
    pub in_stock: bool,
    /// Millilitres or grams in one piece.
    pub content: Option<(u32, ContentUnit)>,
    pub weight_g: u32,
    pub colour: Option<String>,
    pub size: Option<String>,
    pub material: Option<String>,
    pub shipping: Option<ShippingOffer>,
}

/// The data shared by all batches of a feed.
#[derive(Debug)]
pub struct Terms {
    country: String,
    standard: Standard,
    /// Groups of goods that ship to the country.
    groups: BTreeSet<String>,
    tree: store::Tree,
    /// Value code → label, of the facets that a feed names.
    words: BTreeMap<&'static str, BTreeMap<String, String>>,
}

/// The facets by which a feed describes goods.
const DESCRIBED: [&str; 3] = ["colour", "size", "material"];
/// Most values of one facet: more do not describe a single item.
const MOST_VALUES: usize = 3;

/// The terms of a feed for a country. If nothing ships there, the store's default country is used.
pub fn terms(tx: &mut dyn Tx, view: &View, country: &str) -> Result<Terms> {
    let lang = view.lang();
    let exchange = region::exchange(tx, view.currency)?;
    let groups = |tx: &mut dyn Tx, country: &str| -> Result<BTreeSet<String>> {
        let rows: Vec<String> =
            tx.all("SELECT DISTINCT ship_group FROM ship_group_country WHERE country = $1", vals![country])?;
        Ok(rows.into_iter().collect())
    };
    let (country, groups) = match groups(tx, country)? {
        found if found.is_empty() => {
            let own = view.store.default_country.as_str();
            (own, groups(tx, own)?)
        }
        found => (country, found),
    };
    let mut words = BTreeMap::new();
    for facet in DESCRIBED {
        words.insert(facet, store::labels(tx, lang, &format!("attribute.{facet}"))?);
    }
    Ok(Terms {
        standard: Standard::read(tx, view, country, &exchange)?,
        country: country.to_owned(),
        groups,
        tree: store::tree(tx, lang)?,
        words,
    })
}

impl Terms {
    /// ISO 3166-1 alpha-2.
    pub fn country(&self) -> &str {
        &self.country
    }

    /// The carrier's terms in that country.
    pub fn delivery(&self) -> &Standard {
        &self.standard
    }
}

#[derive(Debug, Deserialize)]
struct OwnerRow {
    id: i64,
    sku: String,
    category_id: Option<i64>,
    ship_group: String,
    name: String,
    url_key: String,
    short: String,
    long_html: String,
    category_key: Option<String>,
    maker: Option<String>,
}

#[derive(Debug, Deserialize)]
struct PieceRow {
    id: i64,
    owner: i64,
    sku: String,
    kind: RowKind,
    weight_g: u32,
    content_amount: Option<u32>,
    content_unit: Option<ContentUnit>,
    picture: String,
    quantity: Option<i64>,
}

/// The items of the next `size` products after the id `after`, and the last id; none at the end. Items that do not ship
/// to the country, or have no price, are left out.
pub fn items(
    tx: &mut dyn Tx,
    view: &View,
    terms: &Terms,
    after: i64,
    size: i64,
) -> Result<Option<(i64, Vec<PublishedItem>)>> {
    let lang = view.lang();
    let owners: Vec<OwnerRow> = tx.all(
        "SELECT p.id, p.sku, p.category_id, p.ship_group, t.name, t.url_key, t.short, t.long_html,
                c.url_key AS category_key, m.name AS maker
         FROM product p
         JOIN product_text t ON t.product_id = p.id AND t.lang = $2
         LEFT JOIN category_text c ON c.category_id = p.category_id AND c.lang = $2
         LEFT JOIN manufacturer m ON m.key = p.manufacturer
         WHERE p.id > $1 AND p.parent_id IS NULL AND p.enabled = 1
         ORDER BY p.id LIMIT $3",
        vals![after, lang.code(), size],
    )?;
    let Some(last) = owners.last().map(|owner| owner.id) else { return Ok(None) };
    let ids: Vec<i64> =
        owners.iter().filter(|owner| terms.groups.contains(&owner.ship_group)).map(|owner| owner.id).collect();
    let pieces: Vec<PieceRow> = by_ids(
        tx,
        "SELECT i.id, coalesce(i.parent_id, i.id) AS owner, i.sku, i.kind, i.weight_g, i.content_amount, i.content_unit,
                i.picture, coalesce(s.quantity, l.quantity) AS quantity
         FROM (SELECT id FROM product WHERE id IN ($ids)
               UNION ALL SELECT id FROM product WHERE parent_id IN ($ids)) shown
         JOIN product i ON i.id = shown.id
         LEFT JOIN stock s ON s.product_id = i.id
         LEFT JOIN listing_stock l ON l.product_id = i.id
         WHERE i.enabled = 1 AND i.kind <> 'configurable'
         ORDER BY owner, i.position",
        &ids,
        &[],
    )?;
    let piece_ids: Vec<i64> = pieces.iter().map(|piece| piece.id).collect();
    let variants: Vec<i64> =
        pieces.iter().filter(|piece| piece.kind == RowKind::Variant).map(|piece| piece.id).collect();
    let prices = price::prices(tx, &piece_ids, view.currency, view.now)?;
    let pictures = store::pictures(tx, &ids, lang, PICTURES)?;
    let others = store::pictures(tx, &variants, lang, PICTURES)?;
    let mut chosen = store::choices(tx, &variants, lang)?;
    let described = described(tx, terms, &ids)?;
    let owners: HashMap<i64, OwnerRow> = owners.into_iter().map(|owner| (owner.id, owner)).collect();
    let mut items = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let (Some(owner), Some(price)) = (owners.get(&piece.owner), prices.get(&piece.id)) else { continue };
        let options = chosen.remove(&piece.id).unwrap_or_default();
        let rows = |of: &HashMap<i64, Vec<store::PictureRow>>, id: i64| of.get(&id).cloned().unwrap_or_default();
        let shown = store::variant_pictures(&rows(&pictures, owner.id), &piece.picture, &rows(&others, piece.id));
        let path = owner.category_id.map(|category| terms.tree.path(category)).unwrap_or_default();
        let told = |facet: &'static str| described.get(&(owner.id, facet)).cloned();
        items.push(PublishedItem {
            group: (piece.kind == RowKind::Variant).then(|| owner.sku.clone()),
            name: full_name(&owner.name, &options, lang),
            short: owner.short.clone(),
            long_html: owner.long_html.clone(),
            url: item_url(lang, owner.category_key.as_deref(), &owner.url_key, &options),
            pictures: shown.into_iter().map(|row| row.picture).collect(),
            categories: path.iter().map(|node| node.name.clone()).collect(),
            maker: owner.maker.clone().unwrap_or_default(),
            price: *price,
            in_stock: piece.quantity.unwrap_or(0) > 0,
            content: piece.content_amount.zip(piece.content_unit),
            weight_g: piece.weight_g,
            colour: chosen_as(&options, |code| code.contains("colour")).or_else(|| told("colour")),
            size: chosen_as(&options, |code| code.ends_with("size") || code == "volume").or_else(|| told("size")),
            material: told("material"),
            shipping: terms.standard.offer(piece.weight_g, price.price)?,
            sku: piece.sku,
        });
    }
    Ok(Some((last, items)))
}

/// Most pictures of one item; the feed allows ten besides the first.
const PICTURES: i64 = 8;

fn chosen_as(options: &[ChosenOption], fits: impl Fn(&str) -> bool) -> Option<String> {
    options.iter().find(|option| fits(&option.code)).map(|option| option.label.clone())
}

/// Product and facet → its values by name, if they are few enough to describe a single item.
fn described(tx: &mut dyn Tx, terms: &Terms, ids: &[i64]) -> Result<HashMap<(i64, &'static str), String>> {
    let rows: Vec<(i64, String, String)> = by_ids(
        tx,
        "SELECT product_id, facet, value FROM product_attribute
         WHERE product_id IN ($ids) AND facet IN ('colour', 'size', 'material')",
        ids,
        &[],
    )?;
    let mut found: HashMap<(i64, &'static str), Vec<String>> = HashMap::new();
    for (id, facet, value) in rows {
        let Some(facet) = DESCRIBED.into_iter().find(|known| *known == facet) else { continue };
        let label = terms.words.get(facet).and_then(|words| words.get(&value)).cloned().unwrap_or(value);
        found.entry((id, facet)).or_default().push(label);
    }
    // Several sizes or many colours are options to choose from, not properties of one item.
    let most = |facet: &str| if facet == "size" { 1 } else { MOST_VALUES };
    let few = found.into_iter().filter(|((_, facet), labels)| labels.len() <= most(facet));
    Ok(few.map(|(of, labels)| (of, labels.join("/"))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Connection;
    use crate::testing::{assert_indexed, seeded, statements, view, with};

    fn all(shop: &Connection, view: &View, country: &str, size: i64) -> Vec<PublishedItem> {
        let terms = with(shop, |tx| terms(tx, view, country));
        let (mut after, mut found) = (0, Vec::new());
        while let Some((last, mut items)) = with(shop, |tx| items(tx, view, &terms, after, size)) {
            assert!(last > after, "batches advance");
            after = last;
            found.append(&mut items);
        }
        found
    }

    #[test]
    fn feed_has_every_sold_item_once_for_any_batch_size() {
        let shop = seeded();
        let fr = view(Lang::Fr, Currency::Eur);
        let found = all(&shop, &fr, "FR", 7);
        let skus: BTreeSet<&str> = found.iter().map(|item| item.sku.as_str()).collect();
        let sold: i64 =
            with(&shop, |tx| tx.one("SELECT count(*) FROM product WHERE kind <> 'configurable' AND enabled = 1", &[]));
        assert_eq!((skus.len(), found.len()), (usize::try_from(sold).expect("few"), skus.len()));
        assert_eq!(all(&shop, &fr, "FR", 500).len(), found.len());
        let bed = found.iter().find(|item| item.sku.starts_with("BED-LAC-160-TAU")).expect("a bed");
        assert_eq!(bed.group.as_deref(), Some("BED-LAC"));
        assert!(
            bed.url.starts_with("/fr/p/") && bed.url.contains("?bed_size=160x200&base_colour=taupe&leg="),
            "{}",
            bed.url
        );
        assert!(bed.colour.is_some() && bed.size.is_some() && bed.name.contains(", "));
        assert!(bed.shipping.as_ref().is_some_and(|offer| offer.country == "FR"));
    }

    #[test]
    fn feed_omits_items_that_do_not_ship_to_the_country() {
        let shop = seeded();
        let en = view(Lang::En, Currency::Gbp);
        let found = all(&shop, &en, "GB", 100);
        assert!(!found.is_empty() && found.iter().all(|item| item.group.as_deref() != Some("BED-LAC")));
        let terms = |country| with(&shop, |tx| terms(tx, &en, country)).country().to_owned();
        assert_eq!((terms("AT"), terms("XX")), ("AT".to_owned(), "GB".to_owned()));
    }

    #[test]
    fn feed_batches_take_few_statements() {
        let shop = seeded();
        let en = view(Lang::En, Currency::Eur);
        let terms = with(&shop, |tx| terms(tx, &en, "FR"));
        assert_indexed(&shop, |tx| items(tx, &en, &terms, 0, 20));
        assert_indexed(&shop, |tx| product_addresses(tx, 0));
        assert_indexed(&shop, |tx| category_addresses(tx, 0));
        assert_indexed(&shop, |tx| product_pictures(tx, 0, 4));
        let simple: i64 =
            with(&shop, |tx| tx.one("SELECT min(id) FROM product WHERE kind = 'simple' AND parent_id IS NULL", &[]));
        let count = |size| statements(&shop, |tx| items(tx, &en, &terms, simple - 1, size)).len();
        assert!(count(20) <= count(1) + 20, "{} for 20, {} for one", count(20), count(1));
    }
}
