//! The call about compliance.

use super::findings;
use super::rules::{RULES, Rule};
use super::types::{LegalDuty, List};
use crate::call::{NoArgs, StaffMember};
use crate::db::Tx;
use crate::error::Result;

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
