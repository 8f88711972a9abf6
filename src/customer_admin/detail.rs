//! `customer/show`: a customer with all that belongs to them, in a fixed number of queries.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::list::time;
use super::subject::{self, Guest, Subject};
use super::types::{
    Can, CustomerAccount, CustomerAddress, CustomerDeletion, CustomerDetail, CustomerMessage, CustomerNewsletter,
    CustomerNote, CustomerOrder, CustomerPasskey, MessageKind, NewsletterEvent, NewsletterState, ShowArgs,
};
use crate::call::{StaffMember, Viewed};
use crate::chat::types::Author;
use crate::config::Config;
use crate::customer::{self, Customer, by_house, store};
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::newsletter::{Status, Subscription};
use crate::order_admin::{Actors, mail_item};
use crate::{address, chat, contact, deed, loyalty, newsletter, order, outbox, region, staff, withdrawal};

/// Orders, messages and mails that are shown.
const SHOWN: i64 = 50;
/// Characters of a message that are shown.
const BEGINNING: usize = 300;

/// Who reads, and when.
#[derive(Debug, Clone)]
pub struct Reader {
    pub lang: Lang,
    pub permissions: Permissions,
    pub config: Arc<Config>,
    pub now: Timestamp,
    /// None: a program, or a command.
    pub staff_id: Option<i64>,
}

impl Reader {
    pub fn of(member: &StaffMember) -> Reader {
        let view = &member.client.view;
        Reader {
            lang: view.lang(),
            permissions: member.who.permissions.clone(),
            config: Arc::clone(&view.config),
            now: view.now,
            staff_id: member.who.person(),
        }
    }

    fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }
}

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: ShowArgs) -> Result<Viewed<CustomerDetail>> {
    let subject = subject::find(tx, &args.key)?;
    let shown = detail(tx, &Reader::of(member), &subject)?;
    let key = shown.key.clone();
    Ok(Viewed::new(shown, "customer", key))
}

/// A customer as somebody sees them.
pub fn detail(tx: &mut dyn Tx, reader: &Reader, subject: &Subject) -> Result<CustomerDetail> {
    let (id, email) = (subject.customer_id(), subject.email());
    let orders = order::list_of_customer(tx, id, email, SHOWN)?;
    let order_count = match subject {
        Subject::Account(_) => order::count_own(tx, id)?,
        Subject::Guest(_) => 0,
    } + order::count_of_guest(tx, email)?;
    let (points_due, points_pending) = loyalty::points(tx, id)?;
    let subscription = newsletter::subscription(tx, email)?;
    let own = match subject {
        Subject::Account(customer) => of_account(tx, reader, customer)?,
        Subject::Guest(guest) => of_guest(tx, reader, guest)?,
    };
    let mut detail = CustomerDetail {
        key: subject.key(),
        version: String::new(),
        first_name: own.first_name,
        last_name: own.last_name,
        email: email.to_owned(),
        lang: subject.lang(),
        member_card: own.member_card,
        account: own.account,
        account_id: own.account_id,
        addresses: own.addresses,
        orders: reader
            .may(Permission::OrdersRead)
            .then(|| orders.into_iter().map(ordered).collect::<Result<_>>())
            .transpose()?,
        order_count,
        points_due,
        points_pending,
        newsletter: subscription.map(|of| newsletter_of(&of)).transpose()?,
        messages: messages(tx, reader, id, email)?,
        notes: notes(tx, id, email)?,
        mentions: match reader.staff_id {
            Some(staff_id) => customer::mention::open_notes(tx, staff_id, (id, email))?,
            None => Vec::new(),
        },
        mails: outbox::list_of_customer(tx, id, email, SHOWN)?.into_iter().map(mail_item).collect::<Result<_>>()?,
        can: Can {
            change: reader.may(Permission::CustomersChange),
            erase: reader.may(Permission::CustomersErase),
            order: reader.may(Permission::OrdersChange),
        },
        pending: deed::find_pending(tx, "customer", &subject.key())?,
    };
    detail.version = version(&detail);
    Ok(detail)
}

