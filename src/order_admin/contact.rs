//! An order whose mail address was mistyped.

use serde_json::json;

use super::deeds::Acting;
use super::list::write_terms;
use super::types::EmailArgs;
use crate::call::{Changed, StaffMember};
use crate::db::Tx;
use crate::domain::validate;
use crate::error::{Error, Refusal, Result};
use crate::order::{Command, Order};
use crate::{order, order_view, outbox};

pub fn set_email(tx: &mut dyn Tx, member: &StaffMember, args: EmailArgs) -> Result<Changed<()>> {
    let mut acting = Acting::on_seen(tx, member, &args.number, &args.version)?;
    let written = correct_email(tx, &acting.command, &mut acting.order, &args.email)?;
    acting.done(tx, json!({ "email": "changed", "mails": written }))
}

/// Gives an order another address. Links in mails to the former one, which may be a stranger's, lead nowhere from then on, and
/// what has not left is written anew. Answers how many mails that are.
pub fn correct_email(tx: &mut dyn Tx, command: &Command, order: &mut Order, email: &str) -> Result<u32> {
    let email = validate::email(email).map_err(|message| Refusal::of_field("email", message))?;
    order::save_email(tx, order.id, &email)?;
    // Whoever has mistyped it looks for the new one next.
    write_terms(tx, &[order.id])?;
    order.email = email;
    let mails = outbox::list_of_order(tx, order.id)?;
    let mut written = 0;
    for mail in mails.iter().filter(|mail| mail.state() != outbox::State::Sent) {
        // One that no longer fits the order is not sent to anybody.
        match tx.attempt(|tx| order_view::send_mail_anew(tx, command, order, mail)) {
            Ok(()) => written += 1,
            Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
        outbox::delete_unsent(tx, mail.id)?;
    }
    Ok(written)
}
