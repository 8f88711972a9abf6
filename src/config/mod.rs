//! The configuration: `config.toml` in the binary, overlaid by the operator's file and the environment.
//!
//! Every key has its default in the embedded file. Invalid values are refused at start with file, line and remedy.

use std::collections::BTreeMap;

use crate::domain::order_status::PaymentMethod;
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;

mod load;
mod ranges;
mod types;
mod validate;
mod warnings;

pub use load::ConfigError;
pub use types::*;
pub use warnings::is_loopback;

/// The defaults with their comments, as `shop config --defaults` prints them.
pub const DEFAULT: &str = include_str!("../../config.toml");

/// Key path → where its value was set: `file:line`, or the environment variable.
type Origins = BTreeMap<String, String>;

/// A key and why its value is refused; the text follows the key's name and ends with the remedy.
type InvalidKey = (&'static str, String);

impl Config {
    /// The address shoppers use, without a trailing slash.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.clone()
        }
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
            && (method != PaymentMethod::Wechat || languages.contains(&Lang::Zh))
    }

    /// Sender address of mail.
    pub fn mail_from(&self) -> &str {
        if self.mail.from.is_empty() { &self.company.email } else { &self.mail.from }
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

    /// The carrier's tracking page of a shipment; none without a number or a page.
    pub fn tracking_url(&self, carrier: &str, number: &str) -> Option<String> {
        let tracking = &self.shipping.tracking;
        let page = match ShippingMethod::from_code(carrier)? {
            ShippingMethod::Standard => &tracking.standard,
            ShippingMethod::Dhl => &tracking.dhl,
            ShippingMethod::Ups => &tracking.ups,
            ShippingMethod::Pickup => return None,
        };
        let number = percent_encoding::utf8_percent_encode(number, percent_encoding::NON_ALPHANUMERIC).to_string();
        (!page.is_empty() && !number.is_empty()).then(|| page.replace("{number}", &number))
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
