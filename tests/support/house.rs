//! A shop with people of the house, each with a browser and an authenticator.

use std::cell::Cell;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use super::{Answer, OUTBOX_ONLY, Shop, Visitor};

pub const OWNER: &str = "owner@example.com";
pub const PASSWORD: &str = "seven quiet lakes";

/// A shop whose clock the test moves on, so that each one-time code is a new one.
pub struct House {
    pub shop: Shop,
    /// What the shop's clock was set to last. It goes on from there.
    pub now: Cell<Timestamp>,
    set_at: Cell<Instant>,
}

pub fn open_with(env: &[(&str, &str)]) -> House {
    // Behind a proxy, so that requests have networks.
    let proxy = ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]");
    House::of(Shop::open_with(&[OUTBOX_ONLY, &[proxy], env].concat()))
}

pub fn open() -> House {
    open_with(&[])
}

/// A person's browser and authenticator.
pub struct Person {
    pub browser: Visitor,
    pub email: String,
    pub totp: String,
    pub recovery_codes: Vec<String>,
    pub id: i64,
}

/// Posts a call as the console's page does.
pub fn post(browser: &mut Visitor, shop: &Shop, path: &str, args: &Value) -> Answer {
    let headers =
        [("Origin", shop.url.as_str()), ("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/json")];
    browser.post_raw(&format!("/console_api/{path}"), &args.to_string(), &headers)
}

pub fn call(browser: &mut Visitor, shop: &Shop, path: &str, args: &Value) -> Value {
    let answer = post(browser, shop, path, args).json();
    assert_eq!(answer["code"], "1", "{path} {args}: {answer}");
    answer["data"].clone()
}

/// The id of the message with which a call is refused.
pub fn refused(browser: &mut Visitor, shop: &Shop, path: &str, args: &Value) -> String {
    let answer = post(browser, shop, path, args);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    let answer = answer.json();
    assert_eq!(answer["code"], "0", "{path} {args}: {answer}");
    answer["error"]["id"].as_str().unwrap().to_owned()
}

pub fn code(totp: &str, at: Timestamp) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(totp).unwrap()).build().unwrap();
    totp.generate(u64::try_from(at.as_second()).unwrap()).to_string()
}

impl House {
    /// Of a shop whose clock was not set yet.
    pub fn of(shop: Shop) -> House {
        House { shop, now: Cell::new(Timestamp::now()), set_at: Cell::new(Instant::now()) }
    }

    /// Lets time pass, beside the moments that the test itself takes.
    pub fn pass(&self, time: SignedDuration) -> Timestamp {
        let taken = SignedDuration::try_from(self.set_at.replace(Instant::now()).elapsed()).unwrap();
        self.now.set(self.now.get() + taken + time);
        self.shop.set_clock(&self.now.get().to_string());
        self.now.get()
    }

    /// The secret that the last command, or the start, has left in the file.
    pub fn secret(&self) -> String {
        let link = std::fs::read_to_string(self.shop.data.join("console-invitation")).unwrap();
        link.lines().last().unwrap().split_once("/console/#/invitation/").unwrap().1.to_owned()
    }

    pub fn invited(&self, email: &str, role: &str) -> String {
        self.shop.output(&["staff", "invite", "--role", role, email]);
        self.secret()
    }

    pub fn form(&self, secret: &str, totp: &str, at: Timestamp) -> Value {
        json!({ "secret": secret, "name": "Ada King", "lang": "en", "password": PASSWORD, "code": code(totp, at) })
    }

    /// Registers with an invitation.
    pub fn register(&self, secret: &str) -> Person {
        let mut browser = self.shop.visitor().from("203.0.113.7");
        let invitation = call(&mut browser, &self.shop, "staff/invitation", &json!({ "secret": secret }));
        let totp = invitation["totp"]["secret"].as_str().unwrap().to_owned();
        let form = self.form(secret, &totp, self.pass(SignedDuration::from_secs(31)));
        let registered = call(&mut browser, &self.shop, "staff/register", &form);
        let codes = registered["recovery_codes"].as_array().unwrap();
        Person {
            browser,
            email: invitation["email"].as_str().unwrap().to_owned(),
            totp,
            recovery_codes: codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect(),
            id: registered["self"]["id"].as_i64().unwrap(),
        }
    }

    pub fn person(&self, email: &str, role: &str) -> Person {
        self.register(&self.invited(email, role))
    }

    pub fn owner(&self) -> Person {
        self.person(OWNER, "owner")
    }

    /// What a person types to sign in, with a code that is not used yet.
    pub fn claim(&self, person: &Person) -> Value {
        let now = self.pass(SignedDuration::from_secs(31));
        json!({ "email": person.email, "password": PASSWORD, "code": code(&person.totp, now) })
    }

    pub fn call(&self, person: &mut Person, path: &str, args: &Value) -> Value {
        call(&mut person.browser, &self.shop, path, args)
    }

    /// Makes a call; a deed is carried out when this returns, or its failure is a panic.
    pub fn done(&self, person: &mut Person, path: &str, args: &Value) {
        let answer = self.call(person, path, args);
        if let Some(due_at) = answer["due_at"].as_str() {
            // The shop's clock has gone on meanwhile, however slow the machine is.
            let due_at: Timestamp = due_at.parse().unwrap();
            self.pass(due_at.duration_since(self.now.get()) + SignedDuration::from_secs(1));
            let left = self.call(person, "deed/list", &json!({}));
            assert!(left["items"].as_array().unwrap().iter().all(|deed| deed["id"] != answer["id"]), "{left}");
        }
    }

    pub fn refused(&self, person: &mut Person, path: &str, args: &Value) -> String {
        refused(&mut person.browser, &self.shop, path, args)
    }

    /// The arguments of a change of the person with this id, whom `by` sees as they are now.
    pub fn seen(&self, by: &mut Person, id: i64, args: Value) -> Value {
        let people = self.call(by, "staff/people", &json!({}));
        let person = people["people"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
        super::with(&json!({ "id": id, "version": person["version"] }), args)
    }

    pub fn prove(&self, person: &mut Person) {
        let claim = self.claim(person);
        self.call(person, "staff/prove", &json!({ "password": claim["password"], "code": claim["code"] }));
    }

    /// The entries of the audit that tell of more than that somebody has looked.
    pub fn changes(&self, args: &[&str]) -> Vec<Value> {
        let is_view =
            |entry: &Value| ["order/show", "message/show", "customer/show"].iter().any(|call| entry["call"] == *call);
        self.audit(args).into_iter().filter(|entry| !is_view(entry)).collect()
    }

    pub fn audit(&self, args: &[&str]) -> Vec<Value> {
        self.shop.operator(&[&["audit", "list"], args].concat()).as_array().unwrap().clone()
    }
}

/// The same person at another browser.
pub fn person_of(person: &Person) -> Person {
    Person {
        browser: person.browser.clone(),
        email: person.email.clone(),
        totp: person.totp.clone(),
        recovery_codes: person.recovery_codes.clone(),
        id: person.id,
    }
}
