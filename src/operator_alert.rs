//! Mails to the operator about new orders, messages, requests and failing jobs: facts, and the command that shows the
//! rest.
//!
//! They go through the outbox like mails to customers. Operators read English (decisions §1), so they need no template of the
//! user interface. They contain no links, no tokens and nothing that a customer typed, not even a name: more people read the
//! operator's mailbox than may see the shop's data, and erasing an account does not reach it.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::outbox::{self, NewMail};
use crate::throttle::{self, Key, RateLimit};

/// Their template name in the outbox.
pub const TEMPLATE: &str = "operator_notice";

/// A mail to the operator.
#[derive(Debug, Serialize, Deserialize)]
pub struct OperatorAlert {
    pub subject: String,
    /// Names and values; empty values are left out.
    pub facts: Vec<(String, String)>,
    /// The command that shows the rest, without the leading `shop`.
    pub command: String,
}

impl OperatorAlert {
    pub fn new(subject: String, facts: &[(&str, &str)], command: String) -> OperatorAlert {
        let facts = facts.iter().filter(|(_, value)| !value.is_empty());
        OperatorAlert {
            subject,
            facts: facts.map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            command,
        }
    }

    /// The body, as plain text.
    pub fn text(&self) -> String {
        let facts = self.facts.iter().map(|(name, value)| format!("{name}: {value}\n"));
        format!("{}\nshop {}\n", facts.collect::<String>(), self.command)
    }
}

/// One alert a day for a cause that lasts.
const DAILY: RateLimit = RateLimit { attempts: 1, window: SignedDuration::from_hours(24) };

/// Queues an alert, unless one about the same cause was queued within a day. `secret`: the shop's own.
pub fn send_daily(
    tx: &mut dyn Tx,
    config: &Config,
    secret: &[u8; 32],
    cause: &str,
    alert: &OperatorAlert,
    now: Timestamp,
) -> Result<()> {
    if throttle::attempt(tx, Key::new(secret, "alert", cause), DAILY, now)? {
        send(tx, config, alert, now)
    } else {
        Ok(())
    }
}

/// Queues an alert, unless the configuration turns alerts off.
pub fn send(tx: &mut dyn Tx, config: &Config, alert: &OperatorAlert, now: Timestamp) -> Result<()> {
    if let Some(recipient) = config.notices_to() {
        outbox::enqueue(tx, NewMail { template: TEMPLATE, lang: Lang::default(), recipient, data: alert }, now)?;
    }
    Ok(())
}
