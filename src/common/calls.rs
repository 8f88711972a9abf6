//! The common calls, one function a path.

use jiff::SignedDuration;

use super::store;
use super::types::{Cookie, CookieTable, Region, Talk, TalkArgs};
use crate::call::{View, Visitor};
use crate::config::Config;
use crate::db::Tx;
use crate::domain::cookies::{self, Provider};
use crate::domain::working_days::{is_chat_open, next_chat_opening};
use crate::error::Result;
use crate::message;
use crate::page::types::NoArgs;
use crate::session;

/// How long a conversation is gone on with: a visitor who opens the chat again the same day meets the same thread.
const FRESH: SignedDuration = SignedDuration::from_hours(12);

/// The regional site for the visitor's country; none where that is this very site.
pub fn region(_: &mut dyn Tx, visitor: &Visitor, _: NoArgs) -> Result<Region> {
    let country = visitor.country.clone().unwrap_or_default();
    let site = other_sites(&visitor.view.config).find(|(of, _)| **of == country);
    Ok(Region { redirect_url: site.map(|(_, url)| url.clone()).unwrap_or_default(), country })
}

/// The house's other sites: country and address.
pub fn other_sites(config: &Config) -> impl Iterator<Item = (&String, &String)> {
    let own = config.public_url();
    config.region.sites.iter().filter(move |(_, url)| !is_below(url, &own))
}

/// Whether `url` leads to a page of the site at `origin`.
fn is_below(url: &str, origin: &str) -> bool {
    url.strip_prefix(origin).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// Opens a conversation, or goes on with the one that is fresh.
pub fn talk(tx: &mut dyn Tx, visitor: &Visitor, _: TalkArgs) -> Result<Talk> {
    let now = visitor.now();
    let session_id = match store::find_conversation(tx, visitor.session.id, now - FRESH)? {
        Some(handle) => handle,
        None => {
            let secret = session::new_token(&visitor.random);
            let handle = session::new_token(&session::hash(&format!("conversation {secret}")));
            store::save_conversation(tx, &handle, visitor.session.id, visitor.view.lang(), now)?;
            handle
        }
    };
    let open = is_chat_open(now, visitor.view.config.chat.opens, visitor.view.config.chat.closes);
    let opens_at = (!open).then(|| next_chat_opening(now, visitor.view.config.chat.opens).to_string());
    let message = match &opens_at {
        None => message::CHAT_OPEN.into(),
        Some(time) => message::CHAT_CLOSED.with("time", time),
    };
    Ok(Talk { session_id, open, opens_at, message, messages: Vec::new(), ended: false, max_length: 1_000 })
}

/// What the shop leaves in browsers, as the cookie dialog lists it.
pub fn cookies(_: &mut dyn Tx, view: &View, _: NoArgs) -> Result<CookieTable> {
    let items = cookies::table(&[]).map(|cookie| Cookie {
        name: cookie.name.to_owned(),
        category: cookie.category,
        kind: cookie.kind,
        provider: match cookie.provider {
            Provider::Shop => view.config.brand.name.clone(),
            Provider::Third(name) => name.to_owned(),
        },
        purpose: cookie.purpose.into(),
        expiry: cookie.expiry,
    });
    Ok(CookieTable { items: items.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::fixture::{self, at};

    #[test]
    fn the_regional_site_is_that_of_the_visitors_country() {
        let mut shop = fixture::shop();
        let config = std::sync::Arc::make_mut(&mut shop.config);
        config.server.public_url = "https://shop.example".into();
        config.region.sites = [
            ("GB".to_owned(), "https://uk.shop.example/en".to_owned()),
            ("FR".to_owned(), "https://shop.example/fr".to_owned()),
        ]
        .into();
        let redirect = |country: Option<&str>| {
            let visitor = Visitor { country: country.map(str::to_owned), ..shop.visitor() };
            shop.write(|tx| region(tx, &visitor, NoArgs {})).redirect_url
        };
        assert_eq!(redirect(Some("GB")), "https://uk.shop.example/en");
        assert_eq!(redirect(Some("DE")), "");
        assert_eq!(redirect(None), "");
        assert_eq!(redirect(Some("FR")), "", "no redirect to where the visitor already is");
        assert!(!is_below("https://shop.example.org/fr", "https://shop.example"));
    }

    #[test]
    fn a_conversation_is_gone_on_with_while_it_is_fresh() {
        let shop = fixture::shop();
        let talk_at = |moment: &str, random: u8| {
            let mut visitor = shop.visitor();
            visitor.view.now = at(moment);
            visitor.random = [random; 32];
            shop.write(|tx| talk(tx, &visitor, TalkArgs::default()))
        };
        let friday = talk_at("2026-11-20T10:00:00Z", 1);
        assert!(friday.open);
        assert_eq!(friday.opens_at, None);
        assert_eq!(friday.session_id.len(), 64);
        let evening = talk_at("2026-11-20T20:00:00Z", 2);
        assert_eq!(evening.session_id, friday.session_id);
        assert!(!evening.open);
        assert_eq!(evening.opens_at.as_deref(), Some("2026-11-23T07:00:00Z"));
        assert_ne!(talk_at("2026-11-21T10:00:00Z", 3).session_id, friday.session_id);
    }
}
