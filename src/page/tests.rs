//! The seeded texts under every setting, and the rules of editing.

use jiff::SignedDuration;

use super::editing;
use super::types::{SeenDraft, TextForm};
use crate::audit::{Actor, By};
use crate::cms::blocks::{PageSetting, Settings, contradictions, resolve};
use crate::cms::{self, PageText};
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::testing::{assert_indexed, now, refusal, seeded, view, with};
use crate::vals;

const KEY: &str = "returns";

fn by() -> By {
    By { actor: Actor::Staff(1), now: now() }
}

fn text(markdown: &str) -> TextForm {
    TextForm { title: "Returns".into(), description: "How goods come back.".into(), markdown: markdown.into() }
}

/// Settings as they may be: all, none, each alone, and all but each.
fn configurations() -> Vec<Settings> {
    let all = || PageSetting::ALL.into_iter();
    let alone = all().map(|one| Settings::from_iter([one]));
    let without = all().map(|one| all().filter(|other| *other != one).collect());
    [Settings::default(), all().collect()].into_iter().chain(alone).chain(without).collect()
}

#[test]
fn seeded_pages_are_right_under_every_setting() {
    let shop = seeded();
    let pages = with(&shop, |tx| cms::list_pages(tx, None));
    assert_eq!(pages.len(), 95);
    for settings in configurations() {
        for PageText { url_key, lang, title, description, markdown, .. } in &pages {
            let (shown, faults) = resolve(markdown, &settings);
            assert_eq!(faults, [], "{lang} {url_key}");
            // Lines that are marked by a method belong to WeChat, as before conditions.
            let shown = cms::markdown::keep_offered(&shown, |_| settings.has(PageSetting::Wechat));
            assert_eq!(
                contradictions(&[title, description, &shown], &settings),
                [],
                "{lang} {url_key} with {settings:?}\n{shown}"
            );
            for oddity in ["  ", "()", "（）", " ,", ", ,", "****", "..", "、、", "{end}", "{else}"] {
                let found = shown.lines().find(|line| line.contains(oddity) && !line.starts_with('|'));
                assert_eq!(found, None, "{oddity:?} in {lang} {url_key} with {settings:?}");
            }
        }
    }
}

#[test]
fn draft_is_published_once_it_is_ready_and_every_text_stays() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let of = (KEY, Lang::En);
    let seen = |version| [SeenDraft { lang: Lang::En, version }];
    with(&shop, |tx| editing::save(tx, &by(), &en, of, (0, 1), &text("Bad {nothing}\n{if upz}x{end}")));
    let why = refusal(&shop, |tx| editing::publish(tx, &by(), &en, KEY, &seen(1), None));
    assert_eq!(why, "help_page.placeholder_unknown");
    with(&shop, |tx| editing::save(tx, &by(), &en, of, (1, 1), &text("Send it to {company}.")));
    assert_eq!(
        refusal(&shop, |tx| editing::save(tx, &by(), &en, of, (1, 1), &text("x"))),
        "help_page.changed_meanwhile"
    );
    with(&shop, |tx| editing::publish(tx, &by(), &en, KEY, &seen(2), None));
    let published = with(&shop, |tx| cms::list_pages(tx, Some(KEY)));
    let english = published.iter().find(|page| page.lang == Lang::En).expect("a page");
    assert_eq!(english.markdown, "Send it to {company}.");
    let versions = with(&shop, |tx| super::versions(tx, KEY, &[Lang::En], 10));
    assert_eq!(
        versions.iter().map(|one| (one.number, one.actor.as_str())).collect::<Vec<_>>(),
        [(2, "staff:1"), (1, "")]
    );
    with(&shop, |tx| editing::restore(tx, &by(), KEY, Lang::En, 1));
    assert_eq!(refusal(&shop, |tx| editing::restore(tx, &by(), KEY, Lang::En, 1)), "help_page.draft_there");
    // What somebody writes by SQL is a version too, and what was made from an older one is no longer published over it.
    shop.execute_batch("UPDATE cms_page SET markdown = 'By hand' WHERE url_key = 'returns' AND lang = 'en'")
        .expect("SQL");
    let why = refusal(&shop, |tx| editing::publish(tx, &by(), &en, KEY, &seen(1), None));
    assert_eq!(why, "help_page.changed_meanwhile");
}

#[test]
fn scheduled_text_waits_for_its_time_and_stays_ready() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let at = |hours: i64| {
        let at = now() + SignedDuration::from_hours(hours);
        crate::domain::working_days::in_shop_zone(at).datetime()
    };
    let seen = |version| [SeenDraft { lang: Lang::En, version }];
    with(&shop, |tx| editing::save(tx, &by(), &en, (KEY, Lang::En), (0, 1), &text("Later")));
    let past = refusal(&shop, |tx| editing::publish(tx, &by(), &en, KEY, &seen(1), Some(at(-1))));
    assert_eq!(past, "help_page.time_past");
    with(&shop, |tx| editing::publish(tx, &by(), &en, KEY, &seen(1), Some(at(2))));
    let unready = refusal(&shop, |tx| editing::save(tx, &by(), &en, (KEY, Lang::En), (2, 1), &text("# Later")));
    assert_eq!(unready, "help_page.heading_first");
    assert_eq!(with(&shop, |tx| super::list_due(tx, now(), 9)), [0_i64; 0]);
    let later = now() + SignedDuration::from_hours(3);
    let due = with(&shop, |tx| super::list_due(tx, later, 9));
    let then = crate::call::View { now: later, ..view(Lang::En, Currency::Eur) };
    let origin = crate::audit::Origin { network: None, salt: [0; 32] };
    let entries = || shop.one::<i64>("SELECT count(*) FROM audit_entry", vals![]).expect("entries");
    let before = entries();
    assert!(with(&shop, |tx| super::publish_due(tx, &then, due[0], &origin)));
    assert_eq!(entries(), before + 1);
    // Taken back, or published, just before: nothing is done, and nothing recorded.
    assert!(!with(&shop, |tx| super::publish_due(tx, &then, due[0], &origin)));
    assert_eq!(entries(), before + 1);
    let text: String =
        with(&shop, |tx| tx.one("SELECT markdown FROM cms_page WHERE url_key = 'returns' AND lang = 'en'", vals![]));
    assert_eq!(text, "Later");
    assert_indexed(&shop, |tx| super::list_due(tx, later, 9));
}
