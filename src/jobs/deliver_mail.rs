//! Delivers what waits in the outbox: rendered by the pages' own engine, written as files under `mail/` in the data folder.

use std::sync::Arc;

use anyhow::Context as _;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::error::Result;
use crate::outbox::{self, Mail};
use crate::ssr::engine::Entry;

/// Mails of one run; the rest comes with the next.
const BATCH: i64 = 50;

/// What the bundle makes of a mail.
#[derive(Debug, Deserialize)]
struct Message {
    subject: String,
    html: String,
    text: String,
}

/// Delivers what is due. A file is written whole or not at all and named by its row, so running again after a crash
/// writes the same file once more, never a second one.
pub async fn run(app: &Arc<App>, now: Timestamp) -> Result<String> {
    let due = app.db.read(move |tx| outbox::due(tx, now, BATCH)).await?;
    let (mut sent, mut failed) = (0, 0);
    for mail in due {
        let id = mail.id;
        match deliver(app, &mail).await {
            Ok(()) => {
                sent += 1;
                app.db.write(move |tx| outbox::sent(tx, id, now)).await?;
            }
            Err(error) => {
                failed += 1;
                let why = format!("{error:#}");
                tracing::warn!(mail = id, template = mail.template, why, "mail not delivered");
                app.db.write(move |tx| outbox::failed(tx, id, &why, now)).await?;
            }
        }
    }
    Ok(format!("{sent} sent, {failed} failed"))
}

async fn deliver(app: &Arc<App>, mail: &Mail) -> anyhow::Result<()> {
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
    let message: Message = serde_json::from_str(&output).context("answer of the mail template")?;
    let from = &config.company.email;
    let text = eml(mail, from, &config.brand.name, &message);
    let folder = config.data.directory.join("mail");
    let path = folder.join(format!("{:06}.eml", mail.id));
    tokio::task::spawn_blocking(move || -> anyhow::Result<()> {
        std::fs::create_dir_all(&folder).with_context(|| format!("create {}", folder.display()))?;
        let draft = path.with_extension("part");
        std::fs::write(&draft, text).with_context(|| format!("write {}", draft.display()))?;
        std::fs::rename(&draft, &path).with_context(|| format!("write {}", path.display()))
    })
    .await?
}

/// The mail as RFC 5322 text, multipart/alternative.
fn eml(mail: &Mail, from: &str, brand: &str, message: &Message) -> String {
    let date = Timestamp::from_millisecond(mail.created_at)
        .map(|at| at.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string())
        .unwrap_or_default();
    let boundary = format!("=_alternative_{:06}", mail.id);
    let part = |kind: &str, body: &str| {
        format!(
            "--{boundary}\r\nContent-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            folded_base64(body.as_bytes())
        )
    };
    format!(
        "From: {} <{from}>\r\nTo: <{}>\r\nSubject: {}\r\nDate: {date}\r\nMessage-ID: <{:06}.{}@{}>\r\n{}MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"{boundary}\"\r\n\r\n{}{}--{boundary}--\r\n",
        encoded_word(brand),
        one_line(&mail.recipient),
        encoded_word(&message.subject),
        mail.id,
        mail.created_at,
        from.rsplit('@').next().unwrap_or("localhost"),
        way_out(&mail.data),
        part("plain", &message.text),
        part("html", &message.html),
    )
}

/// The headers by which mail programs unsubscribe with one click (RFC 8058), for mails whose data has the address of that door.
fn way_out(data: &str) -> String {
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
