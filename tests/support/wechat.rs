//! A double of WeChat Pay API v3 with RSA keys of its own: it verifies requests and signs responses and webhooks.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, UnparsedPublicKey};
use ring::{aead, rand};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject as _;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::Shop;
use super::http_server::{self, Request, Response};

const API_V3_KEY: &str = "0123456789abcdef0123456789abcdef";
const PUBLIC_KEY_ID: &str = "PUB_KEY_ID_0114232134912410000000000000";
const MERCHANT: &str = "1900009191";

#[derive(Debug, Default)]
struct State {
    /// By `out_trade_no`.
    trades: BTreeMap<String, Value>,
    refunds: BTreeMap<String, Value>,
    codes: u64,
    requests: Vec<Request>,
}

/// The double; cheap to clone.
#[derive(Clone)]
pub struct Wechat {
    pub url: String,
    state: Arc<Mutex<State>>,
    keys: Arc<Keys>,
}

/// Two RSA key pairs made by OpenSSL, as an operator makes them.
struct Keys {
    service: RsaKeyPair,
    merchant: RsaKeyPair,
    folder: TempDir,
}

impl Keys {
    fn new() -> Keys {
        let folder = TempDir::new().unwrap();
        let pair = |name: &str| {
            let (private, public) =
                (folder.path().join(format!("{name}.pem")), folder.path().join(format!("{name}.pub")));
            openssl(&["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out"], &[&private]);
            let (from, to) = (private.as_path(), public.as_path());
            openssl(&["pkey", "-pubout", "-in"], &[from, Path::new("-out"), to]);
            let key = PrivatePkcs8KeyDer::from_pem_file(private).unwrap();
            RsaKeyPair::from_pkcs8(key.secret_pkcs8_der()).unwrap()
        };
        Keys { service: pair("wechat"), merchant: pair("merchant"), folder }
    }

    fn sign(&self, message: &str) -> String {
        let mut signature = vec![0; self.service.public().modulus_len()];
        self.service.sign(&RSA_PKCS1_SHA256, &rand::SystemRandom::new(), message.as_bytes(), &mut signature).unwrap();
        STANDARD.encode(signature)
    }
}

