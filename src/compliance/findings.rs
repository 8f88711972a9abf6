//! What of a shop's configuration and catalogue is missing or still the demonstration's.

use std::sync::OnceLock;

use serde_json::Value;

use super::home::of_home;
use super::types::{Finding, Place};
use crate::catalog::gaps::{self, UnknownType};
use crate::catalog::{self, Maker};
use crate::config::settings;
use crate::config::{Config, Mode, Source};
use crate::db::Tx;
use crate::domain::look::Look;
use crate::domain::store_view::{Lang, is_eu};
use crate::error::Result;
use crate::look;
use crate::message::{self, Message};
use crate::setting::credential::{self, Fault, Name};
use crate::staff;

/// Keys whose defaults describe a fictitious company.
const OWN: &[&str] = &[
    "brand.name",
    "company.name",
    "company.address",
    "company.phone",
    "company.email",
    "company.legal_form",
    "company.register",
    "company.siren",
    "company.siret",
    "company.vat_id",
    "company.director",
    "company.safety_email",
    "imprint.host",
    "imprint.mediator",
    "epr.fr_packaging",
    "epr.fr_furniture",
    "epr.fr_textiles",
    "epr.de_packaging",
    "epr.es_packaging",
    "payment.bank_transfer.account_holder",
    "payment.bank_transfer.iban",
    "payment.bank_transfer.bank_name",
    "payment.cheque.payee",
    "payment.cheque.address",
    "pickup.address",
];

/// Those of them that are made of zeros.
const ZEROS: &[&str] = &["company.register", "company.siren", "company.siret", "company.vat_id"];

/// All of it: first the configuration's.
pub fn all(tx: &mut dyn Tx, config: &Config, languages: &[Lang]) -> Result<Vec<Finding>> {
    let mut found = of_configuration(config)?;
    let faults = credential::entered(tx, &config.source)?.faults;
    found.extend(faults.into_iter().map(|(name, fault)| Finding {
        place: Place::Credential { name },
        what: of_fault(&config.source, name, fault),
    }));
    found.extend(of_passkeys(tx, config)?);
    found.extend(of_brand(tx, config, languages)?);
    found.extend(of_catalogue(tx, languages)?);
    found.extend(of_collection(tx, config)?);
    Ok(found)
}

/// What settings decide of it.
pub fn of_settings(tx: &mut dyn Tx, config: &Config, languages: &[Lang]) -> Result<Vec<Finding>> {
    let mut found = of_configuration(config)?;
    found.extend(of_brand(tx, config, languages)?);
    found.extend(of_collection(tx, config)?);
    Ok(found)
}

/// What the demonstration has left of its house: in the look, and in a shop that sells, on the home page.
pub fn of_brand(tx: &mut dyn Tx, config: &Config, languages: &[Lang]) -> Result<Vec<Finding>> {
    let mut found = of_look(&look::in_force(tx)?, languages)?;
    if config.mode != Mode::Demo {
        found.extend(of_home(tx, languages)?);
    }
    Ok(found)
}

/// What the demonstration's house says of itself, and its icon.
fn of_look(look: &Look, languages: &[Lang]) -> Result<Vec<Finding>> {
    let theirs = look::demonstration()?;
    let is_theirs = |lang: &Lang| {
        let (one, other) = (look.words_in(*lang), theirs.get(lang).cloned().unwrap_or_default());
        one.fields()
            .iter()
            .zip(other.fields())
            .any(|((_, text), (_, of_theirs))| !text.is_empty() && *text == of_theirs)
    };
    let left: Vec<&str> = languages.iter().filter(|lang| is_theirs(lang)).map(|lang| lang.native_name()).collect();
    let mut found = Vec::new();
    if !left.is_empty() {
        let what = message::COMPLIANCE_WORDS.with("languages", left.join(", "));
        found.push(Finding { place: Place::Look, what });
    }
    if look.icon.is_none() {
        found.push(Finding { place: Place::Look, what: message::COMPLIANCE_ICON.into() });
    }
    Ok(found)
}

