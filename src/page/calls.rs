//! The calls about help pages, one function a path.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::check::{Known, contradicted};
use super::editing;
use super::store::{self, Draft};
use super::types::{
    DraftArgs, DraftText, KeyArgs, PageDetail, PageLanguage, PageList, PagePlaceholder, PagePreview, PageRow,
    PageSettingState, PageState, PageVersion, PreviewArgs, PublishArgs, PublishedText, SaveArgs, TextForm, VersionArgs,
    VersionText,
};
use crate::audit::{self, Actor, By, Change, Origin};
use crate::call::{Changed, NoArgs, StaffMember, View};
use crate::cms::blocks::{PageSetting, Settings};
use crate::cms::markdown::{Rendered, fill, render_page, unescape};
use crate::cms::{self, PageText};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::domain::working_days::in_shop_zone;
use crate::error::{Result, refuse};
use crate::{message, token};

/// Versions of a language that are listed.
const VERSIONS: i64 = 50;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The title of a page in the reader's language; else the first there is, or its key.
fn title_in(lang: Lang, key: &str, published: &[PageText], drafts: &[Draft]) -> String {
    let titles = published.iter().map(|page| (page.lang, &page.title));
    let titles = titles.chain(drafts.iter().map(|draft| (draft.lang, &draft.text.title)));
    let mut titles = titles.filter(|(_, title)| !title.is_empty());
    let first = titles.clone().next();
    titles.find(|(of, _)| *of == lang).or(first).map_or_else(|| key.to_owned(), |(_, title)| title.clone())
}

