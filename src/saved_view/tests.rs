//! Lists by their indexes, and what becomes of a view that looks for a customer.

use serde_json::json;

use super::types::{SaveArgs, ViewedList};
use super::{calls, erase, export};
use crate::call::NoArgs;
use crate::personal_data::DataSubject;
use crate::testing::assert_indexed;
use crate::testing::fixture::{self, Shop, at};

fn shop() -> Shop {
    let shop = fixture::shop();
    shop.exec("INSERT INTO staff VALUES (1, 'Ada King', 'ada@example.com', 'ada@example.com', 'en', 1, 0, NULL, NULL)");
    shop
}

fn save(shop: &Shop, name: &str, query: &str) {
    let args = SaveArgs {
        id: None,
        version: String::new(),
        list: ViewedList::Orders,
        name: name.into(),
        query: query.into(),
        is_for_all: false,
    };
    let owner = shop.owner();
    shop.write(|tx| calls::save(tx, &owner, args.clone()));
}

#[test]
fn views_are_found_by_an_index() {
    let shop = shop();
    save(&shop, "To pack", "status=processing");
    let owner = shop.owner();
    assert_indexed(&shop.connection, |tx| calls::list(tx, &owner, NoArgs {}));
}

#[test]
fn view_that_looks_for_a_customer_is_erased_with_them() {
    let shop = shop();
    save(&shop, "Bea", "q=Bea%40Example.com&status=processing");
    save(&shop, "Towels", "q=towel");
    let subject = |is_proved| DataSubject { customer_id: 1, email: "bea@example.com".into(), is_proved };
    shop.write(|tx| erase(tx, &subject(false), at(fixture::NOW)));
    assert_eq!(shop.write(|tx| export(tx, &subject(true))), json!(["q=Bea%40Example.com&status=processing"]));
    shop.write(|tx| erase(tx, &subject(true), at(fixture::NOW)));
    assert_eq!(shop.count("saved_view WHERE query = 'q=towel'"), 1);
    assert_eq!(shop.count("saved_view"), 1);
}
