//! The actors of a schedule and their scheduling.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex};
use std::task::{Context, Poll, Waker};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shop::amendment::{self, NewAddresses, Removal};
use shop::audit::{self, By};
use shop::bank;
use shop::call::{Api, Caller, Input, View, Visitor};
use shop::call_context;
use shop::checkout::{Addition, Agreed, EnteredItem, EnteredOrder, Payment};
use shop::clock::Clock;
use shop::config::{Config, InForce};
use shop::db::{Connection, Db, Tx};
use shop::domain::money::{Amount, Currency};
use shop::domain::order_status::OrderStatus;
use shop::domain::shipping::ShippingMethod;
use shop::domain::store_view::Lang;
use shop::error::{Error, Result};
use shop::fulfillment::{self, Receipt, Return};
use shop::job_failure;
use shop::jobs::{complete_orders, deliver_mail};
use shop::order::{self, Actor, Command, Filter};
use shop::payment::gateway::Gateways;
use shop::returns::types::{Announced, Finding, GoodsReturn, Origin, Reason, Step};
use shop::returns::{self, NewReturn};
use shop::session::{self, Session};
use shop::settlement::PaymentProcessor;
use shop::shipment::Quantities;
use shop::stock::adjustment;
use shop::vals;
use shop::withdrawal::types::{WithdrawArgs, WithdrawnItem};
use shop::{checkout, order_view, outbox, payment, settlement, shipment, withdrawal};

use crate::bank::{At, Bank};
use crate::changed_config;
use crate::mail_server::PostOffice;
use crate::random::RandomSource;
use crate::reconcile::{self, UnpaidLimits};

const START: &str = "2026-11-20T10:00:00Z";
/// What customers order: a simple product with little stock, a kit that contains it, and others.
const SKUS: [&str; 5] = ["TOWEL", "SET", "ROBE-S", "CANDLE", "LOTION"];
const CUSTOMERS: usize = 3;
const MEMBERS: usize = 2;
/// Somebody who orders without paying, each time in a new session.
const HOARDER: usize = CUSTOMERS;
/// How far the clock of the second process is ahead or behind.
const SKEW: SignedDuration = SignedDuration::from_mins(7);
const OPERATOR_REASON: &str = "operator: as agreed";

/// The table of calls, as the HTTP layer uses it.
static API: LazyLock<Api> = LazyLock::new(shop::app::api);

/// Counts of what happened in schedules: a simulation must cover every case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        for (case, count) in &other.0 {
            *self.0.entry(case).or_default() += count;
        }
    }

    /// Panics if a case was not covered often enough.
    pub fn assert_covers(&self) {
        assert!(self.0.values().all(|count| *count > 20), "cases are not covered: {self:?}");
    }
}

/// What is known outside of the shop.
#[derive(Debug, Clone)]
pub struct Observed {
    pub now: i64,
    /// Idempotency keys with the numbers of the orders confirmed under them.
    pub confirmed: Vec<(String, String)>,
    /// Orders that operators entered.
    pub entered: usize,
    /// Stock by product at the start.
    pub seeded: BTreeMap<i64, i64>,
    /// Corrections by stock counts: counted less recorded.
    pub counted: BTreeMap<i64, i64>,
    /// Parcels with returned goods that were counted.
    pub received: i64,
    pub refusals: u64,
    pub replays: u64,
}

/// A database with the small shop. Each schedule runs in a transaction that is rolled back.
pub struct Sandbox {
    connection: Arc<Mutex<Connection>>,
    /// Limits never reached.
    ample: Arc<Config>,
    /// Limits reached often.
    tight: Arc<Config>,
    /// No key that money depends on has its default, but for those limits.
    changed: Arc<Config>,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        let mut connection = Connection::in_memory().unwrap();
        connection.migrate().unwrap();
        connection.execute_batch(include_str!("../cases/small_shop.sql")).unwrap();
        connection
            .execute_batch(
                "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
                 VALUES (1, 'customer0@example.com', 'customer0@example.com', 'Ada', 'King', 'en', 0)",
            )
            .unwrap();
        connection.write(|tx| call_context::secret(tx, call_context::SHOP, &[7; 32])).unwrap();
        connection.execute_batch(POISON).unwrap();
        let mut ample = Config::load(None, std::iter::empty()).unwrap();
        let payments = &mut ample.limits.payments;
        (payments.per_session, payments.per_email, payments.per_network) = (1000, 1000, 1000);
        (payments.declined_per_session, payments.declined_per_email) = (1000, 1000);
        payments.declined_per_network = 1000;
        ample.payment.cheque.countries.clear();
        let mut tight = ample.clone();
        let limits = &mut ample.limits;
        (limits.unpaid_orders, limits.unpaid_orders_per_network) = (1000, 1000);
        (limits.unpaid_pieces, limits.unpaid_pieces_per_network) = (1_000_000, 1_000_000);
        (limits.unpaid_value, limits.unpaid_value_per_network) = (1_000_000_000, 1_000_000_000);
        limits.online_pieces_per_network = 1_000_000;
        limits.unpaid_share = 100;
        let limits = &mut tight.limits;
        (limits.unpaid_orders, limits.unpaid_orders_per_network) = (1, 2);
        (limits.unpaid_pieces, limits.unpaid_pieces_per_network) = (4, 6);
        limits.online_pieces_per_network = 8;
        let variables = changed_config::variables(shop::config::DEFAULT);
        let mut changed = Config::load(None, variables.into_iter()).unwrap();
        changed.limits = ample.limits.clone();
        // Those of the bank.
        changed.payment.card_gateway.clone_from(&ample.payment.card_gateway);
        changed.payment.wechat_gateway.clone_from(&ample.payment.wechat_gateway);
        let [ample, tight, changed] = [ample, tight, changed].map(Arc::new);
        Sandbox { connection: Arc::new(Mutex::new(connection)), ample, tight, changed }
    }

    /// Runs the schedule of a seed and reconciles all records.
    pub fn play(&self, seed: u64, is_verbose: bool) -> Tally {
        self.connection.lock().unwrap_or_else(std::sync::PoisonError::into_inner).execute_batch("BEGIN").unwrap();
        let _rollback = RollBackOnDrop(&self.connection);
        let mut world = World::new(self, seed, is_verbose);
        world.run();
        world.finish();
        let observed = world.observed();
        let connection = self.connection.lock().unwrap();
        let (ledger, mailboxes) = (world.bank.ledger.lock().unwrap(), world.post.mailboxes.lock().unwrap());
        reconcile::assert_consistent(&connection, &ledger, &mailboxes, &observed);
        drop((ledger, mailboxes));
        world.tally(&connection, &observed)
    }
}

