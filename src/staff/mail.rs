//! Mails to people of the house: plain English text, like alerts to operators.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::store;
use crate::audit::{self, SealReference};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::Result;
use crate::outbox::{self, NewMail};

/// The template name of invitations in the outbox.
pub const TEMPLATE: &str = "staff_invitation";

/// The data of the mail.
#[derive(Debug, Serialize, Deserialize)]
pub struct InvitationMail {
    pub brand: String,
    /// Name of the role.
    pub role: String,
    /// With the invitation's secret behind `#`, which browsers send nowhere.
    pub link: String,
    /// Unix milliseconds.
    pub expires_at: i64,
}

impl InvitationMail {
    pub fn subject(&self) -> String {
        format!("Your invitation to the console of {}", self.brand)
    }

    /// The body, as plain text.
    pub fn text(&self) -> String {
        let until = Timestamp::from_millisecond(self.expires_at)
            .map(|at| in_shop_zone(at).strftime("%Y-%m-%d %H:%M %Z").to_string())
            .unwrap_or_default();
        let InvitationMail { brand, role, link, .. } = self;
        format!(
            "You are invited to the console of {brand}, as: {role}.\n\n\
             Open this link to create a passkey, or to choose a password and set up an authenticator app on your \
             telephone. It is good once, until {until}:\n\n{link}\n\n\
             If you expected no invitation, do nothing.\n"
        )
    }
}

/// The template name of the letter with the newest seal of the audit.
pub const SEAL_TEMPLATE: &str = "audit_seal";

/// The newest seal of the audit, for the owners.
#[derive(Debug, Serialize, Deserialize)]
pub struct SealMail {
    pub brand: String,
    pub number: i64,
    /// Unix milliseconds.
    pub at: i64,
    /// `NUMBER:HASH`.
    pub seal: String,
    /// The console's page of the audit.
    pub link: String,
}

impl SealMail {
    pub fn subject(&self) -> String {
        format!("Seal {} of the audit of {}", self.number, self.brand)
    }

    /// The body, as plain text.
    pub fn text(&self) -> String {
        let at = Timestamp::from_millisecond(self.at)
            .map(|at| in_shop_zone(at).strftime("%Y-%m-%d %H:%M %Z").to_string())
            .unwrap_or_default();
        let SealMail { brand, number, seal, link, .. } = self;
        format!(
            "What people and commands did in the shop of {brand} until {at} is under seal {number}:\n\n{seal}\n\n\
             Keep this letter. Whoever could change the shop's database could change its audit with it, but not this \
             seal. To compare, enter it under Audit, Verify, in the console:\n\n{link}\n\n\
             or on the machine:\n\nshop audit verify --seal {seal}\n"
        )
    }
}

/// Queues the newest seal of the audit for each owner, unless it has left the machine already; answers it.
pub fn send_seal(tx: &mut dyn Tx, config: &Config, now: Timestamp) -> Result<Option<SealReference>> {
    let Some((seal, at)) = audit::find_untold(tx)? else { return Ok(None) };
    let data = SealMail {
        brand: config.brand.name.clone(),
        number: seal.number,
        at: at.as_millisecond(),
        seal: seal.to_string(),
        link: format!("{}/console/audit", config.console_url()),
    };
    for recipient in &store::list_owners(tx)? {
        outbox::enqueue(tx, NewMail { template: SEAL_TEMPLATE, lang: Lang::default(), recipient, data: &data }, now)?;
    }
    audit::note_told(tx, &seal, now)?;
    Ok(Some(seal))
}