fn of_fault(source: &Source, name: Name, fault: Fault) -> Message {
    match fault {
        Fault::Unreadable => message::COMPLIANCE_CREDENTIAL.into(),
        Fault::TestKey => message::COMPLIANCE_TEST_KEY.into(),
        Fault::HeldInPart => message::COMPLIANCE_HELD.with("place", name.held_by(source).unwrap_or_default()),
    }
}

fn at_key(key: &str, what: impl Into<Message>) -> Finding {
    let place = match settings::find(key) {
        Some(setting) => Place::Setting { key: key.to_owned(), group: setting.group },
        None => Place::Machine { key: key.to_owned() },
    };
    Finding { place, what: what.into() }
}

/// The configuration without settings and file.
fn defaults() -> anyhow::Result<&'static Config> {
    static DEFAULTS: OnceLock<Config> = OnceLock::new();
    if let Some(known) = DEFAULTS.get() {
        return Ok(known);
    }
    let config = Config::load(None, std::iter::empty())?;
    Ok(DEFAULTS.get_or_init(|| config))
}

/// Keys that still have the default, what is not set, and what the machine warns of and the law asks for.
pub fn of_configuration(config: &Config) -> Result<Vec<Finding>> {
    let json = |config: &Config| serde_json::to_value(config).map_err(anyhow::Error::from);
    let (before, now) = (json(defaults()?)?, json(config)?);
    let value = |of: &Value, key: &str| of.pointer(&format!("/{}", key.replace('.', "/"))).cloned();
    let offers = |method: &str| config.payment.methods.iter().any(|one| one == method);
    let is_due = |key: &str| match key {
        _ if key.starts_with("payment.bank_transfer") => offers("bank_transfer"),
        _ if key.starts_with("payment.cheque") => offers("cheque"),
        _ if key.starts_with("pickup") => config.pickup.enabled,
        _ => true,
    };
    let what = |key: &str| if ZEROS.contains(&key) { message::COMPLIANCE_ZEROS } else { message::COMPLIANCE_DEMO };
    let own = OWN.iter().filter(|key| is_due(key) && value(&before, key) == value(&now, key));
    let mut found: Vec<Finding> = own.map(|key| at_key(key, what(key))).collect();
    if config.imprint.guarantee_notice.as_os_str().is_empty() {
        found.push(at_key("imprint.guarantee_notice", message::COMPLIANCE_NOTICE));
    }
    if config.mode == Mode::Demo {
        found.push(at_key("mode", message::COMPLIANCE_MODE));
    }
    let warnings = config.warnings();
    if !config.is_https() && !warnings.iter().any(|warning| warning.key == "server.public_url") {
        found.push(at_key("server.public_url", message::COMPLIANCE_HTTPS));
    }
    // No law asks for figures; `shop check` warns of them.
    let of_law = warnings.into_iter().filter(|warning| !warning.key.starts_with("server.metrics_"));
    found.extend(of_law.map(|warning| at_key(warning.key, warning.what)));
    Ok(found)
}

/// Passkeys that were made for another host.
fn of_passkeys(tx: &mut dyn Tx, config: &Config) -> Result<Vec<Finding>> {
    let moved = staff::passkey::command::stranded(tx, config)?;
    let of_hosts = moved.stranded.chunk_by(|one, next| one.rp_id == next.rp_id);
    let finding = |people: &[staff::passkey::Stranded]| Finding {
        place: Place::People,
        what: message::COMPLIANCE_PASSKEYS
            .with("host", &people[0].rp_id)
            .with("people", people.len())
            .with("without", people.iter().filter(|person| !person.has_other_way).count()),
    };
    Ok(of_hosts.map(finding).collect())
}

