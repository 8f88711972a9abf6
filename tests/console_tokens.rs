//! Programs with tokens: the same calls, never more than their maker holds, and each way of being refused.

use std::os::unix::fs::PermissionsExt as _;

use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::support::house::{House, Person, open, open_with, post};
use crate::support::{Answer, Visitor};

/// The day in Paris after so many.
fn day(house: &House, after: i64) -> String {
    let today = house.now.get().to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap()).date();
    today.saturating_add(jiff::Span::new().days(after)).to_string()
}

fn args(house: &House, permissions: &[&str]) -> Value {
    json!({ "name": "Warehouse", "permissions": permissions, "ends_on": day(house, 30) })
}

/// Makes a token; answers its id and its secret.
fn create(house: &House, person: &mut Person, permissions: &[&str]) -> (i64, String) {
    let created = house.call(person, "token/create", &args(house, permissions));
    (created["id"].as_i64().unwrap(), created["secret"].as_str().unwrap().to_owned())
}

/// A program: it has no cookies, and comes from a network of its own.
struct Program {
    client: Visitor,
    bearer: String,
}

impl Program {
    fn new(house: &House, secret: &str) -> Program {
        Program { client: house.shop.visitor().from("203.0.113.99"), bearer: format!("Bearer {secret}") }
    }

    fn post(&mut self, path: &str, args: &Value, headers: &[(&str, &str)]) -> Answer {
        let own = [("Authorization", self.bearer.as_str()), ("Content-Type", "application/json")];
        self.client.post_raw(&format!("/console_api/{path}"), &args.to_string(), &[&own, headers].concat())
    }

    fn call(&mut self, path: &str, args: &Value) -> Value {
        let answer = self.post(path, args, &[]);
        let json = answer.json();
        assert_eq!((answer.status, &json["code"]), (200, &json!("1")), "{path} {args}: {json}");
        json["data"].clone()
    }

    /// The status and the id of the message with which a call is refused.
    fn refused(&mut self, path: &str, args: &Value) -> (u16, String) {
        refusal(&self.post(path, args, &[]))
    }
}

fn refusal(answer: &Answer) -> (u16, String) {
    let json = answer.json();
    assert_eq!(json["code"], "0", "{json}");
    (answer.status, json["error"]["id"].as_str().unwrap().to_owned())
}

fn is(status: u16, id: &str) -> (u16, String) {
    (status, id.to_owned())
}

/// What an entry of the audit, as a command prints it, says of the thing afterwards.
fn after(entry: &Value) -> Value {
    entry["after"].as_str().map_or(Value::Null, |text| serde_json::from_str(text).unwrap())
}

/// The newest token, as lists show it.
fn listed(house: &House, person: &mut Person) -> Value {
    house.call(person, "token/list", &json!({}))["items"][0].clone()
}

