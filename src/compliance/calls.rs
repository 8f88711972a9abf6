//! The calls about compliance, and about what settings would do before they are saved.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::findings;
use super::rules::{RULES, Rule};
use super::types::{LegalDuty, List, PlannedContradiction, PlannedPage, PlannedSetting, SettingPlan};
use crate::audit::{Actor, By};
use crate::call::{NoArgs, StaffMember, View};
use crate::db::Tx;
use crate::error::Result;
use crate::page;
use crate::setting::editing;
use crate::setting::types::{Edit, SaveArgs};

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<List> {
    let view = &member.client.view;
    Ok(List { open: findings::all(tx, &view.config, view.stores.languages())?, duties: duties() })
}

/// Every duty, in the order in which they are listed.
pub fn duties() -> Vec<LegalDuty> {
    let duty = |rule: &Rule| LegalDuty {
        duty: rule.duty.into(),
        law: rule.law.into(),
        shown: rule.shown.into(),
        proofs: rule.proofs.to_vec(),
    };
    RULES.iter().map(duty).collect()
}

pub fn plan(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<SettingPlan> {
    let by = By { actor: Actor::Staff(member.who.staff_id), now: member.client.now() };
    planned(tx, &by, &member.client.view, &args.edits)
}

/// What saving these settings would do.
///
/// # Errors
///
/// As of [`editing::plan`]: what could not be saved.
pub fn planned(tx: &mut dyn Tx, by: &By, view: &View, edits: &[Edit]) -> Result<SettingPlan> {
    let plan = editing::plan(tx, by, view, edits)?;
    let value = |(key, now, then, waits): (&str, _, _, _)| PlannedSetting { key: key.to_owned(), now, then, waits };
    let values = plan.changes(&view.config.source).map(value).collect();
    let force_at = plan.force_at.map(|at| at.to_string());
    let then = View::new(&view.stores, view.lang(), view.currency, view.now, &Arc::new(plan.config));

    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    for page in page::changed_by(tx, view, &then)? {
        if page.lang == view.lang() || !pages.contains_key(&page.key) {
            pages.insert(page.key, page.title);
        }
    }
    let said = page::contradictions(tx, view)?;
    let mut contradictions = page::contradictions(tx, &then)?;
    contradictions.retain(|one| !said.contains(one));
    let languages = view.stores.languages();
    let before = findings::of_settings(tx, &view.config, languages)?;
    let after = findings::of_settings(tx, &then.config, languages)?;
    Ok(SettingPlan {
        values,
        force_at,
        pages: pages.into_iter().map(|(key, title)| PlannedPage { key, title }).collect(),
        contradictions: contradictions
            .into_iter()
            .map(|one| PlannedContradiction { key: one.key, lang: one.lang, title: one.title, word: one.of.word })
            .collect(),
        missing: after.iter().filter(|one| !before.contains(one)).cloned().collect(),
        mended: before.into_iter().filter(|one| !after.contains(one)).collect(),
    })
}
