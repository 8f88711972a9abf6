//! The calls of the chat, one function per path.

use jiff::{SignedDuration, Timestamp};

use super::offer::{self, Availability};
use super::store::{self, TalkRow};
use super::types::{Author, ChatMode, Hours, ListenArgs, SayArgs, Talk, TalkArgs};
use crate::call::{View, Visitor};
use crate::db::Tx;
use crate::domain::validate;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Refusal, Result, refuse};
use crate::operator_alert::{self, OperatorAlert};
use crate::thread::types::{Source, ThreadKind};
use crate::thread::{self, Heard};
use crate::throttle::{self, Key, RateLimit};
use crate::{call_context, identity, live, message, region, session};

/// A conversation with a message younger than this is continued when the visitor opens the chat again.
const FRESH: SignedDuration = SignedDuration::from_hours(12);
/// Messages that a visitor may send within [`BURST_WINDOW`].
const MAX_BURST: i64 = 10;
/// Messages that a visitor may send in one conversation.
const MAX_MESSAGES: i64 = 200;
const BURST_WINDOW: SignedDuration = SignedDuration::from_mins(1);
/// What all visitors of a network may send in a day, in kB: some hundred messages, and no way to fill the disk.
const NETWORK_KILOBYTES: RateLimit = RateLimit { attempts: 256, window: SignedDuration::from_hours(24) };
/// Alerts to the operator while nobody has the console open: about one conversation, and about all of them.
const ALERTS_OF_CHAT: RateLimit = RateLimit { attempts: 1, window: SignedDuration::from_mins(15) };
const ALERTS: RateLimit = RateLimit { attempts: 20, window: SignedDuration::from_hours(1) };

/// Opens a conversation, or continues the fresh one.
pub fn talk(tx: &mut dyn Tx, visitor: &Visitor, args: TalkArgs) -> Result<Talk> {
    let now = visitor.now();
    let talk = match store::find_fresh(tx, visitor.session.id, now - FRESH)? {
        Some(talk) => talk,
        None => {
            let secret = session::new_token(&visitor.random);
            let handle = session::new_token(&session::hash(&format!("conversation {secret}")));
            store::open(tx, &handle, visitor.session.id, visitor.view.lang(), now)?
        }
    };
    answer(tx, &visitor.view, talk, args.since)
}

/// The messages after `since` in a conversation.
pub fn listen(tx: &mut dyn Tx, visitor: &Visitor, args: ListenArgs) -> Result<Talk> {
    let talk = own(tx, visitor, &args.session_id)?;
    answer(tx, &visitor.view, talk, args.since)
}

/// Adds a visitor's message to a conversation.
pub fn say(tx: &mut dyn Tx, visitor: &Visitor, args: SayArgs) -> Result<Talk> {
    let talk = own(tx, visitor, &args.session_id)?;
    let text = validate::chat_message(&args.message).map_err(|fault| Refusal::of_field("message", fault))?;
    if talk.ended_at.is_some() {
        return Err(refuse(message::CHAT_ENDED));
    }
    let now = visitor.now();
    let setting = offer::setting(tx, &visitor.view.config)?;
    if setting.mode == ChatMode::Off {
        return Err(refuse(message::CHAT_UNAVAILABLE));
    }
    let (in_all, recent) = store::count_said(tx, talk.id, now - BURST_WINDOW)?;
    if in_all >= MAX_MESSAGES {
        return Err(refuse(message::CHAT_UNAVAILABLE));
    }
    if recent >= MAX_BURST {
        return Err(refuse(message::CHAT_TOO_MANY));
    }
    if let Some(network) = visitor.network {
        let key = Key::new(&call_context::shop_secret(tx)?, "chat of network", &network.to_string());
        if !throttle::attempt_many(tx, key, NETWORK_KILOBYTES, kilobytes(&text), now)? {
            return Err(refuse(message::CHAT_TOO_MANY));
        }
    }
    store::say(tx, talk.id, Author::Visitor, &text, "", visitor.session.customer_id, now)?;
    let customer_id = visitor.session.customer_id;
    let customer = customer_id.map(|id| identity::find(tx, id)).transpose()?.flatten();
    let (name, reference) = (customer.map(|of| of.name()).unwrap_or_default(), store::thread_reference(talk.id));
    let heard = Heard {
        reference: &reference,
        kind: ThreadKind::Chat,
        source: Source::Chat(talk.id),
        order_id: None,
        customer_id,
        email: "",
        lang: visitor.view.lang(),
        words: &[&name],
        due_at: offer::due_at(&region::calendar(tx)?, setting.opens, setting.closes, now),
    };
    thread::hear(tx, &heard, now)?;
    alert_operator(tx, visitor, talk.id, &reference)?;
    answer(tx, &visitor.view, talk, args.since)
}