pub fn list(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<PageList> {
    let view = &member.client.view;
    let settings = Settings::load(tx, view)?;
    let mut keys: Vec<String> = Vec::new();
    let mut texts: BTreeMap<String, Vec<PageText>> = BTreeMap::new();
    for page in cms::list_pages(tx, None)? {
        if !texts.contains_key(&page.url_key) {
            keys.push(page.url_key.clone());
        }
        texts.entry(page.url_key.clone()).or_default().push(page);
    }
    let mut drafts: BTreeMap<String, Vec<Draft>> = BTreeMap::new();
    for draft in store::drafts(tx, None)? {
        if !keys.contains(&draft.key) {
            keys.push(draft.key.clone());
        }
        drafts.entry(draft.key.clone()).or_default().push(draft);
    }
    let languages = view.stores.languages().to_vec();
    let row = |key: String| {
        let published = texts.get(&key).map(Vec::as_slice).unwrap_or_default();
        let written = drafts.get(&key).map(Vec::as_slice).unwrap_or_default();
        let state = |lang: &Lang| {
            let text = published.iter().find(|page| page.lang == *lang);
            let draft = written.iter().find(|draft| draft.lang == *lang);
            PageState {
                lang: *lang,
                is_published: text.is_some(),
                has_draft: draft.is_some(),
                publish_at: draft.and_then(|draft| draft.publish_at).map(|at| at.to_string()),
                failure: draft.and_then(|draft| draft.failure.clone()),
                contradictions: text.map(|text| contradicted(view, &text_of(text), &settings)).unwrap_or_default(),
            }
        };
        PageRow {
            texts: languages.iter().map(state).collect(),
            title: title_in(view.lang(), &key, published, written),
            key,
        }
    };
    Ok(PageList { pages: keys.into_iter().map(row).collect(), languages })
}

pub fn show(tx: &mut dyn Tx, member: &StaffMember, args: KeyArgs) -> Result<PageDetail> {
    detail(tx, &member.client.view, &args.key)
}

fn detail(tx: &mut dyn Tx, view: &View, key: &str) -> Result<PageDetail> {
    let languages = view.stores.languages().to_vec();
    let published = cms::list_pages(tx, Some(key))?;
    let drafts = store::drafts(tx, Some(key))?;
    let versions = store::versions(tx, key, &languages, VERSIONS)?;
    let actors = drafts.iter().map(|draft| draft.actor.as_str()).chain(versions.iter().map(|one| one.actor.as_str()));
    let names = token::actor_names(tx, actors)?;
    let settings = Settings::load(tx, view)?;
    let mut texts = Vec::new();
    for lang in languages {
        let of_lang = versions.iter().filter(|version| version.lang == lang);
        let number = of_lang.clone().map(|version| version.number).max().unwrap_or(0);
        let text = published.iter().find(|page| page.lang == lang);
        texts.push(PageLanguage {
            lang,
            published: text.map(|page| PublishedText {
                text: text_of(page),
                number,
                updated: page.updated.clone(),
                url: format!("{}/{lang}/help/{key}", view.config.public_url()),
            }),
            draft: drafts.iter().find(|draft| draft.lang == lang).map(|draft| draft_text(draft, &names)),
            contradictions: text.map(|text| contradicted(view, &text_of(text), &settings)).unwrap_or_default(),
            versions: of_lang
                .map(|version| {
                    Ok(PageVersion {
                        number: version.number,
                        title: version.title.clone(),
                        at: version.moment()?.to_string(),
                        actor_name: names.get(&version.actor).cloned(),
                        actor: version.actor.clone(),
                    })
                })
                .collect::<Result<_>>()?,
        });
    }
    let state = |setting: PageSetting| PageSettingState { setting, is_on: settings.has(setting) };
    let placeholder =
        |(name, value): (&str, String)| PagePlaceholder { name: name.to_owned(), value: unescape(&value) };
    let placeholders = cms::page_values(tx, view, key, view.lang())?;
    Ok(PageDetail {
        title: title_in(view.lang(), key, &published, &drafts),
        key: key.to_owned(),
        texts,
        settings: PageSetting::ALL.into_iter().map(state).collect(),
        // Those of reports are of no use to who writes.
        placeholders: placeholders.into_iter().filter(|(name, _)| !name.contains('/')).map(placeholder).collect(),
        zone: in_shop_zone(view.now).time_zone().iana_name().unwrap_or("Europe/Paris").to_owned(),
    })
}

/// What of a published page can be edited.
pub fn text_of(page: &PageText) -> TextForm {
    TextForm { title: page.title.clone(), description: page.description.clone(), markdown: page.markdown.clone() }
}

fn draft_text(draft: &Draft, names: &BTreeMap<String, String>) -> DraftText {
    DraftText {
        text: draft.text.clone(),
        version: draft.version,
        base: draft.base,
        publish_at: draft.publish_at.map(|at| at.to_string()),
        publish_local: draft.publish_at.map(|at| in_shop_zone(at).datetime()),
        failure: draft.failure.clone(),
        updated_at: draft.updated_at.to_string(),
        actor_name: names.get(&draft.actor).cloned(),
        actor: draft.actor.clone(),
    }
}

/// A view of the shop in a language, with its default currency.
fn view_in(view: &View, lang: Lang) -> View {
    let currency = view.stores.of(lang).default_currency;
    View::new(&view.stores, lang, currency, view.now, &view.config)
}

/// A text as shoppers would read it.
fn rendered(tx: &mut dyn Tx, view: &View, key: &str, markdown: &str, settings: &Settings) -> Result<Rendered> {
    let values = cms::page_values(tx, view, key, view.lang())?;
    Ok(render_page(&fill(&cms::shown(view, markdown, settings), &values), view.lang()))
}

pub fn preview(tx: &mut dyn Tx, member: &StaffMember, args: PreviewArgs) -> Result<PagePreview> {
    let PreviewArgs { key, lang, text } = args;
    let view = view_in(&member.client.view, lang);
    let known = Known::load(tx, &view, &key, lang)?;
    let Rendered { html, contents } = rendered(tx, &view, &key, &text.markdown, known.settings())?;
    let contradictions = contradicted(&view, &text, known.settings());
    Ok(PagePreview { html, contents, problems: known.problems(&text.markdown), contradictions })
}

pub fn version(tx: &mut dyn Tx, member: &StaffMember, args: VersionArgs) -> Result<VersionText> {
    let VersionArgs { key, lang, number } = args;
    let view = view_in(&member.client.view, lang);
    let text = store::find_version(tx, &key, lang, number)?.ok_or_else(|| refuse(message::PAGE_VERSION_UNKNOWN))?;
    let settings = Settings::load(tx, &view)?;
    let html = rendered(tx, &view, &key, &text.markdown, &settings)?.html;
    Ok(VersionText { text, html })
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn by(member: &StaffMember) -> By {
    By { actor: member.who.actor(), now: member.client.now() }
}

/// What the audit is told of a page: its texts and drafts by version, by language.
fn told(tx: &mut dyn Tx, key: &str) -> Result<Value> {
    let mut langs = serde_json::Map::new();
    for lang in Lang::ALL {
        let (number, draft) = (store::newest(tx, key, lang)?, store::find(tx, key, lang)?);
        if number == 0 && draft.is_none() {
            continue;
        }
        let draft = draft.map(|draft| json!({ "version": draft.version, "publish_at": draft.publish_at }));
        langs.insert(lang.code().to_owned(), json!({ "published": number, "draft": draft }));
    }
    Ok(Value::Object(langs))
}

/// Runs a change of a page between what the audit is told of it before and after.
pub fn change(tx: &mut dyn Tx, key: &str, work: impl FnOnce(&mut dyn Tx) -> Result<()>) -> Result<Change> {
    let before = told(tx, key)?;
    work(tx)?;
    let after = told(tx, key)?;
    Ok(Change::new("page", key).before(before).after(after))
}

/// Publishes a draft whose time has come; false, and nothing recorded, where it was taken back meanwhile.
pub fn publish_due(tx: &mut dyn Tx, view: &View, id: i64, origin: &Origin) -> Result<bool> {
    let draft = store::find_by_id(tx, id)?.filter(|draft| draft.publish_at.is_some_and(|at| at <= view.now));
    let Some(draft) = draft else { return Ok(false) };
    let change = change(tx, &draft.key, |tx| editing::publish_due(tx, view, &draft))?;
    audit::record(tx, &Actor::read(&draft.actor), origin, "page/publish", &change, view.now)?;
    Ok(true)
}

fn changed(
    tx: &mut dyn Tx,
    member: &StaffMember,
    key: &str,
    work: impl FnOnce(&mut dyn Tx) -> Result<()>,
) -> Result<Changed<PageDetail>> {
    let change = change(tx, key, work)?;
    Ok(Changed::new(detail(tx, &member.client.view, key)?, change))
}

pub fn save(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs) -> Result<Changed<PageDetail>> {
    let SaveArgs { key, lang, version, base, text } = args;
    let view = &member.client.view;
    changed(tx, member, &key, |tx| editing::save(tx, &by(member), view, (&key, lang), (version, base), &text))
}

pub fn discard(tx: &mut dyn Tx, member: &StaffMember, args: DraftArgs) -> Result<Changed<PageDetail>> {
    let DraftArgs { key, lang, version } = args;
    changed(tx, member, &key, |tx| editing::discard(tx, &key, lang, version))
}

pub fn publish(tx: &mut dyn Tx, member: &StaffMember, args: PublishArgs) -> Result<Changed<PageDetail>> {
    let PublishArgs { key, drafts, at } = args;
    let view = &member.client.view;
    changed(tx, member, &key, |tx| editing::publish(tx, &by(member), view, &key, &drafts, at).map(drop))
}

pub fn unschedule(tx: &mut dyn Tx, member: &StaffMember, args: PublishArgs) -> Result<Changed<PageDetail>> {
    let PublishArgs { key, drafts, .. } = args;
    changed(tx, member, &key, |tx| editing::unschedule(tx, &by(member), &key, &drafts))
}

pub fn restore(tx: &mut dyn Tx, member: &StaffMember, args: VersionArgs) -> Result<Changed<PageDetail>> {
    let VersionArgs { key, lang, number } = args;
    changed(tx, member, &key, |tx| editing::restore(tx, &by(member), &key, lang, number))
}
