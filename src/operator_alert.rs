//! Letters to the operator: what has come in, by its facts and the command that shows the rest.
//!
//! They wait in the outbox like those to customers. Like all that operators read they are in English, the shop's default
//! language (decisions §1), so no template of the user interface writes them. They hold neither links nor keys, and nothing that
//! somebody typed, not even a name: a desk's mailbox is read by more people than the shop, and no account's end reaches it. The
//! command tells the rest.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::outbox::{self, NewMail};

/// What such letters are called in the outbox.
pub const TEMPLATE: &str = "operator_notice";

/// What has come in.
#[derive(Debug, Serialize, Deserialize)]
pub struct OperatorAlert {
    pub subject: String,
    /// Name and value, in the shop's own words; what is empty is not told.
    pub facts: Vec<(String, String)>,
    /// What to type for the rest, after `shop`.
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

    /// The letter.
    pub fn text(&self) -> String {
        let facts = self.facts.iter().map(|(name, value)| format!("{name}: {value}\n"));
        format!("{}\nshop {}\n", facts.collect::<String>(), self.command)
    }
}

/// Queues a notice, where the operator wants any.
pub fn send(tx: &mut dyn Tx, config: &Config, alert: &OperatorAlert, now: Timestamp) -> Result<()> {
    if let Some(recipient) = config.notices_to() {
        outbox::enqueue(tx, NewMail { template: TEMPLATE, lang: Lang::default(), recipient, data: alert }, now)?;
    }
    Ok(())
}
