//! `shop campaign`: goods that are reduced for a time.

use anyhow::{anyhow, bail};
use clap::Subcommand;
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::Serialize;
use serde_json::json;

use super::shop::{self, Shop, one_line};
use super::table::{Output, moment};
use crate::audit::{self, By};
use crate::campaign::types::{CampaignForm, CampaignState, ChosenItem, LeftOutReason, PlannedPrice, ReductionKind};
use crate::campaign::{self, Stored, planning};
use crate::catalog::{self, PricedOf};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::reduction::Ending;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::order;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List campaigns, the latest begin first
    List,
    /// Show a campaign with its goods
    Show {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Create a draft, which reduces nothing until it is scheduled
    Create {
        /// For the house; shoppers do not see it
        #[arg(value_parser = one_line)]
        name: String,
        #[command(flatten)]
        terms: Terms,
    },
    /// Change what is named of a draft
    Change {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
        #[arg(long, value_parser = one_line)]
        name: Option<String>,
        #[command(flatten)]
        terms: Terms,
    },
    /// Print what a campaign would make of each item, and what it leaves out; changes nothing
    Plan {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Schedule a draft: its prices take force at their time
    Schedule {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Make a campaign that has not begun a draft again
    Unschedule {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Let a planned or running campaign end later, or earlier, on the shop's clocks
    Extend {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
        /// When it has ended, e.g. 2026-12-01T00:00
        #[arg(long, value_name = "TIME", value_parser = super::clock_time)]
        ends: DateTime,
    },
    /// End a campaign now, or before it begins; the prices that would have been without it hold again
    CallOff {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
    /// Remove a draft
    Remove {
        #[arg(value_parser = super::count, allow_negative_numbers = true)]
        id: i64,
    },
}

#[derive(Debug, clap::Args)]
struct Terms {
    /// When it begins on the shop's clocks, e.g. 2026-11-28T09:00
    #[arg(long, value_name = "TIME", value_parser = super::clock_time)]
    begins: Option<DateTime>,
    /// When it has ended, e.g. 2026-11-30T00:00
    #[arg(long, value_name = "TIME", value_parser = super::clock_time)]
    ends: Option<DateTime>,
    /// Reduce by this percentage, e.g. 20
    #[arg(long, group = "reduction", value_parser = percent)]
    percent: Option<Percent>,
    /// Reduce by this amount in EUR, e.g. 5.00; in other currencies by what it is at the shop's rates
    #[arg(long, group = "reduction", value_parser = super::amount)]
    amount: Option<Amount>,
    /// An item with its own reduced price in EUR, e.g. TOW-GAN=14.00; may be given several times
    #[arg(long = "price", group = "reduction", value_name = "SKU=AMOUNT", value_parser = own_price)]
    prices: Vec<ChosenItem>,
    /// What reduced prices end in; they are rounded down to it
    #[arg(long, value_enum)]
    ending: Option<Ending>,
    /// Goods of a category with all below it, by its key as in categories.csv; may be given several times
    #[arg(long = "category", value_name = "KEY")]
    categories: Vec<String>,
    /// A product, variant or kit; may be given several times
    #[arg(long = "sku", value_name = "SKU")]
    skus: Vec<String>,
}

fn percent(text: &str) -> std::result::Result<Percent, String> {
    text.parse().map_err(|_| "give a percentage, e.g. 20".to_owned())
}

fn own_price(text: &str) -> std::result::Result<ChosenItem, String> {
    let (sku, price) = text.split_once('=').ok_or("give a SKU and its price, e.g. TOW-GAN=14.00")?;
    Ok(ChosenItem { sku: sku.to_owned(), price: Some(super::amount(price)?) })
}

/// A campaign as it is listed.
#[derive(Debug, Serialize)]
struct Listed {
    id: i64,
    name: String,
    state: CampaignState,
    begins_at: Timestamp,
    ends_at: Timestamp,
    /// On the shop's clocks.
    begins: DateTime,
    ends: DateTime,
    reduction: String,
    ending: Ending,
    version: i64,
}

fn listed(of: Stored, now: Timestamp) -> Listed {
    let reduction = match of.terms.kind {
        ReductionKind::Percent => format!("{} %", of.terms.percent()),
        ReductionKind::Amount => format!("{} EUR", of.terms.amount()),
        ReductionKind::Price => "own prices".to_owned(),
    };
    Listed {
        id: of.id,
        state: of.state(now),
        begins: in_shop_zone(of.terms.begins_at).datetime(),
        ends: in_shop_zone(of.terms.ends_at).datetime(),
        begins_at: of.terms.begins_at,
        ends_at: of.terms.ends_at,
        reduction,
        ending: of.terms.ending,
        version: of.version,
        name: of.terms.name,
    }
}

const fn state(state: CampaignState) -> &'static str {
    match state {
        CampaignState::Draft => "draft",
        CampaignState::Planned => "planned",
        CampaignState::Running => "running",
        CampaignState::Ended => "ended",
        CampaignState::CalledOff => "called off",
    }
}

/// An item that a plan reduces.
#[derive(Debug, Serialize)]
struct Reduced {
    sku: String,
    name: String,
    prices: Vec<PlannedPrice>,
}

#[derive(Debug, Serialize)]
struct LeftOut {
    sku: String,
    name: String,
    why: LeftOutReason,
    campaign: Option<String>,
}

pub fn run(config: Config, args: Args) -> anyhow::Result<()> {
    let out = args.output;
    let shop = Shop::open(config)?;
    match args.command {
        Command::List => {
            let now = shop::now()?;
            let found = shop.read(|tx| campaign::list(tx, None, None, now, shop::LINES + 1))?;
            let rows: Vec<Listed> = found.into_iter().map(|of| listed(of, now)).collect();
            let more = |_: &Listed| "`--json` lists as many; older ones stand in the console".to_owned();
            out.part(rows, shop::LINES, more, &["id", "state", "begins", "ends", "reduction", "name"], |row| {
                vec![
                    row.id.to_string(),
                    state(row.state).to_owned(),
                    moment(row.begins_at.as_millisecond()),
                    moment(row.ends_at.as_millisecond()),
                    row.reduction.clone(),
                    row.name.clone(),
                ]
            })
        }
        Command::Show { id } => show(&shop, out, id),
        Command::Create { name, terms } => {
            let id = shop.write("campaign create", |tx, command| {
                let form = form(tx, name, terms, None)?;
                let (id, _) = planning::save(tx, &by(command), None, &form)?;
                Ok((id, campaign::change(tx, id, None)?))
            })?;
            out.done(
                &json!({ "id": id }),
                &format!("campaign {id} is a draft; `shop campaign plan {id}` prints what it does"),
            )
        }
        Command::Change { id, name, terms } => {
            shop.write("campaign change", |tx, command| {
                let found = find(tx, id)?;
                let before = campaign::change(tx, id, None)?.after;
                let form = form(tx, name.unwrap_or_else(|| found.terms.name.clone()), terms, Some(&found))?;
                planning::save(tx, &by(command), Some((id, found.version)), &form)?;
                Ok(((), campaign::change(tx, id, before)?))
            })?;
            out.done(&json!({ "id": id }), &format!("campaign {id} is changed"))
        }
        Command::Plan { id } => plan(&shop, out, id),
        Command::Schedule { id } => {
            let plan = shop.write("campaign schedule", |tx, command| {
                let found = find(tx, id)?;
                let (_, plan) = planning::schedule(tx, &by(command), id, found.version, |_| true)?;
                let change = campaign::scheduled(id, &plan);
                Ok((plan, change))
            })?;
            let told = json!({ "id": id, "reduced": plan.reduced.len(), "left_out": plan.left_out.len() });
            let text = format!(
                "campaign {id} reduces {} items from {} and leaves out {}",
                plan.reduced.len(),
                moment(plan.begins_at.as_millisecond()),
                plan.left_out.len()
            );
            out.done(&told, &text)
        }
        Command::Unschedule { id } => {
            end(&shop, "campaign unschedule", id, planning::unschedule, "draft")?;
            out.done(&json!({ "id": id }), &format!("campaign {id} is a draft again"))
        }
        Command::Extend { id, ends } => {
            let after = shop.write("campaign extend", |tx, command| {
                let found = find(tx, id)?;
                let (before, after) = planning::move_end(tx, &by(command), id, found.version, ends)?;
                let change = campaign::end_moved(&before, &after);
                Ok((after, change))
            })?;
            let at = moment(after.terms.ends_at.as_millisecond());
            out.done(
                &json!({ "id": id, "ends_at": after.terms.ends_at }),
                &format!("campaign {id} ends on {at}; the price before, as shoppers see it, stays"),
            )
        }
        Command::CallOff { id } => {
            end(&shop, "campaign call-off", id, planning::call_off, "called_off")?;
            out.done(
                &json!({ "id": id }),
                &format!("campaign {id} is called off; what it reduced costs what it would have cost"),
            )
        }
        Command::Remove { id } => {
            shop.write("campaign remove", |tx, _| {
                let found = find(tx, id)?;
                let before = campaign::change(tx, id, None)?.after;
                planning::remove(tx, id, found.version)?;
                Ok(((), audit::Change { before, ..audit::Change::new("campaign", id) }))
            })?;
            out.done(&json!({ "id": id }), &format!("campaign {id} is removed"))
        }
    }
}

fn by(command: &order::Command) -> By {
    By { actor: audit::Actor::Command(audit::system_user()), now: command.now }
}

fn find(tx: &mut dyn Tx, id: i64) -> Result<Stored> {
    let found = campaign::find(tx, id)?;
    Ok(found.ok_or_else(|| anyhow!("there is no campaign {id}; `shop campaign list` lists them"))?)
}

type End = fn(&mut dyn Tx, &By, i64, i64) -> Result<Stored>;

fn end(shop: &Shop, words: &str, id: i64, end: End, state: &str) -> anyhow::Result<()> {
    shop.write(words, |tx, command| {
        let found = find(tx, id)?;
        let before = end(tx, &by(command), id, found.version)?;
        Ok(((), campaign::moved(&before, command.now, state)))
    })
}

/// The form of a new campaign, or of one with what is named changed.
fn form(tx: &mut dyn Tx, name: String, terms: Terms, of: Option<&Stored>) -> Result<CampaignForm> {
    let mut items = terms.prices.clone();
    for key in &terms.categories {
        let products = catalog::products_of_category(tx, key)?;
        if products.is_empty() {
            return Err(anyhow!(
                "there is no category {key} with goods; `categories.csv` of `shop catalogue export` lists the keys"
            )
            .into());
        }
        let ids = catalog::priced_of(tx, &products)?;
        let found = catalog::browse_priced(tx, Lang::En, PricedOf::These(&ids), "", "", i64::MAX)?;
        items.extend(found.into_iter().map(|item| ChosenItem { sku: item.sku, price: None }));
    }
    items.extend(terms.skus.iter().map(|sku| ChosenItem { sku: sku.clone(), price: None }));
    if items.is_empty()
        && let Some(of) = of
    {
        items = campaign::chosen(tx, of.id)?;
    }
    let kind = match (terms.percent, terms.amount, of) {
        (Some(_), ..) => ReductionKind::Percent,
        (_, Some(_), _) => ReductionKind::Amount,
        (None, None, Some(of)) if terms.prices.is_empty() => of.terms.kind,
        _ => ReductionKind::Price,
    };
    let needed = |what: &str| anyhow!("name --{what}, e.g. --{what} 2026-11-28T09:00");
    let local = |at: Timestamp| in_shop_zone(at).datetime();
    let begins = terms.begins.or(of.map(|of| local(of.terms.begins_at))).ok_or_else(|| needed("begins"))?;
    let ends = terms.ends.or(of.map(|of| local(of.terms.ends_at))).ok_or_else(|| needed("ends"))?;
    Ok(CampaignForm {
        name,
        begins,
        ends,
        kind,
        percent: terms.percent.or(of.map(|of| of.terms.percent())).unwrap_or_default(),
        amount: terms.amount.or(of.map(|of| of.terms.amount())).unwrap_or_default(),
        ending: terms.ending.or(of.map(|of| of.terms.ending)).unwrap_or_default(),
        items,
    })
}

fn show(shop: &Shop, out: Output, id: i64) -> anyhow::Result<()> {
    let now = shop::now()?;
    let (found, items) = shop.read(|tx| Ok((find(tx, id)?, campaign::chosen(tx, id)?)))?;
    let row = listed(found, now);
    if out.json {
        return out.value(&json!({ "campaign": row, "items": items }));
    }
    let facts = [
        ("name", row.name.clone()),
        ("state", state(row.state).to_owned()),
        ("begins", moment(row.begins_at.as_millisecond())),
        ("ends", moment(row.ends_at.as_millisecond())),
        ("reduction", row.reduction.clone()),
    ];
    out.facts(&row, &facts)?;
    super::print("")?;
    out.list(&items, &["sku", "own price, EUR"], |item| {
        vec![item.sku.clone(), item.price.map(|price| price.to_string()).unwrap_or_default()]
    })
}

fn plan(shop: &Shop, out: Output, id: i64) -> anyhow::Result<()> {
    let now = shop::now()?;
    let (begins_at, reduced, left_out) = shop.read(|tx| {
        let found = find(tx, id)?;
        let mut plan = planning::plan(tx, &found, now)?;
        let ids: Vec<i64> = plan.reduced.keys().copied().collect();
        let items = catalog::browse_priced(tx, Lang::En, PricedOf::These(&ids), "", "", i64::MAX)?;
        let mut reduced = Vec::new();
        for item in items {
            let prices = plan.reduced.remove(&item.id).unwrap_or_default();
            reduced.push(Reduced { sku: item.sku, name: item.name, prices });
        }
        let others: Vec<i64> = plan.left_out.iter().filter_map(|(_, _, campaign)| *campaign).collect();
        let names = campaign::names(tx, &others)?;
        let mut left_out = Vec::new();
        for (item, why, campaign) in plan.left_out {
            let (sku, name) = catalog::item_name(tx, Lang::En, item)?;
            let campaign = campaign.and_then(|id| names.get(&id).cloned());
            left_out.push(LeftOut { sku, name, why, campaign });
        }
        Ok((plan.begins_at, reduced, left_out))
    })?;
    if out.json {
        return out.value(&json!({ "begins_at": begins_at, "reduced": reduced, "left_out": left_out }));
    }
    if reduced.is_empty() && left_out.is_empty() {
        bail!("campaign {id} has no goods; `shop campaign change {id} --category KEY` chooses some");
    }
    let lines: Vec<(&Reduced, &PlannedPrice)> =
        reduced.iter().flat_map(|item| item.prices.iter().map(move |price| (item, price))).collect();
    let lines: Vec<(&Reduced, &PlannedPrice)> =
        lines.into_iter().filter(|(_, price)| price.currency == Currency::Eur).collect();
    super::print(&format!("from {}, prices in EUR; --json has all currencies", moment(begins_at.as_millisecond())))?;
    let rows: Vec<PlanRow> = lines.into_iter().map(PlanRow::from).collect();
    out.list(&rows, &["sku", "before", "lowest of 30 days", "price", "shown as", "name"], |row| {
        vec![
            row.sku.clone(),
            row.before.to_string(),
            row.lowest.to_string(),
            row.price.to_string(),
            row.shown.clone(),
            row.name.clone(),
        ]
    })?;
    if !left_out.is_empty() {
        super::print("\nleft out")?;
        out.list(&left_out, &["sku", "why", "name"], |row| vec![row.sku.clone(), why(row), row.name.clone()])?;
    }
    Ok(())
}

#[derive(Debug, Serialize)]
struct PlanRow {
    sku: String,
    name: String,
    before: Amount,
    lowest: Amount,
    price: Amount,
    shown: String,
}

impl From<(&Reduced, &PlannedPrice)> for PlanRow {
    fn from((item, price): (&Reduced, &PlannedPrice)) -> PlanRow {
        PlanRow {
            sku: item.sku.clone(),
            name: item.name.clone(),
            before: price.before,
            lowest: price.lowest_30d,
            price: price.price,
            shown: price.percent.map_or("no reduction".to_owned(), |percent| format!("-{percent} %")),
        }
    }
}

fn why(row: &LeftOut) -> String {
    match row.why {
        LeftOutReason::NoPrice => "has no price then".to_owned(),
        LeftOutReason::NotBelow => "would not cost less".to_owned(),
        LeftOutReason::InCampaign => format!("is in the campaign {}", row.campaign.as_deref().unwrap_or_default()),
        LeftOutReason::NoOwnPrice => "has no price of its own".to_owned(),
    }
}
