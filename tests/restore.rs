//! The running shop puts a copy back: what is told before, what becomes of the old database, and what is left after a kill at each
//! step, on a full disk, of a damaged copy.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::SignedDuration;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use shop::db::{Access, Connection};
use shop::vals;

use crate::support::house::{self, House, Person};
use crate::support::{self, OUTBOX_ONLY, Shop, eventually, seeded_copy};

/// A simple product with a stock of ten in the seed.
const TEN: &str = "TOW-GAN";
const BY_HAND: &str = "shop-by-hand.db";

fn openings(shop: &Shop) -> usize {
    shop.log().matches("the shop is open").count()
}

/// Makes what is scheduled due, and waits until the shop is open again.
fn carried_out(shop: &Shop) {
    let before = openings(shop);
    make_due(&shop.data);
    eventually("the shop is open again", || openings(shop) > before);
}

fn make_due(data: &Path) {
    support::database(data).exec("UPDATE restore SET due_at = 1 WHERE state = 'scheduled'", vals![]).unwrap();
}

fn order(shop: &Shop) -> String {
    shop.visitor().place(TEN, 1, "cheque")["order_number"].as_str().unwrap().to_owned()
}

fn numbers(database: &Path) -> BTreeSet<String> {
    let database = Connection::open(database, Access::ReadWrite).unwrap();
    database.all::<String>("SELECT number FROM sales_order", vals![]).unwrap().into_iter().collect()
}

fn copies(shop: &Shop) -> PathBuf {
    shop.data.join("backup")
}

/// Makes the copy by a command; answers what that says.
fn copy_by_hand(shop: &Shop) -> String {
    std::fs::create_dir_all(copies(shop)).unwrap();
    shop.output(&["backup", copies(shop).join(BY_HAND).to_str().unwrap()])
}

/// Names of the copies that restores have kept.
fn kept(data: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(data.join("backup")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("shop-before-") && name.ends_with(".db")).collect()
}

fn schedule(house: &House, person: &mut Person, name: &str) -> Value {
    house.call(person, "restore/schedule", &json!({ "name": name, "confirm": name }))
}

fn last(house: &House, person: &mut Person) -> Value {
    house.call(person, "system/show", &json!({}))["restore"].clone()
}

fn sign_in(house: &House, person: &mut Person) {
    let claim = house.claim(person);
    house.call(person, "staff/sign_in", &claim);
}