/// Makes every change of an order's rows fail while its id is in the table `poison`.
const POISON: &str = "CREATE TABLE poison (order_id INTEGER PRIMARY KEY);
    CREATE TRIGGER poison_order BEFORE UPDATE ON sales_order WHEN OLD.id IN (SELECT order_id FROM poison)
        BEGIN SELECT RAISE(ABORT, 'poisoned'); END;
    CREATE TRIGGER poison_attempt BEFORE UPDATE ON payment_attempt WHEN OLD.order_id IN (SELECT order_id FROM poison)
        BEGIN SELECT RAISE(ABORT, 'poisoned'); END;
    CREATE TRIGGER poison_refund BEFORE UPDATE ON refund WHEN OLD.order_id IN (SELECT order_id FROM poison)
        BEGIN SELECT RAISE(ABORT, 'poisoned'); END;";

struct RollBackOnDrop<'a>(&'a Mutex<Connection>);

impl Drop for RollBackOnDrop<'_> {
    fn drop(&mut self) {
        let connection = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        connection.execute_batch("ROLLBACK").unwrap();
    }
}

/// A task in progress: polled by the schedule, dropped by a crash.
struct Task {
    name: &'static str,
    future: Pin<Box<dyn Future<Output = ()>>>,
}

/// A customer; several tabs share the session.
#[derive(Debug, Default)]
struct Customer {
    /// Numbers of their orders, if they are logged in.
    numbers: Vec<String>,
    /// Tokens of their orders.
    tokens: Vec<String>,
    /// Order forms that were sent, to be repeated by other tabs.
    sent: Vec<Value>,
    /// Payment pages that were opened: references at the bank.
    pages: Vec<String>,
}

/// Results of tasks outside of the shop, which survive its crashes.
#[derive(Debug, Default)]
struct Outside {
    customers: Vec<Customer>,
    confirmed: Vec<(String, String)>,
    refusals: u64,
    replays: u64,
    /// Orders confirmed by their mailed link.
    followed: u64,
}

/// Committed work of operators, which survives a crash.
#[derive(Debug, Default)]
struct Done {
    entered: usize,
    counted: BTreeMap<i64, i64>,
    received: i64,
}

/// Cases that are counted as they happen.
const CASES: [&str; 5] = ["crashes", "hoarded", "poisoned", "stuck", "takeovers"];

struct World {
    connection: Arc<Mutex<Connection>>,
    db: Db,
    clock: Clock,
    config: Arc<Config>,
    bank: Bank,
    post: PostOffice,
    payments: PaymentProcessor,
    /// The clock of a second process, and its payment processor.
    second_clock: Clock,
    /// By which it differs from the first.
    skew: SignedDuration,
    second: PaymentProcessor,
    random: RandomSource,
    /// The shop's own random source.
    shop_random: Arc<Mutex<RandomSource>>,
    sessions: Vec<Session>,
    tasks: Vec<Task>,
    outside: Rc<RefCell<Outside>>,
    done: Arc<Mutex<Done>>,
    seeded: BTreeMap<i64, i64>,
    steps: u64,
    /// What happened that no table records.
    counts: BTreeMap<&'static str, u64>,
    is_tight: bool,
    /// Much comes back: of all that can happen to an order, a return takes the most steps.
    is_returning: bool,
    is_verbose: bool,
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

impl World {
    fn new(sandbox: &Sandbox, seed: u64, is_verbose: bool) -> World {
        let mut random = RandomSource::new(seed);
        let clock = Clock::manual(at(START));
        let db = Db::inline(Arc::clone(&sandbox.connection));
        let bank = Bank::new(RandomSource::new(random.next()), clock.clone());
        let shop_random = Arc::new(Mutex::new(RandomSource::new(random.next())));
        let is_tight = seed % 2 == 1;
        let config = Arc::clone(match seed % 4 {
            1 | 3 => &sandbox.tight,
            2 => &sandbox.changed,
            _ => &sandbox.ample,
        });
        let stock: Vec<(i64, i64)> =
            sandbox.connection.lock().unwrap().all("SELECT product_id, quantity FROM stock", vals![]).unwrap();
        let seeded = stock.into_iter().collect();
        // The first two are one customer's devices, logged in; the others are guests.
        let sessions = (0..=HOARDER)
            .map(|number| start_session(&db, at(START), &[number as u8 + 1; 32], (number < MEMBERS).then_some(1)))
            .collect();
        let payments = payment_processor(&db, &clock, &config, &bank, &shop_random);
        let skew = if random.percent(50) { SKEW } else { -SKEW };
        let second_clock = Clock::manual(at(START));
        let second = payment_processor(&db, &second_clock, &config, &bank, &shop_random);
        let post = PostOffice::new(RandomSource::new(random.next()), clock.clone());
        let outside = Outside { customers: (0..=HOARDER).map(|_| Customer::default()).collect(), ..Outside::default() };
        World {
            connection: Arc::clone(&sandbox.connection),
            db,
            clock,
            config,
            bank,
            post,
            payments,
            second_clock,
            skew,
            second,
            random,
            shop_random,
            sessions,
            tasks: Vec::new(),
            outside: Rc::new(RefCell::new(outside)),
            done: Arc::default(),
            seeded,
            steps: 0,
            counts: CASES.iter().map(|case| (*case, 0)).collect(),
            is_tight,
            is_returning: seed % 5 == 2,
            is_verbose,
        }
    }

    fn log(&self, text: impl FnOnce() -> String) {
        if self.is_verbose {
            println!("{:5} {} {}", self.steps, self.clock.now(), text());
        }
    }

    // ── The schedule ────────────────────────────────────────────────────────────────────────────────────────────────

    fn run(&mut self) {
        if self.is_returning {
            (0..MEMBERS).for_each(|who| self.send_one(who));
        }
        let length = 25 + self.random.below(50);
        for _ in 0..length {
            self.steps += 1;
            // Tasks in progress are preferred to new ones.
            if !self.tasks.is_empty() && self.random.percent(65) {
                let at = self.random.below(self.tasks.len());
                self.poll(at);
            } else {
                self.begin();
            }
        }
    }

    /// A customer orders, and the goods are paid and sent at once: all that is to happen to them is a return.
    fn send_one(&mut self, who: usize) {
        self.fill_and_order(who);
        while !self.tasks.is_empty() {
            self.poll(0);
        }
        let command = self.command(Actor::Operator);
        let sent = self.db.write(move |tx| {
            let Some(order) = one_of(tx, 0)? else { return Ok(()) };
            work_on(tx, &command, &order, 2, 0)?;
            let paid = order::find(tx, order.id)?.unwrap();
            work_on(tx, &command, &paid, 6, 1)
        });
        if matches!(block_on(sent), Err(Error::Refused(_))) {
            self.outside.borrow_mut().refusals += 1;
        }
    }

