//! Items for cart and checkout: price, stock and countries.

use std::collections::{BTreeMap, HashMap};

use super::media;
use super::price::{self, per_unit};
use super::store::{self, ItemRow, ON_SALE, RowKind, product_url};
use super::types::{ChosenOption, Image, Kind, UnitPrice};
use crate::call::View;
use crate::db::{Tx, by_ids};
use crate::domain::countries::Countries;
use crate::domain::money::{Currency, Money};
use crate::domain::stock::{Availability, kit_stock};
use crate::domain::store_view::Lang;
use crate::error::{Error, Refusal, Result};
use crate::message;
use crate::vals;

/// A simple product, a variant or a kit, at its current price.
#[derive(Debug, Clone)]
pub struct Sellable {
    /// The id that a cart holds.
    pub item_id: i64,
    /// A variant's product.
    pub parent_id: Option<i64>,
    /// Simple (variants too) or kit.
    pub kind: Kind,
    pub sku: String,
    /// A variant has its product's name; see `options`.
    pub name: String,
    /// Path of the page; a variant has its options in the query.
    pub url: String,
    pub image: Option<Image>,
    /// Per item, VAT included, before the employee discount.
    pub price: Money,
    /// The regular price while the item is reduced.
    pub market_price: Option<Money>,
    pub lowest_price_30d: Option<Money>,
    pub unit_price: Option<UnitPrice>,
    /// Of a kit: complete sets.
    pub stock: u32,
    pub availability: Availability,
    /// Of a kit.
    pub parts: Vec<SellablePart>,
    pub options: Vec<ChosenOption>,
    pub weight_g: u32,
    pub vat_class: String,
    /// Per order; `None`: no limit but the stock.
    pub max_qty: Option<u32>,
    /// ISO 3166-1 alpha-2 codes, in order.
    pub ship_to: Countries,
    pub bed_terms: bool,
    pub promotion_category: String,
    pub product_type: String,
    /// Contained in the price, in EUR; shown for deliveries to France.
    pub eco_participation: Option<Money>,
}

impl Sellable {
    /// Products and quantities that one item takes from stock: itself, or a kit's parts.
    pub fn pieces(&self) -> Vec<(i64, u32)> {
        match self.kind {
            Kind::Kit => self.parts.iter().map(|part| (part.item_id, part.qty)).collect(),
            _ => vec![(self.item_id, 1)],
        }
    }

    pub fn ships_to(&self, country: &str) -> bool {
        self.ship_to.contains(country)
    }

    /// Highest quantity that can be ordered now.
    pub fn most(&self) -> u32 {
        self.max_qty.map_or(self.stock, |max| max.min(self.stock))
    }
}

/// A part of a kit.
#[derive(Debug, Clone, PartialEq)]
pub struct SellablePart {
    pub item_id: i64,
    pub sku: String,
    /// With the options, e.g. `Lac towel, Bath towel, White`.
    pub name: String,
    pub url: String,
    pub image: Option<Image>,
    /// Quantity in one kit.
    pub qty: u32,
    pub stock: u32,
}

impl SellablePart {
    pub fn is_available(&self) -> bool {
        self.stock >= self.qty
    }
}

