//! The configuration: `config.toml` in the binary, overlaid by the operator's file and the environment.
//!
//! Every key has its default in the embedded file. Invalid values are refused at start with file, line and remedy.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;
use crate::message::{Message, MessageDef};

mod load;
mod ranges;
pub mod settings;
mod types;
mod validate;
mod warnings;

pub use load::{ConfigError, LANGUAGES, Settings, Source, Without};
pub use types::*;
pub use validate::{is_mail_host, is_test_key, tells_password};
pub use warnings::{Warning, is_loopback};

/// The defaults with their comments, as `shop config --defaults` prints them.
pub const DEFAULT: &str = include_str!("../../config.toml");

/// Key path → where its value was set: `file:line`, or the environment variable.
type Origins = BTreeMap<String, String>;

/// A key and why its value is refused.
type InvalidKey = (&'static str, Why);

/// Why a value is refused, with the remedy.
#[derive(Debug, PartialEq, Eq)]
enum Why {
    /// Of a key of the machine's file: follows its name.
    Text(String),
    /// Of one that may be set in the console too.
    Message(Message),
}

impl From<String> for Why {
    fn from(text: String) -> Why {
        Why::Text(text)
    }
}

impl From<&str> for Why {
    fn from(text: &str) -> Why {
        Why::Text(text.to_owned())
    }
}

impl From<MessageDef> for Why {
    fn from(message: MessageDef) -> Why {
        Why::Message(message.into())
    }
}

impl From<Message> for Why {
    fn from(message: Message) -> Why {
        Why::Message(message)
    }
}

/// The configuration that is in force, for what outlives a request.
#[derive(Debug)]
pub struct InForce {
    /// With the revision of its settings.
    state: RwLock<(i64, Arc<Config>)>,
}

impl InForce {
    pub fn new(revision: i64, config: Arc<Config>) -> InForce {
        InForce { state: RwLock::new((revision, config)) }
    }

    pub fn get(&self) -> Arc<Config> {
        self.revised().1
    }

    /// With the revision of its settings.
    pub fn revised(&self) -> (i64, Arc<Config>) {
        self.state.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn replace(&self, revision: i64, config: Arc<Config>) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = (revision, config);
    }
}

impl Config {
    /// The address shoppers use, without a trailing slash.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.clone()
        }
    }

    /// Whether shoppers' pages load scripts of others, which act with the rights of whoever is signed in on the same origin.
    pub fn loads_foreign_scripts(&self) -> bool {
        !self.analytics.hosts().is_empty() || self.captcha.provider == CaptchaProvider::Recaptcha
    }

    /// Whether the console answers nowhere: without a host of its own it would share this machine's with shoppers' pages that load
    /// scripts of others.
    pub fn is_console_closed(&self) -> bool {
        self.mode == Mode::Production && self.console.host.is_empty() && self.loads_foreign_scripts()
    }

    /// The address of the console, without a trailing slash. Production without `console.host` is reached from the machine itself,
    /// as through a tunnel.
    pub fn console_url(&self) -> String {
        let scheme = if self.is_https() { "https" } else { "http" };
        if !self.console.host.is_empty() {
            format!("{scheme}://{}", self.console.host)
        } else if self.mode == Mode::Demo && !self.server.public_url.is_empty() {
            self.server.public_url.clone()
        } else {
            format!("http://localhost:{}", self.server.listen.port())
        }
    }

    /// Whether a payment method is enabled beside these languages, in any currency. WeChat Pay requires Chinese.
    pub fn takes(&self, method: PaymentMethod, languages: &[Lang]) -> bool {
        self.payment.methods.iter().any(|code| code == method.code())
            && !(method == PaymentMethod::Card && self.is_card_out)
            && !(method == PaymentMethod::Wechat && self.is_wechat_out)
            && (method != PaymentMethod::Wechat || languages.contains(&Lang::Zh))
    }

    /// Sender address of mail.
    pub fn mail_from(&self) -> &str {
        if self.mail.from.is_empty() { &self.company.email } else { &self.mail.from }
    }

    /// Name of the sender of mail.
    pub fn sender(&self) -> &str {
        if self.look.sender.trim().is_empty() { &self.brand.name } else { self.look.sender.trim() }
    }

    /// Recipient of operator alerts; none if they are switched off.
    pub fn notices_to(&self) -> Option<&str> {
        match self.mail.notices.as_str() {
            "none" => None,
            "" => Some(&self.company.email),
            address => Some(address),
        }
    }

    /// Whether shoppers come over HTTPS: decides `Secure` on cookies.
    pub fn is_https(&self) -> bool {
        self.server.public_url.starts_with("https://")
    }

    /// The service desk's chat id of a language.
    pub fn chat_id(&self, lang: Lang) -> u32 {
        match lang {
            Lang::En => self.chat.en,
            Lang::Fr => self.chat.fr,
            Lang::De => self.chat.de,
            Lang::Es => self.chat.es,
            Lang::Zh => self.chat.zh,
        }
    }
}

#[cfg(test)]
mod tests;
