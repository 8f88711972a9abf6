//! The reply of a call: its answer, the change of the session, and what follows the commit.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use super::View;
use crate::db::Tx;
use crate::error::Result;

/// The type of an answer.
pub trait Data: Serialize + JsonSchema + Send + 'static {}

impl<R: Serialize + JsonSchema + Send + 'static> Data for R {}

/// An answer that is not serialized yet: the writer thread leaves that to the request's own.
pub trait Answer: Send {
    fn to_json(&self) -> Result<Box<RawValue>>;
}

impl<R: Serialize + Send> Answer for R {
    fn to_json(&self) -> Result<Box<RawValue>> {
        Ok(serde_json::value::to_raw_value(self).map_err(anyhow::Error::from)?)
    }
}

/// A file as an answer: a PDF, a sheet, a file for the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Document {
    /// The name under which it is to be saved.
    pub name: String,
    pub media_type: String,
    /// Its bytes in Base64.
    pub content: String,
}

impl Document {
    pub fn new(name: String, media_type: &str, bytes: &[u8]) -> Document {
        Document { name, media_type: media_type.to_owned(), content: STANDARD.encode(bytes) }
    }
}

/// The answer of a call and its effects outside of the transaction.
#[derive(Debug)]
pub struct Reply<R> {
    pub data: R,
    pub session: SessionChange,
    /// New values for a customer's readable cookies; `None` leaves them as they are.
    pub greeting: Option<Greeting>,
    /// What is left to do after the commit; set by the table alone, as the call's line says.
    pub follow_up: Option<FollowUp>,
    /// What becomes of the console's cookie; `None` leaves it as it is.
    pub console_cookie: Option<ConsoleCookie>,
}

impl<R> Reply<R> {
    pub fn new(data: R) -> Self {
        Reply { data, session: SessionChange::Keep, greeting: None, follow_up: None, console_cookie: None }
    }

    pub fn session(self, session: SessionChange) -> Self {
        Reply { session, ..self }
    }

    pub fn greeting(self, greeting: Greeting) -> Self {
        Reply { greeting: Some(greeting), ..self }
    }
}

impl Reply<Box<dyn Answer>> {
    /// The same with its answer as JSON.
    pub fn written(self) -> Result<Reply<Box<RawValue>>> {
        let Reply { data, session, greeting, follow_up, console_cookie } = self;
        Ok(Reply { data: data.to_json()?, session, greeting, follow_up, console_cookie })
    }
}

/// What becomes of the session once the call has succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionChange {
    Keep,
    /// It belongs to this customer from now on, under a new token: the old one is worthless.
    LogIn(i64),
    /// It ends, and an empty one begins.
    LogOut,
}

/// What becomes of the cookie of the console's session.
#[derive(Clone, PartialEq, Eq)]
pub enum ConsoleCookie {
    /// A session has begun under this token.
    Set(String),
    Clear,
}

impl fmt::Debug for ConsoleCookie {
    /// Without the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ConsoleCookie::Set(_) => "Set",
            ConsoleCookie::Clear => "Clear",
        })
    }
}

/// The functional cookies of a customer who is logged in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greeting {
    pub first_name: String,
    pub subscribed: bool,
}

/// A step at the payment gateway that follows a call's commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterCommit {
    /// Opens the payment that the call has recorded.
    OpenPayment,
    /// Asks how the payment stands.
    AskPayment,
}

/// An answer that depends on what the payment gateway says after the commit.
pub trait PaymentAnswer: Data + Clone {
    /// Token of the order whose payment goes to the gateway; `None` if the answer is final.
    fn pending(&self) -> Option<&str>;

    /// The same answer, read again after the query to the gateway.
    fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Self>;
}

/// Reads the answer anew once the follow-up is done.
type Reread = dyn Fn(&mut dyn Tx, &View) -> Result<Box<dyn Answer>> + Send;

/// What is left to do after the commit of one call.
pub struct FollowUp {
    pub step: AfterCommit,
    /// Token of the order concerned.
    pub token: String,
    reread: Box<Reread>,
}

impl FollowUp {
    pub(super) fn of<R: PaymentAnswer>(step: AfterCommit, answer: &R) -> Option<FollowUp> {
        let (token, answer) = (answer.pending()?.to_owned(), answer.clone());
        Some(FollowUp { step, token, reread: Box::new(move |tx, view| Ok(Box::new(answer.reread(tx, view)?))) })
    }

    /// The call's answer, once the step is done.
    pub fn reread(&self, tx: &mut dyn Tx, view: &View) -> Result<Box<dyn Answer>> {
        (self.reread)(tx, view)
    }
}

impl fmt::Debug for FollowUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FollowUp").field("step", &self.step).finish_non_exhaustive()
    }
}