#[test]
fn copy_is_told_confirmed_scheduled_called_off_and_put_back() {
    let house = house::open();
    let mut owner = house.owner();
    let shop = &house.shop;
    let early = order(shop);
    house.call(&mut owner, "system/backup", &json!({}));
    let late = order(shop);

    let told = house.call(&mut owner, "restore/preview", &json!({ "name": BY_HAND }));
    assert_eq!((&told["damage"], &told["schema_age"]), (&json!(null), &json!("same")), "{told}");
    assert_eq!(
        (&told["copy"]["orders"], &told["now"]["orders"], &told["orders_lost"]),
        (&json!(1), &json!(2), &json!(1))
    );
    assert_eq!((&told["copy"]["last_order"], &told["now"]["last_order"]), (&json!(early), &json!(late)));
    assert_eq!(house.refused(&mut owner, "restore/preview", &json!({ "name": "../shop.db" })), "restore.no_copy");

    // Fresh proof, the name typed, one at a time, and none without the permission.
    let args = json!({ "name": BY_HAND, "confirm": BY_HAND });
    house.pass(SignedDuration::from_mins(10));
    assert_eq!(house.refused(&mut owner, "restore/schedule", &args), "staff.proof_required");
    let claim = house.claim(&owner);
    house.call(&mut owner, "staff/prove", &claim);
    let wrong = json!({ "name": BY_HAND, "confirm": "shop-by-hand" });
    assert_eq!(house.refused(&mut owner, "restore/schedule", &wrong), "restore.confirm");
    let mut packer = house.person("p@example.com", "packing");
    for path in ["restore/preview", "restore/schedule", "restore/call_off", "restore/dismiss"] {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed");
    }
    let tonight = json!({ "name": BY_HAND, "confirm": BY_HAND, "tonight": true });
    let item = house.call(&mut owner, "restore/schedule", &tonight);
    assert_eq!((&item["due_at"], &item["state"]), (&told["tonight_at"], &json!("scheduled")));
    assert_eq!(house.refused(&mut owner, "restore/schedule", &args), "restore.open");
    assert!(shop.command_error(&["backup", "schedule-restore", BY_HAND]).contains("is scheduled or under way"));
    assert_eq!(house.refused(&mut owner, "restore/call_off", &json!({ "id": 99 })), "restore.not_scheduled");
    house.call(&mut owner, "restore/call_off", &json!({ "id": item["id"] }));
    assert_eq!(last(&house, &mut owner), json!(null));
    let item = schedule(&house, &mut owner, BY_HAND);
    carried_out(shop);

    // Whoever was signed in signs in anew; the order of since is in the copy that was kept.
    assert_eq!(house.refused(&mut owner, "system/show", &json!({})), "staff.sign_in_required");
    sign_in(&house, &mut owner);
    let done = last(&house, &mut owner);
    assert_eq!((&done["state"], &done["copy"], &done["by"]), (&json!("done"), &json!(BY_HAND), &json!("Ada King")));
    assert_eq!((&done["requested_at"], &done["missing_pictures"]), (&item["requested_at"], &json!(0)));
    let kept = copies(shop).join(done["kept"].as_str().unwrap());
    assert_eq!(numbers(&shop.data.join("shop.db")), BTreeSet::from([early.clone()]));
    assert_eq!(numbers(&kept), BTreeSet::from([early, late]));
    order(shop);

    // The audit says so with the seal of the one that was left behind, and its own chain holds.
    let entries = house.audit(&["--noun", "backup"]);
    let entry = entries.iter().find(|entry| entry["call"] == "restore").expect("an entry");
    let after: Value = serde_json::from_str(entry["after"].as_str().unwrap()).unwrap();
    let left = &after["left_behind"];
    let newest: (i64, Vec<u8>) = Connection::open(&kept, Access::ReadWrite)
        .unwrap()
        .one("SELECT number, hash FROM audit_seal ORDER BY number DESC LIMIT 1", vals![])
        .unwrap();
    let hash: String = newest.1.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(left["seal"], json!(format!("{}:{hash}", newest.0)), "{entry}");
    assert_eq!(after["requested_by"], json!(format!("staff:{}", owner.id)));
    assert_eq!(shop.command(&["audit", "verify"]).0, Some(0));
    // What was kept can be put back too: the restore that it was made for is over in it.
    let name = done["kept"].as_str().unwrap().to_owned();
    schedule(&house, &mut owner, &name);
    carried_out(shop);
    sign_in(&house, &mut owner);
    assert_eq!(last(&house, &mut owner)["state"], "done");
    assert_eq!(shop.count("SELECT count(*) FROM sales_order"), 2);
    assert_eq!(shop.count("SELECT count(*) FROM restore WHERE state IN ('scheduled', 'running')"), 0);
    // Once somebody has taken note, it is told no longer.
    let id = last(&house, &mut owner)["id"].clone();
    house.call(&mut owner, "restore/dismiss", &json!({ "id": id }));
    assert_eq!(last(&house, &mut owner), json!(null));
}

/// A shop with a copy that lacks its last order; and that order.
fn with_copy(house: &House, owner: &mut Person) -> String {
    order(&house.shop);
    house.call(owner, "system/backup", &json!({}));
    order(&house.shop)
}

fn failed(house: &House, owner: &mut Person, why: &str) {
    // The database that stays knows who is signed in.
    let told = last(house, owner);
    assert_eq!(told["state"], "failed", "{told}");
    assert!(told["failure"].as_str().unwrap().contains(why), "{told}");
    let duties = house.call(owner, "duty/list", &json!({}))["duties"].clone();
    let duty = duties.as_array().unwrap().iter().find(|duty| duty["kind"] == "restores_failed").cloned();
    let duty = duty.unwrap_or_else(|| panic!("{duties}"));
    assert_eq!((&duty["count"], &duty["items"][0]["about"]["copy"]), (&json!(1), &told["copy"]));
    assert!(house.shop.log().contains("the restore has failed; the former database stays"));
    assert_eq!(house.shop.count("SELECT count(*) FROM sales_order"), 2);
    assert!(!house.shop.data.join("shop.db.part").exists() && !house.shop.data.join("restoring").exists());
    order(&house.shop);
    house.call(owner, "restore/dismiss", &json!({ "id": told["id"] }));
    let duties = house.call(owner, "duty/list", &json!({}))["duties"].clone();
    assert!(duties.as_array().unwrap().iter().all(|duty| duty["kind"] != "restores_failed"), "{duties}");
}

