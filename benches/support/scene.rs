//! The workload: pages and calls over the seeded catalogue, the same for every shop that is compared.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use serde_json::{Value, json};
use shop::config::Config;
use shop::db::{Access, Connection as Database};
use shop::vals;

use super::client::{self, Connection, Requests, Round, get};
use super::process::Shop;

/// Concurrent clients.
pub const CLIENTS: usize = 32;
/// Concurrent clients that log in.
const LOGINS: usize = 16;
const PASSWORD: &str = "quiet-lake-1874";

/// Typical searches: common and rare words, two words, a misspelling.
const SEARCHES: &[&str] = &["towel", "bath robe", "duvet", "linen", "pilow", "shampoo"];
/// Prefixes of them, as typed.
const TYPED: &[&str] = &["t", "bat", "duv", "linen p", "pil", "sham"];

/// URLs and SKUs of the seeded catalogue.
#[derive(Debug)]
pub struct Scene {
    /// Paths of pages, with the URL key of what they show.
    pub categories: Vec<(String, String)>,
    pub products: Vec<(String, String)>,
    /// Simple products that ship to France.
    pub skus: Vec<String>,
    services: String,
    store_code: String,
}

impl Scene {
    /// Reads the scene from a seeded database.
    pub fn read(database: &Database) -> anyhow::Result<Scene> {
        let pairs = |sql: &str| -> anyhow::Result<Vec<(String, String)>> { database.all(sql, vals![]) };
        let config = Config::load(None, std::iter::empty())?;
        let skus = pairs(
            "SELECT p.sku, p.kind FROM product p JOIN stock s ON s.product_id = p.id
             JOIN ship_group_country g ON g.ship_group = p.ship_group AND g.country = 'FR'
             WHERE p.kind = 'simple' AND p.enabled = 1 ORDER BY p.id LIMIT 5",
        )?;
        Ok(Scene {
            categories: pairs(
                "SELECT '/en/c/' || t.url_key, t.url_key FROM category_text t
                 JOIN listing_total l ON l.category_id = t.category_id AND l.total > 0 WHERE t.lang = 'en' ORDER BY t.category_id",
            )?,
            products: pairs(
                "SELECT '/en/p/' || coalesce(c.url_key || '/', '') || t.url_key, t.url_key FROM product p
                 JOIN product_text t ON t.product_id = p.id AND t.lang = 'en'
                 LEFT JOIN category_text c ON c.category_id = p.category_id AND c.lang = 'en'
                 WHERE p.parent_id IS NULL AND p.enabled = 1 ORDER BY p.id",
            )?,
            skus: skus.into_iter().map(|(sku, _)| sku).collect(),
            services: config.api.services.clone(),
            store_code: format!("{}_en", config.brand.key),
        })
    }

    /// The request of a call; without a token it starts a session.
    pub fn call(&self, path: &str, query: &str, body: Option<&Value>, token: &str) -> Vec<u8> {
        let cookie = if token.is_empty() { String::new() } else { format!("cookie: PHPSESSID={token}\r\n") };
        let body = body.map(Value::to_string).unwrap_or_default();
        let and = if query.is_empty() { "" } else { "&" };
        format!(
            "POST /hah_api/{path}?store_id=94&___store={}{and}{query} HTTP/1.1\r\nhost: localhost\r\nservices: {}\r\n{cookie}\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.store_code,
            self.services,
            body.len()
        )
        .into_bytes()
    }

    /// The arguments of a call in turn: query and body.
    pub fn arguments(&self, figure: &str) -> Vec<(String, Option<Value>)> {
        let keys = |pages: &[(String, String)], rest: &str| {
            pages.iter().map(|(_, key)| (format!("url_key={key}{rest}"), None)).collect()
        };
        let words = |words: &[&str]| words.iter().map(|q| (String::new(), Some(json!({ "q": q })))).collect();
        match figure {
            "catalog/product" => keys(&self.products, ""),
            "catalog/category" => keys(&self.categories, ""),
            "catalog/category, filtered" => {
                keys(&self.categories, "&sort=price_asc&f.colour=white&f.availability=in_stock")
            }
            "search/index" => words(SEARCHES),
            "search/suggest" => words(TYPED),
            _ => self.skus.iter().map(|sku| (String::new(), Some(json!({ "sku": sku, "qty": 1 })))).collect(),
        }
    }
}

/// The path of a figure.
pub fn path(figure: &str) -> &str {
    figure.split(',').next().unwrap_or(figure)
}

/// A call with its arguments in turn; each client has its own session.
pub struct Turns(Vec<Vec<Vec<u8>>>);

