//! `make bench`: speed and memory of the shop, as ratios to baselines.
//!
//! Requests per second depend on the machine more than on the program. So each figure is measured next to a baseline on the
//! same machine: a bare server that sends the same bytes; the bare statements on SQLite, alone and behind plain sockets with
//! as many clients; Node with the same bundle; the shop with 60 products against 100 000. The sides alternate in short rounds
//! and the median counts. CPU time is the server's own, without the client's.
//!
//! Each run writes `benches/report.json` and `benches/report.html`, a quick or a partial one does not. `--against PROGRAM` measures
//! this build and another one in turn instead, and names what became a tenth worse.
//!
//! `cargo bench --bench shop -- --quick` takes fewer rounds and skips the 100 000 products; a further argument selects the
//! figures whose name contains it.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use shop::call::{Mode, View, Visitor};
use shop::config::Config;
use shop::db::{Access, Connection};
use shop::domain::money::Currency;
use shop::domain::store_view::Lang;
use shop::http::visitor;
use shop::session::{self, Session};
use shop::vals;

mod support;

use support::bare::{self, Bare};
use support::client::{self, Repeat, Round, get, headers};
use support::console;
use support::median;
use support::mix;
use support::node::Node;
use support::process::{self, SHOP, Shop};
use support::scene::{self, CLIENTS, Pages, Scene, Stage};
use support::sockets;
use support::sqlite::{self, Script};
use support::table::{self, Table, short};

/// The shop's allocator, so that baselines do not differ in it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Calls measured under load, some with a target: the throughput relative to the bare statements.
const FIGURES: &[(&str, Option<f64>)] = &[
    ("catalog/product", Some(0.5)),
    ("search/index", Some(0.5)),
    ("cart/add", Some(0.5)),
    ("checkout/place", Some(0.5)),
    ("catalog/category", None),
    ("catalog/category, filtered", None),
    ("search/suggest", None),
];
/// How much more CPU a request may take with 100 000 products.
const SCALE: f64 = 3.0;
const MANY: &str = "100000";
/// Orders of the large shop and of the small one in the console, and the longest that a call may take in the large one.
const MANY_ORDERS: u32 = 100_000;
const FEW_ORDERS: u32 = 10_000;
const CONSOLE_MS: f64 = 50.0;
/// A stock that no load exhausts.
const PLENTY: i64 = 1_000_000;

/// How much is measured.
#[derive(Debug, Clone)]
struct Effort {
    rounds: usize,
    time: Duration,
    orders: usize,
    starts: usize,
    many: bool,
    /// Selects figures whose name contains it; empty: all.
    only: String,
}

impl Effort {
    fn takes(&self, figure: &str) -> bool {
        figure.contains(&self.only)
    }
}

