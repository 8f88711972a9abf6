//! The letter to the owners about a change of credentials: plain English text, like all letters to people of the house.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::audit::By;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::outbox::{self, NewMail};
use crate::setting::credential::{self, Name};
use crate::{setting, staff, token};

/// The template name in the outbox.
pub const TEMPLATE: &str = "credential_changed";

/// The data of the mail: never what was entered.
#[derive(Debug, Serialize, Deserialize)]
pub struct CredentialMail {
    pub brand: String,
    /// Who has changed it.
    pub by: String,
    pub name: Name,
    /// The mail server's name, the last characters of the payment key, or the merchant; none: what was entered is taken away.
    pub hint: Option<String>,
    /// Unix milliseconds.
    pub at: i64,
    /// The console's page of credentials.
    pub link: String,
}

impl CredentialMail {
    pub fn subject(&self) -> String {
        let what = match self.name {
            Name::Mail => "mail server",
            Name::Stripe => "payment keys",
            Name::Wechat => "WeChat Pay keys",
        };
        format!("The {what} of {} changed", self.brand)
    }

    /// The body, as plain text.
    pub fn text(&self) -> String {
        let CredentialMail { brand, by, name, hint, at, link } = self;
        let at = Timestamp::from_millisecond(*at)
            .map(|at| in_shop_zone(at).strftime("%Y-%m-%d %H:%M %Z").to_string())
            .unwrap_or_default();
        let done = match (name, hint) {
            (Name::Mail, Some(host)) => format!("entered a mail server by which all letters of {brand} leave: {host}"),
            (Name::Mail, None) => format!("taken away the mail server by which the letters of {brand} left"),
            (Name::Stripe, Some(end)) => {
                format!("entered keys of Stripe, to whose account cards pay at {brand}: the key ends in {end}")
            }
            (Name::Stripe, None) => format!("taken away the keys of Stripe by which cards paid at {brand}"),
            (Name::Wechat, Some(merchant)) => {
                format!("entered keys of WeChat Pay, to whose account it pays at {brand}: the merchant is {merchant}")
            }
            (Name::Wechat, None) => format!("taken away the keys by which WeChat Pay paid at {brand}"),
        };
        format!(
            "{by} has {done}\n\nIt is in force since {at}. Whoever knows nothing of it enters the right one again, and ends that \
             person's sessions:\n\n{link}\n"
        )
    }
}

/// Queues the letter for each owner. Before the change: it leaves by the server that is in force until then.
pub(super) fn tell_owners(tx: &mut dyn Tx, config: &Config, by: &By, (name, hint): (Name, Option<&str>)) -> Result<()> {
    let source = &config.source;
    let actor = by.actor.to_string();
    let names = token::actor_names(tx, [actor.as_str()])?;
    let brand = setting::value(tx, source, "brand.name")?;
    let data = CredentialMail {
        brand: brand.as_str().unwrap_or_default().to_owned(),
        by: names.get(&actor).unwrap_or(&actor).clone(),
        name,
        hint: hint.map(str::to_owned),
        at: by.now.as_millisecond(),
        link: format!("{}/console/settings/credentials", config.console_url()),
    };
    for recipient in &staff::owners(tx)? {
        let mail = NewMail { template: TEMPLATE, lang: Lang::default(), recipient, data: &data };
        let id = outbox::enqueue(tx, mail, by.now)?;
        credential::keep_server(tx, source, id)?;
    }
    Ok(())
}
