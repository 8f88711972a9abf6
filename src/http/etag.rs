//! Conditional requests (RFC 9110 §13).

use axum::http::{HeaderMap, HeaderValue};
use headers::{ETag, Header as _, HeaderMapExt as _, IfNoneMatch};

/// Whether the client already has what this entity tag names, so that 304 is the answer.
pub fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Some(known) = headers.typed_get::<IfNoneMatch>() else { return false };
    ETag::decode(&mut std::iter::once(etag)).is_ok_and(|etag| !known.precondition_passes(&etag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    #[test]
    fn tags_are_compared_weakly_in_a_list_or_by_asterisk() {
        let is_known = |if_none_match: &'static str, etag: &'static str| {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(if_none_match))]);
            is_known(&headers, &HeaderValue::from_static(etag))
        };
        assert!(is_known("\"a\"", "\"a\"") && is_known("W/\"a\"", "\"a\"") && is_known("\"a\"", "W/\"a\""));
        assert!(is_known("\"b\", W/\"a\"", "\"a\"") && is_known("*", "\"a\""));
        assert!(!is_known("\"b\"", "\"a\"") && !is_known("a", "\"a\"") && !is_known("", "\"a\""));
    }
}
