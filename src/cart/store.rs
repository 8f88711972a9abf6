//! All SQL of carts.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::call::Visitor;
use crate::db::{Tx, Val};
use crate::error::Result;
use crate::vals;

/// A line as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    pub item_id: i64,
    pub qty: u32,
    /// As it was when it was added.
    pub sku: String,
    /// As it was when it was added, in the language of then.
    pub name: String,
}

/// Whom a cart hangs on: a guest's on the session, a customer's on the customer, wherever they log in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Session(i64),
    Customer(i64),
}

impl Owner {
    pub fn of(visitor: &Visitor) -> Owner {
        visitor.session.customer_id.map_or(Owner::Session(visitor.session.id), Owner::Customer)
    }

    fn id(self) -> i64 {
        match self {
            Owner::Session(id) | Owner::Customer(id) => id,
        }
    }

    /// A statement with `owner` for the column.
    fn sql(self, statement: &str) -> String {
        let column = match self {
            Owner::Session(_) => "session_id",
            Owner::Customer(_) => "customer_id",
        };
        statement.replace("{owner}", column)
    }
}

/// The lines of a cart, in the order in which they were added.
pub fn list_lines(tx: &mut dyn Tx, owner: Owner) -> Result<Vec<Stored>> {
    let sql = owner.sql(
        "SELECT i.product_id AS item_id, i.qty, i.sku, i.name
         FROM cart c JOIN cart_item i ON i.cart_id = c.id
         WHERE c.{owner} = $1 ORDER BY i.position",
    );
    tx.all(&sql, vals![owner.id()])
}

/// Σ quantities.
pub fn total_qty(tx: &mut dyn Tx, owner: Owner) -> Result<i64> {
    let sql = owner
        .sql("SELECT COALESCE(SUM(i.qty), 0) FROM cart c JOIN cart_item i ON i.cart_id = c.id WHERE c.{owner} = $1");
    tx.one(&sql, vals![owner.id()])
}

/// Notes that a cart has changed, and opens it if need be; answers its id.
fn touch(tx: &mut dyn Tx, owner: Owner, now: Timestamp) -> Result<i64> {
    let sql = owner.sql(
        "INSERT INTO cart ({owner}, updated_at) VALUES ($1, $2)
         ON CONFLICT ({owner}) DO UPDATE SET updated_at = $2 RETURNING id",
    );
    tx.one(&sql, vals![owner.id(), now.as_millisecond()])
}

/// Puts a line in, or sets its quantity; it keeps its place.
pub fn save_line(tx: &mut dyn Tx, owner: Owner, line: &Stored, now: Timestamp) -> Result<()> {
    let cart_id = touch(tx, owner, now)?;
    tx.exec(
        "INSERT INTO cart_item (cart_id, product_id, qty, sku, name, position)
         VALUES ($1, $2, $3, $4, $5, (SELECT COALESCE(MAX(position), 0) + 1 FROM cart_item WHERE cart_id = $1))
         ON CONFLICT (cart_id, product_id) DO UPDATE SET qty = $3, sku = $4, name = $5",
        vals![cart_id, line.item_id, line.qty, &line.sku, &line.name],
    )?;
    Ok(())
}

/// Takes lines out; ids that are not in the cart are passed over. However many a client names, however often, only those
/// that lie in it occupy the one thread that writes.
pub fn delete_lines(tx: &mut dyn Tx, owner: Owner, item_ids: &[i64], now: Timestamp) -> Result<()> {
    let named: HashSet<i64> = item_ids.iter().copied().collect();
    let there = list_lines(tx, owner)?.into_iter().map(|line| line.item_id).filter(|id| named.contains(id));
    let there: Vec<i64> = there.collect();
    let cart_id = touch(tx, owner, now)?;
    for some in there.chunks(24) {
        let places: Vec<String> = (2..some.len() + 2).map(|place| format!("${place}")).collect();
        let params: Vec<Val> = std::iter::once(cart_id).chain(some.iter().copied()).map(Val::Int).collect();
        let sql = format!("DELETE FROM cart_item WHERE cart_id = $1 AND product_id IN ({})", places.join(", "));
        tx.exec(&sql, &params)?;
    }
    Ok(())
}

pub fn delete_all(tx: &mut dyn Tx, owner: Owner, now: Timestamp) -> Result<()> {
    let cart_id = touch(tx, owner, now)?;
    tx.exec("DELETE FROM cart_item WHERE cart_id = $1", vals![cart_id])?;
    Ok(())
}

/// Takes quantities of items out of the carts of a session and of a customer; what is left of them stays.
pub fn take_out(
    tx: &mut dyn Tx,
    session_id: Option<i64>,
    customer_id: Option<i64>,
    items: &[(i64, u32)],
    now: Timestamp,
) -> Result<()> {
    let carts: Vec<i64> = tx.all(
        "SELECT id FROM cart WHERE session_id = $1 UNION SELECT id FROM cart WHERE customer_id = $2",
        vals![session_id, customer_id],
    )?;
    for cart in carts {
        for (product, qty) in items {
            let kept = tx.exec(
                "UPDATE cart_item SET qty = qty - $3 WHERE cart_id = $1 AND product_id = $2 AND qty > $3",
                vals![cart, *product, *qty],
            )?;
            if kept == 0 {
                tx.exec("DELETE FROM cart_item WHERE cart_id = $1 AND product_id = $2", vals![cart, *product])?;
            }
        }
        tx.exec("UPDATE cart SET updated_at = $2 WHERE id = $1", vals![cart, now.as_millisecond()])?;
    }
    Ok(())
}

/// Takes a cart away, with all that is in it.
pub fn delete_cart(tx: &mut dyn Tx, owner: Owner) -> Result<()> {
    tx.exec(&owner.sql("DELETE FROM cart WHERE {owner} = $1"), vals![owner.id()])?;
    Ok(())
}