/// Tells the operator by mail that somebody writes, unless people who may answer see it in the console.
fn alert_operator(tx: &mut dyn Tx, visitor: &Visitor, talk_id: i64, reference: &str) -> Result<()> {
    let now = visitor.now();
    if live::is_desk_staffed(tx, now)? {
        return Ok(());
    }
    let secret = call_context::shop_secret(tx)?;
    if !throttle::attempt(tx, Key::new(&secret, "alerts of chat", reference), ALERTS_OF_CHAT, now)?
        || !throttle::attempt(tx, Key::new(&secret, "alerts", "chats"), ALERTS, now)?
    {
        return Ok(());
    }
    let alert = OperatorAlert::new(
        "Somebody writes in the chat".to_owned(),
        &[("chat", reference)],
        format!("talk show {talk_id}"),
    );
    operator_alert::send(tx, &visitor.view.config, &alert, now)
}

/// The size of a message in kB, rounded up.
fn kilobytes(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(1024)).unwrap_or(u32::MAX)
}

/// The visitor's own conversation.
fn own(tx: &mut dyn Tx, visitor: &Visitor, handle: &str) -> Result<TalkRow> {
    store::find_own(tx, handle.trim(), visitor.session.id)?.ok_or_else(|| refuse(message::CHAT_NOT_FOUND))
}

fn answer(tx: &mut dyn Tx, view: &View, talk: TalkRow, since: i64) -> Result<Talk> {
    let setting = offer::setting(tx, &view.config)?;
    let Availability { is_open: open, opens_at } = offer::availability(tx, &setting, view.now)?;
    let message = match opens_at {
        Some(at) => message::CHAT_CLOSED.with("time", paris_time(at)),
        None if open => message::CHAT_OPEN.into(),
        None => message::CHAT_UNAVAILABLE.into(),
    };
    Ok(Talk {
        hours: offer::hours(&setting).map(Hours::from),
        messages: store::messages(tx, talk.id, since)?,
        session_id: talk.session_id,
        open,
        opens_at: opens_at.map(|at| at.to_string()),
        message,
        ended: talk.ended_at.is_some(),
        max_length: validate::CHAT_MESSAGE_MAX as u32,
    })
}

