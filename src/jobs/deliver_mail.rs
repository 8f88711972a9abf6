//! Delivers the outbox: renders each mail with the pages' engine and passes it to the configured SMTP server or, without one,
//! writes it as a file under `mail/` in the data folder.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use serde::Deserialize;
use serde_json::json;

use super::Job;
use crate::app::App;
use crate::config::{Config, Encryption};
use crate::error::Result;
use crate::invoice;
use crate::operator_alert::{self, OperatorAlert};
use crate::outbox::{self, Mail};
use crate::ssr::engine::Entry;
use crate::ssr::paper;

/// Mails of one run; the rest comes with the next.
const BATCH: i64 = 50;
/// The longest run, well within the job's lease even with a slow server.
const RUN_TIMEOUT: Duration = Duration::from_secs(240);

/// The template that confirms an order.
const CONFIRMATION: &str = "order_received";

/// A rendered mail.
#[derive(Debug, Deserialize)]
struct Message {
    subject: String,
    /// Empty for a mail of plain text.
    html: String,
    text: String,
}

enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Files(PathBuf),
}

/// Why a mail was not delivered.
#[derive(Debug)]
enum Failure {
    /// It is retried later.
    Temporary(anyhow::Error),
    /// The recipient's server rejected it for good.
    Permanent(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Temporary(error)
    }
}

pub const JOB: Job = Job { name: "deliver_mail", schedule: "*/5 * * * * *", run: |app, now| Box::pin(run(app, now)) };

/// Delivers what is due. A mail has the same Message-ID and file name at each attempt, so a run after a crash repeats a mail
/// that recipients can recognize as the same.
async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let due = app.db.read(move |tx| outbox::due(tx, now, BATCH)).await?;
    if due.is_empty() {
        return Ok("0 sent, 0 failed".to_owned());
    }
    let transport = transport(&app.config)?;
    // A server that is unreachable or rejects the login fails the whole run; it says nothing of the recipients.
    let unavailable = match &transport {
        Transport::Smtp(server) => match server.test_connection().await {
            Ok(true) => None,
            Ok(false) => Some("the server does not answer".to_owned()),
            Err(error) => Some(chain(&error)),
        },
        Transport::Files(_) => None,
    };
    if let Some(why) = &unavailable {
        tracing::error!(host = app.config.mail.host, why, "the mail server cannot be used");
    }
    let (mut sent, mut failed) = (0, 0);
    let began = Instant::now();
    for mail in due {
        if began.elapsed() > RUN_TIMEOUT {
            break;
        }
        let id = mail.id;
        let outcome = match &unavailable {
            Some(why) => Err(Failure::Temporary(anyhow!("{why}"))),
            None => deliver(app, &transport, &mail).await,
        };
        match outcome {
            Ok(()) => {
                sent += 1;
                app.db.write(move |tx| outbox::sent(tx, id, now)).await?;
            }
            Err(failure) => {
                failed += 1;
                let (why, is_permanent) = match failure {
                    Failure::Temporary(error) => (format!("{error:#}"), false),
                    Failure::Permanent(error) => (format!("{error:#}"), true),
                };
                // The server's answer may quote the recipient, so it is stored with the mail and not logged.
                tracing::warn!(mail = id, template = mail.template, is_permanent, "mail not delivered");
                app.db
                    .write(move |tx| match is_permanent {
                        true => outbox::given_up(tx, id, &why),
                        false => outbox::failed(tx, id, &why, now),
                    })
                    .await?;
            }
        }
    }
    if let Transport::Smtp(server) = transport {
        server.shutdown().await;
    }
    Ok(format!("{sent} sent, {failed} failed"))
}

