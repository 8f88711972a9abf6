//! Delivers the outbox: renders each mail with the pages' engine and passes it to the configured SMTP server or,
//! without one, writes it as a file under `mail/` in the data folder.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::{Address, AsyncTransport as _};
use serde::Deserialize;
use serde_json::json;

use super::Job;
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::credential::{self, mail::CredentialMail};
use crate::db::Db;
use crate::domain::look::Drawing;
use crate::domain::store_view::Lang;
use crate::domain::working_days;
use crate::error::Result;
use crate::invoice;
use crate::job_failure::Failures;
use crate::look;
use crate::mail_files;
use crate::operator_alert::{self, OperatorAlert};
use crate::outbox::{self, Mail};
use crate::setting::{self, mail::SettingMail};
use crate::smtp;
use crate::ssr::engine::{Engine, Entry};
use crate::ssr::print;
use crate::staff;
use crate::staff::mail::{InvitationMail, SealMail};

/// Mails of one run; the rest comes with the next.
const BATCH: i64 = 50;
/// The longest run, well within the job's lease even with a slow server.
const RUN_TIMEOUT: Duration = Duration::from_secs(240);

/// Attempts by the mail server that was kept for a letter, over four hours; then it leaves by the one in force.
const KEPT_ATTEMPTS: u32 = 8;

/// The templates that confirm an order.
const CONFIRMATIONS: [&str; 2] = ["order_received", "order_added"];

/// A rendered mail.
#[derive(Debug, Deserialize)]
pub struct Content {
    pub subject: String,
    /// Empty for a mail of plain text.
    pub html: String,
    pub text: String,
}

enum Transport {
    Smtp(smtp::Server),
    /// Files in the data folder.
    Files(PathBuf),
}

/// Why a mail was not delivered.
#[derive(Debug)]
pub enum Failure {
    /// The server did not answer in time. The other mails of the run would wait for it too, so they are left to the
    /// next.
    NoAnswer(anyhow::Error),
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

const NAME: &str = "deliver_mail";

pub const JOB: Job = Job { name: NAME, schedule: "*/5 * * * * *", run: |app, now| Box::pin(run(app, now)) };

/// Where the mails of a run go.
pub trait MailServer: Send + Sync {
    /// Delivers a mail. One that was delivered before, by a run that could not record it, has the same id.
    fn deliver<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, std::result::Result<(), Failure>>;
}

async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let config = app.config();
    // As a file a letter would count as sent, and nobody would get it.
    if config.is_mail_out {
        return Ok(
            "none sent: the mail server that was entered cannot be used here; letters wait, and `shop compliance` says for what"
                .to_owned(),
        );
    }
    let batch = Batch::load(&app.db, now).await?;
    if batch.due.is_empty() {
        return Ok(summary(0, 0));
    }
    let transport = transport(&config)?;
    let timeout = Duration::from_secs(config.mail.timeout_seconds);
    // A server that is unreachable or rejects the login fails the whole run; it says nothing of the recipients.
    let unavailable = match &transport {
        Transport::Smtp(server) => match smtp::within(timeout, "connect", server.test_connection()).await {
            Ok(Ok(true)) => None,
            Ok(Ok(false)) => Some("the server does not answer".to_owned()),
            Ok(Err(error)) => Some(format!("{:#}", anyhow::Error::new(error))),
            Err(error) => Some(error.to_string()),
        },
        Transport::Files(_) => None,
    };
    if let Some(why) = &unavailable {
        tracing::error!(host = config.mail.host, why, "the mail server cannot be used");
    }
    let server = ConfiguredServer { app, transport, timeout, unavailable, has_kept_hung: AtomicBool::new(false) };
    let done = batch.deliver(&app.clock, &server).await;
    if let Transport::Smtp(server) = &server.transport {
        // Says goodbye, which a server may leave unanswered too.
        drop(smtp::within(timeout, "quit", server.shutdown()).await);
    }
    done
}

