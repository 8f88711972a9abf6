//! WeChat Pay, API v3, native: the shopper scans a QR code with the payment's URL.
//!
//! Requests are signed with the merchant's key (RSA-SHA256), answers and notifications with WeChat's; a notification's
//! content is also encrypted with the merchant's secret (AES-256-GCM). Our reference is `out_trade_no`, WeChat's
//! idempotency key: one payment however often its code is requested.

use anyhow::{Context as _, anyhow, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use reqwest::{Client, Method, StatusCode};
use ring::{aead, rand, signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{PrivatePkcs8KeyDer, SubjectPublicKeyInfoDer};
use serde::Deserialize;
use serde_json::{Value, json};
use webpki::RawPublicKeyEntity;
use webpki::ring::RSA_PKCS1_2048_8192_SHA256;

use super::http::{self, Reply};
use super::{
    Answer, Gateway, GatewayError, Headers, Known, Opened, Opening, PaymentState, Place, RefundOutcome, RefundRequest,
    Report, WebhookData, WebhookEvent, WebhookRejection,
};
use crate::clock::Clock;
use crate::config;
use crate::domain::money::{Currency, Money};

pub const CODE: &str = "wechat";

pub fn is_configured(config: &config::Wechat) -> bool {
    !config.merchant_id.is_empty()
}

/// The client of WeChat Pay.
#[derive(Debug)]
pub struct Wechat {
    client: Client,
    clock: Clock,
    url: String,
    notify_url: String,
    app_id: String,
    merchant_id: String,
    serial: String,
    key: signature::RsaKeyPair,
    public_key_id: String,
    public_key: SubjectPublicKeyInfoDer<'static>,
    seal: aead::LessSafeKey,
}

impl Wechat {
    pub fn new(config: &config::Wechat, public_url: &str, clock: Clock) -> anyhow::Result<Wechat> {
        let read = |text: &str, path: &std::path::Path| match text {
            "" => std::fs::read(path).with_context(|| format!("{} cannot be read", path.display())),
            text => Ok(text.as_bytes().to_vec()),
        };
        let key = private_key(&read(config.private_key.reveal(), &config.private_key_file)?)
            .context("payment.wechat.private_key_file")?;
        let public_key = public_key(&read(&config.public_key, &config.public_key_file)?)
            .context("payment.wechat.public_key_file")?;
        let seal = aead::UnboundKey::new(&aead::AES_256_GCM, config.api_v3_key.reveal().as_bytes())
            .map_err(|_| anyhow!("payment.wechat.api_v3_key must have 32 characters"))?;
        Ok(Wechat {
            client: http::client()?,
            clock,
            url: config.api_url.trim_end_matches('/').to_owned(),
            notify_url: format!("{public_url}/webhooks/{CODE}"),
            app_id: config.app_id.clone(),
            merchant_id: config.merchant_id.clone(),
            serial: config.certificate_serial.clone(),
            key,
            public_key_id: config.public_key_id.clone(),
            public_key,
            seal: aead::LessSafeKey::new(seal),
        })
    }

    /// Whether WeChat Pay knows the merchant by these keys, and signs with the one that is known here: it is asked for a payment that
    /// there never was.
    pub async fn is_known(&self, reference: &str) -> Result<(), GatewayError> {
        let path = format!("/v3/pay/transactions/out-trade-no/{reference}?mchid={}", self.merchant_id);
        let reply = self.send(Method::GET, &path, None).await?;
        let failure = serde_json::from_slice::<Failure>(&reply.body).unwrap_or_default();
        match failure.code.as_str() {
            "ORDER_NOT_EXIST" | "ORDERNOTEXIST" => Ok(()),
            _ => read::<Transaction>(&reply).map(drop),
        }
    }

    /// Sends a signed request; the answer is accepted only with a valid signature of WeChat.
    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Reply, GatewayError> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let ours = |_| GatewayError::Unreachable("no randomness".into());
        let mut nonce = [0_u8; 16];
        getrandom::fill(&mut nonce).map_err(ours)?;
        let nonce: String = nonce.iter().map(|byte| format!("{byte:02X}")).collect();
        let time = self.clock.now().as_second();
        let signed = format!("{method}\n{path}\n{time}\n{nonce}\n{body}\n");
        let signature = self.sign(signed.as_bytes()).map_err(|error| GatewayError::Unreachable(error.to_string()))?;
        let authorization = format!(
            "WECHATPAY2-SHA256-RSA2048 mchid=\"{}\",nonce_str=\"{nonce}\",signature=\"{signature}\",timestamp=\"{time}\",serial_no=\"{}\"",
            self.merchant_id, self.serial
        );
        let request = self
            .client
            .request(method, format!("{}{path}", self.url))
            .header("Authorization", authorization)
            .header("Accept", "application/json")
            .header("Wechatpay-Serial", &self.public_key_id);
        let request =
            if body.is_empty() { request } else { request.header("Content-Type", "application/json").body(body) };
        let reply = http::send(request).await?;
        let header = |name: &str| reply.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        self.verify_message(&header, &reply.body, self.clock.now())
            .map_err(|why| GatewayError::Unreachable(format!("an answer with {why}")))?;
        Ok(reply)
    }

    fn sign(&self, message: &[u8]) -> anyhow::Result<String> {
        let mut signature = vec![0; self.key.public().modulus_len()];
        self.key
            .sign(&signature::RSA_PKCS1_SHA256, &rand::SystemRandom::new(), message, &mut signature)
            .map_err(|_| anyhow!("the merchant's key cannot sign"))?;
        Ok(STANDARD.encode(signature))
    }

    /// Verifies signature and time of a message from WeChat.
    fn verify_message(
        &self,
        header: &dyn Fn(&str) -> Option<String>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<(), WebhookRejection> {
        let get = |name: &str| header(name).ok_or(WebhookRejection::Signature);
        let (time, nonce) = (get("wechatpay-timestamp")?, get("wechatpay-nonce")?);
        if get("wechatpay-serial")? != self.public_key_id {
            return Err(WebhookRejection::Signature);
        }
        let signature = STANDARD.decode(get("wechatpay-signature")?).map_err(|_| WebhookRejection::Signature)?;
        let signed = [time.as_bytes(), b"\n", nonce.as_bytes(), b"\n", body, b"\n"].concat();
        verify(&self.public_key, &signed, &signature).map_err(|_| WebhookRejection::Signature)?;
        http::check_age(&time, now)
    }

    /// Decrypts the resource of a notification.
    fn unseal(&self, resource: &Sealed) -> Option<Vec<u8>> {
        let mut text = STANDARD.decode(&resource.ciphertext).ok()?;
        let nonce = aead::Nonce::try_assume_unique_for_key(resource.nonce.as_bytes()).ok()?;
        let beside = aead::Aad::from(resource.associated_data.as_bytes());
        let length = self.seal.open_in_place(nonce, beside, &mut text).ok()?.len();
        text.truncate(length);
        Some(text)
    }

    async fn transaction(&self, reference: &str) -> Result<Report, GatewayError> {
        let path = format!("/v3/pay/transactions/out-trade-no/{reference}?mchid={}", self.merchant_id);
        let reply = self.send(Method::GET, &path, None).await?;
        read::<Transaction>(&reply)?
            .report()
            .ok_or_else(|| GatewayError::Unreachable("paid in what we do not know".into()))
    }
}

impl Gateway for Wechat {
    fn code(&self) -> &'static str {
        CODE
    }

    fn open(&self, opening: Opening) -> Answer<'_, Opened> {
        Box::pin(async move {
            let body = json!({
                "appid": self.app_id,
                "mchid": self.merchant_id,
                "description": opening.label,
                "out_trade_no": opening.reference,
                "time_expire": opening.expires_at.strftime("%Y-%m-%dT%H:%M:%S+00:00").to_string(),
                "notify_url": self.notify_url,
                "amount": { "total": opening.amount.minor, "currency": opening.amount.currency.code() },
            });
            let reply = self.send(Method::POST, "/v3/pay/transactions/native", Some(&body)).await?;
            let code: Code = read(&reply)?;
            Ok(Opened { external_id: opening.reference, place: Place::Code(code.code_url) })
        })
    }

    fn check(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move { self.transaction(&known.reference).await })
    }

    fn close(&self, known: Known) -> Answer<'_, Report> {
        Box::pin(async move {
            let path = format!("/v3/pay/transactions/out-trade-no/{}/close", known.reference);
            let reply = self.send(Method::POST, &path, Some(&json!({ "mchid": self.merchant_id }))).await?;
            match reply.status {
                StatusCode::NO_CONTENT => Ok(Report::of(PaymentState::Canceled, true)),
                // Paid or closed already: ask which.
                _ => self.transaction(&known.reference).await,
            }
        })
    }

    fn refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(async move {
            let body = json!({
                "out_trade_no": request.attempt,
                "out_refund_no": request.reference,
                "notify_url": self.notify_url,
                "amount": {
                    "refund": request.amount.minor,
                    "total": request.paid.minor,
                    "currency": request.amount.currency.code(),
                },
            });
            let reply = self.send(Method::POST, "/v3/refund/domestic/refunds", Some(&body)).await?;
            Ok(read::<Refund>(&reply)?.outcome())
        })
    }

    fn check_refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome> {
        Box::pin(async move {
            let path = format!("/v3/refund/domestic/refunds/{}", request.reference);
            let reply = self.send(Method::GET, &path, None).await?;
            Ok(read::<Refund>(&reply)?.outcome())
        })
    }

    fn verify_webhook(
        &self,
        headers: Headers<'_>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<WebhookEvent, WebhookRejection> {
        self.verify_message(&headers, body, now)?;
        let envelope: Envelope = serde_json::from_slice(body).map_err(|_| WebhookRejection::Unreadable)?;
        let inner = self.unseal(&envelope.resource).ok_or(WebhookRejection::Unreadable)?;
        let data = if envelope.event_type.starts_with("REFUND.") {
            let refund: Refund = serde_json::from_slice(&inner).map_err(|_| WebhookRejection::Unreadable)?;
            WebhookData::Refund { reference: refund.out_refund_no.clone(), outcome: refund.outcome() }
        } else if envelope.event_type.starts_with("TRANSACTION.") {
            let transaction: Transaction = serde_json::from_slice(&inner).map_err(|_| WebhookRejection::Unreadable)?;
            let reference = transaction.out_trade_no.clone();
            WebhookData::Payment { reference, report: transaction.report().ok_or(WebhookRejection::Unreadable)? }
        } else {
            WebhookData::Nothing
        };
        Ok(WebhookEvent { event_id: envelope.id, kind: envelope.event_type, data })
    }
}

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Verifies a signature by RSA-SHA256.
fn verify(key: &SubjectPublicKeyInfoDer<'_>, message: &[u8], signature: &[u8]) -> Result<(), webpki::Error> {
    RawPublicKeyEntity::try_from(key)?.verify_signature(RSA_PKCS1_2048_8192_SHA256, message, signature)
}

