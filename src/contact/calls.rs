//! The calls of the contact form, one function per path.

use std::sync::Arc;

use jiff::SignedDuration;
use serde::Serialize;

use super::store::{self, NewMessage};
use super::types::{AccountPostArgs, Answer, PostArgs, Subject};
use crate::call::{Member, Reply, Visitor};
use crate::call_context::{self, CallContext};
use crate::captcha;
use crate::db::Tx;
use crate::domain::validate::{self, LineMessages};
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::identity;
use crate::message::{self, Message};
use crate::operator_alert::{self, OperatorAlert};
use crate::order::{self, Order};
use crate::outbox::{self, NewMail};
use crate::session;
use crate::thread::types::Source;
use crate::thread::{self, Heard};
use crate::throttle::{self, Key, RateLimit};

/// Messages per network or customer.
const LIMIT: RateLimit = RateLimit { attempts: 10, window: SignedDuration::from_hours(1) };
/// Answers to the survey about one order: it keeps one, which may be corrected.
const RATINGS: RateLimit = RateLimit { attempts: 5, window: SignedDuration::from_hours(24) };
/// Acknowledgements per address, against mail bombing.
const MAILS: RateLimit = RateLimit { attempts: 3, window: SignedDuration::from_hours(24) };
const NAME_MAX: usize = 100;
/// Letters and digits that are not confused on the phone.
const REFERENCE: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// A valid message.
#[derive(Debug)]
struct Form {
    subject: Subject,
    message: String,
    rating: Option<i64>,
}

/// A guest's valid message, with its captcha verified.
#[derive(Debug)]
pub struct Checked {
    form: Form,
    email: String,
    name: String,
    /// Token of the rated order.
    token: String,
    recipient: Key,
}

/// Validates the form, then the captcha. A rating needs none, as it has the order's token.
pub async fn prepare_post(context: Arc<CallContext>, visitor: Visitor, args: PostArgs) -> Result<Checked> {
    let mut fields = FieldMessages::new();
    let form = check(&mut fields, &args.subject, &args.message, args.rating);
    let (mut email, mut name) = (String::new(), String::new());
    if args.rating.is_none() {
        email = keep(&mut fields, "email", validate::email(&args.email));
        name = keep(&mut fields, "name", name_line(&args.name));
    }
    check_fields(fields)?;
    let form = form.ok_or_else(|| refuse(message::CONTACT_SUBJECT_EMPTY))?;
    if form.rating.is_none() {
        let of = captcha::Form { call: "contact/post", email: &email };
        captcha::verify(&context, &visitor, &args.captcha, of).await?;
    }
    let recipient = Key::new(&context.secret, "contact to address", &validate::email_key(&email));
    Ok(Checked { form, email, name, token: args.token, recipient })
}

/// Saves a guest's message and acknowledges it by mail.
pub fn post(tx: &mut dyn Tx, visitor: &Visitor, checked: &Checked) -> Result<Reply<Answer>> {
    let now = visitor.now();
    count_for_network(tx, visitor)?;
    let form = &checked.form;
    if form.rating.is_some() {
        let order = order::find_by_token(tx, checked.token.trim())?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))?;
        return rate(tx, visitor, form, &order, &order.email, "").map(Reply::new);
    }
    let reference = reference(visitor);
    save(tx, visitor, form, &reference, None, &checked.email, &checked.name)?;
    tell_operator(tx, visitor, form, &reference)?;
    if throttle::attempt(tx, checked.recipient, MAILS, now)? {
        // The address is not verified: the mail does not quote the sender's text.
        acknowledge(tx, visitor, &checked.email, &Acknowledgement { name: "", message: "", ..of(form, &reference) })?;
    }
    Ok(Reply::new(Answer { message: message::CONTACT_SENT.into(), reference }))
}

/// Saves a customer's message and acknowledges it by mail.
pub fn account_post(tx: &mut dyn Tx, member: &Member, args: AccountPostArgs) -> Result<Answer> {
    let visitor = &member.visitor;
    let customer = identity::find(tx, member.customer_id)?.ok_or_else(|| refuse(message::LOGIN_REQUIRED))?;
    let mut fields = FieldMessages::new();
    let form = check(&mut fields, &args.subject, &args.message, args.rating);
    let number = validate::trim(&args.order_number);
    let order = match number {
        "" => None,
        number => order::find_own(tx, member.customer_id, number)?,
    };
    if order.is_none() && !number.is_empty() {
        fields.insert("order_number".into(), message::ORDER_NOT_FOUND.into());
    } else if order.is_none() && args.rating.is_some() {
        fields.insert("order_number".into(), message::ORDER_NUMBER_EMPTY.into());
    }
    check_fields(fields)?;
    let form = form.ok_or_else(|| refuse(message::CONTACT_SUBJECT_EMPTY))?;
    count_for_network(tx, visitor)?;
    if let (Some(_), Some(order)) = (form.rating, &order) {
        return rate(tx, visitor, &form, order, &customer.email, &customer.name());
    }
    let since = visitor.now() - LIMIT.window;
    if store::count_since(tx, member.customer_id, since)? >= LIMIT.attempts {
        return Err(refuse(message::CONTACT_TOO_MANY));
    }
    let (reference, name) = (reference(visitor), customer.name());
    save(tx, visitor, &form, &reference, order.as_ref(), &customer.email, &name)?;
    tell_operator(tx, visitor, &form, &reference)?;
    if identity::is_proved(tx, Some(customer.id))? {
        let data = Acknowledgement { name: &name, ..of(&form, &reference) };
        acknowledge(tx, visitor, &customer.email, &data)?;
    } else if store::count_since(tx, customer.id, visitor.now() - MAILS.window)? <= MAILS.attempts {
        // An account's address may be another person's: until it is verified, it is treated like a guest's.
        let data = Acknowledgement { message: "", ..of(&form, &reference) };
        acknowledge(tx, visitor, &customer.email, &data)?;
    }
    Ok(Answer { message: message::CONTACT_SENT.into(), reference })
}

