//! What is in force of file and console, and the rules of changing it.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::types::Edit;
use super::{editing, in_force, store};
use crate::audit::{Actor, By, Origin};
use crate::call::View;
use crate::config::settings::{self, SETTINGS};
use crate::config::{InForce, Settings, Source};
use crate::db::Connection;
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::error::Error;
use crate::testing::{assert_indexed, empty, now, stores, view, with};
use crate::{message, vals};

const IBAN: &str = "payment.bank_transfer.iban";
const OTHER_IBAN: &str = "DE89370400440532013000";

fn source(file: &str) -> Source {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my.toml");
    std::fs::write(&path, file).expect("written");
    Source::load(Some(&path), std::iter::empty()).expect("a configuration")
}

fn by(id: i64) -> By {
    By { actor: Actor::Staff(id), now: now() }
}

fn edit(key: &str, seen: Value, value: Value) -> Edit {
    Edit { key: key.into(), seen, value: (!value.is_null()).then_some(value) }
}

fn under(source: &Source) -> View {
    let config = source.with(&Settings::new()).expect("a configuration");
    View::new(&stores(&Lang::ALL), Lang::En, Currency::Eur, now(), &Arc::new(config))
}

/// Ids of the messages of a refusal, by key.
fn refused(shop: &Connection, view: &View, edits: &[Edit]) -> BTreeMap<String, &'static str> {
    match shop.write(|tx| editing::save(tx, &by(1), view, edits)) {
        Err(Error::Refused(refusal)) => refusal.fields.into_iter().map(|(key, why)| (key, why.id)).collect(),
        other => panic!("{other:?}"),
    }
}

fn waiting(shop: &Connection) -> Vec<store::Waiting> {
    with(shop, store::list_waiting)
}

#[test]
fn each_setting_is_a_key_of_the_file_and_may_be_set_to_what_it_is() {
    let shop = empty();
    let view = view(Lang::En, Currency::Eur);
    let source = &view.config.source;
    let all: Settings = SETTINGS.iter().map(|setting| (setting.key.to_owned(), source.fallback(setting))).collect();
    assert_eq!(all.len(), SETTINGS.len(), "a key is listed twice");
    assert_eq!(all.iter().find(|(_, value)| value.is_null()), None, "no such key");
    source.with(&all).expect("the defaults are right");
    // Nothing is changed by what is there already.
    let same: Vec<Edit> = all.iter().map(|(key, value)| edit(key, value.clone(), value.clone())).collect();
    with(&shop, |tx| editing::save(tx, &by(1), &view, &same));
    assert_eq!(with(&shop, store::values), Settings::new());
    assert_eq!(waiting(&shop).len(), 0);
}

#[test]
fn change_is_in_force_in_the_next_transaction_and_can_be_put_back() {
    let shop = empty();
    let view = view(Lang::En, Currency::Eur);
    let process = InForce::new(0, Arc::clone(&view.config));
    let edits = [
        edit("brand.name", json!("Valmère"), json!("  Hotel Waldhaus ")),
        edit("shipping.free_from", json!("150.00"), json!("200")),
        edit(
            "company.address",
            json!(["12 quai du Lac", "74000 Annecy", "France"]),
            json!(["Seestraße 1", " ", "Sils"]),
        ),
    ];
    let change = with(&shop, |tx| editing::save(tx, &by(1), &view, &edits));
    assert_eq!(change.after.expect("told")["shipping.free_from"], "200.00");
    let config = with(&shop, |tx| in_force::current(tx, &process));
    assert_eq!(config.brand.name, "Hotel Waldhaus");
    assert_eq!(config.shipping.free_from.to_string(), "200.00");
    assert_eq!(config.company.address, ["Seestraße 1", "Sils"]);
    // What was seen is another by now.
    assert_eq!(
        refused(&shop, &view, &[edit("brand.name", json!("Valmère"), json!("Third"))]),
        BTreeMap::from([("brand.name".to_owned(), "setting.changed_meanwhile")])
    );
    with(&shop, |tx| editing::save(tx, &by(2), &view, &[edit("brand.name", json!("Hotel Waldhaus"), Value::Null)]));
    assert_eq!(with(&shop, |tx| in_force::current(tx, &process)).brand.name, "Valmère");
    let history = with(&shop, |tx| store::history(tx, Some("brand.name"), i64::MAX, 9));
    let told: Vec<_> =
        history.iter().map(|one| (one.actor.as_str(), one.before.as_deref(), one.after.as_deref())).collect();
    assert_eq!(told, [("staff:2", Some("\"Hotel Waldhaus\""), None), ("staff:1", None, Some("\"Hotel Waldhaus\""))]);
    assert_indexed(&shop, |tx| {
        store::history(tx, Some("brand.name"), 9, 9)?;
        store::history(tx, None, 9, 9)
    });
}

