//! What is in use stays, nothing is called twice, and sheets say what the console has said.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::calls;
use super::editing::{self, Saved, order_version};
use super::entry::{self, Entry, folded, parse_countries, parse_words};
use super::types::{Key, Part};
use crate::audit::Actor;
use crate::catalog::csv::{self, SHEETS};
use crate::catalog::{self, lexicon, searchable};
use crate::db::{Connection, Val};
use crate::domain::store_view::Lang;
use crate::product::document::Fields;
use crate::product::editing::{By, version};
use crate::testing::{assert_indexed, now, refusal, refused_fields, seeded, with, with_statistics};
use crate::vals;

fn by() -> By {
    By { actor: Actor::Staff(1), now: now(), languages: Lang::ALL.to_vec() }
}

fn key(of: &str, code: &str) -> Key {
    Key { of: of.to_owned(), code: code.to_owned() }
}

fn fields(given: &[(&str, &str)]) -> Fields {
    given.iter().map(|(field, text)| ((*field).to_owned(), (*text).to_owned())).collect()
}

/// A word in every language.
fn called(word: &str) -> Fields {
    Lang::ALL.iter().map(|lang| (entry::text_field(*lang), format!("{word} {lang}"))).collect()
}

fn add(shop: &Connection, part: Part, of: &str, code: &str, given: &Fields) -> Saved {
    with(shop, |tx| editing::add(tx, &by(), part, &key(of, code), given))
}

fn change(shop: &Connection, part: Part, of: &str, code: &str, given: &[(&str, &str)]) -> Saved {
    with(shop, |tx| editing::change(tx, &by(), part, &key(of, code), &fields(given), None))
}

fn entries(shop: &Connection, part: Part, of: &str) -> Vec<Entry> {
    with(shop, |tx| entry::all(tx, part, of))
}

fn codes(shop: &Connection, part: Part, of: &str) -> Vec<String> {
    entries(shop, part, of).into_iter().map(|entry| entry.code).collect()
}

fn places(shop: &Connection, part: Part) -> Vec<String> {
    with(shop, |tx| entry::places(tx, part, &Lang::ALL)).into_iter().map(|(place, _)| place).collect()
}

/// Where entries of a part stand; an empty text where they stand within nothing.
fn within(shop: &Connection, part: Part) -> Vec<String> {
    if part.is_within() { places(shop, part) } else { vec![String::new()] }
}

/// Rows of a sheet by its name.
type Sheets = BTreeMap<&'static str, Vec<Vec<Val>>>;

/// All sheets, as an export writes them.
fn sheets(shop: &Connection) -> Sheets {
    with(shop, |tx| SHEETS.iter().map(|sheet| Ok((sheet.name, csv::rows(tx, sheet)?))).collect())
}

#[test]
fn every_entry_of_the_demonstration_can_be_written_as_it_reads() {
    let shop = seeded();
    let before = sheets(&shop);
    let mut written = 0;
    for part in Part::ALL {
        for of in within(&shop, part) {
            for one in entries(&shop, part, &of) {
                let at = key(&of, &one.code);
                let saved = with(&shop, |tx| editing::change(tx, &by(), part, &at, &one.fields, None));
                assert_eq!(saved.changed(), [], "{part:?} {at}");
                // Written though nothing differs.
                with(&shop, |tx| editing::write(tx, part, &at, &saved.after));
                written += 1;
            }
        }
    }
    assert!(written > 300, "{written}");
    assert_eq!(sheets(&shop), before);
}

#[test]
fn what_is_added_changed_and_removed_leaves_the_sheets_as_they_were() {
    let shop = seeded();
    let before = sheets(&shop);
    let maker = fields(&[("name", "Weavers"), ("address", "1 rue du Lin"), ("email", "a@b.eu"), ("country", "FR")]);
    assert_eq!(add(&shop, Part::Makers, "", "", &maker).key.code, "weavers");
    let mut option = called("Weave");
    option.insert("display".to_owned(), "select".to_owned());
    add(&shop, Part::Options, "", "weave", &option);
    add(&shop, Part::Values, "weave", "plain", &called("Plain"));
    add(&shop, Part::Values, "weave", "twill", &called("Twill"));
    add(&shop, Part::ShipGroups, "", "near", &fields(&[("countries", "fr, DE de")]));
    add(&shop, Part::Words, "facet", "weave", &called("Weave"));
    add(&shop, Part::Words, "attribute.weave", "twill", &called("Twill"));
    add(&shop, Part::Synonyms, "en", "", &fields(&[("words", "twill, Diagonal weave")]));
    let now = sheets(&shop);
    for (sheet, rows) in [
        ("manufacturers", 1),
        ("options", 1),
        ("option_values", 2),
        ("ship_groups", 2),
        ("vocabulary", 25),
        ("synonyms", 2),
    ] {
        assert_eq!(now[sheet].len(), before[sheet].len() + rows, "{sheet}");
    }
    // What one sheet says is what another process reads.
    let words = with(&shop, |tx| catalog::labels(tx, Lang::De, "value.weave"));
    assert_eq!(words["twill"], "Twill de");
    change(&shop, Part::Values, "weave", "twill", &[("text.de", "Köper")]);
    assert_eq!(with(&shop, |tx| catalog::labels(tx, Lang::De, "value.weave"))["twill"], "Köper");
    let remove = |part, of: &str, code: &str| with(&shop, |tx| editing::remove(tx, part, &key(of, code), None));
    let group = codes(&shop, Part::Synonyms, "en").pop().expect("a group");
    remove(Part::Synonyms, "en", &group);
    // With a filter and an option go their values.
    remove(Part::Words, "facet", "weave");
    remove(Part::Options, "", "weave");
    remove(Part::ShipGroups, "", "near");
    remove(Part::Makers, "", "weavers");
    assert_eq!(sheets(&shop), before);
}

