//! The calls of the newsletter, one function per path.

use std::sync::Arc;

use jiff::SignedDuration;

use super::subscription::{self, Ending, Outcome, Source, Wish};
use super::types::{Answer, ConfirmArgs, Letters, SubscribeArgs, UnsubscribeArgs};
use crate::call::{Greeting, Reply, View, Visitor};
use crate::call_context::CallContext;
use crate::captcha;
use crate::db::Tx;
use crate::domain::validate;
use crate::error::{FieldMessages, Refusal, Result, refuse};
use crate::identity;
use crate::message::{self, Message, MessageDef};
use crate::throttle::{self, Key, RateLimit};

/// Subscriptions per network: enough for a hotel lobby, too few for mail bombing.
const LIMIT: RateLimit = RateLimit { attempts: 20, window: SignedDuration::from_hours(1) };

/// A valid request, with its captcha verified.
#[derive(Debug)]
pub struct Checked {
    wish: Wish,
    network: Option<Key>,
}

/// Validates the form, then the captcha. Customers need none for their own address.
pub async fn prepare_subscribe(context: Arc<CallContext>, visitor: Visitor, args: SubscribeArgs) -> Result<Checked> {
    let wish = check(&visitor.view, &args)?;
    let own = match visitor.session.customer_id {
        Some(id) => context.db.read(move |tx| identity::find(tx, id)).await?,
        None => None,
    };
    let is_own = own.is_some_and(|customer| customer.has_email(&wish.email));
    if !is_own {
        if wish.source == Source::Account {
            return Err(source_unknown());
        }
        let of = captcha::Form { call: "newsletter/subscribe", email: &wish.email };
        captcha::verify(&context, &visitor, &args.captcha, of).await?;
    }
    let network =
        visitor.network.map(|network| Key::new(&context.secret, "newsletter of network", &network.to_string()));
    Ok(Checked { wish, network })
}

/// The rules of specification §5: an address, and at least one box if boxes are shown. The address's message comes
/// first.
fn check(view: &View, args: &SubscribeArgs) -> Result<Wish> {
    let mut letters = Letters {
        hah_subscribe: args.hah_subscribe,
        brand: args.brand,
        all_subscribe_status: args.all_subscribe_status,
    };
    let mut fields = FieldMessages::new();
    let email = validate::email(&args.email).map_err(|fault| fields.insert("email".into(), fault)).unwrap_or_default();
    if let Err(fault) = validate::newsletter_choice(view.config.region.eu, letters.choices()) {
        fields.insert("hah_subscribe".into(), fault);
    }
    if let Some(first) = fields.get("email").or_else(|| fields.get("hah_subscribe")).cloned() {
        return Err(Refusal::with_fields(first, fields).into());
    }
    if letters.is_empty() {
        letters = Letters::WITHOUT_BOXES;
    }
    let source = Source::from_wire(validate::trim(&args.source)).ok_or_else(source_unknown)?;
    Ok(Wish { email, letters, source })
}

fn source_unknown() -> crate::error::Error {
    Refusal::of_field("source", message::NEWSLETTER_SOURCE).into()
}

/// Subscribes an address, or asks to confirm.
pub fn subscribe(tx: &mut dyn Tx, visitor: &Visitor, checked: &Checked) -> Result<Reply<Answer>> {
    let wish = &checked.wish;
    if let Some(key) = checked.network
        && !throttle::attempt(tx, key, LIMIT, visitor.now())?
    {
        return Err(refuse(message::THROTTLED));
    }
    // Another customer's address is refused (specification §8), without a mail to it.
    if let Some(id) = visitor.session.customer_id
        && identity::find_by_email(tx, &wish.email)?.is_some_and(|other| other.id != id)
    {
        return Err(refuse(message::NEWSLETTER_OTHER_USER));
    }
    match subscription::ask(tx, visitor, wish)? {
        Outcome::Already => Err(refuse(message::NEWSLETTER_ALREADY_SUBSCRIBED)),
        Outcome::Subscribed => greeted(tx, visitor, Reply::new(said(message::NEWSLETTER_SUBSCRIBED))),
        Outcome::Confirm => Ok(Reply::new(Answer { confirmation_required: true, ..said(message::NEWSLETTER_CONFIRM) })),
    }
}

/// Follows the link of a confirmation mail.
pub fn confirm(tx: &mut dyn Tx, visitor: &Visitor, args: ConfirmArgs) -> Result<Reply<Answer>> {
    if !subscription::confirm_by_link(tx, visitor, args.token.trim())? {
        return Err(refuse(message::NEWSLETTER_LINK_INVALID));
    }
    greeted(tx, visitor, Reply::new(said(message::NEWSLETTER_CONFIRMED)))
}

/// Updates the readable cookies of a logged-in customer.
fn greeted(tx: &mut dyn Tx, visitor: &Visitor, reply: Reply<Answer>) -> Result<Reply<Answer>> {
    let customer = match visitor.session.customer_id {
        Some(id) => identity::find(tx, id)?,
        None => None,
    };
    let Some(customer) = customer else { return Ok(reply) };
    let subscribed = subscription::info(tx, customer.id)?.subscribed;
    Ok(reply.greeting(Greeting { first_name: customer.first_name, subscribed }))
}

/// Unsubscribes by a link; without a token, the logged-in customer.
pub fn unsubscribe(tx: &mut dyn Tx, visitor: &Visitor, args: UnsubscribeArgs) -> Result<Answer> {
    let (config, now) = (&visitor.view.config, visitor.now());
    let token = args.token.trim();
    let ending = match visitor.session.customer_id {
        Some(id) if token.is_empty() => subscription::unsubscribe_customer(tx, config, id, visitor.view.lang(), now)?
            .ok_or_else(|| refuse(message::NEWSLETTER_NOT_SUBSCRIBED))?,
        _ => {
            let followed = subscription::unsubscribe_by_link(tx, config, token, now)?;
            followed.ok_or_else(|| refuse(message::NEWSLETTER_UNSUBSCRIBE_LINK))?.1
        }
    };
    let ends_at = match ending {
        Ending::Until(at) => Some(at.to_string()),
        Ending::Over => None,
    };
    Ok(Answer { ends_at, ..said(message::NEWSLETTER_UNSUBSCRIBED) })
}

fn said(message: MessageDef) -> Answer {
    Answer { message: Message::from(message), confirmation_required: false, ends_at: None }
}
