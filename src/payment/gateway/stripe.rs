//! Stripe's hosted Checkout: card number and scripts stay on Stripe's page, 3-D Secure included.
//!
//! Four requests and one webhook over plain HTTPS. Every request that creates something has our reference as
//! idempotency key, so that a repetition after a crash creates nothing twice. Webhooks are authenticated by their signature
//! over the raw body (<https://docs.stripe.com/webhooks#verify-manually>). No SDK: the stable one is older than this
//! API version.

use jiff::Timestamp;
use reqwest::{Client, RequestBuilder, StatusCode};
use ring::hmac;
use serde::Deserialize;
use serde_json::Value;

use super::http::{self, Reply};
use super::{
    Answer, Gateway, GatewayError, Headers, Known, Opened, Opening, PaymentState, Place, RefundOutcome, RefundRequest,
    Report, WebhookData, WebhookEvent, WebhookRejection,
};
use crate::config;
use crate::domain::money::{Currency, Money};
use crate::domain::store_view::Lang;

pub const CODE: &str = "stripe";

/// The API version used here, whatever the account's default is.
const VERSION: &str = "2026-10-28.endive";

/// Requests for a refund under one idempotency key: with their delays they take four minutes.
const SAME_KEY: u32 = 4;

pub fn is_configured(config: &config::Stripe) -> bool {
    !config.secret_key.is_empty()
}

/// The client of Stripe.
#[derive(Debug)]
pub struct Stripe {
    client: Client,
    url: String,
    webhook: hmac::Key,
    config: config::Stripe,
}

impl Stripe {
    pub fn new(config: &config::Stripe) -> anyhow::Result<Stripe> {
        Ok(Stripe {
            client: http::client()?,
            url: config.api_url.trim_end_matches('/').to_owned(),
            webhook: hmac::Key::new(hmac::HMAC_SHA256, config.webhook_secret.reveal().as_bytes()),
            config: config.clone(),
        })
    }

    fn request(&self, request: RequestBuilder) -> RequestBuilder {
        request.bearer_auth(self.config.secret_key.reveal()).header("Stripe-Version", VERSION)
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.request(self.client.get(format!("{}{path}", self.url)))
    }

    fn post(&self, path: &str, key: &str, fields: &[(&str, String)]) -> RequestBuilder {
        self.request(self.client.post(format!("{}{path}", self.url))).header("Idempotency-Key", key).form(fields)
    }

    /// The fields that name what the page offers in a currency. Stripe leaves out what is not switched on there, and wallets come
    /// with cards by themselves.
    fn offered(&self, currency: Currency) -> impl Iterator<Item = (String, String)> {
        let sent = self.config.types(currency).filter(|one| !one.comes_with_card());
        sent.enumerate().map(|(at, one)| (format!("allowed_payment_method_types[{at}]"), one.code().to_owned()))
    }

    async fn retrieve(&self, id: &str) -> Result<Report, GatewayError> {
        let reply = http::send(self.get(&format!("/v1/checkout/sessions/{id}?expand[]=payment_intent"))).await?;
        read::<Session>(&reply)?.report()
    }

    async fn refunded(&self, request: RequestBuilder) -> Result<RefundOutcome, GatewayError> {
        Ok(read::<Refund>(&http::send(request).await?)?.outcome())
    }

    /// The refund that an earlier request made, of which no answer arrived.
    async fn find_refund(&self, request: &RefundRequest) -> Result<Option<RefundOutcome>, GatewayError> {
        let path = format!("/v1/refunds?payment_intent={}&limit=100", request.payment_id);
        let is_same =
            |refund: &Refund| refund.metadata.as_ref().is_some_and(|data| data.reference == request.reference);
        let mut after = String::new();
        loop {
            let mut page: List<Refund> = read(&http::send(self.get(&format!("{path}{after}"))).await?)?;
            if let Some(at) = page.data.iter().position(is_same) {
                return Ok(Some(page.data.swap_remove(at).outcome()));
            }
            match page.data.last().filter(|_| page.has_more) {
                Some(last) => after = format!("&starting_after={}", last.id),
                None => return Ok(None),
            }
        }
    }
}

/// What is known of a key.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Whether it moves real money.
    pub is_live: bool,
    /// It may not read balances, so its beginning tells whether it is live.
    pub is_restricted: bool,
}

/// Asks Stripe about a key; an error if it does not know it.
pub async fn key(config: &config::Stripe) -> Result<Key, GatewayError> {
    let stripe = Stripe::new(config).map_err(|error| GatewayError::Unreachable(error.to_string()))?;
    let reply = http::send(stripe.get("/v1/balance")).await?;
    // 401 is a key that Stripe does not know; 403 is one without this right.
    if reply.status == StatusCode::FORBIDDEN {
        return Ok(Key { is_live: !config::is_test_key(config.secret_key.reveal()), is_restricted: true });
    }
    Ok(Key { is_live: read::<Balance>(&reply)?.livemode, is_restricted: false })
}