fn of_catalogue(tx: &mut dyn Tx, languages: &[Lang]) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    if catalog::is_empty(tx)? {
        found.push(Finding { place: Place::Catalogue, what: message::COMPLIANCE_EMPTY.into() });
    }
    for (gap, count) in gaps::count_on_sale(tx, languages)? {
        let place = Place::Products { missing: gap.code() };
        found.push(Finding { place, what: message::COMPLIANCE_PRODUCTS.with("count", count) });
    }
    for UnknownType { product_type, count, sku } in gaps::unknown_types(tx)? {
        let what = message::COMPLIANCE_TYPE.with("type", product_type).with("count", count).with("sku", sku);
        found.push(Finding { place: Place::Catalogue, what });
    }
    for maker in catalog::makers(tx)? {
        let finding = |what: Message| Finding { place: Place::Maker { key: maker.key.clone() }, what };
        found.extend(of_maker(&maker).into_iter().map(finding));
    }
    Ok(found)
}

/// Costs of collection for types of products that do not exist.
fn of_collection(tx: &mut dyn Tx, config: &Config) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    let types = catalog::product_types(tx)?;
    let known = &defaults()?.shipping.collection;
    let unknown = config.shipping.collection.keys().filter(|named| !known.contains_key(*named));
    for named in unknown.filter(|named| !types.is_empty() && !types.contains(named)) {
        let what = message::COMPLIANCE_COLLECTION.with("type", named).with("known", types.join(", "));
        found.push(at_key("shipping.collection", what));
    }
    Ok(found)
}

/// Fictitious addresses, and what a manufacturer outside the EU lacks without a responsible person in it.
fn of_maker(maker: &Maker) -> Vec<Message> {
    let mut found = Vec::new();
    if [&maker.name, &maker.address, &maker.email].iter().any(|field| field.trim().is_empty()) {
        found.push(message::COMPLIANCE_MAKER_ADDRESS.into());
    }
    if is_reserved(&maker.email) || is_reserved(&maker.responsible_email) {
        found.push(message::COMPLIANCE_MAKER_EXAMPLE.into());
    }
    if maker.country.is_empty() {
        found.push(message::COMPLIANCE_MAKER_COUNTRY.into());
    } else if !is_eu(&maker.country) && maker.responsible_name.is_empty() {
        found.push(message::COMPLIANCE_MAKER_OUTSIDE.into());
    }
    found
}

