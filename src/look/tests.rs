//! Drawings that were put in, the rules of publishing, and documents past the console.

use jiff::SignedDuration;
use proptest::prelude::*;

use super::editing::{self, Kind, Published};
use super::files;
use super::store;
use super::types::{DrawingKind, HomePage};
use crate::audit::{Actor, By};
use crate::cms;
use crate::domain::look::{Colour, Drawing, HouseWords, Look, Preset};
use crate::domain::money::Currency;
use crate::domain::store_view::Lang;
use crate::testing::{assert_indexed, fuzz, now, refusal, refused_fields, seeded, view, with};

fn by() -> By {
    By { actor: Actor::Staff(1), now: now() }
}

fn svg(inside: &str) -> Vec<u8> {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 50">{inside}</svg>"#
    )
    .into_bytes()
}

const MARK: &str = r##"<path d="M0 0h200v50H0z" fill="#203c45"/>"##;

fn kept(kind: DrawingKind, bytes: &[u8]) -> (Drawing, String) {
    let cleaned = files::cleaned(kind, bytes).expect("a drawing");
    let (_, content) = cleaned.files.iter().find(|(name, _)| *name == cleaned.drawing.file).expect("its file");
    (cleaned.drawing, String::from_utf8_lossy(content).into_owned())
}

fn why(kind: DrawingKind, bytes: &[u8]) -> &'static str {
    files::cleaned(kind, bytes).expect_err("a refusal").id
}

#[test]
fn drawings_keep_what_they_draw_and_nothing_else() {
    let dangerous = [
        "<script>alert(1)</script>",
        r#"<rect width="9" height="9" onload="alert(1)" onclick="alert(1)"/>"#,
        r#"<a xlink:href="javascript:alert(1)"><rect width="9" height="9"/></a>"#,
        r#"<image width="9" height="9" xlink:href="https://elsewhere.example/pixel.png"/>"#,
        r#"<image width="9" height="9" xlink:href="file:///etc/passwd"/>"#,
        r#"<use xlink:href="https://elsewhere.example/a.svg#b"/>"#,
        "<style>@import url(https://elsewhere.example/a.css); rect{fill:url(https://elsewhere.example/b)}</style>",
        r#"<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onclick" to="alert(1)"/>"#,
        "<!-- somebody's name --><metadata>somebody's name</metadata><title>somebody's name</title>",
    ];
    for inside in dangerous {
        let (drawing, content) = kept(DrawingKind::Logo, &svg(&format!("{inside}{MARK}")));
        assert_eq!((drawing.width, drawing.height), (480, 120));
        for trace in ["script", "alert", "elsewhere", "passwd", "javascript", "onload", "@import", "somebody", "<a"] {
            assert!(!content.contains(trace), "{trace} of {inside} is left: {content}");
        }
        assert!(content.contains("#203c45"), "{content}");
    }
}

