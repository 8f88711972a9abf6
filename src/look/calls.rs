//! The calls about the look and the home page, one function a path.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::editing::{self, Kind, Published};
use super::files::{self, Cleaned};
use super::store::{self, StoredDraft};
use super::types::{
    Document, Draft, DraftArgs, DrawingArgs, HomeCategory, HomePage, HomePicture, HomeProduct, HomeScreen, KeptDrawing,
    LookScreen, LookVersion, OfferedPalette, PaletteArgs, PaletteCheck, PublishArgs, SaveArgs, VersionArgs,
};
use crate::audit::{self, Actor, By, Change, Origin};
use crate::call::{Changed, NoArgs, StaffMember, View};
use crate::call_context::CallContext;
use crate::catalog::{self, media};
use crate::db::Tx;
use crate::domain::look::{Drawing, Look, Preset};
use crate::domain::working_days::in_shop_zone;
use crate::error::{Error, Result, refuse};
use crate::{message, token};

/// Versions that are listed.
const VERSIONS: i64 = 50;
/// Width from which a picture is wide enough for the home page.
const WIDE: u32 = 1280;

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn document<T: Published>(tx: &mut dyn Tx, view: &View) -> Result<Document<T>> {
    let (published, number) = editing::published::<T>(tx)?;
    let draft = store::find(tx, T::KIND)?;
    let versions = store::versions(tx, T::KIND, VERSIONS)?;
    let actors = draft.iter().map(|draft| draft.actor.as_str()).chain(versions.iter().map(|one| one.actor.as_str()));
    let names = token::actor_names(tx, actors)?;
    let versions = versions.into_iter().map(|version| {
        Ok(LookVersion {
            number: version.number,
            at: version.moment()?.to_string(),
            actor_name: names.get(&version.actor).cloned(),
            actor: version.actor,
        })
    });
    Ok(Document {
        published,
        number,
        versions: versions.collect::<Result<_>>()?,
        draft: draft.map(|draft| draft_of(draft, &names)).transpose()?,
        languages: view.stores.languages().to_vec(),
        zone: in_shop_zone(view.now).time_zone().iana_name().unwrap_or("Europe/Paris").to_owned(),
    })
}

fn draft_of<T: Published>(draft: StoredDraft, names: &BTreeMap<String, String>) -> Result<Draft<T>> {
    Ok(Draft {
        document: store::parsed(T::KIND, &draft.body)?,
        version: draft.version,
        base: draft.base,
        publish_at: draft.publish_at.map(|at| at.to_string()),
        publish_local: draft.publish_at.map(|at| in_shop_zone(at).datetime()),
        failure: draft.failure,
        updated_at: draft.updated_at.to_string(),
        actor_name: names.get(&draft.actor).cloned(),
        actor: draft.actor,
    })
}

fn look_screen(tx: &mut dyn Tx, view: &View) -> Result<LookScreen> {
    let offered = |preset: Preset| OfferedPalette { preset, palette: preset.palette() };
    Ok(LookScreen {
        look: document(tx, view)?,
        brand: view.config.brand.name.clone(),
        palettes: Preset::ALL.map(offered).to_vec(),
    })
}