/// The merchant's key, as PEM.
pub fn private_key(pem: &[u8]) -> anyhow::Result<signature::RsaKeyPair> {
    let private = PrivatePkcs8KeyDer::from_pem_slice(pem).context("holds no \"PRIVATE KEY\" in PEM")?;
    signature::RsaKeyPair::from_pkcs8(private.secret_pkcs8_der()).map_err(|_| anyhow!("holds no RSA key in PKCS #8"))
}

/// WeChat's key, as PEM.
pub fn public_key(pem: &[u8]) -> anyhow::Result<SubjectPublicKeyInfoDer<'static>> {
    let key = SubjectPublicKeyInfoDer::from_pem_slice(pem).context("holds no \"PUBLIC KEY\" in PEM")?;
    ensure!(is_rsa(&key), "holds no RSA key as a public key (PEM)");
    Ok(key)
}

/// Whether a public key is one of RSA, so that a wrong file is reported at start and not at the first payment.
fn is_rsa(key: &SubjectPublicKeyInfoDer<'_>) -> bool {
    verify(key, &[], &[]) == Err(webpki::Error::InvalidSignatureForPublicKey)
}

// ── Answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn read<T: serde::de::DeserializeOwned>(reply: &Reply) -> Result<T, GatewayError> {
    http::read(reply, |body| serde_json::from_slice::<Failure>(body).unwrap_or_default().code)
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Failure {
    code: String,
}

