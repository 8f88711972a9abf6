//! `page/topmenu`, `page/home`, `page/mobile`, `page/promo`, `page/cms` and `page/picture`.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::blocks::{self, Settings, resolve};
use super::content::{Placed, Structure, Texts, Words};
use super::house::{self, PageGroup};
use super::markdown::{escape, fill, keep_offered, render_page};
use super::types::{
    CmsArgs, CmsPage, Fact, Home, HomeBlock, HomeText, MenuItem, PagePicture, PictureArgs, PriceBand, Promo, TagState,
    Topmenu, TopmenuArgs,
};
use super::{report, store};
use crate::call::{Caller, NoArgs, View, Visitor};
use crate::catalog::types::NamedLink;
use crate::catalog::{self, CategoryNode, Tree, media, price};
use crate::db::Tx;
use crate::domain::money::Amount;
use crate::domain::promotion::{TagStatus, judge, normalise};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::working_days;
use crate::error::Result;
use crate::region::{self, Exchange};
use crate::{chat, identity, message};

/// The menu: the top level with its children, or one branch.
pub fn topmenu(tx: &mut dyn Tx, view: &View, args: TopmenuArgs) -> Result<Topmenu> {
    let tree = catalog::tree(tx, view.lang())?;
    let nodes: Vec<&CategoryNode> = if args.url_key.is_empty() {
        tree.children(None).collect()
    } else {
        let id = catalog::store::find_category(tx, &args.url_key, view.lang())?;
        vec![id.and_then(|id| tree.find(id)).ok_or(message::CATEGORY_NOT_FOUND)?]
    };
    let items = nodes.into_iter().map(|node| menu_item(&tree, node)).collect();
    let has_points = view.config.money.points_per_euro > 0;
    let house = links(tx, view.lang(), PageGroup::House)?;
    let house = house.into_iter().filter(|page| has_points || page.key != house::POINTS).collect();
    Ok(Topmenu { items, house })
}

/// The pages in the menu of a group.
fn links(tx: &mut dyn Tx, lang: Lang, group: PageGroup) -> Result<Vec<NamedLink>> {
    let listed = store::list_cms(tx, lang)?.into_iter().filter(|(key, _)| group.lists(key));
    Ok(listed.map(|(key, name)| NamedLink { url: format!("/{lang}/help/{key}"), key, name }).collect())
}

fn menu_item(tree: &Tree, node: &CategoryNode) -> MenuItem {
    MenuItem {
        key: node.key.clone(),
        name: node.name.clone(),
        url: tree.url(node),
        image: media::image(&node.picture, &node.alt),
        children: tree.children(Some(node.id)).map(|child| tree.link(child)).collect(),
    }
}

/// The home page for desktops.
pub fn home(tx: &mut dyn Tx, view: &View, _: NoArgs) -> Result<Home> {
    content(tx, view, false)
}

/// The home page for small screens.
pub fn mobile(tx: &mut dyn Tx, view: &View, _: NoArgs) -> Result<Home> {
    content(tx, view, true)
}

fn content(tx: &mut dyn Tx, view: &View, is_mobile: bool) -> Result<Home> {
    let alternates = alternates_of(view, "");
    let Some((structure, texts)) = store::home(tx, view.lang())? else {
        return Ok(Home { meta_title: view.config.brand.name.clone(), alternates, ..Home::default() });
    };
    let tree = catalog::tree(tx, view.lang())?;
    let skus = match is_mobile && !structure.bestsellers_mobile.is_empty() {
        true => &structure.bestsellers_mobile,
        false => &structure.bestsellers,
    };
    let ids = catalog::product_ids(tx, skus)?;
    let best_sellers = catalog::cards(tx, view, &ids)?;
    let (placed, words) =
        if is_mobile { (&structure.hero_mobile, &texts.hero_mobile) } else { (&structure.hero, &texts.hero) };
    let (meta_title, meta_description) = match &texts.meta {
        Some(meta) => (meta.title.clone(), meta.description.clone()),
        None => (texts.hero.title.clone(), texts.hero.text.clone()),
    };
    Ok(Home {
        meta_title,
        meta_description,
        hero: Some(hero(&tree, placed, words)),
        blocks: blocks(&tree, &structure, &texts),
        story: Some(home_text(&tree, &structure.story, &texts.story)),
        best_sellers_title: texts.bestsellers.title.clone(),
        best_sellers,
        facts: texts.facts.iter().map(|fact| Fact { title: fact.title.clone(), text: fact.text.clone() }).collect(),
        alternates,
    })
}

