//! The console's stream of changes: who hears what, from whom, and when a stream ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::support::Visitor;
use crate::support::house::{House, Person, open, person_of, refused};

/// How long an event may take on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A stream as a browser reads it.
struct Stream {
    pieces: BufReader<TcpStream>,
    /// What has arrived and is not read yet.
    text: String,
    status: String,
    headers: Vec<String>,
    /// The last that was heard.
    id: String,
}

/// An event: its name and its data.
type Event = (String, Value);

impl Stream {
    fn request(house: &House, browser: &Visitor, path: &str, headers: &[(&str, &str)]) -> Stream {
        let mut stream = TcpStream::connect(house.shop.url.trim_start_matches("http://")).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let host = house.shop.url.trim_start_matches("http://");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {}\r\n", browser.cookie_line()).unwrap();
        for (name, value) in headers {
            write!(stream, "{name}: {value}\r\n").unwrap();
        }
        stream.write_all(b"\r\n").unwrap();
        let mut pieces = BufReader::new(stream);
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            pieces.read_line(&mut line).unwrap();
            match line.trim_end() {
                "" => break,
                line => head.push(line.to_ascii_lowercase()),
            }
        }
        Stream { pieces, text: String::new(), status: head.remove(0), headers: head, id: String::new() }
    }

    fn open_with(house: &House, person: &Person, query: &str, headers: &[(&str, &str)]) -> Stream {
        let own = [("Sec-Fetch-Site", "same-origin")];
        let path = format!("/console_api/changes{query}");
        let stream = Self::request(house, &person.browser, &path, &[&own, headers].concat());
        assert!(stream.has("content-type: text/event-stream"), "{} {:?}", stream.status, stream.headers);
        stream
    }

    /// A new stream, which has begun to hear.
    fn open(house: &House, person: &Person) -> Stream {
        let mut stream = Self::open_with(house, person, "", &[]);
        assert_eq!(stream.next(), Some(("anew".into(), json!({}))));
        stream
    }

    fn has(&self, header: &str) -> bool {
        self.headers.iter().any(|line| line == header)
    }

    /// The next line, out of the chunks of the body (RFC 9112 §7.1); none at the end.
    fn line(&mut self) -> Option<String> {
        while !self.text.contains('\n') {
            let mut size = String::new();
            self.pieces.read_line(&mut size).unwrap();
            let size = usize::from_str_radix(size.trim_end(), 16).unwrap_or(0);
            if size == 0 {
                return None;
            }
            let mut piece = vec![0; size + 2];
            self.pieces.read_exact(&mut piece).unwrap();
            self.text.push_str(std::str::from_utf8(&piece[..size]).unwrap());
        }
        let rest = self.text.split_off(self.text.find('\n').unwrap() + 1);
        Some(std::mem::replace(&mut self.text, rest))
    }

    /// The next event; none at the end.
    fn next(&mut self) -> Option<Event> {
        let (mut event, deadline) = ((String::new(), Value::Null), Instant::now() + PATIENCE);
        loop {
            // Comments keep it from being silent.
            assert!(Instant::now() < deadline, "nothing is heard");
            let line = self.line()?;
            match line.trim_end().split_once(": ") {
                Some(("id", id)) => id.clone_into(&mut self.id),
                Some(("event", name)) => name.clone_into(&mut event.0),
                Some(("data", data)) => event.1 = serde_json::from_str(data).unwrap(),
                // Ends an event, or is a comment.
                _ if event.0.is_empty() => {}
                _ => return Some(event),
            }
        }
    }

    /// What is heard up to a change, that one included.
    fn until(&mut self, noun: &str, thing: &str) -> Vec<Event> {
        self.until_event(&change(noun, thing))
    }

    fn until_event(&mut self, expected: &Event) -> Vec<Event> {
        let (mut heard, deadline) = (Vec::new(), Instant::now() + PATIENCE);
        while heard.last() != Some(expected) {
            assert!(Instant::now() < deadline, "not heard: {expected:?}, but {heard:?}");
            let event = self.next().unwrap_or_else(|| panic!("ended before {expected:?}: {heard:?}"));
            heard.push(event);
        }
        heard
    }

    /// Reads to the end, which must come.
    fn rest(&mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

fn change(noun: &str, thing: &str) -> Event {
    ("change".into(), json!({ "noun": noun, "thing": thing }))
}

fn present(thing: &str, names: &[&str]) -> Event {
    ("present".into(), json!({ "thing": thing, "names": names }))
}

fn placed(house: &House) -> String {
    house.shop.visitor().place("BMA-LAC", 1, "bank_transfer")["order_number"].as_str().unwrap().to_owned()
}

/// Something that this person hears, whatever their role.
fn nudge(house: &House, person: &Person) -> String {
    let sql = "INSERT INTO staff_session (token_hash, staff_id, created_at, seen_at, browser, network)
        VALUES (randomblob(32), $1, 1, 1, '', '')";
    house.shop.database().exec(sql, vals![person.id]).unwrap();
    person.id.to_string()
}

#[test]
fn stream_hears_shoppers_commands_jobs_calls_and_other_processes() {
    let house = open();
    let mut owner = house.owner();
    let mut stream = Stream::open(&house, &owner);
    assert!(stream.has("x-accel-buffering: no") && stream.has("cache-control: no-store"), "{:?}", stream.headers);
    // A shopper, in this process.
    let number = placed(&house);
    stream.until("order", &number);
    // A command, in a process of its own.
    house.shop.operator(&["order", "paid", &number]);
    stream.until("order", &number);
    // A job.
    house.shop.operator(&["jobs", "run", "write_order_terms"]);
    stream.until("job", "write_order_terms");
    // A call, and what it writes into the audit.
    house.call(&mut owner, "order/note", &json!({ "number": number, "text": "wrapped" }));
    let heard = stream.until("order", &number);
    let audit = |events: &[Event]| events.iter().any(|(_, data)| data["noun"] == "audit");
    assert!(audit(&heard) || audit(&[stream.next().unwrap()]), "{heard:?}");
    // A deed, when it is asked for and when it is carried out.
    let version = house.call(&mut owner, "order/show", &json!({ "number": number }))["version"].clone();
    house.call(&mut owner, "order/ship", &json!({ "number": number, "version": version }));
    stream.until("deed", "");
    house.pass(SignedDuration::from_mins(1));
    stream.until("deed", "");
    // Somebody who writes to the database by hand.
    house.shop.database().exec("UPDATE order_note SET text = 'x'", vals![]).unwrap();
    stream.until("order", &number);
}

#[test]
fn each_hears_what_their_permissions_are_for() {
    let house = open();
    let _owner = house.owner();
    let mut people: Vec<(Person, &str)> =
        [("packing", "order"), ("accountant", "order"), ("support", "order"), ("editor", "")]
            .iter()
            .map(|(role, nouns)| (house.person(&format!("{role}@example.com"), role), *nouns))
            .collect();
    let mut streams: Vec<Stream> = people.iter().map(|(person, _)| Stream::open(&house, person)).collect();
    let number = placed(&house);
    house.shop.operator(&["order", "paid", &number]);
    house.shop.operator(&["stock", "set", "BMA-LAC", "0"]);
    for ((person, expected), stream) in people.iter_mut().zip(&mut streams) {
        let own = nudge(&house, person);
        let heard = stream.until("session", &own);
        let mut nouns: Vec<&str> = heard.iter().filter_map(|(_, data)| data["noun"].as_str()).collect();
        nouns.sort_unstable();
        nouns.dedup();
        let extra = if person.email.starts_with("packing") { vec!["stock"] } else { vec![] };
        let expected: Vec<&str> =
            [*expected, "session"].into_iter().chain(extra).filter(|noun| !noun.is_empty()).collect();
        assert_eq!(nouns, expected, "{}", person.email);
    }
}

#[test]
fn stream_is_opened_by_the_console_s_page_with_an_open_session_only() {
    let house = open();
    let mut owner = house.owner();
    let own = ("Sec-Fetch-Site", "same-origin");
    let answer = |browser: &Visitor, headers: &[(&str, &str)]| {
        let headers = [headers, &[("Connection", "close")]].concat();
        let mut stream = Stream::request(&house, browser, "/console_api/changes", &headers);
        let mut body = String::new();
        stream.pieces.read_to_string(&mut body).unwrap();
        let body: Value = serde_json::from_str(&body).unwrap();
        (stream.status.split(' ').nth(1).unwrap().to_owned(), body["error"]["id"].as_str().unwrap().to_owned())
    };
    let foreign = ("403".to_owned(), "console.foreign_origin".to_owned());
    assert_eq!(answer(&owner.browser, &[]), foreign);
    assert_eq!(answer(&owner.browser, &[("Sec-Fetch-Site", "cross-site")]), foreign);
    assert_eq!(answer(&owner.browser, &[own, ("Origin", "https://shop.example")]), foreign);
    let none = ("200".to_owned(), "staff.sign_in_required".to_owned());
    assert_eq!(answer(&house.shop.visitor(), &[own]), none);
    house.call(&mut owner, "staff/lock", &json!({}));
    assert_eq!(answer(&owner.browser, &[own]), ("200".to_owned(), "staff.locked".to_owned()));
}

#[test]
fn stream_ends_at_once_with_session_person_role_or_lock() {
    let house = open();
    let mut owner = house.owner();
    let person = |name: &str| house.person(&format!("{name}@example.com"), "orders");
    let (mut leaves, mut locks, ends, removed, mut moved) =
        (person("leaves"), person("locks"), person("ends"), person("removed"), person("moved"));
    let streams = [&leaves, &locks, &ends, &removed, &moved].map(|person| Stream::open(&house, person));
    let [mut of_leaves, mut of_locks, mut of_ends, mut of_removed, mut of_moved] = streams;
    house.call(&mut leaves, "staff/sign_out", &json!({}));
    of_leaves.rest();
    house.call(&mut locks, "staff/lock", &json!({}));
    of_locks.rest();
    house.call(&mut owner, "staff/end_sessions", &json!({ "id": ends.id }));
    of_ends.rest();
    house.shop.output(&["staff", "disable", "removed@example.com"]);
    of_removed.rest();
    let roles = house.call(&mut owner, "staff/people", &json!({}))["roles"].clone();
    let role = roles.as_array().unwrap().iter().find(|role| role["name"] == "editor").unwrap()["id"].clone();
    let claim = json!({ "password": crate::support::house::PASSWORD, "code": house.claim(&owner)["code"] });
    house.call(&mut owner, "staff/prove", &claim);
    let given = house.seen(&mut owner, moved.id, json!({ "role_id": role }));
    house.call(&mut owner, "staff/set_role", &given);
    of_moved.rest();
    // With the new role nothing is heard of orders.
    let mut stream = Stream::open(&house, &moved);
    placed(&house);
    let own = nudge(&house, &moved);
    assert_eq!(stream.until("session", &own), [change("session", &own)]);
    // A right that a role loses is lost at once.
    house
        .shop
        .database()
        .exec("DELETE FROM staff_role_permission WHERE permission = 'content_change'", vals![])
        .unwrap();
    stream.rest();
    assert_eq!(refused(&mut moved.browser, &house.shop, "order/list", &json!({})), "staff.not_allowed");
}

#[test]
fn time_alone_ends_a_stream_too() {
    let house = open();
    let owner = house.owner();
    let mut shared = Person { browser: house.shop.visitor(), ..person_of(&owner) };
    let claim = crate::support::with(&house.claim(&owner), json!({ "shared": true }));
    house.call(&mut shared, "staff/sign_in", &claim);
    let mut stream = Stream::open(&house, &shared);
    house.pass(SignedDuration::from_mins(11));
    stream.rest();
}

#[test]
fn page_that_nobody_touches_keeps_no_session_open() {
    let house = open();
    let owner = house.owner();
    let mut shared = Person { browser: house.shop.visitor(), ..person_of(&owner) };
    let claim = crate::support::with(&house.claim(&owner), json!({ "shared": true }));
    house.call(&mut shared, "staff/sign_in", &claim);
    let mut read = |is_unattended: bool| {
        let url = house.shop.url.clone();
        let own = [
            ("Origin", url.as_str()),
            ("Sec-Fetch-Site", "same-origin"),
            ("Content-Type", "application/json"),
            ("X-Unattended", "1"),
        ];
        let headers = if is_unattended { &own[..] } else { &own[..3] };
        shared.browser.post_raw("/console_api/duty/list", "{}", headers).json()["code"].clone()
    };
    for (is_unattended, expected) in [(false, "1"), (false, "1"), (true, "1"), (true, "0")] {
        house.pass(SignedDuration::from_mins(6));
        assert_eq!(read(is_unattended), expected);
    }
}

#[test]
fn stop_of_the_shop_ends_streams_at_once() {
    let house = open();
    let owner = house.owner();
    let mut stream = Stream::open(&house, &owner);
    let House { mut shop, .. } = house;
    let log = std::thread::spawn(move || {
        let code = shop.stop();
        (code, shop.log())
    });
    stream.rest();
    let (code, log) = log.join().unwrap();
    assert_eq!(code, Some(0));
    assert!(!log.contains("some requests did not finish in time"), "{log}");
}

#[test]
fn stream_that_comes_back_is_told_what_it_has_missed_or_to_fetch_anew() {
    let house = open();
    let owner = house.owner();
    let mut stream = Stream::open(&house, &owner);
    let first = placed(&house);
    stream.until("order", &first);
    let last = stream.id.clone();
    drop(stream);
    let second = placed(&house);
    house.shop.operator(&["order", "paid", &first]);
    let mut stream = Stream::open_with(&house, &owner, "", &[("Last-Event-ID", &last)]);
    let heard = stream.until("order", &first);
    assert!(heard.iter().all(|(name, _)| name == "change"), "{heard:?}");
    let heard = [heard, stream.until("job", "deliver_mail")].concat();
    assert!(heard.contains(&change("order", &second)), "{heard:?}");
    // Of another database, or deleted since, or nonsense.
    for id in ["1-1", "999999999-1", "x"] {
        let mut stream = Stream::open_with(&house, &owner, "", &[("Last-Event-ID", id)]);
        assert_eq!(stream.next(), Some(("anew".into(), json!({}))), "{id}");
    }
}

#[test]
fn session_has_few_streams_and_the_oldest_makes_room() {
    let house = open();
    let owner = house.owner();
    let mut streams: Vec<Stream> = (0..4).map(|_| Stream::open(&house, &owner)).collect();
    let mut fifth = Stream::open(&house, &owner);
    streams.remove(0).rest();
    let number = placed(&house);
    for stream in streams.iter_mut().chain([&mut fifth]) {
        stream.until("order", &number);
    }
}

#[test]
fn who_else_has_an_order_open_is_told_by_name() {
    let house = open();
    let owner = house.owner();
    let packer = house.person("p@example.com", "packing");
    let editor = house.person("e@example.com", "editor");
    let rename = |id: i64, name: &str| {
        house.shop.database().exec("UPDATE staff SET name = $2 WHERE id = $1", vals![id, name]).unwrap()
    };
    rename(packer.id, "Emil Roth");
    rename(editor.id, "Jo Li");
    let number = placed(&house);
    let query = format!("?order={number}");
    let until = |stream: &mut Stream, expected: Event| drop(stream.until_event(&expected));
    let mut here = Stream::open_with(&house, &owner, &query, &[]);
    until(&mut here, present(&number, &[]));
    let mut there = Stream::open_with(&house, &packer, &query, &[]);
    until(&mut there, present(&number, &["Ada King"]));
    until(&mut here, present(&number, &["Emil Roth"]));
    // One's own other window is nobody else, and who may not see orders is in none.
    let other = Stream::open_with(&house, &owner, &query, &[]);
    let mut outside = Stream::open_with(&house, &editor, &query, &[]);
    until(&mut outside, ("anew".into(), json!({})));
    let own = nudge(&house, &editor);
    let heard = outside.until("session", &own);
    assert!(heard.iter().all(|(name, _)| name != "present"), "{heard:?}");
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM presence WHERE staff_id NOT IN (1, 2)"), 0);
    // Somebody in another process.
    let elsewhere = "INSERT INTO presence (stream, thing, staff_id, until_at) VALUES ('x', $1, $2, $3)";
    let until_at = (house.now.get() + SignedDuration::from_mins(1)).as_millisecond();
    house.shop.database().exec(elsewhere, vals![&number, editor.id, until_at]).unwrap();
    until(&mut there, present(&number, &["Ada King", "Jo Li"]));
    // They leave.
    drop((here, other));
    until(&mut there, present(&number, &["Jo Li"]));
    // The other process died: what it does not renew lapses.
    house.pass(SignedDuration::from_mins(2));
    until(&mut there, present(&number, &[]));
    // Nothing of what is no number is kept.
    let odd = Stream::open_with(&house, &owner, "?order=%3Cb%3E&order=", &[]);
    drop((odd, there, outside));
    crate::support::eventually("presence is over", || house.shop.count("SELECT COUNT(*) FROM presence") == 0);
}
