//! The way to a mail server: how it is reached, and how long it may take.

use std::time::Duration;

use anyhow::{Context as _, anyhow};
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, Tokio1Executor};

use crate::config::{Encryption, Mail};

pub type Server = AsyncSmtpTransport<Tokio1Executor>;

/// The configured server, greeted in the name of the sender's domain.
///
/// # Errors
///
/// Its name is none that a certificate can have.
pub fn server(mail: &Mail, sender: &str) -> anyhow::Result<Server> {
    let builder = match mail.encryption {
        Encryption::Tls => Server::relay(&mail.host).context("mail.host")?,
        Encryption::Starttls => Server::starttls_relay(&mail.host).context("mail.host")?,
        Encryption::None => Server::builder_dangerous(&mail.host),
    };
    let builder = if mail.port == 0 { builder } else { builder.port(mail.port) };
    let builder = if mail.user.is_empty() {
        builder
    } else {
        builder.credentials(Credentials::new(mail.user.clone(), mail.password.reveal().to_owned()))
    };
    let name = sender.rsplit('@').next().unwrap_or("localhost").to_owned();
    Ok(builder
        .hello_name(ClientId::Domain(name))
        .timeout(Some(Duration::from_secs(mail.timeout_seconds)))
        .pool_config(PoolConfig::new().max_size(1))
        .build())
}

/// The outcome of a dialogue with the mail server, or that it did not end in time. lettre's own timeout covers opening
/// the connection only: a server that accepts it and says nothing would be waited for without end.
pub async fn within<T>(timeout: Duration, step: &'static str, dialogue: impl Future<Output = T>) -> anyhow::Result<T> {
    tokio::time::timeout(timeout, dialogue).await.map_err(|_| {
        metrics::counter!("shop_mail_timeouts_total", "step" => step).increment(1);
        anyhow!("the mail server did not answer within {} s ({step})", timeout.as_secs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tls::UntrustedServer;

    /// ASVS 12.3.2.
    #[tokio::test]
    async fn a_mail_server_with_a_certificate_of_its_own_making_learns_nothing() {
        let other = UntrustedServer::open();
        let mut mail = crate::testing::config().mail;
        (mail.host, mail.port, mail.encryption) = ("localhost".into(), other.address.port(), Encryption::Tls);
        let error =
            server(&mail, "shop@valmere.example").expect("a server").test_connection().await.expect_err("no trust");
        assert!(format!("{error:?}").contains("UnknownIssuer"), "{error:?}");
        assert_eq!(other.received(), 0);
    }
}
