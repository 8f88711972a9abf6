//! The life of a subscription, step by step: asked for, confirmed, changed, ended. The calls, checkout, registration, the job
//! and the operator's commands all go through here.

use anyhow::anyhow;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

use super::store::{self, Asked, Event, NewLink, Purpose, Row, Status};
use super::types::{Letters, NewsletterInfo};
use crate::call::Visitor;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::validate::email_key;
use crate::domain::working_days::in_paris;
use crate::error::Result;
use crate::identity;
use crate::outbox::{self, NewMail};
use crate::region;
use crate::session;

/// Mails that an address gets within a day at most because somebody types it into a form.
const MAILS_A_DAY: i64 = 3;
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// How long the link in a letter unsubscribes.
const UNSUBSCRIBE_LINK: SignedDuration = SignedDuration::from_hours(24 * 1096);
/// How long an address is kept that was asked for and never confirmed.
const UNCONFIRMED: SignedDuration = SignedDuration::from_hours(24 * 30);
/// How long proof of consent is kept after the end (the privacy statement's three years).
const PROOF: SignedDuration = SignedDuration::from_hours(24 * 1096);

/// Where a subscription was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Footer,
    /// The popup of the first visit.
    Lightbox,
    /// The customer's own page.
    Account,
    Checkout,
    Registration,
}

impl Source {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Footer => "footer",
            Self::Lightbox => "lightbox",
            Self::Account => "account",
            Self::Checkout => "checkout",
            Self::Registration => "registration",
        }
    }

    /// Those that `newsletter/subscribe` takes.
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

/// What became of a wish, as far as the asker may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Whatever is to happen, happens by a mail.
    Confirm,
    Subscribed,
    /// It had been before.
    Already,
}

// ── Asking ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Subscribes, or asks to confirm.
///
/// Where a link has to be followed, the answer is the same whether the address is new, waits, or is subscribed already; what
/// differs is the mail. Only whoever typed the address in this session before, or owns it, is told more.
pub fn ask(tx: &mut dyn Tx, visitor: &Visitor, wish: &Wish) -> Result<Outcome> {
    let key = email_key(&wish.email);
    let owner = match visitor.session.customer_id {
        Some(id) => identity::find(tx, id)?.filter(|customer| customer.has_email(&wish.email)),
        None => None,
    };
    let is_own = owner.is_some();
    let is_proved = identity::is_proved(tx, owner.map(|customer| customer.id))?;
    let must_confirm = must_confirm(visitor);
    let row = store::find_by_email(tx, &key)?;
    let Some(row) = row else {
        let id = pend(tx, visitor, wish, &key)?;
        return begin(tx, visitor, id, wish.letters, wish.source, must_confirm);
    };
    // Anybody can register under anybody's address: that its owner has consented before is this customer's consent where the
    // address is proved to be theirs, or where it was here that the link was followed.
    let is_here = row.status == Status::Subscribed && row.session_id == Some(visitor.session.id);
    let is_proven = !must_confirm || (is_own && row.confirmed_at.is_some() && (is_proved || is_here));
    match row.status {
        Status::Subscribed => {
            // A form that shows no choice made before must not take one away.
            let letters = if wish.source == Source::Account { wish.letters } else { row.letters().and(wish.letters) };
            let is_new = letters != row.letters() || row.unsubscribe_due_at.is_some();
            match (is_new, is_proven) {
                (false, _) if is_proven || is_own || row.session_id == Some(visitor.session.id) => Ok(Outcome::Already),
                (false, _) => {
                    remind(tx, visitor, &row)?;
                    Ok(Outcome::Confirm)
                }
                (true, true) => {
                    subscribe(tx, visitor, &row, letters, wish.source, Event::Changed)?;
                    Ok(Outcome::Subscribed)
                }
                (true, false) => begin(tx, visitor, row.id, letters, wish.source, true),
            }
        }
        Status::Pending | Status::Unsubscribed => {
            let id = pend(tx, visitor, wish, &key)?;
            begin(tx, visitor, id, wish.letters, wish.source, !is_proven)
        }
    }
}

/// Whether the visitor's country wants a link to be followed. Only a country that a trusted proxy tells can be excepted.
fn must_confirm(visitor: &Visitor) -> bool {
    let config = &visitor.view.config.newsletter;
    let is_excepted =
        visitor.country.as_ref().is_some_and(|country| config.single_opt_in.iter().any(|other| other == country));
    config.double_opt_in && !is_excepted
}