#[test]
fn values_that_break_a_rule_are_refused_by_their_key_and_nothing_is_kept() {
    let shop = empty();
    let view = view(Lang::En, Currency::Eur);
    let seen = |key: &str| view.config.source.fallback(settings::find(key).expect("a setting"));
    for (key, value, why) in [
        ("brand.name", json!(" "), "setting.empty"),
        ("brand.name", json!("Haus\r\nBcc: x@example.com"), "setting.wrong"),
        ("company.address", json!(["12 quai\ndu Lac"]), "setting.wrong"),
        ("company.address", json!(vec!["x"; 31]), "setting.wrong"),
        ("company.director", json!("x".repeat(301)), "form.too_long"),
        ("region.sites", json!({ "GB": "https://x\u{0}" }), "setting.wrong"),
        ("company.email", json!("nobody"), "setting.email"),
        ("company.country", json!("France"), "setting.country"),
        ("company.siren", json!("12"), "setting.digits"),
        ("company.vat_id", json!("nonsense"), "setting.vat_id"),
        ("invoice.series", json!("IN V"), "setting.series"),
        ("invoice.credit_series", json!("INV"), "setting.series_same"),
        ("accounting.sales", json!("70"), "setting.account"),
        ("accounting.cash", json!("53A"), "setting.account"),
        ("accounting.bank", json!(""), "setting.account"),
        ("accounting.datev_client", json!("12345678"), "setting.datev"),
        ("accounting.datev_consultant", json!("A1"), "setting.datev"),
        ("shipping.free_from", json!("-1.00"), "setting.negative"),
        ("shipping.free_from", json!("much"), "setting.wrong"),
        ("shipping.free_from", json!(150), "setting.wrong"),
        ("shipping.collection", json!({ "bed": "-2.00" }), "setting.negative"),
        ("shipping.collection", json!({ "bed": {} }), "setting.wrong"),
        ("pickup.opens", json!("19:00"), "setting.hours"),
        ("pickup.opens", json!("soon"), "setting.wrong"),
        ("pickup.to_day", json!(0), "setting.weekdays"),
        ("pickup.from_day", json!(8), "setting.wrong"),
        ("pickup.from_day", json!(-1), "setting.wrong"),
        ("pickup.max_days", json!(0), "setting.range"),
        ("payment.methods", json!([]), "setting.no_method"),
        ("payment.methods", json!(["cash"]), "setting.method"),
        ("payment.methods", json!(["card", "card"]), "setting.twice"),
        ("payment.stripe.payment_method_types", json!(["paypal"]), "setting.no_card"),
        ("payment.stripe.payment_method_types", json!(["card", "cheque"]), "setting.method"),
        ("payment.cheque.countries", json!(["France"]), "setting.countries"),
        ("payment.hold_days", json!(0), "setting.range"),
        ("payment.hold_days", json!(-1), "setting.range"),
        (IBAN, json!("FR7630006000011234567890188"), "setting.iban"),
        ("newsletter.single_opt_in", json!(["Canada"]), "setting.countries"),
        ("region.sites", json!({ "GB": "uk.example" }), "setting.site"),
        ("mail.notices", json!("off"), "setting.notices"),
        ("session.most_days", json!(3), "setting.most_days"),
        ("server.listen", json!("0.0.0.0:80"), "setting.unknown"),
        ("payment.card_gateway", json!("demo"), "setting.unknown"),
    ] {
        let seen = if why == "setting.unknown" { json!("") } else { seen(key) };
        let beside = edit("company.city", json!("Annecy"), json!("Lyon"));
        let told = refused(&shop, &view, &[edit(key, seen, value.clone()), beside]);
        assert_eq!(told, BTreeMap::from([(key.to_owned(), why)]), "{key} = {value}");
    }
    // With the numbers for DATEV all accounts are of one length.
    let datev = [
        edit("accounting.datev_consultant", json!(""), json!("1001")),
        edit("accounting.datev_client", json!(""), json!("7")),
        edit("accounting.sales", seen("accounting.sales"), json!("7070001")),
    ];
    let told = refused(&shop, &view, &datev);
    assert_eq!(told, BTreeMap::from([("accounting.sales".to_owned(), "setting.account_lengths")]));
    assert_eq!(with(&shop, store::values), Settings::new());
    assert_eq!(with(&shop, |tx| store::history(tx, None, i64::MAX, 9)), []);
    with(&shop, |tx| editing::save(tx, &by(1), &view, &datev[..2]));
}