impl Turns {
    pub fn new(scene: &Scene, figure: &str, tokens: &[String]) -> Turns {
        let arguments = scene.arguments(figure);
        let of = |token: &String| {
            arguments.iter().map(|(query, body)| scene.call(path(figure), query, body.as_ref(), token)).collect()
        };
        Turns(tokens.iter().map(of).collect())
    }
}

impl Requests for Turns {
    fn next(&self, client: usize, number: usize) -> Option<Vec<u8>> {
        let turns = self.0.get(client)?;
        // Clients start at different arguments, so that they are not in lockstep.
        turns.get((client * 7 + number) % turns.len()).cloned()
    }
}

/// Pages in turn.
pub struct Pages(pub Vec<Vec<u8>>);

impl Pages {
    pub fn of(groups: &[&Vec<(String, String)>]) -> Pages {
        Pages(groups.iter().flat_map(|pages| pages.iter().map(|(path, _)| get(path, "br"))).collect())
    }
}

impl Requests for Pages {
    fn next(&self, client: usize, number: usize) -> Option<Vec<u8>> {
        self.0.get((client * 7 + number) % self.0.len()).cloned()
    }

    fn expected(&self) -> &[u8] {
        b""
    }
}

/// Repeated logins, each client to its own account: verifies the password and rotates the session.
struct Logins<'s>(&'s Scene);

impl Requests for Logins<'_> {
    fn next(&self, client: usize, _: usize) -> Option<Vec<u8>> {
        let form = json!({ "email": email_of(client), "password": PASSWORD });
        Some(self.0.call("customer/login", "", Some(&form), ""))
    }
}

fn email_of(client: usize) -> String {
    format!("client{client}@example.com")
}

/// Requests that are each sent once.
struct Once(Vec<Mutex<std::vec::IntoIter<Vec<u8>>>>);

impl Once {
    fn new(requests: Vec<Vec<u8>>) -> Once {
        let share = requests.len().div_ceil(CLIENTS).max(1);
        Once(requests.chunks(share).map(|part| Mutex::new(Vec::from(part).into_iter())).collect())
    }
}

impl Requests for Once {
    fn next(&self, client: usize, _: usize) -> Option<Vec<u8>> {
        self.0.get(client)?.lock().ok()?.next()
    }
}

/// A shop with the sessions of its clients.
#[derive(Debug)]
pub struct Stage {
    pub shop: Shop,
    tokens: Vec<String>,
}

impl Stage {
    pub fn open(shop: Shop, scene: &Scene) -> anyhow::Result<Stage> {
        let mut connection = shop.connect()?;
        let greeting = scene.call("cart/sidebar", "", None, "");
        let tokens = (0..CLIENTS).map(|_| newcomer(&mut connection, &greeting)).collect::<Result<_, _>>()?;
        Ok(Stage { shop, tokens })
    }

    /// Registers the accounts to which the clients log in.
    pub fn register(&self, scene: &Scene) -> anyhow::Result<()> {
        let mut connection = self.shop.connect()?;
        for client in 0..LOGINS {
            let form = json!({
                "email": email_of(client), "password": PASSWORD, "password_confirmation": PASSWORD,
                "first_name": "Claire", "last_name": "Martin", "terms": true,
            });
            newcomer(&mut connection, &scene.call("customer/create", "", Some(&form), ""))?;
        }
        Ok(())
    }

    /// A round of logins.
    pub fn logins(&self, scene: &Scene, time: Duration) -> anyhow::Result<Round> {
        client::load(self.shop.address, &self.shop.meter(), LOGINS, time, &Logins(scene))
    }

    /// A round of a figure under load.
    pub fn round(&self, scene: &Scene, figure: &str, time: Duration) -> anyhow::Result<Round> {
        let turns = Turns::new(scene, figure, &self.tokens);
        client::load(self.shop.address, &self.shop.meter(), CLIENTS, time, &turns)
    }