fn pend(tx: &mut dyn Tx, visitor: &Visitor, wish: &Wish, key: &str) -> Result<i64> {
    let asked = Asked {
        email: &wish.email,
        email_key: key,
        lang: visitor.view.lang(),
        source: wish.source.code(),
        session_id: session_id(visitor),
    };
    store::save_pending(tx, asked, visitor.now())
}

/// Sends the link, or subscribes at once where none is needed.
fn begin(
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
    welcome(tx, visitor, &row, letters, false)?;
    Ok(Outcome::Subscribed)
}

fn subscribe(
    tx: &mut dyn Tx,
    visitor: &Visitor,
    row: &Row,
    letters: Letters,
    source: Source,
    event: Event,
) -> Result<()> {
    let (lang, now) = (visitor.view.lang(), visitor.now());
    store::save_subscribed(tx, row.id, letters, lang, source.code(), session_id(visitor), now)?;
    store::save_event(tx, row.id, event, letters, source.code(), now)
}

/// Sessions that are nobody's have no row to point to.
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
    /// Ends the matter without subscribing.
    cancel_url: String,
    one_click_url: String,
}

#[derive(Debug, Serialize)]
struct WelcomeMail {
    letters: Letters,
    /// Whether the address was subscribed before and somebody asked once more.
    again: bool,
    unsubscribe_url: String,
    one_click_url: String,
}

#[derive(Debug, Serialize)]
struct EndMail {
    /// ISO 8601 date of the last day on which letters may come; absent once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_on: Option<String>,
    home_url: String,
}

/// The addresses of the link in a letter: the page, and the door of one-click unsubscription (RFC 8058).
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

/// A token of this request: the same random bytes make different tokens for different ends.
fn token(random: &[u8; 32], end: &str) -> String {
    session::new_token(&session::hash(&format!("newsletter {end} {}", session::new_token(random))))
}

/// Makes a link that unsubscribes an address.
fn unsubscribe_link(
    tx: &mut dyn Tx,
    config: &Config,
    row: &Row,
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

/// For a letter that the operator sends: the links that belong into it.
pub fn link_for_letters(
    tx: &mut dyn Tx,
    config: &Config,
    id: i64,
    random: &[u8; 32],
    now: Timestamp,
) -> Result<UnsubscribeUrls> {
    let row = store::find(tx, id)?.ok_or_else(|| anyhow!("newsletter {id} has vanished"))?;
    unsubscribe_link(tx, config, &row, row.lang, random, now)
}

/// Whether an address has had its share of mails for today.
fn is_weary(tx: &mut dyn Tx, id: i64, now: Timestamp) -> Result<bool> {
    Ok(store::count_mailed(tx, id, now - DAY)? >= MAILS_A_DAY)
}

fn send_link(tx: &mut dyn Tx, visitor: &Visitor, row: &Row, letters: Letters, source: Source) -> Result<()> {
    let (config, lang, now) = (&visitor.view.config, visitor.view.lang(), visitor.now());
    if is_weary(tx, row.id, now)? {
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
        expires_on: in_paris(expires_at).date().to_string(),
        cancel_url: urls.page,
        one_click_url: urls.one_click,
    };
    mail(tx, "newsletter_confirm", lang, &row.email, &data, now)
}

fn remind(tx: &mut dyn Tx, visitor: &Visitor, row: &Row) -> Result<()> {
    let now = visitor.now();
    if is_weary(tx, row.id, now)? {
        return Ok(());
    }
    store::save_event(tx, row.id, Event::Reminded, row.letters(), &row.source, now)?;
    welcome(tx, visitor, row, row.letters(), true)
}

fn welcome(tx: &mut dyn Tx, visitor: &Visitor, row: &Row, letters: Letters, again: bool) -> Result<()> {
    let (lang, now) = (visitor.view.lang(), visitor.now());
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

/// Follows the link of a confirmation mail; whether it was valid. Following it again changes nothing.
pub fn confirm_by_link(tx: &mut dyn Tx, visitor: &Visitor, token: &str) -> Result<bool> {
    let now = visitor.now();
    let Some(link) = store::find_link(tx, token, Purpose::Confirm, now)? else { return Ok(false) };
    if link.used_at.is_some() {
        return Ok(true);
    }
    let Some(row) = store::find(tx, link.newsletter_id)? else { return Ok(false) };
    let letters = link.letters();
    store::save_subscribed(tx, row.id, letters, link.lang, &link.source, session_id(visitor), now)?;
    store::save_event(tx, row.id, Event::Confirmed, letters, &link.source, now)?;
    store::save_link_used(tx, token, now)?;
    let urls = unsubscribe_link(tx, &visitor.view.config, &row, link.lang, &visitor.random, now)?;
    let data = WelcomeMail { letters, again: false, unsubscribe_url: urls.page, one_click_url: urls.one_click };
    mail(tx, "newsletter_welcome", link.lang, &row.email, &data, now)?;
    Ok(true)
}

// ── Unsubscribing ───────────────────────────────────────────────────────────────────────────────────────────────────

/// Where an unsubscription stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Letters may come until then.
    Until(Timestamp),
    /// No letters come.
    Over,
}

/// Follows the link of a letter: the language it was written in, and where the matter stands. None for a link that is not
/// valid. Following it again changes nothing.
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

/// Ends the subscription of an address whose owner asks; none where there is nothing to end.
pub fn unsubscribe_address(
    tx: &mut dyn Tx,
    config: &Config,
    email: &str,
    lang: Lang,
    now: Timestamp,
) -> Result<Option<Ending>> {
    match store::find_by_email(tx, &email_key(email))? {
        Some(row) if row.status != Status::Unsubscribed => Ok(Some(unsubscribe(tx, config, &row, lang, now)?)),
        _ => Ok(None),
    }
}

fn unsubscribe(tx: &mut dyn Tx, config: &Config, row: &Row, lang: Lang, now: Timestamp) -> Result<Ending> {
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
        // A link that was sent before must not undo what is asked now.
        store::delete_confirm_links(tx, row.id)?;
        store::save_event(tx, row.id, Event::UnsubscribeAsked, row.letters(), &row.source, now)?;
        mail(tx, "newsletter_unsubscribing", lang, &row.email, &end_mail(config, lang, Some(deadline.day)), now)?;
    }
    Ok(Ending::Until(deadline.ends_at))
}

