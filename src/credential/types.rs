//! Arguments and answers of the calls about credentials. No answer holds what was entered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::{Encryption, Secret};
use crate::setting::credential::Name;

/// A mail server, as it is entered.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "MailServer")]
pub struct MailServer {
    pub host: String,
    /// 0: as is usual for the encryption.
    pub port: u16,
    pub encryption: Encryption,
    /// Empty: it asks for none.
    pub user: String,
    #[schemars(with = "String")]
    pub password: Secret,
}

/// Keys of Stripe, as they are entered.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "StripeKeys")]
pub struct StripeKeys {
    #[schemars(with = "String")]
    pub secret_key: Secret,
    #[schemars(with = "String")]
    pub webhook_secret: Secret,
}

/// Keys of WeChat Pay, as they are entered.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "WechatKeys")]
pub struct WechatKeys {
    pub app_id: String,
    pub merchant_id: String,
    /// Of the merchant's API certificate.
    pub certificate_serial: String,
    /// PEM, PKCS #8.
    #[schemars(with = "String")]
    pub private_key: Secret,
    /// Of WeChat Pay's public key.
    pub public_key_id: String,
    /// PEM.
    pub public_key: String,
    #[schemars(with = "String")]
    pub api_v3_key: Secret,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveMailServer")]
pub struct SaveMailArgs {
    /// The version that was seen; null: there was none.
    pub seen: Option<i64>,
    pub server: MailServer,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveStripeKeys")]
pub struct SaveStripeArgs {
    /// The version that was seen; null: there was none.
    pub seen: Option<i64>,
    pub keys: StripeKeys,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SaveWechatKeys")]
pub struct SaveWechatArgs {
    /// The version that was seen; null: there was none.
    pub seen: Option<i64>,
    pub keys: WechatKeys,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "RemoveCredential")]
pub struct RemoveArgs {
    pub name: Name,
    /// The version that was seen.
    pub seen: i64,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TestMailServer")]
pub struct TestMailArgs {
    /// Null: the one that is in force.
    pub server: Option<MailServer>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TestStripeKeys")]
pub struct TestStripeArgs {
    /// Null: those that are in force.
    pub keys: Option<StripeKeys>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TestWechatKeys")]
pub struct TestWechatArgs {
    /// Null: those that are in force.
    pub keys: Option<WechatKeys>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Credential")]
pub struct Credential {
    pub name: Name,
    /// Names what was entered last; null: nothing was.
    pub version: Option<i64>,
    /// RFC 3339.
    pub set_at: Option<String>,
    /// The person's name, if it is known.
    pub by: Option<String>,
    /// The mail server's name, the last four characters of the payment key, or the number of the merchant.
    pub hint: String,
    /// The line of the file, or the variable, that gives it: it wins over what is entered here.
    pub held_by: Option<String>,
    /// It was sealed on another machine and must be entered anew.
    pub is_unreadable: bool,
    /// It was entered for tests, and the shop sells: it is out of use until another is entered.
    pub is_test_key: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "CredentialList")]
pub struct List {
    pub credentials: Vec<Credential>,
    /// Whether the reader may enter, test and remove: owners may.
    pub may_change: bool,
    /// Where the payment service is to report what happens.
    pub webhook_url: String,
    /// The letter of a test goes there.
    pub own_email: String,
}

/// What a service has said to a test.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "CredentialTest")]
pub struct Tested {
    pub is_ok: bool,
    /// As the service put it; English, or its own language.
    pub said: String,
    /// Whether the key moves real money; null where that is not the question.
    pub is_live: Option<bool>,
    /// The service knows the key, which may not read balances: whether it may charge cards is not told.
    pub is_restricted: bool,
}
