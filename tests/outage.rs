//! Outages of the database: a lock, full queues, a full disk, files that are moved, damage, and a stop. No order is
//! confirmed that is not kept, readers are served, and the operator is told.

use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::{Barrier, mpsc};

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use shop::vals;

use crate::support::{Answer, OUTBOX_ONLY, Shop, Visitor, eventually};

/// A simple product with a stock of ten in the seed.
const TEN: &str = "TOW-GAN";

fn post(visitor: &mut Visitor, path: &str, args: &Value) -> Answer {
    visitor.post(path, &[], Some(&args.to_string()), &[])
}

fn assert_unavailable(answer: &Answer) {
    assert_eq!(answer.status, 503, "{answer:?}");
    assert!(answer.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()), "{answer:?}");
    let envelope = answer.json();
    assert_eq!((&envelope["code"], &envelope["error"]["id"]), (&json!("0"), &json!("error.try_later")));
}

#[test]
fn transactions_beyond_the_queue_answer_503_at_once_while_another_process_writes() {
    let shop = Shop::open_with(&[("SHOP__DATA__QUEUE", "2")]);
    let lock = shop.database();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (sender, answers) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..12 {
            let (mut visitor, sender) = (shop.visitor(), sender.clone());
            scope.spawn(move || sender.send(post(&mut visitor, "cart/add", &json!({ "sku": TEN, "qty": 1 }))).unwrap());
        }
        drop(sender);
        // One group of three at most waits for the lock, and two transactions behind it.
        for answer in answers.iter().take(7) {
            assert_unavailable(&answer);
        }
        let refused = shop.figure("shop_queue_full_total{queue=\"writes\"}");
        assert!(refused >= 7.0, "{refused}");
        lock.execute_batch("ROLLBACK").unwrap();
        for answer in answers {
            if answer.status != 200 {
                assert_unavailable(&answer);
            }
        }
    });
    shop.visitor().add(TEN, 1);
}

#[test]
fn pages_beyond_the_queue_of_readers_answer_503_with_retry_after() {
    let shop = Shop::open_with(&[("SHOP__DATA__READERS", "1"), ("SHOP__DATA__QUEUE", "1")]);
    let mut round = 0;
    eventually("a page finds the queue full", || {
        round += 1;
        let ready = Barrier::new(32);
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let guests: Vec<_> = (0..32)
                .map(|number| {
                    let (mut visitor, ready) = (shop.visitor(), &ready);
                    // Each is another page, so none is in the cache.
                    let path = format!("/en/search?q=towel{round}x{number}");
                    scope.spawn(move || {
                        ready.wait();
                        visitor.get(&path)
                    })
                })
                .collect();
            guests.into_iter().map(|guest| guest.join().unwrap()).collect()
        });
        let refused: Vec<&Answer> = answers.iter().filter(|answer| answer.status != 200).collect();
        for answer in &refused {
            assert_eq!(answer.status, 503, "{answer:?}");
            assert!(answer.header("retry-after").is_some() && answer.body.contains("<h1"), "{answer:?}");
        }
        !refused.is_empty()
    });
}

/// Requests that write are refused; pages and calls that read are answered, without a session where it would have to be
/// new.
fn assert_only_readers_are_served(shop: &Shop) {
    let mut guest = shop.visitor();
    let read = guest.post("cart", &[], None, &[]);
    assert_eq!(read.json()["code"], "1", "{read:?}");
    assert!(read.header("set-cookie").is_none() && guest.cookies.is_empty(), "{read:?}");
    assert_eq!(guest.get("/en/cart").status, 200);
    assert_eq!(guest.get("/en").status, 200);
}

#[test]
fn moved_files_of_the_database_confirm_no_order() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    guest.add(TEN, 1);
    let form = guest.order_form("cheque");
    let aside = shop.data.join("aside");
    for name in ["shop.db", "shop.db-wal", "shop.db-shm"] {
        let file = shop.data.join(name);
        std::fs::rename(&file, &aside).unwrap();
        assert_unavailable(&post(&mut guest.clone(), "checkout/place", &form));
        let ready = guest.get("/readyz");
        assert!(ready.status == 503 && ready.body.contains("removed or replaced"), "{name}: {ready:?}");
        assert_only_readers_are_served(&shop);
        // Another file in its place.
        std::fs::copy(&aside, &file).unwrap();
        assert_unavailable(&post(&mut guest.clone(), "checkout/place", &form));
        assert_eq!(guest.get("/readyz").status, 503, "{name}");
        std::fs::rename(&aside, &file).unwrap();
        let ready = guest.get("/readyz");
        assert_eq!(ready.status, 200, "{name}: {ready:?}");
    }
    assert!(shop.log().contains("shop.db-wal was removed or replaced while it is open"), "{}", shop.log());
    let placed = guest.call("checkout/place", &form);
    let number = placed["order_number"].as_str().unwrap();
    let kept: i64 = shop.database().one("SELECT count(*) FROM sales_order WHERE number = $1", vals![number]).unwrap();
    assert_eq!((kept, shop.count("SELECT count(*) FROM sales_order")), (1, 1));
}

