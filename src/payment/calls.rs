//! The call that counts a purchase once.

use super::store;
use super::types::{Counted, IndexArgs};
use crate::call::Visitor;
use crate::db::Tx;
use crate::domain::order_status::OrderStatus;
use crate::error::{Result, refuse};
use crate::{message, order};

/// Tells once of an order, whoever asks, from whatever window: what is counted by it is counted once (specification §3).
pub fn counted(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<Counted> {
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let is_bought = !matches!(order.status, OrderStatus::Pending | OrderStatus::PendingOffline | OrderStatus::Canceled);
    Ok(Counted { is_first: is_bought && store::save_counted(tx, order.id, visitor.now())? })
}
