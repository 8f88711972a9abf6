//! The caller of a call: a view, a visitor, a member.

use std::net::IpAddr;
use std::sync::Arc;

use jiff::Timestamp;

use super::shown::{Shown, Shows};
use super::staff::Client;
use crate::config::Config;
use crate::db::Tx;
use crate::domain::money::Currency;
use crate::domain::store_view::{Lang, StoreView, StoreViews};
use crate::error::Result;
use crate::message;
use crate::session::Session;
use crate::store_view;

/// Store view, currency and time of a request: all that a public call may depend on.
#[derive(Debug, Clone)]
pub struct View {
    pub store: Arc<StoreView>,
    /// All store views, for the other languages of a page.
    pub stores: Arc<StoreViews>,
    pub currency: Currency,
    pub now: Timestamp,
    /// Whether the answer goes into the page cache: then it holds no exact stock and no date.
    pub for_cache: bool,
    /// The product whose page is seen before it is on sale.
    pub preview: Option<i64>,
    /// Option codes and values of a product that the page's URL selects.
    pub choice: Vec<(String, String)>,
    pub config: Arc<Config>,
    /// Where an answer that is kept says what it shows of availability, and that a search has found nothing.
    pub shown: Option<Shown>,
}

impl View {
    pub fn new(stores: &Arc<StoreViews>, lang: Lang, currency: Currency, now: Timestamp, config: &Arc<Config>) -> View {
        View {
            store: stores.of(lang),
            stores: Arc::clone(stores),
            currency,
            now,
            for_cache: false,
            preview: None,
            choice: Vec::new(),
            config: Arc::clone(config),
            shown: None,
        }
    }

    /// A view outside of requests; reads the store views.
    pub fn load(tx: &mut dyn Tx, lang: Lang, currency: Currency, now: Timestamp, config: &Arc<Config>) -> Result<View> {
        let stores = Arc::new(store_view::load(tx, config)?);
        Ok(View::new(&stores, lang, currency, now, config))
    }

    pub fn lang(&self) -> Lang {
        self.store.lang
    }

    /// Notes that the answer shows the availability of these, for whoever keeps it.
    pub fn shows(&self, these: impl IntoIterator<Item = Shows>) {
        if let Some(shown) = &self.shown {
            shown.add(these);
        }
    }

    /// Notes that a search has found nothing for a term, for whoever counts that.
    pub fn missed(&self, term: String) {
        if let Some(shown) = &self.shown {
            shown.miss(term);
        }
    }
}

/// A client with its session.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub view: View,
    pub session: Session,
    /// The promo tag of the request, unchecked.
    pub promo_tag: Option<ClaimedTag>,
    /// The visitor's country, by a trusted proxy's header or the address.
    pub country: Option<String>,
    /// Fresh random bytes for tokens: a transaction may run twice and must not make its own.
    pub random: [u8; 32],
    /// The network that the request comes from, for counting attempts; none where no limit applies.
    pub network: Option<IpAddr>,
    /// The cookie of a device on which a customer has logged in before, unchecked.
    pub device: Option<String>,
    /// The id of the request in the server's log.
    pub request_id: Option<String>,
    pub consents: Consents,
}

impl Visitor {
    /// A visitor of whom nothing else is known.
    pub fn new(view: View, session: Session, random: [u8; 32]) -> Visitor {
        Visitor {
            view,
            session,
            promo_tag: None,
            country: None,
            random,
            network: None,
            device: None,
            request_id: None,
            consents: Consents::default(),
        }
    }

    pub fn now(&self) -> Timestamp {
        self.view.now
    }
}

/// A promo tag that a request names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedTag {
    pub code: String,
    /// Treated as unknown, even if it exists: too many tags have been guessed from the same network.
    pub is_hidden: bool,
}

impl From<&str> for ClaimedTag {
    fn from(code: &str) -> Self {
        ClaimedTag { code: code.to_owned(), is_hidden: false }
    }
}

/// What the visitor allows to be stored in the browser beyond what is essential (decisions §4).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Consents {
    /// Functional cookies: first name and subscribe flag.
    pub functional: bool,
    /// The cookies of a captcha that sets some: `allowRecaptcha` is 1.
    pub captcha: bool,
}

/// A visitor who is logged in.
#[derive(Debug, Clone)]
pub struct Member {
    pub visitor: Visitor,
    pub customer_id: i64,
}

/// The caller as passed to a call's function, before the function's own type narrows it.
#[derive(Debug, Clone, Copy)]
pub enum Caller<'a> {
    View(&'a View),
    Visitor(&'a Visitor),
    Console(&'a Client),
}

impl<'a> Caller<'a> {
    pub fn view(self) -> &'a View {
        match self {
            Caller::View(view) => view,
            Caller::Visitor(visitor) => &visitor.view,
            Caller::Console(client) => &client.view,
        }
    }

    pub(super) fn visitor(self) -> Result<&'a Visitor> {
        match self {
            Caller::Visitor(visitor) => Ok(visitor),
            Caller::View(_) => Err(anyhow::anyhow!("a personal call in a public page").into()),
            Caller::Console(_) => Err(anyhow::anyhow!("a shopper's call in the console").into()),
        }
    }

    pub(super) fn client(self) -> Result<&'a Client> {
        match self {
            Caller::Console(client) => Ok(client),
            Caller::View(_) | Caller::Visitor(_) => Err(anyhow::anyhow!("a call of the console in the shop").into()),
        }
    }
}

/// The customer who calls; refused with 'login required' without one.
pub fn member(caller: Caller<'_>) -> Result<Member> {
    let visitor = caller.visitor()?;
    match visitor.session.customer_id {
        Some(customer_id) => Ok(Member { visitor: visitor.clone(), customer_id }),
        None => Err(message::LOGIN_REQUIRED.into()),
    }
}