/// Validates the fields of both forms. A rating is website feedback and needs no text.
fn check(fields: &mut FieldMessages, subject: &str, text: &str, rating: Option<i64>) -> Option<Form> {
    let subject = match validate::trim(subject) {
        "" if rating.is_some() => Ok(Subject::WebsiteFeedback),
        "" => Err(message::CONTACT_SUBJECT_EMPTY),
        code => match Subject::from_code(code) {
            Some(Subject::WebsiteFeedback) => Ok(Subject::WebsiteFeedback),
            Some(subject) if rating.is_none() => Ok(subject),
            _ => Err(message::CONTACT_SUBJECT_UNKNOWN),
        },
    };
    let subject = subject.map_err(|fault| fields.insert("subject".into(), fault.into())).ok();
    let message = match validate::contact_message(text) {
        Err(fault) if rating.is_some() && fault == message::CONTACT_MESSAGE_EMPTY => String::new(),
        checked => keep(fields, "message", checked),
    };
    if rating.is_some_and(|stars| !(1..=5).contains(&stars)) {
        fields.insert("rating".into(), message::SURVEY_RATING.into());
    }
    Some(Form { subject: subject?, message, rating })
}

fn keep(fields: &mut FieldMessages, field: &str, checked: Result<String, Message>) -> String {
    checked.map_err(|fault| fields.insert(field.to_owned(), fault)).unwrap_or_default()
}

fn name_line(input: &str) -> Result<String, Message> {
    let (empty, bad_characters) = (Some(message::NAME_EMPTY), message::FIELD_BAD_CHARACTERS);
    validate::line(input, NAME_MAX, LineMessages::new(empty, message::FIELD_TOO_LONG, bad_characters))
}

/// Counts a message or rating for the visitor's network; refuses too many.
fn count_for_network(tx: &mut dyn Tx, visitor: &Visitor) -> Result<()> {
    let Some(network) = visitor.network else { return Ok(()) };
    count(tx, visitor, "contact of network", &network.to_string(), LIMIT)
}

fn count(tx: &mut dyn Tx, visitor: &Visitor, kind: &str, subject: &str, limit: RateLimit) -> Result<()> {
    let key = Key::new(&call_context::shop_secret(tx)?, kind, subject);
    if throttle::attempt(tx, key, limit, visitor.now())? { Ok(()) } else { Err(refuse(message::CONTACT_TOO_MANY)) }
}

/// Saves the rating of an order.
fn rate(tx: &mut dyn Tx, visitor: &Visitor, form: &Form, order: &Order, email: &str, name: &str) -> Result<Answer> {
    count(tx, visitor, "ratings of order", &order.id.to_string(), RATINGS)?;
    save(tx, visitor, form, &reference(visitor), Some(order), email, name)?;
    Ok(Answer { message: message::SURVEY_THANKS.into(), reference: String::new() })
}

fn save(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    form: &Form,
    reference: &str,
    order: Option<&Order>,
    email: &str,
    name: &str,
) -> Result<()> {
    let (customer_id, order_id, lang) = (visitor.session.customer_id, order.map(|order| order.id), visitor.view.lang());
    let message = &form.message;
    let new = NewMessage {
        reference,
        customer_id,
        order_id,
        subject: form.subject,
        email,
        name,
        message,
        rating: form.rating,
        lang,
    };
    let (id, reference) = store::save(tx, new, visitor.now())?;
    // Stars without a word ask for no answer.
    if message.is_empty() {
        return Ok(());
    }
    let kind = form.subject.kind();
    let number = order.map_or("", |order| order.number.as_str());
    let heard = Heard {
        reference: &reference,
        kind,
        source: Source::Contact(id),
        order_id,
        customer_id,
        email,
        lang,
        words: &[name, number],
        due_at: kind.due_at(visitor.now()),
    };
    thread::hear(tx, &heard, visitor.now())
}

/// Ten characters: fifty random bits.
fn reference(visitor: &Visitor) -> String {
    let bytes = session::hash(&format!("contact {}", session::new_token(&visitor.random)));
    bytes[..10].iter().map(|byte| char::from(REFERENCE[usize::from(byte % 32)])).collect()
}

/// Alerts the operator to a new message, without its text and sender.
fn tell_operator(tx: &mut dyn Tx, visitor: &Visitor, form: &Form, reference: &str) -> Result<()> {
    let subject = form.subject.words();
    let facts = [("message", reference), ("subject", subject)];
    let alert =
        OperatorAlert::new(format!("Message {reference}, {subject}"), &facts, format!("contact show {reference}"));
    operator_alert::send(tx, &visitor.view.config, &alert, visitor.now())
}

/// Template of the mail that acknowledges a message.
const CONTACT_RECEIVED: &str = "contact_received";

/// Data of that mail. Name and message are empty if the address is not verified.
#[derive(Debug, Serialize)]
struct Acknowledgement<'a> {
    name: &'a str,
    subject: Subject,
    message: &'a str,
    reference: &'a str,
}

fn of<'a>(form: &'a Form, reference: &'a str) -> Acknowledgement<'a> {
    Acknowledgement { name: "", subject: form.subject, message: &form.message, reference }
}

fn acknowledge(tx: &mut dyn Tx, visitor: &Visitor, recipient: &str, data: &Acknowledgement<'_>) -> Result<()> {
    let mail = NewMail { template: CONTACT_RECEIVED, lang: visitor.view.lang(), recipient, data };
    outbox::enqueue(tx, mail, visitor.now())?;
    Ok(())
}
