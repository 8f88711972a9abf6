//! The security log: logins and their failures, changed passwords and addresses, ended sessions, exports, deletions.
//!
//! An event is written in the transaction of what happens, so that neither exists without the other; refused and failed
//! attempts, which change nothing else, have one of their own. It holds the customer's id, a keyed hash of the network, and the
//! id of the request in the server's log: never an address, a name, a password or a token. Events outlive a deleted account
//! with its id alone, until `security.keep_days` are over.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::call::{Calls, StaffMember, Visitor, staff_read};
use crate::call_context;
use crate::db::{Tx, Val};
use crate::domain::permission::Permission::AuditRead;
use crate::error::Result;
use crate::limits::RateClass::Standard;
use crate::personal_data::{DataSubject, PersonalDataStore};
use crate::throttle::Key;
use crate::vals;

pub fn staff_calls(api: Calls) -> Calls {
    api.add(staff_read(AuditRead, "security/list", page).rate(Standard))
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SecurityEventKind")]
pub enum Event {
    AccountCreated,
    LoggedIn,
    /// A wrong password at login, or an unknown address.
    LoginFailed,
    /// Too many failures: the password was not compared.
    LoginRefused,
    LoggedOut,
    /// A wrong current password of a customer who is logged in.
    CurrentPasswordWrong,
    PasswordChanged,
    ResetRequested,
    /// A new password by a mailed link.
    PasswordReset,
    EmailChanged,
    PasskeyAdded,
    PasskeyRemoved,
    /// A key whose counter went back: it was refused.
    PasskeyCopied,
    /// One session of the account, by its customer on another device.
    SessionEnded,
    /// Every session of the account at a new password, or all but one by its customer.
    SessionsEnded,
    DataExported,
    DeletionRequested,
    DeletionWithdrawn,
    AccountDeleted,
}

impl Event {
    pub const fn code(self) -> &'static str {
        match self {
            Self::AccountCreated => "account_created",
            Self::LoggedIn => "logged_in",
            Self::LoginFailed => "login_failed",
            Self::LoginRefused => "login_refused",
            Self::LoggedOut => "logged_out",
            Self::CurrentPasswordWrong => "current_password_wrong",
            Self::PasswordChanged => "password_changed",
            Self::ResetRequested => "reset_requested",
            Self::PasswordReset => "password_reset",
            Self::EmailChanged => "email_changed",
            Self::PasskeyAdded => "passkey_added",
            Self::PasskeyRemoved => "passkey_removed",
            Self::PasskeyCopied => "passkey_copied",
            Self::SessionEnded => "session_ended",
            Self::SessionsEnded => "sessions_ended",
            Self::DataExported => "data_exported",
            Self::DeletionRequested => "deletion_requested",
            Self::DeletionWithdrawn => "deletion_withdrawn",
            Self::AccountDeleted => "account_deleted",
        }
    }
}

/// Who acted beside visitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Staff {
    /// A command on the server.
    Operator,
    /// The shop itself, at its time.
    Job,
}

/// Records what a visitor did to an account; `customer_id` is `None` where no account is known.
pub fn record(tx: &mut dyn Tx, visitor: &Visitor, event: Event, customer_id: Option<i64>) -> Result<()> {
    let network = match visitor.network {
        Some(network) => Some(network_hash(tx, &network.to_string())?),
        None => None,
    };
    let request_id = visitor.request_id.as_deref();
    save(tx, visitor.now(), event, "visitor", customer_id, network.as_deref(), request_id)
}

/// Records what an operator or a job did to an account.
pub fn record_by(tx: &mut dyn Tx, staff: Staff, event: Event, customer_id: i64, now: Timestamp) -> Result<()> {
    let actor = match staff {
        Staff::Operator => "operator",
        Staff::Job => "job",
    };
    save(tx, now, event, actor, Some(customer_id), None, None)
}

fn network_hash(tx: &mut dyn Tx, network: &str) -> Result<String> {
    Ok(Key::new(&call_context::shop_secret(tx)?, "security network", network).handle())
}

fn save(
    tx: &mut dyn Tx,
    now: Timestamp,
    event: Event,
    actor: &str,
    customer_id: Option<i64>,
    network: Option<&str>,
    request_id: Option<&str>,
) -> Result<()> {
    tx.exec(
        "INSERT INTO security_event (at, event, actor, customer_id, network, request_id) VALUES ($1, $2, $3, $4, $5, $6)",
        vals![now.as_millisecond(), event.code(), actor, customer_id, network, request_id],
    )?;
    Ok(())
}

/// An event as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SecurityEvent")]
pub struct Stored {
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    pub event: Event,
    /// `visitor`, `operator` or `job`.
    pub actor: String,
    pub customer_id: Option<i64>,
    /// Keyed hash of the network; null for this machine, and once the account is deleted.
    pub network: Option<String>,
    pub request_id: Option<String>,
}

const STORED: &str = "SELECT id, at, event, actor, customer_id, network, request_id FROM security_event";

