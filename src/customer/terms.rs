//! Words by which an account is found in the console ([`crate::search::terms`]): its name, mail and member card.

use std::collections::BTreeSet;

use super::store::{self, Customer};
use crate::db::Tx;
use crate::error::Result;
use crate::search::terms::{of_name, of_value, shortened};
use crate::vals;

/// Replaces the terms of an account; none of one that is erased.
pub fn write_terms(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    tx.exec("DELETE FROM customer_term WHERE customer_id = $1", vals![customer_id])?;
    if let Some(customer) = store::find(tx, customer_id)? {
        for term in terms(&customer) {
            tx.exec("INSERT INTO customer_term (term, customer_id) VALUES ($1, $2)", vals![term, customer_id])?;
        }
    }
    tx.exec("UPDATE customer SET terms_state = 'whole' WHERE id = $1 AND terms_state = 'due'", vals![customer_id])?;
    Ok(())
}

fn terms(customer: &Customer) -> Vec<String> {
    let mut terms: BTreeSet<String> = of_value(&customer.email).collect();
    terms.extend(of_name(&customer.first_name, &customer.last_name));
    terms.extend(customer.member_card.iter().flat_map(|number| of_value(number)));
    shortened(terms)
}

/// Accounts whose terms are still to be written, the newest first.
pub fn list_terms_due(tx: &mut dyn Tx, limit: i64) -> Result<Vec<i64>> {
    tx.all(
        "SELECT id FROM customer WHERE terms_state = 'due' AND erased_at IS NULL AND id > 0 ORDER BY id DESC LIMIT $1",
        vals![limit],
    )
}
