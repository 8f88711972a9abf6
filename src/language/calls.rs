//! The calls about languages, one function a path.

use super::editing;
use super::types::{Planned, SaveArgs, Table};
use crate::audit::By;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::db::Tx;
use crate::error::Result;

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Table> {
    let view = &member.client.view;
    editing::table(tx, &view.config, view.lang())
}

pub fn plan(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Planned> {
    Ok(editing::plan(tx, &member.client.view, &args)?.planned)
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<Table>> {
    let by = By { actor: member.who.actor(), now: member.client.now() };
    let change = editing::save(tx, &member.client.view, &by, &args)?;
    Ok(Changed::new(list(tx, member, NoArgs {})?, change))
}