/// Whether an address is in a domain reserved for examples (RFC 2606).
fn is_reserved(email: &str) -> bool {
    [".example", "@example.com", "@example.org", ".invalid", ".test"].iter().any(|end| email.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::look::{Drawing, HouseWords};
    use crate::testing::{assert_indexed, seeded, with};
    use crate::vals;

    fn keys(config: &Config) -> Vec<String> {
        of_configuration(config).expect("findings").into_iter().map(|found| found.place.to_string()).collect()
    }

    #[test]
    fn demonstration_data_is_listed_until_it_is_replaced() {
        let mut config = Config::load(None, std::iter::empty()).expect("config");
        let before = keys(&config);
        for key in OWN {
            assert!(before.iter().any(|at| at == key), "{key} is no key, or has no default");
        }
        config.company.siren = "552 100 554".into();
        config.epr.de_packaging = "DE1234567890123".into();
        config.payment.methods.retain(|method| method != "cheque");
        let after = keys(&config);
        for gone in ["company.siren", "epr.de_packaging", "payment.cheque.payee"] {
            assert!(!after.iter().any(|at| at == gone), "{gone}");
        }
        assert_eq!(after.len(), before.len() - 4);
        assert!(is_reserved("a@b.example") && !is_reserved("a@example-hotel.com"));
    }

    #[test]
    fn what_no_law_asks_for_is_no_duty() {
        let text = "mode = \"production\"\n[payment]\nmethods = [\"cheque\"]\n";
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("my.toml");
        std::fs::write(&file, text).expect("written");
        let config = Config::load(Some(&file), std::iter::empty()).expect("config");
        assert!(config.warnings().iter().any(|warning| warning.key.starts_with("server.metrics_")));
        let found = keys(&config);
        assert!(
            found.iter().any(|at| at == "mail.host") && found.iter().any(|at| at == "server.public_url"),
            "{found:?}"
        );
        assert!(!found.iter().any(|at| at.starts_with("server.metrics_") || at == "console.host"), "{found:?}");
    }

    #[test]
    fn each_key_leads_to_its_setting_or_to_the_machine() {
        let config = Config::load(None, std::iter::empty()).expect("config");
        for found in of_configuration(&config).expect("findings") {
            match found.place {
                Place::Setting { key, group } => {
                    assert_eq!(settings::find(&key).map(|setting| setting.group), Some(group), "{key}");
                }
                Place::Machine { key } => assert!(
                    ["mode", "server.public_url", "imprint.guarantee_notice"].contains(&key.as_str()),
                    "{key} could be a setting"
                ),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn words_and_icon_are_found_until_they_are_the_houses_own() {
        let shop = seeded();
        let of = |look: &Look| -> Vec<Message> {
            of_look(look, &Lang::ALL).expect("findings").into_iter().map(|found| found.what).collect()
        };
        let seeded = with(&shop, look::in_force);
        let found = of(&seeded);
        assert_eq!(
            found.iter().map(|what| what.id).collect::<Vec<_>>(),
            ["compliance.open_words", "compliance.open_icon"]
        );
        let mut own = seeded.clone();
        own.icon = Some(Drawing { file: "icon-1.svg".into(), width: 180, height: 180 });
        own.words.values_mut().for_each(|words| *words = HouseWords::default());
        assert!(of(&own).is_empty());
        // A sentence that is left in one language.
        own.words.entry(Lang::Zh).or_default().signature = seeded.words_in(Lang::Zh).signature;
        let left = of(&own);
        assert_eq!((left.len(), left[0].params["languages"].as_str()), (1, Lang::Zh.native_name()));
    }

    #[test]
    fn what_products_and_their_makers_lack_is_found() {
        let shop = seeded();
        let of = |shop: &crate::db::Connection| -> Vec<String> {
            let found = with(shop, |tx| of_catalogue(tx, &[Lang::En, Lang::De]));
            found.iter().map(|found| format!("{}: {}", found.place, found.what)).collect()
        };
        let before = of(&shop);
        assert!(before.iter().all(|line| line.contains("manufacturers")), "{before:?}");
        shop.exec("UPDATE product SET manufacturer = NULL WHERE sku = 'TOW-GAN'", vals![]).expect("lost");
        shop.exec("UPDATE manufacturer SET address = '', country = ''", vals![]).expect("lost");
        with(&shop, |tx| {
            let ids = catalog::product_ids(tx, &["TOW-GAN".to_owned()])?;
            gaps::refresh(tx, &ids)
        });
        let after = of(&shop);
        assert!(after.contains(&"catalogue, products, manufacturer: Products on sale that lack this: 1.".to_owned()));
        for what in [message::COMPLIANCE_MAKER_ADDRESS, message::COMPLIANCE_MAKER_COUNTRY] {
            assert!(after.iter().any(|line| line.ends_with(what.text)), "{after:?}");
        }
        assert_indexed(&shop, |tx| gaps::count_on_sale(tx, &Lang::ALL));
        shop.exec("UPDATE product SET type = 'chandelier' WHERE sku IN ('TOW-GAN', 'BMA-LAC')", vals![])
            .expect("typed");
        let told: Vec<String> = of(&shop).into_iter().filter(|line| line.contains("chandelier")).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("catalogue: ") && told[0].contains("(2, such as BMA-LAC)"), "{told:?}");
        shop.exec("UPDATE product SET enabled = 0", vals![]).expect("off sale");
        let makers = after.iter().filter(|line| line.contains("manufacturers")).cloned();
        let expected: Vec<String> =
            std::iter::once(format!("catalogue: {}", message::COMPLIANCE_EMPTY.text)).chain(makers).collect();
        assert_eq!(of(&shop), expected, "what makers lack is told before anything is on sale");
    }
}
