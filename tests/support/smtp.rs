//! An SMTP server that keeps accepted mails and rejects recipients on request.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use mail_parser::{HeaderForm, Message, MessageParser, MessagePart, MimeHeaders as _};

use super::Shop;

/// A received mail.
#[derive(Debug, Clone)]
pub struct Received {
    pub sender: String,
    pub recipient: String,
    /// With its headers, lines ending in CRLF, dots unstuffed.
    pub text: String,
}

impl Received {
    /// A header's value, unfolded and decoded.
    pub fn header(&self, name: &str) -> Option<String> {
        let mail = parsed(&self.text);
        let values = mail.header_as(name.to_owned(), HeaderForm::Text);
        values.first()?.as_text().map(str::to_owned)
    }

    /// The decoded part of a media type, `text/plain` or `text/html`.
    pub fn part(&self, kind: &str) -> Option<String> {
        part(&self.text, kind)
    }
}

/// A mail, parsed by another library than the one that wrote it.
pub fn parsed(mail: &str) -> Message<'_> {
    MessageParser::default().parse(mail).expect("a mail")
}

/// The decoded part of a media type, with plain line feeds, and none at its end, where SMTP may add some.
pub fn part(mail: &str, kind: &str) -> Option<String> {
    let is_kind = |part: &&MessagePart<'_>| {
        part.content_type().is_some_and(|of| kind == format!("{}/{}", of.ctype(), of.subtype().unwrap_or_default()))
    };
    Some(parsed(mail).parts.iter().find(is_kind)?.text_contents()?.trim_end().replace("\r\n", "\n"))
}

fn base64(text: &str) -> Option<String> {
    use base64::Engine as _;
    String::from_utf8(base64::engine::general_purpose::STANDARD.decode(text).ok()?).ok()
}

/// The reply to a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecipientReply {
    Accepted,
    /// 450: a temporary failure.
    Temporary,
    /// 550: a permanent failure.
    Permanent,
    /// None: the server hangs.
    Nothing,
}

/// The server, which runs for the rest of the process.
pub struct Smtp {
    pub port: u16,
    mails: Arc<Mutex<Vec<Received>>>,
    reply: Arc<Mutex<RecipientReply>>,
    logins: Arc<Mutex<Vec<String>>>,
}

impl Smtp {
    pub fn open() -> Smtp {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let smtp = Smtp {
            port: listener.local_addr().unwrap().port(),
            mails: Arc::default(),
            reply: Arc::new(Mutex::new(RecipientReply::Accepted)),
            logins: Arc::default(),
        };
        let (mails, reply, logins) = (Arc::clone(&smtp.mails), Arc::clone(&smtp.reply), Arc::clone(&smtp.logins));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (mails, reply, logins) = (Arc::clone(&mails), Arc::clone(&reply), Arc::clone(&logins));
                thread::spawn(move || drop(converse(stream, &mails, &reply, &logins)));
            }
        });
        smtp
    }

    /// A shop without captcha that sends its mail to this server.
    pub fn shop(&self, more: &[(&str, &str)]) -> Shop {
        let port = self.port.to_string();
        let env = [
            ("SHOP__CAPTCHA__PROVIDER", "none"),
            ("SHOP__MAIL__HOST", "127.0.0.1"),
            ("SHOP__MAIL__PORT", port.as_str()),
            ("SHOP__MAIL__ENCRYPTION", "none"),
            ("SHOP__MAIL__FROM", "boutique@valmere.example"),
        ];
        Shop::open_with(&[&env, more].concat())
    }

    pub fn set_reply(&self, reply: RecipientReply) {
        *self.reply.lock().unwrap() = reply;
    }

    pub fn mails(&self) -> Vec<Received> {
        self.mails.lock().unwrap().clone()
    }

    /// The decoded AUTH PLAIN responses of clients.
    pub fn logins(&self) -> Vec<String> {
        self.logins.lock().unwrap().clone()
    }
}

fn converse(
    stream: TcpStream,
    mails: &Mutex<Vec<Received>>,
    reply: &Mutex<RecipientReply>,
    logins: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    let mut lines = BufReader::new(stream);
    let mut say = |text: &str| out.write_all(format!("{text}\r\n").as_bytes());
    say("220 mail.test ESMTP")?;
    let (mut sender, mut recipient) = (String::new(), String::new());
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let address = || line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" => say("250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME")?,
            "AUTH" => {
                logins.lock().unwrap().push(base64(line.rsplit(' ').next().unwrap_or_default()).unwrap_or_default());
                say("235 welcome")?;
            }
            "MAIL" => {
                sender = address();
                say("250 ok")?;
            }
            "RCPT" => {
                recipient = address();
                match *reply.lock().unwrap() {
                    RecipientReply::Accepted => say("250 ok")?,
                    RecipientReply::Temporary => say("450 4.2.0 greylisted")?,
                    RecipientReply::Permanent => say("550 5.1.1 no such user")?,
                    RecipientReply::Nothing => {}
                }
            }
            "DATA" => {
                say("354 go ahead")?;
                let mut text = String::new();
                loop {
                    let mut line = String::new();
                    if lines.read_line(&mut line)? == 0 || line == ".\r\n" {
                        break;
                    }
                    text.push_str(line.strip_prefix('.').unwrap_or(&line));
                }
                mails.lock().unwrap().push(Received { sender: sender.clone(), recipient: recipient.clone(), text });
                say("250 taken")?;
            }
            "QUIT" => return say("221 bye"),
            _ => say("250 ok")?,
        }
    }
}
