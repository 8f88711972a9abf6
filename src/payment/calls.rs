//! The call that counts a purchase once, and the offered payment methods with their names.

use super::gateway::offered;
use super::store;
use super::types::{Counted, IndexArgs, PaymentOption};
use crate::call::{View, Visitor};
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::order_status::{OrderStatus, PaymentMethod};
use crate::error::{Result, refuse};
use crate::{catalog, message, order};

/// Whether analytics are to count an order: true once per bought order, across all clients (specification §3).
pub fn counted(tx: &mut dyn Tx, visitor: &Visitor, args: IndexArgs) -> Result<Counted> {
    let order = order::find_by_token(tx, &args.token)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
    let is_bought = !matches!(order.status, OrderStatus::Pending | OrderStatus::PendingOffline | OrderStatus::Canceled);
    Ok(Counted { is_first: is_bought && store::save_counted(tx, order.id, visitor.now())? })
}

/// The payment methods offered for a currency and a country of delivery, with their names.
pub fn options(tx: &mut dyn Tx, view: &View, currency: Currency, country: &str) -> Result<Vec<PaymentOption>> {
    let names = catalog::labels(tx, view.lang(), catalog::PAYMENT_METHOD)?;
    let beside_cards = catalog::payment_types(tx, view.lang(), view.config.payment.beside_cards(currency))?;
    let option = |method: PaymentMethod| PaymentOption {
        code: method,
        name: names.get(method.code()).cloned().unwrap_or_else(|| method.code().to_owned()),
        also: match method {
            PaymentMethod::Card => beside_cards.clone(),
            _ => Vec::new(),
        },
    };
    Ok(offered(view, currency, country).map(option).collect())
}
