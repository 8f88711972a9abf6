//! The calls of deletion and export, one function per path, and their use by operators and jobs.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

use super::types::{DeleteArgs, Export};
use crate::call::{Member, NoArgs, Reply};
use crate::call_context::CallContext;
use crate::config::Config;
use crate::customer::account::{Proof, known, prove, user_info};
use crate::customer::store::{self, Customer, DeletionRow};
use crate::customer::types::UserInfo;
use crate::customer::{self, mail};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::{
    address, cart, chat, contact, fapiao, identity, invoice, message, newsletter, order, outbox, region, wishlist,
    withdrawal,
};

/// All slices with personal data. The account comes last, as the others may read it.
pub const PERSONAL_DATA_STORES: &[PersonalDataStore] = &[
    address::PERSONAL_DATA,
    cart::PERSONAL_DATA,
    order::PERSONAL_DATA,
    invoice::PERSONAL_DATA,
    withdrawal::PERSONAL_DATA,
    fapiao::PERSONAL_DATA,
    wishlist::PERSONAL_DATA,
    newsletter::PERSONAL_DATA,
    contact::PERSONAL_DATA,
    chat::PERSONAL_DATA,
    outbox::PERSONAL_DATA,
    customer::PERSONAL_DATA,
];

// ── account/delete, account/undelete ────────────────────────────────────────────────────────────────────────────────

/// Verifies the customer's password.
pub async fn prepare_delete(context: Arc<CallContext>, member: Member, args: DeleteArgs) -> Result<Proof> {
    prove(&context, &member, &args.password, "password").await
}

/// Queues the deletion for the end of the working day after this one, holidays counted: within one to two business days
/// (boutique.md §1).
pub fn delete(tx: &mut dyn Tx, member: &Member, proof: &Proof) -> Result<Reply<UserInfo>> {
    proof.still_holds(tx)?;
    let view = &member.visitor.view;
    let customer = known(tx, member.customer_id)?;
    let due_at = region::calendar(tx)?.deadline(view.now, view.config.accounts.deletion_days).ends_at;
    let row = DeletionRow {
        customer_id: customer.id,
        requested_at: view.now.as_millisecond(),
        due_at: due_at.as_millisecond(),
    };
    if !store::save_deletion(tx, row)? {
        return Err(refuse(message::DELETION_ALREADY));
    }
    let data = mail::DeletionAsked {
        first_name: customer.salutation(),
        due_at: due_at.to_string(),
        url: mail::url(&view.config, &customer, "/account"),
    };
    mail::send(tx, &customer, mail::DELETION_ASKED, &data, view.now)?;
    Ok(Reply::new(user_info(tx, customer.id)?))
}

/// Withdraws the deletion request.
pub fn undelete(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<UserInfo> {
    if !store::delete_deletion(tx, member.customer_id)? {
        return Err(refuse(message::DELETION_NONE));
    }
    user_info(tx, member.customer_id)
}

/// Deletes the accounts whose deletion is due, at most `limit`; answers how many. Idempotent.
pub fn carry_out(tx: &mut dyn Tx, config: &Config, now: Timestamp, limit: i64) -> Result<usize> {
    let due = store::list_due_deletions(tx, now, limit)?;
    for id in &due {
        match store::find(tx, *id)? {
            Some(customer) => {
                let subject = data_subject(tx, &customer)?;
                erase_all(tx, config, &customer, &subject, now)?;
            }
            None => {
                store::delete_deletion(tx, *id)?;
            }
        }
    }
    Ok(due.len())
}

/// Deletes an account at once, for an operator who has verified the customer.
pub fn delete_now(tx: &mut dyn Tx, config: &Config, customer: &Customer, now: Timestamp) -> Result<()> {
    erase_all(tx, config, customer, &verified_subject(customer), now)
}

/// Erases an account with all data that need not be retained, and notifies the customer.
fn erase_all(
    tx: &mut dyn Tx,
    config: &Config,
    customer: &Customer,
    subject: &DataSubject,
    now: Timestamp,
) -> Result<()> {
    for store in PERSONAL_DATA_STORES {
        (store.erase)(tx, subject, now)?;
    }
    let data = mail::Notice { first_name: customer.salutation(), url: mail::url(config, customer, "") };
    mail::send(tx, customer, mail::DELETION_DONE, &data, now)
}

/// The data subject of an account.
fn data_subject(tx: &mut dyn Tx, customer: &Customer) -> Result<DataSubject> {
    let is_proved = identity::is_proved(tx, Some(customer.id))?;
    Ok(DataSubject { is_proved, ..verified_subject(customer) })
}

/// A data subject whose address an operator has verified.
fn verified_subject(customer: &Customer) -> DataSubject {
    DataSubject { customer_id: customer.id, email: customer.email.clone(), is_proved: true }
}

// ── account/export ──────────────────────────────────────────────────────────────────────────────────────────────────

pub fn export(tx: &mut dyn Tx, member: &Member, _: NoArgs) -> Result<Export> {
    let customer = known(tx, member.customer_id)?;
    let subject = data_subject(tx, &customer)?;
    export_all(tx, &subject, member.visitor.now())
}

/// Exports a customer's data, for an operator who has verified the customer.
pub fn export_of(tx: &mut dyn Tx, customer: &Customer, now: Timestamp) -> Result<Export> {
    export_all(tx, &verified_subject(customer), now)
}

fn export_all(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<Export> {
    let mut data = BTreeMap::new();
    for store in PERSONAL_DATA_STORES {
        data.insert(store.name.to_owned(), (store.export)(tx, subject)?);
    }
    Ok(Export { exported_at: now.to_string(), data })
}
