//! A small shop for the tests of bag, checkout, order and payment: eleven products, eight countries, one afternoon.

use std::cell::RefCell;
use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::Connection;

use super::types::{AddArgs, Cart};
use super::{Destination, calls};
use crate::call::{View, Visitor};
use crate::checkout;
use crate::checkout::types::{Address, PlaceArgs, Placed};
use crate::config::Config;
use crate::db::{self, Tx};
use crate::domain::money::Currency;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::error::{Refusal, Result};
use crate::session::{self, Session};
use crate::testing;
use crate::vals;

/// Saturday, 21 November 2026, eleven in the morning in Paris.
pub const NOW: &str = "2026-11-21T10:00:00Z";

pub const TOWEL: i64 = 1;
pub const MAT: i64 = 2;
pub const ROBE_S: i64 = 4;
pub const ROBE_M: i64 = 5;
pub const SET: i64 = 6;
pub const DUO: i64 = 7;
pub const BED: i64 = 8;
pub const CANDLE: i64 = 9;
pub const LOTION: i64 = 11;

pub fn at(text: &str) -> Timestamp {
    text.parse().expect("a timestamp")
}

/// A shop of its own for each test, in memory.
pub struct Shop {
    pub connection: Connection,
    pub config: Arc<Config>,
    sessions: RefCell<Vec<Session>>,
}

pub fn shop() -> Shop {
    let connection = testing::empty();
    connection.execute_batch(REGIONS).expect("regions");
    connection.execute_batch(CATALOGUE).expect("catalogue");
    let config = Config::load(None, std::iter::empty()).expect("the default configuration");
    let shop = Shop { connection, config: Arc::new(config), sessions: RefCell::default() };
    shop.newcomer();
    shop
}

impl Shop {
    /// Runs `work` in a transaction; a refusal rolls it back.
    pub fn attempt<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
        db::transaction(&self.connection, work)
    }

    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> T {
        self.attempt(work).expect("not refused")
    }

    /// What `work` is refused with.
    pub fn refusal<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Refusal {
        let error = self.attempt(work).err().expect("a refusal");
        error.refusal().unwrap_or_else(|| panic!("{error}")).clone()
    }

    /// A visitor with a session of their own.
    pub fn newcomer(&self) -> Visitor {
        let number = self.sessions.borrow().len() as u8 + 1;
        let token = session::new_token(&[number; 32]);
        let session = self.write(|tx| session::start(tx, &token, at(NOW), 30));
        self.sessions.borrow_mut().push(session);
        self.returning(number)
    }

    /// The first visitor, as they come back.
    pub fn visitor(&self) -> Visitor {
        self.returning(1)
    }

    fn returning(&self, number: u8) -> Visitor {
        let session = self.sessions.borrow()[usize::from(number) - 1].clone();
        let view = View {
            store: Lang::En.store_view(),
            currency: Currency::Eur,
            now: at(NOW),
            for_cache: false,
            config: Arc::clone(&self.config),
        };
        Visitor { view, session, promo_tag: None, country: None, random: [number; 32], network: None }
    }

    pub fn add(&self, visitor: &Visitor, sku: &str, qty: i64) -> Cart {
        self.write(|tx| calls::add(tx, visitor, AddArgs { sku: sku.into(), qty: Some(qty), ..AddArgs::default() }))
    }

    /// A form that passes for what lies in the visitor's bag: from London, by bank transfer, at the total of now.
    pub fn form(&self, visitor: &Visitor) -> PlaceArgs {
        let contents = self.write(|tx| super::contents(tx, visitor));
        let to =
            Destination { country: "GB", shipping_method: ShippingMethod::Standard, email: Some("ada@example.com") };
        let bag = self.write(|tx| super::price(tx, visitor, contents, to));
        PlaceArgs {
            email: "ada@example.com".into(),
            shipping_address: Address {
                first_name: "Ada".into(),
                last_name: "King".into(),
                address1: "12 St James's Square".into(),
                city: "London".into(),
                postcode: "sw1y4lb".into(),
                country: "gb".into(),
                telephone: "+44 20 7946 0000".into(),
                ..Address::default()
            },
            shipping_method: "standard".into(),
            payment_method: "bank_transfer".into(),
            terms: true,
            bed_terms: true,
            idempotency_key: "0192F5C4-7A1B-7C3D-8E4F-5A6B7C8D9E0F".into(),
            expected_total: Some(bag.totals.total),
            ..PlaceArgs::default()
        }
    }

    pub fn place(&self, visitor: &Visitor, args: &PlaceArgs) -> Placed {
        self.write(|tx| checkout::place(tx, visitor, args.clone()))
    }

    /// Fills the bag with a towel and orders it.
    pub fn order(&self, visitor: &Visitor, key: u32) -> Placed {
        self.add(visitor, "TOWEL", 1);
        let args =
            PlaceArgs { idempotency_key: format!("{key:08x}-0000-4000-8000-000000000000"), ..self.form(visitor) };
        self.place(visitor, &args)
    }

    pub fn stock(&self, item_id: i64) -> i64 {
        self.write(|tx| tx.one("SELECT quantity FROM stock WHERE product_id = $1", vals![item_id]))
    }

    pub fn set_stock(&self, item_id: i64, quantity: i64) {
        self.exec(&format!("UPDATE stock SET quantity = {quantity} WHERE product_id = {item_id}"));
    }

    /// Changes the database behind the calls' back.
    pub fn exec(&self, sql: &str) {
        self.connection.execute_batch(sql).expect("SQL of the test");
    }

    pub fn count(&self, table: &str) -> i64 {
        self.write(|tx| tx.one(&format!("SELECT COUNT(*) FROM {table}"), vals![]))
    }
}