/// The hero's picture is the largest element of the first view, so it gets a preview.
fn hero(tree: &Tree, placed: &Placed, words: &Words) -> HomeText {
    HomeText { image: media::first_image(&placed.image, &words.alt), ..home_text(tree, placed, words) }
}

fn home_text(tree: &Tree, placed: &Placed, words: &Words) -> HomeText {
    HomeText {
        title: words.title.clone(),
        text: words.text.clone(),
        cta: words.cta.clone(),
        url: tree.by_key(placed.leads_to(words)).map(|node| tree.url(node)).unwrap_or_default(),
        image: media::image(&placed.image, &words.alt),
    }
}

/// The blocks whose category exists.
fn blocks(tree: &Tree, structure: &Structure, texts: &Texts) -> Vec<HomeBlock> {
    structure
        .blocks
        .iter()
        .filter_map(|key| {
            let node = tree.by_key(key)?;
            let words = texts.blocks.get(key)?;
            Some(HomeBlock {
                key: key.clone(),
                title: words.title.clone(),
                text: words.text.clone(),
                url: tree.url(node),
                image: media::image(&node.picture, &node.alt),
            })
        })
        .collect()
}

/// The announcement, and the status of the visitor's promo tag.
pub fn promo(tx: &mut dyn Tx, caller: Caller<'_>, _: NoArgs) -> Result<Promo> {
    let view = caller.view();
    let announcement = match store::home(tx, view.lang())? {
        Some((_, texts)) => {
            let exchange = region::exchange(tx, view.currency)?;
            fill(&texts.announcement, &[("free_from", free_from(tx, view, &exchange)?)])
        }
        None => String::new(),
    };
    let tag = match caller {
        Caller::View(_) | Caller::Console(_) => None,
        Caller::Visitor(visitor) => tag_state(tx, visitor, None)?,
    };
    Ok(Promo { announcement, tag })
}

/// The status of the visitor's promo tag; none without one. A tag with domains requires a logged-in customer with a
/// verified address, or an address that an operator vouches for.
pub fn tag_state(tx: &mut dyn Tx, visitor: &Visitor, vouched_email: Option<&str>) -> Result<Option<TagState>> {
    let Some(claimed) = &visitor.promo_tag else { return Ok(None) };
    let code = normalise(&claimed.code);
    if code.is_empty() {
        return Ok(None);
    }
    let found = if claimed.is_hidden { None } else { store::find_tag(tx, &code)? };
    let is_bound = found.as_ref().is_some_and(|tag| !tag.email_domains.is_empty());
    let email = match (vouched_email, visitor.session.customer_id) {
        (Some(email), _) => Some(email.to_owned()),
        (None, Some(customer)) if is_bound => identity::proved_email(tx, customer)?,
        _ => None,
    };
    let status = judge(found.as_ref(), email.as_deref(), visitor.now());
    let percent = found.filter(|_| status == TagStatus::Applied).map_or(0, |tag| tag.percent.hundredths() / 100);
    Ok(Some(TagState { tag: code, status, percentage: percent }))
}

/// Whether a tag is known. Tags that are off or not yet valid count as unknown.
pub fn is_known_tag(tx: &mut dyn Tx, code: &str, now: Timestamp) -> Result<bool> {
    Ok(judge(store::find_tag(tx, code)?.as_ref(), None, now) != TagStatus::Unknown)
}

/// The threshold of free standard delivery, formatted in the visitor's language and currency.
fn free_from(tx: &mut dyn Tx, view: &View, exchange: &Exchange) -> Result<String> {
    let amount = exchange.of_eur(view.config.shipping.free_from)?.amount();
    Ok(price::mentioned(amount, &price::symbol(tx, view.currency)?, view.lang()))
}

