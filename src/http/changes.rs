//! `GET /console_api/changes`: what changes while somebody looks, as server-sent events (WHATWG HTML §9.2).
//!
//! | event | data |
//! |---|---|
//! | `anew` | nothing: what was read before may have changed unheard |
//! | `change` | `{"noun", "thing"}`: of a noun of [`Noun`](crate::live::Noun); an empty thing stands for any |
//! | `present` | `{"thing", "names"}`: who else has an order or a thread open that the request names |
//!
//! The first two carry an id; a request that names the last one heard as `Last-Event-ID` is told what it has missed. A request
//! names the orders and threads that its browser has open as `?order=NUMBER` and `?thread=REFERENCE`, several times. The stream ends when the session does, or is
//! locked, when person or role change, and when the shop stops.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, header};
use serde_json::json;

use crate::call::SignedIn;
use crate::config::Config;
use crate::error::{Result, refuse};
use crate::live::{Event, Hub, Opening, Position, Stream};
use crate::message;

/// How often a silent stream says that it is alive.
const COMMENT: Duration = Duration::from_secs(15);
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Keeps nginx from gathering what is to arrive at once.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Opens a stream for a session.
///
/// # Errors
///
/// Refused without a session, and with a locked one; unavailable where there are too many streams.
pub fn open(
    hub: &std::sync::Arc<Hub>,
    config: &Config,
    headers: &HeaderMap,
    query: &str,
    token: Option<String>,
    who: Option<SignedIn>,
) -> Result<Response<Body>> {
    let (Some(token), Some(who)) = (token, who) else { return Err(refuse(message::STAFF_SIGN_IN_REQUIRED)) };
    if who.is_locked {
        return Err(refuse(message::STAFF_LOCKED));
    }
    // An id that cannot be read is one that is not known.
    let unknown = Position { id: 0, at: 0 };
    let last = headers.get(LAST_EVENT_ID);
    let resume = last.map(|id| id.to_str().ok().and_then(|id| id.parse().ok()).unwrap_or(unknown));
    let named = |wanted: &str| {
        let fields = form_urlencoded::parse(query.as_bytes());
        fields.filter(|(name, _)| name == wanted).map(|(_, thing)| thing.into_owned()).collect()
    };
    let (orders, threads) = (named("order"), named("thread"));
    let stream = hub.open(Opening { who, token, resume, orders, threads })?;
    // A connection without a word is closed after this time.
    let comment = COMMENT.min(Duration::from_secs(config.server.head_seconds) / 2);
    let mut response = Response::new(Body::from_stream(body(stream, comment)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(X_ACCEL_BUFFERING, HeaderValue::from_static("no"));
    Ok(response)
}

fn body(stream: Stream, comment: Duration) -> impl futures_util::Stream<Item = Result<Bytes, Infallible>> {
    futures_util::stream::unfold(stream, move |mut stream| async move {
        let text = match tokio::time::timeout(comment, stream.next()).await {
            Ok(Some(event)) => written(&event),
            Ok(None) => return None,
            Err(_) => ":\n\n".to_owned(),
        };
        Some((Ok(Bytes::from(text)), stream))
    })
}

/// An event as it is sent. JSON has no line breaks of its own.
fn written(event: &Event) -> String {
    let mut text = String::new();
    let (id, name, data) = match event {
        Event::Anew(at) => (Some(at), "anew", json!({})),
        Event::Change { at, noun, thing } => (Some(at), "change", json!({ "noun": noun.code(), "thing": thing })),
        Event::Present { thing, names } => (None, "present", json!({ "thing": thing, "names": names })),
    };
    if let Some(id) = id {
        // Writing to a string does not fail.
        let _ = writeln!(text, "id: {id}");
    }
    let _ = write!(text, "event: {name}\ndata: {data}\n\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Noun;

    #[test]
    fn events_are_written_in_the_form_of_the_standard() {
        let at = Position { id: 7, at: 9 };
        assert_eq!(written(&Event::Anew(at)), "id: 7-9\nevent: anew\ndata: {}\n\n");
        assert_eq!(
            written(&Event::Change { at, noun: Noun::Order, thing: "2026-000001".into() }),
            "id: 7-9\nevent: change\ndata: {\"noun\":\"order\",\"thing\":\"2026-000001\"}\n\n"
        );
        let names = vec!["Ada\nKing".into()];
        assert_eq!(
            written(&Event::Present { thing: "1".into(), names }),
            "event: present\ndata: {\"thing\":\"1\",\"names\":[\"Ada\\nKing\"]}\n\n"
        );
    }
}