fn transport(config: &Config) -> anyhow::Result<Transport> {
    let mail = &config.mail;
    if mail.host.is_empty() {
        return Ok(Transport::Files(config.data.directory.join("mail")));
    }
    let builder = match mail.encryption {
        Encryption::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(&mail.host).context("mail.host")?,
        Encryption::Starttls => {
            AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(&mail.host).context("mail.host")?
        }
        Encryption::None => AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&mail.host),
    };
    let builder = if mail.port == 0 { builder } else { builder.port(mail.port) };
    let builder = if mail.user.is_empty() {
        builder
    } else {
        builder.credentials(Credentials::new(mail.user.clone(), mail.password.reveal().to_owned()))
    };
    let name = config.mail_from().rsplit('@').next().unwrap_or("localhost").to_owned();
    let server = builder
        .hello_name(ClientId::Domain(name))
        .timeout(Some(Duration::from_secs(mail.timeout_seconds)))
        .pool_config(PoolConfig::new().max_size(1))
        .build();
    Ok(Transport::Smtp(server))
}

async fn deliver(app: &Arc<App>, transport: &Transport, mail: &Mail) -> std::result::Result<(), Failure> {
    let message = match mail.template.as_str() {
        operator_alert::TEMPLATE => {
            let alert: OperatorAlert = serde_json::from_str(&mail.data).context("data of the notice")?;
            Message { text: alert.text(), subject: alert.subject, html: String::new() }
        }
        _ => rendered(app, mail).await?,
    };
    let from = app.config.mail_from();
    let mut files = attachments(app, mail.id).await?;
    // The order confirmation includes the withdrawal form (Directive 2011/83/EU art. 8(7)).
    if mail.template == CONFIRMATION
        && let Some(bytes) = paper::withdrawal_form(app, mail.lang).await?
    {
        files.push(File { name: format!("{}.pdf", paper::form_name(mail.lang)), bytes });
    }
    let text = eml(mail, from, &app.config.brand.name, &message, &files);
    match transport {
        Transport::Smtp(server) => {
            let sender: Address = from.parse().context("address of the sender")?;
            let recipient: Address = mail.recipient.parse().context("address of the recipient")?;
            let envelope = Envelope::new(Some(sender), vec![recipient]).context("envelope")?;
            server.send_raw(&envelope, text.as_bytes()).await.map(|_| ()).map_err(|error| {
                let why = anyhow!("{}", chain(&error));
                if error.is_permanent() { Failure::Permanent(why) } else { Failure::Temporary(why) }
            })
        }
        Transport::Files(folder) => Ok(write_file(folder.clone(), mail.id, text).await?),
    }
}

/// Renders a mail to a customer with its template.
async fn rendered(app: &Arc<App>, mail: &Mail) -> anyhow::Result<Message> {
    let data: serde_json::Value = serde_json::from_str(&mail.data).context("data of the mail")?;
    let lang = &mail.lang;
    let config = &app.config;
    let site = json!({
        "brand": config.brand.name,
        "lang": lang,
        "phone": config.company.phone,
        "email": config.company.email,
        "public_url": config.public_url(),
        "company": { "name": config.company.name, "address": config.company.address },
    });
    let input = json!({ "template": mail.template, "lang": lang, "site": site, "data": data });
    let output = app.engine.run(Entry::Mail, input.to_string(), true).await?;
    serde_json::from_str(&output).context("answer of the mail template")
}

/// An attached file.
struct File {
    name: String,
    bytes: Vec<u8>,
}

/// The attachments of a mail, rendered now.
async fn attachments(app: &Arc<App>, mail_id: i64) -> anyhow::Result<Vec<File>> {
    let documents = app
        .db
        .read(move |tx| {
            let mut documents = Vec::new();
            for attachment in outbox::attachments(tx, mail_id)? {
                if attachment.kind == outbox::INVOICE {
                    documents.extend(invoice::find(tx, attachment.reference)?);
                }
            }
            Ok(documents)
        })
        .await
        .map_err(|error| anyhow!("attachments of the mail: {error}"))?;
    let mut files = Vec::with_capacity(documents.len());
    for invoice::Issued { document, .. } in documents {
        let name = format!("{}.pdf", document.number);
        files.push(File { name, bytes: paper::print(&app.engine, document).await? });
    }
    Ok(files)
}