    fn poll(&mut self, at: usize) {
        let mut context = Context::from_waker(Waker::noop());
        self.log(|| format!("… {}", self.tasks[at].name));
        if let Poll::Ready(()) = self.tasks[at].future.as_mut().poll(&mut context) {
            drop(self.tasks.swap_remove(at));
        }
        if self.is_tight {
            let limits = &self.config.limits;
            let limits = UnpaidLimits {
                orders_per_network: limits.unpaid_orders_per_network.into(),
                pieces_per_network: limits.unpaid_pieces_per_network.into(),
                share: limits.unpaid_share.into(),
            };
            self.on_database(|db, observed| reconcile::assert_unpaid_orders_are_limited(db, limits, observed));
        }
    }

    fn on_database<T>(&self, work: impl FnOnce(&Connection, &Observed) -> T) -> T {
        work(&self.connection.lock().unwrap(), &self.observed())
    }

    fn count(&mut self, case: &'static str) {
        *self.counts.entry(case).or_default() += 1;
    }

    fn begin(&mut self) {
        if self.is_returning && self.random.percent(60) {
            return if self.random.percent(25) { self.withdraw() } else { self.return_goods() };
        }
        match self.random.below(112) {
            0..15 => {
                let who = self.random.below(CUSTOMERS);
                self.fill_and_order(who);
            }
            15..18 => self.order_again(),
            18..36 => self.visit_the_bank(),
            36..43 => self.come_back(),
            43..47 => self.retry(),
            47..49 => self.refresh(),
            49..51 => self.cancel_by_customer(),
            51..61 => self.deliver_event(),
            61..74 => self.job(),
            74..94 => self.operator(),
            94..100 => self.pass_time(),
            100..103 => self.hoard(),
            103..106 => self.follow_link(),
            106..108 => self.poison(),
            108 => self.mend(),
            _ => self.crash(),
        }
    }

    /// The process crashes: tasks in progress are dropped. Database, bank and browsers keep their state.
    fn crash(&mut self) {
        self.log(|| format!("crash, {} tasks in progress", self.tasks.len()));
        self.count("crashes");
        self.tasks.clear();
        let now = self.clock.now();
        block_on(self.db.write(move |tx| outbox::end_claims(tx, now))).unwrap();
        self.payments = payment_processor(&self.db, &self.clock, &self.config, &self.bank, &self.shop_random);
    }

    /// From now on no statement can change an order's rows: a fault in its data, or in the program.
    fn poison(&mut self) {
        let which = self.random.below(6);
        let sql = "INSERT OR IGNORE INTO poison SELECT id FROM sales_order ORDER BY id DESC LIMIT 1 OFFSET $1";
        if self.on_database(|db, _| db.exec(sql, vals![which as i64])).unwrap() == 1 {
            self.log(|| "a row is poisoned".to_owned());
            self.count("poisoned");
        }
    }

    fn mend(&mut self) {
        self.log(|| "poisoned rows are mended".to_owned());
        self.on_database(|db, _| db.exec("DELETE FROM poison", vals![])).unwrap();
    }

    fn pass_time(&mut self) {
        const DAY: i64 = 60 * 24;
        let minutes = [1, 1, 5, 5, 5, 20, 20, 61, DAY, 3 * DAY, 8 * DAY, 15 * DAY][self.random.below(12)];
        self.clock.set(self.clock.now() + SignedDuration::from_mins(minutes));
        self.log(|| format!("{minutes} minutes pass"));
    }

    fn spawn(&mut self, name: &'static str, future: impl Future<Output = ()> + 'static) {
        self.log(|| name.to_owned());
        self.tasks.push(Task { name, future: Box::pin(future) });
    }

    // ── Customers ───────────────────────────────────────────────────────────────────────────────────────────────────

    fn visitor(&mut self, customer: usize) -> Visitor {
        let (now, config) = (self.clock.now(), Arc::clone(&self.config));
        let view = self.db.read(move |tx| View::load(tx, Lang::En, Currency::Eur, now, &config));
        let view = block_on(view).unwrap();
        let random = self.shop_random.lock().unwrap().bytes();
        let network = Some(IpAddr::from([192, 0, 2, customer as u8 % 2]));
        Visitor { network, ..Visitor::new(view, self.sessions[customer].clone(), random) }
    }

    /// Orders in a new session, for any address.
    fn hoard(&mut self) {
        let token = self.random.bytes();
        self.sessions[HOARDER] = start_session(&self.db, self.clock.now(), &token, None);
        self.count("hoarded");
        self.fill_and_order(HOARDER);
    }

    /// Somebody follows the link of an order that waits for it.
    fn follow_link(&mut self) {
        let links: Vec<String> = {
            let mailboxes = self.post.mailboxes.lock().unwrap();
            let of_waiting = mailboxes.delivered.values().filter(|mail| mail.template == "order_confirm");
            of_waiting.map(|mail| mail.token.clone()).collect()
        };
        let Some(token) = self.random.pick(&links).cloned() else { return };
        let who = self.random.below(CUSTOMERS);
        let (visitor, db) = (self.visitor(who), self.db.clone());
        let outside = Rc::clone(&self.outside);
        self.spawn("a link is followed", async move {
            if call(&db, &visitor, "order/confirm", json!({ "token": token })).await.is_ok() {
                outside.borrow_mut().followed += 1;
            }
        });
    }

    fn fill_and_order(&mut self, who: usize) {
        let sku = *self.random.pick(&SKUS).unwrap();
        let qty = 1 + self.random.below(3) as i64;
        let methods = ["card", "card", "card", "bank_transfer", "cheque"];
        let method = if who == HOARDER { methods[2 + self.random.below(3)] } else { methods[self.random.below(5)] };
        let member_card = if self.random.percent(40) { "1234567890123456" } else { "" };
        let key = uuid(&self.random.bytes());
        let (visitor, db, payments, outside) =
            (self.visitor(who), self.db.clone(), self.payments.clone(), Rc::clone(&self.outside));
        self.spawn("a customer orders", async move {
            let item = json!({ "sku": sku, "qty": qty });
            if call(&db, &visitor, "cart/add", item).await.is_err() {
                outside.borrow_mut().refusals += 1;
            }
            let Ok(checkout) = call(&db, &visitor, "checkout/index", json!({ "country": "GB" })).await else { return };
            let form = form(who, method, member_card, &key, &checkout["totals"]["total"]);
            outside.borrow_mut().customers[who].sent.push(form.clone());
            order(&db, &payments, &visitor, who, form, &outside).await;
        });
    }