/// A help page.
pub fn cms(tx: &mut dyn Tx, view: &View, args: CmsArgs) -> Result<CmsPage> {
    let lang = view.lang();
    let row = store::find_cms(tx, &args.url_key, lang)?.ok_or(message::HELP_NOT_FOUND)?;
    let settings = Settings::load(tx, view)?;
    let values = page_values(tx, view, &row.url_key, lang)?;
    let page = render_page(&fill(&shown(view, &row.markdown, &settings), &values), lang);
    let group = PageGroup::of(&row.url_key);
    let siblings = links(tx, lang, group)?;
    let bands = if row.url_key == house::GIFTS { gift_bands(tx, view)? } else { Vec::new() };
    Ok(CmsPage {
        url: format!("/{lang}/help/{}", row.url_key),
        alternates: alternates_of(view, &format!("/help/{}", row.url_key)),
        title: row.title,
        meta_description: row.description,
        html: page.html,
        contents: page.contents,
        updated: row.updated,
        siblings,
        group,
        bands,
        url_key: row.url_key,
    })
}

/// The gifts by price, at most [`MOST_GIFTS`] of them.
fn gift_bands(tx: &mut dyn Tx, view: &View) -> Result<Vec<PriceBand>> {
    let tree = catalog::tree(tx, view.lang())?;
    let Some(gifts) = tree.by_key(house::GIFTS_CATEGORY) else { return Ok(Vec::new()) };
    let ids = catalog::cheapest(tx, view, gifts.id, MOST_GIFTS)?;
    let mut cards = catalog::cards(tx, view, &ids)?;
    let ends = house::BOUNDS.map(|whole| Amount::from_minor(whole * 100));
    let mut bands = Vec::new();
    let mut from = None;
    for to in ends.into_iter().map(Some).chain([None]) {
        let (within, dearer) = cards.into_iter().partition(|card| to.is_none_or(|to| card.price <= to));
        cards = dearer;
        bands.push(PriceBand { from, to, cards: within });
        from = to;
    }
    bands.retain(|band| !band.cards.is_empty());
    Ok(bands)
}

const MOST_GIFTS: u32 = 48;

/// The picture of an empty state, with its preview.
pub fn picture(_: &mut dyn Tx, _: &View, args: PictureArgs) -> Result<PagePicture> {
    Ok(PagePicture { image: media::first_image(args.of.picture(), "") })
}

/// The text of a page with these settings: without the parts that do not hold, and with its placeholders.
pub fn shown(view: &View, markdown: &str, settings: &Settings) -> String {
    let (markdown, _) = resolve(markdown, settings);
    keep_offered(&markdown, |method| view.config.takes(method, view.stores.languages()))
}

/// The placeholders of a page with their values.
pub fn page_values(tx: &mut dyn Tx, view: &View, url_key: &str, lang: Lang) -> Result<Vec<(&'static str, String)>> {
    let mut values = values(tx, view)?;
    if url_key == ACCESSIBILITY {
        values.extend(report::values(lang, view.stores.speaks(Lang::Zh)));
    }
    Ok(values)
}

/// The help page with the report of the accessibility tests.
const ACCESSIBILITY: &str = "accessibility";

/// A time of day as it is said in a language: `8:00`; in German `8`, in French `8 h`, both with minutes if there are any.
fn spoken(lang: Lang, time: jiff::civil::Time) -> String {
    match (lang, time.minute()) {
        (Lang::De, 0) => time.hour().to_string(),
        (Lang::Fr, 0) => format!("{}\u{a0}h", time.hour()),
        (Lang::Fr, minute) => format!("{}\u{a0}h\u{a0}{minute:02}", time.hour()),
        (_, minute) => format!("{}:{minute:02}", time.hour()),
    }
}