fn openssl(args: &[&str], files: &[&Path]) {
    let made = Command::new("openssl").args(args).args(files).output().expect("openssl");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

impl Wechat {
    pub fn open() -> Wechat {
        let keys = Arc::new(Keys::new());
        let state = Arc::new(Mutex::new(State::default()));
        let (inner, signing) = (Arc::clone(&state), Arc::clone(&keys));
        let url = http_server::open(move |request| answer(&mut inner.lock().unwrap(), &signing, request));
        Wechat { url, state, keys }
    }

    /// A shop with five languages whose WeChat gateway is this double.
    pub fn shop(&self) -> Shop {
        let folder = self.keys.folder.path();
        let (private, public) = (folder.join("merchant.pem"), folder.join("wechat.pub"));
        Shop::open_with(&[
            ("SHOP__LANGUAGES", "[\"en\", \"fr\", \"de\", \"es\", \"zh\"]"),
            ("SHOP__PAYMENT__WECHAT_GATEWAY", "wechat"),
            ("SHOP__PAYMENT__WECHAT__API_URL", &self.url),
            ("SHOP__PAYMENT__WECHAT__APP_ID", "wxd678efh567hg6787"),
            ("SHOP__PAYMENT__WECHAT__MERCHANT_ID", MERCHANT),
            ("SHOP__PAYMENT__WECHAT__CERTIFICATE_SERIAL", "5157F09EFDC096DE15EBE81A47057A7232F1B8E1"),
            ("SHOP__PAYMENT__WECHAT__PRIVATE_KEY_FILE", private.to_str().unwrap()),
            ("SHOP__PAYMENT__WECHAT__PUBLIC_KEY_ID", PUBLIC_KEY_ID),
            ("SHOP__PAYMENT__WECHAT__PUBLIC_KEY_FILE", public.to_str().unwrap()),
            ("SHOP__PAYMENT__WECHAT__API_V3_KEY", API_V3_KEY),
        ])
    }

    /// Its keys, as somebody enters them in the console.
    pub fn entered(&self) -> Value {
        let read = |name: &str| std::fs::read_to_string(self.keys.folder.path().join(name)).unwrap();
        json!({ "app_id": "wxd678efh567hg6787", "merchant_id": MERCHANT,
            "certificate_serial": "5157F09EFDC096DE15EBE81A47057A7232F1B8E1", "private_key": read("merchant.pem"),
            "public_key_id": PUBLIC_KEY_ID, "public_key": read("wechat.pub"), "api_v3_key": API_V3_KEY })
    }

    pub fn requests(&self) -> Vec<Request> {
        self.state.lock().unwrap().requests.clone()
    }

    /// The references of all payments.
    pub fn trades(&self) -> Vec<String> {
        self.state.lock().unwrap().trades.keys().cloned().collect()
    }

    pub fn refunds(&self) -> Vec<Value> {
        self.state.lock().unwrap().refunds.values().cloned().collect()
    }

    /// The shopper scans and pays.
    pub fn pay(&self, reference: &str) {
        let mut state = self.state.lock().unwrap();
        let trade = state.trades.get_mut(reference).unwrap();
        assert_eq!(trade["trade_state"], "NOTPAY");
        trade["trade_state"] = json!("SUCCESS");
        trade["transaction_id"] = json!(format!("42000{}", reference.len()));
    }

    /// The encrypted and signed webhook of a payment: body and headers.
    pub fn notification(&self, reference: &str) -> (String, Vec<(&'static str, String)>) {
        let trade = self.state.lock().unwrap().trades[reference].clone();
        self.sealed("TRANSACTION.SUCCESS", "transaction", &trade)
    }

    /// Encrypts and signs a webhook: body and headers.
    pub fn sealed(&self, kind: &str, associated: &str, inner: &Value) -> (String, Vec<(&'static str, String)>) {
        let nonce = "abcdefghijkl";
        let key = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_256_GCM, API_V3_KEY.as_bytes()).unwrap());
        let mut text = inner.to_string().into_bytes();
        key.seal_in_place_append_tag(
            aead::Nonce::try_assume_unique_for_key(nonce.as_bytes()).unwrap(),
            aead::Aad::from(associated.as_bytes()),
            &mut text,
        )
        .unwrap();
        let body = json!({
            "id": format!("EV-{kind}-{}", inner["out_trade_no"]), "create_time": "2026-11-21T10:00:00+08:00",
            "resource_type": "encrypt-resource", "event_type": kind, "summary": "支付成功",
            "resource": { "algorithm": "AEAD_AES_256_GCM", "ciphertext": STANDARD.encode(text), "nonce": nonce,
                "associated_data": associated, "original_type": associated }
        })
        .to_string();
        let headers = signed_headers(&self.keys, &body, jiff::Timestamp::now().as_second());
        (body, headers)
    }

    /// Signature headers of a body at a time in Unix seconds.
    pub fn headers_at(&self, body: &str, time: i64) -> Vec<(&'static str, String)> {
        signed_headers(&self.keys, body, time)
    }

    /// Sends a webhook; returns the status of the response.
    pub fn notify(&self, shop: &Shop, body: &str, headers: &[(&'static str, String)]) -> u16 {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut request =
            agent.post(format!("{}/webhooks/wechat", shop.url)).header("Content-Type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        request.send(body).unwrap().status().as_u16()
    }
}

fn signed_headers(keys: &Keys, body: &str, time: i64) -> Vec<(&'static str, String)> {
    let nonce = "5K8264ILTKCH16CQ2502SI8ZNMTM67VS";
    vec![
        ("Wechatpay-Timestamp", time.to_string()),
        ("Wechatpay-Nonce", nonce.to_owned()),
        ("Wechatpay-Serial", PUBLIC_KEY_ID.to_owned()),
        ("Wechatpay-Signature", keys.sign(&format!("{time}\n{nonce}\n{body}\n"))),
    ]
}

/// Panics unless the merchant signed the request.
fn check_request(keys: &Keys, request: &Request) {
    let header = request.headers["authorization"].strip_prefix("WECHATPAY2-SHA256-RSA2048 ").unwrap();
    let parts: BTreeMap<&str, &str> = header
        .split(',')
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap();
            (name, value.trim_matches('"'))
        })
        .collect();
    assert_eq!(parts["mchid"], MERCHANT);
    let body = String::from_utf8(request.body.clone()).unwrap();
    let message =
        format!("{}\n{}\n{}\n{}\n{body}\n", request.method, request.path, parts["timestamp"], parts["nonce_str"]);
    let signature = STANDARD.decode(parts["signature"]).unwrap();
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, keys.merchant.public().as_ref());
    key.verify(message.as_bytes(), &signature).expect("signed by the merchant");
}

fn answer(state: &mut State, keys: &Keys, request: &Request) -> Response {
    check_request(keys, request);
    state.requests.push(request.clone());
    let (path, _) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let args: Value = serde_json::from_slice(&request.body).unwrap_or(Value::Null);
    let parts: Vec<&str> = path.trim_start_matches("/v3/").split('/').collect();
    let (status, body) = match (request.method.as_str(), &parts[..]) {
        ("POST", ["pay", "transactions", "native"]) => {
            assert_eq!(args["amount"]["currency"], "CNY");
            let reference = args["out_trade_no"].as_str().unwrap().to_owned();
            assert!((6..=32).contains(&reference.len()) && reference.chars().all(|c| c.is_ascii_alphanumeric()));
            state.codes += 1;
            let code = format!("weixin://wxpay/bizpayurl?pr={}", state.codes);
            let trade = state.trades.entry(reference.clone()).or_insert_with(|| {
                json!({ "out_trade_no": reference, "trade_state": "NOTPAY", "amount": args["amount"], "mchid": MERCHANT,
                    "request": args })
            });
            if trade["request"] == args {
                (200, json!({ "code_url": code }))
            } else {
                (400, json!({ "code": "INVALID_REQUEST", "message": "商户订单号重复" }))
            }
        }
        ("GET", ["pay", "transactions", "out-trade-no", reference]) => match state.trades.get(*reference) {
            Some(trade) => (200, trade.clone()),
            None => (404, json!({ "code": "ORDER_NOT_EXIST", "message": "订单不存在" })),
        },
        ("POST", ["pay", "transactions", "out-trade-no", reference, "close"]) => match state.trades.get_mut(*reference)
        {
            Some(trade) if trade["trade_state"] == "NOTPAY" => {
                trade["trade_state"] = json!("CLOSED");
                (204, Value::Null)
            }
            Some(_) => (400, json!({ "code": "ORDERPAID", "message": "订单已支付" })),
            None => (404, json!({ "code": "ORDER_NOT_EXIST", "message": "订单不存在" })),
        },
        ("POST", ["refund", "domestic", "refunds"]) => {
            let number = args["out_refund_no"].as_str().unwrap().to_owned();
            let refund = state.refunds.entry(number.clone()).or_insert_with(|| {
                json!({ "refund_id": format!("50000{}", number.len()), "out_refund_no": number, "status": "PROCESSING",
                    "amount": args["amount"], "out_trade_no": args["out_trade_no"] })
            });
            (200, refund.clone())
        }
        ("GET", ["refund", "domestic", "refunds", number]) => match state.refunds.get_mut(*number) {
            Some(refund) => {
                refund["status"] = json!("SUCCESS");
                (200, refund.clone())
            }
            None => (404, json!({ "code": "RESOURCE_NOT_EXISTS", "message": "退款单不存在" })),
        },
        _ => (404, json!({ "code": "NOT_FOUND" })),
    };
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let headers = signed_headers(keys, &body, jiff::Timestamp::now().as_second());
    let mut response = Response::json(status, &Value::Null);
    response.body = body.into_bytes();
    response.headers.extend(headers.into_iter().map(|(name, value)| (name.to_owned(), value)));
    response
}
