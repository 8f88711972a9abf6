//! The life cycle of a subscription, for calls, checkout, registration, the job and the operator's commands.

use anyhow::anyhow;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

use super::store::{self, Asked, Event, EventRow, NewLink, Purpose, Status, Subscribed, Subscriber};
use super::types::{Letters, NewsletterInfo};
use crate::call::Visitor;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::identity;
use crate::message;
use crate::outbox::{self, NewMail};
use crate::personal_data::DataSubject;
use crate::region;
use crate::session;

/// Most mails per address and day that requests cause, against mail bombing.
const MAILS_A_DAY: i64 = 3;
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// Validity of unsubscription links.
const UNSUBSCRIBE_LINK: SignedDuration = SignedDuration::from_hours(24 * 1096);
/// How long unconfirmed addresses are kept.
const UNCONFIRMED: SignedDuration = SignedDuration::from_hours(24 * 30);
/// How long proof of consent is kept after the end (three years, as in the privacy statement).
const PROOF: SignedDuration = SignedDuration::from_hours(24 * 1096);

/// Where a subscription was requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Footer,
    /// The popup on the first visit.
    Lightbox,
    /// The customer's own page.
    Account,
    Checkout,
    Registration,
    /// By somebody of the house, whom the owner of the address has asked.
    House,
}

impl Source {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Footer => "footer",
            Self::Lightbox => "lightbox",
            Self::Account => "account",
            Self::Checkout => "checkout",
            Self::Registration => "registration",
            Self::House => "house",
        }
    }

    /// The sources that `newsletter/subscribe` accepts.
    pub fn from_wire(code: &str) -> Option<Source> {
        [Self::Footer, Self::Lightbox, Self::Account].into_iter().find(|source| source.code() == code)
    }
}

/// A request to subscribe.
#[derive(Debug, Clone)]
pub struct Wish {
    /// An address that passed `validate::email`.
    pub email: String,
    pub letters: Letters,
    pub source: Source,
}

/// The result of a request, as far as it may be disclosed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A mail has the next step.
    Confirm,
    Subscribed,
    /// It was subscribed before.
    Already,
}

// ── Subscribing ─────────────────────────────────────────────────────────────────────────────────────────────────────

/// Subscribes, or asks to confirm.
///
/// If confirmation is required, the answer is the same for new, unconfirmed and subscribed addresses; only the mail
/// differs. The verified owner of the address, the account that asked and the session that subscribed learn more.
pub fn ask(tx: &mut dyn Tx, visitor: &Visitor, wish: &Wish) -> Result<Outcome> {
    let account = own_account(tx, visitor, &wish.email)?;
    ask_for(tx, visitor, wish, account)
}

/// [`ask`] for an account with this address, in whose session it may not be yet.
pub fn ask_for(tx: &mut dyn Tx, visitor: &Visitor, wish: &Wish, account: Option<i64>) -> Result<Outcome> {
    let key = email_key(&wish.email);
    let is_proved = identity::is_proved(tx, account)?;
    let must_confirm = must_confirm(visitor);
    let row = store::find_by_email(tx, &key)?;
    let Some(row) = row else {
        let id = save_pending(tx, visitor, wish, account)?;
        return confirm_or_subscribe(tx, visitor, id, wish.letters, wish.source, must_confirm);
    };
    // An account's address may be another person's: an earlier consent counts as this customer's if the address is
    // verified or was confirmed in this session.
    let is_here = row.status == Status::Subscribed && row.session_id == Some(visitor.session.id);
    let is_proven = !must_confirm || (account.is_some() && row.confirmed_at.is_some() && (is_proved || is_here));
    let is_mine = is_proved || (account.is_some() && row.customer_id == account);
    match row.status {
        Status::Subscribed => {
            // Forms without the current selection must not remove any of it.
            let letters = if wish.source == Source::Account { wish.letters } else { row.letters.and(wish.letters) };
            let is_new = letters != row.letters || row.unsubscribe_due_at.is_some();
            match (is_new, is_proven) {
                (false, _) if is_proven || is_mine || is_here => Ok(Outcome::Already),
                // Following the link while logged in shows the subscription to the account.
                (false, _) if account.is_some() => {
                    confirm_or_subscribe(tx, visitor, row.id, letters, wish.source, true)
                }
                (false, _) => {
                    remind(tx, visitor, &row)?;
                    Ok(Outcome::Confirm)
                }
                (true, true) => {
                    subscribe(tx, visitor, &row, letters, wish.source, Event::Changed)?;
                    Ok(Outcome::Subscribed)
                }
                (true, false) => confirm_or_subscribe(tx, visitor, row.id, letters, wish.source, true),
            }
        }
        Status::Pending | Status::Unsubscribed => {
            let id = save_pending(tx, visitor, wish, account)?;
            confirm_or_subscribe(tx, visitor, id, wish.letters, wish.source, !is_proven)
        }
    }
}

