//! Runs a change of one order and prints its outcome.

use std::collections::BTreeSet;

use serde_json::json;

use super::refusals::explain;
use crate::audit::Change;
use crate::cli::shop::{self, Shop};
use crate::cli::table::{Output, money};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::order_status::{OrderStatus, paid_how};
use crate::error::Result;
use crate::order::{self, Order};
use crate::order_admin;
use crate::payment::store::{Refund, RefundState};
use crate::payment::{self, store};

/// The outcome of a change.
pub struct Done {
    /// The order after the change.
    pub order: Order,
    /// The amount still to be paid.
    pub outstanding: Amount,
    /// Refunds made by the change, each with the number of its order: of surcharges, too.
    refunds: Vec<(String, Refund)>,
    /// Notes for the operator, a line each.
    beside: Vec<String>,
}

/// Runs `work` on the order with this number in a transaction, and records it; answers its result and the outcome. `words`: those
/// of the command, without values.
pub fn change<T>(
    shop: &Shop,
    number: &str,
    words: &str,
    work: impl FnOnce(&mut dyn Tx, &order::Command, &Order) -> Result<T>,
) -> anyhow::Result<(T, Done)> {
    shop.execute(number, words, |tx, command, before| {
        let known: BTreeSet<i64> = refunds(tx, before)?.iter().map(|(_, refund)| refund.id).collect();
        let state = order_admin::state(tx, before)?;
        let answer = match work(tx, command, before) {
            Ok(answer) => answer,
            Err(error) => return Err(explain(tx, before, error)),
        };
        let mut refunds = refunds(tx, before)?;
        refunds.retain(|(_, refund)| !known.contains(&refund.id));
        let order = shop::find(tx, number)?;
        let change = Change::new("order", &order.number).before(state).after(order_admin::state(tx, &order)?);
        let mut beside = Vec::new();
        if order.method_code() != before.method_code() {
            let (now, then) = (paid_how(order.method_code()), paid_how(before.method_code()));
            beside.push(format!("it is paid {now} now, no longer {then}"));
        }
        if order.status == OrderStatus::Canceled && !before.status.is_final() {
            let linked = order::find_added_to(tx, order.id)?.into_iter().chain(order::list_additions(tx, order.id)?);
            let others = linked.filter(|other| other.status != OrderStatus::Canceled);
            beside.extend(others.map(|other| format!("{}, which is linked to it, stays as it is", other.number)));
        }
        let is_open = store::list_attempts(tx, order.id)?.iter().any(store::Attempt::is_undecided);
        if is_open && before.status.is_pending() && !order.status.is_pending() {
            beside.push(
                "its payment page is closed by the open shop, or at once by: shop jobs run reconcile_payments".into(),
            );
        }
        let outstanding = payment::outstanding(tx, &order)?;
        Ok(((answer, Done { order, outstanding, refunds, beside }), change))
    })
}

/// The refunds of an order and of its surcharges, oldest first of each.
fn refunds(tx: &mut dyn Tx, order: &Order) -> Result<Vec<(String, Refund)>> {
    let mut refunds = Vec::new();
    let surcharges =
        order::list_surcharges(tx, order.id)?.into_iter().map(|surcharge| (surcharge.id, surcharge.number));
    for (id, number) in std::iter::once((order.id, order.number.clone())).chain(surcharges) {
        refunds.extend(store::list_refunds(tx, id)?.into_iter().map(|refund| (number.clone(), refund)));
    }
    Ok(refunds)
}

impl Done {
    /// Prints what was done, and below what is left to do.
    pub fn print(&self, out: Output, what: &str) -> anyhow::Result<()> {
        let (number, status) = (&self.order.number, self.order.status);
        let mut lines = vec![if what.ends_with(status.code()) {
            format!("{number} {what}")
        } else {
            format!("{number} {what} ({})", status.code())
        }];
        lines.extend(self.beside.iter().cloned());
        let notes = lines.clone();
        lines.extend(self.refunds.iter().map(|(of, refund)| next_step(of, refund)));
        let refunds: Vec<_> = self
            .refunds
            .iter()
            .map(|(_, refund)| {
                json!({ "id": refund.id, "state": refund.state.code(), "amount": Amount::from_minor(refund.amount),
                    "currency": refund.currency })
            })
            .collect();
        let value = json!({ "number": number, "status": status, "outstanding": self.outstanding,
            "currency": self.order.totals.currency, "refunds": refunds, "notes": notes });
        out.done(&value, &lines.join("\n"))
    }
}

/// How a new refund proceeds.
pub fn next_step(number: &str, refund: &Refund) -> String {
    let (id, amount) = (refund.id, money(refund.amount, refund.currency));
    if refund.state == RefundState::ByHand {
        format!("refund {id}: send {amount} by hand; once it is sent: shop order refund {number} --made {id}")
    } else {
        format!("refund {id}: {amount} goes back the way it came; the open shop carries it")
    }
}