impl Gateway for Stripe {
    fn code(&self) -> &'static str {
        CODE
    }

    fn open(&self, opening: Opening) -> Answer<'_, Opened> {
        Box::pin(async move {
            let offered: Vec<(String, String)> = self.offered(opening.amount.currency).collect();
            let mut fields = vec![
                ("mode", "payment".to_owned()),
                ("client_reference_id", opening.reference.clone()),
                ("success_url", opening.return_url),
                ("cancel_url", opening.cancel_url),
                ("customer_email", opening.email),
                ("expires_at", opening.expires_at.as_second().to_string()),
                ("locale", locale(opening.lang).to_owned()),
                ("line_items[0][quantity]", "1".to_owned()),
                ("line_items[0][price_data][currency]", opening.amount.currency.code().to_ascii_lowercase()),
                ("line_items[0][price_data][unit_amount]", opening.amount.minor.to_string()),
                ("line_items[0][price_data][product_data][name]", opening.label.clone()),
                ("metadata[reference]", opening.reference.clone()),
                ("metadata[order]", opening.order_number),
                ("payment_intent_data[description]", opening.label),
                ("payment_intent_data[metadata][reference]", opening.reference.clone()),
            ];
            fields.extend(offered.iter().map(|(name, code)| (name.as_str(), code.clone())));
            let reply = http::send(self.post("/v1/checkout/sessions", &opening.reference, &fields)).await?;
            let session: Session = read(&reply)?;
            let url = session.url.ok_or_else(|| GatewayError::Refused("a session without a page".into()))?;
            Ok(Opened { external_id: session.id, place: Place::Page(url) })
        })
    }

    fn check(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move { self.retrieve(session_id(&known)?).await })
    }

    fn close(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move {
            let id = session_id(&known)?;
            let key = format!("{}-close", known.reference);
            let reply = http::send(self.post(&format!("/v1/checkout/sessions/{id}/expire"), &key, &[])).await?;
            // Only an open session can be expired; this one was paid or has expired.
            if reply.status == StatusCode::BAD_REQUEST {
                self.retrieve(id).await
            } else {
                read::<Session>(&reply)?.report()
            }
        })
    }

    fn refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(async move {
            // Stripe forgets keys after a day, so a repetition looks for the refund first.
            if request.attempts > 0
                && let Some(outcome) = self.find_refund(&request).await?
            {
                return Ok(outcome);
            }
            // It also answers a failure of its own again under the same key, so later repetitions take another. By then no
            // earlier request is still in progress.
            let key = match request.attempts {
                0..SAME_KEY => request.reference.clone(),
                attempts => format!("{}-{attempts}", request.reference),
            };
            let fields = [
                ("payment_intent", request.payment_id),
                ("amount", request.amount.minor.to_string()),
                ("metadata[reference]", request.reference),
            ];
            self.refunded(self.post("/v1/refunds", &key, &fields)).await
        })
    }

    fn check_refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(async move { self.refunded(self.get(&format!("/v1/refunds/{}", request.external_id))).await })
    }

    fn verify_webhook(
        &self,
        headers: Headers<'_>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<WebhookEvent, WebhookRejection> {
        let signature = headers("stripe-signature").ok_or(WebhookRejection::Signature)?;
        check_signature(&self.webhook, &signature, body, now)?;
        let event: Event = serde_json::from_slice(body).map_err(|_| WebhookRejection::Unreadable)?;
        let data = event.data()?;
        Ok(WebhookEvent { event_id: event.id, kind: event.kind, data })
    }
}

/// Stripe's id of a payment; an error if it was never opened.
fn session_id(known: &Known) -> Result<&str, GatewayError> {
    if known.external_id.is_empty() {
        Err(GatewayError::Refused("never opened".into()))
    } else {
        Ok(&known.external_id)
    }
}

const fn locale(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en-GB",
        Lang::Fr => "fr",
        Lang::De => "de",
        Lang::Es => "es",
        Lang::Zh => "zh",
    }
}

/// Checks `t=…,v1=…[,v1=…]`: one signature must match time and body, and the time must be recent.
fn check_signature(key: &hmac::Key, header: &str, body: &[u8], now: Timestamp) -> Result<(), WebhookRejection> {
    let mut time = None;
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=') {
            Some(("t", value)) => time = Some(value),
            Some(("v1", value)) => signatures.extend(hex::decode(value)),
            _ => {}
        }
    }
    let time = time.ok_or(WebhookRejection::Signature)?;
    let signed = [time.as_bytes(), b".", body].concat();
    if !signatures.iter().any(|signature| hmac::verify(key, &signed, signature).is_ok()) {
        return Err(WebhookRejection::Signature);
    }
    http::check_age(time, now)
}

// ── Answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn read<T: serde::de::DeserializeOwned>(reply: &Reply) -> Result<T, GatewayError> {
    http::read(reply, |body| {
        let FailureDetail { kind, code } = serde_json::from_slice::<Failure>(body).unwrap_or_default().error;
        format!("{kind} {code}")
    })
}

/// Without the message, which may quote personal data.
#[derive(Debug, Default, Deserialize)]
struct Failure {
    error: FailureDetail,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct FailureDetail {
    #[serde(rename = "type")]
    kind: String,
    code: String,
}

#[derive(Debug, Deserialize)]
struct Balance {
    livemode: bool,
}

#[derive(Debug, Deserialize)]
struct Session {
    id: String,
    url: Option<String>,
    status: Option<String>,
    payment_status: String,
    client_reference_id: Option<String>,
    amount_total: Option<i64>,
    currency: Option<String>,
    payment_intent: Option<Expandable>,
}

/// An id, or the expanded object.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Expandable {
    Id(String),
    Intent(Intent),
}

#[derive(Debug, Deserialize)]
struct Intent {
    id: String,
    status: Option<String>,
    last_payment_error: Option<Value>,
}

impl Intent {
    fn has_failed(&self) -> bool {
        matches!(self.status.as_deref(), Some("requires_payment_method" | "canceled"))
    }
}

impl Session {
    fn report(self) -> Result<Report, GatewayError> {
        let (state, is_final) = match (self.payment_status.as_str(), self.status.as_deref()) {
            ("paid", _) => (self.paid()?, true),
            (_, Some("expired")) => (PaymentState::Canceled, true),
            // Paid by what takes days; it may have failed since, and then nobody can pay on this page any more.
            (_, Some("complete")) => match &self.payment_intent {
                Some(Expandable::Intent(intent)) if intent.has_failed() => (PaymentState::Declined, true),
                _ => (PaymentState::Delayed, false),
            },
            _ => match &self.payment_intent {
                Some(Expandable::Intent(intent)) if intent.status.as_deref() == Some("processing") => {
                    (PaymentState::Uncertain, false)
                }
                Some(Expandable::Intent(intent)) if intent.last_payment_error.is_some() => {
                    (PaymentState::Declined, false)
                }
                _ => (PaymentState::Open, false),
            },
        };
        Ok(Report { state, is_final, external_id: Some(self.id) })
    }

    fn paid(&self) -> Result<PaymentState, GatewayError> {
        let payment_id = match &self.payment_intent {
            Some(Expandable::Id(id)) => id.clone(),
            Some(Expandable::Intent(intent)) => intent.id.clone(),
            None => return Err(GatewayError::Unreachable("paid without a payment".into())),
        };
        let amount = money(self.amount_total, self.currency.as_deref());
        let amount = amount.ok_or_else(|| GatewayError::Unreachable("paid in what we do not know".into()))?;
        Ok(PaymentState::Paid { payment_id, amount })
    }
}

fn money(minor: Option<i64>, currency: Option<&str>) -> Option<Money> {
    let code = currency?.to_ascii_uppercase();
    let currency = Currency::ALL.into_iter().find(|known| known.code() == code)?;
    Some(Money::new(minor?, currency))
}

#[derive(Debug, Deserialize)]
struct Refund {
    id: String,
    status: Option<String>,
    #[serde(default)]
    failure_reason: Option<String>,
    #[serde(default)]
    metadata: Option<Metadata>,
}

#[derive(Debug, Deserialize)]
struct List<T> {
    data: Vec<T>,
    has_more: bool,
}

#[derive(Debug, Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    reference: String,
}

impl Refund {
    fn outcome(self) -> RefundOutcome {
        match self.status.as_deref() {
            Some("succeeded") => RefundOutcome::Done { external_id: self.id },
            Some("failed" | "canceled") => {
                RefundOutcome::Failed { reason: self.failure_reason.unwrap_or_else(|| "refused by the bank".into()) }
            }
            _ => RefundOutcome::Pending { external_id: self.id },
        }
    }
}

#[derive(Debug, Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: EventData,
}

#[derive(Debug, Deserialize)]
struct EventData {
    object: Value,
}