    /// A tab without a response repeats its order.
    fn order_again(&mut self) {
        let who = self.random.below(CUSTOMERS);
        let form = self.random.pick(&self.outside.borrow().customers[who].sent).cloned();
        let Some(form) = form else { return };
        let (visitor, db, payments, outside) =
            (self.visitor(who), self.db.clone(), self.payments.clone(), Rc::clone(&self.outside));
        outside.borrow_mut().replays += 1;
        self.spawn("a customer sends an order again", async move {
            order(&db, &payments, &visitor, who, form, &outside).await;
        });
    }

    fn visit_the_bank(&mut self) {
        let who = self.random.below(CUSTOMERS);
        let pages = self.outside.borrow().customers[who].pages.clone();
        // Most use the latest page; some have an old one open in another tab.
        let page = if self.random.percent(75) { pages.last().cloned() } else { self.random.pick(&pages).cloned() };
        let Some(page) = page else { return };
        let what = [At::Paid, At::Paid, At::Paid, At::Declined, At::Uncertain, At::Canceled][self.random.below(6)];
        self.log(|| format!("at the bank: {page} {what:?}"));
        self.bank.visit(&page, what);
    }

    fn token(&mut self) -> Option<(usize, String)> {
        let who = self.random.below(CUSTOMERS);
        let token = self.random.pick(&self.outside.borrow().customers[who].tokens).cloned()?;
        Some((who, token))
    }

    fn come_back(&mut self) {
        let Some((_, token)) = self.token() else { return };
        let gave_up = self.random.percent(30);
        let payments = self.payments.clone();
        self.spawn("a customer comes back", async move {
            drop(payments.returned(&token, gave_up).await);
        });
    }

    fn retry(&mut self) {
        let Some((who, mut token)) = self.token() else { return };
        let method = ["", "card", "bank_transfer", "cheque"][self.random.below(4)];
        let number = self.random.pick(&self.outside.borrow().customers[who].numbers).cloned();
        let by_number = number.filter(|_| self.random.percent(40));
        let (visitor, db, payments, outside) =
            (self.visitor(who), self.db.clone(), self.payments.clone(), Rc::clone(&self.outside));
        self.spawn("a customer pays once more", async move {
            let args = match by_number {
                Some(number) => json!({ "order_number": number, "payment_method": method }),
                None => json!({ "token": token, "payment_method": method }),
            };
            if let Ok(retried) = call(&db, &visitor, "payment/retry", args).await {
                token = retried["token"].as_str().unwrap().to_owned();
                begin_payment(&db, &payments, &visitor, &token, who, &outside).await;
            }
        });
    }

    fn refresh(&mut self) {
        let Some((_, token)) = self.token() else { return };
        let payments = self.payments.clone();
        self.spawn("a customer asks how it stands", async move {
            drop(payments.refresh(&token).await);
        });
    }

    fn cancel_by_customer(&mut self) {
        let who = self.random.below(MEMBERS);
        let number = self.random.pick(&self.outside.borrow().customers[who].numbers).cloned();
        let Some(number) = number else { return };
        let (visitor, db) = (self.visitor(who), self.db.clone());
        self.spawn("a customer cancels", async move {
            drop(call(&db, &visitor, "order/cancel", json!({ "order_number": number })).await);
        });
    }

    /// Withdraws from an order, or from one piece of its first line: from one that is here, if there is any.
    fn withdraw(&mut self) {
        let who = self.random.below(CUSTOMERS);
        let tokens = self.outside.borrow().customers[who].tokens.clone();
        let (is_whole, has_words) = (self.random.percent(60), self.random.percent(20));
        let (visitor, db, outside) = (self.visitor(who), self.db.clone(), Rc::clone(&self.outside));
        self.spawn("a customer withdraws", async move {
            let made = db.write(move |tx| {
                let mut named = None;
                for token in &tokens {
                    let Some(order) = order::find_by_token(tx, token)? else { continue };
                    let is_here = !returns::announceable(tx, order.id)?.is_empty();
                    if is_here || named.is_none() {
                        named = Some((order, token.clone()));
                    }
                }
                let Some((order, token)) = named else { return Ok(()) };
                let first = order::lines(tx, order.id)?.into_iter().next().filter(|_| !is_whole);
                let items = first.map(|line| WithdrawnItem { sku: line.sku, name: String::new(), qty: 1 });
                let message = if has_words { "When does the money come?" } else { "" }.to_owned();
                let args = WithdrawArgs {
                    token,
                    items: items.into_iter().collect(),
                    message,
                    confirm: true,
                    ..WithdrawArgs::default()
                };
                withdrawal::withdraw(tx, &visitor, &withdrawal::Checked::without_proof(args)).map(drop)
            });
            if matches!(made.await, Err(Error::Refused(_))) {
                outside.borrow_mut().refusals += 1;
            }
        });
    }

    // ── Webhook events ──────────────────────────────────────────────────────────────────────────────────────────────

    fn deliver_event(&mut self) {
        let count = self.bank.ledger.lock().unwrap().events.len();
        if count == 0 {
            return;
        }
        // In any order; some duplicated, some lost, some forged.
        let at = self.random.below(count);
        let event = if self.random.percent(25) {
            self.bank.ledger.lock().unwrap().events[at].clone()
        } else {
            self.bank.ledger.lock().unwrap().events.swap_remove(at)
        };
        if self.random.percent(10) {
            return;
        }
        let signature = if self.random.percent(95) { "good" } else { "forged" };
        let payments = self.payments.clone();
        self.spawn("a webhook event arrives", async move {
            let header = |name: &str| (name == "signature").then(|| signature.to_owned());
            drop(payments.handle_webhook("demo", &header, event.as_bytes()).await);
        });
    }

    // ── Jobs ────────────────────────────────────────────────────────────────────────────────────────────────────────

    fn job(&mut self) {
        let is_second = self.random.percent(25);
        self.second_clock.set(self.clock.now() + self.skew);
        let payments = if is_second { self.second.clone() } else { self.payments.clone() };
        let clock = if is_second { self.second_clock.clone() } else { self.clock.clone() };
        let now = clock.now();
        let job = self.random.below(7).min(4);
        let name = ["job: reconcile", "job: cancel unpaid", "job: send refunds", "job: complete", "job: deliver"][job];
        if self.tasks.iter().any(|task| task.name == name) {
            self.count("takeovers");
        }
        match job {
            0 => self.spawn(name, async move { drop(payments.reconcile().await) }),
            1 => self.spawn(name, async move { drop(payments.cancel_unpaid().await) }),
            2 => self.spawn(name, async move { drop(payments.send_refunds().await) }),
            3 => {
                let (db, config, random) = (self.db.clone(), Arc::clone(&self.config), self.job_random());
                self.spawn(name, async move {
                    drop(complete_orders::complete_shipped(&db, &config, now, &random).await);
                });
            }
            _ => {
                let (db, post) = (self.db.clone(), self.post.clone());
                self.spawn(name, async move { drop(deliver_mail::deliver_due(&db, &clock, &post).await) });
            }
        }
    }