    /// A round of orders. Carts are filled before the measurement, and mails are deleted after it.
    pub fn orders(&self, scene: &Scene, orders: usize) -> anyhow::Result<Round> {
        let pack = scene.call("cart/add", "", Some(&json!({ "sku": scene.skus[0], "qty": 1 })), "");
        let tokens: Vec<String> = std::thread::scope(|scope| {
            let packers: Vec<_> = (0..CLIENTS)
                .map(|_| {
                    scope.spawn(|| -> anyhow::Result<Vec<String>> {
                        let mut connection = self.shop.connect()?;
                        (0..orders / CLIENTS).map(|_| newcomer(&mut connection, &pack)).collect()
                    })
                })
                .collect();
            let packed = packers.into_iter().map(|packer| packer.join().map_err(|_| anyhow!("a packer panicked"))?);
            packed.collect::<anyhow::Result<Vec<_>>>()
        })?
        .concat();
        let token = tokens.first().context("no cart")?;
        let ask =
            scene.call("checkout/index", "", Some(&json!({ "country": "FR", "shipping_method": "standard" })), token);
        let answer: Value = serde_json::from_slice(self.shop.connect()?.send(&ask)?.body)?;
        let total = &answer["data"]["totals"]["total"];
        let forms = tokens.iter().map(|token| {
            let form = form(&token[..12], &uuid_of(token), total);
            scene.call("checkout/place", "", Some(&form), token)
        });
        let once = Once::new(forms.collect());
        let round = client::load(self.shop.address, &self.shop.meter(), CLIENTS, Duration::from_secs(30), &once)?;
        // Mail is rendered by a job and is not part of the order.
        let database = Database::open(&self.shop.data.join("shop.db"), Access::ReadWrite)?;
        database.exec("DELETE FROM mail", vals![])?;
        Ok(round)
    }

    /// A round of complete orders by concurrent clients, from the empty cart: by bank transfer until the order is placed, by card
    /// until it is paid on the demonstration gateway's page and the result is known. Mails are deleted after it.
    pub fn whole_orders(&self, scene: &Scene, method: &str, clients: usize, orders: usize) -> anyhow::Result<Round> {
        let pack = scene.call("cart/add", "", Some(&json!({ "sku": scene.skus[0], "qty": 1 })), "");
        let mut connection = self.shop.connect()?;
        let token = newcomer(&mut connection, &pack)?;
        let ask =
            scene.call("checkout/index", "", Some(&json!({ "country": "FR", "shipping_method": "standard" })), &token);
        let answer: Value = serde_json::from_slice(connection.send(&ask)?.body)?;
        let total = &answer["data"]["totals"]["total"];
        let each = orders.div_ceil(clients);
        let meter = self.shop.meter();
        let (started, before) = (std::time::Instant::now(), meter.read()?);
        std::thread::scope(|scope| {
            let shoppers: Vec<_> = (0..clients)
                .map(|_| {
                    scope.spawn(|| -> anyhow::Result<()> {
                        let mut connection = self.shop.connect()?;
                        (0..each).try_for_each(|_| order(&mut connection, scene, method, &pack, total))
                    })
                })
                .collect();
            shoppers.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow!("a shopper panicked"))?)
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let cpu = meter.read()?.since(&before);
        let database = Database::open(&self.shop.data.join("shop.db"), Access::ReadWrite)?;
        database.exec("DELETE FROM mail", vals![])?;
        Ok(Round { requests: (each * clients) as f64, seconds, cpu, ..Round::default() })
    }

    /// Sells one product out and puts a piece back, by orders and their cancellation, until `over`; answers how often its
    /// availability has changed.
    pub fn sell_out(&self, scene: &Scene, over: &AtomicBool) -> anyhow::Result<u32> {
        let sku = &scene.skus[1];
        let database = Database::open(&self.shop.data.join("shop.db"), Access::ReadWrite)?;
        let set = |pieces: i64| {
            database.exec(
                "UPDATE stock SET quantity = $1 WHERE product_id = (SELECT id FROM product WHERE sku = $2)",
                vals![pieces, sku],
            )
        };
        set(1)?;
        let mut connection = self.shop.connect()?;
        let mut changes = 0;
        while !over.load(Ordering::Relaxed) {
            let token =
                newcomer(&mut connection, &scene.call("cart/add", "", Some(&json!({ "sku": sku, "qty": 1 })), ""))?;
            let ask = json!({ "country": "FR", "shipping_method": "standard" });
            let answer: Value =
                serde_json::from_slice(connection.send(&scene.call("checkout/index", "", Some(&ask), &token))?.body)?;
            let form = form(&token[..12], &uuid_of(&token), &answer["data"]["totals"]["total"]);
            let placed: Value =
                serde_json::from_slice(connection.send(&scene.call("checkout/place", "", Some(&form), &token))?.body)?;
            let order = placed["data"]["token"].as_str().with_context(|| placed.to_string())?;
            let canceled: Value = serde_json::from_slice(
                connection.send(&scene.call("order/cancel", "", Some(&json!({ "token": order })), &token))?.body,
            )?;
            if canceled["code"] != "1" {
                anyhow::bail!("not canceled: {canceled}");
            }
            changes += 2;
        }
        database.exec("DELETE FROM mail", vals![])?;
        set(1_000_000)?;
        Ok(changes)
    }

