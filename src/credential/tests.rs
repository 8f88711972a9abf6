//! What may be entered, and how it is laid over the configuration.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::json;
use tempfile::TempDir;

use super::types::{MailServer, StripeKeys, WechatKeys};
use super::{check, mail, remove_by_command};
use crate::audit::{Actor, By, Change};
use crate::call_context::{SHOP, secret};
use crate::config::{Config, Encryption, Mode, Secret, Settings, Source, Without};
use crate::data_dir::DataFolder;
use crate::db::{Connection, Tx};
use crate::domain::order_status::PaymentMethod;
use crate::domain::store_view::Lang;
use crate::error::{Error, Result};
use crate::setting::credential::{self, Fault, Name};
use crate::testing::{empty, refusal, with};
use crate::{compliance, outbox, setting, vals};

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

fn wechat_keys() -> WechatKeys {
    WechatKeys {
        app_id: "wxd678efh567hg6787".into(),
        merchant_id: "1230000109".into(),
        certificate_serial: "5157F09EFDC096DE15EBE81A47057A7232F1B8E1".into(),
        private_key: Secret::from("-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----"),
        public_key_id: "PUB_KEY_ID_0112345678".into(),
        // 512 bits, which sign nothing.
        public_key: "-----BEGIN PUBLIC KEY-----\n\
             MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMZcgtRRqFPbPTEFDsWPyA6lupnUTctMspKS/8plkLMQ\n\
             GSzZ+4bNxSJkIOh2m0eudhMo4zGP84IecAQv6y2n0O0CAwEAAQ==\n-----END PUBLIC KEY-----"
            .into(),
        api_v3_key: Secret::from("0123456789abcdefghijklmnopqrstuv"),
    }
}

#[test]
fn keys_of_wechat_pay_that_cannot_be_are_refused_by_field() {
    // All but the private key, which is too short here, could be.
    assert_eq!(
        refused(check::wechat(&wechat_keys())),
        BTreeMap::from([("private_key".to_owned(), "credential.wechat_private_key")])
    );
    let secret = Secret::from;
    for (keys, field, why) in [
        (WechatKeys { app_id: "d678efh567hg6787".into(), ..wechat_keys() }, "app_id", "wechat_app"),
        (WechatKeys { app_id: "wx".into(), ..wechat_keys() }, "app_id", "wechat_app"),
        (WechatKeys { merchant_id: "12300001O9".into(), ..wechat_keys() }, "merchant_id", "wechat_merchant"),
        (WechatKeys { certificate_serial: "51:57".into(), ..wechat_keys() }, "certificate_serial", "wechat_serial"),
        (WechatKeys { public_key_id: "0112345678".into(), ..wechat_keys() }, "public_key_id", "wechat_key_id"),
        (WechatKeys { public_key: "PUBLIC KEY".into(), ..wechat_keys() }, "public_key", "wechat_public_key"),
        (
            WechatKeys { api_v3_key: secret("0123456789abcdefghijklmnopqrstu"), ..wechat_keys() },
            "api_v3_key",
            "wechat_api_key",
        ),
        (
            WechatKeys { api_v3_key: secret("0123456789abcdefghijklmnopqrst v"), ..wechat_keys() },
            "api_v3_key",
            "wechat_api_key",
        ),
    ] {
        assert_eq!(refused(check::wechat(&keys))[field], format!("credential.{why}"), "{keys:?}");
        assert!(!format!("{keys:?}").contains("0123456789abc"));
    }
}

/// A shop in production that takes cheques and, by its settings, cards.
struct House {
    shop: Connection,
    source: Source,
    folder: TempDir,
}

fn house() -> House {
    house_in("production")
}

