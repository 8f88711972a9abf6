//! The calls about deeds. Whoever may do a deed may undo and dismiss it, so that a colleague's mistake can be stopped.

use serde_json::json;

use super::store;
use super::types::{Deeds, IdArgs};
use crate::audit::Change;
use crate::call::{Changed, NoArgs, StaffMember};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::message;

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<Deeds> {
    Ok(Deeds { items: store::list(tx, &member.who.permissions)? })
}

pub fn undo(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<Deeds>> {
    delete(tx, member, args.id, false)
}

pub fn dismiss(tx: &mut dyn Tx, member: &StaffMember, args: IdArgs) -> Result<Changed<Deeds>> {
    delete(tx, member, args.id, true)
}

fn delete(tx: &mut dyn Tx, member: &StaffMember, id: i64, has_failed: bool) -> Result<Changed<Deeds>> {
    let permissions = &member.who.permissions;
    let Some((call, noun, thing)) = store::delete(tx, id, has_failed, permissions)? else {
        return Err(refuse(message::DEED_CARRIED_OUT));
    };
    let change = Change::new("deed", id).before(json!({ "call": call, "noun": noun, "thing": thing }));
    Ok(Changed::new(Deeds { items: store::list(tx, permissions)? }, change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_indexed, fixture};

    #[test]
    fn deeds_are_found_by_an_index() {
        let shop = fixture::shop();
        let owner = shop.owner();
        assert_indexed(&shop.connection, |tx| list(tx, &owner, NoArgs {}));
        assert_indexed(&shop.connection, |tx| store::delete(tx, 1, false, &owner.who.permissions));
        assert_indexed(&shop.connection, |tx| store::find_pending(tx, "order", "2026-000001"));
        assert_indexed(&shop.connection, |tx| store::list_pending_authors(tx, "order"));
        assert_indexed(&shop.connection, |tx| store::list_due(tx, owner.client.now()));
    }
}
