//! A new link to an order, mailed to the address with which it was placed: for customers whose links have ended.
//!
//! The answer is the same whether number and address fit an order or not.

use jiff::SignedDuration;
use serde::Serialize;

use super::result::result_url;
use super::types::{LinkArgs, LinkAsked};
use crate::call::Visitor;
use crate::call_context;
use crate::db::Tx;
use crate::domain::validate::{self, email_key};
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message;
use crate::order::{self, Command, Order};
use crate::outbox::{self, NewMail};
use crate::throttle::{self, Key, RateLimit};

/// The template.
const ORDER_LINK: &str = "order_link";
/// How long the link works.
const VALID: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Links mailed to one address, against flooding its mailbox.
const PER_ADDRESS: RateLimit = RateLimit { attempts: 3, window: SignedDuration::from_hours(24) };
/// Requests of one network, against guessing.
const PER_NETWORK: RateLimit = RateLimit { attempts: 20, window: SignedDuration::from_hours(1) };

#[derive(Debug, Serialize)]
struct Data<'a> {
    order_number: &'a str,
    /// Path of the order's page. The public URL is added when the mail is sent.
    url: &'a str,
    /// RFC 3339.
    expires_at: String,
}

/// Mails a link to an order, if number and address fit one.
pub fn ask(tx: &mut dyn Tx, visitor: &Visitor, args: LinkArgs) -> Result<LinkAsked> {
    let mut fields = FieldMessages::new();
    let number = validate::printed_number(&validate::readable_line(&args.order_number));
    if number.is_empty() {
        fields.insert("order_number".into(), message::ORDER_NUMBER_EMPTY.into());
    }
    let email = validate::email(&args.email).map_err(|fault| fields.insert("email".into(), fault)).unwrap_or_default();
    check_fields(fields)?;
    // Counted in any case, so that the limit does not tell whether there is an order.
    let secret = call_context::shop_secret(tx)?;
    if let Some(network) = visitor.network {
        let key = Key::new(&secret, "order link of network", &network.to_string());
        if !throttle::attempt(tx, key, PER_NETWORK, visitor.now())? {
            return Err(refuse(message::ORDER_LINK_TOO_MANY));
        }
    }
    let order = order::find_by_number(tx, &number)?.filter(|order| email_key(&order.email) == email_key(&email));
    if let Some(order) = order {
        // Counted for the right order only: others' guesses keep no mail from its customer.
        let key = Key::new(&secret, "order link of address", &email_key(&email));
        if throttle::attempt(tx, key, PER_ADDRESS, visitor.now())? {
            send(tx, visitor, &order)?;
        }
    }
    Ok(LinkAsked { message: message::ORDER_LINK_ASKED.into() })
}

/// The mail goes to the order's own spelling of the address, in the order's language.
fn send(tx: &mut dyn Tx, visitor: &Visitor, order: &Order) -> Result<()> {
    let token = Command::of(visitor).token("link", order.id);
    let expires_at = visitor.now() + VALID;
    order::save_expiring_token(tx, order.id, &token, visitor.now(), expires_at)?;
    let shown = super::result(tx, &visitor.view, order, &token)?;
    let url = result_url(order.lang, shown.method, shown.outcome, &token);
    let data = Data { order_number: &order.number, url: &url, expires_at: expires_at.to_string() };
    let mail = NewMail { template: ORDER_LINK, lang: order.lang, recipient: &order.email, data: &data };
    outbox::enqueue(tx, mail, visitor.now())?;
    Ok(())
}