#[test]
fn what_products_use_stays_and_the_refusal_says_how_many() {
    let shop = seeded();
    let some = |sql: &str| -> (String, String) { shop.one(sql, vals![]).expect("one in use") };
    let (option, value) = some("SELECT option, value FROM variant_option LIMIT 1");
    let (facet, attribute) = some("SELECT facet, value FROM product_attribute LIMIT 1");
    let (maker, group) = some("SELECT manufacturer, ship_group FROM product WHERE manufacturer IS NOT NULL LIMIT 1");
    let (fibre, fibre_part) = some("SELECT fibre, part FROM product_fibre LIMIT 1");
    let domain = format!("attribute.{facet}");
    for (part, of, code) in [
        (Part::Values, option.as_str(), value.as_str()),
        (Part::Options, "", &option),
        (Part::Words, "facet", &facet),
        (Part::Words, &domain, &attribute),
        (Part::Makers, "", &maker),
        (Part::ShipGroups, "", &group),
        (Part::Words, "fibre", &fibre),
        (Part::Words, "fibre_part", &fibre_part),
    ] {
        let error = shop.write(|tx| editing::remove(tx, part, &key(of, code), None)).expect_err("refused");
        let message = &error.refusal().expect("a refusal").message;
        assert_eq!(message.id, "lexicon.used", "{part:?} {of} {code}");
        let uses = with(&shop, |tx| entry::uses(tx, part, of, &[code.to_owned()]))[code];
        assert!(uses > 0 && message.params["products"] == uses.to_string(), "{message:?}");
    }
    let used: u32 = shop
        .one("SELECT count(DISTINCT coalesce(parent_id, id)) FROM product WHERE manufacturer = $1", vals![&maker])
        .expect("a number");
    assert_eq!(with(&shop, |tx| entry::uses(tx, Part::Makers, "", std::slice::from_ref(&maker)))[&maker], used);
    // The program's own codes are named, not removed, nor are there others.
    assert_eq!(refusal(&shop, |tx| editing::remove(tx, Part::Words, &key("status", "shipped"), None)), "lexicon.own");
    let another = refusal(&shop, |tx| editing::add(tx, &by(), Part::Words, &key("status", "lost"), &called("Lost")));
    assert_eq!(another, "lexicon.own");
    assert!(
        !places(&shop, Part::Words).iter().any(|domain| domain == "shipping_method" || domain.starts_with("value."))
    );
}

#[test]
fn hazards_in_use_are_counted_by_code() {
    let shop = seeded();
    let code = codes(&shop, Part::Words, "hazard").into_iter().find(|code| code.starts_with('H')).expect("a statement");
    shop.exec("UPDATE product SET hazard = ''", vals![]).expect("none");
    let block = format!("GHS02;danger;{code};;");
    shop.exec("UPDATE product SET hazard = $1 WHERE sku = 'TOW-GAN'", vals![&block]).expect("one");
    let all = ["GHS02", "signal_danger", &code, "P210"].map(str::to_owned);
    let uses = with(&shop, |tx| lexicon::uses_of_words(tx, "hazard", &all));
    assert_eq!(uses.len(), 3, "{uses:?}");
    assert!(uses.values().all(|products| *products == 1), "{uses:?}");
}