#[test]
fn damaged_copy_and_one_of_a_newer_schema_leave_the_database_as_it_is() {
    let house = house::open();
    let mut owner = house.owner();
    with_copy(&house, &mut owner);
    let copy = copies(&house.shop).join(BY_HAND);
    let whole = std::fs::read(&copy).unwrap();
    let pages: i64 = Connection::open(&copy, Access::ReadWrite)
        .unwrap()
        .one("SELECT rootpage FROM sqlite_schema WHERE name = 'product_text'", vals![])
        .unwrap();
    File::options().write(true).open(&copy).unwrap().write_all_at(&[0xa5; 4096], (pages as u64 - 1) * 4096).unwrap();
    let told = house.call(&mut owner, "restore/preview", &json!({ "name": BY_HAND }));
    assert!(told["damage"].is_string(), "{told}");
    assert!(house.shop.command_error(&["backup", "schedule-restore", BY_HAND]).contains("is damaged"));
    schedule(&house, &mut owner, BY_HAND);
    carried_out(&house.shop);
    failed(&house, &mut owner, "is no sound copy");

    std::fs::write(&copy, whole).unwrap();
    Connection::open(&copy, Access::ReadWrite)
        .unwrap()
        .exec("INSERT INTO refinery_schema_history (version, name) VALUES (9999, 'later')", vals![])
        .unwrap();
    let told = house.call(&mut owner, "restore/preview", &json!({ "name": BY_HAND }));
    assert_eq!(told["schema_age"], "newer");
    let args = json!({ "name": BY_HAND, "confirm": BY_HAND });
    assert_eq!(house.refused(&mut owner, "restore/schedule", &args), "restore.newer");
    std::fs::write(&copy, "no database at all").unwrap();
    assert_eq!(house.refused(&mut owner, "restore/schedule", &args), "restore.damaged");
}

#[test]
fn copy_that_is_gone_when_its_time_comes_is_told() {
    let house = house::open();
    let mut owner = house.owner();
    with_copy(&house, &mut owner);
    schedule(&house, &mut owner, BY_HAND);
    std::fs::remove_file(copies(&house.shop).join(BY_HAND)).unwrap();
    carried_out(&house.shop);
    failed(&house, &mut owner, "is not in");
}

#[test]
fn full_disk_leaves_the_database_as_it_is() {
    let shop = Shop::open_with_full_disks(OUTBOX_ONLY);
    order(&shop);
    copy_by_hand(&shop);
    order(&shop);
    // Larger than any file may become.
    let copy = Connection::open_unconfigured(&copies(&shop).join(BY_HAND), Access::ReadWrite).unwrap();
    copy.exec("INSERT INTO secret (name, value) VALUES ('large', zeroblob(100000000))", vals![]).unwrap();
    drop(copy);
    shop.output(&["backup", "schedule-restore", BY_HAND]);
    let pid = Pid::from_raw(i32::try_from(shop.pid()).unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current: Some(80_000_000), maximum: None }).unwrap();
    carried_out(&shop);
    let (state, failure): (String, String) =
        shop.database().one("SELECT state, failure FROM restore", vals![]).unwrap();
    assert_eq!(state, "failed", "{failure}");
    assert!(failure.contains("shop.db.part cannot be written"), "{failure}");
    assert_eq!(shop.count("SELECT count(*) FROM sales_order"), 2);
    assert!(!shop.data.join("shop.db.part").exists());
    order(&shop);
}

