//! All SQL of campaigns. Their prices are rows of the catalogue's ledger.

use std::collections::BTreeMap;

use anyhow::Context as _;
use jiff::Timestamp;
use serde::Deserialize;

use super::types::{CampaignState, ReductionKind};
use crate::audit::Actor;
use crate::db::{Tx, Val, by_ids};
use crate::domain::money::{Amount, Percent};
use crate::domain::reduction::Ending;
use crate::error::Result;
use crate::vals;

/// What a campaign is made of, without its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub name: String,
    pub begins_at: Timestamp,
    pub ends_at: Timestamp,
    pub kind: ReductionKind,
    /// Hundredths of a percent, or EUR cents; 0: each item has its own price.
    pub value: i64,
    pub ending: Ending,
}

impl Terms {
    pub fn percent(&self) -> Percent {
        match self.kind {
            ReductionKind::Percent => Percent::from_hundredths(u32::try_from(self.value).unwrap_or_default()),
            _ => Percent::ZERO,
        }
    }

    /// EUR.
    pub fn amount(&self) -> Amount {
        if self.kind == ReductionKind::Amount { Amount::from_minor(self.value) } else { Amount::ZERO }
    }
}

/// Where a campaign stands, whatever the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Draft,
    Scheduled,
    CalledOff,
}