const REGIONS: &str = r"
INSERT INTO shipping_zone VALUES ('near'), ('world'), ('island');
INSERT INTO country VALUES
 ('GB', 0, 'near', 'address1,address2,city,county,postcode', 'postcode,city', '{address1}
{address2}
{city}
{county}
{postcode}', '^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$', 'SW1A 2AA', 'postcode', 'town', '', 'county'),
 ('FR', 1, 'near', 'address1,address2,postcode,city', 'postcode,city', '{address1}
{address2}
{postcode} {city}', '^\d{2} ?\d{3}$', '74000', 'postal_code', 'city', '', ''),
 ('DE', 1, 'near', 'address1,address2,postcode,city', 'postcode,city', '{address1}
{address2}
{postcode} {city}', '^\d{5}$', '10115', 'postal_code', 'city', '', ''),
 ('ES', 1, 'near', 'address1,address2,postcode,city,region', 'postcode,city,region', '{address1}
{address2}
{postcode} {city}
{region}', '^\d{5}$', '28013', 'postal_code', 'city', 'province', ''),
 ('CH', 0, 'world', 'address1,address2,postcode,city', 'postcode,city', '{address1}
{address2}
{postcode} {city}', '^\d{4}$', '1201', 'postal_code', 'city', '', ''),
 ('AE', 0, 'world', 'address1,address2,region', 'region', '{address1}
{address2}
{region}', '', '', '', '', 'emirate', ''),
 ('SG', 0, 'world', 'address1,address2,postcode', 'postcode', '{address1}
{address2}
{postcode}', '^\d{6}$', '546080', 'postal_code', '', '', ''),
 ('PN', 0, 'island', 'address1,address2,city', 'city', '{address1}
{city}', '', '', '', 'city', '', '');
INSERT INTO country_name SELECT id, lang, CASE id WHEN 'GB' THEN 'United Kingdom' WHEN 'FR' THEN 'France'
 WHEN 'DE' THEN 'Germany' WHEN 'ES' THEN 'Spain' WHEN 'CH' THEN 'Switzerland' WHEN 'AE' THEN 'United Arab Emirates'
 WHEN 'SG' THEN 'Singapore' ELSE 'Pitcairn' END FROM country, (SELECT 'en' AS lang UNION SELECT 'fr');
UPDATE country_name SET name = 'Allemagne' WHERE country = 'DE' AND lang = 'fr';
INSERT INTO region (country, id, name, position) VALUES ('ES', 'ES-M', 'Madrid', 1), ('AE', 'AE-DU', 'Dubai', 1);
INSERT INTO vat_rate VALUES ('GB', 'standard', '2022-01-01', '20.00'), ('FR', 'standard', '2022-01-01', '20.00'),
 ('DE', 'standard', '2022-01-01', '19.00'), ('ES', 'standard', '2022-01-01', '21.00'),
 ('CH', 'standard', '2022-01-01', '7.70'), ('CH', 'standard', '2024-01-01', '8.10'),
 ('AE', 'standard', '2022-01-01', '5.00');
INSERT INTO carrier VALUES ('standard', 10), ('dhl', 20), ('ups', 30);
INSERT INTO carrier_zone VALUES ('standard', 'near', 2, 4), ('dhl', 'near', 1, 2), ('standard', 'world', 4, 8);
INSERT INTO shipping_rate VALUES ('near', 'standard', 30000, 590), ('near', 'standard', 100000000, 4900),
 ('near', 'dhl', 30000, 1490), ('world', 'standard', 100000000, 2400);
INSERT INTO currency VALUES ('EUR', 10, '€', '1.0000', '2026-11-02', 1), ('CHF', 20, 'CHF', '0.9350', '2026-11-02', 100),
 ('GBP', 30, '£', '0.8400', '2026-11-02', 50);
";

const CATALOGUE: &str = r"
INSERT INTO product (id, sku, parent_id, kind, type, position, created_at, enabled, vat_class, weight_g, max_qty,
 promotion_category, bed_terms, content_amount, content_unit, ship_group) VALUES
 (1, 'TOWEL', NULL, 'simple', 'towel', 1, 0, 1, 'standard', 600, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (2, 'MAT', NULL, 'simple', 'bath_mat', 2, 0, 1, 'standard', 900, 4, 'bath', 0, NULL, NULL, 'WORLD'),
 (3, 'ROBE', NULL, 'configurable', 'robe', 3, 0, 1, 'standard', 1200, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (4, 'ROBE-S', 3, 'variant', 'robe', 1, 0, 1, 'standard', 1200, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (5, 'ROBE-M', 3, 'variant', 'robe', 2, 0, 1, 'standard', 1200, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (6, 'SET', NULL, 'kit', 'bath_set', 4, 0, 1, 'standard', 2100, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (7, 'DUO', NULL, 'kit', 'bath_set', 5, 0, 1, 'standard', 1800, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (8, 'BED', NULL, 'simple', 'bed', 6, 0, 1, 'standard', 64000, NULL, 'beds', 1, NULL, NULL, 'LARGE'),
 (9, 'CANDLE', NULL, 'simple', 'candle', 7, 0, 1, 'standard', 500, NULL, 'fragrance', 0, 200, 'g', 'WORLD'),
 (10, 'GONE', NULL, 'simple', 'towel', 8, 0, 0, 'standard', 600, NULL, 'bath', 0, NULL, NULL, 'WORLD'),
 (11, 'LOTION', NULL, 'simple', 'body_lotion', 9, 0, 1, 'standard', 300, NULL, 'body', 0, 250, 'ml', 'WORLD');
INSERT INTO product_text SELECT id, lang, name || CASE lang WHEN 'fr' THEN ' (fr)' ELSE '' END, '', lower(sku) || lang,
 '', '', '', '', '', '', '', '' FROM (
 SELECT id, sku, CASE id WHEN 1 THEN 'Lac towel' WHEN 2 THEN 'Lac mat' WHEN 3 THEN 'Rive robe' WHEN 6 THEN 'Lac set'
 WHEN 7 THEN 'Rive duo' WHEN 8 THEN 'Lac bed' WHEN 9 THEN 'Cedar candle' WHEN 11 THEN 'Fig lotion' ELSE sku END AS name
 FROM product WHERE parent_id IS NULL), (SELECT 'en' AS lang UNION SELECT 'fr');
INSERT INTO option_kind VALUES ('robe_size', 'button');
INSERT INTO option_value VALUES ('robe_size', 's', 1, NULL), ('robe_size', 'm', 2, NULL), ('robe_size', 'l', 3, NULL);
INSERT INTO product_option VALUES (3, 1, 'robe_size');
INSERT INTO product_option_value VALUES (3, 'robe_size', 1, 's'), (3, 'robe_size', 2, 'm'), (3, 'robe_size', 3, 'l');
INSERT INTO variant_option VALUES (4, 'robe_size', 's'), (5, 'robe_size', 'm');
INSERT INTO kit_part VALUES (6, 1, 1, 2), (6, 2, 2, 1), (7, 1, 1, 1), (7, 2, 5, 1);
INSERT INTO ship_group_country SELECT 'WORLD', id FROM country;
INSERT INTO ship_group_country VALUES ('LARGE', 'FR'), ('LARGE', 'DE'), ('LARGE', 'GB');
INSERT INTO price (product_id, currency, valid_from, amount, regular) VALUES
 (1, 'EUR', 0, 4000, NULL), (2, 'EUR', 0, 6000, NULL), (4, 'EUR', 0, 12000, NULL), (5, 'EUR', 0, 13000, NULL),
 (6, 'EUR', 0, 13000, NULL), (7, 'EUR', 0, 15000, NULL), (8, 'EUR', 0, 190000, NULL), (9, 'EUR', 0, 8000, 10000),
 (10, 'EUR', 0, 4000, NULL), (11, 'EUR', 0, 2555, NULL);
INSERT INTO price (product_id, currency, valid_from, amount, regular)
 SELECT product_id, 'CHF', 0, amount, regular FROM price WHERE currency = 'EUR';
INSERT INTO stock VALUES (1, 10), (2, 50), (4, 5), (5, 0), (8, 2), (9, 3), (10, 9), (11, 100);
INSERT INTO promo_tag VALUES ('VALMERE-TEAM', 30, 0, NULL, 1, ''), ('STAFF', 30, 0, NULL, 1, 'valmere.example'),
 ('OLD', 30, 0, 1000, 1, '');
INSERT INTO vocabulary VALUES ('en', 'option', 'robe_size', 1, 'Size'), ('en', 'value.robe_size', 's', 1, 'Small'),
 ('en', 'status', 'pending_bank_transfer', 1, 'Pending Bank Transfer'), ('en', 'status', 'canceled', 2, 'Canceled'),
 ('fr', 'status', 'pending_bank_transfer', 1, 'Virement en attente'),
 ('en', 'payment_method', 'bank_transfer', 1, 'Bank transfer'), ('en', 'payment_method', 'cheque', 2, 'Cheque'),
 ('en', 'shipping_method', 'standard', 1, 'Standard delivery'), ('en', 'shipping_method', 'dhl', 2, 'DHL Express'),
 ('en', 'shipping_note', 'standard', 1, 'To your door');
";