pub fn look(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<LookScreen> {
    look_screen(tx, &member.client.view)
}

fn home_screen(tx: &mut dyn Tx, view: &View) -> Result<HomeScreen> {
    let home: Document<HomePage> = document(tx, view)?;
    let documents = [Some(&home.published), home.draft.as_ref().map(|draft| &draft.document)];
    let skus = documents.iter().flatten().flat_map(|page| page.structure.products().cloned());
    let mut skus: Vec<String> = skus.collect();
    skus.sort_unstable();
    skus.dedup();
    let named = catalog::names_of_skus(tx, view.lang(), &skus)?;
    let ids = catalog::product_ids(tx, &skus)?;
    let cards = catalog::cards(tx, view, &ids)?.into_iter();
    let mut pictured: BTreeMap<String, String> =
        cards.filter_map(|card| Some((card.sku, card.images.into_iter().next()?.src))).collect();
    let tree = catalog::tree(tx, view.lang())?;
    let mut categories = Vec::new();
    let mut open: Vec<i64> = tree.children(None).map(|node| node.id).collect();
    open.reverse();
    while let Some(id) = open.pop() {
        let below: Vec<i64> = tree.children(Some(id)).map(|child| child.id).collect();
        open.extend(below.into_iter().rev());
        let Some(node) = tree.find(id) else { continue };
        let name = tree.path(id).iter().map(|node| node.name.as_str()).collect::<Vec<_>>().join(" › ");
        categories.push(HomeCategory { key: node.key.clone(), name, image: media::image(&node.picture, &node.alt) });
    }
    let pictures = media::wide(WIDE).into_iter().filter_map(|name| {
        let image = media::image(&name, "")?;
        Some(HomePicture { name, image })
    });
    Ok(HomeScreen {
        categories,
        pictures: pictures.collect(),
        products: skus
            .into_iter()
            .map(|sku| HomeProduct {
                name: named.get(&sku).cloned().unwrap_or_else(|| sku.clone()),
                small: pictured.remove(&sku),
                sku,
            })
            .collect(),
        home,
    })
}

pub fn home(tx: &mut dyn Tx, member: &StaffMember, _: NoArgs) -> Result<HomeScreen> {
    home_screen(tx, &member.client.view)
}

fn version<T: Published>(tx: &mut dyn Tx, args: &VersionArgs) -> Result<T> {
    let body = store::find_version(tx, T::KIND, args.number)?.ok_or_else(|| refuse(message::PAGE_VERSION_UNKNOWN))?;
    store::parsed(T::KIND, &body)
}

pub fn look_version(tx: &mut dyn Tx, _: &StaffMember, args: VersionArgs) -> Result<Look> {
    version(tx, &args)
}

pub fn home_version(tx: &mut dyn Tx, _: &StaffMember, args: VersionArgs) -> Result<HomePage> {
    version(tx, &args)
}

pub fn check(_: &mut dyn Tx, _: &StaffMember, args: PaletteArgs) -> Result<PaletteCheck> {
    Ok(PaletteCheck { shades: args.palette.shades(), low: args.palette.low_contrasts() })
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn by(member: &StaffMember) -> By {
    By { actor: member.who.actor(), now: member.client.now() }
}

/// What the audit is told: the versions.
fn told(tx: &mut dyn Tx, kind: Kind) -> Result<Value> {
    let number = store::newest(tx, kind)?.map_or(0, |(number, _)| number);
    let draft = store::find(tx, kind)?;
    let draft = draft.map(|draft| json!({ "version": draft.version, "publish_at": draft.publish_at }));
    Ok(json!({ "published": number, "draft": draft }))
}

/// Runs a change between what the audit is told before and after.
pub fn change(tx: &mut dyn Tx, kind: Kind, work: impl FnOnce(&mut dyn Tx) -> Result<()>) -> Result<Change> {
    let before = told(tx, kind)?;
    work(tx)?;
    let after = told(tx, kind)?;
    Ok(Change::new(kind.code(), "").before(before).after(after))
}

/// Publishes a draft whose time has come; false, and nothing recorded, where it was taken back meanwhile.
pub fn publish_due(tx: &mut dyn Tx, view: &View, id: i64, origin: &Origin) -> Result<bool> {
    let draft = store::find_by_id(tx, id)?.filter(|draft| draft.publish_at.is_some_and(|at| at <= view.now));
    let Some(draft) = draft else { return Ok(false) };
    let (call, change) = match draft.kind {
        Kind::Look => ("look/publish", change(tx, Kind::Look, |tx| editing::publish_due::<Look>(tx, view, &draft))?),
        Kind::Home => {
            ("home/publish", change(tx, Kind::Home, |tx| editing::publish_due::<HomePage>(tx, view, &draft))?)
        }
    };
    audit::record(tx, &Actor::read(&draft.actor), origin, call, &change, view.now)?;
    Ok(true)
}

fn look_changed(
    tx: &mut dyn Tx,
    member: &StaffMember,
    work: impl FnOnce(&mut dyn Tx) -> Result<()>,
) -> Result<Changed<LookScreen>> {
    let change = change(tx, Kind::Look, work)?;
    Ok(Changed::new(look_screen(tx, &member.client.view)?, change))
}

fn home_changed(
    tx: &mut dyn Tx,
    member: &StaffMember,
    work: impl FnOnce(&mut dyn Tx) -> Result<()>,
) -> Result<Changed<HomeScreen>> {
    let change = change(tx, Kind::Home, work)?;
    Ok(Changed::new(home_screen(tx, &member.client.view)?, change))
}

pub fn save_look(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs<Look>) -> Result<Changed<LookScreen>> {
    let SaveArgs { version, base, document } = args;
    look_changed(tx, member, |tx| editing::save(tx, &by(member), &member.client.view, (version, base), document))
}

pub fn save_home(tx: &mut dyn Tx, member: &StaffMember, args: SaveArgs<HomePage>) -> Result<Changed<HomeScreen>> {
    let SaveArgs { version, base, document } = args;
    home_changed(tx, member, |tx| editing::save(tx, &by(member), &member.client.view, (version, base), document))
}

pub fn discard_look(tx: &mut dyn Tx, member: &StaffMember, args: DraftArgs) -> Result<Changed<LookScreen>> {
    look_changed(tx, member, |tx| editing::discard(tx, Kind::Look, args.version))
}

pub fn discard_home(tx: &mut dyn Tx, member: &StaffMember, args: DraftArgs) -> Result<Changed<HomeScreen>> {
    home_changed(tx, member, |tx| editing::discard(tx, Kind::Home, args.version))
}

pub fn publish_look(tx: &mut dyn Tx, member: &StaffMember, args: PublishArgs) -> Result<Changed<LookScreen>> {
    let PublishArgs { version, at } = args;
    look_changed(tx, member, |tx| editing::publish::<Look>(tx, &by(member), &member.client.view, version, at))
}

pub fn publish_home(tx: &mut dyn Tx, member: &StaffMember, args: PublishArgs) -> Result<Changed<HomeScreen>> {
    let PublishArgs { version, at } = args;
    home_changed(tx, member, |tx| editing::publish::<HomePage>(tx, &by(member), &member.client.view, version, at))
}

pub fn unschedule_look(tx: &mut dyn Tx, member: &StaffMember, args: DraftArgs) -> Result<Changed<LookScreen>> {
    look_changed(tx, member, |tx| editing::unschedule(tx, &by(member), Kind::Look, args.version))
}

pub fn unschedule_home(tx: &mut dyn Tx, member: &StaffMember, args: DraftArgs) -> Result<Changed<HomeScreen>> {
    home_changed(tx, member, |tx| editing::unschedule(tx, &by(member), Kind::Home, args.version))
}

pub fn restore_look(tx: &mut dyn Tx, member: &StaffMember, args: VersionArgs) -> Result<Changed<LookScreen>> {
    look_changed(tx, member, |tx| editing::restore::<Look>(tx, &by(member), args.number))
}

pub fn restore_home(tx: &mut dyn Tx, member: &StaffMember, args: VersionArgs) -> Result<Changed<HomeScreen>> {
    home_changed(tx, member, |tx| editing::restore::<HomePage>(tx, &by(member), args.number))
}

/// Publishes a look where none was published, without a name; answers whether it did.
pub fn found(tx: &mut dyn Tx, look: &Look, now: jiff::Timestamp) -> Result<bool> {
    if store::newest(tx, Kind::Look)?.is_some() {
        return Ok(false);
    }
    store::add_version(tx, Kind::Look, &serde_json::to_string(look).map_err(anyhow::Error::from)?, "", now)?;
    Ok(true)
}

/// Keeps the home page as it is as a version, before and after it is written past this module: whoever edits it is told, and nothing is
/// lost. Rows that cannot be read are about to be replaced, and are no version.
pub fn keep_home(tx: &mut dyn Tx, now: jiff::Timestamp) -> Result<()> {
    if HomePage::in_force(tx).is_ok() {
        editing::kept::<HomePage>(tx, now)?;
    }
    Ok(())
}

/// One drawing at a time is read: a large PNG takes a hundred megabytes.
static READING: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(1)));

