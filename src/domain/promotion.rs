//! Employee tags: whether one is known, active, within its window and valid for an e-mail address.
//!
//! A tag that does not apply gives no discount and a visible notice, never an error (decisions.md §2). `totals`
//! computes the discount.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::Percent;
use crate::message::{self, Message};

/// Default percentage (boutique.md §9); each tag has its own.
pub const EMPLOYEE_PERCENT: Percent = Percent::whole(30);

/// A promo tag as the shop stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromoTag {
    /// In the form of [`normalise`].
    pub code: String,
    pub percent: Percent,
    /// Start of its window, inclusive.
    pub valid_from: Option<Timestamp>,
    /// End of its window, exclusive.
    pub valid_until: Option<Timestamp>,
    /// Domains of valid e-mail addresses, e.g. `valmere.example`; empty: any.
    pub email_domains: Vec<String>,
    pub is_active: bool,
}

/// Status of a visitor's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TagStatus {
    Applied,
    /// Unknown, inactive or not yet valid; visitors cannot tell these apart.
    Unknown,
    Expired,
    /// Restricted to domains, without a proved address of one.
    NotAllowed,
}

/// A tag as it is stored and compared: trimmed, upper case.
pub fn normalise(code: &str) -> String {
    code.trim().to_uppercase()
}

/// Evaluates a tag at a time, for the visitor's proved e-mail address, if there is one.
///
/// A tag with domains requires a proved address: anybody can type one into an order. A tag is not retroactive.
pub fn judge(tag: Option<&PromoTag>, proved_email: Option<&str>, now: Timestamp) -> TagStatus {
    let Some(tag) = tag else {
        return TagStatus::Unknown;
    };
    if !tag.is_active || tag.valid_from.is_some_and(|from| now < from) {
        return TagStatus::Unknown;
    }
    if tag.valid_until.is_some_and(|until| now >= until) {
        return TagStatus::Expired;
    }
    if tag.email_domains.is_empty() || proved_email.is_some_and(|email| is_of_domain(email, &tag.email_domains)) {
        TagStatus::Applied
    } else {
        TagStatus::NotAllowed
    }
}

fn is_of_domain(email: &str, domains: &[String]) -> bool {
    let Some((_, domain)) = email.trim().rsplit_once('@') else {
        return false;
    };
    domains.iter().any(|allowed| allowed.trim().trim_start_matches('@').eq_ignore_ascii_case(domain))
}

impl TagStatus {
    /// The notice for the visitor.
    pub fn notice(self, percent: Percent) -> Message {
        match self {
            Self::Applied => message::PROMO_APPLIED.with("percent", percent),
            Self::Unknown => message::PROMO_UNKNOWN.into(),
            Self::Expired => message::PROMO_EXPIRED.into(),
            Self::NotAllowed => message::PROMO_NOT_ALLOWED.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a timestamp")
    }

    fn tag() -> PromoTag {
        PromoTag {
            code: "VALMERE-TEAM".into(),
            percent: EMPLOYEE_PERCENT,
            valid_from: Some(at("2026-01-01T00:00:00Z")),
            valid_until: Some(at("2027-01-01T00:00:00Z")),
            email_domains: vec!["valmere.example".into()],
            is_active: true,
        }
    }

    #[test]
    fn validity_window_is_half_open() {
        let judged = |now| judge(Some(&tag()), Some("anna@valmere.example"), at(now));
        assert_eq!(judged("2025-12-31T23:59:59Z"), TagStatus::Unknown);
        assert_eq!(judged("2026-01-01T00:00:00Z"), TagStatus::Applied);
        assert_eq!(judged("2026-12-31T23:59:59Z"), TagStatus::Applied);
        assert_eq!(judged("2027-01-01T00:00:00Z"), TagStatus::Expired);
    }

    #[test]
    fn domain_tags_require_a_verified_email() {
        let judged = |email| judge(Some(&tag()), email, at("2026-06-01T00:00:00Z"));
        assert_eq!(judged(None), TagStatus::NotAllowed);
        assert_eq!(judged(Some("anna@VALMERE.example ")), TagStatus::Applied);
        assert_eq!(judged(Some("anna@mail.valmere.example")), TagStatus::NotAllowed);
        assert_eq!(judged(Some("anna@valmere.example.org")), TagStatus::NotAllowed);
        assert_eq!(judged(Some("nonsense")), TagStatus::NotAllowed);
        let open = PromoTag { email_domains: vec![], ..tag() };
        for email in [None, Some("x@y.org")] {
            assert_eq!(judge(Some(&open), email, at("2026-06-01T00:00:00Z")), TagStatus::Applied);
        }
    }

    #[test]
    fn inactive_tags_look_unknown() {
        let off = PromoTag { is_active: false, ..tag() };
        assert_eq!(judge(Some(&off), None, at("2026-06-01T00:00:00Z")), TagStatus::Unknown);
        assert_eq!(judge(None, None, at("2026-06-01T00:00:00Z")), TagStatus::Unknown);
    }

    #[test]
    fn tag_codes_are_case_insensitive() {
        assert_eq!(normalise(" valmere-team\n"), "VALMERE-TEAM");
    }

    #[test]
    fn applied_and_expired_tags_have_notices() {
        assert_eq!(TagStatus::Applied.notice(EMPLOYEE_PERCENT).rendered(), "Employee price: 30% off regular prices.");
        assert_eq!(TagStatus::Expired.notice(EMPLOYEE_PERCENT), message::PROMO_EXPIRED);
    }
}