#[test]
fn a_full_disk_confirms_no_order_and_keeps_nobody_from_reading() {
    let shop = Shop::open_with_full_disks(OUTBOX_ONLY);
    let mut guest = shop.visitor();
    guest.add(TEN, 1);
    let form = guest.order_form("cheque");
    let limit = |bytes| {
        let pid = Pid::from_raw(i32::try_from(shop.pid()).unwrap());
        prlimit(pid, Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
    };
    // No file may grow, nor be written at all.
    limit(Some(0));
    let refused = post(&mut guest.clone(), "checkout/place", &form);
    assert!(refused.status >= 500 && refused.json()["code"] == "0", "{refused:?}");
    assert_only_readers_are_served(&shop);
    // Known sessions are read as they are.
    assert_eq!(guest.call("cart", &json!({}))["total_qty"], 1);
    limit(None);
    guest.call("checkout/place", &form);
    assert_eq!(shop.count("SELECT count(*) FROM sales_order"), 1);
}

#[test]
fn after_a_stop_the_database_file_alone_holds_every_order() {
    let mut shop = Shop::open();
    let placed = shop.visitor().place(TEN, 1, "cheque");
    assert_eq!(shop.stop(), Some(0));
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(shop.data.join("shop.db"), folder.path().join("shop.db")).unwrap();
    let number = placed["order_number"].as_str().unwrap();
    let shown = crate::support::command(folder.path(), &["order", "show", number]);
    assert_eq!(shown.0, Some(0), "{}", shown.2);
}

/// Waits for the copy that a shop makes after its start.
fn wait_for_first_copy(shop: &Shop) {
    let sql = "SELECT count(*) FROM job WHERE name = 'backup' AND last_run IS NOT NULL AND lease_until = 0";
    eventually("a first copy is made", || shop.count(sql) == 1);
}

/// Overwrites the first page of a table in the database file.
fn damage(data: &Path, table: &str) {
    let database = crate::support::database(data);
    eventually("the log is moved into the file", || database.truncate_log().unwrap());
    let page: i64 = database.one("SELECT rootpage FROM sqlite_schema WHERE name = $1", vals![table]).unwrap();
    drop(database);
    let file = std::fs::File::options().write(true).open(data.join("shop.db")).unwrap();
    file.write_all_at(&[0xa5; 4096], (page as u64 - 1) * 4096).unwrap();
}

#[test]
fn damage_is_found_at_night_told_once_a_day_and_refused_at_the_next_start() {
    let mut shop = Shop::open();
    wait_for_first_copy(&shop);
    damage(&shop.data, "fapiao");
    shop.set_clock("2027-03-01T03:30:00Z");
    let mut visitor = shop.visitor();
    eventually("the database is checked", || visitor.get("/readyz").body.contains("the database is damaged"));
    assert_eq!(visitor.get("/readyz").status, 503);
    let alerts = || shop.mails("operator_notice");
    eventually("the operator is told", || alerts() == 1);
    assert!(shop.log().contains("the database is damaged: "), "{}", shop.log());
    shop.set_clock("2027-03-01T20:00:00Z");
    assert_eq!(alerts(), 1, "once a day");
    shop.set_clock("2027-03-02T04:00:00Z");
    eventually("a day later", || alerts() == 2);
    let is_copy = |entry: &std::fs::DirEntry| entry.path().extension().is_some_and(|end| end == "db");
    let copies = std::fs::read_dir(shop.data.join("backup")).unwrap().filter_map(Result::ok).filter(is_copy).count();
    assert_eq!(copies, 1, "of the night before, none of the damaged database");
    shop.stop();
    let (code, _, error) = shop.command(&["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("is damaged") && error.contains("restore a backup"), "{error}");
}

#[test]
fn a_copy_that_fails_is_told_once_a_day_and_named_by_readyz() {
    let shop = Shop::open();
    wait_for_first_copy(&shop);
    // A file where the folder of the copies should be.
    std::fs::remove_dir_all(shop.data.join("backup")).unwrap();
    std::fs::write(shop.data.join("backup"), "").unwrap();
    shop.set_clock("2027-03-01T03:30:00Z");
    let mut visitor = shop.visitor();
    eventually("the failure is named", || visitor.get("/readyz").body == "ready\nfailing job: backup\n");
    assert_eq!(visitor.get("/readyz").status, 200, "the shop sells");
    eventually("the operator is told", || shop.mails("operator_notice") == 1);
    shop.set_clock("2027-03-01T12:00:00Z");
    assert_eq!(shop.mails("operator_notice"), 1, "once a day");
    std::fs::remove_file(shop.data.join("backup")).unwrap();
    shop.set_clock("2027-03-01T12:30:00Z");
    eventually("the next copy is made", || visitor.get("/readyz").body == "ready\n");
}