/// Delivers what is due and records each outcome; answers how many were sent. A mail has the same Message-ID and file name at
/// each attempt, so a run after a crash repeats a mail that recipients can recognize as the same.
///
/// # Errors
///
/// The database cannot be read or written. A mail that alone cannot be claimed or recorded is postponed.
pub async fn deliver_due(db: &Db, clock: &Clock, server: &dyn MailServer) -> Result<String> {
    Batch::load(db, clock.now()).await?.deliver(clock, server).await
}

/// The mails of one run.
struct Batch<'a> {
    db: &'a Db,
    due: Vec<i64>,
    failures: Failures<'a>,
}

/// How an attempt to deliver a mail ended.
enum Attempt {
    /// Another run has it.
    Skipped,
    Sent,
    Failed,
    /// The server does not answer: the other mails would wait for it too.
    Hung,
}

impl<'a> Batch<'a> {
    async fn load(db: &'a Db, now: Timestamp) -> Result<Batch<'a>> {
        let failures = Failures::load(db, NAME, now).await?;
        let limit = failures.limit(BATCH);
        let mut due = db.read(move |tx| outbox::list_due(tx, now, limit)).await?;
        due.retain(|id| !failures.is_postponed(*id));
        Ok(Batch { db, due, failures })
    }

    async fn deliver(mut self, clock: &Clock, server: &dyn MailServer) -> Result<String> {
        let (mut sent, mut failed) = (0, 0);
        let began = Instant::now();
        for id in self.due {
            if began.elapsed() > RUN_TIMEOUT {
                break;
            }
            let outcome = attempt(self.db, clock, server, id).await;
            match self.failures.record(id, outcome).await? {
                Some(Attempt::Skipped) => {}
                Some(Attempt::Sent) => sent += 1,
                Some(Attempt::Failed) | None => failed += 1,
                Some(Attempt::Hung) => {
                    failed += 1;
                    break;
                }
            }
        }
        Ok(summary(sent, failed))
    }
}

/// # Errors
///
/// The mail cannot be claimed, or its outcome not be recorded; it may have been delivered all the same.
async fn attempt(db: &Db, clock: &Clock, server: &dyn MailServer, id: i64) -> Result<Attempt> {
    let now = clock.now();
    if !db.write(move |tx| outbox::claim(tx, id, now)).await? {
        return Ok(Attempt::Skipped);
    }
    let outcome = match db.read(move |tx| outbox::find_due(tx, id)).await {
        Ok(Some(mail)) => server.deliver(&mail).await,
        Ok(None) => return Ok(Attempt::Skipped),
        Err(error) => Err(Failure::Temporary(anyhow!("{error}"))),
    };
    let attempt = match &outcome {
        Ok(()) => Attempt::Sent,
        Err(Failure::NoAnswer(_)) => Attempt::Hung,
        Err(Failure::Temporary(_) | Failure::Permanent(_)) => Attempt::Failed,
    };
    record(db, id, outcome, clock.now()).await?;
    Ok(attempt)
}

async fn record(db: &Db, id: i64, outcome: std::result::Result<(), Failure>, now: Timestamp) -> Result<()> {
    let Err(failure) = outcome else { return db.write(move |tx| outbox::sent(tx, id, now)).await };
    let is_permanent = matches!(failure, Failure::Permanent(_));
    let (Failure::NoAnswer(error) | Failure::Temporary(error) | Failure::Permanent(error)) = failure;
    let why = format!("{error:#}");
    // The server's answer may quote the recipient, so it is stored with the mail and not logged.
    tracing::warn!(mail = id, is_permanent, "mail not delivered");
    db.write(move |tx| match is_permanent {
        true => outbox::given_up(tx, id, &why),
        false => outbox::failed(tx, id, &why, now),
    })
    .await
}

fn summary(sent: u32, failed: u32) -> String {
    format!("{sent} sent, {failed} failed")
}

/// The server, or the folder, of the configuration.
struct ConfiguredServer<'a> {
    app: &'a Arc<App>,
    transport: Transport,
    timeout: Duration,
    /// Why no mail can be delivered in this run.
    unavailable: Option<String>,
    /// A server that was kept for letters does not answer: the others of this run would wait for it too.
    has_kept_hung: AtomicBool,
}

