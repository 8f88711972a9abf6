//! Settings that are valid but unlikely to be intended in production.

use super::{Config, Mode};

impl Config {
    /// Warnings about the configuration: key, consequence and remedy, one line each. None in demo mode.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.mode == Mode::Demo {
            return warnings;
        }
        if self.mail.host.is_empty() {
            warnings.push(
                "mail.host is empty, so mails to customers only become files under mail/ in the data folder; name an \
                 SMTP server"
                    .into(),
            );
        }
        if self.server.public_url.is_empty() {
            warnings.push(format!(
                "server.public_url is empty, so links in mails and sitemaps begin with {}, and cookies go out without \
                 Secure; give the address that shoppers use, with https://",
                self.public_url()
            ));
        } else if !self.is_https() && !is_loopback(&self.server.public_url) {
            warnings.push(format!(
                "server.public_url is {}, so cookies go out without Secure; give the address with https://",
                self.server.public_url
            ));
        }
        if self.server.trusted_proxies.is_empty() && self.server.listen.ip().is_loopback() && self.is_https() {
            warnings.push(
                "server.trusted_proxies is empty, so all shoppers behind the web server on this machine count as one \
                 address; name the web server's address, and let it set X-Forwarded-For"
                    .into(),
            );
        }
        if self.server.metrics_from.is_empty() && self.server.metrics_token.is_empty() {
            warnings.push(
                "server.metrics_from and server.metrics_token are empty, so nobody can read /metrics; name the address of \
                 the monitoring, or give it a token"
                    .into(),
            );
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
