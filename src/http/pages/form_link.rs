//! The link by mail that takes the place of the proof of work in a form without script (`captcha::link`): what asks for one, and
//! the page that it leads to.

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::query::{self, Route};
use super::request::FormReturn;
use super::routes::Access;
use crate::call::Call;
use crate::captcha::link::{self, Sent};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::{Error, Refusal, Result};
use crate::message;

/// Query parameter of a mailed link.
const PROOF: &str = "proof";
/// Query parameter of a page that says what its form has done.
const DONE: &str = "done";

/// Forms that wait for their link: their call, the name of their page and its path below the language.
const FORMS: [(&str, &str, &str); 2] =
    [("customer/create", "register", "register"), ("contact/post", "contact", "contact-us")];
/// Forms that do nothing but mail a link themselves, which proves as much.
const MAIL_THEMSELVES: [&str; 2] = ["account/forgot", "newsletter/subscribe"];

/// How a call goes on that was refused for want of a proof of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    /// A link is mailed, and the form waits for it.
    Mail,
    /// It is made: what it mails is a link.
    Make,
}

/// Whether and how a link takes the place of the proof of work that a refusal asks for.
pub fn instead(call: &str, error: &Error) -> Option<Instead> {
    let asked = error.refusal().and_then(|refusal| refusal.fields.get("captcha"))?;
    // One whose link is used up or has lapsed is mailed another.
    if ![message::CAPTCHA_REQUIRED, message::CAPTCHA_CONSENT, message::CAPTCHA_LINK_INVALID]
        .iter()
        .any(|one| asked == one)
    {
        return None;
    }
    if MAIL_THEMSELVES.contains(&call) {
        return Some(Instead::Make);
    }
    FORMS.iter().any(|(form, ..)| *form == call).then_some(Instead::Mail)
}

/// The form as its link brings it back, without fields that its call does not know.
pub fn sent(
    call: &Call,
    args: &Value,
    mut typed: Map<String, Value>,
    page: String,
    schemas: &Map<String, Value>,
) -> Sent {
    let email = args.get("email").and_then(Value::as_str).unwrap_or_default().to_owned();
    typed.retain(|name, _| call.has_field(name, schemas));
    Sent { call: call.path, email, typed, page }
}

/// The page of a form: never the sender's own words, as its address is mailed. `from`: where it was sent from.
pub fn page(call: &str, lang: Lang, from: &str, languages: &[Lang]) -> String {
    let path = FORMS.iter().find(|(form, ..)| *form == call).map_or("", |(.., path)| *path);
    let search = from.split_once('?').map(|(_, search)| search).unwrap_or_default();
    let pairs = form_urlencoded::parse(search.as_bytes()).into_owned();
    let way_back: Vec<(String, String)> =
        pairs.filter(|(name, to)| name == "return" && query::is_own_path(to, languages)).take(1).collect();
    format!("/{lang}/{path}{}", query::query_string(&way_back))
}

/// The page that says that a link is on its way.
pub fn on_its_way(page: &str) -> String {
    let separator = if page.contains('?') { '&' } else { '?' };
    format!("{page}{separator}{DONE}=mailed")
}

/// An address without what links and forms have added to it.
pub fn bare(address: &str) -> String {
    without(address, &[PROOF, DONE])
}

/// An address without some parameters.
pub fn without(address: &str, names: &[&str]) -> String {
    let Some((path, search)) = address.split_once('?') else { return address.to_owned() };
    let pairs = form_urlencoded::parse(search.as_bytes()).into_owned();
    let kept: Vec<(String, String)> = pairs.filter(|(name, _)| !names.contains(&name.as_str())).collect();
    format!("{path}{}", query::query_string(&kept))
}

/// Whether a page says something to one visitor alone, though it is public: it comes from a form or its link.
pub fn is_one_visitors(route: &Route) -> bool {
    let says = |name: &&str| route.page.reads.contains(name) && query::value(&route.query, name).is_some();
    route.page.access == Access::Public && [PROOF, DONE].iter().any(says)
}

/// The form of a page whose link was followed: as it was sent, or refused where the link is used up.
pub fn followed(tx: &mut dyn Tx, route: &Route, from: &str, now: Timestamp) -> Result<Option<FormReturn>> {
    let form = FORMS.iter().find(|(_, page, _)| *page == route.page.name);
    let (Some((call, ..)), Some(token)) = (form, query::value(&route.query, PROOF)) else { return Ok(None) };
    let typed = link::typed(tx, token, now)?.filter(|typed| typed.call == *call);
    let refusal = typed.is_none().then(|| Refusal::of_field("captcha", message::CAPTCHA_LINK_INVALID));
    let mut values = Map::new();
    if let Some(typed) = typed {
        values = typed.values;
        values.insert("captcha".to_owned(), format!("{}{token}", link::PREFIX).into());
    }
    Ok(Some(FormReturn { call, values, refusal, answer: None, from: from.to_owned(), key: None, asked: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_freed_of_what_forms_and_links_added() {
        assert_eq!(bare("/en/register?return=%2Fen%2Fcart&proof=a&done=mailed"), "/en/register?return=%2Fen%2Fcart");
        assert_eq!(bare("/en/contact-us"), "/en/contact-us");
        assert_eq!(on_its_way("/en/register?return=%2Fen"), "/en/register?return=%2Fen&done=mailed");
    }

    #[test]
    fn page_of_a_form_is_not_the_sender_s_own_words() {
        let of = |call: &str, from: &str| page(call, Lang::En, from, &[Lang::En, Lang::De]);
        assert_eq!(of("contact/post", "/en/Your-account-is-blocked?x=1"), "/en/contact-us");
        assert_eq!(
            of("customer/create", "/en/register?return=%2Fde%2Fcart&proof=a"),
            "/en/register?return=%2Fde%2Fcart"
        );
        assert_eq!(of("customer/create", "/en/register?return=https%3A%2F%2Fevil.example"), "/en/register");
    }
}
