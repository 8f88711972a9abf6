//! The rules of changing languages.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;

use super::types::{Coming, Languages, Leaving, Planned, SaveArgs};
use super::{editing, file};
use crate::audit::{Actor, By, Change};
use crate::call::View;
use crate::catalog::gaps;
use crate::config::{Config, Settings, Source};
use crate::db::Connection;
use crate::domain::money::Currency;
use crate::domain::store_view::{Lang, StoreViews};
use crate::error::{Error, Result};
use crate::tariff::types::Kind;
use crate::testing::{assert_indexed, empty, now, seeded, with, with_statistics};
use crate::{cart, customer, newsletter, order, outbox, setting, store_view, tariff, vals};

const FOUR: [Lang; 4] = [Lang::En, Lang::Fr, Lang::De, Lang::Es];

/// The configuration of a machine whose file says this.
fn config(text: &str) -> Config {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("my.toml");
    std::fs::write(&file, text).expect("a file");
    source(&file).with(&Settings::new()).expect("a configuration")
}

fn source(file: &Path) -> Source {
    Source::load(Some(file), std::iter::empty()).expect("a source")
}

fn view(shop: &Connection, config: &Config) -> View {
    with(shop, |tx| View::load(tx, Lang::En, Currency::Eur, now(), &Arc::new(config.clone())))
}

fn seen(shop: &Connection, config: &Config) -> Languages {
    with(shop, |tx| editing::table(tx, config, Lang::En)).languages
}

fn changed(shop: &Connection, config: &Config, change: impl FnOnce(&mut Languages)) -> SaveArgs {
    let seen = seen(shop, config);
    let mut languages = seen.clone();
    change(&mut languages);
    SaveArgs { seen, languages }
}

fn save(shop: &Connection, config: &Config, change: impl FnOnce(&mut Languages)) -> Result<Change> {
    let args = changed(shop, config, change);
    let view = view(shop, config);
    shop.write(|tx| editing::save(tx, &view, &by(), &args))
}

fn by() -> By {
    By { actor: Actor::Command("ada".into()), now: now() }
}

fn plan(shop: &Connection, config: &Config, change: impl FnOnce(&mut Languages)) -> Planned {
    let args = changed(shop, config, change);
    let view = view(shop, config);
    with(shop, |tx| editing::plan(tx, &view, &args)).planned
}

fn of(languages: &mut Languages, lang: Lang) -> &mut super::types::Terms {
    languages.terms.iter_mut().find(|one| one.lang == lang).expect("a language")
}

fn switch(lang: Lang, is_on: bool) -> impl FnOnce(&mut Languages) {
    move |languages| of(languages, lang).is_on = is_on
}

fn views(shop: &Connection, config: &Config) -> StoreViews {
    with(shop, |tx| store_view::load(tx, config))
}

fn refused<T: std::fmt::Debug>(result: Result<T>) -> BTreeMap<String, &'static str> {
    match result {
        Err(Error::Refused(refusal)) if refusal.fields.is_empty() => {
            BTreeMap::from([(String::new(), refusal.message.id)])
        }
        Err(Error::Refused(refusal)) => refusal.fields.into_iter().map(|(key, why)| (key, why.id)).collect(),
        other => panic!("{other:?}"),
    }
}