#[test]
fn nothing_is_called_twice() {
    let shop = seeded();
    let options = entries(&shop, Part::Options, "");
    let first = &options[0];
    let again = |given: &Fields, code: &str| {
        refused_fields(&shop, |tx| editing::add(tx, &by(), Part::Options, &key("", code), given))
    };
    let mut given = called("Something else");
    given.insert("display".to_owned(), "button".to_owned());
    assert_eq!(again(&given, &first.code), ["code"]);
    given.insert("text.de".to_owned(), first.field("text.de").to_uppercase());
    assert_eq!(again(&given, "other"), ["text.de"]);
    let makers = entries(&shop, Part::Makers, "");
    let of_another = refused_fields(&shop, |tx| {
        let given = fields(&[("name", makers[1].field("name"))]);
        editing::change(tx, &by(), Part::Makers, &key("", &makers[0].code), &given, None)
    });
    assert_eq!(of_another, ["name"]);
    // A code that is made of the name is free.
    let maker = fields(&[("name", "Weavers"), ("address", "x"), ("email", "y"), ("country", "FR")]);
    add(&shop, Part::Makers, "", "weavers-2", &fields(&[("name", "A"), ("address", "x"), ("email", "y")]));
    add(&shop, Part::Makers, "", "weavers", &fields(&[("name", "B"), ("address", "x"), ("email", "y")]));
    assert_eq!(add(&shop, Part::Makers, "", "", &maker).key.code, "weavers-3");
    // Nothing of a Chinese name can stand in a code.
    let chinese = fields(&[("text.zh", "麻")]);
    let only = By { languages: vec![Lang::Zh], ..by() };
    let nameless = refused_fields(&shop, |tx| editing::add(tx, &only, Part::Words, &key("facet", ""), &chinese));
    assert_eq!(nameless, ["code"]);
}

#[test]
fn what_an_import_would_refuse_is_refused() {
    let shop = seeded();
    let refused = |part, of: &str, code: &str, given: &Fields| {
        refused_fields(&shop, |tx| editing::add(tx, &by(), part, &key(of, code), given))
    };
    let maker = |country: &str| fields(&[("name", "W"), ("address", "x"), ("email", "y"), ("country", country)]);
    assert_eq!(
        refused(Part::Makers, "", "w", &maker("CN")),
        ["responsible_address", "responsible_email", "responsible_name"]
    );
    assert_eq!(refused(Part::Makers, "", "w", &maker("XX"))[0], "country");
    assert_eq!(refused(Part::Makers, "", "w !", &fields(&[])), ["address", "code", "email", "name"]);
    let mut word = called("Weave");
    word.insert("text.fr".to_owned(), " ".to_owned());
    assert_eq!(refused(Part::Words, "facet", "weave", &word), ["text.fr"]);
    // In a language that is off it may be missing.
    let english = By { languages: vec![Lang::En], ..by() };
    let only = fields(&[("text.en", "Weave")]);
    with(&shop, |tx| editing::add(tx, &english, Part::Words, &key("facet", "weave"), &only));
    let lacking = entries(&shop, Part::Words, "facet").pop().expect("the last");
    assert_eq!((lacking.code.as_str(), entry::missing(Part::Words, &lacking, &Lang::ALL).len()), ("weave", 4));
    let chosen = calls::chosen(Part::Words, entries(&shop, Part::Words, "facet"), "", true, &Lang::ALL);
    assert_eq!(chosen.len(), 1);
    // A status that an order has keeps its words in languages that are off.
    let blank = fields(&[("text.de", "")]);
    let kept =
        refused_fields(&shop, |tx| editing::change(tx, &english, Part::Words, &key("status", "shipped"), &blank, None));
    assert_eq!(kept, ["text.de"]);
    assert_eq!(
        refused(Part::Values, "bed_size", "odd", &{
            let mut odd = called("Odd");
            odd.insert("color".to_owned(), "red".to_owned());
            odd
        }),
        ["color"]
    );
    assert_eq!(refused(Part::ShipGroups, "", "odd", &fields(&[("countries", "FR Q1")])), ["countries"]);
    assert_eq!(refused(Part::ShipGroups, "", "odd", &fields(&[])), ["countries"]);
    assert_eq!(refused(Part::Options, "", "odd", &called("Odd")), ["display"]);
    for words in ["", "one", "Sofa\nsófa", "sofa\n---"] {
        assert_eq!(refused(Part::Synonyms, "en", "", &fields(&[("words", words)])), ["words"], "{words}");
    }
    let nowhere = refusal(&shop, |tx| editing::add(tx, &by(), Part::Values, &key("no-such", "x"), &called("X")));
    assert_eq!(nowhere, "lexicon.place_unknown");
    assert_eq!(refused(Part::Words, "facet", "x", &fields(&[("color", "#ffffff")]))[0], "color");
}

#[test]
fn two_people_do_not_overwrite_each_other() {
    let shop = seeded();
    let before = entries(&shop, Part::Makers, "").remove(0);
    let at = key("", &before.code);
    let seen = version(&before.fields);
    let save = |name: &str| {
        let given = fields(&[("name", name)]);
        shop.write(|tx| editing::change(tx, &by(), Part::Makers, &at, &given, Some(&seen)))
    };
    save("First").expect("saved");
    let error = save("Second").expect_err("refused");
    assert_eq!(error.refusal().expect("a refusal").message.id, "lexicon.changed_meanwhile");
    let late = refusal(&shop, |tx| editing::remove(tx, Part::Makers, &at, Some(&seen)));
    assert_eq!(late, "lexicon.changed_meanwhile");
    assert_eq!(refusal(&shop, |tx| editing::remove(tx, Part::Makers, &key("", "gone"), None)), "lexicon.unknown");
}

