//! The items of an order once more, in the cart.

use super::types::ReorderArgs;
use crate::call::Visitor;
use crate::cart::types::FilledCart;
use crate::cart::{self, Wanted};
use crate::db::Tx;
use crate::domain::validate;
use crate::error::{Result, refuse};
use crate::{message, order};

/// Puts the items of an order into the visitor's cart, at today's prices: of an own one of the customer, or of the order
/// that a token leads to.
pub fn reorder(tx: &mut dyn Tx, visitor: &Visitor, args: ReorderArgs) -> Result<FilledCart> {
    let found = match args.token.as_str() {
        "" => {
            let customer_id = visitor.session.customer_id.ok_or_else(|| refuse(message::LOGIN_REQUIRED))?;
            order::find_own(tx, customer_id, validate::trim(&args.order_number))?
        }
        token => order::find_by_token(tx, token)?,
    };
    let order = found.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let lines = order::lines(tx, order.id)?.into_iter().filter(|line| line.qty > 0);
    let wanted = lines.map(|line| Wanted { item_id: line.product_id, name: line.name, qty: line.qty }).collect();
    cart::refill(tx, visitor, wanted)
}
