//! What may be entered, and how it is laid over the configuration.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::json;
use tempfile::TempDir;

use super::types::{MailServer, StripeKeys};
use super::{check, remove_by_command};
use crate::call_context::{SHOP, secret};
use crate::config::{Encryption, Mode, Secret, Source};
use crate::data_dir::DataFolder;
use crate::db::Connection;
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::setting::credential::{self, Name};
use crate::testing::{empty, refusal, with};
use crate::{setting, vals};

const KEY: &str = "sk_live_51Outside";

fn refused(outcome: Result<()>) -> BTreeMap<String, &'static str> {
    match outcome {
        Ok(()) => BTreeMap::new(),
        Err(Error::Refused(refusal)) => refusal.fields.into_iter().map(|(field, why)| (field, why.id)).collect(),
        Err(other) => panic!("{other:?}"),
    }
}

fn server(host: &str, encryption: Encryption, user: &str, password: &str) -> MailServer {
    let (host, user) = (host.to_owned(), user.to_owned());
    MailServer { host, port: 0, encryption, user, password: Secret::from(password) }
}

fn keys(secret_key: &str, webhook_secret: &str) -> StripeKeys {
    StripeKeys { secret_key: Secret::from(secret_key), webhook_secret: Secret::from(webhook_secret) }
}

#[test]
fn mail_servers_that_would_tell_the_password_or_are_none_are_refused() {
    use Encryption::Starttls;
    for (entered, expected) in [
        (server("smtp.example.com", Starttls, "shop", "secret"), None),
        (server("127.0.0.1", Encryption::None, "shop", "secret"), None),
        (server("smtp.example.com", Encryption::None, "", ""), None),
        (server("", Starttls, "", ""), Some(("host", "form.required"))),
        (server("https://smtp.example.com", Starttls, "", ""), Some(("host", "credential.host"))),
        (server("smtp.example.com", Starttls, "shop", ""), Some(("password", "credential.both"))),
        (server("smtp.example.com", Starttls, "", "secret"), Some(("user", "credential.both"))),
        (server("smtp.example.com", Encryption::None, "shop", "secret"), Some(("encryption", "credential.plain"))),
        (server("smtp.example.com", Starttls, "shop\r\n", "secret"), Some(("user", "setting.wrong"))),
    ] {
        let expected: BTreeMap<String, &str> = expected.into_iter().map(|(at, id)| (at.to_owned(), id)).collect();
        assert_eq!(refused(check::mail(&entered)), expected, "{entered:?}");
    }
}

#[test]
fn keys_of_tests_and_what_is_no_secret_key_are_refused() {
    let of = |key: &str, webhook: &str, mode: Mode| refused(check::stripe(&keys(key, webhook), mode));
    assert_eq!(of(KEY, "whsec_outside", Mode::Production), BTreeMap::new());
    assert_eq!(of("sk_test_51Outside", "whsec_outside", Mode::Demo), BTreeMap::new());
    for key in ["sk_test_51Outside", "rk_test_51Outside"] {
        assert_eq!(of(key, "whsec_outside", Mode::Production)["secret_key"], "credential.test_key", "{key}");
    }
    for key in ["", "sk_", "pk_live_51Outside", "sk_live_51 Outside"] {
        assert_eq!(of(key, "whsec_outside", Mode::Demo)["secret_key"], "credential.stripe_key", "{key}");
    }
    assert_eq!(of(KEY, "we_1Outside", Mode::Demo)["webhook_secret"], "credential.stripe_webhook");
    assert_eq!(check::end_of(&keys(KEY, "whsec_outside")), "side");
}

/// A shop in production that takes cheques and, by its settings, cards.
struct House {
    shop: Connection,
    source: Source,
    folder: TempDir,
}

