//! A small shop for tests of cart, checkout, order and payment: eleven products, eight countries.

use std::cell::RefCell;
use std::net::Ipv4Addr;
use std::sync::{Arc, LazyLock, Mutex};

use jiff::Timestamp;

use super::Template;
use super::changed_config::variables;
use crate::call::{Client, Member, SignedIn, StaffMember, View, Visitor};
use crate::call_context;
use crate::cart::types::{AddArgs, Cart};
use crate::cart::{self, Destination, calls};
use crate::checkout;
use crate::checkout::types::{Address, PlaceArgs, Placed};
use crate::config::{Config, DEFAULT};
use crate::db::{Connection, Tx};
use crate::domain::money::Currency;
use crate::domain::permission::Permission;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::error::{Refusal, Result};
use crate::order::{self, Order};
use crate::session::{self, Session};
use crate::vals;

/// Saturday, 21 November 2026, eleven in the morning in Paris.
pub const NOW: &str = "2026-11-21T10:00:00Z";

pub const TOWEL: i64 = 1;
pub const MAT: i64 = 2;
pub const ROBE_S: i64 = 4;
pub const SET: i64 = 6;
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
    shop_with(Config::load(None, std::iter::empty()).expect("the default configuration"))
}

/// The same shop, or, `is_changed`, the same under [`changed`]: a property of money holds under both.
pub fn shop_of(is_changed: bool) -> Shop {
    if is_changed { shop_with(changed()) } else { shop() }
}

/// The configuration in which every money key differs from its default.
pub fn changed() -> Config {
    Config::load(None, variables(DEFAULT).into_iter()).expect("a valid configuration")
}

/// The same shop under another configuration.
pub fn shop_with(mut config: Config) -> Shop {
    static SMALL: Template = LazyLock::new(|| {
        let connection = super::empty();
        connection.execute_batch(SMALL_SHOP).expect("regions and catalogue");
        Mutex::new(connection)
    });
    let connection = super::copy_of(&SMALL);
    // Tests count mails to customers only.
    config.mail.notices = "none".into();
    // Tests send cheques from London; those of the rule name countries of their own.
    if config.payment.cheque.countries == ["FR", "MC"] {
        config.payment.cheque.countries.clear();
    }
    // Tests sell the small stock out by transfer; those of the share set their own.
    config.limits.unpaid_share = 100;
    let shop = Shop { connection, config: Arc::new(config), sessions: RefCell::default() };
    shop.write(|tx| call_context::secret(tx, call_context::SHOP, &[7; 32]));
    shop.newcomer();
    shop
}

impl Shop {
    /// Runs `work` in a transaction; a refusal rolls it back.
    pub fn attempt<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Result<T> {
        self.connection.write(work)
    }

    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> T {
        self.attempt(work).expect("not refused")
    }

