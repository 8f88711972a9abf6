//! How gateways are reached: one client for all, over TLS with ring, with a patience that ends.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context as _;
use reqwest::{Client, RequestBuilder, StatusCode};

use super::GatewayError;

/// How long a gateway may take to be reached, and to answer.
const CONNECT: Duration = Duration::from_secs(10);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(25);
/// Bytes of an answer.
const LARGEST: usize = 1 << 20;

/// A client of its own for each gateway: their connections are kept apart.
pub fn client() -> anyhow::Result<Client> {
    static PROVIDER: OnceLock<()> = OnceLock::new();
    PROVIDER.get_or_init(|| {
        // Somebody else in this process may have been first; it is the same one.
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

/// An answer as it came.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub body: Vec<u8>,
}

/// Sends a request; whatever keeps its answer away is [`GatewayError::Unreachable`]. Addresses may hold keys, so they are left out.
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
    // Its own fault, or too many of us: the same question may be asked again.
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::CONFLICT {
        return Err(GatewayError::Unreachable(format!("status {}", status.as_u16())));
    }
    Ok(Reply { status, headers, body })
}
