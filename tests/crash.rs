//! Concurrent orders and crashes: nothing is oversold, and no confirmed order is lost.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use shop::vals;

use crate::support::{self, Shop, Visitor};

/// A simple product with a stock of ten in the seed.
const TEN: &str = "TOW-GAN";

fn integrity(shop: &Shop) {
    let database = shop.database();
    let check: String = database.one("PRAGMA integrity_check", vals![]).unwrap();
    assert_eq!(check, "ok");
    let dangling: i64 = database.one("SELECT count(*) FROM pragma_foreign_key_check", vals![]).unwrap();
    assert_eq!(dangling, 0);
}

/// Stock and reservations add up to the seed's stock.
fn stock_adds_up(shop: &Shop, seeded: i64) {
    let (left, reserved): (i64, i64) = shop
        .database()
        .one(
            "SELECT (SELECT quantity FROM stock s JOIN product p ON p.id = s.product_id WHERE p.sku = $1),
                    (SELECT coalesce(sum(r.qty), 0) FROM order_reservation r JOIN product p ON p.id = r.product_id WHERE p.sku = $1)",
            vals![TEN],
        )
        .unwrap();
    assert_eq!(left + reserved, seeded, "{left} left, {reserved} reserved");
}

#[test]
fn exactly_10_of_64_concurrent_guests_get_the_last_10_pieces() {
    let shop = Shop::open();
    let ready = Barrier::new(64);
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let guests: Vec<_> = (0..64)
            .map(|number| {
                let (shop, ready) = (&shop, &ready);
                scope.spawn(move || {
                    let mut guest = shop.visitor();
                    guest.add(TEN, 1);
                    let mut form = guest.order_form("card");
                    form["email"] = json!(format!("guest{number}@example.com"));
                    ready.wait();
                    guest.send("checkout/place", &form)
                })
            })
            .collect();
        guests.into_iter().map(|guest| guest.join().unwrap()).collect()
    });
    let (served, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer["code"] == "1");
    assert_eq!((served.len(), refused.len()), (10, 54));
    for answer in refused {
        assert_eq!(answer["error"]["id"], "checkout.stock_changed", "{answer}");
    }
    let numbers: std::collections::BTreeSet<_> = served.iter().map(|a| a["data"]["order_number"].to_string()).collect();
    assert_eq!(numbers.len(), 10);
    let orders: i64 = shop.database().one("SELECT count(*) FROM sales_order", vals![]).unwrap();
    assert_eq!(orders, 10);
    stock_adds_up(&shop, 10);
    integrity(&shop);
}

/// Kills of an ordinary run; `KILLS=1000 cargo test --test shop killed_shop` makes more.
const KILLS: usize = 8;

/// What a guest was told: the order's number and address, and whether the bank took the money.
#[derive(Debug)]
struct Told {
    number: String,
    email: String,
    is_paid: bool,
}