    /// The refusal of `work`.
    pub fn refusal<T>(&self, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> Refusal {
        let error = self.attempt(work).err().expect("a refusal");
        error.refusal().unwrap_or_else(|| panic!("{error}")).clone()
    }

    /// A visitor with a new session.
    pub fn newcomer(&self) -> Visitor {
        let number = self.sessions.borrow().len() as u8 + 1;
        let token = session::new_token(&[number; 32]);
        let session = self.write(|tx| session::start(tx, &token, at(NOW), 30));
        self.sessions.borrow_mut().push(session);
        self.returning(number)
    }

    /// The first visitor.
    pub fn visitor(&self) -> Visitor {
        self.returning(1)
    }

    /// The first visitor at another moment, with other random bytes.
    pub fn visitor_at(&self, moment: Timestamp, random: u8) -> Visitor {
        let mut visitor = Visitor { random: [random; 32], ..self.visitor() };
        visitor.view.now = moment;
        visitor
    }

    fn returning(&self, number: u8) -> Visitor {
        let session = self.sessions.borrow()[usize::from(number) - 1].clone();
        let view = View::new(&super::stores(&[]), Lang::En, Currency::Eur, at(NOW), &self.config);
        Visitor::new(view, session, [number; 32])
    }

    pub fn add(&self, visitor: &Visitor, sku: &str, qty: i64) -> Cart {
        self.write(|tx| calls::add(tx, visitor, AddArgs { sku: sku.into(), qty: Some(qty), ..AddArgs::default() }))
    }

    /// A valid order form for the visitor's cart: delivered to London, by bank transfer, at the current total.
    pub fn form(&self, visitor: &Visitor) -> PlaceArgs {
        self.form_by(visitor, ShippingMethod::STANDARD)
    }

    /// The same, delivered by this carrier.
    pub fn form_by(&self, visitor: &Visitor, shipping_method: ShippingMethod) -> PlaceArgs {
        let contents = self.write(|tx| cart::contents(tx, visitor));
        let code = shipping_method.code().to_owned();
        let to = Destination { country: "GB", shipping_method, vouched_email: None, ships_along: false };
        let cart = self.write(|tx| cart::price(tx, visitor, contents, to));
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
            shipping_method: code,
            payment_method: "bank_transfer".into(),
            terms: true,
            bed_terms: true,
            idempotency_key: "0192F5C4-7A1B-7C3D-8E4F-5A6B7C8D9E0F".into(),
            expected_total: Some(cart.totals.total),
            expected_currency: Some(cart.totals.currency),
            ..PlaceArgs::default()
        }
    }

    pub fn place(&self, visitor: &Visitor, args: &PlaceArgs) -> Placed {
        self.write(|tx| checkout::place(tx, visitor, args.clone()))
    }

    /// Orders one towel.
    pub fn order(&self, visitor: &Visitor, key: u32) -> Placed {
        self.add(visitor, "TOWEL", 1);
        let args =
            PlaceArgs { idempotency_key: format!("{key:08x}-0000-4000-8000-000000000000"), ..self.form(visitor) };
        self.place(visitor, &args)
    }

    /// The order with this token.
    pub fn order_by_token(&self, token: &str) -> Order {
        self.write(|tx| order::find_by_token(tx, token)).expect("an order")
    }

    /// Orders one towel for a customer; answers the order's number.
    pub fn order_of(&self, key: u32, customer_id: i64) -> String {
        let number = self.order(&self.visitor(), key).order_number;
        self.exec(&format!("UPDATE sales_order SET customer_id = {customer_id} WHERE number = '{number}'"));
        number
    }

    /// The first visitor, logged in.
    pub fn member(&self, customer_id: i64) -> Member {
        let visitor = self.visitor();
        let session = Session { customer_id: Some(customer_id), ..visitor.session.clone() };
        Member { visitor: Visitor { session, ..visitor }, customer_id }
    }

    /// An owner of the house.
    pub fn owner(&self) -> StaffMember {
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
            expires_at: 0,
            proof_until_at: None,
            is_shared: false,
            is_locked: false,
        };
        let client = Client {
            view: self.visitor().view,
            signed_in: Some(who.clone()),
            network: Ipv4Addr::LOCALHOST.into(),
            network_hash: String::new(),
            browser: String::new(),
            random: [5; 32],
        };
        StaffMember { client, who }
    }

    pub fn stock(&self, item_id: i64) -> i64 {
        self.write(|tx| tx.one("SELECT quantity FROM stock WHERE product_id = $1", vals![item_id]))
    }

    pub fn set_stock(&self, item_id: i64, quantity: i64) {
        self.exec(&format!("UPDATE stock SET quantity = {quantity} WHERE product_id = {item_id}"));
    }

    /// Changes the database directly.
    pub fn exec(&self, sql: &str) {
        self.connection.execute_batch(sql).expect("SQL of the test");
    }

    pub fn count(&self, table: &str) -> i64 {
        self.write(|tx| tx.one(&format!("SELECT COUNT(*) FROM {table}"), vals![]))
    }
}

/// Regions and catalogue, shared with the simulation.
const SMALL_SHOP: &str = include_str!("../../tests/cases/small_shop.sql");
