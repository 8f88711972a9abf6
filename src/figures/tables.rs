//! Each table, column by column.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;

use super::journal::{Book, Entry};
use super::sums::{self, OfPeriod};
use super::types::{Cell, Column, Format, MissingRate, Span, Table, TableKind};
use super::words::Words;
use crate::call::View;
use crate::config::{Accounting, Config};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency, Money};
use crate::domain::store_view::{Lang, is_eu};
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::invoice;
use crate::invoice::sums::{self as invoiced, VatSum};
use crate::order::SURCHARGE_SKU;
use crate::sort_key::sort_key;
use crate::tariff::ecb;
use crate::{catalog, loyalty, order, payment, region, shipment};

/// Documents that are read at a time.
const PORTION: i64 = 1_000;

/// A table in the making.
struct Draft<'w> {
    words: &'w Words,
    columns: Vec<Column>,
    /// Columns that have a sum.
    summed: Vec<bool>,
    rows: Vec<Vec<Cell>>,
}

impl<'w> Draft<'w> {
    fn new(words: &'w Words) -> Draft<'w> {
        Draft { words, columns: Vec::new(), summed: Vec::new(), rows: Vec::new() }
    }

    fn column(mut self, key: &str, format: Format) -> Self {
        self.columns.push(self.words.column(key, format));
        self.summed.push(false);
        self
    }

    fn summed(mut self, key: &str, format: Format) -> Self {
        self = self.column(key, format);
        if let Some(last) = self.summed.last_mut() {
            *last = true;
        }
        self
    }

    fn totals(&self) -> Vec<Cell> {
        if self.rows.is_empty() || !self.summed.contains(&true) {
            return Vec::new();
        }
        let sum = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            let mut sum = Cell::None;
            for cell in cells {
                sum = match (&sum, cell) {
                    (Cell::None, Cell::Count(_) | Cell::Amount(_)) => cell.clone(),
                    (Cell::Count(sum), Cell::Count(more)) => Cell::Count(sum + more),
                    (Cell::Amount(sum), Cell::Amount(more)) => {
                        Cell::Amount(Amount::from_minor(sum.minor() + more.minor()))
                    }
                    _ => sum,
                };
            }
            sum
        };
        (0..self.columns.len()).map(|at| if self.summed[at] { sum(at) } else { Cell::None }).collect()
    }

    fn table(self, kind: TableKind, span: Span) -> Table {
        let totals = self.totals();
        let count = self.rows.len();
        Table {
            kind,
            name: self.words.table(kind),
            span,
            columns: self.columns,
            rows: self.rows,
            totals,
            count,
            missing_rates: Vec::new(),
        }
    }
}