#[test]
fn values_and_words_stand_in_the_order_of_the_house() {
    let shop = seeded();
    for (part, of) in [(Part::Values, "bed_size"), (Part::Words, "attribute.colour")] {
        let was = codes(&shop, part, of);
        let seen = order_version(&entries(&shop, part, of));
        let last = was.last().expect("some");
        with(&shop, |tx| editing::place(tx, part, &key(of, last), &was[0], Some(&seen)));
        let now = codes(&shop, part, of);
        assert_eq!((&now[0], &now[1..]), (last, &was[..was.len() - 1]));
        let late = refusal(&shop, |tx| editing::place(tx, part, &key(of, last), "", Some(&seen)));
        assert_eq!(late, "lexicon.order_changed");
        with(&shop, |tx| editing::place(tx, part, &key(of, last), "", None));
        assert_eq!(codes(&shop, part, of), was);
        assert_eq!(refusal(&shop, |tx| editing::place(tx, part, &key(of, last), "gone", None)), "lexicon.unknown");
    }
    // Products list the values in that order, and filters too.
    let words = with(&shop, |tx| catalog::editing::words(tx, Lang::Fr, "value.bed_size"));
    assert_eq!(words.into_iter().map(|(code, _)| code).collect::<Vec<_>>(), codes(&shop, Part::Values, "bed_size"));
    let makers = refusal(&shop, |tx| editing::place(tx, Part::Makers, &key("", "x"), "", None));
    assert_eq!(makers, "lexicon.unordered");
}

#[test]
fn pages_and_the_search_follow() {
    let shop = seeded();
    let versions =
        || -> (i64, i64) { shop.one("SELECT version, search FROM catalogue_version", vals![]).expect("two") };
    let before = versions();
    let saved = add(&shop, Part::Synonyms, "fr", "", &fields(&[("words", "couette\nédredon de plumes")]));
    let after = versions();
    assert!(after.0 > before.0 && after.1 > before.1);
    let groups = with(&shop, |tx| searchable::list_synonyms(tx, Lang::Fr));
    assert!(groups.contains(&vec!["couette".to_owned(), "édredon de plumes".to_owned()]), "{groups:?}");
    // What changes nothing makes nothing anew.
    change(&shop, Part::Synonyms, "fr", &saved.key.code, &[("words", "couette\nédredon de plumes")]);
    assert_eq!(versions(), after);
}

#[test]
fn what_the_screen_asks_for_has_an_index() {
    let shop = seeded();
    with_statistics(&shop);
    for part in Part::ALL {
        let of = within(&shop, part).into_iter().next().unwrap_or_default();
        let codes = codes(&shop, part, &of);
        assert_indexed(&shop, |tx| entry::uses(tx, part, &of, &codes));
    }
    for domain in ["attribute.colour", "fibre", "fibre_part"] {
        let codes = codes(&shop, Part::Words, domain);
        assert_indexed(&shop, |tx| entry::uses(tx, Part::Words, domain, &codes));
    }
}

proptest! {
    /// Words of a group read as they are written.
    #[test]
    fn words_survive_their_field(words in prop::collection::vec("[a-zé,;0-9]{1,8}( [a-z]{1,5})?", 2..8)) {
        prop_assert_eq!(parse_words(&words.join("\n")), words);
    }

    #[test]
    fn any_text_is_read_as_words_that_say_something(text in ".{0,80}") {
        for word in parse_words(&text) {
            prop_assert!(!word.is_empty() && word.trim() == word, "{:?}", word);
            prop_assert!(!folded(&word).contains("  "));
        }
        let countries = parse_countries(&text);
        prop_assert!(countries.is_sorted());
        prop_assert_eq!(parse_countries(&countries.join(" ")), countries);
    }

    /// A key reads as it is written, of whatever part.
    #[test]
    fn keys_survive(of in "[a-z_.]{1,12}", code in "[A-Za-z0-9+/_-]{1,12}") {
        for part in Part::ALL {
            let key = Key { of: if part.is_within() { of.clone() } else { String::new() }, code: code.clone() };
            prop_assert_eq!(Key::parse(part, &key.to_string()), Some(key));
        }
    }

    #[test]
    fn any_text_is_a_key_or_none(text in ".{0,30}") {
        for part in Part::ALL {
            if let Some(key) = Key::parse(part, &text) {
                prop_assert_eq!(key.to_string(), text.clone());
            }
        }
    }
}
