//! Pick lists, packing slips and address labels as PDF.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context as _;
use serde::Serialize;

use super::calls::{Parcel, Parts, names, parcels, parts, shelves};
use super::labels;
use super::types::PaperKind;
use crate::call::View;
use crate::call_context::{Paper, PaperTexts};
use crate::catalog::types::ChosenOption;
use crate::catalog::{NamedItem, StockedItem};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::full_name::full_name;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::invoice::pdf;
use crate::invoice::sheet::{self, Sheet};
use crate::invoice::typeset::fonts;
use crate::invoice::words::Words;
use crate::order::{Address, PackedLine};
use crate::region::types::Country;
use crate::sort_key::sort_key;
use crate::{address, catalog, order, region, shipment};

/// All that papers need, from one snapshot.
pub(super) struct Gathered {
    pub parcels: Vec<Parcel>,
    /// Names in the reader's language.
    names: HashMap<i64, NamedItem>,
    /// What sets are made of, in the reader's language.
    parts: Parts,
    /// Where goods lie.
    shelves: HashMap<i64, String>,
    /// Countries, by language and id.
    countries: HashMap<(Lang, String), Country>,
    /// Carriers' names, by language and code.
    carriers: HashMap<(Lang, ShippingMethod), String>,
    /// Ids of the orders of which an earlier parcel has left.
    begun: HashSet<i64>,
}

/// `reader`: the language of whoever packs.
pub(super) fn gather(tx: &mut dyn Tx, reader: Lang, numbers: &[String]) -> Result<Gathered> {
    let orders = order::list_packable(tx, numbers)?;
    let parcels = parcels(tx, orders)?;
    let names = names(tx, reader, &parcels)?;
    let (parts, shelves) = (parts(tx, reader, &parcels)?, shelves(tx, &parcels)?);
    let ids: Vec<i64> = parcels.iter().map(|parcel| parcel.order.id).collect();
    let begun = shipment::shipped_of(tx, &ids)?.into_keys().map(|(order_id, _)| order_id).collect();
    let (mut countries, mut carriers) = (HashMap::new(), HashMap::new());
    for Parcel { order, .. } in &parcels {
        let lang = order.lang;
        if carriers.keys().all(|(of, _)| *of != lang) {
            countries
                .extend(region::countries(tx, lang)?.into_iter().map(|country| ((lang, country.id.clone()), country)));
        }
        if let Entry::Vacant(carrier) = carriers.entry((lang, order.shipping_method)) {
            carrier.insert(catalog::shipping_name(tx, lang, order.shipping_method)?);
        }
    }
    Ok(Gathered { parcels, names, parts, shelves, countries, carriers, begun })
}

impl Gathered {
    /// Where it goes; of what is collected, by whom.
    fn address(&self, parcel: &Parcel) -> Vec<String> {
        if parcel.order.shipping_method == ShippingMethod::Pickup {
            let Address { first_name, last_name, telephone, .. } = &parcel.address;
            return vec![full_name(first_name, last_name), telephone.clone()];
        }
        let country = self.countries.get(&(parcel.order.lang, parcel.address.country.clone()));
        address::printed(&parcel.address, country)
    }

    fn carrier(&self, parcel: &Parcel) -> String {
        let method = parcel.order.shipping_method;
        self.carriers.get(&(parcel.order.lang, method)).cloned().unwrap_or_else(|| method.code().to_owned())
    }
}

/// What the bundle makes texts of (`ui/src/mail/packingTexts.ts`).
#[derive(Debug, Serialize)]
struct PackingPaper {
    kind: &'static str,
    lang: Lang,
    brand: String,
    seller: Vec<String>,
    /// Of a slip; empty on a pick list.
    order_number: String,
    /// ISO 8601: when the order was placed, or the list printed.
    date: String,
    carrier: String,
    delivery: Vec<String>,
    /// Of a slip: its customer collects it.
    is_collected: bool,
    /// Of a slip: parcels with other lines or pieces of the order have left before.
    is_rest: bool,
    /// Of a slip: numbers of linked orders that are packed at the same time.
    along: Vec<String>,
    /// Orders on a pick list.
    orders: usize,
    lines: Vec<PaperLine>,
}

