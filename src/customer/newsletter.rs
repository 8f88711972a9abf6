//! The newsletter of an account.

use super::types::NewsletterInfo;
use crate::call::Visitor;
use crate::db::Tx;
use crate::error::Result;
use crate::newsletter::types::Letters;
use crate::newsletter::{self, Source, Wish};

/// How an address stands with the newsletter.
pub fn info(tx: &mut dyn Tx, email: &str) -> Result<NewsletterInfo> {
    newsletter::info(tx, email)
}

/// Subscribes the address of a new account.
pub fn subscribe(tx: &mut dyn Tx, visitor: &Visitor, email: &str) -> Result<()> {
    let wish = Wish { email: email.to_owned(), letters: Letters::SHOP, source: Source::Registration };
    newsletter::ask(tx, visitor, &wish)?;
    Ok(())
}

/// Moves the subscription to the account's new address, once its link is followed.
pub fn moved(tx: &mut dyn Tx, visitor: &Visitor, former: &str, email: &str) -> Result<()> {
    newsletter::follow(tx, visitor, former, email)
}