    /// The shop's random source, for jobs.
    fn job_random(&self) -> settlement::processor::RandomSource {
        let random = Arc::clone(&self.shop_random);
        Arc::new(move || Ok(random.lock().unwrap().bytes()))
    }

    // ── Operators ───────────────────────────────────────────────────────────────────────────────────────────────────

    fn command(&mut self, actor: Actor) -> Command {
        Command {
            config: Arc::clone(&self.config),
            actor,
            now: self.clock.now(),
            random: self.shop_random.lock().unwrap().bytes(),
        }
    }

    fn operator(&mut self) {
        let (step, part, which) = (self.random.below(30), self.random.below(3), self.random.next());
        let takes_next_step = self.random.percent(60);
        let (db, command, outside) = (self.db.clone(), self.command(Actor::Operator), Rc::clone(&self.outside));
        let done = Arc::clone(&self.done);
        if step == 0 {
            let entered = entered();
            return self.spawn("an operator enters an order", async move {
                let enter = move |tx: &mut dyn Tx| {
                    checkout::enter(tx, &command, &entered)?;
                    done.lock().unwrap().entered += 1;
                    Ok(())
                };
                if db.write(enter).await.is_err() {
                    outside.borrow_mut().refusals += 1;
                }
            });
        }
        if step == 1 {
            return self.spawn("an operator counts", async move {
                let quantity = (which % 12) as u32;
                let counted = db.write(move |tx| {
                    let before: (i64, i64) = tx.one(
                        "SELECT s.product_id, s.quantity FROM stock s JOIN product p ON p.id = s.product_id WHERE p.sku = 'TOWEL'",
                        &[],
                    )?;
                    let by = By { actor: audit::Actor::Anybody, now: command.now };
                    adjustment::set(tx, &by, before.0, quantity)?;
                    *done.lock().unwrap().counted.entry(before.0).or_default() += i64::from(quantity) - before.1;
                    Ok(())
                });
                counted.await.unwrap();
            });
        }
        if step == 28 {
            return self.add_goods(command, which, part == 0);
        }
        if step == 27 || step == 29 {
            return self.take_order(command, which);
        }
        self.spawn("an operator works on an order", async move {
            let done = db.write(move |tx| {
                let Some(order) = one_of(tx, which)? else { return Ok(()) };
                let step = if takes_next_step { next_step(order.status, step) } else { step };
                work_on(tx, &command, &order, step, part)
            });
            if matches!(done.await, Err(Error::Refused(_))) {
                outside.borrow_mut().refusals += 1;
            }
        });
    }

    /// An operator announces what a customer wants to send back, or sees first that the goods are paid and sent; or carries a return on:
    /// mostly by its next step, sometimes by another that is refused. Two may be at the same return.
    fn return_goods(&mut self) {
        let work = ReturnWork {
            which: self.random.next(),
            announces: self.random.percent(30),
            step: self.random.below(10),
            takes_next_step: self.random.percent(80),
            is_short: self.random.percent(50),
            rest_comes: self.random.percent(70),
            is_worn: self.random.percent(40),
        };
        let (db, command, outside) = (self.db.clone(), self.command(Actor::Operator), Rc::clone(&self.outside));
        let done = Arc::clone(&self.done);
        self.spawn("an operator works on a return", async move {
            let worked = db.write(move |tx| {
                if work.run(tx, &command)? {
                    done.lock().unwrap().received += 1;
                }
                Ok(())
            });
            if matches!(worked.await, Err(Error::Refused(_))) {
                outside.borrow_mut().refusals += 1;
            }
        });
    }

    /// An operator adds goods to an order by telephone, and clicks twice, sometimes with other work between.
    fn add_goods(&mut self, command: Command, which: u64, ships_along: bool) {
        let sku = *self.random.pick(&SKUS).unwrap();
        let items = vec![EnteredItem { sku: sku.into(), qty: 1 + self.random.below(2) as u32 }];
        let key = uuid(&self.random.bytes());
        let (db, outside) = (self.db.clone(), Rc::clone(&self.outside));
        let propose = {
            let (items, config, now) = (items.clone(), Arc::clone(&command.config), command.now);
            move |tx: &mut dyn Tx| {
                let view = View::load(tx, Lang::En, Currency::Eur, now, &config)?;
                let Some(order) = one_of(tx, which)? else { return Ok(None) };
                let added = Addition { items: &items, ships_along };
                let proposal = checkout::propose_addition(tx, &view, &order, &added)?;
                Ok(Some((order.number, proposal.cart.totals.total)))
            }
        };
        self.spawn("an operator adds goods", async move {
            let Ok(Some((number, total))) = db.read(propose).await else { return };
            for _ in 0..2 {
                let (items, number, key, command) = (items.clone(), number.clone(), key.clone(), command.clone());
                let added = db.write(move |tx| {
                    let view = View::load(tx, Lang::En, Currency::Eur, command.now, &command.config)?;
                    let Some(order) = order::find_by_number(tx, &number)? else { return Ok(()) };
                    let added = Addition { items: &items, ships_along };
                    if checkout::find_addition(tx, &command, &order, &added, &key)?.is_some() {
                        return Ok(());
                    }
                    let agreed = Agreed { total, key: &key };
                    checkout::add_to(tx, &command, &view, &order, &added, Some(agreed)).map(drop)
                });
                if matches!(added.await, Err(Error::Refused(_))) {
                    outside.borrow_mut().refusals += 1;
                }
            }
        });
    }

    /// An operator takes an order by telephone, to be sent or collected, and clicks twice, sometimes with other work between.
    fn take_order(&mut self, command: Command, which: u64) {
        let ways = [Payment::Card, Payment::BankTransfer, Payment::Cheque, Payment::House];
        let payment = self.random.pick(&ways).copied();
        let items = vec![EnteredItem { sku: (*self.random.pick(&SKUS).unwrap()).into(), qty: 1 }];
        let shipping_method = if which.is_multiple_of(3) { "standard" } else { "pickup" }.to_owned();
        let entered = EnteredOrder { items, shipping_method, payment, ..entered() };
        let key = uuid(&self.random.bytes());
        let (db, outside) = (self.db.clone(), Rc::clone(&self.outside));
        let plan = {
            let (entered, config, now) = (entered.clone(), Arc::clone(&command.config), command.now);
            move |tx: &mut dyn Tx| {
                let view = View::load(tx, Lang::En, Currency::Eur, now, &config)?;
                Ok(checkout::offer(tx, &view, &entered)?.cart.totals.total)
            }
        };
        self.spawn("an operator takes an order", async move {
            let Ok(total) = db.read(plan).await else { return };
            for _ in 0..2 {
                let (entered, key, command) = (entered.clone(), key.clone(), command.clone());
                let taken = db.write(move |tx| {
                    let view = View::load(tx, Lang::En, Currency::Eur, command.now, &command.config)?;
                    if checkout::find_taken(tx, &command, &entered, &key)?.is_some() {
                        return Ok(());
                    }
                    checkout::take(tx, &command, &view, &entered, Agreed { total, key: &key }).map(drop)
                });
                if matches!(taken.await, Err(Error::Refused(_))) {
                    outside.borrow_mut().refusals += 1;
                }
            }
        });
    }