impl MailServer for ConfiguredServer<'_> {
    fn deliver<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, std::result::Result<(), Failure>> {
        Box::pin(async move {
            if let Some(server) = kept_server(self.app, mail).await? {
                return self.by_kept(&server, mail).await;
            }
            match &self.unavailable {
                Some(why) => Err(Failure::Temporary(anyhow!("{why}"))),
                None => deliver(self.app, &self.transport, mail, self.timeout).await.inspect_err(|failure| {
                    if matches!(failure, Failure::NoAnswer(_)) {
                        let host = &self.app.config().mail.host;
                        tracing::error!(host, "the mail server hangs; the other mails wait");
                    }
                }),
            }
        })
    }
}

impl ConfiguredServer<'_> {
    /// Whatever a server says that is in force no more, the letter is tried again, by the one in force at last.
    async fn by_kept(&self, server: &Transport, mail: &Mail) -> std::result::Result<(), Failure> {
        if self.has_kept_hung.load(Ordering::Relaxed) {
            return Err(Failure::Temporary(anyhow!("the mail server of before does not answer")));
        }
        deliver(self.app, server, mail, self.timeout).await.map_err(|failure| match failure {
            Failure::NoAnswer(error) => {
                self.has_kept_hung.store(true, Ordering::Relaxed);
                Failure::Temporary(error)
            }
            Failure::Temporary(error) | Failure::Permanent(error) => Failure::Temporary(error),
        })
    }
}

/// The mail server that was kept for a letter, while its attempts last.
async fn kept_server(app: &Arc<App>, mail: &Mail) -> anyhow::Result<Option<Transport>> {
    if mail.template != credential::mail::TEMPLATE || mail.attempts >= KEPT_ATTEMPTS {
        return Ok(None);
    }
    let (config, id) = (app.config(), mail.id);
    let asked = Arc::clone(&config);
    let kept = app.db.read(move |tx| setting::credential::kept_server(tx, &asked, id)).await;
    let kept = kept.map_err(|error| anyhow!("the mail server of the letter: {error}"))?;
    kept.map(|server| Ok(Transport::Smtp(smtp::server(&server, config.mail_from())?))).transpose()
}

fn transport(config: &Config) -> anyhow::Result<Transport> {
    let mail = &config.mail;
    if mail.host.is_empty() {
        return Ok(Transport::Files(config.data.directory.clone()));
    }
    Ok(Transport::Smtp(smtp::server(mail, config.mail_from())?))
}

async fn deliver(
    app: &Arc<App>,
    transport: &Transport,
    mail: &Mail,
    timeout: Duration,
) -> std::result::Result<(), Failure> {
    // In a language that the shop speaks by now; links that were made before lead on.
    let lang = app.store_views.get().spoken(mail.lang);
    let content = content(&app.engine, &app.config(), &mail.template, lang, &mail.data, app.clock.now()).await?;
    let mut files = attachments(app, mail.id).await?;
    // The order confirmation includes the withdrawal form (Directive 2011/83/EU art. 8(7)).
    if CONFIRMATIONS.contains(&mail.template.as_str())
        && let Some(bytes) = print::withdrawal_form(&app.db, &app.config(), app.clock.now(), lang).await?
    {
        files.push(File { name: format!("{}.pdf", print::form_name(lang)), bytes });
    }
    let config = app.config();
    let message = message(mail, config.mail_from(), config.sender(), content, files)?;
    match transport {
        Transport::Smtp(server) => match smtp::within(timeout, "send", server.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_permanent() => Err(Failure::Permanent(error.into())),
            Ok(Err(error)) => Err(Failure::Temporary(error.into())),
            Err(error) => Err(Failure::NoAnswer(error)),
        },
        // A file would outlive the erasure of its recipient.
        Transport::Files(_) if mail.is_erased => Ok(()),
        Transport::Files(data) => Ok(write_file(mail_files::path(data, mail.id), message.formatted()).await?),
    }
}

