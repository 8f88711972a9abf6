//! Links by which the house sees a product's page in the shop before it is on sale.
//!
//! A link is for one product in one language, works for an hour, and can be ended before. Its secret is kept as a hash. On the shop's
//! origin it becomes a cookie of that page's path at once, so that it stays in no address, history or referrer. A page that is
//! seen by it is rendered for that request alone: it is in no cache, no index and no statistics.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::editing::{self, By};
use super::types::{PreviewLink, PreviewsEnded};
use crate::audit::Change;
use crate::catalog::editing::{self as catalogue, Item};
use crate::db::Tx;
use crate::domain::store_view::Lang;
use crate::error::{Result, refuse};
use crate::message;
use crate::session;
use crate::vals;

/// How long a link works.
pub const VALID: SignedDuration = SignedDuration::from_hours(1);

/// Makes a link to the page of a product, or of a variant's product, in a shop at `public_url`. `random`: fresh.
pub fn make(
    tx: &mut dyn Tx,
    by: &By,
    (sku, lang): (&str, Lang),
    public_url: &str,
    random: &[u8; 32],
) -> Result<(PreviewLink, Change)> {
    let item = owner(tx, sku)?;
    let path = catalogue::paths(tx, item.id)?.into_iter().find(|(of, _)| *of == lang);
    let (_, path) = path.ok_or_else(|| refuse(message::PRODUCT_PREVIEW_TEXTLESS))?;
    let mut priced: Vec<i64> = vec![item.id];
    priced.extend(catalogue::variants(tx, item.id)?.into_iter().filter(|one| one.enabled).map(|one| one.id));
    if catalogue::open_prices(tx, &priced)?.is_empty() {
        return Err(refuse(message::PRODUCT_PREVIEW_PRICELESS));
    }
    tx.exec("DELETE FROM product_preview WHERE expires_at <= $1", vals![by.now.as_millisecond()])?;
    let (secret, expires_at) = (session::new_token(random), by.now + VALID);
    tx.exec(
        "INSERT INTO product_preview (secret_hash, product_id, lang, expires_at, actor) VALUES ($1, $2, $3, $4, $5)",
        vals![&session::hash(&secret)[..], item.id, lang.code(), expires_at.as_millisecond(), by.actor.to_string()],
    )?;
    let expires_at = expires_at.to_string();
    let change = Change::new("product", &item.sku).after(json!({ "preview": lang, "until": expires_at }));
    Ok((PreviewLink { url: format!("{public_url}{path}?preview={secret}"), expires_at }, change))
}

/// Ends all links to the page of a product; answers how many.
pub fn end(tx: &mut dyn Tx, sku: &str) -> Result<(PreviewsEnded, Change)> {
    let item = owner(tx, sku)?;
    let ended = tx.exec("DELETE FROM product_preview WHERE product_id = $1", vals![item.id])?;
    let change = Change::new("product", &item.sku).before(json!({ "previews": ended })).after(json!({ "previews": 0 }));
    Ok((PreviewsEnded { ended }, change))
}

/// The product whose page in a language a secret opens.
pub fn find(tx: &mut dyn Tx, secret: &str, lang: Lang, now: Timestamp) -> Result<Option<i64>> {
    tx.find(
        "SELECT product_id FROM product_preview WHERE secret_hash = $1 AND lang = $2 AND expires_at > $3",
        vals![&session::hash(secret)[..], lang.code(), now.as_millisecond()],
    )
}

fn owner(tx: &mut dyn Tx, sku: &str) -> Result<Item> {
    let item = editing::find(tx, sku)?;
    match item.parent_id {
        Some(parent) => catalogue::find_by_id(tx, parent),
        None => Ok(item),
    }
}