fn main() -> anyhow::Result<()> {
    let options: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = options.iter().position(|option| option == bare::OPTION) {
        return bare::serve(Path::new(options.get(at + 1).context("a folder")?));
    }
    let other = options.iter().position(|option| option == "--against").map(|at| at + 1);
    let only = options.iter().enumerate().find(|(at, option)| !option.starts_with("--") && Some(*at) != other);
    let only = only.map(|(_, option)| option.clone()).unwrap_or_default();
    let effort = if options.iter().any(|option| option == "--quick") {
        Effort { rounds: 3, time: Duration::from_millis(400), orders: 160, starts: 5, many: false, only }
    } else {
        Effort { rounds: 5, time: Duration::from_millis(700), orders: 320, starts: 9, many: true, only }
    };
    // On the disk where the program is built: a commit must cost what it costs.
    let folder = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?;
    let started = Instant::now();
    if let Some(at) = other {
        let other = options.get(at).context("--against needs a program")?;
        return against(folder.path(), Path::new(other), &effort);
    }
    let table = measure(folder.path(), &effort)?;
    println!();
    table.print();
    if effort.many && effort.only.is_empty() {
        table.write(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches"))?;
    }
    println!("\n{}; taken in {} s", table::machine(), started.elapsed().as_secs());
    Ok(())
}

fn measure(folder: &Path, effort: &Effort) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let (few, many) = (folder.join("few"), folder.join("many"));
    let scene = prepare(folder, &few)?;
    sizes(&mut table, &few)?;
    first_answers(&mut table, &few, effort)?;
    if effort.many {
        report_progress("the shop with 100 000 products");
        process::copy(&few, &many)?;
        process::run(&many, &["seed", "--products", MANY])?;
        database(&many)?.exec("UPDATE stock SET quantity = $1", vals![PLENTY])?;
        // Without an old index the new one is built at start, and not while figures are measured.
        std::fs::remove_file(shop::db::search_path(&many.join("shop.db")))?;
        Shop::open(&many)?.stop()?;
    }
    let yard = folder.join("yard");
    process::copy(&few, &yard)?;
    console_orders(&mut table, folder, &few, &scene, effort)?;
    if effort.many {
        console_products(&mut table, folder, &few, &many, &scene, effort)?;
    }

    let few = Stage::open(Shop::open(&few)?, &scene)?;
    std::thread::sleep(Duration::from_secs(2));
    let idle = few.shop.meter().memory()?;
    cached(&mut table, folder, &few, effort)?;
    let many = if effort.many { Some(Stage::open(Shop::open(&many)?, &scene)?) } else { None };
    answers(&mut table, &scene, folder, &few, effort)?;
    beside_orders(&mut table, &scene, &few, effort)?;
    mixed(&mut table, &scene, &few, effort)?;
    uncached(&mut table, &scene, &few, many.as_ref(), effort)?;
    computed(&mut table, folder, &scene, &yard, &few, many.as_ref(), effort)?;
    card_path(&mut table, &scene, &few, effort)?;
    beside_logins(&mut table, &scene, &few, effort)?;

    let megabytes = |bytes: f64| bytes / f64::from(1 << 20);
    let own = |(_, anonymous): (f64, f64)| format!("{} MB without pages of files", short(megabytes(anonymous)));
    let loaded = few.shop.meter().memory()?;
    table.at_most("memory, idle", megabytes(idle.0), 64.0, " MB", own(idle));
    table.at_most("memory, after the load", megabytes(loaded.0), 160.0, " MB", own(loaded));
    if let Some(many) = &many {
        let loaded = many.shop.meter().memory()?;
        table.figure("memory, after the load, 100 000 products", megabytes(loaded.0), " MB", own(loaded));
    }
    Ok(table)
}

/// How much worse a figure may become.
const WORSE: f64 = 1.1;

/// Measures this build and another one in turn. Fails if this one is worse in anything.
fn against(folder: &Path, other: &Path, effort: &Effort) -> anyhow::Result<()> {
    let (ours, theirs) = (folder.join("ours"), folder.join("theirs"));
    let scene = prepare(folder, &ours)?;
    process::run_with(other, &theirs, &["seed"])?;
    Shop::open_other(other, &theirs)?.stop()?;
    let connection = database(&theirs)?;
    connection.exec("UPDATE stock SET quantity = $1", vals![PLENTY])?;
    connection.exec("UPDATE product SET max_qty = NULL", vals![])?;
    drop(connection);
    let ours = Stage::open(Shop::open(&ours)?, &scene)?;
    let theirs = Stage::open(Shop::open_other(other, &theirs)?, &scene)?;
    std::thread::sleep(Duration::from_secs(2));
    let page = Repeat(get("/en", "br"));
    type Ask<'s> = Box<dyn Fn(&Stage) -> anyhow::Result<Round> + 's>;
    let calls = FIGURES.iter().map(|(figure, _)| *figure);
    let mut asked: Vec<(String, Ask<'_>)> = vec![
        (
            "kept page".to_owned(),
            Box::new(|stage| client::load(stage.shop.address, &stage.shop.meter(), CLIENTS, effort.time, &page)),
        ),
        ("category page made anew".to_owned(), Box::new(|stage| Ok(stage.uncached(&scene.categories)?.0))),
        ("product page made anew".to_owned(), Box::new(|stage| Ok(stage.uncached(&scene.products)?.0))),
    ];
    for figure in calls {
        let scene = &scene;
        asked.push((
            figure.to_owned(),
            match figure {
                "checkout/place" => Box::new(move |stage| stage.orders(scene, effort.orders)),
                figure => Box::new(move |stage| stage.round(scene, figure, effort.time)),
            },
        ));
    }
    let mut worse = Vec::new();
    println!("{:32} {:>10} {:>10}  ratio", "microseconds of CPU", "this", "other");
    for (name, ask) in asked.iter().filter(|(name, _)| effort.takes(name)) {
        // Warm-up.
        ask(&ours)?;
        ask(&theirs)?;
        let middles = take_turns(effort.rounds, &mut [Box::new(|| ask(&ours)), Box::new(|| ask(&theirs))])?;
        let ratio = middles[0].cpu / middles[1].cpu;
        println!("{name:32} {:>10} {:>10}  {}×", short(middles[0].cpu), short(middles[1].cpu), short(ratio));
        if ratio > WORSE {
            worse.push(name.as_str());
        }
    }
    if worse.is_empty() { Ok(()) } else { bail!("a tenth worse or more: {}", worse.join(", ")) }
}