fn house() -> House {
    let folder = tempfile::tempdir().expect("a folder");
    DataFolder::open(folder.path()).and_then(|data| data.make_credentials_key(&[7; 32])).expect("a key");
    let file = folder.path().join("my.toml");
    let text = format!(
        "mode = \"production\"\n[data]\ndirectory = \"{}\"\n[payment]\nmethods = [\"cheque\"]\n",
        folder.path().display()
    );
    std::fs::write(&file, text).expect("written");
    let source = Source::load(Some(&file), std::iter::empty()).expect("a configuration");
    let shop = empty();
    with(&shop, |tx| secret(tx, SHOP, &[9; 32]));
    with(&shop, |tx| setting::take_in(tx, &source, Timestamp::UNIX_EPOCH));
    enter(&shop, &source);
    let methods = json!(["cheque", "card"]).to_string();
    shop.exec("INSERT INTO setting (key, value) VALUES ('payment.methods', $1)", vals![methods]).expect("set");
    House { shop, source, folder }
}

fn enter(shop: &Connection, source: &Source) {
    let values = check::stripe_values(&keys(KEY, "whsec_outside"));
    with(shop, |tx| {
        credential::save(tx, source, (Name::Stripe, &values, "side"), [3; 12], ("staff:1", Timestamp::UNIX_EPOCH))
    });
}

#[test]
fn what_is_entered_is_in_force_and_stays_while_cards_are_offered() {
    let House { shop, source, folder: _folder } = house();
    let (_, config) = with(&shop, |tx| setting::load(tx, &source));
    assert_eq!(config.payment.stripe.secret_key.reveal(), KEY);
    assert!(config.takes(PaymentMethod::Card, &[Lang::En]));
    let printed = format!("{config:?} {}", toml::to_string(&config).expect("TOML"));
    assert!(!printed.contains(KEY), "{printed}");
    assert_eq!(refusal(&shop, |tx| remove_by_command(tx, &source, Name::Stripe)), "credential.in_use");
    shop.exec("DELETE FROM setting", vals![]).expect("no cards");
    with(&shop, |tx| remove_by_command(tx, &source, Name::Stripe));
    let (_, config) = with(&shop, |tx| setting::load(tx, &source));
    assert!(config.payment.stripe.secret_key.is_empty());
    assert_eq!(refusal(&shop, |tx| remove_by_command(tx, &source, Name::Stripe)), "credential.none");
}

#[test]
fn without_either_half_of_the_key_the_shop_opens_and_offers_no_cards() {
    for is_file in [true, false] {
        let House { shop, source, folder } = house();
        if is_file {
            std::fs::remove_file(folder.path().join("credentials.key")).expect("the file's half");
        } else {
            shop.exec("UPDATE secret SET value = $1", vals![vec![1_u8; 32]]).expect("the database's half");
        }
        let (_, config) = with(&shop, |tx| setting::load(tx, &source));
        assert!(config.is_card_out && !config.takes(PaymentMethod::Card, &[Lang::En]));
        assert!(config.takes(PaymentMethod::Cheque, &[Lang::En]) && config.payment.stripe.secret_key.is_empty());
        assert!(with(&shop, |tx| super::all(tx, &source)).iter().any(|one| one.is_unreadable));
        // Entered anew, it is in force again.
        let folder = DataFolder::open(folder.path()).expect("the folder");
        folder.make_credentials_key(&[8; 32]).expect("a key");
        enter(&shop, &source);
        let (_, config) = with(&shop, |tx| setting::load(tx, &source));
        assert!(config.takes(PaymentMethod::Card, &[Lang::En]));
    }
}

#[test]
fn what_the_machine_gives_wins() {
    let House { shop, folder, .. } = house();
    let file = folder.path().join("my.toml");
    let text = std::fs::read_to_string(&file).expect("the file");
    let given = "[payment.stripe]\nsecret_key = \"sk_live_51OfTheFile\"\nwebhook_secret = \"whsec_file\"\n";
    let text = text.replace("methods =", "card_gateway = \"stripe\"\nmethods =");
    std::fs::write(&file, format!("{text}{given}")).expect("written");
    let source = Source::load(Some(&file), std::iter::empty()).expect("a configuration");
    let (_, config) = with(&shop, |tx| setting::load(tx, &source));
    assert_eq!(config.payment.stripe.secret_key.reveal(), "sk_live_51OfTheFile");
    let held = Name::Stripe.held_by(&source).expect("held");
    assert!(held.contains("my.toml:"), "{held}");
}