fn paid(house: &House) -> String {
    let mut visitor = house.shop.visitor();
    let number = visitor.place("BMA-LAC", 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned();
    house.shop.operator(&["order", "paid", &number]);
    number
}

#[test]
fn program_calls_with_its_token_and_is_named_in_the_audit() {
    let house = open();
    let mut owner = house.owner();
    let number = paid(&house);
    let (id, secret) = create(&house, &mut owner, &["orders_read", "orders_change"]);
    assert!(secret.starts_with("hah_") && secret.len() == 76, "{secret}");
    let token = listed(&house, &mut owner);
    assert_eq!(
        (&token["name"], &token["made_by"], &token["state"], &token["last_used_at"], &token["network"]),
        (&json!("Warehouse"), &json!("Ada King"), &json!("in_force"), &Value::Null, &Value::Null)
    );
    let mut program = Program::new(&house, &secret);
    let shown = program.call("order/show", &json!({ "number": number }));
    assert_eq!(shown["number"], json!(number));
    program.call("order/note", &json!({ "number": number, "text": "on shelf 7" }));
    assert_eq!(program.refused("order/ship", &json!({ "number": number })), is(200, "staff.not_allowed"));
    let shown = house.call(&mut owner, "order/show", &json!({ "number": number }));
    assert_eq!(shown["notes"][0]["actor"], "Warehouse");
    let entries = house.audit(&["--actor", &format!("token:{id}")]);
    let entries: Vec<_> = entries.iter().map(|it| [&it["call"], &it["outcome"]]).collect();
    assert_eq!(
        entries,
        [
            [&json!("order/ship"), &json!("refused")],
            [&json!("order/note"), &json!("done")],
            [&json!("order/show"), &json!("done")]
        ]
    );
    house.pass(SignedDuration::from_secs(10));
    house.shop.operator(&["jobs", "run", "seal_audit"]);
    house.shop.output(&["audit", "verify"]);
    // The last use, at most once a minute.
    let used = |house: &House, owner: &mut Person| listed(house, owner)["last_used_at"].as_i64().unwrap();
    let (first, network) = (used(&house, &mut owner), listed(&house, &mut owner)["network"].clone());
    assert_eq!(network.as_str().unwrap().len(), 8);
    house.pass(SignedDuration::from_secs(30));
    program.call("order/list", &json!({}));
    assert_eq!(used(&house, &mut owner), first);
    house.pass(SignedDuration::from_secs(31));
    program.call("order/list", &json!({}));
    assert!(used(&house, &mut owner) > first);
    // Neither log nor database nor audit holds the secret.
    let audit = json!(house.audit(&[])).to_string();
    let stored =
        house.shop.count(&format!("SELECT COUNT(*) FROM api_token WHERE CAST(secret_hash AS TEXT) = '{secret}'"));
    assert!(!house.shop.log().contains(&secret) && !audit.contains(&secret) && stored == 0);
    assert!(!house.call(&mut owner, "token/list", &json!({})).to_string().contains(&secret));
}

#[test]
fn wrong_tokens_are_refused_alike_and_recorded_once_in_a_while() {
    let house = open();
    let mut owner = house.owner();
    let (id, secret) = create(&house, &mut owner, &["orders_read"]);
    let (_, other) = create(&house, &mut owner, &["orders_read"]);
    house.call(&mut owner, "token/revoke", &json!({ "id": id }));
    let unknown = format!("hah_{}", &other[4..].chars().rev().collect::<String>());
    let mut bodies = Vec::new();
    for wrong in [secret.as_str(), &unknown, "hah_", "", "x", &other[..75], &other.to_uppercase()] {
        let answer = Program::new(&house, wrong).post("order/list", &json!({}), &[]);
        assert_eq!(refusal(&answer), is(401, "token.wrong"), "{wrong}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        bodies.push(answer.body);
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1);
    // One entry for the network, which names the token that was good once.
    let refused: Vec<Value> =
        house.audit(&[]).into_iter().filter(|entry| after(entry)["message"] == "token.wrong").collect();
    assert_eq!((refused.len(), &refused[0]["actor"]), (1, &json!(format!("token:{id}"))));
    house.pass(SignedDuration::from_mins(16));
    assert_eq!(Program::new(&house, &unknown).refused("order/list", &json!({})), is(401, "token.wrong"));
    assert_eq!(after(&house.audit(&["--actor", "anybody"])[0])["message"], "token.wrong");
    // Wrong ones are limited by network; right ones of the same network go on.
    let mut guessing = Program::new(&house, "guess");
    assert!((0..40).any(|_| guessing.refused("order/list", &json!({})) == is(429, "request.throttled")));
    Program::new(&house, &other).call("order/list", &json!({}));
}

#[test]
fn each_token_has_a_rate_of_its_own() {
    let house = open_with(&[("SHOP__LIMITS__TOKEN_REQUESTS_PER_MINUTE", "2")]);
    let mut owner = house.owner();
    let [first, second] = [(); 2].map(|()| create(&house, &mut owner, &["orders_read"]).1);
    let mut busy = Program::new(&house, &first);
    let answers: Vec<u16> = (0..4).map(|_| busy.post("order/list", &json!({}), &[]).status).collect();
    assert!(answers[..2] == [200, 200] && answers.contains(&429), "{answers:?}");
    Program::new(&house, &second).call("order/list", &json!({}));
}

#[test]
fn token_comes_without_a_cookie_and_from_no_other_page() {
    let house = open();
    let mut owner = house.owner();
    let (_, secret) = create(&house, &mut owner, &["orders_read"]);
    let bearer = format!("Bearer {secret}");
    let url = house.shop.url.clone();
    let own = [("Origin", url.as_str()), ("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/json")];
    // With the cookie of a session it is neither the session's call nor the program's.
    let both = [&own[..], &[("Authorization", bearer.as_str())]].concat();
    let answer = owner.browser.post_raw("/console_api/order/list", "{}", &both);
    assert_eq!(refusal(&answer), is(400, "token.with_cookie"));
    // Other schemes belong to a web server before the shop.
    let basic = [&own[..], &[("Authorization", "Basic YTpi")]].concat();
    assert_eq!(owner.browser.post_raw("/console_api/order/list", "{}", &basic).status, 200);
    let mut program = Program::new(&house, &secret);
    for headers in [
        &[][..],
        &[("Origin", url.as_str())],
        &[("Origin", url.as_str()), ("Sec-Fetch-Site", "same-origin")],
        &[("Sec-Fetch-Site", "none")],
    ] {
        let answer = program.post("order/list", &json!({}), headers);
        assert_eq!(answer.status, 200, "{headers:?}: {}", answer.body);
        assert!(answer.header("access-control-allow-origin").is_none() && answer.header("set-cookie").is_none());
    }
    for headers in [("Origin", "https://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")] {
        let answer = program.post("order/list", &json!({}), &[headers]);
        assert_eq!(refusal(&answer), is(403, "console.foreign_origin"), "{headers:?}");
    }
    // The rest is as for people.
    let plain = [("Authorization", bearer.as_str()), ("Content-Type", "text/plain")];
    assert_eq!(program.client.post_raw("/console_api/order/list", "{}", &plain).status, 415);
    assert_eq!(program.refused("order/nothing", &json!({})), is(404, "request.unknown_call"));
    let stream = program.client.get_with("/console_api/changes", &[("Authorization", bearer.as_str())]);
    assert_eq!(refusal(&stream), is(403, "token.call_closed"));
}

#[test]
fn console_s_host_holds_for_programs_too() {
    let house = open_with(&[("SHOP__CONSOLE__HOST", "console.example")]);
    let mut owner = house.owner();
    let (_, secret) = create(&house, &mut owner, &["orders_read"]);
    let mut program = Program::new(&house, &secret);
    assert_eq!(program.post("order/list", &json!({}), &[("Host", "console.example")]).status, 200);
    assert_eq!(program.post("order/list", &json!({}), &[("Host", "shop.example")]).status, 404);
}

#[test]
fn calls_of_people_are_closed_to_programs() {
    let house = open();
    let mut owner = house.owner();
    let all = house.call(&mut owner, "token/list", &json!({}))["grantable"].clone();
    assert!(all.as_array().unwrap().len() == 16 && !all.to_string().contains("staff_manage"), "{all}");
    let create = json!({ "name": "All", "permissions": all, "ends_on": day(&house, 1) });
    let secret = house.call(&mut owner, "token/create", &create)["secret"].as_str().unwrap().to_owned();
    // Rights that need a person are given to none.
    let create = json!({ "name": "More", "permissions": ["staff_manage"], "ends_on": day(&house, 1) });
    let answer = post(&mut owner.browser, &house.shop, "token/create", &create).json();
    assert_eq!(answer["error"]["field_messages"]["permissions"]["id"], "token.not_for_programs");
    let mut program = Program::new(&house, &secret);
    let contract = program.client.get("/console_api/openapi.json").json();
    let schemes = &contract["components"]["securitySchemes"];
    assert_eq!((&schemes["token"]["scheme"], &schemes["session"]["in"]), (&json!("bearer"), &json!("cookie")));
    let mut counts = [0, 0];
    for (path, item) in contract["paths"].as_object().unwrap() {
        let path = path.trim_start_matches('/');
        let is_open = item["post"]["security"].as_array().unwrap().contains(&json!({ "token": [] }));
        counts[usize::from(is_open)] += 1;
        // Each from another network, so that none is limited.
        program.client.address = Some(format!("203.0.113.{}", counts[0] + counts[1]));
        let answer = program.post(path, &json!({}), &[]);
        let is_closed = answer.json()["error"]["id"] == "token.call_closed";
        assert_eq!(is_closed, !is_open, "{path}: {}", answer.body);
    }
    assert!(counts[0] > 20 && counts[1] > 40, "{counts:?}");
    // Also when the row says so.
    house.shop.database().exec("INSERT INTO api_token_permission VALUES (1, 'staff_manage')", vals![]).unwrap();
    assert_eq!(program.refused("token/list", &json!({})), is(200, "token.call_closed"));
}

#[test]
fn token_never_reaches_more_than_its_maker_holds_now() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    let role = json!({ "name": "Desk", "permissions": ["orders_read", "packing", "staff_manage"] });
    let roles = house.call(&mut owner, "staff/add_role", &role)["roles"].clone();
    let desk = roles.as_array().unwrap().last().unwrap().clone();
    let change = house.seen(&mut owner, bob.id, json!({ "role_id": desk["id"] }));
    house.call(&mut owner, "staff/set_role", &change);
    // Nobody grants what they lack.
    let beyond = args(&house, &["orders_read", "bank"]);
    assert_eq!(house.refused(&mut bob, "token/create", &beyond), "staff.grants_more");
    let (_, secret) = create(&house, &mut bob, &["orders_read", "packing"]);
    let mut program = Program::new(&house, &secret);
    program.call("order/list", &json!({}));
    program.call("pack/list", &json!({}));
    let reduced = json!({ "id": desk["id"], "version": 1, "name": "Desk", "permissions": ["packing"] });
    house.call(&mut owner, "staff/change_role", &reduced);
    assert_eq!(program.refused("order/list", &json!({})), is(200, "staff.not_allowed"));
    program.call("pack/list", &json!({}));
    let token = listed(&house, &mut owner);
    assert_eq!((&token["permissions"], &token["reaches"]), (&json!(["orders_read", "packing"]), &json!(["packing"])));
    let seen = house.seen(&mut owner, bob.id, json!({}));
    house.call(&mut owner, "staff/disable", &seen);
    assert_eq!(program.refused("pack/list", &json!({})), is(401, "token.wrong"));
    assert_eq!(listed(&house, &mut owner)["state"], "maker_disabled");
    house.call(&mut owner, "staff/enable", &json!({ "id": bob.id }));
    program.call("pack/list", &json!({}));
}

#[test]
fn token_ends_by_the_clock_is_told_of_before_and_deleted_after() {
    let house = open();
    let mut owner = house.owner();
    let (id, secret) = create(&house, &mut owner, &["orders_read"]);
    let duty = |house: &House, owner: &mut Person| {
        let claim = house.claim(owner);
        house.call(owner, "staff/sign_in", &claim);
        let duties = house.call(owner, "duty/list", &json!({}))["duties"].clone();
        duties.as_array().unwrap().iter().find(|duty| duty["kind"] == "tokens_ending").cloned()
    };
    house.pass(SignedDuration::from_hours(24 * 20));
    assert_eq!(duty(&house, &mut owner), None, "no program uses it");
    let mut program = Program::new(&house, &secret);
    program.call("order/list", &json!({}));
    let told = duty(&house, &mut owner).expect("a duty");
    assert_eq!(told["items"][0]["about"], json!({ "kind": "token", "id": id, "name": "Warehouse" }));
    assert_eq!(listed(&house, &mut owner)["state"], "ends_soon");
    house.pass(SignedDuration::from_hours(24 * 11));
    assert_eq!(program.refused("order/list", &json!({})), is(401, "token.wrong"));
    assert_eq!(duty(&house, &mut owner), None);
    assert_eq!(listed(&house, &mut owner)["state"], "ended");
    house.pass(SignedDuration::from_hours(24 * 91));
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM api_token"), 0);
    let kept = house.audit(&["--noun", "token"]);
    assert_eq!(after(kept.last().unwrap())["name"], "Warehouse", "the audit keeps the name");
}

#[test]
fn token_revoked_in_the_middle_carries_nothing_out_any_more() {
    let house = open();
    let mut owner = house.owner();
    let numbers = [paid(&house), paid(&house)];
    let (id, secret) = create(&house, &mut owner, &["orders_read", "orders_change", "packing"]);
    let mut program = Program::new(&house, &secret);
    let ship = |program: &mut Program, number: &str| {
        let version = program.call("order/show", &json!({ "number": number }))["version"].clone();
        program.call("order/ship", &json!({ "number": number, "version": version, "tracking": "JD1" }))
    };
    let deed = ship(&mut program, &numbers[0]);
    assert_eq!(
        deed["by"],
        json!({ "id": owner.id, "name": "Warehouse", "token_id": id }),
        "a program is not the person who has made it"
    );
    let note = json!({ "number": numbers[0], "text": "x" });
    assert_eq!(house.refused(&mut owner, "order/note", &note), "deed.pending");
    assert_eq!(program.refused("order/note", &note), is(200, "deed.pending_own"));
    house.pass(SignedDuration::from_secs(11));
    let shipped = house.call(&mut owner, "order/show", &json!({ "number": numbers[0] }));
    assert_eq!(shipped["status"], "shipped");
    let mut history = shipped["history"].as_array().unwrap().iter();
    assert!(history.any(|step| step["status"] == "shipped" && step["actor"] == "Warehouse"), "{shipped}");
    ship(&mut program, &numbers[1]);
    house.call(&mut owner, "token/revoke", &json!({ "id": id }));
    house.pass(SignedDuration::from_secs(11));
    let failed = house.call(&mut owner, "deed/list", &json!({}))["items"][0].clone();
    assert_eq!(failed["failure"]["id"], "deed.author_gone");
    assert_eq!(house.call(&mut owner, "order/show", &json!({ "number": numbers[1] }))["status"], "processing");
    let refused = house.audit(&["--actor", &format!("token:{id}")])[0].clone();
    assert_eq!((&refused["call"], &refused["outcome"]), (&json!("order/ship"), &json!("refused")));
    assert_eq!(house.refused(&mut owner, "token/revoke", &json!({ "id": id })), "token.ended");
    assert_eq!(house.refused(&mut owner, "token/revoke", &json!({ "id": 99 })), "token.not_found");
}

#[test]
fn bulk_work_of_a_program_is_its_own_and_stops_with_its_token() {
    let house = open();
    let mut owner = house.owner();
    let order = || house.shop.visitor().place("BMA-LAC", 1, "bank_transfer")["order_number"].clone();
    let (first, second) = (order(), order());
    let (id, secret) = create(&house, &mut owner, &["orders_read", "orders_change"]);
    let mut program = Program::new(&house, &secret);
    let chosen = |number: &Value| json!({ "call": "order/note", "of": { "chosen": [number] } });
    // The draft of the person who has made the token stays.
    let draft = house.call(&mut owner, "bulk/prepare", &chosen(&second));
    let prepared = program.call("bulk/prepare", &chosen(&first));
    assert_eq!(prepared["by"], json!({ "id": owner.id, "name": "Warehouse", "token_id": id }));
    let start = |run: &Value| json!({ "id": run["id"], "text": "call before delivery" });
    assert_eq!(house.refused(&mut owner, "bulk/start", &start(&prepared)), "bulk.not_found");
    assert_eq!(program.refused("bulk/start", &start(&draft)), is(200, "bulk.not_found"));
    program.call("bulk/start", &start(&prepared));
    house.pass(SignedDuration::from_secs(1));
    let notes = |number: &Value, owner: &mut Person| {
        house.call(owner, "order/show", &json!({ "number": number }))["notes"].clone()
    };
    assert_eq!(notes(&first, &mut owner)[0]["actor"], "Warehouse");
    let prepared = program.call("bulk/prepare", &chosen(&second));
    // Cut off before anything is done, and the token is revoked meanwhile.
    program.call("bulk/start", &start(&prepared));
    house.call(&mut owner, "token/revoke", &json!({ "id": id }));
    let (database, run) = (house.shop.database(), prepared["id"].as_i64().unwrap());
    database.exec("UPDATE bulk_item SET state = 'waiting' WHERE run_id = $1", vals![run]).unwrap();
    database.exec("UPDATE bulk_run SET state = 'running', ended_at = NULL WHERE id = $1", vals![run]).unwrap();
    house.pass(SignedDuration::from_secs(1));
    let shown = house.call(&mut owner, "bulk/show", &json!({ "id": prepared["id"] }));
    assert_eq!(shown["failures"][0]["failure"]["id"], "deed.author_gone", "{shown}");
}

#[test]
fn refunds_above_the_limit_need_a_person() {
    let house = open_with(&[("SHOP__CONSOLE__REFUND_LIMIT", "5.00")]);
    let mut owner = house.owner();
    let number = paid(&house);
    let (_, secret) = create(&house, &mut owner, &["orders_read", "orders_refund"]);
    let mut program = Program::new(&house, &secret);
    let refund = |program: &mut Program, amount: &str| {
        let version = program.call("order/show", &json!({ "number": number }))["version"].clone();
        json!({ "number": number, "version": version, "amount": amount, "reason": "goodwill" })
    };
    let much = refund(&mut program, "6.00");
    assert_eq!(program.refused("order/refund", &much), is(200, "token.needs_person"));
    let little = refund(&mut program, "4.00");
    program.call("order/refund", &little);
    house.pass(SignedDuration::from_secs(11));
    let more = refund(&mut program, "2.00");
    assert_eq!(program.refused("order/refund", &more), is(200, "token.needs_person"), "in however many slices");
}

#[test]
fn tokens_are_made_with_fresh_proof_by_those_who_manage_people() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "manager");
    for path in ["token/list", "token/create", "token/revoke"] {
        let args = crate::support::with(&args(&house, &["orders_read"]), json!({ "id": 1 }));
        assert_eq!(house.refused(&mut bob, path, &args), "staff.not_allowed", "{path}");
    }
    house.pass(SignedDuration::from_mins(6));
    assert_eq!(house.refused(&mut owner, "token/create", &args(&house, &["orders_read"])), "staff.proof_required");
    let proof = house.claim(&owner);
    house.call(&mut owner, "staff/prove", &proof);
    let (id, _) = create(&house, &mut owner, &["orders_read"]);
    house.pass(SignedDuration::from_mins(6));
    // Whoever sees that something is wrong can end it at once.
    house.call(&mut owner, "token/revoke", &json!({ "id": id }));
    assert_eq!(listed(&house, &mut owner)["state"], "revoked");
}