fn report_progress(what: &str) {
    eprintln!("… {what}");
}

fn database(data: &Path) -> anyhow::Result<Connection> {
    shop::db::Connection::open(&data.join("shop.db"), Access::ReadWrite)
}

/// Seeds a shop, builds its search index, and raises stock above what the load will buy.
fn prepare(folder: &Path, few: &Path) -> anyhow::Result<Scene> {
    report_progress("the seeded shop");
    process::run(few, &["seed"])?;
    Shop::open(few)?.stop()?;
    // The stock shown on pages must not change under load.
    let connection = database(few)?;
    connection.exec("UPDATE stock SET quantity = $1", vals![PLENTY])?;
    connection.exec("UPDATE product SET max_qty = NULL", vals![])?;
    let scene = Scene::read(&connection)?;
    drop(connection);
    if scene.categories.is_empty() || scene.products.is_empty() || scene.skus.is_empty() {
        bail!("the seed in {} lacks categories or products", folder.display());
    }
    Ok(scene)
}

/// Sizes: of the program, its data, and what a browser loads.
fn sizes(table: &mut Table, few: &Path) -> anyhow::Result<()> {
    let megabytes = |bytes: f64| bytes / f64::from(1 << 20);
    table.figure("the program", megabytes(std::fs::metadata(SHOP)?.len() as f64), " MB", String::new());
    table.figure("the seeded data, with the search index", megabytes(process::size(few)?), " MB", String::new());
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/dist/client");
    let list: Value =
        serde_json::from_slice(&std::fs::read(client.join("assets.json")).context("run `make ui` first")?)?;
    let weigh = |files: &[&Value]| -> anyhow::Result<f64> {
        let mut names: Vec<&str> = files
            .iter()
            .flat_map(|value| value.as_array().map_or(std::slice::from_ref(*value), Vec::as_slice))
            .filter_map(Value::as_str)
            .collect();
        names.sort_unstable();
        names.dedup();
        let mut bytes = 0;
        for name in names {
            // Small files are sent uncompressed.
            let name = name.trim_start_matches('/');
            let packed = std::fs::metadata(client.join(format!("{name}.br")));
            bytes += packed.or_else(|_| std::fs::metadata(client.join(name)))?.len();
        }
        Ok(bytes as f64 / 1024.0)
    };
    let entry = &list["entry"];
    for page in ["home", "category", "product"] {
        let files = &list["pages"][page];
        let scripts =
            weigh(&[&entry["js"], &entry["imports"], &files["js"], &files["imports"], &list["packs"]["core"]["en"]])?;
        table.at_most(format!("JavaScript of the first view, {page}"), scripts, 35.0, " KB", "brotli".to_owned());
        let styles = weigh(&[&entry["css"], &files["css"]])?;
        table.at_most(format!("CSS of the first view, {page}"), styles, 14.0, " KB", "brotli".to_owned());
    }
    Ok(())
}

/// Time from the start of the process to the first complete page.
fn first_answers(table: &mut Table, few: &Path, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "start to first answer";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    let (mut opened, mut answered, mut cpu) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..effort.starts {
        let started = Instant::now();
        let shop = Shop::open(few)?;
        opened.push(started.elapsed().as_secs_f64() * 1e3);
        let status = shop.connect()?.send(&get("/en", "br"))?.status;
        answered.push(started.elapsed().as_secs_f64() * 1e3);
        cpu.push(shop.meter().total()? * 1e3);
        if status != 200 {
            bail!("the first page answered {status}");
        }
        shop.stop()?;
    }
    let note = format!("home page; open after {} ms; {} ms of CPU", short(median(opened)), short(median(cpu)));
    table.at_most(FIGURE, median(answered), 150.0, " ms", note);
    Ok(())
}

/// Runs the sides alternately; the median of each side's rounds.
fn take_turns(
    rounds: usize,
    sides: &mut [Box<dyn FnMut() -> anyhow::Result<Round> + '_>],
) -> anyhow::Result<Vec<Middle>> {
    let mut taken: Vec<Vec<Round>> = sides.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        for (side, rounds) in sides.iter_mut().zip(&mut taken) {
            rounds.push(side()?);
        }
    }
    Ok(taken.iter().map(|rounds| Middle::of(rounds)).collect())
}