/// Renders a mail from its JSON data; errors where these are not the template's.
pub async fn content(
    engine: &Engine,
    config: &Config,
    template: &str,
    lang: Lang,
    data: &str,
    now: Timestamp,
) -> anyhow::Result<Content> {
    match template {
        operator_alert::TEMPLATE => {
            let alert: OperatorAlert = serde_json::from_str(data).context("data of the notice")?;
            Ok(Content { text: alert.text(), subject: alert.subject, html: String::new() })
        }
        staff::mail::TEMPLATE => {
            let invitation: InvitationMail = serde_json::from_str(data).context("data of the invitation")?;
            Ok(Content { text: invitation.text(), subject: invitation.subject(), html: String::new() })
        }
        staff::mail::SEAL_TEMPLATE => {
            let seal: SealMail = serde_json::from_str(data).context("data of the letter")?;
            Ok(Content { text: seal.text(), subject: seal.subject(), html: String::new() })
        }
        credential::mail::TEMPLATE => {
            let change: CredentialMail = serde_json::from_str(data).context("data of the letter")?;
            Ok(Content { text: change.text(), subject: change.subject(), html: String::new() })
        }
        setting::mail::TEMPLATE => {
            let change: SettingMail = serde_json::from_str(data).context("data of the letter")?;
            Ok(Content { text: change.text(), subject: change.subject(), html: String::new() })
        }
        _ => rendered(engine, config, template, lang, data, now).await,
    }
}

/// Renders a mail to a customer with its template.
async fn rendered(
    engine: &Engine,
    config: &Config,
    template: &str,
    lang: Lang,
    data: &str,
    now: Timestamp,
) -> anyhow::Result<Content> {
    let data: serde_json::Value = serde_json::from_str(data).context("data of the mail")?;
    let site = json!({
        "brand": config.brand.name,
        "look": {
            "typeface": config.look.typeface,
            "logo": config.look.logo.as_ref().map(|logo| mail_logo(config, logo)),
            "shades": config.look.palette.shades(),
            "words": config.look.words_in(lang),
        },
        "lang": lang,
        "phone": config.company.phone,
        "email": config.company.email,
        "public_url": config.public_url(),
        "time_zone": working_days::zone_offsets(now),
        "company": { "name": config.company.name, "address": config.company.address },
    });
    let input = json!({ "template": template, "lang": lang, "site": site, "data": data });
    let output = engine.run(Entry::Mail, input.to_string(), true).await?;
    serde_json::from_str(&output).context("answer of the mail template")
}

/// A logo as letters show it.
fn mail_logo(config: &Config, logo: &Drawing) -> serde_json::Value {
    let file = look::files::as_png(&logo.file).unwrap_or_default();
    json!({ "url": format!("{}/brand/{file}", config.public_url()), "width": logo.width, "height": logo.height })
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
        files.push(File { name, bytes: print::invoice(&app.engine, document).await? });
    }
    Ok(files)
}

/// Writes a mail under its own name, so that a repeated attempt replaces the file; lettre's transport would pick a
/// random one.
async fn write_file(path: PathBuf, text: Vec<u8>) -> anyhow::Result<()> {
    tokio::task::spawn_blocking(move || -> anyhow::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("create {}", folder.display()))?;
        }
        let draft = path.with_extension("part");
        std::fs::write(&draft, text).with_context(|| format!("write {}", draft.display()))?;
        std::fs::rename(&draft, &path).with_context(|| format!("write {}", path.display()))
    })
    .await?
}