/// Whether the visitor's country requires double opt-in. Only a country from a trusted proxy can be exempt.
fn must_confirm(visitor: &Visitor) -> bool {
    let config = &visitor.view.config.newsletter;
    let is_excepted =
        visitor.country.as_ref().is_some_and(|country| config.single_opt_in.iter().any(|other| other == country));
    config.double_opt_in && !is_excepted
}

/// The visitor's account, if it has this address.
fn own_account(tx: &mut dyn Tx, visitor: &Visitor, email: &str) -> Result<Option<i64>> {
    let Some(id) = visitor.session.customer_id else { return Ok(None) };
    Ok(identity::find(tx, id)?.filter(|customer| customer.has_email(email)).map(|customer| customer.id))
}

fn save_pending(tx: &mut dyn Tx, visitor: &Visitor, wish: &Wish, account: Option<i64>) -> Result<i64> {
    let asked = Asked {
        email: &wish.email,
        email_key: &email_key(&wish.email),
        lang: visitor.view.lang(),
        source: wish.source.code(),
        session_id: session_id(visitor),
        customer_id: account,
    };
    store::save_pending(tx, asked, visitor.now())
}

/// Sends the confirmation link, or subscribes at once if none is required.
fn confirm_or_subscribe(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    id: i64,
    letters: Letters,
    source: Source,
    must_confirm: bool,
) -> Result<Outcome> {
    let row = store::find(tx, id)?.ok_or_else(|| anyhow!("newsletter {id} has vanished"))?;
    if must_confirm {
        send_link(tx, visitor, &row, letters, source)?;
        return Ok(Outcome::Confirm);
    }
    subscribe(tx, visitor, &row, letters, source, Event::Confirmed)?;
    welcome(tx, visitor, &row, visitor.view.lang(), letters, false)?;
    Ok(Outcome::Subscribed)
}

fn subscribe(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    row: &Subscriber,
    letters: Letters,
    source: Source,
    event: Event,
) -> Result<()> {
    let (lang, now) = (visitor.view.lang(), visitor.now());
    let session_id = session_id(visitor);
    let new = Subscribed { letters, lang, source: source.code(), session_id, customer_id: None };
    store::save_subscribed(tx, row.id, new, now)?;
    store::save_event(tx, row.id, event, letters, source.code(), now)
}

/// The id of a stored session.
fn session_id(visitor: &Visitor) -> Option<i64> {
    (visitor.session.id > 0).then_some(visitor.session.id)
}

// ── Mails ───────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Serialize)]
struct ConfirmMail {
    letters: Letters,
    confirm_url: String,
    /// ISO 8601 date.
    expires_on: String,
    /// Declines the subscription.
    cancel_url: String,
    one_click_url: String,
}

#[derive(Debug, Serialize)]
struct WelcomeMail {
    letters: Letters,
    /// Whether the address was subscribed already.
    again: bool,
    unsubscribe_url: String,
    one_click_url: String,
}

#[derive(Debug, Serialize)]
struct EndMail {
    /// ISO 8601 date of the last day with newsletters; absent if the subscription has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_on: Option<String>,
    home_url: String,
}