/// Medians over rounds.
#[derive(Debug, Clone, Copy)]
struct Middle {
    per_second: f64,
    /// Microseconds.
    cpu: f64,
    /// Microseconds of it on the writer thread.
    writer: f64,
}

impl Middle {
    fn of(rounds: &[Round]) -> Middle {
        Middle {
            per_second: median(rounds.iter().map(|round| round.per_second()).collect()),
            cpu: median(rounds.iter().map(|round| round.cpu_each()).collect()),
            writer: median(rounds.iter().map(|round| round.writer_each()).collect()),
        }
    }

    fn summary(self) -> String {
        format!("{}/s at {} µs", short(self.per_second), short(self.cpu))
    }
}

/// A cached page against a bare server.
fn cached(table: &mut Table, folder: &Path, few: &Stage, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "cached page";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    let request = get("/en", "br");
    let mut connection = few.shop.connect()?;
    connection.send(&request)?;
    let answer = connection.send(&request)?;
    if headers(answer.head).all(|header| header != ("content-encoding", "br")) {
        bail!("the page is not compressed: {}", answer.head);
    }
    let bytes = answer.head.len() + answer.body.len();
    let bare = Bare::open(folder, answer.head, answer.body)?;
    let again = Repeat(request);
    let side = |address, meter: process::Meter| {
        let again = &again;
        move || client::load(address, &meter, CLIENTS, effort.time, again)
    };
    let middles = take_turns(
        effort.rounds + 2,
        &mut [Box::new(side(few.shop.address, few.shop.meter())), Box::new(side(bare.address, bare.meter()))],
    )?;
    let (ours, bare) = (middles[0], middles[1]);
    let note = format!("{}, bare axum {}; {bytes} bytes", ours.summary(), bare.summary());
    table.at_most(format!("{FIGURE}, CPU against bare axum"), ours.cpu / bare.cpu, 1.3, "×", note);
    table.figure(
        format!("{FIGURE}, throughput against bare axum"),
        ours.per_second / bare.per_second,
        "×",
        String::new(),
    );
    Ok(())
}

/// Answers of public calls that are kept, against a bare server that sends the same bytes.
fn answers(table: &mut Table, scene: &Scene, folder: &Path, few: &Stage, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "kept answer";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    for path in ["catalog/category", "catalog/product", "search/index"] {
        report_progress(&format!("{FIGURE}: {path}"));
        let (query, body) = scene.arguments(path).into_iter().next().context("no arguments")?;
        let request = scene.call(path, &query, body.as_ref(), "");
        let mut connection = few.shop.connect()?;
        connection.send(&request)?;
        let answer = connection.send(&request)?;
        let bytes = answer.head.len() + answer.body.len();
        let bare = Bare::open(folder, answer.head, answer.body)?;
        let again = Repeat(request);
        let side = |address, meter: process::Meter| {
            let again = &again;
            move || client::load(address, &meter, CLIENTS, effort.time, again)
        };
        let middles = take_turns(
            effort.rounds,
            &mut [Box::new(side(few.shop.address, few.shop.meter())), Box::new(side(bare.address, bare.meter()))],
        )?;
        let (ours, bare) = (middles[0], middles[1]);
        let note = format!("{}, bare axum {}; {bytes} bytes", ours.summary(), bare.summary());
        table.at_most(format!("{FIGURE}: {path}, CPU against bare axum"), ours.cpu / bare.cpu, 2.5, "×", note);
    }
    Ok(())
}