    // ── End ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Completes all tasks, settles all payments, and runs the jobs until nothing is pending: first while some rows are
    /// poisoned, then with all rows mended.
    fn finish(&mut self) {
        while !self.tasks.is_empty() {
            self.steps += 1;
            let at = self.random.below(self.tasks.len());
            self.poll(at);
        }
        self.bank.become_reliable();
        self.post.become_reliable();
        // Some events are still delivered; the rest is lost.
        while self.random.percent(60) {
            self.deliver_event();
            while !self.tasks.is_empty() {
                self.poll(0);
            }
        }
        self.run_jobs(SignedDuration::from_mins(1));
        while self.random.percent(60) {
            self.follow_link();
            while !self.tasks.is_empty() {
                self.poll(0);
            }
        }
        if self.on_database(|db, _| db.one::<bool>("SELECT EXISTS (SELECT 1 FROM poison)", vals![])).unwrap() {
            for _ in 0..6 {
                self.run_jobs(SignedDuration::from_hours(3));
                let now = self.clock.now().as_millisecond();
                self.on_database(|db, _| reconcile::assert_only_poisoned_rows_are_left(db, now));
            }
            let listed = block_on(self.db.read(job_failure::list_stuck)).unwrap();
            *self.counts.entry("stuck").or_default() += listed.len() as u64;
            self.mend();
        }
        for round in 0..40 {
            self.run_jobs(SignedDuration::from_hours(if round < 6 { 1 } else { 26 }));
            let is_done = self
                .on_database(|db, _| {
                    db.one::<bool>(
                        "SELECT NOT EXISTS (SELECT 1 FROM payment_attempt WHERE next_check_at IS NOT NULL)
                            AND NOT EXISTS (SELECT 1 FROM refund WHERE due_at IS NOT NULL)
                            AND NOT EXISTS (SELECT 1 FROM sales_order WHERE hold_until IS NOT NULL)
                            AND NOT EXISTS (SELECT 1 FROM mail WHERE due_at IS NOT NULL)
                            AND NOT EXISTS (SELECT 1 FROM job_failure)",
                        vals![],
                    )
                })
                .unwrap();
            if is_done && round > 0 {
                break;
            }
        }
    }

    /// Some time later, each job runs once.
    fn run_jobs(&mut self, later: SignedDuration) {
        self.clock.set(self.clock.now() + later);
        self.bank.settle();
        let (db, config, random) = (self.db.clone(), Arc::clone(&self.config), self.job_random());
        let (payments, post, clock, now) =
            (self.payments.clone(), self.post.clone(), self.clock.clone(), self.clock.now());
        block_on(async move {
            payments.reconcile().await.unwrap();
            payments.cancel_unpaid().await.unwrap();
            payments.send_refunds().await.unwrap();
            complete_orders::complete_shipped(&db, &config, now, &random).await.unwrap();
            deliver_mail::deliver_due(&db, &clock, &post).await.unwrap();
        });
    }

    fn observed(&self) -> Observed {
        let (outside, done) = (self.outside.borrow(), self.done.lock().unwrap());
        Observed {
            now: self.clock.now().as_millisecond(),
            confirmed: outside.confirmed.clone(),
            entered: done.entered,
            seeded: self.seeded.clone(),
            counted: done.counted.clone(),
            received: done.received,
            refusals: outside.refusals,
            replays: outside.replays,
        }
    }