fn amount(minor: i64) -> Cell {
    Cell::Amount(Amount::from_minor(minor))
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

/// A share in percent, with one decimal; none of nothing.
fn share(part: i64, whole: i64) -> Cell {
    if whole <= 0 {
        return Cell::None;
    }
    let share = Decimal::from(part) * Decimal::ONE_HUNDRED / Decimal::from(whole);
    text(share.round_dp(1).normalize().to_string())
}

/// The days or months of a span.
fn period_format(span: Span) -> Format {
    if span.is_by_month() { Format::Month } else { Format::Day }
}

/// Makes a table of all rows.
pub fn make(tx: &mut dyn Tx, view: &View, words: &Words, kind: TableKind, span: Span) -> Result<Table> {
    let lang = view.lang();
    match kind {
        TableKind::Revenue => revenue(tx, words, span),
        TableKind::Products => products(tx, lang, words, span),
        TableKind::Returns => returns(tx, lang, words, span),
        TableKind::Visits => visits(tx, words, span),
        TableKind::Vat => vat(tx, lang, words, span),
        TableKind::Oss => oss(tx, lang, &view.config, words, Span::quarter_of(span.to)),
        TableKind::Points => points(tx, words, span),
        TableKind::Payments => payments(tx, words, span),
        TableKind::Documents => documents(tx, words, span),
    }
}

fn revenue(tx: &mut dyn Tx, words: &Words, span: Span) -> Result<Table> {
    let mut draft = Draft::new(words)
        .column("period", period_format(span))
        .summed("orders", Format::Count)
        .summed("pieces", Format::Count)
        .summed("ordered", Format::Amount)
        .summed("gross", Format::Amount)
        .summed("net", Format::Amount)
        .summed("tax", Format::Amount)
        .summed("credited", Format::Amount);
    for (period, of) in sums::by_period(tx, span)? {
        let gross = of.gross();
        let OfPeriod { placed, net, tax, credited, .. } = of;
        draft.rows.push(vec![
            text(period),
            Cell::Count(placed.orders),
            Cell::Count(placed.pieces),
            Cell::Amount(placed.revenue.amount()),
            amount(gross),
            amount(net),
            amount(tax),
            amount(credited),
        ]);
    }
    Ok(draft.table(TableKind::Revenue, span))
}

fn products(tx: &mut dyn Tx, lang: Lang, words: &Words, span: Span) -> Result<Table> {
    let mut items = invoiced::by_item(tx, span.from, span.to)?;
    // Shipping is no product, by whatever document it is charged.
    items.retain(|item| !item.sku.starts_with(SURCHARGE_SKU));
    let skus: Vec<String> = items.iter().map(|item| item.sku.clone()).collect();
    let mut names = catalog::names_of_skus(tx, lang, &skus)?;
    let mut draft = Draft::new(words)
        .column("sku", Format::Text)
        .column("name", Format::Text)
        .summed("sold", Format::Count)
        .summed("net", Format::Amount)
        .summed("gross", Format::Amount);
    for item in items {
        let name = names.remove(&item.sku).unwrap_or(item.name);
        draft.rows.push(vec![text(item.sku), text(name), Cell::Count(item.qty), amount(item.net), amount(item.gross)]);
    }
    Ok(draft.table(TableKind::Products, span))
}

fn returns(tx: &mut dyn Tx, lang: Lang, words: &Words, span: Span) -> Result<Table> {
    let (from, until) = span.moments();
    let items = shipment::returned_items(tx, from, until)?;
    let skus: Vec<String> = items.iter().map(|(sku, ..)| sku.clone()).collect();
    let mut names = catalog::names_of_skus(tx, lang, &skus)?;
    let mut draft = Draft::new(words)
        .column("sku", Format::Text)
        .column("name", Format::Text)
        .summed("returned", Format::Count)
        .summed("restocked", Format::Count);
    for (sku, name, returned, restocked) in items {
        let name = names.remove(&sku).unwrap_or(name);
        draft.rows.push(vec![text(sku), text(name), Cell::Count(returned), Cell::Count(restocked)]);
    }
    Ok(draft.table(TableKind::Returns, span))
}

fn visits(tx: &mut dyn Tx, words: &Words, span: Span) -> Result<Table> {
    let mut draft = Draft::new(words)
        .column("period", period_format(span))
        .summed("visits", Format::Count)
        .summed("bags", Format::Count)
        .summed("checkouts", Format::Count)
        .summed("orders", Format::Count)
        .column("conversion", Format::Percent);
    let (mut all_visits, mut counted) = (0, 0);
    for (period, of) in sums::by_period(tx, span)? {
        let orders = of.placed.orders;
        all_visits += of.visits;
        counted += of.counted_orders;
        draft.rows.push(vec![
            text(period),
            Cell::Count(of.visits),
            Cell::Count(of.bags),
            Cell::Count(of.checkouts),
            Cell::Count(orders),
            share(of.counted_orders, of.visits),
        ]);
    }
    let mut table = draft.table(TableKind::Visits, span);
    if let Some(last) = table.totals.last_mut() {
        *last = share(counted, all_visits);
    }
    Ok(table)
}

/// The name of a country; its code where the shop does not know it.
fn country(names: &BTreeMap<String, String>, code: &str) -> Cell {
    text(names.get(code).cloned().unwrap_or_else(|| code.to_owned()))
}

fn country_names(tx: &mut dyn Tx, lang: Lang) -> Result<BTreeMap<String, String>> {
    Ok(region::country_names(tx, lang)?.into_iter().collect())
}

fn vat(tx: &mut dyn Tx, lang: Lang, words: &Words, span: Span) -> Result<Table> {
    let names = country_names(tx, lang)?;
    // In the order of the names.
    let mut sums: BTreeMap<(String, String, Decimal), (i64, i64)> = BTreeMap::new();
    for row in invoiced::by_rate(tx, (span.from, span.to), Date::MIN)? {
        let name = names.get(&row.country).unwrap_or(&row.country);
        let key = (sort_key(name), row.country, row.rate.parse().unwrap_or_default());
        let sum = sums.entry(key).or_default();
        sum.0 += row.net_eur;
        sum.1 += row.tax_eur;
    }
    let mut draft = Draft::new(words)
        .column("country", Format::Text)
        .column("rate", Format::Percent)
        .summed("net", Format::Amount)
        .summed("tax", Format::Amount)
        .summed("gross", Format::Amount);
    for ((_, code, rate), (net, tax)) in sums {
        draft.rows.push(vec![
            country(&names, &code),
            text(rate.normalize().to_string()),
            amount(net),
            amount(tax),
            amount(net + tax),
        ]);
    }
    Ok(draft.table(TableKind::Vat, span))
}

/// Supplies to other member states in a quarter, and corrections of earlier ones, which a return names by their quarter and
/// member state (Directive 2006/112/EC art. 369g(4)). What was ordered in another currency is converted at the European Central Bank's
/// rate of the quarter's last day, else of the next on which it was published (art. 369h(2)); a correction at that of its own quarter,
/// by which the supply was declared. Where nobody has entered the rate, the amounts in EUR are left open, and so are the sums.
fn oss(tx: &mut dyn Tx, lang: Lang, config: &Config, words: &Words, quarter: Span) -> Result<Table> {
    let names = country_names(tx, lang)?;
    let mut sums: BTreeMap<(String, String, Decimal, Currency), [i64; 4]> = BTreeMap::new();
    for row in invoiced::by_rate(tx, (quarter.from, quarter.to), quarter.from)? {
        if row.country == config.company.country || !is_eu(&row.country) {
            continue;
        }
        let VatSum { country, rate, currency, net, tax, net_eur, tax_eur, corrects } = row;
        // Corrections come after the supplies of the quarter.
        let of = if corrects.is_empty() { String::new() } else { quarter_name(&corrects) };
        let sum = sums.entry((of, country, rate.parse().unwrap_or_default(), currency)).or_default();
        for (sum, more) in sum.iter_mut().zip([net, tax, net_eur, tax_eur]) {
            *sum += more;
        }
    }
    let mut draft = Draft::new(words)
        .column("oss_kind", Format::Text)
        .column("quarter", Format::Text)
        .column("country_code", Format::Text)
        .column("country", Format::Text)
        .column("rate", Format::Percent)
        .summed("net_eur", Format::Amount)
        .summed("tax_eur", Format::Amount);
    // What an invoice in another's place has not changed leaves nothing to declare.
    sums.retain(|_, sums| *sums != [0; 4]);
    let has_others = sums.keys().any(|(.., currency)| *currency != Currency::Eur);
    if has_others {
        draft = draft
            .column("currency", Format::Text)
            .column("net_own", Format::Amount)
            .column("tax_own", Format::Amount)
            .column("ecb_rate", Format::Text)
            .column("ecb_day", Format::Day);
    }
    let this = quarter_name(&quarter.from.to_string());
    let rates: BTreeMap<(Date, Currency), Decimal> =
        region::ecb_rates(tx, Date::MIN, Date::MAX)?.into_iter().map(|(day, of, rate)| ((day, of), rate)).collect();
    let mut missing = BTreeSet::new();
    for ((of, code, rate, currency), [net, tax, net_eur, tax_eur]) in sums {
        let kind = if of.is_empty() { "supply" } else { "correction" };
        let of = if of.is_empty() { this.clone() } else { of };
        let (eur, by) = if currency == Currency::Eur {
            ([amount(net_eur), amount(tax_eur)], [Cell::None, Cell::None])
        } else {
            let end = ecb::quarter_end(&of).with_context(|| format!("quarter {of}"))?;
            let day = ecb::rate_day(end);
            match rates.get(&(day, currency)) {
                Some(rate) => {
                    let eur = [in_euros(net, currency, *rate)?, in_euros(tax, currency, *rate)?];
                    (eur, [text(rate.normalize().to_string()), text(day.to_string())])
                }
                None => {
                    missing.insert(MissingRate { quarter: of.clone(), day, currency });
                    ([Cell::None, Cell::None], [words.code("oss", "rate_missing"), text(day.to_string())])
                }
            }
        };
        let mut row = vec![
            words.code("oss", kind),
            text(of),
            text(code.as_str()),
            country(&names, &code),
            text(rate.normalize().to_string()),
        ];
        row.extend(eur);
        if has_others {
            row.extend([text(currency.code()), amount(net), amount(tax)]);
            row.extend(by);
        }
        draft.rows.push(row);
    }
    let mut table = draft.table(TableKind::Oss, quarter);
    if !missing.is_empty() {
        // A sum of what is known would be taken for the whole.
        table.totals.fill(Cell::None);
    }
    table.missing_rates = missing.into_iter().collect();
    Ok(table)
}

/// Minor units of a currency at units for one euro, rounded to cents.
fn in_euros(minor: i64, currency: Currency, rate: Decimal) -> Result<Cell> {
    Ok(Cell::Amount(Money::rounded(Money::new(minor, currency).decimal() / rate, Currency::Eur)?.amount()))
}

/// `2026-Q3` of `2026-09` or `2026-09-12`.
fn quarter_name(day: &str) -> String {
    let (year, month) = (day.get(..4).unwrap_or_default(), day.get(5..7).unwrap_or_default());
    let quarter = month.parse::<u8>().map_or(0, |month| month.div_ceil(3));
    format!("{year}-Q{quarter}")
}

fn points(tx: &mut dyn Tx, words: &Words, span: Span) -> Result<Table> {
    let (from, until) = span.moments();
    let mut owed = loyalty::points_before(tx, from)?;
    let mut periods: BTreeMap<String, (i64, i64)> = span.periods().into_iter().map(|period| (period, (0, 0))).collect();
    for (quarter, earned, taken) in loyalty::points_through(tx, from, until)? {
        let of = periods.entry(span.period_of(in_shop_zone(quarter).date())).or_default();
        of.0 += earned;
        of.1 += taken;
    }
    let mut draft = Draft::new(words)
        .column("period", period_format(span))
        .summed("earned", Format::Count)
        .summed("taken_back", Format::Count)
        .column("owed", Format::Count);
    for (period, (earned, taken)) in periods {
        owed += earned - taken;
        draft.rows.push(vec![text(period), Cell::Count(earned), Cell::Count(taken), Cell::Count(owed)]);
    }
    Ok(draft.table(TableKind::Points, span))
}

fn payments(tx: &mut dyn Tx, words: &Words, span: Span) -> Result<Table> {
    let (from, until) = span.moments();
    let movements = payment::list_movements(tx, from, until)?;
    let ids: Vec<i64> = movements.iter().map(|movement| movement.order_id).collect();
    let orders = order::numbers_and_rates(tx, &ids)?;
    let mut draft = Draft::new(words)
        .column("day", Format::Day)
        .column("value_date", Format::Day)
        .column("movement", Format::Text)
        .column("order", Format::Text)
        .column("method", Format::Text)
        .column("reference", Format::Text)
        .column("amount", Format::Amount)
        .column("currency", Format::Text)
        .summed("amount_eur", Format::Amount);
    for movement in movements {
        let Some((number, rate)) = orders.get(&movement.order_id) else { continue };
        let money = Money::new(movement.amount, movement.currency);
        draft.rows.push(vec![
            text(in_shop_zone(order::moment(movement.at)?).date().to_string()),
            if movement.value_date.is_empty() { Cell::None } else { text(movement.value_date.as_str()) },
            words.code("movement", movement.kind.code()),
            text(number.as_str()),
            words.code("method", &movement.method),
            text(movement.reference),
            Cell::Amount(money.amount()),
            text(movement.currency.code()),
            amount(invoiced::in_cents(money, *rate)?),
        ]);
    }
    Ok(draft.table(TableKind::Payments, span))
}

fn documents(tx: &mut dyn Tx, words: &Words, span: Span) -> Result<Table> {
    let (from, until) = span.moments();
    let mut draft = Draft::new(words)
        .column("document", Format::Text)
        .column("number", Format::Text)
        .column("day", Format::Day)
        .column("order", Format::Text)
        .column("net", Format::Amount)
        .column("tax", Format::Amount)
        .column("gross", Format::Amount)
        .column("currency", Format::Text);
    let mut filter =
        invoice::Filter { from: Some(from), until: Some(until), limit: PORTION, ..invoice::Filter::default() };
    loop {
        let portion = invoice::list(tx, &filter)?;
        let Some(last) = portion.last() else { break };
        filter.after = last.id;
        for listed in portion {
            let sign = listed.kind.sign();
            let issued: Timestamp = order::moment(listed.issued_at)?;
            draft.rows.push(vec![
                words.code("document", listed.kind.code()),
                text(listed.number),
                text(in_shop_zone(issued).date().to_string()),
                text(listed.order_number),
                amount(sign * (listed.total - listed.tax_amount)),
                amount(sign * listed.tax_amount),
                amount(sign * listed.total),
                text(listed.currency.code()),
            ]);
        }
    }
    Ok(draft.table(TableKind::Documents, span))
}

/// The journal of a span: a row for each line of an entry.
pub fn journal(entries: &[Entry], accounting: &Accounting, words: &Words, span: Span) -> Table {
    let mut draft = Draft::new(words)
        .column("day", Format::Day)
        .column("journal", Format::Text)
        .column("number", Format::Text)
        .column("order", Format::Text)
        .column("account", Format::Text)
        .column("account_name", Format::Text)
        .column("rate", Format::Percent)
        .summed("debit", Format::Amount)
        .summed("credit", Format::Amount);
    for entry in entries {
        let book = match entry.book {
            Book::Sales => "sales",
            Book::Money => "money",
        };
        for line in &entry.lines {
            let (debit, credit) = if line.amount > 0 { (line.amount, 0) } else { (0, -line.amount) };
            draft.rows.push(vec![
                text(entry.date.to_string()),
                words.code("journal", book),
                text(entry.number.as_str()),
                text(entry.order_number.as_str()),
                text(line.account.number(accounting)),
                words.code("account", line.account.code()),
                line.rate.map_or(Cell::None, |rate| text(rate.to_string())),
                amount(debit),
                amount(credit),
            ]);
        }
    }
    draft.table(TableKind::Documents, span)
}
