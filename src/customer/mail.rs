//! Data of the mails to customers: templates of `ui/src/mail` with their names.
//!
//! `first_name` is the salutation, in Chinese the full name. Links are absolute URLs. Times are RFC 3339; templates
//! format them in the customer's language and in the shop's time zone.

use jiff::Timestamp;
use serde::Serialize;

use super::store::Customer;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::outbox::{self, NewMail};

/// The account is created.
pub const WELCOME: &str = "welcome";
/// A new password was requested.
pub const PASSWORD_RESET: &str = "password_reset";
/// An account was created with an order and has no password yet.
pub const PASSWORD_FIRST: &str = "password_first";
/// The password was changed.
pub const PASSWORD_CHANGED: &str = "password_changed";
/// A passkey was added to the account, or removed.
pub const PASSKEY_ADDED: &str = "passkey_added";
pub const PASSKEY_REMOVED: &str = "passkey_removed";
/// The e-mail address was changed; sent to the former one.
pub const EMAIL_CHANGED: &str = "email_changed";
/// The account will be deleted unless the request is withdrawn.
pub const DELETION_ASKED: &str = "deletion_asked";
/// The account is deleted; the last mail to the address.
pub const DELETION_DONE: &str = "deletion_done";

/// Data of `welcome` (`url`: the account), `password_changed` (`url`: the reset form) and `deletion_done` (`url`: the
/// shop).
#[derive(Debug, Serialize)]
pub struct Notice {
    pub first_name: String,
    pub url: String,
}

/// Data of `passkey_added` and `passkey_removed`.
#[derive(Debug, Serialize)]
pub struct PasskeyNotice {
    pub first_name: String,
    /// What the customer calls the key.
    pub name: String,
    /// The reset form.
    pub url: String,
}

/// Data of `password_reset` and `password_first`.
#[derive(Debug, Serialize)]
pub struct PasswordLink {
    pub first_name: String,
    /// Sets the password, with a single-use token.
    pub url: String,
    pub expires_at: String,
    /// The order with which the account was created; empty in `password_reset`.
    pub order_number: String,
}

/// Data of `email_changed`.
#[derive(Debug, Serialize)]
pub struct EmailChanged {
    pub first_name: String,
    /// The new address, masked, as the former one may be another person's.
    pub new_email: String,
    /// The contact form.
    pub url: String,
}

/// Data of `deletion_asked`.
#[derive(Debug, Serialize)]
pub struct DeletionAsked {
    pub first_name: String,
    /// When the account is deleted.
    pub due_at: String,
    /// The account, where the request can be withdrawn.
    pub url: String,
}

/// Queues a mail to a customer, in the customer's language.
pub fn send<T: Serialize>(tx: &mut dyn Tx, to: &Customer, template: &str, data: &T, now: Timestamp) -> Result<()> {
    outbox::enqueue_to_account(tx, to.id, NewMail { template, lang: to.lang, recipient: &to.email, data }, now)?;
    Ok(())
}

/// Queues the last mail to a customer, whose account has just been erased.
pub fn send_last<T: Serialize>(tx: &mut dyn Tx, to: &Customer, template: &str, data: &T, now: Timestamp) -> Result<()> {
    outbox::enqueue_last(tx, NewMail { template, lang: to.lang, recipient: &to.email, data }, now)
}

/// The URL of a page in the customer's language.
pub fn url(config: &Config, to: &Customer, page: &str) -> String {
    format!("{}/{}{page}", config.public_url(), to.lang.code())
}

/// A masked e-mail address: `an…@example.com`.
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