/// The placeholders of help pages with their values.
pub fn values(tx: &mut dyn Tx, view: &View) -> Result<Vec<(&'static str, String)>> {
    let config = &view.config;
    let hours = chat::service_hours(tx, config);
    let (company, epr) = (&config.company, &config.epr);
    // One line per entry.
    let lines = |lines: &[String]| lines.iter().map(|line| postal(line)).collect::<Vec<_>>().join("\\\n");
    let joined = |lines: &[String]| postal(&lines.join(", "));
    let collection = |product_type: &str| {
        let cost = config.shipping.collection.get(product_type).copied().unwrap_or_default();
        price::mentioned(cost, "€", view.lang())
    };
    let exchange = region::exchange(tx, view.currency)?;
    let bands = region::rate_bands(tx, &view.store.default_country, &exchange)?;
    let standard = bands.iter().find(|band| band.method == ShippingMethod::STANDARD);
    let standard_days = match standard {
        Some(band) if band.min_days == band.max_days => band.min_days.to_string(),
        Some(band) => format!("{}–{}", band.min_days, band.max_days),
        None => String::new(),
    };
    let payment_types = catalog::payment_types(tx, view.lang(), config.payment.beside_cards(view.currency))?;
    let countries = region::country_names(tx, view.lang())?;
    let cheque_countries = config.payment.cheque.countries.iter().map(|id| countries.get(id).unwrap_or(id).clone());
    Ok(vec![
        ("brand", escape(&config.brand.name)),
        ("company", escape(&config.company.name)),
        // Without line breaks.
        ("phone", escape(&config.company.phone).replace(' ', "\u{a0}")),
        ("email", escape(&config.company.email)),
        ("chat_opens", hours.map_or_else(String::new, |of| spoken(view.lang(), of.opens))),
        ("chat_closes", hours.map_or_else(String::new, |of| spoken(view.lang(), of.closes))),
        ("time_zone", working_days::zone_abbreviation(view.now)),
        ("address", joined(&company.address)),
        ("public_url", config.public_url()),
        ("free_from", free_from(tx, view, &exchange)?),
        ("standard_days", standard_days),
        ("carriers", carriers(tx, view.lang())?),
        ("payment_types", listed(view.lang(), payment_types)),
        ("cheque_countries", listed(view.lang(), cheque_countries)),
        ("legal_form", escape(&company.legal_form)),
        ("register", escape(&company.register)),
        ("siren", grouped(&company.siren)),
        ("siret", grouped(&company.siret)),
        ("vat_id", escape(&company.vat_id)),
        ("activity_code", escape(&company.activity_code)),
        ("director", escape(&company.director)),
        ("safety_email", escape(&company.safety_email)),
        ("host", lines(&config.imprint.host)),
        ("mediator", lines(&config.imprint.mediator)),
        ("mediator_line", joined(&config.imprint.mediator)),
        ("epr_fr_packaging", escape(&epr.fr_packaging)),
        ("epr_fr_furniture", escape(&epr.fr_furniture)),
        ("epr_fr_textiles", escape(&epr.fr_textiles)),
        ("epr_de_packaging", escape(&epr.de_packaging)),
        ("epr_es_packaging", escape(&epr.es_packaging)),
        ("collect_topper", collection("mattress_topper")),
        ("collect_mattress", collection("mattress")),
        ("collect_bed", collection("bed")),
    ])
}

/// The names of the carriers that take parcels somewhere, as checkout has them.
fn carriers(tx: &mut dyn Tx, lang: Lang) -> Result<String> {
    Ok(listed(lang, blocks::carrier_names(tx, lang)?.into_iter().map(|(_, name)| name)))
}

/// Names in one line, divided as the language does.
fn listed(lang: Lang, names: impl IntoIterator<Item = String>) -> String {
    let between = if lang == Lang::Zh { "、" } else { ", " };
    names.into_iter().map(|name| escape(&name)).collect::<Vec<_>>().join(between)
}

/// A line of an address with no-break spaces after numbers.
fn postal(line: &str) -> String {
    let mut words = String::with_capacity(line.len());
    let mut is_number = false;
    for c in line.chars() {
        words.push(if c == ' ' && is_number { '\u{a0}' } else { c });
        is_number = c.is_ascii_digit();
    }
    escape(&words)
}

/// A registration number in groups: three, three, three digits, and the rest.
fn grouped(number: &str) -> String {
    let digits: Vec<char> = number.chars().filter(|c| !c.is_whitespace()).collect();
    let (head, rest) = digits.split_at(digits.len().min(9));
    let mut groups: Vec<String> = head.chunks(3).map(|group| group.iter().collect()).collect();
    if !rest.is_empty() {
        groups.push(rest.iter().collect());
    }
    escape(&groups.join("\u{a0}"))
}

