//! The console's calls in shops with many orders and many products, run without a server.

use std::hint::black_box;
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use jiff::SignedDuration;
use serde_json::Value;
use shop::call::{Caller, Client, Input, Mode, SignedIn, Visitor};
use shop::db::Connection;
use shop::domain::permission::Permission;
use shop::domain::working_days::in_shop_zone;

use super::{median, sqlite};

/// Milliseconds of a year, over which orders are spread.
const YEAR: i64 = 31_536_000_000;

/// Copies the first order until there are `count`, with names, statuses, methods, countries and days of their own. Half of them are
/// of accounts, as many of guests, and of each somebody has written.
fn multiply(connection: &Connection, count: u32) -> anyhow::Result<()> {
    connection.execute_batch(&format!(
        "CREATE TEMP TABLE pattern AS SELECT * FROM sales_order ORDER BY id LIMIT 1;
         CREATE TEMP TABLE copies AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
             SELECT i FROM n;
         CREATE TEMP TABLE made AS SELECT pattern.*, i FROM copies, pattern;
         UPDATE made SET id = 1000 + i, number = printf('2025-%06d', i), email = printf('p%d@example.com', i),
             email_key = printf('p%d@example.com', i), total = 1000 + i * 7 % 90000,
             created_at = created_at - {YEAR} / {count} * ({count} - i),
             payment_method = CASE i % 3 WHEN 0 THEN 'card' ELSE 'bank_transfer' END, hold_until = NULL, terms_state = 'whole',
             status = CASE WHEN i % 10 < 8 THEN 'complete' WHEN i % 10 = 8 THEN 'canceled' WHEN i % 100 = 9 THEN 'processing'
                 ELSE 'closed' END;
         UPDATE made SET delivery_from = date(created_at / 1000, 'unixepoch', '+4 days'),
             delivery_to = date(created_at / 1000, 'unixepoch', '+6 days'), status_at = created_at;
         ALTER TABLE made DROP COLUMN i;
         INSERT INTO sales_order SELECT * FROM made;
         INSERT INTO order_address (order_id, kind, first_name, last_name, company, address1, address2, city, county, region,
                 postcode, country, telephone, tax_id)
             SELECT made.id, a.kind, printf('Maria%d', made.id % 50), printf('Rossi%d', made.id % 997), a.company, a.address1,
                 a.address2, a.city, a.county, a.region, a.postcode,
                 CASE made.id % 4 WHEN 0 THEN 'FR' WHEN 1 THEN 'DE' ELSE 'ES' END, a.telephone, a.tax_id
             FROM made, order_address a WHERE a.order_id = (SELECT id FROM pattern);
         INSERT INTO order_line (order_id, position, product_id, sku, name, options, qty, price, market_price, discount_amount,
                 vat_rate, promotion_category, eco_participation)
             SELECT made.id, l.position, l.product_id, l.sku, l.name, l.options, l.qty, l.price, l.market_price,
                 l.discount_amount, l.vat_rate, l.promotion_category, l.eco_participation
             FROM made, order_line l WHERE l.order_id = (SELECT id FROM pattern);
         INSERT INTO order_term (term, order_id)
             SELECT replace(number, '-', ''), id FROM made UNION SELECT substr(number, 6), id FROM made
             UNION SELECT printf('maria%drossi%d', id % 50, id % 997), id FROM made
             UNION SELECT printf('rossi%dmaria%d', id % 997, id % 50), id FROM made
             UNION SELECT replace(replace(email, '@', ''), '.', ''), id FROM made UNION SELECT 'examplecom', id FROM made
             UNION SELECT 'com', id FROM made UNION SELECT CAST(total AS TEXT), id FROM made;
         INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at, terms_state)
             SELECT id, email, email_key, printf('Maria%d', id % 50), printf('Rossi%d', id % 997), 'de', created_at, 'whole'
             FROM made WHERE id % 2 = 0;
         UPDATE sales_order SET customer_id = id WHERE id IN (SELECT id FROM customer WHERE id >= 1000);
         INSERT INTO customer_term (term, customer_id)
             SELECT printf('maria%drossi%d', id % 50, id % 997), id FROM customer WHERE id >= 1000
             UNION SELECT printf('rossi%dmaria%d', id % 997, id % 50), id FROM customer WHERE id >= 1000
             UNION SELECT replace(replace(email, '@', ''), '.', ''), id FROM customer WHERE id >= 1000
             UNION SELECT 'examplecom', id FROM customer WHERE id >= 1000;
         INSERT INTO contact_message (id, reference, order_id, subject, email, email_key, name, message, lang, created_at)
             SELECT id, printf('C-%d', id), id, 'other', email, email_key, printf('Maria%d Rossi%d', id % 50, id % 997),
                 'When does it arrive?', 'de', created_at FROM made;
         INSERT INTO thread (id, reference, kind, contact_message_id, order_id, email_key, lang, state, opened_at,
                 last_message_at, due_at, rank, version, terms_state)
             SELECT id, printf('C-%d', id), 'message', id, id, email_key, 'de',
                 CASE WHEN id % 100 = 9 THEN 'open' WHEN id % 10 = 8 THEN 'closed' ELSE 'answered' END, created_at, created_at,
                 created_at, CASE WHEN id % 100 = 9 THEN created_at ELSE 1000000000000000 - created_at END, 1, 'whole' FROM made;
         INSERT INTO thread_term (term, thread_id)
             SELECT printf('maria%drossi%d', id % 50, id % 997), id FROM made
             UNION SELECT printf('rossi%dmaria%d', id % 997, id % 50), id FROM made
             UNION SELECT replace(replace(email, '@', ''), '.', ''), id FROM made;
         INSERT INTO invoice (id, order_id, kind, number, year, sequence, issued_at, currency, total, tax_amount, document, mailed)
             SELECT id, id, 'invoice', printf('INV-2025-%06d', id), 2025, id, created_at, 'EUR', total, total / 6, '{{}}', 1
             FROM made WHERE status <> 'canceled';
         INSERT INTO invoice_vat
             SELECT date(issued_at / 1000, 'unixepoch'), id, '20', id,
                 CASE id % 4 WHEN 0 THEN 'FR' WHEN 1 THEN 'DE' ELSE 'ES' END, 'EUR', total - tax_amount, tax_amount,
                 total - tax_amount, tax_amount, date(issued_at / 1000, 'unixepoch'), 0 FROM invoice WHERE id >= 1000;
         INSERT INTO invoice_line
             SELECT date(issued_at / 1000, 'unixepoch'), id, 0, printf('SKU-%d', id % 300), 'Towel', 2, total - tax_amount, total
             FROM invoice WHERE id >= 1000;
         DROP TABLE pattern; DROP TABLE copies; DROP TABLE made;"
    ))?;
    Ok(())
}