#[test]
fn pinned_keys_stay_as_the_machine_says() {
    let shop = empty();
    let source = source(
        "[brand]\nname = \"Rest\"\n[pin.company]\nemail = \"pin@example.com\"\n[pin.shipping.collection]\nbed = \"1.00\"\n",
    );
    let view = under(&source);
    assert_eq!(view.config.company.email, "pin@example.com");
    assert_eq!(view.config.brand.name, "Rest");
    let told = refused(
        &shop,
        &view,
        &[
            edit("company.email", json!("pin@example.com"), json!("x@example.com")),
            edit("shipping.collection", json!({}), json!({})),
        ],
    );
    assert_eq!(told.into_values().collect::<Vec<_>>(), ["setting.pinned"; 2]);
    let place = |key: &str| {
        source.pinned_by(settings::find(key).expect("a setting")).map(|at| at.rsplit(':').next() == Some("6"))
    };
    assert_eq!(place("shipping.collection"), Some(true), "its line is named");
    // A row that is older than the pin.
    shop.exec("INSERT INTO setting (key, value) VALUES ('company.email', '\"old@example.com\"')", vals![])
        .expect("SQL");
    let (_, config) = with(&shop, |tx| in_force::load(tx, &source));
    assert_eq!(config.company.email, "pin@example.com");
}

/// An owner.
fn person(shop: &Connection, id: i64) {
    let email = format!("{id}@example.com");
    shop.exec(
        "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
         SELECT $1, 'Ada', $2, $2, 'en', id, 1 FROM staff_role WHERE name = 'owner'",
        vals![id, email],
    )
    .expect("a person");
}

#[test]
fn what_somebody_asked_for_who_was_shut_out_stays_as_it_was() {
    let view = view(Lang::En, Currency::Eur);
    let old = view.config.payment.bank_transfer.iban.clone();
    let origin = Origin { network: None, salt: [0; 32] };
    for shut_out in [
        "UPDATE staff SET disabled_at = 1",
        "UPDATE staff SET role_id = (SELECT id FROM staff_role WHERE name = 'packing')",
        "DELETE FROM staff",
    ] {
        let shop = empty();
        person(&shop, 1);
        with(&shop, |tx| editing::save(tx, &by(1), &view, &[edit(IBAN, json!(old), json!(OTHER_IBAN))]));
        shop.exec(shut_out, vals![]).expect("shut out");
        let id = waiting(&shop)[0].id;
        let view = View { now: now() + SignedDuration::from_hours(24), ..view.clone() };
        let Err(Error::Refused(refusal)) = shop.write(|tx| super::put_into_force(tx, &view, id, &origin)) else {
            panic!("not refused: {shut_out}")
        };
        assert_eq!(refusal.message.id, message::SETTING_ASKER_GONE.id);
        assert_eq!(with(&shop, |tx| in_force::load(tx, &view.config.source)).1.payment.bank_transfer.iban, old);
    }
}

