//! The calls of deletion and export, one function per path, and their use by operators and jobs.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::journal;
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
use crate::security_log::{Event, Staff};
use crate::{
    address, bank, captcha, cart, chat, contact, fapiao, identity, invoice, message, newsletter, order, outbox,
    payment, region, returns, saved_view, security_log, thread, wishlist, withdrawal,
};

/// All slices with personal data. The account comes last, as the others may read it.
pub const PERSONAL_DATA_STORES: &[PersonalDataStore] = &[
    address::PERSONAL_DATA,
    captcha::LINKS,
    cart::PERSONAL_DATA,
    // Before the orders, by whose address it finds those of a guest.
    payment::PERSONAL_DATA,
    returns::PERSONAL_DATA,
    order::PERSONAL_DATA,
    invoice::PERSONAL_DATA,
    bank::PERSONAL_DATA,
    withdrawal::PERSONAL_DATA,
    fapiao::PERSONAL_DATA,
    wishlist::PERSONAL_DATA,
    newsletter::PERSONAL_DATA,
    contact::PERSONAL_DATA,
    thread::PERSONAL_DATA,
    chat::PERSONAL_DATA,
    saved_view::PERSONAL_DATA,
    outbox::PERSONAL_DATA,
    security_log::PERSONAL_DATA,
    customer::note::PERSONAL_DATA,
    customer::PERSONAL_DATA,
];

/// How long erased accounts are looked through again: the longest time that orders stay open.
const REMAINS: SignedDuration = SignedDuration::from_hours(24 * 400);
/// Accounts of one transaction.
const REMAINS_BATCH: i64 = 50;

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
    security_log::record(tx, &member.visitor, Event::DeletionRequested, Some(customer.id))?;
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
    security_log::record(tx, &member.visitor, Event::DeletionWithdrawn, Some(member.customer_id))?;
    user_info(tx, member.customer_id)
}

/// Customers whose deletion is due, at most `limit`.
pub fn list_due(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    store::list_due_deletions(tx, now, limit)
}

/// Deletes an account whose deletion is due; false if its owner has withdrawn the request.
pub fn carry_out(tx: &mut dyn Tx, config: &Config, customer_id: i64, now: Timestamp) -> Result<bool> {
    if store::find_deletion(tx, customer_id)?.is_none_or(|row| row.due_at > now.as_millisecond()) {
        return Ok(false);
    }
    let Some(customer) = store::find(tx, customer_id)? else {
        return store::delete_deletion(tx, customer_id);
    };
    let subject = data_subject(tx, &customer)?;
    erase_all(tx, config, &customer, &subject, Staff::Job, now)?;
    Ok(true)
}

/// Deletes an account at once, for an operator who has verified the customer.
pub fn delete_now(tx: &mut dyn Tx, config: &Config, customer: &Customer, now: Timestamp) -> Result<()> {
    erase_all(tx, config, customer, &verified_subject(customer), Staff::Operator, now)
}

/// Deletes what is kept of a guest, by the mailbox of their orders, for an operator who has verified them.
///
/// Orders under way keep what they need until they have come to their end, and no account would lead back to them: until then it is
/// refused.
pub fn delete_guest(tx: &mut dyn Tx, email: &str, now: Timestamp) -> Result<()> {
    let subject = guest_subject(email);
    journal::record_mailbox(tx, email, now)?;
    erase(tx, &subject, now)?;
    match order::count_of_guest(tx, email)? {
        0 => Ok(()),
        count => Err(refuse(message::CUSTOMERS_GUEST_ORDERS.with("count", count))),
    }
}

/// Erases an account with all data that need not be retained, and notifies the customer.
fn erase_all(
    tx: &mut dyn Tx,
    config: &Config,
    customer: &Customer,
    subject: &DataSubject,
    staff: Staff,
    now: Timestamp,
) -> Result<()> {
    journal::record(tx, customer, subject.is_proved, now)?;
    erase(tx, subject, now)?;
    security_log::record_by(tx, staff, Event::AccountDeleted, customer.id, now)?;
    let data = mail::Notice { first_name: customer.salutation(), url: mail::url(config, customer, "") };
    mail::send_last(tx, customer, mail::DELETION_DONE, &data, now)
}