/// Kept pages while orders of the last pieces come in, each of which changes an availability, against pages alone.
fn beside_orders(table: &mut Table, scene: &Scene, few: &Stage, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "pages beside orders that change availability";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    let pages = Pages::of(&[&scene.categories, &scene.products]);
    let alone = || client::load(few.shop.address, &few.shop.meter(), CLIENTS, effort.time, &pages);
    // Every page is there.
    for request in &pages.0 {
        few.shop.connect()?.send(request)?;
    }
    let rendered = || few.shop.figure("shop_pages_rendered_total");
    let before = rendered()?;
    let (mut changed, mut taken) = (0, 0.0);
    let mut sides: [Box<dyn FnMut() -> anyhow::Result<Round>>; 2] = [
        Box::new(alone),
        Box::new(|| {
            let over = std::sync::atomic::AtomicBool::new(false);
            let started = Instant::now();
            let round = std::thread::scope(|scope| {
                let sold = scope.spawn(|| few.sell_out(scene, &over));
                let round = alone();
                over.store(true, std::sync::atomic::Ordering::Relaxed);
                changed += sold.join().map_err(|_| anyhow::anyhow!("a shopper panicked"))??;
                round
            });
            taken += started.elapsed().as_secs_f64();
            round
        }),
    ];
    let middles = take_turns(effort.rounds, &mut sides)?;
    drop(sides);
    let (alone, beside) = (middles[0], middles[1]);
    let note = format!(
        "{}/s, alone {}/s; {changed} changes of availability and {} renders in {} s; {} pages",
        short(beside.per_second),
        short(alone.per_second),
        rendered()? - before,
        short(taken),
        pages.0.len(),
    );
    table.at_least(format!("{FIGURE}, throughput against alone"), beside.per_second / alone.per_second, 0.5, "×", note);
    Ok(())
}

/// Pages, bags and orders at once, flat out for a minute; in a quick run for some seconds.
fn mixed(table: &mut Table, scene: &Scene, few: &Stage, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "mix of 95 % pages, 4 % bags, 1 % orders";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    let time = Duration::from_secs(if effort.many { 60 } else { 5 });
    let mix::Mix { per_second, latencies: [half, most, nearly_all], orders } = mix::load(few, scene, time)?;
    let note = format!(
        "p50 {} ms, p99 {} ms, p99.9 {} ms; {} clients; {orders} orders, each written once, all pieces accounted for",
        short(half),
        short(most),
        short(nearly_all),
        mix::CLIENTS,
    );
    table.figure(FIGURE, per_second, "/s", note);
    Ok(())
}

/// The console's calls about orders with many of them, and against a shop with fewer.
fn console_orders(table: &mut Table, folder: &Path, few: &Path, scene: &Scene, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "console, 100 000 orders";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    let mut sides = Vec::new();
    for (name, count) in [("orders-few", FEW_ORDERS), ("orders-many", MANY_ORDERS)] {
        let data = folder.join(name);
        process::copy(few, &data)?;
        let visitor = Yard::open(&data, scene)?.visitor;
        sides.push(console::orders(&data, &visitor, count, effort.time)?);
    }
    compare(table, FIGURE, "10 000 orders", &sides)
}

/// The console's calls about goods with many products, and against the seeded shop. The copies keep an order of the bench out of
/// the shops that are measured later.
fn console_products(
    table: &mut Table,
    folder: &Path,
    few: &Path,
    many: &Path,
    scene: &Scene,
    effort: &Effort,
) -> anyhow::Result<()> {
    const FIGURE: &str = "console, 100 000 products";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    let (mut sides, mut saved) = (Vec::new(), Vec::new());
    for (name, shop) in [("products-few", few), ("products-many", many)] {
        let data = folder.join(name);
        process::copy(shop, &data)?;
        let visitor = Yard::open(&data, scene)?.visitor;
        sides.push(console::products(&data, &visitor, effort.time)?);
        saved.push(console::changes(&data, &visitor, effort.time)?);
    }
    compare(table, FIGURE, "61 products", &sides)?;
    let [small, large] = saved.as_slice() else { bail!("two shops are measured") };
    for (small, large) in small.iter().zip(large) {
        let note = format!("{}× of 61 products", short(large.milliseconds / small.milliseconds));
        table.figure(format!("{FIGURE}: {}", large.name), large.milliseconds, " ms", note);
    }
    Ok(())
}

/// A row for each call: its time in the larger shop, and as a ratio to that in the smaller.
fn compare(table: &mut Table, figure: &str, smaller: &str, sides: &[Vec<console::Timed>]) -> anyhow::Result<()> {
    let [small, large] = sides else { bail!("two shops are measured") };
    for (small, large) in small.iter().zip(large) {
        let ratio = large.milliseconds / small.milliseconds;
        let note = format!("{}× of {smaller}", short(ratio));
        table.at_most(format!("{figure}: {}", large.name), large.milliseconds, CONSOLE_MS, " ms", note);
    }
    Ok(())
}

