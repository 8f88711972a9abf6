//! Settings that are valid but unlikely to be intended in production.

use std::fmt;

use super::{CardGateway, Config, Mode, is_test_key};
use crate::message::{self, Message};

/// What a key is warned of: its name, the consequence and the remedy, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    pub key: &'static str,
    pub what: Message,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)
    }
}

impl Config {
    /// Warnings about the configuration. None in demo mode.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.mode == Mode::Demo {
            return warnings;
        }
        let mut warn = |key: &'static str, what: Message| warnings.push(Warning { key, what });
        if self.mail.host.is_empty() && !self.is_mail_out {
            warn("mail.host", message::MACHINE_NO_MAIL.into());
        }
        if self.server.public_url.is_empty() {
            warn("server.public_url", message::MACHINE_NO_URL.with("url", self.public_url()));
        } else if !self.is_https() && !is_loopback(&self.server.public_url) {
            warn("server.public_url", message::MACHINE_PLAIN_URL.with("url", &self.server.public_url));
        }
        if self.server.trusted_proxies.is_empty() && self.server.listen.ip().is_loopback() && self.is_https() {
            warn("server.trusted_proxies", message::MACHINE_NO_PROXY.into());
        }
        if self.payment.card_gateway == CardGateway::Stripe && is_test_key(self.payment.stripe.secret_key.reveal()) {
            warn("payment.stripe.secret_key", message::MACHINE_TEST_KEY.into());
        }
        if self.is_console_closed() {
            warn("console.host", message::MACHINE_NO_CONSOLE.into());
        }
        if self.server.metrics_from.is_empty() && self.server.metrics_token.is_empty() {
            warn("server.metrics_from", message::MACHINE_NO_METRICS.into());
        }
        warnings
    }
}

/// Whether a URL, or a host with or without a port, points to the local machine.
pub fn is_loopback(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"].contains(&name) || name.ends_with(".localhost")
}