#[test]
fn what_is_no_drawing_is_refused_with_the_mend() {
    let entities = format!(
        r#"<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>{}"#,
        String::from_utf8(svg("<desc>&b;</desc>")).expect("text")
    );
    for bytes in [&b""[..], b"GIF89a", b"<svg", b"\x89PNG\r\n\x1a\n", b"<html></html>", entities.as_bytes(), &svg("")] {
        assert_eq!(why(DrawingKind::Logo, bytes), "look.drawing_unreadable", "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(why(DrawingKind::Logo, &svg("<text>A house</text>")), "look.drawing_text");
    assert_eq!(why(DrawingKind::Icon, &svg(MARK)), "look.drawing_square");
    let long = String::from_utf8(svg(MARK)).expect("text").replace("200 50", "1100 50");
    assert_eq!(why(DrawingKind::Logo, long.as_bytes()), "look.drawing_shape");
    assert_eq!(why(DrawingKind::Logo, &vec![b' '; (2 << 20) + 1]), "look.drawing_large");
    for costly in [
        r#"<marker id="m"><path d="M0 0h9v9z"/></marker>"#.to_owned(),
        r##"<filter id="f"><feMorphology radius="99"/></filter><path filter="url(#f)" d="M0 0h9v9z"/>"##.into(),
        r##"<pattern id="p" width="1" height="1"><path d="M0 0h9v9z"/></pattern><path fill="url(#p)" d="M0 0h99v9z"/>"##.into(),
        r##"<clipPath id="a"><path d="M0 0h9v9z"/></clipPath><clipPath id="b"><path clip-path="url(#a)" d="M0 0h9v9z"/></clipPath><path clip-path="url(#b)" d="M0 0h9v9z"/>"##.into(),
        format!("{}{MARK}{}", "<g>".repeat(80), "</g>".repeat(80)),
        r#"<path d="M0 0h9v9z"/>"#.repeat(20_001),
    ] {
        let bytes = svg(&costly);
        let why = why(DrawingKind::Logo, &bytes);
        assert!(why == "look.drawing_effects" || bytes.len() > 100_000, "{why}: {}", &costly[..60]);
    }
    let clipped =
        r##"<clipPath id="a"><path d="M0 0h99v50H0z"/></clipPath><path clip-path="url(#a)" d="M0 0h200v50H0z"/>"##;
    assert!(files::cleaned(DrawingKind::Logo, &svg(clipped)).is_ok(), "a clip is plain");
    let ids = r#"<path id="Bed &amp; Bath" d="M0 0h200v50H0z"/>"#;
    assert_eq!(why(DrawingKind::Logo, &svg(ids)), "look.drawing_unreadable", "rather than a broken file");
    // Ten elements that are used ten times each, six times over: a million.
    let mut bomb = String::from(r#"<defs><path id="a0" d="M0 0h9v9z"/>"#);
    for level in 1..=6 {
        let uses = format!(r##"<use xlink:href="#a{}"/>"##, level - 1).repeat(10);
        bomb.push_str(&format!(r#"<g id="a{level}">{uses}</g>"#));
    }
    bomb.push_str(r##"</defs><use xlink:href="#a6"/>"##);
    assert!(files::cleaned(DrawingKind::Logo, &svg(&bomb)).is_err());
}

#[test]
fn pictures_become_small_ones_in_the_sizes_that_are_needed() {
    let picture = |width, height| {
        let mut content = std::io::Cursor::new(Vec::new());
        let pixels = image::RgbaImage::from_pixel(width, height, image::Rgba([32, 60, 69, 255]));
        image::DynamicImage::from(pixels).write_to(&mut content, image::ImageFormat::Png).expect("a PNG");
        content.into_inner()
    };
    let (logo, _) = kept(DrawingKind::Logo, &picture(900, 300));
    assert_eq!((logo.width, logo.height, logo.file.ends_with(".png")), (360, 120, true));
    let icon = files::cleaned(DrawingKind::Icon, &picture(700, 700)).expect("an icon");
    assert_eq!((icon.drawing.width, icon.files.len()), (512, 2));
    assert!(icon.files.iter().any(|(name, _)| Some(name.clone()) == files::touch_icon(&icon.drawing.file)));
    assert_eq!(why(DrawingKind::Icon, &picture(90, 90)), "look.drawing_small");
    assert_eq!(why(DrawingKind::Logo, &picture(4_001, 500)), "look.drawing_unreadable");
    let mut cut = picture(300, 100);
    cut.truncate(cut.len() / 2);
    assert_eq!(why(DrawingKind::Logo, &cut), "look.drawing_unreadable");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever a stranger's file holds, it is refused or becomes files without a script.
    #[test]
    fn no_bytes_break_the_reading(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        elements in proptest::collection::vec(
            ("(script|a|style|rect|g|use|image|animate|metadata)", "(onload|href|id|style|class)", "[a-z<>&;:#.0-9]{0,20}"),
            0..8,
        ),
    ) {
        let _ = files::cleaned(DrawingKind::Logo, &bytes);
        let mut inside: String = elements
            .iter()
            .map(|(name, attribute, text)| {
                let text = text.replace('&', "&amp;").replace('<', "&lt;");
                format!(r#"<{name} {attribute}="{text}" width="9" height="9">{text}</{name}>"#)
            })
            .collect();
        inside.push_str(MARK);
        let cleaned = files::cleaned(DrawingKind::Logo, &svg(&inside));
        if let Ok(cleaned) = cleaned {
            for (_, content) in cleaned.files {
                prop_assert!(!String::from_utf8_lossy(&content).contains("<script"));
            }
        }
    }
}

proptest! {
    #![proptest_config(fuzz::config())]

    /// Whatever is changed about a drawing, it is refused or written without what acts or asks somewhere.
    #[test]
    fn a_changed_drawing_neither_acts_nor_asks(bytes in fuzz::mutated("drawings")) {
        if let Ok(cleaned) = files::cleaned(DrawingKind::Logo, &bytes) {
            for (_, content) in cleaned.files {
                let text = String::from_utf8_lossy(&content);
                for word in ["<script", "onload", "javascript:", "evil.example", "file:", "<foreignObject", "<image"] {
                    prop_assert!(!text.contains(word), "{word} in {text}");
                }
            }
        }
    }
}

#[test]
fn look_is_in_force_once_published_and_every_one_comes_back() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let (first, number) = with(&shop, |tx| editing::published::<Look>(tx));
    assert_eq!(number, 1, "the demonstration's words");
    let mut look = Look { palette: Preset::Forest.palette(), ..first.clone() };
    look.palette.accent = Colour::new(0xdd, 0xdd, 0xdd);
    look.sender = "The house <house@example.com>".into();
    look.logo = Some(Drawing { file: "../../etc/passwd".into(), width: 9, height: 9 });
    look.words.insert(Lang::De, HouseWords { line: "Aus {marke}.".into(), ..HouseWords::default() });
    with(&shop, |tx| editing::save(tx, &by(), &en, (0, 1), look.clone()));
    assert_eq!(refusal(&shop, |tx| editing::save(tx, &by(), &en, (0, 1), look.clone())), "look.changed_meanwhile");
    let fields = refused_fields(&shop, |tx| editing::publish::<Look>(tx, &by(), &en, 1, None));
    assert_eq!(fields, ["palette.accent", "sender", "words.de.line"]);
    look.palette = Preset::Forest.palette();
    look.sender = "The house".into();
    look.words.insert(Lang::De, HouseWords { line: "Aus {brand}.".into(), ..HouseWords::default() });
    with(&shop, |tx| editing::save(tx, &by(), &en, (1, 1), look.clone()));
    assert_eq!(with(&shop, store::in_force), first, "a draft is nobody's look");
    with(&shop, |tx| editing::publish::<Look>(tx, &by(), &en, 2, None));
    let published = with(&shop, store::in_force);
    assert_eq!(published, Look { logo: None, ..look }, "a drawing that is not there is none");
    with(&shop, |tx| editing::restore::<Look>(tx, &by(), 1));
    assert_eq!(refusal(&shop, |tx| editing::restore::<Look>(tx, &by(), 1)), "look.draft_there");
    // Another draft than that of before, whose version somebody may still have seen.
    assert_eq!(refusal(&shop, |tx| editing::publish::<Look>(tx, &by(), &en, 1, None)), "look.changed_meanwhile");
    let version = with(&shop, |tx| store::find(tx, Kind::Look)).expect("a draft").version;
    with(&shop, |tx| editing::publish::<Look>(tx, &by(), &en, version, None));
    assert_eq!(with(&shop, |tx| editing::published::<Look>(tx)), (first, 3));
    // What a newer program has written keeps this one from nothing.
    with(&shop, |tx| store::add_version(tx, Kind::Look, r#"{"new": 1}"#, "", now()));
    assert_eq!(with(&shop, store::in_force), with(&shop, |tx| editing::published::<Look>(tx)).0);
    assert_eq!(refusal(&shop, |tx| editing::restore::<Look>(tx, &by(), 4)), "help_page.version_unknown");
    assert_indexed(&shop, |tx| store::versions(tx, Kind::Look, 50));
    assert_indexed(&shop, |tx| store::list_due(tx, now(), 50));
}

#[test]
fn home_page_leads_only_to_what_is_there_in_every_language() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let before = with(&shop, |tx| HomePage::in_force(tx));
    with(&shop, |tx| before.put(tx));
    assert_eq!(with(&shop, |tx| HomePage::in_force(tx)), before, "written and read, nothing is lost");
    let mut page = before.clone();
    page.structure.blocks.push("attic".into());
    page.structure.bestsellers.push("NO-SUCH".into());
    page.structure.bestsellers_mobile.push("SET-PER".into());
    page.structure.hero.image = "no-such".into();
    page.texts.get_mut(&Lang::Zh).expect("Chinese").hero.title.clear();
    page.texts.get_mut(&Lang::Zh).expect("Chinese").announcement.clear();
    with(&shop, |tx| editing::save(tx, &by(), &en, (0, 1), page.clone()));
    let fields = refused_fields(&shop, |tx| editing::publish::<HomePage>(tx, &by(), &en, 1, None));
    let blocks = ["de", "en", "es", "fr", "zh"].map(|lang| format!("texts.{lang}.blocks.attic.title"));
    let mut expected = vec![
        "structure.bestsellers.4".to_owned(),
        "structure.bestsellers_mobile".into(),
        "structure.blocks.4".into(),
        "structure.hero.image".into(),
        "texts.zh.hero.title".into(),
    ];
    expected.extend(blocks);
    expected.sort();
    assert_eq!(fields, expected);
    page = before.clone();
    page.structure.blocks.reverse();
    page.texts.get_mut(&Lang::En).expect("English").hero.title = "Sleep well".into();
    with(&shop, |tx| editing::save(tx, &by(), &en, (1, 1), page.clone()));
    // Somebody imports a home page past the console.
    let mut imported = before.clone();
    imported.structure.blocks.truncate(2);
    imported.texts.remove(&Lang::Zh);
    with(&shop, |tx| cms::save_home_content(tx, &imported.structure, &imported.texts));
    assert_eq!(with(&shop, |tx| HomePage::in_force(tx)), imported, "what it lacks is gone");
    assert_eq!(refusal(&shop, |tx| editing::publish::<HomePage>(tx, &by(), &en, 2, None)), "look.changed_meanwhile");
    with(&shop, |tx| editing::save(tx, &by(), &en, (2, 2), page.clone()));
    with(&shop, |tx| editing::publish::<HomePage>(tx, &by(), &en, 3, None));
    assert_eq!(with(&shop, |tx| editing::published::<HomePage>(tx)), (page, 3));
    let second = with(&shop, |tx| store::find_version(tx, Kind::Home, 2)).expect("the imported one");
    assert_eq!(store::parsed::<HomePage>(Kind::Home, &second).expect("JSON"), imported);
}

#[test]
fn draft_that_is_not_ready_at_its_time_waits_for_somebody() {
    let shop = seeded();
    let en = view(Lang::En, Currency::Eur);
    let page = with(&shop, |tx| HomePage::in_force(tx));
    let later = now() + SignedDuration::from_hours(2);
    let local = crate::domain::working_days::in_shop_zone(later).datetime();
    with(&shop, |tx| editing::save(tx, &by(), &en, (0, 1), page.clone()));
    let past = local.saturating_sub(SignedDuration::from_hours(9));
    assert_eq!(refused_fields(&shop, |tx| editing::publish::<HomePage>(tx, &by(), &en, 1, Some(past))), ["at"]);
    with(&shop, |tx| editing::publish::<HomePage>(tx, &by(), &en, 1, Some(local)));
    assert_eq!(with(&shop, |tx| store::list_due(tx, now(), 9)), Vec::<i64>::new());
    let due = with(&shop, |tx| store::list_due(tx, later, 9));
    assert_eq!(due.len(), 1);
    let mut broken = page;
    broken.structure.hero.image = "no-such".into();
    let fields = refused_fields(&shop, |tx| editing::save(tx, &by(), &en, (2, 1), broken.clone()));
    assert_eq!(fields, ["structure.hero.image"], "what is scheduled stays ready");
    with(&shop, |tx| editing::unschedule(tx, &by(), Kind::Home, 2));
    assert_eq!(with(&shop, |tx| store::list_due(tx, later, 9)), Vec::<i64>::new());
    assert_eq!(refusal(&shop, |tx| editing::discard(tx, Kind::Home, 2)), "look.changed_meanwhile");
    with(&shop, |tx| editing::discard(tx, Kind::Home, 3));
}
