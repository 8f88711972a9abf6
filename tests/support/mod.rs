//! A running shop for a test, and an HTTP client with cookies.

pub mod authenticator;
pub mod form;
pub mod house;
pub mod html;
pub mod http_server;
pub mod mmdb;
pub mod named_tests;
pub mod schema;
pub mod smtp;
pub mod stripe;
pub mod wechat;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, mpsc};

use serde_json::{Value, json};
use shop::db::{Access, Connection};
use shop::vals;
use tempfile::TempDir;

/// The binary under test.
pub const SHOP: &str = env!("CARGO_BIN_EXE_shop");
/// The `Services` header of the default configuration.
pub const SERVICES: &str = "5f1c6a0e7d9b4c38a2e4b1d07c96f853";

/// A shop process with its own port and data folder; killed when dropped.
pub struct Shop {
    pub url: String,
    pub data: PathBuf,
    child: Child,
    log: Arc<Mutex<String>>,
    _folder: Option<TempDir>,
}

/// The data folder that is seeded once per test run and copied for each shop.
fn seeded() -> &'static Path {
    static SEEDED: OnceLock<TempDir> = OnceLock::new();
    SEEDED
        .get_or_init(|| {
            let folder = TempDir::new().unwrap();
            let output = Command::new(SHOP).args(["seed", "--data"]).arg(folder.path()).output().unwrap();
            assert!(output.status.success(), "seed: {}", String::from_utf8_lossy(&output.stderr));
            // With the search index of its catalogue, whose making takes as long as all else of a shop's start.
            let opened = TempDir::new().unwrap();
            std::fs::copy(folder.path().join("shop.db"), opened.path().join("shop.db")).unwrap();
            Shop::start(opened.path(), &[]).stop();
            for name in ["search.db", "search.db-wal"].iter().filter(|name| opened.path().join(name).exists()) {
                std::fs::copy(opened.path().join(name), folder.path().join(name)).unwrap();
            }
            folder
        })
        .path()
}

/// A fresh copy of the seeded data.
pub fn seeded_copy() -> TempDir {
    let folder = TempDir::new().unwrap();
    for entry in std::fs::read_dir(seeded()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
    }
    folder
}

/// A copy without the promo tag of the demonstration, which production refuses.
pub fn production_copy() -> TempDir {
    let folder = seeded_copy();
    output(folder.path(), &["promo", "off", "VALMERE-TEAM"]);
    folder
}

/// The database in a data folder.
pub fn database(data: &Path) -> Connection {
    Connection::open(&data.join("shop.db"), Access::ReadWrite).unwrap()
}

impl Shop {
    /// A seeded shop.
    pub fn open() -> Shop {
        Self::open_with(&[])
    }

    /// A seeded shop with configuration from the environment, e.g. `("SHOP__LIMITS__UNPAID_ORDERS", "100")`.
    pub fn open_with(env: &[(&str, &str)]) -> Shop {
        let folder = if env.contains(&("SHOP__MODE", "production")) { production_copy() } else { seeded_copy() };
        let mut shop = Self::start(folder.path(), env);
        shop._folder = Some(folder);
        shop
    }

    /// A seeded shop whose writes fail beyond a limit of file sizes, instead of ending the process.
    pub fn open_with_full_disks(env: &[(&str, &str)]) -> Shop {
        let folder = seeded_copy();
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", SHOP]);
        let mut shop = Self::serve(command, folder.path(), &[], env);
        shop._folder = Some(folder);
        shop
    }

    /// A shop on an existing data folder.
    pub fn start(data: &Path, env: &[(&str, &str)]) -> Shop {
        Self::start_with(data, &[], env)
    }

    /// The same with further arguments of `shop serve`.
    pub fn start_with(data: &Path, args: &[&str], env: &[(&str, &str)]) -> Shop {
        Self::serve(Command::new(SHOP), data, args, env)
    }