    /// A round of uncached pages in sequence; also the microseconds per render.
    pub fn uncached(&self, pages: &[(String, String)]) -> anyhow::Result<(Round, f64)> {
        self.outdate()?;
        let mut connection = self.shop.connect()?;
        let figures = |part| self.shop.figure(&format!("shop_render_cpu_seconds_{part}"));
        let (sum, count) = (figures("sum")?, figures("count")?);
        let before = self.shop.meter().read()?;
        let started = std::time::Instant::now();
        for (path, _) in pages {
            let answer = connection.send(&get(path, "br"))?;
            if answer.status != 200 {
                anyhow::bail!("{path}: {}", answer.head);
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        let cpu = self.shop.meter().read()?.since(&before);
        let rendered = figures("count")? - count;
        if rendered < pages.len() as f64 {
            anyhow::bail!("{rendered} of {} pages were rendered anew", pages.len());
        }
        let each = (figures("sum")? - sum) / rendered * 1e6;
        Ok((Round { requests: pages.len() as f64, seconds, cpu, ..Round::default() }, each))
    }

    /// Invalidates all cached pages, as a change of the catalogue does, and waits until the shop has detected it.
    fn outdate(&self) -> anyhow::Result<()> {
        let database = Database::open(&self.shop.data.join("shop.db"), Access::ReadWrite)?;
        database.exec("UPDATE catalogue_version SET version = version + 1", vals![])?;
        std::thread::sleep(Duration::from_millis(1500));
        Ok(())
    }

    /// The engine's input for a page: the block of primed answers.
    pub fn input(&self, path: &str) -> anyhow::Result<String> {
        let mut connection = self.shop.connect()?;
        let answer = connection.send(&get(path, ""))?;
        let html = std::str::from_utf8(answer.body)?;
        let block =
            html.split_once("<script type=\"application/json\" id=\"primed\">").context("a page without answers")?;
        let block = block.1.split_once("</script>").context("a block without end")?;
        Ok(block.0.replace("\\u003c", "<"))
    }
}

/// Sends a call without a session; answers the token of the new session.
pub fn newcomer(connection: &mut Connection, request: &[u8]) -> anyhow::Result<String> {
    let answer = connection.send(request)?;
    let cookie = answer.headers("set-cookie").find_map(|cookie| cookie.strip_prefix("PHPSESSID="));
    let token = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    token.with_context(|| String::from_utf8_lossy(answer.body).into_owned())
}

/// One order, from the cart to the confirmation page.
fn order(connection: &mut Connection, scene: &Scene, method: &str, pack: &[u8], total: &Value) -> anyhow::Result<()> {
    let token = newcomer(connection, pack)?;
    let mut order = form(&token[..12], &uuid_of(&token), total);
    order["payment_method"] = json!(method);
    let placed = connection.send(&scene.call("checkout/place", "", Some(&order), &token))?;
    let placed: Value = serde_json::from_slice(placed.body)?;
    if method != "card" {
        let is_placed = placed["data"]["order_number"].is_string();
        return if is_placed { Ok(()) } else { Err(anyhow!("not placed: {placed}")) };
    }
    let page = placed["data"]["payment"]["redirect_url"].as_str().with_context(|| placed.to_string())?;
    let path_of = |url: &str| url.split_once("://").and_then(|(_, rest)| Some(rest[rest.find('/')?..].to_owned()));
    let page = path_of(page).context("an address of a page")?;
    let choice = "choice=succeed";
    let paid = format!(
        "POST {page} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{choice}",
        choice.len()
    );
    let back = {
        let answer = connection.send(paid.as_bytes())?;
        let to = answer.headers("location").next().map(str::to_owned);
        to.with_context(|| answer.head.to_owned())?
    };
    let answer = connection.send(&get(&path_of(&back).context("an address to come back to")?, ""))?;
    let to = answer.headers("location").next().unwrap_or_default();
    if !to.starts_with("/en/ccordersuccess?") {
        anyhow::bail!("paid, and led to {to:?}: {}", answer.head);
    }
    Ok(())
}

/// A valid order form.
pub fn form(who: &str, key: &str, total: &Value) -> Value {
    json!({
        "email": format!("{who}@example.com"),
        "shipping_address": {
            "first_name": "Claire", "last_name": "Martin", "address1": "8 rue des Tilleuls", "city": "Annecy",
            "postcode": "74000", "country": "FR", "telephone": "+33 6 12 34 56 78"
        },
        "billing_address": null,
        "shipping_method": "standard",
        "payment_method": "bank_transfer",
        "terms": true,
        "bed_terms": true,
        "idempotency_key": key,
        "expected_total": total
    })
}

/// An idempotency key in the form of a UUID, made from the digits of a random token.
pub fn uuid_of(token: &str) -> String {
    format!("{}-{}-4{}-8{}-{}", &token[..8], &token[8..12], &token[13..16], &token[17..20], &token[20..32])
}