/// Orders by card with the demonstration gateway against orders by bank transfer: the cost of payment, for one client and for
/// many.
fn card_path(table: &mut Table, scene: &Scene, few: &Stage, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "orders by card";
    const CROWDS: [usize; 3] = [1, 16, 64];
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    let (mut sides, mut names) = (Vec::new(), Vec::new());
    for clients in CROWDS {
        for method in ["card", "bank_transfer"] {
            // Warm-up: prepares statements, opens connections.
            few.whole_orders(scene, method, clients, clients)?;
            let orders = effort.orders.max(clients);
            let side = move || few.whole_orders(scene, method, clients, orders);
            sides.push(Box::new(side) as Box<dyn FnMut() -> anyhow::Result<Round>>);
        }
        names.push(format!("{FIGURE}, {clients} at the same time"));
    }
    let middles = take_turns(effort.rounds, &mut sides)?;
    let (pairs, _) = middles.as_chunks::<2>();
    for (name, [card, transfer]) in names.iter().zip(pairs) {
        let note = format!("{} µs of CPU an order; added to the cart, placed, paid, returned", short(card.cpu));
        table.figure(name, card.per_second, "/s", note);
        // Seven commits instead of two: if only the disk counted, it would be 0.29.
        let ratio = card.per_second / transfer.per_second;
        table.at_least(format!("{name}, against bank transfer"), ratio, 0.25, "×", transfer.summary());
    }
    let (alone, crowd) = (pairs[0][0].per_second, pairs[2][0].per_second);
    let note = "concurrent shoppers do not slow each other's commits".to_owned();
    table.at_least(format!("{FIGURE}, 64 against 1 at the same time"), crowd / alone, 0.8, "×", note);
    Ok(())
}

/// Browsing while sixteen clients log in repeatedly, against browsing alone.
fn beside_logins(table: &mut Table, scene: &Scene, few: &Stage, effort: &Effort) -> anyhow::Result<()> {
    const FIGURE: &str = "browsing beside 16 logins";
    if !effort.takes(FIGURE) {
        return Ok(());
    }
    report_progress(FIGURE);
    few.register(scene)?;
    let browse = || few.round(scene, "catalog/product", effort.time);
    let beside = || -> anyhow::Result<(Round, Round)> {
        std::thread::scope(|scope| {
            let logins = scope.spawn(|| few.logins(scene, effort.time));
            let round = browse()?;
            let logins = logins.join().map_err(|_| anyhow::anyhow!("a client panicked"))??;
            Ok((round, logins))
        })
    };
    let mut logins = Vec::new();
    let mut sides: [Box<dyn FnMut() -> anyhow::Result<Round>>; 2] = [
        Box::new(browse),
        Box::new(|| {
            let (round, logged_in) = beside()?;
            logins.push(logged_in.per_second());
            Ok(round)
        }),
    ];
    let middles = take_turns(effort.rounds + 2, &mut sides)?;
    drop(sides);
    let (alone, beside) = (middles[0], middles[1]);
    let note = format!(
        "{}/s, alone {}/s; {} logins/s",
        short(beside.per_second),
        short(alone.per_second),
        short(median(logins))
    );
    table.at_least(format!("{FIGURE}, throughput against alone"), beside.per_second / alone.per_second, 0.8, "×", note);
    Ok(())
}

