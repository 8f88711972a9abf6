//! A double of Stripe: checkout sessions, payment intents and refunds with their states. Every request and response is
//! validated against `stripe.json`, an excerpt of Stripe's OpenAPI description.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ring::hmac;
use serde_json::{Value, json};

use super::Shop;
use super::http_server::{self, Request, Response};
use super::schema;

pub const SECRET_KEY: &str = "sk_test_51Outside";
/// Known, and without any right.
pub const RESTRICTED_KEYS: [&str; 2] = ["rk_live_51Outside", "rk_test_51Outside"];
pub const WEBHOOK_SECRET: &str = "whsec_outside";

/// The API version of the description.
const VERSION: &str = "2026-10-28.endive";

#[derive(Debug, Default)]
struct State {
    sessions: BTreeMap<String, Value>,
    intents: BTreeMap<String, Value>,
    refunds: BTreeMap<String, Value>,
    /// Idempotency key → request and response.
    answered: BTreeMap<String, (String, Response)>,
    /// All requests.
    requests: Vec<Request>,
    /// The initial status of refunds.
    refund_status: Option<String>,
    /// Number of responses to lose.
    lost: usize,
    /// Whether the next POST fails with a status of 500, which its key then repeats.
    breaks: bool,
    /// Answers 503 to everything.
    is_down: bool,
    /// Where every request is sent on to.
    leads_to: Option<String>,
    number: u64,
}

/// The double; cheap to clone.
#[derive(Clone)]
pub struct Stripe {
    pub url: String,
    state: Arc<Mutex<State>>,
    schemas: Arc<Value>,
}

impl Stripe {
    pub fn open() -> Stripe {
        let state = Arc::new(Mutex::new(State::default()));
        let schemas: Arc<Value> = Arc::new(serde_json::from_str(include_str!("stripe.json")).unwrap());
        let (inner, described) = (Arc::clone(&state), Arc::clone(&schemas));
        let url = http_server::open(move |request| answer(&mut inner.lock().unwrap(), &described, request));
        Stripe { url, state, schemas }
    }

    /// A shop whose card gateway is this double.
    pub fn shop(&self) -> Shop {
        self.shop_offering("[\"card\"]")
    }

    /// The same, whose page offers these types: an array of texts.
    pub fn shop_offering(&self, types: &str) -> Shop {
        Shop::open_with(&[
            ("SHOP__PAYMENT__CARD_GATEWAY", "stripe"),
            ("SHOP__PAYMENT__STRIPE__API_URL", &self.url),
            ("SHOP__PAYMENT__STRIPE__SECRET_KEY", SECRET_KEY),
            ("SHOP__PAYMENT__STRIPE__WEBHOOK_SECRET", WEBHOOK_SECRET),
            ("SHOP__PAYMENT__STRIPE__PAYMENT_METHOD_TYPES", types),
        ])
    }

    pub fn requests(&self) -> Vec<Request> {
        self.state.lock().unwrap().requests.clone()
    }

    pub fn break_next_post(&self) {
        self.state.lock().unwrap().breaks = true;
    }

    /// Forgets all idempotency keys, as Stripe does after a day.
    pub fn forget_keys(&self) {
        self.state.lock().unwrap().answered.clear();
    }

    pub fn lose_answers(&self, count: usize) {
        self.state.lock().unwrap().lost = count;
    }

    /// Sends every request on to another server.
    pub fn lead_to(&self, url: &str) {
        self.state.lock().unwrap().leads_to = Some(url.to_owned());
    }

    pub fn be_down(&self, is_down: bool) {
        self.state.lock().unwrap().is_down = is_down;
    }

    /// Sets the initial status of refunds.
    pub fn refund_as(&self, status: &str) {
        self.state.lock().unwrap().refund_status = Some(status.into());
    }

    /// The id of the session with this URL.
    pub fn session_of(&self, page: &str) -> String {
        let state = self.state.lock().unwrap();
        state.sessions.iter().find(|(_, session)| session["url"] == page).map(|(id, _)| id.clone()).unwrap()
    }

    pub fn session(&self, id: &str) -> Value {
        self.state.lock().unwrap().sessions[id].clone()
    }

