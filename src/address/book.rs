//! All SQL of the address books. Invariant: a book that is not empty has exactly one default for billing and one for
//! shipping.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::types::Address;
use crate::db::{Flow, Tx};
use crate::error::Result;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::vals;

/// The id of a row, which its [`Address`] does not hold.
#[derive(Debug, Deserialize)]
struct Key {
    id: i64,
}

const ADDRESS: &str = "SELECT id, first_name, last_name, company, address1, address2, city, county, region, postcode,
    country, telephone, tax_id, default_billing, default_shipping FROM address";

/// A customer's addresses: the default for shipping, the default for billing, then the latest.
pub fn list(tx: &mut dyn Tx, customer_id: i64) -> Result<Vec<(i64, Address)>> {
    let sql = format!("{ADDRESS} WHERE customer_id = $1 ORDER BY default_shipping DESC, default_billing DESC, id DESC");
    let mut addresses = Vec::new();
    tx.rows(&sql, vals![customer_id], &mut |row| {
        let Key { id } = row.read(&sql)?;
        addresses.push((id, row.read(&sql)?));
        Ok(Flow::More)
    })?;
    Ok(addresses)
}

/// An address of this customer; none if the id is another customer's.
pub fn find(tx: &mut dyn Tx, customer_id: i64, id: i64) -> Result<Option<Address>> {
    tx.find(&format!("{ADDRESS} WHERE id = $1 AND customer_id = $2"), vals![id, customer_id])
}

pub fn count(tx: &mut dyn Tx, customer_id: i64) -> Result<u32> {
    tx.one("SELECT COUNT(*) FROM address WHERE customer_id = $1", vals![customer_id])
}

/// Inserts a validated address, or updates the customer's own address `id`; answers its id, none if there is no such
/// address.
pub fn save(tx: &mut dyn Tx, customer_id: i64, id: Option<i64>, address: &Address) -> Result<Option<i64>> {
    for (is_default, kind) in [(address.default_billing, "billing"), (address.default_shipping, "shipping")] {
        if is_default {
            let sql = format!("UPDATE address SET default_{kind} = 0 WHERE customer_id = $1 AND default_{kind} = 1");
            tx.exec(&sql, vals![customer_id])?;
        }
    }
    let values = |first: i64| {
        let mut values = vec![first.into(), customer_id.into()];
        values.extend_from_slice(vals![
            &address.first_name,
            &address.last_name,
            &address.company,
            &address.address1,
            &address.address2,
            &address.city,
            &address.county,
            &address.region,
            &address.postcode,
            &address.country,
            &address.telephone,
            &address.tax_id,
            address.default_billing,
            address.default_shipping,
        ]);
        values
    };
    let saved = match id {
        Some(id) => tx.find(
            "UPDATE address SET first_name = $3, last_name = $4, company = $5, address1 = $6, address2 = $7, city = $8,
                 county = $9, region = $10, postcode = $11, country = $12, telephone = $13, tax_id = $14,
                 default_billing = $15, default_shipping = $16
             WHERE id = $1 AND customer_id = $2 RETURNING id",
            &values(id),
        )?,
        None => Some(tx.one(
            "INSERT INTO address (customer_id, first_name, last_name, company, address1, address2, city, county, region,
                 postcode, country, telephone, tax_id, default_billing, default_shipping)
             VALUES ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING id",
            &values(0),
        )?),
    };
    appoint_defaults(tx, customer_id)?;
    Ok(saved)
}

/// Adds the address of an order to the book. An equal address is not added again, but may become a default; a full book
/// is not changed.
pub fn keep(tx: &mut dyn Tx, customer_id: i64, address: &Address, max: u32) -> Result<()> {
    let plain = |address: &Address| Address {
        default_billing: false,
        default_shipping: false,
        save_in_address_book: false,
        ..address.clone()
    };
    let known = list(tx, customer_id)?.into_iter().find(|(_, kept)| plain(kept) == plain(address));
    match known {
        Some((id, kept)) => {
            let both = Address {
                default_billing: kept.default_billing || address.default_billing,
                default_shipping: kept.default_shipping || address.default_shipping,
                ..kept
            };
            save(tx, customer_id, Some(id), &both)?;
        }
        None if count(tx, customer_id)? < max => {
            save(tx, customer_id, None, address)?;
        }
        None => {}
    }
    Ok(())
}

/// Deletes an address of this customer; answers whether there was one.
pub fn delete(tx: &mut dyn Tx, customer_id: i64, id: i64) -> Result<bool> {
    let deleted = tx.exec("DELETE FROM address WHERE id = $1 AND customer_id = $2", vals![id, customer_id])?;
    appoint_defaults(tx, customer_id)?;
    Ok(deleted == 1)
}

/// Where a book has no default of a kind, the latest address becomes it.
fn appoint_defaults(tx: &mut dyn Tx, customer_id: i64) -> Result<()> {
    for kind in ["billing", "shipping"] {
        let sql = format!(
            "UPDATE address SET default_{kind} = 1
             WHERE id = (SELECT MAX(id) FROM address WHERE customer_id = $1)
               AND NOT EXISTS (SELECT 1 FROM address WHERE customer_id = $1 AND default_{kind} = 1)"
        );
        tx.exec(&sql, vals![customer_id])?;
    }
    Ok(())
}

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let addresses = list(tx, subject.customer_id)?;
    Ok(addresses.into_iter().map(|(_, address)| json!(address)).collect())
}

fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    tx.exec("DELETE FROM address WHERE customer_id = $1", vals![subject.customer_id])?;
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "addresses", export, erase };

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::db::Connection;
    use crate::testing::{assert_indexed, empty, with};

    const ADA: i64 = 1;
    const BOB: i64 = 2;

    fn of(city: &str, billing: bool, shipping: bool) -> Address {
        let city = city.to_owned();
        Address { city, default_billing: billing, default_shipping: shipping, ..Address::default() }
    }

    fn book(shop: &Connection, customer: i64) -> Vec<(String, bool, bool)> {
        let list = with(shop, |tx| list(tx, customer));
        list.into_iter().map(|(_, a)| (a.city, a.default_billing, a.default_shipping)).collect()
    }

    fn entry(city: &str, billing: bool, shipping: bool) -> (String, bool, bool) {
        (city.to_owned(), billing, shipping)
    }

    #[test]
    fn address_book_has_one_default_of_each_kind() {
        let shop = empty();
        let add = |customer, address: &Address| with(&shop, |tx| save(tx, customer, None, address)).expect("an id");
        let annecy = add(ADA, &of("Annecy", false, false));
        assert_eq!(book(&shop, ADA), [entry("Annecy", true, true)], "the first address is both defaults");
        let lyon = add(ADA, &of("Lyon", true, false));
        add(BOB, &of("Bern", false, false));
        assert_eq!(book(&shop, ADA), [entry("Annecy", false, true), entry("Lyon", true, false)]);
        assert_eq!(book(&shop, BOB), [entry("Bern", true, true)]);
        with(&shop, |tx| save(tx, ADA, Some(annecy), &of("Paris", false, false)));
        assert_eq!(book(&shop, ADA), [entry("Lyon", true, true), entry("Paris", false, false)]);
        assert!(with(&shop, |tx| delete(tx, ADA, lyon)));
        assert_eq!(book(&shop, ADA), [entry("Paris", true, true)]);
        assert!(!with(&shop, |tx| delete(tx, ADA, lyon)), "already deleted");
        assert!(with(&shop, |tx| delete(tx, ADA, annecy)));
        assert_eq!(book(&shop, ADA), []);
    }

    #[test]
    fn addresses_of_others_are_not_found() {
        let shop = empty();
        let id = with(&shop, |tx| save(tx, ADA, None, &of("Annecy", true, true))).expect("an id");
        assert!(with(&shop, |tx| find(tx, BOB, id)).is_none());
        assert_eq!(with(&shop, |tx| save(tx, BOB, Some(id), &of("Bern", true, true))), None);
        assert!(!with(&shop, |tx| delete(tx, BOB, id)));
        assert_eq!(book(&shop, ADA), [entry("Annecy", true, true)]);
    }

    #[test]
    fn order_address_is_saved_once() {
        let shop = empty();
        let put = |address: &Address| with(&shop, |tx| keep(tx, ADA, address, 2));
        put(&Address { save_in_address_book: true, ..of("Annecy", false, false) });
        put(&of("Lyon", false, false));
        put(&of("Annecy", false, false));
        assert_eq!(book(&shop, ADA), [entry("Annecy", true, true), entry("Lyon", false, false)]);
        put(&of("Lyon", true, false));
        assert_eq!(book(&shop, ADA), [entry("Annecy", false, true), entry("Lyon", true, false)]);
        put(&of("Bern", true, true));
        assert_eq!(book(&shop, ADA).len(), 2, "a full address book is not changed");
        let ada = DataSubject { customer_id: ADA, email: String::new(), is_proved: false };
        let exported = with(&shop, |tx| export(tx, &ada));
        assert_eq!(exported[0]["city"], "Annecy");
        with(&shop, |tx| erase(tx, &ada, crate::testing::now()));
        assert_eq!(book(&shop, ADA), []);
        assert_indexed(&shop, |tx| list(tx, ADA));
    }

    proptest! {
        /// An address book is empty or has exactly one default of each kind.
        #[test]
        fn defaults_are_unique_after_any_change(steps in proptest::collection::vec((0_u8..3, 1_i64..6, any::<bool>(), any::<bool>()), 1..30)) {
            let shop = empty();
            for (what, id, billing, shipping) in steps {
                let address = of("x", billing, shipping);
                with(&shop, |tx| match what {
                    0 => save(tx, ADA, None, &address).map(|_| ()),
                    1 => save(tx, ADA, Some(id), &address).map(|_| ()),
                    _ => delete(tx, ADA, id).map(|_| ()),
                });
                let book = book(&shop, ADA);
                let expected = usize::from(!book.is_empty());
                prop_assert_eq!(book.iter().filter(|entry| entry.1).count(), expected);
                prop_assert_eq!(book.iter().filter(|entry| entry.2).count(), expected);
            }
        }
    }
}
