//! What setting prices does to the ledger; for calls and commands alike.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::DateTime;
use sha2::{Digest as _, Sha256};

use super::store;
use super::types::{PriceLine, SetArgs};
use crate::audit::By;
use crate::campaign::planning::local;
use crate::catalog::{self, Ledgers};
use crate::db::Tx;
use crate::domain::money::{Amount, Currency};
use crate::domain::price_ledger::{Ledger, LedgerRow, Offer};
use crate::domain::validate::readable_line;
use crate::error::{FieldMessages, Refusal, Result, check_fields, refuse};
use crate::message::{self, Message};
use crate::region::{self, Exchange};

/// Prices that can be set at a time.
pub const MOST_LINES: usize = 1_000;
/// Characters of a note.
const NOTE: usize = 200;
/// Cents.
const MOST_AMOUNT: i64 = 999_999_999;

/// A hash of all prices of an item, which changes with any of them.
pub fn version(ledgers: &Ledgers) -> String {
    let mut digest = Sha256::new();
    for (currency, ledger) in ledgers {
        digest.update(currency.code());
        for row in ledger.rows() {
            let minor = |amount: Option<Amount>| amount.map_or(-1, Amount::minor);
            let base = row.base();
            let numbers = [
                row.from.as_millisecond(),
                row.until.map_or(-1, |until| until.as_millisecond()),
                row.offer.amount.minor(),
                minor(row.offer.regular),
                base.amount.minor(),
                minor(base.regular),
                row.campaign().unwrap_or(-1),
            ];
            numbers.iter().for_each(|number| digest.update(number.to_le_bytes()));
        }
    }
    hex::encode(&digest.finalize()[..8])
}

/// A price that is set.
#[derive(Debug)]
pub struct Line {
    pub id: i64,
    pub sku: String,
    pub currency: Currency,
    pub offer: Offer,
    /// What would hold then without a campaign.
    pub before: Option<Offer>,
    /// Where another price is planned already.
    pub until: Option<Timestamp>,
    /// Whether it follows the price in EUR.
    pub follows: bool,
    /// The campaign that ends for the item.
    pub ends_campaign: Option<i64>,
    ledgers: [Ledger; 2],
}

impl Line {
    pub fn changes(&self) -> bool {
        self.before != Some(self.offer)
    }
}

/// What is set.
#[derive(Debug)]
pub struct Plan {
    pub from: Timestamp,
    pub lines: Vec<Line>,
}

/// What the prices would do, were they set now.
pub fn plan(tx: &mut dyn Tx, args: &SetArgs, now: Timestamp) -> Result<Plan> {
    if args.lines.is_empty() || args.lines.len() > MOST_LINES {
        return Err(refuse(message::PRICE_LINES.with("max", MOST_LINES)));
    }
    let now = whole(now)?;
    let mut fields = FieldMessages::new();
    let from = moment(args.from, now, &mut fields);
    let exchanges = region::exchanges(tx)?;
    let ids = find_items(tx, &args.lines)?;
    let known: Vec<i64> = ids.values().copied().collect();
    let ledgers = catalog::ledgers(tx, &known)?;
    let mut wanted: BTreeMap<(i64, Currency), (String, Offer, bool)> = BTreeMap::new();
    for line in &args.lines {
        let sku = sku_of(line);
        match checked(line, ids.get(&sku).copied(), &ledgers, &exchanges) {
            Ok((id, offer)) => {
                if wanted.insert((id, line.currency), (sku.clone(), offer, false)).is_some() {
                    fields.insert(format!("{sku} {}", line.currency), message::PRICE_TWICE.into());
                }
            }
            Err(why) => {
                fields.insert(format!("{sku} {}", line.currency), why);
            }
        }
    }
    check_fields(fields)?;
    if args.follow {
        follow(&mut wanted, &ledgers, &exchanges)?;
    }
    let order = |currency: Currency| exchanges.iter().position(|exchange| exchange.currency == currency);
    let mut lines = Vec::new();
    for ((id, currency), (sku, offer, follows)) in wanted {
        let before = ledgers.get(&id).and_then(|of| of.get(&currency)).cloned().unwrap_or_default();
        let mut after = before.clone();
        after.set(from, offer, now);
        let until = after.base_change(from, Timestamp::MAX).map(|(at, _)| at);
        let reduces = |ledger: &Ledger, campaign: i64| {
            ledger.rows().iter().filter(|row| row.campaign() == Some(campaign)).filter_map(|row| row.until).max()
        };
        let campaigns: BTreeSet<i64> = before.rows().iter().filter_map(LedgerRow::campaign).collect();
        let ends_campaign = campaigns.into_iter().find(|id| reduces(&before, *id) != reduces(&after, *id));
        lines.push(Line {
            id,
            sku,
            currency,
            offer,
            before: before.at(from).map(LedgerRow::base),
            until,
            follows,
            ends_campaign,
            ledgers: [before, after],
        });
    }
    lines.sort_by_key(|line| (line.sku.clone(), order(line.currency)));
    Ok(Plan { from, lines })
}

fn whole(moment: Timestamp) -> Result<Timestamp> {
    Ok(Timestamp::from_millisecond(moment.as_millisecond()).context("a moment")?)
}

fn moment(from: Option<DateTime>, now: Timestamp, fields: &mut FieldMessages) -> Timestamp {
    let Some(from) = from else { return now };
    let from = local("from", from, fields).unwrap_or(now);
    if from < now {
        fields.insert("from".into(), message::PRICE_TIME_PAST.into());
    }
    from
}

