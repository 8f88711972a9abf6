//! What is done for a customer on request. Each takes the version that the person has seen. The audit is told what was done and to
//! whom, by id, not what the address is.

use std::sync::Arc;

use serde_json::json;

use super::detail::{Reader, detail};
use super::subject::{self, Subject};
use super::types::{ChangeArgs, CustomerDetail, EmailArgs, NoteArgs, PasskeyArgs, ShowArgs};
use crate::audit::Change;
use crate::call::{Changed, Document, NoArgs, StaffMember};
use crate::call_context::CallContext;
use crate::customer::{ByHouse, by_house};
use crate::db::Tx;
use crate::error::{Result, refuse};
use crate::privacy::types::Export;
use crate::staff::types::{Colleagues, NoteAbout};
use crate::{message, newsletter, privacy, staff};

/// A customer for whom a person acts.
struct Acting<'a> {
    member: &'a StaffMember,
    by: ByHouse,
    subject: Subject,
}

impl<'a> Acting<'a> {
    /// The customer with this key, as long as they are what the person has seen.
    fn on_seen(tx: &mut dyn Tx, member: &'a StaffMember, key: &str, version: &str) -> Result<Acting<'a>> {
        let subject = subject::find(tx, key)?;
        if detail(tx, &Reader::of(member), &subject)?.version != version {
            return Err(refuse(message::CUSTOMERS_CHANGED_MEANWHILE));
        }
        let by = ByHouse {
            config: Arc::clone(&member.client.view.config),
            now: member.client.now(),
            random: member.client.fresh("customer"),
        };
        Ok(Acting { member, by, subject })
    }

    fn change(&self, what: serde_json::Value) -> Change {
        Change::new("customer", self.subject.key()).after(what)
    }

    fn done(&self, what: serde_json::Value) -> Result<Changed<()>> {
        Ok(Changed::new((), self.change(what)))
    }

    /// The customer as they are now.
    fn shown(&self, tx: &mut dyn Tx, what: serde_json::Value) -> Result<Changed<CustomerDetail>> {
        let subject = subject::find(tx, &self.subject.key())?;
        Ok(Changed::new(detail(tx, &Reader::of(self.member), &subject)?, self.change(what)))
    }
}

pub fn set_email(tx: &mut dyn Tx, member: &StaffMember, args: EmailArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    by_house::correct_email(tx, &acting.by, acting.subject.account()?, &args.email)?;
    acting.done(json!({ "email": "changed" }))
}

pub fn send_password_link(tx: &mut dyn Tx, member: &StaffMember, args: ChangeArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    by_house::send_password_link(tx, &acting.by, acting.subject.account()?)?;
    acting.done(json!({ "password_link": "sent" }))
}

pub fn end_sessions(tx: &mut dyn Tx, member: &StaffMember, args: ChangeArgs) -> Result<Changed<CustomerDetail>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    let ended = by_house::end_sessions(tx, &acting.by, acting.subject.account()?, false)?;
    acting.shown(tx, json!({ "sessions_ended": ended.sessions }))
}

pub fn remove_passkey(tx: &mut dyn Tx, member: &StaffMember, args: PasskeyArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    by_house::remove_passkey(tx, &acting.by, acting.subject.account()?, args.id)?;
    acting.done(json!({ "passkey_removed": args.id }))
}

/// Notes stand beside each other: one asks for no version.
pub fn note(tx: &mut dyn Tx, member: &StaffMember, args: NoteArgs) -> Result<Changed<CustomerDetail>> {
    let subject = subject::find(tx, &args.key)?;
    super::note(tx, &subject, &member.who.actor(), &args.text, member.client.now())?;
    let change = Change::new("customer", subject.key()).after(json!({ "noted": true }));
    Ok(Changed::new(detail(tx, &Reader::of(member), &subject)?, change))
}

/// Those who can be named in a note about a customer.
pub fn colleagues(tx: &mut dyn Tx, _: &StaffMember, _: NoArgs) -> Result<Colleagues> {
    staff::colleagues(tx, NoteAbout::Customer)
}

pub fn call_off_deletion(tx: &mut dyn Tx, member: &StaffMember, args: ChangeArgs) -> Result<Changed<CustomerDetail>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    by_house::call_off_deletion(tx, &acting.by, acting.subject.account()?.id)?;
    acting.shown(tx, json!({ "deletion": "called off" }))
}

pub fn unsubscribe(tx: &mut dyn Tx, member: &StaffMember, args: ChangeArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    newsletter::end_of(tx, &acting.by.config, acting.subject.email(), acting.by.now)?;
    acting.done(json!({ "newsletter": "ended" }))
}

pub fn invite_newsletter(tx: &mut dyn Tx, member: &StaffMember, args: ChangeArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    super::invite(tx, &acting.by, &acting.subject)?;
    acting.done(json!({ "newsletter": "link sent" }))
}

/// Erases at once, whatever need not be kept; whoever asks has verified the customer.
pub fn erase(tx: &mut dyn Tx, member: &StaffMember, args: ChangeArgs) -> Result<Changed<()>> {
    let acting = Acting::on_seen(tx, member, &args.key, &args.version)?;
    super::erase(tx, &acting.by, &acting.subject)?;
    acting.done(json!({ "erased": true }))
}

/// What is kept of a customer, read before the transaction that records the export, so that no writer waits for it.
pub struct Exported {
    subject: Subject,
    export: Export,
}

pub async fn prepare_export(context: Arc<CallContext>, member: StaffMember, args: ShowArgs) -> Result<Exported> {
    let now = member.client.now();
    context
        .db
        .read(move |tx| {
            let subject = subject::find(tx, &args.key)?;
            Ok(Exported { export: super::export(tx, &subject, now)?, subject })
        })
        .await
}

pub fn export(tx: &mut dyn Tx, member: &StaffMember, exported: &Exported) -> Result<Changed<Document>> {
    let Exported { subject, export } = exported;
    if let Subject::Account(customer) = subject {
        privacy::record_export(tx, customer, member.client.now())?;
    }
    let text = serde_json::to_vec_pretty(export).map_err(anyhow::Error::from)?;
    let document = Document::new(format!("customer-{}.json", subject.key()), "application/json", &text);
    Ok(Changed::new(document, Change::new("customer", subject.key()).after(json!({ "exported": true }))))
}