impl Standing {
    const fn code(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::CalledOff => "called_off",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub id: i64,
    pub terms: Terms,
    pub standing: Standing,
    pub version: i64,
    pub updated_at: Timestamp,
    pub actor: String,
}

impl Stored {
    pub fn state(&self, now: Timestamp) -> CampaignState {
        match self.standing {
            Standing::Draft => CampaignState::Draft,
            Standing::CalledOff => CampaignState::CalledOff,
            Standing::Scheduled if now < self.terms.begins_at => CampaignState::Planned,
            Standing::Scheduled if now < self.terms.ends_at => CampaignState::Running,
            Standing::Scheduled => CampaignState::Ended,
        }
    }
}

#[derive(Debug, Deserialize)]
struct Row {
    id: i64,
    name: String,
    begins_at: i64,
    ends_at: i64,
    kind: ReductionKind,
    value: i64,
    ending: Ending,
    state: Standing,
    version: i64,
    updated_at: i64,
    actor: String,
}

impl Row {
    fn read(self) -> Result<Stored> {
        let moment = |at: i64| Timestamp::from_millisecond(at).context("a moment of a campaign");
        Ok(Stored {
            id: self.id,
            terms: Terms {
                name: self.name,
                begins_at: moment(self.begins_at)?,
                ends_at: moment(self.ends_at)?,
                kind: self.kind,
                value: self.value,
                ending: self.ending,
            },
            standing: self.state,
            version: self.version,
            updated_at: moment(self.updated_at)?,
            actor: self.actor,
        })
    }
}

const CAMPAIGN: &str =
    "SELECT id, name, begins_at, ends_at, kind, value, ending, state, version, updated_at, actor FROM campaign";

pub fn find(tx: &mut dyn Tx, id: i64) -> Result<Option<Stored>> {
    tx.find::<Row>(&format!("{CAMPAIGN} WHERE id = $1"), vals![id])?.map(Row::read).transpose()
}

/// Campaigns by their begin, the latest first: those that come after the one with this begin (Unix milliseconds) and id.
pub fn list(
    tx: &mut dyn Tx,
    state: Option<CampaignState>,
    after: Option<(i64, i64)>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Stored>> {
    let narrowed = match state {
        None => "",
        Some(CampaignState::Draft) => "AND state = 'draft'",
        Some(CampaignState::CalledOff) => "AND state = 'called_off'",
        Some(CampaignState::Planned) => "AND state = 'scheduled' AND begins_at > $4",
        Some(CampaignState::Running) => "AND state = 'scheduled' AND begins_at <= $4 AND ends_at > $4",
        Some(CampaignState::Ended) => "AND state = 'scheduled' AND begins_at < $4 AND ends_at <= $4",
    };
    let (begins_at, id) = after.unwrap_or((i64::MAX, i64::MAX));
    let mut params = vals![begins_at, id, limit].to_vec();
    if narrowed.contains("$4") {
        params.push(now.as_millisecond().into());
    }
    let sql =
        format!("{CAMPAIGN} WHERE (begins_at, id) < ($1, $2) {narrowed} ORDER BY begins_at DESC, id DESC LIMIT $3");
    let rows: Vec<Row> = tx.all(&sql, &params)?;
    rows.into_iter().map(Row::read).collect()
}

/// Campaigns between two moments, the earliest first, without those that were called off.
pub fn list_between(tx: &mut dyn Tx, from: Timestamp, until: Timestamp, limit: i64) -> Result<Vec<Stored>> {
    let rows: Vec<Row> = tx.all(
        &format!(
            "{CAMPAIGN} WHERE begins_at < $2 AND ends_at > $1 AND state <> 'called_off' ORDER BY begins_at, id LIMIT $3"
        ),
        vals![from.as_millisecond(), until.as_millisecond(), limit],
    )?;
    rows.into_iter().map(Row::read).collect()
}

/// Names of campaigns, by id.
pub fn names(tx: &mut dyn Tx, ids: &[i64]) -> Result<BTreeMap<i64, String>> {
    Ok(by_ids::<(i64, String)>(tx, "SELECT id, name FROM campaign WHERE id IN ($ids)", ids, &[])?.into_iter().collect())
}

fn params(terms: &Terms, actor: &Actor, now: Timestamp) -> Vec<Val> {
    let kind = match terms.kind {
        ReductionKind::Percent => "percent",
        ReductionKind::Amount => "amount",
        ReductionKind::Price => "price",
    };
    vec![
        terms.name.as_str().into(),
        terms.begins_at.as_millisecond().into(),
        terms.ends_at.as_millisecond().into(),
        kind.into(),
        terms.value.into(),
        terms.ending.code().into(),
        now.as_millisecond().into(),
        actor.to_string().into(),
    ]
}

/// Saves a new draft; answers its id.
pub fn insert(tx: &mut dyn Tx, terms: &Terms, actor: &Actor, now: Timestamp) -> Result<i64> {
    tx.one(
        "INSERT INTO campaign (name, begins_at, ends_at, kind, value, ending, updated_at, actor, state, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'draft', 1) RETURNING id",
        &params(terms, actor, now),
    )
}

pub fn update(tx: &mut dyn Tx, id: i64, terms: &Terms, actor: &Actor, now: Timestamp) -> Result<()> {
    let mut params = params(terms, actor, now);
    params.push(id.into());
    tx.exec(
        "UPDATE campaign SET name = $1, begins_at = $2, ends_at = $3, kind = $4, value = $5, ending = $6, updated_at = $7,
             actor = $8, version = version + 1 WHERE id = $9",
        &params,
    )?;
    Ok(())
}

/// Moves a campaign to another standing, with its times as they have become.
pub fn set_standing(tx: &mut dyn Tx, of: &Stored, standing: Standing, actor: &Actor, now: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE campaign SET state = $2, begins_at = $3, ends_at = $4, updated_at = $5, actor = $6, version = version + 1
         WHERE id = $1",
        vals![
            of.id,
            standing.code(),
            of.terms.begins_at.as_millisecond(),
            of.terms.ends_at.as_millisecond(),
            now.as_millisecond(),
            actor.to_string()
        ],
    )?;
    Ok(())
}

pub fn delete(tx: &mut dyn Tx, id: i64) -> Result<()> {
    tx.exec("DELETE FROM campaign WHERE id = $1", vals![id])?;
    Ok(())
}

// ── Items ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The items of a campaign, with their own prices (EUR).
pub fn items(tx: &mut dyn Tx, id: i64) -> Result<BTreeMap<i64, Option<Amount>>> {
    let rows: Vec<(i64, Option<i64>)> =
        tx.all("SELECT product_id, price FROM campaign_item WHERE campaign_id = $1", vals![id])?;
    Ok(rows.into_iter().map(|(product, price)| (product, price.map(Amount::from_minor))).collect())
}

pub fn counts(tx: &mut dyn Tx, ids: &[i64]) -> Result<BTreeMap<i64, i64>> {
    const SQL: &str =
        "SELECT campaign_id, COUNT(*) FROM campaign_item WHERE campaign_id IN ($ids) GROUP BY campaign_id";
    Ok(by_ids::<(i64, i64)>(tx, SQL, ids, &[])?.into_iter().collect())
}

pub fn save_items(tx: &mut dyn Tx, id: i64, items: &BTreeMap<i64, Option<Amount>>) -> Result<()> {
    tx.exec("DELETE FROM campaign_item WHERE campaign_id = $1", vals![id])?;
    for (product, price) in items {
        tx.exec(
            "INSERT INTO campaign_item (campaign_id, product_id, price) VALUES ($1, $2, $3)",
            vals![id, *product, price.map(Amount::minor)],
        )?;
    }
    Ok(())
}