/// The URLs of an unsubscription link: the page, and the endpoint of one-click unsubscription (RFC 8058).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsubscribeUrls {
    pub page: String,
    pub one_click: String,
}

fn unsubscribe_urls(config: &Config, lang: Lang, token: &str) -> UnsubscribeUrls {
    let site = config.public_url();
    UnsubscribeUrls {
        page: format!("{site}/{lang}/newsletter/unsubscribe?token={token}"),
        one_click: format!("{site}/newsletter/unsubscribe/{token}"),
    }
}

/// A token derived from the request's random bytes, different for each purpose.
fn token(random: &[u8; 32], end: &str) -> String {
    session::new_token(&session::hash(&format!("newsletter {end} {}", session::new_token(random))))
}

/// Creates an unsubscription link.
fn unsubscribe_link(
    tx: &mut dyn Tx,
    config: &Config,
    row: &Subscriber,
    lang: Lang,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<UnsubscribeUrls> {
    let token = token(random, &format!("unsubscribe {}", row.id));
    let link = NewLink {
        token: &token,
        newsletter_id: row.id,
        purpose: Purpose::Unsubscribe,
        letters: Letters::default(),
        source: &row.source,
        lang,
        expires_at: now + UNSUBSCRIBE_LINK,
    };
    store::save_link(tx, link, now)?;
    Ok(unsubscribe_urls(config, lang, &token))
}

/// Creates the unsubscription link of a newsletter that the operator sends.
pub fn newsletter_link(
    tx: &mut dyn Tx,
    config: &Config,
    id: i64,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<UnsubscribeUrls> {
    let row = store::find(tx, id)?.ok_or_else(|| anyhow!("newsletter {id} has vanished"))?;
    unsubscribe_link(tx, config, &row, row.lang, random, now)
}

/// Whether the daily limit of mails to an address is reached.
fn is_mail_limit_reached(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<bool> {
    Ok(store::count_mailed(tx, id, now - DAY)? >= MAILS_A_DAY)
}

fn send_link(tx: &mut dyn Tx, visitor: &Visitor, row: &Subscriber, letters: Letters, source: Source) -> Result<()> {
    let (config, lang, now) = (&visitor.view.config, visitor.view.lang(), visitor.now());
    if is_mail_limit_reached(tx, row.id, now)? {
        return Ok(());
    }
    let expires_at = now + DAY * i32::try_from(config.newsletter.confirm_days).unwrap_or(1);
    let token = token(&visitor.random, "confirm");
    let link = NewLink {
        token: &token,
        newsletter_id: row.id,
        purpose: Purpose::Confirm,
        letters,
        source: source.code(),
        lang,
        expires_at,
    };
    store::save_link(tx, link, now)?;
    store::save_event(tx, row.id, Event::Asked, letters, source.code(), now)?;
    let urls = unsubscribe_link(tx, config, row, lang, &visitor.random, now)?;
    let data = ConfirmMail {
        letters,
        confirm_url: format!("{}/{lang}/newsletter/confirm?token={token}", config.public_url()),
        expires_on: in_shop_zone(expires_at).date().to_string(),
        cancel_url: urls.page,
        one_click_url: urls.one_click,
    };
    mail(tx, "newsletter_confirm", lang, &row.email, &data, now)
}

fn remind(tx: &mut dyn Tx, visitor: &Visitor, row: &Subscriber) -> Result<()> {
    let now = visitor.now();
    if is_mail_limit_reached(tx, row.id, now)? {
        return Ok(());
    }
    store::save_event(tx, row.id, Event::Reminded, row.letters, &row.source, now)?;
    welcome(tx, visitor, row, visitor.view.lang(), row.letters, true)
}

fn welcome(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    row: &Subscriber,
    lang: Lang,
    letters: Letters,
    again: bool,
) -> Result<()> {
    let now = visitor.now();
    let urls = unsubscribe_link(tx, &visitor.view.config, row, lang, &visitor.random, now)?;
    let data = WelcomeMail { letters, again, unsubscribe_url: urls.page, one_click_url: urls.one_click };
    mail(tx, "newsletter_welcome", lang, &row.email, &data, now)
}

fn mail<T: Serialize>(
    tx: &mut dyn Tx,
    template: &str,
    lang: Lang,
    recipient: &str,
    data: &T,
    now: Timestamp,
) -> Result<()> {
    outbox::enqueue(tx, NewMail { template, lang, recipient, data }, now)?;
    Ok(())
}

// ── Confirming ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// Confirms by a link; answers whether it is valid. Idempotent. An account with this address that is logged in has
/// shown that it reads the mailbox, so the subscription becomes its own.
pub fn confirm_by_link(tx: &mut dyn Tx, visitor: &Visitor, token: &str) -> Result<bool> {
    let now = visitor.now();
    let Some(link) = store::find_link(tx, token, Purpose::Confirm, now)? else { return Ok(false) };
    if link.used_at.is_some() {
        return Ok(true);
    }
    let Some(row) = store::find(tx, link.newsletter_id)? else { return Ok(false) };
    let letters = link.letters;
    let (session_id, customer_id) = (session_id(visitor), own_account(tx, visitor, &row.email)?);
    let new = Subscribed { letters, lang: link.lang, source: &link.source, session_id, customer_id };
    store::save_subscribed(tx, row.id, new, now)?;
    store::save_event(tx, row.id, Event::Confirmed, letters, &link.source, now)?;
    store::save_link_used(tx, token, now)?;
    welcome(tx, visitor, &row, link.lang, letters, false)?;
    Ok(true)
}

// ── Unsubscribing ───────────────────────────────────────────────────────────────────────────────────────────────────

/// State of an unsubscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Newsletters may be sent until then.
    Until(Timestamp),
    /// No newsletters are sent.
    Over,
}

/// Unsubscribes by a link; answers the newsletter's language and the state. None if the link is invalid. Idempotent.
pub fn unsubscribe_by_link(
    tx: &mut dyn Tx,
    config: &Config,
    token: &str,
    now: Timestamp,
) -> Result<Option<(Lang, Ending)>> {
    let Some(link) = store::find_link(tx, token, Purpose::Unsubscribe, now)? else { return Ok(None) };
    let Some(row) = store::find(tx, link.newsletter_id)? else { return Ok(None) };
    store::save_link_used(tx, token, now)?;
    Ok(Some((link.lang, unsubscribe(tx, config, &row, link.lang, now)?)))
}

/// Unsubscribes a customer; none without a subscription that the account may end.
pub fn unsubscribe_customer(
    tx: &mut dyn Tx,
    config: &Config,
    customer_id: i64,
    lang: Lang,
    now: Timestamp,
) -> Result<Option<Ending>> {
    match find_own(tx, customer_id)? {
        Some(row) if row.status != Status::Unsubscribed => Ok(Some(unsubscribe(tx, config, &row, lang, now)?)),
        _ => Ok(None),
    }
}

fn unsubscribe(tx: &mut dyn Tx, config: &Config, row: &Subscriber, lang: Lang, now: Timestamp) -> Result<Ending> {
    match row.status {
        Status::Unsubscribed => return Ok(Ending::Over),
        Status::Pending => {
            store::drop_pending(tx, row.id)?;
            store::delete_confirm_links(tx, row.id)?;
            return Ok(Ending::Over);
        }
        Status::Subscribed => {}
    }
    if let Some(due) = row.unsubscribe_due_at {
        return Ok(Ending::Until(Timestamp::from_millisecond(due).unwrap_or(now)));
    }
    let deadline = region::calendar(tx)?.deadline(now, config.newsletter.unsubscribe_days);
    if store::save_unsubscribe_asked(tx, row.id, deadline.ends_at, now)? {
        // An older confirmation link must not undo the unsubscription.
        store::delete_confirm_links(tx, row.id)?;
        store::save_event(tx, row.id, Event::UnsubscribeAsked, row.letters, &row.source, now)?;
        mail(tx, "newsletter_unsubscribing", lang, &row.email, &end_mail(config, lang, Some(deadline.day)), now)?;
    }
    Ok(Ending::Until(deadline.ends_at))
}

fn end_mail(config: &Config, lang: Lang, ends_on: Option<Date>) -> EndMail {
    EndMail { ends_on: ends_on.map(|day| day.to_string()), home_url: format!("{}/{lang}", config.public_url()) }
}

/// Carries out a due unsubscription; false if it is over already. Idempotent.
pub fn carry_out(tx: &mut dyn Tx, config: &Config, id: i64, now: Timestamp) -> Result<bool> {
    let Some(row) = store::find(tx, id)? else { return Ok(false) };
    if !store::save_unsubscribed(tx, row.id, now)? {
        return Ok(false);
    }
    store::save_event(tx, row.id, Event::Unsubscribed, Letters::default(), &row.source, now)?;
    mail(tx, "newsletter_unsubscribed", row.lang, &row.email, &end_mail(config, row.lang, None), now)?;
    Ok(true)
}

/// Moves the subscription of an account to its new address: ends that of the former one, and asks the new one to
/// confirm. A subscription that the account may not end is not touched: it may be another person's. The account still has
/// its former address.
pub fn move_subscription(tx: &mut dyn Tx, visitor: &Visitor, customer_id: i64, email: &str) -> Result<()> {
    let Some(row) = find_own(tx, customer_id)? else { return Ok(()) };
    let now = visitor.now();
    store::delete_confirm_links(tx, row.id)?;
    match row.status {
        Status::Unsubscribed => return Ok(()),
        Status::Pending => store::drop_pending(tx, row.id)?,
        Status::Subscribed => {
            store::end_at_once(tx, row.id, now)?;
            store::save_event(tx, row.id, Event::Unsubscribed, Letters::default(), &row.source, now)?;
        }
    }
    let is_leaving = row.unsubscribe_due_at.is_some();
    if row.status == Status::Subscribed && !is_leaving {
        let wish = Wish { email: email.to_owned(), letters: row.letters, source: Source::Account };
        ask_for(tx, visitor, &wish, Some(customer_id))?;
    }
    Ok(())
}

// ── For the house ───────────────────────────────────────────────────────────────────────────────────────────────────

/// The subscription of an address with the proof of its consent, as the house sees it.
#[derive(Debug, Clone)]
pub struct Subscription {
    pub subscriber: Subscriber,
    /// In chronological order.
    pub events: Vec<EventRow>,
}

pub fn subscription(tx: &mut dyn Tx, email: &str) -> Result<Option<Subscription>> {
    let Some(subscriber) = store::find_by_email(tx, &email_key(email))? else { return Ok(None) };
    let events = store::events(tx, subscriber.id)?;
    Ok(Some(Subscription { subscriber, events }))
}

/// Mails the link by which the owner of an address subscribes to the shop's newsletter. Whoever asks by telephone proves nothing,
/// so none is subscribed without it, whatever the country.
pub fn invite(tx: &mut dyn Tx, visitor: &Visitor, email: &str, account: Option<i64>) -> Result<()> {
    let wish = Wish { email: email.to_owned(), letters: Letters::SHOP, source: Source::House };
    let row = store::find_by_email(tx, &email_key(email))?;
    let id = match row {
        Some(row) if row.status == Status::Subscribed => {
            if row.unsubscribe_due_at.is_none() {
                return Err(refuse(message::NEWSLETTER_ALREADY_SUBSCRIBED));
            }
            row.id
        }
        _ => save_pending(tx, visitor, &wish, account)?,
    };
    if is_mail_limit_reached(tx, id, visitor.now())? {
        return Err(refuse(message::CUSTOMERS_NEWSLETTER_MAILS.with("max", MAILS_A_DAY)));
    }
    confirm_or_subscribe(tx, visitor, id, wish.letters, wish.source, true)?;
    Ok(())
}

/// Unsubscribes an address, as its owner has asked; its letters end as after a click in one of them.
pub fn end_of(tx: &mut dyn Tx, config: &Config, email: &str, now: Timestamp) -> Result<Ending> {
    let row = store::find_by_email(tx, &email_key(email))?;
    let open = row.filter(|row| row.status != Status::Unsubscribed && row.unsubscribe_due_at.is_none());
    let row = open.ok_or_else(|| refuse(message::NEWSLETTER_NOT_SUBSCRIBED))?;
    unsubscribe(tx, config, &row, row.lang, now)
}

// ── Info, export, deletion ──────────────────────────────────────────────────────────────────────────────────────────

/// The subscription of a customer's address that the account may see and end: any, if the address is verified, else the
/// one that the account asked for.
fn find_own(tx: &mut dyn Tx, customer_id: i64) -> Result<Option<Subscriber>> {
    let Some(customer) = identity::find(tx, customer_id)? else { return Ok(None) };
    let is_proved = identity::is_proved(tx, Some(customer_id))?;
    find_of(tx, &DataSubject { customer_id, email: customer.email, is_proved })
}

fn find_of(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Option<Subscriber>> {
    let row = store::find_by_email(tx, &email_key(&subject.email))?;
    Ok(row.filter(|row| subject.is_proved || row.customer_id == Some(subject.customer_id)))
}

/// The subscription of a customer, as far as the account may see it.
pub fn info(tx: &mut dyn Tx, customer_id: i64) -> Result<NewsletterInfo> {
    Ok(find_own(tx, customer_id)?.as_ref().map(info_of).unwrap_or_default())
}

fn info_of(row: &Subscriber) -> NewsletterInfo {
    let ends_at = row.unsubscribe_due_at.and_then(|due| Timestamp::from_millisecond(due).ok());
    NewsletterInfo {
        subscribed: row.status == Status::Subscribed,
        confirmation_pending: row.status == Status::Pending,
        ends_at: ends_at.map(|at| at.to_string()),
        letters: row.letters,
    }
}

/// All data of a subscription (Regulation 2016/679 art. 15).
pub fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let Some(row) = find_of(tx, subject)? else { return Ok(Value::Null) };
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).unwrap_or_default();
    let events: Vec<Value> = store::events(tx, row.id)?
        .into_iter()
        .map(|event| {
            json!({
                "what": event.what,
                "hah_subscribe": event.letters.hah_subscribe,
                "brand": event.letters.brand,
                "all_subscribe_status": event.letters.all_subscribe_status,
                "source": event.source,
                "at": time(event.at),
            })
        })
        .collect();
    Ok(json!({
        "email": row.email,
        "language": row.lang,
        "letters": row.letters,
        "state": info_of(&row),
        "events": events,
    }))
}

/// Deletes all data of the account's subscriptions and of its verified address.
pub fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    store::delete_of(tx, subject.customer_id, &email_key(subject.proved_email()))
}