/// The latest events since `since`, of one customer if given; the latest first.
pub fn list(tx: &mut dyn Tx, customer_id: Option<i64>, since: Timestamp, limit: i64) -> Result<Vec<Stored>> {
    let since = since.as_millisecond();
    match customer_id {
        Some(id) => tx.all(
            &format!("{STORED} WHERE customer_id = $1 AND at >= $2 ORDER BY at DESC, id DESC LIMIT $3"),
            vals![id, since, limit],
        ),
        None => tx.all(&format!("{STORED} WHERE at >= $1 ORDER BY at DESC, id DESC LIMIT $2"), vals![since, limit]),
    }
}

/// Events a page.
const PAGE: i64 = 50;

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SecurityListArgs")]
pub struct ListArgs {
    /// Only events with a lower id: `next_before` of the page before.
    pub before: Option<i64>,
    pub event: Option<Event>,
    /// Only those of this account.
    pub customer: Option<i64>,
}

/// A page of events, the latest first.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SecurityPage")]
pub struct Page {
    pub items: Vec<Stored>,
    /// `before` of the next page; null on the last.
    pub next_before: Option<i64>,
}

fn page(tx: &mut dyn Tx, _: &StaffMember, args: ListArgs) -> Result<Page> {
    let mut params: Vec<Val> = vec![args.before.unwrap_or(i64::MAX).into(), (PAGE + 1).into()];
    let mut wanted = String::new();
    let given = [("event", args.event.map(|event| event.code().into())), ("customer_id", args.customer.map(Val::from))];
    for (column, value) in given {
        if let Some(value) = value {
            params.push(value);
            wanted.push_str(&format!(" AND {column} = ${}", params.len()));
        }
    }
    let sql = format!("{STORED} WHERE id < $1{wanted} ORDER BY id DESC LIMIT $2");
    let mut items: Vec<Stored> = tx.all(&sql, &params)?;
    let has_more = items.len() as i64 > PAGE;
    items.truncate(PAGE as usize);
    let next_before = items.last().filter(|_| has_more).map(|last| last.id);
    Ok(Page { items, next_before })
}

/// Deletes events before `before`, at most `limit`; answers how many.
pub fn delete_old(tx: &mut dyn Tx, before: Timestamp, limit: i64) -> Result<u64> {
    tx.exec(
        "DELETE FROM security_event WHERE id IN
             (SELECT id FROM security_event WHERE at < $1 ORDER BY at LIMIT $2)",
        vals![before.as_millisecond(), limit],
    )
}

/// Events in an export of personal data; the rest is listed by the operator on request.
const EXPORTED: i64 = 1_000;

fn export(tx: &mut dyn Tx, subject: &DataSubject) -> Result<Value> {
    let time = |ms: i64| Timestamp::from_millisecond(ms).map(|at| at.to_string()).ok();
    let events = list(tx, Some(subject.customer_id), Timestamp::UNIX_EPOCH, EXPORTED)?;
    let event = |event: Stored| json!({ "event": event.event, "by": event.actor, "at": time(event.at) });
    Ok(events.into_iter().map(event).collect())
}

/// The id of the account stays, which names nobody any more.
fn erase(tx: &mut dyn Tx, subject: &DataSubject, _: Timestamp) -> Result<()> {
    tx.exec(
        "UPDATE security_event SET network = NULL, request_id = NULL WHERE customer_id = $1",
        vals![subject.customer_id],
    )?;
    Ok(())
}

pub const PERSONAL_DATA: PersonalDataStore = PersonalDataStore { name: "security_log", export, erase };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture::{self, at};
    use crate::testing::{assert_indexed, empty, now};

    #[test]
    fn events_hold_neither_network_nor_name_and_lose_their_origin_with_the_account() {
        let shop = fixture::shop();
        let visitor = |network: &str| Visitor {
            network: network.parse().ok(),
            request_id: Some("0123".into()),
            ..shop.visitor()
        };
        let (here, there) = (visitor("203.0.113.7"), visitor("203.0.113.8"));
        for visitor in [&here, &there, &here] {
            shop.write(|tx| record(tx, visitor, Event::LoggedIn, Some(1)));
        }
        shop.write(|tx| record(tx, &here, Event::LoginFailed, None));
        let listed = |customer| shop.write(|tx| list(tx, customer, at("2026-01-01T00:00:00Z"), 9));
        let events = listed(Some(1));
        assert_eq!((events.len(), listed(None).len()), (3, 4));
        assert!(events[0].network.is_some() && events[0].network == events[2].network);
        assert_ne!(events[0].network, events[1].network);
        assert!(!format!("{events:?}").contains("203.0"));
        let subject = DataSubject { customer_id: 1, email: "ada@example.com".into(), is_proved: true };
        shop.write(|tx| erase(tx, &subject, at(fixture::NOW)));
        let kept = listed(Some(1));
        assert!(kept.len() == 3 && kept.iter().all(|event| event.network.is_none() && event.request_id.is_none()));
    }

    #[test]
    fn lists_are_read_by_index() {
        let shop = empty();
        assert_indexed(&shop, |tx| list(tx, Some(1), now(), 9));
        assert_indexed(&shop, |tx| list(tx, None, now(), 9));
        assert_indexed(&shop, |tx| delete_old(tx, now(), 9));
        let owner = fixture::shop().owner();
        for event in [None, Some(Event::LoggedIn)] {
            for customer in [None, Some(1)] {
                assert_indexed(&shop, |tx| page(tx, &owner, ListArgs { before: None, event, customer }));
            }
        }
    }
}