/// While another process makes a copy, the restore waits for it: so long the shop says what is going on.
#[test]
fn shoppers_and_people_are_told_while_it_goes_on_and_commands_keep_away() {
    let house = house::open();
    let mut owner = house.owner();
    with_copy(&house, &mut owner);
    let shop = &house.shop;
    let lock = File::options().write(true).create(true).truncate(false).open(shop.data.join("copy.lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(house.refused(&mut owner, "system/backup", &json!({})), "system.backup_busy");
    schedule(&house, &mut owner, BY_HAND);
    make_due(&shop.data);
    eventually("it is under way", || shop.log().contains("waiting for another copy"));
    let mut guest = shop.visitor();
    for (path, lang) in [("/de", "de"), ("/fr/c/bedding", "fr"), ("/", "en")] {
        let page = guest.get(path);
        assert_eq!((page.status, page.header("retry-after")), (503, Some("30")), "{path}");
        assert!(page.body.contains(&format!("<html lang=\"{lang}")), "{path}: {}", page.body);
        assert_eq!(page.header("cache-control"), Some("no-store"));
    }
    let call = guest.post_raw("/hah_api/cart", "{}", &[("Content-Type", "application/json")]);
    assert_eq!((call.status, call.header("retry-after")), (503, Some("30")));
    let call = house::post(&mut owner.browser, shop, "system/show", &json!({}));
    assert_eq!((call.status, &call.json()["error"]["id"]), (503, &json!("system.restoring")));
    assert_eq!(guest.get("/healthz").status, 200);
    assert_eq!(guest.get("/readyz").status, 503);
    assert_eq!(guest.get("/console").status, 200, "the console opens and says so");
    assert!(shop.command_error(&["order", "list"]).contains("is being restored"));
    let before = openings(shop);
    lock.unlock().unwrap();
    eventually("the shop is open again", || openings(shop) > before && shop.is_ready());
    assert_eq!(shop.count("SELECT count(*) FROM sales_order"), 1);
    assert_eq!(shop.command(&["order", "list"]).0, Some(0));
}

#[test]
fn each_order_that_was_confirmed_is_in_the_copy_that_is_kept() {
    let shop = Shop::open_with(&[
        ("SHOP__LIMITS__UNPAID_ORDERS", "1000"),
        ("SHOP__LIMITS__UNPAID_SHARE", "100"),
        ("SHOP__LIMITS__UNPAID_ORDERS_PER_NETWORK", "1000"),
        ("SHOP__LIMITS__UNPAID_PIECES_PER_NETWORK", "1000"),
        ("SHOP__LIMITS__UNPAID_VALUE_PER_NETWORK", "1000000"),
    ]);
    shop.output(&["stock", "set", TEN, "10000"]);
    copy_by_hand(&shop);
    shop.output(&["backup", "schedule-restore", BY_HAND]);
    let is_over = AtomicBool::new(false);
    let confirmed: Vec<String> = std::thread::scope(|scope| {
        let guests: Vec<_> = (0..4)
            .map(|_| {
                let (shop, is_over) = (&shop, &is_over);
                scope.spawn(move || {
                    let mut mine = Vec::new();
                    while !is_over.load(Ordering::Relaxed) {
                        // While the shop is closed nothing is confirmed.
                        let placed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| order(shop)));
                        mine.extend(placed.ok());
                    }
                    mine
                })
            })
            .collect();
        eventually("orders come in", || shop.count("SELECT count(*) FROM sales_order") >= 8);
        carried_out(&shop);
        is_over.store(true, Ordering::Relaxed);
        guests.into_iter().flat_map(|guest| guest.join().unwrap()).collect()
    });
    assert!(confirmed.len() >= 8, "{confirmed:?}");
    let kept = kept(&shop.data);
    assert_eq!(kept.len(), 1);
    let mut held = numbers(&copies(&shop).join(&kept[0]));
    held.extend(numbers(&shop.data.join("shop.db")));
    let lost: Vec<&String> = confirmed.iter().filter(|number| !held.contains(*number)).collect();
    assert!(lost.is_empty(), "{lost:?} of {}", confirmed.len());
}

/// Copies a folder with all that is below it.
fn copy_tree(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &place);
        } else {
            std::fs::copy(entry.path(), place).unwrap();
        }
    }
}

/// Steps of an ordinary run; `KILLS=100 cargo test --test shop restore::killed` goes through more, one by one.
const STEPS: [usize; 9] = [1, 3, 5, 8, 11, 14, 17, 20, 24];

