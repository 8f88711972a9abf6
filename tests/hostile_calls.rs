//! Whatever arguments of the right shape a call is given, it answers, refuses or finds them malformed: none is a fault of the shop.

use jiff::SignedDuration;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::support::house::{self, House, Person};

/// Arguments that each call is given.
const TRIES: u64 = 6;
/// They end the session, or the shop.
const LEFT_OUT: [&str; 4] = ["staff/sign_out", "staff/end_session", "staff/disable", "restore/schedule"];

/// No network is held up for its many calls.
const NO_LIMITS: &[(&str, &str)] =
    &[("SHOP__LIMITS__REQUESTS_PER_MINUTE", "100000"), ("SHOP__LIMITS__WRITES_PER_MINUTE", "100000")];

/// What a hostile or clumsy person writes, and names of things that exist.
const TEXTS: [&str; 38] = [
    "",
    " ",
    "0",
    "1",
    "-1",
    "0.01",
    "-0.01",
    "1e9",
    "NaN",
    "99999999999999999999",
    "9999999999.99",
    "1.005",
    "2026-11-28",
    "2026-02-30",
    "-9999-01-01",
    "9999-12-31",
    "10000-01-01",
    "2026-11-28T10:00",
    "2026-11-28T10:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "00:00",
    "24:00",
    "2026-000001",
    "TOW-GAN",
    "ganse-towel",
    "towels",
    "bank_transfer",
    "ada@example.com",
    "a@b",
    "en",
    "EUR",
    "FR",
    "../../../etc/passwd",
    "%_'\"; DROP TABLE sales_order; --",
    "<script>alert(1)</script>",
    "a\u{0}b\r\nc\u{202e}",
    "😀 é e\u{301} 床",
    "=1+1",
];
const NUMBERS: [i64; 12] = [0, 1, 2, -1, 7, 255, 256, 65_536, 2_147_483_648, 4_294_967_296, i64::MAX, i64::MIN];

/// SplitMix64: the same arguments in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// The document that describes the calls, and a way through its schemas.
struct Contract(Value);

impl Contract {
    fn of(file: &str) -> Contract {
        Contract(serde_json::from_str(file).unwrap())
    }

    /// Path and schema of the arguments of each call.
    fn calls(&self) -> Vec<(&str, &Value)> {
        let paths = self.0["paths"].as_object().unwrap();
        paths.iter().map(|(path, call)| (path.trim_start_matches('/'), &call["post"]["x-args"])).collect()
    }

    fn value(&self, schema: &Value, random: &mut Random, depth: usize) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap();
            return self.value(&self.0["components"]["schemas"][name], random, depth);
        }
        if let Some(one) = schema.get("const") {
            return one.clone();
        }
        for several in ["enum", "anyOf", "oneOf"] {
            if let Some(choices) = schema[several].as_array() {
                let chosen = random.pick(choices);
                return if several == "enum" { chosen.clone() } else { self.value(chosen, random, depth) };
            }
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        };
        match *random.pick(if types.is_empty() { &["string"] } else { &types }) {
            "object" => self.object(schema, random, depth),
            "array" => {
                let length = if depth > 4 { 0 } else { random.below(4) };
                (0..length).map(|_| self.value(&schema["items"], random, depth + 1)).collect()
            }
            "integer" => json!(random.pick(&NUMBERS)),
            "number" => json!(*random.pick(&NUMBERS) as f64 / 3.0),
            "boolean" => json!(random.below(2) == 0),
            "null" => Value::Null,
            _ if random.below(40) == 0 => json!("x".repeat(20_000)),
            _ => json!(random.pick(&TEXTS)),
        }
    }

    fn object(&self, schema: &Value, random: &mut Random, depth: usize) -> Value {
        let mut object = Map::new();
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, of) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&name.as_str()) || random.below(2) == 0 {
                object.insert(name.clone(), self.value(of, random, depth + 1));
            }
        }
        if schema["additionalProperties"].is_object() && depth < 4 {
            for _ in 0..random.below(3) {
                let name = (*random.pick(&TEXTS)).to_owned();
                object.insert(name, self.value(&schema["additionalProperties"], random, depth + 1));
            }
        }
        Value::Object(object)
    }
}