/// Names what a person has seen and decides on.
fn version(detail: &CustomerDetail) -> String {
    let account = detail.account.as_ref().map(|account| {
        let passkeys: Vec<i64> = account.passkey_list.iter().map(|key| key.id).collect();
        json!([account.email_verified_at, account.deletion.as_ref().map(|of| &of.due_at), passkeys])
    });
    let newsletter = detail.newsletter.as_ref().map(|of| json!([of.state, of.letters, of.ends_at]));
    let seen = json!([
        detail.key,
        detail.email,
        detail.first_name,
        detail.last_name,
        detail.member_card,
        account,
        newsletter,
        detail.order_count,
    ]);
    hex::encode(&Sha256::digest(seen.to_string())[..8])
}

/// What an account and a guest have each in their way.
struct Own {
    first_name: String,
    last_name: String,
    member_card: Option<String>,
    account: Option<CustomerAccount>,
    account_id: Option<i64>,
    addresses: Vec<CustomerAddress>,
}

fn of_account(tx: &mut dyn Tx, reader: &Reader, customer: &Customer) -> Result<Own> {
    let id = customer.id;
    let account = store::account_of(tx, id)?;
    let access = customer::access(tx, id, reader.now)?;
    let link_until = account.link_until.filter(|until| *until > reader.now.as_millisecond());
    let deletion = store::find_deletion(tx, id)?.map(|row| {
        Ok::<_, crate::error::Error>(CustomerDeletion { asked_at: time(row.requested_at)?, due_at: time(row.due_at)? })
    });
    let account = CustomerAccount {
        id,
        created_at: time(customer.created_at)?,
        logged_in_at: customer.logged_in_at.map(time).transpose()?,
        has_password: account.has_password,
        email_verified_at: account.email_verified_at.map(time).transpose()?,
        link_until: link_until.map(time).transpose()?,
        is_throttled: by_house::is_throttled(tx, &reader.config, customer, reader.now)?,
        sessions: access.sessions,
        passkeys: access.passkeys,
        passkey_list: customer::passkey::list_keys(tx, id)?.into_iter().map(passkey).collect::<Result<_>>()?,
        deletion: deletion.transpose()?,
    };
    let book = address::list(tx, id)?.into_iter().map(|(_, address)| address).collect();
    Ok(Own {
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        member_card: customer.member_card.clone(),
        account: Some(account),
        account_id: None,
        addresses: printed(tx, reader.lang, book)?,
    })
}

fn of_guest(tx: &mut dyn Tx, reader: &Reader, guest: &Guest) -> Result<Own> {
    let (shipping, billing) = order::addresses(tx, guest.order_id)?;
    let newest = order::find(tx, guest.order_id)?;
    // What is collected goes to the house, which is nobody's address.
    let is_collected = newest.as_ref().is_some_and(|order| order.shipping_method == ShippingMethod::Pickup);
    let card = newest.and_then(|order| order.member_card);
    let account_id = customer::find_by_email(tx, &guest.email)?.map(|account| account.id);
    let (first_name, last_name) = (billing.first_name.clone(), billing.last_name.clone());
    let used = if is_collected || shipping == billing { vec![billing] } else { vec![shipping, billing] };
    Ok(Own {
        first_name,
        last_name,
        member_card: card,
        account: None,
        account_id,
        addresses: printed(tx, reader.lang, used)?,
    })
}

fn passkey(key: customer::passkey::Key) -> Result<CustomerPasskey> {
    let used_at = key.used_at.map(time).transpose()?;
    Ok(CustomerPasskey { id: key.id, name: key.name, added_at: time(key.created_at)?, used_at })
}

/// What the house has noted of a customer, with who of it.
fn notes(tx: &mut dyn Tx, id: i64, email: &str) -> Result<Vec<CustomerNote>> {
    let notes = customer::note::list(tx, id, email, SHOWN)?;
    let actors = Actors::read(tx, notes.iter().map(|note| &note.actor))?;
    let mentioned = staff::mentioned(tx, notes.iter().map(|note| note.text.as_str()))?;
    let note = |note: customer::note::Note| {
        let (at, author) = (time(note.created_at)?, actors.name(&note.actor));
        let mentioned = staff::mentioned_in(&note.text, &mentioned);
        Ok(CustomerNote { at, author, mentioned, text: note.text })
    };
    notes.into_iter().map(note).collect()
}