    fn tally(&self, db: &Connection, observed: &Observed) -> Tally {
        let count = |sql: &str| -> u64 { db.one::<u64>(sql, vals![]).unwrap() };
        let became = |status: &str| {
            count(&format!("SELECT COUNT(DISTINCT order_id) FROM order_status_history WHERE to_status = '{status}'"))
        };
        let (ledger, mailboxes) = (self.bank.ledger.lock().unwrap(), self.post.mailboxes.lock().unwrap());
        let mut tally = Tally(BTreeMap::from([
            ("steps", self.steps),
            ("orders", count("SELECT COUNT(*) FROM sales_order")),
            ("paid", became("processing")),
            ("canceled", became("canceled")),
            ("shipped", became("shipped")),
            ("closed", became("closed")),
            ("complete", became("complete")),
            ("refunds", count("SELECT COUNT(*) FROM refund WHERE state = 'done'")),
            ("changed_lines", count("SELECT COUNT(*) FROM order_change WHERE kind = 'lines'")),
            ("changed_addresses", count("SELECT COUNT(*) FROM order_change WHERE kind = 'addresses'")),
            ("added", count("SELECT COUNT(*) FROM order_addition")),
            ("by_telephone", count("SELECT COUNT(*) FROM sales_order WHERE channel = 'telephone'")),
            ("made_ready", count("SELECT COUNT(*) FROM order_collection")),
            ("collected", count("SELECT COUNT(*) FROM order_collection WHERE collected_at IS NOT NULL")),
            ("taken_back", count("SELECT COUNT(*) FROM payment_reversal")),
            ("closed_pages", count("SELECT COUNT(*) FROM payment_attempt WHERE is_withdrawn = 1")),
            ("late_money", count("SELECT COUNT(*) FROM refund WHERE reason IN ('order_over', 'paid_twice')")),
            ("refusals", observed.refusals),
            ("replays", observed.replays),
            ("slow_requests", ledger.slow),
            ("mails", mailboxes.delivered.len() as u64),
            ("mails_repeated", mailboxes.repeated),
            ("mails_hung", mailboxes.hung),
            ("mails_refused", mailboxes.refused),
            ("waited", mailboxes.delivered.values().filter(|mail| mail.template == "order_confirm").count() as u64),
            ("confirmed_by_link", self.outside.borrow().followed),
            ("returns_announced", count("SELECT COUNT(*) FROM goods_return WHERE origin = 'telephone'")),
            ("returns_withdrawn", count("SELECT COUNT(*) FROM goods_return WHERE origin = 'withdrawal'")),
            ("returns_received", observed.received as u64),
            ("returns_short", count("SELECT COUNT(*) FROM goods_return WHERE follows IS NOT NULL")),
            ("returns_called_off", count("SELECT COUNT(*) FROM goods_return WHERE step = 'called_off'")),
            ("returns_refunded", count("SELECT COUNT(*) FROM goods_return WHERE refund > 0")),
            (
                "returns_refunded_on_proof",
                count(
                    "SELECT COUNT(*) FROM goods_return
                     WHERE refund > 0 AND sent_at <= refunded_at AND refunded_at < coalesce(received_at, refunded_at + 1)",
                ),
            ),
            (
                "rests_refunded_before",
                count("SELECT COUNT(*) FROM goods_return WHERE follows IS NOT NULL AND refunded_at IS NOT NULL AND refund IS NULL"),
            ),
            ("deducted", count("SELECT COUNT(*) FROM goods_return_line WHERE deduction > 0")),
            ("statements_dealt_with", count("SELECT COUNT(*) FROM withdrawal WHERE handled_at IS NOT NULL")),
        ]));
        tally.add(&Tally(self.counts.clone()));
        tally
    }
}

fn payment_processor(
    db: &Db,
    clock: &Clock,
    config: &Arc<Config>,
    bank: &Bank,
    shop_random: &Arc<Mutex<RandomSource>>,
) -> PaymentProcessor {
    let bank = Arc::new(bank.clone());
    let gateways = Gateways(vec![bank]);
    let shop_random = Arc::clone(shop_random);
    let random = Arc::new(move || Ok(shop_random.lock().unwrap().bytes()));
    PaymentProcessor::new(db.clone(), clock.clone(), Arc::new(InForce::new(0, Arc::clone(config))), gateways, random)
}

fn start_session(db: &Db, now: Timestamp, token: &[u8; 32], customer_id: Option<i64>) -> Session {
    let token = session::new_token(token);
    let start = move |tx: &mut dyn Tx| {
        let session = session::start(tx, &token, now, 400)?;
        tx.exec("UPDATE session SET customer_id = $2 WHERE id = $1", &[session.id.into(), customer_id.into()])?;
        Ok(Session { customer_id, ..session })
    };
    block_on(db.write(start)).unwrap()
}

fn is_poisoned(error: &Error) -> bool {
    format!("{error:?}").contains("poisoned")
}

/// Polls a future until it completes.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = Box::pin(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// Runs a call by its path in a transaction.
async fn call(db: &Db, visitor: &Visitor, path: &'static str, args: Value) -> Result<Value> {
    let visitor = visitor.clone();
    let answer = db
        .write(move |tx| {
            let call = API.find(path).unwrap();
            call.run(tx, Caller::Visitor(&visitor), &Input::Args(args.clone()))
        })
        .await?;
    Ok(serde_json::from_str(answer.data.to_json()?.get()).unwrap())
}

/// Places an order as the HTTP layer does: the call, then the gateway.
async fn order(
    db: &Db,
    payments: &PaymentProcessor,
    visitor: &Visitor,
    who: usize,
    form: Value,
    outside: &Rc<RefCell<Outside>>,
) {
    let key = form["idempotency_key"].as_str().unwrap().to_owned();
    let placed = match call(db, visitor, "checkout/place", form).await {
        Ok(placed) => placed,
        Err(error) => {
            assert!(matches!(error, Error::Refused(_)) || is_poisoned(&error), "{error}");
            outside.borrow_mut().refusals += 1;
            return;
        }
    };
    let token = placed["token"].as_str().unwrap().to_owned();
    if placed["payment"]["method"] == "card" {
        begin_payment(db, payments, visitor, &token, who, outside).await;
    }
    let mut outside = outside.borrow_mut();
    outside.confirmed.push((key, placed["order_number"].as_str().unwrap().to_owned()));
    let customer = &mut outside.customers[who];
    if !customer.tokens.contains(&token) {
        customer.tokens.push(token);
        if visitor.session.customer_id.is_some() {
            customer.numbers.push(placed["order_number"].as_str().unwrap().to_owned());
        }
    }
}

/// Begins a payment and keeps its page.
async fn begin_payment(
    db: &Db,
    payments: &PaymentProcessor,
    visitor: &Visitor,
    token: &str,
    who: usize,
    outside: &Rc<RefCell<Outside>>,
) {
    if payments.begin(token).await.is_err() {
        return;
    }
    let (view, token) = (visitor.view.clone(), token.to_owned());
    let Ok(payment) = db.read(move |tx| order_view::opened(tx, &view, &token)).await else { return };
    if let Some(page) = payment.redirect_url.as_deref().and_then(|url| url.strip_prefix("bank:")) {
        outside.borrow_mut().customers[who].pages.push(page.to_owned());
    }
}

/// One of the newest orders.
fn one_of(tx: &mut dyn Tx, which: u64) -> Result<Option<order::Order>> {
    let orders = order::list(tx, &Filter { limit: 20, ..Filter::default() })?;
    if orders.is_empty() {
        return Ok(None);
    }
    order::find_by_number(tx, &orders[(which % orders.len() as u64) as usize].number)
}

/// The step in which refunds by hand are made.
const MAKES_REFUNDS: usize = 30;

/// The operator's next step for an order.
fn next_step(status: OrderStatus, otherwise: usize) -> usize {
    match status {
        OrderStatus::PendingBankTransfer | OrderStatus::PendingCheque | OrderStatus::PendingOffline => 2,
        OrderStatus::Processing => 6,
        OrderStatus::Shipped if otherwise < 10 => 14,
        OrderStatus::Shipped | OrderStatus::Complete => 12,
        OrderStatus::Canceled => MAKES_REFUNDS,
        OrderStatus::Pending | OrderStatus::Closed => otherwise,
    }
}

fn work_on(tx: &mut dyn Tx, command: &Command, order: &order::Order, step: usize, part: usize) -> Result<()> {
    let first = BTreeMap::from([(0, 1)]);
    let lines = (part == 0).then_some(&first);
    let total = order.totals.total.minor();
    match step {
        2..6 => {
            let amount = [None, Some(Amount::from_minor(total / 2 + 1)), Some(Amount::from_minor(total + 100))][part];
            // By bank transfer, also for an order by card.
            let value_date = command.now.to_zoned(TimeZone::UTC).date();
            let receipt = Receipt { amount, method: "bank_transfer", reference: "", value_date, again: true };
            fulfillment::book_payment(tx, command, order, &receipt).map(drop)
        }
        6..9 if order.shipping_method == ShippingMethod::Pickup && part == 0 => {
            fulfillment::make_ready(tx, command, order)
        }
        6..12 if order.shipping_method == ShippingMethod::Pickup => {
            fulfillment::hand_over(tx, command, order, "Ben Moor")
        }
        6..12 => fulfillment::ship(tx, command, order, lines, ShippingMethod::DHL, "JD01").map(drop),
        12..14 => {
            let what = Return { lines, restock: part < 2, refund: None, reason: OPERATOR_REASON };
            fulfillment::record_return(tx, command, order, &what).map(drop)
        }
        14 => fulfillment::complete(tx, command, order.id, "by the operator"),
        15..17 => fulfillment::cancel(tx, command, order.id, "by the operator"),
        17 => fulfillment::refund(tx, command, order, Amount::from_minor(500), OPERATOR_REASON),
        19..23 => {
            let pieces = BTreeMap::from([(part as i64, 1)]);
            let removal = Removal { pieces: &pieces, keep_shipping: part == 1, reason: OPERATOR_REASON };
            amendment::remove(tx, command, order, &removal).map(drop)
        }
        23 => {
            let (old, _) = order::addresses(tx, order.id)?;
            let shipping = &order::Address { address1: format!("{part} High Street"), ..old };
            let new = NewAddresses { shipping, billing: None };
            amendment::set_addresses(tx, command, order, Lang::En, &new)
        }
        24 => amendment::close_payment(tx, command, order),
        25..27 => {
            let payments = payment::store::list_payments(tx, order.id)?;
            let last = payments.last().map_or(0, |payment| payment.id);
            bank::take_back(tx, command, order, last, OPERATOR_REASON)
        }
        18 if order.status == OrderStatus::Shipped => fulfillment::complete(tx, command, order.id, "early"),
        _ => {
            for refund in payment::store::list_refunds_for_operator(tx, 5)? {
                settlement::refund_made_by_hand(tx, command, refund.id, "bank 1")?;
            }
            Ok(())
        }
    }
}

/// What an operator does with returns.
#[derive(Debug, Clone, Copy)]
struct ReturnWork {
    which: u64,
    announces: bool,
    step: usize,
    takes_next_step: bool,
    /// Of each line one piece less comes than was announced.
    is_short: bool,
    rest_comes: bool,
    is_worn: bool,
}

impl ReturnWork {
    /// Whether a parcel was counted.
    fn run(self, tx: &mut dyn Tx, command: &Command) -> Result<bool> {
        let open: Vec<GoodsReturn> = returns::browse(tx, &returns::Wanted { limit: 20, ..returns::Wanted::default() })?
            .into_iter()
            .map(|listed| listed.of)
            .filter(|of| of.ended_at.is_none())
            .collect();
        if self.announces || open.is_empty() {
            let newest = order::list(tx, &Filter { limit: 3, ..Filter::default() })?;
            if let Some(row) = newest.get((self.which % 3) as usize)
                && let Some(order) = order::find_by_number(tx, &row.number)?
            {
                match order.status {
                    status if status.is_pending() => work_on(tx, command, &order, 2, 0)?,
                    OrderStatus::Processing => work_on(tx, command, &order, 6, 1)?,
                    _ => self.announce(tx, command, &order)?,
                }
            }
            return Ok(false);
        }
        let of = &open[(self.which % open.len() as u64) as usize];
        let order = order::find(tx, of.order_id)?.unwrap();
        let next = match of.step {
            // On proof that they were sent, before they are here, or as they come.
            Step::Announced if of.notice_at.is_some() && of.sent_at.is_none() && self.step < 4 => 1,
            Step::Announced if of.is_owed_on_proof() && self.step < 8 => 4,
            Step::Announced if self.step == 9 => 0,
            Step::Announced => 2,
            Step::Received => 3,
            _ => 4,
        };
        match if self.takes_next_step { next } else { self.step % 5 } {
            0 => fulfillment::call_off_return(tx, command, &order, of)?,
            1 => returns::note_sent(tx, of, command.now)?,
            2 => {
                let counted = self.counted(tx, of)?;
                fulfillment::receive_return(tx, command, &order, of, &counted, self.rest_comes)?;
                return Ok(true);
            }
            3 => {
                let findings = self.findings(tx, &order, of)?;
                fulfillment::inspect_return(tx, command, &order, of, &findings)?;
            }
            _ => drop(fulfillment::refund_return(tx, command, &order, of, None)?),
        }
        Ok(false)
    }