    /// Refunds of nothing, made at Stripe itself for the payment of the first refund.
    pub fn refund_by_hand(&self, count: usize) {
        let mut state = self.state.lock().unwrap();
        let first = state.refunds.values().next().unwrap().clone();
        for _ in 0..count {
            state.number += 1;
            let id = format!("re_{:06}", state.number);
            let mut refund = first.clone();
            (refund["id"], refund["amount"], refund["metadata"]) = (json!(id), json!(0), json!({}));
            state.refunds.insert(id, refund);
        }
    }

    pub fn refunds(&self) -> Vec<Value> {
        self.state.lock().unwrap().refunds.values().cloned().collect()
    }

    /// The shopper pays the session.
    pub fn pay(&self, id: &str) {
        self.complete(id, "succeeded", "paid");
    }

    /// The shopper pays the session by what takes days.
    pub fn pay_delayed(&self, id: &str) {
        self.complete(id, "processing", "unpaid");
    }

    /// The bank has decided about a payment that takes days.
    pub fn decide(&self, id: &str, is_paid: bool) {
        let mut state = self.state.lock().unwrap();
        assert_eq!(state.intents[&format!("pi_{id}")]["status"], "processing", "nothing is to be decided");
        if is_paid {
            intent_of(&mut state, &self.schemas, id, "succeeded", Value::Null);
            state.sessions.get_mut(id).unwrap()["payment_status"] = json!("paid");
        } else {
            let error = json!({ "type": "invalid_request_error", "code": "payment_intent_payment_attempt_failed" });
            intent_of(&mut state, &self.schemas, id, "requires_payment_method", error);
        }
    }

    fn complete(&self, id: &str, intent_status: &str, payment_status: &str) {
        let mut state = self.state.lock().unwrap();
        let intent = intent_of(&mut state, &self.schemas, id, intent_status, Value::Null);
        let session = state.sessions.get_mut(id).unwrap();
        assert_eq!(session["status"], "open", "the session is not open");
        (session["status"], session["payment_status"]) = (json!("complete"), json!(payment_status));
        session["payment_intent"] = json!(intent);
        session["url"] = Value::Null;
    }

    /// The bank declines the card; the session stays open.
    pub fn decline(&self, id: &str) {
        let mut state = self.state.lock().unwrap();
        let error = json!({ "type": "card_error", "code": "card_declined" });
        let intent = intent_of(&mut state, &self.schemas, id, "requires_payment_method", error);
        state.sessions.get_mut(id).unwrap()["payment_intent"] = json!(intent);
    }

    /// Sets the final status of a refund.
    pub fn finish_refund(&self, id: &str, status: &str) -> Value {
        let mut state = self.state.lock().unwrap();
        let refund = state.refunds.get_mut(id).unwrap();
        refund["status"] = json!(status);
        if status == "failed" {
            refund["failure_reason"] = json!("lost_or_stolen_card");
        }
        refund.clone()
    }

    /// A webhook event of a type.
    pub fn event(&self, kind: &str, object: &Value) -> Value {
        let mut state = self.state.lock().unwrap();
        state.number += 1;
        let event = json!({
            "id": format!("evt_{}", state.number), "object": "event", "api_version": VERSION, "created": now(),
            "data": { "object": object }, "livemode": false, "pending_webhooks": 1, "request": null, "type": kind
        });
        let faults = schema::faults(&self.schemas["answers"]["event"], &event);
        assert!(faults.is_empty(), "{faults:?}");
        event
    }

    /// The payment intent of a session.
    pub fn intent(&self, session: &str) -> Value {
        let state = self.state.lock().unwrap();
        state.intents[state.sessions[session]["payment_intent"].as_str().unwrap()].clone()
    }

    /// Sends a signed webhook; returns the status of the response.
    pub fn notify(&self, shop: &Shop, event: &Value) -> u16 {
        let body = event.to_string();
        self.notify_as(shop, &body, &signature(now(), &body, WEBHOOK_SECRET))
    }

    /// Sends a webhook with this signature header.
    pub fn notify_as(&self, shop: &Shop, body: &str, signature: &str) -> u16 {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let request = agent.post(format!("{}/webhooks/stripe", shop.url)).header("Content-Type", "application/json");
        request.header("Stripe-Signature", signature).send(body).unwrap().status().as_u16()
    }
}

pub fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// The signature header of a body at a time in Unix seconds.
pub fn signature(time: i64, body: &str, secret: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, format!("{time}.{body}").as_bytes());
    let hex: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={time},v1={hex}")
}