/// A time in the shop's zone, where customer service is: `2026-11-23 08:00`.
fn paris_time(at: Timestamp) -> String {
    in_shop_zone(at).strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, at};

    fn say_at(shop: &fixture::Shop, moment: &str, session_id: &str, text: &str) -> Result<Talk> {
        let visitor = shop.visitor_at(at(moment), 9);
        let args = SayArgs { session_id: session_id.into(), message: text.into(), since: 0 };
        shop.attempt(|tx| say(tx, &visitor, args))
    }

    fn refused(result: Result<Talk>) -> &'static str {
        result.expect_err("refused").refusal().expect("a refusal").message.id
    }

    #[test]
    fn hours_that_cannot_be_read_are_those_of_the_configuration() {
        let shop = fixture::shop();
        let hours = || shop.write(|tx| Ok(offer::service_hours(tx, &shop.config))).map(Hours::from);
        let set = |mode: &str, opens: &str| {
            shop.exec(&format!("INSERT OR REPLACE INTO chat_setting VALUES (1, '{mode}', '{opens}', '18:30', 1)"));
        };
        let told = |opens: &str, closes: &str| Some(Hours { opens: opens.into(), closes: closes.into() });
        assert_eq!(hours(), told("08:00", "19:00"));
        set("hours", "09:30");
        assert_eq!(hours(), told("09:30", "18:30"));
        // As somebody has written it by SQL: the shop stays open.
        set("hours", "9h00");
        assert_eq!(hours(), told("08:00", "19:00"));
        set("off", "09:30");
        assert_eq!(hours(), None);
    }

    #[test]
    fn recent_conversations_are_continued() {
        let shop = fixture::shop();
        let talk_at = |moment: &str, random: u8| {
            let visitor = shop.visitor_at(at(moment), random);
            shop.write(|tx| talk(tx, &visitor, TalkArgs::default()))
        };
        let friday = talk_at("2026-11-20T10:00:00Z", 1);
        assert!(friday.open);
        assert_eq!((friday.opens_at, friday.message.id), (None, "chat.open"));
        assert_eq!(friday.session_id.len(), 64);
        let evening = talk_at("2026-11-20T20:00:00Z", 2);
        assert_eq!(evening.session_id, friday.session_id);
        assert!(!evening.open);
        assert_eq!(evening.opens_at.as_deref(), Some("2026-11-23T07:00:00Z"));
        assert_eq!(evening.message.rendered(), "Our customer service answers from 2026-11-23 08:00.");
        // A message keeps it fresh.
        say_at(&shop, "2026-11-20T20:00:00Z", &friday.session_id, "Good evening").expect("said");
        let morning = talk_at("2026-11-21T07:00:00Z", 3);
        assert_eq!((morning.session_id == friday.session_id, morning.messages.len()), (true, 1));
        assert_ne!(talk_at("2026-11-21T20:00:00Z", 4).session_id, friday.session_id);
    }

    #[test]
    fn hours_are_those_in_force() {
        let shop = fixture::shop();
        let hours = || {
            let visitor = shop.visitor_at(at("2026-11-20T10:00:00Z"), 1);
            let hours = shop.write(|tx| talk(tx, &visitor, TalkArgs::default())).hours;
            hours.map(|of| format!("{} {}", of.opens, of.closes))
        };
        assert_eq!(hours().as_deref(), Some("08:00 19:00"), "of the configuration");
        let set = |mode: ChatMode, version: i64| {
            let [opens, closes] = [(9, 30), (17, 0)].map(|(hour, minute)| jiff::civil::time(hour, minute, 0, 0));
            let config = shop.visitor().view.config;
            shop.write(|tx| offer::set(tx, &config, &store::Setting { mode, opens, closes, version }));
        };
        set(ChatMode::Hours, 0);
        assert_eq!(hours().as_deref(), Some("09:30 17:00"), "as the house has set them");
        set(ChatMode::Off, 1);
        assert_eq!(hours(), None);
    }

    #[test]
    fn visitor_and_operator_exchange_messages() {
        let shop = fixture::shop();
        let visitor = shop.visitor_at(at("2026-11-20T10:00:00Z"), 1);
        let handle = shop.write(|tx| talk(tx, &visitor, TalkArgs::default())).session_id;
        let said =
            say_at(&shop, "2026-11-20T10:00:01Z", &handle, "  <b>Is</b> the duvet\r\nwarm?\u{7} ").expect("said");
        assert_eq!(said.messages[0].text, "<b>Is</b> the duvet\nwarm?");
        let list = shop.write(|tx| store::list_talks(tx, false, 10));
        assert_eq!((list.len(), list[0].last_author), (1, Author::Visitor));
        let id = list[0].id;
        shop.write(|tx| store::say(tx, id, Author::Desk, "Very.", "cli:ada", None, at("2026-11-20T10:01:00Z")));
        let hear = |since| {
            let args = ListenArgs { session_id: handle.clone(), since };
            shop.write(|tx| listen(tx, &visitor, args)).messages
        };
        assert_eq!(hear(0).len(), 2);
        let new = hear(said.messages[0].id);
        assert_eq!((new.len(), new[0].author, new[0].text.as_str()), (1, Author::Desk, "Very."));
        assert_eq!(hear(new[0].id), []);

        assert!(shop.write(|tx| store::end(tx, id, at("2026-11-20T10:02:00Z"))));
        assert!(!shop.write(|tx| store::end(tx, id, at("2026-11-20T10:03:00Z"))));
        assert_eq!(refused(say_at(&shop, "2026-11-20T10:04:00Z", &handle, "Thank you")), "chat.ended");
        let later = shop.visitor_at(at("2026-11-20T10:05:00Z"), 2);
        assert_ne!(shop.write(|tx| talk(tx, &later, TalkArgs::default())).session_id, handle);
        assert_eq!(shop.write(|tx| store::list_talks(tx, false, 10)), []);
        assert_eq!(shop.write(|tx| store::list_talks(tx, true, 10)).len(), 1);
    }

    #[test]
    fn conversation_is_not_found_in_another_session() {
        let shop = fixture::shop();
        let handle = shop.write(|tx| talk(tx, &shop.visitor(), TalkArgs::default())).session_id;
        let other = shop.newcomer();
        let args = ListenArgs { session_id: handle.clone(), since: 0 };
        assert_eq!(shop.refusal(|tx| listen(tx, &other, args)).message, message::CHAT_NOT_FOUND);
        let args = SayArgs { session_id: handle, message: "Hello".into(), since: 0 };
        assert_eq!(shop.refusal(|tx| say(tx, &other, args)).message, message::CHAT_NOT_FOUND);
    }

    #[test]
    fn messages_are_limited_in_rate_and_number() {
        let shop = fixture::shop();
        let handle = shop.write(|tx| talk(tx, &shop.visitor(), TalkArgs::default())).session_id;
        let say = |minute: i64, text: &str| {
            let moment = at(fixture::NOW) + SignedDuration::from_mins(minute);
            say_at(&shop, &moment.to_string(), &handle, text)
        };
        assert_eq!(refused(say(0, " \n ")), "contact.message_empty");
        assert_eq!(refused(say(0, &"x".repeat(1_001))), "contact.message_too_long");
        for minute in 0..20 {
            for _ in 0..10 {
                say(minute, "你好").expect("said");
            }
            if minute < 19 {
                assert_eq!(refused(say(minute, "once more")), "chat.too_many");
            }
        }
        assert_eq!(refused(say(30, "once more")), "chat.unavailable");
    }

    #[test]
    fn old_and_empty_conversations_are_deleted() {
        let shop = fixture::shop();
        let said = shop.write(|tx| talk(tx, &shop.visitor(), TalkArgs::default())).session_id;
        say_at(&shop, fixture::NOW, &said, "Hello").expect("said");
        let silent = shop.newcomer();
        shop.write(|tx| talk(tx, &silent, TalkArgs::default()));
        let day = SignedDuration::from_hours(24);
        let now = at(fixture::NOW);
        let forget = |silent, old| shop.write(|tx| store::delete_old(tx, silent, old, 10));
        assert_eq!(forget(now - day, now - day), 0);
        assert_eq!(forget(now, now - day), 1);
        assert_eq!(forget(now + day, now), 1);
    }

    #[test]
    fn a_network_sends_a_limited_amount_a_day_in_however_many_conversations() {
        let shop = fixture::shop();
        // No more than ten a minute, so that only the network's limit counts.
        let is_said = |number: i64, network: &str| {
            let now = at("2026-11-20T10:00:00Z") + SignedDuration::from_secs(7 * number);
            let visitor = Visitor { network: network.parse().ok(), ..shop.visitor_at(now, 9) };
            let handle = shop.write(|tx| talk(tx, &visitor, TalkArgs::default())).session_id;
            let message = "\u{5b57}".repeat(1_000);
            shop.attempt(|tx| say(tx, &visitor, SayArgs { session_id: handle, message, since: 0 })).is_ok()
        };
        // Three kB each; a few more come back meanwhile.
        let said = (0..100).filter(|number| is_said(*number, "203.0.113.7")).count();
        assert!((85..90).contains(&said), "{said}");
        assert!(is_said(100, "198.51.100.7"), "another network");
    }
}
