//! What the mails to customers show: one type a template of `ui/src/mail`, named as the template is.
//!
//! Every mail greets by `first_name`: what its customer is greeted by, in Chinese the whole name. Links are whole addresses.
//! Times are RFC 3339; the template writes them in the customer's language, in the time of Paris.

use jiff::Timestamp;
use serde::Serialize;

use super::store::Customer;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::outbox::{self, NewMail};

/// `welcome`: the account is made.
pub const WELCOME: &str = "welcome";
/// `password_reset`: somebody, hopefully the customer, wants a new password.
pub const PASSWORD_RESET: &str = "password_reset";
/// `password_first`: an account was made with an order and has no password yet.
pub const PASSWORD_FIRST: &str = "password_first";
/// `password_changed`: it was; if that was somebody else, here is what to do.
pub const PASSWORD_CHANGED: &str = "password_changed";
/// `email_changed`: to the former address of an account.
pub const EMAIL_CHANGED: &str = "email_changed";
/// `deletion_asked`: the account will be deleted, unless that is withdrawn.
pub const DELETION_ASKED: &str = "deletion_asked";
/// `deletion_done`: the account is deleted. The last mail to this address.
pub const DELETION_DONE: &str = "deletion_done";

/// Data of `welcome` (`url`: the account), `password_changed` (`url`: where a new password is asked for) and `deletion_done`
/// (`url`: the shop).
#[derive(Debug, Serialize)]
pub struct Notice {
    pub first_name: String,
    pub url: String,
}

/// Data of `password_reset` and `password_first`.
#[derive(Debug, Serialize)]
pub struct PasswordLink {
    pub first_name: String,
    /// Where the password is set, with the token that does it once.
    pub url: String,
    pub expires_at: String,
    /// The order with which the account was made; empty in `password_reset`.
    pub order_number: String,
}

/// Data of `email_changed`.
#[derive(Debug, Serialize)]
pub struct EmailChanged {
    pub first_name: String,
    /// The new address, all but its beginning and its domain replaced by dots: this mail may be read by somebody else.
    pub new_email: String,
    /// The contact form's.
    pub url: String,
}

/// Data of `deletion_asked`.
#[derive(Debug, Serialize)]
pub struct DeletionAsked {
    pub first_name: String,
    /// When it is carried out.
    pub due_at: String,
    /// The account, where it can be withdrawn.
    pub url: String,
}

/// Queues a mail to a customer, in the customer's language.
pub fn send<T: Serialize>(tx: &mut dyn Tx, to: &Customer, template: &str, data: &T, now: Timestamp) -> Result<()> {
    outbox::enqueue(tx, NewMail { template, lang: to.lang, recipient: &to.email, data }, now)?;
    Ok(())
}

/// The address of a page, for a mail to this customer.
pub fn url(config: &Config, to: &Customer, page: &str) -> String {
    format!("{}/{}{page}", config.public_url(), to.lang.code())
}

/// An address as it may be shown to whoever had the account's former one: `an…@example.com`.
pub fn masked(email: &str) -> String {
    let (local, domain) = email.split_once('@').unwrap_or((email, ""));
    let shown: String = local.chars().take(if local.chars().count() > 3 { 2 } else { 1 }).collect();
    format!("{shown}…@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_is_masked_but_recognisable() {
        assert_eq!(masked("anna.keller@example.com"), "an…@example.com");
        assert_eq!(masked("bob@example.com"), "b…@example.com");
    }
}