fn house_in(mode: &str) -> House {
    let folder = tempfile::tempdir().expect("a folder");
    DataFolder::open(folder.path()).and_then(|data| data.make_credentials_key(&[7; 32])).expect("a key");
    let file = folder.path().join("my.toml");
    let text = format!(
        "mode = \"{mode}\"\n[data]\ndirectory = \"{}\"\n[payment]\nmethods = [\"cheque\"]\n",
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
    enter_key(shop, source, KEY);
}

fn enter_key(shop: &Connection, source: &Source, key: &str) {
    save(shop, source, Name::Stripe, &check::stripe_values(&keys(key, "whsec_outside")));
}

fn enter_server(shop: &Connection, source: &Source, host: &str) {
    let values = check::mail_values(&server(host, Encryption::Starttls, "shop", "grey-mountain"));
    save(shop, source, Name::Mail, &values);
}

fn save(shop: &Connection, source: &Source, name: Name, values: &Settings) {
    with(shop, |tx| credential::save(tx, source, (name, values, "side"), [3; 12], ("staff:1", Timestamp::UNIX_EPOCH)));
}

fn by() -> By {
    By { actor: Actor::Command("root".into()), now: Timestamp::UNIX_EPOCH }
}

fn remove(tx: &mut dyn Tx, source: &Source, name: Name) -> Result<Change> {
    let (_, config) = setting::load(tx, source)?;
    remove_by_command(tx, &config, &by(), name)
}

#[test]
fn what_is_entered_is_in_force_and_stays_while_cards_are_offered() {
    let House { shop, source, folder: _folder } = house();
    let (_, config) = with(&shop, |tx| setting::load(tx, &source));
    assert_eq!(config.payment.stripe.secret_key.reveal(), KEY);
    assert!(config.takes(PaymentMethod::Card, &[Lang::En]));
    let printed = format!("{config:?} {}", toml::to_string(&config).expect("TOML"));
    assert!(!printed.contains(KEY), "{printed}");
    assert_eq!(refusal(&shop, |tx| remove(tx, &source, Name::Stripe)), "credential.in_use");
    shop.exec("DELETE FROM setting", vals![]).expect("no cards");
    with(&shop, |tx| remove(tx, &source, Name::Stripe));
    let (_, config) = with(&shop, |tx| setting::load(tx, &source));
    assert!(config.payment.stripe.secret_key.is_empty());
    assert_eq!(refusal(&shop, |tx| remove(tx, &source, Name::Stripe)), "credential.none");
}

#[test]
fn without_either_half_of_the_key_the_shop_opens_offers_no_cards_and_its_letters_wait() {
    for is_file in [true, false] {
        let House { shop, source, folder } = house();
        enter_server(&shop, &source, "smtp.example.com");
        assert!(!with(&shop, |tx| setting::load(tx, &source)).1.is_mail_out);
        if is_file {
            std::fs::remove_file(folder.path().join("credentials.key")).expect("the file's half");
        } else {
            shop.exec("UPDATE secret SET value = $1", vals![vec![1_u8; 32]]).expect("the database's half");
        }
        let (_, config) = with(&shop, |tx| setting::load(tx, &source));
        assert!(config.is_card_out && !config.takes(PaymentMethod::Card, &[Lang::En]));
        assert!(config.takes(PaymentMethod::Cheque, &[Lang::En]) && config.payment.stripe.secret_key.is_empty());
        assert!(config.is_mail_out && config.mail.host.is_empty());
        assert!(!config.warnings().iter().any(|warning| warning.key == "mail.host"), "letters become no files");
        let entered = with(&shop, |tx| super::all(tx, &source)).into_iter().filter(|one| one.version.is_some());
        assert!(entered.map(|one| one.is_unreadable).eq([true, true]));
        // Entered anew, it is in force again.
        let folder = DataFolder::open(folder.path()).expect("the folder");
        folder.make_credentials_key(&[8; 32]).expect("a key");
        enter(&shop, &source);
        enter_server(&shop, &source, "smtp.example.com");
        let (_, config) = with(&shop, |tx| setting::load(tx, &source));
        assert!(config.takes(PaymentMethod::Card, &[Lang::En]));
        assert!(!config.is_mail_out && config.mail.host == "smtp.example.com");
    }
}

#[test]
fn keys_of_tests_are_out_of_use_once_the_shop_sells_until_live_ones_are_entered() {
    for key in ["sk_test_51Outside", "rk_test_51Outside"] {
        let of = |source: &Source, shop: &Connection| {
            let (_, config) = with(shop, |tx| setting::load(tx, source));
            let fault = with(shop, |tx| credential::entered(tx, source)).faults.get(&Name::Stripe).copied();
            (config.payment.stripe.secret_key.reveal().to_owned(), config.is_card_out, fault)
        };
        let House { shop, source: demo, folder } = house_in("demo");
        enter_key(&shop, &demo, key);
        assert_eq!(of(&demo, &shop), (key.to_owned(), false, None));
        // The same rows, in a shop that sells from now on.
        let file = folder.path().join("my.toml");
        let text = std::fs::read_to_string(&file).expect("the file").replace("\"demo\"", "\"production\"");
        std::fs::write(&file, text).expect("written");
        let production = Source::load(Some(&file), std::iter::empty()).expect("a configuration");
        assert_eq!(of(&production, &shop), (String::new(), true, Some(Fault::TestKey)));
        let told = with(&shop, |tx| super::all(tx, &production));
        assert!(told.iter().any(|one| one.is_test_key && !one.is_unreadable));
        let (_, config) = with(&shop, |tx| setting::load(tx, &production));
        assert!(!config.takes(PaymentMethod::Card, &[Lang::En]) && config.takes(PaymentMethod::Cheque, &[Lang::En]));
        let open = with(&shop, |tx| compliance::all(tx, &config, &[Lang::En]));
        assert!(open.iter().any(|found| found.what.id == "compliance.open_test_key"), "{open:?}");
        enter(&shop, &production);
        assert_eq!(of(&production, &shop), (KEY.to_owned(), false, None));
    }
}

/// The keys on which all of a credential depends.
const MAIN: [&str; 3] = ["mail.host", "payment.stripe.secret_key", "payment.wechat.merchant_id"];

/// What a key may be given as, beside nothing.
fn given(key: &str) -> [&'static str; 2] {
    match key {
        "mail.port" => ["0", "2525"],
        "mail.encryption" => ["starttls", "tls"],
        "payment.card_gateway" => ["demo", "stripe"],
        "payment.wechat_gateway" => ["demo", "wechat"],
        "mail.password" | "mail.user" | "mail.host" => ["", "of-the-machine"],
        _ => ["", "sk_live_51OfTheMachine"],
    }
}

#[test]
fn a_credential_of_which_the_machine_gives_any_part_is_all_the_machines() {
    let House { shop, folder, source } = house();
    enter_server(&shop, &source, "smtp.example.com");
    save(&shop, &source, Name::Wechat, &values_of(Name::Wechat));
    let file = folder.path().join("my.toml");
    let text = std::fs::read_to_string(&file).expect("the file");
    // With secrets, which are masked where they are printed.
    let of = |config: Config| {
        let (stripe, wechat) = (&config.payment.stripe, &config.payment.wechat);
        let secrets = [
            &config.mail.password,
            &stripe.secret_key,
            &stripe.webhook_secret,
            &wechat.private_key,
            &wechat.api_v3_key,
        ];
        (toml::to_string(&config.mail), toml::to_string(&config.payment), secrets.map(|one| one.reveal().to_owned()))
    };
    for (name, key) in Name::ALL.into_iter().flat_map(|name| values_of(name).into_keys().map(move |key| (name, key))) {
        for value in given(&key) {
            let literal = if key == "mail.port" { value.to_owned() } else { format!("\"{value}\"") };
            // Without the part on which all depends neither what was entered nor what the machine gives is enough.
            let is_enough = MAIN.contains(&key.as_str()) && !value.is_empty();
            let is_out = |one| name == one && !is_enough;
            let without =
                || Without { mail: is_out(Name::Mail), cards: is_out(Name::Stripe), wechat: is_out(Name::Wechat) };
            let variable = format!("SHOP__{}", key.to_ascii_uppercase().replace('.', "__"));
            let (section, last) = key.rsplit_once('.').expect("a section");
            let inside = format!("{text}[pin.{section}]\n{last} = {literal}\n");
            let beside = match section {
                "payment" => text.replace("methods =", &format!("{last} = {literal}\nmethods =")),
                _ => format!("{text}[{section}]\n{last} = {literal}\n"),
            };
            for (text, env, place) in [
                (&text, Some((variable.clone(), value.to_owned())), variable.as_str()),
                (&inside, None, "my.toml:"),
                (&beside, None, "my.toml:"),
            ] {
                std::fs::write(&file, text).expect("written");
                let source = Source::load(Some(&file), env.into_iter()).expect("a configuration");
                let held = name.held_by(&source).unwrap_or_else(|| panic!("{key} = {literal} holds nothing"));
                assert!(held.contains(place), "{held}");
                let entered = with(&shop, |tx| credential::entered(tx, &source));
                assert_eq!(entered.faults.get(&name), (!is_enough).then_some(&Fault::HeldInPart), "{key} = {literal}");
                let others: Vec<(&str, Settings)> = Name::ALL
                    .into_iter()
                    .filter(|other| *other != name)
                    .map(|other| {
                        assert!(other.held_by(&source).is_none(), "{key} holds {other:?}");
                        (other.code(), values_of(other))
                    })
                    .collect();
                // The others stay as they were entered; the one that is held is the machine's alone.
                let layers = others.iter().map(|(code, values)| (*code, values));
                let alone = source.with_entered(&Settings::new(), layers, without());
                match (entered.config(&source, &Settings::new()), alone) {
                    (Ok(one), Ok(two)) => {
                        assert_eq!(one.is_mail_out, is_out(Name::Mail), "{key} = {literal}: no letter becomes a file");
                        assert_eq!(of(one), of(two), "{key} = {literal}");
                    }
                    (Err(one), Err(two)) => assert_eq!(one.to_string(), two.to_string()),
                    (one, two) => panic!("{key} = {literal}: {:?} {:?}", one.err(), two.err()),
                }
            }
        }
    }
}

/// As [`house`] and [`enter_server`] enter them.
fn values_of(name: Name) -> Settings {
    match name {
        Name::Mail => check::mail_values(&server("smtp.example.com", Encryption::Starttls, "shop", "grey-mountain")),
        Name::Stripe => check::stripe_values(&keys(KEY, "whsec_outside")),
        Name::Wechat => check::wechat_values(&wechat_keys()),
    }
}

#[test]
fn rule_that_what_is_entered_breaks_names_the_command_that_ends_it() {
    let House { shop, source, folder: _folder } = house();
    // As an earlier version may have let through.
    let values = check::mail_values(&server("smtp.example.com", Encryption::None, "shop", "secret"));
    save(&shop, &source, Name::Mail, &values);
    let (_, why) = shop.read(|tx| setting::read(tx, &source)).expect("rows");
    let why = setting::with_remedy(&why.expect_err("refused"));
    assert!(why.contains("mail.encryption") && why.ends_with("`shop credential remove mail` takes it away"), "{why}");
    shop.exec("DELETE FROM credential", vals![]).expect("none");
    shop.exec("INSERT OR REPLACE INTO setting (key, value) VALUES ('company.email', '\"nobody\"')", vals![])
        .expect("set");
    let (_, why) = shop.read(|tx| setting::read(tx, &source)).expect("rows");
    let why = setting::with_remedy(&why.expect_err("refused"));
    assert!(why.contains("company.email") && why.ends_with("`shop setting unset` takes it away"), "{why}");
}

#[test]
fn owners_are_told_by_the_server_that_was_in_force_and_of_no_value() {
    let House { shop, source, folder } = house();
    shop.execute_batch(
        "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
         VALUES (7, 'O', 'o@example.com', 'o@example.com', 'en', 1, 1)",
    )
    .expect("an owner");
    let (_, config) = with(&shop, |tx| setting::load(tx, &source));
    let tell = |name: Name, hint: Option<&str>| -> i64 {
        with(&shop, |tx| mail::tell_owners(tx, &config, &by(), (name, hint)));
        shop.one("SELECT max(id) FROM mail WHERE template = 'credential_changed'", vals![]).expect("a letter")
    };
    let kept = |id: i64| with(&shop, |tx| credential::kept_server(tx, &config, id)).map(|server| server.host);
    let first = tell(Name::Mail, Some("one.example.com"));
    assert_eq!(kept(first), None, "none was in force");
    enter_server(&shop, &source, "one.example.com");
    let second = tell(Name::Mail, Some("two.example.com"));
    let third = tell(Name::Stripe, Some("side"));
    enter_server(&shop, &source, "two.example.com");
    with(&shop, |tx| remove(tx, &source, Name::Mail));
    assert_eq!([second, third].map(kept), [Some("one.example.com".to_owned()), Some("one.example.com".to_owned())]);
    let texts: Vec<String> = shop.all("SELECT data FROM mail", vals![]).expect("letters");
    assert!(texts.len() == 4 && texts.iter().all(|text| !text.contains("grey-mountain")), "{texts:?}");
    // It goes once the letter has left, or is given up.
    with(&shop, |tx| outbox::sent(tx, second, Timestamp::UNIX_EPOCH));
    with(&shop, |tx| outbox::given_up(tx, third, "no"));
    assert_eq!([second, third].map(kept), [None, None]);
    assert_eq!(shop.one::<i64>("SELECT count(*) FROM credential_letter", vals![]).expect("a count"), 1);
    // Without the machine's key it leaves by the one in force.
    std::fs::remove_file(folder.path().join("credentials.key")).expect("the file's half");
    let last: i64 = shop.one("SELECT mail_id FROM credential_letter", vals![]).expect("the removal's");
    assert_eq!(kept(last), None);
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