fn sku_of(line: &PriceLine) -> String {
    line.sku.trim().to_uppercase()
}

fn find_items(tx: &mut dyn Tx, lines: &[PriceLine]) -> Result<BTreeMap<String, i64>> {
    let skus: BTreeSet<String> = lines.iter().map(sku_of).collect();
    let mut ids = BTreeMap::new();
    for sku in skus {
        if let Some(id) = catalog::find_priced(tx, &sku)? {
            ids.insert(sku, id);
        }
    }
    Ok(ids)
}

fn checked(
    line: &PriceLine,
    id: Option<i64>,
    ledgers: &HashMap<i64, Ledgers>,
    exchanges: &[Exchange],
) -> std::result::Result<(i64, Offer), Message> {
    let id = id.ok_or_else(|| message::PRICE_SKU_UNKNOWN.with("sku", sku_of(line)))?;
    if !exchanges.iter().any(|exchange| exchange.currency == line.currency) {
        return Err(message::PRICE_CURRENCY_UNKNOWN.into());
    }
    let is_changed = || ledgers.get(&id).is_none_or(|of| version(of) != line.version);
    if !line.version.is_empty() && is_changed() {
        return Err(message::PRICE_CHANGED_MEANWHILE.into());
    }
    let is_amount = |amount: Amount| (1..=MOST_AMOUNT).contains(&amount.minor());
    if !is_amount(line.amount) {
        return Err(message::PRICE_AMOUNT_BAD.into());
    }
    if line.regular.is_some_and(|regular| regular <= line.amount || !is_amount(regular)) {
        return Err(message::PRICE_REGULAR_BAD.into());
    }
    Ok((id, Offer { amount: line.amount, regular: line.regular }))
}

/// Adds the other currencies of items whose price in EUR is set, at the shop's rates.
fn follow(
    wanted: &mut BTreeMap<(i64, Currency), (String, Offer, bool)>,
    ledgers: &HashMap<i64, Ledgers>,
    exchanges: &[Exchange],
) -> Result<()> {
    let leading: Vec<(i64, String, Offer)> = wanted
        .iter()
        .filter(|((_, currency), _)| *currency == Currency::Eur)
        .map(|((id, _), (sku, offer, _))| (*id, sku.clone(), *offer))
        .collect();
    for (id, sku, offer) in leading {
        for exchange in exchanges.iter().filter(|exchange| exchange.currency != Currency::Eur) {
            if wanted.contains_key(&(id, exchange.currency))
                || !ledgers.get(&id).is_some_and(|of| of.contains_key(&exchange.currency))
            {
                continue;
            }
            let amount = exchange.of_eur(offer.amount)?.amount();
            let regular = offer.regular.map(|regular| exchange.of_eur(regular)).transpose()?;
            // Rounding up to a step can make the two equal.
            let regular = regular.map(|regular| regular.amount()).filter(|regular| *regular > amount);
            wanted.insert((id, exchange.currency), (sku.clone(), Offer { amount, regular }, true));
        }
    }
    Ok(())
}

/// A note, which may be empty.
fn checked_note(text: &str) -> Result<String> {
    let text = readable_line(text);
    if text.chars().count() > NOTE {
        return Err(Refusal::of_field("note", message::ORDER_TEXT_TOO_LONG.with("max", NOTE)).into());
    }
    Ok(text)
}

/// Sets prices, all or none; answers what was done.
pub fn set(tx: &mut dyn Tx, by: &By, args: &SetArgs) -> Result<Plan> {
    let note = checked_note(&args.note)?;
    let plan = plan(tx, args, by.now)?;
    let now = whole(by.now)?;
    let mut ids = Vec::new();
    for line in plan.lines.iter().filter(|line| line.changes()) {
        let [before, after] = &line.ledgers;
        catalog::save_ledger(tx, line.id, line.currency, [before, after], now)?;
        store::save_change(tx, by, (line.id, line.currency), plan.from, Some(line.offer), &note)?;
        ids.push(line.id);
    }
    catalog::follow_prices(tx, &ids, now)?;
    Ok(plan)
}

/// Takes back a price that is planned; answers its item.
pub fn unset(
    tx: &mut dyn Tx,
    by: &By,
    sku: &str,
    currency: Currency,
    from: Timestamp,
    seen: Option<&str>,
    note: &str,
) -> Result<i64> {
    let note = checked_note(note)?;
    let id = find(tx, sku)?;
    let of = catalog::ledgers(tx, &[id])?.remove(&id).unwrap_or_default();
    if seen.is_some_and(|seen| seen != version(&of)) {
        return Err(refuse(message::PRICE_CHANGED_MEANWHILE));
    }
    let (now, from) = (whole(by.now)?, whole(from)?);
    let before = of.get(&currency).cloned().unwrap_or_default();
    let mut after = before.clone();
    if !after.unset(from, now) {
        return Err(refuse(message::PRICE_NOT_PLANNED));
    }
    catalog::save_ledger(tx, id, currency, [&before, &after], now)?;
    store::save_change(tx, by, (id, currency), from, None, &note)?;
    catalog::follow_prices(tx, &[id], now)?;
    Ok(id)
}

/// The item with this SKU that has prices of its own.
pub fn find(tx: &mut dyn Tx, sku: &str) -> Result<i64> {
    let sku = sku.trim().to_uppercase();
    let found = catalog::find_priced(tx, &sku)?;
    found.ok_or_else(|| refuse(message::PRICE_SKU_UNKNOWN.with("sku", sku)))
}
