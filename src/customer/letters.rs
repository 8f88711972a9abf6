//! The newsletter, as far as accounts know of it.

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

/// The shop's letters are wished for with a new account.
pub fn wish(tx: &mut dyn Tx, visitor: &Visitor, email: &str) -> Result<()> {
    let wish = Wish { email: email.to_owned(), letters: Letters::SHOP, source: Source::Registration };
    newsletter::ask(tx, visitor, &wish)?;
    Ok(())
}

/// The account's address has changed, and its letters go with it: to the new one once its link is followed.
pub fn moved(tx: &mut dyn Tx, visitor: &Visitor, former: &str, email: &str) -> Result<()> {
    newsletter::follow(tx, visitor, former, email)
}
