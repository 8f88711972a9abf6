//! A day's mix of requests, flat out: pages, goods put into bags, orders; and whether the books are right afterwards.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Value, json};
use shop::db::{Access, Connection as Database};
use shop::vals;

use super::client::{Connection, get};
use super::scene::{Scene, Stage, form, newcomer, uuid_of};

/// Concurrent clients.
pub const CLIENTS: usize = 64;

/// What a load has measured.
#[derive(Debug)]
pub struct Mix {
    pub per_second: f64,
    /// Milliseconds: half, 99 and 99.9 of a hundred requests are faster.
    pub latencies: [f64; 3],
    pub orders: usize,
}

/// One client's requests.
#[derive(Debug, Default)]
struct Done {
    latencies: Vec<f64>,
    placed: Vec<String>,
}

/// Loads the shop for `time`: of a hundred requests 95 are for pages, 4 put something into a new bag, and one orders it. Fails
/// unless each order that was confirmed is there, once, and all pieces are accounted for.
pub fn load(stage: &Stage, scene: &Scene, time: Duration) -> anyhow::Result<Mix> {
    let pages: Vec<Vec<u8>> = scene.categories.iter().chain(&scene.products).map(|(path, _)| get(path, "br")).collect();
    let sku = &scene.skus[0];
    let pack = scene.call("cart/add", "", Some(&json!({ "sku": sku, "qty": 1 })), "");
    let mut connection = stage.shop.connect()?;
    let token = newcomer(&mut connection, &pack)?;
    let terms = json!({ "country": "FR", "shipping_method": "standard" });
    let checkout: Value =
        serde_json::from_slice(connection.send(&scene.call("checkout/index", "", Some(&terms), &token))?.body)?;
    let total = &checkout["data"]["totals"]["total"];
    let database = Database::open(&stage.shop.data.join("shop.db"), Access::ReadWrite)?;
    let pieces = || -> anyhow::Result<i64> {
        database.one(
            "SELECT (SELECT s.quantity FROM stock s WHERE s.product_id = p.id)
                    + coalesce((SELECT sum(r.qty) FROM order_reservation r WHERE r.product_id = p.id), 0)
             FROM product p WHERE p.sku = $1",
            vals![sku],
        )
    };
    let before = pieces()?;
    let started = Instant::now();
    let done = std::thread::scope(|scope| -> anyhow::Result<Vec<Done>> {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let (pages, pack) = (&pages, &pack);
                scope.spawn(move || -> anyhow::Result<Done> {
                    let mut connection = stage.shop.connect()?;
                    let (mut done, mut bags) = (Done::default(), Vec::<String>::new());
                    for number in 0_usize.. {
                        let began = Instant::now();
                        if began.duration_since(started) >= time {
                            break;
                        }
                        match (client * 31 + number) % 100 {
                            0 => match bags.pop() {
                                Some(token) => done.placed.push(place(&mut connection, scene, &token, total)?),
                                None => bags.push(newcomer(&mut connection, pack)?),
                            },
                            1..=4 => bags.push(newcomer(&mut connection, pack)?),
                            _ => {
                                let page = &pages[(client * 7 + number) % pages.len()];
                                let answer = connection.send(page)?;
                                if answer.status != 200 {
                                    bail!("a page: {}", answer.head);
                                }
                            }
                        }
                        done.latencies.push(began.elapsed().as_secs_f64() * 1e3);
                    }
                    Ok(done)
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().map_err(|_| anyhow!("a client panicked"))?).collect()
    })?;
    let seconds = started.elapsed().as_secs_f64();

    let placed: Vec<&String> = done.iter().flat_map(|done| &done.placed).collect();
    let written: Vec<String> = database.all("SELECT number FROM sales_order", vals![])?;
    let known: BTreeSet<&String> = written.iter().collect();
    let distinct: BTreeSet<&String> = placed.iter().copied().collect();
    if distinct.len() != placed.len() || known.len() != written.len() || !distinct.is_subset(&known) {
        bail!(
            "{} orders were confirmed, {} of them distinct; {} are written",
            placed.len(),
            distinct.len(),
            written.len()
        );
    }
    let after = pieces()?;
    if after != before {
        bail!("{sku}: {before} pieces before, {after} after");
    }
    database.exec("DELETE FROM mail", vals![])?;
    let mut latencies: Vec<f64> = done.iter().flat_map(|done| done.latencies.iter().copied()).collect();
    latencies.sort_by(f64::total_cmp);
    let at = |share: f64| latencies.get((latencies.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    Ok(Mix {
        per_second: latencies.len() as f64 / seconds,
        latencies: [at(0.5), at(0.99), at(0.999)],
        orders: placed.len(),
    })
}

fn place(connection: &mut Connection, scene: &Scene, token: &str, total: &Value) -> anyhow::Result<String> {
    let form = form(&token[..12], &uuid_of(token), total);
    let placed: Value =
        serde_json::from_slice(connection.send(&scene.call("checkout/place", "", Some(&form), token))?.body)?;
    placed["data"]["order_number"].as_str().map(str::to_owned).with_context(|| placed.to_string())
}