/// What people of the house ask for: the name of its figure, the call, its arguments; days ago are filled in.
type Asked = &'static [(&'static str, &'static str, &'static str)];

const OF_ORDERS: Asked = &[
    ("list", "order/list", r#"{}"#),
    ("list, a status", "order/list", r#"{ "status": ["closed"] }"#),
    ("list, method and country", "order/list", r#"{ "method": "card", "country": "FR" }"#),
    ("list, a month", "order/list", r#"{ "from": "SIXTY", "until": "THIRTY" }"#),
    ("search, a name", "order/list", r#"{ "q": "rossi12" }"#),
    ("search, two frequent words", "order/list", r#"{ "q": "maria1 rossi1" }"#),
    ("search, a number", "order/list", r#"{ "q": "2025-000123" }"#),
    ("show", "order/show", r#"{ "number": "2025-000123" }"#),
    ("duties", "duty/list", r#"{}"#),
    ("customers", "customer/list", r#"{}"#),
    ("customers, with orders", "customer/list", r#"{ "filter": "ordered" }"#),
    ("customers, guests", "customer/list", r#"{ "filter": "guests" }"#),
    ("customers, a name", "customer/list", r#"{ "q": "rossi12" }"#),
    ("customers, two frequent words", "customer/list", r#"{ "q": "maria1 examplecom" }"#),
    ("messages", "message/list", r#"{}"#),
    ("messages, a state", "message/list", r#"{ "state": "closed" }"#),
    ("messages, a name", "message/list", r#"{ "q": "rossi12" }"#),
    ("figures, a month", "figures/overview", r#"{ "span": { "from": "SIXTY", "to": "THIRTY" } }"#),
    ("figures, a year", "figures/overview", r#"{ "span": { "from": "YEAR", "to": "TODAY" } }"#),
    ("a thread", "message/show", r#"{ "reference": "C-1009" }"#),
];

/// The SKUs of synthetic products begin with SYN.
const OF_PRODUCTS: Asked = &[
    ("stock", "stock/list", r#"{}"#),
    ("stock, a SKU", "stock/list", r#"{ "q": "SYN-00" }"#),
    ("stock, words", "stock/list", r#"{ "q": "linen towel" }"#),
    ("stock, low", "stock/list", r#"{ "filter": "low" }"#),
    ("prices", "price/list", r#"{}"#),
    ("prices, a SKU", "price/list", r#"{ "q": "SYN-00" }"#),
    ("prices, words", "price/list", r#"{ "q": "linen towel" }"#),
    ("prices, planned", "price/list", r#"{ "filter": "planned" }"#),
    ("an item's prices", "price/show", r#"{ "sku": "TOW-GAN" }"#),
    ("price calendar", "campaign/calendar", r#"{ "from": "SIXTY", "to": "THIRTY" }"#),
    ("products", "product/list", r#"{}"#),
    ("products, a SKU", "product/list", r#"{ "q": "SYN-00" }"#),
    ("products, words", "product/list", r#"{ "q": "linen towel" }"#),
    ("products, a gap", "product/list", r#"{ "missing": "picture" }"#),
    ("products, a category", "product/list", r#"{ "category": "towels" }"#),
    ("a product", "product/show", r#"{ "sku": "TOW-GAN" }"#),
];

/// What people of the house change; a number that is another each time is filled in. A name stands elsewhere in lists, which are made
/// anew.
const CHANGES: Asked = &[
    (
        "a product's weight saved",
        "product/save",
        r#"{ "products": [{ "sku": "TOW-GAN", "changes": [{ "field": "weight_g", "was": null, "value": "RUN" }] }] }"#,
    ),
    (
        "a product's name saved",
        "product/save",
        r#"{ "products": [{ "sku": "TOW-GAN", "changes": [{ "field": "name.en", "was": null, "value": "Towel RUN" }] }] }"#,
    ),
];

/// A call of the console: the figure's name, and the time that it takes in a shop with many orders.
pub struct Timed {
    pub name: &'static str,
    pub milliseconds: f64,
}

/// The calls about orders in a shop that gets `count` orders; the order of `visitor` is their pattern.
pub fn orders(data: &Path, visitor: &Visitor, count: u32, time: Duration) -> anyhow::Result<Vec<Timed>> {
    let connection = sqlite::connect(data)?;
    multiply(&connection, count)?;
    measure(&connection, visitor, OF_ORDERS, time)
}

/// The calls about goods in a shop as it is.
pub fn products(data: &Path, visitor: &Visitor, time: Duration) -> anyhow::Result<Vec<Timed>> {
    measure(&sqlite::connect(data)?, visitor, OF_PRODUCTS, time)
}

/// Changes of goods, each in a transaction of its own.
pub fn changes(data: &Path, visitor: &Visitor, time: Duration) -> anyhow::Result<Vec<Timed>> {
    measure(&sqlite::connect(data)?, visitor, CHANGES, time)
}

fn measure(connection: &Connection, visitor: &Visitor, asked: Asked, time: Duration) -> anyhow::Result<Vec<Timed>> {
    let client = client(visitor);
    let days_ago = |days: i64| in_shop_zone(visitor.now() - SignedDuration::from_hours(24 * days)).date().to_string();
    let api = shop::app::console_api();
    let mut timed = Vec::new();
    for (name, path, args) in asked {
        let call = api.find(path).with_context(|| (*path).to_owned())?;
        let args = args.replace("SIXTY", &days_ago(60)).replace("THIRTY", &days_ago(30));
        let args = args.replace("YEAR", &days_ago(364)).replace("TODAY", &days_ago(0));
        let mut number = 100;
        let mut run = || -> anyhow::Result<f64> {
            number += 1;
            let input = Input::Args(serde_json::from_str::<Value>(&args.replace("RUN", &number.to_string()))?);
            let started = Instant::now();
            let answer = match call.mode {
                Mode::Read => connection.read(|tx| call.run(tx, Caller::Console(&client), &input)?.written()),
                Mode::Write => connection.write(|tx| call.run(tx, Caller::Console(&client), &input)?.written()),
            };
            black_box(answer.map_err(|error| anyhow!("{path}: {error}"))?);
            Ok(started.elapsed().as_secs_f64() * 1000.0)
        };
        // Prepares statements, reads pages of the database.
        run()?;
        let (started, mut runs) = (Instant::now(), Vec::new());
        while started.elapsed() < time || runs.len() < 3 {
            runs.push(run()?);
        }
        timed.push(Timed { name, milliseconds: median(runs) });
    }
    Ok(timed)
}

/// An owner of the house.
fn client(visitor: &Visitor) -> Client {
    let who = SignedIn {
        session_id: 1,
        staff_id: 1,
        token_id: None,
        name: "Ada King".into(),
        email: "ada@example.com".into(),
        lang: "en".into(),
        role_id: 1,
        role_name: "owner".into(),
        permissions: Permission::ALL.into_iter().collect(),
        seen_at: 0,
        expires_at: i64::MAX,
        proof_until_at: None,
        is_shared: false,
        is_locked: false,
    };
    Client {
        view: visitor.view.clone(),
        signed_in: Some(who),
        network: Ipv4Addr::LOCALHOST.into(),
        network_hash: String::new(),
        browser: String::new(),
        random: [1; 32],
    }
}