/// Uncached pages against Node, and with a larger catalogue.
fn uncached(
    table: &mut Table,
    scene: &Scene,
    few: &Stage,
    many: Option<&Stage>,
    effort: &Effort,
) -> anyhow::Result<()> {
    let groups = [("category page", &scene.categories), ("product page", &scene.products)];
    let groups: Vec<_> = groups.into_iter().filter(|(name, _)| effort.takes(name)).collect();
    if groups.is_empty() {
        return Ok(());
    }
    let inputs = groups.iter().map(|(_, pages)| pages.iter().map(|(path, _)| few.input(path)).collect());
    let mut node = Node::start(&inputs.collect::<anyhow::Result<Vec<Vec<String>>>>()?)?;
    if let Some(node) = &mut node {
        // Warm-up for Node's JIT compiler.
        for group in 0..groups.len() {
            node.render(group, 10)?;
        }
    }
    for (group, (name, pages)) in groups.into_iter().enumerate() {
        report_progress(name);
        let (mut ours, mut theirs, mut whole, mut grown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..effort.rounds {
            let (round, render) = few.uncached(pages)?;
            ours.push(render);
            whole.push(round.cpu_each());
            if let Some(node) = &mut node {
                theirs.push(node.render(group, 3)?);
            }
            if let Some(many) = many {
                grown.push(many.uncached(pages)?.0.cpu_each());
            }
        }
        let (ours, whole) = (median(ours) / 1e3, median(whole) / 1e3);
        let figure = format!("{name} rendered, CPU against Node");
        if node.is_some() {
            let theirs = median(theirs) / 1e3;
            let note = format!("{} ms, Node {} ms; {} pages", short(ours), short(theirs), pages.len());
            table.at_most(figure, ours / theirs, 8.0, "×", note);
        } else {
            table.missing(figure, "this machine has no node");
        }
        let note = format!("{} ms of it the render", short(ours));
        table.figure(format!("{name} not in the cache, CPU"), whole, " ms", note);
        if many.is_some() {
            let grown = median(grown) / 1e3;
            let note = format!("{} ms to {} ms", short(whole), short(grown));
            table.at_most(format!("{name} not in the cache, 60 to 100 000"), grown / whole, SCALE, "×", note);
        }
    }
    Ok(())
}

/// A cart and a visitor on the bare database, as the clients have in the shop.
struct Yard {
    connection: Connection,
    visitor: Visitor,
    token: String,
}

impl Yard {
    fn open(data: &Path, scene: &Scene) -> anyhow::Result<Yard> {
        let connection = sqlite::connect(data)?;
        let config = Config::load(None, std::iter::empty())?;
        let now = jiff::Timestamp::now();
        let view = connection.read(|tx| View::load(tx, Lang::En, Currency::Eur, now, &config.into()));
        let view = view.map_err(|error| anyhow::anyhow!("{error}"))?;
        let visitor = Visitor::new(view, Session::nobodys(), [0; 32]);
        let mut yard = Yard { connection, visitor, token: String::new() };
        // One order, so that the tables are not empty.
        let order = yard.order(scene)?;
        yard.call("checkout/place", &order)?;
        sqlite::continue_far_away(&yard.connection)?;
        Ok(yard)
    }

    /// Gives the visitor a new session.
    fn renew(&mut self) -> anyhow::Result<()> {
        let (now, random) = (self.visitor.now(), self.visitor.random[0] + 1);
        self.visitor.random = [random; 32];
        self.token = session::new_token(&self.visitor.random);
        self.visitor.session = sqlite::session(&self.connection, &self.token, now)?;
        Ok(())
    }

    fn call(&self, path: &str, args: &Value) -> anyhow::Result<Value> {
        sqlite::call(&self.connection, &self.visitor, path, args)
    }

    /// The order form of a new visitor with one item in the cart.
    fn order(&mut self, scene: &Scene) -> anyhow::Result<Value> {
        self.renew()?;
        self.call("cart/add", &json!({ "sku": scene.skus[0], "qty": 1 }))?;
        let checkout = self.call("checkout/index", &json!({ "country": "FR", "shipping_method": "standard" }))?;
        Ok(scene::form("claire", &scene::uuid_of(&self.token), &checkout["totals"]["total"]))
    }

    /// The statements of a figure, for each of its arguments.
    fn scripts(&mut self, scene: &Scene, figure: &str) -> anyhow::Result<Vec<Script>> {
        let path = scene::path(figure);
        let api = shop::app::api();
        let call = api.find(path).with_context(|| path.to_owned())?;
        let arguments: Vec<Value> = match figure {
            "checkout/place" => vec![self.order(scene)?],
            _ => {
                let decoded = |query: &str| call.args_from_query(&visitor::query(Some(query)), &api.schemas);
                let arguments = scene.arguments(figure).into_iter();
                arguments.map(|(query, body)| body.unwrap_or_else(|| decoded(&query))).collect()
            }
        };
        if figure == "cart/add" {
            // From the second turn on the clients' carts hold every item.
            for args in &arguments {
                self.call(path, args)?;
            }
        }
        let record = |args| Script::record(&self.connection, &self.visitor, &self.token, path, args);
        arguments.iter().map(record).collect()
    }
}

/// Calls of shops that keep no answers.
fn computed(
    table: &mut Table,
    folder: &Path,
    scene: &Scene,
    yard: &Path,
    few: &Stage,
    many: Option<&Stage>,
    effort: &Effort,
) -> anyhow::Result<()> {
    if !FIGURES.iter().any(|(figure, _)| effort.takes(figure)) {
        return Ok(());
    }
    let forgetful = |of: &Stage, name: &str| -> anyhow::Result<Stage> {
        let data = folder.join(name);
        std::fs::create_dir_all(&data)?;
        let database = database(&of.shop.data)?;
        database.exec("VACUUM INTO $1", vals![data.join("shop.db").to_string_lossy().into_owned()])?;
        let shop = Shop::open_forgetful(&data)?;
        Stage::open(shop, scene)
    };
    let few = forgetful(few, "few-forgetful")?;
    let many = many.map(|many| forgetful(many, "many-forgetful")).transpose()?;
    calls(table, scene, yard, &few, many.as_ref(), effort)
}

/// Calls under load against the bare statements, and with a larger catalogue.
fn calls(
    table: &mut Table,
    scene: &Scene,
    data: &Path,
    few: &Stage,
    many: Option<&Stage>,
    effort: &Effort,
) -> anyhow::Result<()> {
    let figures: Vec<_> = FIGURES.iter().filter(|(figure, _)| effort.takes(figure)).collect();
    let mut yard = Yard::open(data, scene)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut readers: Vec<Connection> = (0..cores).map(|_| sqlite::connect(data)).collect::<Result<_, _>>()?;
    let mut connections: Vec<Connection> = (0..CLIENTS).map(|_| sqlite::connect(data)).collect::<Result<_, _>>()?;
    let (mut run, mut socket_run) = (0, 1 << 40);
    for (figure, aim) in figures {
        report_progress(figure);
        let scripts = yard.scripts(scene, figure)?;
        let statements = scripts.iter().map(Script::len).sum::<usize>() / scripts.len().max(1);
        let ask = |stage: &Stage| match *figure {
            "checkout/place" => stage.orders(scene, effort.orders),
            figure => stage.round(scene, figure, effort.time),
        };
        let bare = || match scripts.as_slice() {
            [script, ..] if script.mode == Mode::Write => script.write(&yard.connection, effort.time, &mut run),
            scripts => Script::read(scripts, &mut readers, effort.time),
        };
        let request = match scene.arguments(figure).first() {
            Some((query, body)) => scene.call(scene::path(figure), query, body.as_ref(), &yard.token),
            None => bail!("{figure} has no arguments"),
        };
        let mut behind_sockets = || match scripts.as_slice() {
            [script, ..] if script.mode == Mode::Write => {
                sockets::write(script, &mut connections[0], CLIENTS, effort.time, request.clone(), &mut socket_run)
            }
            scripts => sockets::read(scripts, &mut connections, effort.time, request.clone()),
        };
        // Warm-up: prepares statements, reads pages of the database.
        ask(few)?;
        behind_sockets()?;
        let mut sides: Vec<Box<dyn FnMut() -> anyhow::Result<Round>>> =
            vec![Box::new(|| ask(few)), Box::new(bare), Box::new(behind_sockets)];
        if let Some(many) = many {
            ask(many)?;
            sides.push(Box::new(|| ask(many)));
        }
        let middles = take_turns(effort.rounds, &mut sides)?;
        let (ours, bare, over_sockets) = (middles[0], middles[1], middles[2]);
        let note = format!(
            "{}; bare {} for {statements} statements; CPU {}×",
            ours.summary(),
            bare.summary(),
            short(ours.cpu / bare.cpu)
        );
        let behind = format!("bare statements behind bare sockets {}/s", short(over_sockets.per_second));
        for (name, yardstick, note) in [
            (format!("{figure}, throughput against bare SQLite"), bare, note),
            (format!("{figure}, against bare SQLite at {CLIENTS} clients"), over_sockets, behind),
        ] {
            let ratio = ours.per_second / yardstick.per_second;
            match aim {
                Some(aim) => table.at_least(name, ratio, *aim, "×", note),
                None => table.figure(name, ratio, "×", note),
            }
        }
        if scripts.iter().all(|script| script.mode == Mode::Write) {
            // There is one writer thread: where clients and connections have their own cores, it alone limits throughput.
            let note = format!("{} µs of the writer, bare {} µs", short(ours.writer), short(bare.writer));
            table.figure(
                format!("{figure}, bare SQLite against the writer's time"),
                bare.writer / ours.writer,
                "×",
                note,
            );
        }
        if let Some(grown) = middles.get(3) {
            let note = format!("{} to {}", ours.summary(), grown.summary());
            table.at_most(format!("{figure}, CPU, 60 to 100 000"), grown.cpu / ours.cpu, SCALE, "×", note);
        }
    }
    Ok(())
}