    fn serve(mut command: Command, data: &Path, args: &[&str], env: &[(&str, &str)]) -> Shop {
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(args)
            // Tests pay by cheque wherever goods go; those of the rule name countries.
            .env("SHOP__PAYMENT__CHEQUE__COUNTRIES", "[]")
            .envs(env.iter().copied())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let stderr = child.stderr.take().unwrap();
        let (sender, receiver) = mpsc::channel();
        let log: Arc<Mutex<String>> = Arc::default();
        let written = Arc::clone(&log);
        // The log is read to its end, so that the shop never waits for a full pipe.
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                // The listening address, which differs from the configured public URL.
                if let Some(rest) = line.split("the shop is open address=").nth(1) {
                    let address = rest.split(' ').next().unwrap_or_default();
                    drop(sender.send(Ok(format!("http://{address}"))));
                }
                let mut log = written.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
            drop(sender.send(Err(written.lock().unwrap().clone())));
        });
        let url = receiver.recv().unwrap().unwrap_or_else(|log| panic!("the shop did not open:\n{log}"));
        Shop { url, data: data.to_owned(), child, log, _folder: None }
    }

    /// Kills the process with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops the process with SIGTERM; returns its exit code.
    pub fn stop(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }

    /// The log so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// The data of the latest queued mail of a template to an address.
    pub fn mail(&self, template: &str, recipient: &str) -> Option<Value> {
        let found: Result<String, _> = self.database().one(
            "SELECT data FROM mail WHERE template = $1 AND recipient = $2 ORDER BY id DESC LIMIT 1",
            vals![template, recipient],
        );
        found.ok().map(|data| serde_json::from_str(&data).unwrap())
    }

    /// The token of the link in the latest mail of a template to an address.
    pub fn mailed_token(&self, template: &str, recipient: &str) -> String {
        eventually("the link is mailed", || self.mail(template, recipient).is_some());
        let mail = self.mail(template, recipient).unwrap();
        mail["url"].as_str().unwrap().split_once("token=").unwrap().1.to_owned()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn database(&self) -> Connection {
        database(&self.data)
    }

    /// The number that a query selects.
    pub fn count(&self, sql: &str) -> i64 {
        self.database().one(sql, vals![]).unwrap()
    }

    /// The number of queued mails of a template.
    pub fn mails(&self, template: &str) -> i64 {
        self.count(&format!("SELECT COUNT(*) FROM mail WHERE template = '{template}'"))
    }

    pub fn stock(&self, sku: &str) -> i64 {
        self.count(&format!("SELECT quantity FROM stock s JOIN product p ON p.id = s.product_id WHERE sku = '{sku}'"))
    }

    /// Runs a command on the shop's data; returns exit code, standard output and standard error.
    pub fn command(&self, args: &[&str]) -> (Option<i32>, String, String) {
        command(&self.data, args)
    }

    /// Runs a command that must succeed; returns its standard output.
    pub fn output(&self, args: &[&str]) -> String {
        output(&self.data, args)
    }

    /// Runs a command with `--json`, which must succeed; returns its output.
    pub fn operator(&self, args: &[&str]) -> Value {
        let output = self.output(&[args, &["--json"]].concat());
        serde_json::from_str(&output).unwrap_or_else(|_| panic!("{args:?}: {output}"))
    }

    /// Runs a command that must fail; returns its one-line error.
    pub fn command_error(&self, args: &[&str]) -> String {
        command_error(&self.data, args)
    }

    /// The path of an order's payment page.
    pub fn payment_page(&self, placed: &Value) -> String {
        placed["payment"]["redirect_url"].as_str().unwrap().strip_prefix(&self.url).unwrap().to_owned()
    }

    /// A newly registered customer.
    pub fn customer(&self, email: &str) -> Visitor {
        self.registered(self.visitor(), email)
    }

    /// Registers the visitor, solving the captcha if there is one.
    pub fn registered(&self, mut visitor: Visitor, email: &str) -> Visitor {
        let mut form = registration(email);
        if visitor.call("captcha/challenge", &json!({}))["provider"] == "builtin" {
            form["captcha"] = crate::captcha::solved(&mut visitor).into();
        }
        visitor.call("customer/create", &form);
        visitor
    }

    /// The owner of an account's address, who sets a password by the mailed link and logs in with it.
    pub fn verified(&self, email: &str) -> Visitor {
        let mut owner = self.visitor();
        owner.call("account/forgot", &json!({ "email": email }));
        let token = self.mailed_token("password_reset", email);
        let form = json!({ "token": token, "password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD });
        owner.call("account/reset", &form);
        owner.log_in(email, NEW_PASSWORD);
        owner
    }

    /// A visitor without cookies.
    pub fn visitor(&self) -> Visitor {
        Visitor {
            url: self.url.clone(),
            lang: "en",
            address: None,
            cookies: BTreeMap::new(),
            query: Vec::new(),
            agent: agent(),
        }
    }

    /// Whether the shop is open; one that is just opening anew may cut a connection.
    pub fn is_ready(&self) -> bool {
        agent().get(format!("{}/readyz", self.url)).call().is_ok_and(|answer| answer.status().as_u16() == 200)
    }

    /// A figure of `/metrics`, with its labels; 0 until it is first counted.
    pub fn figure(&self, name: &str) -> f64 {
        let metrics = self.visitor().get("/metrics").body;
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0.0, |value| value.parse().unwrap())
    }

    /// Sets the shop's clock to minutes after the real time.
    pub fn set_clock_minutes_ahead(&self, minutes: i64) {
        self.set_clock_seconds_ahead(60 * minutes);
    }

    pub fn set_clock_seconds_ahead(&self, seconds: i64) {
        self.set_clock(&(jiff::Timestamp::now() + jiff::SignedDuration::from_secs(seconds)).to_string());
    }

    /// Sets the shop's clock (demo mode) and runs due jobs.
    pub fn set_clock(&self, now: &str) {
        let answer = agent().post(format!("{}/demo/clock", self.url)).send(now).unwrap();
        assert_eq!(answer.status(), 200);
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into()
}

/// An HTTP client with cookies and a language.
#[derive(Clone)]
pub struct Visitor {
    url: String,
    pub lang: &'static str,
    /// Sent as `X-Forwarded-For`, which counts from trusted proxies.
    pub address: Option<String>,
    pub cookies: BTreeMap<String, String>,
    /// Query parameters added to every call, e.g. `currency`.
    pub query: Vec<(String, String)>,
    agent: ureq::Agent,
}

/// An HTTP response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, Vec<String>>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|values| values.first()).map(String::as_str)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Visitor {
    pub fn speaking(mut self, lang: &'static str) -> Visitor {
        self.lang = lang;
        self
    }

    /// The same visitor at a client address, behind a trusted proxy.
    pub fn from(mut self, address: &str) -> Visitor {
        self.address = Some(address.to_owned());
        self
    }

    pub fn with_query(mut self, name: &str, value: &str) -> Visitor {
        self.query.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Makes a call in the parameter style of its path; returns `data` of the envelope.
    pub fn call(&mut self, path: &str, args: &Value) -> Value {
        let answer = self.send(path, args);
        assert_eq!(answer["code"], "1", "{path} {args}: {answer}");
        answer["data"].clone()
    }

    /// Makes a call that must be refused; returns the envelope.
    pub fn refused(&mut self, path: &str, args: &Value) -> Value {
        let answer = self.send(path, args);
        assert_eq!(answer["code"], "0", "{path} {args}: {answer}");
        answer
    }

    /// Makes a call; returns the envelope.
    pub fn send(&mut self, path: &str, args: &Value) -> Value {
        let answer = if takes_json(path) {
            self.post(path, &[], Some(&args.to_string()), &[])
        } else {
            let pairs: Vec<(String, String)> =
                args.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), in_query(value))).collect();
            self.post(path, &pairs, None, &[])
        };
        answer.json()
    }

    /// Makes a call with explicit query, body and headers.
    pub fn post(
        &mut self,
        path: &str,
        query: &[(String, String)],
        body: Option<&str>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = self.agent.post(format!("{}/hah_api/{path}", self.url));
        // A query of the test's own names another store view, or none.
        if !query.iter().any(|(name, _)| name == "store_id" || name == "___store") {
            let store = BTreeMap::from([("en", 94), ("fr", 95), ("de", 96), ("es", 97), ("zh", 98)])[self.lang];
            request = request.query("store_id", store.to_string()).query("___store", format!("valmere_{}", self.lang));
        }
        for (name, value) in self.query.iter().chain(query) {
            request = request.query(name, value);
        }
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("services")) {
            request = request.header("Services", SERVICES);
        }
        if let Some(address) = &self.address {
            request = request.header("X-Forwarded-For", address);
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(*name, *value);
        }
        request = request.header("Cookie", self.cookie_line());
        let response = match body {
            Some(body) => request.header("Content-Type", "application/json").send(body),
            None => request.send_empty(),
        };
        self.read(response.unwrap())
    }

    /// Posts a body with headers of the test's own.
    pub fn post_raw(&mut self, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.agent.post(format!("{}{path}", self.url)).header("Cookie", self.cookie_line());
        if let Some(address) = &self.address {
            request = request.header("X-Forwarded-For", address);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send(body).unwrap();
        self.read(response)
    }

    /// Posts an HTML form.
    pub fn form(&mut self, path: &str, body: &str) -> Answer {
        self.form_with(path, body, &[])
    }

    pub fn form_with(&mut self, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self
            .agent
            .post(format!("{}{path}", self.url))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Cookie", self.cookie_line());
        if let Some(address) = &self.address {
            request = request.header("X-Forwarded-For", address);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send(body).unwrap();
        self.read(response)
    }

    /// Requests a page or file.
    pub fn get(&mut self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    pub fn get_with(&mut self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.agent.get(format!("{}{path}", self.url)).header("Cookie", self.cookie_line());
        if let Some(address) = &self.address {
            request = request.header("X-Forwarded-For", address);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.call().unwrap();
        self.read(response)
    }

    /// The status of a binary file.
    pub fn agent_status(&self, path: &str) -> u16 {
        self.agent.get(format!("{}{path}", self.url)).call().unwrap().status().as_u16()
    }

    /// A binary file: response and bytes.
    pub fn file(&mut self, path: &str) -> (Answer, Vec<u8>) {
        self.file_with(path, &[])
    }

    pub fn file_with(&mut self, path: &str, headers: &[(&str, &str)]) -> (Answer, Vec<u8>) {
        let mut request = self.agent.get(format!("{}{path}", self.url)).header("Cookie", self.cookie_line());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = request.call().unwrap();
        let bytes = response.body_mut().with_config().limit(1 << 30).read_to_vec().unwrap();
        let headers = response.headers().iter();
        let headers = headers.map(|(name, value)| (name.to_string(), vec![value.to_str().unwrap().to_owned()]));
        (Answer { status: response.status().as_u16(), headers: headers.collect(), body: String::new() }, bytes)
    }

    pub fn cookie_line(&self) -> String {
        self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn read(&mut self, mut response: ureq::http::Response<ureq::Body>) -> Answer {
        let mut headers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in response.headers() {
            headers.entry(name.to_string()).or_default().push(value.to_str().unwrap_or_default().to_owned());
        }
        for line in headers.get("set-cookie").into_iter().flatten() {
            let (name, value) = line.split(';').next().and_then(|pair| pair.split_once('=')).unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        let status = response.status().as_u16();
        let body = response.body_mut().read_to_vec().unwrap();
        Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
    }

    /// Registers with a valid form.
    pub fn register(&mut self, email: &str) -> Value {
        let form = registration(email);
        self.call("customer/create", &form)
    }

    pub fn log_in(&mut self, email: &str, password: &str) -> Value {
        self.call("customer/login", &json!({ "email": email, "password": password }))
    }

    /// Adds items to the cart.
    pub fn add(&mut self, sku: &str, qty: i64) -> Value {
        self.call("cart/add", &json!({ "sku": sku, "qty": qty }))
    }

    /// A valid order form for the current total of the checkout.
    pub fn order_form(&mut self, method: &str) -> Value {
        let checkout = self.call("checkout/index", &json!({ "country": "FR", "shipping_method": "standard" }));
        json!({
            "email": "claire.martin@example.com",
            "shipping_address": {
                "first_name": "Claire", "last_name": "Martin", "address1": "8 rue des Tilleuls", "city": "Annecy",
                "postcode": "74000", "country": "FR", "telephone": "+33 6 12 34 56 78"
            },
            "billing_address": null,
            "shipping_method": "standard",
            "payment_method": method,
            "terms": true,
            "bed_terms": true,
            "idempotency_key": uuid(),
            "expected_total": checkout["totals"]["total"]
        })
    }

    /// Places an order of the cart.
    pub fn order(&mut self, method: &str) -> Value {
        let form = self.order_form(method);
        self.call("checkout/place", &form)
    }

    /// Adds items to the cart and orders it.
    pub fn place(&mut self, sku: &str, qty: i64, method: &str) -> Value {
        self.add(sku, qty);
        self.order(method)
    }

    /// The state of an order's payment.
    pub fn result(&mut self, placed: &Value) -> Value {
        self.call("payment/index", &json!({ "token": placed["token"] }))
    }

    /// Outcome and status of an order's payment.
    pub fn outcome(&mut self, placed: &Value) -> [String; 2] {
        let result = self.result(placed);
        ["outcome", "status"].map(|name| result[name].as_str().unwrap().to_owned())
    }
}

/// Turns on all languages.
pub const FIVE_LANGUAGES: (&str, &str) = ("SHOP__LANGUAGES", r#"["en", "fr", "de", "es", "zh"]"#);

/// The password of registered customers.
pub const PASSWORD: &str = "quiet-lake-1874";
/// The password that [`Shop::verified`] sets.
pub const NEW_PASSWORD: &str = "calm-lake-1875";

/// No captcha, no operator alerts, and an unreachable SMTP server, so that tests read customers' mail in the outbox.
pub const OUTBOX_ONLY: &[(&str, &str)] = &[
    ("SHOP__CAPTCHA__PROVIDER", "none"),
    ("SHOP__MAIL__HOST", "127.0.0.1"),
    ("SHOP__MAIL__PORT", "1"),
    ("SHOP__MAIL__ENCRYPTION", "none"),
    ("SHOP__MAIL__NOTICES", "none"),
];

/// A valid registration form.
pub fn registration(email: &str) -> Value {
    json!({
        "email": email,
        "password": PASSWORD,
        "password_confirmation": PASSWORD,
        "first_name": "Claire",
        "last_name": "Martin",
        "member_card": "",
        "newsletter": false,
        "terms": true,
        "captcha": ""
    })
}

/// Whether the API's contract gives a call's arguments as a JSON body.
fn takes_json(path: &str) -> bool {
    static CONTRACT: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(include_str!("../../ui/openapi.json")).unwrap());
    CONTRACT["paths"][format!("/{path}")]["post"]["x-style"] == "json"
}

fn in_query(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(in_query).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// A version 4 UUID.
pub fn uuid() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).unwrap();
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// Polls until `is_so`; panics after a minute.
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !is_so() {
        assert!(std::time::Instant::now() < deadline, "timeout: {what}");
        std::thread::park_timeout(std::time::Duration::from_millis(20));
    }
}

/// A JSON object with some members replaced.
pub fn with(form: &Value, change: Value) -> Value {
    let mut form = form.clone();
    let Value::Object(change) = change else { panic!("not an object: {change}") };
    form.as_object_mut().unwrap().extend(change);
    form
}

/// Runs a command on a data folder; returns exit code, standard output and standard error.
pub fn command(data: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    run(&[args, &["--data", data.to_str().unwrap()]].concat(), &[])
}

/// Runs a command that must succeed; returns its standard output.
pub fn output(data: &Path, args: &[&str]) -> String {
    let (code, output, error) = command(data, args);
    assert_eq!(code, Some(0), "{args:?}: {error}");
    output
}

/// Runs a command that must fail; returns its one-line error.
pub fn command_error(data: &Path, args: &[&str]) -> String {
    let (code, output, error) = command(data, args);
    assert_eq!((code, output.as_str()), (Some(1), ""), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    error
}

/// Runs the binary; returns exit code, standard output and standard error.
pub fn run(args: &[&str], env: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let output = Command::new(SHOP).args(args).envs(env.iter().copied()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}