impl Event {
    fn data(&self) -> Result<WebhookData, WebhookRejection> {
        let object = &self.data.object;
        let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(match self.kind.as_str() {
            "checkout.session.completed"
            | "checkout.session.async_payment_succeeded"
            | "checkout.session.async_payment_failed"
            | "checkout.session.expired" => {
                let session = Session::deserialize(object).map_err(|_| WebhookRejection::Unreadable)?;
                let Some(reference) = session.client_reference_id.clone() else { return Ok(WebhookData::Nothing) };
                let mut report = session.report().map_err(|_| WebhookRejection::Unreadable)?;
                if self.kind.ends_with("async_payment_failed") {
                    report = Report { state: PaymentState::Declined, is_final: true, ..report };
                }
                WebhookData::Payment { reference, report }
            }
            "payment_intent.payment_failed" => match text("/metadata/reference") {
                reference if reference.is_empty() => WebhookData::Nothing,
                reference => WebhookData::Payment { reference, report: Report::of(PaymentState::Declined, false) },
            },
            "refund.created" | "refund.updated" | "refund.failed" | "charge.refund.updated" => {
                let mut refund = Refund::deserialize(object).map_err(|_| WebhookRejection::Unreadable)?;
                match refund.metadata.take().unwrap_or_default().reference {
                    reference if reference.is_empty() => WebhookData::Nothing,
                    reference => WebhookData::Refund { reference, outcome: refund.outcome() },
                }
            }
            "charge.dispute.created" => WebhookData::Alarm {
                payment_id: text("/payment_intent"),
                text: format!("the customer disputes the payment with the bank ({})", text("/reason")),
            },
            _ => WebhookData::Nothing,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    use super::super::http::TOLERANCE_S;
    use crate::testing::{config, fuzz};

    const NOW: i64 = 1_795_255_200;

    fn key() -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, b"whsec_test")
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("a moment")
    }

    fn signature(time: i64, body: &[u8]) -> String {
        let tag = hmac::sign(&key(), &[time.to_string().as_bytes(), b".", body].concat());
        hex::encode(tag)
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        /// Whoever knows the secret cannot crash the shop either.
        #[test]
        fn any_signed_body_is_an_event_or_unreadable(body in fuzz::mutated("webhooks")) {
            let gateway = Stripe::new(&config().payment.stripe).expect("a gateway");
            let tag = hmac::sign(&gateway.webhook, &[NOW.to_string().as_bytes(), b".", &body].concat());
            let header = format!("t={NOW},v1={}", hex::encode(tag));
            let read = gateway.verify_webhook(&|_| Some(header.clone()), &body, at(NOW));
            prop_assert!(matches!(read, Ok(_) | Err(WebhookRejection::Unreadable)), "{read:?}");
        }

        #[test]
        fn any_signature_header_without_the_secret_is_rejected(header in fuzz::mutated_text("webhooks")) {
            prop_assert_eq!(check_signature(&key(), &header, b"{}", at(NOW)), Err(WebhookRejection::Signature));
        }
    }

    #[test]
    fn signature_covers_time_and_body() {
        let body = br#"{"id":"evt_1"}"#;
        let good = format!("t={NOW},v1={}", signature(NOW, body));
        let check = |header: &str, body: &[u8], now: i64| check_signature(&key(), header, body, at(now));
        assert_eq!(check(&good, body, NOW), Ok(()));
        assert_eq!(check(&good, br#"{"id": "evt_1"}"#, NOW), Err(WebhookRejection::Signature));
        assert_eq!(
            check(&good.replace(&NOW.to_string(), &(NOW + 1).to_string()), body, NOW),
            Err(WebhookRejection::Signature)
        );
        for header in ["", "v1=", "t=1", "t=,v1=00", &format!("t={NOW},v0={}", signature(NOW, body)), "t=x,v1=zz"] {
            assert_eq!(check(header, body, NOW), Err(WebhookRejection::Signature), "{header}");
        }
        let other = hmac::Key::new(hmac::HMAC_SHA256, b"whsec_other");
        assert_eq!(check_signature(&other, &good, body, at(NOW)), Err(WebhookRejection::Signature));
    }

    #[test]
    fn one_valid_signature_of_several_suffices() {
        let body = b"{}";
        let header = format!("t={NOW},v1={},v1={}", "00".repeat(32), signature(NOW, body));
        assert_eq!(check_signature(&key(), &header, body, at(NOW)), Ok(()));
    }

    #[test]
    fn webhooks_outside_the_tolerance_are_rejected() {
        let body = b"{}";
        let header = format!("t={NOW},v1={}", signature(NOW, body));
        for (now, expected) in [
            (NOW + TOLERANCE_S, Ok(())),
            (NOW - TOLERANCE_S, Ok(())),
            (NOW + TOLERANCE_S + 1, Err(WebhookRejection::Stale)),
            (NOW - TOLERANCE_S - 1, Err(WebhookRejection::Stale)),
        ] {
            assert_eq!(check_signature(&key(), &header, body, at(now)), expected, "{now}");
        }
    }
}