fn one(field: &str, why: &'static str) -> BTreeMap<String, &'static str> {
    BTreeMap::from([(field.to_owned(), why)])
}

#[test]
fn the_history_says_who_has_changed_what_of_languages() {
    let (shop, config) = (seeded(), config(""));
    let history = || {
        let found = with(&shop, |tx| tariff::list_history(tx, Some(Kind::Language), i64::MAX, 20));
        found.into_iter().map(|one| (one.thing, one.actor, one.before, one.after)).collect::<Vec<_>>()
    };
    save(&shop, &config, |_| {}).expect("nothing");
    assert_eq!(history(), []);
    save(&shop, &config, switch(Lang::Zh, true)).expect("switched on");
    let (thing, actor, before, after) = history().remove(0);
    assert_eq!((thing.as_str(), actor.as_str(), history().len()), ("zh", "cli:ada", 1));
    assert_eq!((&before.expect("before")["is_on"], &after.expect("after")["is_on"]), (&json!(false), &json!(true)));
    save(&shop, &config, |languages| {
        languages.terms.swap(1, 2);
        languages.default = Lang::Fr;
    })
    .expect("changed");
    let (of_order, of_default) = (history().remove(0), history().remove(1));
    assert_eq!((of_order.0.as_str(), of_order.3), ("order", Some(json!(["en", "de", "fr", "es", "zh"]))));
    assert_eq!((of_default.0.as_str(), of_default.2, of_default.3), ("default", Some(json!("en")), Some(json!("fr"))));
    // What the machine's file says is told, too.
    let named = self::config("languages = [\"en\", \"fr\"]\n");
    with(&shop, |tx| file::take_in(tx, &named, now()));
    assert!(history()[..3].iter().any(|(thing, ..)| thing == "es"), "{:?}", history());
    with_statistics(&shop);
    assert_indexed(&shop, |tx| tariff::list_history(tx, Some(Kind::Language), i64::MAX, 20));
}

#[test]
fn languages_are_switched_ordered_and_made_the_default() {
    let (shop, config) = (seeded(), config(""));
    let table = with(&shop, |tx| editing::table(tx, &config, Lang::De));
    assert_eq!((table.languages.default, table.pinned_by), (Lang::En, None));
    let zh = &table.facts[4];
    assert_eq!((zh.store_id, zh.store_code.as_str(), zh.stays_on), (98, "valmere_zh", false));
    assert!(zh.currencies.contains(&Currency::Cny) && !table.facts[0].currencies.contains(&Currency::Cny));
    assert!(table.countries.iter().any(|country| country.id == "DE" && country.name == "Deutschland"));

    save(&shop, &config, switch(Lang::Zh, true)).expect("switched on");
    assert_eq!(views(&shop, &config).languages(), Lang::ALL);
    save(&shop, &config, |languages| {
        languages.terms.reverse();
        languages.default = Lang::Zh;
        of(languages, Lang::Fr).country = "BE".into();
        of(languages, Lang::Fr).currency = Currency::Chf;
    })
    .expect("changed");
    let now = views(&shop, &config);
    assert_eq!(now.languages(), [Lang::Zh, Lang::Es, Lang::De, Lang::Fr, Lang::En]);
    assert_eq!(now.default_language(), Lang::Zh);
    assert_eq!((now.of(Lang::Fr).default_country.as_str(), now.of(Lang::Fr).default_currency), ("BE", Currency::Chf));
    assert_eq!(refused(save(&shop, &config, switch(Lang::Zh, false))), one("zh.is_on", "language.default_stays"));
    let change = save(&shop, &config, |languages| {
        languages.default = Lang::Fr;
        of(languages, Lang::Zh).is_on = false;
    });
    let after = change.expect("another default").after.expect("what it is");
    assert_eq!(after["default"], "fr");
    assert_eq!(views(&shop, &config).languages(), [Lang::Es, Lang::De, Lang::Fr, Lang::En]);
    // Back on, it is where it was.
    save(&shop, &config, switch(Lang::Zh, true)).expect("switched on");
    assert_eq!(views(&shop, &config).languages()[0], Lang::Zh);
    assert_eq!(views(&shop, &config).default_language(), Lang::Fr);
}

#[test]
fn what_no_shop_can_be_is_refused() {
    let (shop, config) = (seeded(), config(""));
    assert_eq!(refused(save(&shop, &config, switch(Lang::En, false))), one("en.is_on", "language.english_stays"));
    let country = |to: &'static str| move |languages: &mut Languages| of(languages, Lang::Fr).country = to.into();
    for id in ["XX", "fr", ""] {
        assert_eq!(refused(save(&shop, &config, country(id))), one("fr.country", "language.country"), "{id}");
    }
    shop.exec("UPDATE country SET delivered = 0 WHERE id = 'BE'", vals![]).expect("not delivered to");
    assert_eq!(refused(save(&shop, &config, country("BE"))), one("fr.country", "language.country"));
    let cny = |languages: &mut Languages| of(languages, Lang::Fr).currency = Currency::Cny;
    assert_eq!(refused(save(&shop, &config, cny)), one("fr.currency", "currency.not_offered"));
    shop.exec("INSERT INTO currency_off (code) VALUES ('CHF')", vals![]).expect("off");
    let chf = |languages: &mut Languages| of(languages, Lang::Fr).currency = Currency::Chf;
    assert_eq!(refused(save(&shop, &config, chf)), one("fr.currency", "currency.not_offered"));
    let off = |languages: &mut Languages| languages.default = Lang::Zh;
    assert_eq!(refused(save(&shop, &config, off)), one("zh.is_on", "language.default_stays"));
    for change in [(|languages| drop(languages.terms.pop())) as fn(&mut Languages), |languages| {
        languages.terms[1] = languages.terms[0].clone()
    }] {
        assert_eq!(refused(save(&shop, &config, change)), one("", "language.unknown"));
    }
    let args = changed(&shop, &config, switch(Lang::Es, false));
    save(&shop, &config, switch(Lang::De, false)).expect("a colleague's");
    let view = view(&shop, &config);
    let late = shop.write(|tx| editing::save(tx, &view, &by(), &args));
    assert_eq!(refused(late), one("", "language.changed_meanwhile"));
}

#[test]
fn a_language_that_lacks_something_is_refused_with_what_it_lacks() {
    let (shop, config) = (seeded(), config(""));
    let message = |shop: &Connection, config: &Config| match save(shop, config, switch(Lang::Zh, true)) {
        Err(Error::Refused(refusal)) => refusal.fields["zh.is_on"].rendered(),
        other => panic!("{other:?}"),
    };
    shop.exec("DELETE FROM cms_page WHERE lang = 'zh' AND url_key = 'returns'", vals![]).expect("a page");
    let said = message(&shop, &config);
    assert!(said.contains("简体中文") && said.contains("Help pages are not written in it"), "{said}");
    let shop = seeded();
    shop.exec("DELETE FROM home_content WHERE lang = 'zh'", vals![]).expect("the home page");
    assert!(message(&shop, &config).contains("The home page lacks texts"));
    // What the machine must have for WeChat Pay.
    let gateway = self::config("[payment]\nmethods = [\"card\", \"wechat\"]\nwechat_gateway = \"wechat\"\n");
    let said = message(&seeded(), &gateway);
    assert!(said.contains("payment.wechat.app_id is missing"), "{said}");
}

#[test]
fn a_plan_says_whom_it_concerns() {
    let (shop, config) = (seeded(), config(""));
    assert_eq!(plan(&shop, &config, |_| {}), Planned { is_change: false, ..plan(&shop, &config, |_| {}) });
    shop.execute_batch(
        "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
             VALUES (1, 'a@example.com', 'a@example.com', 'Ada', 'King', 'es', 1);
         INSERT INTO mail (template, lang, recipient, data, created_at, due_at) VALUES ('x', 'es', 'a@example.com', '{}', 1, 1);
         INSERT INTO mail (template, lang, recipient, data, created_at, due_at) VALUES ('x', 'fr', 'a@example.com', '{}', 1, 1);
         DELETE FROM product_text WHERE lang = 'zh' AND product_id = (SELECT id FROM product WHERE sku = 'TOW-GAN')",
    )
    .expect("a customer");
    let leaving = Leaving { lang: Lang::Es, customers: 1, bags: 0, subscribers: 0, orders: 0, letters: 1 };
    let planned = plan(&shop, &config, switch(Lang::Es, false));
    assert_eq!((planned.leaving, planned.coming.len(), planned.is_change), (vec![leaving], 0, true));
    with(&shop, |tx| crate::catalog::gaps::rebuild(tx));
    let planned = plan(&shop, &config, |languages| {
        of(languages, Lang::Zh).is_on = true;
        languages.default = Lang::Zh;
    });
    assert_eq!(planned.coming, [Coming { lang: Lang::Zh, untold_products: 1 }]);
    assert_eq!((planned.default, planned.wechat), (Some(Lang::Zh), Some(true)));
    assert_eq!((planned.currencies_coming, planned.currencies_leaving.len()), (vec![Currency::Cny], 0));
    assert_eq!(views(&shop, &config).languages(), FOUR, "it changes nothing");
}

#[test]
fn what_is_pinned_cannot_be_switched_but_the_rest_can_be_set() {
    let (shop, config) = (seeded(), config("[pin]\nlanguages = [\"de\", \"en\"]\n"));
    let table = with(&shop, |tx| editing::table(tx, &config, Lang::En));
    let on: Vec<Lang> = table.languages.terms.iter().filter(|one| one.is_on).map(|one| one.lang).collect();
    assert_eq!(on, [Lang::De, Lang::En]);
    assert!(table.pinned_by.is_some_and(|place| place.ends_with("my.toml:2")));
    for change in [(|languages| of(languages, Lang::Fr).is_on = true) as fn(&mut Languages), |languages| {
        languages.terms.swap(0, 1)
    }] {
        assert_eq!(refused(save(&shop, &config, change)), one("languages", "setting.pinned"));
    }
    save(&shop, &config, |languages| {
        languages.default = Lang::De;
        of(languages, Lang::De).country = "AT".into();
    })
    .expect("country and default");
    let now = views(&shop, &config);
    assert_eq!((now.default_language(), now.of(Lang::De).default_country.as_str()), (Lang::De, "AT"));
    // The rows keep what they said of the rest.
    assert_eq!(views(&shop, &self::config("")).languages(), FOUR);
}

#[test]
fn the_file_is_taken_in_where_it_says_something_else_than_the_last_time() {
    let shop = empty();
    let take_in = |config: &Config| with(&shop, |tx| file::take_in(tx, config, now()));
    let rows = |config: &Config| views(&shop, config).languages().to_vec();
    let none = config("");
    assert_eq!((take_in(&none), rows(&none)), (None, FOUR.to_vec()));
    let five = config("languages = [\"en\", \"zh\", \"fr\"]\n");
    // Before the shop is started anew, the file counts.
    let (_, read) = with(&shop, |tx| setting::load(tx, &five.source));
    assert_eq!(rows(&read), [Lang::En, Lang::Zh, Lang::Fr]);
    assert_eq!(take_in(&five), Some("languages"));
    assert_eq!(rows(&five), [Lang::En, Lang::Zh, Lang::Fr]);
    save(&shop, &five, switch(Lang::Fr, false)).expect("the console's word");
    assert_eq!((take_in(&five), rows(&five)), (None, vec![Lang::En, Lang::Zh]));
    let (_, read) = with(&shop, |tx| setting::load(tx, &five.source));
    assert_eq!(rows(&read), [Lang::En, Lang::Zh], "it was taken in");
    // A key that leaves the file changes nothing.
    assert_eq!((take_in(&none), rows(&none)), (None, vec![Lang::En, Lang::Zh]));
    let other = config("languages = [\"en\", \"de\"]\n");
    assert_eq!((take_in(&other), rows(&other)), (Some("languages"), vec![Lang::En, Lang::De]));
    // What is pinned is none of it.
    let pinned = config("[pin]\nlanguages = [\"en\", \"es\"]\n");
    assert_eq!((take_in(&pinned), rows(&pinned)), (None, vec![Lang::En, Lang::Es]));
    assert_eq!(rows(&none), [Lang::En, Lang::De]);
}

#[test]
fn large_tables_are_not_scanned() {
    let shop = seeded();
    with_statistics(&shop);
    assert_indexed(&shop, |tx| {
        customer::count_reading(tx, Lang::Es)?;
        cart::count_reading(tx, Lang::Es)?;
        newsletter::count_reading(tx, Lang::Es)?;
        order::count_open_in(tx, Lang::Es)?;
        outbox::count_waiting_in(tx, Lang::Es)?;
        gaps::count_on_sale(tx, &[Lang::Zh])
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever is asked for, one change after another, the shop stays one that can open, with a default that is on.
    #[test]
    fn no_change_leaves_a_shop_that_cannot_open(
        changes in prop::collection::vec((any::<[bool; 5]>(), 0..5_usize, 0..5_usize, 0..5_usize), 1..5),
    ) {
        let (shop, config) = (seeded(), config(""));
        for (is_on, first, second, default) in changes {
            let outcome = save(&shop, &config, |languages| {
                languages.terms.swap(first, second);
                for (one, is_on) in languages.terms.iter_mut().zip(is_on) {
                    one.is_on = is_on;
                }
                languages.default = Lang::ALL[default];
            });
            let now = views(&shop, &config);
            prop_assert!(store_view::check(&now, &config).is_ok());
            prop_assert!(now.speaks(now.default_language()) && now.speaks(Lang::En));
            if outcome.is_ok() {
                prop_assert_eq!(now.default_language(), Lang::ALL[default]);
                prop_assert_eq!(now.languages().len(), is_on.iter().filter(|is| **is).count());
            }
        }
    }
}