/// An error with its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string);
    causes.collect::<Vec<_>>().join(": ")
}

async fn write_file(folder: PathBuf, id: i64, text: String) -> anyhow::Result<()> {
    let path = folder.join(format!("{id:06}.eml"));
    tokio::task::spawn_blocking(move || -> anyhow::Result<()> {
        std::fs::create_dir_all(&folder).with_context(|| format!("create {}", folder.display()))?;
        let draft = path.with_extension("part");
        std::fs::write(&draft, text).with_context(|| format!("write {}", draft.display()))?;
        std::fs::rename(&draft, &path).with_context(|| format!("write {}", path.display()))
    })
    .await?
}

/// The mail as RFC 5322 text: multipart/alternative or text alone, inside multipart/mixed where files go along.
fn eml(mail: &Mail, from: &str, brand: &str, message: &Message, files: &[File]) -> String {
    let date = Timestamp::from_millisecond(mail.created_at)
        .map(|at| at.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string())
        .unwrap_or_default();
    let boundary = format!("=_alternative_{:06}", mail.id);
    let part = |kind: &str, body: &str| {
        format!(
            "Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            folded_base64(body.as_bytes())
        )
    };
    let content = if message.html.is_empty() {
        part("plain", &message.text)
    } else {
        format!(
            "Content-Type: multipart/alternative; boundary=\"{boundary}\"\r\n\r\n--{boundary}\r\n{}--{boundary}\r\n{}--{boundary}--\r\n",
            part("plain", &message.text),
            part("html", &message.html),
        )
    };
    let body = if files.is_empty() { content } else { mixed(mail.id, &content, files) };
    format!(
        "From: {} <{from}>\r\nTo: <{}>\r\nSubject: {}\r\nDate: {date}\r\nMessage-ID: <{:06}.{}@{}>\r\n{}MIME-Version: 1.0\r\n{body}",
        encoded_word(brand),
        one_line(&mail.recipient),
        encoded_word(&message.subject),
        mail.id,
        mail.created_at,
        from.rsplit('@').next().unwrap_or("localhost"),
        list_unsubscribe(&mail.data),
    )
}

/// A mail with attachments.
fn mixed(mail_id: i64, content: &str, files: &[File]) -> String {
    let boundary = format!("=_mixed_{mail_id:06}");
    let mut text = format!("Content-Type: multipart/mixed; boundary=\"{boundary}\"\r\n\r\n--{boundary}\r\n{content}");
    for File { name, bytes } in files {
        text.push_str(&format!(
            "--{boundary}\r\nContent-Type: application/pdf; name=\"{name}\"\r\nContent-Disposition: attachment; filename=\"{name}\"\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            folded_base64(bytes)
        ));
    }
    text.push_str(&format!("--{boundary}--\r\n"));
    text
}

/// The headers for unsubscribing with one click (RFC 8058), for mails whose data has a `one_click_url`.
fn list_unsubscribe(data: &str) -> String {
    let data: serde_json::Value = serde_json::from_str(data).unwrap_or_default();
    match data.get("one_click_url").and_then(serde_json::Value::as_str) {
        Some(url) => {
            format!("List-Unsubscribe: <{}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", one_line(url))
        }
        None => String::new(),
    }
}

/// RFC 2047, in pieces short enough for a header line.
fn encoded_word(text: &str) -> String {
    use base64::Engine as _;
    let mut words = Vec::new();
    let mut piece = String::new();
    for c in text.chars().filter(|c| !c.is_control()) {
        if piece.len() + c.len_utf8() > 42 {
            words.push(std::mem::take(&mut piece));
        }
        piece.push(c);
    }
    words.push(piece);
    let encoded = |word: &String| format!("=?utf-8?B?{}?=", base64::engine::general_purpose::STANDARD.encode(word));
    words.iter().map(encoded).collect::<Vec<_>>().join("\r\n ")
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '<' | '>')).collect()
}

fn folded_base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    text.as_bytes().chunks(76).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\r\n")
}