#[derive(Debug, Deserialize)]
struct Code {
    code_url: String,
}

#[derive(Debug, Deserialize)]
struct Transaction {
    out_trade_no: String,
    trade_state: String,
    #[serde(default)]
    transaction_id: String,
    #[serde(default)]
    amount: Option<Amount>,
}

#[derive(Debug, Deserialize)]
struct Amount {
    total: i64,
    #[serde(default = "yuan")]
    currency: String,
}

fn yuan() -> String {
    Currency::Cny.code().to_owned()
}

impl Transaction {
    fn report(self) -> Option<Report> {
        let (state, is_final) = match self.trade_state.as_str() {
            // Refunded implies paid.
            "SUCCESS" | "REFUND" => {
                let amount = self.amount?;
                let currency = Currency::ALL.into_iter().find(|known| known.code() == amount.currency)?;
                (
                    PaymentState::Paid { payment_id: self.transaction_id, amount: Money::new(amount.total, currency) },
                    true,
                )
            }
            "CLOSED" | "REVOKED" => (PaymentState::Canceled, true),
            "PAYERROR" => (PaymentState::Declined, true),
            // NOTPAY, USERPAYING
            _ => (PaymentState::Open, false),
        };
        Some(Report::of(state, is_final))
    }
}

#[derive(Debug, Deserialize)]
struct Refund {
    refund_id: String,
    #[serde(default)]
    out_refund_no: String,
    /// Answers say `status`, notices `refund_status`.
    #[serde(alias = "refund_status")]
    status: String,
}