#[test]
fn commands_make_list_and_revoke_tokens() {
    let house = open();
    let owner = house.owner();
    let shop = &house.shop;
    let create = ["token", "create", "Ledger", "--for", owner.email.as_str(), "--permission", "orders_read"];
    let made = shop.operator(&create);
    // The secret is printed to a terminal only.
    let file = std::path::PathBuf::from(made["file"].as_str().unwrap());
    let secret = std::fs::read_to_string(&file).unwrap().trim().to_owned();
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!made.to_string().contains(&secret));
    let mut program = Program::new(&house, &secret);
    program.call("order/list", &json!({}));
    let listed = shop.operator(&["token", "list"]);
    assert_eq!((&listed[0]["name"], &listed[0]["state"]), (&json!("Ledger"), &json!("in_force")));
    for (more, expected) in [
        (&["--permission", "staff_manage"][..], "prove that it is them"),
        (&["--until", "2020-01-01"], "at most a year ahead"),
    ] {
        let error = shop.command_error(&[&create[..], more].concat());
        assert!(error.contains(expected), "{error}");
    }
    let error = shop.command_error(&["token", "create", "x", "--for", "nobody@example.com", "--permission", "bank"]);
    assert!(error.contains("nobody@example.com"), "{error}");
    shop.output(&["token", "revoke", &made["id"].to_string()]);
    assert_eq!(program.refused("order/list", &json!({})), is(401, "token.wrong"));
    assert!(shop.command_error(&["token", "revoke", &made["id"].to_string()]).contains("ended already"));
    let told = house.audit(&["--noun", "token"]);
    assert_eq!((&told[0]["call"], &told[1]["call"]), (&json!("token revoke"), &json!("token create")));
}
