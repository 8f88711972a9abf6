use jiff::civil::date;

use super::DEMO_TAG;
use super::editing::{Seen, Until, Wish, plan, save, switch_off, version};
use crate::config::Mode;
use crate::testing::{assert_indexed, fixture};
use crate::{cms, message, order};

fn wish(tag: &str) -> Wish {
    Wish { tag: tag.into(), ..Wish::default() }
}

#[test]
fn what_is_not_named_stays_and_the_tag_is_on_again() {
    let shop = fixture::shop();
    let now = fixture::at("2025-11-26T09:00:00Z");
    let first = Wish {
        percent: Some(25),
        until: Until::Day(date(2025, 12, 31)),
        domains: Some(vec![" @Valmere.Example ".into()]),
        ..wish("autumn")
    };
    let (made, _) = shop.write(|tx| save(tx, Mode::Demo, &first, Seen::None, now));
    assert_eq!((made.after.tag.as_str(), made.after.domains()), ("AUTUMN", vec!["valmere.example".to_owned()]));
    shop.write(|tx| switch_off(tx, "autumn"));
    let again = shop.write(|tx| save(tx, Mode::Demo, &wish("Autumn"), Seen::Anything, now)).0.after;
    assert_eq!((again.percentage, again.active, again.valid_to), (25, true, made.after.valid_to));
    let endless = Wish { until: Until::Endless, domains: Some(Vec::new()), ..wish("AUTUMN") };
    let endless = shop.write(|tx| save(tx, Mode::Demo, &endless, Seen::Version(&version(&again)), now)).0.after;
    assert_eq!((endless.valid_to, endless.domains()), (None, Vec::new()));
}

#[test]
fn of_two_people_the_second_is_told_and_nothing_bad_is_saved() {
    let shop = fixture::shop();
    let now = fixture::at("2025-11-26T09:00:00Z");
    let made = shop.write(|tx| save(tx, Mode::Demo, &wish("TEAM"), Seen::None, now)).0.after;
    let seen = version(&made);
    let refused = |wish: &Wish, seen: Seen<'_>| {
        let error = shop.write(|tx| Ok(plan(tx, Mode::Demo, wish, seen, now).expect_err("refused")));
        error.refusal().expect("a refusal").message.id
    };
    shop.write(|tx| save(tx, Mode::Demo, &Wish { percent: Some(20), ..wish("TEAM") }, Seen::Version(&seen), now));
    assert_eq!(refused(&wish("TEAM"), Seen::Version(&seen)), message::PROMO_TAG_CHANGED.id);
    assert_eq!(refused(&wish("team"), Seen::None), message::PROMO_TAG_TAKEN.id);
    assert_eq!(refused(&wish("OTHER"), Seen::Version(&seen)), message::PROMO_TAG_UNKNOWN.id);
    for tag in ["", " ", "two words", "ÄRA", &"A".repeat(41)] {
        assert_eq!(refused(&wish(tag), Seen::None), message::PROMO_TAG_CODE.id, "{tag}");
    }
    for percent in [0, 101] {
        let wish = Wish { percent: Some(percent), ..wish("X") };
        assert_eq!(refused(&wish, Seen::None), message::PROMO_TAG_PERCENT.id);
    }
    for domain in ["", "@", "a b.example", "a.example,b.example", "localhost"] {
        let wish = Wish { domains: Some(vec![domain.into()]), ..wish("X") };
        assert_eq!(refused(&wish, Seen::None), message::PROMO_TAG_DOMAIN.id, "{domain}");
    }
    let spans = [
        (None, date(2025, 11, 25), message::PROMO_TAG_OVER),
        (Some(date(2025, 12, 2)), date(2025, 12, 1), message::PROMO_TAG_BACKWARDS),
    ];
    for (from, until, why) in spans {
        let wish = Wish { from, until: Until::Day(until), ..wish("X") };
        assert_eq!(refused(&wish, Seen::None), why.id);
    }
    // Today still counts.
    let today = Wish { until: Until::Day(date(2025, 11, 26)), ..wish("X") };
    shop.write(|tx| plan(tx, Mode::Demo, &today, Seen::None, now));
}

#[test]
fn demonstration_s_tag_is_refused_in_production_alone() {
    let shop = fixture::shop();
    let now = fixture::at("2025-11-26T09:00:00Z");
    let of = |mode: Mode, tag: &str| shop.write(|tx| Ok(plan(tx, mode, &wish(tag), Seen::Anything, now).err()));
    for tag in [DEMO_TAG, " valmere-team "] {
        let error = of(Mode::Production, tag).expect("refused");
        assert_eq!(error.refusal().expect("a refusal").message.id, message::PROMO_TAG_DEMONSTRATION.id, "{tag}");
        assert!(of(Mode::Demo, tag).is_none(), "{tag}");
    }
    assert!(of(Mode::Production, "VALMERE-TEAM-2").is_none());
}

#[test]
fn orders_are_counted_by_an_index() {
    let shop = fixture::shop();
    assert_indexed(&shop.connection, |tx| {
        let codes: Vec<String> = cms::list_tags(tx)?.into_iter().map(|row| row.tag).collect();
        order::count_by_promo_tag(tx, &codes)
    });
}
