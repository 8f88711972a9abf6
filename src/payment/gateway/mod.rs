//! The interface of payment gateways (decisions §7): open a payment → a page or a QR code → reports by webhook, by
//! return or on request, in any order and any number of times.
//!
//! A gateway knows no tables of the shop and decides nothing: it translates requests and answers. All its input comes
//! from rows, so that a request can be repeated after a crash under the same reference, its idempotency key.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use jiff::Timestamp;

use crate::call::View;
use crate::clock::Clock;
use crate::config::{CardGateway, Config, Mode, WechatGateway};
use crate::db::Db;
use crate::domain::money::{Currency, Money};
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;
use crate::message::{self, Message};

pub mod demo;
pub mod http;
pub mod stripe;
pub mod wechat;

/// The future answer of a gateway.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, GatewayError>> + Send + 'a>>;

/// An error of a gateway. The texts are logged: no personal data, no secrets.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// No answer, a timeout or a server error: the request may be repeated.
    #[error("not reached: {0}")]
    Unreachable(String),
    /// Rejected: the request must not be repeated.
    #[error("refused: {0}")]
    Refused(String),
}

/// A payment to be opened. The reference is the idempotency key: it always has the same fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    pub reference: String,
    pub order_number: String,
    pub amount: Money,
    pub lang: Lang,
    pub email: String,
    /// Name of the shop and number of the order, shown to the shopper.
    pub label: String,
    /// URL for the shopper's return.
    pub return_url: String,
    /// URL for the shopper's return without payment.
    pub cancel_url: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// An opened payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    pub external_id: String,
    pub place: Place,
}

/// Where the shopper pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// On a page with this URL.
    Page(String),
    /// With a phone, by the QR code of this text.
    Code(String),
}

/// A payment that was opened, or may have been before a crash.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    pub reference: String,
    /// The gateway's id; empty while unknown.
    pub external_id: String,
    pub amount: Money,
}

/// The state of a payment as the gateway reports it.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub state: PaymentState,
    /// Whether the state can no longer change.
    pub is_final: bool,
    /// The gateway's id of the payment, if the report has it.
    pub external_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum PaymentState {
    Open,
    /// The gateway does not know yet whether money has moved.
    Uncertain,
    /// The shopper has paid by what takes days, such as a direct debit: the gateway will tell.
    Delayed,
    Declined,
    /// Abandoned or expired.
    Canceled,
    Paid {
        /// The id that refunds refer to.
        payment_id: String,
        amount: Money,
    },
}

impl Report {
    pub fn of(state: PaymentState, is_final: bool) -> Report {
        Report { state, is_final, external_id: None }
    }
}

/// A refund to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct RefundRequest {
    pub reference: String,
    /// Earlier requests for it, whose outcome is unknown.
    pub attempts: u32,
    /// The gateway's id of the refund; empty while unknown.
    pub external_id: String,
    /// Reference of the attempt that was paid.
    pub attempt: String,
    /// The gateway's id of the payment.
    pub payment_id: String,
    pub amount: Money,
    /// The full amount of that payment.
    pub paid: Money,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundOutcome {
    Done {
        external_id: String,
    },
    /// Accepted; the outcome comes later.
    Pending {
        external_id: String,
    },
    Failed {
        reason: String,
    },
}

/// A verified webhook event.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookEvent {
    /// The gateway's id of the event, which is processed once.
    pub event_id: String,
    pub kind: String,
    pub data: WebhookData,
}

#[derive(Debug, Clone, PartialEq)]
pub enum WebhookData {
    /// Of the payment with this reference.
    Payment { reference: String, report: Report },
    /// Of the refund with this reference.
    Refund { reference: String, outcome: RefundOutcome },
    /// A dispute or similar about the payment with this gateway id, for the operator.
    Alarm { payment_id: String, text: String },
    /// An event that the shop ignores.
    Nothing,
}

/// Why a webhook is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WebhookRejection {
    #[error("no valid signature")]
    Signature,
    #[error("too old, or from the future")]
    Stale,
    #[error("not readable")]
    Unreadable,
}

/// Looks up a request's header by its name in lower case.
pub type Headers<'a> = &'a (dyn Fn(&str) -> Option<String> + Sync);

/// A payment gateway.
pub trait Gateway: Debug + Send + Sync {
    /// Its code in rows.
    fn code(&self) -> &'static str;

