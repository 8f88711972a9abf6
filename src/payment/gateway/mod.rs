//! The one interface behind which every way to pay online stands (decisions §7): open → a page or a code → whatever the
//! gateway says, by notice, by return or when asked, in any order and any number of times.
//!
//! A gateway knows no tables of the shop and decides nothing: it carries questions out of the house and answers in. All it
//! is given can be read from rows, so that the same question can be asked again after a crash, under the same reference.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use jiff::Timestamp;

use crate::clock::Clock;
use crate::config::{CardGateway, Config, Mode, WechatGateway};
use crate::db::Db;
use crate::domain::money::{Currency, Money};
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;

pub mod demo;
pub mod http;
pub mod stripe;
pub mod wechat;

/// What a gateway answers, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, GatewayError>> + Send + 'a>>;

/// Why a gateway gave no answer that can be used. The texts are for the log: no personal data, nothing secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// No answer, an answer too late, or a fault of its own: the same question may be asked again.
    #[error("not reached: {0}")]
    Unreachable(String),
    /// It understood and refuses: asking the same again is of no use.
    #[error("refused: {0}")]
    Refused(String),
}

/// A payment to be opened. Equal fields under one reference, so that asking twice opens one.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    pub reference: String,
    pub order_number: String,
    pub amount: Money,
    pub lang: Lang,
    pub email: String,
    /// Name of the shop and number of the order, as the shopper reads it.
    pub label: String,
    /// Where the shopper comes back to.
    pub return_url: String,
    /// Where the shopper comes back to without having paid.
    pub cancel_url: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A payment that a shopper can now make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    pub external_id: String,
    pub place: Place,
}

/// Where the shopper pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// On a page.
    Page(String),
    /// With a telephone, by the code that holds this text.
    Code(String),
}

/// A payment that was opened, or may have been.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    pub reference: String,
    /// Empty while the gateway's own name of it is not known.
    pub external_id: String,
    pub amount: Money,
}

/// How a payment stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub state: PaymentState,
    /// Whether it can no longer become anything else.
    pub is_final: bool,
    /// The gateway's name of the payment, where the report brings it.
    pub external_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum PaymentState {
    Open,
    /// It cannot say yet whether money has moved.
    Uncertain,
    Declined,
    /// Given up, or its time is over.
    Canceled,
    Paid {
        /// What a refund has to name.
        payment_id: String,
        amount: Money,
    },
}

impl Report {
    pub fn of(state: PaymentState, is_final: bool) -> Report {
        Report { state, is_final, external_id: None }
    }
}

/// Money to be given back.
#[derive(Debug, Clone, PartialEq)]
pub struct RefundRequest {
    pub reference: String,
    /// The gateway's name of it, once it is known.
    pub external_id: String,
    /// Reference of the attempt that brought the money.
    pub attempt: String,
    /// The gateway's name of the payment.
    pub payment_id: String,
    pub amount: Money,
    /// What the payment had been.
    pub paid: Money,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundOutcome {
    Done {
        external_id: String,
    },
    /// Taken on; the gateway tells later.
    Pending {
        external_id: String,
    },
    Failed {
        reason: String,
    },
}

/// What a signed notice says.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookEvent {
    /// The gateway's name of the notice: the same notice is heard once.
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
    /// Something for an operator to read, of the payment that the gateway calls so.
    Alarm { payment_id: String, text: String },
    /// Nothing that concerns us.
    Nothing,
}

/// Why a notice is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WebhookRejection {
    #[error("no valid signature")]
    Signature,
    #[error("too old, or from the future")]
    Stale,
    #[error("not readable")]
    Unreadable,
}

/// A request's headers, by name in lower case.
pub type Headers<'a> = &'a (dyn Fn(&str) -> Option<String> + Sync);

/// A payment service.
pub trait Gateway: Debug + Send + Sync {
    /// How rows name it.
    fn code(&self) -> &'static str;

    /// Opens a payment, or finds it opened already under its reference.
    fn open(&self, opening: Opening) -> Answer<'_, Opened>;

    /// Asks how a payment stands.
    fn ask(&self, known: Known) -> Answer<'_, Report>;

    /// Sees to it that a payment can no longer be made; answers how it ended, for it may have been made meanwhile.
    fn close(&self, known: Known) -> Answer<'_, Report>;

    /// Gives money back, once under its reference.
    fn repay(&self, repayment: RefundRequest) -> Answer<'_, RefundOutcome>;

    /// Asks what became of a refund.
    fn ask_repaid(&self, repayment: RefundRequest) -> Answer<'_, RefundOutcome>;

    /// Reads a notice, if it is truly the gateway's and fresh at `now`.
    fn verify_webhook(
        &self,
        headers: Headers<'_>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<WebhookEvent, WebhookRejection>;
}

/// The gateways that the configuration names.
#[derive(Debug, Clone, Default)]
pub struct Gateways {
    pub card: Option<Arc<dyn Gateway>>,
    pub wechat: Option<Arc<dyn Gateway>>,
    /// Those and all others that old rows may name.
    pub all: Vec<Arc<dyn Gateway>>,
}

impl Gateways {
    /// Builds what the configuration names.
    pub fn new(config: &Config, db: &Db, clock: &Clock) -> anyhow::Result<Gateways> {
        let mut gateways = Gateways::default();
        if config.mode == Mode::Demo {
            gateways.all.push(Arc::new(demo::Demo::new(db.clone(), clock.clone(), config.public_url())));
        }
        if stripe::is_configured(&config.payment.stripe) {
            gateways.all.push(Arc::new(stripe::Stripe::new(&config.payment.stripe)?));
        }
        if wechat::is_configured(&config.payment.wechat) {
            gateways.all.push(Arc::new(wechat::Wechat::new(
                &config.payment.wechat,
                &config.public_url(),
                clock.clone(),
            )?));
        }
        gateways.card = gateways.find(match config.payment.card_gateway {
            CardGateway::Demo => demo::CODE,
            CardGateway::Stripe => stripe::CODE,
        });
        gateways.wechat = gateways.find(match config.payment.wechat_gateway {
            WechatGateway::Demo => demo::CODE,
            WechatGateway::Wechat => wechat::CODE,
        });
        Ok(gateways)
    }

    /// The gateway that rows name so.
    pub fn find(&self, code: &str) -> Option<Arc<dyn Gateway>> {
        self.all.iter().find(|gateway| gateway.code() == code).cloned()
    }
}

/// The gateway through which a method of payment goes, by the configuration; none for those without one.
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

/// Whether the shop takes a method for an order in this currency: one that its gateway takes (WeChat Pay takes yuan alone,
/// the demonstration any).
pub fn is_offered(config: &Config, method: PaymentMethod, currency: Currency) -> bool {
    let is_any_currency = method != PaymentMethod::Wechat || config.payment.wechat_gateway == WechatGateway::Demo;
    config.takes(method) && (is_any_currency || currency == Currency::Cny)
}