/// Reads and cleans a drawing before the transaction: it takes some milliseconds.
pub async fn prepare_upload(_: Arc<CallContext>, _: StaffMember, args: DrawingArgs) -> Result<Cleaned> {
    let DrawingArgs { kind, content } = args;
    let turn = Arc::clone(&READING).acquire_owned().await.map_err(anyhow::Error::from)?;
    let cleaned = tokio::task::spawn_blocking(move || {
        // The work goes on where nobody waits for it any more.
        let _turn = turn;
        let bytes = BASE64_STANDARD.decode(content).map_err(|_| Error::Malformed("content: no Base64".into()))?;
        files::cleaned(kind, &bytes).map_err(refuse)
    });
    cleaned.await.map_err(anyhow::Error::from)?
}

pub fn upload(tx: &mut dyn Tx, member: &StaffMember, cleaned: &Cleaned) -> Result<Changed<KeptDrawing>> {
    let drawing = keep(tx, cleaned, member.client.now())?;
    let change = Change::new("look", "").after(json!({ "file": drawing.file }));
    Ok(Changed::new(KeptDrawing { drawing }, change))
}

/// Keeps a drawing with what is made of it.
pub fn keep(tx: &mut dyn Tx, cleaned: &Cleaned, now: jiff::Timestamp) -> Result<Drawing> {
    let Cleaned { drawing, files } = cleaned;
    for (name, content) in files {
        store::save_file(tx, name, (drawing.width, drawing.height), content, now)?;
    }
    Ok(drawing.clone())
}