fn end_mail(config: &Config, lang: Lang, ends_on: Option<Date>) -> EndMail {
    EndMail { ends_on: ends_on.map(|day| day.to_string()), home_url: format!("{}/{lang}", config.public_url()) }
}

/// Carries out the unsubscriptions whose time has come, at most `limit`; answers how many. Running it again finds nothing.
pub fn carry_out_due(tx: &mut dyn Tx, config: &Config, now: Timestamp, limit: i64) -> Result<u64> {
    let mut done = 0;
    for row in store::list_due(tx, now, limit)? {
        if store::save_unsubscribed(tx, row.id, now)? {
            done += 1;
            store::save_event(tx, row.id, Event::Unsubscribed, Letters::default(), &row.source, now)?;
            mail(tx, "newsletter_unsubscribed", row.lang, &row.email, &end_mail(config, row.lang, None), now)?;
        }
    }
    Ok(done)
}

/// An account's address has changed: the former one gets no more letters, and the new one is asked whether it wants them.
/// Letters to an address that the account had only typed, and that were not asked for here, are somebody else's and stay.
pub fn follow(tx: &mut dyn Tx, visitor: &Visitor, former: &str, email: &str) -> Result<()> {
    let Some(row) = store::find_by_email(tx, &email_key(former))? else { return Ok(()) };
    if !identity::is_proved(tx, visitor.session.customer_id)? && row.session_id != Some(visitor.session.id) {
        return Ok(());
    }
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
        ask(tx, visitor, &Wish { email: email.to_owned(), letters: row.letters(), source: Source::Account })?;
    }
    Ok(())
}

// ── What an address may know, and being forgotten ───────────────────────────────────────────────────────────────────

/// How an address stands, for its owner's page.
pub fn info(tx: &mut dyn Tx, email: &str) -> Result<NewsletterInfo> {
    let Some(row) = store::find_by_email(tx, &email_key(email))? else { return Ok(NewsletterInfo::default()) };
    let ends_at = row.unsubscribe_due_at.and_then(|due| Timestamp::from_millisecond(due).ok());
    Ok(NewsletterInfo {
        subscribed: row.status == Status::Subscribed,
        confirmation_pending: row.status == Status::Pending,
        ends_at: ends_at.map(|at| at.to_string()),
        letters: row.letters(),
    })
}

