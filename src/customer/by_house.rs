//! What the house does to an account when its owner asks by telephone or post.
//!
//! It sees neither password nor links: those go to the account's mailbox. The security log names the house, the audit the person.

use std::sync::Arc;

use jiff::Timestamp;

use super::account::{already_exists, change_email, known};
use super::guard;
use super::mail;
use super::passkey;
use super::password::send_link;
use super::sessions::{Access, access};
use super::store::{self, Customer};
use crate::call::{View, Visitor};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::domain::validate;
use crate::error::{Refusal, Result, refuse};
use crate::message;
use crate::outbox;
use crate::security_log::{self, Event, Staff};
use crate::session::{self, Session};

/// Who acts for the house, and when.
#[derive(Debug, Clone)]
pub struct ByHouse {
    pub config: Arc<Config>,
    pub now: Timestamp,
    /// Fresh random bytes, for links.
    pub random: [u8; 32],
}

impl ByHouse {
    /// A visitor of the account's language without a session, of whom nothing is proved.
    pub fn visitor(&self, tx: &mut dyn Tx, lang: Lang) -> Result<Visitor> {
        let view = View::load(tx, lang, Currency::Eur, self.now, &self.config)?;
        Ok(Visitor::new(view, Session::nobodys(), self.random))
    }
}

/// Mails the link by which the owner chooses a password, which proves the mailbox too.
pub fn send_password_link(tx: &mut dyn Tx, by: &ByHouse, customer: &Customer) -> Result<()> {
    security_log::record_by(tx, Staff::Operator, Event::ResetRequested, customer.id, by.now)?;
    send_link(tx, &by.config, customer, &by.random, by.now)
}

/// Ends the account's sessions on all devices and, if asked to, removes its passkeys; answers how many.
pub fn end_sessions(tx: &mut dyn Tx, by: &ByHouse, customer: &Customer, removes_passkeys: bool) -> Result<Access> {
    let mut ended = access(tx, customer.id, by.now)?;
    if session::end_all_of(tx, customer.id)? > 0 {
        security_log::record_by(tx, Staff::Operator, Event::SessionsEnded, customer.id, by.now)?;
    }
    if !removes_passkeys {
        ended.passkeys = 0;
    } else if ended.passkeys > 0 {
        passkey::store::delete_keys(tx, customer.id)?;
        security_log::record_by(tx, Staff::Operator, Event::PasskeyRemoved, customer.id, by.now)?;
    }
    Ok(ended)
}

/// Removes one passkey, of a device that was lost for instance; the owner is told by mail.
pub fn remove_passkey(tx: &mut dyn Tx, by: &ByHouse, customer: &Customer, id: i64) -> Result<()> {
    let key = passkey::store::find_key(tx, customer.id, id)?;
    let key = key.ok_or_else(|| refuse(message::CUSTOMERS_NO_PASSKEY))?;
    passkey::store::delete_key(tx, key.id)?;
    security_log::record_by(tx, Staff::Operator, Event::PasskeyRemoved, customer.id, by.now)?;
    let data = mail::PasskeyNotice {
        first_name: customer.salutation(),
        name: key.name,
        url: mail::url(&by.config, customer, "/forgetpwd"),
    };
    mail::send(tx, customer, mail::PASSKEY_REMOVED, &data, by.now)
}

/// Gives an account another address, which counts as its owner's once the mailed link has been followed.
///
/// The former mailbox may be a stranger's: it is told, its links and all sessions end, and its newsletter does not move along
/// without a confirmation.
pub fn correct_email(tx: &mut dyn Tx, by: &ByHouse, former: &Customer, email: &str) -> Result<()> {
    let email = validate::email(email).map_err(|fault| Refusal::of_field("email", fault))?;
    if email == former.email {
        return Err(Refusal::of_field("email", message::CUSTOMERS_EMAIL_SAME).into());
    }
    let customer = Customer { email, ..former.clone() };
    if validate::email_key(&customer.email) == validate::email_key(&former.email) {
        return store::save_details(tx, &customer);
    }
    if store::find_login(tx, &customer.email)?.is_some() {
        return Err(already_exists().into());
    }
    let visitor = by.visitor(tx, former.lang)?;
    security_log::record_by(tx, Staff::Operator, Event::EmailChanged, former.id, by.now)?;
    readdress(tx, former, &customer, by.now)?;
    change_email(tx, &visitor, former, &customer)?;
    store::save_details(tx, &customer)?;
    end_sessions(tx, by, &customer, false)?;
    send_password_link(tx, by, &customer)
}

/// Sends what has not left to the corrected address. Links to choose a password end with the former one, and another is on its way.
fn readdress(tx: &mut dyn Tx, former: &Customer, customer: &Customer, now: Timestamp) -> Result<()> {
    for (id, template) in outbox::list_unsent_to_account(tx, former.id, &former.email)? {
        match template.as_str() {
            // It is for whoever had that mailbox.
            mail::EMAIL_CHANGED => {}
            mail::PASSWORD_RESET | mail::PASSWORD_FIRST => outbox::delete_unsent(tx, id)?,
            _ => outbox::readdress(tx, id, &customer.email, now)?,
        }
    }
    Ok(())
}

/// Whether so many wrong passwords were tried that the account's owner has to wait.
pub fn is_throttled(tx: &mut dyn Tx, config: &Config, customer: &Customer, now: Timestamp) -> Result<bool> {
    guard::is_throttled(tx, config, &customer.email, now)
}

/// Keeps an account whose deletion was asked for.
pub fn call_off_deletion(tx: &mut dyn Tx, by: &ByHouse, customer_id: i64) -> Result<()> {
    let customer = known(tx, customer_id)?;
    if !store::delete_deletion(tx, customer.id)? {
        return Err(refuse(message::CUSTOMERS_NO_DELETION));
    }
    security_log::record_by(tx, Staff::Operator, Event::DeletionWithdrawn, customer.id, by.now)
}