/// Half the guests send cheques, half pay by card, until the process is killed under them.
#[test]
fn killed_shop_keeps_each_confirmed_order_and_payment_exactly_once() {
    let kills = std::env::var("KILLS").map_or(KILLS, |text| text.parse().expect("a number"));
    let folder = support::seeded_copy();
    support::database(folder.path())
        .exec(
            "UPDATE stock SET quantity = 1000000 WHERE product_id = (SELECT id FROM product WHERE sku = $1)",
            vals![TEN],
        )
        .unwrap();
    let mut confirmed: BTreeMap<String, Told> = BTreeMap::new();
    for round in 0..kills {
        let limits = ["UNPAID_ORDERS", "PAYMENTS__PER_SESSION"].map(|name| format!("SHOP__LIMITS__{name}"));
        let mut shop = Shop::start(folder.path(), &limits.each_ref().map(|name| (name.as_str(), "1000")));
        let is_killed = AtomicBool::new(false);
        let orders = std::sync::atomic::AtomicUsize::new(0);
        let pid = shop.pid().to_string();
        let new: Vec<Told> = std::thread::scope(|scope| {
            let guests: Vec<_> = (0..4)
                .map(|number| {
                    let (shop, is_killed, orders) = (&shop, &is_killed, &orders);
                    let mut guest = shop.visitor();
                    scope.spawn(move || {
                        let mut mine: Vec<Told> = Vec::new();
                        loop {
                            // The connection breaks when the process is killed: what was not answered was not confirmed.
                            let served = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                                let email = format!("guest{round}-{number}-{}@example.com", mine.len());
                                let placed = order_as(&mut guest, &email, number % 2 == 0);
                                let number = placed["order_number"].as_str().unwrap().to_owned();
                                mine.push(Told { number, email, is_paid: false });
                                orders.fetch_add(1, Ordering::Relaxed);
                                if placed["payment"]["method"] == "card" {
                                    let paid = guest.form(&shop.payment_page(&placed), "choice=succeed");
                                    assert_eq!(paid.status, 303);
                                    mine.last_mut().unwrap().is_paid = true;
                                    let back = paid.header("location").and_then(|url| url.strip_prefix(&shop.url));
                                    guest.get(back.unwrap());
                                }
                            }));
                            match served {
                                Ok(()) => {}
                                Err(_) if is_killed.load(Ordering::SeqCst) => break,
                                Err(fault) => std::panic::resume_unwind(fault),
                            }
                        }
                        mine
                    })
                })
                .collect();
            // Killed under load: after a few orders, a different number in each round.
            while orders.load(Ordering::Relaxed) < 3 + round % 8 * 2 && !guests.iter().all(|guest| guest.is_finished())
            {
                std::thread::yield_now();
            }
            is_killed.store(true, Ordering::SeqCst);
            assert!(Command::new("kill").args(["-KILL", &pid]).status().unwrap().success());
            guests.into_iter().flat_map(|guest| guest.join().unwrap()).collect()
        });
        shop.kill();
        assert!(!new.is_empty(), "orders were placed before the kill");
        for told in new {
            assert!(confirmed.insert(told.number.clone(), told).is_none(), "an order number was given twice");
        }
    }
    let shop = Shop::start(folder.path(), &[]);
    integrity(&shop);
    let database = shop.database();
    // Money that the bank took just before a kill is asked about later.
    shop.set_clock_minutes_ahead(10);
    let paid = confirmed.values().filter(|told| told.is_paid).count();
    assert!(paid > 0 && paid < confirmed.len(), "both ways to pay were used");
    println!("{kills} kills: {} orders and {paid} payments confirmed", confirmed.len());
    for Told { number, email, is_paid } in confirmed.values() {
        let stored: Vec<String> =
            database.all("SELECT email FROM sales_order WHERE number = $1", vals![number]).unwrap();
        assert_eq!(stored, std::slice::from_ref(email), "{number}");
        if *is_paid {
            let sql = "SELECT count(*) FROM payment p JOIN sales_order o ON o.id = p.order_id
                WHERE o.number = $1 AND o.status = 'processing'";
            support::eventually("it is paid", || database.one::<i64>(sql, vals![number]).unwrap() == 1);
        }
    }
    let (doubled, lineless, paid_twice): (i64, i64, i64) = database
        .one(
            "SELECT (SELECT count(*) - count(DISTINCT email) FROM sales_order),
                    (SELECT count(*) FROM sales_order o WHERE NOT EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = o.id)),
                    (SELECT count(*) - count(DISTINCT order_id) FROM payment)",
            vals![],
        )
        .unwrap();
    assert_eq!((doubled, lineless, paid_twice), (0, 0, 0));
    stock_adds_up(&shop, 1_000_000);
}

fn order_as(guest: &mut Visitor, email: &str, by_cheque: bool) -> Value {
    guest.add(TEN, 1);
    let mut form = guest.order_form(if by_cheque { "cheque" } else { "card" });
    form["email"] = json!(email);
    guest.call("checkout/place", &form)
}

#[test]
fn wal_is_synced_before_the_response_is_sent() {
    let folder = support::seeded_copy();
    let trace = folder.path().join("trace");
    let mut shop = Shop::start(folder.path(), &[]);
    let mut guest = shop.visitor();
    guest.add(TEN, 1);
    let form = guest.order_form("bank_transfer");
    let mut strace = Command::new("strace")
        .args(["-f", "-y", "-s", "200", "-e", "trace=fsync,fdatasync,write,writev,sendto", "-o"])
        .arg(&trace)
        .args(["-p", &shop.pid().to_string()])
        .stderr(Stdio::piped())
        .spawn()
        .expect("`make test` installs strace");
    // strace prints a line once it is attached.
    let mut said = [0_u8; 1];
    strace.stderr.as_mut().unwrap().read_exact(&mut said).unwrap();
    let placed = guest.call("checkout/place", &form);
    shop.stop();
    strace.wait().unwrap();
    let log = std::fs::read_to_string(&trace).unwrap();
    let number = placed["order_number"].as_str().unwrap();
    let answered = log
        .lines()
        .position(|line| line.contains(number) && line.contains("HTTP/1.1 200"))
        .expect("the answer is in the trace");
    let synced = log
        .lines()
        .take(answered)
        .any(|line| line.contains("shop.db-wal") && (line.contains("fsync(") || line.contains("fdatasync(")));
    assert!(
        synced,
        "no sync of the WAL before the answer:\n{}",
        log.lines().take(answered + 1).collect::<Vec<_>>().join("\n")
    );
}