#[test]
fn where_money_goes_waits_for_a_day_or_for_a_second_owner() {
    let shop = empty();
    person(&shop, 1);
    let view = view(Lang::En, Currency::Eur);
    let old = view.config.payment.bank_transfer.iban.clone();
    let edits = [edit(IBAN, json!(old), json!(OTHER_IBAN)), edit("payment.hold_days", json!(5), json!(6))];
    with(&shop, |tx| editing::save(tx, &by(1), &view, &edits));
    let (_, config) = with(&shop, |tx| in_force::load(tx, &view.config.source));
    assert_eq!(config.payment.bank_transfer.iban, old);
    assert_eq!(config.payment.hold_days, 6, "the rest is in force");
    assert_eq!(
        refused(&shop, &view, &[edit(IBAN, json!(old), json!("GB82WEST12345698765432"))]),
        BTreeMap::from([(IBAN.to_owned(), "setting.one_waits")])
    );
    let id = waiting(&shop)[0].id;
    let origin = Origin { network: None, salt: [0; 32] };
    let due = |then: Timestamp| with(&shop, |tx| store::list_due(tx, then, 9));
    let put = |then: Timestamp| {
        let view = View { now: then, ..view.clone() };
        with(&shop, |tx| super::put_into_force(tx, &view, id, &origin))
    };
    let early = now() + SignedDuration::from_hours(23);
    assert_eq!((due(early), put(early)), (vec![], false));
    let day_after = now() + SignedDuration::from_hours(24);
    assert_eq!((due(day_after), put(day_after)), (vec![id], true));
    assert!(!put(day_after), "once");
    assert_eq!(with(&shop, |tx| in_force::load(tx, &view.config.source)).1.payment.bank_transfer.iban, OTHER_IBAN);
    let actor: String = shop.one("SELECT actor FROM setting_change WHERE key = $1", vals![IBAN]).expect("a change");
    assert_eq!(actor, "staff:1", "in the name of whoever asked");
    let entries: i64 = shop.one("SELECT count(*) FROM audit_entry", vals![]).expect("entries");
    assert_eq!(entries, 1);
}

#[test]
fn what_cannot_stand_without_its_account_waits_beside_it() {
    let shop = empty();
    let source = source("[payment]\nmethods = [\"card\"]\n[payment.bank_transfer]\niban = \"\"\n");
    with(&shop, |tx| in_force::take_in(tx, &source, now()));
    let view = under(&source);
    let both = json!(["card", "bank_transfer"]);
    // Transfers without an account: no shop could open with that.
    let alone = [edit("payment.methods", json!(["card"]), both.clone())];
    assert_eq!(refused(&shop, &view, &alone), BTreeMap::from([(IBAN.to_owned(), "setting.iban")]));
    let edits = [
        edit("payment.methods", json!(["card"]), both.clone()),
        edit(IBAN, json!(""), json!(OTHER_IBAN)),
        edit("payment.hold_days", json!(5), json!(6)),
    ];
    with(&shop, |tx| editing::save(tx, &by(1), &view, &edits));
    let (_, config) = with(&shop, |tx| in_force::load(tx, &source));
    assert_eq!((config.payment.methods, config.payment.hold_days), (vec!["card".to_owned()], 5));
    // Nobody changes meanwhile what would be undone then.
    let other = [edit("payment.methods", json!(["card"]), json!(["card", "cheque"]))];
    assert_eq!(refused(&shop, &view, &other), BTreeMap::from([("payment.methods".to_owned(), "setting.one_waits")]));
    let change = waiting(&shop).remove(0);
    with(&shop, |tx| editing::put_into_force(tx, &by(1), &view, &change));
    let (_, config) = with(&shop, |tx| in_force::load(tx, &source));
    assert_eq!(config.payment.methods, ["card", "bank_transfer"]);
    assert_eq!(config.payment.bank_transfer.iban, OTHER_IBAN);
}

#[test]
fn what_the_machine_stands_against_is_refused_with_its_reason() {
    let shop = empty();
    let source = source("mode = \"production\"\n[payment]\nmethods = [\"cheque\"]\n");
    let view = under(&source);
    let edits = [edit("payment.methods", json!(["cheque"]), json!(["cheque", "card"]))];
    let Err(Error::Refused(refusal)) = shop.write(|tx| editing::save(tx, &by(1), &view, &edits)) else {
        panic!("not refused")
    };
    assert_eq!(refusal.message.id, "setting.machine");
    assert!(refusal.message.params["reason"].contains("payment.card_gateway"), "{refusal:?}");
    assert_eq!(with(&shop, store::values), Settings::new());
}