fn intent_of(state: &mut State, schemas: &Value, session: &str, status: &str, error: Value) -> String {
    let of = state.sessions[session].clone();
    let id = format!("pi_{session}");
    let mut intent = schema::least(&schemas["answers"]["payment_intent"]);
    intent["id"] = json!(id);
    intent["amount"] = of["amount_total"].clone();
    intent["currency"] = of["currency"].clone();
    intent["status"] = json!(status);
    intent["last_payment_error"] = error;
    intent["metadata"] = json!({ "reference": of["client_reference_id"] });
    state.intents.insert(id.clone(), intent);
    id
}

fn failure(status: u16, kind: &str, code: &str) -> Response {
    let error = json!({ "error": { "type": kind, "code": code, "message": "as Stripe words it" } });
    Response::json(status, &error)
}

fn answer(state: &mut State, schemas: &Value, request: &Request) -> Response {
    state.requests.push(request.clone());
    if state.is_down {
        return failure(503, "api_error", "");
    }
    if let Some(to) = &state.leads_to {
        return Response {
            status: 302,
            headers: vec![("Location".into(), to.clone())],
            ..Response::json(200, &json!({}))
        };
    }
    match request.headers.get("authorization").and_then(|value| value.strip_prefix("Bearer ")) {
        Some(SECRET_KEY) => {}
        Some(key) if RESTRICTED_KEYS.contains(&key) => return failure(403, "invalid_request_error", ""),
        _ => return failure(401, "invalid_request_error", ""),
    }
    assert_eq!(request.headers.get("stripe-version").map(String::as_str), Some(VERSION), "the described version");
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let is_post = request.method == "POST";
    let body = String::from_utf8(request.body.clone()).unwrap();
    let sent = format!("{} {path} {body}", request.method);
    let key = request.headers.get("idempotency-key").cloned();
    if let Some((earlier, answer)) = key.as_ref().and_then(|key| state.answered.get(key)) {
        return if *earlier == sent { answer.clone() } else { failure(400, "idempotency_error", "") };
    }
    assert!(!is_post || key.is_some(), "POST without an idempotency key: {path}");
    let pairs = pairs(if is_post { &body } else { query });
    let parts: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
    let described = match parts[..] {
        ["checkout", "sessions", _] => "/v1/checkout/sessions/{id}".to_owned(),
        ["checkout", "sessions", _, "expire"] => "/v1/checkout/sessions/{id}/expire".to_owned(),
        ["refunds", _] => "/v1/refunds/{id}".to_owned(),
        _ => path.to_owned(),
    };
    let described = &schemas["requests"][format!("{} {described}", request.method)];
    assert!(described.is_object(), "{sent} is not described");
    let args = schema::from_form(&pairs, described);
    let faults = schema::faults(described, &args);
    assert!(faults.is_empty(), "{sent}: {faults:?}");
    let response = match (is_post, &parts[..]) {
        (true, _) if std::mem::take(&mut state.breaks) => failure(500, "api_error", ""),
        (true, ["checkout", "sessions"]) => create(state, schemas, &args),
        (false, ["checkout", "sessions", id]) => match state.sessions.get(*id) {
            Some(session) => {
                let mut session = session.clone();
                let is_expanded = args["expand"].as_array().is_some_and(|list| list.contains(&json!("payment_intent")));
                if let Some(intent) = session["payment_intent"].as_str().filter(|_| is_expanded) {
                    session["payment_intent"] = state.intents[intent].clone();
                }
                described_as(schemas, "checkout.session", session)
            }
            None => failure(404, "invalid_request_error", "resource_missing"),
        },
        (true, ["checkout", "sessions", id, "expire"]) => match state.sessions.get_mut(*id) {
            Some(session) if session["status"] == "open" => {
                (session["status"], session["url"]) = (json!("expired"), Value::Null);
                described_as(schemas, "checkout.session", session.clone())
            }
            Some(_) => failure(400, "invalid_request_error", ""),
            None => failure(404, "invalid_request_error", "resource_missing"),
        },
        (false, ["balance"]) => {
            let balance = json!({ "object": "balance", "available": [], "pending": [], "livemode": false });
            described_as(schemas, "balance", balance)
        }
        (true, ["refunds"]) => refund(state, schemas, &args),
        (false, ["refunds"]) => {
            let is_of_intent = |refund: &&Value| refund["payment_intent"] == args["payment_intent"];
            // The newest first, in pages.
            let newest = state.refunds.values().rev().filter(is_of_intent);
            let mut rest = newest.skip_while(|refund| {
                args["starting_after"].as_str().is_some_and(|after| refund["id"].as_str() >= Some(after))
            });
            let limit = args["limit"].as_str().and_then(|limit| limit.parse().ok()).unwrap_or(10);
            let data: Vec<&Value> = rest.by_ref().take(limit).collect();
            let has_more = rest.next().is_some();
            Response::json(200, &json!({ "object": "list", "url": "/v1/refunds", "has_more": has_more, "data": data }))
        }
        (false, ["refunds", id]) => match state.refunds.get(*id) {
            Some(refund) => described_as(schemas, "refund", refund.clone()),
            None => failure(404, "invalid_request_error", "resource_missing"),
        },
        _ => failure(404, "invalid_request_error", ""),
    };
    if let Some(key) = key {
        state.answered.insert(key, (sent, response.clone()));
    }
    if state.lost > 0 {
        state.lost -= 1;
        return Response::lost();
    }
    response
}

