//! HTTPS to the gateways: TLS by ring, timeouts, bounded answers, and checks that gateways share.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context as _;
use jiff::Timestamp;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use super::{GatewayError, WebhookRejection};

/// Timeouts of the connection and of the whole request.
const CONNECT: Duration = Duration::from_secs(10);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(25);
/// Maximum size of an answer in bytes.
const LARGEST: usize = 1 << 20;
/// Maximum difference in seconds between a signed time and our clock, as in Stripe's own libraries.
pub const TOLERANCE_S: i64 = 300;

/// A client with its own connection pool, one for each gateway.
pub fn client() -> anyhow::Result<Client> {
    static PROVIDER: OnceLock<()> = OnceLock::new();
    PROVIDER.get_or_init(|| {
        // An error means that the process has installed it already.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    Client::builder()
        .connect_timeout(CONNECT)
        .timeout(REQUEST_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("shop/", env!("CARGO_PKG_VERSION")))
        .build()
        .context("a client for payment gateways")
}

/// A raw answer.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub body: Vec<u8>,
}

/// Sends a request; any failure is [`GatewayError::Unreachable`]. Errors omit the URL, which may contain keys.
pub async fn send(request: RequestBuilder) -> Result<Reply, GatewayError> {
    let unreachable = |error: reqwest::Error| GatewayError::Unreachable(error.without_url().to_string());
    let mut response = request.send().await.map_err(unreachable)?;
    let (status, headers) = (response.status(), response.headers().clone());
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
        if body.len() + chunk.len() > LARGEST {
            return Err(GatewayError::Unreachable("an endless answer".into()));
        }
        body.extend_from_slice(&chunk);
    }
    // Server errors and rate limits are temporary: the request may be repeated.
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::CONFLICT {
        return Err(GatewayError::Unreachable(format!("status {}", status.as_u16())));
    }
    Ok(Reply { status, headers, body })
}

/// Parses a successful answer. `describe` reads the error code of a failed one.
pub fn read<T: DeserializeOwned>(reply: &Reply, describe: fn(&[u8]) -> String) -> Result<T, GatewayError> {
    if !reply.status.is_success() {
        let why = format!("status {} {}", reply.status.as_u16(), describe(&reply.body));
        // Rejected credentials are a configuration error: the request may be repeated later.
        let is_ours = matches!(reply.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        return Err(if is_ours { GatewayError::Unreachable(why) } else { GatewayError::Refused(why) });
    }
    serde_json::from_slice(&reply.body)
        .map_err(|error| GatewayError::Unreachable(format!("an unreadable answer: {error}")))
}

/// Checks that the signed time of a message, in Unix seconds, is recent.
pub fn check_age(time: &str, now: Timestamp) -> Result<(), WebhookRejection> {
    let time: i64 = time.parse().map_err(|_| WebhookRejection::Signature)?;
    if now.as_second().abs_diff(time) > TOLERANCE_S.unsigned_abs() { Err(WebhookRejection::Stale) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::tls::UntrustedServer;

    proptest! {
        /// No time is so far away that it comes round again.
        #[test]
        fn messages_are_recent_within_the_tolerance_only(time in any::<i64>(), near in -400_i64..400) {
            let now = Timestamp::from_second(1_790_000_000).expect("a time");
            for (time, is_recent) in [(time, now.as_second().abs_diff(time) <= 300), (now.as_second() + near, near.abs() <= 300)] {
                prop_assert_eq!(check_age(&time.to_string(), now).is_ok(), is_recent, "{}", time);
            }
        }
    }

    #[test]
    fn the_farthest_times_are_not_recent() {
        let now = Timestamp::from_second(1_790_000_000).expect("a time");
        for time in [i64::MIN, now.as_second() - i64::MAX - 1, now.as_second().wrapping_sub(i64::MIN), i64::MAX] {
            assert_eq!(check_age(&time.to_string(), now), Err(WebhookRejection::Stale), "{time}");
        }
    }

    /// ASVS 12.3.2.
    #[tokio::test]
    async fn a_gateway_with_a_certificate_of_its_own_making_learns_nothing() {
        let server = UntrustedServer::open();
        let url = format!("https://localhost:{}/v1/refunds", server.address.port());
        let request = client().expect("a client").post(url).bearer_auth("sk_live_4711").body("amount=1");
        let Err(GatewayError::Unreachable(_)) = send(request).await else { panic!("it was believed") };
        assert_eq!(server.received(), 0);
    }
}