impl Refund {
    fn outcome(self) -> RefundOutcome {
        match self.status.as_str() {
            "SUCCESS" => RefundOutcome::Done { external_id: self.refund_id },
            "CLOSED" | "ABNORMAL" => RefundOutcome::Failed { reason: self.status },
            _ => RefundOutcome::Pending { external_id: self.refund_id },
        }
    }
}

#[derive(Debug, Deserialize)]
struct Envelope {
    id: String,
    event_type: String,
    resource: Sealed,
}

#[derive(Debug, Deserialize)]
struct Sealed {
    ciphertext: String,
    nonce: String,
    #[serde(default)]
    associated_data: String,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::fuzz;

    proptest! {
        #![proptest_config(fuzz::config())]

        /// Money is reported as it was written, and only in the states that mean it.
        #[test]
        fn any_notice_is_read_as_written_or_unreadable(bytes in fuzz::mutated("webhooks")) {
            // Fields that the shop does not know may be unreadable.
            let Ok(written @ Value::Object(_)) = serde_json::from_slice::<Value>(&bytes) else { return Ok(()) };
            if let Ok(envelope) = serde_json::from_slice::<Envelope>(&bytes) {
                prop_assert_eq!(&written["resource"]["ciphertext"], &envelope.resource.ciphertext);
            }
            if let Ok(transaction) = serde_json::from_slice::<Transaction>(&bytes) {
                let is_paid = ["SUCCESS", "REFUND"].contains(&transaction.trade_state.as_str());
                prop_assert_eq!(&written["trade_state"], &transaction.trade_state);
                match transaction.report().map(|report| (report.state, report.is_final)) {
                    Some((PaymentState::Paid { payment_id, amount }, true)) => {
                        prop_assert!(is_paid);
                        prop_assert_eq!(&json!(amount.minor), &written["amount"]["total"]);
                        let currency = written["amount"]["currency"].as_str().unwrap_or("CNY");
                        prop_assert_eq!(amount.currency.code(), currency);
                        prop_assert_eq!(payment_id, written["transaction_id"].as_str().unwrap_or_default());
                    }
                    other => {
                        prop_assert_eq!(other.is_none(), is_paid, "{:?}", other);
                    }
                }
            }
            if let Ok(refund) = serde_json::from_slice::<Refund>(&bytes) {
                let status = written.get("status").or(written.get("refund_status")).cloned();
                prop_assert_eq!(status, Some(json!(refund.status)));
                let is_done = refund.status == "SUCCESS";
                let outcome = refund.outcome();
                prop_assert_eq!(matches!(outcome, RefundOutcome::Done { .. }), is_done, "{:?}", outcome);
            }
        }

        #[test]
        fn transaction_is_paid_in_two_states_with_a_known_currency_only(
            state in prop_oneof![
                proptest::sample::select(vec!["SUCCESS", "REFUND", "NOTPAY", "CLOSED", "REVOKED", "USERPAYING", "PAYERROR"])
                    .prop_map(str::to_owned),
                "[A-Za-z_ ]{0,12}",
            ],
            amount in proptest::option::of((any::<i64>(), proptest::option::of("CNY|EUR|USD|XTS|cny|"))),
        ) {
            let mut text = json!({ "out_trade_no": "a", "trade_state": state, "transaction_id": "42" });
            if let Some((total, currency)) = &amount {
                text["amount"] = json!({ "total": total });
                if let Some(currency) = currency {
                    text["amount"]["currency"] = json!(currency);
                }
            }
            let report = serde_json::from_value::<Transaction>(text).expect("a transaction").report();
            let known = amount.and_then(|(total, currency)| {
                let code = currency.unwrap_or_else(|| "CNY".into());
                Some(Money::new(total, Currency::ALL.into_iter().find(|known| known.code() == code)?))
            });
            let expected = match state.as_str() {
                "SUCCESS" | "REFUND" => {
                    known.map(|amount| Report::of(PaymentState::Paid { payment_id: "42".into(), amount }, true))
                }
                "CLOSED" | "REVOKED" => Some(Report::of(PaymentState::Canceled, true)),
                "PAYERROR" => Some(Report::of(PaymentState::Declined, true)),
                _ => Some(Report::of(PaymentState::Open, false)),
            };
            prop_assert_eq!(report, expected);
        }
    }

