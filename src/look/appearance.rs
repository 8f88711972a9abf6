//! The rules of a look: colours that can be read, drawings that were put in, words with the one placeholder they may have.

use super::editing::{Kind, LINE, Published, TEXT, check_text};
use super::store;
use crate::call::View;
use crate::db::Tx;
use crate::domain::look::{ColourRole, Drawing, Look};
use crate::error::{FieldMessages, Result};
use crate::message;

/// Characters of a sender's name.
const SENDER: usize = 60;

fn field_of(role: ColourRole) -> &'static str {
    match role {
        ColourRole::Background => "palette.background",
        ColourRole::Surface => "palette.surface",
        ColourRole::Text => "palette.text",
        ColourRole::Primary => "palette.primary",
        ColourRole::Accent => "palette.accent",
        ColourRole::Signals => "palette",
    }
}

impl Published for Look {
    const KIND: Kind = Kind::Look;

    fn in_force(tx: &mut dyn Tx) -> Result<Look> {
        store::in_force(tx)
    }

    /// A drawing that is not there is none; its size is that of its file.
    fn completed(mut self, tx: &mut dyn Tx) -> Result<Look> {
        for drawing in [&mut self.logo, &mut self.logo_on_dark, &mut self.icon] {
            let Some(Drawing { file, .. }) = drawing.take() else { continue };
            *drawing = store::find_file_size(tx, &file)?.map(|(width, height)| Drawing { file, width, height });
        }
        Ok(self)
    }

    fn check_draft(&self, fields: &mut FieldMessages) {
        check_text("sender", &self.sender, SENDER, fields);
        for (lang, words) in &self.words {
            for (name, text) in words.fields() {
                let most = if matches!(name, "line" | "newsletter_title" | "signature") { LINE } else { TEXT };
                check_text(format!("words.{lang}.{name}"), text, most, fields);
            }
        }
    }

    fn check_ready(&self, _: &mut dyn Tx, _: &View, fields: &mut FieldMessages) -> Result<()> {
        for low in self.palette.low_contrasts() {
            // The colour is at fault, but where it is the same in every shop.
            let role = if low.colour == ColourRole::Signals { low.ground } else { low.colour };
            let why = message::LOOK_CONTRAST_LOW.with("ratio", low.ratio).with("needed", low.needed);
            fields.entry(field_of(role).into()).or_insert(why);
        }
        if self.sender.contains(['<', '>', '"', '@']) {
            fields.insert("sender".into(), message::LOOK_SENDER_BAD.into());
        }
        for (lang, words) in &self.words {
            for (name, text) in words.fields() {
                if text.replace("{brand}", "").contains(['{', '}']) {
                    fields.insert(format!("words.{lang}.{name}"), message::LOOK_PLACEHOLDER_UNKNOWN.into());
                }
            }
        }
        Ok(())
    }

    /// The newest version is in force.
    fn put(&self, _: &mut dyn Tx) -> Result<()> {
        Ok(())
    }
}