/// The MIME message: text alone, or text and HTML as alternatives, beside the attachments.
fn message(
    mail: &Mail,
    from: &str,
    sender: &str,
    content: Content,
    files: Vec<File>,
) -> anyhow::Result<lettre::Message> {
    let from: Address = from.parse().context("address of the sender")?;
    let recipient: Address = mail.recipient.parse().context("address of the recipient")?;
    let date = Timestamp::from_millisecond(mail.created_at).context("date of the mail")?;
    let id = format!("<{:06}.{}@{}>", mail.id, mail.created_at, from.domain());
    let mut builder = lettre::Message::builder()
        .from(Mailbox::new(Some(sender.to_owned()), from))
        .to(Mailbox::new(None, recipient))
        .subject(content.subject.replace(char::is_control, ""))
        .date(date.into())
        .message_id(Some(id));
    if let Some(url) = one_click_url(&mail.data) {
        let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        builder = builder
            .raw_header(header("List-Unsubscribe", format!("<{url}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    if content.html.is_empty() {
        // Alerts to the operator and invitations, which never have attachments.
        return Ok(builder.singlepart(SinglePart::plain(content.text))?);
    }
    let alternatives = MultiPart::alternative_plain_html(content.text, content.html);
    if files.is_empty() {
        return Ok(builder.multipart(alternatives)?);
    }
    let pdf = ContentType::parse("application/pdf")?;
    let attach =
        |body: MultiPart, file: File| body.singlepart(Attachment::new(file.name).body(file.bytes, pdf.clone()));
    Ok(builder.multipart(files.into_iter().fold(MultiPart::mixed().multipart(alternatives), attach))?)
}

/// The URL for unsubscribing with one click (RFC 8058), in mails that have one.
fn one_click_url(data: &str) -> Option<String> {
    let data: serde_json::Value = serde_json::from_str(data).ok()?;
    Some(data.get("one_click_url")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use mail_parser::{MessageParser, MimeHeaders as _};

    use super::*;
    use crate::domain::store_view::Lang;

    #[test]
    fn message_has_encoded_headers_alternatives_and_attachments() {
        let url = format!("https://boutique.example/newsletter/unsubscribe/{}", "0".repeat(64));
        let mail = Mail {
            id: 7,
            template: "welcome".into(),
            lang: Lang::Zh,
            recipient: "ada@example.com".into(),
            data: json!({ "one_click_url": url }).to_string(),
            created_at: 1_795_255_200_000,
            attempts: 0,
            is_erased: false,
        };
        let content = Content {
            subject: "您在Valmère的订单2026-000001\r\nBcc: eve@example.com".into(),
            html: "<p>Merci à vous</p>".into(),
            text: "Merci à vous\n.\nAdieu".into(),
        };
        let files = vec![File { name: "Rücksendung.pdf".into(), bytes: vec![0, 255, 13, 10] }];
        let text =
            message(&mail, "boutique@valmere.example", "Valmère, Lac", content, files).expect("sound").formatted();
        assert!(text.is_ascii() && text.split(|byte| *byte == b'\n').all(|line| line.len() <= 998));

        let parsed = MessageParser::default().parse(&text).expect("a mail");
        assert_eq!(parsed.subject(), Some("您在Valmère的订单2026-000001Bcc: eve@example.com"));
        assert!(parsed.bcc().is_none(), "no header is injected");
        let from = parsed.from().and_then(|from| from.first()).expect("a sender");
        assert_eq!((from.name(), from.address()), (Some("Valmère, Lac"), Some("boutique@valmere.example")));
        let to = parsed.to().and_then(|to| to.first()).expect("a recipient");
        assert_eq!((to.name(), to.address()), (None, Some("ada@example.com")));
        assert_eq!(parsed.message_id(), Some("000007.1795255200000@valmere.example"));
        assert_eq!(parsed.date().map(|date| date.to_timestamp()), Some(1_795_255_200));
        let header = |name: &str| parsed.header_raw(name.to_owned()).map(|value| value.trim().to_owned());
        assert_eq!(header("List-Unsubscribe"), Some(format!("<{url}>")));
        assert_eq!(header("List-Unsubscribe-Post").as_deref(), Some("List-Unsubscribe=One-Click"));
        assert_eq!(parsed.body_html(0).as_deref(), Some("<p>Merci à vous</p>"));
        assert_eq!(parsed.body_text(0).as_deref(), Some("Merci à vous\r\n.\r\nAdieu"));
        let attached = parsed.attachment(0).expect("an attachment");
        assert_eq!((attached.attachment_name(), attached.contents()), (Some("Rücksendung.pdf"), &[0, 255, 13, 10][..]));
    }
}