#[test]
fn no_arguments_of_a_shoppers_call_are_a_fault_of_the_shop() {
    let house = house::open_with(NO_LIMITS);
    let contract = Contract::of(include_str!("../ui/openapi.json"));
    let mut random = Random(20);
    let mut faults = Vec::new();
    let mut ada = house.shop.customer("ada@example.com");
    ada.add("TOW-GAN", 1);
    for (path, schema) in contract.calls() {
        for _ in 0..TRIES {
            let args = contract.value(schema, &mut random, 0).to_string();
            let answer = ada.post(path, &[], Some(&args), &[]);
            if answer.status >= 429 {
                faults.push(format!("{path} {args} → {} {}", answer.status, answer.body));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn no_query_of_a_page_is_a_fault_of_the_shop() {
    const PATHS: [&str; 8] = [
        "/en",
        "/en/towels",
        "/de/search",
        "/en/cart",
        "/en/checkout",
        "/en/ordersuccess",
        "/en/account/orders",
        "/fr/help/legal-notice",
    ];
    const NAMES: [&str; 12] =
        ["page", "sort", "q", "color", "size", "token", "currency", "store_id", "per_page", "filter", "lang", "price"];
    let house = house::open_with(NO_LIMITS);
    let mut visitor = house.shop.visitor();
    let mut random = Random(22);
    for _ in 0..250 {
        let pairs: Vec<String> = (0..=random.below(4))
            .map(|_| {
                let text = utf8_percent_encode(TEXTS[random.below(TEXTS.len())], NON_ALPHANUMERIC);
                format!("{}={text}", random.pick(&NAMES))
            })
            .collect();
        let url = format!("{}?{}", random.pick(&PATHS), pairs.join("&"));
        let answer = visitor.get(&url);
        assert!(answer.status < 429, "{url} → {}", answer.status);
    }
    assert!(!house.shop.log().contains("ERROR"), "{}", house.shop.log());
}

fn sign_in(house: &House, owner: &mut Person) {
    let claim = house.claim(owner);
    house.call(owner, "staff/sign_in", &claim);
}

/// Proves again who it is, so that calls that ask for it are reached.
fn prove(house: &House, owner: &mut Person) {
    let now = house.pass(SignedDuration::from_secs(31));
    let args = json!({ "password": house::PASSWORD, "code": house::code(&owner.totp, now) });
    if house::post(&mut owner.browser, &house.shop, "staff/prove", &args).status == 401 {
        sign_in(house, owner);
    }
}

#[test]
fn no_arguments_of_a_call_of_the_console_are_a_fault_of_the_shop() {
    let house = house::open_with(NO_LIMITS);
    let mut owner = house.owner();
    let mut guest = house.shop.visitor();
    guest.place("TOW-GAN", 1, "bank_transfer");
    guest.place("TOW-GAN", 1, "card");
    let contract = Contract::of(include_str!("../ui/openapi.console.json"));
    let mut random = Random(21);
    let mut faults = Vec::new();
    for (path, schema) in contract.calls() {
        if LEFT_OUT.contains(&path) {
            continue;
        }
        prove(&house, &mut owner);
        for _ in 0..TRIES {
            let args = contract.value(schema, &mut random, 0);
            let answer = house::post(&mut owner.browser, &house.shop, path, &args);
            if answer.status >= 429 {
                faults.push(format!("{path} {args} → {} {}", answer.status, answer.body));
            }
            if answer.status == 401 {
                sign_in(&house, &mut owner);
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(!house.shop.log().contains("internal error"), "{}", house.shop.log());
}
