//! The newsletter, as far as accounts know of it: the two questions they have. A shop without letters answers them so.

use super::types::NewsletterInfo;
use crate::call::Visitor;
use crate::db::Tx;
use crate::error::Result;

/// How an address stands with the newsletter.
pub fn info(_tx: &mut dyn Tx, _email: &str) -> Result<NewsletterInfo> {
    Ok(NewsletterInfo::default())
}

/// The shop's letters are wished for, with a new account or an order.
pub fn wish(_tx: &mut dyn Tx, _visitor: &Visitor, _email: &str) -> Result<()> {
    Ok(())
}