/// The process is killed at one of the calls by which files of the restore are made, synced, renamed and removed: the next start
/// finds the old or the new database whole, and says which.
#[test]
fn killed_at_any_step_the_old_or_the_new_database_is_whole() {
    let before = seeded_copy();
    let (early, late) = {
        let mut shop = Shop::start(before.path(), OUTBOX_ONLY);
        let early = order(&shop);
        copy_by_hand(&shop);
        let late = order(&shop);
        assert_eq!(shop.stop(), Some(0));
        (early, late)
    };
    let (old, new) = (BTreeSet::from([early.clone(), late]), BTreeSet::from([early]));
    let steps: Vec<usize> = match std::env::var("KILLS") {
        Ok(text) => (1..=text.parse().expect("a number")).collect(),
        Err(_) => STEPS.to_vec(),
    };
    let (mut undone, mut finished, mut has_survived) = (0, 0, false);
    for step in steps {
        let folder = tempfile::tempdir().unwrap();
        copy_tree(before.path(), folder.path());
        let mut shop = Shop::start(folder.path(), OUTBOX_ONLY);
        shop.output(&["backup", "schedule-restore", BY_HAND]);
        let named = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let paths =
            ["restoring", "shop.db", "shop.db.part", "shop.db-journal", "shop.db.part-journal", "search.db", ""];
        let paths = paths.map(named);
        let mut strace = Command::new("strace");
        strace.args(["-f", "-q", "-o", "/dev/null"]);
        strace.args(paths.iter().flat_map(|path| ["-P", path.trim_end_matches('/')]));
        let calls = "rename,unlink,fsync,fdatasync,link";
        strace.args(["-e", &format!("trace={calls}"), "-e", &format!("inject={calls}:signal=KILL:when={step}")]);
        let mut strace =
            strace.args(["-p", &shop.pid().to_string()]).stderr(Stdio::piped()).spawn().expect("strace is installed");
        // Its first line comes once it is attached; with `-q` there is none, so the kernel is asked.
        let status = PathBuf::from(format!("/proc/{}/status", shop.pid()));
        eventually("it is traced", || {
            std::fs::read_to_string(&status).is_ok_and(|text| !text.contains("TracerPid:\t0\n"))
        });
        make_due(folder.path());
        let is_reopened = || openings(&shop) > 1;
        eventually("it is killed, or done", || is_reopened() || strace.try_wait().unwrap().is_some());
        let has_ended = is_reopened();
        shop.kill();
        strace.wait().unwrap();
        drop(shop);
        // What was begun is ended by the next start.
        let shop = Shop::start(folder.path(), OUTBOX_ONLY);
        // Read only: a writer that comes in while the file changes is a reason to give the restore up.
        let state = || -> String {
            let database = Connection::open_unconfigured(&folder.path().join("shop.db"), Access::ReadOnly).unwrap();
            database.one("SELECT state FROM restore ORDER BY id DESC LIMIT 1", vals![]).unwrap()
        };
        eventually("it is over", || !["scheduled", "running"].contains(&state().as_str()));
        // One that was killed before it began is carried out by this start.
        eventually("the shop is open", || !folder.path().join("restoring").exists() && shop.is_ready());
        let found = numbers(&folder.path().join("shop.db"));
        let log = shop.log();
        match state().as_str() {
            "done" => assert_eq!(found, new, "step {step}"),
            "failed" => assert_eq!(found, old, "step {step}"),
            other => panic!("step {step}: {other}"),
        }
        if !has_ended {
            if state() == "done" {
                finished += 1;
            } else {
                undone += 1;
                assert!(log.contains("a restore was interrupted"), "step {step}: {log}");
            }
        }
        for file in ["restoring", "shop.db.part", "shop.db.part-wal"] {
            assert!(!folder.path().join(file).exists(), "step {step}: {file}");
        }
        let check: String = shop.database().one("PRAGMA integrity_check", vals![]).unwrap();
        assert_eq!(check, "ok", "step {step}");
        order(&shop);
        if has_ended {
            has_survived = true;
            break;
        }
    }
    println!("{undone} undone, {finished} finished, reached the end: {has_survived}");
    assert!(undone > 0, "no step was interrupted");
}

#[test]
fn deletions_are_repeated_on_a_copy_from_before() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let mut ada = shop.customer("ada@example.com");
    copy_by_hand(&shop);
    let copied = std::fs::read(copies(&shop).join(BY_HAND)).unwrap();
    assert!(copied.windows(15).any(|part| part == b"ada@example.com"));
    shop.output(&["customer", "delete", "ada@example.com", "--yes"]);
    shop.output(&["backup", "schedule-restore", BY_HAND]);
    carried_out(&shop);
    assert_eq!(shop.count("SELECT count(*) FROM customer WHERE erased_at IS NULL"), 0);
    assert!(shop.log().contains("older than the journal of erasures"));
    // A session that the copy brought back would let somebody in.
    assert_eq!(ada.send("customer/user", &json!({}))["code"], "0");
}