/// A response, validated against the description.
fn described_as(schemas: &Value, name: &str, object: Value) -> Response {
    let faults = schema::faults(&schemas["answers"][name], &object);
    assert!(faults.is_empty(), "{name}: {faults:?}");
    Response::json(200, &object)
}

fn create(state: &mut State, schemas: &Value, args: &Value) -> Response {
    state.number += 1;
    let id = format!("cs_test_{}", state.number);
    let expires_at = args["expires_at"].as_i64().unwrap();
    let amounts = args["line_items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["quantity"].as_i64().unwrap() * item["price_data"]["unit_amount"].as_i64().unwrap());
    let mut session = schema::least(&schemas["answers"]["checkout.session"]);
    for name in ["client_reference_id", "success_url", "cancel_url", "customer_email", "locale", "metadata", "mode"] {
        session[name] = args[name].clone();
    }
    session["id"] = json!(id);
    session["amount_total"] = json!(amounts.sum::<i64>());
    session["currency"] = args["line_items"][0]["price_data"]["currency"].clone();
    session["expires_at"] = json!(expires_at);
    (session["status"], session["payment_status"]) = (json!("open"), json!("unpaid"));
    session["url"] = json!(format!("https://checkout.stripe.com/c/pay/{id}"));
    state.sessions.insert(id, session.clone());
    described_as(schemas, "checkout.session", session)
}

fn refund(state: &mut State, schemas: &Value, args: &Value) -> Response {
    let intent = args["payment_intent"].as_str().unwrap().to_owned();
    let amount = args["amount"].as_i64().unwrap();
    let Some(paid) = state.intents.get(&intent).and_then(|intent| intent["amount"].as_i64()) else {
        return failure(404, "invalid_request_error", "resource_missing");
    };
    let of_intent = state.refunds.values().filter(|refund| refund["payment_intent"] == *intent);
    let before: i64 = of_intent.filter_map(|refund| refund["amount"].as_i64()).sum();
    if before + amount > paid {
        return failure(400, "invalid_request_error", "charge_already_refunded");
    }
    state.number += 1;
    let id = format!("re_{:06}", state.number);
    let mut refund = schema::least(&schemas["answers"]["refund"]);
    refund["id"] = json!(id);
    refund["amount"] = json!(amount);
    refund["payment_intent"] = json!(intent);
    refund["metadata"] = args["metadata"].clone();
    refund["status"] = json!(state.refund_status.clone().unwrap_or_else(|| "succeeded".into()));
    state.refunds.insert(id, refund.clone());
    described_as(schemas, "refund", refund)
}

fn pairs(text: &str) -> Vec<(String, String)> {
    let decode =
        |part: &str| percent_encoding::percent_decode_str(&part.replace('+', " ")).decode_utf8().unwrap().into_owned();
    let mut seen = BTreeMap::new();
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name);
            // A repeated `expand[]` is a list.
            let name = match name.strip_suffix("[]") {
                Some(list) => {
                    let at = seen.entry(list.to_owned()).or_insert(0);
                    *at += 1;
                    format!("{list}[{}]", *at - 1)
                }
                None => name,
            };
            (name, decode(value))
        })
        .collect()
}