/// Everything that is kept of an address, for its owner (Regulation 2016/679 art. 15).
pub fn export(tx: &mut dyn Tx, email: &str) -> Result<Value> {
    let Some(row) = store::find_by_email(tx, &email_key(email))? else { return Ok(Value::Null) };
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).unwrap_or_default();
    let events: Vec<Value> = store::events(tx, row.id)?
        .into_iter()
        .map(|event| {
            json!({
                "what": event.what,
                "hah_subscribe": event.hah_subscribe,
                "brand": event.brand,
                "all_subscribe_status": event.all_subscribe_status,
                "source": event.source,
                "at": time(event.at),
            })
        })
        .collect();
    Ok(json!({
        "email": row.email,
        "language": row.lang,
        "letters": row.letters(),
        "state": info(tx, email)?,
        "events": events,
    }))
}

/// Forgets an address altogether: its account is deleted.
pub fn erase(tx: &mut dyn Tx, email: &str) -> Result<()> {
    store::delete_by_email(tx, &email_key(email))?;
    Ok(())
}

/// Forgets what has had its time; answers how many rows that were.
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

    fn at_moment(shop: &Shop, moment: Timestamp, random: u8) -> Visitor {
        let mut visitor = shop.visitor();
        visitor.view.now = moment;
        visitor.random = [random; 32];
        visitor
    }

    fn templates(shop: &Shop) -> Vec<String> {
        shop.write(|tx| tx.all("SELECT template FROM mail ORDER BY id", vals![]))
    }

    /// A confirmed subscription to the shop's newsletter.
    fn subscribed(shop: &Shop, moment: Timestamp) -> Row {
        let visitor = at_moment(shop, moment, 7);
        assert_eq!(shop.write(|tx| ask(tx, &visitor, &wish(Letters::SHOP))), Outcome::Confirm);
        let token = token(&visitor.random, "confirm");
        let follower = at_moment(shop, moment, 6);
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
            shop.write(|tx| carry_out_due(tx, &shop.config, now, 10))
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
        shop.write(|tx| ask(tx, &at_moment(&shop, start, 1), &other));
        let row = subscribed(&shop, start);
        shop.write(|tx| forget(tx, start + day * 29, 100));
        assert_eq!(shop.count("newsletter"), 2);
        shop.write(|tx| forget(tx, start + day * 31, 100));
        assert_eq!(shop.count("newsletter"), 1, "the unconfirmed row is deleted");
        shop.write(|tx| unsubscribe(tx, &shop.config, &row, Lang::En, start));
        shop.write(|tx| carry_out_due(tx, &shop.config, start + day * 40, 10));
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
        shop.write(|tx| follow(tx, &at_moment(&shop, now, 8), "ada@example.com", "ada@king.example"));
        let states = |email: &str| {
            let info = shop.write(|tx| info(tx, email));
            (info.subscribed, info.confirmation_pending)
        };
        assert_eq!((states("ada@example.com"), states("ada@king.example")), ((false, false), (false, true)));
        shop.write(|tx| follow(tx, &at_moment(&shop, now, 9), "ada@king.example", "ada@queen.example"));
        assert_eq!((states("ada@king.example"), states("ada@queen.example")), ((false, false), (false, false)));
    }

    #[test]
    fn erasing_an_email_deletes_its_rows() {
        let shop = fixture::shop();
        let now = at("2026-11-20T15:00:00Z");
        subscribed(&shop, now);
        assert_eq!(shop.write(|tx| export(tx, "ada@example.com"))["events"][1]["what"], "confirmed");
        shop.write(|tx| erase(tx, "ADA@example.com"));
        assert_eq!(
            (shop.count("newsletter"), shop.count("newsletter_token"), shop.count("newsletter_event")),
            (0, 0, 0)
        );
        assert_eq!(shop.write(|tx| export(tx, "ada@example.com")), Value::Null);
    }

    #[test]
    fn every_query_uses_an_index() {
        let shop = fixture::shop();
        let now = at("2026-11-20T15:00:00Z");
        subscribed(&shop, now);
        let visitor = at_moment(&shop, now, 9);
        assert_indexed(&shop.connection, |tx| ask(tx, &visitor, &wish(Letters::SHOP)));
        assert_indexed(&shop.connection, |tx| carry_out_due(tx, &shop.config, now, 10));
        assert_indexed(&shop.connection, |tx| forget(tx, now, 10));
    }
}