#[derive(Debug, Serialize)]
struct PaperLine {
    sku: String,
    name: String,
    options: String,
    /// On a pick list: where it lies; empty: not known.
    shelf: String,
    qty: u32,
    /// On a pick list: the orders that it is for, with their quantities.
    orders: Vec<(String, u32)>,
}

/// Prints papers of one kind: the name of a file, and its bytes. Pages keep their sizes where several kinds are in one file.
pub(super) async fn print(
    texts: &PaperTexts,
    view: &View,
    gathered: Gathered,
    kind: PaperKind,
) -> Result<(String, Vec<u8>)> {
    let config = Arc::clone(&view.config);
    let (now, lang) = (view.now, view.lang());
    let day = in_shop_zone(now).date().to_string();
    let (slips, labels) = kind.parts();
    let mut papers: Vec<Words> = Vec::new();
    if slips {
        papers.push(texts.write(Paper::Packing, &pick_list(&config, lang, &gathered, &day)).await?);
        for parcel in &gathered.parcels {
            papers.push(texts.write(Paper::Packing, &slip(&config, &gathered, parcel)?).await?);
        }
    }
    let sender: Option<(Words, bool)> = match labels {
        Some(on_a4) => {
            let words = texts.write(Paper::Packing, &of_house("labels", &config, lang, &gathered, &day)).await?;
            Some((words, on_a4))
        }
        None => None,
    };
    let addresses: Vec<labels::Label> = gathered
        .parcels
        .iter()
        .map(|parcel| labels::Label {
            to: gathered.address(parcel),
            number: parcel.order.number.clone(),
            carrier: gathered.carrier(parcel),
        })
        .collect();
    let author = config.company.name.clone();
    let bytes = tokio::task::spawn_blocking(move || {
        let mut all = Sheet::default();
        for words in &papers {
            all.append(sheet::lay_out_slip(fonts()?, words));
        }
        if let Some((words, on_a4)) = &sender {
            all.append(labels::lay_out(fonts()?, words, &addresses, *on_a4));
        }
        let first = papers.first().or(sender.as_ref().map(|(words, _)| words)).context("a file of no papers")?;
        pdf::render_papers(&all, first, lang, &author, &now.to_string())
    });
    let bytes = bytes.await.map_err(anyhow::Error::from)??;
    let name = if slips { "packing" } else { "labels" };
    Ok((format!("{name}-{day}.pdf"), bytes))
}

fn seller(config: &Config) -> Vec<String> {
    [std::slice::from_ref(&config.company.name), &config.company.address].concat()
}

fn slip(config: &Config, gathered: &Gathered, parcel: &Parcel) -> Result<PackingPaper> {
    let placed = order::moment(parcel.order.created_at)?;
    let lines = parcel.lines.iter().map(|line| PaperLine {
        sku: line.sku.clone(),
        name: line.name.clone(),
        options: ChosenOption::labels(&line.options),
        shelf: String::new(),
        qty: line.qty,
        orders: Vec::new(),
    });
    Ok(PackingPaper {
        kind: "slip",
        lang: parcel.order.lang,
        brand: config.brand.name.clone(),
        seller: [seller(config), vec![config.company.phone.clone(), config.company.email.clone()]].concat(),
        order_number: parcel.order.number.clone(),
        date: in_shop_zone(placed).date().to_string(),
        carrier: gathered.carrier(parcel),
        delivery: gathered.address(parcel),
        is_collected: parcel.order.shipping_method == ShippingMethod::Pickup,
        is_rest: gathered.begun.contains(&parcel.order.id),
        along: parcel.along.clone(),
        orders: 1,
        lines: lines.collect(),
    })
}

