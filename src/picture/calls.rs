//! The calls about pictures, one function a path.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::MOST_BYTES;
use super::convert::{self, Fault};
use super::making::{self, Kept};
use super::types::{ListArgs, Upload, UploadArgs, Uploads};
use crate::audit::Change;
use crate::call::{Changed, StaffMember};
use crate::call_context::CallContext;
use crate::catalog::csv::{self, Space};
use crate::catalog::media;
use crate::catalog::uploads::{self, Owner, Row, State};
use crate::db::Tx;
use crate::error::{Error, Result, refuse};
use crate::{message, order};

/// A file that was kept, and for what.
#[derive(Debug)]
pub struct Put {
    of: Owner,
    kept: Kept,
}

/// What the arguments of a call name.
fn owner(sku: &str, category: &str) -> Result<Owner> {
    match (sku.trim(), category.trim()) {
        (sku, "") => Ok(Owner::Product(sku.to_uppercase())),
        ("", key) => Ok(Owner::Category(key.to_owned())),
        _ => Err(Error::Malformed("sku, category: one of them".into())),
    }
}

fn upload_of(row: Row) -> Result<Upload> {
    Ok(Upload {
        small: media::small(&row.name).filter(|_| row.state == State::Done),
        requested_at: order::moment(row.requested_at)?.to_string(),
        state: row.state,
        name: row.name,
    })
}

pub fn list(tx: &mut dyn Tx, _: &StaffMember, args: ListArgs) -> Result<Uploads> {
    let of = owner(&args.sku, &args.category)?;
    let items = uploads::list(tx, &of)?.into_iter().map(upload_of).collect::<Result<_>>()?;
    Ok(Uploads { items })
}

/// Checks the file and keeps it, before the transaction: it takes a second, and half a gigabyte at most.
pub async fn prepare_upload(context: Arc<CallContext>, member: StaffMember, args: UploadArgs) -> Result<Put> {
    let UploadArgs { sku, category, name, content } = args;
    let of = owner(&sku, &category)?;
    let (space, key, unknown) = match of.clone() {
        Owner::Product(sku) => (Space::Product, sku, message::PRODUCT_UNKNOWN),
        Owner::Category(key) => (Space::Category, key, message::CATEGORY_UNKNOWN),
    };
    if !context.db.read(move |tx| csv::exists(tx, space, &key)).await? {
        return Err(refuse(unknown));
    }
    let folder = member.client.view.config.data.directory.clone();
    let kept = tokio::task::spawn_blocking(move || -> Result<_> {
        let bytes = BASE64_STANDARD.decode(content).map_err(|_| Error::Malformed("content: no Base64".into()))?;
        if bytes.len() > MOST_BYTES {
            return Err(refuse(message::PICTURE_TOO_LARGE.with("megabytes", MOST_BYTES >> 20)));
        }
        Ok(making::keep(&folder, &name, bytes)?)
    });
    match kept.await.map_err(anyhow::Error::from)?? {
        Ok(kept) => Ok(Put { of, kept }),
        Err(Fault::Unreadable) => Err(refuse(message::PICTURE_UNREADABLE)),
        Err(Fault::TooManyPixels { width, height }) => Err(refuse(
            message::PICTURE_TOO_MANY_PIXELS
                .with("width", width)
                .with("height", height)
                .with("megapixels", convert::MOST_PIXELS / 1_000_000)
                .with("side", convert::MOST_SIDE),
        )),
    }
}

pub fn upload(tx: &mut dyn Tx, member: &StaffMember, put: &Put) -> Result<Changed<Upload>> {
    let Put { of, kept: Kept { name, original } } = put;
    let view = &member.client.view;
    uploads::save(tx, name, of, original, &member.who.actor(), view.now)?;
    let row = uploads::find(tx, name)?.ok_or_else(|| refuse(message::PICTURE_UNKNOWN))?;
    let change = match of {
        Owner::Product(sku) => Change::new("product", sku),
        Owner::Category(key) => Change::new("category", key),
    };
    let change = change.after(json!({ "picture": name }));
    Ok(Changed::new(upload_of(row)?, change))
}