    #[test]
    fn public_keys_other_than_rsa_are_rejected() {
        let key = |inner: &str| {
            let text = format!("-----BEGIN PUBLIC KEY-----\n{inner}\n-----END PUBLIC KEY-----\n");
            SubjectPublicKeyInfoDer::from_pem_slice(text.as_bytes()).expect("PEM")
        };
        let rsa = key("MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMZcgtRRqFPbPTEFDsWPyA6lupnUTctMspKS/8plkLMQ\n\
                       GSzZ+4bNxSJkIOh2m0eudhMo4zGP84IecAQv6y2n0O0CAwEAAQ==");
        assert!(is_rsa(&rsa));
        let elliptic = key("MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESHr4Oa7Iwy2+KjS3YLNd5mrQytNYyihG8HAh1F9Q\n\
                            XjyVUR4jk1v4w/gUQux34ufgNtyslwPHJx/kpsiumWZ4Wg==");
        assert!(!is_rsa(&elliptic));
        assert!(!is_rsa(&SubjectPublicKeyInfoDer::from(&rsa[..rsa.len() - 1])));
    }

    #[test]
    fn refunded_transaction_counts_as_paid() {
        let of = |state: &str| {
            let text = format!(
                r#"{{"out_trade_no":"a","trade_state":"{state}","transaction_id":"42","amount":{{"total":100,"currency":"CNY"}}}}"#
            );
            serde_json::from_str::<Transaction>(&text).expect("JSON").report().expect("a report")
        };
        let paid = PaymentState::Paid { payment_id: "42".into(), amount: Money::new(100, Currency::Cny) };
        assert_eq!(of("SUCCESS"), Report::of(paid.clone(), true));
        assert_eq!(of("REFUND"), Report::of(paid, true));
        assert_eq!(of("NOTPAY"), Report::of(PaymentState::Open, false));
        assert_eq!(of("CLOSED"), Report::of(PaymentState::Canceled, true));
        assert_eq!(of("PAYERROR"), Report::of(PaymentState::Declined, true));
    }
}