#[test]
fn command_changes_where_money_goes_at_once_and_owners_are_told_in_any_case() {
    let shop = empty();
    shop.execute_batch(
        "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
         VALUES (7, 'O', 'o@example.com', 'o@example.com', 'en', 1, 1)",
    )
    .expect("an owner");
    let view = view(Lang::En, Currency::Eur);
    let old = view.config.payment.bank_transfer.iban.clone();
    let machine = By { actor: Actor::Command("root".into()), now: now() };
    with(&shop, |tx| editing::save(tx, &machine, &view, &[edit(IBAN, json!(old), json!(OTHER_IBAN))]));
    assert_eq!(with(&shop, |tx| in_force::load(tx, &view.config.source)).1.payment.bank_transfer.iban, OTHER_IBAN);
    with(&shop, |tx| editing::save(tx, &by(7), &view, &[edit(IBAN, json!(OTHER_IBAN), json!(old))]));
    let mails: Vec<(String, String)> = shop
        .all("SELECT recipient, data FROM mail WHERE template = 'setting_waiting' ORDER BY id", vals![])
        .expect("mails");
    assert_eq!(mails.len(), 2);
    for (recipient, data) in mails {
        assert_eq!(recipient, "o@example.com");
        assert!(data.contains(IBAN) && !data.contains(OTHER_IBAN) && !data.contains(&old), "{data}");
    }
}

#[test]
fn rows_that_break_a_rule_leave_in_force_what_is_and_are_named() {
    let shop = empty();
    let view = view(Lang::En, Currency::Eur);
    let process = InForce::new(0, Arc::clone(&view.config));
    for value in ["\"nobody\"", "17", "{broken"] {
        shop.exec("INSERT OR REPLACE INTO setting (key, value) VALUES ('company.email', $1)", vals![value])
            .expect("SQL");
        let config = with(&shop, |tx| in_force::current(tx, &process));
        assert_eq!(config.company.email, view.config.company.email);
        let why = shop.read(|tx| in_force::load(tx, &view.config.source)).expect_err("refused");
        assert!(format!("{why:#}").contains("company.email"), "{why:#}");
    }
}

/// What file and console say of one key, one after the other.
#[derive(Debug, Clone)]
enum Step {
    /// The shop opens with this in its file.
    Open(Option<u8>),
    /// The console sets it, or takes it away.
    Console(Option<u8>),
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whoever has spoken last counts; a file that says the same as before has not spoken.
    #[test]
    fn last_word_counts(steps in prop::collection::vec(
        prop_oneof![
            prop::option::of(1_u8..4).prop_map(Step::Open),
            prop::option::of(1_u8..4).prop_map(Step::Console),
        ],
        1..14,
    )) {
        let shop = empty();
        let (mut file, mut said, mut set): (Option<u8>, Option<u8>, Option<u8>) = (None, None, None);
        let mut at_hand = source("");
        for step in steps {
            match step {
                Step::Open(new) => {
                    file = new;
                    at_hand = source(&new.map_or(String::new(), |days| format!("[payment]\nhold_days = {days}\n")));
                    // A command before the shop opens reads the same as the shop afterwards.
                    let (_, before) = with(&shop, |tx| in_force::load(tx, &at_hand));
                    with(&shop, |tx| in_force::take_in(tx, &at_hand, now()));
                    let (_, after) = with(&shop, |tx| in_force::load(tx, &at_hand));
                    prop_assert_eq!(before.payment.hold_days, after.payment.hold_days);
                    if file != said {
                        if file.is_some() || set == said {
                            set = set.and(file);
                        }
                        said = file;
                    }
                    prop_assert_eq!(with(&shop, |tx| in_force::take_in(tx, &at_hand, now())), Vec::<&str>::new());
                }
                Step::Console(value) => {
                    let view = under(&at_hand);
                    let seen = with(&shop, |tx| in_force::load(tx, &at_hand)).1.payment.hold_days;
                    let value = value.map_or(Value::Null, Value::from);
                    with(&shop, |tx| editing::save(tx, &by(1), &view, &[edit("payment.hold_days", json!(seen), value.clone())]));
                    // What is in force already needs no row.
                    if value != json!(seen) {
                        set = value.as_u64().map(|days| days as u8);
                    }
                }
            }
            let days = with(&shop, |tx| in_force::load(tx, &at_hand)).1.payment.hold_days;
            prop_assert_eq!(days, u32::from(set.or(file).unwrap_or(5)));
        }
    }
}