/// Language → path, for a page with the same path in all languages.
fn alternates_of(view: &View, rest: &str) -> BTreeMap<String, String> {
    view.stores.languages().iter().map(|lang| (lang.code().to_owned(), format!("/{lang}{rest}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::ClaimedTag;
    use crate::domain::money::Currency;
    use crate::session::Session;
    use crate::testing::{assert_indexed, empty, now, refusal, seeded, view, with};
    use crate::vals;

    /// As `domain.test.ts` has it for the screens.
    #[test]
    fn hours_are_said_as_in_each_language() {
        let time = |minute| jiff::civil::time(8, minute, 0, 0);
        for (lang, full, half) in [
            (Lang::En, "8:00", "8:30"),
            (Lang::Fr, "8\u{a0}h", "8\u{a0}h\u{a0}30"),
            (Lang::De, "8", "8:30"),
            (Lang::Es, "8:00", "8:30"),
            (Lang::Zh, "8:00", "8:30"),
        ] {
            assert_eq!((spoken(lang, time(0)), spoken(lang, time(30))), (full.to_owned(), half.to_owned()), "{lang}");
        }
    }

    fn visitor(lang: Lang) -> Visitor {
        Visitor::new(view(lang, Currency::Eur), Session::nobodys(), [0; 32])
    }

    #[test]
    fn menu_has_the_top_level_with_children() {
        let shop = seeded();
        let fr = view(Lang::Fr, Currency::Eur);
        let menu = with(&shop, |tx| topmenu(tx, &fr, TopmenuArgs::default()));
        assert_eq!(
            menu.items.iter().map(|item| item.key.as_str()).collect::<Vec<_>>(),
            ["bed", "bedding", "bath-and-spa", "fragrance", "gifts"]
        );
        assert!(menu.items[1].url.starts_with("/fr/c/") && menu.items[1].children.len() >= 4);
        let branch = with(&shop, |tx| topmenu(tx, &fr, TopmenuArgs { url_key: "bath-and-spa".into() }));
        assert_eq!(branch.items.len(), 1);
        assert_eq!(refusal(&shop, |tx| topmenu(tx, &fr, TopmenuArgs { url_key: "x".into() })), "category.not_found");
    }

    #[test]
    fn both_home_pages_exist_in_every_language() {
        let shop = seeded();
        for lang in Lang::ALL {
            let view = view(lang, Currency::Eur);
            let desktop = with(&shop, |tx| home(tx, &view, NoArgs {}));
            let small = with(&shop, |tx| mobile(tx, &view, NoArgs {}));
            for page in [&desktop, &small] {
                let hero = page.hero.as_ref().expect("a hero");
                assert!(!hero.title.is_empty() && hero.url.starts_with(&format!("/{lang}/c/")));
                assert_eq!(
                    page.blocks.iter().map(|block| block.key.as_str()).collect::<Vec<_>>(),
                    ["bath-and-spa", "bed", "bedding", "fragrance"]
                );
                assert!(page.best_sellers.len() >= 4 && page.facts.len() >= 3 && page.story.is_some());
                assert_eq!(page.alternates["de"], "/de");
            }
            assert!(small.best_sellers.len() > desktop.best_sellers.len());
        }
        assert_indexed(&shop, |tx| home(tx, &view(Lang::En, Currency::Eur), NoArgs {}));
    }

    #[test]
    fn empty_shop_has_empty_pages() {
        let shop = empty();
        let en = view(Lang::En, Currency::Chf);
        let page = with(&shop, |tx| home(tx, &en, NoArgs {}));
        assert!(page.hero.is_none() && page.blocks.is_empty() && page.best_sellers.is_empty());
        assert!(with(&shop, |tx| topmenu(tx, &en, TopmenuArgs::default())).items.is_empty());
        assert_eq!(with(&shop, |tx| promo(tx, Caller::View(&en), NoArgs {})).announcement, "");
        assert_eq!(refusal(&shop, |tx| cms(tx, &en, CmsArgs { url_key: "returns".into() })), "page.help_not_found");
    }

    #[test]
    fn announcement_has_the_amount_in_the_visitors_currency() {
        let shop = seeded();
        let text =
            |lang, currency| with(&shop, |tx| promo(tx, Caller::View(&view(lang, currency)), NoArgs {})).announcement;
        assert!(text(Lang::En, Currency::Eur).ends_with("€150"));
        assert!(text(Lang::Fr, Currency::Eur).ends_with("150\u{a0}€"));
        assert!(text(Lang::En, Currency::Gbp).ends_with("£131.50"), "{}", text(Lang::En, Currency::Gbp));
        assert!(text(Lang::Zh, Currency::Eur).contains("€150"));
    }

    #[test]
    fn promo_tag_has_a_status_and_never_an_error() {
        let shop = seeded();
        let claims = |tag: &str| Visitor { promo_tag: Some(tag.into()), ..visitor(Lang::En) };
        let state = |visitor: &Visitor, email: Option<&str>| with(&shop, |tx| tag_state(tx, visitor, email));
        assert_eq!(state(&visitor(Lang::En), None), None);
        assert_eq!(state(&claims("  "), None), None);
        let applied = state(&claims(" valmere-team "), None).expect("a state");
        assert_eq!(
            (applied.tag.as_str(), applied.status, applied.percentage),
            ("VALMERE-TEAM", TagStatus::Applied, 30)
        );
        let unknown = state(&claims("NOBODY"), None).expect("a state");
        assert_eq!((unknown.status, unknown.percentage), (TagStatus::Unknown, 0));
        let hidden = ClaimedTag { code: "VALMERE-TEAM".into(), is_hidden: true };
        let hidden = Visitor { promo_tag: Some(hidden), ..visitor(Lang::En) };
        assert_eq!(state(&hidden, None).expect("a state").status, TagStatus::Unknown);

        shop.exec(
            "UPDATE promo_tag SET valid_to = $1, email_domains = 'valmere.example'",
            vals![now().as_millisecond() + 1000],
        )
        .expect("limits");
        let mut team = claims("VALMERE-TEAM");
        let status = |visitor: &Visitor, email| state(visitor, email).expect("a state").status;
        assert_eq!(status(&team, Some("a@other.example")), TagStatus::NotAllowed);
        assert_eq!(status(&team, Some("a@valmere.example")), TagStatus::Applied);
        assert_eq!(with(&shop, |tx| promo(tx, Caller::Visitor(&team), NoArgs {})).tag, state(&team, None));
        // A logged-in customer has the account's e-mail address once it is verified.
        shop.execute_batch(
            "INSERT INTO customer (id, email, email_key, first_name, last_name, lang, created_at)
             VALUES (7, 'Ada@Valmere.example', 'ada@valmere.example', 'Ada', 'King', 'en', 0)",
        )
        .expect("a customer");
        team.session.customer_id = Some(7);
        assert_eq!(status(&team, None), TagStatus::NotAllowed);
        shop.execute_batch("UPDATE customer SET email_verified_at = 1").expect("proved");
        assert_eq!(status(&team, None), TagStatus::Applied);
        shop.execute_batch("UPDATE customer SET erased_at = 1").expect("erased");
        assert_eq!(status(&team, None), TagStatus::NotAllowed);
        team.view.now = now() + jiff::SignedDuration::from_secs(1);
        assert_eq!(status(&team, None), TagStatus::Expired);
    }

    #[test]
    fn help_pages_have_no_placeholders_left_and_link_each_other() {
        let shop = seeded();
        for lang in Lang::ALL {
            let view = view(lang, Currency::Eur);
            let mut keys = Vec::new();
            let first = with(&shop, |tx| cms(tx, &view, CmsArgs { url_key: "returns".into() }));
            assert_eq!(first.siblings.len(), 8);
            for sibling in first.siblings {
                let page = with(&shop, |tx| cms(tx, &view, CmsArgs { url_key: sibling.key.clone() }));
                assert!(
                    !page.html.contains('{') && !page.html.contains("help:") && !page.html.contains("page:"),
                    "{lang} {}",
                    sibling.key
                );
                assert!(!page.html.contains("style=") && !page.html.contains("<h1"), "{lang} {}", sibling.key);
                assert!(!page.contents.is_empty());
                for entry in &page.contents {
                    assert!(page.html.contains(&format!("id=\"{}\"", entry.id)), "{lang} {} {}", sibling.key, entry.id);
                }
                assert_eq!(page.alternates[lang.code()], page.url);
                keys.push(sibling.key);
            }
            let shipping = with(&shop, |tx| cms(tx, &view, CmsArgs { url_key: "shipping-and-returns".into() }));
            assert!(shipping.html.contains("<table ") && shipping.html.contains("150"), "{lang}");
        }
        assert_eq!(
            refusal(&shop, |tx| cms(tx, &view(Lang::En, Currency::Eur), CmsArgs { url_key: "x".into() })),
            "page.help_not_found"
        );
    }
}