/// Addresses with their lines; each country is read once.
fn printed(tx: &mut dyn Tx, lang: Lang, addresses: Vec<address::Address>) -> Result<Vec<CustomerAddress>> {
    let mut countries = std::collections::BTreeMap::new();
    let mut all = Vec::with_capacity(addresses.len());
    for address in addresses {
        if !countries.contains_key(&address.country) {
            countries.insert(address.country.clone(), region::country(tx, lang, &address.country)?);
        }
        let country = countries.get(&address.country).and_then(Option::as_ref);
        all.push(CustomerAddress { lines: address::printed(&address, country), address });
    }
    Ok(all)
}

fn ordered(order: order::CustomerOrder) -> Result<CustomerOrder> {
    Ok(CustomerOrder {
        placed_at: time(order.created_at)?,
        number: order.number,
        status: order.status,
        currency: order.currency,
        total: order.total,
        pieces: order.total_qty,
        awaiting_confirmation: order.is_awaiting,
        is_guest: order.is_guest,
    })
}

fn newsletter_of(of: &Subscription) -> Result<CustomerNewsletter> {
    let row = &of.subscriber;
    let state = match row.status {
        Status::Pending => NewsletterState::Pending,
        Status::Subscribed if row.unsubscribe_due_at.is_some() => NewsletterState::Ending,
        Status::Subscribed => NewsletterState::Subscribed,
        Status::Unsubscribed => NewsletterState::Unsubscribed,
    };
    let events = of.events.iter().map(|event| {
        let (what, source) = (event.what.clone(), event.source.clone());
        Ok(NewsletterEvent { at: time(event.at)?, what, source, letters: event.letters })
    });
    Ok(CustomerNewsletter {
        state,
        letters: row.letters,
        confirmed_at: row.confirmed_at.map(time).transpose()?,
        ends_at: row.unsubscribe_due_at.map(time).transpose()?,
        events: events.collect::<Result<_>>()?,
    })
}

/// What a customer has written, as far as the reader may see it: none if that is nothing.
fn messages(tx: &mut dyn Tx, reader: &Reader, id: i64, email: &str) -> Result<Option<Vec<CustomerMessage>>> {
    let (answers, refunds) = (reader.may(Permission::MessagesAnswer), reader.may(Permission::OrdersRefund));
    if !answers && !refunds {
        return Ok(None);
    }
    let mut messages = Vec::new();
    if answers {
        for message in contact::list_of(tx, id, email)? {
            messages.push(CustomerMessage {
                kind: MessageKind::Contact,
                reference: message.reference,
                at: time(message.created_at)?,
                subject: message.subject.code().to_owned(),
                text: beginning(&message.message),
                order_number: message.order_number,
                is_open: message.closed_at.is_none(),
            });
        }
        for talk in chat::talks_of_customer(tx, id, SHOWN)? {
            messages.push(CustomerMessage {
                kind: MessageKind::Chat,
                reference: chat::thread_reference(talk.id),
                at: time(talk.last_message_at)?,
                subject: String::new(),
                text: beginning(&talk.last_text),
                order_number: None,
                is_open: talk.ended_at.is_none() && talk.last_author == Author::Visitor,
            });
        }
    }
    if refunds {
        for statement in withdrawal::list_of_customer(tx, id, &crate::domain::validate::email_key(email))? {
            messages.push(CustomerMessage {
                kind: MessageKind::Withdrawal,
                reference: statement.number,
                at: time(statement.received_at)?,
                subject: String::new(),
                text: beginning(&statement.message),
                order_number: Some(statement.order_number),
                is_open: statement.handled_at.is_none(),
            });
        }
    }
    messages.sort_by(|one, other| other.at.cmp(&one.at));
    messages.truncate(SHOWN as usize);
    Ok(Some(messages))
}

fn beginning(text: &str) -> String {
    let cut: String = text.chars().take(BEGINNING).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}
