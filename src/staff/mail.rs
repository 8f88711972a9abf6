//! The mail of an invitation: plain English text, like alerts to operators.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::domain::working_days::in_shop_zone;

/// Its template name in the outbox.
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
             Open this link to choose a password and to set up an authenticator app on your telephone. It is good \
             once, until {until}:\n\n{link}\n\n\
             If you expected no invitation, do nothing.\n"
        )
    }
}
