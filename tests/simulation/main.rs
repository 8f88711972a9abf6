//! A deterministic simulation of the shop's money and goods.
//!
//! A seed makes a schedule: customers with several tabs, an outside payment service that is late, forgets and repeats
//! itself, operators and jobs, a clock that jumps, and crashes. All of them use the shop's own calls, desk and jobs, on one
//! database in memory; who goes next is the seed's choice at every point where one may be put aside. After each schedule the
//! books are closed and must agree: shop, customer and bank.
//!
//! ```sh
//! cargo test --test simulation                             # 10 000 schedules
//! SIMULATION_SEED=123 cargo test --test simulation         # that schedule again, step by step
//! make simulate                                            # a million
//! ```

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod bank;
mod books;
mod random;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use world::Ground;

/// Schedules of an ordinary run.
const SCHEDULES: u64 = 10_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number")))
}

#[test]
fn shop_customer_and_bank_agree_whatever_happens() {
    if let Some(seed) = number("SIMULATION_SEED") {
        let ground = Ground::new();
        ground.play(seed, true);
        return;
    }
    let count = number("SIMULATION_SCHEDULES").unwrap_or(SCHEDULES);
    let first = number("SIMULATION_FIRST").unwrap_or(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(16);
    let next = AtomicU64::new(first);
    let failed = AtomicBool::new(false);
    let totals = std::sync::Mutex::new(world::Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let ground = Ground::new();
                let mut tally = world::Tally::default();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count || failed.load(Ordering::Relaxed) {
                        break;
                    }
                    match catch_unwind(AssertUnwindSafe(|| ground.play(seed, false))) {
                        Ok(of_schedule) => tally.add(&of_schedule),
                        Err(_) => {
                            failed.store(true, Ordering::Relaxed);
                            eprintln!("seed {seed} fails; see it again with SIMULATION_SEED={seed} cargo test --test simulation");
                        }
                    }
                }
                totals.lock().unwrap().add(&tally);
            });
        }
    });
    let tally = totals.into_inner().unwrap();
    println!("{count} schedules: {tally:?}");
    assert!(!failed.load(Ordering::Relaxed), "a schedule failed; its seed is printed above");
    if count >= 5_000 {
        tally.is_telling();
    }
}

#[test]
fn a_schedule_is_the_same_each_time() {
    let ground = Ground::new();
    let first = ground.play(7, false);
    assert_eq!(ground.play(7, false), first);
    assert_eq!(Ground::new().play(7, false), first);
}