/// Erases a data subject from all stores.
pub(super) fn erase(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<()> {
    PERSONAL_DATA_STORES.iter().try_for_each(|store| (store.erase)(tx, subject, now))
}

/// A batch of the erased accounts that may have left something behind, in the order of their ids, which follow `after`.
pub fn list_erased(tx: &mut dyn Tx, after: i64, now: Timestamp) -> Result<Vec<i64>> {
    store::list_erased(tx, now - REMAINS, after, REMAINS_BATCH)
}

/// Erases what an erased account had to leave behind and may go by now: orders that have come to their end, statements of
/// withdrawal that are handled, mails that were delivered.
pub fn erase_remains(tx: &mut dyn Tx, customer_id: i64, now: Timestamp) -> Result<()> {
    erase(tx, &DataSubject { customer_id, email: String::new(), is_proved: false }, now)
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

/// A guest whose mailbox an operator has verified: no account has the id 0.
fn guest_subject(email: &str) -> DataSubject {
    DataSubject { customer_id: 0, email: email.to_owned(), is_proved: true }
}

// ── account/export ──────────────────────────────────────────────────────────────────────────────────────────────────

/// Reads the export before the transaction that records it, so that no writer waits for it.
pub async fn prepare_export(context: Arc<CallContext>, member: Member, _: NoArgs) -> Result<Export> {
    let read = move |tx: &mut dyn Tx| {
        let customer = known(tx, member.customer_id)?;
        let subject = data_subject(tx, &customer)?;
        export_all(tx, &subject, member.visitor.now())
    };
    context.db.read(read).await
}

/// Records the export.
pub fn export(tx: &mut dyn Tx, member: &Member, export: &Export) -> Result<Reply<Export>> {
    security_log::record(tx, &member.visitor, Event::DataExported, Some(member.customer_id))?;
    Ok(Reply::new(export.clone()))
}

/// A customer's data, for an operator who has verified the customer. Whoever hands it out records it: [`record_export`].
pub fn export_of(tx: &mut dyn Tx, customer: &Customer, now: Timestamp) -> Result<Export> {
    export_all(tx, &verified_subject(customer), now)
}

/// Records that an operator has exported a customer's data.
pub fn record_export(tx: &mut dyn Tx, customer: &Customer, now: Timestamp) -> Result<()> {
    security_log::record_by(tx, Staff::Operator, Event::DataExported, customer.id, now)
}

/// What is kept of a guest, by the mailbox of their orders, for an operator who has verified them.
pub fn export_of_guest(tx: &mut dyn Tx, email: &str, now: Timestamp) -> Result<Export> {
    let stores = PERSONAL_DATA_STORES.iter().filter(|store| store.name != customer::PERSONAL_DATA.name);
    export_from(tx, stores, &guest_subject(email), now)
}

fn export_all(tx: &mut dyn Tx, subject: &DataSubject, now: Timestamp) -> Result<Export> {
    export_from(tx, PERSONAL_DATA_STORES.iter(), subject, now)
}

fn export_from<'s>(
    tx: &mut dyn Tx,
    stores: impl Iterator<Item = &'s PersonalDataStore>,
    subject: &DataSubject,
    now: Timestamp,
) -> Result<Export> {
    let mut data = BTreeMap::new();
    for store in stores {
        data.insert(store.name.to_owned(), (store.export)(tx, subject)?);
    }
    Ok(Export { exported_at: now.to_string(), data })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, at};
    use crate::vals;

    #[test]
    fn why_money_went_back_is_erased_once_it_has_gone() {
        let shop = fixture::shop();
        let number = shop.order_of(1, 1);
        shop.exec(
            "UPDATE sales_order SET status = 'closed', customer_id = 1;
             INSERT INTO payment (id, order_id, method, external_id, amount, currency, received_at)
                 SELECT 1, id, 'cheque', 'C 1', 4590, 'EUR', 0 FROM sales_order;
             INSERT INTO refund (order_id, payment_id, reference, amount, currency, reason, actor, state, created_at)
                 SELECT id, 1, 'R 1', 4590, 'EUR', 'Ada rang', 'operator', 'by_hand', 0 FROM sales_order",
        );
        let subject = DataSubject { customer_id: 1, email: "ada@example.com".into(), is_proved: true };
        let reason = || shop.write(|tx| tx.one::<String>("SELECT reason FROM refund", vals![]));
        shop.write(|tx| erase(tx, &subject, at(fixture::NOW)));
        assert_eq!(reason(), "Ada rang", "the letter and the credit note of {number} still name it");
        shop.exec("UPDATE refund SET state = 'done'");
        shop.write(|tx| erase_remains(tx, 1, at(fixture::NOW)));
        assert_eq!(reason(), "");
    }

    #[test]
    fn every_store_finds_another_spelling_of_the_mailbox() {
        let shop = fixture::shop();
        shop.exec(
            "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at, email_verified_at)
                 VALUES (1, 'ada@example.com', 'ada@example.com', 'Ada', 'King', 'en', 0, 0);
             INSERT INTO newsletter (email, email_key, status, lang, source, hah_subscribe, brand, all_subscribe_status,
                                     requested_at)
                 VALUES ('Ada@Example.com', 'ada@example.com', 'subscribed', 'en', 'page', 1, 0, 0, 0);
             INSERT INTO contact_message (reference, subject, email, email_key, name, message, lang, created_at)
                 VALUES ('C1', 'other', 'Ada@Example.com', 'ada@example.com', 'Ada', 'Hello', 'en', 0);
             INSERT INTO withdrawal (number, order_number, name, email, email_key, items, message, lang, received_at)
                 VALUES ('W1', '2026-000001', 'Ada', 'Ada@Example.com', 'ada@example.com', '[]', '', 'en', 0);
             INSERT INTO mail (template, lang, recipient, data, created_at)
                 VALUES ('welcome', 'en', 'Ada@Example.com', '{}', 0)",
        );
        let subject = |email: &str| DataSubject { customer_id: 1, email: email.into(), is_proved: true };
        let exported = |email: &str, store: &PersonalDataStore| shop.write(|tx| (store.export)(tx, &subject(email)));
        for store in PERSONAL_DATA_STORES {
            let found = exported("ada@example.com", store);
            assert_eq!(exported("ADA@EXAMPLE.COM", store), found, "{}", store.name);
            if ["newsletter", "messages", "withdrawals", "mails"].contains(&store.name) {
                assert!(found.as_array().is_none_or(|rows| rows.len() == 1) && !found.is_null(), "{}", store.name);
            }
        }
        shop.write(|tx| {
            PERSONAL_DATA_STORES
                .iter()
                .try_for_each(|store| (store.erase)(tx, &subject("ADA@EXAMPLE.COM"), at(fixture::NOW)))
        });
        for (table, column) in [("newsletter", "email"), ("contact_message", "email"), ("mail", "recipient")] {
            let sql = format!("SELECT count(*) FROM {table} WHERE lower({column}) = 'ada@example.com'");
            assert_eq!(shop.write(|tx| tx.one::<i64>(&sql, vals![])), 0, "{table}");
        }
    }
}