/// By what shelves are passed: `A 2` before `A 10`, and what lies nowhere in particular at the end.
fn walk(shelf: &str) -> (bool, Vec<(String, u64)>) {
    let mut steps = Vec::new();
    let mut rest = shelf;
    while !rest.is_empty() {
        let (words, numbers) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
        let (number, after) = numbers.split_at(numbers.find(|c: char| !c.is_ascii_digit()).unwrap_or(numbers.len()));
        // None, or one of twenty digits, which stands behind the others.
        let number = if number.is_empty() { 0 } else { number.parse().unwrap_or(u64::MAX) };
        steps.push((sort_key(words), number));
        rest = after;
    }
    (shelf.is_empty(), steps)
}

/// What is fetched for a line: itself, or the parts of a set, which lie apart.
fn fetched(gathered: &Gathered, parcel: &Parcel, line: &PackedLine) -> Vec<PaperLine> {
    let shelf = |id: i64| gathered.shelves.get(&id).cloned().unwrap_or_default();
    let made_of = parcel.parts.get(&line.position);
    let parts: Option<Vec<PaperLine>> = made_of
        .into_iter()
        .flatten()
        .map(|(id, each)| {
            let StockedItem { sku, name, .. } = gathered.parts.get(id)?;
            let (sku, name, qty) = (sku.clone(), name.clone(), each * line.qty);
            Some(PaperLine { sku, name, options: String::new(), shelf: shelf(*id), qty, orders: Vec::new() })
        })
        .collect();
    if let Some(parts) = parts.filter(|parts| !parts.is_empty()) {
        return parts;
    }
    let item = line.product_id.and_then(|id| gathered.names.get(&id));
    let (name, options) = item.map_or((&line.name, &line.options), |item| (&item.name, &item.options));
    vec![PaperLine {
        sku: line.sku.clone(),
        name: name.clone(),
        options: ChosenOption::labels(options),
        shelf: line.product_id.map(shelf).unwrap_or_default(),
        qty: line.qty,
        orders: Vec::new(),
    }]
}

/// Everything to be fetched, by shelf and SKU: one walk through the house.
fn pick_list(config: &Config, lang: Lang, gathered: &Gathered, day: &str) -> PackingPaper {
    let mut lines: BTreeMap<String, PaperLine> = BTreeMap::new();
    for parcel in &gathered.parcels {
        // A towel may be ordered by itself and in a set: the order is named once.
        let mut of_order: BTreeMap<String, u32> = BTreeMap::new();
        for line in parcel.lines.iter().flat_map(|line| fetched(gathered, parcel, line)) {
            *of_order.entry(line.sku.clone()).or_default() += line.qty;
            lines.entry(line.sku.clone()).or_insert(PaperLine { qty: 0, ..line });
        }
        for (sku, qty) in of_order {
            if let Some(line) = lines.get_mut(&sku) {
                line.qty += qty;
                line.orders.push((parcel.order.number.clone(), qty));
            }
        }
    }
    let mut lines: Vec<PaperLine> = lines.into_values().collect();
    lines.sort_by_cached_key(|line| walk(&line.shelf));
    PackingPaper { lines, ..of_house("pick_list", config, lang, gathered, day) }
}

/// A paper about all orders, for whoever packs: of address labels the heading that readers of the file see, and the sender.
fn of_house(kind: &'static str, config: &Config, lang: Lang, gathered: &Gathered, day: &str) -> PackingPaper {
    PackingPaper {
        kind,
        lang,
        brand: config.brand.name.clone(),
        seller: seller(config),
        order_number: String::new(),
        date: day.to_owned(),
        carrier: String::new(),
        delivery: Vec::new(),
        is_collected: false,
        is_rest: false,
        along: Vec::new(),
        orders: gathered.parcels.len(),
        lines: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::walk;

    #[test]
    fn shelves_are_passed_as_they_stand() {
        let mut shelves = ["", "B 1", "A 10", "a 2", "A2b", "Cellar", "12", "3", "A 99999999999999999999"];
        shelves.sort_by_cached_key(|shelf| walk(shelf));
        assert_eq!(shelves, ["3", "12", "a 2", "A2b", "A 10", "A 99999999999999999999", "B 1", "Cellar", ""]);
    }
}