/// Items in the order of `ids`, with a constant number of queries per portion of ids.
///
/// Items that are unknown, disabled or without a price in the visitor's currency are left out.
pub fn sellable(tx: &mut dyn Tx, view: &View, ids: &[i64]) -> Result<Vec<Sellable>> {
    let lang = view.lang();
    let rows = store::items(tx, ids, lang)?;
    let found: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let prices = price::prices(tx, &found, view.currency, view.now)?;
    let mut options = store::choices(tx, &found, lang)?;
    let kits: Vec<i64> = rows.iter().filter(|row| row.kind == RowKind::Kit).map(|row| row.id).collect();
    let mut parts = kit_parts(tx, &kits, lang)?;
    let mut groups: Vec<&str> = rows.iter().map(|row| row.ship_group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let ship_to = store::ship_to(tx, &groups)?;

    let mut items: HashMap<i64, Sellable> = HashMap::new();
    for row in rows {
        let Some(price) = prices.get(&row.id) else { continue };
        let options = options.remove(&row.id).unwrap_or_default();
        let parts = parts.remove(&row.id).unwrap_or_default();
        let stock = match row.kind {
            RowKind::Kit => kit_stock(parts.iter().map(|part| (part.qty, part.stock))),
            _ => row.quantity.unwrap_or(0),
        };
        let item = Sellable {
            item_id: row.id,
            parent_id: row.parent_id,
            kind: if row.kind == RowKind::Kit { Kind::Kit } else { Kind::Simple },
            url: item_url(lang, row.category_key.as_deref(), &row.url_key, &options),
            image: image(&row, &options, lang),
            price: price.price,
            market_price: price.market_price,
            lowest_price_30d: price.lowest_30d,
            unit_price: per_unit(price.price, row.content_amount, row.content_unit),
            stock,
            availability: Availability::of(stock),
            parts,
            options,
            weight_g: row.weight_g,
            max_qty: row.max_qty.or(Some(view.config.limits.max_qty)),
            ship_to: ship_to.get(&row.ship_group).cloned().unwrap_or_default(),
            bed_terms: row.bed_terms,
            eco_participation: row.eco_participation.map(|amount| Money::new(amount, Currency::Eur)),
            sku: row.sku,
            name: row.name,
            vat_class: row.vat_class,
            promotion_category: row.promotion_category,
            product_type: row.product_type,
        };
        items.insert(item.item_id, item);
    }
    Ok(ids.iter().filter_map(|id| items.remove(id)).collect())
}

/// The parts of kits with their stock, by kit.
pub fn kit_parts(tx: &mut dyn Tx, kits: &[i64], lang: Lang) -> Result<HashMap<i64, Vec<SellablePart>>> {
    let rows = store::parts(tx, kits)?;
    let mut ids: Vec<i64> = rows.values().flatten().map(|part| part.part_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let items: HashMap<i64, ItemRow> = store::items(tx, &ids, lang)?.into_iter().map(|row| (row.id, row)).collect();
    let options = store::choices(tx, &ids, lang)?;
    let mut parts: HashMap<i64, Vec<SellablePart>> = HashMap::new();
    for (kit, rows) in rows {
        for part in rows {
            // A disabled part stays in the kit with a stock of 0.
            let Some(item) = items.get(&part.part_id) else {
                let (sku, name) = item_name(tx, lang, part.part_id)?;
                let lost = SellablePart {
                    item_id: part.part_id,
                    sku,
                    name,
                    url: String::new(),
                    image: None,
                    qty: part.qty,
                    stock: 0,
                };
                parts.entry(kit).or_default().push(lost);
                continue;
            };
            let chosen = options.get(&item.id).map(Vec::as_slice).unwrap_or_default();
            parts.entry(kit).or_default().push(SellablePart {
                item_id: item.id,
                sku: item.sku.clone(),
                name: full_name(&item.name, chosen, lang),
                url: item_url(lang, item.category_key.as_deref(), &item.url_key, chosen),
                image: image(item, chosen, lang),
                qty: part.qty,
                stock: item.quantity.unwrap_or(0),
            });
        }
    }
    Ok(parts)
}

/// A name with its options: `Lac towel, Bath towel, White`.
pub fn full_name(name: &str, options: &[ChosenOption], lang: Lang) -> String {
    let comma = if lang == Lang::Zh { "，" } else { ", " };
    options.iter().fold(name.to_owned(), |text, option| text + comma + &option.label)
}

/// The path of a product's page, with a variant's options in the query.
pub fn item_url(lang: Lang, category_key: Option<&str>, url_key: &str, options: &[ChosenOption]) -> String {
    let page = product_url(lang, category_key, url_key);
    let choice: Vec<String> = options.iter().map(|option| format!("{}={}", option.code, option.value)).collect();
    if choice.is_empty() { page } else { format!("{page}?{}", choice.join("&")) }
}

/// The item's own picture, else the product's first.
fn image(row: &ItemRow, options: &[ChosenOption], lang: Lang) -> Option<Image> {
    let own =
        (!row.picture.is_empty()).then(|| media::image(&row.picture, &full_name(&row.name, options, lang))).flatten();
    own.or_else(|| media::image(row.first_picture.as_deref()?, row.first_alt.as_deref().unwrap_or(&row.name)))
}

/// An item as lists of orders show it.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedItem {
    pub name: String,
    pub options: Vec<ChosenOption>,
    pub image: Option<Image>,
}

/// What one of each item weighs, in grams, whether it is on sale or not.
pub fn weights(tx: &mut dyn Tx, ids: &[i64]) -> Result<HashMap<i64, u32>> {
    let rows: Vec<(i64, u32)> = by_ids(tx, "SELECT id, weight_g FROM product WHERE id IN ($ids)", ids, &[])?;
    Ok(rows.into_iter().collect())
}

/// The names and pictures of items that are on sale, whatever the currency.
pub fn named(tx: &mut dyn Tx, lang: Lang, ids: &[i64]) -> Result<HashMap<i64, NamedItem>> {
    let mut options = store::choices(tx, ids, lang)?;
    let items = store::items(tx, ids, lang)?.into_iter().map(|row| {
        let options = options.remove(&row.id).unwrap_or_default();
        (row.id, NamedItem { image: image(&row, &options, lang), name: row.name, options })
    });
    Ok(items.collect())
}

/// What can be ordered of products: themselves, or their variants, in the order of `product_ids`.
pub fn sellable_of(tx: &mut dyn Tx, view: &View, product_ids: &[i64]) -> Result<Vec<Sellable>> {
    let mut variants = store::variant_ids(tx, product_ids)?;
    let items = product_ids.iter().flat_map(|id| variants.remove(id).unwrap_or_else(|| vec![*id]));
    sellable(tx, view, &items.collect::<Vec<_>>())
}

/// The item with this SKU, of any kind, configurable products included.
pub fn find_item_id(tx: &mut dyn Tx, sku: &str) -> Result<i64> {
    let id: Option<i64> =
        tx.find(&format!("SELECT p.id FROM product p WHERE p.sku = $1 AND {ON_SALE}"), vals![sku.trim()])?;
    id.ok_or_else(|| message::SKU_UNKNOWN.into())
}

/// SKU and name of an item, of any kind.
pub fn item_name(tx: &mut dyn Tx, lang: Lang, id: i64) -> Result<(String, String)> {
    tx.one(
        "SELECT p.sku, coalesce(t.name, p.sku) FROM product p
         LEFT JOIN product_text t ON t.product_id = coalesce(p.parent_id, p.id) AND t.lang = $2
         WHERE p.id = $1",
        vals![id, lang.code()],
    )
}

/// The item with this SKU; of a configurable product, the variant with these options.
///
/// Refuses an unknown SKU, missing options (field `options.<code>`) and a combination without a variant.
pub fn find_sellable_id(tx: &mut dyn Tx, sku: &str, options: &BTreeMap<String, String>) -> Result<i64> {
    let row: Option<(i64, RowKind)> =
        tx.find(&format!("SELECT p.id, p.kind FROM product p WHERE p.sku = $1 AND {ON_SALE}"), vals![sku.trim()])?;
    let Some((id, kind)) = row else { return Err(message::SKU_UNKNOWN.into()) };
    if kind != RowKind::Configurable {
        return Ok(id);
    }
    let asked: Vec<String> =
        tx.all("SELECT option FROM product_option WHERE product_id = $1 ORDER BY position", vals![id])?;
    let missing: BTreeMap<String, _> = asked
        .iter()
        .filter(|code| options.get(*code).is_none_or(String::is_empty))
        .map(|code| (format!("options.{code}"), message::SELECT_OPTION.into()))
        .collect();
    if !missing.is_empty() {
        return Err(Error::Refused(Refusal::with_fields(message::SELECT_OPTION, missing)));
    }
    let made = store::variant_options(tx, id)?;
    let fits = |chosen: &BTreeMap<String, String>| asked.iter().all(|code| chosen.get(code) == options.get(code));
    let enabled: Vec<i64> = store::variants(tx, id)?.into_iter().map(|variant| variant.id).collect();
    let variant = enabled.into_iter().find(|variant| made.get(variant).is_some_and(fits));
    variant.ok_or_else(|| message::OPTIONS_UNKNOWN.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_indexed, refusal, seeded, statements, view, with};

    fn chosen(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(code, value)| ((*code).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn variant_is_found_by_sku_or_options() {
        let shop = seeded();
        let options = chosen(&[("bed_size", "180x200"), ("base_colour", "taupe"), ("leg", "square_dark_wood")]);
        let by_options = with(&shop, |tx| find_sellable_id(tx, "BED-LAC", &options));
        let by_sku = with(&shop, |tx| find_sellable_id(tx, "BED-LAC-180-TAU-SDW", &BTreeMap::new()));
        assert_eq!(by_options, by_sku);
        let find = |sku: &str, pairs: &[(&str, &str)]| refusal(&shop, |tx| find_sellable_id(tx, sku, &chosen(pairs)));
        assert_eq!(find("NO-SUCH", &[]), "cart.sku_unknown");
        assert_eq!(find("TOW-NID", &[("towel_size", "guest")]), "cart.options_unknown");
        let error =
            shop.write(|tx| find_sellable_id(tx, "BED-LAC", &chosen(&[("leg", "round_black")]))).expect_err("refused");
        let refusal = error.refusal().expect("a refusal");
        assert_eq!(refusal.message, message::SELECT_OPTION);
        assert_eq!(
            refusal.fields.keys().map(String::as_str).collect::<Vec<_>>(),
            ["options.base_colour", "options.bed_size"]
        );
        shop.execute_batch("UPDATE product SET enabled = 0 WHERE sku = 'TOW-GAN'").expect("switched off");
        assert_eq!(find("TOW-GAN", &[]), "cart.sku_unknown");
    }

    #[test]
    fn sellable_items_have_the_data_of_cart_lines() {
        let shop = seeded();
        let en = view(Lang::En, Currency::Gbp);
        let bed = with(&shop, |tx| find_sellable_id(tx, "BED-LAC-180-TAU-SDW", &BTreeMap::new()));
        let mat = with(&shop, |tx| find_sellable_id(tx, "BMA-LAC", &BTreeMap::new()));
        let kit = with(&shop, |tx| find_sellable_id(tx, "KIT-SPA", &BTreeMap::new()));
        let items = with(&shop, |tx| sellable(tx, &en, &[kit, 999_999, mat, bed]));
        assert_eq!(items.iter().map(|item| item.item_id).collect::<Vec<_>>(), [kit, mat, bed]);
        let [kit, mat, bed] = items.as_slice() else { panic!("three items") };
        assert_eq!(mat.price, Money::new(3400, Currency::Gbp));
        assert_eq!((mat.most(), mat.max_qty, mat.vat_class.as_str()), (8, Some(8), "standard"));
        assert!(mat.weight_g > 0);
        assert!(mat.ships_to("AE") && mat.ships_to("FR"));
        assert_eq!((bed.stock, bed.most(), bed.bed_terms, bed.promotion_category.as_str()), (3, 2, true, "beds"));
        assert!(bed.ships_to("FR") && !bed.ships_to("GB") && !bed.ships_to("CH"));
        assert_eq!(
            bed.options.iter().map(|o| o.label.as_str()).collect::<Vec<_>>(),
            ["180 × 200 cm", "Taupe", "Square, dark wood"]
        );
        assert!(bed.url.ends_with("?bed_size=180x200&base_colour=taupe&leg=square_dark_wood"), "{}", bed.url);
        assert_eq!((kit.kind, kit.stock, kit.availability), (Kind::Kit, 0, Availability::OutOfStock));
        assert_eq!(
            kit.parts.iter().filter(|part| !part.is_available()).map(|part| part.sku.as_str()).collect::<Vec<_>>(),
            ["BMA-BOI"]
        );
    }

    #[test]
    fn products_stand_for_what_can_be_ordered_of_them() {
        let shop = seeded();
        let en = view(Lang::En, Currency::Eur);
        let [towel, mat] = ["TOW-LAC", "BMA-LAC"].map(|sku| with(&shop, |tx| find_item_id(tx, sku)));
        let skus = || -> Vec<String> {
            with(&shop, |tx| sellable_of(tx, &en, &[towel, mat])).into_iter().map(|item| item.sku).collect()
        };
        let all = skus();
        assert_eq!(all.last().map(String::as_str), Some("BMA-LAC"));
        assert!(all.len() > 2 && all[..all.len() - 1].iter().all(|sku| sku.starts_with("TOW-LAC-")), "{all:?}");
        shop.execute_batch("UPDATE product SET enabled = 0 WHERE sku = 'TOW-LAC-BAT-WHI'").expect("switched off");
        assert_eq!(skus().len(), all.len() - 1);
        assert_indexed(&shop, |tx| sellable_of(tx, &en, &[towel, mat]));
    }

    #[test]
    fn kit_stock_follows_its_scarcest_part() {
        let shop = seeded();
        let id = with(&shop, |tx| find_sellable_id(tx, "KIT-BAIN", &BTreeMap::new()));
        with(&shop, |tx| crate::catalog::set_stock(tx, "TOW-LAC-BAT-WHI", 5));
        // Two bath towels per kit: five are enough for two kits.
        assert_eq!(with(&shop, |tx| sellable(tx, &view(Lang::En, Currency::Eur), &[id]))[0].stock, 2);
        shop.execute_batch("UPDATE product SET enabled = 0 WHERE sku = 'BMA-LAC'").expect("switched off");
        let kit = with(&shop, |tx| sellable(tx, &view(Lang::En, Currency::Eur), &[id])).remove(0);
        assert_eq!(kit.stock, 0);
        assert!(kit.parts.iter().any(|part| part.sku == "BMA-LAC" && !part.is_available() && !part.name.is_empty()));
    }

    #[test]
    fn number_of_statements_does_not_depend_on_cart_size() {
        let shop = seeded();
        let en = view(Lang::En, Currency::Eur);
        let ids: Vec<i64> = with(&shop, |tx| tx.all("SELECT id FROM product WHERE kind = 'variant' LIMIT 20", &[]));
        assert_indexed(&shop, |tx| sellable(tx, &en, &ids));
        let count = |ids: &[i64]| statements(&shop, |tx| sellable(tx, &en, ids)).len();
        assert!(count(&ids) <= count(&ids[..1]) + 1);
    }
}
