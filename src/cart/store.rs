//! All SQL of carts.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::call::Visitor;
use crate::catalog::Sellable;
use crate::db::{Tx, exec_by_ids};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// A stored line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    pub item_id: i64,
    pub qty: u32,
    /// At the time of adding.
    pub sku: String,
    /// At the time of adding, in the language of then.
    pub name: String,
}

impl Stored {
    pub fn of(item: &Sellable, qty: u32) -> Stored {
        Stored { item_id: item.item_id, qty, sku: item.sku.clone(), name: item.name.clone() }
    }
}

/// The owner of a cart: a guest's session, or the customer.
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

    /// The statement with the owner's column in place of `{owner}`.
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

/// Updates the time of a cart, creating it if needed; answers its id.
fn touch(tx: &mut dyn Tx, owner: Owner, now: Timestamp) -> Result<i64> {
    let sql = owner.sql(
        "INSERT INTO cart ({owner}, updated_at) VALUES ($1, $2)
         ON CONFLICT ({owner}) DO UPDATE SET updated_at = $2 RETURNING id",
    );
    tx.one(&sql, vals![owner.id(), now.as_millisecond()])
}

/// Adds a line or sets its quantity; an existing line keeps its position.
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

/// Removes lines; other ids are ignored. The number of statements depends on the cart, not on the number of ids given.
pub fn delete_lines(tx: &mut dyn Tx, owner: Owner, item_ids: &[i64], now: Timestamp) -> Result<()> {
    let named: HashSet<i64> = item_ids.iter().copied().collect();
    let there = list_lines(tx, owner)?.into_iter().map(|line| line.item_id).filter(|id| named.contains(id));
    let there: Vec<i64> = there.collect();
    let cart_id = touch(tx, owner, now)?;
    exec_by_ids(tx, "DELETE FROM cart_item WHERE cart_id = $25 AND product_id IN ($ids)", &there, vals![cart_id])?;
    Ok(())
}

pub fn delete_all(tx: &mut dyn Tx, owner: Owner, now: Timestamp) -> Result<()> {
    let cart_id = touch(tx, owner, now)?;
    tx.exec("DELETE FROM cart_item WHERE cart_id = $1", vals![cart_id])?;
    Ok(())
}

/// Removes quantities of items from the carts of a session and of a customer; the rest stays.
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

/// Deletes a cart with its lines.
pub fn delete_cart(tx: &mut dyn Tx, owner: Owner) -> Result<()> {
    tx.exec(&owner.sql("DELETE FROM cart WHERE {owner} = $1"), vals![owner.id()])?;
    Ok(())
}

/// How many customers who read a language have goods in their bag.
pub fn count_reading(tx: &mut dyn Tx, lang: Lang) -> Result<i64> {
    tx.one(
        "SELECT count(*) FROM customer u JOIN cart c ON c.customer_id = u.id
         WHERE u.lang = $1 AND u.erased_at IS NULL AND EXISTS (SELECT 1 FROM cart_item i WHERE i.cart_id = c.id)",
        vals![lang.code()],
    )
}
