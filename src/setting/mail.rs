//! The letter to the owners about a change of where money goes: plain English text, like all letters to people of the house.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::audit::By;
use crate::call::View;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::outbox::{self, NewMail};
use crate::{staff, token};

/// The template name in the outbox.
pub const TEMPLATE: &str = "setting_waiting";

/// The data of the mail: which details change, never their values.
#[derive(Debug, Serialize, Deserialize)]
pub struct SettingMail {
    pub brand: String,
    /// Who changes them.
    pub by: String,
    pub keys: Vec<String>,
    /// Unix milliseconds; none: they are in force.
    pub force_at: Option<i64>,
    /// The console's page of payment settings.
    pub link: String,
}

impl SettingMail {
    pub fn subject(&self) -> String {
        format!("Payment details of {} change", self.brand)
    }

    /// The body, as plain text.
    pub fn text(&self) -> String {
        let SettingMail { brand, by, keys, link, .. } = self;
        let keys = keys.join("\n");
        let then = match self.force_at.and_then(|at| Timestamp::from_millisecond(at).ok()) {
            Some(at) => {
                let at = in_shop_zone(at).strftime("%Y-%m-%d %H:%M %Z");
                format!(
                    "They come into force on {at}, or as soon as another owner agrees. Whoever knows nothing of it takes the \
                     change back, and ends that person's sessions:"
                )
            }
            None => "They are in force. Whoever knows nothing of it compares them with the bank's papers:".to_owned(),
        };
        format!("{by} has changed where customers of {brand} send their money:\n\n{keys}\n\n{then}\n\n{link}\n")
    }
}

/// Queues the letter for each owner.
pub fn tell_owners<'k>(
    tx: &mut dyn Tx,
    view: &View,
    by: &By,
    keys: impl Iterator<Item = &'k String>,
    force_at: Option<Timestamp>,
) -> Result<()> {
    let actor = by.actor.to_string();
    let names = token::actor_names(tx, [actor.as_str()])?;
    let data = SettingMail {
        brand: view.config.brand.name.clone(),
        by: names.get(&actor).unwrap_or(&actor).clone(),
        keys: keys.cloned().collect(),
        force_at: force_at.map(Timestamp::as_millisecond),
        link: format!("{}/console/settings/payment", view.config.console_url()),
    };
    for recipient in &staff::owners(tx)? {
        outbox::enqueue(tx, NewMail { template: TEMPLATE, lang: Lang::default(), recipient, data: &data }, by.now)?;
    }
    Ok(())
}