    /// Opens a payment, or answers the one already opened under its reference.
    fn open(&self, opening: Opening) -> Answer<'_, Opened>;

    /// Requests the state of a payment.
    fn check(&self, known: Known) -> Answer<'_, Report>;

    /// Prevents further payment; answers the final state, since it may have been paid meanwhile.
    fn close(&self, known: Known) -> Answer<'_, Report>;

    /// Sends a refund, once for each reference.
    fn refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome>;

    /// Requests the outcome of a refund.
    fn check_refund(&self, request: RefundRequest) -> Answer<'_, RefundOutcome>;

    /// Verifies signature and age of a webhook, and parses it.
    fn verify_webhook(
        &self,
        headers: Headers<'_>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<WebhookEvent, WebhookRejection>;
}

/// All usable gateways: those configured for a method, and others that old rows may refer to.
#[derive(Debug, Clone, Default)]
pub struct Gateways(pub Vec<Arc<dyn Gateway>>);

impl Gateways {
    /// Builds the configured gateways.
    pub fn new(config: &Config, db: &Db, clock: &Clock) -> anyhow::Result<Gateways> {
        let mut gateways: Vec<Arc<dyn Gateway>> = Vec::new();
        if config.mode == Mode::Demo {
            gateways.push(Arc::new(demo::Demo::new(db.clone(), clock.clone(), config.public_url())));
        }
        if stripe::is_configured(&config.payment.stripe) {
            gateways.push(Arc::new(stripe::Stripe::new(&config.payment.stripe)?));
        }
        if wechat::is_configured(&config.payment.wechat) {
            let wechat = wechat::Wechat::new(&config.payment.wechat, &config.public_url(), clock.clone())?;
            gateways.push(Arc::new(wechat));
        }
        Ok(Gateways(gateways))
    }

    /// The gateway with this code.
    pub fn find(&self, code: &str) -> Option<Arc<dyn Gateway>> {
        self.0.iter().find(|gateway| gateway.code() == code).cloned()
    }

    /// The gateway with this code; an error if it is not configured.
    pub fn get(&self, code: &str) -> Result<Arc<dyn Gateway>, GatewayError> {
        self.find(code).ok_or_else(|| GatewayError::Unreachable(format!("{code} is not configured")))
    }
}

/// The code of the gateway configured for a payment method, if it has one.
pub fn code_of(config: &Config, method: PaymentMethod) -> Option<&'static str> {
    match method {
        PaymentMethod::Card => Some(match config.payment.card_gateway {
            CardGateway::Demo => demo::CODE,
            CardGateway::Stripe => stripe::CODE,
        }),
        PaymentMethod::Wechat => Some(match config.payment.wechat_gateway {
            WechatGateway::Demo => demo::CODE,
            WechatGateway::Wechat => wechat::CODE,
        }),
        PaymentMethod::BankTransfer | PaymentMethod::Cheque => None,
    }
}

/// Whether a payment method is offered for orders in this currency that go to this country (ISO 3166-1 alpha-2): WeChat Pay in the
/// Chinese store view and in CNY only (decisions §10), cheques where people write them.
pub fn is_offered(view: &View, method: PaymentMethod, currency: Currency, country: &str) -> bool {
    let (config, languages) = (&view.config, view.stores.languages());
    let is_served = match method {
        PaymentMethod::Wechat => view.lang() == Lang::Zh && currency == Currency::Cny,
        PaymentMethod::Cheque => config.payment.cheque.is_taken_in(country),
        PaymentMethod::Card | PaymentMethod::BankTransfer => true,
    };
    config.takes(method, languages) && is_served
}

/// Why a payment method that is not [offered](is_offered) is refused, and what to do instead. `country`: its name.
pub fn not_offered(view: &View, method: PaymentMethod, country: &str) -> Message {
    match method {
        PaymentMethod::Cheque if view.config.takes(method, view.stores.languages()) => {
            message::PAYMENT_METHOD_COUNTRY.with("country", country)
        }
        _ => message::PAYMENT_METHOD_UNAVAILABLE.into(),
    }
}

/// The payment methods offered for a currency and a country of delivery, in the configured order.
pub fn offered(view: &View, currency: Currency, country: &str) -> impl Iterator<Item = PaymentMethod> {
    let named = view.config.payment.methods.iter().filter_map(|code| PaymentMethod::from_code(code));
    named.filter(move |method| is_offered(view, *method, currency, country))
}