    fn announce(self, tx: &mut dyn Tx, command: &Command, order: &order::Order) -> Result<()> {
        let free = returns::announceable(tx, order.id)?;
        let lines = free.into_iter().map(|(position, qty)| Announced { position, qty, reason: Reason::ChangedMind });
        let new = NewReturn { lines: lines.collect(), note: OPERATOR_REASON, withdrawal: None };
        returns::announce(tx, order, Origin::Telephone, &new, command.now).map(drop)
    }

    fn counted(self, tx: &mut dyn Tx, of: &GoodsReturn) -> Result<Quantities> {
        let announced = returns::pieces_of(&returns::list_lines(tx, of.id)?);
        let pieces: u32 = announced.values().sum();
        let less = u32::from(self.is_short && pieces > 1);
        Ok(announced.into_iter().map(|(position, qty)| (position, qty.saturating_sub(less).max(1))).collect())
    }

    fn findings(self, tx: &mut dyn Tx, order: &order::Order, of: &GoodsReturn) -> Result<BTreeMap<i64, Finding>> {
        if !self.is_worn {
            return Ok(BTreeMap::new());
        }
        let pieces = returns::pieces_of(&returns::list_lines(tx, of.id)?);
        let before = shipment::list_returned(tx, order.id)?;
        let values = returns::value_of(tx, order, &pieces, &before)?;
        let worn = |(position, value): (i64, i64)| {
            (position, Finding { fit: 0, deduction: value / 4, deduction_reason: "worn".into() })
        };
        Ok(values.into_iter().map(worn).collect())
    }
}

fn form(who: usize, method: &str, member_card: &str, key: &str, total: &Value) -> Value {
    json!({
        "email": format!("customer{who}@example.com"),
        "shipping_address": {
            "first_name": "Ada", "last_name": "King", "address1": "12 St James's Square", "city": "London",
            "postcode": "SW1Y 4LB", "country": "GB", "telephone": "+44 20 7946 0000"
        },
        "shipping_method": "standard",
        "payment_method": method,
        "member_card": member_card,
        "terms": true,
        "bed_terms": true,
        "idempotency_key": key,
        "expected_total": total
    })
}

fn entered() -> EnteredOrder {
    EnteredOrder {
        email: "by.telephone@example.com".into(),
        items: vec![EnteredItem { sku: "TOWEL".into(), qty: 1 }],
        shipping_address: shop::order::Address {
            first_name: "Ben".into(),
            last_name: "Moor".into(),
            address1: "1 High Street".into(),
            city: "London".into(),
            postcode: "SW1Y 4LB".into(),
            country: "GB".into(),
            telephone: "+44 20 7946 0001".into(),
            ..shop::order::Address::default()
        },
        ..EnteredOrder::default()
    }
}

fn uuid(bytes: &[u8; 32]) -> String {
    let hex: String = bytes[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
}