#[test]
fn commands_list_copies_schedule_and_call_off() {
    let mut shop = Shop::open_with(OUTBOX_ONLY);
    order(&shop);
    copy_by_hand(&shop);
    order(&shop);
    let list: Value = shop.operator(&["backup", "list"]);
    let by_hand = list.as_array().unwrap().iter().find(|copy| copy["name"] == BY_HAND).cloned().unwrap();
    assert!(by_hand["bytes"].as_i64().unwrap() > 0 && by_hand["pictures"] == 0, "{by_hand}");
    let scheduled = shop.operator(&["backup", "schedule-restore", "--tonight", BY_HAND]);
    assert_eq!(scheduled["orders_lost"], 1);
    assert_eq!(shop.operator(&["backup", "call-off"])["copy"], BY_HAND);
    assert!(shop.command_error(&["backup", "call-off"]).contains("no longer scheduled"));
    assert!(shop.command_error(&["backup", "schedule-restore", "nowhere.db"]).contains("has no copy of this name"));
    // One that is asked of a closed shop is carried out when that opens.
    assert_eq!(shop.stop(), Some(0));
    shop.output(&["backup", "schedule-restore", BY_HAND]);
    make_due(&shop.data);
    let shop = Shop::start(&shop.data, OUTBOX_ONLY);
    eventually("the shop is open again", || openings(&shop) == 2);
    assert_eq!(shop.count("SELECT count(*) FROM sales_order"), 1);
    assert_eq!(shop.count("SELECT count(*) FROM restore WHERE actor LIKE 'cli:%' AND state = 'done'"), 1);
}

#[test]
fn a_command_waits_for_the_copy_of_another_process() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let lock = File::options().write(true).create(true).truncate(false).open(shop.data.join("copy.lock")).unwrap();
    eventually("no copy is made", || lock.try_lock().is_ok());
    let to = shop.data.join("mine.db");
    let mut waiting = Command::new(env!("CARGO_BIN_EXE_shop"))
        .args(["backup", to.to_str().unwrap(), "--data", shop.data.to_str().unwrap()])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut stderr = BufReader::new(waiting.stderr.take().unwrap());
    stderr.read_line(&mut said).unwrap();
    assert!(said.contains("waiting for another copy"), "{said}");
    assert!(waiting.try_wait().unwrap().is_none() && !to.exists());
    lock.unlock().unwrap();
    assert!(waiting.wait().unwrap().success());
    drop(stderr.read_to_string(&mut said));
    assert!(to.exists(), "{said}");
}

#[test]
fn pictures_come_back_with_their_copy() {
    let shop = Shop::open_with(OUTBOX_ONLY);
    let pictures = shop.data.join("pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    let files = ["bed.48.0123abcd.avif", "bed.48.0123abcd.webp", "bed.original.jpg"];
    for file in files {
        std::fs::write(pictures.join(file), file.repeat(10)).unwrap();
    }
    let sql = "INSERT INTO picture (name, width, height, widths, hash, preview, original)
        VALUES ('bed', 48, 48, '48', '0123abcd', '', 'bed.original.jpg')";
    shop.database().exec(sql, vals![]).unwrap();
    let said = copy_by_hand(&shop);
    assert!(said.contains(" and 3 pictures ("), "{said}");
    let list = shop.operator(&["backup", "list"]);
    let by_hand = list.as_array().unwrap().iter().find(|copy| copy["name"] == BY_HAND).cloned().unwrap();
    let bytes: usize = files.iter().map(|file| file.len() * 10).sum();
    assert_eq!((&by_hand["pictures"], &by_hand["picture_bytes"]), (&json!(3), &json!(bytes)));
    std::fs::remove_dir_all(&pictures).unwrap();
    shop.output(&["backup", "schedule-restore", BY_HAND]);
    carried_out(&shop);
    for file in files {
        assert_eq!(std::fs::read_to_string(pictures.join(file)).unwrap(), file.repeat(10), "{file}");
    }
}