/// Deletes outdated data, at most `limit` rows of each kind; answers how many.
pub fn forget(tx: &mut dyn Tx, now: Timestamp, limit: i64) -> Result<u64> {
    store::delete_old(tx, now, UNCONFIRMED, PROOF, limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_indexed;
    use crate::testing::fixture::{self, Shop, at};
    use crate::vals;

    fn wish(letters: Letters) -> Wish {
        Wish { email: "Ada@example.com".into(), letters, source: Source::Footer }
    }

    fn templates(shop: &Shop) -> Vec<String> {
        shop.write(|tx| tx.all("SELECT template FROM mail ORDER BY id", vals![]))
    }

    /// A confirmed subscription to the shop's newsletter.
    fn subscribed(shop: &Shop, moment: Timestamp) -> Subscriber {
        let visitor = shop.visitor_at(moment, 7);
        assert_eq!(shop.write(|tx| ask(tx, &visitor, &wish(Letters::SHOP))), Outcome::Confirm);
        let token = token(&visitor.random, "confirm");
        let follower = shop.visitor_at(moment, 6);
        assert!(shop.write(|tx| confirm_by_link(tx, &follower, &token)));
        shop.write(|tx| store::find_by_email(tx, "ada@example.com")).expect("a row")
    }

    #[test]
    fn due_unsubscription_is_carried_out_once_after_downtime() {
        let shop = fixture::shop();
        // A Friday afternoon: the next working day is Monday.
        let friday = at("2026-11-20T15:00:00Z");
        let row = subscribed(&shop, friday);
        let ending = shop.write(|tx| unsubscribe(tx, &shop.config, &row, Lang::En, friday));
        assert_eq!(ending, Ending::Until(at("2026-11-23T23:00:00Z")));
        let run = |moment: &str| {
            let now = at(moment);
            let due = shop.write(|tx| store::list_due(tx, now, 10));
            due.iter().filter(|id| shop.write(|tx| carry_out(tx, &shop.config, **id, now))).count()
        };
        assert_eq!([run("2026-11-21T10:00:00Z"), run("2026-11-23T22:59:59Z")], [0, 0]);
        assert_eq!(run("2026-12-24T10:00:00Z"), 1);
        assert_eq!(run("2026-12-24T10:00:00Z"), 0);
        assert_eq!(
            templates(&shop),
            ["newsletter_confirm", "newsletter_welcome", "newsletter_unsubscribing", "newsletter_unsubscribed"]
        );
        let events: Vec<String> =
            shop.write(|tx| store::events(tx, row.id)).into_iter().map(|event| event.what).collect();
        assert_eq!(events, ["asked", "confirmed", "unsubscribe_asked", "unsubscribed"]);
    }

    #[test]
    fn unconfirmed_rows_are_deleted_and_proof_is_kept_three_years() {
        let shop = fixture::shop();
        let start = at("2026-11-20T15:00:00Z");
        let day = SignedDuration::from_hours(24);
        let other = Wish { email: "bob@example.com".into(), ..wish(Letters::SHOP) };
        shop.write(|tx| ask(tx, &shop.visitor_at(start, 1), &other));
        let row = subscribed(&shop, start);
        shop.write(|tx| forget(tx, start + day * 29, 100));
        assert_eq!(shop.count("newsletter"), 2);
        shop.write(|tx| forget(tx, start + day * 31, 100));
        assert_eq!(shop.count("newsletter"), 1, "the unconfirmed row is deleted");
        shop.write(|tx| unsubscribe(tx, &shop.config, &row, Lang::En, start));
        shop.write(|tx| carry_out(tx, &shop.config, row.id, start + day * 40));
        shop.write(|tx| forget(tx, start + day * (40 + 1095), 100));
        assert_eq!(shop.count("newsletter"), 1);
        shop.write(|tx| forget(tx, start + day * (40 + 1097), 100));
        assert_eq!(
            (shop.count("newsletter"), shop.count("newsletter_token"), shop.count("newsletter_event")),
            (0, 0, 0)
        );
    }

    #[test]
    fn email_change_moves_the_subscription_after_confirmation() {
        let shop = fixture::shop();
        let now = at("2026-11-20T15:00:00Z");
        subscribed(&shop, now);
        shop.exec(
            "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at, email_verified_at)
                 VALUES (1, 'ada@example.com', 'ada@example.com', 'Ada', 'King', 'en', 0, 0)",
        );
        let move_to = |random: u8, email: &str| {
            shop.write(|tx| move_subscription(tx, &shop.visitor_at(now, random), 1, email));
            shop.exec(&format!(
                "UPDATE customer SET email = '{email}', email_key = '{email}', email_verified_at = NULL"
            ));
        };
        let states = |email: &str| {
            let row = shop.write(|tx| store::find_by_email(tx, email));
            row.map(|row| row.status)
        };
        move_to(8, "ada@king.example");
        let (former, pending) = (Some(Status::Unsubscribed), Some(Status::Pending));
        assert_eq!((states("ada@example.com"), states("ada@king.example")), (former, pending));
        assert!(shop.write(|tx| info(tx, 1)).confirmation_pending, "its own, though the new address is unverified");
        move_to(9, "ada@queen.example");
        assert_eq!((states("ada@king.example"), states("ada@queen.example")), (None, None));
    }

    #[test]
    fn erasing_an_email_deletes_its_rows() {
        let shop = fixture::shop();
        let now = at("2026-11-20T15:00:00Z");
        subscribed(&shop, now);
        let ada = DataSubject { customer_id: 1, email: "ADA@example.com".into(), is_proved: true };
        assert_eq!(shop.write(|tx| export(tx, &ada))["events"][1]["what"], "confirmed");
        shop.write(|tx| erase(tx, &ada, now));
        assert_eq!(
            (shop.count("newsletter"), shop.count("newsletter_token"), shop.count("newsletter_event")),
            (0, 0, 0)
        );
        assert_eq!(shop.write(|tx| export(tx, &ada)), Value::Null);
    }

    #[test]
    fn an_unverified_account_sees_and_ends_only_what_it_asked_for() {
        let shop = fixture::shop();
        let now = at("2026-11-20T15:00:00Z");
        subscribed(&shop, now);
        shop.exec(
            "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
                 VALUES (1, 'ada@example.com', 'ada@example.com', 'Eve', 'Moth', 'en', 0);
             UPDATE newsletter SET session_id = NULL",
        );
        let eve = shop.member(1).visitor;
        let account = DataSubject { customer_id: 1, email: "ADA@example.com".into(), is_proved: false };
        let end = |now| shop.write(|tx| unsubscribe_customer(tx, &shop.config, 1, Lang::En, now));
        assert_eq!(shop.write(|tx| info(tx, 1)), NewsletterInfo::default());
        assert_eq!((shop.write(|tx| export(tx, &account)), end(now)), (Value::Null, None));
        shop.write(|tx| move_subscription(tx, &eve, 1, "eve@example.com"));
        shop.write(|tx| erase(tx, &account, now));
        let status = || shop.write(|tx| store::find_by_email(tx, "ada@example.com")).map(|row| row.status);
        assert_eq!(status(), Some(Status::Subscribed), "neither ended nor erased");
        // Nor does asking tell that the address is subscribed, or make the subscription the account's.
        assert_eq!(shop.write(|tx| ask(tx, &eve, &wish(Letters::SHOP))), Outcome::Confirm);
        assert_eq!(shop.write(|tx| info(tx, 1)), NewsletterInfo::default());
        // Following the mailed link while logged in does.
        let link = token(&eve.random, "confirm");
        let eve = Visitor { random: [5; 32], ..eve };
        assert!(shop.write(|tx| confirm_by_link(tx, &eve, &link)));
        assert!(shop.write(|tx| info(tx, 1)).subscribed);
        shop.write(|tx| erase(tx, &account, now));
        assert_eq!(status(), None);
    }

    #[test]
    fn a_subscription_that_another_visitor_asks_for_anew_is_no_longer_the_accounts() {
        let shop = fixture::shop();
        shop.exec(
            "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
                 VALUES (1, 'ada@example.com', 'ada@example.com', 'Eve', 'Moth', 'en', 0)",
        );
        let eve = shop.member(1).visitor;
        shop.write(|tx| ask(tx, &eve, &wish(Letters::SHOP)));
        assert!(shop.write(|tx| info(tx, 1)).confirmation_pending);
        let guest = Visitor { random: [9; 32], ..shop.newcomer() };
        shop.write(|tx| ask(tx, &guest, &wish(Letters::SHOP)));
        assert_eq!(shop.write(|tx| info(tx, 1)), NewsletterInfo::default());
    }

    #[test]
    fn every_query_uses_an_index() {
        let shop = fixture::shop();
        let now = at("2026-11-20T15:00:00Z");
        subscribed(&shop, now);
        let visitor = shop.visitor_at(now, 9);
        assert_indexed(&shop.connection, |tx| ask(tx, &visitor, &wish(Letters::SHOP)));
        assert_indexed(&shop.connection, |tx| store::list_due(tx, now, 10));
        assert_indexed(&shop.connection, |tx| carry_out(tx, &shop.config, 1, now));
        assert_indexed(&shop.connection, |tx| forget(tx, now, 10));
    }
}
