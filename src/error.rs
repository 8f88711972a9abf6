//! The error type: a refusal, a malformed request, an outage that may end, or an internal error.
//!
//! A refusal is expected and has messages for the visitor. The text of an outage or an internal error is for the log
//! only.
//! `http::envelope` maps them to HTTP; this file knows nothing of HTTP.

use std::collections::BTreeMap;

use crate::message::{self, Message, MessageDef};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The one error type of calls, jobs and commands.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An expected refusal: a business answer with code 0. The transaction is rolled back.
    #[error("refused: {0}")]
    Refused(Refusal),

    /// The request violates the contract (wrong type, missing argument, invalid JSON). The text is for developers of
    /// clients; it names the argument and never quotes its value.
    #[error("malformed: {0}")]
    Malformed(String),

    /// The database or the renderer cannot serve the request now: too many wait, another process writes, or the database's
    /// files are gone. The request can be repeated. The chain of causes is for the log.
    #[error("unavailable: {0:#}")]
    Unavailable(anyhow::Error),

    /// A bug or an outage. The chain of causes is for the log, never for the visitor.
    #[error("internal: {0:#}")]
    Internal(anyhow::Error),
}

/// A general message, and one for each invalid form field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub message: Message,
    /// Wire name of the form field → its message.
    pub fields: BTreeMap<String, Message>,
}

/// The messages of invalid form fields, by wire name; empty if the form is valid.
pub type FieldMessages = BTreeMap<String, Message>;

impl Refusal {
    pub fn new(message: impl Into<Message>) -> Self {
        Self { message: message.into(), fields: BTreeMap::new() }
    }

    /// A refusal with messages of fields.
    pub fn with_fields(message: impl Into<Message>, fields: FieldMessages) -> Self {
        Self { message: message.into(), fields }
    }

    /// A refusal of one field, whose message is the general one too.
    pub fn of_field(field: impl Into<String>, message: impl Into<Message>) -> Self {
        let message = message.into();
        Self { fields: BTreeMap::from([(field.into(), message.clone())]), message }
    }
}

impl std::fmt::Display for Refusal {
    /// Ids only: parameters may hold personal data, and this text is logged.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message.id)?;
        for (field, message) in &self.fields {
            write!(f, " {field}={}", message.id)?;
        }
        Ok(())
    }
}

/// The error for one message: `return Err(refuse(message::CART_EMPTY))`.
pub fn refuse(message: impl Into<Message>) -> Error {
    Error::Refused(Refusal::new(message))
}

/// The refusal of a form: with the message of its only invalid field, or the general one for several.
///
/// `Ok` if no field is invalid, so that a call ends its validation with `check_fields(fields)?`.
pub fn check_fields(fields: FieldMessages) -> Result<()> {
    let mut messages = fields.values();
    let message = match (messages.next(), messages.next()) {
        (None, _) => return Ok(()),
        (Some(only), None) => only.clone(),
        (Some(_), Some(_)) => message::FORM_PROBLEM.into(),
    };
    Err(Error::Refused(Refusal::with_fields(message, fields)))
}

impl Error {
    /// The refusal inside, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Error::Refused(refusal) => Some(refusal),
            Error::Malformed(_) | Error::Unavailable(_) | Error::Internal(_) => None,
        }
    }
}

/// An error of this type keeps its kind, whatever context it was given on its way.
impl From<anyhow::Error> for Error {
    fn from(cause: anyhow::Error) -> Self {
        match cause.downcast_ref() {
            // The context around it says more.
            None | Some(Error::Internal(_)) => Error::Internal(cause),
            Some(_) => cause.downcast().unwrap_or_else(Error::Internal),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Refused(refusal)
    }
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        refuse(message)
    }
}

impl From<MessageDef> for Error {
    fn from(message: MessageDef) -> Self {
        refuse(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_invalid_field_gives_the_message() {
        let error =
            check_fields(BTreeMap::from([("city".to_owned(), message::CITY_EMPTY.into())])).expect_err("refused");
        assert_eq!(error.refusal().expect("a refusal").message, message::CITY_EMPTY);
    }

    #[test]
    fn several_invalid_fields_give_the_general_message() {
        let fields = BTreeMap::from([
            ("city".to_owned(), message::CITY_EMPTY.into()),
            ("postcode".to_owned(), message::POSTCODE_EMPTY.into()),
        ]);
        let error = check_fields(fields).expect_err("refused");
        let refusal = error.refusal().expect("a refusal");
        assert_eq!(refusal.message, message::FORM_PROBLEM);
        assert_eq!(refusal.fields.len(), 2);
        assert!(check_fields(BTreeMap::new()).is_ok());
    }

    #[test]
    fn errors_keep_their_kind_on_their_way_through_others() {
        let wrapped = anyhow::Error::new(Error::Unavailable(anyhow::anyhow!("too many wait"))).context("a letter");
        assert!(matches!(Error::from(wrapped), Error::Unavailable(_)));
        assert!(matches!(Error::from(anyhow::anyhow!("broken")), Error::Internal(_)));
    }

    #[test]
    fn logged_refusals_have_no_parameters() {
        let error = refuse(message::EMAIL_INVALID.with("email", "someone@example.com"));
        assert_eq!(error.to_string(), "refused: email.invalid");
    }
}
